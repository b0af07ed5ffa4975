//! The state of a game being played: the position, its moves, and their results.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use grundy::answer::{self, Judgement, Options, Solved, Solver, Wanted};
use grundy::game::Large;
use grundy::solve::partitioned::{Code, Failure, Positions};
use grundy::solve::verify::strategy::Strategy;
use grundy::{Convention, End, Fate, Game, Limits, Player, Stopped};

use crate::limits::LimitArgs;
use crate::solution;
use crate::solution::known::{self, Known};

/// A move that can be made now.
#[derive(Clone, Debug)]
pub(super) struct Move {
    /// Its name.
    pub(super) name: String,
    /// The position that it leads to.
    pub(super) to: String,
    /// The result for the player who makes it, if it is known.
    pub(super) judgement: Option<Judgement>,
    /// The share of the points that the player is expected to get, if the result is not known.
    pub(super) chance: Option<f32>,
    /// Whether a strategy of the file has chosen the move.
    pub(super) by_strategy: bool,
    place: usize,
}

/// A game in progress.
pub(super) enum Table {
    /// All positions are solved.
    Solved { solved: Solved, mirrored: bool, first: Player, path: Vec<u32> },
    /// There are too many positions; the values of components give the results.
    Valued { solver: Box<Solver>, path: Vec<(Box<dyn Game>, Player)> },
    /// There are too many positions; a search thinks about each move for which there is no
    /// strategy.
    Searched {
        convention: Convention,
        think: Duration,
        strategies: Vec<Strategy>,
        path: Vec<(Box<dyn Game>, Player)>,
    },
    /// A file has all positions.
    Known { positions: Box<Positions>, path: Vec<(Box<dyn Large>, Player)> },
}

impl Table {
    /// Refuses games that are not playable by hand.
    pub(super) fn check(game: &dyn Game) -> Result<()> {
        if has_too_many_moves(game) {
            bail!("{} has over {MOST_MOVES} moves: too many to be played one by one", game.text());
        }
        Ok(())
    }

    /// Sets up a game that was checked. Solves all positions if that can be done soon; otherwise
    /// makes a player that thinks for `think` about each move.
    pub(super) fn new(
        game: Box<dyn Game>,
        convention: Convention,
        first: Player,
        think: Duration,
        limits: &LimitArgs,
    ) -> Result<Self> {
        let answer = limits.run_raw(|limits| {
            // A person does not wait longer for the first move, unless a longer time was allowed.
            let limits = Limits {
                positions: limits.positions.min(FEW),
                time: limits.time.or(Some((Instant::now(), SOON))),
                ..limits
            };
            let convention = Some(convention);
            let options = Options { convention, limits, ..Options::default() };
            // If there are too many positions, the nimber may still say which moves are good.
            let answer = match game.impartial() {
                true => {
                    answer::solve_all_if_few(&*game, &Options { wanted: Wanted::VALUE, ..options })
                }
                false => answer::solve(&*game, &Options { wanted: Wanted::POSITIONS, ..options }),
            };
            answer.and_then(|answer| Ok(answer.whole()?))
        });
        let answer = match answer {
            Ok(answer) => answer,
            Err(Failure::Stopped(
                Stopped::Positions { .. } | Stopped::Memory { .. } | Stopped::Time { .. },
            )) => {
                let first = game.turn().unwrap_or(first);
                return Ok(Table::searched(game, convention, first, think));
            }
            Err(failure) => return Err(solution::explain(failure)),
        };
        Ok(match answer.solved {
            Some(solved) => {
                // If the position says whose turn it is, that player starts.
                let starts = &solved.play.starts;
                let start = starts[first].or(starts[first.opponent()]);
                let start = start.ok_or_else(|| anyhow::anyhow!("nobody can start"))?;
                Table::Solved { mirrored: start.mirrored, first, path: vec![start.node], solved }
            }
            None if answer.value.is_none() => {
                let first = game.turn().unwrap_or(first);
                Table::searched(game, convention, first, think)
            }
            None => Table::Valued { solver: Box::default(), path: vec![(game, first)] },
        })
    }

    /// Sets up a game that is not solved, with a player that thinks about each move.
    pub(super) fn searched(
        game: Box<dyn Game>,
        convention: Convention,
        first: Player,
        think: Duration,
    ) -> Self {
        Table::Searched { convention, think, strategies: Vec::new(), path: vec![(game, first)] }
    }

    /// Sets up a game with the results or the strategies from a file.
    pub(super) fn with(
        game: Box<dyn Game>,
        convention: Convention,
        first: Player,
        path: &Path,
        think: Duration,
        limits: &LimitArgs,
    ) -> Result<Self> {
        let mover = game.turn().unwrap_or(first);
        let (positions, start) = match Known::open(path, &*game, convention, limits)? {
            Known::Positions(positions, start) => (positions, start),
            Known::Strategies(known) => {
                let mut table = Table::searched(game, convention, mover, think);
                if let Table::Searched { strategies, .. } = &mut table {
                    *strategies = known;
                }
                return Ok(table);
            }
        };
        if verdict(&positions, &*start, mover).is_none() {
            let (name, text) = (path.display(), game.text());
            bail!("{text} with {mover} to move is not in {name}: play does not reach it");
        }
        Ok(Table::Known { positions, path: vec![(start, mover)] })
    }

    pub(super) fn mover(&self) -> Player {
        match self {
            Table::Solved { solved, first, path, .. } if solved.play.arena.impartial() => {
                // Nodes of impartial games do not say who is to move.
                if path.len() % 2 == 1 { *first } else { first.opponent() }
            }
            Table::Solved { solved, mirrored, path, .. } => {
                solved.play.mover(path[path.len() - 1], *mirrored)
            }
            Table::Valued { path, .. } | Table::Searched { path, .. } => path[path.len() - 1].1,
            Table::Known { path, .. } => path[path.len() - 1].1,
        }
    }

    pub(super) fn drawing(&self) -> String {
        match self {
            Table::Solved { solved, mirrored, path, .. } => {
                solved.play.drawing(path[path.len() - 1], *mirrored)
            }
            Table::Valued { path, .. } | Table::Searched { path, .. } => {
                path[path.len() - 1].0.drawing()
            }
            Table::Known { path, .. } => path[path.len() - 1].0.game().drawing(),
        }
    }

    /// The result for the player to move when there is no move.
    pub(super) fn result(&self) -> Fate {
        match self {
            Table::Solved { solved, path, .. } => {
                solved.outcomes.verdict(path[path.len() - 1]).fate()
            }
            Table::Valued { .. } => Fate::Loss,
            Table::Searched { convention, path, .. } => {
                let (game, mover) = &path[path.len() - 1];
                match (game.end(*mover), convention) {
                    (Some(End::Tie), _) => Fate::Draw,
                    (Some(End::Won(player)), _) if player == *mover => Fate::Win,
                    (None, Convention::Misere) => Fate::Win,
                    (Some(End::Won(_)), _) | (None, Convention::Normal) => Fate::Loss,
                }
            }
            Table::Known { positions, path } => {
                let (position, mover) = &path[path.len() - 1];
                verdict(positions, &**position, *mover).map_or(Fate::Loss, Code::fate)
            }
        }
    }

    /// Whether the position occurred before with the same player to move.
    pub(super) fn has_come_round(&self) -> bool {
        match self {
            Table::Solved { solved, path, .. } => {
                let (last, before) = path.split_last().map_or((0, &[][..]), |(n, rest)| (*n, rest));
                let step = if solved.play.arena.impartial() { 2 } else { 1 };
                before.iter().rev().skip(step - 1).step_by(step).any(|&node| node == last)
            }
            Table::Known { path, .. } => {
                let text = |(at, mover): &(Box<dyn Large>, Player)| (at.game().text(), *mover);
                let last = path.last().map(text);
                path.iter().rev().skip(1).map(|at| Some(text(at))).any(|at| at == last)
            }
            Table::Valued { path, .. } | Table::Searched { path, .. } => {
                let text = |(game, mover): &(Box<dyn Game>, Player)| (game.text(), *mover);
                let last = path.last().map(text);
                path.iter().rev().skip(1).map(|at| Some(text(at))).any(|at| at == last)
            }
        }
    }

    /// Whether the computer knows the result of every move.
    pub(super) fn is_perfect(&self) -> bool {
        !matches!(self, Table::Searched { .. })
    }

    /// Whether the computer has strategies for some positions.
    pub(super) fn has_strategies(&self) -> bool {
        matches!(self, Table::Searched { strategies, .. } if !strategies.is_empty())
    }

    /// The moves, in the order of the rules.
    pub(super) fn moves(&self) -> Vec<Move> {
        match self {
            Table::Solved { solved, mirrored, path, .. } => {
                let node = path[path.len() - 1];
                answer::judged_moves(solved, node)
                    .into_iter()
                    .map(|(option, verdict)| Move {
                        name: solved.play.move_name(node, option, *mirrored),
                        to: solved.play.text(option, *mirrored),
                        judgement: Some(verdict.into()),
                        chance: None,
                        by_strategy: false,
                        place: option as usize,
                    })
                    .collect()
            }
            Table::Valued { path, .. } => {
                let (game, mover) = &path[path.len() - 1];
                let options = game.options(*mover).into_iter().enumerate();
                options
                    .map(|(place, option)| Move {
                        name: option.position(),
                        to: option.text(),
                        judgement: None,
                        chance: None,
                        by_strategy: false,
                        place,
                    })
                    .collect()
            }
            Table::Searched { path, .. } => {
                let (game, mover) = &path[path.len() - 1];
                let moves = game.moves(*mover).into_iter().enumerate();
                moves
                    .map(|(place, option)| Move {
                        name: option.name,
                        to: option.to.text(),
                        judgement: None,
                        chance: None,
                        by_strategy: false,
                        place,
                    })
                    .collect()
            }
            Table::Known { positions, path } => {
                let (position, mover) = &path[path.len() - 1];
                let moves = known::judged(positions, &**position, *mover).into_iter().enumerate();
                moves
                    .map(|(place, (reached, judgement))| Move {
                        name: reached.name,
                        to: reached.position,
                        judgement,
                        chance: None,
                        by_strategy: false,
                        place,
                    })
                    .collect()
            }
        }
    }

    /// The moves with their results.
    pub(super) fn judged(&mut self, limits: &LimitArgs) -> Result<Vec<Move>> {
        let mut moves = self.moves();
        if let Table::Valued { solver, path } = self {
            let (game, mover) = &path[path.len() - 1];
            for (m, option) in moves.iter_mut().zip(game.options(*mover)) {
                let value = limits.run(|limits| solver.value(&*option, &limits))?;
                m.judgement = value.map(|(value, _)| {
                    let fate = value.outcome().fate(mover.opponent()).reversed();
                    Judgement { fate, remoteness: None }
                });
            }
        }
        if let Table::Searched { convention, think, strategies, path } = self
            && !moves.is_empty()
        {
            let (game, mover) = &path[path.len() - 1];
            if let Some((place, fate)) = answer::chosen_by(strategies, &**game, *mover)
                && place < moves.len()
            {
                moves[place].judgement = Some(Judgement { fate, remoteness: None });
                moves[place].by_strategy = true;
                moves.swap(0, place);
                return Ok(moves);
            }
            let found = limits.run(|limits| {
                let searching = game.thinking(*convention, limits.memory / 2);
                let Some(mut searching) = searching else { return Ok(None) };
                searching.think(*mover, *think, &limits, &mut |_| {}).map(Some)
            })?;
            let Some(thoughts) = found else { return Ok(moves) };
            for (m, thought) in moves.iter_mut().zip(&thoughts.moves) {
                let fate = thought.bounds.fate();
                m.judgement = fate.map(|fate| Judgement { fate, remoteness: None });
                m.chance = Some(thought.score).filter(|_| fate.is_none());
            }
            moves.swap(0, thoughts.best);
        }
        Ok(moves)
    }

    /// A best move; there must be a move.
    pub(super) fn best(&mut self, limits: &LimitArgs) -> Result<Move> {
        let judged = self.judged(limits)?;
        if let (Table::Searched { .. }, Some(best)) = (&self, judged.first()) {
            return Ok(best.clone());
        }
        let rank = |m: &&Move| m.judgement.map_or((u8::MAX, 0), Judgement::rank);
        let best = judged.iter().min_by_key(rank).cloned();
        best.ok_or_else(|| anyhow::anyhow!("there is no move"))
    }

    pub(super) fn make(&mut self, m: &Move) {
        match self {
            Table::Solved { path, .. } => path.push(m.place as u32),
            Table::Valued { path, .. } => {
                let (game, mover) = &path[path.len() - 1];
                let (mut options, next) = (game.options(*mover), mover.opponent());
                if m.place < options.len() {
                    path.push((options.swap_remove(m.place), next));
                }
            }
            Table::Searched { path, .. } => {
                let (game, mover) = &path[path.len() - 1];
                if let Some((_, to)) = game.option_at(*mover, m.place) {
                    let next = to.turn().unwrap_or(mover.opponent());
                    path.push((to, next));
                }
            }
            Table::Known { path, .. } => {
                let (position, mover) = &path[path.len() - 1];
                let reached = position.moves(*mover).into_iter().nth(m.place);
                let next =
                    reached.and_then(|to| Some((position.read(&to.position).ok()?, to.mover)));
                path.extend(next);
            }
        }
    }

    /// Takes the last move back; false when there is none.
    pub(super) fn undo(&mut self) -> bool {
        match self {
            Table::Solved { path, .. } if path.len() > 1 => path.pop().is_some(),
            Table::Valued { path, .. } | Table::Searched { path, .. } if path.len() > 1 => {
                path.pop().is_some()
            }
            Table::Known { path, .. } if path.len() > 1 => path.pop().is_some(),
            _ => false,
        }
    }
}

/// The verdict of a position in a file.
fn verdict(positions: &Positions, position: &dyn Large, mover: Player) -> Option<Code> {
    position.finder(positions)(position.key(mover)).ok().flatten()
}

/// The greatest number of positions of a game that is solved whole before it is played.
const FEW: usize = 2_000_000;
/// The time that a person waits for that.
const SOON: Duration = Duration::from_secs(2);
/// Positions with more moves are not played.
const MOST_MOVES: usize = 100_000;

fn has_too_many_moves(game: &dyn Game) -> bool {
    let mut moves = 0;
    game.terms().iter().any(|term| {
        let Some((rules, sizes)) = term.heaps() else { return false };
        let mut count = |_: &[u64]| {
            moves += 1;
            if moves > MOST_MOVES { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        sizes.iter().any(|&size| rules.each_option(size, &mut count).is_break())
    })
}
