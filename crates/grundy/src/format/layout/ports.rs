//! Where edges touch the nodes: side by side, in the order of their other ends.

use std::collections::BTreeMap;

use super::{Rows, Trunk, Way};

/// Greatest distance between two edges at a node.
const PORT: f64 = 9.0;
/// A trunk, or the part of a level trunk that runs to one side.
pub(super) struct Run<'a> {
    pub(super) trunk: &'a Trunk,
    pub(super) way: Way,
    pub(super) from: Vec<usize>,
}

pub(super) fn runs<'a>(graph: &'a Rows, x: &[f64]) -> Vec<Run<'a>> {
    let mut runs = Vec::new();
    for trunk in &graph.trunks {
        if trunk.way == Way::Right {
            let (right, left): (Vec<usize>, Vec<usize>) =
                trunk.from.iter().partition(|&&node| x[node] < x[trunk.to]);
            for (way, from) in [(Way::Right, right), (Way::Left, left)] {
                if !from.is_empty() {
                    runs.push(Run { trunk, way, from });
                }
            }
        } else {
            runs.push(Run { trunk, way: trunk.way, from: trunk.from.clone() });
        }
    }
    runs
}

impl Run<'_> {
    /// 1 for edges that go down, else −1.
    pub(super) fn down(&self) -> f64 {
        if self.way == Way::Down { 1.0 } else { -1.0 }
    }
}

/// Where edges touch the nodes, as distances from the middle of a side.
#[derive(Default)]
pub(super) struct Ports {
    /// By run and node: where the run comes in.
    pub(super) inward: BTreeMap<(usize, usize), f64>,
    /// By run and node: where an edge of the run goes out.
    pub(super) outward: BTreeMap<(usize, usize), f64>,
}

impl Ports {
    pub(super) fn new(graph: &Rows, x: &[f64], runs: &[Run<'_>]) -> Ports {
        // The edges at a side of a node: the x at their other end, a number that breaks ties the
        // same way at both ends, the run, and the node where the edge starts, or none where it
        // ends.
        type Touch = (f64, u8, usize, Option<usize>);
        let mut sides: Vec<[Vec<Touch>; 2]> = vec![Default::default(); graph.nodes];
        for (i, run) in runs.iter().enumerate() {
            let (out_side, in_side) = match run.way {
                Way::Down => (1, 0),
                Way::Up => (0, 1),
                Way::Right => (0, 0),
                Way::Left => (1, 1),
                Way::Loop => continue,
            };
            let (to, dummies) = (run.trunk.to, &run.trunk.dummies);
            let tie = u8::from(run.way == Way::Up);
            let mut ends = Vec::new();
            for &node in &run.from {
                let next = graph.next(node, to, run.trunk.way, dummies);
                if next == to {
                    ends.push(x[node]);
                }
                sides[node][out_side].push((x[next], tie, i, Some(node)));
            }
            ends.extend(dummies.last().map(|&dummy| x[dummy]));
            let mean = ends.iter().sum::<f64>() / ends.len().max(1) as f64;
            sides[to][in_side].push((mean, tie, i, None));
        }
        let mut ports = Ports::default();
        for (node, sides) in sides.into_iter().enumerate() {
            for mut side in sides {
                side.sort_by(|a, b| {
                    a.0.total_cmp(&b.0).then((a.1, a.2, a.3).cmp(&(b.1, b.2, b.3)))
                });
                let between = side.len().saturating_sub(1) as f64;
                let step = PORT.min(graph.sizes[node].width * 0.6 / between.max(1.0));
                for (i, (_, _, run, from)) in side.into_iter().enumerate() {
                    let at = (i as f64 - between / 2.0) * step;
                    match from {
                        Some(from) => ports.outward.insert((run, from), at),
                        None => ports.inward.insert((run, node), at),
                    };
                }
            }
        }
        ports
    }
}
