//! A survey of many take-and-break games: what a fixed budget finds of each.
//!
//! [`games`] lists the games, each once; [`examine`] looks at one of them.

mod examine;
mod games;
mod published;
mod standard;

pub use self::examine::{Examined, examine, first_values};
pub use self::games::{Family, Surveyed, games};
pub use self::published::published;
pub use self::standard::{Standard, standard};
pub use crate::sequence::classes::Rares;
