//! Rules of play in heaps of tokens: impartial games given by the moves of one heap, or of a pair.

use std::ops::ControlFlow;

use crate::formulas::Formulas;
use crate::listed::ListedMove;
use crate::scene::heaps::Manner;
use grundy_base::{Code, Fault};

/// What [`HeapRules::each_option`] calls with the heaps that a move leaves.
pub type OnOption<'a> = dyn FnMut(&[u64]) -> ControlFlow<()> + 'a;

/// Rules of play in a single heap, for impartial games on heaps of tokens.
pub trait HeapRules: Send + Sync {
    /// Calls `option` with the heaps that each move in a heap of `size` leaves, until `option`
    /// breaks. Empty heaps may be left out; repeats are allowed.
    fn each_option(&self, size: u64, option: &mut OnOption<'_>) -> ControlFlow<()>;

    /// The Grundy value of a heap, if a theorem gives it in closed form.
    fn closed_form(&self, _size: u64) -> Option<u64> {
        None
    }

    /// Moves in a heap of `size` that leave heaps of Grundy value `value`, as far as a formula
    /// gives them without listing all options.
    fn options_worth(&self, _size: u64, _value: u64) -> Named {
        Named::default()
    }

    /// Whether a move may leave a heap unchanged. Play may then be infinite, and heaps have
    /// no sequence of nimbers.
    fn may_pass(&self) -> bool {
        false
    }

    /// The error of the rules; none if they have not failed. After a failure moves may be missing
    /// or wrong.
    fn failure(&self) -> Option<Fault> {
        None
    }

    /// All moves as data, so that they can be written as source code; none if that is not possible.
    fn listed(&self) -> Option<Vec<ListedMove>> {
        None
    }

    /// The kind of these rules, for the theorems that prove a period.
    fn kind(&self) -> HeapKind {
        HeapKind::Other
    }
}

/// What [`PairRules::each_option`] calls with the pair that a move leaves.
pub type OnPair<'a> = dyn FnMut([u64; 2]) -> ControlFlow<()> + 'a;

/// Rules of play in a pair of heaps, for impartial games in which a move may depend on
/// both. No move enlarges a heap.
pub trait PairRules: Send + Sync {
    /// Calls `option` with each pair that one move leaves, until `option` breaks.
    fn each_option(&self, pair: [u64; 2], option: &mut OnPair<'_>) -> ControlFlow<()>;

    /// Whether a pair of numbers is a position: some rules have none with an empty heap.
    fn is_position(&self, _pair: [u64; 2]) -> bool {
        true
    }
}

impl dyn HeapRules + '_ {
    /// Goes through all options of a heap, until `option` breaks.
    ///
    /// # Errors
    ///
    /// If the rules have failed.
    pub fn try_each_option(
        &self,
        size: u64,
        option: &mut OnOption<'_>,
    ) -> Result<ControlFlow<()>, Fault> {
        let flow = self.each_option(size, option);
        self.failure().map_or(Ok(flow), Err)
    }

    /// Whether a move in a heap of `size` leaves these heaps, in any order; empty ones do not
    /// count. If the kind of the rules does not decide it, all moves are tried, and `go_on` is
    /// called now and then.
    ///
    /// # Errors
    ///
    /// The error of `go_on`.
    pub fn leaves<E>(
        &self,
        size: u64,
        left: &[u64],
        go_on: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<bool, E> {
        /// Moves between two calls of `go_on`.
        const CHECKED: u64 = 1 << 16;
        let heaps = |left: &[u64]| {
            let mut heaps: Vec<u64> = left.iter().copied().filter(|&part| part > 0).collect();
            heaps.sort_unstable();
            heaps
        };
        let wanted = heaps(left);
        let sum = wanted.iter().try_fold(0u64, |sum, &part| sum.checked_add(part));
        let taken = sum.and_then(|sum| size.checked_sub(sum));
        let takes = |may: &dyn Fn(u64) -> bool| taken.is_some_and(may);
        let is_one = |taken: u64| wanted.len() <= 1 && taken > 0;
        Ok(match self.kind() {
            HeapKind::AnyNumber => takes(&is_one),
            HeapKind::Subtraction(set) => takes(&|taken| is_one(taken) && set.contains(&taken)),
            HeapKind::AllBut(set) => takes(&|taken| is_one(taken) && !set.contains(&taken)),
            HeapKind::TakeAndBreak(code) | HeapKind::Repeating(code) => {
                let parts = wanted.len();
                let differ = wanted.windows(2).all(|pair| pair[0] < pair[1]);
                let may = |taken| parts < 8 && code.digit(taken) >> parts & 1 == 1;
                takes(&may) && (differ || !code.is_unequal())
            }
            HeapKind::Theorem { .. } | HeapKind::Formulas(_) | HeapKind::Other => {
                let (mut seen, mut stopped, mut found) = (0u64, Ok(()), false);
                let _ = self.each_option(size, &mut |left| {
                    seen += 1;
                    if seen.is_multiple_of(CHECKED) {
                        stopped = go_on();
                    }
                    found = heaps(left) == wanted;
                    match found || stopped.is_err() {
                        true => ControlFlow::Break(()),
                        false => ControlFlow::Continue(()),
                    }
                });
                stopped?;
                found
            }
        })
    }

    /// How tokens are taken in a scene: from anywhere in a row if a move may take some and split
    /// the rest; otherwise from the end.
    #[must_use]
    pub fn manner(&self) -> Manner {
        /// The moves of heaps up to this size are taken as typical.
        const SHOWN: u64 = 12;
        let digits = |code: &Code| {
            let breaks = |digit: &u8| *digit >= 4;
            let taking = code.digits().iter().skip(1).chain(code.tail()).any(breaks);
            (code.digits().first().is_some_and(breaks), taking)
        };
        let (splits, breaks) = match self.kind() {
            HeapKind::Subtraction(_) | HeapKind::AllBut(_) | HeapKind::AnyNumber => (false, false),
            HeapKind::TakeAndBreak(code) | HeapKind::Repeating(code) => digits(&code),
            HeapKind::Theorem { .. } | HeapKind::Formulas(_) | HeapKind::Other => {
                let mut found = (false, false);
                for size in 1..=SHOWN {
                    let _ = self.each_option(size, &mut |left| {
                        if left.iter().filter(|&&part| part > 0).count() > 1 {
                            let whole = left.iter().sum::<u64>() == size;
                            found = (found.0 || whole, found.1 || !whole);
                        }
                        ControlFlow::Continue(())
                    });
                }
                found
            }
        };
        if breaks { Manner::Row } else { Manner::End { splits } }
    }

    /// Whether the rules are a code whose moves split heaps in two, so that the fast
    /// algorithms for sequences apply.
    #[must_use]
    pub fn splits_in_two(&self) -> bool {
        matches!(self.kind(), HeapKind::TakeAndBreak(code) if code.most_parts() == 2)
    }
}

/// Moves in a heap that were found by a formula.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Named {
    /// The heaps that each move leaves.
    pub moves: Vec<Vec<u64>>,
    /// Whether these are all the moves that leave the value.
    pub all: bool,
}

/// Kinds of heap rules, as periodicity theorems distinguish them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeapKind {
    /// A move takes a number of tokens in this finite set and leaves the rest in one heap.
    Subtraction(Vec<u64>),
    /// A move takes a number of tokens that is not in this finite set, sorted
    /// and without 0, and leaves the rest in one heap.
    AllBut(Vec<u64>),
    /// A finite octal code, or a code with larger digits.
    TakeAndBreak(Code),
    /// A code whose last digits repeat for ever.
    Repeating(Code),
    /// A move takes any number of tokens and leaves the rest in one heap, as in
    /// Nim; there are no other moves.
    AnyNumber,
    /// By a published theorem, g(n + period) = g(n) + saltus for all n ≥ preperiod, and
    /// these are the least such numbers.
    Theorem {
        /// The least period.
        period: usize,
        /// The least preperiod.
        preperiod: usize,
        /// The saltus: what each period adds to the values.
        saltus: u32,
    },
    /// A heap has finitely many kinds of options, each a sum of heaps that formulas give. The rules
    /// have no code.
    Formulas(Formulas),
    /// None of these.
    Other,
}
