//! Answers of games that are won by points.

use super::{Answer, Best, Options, Score, Side};
use crate::game::{Game, Scored};
use crate::limits::{Limits, Stopped};
use crate::outcome::Fate;
use crate::player::ByPlayer;

/// The score for each player who may start; nothing of games without points.
pub(super) fn scores(
    game: &dyn Game,
    limits: &Limits<'_>,
) -> Result<ByPlayer<Option<Score>>, Stopped> {
    let Some(found) = game.scores(limits).transpose()? else { return Ok(ByPlayer::default()) };
    let score = |scored: Scored| {
        let fate = fate(scored.score.total);
        let remoteness = scored.score.moves_to_the_end;
        let best = scored.moves.into_iter().zip(&scored.score.best).filter(|(_, best)| **best);
        let best = best.map(|(option, _)| Best {
            name: option.name,
            position: option.to.position(),
            to: option.to.text(),
            fate,
            remoteness: remoteness.map(|moves| moves.saturating_sub(1)),
        });
        let (margin, total) = (scored.score.margin, scored.score.total);
        Score { margin, total, moves_to_the_end: remoteness, best: best.collect() }
    };
    Ok(ByPlayer { left: found.left.map(score), right: found.right.map(score) })
}

const fn fate(total: i32) -> Fate {
    match total {
        1.. => Fate::Win,
        0 => Fate::Draw,
        _ => Fate::Loss,
    }
}

/// Adds by how many points a game is won; nothing where that is not found within the limits.
pub(super) fn add_scores(
    answer: &mut Answer,
    game: &dyn Game,
    limits: &Limits<'_>,
) -> Result<(), Stopped> {
    match scores(game, limits) {
        Err(Stopped::Rules(fault)) => return Err(Stopped::Rules(fault)),
        found => put(answer, found.unwrap_or_default()),
    }
    Ok(())
}

/// Adds scores to an answer.
pub(super) fn put(answer: &mut Answer, ByPlayer { left, right }: ByPlayer<Option<Score>>) {
    for (side, score) in [(&mut answer.left, left), (&mut answer.right, right)] {
        if let Some(side) = side {
            side.score = score;
        }
    }
}

/// Who wins, by the score alone: positions were not looked at.
pub(super) fn scored(game: &dyn Game, options: &Options<'_>) -> Result<Answer, Stopped> {
    let scores = scores(game, &options.limits)?;
    // Other moves may keep the result, by fewer points.
    let side = |score: Score| Side {
        fate: fate(score.total),
        remoteness: score.moves_to_the_end,
        best: score.best.clone(),
        complete: false,
        score: Some(score),
    };
    let (left, right) = (scores.left.map(side), scores.right.map(side));
    Ok(Answer::from_sides(game, options.convention, left, right))
}
