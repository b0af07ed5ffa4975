//! `grundy run`: evaluates a file of expressions.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};

use super::calculator::{Calculator, joined};
use crate::limits::LimitArgs;

/// Evaluate the lines of a file as `grundy repl` does, and print their values
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy run games.txt
  printf 'g := domineering(2x3)\\ng.temperature\\n' | grundy run -

A line with an open parenthesis, bracket or brace continues on the next line. Lines that
begin with # or // are comments. The first error ends the run.")]
pub(crate) struct Args {
    /// The file, or - for standard input
    file: PathBuf,

    #[command(flatten)]
    limits: LimitArgs,
}

/// Prints the values.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let name = args.file.display();
    let text = if args.file == Path::new("-") {
        let mut text = String::new();
        io::stdin().read_to_string(&mut text).map(|_| text)
    } else {
        std::fs::read_to_string(&args.file)
    };
    let text = text.with_context(|| format!("cannot read {name}"))?;
    args.limits.run_pieces(|pieces| {
        let mut calculator = Calculator::new(pieces);
        // Some editors begin a file with a mark.
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        for line in joined(text.lines().map(|line| Ok(line.to_string()))) {
            let (number, line) = line?;
            let answer = calculator.answer(&line);
            write!(out, "{}", answer.map_err(|error| anyhow!("{name}:{number}: {error:#}"))?)?;
        }
        Ok(())
    })
}
