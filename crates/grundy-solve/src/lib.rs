//! Solvers: from graphs to answers, one method a file.
//!
//! | question | method | module |
//! | --- | --- | --- |
//! | who wins, from every position of a game? | retrograde analysis | [`retrograde`] |
//! | who wins, from one position? | depth-first search with a transposition table | [`top_down`] |
//! | the same, in games too large to list | forward search with a transposition table of fixed size | [`proof`] |
//! | the same, where no board may come again | search by claims about the past | [`never_back`] |
//! | who wins a sum of many components? | proof-number search | [`sums`] |
//! | by how many points? | a search of the ruleset's own | [`score`] |
//! | Grundy values | mex, over a component graph | [`mex`] |
//! | Smith–Fraenkel values, where play may go on for ever | labels by rounds | [`loopy`] |
//! | canonical forms | depth-first search with memoization, from the rules | [`fold`](mod@fold) |
//! | onsides and offsides, where partizan play may come back | simplification of a graph | [`sided`] |
//! | misère canonical forms | from options to the form, over a component graph | [`misere`] |
//! | is a claimed solution true? | the definitions, in words of their own | [`verify`](mod@verify) |
//!
//! [`solve()`] answers most of it for a ruleset of one's own whose positions can be listed. Step by step:
//!
//! ```
//! use grundy_base::{Convention, Limits, Player, Verdict};
//! use grundy_graph::explore;
//! use grundy_ruleset::Ruleset;
//! use grundy_solve::retrograde::retrograde;
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
//! let limits = Limits::default();
//! let explored = explore(&TakeOneOrTwo, &6, &limits).unwrap();
//! let outcomes = retrograde(&explored.arena, Convention::Normal, &limits).unwrap();
//! // A multiple of 3 is lost: each two moves take 3 tokens at most.
//! let start = explored.starts.left.unwrap().node;
//! assert_eq!(outcomes.verdict(start), Verdict::Loss(4));
//! ```

pub mod fold;
pub mod loopy;
pub mod mex;
pub mod misere;
pub mod never_back;
mod outcomes;
pub mod proof;
pub mod retrograde;
pub mod score;
pub mod sided;
mod solution;
pub mod sums;
pub mod top_down;
pub mod verify;

pub use outcomes::Outcomes;
pub use solution::{Solution, solve, solve_within};
