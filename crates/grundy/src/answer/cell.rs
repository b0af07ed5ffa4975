//! A game as an entry of a table: what it is worth, or who wins.

use std::time::Duration;

use super::{Options, Solver, Wanted};
use crate::game::Game;
use crate::solve::partitioned::Failure;
use grundy_base::{Convention, Outcome, Stopped};

/// An entry of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// There is no such position.
    NoPosition,
    /// Not decided within the limits.
    Open,
    /// A Grundy value.
    Nimber(u64),
    /// Another value, and whether the player who starts loses.
    Value(String, bool),
    /// Who wins; none in the mixed cases.
    Outcome(Option<Outcome>),
}

impl Cell {
    /// Whether the player who starts loses, whichever player that is.
    #[must_use]
    pub fn is_p(&self) -> bool {
        matches!(self, Cell::Nimber(0) | Cell::Value(_, true) | Cell::Outcome(Some(Outcome::P)))
    }

    /// The entry as it is printed; none where there is nothing to print.
    #[must_use]
    pub fn text(&self) -> Option<String> {
        match self {
            Cell::NoPosition | Cell::Open => None,
            Cell::Nimber(value) => Some(value.to_string()),
            Cell::Value(value, _) => Some(value.clone()),
            Cell::Outcome(outcome) => Some(outcome.map_or("mixed", |it| it.word()).to_string()),
        }
    }
}

impl Solver {
    /// The value of a game, or who wins where it has none or where the outcome is asked for; within
    /// the limits of these options.
    ///
    /// # Errors
    ///
    /// If the rules fail, or methods contradict each other.
    pub fn cell(
        &mut self,
        game: &dyn Game,
        outcome: bool,
        options: &Options<'_>,
    ) -> Result<Cell, Failure> {
        let convention = options.convention.unwrap_or(game.convention());
        let has_value = convention == Convention::Normal && !game.has_ends();
        if has_value && !outcome {
            let options = Options { wanted: Wanted::VALUE, beyond: Duration::ZERO, ..*options };
            let answer = match self.solve(game, &options) {
                Ok(answer) => answer,
                Err(failure) => return open(failure),
            };
            let nimber = answer.value.as_ref().and_then(|value| value.nimber());
            let nimber = nimber.map(|nimber| nimber.0);
            if let Some(nimber) = nimber {
                return Ok(Cell::Nimber(nimber));
            }
            if let Some(value) = answer.value_text() {
                let is_p = value == "0" || answer.outcome == Some(Outcome::P);
                return Ok(Cell::Value(value, is_p));
            }
            if answer.stopped.is_some() {
                return Ok(Cell::Open);
            }
        }
        let wanted = Wanted::WINNER;
        let options = Options { wanted, beyond: Duration::ZERO, most_moves: Some(1), ..*options };
        match self.solve(game, &options) {
            Ok(answer) if answer.outcome.is_none() && answer.stopped.is_some() => Ok(Cell::Open),
            Ok(answer) => Ok(Cell::Outcome(answer.outcome)),
            Err(failure) => open(failure),
        }
    }
}

/// A limit leaves an entry open; anything else is an error.
fn open(failure: Failure) -> Result<Cell, Failure> {
    match failure {
        Failure::Stopped(Stopped::Rules(_)) => Err(failure),
        Failure::Stopped(_) => Ok(Cell::Open),
        failure => Err(failure),
    }
}
