//! Grundy values of heaps, and winning moves in them.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use hashbrown::HashSet;

use super::Solver;
use super::periods::first_reach;
use crate::game::Game;
use crate::solve::automatic::Automatic;
use crate::solve::period::{Period, find_period};
use crate::solve::sequence::Sequence;
use crate::value::{LoopyNimber, Nimber};
use grundy_base::{Fate, Limits, Progress, Stopped};
use grundy_ruleset::{HeapKind, HeapRules, Named};

/// The most options of a heap that are looked at. Where values are periodic, the smaller part of a
/// split takes every residue among them, so that a win shows a winning move.
const MOST_OPTIONS: usize = 1 << 22;
/// No automaton is learned from more values.
const MOST_LEARNED: u64 = 1 << 22;

/// Which moves in the heaps of a term are looked for.
pub(super) struct Aim<'a> {
    /// What the other terms are worth.
    pub(super) rest: LoopyNimber,
    /// What the player to move keeps.
    pub(super) fate: Fate,
    /// In heaps that surely have such a move, or in the others.
    pub(super) sure: bool,
    /// Looked at before each heap.
    pub(super) limits: &'a Limits<'a>,
}

/// What a heap must become worth.
enum Goal {
    /// This.
    Worth(Nimber),
    /// Anything but these.
    Outside(BTreeSet<Nimber>),
}

impl Goal {
    /// The goal with which the player to move keeps `fate` where all other terms are worth `rest`;
    /// none if no move in a heap does.
    fn new(fate: Fate, rest: LoopyNimber) -> Option<Goal> {
        match (fate, rest) {
            (Fate::Win, LoopyNimber::Finite(rest)) => Some(Goal::Worth(rest)),
            (Fate::Win, LoopyNimber::Infinite(_)) => None,
            (Fate::Draw, LoopyNimber::Infinite(reach)) => Some(Goal::Outside(reach)),
            _ => Some(Goal::Outside(BTreeSet::new())),
        }
    }

    fn met(&self, worth: Nimber) -> bool {
        match self {
            Goal::Worth(wanted) => worth == *wanted,
            Goal::Outside(reach) => !reach.contains(&worth),
        }
    }

    /// Whether a heap worth `value` has such a move. A heap worth more than the wanted value has
    /// one, by the definition of mex.
    fn sure(&self, value: Nimber) -> bool {
        match self {
            Goal::Worth(wanted) => value > *wanted,
            Goal::Outside(_) => true,
        }
    }
}

/// Moves in heaps.
pub(super) struct HeapMoves {
    /// The games after the moves.
    pub(super) to: Vec<Box<dyn Game>>,
    /// No move was left out.
    pub(super) complete: bool,
}

/// A heap sequence, with its period or its automaton once it is proved.
#[derive(Default)]
pub(super) struct Heaps {
    pub(super) sequence: Sequence,
    period: Option<Period>,
    automatic: Option<Automatic>,
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
        if let Some(value) = rules.closed_form(size) {
            return Ok(Nimber(value).into());
        }
        let heaps = self.heaps.entry_ref(name).or_default();
        let kind = rules.kind();
        // No theorem ends the list of values.
        if kind == HeapKind::Other {
            limits.room(size.saturating_mul(4), 0)?;
        }
        let mut reach = heaps.sequence.values().len().max(first_reach(rules) as usize) as u64;
        let found = |heaps: &Heaps| heaps.period.is_some() || heaps.automatic.is_some();
        while size >= heaps.sequence.values().len() as u64 && !found(heaps) {
            if matches!(kind, HeapKind::Formulas(_)) && reach > MOST_LEARNED {
                limits.room(size.saturating_mul(4), 0)?;
            }
            heaps.sequence.extend(rules, size.min(reach) as usize, limits)?;
            if size > reach {
                let values = heaps.sequence.values();
                heaps.period = find_period(values, &kind).filter(|p| p.proved);
                if heaps.period.is_none() && reach <= MOST_LEARNED {
                    heaps.automatic = Automatic::of(values, &kind);
                }
            }
            reach *= 2;
        }
        Ok(self.known_heaps(name, rules).value(size).into())
    }

    /// The automaton that reads the values of heaps off their digits, if one is proved; values are
    /// computed until it is found, or is not worth more time.
    ///
    /// # Errors
    ///
    /// When a limit is reached.
    pub fn automatic(
        &mut self,
        ruleset: &dyn Game,
        limits: &Limits<'_>,
    ) -> Result<Option<&Automatic>, Stopped> {
        /// Values that take less than a second.
        const QUICK: usize = 1 << 18;
        let Some((rules, _)) = ruleset.heaps() else { return Ok(None) };
        let kind = rules.kind();
        let HeapKind::Formulas(formulas) = &kind else { return Ok(None) };
        let heaps = self.heaps.entry(ruleset.ruleset()).or_default();
        let mut reach = first_reach(rules) as usize;
        while heaps.automatic.is_none() && reach <= QUICK / formulas.options.len().max(1) {
            if heaps.sequence.values().len() <= reach {
                heaps.sequence.extend(rules, reach, limits)?;
            }
            heaps.automatic = Automatic::find(heaps.sequence.values(), formulas);
            reach = 2 * reach.max(heaps.sequence.values().len());
        }
        Ok(heaps.automatic.as_ref())
    }

    /// What is known of heaps for which [`Solver::heap`] has done the work.
    fn known_heaps<'a>(&'a self, name: &str, rules: &'a dyn HeapRules) -> KnownHeaps<'a> {
        KnownHeaps { rules, heaps: self.heaps.get(name) }
    }

    /// Calls `each` with what each move in a heap leaves, and its worth; returns whether these were
    /// all moves, for only the first moves of a huge heap are gone through.
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
        Ok(self.known_heaps(&name, rules).each_option(size, &mut |left, worth| {
            each(left, worth);
            ControlFlow::Continue(())
        }))
    }

    /// Moves in the heaps of a game, of these sizes, that reach the aim; at most `most`.
    pub(super) fn heap_moves(
        &self,
        game: &dyn Game,
        sizes: &[u64],
        aim: &Aim<'_>,
        most: usize,
    ) -> Result<HeapMoves, Stopped> {
        let mut moves = HeapMoves { to: Vec::new(), complete: true };
        let Some((rules, _)) = game.heaps() else { return Ok(moves) };
        let heaps = self.known_heaps(&game.ruleset(), rules);
        let all: Nimber = sizes.iter().map(|&size| heaps.value(size)).sum();
        for (i, &size) in sizes.iter().enumerate() {
            aim.limits.check(Progress { stage: "moves", positions: i, bytes: 0 })?;
            let value = heaps.value(size);
            // A nimber is its own negative.
            let rest = aim.rest.clone() + (all + value).into();
            let Some(goal) = Goal::new(aim.fate, rest) else { return Ok(moves) };
            if goal.sure(value) != aim.sure {
                continue;
            }
            let found = heaps.options_meeting(size, &goal, most - moves.to.len());
            moves.complete &= found.all;
            for (number, left) in found.moves.into_iter().enumerate() {
                if number % Limits::STRIDE == 0 && aim.limits.go_on(number).is_err() {
                    return Ok(HeapMoves { complete: false, ..moves });
                }
                let left = if left.is_empty() { vec![0] } else { left };
                let to = game.with_heaps(&[&sizes[..i], &left, &sizes[i + 1..]].concat());
                moves.to.extend(to);
            }
        }
        Ok(moves)
    }
}

/// Values of heaps of one ruleset.
struct KnownHeaps<'a> {
    rules: &'a dyn HeapRules,
    heaps: Option<&'a Heaps>,
}

impl KnownHeaps<'_> {
    /// The value of a heap that was asked for, or of a smaller one.
    fn value(&self, size: u64) -> Nimber {
        let known = self.heaps.and_then(|heaps| {
            let values = heaps.sequence.values();
            let value = usize::try_from(size).ok().and_then(|size| values.get(size));
            let value = value.map(|&value| u64::from(value));
            value
                .or_else(|| Some(heaps.period.as_ref()?.value(values, size)))
                .or_else(|| Some(heaps.automatic.as_ref()?.value(size).into()))
        });
        let value = known.or_else(|| self.rules.closed_form(size));
        Nimber(value.expect("the sequence was extended to a heap as large"))
    }

    /// Calls `each` with what each move leaves, and its worth, until it breaks off; returns whether
    /// these were all moves.
    fn each_option(
        &self,
        size: u64,
        each: &mut dyn FnMut(&[u64], Nimber) -> ControlFlow<()>,
    ) -> bool {
        let mut looked_at = 0;
        let whole = self.rules.each_option(size, &mut |left| {
            looked_at += 1;
            if looked_at > MOST_OPTIONS {
                return ControlFlow::Break(());
            }
            each(left, left.iter().map(|&heap| self.value(heap)).sum())
        });
        whole.is_continue()
    }

    /// Moves in a heap that meet a goal, each once and at most `most`.
    fn options_meeting(&self, size: u64, goal: &Goal, most: usize) -> Named {
        let mut found = match goal {
            Goal::Worth(wanted) => self.rules.options_worth(size, wanted.0),
            Goal::Outside(_) => Named::default(),
        };
        if !found.all {
            let mut seen: HashSet<Vec<u64>> = found.moves.iter().cloned().collect();
            found.all = self.each_option(size, &mut |left, worth| {
                if found.moves.len() >= most {
                    return ControlFlow::Break(());
                }
                if goal.met(worth) && seen.insert(left.to_vec()) {
                    found.moves.push(left.to_vec());
                }
                ControlFlow::Continue(())
            });
        }
        if found.moves.len() > most {
            found.moves.truncate(most);
            found.all = false;
        }
        found
    }
}
