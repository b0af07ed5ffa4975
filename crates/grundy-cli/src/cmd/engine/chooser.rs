//! Chooses moves: a proved move if one is found in the time, and otherwise the one that a search
//! prefers.

use std::cell::Cell;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use grundy::answer::{self, Answer, Judgement, Options, Solved};
use grundy::game::{Move, Near, Proving};
use grundy::solve::partitioned::Failure;
use grundy::solve::proof::Thoughts;
use grundy::{Fate, Game, Limits, Player, Progress, Stopped};

use super::book::Book;
use super::clock::Budget;
use super::names;
use super::played::{self, Played};
use super::told::{Chosen, Score, Told};
use crate::limits::{self, LimitArgs};
use crate::{rules, solution};

/// A player that chooses moves. It remembers one game with all positions solved.
#[derive(Default)]
pub(super) struct Chooser {
    book: Option<Book>,
    solved: Option<Solved>,
}

/// The greatest number of positions of a game that is solved whole.
const FEW: usize = 2_000_000;
/// The time of the first search, which is short so that there soon is a move. Each further search
/// takes eight times as long as the one before.
const FIRST: Duration = Duration::from_millis(100);
const LONGER: u32 = 8;
/// The part of the time in which a proof is looked for, if a search can think too.
const PROOF: u32 = 4;
/// The greatest number of moves that are looked up one by one.
const MANY: usize = 10_000;
/// The greatest number of moves of a line of best play, and of moves that are looked at for it.
const LINE: usize = 40;
const LOOKED_AT: usize = 2_000;

impl Chooser {
    /// A player that first looks into a file.
    pub(super) fn new(book: Option<Book>) -> Chooser {
        Chooser { book, solved: None }
    }

    /// Forgets the last game.
    pub(super) fn forget(&mut self) {
        self.solved = None;
    }

    /// Chooses a move. Calls `told` with what is found so far.
    ///
    /// # Errors
    ///
    /// If play is over, or the rules fail.
    pub(super) fn choose(
        &mut self,
        played: &Played,
        budget: Budget,
        limits: &LimitArgs,
        told: &mut dyn FnMut(Told),
    ) -> Result<Chosen> {
        let (game, mover) = played.last();
        if played.over().is_some() {
            let fault = game.failure().map(Into::into);
            return Err(fault.unwrap_or_else(|| anyhow!("play is over")));
        }
        if let Some(chosen) = self.book.as_ref().and_then(|book| book.best(played)) {
            return Ok(chosen);
        }
        limits.beginning_now().run_raw(|limits| {
            let nodes = budget.nodes.unwrap_or(u64::MAX);
            let enough = std::sync::atomic::AtomicBool::new(false);
            let relaxed = std::sync::atomic::Ordering::Relaxed;
            let count = |progress: Progress| {
                if progress.positions as u64 >= nodes {
                    enough.store(true, relaxed);
                }
            };
            // A search that is interrupted forgets what it has found, but one that has no room does
            // not.
            let full = || {
                limits::interrupted()
                    || enough.load(relaxed)
                    || limits.full.is_some_and(|is_full| is_full())
            };
            let within =
                Limits { interrupted: None, progress: Some(&count), full: Some(&full), ..limits };
            answer::learning(game, rules::fault_of, Some(&rules::learned), |game| {
                let search = Search { game, mover, played, limits: within, budget };
                search.choose(&mut self.solved, told)
            })
        })
    }
}

/// The choice of one move.
struct Search<'a> {
    game: &'a dyn Game,
    mover: Player,
    played: &'a Played,
    limits: Limits<'a>,
    budget: Budget,
}

/// The result of looking for a proof of the move to choose.
enum Proof {
    /// This move is the best.
    Chosen(Chosen),
    /// All moves lose, or nothing is found yet.
    Open(Score),
    /// More time does not help.
    Hopeless,
}

impl Search<'_> {
    fn choose(&self, solved: &mut Option<Solved>, told: &mut dyn FnMut(Told)) -> Result<Chosen> {
        if let (moves, true) = self.game.moves_up_to(self.mover, 2)
            && moves.len() == 1
        {
            return self.chosen(0, Score::Unknown, 0);
        }
        if let Some(chosen) = solved.as_ref().and_then(|solved| self.by_list(solved, 0)) {
            return Ok(chosen);
        }
        // The solved game is another one.
        *solved = None;
        let start = Instant::now();
        let mut thinking = self.game.thinking(self.played.convention, self.limits.memory / 4);
        let (mut stage, mut hopeless, mut score) = (FIRST, false, Score::Unknown);
        let mut best: Option<(usize, Told, Duration)> = None;
        loop {
            let left = self.budget.time.map(|time| time.saturating_sub(start.elapsed()));
            let rest = left.filter(|left| *left <= stage.saturating_mul(LONGER * LONGER));
            let (began, time) = (Instant::now(), rest.unwrap_or(stage));
            if !hopeless {
                let part = if thinking.is_some() { time / PROOF } else { time };
                match self.prove(solved, part)? {
                    Proof::Chosen(chosen) => return Ok(chosen),
                    Proof::Open(Score::Unknown) => {}
                    Proof::Open(found) => score = found,
                    Proof::Hopeless => hopeless = true,
                }
            }
            let left = time.saturating_sub(began.elapsed());
            let decided = match &mut thinking {
                Some(searching) => {
                    let since = Instant::now();
                    let found = self.think(&mut **searching, left, told)?;
                    // A search that was cut short may know less than an earlier one.
                    let spent = began.elapsed();
                    if best.as_ref().is_none_or(|(.., before)| spent >= *before) {
                        best = Some((found.best, self.thought(&found, &**searching), spent));
                    }
                    // A search that ends early has nothing more to look at.
                    is_decided(&found) || since.elapsed() < left
                }
                None => hopeless || score.is_lost(),
            };
            if decided || rest.is_some() || self.is_over() {
                break;
            }
            stage = stage.saturating_mul(LONGER);
        }
        let Some((index, told, _)) = best else { return self.chosen(0, score, 0) };
        let score = if score == Score::Unknown { told.score } else { score };
        Ok(Chosen { told: Told { score, ..told }, ..self.chosen(index, score, 0)? })
    }

    /// Whether a limit is reached, or the search was told to stop.
    fn is_over(&self) -> bool {
        self.limits.go_on(0).is_err()
    }

    /// The move with an index.
    fn chosen(&self, index: usize, score: Score, nodes: u64) -> Result<Chosen> {
        let found = self.game.option_at(self.mover, index);
        let (name, to) = found.ok_or_else(|| match self.game.failure() {
            Some(fault) => fault.into(),
            None => anyhow!("there is no move"),
        })?;
        let word = names::written(self.game, self.mover, &name, &*to);
        Ok(Chosen { told: Told { score, nodes, line: vec![word.clone()] }, word, to })
    }

    /// Looks for a proof for `time`.
    fn prove(&self, solved: &mut Option<Solved>, time: Duration) -> Result<Proof> {
        let limits = self.limits.shortened(time);
        let nodes = self.budget.nodes.map_or(FEW, |nodes| nodes.min(FEW as u64) as usize);
        let options = Options {
            convention: Some(self.played.convention),
            starter: Some(self.mover),
            beyond: Duration::ZERO,
            learned: Some(&rules::learned),
            limits: Limits {
                positions: limits.positions.min(nodes.max(1)),
                memory: limits.memory / 2,
                ..limits
            },
            ..Options::default()
        };
        let mut answer = match answer::solve_all_if_few(self.game, &options) {
            Ok(answer) => answer,
            Err(Failure::Stopped(Stopped::Time { .. })) => return Ok(Proof::Open(Score::Unknown)),
            Err(Failure::Stopped(Stopped::Rules(fault))) => return Err(fault.into()),
            Err(Failure::Stopped(_) | Failure::Lost(_)) => return Ok(Proof::Hopeless),
            Err(failure) => return Err(solution::explain(failure)),
        };
        let nodes = answer.work.iter().map(|work| work.visited).sum();
        if let Some(list) = answer.solved.take()
            && let Some(chosen) = self.by_list(&list, nodes)
        {
            *solved = Some(list);
            return Ok(Proof::Chosen(chosen));
        }
        self.by_answer(&answer, nodes)
    }

    /// The move that an answer without all positions proves to be best.
    fn by_answer(&self, answer: &Answer, nodes: u64) -> Result<Proof> {
        let hopeless =
            || if answer.is_too_large() { Proof::Hopeless } else { Proof::Open(Score::Unknown) };
        let Some(side) = answer.side(self.mover) else { return Ok(hopeless()) };
        let score = Score::Proved(Judgement { fate: side.fate, remoteness: side.remoteness });
        if side.fate == Fate::Loss {
            return Ok(Proof::Open(score));
        }
        for best in &side.best {
            let mut found = self.game.option_named(self.mover, &best.name, &self.limits)?;
            if found.as_ref().is_none_or(|found| found.to.text() != best.to) {
                found = self.game.option_named(self.mover, &best.to, &self.limits)?;
            }
            let Some(found) = found.filter(|found| found.to.text() == best.to) else { continue };
            let next = self.played.next(&*found.to);
            // If moves to the end are not counted, play must not go round in circles.
            if side.remoteness.is_none() && self.played.times(&*found.to, next) > 0 {
                continue;
            }
            let word = names::written(self.game, self.mover, &found.name, &*found.to);
            let told = Told { score, nodes, line: vec![word.clone()] };
            return Ok(Proof::Chosen(Chosen { word, to: found.to, told }));
        }
        Ok(Proof::Open(score))
    }

    /// The best move according to the verdicts of all positions; none if these do not belong to
    /// this game.
    fn by_list(&self, solved: &Solved, nodes: u64) -> Option<Chosen> {
        let looked_at = Cell::new(0);
        let best = |game: &dyn Game, mover: Player, most: usize| {
            let (moves, all) = game.moves_up_to(mover, most);
            looked_at.set(looked_at.get() + moves.len());
            let judged = moves.into_iter().map(|Move { name, to, .. }| {
                let next = to.turn().unwrap_or(mover.opponent());
                let there = self.verdict(solved, &*to, next)?;
                let mine = if next == mover { there } else { there.reversed() };
                // A new draw is better than an equal one that has been in the play before.
                let again = self.played.times(&*to, next);
                Some(((mine.rank(), again), mine, name, to, next))
            });
            let judged: Option<Vec<_>> = judged.collect();
            judged.filter(|_| all)?.into_iter().min_by_key(|(rank, ..)| *rank)
        };
        let (_, mine, name, to, mut mover) = best(self.game, self.mover, MANY)?;
        let word = names::written(self.game, self.mover, &name, &*to);
        let (mut line, mut game) = (vec![word.clone()], to.boxed());
        while line.len() < LINE && looked_at.get() < LOOKED_AT {
            let Some((_, _, name, next, then)) = best(&*game, mover, LOOKED_AT) else { break };
            line.push(names::word(&name));
            (game, mover) = (next, then);
        }
        let told = Told { score: Score::after(mine), nodes, line };
        Some(Chosen { word, to, told })
    }

    /// The result for the player to move, if it can be found in the list of positions.
    fn verdict(&self, solved: &Solved, game: &dyn Game, mover: Player) -> Option<Judgement> {
        if let Some((node, _)) = solved.play.find(game, mover) {
            return Some(solved.outcomes.verdict(node).into());
        }
        let fate = played::over(game, mover, self.played.convention)?;
        Some(Judgement { fate, remoteness: Some(0) })
    }

    /// Thinks for `time`.
    fn think(
        &self,
        searching: &mut dyn Proving,
        time: Duration,
        told: &mut dyn FnMut(Told),
    ) -> Result<Thoughts> {
        // There is no limit on positions, because reaching it would be an error.
        let memory = self.limits.memory / 2;
        let limits = Limits { memory, positions: usize::MAX, ..self.limits };
        let mut hear = |thoughts: &Thoughts| told(self.believed(thoughts));
        Ok(searching.think(self.mover, time, &limits, &mut hear)?)
    }

    /// The opinion of a search about the position.
    fn believed(&self, thoughts: &Thoughts) -> Told {
        let best = &thoughts.moves[thoughts.best];
        let score = match best.bounds.fate() {
            Some(fate) => Score::Proved(Judgement { fate, remoteness: None }),
            None => Score::Expected(best.score),
        };
        let nodes = thoughts.moves.iter().map(|thought| u64::from(thought.lines)).sum();
        let found = self.game.option_at(self.mover, thoughts.best);
        let word = |(name, to): (String, Box<dyn Game>)| {
            names::written(self.game, self.mover, &name, &*to)
        };
        Told { score, nodes, line: found.map(word).into_iter().collect() }
    }

    /// The opinion of a search, with the line that is proved.
    fn thought(&self, thoughts: &Thoughts, searching: &dyn Proving) -> Told {
        let mut told = self.believed(thoughts);
        told.nodes = told.nodes.max(searching.visited());
        if thoughts.moves[thoughts.best].bounds.fate().is_some() {
            let near = Near { starter: self.mover, option: Some(thoughts.best) };
            let line = searching.line(near);
            told.line.extend(line.iter().take(LINE).map(|name| names::word(name)));
        }
        told
    }
}

/// Whether more thinking would change nothing.
fn is_decided(thoughts: &Thoughts) -> bool {
    let fate = |index: usize| thoughts.moves[index].bounds.fate();
    fate(thoughts.best) == Some(Fate::Win)
        || (0..thoughts.moves.len()).all(|index| fate(index).is_some())
}
