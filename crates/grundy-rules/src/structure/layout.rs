//! How the digits of a position are packed into words of 64 bits: neighbouring letters together
//! in a mixed radix, and these groups side by side.

use super::shape::Shape;

/// A digit, or several of equal radix that are packed as one: letters of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    /// The first digit, and the number of digits.
    pub(crate) first: usize,
    pub(crate) count: usize,
    /// The product of their radices, rounded up to a power of two: groups are taken apart by
    /// shifts, at the cost of a small part of a bit.
    pub(crate) radix: u64,
}

/// The words of a position, and what is in them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) shape: Shape,
    radices: Vec<u64>,
    /// The groups of each word, the first the most significant.
    pub(crate) words: Vec<Vec<Group>>,
    /// Bytes of a position.
    pub(crate) width: usize,
}

/// Digits are grouped as long as a table of all their combinations is not longer.
const TABLE: u64 = 1 << 10;
/// Digits of a group are bytes of one word.
const MOST: usize = 8;
/// Positions of more words have no layout.
const WORDS: usize = 16;

impl Layout {
    /// The layout of positions of a shape; none if they would be too long.
    pub(crate) fn new(shape: Shape) -> Option<Layout> {
        let mut radices = Vec::new();
        shape.radices(&mut radices);
        let mut words: Vec<Vec<Group>> = vec![Vec::new()];
        let mut product: u64 = 1;
        let mut products = Vec::new();
        let mut first = 0;
        for run in runs(&shape) {
            let mut left = run;
            while left > 0 {
                let radix = radices[first];
                let (mut count, mut table) = (1, radix);
                while count < left.min(MOST)
                    && table.checked_mul(radix).is_some_and(|more| more <= TABLE)
                {
                    table *= radix;
                    count += 1;
                }
                let table = table.checked_next_power_of_two()?;
                match product.checked_mul(table).filter(|&all| all <= 1 << 63) {
                    Some(all) => product = all,
                    None => {
                        products.push(product);
                        product = table;
                        words.push(Vec::new());
                    }
                }
                words.last_mut()?.push(Group { first, count, radix: table });
                first += count;
                left -= count;
            }
        }
        if words.len() > WORDS {
            return None;
        }
        // All words but the last one, which may be shorter, have eight bytes.
        let bits = 64 - (product - 1).leading_zeros() as usize;
        let width = (8 * products.len() + bits.div_ceil(8)).max(1);
        Some(Layout { shape, radices, words, width })
    }

    /// The radix of every digit.
    pub(crate) fn radices(&self) -> &[u64] {
        &self.radices
    }

    /// The number of combinations of digits.
    pub(crate) fn most(&self) -> u128 {
        let radices = self.radices.iter().map(|&radix| u128::from(radix));
        radices.fold(1, u128::saturating_mul)
    }

    /// Bits of a position, with its bytes as an integer in little endian.
    pub(crate) fn bits(&self) -> u32 {
        let last = self.words.last().map_or(1, |groups| {
            groups.iter().fold(1, |product: u64, group| product.saturating_mul(group.radix))
        });
        64 * (self.words.len() as u32 - 1) + (64 - (last - 1).leading_zeros()).max(1)
    }

    /// The bytes of a position; none if it is not of this shape.
    pub(crate) fn pack(&self, position: &[u8]) -> Option<Vec<u8>> {
        let mut digits = Vec::with_capacity(self.radices.len());
        let mut rest = position;
        self.shape.digits(&mut rest, &mut digits)?;
        if !rest.is_empty() {
            return None;
        }
        let mut bytes = Vec::with_capacity(8 * self.words.len());
        for groups in &self.words {
            let mut word: u64 = 0;
            for group in groups {
                let places = group.first..group.first + group.count;
                let part = self.radices[places.clone()].iter().zip(&digits[places]);
                word = word * group.radix
                    + part.fold(0, |number, (radix, digit)| number * radix + digit);
            }
            bytes.extend_from_slice(&word.to_le_bytes());
        }
        bytes.truncate(self.width);
        Some(bytes)
    }

    /// The bytes of a position as an integer; none if it is not of this shape, or too long.
    pub(crate) fn number(&self, position: &[u8]) -> Option<u128> {
        let packed = self.pack(position)?;
        let mut bytes = [0; 16];
        bytes.get_mut(..packed.len())?.copy_from_slice(&packed);
        Some(u128::from_le_bytes(bytes))
    }

    /// The position with these bytes; none if there is none.
    pub(crate) fn unpack(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        if bytes.len() != self.width {
            return None;
        }
        let mut digits = vec![0; self.radices.len()];
        for (groups, bytes) in self.words.iter().zip(bytes.chunks(8)) {
            let mut whole = [0; 8];
            whole[..bytes.len()].copy_from_slice(bytes);
            let mut word = u64::from_le_bytes(whole);
            for group in groups.iter().rev() {
                let mut number = word % group.radix;
                word /= group.radix;
                for at in (group.first..group.first + group.count).rev() {
                    digits[at] = number % self.radices[at];
                    number /= self.radices[at];
                }
                if number > 0 {
                    return None;
                }
            }
            if word > 0 {
                return None;
            }
        }
        let mut position = Vec::new();
        let mut rest = &digits[..];
        self.shape.value(&mut rest, &mut position)?;
        rest.is_empty().then_some(position)
    }
}

/// The lengths of runs of digits: the letters of a text are one, other digits are alone.
fn runs(shape: &Shape) -> Vec<usize> {
    match shape {
        Shape::None => Vec::new(),
        Shape::Bool | Shape::Number { .. } | Shape::Choice(_) => vec![1],
        Shape::Text { least, most, .. } => {
            let size = (least != most).then_some(1);
            size.into_iter().chain((*most > 0).then_some(*most)).collect()
        }
        Shape::Option(inner) => std::iter::once(1).chain(runs(inner)).collect(),
        Shape::Tuple(items) => items.iter().flat_map(runs).collect(),
        Shape::Row { least, most, item } => {
            let size = (least != most).then_some(1);
            size.into_iter().chain((0..*most).flat_map(|_| runs(item))).collect()
        }
    }
}
