//! Moves as lines: thick where a win is kept, thin where it is not.

use crate::format::layout::{Curve, Layout, Piece, Point};
use crate::format::markup::{Svg, number};
use crate::format::picture::Worth;

/// What a move looks like: width, colour, length of the arrowhead.
pub(super) fn stroke(worth: Worth) -> (f64, &'static str, f64) {
    match worth {
        Worth::Wins => (2.4, "#1a1a1a", 9.0),
        Worth::Draws => (1.6, "#00664b", 7.5),
        Worth::Other => (0.9, "#a6a6a6", 6.0),
    }
}

const DASHES: &str = "5 3";

/// The bundle style of a move.
pub(super) fn style(worth: Worth, dashed: bool) -> u8 {
    worth as u8 + if dashed { 3 } else { 0 }
}

/// Moves, the dull ones below the others.
pub(super) fn write_moves(svg: &mut Svg, layout: &Layout) {
    for worth in [Worth::Other, Worth::Draws, Worth::Wins] {
        for (player, dashed) in [("left", false), ("right", true)] {
            let style = style(worth, dashed);
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

pub(super) fn open_stroke(svg: &mut Svg, worth: Worth, dashed: bool, player: &str) {
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

pub(super) fn at(point: Point) -> String {
    format!("{} {}", number(point.x), number(point.y))
}

/// A triangle with its tip at a point, in the direction of a unit vector.
pub(super) fn arrowhead(tip: Point, to: Point, length: f64) -> String {
    let half = length * 0.42;
    let corner = |side: f64| Point {
        x: tip.x - to.x * length - to.y * half * side,
        y: tip.y - to.y * length + to.x * half * side,
    };
    format!("M{}L{}L{}Z", at(tip), at(corner(1.0)), at(corner(-1.0)))
}
