//! Boards of squares, written row by row: `X.O|...|..X`.

use super::rows::Bits;
use grundy_base::{ParseError, Text};

/// A board as it was read: width, height, and the characters of all squares, row by row
/// from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The number of squares in a row.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
    /// The characters, row by row from the top.
    pub squares: Vec<char>,
}

impl Grid {
    /// The squares with this character.
    #[must_use]
    pub fn set<B: Bits>(&self, character: char) -> B {
        let of_character = |square: &u32| self.squares[*square as usize] == character;
        B::of((0..self.squares.len() as u32).filter(of_character))
    }
}

/// Reads rows of equal length, separated by `|`, of characters in `alphabet`.
pub fn read(text: Text<'_>, alphabet: &str) -> Result<Grid, ParseError> {
    let mut grid = Grid { width: 0, height: 0, squares: Vec::new() };
    for row in text.split('|') {
        let before = grid.squares.len();
        for (at, c) in row.chars() {
            if !alphabet.contains(c) {
                let known: Vec<String> = alphabet.chars().map(|c| format!("'{c}'")).collect();
                return Err(ParseError::new(format!("a square ({})", known.join(", ")), at));
            }
            grid.squares.push(c);
        }
        let width = grid.squares.len() - before;
        if width == 0 {
            return Err(row.expected("a row of squares"));
        }
        if grid.height > 0 && width != grid.width {
            return Err(row.expected(format!("a row of {} squares", grid.width)));
        }
        (grid.width, grid.height) = (width, grid.height + 1);
    }
    Ok(grid)
}

/// Reads a size such as `5x4`, width by height; none if the text is not of this form.
#[must_use]
pub fn read_size(text: Text<'_>) -> Option<(usize, usize)> {
    let (width, height) = text.split_once("x")?;
    let side = |side: Text<'_>| side.number("a size").ok().filter(|&side| side > 0);
    Some((side(width)?, side(height)?))
}

/// The number of squares that the text of a board states, as a size or as rows.
#[must_use]
pub fn area(text: Text<'_>) -> usize {
    let rows = || text.as_str().chars().filter(|c| *c != '|').count();
    read_size(text).map_or_else(rows, |(width, height)| width.saturating_mul(height))
}

/// Reads the sides of a board: a size such as `5x4`, or one number for a square board.
pub fn read_sides(text: Text<'_>) -> Result<(usize, usize), ParseError> {
    let side = text.number("a side").ok().map(|side| (side, side));
    let sides = side.or_else(|| read_size(text));
    sides.ok_or_else(|| text.expected("a side, or a size such as 4x6"))
}

/// The sides of a board, as [`read_sides`] reads them.
#[must_use]
pub fn print_sides(width: usize, height: usize) -> String {
    if width == height { width.to_string() } else { format!("{width}x{height}") }
}

/// Byte offset of a square in a text that [`read`] has read.
#[must_use]
pub fn offset(text: Text<'_>, square: usize) -> usize {
    text.split('|').flat_map(Text::chars).nth(square).map_or(text.end(), |(at, _)| at)
}

/// The numbers of the squares in a set.
pub fn numbers<B: Bits>(set: B) -> impl Iterator<Item = usize> {
    set.squares().map(|square| square as usize)
}

/// Prints squares as they are read.
#[must_use]
pub fn print(width: usize, squares: impl IntoIterator<Item = char>) -> String {
    let mut text = String::new();
    for (i, c) in squares.into_iter().enumerate() {
        if i > 0 && i % width == 0 {
            text.push('|');
        }
        text.push(c);
    }
    text
}

/// Draws squares with a frame of coordinates: letters below, numbers at the
/// left, counted from the bottom.
#[must_use]
pub fn draw(width: usize, squares: impl IntoIterator<Item = char>) -> String {
    let squares: Vec<char> = squares.into_iter().collect();
    let height = squares.len() / width.max(1);
    let mut lines: Vec<String> = squares
        .chunks(width.max(1))
        .enumerate()
        .map(|(y, row)| {
            let row: Vec<String> = row.iter().map(char::to_string).collect();
            format!("{:2}  {}", height - y, row.join(" ")).trim_end().to_string()
        })
        .collect();
    lines.push(format!("    {}", column_letters(width)));
    lines.join("\n")
}

/// The name of a square, `a1` at the bottom left.
#[must_use]
pub fn square_name(width: usize, height: usize, square: usize) -> String {
    format!("{}{}", column_name(square % width), height - square / width)
}

/// The names of the columns above or below squares that are two characters wide. There is room for
/// the last letter of a name only.
#[must_use]
pub fn column_letters(width: usize) -> String {
    let last = |x| column_name(x).pop().map(String::from).unwrap_or_default();
    (0..width).map(last).collect::<Vec<_>>().join(" ")
}

/// The letters of a column, counted from 0 at the left: behind `z` comes `aa`.
#[must_use]
pub fn column_name(x: usize) -> String {
    let letter = char::from(b'a' + (x % 26) as u8);
    match (x / 26).checked_sub(1) {
        None => letter.to_string(),
        Some(more) => column_name(more) + &letter.to_string(),
    }
}

/// The number of a column, given its small letters.
#[must_use]
pub fn column(name: &str) -> Option<usize> {
    let digit = |c: u8| c.is_ascii_lowercase().then(|| usize::from(c - b'a') + 1);
    let number =
        name.bytes().try_fold(0usize, |number, c| number.checked_mul(26)?.checked_add(digit(c)?));
    number?.checked_sub(1)
}
