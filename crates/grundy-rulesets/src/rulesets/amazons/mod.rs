//! Amazons: a queen moves, and shoots an arrow that closes a square.

mod tactics;

use std::marker::PhantomData;

use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ParseError, Player, Text};
use grundy_game::{Compiled, Game, Of};
use grundy_ruleset::board::eight::Square;
use grundy_ruleset::board::rows::Bits;
use grundy_ruleset::board::squares::{AROUND, FREE, LEFT, MISSING, RIGHT, STONES, Stones, stone};
use grundy_ruleset::board::wide::Wide;
use grundy_ruleset::board::{grid, squares};
use grundy_ruleset::scene::{Look, Owner, Piece, Scene, Token, squares as scenes};
use grundy_ruleset::words::InWords;
use grundy_ruleset::{Notation, Ruleset, Shape, Sizes, Symmetry};
use tactics::Tactics;

/// Amazons (Walter Zamkauskas, 1988).
#[derive(Clone, Copy, Debug, Default)]
pub struct Amazons<B = u128>(pub PhantomData<B>);

/// The squares that a queen on `from` reaches over free squares.
fn seen<B: Bits>(board: &Stones<B>, from: B, free: B) -> B {
    AROUND.into_iter().fold(B::EMPTY, |all, step| {
        let ray = std::iter::successors(Some(from), |&at| Some(board.step(at, step) & free));
        ray.skip(1).take_while(|&at| !at.is_empty()).fold(all, |all, at| all | at)
    })
}

impl<B: Bits> Ruleset for Amazons<B> {
    type Position = Stones<B>;

    fn options(&self, &board: &Stones<B>, player: Player) -> impl Iterator<Item = Stones<B>> {
        let free = board.holding(FREE);
        board.holding(stone(player)).squares().flat_map(move |queen| {
            let from = B::only(queen);
            seen(&board, from, free).squares().flat_map(move |to| {
                // The queen's old square is free for the arrow.
                let moved = board.put(from, FREE).put(B::only(to), stone(player));
                let targets = seen(&moved, B::only(to), moved.holding(FREE));
                targets.squares().map(move |arrow| moved.put(B::only(arrow), MISSING))
            })
        })
    }

    // Every move burns a square.
    fn longest_play(&self, board: &Stones<B>) -> Option<u64> {
        Some(board.holding(FREE).count().into())
    }

    // Queens and arrows stay in a connected region, where squares that touch at a corner
    // count as neighbours. A region without free squares or without queens has no moves.
    fn components(&self, board: Stones<B>) -> impl Iterator<Item = Stones<B>> {
        let (free, queens) = (board.holding(FREE), board.holding(LEFT) | board.holding(RIGHT));
        squares::parts(free | queens, move |part| board.around(part))
            .filter(move |&part| !(part & free).is_empty() && !(part & queens).is_empty())
            .map(move |part| board.keep(part).up_to_symmetry())
    }

    fn negative(&self, board: &Stones<B>) -> Option<Stones<B>> {
        Some(board.exchange(LEFT, RIGHT))
    }

    fn representative(&self, board: Stones<B>) -> (Stones<B>, bool) {
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

impl<B: Bits> Notation for Amazons<B> {
    fn name(&self) -> &'static str {
        "amazons"
    }

    fn players(&self) -> Option<[String; 2]> {
        Some(["blue", "red"].map(String::from))
    }

    fn print(&self, board: &Stones<B>) -> String {
        board.print(STONES)
    }

    fn read(&self, text: Text<'_>) -> Result<Stones<B>, ParseError> {
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

    fn draw(&self, board: &Stones<B>) -> String {
        board.draw(STONES)
    }

    fn scene(&self, board: &Stones<B>) -> Scene {
        let rows = scenes::rows(&self.print(board)).unwrap_or_default();
        scenes::of_rows(&rows, |c| match c {
            'x' => Some(Piece::new(Look::Queen, Owner::Left)),
            'o' => Some(Piece::new(Look::Queen, Owner::Right)),
            '#' => Some(Piece::new(Look::Missing, Owner::Nobody)),
            _ => None,
        })
    }

    /// The queen's step, and the square that the arrow burns.
    fn tokens(&self, _: &Scene, from: &Stones<B>, to: &Stones<B>, player: Player) -> Vec<Token> {
        let place = |set: B| set.squares().next().map(|square| square as usize);
        let (old, new) = (from.holding(stone(player)), to.holding(stone(player)));
        let step = place(old & !new).zip(place(new & !old));
        let step = step.map(|(from, to)| Token::Step { from, to });
        let arrow = place(to.holding(MISSING) & !from.holding(MISSING));
        let piece = Some(Piece::new(Look::Closed, Owner::Nobody));
        let arrow = arrow.map(|place| Token::Put { places: vec![place], piece });
        step.into_iter().chain(arrow).collect()
    }

    /// The squares that the queen leaves and reaches, and the square of the arrow.
    fn move_name(&self, from: &Stones<B>, to: &Stones<B>, player: Player) -> String {
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
                256 squares.",
        notation: "amazons(ROW|ROW|…) or amazons(WIDTHxHEIGHT)",
        examples: &["amazons(x..o)", "amazons(x..|..o)", "amazons(x.#|..o|.#.)", "amazons(3x3)"],
        source: "Elwyn R. Berlekamp, Sums of N×2 Amazons, Game Theory, Optimal Stopping, Probability \
                 and Statistics, 2000; Raymond Georg Snatzke, Exhaustive search in Amazons, More Games \
                 of No Chance, 2002; Aaron N. Siegel, Combinatorial Game Theory",
        parse: &|arguments: &Arguments<'_>| {
            let text = arguments.position_only()?;
            if grid::area(text) > u128::BITS as usize {
                return searched(Amazons::<Wide>::default(), text, Tactics::<Wide>::of);
            }
            let rules = Amazons::<u128>::default();
            let (width, height) = rules.read(text)?.sides();
            match width.max(height) {
                0..=8 => searched(rules, text, Tactics::<u64>::of),
                9..=11 => searched(rules, text, Tactics::<u128>::of),
                _ => searched(rules, text, Tactics::<Wide>::of),
            }
        },
    }
}

/// The game, with a search on square boards of type `S` if they hold the board.
fn searched<B: Bits, S: Square>(
    rules: Amazons<B>,
    text: Text<'_>,
    tactics: fn(&Stones<B>) -> Option<Tactics<S>>,
) -> Result<Box<dyn Game>, ParseError>
where
    Stones<B>: InWords<Words: Compiled>,
{
    let board = rules.read(text)?;
    let game = Of::in_words(rules, board);
    let Some(tactics) = tactics(&board) else { return Ok(game.erased()) };
    let nodes = tactics.clone();
    let node = move |words: &_, mover| nodes.node(&Stones::<B>::from_words(words), mover);
    let fits = move |words: &_| Stones::<B>::from_words(words).sides() == board.sides();
    Ok(game.proved_by(tactics, node).only_where(fits).erased())
}
