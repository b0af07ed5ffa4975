//! Ski-Jumps: Left's skiers move to the right, Right's to the left, and both jump downhill.

use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ParseError, Player, Text};
use grundy_ruleset::board::{grid, strip};
use grundy_ruleset::scene::{Look, Owner, Piece, Scene, Token, squares};
use grundy_ruleset::words::{InWords, Words, halves, whole};
use grundy_ruleset::{Notation, Ruleset, Shape, Sizes, Symmetry};

/// Ski-Jumps (Winning Ways).
#[derive(Clone, Copy, Debug, Default)]
pub struct SkiJumps;

/// Skiers on a slope of at most 128 squares; square 0 is at the top left, and numbers go
/// row by row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slope {
    left: u128,
    right: u128,
    /// Skiers that no skier has jumped over.
    jumpers: u128,
    width: u8,
    height: u8,
}

impl InWords for Slope {
    type Words = Words<7>;

    fn to_words(&self) -> Words<7> {
        let [[a, b], [c, d], [e, f]] = [self.left, self.right, self.jumpers].map(halves);
        Words([a, b, c, d, e, f, u64::from(self.width) << 8 | u64::from(self.height)])
    }

    fn from_words(&Words([a, b, c, d, e, f, sides]): &Words<7>) -> Slope {
        Slope {
            left: whole(a, b),
            right: whole(c, d),
            jumpers: whole(e, f),
            width: (sides >> 8) as u8,
            height: sides as u8,
        }
    }
}

const ALPHABET: &str = ".LRlr";
const MOST: usize = u128::BITS as usize;

impl Slope {
    fn area(self) -> u32 {
        u32::from(self.width) * u32::from(self.height)
    }

    fn of(self, player: Player) -> u128 {
        if player == Player::Left { self.left } else { self.right }
    }

    fn characters(self) -> impl Iterator<Item = char> {
        let has = |set: u128, at: u32| set >> at & 1 == 1;
        (0..self.area()).map(move |at| {
            match (has(self.left, at), has(self.right, at), has(self.jumpers, at)) {
                (true, _, true) => 'L',
                (true, _, false) => 'l',
                (_, true, true) => 'R',
                (_, true, false) => 'r',
                _ => '.',
            }
        })
    }

    /// The slope after a skier of the player moves to another square, or off the slope.
    fn step(mut self, player: Player, from: u32, to: Option<u32>) -> Slope {
        let to = to.map_or(0, |to| 1 << to);
        let jumper = if self.jumpers >> from & 1 == 1 { to } else { 0 };
        let own = if player == Player::Left { &mut self.left } else { &mut self.right };
        *own = *own & !(1 << from) | to;
        self.jumpers = self.jumpers & !(1 << from) | jumper;
        self
    }
}

impl Ruleset for SkiJumps {
    type Position = Slope;

    fn options(&self, &slope: &Slope, player: Player) -> impl Iterator<Item = Slope> {
        let (width, skiers) = (u32::from(slope.width), slope.left | slope.right);
        let is_free = move |at: u32| skiers >> at & 1 == 0;
        let slides = strip::members(slope.of(player)).flat_map(move |from| {
            let x = from % width;
            // The distance to the edge; one step more leads off the slope.
            let room = if player == Player::Left { width - 1 - x } else { x };
            let at = move |far: u32| if player == Player::Left { from + far } else { from - far };
            let free = (1..=room).take_while(|&far| is_free(at(far))).count() as u32;
            let off = (free == room).then_some(None);
            let squares = (1..=free).map(move |far| Some(at(far)));
            squares.chain(off).map(move |to| slope.step(player, from, to))
        });
        let others = slope.of(player.opponent());
        let jumps = strip::members(slope.of(player) & slope.jumpers).filter_map(move |from| {
            let (over, to) = (from + width, from + 2 * width);
            let can = to < slope.area() && others >> over & 1 == 1 && is_free(to);
            let met = Slope { jumpers: slope.jumpers & !(1u128.checked_shl(over)?), ..slope };
            can.then(|| met.step(player, from, Some(to)))
        });
        slides.chain(jumps)
    }

    /// The mirror image, with the players exchanged.
    fn negative(&self, slope: &Slope) -> Option<Slope> {
        let mirror = |set: u128| {
            let width = u32::from(slope.width);
            strip::members(set)
                .fold(0, |all, at| all | 1u128 << (at - at % width + width - 1 - at % width))
        };
        let (left, right) = (mirror(slope.right), mirror(slope.left));
        Some(Slope { left, right, jumpers: mirror(slope.jumpers), ..*slope })
    }

    fn splits(&self) -> bool {
        false
    }
}

impl Notation for SkiJumps {
    fn name(&self) -> &'static str {
        "ski-jumps"
    }

    fn players(&self) -> Option<[String; 2]> {
        Some(["blue", "red"].map(String::from))
    }

    fn print(&self, slope: &Slope) -> String {
        grid::print(slope.width.into(), slope.characters())
    }

    fn read(&self, text: Text<'_>) -> Result<Slope, ParseError> {
        if text.is_empty() {
            return Ok(Slope::default());
        }
        let board = grid::read(text, ALPHABET)?;
        if board.squares.len() > MOST {
            return Err(text.expected(format!("a slope of at most {MOST} squares")));
        }
        let set = |skier| strip::set(&board.squares, skier);
        Ok(Slope {
            left: set('L') | set('l'),
            right: set('R') | set('r'),
            jumpers: set('L') | set('R'),
            width: board.width as u8,
            height: board.height as u8,
        })
    }

    fn sizes(&self) -> Option<Sizes> {
        Some(Sizes {
            shape: Shape::Board,
            squares: ".LR",
            others: "lr",
            pieces: ["Ll", "Rr"],
            symmetry: Symmetry::None,
        })
    }

    fn draw(&self, slope: &Slope) -> String {
        grid::draw(slope.width.into(), slope.characters())
    }

    fn scene(&self, slope: &Slope) -> Scene {
        let all: Vec<char> = slope.characters().collect();
        let [width, height] = [slope.width, slope.height].map(usize::from);
        squares::board(width, height, |x, y| match all[y * width + x] {
            '.' => None,
            c @ ('L' | 'l') => Some(Piece::new(Look::Beast(c), Owner::Left)),
            c => Some(Piece::new(Look::Beast(c), Owner::Right)),
        })
    }

    fn tokens(&self, _: &Scene, from: &Slope, to: &Slope, player: Player) -> Vec<Token> {
        let (before, after) = (from.of(player), to.of(player));
        let start = (before & !after).trailing_zeros() as usize;
        match strip::members(after & !before).next() {
            Some(end) => vec![Token::Step { from: start, to: end as usize }],
            None => vec![Token::Cut { at: Some(start), gone: vec![start] }],
        }
    }

    /// The squares that the skier leaves and reaches.
    fn move_name(&self, from: &Slope, to: &Slope, player: Player) -> String {
        let (before, after) = (from.of(player), to.of(player));
        let name = |set| {
            let name =
                |at: u32| grid::square_name(from.width.into(), from.height.into(), at as usize);
            strip::members(set).next().map_or("off".to_string(), name)
        };
        format!("{}-{}", name(before & !after), name(after & !before))
    }
}

/// Ski-Jumps in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "ski-jumps",
        aliases: &["ski-jump"],
        family: Family::Grid,
        title: "Ski-Jumps",
        about: "Left's skiers go east and Right's go west, and one who stands right above an opponent \
                may jump over him; whoever cannot move loses. Whoever has been jumped over is too \
                shaken ever to jump again.",
        rules: "Left's skiers (L) go to the right, Right's (R) to the left, as many squares as the \
                player likes but never over another skier; a skier may go over the edge, and is gone. \
                A skier who stands right above one of the opponent's may instead jump over him onto \
                the square right below, if it is empty. Whoever has been jumped over will never jump \
                again, and is written in small letters (l, r). The player who cannot move loses. A \
                slope has at most 128 squares.",
        notation: "ski-jumps(ROW|ROW|…)",
        examples: &["ski-jumps(L..|..R|...)", "ski-jumps(.R..|L..R|....|.l..)"],
        source: "Winning Ways for your Mathematical Plays, chapter 1",
        parse: &|arguments: &Arguments<'_>| {
            let slope = SkiJumps.read(arguments.position_only()?)?;
            Ok(arguments.game_in_words(SkiJumps, slope))
        },
    }
}
