//! Quixo: take a cube from the border, turn it to your sign, and push it in again.

mod packed;
mod ranks;

use smallvec::SmallVec;

use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{End, ParseError, Player, Text};
use grundy_ruleset::board::grid;
use grundy_ruleset::scene::{Look, Owner, Piece, Scene, Token, squares};
use grundy_ruleset::words::{InWords, Words};
use grundy_ruleset::{Notation, Ruleset};

use self::packed::Tables;

/// Quixo on a board of `side` by `side` cubes (Thierry Chapeau, 1995).
#[derive(Clone, Copy, Debug)]
pub struct Quixo {
    side: usize,
    tables: &'static Tables,
}

/// Cubes with a sign, as bit boards; square 0 is at the top left, and numbers go row by
/// row. All other cubes are blank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cubes {
    x: u32,
    o: u32,
}

impl InWords for Cubes {
    type Words = Words<1>;

    fn to_words(&self) -> Words<1> {
        Words([u64::from(self.x) << 32 | u64::from(self.o)])
    }

    fn from_words(&Words([both]): &Words<1>) -> Cubes {
        Cubes { x: (both >> 32) as u32, o: both as u32 }
    }
}

/// A move: a cube is taken from one square of the border and pushed in at another, at an
/// end of the same row or column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Push {
    taken: usize,
    pushed: usize,
}

impl Quixo {
    /// A board with this side, from 2 to 5; none for other sides.
    #[must_use]
    pub fn new(side: usize) -> Option<Self> {
        (2..=5).contains(&side).then(|| Quixo { side, tables: Tables::of(side) })
    }

    /// All rows, columns and diagonals.
    fn lines(side: usize) -> impl Iterator<Item = u32> {
        let line = move |first: usize, step: usize| {
            (0..side).fold(0u32, |set, i| set | 1 << (first + i * step))
        };
        let straight = (0..side).flat_map(move |i| [line(i * side, 1), line(i, side)]);
        straight.chain([line(0, side + 1), line(side - 1, side - 1)])
    }

    fn has_line(&self, cubes: u32) -> bool {
        Quixo::lines(self.side).any(|line| cubes & line == line)
    }

    /// All moves, without regard to the signs of cubes.
    fn pushes(side: usize) -> impl Iterator<Item = Push> {
        let last = side - 1;
        let border = move |square: &usize| {
            [square % side, square / side].iter().any(|&at| at == 0 || at == last)
        };
        (0..side * side).filter(border).flat_map(move |taken| {
            let (x, y) = (taken % side, taken / side);
            let ends = [y * side, y * side + last, x, last * side + x];
            ends.into_iter()
                .filter(move |&end| end != taken)
                .map(move |pushed| Push { taken, pushed })
        })
    }

    /// The cubes after a move; none if the cube taken is the opponent's.
    fn pushed(&self, Cubes { x, o }: Cubes, push: Push, player: Player) -> Option<Cubes> {
        let Push { taken, pushed } = push;
        let theirs = if player == Player::Left { o } else { x };
        if theirs >> taken & 1 == 1 {
            return None;
        }
        let step = if taken.abs_diff(pushed) < self.side { 1 } else { self.side };
        // The other cubes of the line shift towards the square of the cube taken.
        let shifted = |set: u32| {
            let (mut after, mut at) = (set, taken);
            while at != pushed {
                let next = if pushed > at { at + step } else { at - step };
                after = after & !(1 << at) | (set >> next & 1) << at;
                at = next;
            }
            after & !(1 << pushed)
        };
        let (x, o) = (shifted(x), shifted(o));
        Some(match player {
            Player::Left => Cubes { x: x | 1 << pushed, o },
            Player::Right => Cubes { x, o: o | 1 << pushed },
        })
    }

    /// The moves that lead from one position to the other.
    fn between(&self, from: Cubes, to: Cubes, player: Player) -> impl Iterator<Item = Push> {
        let makes = move |push: &Push| self.pushed(from, *push, player) == Some(to);
        Quixo::pushes(self.side).filter(makes)
    }

    fn squares(&self, Cubes { x, o }: Cubes) -> impl Iterator<Item = char> {
        (0..self.side * self.side).map(move |square| match (x >> square & 1, o >> square & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ => '.',
        })
    }
}

impl Ruleset for Quixo {
    type Position = Cubes;

    fn has_ends(&self) -> bool {
        true
    }

    fn loopy(&self) -> bool {
        true
    }

    /// The options; moves with the same effect give one option.
    fn options(&self, &cubes: &Cubes, player: Player) -> impl Iterator<Item = Cubes> {
        let mut found: SmallVec<[Cubes; 64]> = SmallVec::new();
        for push in Quixo::pushes(self.side) {
            if let Some(to) = self.pushed(cubes, push, player).filter(|to| !found.contains(to)) {
                found.push(to);
            }
        }
        found.into_iter()
    }

    fn end(&self, &Cubes { x, o }: &Cubes, mover: Player) -> Option<End> {
        let (own, other) = if mover == Player::Left { (x, o) } else { (o, x) };
        // A player who makes a line of the opponent loses, even if it also makes a line of the
        // player.
        if self.has_line(own) {
            Some(End::Won(mover))
        } else {
            self.has_line(other).then(|| End::Won(mover.opponent()))
        }
    }

    fn negative(&self, &Cubes { x, o }: &Cubes) -> Option<Cubes> {
        Some(Cubes { x: o, o: x })
    }
}

impl Notation for Quixo {
    fn name(&self) -> &'static str {
        "quixo"
    }

    fn parameters(&self) -> String {
        if self.side == 5 { String::new() } else { self.side.to_string() }
    }

    fn start(&self) -> Option<Cubes> {
        Some(Cubes::default())
    }

    fn players(&self) -> Option<[String; 2]> {
        Some(["X", "O"].map(String::from))
    }

    fn print(&self, cubes: &Cubes) -> String {
        grid::print(self.side, self.squares(*cubes))
    }

    fn read(&self, text: Text<'_>) -> Result<Cubes, ParseError> {
        let board = grid::read(text, ".XO")?;
        if (board.width, board.height) != (self.side, self.side) {
            return Err(text.expected(format!("{0} rows of {0}", self.side)));
        }
        let set = |sign| {
            board.squares.iter().rev().fold(0, |set, &square| set << 1 | u32::from(square == sign))
        };
        Ok(Cubes { x: set('X'), o: set('O') })
    }

    fn alphabet(&self) -> String {
        ".XO".to_string()
    }

    fn draw(&self, cubes: &Cubes) -> String {
        grid::draw(self.side, self.squares(*cubes))
    }

    fn scene(&self, cubes: &Cubes) -> Scene {
        let all: Vec<char> = self.squares(*cubes).collect();
        squares::board(self.side, self.side, |x, y| match all[y * self.side + x] {
            'X' => Some(Piece::new(Look::Cross, Owner::Left)),
            'O' => Some(Piece::new(Look::Nought, Owner::Right)),
            _ => None,
        })
    }

    /// The square from which the cube is taken, and the square where it is pushed in.
    fn tokens(&self, _: &Scene, from: &Cubes, to: &Cubes, player: Player) -> Vec<Token> {
        let step = |push: Push| Token::Step { from: push.taken, to: push.pushed };
        self.between(*from, *to, player).map(step).collect()
    }

    /// The first move with this effect.
    fn move_name(&self, from: &Cubes, to: &Cubes, player: Player) -> String {
        let name = |square| grid::square_name(self.side, self.side, square);
        let first = self.between(*from, *to, player).next();
        first.map_or_else(
            || self.print(to),
            |push| format!("{}-{}", name(push.taken), name(push.pushed)),
        )
    }
}

/// Quixo in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "quixo",
        aliases: &[],
        family: Family::Grid,
        title: "Quixo",
        about: "Take a blank cube or one of your own from the border, turn it to your sign and push it \
                in at another end of its row or column; a full line of your sign wins. On the usual \
                board of five by five nobody can force a win.",
        rules: "On a board of SIDE by SIDE cubes, all blank at first, a player takes a cube from the \
                border that is blank or his own, turns it to his sign (Left's is X, Right's O) and \
                pushes it in at an end of its row or column, but not where it was; the others move \
                up. A full row, column or diagonal of one sign ends play. It wins for the player of \
                that sign, and a player who makes one of each sign loses.",
        notation: "quixo (a side of 5), quixo(BOARD), quixo(SIDE) or quixo(SIDE; BOARD)",
        examples: &["quixo(3)", "quixo(3; X.O|...|..X)", "quixo(2)"],
        source: "Satoshi Tanaka, François Bonnet, Sébastien Tixeuil and Yasumasa Tamura, Quixo is \
                 solved, 2020",
        parse: &|arguments: &Arguments<'_>| {
            let (side, board) = arguments.optional_board(&['.', 'X', 'O', '|']);
            let side = side.unwrap_or(Text::new("5"));
            let rules = Quixo::new(side.number("a side")?)
                .ok_or_else(|| side.expected("a side from 2 to 5"))?;
            arguments.packed_game_at(rules, board)
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_ruleset::law;

    fn read(rules: &Quixo, board: &str) -> Cubes {
        rules.read(Text::new(board)).unwrap()
    }

    #[test]
    fn keys_keep_to_the_rules() {
        // The numbers of positions with their players to move were counted by an independent walk
        // over boards written as strings.
        for (side, keys, positions) in [(2, 6, 53), (3, 2219, 32_027)] {
            let rules = Quixo::new(side).unwrap();
            let found = law::check(&rules, (&Cubes::default(), Player::Left), usize::MAX);
            assert_eq!((found.0, found.1), (keys, positions));
        }
        for (side, board) in [(4, "X..O|.OX.|...X|O..."), (5, "X...O|.OX..|...XX|O....|..X.O")] {
            let rules = Quixo::new(side).unwrap();
            for start in [Cubes::default(), read(&rules, board)] {
                law::check(&rules, (&start, Player::Right), 3000);
            }
        }
    }

    #[test]
    fn there_are_44_moves_at_first_and_16_that_differ() {
        let rules = Quixo::new(5).unwrap();
        assert_eq!(Quixo::pushes(5).count(), 44);
        assert_eq!(rules.options(&Cubes::default(), Player::Left).count(), 16);
    }

    #[test]
    fn a_line_of_each_sign_loses_for_who_made_them() {
        let rules = Quixo::new(3).unwrap();
        // Left takes the blank cube. Its row moves, and then both players have a line.
        let before = read(&rules, "XX.|OOX|..O");
        let after = read(&rules, "XXX|OO.|..O");
        assert_eq!(rules.end(&before, Player::Left), None);
        assert_eq!(rules.end(&after, Player::Right), Some(End::Won(Player::Left)));
        let both = read(&rules, "XXX|OOO|...");
        for mover in Player::BOTH {
            assert_eq!(rules.end(&both, mover), Some(End::Won(mover)));
        }
    }
}
