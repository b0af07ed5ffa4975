//! `grundy lookup`: looks up positions in a file of all positions.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow, bail};
use grundy::bounded::{BoundedLines, LONGEST_LINE};
use grundy::format::text::{FAINT, STRONG, count, paint, style};
use grundy::game::{Finder, Large, Reached};
use grundy::solve::partitioned::Code;
use grundy::solve::verify::strategy::Promise;
use grundy::{Game, Player, Text, catalogue};
use serde_json::{Value, json};

use super::play::Starter;
use crate::input;
use crate::limits::{self, LimitArgs};
use crate::output::{Format, OutputArgs};
use crate::solution::weak::{self, Weak};
use crate::solution::{Opened, explain, start};

/// Look up a position in a file of all positions: its result and what each move leads to
#[derive(clap::Args)]
#[command(
    override_usage = "grundy lookup [OPTIONS] <FILE>... <POSITION>\n       \
                      grundy lookup [OPTIONS] --batch <FILE>...",
    after_help = "\
Examples:
  grundy lookup four.positions 'connect-four(5x4; .....|.....|..X..|..O..)'
  grundy lookup four.positions '.....|.....|..X..|..O..'
  grundy lookup dodgem.parquet '>..|>..|.^^' --player right
  grundy lookup four.positions --batch < positions.txt
  grundy lookup four.parquet --keys 4432676798593     a key from the table

With --batch each line is answered by one line with tab-separated columns: the position;
result, remoteness and best moves with Left to move; the same with Right to move. A minus
marks an empty column."
)]
pub(crate) struct Args {
    /// The file or all its parts, then the position, alone or as a game
    #[arg(required = true, num_args = 1.., value_name = "FILE|POSITION", allow_hyphen_values = false)]
    words: Vec<String>,

    /// The player to move, if the position does not say it [default: answer for both]
    #[arg(long, value_enum, value_name = "PLAYER")]
    player: Option<Starter>,

    /// Positions are given as keys, as in the columns of a table
    #[arg(long)]
    keys: bool,

    /// Read positions from standard input, one per line, and answer each with one line
    #[arg(long)]
    batch: bool,

    #[command(flatten)]
    output: OutputArgs,
}

/// The entry of a position with one player to move.
struct Known {
    key: u128,
    code: Code,
    /// Each move with its result for the player who makes it, best first.
    moves: Vec<(Code, Reached)>,
}

/// A position, and its entries with Left and with Right to move.
struct LookedUp {
    game: Box<dyn Game>,
    starts: [Option<Known>; 2],
}

/// Answers.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let (files, position) = match (args.batch, args.words.split_last()) {
        (true, _) => (args.words.as_slice(), None),
        (false, Some((position, files))) if !files.is_empty() => (files, Some(position)),
        _ => bail!(
            "a file and a position are needed, or --batch (for example grundy lookup four.positions \
             '....|....|....|....')"
        ),
    };
    let files: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
    if let ([path], Some(position)) = (&files[..], position)
        && weak::is_strategy(&start(path)?)
    {
        return in_strategies(args, &Weak::open(path, &LimitArgs::default())?, position, out);
    }
    let opened = Opened::open(&files)?;
    let large = opened.large()?;
    let mut asked = Asked { args, large: &*large, find: opened.finder(&*large) };
    match position {
        None => batch(&mut asked, out),
        Some(position) => {
            let answer = asked.answer(position)?;
            let shown = match args.output.format() {
                Format::Json => json(&answer, &opened).to_string() + "\n",
                Format::Text => text(&answer),
            };
            args.output.write(out, &shown)
        }
    }
}

/// The moves of strategies in a position.
fn in_strategies(args: &Args, opened: &Weak, text: &str, out: &mut impl Write) -> Result<()> {
    let text = input::typed(text).trim();
    let position = match opened.game.at(Text::new(text)) {
        Ok(position) => position,
        Err(error) => match catalogue::parse(text) {
            Ok(game) if game.ruleset() == opened.game.ruleset() => game,
            Ok(game) => {
                bail!(not_of(&opened.game.ruleset(), &game.ruleset()))
            }
            Err(of_game) if looks_like_a_game(text) => return Err(input::point(text, &of_game)),
            Err(_) => return Err(input::point(text, &error)),
        },
    };
    let mut found = Vec::new();
    for strategy in &opened.solution.strategies {
        let player = strategy.promise.player;
        if args.player.is_some_and(|wanted| wanted.player() != player) {
            continue;
        }
        if let Some(choice) = strategy.choice(&position.position())
            && let Some((name, to)) = position.option_at(player, choice.option as usize)
        {
            found.push((strategy, choice, name, to.text()));
        }
    }
    if found.is_empty() {
        let text = position.text();
        bail!(
            "no strategy of the file has a move in {text}: play by them does not reach it; \
             `grundy solve` answers for any position"
        );
    }
    let shown = match args.output.format() {
        Format::Json => {
            let each = found.iter().map(|(strategy, choice, name, to)| {
                json!({
                    "starter": strategy.promise.starter.word(),
                    "player": strategy.promise.player.word(),
                    "at_least": strategy.promise.fate.word(),
                    "moves": (choice.moves > 0).then_some(choice.moves),
                    "move": name, "to": to,
                })
            });
            json!({"game": position.text(), "strategies": each.collect::<Vec<_>>()}).to_string()
        }
        Format::Text => {
            let each = found.iter().map(|(strategy, choice, name, to)| {
                let Promise { starter, player, fate } = strategy.promise;
                let result = paint(style(fate), format!("at least a {}", fate.word()));
                let within = match choice.moves {
                    0 => String::new(),
                    moves => format!(", the end is at most {} away", count(moves)),
                };
                format!(
                    "{player} plays {}  {to}\n  {result}{within}; {starter} went first",
                    paint(STRONG, name)
                )
            });
            each.collect::<Vec<_>>().join("\n")
        }
    };
    args.output.write(out, &(shown + "\n"))
}

/// An open file, and how it is asked for positions.
struct Asked<'a> {
    args: &'a Args,
    large: &'a dyn Large,
    find: Box<Finder<'a>>,
}

impl Asked<'_> {
    /// Reads a position; also returns the possible players to move.
    fn position(&self, text: &str) -> Result<(Box<dyn Large>, Vec<Player>)> {
        let text = input::typed(text).trim();
        if self.args.keys {
            let key: u128 = text.parse().map_err(|_| {
                anyhow!("{text:?} is no number: --keys takes keys, such as 4432676798593")
            })?;
            let (position, mover) = self.large.at(key).with_context(|| {
                format!(
                    "{key} is the key of no position: the table has keys in its column `position`"
                )
            })?;
            return Ok((position, vec![mover]));
        }
        let ruleset = self.large.game().ruleset();
        let position = match self.large.read(text) {
            Ok(position) => position,
            Err(error) => match catalogue::parse(text) {
                Ok(game) if game.ruleset() == ruleset => {
                    self.large.read(&game.position()).map_err(|error| input::point(text, &error))?
                }
                Ok(game) => bail!(not_of(&ruleset, &game.ruleset())),
                Err(of_game) if looks_like_a_game(text) => {
                    return Err(input::point(text, &of_game));
                }
                Err(_) => return Err(input::point(text, &error)),
            },
        };
        let game = position.game();
        let movers = match (game.turn(), self.args.player) {
            (Some(mover), Some(wanted)) if wanted.player() != mover => {
                bail!("it is {mover}'s turn in {}: leave out --player", game.position())
            }
            (Some(mover), _) => vec![mover],
            (None, Some(wanted)) => vec![wanted.player()],
            (None, None) => Player::BOTH.to_vec(),
        };
        Ok((position, movers))
    }

    fn answer(&mut self, text: &str) -> Result<LookedUp> {
        let (position, movers) = self.position(text)?;
        let mut starts = [None, None];
        for &mover in &movers {
            starts[mover as usize] = self.known(&*position, mover)?;
        }
        let game = position.game();
        if starts.iter().all(Option::is_none) {
            let whose = match movers.as_slice() {
                [mover] => format!(" with {mover} to move"),
                _ => String::new(),
            };
            bail!(
                "{}{whose} is not in the file: play does not reach it; `grundy solve` answers for any position",
                game.text()
            );
        }
        Ok(LookedUp { game, starts })
    }

    fn known(&mut self, position: &dyn Large, mover: Player) -> Result<Option<Known>> {
        let key = position.key(mover);
        let Some(code) = (self.find)(key).map_err(explain)? else { return Ok(None) };
        let mut moves = Vec::new();
        for reached in position.moves(mover) {
            let after = (self.find)(reached.key).map_err(explain)?;
            let after = after.with_context(|| {
                format!(
                    "the file is not complete: {} is missing; solve the game again",
                    reached.position
                )
            })?;
            moves.push((after.before(reached.mover != mover), reached));
        }
        moves.sort_by_key(|(code, _)| std::cmp::Reverse(*code));
        Ok(Some(Known { key, code, moves }))
    }
}

impl Known {
    /// The best moves.
    fn best(&self) -> impl Iterator<Item = &Reached> {
        let best = self.moves.first().map(|(code, _)| *code);
        let moves = self.moves.iter().take_while(move |(code, _)| Some(*code) == best);
        moves.map(|(_, reached)| reached)
    }
}

/// What is said of a position of another ruleset.
fn not_of(file: &str, asked: &str) -> String {
    format!("the file is of {file}, not of {asked}: name a position of {file}")
}

/// Whether a text begins with the name of a ruleset.
fn looks_like_a_game(text: &str) -> bool {
    let end = text.find('(').unwrap_or(text.len());
    catalogue::find(&text[..end]).is_some()
}

fn text(answer: &LookedUp) -> String {
    let mut shown = String::new();
    let mut row = |label: &str, value: String| {
        let _ = writeln!(shown, "{} {value}", paint(FAINT, format!("{label:<10}")));
    };
    row("game", paint(STRONG, answer.game.text()));
    answer.game.drawing().lines().for_each(|line| row("", line.to_string()));
    for (player, known) in Player::BOTH.into_iter().zip(&answer.starts) {
        let Some(known) = known else { continue };
        row(&format!("{player} first"), verdict(known.code));
        let width = known.moves.iter().map(|(_, reached)| reached.name.chars().count()).max();
        for (code, reached) in &known.moves {
            row("", format!("  {:<1$}  {2}", reached.name, width.unwrap_or(0), verdict(*code)));
        }
    }
    shown
}

fn verdict(code: Code) -> String {
    let word = paint(style(code.fate()), code.fate().word());
    match code.remoteness() {
        Some(moves) => format!("{word} in {}", count(moves)),
        None => format!("{word} without end"),
    }
}

fn json(answer: &LookedUp, opened: &Opened) -> Value {
    let known = |known: &Option<Known>| {
        let Some(known) = known else { return Value::Null };
        let moves = known.moves.iter().map(|(code, reached)| {
            json!({
                "move": reached.name, "to": reached.position, "key": reached.key.to_string(),
                "result": code.fate().word(), "remoteness": code.remoteness(),
            })
        });
        json!({
            "key": known.key.to_string(), "result": known.code.fate().word(),
            "remoteness": known.code.remoteness(),
            "best": known.best().map(|reached| &reached.name).collect::<Vec<_>>(),
            "moves": moves.collect::<Vec<_>>(),
        })
    };
    json!({
        "game": answer.game.text(), "convention": opened.convention.word(),
        "left": known(&answer.starts[0]), "right": known(&answer.starts[1]),
    })
}

fn batch(asked: &mut Asked<'_>, out: &mut impl Write) -> Result<()> {
    let (mut lines, mut failed) = (0, 0);
    let mut input = BoundedLines::new(io::stdin().lock(), LONGEST_LINE);
    while let Some(line) = input.next_bytes().context("cannot read standard input")? {
        // Invalid UTF-8 becomes a character that no position contains.
        let line = &*String::from_utf8_lossy(&line);
        lines += 1;
        let answered = asked.answer(line);
        failed += usize::from(answered.is_err());
        let shown = match (answered, asked.args.output.format()) {
            (Ok(answer), Format::Json) => {
                let known = |known: &Option<Known>| {
                    known.as_ref().map(|known| {
                        json!({
                            "result": known.code.fate().word(),
                            "remoteness": known.code.remoteness(),
                            "best": known.best().map(|to| &to.name).collect::<Vec<_>>(),
                        })
                    })
                };
                let [left, right] = &answer.starts;
                json!({"position": line, "left": known(left), "right": known(right)}).to_string()
            }
            (Ok(answer), Format::Text) => {
                let mut shown = line.replace(char::is_control, " ");
                for known in &answer.starts {
                    columns(known.as_ref(), &mut shown);
                }
                shown
            }
            (Err(error), format) => {
                let error = error.to_string();
                let error = error.lines().next().unwrap_or_default();
                match format {
                    Format::Json => json!({"position": line, "error": error}).to_string(),
                    Format::Text => {
                        let line = line.replace(char::is_control, " ");
                        format!("{line}\terror\t{error}\t-\t-\t-\t-")
                    }
                }
            }
        };
        writeln!(out, "{shown}")?;
        if limits::interrupted() {
            bail!("stopped in line {lines}");
        }
    }
    out.flush()?;
    if failed > 0 {
        bail!("{failed} of {lines} lines could not be answered");
    }
    Ok(())
}

/// The columns for result, remoteness and best moves.
fn columns(known: Option<&Known>, line: &mut String) {
    let Some(known) = known else {
        line.push_str("\t-\t-\t-");
        return;
    };
    let _ = write!(line, "\t{}\t", known.code.fate().word());
    let _ = match known.code.remoteness() {
        Some(moves) => write!(line, "{moves}\t"),
        None => write!(line, "-\t"),
    };
    let mut names = known.best().map(|reached| reached.name.as_str());
    line.push_str(names.next().unwrap_or("-"));
    for name in names {
        line.push(' ');
        line.push_str(name);
    }
}
