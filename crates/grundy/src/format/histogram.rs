//! Numbers of positions by remoteness, as an SVG histogram: wins, draws and losses, one above the
//! other, to the same scale.

use std::collections::BTreeMap;

use super::markup::{SANS, Svg};
use super::text::group;
use grundy_base::{Fate, Verdict};

const WIDTH: f64 = 848.0;
const LEFT: f64 = 110.0;
const MARGIN: f64 = 24.0;
const TOP: f64 = 98.0;
/// The height of the bars of one result, and the height with the space above them.
const PANEL: f64 = 110.0;
const STEP: f64 = 160.0;
/// The least height of a bar, so that it can be seen.
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

/// Positions of one result with remoteness `moves`, from the first to the last; draws without end
/// where that is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bar {
    /// The result.
    pub fate: Fate,
    /// The fewest and the most moves to the end.
    pub moves: Option<(u32, u32)>,
    /// How many positions there are.
    pub positions: u64,
}

impl Bar {
    /// The moves in words: `7`, or `20–29`, or `∞`.
    #[must_use]
    pub fn range(&self) -> String {
        match self.moves {
            None => "∞".to_string(),
            Some((first, last)) if first == last => first.to_string(),
            Some((first, last)) => format!("{first}–{last}"),
        }
    }
}

/// Bars for counts of positions, first of wins, then draws, then losses, each by rising remoteness.
/// Where a result would have more than `most` bars, several moves share a bar: 2, 5, 10, 20 …; 0
/// counts as 1.
#[must_use]
pub fn bars(counts: impl IntoIterator<Item = (Verdict, u64)>, most: u32) -> Vec<Bar> {
    let counts: Vec<(Verdict, u64)> = counts.into_iter().collect();
    let furthest = furthest(counts.iter().map(|(verdict, _)| verdict.remoteness()));
    let step = step(furthest.saturating_add(1), most.max(1));
    let mut sums: BTreeMap<(usize, u32), Bar> = BTreeMap::new();
    for (verdict, positions) in counts {
        let fate = verdict.fate();
        let place = PANELS.iter().position(|panel| panel.0 == fate).unwrap_or_default();
        let first = verdict.remoteness().map(|moves| moves - moves % step);
        let moves = first.map(|first| (first, first.saturating_add(step - 1).min(furthest)));
        let bar = Bar { fate, moves, positions: 0 };
        let key = (place, first.unwrap_or(u32::MAX));
        sums.entry(key).or_insert(bar).positions += positions;
    }
    sums.into_values().collect()
}

fn furthest(moves: impl Iterator<Item = Option<u32>>) -> u32 {
    moves.flatten().max().unwrap_or(0)
}

/// Counts of positions as a picture.
#[must_use]
pub fn svg(game: &str, counts: impl IntoIterator<Item = (Verdict, u64)>) -> String {
    /// Thinner bars could not be seen.
    const MOST: u32 = WIDTH as u32;
    let all = bars(counts, MOST);
    let positions: u64 = all.iter().map(|bar| bar.positions).sum();
    let of = |fate| move |bar: &&Bar| bar.fate == fate;
    let panels: Vec<_> =
        PANELS.into_iter().filter(|(fate, ..)| all.iter().any(|bar| bar.fate == *fate)).collect();
    let furthest = furthest(all.iter().map(|bar| bar.moves.map(|(_, last)| last)));
    let endless = all.iter().any(|bar| bar.moves.is_none());
    // Draws without end stand behind all others, with a gap between.
    let columns = furthest.saturating_add(if endless { 3 } else { 1 });
    let column = WIDTH / f64::from(columns);
    let most = all.iter().map(|bar| bar.positions).max().unwrap_or(1).max(1);
    let height = TOP + STEP * panels.len() as f64 + 34.0;

    let title = format!("Positions of {game} by remoteness");
    let mut svg = Svg::new(LEFT + WIDTH + MARGIN, height, &title);
    svg.open("g").set("font-family", SANS).done();
    let words = |svg: &mut Svg, at, anchor, size, colour, weight: &str, text: &str| {
        svg.words(at, anchor, size).set("fill", colour).set("font-weight", weight).text(text);
    };
    words(&mut svg, (MARGIN, 36.0), "start", 17.0, INK, "bold", &shortened(&title));
    let count = format!("{} positions", group(positions as usize));
    words(&mut svg, (MARGIN, 56.0), "start", 12.0, PALE_INK, "normal", &count);
    let x = |moves: u32| LEFT + column * f64::from(moves);
    /// The most numbers that have room.
    const NUMBERS: u32 = 26;
    let step = step(columns, NUMBERS);
    for (place, (fate, name, colour)) in panels.into_iter().enumerate() {
        let floor = TOP + STEP * place as f64 + PANEL;
        let up = |count: u64| PANEL * count as f64 / most as f64;
        let total: u64 = all.iter().filter(of(fate)).map(|bar| bar.positions).sum();
        let share = 100.0 * total as f64 / positions.max(1) as f64;
        let label = format!("{name}: {} ({share:.1} %)", group(total as usize));
        words(&mut svg, (LEFT, floor - PANEL - 8.0), "start", 12.0, colour, "bold", &label);
        for part in [most / 2, most] {
            let y = floor - up(part);
            line(&mut svg, y, LINES);
            let text = group(part as usize);
            words(&mut svg, (LEFT - 8.0, y + 4.0), "end", 12.0, PALE_INK, "normal", &text);
        }
        for bar in all.iter().filter(of(fate)) {
            let (first, last) = bar.moves.unwrap_or((furthest + 2, furthest + 2));
            let height = up(bar.positions).max(LEAST);
            let moves = match bar.moves {
                None => "no end".to_string(),
                Some(_) => format!("{} moves", bar.range()),
            };
            let width = column * f64::from(last - first + 1);
            svg.open("g").done();
            svg.element("title").text(&format!("{moves}: {}", group(bar.positions as usize)));
            // Thin bars may touch.
            let gap = if width > 4.0 { 1.0 } else { 0.0 };
            svg.element("rect")
                .number("x", x(first) + gap / 2.0)
                .number("y", floor - height)
                .number("width", width - gap)
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

/// The least of 1, 2, 5, 10, 20, …: at most `most` steps of it cover all columns.
fn step(columns: u32, most: u32) -> u32 {
    let steps =
        (0..10).flat_map(|power| [1, 2, 5].map(|step| 10u32.pow(power).saturating_mul(step)));
    steps.into_iter().find(|step| columns.div_ceil(*step) <= most).unwrap_or(columns)
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

    fn bars_of(svg: &str) -> usize {
        let document = roxmltree::Document::parse(svg).unwrap();
        let rectangles = document.descendants().filter(|node| node.has_tag_name("rect"));
        // The sheet is a rectangle, too.
        rectangles.count() - 1
    }

    #[test]
    fn every_verdict_has_a_bar() {
        let mut counts = vec![(Verdict::Draw(None), 2_000_000)];
        for moves in 0..150 {
            counts.push((Verdict::Win(moves), u64::from(moves) + 1));
            counts.push((Verdict::Loss(moves), 1));
        }
        let text = svg("a < b", counts);
        assert_eq!(bars_of(&text), 301);
        assert!(text.contains("149 moves: 150") && text.contains("no end: 2,000,000"));
    }

    #[test]
    fn verdicts_that_are_very_many_share_bars() {
        let counts =
            || (0..=4_000_000_000).step_by(1_000_000).map(|moves| (Verdict::Loss(moves), 1));
        let found = bars(counts(), 30);
        assert_eq!(found.len(), 21);
        assert_eq!(found[1].range(), "200000000–399999999");
        assert_eq!(found.iter().map(|bar| bar.positions).sum::<u64>(), 4001);
        assert!(bars_of(&svg("long", counts())) <= 848);
        assert_eq!(bars([(Verdict::Win(u32::MAX), 1)], 0)[0].positions, 1);
    }
}
