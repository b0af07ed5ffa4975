//! Lanes with the vectors of WebAssembly.

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
    #[inline(always)]
    fn load(bytes: &[u8; LANES]) -> Self {
        let at = bytes.as_ptr().cast::<v128>();
        // SAFETY: loads have no demand on alignment, and both stay inside the 32 bytes.
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
        // SAFETY: stores have no demand on alignment, and both stay inside the 32 bytes.
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
