//! Partizan games in which play may go on for ever.
//!
//! Play that never ends is a draw. G⁺ and G⁻ are the same game where Left, or Right, wins
//! it instead; G ≥ H exactly if G⁺ ≥ H⁺ and G⁻ ≥ H⁻ (the swivel chair theorem). In a
//! *stopper* alternating play always ends, and it has a canonical form as short games do.
//! If G⁺ = S⁺ and G⁻ = T⁻ for stoppers S and T, these are the onside and the offside of
//! G, which is written S & T (Winning Ways, chapter 11; Conway, Loopy Games, Annals of
//! Discrete Mathematics 3, 1978; Siegel, Combinatorial Game Theory, chapter VI).
//!
//! - `graph`: finite games by their positions.
//! - `order`: which of two is better.
//! - `simplify`: dominated and reversible options.
//! - `sided`: onside and offside, sums, outcomes, the degree of loopiness.
//! - `short`: from canonical forms of short games and back.
//! - `notation`: how they are printed.

mod graph;
mod notation;
mod order;
mod short;
mod sided;
mod simplify;

use std::cmp::Ordering;

use crate::limits::Stopped;
use crate::player::{ByPlayer, Player};
use crate::value::form::Forms;
pub use graph::LoopyGraph;
use order::Order;
pub use sided::{NoSides, Side, Sided};

/// A stopper up to equality, as its canonical form: there are no dominated and no
/// reversible options, and every value stands once. The game itself has the number 0.
///
/// Equal stoppers have the same graph with the same numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stopper {
    graph: LoopyGraph,
}

impl Stopper {
    /// The canonical form of position 0 of a graph; none if that is no stopper.
    ///
    /// Time: a few comparisons of all pairs of positions. Memory: 20 bytes a pair.
    ///
    /// # Errors
    ///
    /// Where a limit is reached.
    pub fn new(graph: &LoopyGraph, forms: &mut Forms<'_>) -> Result<Option<Stopper>, Stopped> {
        if graph.is_empty() {
            return Ok(None);
        }
        let graph = graph.reached(0);
        if !graph.is_stopper() {
            return Ok(None);
        }
        Ok(Some(Stopper { graph: simplify::simplest(&graph, forms)? }))
    }

    /// The game without options.
    #[must_use]
    pub fn zero() -> Stopper {
        let mut graph = LoopyGraph::default();
        graph.add();
        Stopper { graph }
    }

    /// on = {on|}, in which Left may pass.
    #[must_use]
    pub fn on() -> Stopper {
        let mut graph = LoopyGraph::default();
        let on = graph.add();
        graph.add_option(on, Player::Left, on);
        Stopper { graph }
    }

    /// off = {|off}.
    #[must_use]
    pub fn off() -> Stopper {
        Stopper { graph: Stopper::on().graph.negative() }
    }

    /// over = {0|over}.
    #[must_use]
    pub fn over() -> Stopper {
        let mut graph = LoopyGraph::default();
        let (over, zero) = (graph.add(), graph.add());
        graph.add_option(over, Player::Left, zero);
        graph.add_option(over, Player::Right, over);
        Stopper { graph }
    }

    /// upon = {upon|*}.
    #[must_use]
    pub fn upon() -> Stopper {
        let mut graph = LoopyGraph::default();
        let (upon, star, zero) = (graph.add(), graph.add(), graph.add());
        graph.add_option(upon, Player::Left, upon);
        graph.add_option(upon, Player::Right, star);
        for player in Player::BOTH {
            graph.add_option(star, player, zero);
        }
        Stopper { graph }
    }

    /// The positions of the canonical form.
    #[must_use]
    pub fn graph(&self) -> &LoopyGraph {
        &self.graph
    }

    /// A position of a graph that is a stopper and simplified, as a canonical form.
    fn at(graph: &LoopyGraph, node: u32, forms: &mut Forms<'_>) -> Result<Stopper, Stopped> {
        Ok(Stopper { graph: graph.reached(node).smallest(&forms.limits)? })
    }

    /// A player's options, each as its canonical form.
    ///
    /// # Errors
    ///
    /// Where a limit is reached.
    pub fn options(&self, player: Player, forms: &mut Forms<'_>) -> Result<Vec<Stopper>, Stopped> {
        let options = self.graph.options(0, player).iter();
        options.map(|&option| Stopper::at(&self.graph, option, forms)).collect()
    }

    /// The game with the roles of the players exchanged.
    ///
    /// # Errors
    ///
    /// Where a limit is reached.
    pub fn negative(&self, forms: &mut Forms<'_>) -> Result<Stopper, Stopped> {
        Ok(Stopper { graph: self.graph.negative().smallest(&forms.limits)? })
    }

    /// Whether this game is at least the other: Left, playing second, survives their
    /// difference (Siegel, Combinatorial Game Theory, chapter VI).
    ///
    /// Time and memory: proportional to the product of both numbers of positions.
    ///
    /// # Errors
    ///
    /// Where a limit is reached.
    pub fn at_least(&self, other: &Stopper, forms: &mut Forms<'_>) -> Result<bool, Stopped> {
        Ok(self == other || Order::new(&self.graph, &other.graph, &forms.limits)?.at_least(0, 0))
    }

    /// How two games compare; none if they are confused.
    ///
    /// # Errors
    ///
    /// Where a limit is reached.
    pub fn compare(
        &self,
        other: &Stopper,
        forms: &mut Forms<'_>,
    ) -> Result<Option<Ordering>, Stopped> {
        if self == other {
            return Ok(Some(Ordering::Equal));
        }
        Ok(match (self.at_least(other, forms)?, other.at_least(self, forms)?) {
            (true, _) => Some(Ordering::Greater),
            (_, true) => Some(Ordering::Less),
            _ => None,
        })
    }

    /// Whether Left does not lose when this player starts.
    fn survives(&self, starter: Player, forms: &mut Forms<'_>) -> Result<bool, Stopped> {
        let order = Order::new(&self.graph, &Stopper::zero().graph, &forms.limits)?;
        Ok(match starter {
            Player::Left => order.survives_first(0, 0),
            Player::Right => order.at_least(0, 0),
        })
    }

    /// {L|R}, which is a stopper again.
    pub(super) fn from_options(
        options: ByPlayer<&[&Stopper]>,
        forms: &mut Forms<'_>,
    ) -> Result<Stopper, Stopped> {
        let graphs = ByPlayer::new(|player| {
            options[player].iter().map(|option| &option.graph).collect::<Vec<_>>()
        });
        let graph = simplify::joined(ByPlayer { left: &graphs.left, right: &graphs.right });
        Ok(Stopper { graph: simplify::simplest(&graph, forms)? })
    }
}
