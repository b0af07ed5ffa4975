//! Reads literals of Starlark as a person types them: `3`, `-1`, `"X.O"`, `(3, 4)`,
//! `True`, `None`. Other words are refused: in an expression they are variables.

use grundy::{ParseError, Text};

use crate::structure::code;

/// Reads a position: one value; several with commas between them are a tuple.
pub(crate) fn position(text: Text<'_>) -> Result<Vec<u8>, ParseError> {
    let mut reader = Reader::new(text.trim());
    if reader.at_end() {
        return Err(reader.expected("a position"));
    }
    let mut values = Vec::new();
    let mut count = 0;
    let mut comma = false;
    while !reader.at_end() {
        reader.value(0, &mut values)?;
        count += 1;
        comma = reader.take(',');
        if !comma {
            break;
        }
    }
    reader.end()?;
    if count == 1 && !comma {
        return Ok(values);
    }
    let mut bytes = Vec::new();
    code::put_tuple(count, &mut bytes);
    bytes.extend(values);
    Ok(bytes)
}

/// A parameter as it was given.
#[derive(Clone, Debug)]
pub(crate) struct Argument<'a> {
    /// The text, with its place in the input.
    pub(crate) text: Text<'a>,
    /// Its name in `name = value`.
    pub(crate) name: Option<&'a str>,
    pub(crate) value: Vec<u8>,
}

impl Argument<'_> {
    /// The parameter as it is written.
    pub(crate) fn print(&self) -> String {
        let value = code::print(&self.value);
        match self.name {
            Some(name) => format!("{name} = {value}"),
            None => value,
        }
    }
}

/// Reads values with commas between them, each with a name if it has one.
pub(crate) fn arguments(text: Text<'_>) -> Result<Vec<Argument<'_>>, ParseError> {
    let text = text.trim();
    let mut reader = Reader::new(text);
    let mut arguments: Vec<Argument<'_>> = Vec::new();
    while !reader.at_end() {
        let start = reader.at;
        let name = reader.name();
        let mut value = Vec::new();
        reader.value(0, &mut value)?;
        let piece = text.slice(start..reader.at);
        if name.is_none() && arguments.iter().any(|argument| argument.name.is_some()) {
            return Err(piece.expected("a name and `=`, as the parameters before it have"));
        }
        if name.is_some() && arguments.iter().any(|argument| argument.name == name) {
            return Err(piece.expected("each parameter only once"));
        }
        arguments.push(Argument { text: piece, name, value });
        if !reader.take(',') {
            break;
        }
    }
    reader.end()?;
    Ok(arguments)
}

/// What an error says was expected.
const VALUE: &str = "a number, a text in quotation marks or a tuple";

struct Reader<'a> {
    text: Text<'a>,
    /// Bytes read so far.
    at: usize,
}

impl<'a> Reader<'a> {
    fn new(text: Text<'a>) -> Self {
        Reader { text, at: 0 }
    }

    fn rest(&self) -> &'a str {
        &self.text.as_str()[self.at..]
    }

    fn skip(&mut self) {
        self.at = self.text.as_str().len() - self.rest().trim_start().len();
    }

    fn at_end(&mut self) -> bool {
        self.skip();
        self.rest().is_empty()
    }

    fn take(&mut self, c: char) -> bool {
        self.skip();
        let found = self.rest().starts_with(c);
        if found {
            self.at += c.len_utf8();
        }
        found
    }

    fn expected(&self, what: &str) -> ParseError {
        ParseError::new(what, self.text.offset() + self.at)
    }

    fn end(&mut self) -> Result<(), ParseError> {
        if self.at_end() { Ok(()) } else { Err(self.expected("`,` or the end")) }
    }

    /// Reads a name that is followed by `=`.
    fn name(&mut self) -> Option<&'a str> {
        self.skip();
        let rest = self.rest();
        let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let (name, behind) = rest.split_at(length);
        let behind = behind.trim_start().strip_prefix('=')?;
        if name.is_empty() || behind.starts_with('=') {
            return None;
        }
        self.at = self.text.as_str().len() - behind.len();
        Some(name)
    }

    fn value(&mut self, depth: usize, bytes: &mut Vec<u8>) -> Result<(), ParseError> {
        self.skip();
        match self.rest().chars().next() {
            Some('(') => self.tuple(depth, bytes),
            Some(quote @ ('"' | '\'')) => self.quoted(quote, bytes),
            Some(c) if !matches!(c, ')' | ',' | ';') => self.word(bytes),
            _ => Err(self.expected(VALUE)),
        }
    }

    fn tuple(&mut self, depth: usize, bytes: &mut Vec<u8>) -> Result<(), ParseError> {
        if depth == code::DEEPEST {
            return Err(self.expected("fewer tuples within each other"));
        }
        self.at += 1;
        let mut items = Vec::new();
        let (mut count, mut comma) = (0, true);
        while !self.take(')') {
            if !comma || self.at_end() {
                return Err(self.expected("`,` or `)`"));
            }
            self.value(depth + 1, &mut items)?;
            count += 1;
            comma = self.take(',');
        }
        // As in Starlark, `(3)` is 3 in parentheses.
        if count != 1 || comma {
            code::put_tuple(count, bytes);
        }
        bytes.extend(items);
        Ok(())
    }

    fn quoted(&mut self, quote: char, bytes: &mut Vec<u8>) -> Result<(), ParseError> {
        let start = self.at;
        let mut value = String::new();
        let mut chars = self.rest().char_indices().skip(1);
        while let Some((i, c)) = chars.next() {
            match c {
                c if c == quote => {
                    self.at += i + 1;
                    code::put_text(&value, bytes);
                    return Ok(());
                }
                '\\' => {
                    let unknown = || {
                        let at = self.text.offset() + start + i;
                        ParseError::new(
                            "\\n, \\t, \\r, \\\\, \\\", \\' or \\u with four digits",
                            at,
                        )
                    };
                    let escaped = match chars.next() {
                        Some((_, 'n')) => '\n',
                        Some((_, 't')) => '\t',
                        Some((_, 'r')) => '\r',
                        Some((_, c @ ('"' | '\'' | '\\'))) => c,
                        Some((_, 'u')) => {
                            let digits: String = chars.by_ref().take(4).map(|(_, c)| c).collect();
                            let number = u32::from_str_radix(&digits, 16).map_err(|_| unknown())?;
                            char::from_u32(number).ok_or_else(unknown)?
                        }
                        _ => return Err(unknown()),
                    };
                    value.push(escaped);
                }
                c => value.push(c),
            }
        }
        Err(ParseError::new("a quotation mark that closes this one", self.text.offset() + start))
    }

    fn word(&mut self, bytes: &mut Vec<u8>) -> Result<(), ParseError> {
        let rest = self.rest();
        let end = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | ',' | ';' | '"' | '\'');
        let word = &rest[..rest.find(end).unwrap_or(rest.len())];
        let digits = word.strip_prefix('-').unwrap_or(word);
        match word {
            "True" => code::put_bool(true, bytes),
            "False" => code::put_bool(false, bytes),
            "None" => code::put_none(bytes),
            _ if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) => {
                let number = word.parse().map_err(|_| self.expected("a smaller number"))?;
                code::put_number(number, bytes);
            }
            _ => return Err(self.expected(VALUE)),
        }
        self.at += word.len();
        Ok(())
    }
}
