//! Kinds of games: numbers, nimbers, infinitesimals and the like.

use std::cmp::Ordering;

use crate::Dyadic;
use crate::form::{Form, Forms};
use grundy_base::{ByPlayer, Outcome, Player, Stopped};

/// Who makes the last move, however the game is played until there is a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Temper {
    Even,
    Odd,
    Neither,
}

impl Forms<'_> {
    /// Whether a game is a whole number.
    #[must_use]
    pub fn is_integer(&self, g: Form) -> bool {
        self.as_number(g).is_some_and(Dyadic::is_integer)
    }

    /// Whether a game is a number.
    #[must_use]
    pub fn is_number(&self, g: Form) -> bool {
        self.as_number(g).is_some()
    }

    /// Whether a game is a nimber; zero is.
    #[must_use]
    pub fn is_nimber(&self, g: Form) -> bool {
        self.as_nimber(g).is_some()
    }

    /// Whether a game is smaller than every number above zero, and greater than
    /// every one below: both stops are zero.
    #[must_use]
    pub fn is_infinitesimal(&self, g: Form) -> bool {
        self.is_numberish(g) && *self.stop(g, Player::Left) == Dyadic::ZERO
    }

    /// Whether a game is infinitesimally close to a number: its stops are equal.
    #[must_use]
    pub fn is_numberish(&self, g: Form) -> bool {
        self.stop(g, Player::Left) == self.stop(g, Player::Right)
    }

    /// Whether in every follower both players can move or neither can; such
    /// games are also called dicots. Time: the options of all followers.
    pub fn is_all_small(&mut self, g: Form) -> Result<bool, Stopped> {
        if !self.is_infinitesimal(g) {
            return Ok(false);
        }
        self.fold(
            g,
            |forms, g| Ok(forms.as_compact(g).map(|value| value.number == Dyadic::ZERO)),
            |_, _, ByPlayer { left, right }| Ok(left.into_iter().chain(right).all(|small| small)),
        )
    }

    /// Whether a game is a number, or a number plus a tiny or a miny: x + {0||0|-H}
    /// or x + {H|0||0}, where H has its right stop above zero.
    pub fn is_number_tiny(&mut self, g: Form) -> Result<bool, Stopped> {
        if self.is_number(g) {
            return Ok(true);
        }
        for player in Player::BOTH {
            let opponent = player.opponent();
            // The player stays at the number; the opponent threatens to leave it.
            let [still] = self.options(g, player)?[..] else { continue };
            let [threatening] = self.options(g, opponent)?[..] else { continue };
            let [back] = self.options(threatening, player)?[..] else { continue };
            let [threat] = self.options(threatening, opponent)?[..] else { continue };
            let Some(number) = self.as_number(still) else { continue };
            let gain = match player {
                Player::Left => self.stop(threat, Player::Left).cmp(number).reverse(),
                Player::Right => self.stop(threat, Player::Right).cmp(number),
            };
            if back == still && gain == Ordering::Greater {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether every line of play to a number has an even number of moves: a
    /// number, or all options are odd-tempered. Time: the options of all followers.
    pub fn is_even_tempered(&mut self, g: Form) -> Result<bool, Stopped> {
        Ok(self.temper(g)? == Temper::Even)
    }

    /// Whether every line of play to a number has an odd number of moves: no
    /// number, and all options are even-tempered. Time: the options of all followers.
    pub fn is_odd_tempered(&mut self, g: Form) -> Result<bool, Stopped> {
        Ok(self.temper(g)? == Temper::Odd)
    }

    fn temper(&mut self, g: Form) -> Result<Temper, Stopped> {
        self.fold(
            g,
            |forms, g| {
                Ok(forms.as_compact(g).map(|value| match (value.ups, value.nimber) {
                    (0, 0) => Temper::Even,
                    (0, 1) => Temper::Odd,
                    // Others have both 0 and *, or options that lead to them.
                    _ => Temper::Neither,
                }))
            },
            |_, _, ByPlayer { left, right }| {
                let mut options = left.into_iter().chain(right);
                // Only numbers have no option.
                let first = options.next().unwrap_or(Temper::Neither);
                Ok(match first {
                    Temper::Even if options.all(|option| option == first) => Temper::Odd,
                    Temper::Odd if options.all(|option| option == first) => Temper::Even,
                    _ => Temper::Neither,
                })
            },
        )
    }

    /// The whole number that a form is, if it is one.
    pub(super) fn as_integer(&self, form: Form) -> Option<Dyadic> {
        self.as_number(form).filter(|number| number.is_integer()).cloned()
    }

    /// The size of the nimber that a form is, if it is one.
    #[must_use]
    pub fn as_nimber(&self, form: Form) -> Option<u32> {
        let value = self.as_compact(form)?;
        (value.ups == 0 && value.number == Dyadic::ZERO).then_some(value.nimber)
    }

    /// Who wins under normal play.
    pub fn outcome(&mut self, g: Form) -> Result<Outcome, Stopped> {
        Ok(match self.sign(g)? {
            Some(Ordering::Equal) => Outcome::P,
            Some(Ordering::Greater) => Outcome::L,
            Some(Ordering::Less) => Outcome::R,
            None => Outcome::N,
        })
    }
}
