//! Large zeroed buffers on huge pages.
//!
//! Going to random places of a large buffer costs a walk through the page
//! tables each time unless its pages are large; on a graph of 10 million
//! positions, turning the moves round took about a sixth less time on huge
//! pages, and the backward levels about a third less. The system is asked for
//! them and may refuse, which changes nothing but the speed.

use std::fmt;
use std::ops::{Deref, DerefMut};

use bytemuck::Pod;
use memmap2::MmapMut;

/// Smaller buffers come from the ordinary allocator.
const LARGE: usize = 1 << 20;

/// The size of a huge page on most machines.
const PAGE: usize = 2 << 20;

/// A buffer of fixed length that starts zeroed. Pages that are never touched
/// take no memory.
pub enum Huge<T> {
    /// From the system.
    Map(MmapMut, usize),
    /// From the allocator.
    Vec(Vec<T>),
}

impl<T: Pod> Huge<T> {
    /// `len` zeros.
    pub fn zeroed(len: usize) -> Self {
        let map = len
            .checked_mul(size_of::<T>())
            .filter(|&bytes| bytes >= LARGE)
            .and_then(|bytes| MmapMut::map_anon(bytes.checked_next_multiple_of(PAGE)?).ok());
        let Some(map) = map else {
            return Huge::Vec(vec![T::zeroed(); len]);
        };
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage); // a refusal costs only time
        Huge::Map(map, len * size_of::<T>())
    }
}

impl<T: Pod> Deref for Huge<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        match self {
            Huge::Map(map, bytes) => bytemuck::cast_slice(&map[..*bytes]),
            Huge::Vec(vec) => vec,
        }
    }
}

impl<T: Pod> DerefMut for Huge<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        match self {
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

#[cfg(test)]
mod tests {
    use super::Huge;

    #[test]
    fn a_buffer_of_any_length_starts_zeroed_and_keeps_what_is_written() {
        for len in [0, 1, 1 << 20, (1 << 20) + 1] {
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
