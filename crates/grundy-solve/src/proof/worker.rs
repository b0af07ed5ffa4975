//! One thread of a forward search: depth first, with an explicit stack.

use super::shared::{Halt, Meter, Shared};
use super::table::{Known, SLOTS};
use grundy_base::Fate;
use grundy_ruleset::Step;
use grundy_ruleset::forward::hash_of_word;

/// More moves than any search looks ahead: no limit.
pub(super) const ALL: u32 = u32::MAX;

/// The result for the player to move, as a search has found it: a bound on the side of
/// the goal that it was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) value: i8,
    /// Whether it holds only within the number of moves that was asked for.
    pub(super) bounded: bool,
}

/// Nodes after which a thread looks whether other threads have decided a node of its path.
const OVERTAKEN: u64 = 512;

/// Frames this near to the root look which nodes other threads are searching. Deeper
/// subtrees are soon done, and their results are in the table.
const SHARED_FRAMES: usize = 24;

/// A node on the path.
struct Frame {
    hash: u128,
    /// The steps of the node begin here; those before `next` are done.
    first: usize,
    next: usize,
    /// From here on there are steps that were put off, as another thread is searching them.
    later: usize,
    end: usize,
    /// The least value that is good enough.
    goal: i8,
    /// The greatest value of a step so far.
    best: i8,
    /// Its slot.
    slot: u16,
    bounded: bool,
    /// Whether the step that is being searched gives the turn to the other player.
    turns: bool,
    /// How many moves may follow.
    left: u32,
    /// Nodes visited when this one was entered.
    entered: u64,
}

/// What the hash of a node is combined with where `left` moves are left. Not the hash of a word:
/// keys of positions are small words, too, and a node with key 0 and 7 moves left would be taken
/// for that with key 7 and none.
pub(super) fn hash_of_moves(left: u32) -> u128 {
    hash_of_word(left.into()).rotate_left(64)
}

/// One thread of a search. What it has learned about moves is kept from call to call.
pub(super) struct Worker<N> {
    frames: Vec<Frame>,
    /// The steps of all frames, each after those of the frame before.
    steps: Vec<Step<N>>,
    /// How often a step of a slot was good enough, less how often it was not.
    history: [Vec<u32>; 2],
    pub(super) meter: Meter,
    /// The question that the frames are about, if the search of it was stopped.
    stopped: Option<(u128, i8, u32)>,
}

/// The highest score of a slot.
const MOST_HISTORY: u32 = 4000;

impl<N: Clone> Worker<N> {
    pub(super) fn new() -> Self {
        Worker {
            frames: Vec::new(),
            steps: Vec::new(),
            history: [vec![0; SLOTS], vec![0; SLOTS]],
            meter: Meter::new(),
            stopped: None,
        }
    }

    /// Whether the value of a node is at least `goal` (0 or 1), looking at most `left`
    /// moves ahead: the value that is returned is a lower bound if so, and an upper bound
    /// if not. A search that was stopped goes on, if the next question is the same.
    pub(super) fn search(
        &mut self,
        shared: &Shared<'_, N>,
        root: &N,
        goal: i8,
        left: u32,
    ) -> Result<Found, Halt> {
        let question = (shared.tree.hash(root), goal, left);
        let mut found = match self.frames.last_mut() {
            Some(frame) if self.stopped == Some(question) => {
                // The step that was not taken.
                frame.next -= 1;
                self.overtaken(shared)
            }
            _ => {
                self.frames.clear();
                self.steps.clear();
                self.enter(shared, root, goal, left)?
            }
        };
        self.stopped = Some(question);
        let mut look = 0;
        loop {
            if shared.many && self.meter.visited >= look {
                look = self.meter.visited + OVERTAKEN;
                found = self.overtaken(shared).or(found);
            }
            let Some(frame) = self.frames.last_mut() else {
                return Ok(found.expect("an empty path is a decided root"));
            };
            if let Some(Found { value, bounded }) = found {
                let value = if frame.turns { -value } else { value };
                let step = &self.steps[frame.next - 1];
                if value > frame.best {
                    (frame.best, frame.slot) = (value, step.slot);
                }
                frame.bounded |= bounded;
                if frame.best >= frame.goal {
                    // What the other steps would need does not matter.
                    frame.bounded = bounded;
                    self.learn();
                    found = Some(self.leave(shared));
                    continue;
                }
            }
            found = match self.next_step(shared) {
                Some((to, goal, left)) => self.enter(shared, &to, goal, left)?,
                None => Some(self.leave(shared)),
            };
        }
    }

    /// Leaves the frames after the first one that another thread has decided, and that one.
    fn overtaken(&mut self, shared: &Shared<'_, N>) -> Option<Found> {
        let near = self.frames.iter().take(SHARED_FRAMES).enumerate();
        let (depth, found) = near.into_iter().find_map(|(depth, frame)| {
            let known = shared.table.get(frame.hash);
            Some((depth, known.answer(frame.goal, frame.left)?))
        })?;
        for frame in self.frames.drain(depth..).rev() {
            self.steps.truncate(frame.first);
            shared.not_busy(frame.hash);
        }
        Some(found)
    }

    /// The next step of the last frame, with the goal and the moves left after it.
    fn next_step(&mut self, shared: &Shared<'_, N>) -> Option<(N, i8, u32)> {
        let depth = self.frames.len();
        let frame = self.frames.last_mut()?;
        if shared.many && depth <= SHARED_FRAMES {
            // The first step is searched by all, and the others each by one (Kerrigan,
            // Simplified ABDADA, 2013).
            while frame.next > frame.first && frame.next < frame.later {
                let hash = shared.tree.hash(&self.steps[frame.next].to);
                if !shared.is_busy(hash) {
                    break;
                }
                frame.later -= 1;
                self.steps[frame.next..=frame.later].rotate_left(1);
            }
        }
        let step = self.steps[..frame.end].get(frame.next)?;
        frame.next += 1;
        frame.later = if frame.next > frame.later { frame.end } else { frame.later };
        frame.turns = step.turns;
        if let Some(after) = self.steps[..frame.end].get(frame.next)
            && !shared.exact
        {
            shared.table.prefetch(shared.tree.hash(&after.to));
        }
        let goal = if step.turns { 1 - frame.goal } else { frame.goal };
        let left = if frame.left == ALL { ALL } else { frame.left - 1 };
        Some((step.to.clone(), goal, left))
    }

    /// Visits a node. Returns its value, if that is known at once; otherwise makes it a new frame.
    fn enter(
        &mut self,
        shared: &Shared<'_, N>,
        node: &N,
        goal: i8,
        left: u32,
    ) -> Result<Option<Found>, Halt> {
        self.meter.visit(shared, 0)?;
        let mut hash = shared.tree.hash(node);
        if shared.exact {
            hash ^= hash_of_moves(left);
        }
        shared.table.prefetch(hash);
        let first = self.steps.len();
        if shared.tree.is_slow()
            && let Some(found) = shared.table.get(hash).answer(goal, left)
        {
            return Ok(Some(found));
        }
        if let Some(fate) = shared.tree.expand(node, &mut self.steps) {
            self.steps.truncate(first);
            let value = fate.value();
            return Ok(Some(Found { value, bounded: false }));
        }
        // Before the table is read, as its entry may still be on its way from memory.
        let asked = if goal == 1 { Fate::Win } else { Fate::Draw };
        if let Some(brings) = shared.tree.brings(node, asked) {
            self.steps.truncate(first);
            let value = if brings { goal } else { goal - 1 };
            return Ok(Some(Found { value, bounded: false }));
        }
        let known = shared.table.get(hash);
        if let Some(found) = known.answer(goal, left) {
            self.steps.truncate(first);
            return Ok(Some(found));
        }
        self.order(first, goal, known.slot);
        if shared.many && self.frames.len() <= SHARED_FRAMES {
            shared.set_busy(hash);
        }
        let end = self.steps.len();
        self.frames.push(Frame {
            hash,
            first,
            next: first,
            later: end,
            end,
            goal,
            best: -1,
            slot: 0,
            bounded: false,
            turns: true,
            left,
            entered: self.meter.visited,
        });
        Ok(None)
    }

    /// Sorts the steps from `first` on, the most promising first.
    fn order(&mut self, first: usize, goal: i8, known: u16) {
        let history = &self.history[goal as usize];
        let promise = |step: &Step<N>| {
            let slot = usize::from(step.slot) % SLOTS;
            let before = if known != 0 && step.slot == known { MOST_HISTORY } else { 0 };
            i64::from(step.rank) * i64::from(MOST_HISTORY) + i64::from(history[slot] + before)
        };
        order(&mut self.steps[first..], promise);
    }

    /// The last frame's step was good enough: steps of its slot are tried earlier from now on, and
    /// the steps tried before it later.
    fn learn(&mut self) {
        let Some(frame) = self.frames.last() else { return };
        let tried = &self.steps[frame.first..frame.next];
        let Some((good, before)) = tried.split_last() else { return };
        let history = &mut self.history[frame.goal as usize];
        let score = &mut history[usize::from(good.slot) % SLOTS];
        *score = (*score + before.len() as u32).min(MOST_HISTORY);
        for step in before {
            let score = &mut history[usize::from(step.slot) % SLOTS];
            *score = score.saturating_sub(1);
        }
    }

    /// Leaves the last frame, and remembers what was found.
    fn leave(&mut self, shared: &Shared<'_, N>) -> Found {
        let Some(frame) = self.frames.pop() else { return Found { value: 0, bounded: true } };
        self.steps.truncate(frame.first);
        if shared.many && self.frames.len() <= SHARED_FRAMES {
            shared.not_busy(frame.hash);
        }
        let Frame { best: value, goal, bounded, left, slot, .. } = frame;
        let nothing = Known { slot, ..Known::NOTHING };
        let known = match (value >= goal, bounded) {
            (true, false) => Known { least: value, ..nothing },
            (false, false) => Known { most: value, ..nothing },
            (true, true) => Known { no_loss: left, ..nothing },
            (false, true) => Known { no_win: left, ..nothing },
        };
        shared.table.put(frame.hash, known, self.meter.visited - frame.entered);
        Found { value, bounded }
    }
}

/// Sorts steps, the most promising first.
pub(super) fn order<N>(steps: &mut [Step<N>], promise: impl Fn(&Step<N>) -> i64) {
    if steps.len() <= 16 {
        // Few steps, each with a score that is soon computed.
        let mut scores = [0; 16];
        for i in 0..steps.len() {
            let score = promise(&steps[i]);
            let mut place = i;
            while place > 0 && scores[place - 1] < score {
                scores[place] = scores[place - 1];
                steps.swap(place, place - 1);
                place -= 1;
            }
            scores[place] = score;
        }
    } else {
        steps.sort_by_cached_key(|step| std::cmp::Reverse(promise(step)));
    }
}

impl Known {
    /// Whether the value is at least `goal` within `left` moves, if that is known.
    pub(super) fn answer(self, goal: i8, left: u32) -> Option<Found> {
        if self.least >= goal {
            return Some(Found { value: self.least, bounded: false });
        }
        if self.most < goal {
            return Some(Found { value: self.most, bounded: false });
        }
        let within = if goal == 1 { self.no_win } else { self.no_loss };
        // Without moves left nobody wins any more.
        (left == 0 || within >= left).then_some(Found { value: 0, bounded: true })
    }
}
