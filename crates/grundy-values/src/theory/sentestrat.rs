//! Orthodox play: which term of a sum to move in, and why.

use std::cmp::Ordering;
use std::fmt;

use crate::form::{Form, Forms};
use crate::{Dyadic, Thermograph};
use grundy_base::{Player, Stopped};

/// A move in a sum, as sentestrat chooses it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orthodox {
    /// The term that is played in, counted from 0.
    pub term: usize,
    /// What the term becomes.
    pub option: Form,
    /// The ambient temperature from now on.
    pub ambient: Dyadic,
    /// Why this move is chosen.
    pub reason: Reason,
}

/// Why a term is the one to play in. Printed, it is the end of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The opponent's latest move was a threat.
    Threat {
        /// The temperature of the term it was made in.
        temperature: Dyadic,
        /// The ambient temperature, which is lower.
        ambient: Dyadic,
    },
    /// No other term is hotter.
    Hottest {
        /// Its temperature.
        temperature: Dyadic,
    },
    /// Only numbers and infinitesimals are left, and the player who moves there
    /// can make the last move among the infinitesimals.
    LastMove,
    /// Only numbers and infinitesimals are left, and no move guarantees the last move among the
    /// infinitesimals.
    Infinitesimal,
    /// Only numbers are left, and a move in this one costs least.
    Number {
        /// What the move costs.
        cost: Dyadic,
    },
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Threat { temperature, ambient } => write!(
                f,
                "the latest move there threatens more than a move elsewhere is worth: \
                 temperature {temperature}, above the ambient temperature {ambient}"
            ),
            Reason::Hottest { temperature } => {
                write!(f, "no other term is hotter: temperature {temperature}")
            }
            Reason::LastMove => f.write_str(
                "only numbers and infinitesimals are left, and this makes sure of the last move \
                 among the infinitesimals",
            ),
            Reason::Infinitesimal => f.write_str(
                "only numbers and infinitesimals are left, and no move makes sure of the last one \
                 among the infinitesimals",
            ),
            Reason::Number { cost } => {
                write!(f, "only numbers are left, and the move there costs least: {cost}")
            }
        }
    }
}

impl Forms<'_> {
    /// The move that sentestrat chooses in a sum; none if the player has none.
    ///
    /// `latest` is the term in which the opponent has just moved, and `ambient` the ambient
    /// temperature: the lowest that the hottest term has had since play began; none if play begins
    /// now. If the latest move left its term hotter than that, it is answered there; otherwise the
    /// hottest term is played in, and the ambient temperature falls to its temperature if that is
    /// lower. The option is a best one at the ambient temperature: its facing wall is the best for
    /// the player there. Once only infinitesimals and numbers are left they are added, to find a
    /// move after which the player has the last one among the infinitesimals.
    ///
    /// Whatever the opponent does, the player who begins play this way comes to
    /// stops whose sum is no less than the sum of the means, and the one who goes
    /// second loses at most the temperature of the hottest term against it
    /// (Berlekamp, The economist's view of combinatorial games, in Games of No
    /// Chance; Winning Ways, chapter 6). Time: the thermographs of the terms, and
    /// the canonical form of their sum when no term is hot.
    pub fn orthodox_move(
        &mut self,
        terms: &[Form],
        player: Player,
        latest: Option<usize>,
        ambient: Option<&Dyadic>,
    ) -> Result<Option<Orthodox>, Stopped> {
        if let (Some(term), Some(ambient)) = (latest, ambient)
            && let Some(&form) = terms.get(term)
        {
            let temperature = self.temperature(form)?;
            if temperature > *ambient
                && temperature > Dyadic::ZERO
                && let Some(option) = self.orthodox_option(form, player, ambient)?
            {
                let reason = Reason::Threat { temperature, ambient: ambient.clone() };
                return Ok(Some(Orthodox { term, option, ambient: ambient.clone(), reason }));
            }
        }
        let mut hottest: Option<(Dyadic, usize)> = None;
        for (term, &form) in terms.iter().enumerate() {
            if self.is_number(form) && self.options(form, player)?.is_empty() {
                continue;
            }
            let temperature = self.temperature(form)?;
            if hottest.as_ref().is_none_or(|known| temperature > known.0) {
                hottest = Some((temperature, term));
            }
        }
        let Some((temperature, term)) = hottest else { return Ok(None) };
        if temperature == Dyadic::ZERO
            && let Some((term, option)) = self.last_move(terms, player)?
        {
            let (ambient, reason) = (Dyadic::ZERO, Reason::LastMove);
            return Ok(Some(Orthodox { term, option, ambient, reason }));
        }
        let mut next = ambient.unwrap_or(&temperature).min(&temperature).clone();
        if next < Dyadic::ZERO {
            next = Dyadic::ZERO;
        }
        let Some(option) = self.orthodox_option(terms[term], player, &next)? else {
            return Ok(None);
        };
        let reason = match temperature.sign() {
            Ordering::Greater => Reason::Hottest { temperature },
            Ordering::Equal => Reason::Infinitesimal,
            Ordering::Less => Reason::Number { cost: -&temperature },
        };
        Ok(Some(Orthodox { term, option, ambient: next, reason }))
    }

    /// A move in an infinitesimal, or in one beside a number: after it the sum is at least its mean
    /// for Left, or at most for Right.
    fn last_move(
        &mut self,
        terms: &[Form],
        player: Player,
    ) -> Result<Option<(usize, Form)>, Stopped> {
        let sum = self.sum_all(terms.iter().copied())?;
        let mean = self.stop(sum, player).clone();
        let mean = self.number(mean)?;
        for (term, &form) in terms.iter().enumerate() {
            if self.is_number(form) {
                continue;
            }
            let rest = self.difference(sum, form)?;
            for option in self.options(form, player)? {
                let moved = self.sum(rest, option)?;
                let (low, high) = match player {
                    Player::Left => (mean, moved),
                    Player::Right => (moved, mean),
                };
                if self.at_most(low, high)? {
                    return Ok(Some((term, option)));
                }
            }
        }
        Ok(None)
    }

    /// A player's best option at a temperature; if several are equally good, one that is better
    /// than the others as a game, if there is one.
    fn orthodox_option(
        &mut self,
        form: Form,
        player: Player,
        temperature: &Dyadic,
    ) -> Result<Option<Form>, Stopped> {
        let mut best: Option<(Dyadic, Form)> = None;
        for option in self.options(form, player)? {
            let thermograph: Thermograph = self.thermograph(option)?;
            let stop = thermograph.stop(player.opponent(), temperature);
            let better = match &best {
                None => true,
                Some((known, other)) => {
                    let (stop_order, [low, high]) = match player {
                        Player::Left => (stop.cmp(known), [*other, option]),
                        Player::Right => (known.cmp(&stop), [option, *other]),
                    };
                    match stop_order {
                        Ordering::Equal => self.at_most(low, high)?,
                        order => order == Ordering::Greater,
                    }
                }
            };
            if better {
                best = Some((stop, option));
            }
        }
        Ok(best.map(|(_, option)| option))
    }
}
