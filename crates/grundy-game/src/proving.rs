//! Who wins, by a forward search: for games that are too large to list.

use std::io;
use std::path::Path;
use std::time::Duration;

use grundy_base::{Fate, Limits, Player, Stopped};
use grundy_solve::proof::{Bounds, Thinking, Thoughts};
use grundy_solve::verify::Refused;
use grundy_solve::verify::strategy::{Promise, Strategy};

/// A node near the start: the position, or the one after the move with this number, as
/// [`Game::moves`](super::Game::moves) counts the moves of the player who starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Near {
    /// The player who starts.
    pub starter: Player,
    /// The first move, if it was made.
    pub option: Option<usize>,
}

/// The [method](Proving::method) of a search that knows nothing but the rules.
pub(super) const BY_RULES: &str = "the rules";

/// A forward search of one game. What it has found is kept from question to question.
pub trait Proving: Send {
    /// Proves what the player to move brings about, within about `effort` more visits of nodes.
    /// `proved` is told each time that something new is known.
    ///
    /// # Errors
    ///
    /// When a limit is reached; what was proved until then has been told.
    fn prove(
        &mut self,
        at: Near,
        effort: u64,
        limits: &Limits<'_>,
        proved: &mut dyn FnMut(Bounds),
    ) -> Result<Bounds, Stopped>;

    /// Whether it searches sums of components, so that another search of sums finds nothing
    /// sooner.
    fn adds(&self) -> bool;

    /// Makes the table as large as is of use for `nodes` nodes, within `memory` bytes and the
    /// limit.
    fn expect(&mut self, nodes: u64, memory: u64);

    /// Keeps the table in a file; see [`Prover::keep_in`](grundy_solve::proof::Prover::keep_in). What
    /// rules have learned of their keys stands in its first line, behind a tab.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, is damaged, or of another search.
    fn keep_in(&mut self, path: &Path, learned: &str) -> io::Result<bool>;

    /// Writes that file.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    fn keep(&mut self) -> io::Result<()>;

    /// What is known of the player to move without more search.
    fn known(&self, at: Near) -> Bounds;

    /// Whose turn it is there.
    fn mover(&self, at: Near) -> Player;

    /// Moves from there on, by name: each keeps what is known, as far as that reaches.
    fn line(&self, at: Near) -> Vec<String>;

    /// Searches moves by this method when it thinks.
    fn think_by(&mut self, method: Thinking);

    /// Thinks for `time` about the moves of a player who starts, at least one; they are given in
    /// the order of [`Game::moves`](super::Game::moves). `thinking` is told now and then what is
    /// thought so far.
    ///
    /// # Errors
    ///
    /// When the work is interrupted, or rules fail; not when the time is up.
    fn think(
        &mut self,
        starter: Player,
        time: Duration,
        limits: &Limits<'_>,
        thinking: &mut dyn FnMut(&Thoughts),
    ) -> Result<Thoughts, Stopped>;

    /// Moves to a proved win or loss, if found within about `effort` more visits of nodes; `within`
    /// is the result and the most moves. Only for [`Game::counting`](super::Game::counting).
    ///
    /// # Errors
    ///
    /// When a limit is reached.
    fn remoteness(
        &mut self,
        at: Near,
        within: (Fate, u32),
        effort: u64,
        limits: &Limits<'_>,
    ) -> Result<Option<u32>, Stopped>;

    /// A strategy that brings about what it promises, which must be proved. All play by it
    /// is held in memory.
    ///
    /// # Errors
    ///
    /// When a limit is reached; [`Refused::Returns`] where play can return, if the moves that
    /// are found do.
    fn strategy(&mut self, promise: Promise, limits: &Limits<'_>) -> Result<Strategy, Refused>;

    /// A strategy that wins by moves that each come nearer to the end, so that play by it never
    /// returns. To count moves takes longer. Only for [`Game::counting`](super::Game::counting).
    ///
    /// # Errors
    ///
    /// When a limit is reached.
    fn nearing_strategy(
        &mut self,
        promise: Promise,
        limits: &Limits<'_>,
    ) -> Result<Strategy, Refused>;

    /// Nodes visited so far.
    fn visited(&self) -> u64;

    /// Bytes of the transposition table.
    fn bytes(&self) -> u64;

    /// How the search works, in a few words.
    fn method(&self) -> &'static str;

    /// Whether it is played by the rules alone.
    fn is_by_rules(&self) -> bool {
        self.method() == BY_RULES
    }
}
