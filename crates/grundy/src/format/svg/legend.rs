//! The legend: what occurs in a picture, and nothing else.

use super::moves::{arrowhead, at, open_stroke, stroke};
use super::node::{LETTERS, write_badge, write_shape};
use crate::format::layout::Point;
use crate::format::markup::{MONO, SANS, Svg, number, sans_width};
use crate::format::picture::{Picture, Worth};
use grundy_base::{Player, Verdict};

/// An entry of the legend.
enum Sign {
    Shape(Verdict),
    Line(Worth, bool),
    Badge(Player),
    Note(&'static str),
}

/// Entries in lines as wide as the picture.
pub(super) struct Legend {
    /// Each with the place of its left end.
    entries: Vec<(Sign, String, Point)>,
    pub(super) height: f64,
}

const SIGN: f64 = 38.0;
const LEGEND_LETTERS: f64 = 11.0;
const LEGEND_LINE: f64 = 22.0;

impl Legend {
    pub(super) fn new(picture: &Picture, width: f64) -> Legend {
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

    pub(super) fn write(&self, svg: &mut Svg) {
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
    for (player, dashed, line) in
        [(Player::Left, false, "unbroken"), (Player::Right, true, "dashed")]
    {
        if picture.moves.iter().any(|step| step.mover == Some(player)) {
            let text = format!("{line}: {player}’s moves");
            signs.push((Sign::Line(Worth::Other, dashed), text));
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
