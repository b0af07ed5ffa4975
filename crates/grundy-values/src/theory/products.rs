//! Ordinal sums, and the products of Conway and Norton.

use hashbrown::HashMap;

use super::TheoryError;
use super::walk::Visit;
use crate::form::{Compact, Form, Forms, List};
use crate::{Dyadic, nim_product};
use grundy_base::{ByPlayer, Player, Stopped};

impl Forms<'_> {
    /// The ordinal sum G:H = {G^L, G:H^L | G^R, G:H^R}: a move in G throws H away.
    ///
    /// Its value depends on the form of G, not on its value alone; here it is
    /// the canonical form (Winning Ways, chapter 7, on the colon principle). Time:
    /// a form for each follower of H.
    pub fn ordinal_sum(&mut self, g: Form, h: Form) -> Result<Form, Stopped> {
        if g == Form::ZERO || h == Form::ZERO {
            return Ok(if g == Form::ZERO { h } else { g });
        }
        if let (Some(first), Some(second)) = (self.as_integer(g), self.as_integer(h))
            && first.sign() == second.sign()
        {
            return self.number(&first + &second);
        }
        let nimber = self.as_compact(g).filter(|g| g.ups == 0 && g.nimber > 0);
        let base = [self.options(g, Player::Left)?, self.options(g, Player::Right)?];
        self.fold(
            h,
            |forms, h| {
                if h == Form::ZERO {
                    return Ok(Some(g));
                }
                // x + *m : *n = x + *(m + n).
                let (Some(g), Some(h)) = (&nimber, forms.as_nimber(h)) else { return Ok(None) };
                let Some(nimber) = g.nimber.checked_add(h) else { return Ok(None) };
                forms.compact(Compact { nimber, ..g.clone() }).map(Some)
            },
            |forms, _, ByPlayer { left, right }| {
                let [g_left, g_right] = &base;
                let left = g_left.iter().copied().chain(left);
                forms.canonical(left, g_right.iter().copied().chain(right))
            },
        )
    }

    /// Conway's product: for Left, the options of G·H are G^L·H + G·H^L - G^L·H^L, and the same
    /// with options of Right in both places; for Right, with one option of each player.
    ///
    /// It is the product of numbers and the nim-product of nimbers. For other
    /// games it depends on the form, not on the value alone; here both forms
    /// are canonical (Conway, On Numbers and Games, chapters 1 and 6). Time:
    /// sums for all pairs of followers.
    pub fn conway_product(&mut self, g: Form, h: Form) -> Result<Form, Stopped> {
        self.walk((g.min(h), g.max(h)), |forms, (g, h), known| {
            match forms.simple_product(g, h)? {
                Some(product) => Ok(Visit::Found(product)),
                None => forms.product_of_options(g, h, known),
            }
        })
    }

    /// Products of integers with games, and of numbers or nimbers with each other.
    fn simple_product(&mut self, g: Form, h: Form) -> Result<Option<Form>, Stopped> {
        for (factor, other) in [(g, h), (h, g)] {
            if let Some(copies) = self.as_integer(factor) {
                return self.multiple(other, &copies.numerator()).map(Some);
            }
        }
        if let (Some(x), Some(y)) = (self.as_number(g), self.as_number(h)) {
            let places = x.exponent().checked_add(y.exponent());
            let places = places.ok_or(TOO_MANY_PLACES)?;
            let product = Dyadic::from_big(x.numerator() * y.numerator(), places);
            return self.number(product).map(Some);
        }
        if let (Some(x), Some(y)) = (self.as_nimber(g), self.as_nimber(h)) {
            // Nimbers below 2^32 are closed under products.
            return self.nimber(nim_product(x.into(), y.into()) as u32).map(Some);
        }
        Ok(None)
    }

    fn product_of_options(
        &mut self,
        g: Form,
        h: Form,
        known: &HashMap<(Form, Form), Form>,
    ) -> Result<Visit<(Form, Form), Form>, Stopped> {
        let pair = |a: Form, b: Form| (a.min(b), a.max(b));
        let mut options = Vec::new();
        for (first, mine) in [Player::Left, Player::Right].into_iter().enumerate() {
            for (second, theirs) in [Player::Left, Player::Right].into_iter().enumerate() {
                for &x in &self.options(g, mine)? {
                    for &y in &self.options(h, theirs)? {
                        options.push((first == second, [pair(x, h), pair(g, y), pair(x, y)]));
                    }
                }
            }
        }
        let needed = options.iter().flat_map(|(_, pairs)| pairs);
        let mut first: Vec<_> = needed.copied().filter(|pair| !known.contains_key(pair)).collect();
        if !first.is_empty() {
            first.sort_unstable();
            first.dedup();
            return Ok(Visit::After(first));
        }
        let (mut left, mut right) = (List::new(), List::new());
        for (for_left, [a, b, both]) in options {
            let sum = self.sum(known[&a], known[&b])?;
            let option = self.difference(sum, known[&both])?;
            if for_left { left.push(option) } else { right.push(option) }
        }
        self.canonical(left, right).map(Visit::Found)
    }

    /// Norton's product of a game with a unit U > 0.
    ///
    /// n·U is a sum of copies of U for integers n; for all others
    /// G·U = {G^L·U + U + Δ | G^R·U - U - Δ}, where Δ is any incentive of U of either player. It is
    /// additive in G and keeps the order (Winning Ways, chapter 8). Time: for each follower of G, a
    /// sum for each option and each incentive of U.
    pub fn norton_product(&mut self, g: Form, u: Form) -> Result<Form, TheoryError> {
        if u == Form::ZERO || !self.at_most(Form::ZERO, u)? {
            return Err(TheoryError::Undefined("the unit of a Norton product must be above zero"));
        }
        let mut steps = List::new();
        for incentive in self.incentives(u)? {
            steps.push(self.sum(u, incentive)?);
        }
        let product = self.fold(
            g,
            |forms, g| match forms.as_integer(g) {
                Some(copies) => forms.multiple(u, &copies.numerator()).map(Some),
                None => Ok(None),
            },
            |forms, _, options| {
                let mut moved = ByPlayer::<List>::default();
                for &step in &steps {
                    for &product in &options.left {
                        moved.left.push(forms.sum(product, step)?);
                    }
                    for &product in &options.right {
                        moved.right.push(forms.difference(product, step)?);
                    }
                }
                forms.canonical(moved.left, moved.right)
            },
        )?;
        Ok(product)
    }
}

const TOO_MANY_PLACES: Stopped =
    Stopped::Numbering { what: "binary places", limit: u32::MAX as u64 };
