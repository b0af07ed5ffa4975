//! The Go Text Protocol, version 2, for Go and Hex.
//!
//! Gunnar Farnebäck, Specification of the Go Text Protocol, version 2, draft 2, 2002. Hex follows
//! HexGui and Benzene.

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use grundy::bounded::{BoundedLines, LONGEST_LINE};
use grundy::{End, Player};

use super::board::{Board, Kind, Vertex};
use super::chooser::Chooser;
use super::clock::{Budget, Clocks};
use super::handicap;
use crate::limits::{self, LimitArgs};

/// An engine that speaks the protocol.
pub(super) struct Gtp {
    board: Board,
    chooser: Chooser,
    limits: LimitArgs,
    think: Duration,
    clocks: Clocks,
    ended: bool,
}

/// The answer to a command: `Ok` with a text, or the text of an error.
type Reply = Result<String, String>;

/// A function that carries out a command with its arguments.
type Command = fn(&mut Gtp, &[&str]) -> Reply;

const SYNTAX: &str = "syntax error";
const ILLEGAL: &str = "illegal move";
const SIZE: &str = "unacceptable size";

/// All commands, by name.
const COMMANDS: &[(&str, Command)] = &[
    ("boardsize", Gtp::boardsize),
    ("clear_board", |gtp, _| {
        gtp.chooser.forget();
        gtp.clocks.restart();
        done(gtp.board.clear(), SIZE)
    }),
    ("final_score", |gtp, _| gtp.board.score().ok_or_else(|| "cannot score".to_string())),
    ("final_status_list", Gtp::final_status_list),
    ("fixed_handicap", Gtp::fixed_handicap),
    ("genmove", |gtp, args| gtp.genmove(args, true)),
    ("gogui-analyze_commands", |_, _| {
        Ok("string/Final Score/final_score\nstring/Reg GenMove/reg_genmove %c".to_string())
    }),
    ("known_command", |gtp, args| {
        let name = only(args)?;
        Ok((find(name).is_some() && gtp.offers(name)).to_string())
    }),
    ("komi", Gtp::komi),
    ("list_commands", |gtp, _| {
        let known = COMMANDS.iter().filter(|(name, _)| gtp.offers(name));
        Ok(known.map(|(name, _)| *name).collect::<Vec<_>>().join("\n"))
    }),
    ("name", |_, _| Ok("grundy".to_string())),
    ("place_free_handicap", Gtp::fixed_handicap),
    ("play", Gtp::play),
    ("protocol_version", |_, _| Ok("2".to_string())),
    ("quit", |gtp, _| {
        gtp.ended = true;
        Ok(String::new())
    }),
    ("reg_genmove", |gtp, args| gtp.genmove(args, false)),
    ("set_free_handicap", Gtp::set_free_handicap),
    ("showboard", |gtp, _| Ok(format!("\n{}", gtp.board.drawing()))),
    ("time_left", Gtp::time_left),
    ("time_settings", Gtp::time_settings),
    ("undo", |gtp, _| done(gtp.board.undo(), "cannot undo")),
    ("version", |_, _| Ok(env!("CARGO_PKG_VERSION").to_string())),
];

/// The full text of a game: `go` and `hex` alone mean the largest square boards, with the usual
/// rules.
pub(super) fn in_full(game: &str) -> &str {
    match game.trim() {
        "go" => "go(8x8,superko,passes)",
        "hex" => "hex(7)",
        other => other,
    }
}

fn find(name: &str) -> Option<Command> {
    COMMANDS.iter().find(|(known, _)| *known == name).map(|(_, command)| *command)
}

impl Gtp {
    /// An engine with a board.
    pub(super) fn new(board: Board, chooser: Chooser, think: Duration, limits: LimitArgs) -> Gtp {
        Gtp { board, chooser, limits, think, clocks: Clocks::default(), ended: false }
    }

    /// Obeys until the other program sends `quit`, or its output ends.
    pub(super) fn run(mut self, out: &mut impl Write) -> Result<()> {
        let mut lines = BoundedLines::new(io::stdin().lock(), LONGEST_LINE);
        while !self.ended {
            let line = lines.next_bytes().context("cannot read standard input")?;
            let Some(line) = line else { break };
            let line = preprocessed(&line);
            let (id, command) = without_id(&line);
            let mut words = command.split(' ').filter(|word| !word.is_empty());
            let Some(name) = words.next() else {
                if !id.is_empty() {
                    reply(out, id, Err("unknown command".to_string()))?;
                }
                continue;
            };
            let args: Vec<&str> = words.collect();
            limits::resume();
            reply(out, id, self.obey(name, &args))?;
        }
        Ok(())
    }

    fn obey(&mut self, name: &str, args: &[&str]) -> Reply {
        let command = find(name).filter(|_| self.offers(name)).ok_or("unknown command")?;
        command(self, args)
    }

    /// Whether the command exists for this game.
    fn offers(&self, name: &str) -> bool {
        let of_go =
            ["fixed_handicap", "place_free_handicap", "set_free_handicap", "final_status_list"];
        self.board.kind == Kind::Go || !of_go.contains(&name)
    }

    /// Takes one side, or two.
    fn boardsize(&mut self, args: &[&str]) -> Reply {
        let sides: Option<Vec<usize>> = args.iter().map(|side| side.parse().ok()).collect();
        let (width, height) = match sides.ok_or(SYNTAX)?.as_slice() {
            [side] => (*side, *side),
            [width, height] => (*width, *height),
            _ => return Err(SYNTAX.to_string()),
        };
        self.chooser.forget();
        done(self.board.resize(width, height), SIZE)
    }

    fn komi(&mut self, args: &[&str]) -> Reply {
        let komi: f64 = only(args)?.parse().map_err(|_| SYNTAX)?;
        let halves = 2.0 * komi;
        if !halves.is_finite() {
            return Err(SYNTAX.to_string());
        }
        let fits = halves >= 0.0 && halves.fract() == 0.0 && halves < f64::from(u32::MAX);
        self.chooser.forget();
        match (fits && self.board.set_komi(halves as u32), self.board.kind) {
            (true, _) => Ok(String::new()),
            (false, Kind::Go) => {
                Err("unacceptable komi: expected half points from 0 to 100".to_string())
            }
            (false, Kind::Hex) => Err("unacceptable komi: hex has none".to_string()),
        }
    }

    fn play(&mut self, args: &[&str]) -> Reply {
        let [colour, vertex] = args else { return Err(SYNTAX.to_string()) };
        let player = player(colour)?;
        let vertex = self.board.vertex(vertex).ok_or(SYNTAX)?.map_err(|_| ILLEGAL)?;
        done(self.board.play(player, vertex), ILLEGAL)
    }

    /// Chooses a move, and makes it if `makes`.
    fn genmove(&mut self, args: &[&str], makes: bool) -> Reply {
        let player = player(only(args)?)?;
        match (self.board.end(player), self.board.kind) {
            (None, _) => {}
            (Some(_), Kind::Go) => return Ok("pass".to_string()),
            // Who has won does not resign.
            (Some(End::Won(winner)), _) if winner == player => {
                return Err("the game is over".to_string());
            }
            _ => return Ok("resign".to_string()),
        }
        let budget =
            Budget { time: Some(self.clocks.share(player).unwrap_or(self.think)), nodes: None };
        let (since, played) = (Instant::now(), self.board.played(player));
        let (chooser, limits) = (&mut self.chooser, &self.limits);
        let work = AssertUnwindSafe(|| chooser.choose(&played, budget, limits, &mut |_| {}));
        let chosen = catch_unwind(work).map_err(|_| "the search has failed")?;
        let chosen = chosen.map_err(|error| format!("{error:#}"))?;
        let vertex = self.board.vertex_to(player, &*chosen.to).ok_or("the move has no vertex")?;
        if makes {
            self.clocks.spend(player, since.elapsed());
            self.board.play(player, vertex);
        }
        Ok(self.board.written(vertex))
    }

    /// Lists the stones that are dead, alive or in seki: all stones are alive, as the rules count
    /// them.
    fn final_status_list(&mut self, args: &[&str]) -> Reply {
        match only(args)? {
            "alive" => {
                let stones = self.board.stones().concat();
                let written = |place| self.board.written(Vertex::At(place));
                Ok(stones.into_iter().map(written).collect::<Vec<_>>().join("\n"))
            }
            "dead" | "seki" => Ok(String::new()),
            _ => Err(SYNTAX.to_string()),
        }
    }

    fn fixed_handicap(&mut self, args: &[&str]) -> Reply {
        let number = only(args)?.parse().map_err(|_| SYNTAX)?;
        self.check_empty()?;
        let places = handicap::fixed(&self.board, number).ok_or("invalid number of stones")?;
        self.put(&places)
    }

    fn set_free_handicap(&mut self, args: &[&str]) -> Reply {
        const BAD: &str = "bad vertex list";
        if args.is_empty() {
            return Err(SYNTAX.to_string());
        }
        self.check_empty()?;
        let mut places = Vec::new();
        for text in args {
            match self.board.vertex(text).ok_or(SYNTAX)? {
                Ok(Vertex::At(place)) if !places.contains(&place) => places.push(place),
                _ => return Err(BAD.to_string()),
            }
        }
        if places.len() < 2 || places.len() == self.board.width * self.board.height {
            return Err(BAD.to_string());
        }
        self.put(&places).map(|_| String::new())
    }

    fn check_empty(&self) -> Result<(), String> {
        let is_empty = self.board.stones().iter().all(Vec::is_empty);
        is_empty.then_some(()).ok_or_else(|| "board not empty".to_string())
    }

    fn put(&mut self, places: &[usize]) -> Reply {
        let written = |&place: &usize| self.board.written(Vertex::At(place));
        let written: Vec<String> = places.iter().map(written).collect();
        self.chooser.forget();
        done(self.board.put(places), "bad vertex list").map(|_| written.join(" "))
    }

    fn time_settings(&mut self, args: &[&str]) -> Reply {
        let [main, more, stones] = args else { return Err(SYNTAX.to_string()) };
        let (main, more) = (seconds(main)?, seconds(more)?);
        let stones = stones.parse().map_err(|_| SYNTAX)?;
        self.clocks.set(main, more, stones);
        Ok(String::new())
    }

    fn time_left(&mut self, args: &[&str]) -> Reply {
        let [colour, left, stones] = args else { return Err(SYNTAX.to_string()) };
        let (player, left) = (player(colour)?, seconds(left)?);
        let stones = stones.parse().map_err(|_| SYNTAX)?;
        self.clocks.show(player, left, stones);
        Ok(String::new())
    }
}

/// A line without comments and control characters.
fn preprocessed(line: &[u8]) -> String {
    let line = String::from_utf8_lossy(line);
    let line = line.split('#').next().unwrap_or_default();
    let kept = line.chars().filter(|c| !c.is_ascii_control() || *c == '\t');
    kept.map(|c| if c == '\t' { ' ' } else { c }).collect()
}

/// The number before a command, and the command.
fn without_id(line: &str) -> (&str, &str) {
    let line = line.trim();
    let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
    let is_id = first.bytes().all(|b| b.is_ascii_digit()) && first.parse::<u32>().is_ok();
    if is_id { (first, rest) } else { ("", line) }
}

fn reply(out: &mut impl Write, id: &str, reply: Reply) -> Result<()> {
    let (sign, text) = match &reply {
        Ok(text) => ('=', text),
        Err(text) => ('?', text),
    };
    // An empty line would end the answer; only the first line, after the sign, may be empty.
    let lines = text.split('\n').map(str::trim_end).enumerate();
    let lines: Vec<&str> =
        lines.filter(|(at, line)| *at == 0 || !line.is_empty()).map(|(_, line)| line).collect();
    let text = lines.join("\n");
    let between = if text.is_empty() || text.starts_with('\n') { "" } else { " " };
    write!(out, "{sign}{id}{between}{text}\n\n")?;
    Ok(out.flush()?)
}

fn done(done: bool, error: &str) -> Reply {
    done.then(String::new).ok_or_else(|| error.to_string())
}

fn only<'a>(args: &[&'a str]) -> Result<&'a str, String> {
    match args {
        [one] => Ok(one),
        _ => Err(SYNTAX.to_string()),
    }
}

fn player(colour: &str) -> Result<Player, String> {
    match colour.to_lowercase().as_str() {
        "b" | "black" => Ok(Player::Left),
        "w" | "white" => Ok(Player::Right),
        _ => Err(SYNTAX.to_string()),
    }
}

/// A number of seconds; a clock that has run out may be below 0.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| SYNTAX)?;
    Duration::try_from_secs_f64(seconds.max(0.0)).map_err(|_| SYNTAX.to_string())
}
