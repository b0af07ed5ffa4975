//! A thin writer of SVG: elements, attributes, escaped text, and how wide text is.
//!
//! It knows nothing of games; every drawing in this module is written with it.

use std::fmt::Write;

/// An SVG document under construction.
///
/// ```
/// use grundy::format::markup::Svg;
///
/// let mut svg = Svg::new(40.0, 20.0, "two < three");
/// svg.open("g").set("fill", "none").done();
/// svg.element("circle").number("r", 2.5).done();
/// svg.close();
/// let text = svg.finish();
/// assert!(text.contains("<title>two &lt; three</title>"));
/// assert!(text.contains("<circle r=\"2.5\"/>"));
/// ```
#[derive(Debug)]
pub struct Svg {
    out: String,
    open: Vec<&'static str>,
}

impl Svg {
    /// A document of that size in pixels on a white ground; programs read the
    /// title aloud.
    #[must_use]
    pub fn new(width: f64, height: f64, title: &str) -> Self {
        Svg::of_class(width, height, title, "", "img")
    }

    /// The same with a class, and read aloud as the role says: an `img` is its title alone.
    #[must_use]
    pub fn of_class(width: f64, height: f64, title: &str, class: &str, role: &str) -> Self {
        let mut svg = Svg { out: String::new(), open: Vec::new() };
        let (w, h) = (number(width.ceil()), number(height.ceil()));
        let root = svg.open("svg").set("xmlns", "http://www.w3.org/2000/svg");
        let root = if class.is_empty() { root } else { root.set("class", class) };
        root.set("width", &w)
            .set("height", &h)
            .set("viewBox", &format!("0 0 {w} {h}"))
            .set("role", role)
            .done();
        svg.element("title").text(title);
        let sheet = svg.element("rect");
        let sheet = if class.is_empty() { sheet } else { sheet.set("class", "ground") };
        sheet.set("width", "100%").set("height", "100%").set("fill", "#fff").done();
        svg
    }

    /// What follows is in a language whose letters may have forms of their own.
    pub fn language(&mut self, code: Option<&str>) {
        if let Some(code) = code {
            self.open("g").set("lang", code).done();
        }
    }

    /// An element on a line of its own, without children.
    pub fn element(&mut self, name: &'static str) -> Element<'_> {
        self.start(name, false)
    }

    /// A line of words in [`SANS`]; the anchor says whether it starts, ends or has its middle at
    /// the place. [`Element::text`] writes them.
    pub fn words(&mut self, (x, y): (f64, f64), anchor: &str, size: f64) -> Element<'_> {
        self.element("text")
            .number("x", x)
            .number("y", y)
            .set("text-anchor", anchor)
            .set("font-family", SANS)
            .number("font-size", size)
    }

    /// An element whose children follow until [`Svg::close`].
    pub fn open(&mut self, name: &'static str) -> Element<'_> {
        self.start(name, true)
    }

    /// Ends the element that was opened last.
    pub fn close(&mut self) {
        if let Some(name) = self.open.pop() {
            let _ = writeln!(self.out, "{:1$}</{name}>", "", self.open.len());
        }
    }

    /// The document; elements that are still open are closed.
    #[must_use]
    pub fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.close();
        }
        self.out
    }

    fn start(&mut self, name: &'static str, parent: bool) -> Element<'_> {
        let _ = write!(self.out, "{:1$}<{name}", "", self.open.len());
        Element { svg: self, name, parent }
    }
}

/// An element whose attributes are being written.
#[must_use = "an element is written by `done` or `text`"]
#[derive(Debug)]
pub struct Element<'a> {
    svg: &'a mut Svg,
    name: &'static str,
    parent: bool,
}

impl Element<'_> {
    /// An attribute.
    pub fn set(self, name: &str, value: &str) -> Self {
        let _ = write!(self.svg.out, " {name}=\"{}\"", escape(value));
        self
    }

    /// An attribute that is a number, to a tenth.
    pub fn number(self, name: &str, value: f64) -> Self {
        let value = number(value);
        self.set(name, &value)
    }

    /// Ends the attributes.
    pub fn done(self) {
        if self.parent {
            self.svg.out.push_str(">\n");
            self.svg.open.push(self.name);
        } else {
            self.svg.out.push_str("/>\n");
        }
    }

    /// Ends the attributes and the element, with this text in it.
    pub fn text(self, text: &str) {
        let _ = writeln!(self.svg.out, ">{}</{}>", escape(text), self.name);
    }
}

/// A number to a tenth of a pixel, in the fewest characters.
#[must_use]
pub fn number(value: f64) -> String {
    let tenths = (value * 10.0).round() as i64;
    match (tenths / 10, tenths % 10) {
        (whole, 0) => whole.to_string(),
        (0, tenth) if tenth < 0 => format!("-0.{}", -tenth),
        (whole, tenth) => format!("{whole}.{}", tenth.abs()),
    }
}

/// Text as XML may hold it, in an element or in a quoted attribute. Characters
/// that XML cannot hold at all become U+FFFD.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // Kept as they are where a parser would turn them into spaces.
            '\t' => out.push_str("&#9;"),
            '\n' => out.push_str("&#10;"),
            '\r' => out.push_str("&#13;"),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// Columns that a character takes in a font of fixed width: two for the wide
/// scripts of East Asia and for pictographs, none for marks that combine.
#[must_use]
pub fn columns(c: char) -> usize {
    match u32::from(c) {
        0x300..=0x36f | 0x200b..=0x200f | 0x20d0..=0x20ff | 0xfe00..=0xfe0f => 0,
        0x1100..=0x115f
        | 0x2e80..=0xa4cf
        | 0xac00..=0xd7a3
        | 0xf900..=0xfaff
        | 0xfe30..=0xfe6f
        | 0xff00..=0xff60
        | 0x1f300..=0x1faff
        | 0x20000..=0x3fffd => 2,
        _ => 1,
    }
}

/// Fonts of fixed width, the likeliest first; a column is [`MONO_ADVANCE`] of
/// the font size.
pub const MONO: &str = "DejaVu Sans Mono, Menlo, Consolas, monospace";
/// Fonts for sentences.
pub const SANS: &str = "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif";
/// Width of a column of [`MONO`] in a font of size 1.
pub const MONO_ADVANCE: f64 = 0.602;

/// How wide a line is in [`MONO`].
#[must_use]
pub fn mono_width(text: &str, size: f64) -> f64 {
    text.chars().map(columns).sum::<usize>() as f64 * size * MONO_ADVANCE
}

/// The greatest width of a line in [`SANS`], about: measures of DejaVu Sans, the widest of these
/// fonts, by kinds of letters.
#[must_use]
pub fn sans_width(text: &str, size: f64) -> f64 {
    let advance = |c: char| match c {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '|' | ' ' | '\'' => 0.33,
        'f' | 'r' | 't' | '(' | ')' | '-' | 'J' => 0.41,
        'm' | 'w' | 'M' | 'W' | '…' | '%' | '@' => 0.99,
        'c' | 'k' | 's' | 'v' | 'x' | 'y' | 'z' => 0.57,
        'A'..='Z' => 0.72,
        c if c.is_ascii() => 0.63,
        // Letters of East Asia fill a square; pictographs may be wider.
        c if columns(c) == 2 && c < '\u{1f300}' => 1.0,
        c => 0.8 * columns(c) as f64,
    };
    text.chars().map(advance).sum::<f64>() * size
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let cases = [(0.0, "0"), (-0.04, "0"), (-0.26, "-0.3"), (2.5, "2.5"), (-12.0, "-12")];
        for (value, text) in cases {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn text_that_xml_cannot_hold_is_replaced() {
        assert_eq!(escape("a<b>&\"'\u{0}\n∞"), "a&lt;b&gt;&amp;&quot;&#39;\u{fffd}&#10;∞");
    }
}
