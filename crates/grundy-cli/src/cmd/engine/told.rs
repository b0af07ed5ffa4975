//! The findings of a search about the present position.

use grundy::answer::Judgement;
use grundy::{Fate, Game, Player};

/// The findings so far.
#[derive(Clone, Debug)]
pub(super) struct Told {
    /// The score of the player to move.
    pub(super) score: Score,
    /// The number of nodes visited, or of lines of play looked at.
    pub(super) nodes: u64,
    /// The best line, as the words for its moves.
    pub(super) line: Vec<String>,
}

/// A move that was chosen.
pub(super) struct Chosen {
    /// The word for the move.
    pub(super) word: String,
    /// The position after it.
    pub(super) to: Box<dyn Game>,
    /// Why.
    pub(super) told: Told,
}

/// A score for the player to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Score {
    /// Nothing is known.
    Unknown,
    /// A proved result; its moves to the end are counted from the present position.
    Proved(Judgement),
    /// The expected share of the points.
    Expected(f32),
}

impl Score {
    /// The score before a move, given the result after the move for the player who made it.
    pub(super) fn after(there: Judgement) -> Score {
        Score::Proved(Judgement { remoteness: there.remoteness.map(|moves| moves + 1), ..there })
    }

    /// Whether a loss is proved.
    pub(super) fn is_lost(self) -> bool {
        matches!(self, Score::Proved(Judgement { fate: Fate::Loss, .. }))
    }

    /// The score in hundredths of a win.
    pub(super) fn centipoints(self) -> Option<i32> {
        match self {
            Score::Unknown => None,
            Score::Proved(Judgement { fate, .. }) => Some(match fate {
                Fate::Win => 100,
                Fate::Draw => 0,
                Fate::Loss => -100,
            }),
            Score::Expected(share) => Some((200.0 * share - 100.0).round() as i32),
        }
    }

    /// The number of moves to the end, if play is won; its negative, if play is lost.
    pub(super) fn mate(self) -> Option<i64> {
        match self {
            Score::Proved(Judgement { fate: Fate::Win, remoteness }) => remoteness.map(i64::from),
            Score::Proved(Judgement { fate: Fate::Loss, remoteness }) => {
                remoteness.map(|moves| -i64::from(moves))
            }
            _ => None,
        }
    }
}

/// The winner, given the result for the player to move; none for a draw.
pub(super) fn winner(fate: Fate, mover: Player) -> Option<Player> {
    match fate {
        Fate::Win => Some(mover),
        Fate::Loss => Some(mover.opponent()),
        Fate::Draw => None,
    }
}
