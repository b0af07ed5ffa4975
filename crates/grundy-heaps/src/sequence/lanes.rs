//! SIMD operations on 32 bytes.
//!
//! Compilers do not find the lookup of every byte in a table of sixteen entries, so these
//! few operations are written for AVX2 and for WebAssembly, and once more in plain Rust for other
//! processors.

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
#[cfg_attr(all(target_arch = "wasm32", target_feature = "simd128"), allow(dead_code))]
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

/// The best lanes that need not be asked for.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
pub(super) type Usual = Plain;

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(super) type Usual = simd128::Simd128;

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

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128 {
    use std::arch::wasm32::*;

    use super::{LANES, Lanes};

    /// With the vectors of WebAssembly, two for the bytes.
    #[derive(Clone, Copy)]
    pub(in super::super) struct Simd128(v128, v128);

    impl Simd128 {
        #[inline(always)]
        fn each(self, other: Self, join: impl Fn(v128, v128) -> v128) -> Self {
            Simd128(join(self.0, other.0), join(self.1, other.1))
        }
    }

    impl Lanes for Simd128 {
        // SAFETY of loads and stores: they have no demand on alignment and stay inside arrays of
        // 32 bytes.
        #[inline(always)]
        fn load(bytes: &[u8; LANES]) -> Self {
            let at = bytes.as_ptr().cast::<v128>();
            unsafe { Simd128(v128_load(at), v128_load(at.add(1))) }
        }
        #[inline(always)]
        fn splat(byte: u8) -> Self {
            Simd128(u8x16_splat(byte), u8x16_splat(byte))
        }
        #[inline(always)]
        fn bytes(self) -> [u8; LANES] {
            let mut bytes = [0; LANES];
            let at = bytes.as_mut_ptr().cast::<v128>();
            unsafe {
                v128_store(at, self.0);
                v128_store(at.add(1), self.1);
            }
            bytes
        }
        #[inline(always)]
        fn xor(self, other: Self) -> Self {
            self.each(other, |a, b| v128_xor(a, b))
        }
        #[inline(always)]
        fn or(self, other: Self) -> Self {
            self.each(other, |a, b| v128_or(a, b))
        }
        #[inline(always)]
        fn and_not(self, not: Self) -> Self {
            self.each(not, |a, b| v128_andnot(a, b))
        }
        #[inline(always)]
        fn add_saturating(self, other: Self) -> Self {
            self.each(other, |a, b| u8x16_add_sat(a, b))
        }
        #[inline(always)]
        fn equal(self, other: Self) -> Self {
            self.each(other, |a, b| u8x16_eq(a, b))
        }
        #[inline(always)]
        fn min(self, other: Self) -> Self {
            self.each(other, |a, b| u8x16_min(a, b))
        }
        #[inline(always)]
        fn low(self) -> Self {
            self.each(Self::splat(15), |a, b| v128_and(a, b))
        }
        #[inline(always)]
        fn high(self) -> Self {
            Simd128(u8x16_shr(self.0, 4), u8x16_shr(self.1, 4))
        }
        #[inline(always)]
        fn look_up(table: Self, index: Self) -> Self {
            // Bytes above 15 find 0: those below 128 look by their low half.
            let index = index.each(Self::splat(0x8f), |a, b| v128_and(a, b));
            table.each(index, |a, b| u8x16_swizzle(a, b))
        }
        #[inline(always)]
        fn firsts(self, other: Self) -> Self {
            Simd128(self.0, other.0)
        }
        #[inline(always)]
        fn lasts(self, other: Self) -> Self {
            Simd128(self.1, other.1)
        }
        #[inline(always)]
        fn reverse(self) -> Self {
            let reverse = |half: v128| {
                u8x16_shuffle::<15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0>(half, half)
            };
            Simd128(reverse(self.1), reverse(self.0))
        }
        #[inline(always)]
        fn high_bits(self) -> u32 {
            u32::from(u8x16_bitmask(self.0)) | u32::from(u8x16_bitmask(self.1)) << 16
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
