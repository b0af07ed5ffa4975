//! End-Nim: a row of heaps. Tokens are taken only from the heaps at its ends.
//!
//! # Known answers
//!
//! Albert and Nowakowski 2001; Cairns and Ho 2011 for misère play, where the same positions are
//! lost except for heaps that are all equal.
//!
//! ```text
//! end-nim(4) => outcome=N misere=N
//! end-nim(1) => outcome=N misere=P
//! end-nim(3,3) => outcome=P
//! end-nim(2,2) => outcome=P misere=P
//! end-nim(1,1) => outcome=P misere=N
//! end-nim(2,4,2) => outcome=P misere=P
//! end-nim(3,4,1,2) => outcome=P misere=P
//! end-nim(2,3,3,1) => outcome=N misere=N
//! end-nim(1,1,1,1) => outcome=P misere=N
//! end-nim(3,3,3,3) => outcome=P misere=P
//! ```

use super::ordered_heaps;
use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{Convention, Fate, ParseError, Player, Text};
use grundy_ruleset::board::heaps;
use grundy_ruleset::board::heaps::Heaps;
use grundy_ruleset::scene::{Scene, Token};
use grundy_ruleset::{Notation, Ruleset, Theorem};

/// End-Nim. Positions list the heaps from left to right, none of them empty.
#[derive(Clone, Copy, Debug)]
pub struct EndNim {
    /// Whether Left takes from the left end only, and Right from the right end.
    partizan: bool,
}

const PARTIZAN: &str = "partizan";

/// The longest row to which the theorem is applied: it takes time with the square of the length.
const LONGEST: usize = 1024;

/// The row with another heap of size `size` at one end; an empty heap is removed.
fn with_end(row: &Heaps, left_end: bool, size: u64) -> Heaps {
    let mut next = row.clone();
    let place = if left_end { 0 } else { row.len() - 1 };
    match size {
        0 => drop(next.remove(place)),
        _ => next[place] = size,
    }
    next
}

/// For a part of the row, the heap that makes it lost when put at the left end, and at the right
/// end. Both are 0 if the part is lost itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Partners {
    left: u64,
    right: u64,
}

impl Partners {
    /// The heap at the other end that makes the part lost with `size` at this end. `here` and
    /// `there` make it lost with nothing at the other end. All other sizes at this end and at the
    /// other end are paired in order.
    fn beside(size: u64, here: u64, there: u64) -> u64 {
        match (here, there) {
            (0, _) => size,
            _ if size == here => 0,
            _ => {
                let rank = size - u64::from(size > here);
                rank + u64::from(rank >= there)
            }
        }
    }
}

/// The heap that makes the row without its first heap lost, and the one that makes the row without
/// its last heap lost. `row` is not empty.
fn partners_of_ends(row: &[u64], convention: Convention) -> [u64; 2] {
    let first = match convention {
        Convention::Normal => 0,
        // A single heap of one token is lost.
        Convention::Misere => 1,
    };
    // The partners of all parts with the same number of heaps, from left to right.
    let mut parts = vec![Partners { left: first, right: first }; row.len() + 1];
    for long in 1..row.len() {
        // A part of `long` heaps is a part with one heap fewer and its first heap, or its last
        // heap.
        parts = (0..=row.len() - long)
            .map(|from| Partners {
                left: {
                    let Partners { left, right } = parts[from];
                    Partners::beside(row[from + long - 1], right, left)
                },
                right: {
                    let Partners { left, right } = parts[from + 1];
                    Partners::beside(row[from], left, right)
                },
            })
            .collect();
    }
    [parts[1].left, parts[0].right]
}

impl Ruleset for EndNim {
    type Position = Heaps;

    fn impartial(&self) -> bool {
        !self.partizan
    }

    fn options(&self, row: &Heaps, player: Player) -> impl Iterator<Item = Heaps> {
        let ends = [true, false].into_iter().zip(self.ends(row, player));
        ends.filter(|(_, may)| *may).flat_map(move |(left, _)| {
            let size = if left { row.first() } else { row.last() };
            (0..size.copied().unwrap_or(0)).map(move |size| with_end(row, left, size))
        })
    }

    fn theorem(&self, row: &Heaps, _: Player, convention: Convention) -> Option<Theorem<Heaps>> {
        if self.partizan || row.len() > LONGEST {
            return None;
        }
        let source = match convention {
            Convention::Normal => {
                "Michael H. Albert and Richard J. Nowakowski, The game of End-Nim, 2001"
            }
            Convention::Misere => "Grant Cairns and Nhan Bao Ho, Some remarks on End-Nim, 2011",
        };
        let (Some(&first), Some(&last)) = (row.first(), row.last()) else {
            let fate = match convention {
                Convention::Normal => Fate::Loss,
                Convention::Misere => Fate::Win,
            };
            return Some(Theorem { fate, best: Vec::new(), complete: true, source });
        };
        let [at_left, at_right] = partners_of_ends(row, convention);
        if first == at_left {
            return Some(Theorem { fate: Fate::Loss, best: Vec::new(), complete: false, source });
        }
        let mut best = Vec::new();
        best.extend((at_left < first).then(|| with_end(row, true, at_left)));
        if row.len() > 1 {
            best.extend((at_right < last).then(|| with_end(row, false, at_right)));
        }
        // Moves at both ends may leave the same row.
        best.dedup();
        Some(Theorem { fate: Fate::Win, best, complete: true, source })
    }

    fn splits(&self) -> bool {
        false
    }

    /// The row from right to left, if each player has an end of the row.
    fn negative(&self, row: &Heaps) -> Option<Heaps> {
        Some(match self.partizan {
            true => row.iter().rev().copied().collect(),
            false => row.clone(),
        })
    }

    fn bytes(&self, row: &Heaps) -> usize {
        ordered_heaps::bytes(row)
    }
}

impl EndNim {
    /// The ends from which a player takes: left, right. A lone heap has one end.
    fn ends(self, row: &[u64], player: Player) -> [bool; 2] {
        match (self.partizan, player) {
            (true, Player::Left) => [true, false],
            (true, Player::Right) => [false, true],
            (false, _) => [true, row.len() > 1],
        }
    }
}

impl Notation for EndNim {
    fn name(&self) -> &'static str {
        "end-nim"
    }

    fn parameters(&self) -> String {
        if self.partizan { PARTIZAN.to_string() } else { String::new() }
    }

    fn print(&self, row: &Heaps) -> String {
        heaps::print(row)
    }

    fn read(&self, text: Text<'_>) -> Result<Heaps, ParseError> {
        let row = ordered_heaps::read(text)?;
        match text.split(',').zip(&row).find(|&(_, &size)| size == 0) {
            Some((part, _)) => Err(part.expected("a heap of at least 1")),
            None => Ok(row),
        }
    }

    fn draw(&self, row: &Heaps) -> String {
        heaps::draw(row)
    }

    fn scene(&self, row: &Heaps) -> Scene {
        ordered_heaps::scene(row)
    }

    /// Tokens at both ends, if taking from either leaves the same row.
    fn tokens(&self, _: &Scene, from: &Heaps, to: &Heaps, player: Player) -> Vec<Token> {
        let ends = [(true, 0), (false, from.len().saturating_sub(1))].into_iter();
        let tokens = ends.zip(self.ends(from, player)).filter(|(_, may)| *may);
        let tokens = tokens.map(|((at_left, place), _)| {
            let left = if to.len() < from.len() { 0 } else { to[place] };
            match with_end(from, at_left, left) == *to {
                true => ordered_heaps::tokens(from, place, left),
                false => Vec::new(),
            }
        });
        tokens.flatten().collect()
    }
}

/// End-Nim in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "end-nim",
        aliases: &["burning-the-candle-at-both-ends"],
        family: Family::Heaps,
        title: "End-Nim",
        about: "Heaps stand in a row; take any number of tokens from the first or from the last one, \
                and whoever takes the last token of all wins. The heaps in between wait for their \
                turn, and still one can tell who wins.",
        rules: "Heaps of tokens stand in a row. A move takes any number of tokens, at least one, from \
                the first heap or from the last one; when a heap is empty, the next one stands at \
                the end. The player who takes the last token wins. Under partizan, Left takes from \
                the left end only, and Right from the right end.",
        notation: "end-nim(HEAP,HEAP,…) or end-nim(partizan; HEAP,HEAP,…)",
        examples: &["end-nim(2,3,1)", "end-nim(3,1,2,3)", "end-nim(partizan; 2,1,3)"],
        source: "Michael H. Albert and Richard J. Nowakowski, The game of End-Nim, Electronic \
                 Journal of Combinatorics 8(2), 2001; Grant Cairns and Nhan Bao Ho, Some remarks on \
                 End-Nim, 2011",
        parse: &|arguments: &Arguments<'_>| {
            let (rules, row) = match arguments.optional() {
                (Some(word), Some(row)) if word.as_str() == PARTIZAN => {
                    (EndNim { partizan: true }, row)
                }
                (Some(word), Some(_)) => {
                    return Err(word.expected(format!("'{PARTIZAN}', or heaps alone")));
                }
                _ => (EndNim { partizan: false }, arguments.position_only()?),
            };
            let row = rules.read(row)?;
            Ok(arguments.game(rules, row))
        },
    }
}
