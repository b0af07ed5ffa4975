//! What pieces look like: Left's are filled and Right's are hollow.

use super::super::markup::number;
use super::pen::{Pen, of_owner};
use super::{INK, SHEET};
use crate::scene::{Look, Owner, Piece, Spot};

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

impl Pen<'_> {
    /// A piece with its middle at a spot; hollow ones show this.
    pub(super) fn piece(&mut self, centre: Spot, piece: &Piece, hollow: &str) {
        let Piece { look, owner } = *piece;
        let (class, colour) = of_owner(owner);
        let [x, y] = centre;
        match look {
            Look::Stone => self.stone(centre, owner, hollow),
            Look::Beast(letter) => {
                self.stone(centre, owner, hollow);
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
            Look::Nought => self.stone(centre, Owner::Right, hollow),
            Look::Domino => self.block(centre, [0.8, 0.8], 0.12, owner, hollow),
            Look::Standing => self.block(centre, [0.36, 0.86], 0.08, owner, hollow),
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
                // Light, for the name of the vertex stands on it.
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
            Look::King => self.chessman(centre, KING, owner, hollow),
            Look::Queen => self.chessman(centre, QUEEN, owner, hollow),
            Look::Rook => self.chessman(centre, ROOK, owner, hollow),
            Look::Bishop => self.chessman(centre, BISHOP, owner, hollow),
            Look::Knight => self.chessman(centre, KNIGHT, owner, hollow),
            Look::Pawn => self.chessman(centre, PAWN, owner, hollow),
            Look::Car { up } => self.car(centre, up, owner, hollow),
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

    fn stone(&mut self, centre: Spot, owner: Owner, hollow: &str) {
        let (class, colour) = of_owner(owner);
        let ring = owner == Owner::Right;
        let width = if ring { RING * self.unit } else { 1.0 };
        self.circle(centre, if ring { 0.29 } else { 0.34 })
            .set("class", class)
            .set("fill", if ring { hollow } else { colour })
            .set("stroke", colour)
            .number("stroke-width", width)
            .done();
    }

    /// A rectangle, filled or hollow.
    pub(super) fn block(
        &mut self,
        centre: Spot,
        [width, height]: Spot,
        round: f64,
        owner: Owner,
        hollow: &str,
    ) {
        let (class, colour) = of_owner(owner);
        let ring = owner == Owner::Right;
        let (border, round) = (if ring { 0.09 * self.unit } else { 1.0 }, round * self.unit);
        let less = if ring { 0.09 } else { 0.0 };
        self.rect(centre, [width - less, height - less])
            .number("rx", round)
            .set("class", class)
            .set("fill", if ring { hollow } else { colour })
            .set("stroke", colour)
            .number("stroke-width", border)
            .done();
    }

    fn shape(&mut self, spots: &[Spot], owner: Owner, hollow: &str) {
        let (class, colour) = of_owner(owner);
        let ring = owner == Owner::Right;
        let width = if ring { 0.09 * self.unit } else { 1.0 };
        self.path(spots, true)
            .set("class", class)
            .set("fill", if ring { hollow } else { colour })
            .set("stroke", colour)
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

    fn chessman(&mut self, [x, y]: Spot, outline: &[Spot], owner: Owner, hollow: &str) {
        let less = if owner == Owner::Right { 0.9 } else { 1.0 };
        let spots: Vec<Spot> =
            outline.iter().map(|[dx, dy]| [x + less * dx, y + less * dy]).collect();
        self.shape(&spots, owner, hollow);
    }

    fn car(&mut self, [x, y]: Spot, up: bool, owner: Owner, hollow: &str) {
        let body = [[-0.34, -0.2], [0.08, -0.2], [0.36, 0.0], [0.08, 0.2], [-0.34, 0.2]];
        let turned = body.map(|[dx, dy]| if up { [x + dy, y - dx] } else { [x + dx, y + dy] });
        self.shape(&turned, owner, hollow);
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
