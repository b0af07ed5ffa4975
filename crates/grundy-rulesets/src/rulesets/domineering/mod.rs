//! Domineering: Left places upright dominoes, Right places flat ones.

mod bounds;
mod grid;
mod places;
mod tactics;

use std::marker::PhantomData;

use crate::catalogue::{Arguments, Entry, Family};
use crate::rulesets::on_board::DomineeringOnBoard;
use grundy_base::{ParseError, Player, Text};
use grundy_game::{Compiled, Game, Of};
use grundy_ruleset::board::region::{Direction, Region};
use grundy_ruleset::board::rows::Bits;
use grundy_ruleset::board::wide::Wide;
use grundy_ruleset::board::{grid as boards, region};
use grundy_ruleset::scene::{Look, Owner, Piece, Scene, Token, difference};
use grundy_ruleset::words::InWords;
use grundy_ruleset::{Notation, Ruleset, Sizes, Symmetry};
use tactics::Tactics;

/// Domineering (Göran Andersson, about 1973).
#[derive(Clone, Copy, Debug, Default)]
pub struct Domineering<B = u64>(pub PhantomData<B>);

impl<B: Bits> Ruleset for Domineering<B> {
    type Position = Region<B>;

    fn options(&self, &board: &Region<B>, player: Player) -> impl Iterator<Item = Region<B>> {
        let direction = match player {
            Player::Left => Direction::Down,
            Player::Right => Direction::Across,
        };
        board.pairs(direction).map(move |domino| board.without(domino))
    }

    fn longest_play(&self, board: &Region<B>) -> Option<u64> {
        Some(u64::from(board.free().count()) / 2)
    }

    // A domino lies in one connected component, and reflections keep its orientation.
    fn components(&self, board: Region<B>) -> impl Iterator<Item = Region<B>> {
        board.parts().map(Region::up_to_reflection)
    }

    fn negative(&self, board: &Region<B>) -> Option<Region<B>> {
        Some(board.transpose())
    }

    // Half of the symmetries of the square map columns to columns; the others map columns to
    // rows and so exchange the players.
    fn representative(&self, board: Region<B>) -> (Region<B>, bool) {
        board.up_to_sign()
    }
}

impl<B: Bits> Notation for Domineering<B> {
    fn name(&self) -> &'static str {
        "domineering"
    }

    fn players(&self) -> Option<[String; 2]> {
        Some(["vertical", "horizontal"].map(String::from))
    }

    fn print(&self, board: &Region<B>) -> String {
        board.print()
    }

    fn read(&self, text: Text<'_>) -> Result<Region<B>, ParseError> {
        Region::read(text)
    }

    fn sizes(&self) -> Option<Sizes> {
        Some(region::sizes(Symmetry::Reflections))
    }

    fn draw(&self, board: &Region<B>) -> String {
        board.draw()
    }

    fn tokens(&self, scene: &Scene, _: &Region<B>, to: &Region<B>, player: Player) -> Vec<Token> {
        let domino = Piece::new(Look::Domino, Owner::of(player));
        difference::covered(scene, &self.scene(to), &domino)
    }

    fn move_name(&self, from: &Region<B>, to: &Region<B>, _: Player) -> String {
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
                size, width by height; it has at most 256 squares.",
        notation: "domineering(ROW|ROW|…) or domineering(WIDTHxHEIGHT)",
        examples: &["domineering(..|.#)", "domineering(4x4)", "domineering(#...|....|...#)"],
        source: "Winning Ways for your Mathematical Plays, chapter 5; D. M. Breuker, \
                 J. W. H. M. Uiterwijk, H. J. van den Herik, Solving 8×8 Domineering, 2000",
        parse: &|arguments: &Arguments<'_>| {
            let text = arguments.position_only()?;
            match boards::area(text) {
                0..=64 => game::<u64>(text, |game| {
                    let packed = |&region: &Region| DomineeringOnBoard::new(region);
                    game.packed_in_words(Domineering::<u64>::default(), packed)
                }),
                65..=128 => game::<u128>(text, |game| game),
                _ => game::<Wide>(text, |game| game),
            }
        },
    }
}

/// The game on boards that fit into sets of type `B`, with what `more` adds.
fn game<B: Bits>(
    text: Text<'_>,
    more: impl FnOnce(Of<Words<B>>) -> Of<Words<B>>,
) -> Result<Box<dyn Game>, ParseError>
where
    Region<B>: InWords<Words: Compiled>,
{
    let rules = Domineering::<B>::default();
    let region = rules.read(text)?;
    let (width, height) = region.sides();
    let tactics = Tactics::<B>::new(width, height);
    let nodes = tactics.clone();
    let node = move |words: &_, mover| nodes.node(Region::<B>::from_words(words).free(), mover);
    let fits = move |words: &_| Region::<B>::from_words(words).sides() == (width, height);
    let game = more(Of::in_words(rules, region)).proved_by(tactics, node);
    Ok(game.only_where(fits).erased())
}

/// Regions as words.
type Words<B> = <Region<B> as InWords>::Words;
