//! Prefetching a cache line before it is needed.
//!
//! Solving a large graph is bound by memory latency: every step goes to a random place.
//! A processor can fetch many such places at once if they are named early enough.

#![allow(unsafe_code)] // `_mm_prefetch` takes a raw pointer; see below.

/// Starts to load `slice[index]` into the cache. An index past the end, and a
/// processor without such an instruction, does nothing.
#[inline(always)]
pub fn prefetch<T>(slice: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    if let Some(place) = slice.get(index) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads and writes nothing that a program can see
        // and never faults; besides, the pointer comes from a valid reference.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (slice, index);
}
