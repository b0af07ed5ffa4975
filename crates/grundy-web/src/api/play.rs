//! A game in progress: the line of moves so far, the current position, and the result of each move.
//!
//! The server is stateless: each request contains the start of play and the moves made.

mod action;
mod line;
mod principal;
mod proved;
mod reason;
mod think;
mod view;
mod worth;

use std::sync::Arc;

use grundy::Player;
use serde::Deserialize;

pub(super) use self::line::{Line, Step};
pub(super) use self::think::think;
use self::worth::Judges;
use super::{App, convention};
use crate::config::PARTS;
use crate::error::ApiError;
use crate::languages::Language;
use crate::reply::Reply;

/// A game and the moves made in it.
#[derive(Clone, Debug, Deserialize, serde::Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Played {
    /// The position where play began.
    game: String,
    #[serde(default)]
    misere: bool,
    #[serde(default)]
    first: First,
    #[serde(default)]
    moves: Vec<Step>,
    /// Whether to leave out values and show only the winner.
    #[serde(default)]
    light: bool,
    /// Whether to solve nothing and return only the board and the moves.
    #[serde(default)]
    quick: bool,
    /// The language of the words in pictures.
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

pub(super) async fn play(app: &App, played: Played) -> Result<Reply, ApiError> {
    let key: String = super::json(&played).to_string();
    if let Some(known) = app.answers.get(&key) {
        return Ok(Reply::json(&*known));
    }
    let misere = played.misere;
    let (light, quick) = (played.light || played.quick, played.quick);
    let words = played.language.words();
    let solutions = app.solutions.clone();
    let walked = app.pool.part(PARTS, move |limits| {
        let line = Line::walk(&played.game, played.first.into(), &played.moves, limits)?;
        let judges = Judges::none(convention(misere, line.start()));
        let known = solutions.of(line.start(), judges.convention);
        let proved = view::proved(&line, &judges, &known);
        let is_proved = proved.is_some_and(|proved| proved.result().is_some());
        Ok((line, known, is_proved))
    });
    let (line, known, is_proved) = walked.await?;
    let line = Arc::new(line);
    let misere = convention(misere, line.start());
    if quick {
        let shown = app.pool.part(PARTS, move |limits| {
            let judges = Judges::none(misere);
            let shown = view::view(&line, &judges, &known, light, words, limits)?;
            Ok(super::json(&shown))
        });
        return Ok(Reply::json(&*shown.await?));
    }
    // The verdict comes from the whole game; if that is too large, from a weak solution or the
    // current position.
    let start = app.judges.of(line.start(), misere, &app.pool).await?;
    let (game, mover) = line.last();
    let here = match start.verdict(game, mover) {
        Some(_) => start.clone(),
        None if is_proved => start.clone(),
        None => app.judges.of(game, misere, &app.pool).await?,
    };
    let judges = Judges { known: vec![here, start], convention: misere };
    let solutions = app.solutions.clone();
    let answer = app.pool.part(PARTS, move |limits| {
        let mut view = view::view(&line, &judges, &known, light, words, limits)?;
        if !view.is_solved()
            && let Some(table) = solutions.tables.begin(line.start(), misere)
        {
            view.wait_for(table);
        }
        Ok((super::json(&view), view.may_be_kept()))
    });
    let (answer, keep) = answer.await?;
    if keep {
        app.keep(key, &answer);
    }
    Ok(Reply::json(&*answer))
}
