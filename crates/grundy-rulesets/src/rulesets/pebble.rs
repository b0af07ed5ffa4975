//! Pebbles that move along the arrows of a graph.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ParseError, Player, Text};
use grundy_ruleset::board::graph::{DrawnGraph, Edges};
use grundy_ruleset::scene::{Ground, Look, Owner, Piece, Scene, Stroke, Token, keys};
use grundy_ruleset::{Notation, Ruleset, keyed};

/// Pebbles on a directed graph; a move takes one pebble along an arrow.
#[derive(Clone, Debug)]
pub struct Pebble {
    graph: Arc<DrawnGraph>,
    /// For each vertex the targets of its arrows.
    arrows: Arc<[Vec<u16>]>,
}

/// The vertices of the pebbles, sorted, as pebbles are interchangeable.
pub type Pebbles = SmallVec<[u16; 8]>;

/// The greatest number of vertices.
const MOST_VERTICES: u16 = 50_000;
/// Larger graphs are not drawn.
const MOST_DRAWN: u16 = 400;

impl Pebble {
    /// Reads a graph such as `a>b, b>c, b>a`.
    pub fn parse(text: Text<'_>) -> Result<Self, ParseError> {
        let graph = DrawnGraph::read(text, Edges::Arrows, MOST_VERTICES)?;
        let arrows = graph.adjacency().into();
        Ok(Pebble { graph: Arc::new(graph), arrows })
    }
}

impl Ruleset for Pebble {
    type Position = Pebbles;

    fn impartial(&self) -> bool {
        true
    }

    fn loopy(&self) -> bool {
        true
    }

    fn options(&self, pebbles: &Pebbles, _: Player) -> impl Iterator<Item = Pebbles> {
        pebbles
            .iter()
            .enumerate()
            // Pebbles on the same vertex have the same moves.
            .filter(|&(i, vertex)| i == 0 || pebbles[i - 1] != *vertex)
            .flat_map(move |(i, &vertex)| {
                self.arrows[usize::from(vertex)].iter().map(move |&to| {
                    let mut next = pebbles.clone();
                    next[i] = to;
                    next.sort_unstable();
                    next
                })
            })
    }

    fn components(&self, pebbles: Pebbles) -> impl Iterator<Item = Pebbles> {
        pebbles.into_iter().map(|vertex| Pebbles::from_slice(&[vertex]))
    }

    fn negative(&self, pebbles: &Pebbles) -> Option<Pebbles> {
        Some(pebbles.clone())
    }

    fn bytes(&self, pebbles: &Pebbles) -> usize {
        size_of::<Pebbles>() + if pebbles.spilled() { 2 * pebbles.capacity() } else { 0 }
    }
}

impl Notation for Pebble {
    fn name(&self) -> &'static str {
        "pebble"
    }

    fn parameters(&self) -> String {
        self.graph.print()
    }

    fn print(&self, pebbles: &Pebbles) -> String {
        self.graph.print_vertices(pebbles.iter().copied())
    }

    fn read(&self, text: Text<'_>) -> Result<Pebbles, ParseError> {
        let mut pebbles = Pebbles::from_vec(self.graph.read_vertices(text)?);
        pebbles.sort_unstable();
        Ok(pebbles)
    }

    /// Each line has a vertex: its pebbles, its name, and the targets of its arrows.
    fn draw(&self, pebbles: &Pebbles) -> String {
        let many = |vertex| pebbles.iter().filter(|&&pebble| pebble == vertex).count();
        let widest = (0..self.graph.vertices()).map(many).max().unwrap_or(0);
        let line = |vertex: u16| {
            let stones = "●".repeat(many(vertex));
            let to: Vec<&str> =
                self.arrows[usize::from(vertex)].iter().map(|&to| self.graph.name(to)).collect();
            let arrow = if to.is_empty() { "" } else { " → " };
            format!("{stones:>widest$} {}{arrow}{}", self.graph.name(vertex), to.join(" "))
        };
        (0..self.graph.vertices()).map(line).collect::<Vec<_>>().join("\n")
    }

    fn scene(&self, pebbles: &Pebbles) -> Scene {
        if self.graph.vertices() > MOST_DRAWN {
            return keyed(self, pebbles);
        }
        let graph = self.graph.laid_out();
        let mut scene = graph.scene(|_| true);
        for edge in 0..graph.edges.len() {
            scene.lines.push(graph.line(edge, Stroke::Arrow(Owner::Nobody)));
        }
        for (vertex, place) in scene.places.iter_mut().enumerate() {
            let here = pebbles.iter().filter(|&&pebble| usize::from(pebble) == vertex).count();
            if here > 0 {
                place.piece = Some(Piece::new(Look::Pebbles(here as u32), Owner::Both));
            }
        }
        let above = graph.edges.iter().filter(|(from, to)| from == to);
        let above = above.map(|&(from, _)| 0.95 - graph.spots[from][1]).fold(0.0, f64::max);
        scene.moved([0.0, above])
    }

    fn tokens(&self, scene: &Scene, from: &Pebbles, to: &Pebbles, player: Player) -> Vec<Token> {
        if scene.places.iter().any(|place| matches!(place.ground, Ground::Key(_))) {
            return keys::tokens(scene, &self.move_name(from, to, player));
        }
        let mut steps = Vec::new();
        for (i, &vertex) in from.iter().enumerate().filter(|&(i, v)| i == 0 || from[i - 1] != *v) {
            for &end in &self.arrows[usize::from(vertex)] {
                let mut next = from.clone();
                next[i] = end;
                next.sort_unstable();
                if next == *to {
                    steps.push(Token::Step { from: vertex.into(), to: end.into() });
                }
            }
        }
        steps
    }

    /// The arrow.
    fn move_name(&self, from: &Pebbles, to: &Pebbles, _: Player) -> String {
        // Both lists are sorted; the pebble that is in only one of them has moved.
        let missing = |of: &Pebbles, other: &Pebbles| {
            let count = |list: &Pebbles, vertex| list.iter().filter(|&&v| v == vertex).count();
            of.iter().copied().find(|&vertex| count(of, vertex) > count(other, vertex))
        };
        let stays = || {
            let again = |&&vertex: &&u16| self.arrows[usize::from(vertex)].contains(&vertex);
            let vertex = from.iter().find(again)?;
            Some((*vertex, *vertex))
        };
        let arrow = missing(from, to).zip(missing(to, from)).or_else(stays);
        let name = |(a, b)| format!("{}>{}", self.graph.name(a), self.graph.name(b));
        arrow.map_or_else(|| self.print(to), name)
    }
}

/// The pebble game in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "pebble",
        aliases: &["pebbles"],
        family: Family::Graph,
        title: "Pebbles on a directed graph",
        about: "Move a pebble along an arrow; whoever cannot move loses. Where the arrows run in \
                circles, nobody may ever win.",
        rules: "Pebbles lie on the vertices of a directed graph; a vertex may hold any number. A \
                move takes one pebble along one arrow. The player who cannot move loses. Where the \
                arrows run in circles, play may go on for ever, and then nobody wins. Every \
                impartial game is such a walk of one pebble, and a sum of games is a walk of \
                several.",
        notation: "pebble(ARROW, ARROW, …; VERTEX,VERTEX,…), where ARROW is a>b, a path a>b>c, or a \
                   lone vertex; a vertex is repeated for each of its pebbles",
        examples: &["pebble(a>b, b>c, c>a, c>d; a,b)", "pebble(a>b>c>d, a>c, b>d, a>d; a,a,b)"],
        source: "C. A. B. Smith, Graphs and composite games, Journal of Combinatorial Theory 1, \
                 1966; A. S. Fraenkel and Y. Perl, Constructions in combinatorial games with \
                 cycles, 1975",
        parse: &|arguments: &Arguments<'_>| {
            let (graph, pebbles) = arguments.parameters_and_position()?;
            let rules = Pebble::parse(graph)?;
            let position = rules.read(pebbles)?;
            Ok(arguments.game_in_words(rules, position))
        },
    }
}
