//! Scenes of Hackenbush: each edge is a place where it is cut.

use super::forest::{Branch, Forest};
use super::rooted::Rooted;
use grundy_base::Player;
use grundy_ruleset::board::strip::members;
use grundy_ruleset::scene::graph::{GraphScene, name_of, owner};
use grundy_ruleset::scene::{Ground, Kind, Label, Line, Place, Scene, Spot, Stroke, Token};

/// The horizontal distance between tips, and the vertical distance between levels.
const WIDE: f64 = 1.3;
const HIGH: f64 = 1.15;
/// The height of an edge with both ends on the ground.
const ARCH: f64 = 1.2;

/// Trees side by side; the places are the edges in the order of the text.
pub(super) fn forest(forest: &Forest) -> Scene {
    let branches = forest.branches();
    let depth = |mut edge: usize| {
        let mut depth = 1;
        while let Some(below) = branches[edge].below {
            (edge, depth) = (below, depth + 1);
        }
        depth
    };
    let depths: Vec<usize> = (0..branches.len()).map(depth).collect();
    let tallest = depths.iter().copied().max().unwrap_or(0) as f64;
    // Leaves are placed from the left, and each edge below the middle of those it carries.
    let mut across: Vec<(f64, f64)> = vec![(f64::INFINITY, f64::NEG_INFINITY); branches.len()];
    let mut tips = 0.0;
    let carries = |edge: usize| branches.get(edge + 1).is_some_and(|next| next.below == Some(edge));
    for (edge, reach) in across.iter_mut().enumerate() {
        if !carries(edge) {
            *reach = (tips, tips);
            tips += 1.0;
        }
    }
    for edge in (0..branches.len()).rev() {
        if let Some(below) = branches[edge].below {
            let (low, high) = across[edge];
            let middle = (low + high) / 2.0;
            across[below] = (across[below].0.min(middle), across[below].1.max(middle));
        }
    }
    let bottom = tallest * HIGH + 0.3;
    let top = |edge: usize| -> Spot {
        let (low, high) = across[edge];
        [((low + high) / 2.0 + 0.5) * WIDE, bottom - depths[edge] as f64 * HIGH]
    };
    let mut scene = Scene { size: [(tips * WIDE).max(WIDE), bottom + 0.15], ..Scene::default() };
    scene.lines.push(Line::new([0.0, bottom], [scene.size[0], bottom], Stroke::Thick));
    for (edge, branch) in branches.iter().enumerate() {
        let to = top(edge);
        let from = branch.below.map_or([to[0], bottom], top);
        let colour = char::from(branch.colour);
        let line = Line::new(from, to, Stroke::Edge(owner(colour)));
        let (middle, way) = (line.along(0.5), [to[0] - from[0], to[1] - from[1]]);
        let long = way[0].hypot(way[1]);
        let side = [-way[1] / long * 0.26, way[0] / long * 0.26];
        scene.lines.push(line);
        scene.places.push(Place::new(format!("{}{colour}", edge + 1), middle, Ground::Gap(side)));
        scene.places.push(Place::new(String::new(), to, Ground::Point));
    }
    scene
}

/// The tokens for every edge whose cut leaves `to`.
pub(super) fn forest_cuts(from: &Forest, to: &Forest, player: Player) -> Vec<Token> {
    let branches = from.branches();
    let fallen = branches.len() - to.branches().len();
    let token = |(edge, branch): (usize, &Branch)| {
        let carried = from.carried(&branches, edge);
        let fits = branch.may_cut(player) && carried == fallen && from.without(edge) == *to;
        let gone = (edge..edge + carried).map(|edge| 2 * edge).collect();
        fits.then_some(Token::Cut { at: Some(2 * edge), gone })
    };
    branches.iter().enumerate().filter_map(token).collect()
}

/// A graph on the ground; the places are its edges, drawn or gone.
pub(super) fn rooted(rooted: &Rooted, left: u128) -> Scene {
    let graph = stand(rooted).roomy();
    // The ground is drawn under the feet.
    let bottom = graph.spots.iter().map(|spot| spot[1]).fold(0.0, f64::max);
    let mut scene = Scene { size: graph.size, ..Scene::default() };
    scene.lines.push(Line::new([0.0, bottom], [graph.size[0], bottom], Stroke::Thick));
    let heights = rooted.heights();
    let line = |(edge, [a, b]): (usize, [usize; 2])| {
        let line = graph.line(edge, Stroke::Edge(owner(rooted.colour(edge))));
        // An edge with both ends on the ground is an arch.
        if heights[a] + heights[b] == 0 { Line { bend: ARCH, ..line } } else { line }
    };
    let lines: Vec<Line> = rooted.ends().enumerate().map(line).collect();
    let mut touched = vec![false; graph.names.len()];
    for edge in members(left) {
        scene.lines.push(lines[edge as usize]);
        let (from, to) = graph.edges[edge as usize];
        (touched[from], touched[to]) = (true, true);
    }
    for (edge, (at, across)) in graph.middles(&lines).into_iter().enumerate() {
        let here = left >> edge & 1 == 1;
        let ground = if here { Ground::Gap(across) } else { Ground::None };
        scene.places.push(Place::new(rooted.name(edge), at, ground));
    }
    for (vertex, name) in graph.names.iter().enumerate() {
        if touched[vertex] && !name.is_empty() {
            let at = graph.spots[vertex];
            scene.places.push(Place::new(name.clone(), at, Ground::Point));
            let Label { text, .. } = name_of(name, at);
            // The label is beside the vertex, on the outer side.
            let out = 0.16 + grundy_ruleset::scene::width(&text, Kind::Name) / 2.0;
            let side = if at[0] < graph.size[0] / 2.0 { -out } else { out };
            scene.labels.push(Label::new(text, [at[0] + side, at[1] - 0.18], Kind::Name));
        }
    }
    scene
}

/// The tokens for every edge whose cut leaves `to`.
pub(super) fn rooted_cuts(rooted: &Rooted, from: u128, to: u128, player: Player) -> Vec<Token> {
    let gone: Vec<usize> = members(from & !to).map(|edge| edge as usize).collect();
    rooted
        .cuts(from, player)
        .filter(|&edge| rooted.held(from & !(1 << edge)) == to)
        .map(|edge| Token::Cut { at: Some(edge), gone: gone.clone() })
        .collect()
}

/// The layout: vertices in layers by their distance from the ground. Each edge at the ground ends
/// in its own foot, a vertex without a name.
fn stand(rooted: &Rooted) -> GraphScene {
    let heights = rooted.heights();
    let mut names: Vec<String> = rooted.vertices().to_vec();
    let tallest = heights.iter().copied().max().unwrap_or(0);
    let mut layers: Vec<Vec<usize>> = vec![Vec::new(); tallest + 1];
    for (vertex, &height) in heights.iter().enumerate().filter(|(_, height)| **height > 0) {
        layers[height].push(vertex);
    }
    // Each layer is sorted by the mean position of the neighbours below (barycentre method).
    let mut x = vec![0.0; names.len()];
    for (height, layer) in layers.iter().enumerate().skip(1) {
        let middle = |vertex: usize| {
            let below = rooted.ends().filter_map(|[a, b]| match (a, b) {
                (a, b) if a == vertex => Some(b),
                (a, b) if b == vertex => Some(a),
                _ => None,
            });
            let below: Vec<f64> = below
                .filter(|&other| heights[other] + 1 == height && heights[other] > 0)
                .map(|other| x[other])
                .collect();
            match below.len() {
                0 => vertex as f64 * 0.01,
                count => below.iter().sum::<f64>() / count as f64,
            }
        };
        let mut wanted: Vec<(f64, usize)> =
            layer.iter().map(|&vertex| (middle(vertex), vertex)).collect();
        wanted.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let mut least = f64::NEG_INFINITY;
        let mut shift = 0.0;
        for &(middle, vertex) in &wanted {
            x[vertex] = middle.max(least);
            shift += middle - x[vertex];
            least = x[vertex] + 1.7;
        }
        shift /= wanted.len().max(1) as f64;
        wanted.iter().for_each(|&(_, vertex)| x[vertex] += shift);
    }
    let low = (0..names.len()).filter(|&vertex| heights[vertex] > 0).map(|vertex| x[vertex]);
    let low = low.fold(f64::INFINITY, f64::min);
    let low = if low.is_finite() { low } else { 0.0 };
    let bottom = (tallest as f64 * 1.6 + 0.8).max(ARCH + 0.5);
    let mut spots: Vec<Spot> = (0..names.len())
        .map(|vertex| [x[vertex] - low + 1.0, bottom - heights[vertex] as f64 * 1.6])
        .collect();
    let mut right = spots.iter().map(|spot| spot[0]).fold(0.0, f64::max);
    let mut edges = Vec::new();
    let mut standing = vec![0; names.len()];
    for [from, to] in rooted.ends() {
        let foot = |x: f64, names: &mut Vec<String>, spots: &mut Vec<Spot>| {
            names.push(String::new());
            spots.push([x, bottom]);
            names.len() - 1
        };
        edges.push(match (heights[from], heights[to]) {
            (0, 0) => {
                let at = foot(right + 1.2, &mut names, &mut spots);
                let end = foot(right + 2.6, &mut names, &mut spots);
                (at, end)
            }
            (0, _) | (_, 0) => {
                let vertex = if heights[from] == 0 { to } else { from };
                let number = standing[vertex];
                standing[vertex] += 1;
                // The first foot is straight below the vertex, the others alternate to both sides.
                let out = (number + 1) / 2;
                let side = if number % 2 == 0 { 0.8 } else { -0.8 } * f64::from(out);
                let x = spots[vertex][0] + side;
                (vertex, foot(x, &mut names, &mut spots))
            }
            _ => (from, to),
        });
        right = spots.iter().map(|spot| spot[0]).fold(right, f64::max);
    }
    // Feet at the side may be left of all vertices.
    let left = spots.iter().map(|spot| spot[0]).fold(f64::INFINITY, f64::min).min(1.0) - 1.0;
    spots.iter_mut().for_each(|spot| spot[0] -= left);
    GraphScene { names, edges, spots, size: [right - left + 1.0, bottom + 0.15] }
}
