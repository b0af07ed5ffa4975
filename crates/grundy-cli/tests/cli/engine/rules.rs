//! Othello, Hex, Go and tic-tac-toe by their definitions. Players are 0 and 1; squares are `(x, y)`, with
//! `y` from the top.

use std::collections::BTreeSet;

type Square = (i32, i32);
type Stones = [BTreeSet<Square>; 2];

/// Othello on a board with an even side.
#[derive(Clone)]
pub(super) struct Othello {
    side: i32,
    pub(super) discs: Stones,
}

impl Othello {
    /// Black, who begins, has the square at the right of the upper row in the middle.
    pub(super) fn new(side: i32) -> Othello {
        let m = side / 2;
        let black = BTreeSet::from([(m, m - 1), (m - 1, m)]);
        let white = BTreeSet::from([(m - 1, m - 1), (m, m)]);
        Othello { side, discs: [black, white] }
    }

    fn turned(&self, player: usize, (x, y): Square) -> Vec<Square> {
        let [own, other] = [&self.discs[player], &self.discs[1 - player]];
        if own.contains(&(x, y)) || other.contains(&(x, y)) {
            return Vec::new();
        }
        let ways = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)));
        let in_way = |(dx, dy): Square| {
            let along = |n: i32| (x + n * dx, y + n * dy);
            let count = (1..).take_while(|&n| other.contains(&along(n))).count() as i32;
            let taken = if own.contains(&along(count + 1)) { count } else { 0 };
            (1..=taken).map(along).collect::<Vec<_>>()
        };
        ways.filter(|way| *way != (0, 0)).flat_map(in_way).collect()
    }

    pub(super) fn moves(&self, player: usize) -> Vec<Square> {
        let all = (0..self.side).flat_map(|y| (0..self.side).map(move |x| (x, y)));
        all.filter(|square| !self.turned(player, *square).is_empty()).collect()
    }

    pub(super) fn put(&mut self, player: usize, square: Square) {
        for taken in self.turned(player, square) {
            self.discs[1 - player].remove(&taken);
            self.discs[player].insert(taken);
        }
        self.discs[player].insert(square);
    }

    pub(super) fn is_over(&self) -> bool {
        self.moves(0).is_empty() && self.moves(1).is_empty()
    }
}

/// Who joins his sides of a Hex board: the first player top and bottom, the second left and right.
pub(super) fn joins(player: usize, stones: &BTreeSet<Square>, side: i32) -> bool {
    let along = |(x, y): Square| if player == 0 { y } else { x };
    let mut reached: BTreeSet<Square> =
        stones.iter().copied().filter(|stone| along(*stone) == 0).collect();
    loop {
        let beside = |&(x, y): &Square| {
            [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)].map(|(dx, dy)| (x + dx, y + dy))
        };
        let more: BTreeSet<Square> = reached.iter().flat_map(beside).collect();
        let more: BTreeSet<Square> = more.intersection(stones).copied().collect();
        if more.is_subset(&reached) {
            return reached.iter().any(|stone| along(*stone) == side - 1);
        }
        reached.extend(more);
    }
}

/// Go on a square board by the rules of Tromp and Taylor, without suicide.
#[derive(Clone)]
pub(super) struct Go {
    side: i32,
    pub(super) stones: Stones,
    boards: Vec<Stones>,
}

impl Go {
    pub(super) fn new(side: i32) -> Go {
        Go { side, stones: Stones::default(), boards: vec![Stones::default()] }
    }

    fn beside(&self, (x, y): Square) -> impl Iterator<Item = Square> + use<> {
        let side = 0..self.side;
        let all = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)];
        all.into_iter().filter(move |(x, y)| side.contains(x) && side.contains(y))
    }

    /// All squares that are joined with one by squares of its kind.
    fn joined(&self, from: Square, is_of: impl Fn(Square) -> bool) -> BTreeSet<Square> {
        let (mut found, mut next) = (BTreeSet::from([from]), vec![from]);
        while let Some(square) = next.pop() {
            next.extend(self.beside(square).filter(|one| is_of(*one) && found.insert(*one)));
        }
        found
    }

    fn kind(stones: &Stones, square: Square) -> Option<usize> {
        (0..2).find(|&player| stones[player].contains(&square))
    }

    fn chain(&self, stones: &Stones, from: Square) -> Option<BTreeSet<Square>> {
        let kind = Go::kind(stones, from);
        let chain = self.joined(from, |square| Go::kind(stones, square) == kind);
        let mut around = chain.iter().flat_map(|square| self.beside(*square));
        // Only a chain that is captured is given.
        (!around.any(|square| Go::kind(stones, square).is_none())).then_some(chain)
    }

    /// Puts a stone, if that is legal.
    pub(super) fn put(&mut self, player: usize, square: Square) -> bool {
        if Go::kind(&self.stones, square).is_some() {
            return false;
        }
        let mut stones = self.stones.clone();
        stones[player].insert(square);
        for one in self.beside(square) {
            if stones[1 - player].contains(&one)
                && let Some(chain) = self.chain(&stones, one)
            {
                stones[1 - player].retain(|stone| !chain.contains(stone));
            }
        }
        if self.chain(&stones, square).is_some() || self.boards.contains(&stones) {
            return false;
        }
        self.boards.push(stones.clone());
        self.stones = stones;
        true
    }

    /// The area of the first player less that of the second.
    pub(super) fn lead(&self) -> i32 {
        let all = (0..self.side).flat_map(|y| (0..self.side).map(move |x| (x, y)));
        let owner = |square: Square| match Go::kind(&self.stones, square) {
            Some(player) => [1, -1][player],
            None => {
                let region = self.joined(square, |one| Go::kind(&self.stones, one).is_none());
                let around = region.iter().flat_map(|one| self.beside(*one));
                let kinds: BTreeSet<usize> =
                    around.filter_map(|one| Go::kind(&self.stones, one)).collect();
                i32::from(kinds == BTreeSet::from([0])) - i32::from(kinds == BTreeSet::from([1]))
            }
        };
        all.map(owner).sum()
    }
}

/// Tic-tac-toe: the squares of each player, from 0 to 8.
#[cfg(feature = "rules")]
pub(super) type Lines = [BTreeSet<usize>; 2];

#[cfg(feature = "rules")]
const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// Whether a player has a line.
#[cfg(feature = "rules")]
pub(super) fn has_line(squares: &BTreeSet<usize>) -> bool {
    LINES.iter().any(|line| line.iter().all(|square| squares.contains(square)))
}
