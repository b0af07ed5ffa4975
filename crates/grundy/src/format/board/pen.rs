//! From scenes to elements of SVG: lines, places and words.

use super::super::markup::{Element, MONO, Svg, number};
use super::{COLOURS, DARK, INK, MISSING, PALE, SHEET};
use crate::scene::{Ground, KEY, Kind, Label, Line, Look, Owner, Place, Scene, Spot, Stroke};

/// Draws in units of a square's side.
pub(super) struct Pen<'s> {
    pub(super) svg: &'s mut Svg,
    /// Pixels of a unit.
    pub(super) unit: f64,
    corner: Spot,
    /// Whether each piece is a group with the number of its place as `data-place`.
    pub(super) numbered: bool,
}

/// The class of an owner, and the colour.
pub(super) const fn of_owner(owner: Owner) -> (&'static str, &'static str) {
    match owner {
        Owner::Left => ("left", COLOURS[0]),
        Owner::Right => ("right", COLOURS[1]),
        Owner::Both => ("both", COLOURS[2]),
        Owner::Nobody => ("ink", INK),
    }
}

impl<'s> Pen<'s> {
    pub(super) fn new(svg: &'s mut Svg, unit: f64, corner: Spot) -> Self {
        Pen { svg, unit, corner, numbered: false }
    }

    /// A spot in pixels.
    pub(super) fn at(&self, [x, y]: Spot) -> Spot {
        [self.corner[0] + x * self.unit, self.corner[1] + y * self.unit]
    }

    /// Lines, then places, then words.
    pub(super) fn scene(&mut self, scene: &Scene) {
        scene.lines.iter().for_each(|line| self.line(line));
        for (number, place) in scene.places.iter().enumerate() {
            let numbered = self.numbered && place.piece.is_some() && !is_missing(place);
            self.ground(place);
            if numbered {
                self.svg
                    .open("g")
                    .set("class", "piece")
                    .set("data-place", &number.to_string())
                    .done();
            }
            self.piece_on(place);
            if numbered {
                self.svg.close();
            }
        }
        scene.labels.iter().for_each(|label| self.label(label));
    }

    pub(super) fn circle(&mut self, centre: Spot, radius: f64) -> Element<'_> {
        let [x, y] = self.at(centre);
        let radius = radius * self.unit;
        self.svg.element("circle").number("cx", x).number("cy", y).number("r", radius)
    }

    /// A rectangle around a spot.
    pub(super) fn rect(&mut self, centre: Spot, [width, height]: Spot) -> Element<'_> {
        let [x, y] = self.at([centre[0] - width / 2.0, centre[1] - height / 2.0]);
        let [width, height] = [width * self.unit, height * self.unit];
        self.svg
            .element("rect")
            .number("x", x)
            .number("y", y)
            .number("width", width)
            .number("height", height)
    }

    /// A path of straight lines.
    pub(super) fn path(&mut self, spots: &[Spot], closed: bool) -> Element<'_> {
        let mut d = String::new();
        for (i, &spot) in spots.iter().enumerate() {
            let [x, y] = self.at(spot).map(number);
            d += &format!("{}{x} {y}", if i == 0 { "M" } else { "L" });
        }
        if closed {
            d.push('Z');
        }
        self.svg.element("path").set("d", &d)
    }

    /// Words in the middle of a spot, with this height in units.
    pub(super) fn sign(&mut self, text: &str, centre: Spot, size: f64, class: &str, fill: &str) {
        let size = size * self.unit;
        let [x, y] = self.at(centre);
        self.svg
            .words((x, y + size * 0.36), "middle", size)
            .set("class", class)
            .set("fill", fill)
            .text(text);
    }

    fn label(&mut self, Label { text, at, kind }: &Label) {
        match kind {
            Kind::Name => self.sign(text, *at, 0.34, "name", INK),
            Kind::Sign => self.sign(text, *at, 0.44, "ink", INK),
            Kind::Text => {
                let size = 0.41 * self.unit;
                let [x, y] = self.at(*at);
                self.svg
                    .element("text")
                    .set("class", "ink")
                    .number("x", x)
                    .number("y", y + size * 0.34)
                    .set("font-family", MONO)
                    .number("font-size", size)
                    .set("xml:space", "preserve")
                    .set("fill", INK)
                    .text(text);
            }
        }
    }

    pub(super) fn line(&mut self, line: &Line) {
        let (class, colour, width) = match line.stroke {
            Stroke::Thin => ("line".to_string(), INK, 0.03),
            Stroke::Faint => ("line pale".to_string(), PALE, 0.03),
            Stroke::Thick => ("line thick".to_string(), INK, 0.09),
            Stroke::Edge(owner) => {
                let (class, colour) = of_owner(owner);
                (format!("edge {class}"), colour, 0.11)
            }
            Stroke::Arrow(owner) => {
                let (class, colour) = of_owner(owner);
                (format!("edge arrow {class}"), colour, 0.06)
            }
        };
        let ends = self.way(line);
        let width = (width * self.unit).max(1.0);
        let dash = match line.stroke {
            // Colours alone do not tell edges apart.
            Stroke::Edge(Owner::Right) | Stroke::Arrow(Owner::Right) => {
                Some(format!("{} {}", number(self.unit * 0.2), number(self.unit * 0.09)))
            }
            _ => None,
        };
        let element = self.svg.element("path");
        let element = element
            .set("class", &class)
            .set("d", &ends.d)
            .set("fill", "none")
            .set("stroke", colour)
            .set("stroke-linecap", if dash.is_some() { "butt" } else { "round" })
            .number("stroke-width", width);
        match dash {
            Some(dash) => element.set("stroke-dasharray", &dash).done(),
            None => element.done(),
        }
        if let Stroke::Arrow(_) = line.stroke {
            self.head(ends.tip, ends.towards, &class, colour);
        }
    }

    /// The point of an arrow.
    pub(super) fn head(&mut self, tip: Spot, towards: Spot, class: &str, colour: &str) {
        let [x, y] = towards;
        let back = [tip[0] - 0.24 * x, tip[1] - 0.24 * y];
        let wings =
            [tip, [back[0] - 0.1 * y, back[1] + 0.1 * x], [back[0] + 0.1 * y, back[1] - 0.1 * x]];
        self.path(&wings, true).set("class", &format!("{class} head")).set("fill", colour).done();
    }

    /// The path of a line; arrows end at the border of their vertex.
    fn way(&self, line: &Line) -> Way {
        /// From the middle of a vertex to its border, with some air.
        const VERTEX: f64 = 0.42;
        let arrow = matches!(line.stroke, Stroke::Arrow(_));
        if line.from == line.to {
            // A loop above its vertex.
            let [a, b, c, d] = line.round();
            let [[ax, ay], [bx, by], [cx, cy], [dx, dy]] =
                [a, b, c, d].map(|spot| self.at(spot).map(number));
            let d_path = format!("M{ax} {ay}C{bx} {by} {cx} {cy} {dx} {dy}");
            return Way { d: d_path, tip: d, towards: [-0.45, 0.89] };
        }
        let length = (line.to[0] - line.from[0]).hypot(line.to[1] - line.from[1]);
        let (start, end) = match arrow {
            true => (VERTEX / length, 1.0 - VERTEX / length),
            false => (0.0, 1.0),
        };
        let (from, to) = (line.along(start), line.along(end));
        let near = line.along(end - 0.05);
        let step = [to[0] - near[0], to[1] - near[1]];
        let long = step[0].hypot(step[1]).max(1e-9);
        // The handle of the remaining part, so that its middle stays.
        let middle = line.along((start + end) / 2.0);
        let handle =
            [2.0 * middle[0] - (from[0] + to[0]) / 2.0, 2.0 * middle[1] - (from[1] + to[1]) / 2.0];
        let [[ax, ay], [bx, by], [cx, cy]] =
            [from, handle, to].map(|spot| self.at(spot).map(number));
        let d = match line.bend == 0.0 {
            true => format!("M{ax} {ay}L{cx} {cy}"),
            false => format!("M{ax} {ay}Q{bx} {by} {cx} {cy}"),
        };
        Way { d, tip: to, towards: [step[0] / long, step[1] / long] }
    }

    fn ground(&mut self, place: &Place) {
        let missing = is_missing(place);
        match place.ground {
            Ground::Square | Ground::Dark => {
                let (class, fill) = match place.ground {
                    _ if missing => ("missing", MISSING),
                    Ground::Dark => ("square dark", DARK),
                    _ => ("square", SHEET),
                };
                self.rect(place.centre, [1.0, 1.0])
                    .set("class", class)
                    .set("fill", fill)
                    .set("stroke", INK)
                    .done();
            }
            Ground::Node => {
                self.circle(place.centre, 0.36)
                    .set("class", "square vertex")
                    .set("fill", SHEET)
                    .set("stroke", INK)
                    .set("stroke-width", "1.5")
                    .done();
            }
            Ground::Point => {
                self.circle(place.centre, 0.07).set("class", "ink").set("fill", INK).done();
            }
            Ground::Key(width) => self.key(place, width),
            Ground::Cell | Ground::Gap(_) | Ground::None => {}
        }
    }

    fn piece_on(&mut self, place: &Place) {
        if let Some(piece) = &place.piece
            && !is_missing(place)
        {
            let on_square = matches!(place.ground, Ground::Square | Ground::Dark);
            self.piece(place.centre, piece, if on_square { "none" } else { SHEET });
        }
    }

    fn key(&mut self, place: &Place, width: f64) {
        let round = 0.15 * self.unit;
        self.rect(place.centre, [width, KEY])
            .number("rx", round)
            .set("class", "key")
            .set("fill", "#f4f4f4")
            .set("stroke", INK)
            .done();
        let shown: String = place.name.chars().take(40).collect();
        self.sign(&shown, place.centre, 0.4, "ink", INK);
    }
}

/// Whether the ground of a place is gone.
pub(super) fn is_missing(place: &Place) -> bool {
    place.piece.as_ref().is_some_and(|piece| piece.look == Look::Missing)
}

/// The path of a line, and the direction in which it ends.
struct Way {
    d: String,
    tip: Spot,
    towards: Spot,
}
