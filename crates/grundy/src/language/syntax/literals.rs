//! Numbers, ups and nimbers, also side by side without a plus: `1^*`.

use super::reader::{Reader, in_name, is_digit};
use super::tree::{Expression, Kind, Operator, binary};
use grundy_base::ParseError;
use num_bigint::BigInt;

/// Words that may follow a game and are no factor of it.
const FOLLOWING: [&str; 6] = ["for ", "if ", "where ", "and ", "or ", "xor "];

impl Reader<'_> {
    /// An integer or a fraction, possibly with ups and a nimber or a tiny behind it: `3/4`, `0.75`,
    /// `1^`, `1*`, `2*3`, `1Tiny(2)`.
    pub(super) fn number(&mut self, negative: bool) -> Result<Expression, ParseError> {
        let at = self.at;
        let mut number = self.integer()?;
        let below = self.decimals(&mut number)?;
        if self.is_cgsuite() && below.is_none() {
            return Ok(number);
        }
        if let Kind::Integer(number) = &mut number.kind
            && negative
        {
            *number = -std::mem::take(number);
        }
        if let Some(below) = below {
            number = binary(at, Operator::Quotient, number, below);
            if self.is_cgsuite() {
                return Ok(number);
            }
        } else if self.rest().strip_prefix('/').is_some_and(|rest| rest.starts_with(is_digit)) {
            self.at += 1;
            let below = self.integer()?;
            number = binary(at, Operator::Quotient, number, below);
        }
        let at = self.at;
        if self.ups_follow() {
            let ups = self.ups()?;
            return Ok(binary(at, Operator::Sum, number, ups));
        }
        // `2Tiny(1)` is 2 + Tiny(1), as it is printed.
        if self.rest().starts_with("Tiny(") || self.rest().starts_with("Miny(") {
            let tiny = self.deeper(Self::primary)?;
            return Ok(binary(at, Operator::Sum, number, tiny));
        }
        // `3/2over` is 3/2 + over.
        for word in ["over", "under"] {
            let rest = self.rest().strip_prefix(word);
            if rest.is_some_and(|rest| !rest.starts_with(in_name)) {
                self.at += word.len();
                let word = Expression { at, kind: Kind::Name(word.to_string()) };
                number = binary(at, Operator::Sum, number, word);
                break;
            }
        }
        self.with_nimber(number)
    }

    /// Appends the digits behind a point to an integer, and returns the power of ten to divide it
    /// by; none if there is no point with digits.
    fn decimals(&mut self, number: &mut Expression) -> Result<Option<Expression>, ParseError> {
        let at = self.at;
        if !self.rest().strip_prefix('.').is_some_and(|rest| rest.starts_with(is_digit)) {
            return Ok(None);
        }
        self.at += 1;
        let start = self.at;
        let behind = self.integer()?;
        let ten = BigInt::from(10).pow((self.at - start) as u32);
        if let (Kind::Integer(number), Kind::Integer(behind)) = (&mut number.kind, behind.kind) {
            *number = std::mem::take(number) * &ten + behind;
        }
        Ok(Some(Expression { at, kind: Kind::Integer(ten) }))
    }

    fn integer(&mut self) -> Result<Expression, ParseError> {
        /// A longer number is a mistake.
        const LONGEST: usize = 10_000;
        let at = self.at;
        match self.digits() {
            Some(digits) if digits.as_str().len() <= LONGEST => {
                let number = digits.as_str().parse().map_err(|_| self.error("a number"))?;
                Ok(Expression { at, kind: Kind::Integer(number) })
            }
            _ => Err(ParseError::new(format!("a number of at most {LONGEST} digits"), at)),
        }
    }

    /// A star that belongs to what stands before it: digits follow at once, or nothing that could
    /// be a factor.
    pub(super) fn with_nimber(&mut self, value: Expression) -> Result<Expression, ParseError> {
        let Some(behind) = self.rest().strip_prefix('*') else { return Ok(value) };
        let next = behind.trim_start().chars().next();
        let is_nimber = behind.starts_with(is_digit)
            || next.is_none_or(|c| ")|,}]+-−<>=!.:/*&".contains(c))
            || FOLLOWING.iter().any(|word| behind.trim_start().starts_with(word));
        if !is_nimber {
            return Ok(value);
        }
        let at = self.at;
        self.at += 1;
        let nimber = Expression { at, kind: Kind::Nimber(self.nimber()?) };
        Ok(binary(at, Operator::Sum, value, nimber))
    }

    /// What stands behind a star.
    pub(super) fn nimber(&mut self) -> Result<u64, ParseError> {
        self.digits().map_or(Ok(1), |digits| digits.number("a nimber"))
    }

    /// Whether ups or downs stand here; letters v may also begin a name.
    pub(super) fn ups_follow(&self) -> bool {
        if self.rest().starts_with(['^', '↑', '⇑', '↓', '⇓']) {
            return true;
        }
        let behind = self.rest().trim_start_matches('v');
        let downs = behind.len() < self.rest().len();
        let behind = behind.trim_start_matches(is_digit);
        downs && !behind.starts_with(in_name) && !behind.starts_with('(')
    }

    /// `^`, `^^`, `^3`, `^[4]`, `^<2>`, `v3*2`; also `^.PowTo(4)`, `^.Pow(2)`
    pub(super) fn ups(&mut self) -> Result<Expression, ParseError> {
        let at = self.at;
        let first = self.rest().chars().next().unwrap_or('^');
        let down = "v↓⇓".contains(first);
        let mut ups: u32 = 0;
        while let Some(c) = self.rest().chars().next().filter(|c| *c == first) {
            ups = ups.saturating_add(if "⇑⇓".contains(c) { 2 } else { 1 });
            self.at += c.len_utf8();
        }
        let bracket = [("[", "]", true), ("<", ">", false)].into_iter().find(|(open, close, _)| {
            let inside =
                self.rest().strip_prefix(open).map(|rest| rest.trim_start_matches(is_digit));
            inside.is_some_and(|rest| rest.starts_with(close))
                && self.rest()[1..].starts_with(is_digit)
        });
        let upon = [("[on]", true), ("<on>", false)].into_iter();
        let upon = upon.filter(|_| ups == 1).find(|(word, _)| self.rest().starts_with(word));
        let power = if ups == 1 { self.power_of_up() } else { None };
        let kind = if let Some(sum) = power {
            let on = self.eat_at_once("on");
            let to = self.digits().map_or(Ok(1), |digits| digits.number("an exponent"))?;
            if !self.eat(")") {
                return Err(self.error("')'"));
            }
            if on { Kind::Upon { down, sum } } else { Kind::Uptimal { down, to, sum } }
        } else if let Some((word, sum)) = upon {
            self.at += word.len();
            Kind::Upon { down, sum }
        } else if let Some((_, _, sum)) = bracket.filter(|_| ups == 1) {
            self.at += 1;
            let to = self.digits().map_or(Ok(1), |digits| digits.number("an exponent"))?;
            self.at += 1;
            Kind::Uptimal { down, to, sum }
        } else {
            if ups == 1 && self.rest().starts_with(is_digit) {
                ups = self.digits().map_or(Ok(1), |digits| digits.number("a number of ups"))?;
            }
            let ups = i32::try_from(ups).map_err(|_| ParseError::new("fewer ups", at))?;
            Kind::Ups(if down { -ups } else { ups })
        };
        self.with_nimber(Expression { at, kind })
    }
}
