//! Distances between keys as integers of variable length (LEB128), up to 128 bits.

/// Seven bits a byte, the lowest first; the highest bit says that more follow.
pub(super) fn write_distance([mut low, mut high]: [u64; 2], bytes: &mut Vec<u8>) {
    while low >= 0x80 || high > 0 {
        bytes.push(low as u8 | 0x80);
        low = low >> 7 | high << 57;
        high >>= 7;
    }
    bytes.push(low as u8);
}

/// A distance of at most eight bytes, and how many: all at once.
#[inline]
pub(super) fn read_word(bytes: &[u8]) -> Option<([u64; 2], usize)> {
    let word = u64::from_le_bytes(bytes.try_into().ok()?);
    let ends = !word & 0x8080_8080_8080_8080;
    if ends == 0 {
        return None;
    }
    let bits = ends.trailing_zeros() + 1;
    let sevens = word & u64::MAX >> (64 - bits) & 0x7f7f_7f7f_7f7f_7f7f;
    let two = sevens & 0x007f_007f_007f_007f | (sevens & 0x7f00_7f00_7f00_7f00) >> 1;
    let four = two & 0x0000_3fff_0000_3fff | (two & 0x3fff_0000_3fff_0000) >> 2;
    let eight = four & 0x0fff_ffff | (four & 0x0fff_ffff_0000_0000) >> 4;
    Some(([eight, 0], bits as usize / 8))
}

/// A distance of any number of bytes, and how many.
#[cold]
#[inline(never)]
pub(super) fn read_long(bytes: &[u8]) -> ([u64; 2], usize) {
    let mut by = 0u128;
    for (i, byte) in bytes.iter().enumerate().take(19) {
        by |= u128::from(byte & 0x7f) << (7 * i);
        if byte & 0x80 == 0 {
            return ([by as u64, (by >> 64) as u64], i + 1);
        }
    }
    ([by as u64, (by >> 64) as u64], bytes.len().clamp(1, 19))
}
