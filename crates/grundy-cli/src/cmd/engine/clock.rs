//! How long to think about a move.

use std::time::Duration;

/// How much may be spent on a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Budget {
    /// Time; none to think until told to stop.
    pub(super) time: Option<Duration>,
    /// Nodes visited, about.
    pub(super) nodes: Option<u64>,
}

/// Time that passes between the two programs.
const LAG: Duration = Duration::from_millis(50);

/// The time for the next move of a player whose clock shows `left`: of `moves` that must be made
/// with it, or of about as many as a game may still have, and most of what is added after a move.
pub(super) fn share(left: Duration, added: Duration, moves: Option<u32>) -> Duration {
    /// Moves still expected where nothing says how many.
    const EXPECTED: u32 = 25;
    let moves = moves.unwrap_or(EXPECTED).max(1);
    let spare = left.saturating_sub(LAG).max(left / 4);
    let wanted = spare / moves + added / 4 * 3;
    // The clock may be all that there is.
    let most = if moves == 1 { spare } else { spare / 2 };
    wanted.min(most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_takes_less_than_the_clock_shows() {
        for left in [0, 1, 10, 100, 1_000, 60_000] {
            for added in [0, 10, 10_000] {
                for moves in [None, Some(0), Some(1), Some(40)] {
                    let (left, added) = (Duration::from_millis(left), Duration::from_millis(added));
                    let time = share(left, added, moves);
                    assert!(
                        time < left || left.is_zero(),
                        "{left:?} {added:?} {moves:?}: {time:?}"
                    );
                }
            }
        }
        let (minute, second) = (Duration::from_secs(60), Duration::from_secs(1));
        assert!(share(minute, Duration::ZERO, None) > second);
        assert!(share(minute, second, None) > share(minute, Duration::ZERO, None) + second / 2);
        assert!(share(minute, Duration::ZERO, Some(1)) > minute / 2);
    }
}
