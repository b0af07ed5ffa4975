//! Cooling, heating, overheating and freezing: games in which a move costs more or less.

use std::rc::Rc;

use super::TheoryError;
use crate::form::{Form, Forms, List};
use crate::{Dyadic, Thermograph};
use grundy_base::{ByPlayer, Stopped};

impl Forms<'_> {
    /// The game cooled by t: a move costs t more.
    ///
    /// G_t = {G^L_t - t | G^R_t + t} up to the temperature of G, and the mean
    /// above it; t may be negative, but must be above -1 (Winning Ways, chapter
    /// 6; Siegel, Combinatorial Game Theory, section II.5). Time: a form and a
    /// thermograph for each follower.
    pub fn cool(&mut self, g: Form, t: &Dyadic) -> Result<Form, TheoryError> {
        if *t <= Dyadic::from(-1) {
            return Err(TheoryError::Undefined("a game can only be cooled by more than -1"));
        }
        if *t == Dyadic::ZERO {
            return Ok(g);
        }
        let (cost, gain) = (self.number(-t)?, self.number(t.clone())?);
        // Thermographs say when options freeze.
        let (cooled, _) = self.fold(
            g,
            |forms, g| {
                let Some(value) = forms.as_compact(g) else { return Ok(None) };
                let number = forms.number(value.number.clone())?;
                let frozen = match g == number {
                    true => *t > forms.temperature(g)?,
                    false => *t > Dyadic::ZERO,
                };
                Ok(frozen.then(|| (number, Rc::new(Thermograph::mast(&value.number)))))
            },
            |forms, g, ByPlayer { left, right }| {
                let walls = |options: &[(Form, Rc<Thermograph>)]| -> Vec<Rc<Thermograph>> {
                    options.iter().map(|(_, walls)| Rc::clone(walls)).collect()
                };
                let thermograph = match forms.as_compact(g) {
                    Some(value) => Thermograph::mast(&value.number),
                    None => {
                        let (left, right) = (walls(&left), walls(&right));
                        let (left, right) = (left.iter(), right.iter());
                        Thermograph::from_options(left.map(|w| &**w), right.map(|w| &**w))
                            .unwrap_or_else(|| Thermograph::mast(&Dyadic::ZERO))
                    }
                };
                let cooled = if forms.as_compact(g).is_none() && *t > *thermograph.base() {
                    forms.number(thermograph.mean().clone())?
                } else {
                    let left = forms.sums(left.iter().map(|option| option.0), cost)?;
                    let right = forms.sums(right.iter().map(|option| option.0), gain)?;
                    forms.canonical(left, right)?
                };
                Ok((cooled, Rc::new(thermograph)))
            },
        )?;
        Ok(cooled)
    }

    /// The game heated by t, which may be any game: {∫G^L + t | ∫G^R - t}; numbers stay as they
    /// are.
    ///
    /// Cooling by the same t > 0 undoes it (Winning Ways, chapter 6). It depends
    /// on the form; here it is the canonical form. Time: two sums for each option
    /// of a follower.
    pub fn heat(&mut self, g: Form, t: Form) -> Result<Form, Stopped> {
        self.heated(g, t, |forms, g| Ok(forms.as_number(g).is_some().then_some(g)))
    }

    /// The game overheated from s to t: {∫G^L + t | ∫G^R - t}, and n copies of s
    /// for an integer n.
    ///
    /// Norton's product with U is overheating from U to U + Δ where Δ is the only
    /// incentive of U (Berlekamp, Blockbusting and Domineering, 1988; Winning Ways,
    /// chapter 8). It depends on the form; here it is the canonical form. Time: two
    /// sums for each option of a follower.
    pub fn overheat(&mut self, g: Form, s: Form, t: Form) -> Result<Form, Stopped> {
        self.heated(g, t, |forms, g| match forms.as_integer(g) {
            Some(copies) => forms.multiple(s, &copies.numerator()).map(Some),
            None => Ok(None),
        })
    }

    fn heated(
        &mut self,
        g: Form,
        t: Form,
        base: impl Fn(&mut Self, Form) -> Result<Option<Form>, Stopped>,
    ) -> Result<Form, Stopped> {
        let minus = self.negative(t)?;
        self.fold(g, base, |forms, _, ByPlayer { left, right }| {
            let left = forms.sums(left, t)?;
            let right = forms.sums(right, minus)?;
            forms.canonical(left, right)
        })
    }

    /// The game cooled by its temperature: its mean and an infinitesimal; numbers stay as they are.
    pub fn freeze(&mut self, g: Form) -> Result<Form, TheoryError> {
        if self.as_number(g).is_some() {
            return Ok(g);
        }
        let temperature = self.temperature(g)?;
        self.cool(g, &temperature)
    }

    /// The sum of each of these games with `by`.
    pub(super) fn sums(
        &mut self,
        games: impl IntoIterator<Item = Form>,
        add: Form,
    ) -> Result<List, Stopped> {
        games.into_iter().map(|game| self.sum(game, add)).collect()
    }
}
