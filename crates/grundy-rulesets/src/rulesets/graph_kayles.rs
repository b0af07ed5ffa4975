//! Kayles on graphs: take a vertex with its neighbours, or an edge with its ends.

use std::sync::Arc;

use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ParseError, Player, Text};
use grundy_ruleset::board::graph::{DrawnGraph, Edges, connected_parts, members};
use grundy_ruleset::scene::{Ground, Owner, Place, Scene, Stroke, Token};
use grundy_ruleset::{Notation, Ruleset};

/// What a player chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A vertex, which is removed with its neighbours: Node Kayles.
    Vertex,
    /// An edge, whose two ends are removed: Arc Kayles.
    Edge,
}

/// Node Kayles or Arc Kayles on a graph; a position is the set of vertices left.
#[derive(Clone, Debug)]
pub struct GraphKayles {
    choice: Choice,
    graph: Arc<Board>,
}

#[derive(Debug)]
struct Board {
    drawn: DrawnGraph,
    neighbours: Vec<u64>,
    /// For each choice, the vertices that are removed: closed neighbourhoods, or the ends of edges.
    leaving: Vec<u64>,
}

impl GraphKayles {
    /// Reads a graph such as `a-b, b-c, d` of at most 64 vertices.
    pub fn parse(choice: Choice, text: Text<'_>) -> Result<Self, ParseError> {
        let drawn = DrawnGraph::read(text, Edges::Lines, 64)?;
        let neighbours =
            drawn.neighbour_sets().ok_or_else(|| text.expected("at most 64 vertices"))?;
        let leaving = match choice {
            Choice::Vertex => (0..).zip(&neighbours).map(|(v, near)| 1u64 << v | near).collect(),
            Choice::Edge => drawn.edges().iter().map(|&(a, b)| 1u64 << a | 1u64 << b).collect(),
        };
        Ok(GraphKayles { choice, graph: Arc::new(Board { drawn, neighbours, leaving }) })
    }

    fn all(&self) -> u64 {
        u64::MAX >> (64 - self.graph.neighbours.len())
    }

    /// Whether choice `i` is still possible with the vertices `left`.
    fn offers(&self, left: u64, i: usize) -> bool {
        match self.choice {
            Choice::Vertex => left >> i & 1 == 1,
            Choice::Edge => self.graph.leaving[i] & !left == 0,
        }
    }
}

impl Ruleset for GraphKayles {
    type Position = u64;

    fn impartial(&self) -> bool {
        true
    }

    fn options(&self, &left: &u64, _: Player) -> impl Iterator<Item = u64> {
        let leaving = &self.graph.leaving;
        (0..leaving.len()).filter(move |&i| self.offers(left, i)).map(move |i| left & !leaving[i])
    }

    fn longest_play(&self, left: &u64) -> Option<u64> {
        Some(left.count_ones().into())
    }

    fn components(&self, left: u64) -> impl Iterator<Item = u64> {
        // An isolated vertex is a move in Node Kayles, but not in Arc Kayles.
        let alone = |part: &u64| self.choice == Choice::Edge && part.is_power_of_two();
        connected_parts(&self.graph.neighbours, left).filter(move |part| !alone(part))
    }

    fn negative(&self, &left: &u64) -> Option<u64> {
        Some(left)
    }
}

impl Notation for GraphKayles {
    fn name(&self) -> &'static str {
        match self.choice {
            Choice::Vertex => "node-kayles",
            Choice::Edge => "arc-kayles",
        }
    }

    fn parameters(&self) -> String {
        self.graph.drawn.print()
    }

    fn start(&self) -> Option<u64> {
        Some(self.all())
    }

    fn print(&self, &left: &u64) -> String {
        self.graph.drawn.print_vertices(members(left))
    }

    fn read(&self, text: Text<'_>) -> Result<u64, ParseError> {
        let vertices = self.graph.drawn.read_vertices(text)?;
        Ok(vertices.into_iter().fold(0, |left, vertex| left | 1 << vertex))
    }

    /// Each line has a vertex with its neighbours.
    fn draw(&self, &left: &u64) -> String {
        let Board { drawn, neighbours, .. } = &*self.graph;
        let line = |vertex| {
            let near = members(neighbours[usize::from(vertex)] & left);
            let near: Vec<&str> = near.map(|other| drawn.name(other)).collect();
            format!("{} ── {}", drawn.name(vertex), near.join(" "))
                .trim_end_matches(" ── ")
                .to_string()
        };
        members(left).map(line).collect::<Vec<_>>().join("\n")
    }

    /// Vertices are places; in Arc Kayles edges are places too, after the vertices.
    fn scene(&self, &left: &u64) -> Scene {
        let graph = match self.choice {
            Choice::Vertex => self.graph.drawn.laid_out(),
            Choice::Edge => self.graph.drawn.laid_out().roomy(),
        };
        let mut scene = graph.scene(|vertex| left >> vertex & 1 == 1);
        let line = |edge| graph.line(edge, Stroke::Edge(Owner::Nobody));
        let lines: Vec<_> = (0..graph.edges.len()).map(line).collect();
        let is_left = |edge: usize| {
            let (a, b) = graph.edges[edge];
            left >> a & left >> b & 1 == 1
        };
        let drawn = (0..lines.len()).filter(|&edge| is_left(edge));
        scene.lines.extend(drawn.map(|edge| lines[edge]));
        if self.choice == Choice::Edge {
            for (edge, (at, across)) in graph.middles(&lines).into_iter().enumerate() {
                let (a, b) = graph.edges[edge];
                let name = format!("{}-{}", graph.names[a], graph.names[b]);
                let ground = if is_left(edge) { Ground::Gap(across) } else { Ground::None };
                scene.places.push(Place::new(name, at, ground));
            }
        }
        scene
    }

    /// Any vertex or edge with this effect.
    fn tokens(&self, _: &Scene, from: &u64, to: &u64, _: Player) -> Vec<Token> {
        let Board { drawn, leaving, .. } = &*self.graph;
        let first = match self.choice {
            Choice::Vertex => 0,
            Choice::Edge => usize::from(drawn.vertices()),
        };
        let gone: Vec<usize> = members(from & !to).map(usize::from).collect();
        let chosen =
            (0..leaving.len()).filter(|&i| self.offers(*from, i) && from & !leaving[i] == *to);
        chosen.map(|i| Token::Cut { at: Some(first + i), gone: gone.clone() }).collect()
    }

    /// The vertex or the edge; the first one if several have the same effect.
    fn move_name(&self, from: &u64, to: &u64, _: Player) -> String {
        let Board { drawn, leaving, .. } = &*self.graph;
        let found = (0..leaving.len())
            .find(|&i| self.offers(*from, i) && *from & !leaving[i] == *to)
            .map(|i| match self.choice {
                Choice::Vertex => drawn.name(i as u16).to_string(),
                Choice::Edge => {
                    let (a, b) = drawn.edges()[i];
                    format!("{}-{}", drawn.name(a), drawn.name(b))
                }
            });
        found.unwrap_or_else(|| self.print(to))
    }
}

/// Reads the graph and the vertices that are left; all are left if none are named.
fn parse(choice: Choice, arguments: &Arguments<'_>) -> Result<(GraphKayles, u64), ParseError> {
    let (graph, left) = arguments.optional();
    let missing = || ParseError::new("a graph in parentheses", arguments.end());
    let rules = GraphKayles::parse(choice, graph.ok_or_else(missing)?)?;
    let position = left.map_or(Ok(rules.all()), |text| rules.read(text))?;
    Ok((rules, position))
}

/// Node Kayles in the catalogue.
pub const fn node_kayles() -> Entry {
    Entry {
        name: "node-kayles",
        aliases: &["nodekayles"],
        family: Family::Graph,
        title: "Node Kayles",
        about: "Choose a vertex of a graph and remove it with all its neighbours. Whoever finds the \
                graph empty loses.",
        rules: "There is a graph. A move chooses a vertex and removes it together with all its \
                neighbours. The player who cannot move loses. The graph is given by its edges and \
                by the vertices that have none; behind ';' stand the vertices that are left. On a \
                path it is Dawson's Kayles, on a cycle of n one move leads to a path of n - 3.",
        notation: "node-kayles(EDGE, EDGE, …) or node-kayles(EDGE, …; VERTEX,VERTEX,…), where EDGE \
                   is a-b, a path a-b-c, or a lone vertex",
        examples: &[
            "node-kayles(a-b, b-c, c-d, e)",
            "node-kayles(a-b-c-d-e-a, a-A, b-B, c-C, d-D, e-E, A-C-E-B-D-A)",
            "node-kayles(a-b-c-d-e; a,b,d,e)",
        ],
        source: "T. J. Schaefer, On the complexity of some two-person perfect-information games, \
                 Journal of Computer and System Sciences 16, 1978; H. L. Bodlaender and D. Kratsch, \
                 Kayles and nimbers, Journal of Algorithms 43, 2002",
        parse: &|arguments: &Arguments<'_>| {
            let (rules, position) = parse(Choice::Vertex, arguments)?;
            Ok(arguments.game_in_words(rules, position))
        },
    }
}

/// Arc Kayles in the catalogue.
pub const fn arc_kayles() -> Entry {
    Entry {
        name: "arc-kayles",
        aliases: &["edge-kayles"],
        family: Family::Graph,
        title: "Arc Kayles",
        about: "Choose an edge of a graph and remove both its ends with all edges that meet them. \
                Whoever finds no edge left loses.",
        rules: "There is a graph. A move chooses an edge and removes its two ends, with all edges \
                that meet them. The player who cannot move loses. The graph is given by its edges; \
                behind ';' stand the vertices that are left. On a grid it is Cram, on a path \
                Dawson's Kayles.",
        notation: "arc-kayles(EDGE, EDGE, …) or arc-kayles(EDGE, …; VERTEX,VERTEX,…), where EDGE is \
                   a-b, a path a-b-c, or a lone vertex",
        examples: &["arc-kayles(a-b, b-c, c-d, d-a, a-c)", "arc-kayles(a-b-c-d-e-f; a,b,d,e,f)"],
        source: "T. J. Schaefer, On the complexity of some two-person perfect-information games, \
                 Journal of Computer and System Sciences 16, 1978",
        parse: &|arguments: &Arguments<'_>| {
            let (rules, position) = parse(Choice::Edge, arguments)?;
            Ok(arguments.game_in_words(rules, position))
        },
    }
}
