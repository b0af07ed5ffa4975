//! All sets of at most four squares of a small board: their ranks, and their classes under
//! symmetry.

use std::array::from_fn;
use std::sync::OnceLock;

use super::{Goals, STONES, Teeko};
use grundy_ruleset::board::grid;
use grundy_ruleset::board::images::OfSquare;

/// The greatest side.
const LONGEST: usize = 5;
/// The greatest number of squares.
const SQUARES: usize = LONGEST * LONGEST;
/// The number of squares that the table `low` covers.
const LOW: usize = 13;
/// The greatest number of stones of a player.
const MOST: usize = STONES as usize;

/// The precomputed tables of a board.
#[derive(Debug)]
pub(super) struct Tables {
    pub(super) squares: usize,
    pub(super) symmetries: OfSquare,
    /// The neighbours of each square, diagonal ones included.
    pub(super) around: [u32; SQUARES],
    /// Binomial coefficients.
    choose: [[u32; MOST + 1]; SQUARES + 1],
    low: Vec<Low>,
    /// The amount that the upper squares add to a rank, for each number of stones on the lower
    /// squares.
    high: Vec<[u16; MOST + 1]>,
    sets: Vec<Set>,
    classes: Vec<Class>,
    /// For each number of stones, the first class.
    first: [u32; MOST + 2],
    /// For each number of stones, the number of sets with fewer stones.
    before: [u32; MOST + 2],
    /// For each number of stones on the board, the first key.
    numbers: [u32; 2 * MOST + 2],
}

/// The contribution of the lower squares of a set to its rank, and their number of stones.
#[derive(Clone, Copy, Debug)]
struct Low {
    number: u16,
    stones: u8,
}

/// A set of squares.
#[derive(Clone, Copy, Debug)]
pub(super) struct Set {
    pub(super) class: u16,
    /// The symmetries that map the set to its least image.
    pub(super) symmetries: u8,
    /// The [`Goals`] under which the set wins, as bits.
    goals: u8,
    squares: u32,
}

/// A class of sets under symmetry.
#[derive(Debug)]
pub(super) struct Class {
    /// The least set of the class.
    pub(super) least: u32,
    /// The stabiliser of the least set.
    pub(super) stabiliser: u8,
    /// The first key if the opponent has the same number of stones, and the first if the opponent
    /// has one more.
    first: [u32; 2],
    /// The squares outside of the least set.
    outside: [u8; SQUARES],
    /// The index of each square in `outside`.
    place: [u8; SQUARES],
}

impl Set {
    #[inline]
    pub(super) fn is_goal(self, goals: Goals) -> bool {
        self.goals >> goals as u8 & 1 == 1
    }
}

impl Tables {
    /// The tables for a side of at most [`LONGEST`], built once.
    pub(super) fn of(side: usize) -> &'static Tables {
        static ALL: [OnceLock<Tables>; LONGEST + 1] = [const { OnceLock::new() }; LONGEST + 1];
        ALL[side].get_or_init(|| Tables::new(side))
    }

    fn new(side: usize) -> Self {
        let squares = side * side;
        let mut choose = [[0; MOST + 1]; SQUARES + 1];
        for n in 0..=SQUARES {
            choose[n][0] = 1;
            for k in 1..=MOST.min(n) {
                choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
            }
        }
        // Ranks follow the combinatorial number system: sets of fewer stones come first, and sets
        // of equal size are in the order of their bit boards.
        let before: [u32; MOST + 2] = from_fn(|k| choose[squares][..k].iter().sum());
        let ranked = |set: u64, first: usize, stones: usize| -> u32 {
            grid::numbers(set).zip(stones + 1..).map(|(at, k)| choose[first + at][k]).sum()
        };
        let low = (0..1u64 << squares.min(LOW)).map(|set| match set.count_ones() as usize {
            stones @ 0..=MOST => Low { number: ranked(set, 0, 0) as u16, stones: stones as u8 },
            _ => Low { number: 0, stones: MOST as u8 },
        });
        let high = (0..1u64 << squares.saturating_sub(LOW)).map(|set| {
            from_fn(|stones| match stones + set.count_ones() as usize {
                all @ 0..=MOST => (before[all] + ranked(set, LOW, stones)) as u16,
                _ => 0,
            })
        });
        let mut tables = Tables {
            squares,
            symmetries: OfSquare::of_square(side),
            around: from_fn(|at| if at < squares { Teeko::around(side, at) } else { 0 }),
            choose,
            low: low.collect(),
            high: high.collect(),
            sets: Vec::new(),
            classes: Vec::new(),
            first: [0; MOST + 2],
            before,
            numbers: [0; 2 * MOST + 2],
        };
        for stones in 0..=MOST {
            tables.add_sets(side, stones);
            tables.first[stones + 1] = tables.classes.len() as u32;
        }
        for tier in 0..=2 * MOST {
            let [own, other] = stones_of(tier);
            let (others, mut number) = (tables.others(own, other), tables.numbers[tier]);
            for class in tables.first[own]..tables.first[own + 1] {
                tables.classes[class as usize].first[other - own] = number;
                number += others;
            }
            tables.numbers[tier + 1] = number;
        }
        tables
    }

    /// Adds all sets of this number of squares in ascending order, so that the least set of a
    /// class comes before the others.
    fn add_sets(&mut self, side: usize, stones: usize) {
        let goals = [Goals::Standard, Goals::Advanced]
            .map(|goals| (goals, Teeko::goals(side, goals).collect::<Vec<u32>>()));
        let mut squares = (1u32 << stones) - 1;
        while squares < 1 << self.squares {
            let images = self.symmetries.images(squares);
            let least = images.into_iter().fold(squares, u32::min);
            let symmetries =
                (0..).zip(images).fold(0, |set, (i, image)| set | u8::from(image == least) << i);
            let class = match least == squares {
                true => {
                    self.classes.push(Class::new(self.squares, least, symmetries));
                    self.classes.len() as u16 - 1
                }
                false => self.set(least).class,
            };
            let goals = goals.iter().fold(0, |set, (goals, all)| {
                set | u8::from(all.contains(&squares)) << *goals as u8
            });
            self.sets.push(Set { class, symmetries, goals, squares });
            if squares == 0 {
                break;
            }
            // Gosper's hack: the next integer with the same number of set bits.
            let lowest = squares & squares.wrapping_neg();
            let carried = squares + lowest;
            squares = carried | (((squares ^ carried) >> 2) / lowest);
        }
    }

    /// The table entry of a set of at most four squares.
    #[inline]
    pub(super) fn set(&self, squares: u32) -> Set {
        let low = self.low[(squares & ((1 << LOW) - 1)) as usize];
        let high = self.high[(squares >> LOW) as usize][usize::from(low.stones)];
        self.sets[usize::from(low.number + high)]
    }

    /// The class of a set.
    #[inline]
    pub(super) fn class(&self, set: Set) -> &Class {
        &self.classes[usize::from(set.class)]
    }

    /// The number of placements of the opponent's stones.
    fn others(&self, own: usize, other: usize) -> u32 {
        self.choose[self.squares - own][other]
    }

    /// The number of keys.
    pub(super) fn count(&self) -> u64 {
        self.numbers[2 * MOST + 1].into()
    }

    /// The number of stones on the board.
    #[inline]
    pub(super) fn tier(&self, key: u64) -> u32 {
        self.numbers[1..=2 * MOST].iter().map(|&first| u32::from(u64::from(first) <= key)).sum()
    }

    /// The key of a position: ranked by the class of the own stones, then by the opponent's
    /// stones on the remaining squares.
    #[inline]
    pub(super) fn number(&self, own: &Class, other: u32) -> u32 {
        let (mut rest, mut stones, mut number) = (other, 0, 0);
        while rest != 0 {
            stones += 1;
            let place = own.place[rest.trailing_zeros() as usize];
            number += self.choose[usize::from(place)][stones];
            rest &= rest - 1;
        }
        number + own.first[usize::from(stones > own.least.count_ones() as usize)]
    }

    /// The stones of a key, as bit boards; both are empty if the number is no key.
    #[inline]
    pub(super) fn stones(&self, key: u64) -> (u32, u32) {
        let tier = self.tier(key) as usize;
        let [own, other] = stones_of(tier);
        let (number, others) = (key as u32 - self.numbers[tier], self.others(own, other));
        let Some(class) = self.classes.get((self.first[own] + number / others) as usize) else {
            return (0, 0);
        };
        // Ranks among the remaining squares can be unranked on the whole board: the rank of a
        // set does not depend on the number of squares.
        let mut rest = self.sets[(self.before[other] + number % others) as usize].squares;
        let mut stones = 0;
        while rest != 0 {
            stones |= 1 << class.outside[rest.trailing_zeros() as usize];
            rest &= rest - 1;
        }
        (class.least, stones)
    }
}

/// The numbers of stones of the player to move and of the opponent, by their sum.
const fn stones_of(tier: usize) -> [usize; 2] {
    [tier / 2, tier - tier / 2]
}

impl Class {
    fn new(squares: usize, least: u32, stabiliser: u8) -> Self {
        let mut class =
            Class { least, stabiliser, first: [0; 2], outside: [0; SQUARES], place: [0; SQUARES] };
        let free = (0..squares).filter(|square| least >> square & 1 == 0);
        for (place, square) in free.enumerate() {
            class.outside[place] = square as u8;
            class.place[square] = place as u8;
        }
        class
    }
}
