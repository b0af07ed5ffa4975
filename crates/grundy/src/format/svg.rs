//! Position graphs as SVG, drawn without help from other programs.
//!
//! Classes are told apart by shape, border and colour, so that no reader
//! depends on colour; the colours are those of Okabe and Ito (2008), which
//! people with any colour vision can tell apart.

use super::layout::{self, Curve, Edge, Layout, Piece, Point, Size};
use super::markup::{MONO, SANS, Svg, mono_width, number, sans_width};
use super::picture::{Picture, Position, Worth};
use crate::outcome::Verdict;
use crate::player::Player;

const MARGIN: f64 = 24.0;
/// Size of the letters of positions and notes.
const LETTERS: f64 = 11.0;
const LINE: f64 = 14.0;
const PADDING: f64 = 9.0;
/// Room for the arrow and the word at the start.
const START: f64 = 42.0;
/// Least width for the title and the legend.
const NARROWEST: f64 = 460.0;

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

/// What a move looks like: width, colour, length of the arrowhead.
fn stroke(worth: Worth) -> (f64, &'static str, f64) {
    match worth {
        Worth::Wins => (2.4, "#1a1a1a", 9.0),
        Worth::Draws => (1.6, "#00664b", 7.5),
        Worth::Other => (0.9, "#a6a6a6", 6.0),
    }
}

const DASHES: &str = "5 3";

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
    fn new(picture: &Picture, node: &Position) -> Face {
        let label = picture.label(node);
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
            true => line.chars().map(super::markup::columns).sum::<usize>() as f64 * self.pitch.0,
            false => mono_width(line, self.letters),
        };
        self.lines.iter().map(line).fold(mono_width(&self.note, LETTERS), f64::max)
    }

    fn height(&self, cut: bool) -> f64 {
        let marks = if cut { 11.0 } else { 0.0 };
        self.lines.len() as f64 * self.pitch.1 + LINE + marks
    }
}

/// The layout of a picture, as [`write`] draws it, from the top left of the graph.
#[must_use]
pub fn layout(picture: &Picture) -> Layout {
    let starts = picture.start_nodes();
    let mut sizes: Vec<Size> = picture
        .nodes
        .iter()
        .enumerate()
        .map(|(i, node)| {
            let face = Face::new(picture, node);
            let cut = mono_width(&left_out(node), 9.0);
            let start = starts.iter().any(|(start, _)| *start == i);
            let badge = if node.mover.is_some() { 4.0 } else { 0.0 };
            Size {
                width: (face.width().max(cut) + 2.0 * PADDING).max(34.0),
                height: face.height(node.left_out > 0) + PADDING,
                before: if start { START } else { badge },
                after: 0.0,
            }
        })
        .collect();
    for step in picture.moves.iter().filter(|step| step.from == step.to) {
        sizes[step.from].after = layout::LOOP;
    }
    let layers: Vec<usize> = picture.nodes.iter().map(|node| node.layer).collect();
    let edge = |step: &super::picture::Move| Edge {
        from: step.from,
        to: step.to,
        style: step.worth as u8 + if step.mover == Some(Player::Right) { 3 } else { 0 },
    };
    let edges: Vec<Edge> = picture.moves.iter().map(edge).collect();
    layout::layout(&sizes, &layers, &edges)
}

fn left_out(node: &Position) -> String {
    if node.left_out > 0 { format!("… +{}", node.left_out) } else { String::new() }
}

/// A picture as an SVG document.
#[must_use]
pub fn write(picture: &Picture) -> String {
    let layout = layout(picture);
    let title = shortened(&picture.game, 80);
    let captions = picture.captions();
    let words = captions.iter().map(|line| sans_width(line, 12.0));
    let inside =
        words.fold(sans_width(&title, 17.0) * 1.08, f64::max).max(NARROWEST).max(layout.width);
    let top = MARGIN + 20.0 + 17.0 * captions.len() as f64 + 16.0;
    let legend = Legend::new(picture, inside);
    let height = top + layout.height + 28.0 + legend.height + MARGIN;
    let mut svg = Svg::new(inside + 2.0 * MARGIN, height, &picture.game);

    svg.open("g").set("font-family", SANS).set("fill", "#111").done();
    svg.element("text")
        .number("x", MARGIN)
        .number("y", MARGIN + 13.0)
        .set("font-size", "17")
        .set("font-weight", "bold")
        .text(&title);
    for (i, line) in captions.iter().enumerate() {
        svg.element("text")
            .number("x", MARGIN)
            .number("y", MARGIN + 34.0 + 17.0 * i as f64)
            .set("font-size", "12")
            .set("fill", "#444")
            .text(line);
    }
    svg.close();

    let left = MARGIN + (inside - layout.width) / 2.0;
    svg.open("g").set("transform", &shift(left, top)).done();
    write_moves(&mut svg, &layout);
    write_starts(&mut svg, picture, &layout);
    svg.open("g").set("font-family", MONO).set("text-anchor", "middle").done();
    for (i, node) in picture.nodes.iter().enumerate() {
        write_node(&mut svg, picture, node, layout.centres[i], layout.sizes[i]);
    }
    svg.close();
    svg.close();

    svg.open("g").set("transform", &shift(MARGIN, top + layout.height + 28.0)).done();
    legend.write(&mut svg);
    svg.close();
    svg.finish()
}

fn shift(x: f64, y: f64) -> String {
    format!("translate({} {})", number(x), number(y))
}

fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_string(),
    }
}

/// Moves, the dull ones below the others.
fn write_moves(svg: &mut Svg, layout: &Layout) {
    for worth in [Worth::Other, Worth::Draws, Worth::Wins] {
        for (player, dashed) in [("left", false), ("right", true)] {
            let style = worth as u8 + if dashed { 3 } else { 0 };
            let mut bundles = layout.bundles.iter().filter(|b| b.style == style).peekable();
            if bundles.peek().is_none() {
                continue;
            }
            let (_, colour, head) = stroke(worth);
            open_stroke(svg, worth, dashed, player);
            for bundle in bundles {
                let path: String = bundle.curves.iter().map(path).collect();
                svg.element("path").set("d", &path).done();
                let heads: String =
                    bundle.heads.iter().map(|&(tip, to)| arrowhead(tip, to, head)).collect();
                svg.element("path")
                    .set("d", &heads)
                    .set("fill", colour)
                    .set("stroke", "none")
                    .done();
            }
            svg.close();
        }
    }
}

fn open_stroke(svg: &mut Svg, worth: Worth, dashed: bool, player: &str) {
    let (width, colour, _) = stroke(worth);
    let class = match worth {
        Worth::Wins => "wins",
        Worth::Draws => "draws",
        Worth::Other => "other",
    };
    let group = svg
        .open("g")
        .set("class", &format!("moves {class} {player}"))
        .set("fill", "none")
        .set("stroke", colour)
        .number("stroke-width", width);
    if dashed { group.set("stroke-dasharray", DASHES).done() } else { group.done() }
}

fn path(curve: &Curve) -> String {
    let mut d = format!("M{}", at(curve.start));
    for piece in &curve.pieces {
        match *piece {
            Piece::Line(end) => d.push_str(&format!("L{}", at(end))),
            Piece::Cubic(a, b, end) => d.push_str(&format!("C{} {} {}", at(a), at(b), at(end))),
        }
    }
    d
}

fn at(point: Point) -> String {
    format!("{} {}", number(point.x), number(point.y))
}

/// A triangle with its tip at a point, in the direction of a unit vector.
fn arrowhead(tip: Point, to: Point, length: f64) -> String {
    let half = length * 0.42;
    let corner = |side: f64| Point {
        x: tip.x - to.x * length - to.y * half * side,
        y: tip.y - to.y * length + to.x * half * side,
    };
    format!("M{}L{}L{}Z", at(tip), at(corner(1.0)), at(corner(-1.0)))
}

fn write_starts(svg: &mut Svg, picture: &Picture, layout: &Layout) {
    for (node, _) in picture.start_nodes() {
        let (centre, size) = (layout.centres[node], layout.sizes[node]);
        let tip = Point { x: centre.x - size.width / 2.0 - 1.5, y: centre.y };
        write_start(svg, tip);
    }
}

fn write_start(svg: &mut Svg, tip: Point) {
    svg.element("path")
        .set("class", "start")
        .set("d", &format!("M{}h26", at(Point { x: tip.x - 34.0, ..tip })))
        .set("stroke", "#111")
        .set("stroke-width", "3")
        .done();
    svg.element("path")
        .set("d", &arrowhead(tip, Point { x: 1.0, y: 0.0 }, 10.0))
        .set("fill", "#111")
        .done();
    svg.element("text")
        .number("x", tip.x - 35.0)
        .number("y", tip.y - 6.0)
        .set("font-family", SANS)
        .set("font-size", "10")
        .set("fill", "#111")
        .text("start");
}

fn write_node(svg: &mut Svg, picture: &Picture, node: &Position, centre: Point, size: Size) {
    let face = Face::new(picture, node);
    let look = look(node.verdict);
    svg.open("g").set("class", &format!("node {}", look.class)).done();
    svg.element("title").text(&describe(node));
    write_shape(svg, node.verdict, centre, size.width, size.height);
    let mut y = centre.y - face.height(node.left_out > 0) / 2.0;
    for line in &face.lines {
        y += face.pitch.1;
        let text = svg
            .element("text")
            .number("y", y - 2.5)
            .number("font-size", face.letters)
            .set("fill", "#111");
        let places =
            if face.board { squares(line, centre.x, face.pitch.0) } else { number(centre.x) };
        text.set("x", &places).text(line);
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

/// The middle of each square of a row, so that columns stand below each other
/// whatever the font.
fn squares(row: &str, centre: f64, pitch: f64) -> String {
    let widths: Vec<f64> = row.chars().map(|c| super::markup::columns(c) as f64 * pitch).collect();
    let mut x = centre - widths.iter().sum::<f64>() / 2.0;
    let place = |width: &f64| {
        x += width;
        number(x - width / 2.0)
    };
    widths.iter().map(place).collect::<Vec<_>>().join(" ")
}

/// A player to move who wins: rounded; who loses: square, with a double
/// border; a draw: six corners, dashed.
fn write_shape(svg: &mut Svg, verdict: Verdict, centre: Point, width: f64, height: f64) {
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
fn write_badge(svg: &mut Svg, mover: Player, centre: Point) {
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

/// Everything about a position, for the pointer that rests on it.
fn describe(node: &Position) -> String {
    let mut text = if node.text.is_empty() { "()".to_string() } else { node.text.clone() };
    if let Some(mover) = node.mover {
        text.push_str(&format!(", {mover} to move"));
    }
    text.push_str(&format!(": {}", node.verdict));
    if let Some(value) = &node.value {
        text.push_str(&format!(", worth {value}"));
    }
    if node.left_out > 0 {
        text.push_str(&format!("; {} more moves lead to positions left out", node.left_out));
    }
    text
}

/// An entry of the legend.
enum Sign {
    Shape(Verdict),
    Line(Worth, bool),
    Badge(Player),
    Note(&'static str),
}

/// Explains what occurs in a picture, and nothing else.
struct Legend {
    /// Each with the place of its left end.
    entries: Vec<(Sign, String, Point)>,
    height: f64,
}

const SIGN: f64 = 38.0;
const LEGEND_LETTERS: f64 = 11.0;
const LEGEND_LINE: f64 = 22.0;

impl Legend {
    fn new(picture: &Picture, width: f64) -> Legend {
        let mut entries = Vec::new();
        let mut x = 0.0;
        let mut y = LEGEND_LINE / 2.0;
        for (sign, text) in signs(picture) {
            let wide = SIGN + sans_width(&text, LEGEND_LETTERS) + 18.0;
            if x > 0.0 && x + wide > width + 18.0 {
                (x, y) = (0.0, y + LEGEND_LINE);
            }
            entries.push((sign, text, Point { x, y }));
            x += wide;
        }
        Legend { entries, height: y + LEGEND_LINE / 2.0 }
    }

    fn write(&self, svg: &mut Svg) {
        for (sign, text, place) in &self.entries {
            let middle = Point { x: place.x + SIGN / 2.0 - 4.0, y: place.y };
            svg.open("g").set("font-family", MONO).set("text-anchor", "middle").done();
            match *sign {
                Sign::Shape(verdict) => write_shape(svg, verdict, middle, 26.0, 15.0),
                Sign::Badge(player) => write_badge(svg, player, middle),
                Sign::Note(note) => svg
                    .element("text")
                    .number("x", middle.x)
                    .number("y", middle.y + 4.0)
                    .number("font-size", LETTERS)
                    .set("font-weight", "bold")
                    .text(note),
                Sign::Line(worth, dashed) => {
                    let (_, colour, head) = stroke(worth);
                    open_stroke(svg, worth, dashed, "sign");
                    let end = place.x + SIGN - 10.0;
                    svg.element("path")
                        .set("d", &format!("M{}H{}", at(*place), number(end - 5.0)))
                        .done();
                    svg.close();
                    let tip = Point { x: end, y: place.y };
                    svg.element("path")
                        .set("d", &arrowhead(tip, Point { x: 1.0, y: 0.0 }, head))
                        .set("fill", colour)
                        .done();
                }
            }
            svg.close();
            svg.element("text")
                .number("x", place.x + SIGN)
                .number("y", place.y + 4.0)
                .set("font-family", SANS)
                .number("font-size", LEGEND_LETTERS)
                .set("fill", "#333")
                .text(text);
        }
    }
}

fn signs(picture: &Picture) -> Vec<(Sign, String)> {
    let mut signs = Vec::new();
    let verdicts = || picture.nodes.iter().map(|node| node.verdict);
    let name = |letter: &str| {
        if picture.impartial { format!("{letter}-position: ") } else { String::new() }
    };
    if verdicts().any(|verdict| matches!(verdict, Verdict::Win(_))) {
        signs.push((Sign::Shape(Verdict::Win(0)), name("N") + "the player to move wins"));
    }
    if verdicts().any(|verdict| matches!(verdict, Verdict::Loss(_))) {
        signs.push((Sign::Shape(Verdict::Loss(0)), name("P") + "the player to move loses"));
    }
    if verdicts().any(|verdict| matches!(verdict, Verdict::Draw(_))) {
        signs.push((Sign::Shape(Verdict::Draw(None)), name("D") + "neither player can win"));
    }
    let partizan = !picture.impartial;
    for (worth, text) in [
        (Worth::Wins, "keeps the win"),
        (Worth::Draws, "keeps the draw"),
        (Worth::Other, "other moves"),
    ] {
        if picture.moves.iter().any(|step| step.worth == worth) {
            signs.push((Sign::Line(worth, false), text.to_string()));
        }
    }
    for player in Player::BOTH {
        if partizan && picture.nodes.iter().any(|node| node.mover == Some(player)) {
            signs.push((Sign::Badge(player), format!("{player} to move")));
        }
    }
    for (player, dashed) in [(Player::Left, false), (Player::Right, true)] {
        if picture.moves.iter().any(|step| step.mover == Some(player)) {
            signs.push((Sign::Line(Worth::Other, dashed), format!("{player}’s moves")));
        }
    }
    let valued = |infinite: bool| {
        picture
            .nodes
            .iter()
            .filter_map(|node| node.value.as_ref())
            .any(|value| value.nimber().is_none() == infinite)
    };
    if valued(false) {
        signs.push((Sign::Note("*n"), "worth a Nim heap of n (0: nothing, *: of 1)".to_string()));
    }
    if valued(true) {
        signs
            .push((Sign::Note("∞(K)"), "play may go on for ever; K: nimbers in reach".to_string()));
    }
    if picture.nodes.iter().any(|node| node.value.is_none()) {
        let moves = "with a number: moves to the end, if both play well";
        signs.push((Sign::Note("win 3"), moves.to_string()));
    }
    if !picture.complete() {
        signs.push((Sign::Note("… +3"), "three more moves, to positions left out".to_string()));
    }
    signs
}
