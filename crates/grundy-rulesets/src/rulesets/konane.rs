//! Konane: a stone jumps over stones of the opponent and takes them.

use std::marker::PhantomData;

use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ParseError, Player, Text};
use grundy_ruleset::board::rows::Bits;
use grundy_ruleset::board::squares;
use grundy_ruleset::board::squares::{BESIDE, FREE, LEFT, RIGHT, STONES, Step, Stones, stone};
use grundy_ruleset::board::wide::Wide;
use grundy_ruleset::{Notation, Ruleset, Sizes};

/// Konane, the Hawaiian game of jumps.
#[derive(Clone, Copy, Debug, Default)]
pub struct Konane<B = u128>(pub PhantomData<B>);

/// The squares on which jumps in this direction end, from a square of `own` over one of
/// `other` to one of `free`.
fn landings<B: Bits>(board: &Stones<B>, own: B, other: B, free: B, step: Step) -> B {
    board.step(board.step(own, step) & other, step) & free
}

impl<B: Bits> Ruleset for Konane<B> {
    type Position = Stones<B>;

    fn options(&self, &board: &Stones<B>, player: Player) -> impl Iterator<Item = Stones<B>> {
        let own = board.holding(stone(player));
        let other = board.holding(stone(player.opponent()));
        BESIDE.into_iter().flat_map(move |(right, down)| {
            let (step, back) = ((right, down), (-right, -down));
            let first = landings(&board, own, other, board.holding(FREE), step);
            first.squares().flat_map(move |to| {
                let over = board.step(B::only(to), back);
                let from = board.step(over, back);
                let after = board.put(from | over, FREE).put(B::only(to), stone(player));
                // The same stone may jump on in the same direction.
                std::iter::successors(Some((after, B::only(to))), move |&(board, at)| {
                    let (other, free) =
                        (board.holding(stone(player.opponent())), board.holding(FREE));
                    let to = landings(&board, at, other, free, step);
                    let over = board.step(at, step);
                    (!to.is_empty())
                        .then(|| (board.put(at | over, FREE).put(to, stone(player)), to))
                })
                .map(|(board, _)| board)
            })
        })
    }

    // An over-approximation of play: squares that may hold a stone of Left, a stone of Right,
    // or none at some time, and the jumps that these allow. A square in no jump is treated as
    // missing, and jumps without common squares are independent.
    fn components(&self, board: Stones<B>) -> impl Iterator<Item = Stones<B>> {
        let mut may = [board.holding(LEFT), board.holding(RIGHT), board.holding(FREE)];
        loop {
            let [left, right, free] = may;
            let mut more = may;
            for (player, own, other) in [(0, left, right), (1, right, left)] {
                for (x, y) in BESIDE {
                    let to = landings(&board, own, other, free, (x, y));
                    let over = board.step(to, (-x, -y));
                    more[player] |= to;
                    more[2] |= over | board.step(over, (-x, -y));
                }
            }
            if more == may {
                break;
            }
            may = more;
        }
        let [left, right, free] = may;
        let landings = [(left, right), (right, left)]
            .map(|(own, other)| BESIDE.map(|step| landings(&board, own, other, free, step)));
        // All squares of the jumps that use a square of the set.
        let jumps = move |set: B| {
            let jumps = landings.iter().flat_map(|landings| landings.iter().zip(BESIDE));
            jumps.fold(B::EMPTY, |all, (to, (x, y))| {
                let one = board.step(set, (x, y));
                let to = *to & (set | one | board.step(one, (x, y)));
                let over = board.step(to, (-x, -y));
                all | to | over | board.step(over, (-x, -y))
            })
        };
        let all = jumps(left | right | free);
        squares::parts(all, jumps).map(move |part| board.keep(part).up_to_symmetry())
    }

    // Every move takes a stone.
    fn longest_play(&self, board: &Stones<B>) -> Option<u64> {
        Some((board.holding(LEFT) | board.holding(RIGHT)).count().into())
    }

    fn negative(&self, board: &Stones<B>) -> Option<Stones<B>> {
        Some(board.exchange(LEFT, RIGHT))
    }

    fn representative(&self, board: Stones<B>) -> (Stones<B>, bool) {
        squares::up_to_sign(board, board.exchange(LEFT, RIGHT).up_to_symmetry())
    }
}

impl<B: Bits> Notation for Konane<B> {
    fn name(&self) -> &'static str {
        "konane"
    }

    fn players(&self) -> Option<[String; 2]> {
        Some(["blue", "red"].map(String::from))
    }

    fn print(&self, board: &Stones<B>) -> String {
        board.print(STONES)
    }

    fn read(&self, text: Text<'_>) -> Result<Stones<B>, ParseError> {
        let opened = |[width, height]: [usize; 2], x: usize, y: usize| {
            let centre = ((width - 1) / 2, (height - 1) / 2);
            match () {
                () if (x, y) == centre || (x, y) == (centre.0 + 1, centre.1) => FREE,
                () if (x + y).is_multiple_of(2) => LEFT,
                () => RIGHT,
            }
        };
        Stones::read_or_size(text, STONES, opened)
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

/// Konane in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "konane",
        aliases: &[],
        family: Family::Grid,
        title: "Konane",
        about: "An old game of Hawaii: jump over a stone of the opponent and take it, and jump on in \
                the same direction if you like. Whoever cannot jump loses.",
        rules: "Left jumps with a stone 'x', Right with a stone 'o', across or down, over a stone of \
                the other colour beside it onto the free square behind, and takes what it jumps over. \
                The stone may jump on in the same direction, but never turns. The player who cannot \
                move loses. A board is drawn with stones, free squares '.' and missing squares '#', \
                rows parted by '|'; a size, width by height, is a board full of stones of alternating \
                colours, x at the top left, but for two in the middle: the opening moves are made. It \
                has at most 256 squares.",
        notation: "konane(ROW|ROW|…) or konane(WIDTHxHEIGHT)",
        examples: &["konane(xo.ox)", "konane(4x4)", "konane(xo.o.|ox.xo|.oxo.)"],
        source: "Michael D. Ernst, Playing Konane mathematically, UMAP Journal 16(2), 1995; Alice Chan \
                 and Alice Tsai, 1×n Konane, More Games of No Chance, 2002; Lessons in Play",
        parse: &|arguments: &Arguments<'_>| {
            arguments.game_on_squares(Konane::<u128>::default(), Konane::<Wide>::default())
        },
    }
}
