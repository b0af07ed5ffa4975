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
    /// For a position with `empty` empty cells. On a large board all pairs would take minutes, and
    /// limits are looked at between positions.
    pub(super) fn of(empty: u32) -> Self {
        /// Boards that need no limit.
        const FEW: u32 = 63;
        const PAIRS: u64 = 4_000_000;
        Effort(if empty <= FEW { u64::MAX } else { PAIRS })
    }
}

/// The kind of connection between all sides of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Joined {
    Virtually,
    Semi,
    Not,
}

/// The connections of one player that were found in a position. Their ends are points: empty cells,
/// chains (represented by one of their cells), and the sides.
#[derive(Default)]
pub(super) struct Connections<B> {
    /// The carriers of virtual connections by pairs of points, those of semi connections, and the
    /// pairs that have some.
    holding: Vec<Vec<B>>,
    semi: Vec<Vec<B>>,
    pairs: Vec<usize>,
    /// The points with which each point has a virtual connection.
    partners: Vec<Vec<usize>>,
    points: usize,
    fresh: VecDeque<(usize, usize, B)>,
    /// Carriers of the connections of all sides.
    all_holding: Vec<B>,
    all_semi: Vec<B>,
}

/// The greatest number of carriers kept for two points: few are enough, and more take long.
const MOST_HOLDING: usize = 6;
const MOST_SEMI: usize = 12;

impl<B: Bits> Connections<B> {
    fn pair(&self, a: usize, b: usize) -> usize {
        a.min(b) * self.points + a.max(b)
    }

    pub(super) fn joined(&self) -> Joined {
        match (self.all_holding.is_empty(), self.all_semi.is_empty()) {
            (false, _) => Joined::Virtually,
            (true, false) => Joined::Semi,
            (true, true) => Joined::Not,
        }
    }

    /// The cells that are in the carriers of all semi connections between the sides.
    pub(super) fn must_play(&self) -> B {
        self.all_semi.iter().fold(!B::EMPTY, |must, &carrier| must & carrier)
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
        let sides = &rules.sides[player];
        if self.points != cells + sides.len() {
            self.points = cells + sides.len();
            self.holding = vec![Vec::new(); self.points * self.points];
            self.semi = self.holding.clone();
            self.partners = vec![Vec::new(); self.points];
            self.pairs.clear();
        }
        self.partners.iter_mut().for_each(Vec::clear);
        for pair in self.pairs.drain(..) {
            self.holding[pair].clear();
            self.semi[pair].clear();
        }
        self.fresh.clear();
        let (own, empty) = (stones.owned(player), rules.all() & !stones.all());
        let mut rest = own;
        let mut chains: Vec<(usize, B)> = Vec::new();
        for (number, &side) in sides.iter().enumerate() {
            // Between two sides, a chain that touches one of them is one with it.
            let touching = if sides.len() == 2 { side & own } else { B::EMPTY };
            let (chain, around) = rules.connected(touching, own);
            rest &= !chain;
            chains.push((cells + number, (side | around) & empty));
        }
        while !rest.is_empty() {
            let first = rest.first() as usize;
            let (chain, around) = rules.connected(rest.lowest(), own);
            rest &= !chain;
            chains.push((first, around & empty));
            if sides.len() > 2 {
                let touched = (0..sides.len()).filter(|&side| !(sides[side] & chain).is_empty());
                touched.for_each(|side| self.hold(first, cells + side, B::EMPTY));
            }
        }
        for &(chain, near) in &chains {
            grid::numbers(near).for_each(|cell| self.hold(chain, cell, B::EMPTY));
        }
        for cell in grid::numbers(empty) {
            let later = rules.near[cell] & empty & !B::low(cell as u32 + 1);
            grid::numbers(later).for_each(|other| self.hold(cell, other, B::EMPTY));
        }
        let whole = self.pair(self.points - 2, self.points - 1);
        let Effort(mut left) = effort;
        while let Some((a, b, carrier)) = self.fresh.pop_front() {
            for (end, middle) in [(a, b), (b, a)] {
                // Connections that meet at a side are of no use to connect the sides.
                if middle >= cells {
                    continue;
                }
                left = left.saturating_sub(self.lengthen((end, middle, carrier), empty));
            }
            if sides.len() == 2 && !self.holding[whole].is_empty() || left == 0 {
                break;
            }
        }
        self.all_holding.clear();
        self.all_semi.clear();
        if sides.len() == 2 {
            self.all_holding.clone_from(&self.holding[whole]);
            self.all_semi.clone_from(&self.semi[whole]);
        } else {
            self.join_three(cells, empty);
        }
    }

    /// The connections of three sides: a point that is connected with each of them, by carriers that
    /// are disjoint. A semi connection has an empty cell there, or one that is semi.
    fn join_three(&mut self, cells: usize, empty: B) {
        for point in 0..cells {
            let own = B::only(point as u32) & empty;
            let [first, second, third] = [0, 1, 2].map(|side| self.pair(point, cells + side));
            let joined = |lists: [&[B]; 3], found: &mut Vec<B>| {
                for &a in lists[0] {
                    for &b in lists[1].iter().filter(|&&b| (a & b).is_empty()) {
                        let disjoint = |&&c: &&B| ((a | b) & c).is_empty();
                        found.extend(lists[2].iter().find(disjoint).map(|&c| a | b | c | own));
                    }
                }
            };
            let (holding, semi) = (&self.holding, &self.semi);
            let all = [first, second, third].map(|pair| &holding[pair][..]);
            if !own.is_empty() {
                joined(all, &mut self.all_semi);
                continue;
            }
            joined(all, &mut self.all_holding);
            for (side, pair) in [first, second, third].into_iter().enumerate() {
                let mut lists = all;
                lists[side] = &semi[pair];
                joined(lists, &mut self.all_semi);
            }
        }
        // Whoever prevents them all plays on a cell of each.
        if !self.all_semi.is_empty() && self.must_play().is_empty() {
            self.all_holding
                .push(self.all_semi.iter().fold(B::EMPTY, |all, &carrier| all | carrier));
        }
    }

    /// Combines a virtual connection with all others that share an end; returns the number of
    /// these.
    fn lengthen(&mut self, (end, middle, carrier): (usize, usize, B), empty: B) -> u64 {
        let cell = |point: usize| B::FIRST.on(point as u32) & empty;
        let is_chain = cell(middle).is_empty();
        let mut tried = 0;
        let used = carrier | cell(end);
        // Those that become partners meanwhile are lengthened in their turn.
        for number in 0..self.partners[middle].len() {
            let far = self.partners[middle][number];
            if far == end {
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
        if known.is_empty() {
            self.partners[a].push(b);
            self.partners[b].push(a);
        }
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
