//! Writes, reads and draws games of Crosscut.

use super::{At, Crosscut};
use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ParseError, Player, Text};
use grundy_ruleset::board::discs::Discs;
use grundy_ruleset::board::{discs, grid};
use grundy_ruleset::scene::squares::Letters;
use grundy_ruleset::scene::{Ground, Look, Owner, Piece, Scene, Token, keys, squares};
use grundy_ruleset::{Key, Notation};

const PASS: &str = "pass";

impl<K: Key> Crosscut<K> {
    fn name_of(&self, (x, y): At) -> String {
        squares::name(self.height + 2, x, y)
    }

    /// The characters of all squares, row by row; a space on the perimeter.
    fn characters(&self, discs: &Discs) -> impl Iterator<Item = char> {
        let inside: Vec<char> = discs.characters(self.width * self.height).collect();
        self.squares().map(move |at| match self.disc(at) {
            0 => ' ',
            disc => inside[disc.trailing_zeros() as usize],
        })
    }

    /// The squares on which a disc leads from one position to the other; none for a pass.
    fn ways(&self, from: &Discs, to: &Discs, player: Player) -> impl Iterator<Item = At> {
        let (before, after) = (from.seen_by(player), to.seen_by(player));
        self.squares().filter(move |&at| self.put(before.0, before.1, at) == Some(after))
    }
}

impl<K: Key + 'static> Notation for Crosscut<K> {
    fn name(&self) -> &'static str {
        "crosscut"
    }

    fn parameters(&self) -> String {
        grid::print_sides(self.width + 2, self.height + 2)
    }

    fn start(&self) -> Option<Discs> {
        Some(Discs::default())
    }

    fn players(&self) -> Option<[String; 2]> {
        Some(["blue", "red"].map(String::from))
    }

    fn print(&self, discs: &Discs) -> String {
        grid::print(self.width, discs.characters(self.width * self.height))
    }

    fn read(&self, text: Text<'_>) -> Result<Discs, ParseError> {
        Discs::read(text, self.width, self.height)
    }

    fn alphabet(&self) -> String {
        discs::ALPHABET.to_string()
    }

    fn draw(&self, discs: &Discs) -> String {
        grid::draw(self.width + 2, self.characters(discs))
    }

    /// The squares of the perimeter are points that a player presses to turn discs over. A key to
    /// pass comes below the board.
    fn scene(&self, discs: &Discs) -> Scene {
        let (width, height) = (self.width + 2, self.height + 2);
        let all: Vec<char> = self.characters(discs).collect();
        let stones = Letters { pieces: ["X", "O"] };
        let mut scene = squares::board(width, height, |x, y| match all[y * width + x] {
            ' ' => None,
            disc => stones.piece(disc),
        });
        for (place, at) in scene.places.iter_mut().zip(self.squares()) {
            if self.disc(at) == 0 {
                let corner = [0, width - 1].contains(&at.0) && [0, height - 1].contains(&at.1);
                place.ground = if corner { Ground::None } else { Ground::Point };
            }
        }
        keys::add(&mut scene, [PASS.to_string()]);
        scene
    }

    fn tokens(&self, scene: &Scene, from: &Discs, to: &Discs, player: Player) -> Vec<Token> {
        let ways = self.ways(from, to, player).map(|(x, y)| {
            let place = y * (self.width + 2) + x;
            match self.disc((x, y)) {
                0 => Token::press(place),
                _ => Token::Put {
                    places: vec![place],
                    piece: Some(Piece::new(Look::Stone, Owner::of(player))),
                },
            }
        });
        let tokens: Vec<Token> = ways.collect();
        if tokens.is_empty() { keys::tokens(scene, PASS) } else { tokens }
    }

    fn move_name(&self, from: &Discs, to: &Discs, player: Player) -> String {
        let way = self.ways(from, to, player).next();
        way.map_or_else(|| PASS.to_string(), |at| self.name_of(at))
    }
}

/// Crosscut in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "crosscut",
        aliases: &[],
        family: Family::Grid,
        title: "Crosscut",
        about: "Make a line from one side to the other. A line of yours cuts a shorter one of the \
                other player's and turns over the discs it crosses, even with a disc that is put \
                outside for a moment.",
        rules: "Left puts a disc X and Right a disc O on an empty square within the perimeter, which \
                is the outermost rows and columns. Discs of the other that lie in a row or column \
                without a gap between the new disc and an own one are flanked. They are turned over, \
                all of them, if the longest line of own discs that this makes, in a row or column, \
                is longer than the longest line of the other's that it cuts; otherwise they stay. \
                Where it turns discs over, a disc may also be put on the perimeter; it does not \
                count for the line, and is taken away again. The first line from one side of the \
                perimeter to the other wins. A player who can put no disc passes; when neither can, \
                it is a tie. Sides are from 3 to 10, perimeter included; a board is written without \
                the perimeter.",
        notation: "crosscut (a side of 10), crosscut(SIDE), crosscut(WIDTHxHEIGHT) or \
                   crosscut(SIDE or WIDTHxHEIGHT; BOARD)",
        examples: &["crosscut(5)", "crosscut(6; XOO.|.O..|.O.X|X...)"],
        source: "Mark Steere, Crosscut, 2023",
        parse: &|arguments: &Arguments<'_>| {
            let (size, position) = arguments.optional();
            let size = size.unwrap_or(Text::new("10"));
            let (width, height) = grid::read_sides(size)?;
            if let Some(rules) = Crosscut::<u64>::new(width, height) {
                return arguments.packed_game_at(rules, position);
            }
            let rules = Crosscut::<u128>::new(width, height);
            let rules = rules.ok_or_else(|| size.expected("sides from 3 to 10"))?;
            arguments.packed_game_at(rules, position)
        },
    }
}
