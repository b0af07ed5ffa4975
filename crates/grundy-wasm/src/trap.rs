//! The reason why a call of a module gave no answer.

use std::fmt;
use std::time::Duration;

/// A call of a module that gave no answer.
///
/// When printed, it says which function did what, such as "`expand` trapped in `place`: it executed
/// `unreachable`, as after a panic".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trap {
    /// The index of the position that failed, from 0; none if only all positions together failed,
    /// or if the failure has nothing to do with a position.
    pub index: Option<usize>,
    /// The exported function that was called.
    pub call: &'static str,
    /// The function in which the call trapped, if the module names its functions.
    pub function: Option<String>,
    /// What happened.
    pub why: Why,
}

/// What happened in a call.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Why {
    /// The call took longer than this.
    Time(Duration),
    /// Every call must end now, for this reason.
    Halted(String),
    /// It asked for more memory than the instance may have, in bytes.
    Memory(usize),
    /// Calls were nested too deep.
    Stack,
    /// It executed the instruction `unreachable`: compilers turn panics into it.
    Unreachable,
    /// It accessed addresses outside of its memory.
    Access,
    /// Something else ended the call; the text says what.
    Other(String),
    /// `buffer` had no room for this number of bytes.
    NoRoom(usize),
    /// It returned 0 instead of an address.
    Refused,
    /// The data that it returned is not completely within its memory.
    Outside,
    /// It returned a meaningless byte for the end of play.
    End(u8),
    /// It returned a meaningless byte for the turn.
    Turn(u8),
    /// A position has options, although play is over there or the module does not answer.
    OptionsAfterEnd {
        /// The byte for the end.
        end: u8,
        /// The number of options.
        options: u32,
    },
    /// It returned a text that is not UTF-8.
    Text,
    /// It returned a text of this number of bytes, which is too long.
    Long(usize),
    /// It returned this number of images of a position, which is too many.
    Images(u32),
}

impl Why {
    /// Whether the call did not return; otherwise it returned something wrong.
    fn is_trap(&self) -> bool {
        use Why::*;
        matches!(self, Time(_) | Halted(_) | Memory(_) | Stack | Unreachable | Access | Other(_))
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Time(time) => write!(f, "it took longer than {} s", time.as_secs_f64()),
            Why::Halted(why) => f.write_str(why),
            Why::Memory(bytes) if *bytes < 1 << 20 => {
                write!(f, "it asked for more than {bytes} bytes of memory")
            }
            Why::Memory(bytes) => {
                write!(f, "it asked for more than {} MB of memory", bytes >> 20)
            }
            Why::Stack => write!(f, "calls were nested too deep"),
            Why::Unreachable => write!(f, "it executed `unreachable`, as after a panic"),
            Why::Access => write!(f, "it read or wrote outside of its memory"),
            Why::Other(text) => write!(f, "{text}"),
            Why::NoRoom(bytes) => write!(f, "there is no room for {bytes} bytes"),
            Why::Refused => write!(f, "it returned 0 instead of an address"),
            Why::Outside => write!(f, "it returned something outside of its memory"),
            Why::End(end) => {
                write!(f, "{end} is not a known end of play: 0, 1, 2, 3 and 255 are")
            }
            Why::Turn(turn) => write!(f, "{turn} is not a known turn: 0, 1 and 2 are"),
            Why::OptionsAfterEnd { end, options } => write!(
                f,
                "a position whose end is {end} has {options} options: only one whose end is 0 \
                 may have some"
            ),
            Why::Text => write!(f, "it returned a text that is not UTF-8"),
            Why::Images(count) => write!(f, "it returned {count} positions, more than 65536"),
            Why::Long(bytes) => write!(f, "it returned a text of {bytes} bytes, more than 64 KB"),
        }
    }
}

impl fmt::Display for Trap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Trap { call, function, why, .. } = self;
        match function {
            Some(function) if function != call => {
                write!(f, "`{call}` trapped in `{function}`: {why}")
            }
            _ if why.is_trap() => write!(f, "`{call}` trapped: {why}"),
            _ => write!(f, "`{call}`: {why}"),
        }
    }
}

impl std::error::Error for Trap {}
