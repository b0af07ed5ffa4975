//! Reading text: slices that know their place in the text, and errors that point to it.

use std::error::Error;
use std::fmt;

/// The error that a text did not say what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// What should have stood there; completes "expected …".
    pub expected: String,
    /// Where: a byte offset into the text as the user gave it.
    pub at: usize,
    /// Advice that goes beyond the place, such as the nearest known name.
    pub help: Option<String>,
    /// The place in a file, when the fault is in a file that the text names; `at` is then where the
    /// text names it.
    pub place: Option<Place>,
    /// What went wrong in a file of rules that the text names. When the error is printed, only this
    /// is printed.
    pub fault: Option<Box<Fault>>,
}

/// A file as the user named it, and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The file's name.
    pub file: String,
    /// Its text.
    pub text: String,
}

/// A fault of a game that is stated in a file: in its text, or in what it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong, in a sentence without a full stop.
    pub message: String,
    /// Where, if that is known.
    pub spot: Option<Box<Spot>>,
    /// The position in which it was found, as it is written.
    pub position: Option<String>,
    /// What to do about it.
    pub help: Option<String>,
    /// Whether another attempt may succeed, because the game has learned from the fault.
    pub again: bool,
}

/// The greatest number of characters of a position shown with a fault.
const LONGEST: usize = 500;

/// Some characters of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// Where they begin.
    pub place: Place,
    /// The line in which they begin.
    pub line: String,
    /// The number of characters that are meant.
    pub width: usize,
}

impl Fault {
    /// A fault at an unknown place.
    pub fn new(message: impl Into<String>) -> Self {
        Fault { message: message.into(), spot: None, position: None, help: None, again: false }
    }

    /// The same fault, where another attempt may succeed.
    #[must_use]
    pub fn again(self) -> Self {
        Fault { again: true, ..self }
    }

    /// The same fault at these bytes of a file.
    #[must_use]
    pub fn at(mut self, source: &Source, bytes: std::ops::Range<usize>) -> Self {
        let contents = source.text.as_bytes();
        let place = Place::new(source.file.clone(), contents, bytes.start);
        let line = source.text.split('\n').nth(place.line - 1).unwrap_or_default();
        let line = line.strip_suffix('\r').unwrap_or(line).to_string();
        let to = Place::new("", contents, bytes.end);
        let rest = (line.chars().count() + 1).saturating_sub(place.column);
        let width = if to.line == place.line { to.column - place.column } else { rest };
        self.spot = Some(Box::new(Spot { place, line, width: width.max(1) }));
        self
    }

    /// The same fault, found in a position.
    #[must_use]
    pub fn in_position(mut self, position: impl Into<String>) -> Self {
        self.position = Some(position.into());
        self
    }

    /// The same fault with advice.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

impl fmt::Display for Fault {
    /// The place and what is wrong; below it the line with carets under what is
    /// meant, the position, and advice.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.spot {
            None => f.write_str(&self.message)?,
            Some(spot) => {
                let Spot { place, line, width } = &**spot;
                let number = place.line.to_string();
                let gutter = " ".repeat(number.len());
                // Tabs stay tabs below, so that the carets stand where they should.
                let blank = |c: char| if c == '\t' { '\t' } else { ' ' };
                let before: String = line.chars().take(place.column - 1).map(blank).collect();
                let carets = "^".repeat(*width);
                writeln!(f, "{place}: {}", self.message)?;
                write!(f, "{number} | {line}\n{gutter} | {before}{carets}")?;
            }
        }
        if let Some(position) = &self.position {
            let mut rest = position.chars();
            let shown: String = rest.by_ref().take(LONGEST).collect();
            let more = if rest.next().is_some() { "…" } else { "" };
            write!(f, "\nin the position {shown}{more}")?;
        }
        match &self.help {
            Some(help) => write!(f, "\n{help}"),
            None => Ok(()),
        }
    }
}

impl Error for Fault {}

impl From<Fault> for ParseError {
    fn from(fault: Fault) -> Self {
        ParseError { fault: Some(Box::new(fault)), ..ParseError::new("", 0) }
    }
}

/// A place in a file, as editors count: from line 1 and column 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file as the user named it.
    pub file: String,
    /// The line.
    pub line: usize,
    /// The character in the line.
    pub column: usize,
}

impl Place {
    /// The place of a byte of a file.
    ///
    /// ```
    /// let place = grundy_base::Place::new("game.txt", "a > b\nä > b".as_bytes(), 9);
    /// assert_eq!(place.to_string(), "game.txt:2:3");
    /// ```
    #[must_use]
    pub fn new(file: impl Into<String>, contents: &[u8], at: usize) -> Self {
        let before = &contents[..at.min(contents.len())];
        let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        // In UTF-8 all but the first byte of a character start with the bits 10.
        let starts_character = |byte: &&u8| **byte & 0xc0 != 0x80;
        Place {
            file: file.into(),
            line: before.iter().filter(|&&byte| byte == b'\n').count() + 1,
            column: before[line_start..].iter().filter(starts_character).count() + 1,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

impl ParseError {
    /// The error that `expected` should have stood at byte `at`.
    pub fn new(expected: impl Into<String>, at: usize) -> Self {
        ParseError { expected: expected.into(), at, help: None, place: None, fault: None }
    }

    /// The same error with advice.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same error, found in a file.
    #[must_use]
    pub fn in_file(mut self, place: Place) -> Self {
        self.place = Some(place);
        self
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(fault) = &self.fault {
            return fault.fmt(f);
        }
        match &self.place {
            Some(place) => write!(f, "{place}: expected {}", self.expected)?,
            None => write!(f, "expected {} at byte {}", self.expected, self.at)?,
        }
        match &self.help {
            Some(help) => write!(f, " ({help})"),
            None => Ok(()),
        }
    }
}

impl Error for ParseError {}

/// A piece of the user's text that remembers its byte offset.
///
/// ```
/// use grundy_base::Text;
///
/// let heaps: Result<Vec<u32>, _> =
///     Text::new("3, x").split(',').map(|part| part.number("heap size")).collect();
/// assert_eq!(heaps.unwrap_err().to_string(), "expected heap size at byte 3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text<'a> {
    text: &'a str,
    offset: usize,
}

impl<'a> Text<'a> {
    /// The whole of a text.
    #[must_use]
    pub const fn new(text: &'a str) -> Self {
        Text { text, offset: 0 }
    }

    /// The characters.
    #[must_use]
    pub const fn as_str(self) -> &'a str {
        self.text
    }

    /// Byte offset of the first character in the user's text.
    #[must_use]
    pub const fn offset(self) -> usize {
        self.offset
    }

    /// Byte offset just behind the last character.
    #[must_use]
    pub const fn end(self) -> usize {
        self.offset + self.text.len()
    }

    /// True when nothing stands here.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.text.is_empty()
    }

    /// The piece between two byte offsets of this piece, which must lie on
    /// character boundaries.
    #[must_use]
    pub fn slice(self, range: std::ops::Range<usize>) -> Self {
        Text { offset: self.offset + range.start, text: &self.text[range] }
    }

    /// The piece without the white space around it.
    #[must_use]
    pub fn trim(self) -> Self {
        let start = self.text.len() - self.text.trim_start().len();
        self.slice(start..start + self.text.trim().len())
    }

    /// The pieces between the separators, trimmed; one empty piece for an empty text.
    pub fn split(self, separator: char) -> impl Iterator<Item = Text<'a>> {
        let mut start = 0;
        self.text.split(separator).map(move |part| {
            let piece = self.slice(start..start + part.len());
            start += part.len() + separator.len_utf8();
            piece.trim()
        })
    }

    /// The pieces before and behind the first separator, trimmed.
    #[must_use]
    pub fn split_once(self, separator: &str) -> Option<(Text<'a>, Text<'a>)> {
        let at = self.text.find(separator)?;
        let behind = at + separator.len();
        Some((self.slice(0..at).trim(), self.slice(behind..self.text.len()).trim()))
    }

    /// The characters with the byte offset of each.
    pub fn chars(self) -> impl Iterator<Item = (usize, char)> {
        self.text.char_indices().map(move |(at, c)| (self.offset + at, c))
    }

    /// Reads the whole piece as a whole number.
    pub fn number<N: std::str::FromStr>(self, what: &str) -> Result<N, ParseError> {
        let digits = !self.text.is_empty() && self.text.bytes().all(|b| b.is_ascii_digit());
        if !digits {
            return Err(self.expected(what));
        }
        let article = ["a ", "an ", "the "].iter().find_map(|article| what.strip_prefix(article));
        let smaller = || self.expected(format!("a smaller {}", article.unwrap_or(what)));
        self.text.parse().map_err(|_| smaller())
    }

    /// The error that `what` should have stood where this piece starts.
    pub fn expected(self, what: impl Into<String>) -> ParseError {
        ParseError::new(what, self.offset)
    }
}

/// The characters of a text that stand outside of quotation marks, with the
/// byte offset of each; between them a backslash keeps its meaning from the next
/// character.
pub fn unquoted(text: &str) -> impl Iterator<Item = (usize, char)> {
    let mut quotes = Quotes::default();
    text.char_indices().filter(move |&(_, c)| quotes.is_outside(c))
}

/// The quotation marks that are open in a text, which is read character by character.
#[derive(Clone, Debug, Default)]
pub struct Quotes {
    quoted: bool,
    escaped: bool,
}

impl Quotes {
    /// Whether the next character, which is `c`, stands outside of quotation marks.
    pub fn is_outside(&mut self, c: char) -> bool {
        let outside = !self.quoted;
        match c {
            _ if self.escaped => self.escaped = false,
            '\\' if self.quoted => self.escaped = true,
            '"' => self.quoted = !self.quoted,
            _ => {}
        }
        outside
    }
}
