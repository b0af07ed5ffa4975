//! `grundy run`: evaluates a file of expressions.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use grundy::bounded::{BoundedLines, LONGEST_LINE};

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
    let context = || format!("cannot read {name}");
    let input: Box<dyn BufRead> = match args.file == Path::new("-") {
        true => Box::new(io::stdin().lock()),
        false => Box::new(BufReader::new(File::open(&args.file).with_context(context)?)),
    };
    args.limits.run_pieces(|pieces| {
        let mut calculator = Calculator::new(pieces);
        for line in joined(BoundedLines::new(input, LONGEST_LINE)) {
            let (number, line) = line.with_context(context)?;
            // Some editors begin a file with a byte order mark.
            let line = line.strip_prefix('\u{feff}').filter(|_| number == 1).unwrap_or(&line);
            let answer = calculator.answer(line);
            write!(out, "{}", answer.map_err(|error| anyhow!("{name}:{number}: {error:#}"))?)?;
        }
        Ok(())
    })
}
