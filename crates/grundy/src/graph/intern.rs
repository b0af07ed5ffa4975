//! Numbering positions: each new one gets the next number.

use std::hash::{BuildHasher, Hash};

use hashbrown::{DefaultHashBuilder, HashTable};

use super::Node;
use crate::ruleset::Numbering;

/// Positions, each with a tag, numbered in the order in which they came.
///
/// The same position may be stored once for each tag; exploring uses the tag
/// for the player to move.
pub(super) struct Interner<P> {
    hasher: DefaultHashBuilder,
    table: HashTable<Node>,
    positions: Vec<P>,
    tags: Vec<u8>,
    /// Distinct positions, whatever their tags.
    distinct: usize,
    /// In place of the table, where the ruleset numbers its positions.
    plain: Option<Plain<P>>,
}

/// The node of each position and tag by the ruleset's own numbers; tags are 0 and 1.
struct Plain<P> {
    number: fn(&P) -> usize,
    nodes: Vec<[Node; 2]>,
}

/// No node: there are fewer nodes than numbers for them.
const NONE: Node = Node::MAX;

impl<P: Eq + Hash> Interner<P> {
    pub(super) fn new(numbering: Option<Numbering<P>>) -> Self {
        let plain = numbering
            .map(|Numbering { count, number }| Plain { number, nodes: vec![[NONE; 2]; count] });
        Interner {
            plain,
            hasher: DefaultHashBuilder::default(),
            table: HashTable::new(),
            positions: Vec::new(),
            tags: Vec::new(),
            distinct: 0,
        }
    }

    /// The number of a position with a tag, a new one when it is new.
    pub(super) fn intern(&mut self, position: P, tag: u8) -> Node {
        let Interner { hasher, table, positions, tags, distinct, plain } = self;
        if let Some(Plain { number, nodes }) = plain {
            let known = &mut nodes[number(&position)];
            let tag_at = usize::from(tag);
            if known[tag_at] == NONE {
                *distinct += usize::from(known[1 - tag_at] == NONE);
                known[tag_at] = positions.len() as Node;
                positions.push(position);
                tags.push(tag);
            }
            return known[tag_at];
        }
        // The hash leaves the tag out, so that a search for one sees the other.
        let hash = hasher.hash_one(&position);
        let mut twin = false;
        let found = table.find(hash, |&node| {
            let same = positions[node as usize] == position;
            twin |= same;
            same && tags[node as usize] == tag
        });
        if let Some(&node) = found {
            return node;
        }
        let node = positions.len() as Node;
        table.insert_unique(hash, node, |&node| hasher.hash_one(&positions[node as usize]));
        positions.push(position);
        tags.push(tag);
        *distinct += usize::from(!twin);
        node
    }

    pub(super) fn get(&self, node: Node) -> (&P, u8) {
        (&self.positions[node as usize], self.tags[node as usize])
    }

    pub(super) fn find(&self, position: &P, tag: u8) -> Option<Node> {
        if let Some(Plain { number, nodes }) = &self.plain {
            let node = nodes.get(number(position))?[usize::from(tag)];
            return (node != NONE).then_some(node);
        }
        let same = |node: &Node| {
            self.tags[*node as usize] == tag && self.positions[*node as usize] == *position
        };
        self.table.find(self.hasher.hash_one(position), same).copied()
    }

    pub(super) fn into_positions(self) -> Vec<P> {
        self.positions
    }

    pub(super) fn len(&self) -> usize {
        self.positions.len()
    }

    pub(super) fn distinct(&self) -> usize {
        self.distinct
    }

    /// Bytes held, and bytes that the next insertion would hold while it grows.
    pub(super) fn bytes(&self) -> (u64, u64) {
        let slot = size_of::<Node>() + 1;
        let held = self.positions.capacity() * size_of::<P>()
            + self.tags.capacity()
            + self.plain.as_ref().map_or(0, |plain| plain.nodes.len() * size_of::<[Node; 2]>())
            + self.table.capacity() * 8 / 7 * slot;
        let growing = [
            (self.positions.len(), self.positions.capacity(), 2 * size_of::<P>()),
            (self.tags.len(), self.tags.capacity(), 2),
            (self.table.len(), self.table.capacity(), 2 * 8 / 7 * slot),
        ];
        let growth: usize = growing
            .iter()
            .filter(|(len, capacity, _)| len == capacity)
            .map(|(_, capacity, bytes)| capacity * bytes)
            .sum();
        (held as u64, (held + growth) as u64)
    }
}
