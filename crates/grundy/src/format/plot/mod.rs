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
