//! Packed forms, on a fixed board, of rulesets whose positions include their board: keys
//! then need not include it.
//!
//! Positions are not split into components here. These forms serve to find the winner and the moves
//! in alternating play on the whole board.
//!
//! Each file here and the ruleset that it packs must import each other: the ruleset's
//! entry names its packed form, and the packed form plays by the ruleset's moves.

mod clobber;
mod colouring;
mod domineering;
mod toads_and_frogs;

pub use clobber::ClobberOnBoard;
pub use colouring::ColouringOnBoard;
pub use domineering::DomineeringOnBoard;
pub use toads_and_frogs::ToadsAndFrogsOnStrip;
