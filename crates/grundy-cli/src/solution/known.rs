//! What a file knows about a game that is played: the results of all positions, or strategies.

use std::path::Path;

use anyhow::{Result, bail};
use grundy::answer::Judgement;
use grundy::game::{Large, Reached};
use grundy::solve::partitioned::Positions;
use grundy::solve::verify::strategy::Strategy;
use grundy::{Convention, Game, Player};

use super::open::{Opened, start};
use super::weak::{self, Weak};
use crate::limits::LimitArgs;

/// The contents of the file.
pub(crate) enum Known {
    /// All positions, and the position that was asked about.
    Positions(Box<Positions>, Box<dyn Large>),
    /// Moves of the players to whom the strategies promise something.
    Strategies(Vec<Strategy>),
}

impl Known {
    /// Opens a file of the ruleset of a game.
    pub(crate) fn open(
        path: &Path,
        game: &dyn Game,
        convention: Convention,
        limits: &LimitArgs,
    ) -> Result<Known> {
        if weak::is_strategy(&start(path)?) {
            let Weak { game: of, solution, .. } = Weak::open(path, limits)?;
            let (name, found, wanted) = (path.display(), of.ruleset(), game.ruleset());
            if found != wanted {
                bail!(
                    "{name} is of {found}, not of {wanted}: `grundy solve {} --save FILE.strategy` writes \
                     one",
                    crate::input::quoted(&game.text())
                );
            }
            if solution.convention != convention {
                bail!(
                    "{name} is of {} play, not of {}: save another file",
                    solution.convention.word(),
                    convention.word()
                );
            }
            return Ok(Known::Strategies(solution.strategies));
        }
        let opened = Opened::of(path, game, convention)?;
        let position = opened.large()?.read(&game.position())?;
        let (_, _, positions) = opened.into_positions(limits)?;
        Ok(Known::Positions(Box::new(positions), position))
    }
}

/// The moves in a position of a file, each with its result for the player who makes it, if that can be
/// read.
pub(crate) fn judged(
    positions: &Positions,
    position: &dyn Large,
    mover: Player,
) -> Vec<(Reached, Option<Judgement>)> {
    let mut find = position.finder(positions);
    let moves = position.moves(mover).into_iter();
    moves
        .map(|reached| {
            // A result that cannot be read is not known.
            let code = find(reached.key).ok().flatten();
            let verdict = code.map(|code| match reached.mover == mover {
                true => code.verdict(),
                false => code.verdict().reversed(),
            });
            (reached, verdict.map(Into::into))
        })
        .collect()
}
