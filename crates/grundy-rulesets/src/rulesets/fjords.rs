//! Fjords: colour a vertex beside one of your own.

use std::sync::Arc;

use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ParseError, Player, Text};
use grundy_ruleset::board::graph::{DrawnGraph, Edges, connected_parts, members};
use grundy_ruleset::scene::{Look, Owner, Piece, Scene, Stroke, Token};
use grundy_ruleset::words::{InWords, Words};
use grundy_ruleset::{Notation, Ruleset};

/// Fjords on a graph of at most 64 vertices.
#[derive(Clone, Debug)]
pub struct Fjords(Arc<(DrawnGraph, Vec<u64>)>);

/// The vertices that each player has coloured, and the vertices that nobody can colour any more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fields {
    left: u64,
    right: u64,
    closed: u64,
}

impl InWords for Fields {
    type Words = Words<3>;

    fn to_words(&self) -> Words<3> {
        Words([self.left, self.right, self.closed])
    }

    fn from_words(&Words([left, right, closed]): &Words<3>) -> Fields {
        Fields { left, right, closed }
    }
}

impl Fields {
    fn of(self, player: Player) -> u64 {
        if player == Player::Left { self.left } else { self.right }
    }

    fn with(self, player: Player, vertex: u64) -> Fields {
        match player {
            Player::Left => Fields { left: self.left | vertex, ..self },
            Player::Right => Fields { right: self.right | vertex, ..self },
        }
    }

    /// The letters of the three sets.
    fn marks(self) -> [(u64, &'static str); 3] {
        [(self.left, "l:"), (self.right, "r:"), (self.closed, "n:")]
    }
}

impl Fjords {
    /// Reads a graph such as `a-b, b-c, d`.
    fn parse(text: Text<'_>) -> Result<Self, ParseError> {
        let drawn = DrawnGraph::read(text, Edges::Lines, 64)?;
        let near = drawn.neighbour_sets().ok_or_else(|| text.expected("at most 64 vertices"))?;
        Ok(Fjords(Arc::new((drawn, near))))
    }

    fn near(&self, set: u64) -> u64 {
        members(set).fold(0, |all, vertex| all | self.0.1[usize::from(vertex)])
    }

    fn free(&self, fields: Fields) -> u64 {
        let all = u64::MAX >> (64 - self.0.1.len());
        all & !(fields.left | fields.right | fields.closed)
    }
}

impl Ruleset for Fjords {
    type Position = Fields;

    fn options(&self, &fields: &Fields, player: Player) -> impl Iterator<Item = Fields> {
        let open = self.near(fields.of(player)) & self.free(fields);
        members(open).map(move |vertex| fields.with(player, 1 << vertex))
    }

    fn longest_play(&self, &fields: &Fields) -> Option<u64> {
        Some(self.free(fields).count_ones().into())
    }

    // Colours spread along free vertices, so connected sets of free vertices are independent.
    // Coloured vertices matter only for their neighbours.
    fn components(&self, fields: Fields) -> impl Iterator<Item = Fields> {
        let all = u64::MAX >> (64 - self.0.1.len());
        connected_parts(&self.0.1, self.free(fields)).filter_map(move |part| {
            let near = self.near(part);
            let (left, right) = (fields.left & near, fields.right & near);
            let closed = all & !(part | left | right);
            (left | right != 0).then_some(Fields { left, right, closed })
        })
    }

    fn negative(&self, &Fields { left, right, closed }: &Fields) -> Option<Fields> {
        Some(Fields { left: right, right: left, closed })
    }
}

impl Notation for Fjords {
    fn name(&self) -> &'static str {
        "fjords"
    }

    fn parameters(&self) -> String {
        self.0.0.print()
    }

    fn start(&self) -> Option<Fields> {
        Some(Fields::default())
    }

    fn players(&self) -> Option<[String; 2]> {
        Some(["blue", "red"].map(String::from))
    }

    fn print(&self, fields: &Fields) -> String {
        let word = |vertex: u16| {
            let mark = fields.marks().into_iter().find(|(set, _)| set >> vertex & 1 == 1)?;
            Some(format!("{}{}", mark.1, self.0.0.name(vertex)))
        };
        let words: Vec<String> = (0..self.0.0.vertices()).filter_map(word).collect();
        words.join(",")
    }

    fn read(&self, text: Text<'_>) -> Result<Fields, ParseError> {
        let mut fields = Fields::default();
        if text.trim().is_empty() {
            return Ok(fields);
        }
        for word in text.split(',') {
            let expected = "'l:', 'r:' or 'n:' and the name of a vertex";
            let (mark, name) = word.split_once(":").ok_or_else(|| word.expected(expected))?;
            let set = match self.0.0.read_vertices(name)?.as_slice() {
                [vertex] => 1 << vertex,
                _ => return Err(name.expected("the name of a vertex of the graph")),
            };
            if self.free(fields) & set == 0 {
                return Err(name.expected("each vertex once"));
            }
            match mark.as_str() {
                "l" => fields.left |= set,
                "r" => fields.right |= set,
                "n" => fields.closed |= set,
                _ => return Err(word.expected(expected)),
            }
        }
        Ok(fields)
    }

    /// Each line has a vertex with its neighbours.
    fn draw(&self, fields: &Fields) -> String {
        let (drawn, near) = &*self.0;
        let word = |vertex: u16| {
            let mark = fields.marks().into_iter().find(|(set, _)| set >> vertex & 1 == 1);
            format!("{}{}", mark.map_or("", |(_, mark)| mark), drawn.name(vertex))
        };
        let line = |vertex: u16| {
            let near = members(near[usize::from(vertex)] & !fields.closed);
            let near: Vec<&str> = near.map(|other| drawn.name(other)).collect();
            format!("{} ── {}", word(vertex), near.join(" ")).trim_end_matches(" ── ").to_string()
        };
        let left = (0..drawn.vertices()).filter(|&vertex| fields.closed >> vertex & 1 == 0);
        left.map(line).collect::<Vec<_>>().join("\n")
    }

    fn scene(&self, fields: &Fields) -> Scene {
        let graph = self.0.0.laid_out();
        let left = |vertex: usize| fields.closed >> vertex & 1 == 0;
        let mut scene = graph.scene(left);
        for (edge, &(a, b)) in graph.edges.iter().enumerate() {
            if left(a) && left(b) {
                scene.lines.push(graph.line(edge, Stroke::Edge(Owner::Nobody)));
            }
        }
        for player in Player::BOTH {
            for vertex in members(fields.of(player)) {
                let place = &mut scene.places[usize::from(vertex)];
                place.piece = Some(Piece::new(Look::Stone, Owner::of(player)));
                // The stone covers the middle of the vertex, so the name is moved.
                let centre = place.centre;
                let mut names = scene.labels.iter_mut();
                if let Some(name) = names.find(|label| label.at == centre) {
                    name.at[1] += 0.58;
                    scene.size[1] = scene.size[1].max(name.at[1] + 0.2);
                }
            }
        }
        scene
    }

    fn tokens(&self, _: &Scene, from: &Fields, to: &Fields, player: Player) -> Vec<Token> {
        let piece = Some(Piece::new(Look::Stone, Owner::of(player)));
        members(to.of(player) & !from.of(player))
            .map(|vertex| Token::Put { places: vec![vertex.into()], piece: piece.clone() })
            .collect()
    }

    /// The vertex that is coloured.
    fn move_name(&self, from: &Fields, to: &Fields, player: Player) -> String {
        self.0.0.print_vertices(members(to.of(player) & !from.of(player)))
    }
}

/// Fjords in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "fjords",
        aliases: &[],
        family: Family::Graph,
        title: "Fjords",
        about: "Colour a place next to one of your own colour; whoever cannot do so loses. It is how a \
                board game of 2005 ends, once the land is laid out.",
        rules: "Some vertices of a graph have a colour, Left's or Right's. A move gives the player's \
                colour to a vertex without one that has a neighbour of this colour. The player who \
                cannot move loses. The graph has at most 64 vertices; behind ';' stand those of \
                Left's colour, l:a, of Right's, r:b, and those that nobody can colour, n:c.",
        notation: "fjords(a-b, b-c; l:a, r:c)",
        examples: &[
            "fjords(a-b-c; l:a, r:c)",
            "fjords(a-b-c-d-a, c-e-f; l:a, r:f)",
            "fjords(a1-a2-a3-a4, b1-b2-b3-b4, a1-b1, a2-b2, a3-b3, a4-b4, b1-a2; l:a1, r:b4)",
        ],
        source: "Franz-Benno Delonge's board game Fjords, 2005; Kyle Burke and Bob Hearn, \
                 PSPACE-complete two-color placement games, International Journal of Game Theory 48, \
                 2019",
        parse: &|arguments: &Arguments<'_>| {
            let (graph, fields) = match arguments.optional() {
                (Some(graph), fields) => (graph, fields),
                _ => return Err(ParseError::new("a graph in parentheses", arguments.end())),
            };
            let rules = Fjords::parse(graph)?;
            let fields = fields.map_or(Ok(Fields::default()), |text| rules.read(text))?;
            Ok(arguments.game_in_words(rules, fields))
        },
    }
}
