//! Discs of two players on a rectangle of at most 256 squares; keys for at most 64.

use std::marker::PhantomData;
use std::sync::Arc;

use super::grid;
use super::rows::Bits;
use super::stored::Stored;
use super::symmetry::Symmetries;
use crate::Key;
use crate::words::InWords;
use grundy_base::{ParseError, Player, Text};

/// The contents of a square: empty, a disc of Left, a disc of Right.
pub const ALPHABET: &str = ".XO";

/// Discs as bit boards; squares are numbered row by row from the top.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Discs<B = u64> {
    /// Discs of Left.
    pub left: B,
    /// Discs of Right.
    pub right: B,
}

impl<B: Stored<2, 0>> InWords for Discs<B> {
    type Words = B::Words;

    #[inline]
    fn to_words(&self) -> B::Words {
        B::store([self.left, self.right], [])
    }

    #[inline]
    fn from_words(words: &B::Words) -> Self {
        let ([left, right], []) = B::restore(words);
        Discs { left, right }
    }

    fn bytes(words: &B::Words) -> usize {
        B::bytes(words)
    }
}

impl<B: Bits> Discs<B> {
    /// The discs of the player and those of the opponent.
    #[inline]
    #[must_use]
    pub fn seen_by(self, player: Player) -> (B, B) {
        match player {
            Player::Left => (self.left, self.right),
            Player::Right => (self.right, self.left),
        }
    }

    /// The inverse of [`Discs::seen_by`].
    #[inline]
    #[must_use]
    pub fn of(player: Player, own: B, other: B) -> Self {
        match player {
            Player::Left => Discs { left: own, right: other },
            Player::Right => Discs { left: other, right: own },
        }
    }

    /// The discs of a player.
    #[inline]
    #[must_use]
    pub fn owned(self, player: Player) -> B {
        self.seen_by(player).0
    }

    /// The discs with one more disc of a player.
    #[inline]
    #[must_use]
    pub fn with(self, player: Player, disc: B) -> Self {
        let (own, other) = self.seen_by(player);
        Discs::of(player, own | disc, other)
    }

    /// The discs with their owners exchanged.
    #[inline]
    #[must_use]
    pub fn exchanged(self) -> Self {
        Discs { left: self.right, right: self.left }
    }

    /// The occupied squares.
    #[inline]
    #[must_use]
    pub fn all(self) -> B {
        self.left | self.right
    }

    /// The numbers of discs of Left and of Right.
    #[must_use]
    pub fn counts(self) -> [u32; 2] {
        [self.left, self.right].map(B::count)
    }

    /// The square on which a disc was added, if there is one.
    #[must_use]
    pub fn put(self, after: Self) -> Option<usize> {
        grid::numbers(self.all() ^ after.all()).next()
    }

    /// The characters of the first `squares` squares.
    pub fn characters(self, squares: usize) -> impl Iterator<Item = char> {
        (0..squares as u32).map(move |square| {
            match (self.left.holds(square), self.right.holds(square)) {
                (true, _) => 'X',
                (_, true) => 'O',
                _ => '.',
            }
        })
    }

    /// Reads rows of [these characters](ALPHABET) on a board of the given size.
    pub fn read(text: Text<'_>, width: usize, height: usize) -> Result<Self, ParseError> {
        let board = grid::read(text, ALPHABET)?;
        if (board.width, board.height) != (width, height) {
            return Err(text.expected(format!("{height} rows of {width}")));
        }
        Ok(Discs { left: board.set('X'), right: board.set('O') })
    }
}

/// Keys of positions with discs: the bit board of the player to move above the bit board of the
/// opponent. A position has the least key of its symmetric images.
#[derive(Clone, Debug)]
pub struct Keys<K> {
    squares: u32,
    symmetries: Arc<Symmetries>,
    keys: PhantomData<K>,
}

impl<K: Key> Keys<K> {
    /// Keys for a board of this size; none if two bit boards do not fit in a key.
    #[must_use]
    pub fn new(width: usize, height: usize) -> Option<Self> {
        let fits = 2 * width * height <= K::BITS as usize;
        fits.then(|| Keys {
            squares: (width * height) as u32,
            symmetries: Arc::new(Symmetries::new(width, height, true)),
            keys: PhantomData,
        })
    }

    /// The key of the discs of the player to move and of the opponent.
    #[inline]
    pub fn least(&self, discs: [u64; 2]) -> K {
        self.symmetries.least(discs, |discs| K::of_sets(self.squares, discs))
    }

    /// The key of a position with `mover` to move.
    pub fn pack(&self, discs: &Discs, mover: Player) -> K {
        let (own, other) = discs.seen_by(mover);
        self.least([own, other])
    }

    /// The discs of the player to move and of the opponent.
    #[inline]
    pub fn sets(&self, key: K) -> [u64; 2] {
        key.sets(self.squares)
    }

    /// The position of a key, with Left to move.
    pub fn unpack(&self, key: K) -> (Discs, Player) {
        let [left, right] = self.sets(key);
        (Discs { left, right }, Player::Left)
    }

    /// The number of different symmetric images, each with either player to move.
    pub fn orbit(&self, key: K) -> u32 {
        2 * self.symmetries.orbit(self.sets(key))
    }
}
