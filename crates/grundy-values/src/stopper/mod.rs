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
//! - `parts`: strongly connected components.
//! - `order`: comparison of all pairs of positions; `comparisons`: of two stoppers, on
//!   demand, with the results in `pairs`.
//! - `pool`: simplified positions, each once.
//! - `simplify`: dominated and reversible options; `rounds`: where there are no stoppers.
//! - `sided`: onside and offside, sums, outcomes, the degree of loopiness.
//! - `short`: from canonical forms of short games and back.
//! - `notation`: how they are printed.

mod classes;
mod comparisons;
mod graph;
mod notation;
mod order;
mod pairs;
mod parts;
mod pool;
mod rounds;
mod short;
mod sided;
mod simplify;
#[cfg(test)]
mod testing;

use crate::form::Forms;
pub use graph::LoopyGraph;
use grundy_base::{Player, Stopped};
pub use sided::Sided;

/// The bit in the number of a position that is worked on; see `pool::Pool`.
const DRAFT: u32 = 1 << 31;

/// A stopper up to equality, as its canonical form: without dominated and reversible options, and
/// with each value once. The game itself has the number 0.
///
/// Equal stoppers have the same graph with the same numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stopper {
    graph: LoopyGraph,
}

impl Stopper {
    /// The canonical form of position 0 of a graph; none if that is not a stopper.
    ///
    /// Time and memory: as [`Sided::from_graph`].
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn new(graph: &LoopyGraph, forms: &mut Forms<'_>) -> Result<Option<Stopper>, Stopped> {
        if graph.is_empty() {
            return Ok(None);
        }
        let (graph, is_stopper) = simplify::simplest(graph, forms)?;
        Ok(is_stopper.then_some(Stopper { graph }))
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
    /// If a limit is reached.
    pub fn options(&self, player: Player, forms: &mut Forms<'_>) -> Result<Vec<Stopper>, Stopped> {
        let options = self.graph.options(0, player).iter();
        options.map(|&option| Stopper::at(&self.graph, option, forms)).collect()
    }

    /// The game with the roles of the players exchanged.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn negative(&self, forms: &mut Forms<'_>) -> Result<Stopper, Stopped> {
        Ok(Stopper { graph: self.graph.negative().smallest(&forms.limits)? })
    }

    /// The degree of loopiness: the onside of S - S, which is 0 for short games; none if that is no
    /// stopper, but no such case is known (Winning Ways, chapter 11; Siegel, Combinatorial Game
    /// Theory, chapter VI).
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn degree(&self, forms: &mut Forms<'_>) -> Result<Option<Stopper>, Stopped> {
        let zero = forms.sum_of_graphs(&self.graph, &self.graph.negative())?;
        let sided = Sided::from_graph(&zero, forms)?;
        Ok(Stopper::of(sided.onside()))
    }

    /// A graph that is simplest, if it is a stopper.
    #[must_use]
    pub fn of(simplest: &LoopyGraph) -> Option<Stopper> {
        simplest.is_stopper().then(|| Stopper { graph: simplest.clone() })
    }
}
