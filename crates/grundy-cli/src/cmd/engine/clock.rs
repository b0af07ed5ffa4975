//! How long to think about a move.

use std::time::Duration;

use grundy::Player;

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

/// The time for the next move of a player whose clock shows `left`: a share for each of the `moves`
/// that must be made with it, or that a game may still have, and most of what is added after a
/// move.
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

/// The clocks of two players with a main time, and then a time for some stones, again and again.
#[derive(Default)]
pub(super) struct Clocks {
    times: Option<Times>,
    /// What is left to each player; none without limit.
    left: [Option<Left>; 2],
}

/// The times of each player.
#[derive(Clone, Copy)]
struct Times {
    main: Duration,
    more: Duration,
    stones: u32,
}

/// What is left to a player.
#[derive(Clone, Copy)]
struct Left {
    time: Duration,
    /// Stones that must be put in it; none in the main time.
    stones: u32,
}

impl Clocks {
    /// Sets the times, as `time_settings` does; a time for no stones is no limit.
    pub(super) fn set(&mut self, main: Duration, more: Duration, stones: u32) {
        let limited = more.is_zero() || stones > 0;
        self.times = limited.then_some(Times { main, more, stones });
        self.restart();
    }

    /// Begins a game.
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

    /// How long to think about a move; none without limit.
    pub(super) fn share(&self, player: Player) -> Option<Duration> {
        let Left { time, stones } = self.left[player as usize]?;
        if stones > 0 {
            return Some(share(time, Duration::ZERO, Some(stones)));
        }
        let each = self.later().map_or(Duration::ZERO, |times| times.more / times.stones);
        Some(share(time, each, None))
    }

    /// Takes time for a move off the clock of a player, until the other program says what is left.
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

    /// The times, if there are more after the main time.
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
        // The last of three stones may take what is left; then the time begins anew.
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
