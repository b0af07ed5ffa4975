//! Lines of text, from fonts of bitmaps.

use embedded_graphics::Drawable;
use embedded_graphics::geometry::Point;
use embedded_graphics::mono_font::iso_8859_1::{
    FONT_7X13, FONT_7X13_BOLD, FONT_8X13, FONT_8X13_BOLD, FONT_9X15, FONT_9X18_BOLD, FONT_10X20,
};
use embedded_graphics::mono_font::{MonoFont, MonoTextStyle};
use embedded_graphics::pixelcolor::Rgb888;
use embedded_graphics::text::Text;

use crate::format::image::Image;
use crate::format::markup::{MONO_ADVANCE, sans_width};

/// The point of a text that is at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A line of text in pixels.
pub(super) struct Line<'a> {
    pub(super) text: &'a str,
    /// The place of the anchor on the base line.
    pub(super) at: (f64, f64),
    pub(super) size: f64,
    /// Between letters.
    pub(super) spacing: f64,
    pub(super) anchor: Anchor,
    pub(super) mono: bool,
    pub(super) bold: bool,
}

impl Line<'_> {
    pub(super) fn draw(&self, image: &mut Image, colour: [u8; 3]) {
        let font = font(self.size, self.bold);
        let letters: Vec<char> = self.text.chars().collect();
        let letter = f64::from(font.character_size.width);
        // A drawing has room for letters of another font.
        let room = match self.mono {
            true => self.size * MONO_ADVANCE,
            false => letter.min(sans_width(self.text, self.size) / letters.len().max(1) as f64),
        };
        let advance = room + self.spacing;
        let width = advance * letters.len() as f64;
        let start = match self.anchor {
            Anchor::Start => self.at.0,
            Anchor::Middle => self.at.0 - width / 2.0,
            Anchor::End => self.at.0 - width,
        };
        for (i, &c) in letters.iter().enumerate() {
            let x = (start + advance * i as f64 + (room - letter) / 2.0).round() as i32;
            write(image, font, colour, (x, self.at.1.round() as i32), c);
        }
    }
}

/// One letter, from its left end on the base line.
fn write(image: &mut Image, font: &MonoFont<'_>, colour: [u8; 3], (x, y): (i32, i32), c: char) {
    let [red, green, blue] = colour;
    let style = MonoTextStyle::new(font, Rgb888::new(red, green, blue));
    let width = font.character_size.width as i32;
    let mut put = |c: char, x: i32| {
        let Ok(_) = Text::new(c.encode_utf8(&mut [0; 4]), Point::new(x, y), style).draw(image);
    };
    // Characters that the fonts lack.
    match c {
        '…' => [-width / 3, 0, width / 3].iter().for_each(|shift| put('.', x + shift)),
        '∞' => [-width / 4, width / 4].iter().for_each(|shift| put('o', x + shift)),
        '’' | '‘' => put('\'', x),
        '−' | '–' => put('-', x),
        c => put(c, x),
    }
}

/// The font whose letters are nearest to a size.
fn font(size: f64, bold: bool) -> &'static MonoFont<'static> {
    match (size, bold) {
        (15.5.., false) => &FONT_10X20,
        (14.5.., false) => &FONT_9X15,
        (14.5.., true) => &FONT_9X18_BOLD,
        (13.0.., false) => &FONT_8X13,
        (13.0.., true) => &FONT_8X13_BOLD,
        (_, false) => &FONT_7X13,
        (_, true) => &FONT_7X13_BOLD,
    }
}
