//! Cooling, heating, overheating and freezing: making moves dearer or cheaper.

use std::rc::Rc;

use super::TheoryError;
use crate::limits::Stopped;
use crate::player::ByPlayer;
use crate::value::form::{Form, Forms, List};
use crate::value::{Dyadic, Thermograph};

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

    /// The game heated by t, any game: {∫G^L + t | ∫G^R - t}, and numbers as
    /// they are.
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

    /// The game cooled by its temperature: its mean and an infinitesimal;
    /// numbers as they are.
    pub fn freeze(&mut self, g: Form) -> Result<Form, TheoryError> {
        if self.as_number(g).is_some() {
            return Ok(g);
        }
        let temperature = self.temperature(g)?;
        self.cool(g, &temperature)
    }

    /// Games with the same one added to each.
    pub(super) fn sums(
        &mut self,
        games: impl IntoIterator<Item = Form>,
        add: Form,
    ) -> Result<List, Stopped> {
        games.into_iter().map(|game| self.sum(game, add)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::*;
    use crate::player::Player;

    fn number(text: &str, t: &mut Theory) -> Dyadic {
        let form = t.form(text);
        t.forms.as_number(form).unwrap().clone()
    }

    /// From CGSuite; the first ones can be read off the thermograph.
    #[test]
    fn games_are_cooled_as_published() {
        let mut t = Theory::new();
        for (g, by, cooled) in [
            ("{3||2*|1*}", "0", "{3||2*|1*}"),
            ("{3||2*|1*}", "1/4", "{11/4||2|3/2}"),
            ("{3||2*|1*}", "1/2", "{5/2|2*}"),
            ("{3||2*|1*}", "5/8", "{19/8|17/8}"),
            ("{3||2*|1*}", "3/4", "9/4*"),
            ("{3||2*|1*}", "70", "9/4"),
            ("{3||2*|1*}", "-1/2", "{7/2|||5/2|3/2||+-1/2}"),
            ("1/4", "-1/8", "1/4"),
            ("1/4", "-1/4", "1/4*"),
            ("1/4", "-3/8", "{3/8|1/8}"),
            ("+-1", "1", "*"),
            ("+-1", "1/2", "+-1/2"),
            ("{4|2}", "1", "3*"),
            ("^*3", "1/1024", "0"),
            ("1000000000000000000", "-7/8", "1000000000000000000"),
        ] {
            let (form, by) = (t.form(g), number(by, &mut t));
            let found = t.forms.cool(form, &by).unwrap();
            let cooled = t.form(cooled);
            assert_eq!(found, cooled, "{g} cooled by {by}: {}", t.text(found));
        }
        let one = t.form("1");
        let error = t.forms.cool(one, &Dyadic::from(-1)).unwrap_err();
        assert_eq!(error.to_string(), "a game can only be cooled by more than -1");
    }

    #[test]
    fn games_are_heated_and_overheated_as_published() {
        let mut t = Theory::new();
        for (g, by, heated) in [
            ("{3||2*|1*}", "0", "{3||2*|1*}"),
            ("{3||2*|1*}", "1/2", "{7/2|||5/2|3/2||+-1/2}"),
            ("{3||2*|1*}", "1", "{4|||3|1||0|-2}"),
            ("{3||2*|1*}", "-3/4", "9/4*"),
            ("{3||2*|1*}", "-1", "9/4"),
            ("{3||2*|1*}", "-2", "3/2"),
            ("{3||2*|1*}", "-3", "1"),
            ("{3||2*|1*}", "-4", "0"),
            ("{3||2*|1*}", "*", "{3*||2|1}"),
            ("*", "1", "+-1"),
        ] {
            let (form, by) = (t.form(g), t.form(by));
            let found = t.forms.heat(form, by).unwrap();
            let heated = t.form(heated);
            assert_eq!(found, heated, "{g}: {}", t.text(found));
        }
        for (g, from, to, overheated) in
            [("{3||2*|1*}", "*", "1*", "{1||+-(1*)|-1,{-1|-3}}"), ("7/16", "0", "0", "^[3]")]
        {
            let (g, from, to) = (t.form(g), t.form(from), t.form(to));
            let found = t.forms.overheat(g, from, to).unwrap();
            let overheated = t.form(overheated);
            assert_eq!(found, overheated, "{}", t.text(found));
        }
    }

    #[test]
    fn frozen_games_are_the_published_ones() {
        let mut t = Theory::new();
        for (g, frozen) in [
            ("{3||2*|1*}", "9/4*"),
            ("{3/2*|1/2||{0|-3},{-1*,{-1/2|-1*}|-5/2}}", "-5/16*"),
            ("^[4]", "^[4]"),
            ("25/16", "25/16"),
            ("Tiny(3/2)", "Tiny(3/2)"),
        ] {
            let form = t.form(g);
            let found = t.forms.freeze(form).unwrap();
            let frozen = t.form(frozen);
            assert_eq!(found, frozen, "{g}: {}", t.text(found));
        }
    }

    #[test]
    fn cooled_games_have_the_walls_as_stops_and_the_same_mean() {
        let mut t = Theory::new();
        for round in 0..4_000 {
            let g = if round % 2 == 0 { t.game(3) } else { t.hot(3) };
            let thermograph = t.forms.thermograph(g).unwrap();
            for quarters in [1, 2, 3, 4, 7, 12, 16] {
                let by = Dyadic::new(quarters, 2);
                let cooled = t.forms.cool(g, &by).unwrap();
                for player in Player::BOTH {
                    assert_eq!(t.forms.stop(cooled, player), &thermograph.stop(player, &by));
                }
                assert_eq!(&t.forms.mean(cooled).unwrap(), thermograph.mean());
                if by < *thermograph.base() {
                    let temperature = t.forms.temperature(cooled).unwrap();
                    assert_eq!(temperature, thermograph.base() - &by, "{}", t.text(g));
                }
            }
        }
    }

    #[test]
    fn cooling_adds_and_undoes_heating() {
        let mut t = Theory::new();
        for _ in 0..1_000 {
            let (g, h) = (t.game(3), t.hot(2));
            let by = Dyadic::new(1 + t.below(12) as i64, 2);
            let sum = t.forms.sum(g, h).unwrap();
            let [g_cool, h_cool, sum_cool] = [g, h, sum].map(|x| t.forms.cool(x, &by).unwrap());
            assert_eq!(t.forms.sum(g_cool, h_cool), Ok(sum_cool), "{} {}", t.text(g), t.text(h));
            let degrees = t.forms.number(by.clone()).unwrap();
            let hot = t.forms.heat(g, degrees).unwrap();
            assert_eq!(t.forms.cool(hot, &by), Ok(g), "{} by {by}", t.text(g));
        }
    }

    #[test]
    fn overheating_by_an_only_incentive_is_nortons_product() {
        let mut t = Theory::new();
        // ↑ has the incentive ↑*, 1 the incentive -1, and 1/2 the incentive -1/2.
        for (unit, to) in [("^", "^^*"), ("1", "0"), ("1/2", "0")] {
            let (unit, to) = (t.form(unit), t.form(to));
            for _ in 0..600 {
                let g = t.game(3);
                let found = t.forms.overheat(g, unit, to).unwrap();
                assert_eq!(t.forms.norton_product(g, unit), Ok(found), "{}", t.text(g));
            }
        }
    }
}
