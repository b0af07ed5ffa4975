//! Refuses a text before it is parsed if it is nested deep enough to exhaust the stack.

use grundy::{Fault, Source};

use crate::bounds::Bounds;

/// The deepest nesting of brackets.
const DEEPEST: usize = 100;
/// Limit on operators and operator keywords in one statement.
const LONGEST: usize = 2000;
/// Limit on `elif` in a file: each is nested in the one before it.
const ELIFS: usize = 500;

pub(super) fn check(source: &Source, bounds: &Bounds) -> Result<(), Fault> {
    let text = &source.text;
    if text.len() > bounds.file {
        let (bytes, most) = (text.len(), bounds.file);
        return Err(Fault::new(format!("the file has {bytes} bytes, more than {most}")));
    }
    let mut scanner = Scanner { bytes: text.as_bytes(), at: 0 };
    // Operators since the last comma, outside brackets and in each open bracket.
    let mut operators = vec![0_usize];
    let (mut lambda, mut elifs) = (false, 0_usize);
    while let Some((token, range)) = scanner.next() {
        let last = operators.len() - 1;
        match token {
            Token::Open => operators.push(0),
            Token::Close if last > 0 => drop(operators.pop()),
            Token::Operator => operators[last] += 1,
            Token::Lambda => {
                operators[last] += 1;
                lambda = true;
            }
            Token::Elif => elifs += 1,
            Token::Line if last == 0 => (operators[0], lambda) = (0, false),
            // The commas between the parameters of a lambda do not end an expression.
            Token::Comma if !lambda => operators[last] = 0,
            Token::Close | Token::Comma | Token::Line => {}
        }
        let message = if operators.len() > DEEPEST + 1 {
            format!("more than {DEEPEST} brackets within each other")
        } else if operators.iter().sum::<usize>() > LONGEST {
            format!("more than {LONGEST} operators in one statement")
        } else if elifs > ELIFS {
            format!("more than {ELIFS} `elif`")
        } else {
            continue;
        };
        return Err(Fault::new(message).at(source, range));
    }
    Ok(())
}

enum Token {
    Open,
    Close,
    Operator,
    Lambda,
    Elif,
    Comma,
    Line,
}

struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Scanner<'_> {
    fn next(&mut self) -> Option<(Token, std::ops::Range<usize>)> {
        loop {
            let start = self.at;
            let byte = *self.bytes.get(start)?;
            self.at += 1;
            let token = match byte {
                b'(' | b'[' | b'{' => Token::Open,
                b')' | b']' | b'}' => Token::Close,
                b'\n' => Token::Line,
                b',' => Token::Comma,
                b'#' => {
                    let end = self.bytes[start..].iter().position(|&byte| byte == b'\n');
                    self.at = end.map_or(self.bytes.len(), |end| start + end);
                    continue;
                }
                b'"' | b'\'' => {
                    self.string(byte);
                    continue;
                }
                b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
                    let length = self.bytes[start..].iter().take_while(|b| is_word(b)).count();
                    self.at = start + length;
                    match &self.bytes[start..self.at] {
                        b"elif" => Token::Elif,
                        b"lambda" => Token::Lambda,
                        b"not" | b"and" | b"or" | b"if" | b"else" | b"for" | b"in" => {
                            Token::Operator
                        }
                        _ => continue,
                    }
                }
                b'\\' => {
                    self.at += 1;
                    continue;
                }
                b'+' | b'-' | b'*' | b'/' | b'%' | b'.' | b'<' | b'>' | b'=' | b'|' | b'&'
                | b'^' | b'~' | b'!' => Token::Operator,
                _ => continue,
            };
            return Some((token, start..self.at));
        }
    }

    /// Skips the rest of a string whose first quotation mark was read.
    fn string(&mut self, quote: u8) {
        let long = self.bytes[self.at..].starts_with(&[quote, quote]);
        if long {
            self.at += 2;
        }
        while let Some(&byte) = self.bytes.get(self.at) {
            self.at += 1;
            match byte {
                b'\\' => self.at += 1,
                b'\n' if !long => return,
                _ if byte == quote && !long => return,
                _ if byte == quote && self.bytes[self.at..].starts_with(&[quote, quote]) => {
                    self.at += 2;
                    return;
                }
                _ => {}
            }
        }
        self.at = self.at.min(self.bytes.len());
    }
}
