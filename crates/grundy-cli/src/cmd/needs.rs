//! Estimates what solving a whole game needs: memory or disk, and time.

use std::path::Path;

use grundy::format::text::{FAINT, group, paint};
use grundy::solve::partitioned::{Memory, Method, Settings};
use grundy::stated::Size;
use grundy::stated::check::{Compilation, Report};
use serde_json::{Value, json};

use crate::limits::{LimitArgs, bytes};

/// Bytes for each position in the lists of the interpreter, with its moves, as measured.
const INTERPRETED: f64 = 114.0;
/// Bytes for each key in an open list.
const LISTED: f64 = 16.0;
/// How often a position is expanded: when it is found, and when it is decided.
const EXPANDED: f64 = 2.0;

/// The place where all positions of a game can be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fits {
    /// In memory.
    Memory,
    /// On the disk of this folder.
    Disk,
    /// In neither.
    Nowhere,
}

/// What solving a whole game needs. If its size is only a lower bound, all of these numbers are
/// lower bounds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Needs {
    /// Bytes of memory for each position.
    bytes_per_position: f64,
    /// Bytes for all positions.
    bytes: f64,
    /// The limit on memory.
    memory: u64,
    /// Bytes that are free on the disk, if the system tells.
    disk: Option<u64>,
    fits: Fits,
    /// Whether the positions surely fit in memory, even if the game has as many as it has keys.
    surely: bool,
    /// The time in one thread, in seconds.
    seconds: f64,
}

impl Needs {
    /// What the game of a report, with the text `game`, needs.
    pub(super) fn of(report: &Report, game: &str, args: &LimitArgs) -> Needs {
        let keying = match &report.compiled {
            Some(Compilation::Yes(keying) | Compilation::Keyed(keying)) => Some(keying),
            _ => None,
        };
        let shared = keying.map_or(1, |keying| keying.stands_for.max(1));
        let keys = report.size.positions() / f64::from(shared);
        let moves = report.moves as f64 / report.positions.max(1) as f64;
        let memory = args.memory_limit();
        let plan = keying.and_then(|_| packed(game, args));
        let (fixed, each, on_disk) = match plan {
            Some((Memory { fixed, each, in_tier, each_move }, stored)) => {
                let all = each + in_tier + moves * each_move;
                // Open lists hold no more than all moves.
                let open = (keys * (1.0 + moves) * LISTED) as u64;
                (fixed.min(memory / 8).min(open), all, stored)
            }
            None => (0, INTERPRETED, None),
        };
        let whole = fixed as f64 + keys * each;
        let disk = on_disk.and_then(|_| free(Path::new(".")));
        let fits = match (on_disk, disk) {
            _ if whole <= memory as f64 => Fits::Memory,
            (Some(each), Some(free)) if keys * each <= free as f64 => Fits::Disk,
            _ => Fits::Nowhere,
        };
        let surely =
            keying.is_some_and(|keying| keying.at_most / f64::from(shared) * each <= memory as f64);
        let rate = keying.map_or(report.positions_per_second, |keying| keying.positions_per_second);
        let seconds = EXPANDED * keys / rate.max(1.0);
        Needs {
            bytes_per_position: each / f64::from(shared),
            bytes: whole,
            memory,
            disk,
            fits,
            surely,
            seconds,
        }
    }

    pub(super) fn json(&self) -> Value {
        let fits = match self.fits {
            Fits::Memory => "memory",
            Fits::Disk => "disk",
            Fits::Nowhere => "nowhere",
        };
        json!({
            "bytes_per_position": self.bytes_per_position,
            "bytes": self.bytes,
            "memory": self.memory,
            "disk": self.disk,
            "fits": fits,
            "seconds": self.seconds,
        })
    }

    /// The lines of a report about the needs, each with its label.
    pub(super) fn rows(&self, size: Size) -> [(&'static str, String); 2] {
        let least = if matches!(size, Size::AtLeast(_)) { "at least " } else { "about " };
        let each = (10.0 * self.bytes_per_position).round() / 10.0;
        let of = match (self.fits, self.disk) {
            (Fits::Memory, _) => format!("fits in {} of memory", bytes(self.memory)),
            (Fits::Disk, Some(free)) => format!(
                "more than {} of memory; fits on this disk, where {} are free",
                bytes(self.memory),
                bytes(free)
            ),
            (_, Some(free)) => format!(
                "more than {} of memory, and than {} on this disk",
                bytes(self.memory),
                bytes(free)
            ),
            (_, None) => format!("more than {} of memory", bytes(self.memory)),
        };
        let of = match (size, self.fits) {
            (Size::AtLeast(_), Fits::Memory | Fits::Disk) if !self.surely => "may fit".to_string(),
            _ => of,
        };
        let of_each = paint(FAINT, format!("({each} bytes a position)"));
        let needs = format!("{least}{} {of_each}: {of}", amount(self.bytes));
        let takes = match (self.seconds, size) {
            (..1.0, Size::Exactly(_) | Size::About { .. }) => "less than a second".to_string(),
            _ => format!("{least}{}", lasting(self.seconds)),
        };
        [("needs", needs), ("takes", format!("{takes} in one thread"))]
    }
}

/// The line about the size of a game.
pub(super) fn size(size: Size, impartial: bool, at_most: Option<f64>) -> String {
    /// Greater bounds are not shown.
    const MANY: f64 = 1e12;
    let movers = if impartial { "" } else { " with a player to move" };
    match size {
        Size::Exactly(positions) => format!("{}{movers}, counted", group(positions as usize)),
        Size::About { positions, error } => format!(
            "about {}{movers} ± {:.0} %, from samples",
            number(positions),
            (100.0 * error).ceil().max(1.0)
        ),
        Size::AtLeast(positions) => match at_most.filter(|&most| most < MANY) {
            Some(most) => {
                format!("between {} and {}{movers}", number(positions), number(most))
            }
            None => format!("at least {}{movers}", number(positions)),
        },
    }
}

/// A number to three digits.
fn number(number: f64) -> String {
    if number >= 1e15 {
        return format!("{number:.2e}");
    }
    let unit = 10_f64.powi((number.max(1.0).log10().floor() as i32 - 2).max(0));
    group(((number / unit).round() * unit) as usize)
}

fn amount(all: f64) -> String {
    const TERABYTE: f64 = (1_u64 << 40) as f64;
    match all {
        ..TERABYTE => bytes(all as u64),
        _ if all < 1e6 * TERABYTE => {
            format!("{} TB", number((10.0 * all / TERABYTE).round() / 10.0))
        }
        _ => format!("{:.1e} TB", all / TERABYTE),
    }
}

fn lasting(seconds: f64) -> String {
    const UNITS: [(f64, &str); 4] =
        [(365.25 * 86400.0, "years"), (86400.0, "days"), (3600.0, "hours"), (60.0, "minutes")];
    for (unit, name) in UNITS {
        if seconds >= 2.0 * unit {
            return format!("{} {name}", number((seconds / unit).round()));
        }
    }
    match seconds {
        ..1.0 => "a second".to_string(),
        _ => format!("{seconds:.0} seconds"),
    }
}

/// Memory for the keys of a game, and the number of bytes of a key on a disk.
fn packed(game: &str, args: &LimitArgs) -> Option<(Memory, Option<f64>)> {
    let game = args.game(game).ok()?;
    let large = game.large()?;
    let planned = args.run_raw(|limits| {
        let settings = Settings { convention: game.convention(), limits, ..Settings::default() };
        let plan = large.plan(large.threads(&settings), &settings);
        let stored = match plan.method {
            Method::Sweep { .. } | Method::Table { .. } => None,
            _ => Some(plan.memory.each),
        };
        Ok::<_, std::convert::Infallible>((plan.memory, stored))
    });
    planned.ok()
}

/// Bytes that are free on the disk of a folder.
#[cfg(unix)]
fn free(folder: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    disk.f_bavail.checked_mul(disk.f_frsize)
}

#[cfg(not(unix))]
fn free(_: &Path) -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_digits() {
        assert_eq!(number(7.0), "7");
        assert_eq!(number(322_058.0), "322,000");
        assert_eq!(number(139_527_400.0), "140,000,000");
        assert_eq!(number(9.06e18), "9.06e18");
    }

    #[test]
    fn times_have_the_largest_unit_of_which_there_are_two() {
        assert_eq!(lasting(0.1), "a second");
        assert_eq!(lasting(100.0), "100 seconds");
        assert_eq!(lasting(7200.0), "2 hours");
        assert_eq!(lasting(1e9), "32 years");
    }

    #[test]
    fn a_size_says_how_it_is_known() {
        assert_eq!(size(Size::Exactly(22), true, Some(64.0)), "22, counted");
        let about = Size::About { positions: 9.06e12, error: 0.071 };
        let said = "about 9,060,000,000,000 with a player to move ± 8 %, from samples";
        assert_eq!(size(about, false, None), said);
        let least = Size::AtLeast(1e6);
        assert_eq!(size(least, true, Some(1e30)), "at least 1,000,000");
        assert_eq!(size(least, true, Some(5e6)), "between 1,000,000 and 5,000,000");
    }
}
