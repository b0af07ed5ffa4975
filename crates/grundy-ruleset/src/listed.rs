//! The moves of a heap as data, so that they can be written as source code.

use crate::formulas::HeapFormula;

/// A kind of move in a heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedMove {
    /// The sizes of heaps in which it is allowed.
    pub sizes: NumberTest,
    /// What it does.
    pub action: ListedAction,
}

/// What a move does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListedAction {
    /// Tokens are taken, and the rest is split into heaps that are not empty.
    Take {
        /// How many tokens.
        taken: NumberTest,
        /// The least and the greatest number of heaps.
        heaps: (u64, u64),
        /// How their sizes compare.
        split: Split,
    },
    /// The heap is replaced by heaps, if all of them are smaller.
    Replace(Vec<HeapFormula>),
}

/// How the sizes of heaps compare into which one is split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Split {
    /// In any way.
    Any,
    /// All are equal.
    Equal,
    /// No two are equal.
    Unequal,
}

/// A condition on a number of tokens, and on the heap that they are taken from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NumberTest {
    /// From the first to the last, both included.
    Range(u64, u64),
    /// This residue, and the modulus.
    Residue(u64, u64),
    /// A prime number.
    Prime,
    /// 1, 4, 9, …
    Square,
    /// 1, 3, 6, …
    Triangular,
    /// 1, 2, 3, 5, …
    Fibonacci,
    /// 1, b, b², …
    PowerOf(u64),
    /// Divides the size of the heap.
    Divisor,
    /// Has no divisor but 1 in common with the size of the heap.
    Coprime,
    /// Less than the size of the heap.
    Smaller,
    /// Meets one of these.
    Any(Vec<NumberTest>),
    /// Meets all of these.
    All(Vec<NumberTest>),
    /// Does not meet this.
    Not(Box<NumberTest>),
}

impl NumberTest {
    /// A condition that every number meets.
    pub const ALWAYS: NumberTest = NumberTest::Range(0, u64::MAX);

    /// One of some numbers, in ascending order.
    #[must_use]
    pub fn one_of(numbers: &[u64]) -> NumberTest {
        let runs = numbers.chunk_by(|a, b| a + 1 == *b);
        NumberTest::Any(runs.map(|run| NumberTest::Range(run[0], run[run.len() - 1])).collect())
    }

    /// Bounds of the numbers that meet it.
    #[must_use]
    pub fn bounds(&self) -> (u64, u64) {
        match self {
            NumberTest::Range(first, last) => (*first, *last),
            NumberTest::Any(tests) => {
                let all = tests.iter().map(NumberTest::bounds);
                all.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap_or((1, 0))
            }
            NumberTest::All(tests) => tests
                .iter()
                .map(NumberTest::bounds)
                .fold((0, u64::MAX), |a, b| (a.0.max(b.0), a.1.min(b.1))),
            _ => (0, u64::MAX),
        }
    }
}
