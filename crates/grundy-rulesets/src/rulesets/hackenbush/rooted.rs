//! Graphs of coloured edges connected to the ground, written `0-B-a-R-b, b-G-0`.

use std::fmt::Write;

use hashbrown::HashMap;

use grundy_base::{ParseError, Player, Text};
use grundy_ruleset::board::strip::{low, members};

/// Edges between named vertices; one vertex is the ground.
#[derive(Clone, Debug)]
pub struct Rooted {
    names: Vec<String>,
    edges: Vec<Edge>,
    /// For each edge, the edges that share a vertex other than the ground with it.
    touching: Vec<u128>,
    /// The edges at the ground.
    standing: u128,
}

#[derive(Clone, Copy, Debug)]
struct Edge {
    ends: [usize; 2],
    colour: char,
}

/// The name of the ground.
const GROUND: &str = "0";
/// The greatest number of edges: a set of edges has 128 bits.
const MOST_EDGES: usize = 128;

impl Rooted {
    /// Reads paths of vertices and colours, separated by commas. Returns the graph of the edges
    /// connected to the ground, and the names of the others.
    pub fn read(text: Text<'_>) -> Result<(Self, Vec<String>), ParseError> {
        let mut reader = Reader::default();
        for path in text.split(',') {
            reader.path(path)?;
        }
        let Reader { names, edges, places, .. } = reader;
        let all = Rooted::of(names, edges);
        let held = all.held(all.all());
        if held == 0
            && let Some(&place) = places.first()
        {
            let what = format!("an edge that hangs together with the ground {GROUND}");
            return Err(ParseError::new(what, place));
        }
        let loose = members(all.all() & !held).map(|edge| all.name(edge as usize)).collect();
        Ok((all.only(held), loose))
    }

    /// The graph of the edges in `kept`.
    fn only(self, kept: u128) -> Rooted {
        if kept == self.all() {
            return self;
        }
        let (mut names, mut edges) = (Vec::new(), Vec::new());
        for edge in members(kept) {
            let Edge { ends, colour } = self.edges[edge as usize];
            let ends = ends.map(|end| {
                let name = &self.names[end];
                names.iter().position(|known| known == name).unwrap_or_else(|| {
                    names.push(name.clone());
                    names.len() - 1
                })
            });
            edges.push(Edge { ends, colour });
        }
        Rooted::of(names, edges)
    }

    fn of(names: Vec<String>, edges: Vec<Edge>) -> Rooted {
        let share = |a: &Edge, b: &Edge| {
            a.ends.iter().any(|end| names[*end] != GROUND && b.ends.contains(end))
        };
        let set = |chosen: &dyn Fn(&Edge) -> bool| {
            (0..).zip(&edges).fold(0, |set, (i, edge)| set | u128::from(chosen(edge)) << i)
        };
        let touching = edges.iter().map(|edge| set(&|other| share(edge, other))).collect();
        let standing = set(&|edge| edge.ends.iter().any(|&end| names[end] == GROUND));
        Rooted { names, edges, touching, standing }
    }

    /// The graph as it is read.
    #[must_use]
    pub fn print(&self) -> String {
        let edges: Vec<String> = (0..self.edges.len()).map(|edge| self.name(edge)).collect();
        edges.join(", ")
    }

    /// An edge with its ends.
    #[must_use]
    pub fn name(&self, edge: usize) -> String {
        let Edge { ends: [from, to], colour } = self.edges[edge];
        format!("{}-{colour}-{}", self.names[from], self.names[to])
    }

    /// The names of the vertices; the ground is one of them.
    #[must_use]
    pub fn vertices(&self) -> &[String] {
        &self.names
    }

    /// The ends of each edge, by the numbers of vertices.
    pub fn ends(&self) -> impl Iterator<Item = [usize; 2]> {
        self.edges.iter().map(|edge| edge.ends)
    }

    /// B, R or G.
    #[must_use]
    pub fn colour(&self, edge: usize) -> char {
        self.edges[edge].colour
    }

    /// The least number of edges between each vertex and the ground.
    #[must_use]
    pub fn heights(&self) -> Vec<usize> {
        let ground = |vertex: &String| if vertex == GROUND { 0 } else { usize::MAX };
        let mut heights: Vec<usize> = self.names.iter().map(ground).collect();
        for height in 0..self.names.len() {
            for [a, b] in self.ends() {
                for (low, high) in [(a, b), (b, a)] {
                    if heights[low] == height && heights[high] == usize::MAX {
                        heights[high] = height + 1;
                    }
                }
            }
        }
        heights
    }

    /// The number of edges of the whole graph.
    #[must_use]
    pub fn edges(&self) -> usize {
        self.edges.len()
    }

    /// All edges.
    #[must_use]
    pub fn all(&self) -> u128 {
        low(self.edges.len() as u32)
    }

    /// Whether no edge is blue or red.
    #[must_use]
    pub fn is_green(&self) -> bool {
        self.edges.iter().all(|edge| edge.colour == 'G')
    }

    /// The edges of a set that a player may cut.
    pub fn cuts(&self, set: u128, player: Player) -> impl Iterator<Item = usize> {
        let own = if player == Player::Left { 'B' } else { 'R' };
        let edges = members(set).map(|edge| edge as usize);
        edges.filter(move |&edge| self.edges[edge].colour == 'G' || self.edges[edge].colour == own)
    }

    /// The edges that share a vertex other than the ground with an edge of a set.
    #[must_use]
    pub fn touching(&self, set: u128) -> u128 {
        members(set).fold(0, |all, edge| all | self.touching[edge as usize])
    }

    /// The edges of a set that are connected to the ground within the set.
    #[must_use]
    pub fn held(&self, set: u128) -> u128 {
        let mut held = self.standing & set;
        loop {
            let more = held | self.touching(held) & set;
            if more == held {
                return held;
            }
            held = more;
        }
    }

    /// A drawing of the edges of a set, one per line.
    #[must_use]
    pub fn draw(&self, set: u128) -> String {
        let width = |end: usize| self.names[end].chars().count();
        let widest = self.edges.iter().map(|edge| width(edge.ends[0])).max().unwrap_or(0);
        let mut text = String::new();
        for edge in members(set) {
            let Edge { ends: [from, to], colour } = self.edges[edge as usize];
            let (from, to) = (&self.names[from], &self.names[to]);
            // Writing to a string never fails.
            let _ = writeln!(text, "{from:>widest$} ─{colour}─ {to}");
        }
        text.trim_end_matches('\n').to_string()
    }
}

/// The state of reading.
#[derive(Default)]
struct Reader {
    names: Vec<String>,
    numbers: HashMap<String, usize>,
    edges: Vec<Edge>,
    /// The offset of each edge in the text.
    places: Vec<usize>,
}

impl Reader {
    fn path(&mut self, path: Text<'_>) -> Result<(), ParseError> {
        let mut words = path.split('-');
        let mut from = match words.next() {
            Some(word) => self.vertex(word)?,
            None => return Ok(()),
        };
        while let Some(colour) = words.next() {
            let known = ["B", "R", "G"].contains(&colour.as_str());
            let Some(letter) = colour.as_str().chars().next().filter(|_| known) else {
                return Err(colour.expected("a colour (B, R or G) between two vertices"));
            };
            let Some(word) = words.next() else {
                return Err(ParseError::new("'-' and another vertex", path.end()));
            };
            let to = self.vertex(word)?;
            if self.edges.len() == MOST_EDGES {
                return Err(colour.expected(format!("at most {MOST_EDGES} edges")));
            }
            self.edges.push(Edge { ends: [from, to], colour: letter });
            self.places.push(colour.offset());
            from = to;
        }
        if path.as_str().contains('-') {
            Ok(())
        } else {
            Err(ParseError::new("'-', a colour, '-' and another vertex", path.end()))
        }
    }

    fn vertex(&mut self, word: Text<'_>) -> Result<usize, ParseError> {
        if let Some((at, _)) = word.chars().find(|(_, c)| !c.is_alphanumeric() && *c != '_') {
            return Err(ParseError::new("'-' or ','", at)
                .with_help("the name of a vertex is a word of letters, digits and '_'"));
        }
        if word.is_empty() {
            return Err(word.expected(format!("the name of a vertex, {GROUND} for the ground")));
        }
        let next = self.names.len();
        let number = *self.numbers.entry(word.as_str().to_string()).or_insert(next);
        if number == next {
            self.names.push(word.as_str().to_string());
        }
        Ok(number)
    }
}
