//! Three, six and nine men's morris: put men on the points of a board, slide
//! them along its lines, and close mills.

mod board;
mod entries;
mod notation;
mod packed;

use grundy_base::{End, Player};
use grundy_ruleset::Ruleset;
use grundy_ruleset::board::grid;
use grundy_ruleset::words::{InWords, Words};

use self::board::Board;
pub use self::entries::{achi, nine, six, three};

/// The least number of men: a player with fewer loses.
const FEWEST: u32 = 3;

/// The boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Nine points, one of them in the middle. A mill wins.
    Three,
    /// Two squares, of 16 points.
    Six,
    /// Three squares, of 24 points.
    Nine,
}

/// The variant of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The number of men of each player.
    pub men: u32,
    /// Whether a player with three men left may move them anywhere.
    pub flying: bool,
    /// Whether the board also has diagonal lines.
    pub diagonals: bool,
}

/// Men's morris on one of three boards.
#[derive(Clone, Copy, Debug)]
pub struct MensMorris {
    size: Size,
    variant: Variant,
    board: &'static Board,
}

/// The men of both players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Men {
    left: Side,
    right: Side,
}

impl InWords for Men {
    type Words = Words<2>;

    fn to_words(&self) -> Words<2> {
        Words(
            [self.left, self.right]
                .map(|Side { stones, hand }| u64::from(stones) << 32 | u64::from(hand)),
        )
    }

    fn from_words(&Words(sides): &Words<2>) -> Men {
        let [left, right] =
            sides.map(|side| Side { stones: (side >> 32) as u32, hand: side as u32 });
        Men { left, right }
    }
}

/// The men of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Side {
    /// The points with men; point 0 is at the top left, and numbers go row by row.
    stones: u32,
    /// The number of men in hand.
    hand: u32,
}

impl Size {
    /// The usual game on this board.
    #[must_use]
    pub const fn usual(self) -> Variant {
        match self {
            Size::Three => Variant { men: 3, flying: false, diagonals: true },
            Size::Six => Variant { men: 6, flying: false, diagonals: false },
            Size::Nine => Variant { men: 9, flying: true, diagonals: false },
        }
    }

    /// The greatest number of men of a player, such that all men fit on the board.
    #[must_use]
    pub const fn most(self) -> u32 {
        match self {
            Size::Three => 4,
            Size::Six => 8,
            Size::Nine => 12,
        }
    }
}

impl Side {
    /// The number of men of the player, those in hand included.
    const fn men(self) -> u32 {
        self.stones.count_ones() + self.hand
    }
}

impl Men {
    const fn seen_by(self, player: Player) -> (Side, Side) {
        match player {
            Player::Left => (self.left, self.right),
            Player::Right => (self.right, self.left),
        }
    }

    const fn of(own: Side, other: Side, player: Player) -> Self {
        match player {
            Player::Left => Men { left: own, right: other },
            Player::Right => Men { left: other, right: own },
        }
    }
}

impl MensMorris {
    /// A game; none if there are fewer than three men or more than
    /// [`Size::most`].
    #[must_use]
    pub fn new(size: Size, variant: Variant) -> Option<Self> {
        let board = Board::of(size, variant.diagonals);
        (FEWEST..=size.most()).contains(&variant.men).then_some(MensMorris { size, variant, board })
    }

    /// The empty board with all men in hand.
    #[must_use]
    pub fn first(&self) -> Men {
        let side = Side { stones: 0, hand: self.variant.men };
        Men { left: side, right: side }
    }

    /// Whether a mill wins at once.
    #[inline]
    fn mill_wins(&self) -> bool {
        self.size == Size::Three
    }

    /// Whether these men, none of them in hand, may move to any free point.
    #[inline]
    fn flies(&self, stones: u32) -> bool {
        self.variant.flying && stones.count_ones() == FEWEST
    }

    /// A player's men after each move, and the point that the man reached.
    fn moves(&self, own: Side, other: Side) -> impl Iterator<Item = (Side, usize)> + use<> {
        let MensMorris { board, .. } = *self;
        let free = board.all() & !(own.stones | other.stones);
        let (drops, slides) = if own.hand > 0 { (free, 0) } else { (0, own.stones) };
        let drop = move |to: usize| {
            (Side { stones: own.stones | 1 << to, hand: own.hand.saturating_sub(1) }, to)
        };
        let flies = self.flies(own.stones);
        let slide = move |from: usize| {
            let near = if flies { free } else { free & board.beside(from) };
            let stones = own.stones & !(1 << from);
            grid::numbers(u64::from(near))
                .map(move |to| (Side { stones: stones | 1 << to, hand: 0 }, to))
        };
        let drops = grid::numbers(u64::from(drops)).map(drop);
        drops.chain(grid::numbers(u64::from(slides)).flat_map(slide))
    }
}

impl Ruleset for MensMorris {
    type Position = Men;

    fn has_ends(&self) -> bool {
        true
    }

    fn loopy(&self) -> bool {
        true
    }

    fn options(&self, men: &Men, player: Player) -> impl Iterator<Item = Men> {
        let (own, other) = men.seen_by(player);
        self.moves(own, other).flat_map(move |(own, to)| {
            let takes = !self.mill_wins() && self.board.closes(own.stones, to);
            let taken = if takes { self.board.open(other.stones) } else { 0 };
            // If all men of the opponent are in hand, none is taken.
            let left = (taken == 0).then_some(other.stones);
            let taken =
                grid::numbers(u64::from(taken)).map(move |point| other.stones & !(1 << point));
            left.into_iter()
                .chain(taken)
                .map(move |stones| Men::of(own, Side { stones, ..other }, player))
        })
    }

    fn end(&self, men: &Men, mover: Player) -> Option<End> {
        let (own, other) = men.seen_by(mover);
        let has_mill = |side: Side| self.mill_wins() && self.board.in_mills(side.stones) != 0;
        let won = Some(End::Won(mover));
        let lost = Some(End::Won(mover.opponent()));
        // If both players have won, which play cannot reach, the last move decides.
        if own.men() < FEWEST || has_mill(other) {
            lost
        } else if other.men() < FEWEST || has_mill(own) {
            won
        } else if self.moves(own, other).next().is_none() {
            lost
        } else {
            None
        }
    }

    fn negative(&self, &Men { left, right }: &Men) -> Option<Men> {
        Some(Men { left: right, right: left })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_base::Text;
    use grundy_ruleset::{Notation, law};

    fn game(size: Size, change: impl Fn(&mut Variant)) -> MensMorris {
        let mut variant = size.usual();
        change(&mut variant);
        MensMorris::new(size, variant).unwrap()
    }

    #[test]
    fn keys_keep_to_the_rules() {
        // The numbers of positions with their players to move were counted by an independent walk
        // over boards written as strings.
        for (men, flying, diagonals, positions) in [
            (3, false, false, 5466),
            (3, false, true, 5390),
            (3, true, false, 5470),
            (3, true, true, 5390),
            (4, false, false, 5886),
            (4, false, true, 5716),
        ] {
            let rules = game(Size::Three, |variant| *variant = Variant { men, flying, diagonals });
            let (_, found, _) = law::check(&rules, (&rules.first(), Player::Left), usize::MAX);
            assert_eq!(found, positions, "{:?}", rules.variant);
        }
        for (size, men, board) in [
            (Size::Six, 3, "XX.|...|....|...|.OO, 1, 1"),
            (Size::Six, 6, "XX.|XO.|OO..|X.X|.OO, 1, 1"),
            (Size::Six, 6, "OO.|...|....|...|..., 6, 4"),
            (Size::Six, 6, "XXX|O.O|X..X|O.O|..."),
            (Size::Six, 6, "XXX|O.O|X...|O.O|..."),
            (Size::Nine, 9, "XX.|...|OO.|......|...|...|..."),
            (Size::Nine, 9, "XX.|...|OO.|X..O..|...|...|..."),
            (Size::Nine, 9, "XX.|...|OO.|X..O..|...|X..|..O, 5, 4"),
        ] {
            for (flying, diagonals) in [(false, false), (true, false), (true, true)] {
                let rules = game(size, |variant| *variant = Variant { men, flying, diagonals });
                let read = rules.read(Text::new(board)).unwrap();
                for (start, mover) in [(rules.first(), Player::Left), (read, Player::Right)] {
                    law::check(&rules, (&start, mover), 2500);
                }
            }
        }
    }

    fn taken(rules: &MensMorris, board: &str) -> Vec<String> {
        let men = rules.read(Text::new(board)).unwrap();
        let options = rules.options(&men, Player::Left);
        let names = options.map(|to| rules.move_name(&men, &to, Player::Left));
        names.filter(|name| name.contains('×')).collect()
    }

    #[test]
    fn a_mill_takes_a_man_that_is_in_no_mill_or_any_if_all_are() {
        let rules = game(Size::Six, |_| {});
        let moves = taken(&rules, "XX.|OOO|....|...|O.., 1, 0");
        assert_eq!(moves, ["e5×a1"]);
        let moves = taken(&rules, "XX.|OOO|....|...|..., 1, 0");
        assert_eq!(moves, ["e5×b4", "e5×c4", "e5×d4"]);
        // First there is nothing to take. Then there are two mills, but only one man is taken.
        assert_eq!(taken(&rules, "XX.|...|....|...|..., 1, 3"), [""; 0]);
        let moves = taken(&rules, "XX.|...|...X|O.O|O.X, 1, 0");
        assert_eq!(moves, ["e5×b2", "e5×d2", "e5×a1"]);
    }

    #[test]
    fn three_men_may_fly_and_none_in_hand() {
        let board = "XXO|...|....|...|XOO";
        let moves = |flying: bool, board: &str| {
            let rules = game(Size::Six, |variant| variant.flying = flying);
            let men = rules.read(Text::new(board)).unwrap();
            rules.moves(men.left, men.right).count()
        };
        assert_eq!((moves(false, board), moves(true, board)), (3, 30));
        assert_eq!(moves(true, "XXO|...|....|...|XOO, 1, 0"), 10);
    }

    #[test]
    fn who_cannot_move_or_has_two_men_loses() {
        let rules = game(Size::Six, |_| {});
        for (board, mover, end) in [
            ("XO.|...|O...|...|..., 2, 2", Player::Left, None),
            ("XO.|...|O...|...|..., 1, 2", Player::Left, Some(End::Won(Player::Right))),
            ("XO.|...|O...|...|..., 1, 2", Player::Right, Some(End::Won(Player::Right))),
            ("XOX|.O.|O..O|...|..X", Player::Left, None),
            ("XOX|...|O..O|...|OOX", Player::Left, Some(End::Won(Player::Right))),
            ("XOX|...|O..O|...|OOX", Player::Right, None),
        ] {
            let men = rules.read(Text::new(board)).unwrap();
            assert_eq!(rules.end(&men, mover), end, "{board}");
        }
    }
}
