//! `grundy graph`: a picture of the positions and the moves between them.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use clap::ValueEnum;

use grundy::Game;
use grundy::answer::{self, Options, Solved, Wanted};
use grundy::format::picture::{self, Picture};
use grundy::format::{Format, GRAPHS, of_ending};
use grundy::solve::partitioned::Failure;

use super::play::Starter;
use crate::input;
use crate::limits::LimitArgs;
use crate::output::{self, OutputArgs};
use crate::solution::{self, Opened};

/// Draw the graph of all positions, with results, values and winning moves
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy graph 'nim(1,2,3)' -o nim.svg
  grundy graph 'tic-tac-toe(XOX|OXO|...)' -o end.svg --layers remoteness
  grundy graph 'subtraction(1,2; 12)' -o take.dot
  grundy graph 'dodgem(3)' --nodes 50 -o dodgem.png
  grundy graph 'dodgem(3)' -o dodgem.json
  grundy graph 'connect-four(5x5)' --with four.positions --nodes 50 -o four.svg")]
pub(crate) struct Args {
    /// The game: a position or a sum
    game: String,

    /// Write the graph to this .svg, .png, .dot or .json file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Output format [default: given by the extension of --output, or svg]
    #[arg(long, value_parser = output::one_of(GRAPHS))]
    format: Option<&'static Format<Picture>>,

    /// Which distance decides the row of a position
    #[arg(long, value_enum, default_value = "moves")]
    layers: Layers,

    /// Draw at most this many positions, those nearest to the start; JSON has all
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=2000))]
    nodes: u32,

    /// Show only play in which this player starts [default: both]
    #[arg(long, value_enum, value_name = "PLAYER")]
    first: Option<Starter>,

    /// Use misère play: a player who cannot move wins
    #[arg(long)]
    misere: bool,

    /// Read results from this file of all positions instead of solving
    #[arg(long, value_name = "FILE")]
    with: Option<PathBuf>,

    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(Clone, Copy, ValueEnum)]
enum Layers {
    /// Moves from the start
    Moves,
    /// Moves to the end
    Remoteness,
}

/// Draws the picture.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let format = format(args)?;
    if format.is_binary && args.output.is_none() {
        bail!(output::NO_FILE);
    }
    let game = args.limits.game(&args.game)?;
    let convention = input::convention(args.misere, &*game);
    let options = picture::Options {
        layers: match args.layers {
            Layers::Moves => picture::Layers::Moves,
            Layers::Remoteness => picture::Layers::Remoteness,
        },
        max_nodes: if format.is_whole { usize::MAX } else { args.nodes as usize },
        convention,
        first: args.first.map(Starter::player),
    };
    let picture = match &args.with {
        Some(path) => from_file(args, path, &*game, &options)?,
        None => solved(args, &*game, &options)?,
    };
    let written = (format.write)(&picture).map_err(|error| match format.is_binary {
        true => anyhow!("{error}: draw fewer positions with --nodes, or write an .svg"),
        false => anyhow!(error),
    })?;
    match &args.output {
        Some(path) if format.is_binary => output::save(path, |file| file.write_all(&written)),
        _ => OutputArgs::to(args.output.clone()).write_bytes(out, &written),
    }
}

/// A picture of a game with the results from a file.
fn from_file(
    args: &Args,
    path: &Path,
    game: &dyn Game,
    options: &picture::Options,
) -> Result<Picture> {
    let opened = Opened::of(path, game, options.convention)?;
    let large = opened
        .large()?
        .read(&game.position())
        .context("the position is not one of the file's game")?;
    let mut find = opened.finder(&*large);
    let near = args.limits.run_raw(|limits| large.near(options.max_nodes, &mut *find, &limits));
    let (play, outcomes) = near.map_err(solution::explain)?;
    let mut picture = picture::picture(&play, &outcomes, None, options);
    if game.text() == opened.game.text() {
        // The count includes positions that are not drawn.
        let all = opened.counts().positions() as usize;
        (picture.positions, picture.total) = (all, all.max(picture.nodes.len()));
    }
    Ok(picture)
}

/// A picture of a game, which is solved first.
fn solved(args: &Args, game: &dyn Game, options: &picture::Options) -> Result<Picture> {
    let convention = options.convention;
    let found = args.limits.run_raw(|limits| -> Result<_, Failure> {
        let (asked, wanted) = (Some(convention), Wanted::POSITIONS);
        let options = Options { convention: asked, limits, wanted, ..Options::default() };
        let solved = answer::solve(game, &options)?.whole()?.solved;
        let values = match &solved {
            Some(Solved { play, .. }) => {
                answer::values_of_positions(game, play, convention, &limits)?
            }
            None => None,
        };
        Ok((solved, values))
    });
    let (solved, values) = found.map_err(solution::explain)?;
    let Some(Solved { play, outcomes }) = solved else {
        bail!(
            "{} has too many positions to be drawn: --with FILE draws those near the start of a file",
            game.text()
        );
    };
    Ok(picture::picture(&play, &outcomes, values.as_deref(), options))
}

fn format(args: &Args) -> Result<&'static Format<Picture>> {
    if let Some(format) = args.format {
        return Ok(format);
    }
    let Some(path) = &args.output else { return Ok(&GRAPHS[0]) };
    let ending = output::ending(Some(path)).unwrap_or_default();
    let found = of_ending(GRAPHS, &ending);
    if found.is_none() && ending == "png" {
        bail!(output::NO_PNG);
    }
    found.with_context(|| {
        let names: Vec<String> = GRAPHS.iter().map(|format| format!(".{}", format.name)).collect();
        let (last, first) = names.split_last().expect("a table with rows");
        format!("--output must end in {} or {last}, or --format be given", first.join(", "))
    })
}
