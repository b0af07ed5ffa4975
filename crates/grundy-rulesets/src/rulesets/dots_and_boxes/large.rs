//! Tests of boards that need more than 59 edges, against the definition and against small boards.

use super::DotsAndBoxes;
use super::table::Edges;
use crate::testing::random;
use grundy_base::{End, Limits, Player, Text};
use grundy_ruleset::board::wide::Wide;
use grundy_ruleset::{Notation, Ruleset};
use grundy_solve::score::{Margins, Scoring};

/// Rows of edges, written as in positions.
type Rows = Vec<Vec<char>>;

/// The number of boxes with all sides drawn.
fn closed(rows: &Rows) -> i64 {
    let height = rows.len() / 2;
    let boxes = (0..height).flat_map(|y| (0..rows[0].len()).map(move |x| (x, y)));
    let drawn = |row: usize, x: usize| rows[row][x] != '.';
    let closed = boxes.filter(|&(x, y)| {
        drawn(2 * y, x) && drawn(2 * y + 1, x) && drawn(2 * y + 1, x + 1) && drawn(2 * y + 2, x)
    });
    closed.count() as i64
}

/// The gain of the mover, by the definition: every edge is tried.
fn by_definition(rows: &mut Rows) -> i64 {
    let before = closed(rows);
    let mut best = None;
    for row in 0..rows.len() {
        for x in 0..rows[row].len() {
            if rows[row][x] != '.' {
                continue;
            }
            rows[row][x] = if row % 2 == 0 { '-' } else { 'I' };
            let gained = closed(rows) - before;
            let rest = by_definition(rows);
            rows[row][x] = '.';
            best = best.max(Some(if gained > 0 { gained + rest } else { -rest }));
        }
    }
    best.unwrap_or(0)
}

/// A board on which few edges are missing.
fn nearly_full(
    [width, height]: [usize; 2],
    open: usize,
    below: &mut impl FnMut(u64) -> u64,
) -> Rows {
    let row = |row| if row % 2 == 0 { vec!['-'; width] } else { vec!['I'; width + 1] };
    let mut rows: Rows = (0..=2 * height).map(row).collect();
    // The missing edges lie close together, so that boxes lack several.
    let top = below(2 * height as u64 - 3) as usize;
    let left = below(width as u64 - 2) as usize;
    for _ in 0..open {
        let (row, x) = (top + below(5) as usize, left + below(3) as usize);
        rows[row][x.min(width - 1)] = '.';
    }
    rows
}

fn margin<B: Edges>(rules: &DotsAndBoxes<B>, rows: &Rows) -> i64 {
    let text = rows.iter().map(String::from_iter).collect::<Vec<_>>().join("|");
    let boxes = match closed(rows) {
        0 => String::new(),
        closed => format!(", {closed}-0"),
    };
    let at = rules.read(Text::new(&format!("{text}{boxes}, left"))).unwrap();
    assert_eq!(rules.print(&at), format!("{text}{boxes}, left"));
    assert_eq!(rules.lead(&at), closed(rows));
    rules.margins().margin(&at, Player::Left, &Limits::default()).unwrap()
}

fn margins_are_those_of_the_definition<B: Edges>(width: usize, height: usize) {
    let rules = DotsAndBoxes::<B>::new(width, height).unwrap();
    let mut below = random((100 * width + height) as u64);
    let mut different = std::collections::BTreeSet::new();
    for _ in 0..25 {
        let mut rows = nearly_full([width, height], 9, &mut below);
        let expected = by_definition(&mut rows);
        assert_eq!(margin(&rules, &rows), expected, "{width}x{height} {rows:?}");
        different.insert(expected);
    }
    assert!(different.len() > 4, "{different:?}");
}

#[test]
fn margins_of_nearly_full_boards_are_those_of_the_definition() {
    margins_are_those_of_the_definition::<u64>(5, 5);
    margins_are_those_of_the_definition::<u128>(6, 6);
    margins_are_those_of_the_definition::<u128>(7, 7);
    margins_are_those_of_the_definition::<Wide>(8, 8);
    margins_are_those_of_the_definition::<Wide>(10, 10);
}

#[test]
fn sets_of_all_widths_find_the_same_margin() {
    fn rules<B: Edges>() -> DotsAndBoxes<B> {
        DotsAndBoxes::new(4, 3).unwrap()
    }
    let mut below = random(4711);
    let mut different = std::collections::BTreeSet::new();
    for _ in 0..60 {
        let rows: Rows = (0..7)
            .map(|row| match row % 2 {
                0 => (0..4).map(|_| if below(2) == 0 { '-' } else { '.' }).collect(),
                _ => (0..5).map(|_| if below(2) == 0 { 'I' } else { '.' }).collect(),
            })
            .collect();
        let found = margin(&rules::<u64>(), &rows);
        assert_eq!(margin(&rules::<u128>(), &rows), found, "{rows:?}");
        assert_eq!(margin(&rules::<Wide>(), &rows), found, "{rows:?}");
        different.insert(found);
    }
    assert!(different.len() > 4, "{different:?}");
}

#[test]
fn play_on_large_boards_ends_with_all_boxes_closed() {
    fn check<B: Edges>(width: usize, height: usize) {
        let rules = DotsAndBoxes::<B>::new(width, height).unwrap();
        let mut below = random((width * height) as u64);
        let mut at = super::Drawn::default();
        let mut mover = Player::Left;
        let mut moves = 0;
        while rules.end(&at, mover).is_none() {
            let options: Vec<_> = rules.options(&at, mover).collect();
            assert_eq!(options.len() as u32, (rules.all() & !at.edges).count());
            let to = options[below(options.len() as u64) as usize];
            let text = rules.print(&to);
            assert_eq!(rules.read(Text::new(&text)), Ok(to));
            mover = rules.turn(&to).unwrap();
            (at, moves) = (to, moves + 1);
        }
        assert_eq!(moves, rules.edges());
        let [left, right] = Player::BOTH.map(|player| rules.of(&at, player));
        assert_eq!(left + right, (width * height) as u32);
        let won = rules.end(&at, mover);
        let expected = match left.cmp(&right) {
            std::cmp::Ordering::Greater => End::Won(Player::Left),
            std::cmp::Ordering::Less => End::Won(Player::Right),
            std::cmp::Ordering::Equal => End::Tie,
        };
        assert_eq!(won, Some(expected));
    }
    check::<u64>(5, 5);
    check::<u128>(7, 7);
    check::<Wide>(10, 10);
    check::<Wide>(84, 1);
    check::<Wide>(1, 84);
}

#[test]
fn a_small_table_of_whole_keys_forgets_and_the_margin_is_the_same() {
    let rules = DotsAndBoxes::<u128>::new(5, 2).unwrap();
    let narrow = DotsAndBoxes::<u64>::new(5, 2).unwrap();
    let wanted =
        narrow.margins().margin(&super::Drawn::default(), Player::Left, &Limits::default());
    for memory in [1 << 12, 1 << 19, 1 << 30] {
        let limits = Limits { memory, ..Limits::default() };
        let found = rules.margins().margin(&super::Drawn::default(), Player::Left, &limits);
        assert_eq!(found, wanted, "{memory}");
    }
}
