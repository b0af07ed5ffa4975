//! Entries of tables in two numbers against values by definition and published formulas.

use std::collections::{BTreeSet, HashMap};

use grundy::answer::{Cell, Options, Solver};
use grundy::language::Template;
use grundy::{Limits, Outcome, catalogue};

fn cell(solver: &mut Solver, template: &str, numbers: [u64; 2], outcome: bool) -> Cell {
    let template = Template::parse(template).unwrap().unwrap();
    let game = catalogue::parse(&template.fill(&numbers)).unwrap();
    solver.cell(&*game, outcome, &Options::default()).unwrap()
}

fn mex(values: &BTreeSet<u64>) -> u64 {
    (0..).find(|value| !values.contains(value)).unwrap()
}

/// The value of Cram on the free squares of a board, by its definition.
fn cram(free: u32, width: u32, height: u32, known: &mut HashMap<u32, u64>) -> u64 {
    if let Some(&value) = known.get(&free) {
        return value;
    }
    let square = |x: u32, y: u32| 1 << (y * width + x);
    let mut options = BTreeSet::new();
    for (x, y) in (0..width).flat_map(|x| (0..height).map(move |y| (x, y))) {
        for (dx, dy) in [(1, 0), (0, 1)] {
            if x + dx < width && y + dy < height {
                let domino = square(x, y) | square(x + dx, y + dy);
                if free & domino == domino {
                    options.insert(cram(free & !domino, width, height, known));
                }
            }
        }
    }
    let value = mex(&options);
    known.insert(free, value);
    value
}

#[test]
fn cram_has_the_values_of_its_definition() {
    let mut solver = Solver::default();
    for (width, height) in [(1, 1), (1, 6), (2, 3), (3, 2), (3, 3), (4, 3), (2, 5), (5, 3)] {
        let value = cram((1 << (width * height)) - 1, width, height, &mut HashMap::new());
        let numbers = [width.into(), height.into()];
        assert_eq!(cell(&mut solver, "cram(AxB)", numbers, false), Cell::Nimber(value));
        let lost = cell(&mut solver, "cram(AxB)", numbers, true);
        assert_eq!(lost.is_p(), value == 0, "{lost:?}");
    }
}

/// Take at most twice as many as were taken before.
#[test]
fn fibonacci_nim_has_the_values_of_its_definition() {
    let mut values: HashMap<(u64, u64), u64> = HashMap::new();
    let mut solver = Solver::default();
    for heap in 0..=13 {
        for taken in 0..=13 {
            let most = heap.min(2 * taken);
            let options = (1..=most).map(|k| values[&(heap - k, k)]).collect();
            values.insert((heap, taken), mex(&options));
        }
    }
    for (&(heap, taken), &value) in &values {
        let found = cell(&mut solver, "fibonacci-nim(A,B)", [heap, taken], false);
        assert_eq!(found, Cell::Nimber(value), "{heap},{taken}");
    }
}

/// Winning Ways, chapter 2: the cake of a longer side n and a shorter side of 2^k or more, below 2^(k+1), is
/// worth floor(n / 2^k) - 1 moves of the player who cuts it along.
#[test]
fn cutcake_has_the_values_of_winning_ways() {
    let mut solver = Solver::default();
    for (width, height) in (1..=9u64).flat_map(|w| (1..=9u64).map(move |h| (w, h))) {
        let (short, long) = (width.min(height), width.max(height));
        let moves = (long >> short.ilog2()).saturating_sub(1) as i64;
        let value = if width > height { moves } else { -moves };
        let expected = Cell::Value(value.to_string(), value == 0);
        let found = cell(&mut solver, "cutcake(AxB)", [width, height], false);
        // Zero is impartial, too.
        let same = found == expected || value == 0 && found == Cell::Nimber(0);
        assert!(same, "{width}x{height}: {found:?}");
    }
}

/// Berlekamp's rule for stalks: blue edges count 1 each, and after the first change of colour each
/// edge half of the one before.
#[test]
fn stalks_are_repeated_letters() {
    let mut solver = Solver::default();
    for (blue, red) in (1..=5i64).flat_map(|b| (1..=5i64).map(move |r| (b, r))) {
        let numbers = [blue as u64, red as u64];
        let numerator = ((blue - 1) << red) + 1;
        let expected = format!("{numerator}/{}", 1 << red);
        let found = cell(&mut solver, "hackenbush(B^A R^B)", numbers, false);
        assert_eq!(found, Cell::Value(expected, false));
    }
}

#[test]
fn an_entry_is_open_where_a_limit_is_reached_and_only_there() {
    let mut solver = Solver::default();
    let game = catalogue::parse("cram(8x7)").unwrap();
    let limits = Limits { positions: 10, ..Limits::default() };
    let options = Options { limits, ..Options::default() };
    assert_eq!(solver.cell(&*game, false, &options).unwrap(), Cell::Open);
    // Without a value there is an outcome.
    let game = catalogue::parse("tic-tac-toe").unwrap();
    let found = solver.cell(&*game, false, &Options::default()).unwrap();
    assert_eq!(found, Cell::Outcome(Some(Outcome::D)));
}
