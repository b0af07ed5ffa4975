//! Battle Sheep: part of a stack of sheep moves in a straight line, as far as possible.

use smallvec::SmallVec;

use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ParseError, Player, Text};
use grundy_ruleset::board::grid;
use grundy_ruleset::board::squares::up_to_sign;
use grundy_ruleset::scene::{Scene, Token, keys};
use grundy_ruleset::words::{Bytes, InWords, bytes_of};
use grundy_ruleset::{Notation, Ruleset, keyed};

/// Battle Sheep on a board of hexagons, written as squares.
#[derive(Clone, Copy, Debug)]
pub struct Sheep;

/// The number of sheep on each square, row by row: positive for Left's, negative for
/// Right's.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Meadow {
    width: u8,
    squares: SmallVec<[i8; 24]>,
}

impl InWords for Meadow {
    type Words = Bytes;

    fn to_words(&self) -> Bytes {
        // The sign bit is flipped, so that bytes sort like signed numbers.
        let squares = self.squares.iter().map(|&sheep| sheep as u8 ^ 0x80);
        std::iter::once(self.width).chain(squares).collect()
    }

    fn from_words(bytes: &Bytes) -> Meadow {
        let squares = bytes.iter().skip(1).map(|&sheep| (sheep ^ 0x80) as i8).collect();
        Meadow { width: bytes.first().copied().unwrap_or_default(), squares }
    }

    fn bytes(bytes: &Bytes) -> usize {
        bytes_of(bytes)
    }
}

/// A missing square.
const MISSING: i8 = i8::MIN;
/// The largest stack.
const MOST: i8 = 100;
/// The largest board.
const LARGEST: usize = 128;
/// The steps to the neighbours of a hexagon, by columns to the right and rows down, when
/// each row is shifted half a hexagon to the right against the one above.
const STEPS: [(isize, isize); 6] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];

impl Meadow {
    fn sides(&self) -> (usize, usize) {
        let width = usize::from(self.width);
        (width, self.squares.len().checked_div(width).unwrap_or(0))
    }

    fn beside(&self, at: usize, (right, down): (isize, isize)) -> Option<usize> {
        let (width, height) = self.sides();
        let x = (at % width).checked_add_signed(right).filter(|&x| x < width)?;
        let y = (at / width).checked_add_signed(down).filter(|&y| y < height)?;
        Some(y * width + x)
    }

    /// Where sheep that move in this direction end; none if the first square is not free.
    fn end(&self, from: usize, step: (isize, isize)) -> Option<usize> {
        let free = |&at: &usize| self.squares[at] == 0;
        let way = std::iter::successors(Some(from), |&at| self.beside(at, step).filter(free));
        way.skip(1).last()
    }

    fn moves(&self, player: Player) -> impl Iterator<Item = (usize, usize, i8)> {
        let sign = if player == Player::Left { 1 } else { -1 };
        let own = move |&at: &usize| {
            let sheep = self.squares[at];
            sheep != MISSING && sheep * sign >= 2
        };
        (0..self.squares.len()).filter(own).flat_map(move |from| {
            let ends = STEPS.into_iter().filter_map(move |step| self.end(from, step));
            ends.flat_map(move |to| {
                (1..self.squares[from].abs()).map(move |sheep| (from, to, sheep * sign))
            })
        })
    }

    fn after(&self, (from, to, sheep): (usize, usize, i8)) -> Meadow {
        let mut after = self.clone();
        after.squares[from] -= sheep;
        after.squares[to] = sheep;
        after
    }

    fn exchanged(&self) -> Meadow {
        let squares =
            self.squares.iter().map(|&sheep| if sheep == MISSING { sheep } else { -sheep });
        Meadow { squares: squares.collect(), ..*self }
    }

    /// A canonical representative under half turns and the exchange of rows and columns: both keep
    /// neighbours.
    fn up_to_symmetry(self) -> Meadow {
        let (width, height) = self.sides();
        let cell = |x: usize, y: usize| self.squares[y * width + x];
        let across = (0..width).flat_map(|x| (0..height).map(move |y| (x, y)));
        let across = across.map(|(x, y)| cell(x, y)).collect();
        let transposed = Meadow { width: height as u8, squares: across };
        let turned =
            |of: &Meadow| Meadow { squares: of.squares.iter().rev().copied().collect(), ..*of };
        let images = [turned(&self), turned(&transposed), transposed];
        images.into_iter().fold(self, Ord::min)
    }

    /// The squares of a part, cropped to its bounding box.
    fn keep(&self, part: &[usize]) -> Meadow {
        let (width, _) = self.sides();
        let bounds = |side: fn(usize, usize) -> usize| {
            let all = part.iter().map(|&at| side(at, width));
            all.fold((usize::MAX, 0), |(least, most), at| (least.min(at), most.max(at)))
        };
        let (left, right) = bounds(|at, width| at % width);
        let (top, bottom) = bounds(|at, width| at / width);
        let cells = (top..=bottom).flat_map(|y| (left..=right).map(move |x| y * width + x));
        let kept = |at| if part.contains(&at) { self.squares[at] } else { MISSING };
        Meadow { width: (right - left + 1) as u8, squares: cells.map(kept).collect() }
    }

    /// The text of each square.
    fn words(&self) -> impl Iterator<Item = String> {
        self.squares.iter().map(|&sheep| match sheep {
            MISSING => "#".to_string(),
            0 => ".".to_string(),
            sheep => sheep.to_string(),
        })
    }

    fn name(&self, at: usize) -> String {
        let (width, height) = self.sides();
        grid::square_name(width, height, at)
    }
}

impl Ruleset for Sheep {
    type Position = Meadow;

    fn options(&self, meadow: &Meadow, player: Player) -> impl Iterator<Item = Meadow> {
        meadow.moves(player).map(|step| meadow.after(step))
    }

    // Every move uses up a free square.
    fn longest_play(&self, meadow: &Meadow) -> Option<u64> {
        Some(meadow.squares.iter().filter(|&&sheep| sheep == 0).count() as u64)
    }

    // A single sheep never moves, so it is a wall. All other sheep stay in the connected regions
    // between walls.
    fn components(&self, meadow: Meadow) -> impl Iterator<Item = Meadow> {
        let open = |at: usize| !matches!(meadow.squares[at], MISSING | 1 | -1);
        let mut seen = vec![false; meadow.squares.len()];
        let mut parts = Vec::new();
        for start in 0..meadow.squares.len() {
            let mut part = Vec::new();
            let mut border = vec![start];
            while let Some(at) = border.pop() {
                if open(at) && !std::mem::replace(&mut seen[at], true) {
                    part.push(at);
                    border.extend(STEPS.iter().filter_map(|&step| meadow.beside(at, step)));
                }
            }
            let is_free = |&at: &usize| meadow.squares[at] == 0;
            if part.iter().any(is_free) && !part.iter().all(is_free) {
                parts.push(meadow.keep(&part).up_to_symmetry());
            }
        }
        parts.into_iter()
    }

    fn negative(&self, meadow: &Meadow) -> Option<Meadow> {
        Some(meadow.exchanged())
    }

    fn representative(&self, meadow: Meadow) -> (Meadow, bool) {
        let negative = meadow.exchanged().up_to_symmetry();
        up_to_sign(meadow, negative)
    }

    fn bytes(&self, meadow: &Meadow) -> usize {
        let spilled = if meadow.squares.spilled() { meadow.squares.capacity() } else { 0 };
        size_of::<Meadow>() + spilled
    }
}

impl Notation for Sheep {
    fn name(&self) -> &'static str {
        "sheep"
    }

    fn players(&self) -> Option<[String; 2]> {
        Some(["blue", "red"].map(String::from))
    }

    fn print(&self, meadow: &Meadow) -> String {
        let words: Vec<String> = meadow.words().collect();
        let rows = words.chunks(usize::from(meadow.width).max(1)).map(|row| row.join(" "));
        rows.collect::<Vec<_>>().join("|")
    }

    fn read(&self, text: Text<'_>) -> Result<Meadow, ParseError> {
        let mut meadow = Meadow::default();
        if text.is_empty() {
            return Ok(meadow);
        }
        for (y, row) in text.split('|').enumerate() {
            let before = meadow.squares.len();
            // Squares may also be separated by commas.
            let mut at = 0;
            for word in row.as_str().split([' ', ',', '\t']) {
                let place = row.slice(at..at + word.len());
                at += word.len() + 1;
                if word.is_empty() {
                    continue;
                }
                let sheep = match word {
                    "." => 0,
                    "#" => MISSING,
                    _ => {
                        let digits = place.slice(usize::from(word.starts_with('-'))..word.len());
                        let what = "'.', '#' or a number of sheep";
                        let sheep: u64 = digits.number(what).map_err(|_| place.expected(what))?;
                        let size = i8::try_from(sheep).ok().filter(|&size| size <= MOST);
                        let most = || place.expected(format!("at most {MOST} sheep"));
                        let size = size.ok_or_else(most)?;
                        if word.starts_with('-') { -size } else { size }
                    }
                };
                if meadow.squares.len() == LARGEST {
                    return Err(place.expected(format!("at most {LARGEST} squares")));
                }
                meadow.squares.push(sheep);
            }
            let width = meadow.squares.len() - before;
            if width == 0 {
                return Err(row.expected("a row of squares"));
            }
            if y > 0 && width != usize::from(meadow.width) {
                return Err(row.expected(format!("a row of {} squares", meadow.width)));
            }
            meadow.width = width as u8;
        }
        Ok(meadow)
    }

    /// Each row is shifted half a square further to the right.
    fn draw(&self, meadow: &Meadow) -> String {
        let words: Vec<String> = meadow.words().collect();
        let widest = words.iter().map(String::len).max().unwrap_or(0).max(2);
        let row = |(y, row): (usize, &[String])| {
            let row: Vec<String> = row.iter().map(|word| format!("{word:>widest$}")).collect();
            let shift = y * (widest + 1) / 2;
            format!("{:shift$}{}", "", row.join(" "))
        };
        let rows = words.chunks(usize::from(meadow.width).max(1)).enumerate().map(row);
        rows.collect::<Vec<_>>().join("\n")
    }

    fn scene(&self, meadow: &Meadow) -> Scene {
        keyed(self, meadow)
    }

    fn tokens(&self, scene: &Scene, from: &Meadow, to: &Meadow, player: Player) -> Vec<Token> {
        keys::tokens(scene, &self.move_name(from, to, player))
    }

    /// The squares that the sheep leave and reach, and their number: `a1-c1:2`.
    fn move_name(&self, from: &Meadow, to: &Meadow, player: Player) -> String {
        let found = from.moves(player).find(|&step| from.after(step) == *to);
        found.map_or_else(
            || self.print(to),
            |(start, end, sheep)| {
                format!("{}-{}:{}", from.name(start), from.name(end), sheep.abs())
            },
        )
    }
}

/// Battle Sheep in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "sheep",
        aliases: &["battle-sheep", "splits"],
        family: Family::Grid,
        title: "Battle Sheep",
        about: "Split a stack of sheep: some run in a straight line until something stops them, the \
                rest stay; whoever cannot move loses. On large boards nobody knows a quick way to tell \
                who wins, for the game is PSPACE-complete.",
        rules: "Stacks of sheep stand on the hexagons of a board, Left's as numbers above 0, Right's \
                below. A player takes some sheep of an own stack, but not all, and they go in one of \
                the six directions over free hexagons as far as they can, at least one, and stay \
                there. The player who cannot move loses. (In the game that is sold, a player who cannot \
                move passes, and at the end whoever covers more hexagons wins.) A board is drawn as rows of numbers with \
                spaces or commas between, rows parted by '|'; 0 or '.' is free and '#' missing. Each \
                row is shifted by half a hexagon to the right against the one above: neighbours are \
                to the left and to the right, above and below, and above to the right and below to \
                the left. It has at most 128 squares, and a stack at most 100 sheep.",
        notation: "sheep(NUMBER NUMBER …|NUMBER NUMBER …|…)",
        examples: &["sheep(3 . .|. . -3)", "sheep(4 . .|. # .|. . -4)", "sheep(2 . . -5 . 3)"],
        source: "Kyle Burke and Hirotaka Ono, Battle Sheep is PSPACE-complete, 2025; sheep of MCGS, a \
                 minimax-based combinatorial game solver (Folkersen, Müller and others)",
        parse: &|arguments: &Arguments<'_>| {
            let meadow = Sheep.read(arguments.position_only()?)?;
            Ok(arguments.game_in_words(Sheep, meadow))
        },
    }
}
