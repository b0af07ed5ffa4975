//! Large zeroed buffers on huge pages.
//!
//! Each access to a random place of a large buffer costs a walk through the page tables unless its
//! pages are large; on a graph of 10 million positions, reversing the moves took about a sixth less
//! time on huge pages, and the backward levels about a third less. The system is asked for them and
//! may refuse, which changes nothing but the speed. Without the feature `system` all buffers come
//! from the allocator.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::AtomicU64;

use bytemuck::Pod;

/// A buffer of fixed length that starts zeroed. Pages that are never touched
/// take no memory.
pub enum Huge<T> {
    /// Memory from the system.
    #[cfg(all(feature = "system", not(target_family = "wasm")))]
    Map(memmap2::MmapMut, usize),
    /// Memory from the allocator.
    Vec(Vec<T>),
}

impl<T: Pod> Huge<T> {
    /// `len` zeros.
    pub fn zeroed(len: usize) -> Self {
        #[cfg(all(feature = "system", not(target_family = "wasm")))]
        if let Some(map) = map(len.saturating_mul(size_of::<T>())) {
            return Huge::Map(map, len * size_of::<T>());
        }
        Huge::Vec(vec![T::zeroed(); len])
    }
}

/// Memory of `bytes` bytes from the system; none for few bytes, where the ordinary allocator is
/// better, or where the system refuses.
#[cfg(all(feature = "system", not(target_family = "wasm")))]
fn map(bytes: usize) -> Option<memmap2::MmapMut> {
    const LARGE: usize = 1 << 20;
    /// The size of a huge page on most machines.
    const PAGE: usize = 2 << 20;
    if bytes < LARGE {
        return None;
    }
    let map = memmap2::MmapMut::map_anon(bytes.checked_next_multiple_of(PAGE)?).ok()?;
    #[cfg(all(target_os = "linux", not(miri)))]
    let _ = map.advise(memmap2::Advice::HugePage); // a refusal costs only time
    Some(map)
}

impl<T: Pod> Deref for Huge<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        match self {
            #[cfg(all(feature = "system", not(target_family = "wasm")))]
            Huge::Map(map, bytes) => bytemuck::cast_slice(&map[..*bytes]),
            Huge::Vec(vec) => vec,
        }
    }
}

impl<T: Pod> DerefMut for Huge<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        match self {
            #[cfg(all(feature = "system", not(target_family = "wasm")))]
            Huge::Map(map, bytes) => bytemuck::cast_slice_mut(&mut map[..*bytes]),
            Huge::Vec(vec) => vec,
        }
    }
}

impl<T: Pod> Clone for Huge<T> {
    fn clone(&self) -> Self {
        let mut copy = Huge::zeroed(self.len());
        copy.copy_from_slice(self);
        copy
    }
}

impl<T: Pod + PartialEq> PartialEq for Huge<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Pod + Eq> Eq for Huge<T> {}

impl<T: Pod + fmt::Debug> fmt::Debug for Huge<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

/// Words of 64 bits in lines of eight, a cache line each, which threads read and write at
/// the same time. All start at 0.
pub struct SharedLines(Lines);

crate::debug! {
    impl[] SharedLines: "SharedLines";
}

enum Lines {
    #[cfg(all(feature = "system", not(target_family = "wasm")))]
    Map(memmap2::MmapRaw, usize),
    Vec(Vec<Line>),
}

/// A cache line.
#[derive(Debug)]
#[repr(align(64))]
pub struct Line(pub [AtomicU64; 8]);

impl SharedLines {
    /// `len` lines.
    #[must_use]
    pub fn zeroed(len: usize) -> Self {
        #[cfg(all(feature = "system", not(target_family = "wasm")))]
        if let Some(map) = map(len.saturating_mul(size_of::<Line>())) {
            return SharedLines(Lines::Map(map.into(), len));
        }
        let line = || Line(std::array::from_fn(|_| AtomicU64::new(0)));
        SharedLines(Lines::Vec(std::iter::repeat_with(line).take(len).collect()))
    }

    /// The number of lines.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lines().len()
    }

    /// Whether there are no lines.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All lines.
    #[must_use]
    #[inline]
    pub fn lines(&self) -> &[Line] {
        match &self.0 {
            #[cfg(all(feature = "system", not(target_family = "wasm")))]
            Lines::Map(map, len) => {
                // SAFETY: the map belongs to this value alone, is page-aligned, at least
                // `len` lines long and zeroed, which are valid atomics; nothing reads or
                // writes it but through this slice. The pointer is one to write by: that of
                // an ordinary map would come from a shared reference to bytes.
                #[allow(unsafe_code)]
                unsafe {
                    std::slice::from_raw_parts(map.as_mut_ptr().cast(), *len)
                }
            }
            Lines::Vec(lines) => lines,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::{Huge, SharedLines};

    #[test]
    fn lines_are_shared_by_threads() {
        // Miri takes a long time for each access.
        let step = if cfg!(miri) { 100 } else { 1 };
        for len in [1, 1 << 14] {
            let lines = SharedLines::zeroed(len);
            let words = || lines.lines().iter().step_by(step).flat_map(|line| &line.0);
            std::thread::scope(|scope| {
                for _ in 0..2 {
                    scope.spawn(|| {
                        for word in words() {
                            word.fetch_add(1, Ordering::Relaxed);
                        }
                    });
                }
            });
            assert_eq!(lines.len(), len);
            assert!(words().all(|word| word.load(Ordering::Relaxed) == 2));
        }
    }

    #[test]
    fn a_buffer_of_any_length_starts_zeroed_and_keeps_what_is_written() {
        for len in [0, 1, 1 << 18, (1 << 18) + 1] {
            let mut buffer = Huge::<u32>::zeroed(len);
            assert_eq!(buffer.len(), len);
            assert!(buffer.iter().all(|&x| x == 0));
            if let Some(last) = buffer.last_mut() {
                *last = 7;
            }
            assert_eq!(buffer.iter().map(|&x| u64::from(x)).sum::<u64>(), 7 * u64::from(len > 0));
        }
    }
}
