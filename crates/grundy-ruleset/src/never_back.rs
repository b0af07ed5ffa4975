//! Games with superko: no move recreates an earlier board.

use std::hash::Hash;

use grundy_base::Player;

/// A game with positional superko: a position is a board with all earlier boards, and no
/// move may recreate an earlier board, whoever is to move. All other rules depend on the
/// present board only.
pub trait NeverBack: Send + Sync {
    /// The present board.
    type Board: Copy + Eq + Hash;

    /// The boards after each move of a player, superko ignored; without passes, and without
    /// the board itself. Repeats are allowed.
    fn moves(&self, board: Self::Board, player: Player) -> Vec<Self::Board>;

    /// Left's margin if play ends with this board: negative if Right has won, 0 for a tie.
    /// Also the move ordering: moves to a better margin are tried first.
    fn lead(&self, board: Self::Board) -> i32;

    /// Whether players may pass. Superko does not forbid passes, and two passes in a row end
    /// play. Without passes, play is over when the player to move has no move.
    fn passes(&self) -> bool;

    /// The symmetries of the rules as permutations of the places of a board. They are a group
    /// of at most eight, and the first is the identity.
    fn symmetries(&self) -> Vec<Vec<usize>>;

    /// The image of the board under a symmetry.
    fn image(&self, board: Self::Board, symmetry: &[usize]) -> Self::Board;
}
