//! Dodgem: drive your cars across a square board, and block those of the opponent.

use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{End, Fate, ParseError, Player, Text};
use grundy_ruleset::board::grid;
use grundy_ruleset::scene::{Ground, Look, Owner, Piece, Place, Scene, Token, squares};
use grundy_ruleset::words::{InWords, Words};
use grundy_ruleset::{Notation, Packed, Ruleset};

/// Dodgem on a board of `side` by `side` squares (Colin Vout, about 1975).
#[derive(Clone, Copy, Debug)]
pub struct Dodgem {
    side: usize,
    /// The number of cars of each player at the start.
    cars: usize,
    /// The squares of the top row.
    top: u64,
    /// The squares of the left column.
    left: u64,
    /// The squares of the right column.
    right: u64,
    /// The image of each square under the reflection that exchanges right and up.
    reflected: [u8; 64],
}

/// Cars as bit boards; square 0 is at the top left, and numbers go row by row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cars {
    /// Left's cars, which drive to the right.
    left: u64,
    /// Right's cars, which drive up.
    right: u64,
}

impl InWords for Cars {
    type Words = Words<2>;

    fn to_words(&self) -> Words<2> {
        Words([self.left, self.right])
    }

    fn from_words(&Words([left, right]): &Words<2>) -> Cars {
        Cars { left, right }
    }
}

impl Dodgem {
    /// A square board with a side from 2 to 8, on which each player starts with `cars` cars; none
    /// for other sides, and if `cars` is not less than the side.
    #[must_use]
    pub fn new(side: usize, cars: usize) -> Option<Self> {
        if !(2..=8).contains(&side) || !(1..side).contains(&cars) {
            return None;
        }
        let left = (0..side).fold(0, |set, y| set | 1u64 << (y * side));
        let reflected = std::array::from_fn(|square| {
            let (x, y) = (square % side, square / side);
            if y < side { ((side - 1 - x) * side + side - 1 - y) as u8 } else { 0 }
        });
        let (top, right) = ((1 << side) - 1, left << (side - 1));
        Some(Dodgem { side, cars, top, left, right, reflected })
    }

    /// Left's cars in the left column and Right's in the bottom row, next to their common
    /// corner, which is empty.
    #[must_use]
    pub fn first(&self) -> Cars {
        let corner = self.side * (self.side - 1);
        let (mut left, mut right) = (0, 0);
        for i in 1..=self.cars {
            left |= 1 << (corner - i * self.side);
            right |= 1 << (corner + i);
        }
        Cars { left, right }
    }

    /// The cars of a player after each move of that player.
    fn moves(&self, own: u64, other: u64, player: Player) -> impl Iterator<Item = u64> + use<> {
        let side = self.side as u32;
        let bottom = self.top << (side * (side - 1));
        let free = !(own | other);
        // The cars that can step onto a free square up, down, left and right; shifts must not
        // wrap around edges.
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

    /// The image of a set under the reflection in the diagonal through the bottom left corner,
    /// which exchanges right and up.
    #[inline]
    fn reflect(&self, set: u64) -> u64 {
        grid::numbers(set).fold(0, |all, square| all | 1 << self.reflected[square])
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

    fn loopy(&self) -> bool {
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
        // If neither player has cars, which play cannot reach, the last move decides.
        if other == 0 {
            Some(End::Won(mover.opponent()))
        } else if own == 0 || self.moves(own, other, mover).next().is_none() {
            // A player who leaves the opponent no move loses.
            Some(End::Won(mover))
        } else {
            None
        }
    }

    /// The reflection in the diagonal through the bottom left corner exchanges the players.
    fn negative(&self, cars: &Cars) -> Option<Cars> {
        Some(Cars { left: self.reflect(cars.right), right: self.reflect(cars.left) })
    }
}

impl Notation for Dodgem {
    fn name(&self) -> &'static str {
        "dodgem"
    }

    fn parameters(&self) -> String {
        match self.side - self.cars {
            1 => self.side.to_string(),
            _ => format!("{},{}", self.side, self.cars),
        }
    }

    fn start(&self) -> Option<Cars> {
        Some(self.first())
    }

    fn players(&self) -> Option<[String; 2]> {
        Some(["blue", "red"].map(String::from))
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

    /// The exits at the right follow the squares, and those at the top come last.
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

/// A key has the cars of the player to move, who is always Left, and in the higher bits
/// those of the opponent. The reflection that exchanges the players makes this possible.
impl Packed for Dodgem {
    type Key = u64;

    fn fits(&self) -> bool {
        self.area() <= 32
    }

    fn pack(&self, cars: &Cars, mover: Player) -> u64 {
        let Cars { left, right } = *cars;
        match mover {
            Player::Left => self.key(left, right),
            Player::Right => self.key(self.reflect(right), self.reflect(left)),
        }
    }

    fn unpack(&self, key: u64) -> Option<(Cars, Player)> {
        let (left, right) = self.cars(key);
        Some((Cars { left, right }, Player::Left))
    }

    #[inline]
    fn expand(&self, key: u64, mut option: impl FnMut(usize, u64)) -> Option<Fate> {
        let (own, other) = self.cars(key);
        if other == 0 {
            return Some(Fate::Loss);
        }
        let (mut stuck, next) = (true, self.reflect(other));
        for own in self.moves(own, other, Player::Left) {
            stuck = false;
            option(0, self.key(next, self.reflect(own)));
        }
        stuck.then_some(Fate::Win)
    }

    /// The position, and its reflection with the other player to move.
    fn orbit(&self, _: u64) -> u32 {
        2
    }

    fn has_parents(&self) -> bool {
        true
    }

    /// Takes the last move back: a car steps back, or returns to the board.
    #[inline]
    fn parents(&self, key: u64, mut parent: impl FnMut(u64)) {
        let (other, own) = self.cars(key);
        let (own, other) = (self.reflect(own), self.reflect(other));
        // If the opponent of the last mover has no cars, play was over before that move.
        if other == 0 {
            return;
        }
        let side = self.side as u32;
        let bottom = self.top << (side * (side - 1));
        let free = !(own | other);
        if (own.count_ones() as usize) < self.cars {
            grid::numbers(self.right & free)
                .for_each(|car| parent(self.key(own | 1 << car, other)));
        }
        for (cars, by) in [
            (own & !self.left & free << 1, -1),
            (own & !bottom & free >> side, side as i32),
            (own & !self.top & free << side, -(side as i32)),
        ] {
            grid::numbers(cars).for_each(|car| {
                parent(self.key(own ^ 1 << car ^ 1 << (car as i32 + by), other));
            });
        }
    }
}

impl Dodgem {
    fn area(&self) -> usize {
        self.side * self.side
    }

    #[inline]
    fn key(&self, own: u64, other: u64) -> u64 {
        own | other << self.area()
    }

    /// The cars of the player to move, and those of the opponent.
    #[inline]
    fn cars(&self, key: u64) -> (u64, u64) {
        let all = (1 << self.area()) - 1;
        (key & all, key >> self.area() & all)
    }
}

/// Dodgem in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "dodgem",
        aliases: &[],
        family: Family::Grid,
        title: "Dodgem",
        about: "Drive your cars across a small board and off its far edge while the other player's \
                cars cross your way. Whoever has all cars off first wins, and whoever leaves the other \
                no move loses.",
        rules: "On a board of SIDE by SIDE squares Left has cars '>' in the left column, Right has \
                cars '^' in the bottom row, SIDE − 1 each, or so many as are given. A move drives one car to a neighbouring \
                empty square: Left's to the right, up or down, Right's up, left or right, none ever \
                backward. A car leaves the board over its far edge, Left's on the right and Right's \
                at the top. Who has no car left wins. Who leaves the opponent no move loses.",
        notation: "dodgem (a side of 3), dodgem(SIDE), dodgem(SIDE; BOARD), dodgem(SIDE,CARS) or \
                   dodgem(SIDE,CARS; BOARD)",
        examples: &["dodgem(3)", "dodgem(3; .>.|>.^|..^)"],
        source: "Winning Ways for your Mathematical Plays, chapter 22 (a game by Colin Vout)",
        parse: &|arguments: &Arguments<'_>| {
            let (parameters, position) = arguments.optional();
            let parameters = parameters.unwrap_or(Text::new("3"));
            let (side, cars) = match parameters.split_once(",") {
                Some((side, cars)) => (side.number("a side")?, cars.number("a number of cars")?),
                None => {
                    let side: usize = parameters.number("a side")?;
                    (side, side.saturating_sub(1))
                }
            };
            let rules = Dodgem::new(side, cars).ok_or_else(|| {
                parameters.expected("a side from 2 to 8, and fewer cars than that but one at least")
            })?;
            arguments.packed_game_at(rules, position)
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_ruleset::law;

    #[test]
    fn packed_moves_are_those_of_the_rules() {
        for (side, cars) in [(2, 1), (3, 1), (3, 2), (4, 2)] {
            let rules = Dodgem::new(side, cars).unwrap();
            law::check(&rules, (&rules.first(), Player::Left), 30_000);
        }
    }
}
