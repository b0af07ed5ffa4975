//! Telling rules beforehand which positions they will be asked for.

use crate::player::Player;
use crate::ruleset::Ruleset;

/// Rows that are gone through in order, up to which the rules have been told.
#[derive(Default)]
pub(crate) struct Foresight {
    until: usize,
}

impl Foresight {
    /// Up to which row, at most `rows`, one may go on from the row `next`: tells the
    /// rules, in so many threads, what the rows to come will ask for, if they have
    /// not been told and care to know.
    pub(crate) fn look<R: Ruleset, A: IntoIterator<Item = (R::Position, Player)>>(
        &mut self,
        rules: &R,
        (next, rows): (usize, usize),
        threads: usize,
        asked: impl Fn(usize) -> A,
    ) -> usize {
        let batch = rules.batch();
        if batch == 0 {
            return rows;
        }
        if next >= self.until {
            self.until = rows.min(next + batch);
            let positions: Vec<_> = (next..self.until).flat_map(asked).collect();
            rules.foresee(&positions, threads);
        }
        self.until
    }
}
