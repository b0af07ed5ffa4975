//! `grundy value`: what a position is worth in a sum.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::ValueEnum;
use grundy::Limits;
use grundy::format::typeset::Setting;
use grundy::format::words::Words;
use grundy::format::{cgsuite, worksheet};
use grundy::language::{Dialect, LanguageError, Session};
use grundy::value::LoopyNimber;

use super::calculator;
use crate::errors;
use crate::input;
use crate::limits::LimitArgs;
use crate::output::{self, OutputArgs};
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
  grundy value '+-{3/4|^^*2}' --format unicode    ±{¾|⇑∗2}; `latex` for papers
  grundy value '2*3 + Tiny(1)' --format cgsuite   as it is typed into CGSuite
  grundy value '2*3 - ^.Pow(2)' --from cgsuite    what was typed there: 6 less an up-second
  grundy value '{5|2||-1}' -o g.svg         the thermograph
  grundy value 'board(clobber(xo|ox))' -o b.svg
  grundy value '[mean(domineering(2 x n)) for n in 1..8]' -o table.svg

The value of a loopy game is ∞(K) if it is impartial, else a stopper or `onside & offside`.

Values are written as CGSuite prints them:
  3/4   *2   ^   ^^*   v3*2   {2||1|-1}   +-1   +-{2|1}   Tiny(3/2)   ^[4]   ^<2>
loopy values:
  on   off   dud   3/2over   ^[on]   ^<on>   a{0|a}   {0|pass}   over & v")]
pub(crate) struct Args {
    /// Positions, values, sums of them, or any expression of `grundy repl`
    #[arg(value_name = "EXPR")]
    expression: String,

    /// The language of EXPR; `cgsuite` for what is typed into CGSuite 2, where `2*3` is a product
    #[arg(long, value_enum, value_name = "LANGUAGE", default_value = "grundy")]
    from: Language,

    #[command(flatten)]
    limits: LimitArgs,

    /// Output format [default: text, or given by the extension of --output]
    #[arg(long, value_enum, value_name = "FORMAT")]
    format: Option<Format>,

    /// Write the answer to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// As values are typed
    Text,
    /// As books set them, in LaTeX for math mode
    Latex,
    /// As books set them, in Unicode
    Unicode,
    /// As values are typed into CGSuite 2
    Cgsuite,
    /// For scripts
    Json,
    /// A picture: of a thermograph, a board or a table
    #[value(skip)]
    Picture,
}

impl Format {
    /// The text of a value in this format, given its plain text.
    fn set(self, plain: &str) -> String {
        match self {
            Format::Cgsuite => cgsuite::typed(plain),
            _ => self.setting().set(plain),
        }
    }

    fn setting(self) -> Setting {
        match self {
            Format::Latex => Setting::Latex,
            Format::Unicode => Setting::Unicode,
            _ => Setting::Plain,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Language {
    /// Expressions of `grundy repl`
    Grundy,
    /// Values as they are typed into CGSuite 2
    Cgsuite,
}

impl Args {
    /// The chosen format, or the format of the file's extension.
    fn format(&self) -> Format {
        match (self.format, output::ending(self.output.as_deref()).as_deref()) {
            (_, Some("svg")) => Format::Picture,
            (Some(format), _) => format,
            (None, Some("json")) => Format::Json,
            (None, Some("tex")) => Format::Latex,
            (None, _) => Format::Text,
        }
    }

    fn dialect(&self) -> Dialect {
        match self.from {
            Language::Grundy => Dialect::Calculator,
            Language::Cgsuite => Dialect::CgSuite,
        }
    }
}

/// Prints the value.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let text = &*rules::named(input::typed(&args.expression))?;
    let shown = args
        .limits
        .run_raw(|limits| value(text, args.dialect(), args.format(), limits))
        .map_err(|error| calculator::explain(text, &error))?;
    OutputArgs::to(args.output.clone()).write(out, &shown)
}

fn value(
    text: &str,
    dialect: Dialect,
    format: Format,
    limits: Limits<'_>,
) -> Result<String, LanguageError> {
    if format == Format::Json {
        return Ok(worksheet::json(text, dialect, &limits)? + "\n");
    }
    let mut session = Session::new(limits);
    session.set_dialect(dialect);
    if format == Format::Picture {
        let found = session.run(text)?;
        return worksheet::picture(&mut session, text.trim(), &found, &Words::default());
    }
    if let Some((_, value)) = worksheet::nimber(text, &limits)? {
        return match (&value, format) {
            (LoopyNimber::Infinite(_), Format::Cgsuite) => {
                let why = format!("CGSuite has no notation for {value}");
                Err(LanguageError::Value { why, at: 0 })
            }
            _ => Ok(format.set(&value.to_string()) + "\n"),
        };
    }
    let found = session.run(text)?;
    errors::note_all(session.take_remarks());
    match format {
        Format::Cgsuite => Ok(cgsuite::show(&mut session, &found)? + "\n"),
        _ => worksheet::show(&mut session, &found, format.setting()),
    }
}
