//! Rules that are stated outside of this library.

use crate::forward::Lines;
use grundy_base::{Fault, Player};

/// Rules that are stated outside of this library. They may fail, they remember the positions that
/// they have met, and some compute many positions in about the time of one.
pub trait Outside<P> {
    /// The error of the rules; none if they have not failed. After a failure their results are
    /// meaningless.
    fn failure(&self) -> Option<Fault>;

    /// The batch size for [`foresee`](Outside::foresee); 0 for rules that do not work in batches.
    fn batch(&self) -> usize {
        0
    }

    /// Announces the positions whose options and ends will be requested next, each with the
    /// player to move, and `later` ones that follow. Rules that work in batches may compute
    /// the next ones now, in this many threads, and the later ones in the background.
    fn foresee(&self, _next: &[(P, Player)], _later: &[(P, Player)], _threads: usize) {}

    /// For each option, in order, a number that identifies the move: the same for the same move in
    /// other positions. Empty if the rules do not know.
    fn slots(&self, _position: &P, _player: Player) -> Vec<u16> {
        Vec::new()
    }

    /// Lines of play from positions, each with the player to move; none unless the rules make the
    /// moves of many lines about as fast as those of one.
    fn lines<'a>(&'a self, _from: &[(P, Player)]) -> Option<Box<dyn Lines + 'a>> {
        None
    }

    /// Bytes that the rules hold for the positions that they have met, for the memory limit of
    /// a search, which itself does not store positions.
    fn held(&self) -> u64 {
        0
    }
}
