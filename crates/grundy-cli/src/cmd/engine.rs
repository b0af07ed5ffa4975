//! `grundy engine`: plays under the control of a front end or a tournament manager.

mod board;
mod book;
mod chooser;
mod clock;
mod gtp;
mod handicap;
mod names;
mod played;
mod told;
mod ugi;

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, bail};

use super::play::Starter;
use crate::limits::{self, LimitArgs};
use board::Board;
use book::Book;
use chooser::Chooser;
use gtp::Gtp;
use ugi::{Start, Ugi};

/// Play under the control of another program: a front end, or a tournament manager
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy engine --ugi 'othello(6)'
  grundy engine --ugi my-game.star
  grundy engine --gtp                       Go, 8x8 until the front end sets a size
  grundy engine --gtp 'go(7x7,superko,passes,komi=8.5)'
  grundy engine --gtp hex                   Hex, 7x7 until the front end sets a size

  printf 'position startpos\\ngo movetime 500\\n' | grundy engine --ugi 'nim(3,4,5)'")]
pub(crate) struct Args {
    /// The game: a position or a sum; with --gtp a game of go or hex [default with --gtp: go]
    #[arg(required_unless_present = "gtp")]
    game: Option<String>,

    #[command(flatten)]
    protocol: Protocol,

    /// Use misère play: a player who cannot move wins
    #[arg(long, conflicts_with = "gtp")]
    misere: bool,

    /// The player who makes the first move
    #[arg(long, value_enum, default_value = "left", value_name = "PLAYER", conflicts_with = "gtp")]
    first: Starter,

    /// Think this long about a move for which the other program sets no time
    #[arg(long, value_name = "TIME", value_parser = limits::parse_budget, default_value = "2s")]
    think: Duration,

    /// Read results from this file of all positions, or moves from this file of strategies
    #[arg(long, value_name = "FILE")]
    with: Option<PathBuf>,

    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(clap::Args)]
#[group(required = true, multiple = false)]
struct Protocol {
    /// Speak the Universal Game Interface, which is like UCI and for any game
    #[arg(long)]
    ugi: bool,

    /// Speak the Go Text Protocol, version 2: Go, and Hex
    #[arg(long)]
    gtp: bool,
}

/// Obeys the other program until it sends `quit`, or its output ends.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let limits = args.limits.modest().quiet();
    let with = args.with.as_deref();
    match (args.protocol.ugi, args.game.as_deref()) {
        (true, Some(game)) => {
            let game = limits.game(game)?;
            let start = Start { game, misere: args.misere, first: args.first.player() };
            let book = with.map(|path| Book::open(path, &*start.game, start.convention(), &limits));
            let chooser = Chooser::new(book.transpose()?);
            Ugi::new(start, chooser, args.think, limits).run(out)
        }
        (true, None) => bail!("a game is missing (for example grundy engine --ugi hex)"),
        (false, game) => {
            let game = limits.game(gtp::in_full(game.unwrap_or("go")))?;
            let book = with.map(|path| Book::open(path, &*game, game.convention(), &limits));
            let (board, chooser) = (Board::new(game)?, Chooser::new(book.transpose()?));
            Gtp::new(board, chooser, args.think, limits).run(out)
        }
    }
}
