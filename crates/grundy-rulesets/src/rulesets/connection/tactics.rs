//! Hex as a forward search plays it: with the connections that nobody can prevent.
//!
//! A *virtual connection* of two chains is one that holds though the other player moves
//! first, a *semi connection* one for which its owner needs one move. Each has a carrier,
//! the empty cells that it uses. Two connections with disjoint carriers that share an end
//! make a longer one (AND), and semi connections of which no cell is in all carriers make a
//! virtual one (OR): V. V. Anshelevich, A hierarchical approach to computer Hex, 2002. The
//! player to move wins with a semi connection of the two sides, and must otherwise play into
//! all the carriers of those of the other player (Ryan Hayward, Yngvi Björnsson and others,
//! Solving 7×7 Hex with domination, fill-in, and virtual connections, 2005).

use std::cell::RefCell;
use std::collections::VecDeque;

use super::{Connection, Shape, Stones};
use grundy_base::{Fate, Player};
use grundy_ruleset::board::grid;
use grundy_ruleset::board::word::Word;
use grundy_ruleset::forward::hash_of;
use grundy_ruleset::{Forward, Method, Step};

/// A position with the player to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    stones: Stones,
    mover: Player,
}

/// The rules, for a search.
pub(super) struct Tactics<K>(Connection<K>);

impl<K: Word> Tactics<K> {
    /// For a search under these rules; none if they are not those of Hex.
    pub(super) fn new(rules: Connection<K>) -> Option<Self> {
        matches!(rules.shape, Shape::Hex { .. }).then_some(Tactics(rules))
    }

    pub(super) fn node(stones: Stones, mover: Player) -> Node {
        Node { stones, mover }
    }

    fn off_centre(&self, cell: usize) -> i16 {
        let Shape::Hex { width, height } = self.0.shape else { return 0 };
        let (x, y) = (cell % width, cell / width);
        let (x, y) = ((2 * x + 1) as i16 - width as i16, (2 * y + 1) as i16 - height as i16);
        // Hexagonal distance, doubled.
        x.abs().max(y.abs()).max((x + y).abs())
    }

    /// For each number of empty cells, the cells to which so many lead from a side, each of
    /// them counted.
    fn distances(&self, stones: Stones, player: Player, side: usize) -> [u8; 64] {
        let rules = &self.0;
        let (own, empty) = (stones.of(player), rules.all() & !stones.both());
        let mut distances = [u8::MAX; 64];
        let (mut seen, mut layer) = (0, rules.sides[player][side]);
        for distance in 0.. {
            // Own stones cost nothing.
            let mut chain = layer & own & !seen;
            let mut reached = chain;
            while chain != 0 {
                let more = rules.near[chain.trailing_zeros() as usize] & !seen & !reached;
                layer |= more;
                reached |= more & own;
                chain = chain & (chain - 1) | more & own;
            }
            let fresh = layer & empty & !seen;
            if reached | fresh == 0 {
                break;
            }
            grid::numbers(fresh).for_each(|cell| distances[cell] = distance);
            seen |= reached | fresh;
            layer = grid::numbers(fresh).fold(0, |set, cell| set | rules.near[cell]) & !seen;
        }
        distances
    }
}

impl<K: Word> Forward<Node> for Tactics<K> {
    fn expand(&self, &Node { stones, mover }: &Node, steps: &mut Vec<Step<Node>>) -> Option<Fate> {
        thread_local!(static CONNECTIONS: RefCell<Connections> = RefCell::default());
        let rules = &self.0;
        let other = mover.opponent();
        if rules.joins(stones.of(other), other) {
            return Some(Fate::Loss);
        }
        if rules.joins(stones.of(mover), mover) {
            return Some(Fate::Win);
        }
        let empty = rules.all() & !stones.both();
        let must = CONNECTIONS.with_borrow_mut(|connections| {
            connections.find(rules, stones, mover);
            if connections.joined() != Joined::Not {
                return Err(Fate::Win);
            }
            connections.find(rules, stones, other);
            match connections.joined() {
                Joined::Virtually => Err(Fate::Loss),
                _ => Ok(connections.must_play()),
            }
        });
        let moves = match must {
            Err(fate) => return Some(fate),
            Ok(must) => empty & must,
        };
        if moves == 0 {
            return Some(Fate::Loss);
        }
        let paths = [mover, other]
            .map(|player| [self.distances(stones, player, 0), self.distances(stones, player, 1)]);
        let before = steps.len();
        for cell in grid::numbers(moves) {
            let mut to = stones;
            match mover {
                Player::Left => to.left |= 1 << cell,
                Player::Right => to.right |= 1 << cell,
            }
            let (joined, replies) = CONNECTIONS.with_borrow_mut(|connections| {
                connections.find(rules, to, mover);
                (connections.joined(), connections.must_play() & empty)
            });
            if joined == Joined::Virtually {
                steps.truncate(before);
                return Some(Fate::Win);
            }
            let length = |[from, to]: &[[u8; 64]; 2]| i16::from(from[cell]) + i16::from(to[cell]);
            let length = length(&paths[0]) + length(&paths[1]);
            let rank = -(replies.count_ones() as i16) * 16 - 4 * length - self.off_centre(cell);
            let to = Node { stones: to, mover: other };
            steps.push(Step { to, turns: true, slot: cell as u16 + 1, rank });
        }
        None
    }

    fn method(&self) -> Method {
        Method::ProofNumbers
    }

    fn is_slow(&self) -> bool {
        true
    }

    /// Half a turn of the board keeps the players' sides.
    fn hash(&self, &Node { stones, mover }: &Node) -> u128 {
        let turned = |set: u64| set.reverse_bits() >> (u64::BITS - self.0.cells);
        let image = Stones { left: turned(stones.left), right: turned(stones.right) };
        hash_of(&(stones.min(image), mover))
    }

    fn ends(&self) -> bool {
        true
    }
}

/// How the sides of a player are connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Joined {
    Virtually,
    Semi,
    Not,
}

/// The connections of one player that were found in a position, between its points: empty
/// cells, chains by one of their cells, and the two sides.
#[derive(Default)]
struct Connections {
    /// Carriers by pairs of points, and the pairs that have some.
    holding: Vec<Vec<u64>>,
    semi: Vec<Vec<u64>>,
    pairs: Vec<usize>,
    points: usize,
    fresh: VecDeque<(usize, usize, u64)>,
}

/// So many carriers are kept for two points: few are enough, and more take long.
const MOST_HOLDING: usize = 6;
const MOST_SEMI: usize = 12;

impl Connections {
    fn pair(&self, a: usize, b: usize) -> usize {
        a.min(b) * self.points + a.max(b)
    }

    fn sides(&self) -> usize {
        self.pair(self.points - 2, self.points - 1)
    }

    fn joined(&self) -> Joined {
        let sides = self.sides();
        match (self.holding[sides].is_empty(), self.semi[sides].is_empty()) {
            (false, _) => Joined::Virtually,
            (true, false) => Joined::Semi,
            (true, true) => Joined::Not,
        }
    }

    /// The cells that are in the carriers of all semi connections of the sides.
    fn must_play(&self) -> u64 {
        self.semi[self.sides()].iter().fold(u64::MAX, |must, carrier| must & carrier)
    }

    /// Finds connections of a player.
    fn find<K: Word>(&mut self, rules: &Connection<K>, stones: Stones, player: Player) {
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
        let (own, empty) = (stones.of(player), rules.all() & !stones.both());
        // Chains that touch a side are one with it.
        let mut rest = own;
        let mut chains: Vec<(usize, u64)> = Vec::new();
        let beside = |set| grid::numbers(set).fold(0, |near, cell| near | rules.near[cell]);
        let grown = |mut chain: u64| {
            loop {
                let more = beside(chain) & own & !chain;
                if more == 0 {
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
        while rest != 0 {
            let first = rest.trailing_zeros() as usize;
            let chain = grown(1 << first);
            rest &= !chain;
            chains.push((first, beside(chain) & empty));
        }
        for &(chain, near) in &chains {
            grid::numbers(near).for_each(|cell| self.hold(chain, cell, 0));
        }
        for cell in grid::numbers(empty) {
            let later = rules.near[cell] & empty & !((2 << cell) - 1);
            grid::numbers(later).for_each(|other| self.hold(cell, other, 0));
        }
        let sides = self.sides();
        while let Some((a, b, carrier)) = self.fresh.pop_front() {
            for (end, middle) in [(a, b), (b, a)] {
                // What a side connects is of no use to connect the sides.
                if middle >= cells {
                    continue;
                }
                self.lengthen((end, middle, carrier), empty);
            }
            if !self.holding[sides].is_empty() {
                break;
            }
        }
    }

    /// Combines a virtual connection with all others that share an end.
    fn lengthen(&mut self, (end, middle, carrier): (usize, usize, u64), empty: u64) {
        let cell = |point: usize| if point < 64 { 1u64 << point & empty } else { 0 };
        let is_chain = cell(middle) == 0;
        let used = carrier | cell(end);
        for far in 0..self.points {
            if far == end || far == middle {
                continue;
            }
            let pair = self.pair(middle, far);
            for number in 0..self.holding[pair].len() {
                // The list may have become shorter.
                let Some(&other) = self.holding[pair].get(number) else { break };
                if other & used != 0 || carrier & cell(far) != 0 {
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
    }

    /// Adds a virtual connection, if it is new.
    fn hold(&mut self, a: usize, b: usize, carrier: u64) {
        let pair = self.pair(a, b);
        self.pairs.push(pair);
        let known = &mut self.holding[pair];
        if known.iter().any(|&known| known & !carrier == 0) {
            return;
        }
        known.retain(|&known| carrier & !known != 0);
        if known.len() < MOST_HOLDING {
            known.push(carrier);
            self.fresh.push_back((a, b, carrier));
        }
    }

    /// Adds a semi connection, if it is new, and the virtual ones that it makes with others.
    fn half(&mut self, a: usize, b: usize, carrier: u64) {
        let pair = self.pair(a, b);
        self.pairs.push(pair);
        let within = |&known: &u64| known & !carrier == 0;
        if self.holding[pair].iter().any(within) || self.semi[pair].iter().any(within) {
            return;
        }
        self.semi[pair].retain(|&known| carrier & !known != 0);
        if self.semi[pair].len() >= MOST_SEMI {
            return;
        }
        let others = self.semi[pair].clone();
        self.semi[pair].push(carrier);
        self.alternatives((a, b), &others, carrier, carrier, 4);
    }

    /// Adds a virtual connection for semi connections of which no cell is in all.
    fn alternatives(
        &mut self,
        (a, b): (usize, usize),
        others: &[u64],
        common: u64,
        all: u64,
        most: usize,
    ) {
        if common == 0 {
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
