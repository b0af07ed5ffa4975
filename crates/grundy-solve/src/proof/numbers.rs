//! One thread of a depth-first proof-number search (df-pn: Nagai 2002), with an explicit
//! stack.
//!
//! The *proof numbers* of a node say how many nodes must still be decided, at least, to show
//! that the player to move reaches the goal, and that this player does not (Allis, van der
//! Meulen and van den Herik, *Proof-number search*, 1994). The search goes where the fewest
//! are left, so that it finds narrow wins however deep they are. Where all steps must be
//! shown to fail, the hardest one counts with one more for each other (Ueda, Hashimoto,
//! Hashimoto and Iida, *Weak proof-number search*, 2008): nodes are reached on many ways.
//!
//! Where a node takes long, only the children that look best are in play, half of them and one more,
//! and another one when one of these fails (Broderick Arneson, Ryan Hayward and Philip Henderson,
//! *Solving Hex: beyond humans*, 2010).
//!
//! A node that comes again on the path is a draw, since play can go on so for ever: whoever
//! wants to win has not. A result that rests on this is forgotten with the path that it rests
//! on, and is final once the first of the nodes that come again is left (no
//! graph-history interaction: Campbell 1985). A win never rests on it.

use std::cmp::Reverse;

use hashbrown::HashMap;

use super::shared::{Halt, Meter, Shared};
use super::table::{Known, Numbers};
use super::worker::{ALL, Found};
use grundy_base::{Fate, Limits, Stopped};
use grundy_ruleset::{Method, Step};

/// A result that rests on no path.
const NOWHERE: u32 = u32::MAX;

/// The path has this part of the memory at first. Where play can go on for long, a search that
/// needs more for it is broken off, and goes on later from what it has shown.
const SHARE: u64 = 16;
/// A path that is broken off after fewer nodes, or where the last one was, has shown too little: its
/// part is doubled.
const LONG: usize = 256;

/// What a node is known to bring about for the player to move, or how hard that is to show.
#[derive(Clone, Copy)]
struct Shown {
    numbers: Numbers,
    /// Where it is decided: a bound on the result, on the side of the goal.
    value: i8,
    /// Where it is decided: the depth of the first node of the path on which it rests.
    rests: u32,
}

impl Shown {
    fn decided(value: i8, goal: i8, rests: u32) -> Shown {
        let numbers = if value >= goal { Numbers::YES } else { Numbers::NO };
        Shown { numbers, value, rests }
    }

    fn open(numbers: Numbers) -> Shown {
        Shown { numbers, value: 0, rests: NOWHERE }
    }

    /// The same for the other player, whose goal is to prevent this one.
    fn reversed(self) -> Shown {
        let Numbers { yes, no } = self.numbers;
        Shown { numbers: Numbers { yes: no, no: yes }, value: -self.value, ..self }
    }
}

/// A step from a node of the path, with what is shown for the player who makes it.
struct Child<N> {
    step: Step<N>,
    hash: u128,
    shown: Shown,
}

/// A node on the path.
struct Frame {
    hash: u128,
    /// Its children are those from here on, up to those of the next frame.
    first: usize,
    goal: i8,
    /// The search leaves the node when its numbers reach these.
    until: Numbers,
    /// The child that is being searched.
    current: usize,
    /// Nodes visited when this one was entered.
    entered: u64,
    /// The most children whose numbers count at a time: the first that are not decided.
    wide: usize,
}

/// One thread of a search.
pub(super) struct ByNumbers<N> {
    frames: Vec<Frame>,
    children: Vec<Child<N>>,
    steps: Vec<Step<N>>,
    /// The depths of the nodes on the path, by their hashes; only where play can return.
    path: HashMap<u128, u32>,
    /// The path has this part of the memory.
    share: u64,
    /// The node at which the last search was broken off.
    broken_off: u128,
    pub(super) meter: Meter,
}

impl<N: Clone> ByNumbers<N> {
    pub(super) fn new() -> Self {
        ByNumbers {
            frames: Vec::new(),
            children: Vec::new(),
            steps: Vec::new(),
            path: HashMap::new(),
            share: SHARE,
            broken_off: 0,
            meter: Meter::new(),
        }
    }

    /// Whether the value of a node is at least `goal` (0 or 1).
    pub(super) fn search(
        &mut self,
        shared: &Shared<'_, N>,
        root: &N,
        goal: i8,
    ) -> Result<Found, Halt> {
        self.frames.clear();
        self.children.clear();
        self.path.clear();
        let most = self.most(shared);
        if self.bytes() > most {
            self.children.shrink_to_fit();
            self.frames.shrink_to_fit();
            self.path.shrink_to_fit();
        }
        let until = Numbers { yes: Numbers::NEVER, no: Numbers::NEVER };
        let mut shown = self.enter(shared, root, goal, until)?;
        loop {
            let Some(frame) = self.frames.last() else {
                let value = shown.map_or(0, |shown| shown.value);
                return Ok(Found { value, bounded: false });
            };
            if let Some(shown) = shown.take() {
                let child = &mut self.children[frame.current];
                child.shown = if child.step.turns { shown.reversed() } else { shown };
            }
            let until = frame.until;
            let here = self.shown();
            if here.numbers.yes >= until.yes || here.numbers.no >= until.no {
                shown = Some(self.leave(shared, here));
                continue;
            }
            if self.bytes() > most {
                let halt = self.break_off(shared);
                self.leave_all(shared);
                return Err(halt);
            }
            let (node, goal, until) = self.descend(shared, here);
            shown = match self.enter(shared, &node, goal, until) {
                Ok(shown) => shown,
                Err(halt) => {
                    self.leave_all(shared);
                    return Err(halt);
                }
            };
        }
    }

    /// Visits a node. Returns what is shown of it, if it is decided at once; otherwise makes it a
    /// new frame.
    fn enter(
        &mut self,
        shared: &Shared<'_, N>,
        node: &N,
        goal: i8,
        until: Numbers,
    ) -> Result<Option<Shown>, Halt> {
        self.meter.visit(shared, self.bytes())?;
        self.steps.clear();
        let hash = shared.tree.hash(node);
        let decided = |value| Ok(Some(Shown::decided(value, goal, NOWHERE)));
        if let Some(fate) = shared.tree.expand(node, &mut self.steps) {
            let value = fate.value();
            if shared.tree.is_slow() {
                shared.table.put(hash, Known { least: value, most: value, ..Known::NOTHING }, 1);
            }
            return decided(value);
        }
        let asked = if goal == 1 { Fate::Win } else { Fate::Draw };
        if let Some(brings) = shared.tree.brings(node, asked) {
            return decided(if brings { goal } else { goal - 1 });
        }
        if let Some(found) = shared.table.get(hash).answer(goal, ALL) {
            return decided(found.value);
        }
        let (first, depth) = (self.children.len(), self.frames.len() as u32);
        if !shared.tree.ends() {
            self.path.insert(hash, depth);
        }
        for step in self.steps.drain(..) {
            let hash = shared.tree.hash(&step.to);
            shared.table.prefetch(hash);
            shared.table.prefetch(numbers_of(hash, if step.turns { 1 - goal } else { goal }));
            self.children.push(Child { step, hash, shown: Shown::open(Numbers::FIRST) });
        }
        for place in first..self.children.len() {
            let shown = self.first_look(shared, first, place, goal)?;
            self.children[place].shown = shown;
            if shown.numbers == Numbers::YES {
                break;
            }
        }
        let children = &mut self.children[first..];
        let mut wide = children.len();
        // The ranks of a tree that looks long at a node are worth being followed.
        if shared.tree.is_slow() {
            children.sort_by_key(|child| Reverse(child.step.rank));
            wide = wide / 2 + 1;
        }
        if shared.many {
            shared.set_busy(hash);
        }
        let entered = self.meter.visited;
        self.frames.push(Frame { hash, first, goal, until, current: first, entered, wide });
        Ok(None)
    }

    /// What is shown of the child at a place when its node is entered; the node's children are
    /// those from `first` on.
    ///
    /// A player with more moves is more likely to win. For a node that was not visited the
    /// squares of the numbers of moves were found to serve well.
    fn first_look(
        &mut self,
        shared: &Shared<'_, N>,
        first: usize,
        place: usize,
        goal: i8,
    ) -> Result<Shown, Halt> {
        const MOST: u32 = 1 << 12;
        let held = self.bytes();
        let siblings = (self.children.len() - first) as u32;
        let Child { step, hash, .. } = &self.children[place];
        let goal = if step.turns { 1 - goal } else { goal };
        let seen = |shown: Shown| Ok(if step.turns { shown.reversed() } else { shown });
        if let Some(found) = shared.table.get(*hash).answer(goal, ALL) {
            return seen(Shown::decided(found.value, goal, NOWHERE));
        }
        if let Some(&depth) = self.path.get(hash) {
            return seen(Shown::decided(0, goal, depth));
        }
        if let Some(numbers) = shared.table.numbers(numbers_of(*hash, goal)) {
            return seen(Shown::open(numbers));
        }
        // Children of nodes with very many moves have about as many.
        if shared.tree.is_slow() || siblings > MOST {
            return Ok(Shown::open(Numbers::FIRST));
        }
        let (mover, other) = match shared.tree.mobility(&step.to) {
            Some([mover, other]) => (mover, other),
            None => {
                self.meter.visit(shared, held)?;
                self.steps.clear();
                if let Some(fate) = shared.tree.expand(&step.to, &mut self.steps) {
                    return seen(Shown::decided(fate.value(), goal, NOWHERE));
                }
                match step.turns {
                    true => (self.steps.len() as u32, siblings),
                    false => (1, 1),
                }
            }
        };
        let [mover, other] = [mover, other].map(|moves| moves.clamp(1, MOST).pow(2));
        seen(Shown::open(Numbers { yes: other, no: mover }))
    }

    /// What the children of the last frame show.
    fn shown(&self) -> Shown {
        let Some(frame) = self.frames.last() else { return Shown::decided(0, 0, NOWHERE) };
        let (mut yes, mut hardest, mut open) = (Numbers::NEVER, 0, 0);
        // The child that decides the node and rests on the path least.
        let mut best = Shown { numbers: Numbers::NO, value: -1, rests: 0 };
        let (mut most, mut rests) = (-1, NOWHERE);
        for Child { shown, .. } in &self.children[frame.first..] {
            match shown.numbers {
                Numbers { yes: 0, .. } => {
                    if best.numbers.yes > 0 || (shown.rests, shown.value) > (best.rests, best.value)
                    {
                        best = *shown;
                    }
                }
                Numbers { no: 0, .. } => {
                    most = most.max(shown.value);
                    rests = rests.min(shown.rests);
                }
                _ if open == frame.wide => {}
                numbers => {
                    open += 1;
                    yes = yes.min(numbers.yes);
                    hardest = hardest.max(numbers.no);
                }
            }
        }
        if best.numbers.yes == 0 {
            return best;
        }
        if open == 0 {
            return Shown { numbers: Numbers::NO, value: most, rests };
        }
        let no = (hardest + open as u32 - 1).min(Numbers::NEVER - 1);
        Shown::open(Numbers { yes, no })
    }

    /// The child of the last frame to look at next, and until when: until it is twice as hard as
    /// another one, so that the search does not go back and forth between two (Pawlewicz and
    /// Lew, *Improving depth-first pn-search: 1+ε trick*, 2007).
    fn descend(&mut self, shared: &Shared<'_, N>, here: Shown) -> (N, i8, Numbers) {
        let frame = self.frames.last_mut().expect("a frame that is not left");
        let (mut second, mut best) = (Numbers::NEVER, (Numbers::NEVER, Numbers::NEVER, 0));
        let (mut hardest, mut open) = (0, 0);
        for (place, child) in self.children.iter().enumerate().skip(frame.first) {
            let Numbers { yes, no } = child.shown.numbers;
            if no == 0 {
                continue;
            }
            if open == frame.wide {
                break;
            }
            open += 1;
            let busy = shared.many && shared.is_busy(child.hash);
            let hard = (yes + if busy { yes / 2 + 1 } else { 0 }, no, -child.step.rank);
            hardest = hardest.max(no);
            if hard < best {
                second = best.0;
                (best, frame.current) = (hard, place);
            } else {
                second = second.min(hard.0);
            }
        }
        let child = &self.children[frame.current];
        let others = here.numbers.no.saturating_sub(hardest);
        let no = frame.until.no.saturating_sub(others).max(child.shown.numbers.no + 1);
        let yes = frame.until.yes.min(second.saturating_add(second + 1));
        let yes = yes.max(child.shown.numbers.yes + 1);
        let until = Numbers { yes: yes.min(Numbers::NEVER), no: no.min(Numbers::NEVER) };
        let goal = frame.goal;
        match child.step.turns {
            true => (child.step.to.clone(), 1 - goal, Numbers { yes: until.no, no: until.yes }),
            false => (child.step.to.clone(), goal, until),
        }
    }

    /// Leaves the last frame, and remembers what is shown.
    fn leave(&mut self, shared: &Shared<'_, N>, mut here: Shown) -> Shown {
        let Some(frame) = self.frames.pop() else { return here };
        let depth = self.frames.len() as u32;
        self.children.truncate(frame.first);
        self.path.remove(&frame.hash);
        if shared.many {
            shared.not_busy(frame.hash);
        }
        let work = self.meter.visited - frame.entered;
        let decided = here.numbers.yes == 0 || here.numbers.no == 0;
        if decided && here.rests >= depth {
            here.rests = NOWHERE;
            let known = match here.numbers.yes {
                0 => Known { least: here.value, ..Known::NOTHING },
                _ => Known { most: here.value, ..Known::NOTHING },
            };
            shared.table.put(frame.hash, known, work);
        } else if !decided {
            shared.table.put_numbers(numbers_of(frame.hash, frame.goal), here.numbers, work);
        }
        here
    }

    /// Bytes that the path may have.
    fn most(&self, shared: &Shared<'_, N>) -> u64 {
        let Limits { memory, threads, .. } = *shared.limits;
        let left = memory.saturating_sub(shared.table.bytes() + shared.tree.held());
        (memory / self.share).min(left / threads.max(1) as u64)
    }

    /// Why a search ends when its path has outgrown its part of the memory. If it got nowhere with
    /// all the memory that is left, it has no room to go on.
    fn break_off(&mut self, shared: &Shared<'_, N>) -> Halt {
        let last = self.frames.last().map_or(0, |frame| frame.hash);
        let again = std::mem::replace(&mut self.broken_off, last) == last;
        let is_alone = shared.tree.method() == Method::ProofNumbers;
        match self.frames.len() < LONG || again {
            true if self.share > 1 => self.share /= 2,
            true if is_alone => {
                let (limit, reached) = (shared.limits.memory, self.meter.visited as usize);
                return Halt::Stopped(Stopped::Memory { limit, needed: limit, reached });
            }
            // The other search goes on.
            _ => {}
        }
        Halt::Enough
    }

    /// Leaves all frames, so that the search can go on from what is shown.
    fn leave_all(&mut self, shared: &Shared<'_, N>) {
        while !self.frames.is_empty() {
            let here = self.shown();
            let shown = self.leave(shared, here);
            if let Some(parent) = self.frames.last() {
                let child = &mut self.children[parent.current];
                child.shown = if child.step.turns { shown.reversed() } else { shown };
            }
        }
    }

    /// Bytes of the path.
    fn bytes(&self) -> u64 {
        (self.children.capacity() * size_of::<Child<N>>()
            + self.frames.capacity() * size_of::<Frame>()
            + self.path.capacity() * size_of::<(u128, u32)>()) as u64
    }
}

/// Under which hash the numbers of a node are stored.
fn numbers_of(hash: u128, goal: i8) -> u128 {
    hash ^ if goal == 1 { SALT } else { SALT.rotate_left(64) }
}
const SALT: u128 = 0x243f_6a88_85a3_08d3_1319_8a2e_0370_7344;
