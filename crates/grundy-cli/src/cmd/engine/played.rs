//! The positions of a play, from its start to the one on the board.

use std::collections::HashMap;

use grundy::game::NamedMove;
use grundy::{Convention, End, Fate, Game, Player};

/// A play.
pub(super) struct Played {
    /// Normal or misère play.
    pub(super) convention: Convention,
    game: Box<dyn Game>,
    mover: Player,
    /// How often each position occurred with the same player to move.
    times: HashMap<(String, Player), usize>,
}

impl Clone for Played {
    fn clone(&self) -> Self {
        Played { game: self.game.boxed(), times: self.times.clone(), ..*self }
    }
}

impl Played {
    /// A play without a move yet, which `first` begins unless the position says whose turn it is.
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

    /// Makes a move, whoever moves next.
    pub(super) fn make_before(&mut self, to: Box<dyn Game>, next: Player) {
        // Who moves twice in a row makes the counts of stones say nothing.
        let to = if to.turn().is_some_and(|turn| turn != next) { to.to_move(None) } else { to };
        *self.times.entry((to.text(), next)).or_default() += 1;
        (self.game, self.mover) = (to, next);
    }

    /// Who moves after a move to a position.
    pub(super) fn next(&self, to: &dyn Game) -> Player {
        to.turn().unwrap_or(self.mover.opponent())
    }

    /// How often a position occurred with this player to move, the one on the board included.
    pub(super) fn times(&self, game: &dyn Game, mover: Player) -> usize {
        self.times.get(&(game.text(), mover)).copied().unwrap_or(0)
    }

    /// Whether the position occurs for the third time: play can go on so for ever.
    pub(super) fn goes_round(&self) -> bool {
        let (game, mover) = self.last();
        game.loopy() && self.times(game, mover) >= 3
    }

    /// What the player to move has brought about, if play is over.
    pub(super) fn over(&self) -> Option<Fate> {
        let (game, mover) = self.last();
        over(game, mover, self.convention)
    }

    /// The move that a word names; none if it is not legal, or play is over.
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

/// What the player to move has brought about, if play is over.
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
