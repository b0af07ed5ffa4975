//! Games whose rules learn from a fault that they do better another time.

use crate::catalogue;
use crate::game::Game;
use crate::solve::partitioned::Failure;
use grundy_base::{Fault, Stopped};

/// A game that learns so often does not end.
const MOST: usize = 100;

/// Hears of a fault after which work begins anew.
pub type Learned<'a> = &'a dyn Fn(&Fault);

/// Works on a game. Where the rules have learned from a fault, which `of` finds in an error, the work
/// begins anew on the game read again, at most 100 times, and `learned` hears of it.
///
/// # Errors
///
/// Those of the work.
pub fn learning<T, E>(
    game: &dyn Game,
    of: impl Fn(&E) -> Option<&Fault>,
    learned: Option<Learned<'_>>,
    mut work: impl FnMut(&dyn Game) -> Result<T, E>,
) -> Result<T, E> {
    let mut result = work(game);
    for _ in 0..MOST {
        let Some(fault) = result.as_ref().err().and_then(&of).filter(|fault| fault.again) else {
            break;
        };
        // The rules of a game have the keys with which it was read.
        let Ok(wiser) = catalogue::parse(&game.text()) else { break };
        if let Some(learned) = learned {
            learned(fault);
        }
        result = work(&*wiser);
    }
    result
}

/// The fault of rules that has ended work.
#[must_use]
pub fn fault_of(failure: &Failure) -> Option<&Fault> {
    match failure {
        Failure::Stopped(Stopped::Rules(fault)) => Some(fault),
        _ => None,
    }
}
