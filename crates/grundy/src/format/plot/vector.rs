//! Plots as SVG.

use std::fmt::Write;

use super::canvas::{Anchor, Canvas, Colour, Letters, Mark, Place, Run};
use crate::format::markup::{Svg, number};
use crate::format::words::Words;

pub(super) struct Vector {
    svg: Svg,
}

impl Vector {
    pub(super) fn new((width, height): (u32, u32), title: &str, words: &Words) -> Vector {
        let mut svg = Svg::new(width.into(), height.into(), title);
        svg.language(words.language());
        Vector { svg }
    }

    /// An unseen rectangle around the dots, by which a page finds them.
    pub(super) fn field(&mut self, at: Place, size: (f64, f64)) {
        self.svg
            .element("rect")
            .set("class", "field")
            .number("x", at.0)
            .number("y", at.1)
            .number("width", size.0)
            .number("height", size.1)
            .set("fill", "none")
            .done();
    }

    pub(super) fn finish(self) -> String {
        self.svg.finish()
    }
}

fn hex(Colour([red, green, blue]): Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

impl Canvas for Vector {
    fn rectangle(&mut self, at: Place, size: (f64, f64), colour: Colour) {
        self.svg
            .element("rect")
            .number("x", at.0)
            .number("y", at.1)
            .number("width", size.0)
            .number("height", size.1)
            .set("fill", &hex(colour))
            .done();
    }

    fn text(&mut self, at: Place, anchor: Anchor, letters: Letters, colour: Colour, text: &str) {
        let (size, weight) = match letters {
            Letters::Title => (17.0, "bold"),
            Letters::Small => (12.0, "normal"),
        };
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        self.svg
            .words(at, anchor, size)
            .set("font-weight", weight)
            .set("fill", &hex(colour))
            .text(text);
    }

    fn marks(&mut self, mark: Mark, centres: &[Place], radius: f64, colour: Colour) {
        let colour = hex(colour);
        let r = number(radius);
        let mut path = String::new();
        for &(x, y) in centres {
            let _ = match mark {
                // A point with a round end.
                Mark::Disc => write!(path, "M{} {}h0", number(x), number(y)),
                Mark::Diamond | Mark::Ring => {
                    write!(path, "M{} {}l{r} {r}-{r} {r}-{r}-{r}z", number(x), number(y - radius))
                }
                Mark::Square => {
                    let (x, y, side) = (x - radius, y - radius, number(2.0 * radius));
                    write!(path, "M{} {}h{side}v{side}h-{side}z", number(x), number(y))
                }
            };
        }
        let element = self.svg.element("path").set("d", &path);
        match mark {
            Mark::Disc => element
                .set("fill", "none")
                .set("stroke", &colour)
                .number("stroke-width", 2.0 * radius)
                .set("stroke-linecap", "round")
                .done(),
            Mark::Diamond => element.set("fill", &colour).done(),
            Mark::Ring | Mark::Square => element.set("fill", "none").set("stroke", &colour).done(),
        }
    }

    fn runs(&mut self, runs: &[Run], height: u32, colour: Colour) {
        let half = f64::from(height) / 2.0;
        let mut path = String::new();
        let mut last = None;
        for &(x, y, width) in runs {
            let y = f64::from(y) + half;
            let _ = match last {
                // From the end of the run before on the same line.
                Some((end, line)) if line == y => write!(path, "m{} 0h{width}", x - end),
                _ => write!(path, "M{x} {}h{width}", number(y)),
            };
            last = Some((x + width, y));
        }
        self.svg
            .element("path")
            .set("d", &path)
            .set("fill", "none")
            .set("stroke", &hex(colour))
            .number("stroke-width", height.into())
            .set("shape-rendering", "crispEdges")
            .done();
    }
}
