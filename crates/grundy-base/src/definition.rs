//! The verdict of a position by definition, from the verdicts of its options. For
//! verification only: no solver uses it.

use crate::outcome::{Convention, Verdict};

/// What the moves of a player lead to, as far as the verdict depends on it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Moved {
    fastest_win: Option<u32>,
    slowest_loss: Option<u32>,
    nearest_tie: Option<u32>,
    drawn: bool,
}

impl Moved {
    /// Adds a move that brings `verdict` to the player who makes it.
    pub fn add(&mut self, verdict: Verdict) {
        let least = |known: Option<u32>, moves| Some(known.map_or(moves, |least| least.min(moves)));
        self.drawn |= matches!(verdict, Verdict::Draw(_));
        match verdict {
            Verdict::Win(moves) => self.fastest_win = least(self.fastest_win, moves),
            Verdict::Loss(moves) => self.slowest_loss = self.slowest_loss.max(Some(moves)),
            Verdict::Draw(Some(moves)) => self.nearest_tie = least(self.nearest_tie, moves),
            Verdict::Draw(None) => {}
        }
    }

    /// The verdict for the player who has these moves; none when the remoteness is too large to
    /// count. (A remoteness that stayed at the greatest number could support itself.)
    #[must_use]
    pub fn truth(self, convention: Convention) -> Option<Verdict> {
        Some(match (self.fastest_win, self.drawn, self.nearest_tie, self.slowest_loss) {
            (Some(moves), ..) => Verdict::Win(moves.checked_add(1)?),
            (None, true, Some(moves), _) => Verdict::Draw(Some(moves.checked_add(1)?)),
            (None, true, None, _) => Verdict::Draw(None),
            (None, false, _, Some(moves)) => Verdict::Loss(moves.checked_add(1)?),
            (None, false, _, None) if convention == Convention::Normal => Verdict::Loss(0),
            (None, false, _, None) => Verdict::Win(0),
        })
    }
}
