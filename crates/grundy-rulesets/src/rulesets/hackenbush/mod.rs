//! Hackenbush: cut an edge; all edges no longer connected to the ground fall.

mod forest;
mod rooted;
mod scene;

use std::sync::Arc;

use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ParseError, Player, Text};
use grundy_game::Game;
use grundy_ruleset::board::rows::Bits;
use grundy_ruleset::board::squares;
use grundy_ruleset::scene::{Scene, Token};
use grundy_ruleset::{Notation, Ruleset};

pub use forest::Forest;
pub use rooted::Rooted;

/// Red-blue-green Hackenbush on trees.
#[derive(Clone, Copy, Debug)]
pub struct Hackenbush {
    /// Whether all edges are green, so that both players may cut every edge.
    green: bool,
}

impl Hackenbush {
    /// The rules for `forest` and its followers; impartial if all edges are green.
    #[must_use]
    pub fn of(forest: &Forest) -> Self {
        Hackenbush { green: forest.is_green() }
    }
}

impl Ruleset for Hackenbush {
    type Position = Forest;

    fn impartial(&self) -> bool {
        self.green
    }

    fn options(&self, forest: &Forest, player: Player) -> impl Iterator<Item = Forest> {
        forest.cuts(player).into_iter()
    }

    fn longest_play(&self, forest: &Forest) -> Option<u64> {
        Some(forest.edges() as u64)
    }

    fn components(&self, forest: Forest) -> impl Iterator<Item = Forest> {
        forest.into_trees().into_iter()
    }

    fn negative(&self, forest: &Forest) -> Option<Forest> {
        Some(forest.negative())
    }

    fn bytes(&self, forest: &Forest) -> usize {
        forest.bytes()
    }
}

impl Notation for Hackenbush {
    fn name(&self) -> &'static str {
        "hackenbush"
    }

    fn players(&self) -> Option<[String; 2]> {
        Some(["blue", "red"].map(String::from))
    }

    fn print(&self, forest: &Forest) -> String {
        forest.print()
    }

    fn read(&self, text: Text<'_>) -> Result<Forest, ParseError> {
        let forest = Forest::read(text)?;
        match text.chars().find(|(_, c)| matches!(c, 'B' | 'R')) {
            Some((at, _)) if self.green => Err(ParseError::new("'G', where all is green", at)),
            _ => Ok(forest),
        }
    }

    fn draw(&self, forest: &Forest) -> String {
        forest.draw()
    }

    fn scene(&self, forest: &Forest) -> Scene {
        scene::forest(forest)
    }

    fn tokens(&self, _: &Scene, from: &Forest, to: &Forest, player: Player) -> Vec<Token> {
        scene::forest_cuts(from, to, player)
    }
}

/// Red-blue-green Hackenbush on any graph that is connected to the ground; a position is
/// the set of remaining edges.
#[derive(Clone, Debug)]
pub struct GraphHackenbush {
    graph: Arc<Rooted>,
    /// The names of edges that were drawn but are not connected to the ground.
    loose: Arc<[String]>,
}

impl GraphHackenbush {
    /// The rules for subgraphs of `graph`.
    #[must_use]
    pub fn new(graph: Rooted) -> Self {
        GraphHackenbush { graph: Arc::new(graph), loose: Arc::default() }
    }

    /// A set of edges given by their numbers; edges that are not connected to the ground have
    /// numbers too.
    fn numbered(&self, text: Text<'_>) -> Result<u128, ParseError> {
        if text.trim().is_empty() {
            return Ok(0);
        }
        let most = self.graph.edges();
        let mut left = 0;
        for word in text.split(',') {
            let number: usize = word.number("the number of an edge")?;
            if !(1..=most).contains(&number) {
                return Err(word.expected(format!("the number of an edge, from 1 to {most}")));
            }
            left |= 1 << (number - 1);
        }
        Ok(left)
    }
}

impl Ruleset for GraphHackenbush {
    type Position = u128;

    fn impartial(&self) -> bool {
        self.graph.is_green()
    }

    fn options(&self, &left: &u128, player: Player) -> impl Iterator<Item = u128> {
        self.graph.cuts(left, player).map(move |edge| self.graph.held(left & !(1 << edge)))
    }

    fn longest_play(&self, edges: &u128) -> Option<u64> {
        Some(edges.count_ones().into())
    }

    // Parts of the graph that share only the ground are independent.
    fn components(&self, left: u128) -> impl Iterator<Item = u128> {
        squares::parts(left, |part| self.graph.touching(part))
    }
}

impl Notation for GraphHackenbush {
    fn name(&self) -> &'static str {
        "hackenbush"
    }

    fn parameters(&self) -> String {
        self.graph.print()
    }

    fn start(&self) -> Option<u128> {
        Some(self.graph.all())
    }

    fn players(&self) -> Option<[String; 2]> {
        Some(["blue", "red"].map(String::from))
    }

    /// The numbers of the edges in the order in which they were drawn, counted from 1.
    fn print(&self, &left: &u128) -> String {
        let numbers = left.squares().map(|edge| (edge + 1).to_string());
        numbers.collect::<Vec<_>>().join(",")
    }

    fn read(&self, text: Text<'_>) -> Result<u128, ParseError> {
        Ok(self.graph.held(self.numbered(text)?))
    }

    fn remark(&self) -> Option<String> {
        let loose = self.loose.join(", ");
        (!loose.is_empty()).then(|| format!("{loose} is left out: nothing holds it to the ground"))
    }

    fn draw(&self, &left: &u128) -> String {
        self.graph.draw(left)
    }

    fn scene(&self, &left: &u128) -> Scene {
        scene::rooted(&self.graph, left)
    }

    fn tokens(&self, _: &Scene, from: &u128, to: &u128, player: Player) -> Vec<Token> {
        scene::rooted_cuts(&self.graph, *from, *to, player)
    }

    /// The edge that is cut; the first one if several have the same effect.
    fn move_name(&self, from: &u128, to: &u128, player: Player) -> String {
        let cut = self
            .graph
            .cuts(*from, player)
            .find(|&edge| self.graph.held(from & !(1 << edge)) == *to);
        cut.map_or_else(|| self.print(to), |edge| self.graph.name(edge))
    }
}

/// Reads trees, or a graph: a graph has an edge with two ends, or a `;` with edges after it.
fn parse(arguments: &Arguments<'_>) -> Result<Box<dyn Game>, ParseError> {
    let (first, second) = arguments.optional();
    let graph = first.filter(|text| second.is_some() || text.as_str().contains('-'));
    let Some(graph) = graph else {
        let forest = Forest::read(arguments.position_only()?)?;
        return Ok(arguments.game_in_words(Hackenbush::of(&forest), forest));
    };
    let (rooted, mut loose) = Rooted::read(graph)?;
    let mut rules = GraphHackenbush::new(rooted);
    let left = match second {
        None => rules.graph.all(),
        // Edges are numbered as they are drawn.
        Some(text) if !loose.is_empty() => {
            let what = format!("no numbers of edges beside {}, which hangs on nothing", loose[0]);
            return Err(text.expected(what));
        }
        Some(text) => {
            let (numbered, left) = (rules.numbered(text)?, rules.read(text)?);
            let names = (numbered & !left).squares().map(|edge| rules.graph.name(edge as usize));
            loose.extend(names);
            left
        }
    };
    rules.loose = loose.into();
    Ok(arguments.game_in_words(rules, left))
}

/// Hackenbush in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "hackenbush",
        aliases: &["red-blue-green-hackenbush"],
        family: Family::Graph,
        title: "Hackenbush",
        about: "Cut an edge of your colour; what no longer hangs on the ground falls. Positions are \
                numbers: halves and quarters of a move can be seen here.",
        rules: "Edges stand on the ground and on each other. Left cuts a blue edge (B), Right a red \
                one (R), and either a green one (G). The edge that is cut leaves, and with it all \
                that is no longer connected to the ground. The player who cannot move loses. A \
                stalk is written from the ground up; trees that stand side by side on the top of an \
                edge are put in brackets. Any other graph is written as paths of vertices, of which \
                0 is the ground, with the colours of the edges between them; behind ';' stand the \
                numbers of the edges that are left. It has at most 128 edges.",
        notation: "hackenbush(TREE, TREE, …), where TREE is a stalk such as BRG, or a stalk that \
                   carries trees, such as B[R, GG]; or hackenbush(PATH, PATH, …), where PATH is \
                   such as 0-B-a-R-b-G-0",
        examples: &[
            "hackenbush(BRB, GG)",
            "hackenbush(B[R,GG], RB)",
            "hackenbush(G[G,GG[G,G]], GGG)",
            "hackenbush(0-B-a-R-b-G-0, a-G-b, b-B-c)",
        ],
        source: "Winning Ways for your Mathematical Plays, chapters 1, 2 and 7",
        parse: &parse,
    }
}
