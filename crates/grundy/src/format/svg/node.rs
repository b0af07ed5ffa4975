//! Positions as shapes with text: who wins is told by shape, border and colour.

use std::fmt::Display;

use super::moves::at;
use crate::format::label::Label;
use crate::format::layout::{Point, Size};
use crate::format::markup::{MONO_ADVANCE, Svg, columns, mono_width};
use crate::format::picture::Position;
use crate::format::words::Words;
use grundy_base::{Player, Verdict};

/// Size of the letters of positions and notes.
pub(super) const LETTERS: f64 = 11.0;
const LINE: f64 = 14.0;
const PADDING: f64 = 9.0;

/// What the result of a position looks like.
struct Look {
    class: &'static str,
    fill: &'static str,
    stroke: &'static str,
}

const WINS: Look = Look { class: "n", fill: "#fdebcf", stroke: "#b35900" };
const LOSES: Look = Look { class: "p", fill: "#d3e8f6", stroke: "#0072b2" };
const DRAWS: Look = Look { class: "d", fill: "#d5efe6", stroke: "#007a59" };

fn look(verdict: Verdict) -> &'static Look {
    match verdict {
        Verdict::Win(_) => &WINS,
        Verdict::Loss(_) => &LOSES,
        Verdict::Draw(_) => &DRAWS,
    }
}

/// How the text of a node is set.
struct Face {
    lines: Vec<String>,
    board: bool,
    note: String,
    letters: f64,
    /// Width of a column, and from line to line.
    pitch: (f64, f64),
}

impl Face {
    fn new(node: &Position, words: &Words) -> Face {
        let label = Label::new(node, words);
        let columns = label.lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        let large = columns.max(label.lines.len()) > 8;
        let (letters, pitch) = match (label.board, large) {
            (false, _) => (LETTERS, (mono_width("0", LETTERS), LINE)),
            (true, false) => (LETTERS, (10.0, 11.0)),
            (true, true) => (8.0, (7.0, 8.0)),
        };
        Face { lines: label.lines, board: label.board, note: label.note, letters, pitch }
    }

    fn width(&self) -> f64 {
        let line = |line: &String| match self.board {
            true => line.chars().map(columns).sum::<usize>() as f64 * self.pitch.0,
            false => mono_width(line, self.letters),
        };
        self.lines.iter().map(line).fold(mono_width(&self.note, LETTERS), f64::max)
    }

    fn height(&self, cut: bool) -> f64 {
        let marks = if cut { 11.0 } else { 0.0 };
        self.lines.len() as f64 * self.pitch.1 + LINE + marks
    }
}
/// Width and height of a node.
pub(super) fn extent(node: &Position, words: &Words) -> (f64, f64) {
    let face = Face::new(node, words);
    let cut = mono_width(&left_out(node), 9.0);
    let width = (face.width().max(cut) + 2.0 * PADDING).max(34.0);
    (width, face.height(node.left_out > 0) + PADDING)
}

fn left_out(node: &Position) -> String {
    if node.left_out > 0 { format!("… +{}", node.left_out) } else { String::new() }
}

/// A node, with these attributes of its element.
pub(super) fn write_node(
    svg: &mut Svg,
    node: &Position,
    centre: Point,
    size: Size,
    about: &[(&str, String)],
    words: &Words,
) {
    let face = Face::new(node, words);
    let look = look(node.verdict);
    let group = svg.open("g").set("class", &format!("node {}", look.class));
    about.iter().fold(group, |group, (name, value)| group.set(name, value)).done();
    svg.element("title").text(&describe(node, words));
    write_shape(svg, node.verdict, centre, size.width, size.height);
    let mut y = centre.y - face.height(node.left_out > 0) / 2.0;
    for line in &face.lines {
        y += face.pitch.1;
        let text = svg
            .element("text")
            .number("y", y - 2.5)
            .number("font-size", face.letters)
            .set("fill", "#111");
        if face.board {
            // The space behind the last letter counts, so the middle moves.
            let space = face.pitch.0 - face.letters * MONO_ADVANCE;
            text.number("x", centre.x + space / 2.0).number("letter-spacing", space).text(line);
        } else {
            text.number("x", centre.x).text(line);
        }
    }
    y += LINE;
    svg.element("text")
        .number("x", centre.x)
        .number("y", y - 2.0)
        .number("font-size", LETTERS)
        .set("font-weight", "bold")
        .set("fill", look.stroke)
        .text(&face.note);
    if node.left_out > 0 {
        svg.element("text")
            .number("x", centre.x)
            .number("y", y + 8.0)
            .set("font-size", "9")
            .set("fill", "#444")
            .text(&left_out(node));
    }
    if let Some(mover) = node.mover {
        let corner =
            Point { x: centre.x - size.width / 2.0 + 3.0, y: centre.y - size.height / 2.0 + 3.0 };
        write_badge(svg, mover, corner);
    }
    svg.close();
}

/// The shape of a result: rounded if the player to move wins; square with a double border for a
/// loss; six corners, dashed, for a draw.
pub(super) fn write_shape(svg: &mut Svg, verdict: Verdict, centre: Point, width: f64, height: f64) {
    let look = look(verdict);
    let (x, y) = (centre.x - width / 2.0, centre.y - height / 2.0);
    let rect = |svg: &mut Svg, inset: f64, radius: f64, fill: &str, stroke: f64| {
        svg.element("rect")
            .number("x", x + inset)
            .number("y", y + inset)
            .number("width", width - 2.0 * inset)
            .number("height", height - 2.0 * inset)
            .number("rx", radius)
            .set("fill", fill)
            .set("stroke", look.stroke)
            .number("stroke-width", stroke)
            .done();
    };
    match verdict {
        Verdict::Win(_) => rect(svg, 0.0, (height / 2.0).min(14.0), look.fill, 1.3),
        Verdict::Loss(_) => {
            rect(svg, 0.0, 0.0, look.fill, 1.3);
            rect(svg, 3.0, 0.0, "none", 1.0);
        }
        Verdict::Draw(_) => {
            let cut = (height / 2.0).min(7.0);
            let corners = [
                (x + cut, y),
                (x + width - cut, y),
                (x + width, centre.y),
                (x + width - cut, y + height),
                (x + cut, y + height),
                (x, centre.y),
            ];
            let corners = corners.map(|(x, y)| at(Point { x, y }));
            let d = format!("M{}Z", corners.join("L"));
            svg.element("path")
                .set("d", &d)
                .set("fill", look.fill)
                .set("stroke", look.stroke)
                .set("stroke-width", "1.4")
                .set("stroke-dasharray", "4 2")
                .done();
        }
    }
}

/// Who is to move: Left white on black, Right black on white.
pub(super) fn write_badge(svg: &mut Svg, mover: Player, centre: Point) {
    let (fill, ink, letter) = match mover {
        Player::Left => ("#222", "#fff", "L"),
        Player::Right => ("#fff", "#222", "R"),
    };
    svg.element("circle")
        .number("cx", centre.x)
        .number("cy", centre.y)
        .number("r", 6.0)
        .set("fill", fill)
        .set("stroke", "#222")
        .done();
    svg.element("text")
        .number("x", centre.x)
        .number("y", centre.y + 3.2)
        .set("font-size", "9")
        .set("font-weight", "bold")
        .set("fill", ink)
        .text(letter);
}

/// Everything about a position, shown when the pointer rests on it.
fn describe(node: &Position, words: &Words) -> String {
    let mut text = if node.text.is_empty() { "()".to_string() } else { node.text.clone() };
    let mut add = |key: &str, values: &[(&str, &dyn Display)]| {
        let said = words.say(key, &[&[("text", &text as &dyn Display)], values].concat());
        text = said;
    };
    match node.mover {
        Some(Player::Left) => add("node.left", &[]),
        Some(Player::Right) => add("node.right", &[]),
        None => {}
    }
    match node.verdict {
        Verdict::Win(moves) => add("node.win", &[("n", &moves)]),
        Verdict::Loss(moves) => add("node.loss", &[("n", &moves)]),
        Verdict::Draw(Some(moves)) => add("node.tie", &[("n", &moves)]),
        Verdict::Draw(None) => add("node.draw", &[]),
    }
    if let Some(value) = &node.value {
        add("node.worth", &[("value", value)]);
    }
    if node.left_out > 0 {
        add("node.left-out", &[("n", &node.left_out)]);
    }
    text
}
