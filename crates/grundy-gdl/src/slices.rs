//! Interned slices of numbers: each distinct slice is stored once, under a number.

/// A set of slices. Two slices are equal if their numbers are.
#[derive(Clone, Debug, Default)]
pub(crate) struct Slices {
    data: Vec<u32>,
    /// Where each slice ends in `data`.
    ends: Vec<usize>,
    /// A hash table of the numbers of slices, with linear probing; its size is a power of two.
    table: Vec<u32>,
}

const FREE: u32 = u32::MAX;

fn hash(slice: &[u32]) -> u64 {
    /// 2⁶⁴ divided by the golden ratio: multiplying by it spreads small numbers.
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mix =
        |hash: u64, &item: &u32| (hash.rotate_left(23) ^ u64::from(item)).wrapping_mul(FACTOR);
    let mixed = slice.iter().fold(slice.len() as u64, mix);
    mixed ^ mixed >> 32
}

impl Slices {
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn get(&self, number: u32) -> &[u32] {
        let number = number as usize;
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.data[start..self.ends[number]]
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.len() as u32).map(|number| self.get(number))
    }

    /// The number of a slice, if it is in the set.
    pub(crate) fn find(&self, slice: &[u32]) -> Option<u32> {
        if self.table.is_empty() {
            return None;
        }
        let slot = self.slot(slice);
        (self.table[slot] != FREE).then(|| self.table[slot])
    }

    /// The number of a slice, and whether it was not in the set before.
    pub(crate) fn insert(&mut self, slice: &[u32]) -> (u32, bool) {
        if 2 * (self.len() + 1) > self.table.len() {
            self.grow();
        }
        let slot = self.slot(slice);
        if self.table[slot] != FREE {
            return (self.table[slot], false);
        }
        let number = self.len() as u32;
        self.table[slot] = number;
        self.data.extend_from_slice(slice);
        self.ends.push(self.data.len());
        (number, true)
    }

    /// The bytes that the set takes.
    pub(crate) fn bytes(&self) -> usize {
        4 * (self.data.capacity() + self.table.capacity()) + 8 * self.ends.capacity()
    }

    /// The slot of a slice in the table, or the free slot for it.
    fn slot(&self, slice: &[u32]) -> usize {
        let mask = self.table.len() - 1;
        let mut slot = hash(slice) as usize & mask;
        while self.table[slot] != FREE && self.get(self.table[slot]) != slice {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow(&mut self) {
        let size = (2 * self.table.len()).max(16);
        self.table = vec![FREE; size];
        for number in 0..self.len() as u32 {
            let mut slot = hash(self.get(number)) as usize & (size - 1);
            while self.table[slot] != FREE {
                slot = (slot + 1) & (size - 1);
            }
            self.table[slot] = number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_slice_has_one_number_and_is_found_by_it() {
        let mut slices = Slices::default();
        assert_eq!(slices.find(&[]), None);
        let all: Vec<Vec<u32>> = (0..1000).map(|i| (0..i % 7).map(|j| i * j).collect()).collect();
        let numbers: Vec<u32> = all.iter().map(|slice| slices.insert(slice).0).collect();
        for (slice, &number) in all.iter().zip(&numbers) {
            assert_eq!(slices.get(number), slice);
            assert_eq!(slices.find(slice), Some(number));
            assert_eq!(slices.insert(slice), (number, false));
        }
        assert_eq!(slices.find(&[9, 9, 9]), None);
    }
}
