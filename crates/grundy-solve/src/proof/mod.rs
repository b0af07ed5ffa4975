//! Who wins one position of a game that is too large to list: forward search with a
//! transposition table of fixed size.
//!
//! A question is whether the player to move can bring about at least a goal, a win or a
//! draw; two questions decide a position. Two searches answer it, by turns if the tree does not
//! say which one is better (`turns`): alpha-beta (`worker`) and proof numbers (`numbers`). They
//! share the table.
//!
//! Alpha-beta is a depth-first search of a null window around the goal (Knuth and
//! Moore 1975) over three values. Steps are ordered by the
//! hints of the rules, by the step that was best before, and by the history of steps of
//! the same [slot](grundy_ruleset::Step::slot) (Schaeffer 1989). Threads share one table and put off the
//! nodes that another thread is searching.
//!
//! # Play that can return
//!
//! Where play can go on for ever, alpha-beta asks for a win within n moves, with growing n. Such an
//! answer does not depend on the way by which a position was reached, so no result depends on the
//! path (the graph-history interaction, Campbell 1985). A win that is found this way is a win; that
//! there is none within n moves is stored with n and used for at most n moves. Where no line of the
//! search was cut off at the number of moves, the answer is final. Proof numbers also find draws of
//! play that goes on for ever; see `numbers`.
//!
//! # Who uses it
//!
//! `solve::proof` searches forward from one position with a transposition table of fixed size, for
//! games that are too large to list. It knows a game only as a tree (`ruleset::Forward`): by packed
//! keys, by the rules, or by boards that a ruleset makes for it. Alpha-beta (`worker`) and proof
//! numbers (`numbers`) answer its questions with one table. If play of a packed game can return
//! within a tier, late positions are listed before each turn of the search and looked up
//! (`grundy-game`'s `endgame`). `answer::solve_weakly` makes strategies: `verify::strategy` walks
//! through all play by the rules and asks the search for moves, or a file (`format::strategy`) when
//! it checks one. The same module has the player that thinks about a move (`proof::Thoughts`: Monte
//! Carlo tree search that backs up proofs, `lines`, or alpha-beta search by mobility, `mobility`,
//! as a `trial` of random play suggests). Games that are won by points are asked who wins with a
//! handicap (`proof::ByHandicaps`). The book describes both.

mod bounds;
mod keep;
mod lines;
mod margin;
mod mobility;
mod numbers;
mod shared;
mod table;
mod think;
mod thoughts;
mod threads;
mod trees;
mod trial;
mod turns;
mod worker;

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

pub use bounds::Bounds;
use bounds::fate;
use grundy_base::{Fate, Fault, Limits, Stopped};
use grundy_ruleset::Forward;
use keep::Keeper;
pub use margin::{ByHandicaps, Handicapped, Lagging, MakeNode, Pointed};
use numbers::ByNumbers;
use table::Table;
pub use thoughts::{Candidate, Thinking, Thought, Thoughts};
pub use trees::{ByKeys, ByRules, Node};
use worker::{Found, Worker, hash_of_moves};

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

grundy_base::debug! {
    impl[N] Prover<N>: "Prover";
}

/// Bytes of a table at first.
const SMALL: u64 = 16 << 20;
/// A tree may hold this part of what the table may have.
const SHARE_OF_TREE: u64 = 16;
/// Places in which nodes are marked that a thread is searching.
const BUSY: usize = 1 << 14;

impl<N: Clone + Send + Sync> Prover<N> {
    /// A search with a table of at most `memory` bytes.
    #[must_use]
    pub fn new(tree: Arc<dyn Forward<N>>, memory: u64) -> Self {
        tree.may_hold(memory / SHARE_OF_TREE);
        Prover {
            tree,
            // The path needs room, too.
            table: Table::new((memory / 2).min(SMALL)),
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

    /// Writes the table into the file that keeps it, if there is one, unless the rules have failed.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn keep(&mut self) -> io::Result<()> {
        let keeper = self.keeper.as_ref().filter(|_| self.tree.failure().is_none());
        let Some(keeper) = keeper else { return Ok(()) };
        let mut keeper = keeper.lock().unwrap_or_else(PoisonError::into_inner);
        keeper.write(&self.table);
        keeper.take_error().map_or(Ok(()), Err)
    }

    /// Moves to `fate`, if at most `most` and found in about `effort` more visits of nodes: to a
    /// win of the player to move, or of the other player for a loss. Each number of moves is tried
    /// in turn, and nodes are stored with the number of moves left; what was found before is
    /// forgotten at the first call. The tree must give a result only where play is over.
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

    /// Makes the table as large as is of use for a search of `nodes` nodes, within `memory` bytes
    /// and the limit. What it says is kept.
    pub fn expect(&mut self, nodes: u64, memory: u64) {
        const EACH: u64 = 16;
        let memory = memory.min(self.memory);
        let bytes = nodes.saturating_mul(EACH).clamp(SMALL, memory.max(SMALL));
        // Both are there for a moment.
        let bytes = bytes.min(memory.saturating_sub(self.table.bytes()));
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

    /// Proves the result at a node, within about `effort` more visits of nodes. `proved` is told
    /// each time that something new is known.
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

    /// Whether the player to move brings about at least `fate`; none if that is not known within
    /// about `effort` more visits of nodes.
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

    /// The hashes of the nodes after the steps from a node, in the order in which they are
    /// searched. Where moves are counted, the first is the one that was best with `left` moves
    /// left.
    #[must_use]
    pub fn steps(&self, node: &N, left: Option<u32>) -> Vec<u128> {
        let mut steps = Vec::new();
        if self.tree.expand(node, &mut steps).is_some() {
            return Vec::new();
        }
        let left = left.map_or(0, hash_of_moves);
        let best = self.table.get(self.tree.hash(node) ^ left).slot;
        steps.sort_by_key(|step| (step.slot != best || best == 0, -i32::from(step.rank)));
        steps.iter().map(|step| self.tree.hash(&step.to)).collect()
    }

    /// The error of the rules, if they have failed.
    #[must_use]
    pub fn failure(&self) -> Option<Fault> {
        self.tree.failure()
    }

    /// The function that gives the hash of a node, to be asked while the prover works.
    pub fn hashing(&self) -> impl Fn(&N) -> u128 + use<N> {
        let tree = self.tree.clone();
        move |node| tree.hash(node)
    }

    /// The hash of a node.
    #[must_use]
    pub fn hash(&self, node: &N) -> u128 {
        self.tree.hash(node)
    }

    /// What is known of a node without a search: what stands in the table, and, where nodes are soon
    /// expanded, what is plain.
    #[must_use]
    pub fn known(&self, node: &N) -> Bounds {
        let found = self.looked_up(node);
        // The rules may fail by this very look.
        if self.tree.failure().is_some() { Bounds::UNKNOWN } else { found }
    }

    fn looked_up(&self, node: &N) -> Bounds {
        let known = self.table.get(self.tree.hash(node));
        let mut bounds = Bounds { at_least: fate(known.least), at_most: fate(known.most) };
        if bounds.fate().is_some() || self.tree.is_slow() {
            return bounds;
        }
        if let Some(fate) = self.tree.over(node) {
            return Bounds { at_least: fate, at_most: fate };
        }
        for goal in [1, 0] {
            if let Some(brings) = self.tree.brings(node, fate(goal)) {
                let value = if brings { goal } else { goal - 1 };
                bounds = bounds.with(goal, Found { value, bounded: false });
            }
        }
        bounds
    }
}
