//! Places in each row: as near to the neighbours as the order and the widths allow.

use super::Rows;

/// Room between two nodes.
pub(super) const GAP: f64 = 16.0;
/// Room between a node and a passing edge.
const BESIDE_NODE: f64 = 9.0;
/// Room between two passing edges.
const BESIDE_EDGE: f64 = 7.0;
const SWEEPS: usize = 40;

/// The x of every vertex, at least 0 for everything that is drawn.
///
/// Row by row, vertices move to the mean of their neighbours, as far as the
/// room between them allows: the best such move is a weighted isotonic
/// regression, found by pooling adjacent violators. Pieces of a trunk pull
/// each other most, so that long edges run straight.
pub(super) fn place(graph: &Rows) -> Vec<f64> {
    let mut x = vec![0.0; graph.row.len()];
    for row in &graph.rows {
        let offsets = offsets(graph, row);
        let middle = offsets.last().copied().unwrap_or(0.0) / 2.0;
        for (&vertex, offset) in row.iter().zip(offsets) {
            x[vertex] = offset - middle;
        }
    }
    let count = graph.rows.len();
    for sweep in 0..SWEEPS {
        let downward = sweep % 2 == 0;
        // One side at first, which moves whole subgraphs quickly; then both.
        let both = sweep >= 12;
        for i in 0..count {
            let row = &graph.rows[if downward { i } else { count - 1 - i }];
            let wish =
                |&vertex: &usize| wish(graph, &x, vertex, both || downward, both || !downward);
            let wishes: Vec<(f64, f64)> = row.iter().map(wish).collect();
            let places = regress(&offsets(graph, row), &wishes);
            for (&vertex, place) in row.iter().zip(places) {
                x[vertex] = place;
            }
        }
    }
    let left =
        |vertex: usize| x[vertex] - graph.sizes[vertex].width / 2.0 - graph.sizes[vertex].before;
    let least = (0..x.len()).map(left).fold(f64::INFINITY, f64::min);
    x.into_iter().map(|x| x - least).collect()
}

/// Where the vertices of a row stand when they are packed, from 0.
fn offsets(graph: &Rows, row: &[usize]) -> Vec<f64> {
    let mut at = 0.0;
    let mut offsets = Vec::with_capacity(row.len());
    for (i, &vertex) in row.iter().enumerate() {
        if i > 0 {
            let before = row[i - 1];
            let (left, right) = (graph.sizes[before], graph.sizes[vertex]);
            let gap = match (graph.is_dummy(before), graph.is_dummy(vertex)) {
                (false, false) => GAP,
                (true, true) => BESIDE_EDGE,
                _ => BESIDE_NODE,
            };
            at += left.width / 2.0 + left.after + gap + right.before + right.width / 2.0;
        }
        offsets.push(at);
    }
    offsets
}

/// Where a vertex would best stand, and the weight of that.
fn wish(graph: &Rows, x: &[f64], vertex: usize, up: bool, down: bool) -> (f64, f64) {
    let (mut sum, mut weight) = (0.0, 0.0);
    for (near, used) in [(&graph.up[vertex], up), (&graph.down[vertex], down)] {
        for &other in near.iter().filter(|_| used) {
            let pull = match (graph.is_dummy(vertex), graph.is_dummy(other)) {
                (false, false) => 1.0,
                (true, true) => 8.0,
                _ => 2.0,
            };
            sum += pull * x[other];
            weight += pull;
        }
    }
    if weight > 0.0 { (sum / weight, weight) } else { (x[vertex], 0.1) }
}

/// The places nearest to the wishes, by weighted squares, whose distances are at least those of the
/// offsets.
fn regress(offsets: &[f64], wishes: &[(f64, f64)]) -> Vec<f64> {
    // Blocks of vertices that stand packed: mean, weight, length.
    let mut blocks: Vec<(f64, f64, usize)> = Vec::new();
    for (&offset, &(wish, weight)) in offsets.iter().zip(wishes) {
        let mut block = (wish - offset, weight, 1);
        while let Some(&(mean, before, length)) = blocks.last() {
            if mean < block.0 {
                break;
            }
            blocks.pop();
            let total = before + block.1;
            block = ((mean * before + block.0 * block.1) / total, total, length + block.2);
        }
        blocks.push(block);
    }
    let bases = blocks.into_iter().flat_map(|(mean, _, length)| std::iter::repeat_n(mean, length));
    bases.zip(offsets).map(|(base, offset)| base + offset).collect()
}

#[cfg(test)]
mod tests {
    use super::regress;

    #[test]
    fn vertices_with_room_get_their_wish_and_others_share() {
        let places = regress(&[0.0, 10.0, 20.0], &[(0.0, 1.0), (50.0, 1.0), (50.0, 1.0)]);
        assert_eq!(places, [0.0, 45.0, 55.0]);
    }
}
