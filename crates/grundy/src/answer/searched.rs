//! Answers of games that a search decides, without a list of their positions.

use super::{Answer, Best, Options, Side, outcome};
use crate::game::{Game, Searched};
use crate::limits::Stopped;
use crate::player::Player;

/// Who wins, as a search of the game's own says; nothing of games that have none.
pub(super) fn searched(game: &dyn Game, options: &Options<'_>) -> Result<Answer, Stopped> {
    let side = |starter: Player| -> Result<Option<Side>, Stopped> {
        let found = game.search(starter, &options.limits).transpose()?;
        Ok(found.map(|Searched { verdict, moves }| {
            let complete = moves.iter().all(|(_, there)| there.is_some());
            let known = moves.into_iter().filter_map(|(option, there)| Some((there?, option)));
            let after = known.map(|(there, option)| (there.reversed(), option));
            let mut best: Vec<_> =
                after.filter(|(there, _)| there.fate() == verdict.fate()).collect();
            best.sort_by_key(|(there, _)| there.rank());
            let best = best.into_iter().map(|(there, option)| Best {
                name: option.name,
                position: option.to.position(),
                to: option.to.text(),
                fate: there.fate(),
                remoteness: there.remoteness(),
            });
            let (fate, remoteness) = (verdict.fate(), verdict.remoteness());
            Side { fate, remoteness, best: best.collect(), complete }
        }))
    };
    let (left, right) = (side(Player::Left)?, side(Player::Right)?);
    Ok(Answer {
        game: game.text(),
        convention: options.convention,
        impartial: game.impartial(),
        positions: None,
        outcome: outcome(left.as_ref(), right.as_ref()),
        value: None,
        parts: Vec::new(),
        left,
        right,
        solved: None,
    })
}
