//! A file that knows the moves: a file of all positions, or of strategies.

use std::path::Path;

use anyhow::Result;
use grundy::answer::{self, Judgement};
use grundy::game::Large;
use grundy::solve::partitioned::Positions;
use grundy::solve::verify::strategy::Strategy;
use grundy::{Convention, Game, Text};

use super::names;
use super::played::Played;
use super::told::{Chosen, Score, Told};
use crate::limits::LimitArgs;
use crate::solution::known::{self, Known};

/// The file, and the game that it is about.
pub(super) struct Book {
    ruleset: String,
    convention: Convention,
    known: Known,
}

impl Book {
    /// Opens a file of the ruleset of a game.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or is about another game.
    pub(super) fn open(
        path: &Path,
        game: &dyn Game,
        convention: Convention,
        limits: &LimitArgs,
    ) -> Result<Book> {
        let known = Known::open(path, game, convention, limits)?;
        Ok(Book { ruleset: game.ruleset(), convention, known })
    }

    /// The best move according to the file; none if the file does not have the position.
    pub(super) fn best(&self, played: &Played) -> Option<Chosen> {
        let (game, _) = played.last();
        if played.convention != self.convention || game.ruleset() != self.ruleset {
            return None;
        }
        match &self.known {
            Known::Positions(positions, start) => by_positions(positions, &**start, played),
            Known::Strategies(strategies) => by_strategies(strategies, played),
        }
    }
}

fn by_positions(positions: &Positions, start: &dyn Large, played: &Played) -> Option<Chosen> {
    let (game, mover) = played.last();
    let position = start.read(&game.position()).ok()?;
    let judged = known::judged(positions, &*position, mover).into_iter();
    let judged = judged.map(|(reached, judgement)| {
        let to = game.at(Text::new(&reached.position)).ok()?;
        // A new draw is better than an equal one that has been in the play before.
        let again = played.times(&*to, reached.mover);
        judgement.map(|judgement| ((judgement.rank(), again), judgement, reached.name, to))
    });
    let judged = judged.collect::<Option<Vec<_>>>()?;
    let (_, judgement, name, to) = judged.into_iter().min_by_key(|(rank, ..)| *rank)?;
    Some(chosen(played, &name, to, Score::after(judgement)))
}

fn by_strategies(strategies: &[Strategy], played: &Played) -> Option<Chosen> {
    let (game, mover) = played.last();
    let (place, fate) = answer::chosen_by(strategies, game, mover)?;
    let (name, to) = game.option_at(mover, place)?;
    Some(chosen(played, &name, to, Score::Proved(Judgement { fate, remoteness: None })))
}

fn chosen(played: &Played, name: &str, to: Box<dyn Game>, score: Score) -> Chosen {
    let (game, mover) = played.last();
    let word = names::written(game, mover, name, &*to);
    Chosen { told: Told { score, nodes: 0, line: vec![word.clone()] }, word, to }
}
