//! Which solver answers which question.
//!
//! The value of an impartial game comes from its components: closed forms and
//! heap sequences where there are any, mex on the component graph, and the
//! Smith–Fraenkel values where play can go on for ever. Who wins, and in how
//! many moves, comes from the positions of the whole game. Where those are too
//! many, the value still says who wins and with which moves.

use std::ops::ControlFlow;

use hashbrown::HashMap;

use crate::game::{Game, Play};
use crate::graph::{Graph, Node};
use crate::limits::{Limits, Progress, Stopped};
use crate::outcome::{Convention, Fate, Outcome, Verdict};
use crate::player::{ByPlayer, Player};
use crate::ruleset::HeapRules;
use crate::solve::Outcomes;
use crate::solve::loopy::loopy_values;
use crate::solve::mex::grundy_values;
use crate::solve::period::{Period, find_period};
use crate::solve::retrograde::retrograde;
use crate::solve::sequence::Sequence;
use crate::value::{LoopyNimber, Nimber};

/// Whether the positions of the whole game are looked at.
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

/// What is asked, and how much work may be done.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// Normal or misère play.
    pub convention: Convention,
    /// Limits on work.
    pub limits: Limits<'a>,
    /// Whether the positions of the whole game are looked at.
    pub whole: Whole,
}

/// What grundy knows of a game.
pub struct Answer {
    /// The game as it is written.
    pub game: String,
    /// Normal or misère play.
    pub convention: Convention,
    /// Whether both players always have the same moves.
    pub impartial: bool,
    /// Distinct positions that play reaches; none where they were not looked at.
    pub positions: Option<usize>,
    /// The outcome class; none in the mixed cases, and where only one player
    /// can start.
    pub outcome: Option<Outcome>,
    /// The value of an impartial game under normal play.
    pub value: Option<LoopyNimber>,
    /// The components and their values, where the value is known.
    pub parts: Vec<Part>,
    /// What happens when Left starts; none when it is Right's turn.
    pub left: Option<Side>,
    /// What happens when Right starts; none when it is Left's turn.
    pub right: Option<Side>,
    /// The positions of the whole game with their verdicts, where they were
    /// looked at.
    pub solved: Option<Solved>,
}

impl Answer {
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

/// What a player who starts brings about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// For the player who starts.
    pub fate: Fate,
    /// Moves to the end; none for a draw that never ends, and where the
    /// positions of the whole game were not looked at.
    pub remoteness: Option<u32>,
    /// Every move that keeps the result, the best first.
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

/// Above this many positions the remoteness is not worth the wait when the
/// value is known already.
const MODEST_POSITIONS: usize = 200_000;
/// The same for bytes.
const MODEST_MEMORY: u64 = 256 << 20;
/// Of a heap so many options are looked at, …
const MOST_OPTIONS: usize = 1 << 22;
/// … and so many moves listed.
const MOST_LISTED: usize = 1 << 10;

/// Answers one game; see [`Solver`] for many.
pub fn solve(game: &dyn Game, options: &Options<'_>) -> Result<Answer, Stopped> {
    Solver::default().solve(game, options)
}

/// Answers games, and keeps the heap sequences that it has found.
#[derive(Default)]
pub struct Solver {
    heaps: HashMap<String, Heaps>,
}

/// A heap sequence, with its period once that is proved.
#[derive(Default)]
struct Heaps {
    sequence: Sequence,
    period: Option<Period>,
}

/// A term of a sum whose value is known.
struct Valued {
    game: Box<dyn Game>,
    value: LoopyNimber,
    parts: Vec<Part>,
    /// Components that were numbered to find the value.
    nodes: usize,
    moves: Moves,
}

/// Where the moves of a term are looked up.
enum Moves {
    /// The heaps, by size.
    Heaps(Vec<u64>),
    /// The games after each move, with what each is worth.
    Known(Vec<(Box<dyn Game>, LoopyNimber)>),
}

impl Solver {
    /// Says who wins, how, in how many moves, and what the game is worth.
    pub fn solve(&mut self, game: &dyn Game, options: &Options<'_>) -> Result<Answer, Stopped> {
        let limits = &options.limits;
        let valued =
            if game.impartial() && !game.has_ends() && options.convention == Convention::Normal {
                self.terms(game, limits)?
            } else {
                None
            };
        let value = valued
            .as_ref()
            .map(|terms| terms.iter().map(|term| term.value.clone()).sum::<LoopyNimber>());
        let solved = self.whole(game, options, valued.as_deref())?;

        let mut answer = Answer {
            game: game.text(),
            convention: options.convention,
            impartial: game.impartial(),
            positions: solved.as_ref().map(|solved| solved.play.positions),
            outcome: None,
            value,
            parts: Vec::new(),
            left: None,
            right: None,
            solved,
        };
        if let Some(solved) = &answer.solved {
            (answer.left, answer.right) = (side(solved, Player::Left), side(solved, Player::Right));
        } else if let (Some(terms), Some(total)) = (&valued, &answer.value) {
            let side = self.side_from_values(terms, total, limits)?;
            (answer.left, answer.right) = (Some(side.clone()), Some(side));
        }
        answer.parts = valued.into_iter().flatten().flat_map(|term| term.parts).collect();
        answer.outcome = match (&answer.left, &answer.right) {
            (Some(left), Some(right)) => {
                Outcome::from_fates(ByPlayer { left: left.fate, right: right.fate })
            }
            (Some(only), None) | (None, Some(only)) if only.fate == Fate::Draw => Some(Outcome::D),
            (Some(only), None) => {
                Some(if only.fate == Fate::Win { Outcome::L } else { Outcome::R })
            }
            (None, Some(only)) => {
                Some(if only.fate == Fate::Win { Outcome::R } else { Outcome::L })
            }
            (None, None) => None,
        };
        Ok(answer)
    }

    /// The value of an impartial game and of its components; none for games
    /// that have none.
    pub fn value(
        &mut self,
        game: &dyn Game,
        limits: &Limits<'_>,
    ) -> Result<Option<(LoopyNimber, Vec<Part>)>, Stopped> {
        if !game.impartial() || game.has_ends() {
            return Ok(None);
        }
        Ok(self.terms(game, limits)?.map(|terms| {
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

    /// The values of heaps found so far.
    #[must_use]
    pub fn known(&self, ruleset: &dyn Game) -> &[u32] {
        self.heaps.get(&ruleset.ruleset()).map_or(&[], |heaps| heaps.sequence.values())
    }

    fn whole(
        &self,
        game: &dyn Game,
        options: &Options<'_>,
        valued: Option<&[Valued]>,
    ) -> Result<Option<Solved>, Stopped> {
        let mut limits = options.limits;
        let modest = valued.is_some() && options.whole != Whole::Always;
        let components: usize = valued.unwrap_or_default().iter().map(|term| term.nodes).sum();
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
            Err(Stopped::Positions { .. } | Stopped::Memory { .. } | Stopped::Numbering { .. })
                if modest =>
            {
                Ok(None)
            }
            Err(stopped) => Err(stopped),
        }
    }

    fn terms(
        &mut self,
        game: &dyn Game,
        limits: &Limits<'_>,
    ) -> Result<Option<Vec<Valued>>, Stopped> {
        game.terms().into_iter().map(|term| self.term(term, limits)).collect()
    }

    fn term(
        &mut self,
        game: Box<dyn Game>,
        limits: &Limits<'_>,
    ) -> Result<Option<Valued>, Stopped> {
        if let Some((rules, sizes)) = game.heaps() {
            let name = game.ruleset();
            let mut parts = Vec::with_capacity(sizes.len());
            for &size in &sizes {
                let value = self.heap(&name, rules, size, limits)?;
                let text = game.with_heaps(&[size]).map_or_else(String::new, |heap| heap.text());
                parts.push(Part { text, heap: Some(size), value });
            }
            let value = parts.iter().map(|part| part.value.clone()).sum();
            let moves = Moves::Heaps(sizes);
            return Ok(Some(Valued { game, value, parts, nodes: 0, moves }));
        }
        let mut parts = game.components(true, limits)?;
        let values: Option<Vec<LoopyNimber>> = match grundy_values(&parts.graph) {
            Some(values) => Some(values.into_iter().map(Into::into).collect()),
            None => match loopy_values(&parts.graph, limits)? {
                Some(values) => Some(values),
                // Loops among positions that split: values of whole positions.
                None => {
                    parts = game.components(false, limits)?;
                    loopy_values(&parts.graph, limits)?
                }
            },
        };
        let Some(values) = values else { return Ok(None) };
        let worth = |sum: &[Node]| -> LoopyNimber {
            sum.iter().map(|&node| values[node as usize].clone()).sum()
        };
        let known = parts.moves(Player::Left);
        let known = known.into_iter().map(|(option, sum)| (option, worth(&sum))).collect();
        let of = |&node: &Node| Part {
            text: parts.game(node).text(),
            heap: None,
            value: values[node as usize].clone(),
        };
        Ok(Some(Valued {
            value: worth(&parts.start),
            parts: parts.start.iter().map(of).collect(),
            nodes: parts.graph.len(),
            moves: Moves::Known(known),
            game,
        }))
    }

    /// The value of one heap.
    fn heap(
        &mut self,
        name: &str,
        rules: &dyn HeapRules,
        size: u64,
        limits: &Limits<'_>,
    ) -> Result<LoopyNimber, Stopped> {
        if rules.closed_form(size).is_some() {
            return Ok(self.known_heap(name, rules, size).into());
        }
        let heaps = self.heaps.entry_ref(name).or_default();
        let mut reach: u64 = 1 << 12;
        while size >= heaps.sequence.values().len() as u64 && heaps.period.is_none() {
            heaps.sequence.extend(rules, size.min(reach) as usize, limits)?;
            if size > reach {
                heaps.period =
                    find_period(heaps.sequence.values(), &rules.kind()).filter(|p| p.proved);
            }
            reach *= 2;
        }
        Ok(self.known_heap(name, rules, size).into())
    }

    /// The value of a heap for which [`Solver::heap`] has done the work, or of
    /// a smaller one.
    fn known_heap(&self, name: &str, rules: &dyn HeapRules, size: u64) -> Nimber {
        if let Some(value) = rules.closed_form(size) {
            return Nimber(value);
        }
        let heaps = &self.heaps[name];
        let values = heaps.sequence.values();
        match (values.get(usize::try_from(size).unwrap_or(usize::MAX)), &heaps.period) {
            (Some(&value), _) => Nimber(u64::from(value)),
            (None, Some(period)) => Nimber(period.value(values, size)),
            (None, None) => unreachable!("the sequence was extended to a heap as large"),
        }
    }

    /// What the player who starts brings about in a sum, from the values alone.
    fn side_from_values(
        &self,
        terms: &[Valued],
        total: &LoopyNimber,
        limits: &Limits<'_>,
    ) -> Result<Side, Stopped> {
        let fate = match total.outcome() {
            Outcome::P => Fate::Loss,
            Outcome::N => Fate::Win,
            _ => Fate::Draw,
        };
        // After a move, the opponent's lot.
        let keeps = |after: &LoopyNimber| match fate {
            Fate::Win => after.outcome() == Outcome::P,
            Fate::Loss => true,
            Fate::Draw => after.outcome() == Outcome::D,
        };
        let mut best = Vec::new();
        for (i, term) in terms.iter().enumerate() {
            let others = || terms.iter().enumerate().filter(move |(j, _)| *j != i);
            let rest: LoopyNimber = others().map(|(_, other)| other.value.clone()).sum();
            let options: Vec<Box<dyn Game>> = match &term.moves {
                Moves::Known(known) => known
                    .iter()
                    .filter(|(_, value)| keeps(&(rest.clone() + value.clone())))
                    .map(|(option, _)| option.boxed())
                    .collect(),
                Moves::Heaps(sizes) => {
                    let wins = fate == Fate::Win;
                    self.heap_moves(term, sizes, &rest, wins, &keeps, limits)?
                }
            };
            for option in options {
                let text = |(j, other): (usize, &Valued)| {
                    if i == j { option.text() } else { other.game.text() }
                };
                let to = terms.iter().enumerate().map(text).collect::<Vec<_>>().join(" + ");
                let alone = terms.len() == 1;
                let position = if alone { option.position() } else { to.clone() };
                best.push(Best { name: option.position(), position, to, fate, remoteness: None });
            }
        }
        Ok(Side { fate, remoteness: None, best })
    }

    /// The moves in one of the heaps of a term after which the sum of all
    /// terms `keeps` the result, when the other terms are worth `rest`. Of a
    /// winning move, `wins`, the value to leave is known.
    fn heap_moves(
        &self,
        term: &Valued,
        sizes: &[u64],
        rest: &LoopyNimber,
        wins: bool,
        keeps: &dyn Fn(&LoopyNimber) -> bool,
        limits: &Limits<'_>,
    ) -> Result<Vec<Box<dyn Game>>, Stopped> {
        let mut moves = Vec::new();
        let Some((rules, _)) = term.game.heaps() else { return Ok(moves) };
        let name = term.game.ruleset();
        for (i, &size) in sizes.iter().enumerate() {
            let others = term.parts.iter().enumerate().filter(|(j, _)| *j != i);
            let rest =
                others.map(|(_, part)| part.value.clone()).sum::<LoopyNimber>() + rest.clone();
            let named = match rest.nimber() {
                Some(wanted) if wins => rules.options_worth(size, wanted.0),
                _ => None,
            };
            let search = named.is_none();
            let mut found = named.unwrap_or_default();
            if search {
                // The value of the heap has made those of all smaller heaps known.
                let mut looked_at = 0;
                let _ = rules.each_option(size, &mut |left| {
                    looked_at += 1;
                    let worth = left.iter().map(|&heap| self.known_heap(&name, rules, heap));
                    let after = worth.fold(rest.clone(), |sum, value| sum + value.into());
                    if keeps(&after) && !found.iter().any(|known| known == left) {
                        found.push(left.to_vec());
                    }
                    match looked_at >= MOST_OPTIONS || found.len() >= MOST_LISTED {
                        true => ControlFlow::Break(()),
                        false => ControlFlow::Continue(()),
                    }
                });
                limits.check(Progress { stage: "moves", positions: looked_at, bytes: 0 })?;
            }
            for left in found {
                let left = if left.is_empty() { vec![0] } else { left };
                moves.extend(term.game.with_heaps(&[&sizes[..i], &left, &sizes[i + 1..]].concat()));
            }
        }
        Ok(moves)
    }
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
    let Some(graph) = Graph::from_impartial(&play.arena) else { return Ok(None) };
    Ok(match grundy_values(&graph) {
        Some(values) => Some(values.into_iter().map(Into::into).collect()),
        None => loopy_values(&graph, limits)?,
    })
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

/// What a player who starts brings about, from the verdicts of all positions.
fn side(solved: &Solved, starter: Player) -> Option<Side> {
    let Solved { play, outcomes } = solved;
    let start = play.starts[starter]?;
    let verdict = outcomes.verdict(start.node);
    let best = best_moves(solved, start.node)
        .into_iter()
        .map(|(option, verdict)| Best {
            name: play.move_name(start.node, option, start.mirrored),
            position: play.position(option, start.mirrored),
            to: play.text(option, start.mirrored),
            fate: verdict.fate(),
            remoteness: verdict.remoteness(),
        })
        .collect();
    Some(Side { fate: verdict.fate(), remoteness: verdict.remoteness(), best })
}

/// All moves from a node with what each brings the player who makes it, in the
/// order of the rules, repeats left out.
#[must_use]
pub fn judged_moves(solved: &Solved, node: Node) -> Vec<(Node, Verdict)> {
    let Solved { play, outcomes } = solved;
    let mut seen = hashbrown::HashSet::new();
    play.arena
        .options(node)
        .iter()
        .filter(|option| seen.insert(**option))
        .map(|&option| {
            let there = outcomes.verdict(option);
            let passes = play.arena.turn_passes(node, option);
            (option, if passes { there.reversed() } else { there })
        })
        .collect()
}

/// The same, the best first.
#[must_use]
pub fn ranked_moves(solved: &Solved, node: Node) -> Vec<(Node, Verdict)> {
    let mut moves = judged_moves(solved, node);
    moves.sort_by_key(|(_, verdict)| verdict.rank());
    moves
}

/// The moves from a node that keep its result, the best first.
#[must_use]
pub fn best_moves(solved: &Solved, node: Node) -> Vec<(Node, Verdict)> {
    let fate = solved.outcomes.verdict(node).fate();
    let mut moves = ranked_moves(solved, node);
    moves.retain(|(_, verdict)| verdict.fate() == fate);
    moves
}

/// What to do at one node: a line of the strategies s_A and s_B.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The node.
    pub node: Node,
    /// What the player to move brings about.
    pub verdict: Verdict,
    /// The moves that keep it so, the best first.
    pub best: Vec<Node>,
}

/// The complete strategies of both players: what to do at every node.
pub fn strategy(solved: &Solved) -> impl Iterator<Item = Entry> {
    solved.play.arena.nodes().map(|node| Entry {
        node,
        verdict: solved.outcomes.verdict(node),
        best: best_moves(solved, node).into_iter().map(|(option, _)| option).collect(),
    })
}
