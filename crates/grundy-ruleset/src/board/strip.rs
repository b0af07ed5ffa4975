//! Strips: one row of squares, written from left to right, `TT..FF`.

use crate::words::{InWords, Words, halves, whole};
use grundy_base::{ParseError, Player, Text};

/// Reads at most `most` squares of characters in `alphabet`, which may be separated by commas; an
/// empty text is a strip without squares.
pub fn read(text: Text<'_>, alphabet: &str, most: usize) -> Result<Vec<char>, ParseError> {
    let mut squares = Vec::new();
    let is_list = text.as_str().split_once(',').is_some_and(|(first, _)| first.trim().len() == 1);
    let is_list = is_list && !alphabet.contains(',');
    let mut after_comma = true;
    for (at, c) in text.chars() {
        if is_list && (c == ' ' || c == ',' && !after_comma) {
            after_comma |= c == ',';
            continue;
        }
        if is_list && !after_comma {
            return Err(ParseError::new("','", at));
        }
        after_comma = false;
        if !alphabet.contains(c) {
            let known: Vec<String> = alphabet.chars().map(|c| format!("'{c}'")).collect();
            return Err(ParseError::new(format!("a square ({})", known.join(", ")), at));
        }
        if squares.len() == most {
            return Err(ParseError::new(format!("at most {most} squares"), at));
        }
        squares.push(c);
    }
    Ok(squares)
}

/// The set of squares that hold `mark`; the square at the left is number 0. There must be
/// at most 128 squares.
#[must_use]
pub fn set(squares: &[char], mark: char) -> u128 {
    squares.iter().rev().fold(0, |set, &square| set << 1 | u128::from(square == mark))
}

/// The numbers of the squares in a set, from left to right.
#[inline]
pub fn members(mut set: u128) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let square = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (square < u128::BITS).then_some(square)
    })
}

/// The first square and the length of each run of consecutive squares in a set.
#[inline]
pub fn runs(mut set: u128) -> impl Iterator<Item = (u32, u32)> {
    std::iter::from_fn(move || {
        let start = set.trailing_zeros();
        if start == u128::BITS {
            return None;
        }
        let length = (set >> start).trailing_ones();
        set &= !(low(length) << start);
        Some((start, length))
    })
}

/// The set of the first `count` squares, at most 128.
#[inline]
#[must_use]
pub fn low(count: u32) -> u128 {
    u128::MAX.checked_shr(u128::BITS - count.min(u128::BITS)).unwrap_or(0)
}

/// The greatest length of a [`Row`].
const LONGEST: usize = 128;

/// The sum of the distances of Left's pieces to the right end of a strip and of Right's
/// pieces to the left end.
#[must_use]
pub fn steps(left: u128, right: u128, length: u32) -> u64 {
    let to_right: u32 = members(left).map(|at| length - 1 - at).sum();
    let to_left: u32 = members(right).sum();
    (to_right + to_left).into()
}

/// A strip of at most 128 squares, each empty or with a piece of Left, of Right or of
/// both; square 0 is at the left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Row {
    /// Squares with pieces that Left may play.
    pub left: u128,
    /// Squares with pieces that Right may play.
    pub right: u128,
    /// The number of squares.
    pub length: u8,
}

impl InWords for Row {
    type Words = Words<5>;

    #[inline]
    fn to_words(&self) -> Words<5> {
        let ([a, b], [c, d]) = (halves(self.left), halves(self.right));
        Words([a, b, c, d, self.length.into()])
    }

    #[inline]
    fn from_words(&Words([a, b, c, d, length]): &Words<5>) -> Row {
        Row { left: whole(a, b), right: whole(c, d), length: length as u8 }
    }
}

impl Row {
    /// Reads a strip. The alphabet has the characters for an empty square, a piece of Left,
    /// a piece of Right, and optionally a piece of both.
    pub fn read(text: Text<'_>, alphabet: &str) -> Result<Self, ParseError> {
        let squares = read(text, alphabet, LONGEST)?;
        let letters: Vec<char> = alphabet.chars().collect();
        let of = |i: usize| letters.get(i).map_or(0, |&letter| set(&squares, letter));
        let length = squares.len() as u8;
        Ok(Row { left: of(1) | of(3), right: of(2) | of(3), length })
    }

    /// The characters of the strip, from left to right.
    pub fn characters(self, alphabet: &str) -> impl Iterator<Item = char> {
        let letters: Vec<char> = alphabet.chars().collect();
        (0..self.length).map(move |at| {
            let has = |set: u128| (set >> at & 1) as usize;
            letters[has(self.left) | has(self.right) << 1]
        })
    }

    /// The pieces that a player may play.
    #[inline]
    #[must_use]
    pub const fn of(self, player: Player) -> u128 {
        match player {
            Player::Left => self.left,
            Player::Right => self.right,
        }
    }

    /// The squares with a piece.
    #[inline]
    #[must_use]
    pub const fn pieces(self) -> u128 {
        self.left | self.right
    }

    /// The `length` squares from `start` on.
    #[inline]
    #[must_use]
    pub fn part(self, start: u32, length: u32) -> Self {
        let part = |set: u128| set.checked_shr(start).unwrap_or(0) & low(length);
        Row { left: part(self.left), right: part(self.right), length: length as u8 }
    }

    /// The strip without the empty squares behind its last piece.
    #[must_use]
    pub fn trim_end(self) -> Self {
        let length = u128::BITS - self.pieces().leading_zeros();
        Row { length: length as u8, ..self }
    }

    /// The strip reversed; pieces keep their owners.
    #[must_use]
    pub fn mirror(self) -> Self {
        let mirror = |set: u128| {
            set.reverse_bits().checked_shr(u128::BITS - u32::from(self.length)).unwrap_or(0)
        };
        Row { left: mirror(self.left), right: mirror(self.right), ..self }
    }

    /// The strip with the owners of all pieces exchanged.
    #[inline]
    #[must_use]
    pub const fn exchange(self) -> Self {
        Row { left: self.right, right: self.left, length: self.length }
    }
}

/// Draws squares in a row above their numbers, counted from 1.
#[must_use]
pub fn draw(squares: impl IntoIterator<Item = char>) -> String {
    let squares: Vec<char> = squares.into_iter().collect();
    let width = squares.len().to_string().len() + 1;
    let row: String = squares.iter().map(|c| format!("{c:>width$}")).collect();
    let numbers: String = (1..=squares.len()).map(|n| format!("{n:>width$}")).collect();
    format!("{row}\n{numbers}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_and_members_find_every_square_up_to_the_last() {
        let squares: Vec<char> = "1101".chars().collect();
        assert_eq!(members(set(&squares, '1')).collect::<Vec<_>>(), [0, 1, 3]);
        assert_eq!(runs(set(&squares, '1')).collect::<Vec<_>>(), [(0, 2), (3, 1)]);
        assert_eq!(runs(u128::MAX).collect::<Vec<_>>(), [(0, 128)]);
        assert_eq!(members(1 << 127).collect::<Vec<_>>(), [127]);
        assert_eq!((low(0), low(3), low(128)), (0, 7, u128::MAX));
    }

    #[test]
    fn reading_names_the_byte_of_a_bad_square_and_of_the_first_too_many() {
        assert_eq!(read(Text::new("10x"), "01", 9).unwrap_err().at, 2);
        assert_eq!(read(Text::new("1010"), "01", 3).unwrap_err().at, 3);
        assert_eq!(read(Text::new(""), "01", 3), Ok(vec![]));
    }
}
