//! Lanes with the instructions of AVX2.

use std::arch::x86_64::*;

use super::{LANES, Lanes, add_rows, avx512, eight_of_rows, sums_by_halves};

/// Lanes with the instructions of AVX2, and of AVX-512 where sets are made of many rows. Values are
/// made only where the processor has them.
#[derive(Clone, Copy)]
pub(super) struct Avx<const WIDE: bool>(__m256i);

pub(super) type Avx2 = Avx<false>;
pub(super) type Avx512 = Avx<true>;

impl<const WIDE: bool> avx512::Row for Avx<WIDE> {
    #[inline(always)]
    fn register(self) -> __m256i {
        self.0
    }
}

/// The result of an instruction on values.
#[allow(clippy::macro_metavars_in_unsafe)] // it is one instruction
macro_rules! avx2 {
    ($instruction:expr) => {{
        // SAFETY: there are values, so the processor has the instructions of AVX2. This one has no
        // pointers.
        unsafe { $instruction }
    }};
}

impl<const WIDE: bool> Lanes for Avx<WIDE> {
    #[inline(always)]
    fn load(bytes: &[u8; LANES]) -> Self {
        // SAFETY: the processor has AVX2. The load has no demand on alignment, and stays inside the
        // array.
        Avx(unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) })
    }
    #[inline(always)]
    fn splat(byte: u8) -> Self {
        Avx(avx2!(_mm256_set1_epi8(byte as i8)))
    }
    #[inline(always)]
    fn bytes(self) -> [u8; LANES] {
        let mut bytes = [0; LANES];
        // SAFETY: as for the load.
        unsafe { _mm256_storeu_si256(bytes.as_mut_ptr().cast(), self.0) };
        bytes
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Avx(avx2!(_mm256_xor_si256(self.0, other.0)))
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Avx(avx2!(_mm256_or_si256(self.0, other.0)))
    }
    #[inline(always)]
    fn and_not(self, not: Self) -> Self {
        Avx(avx2!(_mm256_andnot_si256(not.0, self.0)))
    }
    #[inline(always)]
    fn add_saturating(self, other: Self) -> Self {
        Avx(avx2!(_mm256_adds_epu8(self.0, other.0)))
    }
    #[inline(always)]
    fn equal(self, other: Self) -> Self {
        Avx(avx2!(_mm256_cmpeq_epi8(self.0, other.0)))
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Avx(avx2!(_mm256_min_epu8(self.0, other.0)))
    }
    #[inline(always)]
    fn low(self) -> Self {
        Avx(avx2!(_mm256_and_si256(self.0, _mm256_set1_epi8(15))))
    }
    #[inline(always)]
    fn high(self) -> Self {
        Avx(avx2!(_mm256_srli_epi16::<4>(self.0))).low()
    }
    #[inline(always)]
    fn look_up(table: Self, index: Self) -> Self {
        Avx(avx2!(_mm256_shuffle_epi8(table.0, index.0)))
    }
    #[inline(always)]
    fn firsts(self, other: Self) -> Self {
        Avx(avx2!(_mm256_permute2x128_si256::<0x20>(self.0, other.0)))
    }
    #[inline(always)]
    fn lasts(self, other: Self) -> Self {
        Avx(avx2!(_mm256_permute2x128_si256::<0x31>(self.0, other.0)))
    }
    #[inline(always)]
    fn reverse(self) -> Self {
        let order = Self::table([15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
        let halves = avx2!(_mm256_shuffle_epi8(self.0, order.0));
        Avx(avx2!(_mm256_permute2x128_si256::<1>(halves, halves)))
    }
    #[inline(always)]
    fn high_bits(self) -> u32 {
        avx2!(_mm256_movemask_epi8(self.0)) as u32
    }
    #[inline(always)]
    fn add_to_sets<const WINDOWS: usize>(
        sets: &mut [[Self; 2]; WINDOWS],
        rows: impl Iterator<Item = Self>,
    ) {
        if !WIDE {
            return add_rows(sets, rows);
        }
        // SAFETY: values that are wide are made only where the processor has AVX-512.
        let found = unsafe { avx512::sets::<WINDOWS>(rows) };
        for (set, found) in sets.as_flattened_mut().iter_mut().zip(found.as_flattened()) {
            *set = set.or(Avx(*found));
        }
    }
    #[inline(always)]
    fn eight(first: u8, rows: impl Iterator<Item = Self>) -> Self {
        if !WIDE {
            return eight_of_rows(first, rows);
        }
        // SAFETY: as above.
        Avx(unsafe { avx512::eight(first, rows) })
    }
    #[inline(always)]
    fn sums(a: &[u8; 2 * LANES], b: &[u8; 2 * LANES], sum: u8) -> u64 {
        if !WIDE {
            return sums_by_halves::<Self>(a, b, sum);
        }
        // SAFETY: as above.
        unsafe { avx512::sums(a, b, sum) }
    }
}
