//! Connect Four on any small board: stones fall to the bottom of a column.

mod tactics;

use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{End, Fate, ParseError, Player, Text};
use grundy_game::{Game, Of};
use grundy_ruleset::board::grid;
use grundy_ruleset::scene::{Paint, Scene, squares};
use grundy_ruleset::words::{InWords, Words};
use grundy_ruleset::{Flow, Notation, Packed, Ruleset};
use tactics::Tactics;

/// Connect Four: drop a stone into a column; `line` stones in a row win.
#[derive(Clone, Debug)]
pub struct ConnectFour {
    width: usize,
    height: usize,
    line: usize,
    /// The square above the top of each column.
    above: u64,
    /// Shifts by 1, 2, 4, … that smear the bits of a column down to its bottom, each with the
    /// squares that it can fill without leaving the column.
    falls: Vec<(u32, u64)>,
    /// For each of the four directions in which a line fits on the board: shifts for which the
    /// intersection of the shifted sets is exactly the first squares of lines.
    lines: Vec<Vec<u32>>,
}

/// The stones on a board, in one word.
///
/// Each column takes `height + 1` bits, its bottom first. The highest set bit of a column
/// marks the square of the next stone. Below it, set bits are Left's stones and clear bits
/// are Right's (John Tromp's encoding).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Stones(u64);

impl InWords for Stones {
    type Words = Words<1>;

    fn to_words(&self) -> Words<1> {
        Words([self.0])
    }

    fn from_words(&Words([stones]): &Words<1>) -> Stones {
        Stones(stones)
    }
}

/// The decoded form of [`Stones`].
struct Board {
    left: u64,
    right: u64,
    /// The square of the next stone in each column; above the board if the column is full.
    landing: u64,
}

impl ConnectFour {
    /// A board on which `line` in a row win; none if a side or the line is 0, or if the board
    /// with one additional row has more than 64 squares.
    #[must_use]
    pub fn new(width: usize, height: usize, line: usize) -> Option<Self> {
        let column = height.checked_add(1)?;
        let fits = width.checked_mul(column).is_some_and(|squares| squares <= 64);
        if width == 0 || height == 0 || line == 0 || !fits {
            return None;
        }
        let rows = |rows: usize| {
            let bottom = (0..width).fold(0u64, |set, x| set | 1 << (x * column));
            (0..rows).fold(0, |set, y| set | bottom << y)
        };
        let falls = std::iter::successors(Some(1), |shift| Some(shift * 2))
            .take_while(|&shift| shift < column)
            .map(|shift| (shift as u32, rows(column - shift)))
            .collect();
        let mut lines = Vec::new();
        let reach = line - 1;
        for (direction, fits) in [
            (1, line <= height),
            (column, line <= width),
            (column - 1, line <= width && line <= height),
            (column + 1, line <= width && line <= height),
        ] {
            if fits {
                // Doubling: runs of 1, 2, 4, … stones, and last of length `line`.
                let mut run = 1;
                let mut shifts = Vec::new();
                while run <= reach {
                    let more = run.min(line - run);
                    shifts.push((more * direction) as u32);
                    run += more;
                }
                lines.push(shifts);
            }
        }
        Some(ConnectFour { width, height, line, above: rows(column) ^ rows(height), falls, lines })
    }

    /// The board without stones.
    #[must_use]
    pub fn empty(&self) -> Stones {
        let column = self.height + 1;
        Stones((0..self.width).fold(0, |set, x| set | 1 << (x * column)))
    }

    fn board(&self, Stones(stones): Stones) -> Board {
        let filled = self.falls.iter().fold(stones, |set, &(by, room)| set | set >> by & room);
        let (_, below_top) = self.falls[0];
        let taken = filled >> 1 & below_top;
        Board { left: stones & taken, right: !stones & taken, landing: filled ^ taken }
    }

    fn has_line(&self, stones: u64) -> bool {
        // The empty row above the board separates the columns, so no line wraps around.
        self.lines.iter().any(|shifts| shifts.iter().fold(stones, |set, by| set & set >> by) != 0)
    }

    /// The bit of a square in the order of drawing, row by row from the top.
    fn bit(&self, square: usize) -> u64 {
        let (x, y) = (square % self.width, square / self.width);
        1 << (x * (self.height + 1) + self.height - 1 - y)
    }

    fn squares(&self, stones: Stones) -> impl Iterator<Item = char> {
        let Board { left, right, .. } = self.board(stones);
        (0..self.width * self.height).map(move |square| match self.bit(square) {
            bit if left & bit != 0 => 'X',
            bit if right & bit != 0 => 'O',
            _ => '.',
        })
    }
}

impl Ruleset for ConnectFour {
    type Position = Stones;

    fn has_ends(&self) -> bool {
        true
    }

    fn options(&self, &stones: &Stones, player: Player) -> impl Iterator<Item = Stones> {
        let mut landing = self.board(stones).landing & !self.above;
        std::iter::from_fn(move || {
            let square = landing & landing.wrapping_neg();
            landing ^= square;
            // The mark moves up by one square. The bit that it leaves is set for a stone of
            // Left and clear for one of Right.
            match player {
                _ if square == 0 => None,
                Player::Left => Some(Stones(stones.0 | square << 1)),
                Player::Right => Some(Stones(stones.0 + square)),
            }
        })
    }

    fn end(&self, &stones: &Stones, mover: Player) -> Option<End> {
        let Board { left, right, landing } = self.board(stones);
        let (own, other) = if mover == Player::Left { (left, right) } else { (right, left) };
        // If both players have lines, which play cannot reach, the last move decides.
        if self.has_line(other) {
            Some(End::Won(mover.opponent()))
        } else if self.has_line(own) {
            Some(End::Won(mover))
        } else if landing == self.above {
            Some(End::Tie)
        } else {
            None
        }
    }

    fn stones(&self, &stones: &Stones) -> Option<[u32; 2]> {
        let Board { left, right, .. } = self.board(stones);
        Some([left, right].map(u64::count_ones))
    }

    fn negative(&self, &stones: &Stones) -> Option<Stones> {
        let Board { right, landing, .. } = self.board(stones);
        Some(Stones(landing | right))
    }
}

impl Notation for ConnectFour {
    fn name(&self) -> &'static str {
        "connect-four"
    }

    fn parameters(&self) -> String {
        match (self.width, self.height, self.line) {
            (7, 6, 4) => String::new(),
            (width, height, 4) => format!("{width}x{height}"),
            (width, height, line) => format!("{width}x{height},{line}"),
        }
    }

    fn start(&self) -> Option<Stones> {
        Some(self.empty())
    }

    fn players(&self) -> Option<[String; 2]> {
        Some(["red", "yellow"].map(String::from))
    }

    fn colours(&self) -> [Paint; 2] {
        [Paint::Red, Paint::Yellow]
    }

    fn print(&self, stones: &Stones) -> String {
        grid::print(self.width, self.squares(*stones))
    }

    fn read(&self, text: Text<'_>) -> Result<Stones, ParseError> {
        let board = grid::read(text, ".XO")?;
        if (board.width, board.height) != (self.width, self.height) {
            return Err(text.expected(format!("{} rows of {}", self.height, self.width)));
        }
        let mut stones = self.empty().0;
        // From the bottom up, so that the lowest floating stone is reported.
        for (square, &mark) in board.squares.iter().enumerate().rev() {
            let bit = self.bit(square);
            let lands = self.board(Stones(stones)).landing & bit != 0;
            match mark {
                'X' if lands => stones |= bit << 1,
                'O' if lands => stones += bit,
                '.' => {}
                _ => {
                    let at = grid::offset(text, square);
                    return Err(ParseError::new("'.', for the square below is empty", at)
                        .with_help("stones fall to the bottom of their column"));
                }
            }
        }
        Ok(Stones(stones))
    }

    fn alphabet(&self) -> String {
        ".XO".to_string()
    }

    fn draw(&self, stones: &Stones) -> String {
        grid::draw(self.width, self.squares(*stones))
    }

    fn scene(&self, stones: &Stones) -> Scene {
        let all: Vec<char> = self.squares(*stones).collect();
        let letters = squares::Letters { pieces: ["X", "O"] };
        let board =
            squares::board(self.width, self.height, |x, y| letters.piece(all[y * self.width + x]));
        Scene { deciding: squares::in_a_row(&board, self.width, self.line), ..board }
    }

    fn move_name(&self, from: &Stones, to: &Stones, _: Player) -> String {
        let moved = self.board(*from).landing & !self.board(*to).landing;
        let square = (0..self.width * self.height).find(|&square| self.bit(square) == moved);
        square.map_or_else(String::new, |square| grid::square_name(self.width, self.height, square))
    }

    /// The number of the column.
    fn other_names(&self, from: &Stones, to: &Stones, _: Player) -> Vec<String> {
        let moved = self.board(*from).landing & !self.board(*to).landing;
        vec![(moved.trailing_zeros() as usize / (self.height + 1) + 1).to_string()]
    }
}

/// A key is the board as if Left had begun. The colours are exchanged if it is Right's turn after
/// an even number of stones, or Left's turn after an odd number.
///
/// Moves in a given column keep the order of keys. This is clear for two boards that first differ
/// in another column. In the column itself, with the mark at 2^h, a number below 2^(h+1) becomes a
/// number between 2^(h+1) and 2^(h+2), and the map is increasing.
impl Packed for ConnectFour {
    type Key = u64;

    fn pack(&self, position: &Stones, mover: Player) -> u64 {
        let Board { left, right, landing } = self.board(*position);
        let begun = (left | right).count_ones() % 2 == 0;
        if begun == (mover == Player::Left) { position.0 } else { landing | right }
    }

    fn unpack(&self, key: u64) -> Option<(Stones, Player)> {
        let Board { left, right, landing } = self.board(Stones(key));
        // Each column must have a mark, and no bits outside the board may be set.
        let area = (self.width * (self.height + 1)) as u32;
        let known = landing.count_ones() as usize == self.width
            && key.checked_shr(area).is_none_or(|beside| beside == 0);
        let begun = (left | right).count_ones() % 2 == 0;
        known.then_some((Stones(key), if begun { Player::Left } else { Player::Right }))
    }

    #[inline]
    fn expand(&self, key: u64, mut option: impl FnMut(usize, u64)) -> Option<Fate> {
        let Board { left, right, landing } = self.board(Stones(key));
        let lefts_turn = (left | right).count_ones() % 2 == 0;
        if self.has_line(if lefts_turn { right } else { left }) {
            return Some(Fate::Loss);
        }
        let mut landing = landing & !self.above;
        if landing == 0 {
            return Some(Fate::Draw);
        }
        let column = self.height as u32 + 1;
        while landing != 0 {
            let square = landing & landing.wrapping_neg();
            landing ^= square;
            // As in `options`.
            let by = if lefts_turn { square << 1 } else { square };
            option((square.trailing_zeros() / column) as usize, key + by);
        }
        None
    }

    fn kinds(&self) -> usize {
        self.width
    }

    fn flow(&self) -> Flow {
        Flow::Stepwise
    }

    #[inline]
    fn tier(&self, key: u64) -> u32 {
        let Board { left, right, .. } = self.board(Stones(key));
        (left | right).count_ones()
    }
}

fn read_parameters(text: Text<'_>) -> Result<ConnectFour, ParseError> {
    let (size, line) = match text.split_once(",") {
        Some((size, line)) => (size, line.number("a number of stones in a row")?),
        None => (text, 4),
    };
    let (width, height) = grid::read_size(size)
        .ok_or_else(|| size.expected("a size such as 5x4, width by height"))?;
    ConnectFour::new(width, height, line).ok_or_else(|| {
        text.expected("a board of which WIDTH times HEIGHT + 1 is at most 64, and a line above 0")
    })
}

/// A game. If lines are of a usual length, its search has boards of its own.
fn game(rules: ConnectFour, position: Stones) -> Box<dyn Game> {
    let game = Of::in_words(rules.clone(), position).packed(rules.clone());
    match rules.line {
        3 => with_tactics::<2>(game, rules),
        4 => with_tactics::<3>(game, rules),
        5 => with_tactics::<4>(game, rules),
        _ => game.erased(),
    }
}

fn with_tactics<const MORE: usize>(game: Of<Words<1>>, rules: ConnectFour) -> Box<dyn Game> {
    let Some(tactics) = Tactics::<MORE>::new(rules) else { return game.erased() };
    let nodes = tactics.clone();
    let node = move |words: &Words<1>, mover| nodes.node(Stones::from_words(words), mover);
    game.played_by(tactics, node).erased()
}

/// Connect Four in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "connect-four",
        aliases: &["connect4", "four-in-a-row"],
        family: Family::Grid,
        title: "Connect Four",
        about: "Drop stones into the columns of an upright board; four in a line win. On the usual \
                board the first player wins, by starting in the middle.",
        rules: "Left (X) and Right (O) drop stones into the columns of an upright board; a stone \
                falls to the lowest empty square of its column. The first to have four in a row, \
                column or diagonal wins; a full board without such a line is a tie. Without \
                parameters the board is 7 wide and 6 high; with them, WIDTH by HEIGHT, and LINE in \
                a row win.",
        notation: "connect-four, connect-four(BOARD), connect-four(WIDTHxHEIGHT) or \
                   connect-four(WIDTHxHEIGHT,LINE; BOARD); the line, the board or both may be left \
                   out",
        examples: &[
            "connect-four(4x3)",
            "connect-four(4x4; ....|....|.X..|.OX.)",
            "connect-four(3x4,3)",
        ],
        source: "James D. Allen, Expert play in Connect-Four, 1988; Victor Allis, A knowledge-based \
                 approach of Connect-Four, 1988",
        parse: &|arguments: &Arguments<'_>| {
            let (parameters, position) = arguments.optional_board(&['.', 'X', 'O', '|']);
            let rules = read_parameters(parameters.unwrap_or(Text::new("7x6")))?;
            let position = match position {
                Some(text) => rules.read(text)?,
                None => rules.empty(),
            };
            Ok(game(rules, position))
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_ruleset::law;

    #[test]
    fn packed_moves_are_those_of_the_rules() {
        for (width, height, line) in [(3, 3, 3), (4, 3, 4), (2, 5, 3), (4, 4, 3), (1, 4, 2)] {
            let rules = ConnectFour::new(width, height, line).unwrap();
            law::check(&rules, (&rules.empty(), Player::Left), 20_000);
            law::check(&rules, (&rules.empty(), Player::Right), 20_000);
        }
    }

    #[test]
    fn a_stone_in_a_column_keeps_the_order_of_keys() {
        let rules = ConnectFour::new(4, 3, 4).unwrap();
        law::kinds_keep_the_order(&rules, &[rules.pack(&rules.empty(), Player::Left)]);
    }
}
