//! Values of heaps as dots, g(n) against n, for any number of heaps.
//!
//! Nothing is averaged or left out: where heaps are more than pixels, exactly
//! the pixels in which a point lies are dots. So a picture has a limited size.

mod axis;
mod canvas;
mod draw;
mod pixels;
mod vector;

use std::io;

use self::pixels::Pixels;
use self::vector::Vector;
use crate::ruleset::HeapKind;
use crate::solve::period::{Period, find_period};
use crate::solve::sequence::classes::Classes;

/// Values to be drawn, and what is known of them.
#[derive(Clone, Debug)]
pub struct Plot<'a> {
    ruleset: &'a str,
    values: &'a [u32],
    period: Option<Period>,
    classes: Option<Classes>,
}

/// A period is looked for among so many values.
const MOST_FOR_PERIOD: usize = 1 << 24;
/// Where rare heaps are more than one in so many, they are not rare.
const RARITY: usize = 8;

impl<'a> Plot<'a> {
    /// The values of heaps from 0 to `last`; what is known beyond helps to find
    /// a period and the rare values.
    ///
    /// Memory: see [`Plot::bytes`].
    #[must_use]
    pub fn new(ruleset: &'a str, known: &'a [u32], last: usize, kind: &HeapKind) -> Plot<'a> {
        let near = &known[..known.len().min(MOST_FOR_PERIOD)];
        // What a part of the values shows need not hold for the others.
        let period =
            find_period(near, kind).filter(|found| found.proved || near.len() == known.len());
        let classes = Classes::of(near, kind).filter(|classes| {
            let rares = (0..).zip(near).filter(|&(n, &value)| is_rare(*classes, n, value)).count();
            rares <= near.len() / RARITY
        });
        let values = &known[..known.len().min(last.saturating_add(1))];
        Plot { ruleset, values, period, classes }
    }

    /// The memory that plots of values of heaps up to `last` take, besides the
    /// values themselves.
    #[must_use]
    pub fn bytes(last: usize) -> u64 {
        const EACH: u64 = 18;
        EACH * last.min(MOST_FOR_PERIOD) as u64
    }

    /// The picture as an SVG document, of some megabytes at most.
    #[must_use]
    pub fn svg(&self) -> String {
        let mut vector = Vector::new(draw::SIZE, &draw::title(self));
        draw::draw(self, &mut vector);
        vector.finish()
    }

    /// The picture as a PNG file.
    ///
    /// # Errors
    ///
    /// None is expected, as the file is written to memory.
    pub fn png(&self) -> io::Result<Vec<u8>> {
        let mut pixels = Pixels::new(draw::SIZE);
        draw::draw(self, &mut pixels);
        pixels.finish()
    }

    fn is_rare(&self, heap: usize) -> bool {
        self.classes.is_some_and(|classes| is_rare(classes, heap as u64, self.values[heap]))
    }
}

fn is_rare(classes: Classes, heap: u64, value: u32) -> bool {
    u16::try_from(value).is_ok_and(|value| classes.is_rare(heap, value))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

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
        let plot = Plot::new("x", &values, values.len() - 1, &HeapKind::Other);
        let dots = dots_of_svg(&plot.svg());
        let png = plot.png().unwrap();
        let mut reader = png::Decoder::new(io::Cursor::new(png)).read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut bytes).unwrap();
        assert_eq!((info.width, info.height), (2 * draw::SIZE.0, 2 * draw::SIZE.1));
        let mut blue = BTreeSet::new();
        for (at, pixel) in bytes.chunks(3).enumerate() {
            let (x, y) = (at as u32 % info.width / 2, at as u32 / info.width / 2);
            // The sign of the legend is as blue.
            if pixel == [0x00, 0x72, 0xb2] && y < draw::SIZE.1 - 60 {
                blue.insert((x, y));
            }
        }
        assert!(dots.len() > 10_000);
        assert!(dots == blue);
    }

    #[test]
    fn rare_values_are_those_that_classes_call_rare() {
        // Kayles: the evil ones are rare (Winning Ways, chapter 4).
        let game = crate::catalogue::parse_ruleset("kayles").unwrap();
        let (rules, _) = game.heaps().unwrap();
        let mut sequence = crate::solve::sequence::Sequence::default();
        sequence.extend(rules, 1000, &crate::limits::Limits::default()).unwrap();
        let plot = Plot::new("kayles", sequence.values(), 200, &rules.kind());
        let rares: Vec<usize> = (0..=200).filter(|&heap| plot.is_rare(heap)).collect();
        assert_eq!(rares, [0, 3, 6, 11, 18, 22, 28, 34, 39, 70]);
        assert!(plot.svg().contains("period 12, preperiod 71 (proved)"));
        assert!(plot.svg().contains("rare value (10 heaps)"));
    }

    #[test]
    fn any_number_of_heaps_can_be_drawn() {
        for values in [&[][..], &[0], &[7], &[0, u32::MAX], &[0; 3000]] {
            let plot = Plot::new("a<b", values, usize::MAX, &HeapKind::Other);
            assert!(roxmltree::Document::parse(&plot.svg()).is_ok());
            assert!(plot.png().unwrap().starts_with(b"\x89PNG"));
        }
    }
}
