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

/// Print what a game is worth in a sum: its canonical form, a nimber, and where play may never end ∞(K) or an onside and an offside
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy value 'nim(3,4,5)'                 *2
  grundy value 'kayles(7) + nim(2)'
  grundy value 'domineering(4x4)'           +-{0,{2|0}}
  grundy value 'domineering(2x3) - ^*'      a position and a value
  grundy value '{2||1|-1} + 3*{1|0}'
  grundy value '{5|2||-1}' --format json    with mean, temperature, stops …
  grundy value '{5|2||-1}' -o g.svg         its thermograph
  grundy value 'board(clobber(xo|ox))' -o b.svg
  grundy value '[mean(domineering(2 x n)) for n in 1..8]' -o table.svg
  grundy value 'atomic_weight(^^*3)'        anything that `grundy repl` takes

Values are written as in CGSuite and the books: 3/4  *2  ^  ^^*  v3*2  {2||1|-1}
+-1 or ±1  +-{2|1}  Tiny(3/2)  Miny(2)  ^[4]  ^<2>
and loopy ones: on  off  dud  3/2over  ^[on]  ^<on>  a{0|a}  {0|pass}  over & v")]
pub(crate) struct Args {
    /// A game, a value, or a sum of such
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
