//! The last ranks of a settled game.

use memchr::memmem;

use crate::sequence::classes::Classes;
use crate::sequence::lanes::LANES;
use crate::sequence::ranks::Ranks;

/// Ranks of heaps in a row; the last of them decide what follows.
#[derive(Clone)]
pub(super) struct Buffer {
    pub(super) classes: Classes,
    /// Ranks depend on this many heaps before, at most.
    pub(super) reach: usize,
    /// Heaps before that are kept, for proofs that look farther than that.
    pub(super) depth: usize,
    /// The first place whose rank is kept.
    pub(super) kept: usize,
    /// Ranks of the heaps from `start` on. While few heaps are known, `start` is before heap 0:
    /// nothing looks at these places.
    pub(super) ranks: Ranks,
    pub(super) start: i64,
    /// How many of `ranks` are known.
    pub(super) known: usize,
}

/// The ranks of the heaps before one: enough to determine those that follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The heap behind the last.
    pub heap: u64,
    /// The low bytes of the ranks, and the high ones if any is not 0.
    pub(in super::super) low: Vec<u8>,
    pub(in super::super) high: Vec<u8>,
    /// The greatest value of a heap before that one.
    pub greatest: u16,
    /// The first heap that has it, if known.
    pub greatest_at: Option<u64>,
    /// How far back the proofs of heaps before that one look, where that is farther than usual.
    pub depth: u64,
    /// Number of the first ranks that no later rank depends on: proofs look at them.
    pub more: usize,
}

impl Snapshot {
    /// With these ranks of the heaps before a heap.
    pub fn new(
        heap: u64,
        ranks: impl IntoIterator<Item = u16>,
        greatest: (u16, Option<u64>),
    ) -> Snapshot {
        let (low, high) = ranks.into_iter().map(|rank| rank.to_le_bytes().into()).unzip();
        Snapshot::of_bytes(heap, low, high, greatest)
    }

    fn of_bytes(
        heap: u64,
        low: Vec<u8>,
        mut high: Vec<u8>,
        (greatest, greatest_at): (u16, Option<u64>),
    ) -> Snapshot {
        if high.iter().all(|&byte| byte == 0) {
            high = Vec::new();
        }
        Snapshot { heap, low, high, greatest, greatest_at, depth: 0, more: 0 }
    }

    /// Forgets the ranks that only proofs look at.
    pub fn shorten(&mut self) {
        for ranks in [&mut self.low, &mut self.high] {
            ranks.drain(..self.more.min(ranks.len()));
            ranks.shrink_to_fit();
        }
        self.more = 0;
    }

    /// The ranks.
    pub fn ranks(&self) -> impl Iterator<Item = u16> {
        let high = self.high.iter().copied().chain(std::iter::repeat(0));
        self.low.iter().zip(high).map(|(&low, high)| u16::from_le_bytes([low, high]))
    }
}

impl Buffer {
    /// The ranks of heaps before one, the last of them those that determine the next, with room for
    /// `more` ranks.
    pub(super) fn new(
        classes: Classes,
        end: usize,
        known: Ranks,
        reach: usize,
        more: usize,
    ) -> Buffer {
        let depth = known.low.len();
        let len = depth + more;
        let mut ranks = known;
        // What is written behind the last heap.
        ranks.low.resize(len + 2 * LANES, 0);
        if ranks.wide() {
            ranks.high.resize(len + 2 * LANES, 0);
        }
        let start = end as i64 - depth as i64;
        Buffer { classes, reach, depth, kept: 0, ranks, start, known: depth }
    }

    /// How many ranks fit.
    pub(super) fn len(&self) -> usize {
        self.ranks.low.len() - 2 * LANES
    }

    /// See [`super::Bulk::start`].
    pub(super) fn start(&self) -> u64 {
        (self.start + self.kept as i64).max(0) as u64
    }

    /// See [`super::Bulk::end`].
    pub(super) fn end(&self) -> u64 {
        (self.start + self.known as i64) as u64
    }

    /// See [`super::Bulk::greatest`].
    pub(super) fn greatest(&self, before: (u16, Option<u64>)) -> (u16, Option<u64>) {
        let new = self.depth..self.known;
        let low = self.ranks.low[new.clone()].iter().fold(0, |most, &rank| most.max(rank));
        let high = match self.ranks.wide() {
            true => self.ranks.high[new.clone()].iter().fold(0, |most, &rank| most.max(rank)),
            false => 0,
        };
        // An upper bound, as both bytes may be of different ranks.
        let most = u16::from_le_bytes([low, high]);
        let value = |heap: u64| self.classes.common(heap, most);
        if value(0).max(value(1)) <= before.0 {
            return before;
        }
        let first = (self.start + self.depth as i64) as u64;
        (first..).zip(new).fold(before, |(greatest, at), (heap, place)| {
            match self.classes.common(heap, self.ranks.at(place)) {
                value if value > greatest => (value, Some(heap)),
                _ => (greatest, at),
            }
        })
    }

    /// See [`super::Bulk::snapshot`]; with `more` ranks before those that others depend on.
    pub(super) fn snapshot(&self, more: usize, greatest: (u16, Option<u64>)) -> Snapshot {
        let last = self.known - self.reach - more..self.known;
        let high = if self.ranks.wide() { self.ranks.high[last.clone()].to_vec() } else { vec![] };
        let low = self.ranks.low[last].to_vec();
        Snapshot { more, ..Snapshot::of_bytes(self.end(), low, high, greatest) }
    }

    /// How many ranks are known that only proofs look at.
    pub(super) fn more(&self) -> usize {
        self.depth.min(self.known - self.kept).min(self.end() as usize) - self.reach
    }

    /// Goes on from a snapshot; false if it cannot be one of this game, whose ranks are below a
    /// limit.
    pub(super) fn restore(&mut self, snapshot: &Snapshot, limit: u16) -> bool {
        let ranks = snapshot.low.len();
        let fits = Some(ranks) == self.reach.checked_add(snapshot.more)
            && ranks <= self.depth
            && ranks as u64 <= snapshot.heap
            && (snapshot.heap - self.reach as u64).is_multiple_of(2)
            && snapshot.ranks().all(|rank| rank < limit);
        if fits {
            if !self.ranks.wide() && snapshot.ranks().any(|rank| rank >= 128) {
                self.ranks.widen();
            }
            self.kept = self.depth - ranks;
            let last = self.kept..self.depth;
            self.ranks.low[last.clone()].copy_from_slice(&snapshot.low);
            if self.ranks.wide() {
                self.ranks.high[last].fill(0);
                self.ranks.high[self.kept..][..snapshot.high.len()].copy_from_slice(&snapshot.high);
            }
            (self.start, self.known) = (snapshot.heap as i64 - self.depth as i64, self.depth);
        }
        fits
    }

    /// Whether the ranks before a place are those of a snapshot.
    fn is_at(&self, place: usize, snapshot: &Snapshot) -> bool {
        let ranks = place - self.reach..place;
        self.ranks.low[ranks.clone()] == snapshot.low[..]
            && ranks.map(|place| self.ranks.at(place)).eq(snapshot.ranks())
    }

    /// See [`super::Bulk::holds`].
    pub(super) fn holds(&self, heap: u64, snapshot: &Snapshot) -> bool {
        self.is_at((heap as i64 - self.start) as usize, snapshot)
    }

    /// See [`super::Bulk::recurrence`].
    pub(super) fn recurrence(&self, snapshot: &Snapshot) -> Option<u64> {
        /// A copy is looked for by this many of its last ranks first.
        const NEEDLE: usize = 64;
        let needle = memmem::Finder::new(&snapshot.low[self.reach - NEEDLE..]);
        let new = &self.ranks.low[..self.known];
        let mut from = self.depth - NEEDLE + 1;
        while let Some(at) = needle.find(&new[from..]) {
            let behind = from + at + NEEDLE;
            let distance = (self.start + behind as i64) as u64;
            if let Some(distance) = distance.checked_sub(snapshot.heap).filter(|&by| by > 0)
                && self.classes.shift_keeps(distance)
                && self.is_at(behind, snapshot)
            {
                return Some(distance);
            }
            from += at + 1;
        }
        None
    }

    /// See [`super::Bulk::values`].
    pub(super) fn values(&self) -> impl Iterator<Item = (u64, u16)> {
        let before = usize::try_from(-self.start).unwrap_or(0);
        let places = before.max(self.kept)..self.known;
        (self.start()..)
            .zip(places)
            .map(|(heap, place)| (heap, self.classes.common(heap, self.ranks.at(place))))
    }

    /// See [`super::Bulk::forget`].
    pub(super) fn forget(&mut self) {
        let last = self.known - self.depth..self.known;
        self.ranks.low.copy_within(last.clone(), 0);
        if self.ranks.wide() {
            self.ranks.high.copy_within(last, 0);
        }
        self.moved();
    }

    /// The last ranks have become the first.
    fn moved(&mut self) {
        let by = self.known - self.depth;
        self.start += by as i64;
        self.kept = self.kept.saturating_sub(by);
        self.known = self.depth;
    }

    /// Hands all out, and goes on behind it in another buffer of ranks.
    pub(super) fn hand_over(&mut self, mut other: Ranks) -> Ranks {
        let last = self.known - self.depth..self.known;
        let copy = |from: &Vec<u8>, to: &mut Vec<u8>| {
            to.resize(from.len(), 0);
            if !from.is_empty() {
                to[..self.depth].copy_from_slice(&from[last.clone()]);
            }
        };
        copy(&self.ranks.low, &mut other.low);
        copy(&self.ranks.high, &mut other.high);
        let ranks = std::mem::replace(&mut self.ranks, other);
        self.moved();
        ranks
    }

    /// Leaves room for `more` ranks besides those that it keeps.
    #[cfg(test)]
    pub(super) fn shorten(&mut self, more: usize) {
        self.ranks.low.truncate(self.depth + more + 2 * LANES);
        if self.ranks.wide() {
            self.ranks.high.truncate(self.depth + more + 2 * LANES);
        }
    }
}
