//! Who wins one position of a game that is too large to list: forward search with a
//! transposition table of fixed size.
//!
//! A question is whether the player to move can bring about at least a goal, a win or a
//! draw; two questions decide a position. Two searches answer it, by turns if the tree does not
//! say which one is better: alpha-beta (`worker`) and proof numbers (`numbers`). They
//! share the table.
//!
//! Alpha-beta is a depth-first search of a null window around the goal (Knuth and
//! Moore 1975) over three values. Steps are ordered by the
//! hints of the rules, by the step that was best before, and by the history of steps of
//! the same [slot](crate::ruleset::Step::slot) (Schaeffer 1989). Threads share one table and put off the
//! nodes that another thread is searching.
//!
//! # Play that can return
//!
//! Where play can go on for ever, alpha-beta asks for "a win within so many moves" with a growing
//! number of moves. Such an answer does not depend on the way by which a position was
//! reached, so no result depends on the path (the graph-history interaction, Campbell 1985).
//! A win that is found this way is a win; that there is none within so many moves is stored
//! with the number of moves and used for at most as many. Where no line of the search was
//! cut off at the number of moves, the answer is final. Proof numbers also find draws of play
//! that goes on for ever; see `numbers`.

mod keep;
mod lines;
mod margin;
mod mobility;
mod numbers;
mod shared;
mod table;
mod think;
mod thoughts;
mod trees;
mod trial;
mod worker;

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crate::limits::{Limits, Progress, Stopped};
use crate::outcome::Fate;
use crate::ruleset::forward::hash_of_word;
use crate::ruleset::{Forward, Method};
use keep::Keeper;
pub use margin::{ByHandicaps, Pointed};
use numbers::ByNumbers;
use shared::{Halt, Shared};
use table::Table;
pub use thoughts::{Candidate, Thinking, Thought, Thoughts};
pub use trees::{ByKeys, ByRules, Node};
use worker::{ALL, Found, Worker};

/// What is proved of the result for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The player brings about at least this.
    pub at_least: Fate,
    /// The player brings about at most this.
    pub at_most: Fate,
}

impl Bounds {
    /// Nothing is proved.
    pub const UNKNOWN: Bounds = Bounds { at_least: Fate::Loss, at_most: Fate::Win };

    /// The result, once it is proved.
    #[must_use]
    pub fn fate(self) -> Option<Fate> {
        (self.at_least == self.at_most).then_some(self.at_least)
    }

    /// The same for the other player.
    #[must_use]
    pub const fn reversed(self) -> Bounds {
        Bounds { at_least: self.at_most.reversed(), at_most: self.at_least.reversed() }
    }

    /// What two bounds say together.
    #[must_use]
    pub fn and(self, other: Bounds) -> Bounds {
        Bounds {
            at_least: fate(self.at_least.value().max(other.at_least.value())),
            at_most: fate(self.at_most.value().min(other.at_most.value())),
        }
    }

    /// Whether the player brings about at least this.
    #[must_use]
    pub fn ensures(self, fate: Fate) -> bool {
        self.at_least.value() >= fate.value()
    }

    /// Whether the player cannot bring about as much as this.
    #[must_use]
    pub fn rules_out(self, fate: Fate) -> bool {
        self.at_most.value() < fate.value()
    }

    /// Orders bounds from best to worst for the player that they speak of.
    #[must_use]
    pub fn rank(self) -> (i8, i8) {
        (-self.at_least.value(), -self.at_most.value())
    }

    /// The bounds with what was found about a goal.
    fn with(self, goal: i8, Found { value, bounded }: Found) -> Bounds {
        match (bounded, value >= goal) {
            (true, _) => self,
            (false, true) => self.and(Bounds { at_least: fate(value), at_most: Fate::Win }),
            (false, false) => self.and(Bounds { at_least: Fate::Loss, at_most: fate(value) }),
        }
    }
}

const fn fate(value: i8) -> Fate {
    match value {
        ..0 => Fate::Loss,
        0 => Fate::Draw,
        1.. => Fate::Win,
    }
}

/// A search of one game. Its table is kept from question to question.
pub struct Prover<N> {
    tree: Arc<dyn Forward<N>>,
    table: Table,
    /// The most bytes that the table may have.
    memory: u64,
    workers: Vec<Worker<N>>,
    by_numbers: Vec<ByNumbers<N>>,
    busy: Vec<AtomicU64>,
    visited: AtomicU64,
    /// Whether moves are counted.
    exact: bool,
    keeper: Option<Mutex<Keeper>>,
    /// How moves are searched; none if that is chosen for each.
    method: Option<Thinking>,
}

/// A question about a node, and how far the search for the answer is.
struct Question {
    goal: i8,
    /// So many moves alpha-beta looks ahead in its next turn.
    left: u32,
    /// So many nodes each search visits in its next turn.
    nodes: u64,
}

/// What a worker does.
type Work<'w, W, N> = dyn Fn(&mut W, &Shared<'_, N>) -> Result<Found, Halt> + Sync + 'w;

/// What the limits call this work.
const STAGE: &str = "searching";
/// Nodes that each of two searches visits in its first turn.
const TURN: u64 = 1 << 12;
/// Searches of fewer nodes are not worth starting threads.
const SOON: u64 = 1 << 15;
/// Bytes of a table at first.
const SMALL: u64 = 16 << 20;
/// A tree may hold this part of what the table may have.
const SHARE_OF_TREE: u64 = 16;
/// Places in which nodes are marked that a thread is searching.
const BUSY: usize = 1 << 14;

impl<N: Clone + Send + Sync> Prover<N> {
    /// A search with a table of at most so many bytes.
    #[must_use]
    pub fn new(tree: Arc<dyn Forward<N>>, memory: u64) -> Self {
        tree.may_hold(memory / SHARE_OF_TREE);
        Prover {
            tree,
            table: Table::new(memory.min(SMALL)),
            memory,
            workers: Vec::new(),
            by_numbers: Vec::new(),
            busy: std::iter::repeat_with(|| AtomicU64::new(0)).take(BUSY).collect(),
            visited: AtomicU64::new(0),
            exact: false,
            keeper: None,
            method: None,
        }
    }

    /// Writes the table into this file twice a minute during a search, and goes on with what
    /// the file says if it is there. `name` tells searches apart. Returns whether there was a
    /// file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, is damaged, or of another search.
    pub fn keep_in(&mut self, path: &Path, name: &str) -> io::Result<bool> {
        let (keeper, table) = Keeper::open(path, name, self.memory)?;
        self.keeper = Some(Mutex::new(keeper));
        let found = table.is_some();
        if let Some(table) = table {
            self.table = table;
        }
        Ok(found)
    }

    /// Writes the table into the file that keeps it, if there is one.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn keep(&mut self) -> io::Result<()> {
        let Some(keeper) = &self.keeper else { return Ok(()) };
        let mut keeper = keeper.lock().unwrap_or_else(PoisonError::into_inner);
        keeper.write(&self.table);
        keeper.take_error().map_or(Ok(()), Err)
    }

    /// In how many moves the player to move brings about a win, or the other player a loss,
    /// if it is that and comes within `most` moves, and is found with about so many more
    /// visits of nodes. Each number of moves is tried in turn, and nodes are stored with the
    /// number of moves left; what was found before is forgotten at the first call. The tree
    /// must give a result only where play is over.
    ///
    /// # Errors
    ///
    /// When a limit is reached.
    pub fn remoteness(
        &mut self,
        node: &N,
        (fate, most): (Fate, u32),
        effort: u64,
        limits: &Limits<'_>,
    ) -> Result<Option<u32>, Stopped> {
        let goal = match fate {
            Fate::Win => 1,
            Fate::Loss => 0,
            Fate::Draw => return Ok(None),
        };
        if !self.exact {
            self.exact = true;
            self.table = Table::new(self.table.bytes());
        }
        let last = self.visited().saturating_add(effort);
        for moves in 0..=most {
            match self.reaches(node, goal, moves, last, limits)? {
                None => return Ok(None),
                Some(Found { bounded: true, .. }) => {}
                Some(found) => return Ok((found.value == fate.value()).then_some(moves)),
            }
        }
        Ok(None)
    }

    /// Makes the table as large as is of use for a search of so many nodes, within the
    /// limit. What it says is kept.
    pub fn expect(&mut self, nodes: u64) {
        const EACH: u64 = 16;
        let bytes = nodes.saturating_mul(EACH).clamp(SMALL, self.memory.max(SMALL));
        // Both are there for a moment.
        let bytes = bytes.min(self.memory.saturating_sub(self.table.bytes()));
        if bytes / 2 > self.table.bytes() {
            self.table = self.table.grown(bytes);
        }
    }

    /// Bytes of the table.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.table.bytes()
    }

    /// Nodes visited so far.
    #[must_use]
    pub fn visited(&self) -> u64 {
        self.visited.load(Ordering::Relaxed)
    }

    /// Whether nodes are sums of components; see [`Forward::adds`].
    #[must_use]
    pub fn adds(&self) -> bool {
        self.tree.adds()
    }

    /// Proves the result at a node, with about so many more visits of nodes. `proved` is
    /// told each time that something new is known.
    ///
    /// # Errors
    ///
    /// When a limit is reached; what was proved until then has been told.
    pub fn prove(
        &mut self,
        node: &N,
        effort: u64,
        limits: &Limits<'_>,
        proved: &mut dyn FnMut(Bounds),
    ) -> Result<Bounds, Stopped> {
        let last = self.visited().saturating_add(effort);
        let mut bounds = Bounds::UNKNOWN;
        let mut questions = [1, 0].map(|goal| self.question(goal));
        loop {
            for question in &mut questions {
                let goal = question.goal;
                if bounds.at_least.value() >= goal || bounds.at_most.value() < goal {
                    continue;
                }
                // Where play can return, a question may have no end.
                let found = match self.tree.ends() {
                    true => self.decide(node, question, last, limits)?,
                    false => self.turn(node, question, last, limits)?,
                };
                if let Some(found) = found {
                    bounds = bounds.with(goal, found);
                    proved(bounds);
                }
            }
            if bounds.fate().is_some() || self.visited() >= last {
                return Ok(bounds);
            }
        }
    }

    /// Whether the player to move brings about at least `fate`; none if that is not known
    /// with about so many more visits of nodes.
    ///
    /// # Errors
    ///
    /// When a limit is reached.
    pub fn brings(
        &mut self,
        node: &N,
        fate: Fate,
        effort: u64,
        limits: &Limits<'_>,
    ) -> Result<Option<bool>, Stopped> {
        let last = self.visited().saturating_add(effort);
        let goal = fate.value();
        if goal < 0 {
            return Ok(Some(true));
        }
        let mut question = self.question(goal);
        let found = self.decide(node, &mut question, last, limits)?;
        Ok(found.map(|found| found.value >= goal))
    }

    fn question(&self, goal: i8) -> Question {
        Question { goal, left: if self.tree.ends() { ALL } else { 1 }, nodes: TURN }
    }

    /// Whether the value of a node is at least the goal; none when so many nodes were visited
    /// that it is no longer worth while.
    fn decide(
        &mut self,
        node: &N,
        question: &mut Question,
        most_visited: u64,
        limits: &Limits<'_>,
    ) -> Result<Option<Found>, Stopped> {
        loop {
            let found = self.turn(node, question, most_visited, limits)?;
            if found.is_some() || self.visited() >= most_visited {
                return Ok(found);
            }
        }
    }

    /// The same, where each of the two searches has one turn. What they find is in one table.
    fn turn(
        &mut self,
        node: &N,
        question: &mut Question,
        most_visited: u64,
        limits: &Limits<'_>,
    ) -> Result<Option<Found>, Stopped> {
        let Question { goal, left, nodes } = question;
        let method = self.tree.method();
        let alone = self.tree.ends() && method != Method::InTurns;
        let nodes =
            if alone { u64::MAX } else { std::mem::replace(nodes, nodes.saturating_mul(2)) };
        let end = |visited: u64| most_visited.min(visited.saturating_add(nodes));
        if method != Method::ProofNumbers {
            let end = end(self.visited());
            while let Some(found) = self.reaches(node, *goal, *left, end, limits)? {
                if !found.bounded {
                    return Ok(Some(found));
                }
                *left += 1;
            }
        }
        if method != Method::AlphaBeta {
            return self.narrowly((node, *goal), end(self.visited()), limits);
        }
        Ok(None)
    }

    /// The hashes of the nodes after the steps from a node, in the order in which they are
    /// searched. Where moves are counted, the first is the one that was best with so many
    /// moves left.
    #[must_use]
    pub fn steps(&self, node: &N, left: Option<u32>) -> Vec<u128> {
        let mut steps = Vec::new();
        if self.tree.expand(node, &mut steps).is_some() {
            return Vec::new();
        }
        let left = left.map_or(0, |left| hash_of_word(left.into()));
        let best = self.table.get(self.tree.hash(node) ^ left).slot;
        steps.sort_by_key(|step| (step.slot != best || best == 0, -i32::from(step.rank)));
        steps.iter().map(|step| self.tree.hash(&step.to)).collect()
    }

    /// The hash of a node.
    #[must_use]
    pub fn hash(&self, node: &N) -> u128 {
        self.tree.hash(node)
    }

    /// Whether the value of a node is at least `goal` within `left` moves; none when so
    /// many nodes were visited that it is no longer worth while.
    fn reaches(
        &mut self,
        node: &N,
        goal: i8,
        left: u32,
        most_visited: u64,
        limits: &Limits<'_>,
    ) -> Result<Option<Found>, Stopped> {
        if !self.may_begin(most_visited, limits)? {
            return Ok(None);
        }
        let threads = limits.threads.max(1);
        if threads > 1 {
            let alone = Limits { threads: 1, ..*limits };
            let soon = most_visited.min(self.visited() + SOON);
            let found = self.search((node, goal, left), soon, &alone)?;
            if found.is_some() || soon == most_visited {
                return Ok(found);
            }
        }
        self.search((node, goal, left), most_visited, limits)
    }

    /// Whether there is work left to do. A search of few nodes never looks at the limits itself.
    fn may_begin(&self, most_visited: u64, limits: &Limits<'_>) -> Result<bool, Stopped> {
        if self.visited() >= most_visited {
            return Ok(false);
        }
        let positions = self.visited() as usize;
        let bytes = self.bytes() + self.tree.held();
        limits.check(Progress { stage: STAGE, positions, bytes })?;
        Ok(true)
    }

    /// The same, by as many threads as there may be.
    fn search(
        &mut self,
        (node, goal, left): (&N, i8, u32),
        most_visited: u64,
        limits: &Limits<'_>,
    ) -> Result<Option<Found>, Stopped> {
        let mut workers = std::mem::take(&mut self.workers);
        workers.resize_with(limits.threads.max(workers.len()).max(1), Worker::new);
        let found = self.by_threads(&mut workers, most_visited, limits, &|worker, shared| {
            worker.search(shared, node, goal, left)
        });
        workers.iter_mut().for_each(|worker| _ = worker.meter.count(&self.visited));
        self.workers = workers;
        found
    }

    /// Whether the value of a node is at least `goal`, by proof numbers.
    fn narrowly(
        &mut self,
        (node, goal): (&N, i8),
        most_visited: u64,
        limits: &Limits<'_>,
    ) -> Result<Option<Found>, Stopped> {
        if !self.may_begin(most_visited, limits)? {
            return Ok(None);
        }
        let mut workers = std::mem::take(&mut self.by_numbers);
        workers.resize_with(limits.threads.max(workers.len()).max(1), ByNumbers::new);
        let found = self.by_threads(&mut workers, most_visited, limits, &|worker, shared| {
            worker.search(shared, node, goal)
        });
        workers.iter_mut().for_each(|worker| _ = worker.meter.count(&self.visited));
        self.by_numbers = workers;
        found
    }

    /// Lets workers search until one of them is done.
    fn by_threads<W: Send>(
        &self,
        workers: &mut [W],
        most_visited: u64,
        limits: &Limits<'_>,
        work: &Work<'_, W, N>,
    ) -> Result<Option<Found>, Stopped> {
        let threads = limits.threads.max(1);
        let done = AtomicBool::new(false);
        let shared = &Shared {
            tree: &*self.tree,
            table: &self.table,
            limits,
            stage: STAGE,
            many: threads > 1,
            busy: &self.busy,
            visited: &self.visited,
            exact: self.exact,
            keeper: self.keeper.as_ref(),
            most_visited,
            done: &done,
        };
        let work = |worker: &mut W| {
            let found = work(worker, shared);
            done.store(true, Ordering::Relaxed);
            found
        };
        let work = &work;
        let found: Vec<Result<Found, Halt>> = match &mut workers[..threads] {
            [worker] => vec![work(worker)],
            workers => thread::scope(|scope| {
                let threads: Vec<_> =
                    workers.iter_mut().map(|worker| scope.spawn(move || work(worker))).collect();
                threads.into_iter().filter_map(|thread| thread.join().ok()).collect()
            }),
        };
        if threads > 1 {
            self.busy.iter().for_each(|place| place.store(0, Ordering::Relaxed));
        }
        let mut stopped = None;
        for found in found {
            match found {
                Ok(found) => return Ok(Some(found)),
                Err(Halt::Enough) => {}
                Err(Halt::Stopped(why)) => stopped = Some(why),
            }
        }
        stopped.map_or(Ok(None), Err)
    }

    /// What is known of a node without a search.
    #[must_use]
    pub fn known(&self, node: &N) -> Bounds {
        let mut steps = Vec::new();
        if let Some(fate) = self.tree.expand(node, &mut steps) {
            return Bounds { at_least: fate, at_most: fate };
        }
        let known = self.table.get(self.tree.hash(node));
        let mut bounds = Bounds { at_least: fate(known.least), at_most: fate(known.most) };
        for goal in [1, 0] {
            if let Some(brings) = self.tree.brings(node, fate(goal)) {
                let value = if brings { goal } else { goal - 1 };
                bounds = bounds.with(goal, Found { value, bounded: false });
            }
        }
        bounds
    }
}
