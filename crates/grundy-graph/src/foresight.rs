//! Announces to the rules which positions are expanded next, so that they can compute them in
//! batches.

use grundy_base::Player;
use grundy_ruleset::{Position, Rules};

/// Remembers for which rows, which are expanded in order, positions have been announced to the
/// rules.
#[derive(Debug, Default)]
pub struct Foresight {
    until: usize,
    /// Rows before this one have been announced as later ones.
    later: usize,
}

impl Foresight {
    /// Returns the row, at most `rows`, before which rows may be expanded, starting with `next`.
    /// Before, it announces to rules that work in batches the positions whose options these rows,
    /// and the following ones, will need.
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
            // It does not pay to begin with a few rows.
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
