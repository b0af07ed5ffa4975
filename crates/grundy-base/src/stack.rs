//! Deep recursion: a new stack where the old one is nearly full.

/// Runs work that calls itself for parts of its argument. It gets more stack where little is left,
/// so games may be nested as deep as there is memory. Without the feature `system` only the stack
/// of the thread is used.
pub fn deeper<T>(work: impl FnOnce() -> T) -> T {
    #[cfg(all(feature = "system", not(target_family = "wasm")))]
    {
        const LEFT: usize = 64 << 10;
        const MORE: usize = 2 << 20;
        stacker::maybe_grow(LEFT, MORE, work)
    }
    #[cfg(not(all(feature = "system", not(target_family = "wasm"))))]
    work()
}
