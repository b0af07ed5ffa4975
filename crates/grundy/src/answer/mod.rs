//! Which method answers which question.
//!
//! [`solve`] says who wins, how, and what a game is worth: whatever its [`Options`] ask for. It gives
//! each method that applies (`methods`) turns (`schedule`) until what is asked for is found; what they
//! find is in one place (`findings`), in which methods that contradict each other are noticed.

mod cell;
mod compared;
mod equal;
mod explorer;
mod findings;
mod forms;
mod heaps;
mod judge;
mod judged;
mod large;
mod learning;
pub mod literature;
mod methods;
mod misere;
mod misere_heaps;
mod open;
mod options;
mod partizan;
mod periods;
mod schedule;
mod sets;
mod strategy;
mod sums;
mod values;
mod weak;

use std::ops::Range;
use std::time::Duration;

use hashbrown::HashMap;

use crate::game::{Game, Move, Play};
use crate::graph::{Graph, Node};
use crate::solve::Outcomes;
use crate::solve::loopy::loopy_values;
use crate::solve::mex::arena_values;
use crate::solve::partitioned::Failure;
use crate::solve::period::{Period, find_period};
use crate::solve::sequence::recurrence::Search;
use crate::solve::sequence::{Patience, Sequence, SettledBy};
use crate::value::{LoopyNimber, Nimber};
pub use cell::Cell;
pub use compared::compare_heaps;
pub use equal::{Equality, equal};
pub use explorer::{Needless, ValuedOption, ValuedOptions, explore_options};
pub use findings::Facet;
pub use forms::{Facts, NoForm};
use grundy_base::{ByPlayer, Convention, Fate, Limits, Outcome, Player, Stopped};
use heaps::Heaps;
pub use judge::{Judge, Judgement, Worth, worths};
pub use large::{from_positions, keys_of_answer};
pub use learning::{Learned, fault_of, learning};
pub use methods::Offer;
pub use misere::{GameQuotient, MisereFacts, add_heaps, misere_facts, misere_quotient};
pub use misere_heaps::{misere_period, misere_values, misere_values_by_forms};
pub use open::{OpenBest, OpenSide};
pub use options::{Options, Wanted};
pub use partizan::PartizanValue;
pub use schedule::{plan, solve, solve_all_if_few};
pub use sets::{Sets, sets};
pub use strategy::{Entry, best_moves, judged_moves, ranked_moves, strategy};
pub use sums::outcomes_of_components;
pub use values::{GamesByParts, valued_options};
pub use weak::{NotSearched, chosen_by, is_searched, solve_weakly, solve_with_file};

/// The answer for a game: who wins, how, in how many moves, and the value.
#[derive(Debug)]
pub struct Answer {
    /// The game as it is written.
    pub game: String,
    /// Normal or misère play.
    pub convention: Convention,
    /// Whether both players always have the same moves.
    pub impartial: bool,
    /// How many distinct positions play reaches; none where they were not explored.
    pub positions: Option<usize>,
    /// The outcome class; none in the mixed cases, and where only one player
    /// can start.
    pub outcome: Option<Outcome>,
    /// The value of an impartial game under normal play.
    pub value: Option<LoopyNimber>,
    /// The value of a partizan game, where it is known.
    pub partizan: Option<PartizanValue>,
    /// Where the theorem is published that says who wins, if one was used.
    pub theorem: Option<&'static str>,
    /// The components and their values, where the value is known.
    pub parts: Vec<Part>,
    /// Who wins each component alone, where that was asked for.
    pub outcomes: Vec<(String, Outcome)>,
    /// What happens when Left starts; none when it is Right's turn.
    pub left: Option<Side>,
    /// What happens when Right starts; none when it is Left's turn.
    pub right: Option<Side>,
    /// What is proved for possible starters, where a search was stopped.
    pub open: ByPlayer<Option<OpenSide>>,
    /// The positions of the whole game with their verdicts, where they were
    /// looked at.
    pub solved: Option<Solved>,
    /// The limit that was reached before everything asked for was found.
    pub stopped: Option<Stopped>,
    /// What was asked for and not found.
    pub missing: Vec<Facet>,
    /// What each method did.
    pub work: Vec<Work>,
}

/// What a method did for an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Work {
    /// The name of the method.
    pub method: &'static str,
    /// How long it worked.
    pub time: Duration,
    /// Positions or nodes that it visited.
    pub visited: u64,
    /// Bytes that it held at the end.
    pub bytes: u64,
    /// The facets that it was the first to find.
    pub found: Vec<Facet>,
}

impl Answer {
    /// An answer that says nothing.
    fn new(game: &dyn Game, convention: Convention) -> Answer {
        Answer {
            game: game.text(),
            convention,
            impartial: game.impartial(),
            positions: None,
            outcome: None,
            value: None,
            partizan: None,
            theorem: None,
            parts: Vec::new(),
            outcomes: Vec::new(),
            left: None,
            right: None,
            open: ByPlayer { left: None, right: None },
            solved: None,
            stopped: None,
            missing: Vec::new(),
            work: Vec::new(),
        }
    }

    /// An answer with these sides only.
    fn from_sides(
        game: &dyn Game,
        convention: Convention,
        left: Option<Side>,
        right: Option<Side>,
    ) -> Answer {
        let outcome = outcome(left.as_ref(), right.as_ref());
        Answer { outcome, left, right, ..Answer::new(game, convention) }
    }

    /// Whether a limit on positions or memory was reached.
    #[must_use]
    pub fn is_too_large(&self) -> bool {
        self.stopped.as_ref().is_some_and(too_large)
    }

    /// The answer, if everything asked for was found.
    ///
    /// # Errors
    ///
    /// The limit that was reached.
    pub fn whole(mut self) -> Result<Answer, Stopped> {
        self.stopped.take().map_or(Ok(self), Err)
    }

    /// The value as it is printed, where it is known.
    #[must_use]
    pub fn value_text(&self) -> Option<String> {
        let nimber = self.value.as_ref().map(LoopyNimber::to_string);
        nimber.or_else(|| Some(self.partizan.as_ref()?.text().to_string()))
    }

    /// What is known of the canonical form of a partizan game.
    #[must_use]
    pub fn facts(&self) -> Option<&Facts> {
        self.partizan.as_ref()?.facts()
    }

    /// What happens when this player starts.
    #[must_use]
    pub fn side(&self, player: Player) -> Option<&Side> {
        match player {
            Player::Left => self.left.as_ref(),
            Player::Right => self.right.as_ref(),
        }
    }

    fn side_mut(&mut self, player: Player) -> &mut Option<Side> {
        match player {
            Player::Left => &mut self.left,
            Player::Right => &mut self.right,
        }
    }
}

/// A component and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The component as it is written.
    pub text: String,
    /// The size, when it is a heap.
    pub heap: Option<u64>,
    /// What it is worth.
    pub value: LoopyNimber,
}

/// The result for a player who starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// Win, loss or draw, for the player who starts.
    pub fate: Fate,
    /// Moves to the end; none for a draw that never ends, and where the positions of the
    /// game were not solved.
    pub remoteness: Option<u32>,
    /// The moves that keep the result, the best first.
    pub best: Vec<Best>,
    /// Whether these are all such moves; for a very large heap only the first ones found are
    /// listed.
    pub complete: bool,
    /// The margin in points, in games that count them.
    pub score: Option<Score>,
    /// What every move brings about, in the order of the rules, where that was asked for.
    pub moves: Vec<Judged>,
}

/// A move, with what it brings about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The move, and the result for the player who makes it.
    pub option: Best,
    /// The margin in points for that player, where points are counted.
    pub margin: Option<i64>,
}

impl Side {
    /// A result without a known move.
    const fn of(fate: Fate) -> Side {
        Side {
            fate,
            remoteness: None,
            best: Vec::new(),
            complete: false,
            score: None,
            moves: Vec::new(),
        }
    }
}

impl Score {
    /// What the player brings about with this margin.
    #[must_use]
    pub const fn fate(&self) -> Fate {
        match self.total {
            1.. => Fate::Win,
            0 => Fate::Draw,
            _ => Fate::Loss,
        }
    }
}

/// The margin in points for the player who starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// The points that the player gains from here on, less those of the opponent, under
    /// best play.
    pub margin: i64,
    /// The margin at the end, with the points that the players already have: above 0 for
    /// a win.
    pub total: i64,
    /// Moves to the end, where all plays are of one length.
    pub moves_to_the_end: Option<u32>,
    /// The moves that keep the margin.
    pub best: Vec<Best>,
}

/// A move that keeps the result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best {
    /// What players call the move.
    pub name: String,
    /// The position after the move, without its ruleset.
    pub position: String,
    /// The game after the move, as it is written.
    pub to: String,
    /// The result for the player who makes the move.
    pub fate: Fate,
    /// Moves from there to the end, as for [`Side::remoteness`].
    pub remoteness: Option<u32>,
}

impl Best {
    /// A move, with what it brings about.
    fn of(Move { name, to, .. }: &Move, fate: Fate, remoteness: Option<u32>) -> Best {
        Best { name: name.clone(), position: to.position(), to: to.text(), fate, remoteness }
    }
}

/// The positions of a whole game, and the verdict of each.
#[derive(Debug)]
pub struct Solved {
    /// The positions and moves.
    pub play: Play,
    /// A verdict for each node of the arena.
    pub outcomes: Outcomes,
}

/// Answers games, with a cache of the heap sequences.
#[derive(Default)]
pub struct Solver {
    heaps: HashMap<String, Heaps>,
}

grundy_base::debug! {
    impl[] Solver: "Solver";
}

impl Solver {
    /// The value of an impartial game and of its components; none if it has none.
    pub fn value(
        &mut self,
        game: &dyn Game,
        limits: &Limits<'_>,
    ) -> Result<Option<(LoopyNimber, Vec<Part>)>, Stopped> {
        if !game.impartial() || game.has_ends() || game.convention() == Convention::Misere {
            return Ok(None);
        }
        let (limits, wanted) = (*limits, Wanted::VALUE);
        let options = Options { limits, wanted, beyond: Duration::ZERO, ..Options::default() };
        let answer = self.solve(game, &options).map_err(Failure::into_stopped)?.whole()?;
        Ok(answer.value.map(|value| (value, answer.parts)))
    }

    /// g(0), …, g(`last`) of a game on heaps.
    pub fn table(
        &mut self,
        ruleset: &dyn Game,
        last: usize,
        limits: &Limits<'_>,
    ) -> Result<Option<&[u32]>, Stopped> {
        let Some((rules, _)) = ruleset.heaps() else { return Ok(None) };
        let heaps = self.heaps.entry(ruleset.ruleset()).or_default();
        heaps.sequence.extend(rules, last, limits)?;
        Ok(Some(&heaps.sequence.values()[..=last]))
    }

    /// The period of a game on heaps, from g(0), …, g(`last`).
    pub fn period(
        &mut self,
        ruleset: &dyn Game,
        last: usize,
        limits: &Limits<'_>,
    ) -> Result<Option<Period>, Stopped> {
        let Some((rules, _)) = ruleset.heaps() else { return Ok(None) };
        let kind = rules.kind();
        Ok(self.table(ruleset, last, limits)?.and_then(|values| find_period(values, &kind)))
    }

    /// An estimate of the steps that values of heaps up to `last` take; see
    /// [`Sequence::work`](crate::solve::sequence::Sequence::work).
    #[must_use]
    pub fn work(&self, ruleset: &dyn Game, last: usize) -> u64 {
        self.heaps.get(&ruleset.ruleset()).map_or(0, |heaps| heaps.sequence.work(last))
    }

    /// A search for the period of a game on heaps in constant memory; none where values are too
    /// many, rare values do not stop coming, or patience ends. `between`: heap counts at which it
    /// may start; see [`Sequence::search`](crate::solve::sequence::Sequence::search).
    pub fn search(
        &mut self,
        ruleset: &dyn Game,
        patience: Patience,
        between: Range<u64>,
        limits: &Limits<'_>,
    ) -> Result<Option<Search>, Stopped> {
        let Some((rules, _)) = ruleset.heaps() else { return Ok(None) };
        let sequence = &mut self.heaps.entry(ruleset.ruleset()).or_default().sequence;
        sequence.search(rules, patience, between, limits)
    }

    /// Puts g(0), g(1), … of a game on heaps, found before, into the cache; false where they cannot
    /// be those of the game. See [`Sequence::resume`](crate::solve::sequence::Sequence::resume).
    ///
    /// # Errors
    ///
    /// When a limit is reached.
    pub fn resume(
        &mut self,
        ruleset: &dyn Game,
        values: Vec<u32>,
        settled: Option<SettledBy>,
        limits: &Limits<'_>,
    ) -> Result<bool, Stopped> {
        let Some((rules, _)) = ruleset.heaps() else { return Ok(false) };
        let Some(sequence) = Sequence::resume(rules, values, settled, limits)? else {
            return Ok(false);
        };
        self.heaps.entry(ruleset.ruleset()).or_default().sequence = sequence;
        Ok(true)
    }

    /// g(0), …, g(`last`), as far as they are in the cache.
    #[must_use]
    pub fn known(&self, ruleset: &dyn Game, last: usize) -> &[u32] {
        let found = self.heaps.get(&ruleset.ruleset());
        let values = found.map_or(&[][..], |heaps| heaps.sequence.values());
        &values[..values.len().min(last.saturating_add(1))]
    }
}

/// Whether a limit on positions, memory or numbers was reached, so that another method
/// may still succeed.
fn too_large(stopped: &Stopped) -> bool {
    use Stopped::{Memory, Numbering, Positions};
    matches!(stopped, Positions { .. } | Memory { .. } | Numbering { .. })
}

/// The outcome class for what happens when each player starts; a player who cannot start is taken
/// to bring about what the other does.
fn outcome(left: Option<&Side>, right: Option<&Side>) -> Option<Outcome> {
    let fates = match (left, right) {
        (Some(left), Some(right)) => ByPlayer { left: left.fate, right: right.fate },
        (Some(left), None) => ByPlayer { left: left.fate, right: left.fate.reversed() },
        (None, Some(right)) => ByPlayer { left: right.fate.reversed(), right: right.fate },
        (None, None) => return None,
    };
    Outcome::from_fates(fates)
}

/// The value of every node of the play of an impartial game under normal play;
/// none for other games, and where the rules end play.
pub fn values_of_positions(
    game: &dyn Game,
    play: &Play,
    convention: Convention,
    limits: &Limits<'_>,
) -> Result<Option<Vec<LoopyNimber>>, Stopped> {
    if game.has_ends() || convention != Convention::Normal {
        return Ok(None);
    }
    let values = Values::of(play, limits)?;
    Ok(values.map(|values| play.arena.nodes().map(|node| values.get(node)).collect()))
}

/// What the positions of an impartial game are worth.
enum Values {
    /// Play ends.
    Nimbers(Vec<u32>),
    /// Play can go on for ever.
    Loopy(Vec<LoopyNimber>),
}

impl Values {
    /// None for a partizan game.
    fn of(play: &Play, limits: &Limits<'_>) -> Result<Option<Values>, Stopped> {
        if let Some(nimbers) = arena_values(&play.arena) {
            return Ok(Some(Values::Nimbers(nimbers)));
        }
        let Some(graph) = Graph::from_impartial(&play.arena) else { return Ok(None) };
        Ok(loopy_values(&graph, limits)?.map(Values::Loopy))
    }

    fn get(&self, node: Node) -> LoopyNimber {
        match self {
            Values::Nimbers(nimbers) => Nimber(nimbers[node as usize].into()).into(),
            Values::Loopy(values) => values[node as usize].clone(),
        }
    }
}
