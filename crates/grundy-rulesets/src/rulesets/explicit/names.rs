//! Interned names: each is stored once and numbered in the order of first occurrence.

use std::hash::BuildHasher;

use hashbrown::DefaultHashBuilder;

/// All names in one text, and a hash table that finds them.
///
/// Most of the time to read a large game goes into name lookups, and most of a lookup is waiting
/// for memory. So the table stores short names inline, and a slot never spans two cache lines: a
/// lookup has one cache miss.
#[derive(Default)]
pub(super) struct Names {
    text: String,
    /// Name `i` ends where name `i + 1` starts.
    ends: Vec<u32>,
    hasher: DefaultHashBuilder,
    /// An open addressing table with linear probing, at most half full; the size is a power
    /// of two. A slot has the code of a name above its number; an empty slot is 0.
    slots: Vec<u128>,
    /// A buffer that is reused.
    places: Vec<(usize, u128)>,
}

/// Names of at most this length are stored in their code.
const KEPT: usize = 11;
const CODE_BITS: u32 = 96;
const FEWEST_SLOTS: usize = 16;

/// A code of 96 bits: a short name with its length, or the hash of a long name with a
/// length that no short name has. Never 0, because names are not empty.
fn code(name: &str, hasher: &DefaultHashBuilder) -> u128 {
    let bytes = name.as_bytes();
    let mut code = [0; 16];
    if bytes.len() <= KEPT {
        code[..bytes.len()].copy_from_slice(bytes);
        code[KEPT] = bytes.len() as u8;
    } else {
        code[..8].copy_from_slice(&hasher.hash_one(bytes).to_le_bytes());
        code[KEPT] = u8::MAX;
    }
    u128::from_le_bytes(code)
}

fn is_long(code: u128) -> bool {
    code >> (8 * KEPT) == u128::from(u8::MAX)
}

impl Names {
    /// The number of a name, which is added if it is new. All names together must have fewer
    /// than 2^32 bytes.
    pub(super) fn intern(&mut self, name: &str) -> u32 {
        if 2 * self.ends.len() >= self.slots.len() {
            self.grow();
        }
        let code = code(name, &self.hasher);
        let first = self.first(code);
        self.intern_at(first, code, name)
    }

    /// Interns several names; their cache misses overlap.
    pub(super) fn intern_all<'n>(
        &mut self,
        names: impl Iterator<Item = &'n str> + Clone,
        mut each: impl FnMut(u32),
    ) {
        while 2 * (self.ends.len() + names.clone().count()) >= self.slots.len() {
            self.grow();
        }
        let mut places = std::mem::take(&mut self.places);
        places.extend(names.clone().map(|name| {
            let code = code(name, &self.hasher);
            (self.first(code), code)
        }));
        // Loads without branches between them run in parallel.
        let warm = places.iter().fold(0, |all, &(first, _)| all | self.slots[first]);
        std::hint::black_box(warm);
        for (&(first, code), name) in places.iter().zip(names) {
            each(self.intern_at(first, code, name));
        }
        places.clear();
        self.places = places;
    }

    /// The slot at which probing for a code starts.
    fn first(&self, code: u128) -> usize {
        self.hasher.hash_one(code) as usize & (self.slots.len() - 1)
    }

    fn intern_at(&mut self, first: usize, code: u128, name: &str) -> u32 {
        match self.slot(first, code, name) {
            Ok(id) => id,
            Err(free) => {
                let id = self.ends.len() as u32;
                self.slots[free] = code << (128 - CODE_BITS) | u128::from(id);
                self.text.push_str(name);
                self.ends.push(self.text.len() as u32);
                id
            }
        }
    }

    pub(super) fn find(&self, name: &str) -> Option<u32> {
        if self.slots.is_empty() || name.is_empty() {
            return None;
        }
        let code = code(name, &self.hasher);
        self.slot(self.first(code), code, name).ok()
    }

    /// The number of a name, or the free slot where it belongs.
    fn slot(&self, first: usize, code: u128, name: &str) -> Result<u32, usize> {
        let mask = self.slots.len() - 1;
        let mut at = first;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return Err(at);
            }
            if slot >> (128 - CODE_BITS) == code {
                let id = slot as u32;
                if !is_long(code) || self.get(id) == name {
                    return Ok(id);
                }
            }
            at = (at + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let size = (2 * self.slots.len()).max(FEWEST_SLOTS);
        let old = std::mem::replace(&mut self.slots, vec![0; size]);
        for slot in old.into_iter().filter(|&slot| slot != 0) {
            let mut at = self.first(slot >> (128 - CODE_BITS));
            while self.slots[at] != 0 {
                at = (at + 1) & (size - 1);
            }
            self.slots[at] = slot;
        }
    }

    pub(super) fn get(&self, id: u32) -> &str {
        let id = id as usize;
        let start = if id == 0 { 0 } else { self.ends[id - 1] as usize };
        &self.text[start..self.ends[id] as usize]
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len() as u32).map(|id| self.get(id))
    }
}

#[cfg(test)]
mod tests {
    use super::Names;

    #[test]
    fn names_of_every_length_are_found_again() {
        let mut names = Names::default();
        let all: Vec<String> = (0..3000).map(|i| format!("{}{i}", "ä\0".repeat(i % 7))).collect();
        for (id, name) in all.iter().enumerate() {
            assert_eq!(names.intern(name) as usize, id);
        }
        for (id, name) in all.iter().enumerate() {
            assert_eq!(names.intern(name) as usize, id);
            assert_eq!(names.find(name), Some(id as u32));
            assert_eq!(names.get(id as u32), name);
        }
        let mut again = Names::default();
        let mut ids = Vec::new();
        again.intern_all(all.iter().chain(&all).map(String::as_str), |id| ids.push(id as usize));
        assert!(ids.into_iter().eq((0..3000).chain(0..3000)));
        assert_eq!(names.find("3000"), None);
        assert_eq!(names.find("1\0"), None);
    }
}
