//! NoGo: place stones as in Go, but captures and suicide are forbidden.

mod tactics;

use std::marker::PhantomData;

use tactics::Tactics;

use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ByPlayer, ParseError, Player, Text};
use grundy_game::{Compiled, Game, Of};
use grundy_ruleset::board::rows::Bits;
use grundy_ruleset::board::squares::{FREE, LEFT, RIGHT, Squares, stone};
use grundy_ruleset::board::wide::Wide;
use grundy_ruleset::board::{grid, squares};
use grundy_ruleset::scene::{Look, Owner, Paint, Piece, Scene, squares as scenes};
use grundy_ruleset::{InWords, Notation, Ruleset, Shape, Sizes, Symmetry};

/// NoGo, or Anti-Atari Go.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoGo<B = u128>(pub PhantomData<B>);

/// Points and stones. Two further contents replace the context that a component loses:
/// empty points that nobody may ever fill, and stones whose group touches one.
pub type Points<B = u128> = Squares<3, B>;

const ALPHABET: &str = "#.xo+XO";
/// An empty point that stays empty.
const OPEN: usize = 4;
/// A stone of Left in a group that will always have a liberty.
const SAFE_LEFT: usize = 5;
/// A stone of Right in a group that will always have a liberty.
const SAFE_RIGHT: usize = 6;

const fn safe(player: Player) -> usize {
    match player {
        Player::Left => SAFE_LEFT,
        Player::Right => SAFE_RIGHT,
    }
}

/// All stones of a player.
fn stones<B: Bits>(board: &Points<B>, player: Player) -> B {
    board.holding(stone(player)) | board.holding(safe(player))
}

/// The squares of `of` that are in `stones`, with all stones connected to them.
fn group<B: Bits>(board: &Points<B>, stones: B, of: B) -> B {
    let mut group = of & stones;
    loop {
        let more = group | board.beside(group) & stones;
        if more == group {
            return group;
        }
        group = more;
    }
}

/// The stones of a player's groups that are safe or have at least two liberties, and the last
/// liberties of the other groups.
fn strength<B: Bits>(board: &Points<B>, empty: B, player: Player) -> (B, B) {
    let safe = board.holding(safe(player));
    squares::parts(stones(board, player), |part| board.beside(part)).fold(
        (B::EMPTY, B::EMPTY),
        |all, group| {
            let liberties = board.beside(group) & empty;
            match (group & safe).is_empty() && liberties.is_one() {
                true => (all.0, all.1 | liberties),
                false => (all.0 | group, all.1),
            }
        },
    )
}

/// The points that each player may fill: filling them takes no group's last liberty, and the new
/// stone has a liberty or joins a group with another liberty.
fn legal<B: Bits>(board: &Points<B>) -> ByPlayer<B> {
    let empty = board.holding(FREE) | board.holding(OPEN);
    let strength = ByPlayer::new(|player| strength(board, empty, player));
    ByPlayer::new(|player| {
        let ((strong, _), (_, last)) = (strength[player], strength[player.opponent()]);
        board.holding(FREE) & board.beside(empty | strong) & !last
    })
}

impl<B: Bits> Ruleset for NoGo<B> {
    type Position = Points<B>;

    fn options(&self, &board: &Points<B>, player: Player) -> impl Iterator<Item = Points<B>> {
        legal(&board)[player].squares().map(move |point| board.put(B::only(point), stone(player)))
    }

    fn longest_play(&self, board: &Points<B>) -> Option<u64> {
        Some(board.holding(FREE).count().into())
    }

    // An illegal move never becomes legal: a group that would lose its last liberty grows only by
    // filling that liberty. So a point closed to both players stays empty, and groups that touch it
    // are safe for ever. Two points that some player may fill affect each other if they are
    // neighbours or touch a common group that is not safe. From the rest of the board, a component
    // needs only the safe stones and the closed points next to its own points.
    fn components(&self, board: Points<B>) -> impl Iterator<Item = Points<B>> {
        let legal = legal(&board);
        let live = legal.left | legal.right;
        let open = board.holding(OPEN) | board.holding(FREE) & !live;
        // All stones of a player, and the stones of safe groups.
        let [left, right] = Player::BOTH.map(|player| {
            let all = stones(&board, player);
            (all, group(&board, all, board.holding(safe(player)) | board.beside(open)))
        });
        let marked = board.put(open, OPEN).put(left.1, SAFE_LEFT).put(right.1, SAFE_RIGHT);
        let [mortal_left, mortal_right] = [left.0 & !left.1, right.0 & !right.1];
        let linked = move |part| {
            board.beside(part & live) & (live | mortal_left | mortal_right)
                | board.beside(part & mortal_left) & (live | mortal_left)
                | board.beside(part & mortal_right) & (live | mortal_right)
        };
        let context = open | left.1 | right.1;
        squares::parts(live | mortal_left | mortal_right, linked)
            .filter(move |&part| !(part & live).is_empty())
            .map(move |part| {
                let seen = board.beside(part & live) & context;
                marked.keep(part | seen).up_to_symmetry()
            })
    }

    fn negative(&self, board: &Points<B>) -> Option<Points<B>> {
        Some(board.exchange(LEFT, RIGHT).exchange(SAFE_LEFT, SAFE_RIGHT))
    }

    fn representative(&self, board: Points<B>) -> (Points<B>, bool) {
        let negative = board.exchange(LEFT, RIGHT).exchange(SAFE_LEFT, SAFE_RIGHT);
        squares::up_to_sign(board, negative.up_to_symmetry())
    }
}

impl<B: Bits> Notation for NoGo<B> {
    fn name(&self) -> &'static str {
        "nogo"
    }

    fn players(&self) -> Option<[String; 2]> {
        Some(["black", "white"].map(String::from))
    }

    fn colours(&self) -> [Paint; 2] {
        [Paint::Black, Paint::White]
    }

    fn print(&self, board: &Points<B>) -> String {
        board.print(ALPHABET)
    }

    fn read(&self, text: Text<'_>) -> Result<Points<B>, ParseError> {
        let board = Points::<B>::read_or_size(text, ALPHABET, |_, _, _| FREE)?;
        let empty = board.holding(FREE) | board.holding(OPEN);
        let dead = Player::BOTH.map(|player| {
            let all = stones(&board, player);
            all & !group(&board, all, board.beside(empty) | board.holding(safe(player)))
        });
        if let Some(square) = (dead[0] | dead[1]).squares().next() {
            let place = grid::offset(text, square as usize);
            return Err(ParseError::new("a stone whose group has a liberty", place));
        }
        Ok(board)
    }

    fn sizes(&self) -> Option<Sizes> {
        Some(Sizes {
            shape: Shape::Board,
            squares: ".xo",
            others: "#XO+",
            pieces: ["xX", "oO"],
            symmetry: Symmetry::All,
        })
    }

    fn draw(&self, board: &Points<B>) -> String {
        board.draw(ALPHABET)
    }

    /// Safe stones are drawn as stones, and points that nobody can fill as closed squares.
    fn scene(&self, board: &Points<B>) -> Scene {
        let rows = scenes::rows(&self.print(board)).unwrap_or_default();
        let width = rows.first().map_or(0, Vec::len);
        scenes::points(width, if width == 0 { 0 } else { rows.len() }, |x, y| {
            let (look, owner) = match rows[y][x] {
                'x' | 'X' => (Look::Stone, Owner::Left),
                'o' | 'O' => (Look::Stone, Owner::Right),
                '+' => (Look::Closed, Owner::Nobody),
                '#' => (Look::Missing, Owner::Nobody),
                _ => return None,
            };
            Some(Piece::new(look, owner))
        })
    }

    /// The point that is filled.
    fn move_name(&self, from: &Points<B>, to: &Points<B>, player: Player) -> String {
        from.names(to.holding(stone(player)) & !from.holding(stone(player)))
    }
}

/// NoGo in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "nogo",
        aliases: &["anti-atari-go", "no-go"],
        family: Family::Grid,
        title: "NoGo",
        about: "Place stones as in Go, but nothing may ever be captured, of either side. Whoever has \
                no allowed point left loses.",
        rules: "Left places stones 'x', Right stones 'o', on free points '.', so that afterwards \
                every group on the board, of either colour, still has a liberty: an empty point \
                beside it. Nobody is taken. The player who cannot move loses. A board is drawn with \
                points and missing squares '#', rows parted by '|', or given by its size, width by \
                height, when it is empty; it has at most 256 points. Where a board falls apart, 'X' \
                and 'O' are stones that will always have a liberty, and '+' is an empty point that \
                nobody can fill.",
        notation: "nogo(ROW|ROW|…) or nogo(WIDTHxHEIGHT)",
        examples: &["nogo(5x1)", "nogo(3x2)", "nogo(x.o.|....)", "nogo(.x.|o#.|..x)"],
        source: "Cheng-Wei Chou, Olivier Teytaud and Shi-Jim Yen, Revisiting Monte-Carlo tree search \
                 on a normal form game: NoGo, 2011; CGSuite (game.grid.NoGo)",
        parse: &|arguments: &Arguments<'_>| {
            let text = arguments.position_only()?;
            match grid::area(text) {
                0..=64 => searched::<u128, u64>(text),
                65..=128 => searched::<u128, u128>(text),
                _ => searched::<Wide, Wide>(text),
            }
        },
    }
}

/// The game on boards of type `B`, with a search that plays on sets of type `S`.
fn searched<B: Bits, S: Bits>(text: Text<'_>) -> Result<Box<dyn Game>, ParseError>
where
    Points<B>: InWords<Words: Compiled>,
{
    let board = NoGo::<B>::default().read(text)?;
    let game = Of::in_words(NoGo::<B>::default(), board);
    let Some(tactics) = Tactics::<S>::of(&board) else { return Ok(game.erased()) };
    let node = |words: &_, mover| Tactics::<S>::node(&Points::<B>::from_words(words), mover);
    let fits = move |words: &_| Points::<B>::from_words(words).sides() == board.sides();
    Ok(game.played_by(tactics, node).only_where(fits).erased())
}
