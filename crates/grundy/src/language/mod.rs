//! The language of the calculator: games, values, and functions of them.
//!
//! ```
//! use grundy::Limits;
//! use grundy::language::Session;
//!
//! let mut session = Session::new(Limits::default());
//! session.run("g := domineering(2x3)").unwrap();
//! assert_eq!(session.print("temperature(g)").unwrap(), "5/4");
//! assert_eq!(session.print("[mean(n*g) for n in 1..3]").unwrap(), "[-3/4, -3/2, -9/4]");
//! ```
//!
//! - `syntax`: from text to expressions, one grammar for the command line, the
//!   calculator and files.
//! - `evaluate`: from expressions to values; `applied`: functions of the user, and items of lists.
//! - `functions`: the functions by name, each with its help; `completion`: how a line goes on.
//! - `plain`: signs of books and full-width characters as those of the grammar; `arithmetic`: games
//!   with variables and arithmetic between their parentheses.
//! - `loopy`: braces that refer to themselves, and games with two sides.
//! - `misere`: misère forms as they are written.
//! - `template`: games with letters for numbers.
//! - `value`: the values of expressions, and how they are printed.
//! - `played`: expressions as games that are played, move by move; `followers`: the
//!   play of a canonical form.

mod applied;
mod arithmetic;
mod completion;
mod evaluate;
mod followers;
pub mod functions;
mod loopy;
mod misere;
mod plain;
mod played;
mod syntax;
mod template;
mod value;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use crate::answer::Solver;
use crate::catalogue;
use crate::value::{Form, Forms};
pub use completion::completions;
use grundy_base::error::Quotes;
use grundy_base::{Limits, ParseError, Stopped};
use plain::Plain;
pub use played::{game, line};
use syntax::{Expression, Kind, Operator, Statement};
pub use template::Template;
pub use value::{List, Position, Term, Value, Worth};

/// Why a line has no value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LanguageError {
    /// The text does not say what was expected.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// What is asked for has no answer.
    #[error("{why}")]
    Value {
        /// A sentence.
        why: String,
        /// Where in the text.
        at: usize,
    },
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl LanguageError {
    pub(crate) fn value(why: impl Into<String>, at: usize) -> Self {
        LanguageError::Value { why: why.into(), at }
    }

    /// Where in the text, if it is a matter of the text.
    #[must_use]
    pub fn at(&self) -> Option<usize> {
        match self {
            LanguageError::Parse(error) => Some(error.at),
            LanguageError::Value { at, .. } => Some(*at),
            LanguageError::Stopped(_) => None,
        }
    }
}

/// A question about a game, such as `temperature > 1`: functions without parentheses are of that
/// game, whose name is `G`.
///
/// ```
/// use grundy::language::{Question, Session};
/// use grundy::Limits;
///
/// let question = Question::new("mean >= 1/2 and not is_number").unwrap();
/// let mut session = Session::new(Limits::default());
/// let game = grundy::language::read("{2|-1}", session.forms()).unwrap();
/// let answer = session.ask(&question, game).unwrap();
/// assert_eq!(session.show(&answer).unwrap(), "true");
/// ```
#[derive(Clone, Debug)]
pub struct Question {
    /// The whole text, which places point into.
    text: Arc<str>,
    /// The part of it that is this question.
    span: Range<usize>,
    expression: syntax::Expression,
}

/// The greatest number of binary digits: longer numbers take long to print.
const MOST_BITS: u64 = 1 << 18;

/// The name of the game of a question.
const SUBJECT: &str = "G";

impl Question {
    /// Reads a question.
    ///
    /// # Errors
    ///
    /// Where the text cannot be read.
    pub fn new(text: &str) -> Result<Self, ParseError> {
        let plain = Plain::of(text);
        let placed = |error: ParseError| ParseError { at: plain.written(error.at), ..error };
        let expression = syntax::about(&plain.text, SUBJECT).map_err(placed)?;
        Ok(Question { text: (*plain.text).into(), span: 0..plain.text.len(), expression })
    }

    /// Reads several questions, separated by commas.
    ///
    /// # Errors
    ///
    /// Where the text cannot be read.
    pub fn several(text: &str) -> Result<Vec<Self>, ParseError> {
        let plain = Plain::of(text);
        let placed = |error: ParseError| ParseError { at: plain.written(error.at), ..error };
        let whole: Arc<str> = (*plain.text).into();
        let question = |(expression, span)| Question { text: whole.clone(), span, expression };
        let all = syntax::several_about(&plain.text, SUBJECT).map_err(placed)?;
        Ok(all.into_iter().map(question).collect())
    }

    /// Whether the answer depends on the game as it is played, not on its value alone.
    #[must_use]
    pub fn is_about_play(&self) -> bool {
        self.expression.calls(&|function| function.of_play)
    }

    /// The question as it was written.
    #[must_use]
    pub fn text(&self) -> &str {
        self.text[self.span.clone()].trim()
    }
}

/// The language in which lines are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// That of the calculator. It reads what CGSuite prints.
    #[default]
    Calculator,
    /// That of CGSuite 2, as far as it writes values: typed text often means something else there
    /// than the same text in CGSuite's output. `2*3` is a product, `&` binds more than a sum, and
    /// names of methods are written `LeftStop`. Powers of numbers, infix names of functions (`G
    /// Cool 1`) and the games of CGSuite's library are not read.
    CgSuite,
}

/// Variables, and the canonical forms that they share.
pub struct Session<'a> {
    forms: Forms<'a>,
    limits: Limits<'a>,
    variables: BTreeMap<String, Value>,
    /// The parameters of the function that is called, and the variables of comprehensions: the
    /// innermost last.
    locals: Vec<(String, Value)>,
    /// How many functions of the user are being called.
    calls: usize,
    /// Whether the error of this line names the function in which it is.
    names_function: bool,
    solver: Solver,
    /// Values of lists made in this line.
    counted: usize,
    /// Braces that are being read.
    open: Vec<loopy::Open>,
    dialect: Dialect,
    remarks: Vec<String>,
}

grundy_base::debug! {
    impl[] Session<'_>: "Session";
}

impl<'a> Session<'a> {
    /// Without variables.
    #[must_use]
    pub fn new(limits: Limits<'a>) -> Self {
        Session {
            forms: Forms::new(limits),
            limits,
            variables: BTreeMap::new(),
            locals: Vec::new(),
            calls: 0,
            names_function: false,
            solver: Solver::default(),
            counted: 0,
            open: Vec::new(),
            dialect: Dialect::default(),
            remarks: Vec::new(),
        }
    }

    /// What was left out of the games read since the last call.
    pub fn take_remarks(&mut self) -> Vec<String> {
        std::mem::take(&mut self.remarks)
    }

    /// Another language for the lines to come.
    pub fn set_dialect(&mut self, dialect: Dialect) {
        self.dialect = dialect;
    }

    /// Other limits for the lines to come.
    pub fn set_limits(&mut self, limits: Limits<'a>) {
        self.limits = limits;
        self.forms.set_limits(limits);
    }

    /// The names of the variables, in order.
    pub fn variables(&self) -> impl Iterator<Item = &str> {
        self.variables.keys().map(String::as_str)
    }

    /// The forms that values refer to.
    pub fn forms(&mut self) -> &mut Forms<'a> {
        &mut self.forms
    }

    /// Reads a line and says what it is worth; the last value is kept as `_`.
    ///
    /// # Errors
    ///
    /// If the text cannot be read, asks for something that does not exist, or a limit is reached.
    /// Variables stay what they were.
    pub fn run(&mut self, text: &str) -> Result<Value, LanguageError> {
        let plain = Plain::of(text);
        self.run_plain(&plain.text).map_err(|error| plain.error(error))
    }

    fn run_plain(&mut self, text: &str) -> Result<Value, LanguageError> {
        let statements = syntax::statements(text, self.dialect)?;
        self.begin()?;
        let before = (statements.len() > 1).then(|| self.variables.clone());
        let mut last = Err(LanguageError::value("a game or a value is missing", 0));
        for statement in statements {
            last = self.run_statement(text, statement);
            if last.is_err() {
                break;
            }
        }
        match (&last, before) {
            (Ok(value), _) => drop(self.variables.insert("_".to_string(), value.clone())),
            (Err(_), Some(before)) => self.variables = before,
            (Err(_), None) => {}
        }
        last
    }

    fn run_statement(&mut self, text: &str, statement: Statement) -> Result<Value, LanguageError> {
        let statement = self.named(text, statement);
        let value = self.evaluate(text, &statement.expression)?;
        self.settle(&value)?;
        if let Some((name, at)) = statement.name {
            new_name(&name, at)?;
            self.variables.insert(name, value.clone());
        }
        Ok(value)
    }

    /// The value of a variable: an inner one hides an outer one.
    fn variable(&self, name: &str) -> Option<&Value> {
        let local = self.locals.iter().rev().find(|(local, _)| local == name);
        local.map(|(_, value)| value).or_else(|| self.variables.get(name))
    }

    /// `G = …` gives a name to a value, as `G := …` does, unless `G` means something already: then
    /// it is a question.
    fn named(&self, text: &str, statement: Statement) -> Statement {
        let Expression { at, kind } = &statement.expression;
        if let Kind::Binary { operator: Operator::Equal, left, right } = kind
            && statement.name.is_none()
            && !text[*at..].starts_with("==")
            && let Kind::Name(name) = &left.kind
            && !self.variables.contains_key(name)
            && !is_known(name)
        {
            return Statement {
                name: Some((name.clone(), left.at)),
                expression: (**right).clone(),
            };
        }
        statement
    }

    /// Forgets the line before, and looks at the limits: many lines may be short.
    fn begin(&mut self) -> Result<(), Stopped> {
        (self.counted, self.calls, self.names_function) = (0, 0, false);
        self.open.clear();
        self.locals.clear();
        self.limits.go_on(self.forms.len())
    }

    /// A function of these values, as a line that calls it.
    ///
    /// # Errors
    ///
    /// As [`Session::run`], and where the function takes another number of values.
    pub fn apply(
        &mut self,
        function: &functions::Function,
        values: &[Value],
    ) -> Result<Value, LanguageError> {
        self.begin()?;
        if values.len() != function.parameters.len() {
            return Err(ParseError::new(function.usage(), 0).into());
        }
        let found = self.call(function, &vec![0; values.len()], values, 0)?;
        self.settle(&found)?;
        Ok(found)
    }

    /// The product of two games, as `G * H`: copies if one of them is an integer, otherwise that of
    /// Conway.
    ///
    /// # Errors
    ///
    /// As [`Session::run`].
    pub fn multiply(&mut self, a: Worth, b: Worth) -> Result<Value, LanguageError> {
        self.begin()?;
        self.binary_of(Operator::Product, (a, 0), (b, 0), 0)
    }

    /// The answer to a question about a game, given by its value; as a [position](Value::position)
    /// where the question [is about play](Question::is_about_play).
    ///
    /// # Errors
    ///
    /// As [`Session::run`].
    pub fn ask(
        &mut self,
        question: &Question,
        of: impl Into<Value>,
    ) -> Result<Value, LanguageError> {
        self.begin()?;
        let hidden = self.variables.insert(SUBJECT.to_string(), of.into());
        let value = self.evaluate(&question.text, &question.expression);
        match hidden {
            Some(hidden) => self.variables.insert(SUBJECT.to_string(), hidden),
            None => self.variables.remove(SUBJECT),
        };
        value
    }

    /// The value of a line as text.
    ///
    /// # Errors
    ///
    /// As [`Session::run`].
    pub fn print(&mut self, text: &str) -> Result<String, LanguageError> {
        let value = self.run(text)?;
        self.show(&value)
    }
}

/// The canonical form that a text is worth.
///
/// ```
/// use grundy::value::Forms;
/// use grundy::{Limits, language};
///
/// let mut forms = Forms::new(Limits::default());
/// let form = language::read("{2||1|-1} + ^*", &mut forms).unwrap();
/// assert_eq!(forms.mean(form).unwrap().to_string(), "1");
/// ```
///
/// # Errors
///
/// As [`Session::run`], and where the text is worth no game.
pub fn read<'a>(text: &str, forms: &mut Forms<'a>) -> Result<Form, LanguageError> {
    let mut session: Session<'a> = Session::new(Limits::default());
    std::mem::swap(&mut session.forms, forms);
    let value = session.run(text);
    let form = value.and_then(|value| session.expect_form(&value, 0));
    std::mem::swap(&mut session.forms, forms);
    form
}

/// Refuses names that have a meaning.
fn new_name(name: &str, at: usize) -> Result<(), LanguageError> {
    if is_known(name) || syntax::is_reserved(name) {
        let why = format!("{name} has a meaning of its own: choose another name");
        return Err(LanguageError::value(why, at));
    }
    Ok(())
}

/// Whether a word has a meaning by itself: of a function, a ruleset or a loopy game.
#[must_use]
pub fn is_known(name: &str) -> bool {
    functions::find(name).is_some() || catalogue::find(name).is_some() || syntax::is_constant(name)
}

/// Whether a text goes on in the next line: something in it is open.
#[must_use]
pub fn is_open(text: &str) -> bool {
    let mut brackets = Brackets::default();
    brackets.read(text);
    brackets.are_open()
}

/// The brackets of a text that comes line by line.
#[derive(Clone, Debug, Default)]
pub struct Brackets {
    quotes: Quotes,
    /// How many more were opened than closed.
    depth: i64,
}

impl Brackets {
    /// Reads the next part of the text.
    pub fn read(&mut self, text: &str) {
        for c in text.chars().filter(|&c| self.quotes.is_outside(c)) {
            self.depth += match c {
                '(' | '[' | '{' => 1,
                ')' | ']' | '}' => -1,
                _ => 0,
            };
        }
    }

    /// Whether a parenthesis, bracket or brace is open.
    #[must_use]
    pub fn are_open(&self) -> bool {
        self.depth > 0
    }
}
