//! Position graphs: the graphs that remain when the positions of a ruleset are numbered.
//!
//! All crates before this one know rules but no answers, and all crates after it know answers but
//! no rules. There are two graphs, for two questions:
//!
//! - Who wins? asks about *play*: an [`Arena`], whose nodes are whole positions
//!   with the player to move, and whose edges are moves. [`explore()`] makes it.
//! - What is it worth in a sum? asks about *components*: a [`Graph`], whose
//!   nodes are positions that do not split, and whose options are sums of
//!   nodes, so that a heap of seven that splits into two and three is one
//!   option made of two nodes. [`explore_components`] makes it.
//!
//! ```
//! use grundy_base::{Limits, Player};
//! use grundy_graph::explore;
//! use grundy_ruleset::Ruleset;
//!
//! struct TakeOneOrTwo;
//!
//! impl Ruleset for TakeOneOrTwo {
//!     type Position = u32;
//!
//!     fn impartial(&self) -> bool {
//!         true
//!     }
//!
//!     fn options(&self, &heap: &u32, _: Player) -> impl Iterator<Item = u32> {
//!         (1..=2).filter_map(move |take| heap.checked_sub(take))
//!     }
//! }
//!
//! let explored = explore(&TakeOneOrTwo, &5, &Limits::default()).unwrap();
//! assert_eq!(explored.positions, 6);
//! let start = explored.starts.left.unwrap().node;
//! assert_eq!(explored.arena.options(start).len(), 2);
//! ```

mod arena;
mod components;
mod explore;
mod foresight;
pub mod intern;

pub use arena::{Arena, ArenaBuilder};
pub use components::{Components, Graph, Index, explore_components};
pub use explore::{Explored, Start, explore, explore_all, explore_nearest};
pub use foresight::Foresight;

/// A position's number in a graph, from 0.
pub type Node = u32;
