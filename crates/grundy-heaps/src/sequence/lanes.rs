//! SIMD operations on 32 bytes.
//!
//! Compilers do not find the lookup of every byte in a table of sixteen entries, so these
//! few operations are written for AVX2, and once more in plain Rust for other processors.

#![allow(unsafe_code)] // instructions of a processor that was asked whether it has them

/// Bytes worked on together.
pub(super) const LANES: usize = 32;

/// Operations on [`LANES`] bytes.
pub(super) trait Lanes: Copy {
    fn load(bytes: &[u8; LANES]) -> Self;
    fn splat(byte: u8) -> Self;
    fn bytes(self) -> [u8; LANES];
    fn xor(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    /// The bits that are in neither.
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
    /// The highest bit of each byte, that of the first byte lowest.
    fn high_bits(self) -> u32;

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

/// In plain Rust.
#[derive(Clone, Copy)]
pub(super) struct Plain([u8; LANES]);

impl Lanes for Plain {
    #[inline(always)]
    fn load(bytes: &[u8; LANES]) -> Self {
        Plain(*bytes)
    }
    #[inline(always)]
    fn splat(byte: u8) -> Self {
        Plain([byte; LANES])
    }
    #[inline(always)]
    fn bytes(self) -> [u8; LANES] {
        self.0
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Plain(std::array::from_fn(|j| self.0[j] ^ other.0[j]))
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Plain(std::array::from_fn(|j| self.0[j] | other.0[j]))
    }
    #[inline(always)]
    fn and_not(self, not: Self) -> Self {
        Plain(std::array::from_fn(|j| self.0[j] & !not.0[j]))
    }
    #[inline(always)]
    fn add_saturating(self, other: Self) -> Self {
        Plain(std::array::from_fn(|j| self.0[j].saturating_add(other.0[j])))
    }
    #[inline(always)]
    fn equal(self, other: Self) -> Self {
        Plain(std::array::from_fn(|j| if self.0[j] == other.0[j] { 255 } else { 0 }))
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Plain(std::array::from_fn(|j| self.0[j].min(other.0[j])))
    }
    #[inline(always)]
    fn low(self) -> Self {
        Plain(std::array::from_fn(|j| self.0[j] & 15))
    }
    #[inline(always)]
    fn high(self) -> Self {
        Plain(std::array::from_fn(|j| self.0[j] >> 4))
    }
    #[inline(always)]
    fn look_up(table: Self, index: Self) -> Self {
        Plain(std::array::from_fn(|j| match index.0[j] {
            byte @ ..128 => table.0[(j & 16) + usize::from(byte & 15)],
            _ => 0,
        }))
    }
    #[inline(always)]
    fn firsts(self, other: Self) -> Self {
        Plain(std::array::from_fn(|j| if j < 16 { self.0[j] } else { other.0[j - 16] }))
    }
    #[inline(always)]
    fn lasts(self, other: Self) -> Self {
        Plain(std::array::from_fn(|j| if j < 16 { self.0[16 + j] } else { other.0[j] }))
    }
    #[inline(always)]
    fn reverse(self) -> Self {
        Plain(std::array::from_fn(|j| self.0[LANES - 1 - j]))
    }
    #[inline(always)]
    fn high_bits(self) -> u32 {
        (0..LANES).fold(0, |bits, j| bits | u32::from(self.0[j] >> 7) << j)
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) use avx2::Avx2;

/// Whether the processor has the instructions that [`Avx2`] and the functions
/// around it are compiled for.
#[cfg(target_arch = "x86_64")]
pub(super) fn avx2() -> bool {
    std::is_x86_feature_detected!("avx2")
        && std::is_x86_feature_detected!("bmi1")
        && std::is_x86_feature_detected!("bmi2")
        && std::is_x86_feature_detected!("popcnt")
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::*;

    use super::{LANES, Lanes};

    /// With the instructions of AVX2. Values are made only where the processor
    /// has them, which is what the `unsafe` blocks rely on.
    #[derive(Clone, Copy)]
    pub(in super::super) struct Avx2(__m256i);

    // SAFETY of all: the instructions need AVX2, see above; loads and stores
    // have no demand on alignment and stay inside arrays of 32 bytes.
    impl Lanes for Avx2 {
        #[inline(always)]
        fn load(bytes: &[u8; LANES]) -> Self {
            Avx2(unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) })
        }
        #[inline(always)]
        fn splat(byte: u8) -> Self {
            Avx2(unsafe { _mm256_set1_epi8(byte as i8) })
        }
        #[inline(always)]
        fn bytes(self) -> [u8; LANES] {
            let mut bytes = [0; LANES];
            unsafe { _mm256_storeu_si256(bytes.as_mut_ptr().cast(), self.0) };
            bytes
        }
        #[inline(always)]
        fn xor(self, other: Self) -> Self {
            Avx2(unsafe { _mm256_xor_si256(self.0, other.0) })
        }
        #[inline(always)]
        fn or(self, other: Self) -> Self {
            Avx2(unsafe { _mm256_or_si256(self.0, other.0) })
        }
        #[inline(always)]
        fn and_not(self, not: Self) -> Self {
            Avx2(unsafe { _mm256_andnot_si256(not.0, self.0) })
        }
        #[inline(always)]
        fn add_saturating(self, other: Self) -> Self {
            Avx2(unsafe { _mm256_adds_epu8(self.0, other.0) })
        }
        #[inline(always)]
        fn equal(self, other: Self) -> Self {
            Avx2(unsafe { _mm256_cmpeq_epi8(self.0, other.0) })
        }
        #[inline(always)]
        fn min(self, other: Self) -> Self {
            Avx2(unsafe { _mm256_min_epu8(self.0, other.0) })
        }
        #[inline(always)]
        fn low(self) -> Self {
            Avx2(unsafe { _mm256_and_si256(self.0, _mm256_set1_epi8(15)) })
        }
        #[inline(always)]
        fn high(self) -> Self {
            Avx2(unsafe { _mm256_srli_epi16::<4>(self.0) }).low()
        }
        #[inline(always)]
        fn look_up(table: Self, index: Self) -> Self {
            Avx2(unsafe { _mm256_shuffle_epi8(table.0, index.0) })
        }
        #[inline(always)]
        fn firsts(self, other: Self) -> Self {
            Avx2(unsafe { _mm256_permute2x128_si256::<0x20>(self.0, other.0) })
        }
        #[inline(always)]
        fn lasts(self, other: Self) -> Self {
            Avx2(unsafe { _mm256_permute2x128_si256::<0x31>(self.0, other.0) })
        }
        #[inline(always)]
        fn reverse(self) -> Self {
            let order = Self::table([15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
            Avx2(unsafe {
                let halves = _mm256_shuffle_epi8(self.0, order.0);
                _mm256_permute2x128_si256::<1>(halves, halves)
            })
        }
        #[inline(always)]
        fn high_bits(self) -> u32 {
            unsafe { _mm256_movemask_epi8(self.0) as u32 }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both kinds of lanes give the same bytes.
    #[test]
    #[cfg(target_arch = "x86_64")]
    fn instructions_do_what_plain_rust_does() {
        if !is_x86_feature_detected!("avx2") {
            return;
        }
        fn results<L: Lanes>(a: &[u8; LANES], b: &[u8; LANES]) -> Vec<Vec<u8>> {
            let entries = [1, 77].map(|first| std::array::from_fn(|j| 3 * j as u8 + first));
            let table = L::tables(entries[0], entries[1]);
            let (a, b) = (L::load(a), L::load(b));
            let all = [
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
            let mut results: Vec<Vec<u8>> = all.iter().map(|l| l.bytes().to_vec()).collect();
            results.push(a.high_bits().to_le_bytes().to_vec());
            results
        }
        let a = std::array::from_fn(|j| (j * 37 % 256) as u8);
        let b = std::array::from_fn(|j| if j % 3 == 0 { a[j] } else { (j * 91 % 256) as u8 });
        assert_eq!(results::<Plain>(&a, &b), results::<Avx2>(&a, &b));
    }
}
