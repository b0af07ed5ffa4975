//! `grundy show`: the board, and the game in the notations of other programs.

use std::io::Write;

use anyhow::{Result, anyhow};
use grundy::format::Format;
use grundy::format::record::{FORMATS, Match, formats};
use grundy::format::text::{STRONG, paint};
use grundy::{Game, Player};
use serde_json::{Map, json};

use crate::limits::LimitArgs;
use crate::output::{self, OutputArgs};

/// Show the board of a game and who is to move, and write the game as other programs do
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy show 'after(hex(5), c3 b4)'
  grundy show 'after(hex(5), c3 b4)' --as hexworld
  grundy show --record game.sgf --as text
  grundy show 'chess(KQK; 7k/8/5K2/8/8/8/8/6Q1 w)' --as fen
  grundy show 'after(othello, f5d6c3)' --as obf
  grundy show 'after(nim(3,4,5), 2,4,5)' --as record -o nim.txt")]
pub(crate) struct Args {
    /// The game: a position or a sum
    game: String,

    /// Write the game and its moves in this notation
    #[arg(long = "as", value_name = "NOTATION", value_parser = output::one_of(FORMATS))]
    notation: Option<&'static Format<Match>>,

    /// Use misère play: a player who cannot move wins
    #[arg(long)]
    misere: bool,

    #[command(flatten)]
    output: OutputArgs,

    #[command(flatten)]
    limits: LimitArgs,
}

/// The greatest number of moves that are named.
const SHOWN: usize = 60;

/// Shows the game, or writes it.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let shown = Match { line: args.limits.line(&args.game)?, misere: args.misere };
    let text = match (args.notation, args.output.format()) {
        (Some(notation), output::Format::Text) => written(&shown, notation)?,
        (Some(notation), output::Format::Json) => {
            let text = written(&shown, notation)?;
            let game = shown.line.end().text();
            let answer = json!({ "game": game, "notation": notation.name, "text": text });
            format!("{answer}\n")
        }
        (None, output::Format::Text) => as_text(&shown),
        (None, output::Format::Json) => as_json(&shown)?,
    };
    args.output.write(out, text)
}

fn written(shown: &Match, notation: &Format<Match>) -> Result<String> {
    let text = (notation.write)(shown).map_err(|why| {
        let others: Vec<&str> = formats(shown).map(|format| format.name).collect();
        let (others, name) = (others.join(", "), notation.name);
        anyhow!(
            "{} cannot be written as {name}: {why} (--as can be {others})",
            shown.line.last().text()
        )
    })?;
    Ok(String::from_utf8(text)?)
}

/// The players whose turn it may be: one if the position or the moves say so.
fn movers(shown: &Match) -> Vec<Player> {
    let is_said = shown.line.last().turn().is_some() || !shown.line.moves.is_empty();
    if is_said { vec![shown.line.mover()] } else { Player::BOTH.to_vec() }
}

/// The names of the first moves of a player, and whether these are all moves.
fn moves(game: &dyn Game, mover: Player) -> (Vec<String>, bool) {
    let (moves, all) = match game.end(mover) {
        Some(_) => (Vec::new(), true),
        None => game.moves_up_to(mover, SHOWN),
    };
    (moves.into_iter().map(|option| option.name).collect(), all)
}

fn as_text(shown: &Match) -> String {
    let line = |head: &str, text: &str| format!("{}{text}\n", paint(STRONG, format!("{head:<11}")));
    let game = shown.line.last();
    let mut text = line("game", &game.text());
    for row in game.drawing().lines() {
        text += &line("", row);
    }
    let movers = movers(shown);
    for &mover in if game.impartial() { &movers[..1] } else { &movers } {
        let (moves, all) = moves(game, mover);
        let more = if all { "" } else { "  …" };
        let moves = if moves.is_empty() { "none".to_string() } else { moves.join("  ") };
        let who = if game.impartial() { String::new() } else { format!("{mover}: ") };
        text += &line("moves", &format!("{who}{moves}{more}"));
    }
    let names: Vec<&str> = formats(shown).map(|format| format.name).collect();
    text + &line("--as", &names.join(", "))
}

fn as_json(shown: &Match) -> Result<String> {
    let mut notations = Map::new();
    for format in formats(shown) {
        notations.insert(format.name.into(), written(shown, format)?.trim_end().into());
    }
    let (game, movers) = (shown.line.last(), movers(shown));
    let of = |player: Player| {
        movers.contains(&player).then(|| {
            let (moves, all) = moves(game, player);
            json!({ "moves": moves, "all": all })
        })
    };
    let answer = json!({
        "game": game.text(),
        "drawing": game.drawing(),
        "left": of(Player::Left),
        "right": of(Player::Right),
        "notations": notations,
    });
    Ok(format!("{answer}\n"))
}
