//! Plots as pixels, with letters from a font of bitmaps, so that a picture is
//! the same on every machine.

use std::convert::Infallible;
use std::io;

use embedded_graphics::Drawable;
use embedded_graphics::Pixel;
use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::geometry::{OriginDimensions, Point, Size};
use embedded_graphics::mono_font::MonoTextStyle;
use embedded_graphics::mono_font::iso_8859_1::FONT_10X20;
use embedded_graphics::pixelcolor::{Rgb888, RgbColor};
use embedded_graphics::text::{Alignment, Text};

use super::canvas::{Anchor, Canvas, Colour, Letters, Mark, Place, Run};

/// These letters are lower than those of vector fonts: the middle stays.
const RAISED: i32 = 2;
/// Pixels for a unit.
const SCALE: u32 = 2;

pub(super) struct Pixels {
    width: u32,
    height: u32,
    /// Red, green and blue of each pixel, line by line.
    bytes: Vec<u8>,
}

impl Pixels {
    pub(super) fn new((width, height): (u32, u32)) -> Pixels {
        let (width, height) = (SCALE * width, SCALE * height);
        Pixels { width, height, bytes: vec![255; (3 * width * height) as usize] }
    }

    pub(super) fn finish(self) -> io::Result<Vec<u8>> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, self.width, self.height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&self.bytes)?;
        writer.finish()?;
        Ok(file)
    }

    /// Puts so much of a colour on a pixel; nothing outside of the picture.
    fn mix(&mut self, x: i64, y: i64, Colour(colour): Colour, part: f64) {
        let inside = (0..self.width.into()).contains(&x) && (0..self.height.into()).contains(&y);
        if !inside || part <= 0.0 {
            return;
        }
        let at = 3 * (y as usize * self.width as usize + x as usize);
        for (byte, wanted) in self.bytes[at..at + 3].iter_mut().zip(colour) {
            let old = f64::from(*byte);
            *byte = (old + (f64::from(wanted) - old) * part.min(1.0)).round() as u8;
        }
    }

    fn fill(&mut self, from: (i64, i64), to: (i64, i64), colour: Colour) {
        for y in from.1..to.1 {
            for x in from.0..to.0 {
                self.mix(x, y, colour, 1.0);
            }
        }
    }
}

/// The nearest pixel border.
fn snap(units: f64) -> i64 {
    (units * f64::from(SCALE)).round() as i64
}

impl OriginDimensions for Pixels {
    fn size(&self) -> Size {
        Size::new(self.width, self.height)
    }
}

impl DrawTarget for Pixels {
    type Color = Rgb888;
    type Error = Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<Rgb888>>>(
        &mut self,
        pixels: I,
    ) -> Result<(), Infallible> {
        for Pixel(Point { x, y }, colour) in pixels {
            let colour = Colour([colour.r(), colour.g(), colour.b()]);
            self.mix(x.into(), y.into(), colour, 1.0);
        }
        Ok(())
    }
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
            let Ok(_) = Text::with_alignment(text, place, style, alignment).draw(self);
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
                    self.mix(i, j, colour, (inwards + 0.5).clamp(0.0, 1.0));
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
