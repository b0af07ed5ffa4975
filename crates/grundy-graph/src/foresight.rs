//! Announcing to the rules which positions are expanded next, so that they can compute
//! them in batches.

use crate::player::Player;
use crate::ruleset::Rules;

/// Rows that are gone through in order, up to which the rules have been told.
#[derive(Default)]
pub struct Foresight {
    until: usize,
    /// Up to here the rules have been told what comes later.
    later: usize,
}

impl Foresight {
    /// Up to which row, at most `rows`, one may go on from the row `next`: tells the
    /// rules, in so many threads, what the rows to come will ask for, if they have
    /// not been told and care to know.
    pub fn look<P, A: IntoIterator<Item = (P, Player)>>(
        &mut self,
        rules: &dyn Rules<P>,
        (next, rows): (usize, usize),
        threads: usize,
        asked: impl Fn(usize) -> A,
    ) -> usize {
        let batch = rules.batch();
        if batch == 0 {
            return rows;
        }
        if next >= self.until {
            self.until = if self.later > next { self.later } else { rows.min(next + batch) };
            // A few rows are not worth beginning with.
            let enough = threads > 1 && rows - self.until >= batch / 2;
            self.later = if enough { rows.min(self.until + batch) } else { self.until };
            let positions =
                |rows: std::ops::Range<usize>| -> Vec<_> { rows.flat_map(&asked).collect() };
            let (now, later) = (positions(next..self.until), positions(self.until..self.later));
            rules.foresee(&now, &later, threads);
        }
        self.until
    }
}
