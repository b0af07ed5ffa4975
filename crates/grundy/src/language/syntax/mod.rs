//! From text to expressions.
//!
//! One grammar for the command line, the calculator and files. The meaning of names is not looked
//! up here, except names of functions: the parentheses behind any other name are left as they are,
//! for the ruleset of that name to read.

mod calls;
mod cgsuite;
mod definitions;
mod lists;
mod literals;
mod names;
mod operators;
mod options;
mod primary;
mod reader;
mod tree;

use std::ops::Range;

pub(super) use names::{is_constant, is_outcome};
use reader::{Reader, is_digit};
pub(super) use tree::{Clause, Definition, Expression, Kind, Operator, Statement};

use super::Dialect;
use grundy_base::ParseError;

/// Reads a line: commands with semicolons between them.
pub(super) fn statements(text: &str, dialect: Dialect) -> Result<Vec<Statement>, ParseError> {
    let mut reader = Reader::new(text, None);
    reader.dialect = dialect;
    let mut all = vec![reader.statement()?];
    while reader.eat(";") {
        reader.skip_space();
        if reader.rest().is_empty() {
            break;
        }
        all.push(reader.statement()?);
    }
    reader.finish()?;
    Ok(all)
}

/// Reads an expression up to the end.
pub(super) fn expression(text: &str, dialect: Dialect) -> Result<Expression, ParseError> {
    let mut reader = Reader::new(text, None);
    reader.dialect = dialect;
    reader.whole()
}

/// Reads the arguments between parentheses, the first of which stands at this place.
pub(super) fn arguments(
    text: &str,
    open: usize,
    dialect: Dialect,
) -> Result<Vec<Expression>, ParseError> {
    let mut reader = Reader::new(text, None);
    reader.dialect = dialect;
    reader.at = open + 1;
    reader.arguments(")")
}

/// Reads an expression about the game of a name: functions without parentheses
/// are of that game, and there are no other variables.
pub(super) fn about(text: &str, subject: &'static str) -> Result<Expression, ParseError> {
    let expression = Reader::new(text, Some(subject)).whole()?;
    names::check(text, &expression, &mut vec![subject])?;
    Ok(expression)
}

/// The same for several expressions separated by commas, each with its place.
pub(super) fn several_about(
    text: &str,
    subject: &'static str,
) -> Result<Vec<(Expression, Range<usize>)>, ParseError> {
    let mut reader = Reader::new(text, Some(subject));
    let mut all = Vec::new();
    loop {
        let start = reader.at;
        let expression = reader.condition()?;
        names::check(text, &expression, &mut vec![subject])?;
        all.push((expression, start..reader.at));
        if !reader.eat(",") {
            return reader.finish().map(|()| all);
        }
    }
}

/// Whether a word has a meaning in the grammar: downs, the words of lists and
/// conditions, and the names of loopy games.
pub(super) fn is_reserved(name: &str) -> bool {
    let downs = name.trim_start_matches('v').trim_start_matches(is_digit).is_empty();
    downs || is_word(name) || is_constant(name)
}

/// Whether a word is one of lists and conditions, and no name.
fn is_word(name: &str) -> bool {
    const WORDS: [&str; 14] = [
        "for", "in", "if", "where", "and", "or", "not", "xor", "then", "else", "elseif", "by",
        "div", "def",
    ];
    WORDS.contains(&name)
}

impl Reader<'_> {
    /// A command: an expression, whose value may be given a name.
    fn statement(&mut self) -> Result<Statement, ParseError> {
        if let Some(defined) = self.defined()? {
            return Ok(defined);
        }
        let name = self.assigned();
        Ok(Statement { name, expression: self.condition()? })
    }

    /// An expression up to the end.
    fn whole(&mut self) -> Result<Expression, ParseError> {
        let expression = self.condition()?;
        self.finish()?;
        Ok(expression)
    }

    fn finish(&mut self) -> Result<(), ParseError> {
        self.skip_space();
        match self.rest() {
            "" => Ok(()),
            _ => Err(self.error("an operator or the end")),
        }
    }

    /// `name :=` at the beginning.
    fn assigned(&mut self) -> Option<(String, usize)> {
        self.skip_space();
        let (name, at) = (self.name_here()?, self.at);
        self.at += name.len();
        if self.eat(":=") {
            return Some((name.to_string(), at));
        }
        self.at = at;
        None
    }
}
