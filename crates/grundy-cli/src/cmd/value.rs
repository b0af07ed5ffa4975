//! `grundy value`: what a position is worth in a sum.

use std::io::Write;

use anyhow::Result;
use grundy::Limits;
use grundy::format::words::Words;
use grundy::format::worksheet;
use grundy::language::{LanguageError, Session};

use super::calculator;
use crate::input;
use crate::limits::LimitArgs;
use crate::output::{Format, OutputArgs};
use crate::rules;

/// Print the value of an expression: a nimber, a canonical form, or the value of a loopy game
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy value 'nim(3,4,5)'
  grundy value 'domineering(2x3) - ^*'      a position and a value
  grundy value '{2||1|-1} + 3*{1|0}'
  grundy value 'atomic_weight(^^*3)'        any expression of `grundy repl`
  grundy value '{5|2||-1}' --format json    with mean, temperature, stops, birthday
  grundy value '{5|2||-1}' -o g.svg         the thermograph
  grundy value 'board(clobber(xo|ox))' -o b.svg
  grundy value '[mean(domineering(2 x n)) for n in 1..8]' -o table.svg

The value of a loopy game is ∞(K) if it is impartial, else a stopper or `onside & offside`.

Values are written as in CGSuite:
  3/4   *2   ^   ^^*   v3*2   {2||1|-1}   +-1   +-{2|1}   Tiny(3/2)   ^[4]   ^<2>
loopy values:
  on   off   dud   3/2over   ^[on]   ^<on>   a{0|a}   {0|pass}   over & v")]
pub(crate) struct Args {
    /// Positions, values, sums of them, or any expression of `grundy repl`
    #[arg(value_name = "EXPR")]
    expression: String,

    #[command(flatten)]
    limits: LimitArgs,

    #[command(flatten)]
    output: OutputArgs,
}

/// Prints the value.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let text = &*rules::named(input::typed(&args.expression))?;
    let json = args.output.format() == Format::Json;
    let picture = args.output.ends_with("svg");
    let shown = args
        .limits
        .run_raw(|limits| value(text, json, picture, limits))
        .map_err(|error| calculator::explain(text, &error))?;
    args.output.write(out, &shown)
}

fn value(
    text: &str,
    as_json: bool,
    picture: bool,
    limits: Limits<'_>,
) -> Result<String, LanguageError> {
    if as_json && !picture {
        return Ok(worksheet::json(text, &limits)? + "\n");
    }
    if !picture && let Some((_, value)) = worksheet::nimber(text, &limits)? {
        return Ok(format!("{value}\n"));
    }
    let mut session = Session::new(limits);
    let found = session.run(text)?;
    match picture {
        true => worksheet::picture(&mut session, text.trim(), &found, &Words::default()),
        false => worksheet::show(&mut session, &found),
    }
}
