//! `grundy equal`: whether two games are equal, so that one can replace the other in any sum.

use std::io::Write;
use std::time::Duration;

use anyhow::{Result, bail};
use grundy::answer::{Answer, Options, Solver};
use grundy::format::{json, text};
use grundy::solve::sided::are_equal;
use grundy::{Fate, Game, Outcome, Stopped};

use crate::limits::{self, LimitArgs};
use crate::output::{Format, OutputArgs};
use crate::solution;

/// Say whether two games are equal, which means that the player who starts loses G − H
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy equal 'nim(3,5)' 'nim(6)'
  grundy equal 'kayles(5)' '*4'
  grundy equal 'domineering(2x2)' '{1|-1}'

Equal games can replace each other in any sum. The answer is `undecided` only for loopy
games with too many positions to compare.")]
pub(crate) struct Args {
    /// The first game, in which a player who cannot move loses
    #[arg(value_name = "G")]
    first: String,

    /// The second game
    #[arg(value_name = "H")]
    second: String,

    #[command(flatten)]
    limits: LimitArgs,

    #[command(flatten)]
    output: OutputArgs,
}

/// The reason why two loopy games are equal.
const SURVIVES: &str =
    "who moves second survives their difference, be infinite play won by Left or by Right";

/// Compares all positions of two loopy games, if they are not too many, by
/// the swivel chair theorem (Siegel, Combinatorial Game Theory, chapter VI).
fn by_graphs(args: &Args, first: &dyn Game, second: &dyn Game) -> Result<Option<bool>> {
    args.limits.run(|limits| {
        let [first, second] = [first, second].map(|game| game.components(false, &limits));
        let (first, second) = (first?, second?);
        let ([a], [b]) = (&first.start[..], &second.start[..]) else { return Ok(None) };
        match are_equal([(&first.graph, *a), (&second.graph, *b)], &limits) {
            Err(Stopped::Positions { .. } | Stopped::Memory { .. }) => Ok(None),
            found => found,
        }
    })
}

/// Compares the two games.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let (first, second) = (args.limits.game(&args.first)?, args.limits.game(&args.second)?);
    for game in [&first, &second] {
        if game.has_ends() {
            bail!("{} has ends of its own and cannot be part of a sum", game.text());
        }
    }
    let mut solver = Solver::default();
    let both = |game: &dyn Game, solver: &mut Solver| {
        args.limits.run(|limits| solver.value(game, &limits))
    };
    let values = (both(&*first, &mut solver)?, both(&*second, &mut solver)?);
    let difference =
        grundy::sum::SumOfGames::new(vec![(first.boxed(), false), (second.boxed(), true)]);
    let (equal, why): (Option<bool>, String) = match values {
        (Some((a, _)), Some((b, _))) if a == b && a.nimber().is_some() => {
            (Some(true), format!("both are worth {a}"))
        }
        _ if first.text() == second.text() => (Some(true), "they are the same game".to_string()),
        // Infinite values only describe sums of impartial games.
        (Some((a, _)), Some((b, _))) if a == b => match by_graphs(args, &*first, &*second)? {
            None => (None, format!("both are worth {a}, equal in sums of impartial games")),
            Some(true) => (Some(true), SURVIVES.to_string()),
            Some(false) => {
                let why = format!("both are worth {a}, equal in sums of impartial games alone");
                (Some(false), why)
            }
        },
        (Some((a, _)), Some((b, _))) => (Some(false), format!("worth {a} and {b}")),
        _ => {
            let mut solve = |game: &dyn Game| {
                let answer = args.limits.run_raw(|limits| {
                    let beyond = Duration::ZERO;
                    solver.solve(game, &Options { limits, beyond, ..Options::default() })
                });
                let answer = answer.map_err(solution::explain)?;
                answer.whole().map_err(|stopped| limits::explain(&stopped))
            };
            let fates = |answer: &Answer| {
                [&answer.left, &answer.right].map(|side| side.as_ref().map(|side| side.fate))
            };
            let answer = solve(&difference)?;
            let outcome = answer.outcome.map_or("mixed", |outcome| outcome.word());
            let why = format!("their difference has outcome {outcome}");
            if fates(&answer).contains(&Some(Fate::Win)) {
                (Some(false), why)
            } else if answer.outcome == Some(Outcome::P) {
                (Some(true), why)
            } else if fates(&solve(&*first)?) != fates(&solve(&*second)?) {
                (Some(false), "they have different outcomes".to_string())
            } else {
                let stoppers = args
                    .limits
                    .run(|limits| Ok(first.is_stopper(&limits)? && second.is_stopper(&limits)?))?;
                // Winning Ways, chapter 11: stoppers are equal
                // if the player who starts in their difference cannot win.
                match stoppers {
                    true => (Some(true), format!("{why}, and both are stoppers")),
                    false => match by_graphs(args, &*first, &*second)? {
                        Some(true) => (Some(true), SURVIVES.to_string()),
                        Some(false) => (
                            Some(false),
                            "who moves second does not survive their difference in both cases, \
                             infinite play won by Left and by Right"
                                .to_string(),
                        ),
                        None => (None, format!("{why}, and play in one of them may never end")),
                    },
                }
            }
        }
    };
    let shown = match args.output.format() {
        Format::Json => format!(
            "{{\"first\":{},\"second\":{},\"equal\":{},\"reason\":{}}}\n",
            json::string(&first.text()),
            json::string(&second.text()),
            equal.map_or("null".to_string(), |equal| equal.to_string()),
            json::string(&why),
        ),
        Format::Text => {
            let (style, word) = match equal {
                Some(true) => (text::WIN, "equal"),
                Some(false) => (text::LOSS, "not equal"),
                None => (text::DRAW, "undecided"),
            };
            format!("{}: {why}\n", text::paint(style, word))
        }
    };
    args.output.write(out, &shown)
}
