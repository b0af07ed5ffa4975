//! Sums of games of any rulesets.
//!
//! The components of all terms are numbered first; a position of the sum is
//! then a handful of those numbers, and a ruleset like any other.

use std::sync::Arc;

use hashbrown::HashMap;
use smallvec::SmallVec;

use crate::error::{ParseError, Text};
use crate::game::{Game, Of, Parts, Play};
use crate::graph::{Graph, Node};
use crate::limits::{Limits, Stopped};
use crate::outcome::Convention;
use crate::player::Player;
use crate::ruleset::{HeapRules, Notation, Ruleset};
use crate::solve::top_down::TopDown;
use crate::solve::verify::{Claims, Refused};

/// A disjunctive sum of games without ends of their own.
pub struct SumOfGames {
    /// The games, and whether the players are exchanged in each.
    terms: Vec<(Box<dyn Game>, bool)>,
}

impl SumOfGames {
    /// The sum of these games; the players are exchanged where the flag is set.
    #[must_use]
    pub fn new(mut terms: Vec<(Box<dyn Game>, bool)>) -> Self {
        for (game, negative) in &mut terms {
            *negative &= !game.impartial();
        }
        SumOfGames { terms }
    }

    /// The sum as a position of one ruleset.
    fn join(&self, limits: &Limits<'_>) -> Result<Of<Join>, Stopped> {
        let mut joined = Joined::default();
        let mut position = SmallVec::new();
        for (game, negative) in &self.terms {
            let parts = game.components(true, limits)?;
            let names: Vec<(String, String)> = parts
                .graph
                .nodes()
                .map(|node| {
                    let game = parts.game(node);
                    let sign = if *negative { "-" } else { "" };
                    (format!("{sign}{}", game.text()), format!("{sign}{}", game.drawing()))
                })
                .collect();
            let graph = if *negative { parts.graph.negative() } else { parts.graph };
            let offset = joined.graph.append(&graph);
            for (name, drawing) in names {
                let node = joined.names.len() as Node;
                // Components that are written alike are alike.
                joined.first.push(*joined.by_name.entry(name.clone()).or_insert(node));
                joined.names.push(name);
                joined.drawings.push(drawing);
            }
            position.extend(parts.start.iter().map(|node| joined.first[(node + offset) as usize]));
        }
        position.sort_unstable();
        Ok(Of { rules: Join(Arc::new(joined)), position })
    }

    fn signed_text(game: &dyn Game, negative: bool) -> String {
        format!("{}{}", if negative { "-" } else { "" }, game.text())
    }
}

impl Game for SumOfGames {
    fn text(&self) -> String {
        let text = |(game, negative): &(Box<dyn Game>, bool)| Self::signed_text(&**game, *negative);
        match self.terms.as_slice() {
            [] => "0".to_string(),
            terms => terms.iter().map(text).collect::<Vec<_>>().join(" + "),
        }
    }

    fn position(&self) -> String {
        self.text()
    }

    fn ruleset(&self) -> String {
        "sum".to_string()
    }

    fn drawing(&self) -> String {
        let drawing = |(game, negative): &(Box<dyn Game>, bool)| {
            format!("{}{}", if *negative { "minus\n" } else { "" }, game.drawing())
        };
        self.terms.iter().map(drawing).collect::<Vec<_>>().join("\n+\n")
    }

    fn impartial(&self) -> bool {
        self.terms.iter().all(|(game, _)| game.impartial())
    }

    fn has_ends(&self) -> bool {
        false
    }

    fn explore(&self, limits: &Limits<'_>) -> Result<Play, Stopped> {
        self.join(limits)?.explore(limits)
    }

    fn components(&self, split: bool, limits: &Limits<'_>) -> Result<Parts, Stopped> {
        self.join(limits)?.components(split, limits)
    }

    fn top_down(
        &self,
        mover: Player,
        convention: Convention,
        limits: &Limits<'_>,
    ) -> Result<TopDown, Stopped> {
        self.join(limits)?.top_down(mover, convention, limits)
    }

    fn verify(
        &self,
        claims: &mut Claims<'_>,
        convention: Convention,
        limits: &Limits<'_>,
    ) -> Result<usize, Refused> {
        self.join(limits)?.verify(claims, convention, limits)
    }

    fn options(&self, player: Player) -> Vec<Box<dyn Game>> {
        let mut options: Vec<Box<dyn Game>> = Vec::new();
        for (i, (game, negative)) in self.terms.iter().enumerate() {
            let mover = if *negative { player.opponent() } else { player };
            for option in game.options(mover) {
                let replaced = |(j, (other, sign)): (usize, &(Box<dyn Game>, bool))| {
                    (if i == j { option.boxed() } else { other.boxed() }, *sign)
                };
                let terms = self.terms.iter().enumerate().map(replaced).collect();
                options.push(Box::new(SumOfGames { terms }));
            }
        }
        options
    }

    fn terms(&self) -> Vec<Box<dyn Game>> {
        let term = |(game, negative): &(Box<dyn Game>, bool)| match negative {
            false => game.boxed(),
            true => Box::new(SumOfGames { terms: vec![(game.boxed(), true)] }) as Box<dyn Game>,
        };
        self.terms.iter().map(term).collect()
    }

    fn heaps(&self) -> Option<(&dyn HeapRules, Vec<u64>)> {
        None
    }

    fn with_heaps(&self, _: &[u64]) -> Option<Box<dyn Game>> {
        None
    }

    fn boxed(&self) -> Box<dyn Game> {
        let terms = self.terms.iter().map(|(game, negative)| (game.boxed(), *negative)).collect();
        Box::new(SumOfGames { terms })
    }
}

/// The rules of play in a sum of numbered components.
#[derive(Clone)]
struct Join(Arc<Joined>);

#[derive(Default)]
struct Joined {
    graph: Graph,
    names: Vec<String>,
    drawings: Vec<String>,
    by_name: HashMap<String, Node>,
    /// For each node the first that is written like it.
    first: Vec<Node>,
}

impl Ruleset for Join {
    /// The components, sorted.
    type Position = SmallVec<[Node; 4]>;

    fn impartial(&self) -> bool {
        self.0.graph.impartial()
    }

    fn options(
        &self,
        position: &Self::Position,
        player: Player,
    ) -> impl Iterator<Item = Self::Position> {
        let joined = &self.0;
        position.iter().enumerate().flat_map(move |(i, &node)| {
            // Of equal components one is enough.
            let again = i > 0 && position[i - 1] == node;
            let options =
                joined.graph.options(node, player).take(if again { 0 } else { usize::MAX });
            options.map(move |sum| {
                let mut next = position.clone();
                next.remove(i);
                next.extend(sum.iter().map(|&term| joined.first[term as usize]));
                next.sort_unstable();
                next
            })
        })
    }

    fn components(&self, position: Self::Position) -> impl Iterator<Item = Self::Position> {
        position.into_iter().map(|node| SmallVec::from_slice(&[node]))
    }

    fn bytes(&self, position: &Self::Position) -> usize {
        size_of::<Self::Position>() + if position.spilled() { 4 * position.len() } else { 0 }
    }
}

impl Notation for Join {
    fn name(&self) -> &'static str {
        "sum"
    }

    fn print(&self, position: &Self::Position) -> String {
        if position.is_empty() {
            return "0".to_string();
        }
        let names: Vec<&str> =
            position.iter().map(|&node| self.0.names[node as usize].as_str()).collect();
        names.join(" + ")
    }

    fn read(&self, text: Text<'_>) -> Result<Self::Position, ParseError> {
        let mut position = Self::Position::new();
        if text.as_str().trim() == "0" {
            return Ok(position);
        }
        for name in terms(text.as_str()) {
            let node = self.0.by_name.get(name.trim());
            position.push(*node.ok_or_else(|| text.expected("a sum of components in play"))?);
        }
        position.sort_unstable();
        Ok(position)
    }

    fn spell(&self, position: &Self::Position) -> String {
        self.print(position)
    }

    fn draw(&self, position: &Self::Position) -> String {
        let drawings: Vec<&str> =
            position.iter().map(|&node| self.0.drawings[node as usize].as_str()).collect();
        drawings.join("\n+\n")
    }
}

/// The terms of a printed sum: what stands between the pluses outside of
/// parentheses and quotation marks.
fn terms(text: &str) -> Vec<&str> {
    let (mut terms, mut start) = (Vec::new(), 0);
    let (mut depth, mut quoted, mut escaped) = (0usize, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b'(' if !quoted => depth += 1,
            b')' if !quoted => depth = depth.saturating_sub(1),
            b'+' if !quoted && depth == 0 => {
                terms.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    terms.push(&text[start..]);
    terms
}
