//! Announcing to the rules which positions are expanded next, so that they can compute
//! them in batches.

use grundy_base::Player;
use grundy_ruleset::{Position, Rules};

/// Up to which row the rules have been told what will be asked; rows are expanded in order.
#[derive(Debug, Default)]
pub struct Foresight {
    until: usize,
    /// Up to here the rules have been told what comes later.
    later: usize,
}

impl Foresight {
    /// Returns the row, at most `rows`, up to which rows may be expanded from `next` on.
    /// Before, it announces to rules that work in batches which positions these rows,
    /// and the ones behind them, will ask for.
    pub fn look<P: Position, A: IntoIterator<Item = (P, Player)>>(
        &mut self,
        rules: &dyn Rules<P>,
        (next, rows): (usize, usize),
        threads: usize,
        asked: impl Fn(usize) -> A,
    ) -> usize {
        let Some(outside) = rules.outside().filter(|outside| outside.batch() > 0) else {
            return rows;
        };
        let batch = outside.batch();
        if next >= self.until {
            self.until = if self.later > next { self.later } else { rows.min(next + batch) };
            // A few rows are not worth beginning with.
            let enough = threads > 1 && rows - self.until >= batch / 2;
            self.later = if enough { rows.min(self.until + batch) } else { self.until };
            let positions =
                |rows: std::ops::Range<usize>| -> Vec<_> { rows.flat_map(&asked).collect() };
            let (now, later) = (positions(next..self.until), positions(self.until..self.later));
            outside.foresee(&now, &later, threads);
        }
        self.until
    }
}
