//! Onsides and offsides: the values of loopy games that may be no stoppers.

use std::cmp::Ordering;

use super::Stopper;
use super::graph::LoopyGraph;
use super::order::Order;
use super::simplify::simplest;
use crate::form::Forms;
use grundy_base::{ByPlayer, Fate, Player, Stopped};

/// A loopy game by its onside, its value if Left wins infinite play, and its offside, its value if
/// Right does: each the simplest graph that was found.
///
/// Where both are stoppers S and T, the game is S & T up to equality, and equal games are the same
/// here. It is a stopper if both are the same. Sides of some games, such as Bach's Carousel, are
/// not stoppers. It is not known whether that is decidable (sums of stoppers are conjectured to
/// have stoppers as sides); then equal games may differ here, and [`compare`](Sided::compare)
/// tells.
///
/// Sums and comparisons are made side by side (Winning Ways, chapter 11; Siegel, Combinatorial Game
/// Theory, chapter VI).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sided {
    onside: LoopyGraph,
    offside: LoopyGraph,
}

impl From<Stopper> for Sided {
    fn from(stopper: Stopper) -> Self {
        Sided { onside: stopper.graph.clone(), offside: stopper.graph }
    }
}

impl Sided {
    /// S & T: the onside of one game and the offside of another; none if the first is not
    /// at least the second.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn new(on: &Sided, off: &Sided, forms: &mut Forms<'_>) -> Result<Option<Sided>, Stopped> {
        // S⁺ - T⁻ = S⁺ + (-T)⁺: Left wins infinite play in both.
        let difference = forms.sum_of_graphs(&on.onside, &off.offside.negative())?;
        let sided = Sided { onside: on.onside.clone(), offside: off.offside.clone() };
        Ok(difference.survives(Player::Right, &forms.limits)?.then_some(sided))
    }

    /// The sides of position 0 of a graph. A graph without positions is worth 0.
    ///
    /// Each side is simplified by itself, part by part. Time: some comparisons inside of parts in
    /// which play may come back. Memory: 190 bytes a position and 150 a value; 20 bytes for each
    /// pair of reachable values that are not stoppers, or lead to such.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn from_graph(graph: &LoopyGraph, forms: &mut Forms<'_>) -> Result<Sided, Stopped> {
        Sided::from_sides([graph, graph], forms)
    }

    /// The onside of position 0 of one graph, and the offside of position 0 of another. The other
    /// has the same moves, but to options written by their offsides.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn from_sides(
        [on, off]: [&LoopyGraph; 2],
        forms: &mut Forms<'_>,
    ) -> Result<Sided, Stopped> {
        if on.is_empty() || off.is_empty() {
            return Ok(Stopper::zero().into());
        }
        let (onside, is_stopper) = simplest(on, forms)?;
        if is_stopper && on == off {
            return Ok(Stopper { graph: onside }.into());
        }
        // The offside is the negative of the onside of the negative.
        let (offside, _) = simplest(&off.negative(), forms)?;
        Ok(Sided { onside, offside: offside.negative().smallest(&forms.limits)? })
    }

    /// The onside as a graph in which Left wins infinite play.
    #[must_use]
    pub fn onside(&self) -> &LoopyGraph {
        &self.onside
    }

    /// The offside as a graph in which Right wins infinite play.
    #[must_use]
    pub fn offside(&self) -> &LoopyGraph {
        &self.offside
    }

    /// The stopper that it is, if it is one.
    #[must_use]
    pub fn stopper(&self) -> Option<Stopper> {
        if self.onside == self.offside { Stopper::of(&self.onside) } else { None }
    }

    /// The sum: the onside of the sum of the onsides, and the offside of the sum of the
    /// offsides (Siegel, Combinatorial Game Theory, chapter VI).
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn sum(&self, other: &Sided, forms: &mut Forms<'_>) -> Result<Sided, Stopped> {
        let on = forms.sum_of_graphs(&self.onside, &other.onside)?;
        if self.onside == self.offside && other.onside == other.offside {
            return Sided::from_graph(&on, forms);
        }
        let off = forms.sum_of_graphs(&self.offside, &other.offside)?;
        Sided::from_sides([&on, &off], forms)
    }

    /// The game with the roles of the players exchanged: -(S & T) = -T & -S.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn negative(&self, forms: &mut Forms<'_>) -> Result<Sided, Stopped> {
        let limits = &forms.limits;
        Ok(Sided {
            onside: self.offside.negative().smallest(limits)?,
            offside: self.onside.negative().smallest(limits)?,
        })
    }

    /// {L|R}, side by side.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn from_options(
        options: ByPlayer<&[Sided]>,
        forms: &mut Forms<'_>,
    ) -> Result<Sided, Stopped> {
        let side = |of: fn(&Sided) -> &LoopyGraph| {
            let all = ByPlayer::new(|player| options[player].iter().map(of).collect::<Vec<_>>());
            joined(ByPlayer { left: &all.left, right: &all.right })
        };
        Sided::from_sides([&side(Sided::onside), &side(Sided::offside)], forms)
    }

    /// How two games compare; none if they are confused.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn compare(
        &self,
        other: &Sided,
        forms: &mut Forms<'_>,
    ) -> Result<Option<Ordering>, Stopped> {
        if self == other {
            return Ok(Some(Ordering::Equal));
        }
        let limits = &forms.limits;
        let at_least = |a: &Sided, b: &Sided| -> Result<bool, Stopped> {
            // G⁻ ≥ H⁻ where the negatives are the other way round.
            let [off_a, off_b] = [a, b].map(|sided| sided.offside.negative());
            Ok(Order::new(&a.onside, &b.onside, limits)?.at_least(0, 0)
                && Order::new(&off_b, &off_a, limits)?.at_least(0, 0))
        };
        Ok(match (at_least(self, other)?, at_least(other, self)?) {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Greater),
            (false, true) => Some(Ordering::Less),
            (false, false) => None,
        })
    }

    /// What each player brings about as the starter: nine cases.
    ///
    /// Left does not lose if she survives the onside, and wins if Right does not survive
    /// the offside, where he wins infinite play.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn fates(&self, forms: &mut Forms<'_>) -> Result<ByPlayer<Fate>, Stopped> {
        let offside = self.offside.negative();
        let left = |starter: Player| -> Result<Fate, Stopped> {
            let wins = !offside.survives(starter.opponent(), &forms.limits)?;
            Ok(match (wins, self.onside.survives(starter, &forms.limits)?) {
                (true, _) => Fate::Win,
                (false, true) => Fate::Draw,
                (false, false) => Fate::Loss,
            })
        };
        Ok(ByPlayer { left: left(Player::Left)?, right: left(Player::Right)?.reversed() })
    }
}

/// A graph whose position 0 has for options the positions 0 of other graphs.
fn joined(options: ByPlayer<&[&LoopyGraph]>) -> LoopyGraph {
    let mut graph = LoopyGraph::default();
    let root = graph.add();
    for player in Player::BOTH {
        for option in options[player] {
            let option = graph.append(option);
            graph.add_option(root, player, option);
        }
    }
    graph
}
