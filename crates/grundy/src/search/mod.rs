//! Search: the positions of a size whose value meets a condition.
//!
//! ```
//! use grundy::search::{Query, search};
//! use grundy::Limits;
//!
//! let query = Query {
//!     ruleset: "domineering",
//!     size: "2x3",
//!     condition: Some("temperature > 1"),
//!     columns: "mean, temperature",
//!     ..Query::default()
//! };
//! let mut found = Vec::new();
//! search(&query.plan().unwrap(), 0, &Limits::default(), &mut |batch| {
//!     found.extend(batch.rows);
//!     Ok::<(), std::convert::Infallible>(())
//! })
//! .unwrap();
//! assert_eq!(found[0].position, "..|..|..");
//! ```
//!
//! - `column`: the types of columns.
//! - `listing`: all positions of a size, in their notation.
//! - `threads`: the threads that evaluate them.

mod column;
mod listing;
mod threads;

use std::collections::BTreeSet;
use std::fmt::Display;
use std::time::{Duration, Instant};

use crate::catalogue;
use crate::game::Game;
use crate::language::{Question, Session, Value};
use crate::value::Form;
pub use column::ColumnType;
use grundy_base::{Limits, ParseError, Stopped, Text};
use listing::Listing;
pub use threads::search;

/// What is looked for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Query<'a> {
    /// A ruleset with its parameters.
    pub ruleset: &'a str,
    /// Sizes such as `2x6`, `1..3x4` or, for strips and heaps, `1..8`.
    pub size: &'a str,
    /// What a square may hold, a character each; if not given, what the ruleset allows.
    pub squares: Option<&'a str>,
    /// The condition that a position must meet, such as `temperature > 1`.
    pub condition: Option<&'a str>,
    /// The columns for each position that is found, separated by commas.
    pub columns: &'a str,
    /// Also positions that a symmetry makes equal to another.
    pub all: bool,
}

/// Which part of a query cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum QueryError {
    /// The ruleset.
    #[error(transparent)]
    Ruleset(ParseError),
    /// The sizes.
    #[error(transparent)]
    Size(ParseError),
    /// What squares may hold.
    #[error(transparent)]
    Squares(ParseError),
    /// The condition.
    #[error(transparent)]
    Condition(ParseError),
    /// The columns.
    #[error(transparent)]
    Columns(ParseError),
    /// The ruleset has no positions of a size, or they have no value.
    #[error("{game} {why}")]
    Unfit {
        /// The ruleset as it is written.
        game: String,
        /// Why its positions cannot be searched.
        why: &'static str,
    },
}

impl Query<'_> {
    /// Reads all parts of the query.
    ///
    /// # Errors
    ///
    /// Where a part cannot be read, or the ruleset's positions have no sizes or
    /// no values.
    pub fn plan(&self) -> Result<Plan, QueryError> {
        let ruleset = catalogue::parse_ruleset(self.ruleset).map_err(QueryError::Ruleset)?;
        let unfit = |why| QueryError::Unfit { game: ruleset.ruleset(), why };
        if ruleset.has_ends() {
            return Err(unfit("has ends of its own: its positions have no value in a sum"));
        }
        let sizes = ruleset.sizes();
        let sizes = sizes.ok_or_else(|| unfit("has no positions that are listed by size"))?;
        let squares = self.squares.unwrap_or(sizes.squares);
        let known = format!("{}{}", sizes.squares, sizes.others);
        if known.is_empty() && self.squares.is_some() {
            let expected = format!("no squares: {} has none", ruleset.ruleset());
            return Err(QueryError::Squares(ParseError::new(expected, 0)));
        }
        let mut before = String::new();
        for (at, square) in squares.char_indices() {
            if !known.contains(square) || before.contains(square) {
                let expected = format!("what a square may hold, each once, of '{known}'");
                return Err(QueryError::Squares(ParseError::new(expected, at)));
            }
            before.push(square);
        }
        if squares.is_empty() && !known.is_empty() {
            let error = ParseError::new(format!("some of '{known}'"), 0);
            return Err(QueryError::Squares(error));
        }
        let listing = Listing::new(&sizes, Text::new(self.size), squares, self.all);
        let listing = listing.map_err(QueryError::Size)?;
        let condition = self.condition.map(condition).transpose().map_err(QueryError::Condition)?;
        let columns = columns(self.columns).map_err(QueryError::Columns)?;
        Ok(Plan { ruleset, listing, condition, columns })
    }
}

/// Reads a condition, and asks it about 0 to see whether it is one.
fn condition(text: &str) -> Result<Question, ParseError> {
    // A condition that takes longer is asked of every position, where limits hold.
    let time = Some((Instant::now(), Duration::from_secs(1)));
    let little = Limits { positions: 1000, memory: 1 << 20, time, ..Limits::default() };
    let question = Question::new(text)?;
    match Session::new(little).ask(&question, Form::ZERO) {
        Ok(Value::Truth(_)) | Err(_) => Ok(question),
        Ok(other) => Err(ParseError::new(format!("a condition, not {}", other.kind()), 0)),
    }
}

/// Reads columns; each needs a name of its own.
fn columns(text: &str) -> Result<Vec<Question>, ParseError> {
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    let columns = Question::several(text)?;
    let mut names = BTreeSet::new();
    match columns.iter().map(Question::text).find(|name| !names.insert(*name)) {
        Some(name) => Err(ParseError::new("each column once", text.rfind(name).unwrap_or(0))),
        None => Ok(columns),
    }
}

/// A query that was read.
#[derive(Debug)]
pub struct Plan {
    ruleset: Box<dyn Game>,
    listing: Listing,
    condition: Option<Question>,
    columns: Vec<Question>,
}

impl Plan {
    /// The number of positions to look at; symmetric images count separately.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.listing.len()
    }

    /// Whether there is nothing to look at.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Calls `visit` with each position, as it is written, until it fails; with one position for
    /// all that a symmetry makes equal, if not all were asked for.
    ///
    /// # Errors
    ///
    /// The error of `visit`.
    pub fn each_position<E>(&self, visit: impl FnMut(&str) -> Result<(), E>) -> Result<(), E> {
        self.listing.each(0..self.len(), visit)
    }

    /// The ruleset as it is written.
    #[must_use]
    pub fn ruleset(&self) -> String {
        self.ruleset.ruleset()
    }

    /// The names of the columns.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(Question::text)
    }

    /// A position that was found, with its ruleset: a text that is read again.
    #[must_use]
    pub fn game(&self, position: &str) -> String {
        let ruleset = self.ruleset();
        match ruleset.strip_suffix(')') {
            Some(ruleset) => format!("{ruleset}; {position})"),
            None => format!("{ruleset}({position})"),
        }
    }
}

/// The value of a column for a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// A number.
    Number(String),
    /// True or false.
    Truth(bool),
    /// A game that is no number, words, or a list.
    Text(String),
    /// It has no answer.
    None,
}

impl Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Cell::Number(text) | Cell::Text(text) => f.write_str(text),
            Cell::Truth(truth) => write!(f, "{truth}"),
            Cell::None => Ok(()),
        }
    }
}

/// A position that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// As it is written, without its ruleset.
    pub position: String,
    /// The values of the columns.
    pub cells: Vec<Cell>,
}

impl Row {
    /// Bytes held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let text = |cell: &Cell| match cell {
            Cell::Number(text) | Cell::Text(text) => text.len(),
            Cell::Truth(_) | Cell::None => 0,
        };
        let cells: usize = self.cells.iter().map(|cell| size_of::<Cell>() + text(cell)).sum();
        (size_of::<Row>() + self.position.len() + cells) as u64
    }
}

/// How many positions a search has looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// All positions up to this number were looked at.
    pub done: u64,
    /// Number of positions of the rules among them; one for all that a symmetry makes equal, if not
    /// all were asked for.
    pub distinct: u64,
    /// Number of positions that were found.
    pub found: u64,
    /// Number of positions for which the condition has no answer.
    pub unanswered: u64,
    /// The first such position, and why there is no answer.
    pub example: Option<(String, String)>,
}

impl Counts {
    /// Adds the counts of the next positions.
    pub fn add(&mut self, more: Counts) {
        self.done = more.done;
        self.distinct += more.distinct;
        self.found += more.found;
        self.unanswered += more.unanswered;
        self.example = self.example.take().or(more.example);
    }
}

/// What was found among the next positions.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// The positions that were found, in order.
    pub rows: Vec<Row>,
    /// What was looked at.
    pub counts: Counts,
}

/// A search ended early.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError<E> {
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// A position has no value.
    #[error("{game}: {why}")]
    NoValue {
        /// The position with its ruleset.
        game: String,
        /// Why it has none.
        why: String,
    },
    /// The system gives no thread.
    #[error("the system gives no thread: {why}")]
    NoThread {
        /// What the system says.
        why: String,
    },
    /// Results could not be passed on.
    #[error("{0}")]
    Taken(E),
}
