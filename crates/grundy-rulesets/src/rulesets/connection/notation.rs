//! Writes, reads and draws games of Hex and Y.

use super::finding::Finding;
use super::shape::{CORNER, ROW, Shape, Side};
use super::tactics::Tactics;
use super::{Connection, Stones};
use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ParseError, Player, Text};
use grundy_game::{Compiled, Game, Of};
use grundy_ruleset::Notation;
use grundy_ruleset::board::grid;
use grundy_ruleset::board::rows::Bits;
use grundy_ruleset::board::stored::Stored;
use grundy_ruleset::board::wide::Wide;
use grundy_ruleset::scene::{Ground, Kind, Label, Line, Look, Owner, Place, Scene, Stroke};
use grundy_ruleset::words::InWords;

const ALPHABET: &str = ".XO";
/// The space for the names of rows and columns.
const NAMES: f64 = 0.7;

impl<K, B: Bits> Connection<K, B> {
    /// The character of a cell.
    fn sign(stones: &Stones<B>, cell: usize) -> char {
        match [stones.left, stones.right].map(|set| set.holds(cell as u32)) {
            [true, _] => 'X',
            [_, true] => 'O',
            _ => '.',
        }
    }

    fn rows(&self, stones: &Stones<B>) -> impl Iterator<Item = Vec<char>> {
        let (shape, stones) = (self.shape, *stones);
        (0..shape.height()).map(move |y| {
            (0..shape.row(y)).map(|x| Self::sign(&stones, shape.number(x, y))).collect()
        })
    }

    /// The line on one of the six sides of a cell, border or inner line; none if the
    /// neighbouring cell draws it.
    fn stroke(&self, x: usize, y: usize, way: usize) -> Option<Stroke> {
        let cell = self.shape.number(x, y);
        match (self.shape.beside(x, y, way), self.shape) {
            (Some(other), _) => (other > cell).then_some(Stroke::Thin),
            (None, Shape::Y { .. }) => Some(Stroke::Thick),
            (None, Shape::Hex { .. }) => {
                let top = way > 3 && self.shape.touches(cell, Side::Top);
                let bottom = (1..3).contains(&way) && self.shape.touches(cell, Side::Bottom);
                Some(Stroke::Edge(if top || bottom { Owner::Left } else { Owner::Right }))
            }
        }
    }
}

impl<K: Send + Sync + 'static, B: Bits> Notation for Connection<K, B> {
    fn name(&self) -> &'static str {
        match self.shape {
            Shape::Hex { .. } => "hex",
            Shape::Y { .. } => "game-of-y",
        }
    }

    fn parameters(&self) -> String {
        match self.shape {
            Shape::Hex { width, height } => grid::print_sides(width, height),
            Shape::Y { side } => side.to_string(),
        }
    }

    fn start(&self) -> Option<Stones<B>> {
        Some(Stones::default())
    }

    fn players(&self) -> Option<[String; 2]> {
        Some(["blue", "red"].map(String::from))
    }

    fn print(&self, stones: &Stones<B>) -> String {
        self.rows(stones).map(String::from_iter).collect::<Vec<_>>().join("|")
    }

    fn read(&self, text: Text<'_>) -> Result<Stones<B>, ParseError> {
        let height = self.shape.height();
        if text.split('|').count() != height {
            return Err(text.expected(format!("{height} rows of cells, parted by '|'")));
        }
        let mut stones = Stones::default();
        for (y, row) in text.split('|').enumerate() {
            for (x, (at, c)) in row.chars().enumerate() {
                let of = match c {
                    'X' => &mut stones.left,
                    'O' => &mut stones.right,
                    '.' => continue,
                    _ => return Err(ParseError::new("a cell ('.', 'X', 'O')", at)),
                };
                // The lengths of rows are checked below.
                if x < self.shape.row(y) {
                    *of |= B::only(self.shape.number(x, y) as u32);
                }
            }
            if row.chars().count() != self.shape.row(y) {
                return Err(row.expected(format!("a row of {} cells", self.shape.row(y))));
            }
        }
        Ok(stones)
    }

    fn alphabet(&self) -> String {
        ALPHABET.to_string()
    }

    fn draw(&self, stones: &Stones<B>) -> String {
        let wide = (0..self.shape.height()).map(|y| self.shape.row(y)).max().unwrap_or(0);
        let rows = self.rows(stones).enumerate().map(|(y, row)| {
            let shift = (2.0 * self.shape.spot(0, y)[0]) as usize;
            let row: Vec<String> = row.iter().map(char::to_string).collect();
            format!("{}{:2}  {}", " ".repeat(shift), y + 1, row.join(" "))
        });
        let letters = format!("    {}", grid::column_letters(wide));
        let lines: Vec<String> = match self.shape {
            // Columns go down to the right in Hex, and to the left in Y.
            Shape::Hex { .. } => std::iter::once(letters).chain(rows).collect(),
            Shape::Y { .. } => rows.chain([letters]).collect(),
        };
        lines.join("\n")
    }

    fn scene(&self, stones: &Stones<B>) -> Scene {
        let shape = self.shape;
        let hex = matches!(shape, Shape::Hex { .. });
        let corner = [NAMES + 0.5, CORNER + if hex { NAMES } else { 0.0 }];
        let mut scene = Scene::default();
        for (cell, (x, y)) in shape.cells().enumerate() {
            let [across, down] = shape.spot(x, y);
            let centre = [across + corner[0], down + corner[1]];
            let place = Place::new(shape.name(cell), centre, Ground::Cell);
            scene.places.push(match Self::sign(stones, cell) {
                'X' => place.with(Look::Stone, Owner::Left),
                'O' => place.with(Look::Stone, Owner::Right),
                _ => place,
            });
            let corner = |way: f64| {
                let (sin, cos) = (std::f64::consts::FRAC_PI_3 * way).sin_cos();
                [centre[0] + CORNER * cos, centre[1] + CORNER * sin]
            };
            scene.lines.extend((0..6).filter_map(|way| {
                let ends = [way as f64 - 0.5, way as f64 + 0.5].map(corner);
                Some(Line::new(ends[0], ends[1], self.stroke(x, y, way)?))
            }));
            if x == 0 {
                let at = [centre[0] - 0.85, centre[1]];
                scene.labels.push(Label::new((y + 1).to_string(), at, Kind::Name));
            }
            if y == if hex { 0 } else { shape.height() - 1 } {
                let side = if hex { -0.85 } else { 0.85 };
                let at = [centre[0] + side / 3.0, centre[1] + side];
                let at = if hex { at } else { [centre[0] - side / 3.0, at[1]] };
                scene.labels.push(Label::new(grid::column_name(x), at, Kind::Name));
            }
        }
        for player in [Player::Left, Player::Right] {
            let chain = self.winning_chain(stones.owned(player), player);
            scene.deciding.extend(chain.singles().map(|cell| cell.first() as usize));
        }
        // Borders are drawn over inner lines.
        scene.lines.sort_by_key(|line| line.stroke != Stroke::Thin);
        let right = |y: usize| shape.spot(shape.row(y) - 1, y)[0] + 1.0;
        let wide = (0..shape.height()).map(right).fold(0.0, f64::max);
        let high = (shape.height() - 1) as f64 * ROW + 2.0 * CORNER;
        scene.size = [wide + NAMES + 0.1, high + NAMES];
        scene
    }

    fn move_name(&self, from: &Stones<B>, to: &Stones<B>, _: Player) -> String {
        self.shape.name((from.all() ^ to.all()).first() as usize)
    }
}

/// The game on the smallest boards that hold it, with the smallest keys.
fn game(
    arguments: &Arguments<'_>,
    shape: impl Fn(Text<'_>) -> Option<Shape>,
    sizes: &str,
) -> Result<Box<dyn Game>, ParseError> {
    let (size, position) = arguments.optional();
    let Some(size) = size else {
        return Err(ParseError::new(format!("{sizes} in parentheses"), arguments.end()));
    };
    let shape = shape(size).ok_or_else(|| size.expected(sizes))?;
    if let Some(rules) = Connection::<u64>::new(shape) {
        return searched(&rules, position, |game| game.packed(rules.clone()));
    }
    if let Some(rules) = Connection::<u128>::new(shape) {
        return searched(&rules, position, |game| game.packed(rules.clone()));
    }
    if let Some(rules) = Connection::<(), u128>::without_keys(shape) {
        return searched(&rules, position, |game| game);
    }
    let rules = Connection::<(), Wide>::without_keys(shape);
    let rules = rules.ok_or_else(|| size.expected("a board of 1 to 256 cells"))?;
    searched(&rules, position, |game| game)
}

/// A game packed by `with_keys`, whose search finds connections.
fn searched<K, B>(
    rules: &Connection<K, B>,
    position: Option<Text<'_>>,
    with_keys: impl FnOnce(Of<B::Words>) -> Of<B::Words>,
) -> Result<Box<dyn Game>, ParseError>
where
    K: Clone + Send + Sync + 'static,
    B: Finding + Stored<2, 0, Words: Compiled>,
{
    let stones = match position {
        Some(text) => rules.read(text)?,
        None => Stones::default(),
    };
    let game = with_keys(Of::in_words(rules.clone(), stones));
    let tactics = Tactics(rules.clone());
    let nodes = tactics.clone();
    let node = move |words: &_, mover| nodes.node(Stones::from_words(words), mover);
    Ok(game.proved_by(tactics, node).erased())
}

/// Hex in the catalogue.
pub const fn hex() -> Entry {
    Entry {
        name: "hex",
        aliases: &[],
        family: Family::Grid,
        title: "Hex",
        about: "Put stones on a rhomb of hexagons; Left wins by a chain from top to bottom, Right by \
                one from side to side. A full board always has exactly one winner, and on a square \
                board it is, with best play, the player who begins.",
        rules: "On a rhomb of hexagonal cells Left puts a stone X and Right a stone O on an empty \
                cell. Left wins by a chain of stones from the top row to the bottom row, Right by \
                one from the first column to the last. There are no ties, and no swap. A board is \
                drawn by its rows, parted by '|', each of which lies half a cell further to the \
                right than the one above. It has at most 256 cells.",
        notation: "hex(SIDE), hex(WIDTHxHEIGHT), hex(SIDE; ROW|ROW|…) or hex(WIDTHxHEIGHT; ROW|ROW|…)",
        examples: &["hex(3)", "hex(3x2)", "hex(4; .X..|.O..|..X.|.O..)"],
        source: "Piet Hein, Polygon, Politiken, 1942; John Nash, Some games and machines for playing \
                 them, 1952; Ryan B. Hayward and Bjarne Toft, Hex: The Full Story, 2019",
        parse: &|arguments: &Arguments<'_>| {
            let shape = |text: Text<'_>| {
                let side = text.number("a side").ok().map(|side| (side, side));
                let (width, height) = side.or_else(|| grid::read_size(text))?;
                Some(Shape::Hex { width, height })
            };
            game(arguments, shape, "a side, or a size such as 4x3")
        },
    }
}

/// The Game of Y in the catalogue.
pub const fn y() -> Entry {
    Entry {
        // Not `y`, which would hide a variable of the calculator.
        name: "game-of-y",
        aliases: &[],
        family: Family::Grid,
        title: "Game of Y",
        about: "Put stones on a triangle of hexagons; a chain that touches all three sides wins. As in \
                Hex nobody can draw, and whoever begins wins with best play.",
        rules: "On a triangle of hexagonal cells Left puts a stone X and Right a stone O on an empty \
                cell. A chain of stones that touches all three sides wins; a corner belongs to two \
                of them. There are no ties, and no swap. A board is drawn by its rows, parted by \
                '|', which have one cell, two cells, and so on. It has at most 256 cells.",
        notation: "game-of-y(SIDE) or game-of-y(SIDE; ROW|ROW|…)",
        examples: &["game-of-y(3)", "game-of-y(4; .|X.|.O.|....)"],
        source: "Craige Schensted and Charles Titus, Mudcrack Y and Poly-Y, 1975; Martin Gardner, \
                 The Scientific American Book of Mathematical Puzzles and Diversions, chapter 8",
        parse: &|arguments: &Arguments<'_>| {
            let shape = |text: Text<'_>| Some(Shape::Y { side: text.number("a side").ok()? });
            game(arguments, shape, "a side")
        },
    }
}
