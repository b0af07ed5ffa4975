//! Forests of coloured edges in canonical form.

use smallvec::SmallVec;

use grundy_base::{ParseError, Player, Text};
use grundy_ruleset::words::{Bytes, InWords, bytes_of};

/// Trees with blue, red and green edges, each standing on the ground.
///
/// Stored as its text, one byte per edge: the trees sorted and separated by commas, and an
/// edge followed by the tree that it carries, or by several trees in brackets. Sorting
/// makes isomorphic forests equal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Forest {
    text: Written,
}

impl InWords for Forest {
    type Words = Bytes;

    fn to_words(&self) -> Bytes {
        self.text.clone()
    }

    fn from_words(bytes: &Bytes) -> Forest {
        Forest { text: bytes.clone() }
    }

    fn bytes(bytes: &Bytes) -> usize {
        bytes_of(bytes)
    }
}

type Written = Bytes;

/// The greatest number of edges. It bounds the depth of recursion on trees.
const MOST_EDGES: usize = 1000;

impl Forest {
    /// Reads trees such as `B[R,GG], BRB`; an empty text means no trees.
    pub fn read(text: Text<'_>) -> Result<Self, ParseError> {
        let symbols: Vec<(usize, u8)> = text
            .chars()
            .filter(|(_, c)| !c.is_whitespace())
            // Characters outside of ASCII become 0, which is not a symbol.
            .map(|(at, c)| (at, u8::try_from(c).unwrap_or(0)))
            .collect();
        let edges = symbols.iter().filter(|(_, symbol)| is_edge(*symbol));
        if let Some(&(at, _)) = edges.clone().nth(MOST_EDGES) {
            return Err(ParseError::new(format!("at most {MOST_EDGES} edges"), at));
        }
        let mut reader = Reader { symbols: &symbols, at: 0, end: text.end() };
        if symbols.is_empty() {
            return Ok(Forest::default());
        }
        let trees = reader.trees()?;
        match reader.peek() {
            None => Ok(Forest { text: trees }),
            Some(_) => Err(reader.expected("an edge (B, R or G), ',', '[' or the end")),
        }
    }

    /// The forest as it is read.
    #[must_use]
    pub fn print(&self) -> String {
        self.text.iter().map(|&symbol| char::from(symbol)).collect()
    }

    /// Whether no edge is blue or red.
    #[must_use]
    pub fn is_green(&self) -> bool {
        !self.text.iter().any(|symbol| matches!(symbol, b'B' | b'R'))
    }

    /// The forest after each cut by `player`; of equal sibling trees only one is cut.
    #[must_use]
    pub fn cuts(&self, player: Player) -> Vec<Forest> {
        let mut cuts = Vec::new();
        cut_one(&self.text, player, &mut |text| cuts.push(Forest { text }));
        cuts
    }

    /// The edges in the order in which they are written.
    #[must_use]
    pub fn branches(&self) -> Vec<Branch> {
        let mut branches = Vec::new();
        let mut open: Vec<Option<usize>> = Vec::new();
        let mut below = None;
        for &symbol in &self.text {
            match symbol {
                b'[' => open.push(below),
                b']' => {
                    open.pop();
                }
                b',' => below = open.last().copied().flatten(),
                colour => {
                    branches.push(Branch { colour, below });
                    below = Some(branches.len() - 1);
                }
            }
        }
        branches
    }

    /// The number of edges that fall with an edge, the edge itself included.
    #[must_use]
    pub fn carried(&self, branches: &[Branch], edge: usize) -> usize {
        // The edges that an edge carries follow it in the text.
        let above = branches[edge + 1..].iter();
        1 + above.take_while(|branch| branch.below.is_some_and(|below| below >= edge)).count()
    }

    /// The forest after the edge with this number is cut.
    #[must_use]
    pub fn without(&self, edge: usize) -> Forest {
        let (mut number, mut found) = (0, Forest::default());
        cut_at(&self.text, edge, &mut number, &mut |text| found = Forest { text });
        found
    }

    /// The trees, one by one.
    #[must_use]
    pub fn into_trees(self) -> Vec<Forest> {
        side_by_side(&self.text).map(|tree| Forest { text: Written::from_slice(tree) }).collect()
    }

    /// The forest with blue and red exchanged.
    #[must_use]
    pub fn negative(&self) -> Forest {
        Forest { text: exchanged(&self.text) }
    }

    /// The number of edges.
    #[must_use]
    pub fn edges(&self) -> usize {
        self.text.iter().filter(|byte| byte.is_ascii_uppercase()).count()
    }

    /// Memory of the forest, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + if self.text.spilled() { self.text.capacity() } else { 0 }
    }

    /// A drawing of the trees, with the ground at the left.
    #[must_use]
    pub fn draw(&self) -> String {
        let mut lines = Vec::new();
        branches(&self.text, &mut lines);
        match lines.as_slice() {
            [] => "▌".to_string(),
            _ => lines.iter().map(|line| format!("▌{line}")).collect::<Vec<_>>().join("\n"),
        }
    }
}

/// An edge of a forest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch {
    /// B, R or G.
    pub colour: u8,
    /// The edge on which it stands; none for the ground.
    pub below: Option<usize>,
}

impl Branch {
    /// Whether a player may cut it.
    #[must_use]
    pub fn may_cut(self, player: Player) -> bool {
        may_cut(player, self.colour)
    }
}

/// Calls `left` with the rest after one edge is cut; `number` counts the edges before the
/// present tree.
fn cut_at(text: &[u8], edge: usize, number: &mut usize, left: &mut dyn FnMut(Written)) {
    let trees: SmallVec<[&[u8]; 8]> = side_by_side(text).collect();
    for (i, tree) in trees.iter().enumerate() {
        let edges = tree.iter().filter(|&&symbol| is_edge(symbol)).count();
        if !(*number..*number + edges).contains(&edge) {
            *number += edges;
            continue;
        }
        let mut replace = |rest: &[u8]| left(with(&trees, i, rest));
        let (stalk, above) = stalk(tree);
        if edge < *number + stalk.len() {
            replace(&stalk[..edge - *number]);
        } else {
            *number += stalk.len();
            cut_at(above, edge, number, &mut |above| replace(&carry(stalk, &above)));
        }
        return;
    }
}

fn is_edge(symbol: u8) -> bool {
    matches!(symbol, b'B' | b'R' | b'G')
}

fn may_cut(player: Player, edge: u8) -> bool {
    edge == b'G' || edge == if player == Player::Left { b'B' } else { b'R' }
}

/// The trees in `text`, separated by commas outside of brackets.
fn side_by_side(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut depth = 0;
    text.split(move |symbol| {
        match symbol {
            b'[' => depth += 1,
            b']' => depth -= 1,
            _ => {}
        }
        depth == 0 && *symbol == b','
    })
    .filter(|tree| !tree.is_empty())
}

/// A tree as its edges up to the first fork, and the trees at the fork.
fn stalk(tree: &[u8]) -> (&[u8], &[u8]) {
    let length = tree.iter().take_while(|&&symbol| is_edge(symbol)).count();
    let (stalk, above) = tree.split_at(length);
    let inside = above.strip_prefix(b"[").and_then(|above| above.strip_suffix(b"]"));
    (stalk, inside.unwrap_or(above))
}

/// Sibling trees in canonical form.
fn join(trees: &mut [&[u8]]) -> Written {
    trees.sort_unstable();
    let mut text = Written::new();
    for tree in trees.iter().filter(|tree| !tree.is_empty()) {
        if !text.is_empty() {
            text.push(b',');
        }
        text.extend_from_slice(tree);
    }
    text
}

/// A stalk that carries these trees, which are in canonical form.
fn carry(stalk: &[u8], trees: &[u8]) -> Written {
    let mut text = Written::from_slice(stalk);
    if side_by_side(trees).nth(1).is_some() {
        text.push(b'[');
        text.extend_from_slice(trees);
        text.push(b']');
    } else {
        text.extend_from_slice(trees);
    }
    text
}

/// The trees with one of them replaced.
fn with(trees: &[&[u8]], place: usize, tree: &[u8]) -> Written {
    let mut trees: SmallVec<[&[u8]; 8]> = trees.iter().copied().collect();
    trees[place] = tree;
    join(&mut trees)
}

/// Calls `left` with the rest after each cut in the trees of `text`.
fn cut_one(text: &[u8], player: Player, left: &mut dyn FnMut(Written)) {
    let trees: SmallVec<[&[u8]; 8]> = side_by_side(text).collect();
    for (i, tree) in trees.iter().enumerate() {
        // The trees are sorted: equal trees are neighbours.
        if i > 0 && trees[i - 1] == *tree {
            continue;
        }
        let mut replace = |rest: &[u8]| left(with(&trees, i, rest));
        let (stalk, above) = stalk(tree);
        for (height, _) in stalk.iter().enumerate().filter(|(_, edge)| may_cut(player, **edge)) {
            replace(&stalk[..height]);
        }
        cut_one(above, player, &mut |above| replace(&carry(stalk, &above)));
    }
}

fn exchanged(text: &[u8]) -> Written {
    let tree = |tree| {
        let (stalk, above) = stalk(tree);
        let colour = |&edge: &u8| match edge {
            b'B' => b'R',
            b'R' => b'B',
            green => green,
        };
        let stalk: Written = stalk.iter().map(colour).collect();
        carry(&stalk, &exchanged(above))
    };
    let trees: Vec<Written> = side_by_side(text).map(tree).collect();
    join(&mut trees.iter().map(|tree| &tree[..]).collect::<Vec<_>>())
}

/// Draws trees with a common root, a line for each path to a leaf.
fn branches(text: &[u8], lines: &mut Vec<String>) {
    let trees: Vec<&[u8]> = side_by_side(text).collect();
    for (i, tree) in trees.iter().enumerate() {
        let (first, rest) = match (i, i + 1 == trees.len()) {
            (0, true) => ("─", " "),
            (0, false) => ("┬", "│"),
            (_, false) => ("├", "│"),
            (_, true) => ("└", " "),
        };
        let (stalk, above) = stalk(tree);
        let drawn: String = stalk.iter().map(|&edge| format!("{}─", char::from(edge))).collect();
        let mut carried = Vec::new();
        branches(above, &mut carried);
        if carried.is_empty() {
            lines.push(format!("{first}─{}", drawn.trim_end_matches('─')));
        }
        for (j, line) in carried.iter().enumerate() {
            lines.push(match j {
                0 => format!("{first}─{drawn}{line}"),
                _ => format!("{rest} {}{line}", " ".repeat(2 * stalk.len())),
            });
        }
    }
}

/// Reads symbols, each with its byte offset.
struct Reader<'a> {
    symbols: &'a [(usize, u8)],
    at: usize,
    end: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.symbols.get(self.at).map(|&(_, symbol)| symbol)
    }

    fn expected(&self, what: &str) -> ParseError {
        ParseError::new(what, self.symbols.get(self.at).map_or(self.end, |&(at, _)| at))
    }

    /// Reads one or more trees, separated by commas. Every bracket follows an edge, so the
    /// number of edges bounds the nesting depth.
    fn trees(&mut self) -> Result<Written, ParseError> {
        let mut trees = vec![self.tree()?];
        while self.peek() == Some(b',') {
            self.at += 1;
            trees.push(self.tree()?);
        }
        Ok(join(&mut trees.iter().map(|tree| &tree[..]).collect::<Vec<_>>()))
    }

    fn tree(&mut self) -> Result<Written, ParseError> {
        let mut stalk = Written::new();
        while let Some(edge) = self.peek().filter(|&symbol| is_edge(symbol)) {
            stalk.push(edge);
            self.at += 1;
        }
        if stalk.is_empty() {
            return Err(self.expected("an edge (B, R or G)"));
        }
        if self.peek() != Some(b'[') {
            return Ok(stalk);
        }
        self.at += 1;
        let above = self.trees()?;
        if self.peek() != Some(b']') {
            return Err(self.expected("an edge (B, R or G), ',' or ']'"));
        }
        self.at += 1;
        Ok(carry(&stalk, &above))
    }
}
