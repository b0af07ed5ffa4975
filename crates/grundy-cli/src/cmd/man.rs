//! `grundy man`: manual pages.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::CommandFactory;

/// Print the manual page, or write the manual pages of all commands to a folder
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy man | man -l -
  grundy man -o ~/.local/share/man/man1")]
pub(crate) struct Args {
    /// Write grundy.1, grundy-solve.1 and so on to this folder
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

/// Prints or writes the pages.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let command = crate::Cli::command();
    match &args.output {
        None => Ok(clap_mangen::Man::new(command).render(out)?),
        Some(folder) => {
            let context = || format!("cannot write manual pages to {}", folder.display());
            std::fs::create_dir_all(folder).with_context(context)?;
            clap_mangen::generate_to(command, folder).with_context(context)
        }
    }
}
