//! The text of SGF: a tree of nodes, which have properties.

use grundy_base::ParseError;

/// A property: its name, its values with their places, and where it stands.
pub(super) struct Property<'t> {
    pub(super) name: &'t str,
    pub(super) values: Vec<(String, usize)>,
    pub(super) at: usize,
}

/// The properties of the nodes of the main line: the first of several variations.
///
/// # Errors
///
/// Where the text is no SGF.
pub(super) fn main_line(text: &str) -> Result<Vec<Property<'_>>, ParseError> {
    Tree { text, at: 0 }.main_line()
}

struct Tree<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Tree<'t> {
    fn main_line(&mut self) -> Result<Vec<Property<'t>>, ParseError> {
        let (mut properties, mut depth, mut closed) = (Vec::new(), 0usize, false);
        loop {
            self.skip_space();
            let place = self.at;
            match self.text[self.at..].chars().next() {
                Some('(') => {
                    depth += 1;
                    self.at += 1;
                }
                Some(')') if depth > 0 => {
                    // The rest belongs to other variations.
                    closed = true;
                    depth -= 1;
                    self.at += 1;
                    if depth == 0 {
                        return Ok(properties);
                    }
                }
                Some(';') if depth > 0 => self.at += 1,
                Some(c) if c.is_ascii_uppercase() && depth > 0 => {
                    let property = self.property()?;
                    if !closed {
                        properties.push(property);
                    }
                }
                _ => {
                    let expected = "a node (';'), a property such as B[d4], '(' or ')'";
                    return Err(ParseError::new(expected, place));
                }
            }
        }
    }

    fn property(&mut self) -> Result<Property<'t>, ParseError> {
        let (place, rest) = (self.at, &self.text[self.at..]);
        // Older files have small letters in names, which are ignored.
        let length = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        self.at += length;
        let mut values = Vec::new();
        loop {
            self.skip_space();
            if !self.text[self.at..].starts_with('[') {
                break;
            }
            self.at += 1;
            let start = self.at;
            let (mut value, mut escaped, mut end) = (String::new(), false, None);
            for (at, c) in self.text[start..].char_indices() {
                match c {
                    _ if escaped => {
                        value.push(c);
                        escaped = false;
                    }
                    '\\' => escaped = true,
                    ']' => {
                        end = Some(start + at);
                        break;
                    }
                    c => value.push(c),
                }
            }
            self.at = end.ok_or_else(|| ParseError::new("']'", self.text.len()))? + 1;
            values.push((value, start));
        }
        match values.is_empty() {
            true => Err(ParseError::new("'[' and a value", self.at)),
            false => Ok(Property { name: &self.text[place..place + length], values, at: place }),
        }
    }

    fn skip_space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }
}
