//! `grundy value`: what a position is worth in a sum.

use std::io::Write;

use anyhow::{Result, anyhow};
use grundy::answer::{Facts, Solver};
use grundy::format::json;
use grundy::value::notation::ReadError;
use grundy::value::{Forms, LoopyNimber};
use grundy::{Limits, catalogue};

use crate::input;
use crate::limits::{self, LimitArgs};
use crate::output::{Format, OutputArgs};

/// Print what a game is worth in a sum: its canonical form, a nimber, or ∞(K) where play may never end
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy value 'nim(3,4,5)'                 *2
  grundy value 'kayles(7) + nim(2)'
  grundy value 'domineering(4x4)'           +-{0,{2|0}}
  grundy value 'domineering(2x3) - ^*'      a position and a value
  grundy value '{2||1|-1} + 3*{1|0}'
  grundy value '{5|2||-1}' --format json    with mean, temperature, stops …

Values are written as in CGSuite and the books: 3/4  *2  ^  ^^*  v3*2  {2||1|-1}
+-1 or ±1  +-{2|1}  Tiny(3/2)  Miny(2)  ^[4]  ^<2>")]
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
    let text = input::typed(&args.expression);
    let json = args.output.format() == Format::Json;
    let shown =
        args.limits.run_raw(|limits| value(text, json, &limits)).map_err(|error| match error {
            ReadError::Parse(error) => input::point(text, &error),
            ReadError::Stopped(stopped) => limits::explain(&stopped),
            error => anyhow!("{error}"),
        })?;
    args.output.write(out, &format!("{shown}\n"))
}

fn value(text: &str, as_json: bool, limits: &Limits<'_>) -> Result<String, ReadError> {
    let mut solver = Solver::default();
    let mut forms = Forms::new(*limits);
    // Impartial games may have nimbers too large for forms, or none.
    if let Ok(game) = catalogue::parse(text)
        && let Some((value, _)) = solver.value(&*game, limits)?
    {
        if !as_json {
            return Ok(value.to_string());
        }
        let nimber = match &value {
            LoopyNimber::Finite(nimber) => u32::try_from(nimber.0).ok(),
            LoopyNimber::Infinite(_) => None,
        };
        let facts = match nimber {
            Some(nimber) => {
                let form = forms.nimber(nimber)?;
                Some(Facts::new(&mut forms, form)?)
            }
            None => None,
        };
        return Ok(json::value(&game.text(), &value, facts.as_ref()));
    }
    let form = solver.expression(text, &mut forms, limits)?;
    if as_json {
        return Ok(json::facts(text.trim(), &Facts::new(&mut forms, form)?));
    }
    Ok(forms.print(form)?)
}
