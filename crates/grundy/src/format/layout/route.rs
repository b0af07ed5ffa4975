//! The run of each edge: heights of rows, and curves between the ports of nodes.
//!
//! Curves leave and reach rows vertically and stay in the gap between two rows
//! meanwhile, so that none runs through a node.

use super::ports::{Ports, Run, runs};
use super::{Bundle, Curve, Layout, Piece, Point, Rows, Trunk, Way};

/// Least and greatest gap between two rows.
const GAPS: (f64, f64) = (42.0, 130.0);
/// Added to a gap for arcs between nodes of one row.
const ARC_GAP: f64 = 16.0;
/// How far edges to the next row bend: a part of the gap.
const BEND: f64 = 0.42;

/// Puts heights, ports and curves to a graph whose x are known.
pub(super) fn route(graph: &Rows, x: &[f64]) -> Layout {
    let bundles = runs(graph, x);
    let (bands, height) = bands(graph, x, &bundles);
    let ports = Ports::new(graph, x, &bundles);
    let centres: Vec<Point> = (0..graph.nodes)
        .map(|node| {
            let (top, bottom) = bands[graph.row[node]];
            Point { x: x[node], y: f64::midpoint(top, bottom) }
        })
        .collect();
    let right = |node: usize| x[node] + graph.sizes[node].width / 2.0 + graph.sizes[node].after;
    let width = (0..x.len()).map(right).fold(0.0, f64::max);
    let router = Router { graph, x, bands: &bands, ports: &ports, centres: &centres };
    let bundles = bundles.iter().enumerate().map(|(i, run)| router.bundle(i, run)).collect();
    let rows = graph.row[..graph.nodes].to_vec();
    let sizes = graph.sizes[..graph.nodes].to_vec();
    Layout { width, height, centres, sizes, rows, bundles }
}

/// Top and bottom of each row, and the height of all. Gaps grow with the width
/// that their edges cross.
fn bands(graph: &Rows, x: &[f64], runs: &[Run<'_>]) -> (Vec<(f64, f64)>, f64) {
    let count = graph.rows.len();
    // Room above each row, and below the last.
    let mut gaps = vec![GAPS.0; count + 1];
    for vertex in 0..x.len() {
        for &other in &graph.down[vertex] {
            let gap = &mut gaps[graph.row[vertex] + 1];
            *gap = gap.max(((x[vertex] - x[other]).abs() * 0.18).min(GAPS.1));
        }
    }
    (gaps[0], gaps[count]) = (0.0, 0.0);
    let mut arcs = vec![0.0; count + 1];
    for run in runs {
        let row = graph.row[run.trunk.to];
        match run.way {
            Way::Right => arcs[row] = ARC_GAP,
            Way::Left => arcs[row + 1] = ARC_GAP,
            _ => {}
        }
    }
    let mut y = 0.0;
    let mut bands = Vec::with_capacity(count);
    for (i, row) in graph.rows.iter().enumerate() {
        let height = row.iter().map(|&vertex| graph.sizes[vertex].height).fold(0.0, f64::max);
        y += gaps[i] + 2.0 * arcs[i];
        bands.push((y, y + height));
        y += height;
    }
    (bands, y + 2.0 * arcs[count])
}

/// How far lines end before the tip of their arrowhead.
const HEAD: f64 = 5.0;
/// Room that a loop takes at the right of its node.
pub const LOOP: f64 = 24.0;

struct Router<'a> {
    graph: &'a Rows,
    x: &'a [f64],
    bands: &'a [(f64, f64)],
    ports: &'a Ports,
    centres: &'a [Point],
}

impl Router<'_> {
    fn bundle(&self, i: usize, run: &Run<'_>) -> Bundle {
        let Trunk { to, style, .. } = *run.trunk;
        let (mut curves, mut heads) = (Vec::new(), Vec::new());
        match run.way {
            Way::Down | Way::Up => {
                for &node in &run.from {
                    let next = self.graph.next(node, to, run.way, &run.trunk.dummies);
                    curves.push(self.first(i, run, node, next));
                }
                curves.extend(self.trunk(i, run));
                let tip = self.touch(to, self.ports.inward[&(i, to)], run.way == Way::Up);
                heads.push((tip, Point { x: 0.0, y: run.down() }));
            }
            Way::Right | Way::Left => {
                for &node in &run.from {
                    let (curve, head) = self.level(i, run, node);
                    curves.push(curve);
                    if !heads.contains(&head) {
                        heads.push(head);
                    }
                }
            }
            Way::Loop => {
                let (centre, size) = (self.centres[to], self.graph.sizes[to]);
                let at = |dx: f64, dy: f64| Point {
                    x: centre.x + size.width / 2.0 + dx,
                    y: centre.y + dy,
                };
                curves.push(Curve {
                    start: at(0.0, -6.0),
                    pieces: vec![Piece::Cubic(at(LOOP, -19.0), at(LOOP, 17.0), at(HEAD, 8.0))],
                });
                heads.push((at(0.0, 6.0), Point { x: -0.93, y: -0.37 }));
            }
        }
        Bundle { to, from: run.from.clone(), style, curves, heads }
    }

    /// A point of a node's border, `port` from the middle of its top or bottom.
    fn touch(&self, node: usize, port: f64, bottom: bool) -> Point {
        let half = self.graph.sizes[node].height / 2.0;
        let centre = self.centres[node];
        Point { x: centre.x + port, y: centre.y + if bottom { half } else { -half } }
    }

    /// Where an edge that goes down (or else up) enters and leaves a row.
    fn band(&self, vertex: usize, down: bool) -> (f64, f64) {
        let (top, bottom) = self.bands[self.graph.row[vertex]];
        if down { (top, bottom) } else { (bottom, top) }
    }

    /// From a node to the trunk, or to the end where there is none.
    fn first(&self, i: usize, run: &Run<'_>, node: usize, next: usize) -> Curve {
        let down = run.way == Way::Down;
        let start = self.touch(node, self.ports.outward[&(i, node)], down);
        let leave = Point { y: self.band(node, down).1, ..start };
        let mut pieces = Vec::new();
        if leave != start {
            pieces.push(Piece::Line(leave));
        }
        self.hop(i, run, leave, next, &mut pieces);
        Curve { start, pieces }
    }

    /// The trunk from its first dummy to the end.
    fn trunk(&self, i: usize, run: &Run<'_>) -> Option<Curve> {
        let dummies = &run.trunk.dummies;
        let down = run.way == Way::Down;
        let start = Point { x: self.x[*dummies.first()?], y: self.band(dummies[0], down).0 };
        let mut pieces = Vec::new();
        for (k, &dummy) in dummies.iter().enumerate() {
            let leave = Point { x: self.x[dummy], y: self.band(dummy, down).1 };
            pieces.push(Piece::Line(leave));
            let next = dummies.get(k + 1).copied().unwrap_or(run.trunk.to);
            self.hop(i, run, leave, next, &mut pieces);
        }
        Some(Curve { start, pieces })
    }

    /// Across the gap to the next row; to the border where the end is reached.
    fn hop(&self, i: usize, run: &Run<'_>, from: Point, next: usize, pieces: &mut Vec<Piece>) {
        let down = run.way == Way::Down;
        let edge = self.band(next, down).0;
        let tip =
            (next == run.trunk.to).then(|| self.touch(next, self.ports.inward[&(i, next)], !down));
        let to = match tip {
            Some(tip) => Point { x: tip.x, y: edge - run.down() * HEAD },
            None => Point { x: self.x[next], y: edge },
        };
        let bend = (to.y - from.y) * BEND;
        let control = (Point { y: from.y + bend, ..from }, Point { y: to.y - bend, ..to });
        pieces.push(Piece::Cubic(control.0, control.1, to));
        if let Some(tip) = tip {
            let last = Point { y: tip.y - run.down() * HEAD, ..tip };
            if last != to {
                pieces.push(Piece::Line(last));
            }
        }
    }

    /// Between nodes of one row: straight to a neighbour, or in an arc, above
    /// the row to the right and below it to the left.
    fn level(&self, i: usize, run: &Run<'_>, node: usize) -> (Curve, (Point, Point)) {
        let to = run.trunk.to;
        let right = run.way == Way::Right;
        let row = &self.graph.rows[self.graph.row[to]];
        let (first, last) = if right { (node, to) } else { (to, node) };
        let sizes = &self.graph.sizes;
        let side_by_side = row.windows(2).any(|pair| pair == [first, last]);
        if side_by_side && sizes[first].after == 0.0 && sizes[last].before == 0.0 {
            let side = if right { 1.0 } else { -1.0 };
            let y = |vertex: usize| self.centres[vertex].y - 5.0 * side;
            let border = |vertex: usize, side: f64| Point {
                x: self.x[vertex] + side * sizes[vertex].width / 2.0,
                y: y(node),
            };
            let tip = border(to, -side);
            let end = Point { x: tip.x - side * HEAD, ..tip };
            let curve = Curve { start: border(node, side), pieces: vec![Piece::Line(end)] };
            return (curve, (tip, Point { x: side, y: 0.0 }));
        }
        let down = if right { 1.0 } else { -1.0 };
        let start = self.touch(node, self.ports.outward[&(i, node)], !right);
        let tip = self.touch(to, self.ports.inward[&(i, to)], !right);
        let edge = self.band(to, right).0;
        let far = (tip.x - start.x).abs();
        let height = (12.0 + 0.08 * far).min(2.4 * ARC_GAP);
        let from = Point { y: edge, ..start };
        let end = Point { x: tip.x, y: edge - down * HEAD };
        let pieces = vec![
            Piece::Line(from),
            Piece::Cubic(
                Point { y: edge - down * height, ..from },
                Point { y: edge - down * (height + HEAD), ..end },
                end,
            ),
            Piece::Line(Point { y: tip.y - down * HEAD, ..tip }),
        ];
        (Curve { start, pieces }, (tip, Point { x: 0.0, y: down }))
    }
}
