//! Games on ordered sets: take an element together with all greater elements.
//!
//! # Known answers
//!
//! Chains side by side are Nim, and a rectangle without its least element is Chomp. The other
//! values were found by hand.
//!
//! ```text
//! poset-game(a) => outcome=N value=*
//! poset-game(c>b>a) => outcome=N value=*3
//! poset-game(c>b>a, e>d, f) => outcome=P value=0
//! poset-game(b>a, c>a) => outcome=N value=*
//! poset-game(c>a, c>b) => outcome=N value=*2
//! poset-game(b>a, c>a, d>b, d>c) => outcome=N
//! poset-game(f>e>d, c>b>a, d>a, e>b, f>c; b,c,d,e,f) => outcome=N
//! ```

use std::sync::Arc;

use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ParseError, Player, Text};
use grundy_ruleset::board::graph::{DrawnGraph, Edges, connected_parts, members};
use grundy_ruleset::scene::{Owner, Scene, Stroke, Token};
use grundy_ruleset::{Notation, Ruleset};

/// The game on an ordered set; a position is the set of elements left.
#[derive(Clone, Debug)]
pub struct PosetGame {
    order: Arc<Order>,
}

#[derive(Debug)]
struct Order {
    drawn: DrawnGraph,
    /// For each element, the element itself and all greater ones.
    above: Vec<u64>,
    /// For each element, the elements that are greater or less.
    related: Vec<u64>,
}

impl PosetGame {
    /// Reads relations such as `c>a, c>b, d` of at most 64 elements.
    pub fn parse(text: Text<'_>) -> Result<Self, ParseError> {
        let drawn = DrawnGraph::read(text, Edges::Arrows, 64)?;
        let elements = usize::from(drawn.vertices());
        let mut above: Vec<u64> = (0..elements).map(|element| 1 << element).collect();
        for &(greater, less) in drawn.edges() {
            if greater == less {
                let name = drawn.name(less);
                return Err(text.expected(format!("an order, in which {name} is not above itself")));
            }
            above[usize::from(less)] |= 1 << greater;
        }
        // An element that is above `middle` is above all that `middle` is above.
        for middle in 0..elements {
            let more = above[middle];
            for set in &mut above {
                *set |= if *set >> middle & 1 == 1 { more } else { 0 };
            }
        }
        for (element, &set) in (0..).zip(&above) {
            let twin =
                |other: u16| other > element && above[usize::from(other)] >> element & 1 == 1;
            if let Some(other) = members(set).find(|&other| twin(other)) {
                let (one, other) = (drawn.name(element), drawn.name(other));
                return Err(text.expected(format!(
                    "an order, in which {one} and {other} are not above each other"
                )));
            }
        }
        let below = |element: usize| {
            (0..elements)
                .filter(|&other| above[other] >> element & 1 == 1)
                .fold(0, |set, other| set | 1u64 << other)
        };
        let related = (0..elements).map(|element| above[element] | below(element)).collect();
        Ok(PosetGame { order: Arc::new(Order { drawn, above, related }) })
    }

    fn all(&self) -> u64 {
        u64::MAX >> (64 - self.order.above.len())
    }

    /// The element whose choice turns `from` into `to`.
    fn taken(&self, from: u64, to: u64) -> Option<u16> {
        let above = |element: &u16| self.order.above[usize::from(*element)];
        members(from & !to).find(|element| from & !above(element) == to)
    }
}

impl Ruleset for PosetGame {
    type Position = u64;

    fn impartial(&self) -> bool {
        true
    }

    fn options(&self, &left: &u64, _: Player) -> impl Iterator<Item = u64> {
        members(left).map(move |element| left & !self.order.above[usize::from(element)])
    }

    fn longest_play(&self, left: &u64) -> Option<u64> {
        Some(left.count_ones().into())
    }

    /// A move removes only elements that are related to one another.
    fn components(&self, left: u64) -> impl Iterator<Item = u64> {
        connected_parts(&self.order.related, left)
    }

    fn negative(&self, left: &u64) -> Option<u64> {
        Some(*left)
    }
}

impl Notation for PosetGame {
    fn name(&self) -> &'static str {
        "poset-game"
    }

    fn parameters(&self) -> String {
        self.order.drawn.print()
    }

    fn start(&self) -> Option<u64> {
        Some(self.all())
    }

    fn print(&self, &left: &u64) -> String {
        self.order.drawn.print_vertices(members(left))
    }

    fn read(&self, text: Text<'_>) -> Result<u64, ParseError> {
        let elements = self.order.drawn.read_vertices(text)?;
        Ok(elements.into_iter().fold(0, |left, element| left | 1 << element))
    }

    /// A line for each element, with the greater elements.
    fn draw(&self, &left: &u64) -> String {
        let Order { drawn, above, .. } = &*self.order;
        let line = |element: u16| {
            let more = members(above[usize::from(element)] & left & !(1 << element));
            let more: Vec<&str> = more.map(|other| drawn.name(other)).collect();
            let mark = if more.is_empty() { "" } else { " < " };
            format!("{}{mark}{}", drawn.name(element), more.join(" "))
        };
        members(left).map(line).collect::<Vec<_>>().join("\n")
    }

    /// Arrows lead from greater elements to smaller ones, as they were drawn.
    fn scene(&self, &left: &u64) -> Scene {
        let graph = self.order.drawn.laid_out();
        let mut scene = graph.scene(|element| left >> element & 1 == 1);
        let is_left = |edge: usize| {
            let (a, b) = graph.edges[edge];
            left >> a & left >> b & 1 == 1
        };
        let edges = (0..graph.edges.len()).filter(|&edge| is_left(edge));
        scene.lines.extend(edges.map(|edge| graph.line(edge, Stroke::Arrow(Owner::Nobody))));
        scene
    }

    fn tokens(&self, _: &Scene, from: &u64, to: &u64, _: Player) -> Vec<Token> {
        let gone = members(from & !to).map(usize::from).collect();
        let at = self.taken(*from, *to).map(usize::from);
        vec![Token::Cut { at, gone }]
    }

    /// The element that is chosen.
    fn move_name(&self, from: &u64, to: &u64, _: Player) -> String {
        let taken = self.taken(*from, *to);
        taken.map_or_else(|| self.print(to), |element| self.order.drawn.name(element).to_string())
    }
}

/// The game on ordered sets in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "poset-game",
        aliases: &["poset", "chomp-on-a-poset"],
        family: Family::Graph,
        title: "Poset game",
        about: "Choose an element of an ordered set and remove it with all that is greater; whoever \
                finds nothing left loses. Nim, Chomp and Green Hackenbush on trees are such games.",
        rules: "There is an ordered set, given by relations: c>b says that c is greater than b. A \
                move chooses an element and removes it together with all that are greater. The \
                player who cannot move loses. Behind ';' stand the elements that are left. Chains \
                side by side are Nim. Chomp on an ordered set, in which whoever takes its least \
                element loses, is the game without that element. A set has at most 64 elements.",
        notation: "poset-game(RELATION, RELATION, …) or poset-game(RELATION, …; ELEMENT,ELEMENT,…), \
                   where RELATION is b>a, a chain c>b>a, or a lone element",
        examples: &[
            "poset-game(c>a, c>b, d>b)",
            "poset-game(f>e>d, c>b>a, d>a, e>b, f>c; b,c,d,e,f)",
        ],
        source: "Frederik Schuh, Spel van delers, 1952; Winning Ways for your Mathematical Plays, \
                 chapter 18; Daniel Grier, Deciding the winner of an arbitrary finite poset game is \
                 PSPACE-complete, 2013",
        parse: &|arguments: &Arguments<'_>| {
            let (relations, left) = arguments.optional();
            let missing = || ParseError::new("relations in parentheses", arguments.end());
            let rules = PosetGame::parse(relations.ok_or_else(missing)?)?;
            let position = left.map_or(Ok(rules.all()), |text| rules.read(text))?;
            Ok(arguments.game_in_words(rules, position))
        },
    }
}
