//! Answers from packed solutions.

use super::strategy::side_from_moves;
use super::{Answer, Side};
use crate::game::{Finder, Game, Large, Move};
use crate::solve::partitioned::{Counts, Failure};
use grundy_base::{Convention, Player, Verdict};

/// What is known of a game when all positions that play reaches from it are solved: how many have
/// each verdict, and what finds the verdicts of [`keys_of_answer`]. None where positions of the
/// game are not packed.
///
/// # Errors
///
/// When positions are in a file that cannot be read, or do not belong to the game.
pub fn from_positions(
    game: &dyn Game,
    convention: Convention,
    counts: &Counts,
    find: &mut Finder<'_>,
) -> Result<Option<Answer>, Failure> {
    let Some(large) = game.large() else { return Ok(None) };
    let mut verdict =
        |key: u128| -> Result<Verdict, Failure> { Ok(find(key)?.ok_or_else(foreign)?.verdict()) };
    let mut side = |starter: Player| -> Result<Option<Side>, Failure> {
        let Some(Asked { key, moves }) = asked(game, &*large, starter)? else { return Ok(None) };
        let reply = |Reply { option, mover, key }| -> Result<(Move, Verdict), Failure> {
            let there = verdict(key)?;
            Ok((option, if mover == starter { there } else { there.reversed() }))
        };
        let moves = moves.into_iter().map(reply).collect::<Result<_, _>>()?;
        Ok(Some(side_from_moves(verdict(key)?, moves)))
    };
    let (left, right) = (side(Player::Left)?, side(Player::Right)?);
    let positions = Some(counts.positions() as usize);
    Ok(Some(Answer { positions, ..Answer::from_sides(game, convention, left, right) }))
}

/// The keys whose verdicts [`from_positions`] looks up: the start, and the positions after its
/// moves.
///
/// # Errors
///
/// When a position that a move reaches cannot be packed with the start.
pub fn keys_of_answer(game: &dyn Game) -> Result<Vec<u128>, Failure> {
    let Some(large) = game.large() else { return Ok(Vec::new()) };
    let mut keys = Vec::new();
    for starter in Player::BOTH {
        if let Some(Asked { key, moves }) = asked(game, &*large, starter)? {
            keys.push(key);
            keys.extend(moves.iter().map(|reply| reply.key));
        }
    }
    keys.sort_unstable();
    keys.dedup();
    Ok(keys)
}

/// What an answer needs of one possible starter.
struct Asked {
    key: u128,
    moves: Vec<Reply>,
}

/// A move, with the player to move after it, and the key.
struct Reply {
    option: Move,
    mover: Player,
    key: u128,
}

/// None for a player who is not to start.
fn asked(game: &dyn Game, large: &dyn Large, starter: Player) -> Result<Option<Asked>, Failure> {
    if game.turn().is_some_and(|turn| turn != starter) {
        return Ok(None);
    }
    let key = |position: &dyn Game, mover| -> Result<u128, Failure> {
        Ok(large.read(&position.position()).map_err(|_| foreign())?.key(mover))
    };
    let over = game.end(starter).is_some();
    let moves = if over { Vec::new() } else { game.moves(starter) };
    let reply = |option: Move| {
        let mover = option.to.turn().unwrap_or(starter.opponent());
        Ok(Reply { mover, key: key(&*option.to, mover)?, option })
    };
    let moves = moves.into_iter().map(reply).collect::<Result<_, Failure>>()?;
    Ok(Some(Asked { key: key(game, starter)?, moves }))
}

fn foreign() -> Failure {
    Failure::Lost("the positions are not those of the game".to_string())
}
