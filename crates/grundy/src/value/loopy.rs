//! Values of impartial games in which play may go on for ever.

use std::collections::BTreeSet;
use std::fmt;
use std::iter::Sum;
use std::ops::Add;

use super::Nimber;
use crate::outcome::Outcome;

/// The Smith–Fraenkel value of a position of a loopy impartial game.
///
/// Either a nimber, or ∞(K), where K is the set of nimbers among the options
/// (Smith 1966; Fraenkel and Perl 1975; Siegel, Combinatorial Game Theory,
/// section IV.4). They add as games do: ∞(K) + *n = ∞(K + *n), and the sum of
/// two infinite values is ∞(∅).
///
/// ```
/// use grundy::Outcome;
/// use grundy::value::{LoopyNimber, Nimber};
///
/// let infinite = LoopyNimber::Infinite([Nimber(0), Nimber(2)].into());
/// assert_eq!((infinite.clone() + Nimber(2).into()).outcome(), Outcome::N);
/// assert_eq!((infinite.clone() + Nimber(1).into()).outcome(), Outcome::D);
/// assert_eq!((infinite.clone() + infinite).outcome(), Outcome::D);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LoopyNimber {
    /// Equal to a Nim heap, also in a sum.
    Finite(Nimber),
    /// Drawn, unless a move to a nimber in the set wins.
    Infinite(BTreeSet<Nimber>),
}

impl LoopyNimber {
    /// Who wins a sum of this value.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match self {
            LoopyNimber::Finite(Nimber::ZERO) => Outcome::P,
            LoopyNimber::Finite(_) => Outcome::N,
            LoopyNimber::Infinite(reach) if reach.contains(&Nimber::ZERO) => Outcome::N,
            LoopyNimber::Infinite(_) => Outcome::D,
        }
    }

    /// The nimber, if it is one.
    #[must_use]
    pub fn nimber(&self) -> Option<Nimber> {
        match self {
            LoopyNimber::Finite(nimber) => Some(*nimber),
            LoopyNimber::Infinite(_) => None,
        }
    }
}

impl From<Nimber> for LoopyNimber {
    fn from(nimber: Nimber) -> Self {
        LoopyNimber::Finite(nimber)
    }
}

impl Add for LoopyNimber {
    type Output = LoopyNimber;

    fn add(self, other: LoopyNimber) -> LoopyNimber {
        use LoopyNimber::{Finite, Infinite};
        match (self, other) {
            (Finite(a), Finite(b)) => Finite(a + b),
            (Finite(n), Infinite(reach)) | (Infinite(reach), Finite(n)) => {
                Infinite(reach.into_iter().map(|k| k + n).collect())
            }
            (Infinite(_), Infinite(_)) => Infinite(BTreeSet::new()),
        }
    }
}

impl Sum for LoopyNimber {
    fn sum<I: Iterator<Item = LoopyNimber>>(terms: I) -> LoopyNimber {
        terms.fold(Nimber::ZERO.into(), Add::add)
    }
}

impl fmt::Display for LoopyNimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoopyNimber::Finite(nimber) => nimber.fmt(f),
            LoopyNimber::Infinite(reach) => {
                let reach: Vec<String> = reach.iter().map(|n| n.0.to_string()).collect();
                f.pad(&format!("∞({})", reach.join(",")))
            }
        }
    }
}
