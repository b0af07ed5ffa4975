//! What is asked of a game.

use std::fmt;
use std::time::Duration;

use super::Answer;
use super::learning::Learned;
use crate::game::Game;
use crate::solve::partitioned::Failure;
use crate::solve::sums::Database;
use grundy_base::{Convention, Limits, Player};

/// What is asked of a game, besides who wins. The default asks what a player wants to know first:
/// who wins, whoever starts, with a move that does it, and by how many points where these count.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// Normal or misère play; none for the game's own convention.
    pub convention: Option<Convention>,
    /// Who starts; none for each possible starter.
    pub starter: Option<Player>,
    /// What must be found before the work ends.
    pub wanted: Wanted,
    /// Time for what nobody asked for, such as the value; or a tenth of the time spent, if that is
    /// more. Zero allows no time at all.
    pub beyond: Duration,
    /// Limits on work. A search may visit as many nodes as there may be positions.
    pub limits: Limits<'a>,
    /// How many moves are listed where the values of components give the answer; fewer
    /// in games of very many heaps. None for 1,000, or for a million where all are wanted.
    pub most_moves: Option<usize>,
    /// Databases of the values of small components, for proof-number search.
    pub databases: &'a [Database],
    /// The one method that may answer, by its name; none for all of them.
    pub by: Option<&'a str>,
    /// Called with what is found so far, each time that it is more than before. All positions are
    /// only in the answer.
    pub told: Option<&'a dyn Fn(&Answer)>,
    /// Called with faults that rules have learned from, so that the work begins anew.
    pub learned: Option<Learned<'a>>,
}

impl Options<'_> {
    /// Whether a game can be asked about: the starter asked for must be able to start.
    ///
    /// # Errors
    ///
    /// If it is the other player's turn.
    pub fn check(&self, game: &dyn Game) -> Result<(), Failure> {
        match game.turn() {
            Some(turn) if self.starter.is_some_and(|starter| starter != turn) => {
                Err(Failure::Turn { game: game.text(), turn })
            }
            _ => Ok(()),
        }
    }
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("convention", &self.convention)
            .field("starter", &self.starter)
            .field("wanted", &self.wanted)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

/// What must be found before the work ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Who wins, with a move that does it, and the margin in points.
    pub winner: bool,
    /// All moves that keep the result.
    pub moves: bool,
    /// What every move brings about, [`Side::moves`](super::Side::moves).
    pub every_move: bool,
    /// In how many moves a player wins or loses.
    pub remoteness: bool,
    /// The value under normal play.
    pub value: bool,
    /// All positions with their verdicts, [`Answer::solved`](super::Answer::solved).
    pub positions: bool,
}

impl Wanted {
    /// Who wins, and a move that does it.
    pub const WINNER: Wanted = Wanted {
        winner: true,
        moves: false,
        every_move: false,
        remoteness: false,
        value: false,
        positions: false,
    };
    /// The value alone.
    pub const VALUE: Wanted = Wanted { winner: false, value: true, ..Wanted::WINNER };
    /// All positions.
    pub const POSITIONS: Wanted = Wanted { positions: true, ..Wanted::WINNER };
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options {
            convention: None,
            starter: None,
            wanted: Wanted::WINNER,
            beyond: Duration::from_millis(100),
            limits: Limits::default(),
            most_moves: None,
            databases: &[],
            by: None,
            told: None,
            learned: None,
        }
    }
}

/// A game, and what is asked of it.
#[derive(Clone, Copy)]
pub(super) struct Question<'a> {
    pub(super) game: &'a dyn Game,
    pub(super) options: &'a Options<'a>,
    pub(super) convention: Convention,
}

impl<'a> Question<'a> {
    pub(super) fn new(game: &'a dyn Game, options: &'a Options<'a>) -> Self {
        Question { game, options, convention: options.convention.unwrap_or(game.convention()) }
    }

    /// More memory than this is not filled with moves.
    pub(super) const MOVES_IN: u64 = 1 << 31;

    /// How many moves half of the memory holds.
    pub(super) fn room_for_moves(&self) -> usize {
        /// Bytes of a move with its name and the game after it, about.
        const EACH: u64 = 1 << 10;
        (self.options.limits.memory.min(Question::MOVES_IN) / 2 / EACH) as usize
    }

    /// How many moves are listed: no more than half of the memory holds.
    pub(super) fn most_moves(&self) -> usize {
        /// More moves than a reader looks at.
        const MANY: usize = 1000;
        let Wanted { moves, every_move, .. } = self.options.wanted;
        let room = self.room_for_moves();
        let most = self.options.most_moves.unwrap_or(if moves || every_move { room } else { MANY });
        most.min(room).max(1)
    }

    /// The possible starters, Left first.
    pub(super) fn starters(&self) -> impl Iterator<Item = Player> + use<> {
        let (turn, asked) = (self.game.turn(), self.options.starter);
        let starts = move |player: &Player| [turn, asked].iter().flatten().all(|one| one == player);
        Player::BOTH.into_iter().filter(starts)
    }

    /// Whether the game has a value: under normal play, without ends of its own.
    pub(super) fn has_value(&self) -> bool {
        self.convention == Convention::Normal && !self.game.has_ends()
    }

    /// Whether the game is worth what its components are worth together, and these can be numbered
    /// for a search.
    pub(super) fn is_sum(&self) -> bool {
        let has_source = |(term, _): &(Box<dyn Game>, bool)| term.source().is_some();
        self.has_value() && self.game.signed_terms().iter().all(has_source)
    }
}
