//! Where the language of CGSuite 2 gives a text another meaning than the calculator does.
//!
//! | text | here | in the calculator |
//! | --- | --- | --- |
//! | `2*3` | 6 | 2 + ∗3, as it is printed |
//! | `2^*` | a power: not read | 2 + ↑ + ∗, as it is printed |
//! | `upon*2` | twice upon | upon + ∗2 |
//! | `1 + ^ & v` | 1 + (↑ & ↓) | (1 + ↑) & ↓ |
//! | `1:2*^` | 1:(2·↑) | (1:2)·↑ |
//! | `+-3/4` | (±3)/4: an error | ±(3/4) |
//! | `on-over` | a difference | a name |
//! | `G.LeftStop` | `G.left_stop` | an error |
//!
//! The grammar is `Cgsuite.g` in `lib/core` of github.com/aaron-siegel/cgsuite.

use super::reader::{Reader, is_digit};
use super::tree::{Expression, Kind, Operator, binary};
use grundy_base::ParseError;

impl Reader<'_> {
    /// `S & T`, which binds more than a sum.
    pub(super) fn sidled(&mut self) -> Result<Expression, ParseError> {
        let onside = self.ordinal_sum()?;
        self.skip_space();
        let at = self.at;
        if !self.eat_at_once("&") {
            return Ok(onside);
        }
        let (onside, offside) = (Box::new(onside), Box::new(self.ordinal_sum()?));
        Ok(Expression { at, kind: Kind::Sides { onside, offside } })
    }

    /// `G:H`, which binds less than a product.
    fn ordinal_sum(&mut self) -> Result<Expression, ParseError> {
        let mut sum = self.product()?;
        loop {
            self.skip_space();
            let at = self.at;
            if self.rest().starts_with(":=") || !self.eat_at_once(":") {
                return Ok(sum);
            }
            self.count_operator(at)?;
            let right = self.product()?;
            sum = binary(at, Operator::OrdinalSum, sum, right);
        }
    }

    /// Signs, which bind more than a product.
    pub(super) fn signed_operand(&mut self) -> Result<Expression, ParseError> {
        self.skip_space();
        let at = self.at;
        let kind = if self.eat_at_once("+-") || self.eat_at_once("±") {
            self.switch()?
        } else if self.eat_at_once("-") {
            Kind::Negative(Box::new(self.deeper(Self::signed_operand)?))
        } else if self.eat_at_once("+") {
            return self.deeper(Self::signed_operand);
        } else {
            let operand = self.with_methods()?;
            self.skip_space();
            if self.rest().starts_with('^') {
                let error = self.error("an operator or the end");
                return Err(error.with_help("`1^` is a power in CGSuite; `1+^` is a sum"));
            }
            return Ok(operand);
        };
        Ok(Expression { at, kind })
    }

    /// `.Pow(n)` and `.PowTo(n)` behind an up, and whether all powers up to the n are added.
    pub(super) fn power_of_up(&mut self) -> Option<bool> {
        for (method, sum) in [(".PowTo(", true), (".Pow(", false)] {
            if let Some(rest) = self.rest().strip_prefix(method)
                && (rest.starts_with(is_digit) || rest.starts_with("on)"))
            {
                self.at += method.len();
                return Some(sum);
            }
        }
        None
    }
}

/// The name of the function for a method of CGSuite: `LeftStop` is `left_stop`.
pub(super) fn function_of(name: &str) -> String {
    match name {
        "NortonMultiply" => "norton_product".to_string(),
        "ConwayMultiply" => "conway_product".to_string(),
        "ReducedCanonicalForm" => "reduced".to_string(),
        "OutcomeClass" => "outcome".to_string(),
        name => snake_case(name),
    }
}

fn snake_case(name: &str) -> String {
    let mut found = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !found.is_empty() {
            found.push('_');
        }
        found.extend(c.to_lowercase());
    }
    found
}
