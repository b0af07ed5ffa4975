//! Konane: a stone jumps over stones of the opponent and takes them.

use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ParseError, Player, Text};
use grundy_ruleset::board::squares;
use grundy_ruleset::board::squares::{BESIDE, FREE, LEFT, RIGHT, STONES, Set, Step, Stones, stone};
use grundy_ruleset::{Notation, Ruleset, Sizes};

/// Konane, the Hawaiian game of jumps.
#[derive(Clone, Copy, Debug, Default)]
pub struct Konane;

/// The squares on which jumps in this direction end, from a square of `own` over one of
/// `other` to one of `free`.
fn landings(board: &Stones, own: Set, other: Set, free: Set, step: Step) -> Set {
    board.step(board.step(own, step) & other, step) & free
}

impl Ruleset for Konane {
    type Position = Stones;

    fn options(&self, &board: &Stones, player: Player) -> impl Iterator<Item = Stones> {
        let own = board.holding(stone(player));
        let other = board.holding(stone(player.opponent()));
        BESIDE.into_iter().flat_map(move |(right, down)| {
            let (step, back) = ((right, down), (-right, -down));
            let first = landings(&board, own, other, board.holding(FREE), step);
            squares::members(first).flat_map(move |to| {
                let over = board.step(1 << to, back);
                let from = board.step(over, back);
                let after = board.put(from | over, FREE).put(1 << to, stone(player));
                // The same stone may jump on in the same direction.
                std::iter::successors(Some((after, 1 << to)), move |&(board, at)| {
                    let (other, free) =
                        (board.holding(stone(player.opponent())), board.holding(FREE));
                    let to = landings(&board, at, other, free, step);
                    let over = board.step(at, step);
                    (to != 0).then(|| (board.put(at | over, FREE).put(to, stone(player)), to))
                })
                .map(|(board, _)| board)
            })
        })
    }

    // An over-approximation of play: squares that may hold a stone of Left, a stone of Right,
    // or none at some time, and the jumps that these allow. A square in no jump is treated as
    // missing, and jumps without common squares are independent.
    fn components(&self, board: Stones) -> impl Iterator<Item = Stones> {
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
        let jumps = move |set: Set| {
            let jumps = landings.iter().flat_map(|landings| landings.iter().zip(BESIDE));
            jumps.fold(0, |all, (to, (x, y))| {
                let one = board.step(set, (x, y));
                let to = to & (set | one | board.step(one, (x, y)));
                let over = board.step(to, (-x, -y));
                all | to | over | board.step(over, (-x, -y))
            })
        };
        let all = jumps(left | right | free);
        squares::parts(all, jumps).map(move |part| board.keep(part).up_to_symmetry())
    }

    // Every move takes a stone.
    fn longest_play(&self, board: &Stones) -> Option<u64> {
        Some((board.holding(LEFT) | board.holding(RIGHT)).count_ones().into())
    }

    fn negative(&self, board: &Stones) -> Option<Stones> {
        Some(board.exchange(LEFT, RIGHT))
    }

    fn representative(&self, board: Stones) -> (Stones, bool) {
        squares::up_to_sign(board, board.exchange(LEFT, RIGHT).up_to_symmetry())
    }
}

impl Notation for Konane {
    fn name(&self) -> &'static str {
        "konane"
    }

    fn players(&self) -> Option<[String; 2]> {
        Some(["blue", "red"].map(String::from))
    }

    fn print(&self, board: &Stones) -> String {
        board.print(STONES)
    }

    fn read(&self, text: Text<'_>) -> Result<Stones, ParseError> {
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

    fn draw(&self, board: &Stones) -> String {
        board.draw(STONES)
    }

    fn move_name(&self, from: &Stones, to: &Stones, player: Player) -> String {
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
                has at most 128 squares.",
        notation: "konane(ROW|ROW|…) or konane(WIDTHxHEIGHT)",
        examples: &["konane(xo.ox)", "konane(4x4)", "konane(xo.o.|ox.xo|.oxo.)"],
        source: "Michael D. Ernst, Playing Konane mathematically, UMAP Journal 16(2), 1995; Alice Chan \
                 and Alice Tsai, 1×n Konane, More Games of No Chance, 2002; Lessons in Play",
        parse: &|arguments: &Arguments<'_>| {
            let board = Konane.read(arguments.position_only()?)?;
            Ok(arguments.game_in_words(Konane, board))
        },
    }
}
