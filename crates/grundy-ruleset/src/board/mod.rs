//! Boards that rulesets share: how they are stored, printed and read.
//!
//! - [`heaps`]: heaps of tokens; makes a ruleset of rules for one heap.
//! - [`grid`]: reads and writes rows of squares. [`squares`]: boards with stones. [`discs`]: two colours on at most 256 squares. [`region`]: free squares only, for
//!   boards that fall apart. [`rows`]: sets of squares as integers, of 64 and 128 bits and
//!   [`wide`]; [`eight`]: the same on boards of at most eight by eight squares, faster.
//! - [`strip`]: one row of squares. [`cakes`]: rectangles that are cut.
//! - [`graph`](mod@graph): graphs that the user writes.
//! - [`stored`]: sets of squares as words of positions.
//! - [`symmetry`], [`images`]: images of sets of squares under symmetries.

pub mod cakes;
pub mod discs;
pub mod eight;
pub mod graph;
pub mod grid;
pub mod heaps;
pub mod images;
pub mod region;
pub mod rows;
pub mod squares;
pub mod stored;
pub mod strip;
pub mod symmetry;
pub mod wide;
