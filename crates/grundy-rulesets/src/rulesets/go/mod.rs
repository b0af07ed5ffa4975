//! Go, with a choice of rules about repetition.
//!
//! As a formal game Go needs such a rule: either boards may repeat and play can be infinite, or
//! positions include part of their history.

#[cfg(test)]
mod large;
mod legal;
mod notation;
mod packed;
mod repetition;
mod search;
mod stones;

use grundy_base::{End, Player};
use grundy_ruleset::Ruleset;
use grundy_ruleset::board::rows::Bits;
use grundy_ruleset::board::stored::Stored;
use grundy_ruleset::board::wide::Wide;
use grundy_ruleset::words::{Bytes, InWords, Words, bytes_of, halves, whole};

pub use legal::legal_boards;
pub use notation::entry;
pub use packed::GoOnBoard;
pub use repetition::{Boards, Once, Repeat, Repetition, Superko};
pub use stones::{Points, Stones};

/// Go under one of the rules about repetition. Boards are sets of type `B`.
#[derive(Clone, Copy, Debug)]
pub struct Go<R, B = u64> {
    /// The board.
    pub points: Points<B>,
    /// Whether a player may take the last liberty of an own chain, which is then removed.
    pub suicide: bool,
    /// Whether a player may pass; two passes in a row then end play.
    pub passes: bool,
    /// The komi, in half points, which count for Right.
    pub half_komi: u16,
    /// The rule about repetition.
    pub repetition: R,
}

/// The stones, and the history that the rules need.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position<M, B = u64> {
    /// The stones on the board.
    pub stones: Stones<B>,
    /// The number of consecutive passes just made.
    pub passes: u8,
    /// Points that were played, or earlier boards.
    pub memory: M,
}

impl<B: Stored<2, 1>> InWords for Position<<Repeat as Repetition>::Memory, B> {
    type Words = B::Words;

    #[inline]
    fn to_words(&self) -> B::Words {
        B::store([self.stones.x, self.stones.o], [self.passes.into()])
    }

    #[inline]
    fn from_words(words: &B::Words) -> Self {
        let ([x, o], [passes]) = B::restore(words);
        Position { stones: Stones { x, o }, passes: passes as u8, ..Position::default() }
    }

    fn bytes(words: &B::Words) -> usize {
        B::bytes(words)
    }
}

impl InWords for Position<u64> {
    type Words = Words<5>;

    fn to_words(&self) -> Words<5> {
        Words::padded([self.stones.x, self.stones.o, self.passes.into(), self.memory])
    }

    fn from_words(&Words([x, o, passes, memory, _]): &Words<5>) -> Self {
        Position { stones: Stones { x, o }, passes: passes as u8, memory }
    }
}

impl InWords for Position<u128, u128> {
    type Words = Words<7>;

    fn to_words(&self) -> Words<7> {
        let [x, o, memory] = [self.stones.x, self.stones.o, self.memory].map(halves);
        Words([x[0], x[1], o[0], o[1], self.passes.into(), memory[0], memory[1]])
    }

    fn from_words(&Words([x, x_low, o, o_low, passes, memory, low]): &Words<7>) -> Self {
        let stones = Stones { x: whole(x, x_low), o: whole(o, o_low) };
        Position { stones, passes: passes as u8, memory: whole(memory, low) }
    }
}

/// The bytes of a set, the most significant first.
fn set_to_bytes(set: Wide) -> impl Iterator<Item = u8> {
    (0..Wide::BITS / u64::BITS).rev().flat_map(move |number| set.word(number).to_be_bytes())
}

/// The inverse of [`set_to_bytes`].
fn set_from_bytes(bytes: &[u8]) -> Wide {
    bytes.iter().rev().zip(0..).fold(Wide::EMPTY, |set, (&byte, i)| {
        set | Wide::of_word(u64::from(byte) << (8 * (i % 8)), i / 8)
    })
}

/// The number of bytes of a set.
const OF_SET: usize = Wide::BITS as usize / 8;

impl<M> Position<M, Wide> {
    /// The position as bytes, with its memory as bytes.
    fn to_bytes(&self, memory: impl IntoIterator<Item = u8>) -> Bytes {
        let sets = set_to_bytes(self.stones.x).chain(set_to_bytes(self.stones.o));
        sets.chain([self.passes]).chain(memory).collect()
    }

    /// The inverse of [`Position::to_bytes`], where `memory` reads the bytes of the memory.
    fn from_bytes(bytes: &[u8], memory: impl Fn(&[u8]) -> M) -> Self {
        let stones = Stones {
            x: set_from_bytes(&bytes[..OF_SET]),
            o: set_from_bytes(&bytes[OF_SET..2 * OF_SET]),
        };
        Position { stones, passes: bytes[2 * OF_SET], memory: memory(&bytes[2 * OF_SET + 1..]) }
    }
}

impl InWords for Position<Wide, Wide> {
    type Words = Bytes;

    fn to_words(&self) -> Bytes {
        self.to_bytes(set_to_bytes(self.memory))
    }

    fn from_words(bytes: &Bytes) -> Self {
        Position::from_bytes(bytes, set_from_bytes)
    }

    fn bytes(bytes: &Bytes) -> usize {
        bytes_of(bytes)
    }
}

impl InWords for Position<Boards, Wide> {
    type Words = Bytes;

    fn to_words(&self) -> Bytes {
        self.to_bytes(self.memory.iter().copied())
    }

    fn from_words(bytes: &Bytes) -> Self {
        Position::from_bytes(bytes, Boards::from_slice)
    }

    fn bytes(bytes: &Bytes) -> usize {
        bytes_of(bytes)
    }
}

impl<R: Repetition<B>, B: Bits> Go<R, B> {
    /// The position after a stone of `player` on an empty point that is not
    /// forbidden; none if the rules do not allow it.
    fn after(
        &self,
        position: &Position<R::Memory, B>,
        player: Player,
        point: B,
    ) -> Option<Position<R::Memory, B>> {
        let from = position.stones;
        let (stones, suicide) = self.points.play(from, player, point);
        if suicide && !self.suicide {
            return None;
        }
        let memory = R::after(&self.points, &position.memory, from, stones, point)?;
        Some(Position { stones, passes: 0, memory })
    }

    /// Points that are empty and not forbidden; suicide and superko are not checked.
    fn open(&self, position: &Position<R::Memory, B>) -> B {
        self.points.all & !position.stones.both() & !R::forbidden(&position.memory)
    }

    fn stones_put(
        &self,
        position: &Position<R::Memory, B>,
        player: Player,
    ) -> impl Iterator<Item = Position<R::Memory, B>> {
        let open = self.open(position).singles();
        open.filter_map(move |point| self.after(position, player, point))
    }

    fn count(&self, stones: Stones<B>) -> End {
        match self.half_lead(stones).cmp(&0) {
            std::cmp::Ordering::Greater => End::Won(Player::Left),
            std::cmp::Ordering::Less => End::Won(Player::Right),
            std::cmp::Ordering::Equal => End::Tie,
        }
    }

    /// Left's margin in half points.
    fn half_lead(&self, stones: Stones<B>) -> i32 {
        2 * self.points.area(stones) - i32::from(self.half_komi)
    }
}

impl<R: Repetition<B>, B: Bits> Ruleset for Go<R, B> {
    type Position = Position<R::Memory, B>;

    fn has_ends(&self) -> bool {
        true
    }

    fn loopy(&self) -> bool {
        R::WORD != repetition::SUPERKO
    }

    fn options(
        &self,
        position: &Self::Position,
        player: Player,
    ) -> impl Iterator<Item = Self::Position> {
        let pass = self
            .passes
            .then(|| Position { passes: position.passes.saturating_add(1), ..position.clone() });
        self.stones_put(position, player).chain(pass)
    }

    fn end(&self, position: &Self::Position, mover: Player) -> Option<End> {
        let over = if self.passes {
            position.passes >= 2
        } else {
            self.stones_put(position, mover).next().is_none()
        };
        over.then(|| self.count(position.stones))
    }

    fn negative(&self, position: &Self::Position) -> Option<Self::Position> {
        if self.half_komi != 0 {
            return None;
        }
        let earlier: Vec<Stones<B>> =
            R::earlier(&self.points, &position.memory).map(Stones::exchanged).collect();
        let forbidden = R::forbidden(&position.memory);
        Some(Position {
            stones: position.stones.exchanged(),
            passes: position.passes,
            memory: R::remember(&self.points, forbidden, &earlier),
        })
    }

    fn bytes(&self, position: &Self::Position) -> usize {
        size_of::<Self::Position>() + R::bytes_outside(&position.memory)
    }
}
