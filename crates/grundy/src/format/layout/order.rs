//! The order of each row: sweeps that put every vertex between its neighbours,
//! and exchanges of neighbours, keeping the order with the fewest crossings.

use super::Rows;

/// Sweeps over a graph that can be seen at a glance, and the least number: a larger graph gets
/// fewer sweeps, so that a picture never takes minutes.
const SWEEPS: usize = 24;
const LEAST_SWEEPS: usize = 4;
/// Edges that all sweeps together may look at.
const EFFORT: usize = 200_000;

/// Orders the rows of a graph.
pub(super) fn order(graph: &mut Rows) {
    for vertex in 0..graph.row.len() {
        graph.rows[graph.row[vertex]].push(vertex);
    }
    let mut at = vec![0; graph.row.len()];
    number(&graph.rows, &mut at);
    let mut best = graph.rows.clone();
    let mut fewest = usize::MAX;
    let edges = graph.down.iter().map(Vec::len).sum::<usize>().max(1);
    let sweeps = (EFFORT / edges).clamp(LEAST_SWEEPS, SWEEPS);
    for sweep in 0..sweeps {
        let downward = sweep % 2 == 0;
        let count = graph.rows.len();
        for i in 0..count {
            let row = if downward { i } else { count - 1 - i };
            sort_row(graph, row, downward, sweep % 4 < 2, &mut at);
        }
        exchange(graph, &mut at, sweeps / 2);
        let crossings = crossings(graph, &at);
        if crossings < fewest {
            (fewest, best) = (crossings, graph.rows.clone());
        }
        if fewest == 0 {
            break;
        }
    }
    graph.rows = best;
}

fn number(rows: &[Vec<usize>], at: &mut [usize]) {
    for row in rows {
        for (i, &vertex) in row.iter().enumerate() {
            at[vertex] = i;
        }
    }
}

/// Sorts a row by the middle of each vertex's neighbours in the row before it;
/// a vertex without any stays where it is.
fn sort_row(graph: &mut Rows, row: usize, downward: bool, mean: bool, at: &mut [usize]) {
    let neighbours = if downward { &graph.up } else { &graph.down };
    let key = |vertex: usize| -> Option<f64> {
        let mut near: Vec<usize> = neighbours[vertex].iter().map(|&other| at[other]).collect();
        near.sort_unstable();
        let n = near.len();
        match n {
            0 => None,
            _ if mean => Some(near.iter().sum::<usize>() as f64 / n as f64),
            _ => Some((near[(n - 1) / 2] + near[n / 2]) as f64 / 2.0),
        }
    };
    let vertices = &mut graph.rows[row];
    let mut sorted: Vec<(f64, usize)> =
        vertices.iter().filter_map(|&vertex| Some((key(vertex)?, vertex))).collect();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut sorted = sorted.into_iter();
    for vertex in vertices.iter_mut() {
        if !neighbours[*vertex].is_empty() {
            *vertex = sorted.next().map_or(*vertex, |(_, vertex)| vertex);
        }
    }
    for (i, &vertex) in graph.rows[row].iter().enumerate() {
        at[vertex] = i;
    }
}

/// Exchanges vertices that stand side by side while that saves crossings.
fn exchange(graph: &mut Rows, at: &mut [usize], rounds: usize) {
    for _ in 0..rounds {
        let mut better = false;
        for row in &mut graph.rows {
            for i in 1..row.len() {
                let (left, right) = (row[i - 1], row[i]);
                let (mut now, mut then) = (0, 0);
                for neighbours in [&graph.up, &graph.down] {
                    for &a in &neighbours[left] {
                        for &b in &neighbours[right] {
                            now += usize::from(at[a] > at[b]);
                            then += usize::from(at[a] < at[b]);
                        }
                    }
                }
                if then < now {
                    row.swap(i - 1, i);
                    (at[left], at[right]) = (i, i - 1);
                    better = true;
                }
            }
        }
        if !better {
            break;
        }
    }
}

/// Crossings between neighbouring rows, counted as inversions with a Fenwick
/// tree (Barth, Jünger and Mutzel 2004).
fn crossings(graph: &Rows, at: &[usize]) -> usize {
    let mut total = 0;
    for (i, row) in graph.rows.iter().enumerate() {
        let below = graph.rows.get(i + 1).map_or(0, Vec::len);
        let mut tree = vec![0usize; below + 1];
        let mut seen = 0;
        for &vertex in row {
            let mut ends: Vec<usize> = graph.down[vertex].iter().map(|&v| at[v]).collect();
            ends.sort_unstable();
            // Earlier edges that end further right cross this one.
            for &end in &ends {
                let mut at_most = 0;
                let mut k = end + 1;
                while k > 0 {
                    at_most += tree[k];
                    k &= k - 1;
                }
                total += seen - at_most;
            }
            for end in ends {
                seen += 1;
                let mut k = end + 1;
                while k <= below {
                    tree[k] += 1;
                    k += k & k.wrapping_neg();
                }
            }
        }
    }
    total
}
