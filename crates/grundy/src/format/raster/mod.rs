//! Drawings as pixels: the SVG that [`markup`](super::markup) writes for graphs becomes a PNG.
//!
//! This is no reader of SVG in general. It knows groups that are moved, rectangles, circles, paths
//! of lines and cubic curves, and lines of text, with the attributes that drawings here have; other
//! parts of a drawing are left out.
//!
//! - `shapes`: outlines as points.
//! - `ink`: outlines as pixels, filled and stroked.
//! - `letters`: text, from fonts of bitmaps.

mod ink;
mod letters;
mod shapes;

use std::io;

use self::ink::Ink;
use self::letters::{Anchor, Line};
use self::shapes::Outline;
use super::Format;
use super::image::Image;
use super::picture::Picture;
use super::svg;

/// Pixels for a unit: letters of the drawings, 11 units high, have the width of a bitmap font.
const SCALE: f64 = 1.5;
/// Larger pictures are not drawn; programs that show them take 4 bytes a pixel.
pub const MOST_PIXELS: u64 = 64_000_000;

/// Graphs as pixels.
pub const FORMAT: Format<Picture> = Format {
    name: "png",
    about: "A pixel picture, of at most 64 million pixels",
    endings: &["png"],
    is_binary: true,
    is_whole: false,
    write: |picture| Ok(png(&svg::write(picture))?),
};

/// Why a drawing cannot be a PNG.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RasterError {
    /// It is too large.
    #[error("the picture would have {width}×{height} pixels, and may have {MOST_PIXELS} in all")]
    TooLarge {
        /// Pixels in a row.
        width: u64,
        /// Rows.
        height: u64,
    },
    /// The file cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// A drawing as a PNG, from its SVG.
///
/// # Errors
///
/// Where the picture is too large.
pub fn png(svg: &str) -> Result<Vec<u8>, RasterError> {
    let mut elements = elements(svg);
    let root = elements.next().map(|element| element.attributes).unwrap_or_default();
    let pixels = |name| (SCALE * number(attribute(&root, name).unwrap_or("0"))).ceil() as u64;
    let (width, height) = (pixels("width").max(1), pixels("height").max(1));
    if width.saturating_mul(height) > MOST_PIXELS {
        return Err(RasterError::TooLarge { width, height });
    }
    let mut image = Image::new(width as u32, height as u32);
    let mut styles = vec![Style::default()];
    for element in elements {
        let style = styles.last().cloned().unwrap_or_default();
        match element.kind {
            Kind::End if element.name == "g" => {
                styles.pop();
            }
            Kind::End => {}
            Kind::Start if element.name == "g" => styles.push(style.with(&element.attributes)),
            Kind::Start | Kind::Empty => {
                draw(&mut image, &element, &style.with(&element.attributes));
            }
        }
    }
    Ok(image.finish()?)
}

/// What is inherited from groups.
#[derive(Clone, Debug)]
struct Style {
    moved: (f64, f64),
    fill: Option<[u8; 3]>,
    stroke: Option<[u8; 3]>,
    stroke_width: f64,
    dashes: Option<(f64, f64)>,
    font_size: f64,
    mono: bool,
    bold: bool,
    anchor: Anchor,
    spacing: f64,
}

impl Default for Style {
    fn default() -> Self {
        Style {
            moved: (0.0, 0.0),
            fill: Some([0; 3]),
            stroke: None,
            stroke_width: 1.0,
            dashes: None,
            font_size: 12.0,
            mono: false,
            bold: false,
            anchor: Anchor::Start,
            spacing: 0.0,
        }
    }
}

impl Style {
    fn with(mut self, attributes: &Attributes<'_>) -> Style {
        for (name, value) in attributes {
            match *name {
                "transform" => {
                    let inside = value.trim_start_matches("translate(").trim_end_matches(')');
                    if let [x, y] = numbers(inside)[..] {
                        self.moved = (self.moved.0 + x, self.moved.1 + y);
                    }
                }
                "fill" => self.fill = colour(value),
                "stroke" => self.stroke = colour(value),
                "stroke-width" => self.stroke_width = number(value),
                "stroke-dasharray" => {
                    self.dashes = match numbers(value)[..] {
                        [on, off] => Some((on, off)),
                        _ => None,
                    };
                }
                "font-size" => self.font_size = number(value),
                "font-family" => self.mono = value.contains("Mono"),
                "font-weight" => self.bold = *value == "bold",
                "letter-spacing" => self.spacing = number(value),
                "text-anchor" => {
                    self.anchor = match *value {
                        "middle" => Anchor::Middle,
                        "end" => Anchor::End,
                        _ => Anchor::Start,
                    }
                }
                _ => {}
            }
        }
        self
    }
}

fn draw(image: &mut Image, element: &Element<'_>, style: &Style) {
    let of = |name| attribute(&element.attributes, name).map_or(0.0, number);
    let outlines = match element.name {
        // The ground is white already.
        "rect" if attribute(&element.attributes, "width") == Some("100%") => return,
        "rect" => {
            vec![Outline::rectangle((of("x"), of("y")), (of("width"), of("height")), of("rx"))]
        }
        "circle" => vec![Outline::circle((of("cx"), of("cy")), of("r"))],
        "path" => shapes::path(attribute(&element.attributes, "d").unwrap_or_default()),
        "text" => {
            let line = Line {
                text: &unescaped(element.text),
                at: (SCALE * (of("x") + style.moved.0), SCALE * (of("y") + style.moved.1)),
                size: SCALE * style.font_size,
                spacing: SCALE * style.spacing,
                anchor: style.anchor,
                mono: style.mono,
                bold: style.bold,
            };
            return line.draw(image, style.fill.unwrap_or_default());
        }
        _ => return,
    };
    let outlines: Vec<Outline> =
        outlines.into_iter().map(|outline| outline.placed(style.moved, SCALE)).collect();
    if let Some(fill) = style.fill {
        Ink { image, colour: fill }.fill(&outlines);
    }
    if let Some(stroke) = style.stroke {
        let dashes = style.dashes.map(|(on, off)| (SCALE * on, SCALE * off));
        let mut ink = Ink { image, colour: stroke };
        for outline in &outlines {
            for piece in outline.dashed(dashes) {
                ink.stroke(&piece, SCALE * style.stroke_width);
            }
        }
    }
}

type Attributes<'a> = Vec<(&'a str, &'a str)>;

fn attribute<'a>(attributes: &Attributes<'a>, name: &str) -> Option<&'a str> {
    attributes.iter().find(|(found, _)| *found == name).map(|(_, value)| *value)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Start,
    End,
    Empty,
}

struct Element<'a> {
    name: &'a str,
    kind: Kind,
    attributes: Attributes<'a>,
    /// The text up to the next element.
    text: &'a str,
}

fn elements(svg: &str) -> impl Iterator<Item = Element<'_>> {
    svg.split('<').skip(1).filter_map(|part| {
        let (tag, text) = part.split_once('>')?;
        let (tag, empty) = match tag.strip_suffix('/') {
            Some(tag) => (tag, true),
            None => (tag, false),
        };
        let (tag, end) = match tag.strip_prefix('/') {
            Some(tag) => (tag, true),
            None => (tag, false),
        };
        let kind = match (end, empty) {
            (true, _) => Kind::End,
            (_, true) => Kind::Empty,
            _ => Kind::Start,
        };
        let (name, rest) = tag.split_once(' ').unwrap_or((tag, ""));
        // Values are quoted, and contain no quotation marks.
        let mut parts = rest.split('"');
        let mut attributes = Vec::new();
        while let (Some(name), Some(value)) = (parts.next(), parts.next()) {
            attributes.push((name.trim().trim_end_matches('='), value));
        }
        Some(Element { name, kind, attributes, text })
    })
}

fn number(text: &str) -> f64 {
    text.parse().unwrap_or(0.0)
}

fn numbers(text: &str) -> Vec<f64> {
    text.split([' ', ',']).filter_map(|part| part.parse().ok()).collect()
}

/// `#rgb` and `#rrggbb`; nothing is drawn for `none`.
fn colour(text: &str) -> Option<[u8; 3]> {
    let digits = text.strip_prefix('#')?;
    let value = u32::from_str_radix(digits, 16).ok()?;
    Some(match digits.len() {
        3 => [8, 4, 0].map(|shift| 17 * (value >> shift & 15) as u8),
        _ => [16, 8, 0].map(|shift| (value >> shift) as u8),
    })
}

fn unescaped(text: &str) -> String {
    let plain = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
    plain.replace("&#39;", "'").replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::markup::Svg;

    /// The pixels of a drawing, row by row.
    fn pixels(svg: Svg) -> (usize, Vec<[u8; 3]>) {
        let file = png(&svg.finish()).unwrap();
        let mut reader = png::Decoder::new(io::Cursor::new(file)).read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut bytes).unwrap();
        (info.width as usize, bytes.chunks(3).map(|rgb| [rgb[0], rgb[1], rgb[2]]).collect())
    }

    fn at((width, pixels): &(usize, Vec<[u8; 3]>), x: f64, y: f64) -> [u8; 3] {
        pixels[(SCALE * y) as usize * width + (SCALE * x) as usize]
    }

    #[test]
    fn shapes_are_where_they_are_drawn() {
        let mut svg = Svg::new(100.0, 60.0, "a < b");
        svg.open("g").set("transform", "translate(10 10)").set("fill", "#f00").done();
        svg.element("rect").number("width", 20.0).number("height", 10.0).done();
        svg.element("circle")
            .set("fill", "#00ff00")
            .number("cx", 50.0)
            .number("cy", 20.0)
            .number("r", 10.0)
            .done();
        svg.element("path")
            .set("fill", "none")
            .set("stroke", "#00f")
            .number("stroke-width", 4.0)
            .set("d", "M0 40h40")
            .done();
        svg.close();
        svg.element("text").number("x", 80.0).number("y", 50.0).set("fill", "#000").text("&");
        let drawn = pixels(svg);
        assert_eq!(drawn.0, 150);
        assert_eq!(at(&drawn, 20.0, 15.0), [255, 0, 0]);
        assert_eq!(at(&drawn, 35.0, 15.0), [255; 3]);
        assert_eq!(at(&drawn, 60.0, 30.0), [0, 255, 0]);
        assert_eq!(at(&drawn, 52.0, 22.0), [255; 3]);
        assert_eq!(at(&drawn, 30.0, 50.0), [0, 0, 255]);
        assert_eq!(at(&drawn, 30.0, 55.0), [255; 3]);
        assert!(drawn.1.contains(&[0; 3]), "the letter");
    }

    #[test]
    fn dashes_have_gaps() {
        let mut svg = Svg::new(60.0, 10.0, "");
        svg.element("path")
            .set("fill", "none")
            .set("stroke", "#000")
            .number("stroke-width", 4.0)
            .set("stroke-dasharray", "10 10")
            .set("d", "M0 5L60 5")
            .done();
        let drawn = pixels(svg);
        assert_eq!(at(&drawn, 5.0, 5.0), [0; 3]);
        assert_eq!(at(&drawn, 15.0, 5.0), [255; 3]);
        assert_eq!(at(&drawn, 25.0, 5.0), [0; 3]);
    }

    #[test]
    fn a_picture_has_a_limit() {
        let error = png(&Svg::new(10_000.0, 10_000.0, "").finish()).unwrap_err();
        assert!(error.to_string().contains("15000×15000 pixels"), "{error}");
    }
}
