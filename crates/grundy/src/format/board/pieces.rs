//! What pieces look like: Left's are filled and Right's are hollow, except for pieces with colours
//! of their own.

use super::super::markup::number;
use super::pen::{Pen, of_owner};
use super::{INK, SHEET};
use crate::scene::{Look, Owner, Paint, Piece, Spot};

/// How thick the border of a hollow piece is.
const RING: f64 = 0.125;

const KING: &[Spot] = &[
    [-0.26, 0.32],
    [-0.34, -0.04],
    [-0.2, -0.14],
    [-0.06, -0.06],
    [-0.06, -0.16],
    [-0.16, -0.16],
    [-0.16, -0.27],
    [-0.06, -0.27],
    [-0.06, -0.37],
    [0.06, -0.37],
    [0.06, -0.27],
    [0.16, -0.27],
    [0.16, -0.16],
    [0.06, -0.16],
    [0.06, -0.06],
    [0.2, -0.14],
    [0.34, -0.04],
    [0.26, 0.32],
];

const QUEEN: &[Spot] = &[
    [-0.26, 0.3],
    [-0.36, -0.2],
    [-0.16, 0.02],
    [0.0, -0.34],
    [0.16, 0.02],
    [0.36, -0.2],
    [0.26, 0.3],
];

const ROOK: &[Spot] = &[
    [-0.28, 0.32],
    [-0.28, 0.2],
    [-0.19, 0.14],
    [-0.19, -0.1],
    [-0.28, -0.16],
    [-0.28, -0.33],
    [-0.15, -0.33],
    [-0.15, -0.24],
    [-0.07, -0.24],
    [-0.07, -0.33],
    [0.07, -0.33],
    [0.07, -0.24],
    [0.15, -0.24],
    [0.15, -0.33],
    [0.28, -0.33],
    [0.28, -0.16],
    [0.19, -0.1],
    [0.19, 0.14],
    [0.28, 0.2],
    [0.28, 0.32],
];

const BISHOP: &[Spot] = &[
    [-0.26, 0.32],
    [-0.26, 0.22],
    [-0.1, 0.18],
    [-0.2, 0.02],
    [-0.14, -0.16],
    [0.0, -0.36],
    [0.06, -0.27],
    [-0.02, -0.08],
    [0.04, -0.06],
    [0.11, -0.2],
    [0.2, 0.02],
    [0.1, 0.18],
    [0.26, 0.22],
    [0.26, 0.32],
];

const KNIGHT: &[Spot] = &[
    [-0.22, 0.32],
    [-0.18, 0.16],
    [0.0, 0.0],
    [-0.02, -0.06],
    [-0.18, 0.04],
    [-0.3, 0.0],
    [-0.28, -0.1],
    [-0.14, -0.26],
    [-0.08, -0.36],
    [0.0, -0.28],
    [0.14, -0.22],
    [0.26, -0.04],
    [0.28, 0.32],
];

const PAWN: &[Spot] = &[
    [-0.22, 0.32],
    [-0.2, 0.2],
    [-0.08, 0.06],
    [-0.15, -0.04],
    [-0.15, -0.16],
    [-0.07, -0.26],
    [0.07, -0.26],
    [0.15, -0.16],
    [0.15, -0.04],
    [0.08, 0.06],
    [0.2, 0.2],
    [0.22, 0.32],
];

/// How the inside and the border of a piece are coloured.
#[derive(Clone, Copy)]
struct Dress<'h> {
    class: &'static str,
    fill: &'h str,
    border: &'static str,
    /// Whether it has a thick border around a transparent inside.
    hollow: bool,
}

impl<'h> Dress<'h> {
    /// The dress of a piece; hollow ones show `hollow`.
    fn of(owner: Owner, paint: Paint, hollow: &'h str) -> Self {
        let solid = |class, fill, border| Dress { class, fill, border, hollow: false };
        let (class, colour) = of_owner(owner);
        match paint {
            Paint::Owner if owner == Owner::Right => {
                Dress { class, fill: hollow, border: colour, hollow: true }
            }
            Paint::Owner => solid(class, colour, colour),
            Paint::White => solid("man white", "#fbfaf5", "#1c1b19"),
            Paint::Black => solid("man black", "#2b2a28", "#0d0c0b"),
            Paint::Red => solid("man red", "#c4321f", "#7c1a0e"),
            Paint::Yellow => solid("man yellow", "#f2c53d", "#8a6606"),
        }
    }

    /// How thick the border is; hollow pieces have one of `thick`.
    fn border(&self, thick: f64, unit: f64) -> f64 {
        match self.class.starts_with("man") {
            true => 0.05 * unit,
            false if self.hollow => thick * unit,
            false => 1.0,
        }
    }
}

impl Pen<'_> {
    /// A piece with its middle at a spot; hollow ones show `hollow`.
    pub(super) fn piece(&mut self, centre: Spot, piece: &Piece, hollow: &str) {
        let Piece { look, owner, paint } = *piece;
        let (class, colour) = of_owner(owner);
        let dress = Dress::of(owner, paint, hollow);
        let [x, y] = centre;
        match look {
            Look::Stone => self.stone(centre, dress),
            Look::Beast(letter) => {
                self.stone(centre, dress);
                let (class, fill) = match owner {
                    Owner::Right => (class, colour),
                    _ => ("inverse", SHEET),
                };
                self.sign(&letter.to_string(), centre, 0.36, class, fill);
            }
            Look::Letter(letter) => self.sign(&letter.to_string(), centre, 0.5, class, colour),
            Look::Number(count) => self.sign(&count.to_string(), centre, 0.44, class, colour),
            Look::Cross => {
                for (a, b) in [([-1.0, -1.0], [1.0, 1.0]), ([-1.0, 1.0], [1.0, -1.0])] {
                    let end = |[dx, dy]: Spot| [x + 0.27 * dx, y + 0.27 * dy];
                    let width = RING * self.unit;
                    self.path(&[end(a), end(b)], false)
                        .set("class", &format!("stroke {class}"))
                        .set("stroke", colour)
                        .number("stroke-width", width)
                        .set("stroke-linecap", "round")
                        .done();
                }
            }
            Look::Nought => self.stone(centre, Dress::of(Owner::Right, paint, hollow)),
            Look::Domino => self.block(centre, [0.8, 0.8], 0.12, dress),
            Look::Standing => self.block(centre, [0.36, 0.86], 0.08, dress),
            Look::Token => {
                let width = 0.04 * self.unit;
                self.circle(centre, 0.36)
                    .set("class", "counter both")
                    .set("fill", colour)
                    .set("stroke", INK)
                    .number("stroke-width", width)
                    .done();
            }
            Look::Skittle => self.skittle(centre, class, colour),
            Look::Pebbles(count) => {
                // Light, because the name of the vertex stands on it.
                let width = 0.08 * self.unit;
                self.circle(centre, 0.29)
                    .set("class", &format!("pebble {class}"))
                    .set("fill", "#8fd6c1")
                    .set("stroke", colour)
                    .number("stroke-width", width)
                    .done();
                if count > 1 {
                    let badge = [x - 0.32, y - 0.32];
                    self.circle(badge, 0.19).set("class", "badge").set("fill", INK).done();
                    self.sign(&count.to_string(), badge, 0.28, "inverse", SHEET);
                }
            }
            Look::Block(size) => {
                let text = size.to_string();
                let wide = piece.look.width().unwrap_or(1.0);
                let round = 0.12 * self.unit;
                self.rect(centre, [wide, 0.86])
                    .number("rx", round)
                    .set("class", "counter both")
                    .set("fill", colour)
                    .set("stroke", INK)
                    .done();
                self.sign(&text, centre, 0.44, "inverse", SHEET);
            }
            Look::King => self.chessman(centre, KING, dress),
            Look::Queen => self.chessman(centre, QUEEN, dress),
            Look::Rook => self.chessman(centre, ROOK, dress),
            Look::Bishop => self.chessman(centre, BISHOP, dress),
            Look::Knight => self.chessman(centre, KNIGHT, dress),
            Look::Pawn => self.chessman(centre, PAWN, dress),
            Look::Car { up } => self.car(centre, up, dress),
            Look::Chocolate => {
                let round = 0.1 * self.unit;
                self.rect(centre, [0.72, 0.72])
                    .number("rx", round)
                    .set("class", "chocolate")
                    .set("fill", "#8c5a2b")
                    .done();
            }
            Look::Poison => {
                let round = 0.1 * self.unit;
                self.rect(centre, [0.72, 0.72])
                    .number("rx", round)
                    .set("class", "poison")
                    .set("fill", INK)
                    .done();
                for side in [-1.0, 1.0] {
                    let ends = [[x - 0.17, y - 0.17 * side], [x + 0.17, y + 0.17 * side]];
                    self.path(&ends, false)
                        .set("class", "stroke sheet")
                        .set("stroke", SHEET)
                        .set("stroke-width", "3")
                        .done();
                }
            }
            Look::Closed => {
                for side in [-1.0, 1.0] {
                    let ends = [[x - 0.16, y - 0.16 * side], [x + 0.16, y + 0.16 * side]];
                    self.path(&ends, false)
                        .set("class", "pale stroke")
                        .set("stroke", "#8a8a8a")
                        .set("stroke-width", "2")
                        .done();
                }
            }
            Look::Missing => {
                self.rect(centre, [0.9, 0.9]).set("class", "missing").set("fill", INK).done();
            }
            Look::Reserved => self.reserved(centre, owner),
            Look::Empty => {
                let dash = format!("{0} {0}", number(self.unit * 0.09));
                self.circle(centre, 0.34)
                    .set("class", "pale")
                    .set("fill", "none")
                    .set("stroke", "#8a8a8a")
                    .set("stroke-dasharray", &dash)
                    .done();
            }
        }
    }

    fn stone(&mut self, centre: Spot, dress: Dress<'_>) {
        let width = dress.border(RING, self.unit);
        self.circle(centre, if dress.hollow { 0.29 } else { 0.34 })
            .set("class", dress.class)
            .set("fill", dress.fill)
            .set("stroke", dress.border)
            .number("stroke-width", width)
            .done();
    }

    /// A domino over places this far apart in both directions.
    pub(super) fn domino(&mut self, centre: Spot, [across, down]: Spot, piece: &Piece) {
        let dress = Dress::of(piece.owner, piece.paint, SHEET);
        self.block(centre, [across + 0.8, down + 0.8], 0.12, dress);
    }

    /// A rectangle, filled or hollow.
    fn block(&mut self, centre: Spot, [width, height]: Spot, round: f64, dress: Dress<'_>) {
        let (border, round) = (dress.border(0.09, self.unit), round * self.unit);
        let less = if dress.hollow { 0.09 } else { 0.0 };
        self.rect(centre, [width - less, height - less])
            .number("rx", round)
            .set("class", dress.class)
            .set("fill", dress.fill)
            .set("stroke", dress.border)
            .number("stroke-width", border)
            .done();
    }

    fn shape(&mut self, spots: &[Spot], dress: Dress<'_>) {
        let width = dress.border(0.09, self.unit);
        self.path(spots, true)
            .set("class", dress.class)
            .set("fill", dress.fill)
            .set("stroke", dress.border)
            .number("stroke-width", width)
            .set("stroke-linejoin", "round")
            .done();
    }

    fn skittle(&mut self, [x, y]: Spot, class: &str, colour: &str) {
        let spot = |dx: f64, dy: f64| self.at([x + dx, y + dy]).map(number);
        let [[ax, ay], [bx, by], [cx, cy], [dx, dy]] =
            [spot(-0.13, 0.44), spot(-0.34, 0.06), spot(-0.1, -0.02), spot(-0.1, -0.14)];
        let [[ex, ey], [fx, fy], [gx, gy], [hx, hy]] =
            [spot(0.1, -0.14), spot(0.1, -0.02), spot(0.34, 0.06), spot(0.13, 0.44)];
        let d = format!(
            "M{ax} {ay}C{bx} {by} {cx} {cy} {dx} {dy}L{ex} {ey}C{fx} {fy} {gx} {gy} {hx} {hy}Z"
        );
        self.svg
            .element("path")
            .set("class", &format!("skittle {class}"))
            .set("d", &d)
            .set("fill", colour)
            .set("stroke", INK)
            .done();
        self.circle([x, y - 0.27], 0.15)
            .set("class", &format!("skittle {class}"))
            .set("fill", colour)
            .set("stroke", INK)
            .done();
        let band = self.unit * 0.06;
        self.path(&[[x - 0.1, y - 0.08], [x + 0.1, y - 0.08]], false)
            .set("class", "stroke sheet")
            .set("stroke", SHEET)
            .number("stroke-width", band)
            .done();
    }

    fn chessman(&mut self, [x, y]: Spot, outline: &[Spot], dress: Dress<'_>) {
        let less = if dress.hollow { 0.9 } else { 1.0 };
        let spots: Vec<Spot> =
            outline.iter().map(|[dx, dy]| [x + less * dx, y + less * dy]).collect();
        self.shape(&spots, dress);
    }

    fn car(&mut self, [x, y]: Spot, up: bool, dress: Dress<'_>) {
        let body = [[-0.34, -0.2], [0.08, -0.2], [0.36, 0.0], [0.08, 0.2], [-0.34, 0.2]];
        let turned = body.map(|[dx, dy]| if up { [x + dy, y - dx] } else { [x + dx, y + dy] });
        self.shape(&turned, dress);
    }

    /// A small sign in the corner of a place.
    fn reserved(&mut self, [x, y]: Spot, owner: Owner) {
        let (class, colour) = of_owner(owner);
        let ring = owner == Owner::Right;
        let width = if ring { 0.07 * self.unit } else { 1.0 };
        let radius = if ring { 0.13 } else { 0.16 };
        self.circle([x, y], radius)
            .set("class", class)
            .set("fill", if ring { SHEET } else { colour })
            .set("stroke", colour)
            .number("stroke-width", width)
            .done();
    }
}
