//! Tests of boards that need more than 64 bits, against the definition and against small boards.

use super::{Boards, Go, Once, Points, Position, Repeat, Repetition, Stones, Superko};
use crate::testing::random;
use grundy_base::{Player, Text};
use grundy_ruleset::board::rows::Bits;
use grundy_ruleset::board::wide::Wide;
use grundy_ruleset::{InWords, Notation, Ruleset};

fn rules<R: Repetition<B>, B: Bits>(width: usize, height: usize, repetition: R) -> Go<R, B> {
    let points = Points::new(width, height).unwrap();
    Go { points, suicide: false, passes: false, half_komi: 1, repetition }
}

type Rows = Vec<Vec<char>>;

fn rows(text: &str) -> Rows {
    text.split('|').map(|row| row.chars().collect()).collect()
}

/// The connected points with the content of a point, and the contents of the neighbouring points.
fn part(rows: &Rows, at: [usize; 2]) -> (Vec<[usize; 2]>, Vec<char>) {
    let content = rows[at[1]][at[0]];
    let (mut part, mut beside, mut done) = (vec![at], Vec::new(), 0);
    while done < part.len() {
        let [x, y] = part[done];
        done += 1;
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let (Some(x), Some(y)) = (x.checked_add_signed(dx), y.checked_add_signed(dy)) else {
                continue;
            };
            match rows.get(y).and_then(|row| row.get(x)) {
                Some(&other) if other == content && !part.contains(&[x, y]) => part.push([x, y]),
                Some(&other) if other != content => beside.push(other),
                _ => {}
            }
        }
    }
    (part, beside)
}

fn all(rows: &Rows) -> impl Iterator<Item = [usize; 2]> + use<> {
    let width = rows[0].len();
    (0..rows.len()).flat_map(move |y| (0..width).map(move |x| [x, y]))
}

/// The board after a stone is put, by the definition; none if that would be suicide.
fn put(rows: &Rows, [x, y]: [usize; 2], stone: char) -> Option<Rows> {
    let other = if stone == 'X' { 'O' } else { 'X' };
    let mut after = rows.clone();
    after[y][x] = stone;
    let taken =
        all(rows).filter(|&[x, y]| after[y][x] == other && !part(&after, [x, y]).1.contains(&'.'));
    let taken: Vec<[usize; 2]> = taken.collect();
    taken.into_iter().for_each(|[x, y]| after[y][x] = '.');
    part(&after, [x, y]).1.contains(&'.').then_some(after)
}

/// The area of X less the area of O, by the definition.
fn area(rows: &Rows) -> i32 {
    let worth = |[x, y]: [usize; 2]| match rows[y][x] {
        'X' => 1,
        'O' => -1,
        _ => {
            let (_, beside) = part(rows, [x, y]);
            i32::from(beside.contains(&'X')) - i32::from(beside.contains(&'O'))
        }
    };
    all(rows).map(worth).sum()
}

/// The options of a player as text without the memory, in order.
fn shown<R: Repetition<B>, B: Bits>(
    rules: &Go<R, B>,
    at: &Position<R::Memory, B>,
    player: Player,
) -> Vec<String> {
    let board = |option: Position<R::Memory, B>| {
        rules.print(&option).split(", ").next().unwrap_or_default().to_string()
    };
    let mut shown: Vec<String> = rules.options(at, player).map(board).collect();
    shown.sort();
    shown
}

fn play_is_that_of_the_definition<B: Bits>(width: usize, height: usize)
where
    Position<<Repeat as Repetition>::Memory, B>: InWords,
{
    let rules = rules::<Repeat, B>(width, height, Repeat);
    let mut below = random((width * 37 + height) as u64);
    let (mut at, mut mover) = (Position::default(), Player::Left);
    let mut captures = 0;
    for number in 0..3 * width * height {
        let before = rows(&rules.print(&at));
        assert_eq!(rules.points.area(at.stones), area(&before));
        assert!(rules.points.is_legal(at.stones));
        if number % 8 == 0 {
            let stone = if mover == Player::Left { 'X' } else { 'O' };
            let free = all(&before).filter(|&[x, y]| before[y][x] == '.');
            let boards = free.filter_map(|at| put(&before, at, stone));
            let text =
                |rows: Rows| rows.iter().map(String::from_iter).collect::<Vec<_>>().join("|");
            let mut expected: Vec<String> = boards.map(text).collect();
            expected.sort();
            assert_eq!(shown(&rules, &at, mover), expected);
        }
        assert_eq!(rules.read(Text::new(&rules.print(&at))).as_ref(), Ok(&at));
        assert_eq!(Position::from_words(&at.to_words()), at);
        let options: Vec<_> = rules.options(&at, mover).collect();
        if options.is_empty() {
            break;
        }
        let to = options[below(options.len() as u64) as usize].clone();
        captures += usize::from(to.stones.both().count() <= at.stones.both().count());
        (at, mover) = (to, mover.opponent());
    }
    assert!(captures > 3, "{width}x{height}: {captures}");
}

#[test]
fn stones_are_put_and_captured_as_the_definition_says() {
    play_is_that_of_the_definition::<u128>(9, 9);
    play_is_that_of_the_definition::<u128>(7, 11);
    play_is_that_of_the_definition::<Wide>(13, 13);
    play_is_that_of_the_definition::<Wide>(26, 9);
}

/// Plays the same moves with the same rule on boards of both types.
fn boards_are_alike<R: Repetition + Repetition<B>, B: Bits>(repetition: R, numbers: u64) {
    let small = rules::<R, u64>(7, 6, repetition);
    let large = rules::<R, B>(7, 6, repetition);
    let mut below = random(numbers);
    let (mut at, mut there, mut mover) = (Position::default(), Position::default(), Player::Left);
    for _ in 0..200 {
        assert_eq!(small.print(&at), large.print(&there));
        assert_eq!(shown(&small, &at, mover), shown(&large, &there, mover));
        assert_eq!(small.end(&at, mover), large.end(&there, mover));
        let options: Vec<_> = small.options(&at, mover).collect();
        let others: Vec<_> = large.options(&there, mover).collect();
        if options.is_empty() {
            break;
        }
        let chosen = below(options.len() as u64) as usize;
        (at, there) = (options[chosen].clone(), others[chosen].clone());
        mover = mover.opponent();
    }
    assert!(small.points.count() > 40 && at != Position::default());
}

#[test]
fn boards_of_all_widths_are_alike() {
    boards_are_alike::<Repeat, u128>(Repeat, 1);
    boards_are_alike::<Once, u128>(Once, 2);
    boards_are_alike::<Once, Wide>(Once, 3);
    boards_are_alike::<Superko, u128>(Superko, 4);
    boards_are_alike::<Superko, Wide>(Superko, 5);
}

/// Checks that positions and their words are ordered alike.
fn are_ordered_alike<P: InWords + std::fmt::Debug>(positions: &[P]) {
    for one in positions {
        assert_eq!(&P::from_words(&one.to_words()), one);
        for other in positions {
            assert_eq!(one.cmp(other), one.to_words().cmp(&other.to_words()), "{one:?} {other:?}");
        }
    }
}

/// Some positions that occur in play on a board of nine by nine points.
fn positions<R: Repetition<B>, B: Bits>(repetition: R) -> Vec<Position<R::Memory, B>> {
    let mut rules = rules::<R, B>(9, 9, repetition);
    rules.passes = true;
    let mut below = random(12);
    let (mut at, mut mover) = (Position::default(), Player::Left);
    let mut met = vec![at.clone()];
    while met.len() < 120 {
        let options: Vec<_> = rules.options(&at, mover).collect();
        let pass = options.len() - 1;
        let chosen = if below(9) == 0 { pass } else { below(pass as u64 + 1) as usize };
        at = options[chosen].clone();
        at.passes = at.passes.min(1);
        mover = mover.opponent();
        met.push(at.clone());
    }
    met
}

#[test]
fn words_keep_positions_and_their_order() {
    are_ordered_alike(&positions::<Repeat, u128>(Repeat));
    are_ordered_alike(&positions::<Repeat, Wide>(Repeat));
    are_ordered_alike(&positions::<Once, u128>(Once));
    are_ordered_alike(&positions::<Once, Wide>(Once));
    let met: Vec<Position<Boards, Wide>> = positions(Superko);
    are_ordered_alike(&met);
}

#[test]
fn superko_forbids_what_was_there() {
    // There is a ko in the corner of a large board.
    let rules = rules::<Superko, Wide>(9, 9, Superko);
    let rest = ["........."; 6].join("|");
    let at = rules.read(Text::new(&format!(".XO......|XO.O.....|.XO......|{rest}"))).unwrap();
    let point = Wide::only(11);
    let taken = rules.after(&at, Player::Left, point).unwrap();
    assert_eq!(taken.stones.o.count() + 1, at.stones.o.count());
    assert!(rules.after(&taken, Player::Right, Wide::only(10)).is_none());
    let text = rules.print(&taken);
    assert_eq!(rules.read(Text::new(&text)), Ok(taken));
    let Stones { x, o } = at.stones;
    assert!(text.ends_with(&rules.print(&Position { stones: Stones { x, o }, ..at.clone() })));
}

#[test]
fn sides_and_points_have_limits() {
    assert!(Points::<u64>::new(8, 8).is_some() && Points::<u64>::new(9, 9).is_none());
    assert!(Points::<u128>::new(11, 11).is_some() && Points::<u128>::new(12, 11).is_none());
    assert!(Points::<Wide>::new(16, 16).is_some() && Points::<Wide>::new(19, 19).is_none());
    assert!(Points::<Wide>::new(27, 1).is_none() && Points::<Wide>::new(0, 5).is_none());
}
