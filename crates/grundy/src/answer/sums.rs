//! Who wins each component of a sum alone.

use super::Options;
use super::options::Question;
use crate::game::Game;
use crate::solve::sums::Unsolved;
use grundy_base::{ByPlayer, Fate, Outcome, Stopped};

/// The components of a game as they are written, and who wins each alone, under normal
/// play; none for games with ends of their own, and where play can go on for ever.
pub fn outcomes_of_components(
    game: &dyn Game,
    options: &Options<'_>,
) -> Result<Option<Vec<(String, Outcome)>>, Stopped> {
    if !Question::new(game, options).is_sum() {
        return Ok(None);
    }
    let Some(mut sums) = game.sums(options.limits) else { return Ok(None) };
    let taken = options.databases.iter().try_for_each(|database| sums.take(database));
    let found = taken.and_then(|()| sums.components(&game.sum_terms()));
    let class = |(text, wins): (String, ByPlayer<bool>)| {
        let fates = ByPlayer::new(|player| if wins[player] { Fate::Win } else { Fate::Loss });
        Some((text, Outcome::from_fates(fates)?))
    };
    let written = game.written_components().into_iter();
    match found {
        Ok(found) => Ok(Some(written.zip(found).filter_map(class).collect())),
        Err(Unsolved::Stopped(stopped)) => Err(stopped),
        Err(_) => Ok(None),
    }
}
