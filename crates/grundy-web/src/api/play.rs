//! A game that is being played: the line of moves so far, the position on the
//! table, and what every move is worth.
//!
//! Nothing is kept of a game between two questions: the page sends where play
//! began and which moves were made.

mod line;
mod reason;
mod view;
mod worth;

use std::sync::Arc;

use axum::extract::State;
use grundy::Player;
use serde::Deserialize;

pub(super) use self::line::Line;
use self::worth::Judges;
use super::asked::Sent;
use super::{App, Reply, convention};
use crate::error::ApiError;
use crate::languages::Language;

/// A game and the moves that were made.
#[derive(Clone, Debug, Deserialize, serde::Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Played {
    /// Where play began.
    game: String,
    #[serde(default)]
    misere: bool,
    #[serde(default)]
    first: First,
    /// Each among the moves of its position, by number.
    #[serde(default)]
    moves: Vec<u32>,
    /// Only who wins, and nothing of values.
    #[serde(default)]
    light: bool,
    /// Nothing is solved: the board and the moves, at once.
    #[serde(default)]
    quick: bool,
    /// Of the words in pictures.
    #[serde(default)]
    language: Language,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, serde::Serialize)]
#[serde(rename_all = "lowercase")]
enum First {
    #[default]
    Left,
    Right,
}

impl From<First> for Player {
    fn from(first: First) -> Player {
        match first {
            First::Left => Player::Left,
            First::Right => Player::Right,
        }
    }
}

/// A question is as many pieces of work: the line, two games to be solved, the view.
const PARTS: u32 = 4;

pub(super) async fn play(
    State(app): State<App>,
    Sent(played): Sent<Played>,
) -> Result<Reply, ApiError> {
    let key: String = super::json(&played).to_string();
    if let Some(known) = app.answers.get(&key).await {
        return Ok(Reply::Json(known));
    }
    let misere = played.misere;
    let (light, quick) = (played.light || played.quick, played.quick);
    let words = played.language.words();
    let walked = app.pool.part(PARTS, move |limits| {
        Line::walk(&played.game, played.first.into(), &played.moves, limits)
    });
    let line = walked.await?;
    let line = Arc::new(line);
    let misere = convention(misere, line.start());
    if quick {
        let shown = app.pool.part(PARTS, move |limits| {
            let shown = view::view(&line, &Judges::none(misere), light, words, limits)?;
            Ok(super::json(&shown))
        });
        return Ok(Reply::Json(shown.await?));
    }
    // What the whole game knows; where it was too large, what the position does.
    let start = app.judges.of(line.start(), misere, &app.pool).await?;
    let (game, mover) = line.last();
    let here = match start.verdict(game, mover) {
        Some(_) => start.clone(),
        None => app.judges.of(game, misere, &app.pool).await?,
    };
    let judges = Judges { known: vec![here, start], convention: misere };
    let answer = app.pool.part(PARTS, move |limits| {
        let view = view::view(&line, &judges, light, words, limits)?;
        Ok((super::json(&view), view.may_be_kept()))
    });
    let (answer, keep) = answer.await?;
    if keep {
        app.answers.insert(key, answer.clone()).await;
    }
    Ok(Reply::Json(answer))
}
