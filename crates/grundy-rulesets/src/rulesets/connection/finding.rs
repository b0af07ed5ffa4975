//! Connections that nobody can prevent, or that need one move.
//!
//! A *virtual connection* of two chains holds even if the other player moves first; for a *semi
//! connection* its owner needs one move. Each has a carrier, the empty cells that it uses. Two
//! connections with disjoint carriers that share an end make a longer one (AND), and semi
//! connections whose carriers have no cell in common make a virtual connection (OR): V. V.
//! Anshelevich, A hierarchical approach to computer Hex, 2002.

use std::cell::RefCell;
use std::collections::VecDeque;

use super::{Connection, Stones};
use grundy_base::Player;
use grundy_ruleset::board::grid;
use grundy_ruleset::board::rows::Bits;
use grundy_ruleset::board::wide::Wide;

/// Sets with a place in each thread where connections are kept while they are found.
pub(super) trait Finding: Bits {
    /// Calls `with` with the connections of this thread.
    fn with_connections<T>(with: impl FnOnce(&mut Connections<Self>) -> T) -> T;
}

macro_rules! finding {
    ($($bits:ty),*) => {$(
        impl Finding for $bits {
            fn with_connections<T>(with: impl FnOnce(&mut Connections<Self>) -> T) -> T {
                thread_local!(static ROOM: RefCell<Connections<$bits>> = RefCell::default());
                ROOM.with_borrow_mut(with)
            }
        }
    )*};
}

finding!(u64, u128, Wide);

/// The number of pairs of connections that are looked at. Connections found within it are true.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort(u64);

impl Effort {
    /// The effort for each position after a move, on a board with `empty` empty cells. On a large
    /// board all pairs would take minutes, and limits are checked only in between.
    pub(super) fn of_each(empty: u32) -> Self {
        /// Boards with at most this number of empty cells need no limit.
        const FEW: u32 = 63;
        /// The number of pairs for one position with its moves.
        const PAIRS: u64 = 20_000_000;
        Effort(if empty <= FEW { u64::MAX } else { PAIRS / u64::from(empty) })
    }
}

impl<K, B: Bits> Connection<K, B> {
    /// The neighbours of the cells of a set.
    pub(super) fn beside(&self, cells: B) -> B {
        cells.squares().fold(B::EMPTY, |near, cell| near | self.near[cell as usize])
    }
}

/// The kind of connection between the sides of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Joined {
    Virtually,
    Semi,
    Not,
}

/// The connections of one player that were found in a position. Their ends are points: empty cells,
/// chains (represented by one of their cells), and the two sides.
#[derive(Default)]
pub(super) struct Connections<B> {
    /// The carriers of virtual connections by pairs of points, those of semi connections, and the
    /// pairs that have some.
    holding: Vec<Vec<B>>,
    semi: Vec<Vec<B>>,
    pairs: Vec<usize>,
    points: usize,
    fresh: VecDeque<(usize, usize, B)>,
}

/// The greatest number of carriers kept for two points: few are enough, and more take long.
const MOST_HOLDING: usize = 6;
const MOST_SEMI: usize = 12;

impl<B: Bits> Connections<B> {
    fn pair(&self, a: usize, b: usize) -> usize {
        a.min(b) * self.points + a.max(b)
    }

    fn sides(&self) -> usize {
        self.pair(self.points - 2, self.points - 1)
    }

    pub(super) fn joined(&self) -> Joined {
        let sides = self.sides();
        match (self.holding[sides].is_empty(), self.semi[sides].is_empty()) {
            (false, _) => Joined::Virtually,
            (true, false) => Joined::Semi,
            (true, true) => Joined::Not,
        }
    }

    /// The cells that are in the carriers of all semi connections between the sides.
    pub(super) fn must_play(&self) -> B {
        self.semi[self.sides()].iter().fold(!B::EMPTY, |must, &carrier| must & carrier)
    }

    /// Finds connections of a player, until the sides are virtually connected or the effort is used
    /// up.
    pub(super) fn find<K>(
        &mut self,
        rules: &Connection<K, B>,
        stones: Stones<B>,
        player: Player,
        effort: Effort,
    ) {
        let cells = rules.cells as usize;
        if self.points != cells + 2 {
            self.points = cells + 2;
            self.holding = vec![Vec::new(); self.points * self.points];
            self.semi = self.holding.clone();
            self.pairs.clear();
        }
        for pair in self.pairs.drain(..) {
            self.holding[pair].clear();
            self.semi[pair].clear();
        }
        self.fresh.clear();
        let (own, empty) = (stones.owned(player), rules.all() & !stones.all());
        // Chains that touch a side are one point with it.
        let mut rest = own;
        let mut chains: Vec<(usize, B)> = Vec::new();
        let beside = |set: B| rules.beside(set);
        let grown = |mut chain: B| {
            loop {
                let more = beside(chain) & own & !chain;
                if more.is_empty() {
                    return chain;
                }
                chain |= more;
            }
        };
        for (number, &side) in rules.sides[player].iter().enumerate() {
            let chain = grown(side & own);
            rest &= !chain;
            chains.push((cells + number, (side | beside(chain)) & empty));
        }
        while !rest.is_empty() {
            let first = rest.first() as usize;
            let chain = grown(rest.lowest());
            rest &= !chain;
            chains.push((first, beside(chain) & empty));
        }
        for &(chain, near) in &chains {
            grid::numbers(near).for_each(|cell| self.hold(chain, cell, B::EMPTY));
        }
        for cell in grid::numbers(empty) {
            let later = rules.near[cell] & empty & !B::low(cell as u32 + 1);
            grid::numbers(later).for_each(|other| self.hold(cell, other, B::EMPTY));
        }
        let sides = self.sides();
        let Effort(mut left) = effort;
        while let Some((a, b, carrier)) = self.fresh.pop_front() {
            for (end, middle) in [(a, b), (b, a)] {
                // Connections that meet at a side are of no use to connect the sides.
                if middle >= cells {
                    continue;
                }
                left = left.saturating_sub(self.lengthen((end, middle, carrier), empty));
            }
            if !self.holding[sides].is_empty() || left == 0 {
                break;
            }
        }
    }

    /// Combines a virtual connection with all others that share an end; returns the number of
    /// these.
    fn lengthen(&mut self, (end, middle, carrier): (usize, usize, B), empty: B) -> u64 {
        let cell = |point: usize| B::FIRST.on(point as u32) & empty;
        let is_chain = cell(middle).is_empty();
        let mut tried = 0;
        let used = carrier | cell(end);
        for far in 0..self.points {
            if far == end || far == middle {
                continue;
            }
            let pair = self.pair(middle, far);
            for number in 0..self.holding[pair].len() {
                // The list may have become shorter.
                let Some(&other) = self.holding[pair].get(number) else { break };
                tried += 1;
                if !(other & used | carrier & cell(far)).is_empty() {
                    continue;
                }
                let both = carrier | other;
                if is_chain {
                    self.hold(end, far, both);
                } else {
                    self.half(end, far, both | cell(middle));
                }
            }
        }
        tried
    }

    /// Adds a virtual connection, if it is new.
    fn hold(&mut self, a: usize, b: usize, carrier: B) {
        let pair = self.pair(a, b);
        self.pairs.push(pair);
        let known = &mut self.holding[pair];
        if known.iter().any(|&known| (known & !carrier).is_empty()) {
            return;
        }
        known.retain(|&known| !(carrier & !known).is_empty());
        if known.len() < MOST_HOLDING {
            known.push(carrier);
            self.fresh.push_back((a, b, carrier));
        }
    }

    /// Adds a semi connection, if it is new, and the virtual connections that it makes with others.
    fn half(&mut self, a: usize, b: usize, carrier: B) {
        let pair = self.pair(a, b);
        self.pairs.push(pair);
        let within = |&known: &B| (known & !carrier).is_empty();
        if self.holding[pair].iter().any(within) || self.semi[pair].iter().any(within) {
            return;
        }
        self.semi[pair].retain(|&known| !(carrier & !known).is_empty());
        if self.semi[pair].len() >= MOST_SEMI {
            return;
        }
        let others = self.semi[pair].clone();
        self.semi[pair].push(carrier);
        self.alternatives((a, b), &others, carrier, carrier, 4);
    }

    /// Adds the virtual connection made by semi connections whose carriers have no cell in common.
    fn alternatives(
        &mut self,
        (a, b): (usize, usize),
        others: &[B],
        common: B,
        all: B,
        most: usize,
    ) {
        if common.is_empty() {
            return self.hold(a, b, all);
        }
        if most == 0 {
            return;
        }
        for (number, &other) in others.iter().enumerate() {
            if common & other != common {
                self.alternatives(
                    (a, b),
                    &others[number + 1..],
                    common & other,
                    all | other,
                    most - 1,
                );
            }
        }
    }
}
