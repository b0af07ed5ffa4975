//! Variants of Clobber with other steps or other captures.

use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ParseError, Player, Text};
use grundy_game::Game;
use grundy_ruleset::board::squares;
use grundy_ruleset::board::squares::{
    AROUND, BESIDE, FREE, LEFT, MISSING, RIGHT, STONES, Set, Step, Stones, stone,
};
use grundy_ruleset::scene::{Scene, Token};
use grundy_ruleset::{Notation, Ruleset, Sizes};

/// The variant of Clobber.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clobbering {
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
struct Clobbered {
    from: u32,
    to: u32,
    after: Stones,
}

impl Clobbering {
    const fn steps(self) -> &'static [Step] {
        match self {
            Clobbering::Kings | Clobbering::Queens => &AROUND,
            _ => &BESIDE,
        }
    }

    const fn slides(self) -> bool {
        matches!(self, Clobbering::Rooks | Clobbering::Queens)
    }

    /// The squares on which the player's stones may end.
    fn goals(self, board: &Stones, player: Player) -> Set {
        match self {
            Clobbering::Anti => board.holding(FREE),
            Clobbering::Hot => board.holding(LEFT) | board.holding(RIGHT),
            _ => board.holding(stone(player.opponent())),
        }
    }

    fn moves(self, board: Stones, player: Player) -> impl Iterator<Item = Clobbered> {
        let goals = self.goals(&board, player);
        let behind = if self == Clobbering::Anti { stone(player.opponent()) } else { FREE };
        squares::members(board.holding(stone(player))).flat_map(move |from| {
            let ends = self.steps().iter().map(move |&step| {
                let mut at = board.step(1 << from, step);
                while self.slides() && at & board.holding(FREE) != 0 {
                    at = board.step(at, step);
                }
                at & goals
            });
            ends.filter(|end| *end != 0).map(move |end| {
                let after = board.put(1 << from, behind).put(end, stone(player));
                Clobbered { from, to: end.trailing_zeros(), after }
            })
        })
    }

    /// The moves that lead from one position to another.
    fn between(
        self,
        from: &Stones,
        to: &Stones,
        player: Player,
    ) -> impl Iterator<Item = Clobbered> {
        self.moves(*from, player).filter(move |clobbered| clobbered.after == *to)
    }

    fn parse(self, arguments: &Arguments<'_>) -> Result<Box<dyn Game>, ParseError> {
        let board = self.read(arguments.position_only()?)?;
        Ok(arguments.game_in_words(self, board))
    }
}

impl Ruleset for Clobbering {
    type Position = Stones;

    fn options(&self, &board: &Stones, player: Player) -> impl Iterator<Item = Stones> {
        self.moves(board, player).map(|clobbered| clobbered.after)
    }

    // Every move removes a stone, or in Anti-Clobber adds one.
    fn longest_play(&self, board: &Stones) -> Option<u64> {
        let fewer = match self {
            Clobbering::Anti => board.holding(FREE),
            _ => board.holding(LEFT) | board.holding(RIGHT),
        };
        Some(fewer.count_ones().into())
    }

    // Where stones step only onto adjacent stones, connected groups are independent. In the
    // other variants separate groups can meet.
    fn components(&self, board: Stones) -> impl Iterator<Item = Stones> {
        let (left, right) = (board.holding(LEFT), board.holding(RIGHT));
        let around = *self == Clobbering::Kings;
        let spread = move |part| if around { board.around(part) } else { board.beside(part) };
        let whole = self.slides() || *self == Clobbering::Anti;
        let split = if whole { 0 } else { left | right };
        let parts = squares::parts(split, spread).map(move |part| {
            let kept = board.keep(part);
            kept.put(kept.holding(MISSING), FREE)
        });
        let whole = whole.then_some(board).into_iter();
        parts.chain(whole).map(Stones::up_to_symmetry)
    }

    fn negative(&self, board: &Stones) -> Option<Stones> {
        Some(board.exchange(LEFT, RIGHT))
    }

    fn representative(&self, board: Stones) -> (Stones, bool) {
        squares::up_to_sign(board, board.exchange(LEFT, RIGHT).up_to_symmetry())
    }
}

impl Notation for Clobbering {
    fn name(&self) -> &'static str {
        match self {
            Clobbering::Kings => "kings-clobber",
            Clobbering::Rooks => "rooks-clobber",
            Clobbering::Queens => "queens-clobber",
            Clobbering::Hot => "hot-clobber",
            Clobbering::Anti => "anti-clobber",
        }
    }

    fn players(&self) -> Option<[String; 2]> {
        Some(["blue", "red"].map(String::from))
    }

    fn print(&self, board: &Stones) -> String {
        board.print(STONES)
    }

    fn read(&self, text: Text<'_>) -> Result<Stones, ParseError> {
        Stones::read_or_checkered(text)
    }

    fn sizes(&self) -> Option<Sizes> {
        Some(squares::SIZES_OF_STONES)
    }

    fn draw(&self, board: &Stones) -> String {
        board.draw(STONES)
    }

    fn tokens(&self, _: &Scene, from: &Stones, to: &Stones, player: Player) -> Vec<Token> {
        let same = self.between(from, to, player);
        same.map(|Clobbered { from, to, .. }| Token::Step { from: from as usize, to: to as usize })
            .collect()
    }

    /// The squares that the stone leaves and reaches.
    fn move_name(&self, from: &Stones, to: &Stones, player: Player) -> String {
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
        parse: &|arguments: &Arguments<'_>| Clobbering::Kings.parse(arguments),
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
        parse: &|arguments: &Arguments<'_>| Clobbering::Rooks.parse(arguments),
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
        parse: &|arguments: &Arguments<'_>| Clobbering::Queens.parse(arguments),
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
        parse: &|arguments: &Arguments<'_>| Clobbering::Hot.parse(arguments),
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
        parse: &|arguments: &Arguments<'_>| Clobbering::Anti.parse(arguments),
    }
}
