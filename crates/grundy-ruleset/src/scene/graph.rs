//! Graphs: vertices that are places, edges that may be places too.

use super::layout::layout;
use super::{Ground, Kind, Label, Line, Owner, Place, Scene, Spot, Stroke};

/// Longer names of vertices are cut to this many letters.
const NAME: usize = 14;

/// The layout of a whole graph.
#[derive(Clone, Debug)]
pub struct GraphScene {
    /// The names of the vertices.
    pub names: Vec<String>,
    /// The two vertices of each edge.
    pub edges: Vec<(usize, usize)>,
    /// The centre of each vertex.
    pub spots: Vec<Spot>,
    /// Width and height.
    pub size: Spot,
}

impl GraphScene {
    /// A graph with its vertices laid out automatically.
    #[must_use]
    pub fn new(names: Vec<String>, edges: Vec<(usize, usize)>) -> Self {
        let (spots, size) = layout(names.len(), &edges);
        // Names may be wider than vertices.
        let side = names.iter().map(|name| shown_width(name) / 2.0 - 0.5).fold(0.0, f64::max);
        let spots = spots.into_iter().map(|[x, y]| [x + side, y]).collect();
        GraphScene { names, edges, spots, size: [size[0] + 2.0 * side, size[1]] }
    }

    /// The graph, enlarged until every edge has room for a place on it.
    #[must_use]
    pub fn roomy(mut self) -> Self {
        /// The least distance between the places of two edges.
        const APART: f64 = 0.6;
        const MOST_EDGES: usize = 200;
        let near = |graph: &GraphScene| {
            let lines: Vec<Line> =
                (0..graph.edges.len()).map(|edge| graph.line(edge, Stroke::Thin)).collect();
            let middles = graph.middles(&lines);
            middles.iter().enumerate().any(|(i, (a, _))| {
                middles[..i].iter().any(|(b, _)| (a[0] - b[0]).hypot(a[1] - b[1]) < APART)
            })
        };
        for _ in 0..8 {
            if self.edges.len() > MOST_EDGES || !near(&self) {
                break;
            }
            let grown = |spot: Spot| spot.map(|side| side * 1.2);
            self.spots.iter_mut().for_each(|spot| *spot = grown(*spot));
            self.size = grown(self.size);
        }
        self
    }

    /// A scene with a place for each vertex, under the vertex's number; vertices that are gone
    /// are invisible places.
    #[must_use]
    pub fn scene(&self, left: impl Fn(usize) -> bool) -> Scene {
        let mut scene = Scene { size: self.size, ..Scene::default() };
        for (vertex, (name, &centre)) in self.names.iter().zip(&self.spots).enumerate() {
            let ground = if left(vertex) { Ground::Node } else { Ground::None };
            scene.places.push(Place::new(name.clone(), centre, ground));
            if left(vertex) {
                scene.labels.push(name_of(name, centre));
            }
        }
        if self.names.iter().any(|name| is_long(name)) {
            scene.size[1] += 0.45;
        }
        scene
    }

    /// The line of an edge, straight if possible.
    #[must_use]
    pub fn line(&self, edge: usize, stroke: Stroke) -> Line {
        let (from, to) = self.edges[edge];
        let mut line = Line::new(self.spots[from], self.spots[to], stroke);
        line.bend = self.bend(edge);
        line
    }

    /// How far an edge must bend to avoid parallel edges, and vertices on its way.
    fn bend(&self, edge: usize) -> f64 {
        let (from, to) = self.edges[edge];
        let twins: Vec<usize> = (0..self.edges.len())
            .filter(|&other| {
                let (a, b) = self.edges[other];
                (a, b) == (from, to) || (b, a) == (from, to)
            })
            .collect();
        if twins.len() > 1 {
            let place = twins.iter().position(|&other| other == edge).unwrap_or(0) as f64;
            let bend = (place - (twins.len() - 1) as f64 / 2.0) * 0.75;
            // Parallel edges may be listed in opposite directions.
            return if from < to { bend } else { -bend };
        }
        let line = Line::new(self.spots[from], self.spots[to], Stroke::Thin);
        let nearest = |bend: f64| {
            let line = Line { bend, ..line };
            let mut least = f64::INFINITY;
            for (vertex, spot) in self.spots.iter().enumerate() {
                if vertex != from && vertex != to {
                    for step in 1..16 {
                        let at = line.along(f64::from(step) / 16.0);
                        least = least.min((at[0] - spot[0]).hypot(at[1] - spot[1]));
                    }
                }
            }
            least
        };
        let bends = [0.0, 0.8, -0.8, 1.3, -1.3];
        bends.into_iter().find(|&bend| nearest(bend) > 0.5).unwrap_or(0.0)
    }

    /// For each of these lines, a place near its middle that keeps a distance from vertices and
    /// from the other such places, and the direction across the line there.
    #[must_use]
    pub fn middles(&self, lines: &[Line]) -> Vec<(Spot, Spot)> {
        let mut taken: Vec<Spot> = self.spots.clone();
        let mut found = Vec::new();
        for line in lines {
            let room = |at: &Spot| {
                let apart = taken.iter().map(|b| (at[0] - b[0]).hypot(at[1] - b[1]));
                apart.fold(f64::INFINITY, f64::min)
            };
            const PARTS: [f64; 9] = [0.5, 0.42, 0.58, 0.34, 0.66, 0.27, 0.73, 0.2, 0.8];
            let enough = PARTS.into_iter().find(|&part| room(&line.along(part)) >= 0.64);
            let part = enough.unwrap_or_else(|| {
                let by_room =
                    |a: &f64, b: &f64| room(&line.along(*a)).total_cmp(&room(&line.along(*b)));
                PARTS.into_iter().max_by(by_room).unwrap_or(0.5)
            });
            let at = line.along(part);
            let (before, after) = (line.along(part - 0.05), line.along(part + 0.05));
            let way = [after[0] - before[0], after[1] - before[1]];
            let length = way[0].hypot(way[1]).max(1e-9);
            taken.push(at);
            found.push((at, [-way[1] / length * 0.26, way[0] / length * 0.26]));
        }
        found
    }
}

fn is_long(name: &str) -> bool {
    name.chars().count() > 2
}

fn shown_width(name: &str) -> f64 {
    let shown: String = name.chars().take(NAME + 1).collect();
    if is_long(name) { super::width(&shown, Kind::Name) } else { 0.0 }
}

/// The label of a vertex: inside it if the name is short, and below it otherwise.
#[must_use]
pub fn name_of(name: &str, [x, y]: Spot) -> Label {
    let long = name.chars().count() > NAME;
    let shown: String = name.chars().take(NAME).chain(long.then_some('…')).collect();
    let below = if is_long(name) { 0.58 } else { 0.0 };
    Label::new(shown, [x, y + below], Kind::Name)
}

/// The owner of edges by colour letter: blue is Left's, red is Right's, green is both's.
#[must_use]
pub fn owner(colour: char) -> Owner {
    match colour {
        'B' => Owner::Left,
        'R' => Owner::Right,
        _ => Owner::Both,
    }
}
