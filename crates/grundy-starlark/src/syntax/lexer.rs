//! Splits a text into tokens, and finds where blocks begin and end.

use std::collections::VecDeque;

use num_bigint::BigInt;

use super::MOST_DIGITS;
use super::strings::{Format, Strings};
use super::token::{KEYWORDS, RESERVED, SYMBOLS, Token};
use crate::error::Error;
use crate::span::Span;

pub(super) type Lexeme = (Token, Span);

/// A text that is split into tokens on demand, so that its first error is reported.
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    /// The spaces before the blocks that are open.
    indents: Vec<usize>,
    /// Tokens, and an error, that come before what is at `at`.
    waiting: VecDeque<Result<Lexeme, Error>>,
    /// Open brackets, in which lines do not end.
    brackets: isize,
    /// Format strings that are open, each inside an expression of the one before it.
    formats: Vec<Format>,
    done: bool,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Lexer<'a> {
        let mut lexer = Lexer {
            text,
            at: 0,
            indents: Vec::new(),
            waiting: VecDeque::new(),
            brackets: 0,
            formats: Vec::new(),
            done: false,
        };
        if let Err(error) = lexer.indentation(0) {
            lexer.waiting.push_back(Err(error));
        }
        lexer
    }

    /// The next token; None at the end.
    pub(super) fn next(&mut self) -> Result<Option<Lexeme>, Error> {
        if self.formats.last().is_some_and(|format| !format.in_expression()) {
            return self.format_text().map(Some);
        }
        if let Some(waiting) = self.waiting.pop_front() {
            return waiting.map(Some);
        }
        if self.done {
            return Ok(None);
        }
        let start = loop {
            self.skip_blanks()?;
            let start = self.at;
            let line = match self.rest().as_bytes() {
                [b'\n', ..] => 1,
                [b'\r', b'\n', ..] => 2,
                _ => break start,
            };
            self.at += line;
            if self.brackets == 0 && self.formats.is_empty() {
                self.indentation(start)?;
                return Ok(Some((Token::Newline, Span::new(start, start + line))));
            }
        };
        let Some(&byte) = self.text.as_bytes().get(start) else {
            self.done = true;
            let end = Span::new(start, start);
            self.waiting.extend(self.indents.drain(..).map(|_| Ok((Token::Dedent, end))));
            return Ok(Some((Token::Newline, end)));
        };
        if self.formats.last().is_some_and(Format::is_outermost)
            && byte == b'!'
            && !self.rest().starts_with("!=")
        {
            return Ok(Some(self.token(Token::FormatBang, 1)));
        }
        match byte {
            b'0'..=b'9' => self.number().map(Some),
            b'.' if self.byte(1).is_some_and(|next| next.is_ascii_digit()) => {
                self.number().map(Some)
            }
            b'"' | b'\'' => self.string(0).map(Some),
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.word().map(Some),
            _ => self.symbol().map(Some),
        }
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn byte(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + ahead).copied()
    }

    /// Takes `length` bytes as a token.
    fn token(&mut self, token: Token, length: usize) -> Lexeme {
        let span = Span::new(self.at, self.at + length);
        self.at += length;
        (token, span)
    }

    /// Skips spaces, comments, and ends of lines behind a backslash.
    fn skip_blanks(&mut self) -> Result<(), Error> {
        loop {
            let rest = self.rest();
            self.at += match self.byte(0) {
                Some(b' ') => 1,
                Some(b'#') => rest.find(['\n', '\r']).unwrap_or(rest.len()),
                Some(b'\\') if rest.starts_with("\\\n") => 2,
                Some(b'\\') if rest.starts_with("\\\r\n") => 3,
                Some(b'\t') => {
                    let span = Span::new(self.at, self.at);
                    self.at += 1;
                    return Err(Error::syntax("parse error: tabs are not allowed", span));
                }
                _ => return Ok(()),
            };
        }
    }

    /// Counts the spaces before the next line that is not empty, and opens or closes blocks.
    /// `line` is where the end of the line before it is.
    fn indentation(&mut self, line: usize) -> Result<(), Error> {
        let (mut spaces, mut tabs) = (0, 0);
        let mut start = self.at;
        loop {
            match self.byte(0) {
                // Nothing is on this line, or on any line behind it.
                None | Some(b'\n') => return Ok(()),
                Some(b' ') => spaces += 1,
                Some(b'\t') => tabs += 1,
                Some(b'\r') => {}
                Some(b'#') => {
                    (spaces, tabs) = (0, 0);
                    let rest = self.rest();
                    let Some(length) = rest.find('\n') else {
                        self.at = self.text.len();
                        return Ok(());
                    };
                    self.at += length;
                    start = self.at + 1;
                }
                Some(_) => break,
            }
            self.at += 1;
        }
        if tabs > 0 {
            let span = Span::new(line, line);
            return Err(Error::syntax("parse error: tabs are not allowed", span));
        }
        let open = |indents: &[usize]| indents.last().copied().unwrap_or(0);
        if spaces > open(&self.indents) {
            self.indents.push(spaces);
            self.waiting.push_back(Ok((Token::Indent, Span::new(start, self.at))));
        }
        while spaces < open(&self.indents) {
            self.indents.pop();
            if spaces > open(&self.indents) {
                let span = Span::new(line, self.at);
                return Err(Error::syntax("parse error: incorrect indentation", span));
            }
            self.waiting.push_back(Ok((Token::Dedent, Span::new(start, start))));
        }
        Ok(())
    }

    fn symbol(&mut self) -> Result<Lexeme, Error> {
        let rest = self.rest();
        let Some(&symbol) = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)) else {
            let length = rest.chars().next().map_or(1, char::len_utf8);
            let span = Span::new(self.at, self.at + length);
            let shown = rest.get(..length).unwrap_or_default();
            return Err(Error::syntax(format!("parse error: invalid input `{shown}`"), span));
        };
        match symbol {
            "(" | "[" | "{" => {
                self.brackets += 1;
                self.formats.iter_mut().next_back().into_iter().for_each(Format::open);
            }
            "}" if self.formats.last().is_some_and(Format::is_outermost) => {
                self.formats.iter_mut().next_back().into_iter().for_each(Format::end_expression);
                return Ok(self.token(Token::FormatClose, 1));
            }
            ")" | "]" | "}" => {
                self.brackets -= 1;
                self.formats.iter_mut().next_back().into_iter().for_each(Format::close);
            }
            _ => {}
        }
        Ok(self.token(Token::Symbol(symbol), symbol.len()))
    }

    /// A name, a keyword, or a string with letters before its quotation mark.
    fn word(&mut self) -> Result<Lexeme, Error> {
        let rest = self.rest();
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let length = rest.bytes().take_while(is_part).count();
        let word = &rest[..length];
        if matches!(self.byte(length), Some(b'"' | b'\''))
            && matches!(word, "r" | "f" | "fr" | "b" | "br" | "rb")
        {
            return self.string(length);
        }
        let span = Span::new(self.at, self.at + length);
        if RESERVED.contains(&word) {
            let message = format!("parse error: cannot use reserved keyword `{word}`");
            return Err(Error::syntax(message, span));
        }
        Ok(match KEYWORDS.iter().find(|keyword| **keyword == word) {
            Some(keyword) => self.token(Token::Keyword(keyword), length),
            None => self.token(Token::Name(word.to_string()), length),
        })
    }

    /// A string whose quotation mark comes behind `letters` letters.
    fn string(&mut self, letters: usize) -> Result<Lexeme, Error> {
        let strings = Strings { text: self.text, start: self.at };
        let prefix = &self.rest()[..letters];
        if prefix.contains('b') {
            let span = Span::new(self.at, self.at + letters + 1);
            return Err(Error::syntax("parse error: there are no literals of bytes", span));
        }
        let raw = prefix.contains('r');
        let quote = strings.quote(self.at + letters);
        let inside = self.at + letters + quote.len();
        let token = if prefix.contains('f') {
            self.formats.push(Format::new(quote, raw));
            Token::FormatStart
        } else {
            let (text, end) = strings.contents(inside, quote, raw)?;
            let length = end - self.at;
            return Ok(self.token(Token::Text(text), length));
        };
        let length = inside - self.at;
        Ok(self.token(token, length))
    }

    /// What comes next in a format string, outside of its expressions.
    fn format_text(&mut self) -> Result<Lexeme, Error> {
        if let Some(waiting) = self.waiting.pop_front() {
            return waiting;
        }
        let strings = Strings { text: self.text, start: self.at };
        let Some(format) = self.formats.last() else {
            return Err(Error::syntax(
                "parse error: no format string",
                Span::new(self.at, self.at),
            ));
        };
        let quote = format.quote();
        let (text, end, expression) = strings.format(quote, format.is_raw())?;
        let length = if expression { 1 } else { quote.len() };
        let token = if expression { Token::FormatOpen } else { Token::FormatEnd };
        let last = (token, Span::new(end, end + length));
        let first = Span::new(self.at, end);
        self.at = end + length;
        if expression {
            self.formats.iter_mut().next_back().into_iter().for_each(Format::begin_expression);
        } else {
            self.formats.pop();
        }
        if text.is_empty() {
            return Ok(last);
        }
        self.waiting.push_front(Ok(last));
        Ok((Token::FormatText(text), first))
    }

    fn number(&mut self) -> Result<Lexeme, Error> {
        let rest = self.rest();
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let radix = match rest.get(..2) {
            Some("0x" | "0X") => 16,
            Some("0o" | "0O") => 8,
            Some("0b" | "0B") => 2,
            _ => 10,
        };
        if radix != 10 {
            let is_digit = |c: &char| c.is_digit(radix);
            let length = rest[2..].chars().take_while(is_digit).count();
            if length > 0 {
                return self.int(2, 2 + length, radix);
            }
        }
        let whole = digits(rest);
        let mut length = whole;
        let mut float = false;
        if rest[length..].starts_with('.') {
            float = true;
            length += 1 + digits(&rest[length + 1..]);
        }
        if let Some(power) = rest[length..].strip_prefix(['e', 'E']) {
            let sign = usize::from(power.starts_with(['+', '-']));
            let count = digits(&power[sign..]);
            if count > 0 {
                float = true;
                length += 1 + sign + count;
            }
        }
        if float {
            let number = rest[..length].parse().unwrap_or(f64::NAN);
            return Ok(self.token(Token::Float(number), length));
        }
        if whole > 1 && rest.starts_with('0') {
            let shown = &rest[..whole];
            let message = format!("parse error: integer cannot have leading 0, got `{shown}`");
            return Err(Error::syntax(message, Span::new(self.at, self.at + whole)));
        }
        self.int(0, whole, 10)
    }

    /// The integer in these bytes, counted from the next one.
    fn int(&mut self, from: usize, until: usize, radix: u32) -> Result<Lexeme, Error> {
        let digits = &self.rest()[from..until];
        if digits.len() > MOST_DIGITS {
            let message = format!("parse error: integer of more than {MOST_DIGITS} digits");
            return Err(Error::syntax(message, Span::new(self.at, self.at + until)));
        }
        let token = match i64::from_str_radix(digits, radix) {
            Ok(number) => Token::Int(number),
            Err(_) => match BigInt::parse_bytes(digits.as_bytes(), radix) {
                Some(number) => Token::Large(number),
                None => {
                    let message = format!("parse error: failed to parse integer: `{digits}`");
                    return Err(Error::syntax(message, Span::new(self.at, self.at + until)));
                }
            },
        };
        Ok(self.token(token, until))
    }
}
