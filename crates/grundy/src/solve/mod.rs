//! Solvers: from graphs to answers, one method a file.

pub mod compare;
pub mod fold;
pub mod loopy;
pub mod mex;
pub mod misere;
pub mod never_back;
mod outcomes;
pub mod pairs;
pub mod partitioned;
pub mod period;
pub mod quotient;
pub mod retrograde;
pub mod score;
pub mod sequence;
pub mod sided;
pub mod sums;
pub mod top_down;
pub mod verify;

pub use outcomes::Outcomes;
