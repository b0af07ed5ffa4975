//! Results of comparisons of stoppers, proved or under assumptions.

use hashbrown::HashMap;

use super::DRAFT;

pub(super) type Pair = [u32; 2];

/// Results of comparisons, and the state of those under way.
#[derive(Default)]
pub(super) struct Comparisons {
    kept: HashMap<Pair, bool>,
    /// Results about positions of the draft.
    draft: HashMap<Pair, bool>,
    /// Pairs on the current path of the search, with their depths.
    pub(super) open: HashMap<Pair, usize>,
    /// Results that depend on open pairs, in the order in which they were found.
    pub(super) trail: Vec<Pair>,
    /// Where pairs stand on the trail.
    assumed: HashMap<Pair, usize>,
    /// The trail in stretches: where each starts, and the least depth of the open pairs that its
    /// results depend on. When a pair is closed, everything that depends on it depends on the pairs
    /// that it depends on itself: its depth becomes that of another pair.
    stretches: Vec<(usize, usize)>,
    /// Pairs visited; the limits are checked now and then.
    pub(super) steps: usize,
}

impl Comparisons {
    /// Bytes held.
    pub(super) fn bytes(&self) -> u64 {
        let facts = self.kept.capacity() + self.draft.capacity();
        let assumptions = self.open.capacity() + self.assumed.capacity();
        let trail = 8 * self.trail.capacity() + 16 * self.stretches.capacity();
        (16 * facts + 24 * assumptions + trail) as u64
    }

    /// Discards results about the draft; all results, if they take more than `most` bytes.
    pub(super) fn next_draft(&mut self, most: u64) {
        self.draft.clear();
        if self.bytes() > most {
            *self = Comparisons::default();
        }
    }

    pub(super) fn known(&self, pair: Pair) -> Option<bool> {
        let known = if is_draft(pair) { &self.draft } else { &self.kept };
        known.get(&pair).copied()
    }

    pub(super) fn learn(&mut self, pair: Pair, holds: bool) {
        let known = if is_draft(pair) { &mut self.draft } else { &mut self.kept };
        known.insert(pair, holds);
    }

    /// The least depth of an open pair that this one depends on, if it is assumed.
    pub(super) fn assumption(&self, pair: Pair) -> Option<usize> {
        let depth = || {
            let place = *self.assumed.get(&pair)?;
            let after = self.stretches.partition_point(|&(start, _)| start <= place);
            Some(self.stretches[after - 1].1)
        };
        self.open.get(&pair).copied().or_else(depth)
    }

    /// Takes off the trail the assumptions made since it had this length.
    pub(super) fn withdraw(&mut self, trail: usize) -> Vec<Pair> {
        let since = self.trail.split_off(trail);
        for pair in &since {
            self.assumed.remove(pair);
        }
        self.join(trail);
        since
    }

    /// Forgets where stretches start from there on.
    fn join(&mut self, trail: usize) {
        let kept = self.stretches.partition_point(|&(start, _)| start < trail);
        self.stretches.truncate(kept);
    }

    /// Assumes a pair that depends on an open pair of that depth. Everything assumed since the
    /// trail had that length then depends on it, too.
    pub(super) fn assume(&mut self, pair: Pair, trail: usize, depth: usize) {
        self.join(trail);
        self.stretches.push((trail, depth));
        self.assumed.insert(pair, self.trail.len());
        self.trail.push(pair);
    }
}

fn is_draft([x, y]: Pair) -> bool {
    (x | y) & DRAFT != 0
}
