//! The functions of the language, by name and in groups.
//!
//! - `list`: every function, in its group.
//! - `calculated`: functions of lists and numbers.
//! - `run`: functions that take more than a line or two.

mod calculated;
mod list;
mod run;

use super::{LanguageError, Session, Value, Worth};
use crate::catalogue;
use crate::game::Game;
use crate::value::{Dyadic, Form, Sided, TheoryError};
use grundy_base::ParseError;
pub use list::GROUPS;

/// A function of the language. `temperature(G)` may be written `G.temperature`.
pub struct Function {
    /// The name, in small letters, with underscores between words.
    pub name: &'static str,
    /// Other names by which it is found.
    pub aliases: &'static [&'static str],
    /// The names of its arguments.
    pub parameters: &'static [&'static str],
    /// What it returns, in a sentence.
    pub help: &'static str,
    /// A line to try, and what it is worth.
    pub example: (&'static str, &'static str),
    /// Whether it takes lists as they are; others take each value of a list.
    pub of_lists: bool,
    /// Whether it is about a game as it is played, not about its value.
    pub of_play: bool,
    pub(super) run: Run,
}

/// Functions that belong together.
#[derive(Debug)]
pub struct Group {
    /// Its name in programs.
    pub word: &'static str,
    /// Its heading.
    pub title: &'static str,
    /// Its functions, from simple to rare.
    pub functions: &'static [Function],
}

impl std::fmt::Debug for Function {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

impl Function {
    /// How it is written.
    #[must_use]
    pub fn usage(&self) -> String {
        format!("{}({})", self.name, self.parameters.join(", "))
    }
}

type Found<T> = Result<T, LanguageError>;
type Run = fn(&mut Session<'_>, &Arguments<'_>) -> Found<Value>;

/// The arguments of a function, one for each parameter.
pub(super) struct Arguments<'a> {
    pub(super) values: &'a [Value],
    /// Where each stands.
    pub(super) places: &'a [usize],
    /// Where the function stands.
    pub(super) at: usize,
}

impl Arguments<'_> {
    fn form(&self, session: &mut Session<'_>, which: usize) -> Found<Form> {
        session.expect_form(&self.values[which], self.places[which])
    }

    fn worth(&self, session: &mut Session<'_>, which: usize) -> Found<Worth> {
        session.expect_worth(&self.values[which], self.places[which])
    }

    /// Both sides of a game.
    fn sides(&self, session: &mut Session<'_>, which: usize) -> Found<Sided> {
        let worth = self.worth(session, which)?;
        Ok(session.sides_of(&worth)?)
    }

    fn terms(&self, session: &mut Session<'_>) -> Found<Vec<Form>> {
        let terms = session.expect_terms(&self.values[0], self.places[0])?;
        let worths = session.worths_of(&terms)?.into_iter();
        worths.map(|worth| session.expect_form(&worth.into(), self.places[0])).collect()
    }

    /// The game as it was written.
    fn played(&self, session: &mut Session<'_>) -> Found<Box<dyn Game>> {
        let terms = session.expect_terms(&self.values[0], self.places[0])?;
        session.played(&terms, self.places[0])
    }

    fn number(&self, session: &mut Session<'_>, which: usize) -> Found<Dyadic> {
        session.expect_number(&self.values[which], self.places[which])
    }

    /// A nimber, given as such or by its whole number.
    fn nimber(&self, session: &mut Session<'_>, which: usize) -> Found<u64> {
        let form = self.form(session, which)?;
        let number = session.forms.as_number(form).filter(|number| number.is_integer());
        let number = number.and_then(|number| u64::try_from(number.numerator()).ok());
        let nimber = session.forms.as_nimber(form).map(u64::from).or(number);
        let why = "this is no nimber, nor a whole number from 0 up to 2^64";
        nimber.ok_or_else(|| LanguageError::value(why, self.places[which]))
    }

    fn list(&self) -> Found<&[Value]> {
        match &self.values[0] {
            Value::List(list) => Ok(&list.values),
            other => {
                Err(LanguageError::value(format!("{} is no list", other.kind()), self.places[0]))
            }
        }
    }

    /// An error of theory, where the function stands.
    fn undefined(&self, error: TheoryError) -> LanguageError {
        match error {
            TheoryError::Stopped(stopped) => stopped.into(),
            other => LanguageError::value(other.to_string(), self.at),
        }
    }
}

/// Every function, group by group.
pub fn all() -> impl Iterator<Item = &'static Function> {
    GROUPS.iter().flat_map(|group| group.functions)
}

/// The function of that name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Function> {
    all().find(|function| function.name == name || function.aliases.contains(&name))
}

/// The error that there is no function of a name, with the nearest existing name.
pub(super) fn unknown(name: &str, at: usize) -> ParseError {
    let error = ParseError::new("the name of a function", at);
    match nearest(name) {
        Some(near) => error.with_help(format!("did you mean {near}?")),
        None => error.with_help("`help` lists them"),
    }
}

/// The function whose name is nearest to a misspelt one, if any is near.
pub(super) fn nearest(name: &str) -> Option<&'static str> {
    let near = all().filter_map(|function| {
        let known = function.name;
        Some((catalogue::distance(name, known)?, known))
    });
    near.min().map(|(_, near)| near)
}
