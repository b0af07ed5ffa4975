//! `grundy misere`: values under misère play, and misère quotients.

use std::io::Write;

use anyhow::{Result, anyhow, bail};
use grundy::Game;
use grundy::answer::{add_heaps, misere_facts, misere_quotient};
use grundy::format::misere::{self, Shown};
use grundy::solve::quotient::{Quotient, QuotientError};

use crate::input;
use crate::limits::{self, LimitArgs};
use crate::output::{Format, OutputArgs};

/// Find the misère value, genus and canonical form of an impartial game, or the misère quotient of a ruleset
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy misere 'kayles(5,4,1)'
  grundy misere 'nim(2) + kayles(3)'
  grundy misere 'cram(2x3)' --quotient    the quotient of a position and its followers
  grundy misere kayles                    the quotient of all heaps, with a proved period
  grundy misere 'octal(0.123)' --table    with the multiplication table
  grundy misere 'octal(0.07)' --heaps 20

A misère quotient tells who wins every sum of heaps: look up the element Φ(n) of each heap
and multiply. The player to move loses if the product is in the P-portion. Some quotients
are infinite or very large; --heaps, --time and Ctrl-C end the search, and the part found
so far is shown.")]
pub(crate) struct Args {
    /// A position, or a ruleset on heaps
    game: String,

    /// Find the quotient of heaps up to this size
    #[arg(long, value_name = "N", value_parser = limits::parse_whole::<usize>)]
    heaps: Option<usize>,

    /// Find the quotient of a position and all its followers
    #[arg(long)]
    quotient: bool,

    /// Print the multiplication table of the quotient
    #[arg(long)]
    table: bool,

    #[command(flatten)]
    limits: LimitArgs,

    #[command(flatten)]
    output: OutputArgs,
}

/// Prints the results.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    if args.heaps.is_some() {
        return ruleset(args, &*input::ruleset(&args.game)?, out);
    }
    match args.limits.game(&args.game) {
        Ok(game) => position(args, &*game, out),
        // If it is not a position, it is a ruleset or neither.
        Err(error) => match input::ruleset(&args.game) {
            Ok(found) => ruleset(args, &*found, out),
            Err(_) => Err(error),
        },
    }
}

fn position(args: &Args, game: &dyn Game, out: &mut impl Write) -> Result<()> {
    let text = game.text();
    let unknown = || {
        anyhow!(
            "{text} has no value under misère play: that takes an impartial game that always ends, \
             without rules for winning; `grundy solve --misere` says who wins"
        )
    };
    let facts = args.limits.run(|limits| misere_facts(game, &limits))?.ok_or_else(unknown)?;
    let wanted = args.quotient || args.table;
    let found = match wanted {
        true => args.limits.run_raw(|limits| misere_quotient(game, &limits)).map_err(explain),
        false => Ok(None),
    };
    // If a limit ended the search for the quotient, the other results are still shown.
    let (found, ended) = match found {
        Ok(found) => (found, Ok(())),
        Err(error) => (None, Err(error)),
    };
    let names = |game: usize| {
        found.as_ref().map_or_else(String::new, |found| found.components[game].clone())
    };
    let shown = found.as_ref().map(|found| Shown {
        game: &text,
        quotient: &found.quotient,
        names: &names,
        heaps: false,
        period: None,
        table: args.table,
    });
    let shown = match args.output.format() {
        Format::Json => {
            let element = found.as_ref().map(|found| found.quotient.sum(&found.start));
            misere::json(&text, Some(&facts), element, shown.as_ref()) + "\n"
        }
        Format::Text => {
            let mut answer = misere::facts(&text, &facts);
            if let (Some(shown), Some(found)) = (&shown, &found) {
                answer += &misere::element(found);
                answer += "\n";
                answer += &misere::quotient(shown);
            }
            answer
        }
    };
    args.output.write(out, &shown)?;
    ended
}

fn ruleset(args: &Args, ruleset: &dyn Game, out: &mut impl Write) -> Result<()> {
    let Args { heaps, table, limits, output, .. } = args;
    quotient_of(ruleset, *heaps, *table, limits, output, out)
}

/// Prints the misère quotient of all heaps, or of heaps up to a size.
pub(super) fn quotient_of(
    ruleset: &dyn Game,
    heaps: Option<usize>,
    table: bool,
    limits: &LimitArgs,
    output: &OutputArgs,
    out: &mut impl Write,
) -> Result<()> {
    let name = ruleset.ruleset();
    let Some((rules, _)) = ruleset.heaps() else {
        bail!(
            "{name} is not played on single heaps that must change: name a position, as in kayles(3,5)"
        );
    };
    let mut quotient = Quotient::default();
    let ended = limits.run_raw(|limits| add_heaps(&mut quotient, rules, heaps, &limits));
    let period = quotient.period(&rules.kind());
    let shown = Shown {
        game: &name,
        quotient: &quotient,
        names: &|heap| heap.to_string(),
        heaps: true,
        period: period.as_ref(),
        table,
    };
    let shown = match output.format() {
        Format::Json => misere::json(&name, None, None, Some(&shown)) + "\n",
        Format::Text => misere::quotient(&shown),
    };
    // If a limit ended the work, the finished part is still shown.
    if !quotient.pretending().is_empty() {
        output.write(out, &shown)?;
    }
    ended.map_err(explain)
}

fn explain(error: QuotientError) -> anyhow::Error {
    match error {
        QuotientError::Stopped(stopped) => limits::explain(&stopped),
        error => error.into(),
    }
}
