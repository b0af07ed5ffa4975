//! Domineering as a forward search plays it: on one bit board, with bounds on the numbers
//! of moves that the players have left.
//!
//! A domino is safe if no domino of the other player can ever touch it. Of the others a player
//! lays a part for certain, most in blocks where one domino makes another one safe. Who lays
//! more for certain than the other player can lay at all wins, and most positions are decided
//! like this long before the board is full (D. M. Breuker, J. W. H. M. Uiterwijk,
//! H. J. van den Herik, Solving 8×8 Domineering, 2000; Nathan Bullock, Domineering: Solving
//! Large Combinatorial Search Spaces, 2002).

use std::hash::Hash;

use crate::board::rows::{self, Bits};
use crate::outcome::Fate;
use crate::player::{ByPlayer, Player};
use crate::ruleset::forward::hash_of;
use crate::ruleset::{Forward, Method, Step};

/// A position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<T> {
    /// The squares on which both players may still come into each other's way.
    free: T,
    /// The dominoes that only Left can lay, less those that only Right can lay, on the other
    /// squares.
    spare: i16,
    mover: Player,
    /// Whether the bounds are known not to say who wins.
    open: bool,
}

/// A board of this size.
#[derive(Clone, Debug)]
pub(crate) struct Tactics<T> {
    sure: Sure,
    width: u32,
    height: u32,
    all: T,
    first_column: T,
    last_column: T,
    /// Every second row, from the first on, and every second column.
    even: ByPlayer<T>,
}

/// What a player can lay on a board.
#[derive(Clone, Copy)]
struct Room {
    /// Dominoes at most.
    most: i16,
    /// Dominoes that the other player cannot touch.
    safe: i16,
    /// How many runs have a square left over.
    odd: i16,
}

/// A board with what the players can lay.
struct Counted<T> {
    free: T,
    /// The squares that both players can cover.
    contested: T,
    rooms: ByPlayer<Room>,
}

/// Places where a player can lay dominoes, none of which overlap.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Places {
    /// Blocks of two by two squares: a domino in the right half makes the other half safe.
    blocks: usize,
    /// Dominoes of which no domino of the other player touches two.
    singles: usize,
    /// Other dominoes.
    others: usize,
}

/// How many dominoes a player lays at least, by the places, moving second and first.
#[derive(Clone, Debug)]
struct Sure {
    laid: Vec<[i8; 2]>,
    most: usize,
}

impl Sure {
    /// For boards of so many squares, by the number of moves: O(squares³).
    fn new(squares: u32) -> Sure {
        let dominoes = squares as usize / 2;
        let most = dominoes + 1;
        let laid = vec![[0; 2]; (dominoes / 2 + 1) * most * most];
        let mut sure = Sure { laid, most };
        for blocks in 0..=dominoes / 2 {
            for rest in 0..=dominoes - 2 * blocks {
                for others in 0..=rest {
                    let places = Places { blocks, singles: rest - others, others };
                    let laid = [sure.second(places), sure.first(places)];
                    let at = sure.at(places);
                    sure.laid[at] = laid;
                }
            }
        }
        sure
    }

    /// Moving first: the best move, from what is known of fewer places.
    fn first(&self, places: Places) -> i8 {
        let Places { blocks, singles, others } = places;
        let after = |gain, places| gain + self.laid(places, false) as i8;
        let moves = [
            (blocks > 0).then(|| after(2, Places { blocks: blocks - 1, ..places })),
            (singles > 0).then(|| after(1, Places { singles: singles - 1, ..places })),
            (others > 0).then(|| after(1, Places { others: others - 1, ..places })),
        ];
        moves.into_iter().flatten().max().unwrap_or(0)
    }

    /// Moving second: after the worst move of the other player. A domino takes away a block, a
    /// single, two others, or halves of two blocks or of a block and another place; what is
    /// left of such a block is a single.
    fn second(&self, places: Places) -> i8 {
        let Places { blocks, singles, others } = places;
        let after = |places| self.laid(places, true) as i8;
        let single = singles + 1;
        let moves = [
            (blocks > 0).then(|| after(Places { blocks: blocks - 1, ..places })),
            (singles > 0).then(|| after(Places { singles: singles - 1, ..places })),
            (others > 0).then(|| after(Places { others: others.saturating_sub(2), ..places })),
            (blocks > 0 && others > 0)
                .then(|| after(Places { blocks: blocks - 1, singles: single, others: others - 1 })),
            (blocks > 1)
                .then(|| after(Places { blocks: blocks - 2, singles: single + 1, ..places })),
        ];
        moves.into_iter().flatten().min().unwrap_or(0)
    }

    #[inline]
    fn at(&self, Places { blocks, singles, others }: Places) -> usize {
        (blocks * self.most + singles) * self.most + others
    }

    #[inline]
    fn laid(&self, places: Places, first: bool) -> i16 {
        self.laid[self.at(places)][usize::from(first)].into()
    }
}

impl<T: Bits + Hash + Ord + Send + Sync> Tactics<T> {
    /// A board of this size, of at most as many squares as the number has bits.
    pub(crate) fn new(width: usize, height: usize) -> Self {
        let (width, height) = (width as u32, height as u32);
        let (squares, row) = (width * height, T::low(width));
        let all = T::low(width * height);
        let column = (0..height).fold(T::EMPTY, |set, y| set | T::FIRST << (y * width));
        let last_column = if width == 0 { T::EMPTY } else { column << (width - 1) };
        let even = ByPlayer {
            left: (0..height).step_by(2).fold(T::EMPTY, |set, y| set | row << (y * width)),
            right: (0..width).step_by(2).fold(T::EMPTY, |set, x| set | column << x),
        };
        Tactics {
            even,
            sure: Sure::new(squares),
            width,
            height,
            all,
            first_column: column,
            last_column,
        }
    }

    /// The node of a position by its free squares.
    pub(crate) fn node(&self, free: T, mover: Player) -> Node<T> {
        self.without_strips(free, 0, mover)
    }

    /// The squares one further for a player: to the right for Right, down for Left. None of
    /// another row.
    #[inline]
    fn next(&self, set: T, player: Player) -> T {
        match player {
            Player::Left => set.on(self.width) & self.all,
            Player::Right => (set & !self.last_column).on(1),
        }
    }

    #[inline]
    fn before(&self, set: T, player: Player) -> T {
        match player {
            Player::Left => set.back(self.width),
            Player::Right => (set & !self.first_column).back(1),
        }
    }

    /// The first squares of the dominoes that a player can lay.
    #[inline]
    fn dominoes(&self, free: T, player: Player) -> T {
        free & self.before(free, player)
    }

    /// The squares that dominoes of a player can cover.
    #[inline]
    fn covered(&self, free: T, player: Player) -> T {
        free & (self.before(free, player) | self.next(free, player))
    }

    /// The second, fourth, … square of each run of free squares of a player: of each domino
    /// the second, if as many as possible are laid side by side.
    #[inline]
    fn seconds(&self, free: T, player: Player) -> T {
        let (step, length) = match player {
            Player::Left => (self.width, self.height),
            Player::Right => (1, self.width),
        };
        let even = self.even[player];
        // The runs that begin on an even line, filled in 1, 2, 4, … steps.
        let (mut filled, mut through) = (free & even & !self.next(free, player), free);
        if player == Player::Right {
            through = through & !self.first_column;
        }
        let mut by = 1;
        while by < length {
            filled = filled | through & filled << (by * step);
            through = through & through << (by * step);
            by *= 2;
        }
        filled & !even | free & !filled & even
    }

    /// What is to be counted of a board.
    #[inline]
    fn counted(&self, free: T) -> Counted<T> {
        let contested = self.covered(free, Player::Left) & self.covered(free, Player::Right);
        let room = |player| {
            let seconds = self.seconds(free, player);
            let next = free & self.next(free, player);
            let left_over = next & !self.before(free, player) & !seconds;
            let safe = self.seconds(free & !contested, player);
            let [most, safe, odd] = [seconds, safe, left_over].map(|set| set.count() as i16);
            Room { most, safe, odd }
        };
        Counted { free, contested, rooms: ByPlayer::new(room) }
    }

    /// Whether a player, who has so many more moves elsewhere, makes the last move for
    /// certain. `first` says that the player is to move.
    #[inline]
    fn wins(&self, board: &Counted<T>, player: Player, spare: i16, first: bool) -> bool {
        let (own, theirs) = (&board.rooms[player], &board.rooms[player.opponent()]);
        // Each domino that is laid covers two squares of runs of the other player, and a run
        // becomes shorter by half of what it loses, rounded up if it was even.
        let enough = |laid: i16| {
            let most = theirs.most - (laid - theirs.odd / 2).max(0);
            own.safe + laid + spare + i16::from(!first) > most
        };
        // Nobody lays for certain more than half of what there is room for, and one.
        enough(board.contested.count() as i16 / 4 + 1) && enough(self.laid(board, player, first))
    }

    /// How many dominoes a player lays at least on contested squares.
    fn laid(&self, board: &Counted<T>, player: Player, first: bool) -> i16 {
        let (contested, other) = (board.contested, player.opponent());
        // Blocks with a side along which no domino of the other player can be laid.
        let pairs = self.dominoes(contested, player);
        let along = |side: T| side & self.before(side, player);
        let walls_before = along(!self.next(board.free, other));
        let walls_after = along(self.before(!self.before(board.free, other), other));
        let mut found = pairs & self.before(pairs, other) & (walls_before | walls_after);
        let (mut blocks, mut used) = (0, T::EMPTY);
        while found != T::EMPTY {
            let corner = found & !found.rest();
            let half = corner | self.next(corner, player);
            let block = half | self.next(half, other);
            let near = block | self.before(block, other);
            found = found & !(near | self.before(near, player));
            used = used | block;
            blocks += 1;
        }
        let rest = self.seconds(contested & !used, player);
        let squares = rest | self.before(rest, player);
        let touching = squares & (self.next(squares, other) | self.before(squares, other));
        let others = rest & (touching | self.next(touching, player));
        let (rest, others) = (rest.count() as usize, others.count() as usize);
        self.sure.laid(Places { blocks, singles: rest - others, others }, first)
    }

    /// Counts the runs that only one player can use instead of keeping their squares.
    #[inline]
    fn without_strips(&self, free: T, spare: i16, mover: Player) -> Node<T> {
        let (down, across) = (self.covered(free, Player::Left), self.covered(free, Player::Right));
        let strips = |own: T, theirs: T, player: Player| {
            // What is connected to squares of both players stays.
            let (mut strips, mut near) = (own & !theirs, own & theirs);
            while strips != T::EMPTY {
                near = strips & (self.next(near, player) | self.before(near, player));
                if near == T::EMPTY {
                    break;
                }
                strips = strips & !near;
            }
            strips
        };
        let left = strips(down, across, Player::Left);
        let right = strips(across, down, Player::Right);
        let more = (self.seconds(left, Player::Left).count() as i16)
            - self.seconds(right, Player::Right).count() as i16;
        let free = (down | across) & !left & !right;
        Node { free, spare: spare + more, mover, open: false }
    }

    /// The board after a domino.
    #[inline]
    fn after(&self, &Node { free, spare, mover, .. }: &Node<T>, first: T) -> Node<T> {
        let domino = first | self.next(first, mover);
        self.without_strips(free & !domino, spare, mover.opponent())
    }
}

impl<T: Bits + Hash + Ord + Send + Sync> Forward<Node<T>> for Tactics<T> {
    fn expand(&self, node: &Node<T>, steps: &mut Vec<Step<Node<T>>>) -> Option<Fate> {
        let &Node { free, spare, mover, .. } = node;
        let spare = if mover == Player::Left { spare } else { -spare };
        if !node.open {
            let board = self.counted(free);
            if self.wins(&board, mover, spare, true) {
                return Some(Fate::Win);
            }
            if self.wins(&board, mover.opponent(), -spare, false) {
                return Some(Fate::Loss);
            }
        }
        let before = steps.len();
        let mut firsts = self.dominoes(free, mover);
        while firsts != T::EMPTY {
            let first = firsts & !firsts.rest();
            firsts = firsts.rest();
            let to = self.after(node, first);
            let spare = if mover == Player::Left { to.spare } else { -to.spare };
            let board = self.counted(to.free);
            if self.wins(&board, mover, spare, false) {
                steps.truncate(before);
                return Some(Fate::Win);
            }
            if !self.wins(&board, to.mover, -spare, true) {
                let (own, theirs) = (&board.rooms[mover], &board.rooms[to.mover]);
                let rank = own.most + own.safe - theirs.most - theirs.safe + 2 * spare;
                let slot = first.first() as u16 + 1;
                steps.push(Step { to: Node { open: true, ..to }, turns: true, slot, rank });
            }
        }
        if spare > 0 {
            let used = if mover == Player::Left { -1 } else { 1 };
            let to =
                Node { spare: node.spare + used, mover: mover.opponent(), open: false, ..*node };
            steps.push(Step { to, turns: true, slot: 0, rank: i16::MIN });
        }
        (steps.len() == before).then_some(Fate::Loss)
    }

    fn method(&self) -> Method {
        Method::AlphaBeta
    }

    /// Reflections of the board keep who wins.
    fn hash(&self, &Node { free, spare, mover, .. }: &Node<T>) -> u128 {
        let flipped = rows::flip(free, self.width, self.height);
        let squares = self.width * self.height;
        let images = [free, flipped, free.turn(squares), flipped.turn(squares)];
        let [a, b, c, d] = images;
        hash_of(&(a.min(b).min(c.min(d)), (spare << 1 | mover as i16) as u64))
    }

    fn ends(&self) -> bool {
        true
    }
}
