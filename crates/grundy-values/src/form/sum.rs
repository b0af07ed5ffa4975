//! Sums, negatives and multiples.

use num_bigint::{BigInt, Sign};

use super::numbers::Number;
use super::table::Parts;
use super::{Form, Forms, List};
use crate::Dyadic;
use grundy_base::stack::deeper;
use grundy_base::{Player, Stopped};

impl Forms<'_> {
    /// The sum of two games.
    ///
    /// Compact values add part by part, and a number x is added to every option of a game that is
    /// not a number (the number translation theorem). Otherwise the sum is
    /// {G^L + H, G + H^L | G^R + H, G + H^R}.
    pub fn sum(&mut self, a: Form, b: Form) -> Result<Form, Stopped> {
        if a == Form::ZERO || b == Form::ZERO {
            return Ok(if a == Form::ZERO { b } else { a });
        }
        let (first, second) = (self.parts(a), self.parts(b));
        if let (Some(first), Some(second)) = (first, second) {
            return self.sum_of_parts(first, second);
        }
        if self.table.record(a).negative() == Some(b) {
            return Ok(Form::ZERO);
        }
        // The number first, so that sums with the rest are shared.
        for (parts, other) in [(first, b), (second, a)] {
            match parts {
                Some(parts) if parts.is_number() => return self.translate(other, parts.number),
                Some(parts) if parts.number != Number::ZERO => {
                    let rest = self.intern_parts(Parts { number: Number::ZERO, ..parts })?;
                    let sum = self.sum(rest, other)?;
                    let number = self.intern_number(parts.number)?;
                    return self.sum(number, sum);
                }
                _ => {}
            }
        }
        let pair = [a.min(b), a.max(b)];
        if let Some(known) = self.sums.get(pair) {
            return Ok(Form(known));
        }
        let sum = deeper(|| {
            let left = self.options_of_sum(pair, Player::Left)?;
            let right = self.options_of_sum(pair, Player::Right)?;
            self.canonical_of(left, right)
        })?;
        self.sums.put(pair, sum.0);
        Ok(sum)
    }

    /// The sum of many games; the simplest forms are added first.
    pub fn sum_all(&mut self, terms: impl IntoIterator<Item = Form>) -> Result<Form, Stopped> {
        let mut terms: List = terms.into_iter().collect();
        terms.sort_unstable_by_key(|&term| (self.parts(term).is_none(), term));
        terms.into_iter().try_fold(Form::ZERO, |sum, term| self.sum(sum, term))
    }

    fn options_of_sum(&mut self, [a, b]: [Form; 2], player: Player) -> Result<List, Stopped> {
        let mut options = List::new();
        for (moved, still) in [(a, b), (b, a)] {
            for option in self.options(moved, player)? {
                options.push(self.sum(option, still)?);
            }
        }
        Ok(options)
    }

    fn sum_of_parts(&mut self, a: Parts, b: Parts) -> Result<Form, Stopped> {
        let number = self.numbers.add(a.number, b.number);
        let ups = a.ups.checked_add(b.ups).ok_or(TOO_MANY_UPS)?;
        self.intern_parts(Parts { number, ups, nimber: a.nimber ^ b.nimber })
    }

    fn intern_number(&mut self, number: Number) -> Result<Form, Stopped> {
        self.intern_parts(Parts { number, ups: 0, nimber: 0 })
    }

    /// A game with a number added.
    fn translate(&mut self, form: Form, by: Number) -> Result<Form, Stopped> {
        if let Some(parts) = self.parts(form) {
            let number = self.numbers.add(parts.number, by);
            return self.intern_parts(Parts { number, ..parts });
        }
        let number = self.intern_number(by)?;
        let pair = [number.min(form), number.max(form)];
        if let Some(known) = self.sums.get(pair) {
            return Ok(Form(known));
        }
        let [left, right] = deeper(|| self.map_options(form, |forms, x| forms.translate(x, by)))?;
        let sum = self.intern_options([&left, &right])?;
        self.sums.put(pair, sum.0);
        Ok(sum)
    }

    /// Both players' stored options, each changed, and sorted again.
    fn map_options(
        &mut self,
        form: Form,
        mut change: impl FnMut(&mut Self, Form) -> Result<Form, Stopped>,
    ) -> Result<[List; 2], Stopped> {
        let mut changed = self.table.options(form).map(List::from_slice);
        for options in &mut changed {
            for option in &mut *options {
                *option = change(self, *option)?;
            }
            options.sort_unstable();
        }
        Ok(changed)
    }

    /// The game with the roles of the players exchanged.
    pub fn negative(&mut self, form: Form) -> Result<Form, Stopped> {
        if let Some(known) = self.table.record(form).negative() {
            return Ok(known);
        }
        let negative = match self.parts(form) {
            Some(Parts { number, ups, nimber }) => {
                let number = self.numbers.intern(-self.numbers.get(number));
                let ups = ups.checked_neg().ok_or(TOO_MANY_UPS)?;
                self.intern_parts(Parts { number, ups, nimber })?
            }
            None => {
                let [left, right] = deeper(|| self.map_options(form, Self::negative))?;
                self.intern_options([&right, &left])?
            }
        };
        self.table.set_negative(form, negative);
        Ok(negative)
    }

    /// The difference of two games.
    pub fn difference(&mut self, a: Form, b: Form) -> Result<Form, Stopped> {
        let negative = self.negative(b)?;
        self.sum(a, negative)
    }

    /// A multiple of a game, by doubling; a negative multiple is one of the negative.
    pub fn multiple(&mut self, form: Form, copies: &BigInt) -> Result<Form, Stopped> {
        if copies.sign() == Sign::Minus {
            let multiple = self.multiple(form, &-copies)?;
            return self.negative(multiple);
        }
        if let Some(Parts { number, ups, nimber }) = self.parts(form) {
            let number: Dyadic = self.numbers.get(number).times(copies);
            let number = self.numbers.intern(number);
            let ups = i32::try_from(copies * ups).map_err(|_| TOO_MANY_UPS)?;
            let nimber = if copies.bit(0) { nimber } else { 0 };
            return self.intern_parts(Parts { number, ups, nimber });
        }
        let mut sum = Form::ZERO;
        for bit in (0..copies.bits()).rev() {
            sum = self.sum(sum, sum)?;
            if copies.bit(bit) {
                sum = self.sum(sum, form)?;
            }
        }
        Ok(sum)
    }
}

const TOO_MANY_UPS: Stopped = Stopped::Numbering { what: "ups", limit: i32::MAX as u64 };
