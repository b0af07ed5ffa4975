//! Reads from `go` how long to think.

use std::time::Duration;

use anyhow::{Context, Result};
use grundy::Player;

use super::super::clock::{self, Budget};

/// Reads the words after `go`. The player to move thinks for `usual` if they set no limit.
pub(super) fn budget(rest: &str, mover: Player, usual: Duration) -> Result<Budget> {
    let mut words = rest.split_whitespace();
    let (mut clock, mut added, mut moves) = (None, Duration::ZERO, None);
    let (mut time, mut nodes, mut infinite) = (None, None, false);
    let (own, others) = match mover {
        Player::Left => (["p1time", "wtime", "ptime"], ["p1inc", "winc", "pinc"]),
        Player::Right => (["p2time", "btime", "ptime"], ["p2inc", "binc", "pinc"]),
    };
    while let Some(word) = words.next() {
        // The moves after this word do not limit the search.
        if word == "searchmoves" {
            break;
        }
        if matches!(word, "infinite" | "ponder") {
            infinite |= word == "infinite";
            continue;
        }
        let number: i64 =
            words.next().and_then(|number| number.parse().ok()).with_context(|| {
                format!("expected a number behind {word:?}, as in `go movetime 1000`")
            })?;
        // The time of a clock that has run out may be negative.
        let number = number.max(0) as u64;
        let milliseconds = Duration::from_millis(number);
        match word {
            "movetime" => time = Some(milliseconds),
            "nodes" => nodes = Some(number),
            "movestogo" => moves = Some(u32::try_from(number).unwrap_or(u32::MAX)),
            _ if own.contains(&word) => clock = Some(milliseconds),
            _ if others.contains(&word) => added = milliseconds,
            // These belong to the other player, or are limits that these searches do not have, such
            // as depth.
            _ => {}
        }
    }
    let share = clock.map(|left| clock::share(left, added, moves));
    let least = time.into_iter().chain(share).min();
    let usual = Some(usual).filter(|_| !infinite && nodes.is_none());
    Ok(Budget { time: least.or(usual), nodes })
}
