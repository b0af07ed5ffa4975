//! Decides how long to think about a move.

use std::time::Duration;

use grundy::Player;

/// The limits for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Budget {
    /// The time; none to think until told to stop.
    pub(super) time: Option<Duration>,
    /// The approximate number of nodes to visit.
    pub(super) nodes: Option<u64>,
}

/// The time lost between the two programs.
const LAG: Duration = Duration::from_millis(50);

/// The time for the next move of a player whose clock shows `left`. It is a share for each of the
/// `moves` that must be made with this time, or that the game may still have, and most of what is
/// added after a move.
pub(super) fn share(left: Duration, added: Duration, moves: Option<u32>) -> Duration {
    /// The number of moves still expected if nothing is said.
    const EXPECTED: u32 = 25;
    let moves = moves.unwrap_or(EXPECTED).max(1);
    let spare = left.saturating_sub(LAG).max(left / 4);
    let wanted = spare / moves + added / 4 * 3;
    // The clock may show all the time that there is.
    let most = if moves == 1 { spare } else { spare / 2 };
    wanted.min(most)
}

/// The clocks of two players, who have a main time, and then repeatedly a time for a number of
/// stones.
#[derive(Default)]
pub(super) struct Clocks {
    times: Option<Times>,
    /// The time left to each player; none without a limit.
    left: [Option<Left>; 2],
}

/// The times that each player gets.
#[derive(Clone, Copy)]
struct Times {
    main: Duration,
    more: Duration,
    stones: u32,
}

/// The time left to a player.
#[derive(Clone, Copy)]
struct Left {
    time: Duration,
    /// The number of stones that must be put in this time; 0 in the main time.
    stones: u32,
}

impl Clocks {
    /// Sets the times, as `time_settings` does; a time for no stones means no limit.
    pub(super) fn set(&mut self, main: Duration, more: Duration, stones: u32) {
        let limited = more.is_zero() || stones > 0;
        self.times = limited.then_some(Times { main, more, stones });
        self.restart();
    }

    /// Begins a new game.
    pub(super) fn restart(&mut self) {
        self.left = [self.times.map(|Times { main, more, stones }| match main.is_zero() {
            true => Left { time: more, stones },
            false => Left { time: main, stones: 0 },
        }); 2];
    }

    /// Sets the clock of a player, as `time_left` does.
    pub(super) fn show(&mut self, player: Player, time: Duration, stones: u32) {
        self.left[player as usize] = Some(Left { time, stones });
    }

    /// The time to think about a move; none without a limit.
    pub(super) fn share(&self, player: Player) -> Option<Duration> {
        let Left { time, stones } = self.left[player as usize]?;
        if stones > 0 {
            return Some(share(time, Duration::ZERO, Some(stones)));
        }
        let each = self.later().map_or(Duration::ZERO, |times| times.more / times.stones);
        Some(share(time, each, None))
    }

    /// Takes the time of a move off the clock of a player, until the other program says what is
    /// left.
    pub(super) fn spend(&mut self, player: Player, time: Duration) {
        let later = self.later().map(|Times { more, stones, .. }| Left { time: more, stones });
        let Some(left) = &mut self.left[player as usize] else { return };
        let over = time > left.time;
        left.time = left.time.saturating_sub(time);
        match (left.stones, later) {
            (0, Some(later)) if over => *left = later,
            (1, Some(later)) => *left = later,
            (stones, _) => left.stones = stones.saturating_sub(1),
        }
    }

    /// The times, if there is more time after the main time.
    fn later(&self) -> Option<Times> {
        self.times.filter(|times| times.stones > 0)
    }
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

    #[test]
    fn stones_are_counted_in_the_time_after_the_main_time() {
        let seconds = Duration::from_secs;
        let mut clocks = Clocks::default();
        assert_eq!(clocks.share(Player::Left), None);
        clocks.set(seconds(60), seconds(30), 3);
        let main = clocks.share(Player::Left).unwrap();
        assert!(main > seconds(7) && main < seconds(12), "{main:?}");
        clocks.spend(Player::Left, seconds(61));
        let more = clocks.share(Player::Left).unwrap();
        assert!(more > seconds(9) && more <= seconds(10), "{more:?}");
        assert_eq!(clocks.share(Player::Right), Some(main));
        // The last of three stones may take all that is left; then the time begins anew.
        clocks.spend(Player::Left, seconds(1));
        clocks.spend(Player::Left, seconds(1));
        assert!(clocks.share(Player::Left).unwrap() > seconds(27));
        clocks.spend(Player::Left, seconds(1));
        assert_eq!(clocks.share(Player::Left), Some(more));
        clocks.show(Player::Left, seconds(6), 2);
        assert!(clocks.share(Player::Left).unwrap() < seconds(3));
        clocks.set(seconds(0), seconds(1), 0);
        assert_eq!(clocks.share(Player::Left), None);
    }
}
