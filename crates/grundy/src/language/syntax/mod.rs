//! From text to expressions.
//!
//! One grammar for the command line, the calculator and files. What a name
//! means is not asked here, but for the names of functions: what stands in
//! parentheses behind any other name is left as it is, for the ruleset of that
//! name to read.

mod calls;
mod lists;
mod literals;
mod operators;
mod options;
mod primary;
mod reader;
mod tree;

use reader::{Reader, is_digit};
pub(super) use tree::{Expression, Kind, Operator, Statement};

use crate::error::{ParseError, unquoted};

/// Reads a line.
pub(super) fn statement(text: &str) -> Result<Statement, ParseError> {
    let mut reader = Reader::new(text);
    let name = reader.assigned();
    let expression = reader.comparison()?;
    reader.skip_space();
    if reader.rest().is_empty() {
        Ok(Statement { name, expression })
    } else {
        Err(reader.error("an operator or the end"))
    }
}

/// Whether a word has a meaning in the grammar: downs, and the words of lists.
pub(super) fn is_reserved(name: &str) -> bool {
    let downs = name.trim_start_matches('v').trim_start_matches(is_digit).is_empty();
    downs || ["for", "in", "if", "where"].contains(&name)
}

/// Whether more lines are needed: a parenthesis, bracket or brace is open.
pub(super) fn is_open(text: &str) -> bool {
    let depth = unquoted(text).fold(0, |depth, (_, c)| match c {
        '(' | '[' | '{' => depth + 1,
        ')' | ']' | '}' => depth - 1,
        _ => depth,
    });
    depth > 0
}

impl Reader<'_> {
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
