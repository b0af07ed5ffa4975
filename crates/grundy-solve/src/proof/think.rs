//! A good move within a time, where not everything can be proved.
//!
//! First the tactics: short wins, and moves after which the other player has a short win,
//! are found by the [`Prover`], which then tries to prove the whole result. Moves that stay
//! open are searched by one of two methods: [lines](super::lines) of random play, or
//! [mobility](super::mobility) some moves ahead.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use super::lines::Tree;
use super::mobility::Deepening;
use super::thoughts::{Candidate, Searching, Thinking, Thought, Thoughts};
use super::trial::Trial;
use super::{Bounds, Prover};
use grundy_base::{Fate, Limits, Progress, Stopped};

/// Looks whether there is time left within limits.
fn looking_at(limits: Limits<'_>) -> impl FnMut(u64, u64) -> Result<bool, Stopped> + use<'_> {
    move |visited, bytes| {
        let progress = Progress { stage: "thinking", positions: visited as usize, bytes };
        match limits.check(progress) {
            Err(Stopped::Time { .. } | Stopped::Memory { .. }) => Ok(false),
            stopped => stopped.map(|()| true),
        }
    }
}

/// The share of the time in which lines of random play show what kind of game it is: if lines are
/// played one after the other; and if very many are played at once, where the first ends hardly
/// before the last.
const TRIAL: (f64, f64) = (0.05, 0.2);
/// A proof of the whole result is tried if it seems to take at most this number of times the
/// positions that there is time for: transpositions and proofs of a game's own save many.
const HOPEFUL: f64 = 1000.0;
/// The share of the time in which short wins and threats are looked for, and the moves that
/// they take at most.
const TACTICS: (f64, u32) = (0.25, 6);
/// The share of the time in which the whole result may be proved.
const WHOLE: f64 = 0.25;

impl<N: Clone + Send + Sync> Prover<N> {
    /// Searches moves by this method when it thinks, and does not choose one.
    pub fn think_by(&mut self, method: Thinking) {
        self.method = Some(method);
    }

    /// Thinks about the moves of a node for as long as the limits allow; at least one move must
    /// be given. `thinking` is told now and then what is thought so far.
    ///
    /// # Errors
    ///
    /// When the work is interrupted, or rules fail; not when the time is up.
    pub fn think(
        &mut self,
        root: &N,
        moves: &[Candidate<N>],
        time: Duration,
        limits: &Limits<'_>,
        thinking: &mut dyn FnMut(&Thoughts<u128>),
    ) -> Result<Thoughts<u128>, Stopped> {
        let start = Instant::now();
        let within = |share: f64| {
            let left = limits.time.map_or(time, |(since, limit)| {
                time.min(limit.saturating_sub(start.duration_since(since)))
            });
            Limits { time: Some((start, left.mul_f64(share))), threads: 1, ..*limits }
        };
        // Where there are very many moves, looking at all of them may take too long.
        let mut bounds = vec![Bounds::UNKNOWN; moves.len()];
        for (one, bounds) in moves.iter().zip(&mut bounds) {
            *bounds = one.before(self.known(&one.to));
            if !looking_at(within(TACTICS.0))(0, self.tree.held())? {
                break;
            }
        }
        // A win that is seen at once takes a move more than one that is there; a loss that is seen
        // at once comes before a loss that has to be searched for.
        let mut lasts: Vec<Option<u32>> = moves
            .iter()
            .zip(&bounds)
            .map(|(one, known)| match known.fate() {
                Some(Fate::Win) => Some(u32::from(!one.over)),
                Some(Fate::Loss) => Some(0),
                Some(Fate::Draw) | None => None,
            })
            .collect();
        let began = start.elapsed();
        let share = if self.tree.lines(&[]).is_some() { TRIAL.1 } else { TRIAL.0 };
        let trial = if bounds.iter().any(|known| known.fate() == Some(Fate::Win)) {
            Trial::default()
        } else {
            Trial::of(&*self.tree, moves, &mut looking_at(within(share)))?
        };
        let rate = trial.visited as f64 / (start.elapsed() - began).as_secs_f64().max(1e-6);
        // The later steps keep their time after a long trial, too.
        let late = start.elapsed().div_duration_f64(time.max(Duration::from_nanos(1)));
        let late = (late - TRIAL.0).max(0.0);
        self.tactics(moves, &mut bounds, &mut lasts, &within(late + TACTICS.0))?;
        if trial.effort < (HOPEFUL * WHOLE * time.as_secs_f64() * rate).ln() {
            self.whole(moves, &mut bounds, &within(late + TACTICS.0 + WHOLE))?;
        }
        let mut searching: Box<dyn Searching + '_> = match self.method.unwrap_or(trial.method()) {
            Thinking::Lines => {
                let slots = self.slots(root, moves);
                Box::new(Tree::new(&*self.tree, self.memory, moves, &slots, &bounds))
            }
            Thinking::Mobility => {
                Box::new(Deepening::new(&*self.tree, self.memory, moves, &bounds))
            }
        };
        let thoughts = |searching: &dyn Searching| {
            let thought = |(number, (known, &lasts)): (usize, (&Bounds, &Option<u32>))| {
                let thought = searching.thought(number);
                Thought { bounds: known.and(thought.bounds), lasts, ..thought }
            };
            let moves: Vec<Thought> = bounds.iter().zip(&lasts).enumerate().map(thought).collect();
            let best = (0..moves.len()).min_by_key(|&number| moves[number].rank()).unwrap_or(0);
            Thoughts { moves, best, line: searching.line(best) }
        };
        let (mut told, mut check) = (start, looking_at(within(1.0)));
        let sound = || self.tree.failure().map_or(Ok(()), |fault| Err(Stopped::from(fault)));
        while moves.len() > 1 && searching.go_on(&mut check)? {
            sound()?;
            if told.elapsed() > Duration::from_millis(100) {
                told = Instant::now();
                thinking(&thoughts(&*searching));
            }
        }
        sound()?;
        Ok(thoughts(&*searching))
    }

    /// The slots of moves, as far as the game tells them.
    fn slots(&self, root: &N, moves: &[Candidate<N>]) -> Vec<u16> {
        let mut steps = Vec::new();
        self.tree.expand(root, &mut steps);
        let slots: HashMap<u128, u16> =
            steps.iter().map(|step| (self.tree.hash(&step.to), step.slot)).collect();
        let slot = |one: &Candidate<N>| slots.get(&self.tree.hash(&one.to)).copied();
        moves.iter().map(|one| slot(one).unwrap_or(0)).collect()
    }

    /// Short wins, and moves that lose soon.
    fn tactics(
        &mut self,
        moves: &[Candidate<N>],
        bounds: &mut [Bounds],
        lasts: &mut [Option<u32>],
        limits: &Limits<'_>,
    ) -> Result<(), Stopped> {
        for left in 0..=TACTICS.1 {
            for ((one, known), lasts) in moves.iter().zip(&mut *bounds).zip(&mut *lasts) {
                for goal in [1, 0] {
                    if known.fate().is_some() {
                        continue;
                    }
                    let found = match self.reaches(&one.to, goal, left, u64::MAX, limits) {
                        Err(Stopped::Time { .. } | Stopped::Memory { .. }) => return Ok(()),
                        found => found?,
                    };
                    let Some(found) = found else { return Ok(()) };
                    let there = Bounds::UNKNOWN.with(goal, found);
                    *known = known.and(one.before(there));
                    if known.fate().is_some_and(|fate| fate != Fate::Draw) {
                        *lasts = Some(left);
                    }
                }
            }
            if bounds.iter().any(|known| known.fate() == Some(Fate::Win)) {
                return Ok(());
            }
        }
        Ok(())
    }

    /// The results of the moves, if they are soon proved: near the end of play.
    fn whole(
        &mut self,
        moves: &[Candidate<N>],
        bounds: &mut [Bounds],
        limits: &Limits<'_>,
    ) -> Result<(), Stopped> {
        for (one, known) in moves.iter().zip(&mut *bounds) {
            if known.fate().is_some() {
                continue;
            }
            let mut better = |found: Bounds| {
                *known = known.and(one.before(found));
            };
            match self.prove(&one.to, u64::MAX, limits, &mut better) {
                Err(Stopped::Time { .. } | Stopped::Memory { .. }) => return Ok(()),
                found => found?,
            };
            if known.fate() == Some(Fate::Win) {
                return Ok(());
            }
        }
        Ok(())
    }
}
