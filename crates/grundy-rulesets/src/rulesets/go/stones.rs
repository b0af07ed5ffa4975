//! Stones on points: chains, liberties, capture and area.

use grundy_base::Player;
use grundy_ruleset::board::rows::Bits;

/// A board of points, which are sets of type `B`; point 0 is at the top left, and numbers go row by
/// row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Points<B = u64> {
    /// The number of points in a row.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
    /// All points.
    pub all: B,
    first_column: B,
    last_column: B,
}

/// The greatest side: columns are named by letters.
const LONGEST: usize = 26;

impl<B: Bits> Points<B> {
    /// A board of at most 26 columns and rows; none if it is empty, or has more points than a
    /// set can hold.
    #[must_use]
    pub fn new(width: usize, height: usize) -> Option<Self> {
        let sides = 1..=LONGEST;
        let fits = sides.contains(&width) && sides.contains(&height);
        if !fits || width * height > B::BITS as usize {
            return None;
        }
        let all = B::low((width * height) as u32);
        let first_column = B::FIRST_COLUMNS[width] & all;
        let last_column = first_column << (width as u32 - 1);
        Some(Points { width, height, all, first_column, last_column })
    }

    /// The number of points.
    #[must_use]
    pub fn count(&self) -> usize {
        self.width * self.height
    }

    /// The neighbours of the points of a set.
    fn around(&self, set: B) -> B {
        let width = self.width as u32;
        let sideways = (set & !self.last_column) << 1 | (set & !self.first_column) >> 1;
        (sideways | set << width | set >> width) & self.all
    }

    /// The connected component of `seed` in `set`, by flood fill.
    fn connected(&self, seed: B, set: B) -> B {
        let mut part = seed;
        loop {
            let grown = part | self.around(part) & set;
            if grown == part {
                return part;
            }
            part = grown;
        }
    }

    /// The connected components of a set.
    fn parts(&self, mut set: B) -> impl Iterator<Item = B> {
        std::iter::from_fn(move || {
            let part = self.connected(set.lowest(), set);
            set &= !part;
            (!part.is_empty()).then_some(part)
        })
    }

    fn has_liberty(&self, chain: B, stones: Stones<B>) -> bool {
        !(self.around(chain) & self.all & !stones.both()).is_empty()
    }

    /// Whether every chain has a liberty, an empty point next to it.
    #[must_use]
    pub fn is_legal(&self, stones: Stones<B>) -> bool {
        let alive = |set| self.parts(set).all(|chain| self.has_liberty(chain, stones));
        alive(stones.x) && alive(stones.o)
    }

    /// The stones after `player` puts one on the empty `point`: first the opponent's chains
    /// without liberties are removed, then the player's own. The flag says whether own stones
    /// were removed.
    #[must_use]
    pub fn play(&self, stones: Stones<B>, player: Player, point: B) -> (Stones<B>, bool) {
        let (mut own, mut other) = stones.seen_by(player);
        own |= point;
        let now = |own, other| Stones::of(player, own, other);
        let mut captured = B::EMPTY;
        for neighbour in (self.around(point) & other).singles() {
            if (captured & neighbour).is_empty() {
                let chain = self.connected(neighbour, other);
                if !self.has_liberty(chain, now(own, other)) {
                    captured |= chain;
                }
            }
        }
        other &= !captured;
        let chain = self.connected(point, own);
        let suicide = captured.is_empty() && !self.has_liberty(chain, now(own, other));
        if suicide {
            own &= !chain;
        }
        (now(own, other), suicide)
    }

    /// The area of X minus the area of O: stones, and empty regions that touch stones of one
    /// colour only.
    #[must_use]
    pub fn area(&self, stones: Stones<B>) -> i32 {
        let Stones { x, o } = stones;
        let mut area = x.count() as i32 - o.count() as i32;
        for region in self.parts(self.all & !stones.both()) {
            let border = self.around(region);
            let size = region.count() as i32;
            match [x, o].map(|stones| !(border & stones).is_empty()) {
                [true, false] => area += size,
                [false, true] => area -= size,
                _ => {}
            }
        }
        area
    }
}

/// The stones on a board as two sets of points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Stones<B = u64> {
    /// Left's stones, which players call black.
    pub x: B,
    /// Right's stones.
    pub o: B,
}

impl<B: Bits> Stones<B> {
    /// All stones.
    #[must_use]
    pub fn both(self) -> B {
        self.x | self.o
    }

    /// The stones with their colours exchanged.
    #[must_use]
    pub fn exchanged(self) -> Self {
        Stones { x: self.o, o: self.x }
    }

    /// The player's own stones, and the opponent's.
    fn seen_by(self, player: Player) -> (B, B) {
        match player {
            Player::Left => (self.x, self.o),
            Player::Right => (self.o, self.x),
        }
    }

    fn of(player: Player, own: B, other: B) -> Self {
        match player {
            Player::Left => Stones { x: own, o: other },
            Player::Right => Stones { x: other, o: own },
        }
    }
}
