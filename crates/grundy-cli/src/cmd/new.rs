//! `grundy new`: writes a template of a rule file.

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};

/// Write a template of a rule file, to state a game of your own
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy new my-game.star
  grundy check my-game.star
  grundy solve my-game.star")]
pub(crate) struct Args {
    /// The file to write; its name ends in .star, and it must not exist yet
    file: PathBuf,
}

/// Writes the file.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let name = args.file.display();
    if args.file.extension().is_none_or(|ending| ending != "star") {
        bail!("{name}: the name of a rule file ends in .star");
    }
    let mut file = File::create_new(&args.file).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => {
            anyhow::anyhow!("{name} is there already, and stays as it is: name another file")
        }
        _ => anyhow::Error::new(error).context(format!("cannot write {name}")),
    })?;
    file.write_all(grundy_rules::TEMPLATE.as_bytes())
        .with_context(|| format!("cannot write {name}"))?;
    writeln!(out, "{name} states a game: read it, change it, and try")?;
    writeln!(out, "  grundy check {name}\n  grundy solve {name}")?;
    Ok(())
}
