//! Nimbers: the values of impartial games, and mex.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

/// The value of a Nim heap of that size; every finite impartial game that ends
/// is worth one (Sprague 1935, Grundy 1939).
///
/// Addition is that of games: binary addition without carry (Bouton 1901).
///
/// ```
/// use grundy_values::Nimber;
///
/// assert_eq!(Nimber(3) + Nimber(4) + Nimber(5), Nimber(2));
/// assert_eq!(Nimber(2).to_string(), "*2");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Nimber(pub u64);

impl Nimber {
    /// The value of a game that is lost for the player who starts.
    pub const ZERO: Nimber = Nimber(0);
}

impl Add for Nimber {
    type Output = Nimber;

    #[allow(clippy::suspicious_arithmetic_impl)] // nim addition is xor
    fn add(self, other: Nimber) -> Nimber {
        Nimber(self.0 ^ other.0)
    }
}

impl AddAssign for Nimber {
    fn add_assign(&mut self, other: Nimber) {
        *self = *self + other;
    }
}

impl Sum for Nimber {
    fn sum<I: Iterator<Item = Nimber>>(terms: I) -> Nimber {
        terms.fold(Nimber::ZERO, Add::add)
    }
}

impl fmt::Display for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.pad("0"),
            1 => f.pad("*"),
            n => f.pad(&format!("*{n}")),
        }
    }
}

/// Computes the mex (minimum excludant) of many sets, with one buffer that is never cleared.
///
/// Time: one step for each number seen, plus the answer.
#[derive(Clone, Debug, Default)]
pub struct Mex {
    /// The round in which a number was last seen.
    seen: Vec<u64>,
    round: u64,
}

impl Mex {
    /// The mex of `values`: the least number that is not among them.
    ///
    /// ```
    /// assert_eq!(grundy_values::Mex::default().of([0, 1, 3, 1]), 2);
    /// ```
    pub fn of(&mut self, values: impl IntoIterator<Item = u64>) -> u64 {
        self.round += 1;
        for value in values {
            // A table of more than 2^24 entries would need that many options.
            if value < 1 << 24 {
                let at = value as usize;
                if at >= self.seen.len() {
                    self.seen.resize((at + 1).next_power_of_two(), 0);
                }
                self.seen[at] = self.round;
            }
        }
        let mex = self.seen.iter().position(|&round| round != self.round);
        mex.unwrap_or(self.seen.len()) as u64
    }
}
