//! grundy: who wins a combinatorial game, how, in how many moves, and what it
//! is worth in a sum.

mod cmd;
mod input;
mod limits;
mod output;

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The engine for combinatorial games: who wins, how, in how many moves, and
/// what a position is worth in a sum.
#[derive(Parser)]
#[command(name = "grundy", version, about, after_help = EXAMPLES, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  grundy solve 'nim(3,4,5)'                 who wins, with which moves, and why
  grundy solve tic-tac-toe --format json    the same for scripts
  grundy table kayles -n 100                Grundy values of heaps
  grundy graph 'nim(1,2,3)' -o nim.svg      a picture of all positions
  grundy play 'dodgem(3)'                   play against the perfect player
  grundy games                              what can be played

Games are written name(parameters; position) and added with +:
  subtraction(1,2; 21)   nim(3,4) + kayles(7)   domineering(..|.#)";

#[derive(Subcommand)]
enum Command {
    Solve(cmd::solve::Args),
    Equal(cmd::equal::Args),
    Value(cmd::value::Args),
    Table(cmd::table::Args),
    Period(cmd::period::Args),
    Graph(cmd::graph::Args),
    Play(cmd::play::Args),
    Verify(cmd::verify::Args),
    Games(cmd::games::Args),
    Completions(cmd::completions::Args),
    Man(cmd::man::Args),
}

fn main() -> ExitCode {
    let cli = Cli::parse_from(std::env::args_os().map(not_an_option));
    limits::stop_on_ctrl_c();
    let mut out = io::BufWriter::new(anstream::stdout());
    let result = match &cli.command {
        Command::Solve(args) => cmd::solve::run(args, &mut out),
        Command::Equal(args) => cmd::equal::run(args, &mut out),
        Command::Value(args) => cmd::value::run(args, &mut out),
        Command::Table(args) => cmd::table::run(args, &mut out),
        Command::Period(args) => cmd::period::run(args, &mut out),
        Command::Graph(args) => cmd::graph::run(args, &mut out),
        Command::Play(args) => cmd::play::run(args, &mut out),
        Command::Verify(args) => cmd::verify::run(args, &mut out),
        Command::Games(args) => cmd::games::run(args, &mut out),
        Command::Completions(args) => cmd::completions::run(args, &mut out),
        Command::Man(args) => cmd::man::run(args, &mut out),
    };
    let result = result.and_then(|()| out.flush().map_err(Into::into));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // What was answered before the error still reaches the reader.
            let _ = out.flush();
            let _ = writeln!(anstream::stderr(), "grundy: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Keeps a game that begins with a minus, such as `-kayles(3)`, from being taken
/// for an option: a space goes before it.
fn not_an_option(argument: OsString) -> OsString {
    let game = argument.to_str().and_then(|text| text.strip_prefix('-')).is_some_and(|game| {
        let name = |c: char| !(c.is_alphanumeric() || c == '-' || c == '_');
        let name = &game[..game.find(name).unwrap_or(game.len())];
        game.starts_with([' ', '(', '*'])
            || game.starts_with(|c: char| c.is_ascii_digit())
            || grundy::catalogue::find(name).is_some()
    });
    if game { [OsStr::new(" "), &argument].into_iter().collect() } else { argument }
}

/// Whether the reader of our output has gone away, which is no error.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
