//! Inferior cells, and the search that leaves them out, are held to the definitions on small boards.

use std::collections::HashMap;
use std::sync::Arc;

use super::inferior::Open;
use super::tactics::Tactics;
use super::{Connection, Shape, Stones};
use grundy_base::{Fate, Limits, Player, Random};
use grundy_solve::proof::Prover;

/// Boards with the greatest number of empty cells for which positions are made.
const BOARDS: [(Shape, usize); 6] = [
    (Shape::Hex { width: 3, height: 3 }, 9),
    (Shape::Hex { width: 4, height: 4 }, 11),
    (Shape::Hex { width: 5, height: 3 }, 11),
    (Shape::Hex { width: 5, height: 5 }, 11),
    (Shape::Y { side: 4 }, 10),
    (Shape::Y { side: 5 }, 11),
];

/// Boards filled at random but for some cells, as play fills them or not.
fn positions(count: usize) -> impl Iterator<Item = (Connection<u64>, Stones)> {
    let mut random = Random::new(5);
    (0..count).map(move |number| {
        let (shape, most) = BOARDS[number % BOARDS.len()];
        let rules = Connection::<u64>::new(shape).unwrap();
        let mut cells: Vec<u32> = (0..rules.cells).collect();
        let left = cells.len() - random.below(most + 1);
        let mut stones = Stones::default();
        for number in 0..left {
            let cell = cells.swap_remove(random.below(cells.len()));
            let player = if random.below(9) > 0 { number % 2 } else { random.below(2) };
            stones = stones.with(Player::BOTH[player], 1 << cell);
        }
        (rules, stones)
    })
}

/// Who wins, by trying all moves.
struct ByDefinition<'r> {
    rules: &'r Connection<u64>,
    known: HashMap<(Stones, Player), bool>,
}

impl ByDefinition<'_> {
    fn new(rules: &Connection<u64>) -> ByDefinition<'_> {
        ByDefinition { rules, known: HashMap::new() }
    }

    fn moves(&self, stones: Stones) -> impl Iterator<Item = u64> + use<> {
        let empty = self.rules.all() & !stones.all();
        (0..64).map(|cell| 1 << cell).filter(move |cell| empty & cell != 0)
    }

    fn wins(&mut self, stones: Stones, mover: Player) -> bool {
        for player in Player::BOTH {
            if self.rules.joins(stones.owned(player), player) {
                return player == mover;
            }
        }
        if let Some(&known) = self.known.get(&(stones, mover)) {
            return known;
        }
        let wins =
            self.moves(stones).any(|cell| !self.wins(stones.with(mover, cell), mover.opponent()));
        self.known.insert((stones, mover), wins);
        wins
    }
}

/// Whether the colour of a cell decides who wins some full board.
fn decides(rules: &Connection<u64>, stones: Stones, cell: u64) -> bool {
    let rest: Vec<u64> =
        ByDefinition::new(rules).moves(stones).filter(|&one| one != cell).collect();
    (0..1u32 << rest.len()).any(|choice| {
        let chosen = rest.iter().enumerate().filter(|(bit, _)| choice >> bit & 1 == 1);
        let left = chosen.fold(stones.left, |left, (_, cell)| left | cell);
        rules.joins(left, Player::Left) != rules.joins(left | cell, Player::Left)
    })
}

#[test]
fn cells_that_are_called_dead_decide_nothing() {
    let mut dead = 0;
    for (rules, stones) in positions(1_500) {
        for player in Player::BOTH {
            // Vulnerable moves are dead after a reply, and pairs are captured by such replies.
            let open = Open::new(&rules, stones);
            for cell in open.dead_cells() {
                assert!(!decides(&rules, stones, 1 << cell), "{stones:?}");
                dead += 1;
            }
            for (by, cell) in open.killings(player) {
                let after = stones.with(player, 1 << by);
                assert!(!decides(&rules, after, 1 << cell), "{stones:?} {player} {by} {cell}");
                dead += 1;
            }
        }
    }
    assert!(dead > 10_000, "{dead}");
}

#[test]
fn filled_boards_have_the_same_winner() {
    let (mut filled, mut vulnerable) = (0, 0);
    for (rules, stones) in positions(6_000) {
        let mut definition = ByDefinition::new(&rules);
        let with = rules.filled(stones).stones;
        filled += usize::from(with != stones);
        for mover in Player::BOTH {
            let wins = definition.wins(stones, mover);
            assert_eq!(definition.wins(with, mover), wins, "{stones:?} {with:?} {mover}");
            // One of the other moves wins, if any does.
            let empty = rules.all() & !stones.all();
            let others = empty & !Open::new(&rules, stones).vulnerable(mover);
            let over = Player::BOTH.iter().any(|&p| rules.joins(stones.owned(p), p));
            if others != 0 && others != empty && !over {
                vulnerable += 1;
                let mut moves = definition.moves(stones).filter(|cell| others & cell != 0);
                let found =
                    moves.any(|cell| !definition.wins(stones.with(mover, cell), mover.opponent()));
                assert_eq!(found, wins, "{stones:?} {mover}");
            }
        }
    }
    assert!(filled > 2_000 && vulnerable > 2_000, "{filled} {vulnerable}");
}

#[test]
fn the_search_has_the_winners_of_the_definition() {
    let limits = Limits::default();
    for (rules, stones) in positions(6_000) {
        let mut definition = ByDefinition::new(&rules);
        let tactics = Arc::new(Tactics(rules.clone()));
        let mut prover = Prover::new(tactics.clone(), 1 << 20);
        for mover in Player::BOTH {
            let node = tactics.node(stones, mover);
            let found = prover.prove(&node, u64::MAX, &limits, &mut |_| {}).unwrap();
            let fate = if definition.wins(stones, mover) { Fate::Win } else { Fate::Loss };
            assert_eq!(found.fate(), Some(fate), "{:?} {stones:?} {mover}", rules.shape);
        }
    }
}
