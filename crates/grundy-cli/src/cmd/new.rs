//! `grundy new`: a file to begin a game of one's own with.

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};

/// Begin a game of your own: a rule file with comments, to be changed
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy new my-game.star
  grundy check my-game.star                 is all well with it?
  grundy solve my-game.star                 who wins?")]
pub(crate) struct Args {
    /// The file to write, which must not be there yet; its name ends in .star
    file: PathBuf,
}

/// Writes the file.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let name = args.file.display();
    if args.file.extension().is_none_or(|ending| ending != "star") {
        bail!("{name}: the name of a rule file ends in .star");
    }
    let mut file = File::create_new(&args.file).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => anyhow::anyhow!("{name} is there already: it stays as it is"),
        _ => anyhow::Error::new(error).context(format!("cannot write {name}")),
    })?;
    file.write_all(grundy_rules::TEMPLATE.as_bytes())
        .with_context(|| format!("cannot write {name}"))?;
    writeln!(out, "{name} states a game: read it, change it, and try")?;
    writeln!(out, "  grundy check {name}\n  grundy solve {name}")?;
    Ok(())
}
