//! NoGo: place stones as in Go, but nobody may ever take any.

use crate::board::grid;
use crate::board::squares::{self, FREE, LEFT, RIGHT, Set, Squares, stone};
use crate::catalogue::{Arguments, Entry, Family};
use crate::error::{ParseError, Text};
use crate::player::Player;
use crate::ruleset::{Notation, Ruleset};

/// NoGo, or Anti-Atari Go.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoGo;

/// Points, stones, and what other parts of the board have made certain: an
/// empty point that nobody may ever fill, and a stone whose group touches one.
pub type Points = Squares<3>;

const ALPHABET: &str = "#.xo+XO";
/// An empty point that stays empty.
const OPEN: usize = 4;
/// A stone of Left's in a group that will always have a liberty.
const SAFE_LEFT: usize = 5;
/// The same of Right's.
const SAFE_RIGHT: usize = 6;

const fn safe(player: Player) -> usize {
    match player {
        Player::Left => SAFE_LEFT,
        Player::Right => SAFE_RIGHT,
    }
}

/// All stones of a player.
fn stones(board: &Points, player: Player) -> Set {
    board.holding(stone(player)) | board.holding(safe(player))
}

/// The connected group in `stones` to which the squares of a set belong.
fn group(board: &Points, stones: Set, of: Set) -> Set {
    let mut group = of & stones;
    loop {
        let more = group | board.beside(group) & stones;
        if more == group {
            return group;
        }
        group = more;
    }
}

/// The points that a player may fill.
fn legal(board: &Points, player: Player) -> Set {
    let empty = board.holding(FREE) | board.holding(OPEN);
    let own = stones(board, player);
    let other = stones(board, player.opponent());
    let may = |&point: &u32| {
        let point = 1 << point;
        let near = board.beside(point);
        let rest = empty & !point;
        let lives = |group: Set, safe: usize| {
            board.beside(group) & rest != 0 || group & board.holding(safe) != 0
        };
        let joined = point | group(board, own, near);
        lives(joined, safe(player))
            && squares::parts(other, |part| board.beside(part))
                .filter(|group| board.beside(*group) & point != 0)
                .all(|group| lives(group, safe(player.opponent())))
    };
    squares::members(board.holding(FREE)).filter(may).fold(0, |set, point| set | 1 << point)
}

impl Ruleset for NoGo {
    type Position = Points;

    fn options(&self, &board: &Points, player: Player) -> impl Iterator<Item = Points> {
        squares::members(legal(&board, player))
            .map(move |point| board.put(1 << point, stone(player)))
    }

    // What is not legal never becomes legal: a group that would lose its last
    // liberty grows only by filling that liberty. So a point that is closed to
    // both stays empty, and groups that touch it are safe for ever. Points that
    // somebody may fill matter to each other where they touch, or touch one
    // group that is not safe. Of the rest a part needs to know only the safe
    // stones and the empty points beside its own points.
    fn components(&self, board: Points) -> impl Iterator<Item = Points> {
        let live =
            Player::BOTH.map(|player| legal(&board, player)).into_iter().fold(0, |a, b| a | b);
        let open = board.holding(OPEN) | board.holding(FREE) & !live;
        // All stones of a player, and those of groups that are safe.
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
            .filter(move |part| part & live != 0)
            .map(move |part| {
                let seen = board.beside(part & live) & context;
                marked.keep(part | seen).up_to_symmetry()
            })
    }

    fn negative(&self, board: &Points) -> Option<Points> {
        Some(board.exchange(LEFT, RIGHT).exchange(SAFE_LEFT, SAFE_RIGHT))
    }
}

impl Notation for NoGo {
    fn name(&self) -> &'static str {
        "nogo"
    }

    fn print(&self, board: &Points) -> String {
        board.print(ALPHABET)
    }

    fn read(&self, text: Text<'_>) -> Result<Points, ParseError> {
        let board = Points::read_or_size(text, ALPHABET, |_, _, _| FREE)?;
        let empty = board.holding(FREE) | board.holding(OPEN);
        let dead = Player::BOTH.map(|player| {
            let all = stones(&board, player);
            all & !group(&board, all, board.beside(empty) | board.holding(safe(player)))
        });
        if let Some(square) = squares::members(dead[0] | dead[1]).next() {
            let place = grid::offset(text, square as usize);
            return Err(ParseError::new("a stone whose group has a liberty", place));
        }
        Ok(board)
    }

    fn draw(&self, board: &Points) -> String {
        board.draw(ALPHABET)
    }

    /// The point that is filled.
    fn move_name(&self, from: &Points, to: &Points, player: Player) -> String {
        from.names(to.holding(stone(player)) & !from.holding(stone(player)))
    }
}

/// NoGo in the catalogue.
pub const ENTRY: Entry = Entry {
    name: "nogo",
    aliases: &["anti-atari-go", "no-go"],
    family: Family::Grid,
    title: "NoGo",
    rules: "Left places stones 'x', Right stones 'o', on free points '.', so that afterwards \
            every group on the board, of either colour, still has a liberty: an empty point \
            beside it. Nobody is taken. The player who cannot move loses. A board is drawn with \
            points and missing squares '#', rows parted by '|', or given by its size, width by \
            height, when it is empty; it has at most 128 points. Where a board falls apart, 'X' \
            and 'O' are stones that will always have a liberty, and '+' is an empty point that \
            nobody can fill.",
    notation: "nogo(ROW|ROW|…) or nogo(WIDTHxHEIGHT)",
    examples: &["nogo(5x1)", "nogo(3x2)", "nogo(x.o.|....)", "nogo(.x.|o#.|..x)"],
    source: "Cheng-Wei Chou, Olivier Teytaud and Shi-Jim Yen, Revisiting Monte-Carlo tree search \
             on a normal form game: NoGo, 2011; CGSuite (game.grid.NoGo)",
    parse: |arguments: &Arguments<'_>| {
        let board = NoGo.read(arguments.position_only()?)?;
        Ok(arguments.game(NoGo, board))
    },
};
