//! Solving games of very many positions: packed positions, spread over workers.
//!
//! One method for one worker, for threads, and for processes on many machines:
//! a worker sees of the others only a [`Fabric`]. Positions are found forward,
//! tier by tier, and decided backward. All that is kept is sorted and packed in
//! blocks, in memory or in files, and is read and written in order.

mod ask;
mod backward;
mod code;
mod coded;
mod codes;
mod counts;
mod fabric;
mod failure;
pub mod file;
mod forward;
mod huffman;
mod keys;
mod lookup;
mod positions;
mod rows;
mod runs;
mod settle;
mod solution;
mod sort;
mod store;
#[cfg(test)]
mod tests;
mod tier;
mod turned;
mod worker;

pub use code::Code;
pub use counts::Counts;
pub use fabric::{Fabric, Parcel, Solo, Take, Threads};
pub use failure::Failure;
pub use lookup::Lookup;
pub use positions::{Positions, Width};
pub use rows::{Row, collect, rows};
pub use solution::{Piece, Solution};

use crate::limits::Limits;
use crate::outcome::Convention;
use crate::ruleset::Packed;
use store::Store;
use worker::Worker;

/// Solves a game from these starts, with whoever else is in the fabric.
pub fn solve<R: Packed, F: Fabric>(
    rules: &R,
    starts: &[R::Key],
    convention: Convention,
    fabric: F,
    limits: &Limits<'_>,
) -> Result<Solution<R::Key>, Failure> {
    let mut worker = Worker::new(rules, convention, fabric, Store::Memory, limits);
    worker.forward(starts)?;
    worker.backward()?;
    let counts = worker.tally.counts();
    Ok(Solution::new(worker.tiers, counts, worker.moves))
}
