//! Dodgem: drive your cars across a square board, and stand in the way of the others.

use crate::board::grid;
use crate::catalogue::{Arguments, Entry, Family};
use crate::error::{ParseError, Text};
use crate::outcome::End;
use crate::player::Player;
use crate::ruleset::{Notation, Ruleset};
use crate::scene::{Ground, Look, Owner, Piece, Place, Scene, Token, squares};

/// Dodgem on a board of `side` by `side` squares (Colin Vout, about 1975).
#[derive(Clone, Copy, Debug)]
pub struct Dodgem {
    side: usize,
    /// The squares of the top row.
    top: u64,
    /// The squares of the left column.
    left: u64,
    /// The squares of the right column.
    right: u64,
}

/// Cars as sets of squares; square 0 is at the top left, rows follow each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cars {
    /// Left's cars, which drive to the right.
    left: u64,
    /// Right's cars, which drive up.
    right: u64,
}

impl Dodgem {
    /// A square board with this side, from 2 to 8; none for other sides.
    #[must_use]
    pub fn new(side: usize) -> Option<Self> {
        if !(2..=8).contains(&side) {
            return None;
        }
        let left = (0..side).fold(0, |set, y| set | 1u64 << (y * side));
        Some(Dodgem { side, top: (1 << side) - 1, left, right: left << (side - 1) })
    }

    /// Left's cars in the left column and Right's in the bottom row; the corner
    /// where these meet is empty.
    #[must_use]
    pub fn first(&self) -> Cars {
        let bottom = self.side * (self.side - 1);
        let corner = 1 << bottom;
        Cars { left: self.left & !corner, right: self.top << bottom & !corner }
    }

    /// The cars of a player after each move of that player.
    fn moves(&self, own: u64, other: u64, player: Player) -> impl Iterator<Item = u64> + use<> {
        let side = self.side as u32;
        let bottom = self.top << (side * (side - 1));
        let free = !(own | other);
        // Cars that can move up, down, left and right onto a free square: a
        // shift by which a car lands there, and never over an edge.
        let up = own & !self.top & free << side;
        let down = own & !bottom & free >> side;
        let left = own & !self.left & free << 1;
        let right = own & !self.right & free >> 1;
        let (forward, sideways, exit) = match player {
            Player::Left => ((right, 1), [(up, -(side as i32)), (down, side as i32)], self.right),
            Player::Right => ((up, -(side as i32)), [(left, -1), (right, 1)], self.top),
        };
        let exits = grid::numbers(own & exit).map(move |car| own ^ 1 << car);
        let steps = [forward, sideways[0], sideways[1]].into_iter();
        exits.chain(steps.flat_map(move |(cars, by)| {
            grid::numbers(cars).map(move |car| own ^ 1 << car ^ 1 << (car as i32 + by))
        }))
    }

    fn squares(&self, cars: &Cars) -> impl Iterator<Item = char> {
        let Cars { left, right } = *cars;
        (0..self.side * self.side).map(move |i| match (left >> i & 1, right >> i & 1) {
            (1, _) => '>',
            (_, 1) => '^',
            _ => '.',
        })
    }
}

impl Cars {
    /// The cars of a player, and those of the opponent.
    const fn seen_by(self, player: Player) -> (u64, u64) {
        match player {
            Player::Left => (self.left, self.right),
            Player::Right => (self.right, self.left),
        }
    }
}

impl Ruleset for Dodgem {
    type Position = Cars;

    fn has_ends(&self) -> bool {
        true
    }

    fn options(&self, &cars: &Cars, player: Player) -> impl Iterator<Item = Cars> {
        let (own, other) = cars.seen_by(player);
        self.moves(own, other, player).map(move |own| match player {
            Player::Left => Cars { left: own, right: other },
            Player::Right => Cars { left: other, right: own },
        })
    }

    fn end(&self, cars: &Cars, mover: Player) -> Option<End> {
        let (own, other) = cars.seen_by(mover);
        // Where both have left, which no play reaches, the last move decides.
        if other == 0 {
            Some(End::Won(mover.opponent()))
        } else if own == 0 || self.moves(own, other, mover).next().is_none() {
            // Who leaves the opponent no move loses.
            Some(End::Won(mover))
        } else {
            None
        }
    }

    /// The reflection that keeps the bottom left corner: right becomes up.
    fn negative(&self, cars: &Cars) -> Option<Cars> {
        let last = self.side - 1;
        let reflect = |set| {
            grid::numbers(set).fold(0, |set, i| {
                let (x, y) = (i % self.side, i / self.side);
                set | 1 << ((last - x) * self.side + last - y)
            })
        };
        Some(Cars { left: reflect(cars.right), right: reflect(cars.left) })
    }
}

impl Notation for Dodgem {
    fn name(&self) -> &'static str {
        "dodgem"
    }

    fn parameters(&self) -> String {
        self.side.to_string()
    }

    fn start(&self) -> Option<Cars> {
        Some(self.first())
    }

    fn print(&self, cars: &Cars) -> String {
        grid::print(self.side, self.squares(cars))
    }

    fn read(&self, text: Text<'_>) -> Result<Cars, ParseError> {
        let board = grid::read(text, ".>^")?;
        if (board.width, board.height) != (self.side, self.side) {
            return Err(text.expected(format!("{0} rows of {0}", self.side)));
        }
        let set = |car| {
            board.squares.iter().rev().fold(0, |set, &square| set << 1 | u64::from(square == car))
        };
        Ok(Cars { left: set('>'), right: set('^') })
    }

    fn alphabet(&self) -> String {
        ".>^".to_string()
    }

    fn draw(&self, cars: &Cars) -> String {
        grid::draw(self.side, self.squares(cars))
    }

    /// Behind the squares come the exits at the right, and those at the top.
    fn scene(&self, cars: &Cars) -> Scene {
        let all: Vec<char> = self.squares(cars).collect();
        let board = squares::board(self.side, self.side, |x, y| match all[y * self.side + x] {
            '>' => Some(Piece::new(Look::Car { up: false }, Owner::Left)),
            '^' => Some(Piece::new(Look::Car { up: true }, Owner::Right)),
            _ => None,
        });
        let mut scene = board.moved([0.0, 0.8]);
        let exit = |centre| Place::new("off", centre, Ground::Point);
        let (side, names) = (self.side as f64, squares::NAMES);
        let exits: Vec<Place> = (0..self.side)
            .map(|y| exit([names + side + 0.45, 0.8 + y as f64 + 0.5]))
            .chain((0..self.side).map(|x| exit([names + x as f64 + 0.5, 0.35])))
            .collect();
        scene.places.extend(exits);
        scene.size[0] += 0.8;
        scene
    }

    fn tokens(&self, _: &Scene, from: &Cars, to: &Cars, player: Player) -> Vec<Token> {
        let (before, after) = (from.seen_by(player).0, to.seen_by(player).0);
        let Some(start) = grid::numbers(before & !after).next() else { return Vec::new() };
        let area = self.side * self.side;
        let off = match player {
            Player::Left => area + start / self.side,
            Player::Right => area + self.side + start % self.side,
        };
        let end = grid::numbers(after & !before).next().unwrap_or(off);
        vec![Token::Step { from: start, to: end }]
    }

    fn move_name(&self, from: &Cars, to: &Cars, player: Player) -> String {
        let (from, to) = (from.seen_by(player).0, to.seen_by(player).0);
        let name = |set| {
            let name = |square| grid::square_name(self.side, self.side, square);
            grid::numbers(set).next().map_or("off".to_string(), name)
        };
        format!("{}-{}", name(from & !to), name(to & !from))
    }
}

/// Dodgem in the catalogue.
pub const ENTRY: Entry = Entry {
    name: "dodgem",
    aliases: &[],
    family: Family::Grid,
    title: "Dodgem",
    rules: "On a board of SIDE by SIDE squares Left has cars '>' in the left column, Right has \
            cars '^' in the bottom row, SIDE − 1 each. A move drives one car to a neighbouring \
            empty square: Left's to the right, up or down, Right's up, left or right, none ever \
            backward. A car leaves the board over its far edge, Left's on the right and Right's \
            at the top. Who has no car left wins. Who leaves the opponent no move loses.",
    notation: "dodgem (a side of 3), dodgem(SIDE) or dodgem(SIDE; BOARD)",
    examples: &["dodgem(3)", "dodgem(3; .>.|>.^|..^)"],
    source: "Winning Ways for your Mathematical Plays, chapter 22 (a game by Colin Vout)",
    parse: |arguments: &Arguments<'_>| {
        let (first, second) = arguments.optional();
        let side = first.unwrap_or(Text::new("3"));
        let rules = Dodgem::new(side.number("a side")?)
            .ok_or_else(|| side.expected("a side from 2 to 8"))?;
        let cars = second.map_or(Ok(rules.first()), |text| rules.read(text))?;
        Ok(arguments.game(rules, cars))
    },
};
