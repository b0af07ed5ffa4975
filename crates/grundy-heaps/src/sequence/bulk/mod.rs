//! Values of a settled game, in constant memory.
//!
//! A game is settled when no rare heap has come up for long (see [`super::sparse`]). Then the rank
//! of a heap's common value follows from the ranks at some lags before it, all within a *reach*:
//! ranks are written to a buffer of constant size. That every smaller rare value is an option is
//! shown for each heap as before, by splits with one part among the first heaps, the other not far
//! behind, within a *depth*; where it cannot be shown that way, the work stops.
//!
//! Games of few lags and small ranks have a method of their own ([`few`]), some hundred million
//! heaps a second; others take time in proportion to their lags ([`many`]).

mod buffer;
mod cover;
mod deeper;
mod few;
mod many;

use std::ops::Range;

use self::buffer::Buffer;
pub use self::buffer::Snapshot;
use self::deeper::Deeper;
use self::few::Few;
use self::many::Many;
use super::classes::Classes;
use super::lanes::LANES;
use super::ranks::{Lag, RARE, Ranks};
use super::sparse::Sparse;
use grundy_base::Code;

/// The reach of games of few lags.
pub(super) const REACH: usize = 1 << 16;
/// The least depth of other games, and the greatest: some of their rare values are options by one
/// split in a million.
const DEPTHS: [usize; 2] = [1 << 18, 1 << 21];
/// From this heap on proofs look as deep as they ever will.
pub(super) const DEEPEST: usize = 2 * DEPTHS[1];
/// Whether a game has settled is not asked before this heap.
const EARLIEST: usize = 1 << 12;

/// The ranks of a settled game, some at a time.
#[derive(Clone)]
pub(super) struct Bulk {
    code: Code,
    buffer: Buffer,
    method: Method,
    deeper: Deeper,
}

impl Bulk {
    fn of(code: &Code, buffer: Buffer, method: Method) -> Bulk {
        Bulk { code: code.clone(), buffer, method, deeper: Deeper::default() }
    }
}

#[derive(Clone)]
enum Method {
    Few(Few),
    Many(Many),
}

/// How the options of a settled game depend on heaps before.
struct Settled<'v> {
    values: &'v [u16],
    classes: Classes,
    /// The first heap that is not known; even, as lanes count parity from an even heap.
    end: usize,
    last_rare: usize,
    /// No lag reaches back farther.
    farthest: usize,
    /// Options with a common value.
    lags: Vec<Lag>,
    /// Taking from a heap, with a rare value.
    takes: Vec<Lag>,
    /// What is taken before a split.
    splits: Vec<usize>,
}

impl Settled<'_> {
    /// None if a sparse sequence has not settled.
    fn new<'v>(sparse: &'v Sparse, code: &Code) -> Option<Settled<'v>> {
        let (values, classes) = (sparse.values(), sparse.classes());
        let end = values.len() & !1;
        let last_rare = sparse.rares().last().map_or(0, |&rare| rare as usize);
        // At most half of the heaps, so no lag reaches a rare heap, or one before heap 0.
        let farthest = last_rare + code.most_taken() + 2 * LANES;
        if end < EARLIEST || end <= 2 * farthest {
            return None;
        }
        let splits: Vec<usize> = code.leaving(2).collect();
        let (keep, change): (Vec<usize>, Vec<usize>) =
            code.leaving(1).partition(|&taken| classes.shift_keeps(taken as u64));
        let take = |taken: usize| Lag { lag: taken as u32, rank: 0 };
        let mut lags: Vec<Lag> = keep.into_iter().map(take).collect();
        for &taken in &splits {
            let rank = |rare: u32| classes.rank(values[rare as usize]);
            let lag = |&rare: &u32| Lag { lag: taken as u32 + rare, rank: rank(rare) };
            lags.extend(sparse.rares().iter().map(lag));
        }
        lags.sort_unstable();
        lags.dedup();
        let takes = change.into_iter().map(take).collect();
        Some(Settled { values, classes, end, last_rare, farthest, lags, takes, splits })
    }

    /// The last heaps that a game of few lags depends on, without rare ones.
    fn recent(&self) -> Range<usize> {
        self.end.saturating_sub(REACH).max(self.last_rare + 1)..self.end
    }

    fn rank(&self, heap: usize) -> u16 {
        self.classes.rank(self.values[heap])
    }
}

/// The ranks of heaps by their values, none for rare ones.
fn common_ranks(
    classes: Classes,
    heaps: Range<usize>,
    value: impl Fn(usize) -> u16,
) -> impl Iterator<Item = Option<u16>> {
    heaps.map(move |n| {
        let common = n > 0 && !classes.is_rare(n as u64, value(n));
        common.then(|| classes.rank(value(n)))
    })
}

/// A buffer of ranks that were decided and are not proved.
pub(super) struct Decided {
    ranks: Ranks,
    known: usize,
    /// The buffer was filled to its end.
    all: bool,
}

impl Bulk {
    /// Goes on from where a sparse sequence has come; none if that has not
    /// settled.
    pub(super) fn new(sparse: &Sparse, code: &Code) -> Option<Bulk> {
        let settled = Settled::new(sparse, code)?;
        match few::fits(&settled.lags, settled.recent().map(|n| settled.rank(n))) {
            true => Some(Bulk::few(settled, code)),
            false => Bulk::many(settled, code),
        }
    }

    fn few(settled: Settled<'_>, code: &Code) -> Bulk {
        let Settled { values, classes, end, .. } = settled;
        let recent = || settled.recent().map(|n| settled.rank(n));
        let mut low = vec![RARE; REACH - recent().len()];
        low.extend(recent().map(|rank| rank as u8));
        let known = Ranks { low, high: Vec::new(), margin: 0 };
        let method = Method::Few(Few::new(&settled, recent()));
        let buffer = Buffer::new(classes, end, known, REACH, 3 * REACH);
        let mut bulk = Bulk::of(code, buffer, method);
        bulk.look_deeper(end - code.most_taken(), |n| values[n]);
        bulk
    }

    /// None if too few heaps are known for proofs to look at.
    fn many(settled: Settled<'_>, code: &Code) -> Option<Bulk> {
        let Settled { values, classes, end, .. } = settled;
        let reach = settled.farthest.next_power_of_two().max(REACH);
        // Proofs look at the first half of the heaps known, and at the last.
        let half = (end / 2 + 1).next_power_of_two() / 2;
        let least = DEPTHS[0].max(2 * reach).max((2 * code.most_taken()).next_power_of_two());
        if half < least {
            return None;
        }
        let depth = half.min(DEPTHS[1].max(least));
        let wide = values.iter().any(|&value| classes.rank(value) >= 96);
        let ranks = |heaps| Ranks::of(common_ranks(classes, heaps, |n| values[n]), wide);
        let many = Many::new(&settled, ranks(0..depth));
        let buffer =
            Buffer::new(classes, end, ranks(end - depth..end), reach, many.at_a_time(depth));
        Some(Bulk::of(code, buffer, Method::Many(many)))
    }

    /// Lets proofs look at splits with a part among the first `heaps` / 2 heaps, at most [`REACH`]
    /// / 2: there are always two parts, the other one greater and behind all rare heaps.
    fn look_deeper(&mut self, heaps: usize, value: impl Fn(usize) -> u16) {
        if let Method::Few(few) = &mut self.method {
            let heaps = 0..REACH.min(heaps) / 2;
            few.look_at(common_ranks(self.buffer.classes, heaps, value));
        }
    }

    /// Lets proofs look as deep as they ever will, if enough values are known.
    pub(super) fn settle(&mut self, values: &[u32]) {
        let value = |n: usize| values[n] as u16;
        if self.is_deep() {
            return;
        }
        match &mut self.method {
            Method::Few(_) if values.len() >= 2 * REACH => self.look_deeper(REACH, value),
            Method::Many(many) if values.len() >= DEEPEST => {
                let Buffer { classes, reach, .. } = self.buffer;
                let (depth, end) = (DEEPEST / 2, self.buffer.end() as usize);
                let wide = self.buffer.ranks.wide();
                let ranks = |heaps| Ranks::of(common_ranks(classes, heaps, value), wide);
                many.look_at(ranks(0..depth));
                let known = ranks(end - depth..end);
                self.buffer = Buffer::new(classes, end, known, reach, many.at_a_time(depth));
            }
            _ => {}
        }
    }

    /// Goes on behind more values, if none of them is rare, and none that proofs look at.
    pub(super) fn skip(&mut self, values: &[u32]) {
        let Buffer { reach, depth, .. } = self.buffer;
        // Lanes count parity from an even heap.
        let end = values.len() & !1;
        let start = end.checked_sub(depth).filter(|_| end as u64 > self.end());
        let Some(start) = start else { return };
        let rank = |heap: usize| self.rank(heap as u64, values[heap]);
        if (self.end() as usize..start).any(|heap| rank(heap) == u16::MAX) {
            return;
        }
        let ranks = (start..end).map(rank);
        let known = Snapshot::new(end as u64, ranks, (0, None));
        if self.restore(&Snapshot { more: depth - reach, ..known }) {
            self.settle(&values[..end]);
        }
    }

    /// Whether proofs look at as many splits as they ever will, so that values
    /// need not be kept.
    pub(super) fn is_deep(&self) -> bool {
        match &self.method {
            Method::Few(few) => few.looks_at() == REACH / 2,
            Method::Many(_) => self.buffer.depth >= DEEPEST / 2,
        }
    }

    /// Heaps before a heap that its rank follows from.
    pub(super) fn reach(&self) -> usize {
        self.buffer.reach
    }

    /// The classes that the ranks are of.
    pub(super) fn classes(&self) -> Classes {
        self.buffer.classes
    }

    /// How many heaps before are looked at for each.
    pub(super) fn lags(&self) -> usize {
        match &self.method {
            Method::Few(few) => few.lags(),
            Method::Many(many) => many.lags(),
        }
    }

    /// Whether ranks take two bytes.
    pub(super) fn is_wide(&self) -> bool {
        self.buffer.ranks.wide()
    }

    /// Heaps before a heap that proofs look at, if they look farther than its rank does.
    pub(super) fn depth(&self) -> Option<usize> {
        match &self.method {
            Method::Few(_) => None,
            Method::Many(_) => Some(self.buffer.depth),
        }
    }

    /// Ranks are below this one.
    pub(super) fn limit(&self) -> u16 {
        match &self.method {
            Method::Few(_) => few::RANKS,
            Method::Many(_) => many::RANKS,
        }
    }

    /// Whether the last ranks before a heap, which are known, are those of a snapshot.
    pub(super) fn holds(&self, heap: u64, snapshot: &Snapshot) -> bool {
        self.buffer.holds(heap, snapshot)
    }

    /// How far behind a snapshot its ranks first come again, among the ranks known since the last
    /// were forgotten.
    pub(super) fn recurrence(&self, snapshot: &Snapshot) -> Option<u64> {
        self.buffer.recurrence(snapshot)
    }

    /// The first heap that is not forgotten.
    pub(super) fn start(&self) -> u64 {
        self.buffer.start()
    }

    /// The first heap that is not known.
    pub(super) fn end(&self) -> u64 {
        self.buffer.end()
    }

    /// The greatest value of `before` and of the heaps known since the last were forgotten, and the
    /// first heap that has it.
    pub(super) fn greatest(&self, before: (u16, Option<u64>)) -> (u16, Option<u64>) {
        self.buffer.greatest(before)
    }

    /// The last ranks: nothing before them matters.
    pub(super) fn snapshot(&self, greatest: (u16, Option<u64>)) -> Snapshot {
        self.buffer.snapshot(0, greatest)
    }

    /// The same, with those before that proofs look at, as far as they are known.
    pub(super) fn deep_snapshot(&self, greatest: (u16, Option<u64>)) -> Snapshot {
        self.buffer.snapshot(self.buffer.more(), greatest)
    }

    /// The rank of a common value; for another value, a rank that cannot be.
    pub(super) fn rank(&self, heap: u64, value: u32) -> u16 {
        let classes = self.classes();
        let common = u16::try_from(value).ok().filter(|&value| !classes.is_rare(heap, value));
        common.map_or(u16::MAX, |value| classes.rank(value))
    }

    /// Goes on from a snapshot; false if it cannot be one of this game.
    pub(super) fn restore(&mut self, snapshot: &Snapshot) -> bool {
        let restored = self.buffer.restore(snapshot, self.limit());
        if restored {
            self.keep(Some(snapshot));
        }
        restored
    }

    /// The heaps that are known and not forgotten, and the values of these.
    pub(super) fn values(&self) -> impl Iterator<Item = (u64, u16)> {
        self.buffer.values()
    }

    /// Extends `values`, those of the heaps from 0 on, by the known values behind them.
    pub(super) fn add_to(&self, values: &mut Vec<u32>) {
        let first = values.len() as u64;
        let new = self.values().skip_while(|(heap, _)| *heap < first);
        values.extend(new.map(|(_, value)| u32::from(value)));
    }

    /// Forgets all but the heaps that can still be looked at.
    pub(super) fn forget(&mut self) {
        self.buffer.forget();
        self.keep(None);
    }

    /// Forgets the heaps from one on.
    pub(super) fn cut(&mut self, heap: u64) {
        self.buffer.known = (heap as i64 - self.buffer.start) as usize;
    }

    /// Fills the buffer; false where a heap could not be decided.
    pub(super) fn fill(&mut self) -> bool {
        let from = self.buffer.known;
        let decided = self.decide();
        self.prove(from) && decided
    }

    /// Fills the buffer, hands it over for a proof, and goes on behind it with another buffer:
    /// deciding needs no proofs.
    pub(super) fn decide_ahead(&mut self, other: Ranks) -> Decided {
        let all = self.decide();
        let known = self.buffer.known;
        Decided { ranks: self.buffer.hand_over(other), known, all }
    }

    /// Takes over ranks that were decided behind what is known, and proves them; as
    /// [`Bulk::fill`]. Gives the buffer back that was in use.
    pub(super) fn prove_decided(&mut self, decided: Decided) -> (bool, Ranks) {
        let other = std::mem::replace(&mut self.buffer.ranks, decided.ranks);
        let from = std::mem::replace(&mut self.buffer.known, decided.known);
        (self.prove(from) && decided.all, other)
    }

    /// Fills the buffer with common values, in the belief that no heap is rare;
    /// false where one has too great a value.
    pub(super) fn decide(&mut self) -> bool {
        match &mut self.method {
            Method::Few(few) => few.decide(&mut self.buffer),
            Method::Many(many) => many.decide(&mut self.buffer),
        }
    }

    /// Proves that belief for the decided heaps of the buffer from a place on; forgets the heaps
    /// behind one that it cannot prove, and returns false.
    fn prove(&mut self, from: usize) -> bool {
        match &mut self.method {
            Method::Few(few) => few.prove(&mut self.buffer, from),
            Method::Many(many) => many.prove(&mut self.buffer, from),
        }
    }

    /// Takes away everything that heaps could be proved by.
    #[cfg(test)]
    pub(super) fn forget_proofs(&mut self) {
        match &mut self.method {
            Method::Few(few) => few.forget_proofs(),
            Method::Many(many) => many.forget_proofs(),
        }
    }
}

#[cfg(test)]
impl Bulk {
    /// A game of few lags, by the method for many.
    pub(super) fn by_many_lags(code: &Code) -> Bulk {
        let mut sparse = Sparse::new(code, super::sparse::tests::definition(code, 300));
        sparse.extend(2 * DEPTHS[0], &grundy_base::Limits::default()).unwrap();
        Bulk::many(Settled::new(&sparse, code).unwrap(), code).unwrap()
    }

    /// As [`Bulk::fill`], with some lanes, and few ranks in two windows.
    fn fill_with<L: super::lanes::Lanes>(&mut self) -> bool {
        let (from, buffer) = (self.buffer.known, &mut self.buffer);
        match &mut self.method {
            Method::Few(few) => few.fill_with::<L>(buffer, from),
            Method::Many(many) => many.fill_with::<L>(buffer, from),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::lanes::Plain;
    use super::super::sparse::tests::definition;
    use super::*;
    use grundy_base::Limits;

    #[test]
    fn values_are_those_of_the_sparse_method() {
        const LAST: usize = 420_000;
        let (mut settled, mut beyond) = (0, 0);
        // With one window, with two and with four; the last four games are decided heap by heap,
        // and the last has ranks beyond all windows.
        for text in ["0106", "077", "016", "05004", "44", "0644", "03065", "07744", "01654"] {
            let code = Code::new(text.bytes().map(|digit| digit - b'0').collect());
            let limits = Limits::default();
            let mut sparse = Sparse::new(&code, definition(&code, 300));
            sparse.extend(2 * REACH + 101, &limits).unwrap();
            let [Some(mut fast), Some(mut plain)] = [0; 2].map(|_| Bulk::new(&sparse, &code))
            else {
                continue;
            };
            settled += 1;
            sparse.extend(LAST, &limits).unwrap();
            for fill in 0..2 {
                // The second time with two windows, and no game heap by heap.
                assert!(
                    fast.fill()
                        && if fill == 0 { plain.fill() } else { plain.fill_with::<Plain>() }
                );
                assert!(fast.values().eq(plain.values()), "{text}");
                for (heap, value) in fast.values().take_while(|(heap, _)| *heap < LAST as u64) {
                    assert_eq!(value, sparse.values()[heap as usize], "{text} at {heap}");
                    beyond += usize::from(fast.rank(heap, value.into()) >= 64 && fill == 1);
                }
                fast.forget();
                plain.forget();
            }
        }
        assert!(settled >= 8 && beyond > 50, "{settled} games, {beyond} ranks beyond");
    }

    /// Games of many lags: of values in one byte and in two, that become wide on the way, with
    /// takes that change the class, and of unequal parts.
    #[test]
    fn values_of_many_lags_are_those_of_the_sparse_method() {
        const SETTLED: usize = 2 * DEPTHS[0] + 77;
        let grundy = Code::new(vec![4]).unequal();
        let octal = |digits: &[u8]| Code::new(digits.to_vec());
        let mut takes = 0;
        for code in [grundy, octal(&[0, 6]), octal(&[0, 3, 6, 2]), octal(&[0, 3, 3, 1, 5])] {
            let limits = Limits::default();
            let mut sparse = Sparse::new(&code, definition(&code, 300));
            sparse.extend(SETTLED, &limits).unwrap();
            let mut fast = Bulk::new(&sparse, &code).expect("a settled game");
            takes += match &fast.method {
                Method::Many(many) => many.takes(),
                Method::Few(_) => panic!("many lags"),
            };
            let mut plain = fast.clone();
            plain.buffer.shorten(1 << 13);
            sparse.extend(SETTLED + (1 << 17), &limits).unwrap();
            assert!(fast.fill() && plain.fill_with::<Plain>());
            assert!(plain.end() > SETTLED as u64 + (1 << 12));
            assert!(plain.values().all(|(n, value)| value == sparse.values()[n as usize]));
            let known = sparse.values().len() as u64;
            for (heap, value) in fast.values().take_while(|(heap, _)| *heap < known) {
                assert_eq!(value, sparse.values()[heap as usize], "{code:?} at {heap}");
            }
            assert!(fast.end() > SETTLED as u64 + (1 << 16));
        }
        assert!(takes > 0, "takes that change the class");
    }

    /// A game that settles among few heaps is known there already: 2·10^5 values are the same.
    #[test]
    fn a_game_that_settles_early_is_known_early() {
        let mut settled = 0;
        for text in ["0106", "077", "44", "0644", "07", "0356", "0165"] {
            let code = Code::new(text.bytes().map(|digit| digit - b'0').collect());
            let limits = Limits::default();
            let mut sparse = Sparse::new(&code, definition(&code, 300));
            for heaps in [EARLIEST, EARLIEST + 33, 4 * EARLIEST] {
                sparse.extend(heaps, &limits).unwrap();
                let Some(mut bulk) = Bulk::new(&sparse, &code) else { continue };
                settled += 1;
                let known = sparse.values().len() as u64;
                assert!(bulk.values().all(|(n, value)| {
                    let from = sparse.rares().last().map_or(0, |&rare| u64::from(rare));
                    n <= from || value == sparse.values()[n as usize]
                }));
                let decided = bulk.fill();
                let mut all = Sparse::new(&code, definition(&code, 300));
                all.extend(bulk.end() as usize, &limits).unwrap();
                let from = known & !1;
                for (n, value) in bulk.values().filter(|(n, _)| *n >= from) {
                    assert_eq!(value, all.values()[n as usize], "{text} at {n} from {heaps}");
                }
                assert!(!decided || bulk.end() > from + 2 * REACH as u64);
            }
        }
        assert!(settled >= 8, "{settled} games have settled");
    }

    /// A rare value that is no option is seen, wherever it would be.
    #[test]
    fn a_heap_that_cannot_be_proved_stops_the_work() {
        let code = Code::new(vec![0, 1, 0, 6]);
        let mut sparse = Sparse::new(&code, definition(&code, 300));
        sparse.extend(2 * REACH + 100, &Limits::default()).unwrap();
        for mut bulk in [Bulk::new(&sparse, &code).unwrap(), Bulk::by_many_lags(&code)] {
            let known = bulk.end();
            // No split leaves a heap of another kind.
            bulk.forget_proofs();
            assert!(!bulk.fill());
            assert_eq!(bulk.end(), known);
        }
    }
}
