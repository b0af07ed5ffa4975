//! Atomic weights: infinitesimals measured in ups.

use super::TheoryError;
use crate::limits::Stopped;
use crate::player::{ByPlayer, Player};
use crate::value::Dyadic;
use crate::value::form::{Compact, Form, Forms};

impl Forms<'_> {
    /// The atomic weight of a game: the W for which W·↑ can take its place
    /// beside a remote star. None if it has none.
    ///
    /// Every all-small game has one. It is {W^L - 2 | W^R + 2}, W^L and W^R those
    /// of the options, unless that is an integer: then it is the greatest integer
    /// that fits between the options if the game is above the remote star, and the
    /// least one if it is below (Winning Ways, chapter 8; Siegel, Combinatorial
    /// Game Theory, section II.7). Other infinitesimals may have one, too: what
    /// the same rule gives is theirs if they are close enough to that many ups.
    ///
    /// Time: a form and two comparisons for each follower.
    pub fn atomic_weight(&mut self, g: Form) -> Result<Option<Form>, Stopped> {
        if !self.is_infinitesimal(g) {
            return Ok(None);
        }
        if let Some(value) = self.as_compact(g) {
            return self.number(i64::from(value.ups).into()).map(Some);
        }
        let remote = self.remote_star(g)?;
        let weight = self.weight_by_options(g, remote)?;
        let has_one = self.is_all_small(g)? || self.is_near_ups(g, weight, remote)?;
        Ok(has_one.then_some(weight))
    }

    /// A nimber that is a power of two and greater than all in a game.
    fn remote_star(&mut self, g: Form) -> Result<Form, Stopped> {
        let greatest: u32 = self.fold(
            g,
            // ↑*k leads to *(k⊕1).
            |forms, g| Ok(forms.as_compact(g).map(|value| value.nimber | 1)),
            |_, _, ByPlayer { left, right }| Ok(left.into_iter().chain(right).max().unwrap_or(1)),
        )?;
        let remote = greatest.checked_add(1).and_then(u32::checked_next_power_of_two);
        const LARGEST: u64 = 1 << 31;
        self.nimber(remote.ok_or(Stopped::Numbering { what: "nimbers", limit: LARGEST })?)
    }

    fn weight_by_options(&mut self, g: Form, remote: Form) -> Result<Form, Stopped> {
        let [more, less] = [self.number(2.into())?, self.number((-2).into())?];
        self.fold(
            g,
            |forms, g| match forms.as_compact(g) {
                Some(value) => forms.number(i64::from(value.ups).into()).map(Some),
                None => Ok(None),
            },
            |forms, g, ByPlayer { left, right }| {
                let (left, right) = (forms.sums(left, less)?, forms.sums(right, more)?);
                let weight = forms.canonical(left.clone(), right.clone())?;
                if !forms.is_integer(weight) {
                    return Ok(weight);
                }
                if forms.at_most(remote, g)? {
                    forms.extreme_integer(&right, Player::Right)
                } else if forms.at_most(g, remote)? {
                    forms.extreme_integer(&left, Player::Left)
                } else {
                    Ok(weight)
                }
            },
        )
    }

    /// The greatest integer that is at least none of Right's options, or the
    /// least one that is at most none of Left's.
    fn extreme_integer(&mut self, options: &[Form], player: Player) -> Result<Form, Stopped> {
        let mut extreme: Option<Dyadic> = None;
        let one = Dyadic::from(1);
        for &option in options {
            let found = match player {
                Player::Right => {
                    let stop = self.stop(option, Player::Left).floor();
                    let whole = self.number(stop.clone())?;
                    if self.at_most(option, whole)? { &stop - &one } else { stop }
                }
                Player::Left => {
                    let stop = -&(-self.stop(option, Player::Right)).floor();
                    let whole = self.number(stop.clone())?;
                    if self.at_most(whole, option)? { &stop + &one } else { stop }
                }
            };
            extreme = Some(match (extreme, player) {
                (None, _) => found,
                (Some(known), Player::Right) => known.min(found),
                (Some(known), Player::Left) => known.max(found),
            });
        }
        self.number(extreme.unwrap_or_default())
    }

    /// Whether a game differs from W·↑ by no more than a game of weight zero,
    /// which shows that W is its weight.
    ///
    /// The bound is ↑* plus the ordinal sum of a remote star and -1, a kite on a
    /// long string, of weight -1 (the test is due to Wolfe).
    fn is_near_ups(&mut self, g: Form, weight: Form, remote: Form) -> Result<bool, Stopped> {
        let minus = self.number((-1).into())?;
        let kite = self.ordinal_sum(remote, minus)?;
        let up_star = self.compact(Compact { ups: 1, nimber: 1, ..Compact::default() })?;
        let bound = self.sum(up_star, kite)?;
        let minus_bound = self.negative(bound)?;
        let up = self.compact(Compact { ups: 1, ..Compact::default() })?;
        let ups = match self.norton_product(weight, up) {
            Ok(ups) => ups,
            Err(TheoryError::Stopped(stopped)) => return Err(stopped),
            Err(TheoryError::Undefined(_)) => return Ok(false),
        };
        let difference = self.difference(g, ups)?;
        Ok(self.at_most(minus_bound, difference)? && self.at_most(difference, bound)?)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::*;

    /// From Winning Ways, chapter 8, Siegel, section II.7, and CGSuite.
    #[test]
    fn atomic_weights_are_the_published_ones() {
        let mut t = Theory::new();
        for (g, weight) in [
            ("0", Some("0")),
            ("*5", Some("0")),
            ("^", Some("1")),
            ("^*", Some("1")),
            ("v17*3", Some("-17")),
            ("^[4]", Some("1")),
            ("^<2>", Some("0")),
            // ↑² = ↑[2] - ↑, and {0|↑²} = ↑ + 2·↑² + *.
            ("{0|^<2>}", Some("1")),
            ("{0||0|v3}", Some("0")),
            // Options of weight 3 and -2 make a switch.
            ("{^3|vv}", Some("{1|0}")),
            ("{^3|v3}", Some("+-1")),
            // {0|↑} = ↑↑*, {0|n·↑} = (n+1)·↑* (Winning Ways, chapter 3).
            ("{0|^}", Some("2")),
            ("{0|^^^}", Some("4")),
            ("Tiny(3/2)", Some("0")),
            ("Tiny({3|1})", Some("0")),
            ("{5||3|1|||0||||0}", Some("0")),
            ("{1|^^||^}", Some("2")),
            ("{1|^3||^}", None),
            ("5", None),
            ("9/8*", None),
            ("+-1", None),
            ("{3||2*|1*}", None),
        ] {
            let form = t.form(g);
            let found = t.forms.atomic_weight(form).unwrap();
            let weight = weight.map(|text| t.form(text));
            assert_eq!(found, weight, "{g}: {:?}", found.map(|w| t.text(w)));
        }
    }

    #[test]
    fn atomic_weights_of_all_small_games_add_and_bound_them() {
        let mut t = Theory::new();
        let (mut unusual, mut above) = (0, 0);
        let [two, minus] = ["2", "-2"].map(|text| t.form(text));
        for round in 0..3_000 {
            let moves = 1 + round % 2;
            let (g, h) = (t.all_small(moves), t.all_small(moves));
            let sum = t.forms.sum(g, h).unwrap();
            let [wg, wh, ws] = [g, h, sum].map(|x| t.forms.atomic_weight(x).unwrap().unwrap());
            assert_eq!(t.forms.sum(wg, wh), Ok(ws), "{} {}", t.text(g), t.text(h));
            unusual += usize::from(!t.forms.is_integer(wg));
            // Two ahead wins.
            if t.forms.at_most(two, ws).unwrap() {
                above += 1;
                assert!(t.forms.at_most(Form::ZERO, sum).unwrap(), "{}", t.text(sum));
            }
            if t.forms.at_most(ws, minus).unwrap() {
                assert!(t.forms.at_most(sum, Form::ZERO).unwrap(), "{}", t.text(sum));
            }
            // A game is above the remote star exactly if its weight is at least one.
            let remote = t.forms.remote_star(g).unwrap();
            let one = t.form("1");
            let is_above = t.forms.at_most(remote, g).unwrap();
            assert_eq!(is_above, t.forms.at_most(one, wg).unwrap(), "{}", t.text(g));
            assert!(t.forms.is_near_ups(g, wg, remote).unwrap(), "{}", t.text(g));
            // The test of nearness can fail.
            let wrong = t.forms.sum(wg, one).unwrap();
            assert!(!t.forms.is_near_ups(g, wrong, remote).unwrap(), "{}", t.text(g));
        }
        assert!(unusual > 10 && above > 10, "{unusual} {above}");
    }
}
