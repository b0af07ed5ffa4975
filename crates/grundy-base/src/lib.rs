//! What all crates of grundy share: who plays and who wins, limits on work, errors that
//! point into a text, and memory that is read at random.
//!
//! - [`Player`], [`ByPlayer`], [`Outcome`], [`Verdict`]: who plays, and who wins in how many
//!   moves. Read these first.
//! - [`Limits`]: bounds on positions, memory, threads and time, and how work is stopped;
//!   [`Stopped`] says which bound was reached.
//! - [`Text`], [`ParseError`]: slices of a text, and errors that point at their place in it.
//! - [`Code`]: octal and hexadecimal codes of take-and-break games.
//! - [`definition`]: verdicts by definition, for verification.
//! - [`huge`], [`slots`], [`prefetch`]: large arrays, hash tables and prefetching;
//!   [`stack`]: deep recursion. [`files`]: files that appear when they are complete;
//!   [`bounded`]: reading within limits. [`Random`]: samples that are the same on every machine.
//!
//! ```
//! use grundy_base::{ByPlayer, Fate, Outcome, Player, Text, Verdict};
//!
//! // Whoever starts wins: an N-position, for the next player.
//! let starts = ByPlayer { left: Fate::Win, right: Fate::Win };
//! assert_eq!(Outcome::from_fates(starts), Some(Outcome::N));
//! assert_eq!(Player::Left.opponent(), Player::Right);
//! assert_eq!(Verdict::Win(5).remoteness(), Some(5));
//!
//! // Errors say what was expected, and where.
//! let error = Text::new("3,x").slice(2..3).number::<u64>("a number").unwrap_err();
//! assert_eq!(error.at, 2);
//! ```

pub mod bounded;
pub mod code;
pub mod definition;
pub mod error;
pub mod files;
pub mod huge;
pub mod limits;
pub mod outcome;
pub mod player;
pub mod prefetch;
mod random;
mod shown;
pub mod slots;
pub mod stack;

pub use code::Code;
pub use error::{Fault, ParseError, Place, Source, Spot, Text};
pub use limits::{Limits, Progress, Stopped};
pub use outcome::{Convention, End, Fate, Outcome, Verdict};
pub use player::{ByPlayer, Player};
pub use random::Random;
