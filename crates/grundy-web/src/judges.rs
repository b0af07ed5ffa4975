//! A cache of solved games, in which the moves of a game are looked up.

use std::sync::Arc;
use std::time::{Duration, Instant};

use grundy::answer::{Judge, Options};
use grundy::{Convention, Game, Stopped};

use crate::cache::SizedCache;
use crate::config::{BEYOND, PARTS};
use crate::error::ApiError;
use crate::pool::Pool;
#[cfg(feature = "server")]
use crate::shared_work::SharedWork;

/// The limit on the best moves that are kept; others are found when they are played.
const MOST_MOVES: usize = 100;
/// A game that was too large may be tried again after this time.
const FORGOTTEN: Duration = Duration::from_secs(30 * 60);

/// A game as text, and whether play is misère.
type Key = (String, bool);

/// Judges by game and convention.
pub(crate) struct Judges {
    /// The judges, each with the time when it was made.
    kept: SizedCache<Key, (Instant, Arc<Judge>)>,
    /// Games that are being solved.
    #[cfg(feature = "server")]
    solving: SharedWork<Key, Result<Arc<Judge>, ApiError>>,
}

impl Judges {
    /// An empty cache for `bytes` bytes.
    pub(crate) fn new(bytes: u64) -> Self {
        Judges {
            kept: SizedCache::new(bytes),
            #[cfg(feature = "server")]
            solving: SharedWork::default(),
        }
    }

    /// The judge of a game. If several requests need the same game at the same time, one
    /// solves it and the others wait.
    ///
    /// # Errors
    ///
    /// A fault in the rules, and the reasons that end a task. (For a game that is too large, a
    /// judge exists.)
    pub(crate) async fn of(
        &self,
        game: &dyn Game,
        convention: Convention,
        pool: &Pool,
    ) -> Result<Arc<Judge>, ApiError> {
        let key = (game.text(), convention == Convention::Misere);
        match self.kept.get(&key) {
            Some((made, judge)) if made.elapsed() < FORGOTTEN => return Ok(judge),
            _ => {}
        }
        match pool {
            Pool::Here(_) => self.solve(&key, game, convention, pool).await,
            #[cfg(feature = "server")]
            Pool::Threads(_) => {
                self.solving.once(&key, self.solve(&key, game, convention, pool)).await
            }
        }
    }

    async fn solve(
        &self,
        key: &Key,
        game: &dyn Game,
        convention: Convention,
        pool: &Pool,
    ) -> Result<Arc<Judge>, ApiError> {
        let game = game.boxed();
        let solved = pool.part(PARTS, move |limits| {
            let options = Options {
                convention: Some(convention),
                beyond: BEYOND,
                limits: *limits,
                most_moves: Some(MOST_MOVES),
                ..Options::default()
            };
            let judge = Judge::new(&*game, &options);
            match judge.answer() {
                Err(Stopped::Rules(fault)) => Err(Stopped::Rules(fault.clone()).into()),
                _ => Ok(Arc::new(judge)),
            }
        });
        let judge = solved.await?;
        let bytes = key.0.len() as u64 + judge.bytes();
        drop(self.kept.insert(key.clone(), (Instant::now(), judge.clone()), bytes));
        Ok(judge)
    }
}
