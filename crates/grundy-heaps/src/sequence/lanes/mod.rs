//! SIMD operations on 32 bytes.
//!
//! Compilers do not find the lookup of every byte in a table of sixteen entries, so these
//! few operations are written for AVX2 and for WebAssembly, and once more in plain Rust for other
//! processors. Where there is AVX-512, sets are made of 64 bytes at a time. [`dispatch`] takes
//! the best that the processor has.

#![allow(clippy::needless_range_loop)] // several arrays run along together
#![allow(unsafe_code)] // instructions of a processor that was asked whether it has them

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod plain;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;

#[cfg(target_arch = "x86_64")]
use self::avx2::{Avx2, Avx512};
#[cfg_attr(all(target_arch = "wasm32", target_feature = "simd128"), allow(unused_imports))]
pub(super) use self::plain::Plain;

/// Bytes worked on together.
pub(super) const LANES: usize = 32;

/// Operations on [`LANES`] bytes.
pub(super) trait Lanes: Copy {
    fn load(bytes: &[u8; LANES]) -> Self;
    fn splat(byte: u8) -> Self;
    fn bytes(self) -> [u8; LANES];
    fn xor(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    /// The bits of the first without those of the second.
    fn and_not(self, not: Self) -> Self;
    /// Sums that stop at 255.
    fn add_saturating(self, other: Self) -> Self;
    /// 255 where the bytes are equal, else 0.
    fn equal(self, other: Self) -> Self;
    /// The lesser bytes.
    fn min(self, other: Self) -> Self;
    /// The low four bits of each byte.
    fn low(self) -> Self;
    /// The high four bits of each byte.
    fn high(self) -> Self;
    /// The entry of a table for bytes below 128 by their low half, 0 for the
    /// others. The first sixteen bytes look at the first sixteen entries, the
    /// last at the last.
    fn look_up(table: Self, index: Self) -> Self;
    /// The first sixteen bytes of one and then those of another.
    fn firsts(self, other: Self) -> Self;
    /// The last sixteen bytes of one and then those of another.
    fn lasts(self, other: Self) -> Self;
    /// The bytes in the opposite order.
    fn reverse(self) -> Self;
    /// The highest bit of each byte; that of the first byte is the lowest bit.
    fn high_bits(self) -> u32;

    /// Adds to sets of ranks, for each lane, the bytes that rows have there, if they are below 16
    /// in their window. The first eight ranks of a window are the bits of one byte, and the others
    /// those of another.
    #[inline(always)]
    fn add_to_sets<const WINDOWS: usize>(
        sets: &mut [[Self; 2]; WINDOWS],
        rows: impl Iterator<Item = Self>,
    ) {
        add_rows(sets, rows);
    }

    /// For each lane a set, as bits: the bytes of rows there, less `first`, a multiple of eight, if
    /// they are below eight.
    #[inline(always)]
    fn eight(first: u8, rows: impl Iterator<Item = Self>) -> Self {
        eight_of_rows(first, rows)
    }

    /// As [`Lanes::eight`], of one row.
    #[inline(always)]
    fn one_of_eight(self, first: u8) -> Self {
        let ones = Self::table([0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128]);
        // The eight ranks become 0x78 to 0x7f, all others more.
        let index = self.xor(Self::splat(first)).add_saturating(Self::splat(0x78));
        Self::look_up(ones, index)
    }

    /// Where bytes of two rows have this sum without carries: a bit each.
    #[inline(always)]
    fn sums(a: &[u8; 2 * LANES], b: &[u8; 2 * LANES], sum: u8) -> u64 {
        sums_by_halves::<Self>(a, b, sum)
    }

    /// A table for [`Lanes::look_up`], the same for all bytes.
    #[inline(always)]
    fn table(entries: [u8; 16]) -> Self {
        Self::tables(entries, entries)
    }

    /// A table for [`Lanes::look_up`] for the first and for the last bytes.
    #[inline(always)]
    fn tables(first: [u8; 16], last: [u8; 16]) -> Self {
        let mut both = [0; LANES];
        both[..16].copy_from_slice(&first);
        both[16..].copy_from_slice(&last);
        Self::load(&both)
    }
}

/// [`Lanes::add_to_sets`], row by row.
#[inline(always)]
fn add_rows<L: Lanes, const WINDOWS: usize>(
    sets: &mut [[L; 2]; WINDOWS],
    rows: impl Iterator<Item = L>,
) {
    let first = L::table([1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0]);
    let second = L::table([0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128]);
    let mut all = *sets;
    for row in rows {
        for k in 0..WINDOWS {
            // Sixteen ranks become 0x70 to 0x7f, all others more.
            let index = row.xor(L::splat(16 * k as u8)).add_saturating(L::splat(0x70));
            all[k][0] = all[k][0].or(L::look_up(first, index));
            all[k][1] = all[k][1].or(L::look_up(second, index));
        }
    }
    *sets = all;
}

/// [`Lanes::eight`], row by row.
#[inline(always)]
fn eight_of_rows<L: Lanes>(first: u8, rows: impl Iterator<Item = L>) -> L {
    let mut set = L::splat(0);
    // Not by a fold: closures are not inlined into every caller.
    for row in rows {
        set = set.or(row.one_of_eight(first));
    }
    set
}

/// [`Lanes::sums`], half by half.
#[inline(always)]
fn sums_by_halves<L: Lanes>(a: &[u8; 2 * LANES], b: &[u8; 2 * LANES], sum: u8) -> u64 {
    let (a, b, sum) = (a.as_chunks().0, b.as_chunks().0, L::splat(sum));
    let first = L::load(&a[0]).xor(L::load(&b[0])).equal(sum);
    let second = L::load(&a[1]).xor(L::load(&b[1])).equal(sum);
    u64::from(first.high_bits()) | u64::from(second.high_bits()) << LANES
}

/// Work that is compiled for each kind of lanes.
pub(super) trait Work {
    /// Whether it makes sets of enough rows that AVX-512 is worth another copy of it.
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
    const MANY_ROWS: bool;
    type Out;

    /// Must be inlined, to be compiled for the processor; so must all that it calls with `L`.
    /// Closures that functions of the standard library call are not, and cost many times as much:
    /// loops do without.
    fn run<L: Lanes>(self) -> Self::Out;
}

/// Does work with the best lanes of this processor.
pub(super) fn dispatch<W: Work>(work: W) -> W::Out {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
        fn with_avx2<W: Work>(work: W) -> W::Out {
            work.run::<Avx2>()
        }
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,avx512f,avx512bw,avx512vl,avx512vbmi")]
        fn with_avx512<W: Work>(work: W) -> W::Out {
            work.run::<Avx512>()
        }
        if has_avx2() {
            if W::MANY_ROWS && has_avx512() {
                // SAFETY: the processor has the instructions of both.
                return unsafe { with_avx512(work) };
            }
            // SAFETY: the processor has the instructions.
            return unsafe { with_avx2(work) };
        }
    }
    work.run::<Usual>()
}

#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    std::is_x86_feature_detected!("avx2")
        && std::is_x86_feature_detected!("bmi1")
        && std::is_x86_feature_detected!("bmi2")
        && std::is_x86_feature_detected!("popcnt")
}

/// What [`Avx512`] needs beyond [`Avx2`].
#[cfg(target_arch = "x86_64")]
fn has_avx512() -> bool {
    std::is_x86_feature_detected!("avx512f")
        && std::is_x86_feature_detected!("avx512bw")
        && std::is_x86_feature_detected!("avx512vl")
        && std::is_x86_feature_detected!("avx512vbmi")
}

/// The best lanes that every processor of this target has.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
type Usual = Plain;

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
type Usual = simd128::Simd128;

#[cfg(test)]
mod tests {
    use super::*;

    fn results<L: Lanes>(a: &[u8; LANES], b: &[u8; LANES]) -> Vec<Vec<u8>> {
        let entries = [1, 77].map(|first| std::array::from_fn(|j| 3 * j as u8 + first));
        let table = L::tables(entries[0], entries[1]);
        let (a, b) = (L::load(a), L::load(b));
        let mut all = vec![
            a.xor(b),
            a.or(b),
            a.and_not(b),
            a.add_saturating(b),
            a.equal(b),
            L::look_up(table, a),
            a.min(b),
            a.low(),
            a.high(),
            a.firsts(b),
            a.lasts(b),
            a.reverse(),
            L::splat(7),
        ];
        // Any number of rows, of bytes within the windows and beyond.
        for rows in 0..9 {
            let row = |k: u8| a.xor(L::splat(k)).and_not(L::splat(0x88 | k));
            let mut sets = [[L::splat(0); 2]; 3];
            sets[1][0] = L::splat(4);
            L::add_to_sets(&mut sets, (0..rows).map(row));
            all.extend(sets.into_iter().flatten());
            all.push(L::eight(16, (0..rows).map(row)));
        }
        let mut results: Vec<Vec<u8>> = all.iter().map(|l| l.bytes().to_vec()).collect();
        let rows: [[u8; 2 * LANES]; 2] =
            [1, 5].map(|k| std::array::from_fn(|j| (j * k % 23) as u8));
        for sum in 0..32 {
            results.push(L::sums(&rows[0], &rows[1], sum).to_le_bytes().to_vec());
        }
        results.push(a.high_bits().to_le_bytes().to_vec());
        results
    }

    struct Results([u8; LANES], [u8; LANES]);

    impl Work for Results {
        const MANY_ROWS: bool = true;
        type Out = Vec<Vec<u8>>;

        #[inline(always)]
        fn run<L: Lanes>(self) -> Self::Out {
            results::<L>(&self.0, &self.1)
        }
    }

    /// All kinds of lanes that this processor has give the same bytes.
    #[test]
    fn instructions_do_what_plain_rust_does() {
        let a = std::array::from_fn(|j| (j * 37 % 256) as u8);
        let b = std::array::from_fn(|j| if j % 3 == 0 { a[j] } else { (j * 91 % 256) as u8 });
        let expected = results::<Plain>(&a, &b);
        assert_eq!(dispatch(Results(a, b)), expected);
        #[cfg(target_arch = "x86_64")]
        if has_avx2() {
            assert_eq!(results::<Avx2>(&a, &b), expected);
        }
    }

    #[test]
    fn sums_are_of_bytes_at_the_same_place() {
        let [a, b]: [[u8; 2 * LANES]; 2] =
            [3, 7].map(|k| std::array::from_fn(|j| (j * k % 19) as u8));
        for sum in 0..32 {
            let bits = (0..2 * LANES).filter(|&j| a[j] ^ b[j] == sum);
            let bits = bits.fold(0u64, |all, j| all | 1 << j);
            assert_eq!(Plain::sums(&a, &b, sum), bits);
        }
    }

    /// Sets are those of the definition.
    #[test]
    fn sets_are_of_the_bytes_in_rows() {
        let row = |k: usize| std::array::from_fn(|j| ((j + 1) * (k + 7) * 13 % 80) as u8);
        let rows: Vec<[u8; LANES]> = (0..7).map(row).collect();
        let mut sets = [[Plain::splat(0); 2]; 4];
        Plain::add_to_sets(&mut sets, rows.iter().map(Plain::load));
        let third = Plain::eight(24, rows.iter().map(Plain::load)).bytes();
        for j in 0..LANES {
            let bits =
                rows.iter().filter(|row| row[j] < 64).fold(0u64, |all, row| all | 1 << row[j]);
            let found: [u8; 8] = std::array::from_fn(|k| sets[k / 2][k % 2].bytes()[j]);
            assert_eq!((u64::from_le_bytes(found), third[j]), (bits, (bits >> 24) as u8));
        }
    }
}
