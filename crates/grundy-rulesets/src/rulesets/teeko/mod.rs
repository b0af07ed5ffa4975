//! Teeko: players drop four stones each, then move them, until four stones of a player are
//! in a row or form a square.

mod packed;
mod tables;

use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{End, ParseError, Player, Text};
use grundy_ruleset::board::grid;
use grundy_ruleset::scene::{Look, Owner, Piece, Scene, squares};
use grundy_ruleset::words::{InWords, Words};
use grundy_ruleset::{Notation, Ruleset};

use self::tables::Tables;

/// The number of stones of each player.
const STONES: u32 = 4;

/// Teeko on a board of `side` by `side` squares (John Scarne, 1937).
#[derive(Clone, Copy, Debug)]
pub struct Teeko {
    side: usize,
    goals: Goals,
    tables: &'static Tables,
}

/// The sets of stones that win besides four in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goals {
    /// A square of 2×2 stones.
    Standard,
    /// Stones on the corners of a square of any size.
    Advanced,
}

/// Stones as bit boards; square 0 is at the top left, and numbers go row by row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Stones {
    x: u32,
    o: u32,
}

impl InWords for Stones {
    type Words = Words<1>;

    fn to_words(&self) -> Words<1> {
        Words([u64::from(self.x) << 32 | u64::from(self.o)])
    }

    fn from_words(&Words([both]): &Words<1>) -> Stones {
        Stones { x: (both >> 32) as u32, o: both as u32 }
    }
}

impl Teeko {
    /// A board with this side, from 3 to 5; none for other sides.
    #[must_use]
    pub fn new(side: usize, goals: Goals) -> Option<Self> {
        (3..=5).contains(&side).then(|| Teeko { side, goals, tables: Tables::of(side) })
    }

    /// The winning sets of four squares.
    fn goals(side: usize, goals: Goals) -> impl Iterator<Item = u32> {
        let largest = if goals == Goals::Standard { 1 } else { side - 1 };
        let row = [(0, 0), (1, 0), (2, 0), (3, 0)];
        let fall = [(0, 0), (1, 1), (2, 2), (3, 3)];
        let lines = [row, row.map(|(x, y)| (y, x)), fall, fall.map(|(x, y)| (3 - x, y))];
        let squares = (1..=largest).map(|size| [(0, 0), (size, 0), (0, size), (size, size)]);
        lines.into_iter().chain(squares).flat_map(move |shape| {
            (0..side * side).filter_map(move |first| {
                let at = shape.map(|(x, y)| (first % side + x, first / side + y));
                let inside = at.iter().all(|&(x, y)| x < side && y < side);
                inside.then(|| at.iter().fold(0, |set, (x, y)| set | 1 << (y * side + x)))
            })
        })
    }

    fn has_goal(&self, stones: u32) -> bool {
        Teeko::goals(self.side, self.goals).any(|goal| stones == goal)
    }

    /// The neighbours of a square, diagonal ones included.
    fn around(side: usize, square: usize) -> u32 {
        let near = |a: usize, b: usize| a.abs_diff(b) <= 1;
        (0..side * side)
            .filter(|&at| at != square)
            .filter(|at| near(at % side, square % side) && near(at / side, square / side))
            .fold(0, |set, at| set | 1 << at)
    }

    fn squares(&self, Stones { x, o }: Stones) -> impl Iterator<Item = char> {
        (0..self.side * self.side).map(move |square| match (x >> square & 1, o >> square & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ => '.',
        })
    }
}

impl Stones {
    /// The stones of a player, and those of the opponent.
    const fn seen_by(self, player: Player) -> (u32, u32) {
        match player {
            Player::Left => (self.x, self.o),
            Player::Right => (self.o, self.x),
        }
    }
}

impl Ruleset for Teeko {
    type Position = Stones;

    fn has_ends(&self) -> bool {
        true
    }

    fn loopy(&self) -> bool {
        true
    }

    fn options(&self, &stones: &Stones, player: Player) -> impl Iterator<Item = Stones> {
        let (own, other) = stones.seen_by(player);
        let free = !(own | other) & ((1 << (self.side * self.side)) - 1);
        let drops = own.count_ones() < STONES;
        let dropped =
            grid::numbers(if drops { u64::from(free) } else { 0 }).map(move |to| own | 1 << to);
        let movers = grid::numbers(if drops { 0 } else { u64::from(own) });
        let side = self.side;
        let moved = movers.flat_map(move |from| {
            let near = Teeko::around(side, from) & free;
            grid::numbers(u64::from(near)).map(move |to| own ^ 1 << from ^ 1 << to)
        });
        let open = self.turn(&stones).is_none_or(|turn| turn == player);
        dropped.chain(moved).filter(move |_| open).map(move |own| match player {
            Player::Left => Stones { x: own, o: other },
            Player::Right => Stones { x: other, o: own },
        })
    }

    fn end(&self, stones: &Stones, mover: Player) -> Option<End> {
        let (own, other) = stones.seen_by(mover);
        // If both players have goals, which play cannot reach, the last move decides.
        if self.has_goal(other) {
            Some(End::Won(mover.opponent()))
        } else {
            self.has_goal(own).then_some(End::Won(mover))
        }
    }

    /// While stones are dropped, the player with fewer stones is to move.
    fn turn(&self, Stones { x, o }: &Stones) -> Option<Player> {
        match x.count_ones().cmp(&o.count_ones()) {
            std::cmp::Ordering::Less => Some(Player::Left),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(Player::Right),
        }
    }

    fn negative(&self, &Stones { x, o }: &Stones) -> Option<Stones> {
        Some(Stones { x: o, o: x })
    }
}

impl Notation for Teeko {
    fn name(&self) -> &'static str {
        "teeko"
    }

    fn parameters(&self) -> String {
        match (self.side, self.goals) {
            (5, Goals::Standard) => String::new(),
            (5, Goals::Advanced) => "advanced".to_string(),
            (side, Goals::Standard) => side.to_string(),
            (side, Goals::Advanced) => format!("{side},advanced"),
        }
    }

    fn start(&self) -> Option<Stones> {
        Some(Stones::default())
    }

    fn players(&self) -> Option<[String; 2]> {
        Some(["blue", "red"].map(String::from))
    }

    fn print(&self, stones: &Stones) -> String {
        grid::print(self.side, self.squares(*stones))
    }

    fn read(&self, text: Text<'_>) -> Result<Stones, ParseError> {
        let board = grid::read(text, ".XO")?;
        if (board.width, board.height) != (self.side, self.side) {
            return Err(text.expected(format!("{0} rows of {0}", self.side)));
        }
        let set = |mark| {
            board.squares.iter().rev().fold(0, |set, &square| set << 1 | u32::from(square == mark))
        };
        let stones = Stones { x: set('X'), o: set('O') };
        let counts = [stones.x, stones.o].map(u32::count_ones);
        if counts.iter().any(|&count| count > STONES) {
            return Err(text.expected(format!("at most {STONES} stones of each player")));
        }
        if counts[0].abs_diff(counts[1]) > 1 {
            return Err(text
                .expected("as many stones of one player as of the other, or one more")
                .with_help("players drop their stones in turn"));
        }
        Ok(stones)
    }

    fn alphabet(&self) -> String {
        ".XO".to_string()
    }

    fn draw(&self, stones: &Stones) -> String {
        grid::draw(self.side, self.squares(*stones))
    }

    fn scene(&self, stones: &Stones) -> Scene {
        let all: Vec<char> = self.squares(*stones).collect();
        squares::board(self.side, self.side, |x, y| match all[y * self.side + x] {
            'X' => Some(Piece::new(Look::Stone, Owner::Left)),
            'O' => Some(Piece::new(Look::Stone, Owner::Right)),
            _ => None,
        })
    }

    /// `c3` for a stone that is dropped there, and `c3-d4` for one that moves.
    fn move_name(&self, from: &Stones, to: &Stones, player: Player) -> String {
        let (from, to) = (from.seen_by(player).0, to.seen_by(player).0);
        let names: Vec<String> = grid::numbers(u64::from(from & !to))
            .chain(grid::numbers(u64::from(to & !from)))
            .map(|square| grid::square_name(self.side, self.side, square))
            .collect();
        names.join("-")
    }
}

fn read_parameters(text: Text<'_>) -> Result<Teeko, ParseError> {
    let advanced = |text: Text<'_>| match text.as_str() {
        "advanced" => Ok(Goals::Advanced),
        _ => Err(text.expected("advanced")),
    };
    let (side, goals) = match text.split_once(",") {
        Some((side, goals)) => (side, advanced(goals)?),
        None if text.as_str() == "advanced" => (Text::new("5"), Goals::Advanced),
        None => (text, Goals::Standard),
    };
    let number = side.number("a side, or advanced")?;
    Teeko::new(number, goals).ok_or_else(|| side.expected("a side from 3 to 5"))
}

/// Teeko in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "teeko",
        aliases: &[],
        family: Family::Grid,
        title: "Teeko",
        about: "Drop four stones in turn, then move them to neighbouring squares; four in a row or in \
                a small square win. It is a draw, but the first player wins where squares of any size \
                count.",
        rules: "On a board of SIDE by SIDE squares Left (X) and Right (O) drop four stones each in \
                turn on empty squares. Then a move takes a stone of one's own to an empty square \
                beside it, also diagonally. The first whose four stones stand in a row, a column or \
                a diagonal without a gap, or in a square of two by two, wins; under advanced they \
                may also be the corners of a larger square. Play can go on for ever.",
        notation: "teeko (a side of 5), teeko(BOARD), teeko(SIDE; BOARD), teeko(advanced; BOARD) or \
                   teeko(SIDE,advanced; BOARD); the board may be left out",
        examples: &["teeko(3)", "teeko(3,advanced; X.O|...|O.X)"],
        source: "Guy L. Steele Jr., Summary of the solving of the game of Teeko, 1999; John Scarne, \
                 Scarne on Teeko, 1955",
        parse: &|arguments: &Arguments<'_>| {
            let (parameters, board) = arguments.optional_board(&['.', 'X', 'O', '|']);
            let rules = read_parameters(parameters.unwrap_or(Text::new("5")))?;
            arguments.packed_game_at(rules, board)
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_ruleset::{Packed, law};

    #[test]
    fn there_are_44_goals_or_58() {
        // The counts are Scarne's, as Steele gives them.
        let count = |goals| Teeko::goals(5, goals).count();
        assert_eq!((count(Goals::Standard), count(Goals::Advanced)), (44, 58));
    }

    #[test]
    fn keys_keep_to_the_rules() {
        // The numbers of positions with their players to move were counted by an independent walk
        // over boards written as strings.
        for (goals, keys, positions) in [(Goals::Standard, 824, 6490), (Goals::Advanced, 822, 6468)]
        {
            let rules = Teeko::new(3, goals).unwrap();
            let found = law::check(&rules, (&Stones::default(), Player::Left), usize::MAX);
            assert_eq!((found.0, found.1), (keys, positions));
        }
        for (side, board) in [(4, "X..O|.OX.|...X|O..X"), (5, "X...O|.OX..|...X.|O....|..X.O")] {
            for goals in [Goals::Standard, Goals::Advanced] {
                let rules = Teeko::new(side, goals).unwrap();
                let stones = rules.read(Text::new(board)).unwrap();
                for start in [Stones::default(), stones] {
                    let mover = rules.turn(&start).unwrap_or(Player::Right);
                    law::check(&rules, (&start, mover), 4000);
                }
            }
        }
    }

    #[test]
    fn every_position_has_a_number() {
        for side in 3..=5 {
            let rules = Teeko::new(side, Goals::Standard).unwrap();
            let count = rules.dense().unwrap();
            // On the largest board only some keys are checked.
            let keys = (0..count).step_by(if side == 5 { 997 } else { 1 });
            let (mut positions, mut known) = (0, 0);
            for number in keys {
                let (stones, mover) = rules.unpack(number).unwrap();
                let key = rules.pack(&stones, mover);
                // If some symmetries leave the stones unchanged, their images have keys too.
                assert_eq!(rules.tier(key), rules.tier(number));
                if key == number {
                    known += 1;
                    positions += u64::from(rules.orbit(key)) / 2;
                }
            }
            if side < 5 {
                let squares = (side * side) as u64;
                let choose = |n: u64, k: u64| (0..k).fold(1, |all, i| all * (n - i) / (i + 1));
                let all: u64 = (0..=8)
                    .map(|t| (t / 2, t - t / 2))
                    .map(|(a, b)| choose(squares, a) * choose(squares - a, b))
                    .sum();
                assert_eq!(positions, all);
                assert!(known <= count);
            }
            assert_eq!(rules.unpack(count), None);
        }
    }
}
