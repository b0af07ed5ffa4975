//! Chooses a move in a position that is too large to solve, by a search.
//!
//! The answer is sent when the time is over, or as a stream: `thinking` several times a second with
//! the opinions so far, then the answer.

use std::time::{Duration, Instant};

use grundy::game::Proving;
use grundy::solve::proof::{Thought, Thoughts};
use grundy::{Fate, Limits, Player};
use serde::{Deserialize, Serialize};

use super::{First, Line, Step};
use crate::api::streamed::{self, Found};
use crate::api::{App, convention, json};
use crate::error::ApiError;
use crate::reply::Reply;

/// The name of the events before the answer.
const THINKING: &str = "thinking";

/// A game, the moves made in it, and how long to think about the next one.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(in crate::api) struct Asked {
    game: String,
    #[serde(default)]
    misere: bool,
    #[serde(default)]
    first: First,
    #[serde(default)]
    moves: Vec<Step>,
    #[serde(default = "usual")]
    milliseconds: u64,
}

/// The usual time to think, in milliseconds.
const fn usual() -> u64 {
    2000
}

#[derive(Serialize)]
struct ThinkReply {
    /// The index of the best move.
    best: usize,
    /// The number of lines of play that were looked at.
    lines: u64,
    /// How long the search has been thinking, in milliseconds.
    milliseconds: u64,
    /// The best move, and how the search expects play to go on.
    line: Vec<Expected>,
    moves: Vec<ThoughtJson>,
}

#[derive(Serialize)]
struct Expected {
    mover: &'static str,
    name: String,
}

#[derive(Serialize)]
struct ThoughtJson {
    index: usize,
    /// The result that is proved for the player who moves.
    at_least: &'static str,
    at_most: &'static str,
    /// The share of the points that the player is expected to get.
    score: f32,
    /// The number of lines of play that began with the move.
    lines: u32,
}

fn answer(thoughts: &Thoughts, since: Instant) -> ThinkReply {
    let thought = |(index, thought): (usize, &Thought)| ThoughtJson {
        index,
        at_least: thought.bounds.at_least.word(),
        at_most: thought.bounds.at_most.word(),
        score: thought.score,
        lines: thought.lines,
    };
    let expected =
        |(mover, name): &(Player, String)| Expected { mover: mover.word(), name: name.clone() };
    ThinkReply {
        best: thoughts.best,
        lines: thoughts.moves.iter().map(|thought| u64::from(thought.lines)).sum(),
        milliseconds: u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX),
        line: thoughts.line.iter().map(expected).collect(),
        moves: thoughts.moves.iter().enumerate().map(thought).collect(),
    }
}

/// Whether more thinking changes nothing: a win is proved, the results of all moves are proved, or
/// there is only one move.
fn is_decided(thoughts: &Thoughts) -> bool {
    let fate = |thought: &Thought| thought.bounds.fate();
    thoughts.moves.len() == 1
        || fate(&thoughts.moves[thoughts.best]) == Some(Fate::Win)
        || thoughts.moves.iter().all(|thought| fate(thought).is_some())
}

/// Thinks about the moves of a player. The search reports nothing while it looks for short wins and
/// for proofs, so it first thinks for a small part of the time. Then there is soon something to
/// report, and what is proved by then is kept.
fn thoughts(
    searching: &mut dyn Proving,
    mover: Player,
    time: Duration,
    limits: &Limits<'_>,
    report: &mut dyn FnMut(ThinkReply),
) -> Result<ThinkReply, ApiError> {
    let since = Instant::now();
    let mut tell = |thoughts: &Thoughts| report(answer(thoughts, since));
    let mut found = searching.think(mover, time / 8, limits, &mut |_| {})?;
    if !is_decided(&found) {
        tell(&found);
        let left = time.saturating_sub(since.elapsed());
        found = searching.think(mover, left, limits, &mut tell)?;
    }
    Ok(answer(&found, since))
}

/// Thinks about the next move of a game. Calls `report` with nothing as soon as the request is
/// known to have an answer, and then with the opinions so far.
fn consider(
    asked: &Asked,
    (limits, longest): (&Limits<'_>, Duration),
    report: &mut dyn FnMut(Option<ThinkReply>),
) -> Result<ThinkReply, ApiError> {
    // A quarter of the time of a request is for what comes before and after the search.
    let most = limits.time.map_or(longest, |(_, time)| longest.max(time / 4 * 3));
    let whole = limits.time.map(|(since, time)| (since, most.saturating_add(time / 4)));
    let limits = &Limits { time: whole, ..*limits };
    let line = Line::walk(&asked.game, Player::from(asked.first), &asked.moves, limits)?;
    let (game, mover) = line.last();
    // Half of the memory is for the tree.
    let convention = convention(asked.misere, line.start());
    let Some(mut searching) = game.thinking(convention, limits.memory / 2) else {
        return Err(ApiError::unanswerable(
            "sums, and games of very many moves, are not searched".to_string(),
        ));
    };
    if game.option_at(mover, 0).is_none() || game.end(mover).is_some() {
        return Err(ApiError::unanswerable(format!("{} has no move", game.text())));
    }
    report(None);
    let time = Duration::from_millis(asked.milliseconds).min(most);
    thoughts(&mut *searching, mover, time, limits, &mut |thought| report(Some(thought)))
}

/// Answers a request, with a stream if `streams` and there are threads.
pub(in crate::api) async fn think(
    app: &App,
    streams: bool,
    asked: Asked,
) -> Result<Reply, ApiError> {
    // If a position has been thought about to the end, the result is kept for all later requests.
    let key = format!("think {}", json(&asked));
    let longest = app.thinking;
    streamed::answer(app, streams, THINKING, key, move |limits, report| {
        let mut report = |thought: Option<ThinkReply>| report(thought.as_ref().map(json));
        let answer = consider(&asked, (limits, longest), &mut report)?;
        Ok(Found { json: json(&answer), keep: true })
    })
    .await
}
