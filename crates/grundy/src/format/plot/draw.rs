//! The parts of a plot: dots, axes, the period and a legend.
//!
//! Rare values and exceptions differ by colour and by shape; the colours are those of Okabe
//! and Ito (2008), which people with any colour vision can tell apart.

use std::collections::BTreeSet;
use std::fmt::Display;

use super::axis::Axis;
use super::canvas::{Anchor, Canvas, Colour, Letters, Mark, Place, Run};
use super::counts::Cell;
use super::{FEW, Plot, is_rare};
use crate::format::formula::saltus;
use crate::format::markup::sans_width;
use crate::format::text::group;
use crate::format::words::Words;

/// How wide the part with the dots is.
pub(super) const WIDTH: u32 = 848;
/// The height of the whole.
const HEIGHT: u32 = 540;
const MARGIN: u32 = 24;
/// The gap between the dots and the axes, so that the first dots can be seen.
const GAP: f64 = 6.0;
/// Right of the dots.
const ASIDE: u32 = 52;
const TOP: u32 = 106;
const BOTTOM: u32 = HEIGHT - 92;
/// The strip above the plot, with a bar for each period.
const STRIP: (f64, f64) = (TOP as f64 - 18.0, 8.0);

const INK: Colour = Colour([0x22, 0x22, 0x22]);
const PALE_INK: Colour = Colour([0x55, 0x55, 0x55]);
const LINES: Colour = Colour([0xe4, 0xe4, 0xe4]);
const COMMON: Colour = Colour([0x00, 0x72, 0xb2]);
/// Colours of dots, from few heaps to many.
const SHADES: [Colour; 4] = [
    Colour([0x92, 0xc8, 0xea]),
    Colour([0x3f, 0x9c, 0xd4]),
    Colour([0x00, 0x69, 0xa6]),
    Colour([0x00, 0x38, 0x5c]),
];
const RARE: Colour = Colour([0xd5, 0x5e, 0x00]);
/// The colour around rare dots that are as small as a pixel.
const PALE_RARE: Colour = Colour([0xf2, 0xb4, 0x86]);
const EXCEPTION: Colour = Colour([0xb8, 0x4f, 0x8c]);
/// The colour around exceptional dots that are as small as a pixel.
const PALE_EXCEPTION: Colour = Colour([0xe3, 0xb6, 0xd0]);
const PERIODS: [Colour; 2] = [Colour([0x00, 0x7a, 0x59]), Colour([0x8c, 0xd1, 0xbc])];
const SEEN_PERIODS: [Colour; 2] = [Colour([0x77, 0x77, 0x77]), Colour([0xc4, 0xc4, 0xc4])];

const LETTERS: f64 = 12.0;
/// With more rare dots, none has a ring: rings would cover everything.
const MOST_RINGS: usize = 4000;
const RING: f64 = 4.0;
/// With more exceptional dots, none has a square.
const MOST_SQUARES: usize = 400;
const SQUARE: f64 = 3.5;

/// The heading.
pub(super) fn title(plot: &Plot, words: &Words) -> String {
    const LONGEST: usize = 70;
    let ruleset = match plot.ruleset.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}...", &plot.ruleset[..at]),
        None => plot.ruleset.clone(),
    };
    words.say("plot.title", &[("ruleset", &ruleset)])
}

/// Width and height of the whole; names of great values need room.
pub(super) fn size(plot: &Plot) -> (u32, u32) {
    (Frame::new(plot).left + WIDTH + ASIDE, HEIGHT)
}

/// Where the dots are: the corner, width and height.
pub(super) fn field(plot: &Plot) -> (Place, (f64, f64)) {
    let corner = (Frame::new(plot).left.into(), TOP.into());
    (corner, (WIDTH.into(), (BOTTOM - TOP).into()))
}

/// Dots of some colours: the colour of each cell, row by row from the lowest.
struct Dots {
    columns: u32,
    cells: Vec<Option<u8>>,
}

impl Dots {
    fn rows(&self) -> impl Iterator<Item = (u32, &[Option<u8>])> {
        (0..).zip(self.cells.chunks(self.columns as usize))
    }

    /// The cells of one colour.
    fn cells(&self, colour: u8) -> impl Iterator<Item = (u32, u32)> {
        self.rows().flat_map(move |(row, cells)| {
            let here = (0..).zip(cells).filter(move |(_, cell)| **cell == Some(colour));
            here.map(move |(column, _)| (column, row))
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
    fn new(plot: &Plot) -> Frame {
        let greatest = plot.counts.greatest();
        let widest = sans_width(&group(greatest as usize), LETTERS);
        let values = Axis::new(0, greatest.into(), BOTTOM - TOP);
        let (heaps, few) = (plot.heaps, plot.heaps.last() - plot.heaps.first() < FEW);
        Frame { left: (widest as u32 + 26).max(60), heaps, values, few }
    }

    fn right(&self) -> u32 {
        self.left + WIDTH
    }

    fn x(&self, across: f64) -> f64 {
        f64::from(self.left) + across
    }

    fn centre(&self, heap: u64, value: u32) -> Place {
        let up = self.values.middle(value.into());
        (self.x(self.heaps.middle(heap)), f64::from(BOTTOM) - up)
    }

    /// The top left of a dot.
    fn dot(&self, (column, row): (u32, u32)) -> (u32, u32) {
        let y = BOTTOM - self.values.dot_start(row) - self.values.dot();
        (self.left + self.heaps.dot_start(column), y)
    }

    fn runs(&self, dots: &Dots, colour: u8) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        for cell in dots.cells(colour) {
            let (x, y) = self.dot(cell);
            match runs.last_mut() {
                Some(run) if run.1 == y && run.0 + run.2 == x => run.2 += self.heaps.dot(),
                _ => runs.push((x, y, self.heaps.dot())),
            }
        }
        runs
    }

    /// The middle of a dot.
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
    SquaredDot,
    Shades,
    Bars([Colour; 2]),
    Line(Colour),
}

/// Signs and what they mean.
struct Legend<'w> {
    words: &'w Words,
    entries: Vec<(Sign, String)>,
}

impl Legend<'_> {
    fn add(&mut self, sign: Sign, key: &str, values: &[(&str, &dyn Display)]) {
        self.entries.push((sign, self.words.say(key, values)));
    }
}

/// Draws everything.
pub(super) fn draw(plot: &Plot, words: &Words, canvas: &mut dyn Canvas) {
    let frame = Frame::new(plot);
    let mut legend = Legend { words, entries: Vec::new() };
    heading(plot, &frame, words, canvas);
    axes(&frame, canvas);
    period(plot, &frame, canvas, &mut legend);
    exceptions(plot, &frame, canvas, &mut legend);
    if frame.few {
        marks(plot, &frame, canvas, &mut legend);
    } else {
        dots(plot, &frame, canvas, &mut legend);
    }
    // The dots come first in the legend, and last on the canvas.
    let behind = legend.entries.iter().filter(|(sign, _)| behind(sign)).count();
    legend.entries.rotate_left(behind);
    write_legend(&legend.entries, &frame, canvas);
}

fn behind(sign: &Sign) -> bool {
    match sign {
        Sign::Bars(_) | Sign::Line(_) | Sign::SquaredDot => true,
        Sign::Mark(_, _, colour) | Sign::Dot(colour) => *colour == EXCEPTION,
        Sign::RingedDot | Sign::Shades => false,
    }
}

fn heading(plot: &Plot, frame: &Frame, words: &Words, canvas: &mut dyn Canvas) {
    let margin = f64::from(MARGIN);
    canvas.text((margin, 34.0), Anchor::Start, Letters::Title, INK, &title(plot, words));
    let [first, last] = [frame.heaps.first(), frame.heaps.last()].map(|n| group(n as usize));
    let greatest = group(plot.counts.greatest() as usize);
    let mut line =
        words.say("plot.reach", &[("first", &first), ("last", &last), ("greatest", &greatest)]);
    if frame.heaps.shared() > 1 {
        let wide = group(frame.heaps.shared() as usize);
        line = words.say("plot.wide", &[("text", &line), ("n", &wide)]);
        let high = frame.values.shared().next_multiple_of(plot.counts.row_height());
        if high > 1 {
            line = words.say("plot.high", &[("text", &line), ("n", &group(high as usize))]);
        }
    }
    canvas.text((margin, 55.0), Anchor::Start, Letters::Small, PALE_INK, &line);
    let line = match &plot.period {
        None if plot.looked_at as u64 > frame.heaps.last() => words.say("plot.no-period", &[]),
        None => words.say("plot.no-period-among", &[("n", &group(plot.looked_at))]),
        Some(found) => {
            let key = if found.proved { "plot.period.proved" } else { "plot.period.seen" };
            let (period, preperiod) = (group(found.period), group(found.preperiod));
            let saltus = saltus(found, words);
            words.say(key, &[("period", &period), ("preperiod", &preperiod), ("saltus", &saltus)])
        }
    };
    canvas.text((margin, 73.0), Anchor::Start, Letters::Small, PALE_INK, &line);
}

fn axes(frame: &Frame, canvas: &mut dyn Canvas) {
    let (left, right) = (f64::from(frame.left), f64::from(frame.right()));
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
fn period(plot: &Plot, frame: &Frame, canvas: &mut dyn Canvas, legend: &mut Legend<'_>) {
    const NARROWEST: f64 = 3.0;
    let Some(found) = &plot.period else { return };
    let (preperiod, length) = (found.preperiod as u64, found.period as u64);
    let (first, end) = (frame.heaps.first(), frame.heaps.last() + 1);
    if preperiod >= end {
        return;
    }
    let colours = if found.proved { PERIODS } else { SEEN_PERIODS };
    let (y, height) = STRIP;
    let across = |heap: u64| frame.x(frame.heaps.start(heap.clamp(first, end)));
    let mut bar = |from: u64, to: u64, colour: Colour| {
        let (from, to) = (across(from), across(to));
        canvas.rectangle((from, y), (to - from, height), colour);
    };
    let period = group(found.period);
    if found.period as f64 * frame.heaps.unit() < NARROWEST {
        bar(preperiod, end, colours[0]);
        legend.add(Sign::Bars([colours[0]; 2]), "plot.repeats", &[("period", &period)]);
    } else {
        let before = first.saturating_sub(preperiod) / length;
        let starts = (preperiod + before * length..end).step_by(found.period);
        for (start, colour) in starts.zip(colours.into_iter().cycle()) {
            bar(start, start.saturating_add(length), colour);
        }
        legend.add(Sign::Bars(colours), "plot.bar", &[("period", &period)]);
    }
    if preperiod > first {
        let x = across(preperiod);
        let top = y + height;
        canvas.rectangle((x - 0.5, top), (1.0, f64::from(BOTTOM) + GAP - top), colours[0]);
        let start = group(found.preperiod);
        legend.add(Sign::Line(colours[0]), "plot.starts", &[("n", &start)]);
    }
}

/// The periods, with a line for each exception before them; and squares around exceptions, below
/// the dots so that they hide none.
fn exceptions(plot: &Plot, frame: &Frame, canvas: &mut dyn Canvas, legend: &mut Legend<'_>) {
    if plot.exceptions.is_empty() {
        return;
    }
    let (y, height) = STRIP;
    let columns = plot.exceptions.iter().map(|&(heap, _)| frame.heaps.cell(heap));
    for column in columns.collect::<BTreeSet<_>>() {
        let x = f64::from(frame.left + frame.heaps.dot_start(column));
        canvas.rectangle((x, y), (frame.heaps.dot().into(), height), EXCEPTION);
    }
    let many = group(plot.exceptions.len());
    let mut explain = |sign| legend.add(sign, "plot.exception", &[("n", &many)]);
    let heaps = plot.exceptions.iter();
    if frame.few {
        let centres: Vec<Place> = heaps.map(|&(heap, g)| frame.centre(heap, g)).collect();
        let radius = frame.radius() + 2.0;
        canvas.marks(Mark::Square, &centres, radius, EXCEPTION);
        explain(Sign::Mark(Mark::Square, radius, EXCEPTION));
        return;
    }
    let cells = heaps.map(|&(heap, g)| (frame.heaps.cell(heap), frame.values.cell(g.into())));
    let cells: BTreeSet<(u32, u32)> = cells.collect();
    if cells.len() <= MOST_SQUARES {
        let centres: Vec<Place> = cells.into_iter().map(|cell| frame.ring(cell)).collect();
        canvas.marks(Mark::Square, &centres, SQUARE, PALE_EXCEPTION);
        explain(Sign::SquaredDot);
    } else {
        explain(Sign::Dot(EXCEPTION));
    }
}

/// A mark for each heap.
fn marks(plot: &Plot, frame: &Frame, canvas: &mut dyn Canvas, legend: &mut Legend<'_>) {
    let heaps = || (frame.heaps.first()..).zip(&plot.few);
    let centres = |rare: bool| -> Vec<Place> {
        let heaps = heaps().filter(|&(heap, &value)| is_rare(plot.classes, heap, value) == rare);
        heaps.map(|(heap, &value)| frame.centre(heap, value)).collect()
    };
    let radius = frame.radius();
    let (commons, rares) = (centres(false), centres(true));
    canvas.marks(Mark::Disc, &commons, radius, COMMON);
    if plot.classes.is_none() {
        legend.add(Sign::Mark(Mark::Disc, radius, COMMON), "plot.heap", &[]);
        return;
    }
    legend.add(Sign::Mark(Mark::Disc, radius, COMMON), "plot.common", &[]);
    // As large as the discs, to the eye.
    let radius = 1.4 * radius;
    if !rares.is_empty() {
        canvas.marks(Mark::Diamond, &rares, radius, RARE);
        let many = group(rares.len());
        legend.add(Sign::Mark(Mark::Diamond, radius, RARE), "plot.rare", &[("n", &many)]);
    }
}

/// A dot for each cell that holds a heap.
fn dots(plot: &Plot, frame: &Frame, canvas: &mut dyn Canvas, legend: &mut Legend<'_>) {
    let (columns, rows) = (frame.heaps.cells(), frame.values.cells());
    let mut cells = vec![Cell::default(); columns as usize * rows as usize];
    for (column, value, cell) in plot.counts.cells() {
        cells[(frame.values.cell(value) * columns + column) as usize].add(cell);
    }
    let most = cells.iter().map(|cell| cell.commons).max().unwrap_or(0);
    let dots = |colour: &dyn Fn(Cell) -> Option<u8>| Dots {
        columns,
        cells: cells.iter().map(|&cell| colour(cell)).collect(),
    };
    let commons = dots(&|cell| (cell.commons > 0).then(|| shade(cell.commons, most)));
    let rares = dots(&|cell| (cell.rares > 0).then_some(0));
    // Below the dots, so that they hide none.
    let rings: Vec<Place> =
        rares.cells(0).take(MOST_RINGS + 1).map(|cell| frame.ring(cell)).collect();
    let ringed = !rings.is_empty() && rings.len() <= MOST_RINGS;
    if ringed {
        canvas.marks(Mark::Ring, &rings, RING, PALE_RARE);
    }
    let mut draw = |dots: &Dots, number: u8, colour: Colour| {
        let runs = frame.runs(dots, number);
        if !runs.is_empty() {
            canvas.runs(&runs, frame.values.dot(), colour);
        }
    };
    let shaded = most > 1;
    for (number, colour) in (0..).zip(SHADES) {
        draw(&commons, number, if shaded { colour } else { COMMON });
    }
    draw(&rares, 0, RARE);
    let key = match (plot.classes.is_some(), shaded) {
        (true, true) => "plot.commons",
        (true, false) => "plot.common",
        (false, true) => "plot.heaps",
        (false, false) => "plot.heap",
    };
    let sign = if shaded { Sign::Shades } else { Sign::Dot(COMMON) };
    legend.add(sign, key, &[("n", &group(most as usize))]);
    if plot.counts.rares() > 0 {
        let sign = if ringed { Sign::RingedDot } else { Sign::Dot(RARE) };
        let many = group(plot.counts.rares() as usize);
        legend.add(sign, "plot.rare", &[("n", &many)]);
    }
}

/// The shade for `heaps` heaps in a dot, by their logarithm.
fn shade(heaps: u32, most: u32) -> u8 {
    if most == 1 {
        return 0;
    }
    let part = f64::from(heaps).ln() / (f64::from(most) + 1.0).ln();
    (part * SHADES.len() as f64) as u8
}

fn write_legend(legend: &[(Sign, String)], frame: &Frame, canvas: &mut dyn Canvas) {
    const SIGN: f64 = 26.0;
    const APART: f64 = 24.0;
    const LINE: f64 = 20.0;
    let left = f64::from(frame.left);
    let (mut x, mut y) = (left, f64::from(BOTTOM) + 56.0);
    for (sign, text) in legend {
        let width = SIGN + sans_width(text, LETTERS);
        if x > left && x + width > f64::from(frame.right() + ASIDE - MARGIN) {
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
            Sign::SquaredDot => {
                canvas.marks(Mark::Square, &[middle], SQUARE, PALE_EXCEPTION);
                dot(canvas, 1.0, COMMON);
            }
            Sign::Shades => {
                for (colour, shift) in SHADES.into_iter().zip([-10.0, -5.0, 0.0, 5.0]) {
                    canvas.rectangle((middle.0 + shift, middle.1 - 2.5), (5.0, 5.0), colour);
                }
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
    use super::*;
    use crate::format::plot::tests::plot;
    use grundy_ruleset::HeapKind;

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

    /// From the definition: heap n is at n / (number of heaps) of the way.
    #[test]
    fn the_pixels_that_hold_a_heap_are_dots_and_no_others() {
        let values: Vec<u32> = (0..70_000u64).map(|n| (n * n % 3989 * n / 70_000) as u32).collect();
        let plot = plot("x", &values, &HeapKind::Other);
        let mut recorder = Recorder::default();
        draw(&plot, &Words::default(), &mut recorder);
        let left = Frame::new(&plot).left;
        let (width, height) = (u64::from(WIDTH), u64::from(BOTTOM - TOP));
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

    #[test]
    fn more_heaps_are_never_paler() {
        for most in [1, 2, 3, 100, u32::MAX] {
            let shades = (1..=most.min(1000)).chain([most]).map(|heaps| shade(heaps, most));
            let shades: Vec<u8> = shades.collect();
            assert!(shades.is_sorted() && shades.iter().all(|&s| usize::from(s) < SHADES.len()));
            assert_eq!(shades[0], 0);
        }
        assert_eq!(usize::from(shade(1_000_000, 1_000_000)), SHADES.len() - 1);
    }
}
