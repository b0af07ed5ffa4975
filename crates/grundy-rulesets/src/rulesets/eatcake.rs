//! Eatcake: Left eats a column of a cake, Right a row; in a variant the rest is rotated.

use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ParseError, Player, Text};
use grundy_game::Game;
use grundy_ruleset::board::cakes;
use grundy_ruleset::board::cakes::Cakes;
use grundy_ruleset::scene::{Ground, Look, Owner, Place, Scene, Token, keys};
use grundy_ruleset::{Notation, Ruleset, Sizes, keyed};

/// Eatcake, and Turn-and-Eatcake (Winning Ways).
#[derive(Clone, Copy, Debug, Default)]
pub struct Eatcake {
    /// Whether the rest of a cake is rotated by a right angle.
    pub turns: bool,
}

/// The greatest total number of squares for which cakes are drawn square by square.
const MOST_SQUARES: usize = 600;
/// The width at which lines of cakes wrap.
const WIDEST: f64 = 24.0;

fn side([width, height]: [u16; 2], player: Player) -> u16 {
    if player == Player::Left { width } else { height }
}

/// The place of the first square of each cake, if all squares are places.
fn drawn(position: &Cakes) -> Option<Vec<usize>> {
    let mut first = vec![0];
    for &[width, height] in position {
        first.push(first.last()? + usize::from(width) * usize::from(height));
    }
    (first.pop()? <= MOST_SQUARES).then_some(first)
}

impl Eatcake {
    /// The cakes after a strip of width one is eaten, at distance `before` from the left or the top
    /// of its cake.
    fn eaten(self, position: &Cakes, cake: usize, player: Player, before: u16) -> Cakes {
        let [width, height] = position[cake];
        let rest = side(position[cake], player) - 1 - before;
        let left = [before, rest].into_iter().filter(|&length| length > 0);
        let pieces = left.map(|length| match player {
            Player::Left => [length, height],
            Player::Right => [width, length],
        });
        cakes::replace(position, cake, pieces.map(|piece| cakes::turned(piece, self.turns)))
    }

    /// The strips whose eating leads from one position to the other: the cake, and the
    /// distance of the strip from its left or its top.
    fn strips(
        self,
        from: &Cakes,
        to: &Cakes,
        player: Player,
    ) -> impl Iterator<Item = (usize, u16)> {
        let all = (0..from.len())
            .flat_map(move |cake| (0..side(from[cake], player)).map(move |before| (cake, before)));
        all.filter(move |&(cake, before)| self.eaten(from, cake, player, before) == *to)
    }

    fn parse(self, arguments: &Arguments<'_>) -> Result<Box<dyn Game>, ParseError> {
        let position = self.read(arguments.position_only()?)?;
        Ok(arguments.game_in_words(self, position))
    }
}

impl Ruleset for Eatcake {
    type Position = Cakes;

    fn options(&self, position: &Cakes, player: Player) -> impl Iterator<Item = Cakes> {
        let first = |&cake: &usize| cake == 0 || position[cake - 1] != position[cake];
        (0..position.len()).filter(first).flat_map(move |cake| {
            let side = side(position[cake], player);
            (0..side.div_ceil(2)).map(move |before| self.eaten(position, cake, player, before))
        })
    }

    fn components(&self, position: Cakes) -> impl Iterator<Item = Cakes> {
        position.into_iter().map(|cake| Cakes::from_slice(&[cake]))
    }

    fn negative(&self, position: &Cakes) -> Option<Cakes> {
        Some(cakes::transpose(position))
    }

    fn bytes(&self, position: &Cakes) -> usize {
        cakes::bytes(position)
    }
}

impl Notation for Eatcake {
    fn name(&self) -> &'static str {
        if self.turns { "turn-and-eatcake" } else { "eatcake" }
    }

    fn players(&self) -> Option<[String; 2]> {
        Some(["vertical", "horizontal"].map(String::from))
    }

    fn print(&self, position: &Cakes) -> String {
        cakes::print(position)
    }

    fn read(&self, text: Text<'_>) -> Result<Cakes, ParseError> {
        cakes::read(text)
    }

    fn sizes(&self) -> Option<Sizes> {
        Some(cakes::SIZES)
    }

    fn draw(&self, position: &Cakes) -> String {
        cakes::draw(position)
    }

    /// The squares of all cakes, cake by cake and row by row.
    fn scene(&self, position: &Cakes) -> Scene {
        if drawn(position).is_none() {
            return keyed(self, position);
        }
        let mut scene = Scene::default();
        let (mut left, mut top, mut line) = (0.0, 0.0, 0.0f64);
        for &[width, height] in position {
            let [wide, high] = [width, height].map(f64::from);
            if left > 0.0 && left + wide > WIDEST {
                (left, top, line) = (0.0, top + line + 0.6, 0.0);
            }
            for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
                let centre = [left + f64::from(x) + 0.5, top + f64::from(y) + 0.5];
                let place = Place::new(format!("{}|{}", x + 1, y + 1), centre, Ground::Square);
                scene.places.push(place.with(Look::Chocolate, Owner::Both));
            }
            left += wide + 0.6;
            line = line.max(high);
            scene.size = [scene.size[0].max(left - 0.6), top + line];
        }
        scene
    }

    /// The strip that is eaten, in any cake where this has the same effect.
    fn tokens(&self, scene: &Scene, from: &Cakes, to: &Cakes, player: Player) -> Vec<Token> {
        let Some(first) = drawn(from) else {
            return keys::tokens(scene, &self.move_name(from, to, player));
        };
        let same = self.strips(from, to, player);
        same.map(|(cake, before)| {
            let [width, height] = from[cake].map(usize::from);
            let square = |x: usize, y: usize| first[cake] + y * width + x;
            let before = usize::from(before);
            let gone = match player {
                Player::Left => (0..height).map(|y| square(before, y)).collect(),
                Player::Right => (0..width).map(|x| square(x, before)).collect(),
            };
            Token::Cut { at: None, gone }
        })
        .collect()
    }

    /// The cake, and the column `|2` or the row `-2` that is eaten, counted from 1.
    fn move_name(&self, from: &Cakes, to: &Cakes, player: Player) -> String {
        let Some((cake, before)) = self.strips(from, to, player).next() else {
            return self.print(to);
        };
        let ([width, height], number) = (from[cake], before + 1);
        match player {
            Player::Left => format!("{width}x{height}|{number}"),
            Player::Right => format!("{width}x{height}-{number}"),
        }
    }
}

/// Eatcake in the catalogue.
pub const fn plain() -> Entry {
    Entry {
        name: "eatcake",
        aliases: &["eat-cake"],
        family: Family::Grid,
        title: "Eatcake",
        about: "Left eats a column of a cake, Right a row, and what is left on its two sides stays on \
                the table; whoever finds nothing to eat loses. As long as there is cake both can eat, \
                so that all values are infinitesimal.",
        rules: "There are rectangular cakes of unit squares. Left eats one column of a cake, Right one \
                row; what is left at its two sides are cakes of their own. The player who cannot move \
                loses. A cake is given by its size, width by height, with sides of at most 1000.",
        notation: "eatcake(WIDTHxHEIGHT, WIDTHxHEIGHT, …)",
        examples: &["eatcake(4x3)", "eatcake(5x2,2x4)"],
        source: "Winning Ways for your Mathematical Plays, chapter 9; game.heap.Eatcake of CGSuite 2",
        parse: &|arguments: &Arguments<'_>| Eatcake { turns: false }.parse(arguments),
    }
}

/// Turn-and-Eatcake in the catalogue.
pub const fn turning() -> Entry {
    Entry {
        name: "turn-and-eatcake",
        aliases: &[],
        family: Family::Grid,
        title: "Turn-and-Eatcake",
        about: "As Eatcake, but what is left of a cake is turned by a right angle: where you ate a \
                column, your opponent's rows were. Values are tiny, and many cakes are worth nothing \
                at all.",
        rules: "There are rectangular cakes of unit squares. Left eats one column of a cake, Right one \
                row; what is left at its two sides are cakes of their own, which are turned by a right \
                angle. The player who cannot move loses. A cake is given by its size, width by height, \
                with sides of at most 1000.",
        notation: "turn-and-eatcake(WIDTHxHEIGHT, WIDTHxHEIGHT, …)",
        examples: &["turn-and-eatcake(8x5)", "turn-and-eatcake(5x2,2x4)"],
        source: "Winning Ways for your Mathematical Plays, chapter 9; game.heap.TurnAndEatcake of \
                 CGSuite 2",
        parse: &|arguments: &Arguments<'_>| Eatcake { turns: true }.parse(arguments),
    }
}
