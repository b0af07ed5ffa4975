//! Writes, reads and draws games of Othello.

use super::tactics::Tactics;
use super::{Count, Othello};
use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ParseError, Player, Text};
use grundy_game::{Compiled, Game, Of};
use grundy_ruleset::board::discs::{Discs, Keys};
use grundy_ruleset::board::rows::Bits;
use grundy_ruleset::board::stored::Stored;
use grundy_ruleset::board::wide::Wide;
use grundy_ruleset::board::{discs, grid};
use grundy_ruleset::scene::{
    Ground, KEY, Kind, Look, Owner, Paint, Piece, Place, Scene, Token, squares,
};
use grundy_ruleset::{InWords, Notation};
use grundy_solve::proof::Pointed;

const PASS: &str = "pass";

/// The option under which empty squares do not count.
const DISCS: &str = "discs";

impl<K, B: Bits> Othello<K, B> {
    fn characters(&self, discs: &Discs<B>) -> impl Iterator<Item = char> {
        discs.characters(self.width * self.height)
    }

    /// The name of a square; rows are counted from the top.
    fn square_name(&self, square: usize) -> String {
        format!("{}{}", grid::column_name(square % self.width), square / self.width + 1)
    }
}

impl<K: Send + Sync + 'static, B: Bits> Notation for Othello<K, B> {
    fn name(&self) -> &'static str {
        "othello"
    }

    fn parameters(&self) -> String {
        let sides = grid::print_sides(self.width, self.height);
        match self.count {
            Count::Squares => sides,
            Count::Discs => format!("{sides},{DISCS}"),
        }
    }

    fn start(&self) -> Option<Discs<B>> {
        Some(self.first())
    }

    fn players(&self) -> Option<[String; 2]> {
        Some(["black", "white"].map(String::from))
    }

    fn colours(&self) -> [Paint; 2] {
        [Paint::Black, Paint::White]
    }

    fn print(&self, discs: &Discs<B>) -> String {
        grid::print(self.width, self.characters(discs))
    }

    fn read(&self, text: Text<'_>) -> Result<Discs<B>, ParseError> {
        Discs::read(text, self.width, self.height)
    }

    fn alphabet(&self) -> String {
        discs::ALPHABET.to_string()
    }

    fn draw(&self, discs: &Discs<B>) -> String {
        let squares: Vec<char> = self.characters(discs).collect();
        let line = |(y, row): (usize, &[char])| {
            let row: Vec<String> = row.iter().map(char::to_string).collect();
            format!("{:2}  {}", y + 1, row.join(" "))
        };
        let mut lines = vec![format!("    {}", grid::column_letters(self.width))];
        lines.extend(squares.chunks(self.width).enumerate().map(line));
        let [left, right] = discs.counts();
        lines.push(format!("    X {left}, O {right}"));
        lines.join("\n")
    }

    /// A key to pass follows the squares.
    fn scene(&self, discs: &Discs<B>) -> Scene {
        let all: Vec<char> = self.characters(discs).collect();
        let stones = squares::Letters { pieces: ["X", "O"] };
        let mut scene =
            squares::board(self.width, self.height, |x, y| stones.piece(all[y * self.width + x]));
        for (square, place) in scene.places.iter_mut().enumerate() {
            place.name = self.square_name(square);
        }
        // The names of rows come first, from the top.
        for (y, label) in scene.labels.iter_mut().take(self.height).enumerate() {
            label.text = (y + 1).to_string();
        }
        let [width, height] = scene.size;
        let wide = grundy_ruleset::scene::width(PASS, Kind::Sign) + 0.5;
        let middle = squares::NAMES + (width - squares::NAMES) / 2.0;
        let centre = [middle.max(wide / 2.0), height + KEY / 2.0 + 0.1];
        scene.places.push(Place::new(PASS, centre, Ground::Key(wide)));
        scene.size = [width.max(wide), height + KEY + 0.2];
        scene
    }

    fn tokens(&self, _: &Scene, from: &Discs<B>, to: &Discs<B>, player: Player) -> Vec<Token> {
        let disc = Piece::new(Look::Stone, Owner::of(player));
        vec![match from.put(*to) {
            Some(square) => Token::Put { places: vec![square], piece: Some(disc) },
            None => Token::press(self.width * self.height),
        }]
    }

    fn move_name(&self, from: &Discs<B>, to: &Discs<B>, _: Player) -> String {
        from.put(*to).map_or_else(|| PASS.to_string(), |square| self.square_name(square))
    }
}

/// Reads `SIZE`, `SIZE,discs` or `discs`.
fn read_parameters(text: Text<'_>) -> Result<(Text<'_>, Count), ParseError> {
    if text.as_str() == DISCS {
        return Ok((Text::new("8"), Count::Discs));
    }
    match text.split_once(",") {
        None => Ok((text, Count::Squares)),
        Some((size, option)) if option.as_str() == DISCS => Ok((size, Count::Discs)),
        Some((_, option)) => Err(option.expected(format!("'{DISCS}'"))),
    }
}

/// Reads a board in the format of Othello's test positions: all squares in a row, where X or * and
/// O are discs and - or . are empty squares, and whose turn it is. Returns the board as it is
/// written here, and the player.
fn read_squares(text: &str, width: usize, height: usize) -> Option<(String, Option<Player>)> {
    let mut words = text.trim_end_matches(';').split_whitespace();
    let (squares, mover) = (words.next()?, words.next());
    if words.next().is_some() || squares.len() != width * height || height == 1 {
        return None;
    }
    let disc = |c: char| match c {
        'X' | 'x' | '*' => Some('X'),
        'O' | 'o' => Some('O'),
        '-' | '.' => Some('.'),
        _ => None,
    };
    let discs: Vec<char> = squares.chars().map(disc).collect::<Option<_>>()?;
    let rows: Vec<String> = discs.chunks(width).map(|row| row.iter().collect()).collect();
    let mover = match mover.map(|mover| mover.chars().map(disc).collect::<Vec<_>>()).as_deref() {
        None => None,
        Some([Some('X')]) => Some(Player::Left),
        Some([Some('O')]) => Some(Player::Right),
        Some(_) => return None,
    };
    Some((rows.join("|"), mover))
}

/// The game on the smallest boards that hold it, with the smallest keys.
fn sized(
    arguments: &Arguments<'_>,
    [width, height]: [usize; 2],
    count: Count,
    board: Option<Text<'_>>,
) -> Option<Result<Box<dyn Game>, ParseError>> {
    if let Some(rules) = Othello::<Keys<u64>>::new(width, height, count) {
        return Some(arguments.pointed_game_at(rules.clone(), board, Tactics::new(rules)));
    }
    if let Some(rules) = Othello::<Keys<u128>>::new(width, height, count) {
        return Some(arguments.pointed_game_at(rules.clone(), board, Tactics::new(rules)));
    }
    if let Some(rules) = Othello::<(), u128>::without_keys(width, height, count) {
        return Some(without_keys(&rules, board));
    }
    Some(without_keys(&Othello::<(), Wide>::without_keys(width, height, count)?, board))
}

/// The game on a board that is too large for keys.
fn without_keys<B: Stored<2, 0, Words: Compiled>>(
    rules: &Othello<(), B>,
    board: Option<Text<'_>>,
) -> Result<Box<dyn Game>, ParseError> {
    let discs = board.map_or_else(|| Ok(rules.first()), |text| rules.read(text))?;
    let tree = Tactics::new(rules.clone());
    let nodes = tree.clone();
    let node = move |words: &_, mover| nodes.node(&Discs::from_words(words), mover, 0);
    let game = Of::in_words(rules.clone(), discs).scored(rules.clone());
    Ok(game.played_by(tree, node).erased())
}

/// Othello in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "othello",
        aliases: &["reversi"],
        family: Family::Grid,
        title: "Othello",
        about: "Put a disc so that discs of the other player lie between it and another of yours, and \
                turn them over; more discs win at the end. On the board of four by four the second \
                player wins, 13 to 3, or 11 to 3 where only discs count.",
        rules: "Left puts a disc X and Right a disc O on an empty square from which, along a row, \
                column or diagonal, discs of the other without a gap lie before an own one; all \
                that are so enclosed, in all directions, are turned over. A player who has no such \
                square passes; when neither has one, more discs win, and as many are a tie. The \
                empty squares then count for the winner, as the World Othello Federation has it; \
                with 'discs' only discs count, which changes by how much a game is won, but not who \
                wins. Sides are even, from 2 to 16; four discs lie in the middle at first.",
        notation: "othello (a side of 8), othello(SIZE), othello(SIZE; BOARD), \
                   othello(SIZE,discs; BOARD) or othello(discs; BOARD), where SIZE is SIDE or \
                   WIDTHxHEIGHT; the board may be left out",
        examples: &["othello(4x2)", "othello(4; XXO.|XOOO|XXOX|..O.)", "othello(4x2,discs)"],
        source: "World Othello Federation, Tournament rules; Joel Feinstein, Amenor wins world 6x6 championships!, 1993; Hiroki Takizawa, Othello \
                 is solved, 2023",
        parse: &|arguments: &Arguments<'_>| {
            let (size, position) = arguments.optional();
            let (size, count) = read_parameters(size.unwrap_or(Text::new("8")))?;
            let (width, height) = grid::read_sides(size)?;
            let in_a_row =
                position.and_then(|position| read_squares(position.as_str(), width, height));
            let (board, mover) = match &in_a_row {
                Some((board, mover)) => (Some(Text::new(board)), *mover),
                None => (position, None),
            };
            let game = sized(arguments, [width, height], count, board)
                .unwrap_or_else(|| Err(size.expected("even sides from 2 to 16")))?;
            Ok(if mover.is_some() { game.to_move(mover) } else { game })
        },
    }
}
