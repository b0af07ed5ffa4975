//! `grundy equal`: whether two games may stand for each other in any sum.

use std::io::Write;

use anyhow::{Result, bail};
use grundy::answer::{Options, Solver, Whole};
use grundy::format::{json, text};
use grundy::{Game, Outcome};

use crate::input;
use crate::limits::LimitArgs;
use crate::output::{Format, OutputArgs};

/// Say whether two games are equal, that is, whether G − H is lost for the player who starts
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy equal 'nim(3,5)' 'nim(6)'
  grundy equal 'kayles(5)' '*4'
  grundy equal 'domineering(2x2)' 'toads-and-frogs(T.F)'")]
pub(crate) struct Args {
    /// A game without ends of its own
    first: String,

    /// Another
    second: String,

    #[command(flatten)]
    limits: LimitArgs,

    #[command(flatten)]
    output: OutputArgs,
}

/// Compares the two.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let (first, second) = (input::game(&args.first)?, input::game(&args.second)?);
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
    let (equal, why) = match values {
        (Some((a, _)), Some((b, _))) if a.nimber().is_some() && b.nimber().is_some() => (
            a == b,
            if a == b { format!("both are worth {a}") } else { format!("worth {a} and {b}") },
        ),
        (Some((a, _)), Some((b, _))) => {
            // Loopy values: equal exactly if written alike.
            (a == b, format!("worth {a} and {b}"))
        }
        _ => {
            let answer = args.limits.run(|limits| {
                solver.solve(
                    &difference,
                    &Options { limits, whole: Whole::Always, ..Options::default() },
                )
            })?;
            let outcome = answer.outcome.map_or("mixed", |outcome| outcome.word());
            (answer.outcome == Some(Outcome::P), format!("their difference has outcome {outcome}"))
        }
    };
    let shown = match args.output.format() {
        Format::Json => format!(
            "{{\"first\":{},\"second\":{},\"equal\":{equal},\"reason\":{}}}\n",
            json::string(&first.text()),
            json::string(&second.text()),
            json::string(&why),
        ),
        Format::Text => {
            let (style, word) =
                if equal { (text::WIN, "equal") } else { (text::LOSS, "not equal") };
            format!("{}: {why}\n", text::paint(style, word))
        }
    };
    args.output.write(out, &shown)
}
