//! The positions of a play, from its start to the one on the board.

use grundy::game::NamedMove;
use grundy::{Convention, End, Fate, Game, Player};

/// A position, and the player to move.
type At = (Box<dyn Game>, Player);

/// A play.
pub(super) struct Played {
    /// Normal or misère play.
    pub(super) convention: Convention,
    path: Vec<At>,
}

impl Clone for Played {
    fn clone(&self) -> Self {
        let path = self.path.iter().map(|(game, mover)| (game.boxed(), *mover)).collect();
        Played { path, ..*self }
    }
}

impl Played {
    /// A play without a move yet, which `first` begins unless the position says whose turn it is.
    pub(super) fn new(game: Box<dyn Game>, first: Player, convention: Convention) -> Played {
        let first = game.turn().unwrap_or(first);
        Played { convention, path: vec![(game, first)] }
    }

    /// The position on the board, and the player to move.
    pub(super) fn last(&self) -> (&dyn Game, Player) {
        let (game, mover) = &self.path[self.path.len() - 1];
        (&**game, *mover)
    }

    /// Makes a move.
    pub(super) fn make(&mut self, to: Box<dyn Game>) {
        let next = self.next(&*to);
        self.path.push((to, next));
    }

    /// Who moves after a move to a position.
    pub(super) fn next(&self, to: &dyn Game) -> Player {
        to.turn().unwrap_or(self.last().1.opponent())
    }

    /// How often a position occurred with this player to move, the one on the board included.
    pub(super) fn times(&self, game: &dyn Game, mover: Player) -> usize {
        let text = game.text();
        self.path.iter().filter(|(at, who)| *who == mover && at.text() == text).count()
    }

    /// Whether the position occurs for the third time: play can go on so for ever.
    pub(super) fn goes_round(&self) -> bool {
        let (game, mover) = self.last();
        game.loopy() && self.path.len() > 4 && self.times(game, mover) >= 3
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
