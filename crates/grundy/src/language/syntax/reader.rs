//! Where the reader stands in the text, and the small steps it takes.

use crate::language::Dialect;
use grundy_base::stack::deeper;
use grundy_base::{ParseError, Text};

/// Expressions may be nested this deep.
const DEEPEST: usize = 2000;
/// The most operators and methods in a line: they nest what stands before them.
const MOST_OPERATORS: usize = 4000;

pub(super) struct Reader<'a> {
    pub(super) text: Text<'a>,
    pub(super) at: usize,
    depth: usize,
    operators: usize,
    /// Whether the place is between braces, where bars separate options.
    pub(super) in_options: bool,
    /// The game that a function without parentheses is of, if there is one.
    pub(super) subject: Option<&'static str>,
    pub(super) dialect: Dialect,
}

pub(super) fn in_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

pub(super) fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str, subject: Option<&'static str>) -> Self {
        let (text, dialect) = (Text::new(text), Dialect::Calculator);
        Reader { text, at: 0, depth: 0, operators: 0, in_options: false, subject, dialect }
    }

    pub(super) fn rest(&self) -> &'a str {
        &self.text.as_str()[self.at..]
    }

    pub(super) fn error(&self, expected: &str) -> ParseError {
        ParseError::new(expected, self.at)
    }

    pub(super) fn skip_space(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    /// Goes on behind a sign if it stands here.
    pub(super) fn eat(&mut self, sign: &str) -> bool {
        self.skip_space();
        self.eat_at_once(sign)
    }

    /// The same, without space before it.
    pub(super) fn eat_at_once(&mut self, sign: &str) -> bool {
        let found = self.rest().starts_with(sign);
        if found {
            self.at += sign.len();
        }
        found
    }

    /// Goes on behind a word if it stands here.
    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        self.skip_space();
        let found = self.rest().strip_prefix(word).is_some_and(|rest| !rest.starts_with(in_name));
        if found {
            self.at += word.len();
        }
        found
    }

    pub(super) fn is_cgsuite(&self) -> bool {
        self.dialect == Dialect::CgSuite
    }

    /// The name that stands here, if one does. Hyphens are part of the names of
    /// rulesets and functions, where a letter follows.
    pub(super) fn name_here(&self) -> Option<&'a str> {
        let rest = self.rest();
        if !rest.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            return None;
        }
        let end = |(at, c): &(usize, char)| {
            let joins =
                *c == '-' && !self.is_cgsuite() && rest[at + 1..].starts_with(char::is_alphabetic);
            !(in_name(*c) || joins)
        };
        let end = rest.char_indices().find(end).map_or(rest.len(), |(at, _)| at);
        Some(&rest[..end])
    }

    pub(super) fn digits(&mut self) -> Option<Text<'a>> {
        let length = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        let digits = self.text.slice(self.at..self.at + length);
        self.at += length;
        (length > 0).then_some(digits)
    }

    pub(super) fn count_operator(&mut self, at: usize) -> Result<(), ParseError> {
        self.operators += 1;
        if self.operators > MOST_OPERATORS {
            let error = ParseError::new(format!("at most {MOST_OPERATORS} operators"), at);
            return Err(error.with_help("`sum(…)` adds a list"));
        }
        Ok(())
    }

    pub(super) fn deeper<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, ParseError>,
    ) -> Result<T, ParseError> {
        if self.depth == DEEPEST {
            return Err(self.error("fewer nested expressions"));
        }
        self.depth += 1;
        let read = deeper(|| read(self));
        self.depth -= 1;
        read
    }

    /// Reads what stands between braces, or between other brackets, where bars
    /// compare.
    pub(super) fn enclosed<T>(
        &mut self,
        in_options: bool,
        read: impl FnOnce(&mut Self) -> Result<T, ParseError>,
    ) -> Result<T, ParseError> {
        let before = std::mem::replace(&mut self.in_options, in_options);
        let read = read(self);
        self.in_options = before;
        read
    }
}
