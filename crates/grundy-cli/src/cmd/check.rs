//! `grundy check`: tests a rule file, and says how large its game is; checks the theorems of a
//! 5-tuple.

#[cfg(any(feature = "rules", feature = "gdl", feature = "wasm"))]
use std::fmt::Write as _;
use std::io::Write;
#[cfg(any(feature = "rules", feature = "gdl", feature = "wasm"))]
use std::path::Path;

use anyhow::{Result, anyhow, bail};
#[cfg(any(feature = "rules", feature = "wasm"))]
use grundy::{Limits, Text};
use grundy::{answer, catalogue, format::sets};

use crate::limits::LimitArgs;
use crate::output::OutputArgs;
use crate::rules;

/// Check a rule file: whether its functions are consistent, and the size of the game; or a 5-tuple:
/// whether the theorems hold
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy check my-game.star
  grundy check hex.kif --max-positions 1M
  grundy check 'connect-four.wasm(5x4)'
  grundy check five.json

For a .star or .wasm file, samples of positions are tested: moves are the same each time,
`components` add up to the position, `canonical` keeps the result, `negative` exchanges the
players, and printed positions can be read again. The exit status is 1 if a test fails.
For a .kif file, the size of its network is printed, and positions are counted up to the
limits.
For a 5-tuple (C, F_A, F_B, m_A, m_B), a .json file or 'graph(...)', four theorems are checked on
the sets that `grundy solve --sets` finds: W_A and L_A have nothing in common; the draws are what
is left; each position of W_A has a move into L_B and no move leaves L_B but into W_A; and the
sets are the least that fulfil their equations; and alike with A and B exchanged. The check looks
at each position and its moves, and solves nothing. Play is over in F_A, and A has won there: a
move of B into F_A, which some texts exclude, is one that loses. The exit status is 1 if a
theorem fails.")]
pub(crate) struct Args {
    /// The .star, .kif or .wasm file, also with parameters, such as 'my-game.star(7)', or a 5-tuple as
    /// a .json file or 'graph(...)'
    game: String,

    /// Check the 5-tuple under misère play: a player who cannot move wins
    #[arg(long)]
    misere: bool,

    #[command(flatten)]
    limits: LimitArgs,

    #[command(flatten)]
    output: OutputArgs,
}

/// Checks the file.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    if is_tuple(&args.game) {
        return theorems(args, out);
    }
    if args.misere {
        bail!("--misere is for 5-tuples: rules say themselves who wins");
    }
    of_rules(args, out)
}

/// The error for a file of another kind.
fn no_rules(name: &str) -> anyhow::Error {
    anyhow!("{name}: {}; games that are written out end in .json", rules::NO_RULES)
}

#[cfg(not(any(feature = "rules", feature = "gdl", feature = "wasm")))]
fn of_rules(args: &Args, _: &mut impl Write) -> Result<()> {
    Err(no_rules(&args.game))
}

/// Checks a rule file.
#[cfg(any(feature = "rules", feature = "gdl", feature = "wasm"))]
fn of_rules(args: &Args, out: &mut impl Write) -> Result<()> {
    let (name, parameters) = rules::with_parameters(&args.game);
    let path = Path::new(name);
    let bytes = rules::read(path)?;
    match path.extension().and_then(|ending| ending.to_str()) {
        #[cfg(feature = "rules")]
        Some("star") => {
            let file = rules::star(name, &bytes)?;
            let asked = parameters.map(Text::new);
            let check = |limits: &Limits<'_>| grundy_rules::check_with(&file, asked, limits);
            tested::check(args, name, parameters, check, out)
        }
        #[cfg(feature = "wasm")]
        Some("wasm") => {
            let file = rules::wasm(name, &bytes)?;
            let asked = parameters.map(Text::new);
            let check = |limits: &Limits<'_>| grundy_wasm::check(&file, asked, limits);
            tested::check(args, name, parameters, check, out)
        }
        #[cfg(feature = "gdl")]
        Some("kif") => kif::check(args, name, &bytes, out),
        _ => Err(no_rules(name)),
    }
}

/// Whether a text names a game that is written out as JSON.
fn is_tuple(text: &str) -> bool {
    let name = text.split('(').next().unwrap_or_default().trim();
    rules::is_listed(name) || catalogue::find(name).is_some_and(|entry| entry.name == "graph")
}

/// Checks the theorems on the sets that the solver finds.
fn theorems(args: &Args, out: &mut impl Write) -> Result<()> {
    let game = args.limits.game(&args.game)?;
    let convention = crate::input::convention(args.misere, &*game);
    let found = args.limits.run(|limits| {
        let found = answer::sets(&*game, convention, &limits)?;
        limits.room(found.bytes_of_claims(), found.positions())?;
        game.check_theorems(&found.claims(), convention, &limits).transpose()
    })?;
    let Some(found) = found else {
        bail!(
            "{}: only games that are written out have all of C listed: name a .json file",
            args.game
        );
    };
    let shown = match args.output.format() {
        crate::output::Format::Json => sets::checked_json(&game.text(), &found) + "\n",
        crate::output::Format::Text => sets::checked(&game.text(), &found),
    };
    args.output.write(out, &shown)?;
    match found.theorems.iter().filter(|theorem| theorem.first.is_some()).count() {
        0 => Ok(()),
        1 => bail!("{}: a theorem fails", args.game),
        count => bail!("{}: {count} theorems fail", args.game),
    }
}

/// Adds a line to a report: a label and its value.
#[cfg(any(feature = "rules", feature = "gdl", feature = "wasm"))]
fn row(shown: &mut String, what: &str, is: impl std::fmt::Display) {
    let _ = writeln!(shown, "  {what:<11}{is}");
}

/// Reports on games whose promises are tested.
#[cfg(any(feature = "rules", feature = "wasm"))]
mod tested {
    use grundy::ParseError;
    use grundy::format::text::{FAINT, LOSS, STRONG, WIN, group, paint};
    use grundy::stated::check::{Compilation, Keying, Report};

    use super::super::needs::{self, Needs};
    use super::*;
    use crate::input;
    use crate::output::Format;

    pub(super) fn check(
        args: &Args,
        name: &str,
        parameters: Option<&str>,
        check: impl FnOnce(&Limits<'_>) -> Result<Report, ParseError>,
        out: &mut impl Write,
    ) -> Result<()> {
        let report = args.limits.run_raw(|limits| check(&limits));
        let point = |error| input::point(parameters.unwrap_or_default(), &error);
        let report = report.map_err(point)?;
        let needs = Needs::of(&report, &args.game, &args.limits);
        let shown = match args.output.format() {
            Format::Json => {
                let mut report = serde_json::to_value(&report)?;
                report["needs"] = needs.json();
                format!("{report}\n")
            }
            Format::Text => shown(&report, &needs),
        };
        args.output.write(out, &shown)?;
        match report.broken.len() {
            0 => Ok(()),
            1 => bail!("{name}: a promise is broken"),
            count => bail!("{name}: {count} promises are broken"),
        }
    }

    /// Adds lines about keys and their speed, however the keys are made.
    fn keys(shown: &mut String, what: &str, keying: &Keying) {
        let speed = group(keying.positions_per_second as usize);
        row(shown, what, format!("{speed} positions a second"));
        let shared = match keying.stands_for {
            1 => String::new(),
            many => format!("; one for {many} positions"),
        };
        row(shown, "keys", format!("{} bits; {}{shared}", keying.bits, keying.tiers));
    }

    fn shown(report: &Report, needs: &Needs) -> String {
        let mut shown = format!("{}\n", paint(STRONG, &report.title));
        row(&mut shown, "written", &report.notation);
        let kind = if report.impartial { "impartial" } else { "partizan" };
        let ends = if report.has_ends { ", with ends of its own" } else { "" };
        let misere = if report.misere { ", played to misère" } else { "" };
        row(&mut shown, "kind", format!("{kind}{ends}{misere}"));
        let all = if report.complete { "all that play reaches" } else { "and there are more" };
        let movers = if report.impartial { "" } else { " with a player to move" };
        row(&mut shown, "positions", format!("{}{movers}, {all}", group(report.positions)));
        row(
            &mut shown,
            "moves",
            format!(
                "{}, {:.1} in a position where play goes on, {} at most",
                group(report.moves),
                report.branching(),
                group(report.most_moves)
            ),
        );
        let play = match (report.loops, report.longest) {
            (true, _) => "can go on for ever".to_string(),
            (false, Some(longest)) => format!("ends after {longest} moves at most"),
            (false, None) => "has not come back to a position".to_string(),
        };
        row(&mut shown, "play", play);
        let speed = group(report.positions_per_second as usize);
        row(&mut shown, "speed", format!("{speed} positions a second, in one thread"));
        match &report.compiled {
            None => {}
            Some(Compilation::Yes(keying)) => keys(&mut shown, "compiled", keying),
            Some(Compilation::Keyed(keying)) => keys(&mut shown, "by keys", keying),
            Some(Compilation::Unkeyed(why)) => row(&mut shown, "keys", format!("no: {why}")),
            Some(Compilation::No(why)) => {
                let why = why.replace('\n', "\n             ");
                row(&mut shown, "compiled", format!("no: {why}"));
            }
        }
        let at_most = match &report.compiled {
            Some(Compilation::Yes(keying) | Compilation::Keyed(keying)) => Some(keying.at_most),
            _ => None,
        };
        row(&mut shown, "size", needs::size(report.size, report.impartial, at_most));
        for (what, is) in needs.rows(report.size) {
            row(&mut shown, what, is);
        }
        let broken = |promise: &str| report.broken.iter().any(|broken| broken.promise == promise);
        for tested in &report.tested {
            if !broken(tested.promise) {
                let of = paint(FAINT, format!("({} samples)", group(tested.samples)));
                row(&mut shown, &paint(WIN, "holds      "), format!("{} {of}", tested.promise));
            }
        }
        for broken in &report.broken {
            let promise = format!("{}\n{:13}{}", broken.promise, "", broken.message);
            row(&mut shown, &paint(LOSS, "broken     "), promise);
            row(&mut shown, "", format!("in the position {}", broken.position));
        }
        for advice in &report.advice {
            row(&mut shown, "advice", advice);
        }
        for line in &report.printed {
            row(&mut shown, "prints", line);
        }
        shown
    }
}

#[cfg(feature = "gdl")]
mod kif {
    use std::time::Instant;

    use grundy::format::text::{STRONG, group, paint};
    use grundy::stated::{StatedRules, Statement};
    use grundy::{Limits, Stopped, graph};
    use serde_json::json;

    use super::*;
    use crate::limits;
    use crate::output::Format;

    /// The number of positions that are looked at if the user gives none.
    const POSITIONS: usize = 200_000;

    pub(super) fn check(args: &Args, name: &str, file: &[u8], out: &mut impl Write) -> Result<()> {
        let start = Instant::now();
        let game = crate::rules::gdl(name, file)?;
        let grounded = start.elapsed().as_secs_f64();
        let summary = game.summary().clone();
        let title = game.title();
        let stated = game.stated();
        let rules = StatedRules::new("checked", std::sync::Arc::new(game), stated);
        let start = Instant::now();
        let explored = args.limits.run_raw(|limits| {
            let positions = args.limits.max_positions.unwrap_or(POSITIONS);
            graph::explore(&rules, &rules.first(), &Limits { positions, ..limits })
        });
        let (positions, moves, complete) = match explored {
            Ok(explored) => (explored.positions, Some(explored.arena.edges()), true),
            Err(Stopped::Positions { reached, .. }) => (reached, None, false),
            Err(stopped) => return Err(limits::explain(&stopped)),
        };
        let speed = positions as f64 / start.elapsed().as_secs_f64().max(1e-6);
        let shown = match args.output.format() {
            Format::Json => {
                let report = json!({
                    "file": name, "roles": summary.roles, "facts": summary.facts,
                    "moves": summary.moves, "gates": summary.gates, "seconds": grounded,
                    "positions": positions, "complete": complete, "edges": moves,
                    "positions_per_second": speed,
                });
                format!("{report}\n")
            }
            Format::Text => {
                let mut shown = format!("{}\n", paint(STRONG, title));
                row(&mut shown, "roles", summary.roles.join(", "));
                let (facts, gates) = (group(summary.facts), group(summary.gates));
                let net = format!("{facts} facts that may change, {gates} gates");
                row(&mut shown, "net", format!("{net}, grounded in {grounded:.2} s"));
                let all = if complete { "all that play reaches" } else { "and there are more" };
                row(&mut shown, "positions", format!("{}, {all}", group(positions)));
                if let Some(moves) = moves {
                    row(&mut shown, "moves", group(moves));
                }
                row(&mut shown, "speed", format!("{} positions a second", group(speed as usize)));
                shown
            }
        };
        args.output.write(out, &shown)
    }
}
