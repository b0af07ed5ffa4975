//! Values of impartial games in which play may go on for ever.

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt;
use std::iter::Sum;
use std::ops::Add;
use std::str::FromStr;

use super::Nimber;
use grundy_base::Outcome;

/// The Smith–Fraenkel value of a position of a loopy impartial game.
///
/// Either a nimber, or ∞(K), where K is the set of nimbers among the options
/// (Smith 1966; Fraenkel and Perl 1975; Siegel, Combinatorial Game Theory,
/// section IV.4). They add as games do: ∞(K) + *n = ∞(K + *n), and the sum of
/// two infinite values is ∞(∅), written ∞.
///
/// ```
/// use grundy_base::Outcome;
/// use grundy_values::{LoopyNimber, Nimber};
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

/// A text is not a nimber and not ∞ with a set of nimbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ParseLoopyNimberError;

impl fmt::Display for ParseLoopyNimberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a nimber such as 0, * or *2, or ∞(0,2)")
    }
}

impl Error for ParseLoopyNimberError {}

/// Reads what `Display` writes.
///
/// ```
/// use grundy_values::LoopyNimber;
///
/// for text in ["0", "*", "*2", "∞", "∞(0,2)"] {
///     assert_eq!(text.parse::<LoopyNimber>().unwrap().to_string(), text);
/// }
/// assert!("∞(2,0)".parse::<LoopyNimber>().is_err());
/// ```
impl FromStr for LoopyNimber {
    type Err = ParseLoopyNimberError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let size = |digits: &str| {
            // One way to write a number: no sign, no leading zero.
            let padded = digits.len() > 1 && digits.starts_with('0');
            let plain = digits.bytes().all(|byte| byte.is_ascii_digit()) && !padded;
            if plain { digits.parse().map(Nimber).ok() } else { None }
        };
        let reach = text.strip_prefix("∞(").and_then(|rest| rest.strip_suffix(')'));
        let value = match (text, reach) {
            ("0", _) => Some(Nimber::ZERO.into()),
            ("*", _) => Some(Nimber(1).into()),
            ("∞", _) => Some(LoopyNimber::Infinite(BTreeSet::new())),
            (_, Some(reach)) => {
                let reach: Option<Vec<Nimber>> = reach.split(',').map(size).collect();
                let ascending = reach.filter(|reach| reach.is_sorted_by(|a, b| a < b));
                ascending.map(|reach| LoopyNimber::Infinite(reach.into_iter().collect()))
            }
            (_, None) => {
                let nimber = text.strip_prefix('*').and_then(size);
                nimber.filter(|nimber| nimber.0 > 1).map(LoopyNimber::from)
            }
        };
        value.ok_or(ParseLoopyNimberError)
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
            LoopyNimber::Infinite(reach) if reach.is_empty() => f.pad("∞"),
            LoopyNimber::Infinite(reach) => {
                let reach: Vec<String> = reach.iter().map(|n| n.0.to_string()).collect();
                f.pad(&format!("∞({})", reach.join(",")))
            }
        }
    }
}
