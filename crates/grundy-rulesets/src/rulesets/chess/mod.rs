//! Chess endings with few men, without castling, the fifty-move rule and the repetition
//! rule.

mod diagram;
mod material;
mod notation;
mod packed;
mod position;
#[cfg(test)]
mod testing;

use std::sync::Arc;

use cozy_chess::{Piece, Square, get_king_moves};

use grundy_base::{End, Player};
use grundy_ruleset::Ruleset;
use grundy_ruleset::board::grid;
pub use material::Material;
pub use notation::entry;
use packed::Stocks;
pub use position::{Man, Position};

/// Chess with the men of given material. Left is White.
///
/// Play starts on an empty board: the players put the men there in turn, in the order of
/// [`Material::each`], wherever the resulting position is legal. The start thus leads to every
/// position of the material, with either player to move.
#[derive(Clone, Debug)]
pub struct Chess {
    material: Material,
    stocks: Arc<Stocks>,
    /// The castling rights that were read. They cannot be used.
    castling: Option<Arc<str>>,
}

impl Chess {
    /// Chess with these men.
    #[must_use]
    pub fn new(material: Material) -> Self {
        Chess { material, stocks: Arc::new(Stocks::new(&material)), castling: None }
    }

    /// The men at the start.
    #[must_use]
    pub fn material(&self) -> Material {
        self.material
    }

    /// The man that is put next; none if all men have been put.
    #[must_use]
    pub fn next(&self, position: &Position) -> Option<Man> {
        match position.turn() {
            None => self.material.each().nth(position.occupied().count_ones() as usize),
            Some(_) => None,
        }
    }

    /// The positions after a player has put the next man.
    fn puts(&self, position: &Position, player: Player) -> Vec<Position> {
        let Some(man) = self.next(position) else { return Vec::new() };
        let last = position.occupied().count_ones() as usize + 1 == self.material.men();
        let free = match man.piece {
            Piece::Pawn => 0x00ff_ffff_ffff_ff00,
            Piece::King => {
                let kings = grid::numbers(position.occupied());
                !kings.fold(0, |near, king| near | get_king_moves(Square::index(king)).0)
            }
            _ => u64::MAX,
        };
        grid::numbers(free & !position.occupied())
            .map(|square| position.with(square, man))
            .map(|next| if last { next.with_turn(Some(player.opponent()), None) } else { next })
            .filter(|next| !last || next.board().is_some())
            .collect()
    }
}

impl Ruleset for Chess {
    type Position = Position;

    fn has_ends(&self) -> bool {
        true
    }

    fn loopy(&self) -> bool {
        true
    }

    fn options(&self, position: &Position, player: Player) -> impl Iterator<Item = Position> {
        let options = match position.turn() {
            None => self.puts(position, player),
            Some(turn) if turn == player => {
                position.moves().into_iter().map(|(_, next)| next).collect()
            }
            Some(_) => Vec::new(),
        };
        options.into_iter()
    }

    fn end(&self, position: &Position, _: Player) -> Option<End> {
        let turn = position.turn()?;
        let board = position.board().filter(|_| position.occupied().count_ones() > 2);
        let Some(board) = board else { return Some(End::Tie) };
        match (board.generate_moves(|_| true), board.checkers().is_empty()) {
            (true, _) => None,
            (false, true) => Some(End::Tie),
            (false, false) => Some(End::Won(turn.opponent())),
        }
    }

    fn turn(&self, position: &Position) -> Option<Player> {
        position.turn()
    }
}
