//! The best moves in a sum, as games: not where play is hot, but what nothing beats.

use crate::limits::Stopped;
use crate::player::Player;
use crate::value::form::{Form, Forms};

/// A move in a sum than which none is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestMove {
    /// The term that is played in, counted from 0.
    pub term: usize,
    /// What it is moved to.
    pub option: Form,
    /// Whether the player wins after it, with the opponent to move.
    pub wins: bool,
}

impl Forms<'_> {
    /// A player's moves in a sum, in the canonical forms of its terms, but for
    /// those to which another is better whatever is added to the sum.
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

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::*;

    /// From the definition: all moves of the sum, compared as whole games.
    #[test]
    fn best_moves_are_those_that_no_other_beats_in_the_whole_sum() {
        let mut t = Theory::new();
        let (mut beaten, mut winning) = (0, 0);
        for _ in 0..400 {
            let terms: Vec<Form> = (0..1 + t.below(3)).map(|_| t.game(3)).collect();
            for player in Player::BOTH {
                let mut after = Vec::new();
                for (term, &form) in terms.iter().enumerate() {
                    for option in t.forms.options(form, player).unwrap() {
                        let mut moved = terms.clone();
                        moved[term] = option;
                        after.push((term, option, t.forms.sum_all(moved).unwrap()));
                    }
                }
                let better = |t: &mut Theory, a: Form, b: Form| match player {
                    Player::Left => a != b && t.forms.at_most(b, a).unwrap(),
                    Player::Right => a != b && t.forms.at_most(a, b).unwrap(),
                };
                let mut expected = Vec::new();
                for &(term, option, moved) in &after {
                    if after.iter().any(|&(_, _, other)| better(&mut t, other, moved)) {
                        beaten += 1;
                        continue;
                    }
                    let wins = moved == Form::ZERO || better(&mut t, moved, Form::ZERO);
                    winning += usize::from(wins);
                    expected.push(BestMove { term, option, wins });
                }
                assert_eq!(t.forms.best_moves(&terms, player).unwrap(), expected);
            }
        }
        assert!(beaten > 100 && winning > 100, "{beaten} {winning}");
    }
}
