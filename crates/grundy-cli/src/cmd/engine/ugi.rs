//! The Universal Game Interface: UCI for any game of two players.
//!
//! The protocol is that of kz04px, <https://github.com/kz04px/cutegames/blob/master/ugi.md>. Player
//! one is Left. One loop receives the lines of the other program and the reports of the search, so
//! that `stop`, `quit` and `isready` are answered while the engine thinks.

mod go;
mod said;
mod start;

use std::collections::VecDeque;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use grundy::bounded::{BoundedLines, LONGEST_LINE};
use grundy::{Fate, Player};

use super::chooser::Chooser;
use super::clock::Budget;
use super::played::Played;
use super::told::{Chosen, Told, winner};
use crate::limits::{self, LimitArgs};
use said::{complain, say};
pub(super) use start::Start;
use start::player;

/// An engine that speaks the interface.
pub(super) struct Ugi {
    start: Start,
    think: Duration,
    limits: LimitArgs,
    /// The player that chooses moves; the search has it while it works.
    chooser: Chooser,
    /// The play; none if the last `position` was not valid.
    played: Option<Played>,
    search: Option<Thinking>,
    /// Lines that arrived during a search.
    waiting: VecDeque<String>,
    /// The channel of events.
    events: (Sender<Event>, Receiver<Event>),
}

/// A search that is running.
struct Thinking {
    since: Instant,
    budget: Budget,
    /// The time at which it must end.
    until: Option<Instant>,
}

enum Event {
    Line(String),
    /// The input has ended, or can no longer be read.
    End(Option<io::Error>),
    Told(Told),
    Chosen(Box<Chooser>, Result<Chosen>),
}

/// A search that is told to stop runs for at least this long, so that it has a move.
const LEAST: Duration = Duration::from_millis(100);
/// A search of at most this time is not cut short by `quit` or the end of the input, because
/// scripts write these right after `go`.
const SHORT: Duration = Duration::from_secs(2);
/// The answer if there is no move, as chess engines write it.
const NO_MOVE: &str = "(none)";
/// The greatest amount of memory that can be set, in megabytes.
const MOST_MEMORY: u64 = 1 << 25;
/// The greatest number of threads that can be set.
const MOST_THREADS: u64 = 256;

impl Ugi {
    /// An engine for a game.
    pub(super) fn new(start: Start, chooser: Chooser, think: Duration, limits: LimitArgs) -> Ugi {
        let (search, waiting, events) = (None, VecDeque::new(), mpsc::channel());
        let played = Some(start.played());
        Ugi { start, think, limits, chooser, played, search, waiting, events }
    }

    /// Obeys until the other program sends `quit`, or its output ends.
    pub(super) fn run(mut self, out: &mut impl Write) -> Result<()> {
        listen(self.events.0.clone())?;
        let mut ended: Option<Option<io::Error>> = None;
        loop {
            while self.search.is_none() {
                let Some(line) = self.waiting.pop_front() else { break };
                if first_word(&line) == "quit" {
                    return Ok(());
                }
                if let Err(error) = self.obey(&line, out) {
                    complain(out, &error)?;
                }
            }
            match (&self.search, &mut ended) {
                (None, Some(error)) => {
                    let error =
                        error.take().map(|error| Err(error).context("cannot read standard input"));
                    return error.unwrap_or(Ok(()));
                }
                (Some(_), Some(_)) => self.leave(),
                _ => {}
            }
            match self.next()? {
                // The time of the search is over.
                None => limits::interrupt(),
                Some(Event::Line(line)) => self.hear(line, out)?,
                Some(Event::End(error)) => {
                    ended = Some(error);
                }
                Some(Event::Told(told)) => self.tell(&told, out)?,
                Some(Event::Chosen(chooser, chosen)) => {
                    self.chooser = *chooser;
                    self.answer(chosen, out)?;
                }
            }
        }
    }

    /// The next event; none if the search must end first.
    fn next(&self) -> Result<Option<Event>> {
        let until = self.search.as_ref().and_then(|search| search.until);
        let Some(until) = until.filter(|_| !limits::interrupted()) else {
            // A sender always exists: this engine keeps one.
            return Ok(Some(self.events.1.recv()?));
        };
        match self.events.1.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Err(RecvTimeoutError::Timeout) => Ok(None),
            event => Ok(Some(event?)),
        }
    }

    /// Takes a line of the other program. During a search only `isready`, `stop` and `quit` should
    /// come.
    fn hear(&mut self, line: String, out: &mut impl Write) -> Result<()> {
        let Some(search) = &self.search else {
            self.waiting.push_back(line);
            return Ok(());
        };
        match first_word(&line) {
            "isready" => return say(out, "readyok"),
            "stop" => {
                self.stop();
                return Ok(());
            }
            "" => return Ok(()),
            "quit" if self.waiting.is_empty() => self.leave(),
            // Nothing else would end the search.
            _ if search.budget.time.is_none() && search.budget.nodes.is_none() => self.stop(),
            _ => {}
        }
        self.waiting.push_back(line);
        Ok(())
    }

    /// Ends the search soon, because nobody may be waiting for it; a short search runs to its end.
    fn leave(&mut self) {
        let is_short = |time: Duration| time <= SHORT;
        if self.search.as_ref().is_some_and(|search| !search.budget.time.is_some_and(is_short)) {
            self.stop();
        }
    }

    /// Ends the search at once.
    fn stop(&mut self) {
        if let Some(search) = &mut self.search {
            search.until = Some(search.since + LEAST);
        }
    }

    /// Carries out a line, while there is no search.
    fn obey(&mut self, line: &str, out: &mut impl Write) -> Result<()> {
        let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
        let (command, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match command {
            "" | "stop" | "ponderhit" | "debug" | "register" => Ok(()),
            "ugi" => self.introduce("ugiok", out),
            "uci" => self.introduce("uciok", out),
            "isready" => say(out, "readyok"),
            "uginewgame" | "ucinewgame" => {
                self.chooser.forget();
                self.played = Some(self.start.played());
                Ok(())
            }
            "setoption" => self.set_option(rest),
            "position" => {
                self.played = None;
                self.played = Some(self.start.position(rest, &self.limits)?);
                Ok(())
            }
            "query" => {
                let answer = match self.query(rest) {
                    Ok(answer) => answer,
                    // The other program waits for an answer; a game without a position counts as
                    // over.
                    Err(error) => {
                        complain(out, &error)?;
                        match first_word(rest) {
                            "gameover" => "true".to_string(),
                            "p1turn" | "islegal" => "false".to_string(),
                            _ => "none".to_string(),
                        }
                    }
                };
                say(out, &format!("response {answer}"))
            }
            "go" => match self.go(rest) {
                Ok(()) => Ok(()),
                Err(error) => {
                    complain(out, &error)?;
                    say(out, &format!("bestmove {NO_MOVE}"))
                }
            },
            _ => bail!(
                "unknown command {command:?}: expected ugi, isready, uginewgame, setoption, position, \
                 query, go, stop or quit"
            ),
        }
    }

    fn introduce(&self, done: &str, out: &mut impl Write) -> Result<()> {
        let game = self.start.game.text();
        let limits = &self.limits;
        let (memory, threads) = (limits.memory_limit() >> 20, limits.thread_count());
        let (misere, first) = (self.start.misere, self.start.first.word());
        let think = self.think.as_millis();
        say(out, &format!("id name grundy {}", env!("CARGO_PKG_VERSION")))?;
        say(out, &format!("id author {}", env!("CARGO_PKG_AUTHORS")))?;
        for option in [
            format!("Hash type spin default {memory} min 1 max {MOST_MEMORY}"),
            format!("Threads type spin default {threads} min 1 max {MOST_THREADS}"),
            "OwnBook type check default false".to_string(),
            format!("Game type string default {game}"),
            format!("Misere type check default {misere}"),
            format!("First type combo default {first} var left var right"),
            format!("MoveTime type spin default {think} min 1 max 86400000"),
        ] {
            say(out, &format!("option name {option}"))?;
        }
        say(out, done)
    }

    fn set_option(&mut self, rest: &str) -> Result<()> {
        let named = rest.strip_prefix("name ").context(
            "expected `setoption name NAME value VALUE`, such as `setoption name Hash value 64`",
        )?;
        let (name, value) = match named.split_once(" value ") {
            Some((name, value)) => (name.trim(), value.trim()),
            None => (named.trim_end_matches(" value").trim(), ""),
        };
        let number = |most: u64| {
            let number = value.parse().ok().filter(|number| (1..=most).contains(number));
            number.with_context(|| format!("option {name}: expected a number from 1 to {most}"))
        };
        let check = || match value {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(anyhow!("option {name}: expected true or false")),
        };
        match name.to_lowercase().as_str() {
            "hash" => {
                self.limits.memory = Some(number(MOST_MEMORY)? << 20);
                return Ok(());
            }
            "threads" => {
                self.limits.threads = Some(number(MOST_THREADS)? as usize);
                return Ok(());
            }
            "movetime" => {
                self.think = Duration::from_millis(number(86_400_000)?);
                return Ok(());
            }
            "ownbook" => match check()? {
                true => bail!("there is no book: option OwnBook can only be false"),
                false => return Ok(()),
            },
            "game" => self.start.game = self.limits.game(value)?,
            "misere" => self.start.misere = check()?,
            "first" => {
                self.start.first = player(value).context("option First: expected left or right")?;
            }
            _ => bail!("no option is called {name:?}: `ugi` lists them"),
        }
        self.played = Some(self.start.played());
        self.chooser.forget();
        Ok(())
    }

    /// Answers a query.
    fn query(&self, rest: &str) -> Result<String> {
        let limits = self.limits.beginning_now();
        let played = self
            .played
            .as_ref()
            .context("there is no position: `position startpos` takes the first")?;
        let (game, mover) = played.last();
        let over = played.over();
        let ends = over.or_else(|| played.goes_round().then_some(Fate::Draw));
        if let Some(fault) = game.failure() {
            return Err(fault.into());
        }
        let (what, word) = rest.split_once(' ').unwrap_or((rest, ""));
        Ok(match what {
            "p1turn" => (mover == Player::Left).to_string(),
            "gameover" => ends.is_some().to_string(),
            "result" => match ends.map(|fate| winner(fate, mover)) {
                None => "none",
                Some(None) => "draw",
                Some(Some(Player::Left)) => "p1win",
                Some(Some(Player::Right)) => "p2win",
            }
            .to_string(),
            "fen" => format!("{} {}", game.position(), mover.word()),
            "islegal" => {
                let found = limits.run(|limits| played.find(word.trim(), &limits))?;
                found.is_some().to_string()
            }
            _ => bail!("expected `query p1turn`, `gameover`, `result`, `fen` or `islegal MOVE`"),
        })
    }

    /// Begins to think.
    fn go(&mut self, rest: &str) -> Result<()> {
        let played = self
            .played
            .clone()
            .context("there is no position: `position startpos` takes the first")?;
        let budget = go::budget(rest, played.last().1, self.think)?;
        if played.over().is_some() {
            let fault = played.last().0.failure().map(Into::into);
            return Err(fault.unwrap_or_else(|| anyhow!("play is over")));
        }
        limits::resume();
        let (mut chooser, limits) = (std::mem::take(&mut self.chooser), self.limits.quiet());
        let events = self.events.0.clone();
        let think = move || {
            let tell = &mut |told| drop(events.send(Event::Told(told)));
            let work = AssertUnwindSafe(|| chooser.choose(&played, budget, &limits, tell));
            let chosen = catch_unwind(work).unwrap_or_else(|_| {
                chooser.forget();
                Err(anyhow!("the search has failed"))
            });
            // If the program ends, nobody receives it.
            let _ = events.send(Event::Chosen(Box::new(chooser), chosen));
        };
        // The stack is as large as that of the main thread.
        let thread = thread::Builder::new().stack_size(8 << 20);
        thread.spawn(think).context("cannot begin a search")?;
        self.search = Some(Thinking { since: Instant::now(), budget, until: None });
        Ok(())
    }

    /// Prints the findings so far.
    fn tell(&self, told: &Told, out: &mut impl Write) -> Result<()> {
        let since = self.search.as_ref().map(|search| search.since);
        since.map_or(Ok(()), |since| said::info(told, since.elapsed(), out))
    }

    /// Prints the move.
    fn answer(&mut self, chosen: Result<Chosen>, out: &mut impl Write) -> Result<()> {
        let said = match chosen {
            Ok(chosen) => {
                self.tell(&chosen.told, out)?;
                chosen.word
            }
            Err(error) => {
                complain(out, &error)?;
                NO_MOVE.to_string()
            }
        };
        self.search = None;
        // The request that stopped the search must not stop later work.
        limits::resume();
        say(out, &format!("bestmove {said}"))
    }
}

/// Reads lines on a thread of its own.
fn listen(events: Sender<Event>) -> Result<()> {
    let read = move || {
        let mut lines = BoundedLines::new(io::stdin().lock(), LONGEST_LINE);
        loop {
            let event = match lines.next_bytes() {
                Ok(Some(line)) => Event::Line(String::from_utf8_lossy(&line).into_owned()),
                Ok(None) => Event::End(None),
                Err(error) => Event::End(Some(error)),
            };
            let ends = matches!(event, Event::End(_));
            if events.send(event).is_err() || ends {
                return;
            }
        }
    };
    thread::Builder::new().spawn(read).context("cannot read standard input")?;
    Ok(())
}

fn first_word(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or_default()
}
