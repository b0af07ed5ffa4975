//! Operators and signs, from the weakest to the strongest binding.

use super::options::parted;
use super::reader::{Reader, is_digit};
use super::tree::{Expression, Kind, Operator, binary};
use grundy_base::ParseError;

/// Comparisons, each before the shorter ones that it begins with.
const COMPARISONS: [(&str, Operator); 11] = [
    ("==", Operator::Equal),
    ("!=", Operator::Unequal),
    ("<=", Operator::AtMost),
    (">=", Operator::AtLeast),
    ("<|", Operator::NotAtLeast),
    ("|>", Operator::NotAtMost),
    ("<>", Operator::Confused),
    ("||", Operator::Confused),
    ("=", Operator::Equal),
    ("<", Operator::Less),
    (">", Operator::Greater),
];

impl Reader<'_> {
    /// A function, a choice, or comparisons joined by `and` and `or`; `and` binds more.
    pub(super) fn condition(&mut self) -> Result<Expression, ParseError> {
        if let Some(function) = self.arrow()? {
            return Ok(function);
        }
        let at = self.at;
        if self.eat_word("if") {
            return self.deeper(|reader| reader.choice(at));
        }
        self.joined("or", Operator::Or, |reader| reader.joined("and", Operator::And, Self::denial))
    }

    fn joined(
        &mut self,
        word: &str,
        operator: Operator,
        read: impl Fn(&mut Self) -> Result<Expression, ParseError>,
    ) -> Result<Expression, ParseError> {
        let mut all = read(self)?;
        loop {
            self.skip_space();
            let at = self.at;
            if self.in_options || !self.eat_word(word) {
                return Ok(all);
            }
            self.count_operator(at)?;
            let next = read(self)?;
            all = binary(at, operator, all, next);
        }
    }

    fn denial(&mut self) -> Result<Expression, ParseError> {
        self.skip_space();
        let at = self.at;
        if !self.eat_word("not") {
            return self.comparison();
        }
        let denied = self.deeper(Self::denial)?;
        Ok(Expression { at, kind: Kind::Not(Box::new(denied)) })
    }

    fn comparison(&mut self) -> Result<Expression, ParseError> {
        let left = self.range()?;
        // Between braces, bars separate options.
        if self.in_options {
            return Ok(left);
        }
        self.skip_space();
        let at = self.at;
        for (sign, operator) in COMPARISONS {
            if self.eat_at_once(sign) {
                let right = self.range()?;
                return Ok(binary(at, operator, left, right));
            }
        }
        Ok(left)
    }

    /// `a xor b`
    pub(super) fn nim_sum(&mut self) -> Result<Expression, ParseError> {
        let mut sum = self.sides()?;
        loop {
            self.skip_space();
            let at = self.at;
            if !self.eat_word("xor") {
                return Ok(sum);
            }
            self.count_operator(at)?;
            let right = self.sides()?;
            sum = binary(at, Operator::Xor, sum, right);
        }
    }

    pub(super) fn range(&mut self) -> Result<Expression, ParseError> {
        let from = self.nim_sum()?;
        self.skip_space();
        let at = self.at;
        if !self.eat("..") {
            return Ok(from);
        }
        let (from, to) = (Box::new(from), Box::new(self.sum()?));
        let by = if self.eat_word("by") { Some(Box::new(self.sum()?)) } else { None };
        Ok(Expression { at, kind: Kind::Range { from, to, by } })
    }

    /// `S & T`
    pub(super) fn sides(&mut self) -> Result<Expression, ParseError> {
        let onside = self.sum()?;
        if self.is_cgsuite() {
            return Ok(onside);
        }
        self.skip_space();
        let at = self.at;
        if !self.eat_at_once("&") {
            return Ok(onside);
        }
        let (onside, offside) = (Box::new(onside), Box::new(self.sum()?));
        Ok(Expression { at, kind: Kind::Sides { onside, offside } })
    }

    pub(super) fn sum(&mut self) -> Result<Expression, ParseError> {
        let term = if self.is_cgsuite() { Self::sidled } else { Self::product };
        let mut sum = term(self)?;
        loop {
            self.skip_space();
            let at = self.at;
            // `1+-2` is 1 ± 2, as it is printed; `1 + -2` is not.
            let switch = self.rest().starts_with("+-") || self.rest().starts_with('±');
            let operator = if switch || self.eat_at_once("+") {
                Operator::Sum
            } else if self.eat_at_once("-") || self.eat_at_once("−") {
                Operator::Difference
            } else {
                return Ok(sum);
            };
            self.count_operator(at)?;
            let right = term(self)?;
            sum = binary(at, operator, sum, right);
        }
    }

    pub(super) fn product(&mut self) -> Result<Expression, ParseError> {
        let mut product = self.signed()?;
        loop {
            self.skip_space();
            let at = self.at;
            let operator = if self.rest().starts_with(":=") {
                return Ok(product);
            } else if self.eat_at_once("*") || self.eat_at_once("·") || self.eat_at_once("×") {
                Operator::Product
            } else if self.eat_at_once("/") {
                Operator::Quotient
            } else if self.eat_at_once("%") {
                Operator::Remainder
            } else if self.eat_word("div") {
                Operator::WholeQuotient
            } else if !self.is_cgsuite() && self.eat_at_once(":") {
                Operator::OrdinalSum
            } else {
                return Ok(product);
            };
            self.count_operator(at)?;
            let right = self.signed()?;
            product = binary(at, operator, product, right);
        }
    }

    fn signed(&mut self) -> Result<Expression, ParseError> {
        if self.is_cgsuite() {
            return self.signed_operand();
        }
        self.skip_space();
        let at = self.at;
        let kind = if self.eat_at_once("+-") || self.eat_at_once("±") {
            self.switch()?
        } else if self.eat_at_once("-") || self.eat_at_once("−") {
            // `-1^` is -1 + ^, as it is printed.
            if self.rest().starts_with(is_digit) {
                let number = self.number(true)?;
                return self.methods_of(number);
            }
            Kind::Negative(Box::new(self.deeper(Self::signed)?))
        } else {
            return self.with_methods();
        };
        Ok(Expression { at, kind })
    }

    pub(super) fn switch(&mut self) -> Result<Kind, ParseError> {
        Ok(match self.deeper(Self::plus_minus)? {
            Ok(switch) => Kind::PlusMinus(Box::new(switch)),
            Err(options) => Kind::PlusMinusOptions(options),
        })
    }

    /// What stands behind ±: a game, or options between braces.
    fn plus_minus(&mut self) -> Result<Result<Expression, Vec<Expression>>, ParseError> {
        self.skip_space();
        let at = self.at;
        if self.eat_at_once("{") {
            let mut lists = self.enclosed(true, Self::option_lists)?;
            if lists.len() == 1 {
                return Ok(Err(lists.remove(0).0));
            }
            let game = parted(lists, at)?;
            return self.methods_of(game).map(Ok);
        }
        self.signed().map(Ok)
    }
}
