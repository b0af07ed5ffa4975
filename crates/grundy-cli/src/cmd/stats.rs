//! `grundy stats`: how many positions are won, lost and drawn, and how far from
//! the end.

use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, bail};
use grundy::Fate;
use grundy::format::histogram;
use grundy::format::text::{FAINT, STRONG, group, paint, style};
use grundy::solve::partitioned::{Code, Counts};
use serde_json::json;

use crate::output::{Format, OutputArgs};
use crate::solution::Opened;

/// Count the positions of a file by result and remoteness
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy stats four.positions
  grundy stats four.parquet --format json
  grundy stats four.positions -o four.svg      a histogram")]
pub(crate) struct Args {
    /// A file of all positions of a game, or all its parts
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    output: OutputArgs,
}

/// Shows the counts.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let opened = Opened::open(&args.files)?;
    let shown = match args.output.format() {
        _ if args.output.ends_with("svg") => {
            if opened.counts().keys() == 0 {
                bail!("there is nothing to draw");
            }
            histogram::svg(&opened.game.text(), opened.counts())
        }
        Format::Json => json(&opened),
        Format::Text => text(&opened),
    };
    args.output.write(out, &shown)
}

const FATES: [Fate; 3] = [Fate::Win, Fate::Draw, Fate::Loss];

/// Keys and positions of one result.
fn total(counts: &Counts, fate: Fate) -> [u64; 2] {
    let of_fate = counts.each().filter(|(code, _)| code.fate() == fate);
    of_fate.fold([0, 0], |sum, (_, count)| [sum[0] + count[0], sum[1] + count[1]])
}

/// The verdicts of one result, the nearest end first; draws without end last.
fn of_fate(counts: &Counts, fate: Fate) -> Vec<(Code, [u64; 2])> {
    let mut found: Vec<_> = counts.each().filter(|(code, _)| code.fate() == fate).collect();
    found.sort_by_key(|(code, _)| code.remoteness().unwrap_or(u32::MAX));
    found
}

fn json(opened: &Opened) -> String {
    let counts = opened.counts();
    let results: serde_json::Map<_, _> = FATES
        .into_iter()
        .map(|fate| {
            let [keys, positions] = total(counts, fate);
            (fate.word().to_string(), json!({"keys": keys, "positions": positions}))
        })
        .collect();
    let each = FATES.into_iter().flat_map(|fate| of_fate(counts, fate));
    let each = each.map(|(code, [keys, positions])| {
        json!({
            "result": code.fate().word(), "remoteness": code.remoteness(),
            "keys": keys, "positions": positions,
        })
    });
    json!({
        "game": opened.game.text(), "convention": opened.convention.word(),
        "keys": counts.keys(), "positions": counts.positions(), "results": results,
        "counts": each.collect::<Vec<_>>(),
    })
    .to_string()
        + "\n"
}

/// Bars are so many characters long at most.
const BAR: usize = 40;

fn text(opened: &Opened) -> String {
    let counts = opened.counts();
    let mut shown = String::new();
    let mut row = |label: &str, value: String| {
        let _ = writeln!(shown, "{} {value}", paint(FAINT, format!("{label:<10}")));
    };
    row("game", paint(STRONG, opened.game.text()));
    row("play", opened.convention.word().to_string());
    let all = counts.positions();
    row("positions", group(all as usize));
    if counts.keys() != all {
        row("keys", format!("{}, for symmetry makes some equal", group(counts.keys() as usize)));
    }
    for fate in FATES {
        let [_, positions] = total(counts, fate);
        let share = 100.0 * positions as f64 / all.max(1) as f64;
        let word = paint(style(fate), format!("{:<5}", fate.word()));
        row("", format!("{word} {:>15}  {share:5.1} %", group(positions as usize)));
    }
    let most = counts.each().map(|(_, [_, positions])| positions).max().unwrap_or(1);
    for fate in FATES {
        for (i, (code, [_, positions])) in of_fate(counts, fate).into_iter().enumerate() {
            if i == 0 {
                let _ = writeln!(shown);
            }
            let word = paint(style(fate), format!("{:<5}", if i == 0 { fate.word() } else { "" }));
            let moves = code.remoteness().map_or("∞".to_string(), |moves| moves.to_string());
            let bar = paint(style(fate), bar(positions, most));
            let _ = writeln!(shown, "{word} {moves:>5} {:>15}  {bar}", group(positions as usize));
        }
    }
    shown
}

/// A bar, in eighths of a character; what is there is seen.
fn bar(count: u64, most: u64) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (8 * BAR) as f64 * count as f64 / most as f64;
    let eighths = (eighths.round() as usize).max(1);
    "█".repeat(eighths / 8) + PARTS[eighths % 8]
}
