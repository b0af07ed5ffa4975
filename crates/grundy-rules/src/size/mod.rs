//! How many positions a game has: all that are visited, or an estimate from samples.

mod fields;
mod layers;
mod lines;
mod pairs;
mod play;
mod undo;

use std::collections::HashSet;
use std::time::{Duration, Instant};

use grundy::stated::{Keys, Size};
use grundy::{Flow, Limits};

use crate::game::FileGame;
use crate::keys::Compiled;
use layers::Estimate;
use play::{Halt, Play};

/// Games with fewer positions are visited as a whole.
const WHOLE: usize = 1 << 20;
/// Positions that are expanded for an estimate.
const SAMPLED: usize = 1 << 23;
/// Positions of lines of random play that are compared.
const MET: usize = 1 << 18;
/// How often rules are compiled again.
const TIMES: usize = 8;
/// How long counting may take if the limits set no time.
const TIME: Duration = Duration::from_secs(10);

/// The size of a compiled game. `known` is the size as far as it is known already.
pub(crate) fn size(game: &FileGame, rules: &Compiled, known: Size, limits: &Limits<'_>) -> Size {
    if matches!(known, Size::Exactly(_)) {
        return known;
    }
    let left = limits.time.map_or(TIME, |(begun, time)| time.saturating_sub(begun.elapsed()));
    // The rest of the time is for the other method, if there is no estimate.
    let early = Limits { time: Some((Instant::now(), left / 4 * 3)), ..*limits };
    let late = Limits { time: Some((Instant::now(), left)), ..*limits };
    // Positions are counted, not the keys that they share. Where play goes beyond a sample, the
    // rules are compiled again.
    let mut again: Option<Compiled> = None;
    if !rules.is_plain() {
        let Ok(plain) = Compiled::plain(game) else { return known };
        again = Some(plain);
    }
    for _ in 0..TIMES {
        let rules = again.as_ref().unwrap_or(rules);
        match counted(game, rules, known, [&early, &late]) {
            Ok(size) => return size,
            Err(Halt::Fault(fault)) if fault.again => {
                let Ok(rules) = Compiled::plain(&game.apart()) else { break };
                again = Some(rules);
            }
            Err(_) => break,
        }
    }
    known
}

fn counted(
    game: &FileGame,
    rules: &Compiled,
    known: Size,
    [early, late]: [&Limits<'_>; 2],
) -> Result<Size, Halt> {
    let play = Play::new(game, rules, early)?;
    let most = WHOLE.min(early.positions);
    let visited = match whole(&play, most) {
        Ok(Some(all)) => return Ok(Size::Exactly(all)),
        Ok(None) => most as f64,
        Err(Halt::Limit) => known.positions(),
        Err(halt) => return Err(halt),
    };
    if matches!(rules.flow(), Flow::Stepwise | Flow::Rising) {
        match layers::estimate(&play, SAMPLED) {
            Ok(Some(Estimate { positions, error: 0.0 })) => {
                return Ok(Size::Exactly(positions as u64));
            }
            Ok(Some(Estimate { positions, error })) => {
                return Ok(Size::About { positions, error });
            }
            Ok(None) | Err(Halt::Limit) => {}
            Err(halt) => return Err(halt),
        }
    }
    match lines::bound(&Play::new(game, rules, late)?, MET) {
        Ok(bound) => Ok(Size::AtLeast(bound.max(visited))),
        Err(Halt::Limit) => Ok(Size::AtLeast(visited)),
        Err(halt) => Err(halt),
    }
}

/// The number of positions; none if there are many.
fn whole(play: &Play<'_>, most: usize) -> Result<Option<u64>, Halt> {
    let mut known: HashSet<u128> = play.starts.iter().copied().collect();
    let mut open = play.starts.clone();
    while !open.is_empty() {
        let mut next = Vec::new();
        for keys in open.chunks(1 << 14) {
            play.each(keys, |_, options| {
                next.extend(options.iter().copied().filter(|&option| known.insert(option)));
            })?;
            if known.len() > most {
                return Ok(None);
            }
        }
        open = next;
    }
    Ok(Some(known.len() as u64))
}
