//! Go's rules about repetition, and the history that positions store for them.

use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;

use smallvec::SmallVec;

use super::stones::{Points, Stones, bits};

/// A rule about repetition.
pub trait Repetition: Copy + Debug + Default + Send + Sync + 'static {
    /// The history that a position stores besides its stones.
    type Memory: Clone + Debug + Default + Eq + Hash + Ord + Send + Sync;

    /// The parameter that selects the rule; empty for the default.
    const WORD: &'static str;

    /// Whether positions store the points that were played.
    const CLOSES_POINTS: bool = false;

    /// Whether positions store earlier boards.
    const KEEPS_BOARDS: bool = false;

    /// Empty points on which no stone may be put.
    fn forbidden(_: &Self::Memory) -> u64 {
        0
    }

    /// The earlier boards, if they are stored.
    fn earlier<'a>(_: &'a Points, _: &'a Self::Memory) -> impl Iterator<Item = Stones> + 'a {
        std::iter::empty()
    }

    /// The memory with these forbidden points or these earlier boards.
    fn remember(points: &Points, forbidden: u64, earlier: &[Stones]) -> Self::Memory;

    /// The memory after a stone on `point` has led from one board to another; none if the rule
    /// forbids the move.
    fn after(
        points: &Points,
        memory: &Self::Memory,
        from: Stones,
        to: Stones,
        point: u64,
    ) -> Option<Self::Memory>;

    /// Heap memory of a memory value, in bytes.
    fn bytes_outside(_: &Self::Memory) -> usize {
        0
    }
}

/// Boards may repeat: play can be infinite.
#[derive(Clone, Copy, Debug, Default)]
pub struct Repeat;

impl Repetition for Repeat {
    type Memory = PhantomData<()>;
    const WORD: &'static str = "";

    fn remember(_: &Points, _: u64, _: &[Stones]) -> Self::Memory {
        PhantomData
    }

    fn after(_: &Points, _: &Self::Memory, _: Stones, _: Stones, _: u64) -> Option<Self::Memory> {
        Some(PhantomData)
    }
}

/// No point is played twice, so that a game has at most as many moves as points, passes not
/// counted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Once;

impl Repetition for Once {
    /// Points that were played and are empty again.
    type Memory = u64;
    const WORD: &'static str = "once";
    const CLOSES_POINTS: bool = true;

    fn forbidden(&played: &u64) -> u64 {
        played
    }

    fn remember(_: &Points, forbidden: u64, _: &[Stones]) -> u64 {
        forbidden
    }

    fn after(_: &Points, &played: &u64, from: Stones, to: Stones, point: u64) -> Option<u64> {
        Some((played | from.both() | point) & !to.both())
    }
}

/// Positional superko: no move brings back an earlier board, whoever is to move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Superko;

/// The earlier boards, without the present one, as numbers in base 3 in ascending order,
/// each in as many bytes as the greatest possible number needs.
pub type Boards = SmallVec<[u8; 16]>;

impl Repetition for Superko {
    type Memory = Boards;
    const WORD: &'static str = "superko";
    const KEEPS_BOARDS: bool = true;

    fn earlier<'a>(points: &'a Points, memory: &'a Boards) -> impl Iterator<Item = Stones> + 'a {
        memory.chunks_exact(width(points)).map(|board| unpack(points, board))
    }

    fn remember(points: &Points, _: u64, earlier: &[Stones]) -> Boards {
        let mut boards: Vec<u128> = earlier.iter().map(|&stones| number(stones)).collect();
        boards.sort_unstable();
        boards.dedup();
        boards.into_iter().flat_map(|board| pack(points, board)).collect()
    }

    fn after(points: &Points, memory: &Boards, from: Stones, to: Stones, _: u64) -> Option<Boards> {
        if to == from || find(points, memory, number(to)).is_ok() {
            return None;
        }
        let board = number(from);
        let Err(at) = find(points, memory, board) else {
            return Some(memory.clone());
        };
        let mut boards = Boards::with_capacity(memory.len() + width(points));
        boards.extend_from_slice(&memory[..at]);
        boards.extend(pack(points, board));
        boards.extend_from_slice(&memory[at..]);
        Some(boards)
    }

    fn bytes_outside(memory: &Boards) -> usize {
        if memory.spilled() { memory.capacity() } else { 0 }
    }
}

/// Powers of 3; 3^64 is below 2^102.
const POWERS: [u128; 64] = {
    let mut powers = [1; 64];
    let mut i = 1;
    while i < 64 {
        powers[i] = 3 * powers[i - 1];
        i += 1;
    }
    powers
};

/// The board as a number in base 3, a digit for each point: 1 for X, 2 for O.
fn number(stones: Stones) -> u128 {
    let sum = |set| bits(set).map(|bit| POWERS[bit.trailing_zeros() as usize]).sum::<u128>();
    sum(stones.x) + 2 * sum(stones.o)
}

/// The number of bytes for the greatest number of a board.
fn width(points: &Points) -> usize {
    let greatest = POWERS[points.count() - 1] * 3 - 1;
    (128 - greatest.leading_zeros() as usize).div_ceil(8)
}

/// The bytes of a number, most significant first, so that packed boards sort like numbers.
fn pack(points: &Points, board: u128) -> impl Iterator<Item = u8> + use<> {
    board.to_be_bytes().into_iter().skip(16 - width(points))
}

fn packed_number(bytes: &[u8]) -> u128 {
    bytes.iter().fold(0, |number, &byte| number << 8 | u128::from(byte))
}

fn unpack(points: &Points, bytes: &[u8]) -> Stones {
    let mut number = packed_number(bytes);
    let mut stones = Stones::default();
    for point in 0..points.count() {
        match number % 3 {
            1 => stones.x |= 1 << point,
            2 => stones.o |= 1 << point,
            _ => {}
        }
        number /= 3;
    }
    stones
}

/// Binary search for a board among packed boards.
fn find(points: &Points, memory: &[u8], board: u128) -> Result<usize, usize> {
    let width = width(points);
    let (mut low, mut high) = (0, memory.len() / width);
    while low < high {
        let middle = (low + high) / 2;
        let found = packed_number(&memory[middle * width..(middle + 1) * width]);
        match found.cmp(&board) {
            std::cmp::Ordering::Equal => return Ok(middle * width),
            std::cmp::Ordering::Less => low = middle + 1,
            std::cmp::Ordering::Greater => high = middle,
        }
    }
    Err(low * width)
}
