//! Position graphs as SVG, drawn without help from other programs.
//!
//! Classes are told apart by shape, border and colour, so that no reader
//! depends on colour; the colours are those of Okabe and Ito (2008), which
//! people with any colour vision can tell apart.

mod legend;
mod moves;
mod node;

use self::legend::Legend;
use self::moves::{arrowhead, at, style, write_moves};
use self::node::write_node;
use super::Format;
use super::layout::{self, Edge, Layout, Point, Size};
use super::markup::{MONO, SANS, Svg, number, sans_width};
use super::picture::Picture;
use super::words::Words;
use grundy_base::Player;

/// Graphs as vector pictures.
pub const FORMAT: Format<Picture> = Format {
    name: "svg",
    about: "A vector picture",
    endings: &["svg"],
    is_binary: false,
    is_whole: false,
    write: |picture| Ok(write(picture).into_bytes()),
};

const MARGIN: f64 = 24.0;
/// Room for the arrow and the word at the start.
const START: f64 = 42.0;
/// Least width for the title and the legend.
const NARROWEST: f64 = 540.0;

/// The layout of a picture, as [`write()`] draws it, from the top left of the graph.
#[must_use]
pub fn layout(picture: &Picture) -> Layout {
    layout_with(picture, &Words::default())
}

fn layout_with(picture: &Picture, words: &Words) -> Layout {
    let starts = picture.start_nodes();
    let mut sizes: Vec<Size> = picture
        .nodes
        .iter()
        .enumerate()
        .map(|(i, node)| {
            let (width, height) = node::extent(node, words);
            let start = starts.iter().any(|(start, _)| *start == i);
            let badge = if node.mover.is_some() { 4.0 } else { 0.0 };
            let before = if start { START } else { badge };
            Size { width, height, before, after: 0.0 }
        })
        .collect();
    for step in picture.moves.iter().filter(|step| step.from == step.to) {
        sizes[step.from].after = layout::LOOP;
    }
    let layers: Vec<usize> = picture.nodes.iter().map(|node| node.layer).collect();
    let edge = |step: &super::picture::Move| Edge {
        from: step.from,
        to: step.to,
        style: style(step.worth, step.mover == Some(Player::Right)),
    };
    let edges: Vec<Edge> = picture.moves.iter().map(edge).collect();
    layout::layout(&sizes, &layers, &edges)
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
    write_graph(&mut svg, picture, &layout, (left, top), None, &Words::default());

    svg.open("g").set("transform", &shift(MARGIN, top + layout.height + 28.0)).done();
    legend.write(&mut svg);
    svg.close();
    svg.finish()
}

/// The positions and moves alone, without title and legend. `about` gives further attributes of a
/// node's element, by the node's place in the picture.
#[must_use]
pub fn bare(picture: &Picture, about: About<'_>, words: &Words) -> String {
    let layout = layout_with(picture, words);
    let (width, height) = (layout.width + 2.0 * MARGIN, layout.height + 2.0 * MARGIN);
    let mut svg = Svg::new(width, height, &picture.game);
    svg.language(words.language());
    write_graph(&mut svg, picture, &layout, (MARGIN, MARGIN), Some(about), words);
    svg.finish()
}

/// Further attributes of a node's element, by its place in the picture.
pub type About<'a> = &'a dyn Fn(usize) -> Vec<(&'static str, String)>;

fn write_graph(
    svg: &mut Svg,
    picture: &Picture,
    layout: &Layout,
    (left, top): (f64, f64),
    about: Option<About<'_>>,
    words: &Words,
) {
    svg.open("g").set("transform", &shift(left, top)).done();
    write_moves(svg, layout);
    write_starts(svg, picture, layout, words);
    svg.open("g").set("font-family", MONO).set("text-anchor", "middle").done();
    for (i, node) in picture.nodes.iter().enumerate() {
        let about = about.map_or_else(Vec::new, |about| about(i));
        write_node(svg, node, layout.centres[i], layout.sizes[i], &about, words);
    }
    svg.close();
    svg.close();
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

fn write_starts(svg: &mut Svg, picture: &Picture, layout: &Layout, words: &Words) {
    for (node, _) in picture.start_nodes() {
        let (centre, size) = (layout.centres[node], layout.sizes[node]);
        let tip = Point { x: centre.x - size.width / 2.0 - 1.5, y: centre.y };
        write_start(svg, tip, &words.say("graph.start", &[]));
    }
}

fn write_start(svg: &mut Svg, tip: Point, word: &str) {
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
        .text(word);
}
