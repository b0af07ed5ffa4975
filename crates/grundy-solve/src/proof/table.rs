//! The transposition table of a forward search: of fixed size, shared by threads without
//! locks.

use std::sync::atomic::{AtomicU64, Ordering};

use grundy_base::huge::{Line, SharedLines};
use grundy_base::prefetch::prefetch;

/// What is known of the result for the player to move: −1 is a loss, 0 a draw, 1 a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// The result is at least this.
    pub(super) least: i8,
    /// The result is at most this.
    pub(super) most: i8,
    /// The player to move cannot force a win within this number of moves.
    pub(super) no_win: u32,
    /// The other player cannot force a win within this number of moves.
    pub(super) no_loss: u32,
    /// The slot of the step that was best.
    pub(super) slot: u16,
}

impl Known {
    pub(super) const NOTHING: Known = Known { least: -1, most: 1, no_win: 0, no_loss: 0, slot: 0 };

    /// What this says together with an older entry about the same node.
    fn and(self, older: Known) -> Known {
        Known {
            least: self.least.max(older.least),
            most: self.most.min(older.most),
            no_win: self.no_win.max(older.no_win),
            no_loss: self.no_loss.max(older.no_loss),
            slot: self.slot,
        }
    }
}

/// How many nodes must still be decided, at least, to show that the player to move reaches a
/// goal, and that this player does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) yes: u32,
    pub(super) no: u32,
}

impl Numbers {
    /// More than any number of nodes.
    pub(super) const NEVER: u32 = u32::MAX / 4;
    pub(super) const YES: Numbers = Numbers { yes: 0, no: Self::NEVER };
    pub(super) const NO: Numbers = Numbers { yes: Self::NEVER, no: 0 };
    /// The numbers of a node that was not visited.
    pub(super) const FIRST: Numbers = Numbers { yes: 1, no: 1 };
}

/// Bits of [`Known::no_win`], [`Known::no_loss`] and [`Known::slot`].
const BITS: u32 = 12;
/// Numbers below this one are slots.
pub(super) const SLOTS: usize = 1 << BITS;
/// The greatest number of moves that an entry holds.
const MOST: u64 = (1 << BITS) - 1;
/// Where the logarithm of the work stands in a word.
const WORK: u32 = 28;

/// Where bits of the hash stand in a word, and which ones of its lower half they are: the
/// smallest table is indexed by those above.
const EXTRA: u32 = WORK + 6 + BITS;
const EXTRA_OF: u32 = 2 * EXTRA - 64;

/// An entry as one word: bounds (2 + 2 bits), numbers of moves (12 + 12), the logarithm of
/// the work (6), the slot (12), and bits of the hash (18). 0 says nothing.
fn pack(known: Known, work: u64) -> u64 {
    (known.least + 1) as u64
        | ((1 - known.most) as u64) << 2
        | u64::from(known.no_win).min(MOST) << 4
        | u64::from(known.no_loss).min(MOST) << (4 + BITS)
        | work << WORK
        | (u64::from(known.slot) & MOST) << (WORK + 6)
}

fn unpack(word: u64) -> Known {
    let field = |from: u32| word >> from & MOST;
    Known {
        least: (word & 3) as i8 - 1,
        most: 1 - (word >> 2 & 3) as i8,
        no_win: field(4) as u32,
        no_loss: field(4 + BITS) as u32,
        slot: field(WORK + 6) as u16,
    }
}

fn work(word: u64) -> u64 {
    word >> WORK & 63
}

/// A number of up to 2^30 in [`BITS`] bits, rounded down: seven bits and an exponent.
fn narrow(number: u32) -> u32 {
    match (u32::BITS - number.leading_zeros()).checked_sub(8) {
        None => number,
        Some(places) => (places + 1) << 7 | number >> places & 127,
    }
}

fn wide(number: u32) -> u32 {
    let (exponent, bits) = (number >> 7, number & 127);
    if exponent == 0 { bits } else { (bits | 128) << (exponent - 1) }
}

/// Entries of a bucket.
const WAYS: usize = 4;

/// A table of buckets of four entries, 16 bytes each.
///
/// An entry is the word that it says and the upper half of the hash, combined with that
/// word by exclusive or; if two threads write to one entry at the same time, the result
/// belongs to neither hash (Hyatt and Mann, A lockless transposition table, 2002). The lower
/// half of the hash chooses the bucket. A new entry replaces the one with the least work of
/// the first three, or else the last one.
pub(super) struct Table {
    buckets: SharedLines,
}

impl Table {
    /// The largest table of at most `bytes` bytes, but at least one bucket.
    pub(super) fn new(bytes: u64) -> Self {
        let buckets = bytes / size_of::<Line>() as u64;
        Table { buckets: SharedLines::zeroed(buckets.clamp(1, 1 << 40) as usize) }
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.buckets.len() * size_of::<Line>()) as u64
    }

    #[inline]
    fn bucket(&self, hash: u128) -> usize {
        ((u128::from(hash as u64) * self.buckets.len() as u128) >> 64) as usize
    }

    #[inline]
    pub(super) fn prefetch(&self, hash: u128) {
        prefetch(self.buckets.lines(), self.bucket(hash));
    }

    /// The entries of the bucket of a hash: each as two words.
    #[inline]
    fn entries(&self, hash: u128) -> &[[AtomicU64; 2]] {
        let Line(words) = &self.buckets.lines()[self.bucket(hash)];
        words.as_chunks().0
    }

    #[inline]
    pub(super) fn get(&self, hash: u128) -> Known {
        for [check, word] in self.entries(hash) {
            let said = word.load(Ordering::Relaxed);
            if check.load(Ordering::Relaxed) ^ said == (hash >> 64) as u64 {
                return unpack(said);
            }
        }
        Known::NOTHING
    }

    /// Remembers a result; `took` is the work to find it.
    pub(super) fn put(&self, hash: u128, known: Known, took: u64) {
        let took = u64::from(u64::BITS - took.leading_zeros()).min(63);
        self.put_word(hash, pack(known, took) | (hash as u64 >> EXTRA_OF) << EXTRA, true);
    }

    /// The numbers that stand under a hash.
    pub(super) fn numbers(&self, hash: u128) -> Option<Numbers> {
        let Known { no_win: yes, no_loss: no, .. } = self.get(hash);
        (yes > 0).then(|| Numbers { yes: wide(yes), no: wide(no) })
    }

    /// Remembers numbers under a hash; both numbers must be greater than 0.
    pub(super) fn put_numbers(&self, hash: u128, Numbers { yes, no }: Numbers, took: u64) {
        let known = Known { no_win: narrow(yes), no_loss: narrow(no), ..Known::NOTHING };
        let took = u64::from(u64::BITS - took.leading_zeros()).min(63);
        self.put_word(hash, pack(known, took) | (hash as u64 >> EXTRA_OF) << EXTRA, false);
    }

    /// Puts an entry as a word, or adds what it says to the one that is there.
    fn put_word(&self, hash: u128, new: u64, adds: bool) {
        let (tag, took) = ((hash >> 64) as u64, work(new));
        let entries = self.entries(hash);
        let (mut place, mut least) = (WAYS - 1, took);
        for (number, [check, word]) in entries.iter().enumerate() {
            let said = word.load(Ordering::Relaxed);
            if check.load(Ordering::Relaxed) ^ said == tag {
                let known = if adds { unpack(new).and(unpack(said)) } else { unpack(new) };
                let both = pack(known, took.max(work(said)));
                let both = both | new >> EXTRA << EXTRA;
                check.store(tag ^ both, Ordering::Relaxed);
                word.store(both, Ordering::Relaxed);
                return;
            }
            if number < WAYS - 1 && work(said) < least {
                (place, least) = (number, work(said));
            }
        }
        let [check, word] = &entries[place];
        check.store(tag ^ new, Ordering::Relaxed);
        word.store(new, Ordering::Relaxed);
    }

    /// The number of buckets.
    pub(super) fn lines(&self) -> usize {
        self.buckets.len()
    }

    /// All words.
    pub(super) fn atomic_words(&self) -> impl Iterator<Item = &AtomicU64> {
        self.buckets.lines().iter().flat_map(|Line(words)| words)
    }

    /// What they are now.
    pub(super) fn words(&self) -> impl Iterator<Item = u64> {
        self.atomic_words().map(|word| word.load(Ordering::Relaxed))
    }

    /// A table of `bytes` bytes with what this one says.
    pub(super) fn grown(&self, bytes: u64) -> Table {
        let (larger, buckets) = (Table::new(bytes), self.buckets.len() as u128);
        for (number, Line(words)) in self.buckets.lines().iter().enumerate() {
            // All lower halves of hashes from here on are of this bucket.
            let least = ((number as u128) << 64).div_ceil(buckets) as u64;
            for [check, word] in words.as_chunks().0 {
                let [check, word]: [u64; 2] =
                    [check, word].map(|half| half.load(Ordering::Relaxed));
                if word == 0 {
                    continue;
                }
                // The lowest of them that has the bits of the entry.
                let bits = word >> EXTRA << EXTRA_OF;
                let above = u64::MAX << EXTRA;
                let lower = least & above | bits;
                let whole_bits = lower | ((1 << EXTRA_OF) - 1);
                let lower = if whole_bits < least { lower.wrapping_add(1 << EXTRA) } else { lower };
                let hash = u128::from(check ^ word) << 64 | u128::from(lower);
                larger.put_word(hash, word, true);
            }
        }
        larger
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_say_what_was_put() {
        let table = Table::new(1 << 10);
        let known = Known { least: 0, most: 0, no_win: 17, no_loss: 4095, slot: 4000 };
        for hash in [1 << 64, 7 << 64 | 1 << 63, u128::MAX] {
            assert_eq!(table.get(hash), Known::NOTHING);
            table.put(hash, known, 12);
            assert_eq!(table.get(hash), known);
            let more = Known { most: -1, least: -1, no_win: 20, no_loss: 0, slot: 3 };
            table.put(hash, more, 1);
            let both = Known { least: 0, most: -1, no_win: 20, no_loss: 4095, slot: 3 };
            assert_eq!(table.get(hash), both);
        }
    }

    #[test]
    fn all_buckets_are_used() {
        use grundy_ruleset::forward::{hash_of, hash_of_word};
        let table = Table::new(64 << 10);
        for hash in [|word: u64| hash_of_word(word), |word: u64| hash_of(&word)] {
            let mut used = vec![false; 1 << 10];
            (0..20_000).for_each(|word| used[table.bucket(hash(word))] = true);
            assert!(used.iter().all(|&used| used));
        }
    }

    #[test]
    fn a_table_that_grows_keeps_its_entries() {
        // Sizes that are no powers of two.
        let mut table = Table::new((1 << 24) + 64 * 12_345);
        let hash = |number: u64| grundy_ruleset::forward::hash_of(&number);
        let known = |number: u64| Known { slot: 1 + (number % 4000) as u16, ..Known::NOTHING };
        for number in 0..100_000 {
            table.put(hash(number), known(number), number);
        }
        let kept = |table: &Table| {
            let found = |number: &u64| table.get(hash(*number)) == known(*number);
            (0..100_000).filter(found).count()
        };
        assert!(kept(&table) > 99_000);
        let before = kept(&table);
        for bytes in [(1 << 25) + 64 * 777, 1 << 28] {
            table = table.grown(bytes);
            assert!(kept(&table) + 100 > before, "{} of {before}", kept(&table));
        }
    }

    #[test]
    fn what_took_the_most_work_stays() {
        let table = Table::new(0);
        assert_eq!(table.bytes(), 64);
        for tag in 1..100u128 {
            table.put(tag << 64, Known { least: 1, ..Known::NOTHING }, tag as u64);
        }
        let kept: Vec<u128> = (1..100).filter(|tag| table.get(tag << 64).least == 1).collect();
        assert_eq!(kept.len(), WAYS);
        assert!(kept.contains(&99) && kept.iter().all(|&tag| tag >= 64), "{kept:?}");
    }
}
