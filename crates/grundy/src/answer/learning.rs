//! Games whose rules learn from a fault, and may succeed another time.

use crate::catalogue;
use crate::game::Game;
use crate::solve::partitioned::Failure;
use grundy_base::{Fault, Stopped};

/// A game that learns more often does not end.
const MOST: usize = 100;

/// Hears of a fault after which work begins anew.
pub type Learned<'a> = &'a dyn Fn(&Fault);

/// Works on a game. Where the rules have learned from a fault, which `of` finds in an error, the
/// work begins anew on the game read again, at most 100 times, and `learned` hears of it. After
/// that the fault no longer says that another attempt may succeed.
///
/// # Errors
///
/// Errors of the work.
pub fn learning<T, E>(
    game: &dyn Game,
    of: impl Fn(&mut E) -> Option<&mut Fault>,
    learned: Option<Learned<'_>>,
    mut work: impl FnMut(&dyn Game) -> Result<T, E>,
) -> Result<T, E> {
    let mut result = work(game);
    for attempt in 0.. {
        let Some(fault) = result.as_mut().err().and_then(&of).filter(|fault| fault.again) else {
            break;
        };
        // The rules of a game have the keys with which it was read.
        let wiser = if attempt < MOST { catalogue::parse(&game.text()).ok() } else { None };
        let Some(wiser) = wiser else {
            fault.again = false;
            break;
        };
        if let Some(learned) = learned {
            learned(fault);
        }
        result = work(&*wiser);
    }
    result
}

/// The fault of rules that ended the work.
#[must_use]
pub fn fault_of(failure: &mut Failure) -> Option<&mut Fault> {
    match failure {
        Failure::Stopped(Stopped::Rules(fault)) => Some(fault),
        _ => None,
    }
}
