//! Stones on points: chains, liberties, capture and area.

use grundy_base::Player;

/// A board of at most 64 points; point 0 is at the top left, and numbers go row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Points {
    /// Points per row.
    pub width: usize,
    /// Number of rows.
    pub height: usize,
    /// All points.
    pub all: u64,
    first_column: u64,
    last_column: u64,
}

/// The greatest side: columns are named by letters.
const LONGEST: usize = 26;

impl Points {
    /// A board of at most 64 points and at most 26 columns and rows; none if it is empty or
    /// larger.
    #[must_use]
    pub fn new(width: usize, height: usize) -> Option<Self> {
        let sides = 1..=LONGEST;
        if !sides.contains(&width) || !sides.contains(&height) || width * height > 64 {
            return None;
        }
        let column = |x| (0..height).fold(0, |set, y| set | 1u64 << (y * width + x));
        Some(Points {
            width,
            height,
            all: u64::MAX >> (64 - width * height),
            first_column: column(0),
            last_column: column(width - 1),
        })
    }

    /// Number of points.
    #[must_use]
    pub fn count(&self) -> usize {
        self.width * self.height
    }

    /// The neighbours of the points of a set.
    fn around(&self, set: u64) -> u64 {
        let sideways = (set & !self.last_column) << 1 | (set & !self.first_column) >> 1;
        (sideways | set << self.width | set >> self.width) & self.all
    }

    /// The connected component of `seed` in `set`, by flood fill.
    fn connected(&self, seed: u64, set: u64) -> u64 {
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
    fn parts(&self, mut set: u64) -> impl Iterator<Item = u64> {
        std::iter::from_fn(move || {
            let part = self.connected(set & set.wrapping_neg(), set);
            set &= !part;
            (part != 0).then_some(part)
        })
    }

    fn has_liberty(&self, chain: u64, stones: Stones) -> bool {
        self.around(chain) & self.all & !stones.both() != 0
    }

    /// Whether every chain has a liberty, an empty point next to it.
    #[must_use]
    pub fn is_legal(&self, stones: Stones) -> bool {
        let alive = |set| self.parts(set).all(|chain| self.has_liberty(chain, stones));
        alive(stones.x) && alive(stones.o)
    }

    /// The stones after `player` puts one on the empty `point`: first the opponent's chains
    /// without liberties are removed, then the player's own. The flag says whether own stones
    /// were removed.
    #[must_use]
    pub fn play(&self, stones: Stones, player: Player, point: u64) -> (Stones, bool) {
        let (mut own, mut other) = stones.seen_by(player);
        own |= point;
        let now = |own, other| Stones::of(player, own, other);
        let mut captured = 0;
        for neighbour in bits(self.around(point) & other) {
            if captured & neighbour == 0 {
                let chain = self.connected(neighbour, other);
                if !self.has_liberty(chain, now(own, other)) {
                    captured |= chain;
                }
            }
        }
        other &= !captured;
        let chain = self.connected(point, own);
        let suicide = captured == 0 && !self.has_liberty(chain, now(own, other));
        if suicide {
            own &= !chain;
        }
        (now(own, other), suicide)
    }

    /// The area of X minus the area of O: stones, and empty regions that touch stones of one
    /// colour only.
    #[must_use]
    pub fn area(&self, stones: Stones) -> i32 {
        let Stones { x, o } = stones;
        let mut area = x.count_ones() as i32 - o.count_ones() as i32;
        for region in self.parts(self.all & !stones.both()) {
            let border = self.around(region);
            let size = region.count_ones() as i32;
            match (border & x != 0, border & o != 0) {
                (true, false) => area += size,
                (false, true) => area -= size,
                _ => {}
            }
        }
        area
    }
}

/// The stones on a board as two sets of points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Stones {
    /// Left's stones, which players call black.
    pub x: u64,
    /// Right's stones.
    pub o: u64,
}

impl Stones {
    /// All stones.
    #[must_use]
    pub const fn both(self) -> u64 {
        self.x | self.o
    }

    /// The stones with their colours exchanged.
    #[must_use]
    pub const fn exchanged(self) -> Stones {
        Stones { x: self.o, o: self.x }
    }

    /// The player's own stones, and the opponent's.
    const fn seen_by(self, player: Player) -> (u64, u64) {
        match player {
            Player::Left => (self.x, self.o),
            Player::Right => (self.o, self.x),
        }
    }

    const fn of(player: Player, own: u64, other: u64) -> Stones {
        match player {
            Player::Left => Stones { x: own, o: other },
            Player::Right => Stones { x: other, o: own },
        }
    }
}

/// The members of a set, each as a set of one.
pub(super) fn bits(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let bit = set & set.wrapping_neg();
        set ^= bit;
        (bit != 0).then_some(bit)
    })
}
