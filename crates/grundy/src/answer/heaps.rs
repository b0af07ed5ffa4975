//! Values of heaps, and moves in them.

use std::ops::ControlFlow;

use hashbrown::HashSet;

use super::Solver;
use super::values::Valued;
use crate::game::Game;
use crate::limits::{Limits, Progress, Stopped};
use crate::ruleset::{HeapRules, Named};
use crate::solve::period::{Period, find_period};
use crate::solve::sequence::Sequence;
use crate::value::{LoopyNimber, Nimber};

/// Of a heap so many options are looked at. Where values are periodic, the
/// smaller part of a split takes every residue among them, so that a win shows
/// a winning move.
const MOST_OPTIONS: usize = 1 << 22;

/// What a move in a heap is to bring about.
pub(super) struct Aim<'a> {
    /// What the other terms are worth.
    pub(super) rest: LoopyNimber,
    /// Only a sum worth nothing will do.
    pub(super) wins: bool,
    /// Whether a sum worth this will do.
    pub(super) keeps: &'a dyn Fn(&LoopyNimber) -> bool,
    /// Looked at before each heap.
    pub(super) limits: &'a Limits<'a>,
}

/// Moves in heaps.
pub(super) struct HeapMoves {
    /// The games after the moves.
    pub(super) to: Vec<Box<dyn Game>>,
    /// No move was left out.
    pub(super) complete: bool,
}

/// A heap sequence, with its period once that is proved.
#[derive(Default)]
pub(super) struct Heaps {
    pub(super) sequence: Sequence,
    period: Option<Period>,
}

impl Solver {
    /// The value of one heap.
    pub(super) fn heap(
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

    /// Calls `each` with what each move in a heap leaves and what that is
    /// worth; whether those were all moves, for of huge heaps only the first
    /// are gone through.
    pub fn heap_options(
        &mut self,
        ruleset: &dyn Game,
        size: u64,
        limits: &Limits<'_>,
        mut each: impl FnMut(&[u64], Nimber),
    ) -> Result<bool, Stopped> {
        let Some((rules, _)) = ruleset.heaps() else { return Ok(true) };
        let name = ruleset.ruleset();
        self.heap(&name, rules, size, limits)?;
        Ok(self.each_valued_option(&name, rules, size, &mut |left, worth| {
            each(left, worth);
            ControlFlow::Continue(())
        }))
    }

    /// The same, until `each` breaks off, of a heap whose value has been found.
    fn each_valued_option(
        &self,
        name: &str,
        rules: &dyn HeapRules,
        size: u64,
        each: &mut dyn FnMut(&[u64], Nimber) -> ControlFlow<()>,
    ) -> bool {
        let mut looked_at = 0;
        let whole = rules.each_option(size, &mut |left| {
            looked_at += 1;
            if looked_at > MOST_OPTIONS {
                return ControlFlow::Break(());
            }
            each(left, left.iter().map(|&heap| self.known_heap(name, rules, heap)).sum())
        });
        whole.is_continue()
    }

    /// Moves in the heaps of a term that reach the aim, at most `most`.
    pub(super) fn heap_moves(
        &self,
        term: &Valued,
        sizes: &[u64],
        aim: &Aim<'_>,
        most: usize,
    ) -> Result<HeapMoves, Stopped> {
        let mut moves = HeapMoves { to: Vec::new(), complete: true };
        let Some((rules, _)) = term.game.heaps() else { return Ok(moves) };
        let name = term.game.ruleset();
        let worth = |&size: &u64| self.known_heap(&name, rules, size);
        let all: Nimber = sizes.iter().map(worth).sum();
        for (i, size) in sizes.iter().enumerate() {
            aim.limits.check(Progress { stage: "moves", positions: i, bytes: 0 })?;
            // A nimber is its own negative.
            let rest = aim.rest.clone() + (all + worth(size)).into();
            let Named { moves: mut found, all } = match rest.nimber() {
                Some(wanted) if aim.wins => rules.options_worth(*size, wanted.0),
                _ => Named::default(),
            };
            if !all {
                let most = most - moves.to.len();
                let mut seen: HashSet<Vec<u64>> = found.iter().cloned().collect();
                let whole = self.each_valued_option(&name, rules, *size, &mut |left, worth| {
                    if (aim.keeps)(&(rest.clone() + worth.into())) && seen.insert(left.to_vec()) {
                        found.push(left.to_vec());
                    }
                    if found.len() > most {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                });
                moves.complete &= whole;
            }
            for left in found {
                if moves.to.len() == most {
                    return Ok(HeapMoves { complete: false, ..moves });
                }
                let left = if left.is_empty() { vec![0] } else { left };
                let to = term.game.with_heaps(&[&sizes[..i], &left, &sizes[i + 1..]].concat());
                moves.to.extend(to);
            }
        }
        Ok(moves)
    }
}
