//! Cram: both players place dominoes either way.

use std::marker::PhantomData;

use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ParseError, Player, Text};
use grundy_game::{Compiled, Game};
use grundy_ruleset::board::region::{Direction, Region};
use grundy_ruleset::board::rows::Bits;
use grundy_ruleset::board::wide::Wide;
use grundy_ruleset::board::{grid, region};
use grundy_ruleset::scene::{Look, Owner, Piece, Scene, Token, difference};
use grundy_ruleset::{InWords, Notation, Ruleset, Sizes, Symmetry};

/// Cram, the impartial Domineering (Gardner 1974).
#[derive(Clone, Copy, Debug, Default)]
pub struct Cram<B = u64>(pub PhantomData<B>);

impl<B: Bits> Ruleset for Cram<B> {
    type Position = Region<B>;

    fn impartial(&self) -> bool {
        true
    }

    fn options(&self, &board: &Region<B>, _: Player) -> impl Iterator<Item = Region<B>> {
        let dominoes = board.pairs(Direction::Down).chain(board.pairs(Direction::Across));
        dominoes.map(move |domino| board.without(domino))
    }

    fn longest_play(&self, board: &Region<B>) -> Option<u64> {
        Some(u64::from(board.free().count()) / 2)
    }

    // A domino lies in one connected component, and both orientations are allowed.
    fn components(&self, board: Region<B>) -> impl Iterator<Item = Region<B>> {
        board.parts().map(Region::up_to_symmetry)
    }

    fn negative(&self, board: &Region<B>) -> Option<Region<B>> {
        Some(*board)
    }
}

impl<B: Bits> Notation for Cram<B> {
    fn name(&self) -> &'static str {
        "cram"
    }

    fn print(&self, board: &Region<B>) -> String {
        board.print()
    }

    fn read(&self, text: Text<'_>) -> Result<Region<B>, ParseError> {
        Region::read(text)
    }

    fn sizes(&self) -> Option<Sizes> {
        Some(region::sizes(Symmetry::All))
    }

    fn draw(&self, board: &Region<B>) -> String {
        board.draw()
    }

    fn tokens(&self, scene: &Scene, _: &Region<B>, to: &Region<B>, _: Player) -> Vec<Token> {
        let domino = Piece::new(Look::Domino, Owner::Both);
        difference::covered(scene, &self.scene(to), &domino)
    }

    fn move_name(&self, from: &Region<B>, to: &Region<B>, _: Player) -> String {
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
                has at most 256 squares.",
        notation: "cram(ROW|ROW|…) or cram(WIDTHxHEIGHT)",
        examples: &["cram(3x3)", "cram(5x3)", "cram(.#..|...#)"],
        source: "Martin Gardner, Mathematical Games, Scientific American, February 1974; Winning \
                 Ways for your Mathematical Plays, chapter 15",
        parse: &|arguments: &Arguments<'_>| {
            let text = arguments.position_only()?;
            match grid::area(text) {
                0..=64 => game::<u64>(arguments, text),
                65..=128 => game::<u128>(arguments, text),
                _ => game::<Wide>(arguments, text),
            }
        },
    }
}

/// The game on boards that fit into sets of type `B`.
fn game<B: Bits>(arguments: &Arguments<'_>, text: Text<'_>) -> Result<Box<dyn Game>, ParseError>
where
    Region<B>: InWords<Words: Compiled>,
{
    let rules = Cram::<B>::default();
    Ok(arguments.game_in_words(rules, rules.read(text)?))
}
