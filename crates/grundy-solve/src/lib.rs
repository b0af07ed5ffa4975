//! Solvers: from graphs to answers, one method a file.

use grundy_base::{definition, error, huge, limits, outcome, player, prefetch, stack};
use grundy_graph as graph;
use grundy_ruleset as ruleset;
use grundy_values as value;

pub mod fold;
pub mod loopy;
pub mod mex;
pub mod misere;
pub mod never_back;
mod outcomes;

pub mod retrograde;
pub mod score;

pub mod sided;
pub mod sums;
pub mod top_down;
pub mod verify;

pub use outcomes::Outcomes;
