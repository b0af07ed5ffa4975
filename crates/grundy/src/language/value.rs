//! The values of expressions.

use std::cell::OnceCell;
use std::rc::Rc;

use super::{LanguageError, Session};
use crate::answer::NoForm;
use crate::game::Game;
use crate::value::{Form, Sided, Thermograph};
use grundy_base::Player;

/// A value of the language.
#[derive(Clone, Debug)]
pub enum Value {
    /// A game up to equality, as its canonical form; numbers are forms, too.
    Form(Form),
    /// A loopy game up to equality, which is worth no short game.
    Loopy(Rc<Sided>),
    /// A sum of games, added only when its canonical form is asked for.
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
    /// A function of the user.
    Function(Rc<Closure>),
}

/// The worth of a game: a short game or a loopy one.
#[derive(Clone, Debug)]
pub enum Worth {
    /// A short game, as its canonical form.
    Form(Form),
    /// A loopy game that is worth no short game.
    Loopy(Rc<Sided>),
}

/// A term of a sum.
#[derive(Clone, Debug)]
pub enum Term {
    /// A game up to equality.
    Form(Form),
    /// A loopy game up to equality.
    Loopy(Rc<Sided>),
    /// A position, or its negative.
    Position(Rc<Position>, bool),
}

/// A position as it was written; its worth is found when it is asked for.
#[derive(Debug)]
pub struct Position {
    pub(super) game: Box<dyn Game>,
    /// Where it stands in the line.
    pub(super) at: usize,
    worth: OnceCell<Worth>,
}

impl Position {
    pub(super) fn new(game: Box<dyn Game>, at: usize) -> Self {
        Position { game, at, worth: OnceCell::new() }
    }
}

/// A function of the user, with the variables that it had around it.
pub struct Closure {
    text: String,
    run: Box<Run>,
}

/// Calls a function with these values, at a place of the line.
type Run = dyn Fn(&mut Session<'_>, Vec<Value>, usize) -> Result<Value, LanguageError>;

grundy_base::debug! {
    impl[] Closure: "Closure", |closure| text = closure.text;
}

impl Closure {
    pub(super) fn new(text: String, run: Box<Run>) -> Self {
        Closure { text, run }
    }

    /// The function as it was written.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn call(
        &self,
        session: &mut Session<'_>,
        values: Vec<Value>,
        at: usize,
    ) -> Result<Value, LanguageError> {
        (self.run)(session, values, at)
    }
}

/// Several values, one after the other.
#[derive(Clone, Debug)]
pub struct List {
    /// The values.
    pub values: Vec<Value>,
    /// What each value was made from, under the name of a variable: the first column of a table.
    pub made_from: Option<(String, Vec<Value>)>,
    /// How many lists are inside each other.
    depth: usize,
    /// How many values there are, those in lists counted one by one.
    size: usize,
}

impl List {
    /// How deep lists may be nested, and how many values they may hold in all.
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
    /// The list as a table: what each value was made from, and the value; if the values are lists
    /// of one length, each item has a column.
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

impl From<Form> for Value {
    fn from(form: Form) -> Self {
        Value::Form(form)
    }
}

impl Value {
    /// What kind of value it is, for people.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Form(_) | Value::Sum(_) => "a game",
            Value::Loopy(_) => "a loopy game",
            Value::Truth(_) => "true or false",
            Value::Words(_) => "words",
            Value::Thermograph(_) => "a thermograph",
            Value::Board(_) => "a board",
            Value::List(_) => "a list",
            Value::Function(_) => "a function",
        }
    }

    /// A position whose value is known.
    #[must_use]
    pub fn position(game: Box<dyn Game>, form: Form) -> Value {
        let worth = OnceCell::from(Worth::Form(form));
        let position = Position { game, at: 0, worth };
        Value::Sum(Rc::new([Term::Position(Rc::new(position), false)]))
    }

    /// Whether this is the worth of a game, which can be typeset.
    #[must_use]
    pub fn is_game(&self) -> bool {
        matches!(self, Value::Form(_) | Value::Loopy(_) | Value::Sum(_))
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
    /// The canonical form of a value, if it is a short game.
    ///
    /// # Errors
    ///
    /// Where a position has no value, or a limit is reached.
    pub fn canonical(&mut self, value: &Value) -> Result<Option<Form>, LanguageError> {
        Ok(match self.worth(value)? {
            Some(Worth::Form(form)) => Some(form),
            Some(Worth::Loopy(_)) | None => None,
        })
    }

    /// What a value is worth, if it is a game.
    ///
    /// # Errors
    ///
    /// As [`Session::canonical`].
    pub fn worth(&mut self, value: &Value) -> Result<Option<Worth>, LanguageError> {
        Ok(Some(match value {
            Value::Form(form) => Worth::Form(*form),
            Value::Loopy(sided) => Worth::Loopy(sided.clone()),
            Value::Sum(terms) => {
                let at = terms.iter().find_map(|term| match term {
                    Term::Position(position, _) => Some(position.at),
                    _ => None,
                });
                let worths = self.worths_of(terms)?;
                self.add_all(worths, at.unwrap_or(0))?
            }
            _ => return Ok(None),
        }))
    }

    /// What each term is worth.
    pub(super) fn worths_of(&mut self, terms: &[Term]) -> Result<Vec<Worth>, LanguageError> {
        terms.iter().map(|term| self.worth_of(term)).collect()
    }

    /// The worth of a term: a canonical form if play ends, otherwise both sides.
    fn worth_of(&mut self, term: &Term) -> Result<Worth, LanguageError> {
        let (position, negative) = match term {
            Term::Form(form) => return Ok(Worth::Form(*form)),
            Term::Loopy(sided) => return Ok(Worth::Loopy(sided.clone())),
            Term::Position(position, negative) => (position, *negative),
        };
        let worth = match position.worth.get() {
            Some(worth) => worth.clone(),
            None => {
                let worth = self.find_worth(position)?;
                position.worth.get_or_init(|| worth).clone()
            }
        };
        if negative { self.negative_of(worth) } else { Ok(worth) }
    }

    fn find_worth(&mut self, position: &Position) -> Result<Worth, LanguageError> {
        let game = &*position.game;
        let fault = |error| match error {
            NoForm::Stopped(stopped) => stopped.into(),
            other => LanguageError::value(other.to_string(), position.at),
        };
        match self.solver.form(game, &mut self.forms, &self.limits) {
            Ok(form) => Ok(Worth::Form(form)),
            Err(NoForm::Loopy { .. }) => {
                let sides = self.solver.sides(game, &mut self.forms, &self.limits);
                let sides = sides.map_err(fault)?;
                Ok(match sides.form(&mut self.forms)? {
                    Some(form) => Worth::Form(form),
                    None => Worth::Loopy(Rc::new(sides)),
                })
            }
            Err(error) => Err(fault(error)),
        }
    }

    /// Finds the canonical forms of all positions in a value, so that one without a form is
    /// reported at once.
    pub(super) fn settle(&mut self, value: &Value) -> Result<(), LanguageError> {
        match value {
            Value::Sum(terms) => self.worths_of(terms).map(drop),
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
            Value::Loopy(sided) => self.forms.print_sided(sided)?,
            Value::Sum(_) => match self.worth(value)? {
                Some(worth) => self.show(&worth.into())?,
                None => String::new(),
            },
            Value::Board(game) => game.text(),
            Value::Truth(truth) => truth.to_string(),
            Value::Words(words) => words.clone(),
            Value::Function(function) => function.text().to_string(),
            Value::Thermograph(thermograph) => walls(thermograph),
            Value::List(list) => {
                let values: Result<Vec<String>, _> =
                    list.values.iter().map(|value| self.show(value)).collect();
                format!("[{}]", values?.join(", "))
            }
        })
    }
}
