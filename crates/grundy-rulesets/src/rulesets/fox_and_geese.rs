//! Fox and Geese: geese move down the board and try to enclose the fox.

use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ParseError, Player, Text};
use grundy_ruleset::board::{grid, strip};
use grundy_ruleset::scene::{Look, Owner, Piece, Scene, squares};
use grundy_ruleset::words::{InWords, Words, halves, whole};
use grundy_ruleset::{Notation, Ruleset};

/// Fox and Geese on the dark squares of a board.
#[derive(Clone, Copy, Debug)]
pub struct FoxAndGeese {
    /// The greatest distance of a move of the fox.
    range: u8,
}

/// A board of at most 128 squares; square 0 is at the top left, and numbers go row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Meadow {
    geese: u128,
    fox: u8,
    width: u8,
    height: u8,
}

impl InWords for Meadow {
    type Words = Words<3>;

    fn to_words(&self) -> Words<3> {
        let [upper, lower] = halves(self.geese);
        let [fox, width, height] = [self.fox, self.width, self.height].map(u64::from);
        let rest = fox << 16 | width << 8 | height;
        Words([upper, lower, rest])
    }

    fn from_words(&Words([upper, lower, rest]): &Words<3>) -> Meadow {
        Meadow {
            geese: whole(upper, lower),
            fox: (rest >> 16) as u8,
            width: (rest >> 8) as u8,
            height: rest as u8,
        }
    }
}

const ALPHABET: &str = ".GF";
const MOST: usize = u128::BITS as usize;
const DIAGONALS: [(i16, i16); 4] = [(-1, 1), (1, 1), (-1, -1), (1, -1)];

impl Meadow {
    /// The starting position: geese on every other square of the top row, and the fox on the
    /// same colour in the middle of the bottom row; none if the board is too small.
    fn first(width: usize, height: usize) -> Option<Meadow> {
        let area = width.checked_mul(height).filter(|&area| area <= MOST)?;
        if width < 2 || height < 2 {
            return None;
        }
        // The colour of the square at the bottom left.
        let dark = |x: usize, y: usize| (x + height - 1 - y).is_multiple_of(2);
        let geese = (0..width).filter(|&x| dark(x, 0)).fold(0, |set, x| set | 1 << x);
        let x = width / 2 / 2 * 2;
        let fox = (area - width + x) as u8;
        Some(Meadow { geese, fox, width: width as u8, height: height as u8 })
    }

    fn characters(self) -> impl Iterator<Item = char> {
        let area = u16::from(self.width) * u16::from(self.height);
        (0..area).map(move |at| match self.geese >> at & 1 {
            1 => 'G',
            _ if at == u16::from(self.fox) => 'F',
            _ => '.',
        })
    }

    /// The square `far` steps away, if it exists and is empty.
    fn empty(self, from: u8, (right, down): (i16, i16), far: u8) -> Option<u8> {
        let [width, height] = [self.width, self.height].map(i16::from);
        let (x, y) = (i16::from(from) % width, i16::from(from) / width);
        let (x, y) = (x + right * i16::from(far), y + down * i16::from(far));
        let to =
            ((0..width).contains(&x) && (0..height).contains(&y)).then(|| y * width + x)? as u8;
        (to != self.fox && self.geese >> to & 1 == 0).then_some(to)
    }
}

impl Ruleset for FoxAndGeese {
    type Position = Meadow;

    fn loopy(&self) -> bool {
        true
    }

    fn options(&self, &meadow: &Meadow, player: Player) -> impl Iterator<Item = Meadow> {
        let fox = DIAGONALS.into_iter().flat_map(move |way| {
            let steps = (1..=self.range).map_while(move |far| meadow.empty(meadow.fox, way, far));
            steps.map(move |fox| Meadow { fox, ..meadow })
        });
        let geese = strip::members(meadow.geese).flat_map(move |goose| {
            let down = DIAGONALS[..2].iter();
            let steps = down.filter_map(move |&way| meadow.empty(goose as u8, way, 1));
            steps.map(move |to| Meadow { geese: meadow.geese ^ 1 << goose ^ 1 << to, ..meadow })
        });
        let (left, right) = (player == Player::Left, player == Player::Right);
        geese.filter(move |_| left).chain(fox.filter(move |_| right))
    }

    fn splits(&self) -> bool {
        false
    }
}

impl Notation for FoxAndGeese {
    fn name(&self) -> &'static str {
        "fox-and-geese"
    }

    fn parameters(&self) -> String {
        if self.range == 1 { String::new() } else { format!("range {}", self.range) }
    }

    fn players(&self) -> Option<[String; 2]> {
        Some(["goose", "fox"].map(String::from))
    }

    fn print(&self, meadow: &Meadow) -> String {
        grid::print(meadow.width.into(), meadow.characters())
    }

    fn read(&self, text: Text<'_>) -> Result<Meadow, ParseError> {
        if let Some((width, height)) = grid::read_size(text) {
            let first = Meadow::first(width, height);
            let what = format!("sides of at least 2, and at most {MOST} squares");
            return first.ok_or_else(|| text.expected(what));
        }
        let board = grid::read(text, ALPHABET)?;
        if board.squares.len() > MOST {
            return Err(text.expected(format!("a board of at most {MOST} squares")));
        }
        let foxes = strip::set(&board.squares, 'F');
        let geese = strip::set(&board.squares, 'G');
        if foxes.count_ones() != 1 {
            return Err(text.expected("one fox ('F')"));
        }
        let fox = foxes.trailing_zeros();
        let width = board.width as u32;
        let colour = |at: u32| (at % width + at / width) % 2;
        if let Some(goose) = strip::members(geese).find(|&goose| colour(goose) != colour(fox)) {
            let at = grid::offset(text, goose as usize);
            return Err(ParseError::new("a goose on a square of the fox's colour", at));
        }
        let height = board.height as u8;
        Ok(Meadow { geese, fox: fox as u8, width: width as u8, height })
    }

    fn alphabet(&self) -> String {
        ALPHABET.to_string()
    }

    fn draw(&self, meadow: &Meadow) -> String {
        grid::draw(meadow.width.into(), meadow.characters())
    }

    fn scene(&self, meadow: &Meadow) -> Scene {
        let all: Vec<char> = meadow.characters().collect();
        let [width, height] = [meadow.width, meadow.height].map(usize::from);
        squares::board(width, height, |x, y| match all[y * width + x] {
            'G' => Some(Piece::new(Look::Beast('G'), Owner::Left)),
            'F' => Some(Piece::new(Look::Beast('F'), Owner::Right)),
            _ => None,
        })
    }

    /// The squares that the piece leaves and reaches.
    fn move_name(&self, from: &Meadow, to: &Meadow, player: Player) -> String {
        let of = |meadow: &Meadow| match player {
            Player::Left => meadow.geese,
            Player::Right => 1 << meadow.fox,
        };
        let name = |set: u128| {
            let square = set.trailing_zeros() as usize;
            grid::square_name(from.width.into(), from.height.into(), square)
        };
        format!("{}-{}", name(of(from) & !of(to)), name(of(to) & !of(from)))
    }
}

/// Fox and Geese in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "fox-and-geese",
        aliases: &["fox-and-hounds"],
        family: Family::Grid,
        title: "Fox and Geese",
        about: "Geese go down the board and try to hem in the fox, which may go up as well as down; \
                whoever cannot move loses. On the usual board the geese win, if they make no mistake.",
        rules: "Geese (G) and one fox (F) stand on squares of one colour. Left moves a goose one \
                square diagonally down onto an empty square, Right moves the fox one square \
                diagonally, up or down. Nobody is taken. The player who cannot move loses: the fox \
                when it is hemmed in, the geese when they have passed it by and are all at the bottom. \
                With `range 2` the fox goes up to two squares in one direction, as in Ceylon. A size \
                has geese on every other square of the top row, and the fox in the middle of the \
                bottom row; a board has at most 128 squares.",
        notation: "fox-and-geese(WIDTHxHEIGHT), fox-and-geese(ROW|ROW|…) or fox-and-geese(range N; …)",
        examples: &["fox-and-geese(4x5)", "fox-and-geese(.G.G.|.....|.....|F....)"],
        source: "Winning Ways for your Mathematical Plays, chapter 20; Aaron N. Siegel, Combinatorial \
                 Game Theory, 2013, and game.grid.FoxAndGeese of CGSuite 2",
        parse: &|arguments: &Arguments<'_>| {
            let (rules, position) = match arguments.optional() {
                (Some(parameters), Some(position)) => {
                    let number =
                        parameters.split_once("range ").filter(|(word, _)| word.is_empty());
                    let (_, number) =
                        number.ok_or_else(|| parameters.expected("'range' and a number"))?;
                    let range = number.number("how far the fox goes")?;
                    if range == 0 {
                        return Err(number.expected("at least one square"));
                    }
                    (FoxAndGeese { range }, position)
                }
                _ => (FoxAndGeese { range: 1 }, arguments.position_only()?),
            };
            let meadow = rules.read(position)?;
            Ok(arguments.game_in_words(rules, meadow))
        },
    }
}
