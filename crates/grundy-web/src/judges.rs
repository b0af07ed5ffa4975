//! A cache of solved games, in which the moves of a game are looked up.

use std::sync::Arc;
use std::time::Duration;

use grundy::answer::{Judge, Options};
use grundy::{Convention, Game, Stopped};
use moka::future::Cache;

use crate::error::ApiError;
use crate::pool::Pool;

/// Limit on the best moves that are kept; others are found when they are played.
const MOST_MOVES: usize = 100;

/// Judges by game and convention.
pub(crate) struct Judges {
    kept: Cache<(String, bool), Arc<Judge>>,
}

impl Judges {
    /// A cache of so many bytes.
    pub(crate) fn new(bytes: u64) -> Self {
        /// A game that was too large may be tried again after this time.
        const FORGOTTEN: Duration = Duration::from_secs(30 * 60);
        let kilobytes = |judge: &Arc<Judge>| u32::try_from(judge.bytes() >> 10).unwrap_or(u32::MAX);
        let kept = Cache::builder()
            .weigher(move |(game, _): &(String, bool), judge| {
                1 + (game.len() >> 10) as u32 + kilobytes(judge)
            })
            .max_capacity(bytes >> 10)
            .time_to_live(FORGOTTEN)
            .build();
        Judges { kept }
    }

    /// The judge of a game. If several requests need the same game at the same time, one
    /// solves it and the others wait.
    ///
    /// # Errors
    ///
    /// A fault in the rules, and what ends the task; a game that is too large has a judge.
    pub(crate) async fn of(
        &self,
        game: &dyn Game,
        convention: Convention,
        pool: &Pool,
    ) -> Result<Arc<Judge>, ApiError> {
        let key = (game.text(), convention == Convention::Misere);
        let game = game.boxed();
        // One of four tasks: a request may solve two games, and also needs the line and the view.
        let solve = pool.part(4, move |limits| {
            let options = Options {
                convention,
                limits: *limits,
                most_moves: MOST_MOVES,
                ..Options::default()
            };
            let judge = Judge::new(&*game, &options);
            match judge.answer() {
                Err(Stopped::Rules(fault)) => Err(Stopped::Rules(fault.clone()).into()),
                _ => Ok(Arc::new(judge)),
            }
        });
        let found = self.kept.try_get_with(key, solve).await;
        found.map_err(|error| ApiError::clone(&error))
    }
}
