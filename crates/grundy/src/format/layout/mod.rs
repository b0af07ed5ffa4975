//! Layered layout: where the nodes of a graph stand and how its edges run.
//!
//! The method of Sugiyama, Tagawa and Toda (1981), in four steps, one a file:
//! nodes get [layers]; each layer is ordered so that few edges cross; each
//! order is placed so that edges are short and straight; and edges are routed
//! through the gaps between nodes.
//!
//! Edges of one style into one node share a trunk: what would be many parallel
//! lines becomes a tree that grows together on the way to its one arrowhead.
//! Nothing is lost by it, since a trunk leads to one node only.

pub mod layers;
mod order;
mod place;
mod ports;
mod route;

use std::collections::BTreeMap;

pub use route::LOOP;

/// A point in pixels, y down.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// From the left.
    pub x: f64,
    /// From the top.
    pub y: f64,
}

/// Room that a node needs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Size {
    /// Width of the node itself.
    pub width: f64,
    /// Height of the node.
    pub height: f64,
    /// Room kept free to the left of it.
    pub before: f64,
    /// Room kept free to the right of it.
    pub after: f64,
}

/// An edge; edges of one style into one node are drawn as one tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Where it starts.
    pub from: usize,
    /// Where it ends.
    pub to: usize,
    /// What it looks like.
    pub style: u8,
}

/// A piece of a curve, from where the piece before it ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Piece {
    /// A straight line.
    Line(Point),
    /// A cubic Bézier curve: two control points and the end.
    Cubic(Point, Point, Point),
}

/// A curve in pieces.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Where it starts.
    pub start: Point,
    /// The pieces, one after the other.
    pub pieces: Vec<Piece>,
}

/// Edges of one style into one node.
#[derive(Clone, Debug, PartialEq)]
pub struct Bundle {
    /// The node.
    pub to: usize,
    /// Where the edges start.
    pub from: Vec<usize>,
    /// The style.
    pub style: u8,
    /// The curves, which meet on the way.
    pub curves: Vec<Curve>,
    /// Tips of arrowheads, and the direction in which each points.
    pub heads: Vec<(Point, Point)>,
}

/// A finished layout.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// Width of everything.
    pub width: f64,
    /// Height of everything.
    pub height: f64,
    /// The middle of each node.
    pub centres: Vec<Point>,
    /// The size of each node.
    pub sizes: Vec<Size>,
    /// The row in which each node stands, from the top; a wide layer takes
    /// several rows.
    pub rows: Vec<usize>,
    /// The edges.
    pub bundles: Vec<Bundle>,
}

/// How an edge runs between the rows of its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    Down,
    Up,
    Right,
    Left,
    Loop,
}

/// A bundle whose way is known.
struct Trunk {
    to: usize,
    style: u8,
    way: Way,
    from: Vec<usize>,
    /// For `Down` and `Up`: the vertices that represent the trunk in the rows that it passes, from
    /// the far end to the node.
    dummies: Vec<usize>,
}

/// The graph in rows: nodes first, then dummies where trunks pass.
struct Rows {
    nodes: usize,
    /// The row of each vertex.
    row: Vec<usize>,
    sizes: Vec<Size>,
    /// The vertices of each row, from left to right.
    rows: Vec<Vec<usize>>,
    /// Neighbours in the row above, and below.
    up: Vec<Vec<usize>>,
    down: Vec<Vec<usize>>,
    trunks: Vec<Trunk>,
}

/// Lays out a graph whose nodes have layers.
///
/// Time: a few dozen sweeps over the edges, each edge counted once for every
/// row that it passes.
#[must_use]
pub fn layout(sizes: &[Size], layers: &[usize], edges: &[Edge]) -> Layout {
    let (row, count) = layers::rows(sizes, layers);
    let mut rows = Rows::new(sizes, row, count, edges);
    order::order(&mut rows);
    let x = place::place(&rows);
    route::route(&rows, &x)
}

impl Rows {
    fn new(sizes: &[Size], row: Vec<usize>, count: usize, edges: &[Edge]) -> Rows {
        let nodes = sizes.len();
        let mut bundles: BTreeMap<(usize, u8, Way), Vec<usize>> = BTreeMap::new();
        for edge in edges {
            bundles.entry((edge.to, edge.style, way(edge, &row))).or_default().push(edge.from);
        }
        let mut rows = Rows {
            nodes,
            row,
            sizes: sizes.to_vec(),
            rows: vec![Vec::new(); count],
            up: vec![Vec::new(); nodes],
            down: vec![Vec::new(); nodes],
            trunks: Vec::new(),
        };
        for ((to, style, way), mut from) in bundles {
            from.sort_unstable();
            from.dedup();
            let dummies = rows.add_trunk(to, way, &from);
            rows.trunks.push(Trunk { to, style, way, from, dummies });
        }
        rows
    }

    /// Adds the dummies of a trunk and links what is in neighbouring rows.
    fn add_trunk(&mut self, to: usize, way: Way, from: &[usize]) -> Vec<usize> {
        let end = self.row[to];
        let far = from.iter().map(|&node| self.row[node]);
        let passed: Vec<usize> = match way {
            Way::Down => (far.min().unwrap_or(end) + 1..end).collect(),
            Way::Up => (end + 1..far.max().unwrap_or(end)).rev().collect(),
            _ => return Vec::new(),
        };
        let dummies: Vec<usize> = passed.iter().map(|&row| self.add_dummy(row)).collect();
        for (i, &dummy) in dummies.iter().enumerate() {
            self.link(dummy, dummies.get(i + 1).copied().unwrap_or(to));
        }
        for &node in from {
            self.link(node, self.next(node, to, way, &dummies));
        }
        dummies
    }

    /// Where an edge of a trunk goes from `node`: to the dummy in the next row,
    /// or to the end.
    fn next(&self, node: usize, to: usize, way: Way, dummies: &[usize]) -> usize {
        let next_row = |row: usize| if way == Way::Down { row + 1 } else { row.wrapping_sub(1) };
        let wanted = next_row(self.row[node]);
        dummies.iter().copied().find(|&dummy| self.row[dummy] == wanted).unwrap_or(to)
    }

    fn add_dummy(&mut self, row: usize) -> usize {
        self.row.push(row);
        self.sizes.push(Size::default());
        self.up.push(Vec::new());
        self.down.push(Vec::new());
        self.row.len() - 1
    }

    fn link(&mut self, a: usize, b: usize) {
        let (upper, lower) = if self.row[a] < self.row[b] { (a, b) } else { (b, a) };
        self.down[upper].push(lower);
        self.up[lower].push(upper);
    }

    fn is_dummy(&self, vertex: usize) -> bool {
        vertex >= self.nodes
    }
}

fn way(edge: &Edge, row: &[usize]) -> Way {
    let (from, to) = (row[edge.from], row[edge.to]);
    match from.cmp(&to) {
        std::cmp::Ordering::Less => Way::Down,
        std::cmp::Ordering::Greater => Way::Up,
        std::cmp::Ordering::Equal if edge.from == edge.to => Way::Loop,
        // The side of the end is known when the row is ordered.
        std::cmp::Ordering::Equal => Way::Right,
    }
}
