//! The contents of strings.

use crate::error::Error;
use crate::span::Span;

/// A format string that is being read.
pub(super) struct Format {
    quote: &'static str,
    raw: bool,
    /// Open brackets in an expression of it, with the brace before the expression.
    depth: usize,
}

impl Format {
    pub(super) fn new(quote: &'static str, raw: bool) -> Format {
        Format { quote, raw, depth: 0 }
    }

    pub(super) fn quote(&self) -> &'static str {
        self.quote
    }

    pub(super) fn is_raw(&self) -> bool {
        self.raw
    }

    pub(super) fn in_expression(&self) -> bool {
        self.depth > 0
    }

    /// In an expression, outside of its brackets.
    pub(super) fn is_outermost(&self) -> bool {
        self.depth == 1
    }

    pub(super) fn begin_expression(&mut self) {
        self.depth = 1;
    }

    pub(super) fn end_expression(&mut self) {
        self.depth = 0;
    }

    pub(super) fn open(&mut self) {
        self.depth += 1;
    }

    /// A bracket that was not opened in the expression does not end it.
    pub(super) fn close(&mut self) {
        self.depth = (self.depth - 1).max(1);
    }
}

/// The strings of a text; one of them, or a part of it, begins at `start`.
pub(super) struct Strings<'a> {
    pub(super) text: &'a str,
    pub(super) start: usize,
}

impl<'a> Strings<'a> {
    /// The quotation mark at this place: one character, or three.
    pub(super) fn quote(&self, at: usize) -> &'static str {
        let rest = self.text.get(at..).unwrap_or_default();
        match rest {
            _ if rest.starts_with("\"\"\"") => "\"\"\"",
            _ if rest.starts_with("'''") => "'''",
            _ if rest.starts_with('"') => "\"",
            _ => "'",
        }
    }

    fn unfinished(&self, end: usize) -> Error {
        let span = Span::new(self.start, end);
        Error::syntax("parse error: unfinished string literal", span)
    }

    /// The text between `at` and the quotation mark, and the place behind that.
    pub(super) fn contents(
        &self,
        mut at: usize,
        quote: &str,
        raw: bool,
    ) -> Result<(String, usize), Error> {
        let mut contents = String::new();
        loop {
            let rest = self.text.get(at..).unwrap_or_default();
            let Some(c) = rest.chars().next() else { return Err(self.unfinished(at)) };
            if rest.starts_with(quote) {
                return Ok((contents, at + quote.len()));
            }
            at += c.len_utf8();
            match c {
                '\n' if quote.len() == 1 => return Err(self.unfinished(at - 1)),
                '\r' => {}
                '\\' => at = self.escape(at, raw, &mut contents)?,
                c => contents.push(c),
            }
        }
    }

    /// The text between the start and the next expression, or the end, of a format string; where
    /// that is; and whether it is an expression.
    pub(super) fn format(&self, quote: &str, raw: bool) -> Result<(String, usize, bool), Error> {
        let mut contents = String::new();
        let mut at = self.start;
        loop {
            let rest = self.text.get(at..).unwrap_or_default();
            let Some(c) = rest.chars().next() else { return Err(self.unfinished(at)) };
            if rest.starts_with(quote) {
                return Ok((contents, at, false));
            }
            let double = rest.starts_with("{{") || rest.starts_with("}}");
            match c {
                '{' | '}' if double => {
                    contents.push(c);
                    at += 2;
                    continue;
                }
                '{' => return Ok((contents, at, true)),
                '}' => {
                    let span = Span::new(at, at + 1);
                    return Err(Error::syntax("parse error: invalid input `}`", span));
                }
                _ => at += c.len_utf8(),
            }
            match c {
                '\n' if quote.len() == 1 => return Err(self.unfinished(at)),
                '\r' => {}
                '\\' => at = self.escape(at, raw, &mut contents)?,
                c => contents.push(c),
            }
        }
    }

    /// Appends what a backslash and the characters behind it mean. Returns the place behind them.
    fn escape(&self, at: usize, raw: bool, contents: &mut String) -> Result<usize, Error> {
        let rest = self.text.get(at..).unwrap_or_default();
        let Some(c) = rest.chars().next() else { return Err(self.unfinished(at)) };
        let next = at + c.len_utf8();
        if raw {
            if c != '"' && c != '\'' {
                contents.push('\\');
            }
            contents.push(c);
            return Ok(next);
        }
        let meant = match c {
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'a' => '\x07',
            'b' => '\x08',
            'f' => '\x0c',
            'v' => '\x0b',
            '"' | '\'' | '\\' => c,
            '\n' => return Ok(next),
            '\r' if rest.starts_with("\r\n") => return Ok(next + 1),
            'x' => return self.code(at, 1, 2, 2, 16, contents),
            'u' => return self.code(at, 1, 4, 4, 16, contents),
            'U' => return self.code(at, 1, 8, 8, 16, contents),
            '0'..='7' => return self.code(at, 0, 1, 3, 8, contents),
            '\r' => return Err(self.invalid(at, next)),
            c => {
                contents.push('\\');
                c
            }
        };
        contents.push(meant);
        Ok(next)
    }

    /// Appends the character with the number that is written `skip` bytes behind `at`, in `least`
    /// to `most` digits.
    fn code(
        &self,
        at: usize,
        skip: usize,
        least: usize,
        most: usize,
        radix: u32,
        contents: &mut String,
    ) -> Result<usize, Error> {
        let rest = self.text.get(at + skip..).unwrap_or_default();
        let digits: Vec<u32> = rest.chars().map_while(|c| c.to_digit(radix)).take(most).collect();
        let end = at + skip + digits.len();
        let code = digits
            .iter()
            .try_fold(0_u32, |code, digit| code.checked_mul(radix)?.checked_add(*digit));
        match code.and_then(char::from_u32) {
            Some(c) if digits.len() >= least => {
                contents.push(c);
                Ok(end)
            }
            _ => Err(self.invalid(at, end)),
        }
    }

    fn invalid(&self, at: usize, end: usize) -> Error {
        let shown = self.text.get(at..end).unwrap_or_default();
        let message = format!("parse error: invalid string escape sequence `{shown}`");
        Error::syntax(message, Span::new(at - 1, end))
    }
}
