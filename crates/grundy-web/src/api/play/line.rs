//! The moves made in a game, and the positions between them.

use grundy::game::{Move, NamedMove};
use grundy::{Game, Limits, Player, Progress, Stopped, language};
use serde::{Deserialize, Serialize};

use crate::error::ApiError;

/// The greatest length of a line; longer ones are refused.
const LONGEST: usize = 2000;
/// Limit on the bytes of all positions of a line as text.
const MOST_TEXT: usize = 2 << 20;
/// Bounds on the number of moves shown, which is smaller for positions with long texts.
const MOST_MOVES: usize = 600;
const FEWEST_MOVES: usize = 12;
/// Limit on the move numbers in a request, and on the moves searched for winning ones.
pub(super) const MOST_OPTIONS: u32 = 1 << 20;

/// A move of a request.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(untagged, expecting = "expected a move: its number, or its name as a text")]
pub(in crate::api) enum Step {
    /// Its number among all moves of the position.
    Number(u32),
    /// Its name, or the position after it.
    Name(String),
}

/// A move of the line.
pub(in crate::api) struct Made {
    /// Its number among all moves of the position; none if there are very many.
    pub(super) index: Option<usize>,
    pub(super) name: String,
}

/// The positions from the start of play to the current one.
pub(in crate::api) struct Line {
    pub(super) first: Player,
    /// The positions, each with the player to move and the move that led there.
    pub(in crate::api) positions: Vec<(Box<dyn Game>, Player, Option<Made>)>,
    /// The moves in the current position.
    pub(super) moves: Vec<Move>,
    /// Whether these are all the moves.
    pub(super) complete: bool,
}

impl Line {
    /// Plays the moves.
    pub(in crate::api) fn walk(
        game: &str,
        first: Player,
        moves: &[Step],
        limits: &Limits<'_>,
    ) -> Result<Line, ApiError> {
        if moves.len() > LONGEST {
            return Err(ApiError::bad_request(format!("a line has at most {LONGEST} moves")));
        }
        let game = language::game(game, limits)?;
        let first = game.turn().unwrap_or(first);
        let mut written = game.text().len();
        let mut positions = vec![(game, first, None)];
        for (number, step) in moves.iter().enumerate() {
            limits.check(Progress { stage: "moves", positions: number, bytes: 0 })?;
            let (game, mover, _) = &positions[number];
            let Some(NamedMove { index, name, to }) = made(&**game, *mover, step, limits)? else {
                if let Some(fault) = game.failure() {
                    return Err(Stopped::Rules(fault).into());
                }
                let step = match step {
                    Step::Number(index) => index.to_string(),
                    Step::Name(name) => name.clone(),
                };
                let message = format!("move {}: {} has no move {step}", number + 1, game.text());
                return Err(ApiError::illegal(message, number));
            };
            written += to.text().len();
            if written > MOST_TEXT {
                let message = format!("the positions of a line take at most {MOST_TEXT} bytes");
                return Err(ApiError::bad_request(message));
            }
            let mover = to.turn().unwrap_or(mover.opponent());
            positions.push((to, mover, Some(Made { index, name })));
        }
        let (game, mover, _) = &positions[positions.len() - 1];
        let room = MOST_TEXT / 4 / game.text().len().max(1);
        let most = room.clamp(FEWEST_MOVES, MOST_MOVES);
        let (moves, complete) = game.moves_up_to(*mover, most);
        let line = Line { first, positions, moves, complete };
        line.checked()?;
        Ok(line)
    }

    /// Rules that have failed no longer give moves.
    ///
    /// # Errors
    ///
    /// The fault of the rules, if they have failed.
    pub(super) fn checked(&self) -> Result<(), ApiError> {
        let fault = self.positions.iter().find_map(|(game, ..)| game.failure());
        fault.map_or(Ok(()), |fault| Err(Stopped::Rules(fault).into()))
    }

    /// The position where play began.
    pub(super) fn start(&self) -> &dyn Game {
        &*self.positions[0].0
    }

    /// The current position and the player to move.
    pub(super) fn last(&self) -> (&dyn Game, Player) {
        let (game, mover, _) = &self.positions[self.positions.len() - 1];
        (&**game, *mover)
    }

    /// Whether the current position has occurred before, with the same player to move.
    pub(super) fn has_come_round(&self) -> bool {
        let (game, mover) = self.last();
        let text = game.text();
        let before = &self.positions[..self.positions.len() - 1];
        before.iter().any(|(game, who, _)| *who == mover && game.text() == text)
    }
}

/// The move of a step; none if it is not legal.
fn made(
    game: &dyn Game,
    mover: Player,
    step: &Step,
    limits: &Limits<'_>,
) -> Result<Option<NamedMove>, Stopped> {
    match step {
        Step::Number(index) if *index < MOST_OPTIONS => {
            let index = *index as usize;
            let made = game.option_at(mover, index);
            Ok(made.map(|(name, to)| NamedMove { index: Some(index), name, to }))
        }
        Step::Number(_) => Ok(None),
        Step::Name(name) => game.option_named(mover, name, limits),
    }
}
