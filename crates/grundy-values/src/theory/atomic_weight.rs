//! Atomic weights: infinitesimals measured in ups.

use super::TheoryError;
use crate::Dyadic;
use crate::form::{Compact, Form, Forms};
use grundy_base::{ByPlayer, Player, Stopped};

impl Forms<'_> {
    /// The atomic weight of a game: the W for which W·↑ can replace the game beside a remote star.
    /// None if it has none.
    ///
    /// Every all-small game has one. It is {W^L - 2 | W^R + 2}, where W^L and W^R are the weights
    /// of the options, unless that is an integer: then it is the greatest integer that fits between
    /// the options if the game is above the remote star, and the least one if it is below (Winning
    /// Ways, chapter 8; Siegel, Combinatorial Game Theory, section II.7). Other infinitesimals may
    /// have one, too: the same rule gives it if they are close enough to that number of ups.
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
    pub fn remote_star(&mut self, g: Form) -> Result<Form, Stopped> {
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
    pub fn is_near_ups(&mut self, g: Form, weight: Form, remote: Form) -> Result<bool, Stopped> {
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
