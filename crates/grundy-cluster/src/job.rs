//! The job of a cluster: it must be the same for all processes.

use grundy::Convention;

/// The parts of a job on which all processes must agree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The version of the program. Versions may pack positions in different ways.
    pub version: String,
    /// The game, in the language of games.
    pub game: String,
    /// The convention: whether a player who cannot move loses or wins.
    pub convention: Convention,
    /// Other options that all processes must share, in the caller's words.
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
