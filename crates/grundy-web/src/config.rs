//! The settings of the server: its address and its limits.

use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use grundy::game::Large;
use grundy::solve::partitioned::{Code, Positions};
use grundy::solve::verify::strategy::Strategy;
use grundy::stated::Listing;
use grundy::{Convention, Game, Limits, Player, Stopped, Verdict};

/// How long results that nobody asked for are looked for. An answer that is found soon thus loses
/// little time.
pub(crate) const BEYOND: Duration = Duration::from_millis(50);

/// The number of tasks of a request about a game in progress, which share its time limit: the line,
/// two games to solve, and the view.
pub(crate) const PARTS: u32 = 4;

/// The settings of the server: where it listens, and its limits.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address on which it listens.
    pub address: SocketAddr,
    /// Whether requests may use any host name and come from any origin.
    pub public: bool,
    /// The limits of one request.
    pub request: RequestLimits,
    /// The longest search for a move that a client may ask for, if that is longer than a request.
    pub thinking: Duration,
    /// The number of requests that work for long at the same time, and of short ones besides;
    /// others wait in a queue.
    pub workers: usize,
    /// The length of each of these queues; further requests are refused with status 503.
    pub waiting: usize,
    /// Limit on open connections.
    pub connections: usize,
    /// The limit on the bytes of the caches of solved games and of responses.
    pub cache: u64,
    /// The time that a client may take to send a request, or to receive a response.
    pub patience: Duration,
    /// The reader of the rules that clients send; without one, such games are refused.
    pub reader: Option<Reader>,
    /// Solutions from which the computer plays, in the positions that they have.
    pub solutions: Vec<Solution>,
    /// The limits of tables of all positions, which are solved in the background.
    pub tables: TableLimits,
}

/// The limits of a table of all positions; its memory has the limit of a request.
#[derive(Clone, Copy, Debug)]
pub struct TableLimits {
    /// The greatest number of keys that a table may have; 0 for no tables.
    pub keys: u64,
    /// The time for solving one.
    pub time: Duration,
}

/// A solution of a game. It is taken to be true.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The name of the file, which the page shows; none if the server has solved the game.
    pub file: Option<String>,
    /// The ruleset with its parameters, as [`Game::ruleset`](grundy::Game::ruleset) writes it.
    pub ruleset: String,
    /// The convention under which it was solved.
    pub convention: Convention,
    /// What the file has.
    pub known: Known,
}

impl Solution {
    /// The result of a position for the player to move, if all positions are known.
    pub(crate) fn verdict(&self, game: &dyn Game, mover: Player) -> Option<Verdict> {
        match &self.known {
            Known::Results { find: Results(find), .. } => find(game, mover),
            Known::Strategies(_) => None,
        }
    }
}

/// The contents of the file of a solution.
#[derive(Clone, Debug)]
pub enum Known {
    /// Strategies: a weak solution.
    Strategies(Vec<Strategy>),
    /// The results of all positions.
    Results {
        /// The number of positions.
        positions: usize,
        /// Looks positions up.
        find: Results,
    },
}

impl Known {
    /// The results of all positions of a game.
    #[must_use]
    pub fn all(large: Box<dyn Large>, positions: Positions) -> Known {
        let count = positions.counts().positions() as usize;
        let find = move |game: &dyn Game, mover: Player| {
            let key = large.read(&game.position()).ok()?.key(mover);
            // A result that cannot be read is not known.
            large.finder(&positions)(key).ok().flatten().map(Code::verdict)
        };
        Known::Results { positions: count, find: Results(Arc::new(find)) }
    }
}

/// The result of a position of the ruleset for the player to move; none if the file does not
/// have it.
#[derive(Clone)]
pub struct Results(pub Arc<Find>);

/// The function of [`Results`].
pub type Find = dyn Fn(&dyn Game, Player) -> Option<Verdict> + Send + Sync;

impl fmt::Debug for Results {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Results")
    }
}

/// Rules that a client sends: a file with its name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sent {
    /// The name of the file.
    pub file: String,
    /// The text of the file.
    pub text: String,
}

/// Why rules that were sent are no game here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    /// What is wrong with the rules.
    Fault(String),
    /// Which limit was reached while they were read, or their positions listed.
    Limit(String),
}

impl From<Stopped> for Unread {
    fn from(stopped: Stopped) -> Self {
        match stopped {
            Stopped::Rules(fault) => Unread::Fault(fault.to_string()),
            limit => Unread::Limit(limit.to_string()),
        }
    }
}

/// Reads untrusted rules in a confined process, within limits. Returns the positions and
/// the bytes that they take, or why there are none.
#[derive(Clone)]
pub struct Reader(pub Arc<Read>);

/// The function of a [`Reader`].
pub type Read = dyn Fn(&Sent, &Limits<'_>) -> Result<(Listing, usize), Unread> + Send + Sync;

impl fmt::Debug for Reader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Reader")
    }
}

/// The limits of one request.
#[derive(Clone, Copy, Debug)]
pub struct RequestLimits {
    /// The greatest number of positions of a game.
    pub positions: usize,
    /// Bytes of memory for processing the request.
    pub memory: u64,
    /// The time for processing it.
    pub time: Duration,
    /// The number of bytes that a client may send.
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
    /// A configuration with the limits of a server for one person.
    #[must_use]
    pub fn new(address: SocketAddr) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Config {
            address,
            public: false,
            request: RequestLimits::default(),
            thinking: Duration::from_secs(60),
            workers: cores,
            waiting: 1000,
            connections: 2000,
            cache: 1 << 30,
            patience: Duration::from_secs(10),
            reader: None,
            solutions: Vec::new(),
            tables: TableLimits { keys: 1 << 26, time: Duration::from_secs(300) },
        }
    }
}
