//! All positions of a size, in their notation.

use std::collections::HashSet;
use std::ops::Range;

use grundy_base::{ParseError, Text};
use grundy_ruleset::{Shape, Sizes, Symmetry};

/// Width and height; a strip or a heap has the height 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Size {
    width: usize,
    height: usize,
}

/// The positions of some sizes, numbered: size after size, and the positions of a size in the order
/// of their squares.
#[derive(Clone, Debug)]
pub(super) struct Listing {
    shape: Shape,
    symmetry: Symmetry,
    squares: Vec<char>,
    /// Each size, and the numbers of its positions.
    sizes: Vec<(Size, Range<u64>)>,
}

/// The most squares of a size.
const LARGEST: usize = 128;
/// More sizes are a mistake.
const MOST_SIZES: usize = 10_000;

impl Listing {
    /// Reads sizes such as `2x6`, `1..3x4`, `3x3, 4x4`; for strips and heaps `8`, `1..8`.
    /// One position stands for all that a symmetry makes equal, unless `all`
    /// are wanted.
    pub(super) fn new(
        sizes: &Sizes,
        text: Text<'_>,
        squares: &str,
        all: bool,
    ) -> Result<Self, ParseError> {
        let is_flat = matches!(sizes.shape, Shape::Board | Shape::Cake);
        let largest = if sizes.shape == Shape::Heap { usize::MAX / 2 } else { LARGEST };
        let squares: Vec<char> = squares.chars().collect();
        let symmetry = if all { Symmetry::None } else { sizes.symmetry };
        let mut listing = Listing { shape: sizes.shape, symmetry, squares, sizes: Vec::new() };
        let mut known = HashSet::new();
        for part in text.split(',') {
            let (widths, heights) = match (part.split_once("x"), is_flat) {
                (Some((widths, heights)), true) => (side(widths)?, side(heights)?),
                (None, true) => return Err(part.expected("width x height, such as 2x6 or 1..3x4")),
                (None, false) => (side(part)?, 1..=1),
                (Some((_, heights)), false) => return Err(heights.expected("no height: a length")),
            };
            if widths.clone().count().saturating_mul(heights.clone().count()) > MOST_SIZES {
                return Err(part.expected(format!("at most {MOST_SIZES} sizes")));
            }
            for (height, width) in heights.flat_map(|h| widths.clone().map(move |w| (h, w))) {
                // Parts may overlap, as in `2x1..3, 1..3x2`.
                if !known.insert((width, height)) {
                    continue;
                }
                let area = width.saturating_mul(height);
                if area > largest {
                    return Err(part.expected(format!("at most {largest} squares")));
                }
                let count = listing.count(area);
                let end = count.and_then(|count| listing.len().checked_add(count));
                let Some(end) = end.filter(|&end| end < u64::MAX / 2) else {
                    return Err(part.expected("fewer positions than can be counted"));
                };
                listing.sizes.push((Size { width, height }, listing.len()..end));
            }
        }
        Ok(listing)
    }

    /// How many positions a size has.
    fn count(&self, area: usize) -> Option<u64> {
        match self.shape {
            Shape::Board | Shape::Strip => {
                (self.squares.len() as u64).checked_pow(u32::try_from(area).ok()?)
            }
            Shape::Cake | Shape::Heap => Some(1),
        }
    }

    /// The number of positions; symmetric images count separately.
    pub(super) fn len(&self) -> u64 {
        self.sizes.last().map_or(0, |(_, numbers)| numbers.end)
    }

    /// Calls `visit` with each position in a range of numbers, as it is written,
    /// until it fails.
    pub(super) fn each<E>(
        &self,
        numbers: Range<u64>,
        mut visit: impl FnMut(&str) -> Result<(), E>,
    ) -> Result<(), E> {
        for (size, of_size) in &self.sizes {
            let first = numbers.start.max(of_size.start);
            let last = numbers.end.min(of_size.end);
            if first >= last {
                continue;
            }
            let written = match self.shape {
                Shape::Cake => Some(format!("{}x{}", size.width, size.height)),
                Shape::Heap => Some(size.width.to_string()),
                Shape::Board | Shape::Strip => None,
            };
            if let Some(written) = written {
                visit(&written)?;
                continue;
            }
            let mut squares = self.squares_of(*size, first - of_size.start);
            let mut text = String::new();
            for _ in first..last {
                if is_least(self.symmetry, &squares, *size) {
                    text.clear();
                    for (i, &square) in squares.iter().enumerate() {
                        if i > 0 && i % size.width == 0 {
                            text.push('|');
                        }
                        text.push(self.squares[usize::from(square)]);
                    }
                    visit(&text)?;
                }
                self.step(&mut squares);
            }
        }
        Ok(())
    }

    /// The contents of the squares of a position, as places in the alphabet.
    fn squares_of(&self, size: Size, mut number: u64) -> Vec<u8> {
        let base = self.squares.len() as u64;
        let mut squares = vec![0; size.width * size.height];
        for square in squares.iter_mut().rev() {
            // An alphabet has few characters.
            *square = (number % base) as u8;
            number /= base;
        }
        squares
    }

    /// The next position.
    fn step(&self, squares: &mut [u8]) {
        for square in squares.iter_mut().rev() {
            *square += 1;
            if usize::from(*square) < self.squares.len() {
                return;
            }
            *square = 0;
        }
    }
}

/// `3` or `1..3`.
fn side(text: Text<'_>) -> Result<std::ops::RangeInclusive<usize>, ParseError> {
    let number = |text: Text<'_>| -> Result<usize, ParseError> {
        match text.number("a length")? {
            0 => Err(text.expected("a length above 0")),
            length => Ok(length),
        }
    };
    match text.split_once("..") {
        None => number(text).map(|length| length..=length),
        Some((from, to)) => {
            let lengths = number(from)?..=number(to)?;
            if lengths.is_empty() { Err(to.expected("no less than before")) } else { Ok(lengths) }
        }
    }
}

/// Whether no image of a board under a symmetry comes before it.
fn is_least(symmetry: Symmetry, squares: &[u8], size: Size) -> bool {
    let Size { width, height } = size;
    let flips = |across: bool, down: bool, turned: bool| {
        (0..width * height).map(move |i| {
            let (x, y) = if turned { (i / height, i % height) } else { (i % width, i / width) };
            let x = if across { width - 1 - x } else { x };
            let y = if down { height - 1 - y } else { y };
            squares[y * width + x]
        })
    };
    let comes_before =
        |across, down, turned| flips(across, down, turned).lt(squares.iter().copied());
    let turns: &[bool] = match symmetry {
        Symmetry::None => return true,
        // A board that is no square looks different when it is turned.
        Symmetry::All if width == height => &[false, true],
        _ => &[false],
    };
    let all = turns.iter().flat_map(|&turned| {
        [(false, false), (true, false), (false, true), (true, true)]
            .map(|(across, down)| (across, down, turned))
    });
    !all.skip(1).any(|(across, down, turned)| comes_before(across, down, turned))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: Sizes = Sizes {
        shape: Shape::Board,
        squares: ".#",
        others: "",
        pieces: ["", ""],
        symmetry: Symmetry::All,
    };
    const STRIP: Sizes = Sizes { shape: Shape::Strip, symmetry: Symmetry::None, ..BOARD };

    fn listed(sizes: &Sizes, size: &str, all: bool) -> Vec<String> {
        let listing = Listing::new(sizes, Text::new(size), sizes.squares, all).unwrap();
        let mut found = Vec::new();
        let visit = |text: &str| -> Result<(), ()> {
            found.push(text.to_string());
            Ok(())
        };
        listing.each(0..listing.len(), visit).unwrap();
        found
    }

    #[test]
    fn every_board_is_listed_once() {
        assert_eq!(listed(&STRIP, "1..2", true), [".", "#", "..", ".#", "#.", "##"]);
        assert_eq!(listed(&BOARD, "2x1", false), ["..", ".#", "##"]);
        let all = listed(&BOARD, "3x2", true);
        assert_eq!(all.len(), 64);
        assert_eq!(all[5], "...|#.#");
        let distinct: std::collections::BTreeSet<_> = all.iter().collect();
        assert_eq!(distinct.len(), 64);
    }

    /// The number of colourings up to symmetry: Burnside's lemma, and OEIS A054247.
    #[test]
    fn boards_are_counted_as_burnside_does() {
        for (size, count) in [("1x1", 2), ("2x2", 6), ("3x3", 102), ("4x4", 8548)] {
            assert_eq!(listed(&BOARD, size, false).len(), count);
        }
        // (2^6 + 2^3 + 2^4 + 2^3) / 4
        assert_eq!(listed(&BOARD, "3x2", false).len(), 24);
        let rows = Sizes { symmetry: Symmetry::Reflections, ..BOARD };
        // (2^4 + 3·2^2) / 4
        assert_eq!(listed(&rows, "2x2", false).len(), 7);
    }

    #[test]
    fn a_listing_may_begin_anywhere() {
        let listing = Listing::new(&BOARD, Text::new("1..3x1..2"), ".#", false).unwrap();
        let whole = listed(&BOARD, "1..3x1..2", false);
        let mut pieces = Vec::new();
        let mut at = 0;
        while at < listing.len() {
            let visit = |text: &str| -> Result<(), ()> {
                pieces.push(text.to_string());
                Ok(())
            };
            listing.each(at..at + 7, visit).unwrap();
            at += 7;
        }
        assert_eq!(pieces, whole);
    }

    #[test]
    fn bad_sizes_are_refused_where_they_stand() {
        let place = |sizes, text| Listing::new(sizes, Text::new(text), ".#", true).unwrap_err().at;
        assert_eq!(place(&BOARD, "3"), 0);
        assert_eq!(place(&BOARD, "3x0"), 2);
        assert_eq!(place(&BOARD, "3x2,5"), 4);
        assert_eq!(place(&BOARD, "4..2x3"), 3);
        assert_eq!(place(&STRIP, "4x3"), 2);
        assert_eq!(place(&STRIP, "1..200"), 0);
        assert_eq!(place(&BOARD, "9x9"), 0);
    }
}
