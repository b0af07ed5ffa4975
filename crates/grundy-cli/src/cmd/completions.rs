//! `grundy completions`: completions for shells.

use std::io::Write;

use anyhow::Result;
use clap::CommandFactory;
use clap_complete::Shell;

/// Print a completion script for a shell
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy completions bash > ~/.local/share/bash-completion/completions/grundy
  grundy completions zsh > ~/.zfunc/_grundy
  grundy completions fish > ~/.config/fish/completions/grundy.fish")]
pub(crate) struct Args {
    /// The shell to complete for
    #[arg(value_enum)]
    shell: Shell,
}

/// Prints the completions.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut crate::Cli::command(), "grundy", &mut script);
    Ok(out.write_all(&script)?)
}
