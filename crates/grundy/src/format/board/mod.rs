//! Boards, tables that may contain boards, and boards on which moves are made, as SVG.
//!
//! Every game gives its [scene](crate::scene), and this is the one renderer of scenes: it knows no
//! ruleset.

mod pen;
mod pieces;
mod play;
mod trees;

use self::pen::Pen;
use super::markup::Svg;
use crate::game::Game;
use crate::scene::{Kind, Label, Scene};

pub use play::{Mark, Story, play, play_after};

/// The colours of Left, of Right, and of what belongs to both.
const COLOURS: [&str; 3] = ["#0072b2", "#d55e00", "#009e73"];
const INK: &str = "#333333";
const PALE: &str = "#d9d9d9";
const MISSING: &str = "#4d4d4d";
const DARK: &str = "#c9b79a";
const SHEET: &str = "#ffffff";

/// The side of a square in a picture.
const SIDE: f64 = 32.0;
const MARGIN: f64 = 12.0;

/// The game as a picture: its boards as they lie on a table.
#[must_use]
pub fn svg(game: &dyn Game) -> String {
    let scene = game.scene();
    let [width, height] = scene.size.map(|side| side * SIDE + 2.0 * MARGIN);
    let mut svg = Svg::of_class(width, height, &game.text(), "board", "img");
    Pen::new(&mut svg, SIDE, [MARGIN, MARGIN]).scene(&scene);
    svg.finish()
}

/// The content of a table cell.
#[derive(Debug)]
pub enum Cell<'a> {
    /// Words or a value.
    Text(String),
    /// A game as it lies on a table.
    Board(&'a dyn Game),
}

/// Words as a scene of one line.
fn words(text: &str) -> Scene {
    /// Longer cells are cut.
    const WIDEST: usize = 80;
    /// The height of a line.
    const LINE: f64 = 0.56;
    let cut = text.chars().count() > WIDEST;
    let shown: String = text.chars().take(WIDEST).chain(cut.then_some('…')).collect();
    let label = Label::new(shown, [0.0, LINE / 2.0], Kind::Text);
    Scene { size: [label.width(), LINE], labels: vec![label], ..Scene::default() }
}

/// A table with a heading for its first columns.
#[must_use]
pub fn table(title: &str, heading: &[String], rows: &[Vec<Cell<'_>>]) -> String {
    let scene = |cell: &Cell<'_>| match cell {
        Cell::Text(text) => words(text),
        Cell::Board(game) => game.scene(),
    };
    let names = heading.iter().map(|name| words(name)).collect();
    let all: Vec<Vec<Scene>> = std::iter::once(names)
        .chain(rows.iter().map(|row| row.iter().map(scene).collect()))
        .collect();
    let columns = all.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<f64> = (0..columns)
        .map(|column| {
            let cells = all.iter().filter_map(|row| row.get(column));
            cells.map(|scene| scene.size[0] * SIDE).fold(0.0, f64::max) + 2.0 * MARGIN
        })
        .collect();
    let heights: Vec<f64> = all
        .iter()
        .map(|row| row.iter().map(|scene| scene.size[1] * SIDE).fold(0.0, f64::max) + MARGIN)
        .collect();
    let (width, height): (f64, f64) = (widths.iter().sum(), heights.iter().sum());
    let (width, height) = (width.max(2.0 * MARGIN), height);
    let mut svg = Svg::of_class(width, height + 2.0 * MARGIN, title, "board table", "img");
    let mut y = MARGIN;
    for (row, high) in all.iter().zip(&heights) {
        let mut x = 0.0;
        for (scene, wide) in row.iter().zip(&widths) {
            let middle = (high - scene.size[1] * SIDE) / 2.0;
            Pen::new(&mut svg, SIDE, [x + MARGIN, y + middle]).scene(scene);
            x += wide;
        }
        y += high;
        if y < height + MARGIN / 2.0 {
            svg.element("line")
                .set("class", "line")
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
