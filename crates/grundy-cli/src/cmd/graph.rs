//! `grundy graph`: a picture of the positions and the moves between them.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::ValueEnum;
use grundy::Convention;
use grundy::answer::{self, Options, Solved, Whole};
use grundy::format::picture::{self, Picture};
use grundy::format::{dot, graph_json, svg};

use super::play::Starter;
use crate::input;
use crate::limits::LimitArgs;
use crate::output::{self, OutputArgs};

/// Draw the position graph: who wins where, the values, and the winning moves
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy graph 'nim(1,2,3)' -o nim.svg
  grundy graph 'tic-tac-toe(XOX|OXO|...)' -o end.svg --layers remoteness
  grundy graph 'subtraction(1,2; 12)' -o take.dot
  grundy graph 'dodgem(3)' -o dodgem.json")]
pub(crate) struct Args {
    /// The game
    game: String,

    /// Write to a file: .svg, .dot or .json
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Output format [default: by the ending of --output, or svg]
    #[arg(long, value_enum)]
    format: Option<Format>,

    /// What decides how far down a position stands
    #[arg(long, value_enum, default_value = "moves")]
    layers: Layers,

    /// Draw at most so many positions, the nearest to the start (.json has all)
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=2000))]
    nodes: u32,

    /// Only what is reached when this player starts [default: whoever starts]
    #[arg(long, value_enum, value_name = "PLAYER")]
    first: Option<Starter>,

    /// Misère play: the player who cannot move wins
    #[arg(long)]
    misere: bool,

    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A picture
    Svg,
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
    let game = input::game(&args.game)?;
    let convention = if args.misere { Convention::Misere } else { Convention::Normal };
    let (solved, values) = args.limits.run(|limits| {
        let options = Options { convention, limits, whole: Whole::Always, ..Options::default() };
        let solved = answer::solve(&*game, &options)?.solved;
        let values = match &solved {
            Some(Solved { play, .. }) => {
                answer::values_of_positions(&*game, play, convention, &limits)?
            }
            None => None,
        };
        Ok((solved, values))
    })?;
    let Some(Solved { play, outcomes }) = solved else {
        bail!("{} has too many positions to be drawn", game.text());
    };
    let options = picture::Options {
        layers: match args.layers {
            Layers::Moves => picture::Layers::Moves,
            Layers::Remoteness => picture::Layers::Remoteness,
        },
        max_nodes: if format == Format::Json { usize::MAX } else { args.nodes as usize },
        convention,
        first: args.first.map(Starter::player),
    };
    let picture: Picture = picture::picture(&play, &outcomes, values.as_deref(), &options);
    let shown = match format {
        Format::Svg => svg::write(&picture),
        Format::Dot => dot::write(&picture),
        Format::Json => graph_json::write(&picture),
    };
    OutputArgs::to(args.output.clone()).write(out, &shown)
}

fn format(args: &Args) -> Result<Format> {
    let ending = output::ending(args.output.as_deref());
    Ok(match (args.format, ending) {
        (Some(format), _) => format,
        (None, Some("svg")) => Format::Svg,
        (None, Some("dot" | "gv")) => Format::Dot,
        (None, Some("json")) => Format::Json,
        (None, None) if args.output.is_none() => Format::Svg,
        (None, _) => bail!("--output must end in .svg, .dot or .json, or --format be given"),
    })
}
