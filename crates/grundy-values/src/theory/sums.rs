//! Mean, temperature and thermograph of a sum, without the canonical form of the sum.

use std::collections::BTreeMap;

use num_bigint::BigInt;

use super::walk::Visit;
use crate::form::{Form, Forms};
use crate::{Corner, Dyadic, Thermograph};
use grundy_base::{ByPlayer, Player, Stopped};

/// A sum up to infinitesimals, which move no wall of a thermograph.
struct Parts {
    /// What the numbers and the means of the switches add to.
    number: Dyadic,
    /// The switches ±t that are left, each t once, growing.
    switches: Vec<Dyadic>,
    /// All other terms, added.
    rest: Form,
}

/// Terms, counted after pairs that cancel each other are taken out.
#[derive(Default)]
struct Counts {
    number: Dyadic,
    /// By t: whether the number of switches ±t is odd.
    switches: BTreeMap<Dyadic, bool>,
    /// By the lesser of a game and its negative: how many more copies there are of it than of the
    /// other.
    others: BTreeMap<Form, i64>,
}

impl Forms<'_> {
    /// The mean of a sum, which is the sum of the means. Time: the thermographs of the terms.
    pub fn mean_of_sum(&mut self, terms: &[Form]) -> Result<Dyadic, Stopped> {
        let mut sum = Dyadic::ZERO;
        for &term in terms {
            sum = &sum + &self.mean(term)?;
        }
        Ok(sum)
    }

    /// The temperature of a sum. The sum is added only if nothing is left to win: the temperature
    /// of a number is below zero.
    pub fn temperature_of_sum(&mut self, terms: &[Form]) -> Result<Dyadic, Stopped> {
        let thermograph = self.thermograph_of_sum(terms)?;
        if *thermograph.base() > Dyadic::ZERO {
            return Ok(thermograph.base().clone());
        }
        let sum = self.sum_all(terms.iter().copied())?;
        self.temperature(sum)
    }

    /// The thermograph of a sum, without the canonical form of the sum where
    /// theory allows it.
    ///
    /// Infinitesimals are left out: terms are reduced. Numbers add, and a switch {a|b} is its mean
    /// and ±(a - b)/2; two that are equal cancel, as do any games that are negatives of each other.
    /// What is no switch is added. Only moves in the hottest switch matter, for either player: the
    /// gain {2t|0} of a move in ±t grows with t. So the remaining switches are always the coolest
    /// few, and the thermograph is found from those of the rest and its followers, with each number
    /// of switches beside them.
    ///
    /// Time: a thermograph for each follower of the rest and each number of
    /// switches, and the canonical forms of the sum of all that is neither number
    /// nor switch.
    pub fn thermograph_of_sum(&mut self, terms: &[Form]) -> Result<Thermograph, Stopped> {
        let Parts { number, switches, rest } = self.parts_of_sum(terms)?;
        let thermograph = self.walk((rest, switches.len()), |forms, (form, count), known| {
            let number = forms.as_compact(form).map(|value| value.number);
            if let Some(number) = &number {
                if count == 0 {
                    return Ok(Visit::Found(Thermograph::mast(number)));
                }
                if form != Form::ZERO {
                    let switches = (Form::ZERO, count);
                    return Ok(match known.get(&switches) {
                        Some(thermograph) => Visit::Found(moved(thermograph, number)),
                        None => Visit::After(vec![switches]),
                    });
                }
            }
            let mut options = ByPlayer::<Vec<(Form, usize)>>::default();
            for player in Player::BOTH {
                let stored = forms.options(form, player)?;
                options[player] = stored.into_iter().map(|option| (option, count)).collect();
            }
            let fewer = count.checked_sub(1).map(|fewer| (form, fewer));
            let all = options.left.iter().chain(&options.right).chain(&fewer).copied();
            let first: Vec<_> = all.filter(|state| !known.contains_key(state)).collect();
            if !first.is_empty() {
                return Ok(Visit::After(first));
            }
            // Where the sum is a number x, a move in the switch comes back to x, so that the walls
            // meet there, too.
            let switched = fewer.map(|fewer| {
                let t = &switches[fewer.1];
                [moved(&known[&fewer], t), moved(&known[&fewer], &-t)]
            });
            let [gain, loss] = [0, 1].map(|i| switched.as_ref().map(|both| &both[i]));
            let left = options.left.iter().map(|state| &known[state]).chain(gain);
            let right = options.right.iter().map(|state| &known[state]).chain(loss);
            let found = Thermograph::from_options(left, right);
            Ok(Visit::Found(found.unwrap_or_else(|| Thermograph::mast(&Dyadic::ZERO))))
        })?;
        Ok(moved(&thermograph, &number))
    }

    fn parts_of_sum(&mut self, terms: &[Form]) -> Result<Parts, Stopped> {
        let mut copies: BTreeMap<Form, i64> = BTreeMap::new();
        for &term in terms {
            *copies.entry(term).or_default() += 1;
        }
        let mut counts = Counts::default();
        for (term, count) in copies {
            let reduced = self.reduced(term)?;
            self.count(reduced, count, &mut counts)?;
        }
        let mut rest = Form::ZERO;
        for (term, count) in std::mem::take(&mut counts.others) {
            let multiple = self.multiple(term, &BigInt::from(count))?;
            rest = self.sum(rest, multiple)?;
            rest = self.reduced(rest)?;
        }
        // The others may add up to a number or a switch.
        self.count(rest, 1, &mut counts)?;
        let rest = counts
            .others
            .pop_first()
            .map_or(Ok(Form::ZERO), |(form, count)| self.multiple(form, &BigInt::from(count)))?;
        let switches = counts.switches.into_iter().filter(|(_, odd)| *odd).map(|(t, _)| t);
        Ok(Parts { number: counts.number, switches: switches.collect(), rest })
    }

    /// Counts `copies` copies of a reduced game.
    fn count(&mut self, g: Form, copies: i64, counts: &mut Counts) -> Result<(), Stopped> {
        if let Some(number) = self.as_number(g) {
            counts.number = &counts.number + &number.times(&copies.into());
        } else if let Some((mean, t)) = self.as_switch(g)? {
            counts.number = &counts.number + &mean.times(&copies.into());
            *counts.switches.entry(t).or_default() ^= copies % 2 != 0;
        } else {
            let negative = self.negative(g)?;
            let count = counts.others.entry(g.min(negative)).or_default();
            *count += if g <= negative { copies } else { -copies };
            if g == negative {
                *count %= 2;
            }
        }
        Ok(())
    }

    /// The mean of {a|b} and half of a - b, for numbers a > b.
    fn as_switch(&mut self, g: Form) -> Result<Option<(Dyadic, Dyadic)>, Stopped> {
        if self.as_compact(g).is_some() {
            return Ok(None);
        }
        let options = [self.options(g, Player::Left)?, self.options(g, Player::Right)?];
        let ([a], [b]) = (&options[0][..], &options[1][..]) else { return Ok(None) };
        let (Some(a), Some(b)) = (self.as_number(*a), self.as_number(*b)) else { return Ok(None) };
        Ok(Some(((a + b).half(), (a - b).half())))
    }
}

/// The thermograph with a number added.
fn moved(thermograph: &Thermograph, by: &Dyadic) -> Thermograph {
    let moved = |corner: &Corner| Corner { value: &corner.value + by, ..corner.clone() };
    let walls = &thermograph.walls;
    Thermograph {
        walls: ByPlayer {
            left: walls.left.iter().map(moved).collect(),
            right: walls.right.iter().map(moved).collect(),
        },
    }
}
