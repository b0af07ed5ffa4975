//! Texts as people and books set them, in the signs that the grammar knows: what is printed in Unicode
//! is read back, and so are full-width characters.

use std::borrow::Cow;

use grundy_base::error::unquoted;

use super::LanguageError;

/// A text in plain signs, and where each of them came from.
pub(super) struct Plain<'t> {
    pub(super) text: Cow<'t, str>,
    /// The byte of the written text for each byte of this one, and its end; empty where they are
    /// the same.
    places: Vec<usize>,
}

/// Fractions that are one character, each with what is above and below its line.
const FRACTIONS: [(char, u8, u8); 7] =
    [('½', 1, 2), ('¼', 1, 4), ('¾', 3, 4), ('⅛', 1, 8), ('⅜', 3, 8), ('⅝', 5, 8), ('⅞', 7, 8)];
const ABOVE: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const BELOW: &str = "₀₁₂₃₄₅₆₇₈₉";

impl<'t> Plain<'t> {
    pub(super) fn of(written: &'t str) -> Plain<'t> {
        if written.is_ascii() {
            return Plain { text: Cow::Borrowed(written), places: Vec::new() };
        }
        let mut setter = Setter { written, text: String::new(), places: Vec::new() };
        let mut done = 0;
        for (at, c) in unquoted(written) {
            // Quoted characters, and those taken along with a sign before them.
            if at < done {
                continue;
            }
            setter.copy(done..at);
            done = at + setter.set(at, c);
        }
        setter.copy(done..written.len());
        setter.places.push(written.len());
        Plain { text: Cow::Owned(setter.text), places: setter.places }
    }

    /// Where a byte of the plain text was written.
    pub(super) fn written(&self, at: usize) -> usize {
        self.places.get(at).or(self.places.last()).copied().unwrap_or(at)
    }

    /// An error that points into the written text.
    pub(super) fn error(&self, error: LanguageError) -> LanguageError {
        match error {
            LanguageError::Parse(mut error) => {
                error.at = self.written(error.at);
                error.into()
            }
            LanguageError::Value { why, at } => LanguageError::Value { why, at: self.written(at) },
            stopped => stopped,
        }
    }
}

struct Setter<'t> {
    written: &'t str,
    text: String,
    places: Vec<usize>,
}

impl Setter<'_> {
    fn copy(&mut self, range: std::ops::Range<usize>) {
        self.places.extend(range.clone());
        self.text += &self.written[range];
    }

    fn put(&mut self, plain: &str, at: usize) {
        self.places.extend(std::iter::repeat_n(at, plain.len()));
        self.text += plain;
    }

    /// Writes the meaning of a character; returns how many bytes of the written text that takes.
    fn set(&mut self, at: usize, c: char) -> usize {
        let rest = &self.written[at..];
        if let Some(&(_, above, below)) = FRACTIONS.iter().find(|(fraction, ..)| *fraction == c)
            && self.fraction(at, u128::from(above), u128::from(below))
        {
            return c.len_utf8();
        }
        if let Some((digits, length)) = run(rest, ABOVE) {
            if self.text.ends_with(['↑', '↓']) {
                self.put(&format!("<{digits}>"), at);
                return length;
            }
            let below = rest[length..].strip_prefix('⁄').and_then(|rest| run(rest, BELOW));
            if let Some((below, more)) = below
                && let (Ok(above), Ok(below)) = (digits.parse(), below.parse())
                && self.fraction(at, above, below)
            {
                return length + '⁄'.len_utf8() + more;
            }
        }
        if let Some((digits, length)) = run(rest, BELOW)
            && (self.text.ends_with("Tiny") || self.text.ends_with("Miny"))
        {
            self.put(&format!("({digits})"), at);
            return length;
        }
        // Full-width characters are those of ASCII, moved.
        let narrow = |c: char| char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c).to_string();
        let plain = match c {
            '！'..='～' => narrow(c),
            '\u{3000}' => " ".to_string(),
            '∗' => "*".to_string(),
            '⁄' => "/".to_string(),
            '⧾' => "Tiny".to_string(),
            '⧿' => "Miny".to_string(),
            '‖' | '∥' => "||".to_string(),
            '⦀' => "|||".to_string(),
            '≤' => "<=".to_string(),
            '≥' => ">=".to_string(),
            '≠' => "!=".to_string(),
            '⧏' => "<|".to_string(),
            '⧐' => "|>".to_string(),
            other => other.to_string(),
        };
        self.put(&plain, at);
        c.len_utf8()
    }

    /// Writes a fraction, added to the integer before it: 2½ is 5/2, and 3/½ is 3/(1/2). False where
    /// that is no integer, or too long.
    fn fraction(&mut self, at: usize, above: u128, below: u128) -> bool {
        // Digits behind a fraction are not added to its denominator.
        let ends_one = |c| BELOW.contains(c) || FRACTIONS.iter().any(|(known, ..)| *known == c);
        if self.written[..at].ends_with(ends_one) {
            self.put(" ", at);
        }
        let start = self.text.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let whole = match &self.text[start..] {
            "" => Some(0),
            _ if self.text[..start].ends_with('.') => None,
            digits => digits.parse::<u128>().ok(),
        };
        let sum = whole.and_then(|whole| whole.checked_mul(below)?.checked_add(above));
        let Some(above) = sum else { return false };
        self.text.truncate(start);
        self.places.truncate(start);
        let is_below = self.text.trim_end().ends_with('/');
        let (open, close) = if is_below { ("(", ")") } else { ("", "") };
        self.put(&format!("{open}{above}/{below}{close}"), at);
        true
    }
}

/// The digits at the beginning of a text, if they are of this kind, and their length.
fn run(text: &str, digits: &str) -> Option<(String, usize)> {
    let digit = |c: char| digits.chars().position(|digit| digit == c);
    let mut found = String::new();
    let mut length = 0;
    for c in text.chars() {
        let Some(digit) = digit(c) else { break };
        found += &digit.to_string();
        length += c.len_utf8();
    }
    (length > 0).then_some((found, length))
}

#[cfg(test)]
mod tests {
    use super::Plain;

    #[test]
    fn places_are_those_of_the_written_text() {
        let plain = Plain::of("ｎｉｍ（３，４） + 2½ \"∗\"");
        assert_eq!(plain.text, "nim(3,4) + 5/2 \"∗\"");
        assert_eq!(plain.written(4), "ｎｉｍ（".len());
        assert_eq!(plain.written(9), "ｎｉｍ（３，４） ".len());
        assert_eq!(plain.written(plain.text.len()), "ｎｉｍ（３，４） + 2½ \"∗\"".len());
        assert_eq!(Plain::of("12").written(1), 1);
    }
}
