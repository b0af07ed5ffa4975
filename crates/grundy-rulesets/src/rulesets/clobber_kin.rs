//! Variants of Clobber with other steps or other captures.

use std::marker::PhantomData;

use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ParseError, Player, Text};
use grundy_game::Game;
use grundy_ruleset::board::rows::Bits;
use grundy_ruleset::board::squares;
use grundy_ruleset::board::squares::{
    AROUND, BESIDE, FREE, LEFT, MISSING, RIGHT, STONES, Step, Stones, stone,
};
use grundy_ruleset::board::wide::Wide;
use grundy_ruleset::scene::{Scene, Token};
use grundy_ruleset::{Notation, Ruleset, Sizes};

/// A variant of Clobber, on boards that fit into sets of type `B`.
#[derive(Clone, Copy, Debug)]
pub struct Clobbering<B> {
    variant: Variant,
    boards: PhantomData<B>,
}

/// A variant of Clobber.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// A stone steps to any of the eight neighbouring squares.
    Kings,
    /// A stone captures from any distance along rows and columns.
    Rooks,
    /// A stone captures from any distance, also diagonally.
    Queens,
    /// Stones of either colour are taken.
    Hot,
    /// A stone steps onto a free square, and a stone of the opponent appears where it was.
    Anti,
}

/// A move: where the stone starts and ends, and the board after it.
struct Clobbered<B> {
    from: u32,
    to: u32,
    after: Stones<B>,
}

impl Variant {
    const fn steps(self) -> &'static [Step] {
        match self {
            Variant::Kings | Variant::Queens => &AROUND,
            _ => &BESIDE,
        }
    }

    const fn slides(self) -> bool {
        matches!(self, Variant::Rooks | Variant::Queens)
    }

    fn parse(self, arguments: &Arguments<'_>) -> Result<Box<dyn Game>, ParseError> {
        let narrow = Clobbering::<u128> { variant: self, boards: PhantomData };
        let large = Clobbering::<Wide> { variant: self, boards: PhantomData };
        arguments.game_on_squares(narrow, large)
    }
}

impl<B: Bits> Clobbering<B> {
    /// The squares on which the player's stones may end.
    fn goals(self, board: &Stones<B>, player: Player) -> B {
        match self.variant {
            Variant::Anti => board.holding(FREE),
            Variant::Hot => board.holding(LEFT) | board.holding(RIGHT),
            _ => board.holding(stone(player.opponent())),
        }
    }

    fn moves(self, board: Stones<B>, player: Player) -> impl Iterator<Item = Clobbered<B>> {
        let goals = self.goals(&board, player);
        let behind = if self.variant == Variant::Anti { stone(player.opponent()) } else { FREE };
        board.holding(stone(player)).squares().flat_map(move |from| {
            let ends = self.variant.steps().iter().map(move |&step| {
                let mut at = board.step(B::only(from), step);
                while self.variant.slides() && !(at & board.holding(FREE)).is_empty() {
                    at = board.step(at, step);
                }
                at & goals
            });
            ends.filter(|end| !end.is_empty()).map(move |end| {
                let after = board.put(B::only(from), behind).put(end, stone(player));
                Clobbered { from, to: end.first(), after }
            })
        })
    }

    /// The moves that lead from one position to another.
    fn between(
        self,
        from: &Stones<B>,
        to: &Stones<B>,
        player: Player,
    ) -> impl Iterator<Item = Clobbered<B>> {
        self.moves(*from, player).filter(move |clobbered| clobbered.after == *to)
    }
}

impl<B: Bits> Ruleset for Clobbering<B> {
    type Position = Stones<B>;

    fn options(&self, &board: &Stones<B>, player: Player) -> impl Iterator<Item = Stones<B>> {
        self.moves(board, player).map(|clobbered| clobbered.after)
    }

    // Every move removes a stone, or in Anti-Clobber adds one.
    fn longest_play(&self, board: &Stones<B>) -> Option<u64> {
        let fewer = match self.variant {
            Variant::Anti => board.holding(FREE),
            _ => board.holding(LEFT) | board.holding(RIGHT),
        };
        Some(fewer.count().into())
    }

    // Where stones step only onto adjacent stones, connected groups are independent. In the
    // other variants separate groups can meet.
    fn components(&self, board: Stones<B>) -> impl Iterator<Item = Stones<B>> {
        let (left, right) = (board.holding(LEFT), board.holding(RIGHT));
        let around = self.variant == Variant::Kings;
        let spread = move |part| if around { board.around(part) } else { board.beside(part) };
        let whole = self.variant.slides() || self.variant == Variant::Anti;
        let split = if whole { B::EMPTY } else { left | right };
        let parts = squares::parts(split, spread).map(move |part| {
            let kept = board.keep(part);
            kept.put(kept.holding(MISSING), FREE)
        });
        let whole = whole.then_some(board).into_iter();
        parts.chain(whole).map(Stones::<B>::up_to_symmetry)
    }

    fn negative(&self, board: &Stones<B>) -> Option<Stones<B>> {
        Some(board.exchange(LEFT, RIGHT))
    }

    fn representative(&self, board: Stones<B>) -> (Stones<B>, bool) {
        squares::up_to_sign(board, board.exchange(LEFT, RIGHT).up_to_symmetry())
    }
}

impl<B: Bits> Notation for Clobbering<B> {
    fn name(&self) -> &'static str {
        match self.variant {
            Variant::Kings => "kings-clobber",
            Variant::Rooks => "rooks-clobber",
            Variant::Queens => "queens-clobber",
            Variant::Hot => "hot-clobber",
            Variant::Anti => "anti-clobber",
        }
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

    fn tokens(&self, _: &Scene, from: &Stones<B>, to: &Stones<B>, player: Player) -> Vec<Token> {
        let same = self.between(from, to, player);
        same.map(|Clobbered { from, to, .. }| Token::Step { from: from as usize, to: to as usize })
            .collect()
    }

    /// The squares that the stone leaves and reaches.
    fn move_name(&self, from: &Stones<B>, to: &Stones<B>, player: Player) -> String {
        let found = self.between(from, to, player).next();
        found.map_or_else(
            || self.print(to),
            |clobbered| format!("{}-{}", from.name(clobbered.from), from.name(clobbered.to)),
        )
    }
}

const SOURCE: &str = "game.grid.GenClobber of CGSuite 2; Michael H. Albert, J. P. Grossman, \
                      Richard J. Nowakowski and David Wolfe, An introduction to Clobber, Integers \
                      5(2), 2005";

/// Clobber by the steps of a king.
pub const fn kings() -> Entry {
    Entry {
        name: "kings-clobber",
        aliases: &[],
        family: Family::Grid,
        title: "Kings' Clobber",
        about: "Clobber in which stones go like kings: onto a stone of the other colour beside them, \
                diagonally too. Whoever cannot move loses.",
        rules: "Left moves a stone 'x', Right a stone 'o', onto a stone of the other colour beside it, \
                across, down or diagonally, and takes that stone away. The player who cannot move \
                loses. Boards are written as those of Clobber.",
        notation: "kings-clobber(ROW|ROW|…) or kings-clobber(WIDTHxHEIGHT)",
        examples: &["kings-clobber(xox|ox.)", "kings-clobber(3x2)"],
        source: SOURCE,
        parse: &|arguments: &Arguments<'_>| Variant::Kings.parse(arguments),
    }
}

/// Clobber by the steps of a rook.
pub const fn rooks() -> Entry {
    Entry {
        name: "rooks-clobber",
        aliases: &[],
        family: Family::Grid,
        title: "Rooks' Clobber",
        about: "Clobber in which stones go like rooks: over free squares onto the first stone in the \
                way, if it is of the other colour. Whoever cannot move loses.",
        rules: "Left moves a stone 'x', Right a stone 'o', across or down over any number of free \
                squares onto the first stone that lies in the way, if that is of the other colour, \
                and takes it away. The player who cannot move loses. Boards are written as those of \
                Clobber.",
        notation: "rooks-clobber(ROW|ROW|…) or rooks-clobber(WIDTHxHEIGHT)",
        examples: &["rooks-clobber(xox|ox.)", "rooks-clobber(x..o|.xo.)"],
        source: SOURCE,
        parse: &|arguments: &Arguments<'_>| Variant::Rooks.parse(arguments),
    }
}

/// Clobber by the steps of a queen.
pub const fn queens() -> Entry {
    Entry {
        name: "queens-clobber",
        aliases: &[],
        family: Family::Grid,
        title: "Queens' Clobber",
        about: "Clobber in which stones go like queens: over free squares in any direction onto the \
                first stone in the way, if it is of the other colour. Whoever cannot move loses.",
        rules: "Left moves a stone 'x', Right a stone 'o', across, down or diagonally over any number \
                of free squares onto the first stone that lies in the way, if that is of the other \
                colour, and takes it away. The player who cannot move loses. Boards are written as \
                those of Clobber.",
        notation: "queens-clobber(ROW|ROW|…) or queens-clobber(WIDTHxHEIGHT)",
        examples: &["queens-clobber(xox|ox.)", "queens-clobber(x..o|.xo.)"],
        source: SOURCE,
        parse: &|arguments: &Arguments<'_>| Variant::Queens.parse(arguments),
    }
}

/// Clobber in which stones take their own kind too.
pub const fn hot() -> Entry {
    Entry {
        name: "hot-clobber",
        aliases: &["cannibal-clobber"],
        family: Family::Grid,
        title: "Hot Clobber",
        about: "Clobber in which stones may take stones of their own colour too. Whoever cannot move \
                loses, and now every move is worth something.",
        rules: "Left moves a stone 'x', Right a stone 'o', onto a stone of either colour beside it, \
                across or down, and takes that stone away. The player who cannot move loses. Boards \
                are written as those of Clobber. It is also called Cannibal Clobber.",
        notation: "hot-clobber(ROW|ROW|…) or hot-clobber(WIDTHxHEIGHT)",
        examples: &["hot-clobber(xx)", "hot-clobber(xox|ox.)"],
        source: SOURCE,
        parse: &|arguments: &Arguments<'_>| Variant::Hot.parse(arguments),
    }
}

/// Clobber backwards.
pub const fn anti() -> Entry {
    Entry {
        name: "anti-clobber",
        aliases: &[],
        family: Family::Grid,
        title: "Anti-Clobber",
        about: "Clobber played backwards: a stone goes onto a free square beside it and leaves a stone \
                of the other colour behind. Whoever cannot move loses.",
        rules: "Left moves a stone 'x', Right a stone 'o', onto a free square beside it, across or \
                down, and leaves a stone of the other colour behind: moves of Clobber backwards. The \
                player who cannot move loses. Boards are written as those of Clobber.",
        notation: "anti-clobber(ROW|ROW|…)",
        examples: &["anti-clobber(x.)", "anti-clobber(xoxo|oo..)"],
        source: SOURCE,
        parse: &|arguments: &Arguments<'_>| Variant::Anti.parse(arguments),
    }
}
