//! `grundy run`: a file of expressions.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};

use super::calculator::{Calculator, joined};
use crate::limits::LimitArgs;

/// Print the values of the expressions in a file, a line each
#[derive(clap::Args)]
#[command(after_help = "\
Lines are those of `grundy repl`. A line goes on in the next where a parenthesis,
bracket or brace is open; lines that begin with # or // are comments. The first
error ends the run.")]
pub(crate) struct Args {
    /// The file; - for standard input
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
