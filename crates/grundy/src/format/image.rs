//! Pixels, and files of them, with letters from a font of bitmaps, so that a picture is the
//! same on every machine.

use std::convert::Infallible;
use std::io;

use embedded_graphics::Pixel;
use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::geometry::{OriginDimensions, Point, Size};
use embedded_graphics::pixelcolor::{Rgb888, RgbColor};

/// A picture, white at first.
pub(super) struct Image {
    width: u32,
    height: u32,
    /// Red, green and blue of each pixel, line by line.
    bytes: Vec<u8>,
}

impl Image {
    pub(super) fn new(width: u32, height: u32) -> Image {
        Image { width, height, bytes: vec![255; 3 * width as usize * height as usize] }
    }

    /// The picture as a PNG.
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

    /// Mixes `part` of a colour into a pixel; does nothing outside of the picture.
    pub(super) fn mix(&mut self, x: i64, y: i64, colour: [u8; 3], part: f64) {
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
}

impl OriginDimensions for Image {
    fn size(&self) -> Size {
        Size::new(self.width, self.height)
    }
}

impl DrawTarget for Image {
    type Color = Rgb888;
    type Error = Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<Rgb888>>>(
        &mut self,
        pixels: I,
    ) -> Result<(), Infallible> {
        for Pixel(Point { x, y }, colour) in pixels {
            self.mix(x.into(), y.into(), [colour.r(), colour.g(), colour.b()], 1.0);
        }
        Ok(())
    }
}
