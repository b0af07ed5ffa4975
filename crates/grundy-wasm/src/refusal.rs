//! The reason why a file is not a module that states a game.

use std::fmt;

use crate::trap::Trap;

/// The reason why a file is not a module that states a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// It is not WebAssembly, or uses parts of it that are not supported.
    Invalid(String),
    /// It imports something, but modules can import nothing.
    Import {
        /// The module that it imports from.
        module: String,
        /// The name of the import.
        name: String,
    },
    /// An export is missing.
    Missing {
        /// The name of the export.
        name: &'static str,
        /// Its type.
        wanted: &'static str,
    },
    /// An export has another type.
    Type {
        /// The name of the export.
        name: &'static str,
        /// The type that the interface requires.
        wanted: &'static str,
        /// The type in the module.
        found: String,
    },
    /// The version of the interface is not known.
    Version(i32),
    /// Positions cannot have this number of bytes.
    Width(i32),
    /// It cannot be started.
    Trap(Trap),
    /// WebAssembly cannot be run on this machine.
    Machine(String),
    /// [`Bounds::halted`](crate::Bounds::halted) said why it must end while it was being compiled.
    Halted(String),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Invalid(text) => write!(f, "this is not a module in WebAssembly: {text}"),
            Refusal::Import { module, name } => write!(
                f,
                "it imports `{name}` from `{module}`, and a game gets nothing from outside"
            ),
            Refusal::Missing { name, wanted } => {
                write!(f, "it does not export `{name}`: {wanted}")
            }
            Refusal::Type { name, wanted, found } => {
                write!(f, "its export `{name}` is {found}, and has to be {wanted}")
            }
            Refusal::Version(version) => write!(
                f,
                "it has version {version} of the interface, and this program knows version 1"
            ),
            Refusal::Width(width) => {
                write!(f, "`width` returned {width}: positions have between 1 and 65536 bytes")
            }
            Refusal::Trap(trap) => write!(f, "{trap}"),
            Refusal::Halted(why) => write!(f, "it was not compiled: {why}"),
            Refusal::Machine(text) => write!(f, "WebAssembly cannot be run here: {text}"),
        }
    }
}

impl std::error::Error for Refusal {}
