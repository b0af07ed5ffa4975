//! What expressions are worth.

use std::rc::Rc;

use super::{LanguageError, Session};
use crate::player::Player;
use crate::value::{Form, Thermograph};

/// A value of the language.
#[derive(Clone, Debug)]
pub enum Value {
    /// A game up to equality, as its canonical form; numbers are such.
    Form(Form),
    /// A sum of games that is not added before its canonical form is asked for.
    Sum(Rc<[Form]>),
    /// True or false.
    Truth(bool),
    /// Words, such as an outcome class.
    Words(String),
    /// A thermograph.
    Thermograph(Rc<Thermograph>),
    /// Several values.
    List(Rc<List>),
}

/// Several values, one after the other.
#[derive(Clone, Debug)]
pub struct List {
    /// The values.
    pub values: Vec<Value>,
    /// What each of them was made from, under the name of a variable: the first
    /// column of a table.
    pub made_from: Option<(String, Vec<Value>)>,
    /// How many lists are inside each other.
    depth: usize,
    /// How many values there are, those in lists counted one by one.
    size: usize,
}

impl List {
    /// Lists may be nested this deep, and hold so many values in all.
    const DEEPEST: usize = 200;
    const MOST: usize = 1 << 20;

    /// A list; an error in words if it would be too deep or too large.
    pub(super) fn checked(
        values: Vec<Value>,
        made_from: Option<(String, Vec<Value>)>,
    ) -> Result<Value, String> {
        let (mut depth, mut size) = (1, values.len());
        for value in &values {
            if let Value::List(list) = value {
                depth = depth.max(1 + list.depth);
                size = size.saturating_add(list.size);
            }
        }
        if depth > Self::DEEPEST {
            return Err(format!("lists are nested at most {} deep", Self::DEEPEST));
        }
        if size > Self::MOST {
            return Err(format!("a list has at most {} values in all", Self::MOST));
        }
        Ok(Value::List(Rc::new(List { values, made_from, depth, size })))
    }
}

impl Value {
    /// What kind of value it is, for people.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Form(_) | Value::Sum(_) => "a game",
            Value::Truth(_) => "true or false",
            Value::Words(_) => "words",
            Value::Thermograph(_) => "a thermograph",
            Value::List(_) => "a list",
        }
    }
}

/// Both walls by their corners: value at temperature.
fn walls(thermograph: &Thermograph) -> String {
    let wall = |player| {
        let corners: Vec<String> = thermograph
            .wall(player)
            .iter()
            .map(|corner| format!("{} at {}", corner.value, corner.temperature))
            .collect();
        corners.join(", ")
    };
    format!("left {}; right {}", wall(Player::Left), wall(Player::Right))
}

impl Session<'_> {
    /// A value as text on one line; forms in the notation of the books.
    ///
    /// # Errors
    ///
    /// Where the text would be longer than the limit on memory allows.
    pub fn show(&mut self, value: &Value) -> Result<String, LanguageError> {
        Ok(match value {
            Value::Form(form) => self.forms.print(*form)?,
            Value::Sum(terms) => {
                let sum = self.forms.sum_all(terms.iter().copied())?;
                self.forms.print(sum)?
            }
            Value::Truth(truth) => truth.to_string(),
            Value::Words(words) => words.clone(),
            Value::Thermograph(thermograph) => walls(thermograph),
            Value::List(list) => {
                let values: Result<Vec<String>, _> =
                    list.values.iter().map(|value| self.show(value)).collect();
                format!("[{}]", values?.join(", "))
            }
        })
    }
}
