//! Incentives (what a move gains), followers, the number of lines of play, companions.

use hashbrown::HashSet;
use num_bigint::BigInt;

use crate::Dyadic;
use crate::form::{Compact, Form, Forms, List};
use grundy_base::{ByPlayer, Player, Stopped};

/// Lines of play are counted in nimbers up to this size: the number has as many
/// digits as half of it.
const LARGEST_NIMBER: u32 = 1 << 16;

impl Forms<'_> {
    /// What a player's moves gain: G^L - G for Left, G - G^R for Right, without incentives that are
    /// no better than another. Sorted. Time: two comparisons for each pair of options.
    pub fn incentives_of(&mut self, g: Form, player: Player) -> Result<List, Stopped> {
        let gains = self.gains(g, player)?;
        self.undominated(g, gains)
    }

    /// The incentives of both players, without incentives that are no better than another.
    pub fn incentives(&mut self, g: Form) -> Result<List, Stopped> {
        let mut gains = self.gains(g, Player::Left)?;
        gains.extend(self.gains(g, Player::Right)?);
        self.undominated(g, gains)
    }

    fn gains(&mut self, g: Form, player: Player) -> Result<List, Stopped> {
        let mut gains = List::new();
        for option in self.options(g, player)? {
            gains.push(match player {
                Player::Left => self.difference(option, g)?,
                Player::Right => self.difference(g, option)?,
            });
        }
        Ok(gains)
    }

    fn undominated(&mut self, g: Form, mut gains: List) -> Result<List, Stopped> {
        gains.sort_unstable();
        gains.dedup();
        // The incentives of nimbers are nimbers; none is better than another.
        if self.as_compact(g).is_some_and(|value| value.ups == 0 && value.nimber > 0) {
            return Ok(gains);
        }
        let mut best = List::new();
        for (i, &gain) in gains.iter().enumerate() {
            let mut dominated = false;
            for (j, &other) in gains.iter().enumerate() {
                if i != j && !dominated {
                    self.step()?;
                    dominated = self.at_most(gain, other)?;
                }
            }
            if !dominated {
                best.push(gain);
            }
        }
        Ok(best)
    }

    /// All that can be reached from a game by moves, by any player in any order,
    /// itself included; each once, sorted. Time and memory grow with their
    /// number, which for an integer n is n + 1.
    pub fn followers(&mut self, g: Form) -> Result<Vec<Form>, Stopped> {
        let mut found: HashSet<Form> = HashSet::from_iter([g]);
        let mut open = vec![g];
        while let Some(next) = open.pop() {
            self.step()?;
            let held = (open.capacity() + 2 * found.capacity()) * size_of::<Form>();
            self.limits.room(self.bytes() + held as u64, self.len())?;
            for player in Player::BOTH {
                let options = self.options(next, player)?;
                open.extend(options.into_iter().filter(|&option| found.insert(option)));
            }
        }
        let mut followers: Vec<Form> = found.into_iter().collect();
        followers.sort_unstable();
        Ok(followers)
    }

    /// The number of lines of play that end as soon as there is a number, where
    /// the players need not take turns: 1 for a number, and otherwise the sum
    /// over all options (CGSuite's stop count). Time: an addition for each
    /// option of a follower.
    pub fn stop_count(&mut self, g: Form) -> Result<BigInt, Stopped> {
        self.fold(
            g,
            |forms, g| forms.as_compact(g).map(|value| lines(&value)).transpose(),
            |_, _, ByPlayer { left, right }| Ok(left.into_iter().chain(right).sum()),
        )
    }

    /// The companion of a game, as CGSuite defines it: * for 0 and 0 for *; for
    /// other games the options are replaced by their companions, and the player
    /// for whom the game is at least zero gets the option 0.
    ///
    /// Time: a form and two comparisons for each follower.
    pub fn companion(&mut self, g: Form) -> Result<Form, Stopped> {
        self.fold(
            g,
            |forms, g| {
                let Some(value) = forms.as_compact(g) else { return Ok(None) };
                // For k·↑ + *n, the options 0 and * change places.
                let changed = value.number == Dyadic::ZERO && value.nimber < 2;
                let nimber = if changed { value.nimber ^ 1 } else { value.nimber };
                forms.compact(Compact { nimber, ..value }).map(Some)
            },
            |forms, g, ByPlayer { mut left, mut right }| {
                if forms.at_most(Form::ZERO, g)? {
                    left.push(Form::ZERO);
                }
                if forms.at_most(g, Form::ZERO)? {
                    right.push(Form::ZERO);
                }
                forms.canonical(left, right)
            },
        )
    }
}

/// The stop count of a compact value.
///
/// *k has 2·3^(k-1): twice the sum of all before. Each up has one line at once,
/// and goes on with one less and the other nimber; ↑* = {0, * | 0}.
fn lines(value: &Compact) -> Result<BigInt, Stopped> {
    let ups = value.ups.unsigned_abs();
    if value.nimber >= LARGEST_NIMBER {
        return Err(Stopped::Numbering { what: "lines of a nimber", limit: LARGEST_NIMBER.into() });
    }
    let nim = |size: u32| match size {
        0 => BigInt::from(1),
        _ => BigInt::from(3).pow(size - 1) * 2,
    };
    Ok(match ups {
        0 => nim(value.nimber),
        // The nimber that stands beside the last up.
        _ => match value.nimber ^ (ups - 1) & 1 {
            1 => BigInt::from(ups - 1) + 4,
            last => BigInt::from(ups) + nim(last ^ 1),
        },
    })
}
