//! Graphs that the user draws: `a-b, b-c, d`, and with arrows `a>b, b>c`.
//!
//! Vertices are words, numbered in the order in which they are first named. A path may be written
//! at once: `a-b-c` is `a-b, b-c`.

use hashbrown::{HashMap, HashSet};

use crate::scene::graph::GraphScene;
use grundy_base::{ParseError, Text};

/// How the edges of a graph are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edges {
    /// `a-b`, undirected; between two different vertices.
    Lines,
    /// `a>b`, directed; `a>a` is a loop.
    Arrows,
}

impl Edges {
    const fn mark(self) -> char {
        match self {
            Edges::Lines => '-',
            Edges::Arrows => '>',
        }
    }
}

/// A graph with named vertices.
#[derive(Clone, Debug)]
pub struct DrawnGraph {
    kind: Edges,
    names: Vec<String>,
    numbers: HashMap<String, u16>,
    /// Edges without repeats, in the order in which they were drawn.
    edges: Vec<(u16, u16)>,
    /// Edges, and vertices that no earlier edge named, in the order in which they were read.
    /// Reading them again in this order gives the vertices the same numbers.
    strokes: Vec<Stroke>,
}

#[derive(Clone, Copy, Debug)]
enum Stroke {
    Vertex(u16),
    Edge(u16, u16),
}

impl DrawnGraph {
    /// Reads vertices and edges, separated by commas; at least one vertex and at
    /// most `most`.
    pub fn read(text: Text<'_>, kind: Edges, most: u16) -> Result<Self, ParseError> {
        let mut graph = DrawnGraph {
            kind,
            names: Vec::new(),
            numbers: HashMap::new(),
            edges: Vec::new(),
            strokes: Vec::new(),
        };
        let mut drawn = HashSet::new();
        for part in text.split(',') {
            let mut last: Option<u16> = None;
            for word in part.split(kind.mark()) {
                let known = graph.names.len();
                let vertex = graph.add(word, most)?;
                if let Some(from) = last {
                    let key = match kind {
                        Edges::Lines if from == vertex => {
                            return Err(word.expected("another vertex than the one before"));
                        }
                        Edges::Lines => (from.min(vertex), from.max(vertex)),
                        Edges::Arrows => (from, vertex),
                    };
                    if drawn.insert(key) {
                        graph.edges.push((from, vertex));
                        graph.strokes.push(Stroke::Edge(from, vertex));
                    }
                } else if graph.names.len() > known && part == word {
                    graph.strokes.push(Stroke::Vertex(vertex));
                }
                last = Some(vertex);
            }
        }
        Ok(graph)
    }

    fn add(&mut self, word: Text<'_>, most: u16) -> Result<u16, ParseError> {
        if let Some(&known) = self.numbers.get(word.as_str()) {
            return Ok(known);
        }
        if let Some((at, c)) = word.chars().find(|(_, c)| !c.is_alphanumeric() && *c != '_') {
            let mark = self.kind.mark();
            return Err(ParseError::new(format!("',' or '{mark}' and not {c:?}"), at)
                .with_help("the name of a vertex is a word of letters, digits and '_'"));
        }
        if word.is_empty() {
            return Err(word.expected("the name of a vertex"));
        }
        let number = self.names.len() as u16;
        if number >= most {
            return Err(word.expected(format!("at most {most} vertices")));
        }
        self.names.push(word.as_str().to_string());
        self.numbers.insert(word.as_str().to_string(), number);
        Ok(number)
    }

    /// The graph as it is read.
    #[must_use]
    pub fn print(&self) -> String {
        let mark = self.kind.mark();
        let stroke = |stroke: &Stroke| match *stroke {
            Stroke::Vertex(vertex) => self.name(vertex).to_string(),
            Stroke::Edge(from, to) => format!("{}{mark}{}", self.name(from), self.name(to)),
        };
        self.strokes.iter().map(stroke).collect::<Vec<_>>().join(", ")
    }

    /// The number of vertices.
    #[must_use]
    pub fn vertices(&self) -> u16 {
        // At most the number that `read` allowed.
        self.names.len() as u16
    }

    /// All edges, each once.
    #[must_use]
    pub fn edges(&self) -> &[(u16, u16)] {
        &self.edges
    }

    /// The name that the user gave a vertex.
    #[must_use]
    pub fn name(&self, vertex: u16) -> &str {
        &self.names[usize::from(vertex)]
    }

    /// The layout of the graph, with vertices in the order of their numbers.
    #[must_use]
    pub fn laid_out(&self) -> GraphScene {
        let edges = self.edges.iter().map(|&(from, to)| (from.into(), to.into())).collect();
        GraphScene::new(self.names.clone(), edges)
    }

    /// Reads names of vertices separated by commas; an empty text for none.
    pub fn read_vertices(&self, text: Text<'_>) -> Result<Vec<u16>, ParseError> {
        if text.trim().is_empty() {
            return Ok(Vec::new());
        }
        let vertex = |word: Text<'_>| {
            let known = self.numbers.get(word.as_str()).copied();
            known.ok_or_else(|| word.expected("the name of a vertex of the graph"))
        };
        text.split(',').map(vertex).collect()
    }

    /// Prints vertices as they are read.
    #[must_use]
    pub fn print_vertices(&self, vertices: impl IntoIterator<Item = u16>) -> String {
        let names: Vec<&str> = vertices.into_iter().map(|vertex| self.name(vertex)).collect();
        names.join(",")
    }

    /// The adjacency list of each vertex.
    #[must_use]
    pub fn adjacency(&self) -> Vec<Vec<u16>> {
        let mut adjacency = vec![Vec::new(); self.names.len()];
        for &(from, to) in &self.edges {
            adjacency[usize::from(from)].push(to);
            if self.kind == Edges::Lines {
                adjacency[usize::from(to)].push(from);
            }
        }
        adjacency
    }

    /// The neighbours of each vertex as a bit set; none for a graph of more than
    /// 64 vertices.
    #[must_use]
    pub fn neighbour_sets(&self) -> Option<Vec<u64>> {
        if self.names.len() > 64 {
            return None;
        }
        let set = |row: Vec<u16>| row.into_iter().fold(0, |set, vertex| set | 1u64 << vertex);
        Some(self.adjacency().into_iter().map(set).collect())
    }
}

/// The members of a set, least first.
pub fn members(mut set: u64) -> impl Iterator<Item = u16> {
    std::iter::from_fn(move || {
        let member = (set != 0).then(|| set.trailing_zeros() as u16);
        set &= set.wrapping_sub(1);
        member
    })
}

/// The connected components of the subgraph induced by `set`; `neighbours` gives the
/// neighbours of each vertex. The component of the least vertex comes first.
pub fn connected_parts(neighbours: &[u64], mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let mut border = set & set.wrapping_neg();
        let mut part = 0;
        while border != 0 {
            part |= border;
            let reached = members(border).fold(0, |all, v| all | neighbours[usize::from(v)]);
            border = reached & set & !part;
        }
        set &= !part;
        (part != 0).then_some(part)
    })
}
