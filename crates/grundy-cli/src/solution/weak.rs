//! Files of weak solutions: strategies from the start of a game.

use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use grundy::answer::NotSearched;
use grundy::bounded;
use grundy::format::strategy::{self, WeakSolution};
use grundy::solve::verify::Refused;
use grundy::solve::verify::strategy::{Promise, Strategy};
use grundy::{Convention, Game, Limits};
use serde_json::{Value, json};

use crate::limits::{self, LimitArgs};
use crate::{input, output, rules};

pub(crate) use strategy::is_strategy;

/// A weak solution, with the game in which play starts.
pub(crate) struct Weak {
    /// The game.
    pub(crate) game: Box<dyn Game>,
    /// The contents of the file.
    pub(crate) solution: WeakSolution,
    /// The size of the file.
    pub(crate) bytes: u64,
}

impl Weak {
    /// Reads a file within the limit on memory.
    pub(crate) fn open(path: &Path, limits: &LimitArgs) -> Result<Weak> {
        /// Compression never makes moves smaller by a larger factor.
        const MOST_RATIO: u64 = 256;
        let (name, memory) = (path.display(), limits.memory_limit());
        let file = bounded::file(path, memory).with_context(|| format!("cannot read {name}"))?;
        let most = memory.min(MOST_RATIO * file.len() as u64);
        let solution =
            strategy::read(&file, most).map_err(|error| anyhow!("{name} is refused: {error}"))?;
        for (known_as, source) in &solution.rules {
            rules::embedded(known_as, source).with_context(|| format!("{name}: line 1"))?;
        }
        let game = input::game(&solution.game, &Limits::default())
            .with_context(|| format!("{name}: line 1"))?;
        Ok(Weak { game, solution, bytes: file.len() as u64 })
    }

    /// The number of positions with a move, over all strategies.
    pub(crate) fn choices(&self) -> usize {
        self.solution.strategies.iter().map(|strategy| strategy.choices.len()).sum()
    }

    /// The number of positions that play by the strategies reaches.
    pub(crate) fn positions(&self) -> u64 {
        self.solution.strategies.iter().map(|strategy| strategy.positions).sum()
    }

    /// Checks all strategies from the rules alone.
    pub(crate) fn verify(&self, path: &Path, limits: &LimitArgs) -> Result<()> {
        for (number, strategy) in self.solution.strategies.iter().enumerate() {
            let convention = self.solution.convention;
            let checked =
                limits.run_raw(|limits| self.game.verify_strategy(strategy, convention, &limits));
            checked.map_err(|refused| match refused {
                Refused::Stopped(stopped) => limits::explain(&stopped),
                refused => {
                    anyhow!("{} is refused: strategy {}: {refused}", path.display(), number + 1)
                }
            })?;
        }
        Ok(())
    }
}

/// The result that a strategy achieves, as JSON.
pub(crate) fn json(strategy: &Strategy) -> Value {
    let Promise { starter, player, fate } = strategy.promise;
    json!({
        "starter": starter.word(), "player": player.word(), "at_least": fate.word(),
        "moves": (strategy.moves > 0).then_some(strategy.moves),
        "positions": strategy.positions, "choices": strategy.choices.len(),
    })
}

/// The result that a strategy achieves, in words.
pub(crate) fn words(strategy: &Strategy) -> String {
    let Promise { starter, player, fate } = strategy.promise;
    match strategy.moves {
        0 => format!("{starter} first: {player} gets at least a {}", fate.word()),
        moves => format!("{starter} first: {player} wins within {moves} moves"),
    }
}

/// Writes strategies of a game into a file.
pub(crate) fn save(
    path: &Path,
    game: &dyn Game,
    convention: Convention,
    strategies: &[Strategy],
) -> Result<()> {
    output::save(path, |file| strategy::write(file, game, convention, strategies).map(drop))
}

/// The error, with advice.
pub(crate) fn explain(game: &dyn Game, error: NotSearched) -> anyhow::Error {
    match error {
        NotSearched::Failure(failure) => super::explain(failure),
        NotSearched::Refused(Refused::Wrong { .. } | Refused::Returns { .. }) => {
            anyhow!("{error}; a file of all positions, such as FILE.positions, holds such games")
        }
        NotSearched::File(error) if error.kind() == ErrorKind::InvalidData => {
            anyhow!("{error}: remove this file of a search, or name another")
        }
        NotSearched::File(error) => {
            anyhow!("{error}: name a file in a folder that can be written")
        }
        error => anyhow!("{} is not searched: {error}", game.text()),
    }
}
