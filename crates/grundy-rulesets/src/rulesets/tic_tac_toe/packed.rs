//! Keys of tic-tac-toe: a digit for each square.

use super::TicTacToe;
use grundy_base::{Fate, Player};
use grundy_ruleset::board::discs::Discs;
use grundy_ruleset::{Flow, Packed};

/// A key has a base-3 digit for each square: 1 for a mark of the player who began, and 2 for a mark
/// of the other player. Left began if the number of marks is even on Left's turn, or odd on Right's
/// turn. Every mark adds to the key.
impl Packed for TicTacToe {
    type Key = u64;

    fn fits(&self) -> bool {
        self.area() < POWERS.len()
    }

    fn pack(&self, &Discs { left: x, right: o }: &Discs, mover: Player) -> u64 {
        let even = (x | o).count_ones().is_multiple_of(2);
        match even == (mover == Player::Left) {
            true => ternary(x) + 2 * ternary(o),
            false => ternary(o) + 2 * ternary(x),
        }
    }

    fn unpack(&self, key: u64) -> Option<(Discs, Player)> {
        let (x, o) = digits(key);
        let mover = if lefts_turn(x, o) { Player::Left } else { Player::Right };
        ((x | o) & !self.all == 0).then_some((Discs { left: x, right: o }, mover))
    }

    #[inline]
    fn expand(&self, key: u64, mut option: impl FnMut(usize, u64)) -> Option<Fate> {
        let (x, o) = digits(key);
        let lefts_turn = lefts_turn(x, o);
        if self.has_line(if lefts_turn { o } else { x }) {
            return Some(Fate::Loss);
        }
        let mut empty = self.all & !(x | o);
        if empty == 0 {
            return Some(Fate::Draw);
        }
        let by = if lefts_turn { 1 } else { 2 };
        while empty != 0 {
            let square = empty.trailing_zeros() as usize;
            option(square, key + by * POWERS[square]);
            empty &= empty - 1;
        }
        None
    }

    fn kinds(&self) -> usize {
        self.area()
    }

    fn flow(&self) -> Flow {
        Flow::Stepwise
    }

    #[inline]
    fn tier(&self, key: u64) -> u32 {
        let (x, o) = digits(key);
        (x | o).count_ones()
    }

    fn dense(&self) -> Option<u64> {
        POWERS.get(self.area()).copied().filter(|_| self.area() <= 24)
    }

    fn keys_rise(&self) -> bool {
        true
    }
}

#[inline]
fn lefts_turn(x: u64, o: u64) -> bool {
    (x | o).count_ones().is_multiple_of(2)
}

/// The squares with a 1 and those with a 2.
#[inline]
fn digits(mut key: u64) -> (u64, u64) {
    let (mut ones, mut twos, mut square) = (0, 0, 0);
    while key > 0 {
        let (more_ones, more_twos) = DIGITS[(key % EIGHT) as usize];
        ones |= u64::from(more_ones) << square;
        twos |= u64::from(more_twos) << square;
        key /= EIGHT;
        square += 8;
    }
    (ones, twos)
}

/// 3^8, the number of contents of eight squares.
const EIGHT: u64 = 6561;

/// The powers of 3 below 2^64.
const POWERS: [u64; 41] = {
    let mut powers = [1; 41];
    let mut i = 1;
    while i < 41 {
        powers[i] = 3 * powers[i - 1];
        i += 1;
    }
    powers
};

/// For every 8-digit number in base 3, the sets of its digits 1 and of its digits 2.
static DIGITS: [(u8, u8); EIGHT as usize] = {
    let mut digits = [(0, 0); EIGHT as usize];
    let mut number = 0;
    while number < EIGHT as usize {
        let (mut rest, mut square, mut ones, mut twos) = (number, 0, 0u8, 0u8);
        while rest > 0 {
            match rest % 3 {
                1 => ones |= 1 << square,
                2 => twos |= 1 << square,
                _ => {}
            }
            rest /= 3;
            square += 1;
        }
        digits[number] = (ones, twos);
        number += 1;
    }
    digits
};

/// The numbers whose base-3 digits are the bits of a byte.
static ONES: [u16; 256] = {
    let mut ones = [0; 256];
    let mut set = 0;
    while set < 256 {
        let mut square = 0;
        while square < 8 {
            if set >> square & 1 == 1 {
                ones[set] += POWERS[square] as u16;
            }
            square += 1;
        }
        set += 1;
    }
    ones
};

/// The number whose base-3 digits are the bits of a set.
#[inline]
fn ternary(mut set: u64) -> u64 {
    let (mut number, mut power) = (0, 1);
    while set > 0 {
        number += power * u64::from(ONES[set as usize & 0xff]);
        power *= EIGHT;
        set >>= 8;
    }
    number
}
