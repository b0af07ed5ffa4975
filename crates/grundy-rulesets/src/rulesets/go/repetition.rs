//! Go's rules about repetition, and the history that positions store for them.

use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;

use smallvec::SmallVec;

use super::stones::{Points, Stones};
use grundy_ruleset::board::rows::Bits;

/// A rule about repetition, on boards that are sets of type `B`.
pub trait Repetition<B: Bits = u64>: Copy + Debug + Default + Send + Sync + 'static {
    /// The history that a position stores besides its stones.
    type Memory: Clone + Debug + Default + Eq + Hash + Ord + Send + Sync;

    /// The parameter that selects the rule; empty for the default.
    const WORD: &'static str;

    /// Whether positions store the points that were played.
    const CLOSES_POINTS: bool = false;

    /// Whether positions store earlier boards.
    const KEEPS_BOARDS: bool = false;

    /// The empty points on which no stone may be put.
    fn forbidden(_: &Self::Memory) -> B {
        B::EMPTY
    }

    /// The earlier boards, if they are stored.
    fn earlier<'a>(_: &'a Points<B>, _: &'a Self::Memory) -> impl Iterator<Item = Stones<B>> + 'a {
        std::iter::empty()
    }

    /// The memory with these forbidden points or these earlier boards.
    fn remember(points: &Points<B>, forbidden: B, earlier: &[Stones<B>]) -> Self::Memory;

    /// The memory after a stone on `point` has led from one board to another; none if the rule
    /// forbids the move.
    fn after(
        points: &Points<B>,
        memory: &Self::Memory,
        from: Stones<B>,
        to: Stones<B>,
        point: B,
    ) -> Option<Self::Memory>;

    /// Heap memory of a memory value, in bytes.
    fn bytes_outside(_: &Self::Memory) -> usize {
        0
    }
}

/// Boards may repeat: play can be infinite.
#[derive(Clone, Copy, Debug, Default)]
pub struct Repeat;

impl<B: Bits> Repetition<B> for Repeat {
    type Memory = PhantomData<()>;
    const WORD: &'static str = REPEAT;

    fn remember(_: &Points<B>, _: B, _: &[Stones<B>]) -> Self::Memory {
        PhantomData
    }

    fn after(
        _: &Points<B>,
        _: &Self::Memory,
        _: Stones<B>,
        _: Stones<B>,
        _: B,
    ) -> Option<Self::Memory> {
        Some(PhantomData)
    }
}

/// The parameter of [`Repeat`].
pub(super) const REPEAT: &str = "";
/// The parameter of [`Once`].
pub(super) const ONCE: &str = "once";
/// The parameter of [`Superko`].
pub(super) const SUPERKO: &str = "superko";

/// No point is played twice, so that a game has at most as many moves as points, passes not
/// counted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Once;

impl<B: Bits> Repetition<B> for Once {
    /// Points that were played and are empty again.
    type Memory = B;
    const WORD: &'static str = ONCE;
    const CLOSES_POINTS: bool = true;

    fn forbidden(&played: &B) -> B {
        played
    }

    fn remember(_: &Points<B>, forbidden: B, _: &[Stones<B>]) -> B {
        forbidden
    }

    fn after(_: &Points<B>, &played: &B, from: Stones<B>, to: Stones<B>, point: B) -> Option<B> {
        Some((played | from.both() | point) & !to.both())
    }
}

/// Positional superko: no move brings back an earlier board, whoever is to move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Superko;

/// The earlier boards, without the present one, in ascending order. Each takes the same number of
/// bytes: a number in base 3 or, with more than 64 points, the two sets of stones.
pub type Boards = SmallVec<[u8; 16]>;

/// A board as bytes.
type Packed = SmallVec<[u8; 64]>;

impl<B: Bits> Repetition<B> for Superko {
    type Memory = Boards;
    const WORD: &'static str = SUPERKO;
    const KEEPS_BOARDS: bool = true;

    fn earlier<'a>(
        points: &'a Points<B>,
        memory: &'a Boards,
    ) -> impl Iterator<Item = Stones<B>> + 'a {
        memory.chunks_exact(width(points)).map(|board| unpack(points, board))
    }

    fn remember(points: &Points<B>, _: B, earlier: &[Stones<B>]) -> Boards {
        let mut boards: Vec<Packed> = earlier.iter().map(|&board| pack(points, board)).collect();
        boards.sort_unstable();
        boards.dedup();
        boards.into_iter().flatten().collect()
    }

    fn after(
        points: &Points<B>,
        memory: &Boards,
        from: Stones<B>,
        to: Stones<B>,
        _: B,
    ) -> Option<Boards> {
        if to == from || find(memory, &pack(points, to)).is_ok() {
            return None;
        }
        let board = pack(points, from);
        let Err(at) = find(memory, &board) else {
            return Some(memory.clone());
        };
        let mut boards = Boards::with_capacity(memory.len() + board.len());
        boards.extend_from_slice(&memory[..at]);
        boards.extend_from_slice(&board);
        boards.extend_from_slice(&memory[at..]);
        Some(boards)
    }

    fn bytes_outside(memory: &Boards) -> usize {
        if memory.spilled() { memory.capacity() } else { 0 }
    }
}

/// The greatest number of points of a board that is packed as a number in base 3.
const MOST_DIGITS: usize = 64;

/// Powers of 3; 3^64 is below 2^102.
const POWERS: [u128; MOST_DIGITS] = {
    let mut powers = [1; MOST_DIGITS];
    let mut i = 1;
    while i < MOST_DIGITS {
        powers[i] = 3 * powers[i - 1];
        i += 1;
    }
    powers
};

/// The number of bytes of a board: of the greatest number in base 3, or of two sets.
fn width<B: Bits>(points: &Points<B>) -> usize {
    let count = points.count();
    if count > MOST_DIGITS {
        return 2 * count.div_ceil(8);
    }
    let greatest = POWERS[count - 1] * 3 - 1;
    (128 - greatest.leading_zeros() as usize).div_ceil(8)
}

/// The bytes of a board. A number in base 3 has a digit for each point, 1 for X and 2 for O, and
/// its most significant byte is the first one, so that packed boards sort like numbers.
fn pack<B: Bits>(points: &Points<B>, stones: Stones<B>) -> Packed {
    let width = width(points);
    if points.count() > MOST_DIGITS {
        let byte = |set: B, i: u32| (set.word(i / 8) >> (8 * (i % 8))) as u8;
        let bytes = |set| (0..width as u32 / 2).rev().map(move |i| byte(set, i));
        return bytes(stones.x).chain(bytes(stones.o)).collect();
    }
    let sum = |set: B| set.squares().map(|point| POWERS[point as usize]).sum::<u128>();
    let number = sum(stones.x) + 2 * sum(stones.o);
    Packed::from_slice(&number.to_be_bytes()[16 - width..])
}

/// The inverse of [`pack`].
fn unpack<B: Bits>(points: &Points<B>, bytes: &[u8]) -> Stones<B> {
    if points.count() > MOST_DIGITS {
        let set = |bytes: &[u8]| {
            let bytes = bytes.iter().rev().zip(0..);
            bytes.fold(B::EMPTY, |set, (&byte, i)| {
                set | B::of_word(u64::from(byte) << (8 * (i % 8)), i / 8)
            })
        };
        let (x, o) = bytes.split_at(bytes.len() / 2);
        return Stones { x: set(x), o: set(o) };
    }
    let mut number = bytes.iter().fold(0, |number, &byte| number << 8 | u128::from(byte));
    let mut stones = Stones::default();
    for point in 0..points.count() as u32 {
        match number % 3 {
            1 => stones.x |= B::only(point),
            2 => stones.o |= B::only(point),
            _ => {}
        }
        number /= 3;
    }
    stones
}

/// Binary search for a board among packed boards.
fn find(memory: &[u8], board: &[u8]) -> Result<usize, usize> {
    let width = board.len();
    let (mut low, mut high) = (0, memory.len() / width);
    while low < high {
        let middle = (low + high) / 2;
        match memory[middle * width..(middle + 1) * width].cmp(board) {
            std::cmp::Ordering::Equal => return Ok(middle * width),
            std::cmp::Ordering::Less => low = middle + 1,
            std::cmp::Ordering::Greater => high = middle,
        }
    }
    Err(low * width)
}
