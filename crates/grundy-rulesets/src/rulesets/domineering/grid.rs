//! The squares of a Domineering board as bits, and what dominoes do to them.

use grundy_base::{ByPlayer, Player};
use grundy_ruleset::board::rows::Bits;

/// A board of this size. Its runs are the unbroken rows of free squares: in a column for Left, and
/// in a row for Right.
#[derive(Clone, Debug)]
pub(super) struct Grid<T> {
    pub(super) width: u32,
    pub(super) height: u32,
    all: T,
    first_column: T,
    last_column: T,
    /// For Left every second row, and for Right every second column, starting with the first.
    even: ByPlayer<T>,
}

impl<T: Bits> Grid<T> {
    /// A board with at most as many squares as a set has bits.
    pub(super) fn new(width: u32, height: u32) -> Self {
        let row = T::low(width);
        let all = T::low(width * height);
        let column = (0..height).fold(T::EMPTY, |set, y| set | T::FIRST << (y * width));
        let last_column = if width == 0 { T::EMPTY } else { column << (width - 1) };
        let even = ByPlayer {
            left: (0..height).step_by(2).fold(T::EMPTY, |set, y| set | row << (y * width)),
            right: (0..width).step_by(2).fold(T::EMPTY, |set, x| set | column << x),
        };
        Grid { width, height, all, first_column: column, last_column, even }
    }

    /// The squares one step further for a player: down for Left, and to the right for Right within
    /// the row.
    #[inline]
    pub(super) fn next(&self, set: T, player: Player) -> T {
        match player {
            Player::Left => set.on(self.width) & self.all,
            Player::Right => (set & !self.last_column).on(1),
        }
    }

    /// The squares one step back.
    #[inline]
    pub(super) fn before(&self, set: T, player: Player) -> T {
        match player {
            Player::Left => set.back(self.width),
            Player::Right => (set & !self.first_column).back(1),
        }
    }

    /// The squares on both sides.
    #[inline]
    pub(super) fn beside(&self, set: T, player: Player) -> T {
        self.next(set, player) | self.before(set, player)
    }

    /// The first squares of the dominoes that a player can lay.
    #[inline]
    pub(super) fn dominoes(&self, free: T, player: Player) -> T {
        free & self.before(free, player)
    }

    /// The squares that dominoes of a player can cover.
    #[inline]
    pub(super) fn covered(&self, free: T, player: Player) -> T {
        free & self.beside(free, player)
    }

    /// The squares of dominoes, which are given by their second squares.
    #[inline]
    pub(super) fn squares(&self, seconds: T, player: Player) -> T {
        seconds | self.before(seconds, player)
    }

    /// The shift from one square of a run to the next, and the length of the longest run.
    #[inline]
    fn steps(&self, player: Player) -> (u32, u32) {
        match player {
            Player::Left => (self.width, self.height),
            Player::Right => (1, self.width),
        }
    }

    /// A set with all squares that follow it in the runs of a player.
    #[inline]
    fn onwards(&self, set: T, free: T, player: Player) -> T {
        let (step, length) = self.steps(player);
        let (mut filled, mut through) = (set, self.inner(free, self.first_column, player));
        let mut by = 1;
        while by < length {
            filled = filled | through & filled << (by * step);
            through = through & through << (by * step);
            by *= 2;
        }
        filled
    }

    /// A set with all squares that come before it in the runs of a player.
    #[inline]
    fn backwards(&self, set: T, free: T, player: Player) -> T {
        let (step, length) = self.steps(player);
        let (mut filled, mut through) = (set, self.inner(free, self.last_column, player));
        let mut by = 1;
        while by < length {
            filled = filled | through & filled >> (by * step);
            through = through & through >> (by * step);
            by *= 2;
        }
        filled
    }

    /// The squares onto which runs can continue: rows end at the edge.
    #[inline]
    fn inner(&self, free: T, edge: T, player: Player) -> T {
        if player == Player::Right { free & !edge } else { free }
    }

    /// The runs of a player, prepared for several fills.
    #[inline]
    pub(super) fn runs(&self, free: T, player: Player) -> Runs<T> {
        let (step, length) = self.steps(player);
        let (mut onwards, mut backwards) = ([T::EMPTY; 7], [T::EMPTY; 7]);
        let mut on = self.inner(free, self.first_column, player);
        let mut back = self.inner(free, self.last_column, player);
        let (mut by, mut count) = (1, 0);
        while by < length {
            (onwards[count], backwards[count]) = (on, back);
            on = on & on << (by * step);
            back = back & back >> (by * step);
            by *= 2;
            count += 1;
        }
        Runs { onwards, backwards, count, step }
    }

    /// The second, fourth, … square of each run: the second square of each domino, if dominoes fill
    /// the run from its start.
    #[inline]
    pub(super) fn seconds(&self, free: T, player: Player) -> T {
        let even = self.even[player];
        // The runs that begin on an even row or column.
        let filled = self.onwards(free & even & !self.next(free, player), free, player);
        filled & !even | free & !filled & even
    }

    /// The second squares of the dominoes if they are laid from the end of each run.
    #[inline]
    pub(super) fn seconds_from_end(&self, free: T, player: Player) -> T {
        let even = self.even[player];
        let filled = self.backwards(free & even & !self.before(free, player), free, player);
        self.next(filled & !even | free & !filled & even, player)
    }
}

/// Runs of free squares.
pub(super) struct Runs<T> {
    /// The squares where a run continues from the square 1, 2, 4, … steps back, and from the square
    /// as many steps ahead.
    onwards: [T; 7],
    backwards: [T; 7],
    count: usize,
    step: u32,
}

impl<T: Bits> Runs<T> {
    /// A set with all squares that follow it in the runs.
    #[inline]
    pub(super) fn onwards(&self, set: T) -> T {
        let mut step = self.step;
        self.onwards[..self.count].iter().fold(set, |filled, &through| {
            let more = filled | through & filled << step;
            step *= 2;
            more
        })
    }

    /// A set with all squares that come before it in the runs.
    #[inline]
    pub(super) fn backwards(&self, set: T) -> T {
        let mut step = self.step;
        self.backwards[..self.count].iter().fold(set, |filled, &through| {
            let more = filled | through & filled >> step;
            step *= 2;
            more
        })
    }
}
