//! Values of heaps, and moves in them.

use std::ops::ControlFlow;

use super::Solver;
use super::values::Valued;
use crate::game::Game;
use crate::limits::{Limits, Progress, Stopped};
use crate::ruleset::{HeapRules, Named};
use crate::solve::period::{Period, find_period};
use crate::solve::sequence::Sequence;
use crate::value::{LoopyNimber, Nimber};

/// Of a heap so many options are looked at, …
const MOST_OPTIONS: usize = 1 << 22;
/// … and so many moves listed. Where values are periodic, the smaller part of
/// a split takes every residue among them, so that a win shows a winning move.
const MOST_LISTED: usize = 1 << 10;

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

    /// The moves in one of the heaps of a term after which the sum of all
    /// terms `keeps` the result, when the other terms are worth `rest`. Of a
    /// winning move, `wins`, the value to leave is known.
    pub(super) fn heap_moves(
        &self,
        term: &Valued,
        sizes: &[u64],
        rest: &LoopyNimber,
        wins: bool,
        keeps: &dyn Fn(&LoopyNimber) -> bool,
        limits: &Limits<'_>,
    ) -> Result<HeapMoves, Stopped> {
        let mut moves = HeapMoves { to: Vec::new(), complete: true };
        let Some((rules, _)) = term.game.heaps() else { return Ok(moves) };
        let name = term.game.ruleset();
        for (i, &size) in sizes.iter().enumerate() {
            let others = term.parts.iter().enumerate().filter(|(j, _)| *j != i);
            let rest =
                others.map(|(_, part)| part.value.clone()).sum::<LoopyNimber>() + rest.clone();
            let Named { moves: mut found, all } = match rest.nimber() {
                Some(wanted) if wins => rules.options_worth(size, wanted.0),
                _ => Named::default(),
            };
            if !all {
                moves.complete &=
                    self.each_valued_option(&name, rules, size, &mut |left, worth| {
                        let after = rest.clone() + worth.into();
                        if keeps(&after) && !found.iter().any(|known| known == left) {
                            if found.len() == MOST_LISTED {
                                return ControlFlow::Break(());
                            }
                            found.push(left.to_vec());
                        }
                        ControlFlow::Continue(())
                    });
                let positions = moves.to.len() + found.len();
                limits.check(Progress { stage: "moves", positions, bytes: 0 })?;
            }
            for left in found {
                let left = if left.is_empty() { vec![0] } else { left };
                let to = term.game.with_heaps(&[&sizes[..i], &left, &sizes[i + 1..]].concat());
                moves.to.extend(to);
            }
        }
        Ok(moves)
    }
}
