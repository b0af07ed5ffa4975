//! The job of a cluster: it must be the same for all processes.

use grundy::Convention;

/// A job, as far as all processes must agree on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The version of the program. Versions may pack positions in different ways.
    pub version: String,
    /// The game, in the language of games.
    pub game: String,
    /// What becomes of a player who cannot move.
    pub convention: Convention,
    /// Other options that all processes must share, in words of the caller's.
    pub options: String,
}

impl Job {
    /// A game without options, for this version of the program.
    #[must_use]
    pub fn new(game: impl Into<String>, convention: Convention) -> Job {
        Job {
            version: env!("CARGO_PKG_VERSION").to_string(),
            game: game.into(),
            convention,
            options: String::new(),
        }
    }
}
