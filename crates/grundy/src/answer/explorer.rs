//! Which options of a position its canonical form needs, and why not the others.

use super::{Worth, worths};
use crate::game::Game;
use crate::value::{Form, Forms};
use grundy_base::{ByPlayer, Convention, Limits, Player, Stopped};

/// Why an option is not needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Needless {
    /// Its player has another option, with this number, that is at least as good.
    Dominated {
        /// The number of the other option.
        by: usize,
        /// Whether both are equal.
        equal: bool,
    },
    /// The other player can answer with an option of it that is at least as good for them as the
    /// whole position: the options of that answer stand in its place.
    Reversible {
        /// The name of the answer.
        answer: String,
        /// The position after it.
        through: String,
        /// Its value.
        value: Form,
    },
}

/// An option of a position.
#[derive(Debug)]
pub struct ValuedOption {
    /// The name of the move.
    pub name: String,
    /// The position after it.
    pub to: Box<dyn Game>,
    /// Its value.
    pub value: Form,
    /// Why it is not needed; none if it is.
    pub needless: Option<Needless>,
}

/// A position with its options, as far as they are listed.
#[derive(Debug)]
pub struct ValuedOptions {
    /// Its value.
    pub value: Form,
    /// The options of both players.
    pub options: ByPlayer<Vec<ValuedOption>>,
}

/// The options of a position with their values under normal play. None where a value is not found,
/// as in games without values, or where a player has more than `most` options, of which some might
/// make others needless.
///
/// # Errors
///
/// When a limit is reached.
pub fn explore_options(
    game: &dyn Game,
    most: usize,
    forms: &mut Forms<'_>,
    limits: &Limits<'_>,
) -> Result<Option<ValuedOptions>, Stopped> {
    if game.has_ends() || game.convention() != Convention::Normal {
        return Ok(None);
    }
    let Some(value) = values(&[game], forms, limits)?.map(|found| found[0]) else {
        return Ok(None);
    };
    let mut options = ByPlayer::new(|_| Vec::new());
    for player in [Player::Left, Player::Right] {
        let (moves, complete) = game.moves_up_to(player, most);
        let games: Vec<&dyn Game> = moves.iter().map(|step| &*step.to).collect();
        let Some(found) = values(&games, forms, limits)?.filter(|_| complete) else {
            return Ok(None);
        };
        for (number, step) in moves.into_iter().enumerate() {
            let needless = match dominating(player, number, &found, forms)? {
                Some(dominated) => Some(dominated),
                None => answer((player, value), &*step.to, most, forms, limits)?,
            };
            let value = found[number];
            options[player].push(ValuedOption { name: step.name, to: step.to, value, needless });
        }
    }
    Ok(Some(ValuedOptions { value, options }))
}

/// The values of positions of one ruleset; none where one of them has none.
fn values(
    games: &[&dyn Game],
    forms: &mut Forms<'_>,
    limits: &Limits<'_>,
) -> Result<Option<Vec<Form>>, Stopped> {
    let (found, stopped) = worths(games, Convention::Normal, forms, limits);
    if let Some(stopped) = stopped {
        return Err(stopped);
    }
    let mut values = Vec::new();
    for worth in found {
        let nimber = |nimber: Option<u64>| u32::try_from(nimber?).ok();
        values.push(match worth {
            Some(Worth::Form(form)) => form,
            Some(Worth::Nimber(value)) => match nimber(value.nimber().map(|nimber| nimber.0)) {
                Some(nimber) => forms.nimber(nimber)?,
                None => return Ok(None),
            },
            None => return Ok(None),
        });
    }
    Ok(Some(values))
}

/// Whether `a` is at most as good as `b` for a player.
fn at_most(player: Player, a: Form, b: Form, forms: &mut Forms<'_>) -> Result<bool, Stopped> {
    match player {
        Player::Left => forms.at_most(a, b),
        Player::Right => forms.at_most(b, a),
    }
}

/// An option that is better for its player, or the first one of those that are equal.
fn dominating(
    player: Player,
    number: usize,
    values: &[Form],
    forms: &mut Forms<'_>,
) -> Result<Option<Needless>, Stopped> {
    let here = values[number];
    // Forms are canonical: equal values have the same number.
    let mut found = (0..number).find(|&other| values[other] == here);
    for (other, &value) in values.iter().enumerate() {
        // The best of those that are better than all that dominate so far is never dominated itself.
        let than = found.map_or(here, |found| values[found]);
        if value != than && at_most(player, than, value, forms)? {
            found = Some(other);
        }
    }
    Ok(found.map(|by| Needless::Dominated { by, equal: values[by] == here }))
}

/// An answer to an option of a player that makes it reversible.
fn answer(
    (player, whole): (Player, Form),
    option: &dyn Game,
    most: usize,
    forms: &mut Forms<'_>,
    limits: &Limits<'_>,
) -> Result<Option<Needless>, Stopped> {
    let (answers, _) = option.moves_up_to(player.opponent(), most);
    for step in answers {
        let Some(found) = values(&[&*step.to], forms, limits)? else { continue };
        if at_most(player, found[0], whole, forms)? {
            let (answer, through) = (step.name, step.to.text());
            return Ok(Some(Needless::Reversible { answer, through, value: found[0] }));
        }
    }
    Ok(None)
}
