//! How many positions are how far from the end, as SVG: bars for wins, draws and
//! losses one above the other, all to the same scale.

use super::markup::{SANS, Svg};
use super::text::group;
use crate::outcome::Fate;
use crate::solve::partitioned::{Code, Counts};

const WIDTH: f64 = 848.0;
const LEFT: f64 = 110.0;
const MARGIN: f64 = 24.0;
const TOP: f64 = 98.0;
/// The height of the bars of one result, and with the space above.
const PANEL: f64 = 110.0;
const STEP: f64 = 160.0;
/// What there is must be seen.
const LEAST: f64 = 0.75;
const INK: &str = "#222";
const PALE_INK: &str = "#555";
const LINES: &str = "#ddd";

/// The three results from the best down, with their colours: those of Okabe and
/// Ito (2008), as in graphs.
const PANELS: [(Fate, &str, &str); 3] = [
    (Fate::Win, "won by the player to move", "#b35900"),
    (Fate::Draw, "drawn", "#007a59"),
    (Fate::Loss, "lost", "#0072b2"),
];

/// Counts of positions as a picture.
#[must_use]
pub fn svg(game: &str, counts: &Counts) -> String {
    let all: Vec<(Code, u64)> = counts.each().map(|(code, count)| (code, count[1])).collect();
    let of = |fate| move |(code, _): &&(Code, u64)| code.fate() == fate;
    let panels: Vec<_> =
        PANELS.into_iter().filter(|(fate, ..)| all.iter().any(|row| of(*fate)(&row))).collect();
    let furthest = all.iter().filter_map(|(code, _)| code.remoteness()).max().unwrap_or(0);
    let endless = all.iter().any(|(code, _)| code.remoteness().is_none());
    // Draws without end stand behind all others, with a gap between.
    let columns = furthest + 1 + if endless { 2 } else { 0 };
    let column = WIDTH / f64::from(columns);
    let most = all.iter().map(|row| row.1).max().unwrap_or(1).max(1);
    let height = TOP + STEP * panels.len() as f64 + 34.0;

    let title = format!("Positions of {game} by remoteness");
    let mut svg = Svg::new(LEFT + WIDTH + MARGIN, height, &title);
    svg.open("g").set("font-family", SANS).done();
    let words = |svg: &mut Svg, at, anchor, size, colour, weight: &str, text: &str| {
        svg.words(at, anchor, size).set("fill", colour).set("font-weight", weight).text(text);
    };
    words(&mut svg, (MARGIN, 36.0), "start", 17.0, INK, "bold", &shortened(&title));
    let positions = format!("{} positions", group(counts.positions() as usize));
    words(&mut svg, (MARGIN, 56.0), "start", 12.0, PALE_INK, "normal", &positions);
    let x = |moves: u32| LEFT + column * f64::from(moves);
    let step = tick(columns);
    for (place, (fate, name, colour)) in panels.into_iter().enumerate() {
        let floor = TOP + STEP * place as f64 + PANEL;
        let up = |count: u64| PANEL * count as f64 / most as f64;
        let total: u64 = all.iter().filter(of(fate)).map(|row| row.1).sum();
        let share = 100.0 * total as f64 / counts.positions().max(1) as f64;
        let label = format!("{name}: {} ({share:.1} %)", group(total as usize));
        words(&mut svg, (LEFT, floor - PANEL - 8.0), "start", 12.0, colour, "bold", &label);
        for part in [most / 2, most] {
            let y = floor - up(part);
            line(&mut svg, y, LINES);
            let text = group(part as usize);
            words(&mut svg, (LEFT - 8.0, y + 4.0), "end", 12.0, PALE_INK, "normal", &text);
        }
        for (code, count) in all.iter().filter(of(fate)) {
            let left = x(code.remoteness().unwrap_or(furthest + 2));
            let height = up(*count).max(LEAST);
            let moves = code.remoteness().map_or("no end".to_string(), |n| format!("{n} moves"));
            svg.open("g").done();
            svg.element("title").text(&format!("{moves}: {}", group(*count as usize)));
            // Thin bars may touch.
            let gap = if column > 4.0 { 1.0 } else { 0.0 };
            svg.element("rect")
                .number("x", left + gap / 2.0)
                .number("y", floor - height)
                .number("width", column - gap)
                .number("height", height)
                .set("fill", colour)
                .done();
            svg.close();
        }
        line(&mut svg, floor, PALE_INK);
        let ticks = (0..=furthest).step_by(step as usize).map(|n| (n, n.to_string()));
        let end = endless.then(|| (furthest + 2, "∞".to_string()));
        for (moves, text) in ticks.chain(end) {
            let middle = x(moves) + column / 2.0;
            words(&mut svg, (middle, floor + 16.0), "middle", 12.0, PALE_INK, "normal", &text);
        }
    }
    let below = (LEFT + WIDTH / 2.0, height - 14.0);
    words(&mut svg, below, "middle", 12.0, INK, "normal", "moves to the end (remoteness)");
    svg.close();
    svg.finish()
}

fn line(svg: &mut Svg, y: f64, colour: &str) {
    svg.element("path").set("d", &format!("M{LEFT} {y:.1}h{WIDTH}")).set("stroke", colour).done();
}

/// Every how many columns a number stands.
fn tick(columns: u32) -> u32 {
    /// So many numbers have room.
    const ROOM: u32 = 26;
    let steps = (0..).flat_map(|power| [1, 2, 5].map(|step| step * 10u32.saturating_pow(power)));
    steps.into_iter().find(|step| columns / step <= ROOM).unwrap_or(columns)
}

fn shortened(title: &str) -> String {
    const LONGEST: usize = 90;
    match title.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", &title[..at]),
        None => title.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_verdict_has_a_bar() {
        let mut counts = Counts::default();
        for moves in 0..150 {
            counts.add(Code::win(moves), 1, u64::from(moves) + 1);
            counts.add(Code::loss(moves), 1, 1);
        }
        counts.add(Code::DRAW, 2, 2_000_000);
        let text = svg("a < b", &counts);
        let document = roxmltree::Document::parse(&text).unwrap();
        let bars = document.descendants().filter(|node| node.has_tag_name("rect")).count();
        assert_eq!(bars, 301 + 1, "and the sheet");
        assert!(text.contains("149 moves: 150") && text.contains("no end: 2,000,000"));
    }
}
