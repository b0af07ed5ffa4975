//! The layout by which the bytes of a position are packed into an integer: neighbouring bytes form
//! groups in a mixed radix, and the groups lie side by side.

use std::fmt;

use crate::seen::{Room, Seen};

/// Bytes are grouped as long as the table of all their combinations is not longer than this.
const TABLE: usize = 1 << 10;

/// The number of bits of a word; no group lies in two words.
const WORD: u32 = 64;

/// The code of a value that has none.
const NONE: u16 = u16::MAX;

/// The layout of positions as integers.
pub(crate) struct Layout {
    /// A position. Its bytes outside of the groups are the same in all positions.
    usual: Vec<u8>,
    /// The ranges of the bytes outside of the groups.
    constant: Vec<(usize, usize)>,
    /// The groups, the least significant first.
    pub(crate) groups: Vec<Group>,
    /// The number of bits of an integer.
    pub(crate) bits: u32,
    /// The number of combinations of bytes.
    pub(crate) most: u128,
    /// How far bytes may differ from those seen.
    room: Room,
    seen: Seen,
}

/// Bytes that are packed as one number.
pub(crate) struct Group {
    places: Vec<Place>,
    /// The values of the bytes for each number, one number after the other.
    values: Vec<u8>,
    /// The lowest bit of the group in an integer.
    pub(crate) shift: u32,
    pub(crate) bits: u32,
}

/// A byte of a group.
struct Place {
    /// The index of the byte in the position.
    at: usize,
    /// The amount that each value adds to the number of the group.
    codes: Box<[u16; 256]>,
}

impl fmt::Debug for Layout {
    /// Prints the same for layouts with the same integers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values: Vec<Vec<u8>> = self.seen.values(self.room).collect();
        let mut first = 0;
        let mut list = f.debug_list();
        // Equal neighbours are printed together.
        while let Some(value) = values.get(first) {
            let count = values[first..].iter().take_while(|other| *other == value).count();
            let (low, high) = (value[0], value[value.len() - 1]);
            match usize::from(high - low) + 1 == value.len() {
                true => list.entry(&format_args!("{count}*{low}..={high}")),
                false => list.entry(&format_args!("{count}*{value:?}")),
            };
            first += count;
        }
        list.finish()
    }
}

impl Layout {
    /// The layout for positions like these, with as much room as possible in as few words as
    /// possible; `more` bits are needed besides. None if positions are too long for 128 bits.
    pub(crate) fn new(seen: &Seen, more: u32) -> Option<Layout> {
        let layouts = || Room::EACH.into_iter().filter_map(|room| Layout::with(seen, room));
        let within = |bits: u32| layouts().find(|layout| layout.bits + more <= bits);
        within(WORD).or_else(|| within(2 * WORD))
    }

    fn with(seen: &Seen, room: Room) -> Option<Layout> {
        let values: Vec<Vec<u8>> = seen.values(room).collect();
        let is_varied = |at: &usize| values[*at].len() > 1;
        let varied: Vec<usize> = (0..values.len()).filter(is_varied).collect();
        let most =
            varied.iter().fold(1_u128, |all, &at| all.saturating_mul(values[at].len() as u128));
        // Each of these bytes takes at least one bit.
        if varied.len() > 2 * WORD as usize {
            return None;
        }
        let (mut groups, mut shift, mut rest) = (Vec::new(), 0, &varied[..]);
        while !rest.is_empty() {
            let (some, behind) = rest.split_at(together(rest, &values));
            let mut group = Group::new(some, &values);
            if shift / WORD != (shift + group.bits - 1) / WORD {
                shift = WORD * (shift / WORD + 1);
            }
            group.shift = shift;
            shift += group.bits;
            groups.push(group);
            rest = behind;
        }
        if shift > 2 * WORD {
            return None;
        }
        let usual = values.iter().map(|values| values[0]).collect();
        let mut constant: Vec<(usize, usize)> = Vec::new();
        for at in (0..values.len()).filter(|at| !is_varied(at)) {
            match constant.last_mut() {
                Some((_, until)) if *until == at => *until = at + 1,
                _ => constant.push((at, at + 1)),
            }
        }
        let (bits, seen) = (shift.max(1), seen.clone());
        Some(Layout { usual, constant, groups, bits, most, room, seen })
    }

    /// The description of the positions seen; positions of this layout are like them.
    pub(crate) fn seen(&self) -> &Seen {
        &self.seen
    }

    /// The indices of the bytes that may vary.
    pub(crate) fn varied(&self) -> impl Iterator<Item = usize> {
        self.groups.iter().flat_map(|group| group.places.iter().map(|place| place.at))
    }

    /// The integer of a position; none if it is not like the positions seen.
    #[inline]
    pub(crate) fn pack(&self, position: &[u8]) -> Option<u128> {
        if position.len() != self.usual.len() {
            return None;
        }
        for &(from, until) in &self.constant {
            if position[from..until] != self.usual[from..until] {
                return None;
            }
        }
        let mut words = [0_u64; 2];
        let mut is_known = true;
        for group in &self.groups {
            let mut number = 0;
            for place in &group.places {
                let code = place.codes[usize::from(position[place.at])];
                is_known &= code != NONE;
                number += u64::from(code);
            }
            words[(group.shift / WORD) as usize] |= number << (group.shift % WORD);
        }
        is_known.then_some(u128::from(words[1]) << WORD | u128::from(words[0]))
    }

    /// Appends the position of an integer. Returns false, and appends nothing, if there is none.
    #[inline]
    pub(crate) fn unpack(&self, integer: u128, bytes: &mut Vec<u8>) -> bool {
        let from = bytes.len();
        bytes.extend_from_slice(&self.usual);
        let position = &mut bytes[from..];
        let words = [integer as u64, (integer >> WORD) as u64];
        let mut packed = [0_u64; 2];
        for group in &self.groups {
            let (word, shift) = ((group.shift / WORD) as usize, group.shift % WORD);
            let number = words[word] >> shift & !(u64::MAX << group.bits);
            packed[word] |= number << shift;
            let count = group.places.len();
            let Some(values) =
                group.values.get(number as usize * count..).and_then(|values| values.get(..count))
            else {
                bytes.truncate(from);
                return false;
            };
            for (place, &value) in group.places.iter().zip(values) {
                position[place.at] = value;
            }
        }
        if packed != words {
            bytes.truncate(from);
            return false;
        }
        true
    }
}

/// The number of next bytes to pack as one number: the count that wastes the fewest bits.
fn together(rest: &[usize], values: &[Vec<u8>]) -> usize {
    let (mut best, mut product) = ((1_u32, u32::MAX), 1_usize);
    for (count, &at) in (1_u32..).zip(rest) {
        product *= values[at].len();
        if product > TABLE && count > 1 {
            break;
        }
        let bits = product.next_power_of_two().trailing_zeros();
        // Compares the bits per byte as fractions; of two equal groups the longer one is taken.
        if u64::from(bits) * u64::from(best.0) <= u64::from(best.1) * u64::from(count) {
            best = (count, bits);
        }
    }
    best.0 as usize
}

impl Group {
    fn new(some: &[usize], values: &[Vec<u8>]) -> Group {
        let product: usize = some.iter().map(|&at| values[at].len()).product();
        let mut all = Vec::with_capacity(product * some.len());
        for number in 0..product {
            let mut rest = number;
            for &at in some {
                all.push(values[at][rest % values[at].len()]);
                rest /= values[at].len();
            }
        }
        let mut unit = 1;
        let place = |&at: &usize| {
            let mut codes = Box::new([NONE; 256]);
            for (digit, &value) in values[at].iter().enumerate() {
                codes[usize::from(value)] = (digit * unit) as u16;
            }
            unit *= values[at].len();
            Place { at, codes }
        };
        let places = some.iter().map(place).collect();
        let bits = product.next_power_of_two().trailing_zeros();
        Group { places, values: all, shift: 0, bits }
    }

    /// For each number of the group, its bytes: their indices in the position, and their values.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = impl Iterator<Item = (usize, u8)>> {
        let bytes = |values| self.places.iter().map(|place| place.at).zip(values);
        self.values.chunks(self.places.len()).map(move |values| bytes(values.iter().copied()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(positions: &[&[u8]]) -> Seen {
        let mut seen = Seen::new(positions[0]);
        positions.iter().for_each(|position| seen.learn(position));
        seen
    }

    #[test]
    fn short_positions_have_all_bytes_and_long_ones_what_was_seen() {
        let bits = |positions: &[&[u8]], more| Layout::new(&seen(positions), more).unwrap().bits;
        assert_eq!(bits(&[&[0; 8]], 0), 64);
        // With the bit for the player to move it does not fit, so all bits that vary are used.
        assert_eq!(bits(&[&[0; 8], &[3; 8]], 1), 16);
        // 36 squares of three kinds take 72 bits one by one, and 58 bits in groups of five.
        let board = |square| [square; 36];
        assert_eq!(bits(&[&board(0), &board(1), &board(2)], 1), 7 * 8 + 2);
        // With 37 squares nothing fits into one word, and there is room in two.
        let board = |square| [square; 37];
        assert_eq!(bits(&[&board(0), &board(1), &board(2)], 5), 64 + 14);
        assert!(Layout::new(&seen(&[&[0; 17], &[255; 17]]), 0).is_none());
        assert!(Layout::new(&seen(&[&[0; 200], &[1; 200]]), 0).is_none());
    }

    #[test]
    fn positions_are_packed_and_unpacked() {
        for room in Room::EACH {
            let all = seen(&[&[7, 0, 128, 0, 9, 40], &[7, 2, 0, 0, 9, 55], &[7, 1, 1, 0, 9, 41]]);
            let layout = Layout::with(&all, room).unwrap();
            let values: Vec<Vec<u8>> = all.values(room).collect();
            let mut random = grundy::Random::new(1);
            let mut numbers = std::collections::HashMap::new();
            for _ in 0..10_000 {
                let position: Vec<u8> =
                    values.iter().map(|values| values[random.below(values.len())]).collect();
                let integer = layout.pack(&position).unwrap();
                assert!(integer >> layout.bits == 0);
                let mut bytes = vec![1, 2];
                assert!(layout.unpack(integer, &mut bytes));
                assert_eq!(bytes[2..], position);
                assert_eq!(numbers.entry(integer).or_insert(position.clone()), &position);
            }
            let others: [&[u8]; 4] = [&[6, 0, 0, 0, 9, 40], &[7, 0, 0, 0, 9, 64], &[7; 5], &[]];
            for other in others {
                assert_eq!(layout.pack(other).is_some(), room == Room::All && other.len() == 6);
            }
            if room != Room::All {
                let mut bytes = Vec::new();
                assert!(!layout.unpack(1 << layout.bits, &mut bytes));
                assert!(bytes.is_empty());
            }
        }
    }

    #[test]
    fn layouts_that_differ_are_told_apart() {
        let told = |positions: &[&[u8]], room| {
            format!("{:?}", Layout::with(&seen(positions), room).unwrap())
        };
        assert_eq!(told(&[&[0, 3, 3], &[2, 3, 3]], Room::Least), "[1*[0, 2], 2*3..=3]");
        assert_eq!(told(&[&[0, 3]], Room::All), "[2*0..=255]");
    }
}
