//! Keys of Quixo: the cubes of the player to move in the upper half, those of the opponent in the
//! lower half. A position has the least key of its symmetric images. On small boards keys are
//! ranks, which have no large gaps.
//!
//! A move changes one row or column. Tables hold the changes of a line of cubes and their images
//! under all symmetries, so the images of the board are computed once for all moves.

use std::array::from_fn;
use std::sync::OnceLock;

use super::ranks::Ranks;
use super::{Cubes, Push, Quixo};
use grundy_base::{Fate, Player};
use grundy_ruleset::board::images::{OfSquare, TRANSPOSED};
use grundy_ruleset::{Flow, Packed};

/// The longest side.
const LONGEST: usize = 5;
/// The number of symmetries.
const COUNT: usize = 8;
/// The number of sets of squares of a line.
const LINES: usize = 1 << LONGEST;

/// The images of a set of squares under all symmetries.
type Images = [u32; COUNT];

/// The precomputed tables of a board.
#[derive(Debug)]
pub(super) struct Tables {
    side: usize,
    symmetries: OfSquare,
    /// Rows, columns and diagonals; unused entries can never be full.
    lines: [u32; 2 * LONGEST + 2],
    /// The images of each subset of each row, and of each column.
    rows: [[Images; LINES]; LONGEST],
    columns: [[Images; LINES]; LONGEST],
    /// The changes of a line at the border and of an inner line, by moves, and by moves taken back.
    moves: [Changes; 2],
    back: [Changes; 2],
    ranks: Option<Ranks>,
}

/// The changes of a line, for each content of the line.
#[derive(Debug)]
struct Changes {
    /// For each pair of the mover's and the opponent's cubes, the index of its first change.
    starts: Vec<u16>,
    /// The changed squares of the mover's and of the opponent's cubes.
    changes: Vec<[u8; 2]>,
}

impl Changes {
    /// Computes the changes; `after` gives the lines that a line can become. A cube is 0 if blank,
    /// 1 if it is the mover's, and 2 if it is the opponent's.
    fn new(side: usize, after: impl Fn(&[u8]) -> Vec<Vec<u8>>) -> Self {
        let (mut starts, mut changes) = (vec![0], Vec::new());
        for pair in 0..LINES * LINES {
            let (own, other) = (pair / LINES, pair % LINES);
            if own & other == 0 && (own | other) < 1 << side {
                let cubes: Vec<u8> =
                    (0..side).map(|i| (own >> i & 1 | (other >> i & 1) << 1) as u8).collect();
                let set = |line: &[u8], cube| {
                    (0..side).fold(0, |set, i| set | u8::from(line[i] == cube) << i)
                };
                let all = after(&cubes);
                let change =
                    |line: &Vec<u8>| [set(line, 1) ^ set(&cubes, 1), set(line, 2) ^ set(&cubes, 2)];
                let mut found: Vec<[u8; 2]> = all.iter().map(change).collect();
                found.sort_unstable();
                found.dedup();
                changes.extend(found);
            }
            starts.push(changes.len() as u16);
        }
        Changes { starts, changes }
    }

    #[inline]
    fn of(&self, own: usize, other: usize) -> &[[u8; 2]] {
        let pair = own * LINES + other;
        &self.changes[usize::from(self.starts[pair])..usize::from(self.starts[pair + 1])]
    }
}

impl Tables {
    /// The tables for a side of at most [`LONGEST`], built once.
    pub(super) fn of(side: usize) -> &'static Tables {
        static ALL: [OnceLock<Box<Tables>>; LONGEST + 1] = [const { OnceLock::new() }; LONGEST + 1];
        ALL[side].get_or_init(|| Box::new(Tables::new(side)))
    }

    fn new(side: usize) -> Self {
        let symmetries = OfSquare::of_square(side);
        let mut lines = Quixo::lines(side);
        let row = |y: usize, line: usize| match line < 1 << side && y < side {
            true => symmetries.images((line << (y * side)) as u32),
            false => [0; COUNT],
        };
        let rows: [[Images; LINES]; LONGEST] = from_fn(|y| from_fn(|line| row(y, line)));
        // The images of a column are the images of a row in another order.
        let columns = from_fn(|x| from_fn(|line| symmetries.images(rows[x][line][TRANSPOSED])));
        // The moves within the first row are the moves of a line at the border. In an inner line
        // cubes are taken only from its ends.
        let along = |inner: bool| {
            let in_row = move |push: &Push| push.taken < side && push.pushed < side;
            let ends = move |push: &Push| push.taken.is_multiple_of(side - 1);
            Quixo::pushes(side).filter(move |push| in_row(push) && (!inner || ends(push)))
        };
        let moved = |line: &[u8], from: usize, to: usize, cube: u8| {
            let mut line = line.to_vec();
            line.remove(from);
            line.insert(to, cube);
            line
        };
        let moves = |inner| {
            Changes::new(side, |line| {
                let open = along(inner).filter(|push| line[push.taken] != 2);
                open.map(|push| moved(line, push.taken, push.pushed, 1)).collect()
            })
        };
        let back = |inner| {
            Changes::new(side, |line| {
                let made = along(inner).filter(|push| line[push.pushed] == 1);
                made.flat_map(|push| [0, 1].map(|cube| moved(line, push.pushed, push.taken, cube)))
                    .collect()
            })
        };
        Tables {
            side,
            lines: from_fn(|_| lines.next().unwrap_or(u32::MAX)),
            rows,
            columns,
            moves: [moves(false), moves(true)],
            back: [back(false), back(true)],
            ranks: Ranks::new(side, &symmetries),
            symmetries,
        }
    }

    /// The key of a board, given by its images.
    #[inline]
    fn key(&self, own: &Images, other: &Images) -> u64 {
        let key = least(own, other);
        let (own, other) = halves(key);
        self.ranks.as_ref().map_or(key, |ranks| ranks.rank(own, other))
    }

    /// The cubes of a key.
    #[inline]
    fn cubes(&self, key: u64) -> (u32, u32) {
        match &self.ranks {
            Some(ranks) => ranks.unrank(key).unwrap_or_default(),
            None => halves(key),
        }
    }

    #[inline]
    fn has_line(&self, cubes: u32) -> bool {
        self.lines.iter().fold(false, |found, line| found | (cubes & line == *line))
    }

    /// Calls `found` with the images of each board that one of the changes makes: the cubes of the
    /// mover and those of the opponent.
    #[inline]
    fn each_change(
        &self,
        own: u32,
        other: u32,
        changes: &[Changes; 2],
        mut found: impl FnMut(&Images, &Images),
    ) {
        let (own, other) = (self.symmetries.images(own), self.symmetries.images(other));
        let mask = (1 << self.side) - 1;
        for (symmetry, images) in [(0, &self.rows), (TRANSPOSED, &self.columns)] {
            for (line, images) in images.iter().enumerate().take(self.side) {
                let cubes = |set: &Images| (set[symmetry] as usize >> (line * self.side)) & mask;
                let inner = line != 0 && line != self.side - 1;
                for &[a, b] in changes[usize::from(inner)].of(cubes(&own), cubes(&other)) {
                    let (a, b) = (&images[usize::from(a)], &images[usize::from(b)]);
                    found(&from_fn(|i| own[i] ^ a[i]), &from_fn(|i| other[i] ^ b[i]));
                }
            }
        }
    }
}

/// The least of the images of a board.
#[inline]
fn least(own: &Images, other: &Images) -> u64 {
    (0..COUNT).fold(u64::MAX, |least, i| least.min(joined(own[i], other[i])))
}

#[inline]
fn joined(own: u32, other: u32) -> u64 {
    u64::from(own) << 32 | u64::from(other)
}

#[inline]
fn halves(key: u64) -> (u32, u32) {
    ((key >> 32) as u32, key as u32)
}

impl Packed for Quixo {
    type Key = u64;

    fn pack(&self, &Cubes { x, o }: &Cubes, mover: Player) -> u64 {
        let (own, other) = if mover == Player::Left { (x, o) } else { (o, x) };
        let symmetries = &self.tables.symmetries;
        self.tables.key(&symmetries.images(own), &symmetries.images(other))
    }

    fn unpack(&self, key: u64) -> Option<(Cubes, Player)> {
        let (x, o) = self.tables.cubes(key);
        let all = (1 << (self.side * self.side)) - 1;
        let known = self.dense().is_none_or(|count| key < count);
        (known && (x | o) & !all == 0 && x & o == 0).then_some((Cubes { x, o }, Player::Left))
    }

    #[inline]
    fn expand(&self, key: u64, mut option: impl FnMut(usize, u64)) -> Option<Fate> {
        let (own, other) = self.tables.cubes(key);
        if self.tables.has_line(own) {
            return Some(Fate::Win);
        }
        if self.tables.has_line(other) {
            return Some(Fate::Loss);
        }
        self.tables.each_change(own, other, &self.tables.moves, |own, other| {
            option(0, self.tables.key(other, own));
        });
        None
    }

    fn orbit(&self, key: u64) -> u32 {
        let (own, other) = self.tables.cubes(key);
        let symmetries = &self.tables.symmetries;
        let (own, other) = (symmetries.images(own), symmetries.images(other));
        let same = (0..COUNT).filter(|&i| (own[i], other[i]) == (own[0], other[0])).count();
        2 * (COUNT / same) as u32
    }

    fn flow(&self) -> Flow {
        Flow::Level
    }

    /// The number of cubes that are not blank; they never become blank again.
    #[inline]
    fn tier(&self, key: u64) -> u32 {
        let (own, other) = self.tables.cubes(key);
        (own | other).count_ones()
    }

    fn has_parents(&self) -> bool {
        true
    }

    #[inline]
    fn parents(&self, key: u64, mut parent: impl FnMut(u64)) {
        let (own, other) = self.tables.cubes(key);
        self.tables.each_change(other, own, &self.tables.back, |before, own| {
            parent(self.tables.key(before, own));
        });
    }

    fn dense(&self) -> Option<u64> {
        self.tables.ranks.as_ref().map(Ranks::count)
    }
}
