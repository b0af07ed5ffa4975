//! `grundy graph`: a picture of the positions and the moves between them.

use std::io::Write;
use std::path::{Path, PathBuf};

#[cfg(feature = "png")]
use anyhow::anyhow;
use anyhow::{Context, Result, bail};
use clap::ValueEnum;

use grundy::Game;
use grundy::answer::{self, Options, Solved, Wanted};
use grundy::format::picture::{self, Picture};
use grundy::format::{dot, graph_json, svg};
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
    #[arg(long, value_enum)]
    format: Option<Format>,

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

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A vector picture
    Svg,
    /// A pixel picture, of at most 64 million pixels
    Png,
    /// For Graphviz
    Dot,
    /// For programs
    Json,
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
    if format == Format::Png {
        output::check_png(args.output.as_deref())?;
    }
    let game = args.limits.game(&args.game)?;
    let convention = input::convention(args.misere, &*game);
    let options = picture::Options {
        layers: match args.layers {
            Layers::Moves => picture::Layers::Moves,
            Layers::Remoteness => picture::Layers::Remoteness,
        },
        max_nodes: if format == Format::Json { usize::MAX } else { args.nodes as usize },
        convention,
        first: args.first.map(Starter::player),
    };
    let picture = match &args.with {
        Some(path) => from_file(args, path, &*game, &options)?,
        None => solved(args, &*game, &options)?,
    };
    let shown = match format {
        Format::Svg => svg::write(&picture),
        Format::Png => return save_png(args, &picture),
        Format::Dot => dot::write(&picture),
        Format::Json => graph_json::write(&picture),
    };
    OutputArgs::to(args.output.clone()).write(out, &shown)
}

/// A picture of a game with the results from a file.
fn from_file(
    args: &Args,
    path: &Path,
    game: &dyn Game,
    options: &picture::Options,
) -> Result<Picture> {
    let opened = Opened::of(path, game, options.convention)?;
    let large = opened.large()?.read(&game.position()).context("the position does not fit")?;
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
        bail!("{} has too many positions to be drawn", game.text());
    };
    Ok(picture::picture(&play, &outcomes, values.as_deref(), options))
}

#[cfg(feature = "png")]
fn save_png(args: &Args, picture: &Picture) -> Result<()> {
    use grundy::format::raster::{self, RasterError};
    let drawn = raster::png(&svg::write(picture)).map_err(|error| match error {
        RasterError::TooLarge { .. } => {
            anyhow!("{error}: draw fewer positions with --nodes, or write an .svg")
        }
        error => error.into(),
    })?;
    let path = args.output.as_deref().context(output::NO_FILE)?;
    output::save(path, |file| file.write_all(&drawn))
}

#[cfg(not(feature = "png"))]
fn save_png(_: &Args, _: &Picture) -> Result<()> {
    bail!(output::NO_PNG)
}

fn format(args: &Args) -> Result<Format> {
    let ending = output::ending(args.output.as_deref());
    Ok(match (args.format, ending.as_deref()) {
        (Some(format), _) => format,
        (None, Some("svg")) => Format::Svg,
        (None, Some("png")) => Format::Png,
        (None, Some("dot" | "gv")) => Format::Dot,
        (None, Some("json")) => Format::Json,
        (None, None) if args.output.is_none() => Format::Svg,
        (None, _) => bail!("--output must end in .svg, .png, .dot or .json, or --format be given"),
    })
}
