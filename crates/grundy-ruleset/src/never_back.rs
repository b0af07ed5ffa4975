//! Games with superko: no move leads back to an earlier board.

use std::hash::Hash;

use crate::player::Player;

/// A game whose positions are a board and all boards that there were before it, none
/// of which a move may bring back, whoever is to move: positional superko. What else
/// the rules say depends on the board alone.
pub trait NeverBack: Send + Sync {
    /// The present board.
    type Board: Copy + Eq + Hash;

    /// The boards after a move of a player, whatever boards there were; without
    /// passes, and without the board itself. Repeats are allowed.
    fn moves(&self, board: Self::Board, player: Player) -> Vec<Self::Board>;

    /// By how much Left has won where play is over with this board: less than nothing
    /// where Right has won, nothing for a tie. What leads further is tried first.
    fn lead(&self, board: Self::Board) -> i32;

    /// Whether a player may pass, which no board forbids; two passes in a row then end
    /// play. Otherwise play is over where the player to move has no move.
    fn passes(&self) -> bool;

    /// What a symmetry of the rules makes of the places of a board, for each symmetry;
    /// the first changes nothing. They are a group, of at most eight.
    fn symmetries(&self) -> Vec<Vec<usize>>;

    /// The board with its places where a symmetry puts them.
    fn image(&self, board: Self::Board, symmetry: &[usize]) -> Self::Board;
}
