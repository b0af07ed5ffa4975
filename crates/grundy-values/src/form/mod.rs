//! Canonical forms of short games.
//!
//! Every short game has exactly one form without dominated and reversible
//! options (Siegel, Combinatorial Game Theory, section II.2). [`Forms`] keeps
//! each of them once, so that games are equal exactly when their [`Form`]s are
//! the same number.
//!
//! - `compact`: number + ups + nimber, which needs no options.
//! - `order`: which of two games is better.
//! - `canonical`: from options to the form.
//! - `sum`: sums, negatives, multiples.
//! - `facts`: stops, options, birthdays.
//! - `table`, `numbers`, `cache`: where all of it is kept.
//! - `exchange`: forms passed between threads.

mod cache;
mod canonical;
mod compact;
mod exchange;
mod facts;
mod numbers;
mod order;
mod sum;
mod table;

use smallvec::SmallVec;

use cache::Cache;
pub use compact::Compact;
pub use exchange::{Exchange, Link, Passed};
use grundy_base::{Limits, Stopped};
use numbers::Numbers;
use table::Table;

/// A canonical form in a [`Forms`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Form(u32);

impl Form {
    /// The game without moves; the same number in every [`Forms`].
    pub const ZERO: Form = Form(0);

    /// Its number in its [`Forms`].
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A few forms; more of them move to the heap.
pub type List = SmallVec<[Form; 12]>;

/// With this number of options or more, they are treated together; fewer are compared one by one,
/// which is faster. This number of comparisons also takes about as long as another step.
const MANY: usize = 16;

/// Canonical forms, each kept once.
///
/// Forms refer to each other by number, and none is ever dropped: a form takes
/// 48 bytes and 4 for each option. Sums and comparisons are cached in tables of limited
/// size.
///
/// ```
/// use grundy_base::Limits;
/// use grundy_values::{Form, Forms};
///
/// let mut forms = Forms::new(Limits::default());
/// let star = forms.canonical([Form::ZERO], [Form::ZERO]).unwrap();
/// assert_eq!(forms.sum(star, star), Ok(Form::ZERO));
/// let one = forms.canonical([Form::ZERO], []).unwrap();
/// assert!(forms.at_most(star, one).unwrap());
/// ```
pub struct Forms<'a> {
    pub(crate) limits: Limits<'a>,
    numbers: Numbers,
    table: Table,
    sums: Cache,
    orders: Cache,
    /// Steps of work done, to look at the limits now and then.
    steps: usize,
}

grundy_base::debug! {
    impl[] Forms<'_>: "Forms", |forms| bytes = forms.bytes();
}

impl<'a> Forms<'a> {
    /// An arena that holds zero, and stops when a limit is reached.
    #[must_use]
    pub fn new(limits: Limits<'a>) -> Self {
        let mut forms = Forms {
            limits,
            numbers: Numbers::default(),
            table: Table::default(),
            sums: Cache::new(limits.memory / 8),
            orders: Cache::new(limits.memory / 8),
            steps: 0,
        };
        // The first number and the first form are zero; if a limit has no room for them, the next
        // form meets it.
        let _ = forms.compact(Compact::default());
        forms
    }

    /// The current limits.
    #[must_use]
    pub fn limits(&self) -> &Limits<'a> {
        &self.limits
    }

    /// Replaces the limits, such as for the next line of a calculator.
    pub fn set_limits(&mut self, limits: Limits<'a>) {
        self.limits = limits;
        self.sums.set_limit(limits.memory / 8);
        self.orders.set_limit(limits.memory / 8);
    }

    /// How many forms there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// False: zero is always there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Bytes held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.table.bytes() + self.numbers.bytes() + self.sums.bytes() + self.orders.bytes()
    }

    /// Fails when a text of this length does not fit into the limit on memory.
    pub(crate) fn room_for_text(&self, bytes: usize) -> Result<(), Stopped> {
        self.limits.room(self.bytes() + 2 * bytes as u64, self.len())
    }

    /// Steps of work done so far: comparisons, and visits to followers.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// Counts a step of work, and looks at time, memory and the user's wish to
    /// stop now and then. Progress is the caller's to tell.
    pub(crate) fn step(&mut self) -> Result<(), Stopped> {
        self.steps_of(1)
    }

    /// Counts `work` steps of work.
    fn steps_of(&mut self, work: usize) -> Result<(), Stopped> {
        let before = self.steps / Limits::STRIDE;
        self.steps += work;
        if self.steps / Limits::STRIDE > before {
            self.limits.room(self.bytes(), self.len())?;
            self.limits.go_on(self.len())?;
        }
        Ok(())
    }
}
