//! Canonical forms of positions, directly from the rules.
//!
//! A depth-first search with memoization: the form of a component is made from the forms of
//! its options. Components that are equal up to a symmetry of the rules, or to the sign, are
//! valued once. No graph is kept: a component costs the memory of its position, and
//! components of equal value share one form.
//!
//! - `search`: the search of one thread.
//! - `known`: the transposition table, of one thread or shared by several.
//!
//! # Several threads
//!
//! Several threads may work on one value: each begins with other options, and they share their
//! results. Each thread has its own arena, and an exchange (`grundy_values::Exchange`) gives the
//! forms of all arenas common numbers.

mod known;
mod search;

use std::error::Error;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use grundy_base::{Limits, Stopped};
use grundy_ruleset::{Position, Rules};
use grundy_values::{Form, Forms};
pub use known::Shared;
use known::{Alone, Together};
use search::Search;

/// A position has no canonical form, or it was not found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FoldError {
    /// A limit was reached.
    Stopped(Stopped),
    /// A position comes again in play, so that the game is not a short one.
    Loopy,
}

impl fmt::Display for FoldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FoldError::Stopped(stopped) => stopped.fmt(f),
            FoldError::Loopy => {
                f.write_str("play can go on for ever: only games that end have a canonical form")
            }
        }
    }
}

impl Error for FoldError {}

impl From<Stopped> for FoldError {
    fn from(stopped: Stopped) -> Self {
        FoldError::Stopped(stopped)
    }
}

/// The canonical form of a position, under normal play.
///
/// Time: one look-up for each component of each option of each component, and
/// the making of its form. The stack holds one line of play.
pub fn fold<P: Position>(
    rules: &dyn Rules<P>,
    position: &P,
    forms: &mut Forms<'_>,
    limits: &Limits<'_>,
) -> Result<Form, FoldError> {
    if limits.threads > 1 {
        return fold_together(rules, position, forms, limits);
    }
    Search::new(rules, Alone::default(), 0).sum(position, forms, limits)
}

/// The same with several threads. Each looks for the value of the whole, but
/// begins with other options, and what one has found the others know.
fn fold_together<P: Position>(
    rules: &dyn Rules<P>,
    position: &P,
    forms: &mut Forms<'_>,
    limits: &Limits<'_>,
) -> Result<Form, FoldError> {
    let shared = Shared::default();
    let done = AtomicBool::new(false);
    let all = limits.threads;
    let worker = |number: usize| Search::new(rules, Together::new(&shared, Some(&done)), number);
    std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..all)
            .map_while(|number| {
                let worker = &worker;
                let (done, memory, positions) = (&done, limits.memory, limits.positions);
                let work = move || {
                    let limits = Limits { memory, positions, ..Limits::default() };
                    let limits = Limits { interrupted: Some(done), ..limits };
                    let mut forms = Forms::new(Limits { memory: memory / all as u64, ..limits });
                    let mut search = worker(number);
                    let found = search
                        .sum(position, &mut forms, &limits)
                        .and_then(|form| Ok(search.known.pass(form, &forms)?));
                    // It has its share of the memory only: the first thread may
                    // still find the value, and meets every limit by itself.
                    if matches!(found, Err(FoldError::Stopped(_))) {
                        return None;
                    }
                    // The first value counts: the other threads need not go on.
                    let first = !done.swap(true, Ordering::Relaxed);
                    first.then_some(found)
                };
                // If the system refuses a thread, the others do its work.
                std::thread::Builder::new().spawn_scoped(scope, work).ok()
            })
            .collect();
        let mut search = worker(0);
        let found = search.sum(position, forms, limits);
        let first = !done.swap(true, Ordering::Relaxed);
        let theirs = helpers.into_iter().filter_map(|helper| helper.join().ok().flatten());
        match theirs.last() {
            Some(passed) if !first => Ok(search.known.take(passed?, forms)?),
            _ => found,
        }
    })
}

/// One of several threads that value positions together.
pub struct Folder<'s, P: Position> {
    search: Search<'s, P, Together<'s, P>>,
}

grundy_base::debug! {
    impl[P: Position] Folder<'_, P>: "Folder";
}

impl<'s, P: Position> Folder<'s, P> {
    /// A thread that begins to take part.
    pub fn new(rules: &'s dyn Rules<P>, shared: &'s Shared<P>) -> Self {
        Folder { search: Search::new(rules, Together::new(shared, None), 0) }
    }

    /// As [`fold`]; `forms` have to be the same each time.
    ///
    /// # Errors
    ///
    /// As [`fold`](fn@fold). The table is kept from call to call.
    pub fn fold(
        &mut self,
        position: &P,
        forms: &mut Forms<'_>,
        limits: &Limits<'_>,
    ) -> Result<Form, FoldError> {
        self.search.sum(position, forms, limits)
    }
}
