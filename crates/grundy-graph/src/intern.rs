//! Numbers positions: each new one gets the next number.

use std::hash::{BuildHasher, Hash};

use hashbrown::DefaultHashBuilder;

use super::Node;
use grundy_base::prefetch::prefetch;
use grundy_base::slots::Slots;
use grundy_ruleset::Numbering;

/// Positions, each with a tag, numbered in the order in which they came.
///
/// The same position may be stored once for each tag, 0 or 1; exploring uses
/// the tag for the player to move.
///
/// A look-up reads two random places in memory: a slot, then the position it refers to. In a series
/// of look-ups, both are prefetched. Bytes per position: its own, one for the tag, and eleven to
/// twenty-one for its slot.
pub struct Interner<P> {
    hasher: DefaultHashBuilder,
    slots: Slots,
    positions: Vec<P>,
    tags: Vec<u8>,
    /// The number of distinct positions, whatever their tags.
    distinct: usize,
    /// An array that replaces the slots, if the ruleset numbers its positions.
    plain: Option<Plain<P>>,
}

grundy_base::debug! {
    impl[P] Interner<P>: "Interner";
}

/// The node of each position and tag, indexed by the ruleset's own number. It grows if there are
/// more numbers than were expected.
struct Plain<P> {
    number: fn(&P) -> usize,
    nodes: Vec<[Node; 2]>,
}

/// Means that there is no node: there are fewer nodes than numbers for them.
const NONE: Node = Node::MAX;

/// The place where a position with a tag is looked up: half of its hash, or its own number. The
/// hash does not include the tag, so that a look-up with one tag also finds the position with the
/// other.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    at: u32,
    // As wide as the other field, because moving single bytes stalls the processor.
    tag: u32,
}

impl<P: Eq + Hash> Interner<P> {
    /// An empty table. It has a plain array if the ruleset numbers its positions.
    #[must_use]
    pub fn new(numbering: Option<Numbering<P>>) -> Self {
        let plain = numbering
            .filter(|numbering| u32::try_from(numbering.count).is_ok())
            .map(|Numbering { count, number }| Plain { number, nodes: vec![[NONE; 2]; count] });
        Interner {
            plain,
            hasher: DefaultHashBuilder::default(),
            slots: Slots::default(),
            positions: Vec::new(),
            tags: Vec::new(),
            distinct: 0,
        }
    }

    /// The key of a position with a tag.
    #[inline]
    pub fn key(&self, position: &P, tag: u8) -> Key {
        let at = match &self.plain {
            Some(plain) => (plain.number)(position) as u32,
            None => (self.hasher.hash_one(position) >> 32) as u32,
        };
        Key { at, tag: tag.into() }
    }

    /// Prefetches the slot of a key.
    #[inline]
    pub fn ask_for_slot(&self, key: Key) {
        match &self.plain {
            Some(plain) => prefetch(&plain.nodes, key.at as usize),
            None => self.slots.ask_for(key.at),
        }
    }

    /// Prefetches the position in the slot of a key, once the slot was prefetched.
    #[inline]
    pub fn ask_for_position(&self, key: Key) {
        if self.slots.far()
            && let Some(node) = self.slots.matching(key.at).next()
        {
            prefetch(&self.positions, node as usize);
            prefetch(&self.tags, node as usize);
        }
    }

    /// The number of a position with a tag; the next number if it is new.
    #[inline]
    pub fn intern(&mut self, position: P, key: Key) -> Node {
        let node = self.positions.len() as Node;
        if let Some(Plain { nodes, .. }) = &mut self.plain {
            let at = key.at as usize;
            if at >= nodes.len() {
                nodes.resize(at + 1, [NONE; 2]);
            }
            let known = &mut nodes[at];
            let tag = key.tag as usize;
            if known[tag] != NONE {
                return known[tag];
            }
            self.distinct += usize::from(known[1 - tag] == NONE);
            known[tag] = node;
        } else {
            let mut twin = false;
            for known in self.slots.matching(key.at) {
                if self.positions[known as usize] == position {
                    if u32::from(self.tags[known as usize]) == key.tag {
                        return known;
                    }
                    twin = true;
                }
            }
            self.slots.insert(key.at, node);
            self.distinct += usize::from(!twin);
        }
        self.positions.push(position);
        self.tags.push(key.tag as u8);
        node
    }

    /// The position of a number, and its tag.
    #[must_use]
    pub fn get(&self, node: Node) -> (&P, u8) {
        (&self.positions[node as usize], self.tags[node as usize])
    }

    /// The number of a position with a tag, if it was interned.
    #[must_use]
    pub fn find(&self, position: &P, tag: u8) -> Option<Node> {
        let key = self.key(position, tag);
        if let Some(Plain { nodes, .. }) = &self.plain {
            let node = nodes.get(key.at as usize)?[usize::from(tag)];
            return (node != NONE).then_some(node);
        }
        self.slots
            .matching(key.at)
            .find(|&node| self.get(node).1 == tag && self.get(node).0 == position)
    }

    /// The positions by number.
    #[must_use]
    pub fn into_positions(self) -> Vec<P> {
        self.positions
    }

    /// The number of positions with tags.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether nothing was interned yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The number of distinct positions, whatever their tags.
    #[must_use]
    pub fn distinct(&self) -> usize {
        self.distinct
    }

    /// The number of bytes held, and of those that the next insertion would need while the table
    /// grows.
    pub fn bytes(&self) -> (u64, u64) {
        /// The bytes of a vector, and the bytes that it needs in addition while it grows.
        fn bytes<T>(vec: &Vec<T>) -> (usize, usize) {
            let held = vec.capacity() * size_of::<T>();
            (held, if vec.len() == vec.capacity() { 2 * held } else { 0 })
        }
        let slots = self.slots.bytes();
        let parts = [
            bytes(&self.positions),
            bytes(&self.tags),
            self.plain.as_ref().map_or((0, 0), |plain| bytes(&plain.nodes)),
            (slots, if self.slots.full() { 2 * slots } else { 0 }),
        ];
        let held: usize = parts.iter().map(|(held, _)| held).sum();
        let growing: usize = parts.iter().map(|(_, growing)| growing).sum();
        (held as u64, (held + growing) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::Interner;

    #[test]
    fn positions_keep_their_numbers_while_the_table_grows() {
        // Under Miri, which is a thousand times slower, the table grows too.
        let count = if cfg!(miri) { 2_000 } else { 100_000 };
        let mut interner = Interner::<u64>::new(None);
        for round in 0..2 {
            for i in 0..count {
                let (position, tag) = (i / 2 * 1_000_003, (i % 2) as u8);
                let key = interner.key(&position, tag);
                interner.ask_for_slot(key);
                interner.ask_for_position(key);
                assert_eq!(interner.intern(position, key), i as u32, "round {round}");
            }
            let found = [interner.len(), interner.distinct()].map(|found| found as u64);
            assert_eq!(found, [count, count / 2]);
        }
        assert_eq!(interner.find(&1_000_003, 1), Some(3));
        assert_eq!(interner.find(&7, 0), None);
    }
}
