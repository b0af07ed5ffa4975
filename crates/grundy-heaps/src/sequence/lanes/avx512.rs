//! Sets of ranks with the instructions of AVX-512 (VBMI), two rows to a register.
//!
//! One instruction finds the bits of 64 bytes in a table of 64 entries, so that a set of eight
//! ranks costs an instruction for two rows, and another to join them with those of two more.

#![allow(clippy::needless_range_loop)] // several arrays run along together

use std::arch::x86_64::*;

/// A byte that is in no set.
const NOTHING: i8 = -1;

/// Bytes in a register.
pub(super) trait Row: Copy {
    /// Must be inlined: it is compiled for every processor.
    fn register(self) -> __m256i;
}

/// Two rows, and which of their bytes are below 64.
type Pair = (__m512i, __mmask64);

#[inline]
#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vbmi")]
fn pair(first: __m256i, second: __m256i) -> Pair {
    let rows = _mm512_inserti64x4::<1>(_mm512_castsi256_si512(first), second);
    (rows, _mm512_cmplt_epu8_mask(rows, _mm512_set1_epi8(64)))
}

/// For bytes below 64 in a group of eight, their bits; 0 for others.
#[inline]
#[target_feature(enable = "avx512f")]
fn table(eight: usize) -> __m512i {
    let mut words = [0; 8];
    words[eight] = i64::from_le_bytes([1, 2, 4, 8, 16, 32, 64, 128]);
    let [a, b, c, d, e, f, g, h] = words;
    _mm512_setr_epi64(a, b, c, d, e, f, g, h)
}

/// A set and the bits of four rows more.
#[inline]
#[target_feature(enable = "avx512f,avx512vbmi")]
fn add(set: __m512i, table: __m512i, [first, second]: [Pair; 2]) -> __m512i {
    let first = _mm512_maskz_permutexvar_epi8(first.1, first.0, table);
    let second = _mm512_maskz_permutexvar_epi8(second.1, second.0, table);
    _mm512_ternarylogic_epi64::<0b1111_1110>(set, first, second)
}

/// The union of both halves.
#[inline]
#[target_feature(enable = "avx2,avx512f")]
fn union(set: __m512i) -> __m256i {
    _mm256_or_si256(_mm512_castsi512_si256(set), _mm512_extracti64x4_epi64::<1>(set))
}

/// The next four rows, if there is one.
#[inline]
#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vbmi")]
fn four(rows: &mut impl Iterator<Item = impl Row>) -> Option<[Pair; 2]> {
    let first = rows.next()?.register();
    let mut others = [_mm256_set1_epi8(NOTHING); 3];
    for other in &mut others {
        let Some(row) = rows.next() else { break };
        *other = row.register();
    }
    Some([pair(first, others[0]), pair(others[1], others[2])])
}

// Functions of the standard library with closures would not be inlined: they are compiled for
// every processor. Nor would adapters of the iterator.

/// See [`super::Lanes::add_to_sets`].
#[inline]
#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vbmi")]
pub(super) fn sets<const WINDOWS: usize>(
    mut rows: impl Iterator<Item = impl Row>,
) -> [[__m256i; 2]; WINDOWS] {
    let mut sets = [[_mm512_setzero_si512(); 2]; WINDOWS];
    let mut tables = sets;
    for k in 0..WINDOWS {
        tables[k] = [table(2 * k), table(2 * k + 1)];
    }
    while let Some(four) = four(&mut rows) {
        for k in 0..WINDOWS {
            for half in 0..2 {
                sets[k][half] = add(sets[k][half], tables[k][half], four);
            }
        }
    }
    let mut unions = [[_mm256_setzero_si256(); 2]; WINDOWS];
    for k in 0..WINDOWS {
        unions[k] = [union(sets[k][0]), union(sets[k][1])];
    }
    unions
}

/// See [`super::Lanes::eight`].
#[inline]
#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vbmi")]
pub(super) fn eight(first: u8, mut rows: impl Iterator<Item = impl Row>) -> __m256i {
    let table = table(usize::from(first) / 8);
    let mut set = _mm512_setzero_si512();
    while let Some(four) = four(&mut rows) {
        set = add(set, table, four);
    }
    union(set)
}

/// See [`super::Lanes::sums`].
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn sums(a: &[u8; 64], b: &[u8; 64], sum: u8) -> u64 {
    // SAFETY: loads have no demand on alignment and stay inside the arrays.
    let load = |bytes: &[u8; 64]| unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) };
    _mm512_cmpeq_epi8_mask(_mm512_xor_si512(load(a), load(b)), _mm512_set1_epi8(sum as i8))
}
