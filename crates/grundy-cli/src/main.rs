//! grundy: who wins a combinatorial game, how, in how many moves, and what it
//! is worth in a sum.

mod checked_lines;
mod cmd;
mod confined;
mod errors;
mod file_size;
mod input;
mod limits;
mod memory;
mod output;
mod record;
mod rules;
mod solution;
mod values;

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::error::ContextKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

/// Solve combinatorial games: who wins, with which moves, in how many, and what a
/// position is worth in a sum.
#[derive(Parser)]
#[command(name = "grundy", version, after_help = EXAMPLES, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,

    #[command(flatten)]
    own: Own,
}

/// Games that are not built in.
#[derive(clap::Args)]
#[command(next_help_heading = "Games of your own")]
struct Own {
    /// Make the game of this rule file (.star, .kif or .wasm) known under the file's name; may be repeated
    #[arg(long, value_name = "FILE", global = true)]
    rules: Vec<PathBuf>,

    /// Who wins in .kif files: goals must be opposed, or the higher one wins
    #[arg(long, value_name = "HOW", global = true, value_enum, default_value_t)]
    goals: rules::Goals,

    /// Take the game and its moves from this record: SGF, PGN, or as the page writes them
    #[arg(long, value_name = "FILE", global = true)]
    record: Option<PathBuf>,

    /// Run rule files in a confined process with 1 GB of memory and 60 s of CPU time
    #[arg(long, global = true)]
    untrusted: bool,
}

const EXAMPLES: &str = "\
Examples:
  grundy solve 'nim(3,4,5)'                 who wins, and with which moves
  grundy solve tic-tac-toe --format json    the answer as JSON
  grundy value 'domineering(4x4)'           the canonical form of a position
  grundy table kayles -n 100                Grundy values of heaps
  grundy plot kayles -n 100 -o kayles.svg   the values as a picture
  grundy graph 'nim(1,2,3)' -o nim.svg      a picture of all positions
  grundy show 'hex(4)' --as sgf             the board, in the notations of other programs
  grundy play 'dodgem(3)'                   play against the perfect player
  grundy serve                              play and explore in the browser
  grundy page -o public                     the same page as a folder of files
  grundy games                              list the built-in games
  grundy new my-game.star                   write a rule file for a game of your own

Games are written NAME(PARAMETERS; POSITION), and sums with + and -:
  subtraction(1,2; 21)   nim(3,4) + kayles(7)   domineering(..|.#) - ^*

`grundy help COMMAND` explains the options of a command.";

#[derive(Subcommand)]
enum Command {
    Solve(cmd::solve::Args),
    Equal(cmd::equal::Args),
    Compare(cmd::compare::Args),
    Value(cmd::value::Args),
    Repl(cmd::repl::Args),
    Run(cmd::run::Args),
    Search(cmd::search::Args),
    Db(cmd::db::Args),
    Table(cmd::table::Args),
    Period(cmd::period::Args),
    Misere(cmd::misere::Args),
    Plot(cmd::plot::Args),
    Graph(cmd::graph::Args),
    Show(cmd::show::Args),
    Play(cmd::play::Args),
    Engine(cmd::engine::Args),
    #[cfg(feature = "page")]
    Serve(cmd::serve::Args),
    #[cfg(feature = "page")]
    Page(cmd::page::Args),
    Survey(cmd::survey::Args),
    Verify(cmd::verify::Args),
    Lookup(cmd::lookup::Args),
    Stats(cmd::stats::Args),
    Merge(cmd::merge::Args),
    Games(cmd::games::Args),
    #[cfg(feature = "rules")]
    New(cmd::new::Args),
    Check(cmd::check::Args),
    List(cmd::list::Args),
    Completions(cmd::completions::Args),
    Man(cmd::man::Args),
}

fn main() -> ExitCode {
    file_size::report_limit();
    let arguments: Vec<OsString> = protect_games(std::env::args_os()).collect();
    let in_json = errors::are_json(&arguments);
    let recorded = match record::Recorded::of(&arguments) {
        Ok(recorded) => recorded,
        Err(error) => {
            errors::say(&format!("{error:#}"), in_json);
            return ExitCode::FAILURE;
        }
    };
    let from_record = recorded.iter().flat_map(|recorded| recorded.arguments(&arguments));
    let parsed = Cli::command()
        .try_get_matches_from(arguments.iter().cloned().chain(from_record))
        .and_then(|matches| Cli::from_arg_matches(&matches).map(|cli| (matches, cli)));
    let exit =
        |error: &clap::Error| errors::called_wrongly(error, &Cli::command(), &arguments, in_json);
    let (matches, cli) = match parsed {
        Ok(parsed) => parsed,
        Err(error) => {
            let given = error.get(ContextKind::InvalidArg).map(ToString::to_string);
            if given.is_some() && given == recorded.as_ref().map(record::Recorded::game) {
                errors::say("the game is that of --record: leave out GAME", in_json);
                return ExitCode::from(2);
            }
            return exit(&error);
        }
    };
    let patient = matches!(cli.command, Command::Play(_) | Command::Engine(_) | Command::Repl(_))
        || is_server(&cli.command);
    limits::begin(&matches, patient);
    if cli.own.untrusted && !confined::is_confined() {
        return confined::run(std::env::args_os().skip(1), patient, in_json);
    }
    #[cfg(feature = "rules")]
    {
        rules::tell_panics_as_faults();
        grundy::catalogue::ship(rules::shipped);
    }
    // The server ends in its own way.
    if !is_server(&cli.command) {
        limits::stop_on_ctrl_c();
    }
    let mut out = io::BufWriter::new(anstream::stdout());
    let result = confined::confine()
        .and_then(|()| own_rules(&cli.own))
        .and_then(|()| recorded.map_or(Ok(()), |recorded| recorded.check()))
        .and_then(|()| answer(&cli.command, &mut out));
    let result = result.and_then(|()| out.flush().map_err(Into::into));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // What was printed before the error still reaches the reader.
            let _ = out.flush();
            match error.downcast_ref::<clap::Error>() {
                Some(usage) => exit(usage),
                None => {
                    errors::say(&format!("{error:#}"), in_json);
                    ExitCode::FAILURE
                }
            }
        }
    }
}

fn is_server(command: &Command) -> bool {
    #[cfg(feature = "page")]
    return matches!(command, Command::Serve(_));
    #[cfg(not(feature = "page"))]
    return {
        let _ = command;
        false
    };
}

fn own_rules(own: &Own) -> anyhow::Result<()> {
    rules::set_goals(own.goals);
    own.rules.iter().try_for_each(|path| rules::register(path))
}

fn answer(command: &Command, out: &mut impl Write) -> anyhow::Result<()> {
    match command {
        Command::Solve(args) => cmd::solve::run(args, out),
        Command::Equal(args) => cmd::equal::run(args, out),
        Command::Compare(args) => cmd::compare::run(args, out),
        Command::Value(args) => cmd::value::run(args, out),
        Command::Repl(args) => cmd::repl::run(args, out),
        Command::Run(args) => cmd::run::run(args, out),
        Command::Search(args) => cmd::search::run(args, out),
        Command::Db(args) => cmd::db::run(args, out),
        Command::Table(args) => cmd::table::run(args, out),
        Command::Period(args) => cmd::period::run(args, out),
        Command::Misere(args) => cmd::misere::run(args, out),
        Command::Plot(args) => cmd::plot::run(args, out),
        Command::Graph(args) => cmd::graph::run(args, out),
        Command::Show(args) => cmd::show::run(args, out),
        Command::Play(args) => cmd::play::run(args, out),
        Command::Engine(args) => cmd::engine::run(args, out),
        #[cfg(feature = "page")]
        Command::Serve(args) => cmd::serve::run(args, out),
        #[cfg(feature = "page")]
        Command::Page(args) => cmd::page::run(args, out),
        Command::Survey(args) => cmd::survey::run(args, out),
        Command::Verify(args) => cmd::verify::run(args, out),
        Command::Lookup(args) => cmd::lookup::run(args, out),
        Command::Stats(args) => cmd::stats::run(args, out),
        Command::Merge(args) => cmd::merge::run(args, out),
        Command::Games(args) => cmd::games::run(args, out),
        #[cfg(feature = "rules")]
        Command::New(args) => cmd::new::run(args, out),
        Command::Check(args) => cmd::check::run(args, out),
        Command::List(args) => cmd::list::run(args, out),
        Command::Completions(args) => cmd::completions::run(args, out),
        Command::Man(args) => cmd::man::run(args, out),
    }
}

/// Keeps games that begin with a minus, such as `-kayles(3)`, from being taken for options: a space
/// is put before them, which `input` removes.
fn protect_games(arguments: impl Iterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    // These options are followed by a file, or by any text.
    let free = [
        "-o",
        "--output",
        "--save",
        "--cluster",
        "--shift",
        "--where",
        "--columns",
        "--rules",
        "--",
    ];
    let mut before = OsString::new();
    let mut options = true;
    arguments.map(move |argument| {
        options &= before != "--";
        let is_value = free.iter().any(|option| before == *option);
        before = argument.clone();
        let game = options && !is_value && argument.to_str().is_some_and(is_negative_game);
        if game { [OsStr::new(" "), &argument].into_iter().collect() } else { argument }
    })
}

/// Whether a text begins with a minus and continues like a game.
fn is_negative_game(text: &str) -> bool {
    let Some(game) = text.strip_prefix('-') else { return false };
    let ends = |c: char| !(c.is_alphanumeric() || c == '-' || c == '_');
    let (name, rest) = game.split_at(game.find(ends).unwrap_or(game.len()));
    game.starts_with([' ', '(', '[', '*', '{', '^', 'v', '±', '∞'])
        || game.starts_with(char::is_numeric)
        || rest.starts_with('{')
        // A file such as `-over.svg` may follow `-o` directly.
        || !rest.starts_with('.') && grundy::language::is_known(name)
}

/// Whether the error is only that the reader of the output has gone away.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
