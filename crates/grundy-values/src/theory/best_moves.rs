//! The undominated moves in a sum: no other move is better in any sum.

use crate::form::{Form, Forms};
use grundy_base::{Player, Stopped};

/// An undominated move in a sum: no other move is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestMove {
    /// The term that is played in, counted from 0.
    pub term: usize,
    /// What the term becomes.
    pub option: Form,
    /// Whether the player wins after it, with the opponent to move.
    pub wins: bool,
}

impl Forms<'_> {
    /// A player's moves in a sum, in the canonical forms of its terms. A move is left out if
    /// another is better whatever is added to the sum.
    ///
    /// A move is better than another if it gains more: the rest of the sum is the
    /// same for both (Berlekamp and Wolfe, Mathematical Go, on incentives). Time:
    /// a comparison for each pair of moves, and the sum for who wins.
    pub fn best_moves(&mut self, terms: &[Form], player: Player) -> Result<Vec<BestMove>, Stopped> {
        let sum = self.sum_all(terms.iter().copied())?;
        let mut moves: Vec<(BestMove, Form)> = Vec::new();
        for (term, &form) in terms.iter().enumerate() {
            for option in self.options(form, player)? {
                let gain = self.difference(option, form)?;
                let moved = self.sum(sum, gain)?;
                let wins = match player {
                    Player::Left => self.at_most(Form::ZERO, moved)?,
                    Player::Right => self.at_most(moved, Form::ZERO)?,
                };
                moves.push((BestMove { term, option, wins }, gain));
            }
        }
        let mut best = Vec::new();
        for &(found, gain) in &moves {
            let mut beaten = false;
            for &(_, other) in moves.iter().filter(|(_, other)| *other != gain) {
                self.step()?;
                beaten = match player {
                    Player::Left => self.at_most(gain, other)?,
                    Player::Right => self.at_most(other, gain)?,
                };
                if beaten {
                    break;
                }
            }
            if !beaten {
                best.push(found);
            }
        }
        Ok(best)
    }
}
