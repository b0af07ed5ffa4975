//! Misère forms as they are written: `*[2#0]`.

use super::LanguageError;
use crate::value::{MisereForm, MisereForms};
use grundy_base::stack::deeper;
use grundy_base::{Limits, ParseError};

/// Larger heaps have forms that take long to make.
const LARGEST: u32 = 1000;

/// Reads the text between the brackets, whose first byte stands at `at`: the options of a form, or
/// the form itself if it stands alone. A digit is a Nim heap, as is a number in angle brackets; `#`
/// makes the game whose only option stands before it, and parentheses hold options.
pub(super) fn read(
    text: &str,
    at: usize,
    forms: &mut MisereForms,
    limits: &Limits<'_>,
) -> Result<MisereForm, LanguageError> {
    let mut reader = Reader { text, next: 0, at, forms, limits };
    let form = reader.options()?;
    match reader.rest() {
        "" => Ok(form),
        _ => Err(reader.expected("a heap, '(' or the end")),
    }
}

struct Reader<'r, 'l> {
    text: &'r str,
    next: usize,
    /// Where the text stands in the line.
    at: usize,
    forms: &'r mut MisereForms,
    limits: &'r Limits<'l>,
}

impl Reader<'_, '_> {
    fn rest(&self) -> &str {
        &self.text[self.next..]
    }

    fn eat(&mut self, c: char) -> bool {
        let found = self.rest().starts_with(c);
        self.next += if found { c.len_utf8() } else { 0 };
        found
    }

    fn expected(&self, what: &str) -> LanguageError {
        let error = ParseError::new(what, self.at + self.next);
        error.with_help("for example *[2#0], the game with the options *[2#] and 0").into()
    }

    fn options(&mut self) -> Result<MisereForm, LanguageError> {
        let mut options = Vec::new();
        while self.rest().starts_with(|c: char| c.is_ascii_digit() || c == '<' || c == '(') {
            options.push(deeper(|| self.option())?);
        }
        match options[..] {
            [] => Err(self.expected("a heap or '('")),
            [alone] => Ok(alone),
            _ => Ok(self.forms.of(options, self.limits)?),
        }
    }

    fn option(&mut self) -> Result<MisereForm, LanguageError> {
        let mut form = if self.eat('(') {
            let form = self.options()?;
            if !self.eat(')') {
                return Err(self.expected("')'"));
            }
            form
        } else {
            let heap = self.heap()?;
            self.forms.nimber(heap, self.limits)?
        };
        while self.eat('#') {
            form = self.forms.of([form], self.limits)?;
        }
        Ok(form)
    }

    fn heap(&mut self) -> Result<u32, LanguageError> {
        let is_long = self.eat('<');
        let all = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        let digits = if is_long { all } else { all.min(1) };
        let heap = self.rest()[..digits].parse().ok().filter(|&heap: &u32| heap <= LARGEST);
        let Some(heap) = heap else {
            return Err(self.expected(&format!("a heap of at most {LARGEST}")));
        };
        self.next += digits;
        if is_long && !self.eat('>') {
            return Err(self.expected("'>'"));
        }
        Ok(heap)
    }
}
