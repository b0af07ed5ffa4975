//! A verdict in two bytes, ordered from the worst for the player to move to the best.

use bytemuck::{Pod, Zeroable};

use grundy_base::{Fate, Verdict};

/// What the player to move brings about, and in how many moves; or, for an open position, how many
/// of its moves may still save that player.
///
/// Greater is better for the same player: fast losses come first, then slow losses, draws without
/// end, slow ties, fast ties, slow wins and fast wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Pod, Zeroable)]
#[repr(transparent)]
pub struct Code(u16);

impl Code {
    /// The greatest remoteness that has a code.
    pub const LONGEST: u32 = 0x3ffe;
    /// A draw without end.
    pub const DRAW: Code = Code(0x4000);
    /// Less than any other code: a loss before any move.
    pub const WORST: Code = Code(0);

    /// No verdict and no open position either: a loss that takes longer than any.
    pub(super) const ABSENT: Code = Code(0x3fff);

    const FAST_TIE: u16 = 0x7fff;
    const OPEN: u16 = 0x8000;
    const SLOW_WIN: u16 = 0xc000;
    const FAST_WIN: u16 = 0xffff;

    /// The verdict of an end.
    #[must_use]
    pub const fn end(fate: Fate) -> Code {
        match fate {
            Fate::Loss => Code(0),
            Fate::Draw => Code(Self::FAST_TIE),
            Fate::Win => Code(Self::FAST_WIN),
        }
    }

    /// A win after this many moves, at most [`Code::LONGEST`].
    #[must_use]
    pub const fn win(moves: u32) -> Code {
        Code(Self::FAST_WIN - moves as u16)
    }

    /// A loss after this many moves.
    #[must_use]
    pub const fn loss(moves: u32) -> Code {
        Code(moves as u16)
    }

    /// A tie after this many moves.
    #[must_use]
    pub const fn tie(moves: u32) -> Code {
        Code(Self::FAST_TIE - moves as u16)
    }

    /// An open position with `hopes` hopes.
    pub(super) const fn open(hopes: u16) -> Code {
        Code(Self::OPEN + hopes)
    }

    /// The hopes of an open position.
    #[inline]
    pub(super) const fn hopes(self) -> Option<u16> {
        match self.is_open() {
            true => Some(self.0 - Self::OPEN),
            false => None,
        }
    }

    /// Whether there is no verdict yet.
    #[inline]
    pub(super) const fn is_open(self) -> bool {
        self.0 & 0xc000 == Self::OPEN
    }

    /// Whether a player has lost.
    #[inline]
    pub(super) const fn is_loss(self) -> bool {
        self.0 < 0x4000
    }

    /// Whether a player has won or lost.
    #[inline]
    pub(super) const fn is_won_or_lost(self) -> bool {
        self.0 < 0x4000 || self.0 >= Self::SLOW_WIN
    }

    /// What a move to a position with this verdict is worth to the player who
    /// makes it. `passes_turn` says that the other player is to move there.
    #[inline]
    #[must_use]
    pub const fn before(self, passes_turn: bool) -> Code {
        let code = self.0;
        let quarter = code >> 14;
        Code(match (quarter, passes_turn) {
            (1, _) => code - (code != Self::DRAW.0) as u16,
            // A loss of the opponent's is a win, one move later, and a win a loss;
            // the same in one line, as branches on verdicts are slow.
            (_, true) => (Self::FAST_WIN - 1).wrapping_add(quarter & 2).wrapping_sub(code),
            (0, false) => code + 1,
            (_, false) => code - 1,
        })
    }

    /// Win, loss or draw.
    #[must_use]
    pub const fn fate(self) -> Fate {
        match self.0 {
            ..0x4000 => Fate::Loss,
            Self::SLOW_WIN.. => Fate::Win,
            _ => Fate::Draw,
        }
    }

    /// Moves to the end; none for a draw that never ends.
    #[must_use]
    pub const fn remoteness(self) -> Option<u32> {
        match self.fate() {
            Fate::Loss => Some(self.0 as u32),
            Fate::Win => Some((Self::FAST_WIN - self.0) as u32),
            Fate::Draw if self.0 == Self::DRAW.0 => None,
            Fate::Draw => Some((Self::FAST_TIE - self.0) as u32),
        }
    }

    /// The verdict in words.
    #[must_use]
    pub const fn verdict(self) -> Verdict {
        match (self.fate(), self.remoteness()) {
            (Fate::Win, Some(moves)) => Verdict::Win(moves),
            (Fate::Loss, Some(moves)) => Verdict::Loss(moves),
            (_, moves) => Verdict::Draw(moves),
        }
    }

    /// The number itself.
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The code of a number.
    #[must_use]
    pub const fn from_bits(bits: u16) -> Code {
        Code(bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> Vec<Code> {
        let decided = |moves| [Code::win(moves), Code::loss(moves), Code::tie(moves)];
        let few = [0, 1, 2, 77, Code::LONGEST];
        few.into_iter().flat_map(decided).chain([Code::DRAW]).collect()
    }

    #[test]
    fn codes_are_ordered_as_players_prefer_them() {
        for a in all() {
            for b in all() {
                // `rank` puts the best first.
                assert_eq!(a.cmp(&b), b.verdict().rank().cmp(&a.verdict().rank()), "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn a_move_adds_one_and_turns_the_verdict_round_if_it_gives_the_turn_away() {
        for code in all().into_iter().filter(|code| code.remoteness() != Some(Code::LONGEST)) {
            let later = |code: Code| code.remoteness().map(|moves| moves + 1);
            let (passed, kept) = (code.before(true), code.before(false));
            assert_eq!(passed.fate(), code.fate().reversed());
            assert_eq!(kept.fate(), code.fate());
            assert_eq!((passed.remoteness(), kept.remoteness()), (later(code), later(code)));
        }
    }

    #[test]
    fn hopes_are_no_verdict() {
        for hopes in [0, 1, 0x3fff] {
            assert_eq!(Code::open(hopes).hopes(), Some(hopes));
        }
        assert!(all().into_iter().all(|code| code.hopes().is_none()));
    }
}
