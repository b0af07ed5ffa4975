//! Col and Snort: colour the regions of a map so that neighbours never have the same
//! colour (Col), or never have different colours (Snort).

use std::marker::PhantomData;
use std::sync::Arc;

use crate::catalogue::{Arguments, Entry, Family};
use crate::rulesets::on_board::ColouringOnBoard;
use grundy_base::{ParseError, Player, Text};
use grundy_game::Game;
use grundy_ruleset::board::graph::{DrawnGraph, Edges, members};
use grundy_ruleset::board::rows::Bits;
use grundy_ruleset::board::squares::{FREE, LEFT, MISSING, RIGHT, Squares, Stones};
use grundy_ruleset::board::wide::Wide;
use grundy_ruleset::board::{grid, squares};
use grundy_ruleset::scene::graph::GraphScene;
use grundy_ruleset::scene::{Look, Owner, Piece, Scene, Stroke, Token, squares as scenes};
use grundy_ruleset::words::{InWords, Words, halves, whole};
use grundy_ruleset::{Notation, Ruleset, Shape, Sizes, Symmetry};

/// Which neighbours are forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Neighbours of the same colour.
    Col,
    /// Neighbours of different colours.
    Snort,
}

/// The regions that each player may colour. A region that nobody may colour no longer
/// matters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct May<B = u128> {
    pub(super) left: B,
    pub(super) right: B,
}

impl InWords for May {
    type Words = Words<5>;

    fn to_words(&self) -> Words<5> {
        let ([a, b], [c, d]) = (halves(self.left), halves(self.right));
        Words::padded([a, b, c, d])
    }

    fn from_words(&Words([a, b, c, d, _]): &Words<5>) -> May {
        May { left: whole(a, b), right: whole(c, d) }
    }
}

impl<B: Bits> May<B> {
    /// The regions that at least one player may colour.
    fn any(self) -> B {
        self.left | self.right
    }
}

impl Rule {
    const fn name(self) -> &'static str {
        match self {
            Rule::Col => "col",
            Rule::Snort => "snort",
        }
    }

    /// The position after a player colours `region`, whose neighbours are `near`.
    pub(super) fn colour<B: Bits>(self, may: May<B>, player: Player, region: B, near: B) -> May<B> {
        let loses = match (self, player) {
            (Rule::Col, Player::Left) | (Rule::Snort, Player::Right) => {
                May { left: near, right: B::EMPTY }
            }
            (Rule::Col, Player::Right) | (Rule::Snort, Player::Left) => {
                May { left: B::EMPTY, right: near }
            }
        };
        May { left: may.left & !(region | loses.left), right: may.right & !(region | loses.right) }
    }

    /// The regions that a move in `part` may affect. In Col, colouring a region affects the
    /// neighbours that the same player may colour; in Snort, those that the opponent may.
    fn linked<B: Bits>(self, may: May<B>, part: B, beside: impl Fn(B) -> B) -> B {
        let (left, right) = (beside(part & may.left), beside(part & may.right));
        match self {
            Rule::Col => left & may.left | right & may.right,
            Rule::Snort => left & may.right | right & may.left,
        }
    }
}

impl<B: Bits> May<B> {
    fn of(self, player: Player) -> B {
        match player {
            Player::Left => self.left,
            Player::Right => self.right,
        }
    }

    /// The regions that are free, or reserved for either player.
    fn marks(self) -> [(B, usize); 3] {
        let May { left, right } = self;
        [(left & right, FREE), (left & !right, LEFT), (right & !left, RIGHT)]
    }
}

/// Col or Snort on the squares of a board: some free, some reserved for one of the players.
#[derive(Clone, Copy, Debug)]
pub struct BoardColouring<B = u128> {
    pub(super) rule: Rule,
    boards: PhantomData<B>,
}

impl<B> BoardColouring<B> {
    pub(super) const fn new(rule: Rule) -> Self {
        BoardColouring { rule, boards: PhantomData }
    }
}

const RESERVED: &str = "#.lr";
/// The characters that can be read; they include coloured squares.
const DRAWN: &str = "#.lrxo";

pub(super) fn may<B: Bits>(board: &Stones<B>) -> May<B> {
    let free = board.holding(FREE);
    May { left: free | board.holding(LEFT), right: free | board.holding(RIGHT) }
}

/// The board with squares free or reserved as in `may`; all others are missing.
pub(super) fn reserve<B: Bits>(board: &Stones<B>, may: May<B>) -> Stones<B> {
    let empty = board.put(!B::EMPTY, MISSING);
    may.marks().into_iter().fold(empty, |board, (set, mark)| board.put(set, mark))
}

impl<B: Bits> Ruleset for BoardColouring<B> {
    type Position = Stones<B>;

    fn options(&self, &board: &Stones<B>, player: Player) -> impl Iterator<Item = Stones<B>> {
        let (rule, may) = (self.rule, may(&board));
        may.of(player).squares().map(move |square| {
            let region = B::only(square);
            reserve(&board, rule.colour(may, player, region, board.beside(region)))
        })
    }

    fn longest_play(&self, board: &Stones<B>) -> Option<u64> {
        Some(may(board).any().count().into())
    }

    fn components(&self, board: Stones<B>) -> impl Iterator<Item = Stones<B>> {
        let (rule, may) = (self.rule, may(&board));
        let linked = move |part| rule.linked(may, part, |set| board.beside(set));
        squares::parts(may.any(), linked).map(move |part| board.keep(part).up_to_symmetry())
    }

    fn negative(&self, board: &Stones<B>) -> Option<Stones<B>> {
        Some(board.exchange(LEFT, RIGHT))
    }

    fn representative(&self, board: Stones<B>) -> (Stones<B>, bool) {
        squares::up_to_sign(board, board.exchange(LEFT, RIGHT).up_to_symmetry())
    }
}

impl<B: Bits> Notation for BoardColouring<B> {
    fn name(&self) -> &'static str {
        self.rule.name()
    }

    fn players(&self) -> Option<[String; 2]> {
        Some(["blue", "red"].map(String::from))
    }

    fn print(&self, board: &Stones<B>) -> String {
        board.print(RESERVED)
    }

    /// Replaces coloured squares by their effect on their neighbours.
    fn read(&self, text: Text<'_>) -> Result<Stones<B>, ParseError> {
        let drawn = Squares::<3, B>::read_or_size(text, DRAWN, |_, _, _| FREE)?;
        let board =
            Stones::read_or_size(Text::new(&drawn.print("#.lr##")), RESERVED, |_, _, _| FREE)?;
        let colour = |may, (mark, player)| {
            let region = drawn.holding(mark);
            self.rule.colour(may, player, region, drawn.beside(region))
        };
        let coloured =
            [(4, Player::Left), (5, Player::Right)].into_iter().fold(may(&board), colour);
        Ok(reserve(&board, coloured))
    }

    fn sizes(&self) -> Option<Sizes> {
        Some(Sizes {
            shape: Shape::Board,
            squares: ".lr#",
            others: "xo",
            pieces: ["xl", "or"],
            symmetry: Symmetry::All,
        })
    }

    fn draw(&self, board: &Stones<B>) -> String {
        board.draw(RESERVED)
    }

    fn scene(&self, board: &Stones<B>) -> Scene {
        let rows = scenes::rows(&self.print(board)).unwrap_or_default();
        scenes::of_rows(&rows, |c| match c {
            'l' => Some(Piece::new(Look::Reserved, Owner::Left)),
            'r' => Some(Piece::new(Look::Reserved, Owner::Right)),
            '#' => Some(Piece::new(Look::Missing, Owner::Nobody)),
            _ => None,
        })
    }

    /// Any square whose colour has this effect.
    fn tokens(&self, _: &Scene, from: &Stones<B>, to: &Stones<B>, player: Player) -> Vec<Token> {
        let (before, after) = (may(from), may(to));
        let gone = before.of(player) & !after.of(player);
        let coloured = gone.squares().filter(|&square| {
            let region = B::only(square);
            self.rule.colour(before, player, region, from.beside(region)) == after
        });
        coloured.map(|square| put(square as usize, player)).collect()
    }

    /// The square that is coloured.
    fn move_name(&self, from: &Stones<B>, to: &Stones<B>, player: Player) -> String {
        let (before, after) = (may(from), may(to));
        let gone = before.of(player) & !after.of(player);
        // Several squares may have been lost; the coloured one is the neighbour of the
        // others.
        let moves = gone.squares().filter(|&square| {
            let region = B::only(square);
            self.rule.colour(before, player, region, from.beside(region)) == after
        });
        moves.map(|square| from.name(square)).next().unwrap_or_default()
    }
}

/// Col or Snort on a graph of at most 64 vertices.
#[derive(Clone, Debug)]
pub struct GraphColouring {
    rule: Rule,
    graph: Arc<(DrawnGraph, Vec<u64>)>,
}

impl GraphColouring {
    /// Reads a graph such as `a-b, b-c, d`.
    pub fn parse(rule: Rule, text: Text<'_>) -> Result<Self, ParseError> {
        let drawn = DrawnGraph::read(text, Edges::Lines, 64)?;
        let near = drawn.neighbour_sets().ok_or_else(|| text.expected("at most 64 vertices"))?;
        Ok(GraphColouring { rule, graph: Arc::new((drawn, near)) })
    }

    fn beside(&self, set: u128) -> u128 {
        let near = |vertex| u128::from(self.graph.1[usize::from(vertex)]);
        members(set as u64).fold(0, |all, vertex| all | near(vertex))
    }

    fn all(&self) -> May {
        let all = u128::from(u64::MAX >> (64 - self.graph.1.len()));
        May { left: all, right: all }
    }

    /// The layout of the whole graph.
    fn drawn(&self) -> GraphScene {
        self.graph.0.laid_out()
    }

    fn words(&self, may: May) -> Vec<String> {
        let letters = [(may.right & !may.left, "r:"), (may.left & !may.right, "l:")];
        members((may.left | may.right) as u64)
            .map(|vertex| {
                let letter = letters.iter().find(|(set, _)| set >> vertex & 1 == 1);
                format!("{}{}", letter.map_or("", |(_, letter)| letter), self.graph.0.name(vertex))
            })
            .collect()
    }
}

impl Ruleset for GraphColouring {
    type Position = May;

    fn options(&self, &may: &May, player: Player) -> impl Iterator<Item = May> {
        may.of(player).squares().map(move |vertex| {
            let region = 1 << vertex;
            self.rule.colour(may, player, region, self.beside(region))
        })
    }

    fn longest_play(&self, may: &May) -> Option<u64> {
        Some(may.any().count_ones().into())
    }

    fn components(&self, may: May) -> impl Iterator<Item = May> {
        let linked = move |part| self.rule.linked(may, part, |set| self.beside(set));
        squares::parts(may.any(), linked)
            .map(move |part| May { left: may.left & part, right: may.right & part })
    }

    fn negative(&self, &May { left, right }: &May) -> Option<May> {
        Some(May { left: right, right: left })
    }
}

impl Notation for GraphColouring {
    fn name(&self) -> &'static str {
        self.rule.name()
    }

    fn parameters(&self) -> String {
        self.graph.0.print()
    }

    fn start(&self) -> Option<May> {
        Some(self.all())
    }

    fn players(&self) -> Option<[String; 2]> {
        Some(["blue", "red"].map(String::from))
    }

    fn print(&self, &may: &May) -> String {
        self.words(may).join(",")
    }

    fn read(&self, text: Text<'_>) -> Result<May, ParseError> {
        let mut may = May::default();
        if text.trim().is_empty() {
            return Ok(may);
        }
        for word in text.split(',') {
            let (letter, name) = match word.split_once(":") {
                Some((letter, name)) => (letter.as_str(), name),
                None => ("lr", word),
            };
            if !["l", "r", "lr"].contains(&letter) {
                return Err(word.expected("'l:' or 'r:' and the name of a vertex, or its name"));
            }
            let set = match self.graph.0.read_vertices(name)?.as_slice() {
                [vertex] => 1 << vertex,
                _ => return Err(name.expected("the name of a vertex of the graph")),
            };
            may.left |= if letter.contains('l') { set } else { 0 };
            may.right |= if letter.contains('r') { set } else { 0 };
        }
        Ok(may)
    }

    /// Each line has a vertex with its neighbours.
    fn draw(&self, &may: &May) -> String {
        let (drawn, near) = &*self.graph;
        let left = (may.left | may.right) as u64;
        let line = |(vertex, word): (u16, String)| {
            let near = members(near[usize::from(vertex)] & left);
            let near: Vec<&str> = near.map(|other| drawn.name(other)).collect();
            format!("{word} ── {}", near.join(" ")).trim_end_matches(" ── ").to_string()
        };
        members(left).zip(self.words(may)).map(line).collect::<Vec<_>>().join("\n")
    }

    fn scene(&self, &may: &May) -> Scene {
        let graph = self.drawn();
        let left = may.left | may.right;
        let mut scene = graph.scene(|vertex| left >> vertex & 1 == 1);
        for (edge, &(a, b)) in graph.edges.iter().enumerate() {
            if left >> a & left >> b & 1 == 1 {
                scene.lines.push(graph.line(edge, Stroke::Edge(Owner::Nobody)));
            }
        }
        let kept = [(may.left & !may.right, Owner::Left), (may.right & !may.left, Owner::Right)];
        for (set, owner) in kept {
            for vertex in set.squares() {
                let place = &mut scene.places[vertex as usize];
                place.piece = Some(Piece::new(Look::Reserved, owner));
                // The piece covers the middle of the vertex, so the name is moved.
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

    /// Any vertex whose colour has this effect.
    fn tokens(&self, _: &Scene, from: &May, to: &May, player: Player) -> Vec<Token> {
        let gone = from.of(player) & !to.of(player);
        let coloured = gone.squares().filter(|&vertex| {
            let region = 1 << vertex;
            self.rule.colour(*from, player, region, self.beside(region)) == *to
        });
        coloured.map(|vertex| put(vertex as usize, player)).collect()
    }

    /// The vertex that is coloured; the first one if several have the same effect.
    fn move_name(&self, from: &May, to: &May, player: Player) -> String {
        let found = members(from.of(player) as u64).find(|&vertex| {
            let region = 1 << vertex;
            self.rule.colour(*from, player, region, self.beside(region)) == *to
        });
        found.map_or_else(|| self.print(to), |vertex| self.graph.0.name(vertex).to_string())
    }
}

/// The token with which a player colours a place.
fn put(place: usize, player: Player) -> Token {
    let piece = Some(Piece::new(Look::Stone, Owner::of(player)));
    Token::Put { places: vec![place], piece }
}

/// Reads a board, or a graph: a graph has an edge or a comma, or a `;` with vertices after
/// it.
fn parse(rule: Rule, arguments: &Arguments<'_>) -> Result<Box<dyn Game>, ParseError> {
    let (first, second) = arguments.optional();
    let graph = first.filter(|text| second.is_some() || text.as_str().contains(['-', ',']));
    let Some(graph) = graph else {
        let text = arguments.position_only()?;
        if grid::area(text) > u128::BITS as usize {
            let rules = BoardColouring::<Wide>::new(rule);
            return Ok(arguments.game_in_words(rules, rules.read(text)?));
        }
        let rules = BoardColouring::<u128>::new(rule);
        let board = rules.read(text)?;
        let narrow =
            move |_: &BoardColouring, board: &Stones| ColouringOnBoard::<u64>::new(rule, board);
        let wide =
            move |_: &BoardColouring, board: &Stones| ColouringOnBoard::<u128>::new(rule, board);
        return Ok(arguments.packed_game_by_size(rules, board, narrow, wide));
    };
    let rules = GraphColouring::parse(rule, graph)?;
    let may = second.map_or(Ok(rules.all()), |text| rules.read(text))?;
    Ok(arguments.game_in_words(rules, may))
}

/// Col in the catalogue.
pub const fn col() -> Entry {
    Entry {
        name: "col",
        aliases: &[],
        family: Family::Grid,
        title: "Col",
        about: "Colour a field of a map; neighbouring fields must not have the same colour. Whoever \
                has no field left to colour loses.",
        rules: "Left colours a square blue 'x', Right red 'o'; neighbours, across or down, never get \
                the same colour. The player who cannot move loses. A board is drawn with free squares \
                '.', coloured ones, and missing squares '#', rows parted by '|', or given by its \
                size, width by height, when nothing is coloured. What the colours leave is drawn too: \
                'l' is a square that only Left may colour, 'r' one that only Right may. It has at \
                most 256 squares. It is also played on the vertices of a graph of at most 64, with \
                an edge at least; behind ';' stand the vertices that are left, as a, l:b, r:c.",
        notation: "col(ROW|ROW|…) or col(WIDTHxHEIGHT) or col(a-b, b-c; a, l:b)",
        examples: &["col(3x2)", "col(x..|.#.)", "col(l.|.r)", "col(a-b-c-a, c-d)"],
        source: "Winning Ways for your Mathematical Plays, chapter 2 (Colin Vout's game); J. H. \
                 Conway, On Numbers and Games, chapter 8",
        parse: &|arguments: &Arguments<'_>| parse(Rule::Col, arguments),
    }
}

/// Snort in the catalogue.
pub const fn snort() -> Entry {
    Entry {
        name: "snort",
        aliases: &["cats-and-dogs"],
        family: Family::Grid,
        title: "Snort",
        about: "Put your animals into fields; bulls and cows must not stand in neighbouring fields. \
                Every move keeps space for yourself, so everyone wants to be first.",
        rules: "Left puts bulls 'x', Right cows 'o', into the fields of a board, one a field; \
                neighbouring fields, across or down, never hold both. The player who cannot move \
                loses. A board is drawn with free fields '.', those that hold animals, and missing \
                ones '#', rows parted by '|', or given by its size, width by height, when it is \
                empty. What the animals leave is drawn too: 'l' is a field for Left only, 'r' one for \
                Right only. It has at most 256 fields. It is also played on the vertices of a graph \
                of at most 64, with an edge at least; behind ';' stand the vertices that are left, as \
                a, l:b, r:c.",
        notation: "snort(ROW|ROW|…) or snort(WIDTHxHEIGHT) or snort(a-b, b-c; a, l:b)",
        examples: &["snort(3x2)", "snort(x..|.#.)", "snort(l.|.r)", "snort(a-b-c-a, c-d)"],
        source: "Winning Ways for your Mathematical Plays, chapter 6 (Simon Norton's game); J. H. \
                 Conway, On Numbers and Games, chapter 8",
        parse: &|arguments: &Arguments<'_>| parse(Rule::Snort, arguments),
    }
}
