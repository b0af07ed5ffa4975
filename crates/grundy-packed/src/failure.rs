//! Why a large game was not solved.

use std::io;
use std::path::{Path, PathBuf};

use grundy_base::{Fault, Player, Stopped};

/// Why a game was not solved.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// A limit was reached, or the user asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// A file could not be written or read.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A file is not what it should be.
    #[error("{}: {what}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// A position can be won or lost only after more moves than have a code.
    #[error("play can take more than {limit} moves: remoteness has 14 bits")]
    TooRemote {
        /// The greatest remoteness.
        limit: u32,
    },
    /// A position has more moves than can be counted.
    #[error("a position has more than {limit} moves")]
    TooManyMoves {
        /// The greatest number.
        limit: u16,
    },
    /// Two methods have found results that cannot both be true: one of them is wrong.
    #[error(
        "{} and {} do not agree on {what}: this is a fault of grundy, please report it",
        methods[0], methods[1]
    )]
    Contradiction {
        /// The methods.
        methods: [&'static str; 2],
        /// What they do not agree on.
        what: String,
    },
    /// A player was asked for as the starter, and the other one is to move.
    #[error("it is {turn}'s turn in {game}: {} cannot start", turn.opponent())]
    Turn {
        /// The game.
        game: String,
        /// The player to move.
        turn: Player,
    },
    /// Another worker has failed, or is gone.
    #[error("{0}")]
    Lost(String),
}

impl Failure {
    /// The limit that was reached; another failure becomes a fault of the rules, as work cannot go
    /// on either.
    #[must_use]
    pub fn into_stopped(self) -> Stopped {
        match self {
            Failure::Stopped(stopped) => stopped,
            failure => Stopped::Rules(Fault::new(failure.to_string())),
        }
    }

    /// With the name of the file that could not be used.
    pub(super) fn file(path: &Path) -> impl FnOnce(io::Error) -> Failure {
        let path = path.to_path_buf();
        move |error| Failure::File { path, error }
    }
}
