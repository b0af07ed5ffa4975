//! Compression of sorted words: differences in 1, 2, 4 or 8 bytes, with two bits for each
//! length ("stream vbyte": Lemire, Kurz & Rupp, Information Processing Letters 130, 2018).
//!
//! The last word of a parcel is a number that follows the keys; it is stored separately.

/// The number of words below which packing is not worth it.
const FEW: usize = 16;

/// The numbers of bytes of a difference, by its two bits, and masks for these bytes.
const BYTES: [usize; 4] = [1, 2, 4, 8];
const MASKS: [u64; 4] = [0xff, 0xffff, 0xffff_ffff, u64::MAX];

/// The words in fewer bytes; none if they do not rise, or lie too far apart.
pub(crate) fn pack(words: &[u64]) -> Option<Vec<u8>> {
    let (&last, rising) = words.split_last()?;
    let (&first, &highest) = (rising.first()?, rising.last()?);
    // Half of all differences are at most twice the mean.
    let mean = highest.checked_sub(first)? / rising.len() as u64;
    if rising.len() < FEW || mean > MASKS[2] / 2 || !rising.is_sorted() {
        return None;
    }
    // Additional bytes after the differences allow each of them to be written in eight bytes.
    let tags = rising.len().div_ceil(4);
    let mut bytes = vec![0; 8 + tags + 8 * rising.len() + 8];
    bytes[..8].copy_from_slice(&last.to_le_bytes());
    let (mut before, mut end) = (0, 8 + tags);
    for (four, tag) in rising.chunks(4).zip(8..) {
        for (place, &word) in four.iter().enumerate() {
            let distance = word - before;
            let kind = usize::from(distance > MASKS[0])
                + usize::from(distance > MASKS[1])
                + usize::from(distance > MASKS[2]);
            bytes[tag] |= (kind << (2 * place)) as u8;
            bytes[end..end + 8].copy_from_slice(&distance.to_le_bytes());
            end += BYTES[kind];
            before = word;
        }
    }
    bytes.truncate(end);
    Some(bytes)
}

/// The `words` words that were packed; [`None`] if the bytes do not hold them.
pub(crate) fn unpack(bytes: &[u8], words: usize) -> Option<Vec<u64>> {
    let rising = words.checked_sub(1)?;
    let (last, rest) = bytes.split_first_chunk()?;
    let (tags, distances) = rest.split_at_checked(rising.div_ceil(4))?;
    let mut unpacked = Vec::with_capacity(words);
    let (mut word, mut start) = (0u64, 0);
    for place in 0..rising {
        let kind = usize::from(tags[place / 4] >> (2 * (place % 4)) & 3);
        let distance = match distances.get(start..start + 8) {
            Some(eight) => u64::from_le_bytes(eight.try_into().ok()?) & MASKS[kind],
            None => {
                let mut eight = [0; 8];
                let few = distances.get(start..start + BYTES[kind])?;
                eight[..few.len()].copy_from_slice(few);
                u64::from_le_bytes(eight)
            }
        };
        start += BYTES[kind];
        word = word.wrapping_add(distance);
        unpacked.push(word);
    }
    unpacked.push(u64::from_le_bytes(*last));
    Some(unpacked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_comes_back() {
        let steps = [0u64, 1, 255, 256, 65_535, 65_536, u32::MAX.into(), 1 << 32, 1 << 40];
        for length in [16usize, 17, 18, 19, 200] {
            for (first, step) in steps.iter().enumerate() {
                let mut word = *step;
                let mut words: Vec<u64> = (0..length)
                    .map(|place| {
                        word += steps[(first + place) % 6];
                        word
                    })
                    .collect();
                words.push(7);
                let packed = pack(&words).unwrap();
                assert!(packed.len() < 8 * words.len());
                assert_eq!(unpack(&packed, words.len()).as_ref(), Some(&words));
                for cut in 0..packed.len() {
                    assert_ne!(unpack(&packed[..cut], words.len()).as_ref(), Some(&words));
                }
            }
        }
    }

    #[test]
    fn words_that_do_not_rise_or_lie_far_apart_stay_as_they_are() {
        let far: Vec<u64> = (0..100).map(|word| word << 40).collect();
        let falling: Vec<u64> = (0..100).rev().collect();
        let mut once: Vec<u64> = (0..100).collect();
        once.swap(50, 51);
        for words in [&far[..], &falling, &once, &[], &[1], &[1, 2, 3]] {
            assert_eq!(pack(words), None);
        }
    }
}
