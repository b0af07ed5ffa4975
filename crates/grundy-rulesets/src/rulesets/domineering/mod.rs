//! Domineering: Left places upright dominoes, Right places flat ones.

mod bounds;
mod grid;
mod places;
mod tactics;

use super::wide_dominoes::{WideBoard, WideDominoes};
use crate::catalogue::{Arguments, Entry, Family};
use crate::rulesets::on_board::DomineeringOnBoard;
use grundy_base::{ParseError, Player, Text};
use grundy_game::Of;
use grundy_ruleset::board::region;
use grundy_ruleset::board::region::{Direction, Region};
use grundy_ruleset::scene::{Look, Owner, Piece, Scene, Token, difference};
use grundy_ruleset::words::InWords;
use grundy_ruleset::{Notation, Ruleset, Sizes, Symmetry};
use tactics::Tactics;

/// Domineering (Göran Andersson, about 1973).
#[derive(Clone, Copy, Debug, Default)]
pub struct Domineering;

impl Ruleset for Domineering {
    type Position = Region;

    fn options(&self, &board: &Region, player: Player) -> impl Iterator<Item = Region> {
        let direction = match player {
            Player::Left => Direction::Down,
            Player::Right => Direction::Across,
        };
        board.pairs(direction).map(move |domino| board.without(domino))
    }

    fn longest_play(&self, board: &Region) -> Option<u64> {
        Some(u64::from(board.free().count_ones()) / 2)
    }

    // A domino lies in one connected component, and reflections keep its orientation.
    fn components(&self, board: Region) -> impl Iterator<Item = Region> {
        board.parts().map(Region::up_to_reflection)
    }

    fn negative(&self, board: &Region) -> Option<Region> {
        Some(board.transpose())
    }

    // Half of the symmetries of the square map columns to columns; the others map columns to
    // rows and so exchange the players.
    fn representative(&self, board: Region) -> (Region, bool) {
        board.up_to_sign()
    }
}

impl Notation for Domineering {
    fn name(&self) -> &'static str {
        "domineering"
    }

    fn players(&self) -> Option<[String; 2]> {
        Some(["vertical", "horizontal"].map(String::from))
    }

    fn print(&self, board: &Region) -> String {
        board.print()
    }

    fn read(&self, text: Text<'_>) -> Result<Region, ParseError> {
        Region::read(text)
    }

    fn sizes(&self) -> Option<Sizes> {
        Some(region::sizes(Symmetry::Reflections))
    }

    fn draw(&self, board: &Region) -> String {
        board.draw()
    }

    fn tokens(&self, scene: &Scene, _: &Region, to: &Region, player: Player) -> Vec<Token> {
        let domino = Piece::new(Look::Domino, Owner::of(player));
        difference::covered(scene, &self.scene(to), &domino)
    }

    fn move_name(&self, from: &Region, to: &Region, _: Player) -> String {
        from.names_of_taken(*to)
    }
}

/// Domineering in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "domineering",
        aliases: &["crosscram", "stop-gate"],
        family: Family::Grid,
        title: "Domineering",
        about: "Left lays dominoes upright, Right lays them flat, and whoever has no room left loses. \
                The board falls into regions, and each has a value of its own.",
        rules: "Left covers two free squares, one above the other, with a domino; Right covers two \
                free squares side by side. The player who has no room left loses. A board is drawn \
                with free squares '.' and missing squares '#', rows parted by '|', or given by its \
                size, width by height; it has at most 128 squares.",
        notation: "domineering(ROW|ROW|…) or domineering(WIDTHxHEIGHT)",
        examples: &["domineering(..|.#)", "domineering(4x4)", "domineering(#...|....|...#)"],
        source: "Winning Ways for your Mathematical Plays, chapter 5; D. M. Breuker, \
                 J. W. H. M. Uiterwijk, H. J. van den Herik, Solving 8×8 Domineering, 2000",
        parse: &|arguments: &Arguments<'_>| {
            let text = arguments.position_only()?;
            let wide = WideDominoes { impartial: false };
            let board = wide.read(text)?;
            let (width, height) = board.sides();
            if board.area() > 64 {
                let tactics = Tactics::<u128>::new(width, height);
                let nodes = tactics.clone();
                let node = move |words: &_, mover| {
                    nodes.node(WideDominoes::free(&WideBoard::from_words(words)), mover)
                };
                let fits = move |words: &_| WideBoard::from_words(words).sides() == (width, height);
                let game = Of::in_words(wide, board).proved_by(tactics, node);
                return Ok(game.only_where(fits).erased());
            }
            let region = Domineering.read(text)?;
            let packed = |&region: &Region| DomineeringOnBoard::new(region);
            let game = Of::in_words(Domineering, region).packed_in_words(Domineering, packed);
            let tactics = Tactics::<u64>::new(width, height);
            let nodes = tactics.clone();
            let node = move |words: &_, mover| nodes.node(Region::from_words(words).free(), mover);
            let fits = move |words: &_| Region::<u64>::from_words(words).sides() == (width, height);
            Ok(game.proved_by(tactics, node).only_where(fits).erased())
        },
    }
}
