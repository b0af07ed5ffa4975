//! Go on small boards, with a choice of rules about repetition.
//!
//! As a formal game Go needs such a rule: either boards may repeat and play may be infinite,
//! or positions include part of their history.

mod legal;
mod notation;
mod packed;
mod repetition;
mod search;
mod stones;

use grundy_base::{End, Player};
use grundy_ruleset::Ruleset;
use grundy_ruleset::words::{InWords, Words};

pub use legal::legal_boards;
pub use notation::entry;
pub use packed::GoOnBoard;
pub use repetition::{Boards, Once, Repeat, Repetition, Superko};
pub use stones::{Points, Stones};

/// Go under one of the rules about repetition.
#[derive(Clone, Copy, Debug)]
pub struct Go<R: Repetition> {
    /// The board.
    pub points: Points,
    /// Whether a player may take the last liberty of an own chain, which is then removed.
    pub suicide: bool,
    /// Whether a player may pass; two passes in a row then end play.
    pub passes: bool,
    /// Komi: half points for Right in the count.
    pub half_komi: u16,
    /// The rule about repetition.
    pub repetition: R,
}

/// The stones, and the history that the rules need.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position<M> {
    /// The stones on the board.
    pub stones: Stones,
    /// The number of consecutive passes just made.
    pub passes: u8,
    /// Points that were played, or earlier boards.
    pub memory: M,
}

impl InWords for Position<<Repeat as Repetition>::Memory> {
    type Words = Words<3>;

    fn to_words(&self) -> Words<3> {
        Words([self.stones.x, self.stones.o, self.passes.into()])
    }

    fn from_words(&Words([x, o, passes]): &Words<3>) -> Self {
        Position { stones: Stones { x, o }, passes: passes as u8, ..Position::default() }
    }
}

impl InWords for Position<<Once as Repetition>::Memory> {
    type Words = Words<5>;

    fn to_words(&self) -> Words<5> {
        Words::padded([self.stones.x, self.stones.o, self.passes.into(), self.memory])
    }

    fn from_words(&Words([x, o, passes, memory, _]): &Words<5>) -> Self {
        Position { stones: Stones { x, o }, passes: passes as u8, memory }
    }
}

impl<R: Repetition> Go<R> {
    /// The position after a stone of `player` on an empty point that is not
    /// forbidden; none if the rules do not allow it.
    fn after(
        &self,
        position: &Position<R::Memory>,
        player: Player,
        point: u64,
    ) -> Option<Position<R::Memory>> {
        let from = position.stones;
        let (stones, suicide) = self.points.play(from, player, point);
        if suicide && !self.suicide {
            return None;
        }
        let memory = R::after(&self.points, &position.memory, from, stones, point)?;
        Some(Position { stones, passes: 0, memory })
    }

    /// Points that are empty and not forbidden; suicide and superko are not checked.
    fn open(&self, position: &Position<R::Memory>) -> u64 {
        self.points.all & !position.stones.both() & !R::forbidden(&position.memory)
    }

    fn stones_put(
        &self,
        position: &Position<R::Memory>,
        player: Player,
    ) -> impl Iterator<Item = Position<R::Memory>> {
        let open = stones::bits(self.open(position));
        open.filter_map(move |point| self.after(position, player, point))
    }

    fn count(&self, stones: Stones) -> End {
        match self.half_lead(stones).cmp(&0) {
            std::cmp::Ordering::Greater => End::Won(Player::Left),
            std::cmp::Ordering::Less => End::Won(Player::Right),
            std::cmp::Ordering::Equal => End::Tie,
        }
    }

    /// Left's margin in half points.
    fn half_lead(&self, stones: Stones) -> i32 {
        2 * self.points.area(stones) - i32::from(self.half_komi)
    }
}

impl<R: Repetition> Ruleset for Go<R> {
    type Position = Position<R::Memory>;

    fn has_ends(&self) -> bool {
        true
    }

    fn loopy(&self) -> bool {
        R::WORD != Superko::WORD
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
        let earlier: Vec<Stones> =
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
