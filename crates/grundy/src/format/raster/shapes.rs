//! Outlines of shapes as points.

/// A point.
pub(super) type Place = (f64, f64);

/// A curve consists of lines: the number for a cubic curve.
const PIECES: usize = 24;

/// Points that are joined by lines.
#[derive(Clone, Debug, Default)]
pub(super) struct Outline {
    pub(super) points: Vec<Place>,
}

impl Outline {
    /// A rectangle whose corners are rounded by a radius.
    pub(super) fn rectangle((x, y): Place, (width, height): (f64, f64), radius: f64) -> Outline {
        let radius = radius.min(width / 2.0).min(height / 2.0);
        let (left, top, right, bottom) = (x, y, x + width, y + height);
        let mut outline = Outline { points: vec![(left + radius, top)] };
        let corners = [
            ((right, top), (right - radius, top), (right, top + radius)),
            ((right, bottom), (right, bottom - radius), (right - radius, bottom)),
            ((left, bottom), (left + radius, bottom), (left, bottom - radius)),
            ((left, top), (left, top + radius), (left + radius, top)),
        ];
        for (corner, from, to) in corners {
            outline.points.push(from);
            if radius > 0.0 {
                // How near to the ends the control points of a quarter of a circle are.
                let near = |end: Place| {
                    let part = 0.447_715;
                    (corner.0 + (end.0 - corner.0) * part, corner.1 + (end.1 - corner.1) * part)
                };
                outline.curve(near(from), near(to), to);
            }
        }
        outline.close();
        outline
    }

    pub(super) fn circle((x, y): Place, radius: f64) -> Outline {
        Outline::rectangle((x - radius, y - radius), (2.0 * radius, 2.0 * radius), radius)
    }

    /// Moved, and then enlarged.
    pub(super) fn placed(&self, (x, y): Place, scale: f64) -> Outline {
        let place = |point: &Place| (scale * (point.0 + x), scale * (point.1 + y));
        Outline { points: self.points.iter().map(place).collect() }
    }

    fn curve(&mut self, first: Place, second: Place, end: Place) {
        let Some(&start) = self.points.last() else { return };
        for piece in 1..=PIECES {
            let t = piece as f64 / PIECES as f64;
            let s = 1.0 - t;
            let at = |a: f64, b: f64, c: f64, d: f64| {
                s * s * s * a + 3.0 * s * s * t * b + 3.0 * s * t * t * c + t * t * t * d
            };
            let x = at(start.0, first.0, second.0, end.0);
            self.points.push((x, at(start.1, first.1, second.1, end.1)));
        }
    }

    fn close(&mut self) {
        self.points.extend(self.points.first().copied());
    }

    /// The parts of a dashed outline that are drawn; the lengths are those of dashes and gaps.
    pub(super) fn dashed(&self, dashes: Option<(f64, f64)>) -> Vec<Outline> {
        let Some((on, off)) = dashes.filter(|(on, off)| *on > 0.0 && *off > 0.0) else {
            return vec![self.clone()];
        };
        let mut parts = Vec::new();
        let mut part = Outline { points: self.points.first().copied().into_iter().collect() };
        // Whether a dash is being drawn, and how much of it, or of the gap, is left.
        let (mut drawing, mut left) = (true, on);
        for pair in self.points.windows(2) {
            let (mut from, to) = (pair[0], pair[1]);
            let mut length = (to.0 - from.0).hypot(to.1 - from.1);
            while length > left {
                let share = left / length;
                from = (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share);
                length -= left;
                if drawing {
                    part.points.push(from);
                    parts.push(std::mem::take(&mut part));
                } else {
                    part.points.push(from);
                }
                drawing = !drawing;
                left = if drawing { on } else { off };
            }
            left -= length;
            if drawing {
                part.points.push(to);
            }
        }
        if part.points.len() > 1 {
            parts.push(part);
        }
        parts
    }
}

/// The outlines of the `d` of a path: M, L, H, h, C and Z.
pub(super) fn path(d: &str) -> Vec<Outline> {
    let mut outlines: Vec<Outline> = Vec::new();
    let mut rest = d;
    while let Some(letter) = rest.chars().next() {
        rest = &rest[letter.len_utf8()..];
        let end = rest.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(rest.len());
        let (inside, behind) = rest.split_at(end);
        rest = behind;
        let numbers = super::numbers(inside);
        if letter == 'M' {
            outlines.push(Outline::default());
        }
        let Some(outline) = outlines.last_mut() else { continue };
        let last = outline.points.last().copied().unwrap_or_default();
        match (letter, &numbers[..]) {
            ('M' | 'L', &[x, y]) => outline.points.push((x, y)),
            ('H', &[x]) => outline.points.push((x, last.1)),
            ('h', &[by]) => outline.points.push((last.0 + by, last.1)),
            ('C', &[a, b, c, d, x, y]) => outline.curve((a, b), (c, d), (x, y)),
            ('Z', _) => outline.close(),
            _ => {}
        }
    }
    outlines
}
