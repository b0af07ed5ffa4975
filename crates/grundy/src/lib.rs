//! The engine for combinatorial games: state any finite two-player game of
//! perfect information, and learn who wins, how, in how many moves, and what
//! the position is worth in a sum.
//!
//! ```
//! use grundy::answer::{Options, solve};
//!
//! let game = grundy::catalogue::parse("nim(3,4,5)").unwrap();
//! let answer = solve(&*game, &Options::default()).unwrap();
//! assert_eq!(answer.outcome, Some(grundy::Outcome::N));
//! assert_eq!(answer.left.unwrap().best[0].to, "nim(1,4,5)");
//! ```
//!
//! Data runs one way: rules are [explored](graph::explore) to a graph, graphs
//! are [solved](solve), and [answers](answer) are put into words.

pub mod answer;
pub mod board;
pub mod catalogue;
mod code;
mod error;
pub mod format;
pub mod game;
pub mod graph;
mod huge;
pub mod known_octal;
pub mod language;
mod limits;
mod outcome;
mod player;
mod prefetch;
mod ruleset;
pub mod rulesets;
pub mod scene;
pub mod search;
mod slots;
pub mod solve;
pub mod stated;
pub mod sum;
pub mod value;

pub use code::Code;
pub use error::{Fault, ParseError, Place, Source, Spot, Text};
pub use game::{Game, Move};
pub use limits::{Limits, Progress, Stopped};
pub use outcome::{Convention, End, Fate, Outcome, Verdict};
pub use player::{ByPlayer, Player};
pub use ruleset::{
    Flow, HeapKind, HeapRules, Key, Named, NeverBack, Notation, Numbering, OnOption, OnPair,
    Packed, PairRules, Ruleset, Shape, Sizes, Symmetry,
};

/// The examples of the README, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
