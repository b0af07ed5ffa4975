//! Names, each stored once and numbered in the order in which they came.

use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};

/// All names in one text. A name costs its bytes and about 24 more.
#[derive(Default)]
pub(super) struct Names {
    text: String,
    /// Name `i` ends where name `i + 1` starts.
    ends: Vec<u32>,
    hasher: DefaultHashBuilder,
    table: HashTable<Slot>,
}

/// The first bytes of a name stand in the table itself: for short names a
/// look-up then touches nothing else.
struct Slot {
    key: Key,
    id: u32,
}

/// The length, and the first eight bytes, filled up with zeros.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    first: u64,
    length: u32,
}

const KEPT: usize = size_of::<u64>();

impl Key {
    fn new(name: &str) -> Self {
        let mut first = [0; KEPT];
        match name.as_bytes() {
            long if long.len() >= KEPT => first.copy_from_slice(&long[..KEPT]),
            short => first[..short.len()].copy_from_slice(short),
        }
        Key { first: u64::from_le_bytes(first), length: name.len() as u32 }
    }

    fn is_whole(self) -> bool {
        self.length as usize <= KEPT
    }

    fn hash(self, name: &str, hasher: &DefaultHashBuilder) -> u64 {
        if self.is_whole() { hasher.hash_one(self) } else { hasher.hash_one(name) }
    }
}

fn slice<'a>(text: &'a str, ends: &[u32], id: u32) -> &'a str {
    let id = id as usize;
    let start = if id == 0 { 0 } else { ends[id - 1] as usize };
    &text[start..ends[id] as usize]
}

impl Names {
    /// The number of a name, a new one when it is new. All names together
    /// must have fewer than 2^32 bytes.
    pub(super) fn intern(&mut self, name: &str) -> u32 {
        let Names { text, ends, hasher, table } = self;
        let key = Key::new(name);
        let hash = key.hash(name, hasher);
        let same =
            |slot: &Slot| slot.key == key && (key.is_whole() || slice(text, ends, slot.id) == name);
        if let Some(slot) = table.find(hash, same) {
            return slot.id;
        }
        let id = ends.len() as u32;
        table.insert_unique(hash, Slot { key, id }, |slot| {
            let name = if slot.key.is_whole() { "" } else { slice(text, ends, slot.id) };
            slot.key.hash(name, hasher)
        });
        text.push_str(name);
        ends.push(text.len() as u32);
        id
    }

    pub(super) fn find(&self, name: &str) -> Option<u32> {
        let key = Key::new(name);
        let same = |slot: &Slot| slot.key == key && (key.is_whole() || self.get(slot.id) == name);
        self.table.find(key.hash(name, &self.hasher), same).map(|slot| slot.id)
    }

    pub(super) fn get(&self, id: u32) -> &str {
        slice(&self.text, &self.ends, id)
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
        let all: Vec<String> = (0..3000).map(|i| format!("{}{i}", "ä\0".repeat(i % 5))).collect();
        for (id, name) in all.iter().enumerate() {
            assert_eq!(names.intern(name) as usize, id);
        }
        for (id, name) in all.iter().enumerate() {
            assert_eq!(names.intern(name) as usize, id);
            assert_eq!(names.find(name), Some(id as u32));
            assert_eq!(names.get(id as u32), name);
        }
        assert_eq!(names.find("3000"), None);
        assert_eq!(names.find("1\0"), None);
    }
}
