//! Answers of games that are decided by a search of the ruleset's own.

use super::strategy::side_from_moves;
use super::{Answer, Options, Side};
use crate::game::{Game, Searched};
use crate::limits::Stopped;
use crate::player::Player;

/// Who wins, as a search of the game's own says; nothing of games that have none.
pub(super) fn searched(game: &dyn Game, options: &Options<'_>) -> Result<Answer, Stopped> {
    let side = |starter: Player| -> Result<Option<Side>, Stopped> {
        let found = game.search(starter, &options.limits).transpose()?;
        Ok(found.map(|Searched { verdict, moves }| {
            let complete = moves.iter().all(|(_, there)| there.is_some());
            let known = moves.into_iter().filter_map(|(option, there)| Some((option, there?)));
            let after = known.map(|(option, there)| (option, there.reversed()));
            Side { complete, ..side_from_moves(verdict, after.collect()) }
        }))
    };
    let (left, right) = (side(Player::Left)?, side(Player::Right)?);
    Ok(Answer::from_sides(game, options.convention, left, right))
}
