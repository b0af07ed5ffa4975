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

use grundy_base::{error, limits, outcome, player, stack};
use grundy_ruleset as ruleset;

pub mod answer;
pub mod format;
pub mod language;
pub mod search;

pub use grundy_game as game;
pub use grundy_game::{stated, sum};
pub use grundy_graph as graph;
pub use grundy_heaps::known_octal;
pub use grundy_ruleset::{board, scene};
pub use grundy_rulesets::{catalogue, rulesets};
pub use grundy_values as value;

/// Solvers: from graphs to answers, one method a module.
pub mod solve {
    pub use grundy_heaps::{compare, pairs, period, quotient, sequence};
    pub use grundy_packed as partitioned;
    pub use grundy_solve::*;

    /// Checking solutions from the rules alone.
    pub mod verify {
        pub use grundy_heaps::verify as period;
        pub use grundy_packed::verify as positions;
        pub use grundy_solve::verify::*;
    }
}

pub use grundy_base::{
    ByPlayer, Code, Convention, End, Fate, Fault, Limits, Outcome, ParseError, Place, Player,
    Progress, Source, Spot, Stopped, Text, Verdict,
};
pub use grundy_game::{Game, Move};
pub use grundy_ruleset::{
    Flow, HeapKind, HeapRules, Key, Named, NeverBack, Notation, Numbering, OnOption, OnPair,
    Packed, PairRules, Ruleset, Shape, Sizes, Symmetry,
};

/// The examples of the README, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// The Rust examples of the book, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/src/guides/rust.md")]
struct Book;
