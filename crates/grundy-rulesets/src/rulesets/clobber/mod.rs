//! Clobber: a stone moves onto a stone of the opponent beside it and takes it.

mod cache;
mod shape;
mod tactics;
mod worth;

use std::marker::PhantomData;

use crate::catalogue::{Arguments, Entry, Family};
use crate::rulesets::on_board::ClobberOnBoard;
use grundy_base::{ParseError, Player, Text};
use grundy_game::Of;
use grundy_ruleset::board::rows::Bits;
use grundy_ruleset::board::squares::{BESIDE, FREE, LEFT, MISSING, RIGHT, STONES, Stones, stone};
use grundy_ruleset::board::wide::Wide;
use grundy_ruleset::board::{grid, squares};
use grundy_ruleset::words::InWords;
use grundy_ruleset::{Notation, Ruleset, Sizes};
use tactics::Tactics;

/// Clobber (Michael Albert, J. P. Grossman, Richard Nowakowski, 2001).
#[derive(Clone, Copy, Debug, Default)]
pub struct Clobber<B = u128>(pub PhantomData<B>);

impl<B: Bits> Ruleset for Clobber<B> {
    type Position = Stones<B>;

    fn options(&self, &board: &Stones<B>, player: Player) -> impl Iterator<Item = Stones<B>> {
        let own = board.holding(stone(player));
        let other = board.holding(stone(player.opponent()));
        BESIDE.into_iter().flat_map(move |(right, down)| {
            let taken = board.step(own, (right, down)) & other;
            taken.squares().map(move |to| {
                let from = board.step(B::only(to), (-right, -down));
                board.put(from, FREE).put(B::only(to), stone(player))
            })
        })
    }

    // Every move takes a stone.
    fn longest_play(&self, board: &Stones<B>) -> Option<u64> {
        Some((board.holding(LEFT) | board.holding(RIGHT)).count().into())
    }

    // A stone moves only onto another stone, so connected groups of stones are independent. A group
    // of one colour has no moves.
    fn components(&self, board: Stones<B>) -> impl Iterator<Item = Stones<B>> {
        let (left, right) = (board.holding(LEFT), board.holding(RIGHT));
        squares::parts(left | right, move |part| board.beside(part))
            .filter(move |&part| !(part & left).is_empty() && !(part & right).is_empty())
            .map(move |part| {
                let kept = board.keep(part);
                kept.put(kept.holding(MISSING), FREE).up_to_symmetry()
            })
    }

    fn negative(&self, board: &Stones<B>) -> Option<Stones<B>> {
        Some(board.exchange(LEFT, RIGHT))
    }

    fn representative(&self, board: Stones<B>) -> (Stones<B>, bool) {
        squares::up_to_sign(board, board.exchange(LEFT, RIGHT).up_to_symmetry())
    }
}

impl<B: Bits> Notation for Clobber<B> {
    fn name(&self) -> &'static str {
        "clobber"
    }

    fn players(&self) -> Option<[String; 2]> {
        Some(["blue", "red"].map(String::from))
    }

    fn print(&self, board: &Stones<B>) -> String {
        board.print(STONES)
    }

    fn read(&self, text: Text<'_>) -> Result<Stones<B>, ParseError> {
        Stones::read_or_checkered(text)
    }

    fn sizes(&self) -> Option<Sizes> {
        Some(squares::SIZES_OF_STONES)
    }

    fn draw(&self, board: &Stones<B>) -> String {
        board.draw(STONES)
    }

    fn move_name(&self, from: &Stones<B>, to: &Stones<B>, player: Player) -> String {
        from.names_of_step(to, player)
    }
}

/// Clobber in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "clobber",
        aliases: &[],
        family: Family::Grid,
        title: "Clobber",
        about: "Move a stone onto a neighbouring stone of the other colour, which it takes. Whoever \
                has nothing left to take loses, by the smallest of margins.",
        rules: "Left moves a stone 'x', Right a stone 'o', onto a stone of the other colour beside \
                it, across or down, and takes that stone away. The player who cannot move loses. A \
                board is drawn with stones, empty squares '.' and missing squares '#', rows parted \
                by '|'; a size, width by height, is a board full of stones of alternating colours, x \
                at the top left. A strip is a board of one row. It has at most 256 squares.",
        notation: "clobber(ROW|ROW|…) or clobber(WIDTHxHEIGHT)",
        examples: &["clobber(xo|ox)", "clobber(3x3)", "clobber(xoxoxo)", "clobber(xxo.|.ox#|oo.x)"],
        source: "Michael H. Albert, J. P. Grossman, Richard J. Nowakowski and David Wolfe, An \
                 introduction to Clobber, Integers 5(2), 2005; Lessons in Play",
        parse: &|arguments: &Arguments<'_>| {
            let text = arguments.position_only()?;
            if grid::area(text) > u128::BITS as usize {
                let rules = Clobber::<Wide>::default();
                return Ok(arguments.game_in_words(rules, rules.read(text)?));
            }
            let rules = Clobber::<u128>::default();
            let board = rules.read(text)?;
            let narrow = |board: &Stones| ClobberOnBoard::<u64>::new(board);
            let wide = |board: &Stones| ClobberOnBoard::<u128>::new(board);
            let game = Of::in_words(rules, board).packed_in_words(rules, narrow);
            let game = game.packed_in_words(rules, wide);
            let Some(tactics) = Tactics::of(&board) else { return Ok(game.erased()) };
            let nodes = tactics.clone();
            let node =
                move |words: &_, mover| nodes.node(&Stones::<u128>::from_words(words), mover);
            let fits = move |words: &_| Stones::<u128>::from_words(words).sides() == board.sides();
            Ok(game.proved_by(tactics, node).only_where(fits).erased())
        },
    }
}
