//! The positions of a play, from its start to the present one.

use std::collections::HashMap;

use grundy::game::NamedMove;
use grundy::{Convention, End, Fate, Game, Player};

/// A play.
pub(super) struct Played {
    /// The convention: normal or misère play.
    pub(super) convention: Convention,
    game: Box<dyn Game>,
    mover: Player,
    /// The number of times each position has occurred with the same player to move.
    times: HashMap<(String, Player), usize>,
}

impl Clone for Played {
    fn clone(&self) -> Self {
        Played { game: self.game.boxed(), times: self.times.clone(), ..*self }
    }
}

impl Played {
    /// A play without a move yet. `first` begins, unless the position says whose turn it is.
    pub(super) fn new(game: Box<dyn Game>, first: Player, convention: Convention) -> Played {
        let mover = game.turn().unwrap_or(first);
        let times = HashMap::from([((game.text(), mover), 1)]);
        Played { convention, game, mover, times }
    }

    /// The position on the board, and the player to move.
    pub(super) fn last(&self) -> (&dyn Game, Player) {
        (&*self.game, self.mover)
    }

    /// Makes a move.
    pub(super) fn make(&mut self, to: Box<dyn Game>) {
        let next = self.next(&*to);
        self.make_before(to, next);
    }

    /// Makes a move after which `next` is to move.
    pub(super) fn make_before(&mut self, to: Box<dyn Game>, next: Player) {
        // If a player moves twice in a row, the counts of stones no longer say whose turn it is.
        let to = if to.turn().is_some_and(|turn| turn != next) { to.to_move(None) } else { to };
        *self.times.entry((to.text(), next)).or_default() += 1;
        (self.game, self.mover) = (to, next);
    }

    /// The player to move after a move to a position.
    pub(super) fn next(&self, to: &dyn Game) -> Player {
        to.turn().unwrap_or(self.mover.opponent())
    }

    /// The number of times a position has occurred with this player to move, the present one
    /// included.
    pub(super) fn times(&self, game: &dyn Game, mover: Player) -> usize {
        self.times.get(&(game.text(), mover)).copied().unwrap_or(0)
    }

    /// Whether the position occurs for the third time: play can go on like this for ever.
    pub(super) fn goes_round(&self) -> bool {
        let (game, mover) = self.last();
        game.loopy() && self.times(game, mover) >= 3
    }

    /// The result for the player to move, if play is over.
    pub(super) fn over(&self) -> Option<Fate> {
        let (game, mover) = self.last();
        over(game, mover, self.convention)
    }

    /// The move that is meant by a word; none if it is not legal, or play is over.
    pub(super) fn find(
        &self,
        word: &str,
        limits: &grundy::Limits<'_>,
    ) -> Result<Option<NamedMove>, grundy::Stopped> {
        let (game, mover) = self.last();
        match game.end(mover) {
            Some(_) => Ok(None),
            None => super::names::read(game, mover, word, limits),
        }
    }
}

/// The result for the player to move, if play is over.
pub(super) fn over(game: &dyn Game, mover: Player, convention: Convention) -> Option<Fate> {
    match game.end(mover) {
        Some(End::Tie) => Some(Fate::Draw),
        Some(End::Won(player)) => Some(if player == mover { Fate::Win } else { Fate::Loss }),
        None if game.option_at(mover, 0).is_some() => None,
        None => Some(match convention {
            Convention::Normal => Fate::Loss,
            Convention::Misere => Fate::Win,
        }),
    }
}
