//! Values of a settled game, some hundred million heaps a second.
//!
//! A game is settled when no rare heap has come up for long (see
//! [`super::sparse`]). Then the rank of a heap's common value follows from the
//! ranks at a few lags before it, and [`REACH`] heaps back are all that is ever
//! looked at: ranks are written to a buffer of constant size. That every
//! smaller rare value is an option is shown for each heap as before, by splits
//! one part of which is among the first heaps; where it cannot be shown that
//! way, the work stops.

mod decide;
mod prove;
mod rows;

use self::decide::Decide;
use self::prove::Proof;
use self::rows::option;
use super::classes::Classes;
use super::lanes::{LANES, Lanes, Usual};
use super::ranks::{Lag, RARE};
use super::sparse::Sparse;
use crate::code::Code;

/// Ranks depend on this many heaps before, at most.
pub(super) const REACH: usize = 1 << 16;
/// Heaps in the buffer, the [`REACH`] before among them.
const BUFFER: usize = 1 << 18;
/// Whether a game has settled is not asked before so many heaps.
const EARLIEST: usize = 1 << 12;
/// Blocks by which lags are chosen at first, and again after so many fills.
const FEW_SAMPLES: usize = 40;
const MANY_SAMPLES: usize = 1024;
const MANY_FILLS: u32 = 8;
/// Ranks from here on stop the work: sets of ranks are kept in 64 bits.
const RANKS: u16 = 64;
/// At most so many lags are worth it.
pub(super) const MOST_LAGS: usize = 400;

/// The ranks of a settled game, some at a time.
#[derive(Clone)]
pub(super) struct Bulk {
    classes: Classes,
    /// Options with a common value.
    lags: Vec<Lag>,
    /// Options with a rare value.
    proof: Proof,
    /// Sixteens of ranks that most heaps stay below.
    windows: usize,
    /// Ranks of the heaps from `start` on, which is before heap 0 while few are
    /// known: places that nothing looks at.
    ranks: Vec<u8>,
    start: i64,
    /// How many of `ranks` are known.
    known: usize,
    /// How often the buffer has been filled.
    filled: u32,
}

/// A buffer of ranks that were decided and are not proved.
pub(super) struct Decided {
    ranks: Vec<u8>,
    known: usize,
    /// The buffer was filled to its end.
    all: bool,
}

/// The ranks of the 65,536 heaps before one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The heap behind the last.
    pub heap: u64,
    /// The ranks.
    pub ranks: Vec<u8>,
    /// The greatest value of a heap before that one.
    pub greatest: u16,
}

impl Bulk {
    /// Goes on from where a sparse sequence has come; none if that has not
    /// settled.
    pub(super) fn new(sparse: &Sparse, code: &Code) -> Option<Bulk> {
        let (values, classes) = (sparse.values(), sparse.classes());
        // Lanes count parity from an even heap.
        let end = values.len() & !1;
        let last_rare = sparse.rares().last().map_or(0, |&rare| rare as usize);
        // No lag reaches back by more than half of the heaps, so none to a rare
        // one, nor before heap 0.
        if end < EARLIEST || end <= 2 * (last_rare + code.most_taken() + 2 * LANES) {
            return None;
        }
        let rank = |n: usize| classes.rank(values[n]);
        let splits: Vec<usize> = code.leaving(2).collect();
        let (keep, change): (Vec<usize>, Vec<usize>) =
            code.leaving(1).partition(|&taken| classes.shift_keeps(taken as u64));
        let take = |taken: usize| Lag { lag: taken as u32, rank: 0 };
        let mut lags: Vec<Lag> = keep.into_iter().map(take).collect();
        for &taken in &splits {
            let lag = |&rare: &u32| Lag { lag: taken as u32 + rare, rank: rank(rare as usize) };
            lags.extend(sparse.rares().iter().map(lag));
        }
        lags.sort_unstable();
        lags.dedup();
        let out_of_reach = |lag: &Lag| lag.lag as usize > REACH - LANES || lag.rank >= RANKS;
        let recent = end.saturating_sub(REACH).max(last_rare + 1)..end;
        if lags.len() > MOST_LAGS
            || lags.iter().any(out_of_reach)
            || recent.clone().any(|n| rank(n) >= RANKS)
        {
            return None;
        }
        let large = recent.clone().filter(|&n| rank(n) >= 16).count();
        let windows = if large > recent.len() >> 11 { 2 } else { 1 };
        let mut ranks = vec![RARE; REACH - recent.len()];
        ranks.extend(recent.map(|n| rank(n) as u8));
        ranks.resize(BUFFER + 2 * LANES, 0);
        let mut bulk = Bulk {
            classes,
            lags,
            proof: Proof::new(classes, splits, change.into_iter().map(take).collect()),
            windows,
            ranks,
            start: end as i64 - REACH as i64,
            known: REACH,
            filled: 0,
        };
        bulk.look_deeper(end - code.most_taken(), |n| values[n]);
        Some(bulk)
    }

    /// Makes the first heaps parts of splits that proofs look at, as many as half
    /// of so many heaps, or of [`REACH`]: there are always two parts, the other
    /// one greater and behind all rare heaps.
    fn look_deeper(&mut self, heaps: usize, value: impl Fn(usize) -> u16) {
        let rank = |n: usize| match self.classes.rank(value(n)) {
            rank @ ..RANKS if n > 0 && !self.classes.is_rare(n as u64, value(n)) => rank as u8,
            _ => RARE,
        };
        self.proof.first = (0..REACH.min(heaps) / 2).map(rank).collect();
    }

    /// Looks as deep as it ever will, if so many values are known that it can.
    pub(super) fn settle(&mut self, values: &[u32]) {
        if !self.is_deep() && values.len() >= 2 * REACH {
            self.look_deeper(REACH, |n| values[n] as u16);
        }
    }

    /// Whether proofs look at as many splits as they ever will, so that values
    /// need not be kept.
    pub(super) fn is_deep(&self) -> bool {
        self.proof.first.len() == REACH / 2
    }

    /// What the ranks are ranks among.
    pub(super) fn classes(&self) -> Classes {
        self.classes
    }

    /// The ranks of the heaps that are known and not forgotten.
    pub(super) fn ranks(&self) -> &[u8] {
        &self.ranks[..self.known]
    }

    /// The first heap that is not forgotten.
    pub(super) fn start(&self) -> u64 {
        self.start.max(0) as u64
    }

    /// The first heap that is not known.
    pub(super) fn end(&self) -> u64 {
        (self.start + self.known as i64) as u64
    }

    /// The greatest of a value and those of the heaps known since the last were
    /// forgotten.
    pub(super) fn greatest(&self, before: u16) -> u16 {
        let new = &self.ranks[REACH..self.known];
        let most = new.iter().fold(0, |most, &rank| most.max(rank));
        let value = |heap: u64| self.classes.common(heap, most.into());
        if value(0).max(value(1)) <= before {
            return before;
        }
        // Heaps of two parities, of two values maybe.
        let heaps =
            ((self.start + REACH as i64) as u64..).zip(new).filter(|(_, rank)| **rank == most);
        heaps.fold(before, |before, (heap, _)| before.max(value(heap)))
    }

    /// The last ranks, before which nothing matters.
    pub(super) fn snapshot(&self, greatest: u16) -> Snapshot {
        let ranks = self.ranks[self.known - REACH..self.known].to_vec();
        Snapshot { heap: self.end(), ranks, greatest }
    }

    /// The rank of a common value; one that cannot be where there is none.
    pub(super) fn rank(&self, heap: u64, value: u32) -> u8 {
        let common = u16::try_from(value).ok().filter(|&value| !self.classes.is_rare(heap, value));
        common.and_then(|value| u8::try_from(self.classes.rank(value)).ok()).unwrap_or(RARE)
    }

    /// Goes on from a snapshot; false if it cannot be one of this game.
    pub(super) fn restore(&mut self, snapshot: &Snapshot) -> bool {
        let Some(start) = snapshot.heap.checked_sub(REACH as u64) else { return false };
        let fits = snapshot.ranks.len() == REACH
            && start.is_multiple_of(2)
            && snapshot.ranks.iter().all(|&rank| u16::from(rank) < RANKS);
        if fits {
            self.ranks[..REACH].copy_from_slice(&snapshot.ranks);
            (self.start, self.known) = (start as i64, REACH);
        }
        fits
    }

    /// The heaps that are known and not forgotten, and the values of these.
    pub(super) fn values(&self) -> impl Iterator<Item = (u64, u16)> {
        let before = usize::try_from(-self.start).unwrap_or(0);
        let ranks = &self.ranks[before..self.known];
        let value = |(heap, &rank)| (heap, self.classes.common(heap, u16::from(rank)));
        (self.start()..).zip(ranks).map(value)
    }

    /// Forgets all but the heaps that can still be looked at.
    pub(super) fn forget(&mut self) {
        self.ranks.copy_within(self.known - REACH..self.known, 0);
        self.start += (self.known - REACH) as i64;
        self.known = REACH;
    }

    /// Fills the buffer; false where a heap could not be decided.
    pub(super) fn fill(&mut self) -> bool {
        let from = self.known;
        let decided = self.decide();
        self.prove(from) && decided
    }

    /// Fills the buffer, hands it over for a proof, and goes on behind it with another buffer:
    /// deciding needs no proofs.
    pub(super) fn decide_ahead(&mut self, mut other: Vec<u8>) -> Decided {
        let all = self.decide();
        other.resize(self.ranks.len(), 0);
        other[..REACH].copy_from_slice(&self.ranks[self.known - REACH..self.known]);
        let ranks = std::mem::replace(&mut self.ranks, other);
        let decided = Decided { ranks, known: self.known, all };
        self.start += (self.known - REACH) as i64;
        self.known = REACH;
        decided
    }

    /// Takes over ranks that were decided behind what is known, and proves them; as
    /// [`Bulk::fill`]. Gives the buffer back that was in use.
    pub(super) fn prove_decided(&mut self, decided: Decided) -> (bool, Vec<u8>) {
        let other = std::mem::replace(&mut self.ranks, decided.ranks);
        let from = std::mem::replace(&mut self.known, decided.known);
        (self.prove(from) && decided.all, other)
    }

    /// Fills the buffer with common values, in the belief that no heap is rare;
    /// false where one has too great a value.
    #[inline(never)] // there are four copies of what it calls
    fn decide(&mut self) -> bool {
        match self.windows {
            1 => decide::<1>(self),
            _ => decide::<2>(self),
        }
    }

    /// Proves that belief for the heaps of the buffer from a place on, so far
    /// decided; forgets those behind one for which it cannot, and says false.
    #[inline(never)] // as above
    fn prove(&mut self, from: usize) -> bool {
        match self.windows {
            1 => prove::<1>(self, from),
            _ => prove::<2>(self, from),
        }
    }

    /// Leaves nothing by which a heap could be proved.
    #[cfg(test)]
    pub(super) fn forget_proofs(&mut self) {
        self.proof.forget_all();
    }

    #[inline(always)]
    fn decide_with<L: Lanes, const WINDOWS: usize>(&mut self) -> bool {
        let mut decide = Decide::<L, WINDOWS>::new(&self.lags);
        let block = decide.block();
        decide.start(&self.ranks, self.known);
        while self.known + LANES <= BUFFER {
            if !decide.next(&mut self.ranks, self.known) {
                if !self.decide_slowly(self.known, block) {
                    return false;
                }
                decide.start(&self.ranks, self.known + block);
            }
            self.known += block;
        }
        true
    }

    #[inline(always)]
    fn prove_with<L: Lanes, const WINDOWS: usize>(&mut self, from: usize) -> bool {
        // Ranks that are only believed are good enough to judge by. More of
        // them are worth their time where many heaps are asked for.
        let samples = match self.filled {
            0 => Some(FEW_SAMPLES),
            MANY_FILLS => Some(MANY_SAMPLES),
            _ => None,
        };
        if let Some(samples) = samples {
            let heaps = (self.start + self.known as i64) as usize;
            let samples = samples.min(heaps.min(REACH) / 2 / LANES);
            self.proof.choose_cover::<L>(&self.ranks, self.known, samples, self.windows);
        }
        self.filled += 1;
        let tables = self.proof.tables::<L, WINDOWS>();
        for place in (from..self.known).step_by(LANES) {
            let heaps = LANES.min(self.known - place);
            if !self.proof.block(&tables, &self.ranks, place, heaps) {
                // Snapshots start at even heaps.
                self.known = place;
                return false;
            }
        }
        true
    }

    /// Decides a block again, for all ranks that can be stored.
    #[cold]
    #[inline(never)]
    fn decide_slowly(&mut self, place: usize, block: usize) -> bool {
        for at in place..place + block {
            let options = self.lags.iter().fold(0, |all, lag| all | option(&self.ranks, at, lag));
            if options == u64::MAX {
                return false;
            }
            self.ranks[at] = options.trailing_ones() as u8;
        }
        true
    }
}

fn decide<const WINDOWS: usize>(bulk: &mut Bulk) -> bool {
    #[cfg(target_arch = "x86_64")]
    if super::lanes::avx2() {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
        fn decide<const WINDOWS: usize>(bulk: &mut Bulk) -> bool {
            bulk.decide_with::<super::lanes::Avx2, WINDOWS>()
        }
        // SAFETY: the processor has the instructions.
        #[allow(unsafe_code)]
        return unsafe { decide::<WINDOWS>(bulk) };
    }
    bulk.decide_with::<Usual, WINDOWS>()
}

fn prove<const WINDOWS: usize>(bulk: &mut Bulk, from: usize) -> bool {
    #[cfg(target_arch = "x86_64")]
    if super::lanes::avx2() {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
        fn prove<const WINDOWS: usize>(bulk: &mut Bulk, from: usize) -> bool {
            bulk.prove_with::<super::lanes::Avx2, WINDOWS>(from)
        }
        // SAFETY: the processor has the instructions.
        #[allow(unsafe_code)]
        return unsafe { prove::<WINDOWS>(bulk, from) };
    }
    bulk.prove_with::<Usual, WINDOWS>(from)
}

#[cfg(test)]
mod tests {
    use super::super::lanes::Plain;
    use super::super::sparse::tests::definition;
    use super::*;
    use crate::limits::Limits;

    #[test]
    fn values_are_those_of_the_sparse_method() {
        const LAST: usize = 420_000;
        let mut settled = 0;
        for text in ["0106", "077", "016", "44", "0644"] {
            let digits: Vec<u8> = text.bytes().map(|digit| digit - b'0').collect();
            let code = Code::new(digits.clone());
            let limits = Limits::default();
            let mut sparse = Sparse::new(&code, definition(&code, 300));
            sparse.extend(2 * REACH + 101, &limits).unwrap();
            let [Some(mut fast), Some(mut plain)] = [0; 2].map(|_| Bulk::new(&sparse, &code))
            else {
                continue;
            };
            settled += 1;
            sparse.extend(LAST, &limits).unwrap();
            for wide in [false, true] {
                if wide {
                    plain.windows = 2;
                }
                assert!(fast.fill());
                let from = plain.known;
                assert!(match wide {
                    true => plain.decide_with::<Plain, 2>() && plain.prove_with::<Plain, 2>(from),
                    false => plain.decide_with::<Plain, 1>() && plain.prove_with::<Plain, 1>(from),
                });
                assert!(fast.values().eq(plain.values()), "{digits:?}");
                for (heap, value) in fast.values().take_while(|(heap, _)| *heap < LAST as u64) {
                    assert_eq!(value, sparse.values()[heap as usize], "{digits:?} at {heap}");
                }
                fast.forget();
                plain.forget();
            }
        }
        assert!(settled >= 4, "{settled} games have settled");
    }

    /// From few heaps on, as from many: 2·10^5 values are the same.
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
                assert!(!decided || bulk.end() > from + BUFFER as u64 / 2);
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
        let mut bulk = Bulk::new(&sparse, &code).unwrap();
        let known = bulk.known;
        // No split leaves a heap of another kind.
        bulk.forget_proofs();
        assert!(!bulk.fill());
        assert_eq!(bulk.known, known);
    }
}
