//! A move in a position that is too large to solve: what a search thinks of each move.

use std::time::Duration;

use axum::extract::State;
use grundy::Player;
use grundy::solve::proof::{Thought, Thoughts};
use serde::{Deserialize, Serialize};

use super::{First, Line};
use crate::api::asked::Sent;
use crate::api::{App, Reply, convention, json};
use crate::error::ApiError;

/// A game, the moves that were made, and how long to think about the next one.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::api) struct Asked {
    game: String,
    #[serde(default)]
    misere: bool,
    #[serde(default)]
    first: First,
    #[serde(default)]
    moves: Vec<u32>,
    #[serde(default = "usual")]
    milliseconds: u64,
}

/// The usual time to think, in milliseconds.
const fn usual() -> u64 {
    2000
}

#[derive(Serialize)]
struct Answer {
    /// The index of the best move.
    best: usize,
    moves: Vec<ThoughtJson>,
}

#[derive(Serialize)]
struct ThoughtJson {
    index: usize,
    /// What the player who moves is proved to bring about.
    at_least: &'static str,
    at_most: &'static str,
    /// The share of the points that the player is expected to get.
    score: f32,
}

fn answer(Thoughts { moves, best }: Thoughts) -> Answer {
    let thought = |(index, Thought { bounds, score, .. }): (usize, Thought)| ThoughtJson {
        index,
        at_least: bounds.at_least.word(),
        at_most: bounds.at_most.word(),
        score,
    };
    Answer { best, moves: moves.into_iter().enumerate().map(thought).collect() }
}

pub(in crate::api) async fn think(
    State(app): State<App>,
    Sent(asked): Sent<Asked>,
) -> Result<Reply, ApiError> {
    let found = app.pool.run(move |limits| {
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
        // The rest of the time is for what comes after the search.
        let most = limits.time.map_or(Duration::MAX, |(_, time)| time / 4 * 3);
        let time = Duration::from_millis(asked.milliseconds).min(most);
        let thoughts = searching.think(mover, time, limits, &mut |_| {})?;
        Ok(json(&answer(thoughts)))
    });
    Ok(Reply::Json(found.await?))
}
