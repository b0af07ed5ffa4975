//! An engine for combinatorial games: two players, perfect information, no chance.
//!
//! It says who wins, how, and in how many moves; and what a position is worth in a sum of
//! games. A game is one of the [catalogue](catalogue::all), a sum of them, or a ruleset of
//! your own.
//!
//! # Which module answers which question
//!
//! | question | where |
//! | --- | --- |
//! | Who wins, and by which moves? | [`answer::solve`] |
//! | What is a position worth in a sum? | [`language::Session`], a calculator; [`answer::Solver::form`] for a game; [`solve::fold::fold`] for a position |
//! | What are the Grundy values of heaps, and is their sequence periodic? | [`answer::Solver::table`] and [`answer::Solver::period`]; [`solve::sequence`], [`solve::period`] |
//! | Which games are there, and how are they written? | [`catalogue::all`], [`catalogue::parse`] |
//! | How do I state rules of my own? | the trait [`Ruleset`], for which [`solve()`] says who wins and how; with [`Notation`] [`game::Of`] makes a game of them |
//! | How do I solve a game of very many positions, and store all of them? | the trait [`Packed`]; [`solve::partitioned::solve`], [`solve::partitioned::file`]; [`saved`] |
//! | How do I compute with values alone? | [`value`], which is the crate `grundy-values` |
//! | Which positions meet a condition? | [`search`] |
//! | Who wins under misère play, and what are misère values? | [`answer::Options::convention`], [`answer::misere_facts`], [`answer::misere_quotient`] |
//! | Is a saved solution true? | [`format::solution::Reader::verify`], [`solve::verify`] |
//! | How is all this printed or drawn? | [`format`](mod@format): text, JSON, SVG, tables, files |
//! | How do I bound time and memory, or stop the work? | [`Limits`] |
//!
//! Data runs one way: rules are [explored](graph::explore()) to a graph, the graph is
//! [solved](mod@solve), and the [answer] is [printed](mod@format).
//!
//! # Examples
//!
//! Solve a game:
//!
//! ```
//! use grundy::answer::{Options, solve};
//! use grundy::{Outcome, catalogue};
//!
//! let game = catalogue::parse("nim(3,4,5)").unwrap();
//! let answer = solve(&*game, &Options::default()).unwrap();
//! // The next player wins, by leaving heaps whose nim-sum is 0.
//! assert_eq!(answer.outcome, Some(Outcome::N));
//! assert_eq!(answer.left.unwrap().best[0].to, "nim(1,4,5)");
//! ```
//!
//! The value of a position, as a canonical form, and its temperature:
//!
//! ```
//! use grundy::Limits;
//! use grundy::language::Session;
//!
//! let mut session = Session::new(Limits::default());
//! assert_eq!(session.print("domineering(2x2)").unwrap(), "+-1");
//! assert_eq!(session.print("temperature(domineering(2x3))").unwrap(), "5/4");
//! assert_eq!(session.print("^ + ^*").unwrap(), "^^*");
//! ```
//!
//! A sequence of Grundy values, and its period with a proof:
//!
//! ```
//! use grundy::answer::Solver;
//! use grundy::{Limits, catalogue};
//!
//! let kayles = catalogue::parse_ruleset("kayles").unwrap();
//! let (mut solver, limits) = (Solver::default(), Limits::default());
//! let values = solver.table(&*kayles, 9, &limits).unwrap().unwrap();
//! assert_eq!(values, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]);
//! let found = solver.period(&*kayles, 200, &limits).unwrap().unwrap();
//! assert!(found.proved);
//! assert_eq!((found.period, found.preperiod), (12, 71));
//! ```
//!
//! A ruleset of one's own: take one or two tokens.
//!
//! ```
//! use grundy::answer::{Options, solve};
//! use grundy::game::Of;
//! use grundy::{Notation, Outcome, ParseError, Player, Ruleset, Text};
//!
//! #[derive(Clone)]
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
//! impl Notation for TakeOneOrTwo {
//!     fn name(&self) -> &'static str {
//!         "take-one-or-two"
//!     }
//!
//!     fn print(&self, heap: &u32) -> String {
//!         heap.to_string()
//!     }
//!
//!     fn read(&self, text: Text<'_>) -> Result<u32, ParseError> {
//!         text.number("a number of tokens")
//!     }
//! }
//!
//! let answer = solve(&Of::new(TakeOneOrTwo, 20), &Options::default()).unwrap();
//! assert_eq!(answer.outcome, Some(Outcome::N));
//! assert_eq!(answer.left.unwrap().best[0].to, "take-one-or-two(18)");
//! ```
//!
//! A file of all positions, solved in packed form and looked up again:
//!
//! ```
//! use grundy::rulesets::tic_tac_toe::TicTacToe;
//! use grundy::solve::partitioned::{Settings, Solo, file, solve};
//! use grundy::{Fate, Limits, Notation, Packed, Player};
//!
//! let rules = TicTacToe::new(3, 3, 3).unwrap();
//! let start = rules.pack(&rules.start().unwrap(), Player::Left);
//! let solution = solve(&rules, &[start], Solo, &Settings::default()).unwrap();
//! assert_eq!(solution.keys(), 5_478);
//!
//! let about = file::About {
//!     game: "tic-tac-toe".to_string(),
//!     convention: "normal".to_string(),
//!     version: env!("CARGO_PKG_VERSION").to_string(),
//!     key_bytes: size_of_val(&start),
//!     part: None,
//!     packing: String::new(),
//!     rules: Vec::new(),
//! };
//! let name = format!("grundy-guide-{}.positions", std::process::id());
//! let path = std::env::temp_dir().join(name);
//! file::write(&path, &about, &solution, &Limits::default()).unwrap();
//!
//! let saved = file::Saved::open(&path).unwrap().positions().unwrap();
//! let found = saved.find(rules.tier(start), start).unwrap().unwrap();
//! assert_eq!(found.fate(), Fate::Draw);
//! # drop(saved);
//! # std::fs::remove_file(&path).unwrap();
//! ```

#[cfg(feature = "rulesets")]
pub mod answer;
mod error;
#[cfg(feature = "formats")]
pub mod format;
#[cfg(feature = "language")]
pub mod language;
#[cfg(feature = "rulesets")]
pub mod saved;
#[cfg(feature = "language")]
pub mod search;

pub use error::Error;
pub use grundy_graph as graph;
pub use grundy_ruleset::{board, forward, scene};
pub use grundy_values as value;

#[cfg(feature = "rulesets")]
mod rest {
    pub use grundy_base::{bounded, files};
    pub use grundy_game as game;
    pub use grundy_game::{Game, Move, stated, sum};
    pub use grundy_heaps::{known_octal, oeis};
    pub use grundy_rulesets::{catalogue, rulesets};
}
#[cfg(feature = "rulesets")]
pub use rest::*;

/// Solvers: from graphs to answers, one method a module.
pub mod solve {
    #[cfg(feature = "rulesets")]
    pub use grundy_heaps::{automatic, compare, pairs, period, quotient, sequence, survey};
    #[cfg(feature = "rulesets")]
    pub use grundy_packed as partitioned;
    pub use grundy_solve::*;

    /// Checking solutions from the rules alone.
    pub mod verify {
        #[cfg(feature = "rulesets")]
        pub use grundy_heaps::verify as period;
        #[cfg(feature = "rulesets")]
        pub use grundy_packed::verify as positions;
        pub use grundy_solve::verify::*;
    }
}

pub use grundy_base::{
    ByPlayer, Code, Convention, End, Fate, Fault, Limits, Outcome, ParseError, Place, Player,
    Progress, Random, Source, Spot, Stopped, Text, Verdict,
};
pub use grundy_ruleset::{
    AsWords, Flow, HeapKind, HeapRules, InWords, Key, Named, NeverBack, Notation, Numbering,
    OnOption, OnPair, Packed, PairRules, Ruleset, Shape, Sizes, Symmetry, Theorem, Words, words,
};
pub use grundy_solve::{Solution, solve};

/// The examples of the README, run as tests.
#[cfg(all(doctest, feature = "png"))]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// The Rust examples of the book, run as tests.
#[cfg(all(doctest, feature = "png"))]
#[doc = include_str!("../../../docs/src/guides/rust.md")]
struct Book;
