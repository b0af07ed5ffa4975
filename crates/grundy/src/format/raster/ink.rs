//! Outlines as pixels, with smooth edges.

use super::shapes::{Outline, Place};
use crate::format::image::Image;

/// Number of lines within a row of pixels where it is tested what is inside.
const LINES: usize = 4;

/// A colour, and where it is put.
pub(super) struct Ink<'a> {
    pub(super) image: &'a mut Image,
    pub(super) colour: [u8; 3],
}

impl Ink<'_> {
    /// Fills the inside of outlines, whatever their direction.
    pub(super) fn fill(&mut self, outlines: &[Outline]) {
        let Some((from, to)) = extent(outlines.iter().flat_map(|outline| &outline.points)) else {
            return;
        };
        let (left, top) = (from.0.floor() as i64, from.1.floor() as i64);
        let mut row = vec![0.0; (to.0.ceil() as i64 - left).max(0) as usize + 1];
        for y in top..to.1.ceil() as i64 {
            row.fill(0.0);
            for line in 0..LINES {
                let y = y as f64 + (line as f64 + 0.5) / LINES as f64;
                let mut around = 0;
                let mut start = 0.0;
                for (x, turn) in crossings(outlines, y) {
                    if around == 0 {
                        start = x;
                    }
                    around += turn;
                    if around == 0 {
                        cover(&mut row, start - left as f64, x - left as f64);
                    }
                }
            }
            for (x, &part) in (left..).zip(&row) {
                self.image.mix(x, y, self.colour, part / LINES as f64);
            }
        }
    }

    /// A line of this width along an outline.
    pub(super) fn stroke(&mut self, outline: &Outline, width: f64) {
        let Some((from, to)) = extent(outline.points.iter()) else { return };
        // Lines thinner than a pixel are fainter.
        let (half, strength) = (width.max(1.0) / 2.0, width.min(1.0));
        let reach = half + 1.0;
        let (left, top) = ((from.0 - reach).floor() as i64, (from.1 - reach).floor() as i64);
        let columns = ((to.0 + reach).ceil() as i64 - left) as usize;
        let rows = ((to.1 + reach).ceil() as i64 - top) as usize;
        // Where pieces meet, a pixel is not darker than in one of them.
        let mut parts = vec![0.0f32; columns * rows];
        for pair in outline.points.windows(2) {
            let Some((from, to)) = extent(pair.iter()) else { continue };
            let range = |from: f64, to: f64, first: i64, many: usize| {
                let begin = ((from - reach).floor() as i64 - first).max(0) as usize;
                begin..(((to + reach).ceil() as i64 - first).max(0) as usize).min(many)
            };
            for j in range(from.1, to.1, top, rows) {
                for i in range(from.0, to.0, left, columns) {
                    let middle = (left as f64 + i as f64 + 0.5, top as f64 + j as f64 + 0.5);
                    let part = (half - distance(middle, pair[0], pair[1]) + 0.5).clamp(0.0, 1.0);
                    let held = &mut parts[j * columns + i];
                    *held = held.max(part as f32);
                }
            }
        }
        for (j, row) in parts.chunks(columns.max(1)).enumerate() {
            for (i, &part) in row.iter().enumerate().filter(|(_, part)| **part > 0.0) {
                let part = f64::from(part) * strength;
                self.image.mix(left + i as i64, top + j as i64, self.colour, part);
            }
        }
    }
}

/// The least and the greatest coordinates.
fn extent<'p>(points: impl Iterator<Item = &'p Place>) -> Option<(Place, Place)> {
    points.fold(None, |found, &(x, y)| {
        let ((left, top), (right, bottom)) = found.unwrap_or(((x, y), (x, y)));
        Some(((left.min(x), top.min(y)), (right.max(x), bottom.max(y))))
    })
}

/// Where outlines cross a height, from left to right, and in which direction.
fn crossings(outlines: &[Outline], y: f64) -> Vec<(f64, i32)> {
    let mut found = Vec::new();
    for outline in outlines {
        for pair in outline.points.windows(2) {
            let ((x, from), (end, to)) = (pair[0], pair[1]);
            if (from <= y) != (to <= y) {
                let turn = if from <= y { 1 } else { -1 };
                found.push((x + (end - x) * (y - from) / (to - from), turn));
            }
        }
    }
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    found
}

/// Adds to each pixel of a row the part of it between two places.
fn cover(row: &mut [f64], from: f64, to: f64) {
    let (first, last) = (from.max(0.0).floor() as usize, to.max(0.0).ceil() as usize);
    for (i, part) in row.iter_mut().enumerate().take(last).skip(first) {
        *part += (to.min(i as f64 + 1.0) - from.max(i as f64)).max(0.0);
    }
}

fn distance(point: Place, from: Place, to: Place) -> f64 {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx * dx + dy * dy;
    let along = match length > 0.0 {
        true => (((point.0 - from.0) * dx + (point.1 - from.1) * dy) / length).clamp(0.0, 1.0),
        false => 0.0,
    };
    (point.0 - from.0 - along * dx).hypot(point.1 - from.1 - along * dy)
}
