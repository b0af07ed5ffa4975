//! Games with variables and arithmetic between their parentheses: `nim(n, 2*n)`,
//! `domineering((n+1)x4)`.

use super::{LanguageError, Session, Term, Value, syntax};
use crate::value::Form;
use grundy_base::error::unquoted;

type Found<T> = Result<T, LanguageError>;

impl Session<'_> {
    /// The text of a game in which each piece between commas and semicolons that is an expression
    /// is calculated; none where there is no such piece.
    pub(super) fn calculated(&mut self, text: &str) -> Found<Option<String>> {
        /// Games within games are calculated up to this depth.
        const DEEPEST: usize = 64;
        let Some((name, inside)) = text.split_once('(') else { return Ok(None) };
        if inside.bytes().filter(|&c| c == b'(').count() > DEEPEST {
            return Ok(None);
        }
        let inside = inside.strip_suffix(')').unwrap_or(inside);
        let mut written = format!("{name}(");
        let mut is_new = false;
        for (piece, behind) in parted(inside, |c| matches!(c, ',' | ';')) {
            let calculated = self.piece(piece)?;
            is_new |= calculated.is_some();
            written += calculated.as_deref().unwrap_or(piece);
            written.extend(behind);
        }
        written.push(')');
        Ok(is_new.then_some(written))
    }

    /// A number, several numbers, or the sides of a board, if a piece gives them by an expression.
    fn piece(&mut self, piece: &str) -> Found<Option<String>> {
        if let Some(number) = self.integers(piece)? {
            return Ok(Some(number));
        }
        let sides: Vec<(&str, Option<char>)> = parted(piece, |c| c == 'x').collect();
        if sides.len() < 2 {
            return Ok(None);
        }
        let mut all = Vec::with_capacity(sides.len());
        for (side, _) in &sides {
            match side.trim() {
                digits if !digits.is_empty() && digits.bytes().all(|c| c.is_ascii_digit()) => {
                    all.push(digits.to_string());
                }
                side => match self.integers(side)? {
                    Some(side) => all.push(side),
                    None => return Ok(None),
                },
            }
        }
        Ok(Some(all.join("x")))
    }

    /// The integers that an expression is worth, separated by commas, or its game; none if the
    /// piece is no expression, or gives the integers directly.
    fn integers(&mut self, piece: &str) -> Found<Option<String>> {
        if let Some(found) = self.number_text(piece)? {
            return Ok(Some(found));
        }
        // Elsewhere `2*3` is 2 + ∗3; in place of a number it is a product.
        match piece.contains('*') {
            true => self.number_text(&piece.replace('*', " * ")),
            false => Ok(None),
        }
    }

    fn number_text(&mut self, piece: &str) -> Found<Option<String>> {
        let digits = |c: u8| c.is_ascii_digit() || c.is_ascii_whitespace();
        if piece.bytes().all(digits) {
            return Ok(None);
        }
        let Ok(expression) = syntax::expression(piece, self.dialect) else { return Ok(None) };
        let value = match self.evaluate(piece, &expression) {
            Ok(value) => value,
            Err(LanguageError::Stopped(stopped)) => return Err(stopped.into()),
            Err(_) => return Ok(None),
        };
        Ok(match value {
            Value::Form(form) => self.integer(form),
            // A game of its own, between the parentheses of `after(…)`.
            Value::Sum(terms) => match &*terms {
                [Term::Position(position, false)] => Some(position.game.text()),
                _ => None,
            },
            Value::List(list) => {
                let integer = |value: &Value| match value {
                    Value::Form(form) => self.integer(*form),
                    _ => None,
                };
                let all: Option<Vec<String>> = list.values.iter().map(integer).collect();
                all.map(|all| all.join(","))
            }
            _ => None,
        })
    }

    fn integer(&self, form: Form) -> Option<String> {
        let number = self.forms.as_number(form)?;
        number.is_integer().then(|| number.numerator().to_string())
    }

    /// A text with the values of variables in place of their names.
    pub(super) fn with_variables(&mut self, text: &str) -> Found<String> {
        let Some((name, inside)) = text.split_once('(') else { return Ok(text.to_string()) };
        let mut written = format!("{name}(");
        let mut rest = inside;
        while let Some(c) = rest.chars().next() {
            let word =
                rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
            let (piece, behind) = rest.split_at(word.max(c.len_utf8()).min(rest.len()));
            // A lone x stands between width and height.
            match self.variable(piece).filter(|_| piece != "x").cloned() {
                Some(value @ (Value::Form(_) | Value::Loopy(_) | Value::Sum(_))) => {
                    written += &self.show(&value)?
                }
                _ => written += piece,
            }
            rest = behind;
        }
        Ok(written)
    }
}

/// The pieces of a text between separators outside of brackets and quotation marks, each with the
/// separator behind it.
fn parted(text: &str, parts: impl Fn(char) -> bool) -> impl Iterator<Item = (&str, Option<char>)> {
    let mut cuts = Vec::new();
    let mut depth = 0i32;
    for (at, c) in unquoted(text) {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            c if depth == 0 && parts(c) => cuts.push((at, c)),
            _ => {}
        }
    }
    let mut start = 0;
    let ends = cuts.into_iter().map(|(at, c)| (at, Some(c))).chain([(text.len(), None)]);
    ends.map(move |(end, c)| {
        let piece = &text[start..end];
        start = end + c.map_or(0, char::len_utf8);
        (piece, c)
    })
}
