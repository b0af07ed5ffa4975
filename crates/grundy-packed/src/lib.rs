//! Retrograde analysis of games of very many positions, packed into integers and spread
//! over workers.
//!
//! One method for one worker, for threads, and for processes on many machines: a worker sees the
//! others only through a [`Fabric`]. Positions are found forward, tier by tier, and decided
//! backward. All that is kept is sorted and packed in blocks, in memory or in files, and is read
//! and written in order.
//!
//! - [`solve`]: finds and decides all positions; [`Settings`] limit it, [`plan`] says how
//!   it will be done. Read this first.
//! - [`Solution`]: keys with verdicts; [`Lookup`] finds many keys at once, [`rows`] lists
//!   positions with their best moves.
//! - [`file`](mod@file): a solution as a file. [`verify`]: a check of a file by the rules alone.
//! - [`Solo`], [`Threads`]: one worker, or several threads; the crate `grundy-cluster` has
//!   the fabric of several machines.
//!
//! The rules of the example are [`Packed`]:
//!
//! ```
//! use grundy_base::{Fate, Player};
//! use grundy_packed::{Settings, Solo, solve};
//! use grundy_ruleset::{Packed, Ruleset};
//!
//! /// A heap from which a player takes one or two tokens; its size is the key, as the
//! /// player to move has the same moves whoever that is.
//! struct TakeOneOrTwo;
//!
//! impl Ruleset for TakeOneOrTwo {
//!     type Position = u64;
//!
//!     fn options(&self, &heap: &u64, _: Player) -> impl Iterator<Item = u64> {
//!         (1..=2).filter_map(move |take| heap.checked_sub(take))
//!     }
//! }
//!
//! impl Packed for TakeOneOrTwo {
//!     type Key = u64;
//!
//!     fn pack(&self, &heap: &u64, _: Player) -> u64 {
//!         heap
//!     }
//!
//!     fn unpack(&self, key: u64) -> Option<(u64, Player)> {
//!         Some((key, Player::Left))
//!     }
//!
//!     fn expand(&self, key: u64, mut option: impl FnMut(usize, u64)) -> Option<Fate> {
//!         self.options(&key, Player::Left).for_each(|heap| option(0, heap));
//!         None
//!     }
//! }
//!
//! let solution = solve(&TakeOneOrTwo, &[20], Solo, &Settings::default()).unwrap();
//! assert_eq!(solution.keys(), 21);
//! let found = solution.find(0, 20).unwrap().unwrap();
//! assert_eq!(found.fate(), Fate::Win);
//! ```
//!
//! # How a game is solved
//!
//! Large games are solved in another way up to the answer. A ruleset that is `Packed` encodes its
//! positions as integers, and `solve::partitioned` distributes them over workers. Workers
//! communicate only through a `Fabric`: parcels, rounds, votes.
//!
//! Forward, the reachable positions are found tier by tier, by merging sorted lists of keys; there
//! is no hash table. Backward, a tier that every move leaves is decided at once from the next
//! tiers. In a tier in which play can stay, each round of remoteness decides positions from those
//! decided in the round before (`settle`): it visits their predecessors, found by the rules'
//! un-moves or by stored moves, and counts down the options that may still save the player. If
//! nearly all integers are keys, a table indexed by key replaces sorted keys (`dense`). A `plan`
//! says which method is used, and why. The solver asks the rules for the moves of many keys at a
//! time (`moves`), and is compiled once for each type of key. Keys and verdicts are packed in
//! blocks, in memory or in files, about one and a half bytes a position in Connect Four. Each round
//! can be committed (`checkpoint`), so a crash loses at most the open round. `game::Large` erases
//! the type of the ruleset.
//!
//! The result is a file (`partitioned::file`) or a table (`partitioned::rows`, which the program
//! writes as Parquet). Keys are looked up in sorted batches (`partitioned::lookup`).
//! `verify::positions` checks each entry against the rules, and says why that is enough in loopy
//! games.
//!
//! A cluster is the same method with another fabric: `grundy-cluster` connects processes, refuses
//! processes that differ, monitors each by a separate connection, and sends parcels through a
//! dataflow of the crate `timely`. The program gives each thread of a process its fabric
//! (`cmd/cluster.rs`) and writes one part for each process; the data that every process needs for
//! the answer is exchanged once (`partitioned::Shared`). A guide is for users.

mod ans;
mod ask;
mod backward;
mod census;
mod checkpoint;
mod code;
mod coded;
mod codes;
mod counts;
mod dense;
mod fabric;
mod failure;
pub mod file;
mod forward;
mod keys;
mod lookup;
mod models;
mod moves;
mod plan;
mod positions;
mod rows;
mod runs;
mod settle;
mod shared;
mod shares;
mod solution;
mod sort;
mod store;
mod sweep;
mod tier;
mod turned;
mod varint;
pub mod verify;
mod worker;

pub use census::{Census, census};
pub use checkpoint::Checkpoint;
pub use code::Code;
pub use counts::Counts;
pub use fabric::{Fabric, Parcel, Solo, Take, Threads};
pub use failure::Failure;
pub use lookup::{FoundKey, Lookup};
pub use plan::{Memory, Method, Plan, Sharing};
pub use positions::Positions;
pub use rows::{Row, collect, rows};
pub use shared::Shared;
pub use solution::{Piece, Solution};

use std::path::PathBuf;

use checkpoint::{Resumed, marks};
use forward::Reach;
use grundy_base::{Convention, Limits};
use grundy_ruleset::{Key, Packed};
use moves::Moves;
use store::Store;
use worker::Worker;

/// How a game is to be solved.
#[derive(Clone, Debug)]
pub struct Settings<'a> {
    /// Normal or misère play.
    pub convention: Convention,
    /// Limits on work; limits on memory are for all workers together, and each may hold as much as
    /// any other.
    pub limits: Limits<'a>,
    /// A folder for files without names, which take what memory does not hold.
    pub spill: Option<PathBuf>,
    /// A folder for what is needed to go on after a crash.
    pub checkpoint: Option<Checkpoint>,
}

impl Default for Settings<'_> {
    fn default() -> Self {
        Settings {
            convention: Convention::Normal,
            limits: Limits::default(),
            spill: None,
            checkpoint: None,
        }
    }
}

/// Solves a game from these starts, with the other workers of the fabric. Returns this worker's
/// share.
pub fn solve<R: Packed>(
    rules: &R,
    starts: &[R::Key],
    mut fabric: impl Fabric,
    settings: &Settings<'_>,
) -> Result<Solution<R::Key>, Failure> {
    solve_erased(rules, starts, &mut fabric, settings)
}

/// How a game will be solved by `workers` workers.
pub fn plan<R: Packed>(rules: &R, workers: usize, settings: &Settings<'_>) -> Plan {
    Plan::new(&rules.hints(), size_of::<R::Key>(), workers, settings, true)
}

/// Solving for rules whose type is erased.
fn solve_erased<K: Key>(
    rules: &dyn Moves<K>,
    starts: &[K],
    fabric: &mut dyn Fabric,
    settings: &Settings<'_>,
) -> Result<Solution<K>, Failure> {
    let Settings { convention, limits, spill, checkpoint } = settings;
    let store = match checkpoint {
        Some(checkpoint) => marks(checkpoint.folder.clone()),
        None => Store::Memory,
    };
    let (hints, peers) = (rules.hints(), fabric.peers());
    let plan = |tables| Plan::new(&hints, size_of::<K>(), peers, settings, tables);
    let mut worker = Worker::new(rules, *convention, fabric, store, limits);
    worker.spill.clone_from(spill);
    let mut chosen = plan(true);
    // All workers must use the same method, and one of them may have less memory.
    let table = matches!(chosen.method, Method::Sweep { .. } | Method::Table { .. });
    if worker.agree(table.into())? < peers as u64 {
        chosen = plan(false);
    }
    if let Method::Sweep { places } | Method::Table { places } = chosen.method
        && worker.by_table(starts, places, chosen.method)?
    {
        let counts = worker.tally.counts();
        return Ok(Solution::new(worker.tiers.into_all(), counts, worker.moves));
    }
    worker.in_ranges = plan(false).sharing == Sharing::Ranges;
    let job = checkpoint.as_ref().map_or("", |checkpoint| &checkpoint.job);
    let (below, settling) = match worker.resume(job)? {
        Some(Resumed::Backward { below, settling }) => (below, settling),
        Some(Resumed::Forward(reach)) => {
            worker.forward(starts, reach)?;
            (u64::MAX, None)
        }
        None => {
            worker.forward(starts, Reach::new())?;
            (u64::MAX, None)
        }
    };
    worker.backward(below, settling)?;
    if hints.dense.is_some() {
        worker.keep_in_one()?;
    }
    let counts = worker.tally.counts();
    Ok(Solution::new(worker.tiers.into_all(), counts, worker.moves))
}
