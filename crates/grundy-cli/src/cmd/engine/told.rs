//! What a search says of the position on the board.

use grundy::answer::Judgement;
use grundy::{Fate, Game, Player};

/// What is found so far.
#[derive(Clone, Debug)]
pub(super) struct Told {
    /// The score of the player to move.
    pub(super) score: Score,
    /// Nodes visited, or lines of play looked at.
    pub(super) nodes: u64,
    /// The best line, by the words for its moves.
    pub(super) line: Vec<String>,
}

/// A move that was chosen.
pub(super) struct Chosen {
    /// The word for it.
    pub(super) word: String,
    /// The position after it.
    pub(super) to: Box<dyn Game>,
    /// Why.
    pub(super) told: Told,
}

/// What the player to move brings about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Score {
    /// Nothing is known.
    Unknown,
    /// A proved result; moves to the end are counted from here.
    Proved(Judgement),
    /// The share of the points that is expected.
    Expected(f32),
}

impl Score {
    /// The result for the player to move, by the one after a move for the player who made it.
    pub(super) fn after(there: Judgement) -> Score {
        Score::Proved(Judgement { remoteness: there.remoteness.map(|moves| moves + 1), ..there })
    }

    /// Whether a loss is proved.
    pub(super) fn is_lost(self) -> bool {
        matches!(self, Score::Proved(Judgement { fate: Fate::Loss, .. }))
    }

    /// In hundredths of a win.
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

    /// Moves to the end of play that is won or, below 0, lost.
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

/// Who wins, by what the player to move has brought about; none for a draw.
pub(super) fn winner(fate: Fate, mover: Player) -> Option<Player> {
    match fate {
        Fate::Win => Some(mover),
        Fate::Loss => Some(mover.opponent()),
        Fate::Draw => None,
    }
}
