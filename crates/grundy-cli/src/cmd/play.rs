//! `grundy play`: a person against the computer, in the terminal. The computer is perfect
//! where the game can be solved, and searches where it cannot.

mod kept;
mod setup;
mod table;

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use clap::ValueEnum;
use grundy::bounded::{BoundedLines, LONGEST_LINE};
use grundy::format::text::{DRAW, FAINT, LOSS, STRONG, WIN, count, paint, style};
use grundy::{Fate, Game, Player};

use crate::input;
use crate::limits::{self, LimitArgs};
use kept::Kept;
use setup::Setup;
use table::{Move, Table};

/// Play a game in the terminal against the computer, which is perfect if it can solve the game
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy play 'nim(3,4,5)'
  grundy play tic-tac-toe --as right
  grundy play 'subtraction(1,2; 21)' --first right --misere
  grundy play 'dodgem(3)' --as both         two people at one keyboard
  grundy play 'connect-four(5x5)' --with four.positions
  grundy play 'connect-four(6x5)' --with four.strategy --as right
  grundy play 'hex(5)' --output hex.sgf     keep the game in a file

At the prompt, type the name or number of a move, or one of
  moves, hint, undo, swap, board, help, quit")]
pub(crate) struct Args {
    /// The game: a position or a sum
    game: String,

    /// The side that you play
    #[arg(long = "as", value_enum, default_value = "left", value_name = "SIDE")]
    side: Side,

    /// The player who makes the first move
    #[arg(long, value_enum, default_value = "left", value_name = "PLAYER")]
    first: Starter,

    /// Use misère play: a player who cannot move wins
    #[arg(long)]
    misere: bool,

    /// In games that are too large to solve, think this long about each move
    #[arg(long, value_name = "TIME", value_parser = limits::parse_time, default_value = "2s")]
    think: Duration,

    /// Read results from this file of all positions, or moves from this file of strategies
    #[arg(long, value_name = "FILE")]
    with: Option<PathBuf>,

    /// Keep the game in this file, written after each move: as SGF or PGN by its extension, otherwise
    /// as the page writes it
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Side {
    Left,
    Right,
    /// Two people play each other
    Both,
    /// The computer plays itself
    None,
}

/// Who starts.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Starter {
    Left,
    Right,
}

impl Starter {
    pub(super) fn player(self) -> Player {
        match self {
            Starter::Left => Player::Left,
            Starter::Right => Player::Right,
        }
    }
}

const HELP: &str = "\
  a number or a name   make that move
  moves (m)            list the moves and what each is worth
  hint (h)             show one best move
  undo (u)             take back your last move
  swap (s)             change sides with the computer
  board (b)            draw the position again
  quit (q)             leave";

/// A person is asked for the first move after at most this time, even if the computer is not ready.
const AT_ONCE: Duration = Duration::from_millis(200);
/// The greatest number of moves listed at the prompt.
const SHOWN: usize = 12;

/// Plays until the game is over or the person leaves.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let game = args.limits.game(&args.game)?;
    let convention = input::convention(args.misere, &*game);
    let first = args.first.player();
    let output = args.output.as_deref();
    let mut kept = output.map(|path| Kept::new(&*game, convention, path)).transpose()?;
    let mut people = Player::BOTH.map(|player| match args.side {
        Side::Left => player == Player::Left,
        Side::Right => player == Player::Right,
        Side::Both => true,
        Side::None => false,
    });
    let draw = |game: &dyn Game, out: &mut dyn Write| -> Result<()> {
        writeln!(out, "{}\n", game.drawing())?;
        Ok(out.flush()?)
    };
    let mut lines = BoundedLines::new(io::stdin().lock(), LONGEST_LINE);
    // A line that was typed before the computer was ready, and the moves that were shown then.
    let mut early: Option<(String, Vec<Move>)> = None;
    let mut table = match &args.with {
        Some(path) => {
            let drawn = game.boxed();
            let table = Table::with(game, convention, first, path, args.think, &args.limits)?;
            draw(&*drawn, out)?;
            table
        }
        None => {
            Table::check(&*game)?;
            // The board is shown at once, before the computer looks at the game.
            draw(&*game, out)?;
            let mover = game.turn().unwrap_or(first);
            let bare = Table::searched(game.boxed(), convention, mover, args.think);
            let setup = Setup::start(game, convention, first, args.think, &args.limits);
            match setup.within(AT_ONCE) {
                Some(table) => table?,
                None if people[mover as usize] => {
                    let about = "Type a move, or help. The computer still examines the game.";
                    writeln!(out, "{}", paint(FAINT, about))?;
                    let moves = bare.moves();
                    ask(mover, &moves, out)?;
                    match lines.next().transpose()? {
                        Some(line) if !is_quit(&line) => early = Some((line, moves)),
                        _ => return Ok(()),
                    }
                    setup.finish()?
                }
                None => setup.finish()?,
            }
        }
    };
    let about = match (table.is_perfect(), table.has_strategies()) {
        (true, _) => "The perfect player never errs.",
        (false, false) => "The game is too large to solve: the computer searches, and may err.",
        (false, true) => {
            "Where the file has a move the computer plays it; elsewhere it searches, and may err."
        }
    };
    let invitation = if early.is_some() { "" } else { "Type a move, or help. " };
    writeln!(out, "{}", paint(FAINT, format!("{invitation}{about}")))?;
    let mut redraw = false;
    loop {
        let mover = table.mover();
        let moves = table.moves();
        if std::mem::take(&mut redraw) {
            writeln!(out, "\n{}", table.drawing())?;
        }
        if moves.is_empty() {
            writeln!(out, "{}", finale(&table, people))?;
            if !people.contains(&true) {
                return Ok(());
            }
            write!(out, "{} ", paint(STRONG, "undo, or quit>"))?;
        } else if people[mover as usize] {
            if early.is_none() {
                ask(mover, &moves, out)?;
            }
        } else {
            if !people.contains(&true) && table.has_come_round() {
                let round = "The position has come before, and play can go on so for ever: a draw.";
                writeln!(out, "{}", paint(DRAW, round))?;
                return Ok(());
            }
            let best = table.best(&args.limits)?;
            let who = if best.by_strategy { "by the file" } else { computer(&table) };
            let name = paint(STRONG, &best.name);
            let thinks = match (table.is_perfect(), worth(&best)) {
                (false, thinks) if !thinks.is_empty() => format!("  {thinks}"),
                _ => String::new(),
            };
            writeln!(out, "{mover} ({who}) plays {name}{thinks}")?;
            table.make(&best);
            kept.as_mut().map_or(Ok(()), |kept| kept.make(mover, &best))?;
            redraw = true;
            continue;
        }
        out.flush()?;
        let line = match early.take() {
            Some((line, shown)) => as_in(&moves, &shown, line),
            None => match lines.next() {
                Some(line) => line?,
                None => {
                    writeln!(out)?;
                    return Ok(());
                }
            },
        };
        match line.trim() {
            "" => {}
            word if is_quit(word) => return Ok(()),
            "?" | "help" => writeln!(out, "{HELP}")?,
            "b" | "board" => redraw = true,
            "m" | "moves" => list(&mut table, &args.limits, out)?,
            "h" | "hint" if !moves.is_empty() => {
                let best = table.best(&args.limits)?;
                writeln!(out, "  {}: {}", best.name, worth(&best))?;
            }
            "s" | "swap" => {
                people.swap(0, 1);
                redraw = true;
            }
            "u" | "undo" => {
                // Goes back to the last position in which a person was to move.
                loop {
                    if !table.undo() {
                        writeln!(out, "  this is where the game began")?;
                        break;
                    }
                    kept.as_mut().map_or(Ok(()), Kept::undo)?;
                    if people[table.mover() as usize] {
                        break;
                    }
                }
                redraw = true;
            }
            word => match choose(word, &moves) {
                Some(chosen) => {
                    table.make(chosen);
                    kept.as_mut().map_or(Ok(()), |kept| kept.make(mover, chosen))?;
                    redraw = true;
                }
                None if moves.is_empty() => writeln!(out, "  the game is over")?,
                None => writeln!(out, "  {word:?} is no move here; `moves` lists them")?,
            },
        }
    }
}

fn is_quit(line: &str) -> bool {
    matches!(line.trim(), "q" | "quit" | "exit")
}

/// Lists moves, and asks a person for one.
fn ask(mover: Player, moves: &[Move], out: &mut impl Write) -> Result<()> {
    let names: Vec<&str> = moves.iter().take(SHOWN).map(|m| m.name.as_str()).collect();
    let more = if moves.len() > SHOWN { " …" } else { "" };
    let names = names.join("  ");
    writeln!(out, "{}", paint(FAINT, format!("{}: {names}{more}", count(moves.len() as u32))))?;
    write!(out, "{} ", paint(STRONG, format!("{mover} to move>")))?;
    Ok(out.flush()?)
}

/// A text that chooses the same move among `moves` as the line among `shown`: the number of a move
/// may have changed.
fn as_in(moves: &[Move], shown: &[Move], line: String) -> String {
    let Some(meant) = choose(line.trim(), shown) else { return line };
    let same = |m: &&Move| m.name == meant.name && m.to == meant.to;
    moves.iter().find(same).map_or_else(|| meant.name.clone(), |m| m.to.clone())
}

/// The move with that name; if there is none, the move with that number.
fn choose<'a>(word: &str, moves: &'a [Move]) -> Option<&'a Move> {
    let spaceless = |text: &str| text.replace(' ', "").to_lowercase();
    let word = spaceless(word);
    moves
        .iter()
        .find(|m| spaceless(&m.name) == word || spaceless(&m.to) == word)
        .or_else(|| moves.get(word.parse::<usize>().ok()?.checked_sub(1)?))
}

fn list(table: &mut Table, limits: &LimitArgs, out: &mut impl Write) -> Result<()> {
    let judged = table.judged(limits)?;
    let width = judged.iter().map(|m| m.name.chars().count()).max().unwrap_or(0);
    // If names are numbers, additional numbers would only confuse.
    let numbered = judged.iter().any(|m| m.name.parse::<u64>().is_err());
    for (i, m) in judged.iter().enumerate() {
        let number = if numbered { format!("{:>3}  ", i + 1) } else { String::new() };
        writeln!(out, "  {number}{:<width$}  {}", m.name, worth(m))?;
    }
    Ok(())
}

/// The result of a move for the player who makes it, in words.
fn worth(m: &Move) -> String {
    let Some(judgement) = m.judgement else {
        return m.chance.map_or_else(String::new, |chance| paint(FAINT, belief(chance)));
    };
    let word = match judgement.fate {
        Fate::Win => paint(WIN, "wins"),
        Fate::Loss => paint(LOSS, "loses"),
        Fate::Draw if m.by_strategy => paint(DRAW, "draws at least"),
        Fate::Draw => paint(DRAW, "draws"),
    };
    match judgement.remoteness {
        Some(0) => format!("{word} at once"),
        Some(moves) => format!("{word}, the end is {} away", count(moves)),
        None => word,
    }
}

/// The opinion of a search on a move, in words, given the share of the points that it expects.
fn belief(chance: f32) -> String {
    let percent = (100.0 * chance).round();
    let thinks = match chance {
        0.55.. => "it wins",
        0.45.. => "it is even",
        _ => "it loses",
    };
    format!("thinks {thinks}: {percent:.0} %, not proved")
}

/// The name of the computer.
fn computer(table: &Table) -> &'static str {
    if table.is_perfect() { "the perfect player" } else { "the strong player, searching" }
}

fn finale(table: &Table, people: [bool; 2]) -> String {
    let mover = table.mover();
    let (fate, winner) = match table.result() {
        Fate::Win => (Fate::Win, mover),
        Fate::Loss => (Fate::Win, mover.opponent()),
        Fate::Draw => return paint(DRAW, "A tie."),
    };
    let you = match (people[winner as usize], people[winner.opponent() as usize]) {
        (true, false) => format!(": you have beaten {}", computer(table)),
        (false, true) => format!(": {}", computer(table)),
        _ => String::new(),
    };
    paint(style(fate), format!("{winner} has won{you}."))
}
