//! Tests of boards that need more than 64 bits, against the definition.

use super::{Count, Othello};
use crate::testing::random;
use grundy_base::{End, Limits, Player, Text};
use grundy_ruleset::board::discs::Discs;
use grundy_ruleset::board::rows::Bits;
use grundy_ruleset::board::wide::Wide;
use grundy_ruleset::{Notation, Ruleset};
use grundy_solve::score::{Margins, Scoring};

type Rows = Vec<Vec<char>>;

/// The board after a disc is put on a square; none if it turns over nothing.
fn put(rows: &Rows, [x, y]: [usize; 2], disc: char) -> Option<Rows> {
    let other = if disc == 'X' { 'O' } else { 'X' };
    let at = |x: isize, y: isize| {
        let row = rows.get(usize::try_from(y).ok()?)?;
        row.get(usize::try_from(x).ok()?).copied()
    };
    if rows[y][x] != '.' {
        return None;
    }
    let mut after = rows.clone();
    for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
        let place = |i: isize| (x as isize + i * dx, y as isize + i * dy);
        let line =
            (1..).take_while(|&i| (dx, dy) != (0, 0) && at(place(i).0, place(i).1) == Some(other));
        let line: Vec<isize> = line.collect();
        let end = place(line.len() as isize + 1);
        if !line.is_empty() && at(end.0, end.1) == Some(disc) {
            for (x, y) in line.into_iter().map(place) {
                after[y as usize][x as usize] = disc;
            }
        }
    }
    (after != *rows).then(|| {
        after[y][x] = disc;
        after
    })
}

fn moves(rows: &Rows, disc: char) -> Vec<Rows> {
    let squares = (0..rows.len()).flat_map(|y| (0..rows[0].len()).map(move |x| [x, y]));
    squares.filter_map(|square| put(rows, square, disc)).collect()
}

/// The points of the player to move at the end, less those of the other player, where empty squares
/// count for the winner.
fn by_definition(rows: &Rows, disc: char) -> i64 {
    let other = if disc == 'X' { 'O' } else { 'X' };
    let options = moves(rows, disc);
    if let Some(best) = options.iter().map(|rows| -by_definition(rows, other)).max() {
        return best;
    }
    if !moves(rows, other).is_empty() {
        return -by_definition(rows, other);
    }
    let count = |c| rows.iter().flatten().filter(|&&square| square == c).count() as i64;
    let lead = count(disc) - count(other);
    lead + lead.signum() * count('.')
}

fn text(rows: &Rows) -> String {
    rows.iter().map(String::from_iter).collect::<Vec<_>>().join("|")
}

/// Plays at random until few squares are empty, and compares the moves on the way.
fn nearly_full<B: Bits>(
    rules: &Othello<(), B>,
    empty: u32,
    below: &mut impl FnMut(u64) -> u64,
) -> Option<(Rows, Player)> {
    let (mut discs, mut mover) = (rules.first(), Player::Left);
    loop {
        let rows: Rows = rules.print(&discs).split('|').map(|row| row.chars().collect()).collect();
        let mut options: Vec<Discs<B>> = rules.options(&discs, mover).collect();
        let mut expected: Vec<String> =
            moves(&rows, if mover == Player::Left { 'X' } else { 'O' }).iter().map(text).collect();
        if expected.is_empty() && !options.is_empty() {
            expected.push(text(&rows));
        }
        let mut found: Vec<String> = options.iter().map(|discs| rules.print(discs)).collect();
        found.sort();
        expected.sort();
        assert_eq!(found, expected);
        if rules.end(&discs, mover).is_some() {
            return None;
        }
        if (rules.all & !discs.all()).count() <= empty {
            return Some((rows, mover));
        }
        let chosen = below(options.len() as u64) as usize;
        (discs, mover) = (options.swap_remove(chosen), mover.opponent());
    }
}

fn check<B: Bits>(width: usize, height: usize) {
    let rules = Othello::<(), B>::without_keys(width, height, Count::Squares).unwrap();
    let mut below = random((width * 100 + height) as u64);
    let mut tried = 0;
    while tried < 4 {
        let Some((rows, mover)) = nearly_full(&rules, 7, &mut below) else { continue };
        tried += 1;
        let expected = by_definition(&rows, if mover == Player::Left { 'X' } else { 'O' });
        let discs = rules.read(Text::new(&text(&rows))).unwrap();
        let gained = rules.margins().margin(&discs, mover, &Limits::default()).unwrap();
        let lead = rules.lead(&discs) * if mover == Player::Left { 1 } else { -1 };
        assert_eq!(lead + gained, expected, "{width}x{height} {mover:?} {}", text(&rows));
    }
}

#[test]
fn nearly_full_boards_have_the_margin_of_the_definition() {
    check::<u128>(10, 10);
    check::<u128>(12, 8);
    check::<Wide>(12, 12);
    check::<Wide>(16, 16);
}

#[test]
fn only_even_sides_up_to_the_longest_are_boards() {
    let wide = |width, height| Othello::<(), Wide>::without_keys(width, height, Count::Discs);
    assert!(wide(10, 10).is_some() && wide(16, 16).is_some() && wide(16, 2).is_some());
    assert!(wide(9, 10).is_none() && wide(18, 2).is_none() && wide(0, 4).is_none());
    assert!(wide(usize::MAX - 1, usize::MAX - 1).is_none());
    assert!(Othello::<(), u128>::without_keys(12, 12, Count::Discs).is_none());
    let rules = wide(16, 16).unwrap();
    let full = vec!["X".repeat(16); 16].join("|");
    let end = rules.end(&rules.read(Text::new(&full)).unwrap(), Player::Left);
    assert_eq!(end, Some(End::Won(Player::Left)));
}
