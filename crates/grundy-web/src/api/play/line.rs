//! The moves that were made, and the positions between them.

use grundy::game::Move;
use grundy::{Convention, Game, Limits, Player, Progress, catalogue};

use super::Played;
use crate::error::ApiError;

/// So many moves of a position are shown.
const MOST_MOVES: usize = 600;
/// Among so many the winning ones are looked for that are not shown.
pub(super) const MOST_OPTIONS: u32 = 1 << 20;

/// The positions from where play began to the one on the table.
pub(super) struct Line {
    pub(super) convention: Convention,
    pub(super) first: Player,
    /// Each with the player to move, and the move that led there.
    pub(super) positions: Vec<(Box<dyn Game>, Player, Option<String>)>,
    /// What may be done next.
    pub(super) moves: Vec<Move>,
    /// There are no other moves.
    pub(super) complete: bool,
}

impl Line {
    /// Goes through the moves.
    pub(super) fn walk(played: &Played, limits: &Limits<'_>) -> Result<Line, ApiError> {
        let game = catalogue::parse(&played.game)?;
        let first = game.turn().unwrap_or(played.first.into());
        let mut positions = vec![(game, first, None)];
        for (number, &chosen) in played.moves.iter().enumerate() {
            limits.check(Progress { stage: "moves", positions: number, bytes: 0 })?;
            let (game, mover, _) = &positions[number];
            let made = match chosen < MOST_OPTIONS {
                true => game.option_at(*mover, chosen as usize),
                false => None,
            };
            let Some((name, to)) = made else {
                let message = format!("move {}: {} has no move {chosen}", number + 1, game.text());
                return Err(ApiError::bad_request(message));
            };
            let mover = to.turn().unwrap_or(mover.opponent());
            positions.push((to, mover, Some(name)));
        }
        let (game, mover, _) = &positions[positions.len() - 1];
        let (moves, complete) = game.moves_up_to(*mover, MOST_MOVES);
        let convention = super::convention(played.misere);
        Ok(Line { convention, first, positions, moves, complete })
    }

    /// Where play began.
    pub(super) fn start(&self) -> &dyn Game {
        &*self.positions[0].0
    }

    /// The position on the table, and who is to move.
    pub(super) fn last(&self) -> (&dyn Game, Player) {
        let (game, mover, _) = &self.positions[self.positions.len() - 1];
        (&**game, *mover)
    }

    /// Whether the position has been on the table before, with the same player
    /// to move.
    pub(super) fn has_come_round(&self) -> bool {
        let (game, mover) = self.last();
        let text = game.text();
        let before = &self.positions[..self.positions.len() - 1];
        before.iter().any(|(game, who, _)| *who == mover && game.text() == text)
    }
}
