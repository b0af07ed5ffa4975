//! The worth of groups of stones, computed once and then looked up by their squares.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use super::shape::Stones;
use super::worth::{Worth, Worths};
use grundy_base::huge::{Line, SharedLines};
use grundy_base::prefetch::prefetch;
use grundy_ruleset::forward::hash_of;

/// A cache of the worth of groups, for several threads.
pub(super) struct Cache {
    /// Groups of at most this number of stones are valued.
    small: u32,
    worths: Mutex<Worths>,
    /// Whether there is no room for more values.
    full: AtomicBool,
    /// One line for each place: the worth of one group, with a check. The number of lines is a
    /// power of two.
    lines: SharedLines,
}

/// The place of a group in the cache, and its check.
#[derive(Clone, Copy)]
pub(super) struct Key(u64);

/// The greatest number of places; more are of little use.
const MOST_LINES: u64 = 1 << 20;

impl Cache {
    /// An empty cache of at most `bytes` bytes, half of them for places and the rest for values.
    pub(super) fn new(bytes: u64, small: u32) -> Self {
        let lines = (bytes / 2 / size_of::<Line>() as u64).clamp(1, MOST_LINES);
        let lines = 1 << lines.ilog2();
        Cache {
            small,
            worths: Mutex::new(Worths::new(bytes.saturating_sub(lines * size_of::<Line>() as u64))),
            full: AtomicBool::new(false),
            lines: SharedLines::zeroed(lines as usize),
        }
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> u64 {
        let worths = self.worths.lock().unwrap_or_else(PoisonError::into_inner);
        worths.bytes() + (self.lines.len() * size_of::<Line>()) as u64
    }

    /// The key of a group. Starts to load its place from memory.
    #[inline]
    pub(super) fn key(&self, Stones { left, right }: Stones) -> Key {
        let key = left ^ right.rotate_left(29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let key = key.wrapping_mul(0xd6e8_feb8_6659_fd93);
        let key = Key((key ^ key >> 32).wrapping_mul(0x9fb2_1c65_1e98_df25) ^ left);
        prefetch(self.lines.lines(), self.place(key));
        key
    }

    #[inline]
    fn place(&self, Key(key): Key) -> usize {
        (key >> 40) as usize & (self.lines.len() - 1)
    }

    /// The worth of a group.
    #[inline]
    pub(super) fn worth(&self, stones: Stones, key: Key) -> Worth {
        let line = &self.lines.lines()[self.place(key)];
        if let Some(worth) = read(line, key) {
            return worth;
        }
        let worth = self.find(stones);
        write(line, key, &worth);
        worth
    }

    fn find(&self, stones: Stones) -> Worth {
        let shape = stones.shape();
        let worth = self.value(shape.stones, stones.count()).unwrap_or_else(|| {
            let hash = hash_of(&(shape.stones.left, shape.stones.right));
            Worth::unknown(hash, shape.own_negative)
        });
        if shape.negative { worth.negated() } else { worth }
    }

    /// The worth of stones in a normal form; none if their value is not computed.
    fn value(&self, stones: Stones, count: u32) -> Option<Worth> {
        if count > self.small || self.full.load(Ordering::Relaxed) {
            return None;
        }
        let found = self.worths.lock().unwrap_or_else(PoisonError::into_inner).of(stones);
        if found.is_err() {
            self.full.store(true, Ordering::Relaxed);
        }
        found.ok()
    }
}

/// The worth in a line; none if the line is about another group.
#[inline]
fn read(line: &Line, Key(key): Key) -> Option<Worth> {
    let words: [u64; 6] = std::array::from_fn(|i| line.0[i].load(Ordering::Relaxed));
    let [check, a, b, c, d, rest] = words;
    if check ^ a ^ b ^ c ^ d ^ rest != key {
        return None;
    }
    let join = |high: u64, low: u64| u128::from(high) << 64 | u128::from(low);
    let weight = [(rest >> 16) as i16, (rest >> 32) as i16];
    Some(Worth {
        signed: join(a, b),
        unsigned: join(c, d),
        ups: rest as i8,
        nimber: (rest >> 8) as u8,
        weight: (rest >> 63 != 0).then_some(weight),
    })
}

/// Writes a line. If several threads write a line at the same time, its check fails and it is not
/// used.
fn write(line: &Line, Key(key): Key, worth: &Worth) {
    let halves = |number: u128| [(number >> 64) as u64, number as u64];
    let ([a, b], [c, d]) = (halves(worth.signed), halves(worth.unsigned));
    let [least, most] = worth.weight.unwrap_or_default();
    let rest = u64::from(worth.ups as u8)
        | u64::from(worth.nimber) << 8
        | u64::from(least as u16) << 16
        | u64::from(most as u16) << 32
        | u64::from(worth.weight.is_some()) << 63;
    for (word, value) in line.0.iter().zip([key ^ a ^ b ^ c ^ d ^ rest, a, b, c, d, rest]) {
        word.store(value, Ordering::Relaxed);
    }
}
