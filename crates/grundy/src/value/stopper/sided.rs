//! Onsides and offsides: what loopy games are worth that need not be stoppers.

use std::cmp::Ordering;
use std::fmt;

use super::Stopper;
use super::graph::LoopyGraph;
use super::simplify::simplest;
use crate::limits::Stopped;
use crate::outcome::Fate;
use crate::player::{ByPlayer, Player};
use crate::value::form::Forms;

/// A loopy game S & T up to equality, by its onside S and its offside T, where S ≥ T;
/// it is a stopper exactly if both are the same.
///
/// Sums are added side by side, and so are comparisons made (Winning Ways, chapter 11;
/// Siegel, Combinatorial Game Theory, chapter VI).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sided {
    onside: Stopper,
    offside: Stopper,
}

/// One of the sides of a loopy game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Where Left wins infinite play.
    Onside,
    /// Where Right does.
    Offside,
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Side::Onside => "onside",
            Side::Offside => "offside",
        })
    }
}

/// A loopy game has no sides, or they were not found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoSides {
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// What is left of a side has no dominated and no reversible options and is no
    /// stopper. Bach's Carousel is such a game. Whether a game has stoppers for its sides
    /// is not known to be decidable; of sums of stoppers it is conjectured that they do.
    #[error(
        "its {side} is no stopper, or was not found to be one: it is worth no stoppers S & T \
         (what is left of the {side} is {simplest})"
    )]
    NoStopper {
        /// Which one.
        side: Side,
        /// What is left of it, as it is written.
        simplest: String,
    },
    /// An onside is never less than the offside.
    #[error("the onside is at least the offside")]
    Order,
    /// The graph has no position.
    #[error("there is no position")]
    Empty,
}

impl From<Stopper> for Sided {
    fn from(stopper: Stopper) -> Self {
        Sided { onside: stopper.clone(), offside: stopper }
    }
}

impl Sided {
    /// S & T.
    ///
    /// # Errors
    ///
    /// If the onside is not at least the offside, and where a limit is reached.
    pub fn new(onside: Stopper, offside: Stopper, forms: &mut Forms<'_>) -> Result<Sided, NoSides> {
        match onside.at_least(&offside, forms)? {
            true => Ok(Sided { onside, offside }),
            false => Err(NoSides::Order),
        }
    }

    /// The sides of position 0 of a graph.
    ///
    /// Each is simplified for itself. Time: some comparisons of all pairs of positions.
    /// Memory: 20 bytes a pair.
    ///
    /// # Errors
    ///
    /// If a side is not found to be a stopper, and where a limit is reached.
    pub fn from_graph(graph: &LoopyGraph, forms: &mut Forms<'_>) -> Result<Sided, NoSides> {
        Sided::from_sides([graph, graph], forms)
    }

    /// The onside of position 0 of one graph, and the offside of position 0 of another,
    /// which has the same moves, but to options that are written by their offsides.
    ///
    /// # Errors
    ///
    /// As [`Sided::from_graph`].
    pub fn from_sides(
        [on, off]: [&LoopyGraph; 2],
        forms: &mut Forms<'_>,
    ) -> Result<Sided, NoSides> {
        if std::ptr::eq(on, off)
            && let Some(stopper) = Stopper::new(on, forms)?
        {
            return Ok(stopper.into());
        }
        if on.is_empty() || off.is_empty() {
            return Err(NoSides::Empty);
        }
        Ok(Sided { onside: onside(on, forms)?, offside: offside(off, forms)? })
    }

    /// The onside.
    #[must_use]
    pub fn onside(&self) -> &Stopper {
        &self.onside
    }

    /// The offside.
    #[must_use]
    pub fn offside(&self) -> &Stopper {
        &self.offside
    }

    /// The stopper that it is, if it is one.
    #[must_use]
    pub fn stopper(&self) -> Option<&Stopper> {
        (self.onside == self.offside).then_some(&self.onside)
    }

    /// The sum: the onside of the sum of the onsides, and the offside of the sum of the
    /// offsides (Siegel, Combinatorial Game Theory, chapter VI).
    ///
    /// # Errors
    ///
    /// If a side is not found to be a stopper, and where a limit is reached.
    pub fn sum(&self, other: &Sided, forms: &mut Forms<'_>) -> Result<Sided, NoSides> {
        let on = forms.sum_of_graphs(&self.onside.graph, &other.onside.graph)?;
        if self.stopper().is_some() && other.stopper().is_some() {
            return Sided::from_graph(&on, forms);
        }
        let off = forms.sum_of_graphs(&self.offside.graph, &other.offside.graph)?;
        Sided::from_sides([&on, &off], forms)
    }

    /// The game with the roles of the players exchanged: -(S & T) = -T & -S.
    ///
    /// # Errors
    ///
    /// Where a limit is reached.
    pub fn negative(&self, forms: &mut Forms<'_>) -> Result<Sided, Stopped> {
        Ok(Sided { onside: self.offside.negative(forms)?, offside: self.onside.negative(forms)? })
    }

    /// {L|R}, side by side.
    ///
    /// # Errors
    ///
    /// Where a limit is reached.
    pub fn from_options(
        options: ByPlayer<&[Sided]>,
        forms: &mut Forms<'_>,
    ) -> Result<Sided, Stopped> {
        let mut side = |of: fn(&Sided) -> &Stopper| {
            let all = ByPlayer::new(|player| options[player].iter().map(of).collect::<Vec<_>>());
            Stopper::from_options(ByPlayer { left: &all.left, right: &all.right }, forms)
        };
        Ok(Sided { onside: side(Sided::onside)?, offside: side(Sided::offside)? })
    }

    /// How two games compare; none if they are confused.
    ///
    /// # Errors
    ///
    /// Where a limit is reached.
    pub fn compare(
        &self,
        other: &Sided,
        forms: &mut Forms<'_>,
    ) -> Result<Option<Ordering>, Stopped> {
        if self == other {
            return Ok(Some(Ordering::Equal));
        }
        let mut at_least = |a: &Sided, b: &Sided| -> Result<bool, Stopped> {
            Ok(a.onside.at_least(&b.onside, forms)? && a.offside.at_least(&b.offside, forms)?)
        };
        Ok(match (at_least(self, other)?, at_least(other, self)?) {
            (true, _) => Some(Ordering::Greater),
            (_, true) => Some(Ordering::Less),
            _ => None,
        })
    }

    /// What each player brings about who starts: nine cases.
    ///
    /// Left wins if she survives the offside, where infinite play is lost for her, and
    /// does not lose if she survives the onside.
    ///
    /// # Errors
    ///
    /// Where a limit is reached.
    pub fn fates(&self, forms: &mut Forms<'_>) -> Result<ByPlayer<Fate>, Stopped> {
        let mut left = |starter| -> Result<Fate, Stopped> {
            Ok(
                match (
                    self.offside.survives(starter, forms)?,
                    self.onside.survives(starter, forms)?,
                ) {
                    (true, _) => Fate::Win,
                    (false, true) => Fate::Draw,
                    (false, false) => Fate::Loss,
                },
            )
        };
        Ok(ByPlayer { left: left(Player::Left)?, right: left(Player::Right)?.reversed() })
    }

    /// The degree of loopiness of a stopper: the onside of S - S, which is 0 of short
    /// games; none of a game that is no stopper (Winning Ways, chapter 11;
    /// Siegel, Combinatorial Game Theory, chapter VI).
    ///
    /// # Errors
    ///
    /// As [`Sided::sum`].
    pub fn degree(&self, forms: &mut Forms<'_>) -> Result<Option<Stopper>, NoSides> {
        let Some(stopper) = self.stopper() else { return Ok(None) };
        let zero = forms.sum_of_graphs(&stopper.graph, &stopper.graph.negative())?;
        onside(&zero, forms).map(Some)
    }
}

/// What is left of position 0 of a graph, if that is a stopper.
fn onside(graph: &LoopyGraph, forms: &mut Forms<'_>) -> Result<Stopper, NoSides> {
    let graph = simplest(graph, forms)?;
    match graph.is_stopper() {
        true => Ok(Stopper { graph }),
        false => {
            let simplest = forms.print_graph(&graph)?;
            Err(NoSides::NoStopper { side: Side::Onside, simplest })
        }
    }
}

/// The offside, which is the negative of the onside of the negative.
fn offside(graph: &LoopyGraph, forms: &mut Forms<'_>) -> Result<Stopper, NoSides> {
    let graph = simplest(&graph.negative(), forms)?;
    match graph.is_stopper() {
        true => Ok(Stopper { graph }.negative(forms)?),
        false => {
            let simplest = forms.print_graph(&graph.negative())?;
            Err(NoSides::NoStopper { side: Side::Offside, simplest })
        }
    }
}
