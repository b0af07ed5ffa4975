//! What every part of grundy is built on.
//!
//! - [`Player`], [`Outcome`], [`Verdict`]: who plays, and who wins in how many moves.
//! - [`Limits`]: bounds on positions, memory, threads and time, and how work is stopped.
//! - [`ParseError`]: errors that point at their place in a text.
//! - [`Code`]: octal and wider take-and-break codes.
//! - [`prefetch`], [`huge`], [`slots`]: memory that is read at random; [`stack`]: deep recursion.

pub mod code;
pub mod definition;
pub mod error;
pub mod huge;
pub mod limits;
pub mod outcome;
pub mod player;
pub mod prefetch;
pub mod slots;
pub mod stack;

pub use code::Code;
pub use error::{Fault, ParseError, Place, Source, Spot, Text};
pub use limits::{Limits, Progress, Stopped};
pub use outcome::{Convention, End, Fate, Outcome, Verdict};
pub use player::{ByPlayer, Player};
