//! Checksums of files, so that damage is noticed.

/// FNV-1a (Fowler, Noll and Vo 1991). Any one changed byte changes the sum.
#[derive(Clone, Copy)]
pub(super) struct Checksum(u64);

impl Checksum {
    pub(super) const EMPTY: Checksum = Checksum(0xcbf2_9ce4_8422_2325);

    /// The checksum of a text, in hexadecimal.
    pub(super) fn of(text: &str) -> String {
        let mut checksum = Checksum::EMPTY;
        checksum.add(text.as_bytes());
        checksum.word()
    }

    pub(super) fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    #[cfg(not(target_family = "wasm"))]
    pub(super) fn number(self) -> u64 {
        self.0
    }

    pub(super) fn word(self) -> String {
        format!("{:016x}", self.0)
    }
}
