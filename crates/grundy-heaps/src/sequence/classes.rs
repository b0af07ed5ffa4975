//! Rare and common values, and the numbering of each.
//!
//! In many games without a known period nearly all heaps have values with an
//! odd number of ones under some mask: the sparse space phenomenon (Winning
//! Ways, chapter 4). Those values are called common and the others rare. Rare
//! plus rare is rare, rare plus common is common, common plus common is rare.
//! A parity of the heap's size may be counted with the mask where all splits
//! leave heaps of the same parity together.

use grundy_ruleset::HeapKind;

/// Which values are rare.
///
/// A value's *rank* leaves out the lowest bit of the mask, which the others
/// and the class determine. Ranks number the values of a class in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Classes {
    mask: u16,
    /// The bits of the values by which the mask was chosen.
    chosen_by: u16,
    /// The heaps whose parity is counted: those with this last bit; none where
    /// parity does not count.
    odd: Option<u8>,
}

/// The parity of all these numbers, if they have the same.
pub(super) fn common_parity(mut numbers: impl Iterator<Item = usize>) -> Option<u8> {
    let parity = numbers.next()? as u8 & 1;
    numbers.all(|number| number as u8 & 1 == parity).then_some(parity)
}

fn parity(bits: u16) -> bool {
    bits.count_ones() & 1 == 1
}

impl Classes {
    /// The classes that leave the fewest rare heaps among these, from 0 up, for
    /// codes that split heaps in two; none for other rules, and for values that
    /// are too large.
    #[must_use]
    pub fn of(values: &[u32], kind: &HeapKind) -> Option<Classes> {
        let HeapKind::TakeAndBreak(code) = kind else { return None };
        if code.most_parts() != 2 {
            return None;
        }
        let values: Vec<u16> =
            values.iter().map(|&value| u16::try_from(value).ok()).collect::<Option<_>>()?;
        Some(Classes::choose(&values, common_parity(code.leaving(2))))
    }

    /// The mask that leaves the fewest rare heaps, found by one Walsh–Hadamard
    /// transform of how often each value occurs. `parity` is that of what is
    /// taken before a split, if it is always the same.
    ///
    /// Time: b·2^b for values of b bits, besides counting.
    pub(super) fn choose(values: &[u16], parity: Option<u8>) -> Classes {
        let most = values.iter().copied().max().unwrap_or(0).max(1);
        let size = (usize::from(most) + 1).next_power_of_two();
        // Heaps in each class of size, by value.
        let mut counts = [vec![0i64; size], vec![0i64; size]];
        for (n, &value) in values.iter().enumerate() {
            let class = parity.map_or(0, |parity| (n as u8 ^ parity) & 1);
            counts[usize::from(class)][usize::from(value)] += 1;
        }
        let mut best = None;
        for odd in [None, parity.map(|parity| parity ^ 1)] {
            let sign = if odd.is_some() { -1 } else { 1 };
            let mut sums: Vec<i64> =
                counts[0].iter().zip(&counts[1]).map(|(a, b)| a + sign * b).collect();
            walsh_hadamard(&mut sums);
            // At a mask stands the number of rare heaps less that of common ones.
            let (mask, &excess) = sums
                .iter()
                .enumerate()
                .skip(1)
                .min_by_key(|(_, sum)| **sum)
                .expect("at least one bit");
            if best.is_none_or(|(least, _)| excess < least) {
                let (mask, chosen_by) = (mask as u16, (size - 1) as u16);
                best = Some((excess, Classes { mask, chosen_by, odd }));
            }
        }
        // Greater values to come are common if they have an odd number of the greater bits, too: a
        // bit that has come up has joined the mask.
        let best = best.expect("a mask without parity").1;
        Classes { mask: best.mask | !best.chosen_by, ..best }
    }

    /// What tells these classes from others.
    pub(super) fn fingerprint(self) -> String {
        let Classes { mask, chosen_by, odd } = self;
        format!("Classes {{ mask: {}, odd: {odd:?} }}", mask & chosen_by)
    }

    /// The mask, without bits that none of the values had that it was chosen by, and the last bit
    /// of the heaps that count as odd. Values are rare that have an even number of ones under the
    /// mask; in heaps that count as odd, an odd number.
    #[must_use]
    pub fn parts(self) -> (u16, Option<u8>) {
        (self.mask & self.chosen_by, self.odd)
    }

    /// Whether heaps of this size count as odd.
    fn counts_odd(self, size: u64) -> bool {
        self.odd.is_some_and(|odd| size as u8 & 1 == odd)
    }

    /// Whether a heap of this size with this value is rare.
    #[must_use]
    pub fn is_rare(self, size: u64, value: u16) -> bool {
        parity(value & self.mask) == self.counts_odd(size)
    }

    /// Whether heaps this far apart are of the same class by the same value.
    pub(super) fn shift_keeps(self, distance: u64) -> bool {
        self.odd.is_none() || distance.is_multiple_of(2)
    }

    fn bit(self) -> u32 {
        self.mask.trailing_zeros()
    }

    /// The rank of a value in its class.
    pub(super) fn rank(self, value: u16) -> u16 {
        let low = (1 << self.bit()) - 1;
        value >> 1 & !low | value & low
    }

    /// The common value of this rank, for a heap of this size.
    pub(super) fn common(self, size: u64, rank: u16) -> u16 {
        let low = (1 << self.bit()) - 1;
        let value = (rank & !low) << 1 | rank & low;
        if self.is_rare(size, value) { value | 1 << self.bit() } else { value }
    }

    /// The rare value of this rank.
    pub(super) fn rare(self, size: u64, rank: u16) -> u16 {
        self.common(size, rank) ^ 1 << self.bit()
    }

    /// How many rare values are less than the common value of this rank. They
    /// have the first ranks.
    pub(super) fn rares_below(self, size: u64, rank: u16) -> u16 {
        let low = (1 << self.bit()) - 1;
        let above = self.common(size, rank) >> self.bit() & 1;
        (rank & !low) + above * (low + 1)
    }
}

/// The heaps of rare values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rares {
    /// How many there are.
    pub count: u64,
    /// The last of them.
    pub last: u64,
}

impl Rares {
    /// The rare heaps among the values of heaps from 0 on; a heap of no tokens has no class of its
    /// own.
    #[must_use]
    pub fn of(classes: Classes, values: &[u32]) -> Rares {
        let rare = |&(heap, &value): &(u64, &u32)| classes.is_rare(heap, value as u16);
        let rares = (0..).zip(values).skip(1).filter(rare);
        rares.fold(Rares { count: 0, last: 0 }, |rares, (heap, _)| Rares {
            count: rares.count + 1,
            last: heap,
        })
    }
}

fn walsh_hadamard(sums: &mut [i64]) {
    let mut half = 1;
    while half < sums.len() {
        for pair in sums.chunks_exact_mut(2 * half) {
            let (first, second) = pair.split_at_mut(half);
            for (a, b) in first.iter_mut().zip(second) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_number_each_class_in_order() {
        for (mask, odd) in [(1, None), (0b1101, Some(0)), (0b1110, Some(1)), (0b1000, None)] {
            let classes = Classes { mask, chosen_by: u16::MAX, odd };
            for size in [10, 11] {
                for rare in [true, false] {
                    let class: Vec<u16> =
                        (0..64).filter(|&v| classes.is_rare(size, v) == rare).collect();
                    let ranks: Vec<u16> = class.iter().map(|&v| classes.rank(v)).collect();
                    assert_eq!(ranks, (0..32).collect::<Vec<_>>(), "{classes:?}");
                    for (rank, &value) in (0..).zip(&class) {
                        let back = if rare {
                            classes.rare(size, rank)
                        } else {
                            classes.common(size, rank)
                        };
                        assert_eq!(back, value);
                        if !rare {
                            let below = (0..value).filter(|&v| classes.is_rare(size, v)).count();
                            assert_eq!(usize::from(classes.rares_below(size, rank)), below);
                        }
                    }
                }
            }
        }
    }

    /// By counting under every mask.
    #[test]
    fn the_chosen_mask_leaves_the_fewest_rare_heaps() {
        let values: Vec<u16> = (0..5000u32).map(|n| (n * n / 7 % 61) as u16).collect();
        for parity in [None, Some(0), Some(1)] {
            let rare = |classes: Classes| {
                (0..).zip(&values).filter(|&(n, &value)| classes.is_rare(n, value)).count()
            };
            let all = (1..64).flat_map(|mask| {
                [None, parity.map(|p: u8| p ^ 1)]
                    .map(|odd| rare(Classes { mask, chosen_by: u16::MAX, odd }))
            });
            assert_eq!(rare(Classes::choose(&values, parity)), all.min().unwrap());
        }
    }
}
