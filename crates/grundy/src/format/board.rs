//! Boards, and tables that may hold boards, as SVG.

use super::markup::{MONO, Svg, mono_width};
use crate::game::Game;
use crate::ruleset::{Shape, Sizes};

/// The colours of Left, of Right, and of what belongs to both.
const COLOURS: [&str; 3] = ["#0072b2", "#d55e00", "#009e73"];
const INK: &str = "#333333";
const PALE: &str = "#d9d9d9";
const MISSING: &str = "#4d4d4d";

/// The side of a square.
const SIDE: f64 = 32.0;
/// Room for the names of rows and columns.
const NAMES: f64 = 22.0;
/// Letters of text, and from line to line.
const LETTERS: f64 = 13.0;
const LINE: f64 = 18.0;
const MARGIN: f64 = 12.0;

/// The game as a picture: its boards as they lie on a table, other games as
/// text.
#[must_use]
pub fn svg(game: &dyn Game) -> String {
    let figure = Figure::new(game);
    let (width, height) = figure.extent();
    let mut svg = Svg::new(width + 2.0 * MARGIN, height + 2.0 * MARGIN, &game.text());
    figure.draw(&mut svg, (MARGIN, MARGIN));
    svg.finish()
}

/// What stands in a table.
#[derive(Debug)]
pub enum Cell<'a> {
    /// Words or a value.
    Text(String),
    /// A game as it lies on a table.
    Board(&'a dyn Game),
}

/// A table with a heading for its first columns.
#[must_use]
pub fn table(title: &str, heading: &[String], rows: &[Vec<Cell<'_>>]) -> String {
    /// Longer cells are cut.
    const WIDEST: usize = 80;
    let figure = |cell: &Cell<'_>| match cell {
        Cell::Text(text) => {
            let cut = text.chars().count() > WIDEST;
            let shown: String = text.chars().take(WIDEST).collect();
            Figure::Lines(vec![shown + if cut { "…" } else { "" }])
        }
        Cell::Board(game) => Figure::new(*game),
    };
    let names = heading.iter().map(|name| Figure::Lines(vec![name.clone()])).collect();
    let all: Vec<Vec<Figure>> = std::iter::once(names)
        .chain(rows.iter().map(|row| row.iter().map(figure).collect()))
        .collect();
    let columns = all.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<f64> = (0..columns)
        .map(|column| {
            let cells = all.iter().filter_map(|row| row.get(column));
            cells.map(|figure| figure.extent().0).fold(0.0, f64::max) + 2.0 * MARGIN
        })
        .collect();
    let heights: Vec<f64> = all
        .iter()
        .map(|row| row.iter().map(|figure| figure.extent().1).fold(0.0, f64::max) + MARGIN)
        .collect();
    let (width, height): (f64, f64) = (widths.iter().sum(), heights.iter().sum());
    let mut svg = Svg::new(width.max(2.0 * MARGIN), height + 2.0 * MARGIN, title);
    let mut y = MARGIN;
    for (row, high) in all.iter().zip(&heights) {
        let mut x = 0.0;
        for (figure, wide) in row.iter().zip(&widths) {
            let middle = (high - figure.extent().1) / 2.0;
            figure.draw(&mut svg, (x + MARGIN, y + middle));
            x += wide;
        }
        y += high;
        if y < height + MARGIN / 2.0 {
            svg.element("line")
                .number("x1", MARGIN)
                .number("x2", width - MARGIN)
                .number("y1", y)
                .number("y2", y)
                .set("stroke", PALE)
                .done();
        }
    }
    svg.finish()
}

/// What is drawn.
enum Figure {
    /// Squares in rows of one length, and what they may hold.
    Squares { rows: Vec<Vec<char>>, sizes: Sizes },
    /// Lines of text, whose letters have one width.
    Lines(Vec<String>),
    /// Figures side by side with a plus between them.
    Sum(Vec<Figure>),
}

impl Figure {
    fn new(game: &dyn Game) -> Figure {
        let terms = game.terms();
        if terms.len() > 1 {
            return Figure::Sum(terms.iter().map(|term| Figure::new(&**term)).collect());
        }
        if let Some(sizes) = game.sizes()
            && matches!(sizes.shape, Shape::Board | Shape::Strip)
        {
            let rows: Vec<Vec<char>> =
                game.position().split('|').map(|row| row.chars().collect()).collect();
            if rows.iter().all(|row| !row.is_empty() && row.len() == rows[0].len()) {
                return Figure::Squares { rows, sizes };
            }
        }
        Figure::Lines(game.drawing().lines().map(str::to_string).collect())
    }

    /// Width and height.
    fn extent(&self) -> (f64, f64) {
        match self {
            Figure::Squares { rows, .. } => {
                let side = if rows.len() > 1 { NAMES } else { 0.0 };
                (side + rows[0].len() as f64 * SIDE, rows.len() as f64 * SIDE + NAMES)
            }
            Figure::Lines(lines) => {
                let widths = lines.iter().map(|line| mono_width(line, LETTERS));
                (widths.fold(0.0, f64::max), lines.len() as f64 * LINE)
            }
            Figure::Sum(terms) => {
                let plus = (terms.len() - 1) as f64 * SIDE;
                let extents = terms.iter().map(Figure::extent);
                extents.fold((plus, 0.0), |(width, height), (w, h)| (width + w, height.max(h)))
            }
        }
    }

    fn draw(&self, svg: &mut Svg, (x, y): (f64, f64)) {
        match self {
            Figure::Squares { rows, sizes } => squares(svg, (x, y), rows, sizes),
            Figure::Lines(lines) => {
                for (i, line) in lines.iter().enumerate() {
                    svg.element("text")
                        .number("x", x)
                        .number("y", y + i as f64 * LINE + LETTERS)
                        .set("font-family", MONO)
                        .number("font-size", LETTERS)
                        .set("xml:space", "preserve")
                        .set("fill", INK)
                        .text(line);
                }
            }
            Figure::Sum(terms) => {
                let height = self.extent().1;
                let mut at = x;
                for (i, term) in terms.iter().enumerate() {
                    if i > 0 {
                        let place = (at + SIDE / 2.0, y + height / 2.0);
                        svg.words(place, "middle", 20.0).set("fill", INK).text("+");
                        at += SIDE;
                    }
                    let (w, h) = term.extent();
                    term.draw(svg, (at, y + (height - h) / 2.0));
                    at += w;
                }
            }
        }
    }
}

/// A board with the names of its rows and columns: squares that are missing or
/// closed are dark, Left's pieces are discs and Right's are rings.
fn squares(svg: &mut Svg, (x, y): (f64, f64), rows: &[Vec<char>], sizes: &Sizes) {
    let is_board = sizes.shape == Shape::Board;
    let left = if rows.len() > 1 { x + NAMES } else { x };
    let name = |svg: &mut Svg, at: (f64, f64), name: String| {
        svg.words(at, "middle", 11.0).set("fill", INK).text(&name);
    };
    for (row, squares) in rows.iter().enumerate() {
        let top = y + row as f64 * SIDE;
        if rows.len() > 1 {
            let number = (rows.len() - row).to_string();
            name(svg, (x + NAMES / 2.0 - 2.0, top + SIDE / 2.0 + 4.0), number);
        }
        for (column, &square) in squares.iter().enumerate() {
            let corner = (left + column as f64 * SIDE, top);
            svg.element("rect")
                .number("x", corner.0)
                .number("y", corner.1)
                .number("width", SIDE)
                .number("height", SIDE)
                .set("fill", if square == '#' { MISSING } else { "#ffffff" })
                .set("stroke", INK)
                .done();
            if square != '.' && square != '#' {
                piece(svg, (corner.0 + SIDE / 2.0, corner.1 + SIDE / 2.0), square, sizes);
            }
        }
    }
    let below = y + rows.len() as f64 * SIDE + NAMES - 8.0;
    for column in 0..rows[0].len() {
        let named = match is_board {
            true => char::from(b'a' + (column % 26) as u8).to_string(),
            false => (column + 1).to_string(),
        };
        name(svg, (left + (column as f64 + 0.5) * SIDE, below), named);
    }
}

/// A piece; what is no first letter of a player's, and other marks, are written.
fn piece(svg: &mut Svg, (x, y): (f64, f64), letter: char, sizes: &Sizes) {
    let owner = sizes.pieces.iter().position(|pieces| pieces.contains(letter));
    let colour = COLOURS[owner.unwrap_or(2)];
    let first = sizes.pieces.iter().any(|pieces| pieces.starts_with(letter));
    let ring = owner == Some(1);
    if first || owner.is_none() && letter.is_alphabetic() {
        svg.element("circle")
            .number("cx", x)
            .number("cy", y)
            .number("r", if ring { SIDE * 0.29 } else { SIDE * 0.34 })
            .set("fill", if ring { "none" } else { colour })
            .set("stroke", colour)
            .set("stroke-width", if ring { "4" } else { "1" })
            .done();
    } else {
        svg.words((x, y + 5.0), "middle", 15.0).set("fill", colour).text(&letter.to_string());
    }
}
