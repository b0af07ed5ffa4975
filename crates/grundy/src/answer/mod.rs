//! Which solver answers which question.
//!
//! [`solve`] says who wins; read it first. It chooses a solver:
//!
//! - Who wins, and in how many moves: retrograde analysis of all positions of the game.
//!   Where these are too many, the value decides who wins and by which moves, or a
//!   proof-number search over sums of components.
//! - The value of a partizan game: its canonical form, by depth-first search from the
//!   rules.
//! - The value of an impartial game, from its components: closed forms and heap sequences
//!   where there are any, mex on the component graph, and Smith–Fraenkel values where play
//!   can go on for ever.

mod any_size;
mod forms;
mod heaps;
mod judge;
mod large;
pub mod literature;
mod misere;
mod partizan;
mod periods;
mod proved;
mod scored;
mod searched;
mod strategy;
mod sums;
mod turns;
mod values;
mod weak;

use std::ops::Range;

use hashbrown::HashMap;

use crate::game::{Game, Play};
use crate::graph::{Graph, Node};
use crate::limits::{Limits, Stopped};
use crate::outcome::{Convention, Fate, Outcome};
use crate::player::{ByPlayer, Player};
use crate::solve::Outcomes;
use crate::solve::loopy::loopy_values;
use crate::solve::mex::arena_values;
use crate::solve::period::{Period, find_period};
use crate::solve::retrograde::retrograde;
use crate::solve::sequence::recurrence::Search;
use crate::solve::sequence::{Patience, Sequence, SettledBy};
use crate::solve::sums::Database;
use crate::value::{LoopyNimber, Nimber};
pub use any_size::{Answered, FEW, searched_over, solve_any_size};
pub use forms::{Facts, NoForm};
use heaps::Heaps;
pub use judge::{Judge, Judgement, Worth, worths};
pub use large::{from_positions, keys_of_answer};
pub use misere::{GameQuotient, MisereFacts, misere_facts, misere_quotient};
pub use partizan::{PartizanValue, add_value};
pub use proved::{ForwardSearch, OpenBest, OpenSide};
use strategy::side;
pub use strategy::{Entry, best_moves, judged_moves, ranked_moves, strategy};
pub use sums::outcomes_of_components;
use turns::{Found, in_turns};
use values::Valued;
pub use weak::{NotSearched, chosen_by, solve_weakly, solve_with_file};

/// Whether all positions of the game are solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Whole {
    /// Where the value is not known, or the positions are few.
    #[default]
    Auto,
    /// In any case; a limit that is reached is an error.
    Always,
    /// Only where the value is not known.
    Avoid,
}

/// Options of [`solve`]: the convention, limits, and what to list.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// Normal or misère play.
    pub convention: Convention,
    /// Whether a forward search also finds in how many moves a player wins or loses.
    pub remoteness: bool,
    /// Limits on work.
    pub limits: Limits<'a>,
    /// Whether all positions of the game are solved.
    pub whole: Whole,
    /// How many moves are listed where the values of components give the answer; fewer
    /// in games of very many heaps.
    pub most_moves: usize,
    /// Databases of the values of small components, for proof-number search.
    pub databases: &'a [Database],
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options {
            convention: Convention::Normal,
            remoteness: false,
            limits: Limits::default(),
            whole: Whole::Auto,
            most_moves: 1 << 20,
            databases: &[],
        }
    }
}

/// The answer for a game: who wins, how, in how many moves, and the value.
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
    /// The value of a partizan game, once [`add_value`] has found it.
    pub partizan: Option<PartizanValue>,
    /// The components and their values, where the value is known.
    pub parts: Vec<Part>,
    /// Who wins each component alone, where that was asked for.
    pub outcomes: Vec<(String, Outcome)>,
    /// What happens when Left starts; none when it is Right's turn.
    pub left: Option<Side>,
    /// What happens when Right starts; none when it is Left's turn.
    pub right: Option<Side>,
    /// What is proved of players who may start, where a search was stopped.
    pub open: ByPlayer<Option<OpenSide>>,
    /// The positions of the whole game with their verdicts, where they were
    /// looked at.
    pub solved: Option<Solved>,
}

impl Answer {
    /// An answer with these sides only.
    fn from_sides(
        game: &dyn Game,
        convention: Convention,
        left: Option<Side>,
        right: Option<Side>,
    ) -> Answer {
        Answer {
            game: game.text(),
            convention,
            impartial: game.impartial(),
            positions: None,
            outcome: outcome(left.as_ref(), right.as_ref()),
            value: None,
            partizan: None,
            parts: Vec::new(),
            outcomes: Vec::new(),
            left,
            right,
            open: ByPlayer { left: None, right: None },
            solved: None,
        }
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
    /// Whether these are all such moves; of a very large heap only the first ones found
    /// are listed.
    pub complete: bool,
    /// By how many points, in games that count them.
    pub score: Option<Score>,
}

/// By how many points a player wins who starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// The points that the player gains from here on, less those of the opponent, under
    /// best play.
    pub margin: i32,
    /// The margin at the end, with the points that the players already have: above 0 for
    /// a win.
    pub total: i32,
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
    /// For the player who makes the move.
    pub fate: Fate,
    /// Moves from there to the end, as for [`Side::remoteness`].
    pub remoteness: Option<u32>,
}

/// The positions of a whole game, and the verdict of each.
pub struct Solved {
    /// The positions and moves.
    pub play: Play,
    /// A verdict for each node of the arena.
    pub outcomes: Outcomes,
}

/// Where the value is known, games of more positions than this are not solved for the
/// remoteness alone.
const MODEST_POSITIONS: usize = 200_000;
/// The same for bytes.
const MODEST_MEMORY: u64 = 256 << 20;

/// Answers one game; see [`Solver`] for many.
pub fn solve(game: &dyn Game, options: &Options<'_>) -> Result<Answer, Stopped> {
    Solver::default().solve(game, options)
}

/// Answers games, with a cache of the heap sequences.
#[derive(Default)]
pub struct Solver {
    heaps: HashMap<String, Heaps>,
}

impl Solver {
    /// Says who wins, how, in how many moves, and what the game is worth.
    pub fn solve(&mut self, game: &dyn Game, options: &Options<'_>) -> Result<Answer, Stopped> {
        let limits = &options.limits;
        let has_value =
            game.impartial() && !game.has_ends() && options.convention == Convention::Normal;
        // Where nothing splits, the play of the whole game is that of its component.
        let valued = match game.splits() || options.whole == Whole::Avoid {
            true if has_value => {
                match in_turns(self, game, options, |search, effort| search.answer(effort))? {
                    Found::Listed(valued) => valued,
                    Found::Searched(answer) => return Ok(answer),
                }
            }
            _ => None,
        };
        let value = valued
            .as_ref()
            .map(|terms| terms.iter().map(|term| term.value.clone()).sum::<LoopyNimber>());
        let solved = match self.whole(game, options, valued.as_deref()) {
            // Where all positions are wanted, nothing else will do.
            Err(ref stopped)
                if too_large(stopped) && game.has_search() && options.whole != Whole::Always =>
            {
                return searched::searched(game, options);
            }
            Err(ref stopped)
                if too_large(stopped) && game.has_scores() && options.whole != Whole::Always =>
            {
                return scored::scored(game, options);
            }
            Err(ref stopped) if too_large(stopped) && sums::may_search(game, options) => {
                if let Some(answer) = sums::searched(self, game, options)? {
                    return Ok(answer);
                }
                let always = Options { whole: Whole::Always, ..*options };
                self.whole(game, &always, valued.as_deref())?
            }
            solved => solved?,
        };

        let mut answer = Answer {
            game: game.text(),
            convention: options.convention,
            impartial: game.impartial(),
            positions: solved.as_ref().map(|solved| solved.play.positions),
            outcome: None,
            value,
            partizan: None,
            parts: Vec::new(),
            outcomes: Vec::new(),
            left: None,
            right: None,
            open: ByPlayer { left: None, right: None },
            solved,
        };
        if let Some(solved) = &answer.solved {
            (answer.left, answer.right) = (side(solved, Player::Left), side(solved, Player::Right));
        } else if let (Some(terms), Some(total)) = (&valued, &answer.value) {
            let side = self.side_from_values(terms, total, options)?;
            (answer.left, answer.right) = (Some(side.clone()), Some(side));
        }
        if let (true, false, Some(solved)) = (has_value, game.splits(), &answer.solved)
            && let Some(values) = Values::of(&solved.play, limits)?
            && let Some(start) = solved.play.starts[Player::Left]
        {
            let value = values.get(start.node);
            answer.value = Some(value.clone());
            answer.parts.push(Part { text: game.text(), heap: None, value });
        }
        answer.parts.extend(valued.into_iter().flatten().flat_map(|term| term.parts));
        answer.outcome = outcome(answer.left.as_ref(), answer.right.as_ref());
        if game.has_scores() {
            let scores = scored::scores(game, limits)?;
            scored::put(&mut answer, scores);
        }
        Ok(answer)
    }

    /// The value of an impartial game and of its components; none for games
    /// that have none.
    pub fn value(
        &mut self,
        game: &dyn Game,
        limits: &Limits<'_>,
    ) -> Result<Option<(LoopyNimber, Vec<Part>)>, Stopped> {
        if !game.impartial() || game.has_ends() || game.convention() == Convention::Misere {
            return Ok(None);
        }
        let options = Options { limits: *limits, ..Options::default() };
        let terms = match in_turns(self, game, &options, |search, effort| search.value(effort))? {
            Found::Listed(terms) => terms,
            Found::Searched(value) => return Ok(Some((value, Vec::new()))),
        };
        Ok(terms.map(|terms| {
            let total = terms.iter().map(|term| term.value.clone()).sum();
            (total, terms.into_iter().flat_map(|term| term.parts).collect())
        }))
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

    /// A search for the period of a game on heaps in constant memory; none
    /// where values are too many, rare values do not stop coming, or patience ends. For the numbers
    /// of heaps `between` which it starts, see
    /// [`Sequence::search`](crate::solve::sequence::Sequence::search).
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

    /// Puts g(0), g(1), … of a game on heaps into the cache, which were found before; false where
    /// they cannot be those of the game. See
    /// [`Sequence::resume`](crate::solve::sequence::Sequence::resume).
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

    fn whole(
        &self,
        game: &dyn Game,
        options: &Options<'_>,
        valued: Option<&[Valued]>,
    ) -> Result<Option<Solved>, Stopped> {
        let mut limits = modest(game, options);
        let modest = valued.is_some() && options.whole != Whole::Always;
        let components: usize = valued.unwrap_or_default().iter().map(|term| term.nodes).sum();
        let other_way = game.has_search() || game.has_scores();
        if other_way && options.whole != Whole::Always {
            limits.positions = limits.positions.min(MODEST_POSITIONS);
        }
        if modest {
            if options.whole == Whole::Avoid || !worth_trying(game) {
                return Ok(None);
            }
            // Where the components were as many, so much work is no surprise.
            limits.positions = limits.positions.min(MODEST_POSITIONS.max(4 * components));
            limits.memory = limits.memory.min(MODEST_MEMORY.max(1024 * components as u64));
        }
        let solve = || {
            let play = game.explore(&limits)?;
            let outcomes = retrograde(&play.arena, options.convention, &limits)?;
            Ok(Solved { play, outcomes })
        };
        match solve() {
            Ok(solved) => Ok(Some(solved)),
            Err(ref stopped) if modest && too_large(stopped) => Ok(None),
            Err(stopped) => Err(stopped),
        }
    }
}

/// Whether a limit on positions, memory or numbers was reached, so that another method
/// may still succeed.
fn too_large(stopped: &Stopped) -> bool {
    use Stopped::{Memory, Numbering, Positions};
    matches!(stopped, Positions { .. } | Memory { .. } | Numbering { .. })
}

/// The limits for work that a search may take the place of.
fn modest<'a>(game: &dyn Game, options: &Options<'a>) -> Limits<'a> {
    let mut limits = options.limits;
    if sums::may_search(game, options) {
        limits.positions = limits.positions.min(MODEST_POSITIONS);
        // A few positions of huge heaps have very many moves.
        limits.memory = limits.memory.min(MODEST_MEMORY);
    }
    limits
}

/// The outcome class for what happens when each player starts; one who cannot
/// start is taken to bring about what the other does.
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

/// Whether the positions of a game on heaps are few enough to be tried; of
/// other games trying tells.
fn worth_trying(game: &dyn Game) -> bool {
    let mut product = 1u64;
    for term in game.terms() {
        for size in term.heaps().map_or(Vec::new(), |(_, sizes)| sizes) {
            product = product.saturating_mul(size.saturating_add(1));
        }
    }
    product <= MODEST_POSITIONS as u64
}
