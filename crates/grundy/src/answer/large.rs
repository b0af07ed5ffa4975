//! Answers from positions that were solved packed.

use super::{Answer, Best, Side, outcome};
use crate::game::Game;
use crate::outcome::{Convention, Verdict};
use crate::player::Player;
use crate::solve::partitioned::{Failure, Positions};

/// What is known of a game when all positions that play reaches from it are
/// solved; none where its positions are not packed.
///
/// # Errors
///
/// When positions are in a file that cannot be read, or do not belong to the game.
pub fn from_positions(
    game: &dyn Game,
    convention: Convention,
    positions: &Positions,
) -> Result<Option<Answer>, Failure> {
    let Some(large) = game.large() else { return Ok(None) };
    let foreign = || Failure::Lost("the positions are not those of the game".to_string());
    let mut find = large.finder(positions);
    let mut verdict = |position: &dyn Game, mover| -> Result<Verdict, Failure> {
        let position = large.read(&position.position()).map_err(|_| foreign())?;
        Ok(find(position.key(mover))?.ok_or_else(foreign)?.verdict())
    };
    let mut side = |starter: Player| -> Result<Option<Side>, Failure> {
        if game.turn().is_some_and(|turn| turn != starter) {
            return Ok(None);
        }
        let own = verdict(game, starter)?;
        let mut best = Vec::new();
        let over = game.end(starter).is_some();
        for option in if over { Vec::new() } else { game.moves(starter) } {
            let next = option.to.turn().unwrap_or(starter.opponent());
            let there = verdict(&*option.to, next)?;
            let there = if next == starter { there } else { there.reversed() };
            if there.fate() == own.fate() {
                best.push((there, option));
            }
        }
        best.sort_by_key(|(verdict, _)| verdict.rank());
        let best = best.into_iter().map(|(verdict, option)| Best {
            name: option.name,
            position: option.to.position(),
            to: option.to.text(),
            fate: verdict.fate(),
            remoteness: verdict.remoteness(),
        });
        let (fate, remoteness) = (own.fate(), own.remoteness());
        Ok(Some(Side { fate, remoteness, best: best.collect(), complete: true }))
    };
    let (left, right) = (side(Player::Left)?, side(Player::Right)?);
    Ok(Some(Answer {
        game: game.text(),
        convention,
        impartial: game.impartial(),
        positions: Some(positions.counts().positions() as usize),
        outcome: outcome(left.as_ref(), right.as_ref()),
        value: None,
        parts: Vec::new(),
        left,
        right,
        solved: None,
    }))
}
