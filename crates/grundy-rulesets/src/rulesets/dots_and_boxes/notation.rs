//! Writes, reads and draws games of Dots and Boxes.

use super::table::Edges;
use super::{DotsAndBoxes, Drawn};
use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ParseError, Player, Text};
use grundy_game::{Compiled, Game, Of};
use grundy_ruleset::Notation;
use grundy_ruleset::board::grid;
use grundy_ruleset::board::wide::Wide;
use grundy_ruleset::scene::{Ground, Kind, Label, Line, Place, Scene, Spot, Stroke, Token};

/// The distance of two dots in a scene.
const SIDE: f64 = 1.4;
/// The distance from the border of a scene to the first dots.
const BORDER: f64 = 0.3;

impl<B: Edges> DotsAndBoxes<B> {
    /// The number of rows of edges in the text.
    const fn rows(&self) -> usize {
        2 * self.height as usize + 1
    }

    /// The number of edges of a row, and the character for a drawn one. Rows of horizontal and
    /// of vertical edges alternate.
    const fn row(&self, row: usize) -> (usize, char) {
        match row % 2 {
            0 => (self.width as usize, '-'),
            _ => (self.width as usize + 1, 'I'),
        }
    }

    /// Column and row of the dots at the two ends of each edge, in the order of edge numbers;
    /// rows are counted from the top.
    pub(super) fn ends(&self) -> impl Iterator<Item = [(usize, usize); 2]> {
        (0..self.rows()).flat_map(move |row| {
            let (flat, y) = (row % 2 == 0, row / 2);
            let end = move |x| if flat { (x + 1, y) } else { (x, y + 1) };
            (0..self.row(row).0).map(move |x| [(x, y), end(x)])
        })
    }

    pub(super) fn print_edges(&self, edges: B) -> String {
        let (mut text, mut number) = (String::new(), 0);
        for row in 0..self.rows() {
            let (length, sign) = self.row(row);
            text.extend((row > 0).then_some('|'));
            for _ in 0..length {
                text.push(if edges.holds(number) { sign } else { '.' });
                number += 1;
            }
        }
        text
    }

    pub(super) fn read_edges(&self, text: Text<'_>) -> Result<B, ParseError> {
        if text.split('|').count() != self.rows() {
            return Err(text.expected(format!("{} rows of edges, parted by '|'", self.rows())));
        }
        let (mut edges, mut number) = (B::EMPTY, 0);
        for (i, row) in text.split('|').enumerate() {
            let (length, sign) = self.row(i);
            for (at, c) in row.chars() {
                if c != '.' && c != sign {
                    return Err(ParseError::new(format!("an edge ('.', '{sign}')"), at));
                }
            }
            if row.as_str().len() != length {
                return Err(row.expected(format!("a row of {length} edges")));
            }
            for (_, c) in row.chars() {
                if c == sign {
                    edges |= B::only(number);
                }
                number += 1;
            }
        }
        Ok(edges)
    }

    /// Reads the numbers of boxes that the players have closed, whose sum must be `closed`,
    /// and returns Left's.
    fn read_boxes(text: Text<'_>, closed: u32) -> Result<u8, ParseError> {
        let expected = || text.expected("the boxes of Left and of Right, such as 1-0, or a turn");
        let (left, right) = text.split_once("-").ok_or_else(expected)?;
        let (left, right): (u32, u32) = (left.number("boxes")?, right.number("boxes")?);
        if left.checked_add(right) != Some(closed) {
            let boxes = if closed == 1 { "box" } else { "boxes" };
            return Err(text.expected(format!("{closed} {boxes} in all, as many as are closed")));
        }
        Ok(left as u8)
    }
}

impl<B: Edges> Notation for DotsAndBoxes<B> {
    fn name(&self) -> &'static str {
        "dots-and-boxes"
    }

    fn parameters(&self) -> String {
        format!("{}x{}", self.width, self.height)
    }

    fn start(&self) -> Option<Drawn<B>> {
        Some(Drawn::default())
    }

    fn print(&self, drawn: &Drawn<B>) -> String {
        let mut text = self.print_edges(drawn.edges);
        if self.closed(drawn.edges) > 0 {
            let [left, right] = Player::BOTH.map(|player| self.of(drawn, player));
            text += &format!(", {left}-{right}");
        }
        match drawn.turn {
            Some(player) => format!("{text}, {}", player.word()),
            None => text,
        }
    }

    fn read(&self, text: Text<'_>) -> Result<Drawn<B>, ParseError> {
        let mut parts = text.split(',');
        let edges = self.read_edges(parts.next().unwrap_or(text))?;
        let closed = self.closed(edges);
        let (mut left, mut turn) = (None, None);
        for part in parts {
            let player = Player::BOTH.into_iter().find(|player| player.word() == part.as_str());
            match player {
                Some(_) if turn.is_none() => turn = player,
                None if left.is_none() && turn.is_none() => {
                    left = Some(Self::read_boxes(part, closed)?);
                }
                _ => return Err(part.expected("the end of the position")),
            }
        }
        if left.is_none() && closed > 0 {
            let help = "write the boxes of Left and of Right behind the edges, such as 1-0";
            return Err(text.expected("whose boxes are closed").with_help(help));
        }
        Ok(Drawn { edges, left: left.unwrap_or(0), turn })
    }

    fn alphabet(&self) -> String {
        ".-I".to_string()
    }

    fn draw(&self, drawn: &Drawn<B>) -> String {
        let mut lines = vec![self.draw_edges(drawn.edges)];
        let [left, right] = Player::BOTH.map(|player| self.of(drawn, player));
        lines.push(format!("boxes: Left {left}, Right {right}"));
        lines.extend(drawn.turn.map(|player| format!("{player} is to move")));
        lines.join("\n")
    }

    fn scene(&self, drawn: &Drawn<B>) -> Scene {
        let mut scene = self.scene_of_edges(drawn.edges);
        let [left, right] = Player::BOTH.map(|player| self.of(drawn, player));
        let at = [scene.size[0] / 2.0, scene.size[1] + 0.35];
        scene.labels.push(Label::new(format!("{left} : {right}"), at, Kind::Sign));
        scene.size[1] += 0.7;
        scene
    }

    fn tokens(&self, _: &Scene, from: &Drawn<B>, to: &Drawn<B>, _: Player) -> Vec<Token> {
        vec![Token::press((from.edges ^ to.edges).first() as usize)]
    }

    fn move_name(&self, from: &Drawn<B>, to: &Drawn<B>, _: Player) -> String {
        self.name_of_edge(from.edges ^ to.edges)
    }

    /// The two dots in the other order.
    fn other_names(&self, from: &Drawn<B>, to: &Drawn<B>, player: Player) -> Vec<String> {
        let name = self.move_name(from, to, player);
        name.split_once('-').map(|(one, other)| format!("{other}-{one}")).into_iter().collect()
    }
}

impl<B: Edges> DotsAndBoxes<B> {
    /// The names of the two dots of an edge, given as a set of one edge.
    pub(super) fn name_of_edge(&self, edges: B) -> String {
        let mut ends = self.ends().skip(edges.first() as usize);
        ends.next().map_or_else(String::new, |ends| self.edge_name(ends))
    }

    pub(super) fn draw_edges(&self, edges: B) -> String {
        let (mut lines, mut number) = (Vec::new(), 0);
        for row in 0..self.rows() {
            let (length, sign) = self.row(row);
            let mut line = String::new();
            for _ in 0..length {
                let is_drawn = edges.holds(number);
                number += 1;
                line += match (sign, is_drawn) {
                    ('-', true) => "+---",
                    ('-', false) => "+   ",
                    (_, true) => "|   ",
                    (_, false) => "    ",
                };
            }
            line += if sign == '-' { "+" } else { "" };
            lines.push(line.trim_end().to_string());
        }
        lines.join("\n")
    }

    /// Edges are places. The dots follow them.
    pub(super) fn scene_of_edges(&self, edges: B) -> Scene {
        let spot =
            |(x, y): (usize, usize)| -> Spot { [x, y].map(|steps| BORDER + SIDE * steps as f64) };
        let mut scene = Scene::default();
        for (number, ends) in self.ends().enumerate() {
            let is_drawn = edges.holds(number as u32);
            let [from, to] = ends.map(spot);
            let way = if from[1] == to[1] { [0.45, 0.0] } else { [0.0, 0.45] };
            let middle = [(from[0] + to[0]) / 2.0, (from[1] + to[1]) / 2.0];
            scene.places.push(Place::new(self.edge_name(ends), middle, Ground::Gap(way)));
            scene.lines.push(Line::new(
                from,
                to,
                if is_drawn { Stroke::Thick } else { Stroke::Faint },
            ));
        }
        let [width, height] = [self.width, self.height].map(|side| side as usize);
        for dot in (0..=height).flat_map(|y| (0..=width).map(move |x| (x, y))) {
            let name = grid::square_name(width + 1, height + 1, dot.1 * (width + 1) + dot.0);
            scene.places.push(Place::new(name, spot(dot), Ground::Point));
        }
        scene.size = spot((width, height)).map(|end| end + BORDER);
        scene
    }

    /// The two dots of an edge, named like squares of a board.
    fn edge_name(&self, ends: [(usize, usize); 2]) -> String {
        let [width, height] = [self.width, self.height].map(|side| side as usize + 1);
        ends.map(|(x, y)| grid::square_name(width, height, y * width + x)).join("-")
    }
}

/// Makes a game when the size of its board is known.
pub(super) trait Sized {
    /// The game on this board.
    fn game<B: Edges>(
        self,
        rules: DotsAndBoxes<B>,
        arguments: &Arguments<'_>,
    ) -> Result<Box<dyn Game>, ParseError>
    where
        B::Words: Compiled;
}

/// The game on the smallest sets that hold the edges of a board of the given size.
pub(super) fn sized(
    size: Option<Text<'_>>,
    arguments: &Arguments<'_>,
    game: impl Sized,
) -> Result<Box<dyn Game>, ParseError> {
    let Some(size) = size else {
        return Err(ParseError::new("a size such as 2x2 in parentheses", arguments.end()));
    };
    let (width, height) =
        grid::read_size(size).ok_or_else(|| size.expected("a size such as 2x2"))?;
    if let Some(rules) = DotsAndBoxes::<u64>::new(width, height) {
        return game.game(rules, arguments);
    }
    if let Some(rules) = DotsAndBoxes::<u128>::new(width, height) {
        return game.game(rules, arguments);
    }
    let rules = DotsAndBoxes::<Wide>::new(width, height);
    game.game(rules.ok_or_else(|| size.expected(AT_MOST))?, arguments)
}

/// The expected size, for boards that are too large.
const AT_MOST: &str = "a board of at most 255 edges, as those of 10x10 boxes";

/// Makes a game when the size of its board is known.
struct New<'a> {
    position: Option<Text<'a>>,
}

impl Sized for New<'_> {
    fn game<B: Edges>(
        self,
        rules: DotsAndBoxes<B>,
        _: &Arguments<'_>,
    ) -> Result<Box<dyn Game>, ParseError>
    where
        B::Words: Compiled,
    {
        let drawn = self.position.map_or(Ok(Drawn::default()), |text| rules.read(text))?;
        Ok(B::packed(Of::in_words(rules, drawn), rules).scored(rules).erased())
    }
}

/// Dots and Boxes in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "dots-and-boxes",
        aliases: &["boxes", "pipopipette"],
        family: Family::Grid,
        title: "Dots and Boxes",
        about: "Draw lines between dots; whoever closes a box moves again, and more boxes win. Good \
                players give away two boxes at the end of a chain to get the next, longer one.",
        rules: "A move draws a line between two dots that lie side by side, or one above the other. \
                Who draws the last of the four edges of a box, or of two, has closed them and moves \
                again. When all lines are drawn, the player with more boxes wins; as many for both \
                are a tie. The size counts boxes. A position lists the edges row by row, parted by \
                '|', flat ones '-' and upright ones 'I' in turn, '.' where none is drawn; then the \
                boxes of Left and of Right, and whose turn it is, which may be left out for either. \
                A board has at most 255 edges, as those of 10×10 boxes do.",
        notation: "dots-and-boxes(WIDTHxHEIGHT) or dots-and-boxes(WIDTHxHEIGHT; EDGES|EDGES|…, \
                   BOXES-BOXES, left or right)",
        examples: &[
            "dots-and-boxes(2x1)",
            "dots-and-boxes(3x1)",
            "dots-and-boxes(2x2; -.|I..|..|..I|.-, left)",
        ],
        source: "Édouard Lucas, La Pipopipette, 1889; Elwyn Berlekamp, The Dots and Boxes Game, 2000; \
                 Joseph K. Barker and Richard E. Korf, Solving Dots-And-Boxes, 2012",
        parse: &|arguments: &Arguments<'_>| {
            let (size, position) = arguments.optional();
            sized(size, arguments, New { position })
        },
    }
}
