//! Tests of boards that need more than 64 bits, against the definition and against small boards.

use std::sync::Arc;

use super::finding::Finding;
use super::tactics::Tactics;
use super::{Connection, Shape, Stones};
use crate::testing::random;
use grundy_base::{Convention, End, Fate, Limits, Player, Text};
use grundy_ruleset::board::rows::Bits;
use grundy_ruleset::board::wide::Wide;
use grundy_ruleset::{Notation, Ruleset};
use grundy_solve::proof::Prover;

/// Whether a chain of these marks connects the first row with the last, or the first column with
/// the last, by a walk over rows of characters.
fn joins(rows: &[Vec<char>], mark: char) -> bool {
    let (height, width) = (rows.len() as isize, rows[0].len() as isize);
    let down = mark == 'X';
    let mut seen = vec![vec![false; width as usize]; height as usize];
    let starts = if down { width } else { height };
    let mut open: Vec<(isize, isize)> =
        (0..starts).map(|i| if down { (i, 0) } else { (0, i) }).collect();
    while let Some((x, y)) = open.pop() {
        let inside = (0..width).contains(&x) && (0..height).contains(&y);
        if !inside || seen[y as usize][x as usize] || rows[y as usize][x as usize] != mark {
            continue;
        }
        seen[y as usize][x as usize] = true;
        if if down { y + 1 == height } else { x + 1 == width } {
            return true;
        }
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)] {
            open.push((x + dx, y + dy));
        }
    }
    false
}

/// Whether the player to move wins, by the definition.
fn wins(rows: &mut Vec<Vec<char>>, mover: char) -> bool {
    let other = if mover == 'X' { 'O' } else { 'X' };
    if joins(rows, mover) || joins(rows, other) {
        return joins(rows, mover);
    }
    for y in 0..rows.len() {
        for x in 0..rows[y].len() {
            if rows[y][x] == '.' {
                rows[y][x] = mover;
                let won = !wins(rows, other);
                rows[y][x] = '.';
                if won {
                    return true;
                }
            }
        }
    }
    false
}

fn text(rows: &[Vec<char>]) -> String {
    rows.iter().map(String::from_iter).collect::<Vec<_>>().join("|")
}

fn solved<B: Finding>(rules: &Connection<(), B>, text: &str, mover: Player) -> Fate {
    let stones = rules.read(Text::new(text)).unwrap();
    let tactics = Tactics(rules.clone());
    let node = tactics.node(stones, mover);
    let mut prover = Prover::new(Arc::new(tactics), 1 << 22);
    let bounds = prover.prove(&node, u64::MAX, &Limits::default(), &mut |_| {}).unwrap();
    bounds.fate().unwrap()
}

fn nearly_full<B: Finding>(width: usize, height: usize, count: usize) {
    let mut below = random((width * 31 + height) as u64);
    let rules = Connection::<(), B>::without_keys(Shape::Hex { width, height }).unwrap();
    let mut won = [0; 2];
    let mut tried = 0;
    while tried < count {
        let mut rows: Vec<Vec<char>> = (0..height)
            .map(|_| (0..width).map(|_| if below(2) == 0 { 'X' } else { 'O' }).collect())
            .collect();
        for _ in 0..9 {
            rows[below(height as u64) as usize][below(width as u64) as usize] = '.';
        }
        if ['X', 'O'].iter().any(|&mark| joins(&rows, mark)) {
            continue;
        }
        tried += 1;
        for (mover, mark) in [(Player::Left, 'X'), (Player::Right, 'O')] {
            let expected = wins(&mut rows, mark);
            let fate = if expected { Fate::Win } else { Fate::Loss };
            assert_eq!(solved(&rules, &text(&rows), mover), fate, "{mover:?} {}", text(&rows));
            won[usize::from(expected)] += 1;
        }
    }
    assert!(won.iter().all(|&count| count > 2), "{width}x{height}: {won:?}");
}

#[test]
fn nearly_full_boards_are_won_by_whom_the_definition_says() {
    nearly_full::<u128>(8, 8, 40);
    nearly_full::<u128>(11, 11, 40);
    nearly_full::<u128>(9, 14, 40);
    nearly_full::<Wide>(13, 13, 40);
    nearly_full::<Wide>(16, 16, 40);
}

/// Puts small boards inside large ones: Left has all rows above and below them, and Right has the
/// rest of their rows.
#[test]
fn small_boards_in_large_ones_are_won_by_the_same_player() {
    let small = Connection::<(), u64>::without_keys(Shape::Hex { width: 4, height: 4 }).unwrap();
    let large = Connection::<(), u128>::without_keys(Shape::Hex { width: 9, height: 9 }).unwrap();
    let mut below = random(99);
    let mut won = [0; 2];
    for _ in 0..40 {
        let inner: Vec<Vec<char>> = (0..4)
            .map(|_| (0..4).map(|_| ['X', 'O', '.', '.'][below(4) as usize]).collect())
            .collect();
        let cell = |x: usize, y: usize| match ((2..6).contains(&x), (3..7).contains(&y)) {
            (true, true) => inner[y - 3][x - 2],
            (_, true) => 'O',
            (_, false) => 'X',
        };
        let outer: Vec<Vec<char>> = (0..9).map(|y| (0..9).map(|x| cell(x, y)).collect()).collect();
        for mover in Player::BOTH {
            let fate = solved(&small, &text(&inner), mover);
            assert_eq!(solved(&large, &text(&outer), mover), fate, "{}", text(&outer));
            won[usize::from(fate == Fate::Win)] += 1;
        }
    }
    assert!(won.iter().all(|&count| count > 5), "{won:?}");
}

fn full_boards_have_one_winner<B: Bits>(shape: Shape) {
    let rules = Connection::<(), B>::without_keys(shape).unwrap();
    let mut below = random(17);
    let mut won = [0; 2];
    for _ in 0..50 {
        let left = B::of((0..rules.cells).filter(|_| below(2) == 0));
        let right = rules.all() & !left;
        let joined = [(left, Player::Left), (right, Player::Right)]
            .map(|(stones, player)| rules.joins(stones, player));
        assert_ne!(joined[0], joined[1]);
        let position = Stones { left, right };
        let winner = if joined[0] { Player::Left } else { Player::Right };
        assert_eq!(rules.end(&position, Player::Left), Some(End::Won(winner)));
        let text = rules.print(&position);
        assert_eq!(rules.read(Text::new(&text)), Ok(position));
        if matches!(shape, Shape::Hex { .. }) {
            let rows: Vec<Vec<char>> = text.split('|').map(|row| row.chars().collect()).collect();
            assert_eq!(['X', 'O'].map(|mark| joins(&rows, mark)), joined);
        }
        won[usize::from(joined[0])] += 1;
    }
    assert!(won.iter().all(|&count| count > 5), "{won:?}");
}

#[test]
fn a_full_large_board_has_one_winner() {
    full_boards_have_one_winner::<u128>(Shape::Hex { width: 11, height: 11 });
    full_boards_have_one_winner::<Wide>(Shape::Hex { width: 16, height: 16 });
    full_boards_have_one_winner::<u128>(Shape::Y { side: 15 });
    full_boards_have_one_winner::<Wide>(Shape::Y { side: 22 });
}

#[test]
fn the_theorem_speaks_of_the_start_alone() {
    let told = |width, height, text: Option<&str>| {
        let rules = Connection::<(), u128>::without_keys(Shape::Hex { width, height }).unwrap();
        let stones = text.map_or_else(Stones::default, |text| rules.read(Text::new(text)).unwrap());
        rules.theorem(&stones, Player::Right, Convention::Normal).map(|told| told.fate)
    };
    assert_eq!(told(8, 8, None), Some(Fate::Win));
    assert_eq!(told(9, 8, None), None);
    let one = format!("X.......{}", "|........".repeat(7));
    assert_eq!(told(8, 8, Some(&one)), None);
}
