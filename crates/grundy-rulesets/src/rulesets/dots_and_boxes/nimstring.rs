//! Nimstring: Dots and Boxes under normal play, where boxes do not count.

use super::DotsAndBoxes;
use super::notation::{Sized, sized};
use super::table::Edges;
use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ParseError, Player, Text};
use grundy_game::{Compiled, Game};
use grundy_ruleset::scene::{Scene, Token};
use grundy_ruleset::words::{InWords, turn_from_number, turn_to_number};
use grundy_ruleset::{Notation, Ruleset};

/// Nimstring (Winning Ways) on a board of Dots and Boxes.
///
/// A player who closes a box must move again; in a sum that move could be in any component. So
/// positions store whose turn it is, and have no value in a sum.
#[derive(Clone, Copy, Debug)]
pub struct Nimstring<B = u64>(DotsAndBoxes<B>);

/// The drawn edges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Strings<B = u64> {
    edges: B,
    /// The player to move; none if either may begin.
    turn: Option<Player>,
}

impl<B: Edges> InWords for Strings<B> {
    type Words = B::Words;

    #[inline]
    fn to_words(&self) -> B::Words {
        B::store([self.edges], [turn_to_number(self.turn)])
    }

    #[inline]
    fn from_words(words: &B::Words) -> Self {
        let ([edges], [turn]) = B::restore(words);
        Strings { edges, turn: turn_from_number(turn) }
    }
}

impl<B: Edges> Ruleset for Nimstring<B> {
    type Position = Strings<B>;

    fn has_ends(&self) -> bool {
        true
    }

    fn options(&self, &strings: &Strings<B>, player: Player) -> impl Iterator<Item = Strings<B>> {
        let before = self.0.closed(strings.edges);
        (self.0.all() & !strings.edges).singles().map(move |edge| {
            let edges = strings.edges | edge;
            let closes = self.0.closed(edges) > before;
            let next = if closes { player } else { player.opponent() };
            Strings { edges, turn: Some(next) }
        })
    }

    fn turn(&self, strings: &Strings<B>) -> Option<Player> {
        strings.turn
    }

    fn negative(&self, strings: &Strings<B>) -> Option<Strings<B>> {
        Some(Strings { turn: strings.turn.map(Player::opponent), ..*strings })
    }
}

impl<B: Edges> Notation for Nimstring<B> {
    fn name(&self) -> &'static str {
        "nimstring"
    }

    fn parameters(&self) -> String {
        self.0.parameters()
    }

    fn start(&self) -> Option<Strings<B>> {
        Some(Strings::default())
    }

    fn print(&self, strings: &Strings<B>) -> String {
        let text = self.0.print_edges(strings.edges);
        match strings.turn {
            Some(player) => format!("{text}, {}", player.word()),
            None => text,
        }
    }

    fn read(&self, text: Text<'_>) -> Result<Strings<B>, ParseError> {
        let (edges, turn) = match text.split_once(",") {
            Some((edges, turn)) => (edges.trim(), Some(turn.trim())),
            None => (text, None),
        };
        let edges = self.0.read_edges(edges)?;
        let turn = match turn {
            None => None,
            Some(word) => {
                let player = Player::BOTH.into_iter().find(|player| player.word() == word.as_str());
                Some(player.ok_or_else(|| word.expected("'left' or 'right'"))?)
            }
        };
        Ok(Strings { edges, turn })
    }

    fn alphabet(&self) -> String {
        self.0.alphabet()
    }

    fn draw(&self, strings: &Strings<B>) -> String {
        let board = self.0.draw_edges(strings.edges);
        match strings.turn {
            Some(player) => format!("{board}\n{player} is to move"),
            None => board,
        }
    }

    fn scene(&self, strings: &Strings<B>) -> Scene {
        self.0.scene_of_edges(strings.edges)
    }

    fn tokens(&self, _: &Scene, from: &Strings<B>, to: &Strings<B>, _: Player) -> Vec<Token> {
        vec![Token::press((from.edges ^ to.edges).first() as usize)]
    }

    fn move_name(&self, from: &Strings<B>, to: &Strings<B>, _: Player) -> String {
        self.0.name_of_edge(from.edges ^ to.edges)
    }
}

/// Nimstring in the catalogue.
pub const fn nimstring() -> Entry {
    Entry {
        name: "nimstring",
        aliases: &[],
        family: Family::Grid,
        title: "Nimstring",
        about: "Draw the lines of Dots and Boxes, and move again after closing a box, but the boxes \
                count for nothing: whoever cannot move loses. The theory of Dots and Boxes begins with \
                this game.",
        rules: "A move draws a line between two dots that lie side by side, or one above the other. \
                Who draws the last of the four edges of a box, or of two, has to move again. The \
                player who cannot move loses, and so it does not help to close the last box. The size \
                counts boxes. A position lists the edges row by row, parted by '|', flat ones '-' and \
                upright ones 'I' in turn, '.' where none is drawn; then whose turn it is, which may \
                be left out. A board has at most 255 edges, as those of 10×10 boxes do.",
        notation: "nimstring(WIDTHxHEIGHT) or nimstring(WIDTHxHEIGHT; EDGES|EDGES|…, left or right)",
        examples: &["nimstring(2x1)", "nimstring(3x1)", "nimstring(2x2; -.|I..|..|..I|.-, left)"],
        source: "Winning Ways for your Mathematical Plays, chapter 16; Elwyn Berlekamp, The Dots and \
                 Boxes Game, 2000",
        parse: &|arguments: &Arguments<'_>| {
            let (size, position) = arguments.optional();
            sized(size, arguments, New { position })
        },
    }
}

/// Makes a game when the size of its board is known.
struct New<'a> {
    position: Option<Text<'a>>,
}

impl Sized for New<'_> {
    fn game<B: Edges>(
        self,
        rules: DotsAndBoxes<B>,
        arguments: &Arguments<'_>,
    ) -> Result<Box<dyn Game>, ParseError>
    where
        B::Words: Compiled,
    {
        let rules = Nimstring(rules);
        let strings = self.position.map_or(Ok(Strings::default()), |text| rules.read(text))?;
        Ok(arguments.game_in_words(rules, strings))
    }
}
