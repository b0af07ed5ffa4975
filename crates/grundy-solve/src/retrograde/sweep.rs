//! Forward sweeps: every open node looks at its options once a level.
//!
//! A sweep needs no reverse edges, reads the moves in the order in which they
//! lie in memory, and looks options up in a table of two bits a node, which
//! stays in the cache. It runs without branches that depend on the graph: the
//! states of 32 options are gathered in one word, and a node judges all of its
//! options at once by comparing such words.

use super::known::{EVEN, Known};
use grundy_base::huge::Huge;
use grundy_base::{Limits, Stopped};
use grundy_graph::{Arena, Node};

/// Nodes that are judged together, so that what is gathered of their options
/// stays in the innermost cache.
const CHUNK: usize = 512;

/// Rows of moves: the options of row `i` are `options[ends[i]..ends[i + 1]]`.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a> {
    /// The node of each row; none where they are numbered through.
    pub(super) nodes: Option<&'a [Node]>,
    pub(super) ends: &'a [u32],
    pub(super) options: &'a [Node],
}

impl<'a> Rows<'a> {
    /// All rows of an arena.
    pub(super) fn all(arena: &'a Arena) -> Self {
        Rows { nodes: None, ends: arena.offsets(), options: arena.all_options() }
    }

    /// Number of rows.
    pub(super) fn len(&self) -> usize {
        self.ends.len() - 1
    }

    /// The node of a row.
    #[inline(always)]
    pub(super) fn node(&self, row: usize) -> Node {
        self.nodes.map_or(row as Node, |nodes| nodes[row])
    }

    /// The options of a row.
    #[inline(always)]
    pub(super) fn options(&self, row: usize) -> &'a [Node] {
        &self.options[self.ends[row] as usize..self.ends[row + 1] as usize]
    }
}

/// The number of open nodes, and an upper bound on their moves to nodes that were open before the
/// last sweep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) nodes: usize,
    pub(super) moves: usize,
}

impl Size {
    /// What a sweep costs.
    pub(super) fn work(self) -> usize {
        self.nodes + self.moves
    }
}

/// The open nodes and those of their moves that may still matter, squeezed
/// together after each sweep.
pub(super) struct Open {
    nodes: Huge<Node>,
    ends: Huge<u32>,
    options: Huge<Node>,
    size: Size,
}

impl Open {
    /// Bytes of room for `size`.
    pub(super) fn bytes(size: Size) -> u64 {
        4 * (2 * size.nodes + size.moves) as u64
    }

    /// Room for at most `size`. Zeroed memory that is never written to takes no room, and one place
    /// more than needed lets every write go unasked.
    pub(super) fn with_room(size: Size) -> Self {
        let room = |len: usize| Huge::zeroed(len + 1);
        let (nodes, ends, options) = (room(size.nodes), room(size.nodes + 1), room(size.moves));
        Open { nodes, ends, options, size: Size::default() }
    }

    /// The open nodes.
    pub(super) fn rows(&self) -> Rows<'_> {
        Rows {
            nodes: Some(&self.nodes[..self.size.nodes]),
            ends: &self.ends[..=self.size.nodes],
            options: &self.options[..self.size.moves],
        }
    }
}

/// Sweeps over an arena and what it has learnt so far.
pub(super) struct Sweep<'a> {
    pub(super) arena: &'a Arena,
    /// The decided nodes before the last sweep.
    pub(super) before: Known,
    /// The decided nodes after it.
    pub(super) after: Known,
    /// The packed verdict of each node, 0 where it is open.
    pub(super) verdicts: &'a mut [u32],
    /// The remoteness of the nodes that a sweep decides.
    pub(super) level: u32,
    scratch: Scratch,
}

/// Buffers for one chunk.
#[derive(Default)]
struct Scratch {
    nodes: Vec<Node>,
    ends: Vec<u32>,
    options: Vec<Node>,
    tags: Vec<u8>,
    /// The states of 32 options a word.
    states: Vec<u64>,
    /// An even bit for each open option of an open node.
    keep: Vec<u64>,
}

impl<'a> Sweep<'a> {
    /// `known` holds what the rules themselves decide.
    pub(super) fn new(arena: &'a Arena, known: Known, verdicts: &'a mut [u32]) -> Self {
        let before = Known::new(arena.len());
        let after = known;
        Sweep { arena, before, after, verdicts, level: 0, scratch: Scratch::default() }
    }

    /// Looks at all nodes and only counts what stays open.
    #[inline(never)]
    pub(super) fn look<const IMPARTIAL: bool>(
        &mut self,
        mut check: impl FnMut(usize) -> Result<(), Stopped>,
    ) -> Result<Size, Stopped> {
        self.advance();
        let mut nothing = Open::with_room(Size::default());
        self.over_arena::<IMPARTIAL, false>(&mut nothing, &mut check)?;
        Ok(nothing.size)
    }

    /// Sweeps over all nodes and collects the open ones, given room for them.
    pub(super) fn collect<const IMPARTIAL: bool>(
        &mut self,
        room: Size,
        mut check: impl FnMut(usize) -> Result<(), Stopped>,
    ) -> Result<(Open, Size), Stopped> {
        self.advance();
        let mut open = Open::with_room(room);
        self.over_arena::<IMPARTIAL, true>(&mut open, &mut check)?;
        let size = open.size;
        Ok((open, size))
    }

    /// Sweeps over the open nodes and compacts them in place.
    #[inline(never)]
    pub(super) fn again<const IMPARTIAL: bool>(
        &mut self,
        open: &mut Open,
        mut check: impl FnMut(usize) -> Result<(), Stopped>,
    ) -> Result<Size, Stopped> {
        self.advance();
        let mut scratch = std::mem::take(&mut self.scratch);
        let total = open.size.nodes;
        let mut from = open.ends[0] as usize;
        open.size = Size::default();
        for start in (0..total).step_by(CHUNK) {
            let end = (start + CHUNK).min(total);
            let to = open.ends[end] as usize;
            // Copies, because what stays open is written over them.
            scratch.nodes.clear();
            scratch.nodes.extend_from_slice(&open.nodes[start..end]);
            scratch.options.clear();
            scratch.options.extend_from_slice(&open.options[from..to]);
            // The first end of a chunk may have been written over already.
            scratch.ends.clear();
            scratch.ends.push(from as u32);
            scratch.ends.extend_from_slice(&open.ends[start + 1..=end]);
            scratch.tags.clear();
            let tags = self.arena.tags();
            scratch.tags.extend(scratch.nodes.iter().map(|&node| tags[node as usize]));
            let Scratch { nodes, ends, options, tags, states, keep } = &mut scratch;
            let chunk = Chunk { first: 0, nodes: Some(nodes), ends, options, tags };
            self.judge::<IMPARTIAL, true>(chunk, states, keep, open);
            check(end - start + to - from)?;
            from = to;
        }
        self.scratch = scratch;
        Ok(open.size)
    }

    fn advance(&mut self) {
        self.before.copy_from(&self.after);
        self.level += 1;
    }

    fn over_arena<const IMPARTIAL: bool, const KEEP: bool>(
        &mut self,
        open: &mut Open,
        check: &mut impl FnMut(usize) -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        let arena = self.arena;
        let mut scratch = std::mem::take(&mut self.scratch);
        for start in (0..arena.len()).step_by(CHUNK) {
            let end = (start + CHUNK).min(arena.len());
            let ends = &arena.offsets()[start..=end];
            let options = &arena.all_options()[ends[0] as usize..ends[end - start] as usize];
            let tags = &arena.tags()[start..end];
            let chunk = Chunk { first: start as Node, nodes: None, ends, options, tags };
            self.judge::<IMPARTIAL, KEEP>(chunk, &mut scratch.states, &mut scratch.keep, open);
            check(end - start + options.len())?;
        }
        self.scratch = scratch;
        Ok(())
    }

    /// Decides what the options of a chunk of nodes decide.
    #[inline(always)]
    fn judge<const IMPARTIAL: bool, const KEEP: bool>(
        &mut self,
        chunk: Chunk<'_>,
        states: &mut Vec<u64>,
        keep: &mut Vec<u64>,
        open: &mut Open,
    ) {
        let Chunk { first, nodes, ends, options, tags } = chunk;
        gather(&self.before, options, states);
        if KEEP {
            keep.clear();
            keep.resize(states.len(), 0);
        }
        let Size { nodes: mut row, moves: mut kept } = open.size;
        let base = ends[0];
        let (kept_nodes, kept_ends): (&mut [Node], &mut [u32]) = (&mut open.nodes, &mut open.ends);
        for (i, (bounds, &tag)) in ends.windows(2).zip(tags).enumerate() {
            let node = nodes.map_or(first + i as Node, |nodes| nodes[i]);
            let (from, to) = ((bounds[0] - base) as usize, (bounds[1] - base) as usize);
            // Left wants nodes that Left wins, Right those that Right wins; in an impartial arena
            // the mover wants those that the next player loses.
            let owner = if IMPARTIAL { 0 } else { u64::from(tag & 1) };
            let wanted = if IMPARTIAL { EVEN << 1 } else { EVEN << owner };
            // Ends have tags above 1; ties are not known but closed.
            let is_open = u64::from(tag < 2) & u64::from(self.before.get(node) == 0);

            let seen = if to - from <= Known::WORD {
                see(window(states, from), to - from, wanted)
            } else {
                see_many(states, from, to, wanted)
            };
            let won = u64::from(seen.good);
            let decided = is_open & u64::from(seen.good | seen.all_bad);
            let winner = if IMPARTIAL { 2 - won } else { 1 + (owner ^ won ^ 1) };
            self.after.learn(node, winner & decided.wrapping_neg());
            let verdict = self.level << 2 | (2 - won as u32);
            self.verdicts[node as usize] |= verdict & (decided as u32).wrapping_neg();

            let stays = is_open & !decided;
            if KEEP {
                let kept_here = if to - from <= Known::WORD {
                    mark(keep, from, seen.open & stays.wrapping_neg())
                } else {
                    mark_many(states, keep, from, to, stays)
                };
                kept += kept_here;
                kept_nodes[row] = node;
                kept_ends[row + 1] = kept as u32;
            } else {
                kept += (to - from) & (stays as usize).wrapping_neg();
            }
            row += stays as usize;
        }
        if KEEP {
            squeeze(keep, options, &mut open.options, open.size.moves);
        }
        open.size = Size { nodes: row, moves: kept };
    }
}

/// Some rows, with the tags of their nodes.
struct Chunk<'a> {
    first: Node,
    nodes: Option<&'a [Node]>,
    ends: &'a [u32],
    options: &'a [Node],
    tags: &'a [u8],
}

#[inline(never)]
fn squeeze(keep: &[u64], options: &[Node], kept: &mut [Node], mut at: usize) {
    for (word, options) in keep.iter().zip(options.chunks(Known::WORD)) {
        let mut word = *word;
        for &option in options {
            kept[at] = option;
            at += (word & 1) as usize;
            word >>= 2;
        }
    }
}

/// Gathers the states of options, 32 a word, and one word of nothing behind them.
#[inline(never)]
fn gather(known: &Known, options: &[Node], states: &mut Vec<u64>) {
    states.clear();
    let blocks = options.chunks_exact(Known::WORD);
    let rest = blocks.remainder();
    // The last option comes into the highest bits.
    let words = known.words();
    let shift_in = |word: u64, &option: &Node| {
        word << 2 | words[option as usize / Known::WORD].wrapping_shr(option << 1) & 3
    };
    for block in blocks {
        let block: &[Node; Known::WORD] = block.try_into().expect("the chunk is exact");
        states.push(block.iter().rev().fold(0, shift_in));
    }
    states.push(rest.iter().rev().fold(0, shift_in));
    states.push(0);
}

/// The states of the 32 options from `at`.
#[inline(always)]
fn window(states: &[u64], at: usize) -> u64 {
    let (word, shift) = (at / Known::WORD, 2 * (at % Known::WORD) as u32);
    let place = &states[word..word + 2];
    place[0] >> shift | place[1] << 1 << (63 - shift)
}

/// What a node sees in the states of its options.
struct Seen {
    /// Some option is what the player to move wants.
    good: bool,
    /// All options are what the other player wants.
    all_bad: bool,
    /// An even bit for each option that is open.
    open: u64,
}

/// What a node with up to 32 options sees.
#[inline(always)]
fn see(states: u64, width: usize, wanted: u64) -> Seen {
    let mask = u64::MAX.unbounded_shr(64 - 2 * width as u32);
    let states = states & mask;
    Seen {
        good: states & wanted != 0,
        all_bad: states == mask & !wanted,
        open: !(states | states >> 1) & EVEN & mask,
    }
}

/// What a node with more options sees, without its open options.
#[cold]
fn see_many(states: &[u64], from: usize, to: usize, wanted: u64) -> Seen {
    let nothing = Seen { good: false, all_bad: true, open: 0 };
    (from..to).step_by(Known::WORD).fold(nothing, |all, at| {
        let here = see(window(states, at), (to - at).min(Known::WORD), wanted);
        Seen { good: all.good | here.good, all_bad: all.all_bad & here.all_bad, open: 0 }
    })
}

/// Marks options from `at` on, and counts them.
#[inline(always)]
fn mark(keep: &mut [u64], at: usize, marks: u64) -> usize {
    let (word, shift) = (at / Known::WORD, 2 * (at % Known::WORD) as u32);
    let place = &mut keep[word..word + 2];
    place[0] |= marks << shift;
    place[1] |= marks >> 1 >> (63 - shift);
    marks.count_ones() as usize
}

/// Marks the open options of a node that has more than 32, if it stays open.
#[cold]
fn mark_many(states: &[u64], keep: &mut [u64], from: usize, to: usize, stays: u64) -> usize {
    let marks = |at| {
        let open = see(window(states, at), (to - at).min(Known::WORD), EVEN).open;
        mark(keep, at, open & stays.wrapping_neg())
    };
    (from..to).step_by(Known::WORD).map(marks).sum()
}

/// How many units of work pass between two looks at the limits.
pub(super) const WORK: usize = 1 << 4 << 12;

const _: () = assert!(WORK >= Limits::STRIDE);
