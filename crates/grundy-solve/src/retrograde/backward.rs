//! Backward levels: a node that is decided informs its predecessors.
//!
//! The moves among the nodes that the sweeps have left open are reversed, and each node keeps
//! one byte: who is to move, and how many options may still save that player. Memory is
//! accessed at random places, which are prefetched three steps ahead.

use super::known::{EVEN, Known};
use super::sweep::{Rows, Size, Sweep, WORK};
use super::{Limits, Node, Progress, Stopped};
use grundy_base::huge::Huge;
use grundy_base::prefetch::prefetch;
use grundy_graph::Arena;

/// Nodes in the queue between two steps of looking ahead.
const AHEAD: usize = 12;

/// Parents of a node that are fetched ahead.
const FETCHED: usize = 8;

/// Moves that are reversed together.
const BATCH: usize = 128;

/// Hopes that a byte beside the mover's bit can count; this many or more are
/// counted in the place of the verdict, which is still empty.
const MANY: u32 = 127;

/// Remoteness has 30 bits.
const LONGEST: u32 = (1 << 30) - 1;

/// Goes on where sweeps have stopped, until nothing more can be decided.
///
/// `rows` has the open nodes, perhaps among closed ones, and `size` counts
/// what is open after the last sweep; `held` is the memory held so far.
pub(super) fn backward<const IMPARTIAL: bool>(
    sweep: Sweep<'_>,
    rows: Rows<'_>,
    size: Size,
    ties: usize,
    held: u64,
    limits: &Limits<'_>,
) -> Result<(), Stopped> {
    let n = sweep.arena.len();
    // The open nodes take part, the nodes that the last sweep has decided, and ties. Numbering them
    // anew pays when they are few.
    let members: usize = sweep.before.unknown().map(|word| word.count_ones() as usize).sum();
    let few = members <= n / 2;
    // Without new numbers all moves of the arena are turned round, and levels
    // start with the ends: that saves asking of each move whether it matters.
    let whole = !few && rows.nodes.is_none();
    let moves = if whole { sweep.arena.edges() } else { size.moves };
    let numbers = if few { 4 * members + n / 8 } else { 0 };
    let places = if few { members } else { n };
    let held = held + (numbers + 9 * places + 4 * moves) as u64;
    limits.room(held, n)?;
    let run = Run { sweep, rows, whole, open: size.nodes, ties, held, limits };
    if few {
        let few = Few::new(&run.sweep.before, members);
        run.solve::<IMPARTIAL, _>(&few, members, moves)
    } else {
        run.solve::<IMPARTIAL, _>(&All, n, moves)
    }
}

/// How the nodes that take part are numbered.
trait Numbers {
    /// Whether nodes that do not take part have no number.
    const PARTIAL: bool;
    /// The number of a node that takes part.
    fn local(&self, known: &Known, node: Node) -> usize;
    /// The node with a number.
    fn global(&self, local: usize) -> usize;
    /// Says that [`Numbers::global`] will be asked.
    fn fetch(&self, local: usize);
}

/// Numbers as in the arena.
struct All;

impl Numbers for All {
    const PARTIAL: bool = false;

    #[inline(always)]
    fn local(&self, _: &Known, node: Node) -> usize {
        node as usize
    }

    #[inline(always)]
    fn global(&self, local: usize) -> usize {
        local
    }

    #[inline(always)]
    fn fetch(&self, _: usize) {}
}

/// New numbers, in the order of the arena.
struct Few {
    nodes: Vec<Node>,
    /// How many take part before each word of what is known.
    ranks: Vec<u32>,
}

impl Few {
    fn new(known: &Known, members: usize) -> Self {
        let mut nodes = Vec::with_capacity(members);
        let mut ranks = Vec::new();
        for (i, mut word) in known.unknown().enumerate() {
            ranks.push(nodes.len() as u32);
            while word != 0 {
                nodes.push((i * Known::WORD) as Node + word.trailing_zeros() / 2);
                word &= word - 1;
            }
        }
        Few { nodes, ranks }
    }
}

impl Numbers for Few {
    const PARTIAL: bool = true;

    #[inline(always)]
    fn local(&self, known: &Known, node: Node) -> usize {
        let before = known.unknown_before(node) & EVEN;
        (self.ranks[node as usize / Known::WORD] + before.count_ones()) as usize
    }

    #[inline(always)]
    fn global(&self, local: usize) -> usize {
        self.nodes[local] as usize
    }

    #[inline(always)]
    fn fetch(&self, local: usize) {
        prefetch(&self.nodes, local);
    }
}

struct Run<'a, 'r> {
    sweep: Sweep<'a>,
    rows: Rows<'r>,
    /// Levels start with the ends, not with what the last sweep decided.
    whole: bool,
    open: usize,
    ties: usize,
    held: u64,
    limits: &'a Limits<'a>,
}

impl Run<'_, '_> {
    fn reversing(&self) -> Result<(), Stopped> {
        let done = self.sweep.arena.len() - self.open;
        self.limits.check(Progress {
            stage: "turning moves round",
            positions: done,
            bytes: self.held,
        })
    }

    fn solve<const IMPARTIAL: bool, N: Numbers>(
        mut self,
        numbers: &N,
        len: usize,
        moves: usize,
    ) -> Result<(), Stopped> {
        let reverse = self.turn_round(numbers, len, moves)?;
        let reverse = Parents { offsets: &reverse.offsets, parents: &reverse.parents };
        let mut states = self.states::<IMPARTIAL, N>(numbers, len);
        self.reversing()?;
        self.levels::<IMPARTIAL, N>(numbers, reverse, &mut states)?;
        self.draws(numbers, reverse, &mut states)
    }

    /// Whether the moves of a row take part.
    #[inline(always)]
    fn is_open(&self, node: Node) -> bool {
        let known = if self.whole { &self.sweep.before } else { &self.sweep.after };
        known.get(node) == 0 && self.sweep.arena.tags()[node as usize] < 2
    }

    /// Calls `batch` with batches of moves, as pairs of numbers from and to.
    #[inline(always)]
    fn each_batch<N: Numbers>(
        &self,
        numbers: &N,
        mut batch: impl FnMut(&[(u32, u32)]),
    ) -> Result<(), Stopped> {
        let before = &self.sweep.before;
        let mut pairs = [(0u32, 0u32); BATCH];
        let mut filled = 0;
        let mut work = 0;
        for row in 0..self.rows.len() {
            let node = self.rows.node(row);
            if !self.is_open(node) {
                continue;
            }
            let from = numbers.local(before, node) as u32;
            for &option in self.rows.options(row) {
                let local = numbers.local(before, option) as u32;
                // Written in any case, and kept where the option is open.
                pairs[filled] = (from, local);
                filled += usize::from(!N::PARTIAL || before.get(option) == 0);
                if filled == BATCH {
                    batch(&pairs);
                    filled = 0;
                    work += BATCH;
                    if work >= WORK {
                        work = 0;
                        self.reversing()?;
                    }
                }
            }
        }
        batch(&pairs[..filled]);
        Ok(())
    }

    /// The moves that take part, by where they lead: a counting sort.
    fn turn_round<N: Numbers>(
        &self,
        numbers: &N,
        len: usize,
        moves: usize,
    ) -> Result<Reverse, Stopped> {
        let mut offset_buffer = Huge::<u32>::zeroed(len + 2);
        let offsets: &mut [u32] = &mut offset_buffer;
        self.each_batch(numbers, |pairs| {
            for &(_, to) in pairs {
                prefetch(offsets, to as usize + 2);
            }
            for &(_, to) in pairs {
                offsets[to as usize + 2] += 1;
            }
        })?;
        for i in 2..offsets.len() {
            offsets[i] += offsets[i - 1];
        }
        let mut parent_buffer = Huge::<u32>::zeroed(moves);
        let parents: &mut [u32] = &mut parent_buffer;
        self.each_batch(numbers, |pairs| {
            for &(_, to) in pairs {
                prefetch(offsets, to as usize + 1);
            }
            for &(_, to) in pairs {
                prefetch(parents, offsets[to as usize + 1] as usize);
            }
            for &(from, to) in pairs {
                let at = &mut offsets[to as usize + 1];
                parents[*at as usize] = from;
                *at += 1;
            }
        })?;
        Ok(Reverse { offsets: offset_buffer, parents: parent_buffer })
    }

    /// The state of each: bit 0, Right is to move; above it the hopes.
    fn states<const IMPARTIAL: bool, N: Numbers>(&mut self, numbers: &N, len: usize) -> Huge<u8> {
        let owner = |tag: u8| if IMPARTIAL { 0 } else { tag & 1 };
        let tags = self.sweep.arena.tags();
        let mut buffer = Huge::<u8>::zeroed(len);
        let states: &mut [u8] = &mut buffer;
        for (local, state) in states.iter_mut().enumerate() {
            *state = owner(tags[numbers.global(local)]);
        }
        for row in 0..self.rows.len() {
            let node = self.rows.node(row);
            if !self.is_open(node) {
                continue;
            }
            let before = &self.sweep.before;
            let options = self.rows.options(row);
            let open = |&&option: &&Node| before.get(option) == 0;
            let hopes =
                if N::PARTIAL { options.iter().filter(open).count() } else { options.len() };
            let hopes = hopes as u32;
            if hopes >= MANY {
                self.sweep.verdicts[node as usize] = hopes;
            }
            states[numbers.local(before, node)] |= (hopes.min(MANY) as u8) << 1;
        }
        buffer
    }

    /// Goes from level to level until no win and no loss is left to find.
    fn levels<const IMPARTIAL: bool, N: Numbers>(
        &mut self,
        numbers: &N,
        reverse: Parents<'_>,
        states: &mut [u8],
    ) -> Result<(), Stopped> {
        let alternate = usize::from(IMPARTIAL);
        let decided = self.sweep.arena.len() - self.open;
        let Sweep { before, after, verdicts, level, .. } = &mut self.sweep;
        let mut places = Huge::<u32>::zeroed(states.len());
        let mut queue = Queue { places: &mut places, len: [0, 0] };
        let start = if self.whole { &*before } else { &*after };
        for (node, winner) in start.learnt(if self.whole { None } else { Some(&*before) }) {
            queue.push(winner as usize - 1, numbers.local(before, node) as u32);
        }
        let mut moves = *level - u32::from(self.whole);
        let mut head = [0, 0];
        let mut work = 0;
        while head != queue.len {
            let tail = queue.len;
            for winner in 0..2 {
                // The players who move at the parents that are won at once.
                let wins = winner ^ alternate;
                for i in head[winner]..tail[winner] {
                    if i + 3 * AHEAD < tail[winner] {
                        let far = queue.get(winner, i + 3 * AHEAD);
                        prefetch(reverse.offsets, far);
                        numbers.fetch(far);
                        prefetch(states, far);
                    }
                    if i + 2 * AHEAD < tail[winner] {
                        let row = reverse.row(queue.get(winner, i + 2 * AHEAD));
                        prefetch(reverse.parents, row.start);
                        prefetch(reverse.parents, row.end.saturating_sub(1));
                    }
                    if i + AHEAD < tail[winner] {
                        let near = queue.get(winner, i + AHEAD);
                        prefetch(verdicts, numbers.global(near));
                        for &parent in reverse.of(near).iter().take(FETCHED) {
                            prefetch(states, parent as usize);
                        }
                    }
                    let local = queue.get(winner, i);
                    let won = usize::from(states[local] & 1) == winner;
                    verdicts[numbers.global(local)] = moves << 2 | if won { 1 } else { 2 };
                    let parents = reverse.of(local);
                    work += 1 + parents.len();
                    for &parent in parents {
                        let state = &mut states[parent as usize];
                        if *state < 2 {
                            continue;
                        }
                        if usize::from(*state & 1) != wins {
                            if *state >= (MANY as u8) << 1 {
                                let hopes = &mut verdicts[numbers.global(parent as usize)];
                                *hopes -= 1;
                                if *hopes >= MANY {
                                    continue;
                                }
                                *hopes = 0;
                            }
                            *state -= 2;
                            if *state >= 2 {
                                continue;
                            }
                        }
                        *state &= 1;
                        queue.push(wins, parent);
                    }
                    if work >= WORK {
                        work = 0;
                        let done = decided + tail[0] + tail[1];
                        let bytes = self.held;
                        let progress = Progress { stage: "solving", positions: done, bytes };
                        self.limits.check(progress)?;
                    }
                }
            }
            head = tail;
            moves += 1;
            if moves > LONGEST {
                let limit = u64::from(LONGEST);
                return Err(Stopped::Numbering { what: "moves to the end", limit });
            }
        }
        Ok(())
    }

    /// Finds how far the draws are from a tie: breadth first through what is
    /// still open.
    fn draws<N: Numbers>(
        &mut self,
        numbers: &N,
        reverse: Parents<'_>,
        states: &mut [u8],
    ) -> Result<(), Stopped> {
        // Hopes that were counted in the place of the verdict.
        for (local, state) in states.iter().enumerate() {
            if *state >= (MANY as u8) << 1 {
                self.sweep.verdicts[numbers.global(local)] = 0;
            }
        }
        let arena: &Arena = self.sweep.arena;
        let mut level: Vec<u32> = Vec::new();
        if self.ties > 0 {
            let before = &self.sweep.before;
            let ties = arena.nodes().filter(|&node| arena.tags()[node as usize] >> 1 == 3);
            level.extend(ties.map(|node| numbers.local(before, node) as u32));
        }
        let mut moves = 0;
        let mut work = 0;
        while !level.is_empty() {
            moves += 1;
            let mut next = Vec::new();
            for (i, &local) in level.iter().enumerate() {
                if let Some(&far) = level.get(i + AHEAD) {
                    prefetch(reverse.offsets, far as usize);
                }
                let parents = reverse.of(local as usize);
                work += 1 + parents.len();
                for &parent in parents {
                    let state = &mut states[parent as usize];
                    if *state >= 2 {
                        *state &= 1;
                        self.sweep.verdicts[numbers.global(parent as usize)] = moves << 2 | 3;
                        next.push(parent);
                    }
                }
                if work >= WORK {
                    work = 0;
                    let progress = Progress { stage: "solving", positions: i, bytes: self.held };
                    self.limits.check(progress)?;
                }
            }
            level = next;
        }
        Ok(())
    }
}

/// The moves that take part, by where they lead.
struct Reverse {
    offsets: Huge<u32>,
    parents: Huge<u32>,
}

/// The moves of a [`Reverse`], for looking at one after the other.
#[derive(Clone, Copy)]
struct Parents<'a> {
    offsets: &'a [u32],
    parents: &'a [u32],
}

impl<'a> Parents<'a> {
    #[inline(always)]
    fn row(&self, local: usize) -> std::ops::Range<usize> {
        self.offsets[local] as usize..self.offsets[local + 1] as usize
    }

    #[inline(always)]
    fn of(&self, local: usize) -> &'a [u32] {
        &self.parents[self.row(local)]
    }
}

/// Two queues, one for each winner, that grow towards each other: nobody is
/// queued twice.
struct Queue<'a> {
    places: &'a mut [u32],
    len: [usize; 2],
}

impl Queue<'_> {
    #[inline(always)]
    fn place(&self, winner: usize, i: usize) -> usize {
        if winner == 0 { i } else { self.places.len() - 1 - i }
    }

    #[inline(always)]
    fn get(&self, winner: usize, i: usize) -> usize {
        self.places[self.place(winner, i)] as usize
    }

    #[inline(always)]
    fn push(&mut self, winner: usize, local: u32) {
        let place = self.place(winner, self.len[winner]);
        self.places[place] = local;
        self.len[winner] += 1;
    }
}
