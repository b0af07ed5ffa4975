//! The theory of short partizan games, on canonical forms.
//!
//! - `products`: ordinal sums, Conway's and Norton's products.
//! - `heat`: cooling, heating, overheating, freezing.
//! - `incentives`: what a move gains; followers, stop counts, companions.
//! - `kinds`: numbers, nimbers, infinitesimals and the like; outcome classes.
//! - `reduced`: forms up to infinitesimals.
//! - `atomic_weight`, `uptimal`: infinitesimals measured in ups.
//! - `sums`: thermographs of sums, without their canonical forms; `sentestrat`: which
//!   term of a sum to play in; `best_moves`: the undominated moves in a sum.
//! - `simplify`: why options are missing from the canonical form.
//! - `walk`: recursion over followers with an explicit stack.

mod atomic_weight;
mod best_moves;
mod heat;
mod incentives;
mod kinds;
mod products;
mod reduced;
mod sentestrat;
mod simplify;
mod sums;
mod uptimal;
mod walk;

pub use best_moves::BestMove;
pub use sentestrat::{Orthodox, Reason};
pub use simplify::Simplification;
pub use uptimal::Uptimal;
pub(crate) use uptimal::Uptimals;

use std::error::Error;
use std::fmt;

use grundy_base::Stopped;

/// Why something could not be computed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TheoryError {
    /// A limit was reached.
    Stopped(Stopped),
    /// It is not defined for the games that were given.
    Undefined(&'static str),
}

impl fmt::Display for TheoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TheoryError::Stopped(stopped) => stopped.fmt(f),
            TheoryError::Undefined(why) => f.write_str(why),
        }
    }
}

impl Error for TheoryError {}

impl From<Stopped> for TheoryError {
    fn from(stopped: Stopped) -> Self {
        TheoryError::Stopped(stopped)
    }
}
