//! Tests of boards that need more than 64 bits, against the definition and against small boards.

use std::sync::Arc;

use super::TicTacToe;
use super::tactics::Tactics;
use crate::testing::random;
use grundy_base::{End, Fate, Limits, Player};
use grundy_ruleset::board::discs::Discs;
use grundy_ruleset::board::rows::Bits;
use grundy_ruleset::board::wide::Wide;
use grundy_ruleset::{Forward, Ruleset};
use grundy_solve::proof::Prover;

/// A board as text, row by row.
type Rows = Vec<char>;

/// Whether a player has `line` marks in a row, by looking at each square and direction.
fn has_line(rows: &Rows, [width, height, line]: [usize; 3], mark: char) -> bool {
    let at = |x: isize, y: isize| {
        let inside = (0..width as isize).contains(&x) && (0..height as isize).contains(&y);
        inside && rows[y as usize * width + x as usize] == mark
    };
    let squares = (0..width * height).map(|i| ((i % width) as isize, (i / width) as isize));
    squares.into_iter().any(|(x, y)| {
        [(1, 0), (0, 1), (1, 1), (-1, 1)]
            .iter()
            .any(|(dx, dy)| (0..line as isize).all(|i| at(x + i * dx, y + i * dy)))
    })
}

/// The result for the player to move, by the definition.
fn by_definition(rows: &mut Rows, sides: [usize; 3], mover: char) -> Fate {
    let other = if mover == 'X' { 'O' } else { 'X' };
    if has_line(rows, sides, other) {
        return Fate::Loss;
    }
    let mut fates = Vec::new();
    for square in 0..rows.len() {
        if rows[square] == '.' {
            rows[square] = mover;
            fates.push(by_definition(rows, sides, other).reversed());
            rows[square] = '.';
        }
    }
    let best = [Fate::Win, Fate::Draw, Fate::Loss].into_iter().find(|fate| fates.contains(fate));
    best.unwrap_or(Fate::Draw)
}

fn discs<B: Bits>(rows: &Rows) -> Discs<B> {
    let set = |mark| B::of((0..rows.len() as u32).filter(|&i| rows[i as usize] == mark));
    Discs { left: set('X'), right: set('O') }
}

/// A board with few empty squares and without lines; none if there are lines.
fn nearly_full(
    sides: [usize; 3],
    empty: usize,
    below: &mut impl FnMut(u64) -> u64,
) -> Option<Rows> {
    let area = sides[0] * sides[1];
    // Blocks of two by one squares with the same mark make long lines only by chance.
    let mark = |i: usize| match (i % sides[0] / 2 + i / sides[0]).is_multiple_of(2) {
        true => 'X',
        false => 'O',
    };
    let mut rows: Rows = (0..area).map(mark).collect();
    for _ in 0..area / 20 {
        rows[below(area as u64) as usize] = if below(2) == 0 { 'X' } else { 'O' };
    }
    // The empty squares lie together, so that lines cross there.
    let [x, y] = [0, 1].map(|side| below(sides[side] as u64 - 4) as usize);
    for _ in 0..empty {
        let square = (y + below(5) as usize) * sides[0] + x + below(5) as usize;
        rows[square] = '.';
    }
    let won = ['X', 'O'].iter().any(|&mark| has_line(&rows, sides, mark));
    (!won).then_some(rows)
}

fn solved<B: Bits>(rows: &Rows, [width, height, line]: [usize; 3], mover: Player) -> Fate {
    let tactics = Tactics::new(TicTacToe::<B>::on_sets(width, height, line).unwrap());
    let node = Tactics::node(discs(rows), mover);
    let mut prover = Prover::new(Arc::new(tactics), 1 << 22);
    let bounds = prover.prove(&node, u64::MAX, &Limits::default(), &mut |_| {}).unwrap();
    bounds.fate().unwrap()
}

#[test]
fn nearly_full_boards_are_solved_as_the_definition_says() {
    let mut below = random(0x9e37_79b9_7f4a_7c15);
    let mut found = [0; 3];
    for sides in [[15, 15, 5], [16, 16, 5], [19, 13, 4], [11, 11, 5], [9, 8, 4]] {
        let mut tried = 0;
        while tried < 12 {
            let Some(mut rows) = nearly_full(sides, 7, &mut below) else { continue };
            tried += 1;
            for (mover, mark) in [(Player::Left, 'X'), (Player::Right, 'O')] {
                let expected = by_definition(&mut rows, sides, mark);
                let fate = match sides[0] * sides[1] {
                    ..=128 => solved::<u128>(&rows, sides, mover),
                    _ => solved::<Wide>(&rows, sides, mover),
                };
                assert_eq!(fate, expected, "{sides:?} {mover:?} {}", String::from_iter(&rows));
                found[expected as usize] += 1;
            }
        }
    }
    assert!(found.iter().all(|&count| count > 3), "{found:?}");
}

#[test]
fn sets_of_all_widths_search_alike() {
    let [small, large] = [9, 60];
    let mut below = random(77);
    for [width, height, line] in [[4, 4, 3], [5, 4, 4], [8, 8, 5]] {
        let narrow = Tactics::new(TicTacToe::new(width, height, line).unwrap());
        let wide = Tactics::new(TicTacToe::<Wide>::on_sets(width, height, line).unwrap());
        for _ in 0..200 {
            let often = small + below(large - small);
            let mark = |_| match below(100) {
                number if number < often / 2 => 'X',
                number if number < often => 'O',
                _ => '.',
            };
            let rows: Rows = (0..width * height).map(mark).collect();
            let (mut few, mut many) = (Vec::new(), Vec::new());
            let node = Tactics::<u64>::node(discs(&rows), Player::Left);
            let other = Tactics::<Wide>::node(discs(&rows), Player::Left);
            assert_eq!(narrow.expand(&node, &mut few), wide.expand(&other, &mut many));
            let few: Vec<_> = few.iter().map(|step| (step.slot, step.rank)).collect();
            let many: Vec<_> = many.iter().map(|step| (step.slot, step.rank)).collect();
            assert_eq!(few, many, "{width}x{height} {}", String::from_iter(&rows));
        }
    }
}

#[test]
fn ends_are_those_of_the_definition() {
    let mut below = random(5);
    let mut ends = [0; 2];
    for sides in [[16, 16, 4], [15, 15, 5], [256, 1, 5], [1, 256, 5], [128, 2, 3], [10, 10, 4]] {
        let [width, height, line] = sides;
        let rules = TicTacToe::<Wide>::on_sets(width, height, line).unwrap();
        for _ in 0..30 {
            let often = 20 + below(25);
            let mark = |_| if below(100) < often { 'X' } else { 'O' };
            let rows: Rows = (0..width * height).map(mark).collect();
            let won = |mark| has_line(&rows, sides, mark);
            let expected = match (won('O'), won('X')) {
                (true, _) => End::Won(Player::Right),
                (_, true) => End::Won(Player::Left),
                _ => End::Tie,
            };
            assert_eq!(rules.end(&discs(&rows), Player::Left), Some(expected));
            ends[usize::from(won('X'))] += 1;
        }
    }
    assert!(ends.iter().all(|&count| count > 10), "{ends:?}");
}
