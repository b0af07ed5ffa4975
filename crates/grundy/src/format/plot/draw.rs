//! The parts of a plot: dots, axes, the period and a legend.
//!
//! Rare values differ by colour and by shape; the colours are those of Okabe
//! and Ito (2008), which people with any colour vision can tell apart.

use super::Plot;
use super::axis::Axis;
use super::canvas::{Anchor, Canvas, Colour, Letters, Mark, Place, Run};
use crate::format::formula::saltus;
use crate::format::markup::sans_width;
use crate::format::text::group;

/// Width and height of the whole.
pub(super) const SIZE: (u32, u32) = (960, 540);
const MARGIN: u32 = 24;
/// Between the dots and the axes, so that the first can be seen.
const GAP: f64 = 6.0;
const RIGHT: u32 = SIZE.0 - 52;
const TOP: u32 = 106;
const BOTTOM: u32 = SIZE.1 - 92;
/// Above the plot, one bar for each period.
const STRIP: (f64, f64) = (TOP as f64 - 18.0, 8.0);

const INK: Colour = Colour([0x22, 0x22, 0x22]);
const PALE_INK: Colour = Colour([0x55, 0x55, 0x55]);
const LINES: Colour = Colour([0xe4, 0xe4, 0xe4]);
const COMMON: Colour = Colour([0x00, 0x72, 0xb2]);
const RARE: Colour = Colour([0xd5, 0x5e, 0x00]);
/// Around rare dots that are as small as a pixel.
const PALE_RARE: Colour = Colour([0xf2, 0xb4, 0x86]);
const PERIODS: [Colour; 2] = [Colour([0x00, 0x7a, 0x59]), Colour([0x8c, 0xd1, 0xbc])];
const SEEN_PERIODS: [Colour; 2] = [Colour([0x77, 0x77, 0x77]), Colour([0xc4, 0xc4, 0xc4])];

const LETTERS: f64 = 12.0;
/// So wide is the place of each of few heaps, each of which has a mark.
const FEW: f64 = 4.0;
/// More rare dots have no rings, which would cover everything.
const MOST_RINGS: usize = 4000;
const RING: f64 = 4.0;

/// The heading.
pub(super) fn title(plot: &Plot<'_>) -> String {
    const LONGEST: usize = 70;
    match plot.ruleset.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("g(n) of {}...", &plot.ruleset[..at]),
        None => format!("g(n) of {}", plot.ruleset),
    }
}

/// The dots of one colour: a flag for each cell, row by row from the lowest.
struct Dots {
    columns: u32,
    cells: Vec<bool>,
}

impl Dots {
    fn new(columns: u32, rows: u32) -> Dots {
        Dots { columns, cells: vec![false; columns as usize * rows as usize] }
    }

    fn set(&mut self, column: u32, row: u32) {
        self.cells[row as usize * self.columns as usize + column as usize] = true;
    }

    fn rows(&self) -> impl Iterator<Item = (u32, &[bool])> {
        (0..).zip(self.cells.chunks(self.columns as usize))
    }

    fn cells(&self) -> impl Iterator<Item = (u32, u32)> {
        self.rows().flat_map(|(row, cells)| {
            (0..).zip(cells).filter(|(_, set)| **set).map(move |(column, _)| (column, row))
        })
    }
}

/// Where things are.
struct Frame {
    left: u32,
    heaps: Axis,
    values: Axis,
    few: bool,
}

impl Frame {
    fn new(plot: &Plot<'_>) -> Frame {
        let greatest = plot.values.iter().max().copied().unwrap_or(0);
        let widest = sans_width(&group(greatest as usize), LETTERS);
        let left = (widest as u32 + 26).max(60);
        let last = plot.values.len().saturating_sub(1) as u64;
        let heaps = Axis::new(last, RIGHT - left);
        let values = Axis::new(greatest.into(), BOTTOM - TOP);
        Frame { left, heaps, values, few: heaps.unit() >= FEW }
    }

    fn x(&self, across: f64) -> f64 {
        f64::from(self.left) + across
    }

    fn centre(&self, heap: usize, value: u32) -> Place {
        let up = self.values.middle(value.into());
        (self.x(self.heaps.middle(heap as u64)), f64::from(BOTTOM) - up)
    }

    /// The top left of a dot.
    fn dot(&self, (column, row): (u32, u32)) -> (u32, u32) {
        let y = BOTTOM - self.values.dot_start(row) - self.values.dot();
        (self.left + self.heaps.dot_start(column), y)
    }

    fn runs(&self, dots: &Dots) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        for cell in dots.cells() {
            let (x, y) = self.dot(cell);
            match runs.last_mut() {
                Some(run) if run.1 == y && run.0 + run.2 == x => run.2 += self.heaps.dot(),
                _ => runs.push((x, y, self.heaps.dot())),
            }
        }
        runs
    }

    fn ring(&self, cell: (u32, u32)) -> Place {
        let (x, y) = self.dot(cell);
        let half = |dot: u32| f64::from(dot) / 2.0;
        (f64::from(x) + half(self.heaps.dot()), f64::from(y) + half(self.values.dot()))
    }

    /// The radius of marks.
    fn radius(&self) -> f64 {
        (0.4 * self.heaps.unit()).clamp(1.8, 4.0)
    }
}

/// A sign of the legend.
enum Sign {
    Mark(Mark, f64, Colour),
    Dot(Colour),
    RingedDot,
    Bars([Colour; 2]),
    Line(Colour),
}

/// Draws everything.
pub(super) fn draw(plot: &Plot<'_>, canvas: &mut dyn Canvas) {
    let frame = Frame::new(plot);
    let mut legend = Vec::new();
    heading(plot, &frame, canvas);
    axes(&frame, canvas);
    period(plot, &frame, canvas, &mut legend);
    if frame.few {
        marks(plot, &frame, canvas, &mut legend);
    } else {
        dots(plot, &frame, canvas, &mut legend);
    }
    // The dots come first to the reader, and last onto the canvas.
    let behind = legend.iter().filter(|(sign, _)| behind(sign)).count();
    legend.rotate_left(behind);
    write_legend(&legend, &frame, canvas);
}

fn behind(sign: &Sign) -> bool {
    matches!(sign, Sign::Bars(_) | Sign::Line(_))
}

fn heading(plot: &Plot<'_>, frame: &Frame, canvas: &mut dyn Canvas) {
    let margin = f64::from(MARGIN);
    canvas.text((margin, 34.0), Anchor::Start, Letters::Title, INK, &title(plot));
    let last = plot.values.len().saturating_sub(1);
    let greatest = plot.values.iter().max().copied().unwrap_or(0);
    let mut line = format!("n from 0 to {}, greatest value {greatest}", group(last));
    if frame.heaps.shared() > 1 {
        line += &format!("; a dot is up to {} heaps wide", group(frame.heaps.shared() as usize));
        if frame.values.shared() > 1 {
            line += &format!(" and {} values high", group(frame.values.shared() as usize));
        }
    }
    canvas.text((margin, 55.0), Anchor::Start, Letters::Small, PALE_INK, &line);
    let line = match &plot.period {
        None => "no period found so far".to_string(),
        Some(found) => {
            let saltus = saltus(found);
            let status = if found.proved { "proved" } else { "seen, not proved" };
            let (period, preperiod) = (group(found.period), group(found.preperiod));
            format!("period {period}, preperiod {preperiod}{saltus} ({status})")
        }
    };
    canvas.text((margin, 73.0), Anchor::Start, Letters::Small, PALE_INK, &line);
}

fn axes(frame: &Frame, canvas: &mut dyn Canvas) {
    let (left, right) = (f64::from(frame.left), f64::from(RIGHT));
    let (top, bottom) = (f64::from(TOP), f64::from(BOTTOM));
    for tick in frame.values.ticks(26.0) {
        let y = bottom - frame.values.middle(tick);
        canvas.rectangle((left - GAP, y - 0.5), (right - left + GAP, 1.0), LINES);
        let label = group(tick as usize);
        canvas.text((left - GAP - 8.0, y + 4.5), Anchor::End, Letters::Small, INK, &label);
    }
    for tick in frame.heaps.ticks(88.0) {
        let x = frame.x(frame.heaps.middle(tick));
        canvas.rectangle((x - 0.5, bottom + GAP), (1.0, 6.0), INK);
        let label = group(tick as usize);
        canvas.text((x, bottom + GAP + 21.0), Anchor::Middle, Letters::Small, INK, &label);
    }
    canvas.rectangle((left - GAP, top), (1.0, bottom - top + GAP), INK);
    canvas.rectangle((left - GAP, bottom + GAP - 1.0), (right - left + GAP, 1.0), INK);
    canvas.text((right + 12.0, bottom + GAP + 4.0), Anchor::Start, Letters::Small, INK, "n");
    canvas.text((left - GAP - 8.0, top - 9.0), Anchor::End, Letters::Small, INK, "g(n)");
}

/// A line where the period starts, and a bar for each period.
fn period(
    plot: &Plot<'_>,
    frame: &Frame,
    canvas: &mut dyn Canvas,
    legend: &mut Vec<(Sign, String)>,
) {
    const NARROWEST: f64 = 3.0;
    let Some(found) = &plot.period else { return };
    let heaps = plot.values.len();
    if found.preperiod >= heaps {
        return;
    }
    let colours = if found.proved { PERIODS } else { SEEN_PERIODS };
    let (y, height) = STRIP;
    let across = |heap: usize| frame.x(frame.heaps.start(heap.min(heaps) as u64));
    let mut bar = |from: usize, to: usize, colour: Colour| {
        let (from, to) = (across(from), across(to));
        canvas.rectangle((from, y), (to - from, height), colour);
    };
    let period = group(found.period);
    if found.period as f64 * frame.heaps.unit() < NARROWEST {
        bar(found.preperiod, heaps, colours[0]);
        let text = format!("repeats every {period} heaps");
        legend.push((Sign::Bars([colours[0]; 2]), text));
    } else {
        let starts = (found.preperiod..heaps).step_by(found.period);
        for (start, colour) in starts.zip(colours.into_iter().cycle()) {
            bar(start, start.saturating_add(found.period), colour);
        }
        legend.push((Sign::Bars(colours), format!("each bar: a period of {period} heaps")));
    }
    if found.preperiod > 0 {
        let x = across(found.preperiod);
        let top = y + height;
        canvas.rectangle((x - 0.5, top), (1.0, f64::from(BOTTOM) + GAP - top), colours[0]);
        let text = format!("the period starts at n = {}", group(found.preperiod));
        legend.push((Sign::Line(colours[0]), text));
    }
}

/// A mark for each heap.
fn marks(
    plot: &Plot<'_>,
    frame: &Frame,
    canvas: &mut dyn Canvas,
    legend: &mut Vec<(Sign, String)>,
) {
    let centres = |rare: bool| -> Vec<Place> {
        let heaps = plot.values.iter().enumerate();
        heaps
            .filter(|&(heap, _)| plot.is_rare(heap) == rare)
            .map(|(heap, &value)| frame.centre(heap, value))
            .collect()
    };
    let radius = frame.radius();
    let (commons, rares) = (centres(false), centres(true));
    canvas.marks(Mark::Disc, &commons, radius, COMMON);
    if plot.classes.is_none() {
        legend.push((Sign::Mark(Mark::Disc, radius, COMMON), "a heap".to_string()));
        return;
    }
    legend.push((Sign::Mark(Mark::Disc, radius, COMMON), "common value".to_string()));
    // As large as the discs, to the eye.
    let radius = 1.4 * radius;
    if !rares.is_empty() {
        canvas.marks(Mark::Diamond, &rares, radius, RARE);
        let text = rare_text(rares.len());
        legend.push((Sign::Mark(Mark::Diamond, radius, RARE), text));
    }
}

fn rare_text(heaps: usize) -> String {
    match heaps {
        1 => "rare value (1 heap)".to_string(),
        _ => format!("rare value ({} heaps)", group(heaps)),
    }
}

/// A dot for each cell that holds a heap.
fn dots(plot: &Plot<'_>, frame: &Frame, canvas: &mut dyn Canvas, legend: &mut Vec<(Sign, String)>) {
    let (columns, rows) = (frame.heaps.cells(), frame.values.cells());
    let (mut commons, mut rares) = (Dots::new(columns, rows), Dots::new(columns, rows));
    let mut rare_heaps = 0;
    for (heap, &value) in plot.values.iter().enumerate() {
        let cell = (frame.heaps.cell(heap as u64), frame.values.cell(value.into()));
        if plot.is_rare(heap) {
            rare_heaps += 1;
            rares.set(cell.0, cell.1);
        } else {
            commons.set(cell.0, cell.1);
        }
    }
    // Below the dots, so that they hide none.
    let rings: Vec<Place> =
        rares.cells().take(MOST_RINGS + 1).map(|cell| frame.ring(cell)).collect();
    let ringed = !rings.is_empty() && rings.len() <= MOST_RINGS;
    if ringed {
        canvas.marks(Mark::Ring, &rings, RING, PALE_RARE);
    }
    for (dots, colour) in [(&commons, COMMON), (&rares, RARE)] {
        let runs = frame.runs(dots);
        if !runs.is_empty() {
            canvas.runs(&runs, frame.values.dot(), colour);
        }
    }
    let shared = frame.heaps.shared() > 1;
    let name = match (plot.classes.is_some(), shared) {
        (true, _) => "common value",
        (false, true) => "at least one heap",
        (false, false) => "a heap",
    };
    legend.push((Sign::Dot(COMMON), name.to_string()));
    if rare_heaps > 0 {
        let sign = if ringed { Sign::RingedDot } else { Sign::Dot(RARE) };
        legend.push((sign, rare_text(rare_heaps)));
    }
}

fn write_legend(legend: &[(Sign, String)], frame: &Frame, canvas: &mut dyn Canvas) {
    const SIGN: f64 = 26.0;
    const APART: f64 = 24.0;
    const LINE: f64 = 20.0;
    let left = f64::from(frame.left);
    let (mut x, mut y) = (left, f64::from(BOTTOM) + 56.0);
    for (sign, text) in legend {
        let width = SIGN + sans_width(text, LETTERS);
        if x > left && x + width > f64::from(SIZE.0 - MARGIN) {
            (x, y) = (left, y + LINE);
        }
        let middle = (x + SIGN / 2.0 - 4.0, y - 4.0);
        let dot = |canvas: &mut dyn Canvas, half: f64, colour: Colour| {
            let place = (middle.0 - half, middle.1 - half);
            canvas.rectangle(place, (2.0 * half, 2.0 * half), colour);
        };
        match *sign {
            Sign::Mark(mark, radius, colour) => canvas.marks(mark, &[middle], radius, colour),
            Sign::Dot(colour) => dot(canvas, 1.5, colour),
            Sign::RingedDot => {
                canvas.marks(Mark::Ring, &[middle], RING, PALE_RARE);
                dot(canvas, 1.0, RARE);
            }
            Sign::Bars(colours) => {
                for (colour, shift) in colours.into_iter().zip([-9.0, 0.0]) {
                    canvas.rectangle((middle.0 + shift, middle.1 - 4.0), (9.0, 8.0), colour);
                }
            }
            Sign::Line(colour) => {
                canvas.rectangle((middle.0 - 0.5, middle.1 - 7.0), (1.0, 14.0), colour);
            }
        }
        canvas.text((x + SIGN, y), Anchor::Start, Letters::Small, INK, text);
        x += width + APART;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::ruleset::HeapKind;

    /// Keeps the dots that are drawn.
    #[derive(Default)]
    struct Recorder {
        dots: BTreeSet<(u32, u32)>,
    }

    impl Canvas for Recorder {
        fn rectangle(&mut self, _: Place, _: (f64, f64), _: Colour) {}
        fn text(&mut self, _: Place, _: Anchor, _: Letters, _: Colour, _: &str) {}
        fn marks(&mut self, _: Mark, _: &[Place], _: f64, _: Colour) {}
        fn runs(&mut self, runs: &[Run], _: u32, _: Colour) {
            for &(x, y, width) in runs {
                self.dots.extend((x..x + width).map(|x| (x, y)));
            }
        }
    }

    /// From the definition: heap n is n / (all heaps) of the way along.
    #[test]
    fn the_pixels_that_hold_a_heap_are_dots_and_no_others() {
        let values: Vec<u32> = (0..70_000u64).map(|n| (n * n % 9973 * n / 70_000) as u32).collect();
        let plot = Plot::new("x", &values, values.len() - 1, &HeapKind::Other);
        let mut recorder = Recorder::default();
        draw(&plot, &mut recorder);
        let left = Frame::new(&plot).left;
        let (width, height) = (u64::from(RIGHT - left), u64::from(BOTTOM - TOP));
        let most = u64::from(*values.iter().max().unwrap()) + 1;
        let dot = |(n, &value): (u64, &u32)| {
            let x = n * width / values.len() as u64;
            let y = u64::from(value) * height / most;
            (left + x as u32, BOTTOM - 1 - y as u32)
        };
        let expected: BTreeSet<(u32, u32)> = (0..).zip(&values).map(dot).collect();
        assert!(expected.len() > 10_000);
        assert!(recorder.dots == expected);
    }
}
