//! Konane with slides: stones may also move to an adjacent free square, so that play may be
//! infinite.

use std::marker::PhantomData;

use super::konane::Konane;
use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ParseError, Player, Text};
use grundy_ruleset::board::rows::Bits;
use grundy_ruleset::board::squares::{BESIDE, FREE, Stones, stone};
use grundy_ruleset::board::wide::Wide;
use grundy_ruleset::scene::Scene;
use grundy_ruleset::{Notation, Ruleset};

/// Konane with slides.
#[derive(Clone, Copy, Debug, Default)]
pub struct SlidingKonane<B = u128>(pub PhantomData<B>);

impl<B: Bits> Ruleset for SlidingKonane<B> {
    type Position = Stones<B>;

    fn loopy(&self) -> bool {
        true
    }

    fn options(&self, &board: &Stones<B>, player: Player) -> impl Iterator<Item = Stones<B>> {
        let own = board.holding(stone(player));
        let slides = BESIDE.into_iter().flat_map(move |(right, down)| {
            let to = board.step(own, (right, down)) & board.holding(FREE);
            to.squares().map(move |to| {
                let from = board.step(B::only(to), (-right, -down));
                board.put(from, FREE).put(B::only(to), stone(player))
            })
        });
        let jumps: Vec<Stones<B>> = Konane::<B>::default().options(&board, player).collect();
        jumps.into_iter().chain(slides)
    }

    fn negative(&self, board: &Stones<B>) -> Option<Stones<B>> {
        Konane::<B>::default().negative(board)
    }

    fn splits(&self) -> bool {
        false
    }
}

impl<B: Bits> Notation for SlidingKonane<B> {
    fn name(&self) -> &'static str {
        "sliding-konane"
    }

    fn players(&self) -> Option<[String; 2]> {
        Some(["blue", "red"].map(String::from))
    }

    fn print(&self, board: &Stones<B>) -> String {
        Konane::<B>::default().print(board)
    }

    fn read(&self, text: Text<'_>) -> Result<Stones<B>, ParseError> {
        Konane::<B>::default().read(text)
    }

    fn alphabet(&self) -> String {
        Konane::<B>::default().alphabet()
    }

    fn draw(&self, board: &Stones<B>) -> String {
        Konane::<B>::default().draw(board)
    }

    fn scene(&self, board: &Stones<B>) -> Scene {
        Konane::<B>::default().scene(board)
    }

    fn move_name(&self, from: &Stones<B>, to: &Stones<B>, player: Player) -> String {
        Konane::<B>::default().move_name(from, to, player)
    }
}

/// Konane with slides in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "sliding-konane",
        aliases: &[],
        family: Family::Grid,
        title: "Konane with slides",
        about: "Jump over a stone of the opponent and take it, as in Konane, or step aside onto a free \
                square, which may go on for ever.",
        rules: "Left moves a stone 'x', Right a stone 'o': it jumps as in Konane, over stones of the \
                other colour onto the free squares behind them, and takes these; or it slides, \
                across or down, onto a free square beside it. The player who cannot move loses; play \
                that goes on for ever is a draw. Boards are those of Konane::<B>::default().",
        notation: "sliding-konane(ROW|ROW|…) or sliding-konane(WIDTHxHEIGHT)",
        examples: &["sliding-konane(xo.)", "sliding-konane(x.oo)", "sliding-konane(3x2)"],
        source: "to Konane what Backsliding Toads and Frogs (Winning Ways for your Mathematical \
                 Plays, chapter 11) is to Toads and Frogs",
        parse: &|arguments: &Arguments<'_>| {
            arguments
                .game_on_squares(SlidingKonane::<u128>::default(), SlidingKonane::<Wide>::default())
        },
    }
}
