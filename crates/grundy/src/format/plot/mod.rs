//! Values of heaps as dots, g(n) against n, for any number of heaps.
//!
//! Nothing is averaged or left out: where there are more heaps than pixels, exactly the
//! pixels that contain a point are dots, the darker the more points they contain. So a
//! picture has a limited size, and is made in one pass in constant memory.

mod axis;
mod canvas;
mod counts;
mod draw;
#[cfg(feature = "png")]
mod pixels;
mod vector;

#[cfg(feature = "png")]
use std::io;

use self::axis::Axis;
use self::counts::Counts;
#[cfg(feature = "png")]
use self::pixels::Pixels;
use self::vector::Vector;
use crate::format::words::Words;
use crate::solve::period::{Period, find_period};
use crate::solve::sequence::classes::Classes;
use crate::solve::sequence::stream::Stream;
use grundy_base::{Limits, Stopped};
use grundy_ruleset::{HeapKind, HeapRules};

/// A period and rare values are looked for among this number of heaps from 0 up; the values of more
/// are not kept.
const NEAR: usize = 1 << 22;
/// Where rare heaps are more than one in this number, they are not rare.
const RARITY: usize = 8;
/// The most heaps that may have marks of their own.
const FEW: u64 = 212;

/// Takes the values of heaps as they are found, for a plot.
///
/// Memory: see [`Survey::bytes`], however many heaps there are.
#[derive(Clone, Debug)]
pub struct Survey {
    plot: Plot,
    kind: HeapKind,
    /// The first values, until a period has been looked for among them.
    near: Option<Vec<u32>>,
}

/// Values to be drawn, and what is known of them.
#[derive(Clone, Debug)]
pub struct Plot {
    ruleset: String,
    heaps: Axis,
    /// Number of heaps among which a period was looked for.
    looked_at: usize,
    period: Option<Period>,
    /// The heaps that the period does not cover, and their values.
    exceptions: Vec<(u64, u32)>,
    classes: Option<Classes>,
    counts: Counts,
    /// The values where heaps are few, and none otherwise.
    few: Vec<u32>,
}

impl Survey {
    /// For a plot of the heaps from `first` to `last`.
    #[must_use]
    pub fn new(ruleset: &str, kind: &HeapKind, first: u64, last: u64) -> Survey {
        let heaps = Axis::new(first, last, draw::WIDTH);
        let plot = Plot {
            ruleset: ruleset.to_string(),
            heaps,
            looked_at: 0,
            period: None,
            exceptions: Vec::new(),
            classes: None,
            counts: Counts::new(heaps, None),
            few: Vec::new(),
        };
        Survey { plot, kind: kind.clone(), near: Some(Vec::new()) }
    }

    /// The memory that a plot of heaps up to `last` takes.
    #[must_use]
    pub fn bytes(last: u64) -> u64 {
        const EACH: u64 = 22;
        const COUNTS: u64 = 1 << 25;
        EACH * last.min(NEAR as u64) + COUNTS
    }

    /// The first heap from `heap` on whose value is needed: those before may be left out.
    #[must_use]
    pub fn wants(&self, heap: u64) -> u64 {
        if self.near.is_some() { heap } else { heap.max(self.plot.heaps.first()) }
    }

    /// Adds the values of heaps from one on, in order, from 0 up. Heaps beyond the last help to
    /// find a period. When heaps are left out, a period is looked for among the earlier ones.
    pub fn add(&mut self, heap: u64, values: &[u32]) {
        if let Some(near) = &mut self.near {
            if heap == near.len() as u64 {
                let (now, later) = values.split_at(values.len().min(NEAR - near.len()));
                near.extend_from_slice(now);
                if later.is_empty() {
                    return;
                }
                let heap = heap + now.len() as u64;
                self.look_for_period(false);
                return self.draw(heap, later);
            }
            self.look_for_period(false);
        }
        self.draw(heap, values);
    }

    /// The plot; values are computed as they are needed. A few more than are drawn are
    /// computed, because they may prove a period.
    ///
    /// # Errors
    ///
    /// When a limit is reached.
    pub fn complete(mut self, rules: &dyn HeapRules, limits: &Limits<'_>) -> Result<Plot, Stopped> {
        /// Number of heaps that are looked at.
        const LEAST: u64 = 1000;
        let (first, last) = (self.plot.heaps.first(), self.plot.heaps.last().max(LEAST));
        limits.room(Survey::bytes(last), 0)?;
        let (mut stream, mut heaps) = (Stream::default(), 0);
        while heaps <= last {
            stream.skip_to(first);
            let (from, stretch) = stream.next(rules, last, limits)?;
            self.add(from, stretch);
            heaps = from + stretch.len() as u64;
            limits.count(heaps as usize)?;
        }
        Ok(self.finish())
    }

    /// The plot of the heaps so far.
    #[must_use]
    pub fn finish(mut self) -> Plot {
        self.look_for_period(true);
        self.plot
    }

    /// Looks for a period and for rare values among the heaps so far, which are `all` or not, and
    /// draws them.
    fn look_for_period(&mut self, all: bool) {
        let Some(near) = self.near.take() else { return };
        let plot = &mut self.plot;
        plot.looked_at = near.len();
        // What some values show need not hold for the others.
        plot.period = find_period(&near, &self.kind).filter(|found| found.proved || all);
        if let Some(found) = plot.period.as_ref().filter(|found| found.proved) {
            let drawn = plot.heaps.first()..=plot.heaps.last();
            let heaps = found.exceptions.iter().map(|&heap| (heap as u64, near[heap]));
            plot.exceptions = heaps.filter(|(heap, _)| drawn.contains(heap)).collect();
        }
        plot.classes = Classes::of(&near, &self.kind).filter(|&classes| {
            let rare = |&(n, &value): &(u64, &u32)| is_rare(Some(classes), n, value);
            (0..).zip(&near).filter(rare).count() <= near.len() / RARITY
        });
        plot.counts = Counts::new(plot.heaps, plot.classes);
        self.draw(0, &near);
    }

    /// Counts the heaps that are on the axis.
    fn draw(&mut self, heap: u64, values: &[u32]) {
        let (first, last) = (self.plot.heaps.first(), self.plot.heaps.last());
        let inside = |border: u64| border.saturating_sub(heap).min(values.len() as u64) as usize;
        let values = &values[inside(first)..inside(last.saturating_add(1))];
        if last - first < FEW {
            self.plot.few.extend_from_slice(values);
        }
        self.plot.counts.add(heap.max(first), values);
    }
}

impl Plot {
    /// The picture as an SVG document, of some megabytes at most.
    #[must_use]
    pub fn svg(&self, words: &Words) -> String {
        let mut vector = Vector::new(draw::size(self), &draw::title(self, words), words);
        draw::draw(self, words, &mut vector);
        let (at, size) = draw::field(self);
        vector.field(at, size);
        vector.finish()
    }

    /// The picture as a PNG file, in English, for which its font has letters.
    ///
    /// # Errors
    ///
    /// None is expected, because the file is written to memory.
    #[cfg(feature = "png")]
    pub fn png(&self) -> io::Result<Vec<u8>> {
        let mut pixels = Pixels::new(draw::size(self));
        draw::draw(self, &Words::default(), &mut pixels);
        pixels.finish()
    }
}

fn is_rare(classes: Option<Classes>, heap: u64, value: u32) -> bool {
    let value = u16::try_from(value).ok();
    classes.zip(value).is_some_and(|(classes, value)| classes.is_rare(heap, value))
}

#[cfg(test)]
pub(super) mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// A plot of values of the heaps from 0 up.
    pub(crate) fn plot(ruleset: &str, values: &[u32], kind: &HeapKind) -> Plot {
        let mut survey = Survey::new(ruleset, kind, 0, values.len().saturating_sub(1) as u64);
        survey.add(0, values);
        survey.finish()
    }

    /// The dots of an SVG, from the paths that are crisp.
    fn dots_of_svg(text: &str) -> BTreeSet<(u32, u32)> {
        let document = roxmltree::Document::parse(text).unwrap();
        let paths = document.descendants().filter(|node| node.has_attribute("shape-rendering"));
        let mut dots = BTreeSet::new();
        for path in paths {
            let (mut x, mut y) = (0, 0.0);
            let d = path.attribute("d").unwrap().replace('M', "\nM").replace('m', "\nm");
            for run in d.lines().skip(1) {
                let (from, width) = run[1..].split_once('h').unwrap();
                let (across, down) = from.split_once(' ').unwrap();
                let across: u32 = across.parse().unwrap();
                let width: u32 = width.parse().unwrap();
                if run.starts_with('M') {
                    (x, y) = (across, down.parse::<f64>().unwrap());
                } else {
                    x += across;
                }
                dots.extend((x..x + width).map(|x| (x, y as u32)));
                x += width;
            }
        }
        dots
    }

    #[test]
    fn svg_and_png_have_the_same_dots() {
        let values: Vec<u32> = (0..30_000u64).map(|n| (n * n % 997) as u32).collect();
        let plot = plot("x", &values, &HeapKind::Other);
        let dots = dots_of_svg(&plot.svg(&Words::default()));
        let png = plot.png().unwrap();
        let mut reader = png::Decoder::new(io::Cursor::new(png)).read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut bytes).unwrap();
        let (width, height) = draw::size(&plot);
        assert_eq!((info.width, info.height), (2 * width, 2 * height));
        let shades =
            [[0x92, 0xc8, 0xea], [0x3f, 0x9c, 0xd4], [0x00, 0x69, 0xa6], [0x00, 0x38, 0x5c]];
        let mut blue = BTreeSet::new();
        for (at, pixel) in bytes.chunks(3).enumerate() {
            let (x, y) = (at as u32 % info.width / 2, at as u32 / info.width / 2);
            // The signs of the legend have the same blue.
            if shades.iter().any(|shade| pixel == shade) && y < height - 60 {
                blue.insert((x, y));
            }
        }
        assert!(dots.len() > 10_000);
        assert!(dots == blue);
    }

    fn kayles(last: usize) -> Vec<u32> {
        let game = crate::catalogue::parse_ruleset("kayles").unwrap();
        let (rules, _) = game.heaps().unwrap();
        let mut sequence = crate::solve::sequence::Sequence::default();
        sequence.extend(rules, last, &grundy_base::Limits::default()).unwrap();
        sequence.values().to_vec()
    }

    fn kayles_kind() -> HeapKind {
        crate::catalogue::parse_ruleset("kayles").unwrap().heaps().unwrap().0.kind()
    }

    /// Evil values are rare (Winning Ways, chapter 4); the exceptions are those of Guy and Smith.
    #[test]
    fn rare_values_and_exceptions_are_the_published_ones() {
        let values = kayles(1000);
        let mut survey = Survey::new("kayles", &kayles_kind(), 0, 200);
        survey.add(0, &values);
        let plot = survey.finish();
        let rares = (0..=200).filter(|&n| is_rare(plot.classes, n, values[n as usize]));
        assert_eq!(rares.collect::<Vec<_>>(), [0, 3, 6, 11, 18, 22, 28, 34, 39, 70]);
        let exceptions: Vec<u64> = plot.exceptions.iter().map(|(heap, _)| *heap).collect();
        assert_eq!(exceptions, [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70]);
        let svg = plot.svg(&Words::default());
        for piece in [
            "period 12, preperiod 71 (proved)",
            "rare value (10 heaps)",
            "exception to the period (14 heaps)",
        ] {
            assert!(svg.contains(piece), "{piece}");
        }
    }

    /// Heaps may come in any stretches, and with values between left out.
    #[test]
    fn a_plot_does_not_depend_on_the_stretches() {
        let values = kayles(9000);
        let of = |stretch: usize, gap: bool| {
            let mut survey = Survey::new("kayles", &kayles_kind(), 5000, 8000);
            let mut heap = 0;
            while heap < values.len() {
                let end = (heap + stretch).min(values.len());
                survey.add(heap as u64, &values[heap..end]);
                heap = if gap && end < 5000 { 5000 } else { end };
            }
            survey.finish().svg(&Words::default())
        };
        let whole = of(9001, false);
        assert!(whole.contains("n from 5,000 to 8,000") && !whole.contains("exception"));
        assert!(whole == of(700, false) && whole == of(2048, true));
    }

    #[test]
    fn any_number_of_heaps_can_be_drawn() {
        for values in [&[][..], &[0], &[7], &[0, u32::MAX], &[0; 3000], &[u32::MAX; 300]] {
            let plot = plot("a<b", values, &HeapKind::Other);
            assert!(roxmltree::Document::parse(&plot.svg(&Words::default())).is_ok());
            #[cfg(feature = "png")]
            assert!(plot.png().unwrap().starts_with(b"\x89PNG"));
        }
    }
}
