//! Sorting keys, and merging sorted lists.

use grundy_ruleset::Key;

/// Fewer keys are sorted by comparing them.
const FEW: usize = 1500;

/// Sorts keys and leaves each once. `room` is scratch space, kept by the caller.
pub(super) fn sort<K: Key>(keys: &mut Vec<K>, room: &mut Vec<K>) {
    sort_all(keys, room);
    keys.dedup();
}

/// Sorts keys, and keeps repeats.
pub(super) fn sort_all<K: Key>(keys: &mut Vec<K>, room: &mut Vec<K>) {
    if keys.is_sorted() {
        return;
    }
    if keys.len() < FEW {
        keys.sort_unstable();
    } else {
        by_digits(keys, room, |&key, digit| key.digit(digit), digits::<K>());
    }
}

/// Sorts pairs by their keys.
pub(super) fn sort_pairs<K: Key>(pairs: &mut Vec<(K, u32)>, room: &mut Vec<(K, u32)>) {
    if pairs.len() < FEW {
        pairs.sort_unstable();
    } else {
        by_digits(pairs, room, |&(key, _), digit| key.digit(digit), digits::<K>());
    }
}

/// Digits of eleven bits in a key.
const fn digits<K>() -> u32 {
    (8 * size_of::<K>() as u32).div_ceil(11)
}

/// Radix sort from the lowest digit up; a digit that all keys have in common costs one look.
fn by_digits<T: Copy>(
    items: &mut Vec<T>,
    room: &mut Vec<T>,
    digit_of: impl Fn(&T, u32) -> usize,
    digits: u32,
) {
    let Some(&first) = items.first() else { return };
    room.clear();
    room.resize(items.len(), first);
    for digit in 0..digits {
        let mut places = [0u32; 1 << 11];
        for item in items.iter() {
            places[digit_of(item, digit)] += 1;
        }
        if places[digit_of(&first, digit)] as usize == items.len() {
            continue;
        }
        let mut place = 0;
        for count in &mut places {
            (*count, place) = (place, place + *count);
        }
        for item in items.iter() {
            let place = &mut places[digit_of(item, digit)];
            room[*place as usize] = *item;
            *place += 1;
        }
        std::mem::swap(items, room);
    }
}

/// Moves keys of two rising lists to the end of a third, in order and each once, until one of them
/// is used up or `room` keys were moved. Returns how many were taken of each.
pub(super) fn merge<K: Key>(a: &[K], b: &[K], out: &mut Vec<K>, room: usize) -> (usize, usize) {
    let (mut i, mut j) = (0, 0);
    let before = out.len();
    out.resize(before + room.min(a.len() + b.len()), K::zeroed());
    let mut written = before;
    // No branch depends on the keys: which one is less cannot be predicted.
    while i < a.len() && j < b.len() && written < out.len() {
        let (x, y) = (a[i], b[j]);
        out[written] = if x < y { x } else { y };
        i += usize::from(x <= y);
        j += usize::from(y <= x);
        written += 1;
    }
    out.truncate(written);
    (i, j)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random(count: usize, bits: u32) -> Vec<u64> {
        (0..count as u64).map(|i| i.mix() >> (64 - bits)).collect()
    }

    #[test]
    fn sorting_is_what_the_library_does() {
        for (count, bits) in [(0, 8), (5, 3), (600, 7), (5000, 12), (5000, 40), (5000, 64)] {
            let mut keys = random(count, bits);
            let mut expected = keys.clone();
            expected.sort_unstable();
            let mut pairs: Vec<_> = keys.iter().map(|&key| (key, key as u32)).collect();
            sort_pairs(&mut pairs, &mut Vec::new());
            assert!(pairs.iter().map(|pair| pair.0).eq(expected.iter().copied()));
            expected.dedup();
            sort(&mut keys, &mut Vec::new());
            assert_eq!(keys, expected);
            let wide: Vec<u128> = keys.iter().map(|&key| u128::from(key) << 50).collect();
            let mut shuffled = wide.clone();
            shuffled.reverse();
            sort(&mut shuffled, &mut Vec::new());
            assert_eq!(shuffled, wide);
        }
    }

    #[test]
    fn merging_goes_on_where_it_stopped() {
        let (mut a, mut b) = (random(700, 10), random(300, 10));
        let mut expected: Vec<u64> = a.iter().chain(&b).copied().collect();
        for keys in [&mut a, &mut b, &mut expected] {
            sort(keys, &mut Vec::new());
        }
        let (mut merged, mut i, mut j) = (Vec::new(), 0, 0);
        while i < a.len() && j < b.len() {
            let (more_i, more_j) = merge(&a[i..], &b[j..], &mut merged, 7);
            (i, j) = (i + more_i, j + more_j);
        }
        merged.extend_from_slice(&a[i..]);
        merged.extend_from_slice(&b[j..]);
        assert_eq!(merged, expected);
    }
}
