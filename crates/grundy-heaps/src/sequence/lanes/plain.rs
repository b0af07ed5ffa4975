//! Lanes in plain Rust, for all processors.

use super::{LANES, Lanes};

/// Bytes in an array. Few x86-64 processors are left without AVX2: for them, long functions are not
/// inlined, which makes programs smaller.
#[cfg_attr(all(target_arch = "wasm32", target_feature = "simd128"), allow(dead_code))]
#[derive(Clone, Copy)]
pub(in super::super) struct Plain([u8; LANES]);

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
    #[cfg_attr(target_arch = "x86_64", inline(never))]
    #[cfg_attr(not(target_arch = "x86_64"), inline(always))]
    fn and_not(self, not: Self) -> Self {
        Plain(std::array::from_fn(|j| self.0[j] & !not.0[j]))
    }
    #[cfg_attr(target_arch = "x86_64", inline(never))]
    #[cfg_attr(not(target_arch = "x86_64"), inline(always))]
    fn add_saturating(self, other: Self) -> Self {
        Plain(std::array::from_fn(|j| self.0[j].saturating_add(other.0[j])))
    }
    #[cfg_attr(target_arch = "x86_64", inline(never))]
    #[cfg_attr(not(target_arch = "x86_64"), inline(always))]
    fn equal(self, other: Self) -> Self {
        Plain(std::array::from_fn(|j| if self.0[j] == other.0[j] { 255 } else { 0 }))
    }
    #[cfg_attr(target_arch = "x86_64", inline(never))]
    #[cfg_attr(not(target_arch = "x86_64"), inline(always))]
    fn min(self, other: Self) -> Self {
        Plain(std::array::from_fn(|j| self.0[j].min(other.0[j])))
    }
    #[cfg_attr(target_arch = "x86_64", inline(never))]
    #[cfg_attr(not(target_arch = "x86_64"), inline(always))]
    fn low(self) -> Self {
        Plain(std::array::from_fn(|j| self.0[j] & 15))
    }
    #[cfg_attr(target_arch = "x86_64", inline(never))]
    #[cfg_attr(not(target_arch = "x86_64"), inline(always))]
    fn high(self) -> Self {
        Plain(std::array::from_fn(|j| self.0[j] >> 4))
    }
    #[cfg_attr(target_arch = "x86_64", inline(never))]
    #[cfg_attr(not(target_arch = "x86_64"), inline(always))]
    fn look_up(table: Self, index: Self) -> Self {
        Plain(std::array::from_fn(|j| match index.0[j] {
            byte @ ..128 => table.0[(j & 16) + usize::from(byte & 15)],
            _ => 0,
        }))
    }
    #[cfg_attr(target_arch = "x86_64", inline(never))]
    #[cfg_attr(not(target_arch = "x86_64"), inline(always))]
    fn firsts(self, other: Self) -> Self {
        Plain(std::array::from_fn(|j| if j < 16 { self.0[j] } else { other.0[j - 16] }))
    }
    #[cfg_attr(target_arch = "x86_64", inline(never))]
    #[cfg_attr(not(target_arch = "x86_64"), inline(always))]
    fn lasts(self, other: Self) -> Self {
        Plain(std::array::from_fn(|j| if j < 16 { self.0[16 + j] } else { other.0[j] }))
    }
    #[cfg_attr(target_arch = "x86_64", inline(never))]
    #[cfg_attr(not(target_arch = "x86_64"), inline(always))]
    fn reverse(self) -> Self {
        Plain(std::array::from_fn(|j| self.0[LANES - 1 - j]))
    }
    #[cfg_attr(target_arch = "x86_64", inline(never))]
    #[cfg_attr(not(target_arch = "x86_64"), inline(always))]
    fn high_bits(self) -> u32 {
        (0..LANES).fold(0, |bits, j| bits | u32::from(self.0[j] >> 7) << j)
    }
}
