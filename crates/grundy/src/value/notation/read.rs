//! Text as forms.

use num_bigint::BigInt;

use crate::error::{ParseError, Text};
use crate::limits::Stopped;
use crate::value::Dyadic;
use crate::value::form::{Compact, Form, Forms, List, deeper};

/// Braces and parentheses may be nested this deep.
const DEEPEST: usize = 1_000;
/// Powers of up are made one after the other.
const MOST_POWERS: u32 = 64;

/// A text is no value, or its value was not found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The text does not say what was expected.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// A game was named that has no canonical form.
    #[error("{game} {why}")]
    NoForm {
        /// The game as it is written.
        game: String,
        /// What keeps it from having one.
        why: &'static str,
    },
}

/// What names mean that are not part of the notation, such as rulesets.
pub trait Names {
    /// The value of the game that begins at a byte of a text, and where it ends.
    fn value(
        &mut self,
        text: &str,
        at: usize,
        forms: &mut Forms<'_>,
    ) -> Result<(Form, usize), ReadError>;
}

/// No names but those of the notation.
impl Names for () {
    fn value(&mut self, _: &str, at: usize, _: &mut Forms<'_>) -> Result<(Form, usize), ReadError> {
        Err(ParseError::new("a value", at).into())
    }
}

/// Reads a value, or a sum of such.
///
/// ```
/// use grundy::Limits;
/// use grundy::value::{Forms, notation};
///
/// let mut forms = Forms::new(Limits::default());
/// let sum = notation::read("{2||1|-1} + +-1 - 3*^", &mut forms, &mut ()).unwrap();
/// assert_eq!(forms.print(sum).unwrap(), "{3v3,{3|1v3}|{1v3|-1v3},{1v3|-1v3}}");
///
/// let error = notation::read("{1|x}", &mut forms, &mut ()).unwrap_err();
/// assert_eq!(error.to_string(), "expected a value at byte 3");
/// ```
pub fn read(text: &str, forms: &mut Forms<'_>, names: &mut dyn Names) -> Result<Form, ReadError> {
    let mut reader = Reader { whole: text, forms, names, depth: 0 };
    reader.sum(Text::new(text))
}

struct Reader<'r, 'l> {
    whole: &'r str,
    forms: &'r mut Forms<'l>,
    names: &'r mut dyn Names,
    depth: usize,
}

/// A piece of the text, read from its start.
struct Cursor<'t> {
    rest: Text<'t>,
}

impl<'t> Cursor<'t> {
    fn skip(&mut self, bytes: usize) {
        self.rest = self.rest.slice(bytes..self.rest.as_str().len());
    }

    fn skip_space(&mut self) {
        self.skip(self.rest.as_str().len() - self.rest.as_str().trim_start().len());
    }

    fn eat(&mut self, token: &str) -> bool {
        let found = self.rest.as_str().starts_with(token);
        if found {
            self.skip(token.len());
        }
        found
    }

    fn next(&self) -> Option<char> {
        self.rest.as_str().chars().next()
    }

    fn digits(&mut self) -> Option<Text<'t>> {
        let length = self.rest.as_str().bytes().take_while(u8::is_ascii_digit).count();
        let digits = self.rest.slice(0..length);
        self.skip(length);
        (length > 0).then_some(digits)
    }

    /// What stands between a bracket, just read, and the one that closes it.
    fn enclosed(&mut self, close: char) -> Result<Text<'t>, ParseError> {
        let Some(length) = find_outside(self.rest.as_str(), |c| c == close).next() else {
            return Err(ParseError::new(format!("'{close}'"), self.rest.end()));
        };
        let inside = self.rest.slice(0..length);
        self.skip(length + 1);
        Ok(inside)
    }
}

/// Where characters stand that are not inside brackets or quotation marks. A
/// closing bracket that was not opened ends the search behind it.
fn find_outside(text: &str, wanted: impl Fn(char) -> bool) -> impl Iterator<Item = usize> {
    let (mut depth, mut quoted, mut escaped, mut over) = (0usize, false, false, false);
    text.char_indices().filter_map(move |(at, c)| {
        if over {
            return None;
        }
        let here = depth == 0 && !quoted && wanted(c);
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' | '{' => depth += 1,
            ')' | '}' if depth == 0 => over = true,
            ')' | '}' => depth -= 1,
            _ => {}
        }
        here.then_some(at)
    })
}

impl Reader<'_, '_> {
    fn sum(&mut self, text: Text<'_>) -> Result<Form, ReadError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(text.expected("fewer nested braces").into());
        }
        let sum = deeper(|| self.terms(Cursor { rest: text.trim() }));
        self.depth -= 1;
        sum
    }

    fn terms(&mut self, mut cursor: Cursor<'_>) -> Result<Form, ReadError> {
        let (mut sum, mut negative) = (Form::ZERO, false);
        loop {
            // `G + -H` is `G - H`; a minus before a number belongs to it.
            cursor.skip_space();
            let numeral = cursor.rest.as_str().strip_prefix('-').is_some_and(starts_with_digit);
            if !numeral && cursor.eat("-") {
                negative = !negative;
                cursor.skip_space();
            }
            let term = self.term(&mut cursor)?;
            let term = if negative { self.forms.negative(term)? } else { term };
            sum = self.forms.sum(sum, term)?;
            cursor.skip_space();
            negative = match cursor.next() {
                None => return Ok(sum),
                // `1±2` is 1 plus a switch.
                Some('±') => false,
                Some('+') => !cursor.eat("+"),
                Some('-') => cursor.eat("-"),
                Some(_) => return Err(cursor.rest.expected("'+', '-' or the end").into()),
            };
        }
    }

    fn term(&mut self, cursor: &mut Cursor<'_>) -> Result<Form, ReadError> {
        if cursor.eat("+-") || cursor.eat("±") {
            cursor.skip_space();
            return self.switch(cursor);
        }
        let start = cursor.rest;
        let minus = cursor.eat("-");
        if let Some(digits) = cursor.digits() {
            if let Some(copies) = self.copies(cursor, digits)? {
                let factor = self.term(cursor)?;
                let copies = if minus { -copies } else { copies };
                return Ok(self.forms.multiple(factor, &copies)?);
            }
            cursor.rest = start;
        }
        match cursor.next() {
            Some('(') => {
                cursor.skip(1);
                let inside = cursor.enclosed(')')?;
                self.sum(inside)
            }
            Some('{') => {
                cursor.skip(1);
                let inside = cursor.enclosed('}')?;
                self.game(inside)
            }
            Some(c) if c.is_ascii_digit() || "-^*".contains(c) => self.compact(cursor),
            Some('v') if is_arrow(cursor.rest.as_str()) => self.compact(cursor),
            Some(c) if c.is_alphabetic() => self.name(cursor),
            _ => Err(cursor.rest.expected("a value").into()),
        }
    }

    /// The copies in `3*G`. `3*` and `3*2` are a number and a nimber.
    fn copies(
        &self,
        cursor: &mut Cursor<'_>,
        digits: Text<'_>,
    ) -> Result<Option<BigInt>, ParseError> {
        cursor.skip_space();
        if !cursor.eat("*") {
            return Ok(None);
        }
        cursor.skip_space();
        match cursor.next() {
            Some(c) if c.is_alphabetic() || "({^±*".contains(c) => {
                Ok(Some(digits.number("a number of copies")?))
            }
            _ => Ok(None),
        }
    }

    /// ±G, the game {G | -G}; or ±{G,H}, with more options.
    fn switch(&mut self, cursor: &mut Cursor<'_>) -> Result<Form, ReadError> {
        let left: List = if cursor.next() == Some('{') {
            let start = cursor.rest;
            cursor.skip(1);
            let inside = cursor.enclosed('}')?;
            if find_outside(inside.as_str(), |c| c == '|').next().is_none() {
                self.side(inside)?
            } else {
                cursor.rest = start;
                [self.term(cursor)?].into_iter().collect()
            }
        } else {
            [self.term(cursor)?].into_iter().collect()
        };
        let right: Result<List, Stopped> =
            left.iter().map(|&option| self.forms.negative(option)).collect();
        Ok(self.forms.canonical(left, right?)?)
    }

    /// What stands between braces: the longest row of bars parts the sides.
    fn game(&mut self, inside: Text<'_>) -> Result<Form, ReadError> {
        let text = inside.as_str();
        let mut rows: Vec<(usize, usize)> = Vec::new();
        for at in find_outside(text, |c| c == '|') {
            match rows.last_mut() {
                Some((start, length)) if *start + *length == at => *length += 1,
                _ => rows.push((at, 1)),
            }
        }
        let Some(longest) = rows.iter().map(|row| row.1).max() else {
            return Err(ParseError::new("'|'", inside.end()).into());
        };
        let mut longest_rows = rows.iter().filter(|row| row.1 == longest);
        let (Some(&(start, length)), again) = (longest_rows.next(), longest_rows.next()) else {
            return Err(inside.expected("'|'").into());
        };
        if let Some(&(at, _)) = again {
            return Err(
                ParseError::new("only one row of so many bars", inside.offset() + at).into()
            );
        }
        let left = self.side(inside.slice(0..start))?;
        let right = self.side(inside.slice(start + length..text.len()))?;
        Ok(self.forms.canonical(left, right)?)
    }

    /// The options on one side: a list, or one game whose braces are left out.
    fn side(&mut self, text: Text<'_>) -> Result<List, ReadError> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(List::new());
        }
        if find_outside(text.as_str(), |c| c == '|').next().is_some() {
            self.depth += 1;
            let game = deeper(|| self.game(text));
            self.depth -= 1;
            return Ok([game?].into_iter().collect());
        }
        let mut options = List::new();
        let mut start = 0;
        let commas: Vec<usize> = find_outside(text.as_str(), |c| c == ',').collect();
        for end in commas.into_iter().chain([text.as_str().len()]) {
            options.push(self.sum(text.slice(start..end))?);
            start = end + 1;
        }
        Ok(options)
    }

    /// A number, ups and a nimber, one behind the other.
    fn compact(&mut self, cursor: &mut Cursor<'_>) -> Result<Form, ReadError> {
        let number = number(cursor)?.unwrap_or_default();
        let mut sum = self.forms.number(number)?;
        if let Some(arrow @ ('^' | 'v')) = cursor.next() {
            let ups = self.ups(cursor, arrow)?;
            let ups = if arrow == 'v' { self.forms.negative(ups)? } else { ups };
            sum = self.forms.sum(sum, ups)?;
        }
        if cursor.eat("*") {
            let nimber = cursor.digits().map_or(Ok(1), |digits| digits.number("a nimber"))?;
            let nimber = self.forms.nimber(nimber)?;
            sum = self.forms.sum(sum, nimber)?;
        }
        Ok(sum)
    }

    /// `^`, `^^`, `^3`, `^[3]` or `^<3>`, with either arrow.
    fn ups(&mut self, cursor: &mut Cursor<'_>, arrow: char) -> Result<Form, ReadError> {
        let mut ups = 0;
        while cursor.next() == Some(arrow) {
            cursor.skip(1);
            ups += 1;
        }
        if ups == 1 {
            if let Some(digits) = cursor.digits() {
                ups = digits.number("a number of ups")?;
                if ups > i32::MAX as u32 {
                    return Err(digits.expected("a smaller number of ups").into());
                }
            }
            for (open, close) in [("[", "]"), ("<", ">")] {
                if cursor.eat(open) {
                    let place = cursor.rest;
                    let digits = cursor.digits().ok_or_else(|| place.expected("a power of up"))?;
                    let power: u32 = digits.number("a power of up")?;
                    if power > MOST_POWERS {
                        return Err(digits.expected("a smaller power of up").into());
                    }
                    if !cursor.eat(close) {
                        return Err(cursor.rest.expected(format!("'{close}'")).into());
                    }
                    let [sum, last] = self.powers_of_up(power)?;
                    return Ok(if open == "[" { sum } else { last });
                }
            }
        }
        Ok(self.forms.compact(Compact { ups: ups as i32, ..Compact::default() })?)
    }

    /// ↑[n] = ↑ + ↑² + … + ↑ⁿ, which is {↑[n-1] | *}, and ↑ⁿ (Siegel,
    /// Combinatorial Game Theory, section II.4).
    fn powers_of_up(&mut self, power: u32) -> Result<[Form; 2], Stopped> {
        let star = self.forms.nimber(1)?;
        let (mut sum, mut before) = (Form::ZERO, Form::ZERO);
        for _ in 0..power {
            before = sum;
            sum = self.forms.canonical([sum], [star])?;
        }
        Ok([sum, self.forms.difference(sum, before)?])
    }

    /// `Tiny(G)`, `Miny(G)`, or a name from outside.
    fn name(&mut self, cursor: &mut Cursor<'_>) -> Result<Form, ReadError> {
        for (name, sign) in [("Tiny(", 1), ("Miny(", -1)] {
            if cursor.eat(name) {
                let inside = cursor.enclosed(')')?;
                let threat = self.sum(inside)?;
                let loss = self.forms.negative(threat)?;
                let threatening = self.forms.canonical([Form::ZERO], [loss])?;
                let tiny = self.forms.canonical([Form::ZERO], [threatening])?;
                return Ok(if sign > 0 { tiny } else { self.forms.negative(tiny)? });
            }
        }
        let at = cursor.rest.offset();
        let (value, end) = self.names.value(self.whole, at, self.forms)?;
        cursor.skip((end - at).min(cursor.rest.as_str().len()));
        Ok(value)
    }
}

fn starts_with_digit(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

/// Whether a text begins with downs rather than a name.
fn is_arrow(text: &str) -> bool {
    !text.trim_start_matches('v').starts_with(|c: char| c.is_alphabetic() || "-_(".contains(c))
}

/// A whole number or a fraction whose denominator is a power of two.
fn number(cursor: &mut Cursor<'_>) -> Result<Option<Dyadic>, ParseError> {
    let minus = cursor.eat("-");
    let Some(digits) = cursor.digits() else { return Ok(None) };
    let numerator: BigInt = digits.number("a number")?;
    let numerator = if minus { -numerator } else { numerator };
    if !cursor.eat("/") {
        return Ok(Some(Dyadic::from_big(numerator, 0)));
    }
    let place = cursor.rest;
    let power = || place.expected("a power of two");
    let denominator: BigInt = cursor.digits().ok_or_else(power)?.number("a power of two")?;
    let exponent = denominator.trailing_zeros().ok_or_else(power)?;
    if denominator != BigInt::from(1) << exponent {
        return Err(power());
    }
    let exponent = u32::try_from(exponent).map_err(|_| power())?;
    Ok(Some(Dyadic::from_big(numerator, exponent)))
}
