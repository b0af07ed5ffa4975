//! Amazons: a queen moves, and shoots an arrow that closes a square.

mod tactics;

use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ParseError, Player, Text};
use grundy_game::{Game, Of};
use grundy_ruleset::board::eight::Square;
use grundy_ruleset::board::squares;
use grundy_ruleset::board::squares::{
    AROUND, FREE, LEFT, MISSING, RIGHT, STONES, Set, Stones, stone,
};
use grundy_ruleset::scene::{Look, Owner, Piece, Scene, Token, squares as scenes};
use grundy_ruleset::words::InWords;
use grundy_ruleset::{Notation, Ruleset, Shape, Sizes, Symmetry};
use tactics::Tactics;

/// Amazons (Walter Zamkauskas, 1988).
#[derive(Clone, Copy, Debug, Default)]
pub struct Amazons;

/// The squares that a queen on `from` reaches over free squares.
fn seen(board: &Stones, from: Set, free: Set) -> Set {
    AROUND.into_iter().fold(0, |all, step| {
        let ray = std::iter::successors(Some(from), |&at| Some(board.step(at, step) & free));
        ray.skip(1).take_while(|&at| at != 0).fold(all, |all, at| all | at)
    })
}

impl Ruleset for Amazons {
    type Position = Stones;

    fn options(&self, &board: &Stones, player: Player) -> impl Iterator<Item = Stones> {
        let free = board.holding(FREE);
        squares::members(board.holding(stone(player))).flat_map(move |queen| {
            let from = 1 << queen;
            squares::members(seen(&board, from, free)).flat_map(move |to| {
                // The queen's old square is free for the arrow.
                let moved = board.put(from, FREE).put(1 << to, stone(player));
                let targets = seen(&moved, 1 << to, moved.holding(FREE));
                squares::members(targets).map(move |arrow| moved.put(1 << arrow, MISSING))
            })
        })
    }

    // Every move burns a square.
    fn longest_play(&self, board: &Stones) -> Option<u64> {
        Some(board.holding(FREE).count_ones().into())
    }

    // Queens and arrows stay in a connected region, where squares that touch at a corner
    // count as neighbours. A region without free squares or without queens has no moves.
    fn components(&self, board: Stones) -> impl Iterator<Item = Stones> {
        let (free, queens) = (board.holding(FREE), board.holding(LEFT) | board.holding(RIGHT));
        squares::parts(free | queens, move |part| board.around(part))
            .filter(move |part| part & free != 0 && part & queens != 0)
            .map(move |part| board.keep(part).up_to_symmetry())
    }

    fn negative(&self, board: &Stones) -> Option<Stones> {
        Some(board.exchange(LEFT, RIGHT))
    }

    fn representative(&self, board: Stones) -> (Stones, bool) {
        squares::up_to_sign(board, board.exchange(LEFT, RIGHT).up_to_symmetry())
    }
}

/// The content of a square at the start. As on the tournament board of 10×10 and on 6×5 (Müller,
/// Amazons 6x5 Solution Attempt, 2013), each player has two queens in the outermost row, a third of
/// the way from both ends, and one at each end of the row that is a third of the way to the
/// opponent. In a single row each player has a queen at one end.
fn start([width, height]: [usize; 2], x: usize, y: usize) -> usize {
    let (right, down) = (width - 1 - x, height - 1 - y);
    let (column, row) = ((width - 1) / 3, (height - 1) / 3);
    let queen = |y: usize| match y {
        0 if x.min(right) == column => true,
        _ => y == row && x.min(right) == 0,
    };
    match (height, x.min(right)) {
        (1, 0) if x < right => LEFT,
        (1, 0) if right < x => RIGHT,
        (1, _) => FREE,
        _ if queen(y) => RIGHT,
        _ if queen(down) => LEFT,
        _ => FREE,
    }
}

impl Notation for Amazons {
    fn name(&self) -> &'static str {
        "amazons"
    }

    fn players(&self) -> Option<[String; 2]> {
        Some(["blue", "red"].map(String::from))
    }

    fn print(&self, board: &Stones) -> String {
        board.print(STONES)
    }

    fn read(&self, text: Text<'_>) -> Result<Stones, ParseError> {
        Stones::read_or_size(text, STONES, start)
    }

    fn sizes(&self) -> Option<Sizes> {
        Some(Sizes {
            shape: Shape::Board,
            squares: ".#xo",
            others: "",
            pieces: ["x", "o"],
            symmetry: Symmetry::All,
        })
    }

    fn draw(&self, board: &Stones) -> String {
        board.draw(STONES)
    }

    fn scene(&self, board: &Stones) -> Scene {
        let rows = scenes::rows(&self.print(board)).unwrap_or_default();
        scenes::of_rows(&rows, |c| match c {
            'x' => Some(Piece::new(Look::Queen, Owner::Left)),
            'o' => Some(Piece::new(Look::Queen, Owner::Right)),
            '#' => Some(Piece::new(Look::Missing, Owner::Nobody)),
            _ => None,
        })
    }

    /// The queen's step, and the square that the arrow burns.
    fn tokens(&self, _: &Scene, from: &Stones, to: &Stones, player: Player) -> Vec<Token> {
        let place = |set: Set| squares::members(set).next().map(|square| square as usize);
        let (old, new) = (from.holding(stone(player)), to.holding(stone(player)));
        let step = place(old & !new).zip(place(new & !old));
        let step = step.map(|(from, to)| Token::Step { from, to });
        let arrow = place(to.holding(MISSING) & !from.holding(MISSING));
        let piece = Some(Piece::new(Look::Closed, Owner::Nobody));
        let arrow = arrow.map(|place| Token::Put { places: vec![place], piece });
        step.into_iter().chain(arrow).collect()
    }

    /// The squares that the queen leaves and reaches, and the square of the arrow.
    fn move_name(&self, from: &Stones, to: &Stones, player: Player) -> String {
        let arrow = to.holding(MISSING) & !from.holding(MISSING);
        format!("{}/{}", from.names_of_step(to, player), from.names(arrow))
    }
}

/// Amazons in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "amazons",
        aliases: &["game-of-the-amazons"],
        family: Family::Grid,
        title: "Amazons",
        about: "Move a queen as in chess, then let her shoot an arrow, which closes a square for ever. \
                Whoever is walled in first loses.",
        rules: "Left's queens are 'x', Right's 'o'. A move takes a queen any way as in chess, over \
                free squares onto a free one, and from there she shoots an arrow, which flies as a \
                queen moves and closes the square where it lands. Nobody is taken. The player who \
                cannot move loses. A board is drawn with queens, free squares '.' and squares that \
                are closed or missing '#', rows parted by '|'. A size, width by height, is a board \
                with four queens each: two in the first row, a third of the way from its ends, and \
                two at the ends of the row that is a third of the way to the opponent, who has \
                theirs opposite; where rows or columns are few, some are the same. It has at most \
                128 squares.",
        notation: "amazons(ROW|ROW|…) or amazons(WIDTHxHEIGHT)",
        examples: &["amazons(x..o)", "amazons(x..|..o)", "amazons(x.#|..o|.#.)", "amazons(3x3)"],
        source: "Elwyn R. Berlekamp, Sums of N×2 Amazons, Game Theory, Optimal Stopping, Probability \
                 and Statistics, 2000; Raymond Georg Snatzke, Exhaustive search in Amazons, More Games \
                 of No Chance, 2002; Aaron N. Siegel, Combinatorial Game Theory",
        parse: &|arguments: &Arguments<'_>| {
            let board = Amazons.read(arguments.position_only()?)?;
            Ok(match Tactics::<u64>::of(&board) {
                Some(tactics) => searched(board, tactics),
                None => match Tactics::<u128>::of(&board) {
                    Some(tactics) => searched(board, tactics),
                    None => arguments.game_in_words(Amazons, board),
                },
            })
        },
    }
}

/// The game, with a search that plays on boards of type `B`.
fn searched<B: Square>(board: Stones, tactics: Tactics<B>) -> Box<dyn Game> {
    let nodes = tactics.clone();
    let node = move |words: &_, mover| nodes.node(&Stones::from_words(words), mover);
    let fits = move |words: &_| Stones::from_words(words).sides() == board.sides();
    Of::in_words(Amazons, board).proved_by(tactics, node).only_where(fits).erased()
}
