//! The settings of the server: its address and its limits.

use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use grundy::Limits;
use grundy::stated::Listing;

/// Where the server listens, and its limits.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen.
    pub address: SocketAddr,
    /// Requests may come under any name, from anywhere.
    pub public: bool,
    /// What one request may spend.
    pub request: RequestLimits,
    /// Requests that are worked on at the same time; others wait.
    pub workers: usize,
    /// Requests that may wait; more are told to come again.
    pub waiting: usize,
    /// Connections that may be open.
    pub connections: usize,
    /// Bytes of solved games and of answers that are kept.
    pub cache: u64,
    /// How long a client may take to send a request, or to take an answer.
    pub patience: Duration,
    /// Who reads the rules that clients send; without one there are no such games.
    pub reader: Option<Reader>,
}

/// Rules that a client sends: a file's name, and what stands in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sent {
    /// The name.
    pub file: String,
    /// The text.
    pub text: String,
}

/// Reads rules that mean no good in a process that can do none, within limits: the
/// positions, and how many bytes they took, or what is wrong with the rules.
#[derive(Clone)]
pub struct Reader(pub Arc<Read>);

/// How rules are read.
pub type Read = dyn Fn(&Sent, &Limits<'_>) -> Result<(Listing, usize), String> + Send + Sync;

impl fmt::Debug for Reader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Reader")
    }
}

/// What one request may spend.
#[derive(Clone, Copy, Debug)]
pub struct RequestLimits {
    /// Positions of a game.
    pub positions: usize,
    /// Bytes held while it is worked on.
    pub memory: u64,
    /// Time worked on it.
    pub time: Duration,
    /// Bytes that a client may send.
    pub input: usize,
}

impl Default for RequestLimits {
    fn default() -> Self {
        RequestLimits {
            positions: 3_000_000,
            memory: 1 << 30,
            time: Duration::from_secs(10),
            input: 64 << 10,
        }
    }
}

impl Config {
    /// With the limits of a server for one person.
    #[must_use]
    pub fn new(address: SocketAddr) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Config {
            address,
            public: false,
            request: RequestLimits::default(),
            workers: cores,
            waiting: 1000,
            connections: 2000,
            cache: 1 << 30,
            patience: Duration::from_secs(10),
            reader: None,
        }
    }
}
