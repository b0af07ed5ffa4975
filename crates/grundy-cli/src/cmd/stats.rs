//! `grundy stats`: counts positions by result and remoteness.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use grundy::format::histogram;
use grundy::format::solution::{Header, Reader};
use grundy::format::text::{FAINT, STRONG, group, paint, style};
use grundy::solve::partitioned::{Census, Counts};
use grundy::{Convention, Fate, Player, Verdict};
use serde_json::{Value, json};

use crate::limits::LimitArgs;
use crate::output::{Format, OutputArgs};
use crate::solution::weak::{self, Weak};
use crate::solution::{Opened, explain, is_solution, start};

/// Count the positions of a saved solution by result and remoteness
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy stats four.positions
  grundy stats four.parquet --format json
  grundy stats four.positions --tiers
  grundy stats four.positions -o four.svg      a histogram
  grundy solve 'nim(3,4,5)' --save nim.solution
  grundy stats nim.solution")]
pub(crate) struct Args {
    /// A file written by `grundy solve --save`, or all its parts
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Count the positions of each tier: a number that no move decreases, such as how many
    /// stones are on the board
    #[arg(long)]
    tiers: bool,

    #[command(flatten)]
    limits: LimitArgs,

    #[command(flatten)]
    output: OutputArgs,
}

/// The numbers of keys and of positions with each verdict.
struct Stats {
    game: String,
    convention: Convention,
    counts: Vec<(Verdict, [u64; 2])>,
    /// The tiers, if asked for.
    tiers: Vec<Tier>,
}

/// The counts of a tier.
struct Tier {
    number: u32,
    counts: Counts,
    /// A position of the tier, as it is written, and the player to move.
    example: (String, Player),
}

impl Tier {
    /// The numbers of keys and of positions with one result.
    fn total(&self, fate: Fate) -> [u64; 2] {
        let of_fate = self.counts.each().filter(|(code, _)| code.fate() == fate);
        of_fate.fold([0, 0], |sum, (_, count)| [sum[0] + count[0], sum[1] + count[1]])
    }

    /// The greatest number of moves after which play is won or lost.
    fn longest(&self) -> Option<u32> {
        let decided = self.counts.each().filter(|(code, _)| code.fate() != Fate::Draw);
        decided.filter_map(|(code, _)| code.remoteness()).max()
    }

    fn all(opened: Opened, limits: &LimitArgs) -> Result<Vec<Tier>> {
        let large = opened.large()?;
        let goal = Some(opened.counts().keys());
        let (_, _, positions) = opened.into_positions(limits)?;
        let found = limits.run_towards(goal, |limits| large.census(&positions, &limits));
        let tiers = found.map_err(explain)?.into_iter().map(|Census { tier, counts, first }| {
            let (example, mover) = large.at(first).context("a key is of no position")?;
            Ok(Tier { number: tier, counts, example: (example.game().text(), mover) })
        });
        tiers.collect()
    }
}

impl Stats {
    fn open(args: &Args) -> Result<Stats> {
        let files = &args.files;
        let first = files.first().context("no file was named")?;
        if is_solution(&start(first)?) {
            let opened = Opened::open(files)?;
            let counts = opened.counts().each();
            let counts = counts.map(|(code, count)| (code.verdict(), count)).collect();
            let (game, convention) = (opened.game.text(), opened.convention);
            let tiers = if args.tiers { Tier::all(opened, &args.limits)? } else { Vec::new() };
            return Ok(Stats { game, convention, counts, tiers });
        }
        no_tiers(args, first)?;
        let name = first.display();
        if files.len() > 1 {
            bail!("{name} has no parts: name it alone");
        }
        let file = File::open(first).with_context(|| format!("cannot read {name}"))?;
        let wrong = |error: String| anyhow!("{name}: {error}");
        let reader = Reader::open(BufReader::new(file)).map_err(wrong)?;
        let Header { game, convention, .. } = reader.header().clone();
        let mut counts: HashMap<Verdict, u64> = HashMap::new();
        for claim in reader {
            *counts.entry(claim.map_err(wrong)?.verdict).or_default() += 1;
        }
        let counts = counts.into_iter().map(|(verdict, count)| (verdict, [count; 2])).collect();
        Ok(Stats { game, convention, counts, tiers: Vec::new() })
    }

    fn positions(&self) -> u64 {
        self.counts.iter().map(|(_, [_, positions])| positions).sum()
    }

    fn keys(&self) -> u64 {
        self.counts.iter().map(|(_, [keys, _])| keys).sum()
    }

    /// The numbers of keys and of positions with one result.
    fn total(&self, fate: Fate) -> [u64; 2] {
        let of_fate = self.counts.iter().filter(|(verdict, _)| verdict.fate() == fate);
        of_fate.fold([0, 0], |sum, (_, count)| [sum[0] + count[0], sum[1] + count[1]])
    }

    /// The verdicts of one result, the nearest end first; draws without end last.
    fn of_fate(&self, fate: Fate) -> Vec<(Verdict, [u64; 2])> {
        let of_fate = self.counts.iter().copied();
        let mut found: Vec<_> = of_fate.filter(|(verdict, _)| verdict.fate() == fate).collect();
        found.sort_by_key(|(verdict, _)| verdict.remoteness().map_or(u64::MAX, u64::from));
        found
    }

    fn bars(&self) -> impl Iterator<Item = (Verdict, u64)> {
        self.counts.iter().map(|(verdict, [_, positions])| (*verdict, *positions))
    }
}

/// Shows the counts.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    if let [path] = &args.files[..]
        && weak::is_strategy(&start(path)?)
    {
        no_tiers(args, path)?;
        return strategies(args, &Weak::open(path, &args.limits)?, out);
    }
    let stats = Stats::open(args)?;
    let shown = match args.output.format() {
        _ if args.output.ends_with("svg") => {
            if stats.keys() == 0 {
                bail!("there is nothing to draw");
            }
            histogram::svg(&stats.game, stats.bars())
        }
        Format::Json => json(&stats),
        Format::Text => text(&stats),
    };
    args.output.write(out, &shown)
}

/// Refuses to count by tiers for a file that does not hold all positions by keys.
fn no_tiers(args: &Args, path: &Path) -> Result<()> {
    if args.tiers {
        bail!(
            "{} has no tiers: `grundy solve GAME --save FILE.positions` writes files that do",
            path.display()
        );
    }
    Ok(())
}

/// Shows the results of strategies, and the sizes of the strategies.
fn strategies(args: &Args, opened: &Weak, out: &mut impl Write) -> Result<()> {
    let strategies = &opened.solution.strategies;
    let (game, convention) = (opened.game.text(), opened.solution.convention.word());
    let (choices, positions) = (opened.choices(), opened.positions());
    let each = opened.bytes as f64 / choices.max(1) as f64;
    let shown = match args.output.format() {
        Format::Json => json!({
            "game": game, "convention": convention, "bytes": opened.bytes,
            "strategies": strategies.iter().map(weak::json).collect::<Vec<_>>(),
        })
        .to_string(),
        Format::Text => {
            let mut rows = vec![("game", paint(STRONG, game)), ("play", convention.to_string())];
            for strategy in strategies {
                let size = group(strategy.choices.len());
                rows.push(("strategy", format!("{}, by {size} moves", weak::words(strategy))));
            }
            rows.push(("positions", group(positions as usize)));
            rows.push(("bytes", format!("{}, {each:.2} a move", group(opened.bytes as usize))));
            let row = |(label, value)| format!("{} {value}", paint(FAINT, format!("{label:<10}")));
            rows.into_iter().map(row).collect::<Vec<_>>().join("\n")
        }
    };
    args.output.write(out, &(shown + "\n"))
}

const FATES: [Fate; 3] = [Fate::Win, Fate::Draw, Fate::Loss];

/// The lines with the keys and positions of each result.
fn results_of(total: impl Fn(Fate) -> [u64; 2]) -> serde_json::Map<String, Value> {
    let each = FATES.into_iter().map(|fate| {
        let [keys, positions] = total(fate);
        (fate.word().to_string(), json!({"keys": keys, "positions": positions}))
    });
    each.collect()
}

fn json(stats: &Stats) -> String {
    let results = results_of(|fate| stats.total(fate));
    let each = FATES.into_iter().flat_map(|fate| stats.of_fate(fate));
    let each = each.map(|(verdict, [keys, positions])| {
        json!({
            "result": verdict.fate().word(), "remoteness": verdict.remoteness(),
            "keys": keys, "positions": positions,
        })
    });
    let mut shown = json!({
        "game": stats.game, "convention": stats.convention.word(),
        "keys": stats.keys(), "positions": stats.positions(), "results": results,
        "counts": each.collect::<Vec<_>>(),
    });
    if !stats.tiers.is_empty() {
        let tiers = stats.tiers.iter().map(|tier| {
            let (example, mover) = &tier.example;
            json!({
                "tier": tier.number, "keys": tier.counts.keys(),
                "positions": tier.counts.positions(),
                "results": results_of(|fate| tier.total(fate)),
                "longest": tier.longest(), "example": example, "mover": mover.word(),
            })
        });
        shown["tiers"] = tiers.collect();
    }
    shown.to_string() + "\n"
}

/// The length of the longest bar, in characters.
const BAR: usize = 40;

/// The greatest number of lines for one result.
const LINES: u32 = 100;

fn text(stats: &Stats) -> String {
    let mut shown = String::new();
    let mut row = |label: &str, value: String| {
        let _ = writeln!(shown, "{} {value}", paint(FAINT, format!("{label:<10}")));
    };
    row("game", paint(STRONG, stats.game.clone()));
    row("play", stats.convention.word().to_string());
    let all = stats.positions();
    row("positions", group(all as usize));
    if stats.keys() != all {
        row("keys", format!("{}, for symmetry makes some equal", group(stats.keys() as usize)));
    }
    for fate in FATES {
        let [_, positions] = stats.total(fate);
        let share = 100.0 * positions as f64 / all.max(1) as f64;
        let word = paint(style(fate), format!("{:<5}", fate.word()));
        row("", format!("{word} {:>15}  {share:5.1} %", group(positions as usize)));
    }
    if !stats.tiers.is_empty() {
        shown.push('\n');
        shown.push_str(&of_tiers(&stats.tiers));
        return shown;
    }
    let bars = histogram::bars(stats.bars(), LINES);
    let most = bars.iter().map(|bar| bar.positions).max().unwrap_or(1);
    let wide = bars.iter().map(|bar| bar.range().chars().count()).max().unwrap_or(0).max(5);
    let mut last = None;
    for bar in bars {
        let first = last.replace(bar.fate) != Some(bar.fate);
        if first {
            let _ = writeln!(shown);
        }
        let word =
            paint(style(bar.fate), format!("{:<5}", if first { bar.fate.word() } else { "" }));
        let drawn = paint(style(bar.fate), drawn(bar.positions, most));
        let (moves, count) = (bar.range(), group(bar.positions as usize));
        let _ = writeln!(shown, "{word} {moves:>wide$} {count:>15}  {drawn}");
    }
    shown
}

/// A line for each tier.
fn of_tiers(tiers: &[Tier]) -> String {
    let heads = format!(
        "{:>6} {:>15} {:>7} {:>7} {:>7} {:>8}  one of them",
        "tier", "positions", "win", "draw", "loss", "longest"
    );
    let mut shown = paint(FAINT, heads) + "\n";
    for tier in tiers {
        let all = tier.counts.positions();
        let share = |fate| {
            let share = 100.0 * tier.total(fate)[1] as f64 / all.max(1) as f64;
            paint(style(fate), format!("{share:>5.1} %"))
        };
        let [win, draw, loss] = FATES.map(share);
        let (number, positions) = (tier.number, group(all as usize));
        let longest = tier.longest().map_or("-".to_string(), |moves| moves.to_string());
        let (example, mover) = &tier.example;
        let _ = writeln!(
            shown,
            "{number:>6} {positions:>15} {win} {draw} {loss} {longest:>8}  {example}, {mover} to move"
        );
    }
    shown
}

/// A bar with a length in eighths of a character; a count above 0 is never an empty bar.
fn drawn(count: u64, most: u64) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (8 * BAR) as f64 * count as f64 / most as f64;
    let eighths = (eighths.round() as usize).max(1);
    "█".repeat(eighths / 8) + PARTS[eighths % 8]
}
