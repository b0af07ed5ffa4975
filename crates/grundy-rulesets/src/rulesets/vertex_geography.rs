//! Undirected vertex geography: a token walks through a graph and never returns to a vertex.
//!
//! # Known answers
//!
//! Fraenkel, Scheinerman and Ullman 1993: a position is won if every maximum matching covers the
//! token.
//!
//! ```text
//! undirected-vertex-geography(a; a) => outcome=P misere=N
//! undirected-vertex-geography(a-b; a) => outcome=N misere=P
//! undirected-vertex-geography(a-b-c; a) => outcome=P
//! undirected-vertex-geography(a-b-c; b) => outcome=N
//! undirected-vertex-geography(a-b-c-d-e-a; a) => outcome=P
//! undirected-vertex-geography(a-b-c-d-a; a) => outcome=N
//! undirected-vertex-geography(a-b-c-a, c-d; a) => outcome=N
//! undirected-vertex-geography(a-b-c-d-e-a, a-A, b-B, c-C, d-D, e-E, A-C-E-B-D-A; a) => outcome=N
//! undirected-vertex-geography(a-b-c-d; c; a) => outcome=N
//! undirected-vertex-geography(a-b-c-d; d; a) => outcome=P
//! ```

use std::sync::Arc;

use super::matching;
use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{Convention, Fate, ParseError, Player, Text};
use grundy_ruleset::board::graph::{DrawnGraph, Edges, members};
use grundy_ruleset::scene::{Look, Owner, Piece, Scene, Stroke};
use grundy_ruleset::{Notation, Ruleset, Theorem};

/// Undirected vertex geography on a graph.
#[derive(Clone, Debug)]
pub struct VertexGeography {
    graph: Arc<Board>,
}

#[derive(Debug)]
struct Board {
    drawn: DrawnGraph,
    neighbours: Vec<u64>,
}

/// The vertex of the token, and the vertices where it has not been.
type Walk = [u64; 2];

impl VertexGeography {
    /// Reads a graph such as `a-b, b-c` of at most 64 vertices.
    pub fn parse(text: Text<'_>) -> Result<Self, ParseError> {
        let drawn = DrawnGraph::read(text, Edges::Lines, 64)?;
        let neighbours =
            drawn.neighbour_sets().ok_or_else(|| text.expected("at most 64 vertices"))?;
        Ok(VertexGeography { graph: Arc::new(Board { drawn, neighbours }) })
    }

    fn all(&self) -> u64 {
        u64::MAX >> (64 - self.graph.neighbours.len())
    }

    fn near(&self, token: u64) -> u64 {
        self.graph.neighbours[token as usize]
    }

    /// Whether every maximum matching of the token and the free vertices covers the token.
    fn is_won(&self, [token, free]: Walk) -> bool {
        let most = |set| matching::maximum(&self.graph.neighbours, set);
        most(free | 1 << token) > most(free)
    }
}

impl Ruleset for VertexGeography {
    type Position = Walk;

    fn impartial(&self) -> bool {
        true
    }

    fn options(&self, &[token, free]: &Walk, _: Player) -> impl Iterator<Item = Walk> {
        let reached = members(self.near(token) & free).map(u64::from);
        reached.map(move |to| [to, free & !(1 << to)])
    }

    fn theorem(&self, walk: &Walk, mover: Player, convention: Convention) -> Option<Theorem<Walk>> {
        if convention != Convention::Normal {
            return None;
        }
        let won = self.is_won(*walk);
        let best: Vec<Walk> = match won {
            true => self.options(walk, mover).filter(|to| !self.is_won(*to)).collect(),
            false => Vec::new(),
        };
        let fate = if won { Fate::Win } else { Fate::Loss };
        let source = "A. S. Fraenkel, E. R. Scheinerman and D. Ullman, Undirected edge geography, \
                      1993";
        Some(Theorem { fate, best, complete: won, source })
    }

    fn splits(&self) -> bool {
        false
    }

    fn longest_play(&self, &[_, free]: &Walk) -> Option<u64> {
        Some(free.count_ones().into())
    }

    fn negative(&self, walk: &Walk) -> Option<Walk> {
        Some(*walk)
    }
}

impl Notation for VertexGeography {
    fn name(&self) -> &'static str {
        "undirected-vertex-geography"
    }

    fn parameters(&self) -> String {
        self.graph.drawn.print()
    }

    /// The vertex of the token, followed by the vertices where it has been before.
    fn print(&self, &[token, free]: &Walk) -> String {
        let drawn = &self.graph.drawn;
        let been = self.all() & !free & !(1 << token);
        match been {
            0 => drawn.name(token as u16).to_string(),
            _ => format!("{}; {}", drawn.name(token as u16), drawn.print_vertices(members(been))),
        }
    }

    fn read(&self, text: Text<'_>) -> Result<Walk, ParseError> {
        if text.is_empty() {
            return Ok([0, self.all() & !1]);
        }
        let (token, been) = match text.split_once(";") {
            None => (text, Vec::new()),
            Some((token, been)) => (token, self.graph.drawn.read_vertices(been)?),
        };
        let [token] = self.graph.drawn.read_vertices(token)?[..] else {
            return Err(token.expected("the vertex of the token"));
        };
        let been = been.into_iter().fold(1 << token, |set, vertex| set | 1u64 << vertex);
        Ok([token.into(), self.all() & !been])
    }

    /// Each line has a vertex with the vertices to which the token could move from it.
    fn draw(&self, &[token, free]: &Walk) -> String {
        let drawn = &self.graph.drawn;
        let line = |vertex: u16| {
            let near = members(self.near(vertex.into()) & free);
            let near: Vec<&str> = near.map(|other| drawn.name(other)).collect();
            let stone = if u64::from(vertex) == token { "●" } else { " " };
            format!("{stone} {} ── {}", drawn.name(vertex), near.join(" "))
                .trim_end_matches(" ── ")
                .to_string()
        };
        members(free | 1 << token).map(line).collect::<Vec<_>>().join("\n")
    }

    /// Vertices where the token has been are not drawn.
    fn scene(&self, &[token, free]: &Walk) -> Scene {
        let (graph, left) = (self.graph.drawn.laid_out(), free | 1 << token);
        let mut scene = graph.scene(|vertex| left >> vertex & 1 == 1);
        for edge in 0..graph.edges.len() {
            let (a, b) = graph.edges[edge];
            if left >> a & left >> b & 1 == 1 {
                scene.lines.push(graph.line(edge, Stroke::Edge(Owner::Nobody)));
            }
        }
        scene.places[token as usize].piece = Some(Piece::new(Look::Pebbles(1), Owner::Both));
        scene
    }

    /// The vertex that the token reaches.
    fn move_name(&self, _: &Walk, &[to, _]: &Walk, _: Player) -> String {
        self.graph.drawn.name(to as u16).to_string()
    }
}

/// Undirected vertex geography in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "undirected-vertex-geography",
        aliases: &["vertex-geography", "slither"],
        family: Family::Graph,
        title: "Undirected vertex geography",
        about: "A token goes from vertex to neighbouring vertex of a graph, never to one where it has \
                been; whoever cannot move it loses. A maximum matching tells who wins.",
        rules: "A token lies on a vertex of a graph. A move takes it along an edge to a vertex where \
                it has not been. The player who cannot move loses. The player who starts wins where \
                every maximum matching of the graph covers the vertex of the token, by moving along \
                its edges. The graph is given by its edges; behind ';' stands the vertex of the \
                token, and behind another ';' those where it was before. A graph has at most 64 \
                vertices.",
        notation: "undirected-vertex-geography(EDGE, EDGE, …; TOKEN) or \
                   undirected-vertex-geography(EDGE, …; TOKEN; VERTEX,VERTEX,…), where EDGE is a-b, \
                   a path a-b-c, or a lone vertex",
        examples: &[
            "undirected-vertex-geography(a-b-c-d-e-a, b-e; a)",
            "undirected-vertex-geography(a-b-c, b-d, c-d-e; b)",
            "undirected-vertex-geography(a-b-c-d-e; c; a,b)",
        ],
        source: "A. S. Fraenkel, E. R. Scheinerman and D. Ullman, Undirected edge geography, \
                 Theoretical Computer Science 112, 1993",
        parse: &|arguments: &Arguments<'_>| {
            let (graph, walk) = arguments.parameters_and_position()?;
            let rules = VertexGeography::parse(graph)?;
            let walk = rules.read(walk)?;
            Ok(arguments.game_in_words(rules, walk))
        },
    }
}
