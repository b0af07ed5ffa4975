//! Position graphs: what is left of a ruleset once its positions are numbered.
//!
//! Everything before this module knows rules and no answers; everything after
//! it knows answers and no rules. There are two graphs, for two questions:
//!
//! - Who wins? asks about *play*: an [`Arena`], whose nodes are whole positions
//!   with the player to move, and whose edges are moves.
//! - What is it worth in a sum? asks about *components*: a [`Graph`], whose
//!   nodes are positions that do not split, and whose options are sums of
//!   nodes, so that a heap of seven that splits into two and three is one
//!   option made of two nodes.

use grundy_base::{limits, outcome, player, prefetch, slots};
use grundy_ruleset as ruleset;

mod arena;
mod components;
mod explore;
mod foresight;
pub mod intern;

pub use arena::{Arena, ArenaBuilder};
pub use components::{Components, Graph, Index, explore_components};
pub use explore::{Explored, Start, explore, explore_nearest};
pub use foresight::Foresight;

/// A position's number in a graph, from 0.
pub type Node = u32;
