//! Plots as pixels.

use std::io;

use embedded_graphics::Drawable;
use embedded_graphics::geometry::Point;
use embedded_graphics::mono_font::MonoTextStyle;
use embedded_graphics::mono_font::iso_8859_1::FONT_10X20;
use embedded_graphics::pixelcolor::Rgb888;
use embedded_graphics::text::{Alignment, Text};

use super::canvas::{Anchor, Canvas, Colour, Letters, Mark, Place, Run};
use crate::format::image::Image;

/// These letters are lower than those of vector fonts: the middle stays in place.
const RAISED: i32 = 2;
/// Pixels for a unit.
const SCALE: u32 = 2;

pub(super) struct Pixels(Image);

impl Pixels {
    pub(super) fn new((width, height): (u32, u32)) -> Pixels {
        Pixels(Image::new(SCALE * width, SCALE * height))
    }

    pub(super) fn finish(self) -> io::Result<Vec<u8>> {
        self.0.finish()
    }

    fn fill(&mut self, from: (i64, i64), to: (i64, i64), Colour(colour): Colour) {
        for y in from.1..to.1 {
            for x in from.0..to.0 {
                self.0.mix(x, y, colour, 1.0);
            }
        }
    }
}

/// The nearest pixel border.
fn snap(units: f64) -> i64 {
    (units * f64::from(SCALE)).round() as i64
}

impl Canvas for Pixels {
    fn rectangle(&mut self, (x, y): Place, (width, height): (f64, f64), colour: Colour) {
        self.fill((snap(x), snap(y)), (snap(x + width), snap(y + height)), colour);
    }

    fn text(&mut self, at: Place, anchor: Anchor, letters: Letters, colour: Colour, text: &str) {
        let alignment = match anchor {
            Anchor::Start => Alignment::Left,
            Anchor::Middle => Alignment::Center,
            Anchor::End => Alignment::Right,
        };
        let Colour([red, green, blue]) = colour;
        let style = MonoTextStyle::new(&FONT_10X20, Rgb888::new(red, green, blue));
        // Bold letters are drawn twice, a pixel apart.
        for shift in 0..=i32::from(letters == Letters::Title) {
            let place = Point::new(snap(at.0) as i32 + shift, snap(at.1) as i32 - RAISED);
            let Ok(_) = Text::with_alignment(text, place, style, alignment).draw(&mut self.0);
        }
    }

    fn marks(&mut self, mark: Mark, centres: &[Place], radius: f64, colour: Colour) {
        let scale = f64::from(SCALE);
        let radius = radius * scale;
        for &(x, y) in centres {
            let (x, y) = (x * scale, y * scale);
            let reach = radius.ceil() as i64 + 2;
            let (column, line) = (x.floor() as i64, y.floor() as i64);
            for j in line - reach..=line + reach {
                for i in column - reach..=column + reach {
                    // From the middle of the pixel.
                    let (dx, dy) = ((i as f64 + 0.5 - x).abs(), (j as f64 + 0.5 - y).abs());
                    let inwards = match mark {
                        Mark::Disc => radius - dx.hypot(dy),
                        Mark::Diamond => (radius - dx - dy) / f64::sqrt(2.0),
                        Mark::Ring => scale / 2.0 - ((radius - dx - dy) / f64::sqrt(2.0)).abs(),
                        Mark::Square => scale / 2.0 - (radius - dx.max(dy)).abs(),
                    };
                    self.0.mix(i, j, colour.0, (inwards + 0.5).clamp(0.0, 1.0));
                }
            }
        }
    }

    fn runs(&mut self, runs: &[Run], height: u32, colour: Colour) {
        let scale = i64::from(SCALE);
        for &(x, y, width) in runs {
            let (x, y) = (scale * i64::from(x), scale * i64::from(y));
            let end = (x + scale * i64::from(width), y + scale * i64::from(height));
            self.fill((x, y), end, colour);
        }
    }
}
