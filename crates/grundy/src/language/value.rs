//! What expressions are worth.

use std::cell::OnceCell;
use std::rc::Rc;

use super::{LanguageError, Session};
use crate::answer::NoForm;
use crate::game::Game;
use crate::player::Player;
use crate::value::{Form, Thermograph};

/// A value of the language.
#[derive(Clone, Debug)]
pub enum Value {
    /// A game up to equality, as its canonical form; numbers are such.
    Form(Form),
    /// A sum of games that is not added before its canonical form is asked for.
    Sum(Rc<[Term]>),
    /// A game as it is drawn on a table.
    Board(Rc<dyn Game>),
    /// True or false.
    Truth(bool),
    /// Words, such as an outcome class.
    Words(String),
    /// A thermograph.
    Thermograph(Rc<Thermograph>),
    /// Several values.
    List(Rc<List>),
}

/// A term of a sum.
#[derive(Clone, Debug)]
pub enum Term {
    /// A game up to equality.
    Form(Form),
    /// A position, or its negative.
    Position(Rc<Position>, bool),
}

/// A position as it was written, whose canonical form is found when it is
/// asked for.
#[derive(Debug)]
pub struct Position {
    pub(super) game: Box<dyn Game>,
    /// Where it stands in the line.
    at: usize,
    form: OnceCell<Form>,
}

impl Position {
    pub(super) fn new(game: Box<dyn Game>, at: usize) -> Self {
        Position { game, at, form: OnceCell::new() }
    }
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

impl List {
    /// The list as a table: what each value was made from, and the value; values
    /// that are lists of one length have a column for each of theirs.
    #[must_use]
    pub fn rows<'s>(&'s self) -> Vec<Vec<&'s Value>> {
        let inner = |value: &Value| match value {
            Value::List(list) => Some(list.values.len()),
            _ => None,
        };
        let first = self.values.first().and_then(inner);
        let spread = first.is_some() && self.values.iter().all(|value| inner(value) == first);
        let row = |(i, value): (usize, &'s Value)| {
            let mut row: Vec<&'s Value> = Vec::new();
            row.extend(self.made_from.as_ref().and_then(|(_, sources)| sources.get(i)));
            match value {
                Value::List(list) if spread => row.extend(&list.values),
                value => row.push(value),
            }
            row
        };
        self.values.iter().enumerate().map(row).collect()
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
            Value::Board(_) => "a board",
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
    /// The canonical form of a value, if it is a game.
    ///
    /// # Errors
    ///
    /// Where a position has none, or a limit is reached.
    pub fn canonical(&mut self, value: &Value) -> Result<Option<Form>, LanguageError> {
        match value {
            Value::Form(form) => Ok(Some(*form)),
            Value::Sum(terms) => {
                let forms = self.forms_of(terms)?;
                Ok(Some(self.forms.sum_all(forms)?))
            }
            _ => Ok(None),
        }
    }

    /// The canonical form of each term.
    pub(super) fn forms_of(&mut self, terms: &[Term]) -> Result<Vec<Form>, LanguageError> {
        terms.iter().map(|term| self.form_of(term)).collect()
    }

    fn form_of(&mut self, term: &Term) -> Result<Form, LanguageError> {
        let (position, negative) = match term {
            Term::Form(form) => return Ok(*form),
            Term::Position(position, negative) => (position, *negative),
        };
        let form = match position.form.get() {
            Some(&form) => form,
            None => {
                let found = self.solver.form(&*position.game, &mut self.forms, &self.limits);
                let form = found.map_err(|error| match error {
                    NoForm::Stopped(stopped) => stopped.into(),
                    other => LanguageError::value(other.to_string(), position.at),
                })?;
                *position.form.get_or_init(|| form)
            }
        };
        Ok(if negative { self.forms.negative(form)? } else { form })
    }

    /// Finds the canonical forms of all positions in a value, so that what has
    /// none is said at once.
    pub(super) fn settle(&mut self, value: &Value) -> Result<(), LanguageError> {
        match value {
            Value::Sum(terms) => self.forms_of(terms).map(drop),
            Value::List(list) => list.values.iter().try_for_each(|value| self.settle(value)),
            _ => Ok(()),
        }
    }

    /// A value as text on one line; forms in the notation of the books.
    ///
    /// # Errors
    ///
    /// Where the text would be longer than the limit on memory allows.
    pub fn show(&mut self, value: &Value) -> Result<String, LanguageError> {
        Ok(match value {
            Value::Form(form) => self.forms.print(*form)?,
            Value::Sum(terms) => {
                let forms = self.forms_of(terms)?;
                let sum = self.forms.sum_all(forms)?;
                self.forms.print(sum)?
            }
            Value::Board(game) => game.text(),
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
