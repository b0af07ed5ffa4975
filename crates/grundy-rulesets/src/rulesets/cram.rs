//! Cram: both players place dominoes either way.

use super::wide_dominoes::WideDominoes;
use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ParseError, Player, Text};
use grundy_ruleset::board::region;
use grundy_ruleset::board::region::{Direction, Region};
use grundy_ruleset::scene::{Look, Owner, Piece, Scene, Token, difference};
use grundy_ruleset::{Notation, Ruleset, Sizes, Symmetry};

/// Cram, the impartial Domineering (Gardner 1974).
#[derive(Clone, Copy, Debug, Default)]
pub struct Cram;

impl Ruleset for Cram {
    type Position = Region;

    fn impartial(&self) -> bool {
        true
    }

    fn options(&self, &board: &Region, _: Player) -> impl Iterator<Item = Region> {
        let dominoes = board.pairs(Direction::Down).chain(board.pairs(Direction::Across));
        dominoes.map(move |domino| board.without(domino))
    }

    fn longest_play(&self, board: &Region) -> Option<u64> {
        Some(u64::from(board.free().count_ones()) / 2)
    }

    // A domino lies in one connected component, and both orientations are allowed.
    fn components(&self, board: Region) -> impl Iterator<Item = Region> {
        board.parts().map(Region::up_to_symmetry)
    }

    fn negative(&self, board: &Region) -> Option<Region> {
        Some(*board)
    }
}

impl Notation for Cram {
    fn name(&self) -> &'static str {
        "cram"
    }

    fn print(&self, board: &Region) -> String {
        board.print()
    }

    fn read(&self, text: Text<'_>) -> Result<Region, ParseError> {
        Region::read(text)
    }

    fn sizes(&self) -> Option<Sizes> {
        Some(region::sizes(Symmetry::All))
    }

    fn draw(&self, board: &Region) -> String {
        board.draw()
    }

    fn tokens(&self, scene: &Scene, _: &Region, to: &Region, _: Player) -> Vec<Token> {
        let domino = Piece::new(Look::Domino, Owner::Both);
        difference::covered(scene, &self.scene(to), &domino)
    }

    fn move_name(&self, from: &Region, to: &Region, _: Player) -> String {
        from.names_of_taken(*to)
    }
}

/// Cram in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "cram",
        aliases: &["plugg"],
        family: Family::Grid,
        title: "Cram",
        about: "Both players lay dominoes on a board, upright or flat; whoever has no room left loses. \
                On boards with two even sides the second player wins by mirroring.",
        rules: "A move covers two free squares, side by side or one above the other, with a domino. \
                The player who has no room left loses. A board is drawn with free squares '.' and \
                missing squares '#', rows parted by '|', or given by its size, width by height; it \
                has at most 128 squares.",
        notation: "cram(ROW|ROW|…) or cram(WIDTHxHEIGHT)",
        examples: &["cram(3x3)", "cram(5x3)", "cram(.#..|...#)"],
        source: "Martin Gardner, Mathematical Games, Scientific American, February 1974; Winning \
                 Ways for your Mathematical Plays, chapter 15",
        parse: &|arguments: &Arguments<'_>| {
            let text = arguments.position_only()?;
            let wide = WideDominoes { impartial: true };
            let board = wide.read(text)?;
            if board.area() > 64 {
                return Ok(arguments.game_in_words(wide, board));
            }
            Ok(arguments.game_in_words(Cram, Cram.read(text)?))
        },
    }
}
