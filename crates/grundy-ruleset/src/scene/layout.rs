//! Graph layout: vertices are drawn near their neighbours, deterministically.

use super::Spot;

/// Larger graphs are laid out on a grid.
const MOST: usize = 250;
/// The total number of pair updates in all rounds, and the bounds on rounds; more rounds
/// make no visible difference.
const PULLS: usize = 500_000;
const ROUNDS: [usize; 2] = [40, 1500];
/// The ideal distance of neighbours, and the least distance of any two vertices.
const EDGE: f64 = 1.9;
const NEAREST: f64 = 1.45;
/// The width at which lines of connected components wrap.
const WIDEST: f64 = 14.0;

/// The centre of each vertex, and the size of the drawing. Centres are at least half a unit from
/// the border.
#[must_use]
pub fn layout(vertices: usize, edges: &[(usize, usize)]) -> (Vec<Spot>, Spot) {
    if vertices > MOST {
        return grid(vertices);
    }
    let mut near = vec![Vec::new(); vertices];
    for &(a, b) in edges.iter().filter(|(a, b)| a != b) {
        near[a].push(b);
        near[b].push(a);
    }
    let mut spots = vec![[0.0; 2]; vertices];
    let (mut x, mut y, mut high, mut wide) = (0.0, 0.0, 0.0f64, 0.0f64);
    let mut seen = vec![false; vertices];
    for start in 0..vertices {
        if seen[start] {
            continue;
        }
        // The connected component, by breadth-first search.
        let mut part = vec![start];
        seen[start] = true;
        let mut next = 0;
        while let Some(&vertex) = part.get(next) {
            for &other in &near[vertex] {
                if !std::mem::replace(&mut seen[other], true) {
                    part.push(other);
                }
            }
            next += 1;
        }
        part.sort_unstable();
        let (inside, size) = connected(&part, &near);
        if x > 0.0 && x + size[0] > WIDEST {
            (x, y, high) = (0.0, y + high + 0.3, 0.0);
        }
        for (&vertex, spot) in part.iter().zip(inside) {
            spots[vertex] = [spot[0] + x, spot[1] + y];
        }
        x += size[0] + 0.3;
        high = high.max(size[1]);
        wide = wide.max(x - 0.3);
    }
    (spots, [wide.max(1.0), (y + high).max(1.0)])
}

fn grid(vertices: usize) -> (Vec<Spot>, Spot) {
    let columns = (vertices as f64).sqrt().ceil() as usize;
    let spot =
        |i: usize| [(i % columns) as f64 * NEAREST + 0.5, (i / columns) as f64 * NEAREST + 0.5];
    let rows = vertices.div_ceil(columns);
    let side = |count: usize| (count - 1) as f64 * NEAREST + 1.0;
    ((0..vertices).map(spot).collect(), [side(columns), side(rows)])
}

/// Lays out one connected component by stress majorisation (Gansner, Koren, North 2004),
/// which fits distances on paper to distances in the graph.
fn connected(part: &[usize], near: &[Vec<usize>]) -> (Vec<Spot>, Spot) {
    let count = part.len();
    let local: Vec<Vec<usize>> = part
        .iter()
        .map(|&vertex| {
            near[vertex].iter().filter_map(|other| part.binary_search(other).ok()).collect()
        })
        .collect();
    let far: Vec<Vec<f64>> = (0..count).map(|from| distances(from, &local)).collect();
    // The start is a circle in the order of the vertices. It is slightly elliptic, so
    // that symmetry does not trap the vertices on a line.
    let turn = std::f64::consts::TAU / count as f64;
    let circle = |i: usize| {
        let (sin, cos) = (turn * i as f64 - std::f64::consts::FRAC_PI_2).sin_cos();
        let radius = EDGE * count as f64 / 6.0;
        [radius * cos * 1.02, radius * sin]
    };
    let mut spots: Vec<Spot> = (0..count).map(circle).collect();
    let [fewest, most] = ROUNDS;
    for _ in 0..(PULLS / (count * count)).clamp(fewest, most) {
        for i in 0..count {
            let (mut sum, mut weight) = ([0.0; 2], 0.0);
            for j in (0..count).filter(|&j| j != i) {
                let wanted = far[i][j] * EDGE;
                let apart = [spots[i][0] - spots[j][0], spots[i][1] - spots[j][1]];
                let is = apart[0].hypot(apart[1]).max(1e-6);
                let pull = 1.0 / (wanted * wanted);
                for axis in 0..2 {
                    sum[axis] += pull * (spots[j][axis] + wanted * apart[axis] / is);
                }
                weight += pull;
            }
            if weight > 0.0 {
                spots[i] = [sum[0] / weight, sum[1] / weight];
            }
        }
    }
    lie_flat(&mut spots);
    settle(spots)
}

/// Distances in the graph from a vertex to all others.
fn distances(from: usize, near: &[Vec<usize>]) -> Vec<f64> {
    let mut far = vec![f64::INFINITY; near.len()];
    far[from] = 0.0;
    let (mut queue, mut next) = (vec![from], 0);
    while let Some(&vertex) = queue.get(next) {
        for &other in &near[vertex] {
            if far[other].is_infinite() {
                far[other] = far[vertex] + 1.0;
                queue.push(other);
            }
        }
        next += 1;
    }
    far
}

/// Rotates spots so that they are wider than high, with the first spot at the left.
fn lie_flat(spots: &mut [Spot]) {
    let count = spots.len() as f64;
    let mean = |axis: usize| spots.iter().map(|spot| spot[axis]).sum::<f64>() / count;
    let middle = [mean(0), mean(1)];
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    for spot in spots.iter() {
        let (x, y) = (spot[0] - middle[0], spot[1] - middle[1]);
        (xx, xy, yy) = (xx + x * x, xy + x * y, yy + y * y);
    }
    // Without a clear main axis the graph is not rotated.
    if ((xx - yy).hypot(2.0 * xy)) < 0.15 * (xx + yy) {
        return;
    }
    let angle = 0.5 * (2.0 * xy).atan2(xx - yy);
    let (sin, cos) = angle.sin_cos();
    for spot in spots.iter_mut() {
        let (x, y) = (spot[0] - middle[0], spot[1] - middle[1]);
        *spot = [x * cos + y * sin, y * cos - x * sin];
    }
    if spots.first().is_some_and(|first| first[0] > 0.0) {
        spots.iter_mut().for_each(|spot| spot[0] = -spot[0]);
    }
}

/// Scales spots so that the least distance is as required, and moves them to the corner.
fn settle(mut spots: Vec<Spot>) -> (Vec<Spot>, Spot) {
    let mut least = f64::INFINITY;
    for (i, a) in spots.iter().enumerate() {
        for b in &spots[..i] {
            least = least.min((a[0] - b[0]).hypot(a[1] - b[1]));
        }
    }
    // Bounded below: for coinciding vertices the scale would be infinite.
    let scale = if least < NEAREST { NEAREST / least.max(0.4) } else { 1.0 };
    let low = |axis: usize| spots.iter().map(|spot| spot[axis]).fold(f64::INFINITY, f64::min);
    let corner = [low(0), low(1)];
    for spot in &mut spots {
        *spot = [(spot[0] - corner[0]) * scale + 0.5, (spot[1] - corner[1]) * scale + 0.5];
    }
    let high = |axis: usize| spots.iter().map(|spot| spot[axis]).fold(0.0, f64::max) + 0.5;
    let size = [high(0), high(1)];
    (spots, size)
}
