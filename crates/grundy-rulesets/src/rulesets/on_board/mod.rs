//! Rulesets whose positions say how large their board is, held to one board:
//! then positions are packed in keys that need not say it.
//!
//! A position is not taken apart in components here, so these are for who wins
//! and how, by alternating play on the whole board.
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
