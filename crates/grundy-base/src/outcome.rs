//! Who wins: ends, verdicts with remoteness, and outcome classes.

use std::fmt;

use crate::player::{ByPlayer, Player};

/// What happens to a player to move who has no move.
///
/// Positions that the rules themselves end are not affected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Convention {
    /// The player who cannot move has lost.
    #[default]
    Normal,
    /// The player who cannot move has won.
    Misere,
}

impl Convention {
    /// `normal` or `misere`, as scripts read it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Convention::Normal => "normal",
            Convention::Misere => "misere",
        }
    }
}

/// How the rules of a game end play in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// This player has just won: the position is in F_A or F_B.
    Won(Player),
    /// Nobody has won.
    Tie,
}

/// What a player can bring about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fate {
    /// The player wins.
    Win,
    /// The player loses.
    Loss,
    /// Neither player can win.
    Draw,
}

impl Fate {
    /// The same fate for the other player.
    #[must_use]
    pub const fn reversed(self) -> Fate {
        match self {
            Fate::Win => Fate::Loss,
            Fate::Loss => Fate::Win,
            Fate::Draw => Fate::Draw,
        }
    }

    /// `win`, `loss` or `draw`, as scripts read it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Fate::Win => "win",
            Fate::Loss => "loss",
            Fate::Draw => "draw",
        }
    }

    /// -1 for a loss, 0 for a draw, 1 for a win.
    #[must_use]
    pub const fn value(self) -> i8 {
        match self {
            Fate::Loss => -1,
            Fate::Draw => 0,
            Fate::Win => 1,
        }
    }
}

/// What the player to move can bring about, and how soon.
///
/// Remoteness counts moves to the end when the winner hurries and the loser
/// delays (Steinhaus; Winning Ways, chapter 9). A draw that ends in a tie has
/// the number of moves to the nearest tie that neither player needs to avoid;
/// a draw that never ends has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The player to move wins, after this many moves.
    Win(u32),
    /// The player to move loses, after this many moves.
    Loss(u32),
    /// Neither player can win.
    Draw(Option<u32>),
}

impl Verdict {
    /// The verdict without the number of moves.
    #[must_use]
    pub const fn fate(self) -> Fate {
        match self {
            Verdict::Win(_) => Fate::Win,
            Verdict::Loss(_) => Fate::Loss,
            Verdict::Draw(_) => Fate::Draw,
        }
    }

    /// Moves to the end; none for a draw that never ends.
    #[must_use]
    pub const fn remoteness(self) -> Option<u32> {
        match self {
            Verdict::Win(moves) | Verdict::Loss(moves) => Some(moves),
            Verdict::Draw(moves) => moves,
        }
    }

    /// The same play seen by the other player.
    #[must_use]
    pub const fn reversed(self) -> Verdict {
        match self {
            Verdict::Win(moves) => Verdict::Loss(moves),
            Verdict::Loss(moves) => Verdict::Win(moves),
            draw => draw,
        }
    }

    /// Orders verdicts from best to worst for the player that they speak of:
    /// fast wins first, then draws that end, endless draws, slow losses, fast losses.
    #[must_use]
    pub const fn rank(self) -> (u8, u32) {
        match self {
            Verdict::Win(moves) => (0, moves),
            Verdict::Draw(Some(moves)) => (1, moves),
            Verdict::Draw(None) => (2, 0),
            Verdict::Loss(moves) => (3, u32::MAX - moves),
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.remoteness() {
            Some(moves) => write!(f, "{} in {moves}", self.fate().word()),
            None => f.write_str("draw without end"),
        }
    }
}

/// The outcome class of a position, which needs both answers: who wins when
/// Left starts, and who wins when Right starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The player who starts (the next player) wins.
    N,
    /// The player who does not start (the previous player) wins.
    P,
    /// Left wins, whoever starts.
    L,
    /// Right wins, whoever starts.
    R,
    /// Whoever starts, neither wins.
    D,
}

impl Outcome {
    /// The class for what Left and Right bring about when each starts; none when one of them draws
    /// and the other does not.
    #[must_use]
    pub const fn from_fates(starts: ByPlayer<Fate>) -> Option<Outcome> {
        use Fate::{Draw, Loss, Win};
        match (starts.left, starts.right) {
            (Win, Win) => Some(Outcome::N),
            (Loss, Loss) => Some(Outcome::P),
            (Win, Loss) => Some(Outcome::L),
            (Loss, Win) => Some(Outcome::R),
            (Draw, Draw) => Some(Outcome::D),
            _ => None,
        }
    }

    /// What the player `starter` brings about by starting.
    #[must_use]
    pub const fn fate(self, starter: Player) -> Fate {
        match (self, starter) {
            (Outcome::N, _) | (Outcome::L, Player::Left) | (Outcome::R, Player::Right) => Fate::Win,
            (Outcome::D, _) => Fate::Draw,
            _ => Fate::Loss,
        }
    }

    /// The letter.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Outcome::N => "N",
            Outcome::P => "P",
            Outcome::L => "L",
            Outcome::R => "R",
            Outcome::D => "D",
        }
    }

    /// The class as a sentence about who wins.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        match self {
            Outcome::N => "the player who starts wins",
            Outcome::P => "the player who moves second wins",
            Outcome::L => "Left wins, whoever starts",
            Outcome::R => "Right wins, whoever starts",
            Outcome::D => "neither player can win",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}
