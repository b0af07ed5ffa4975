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

use crate::game::Game;
use crate::keys::Compiled;
use layers::Estimate;
use play::{Halt, Play};

/// Games with fewer positions are visited as a whole.
const WHOLE: usize = 1 << 20;
/// Positions that are expanded for an estimate.
const SAMPLED: usize = 1 << 24;
/// Positions of lines of random play that are compared.
const MET: usize = 1 << 20;
/// How often rules are compiled again.
const TIMES: usize = 8;
/// How long counting may take.
const TIME: Duration = Duration::from_secs(10);

/// The size of a compiled game. `known` is what is known of it already.
pub(crate) fn size(game: &Game, rules: &Compiled, known: Size, limits: &Limits<'_>) -> Size {
    if matches!(known, Size::Exactly(_)) {
        return known;
    }
    let left = limits.time.map_or(TIME, |(begun, time)| time.saturating_sub(begun.elapsed()));
    let limits = Limits { time: Some((Instant::now(), left.min(TIME))), ..*limits };
    // Where play goes beyond a sample, the rules are compiled again.
    let mut again: Option<Compiled> = None;
    for _ in 0..TIMES {
        let rules = again.as_ref().unwrap_or(rules);
        match Play::new(game, rules, &limits).and_then(|play| counted(&play, &limits)) {
            Ok(size) => return size,
            Err(Halt::Fault(fault)) if fault.again => {
                let Ok(rules) = Compiled::new(&game.apart()) else { break };
                again = Some(rules);
            }
            Err(_) => break,
        }
    }
    known
}

fn counted(play: &Play<'_>, limits: &Limits<'_>) -> Result<Size, Halt> {
    if let Some(all) = whole(play, WHOLE.min(limits.positions))? {
        return Ok(Size::Exactly(all));
    }
    play.allow(SAMPLED);
    if matches!(play.rules.flow(), Flow::Stepwise | Flow::Rising)
        && let Some(found) = layers::estimate(play)?
    {
        return Ok(match found {
            Estimate { positions, error: 0.0 } => Size::Exactly(positions as u64),
            Estimate { positions, error } => Size::About { positions, error },
        });
    }
    play.allow(usize::MAX);
    let visited = WHOLE.min(limits.positions) as f64;
    Ok(Size::AtLeast(lines::bound(play, MET)?.max(visited)))
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
