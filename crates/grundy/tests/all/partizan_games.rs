//! Partizan rulesets: theorems of the field, and what bad input is told.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use grundy::answer::{self, Options, Side, Solver, Wanted};
use grundy::value::Forms;
use grundy::{Limits, Outcome, Player, catalogue};

use crate::texts::without_example;

fn outcome(game: &str) -> Outcome {
    let parsed = catalogue::parse(game).unwrap_or_else(|error| panic!("{game}: {error}"));
    answer::solve(&*parsed, &Options::default()).unwrap().outcome.unwrap()
}

/// Whether two games, positions or sums of such, have the same value.
fn equal(one: &str, other: &str) -> bool {
    outcome(&format!("{one} - ({other})")) == Outcome::P
}

/// `count` copies of 1/2^`halvings`, or of its negative, as Hackenbush stalks.
fn number(count: i64, halvings: usize) -> String {
    let copies = count.unsigned_abs();
    let sign = if count < 0 { "-" } else { "" };
    format!("0 + {sign}{copies}*hackenbush(B{})", "R".repeat(halvings))
}

/// Positions of a ruleset for which outcomes are stored.
fn positions(name: &str) -> Vec<String> {
    let file = format!("../../testdata/known/outcomes/{name}.txt");
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split(' ').next().unwrap().to_string()).collect()
}

#[test]
fn numbers_are_numbers() {
    assert!(equal(&number(3, 0), "hackenbush(BBB)"));
    assert!(equal(&number(-2, 1), "hackenbush(R)"));
    assert!(!equal(&number(1, 2), &number(1, 1)));
}

// Winning Ways, chapter 2: let 2^k be the greatest power of 2 in the smaller side;
// the other side has as many such strips as it is worth, but for one.
#[test]
fn cakes_are_worth_their_strips() {
    for width in 1..=6u32 {
        for height in 1..=6u32 {
            // The whole play of larger ones takes long.
            if width * height > 16 {
                continue;
            }
            let (k, l) = (height.ilog2(), width.ilog2());
            let value = match k.cmp(&l) {
                std::cmp::Ordering::Less => i64::from(width >> k) - 1,
                std::cmp::Ordering::Equal => 0,
                std::cmp::Ordering::Greater => 1 - i64::from(height >> l),
            };
            assert!(
                equal(&format!("cutcake({width}x{height})"), &number(value, 0)),
                "{width}x{height}"
            );
        }
    }
}

// Winning Ways, chapter 2, and OEIS A006022: n/p + n/pq + …, with the prime
// factors p ≤ q ≤ … of n.
#[test]
fn flat_maundy_cakes_are_worth_their_chain_of_divisors() {
    let values = [0, 1, 1, 3, 1, 4, 1, 7, 4, 6, 1, 10];
    for (width, value) in (1..).zip(values) {
        assert!(equal(&format!("maundy-cake({width}x1)"), &number(value, 0)), "{width}");
        assert!(equal(&format!("maundy-cake(1x{width})"), &number(-value, 0)), "{width}");
    }
}

// Lessons in Play: a piece on square p counts p, halved once for each piece to
// its right up to the last place where the colour changes.
#[test]
fn pieces_to_shove_are_worth_their_squares() {
    for strip in positions("shove").iter().filter(|strip| strip.len() < 6).step_by(3) {
        let pieces: Vec<(i64, char)> = (1..).zip(strip.chars()).filter(|p| p.1 != '.').collect();
        let change = (1..pieces.len()).rev().find(|&i| pieces[i - 1].1 != pieces[i].1);
        let terms: Vec<String> = pieces
            .iter()
            .enumerate()
            .map(|(i, &(square, colour))| {
                let halvings = change.map_or(0, |change| (change + 1).saturating_sub(i + 1));
                number(if colour == 'L' { square } else { -square }, halvings)
            })
            .collect();
        let value = if terms.is_empty() { "0".to_string() } else { terms.join(" + ") };
        assert!(equal(&format!("shove({strip})"), &value), "{strip}: {value}");
    }
}

// On Numbers and Games, chapter 8: a position of Col is worth z or z + *, z
// being a number, so that twice of it is a number.
#[test]
fn nobody_profits_from_starting_in_two_equal_positions_of_col() {
    for board in positions("col").iter().step_by(7) {
        let twice = outcome(&format!("2*col({board})"));
        assert_ne!(twice, Outcome::N, "{board}");
    }
}

// Fink, Nowakowski, Siegel and Wolfe: rows of one colour are integers, green ones
// nimbers, and positions that are numbers are palindromes.
#[test]
fn rows_of_dominoes() {
    for n in 1..6 {
        assert!(equal(&format!("toppling-dominoes({})", "B".repeat(n)), &number(n as i64, 0)));
        assert!(equal(&format!("toppling-dominoes({})", "G".repeat(n)), &format!("*{n}")));
    }
    let halves: Vec<String> = positions("toppling-dominoes")
        .into_iter()
        .filter(|row| row.len() < 6 && equal(&format!("toppling-dominoes({row})"), &number(1, 1)))
        .collect();
    assert_eq!(halves, ["BRB"]);
}

// Albert, Grossman, Nowakowski and Wolfe, An introduction to Clobber: the first
// player wins on a strip of n pairs xo but for n = 3.
#[test]
fn who_starts_wins_clobber_on_strips_but_for_three_pairs() {
    for n in 1..=7 {
        let expected = if n == 3 { Outcome::P } else { Outcome::N };
        assert_eq!(outcome(&format!("clobber({}x1)", 2 * n)), expected, "{n} pairs");
    }
}

#[test]
fn openings_of_amazons_are_as_many_as_everybody_counts() {
    let start = catalogue::parse("amazons(10x10)").unwrap();
    for player in Player::BOTH {
        assert_eq!(start.options(player).len(), 2176);
    }
}

#[test]
fn queens_of_amazons_have_their_places_on_boards_of_all_sizes() {
    for (size, board) in [
        (
            "10x10",
            "...o..o...|..........|..........|o........o|..........|..........|x........x|\
             ..........|..........|...x..x...",
        ),
        // Müller, Amazons 6x5 Solution Attempt, 2013.
        ("6x5", ".o..o.|o....o|......|x....x|.x..x."),
        ("4x4", ".oo.|o..o|x..x|.xx."),
        ("3x1", "x.o"),
        ("1x3", "o|.|x"),
        ("1x1", "."),
        ("2x2", "oo|xx"),
    ] {
        let game = catalogue::parse(&format!("amazons({size})")).unwrap();
        assert_eq!(game.text(), format!("amazons({board})"));
    }
    for (width, height) in (1..=128).flat_map(|w| (1..=128 / w).map(move |h| (w, h))) {
        let game = catalogue::parse(&format!("amazons({width}x{height})")).unwrap();
        let position = game.position();
        let count = |queen| position.matches(queen).count();
        let free = width * height == 1;
        assert_eq!((count('x'), count('x') > 0), (count('o'), !free), "{width}x{height}");
        assert!(width.min(height) < 4 || count('x') == 4, "{width}x{height}");
    }
}

/// The numbers of moves are those of the tests of MCGS.
#[test]
fn kings_are_put_and_walk() {
    let moves = |text: &str| {
        let game = catalogue::parse(text).unwrap();
        Player::BOTH.map(|player| game.options(player).len())
    };
    assert_eq!(moves("kings-dirt(.#.|#x.|#.o, 2, 3)"), [8, 6]);
    assert_eq!(moves("kings-dirt(place-first; .o.|..x, 3, 2)"), [4, 4]);
    assert_eq!(moves("kings-dirt(place-first; .o., 1, 0)"), [2, 2]);
    assert_eq!(moves("kings-dirt(2x2, 1, 1)"), [4, 4]);
    let after = |text: &str, player| -> Vec<String> {
        let game = catalogue::parse(text).unwrap();
        game.options(player).iter().map(|option| option.text()).collect()
    };
    assert_eq!(after("kings-dirt(1x1, 9, 9)", Player::Right), ["kings-dirt(o)"]);
    assert_eq!(
        after("kings-dirt(place-first; 1x2, 3, 4)", Player::Left),
        ["kings-dirt(place-first; x|., 1, 1)", "kings-dirt(place-first; .|x, 1, 1)"]
    );
}

#[test]
fn generalized_toads_are_those_of_other_games_where_they_move_alike() {
    for strip in ["T..F", "TF.", "TTF.FF", ".T.TF.F", "TT..F.F", "F.TT.FFT."] {
        let general = |rules| format!("generalized-toads-and-frogs({rules}; {strip})");
        assert!(equal(&general("1,1,1,0"), &format!("toads-and-frogs({strip})")), "{strip}");
        let beasts = strip.replace('T', "E").replace('F', "R");
        let elephants = format!("elephants-and-rhinos({beasts})");
        assert!(equal(&general("1,1,0,0"), &elephants), "{strip}");
    }
    assert!(!equal("generalized-toads-and-frogs(2,2,1,0; T..)", "toads-and-frogs(T..)"));
}

#[test]
fn boards_of_more_than_64_squares_are_played_like_smaller_ones() {
    // Cram on a strip is Dawson's Kayles.
    for n in [65, 70, 71, 128, 129, 256] {
        let value = |game: String| {
            let game = catalogue::parse(&game).unwrap();
            let value = Solver::default().value(&*game, &Limits::default()).unwrap();
            value.unwrap().0.to_string()
        };
        let kayles = value(format!("dawsons-kayles({n})"));
        assert_eq!(value(format!("cram({n}x1)")), kayles, "{n}");
        assert_eq!(value(format!("cram(1x{n})")), kayles, "{n}");
    }
    let options = |game: &str, player| catalogue::parse(game).unwrap().options(player).len();
    assert_eq!(options("domineering(2x64)", Player::Left), 126);
    assert_eq!(options("domineering(2x64)", Player::Right), 64);
    let wide = format!("domineering(..|{}..)", ".#|".repeat(40));
    assert_eq!(catalogue::parse(&wide).unwrap().text(), wide);
}

/// A board among missing squares, so that it needs this number of them. What stands before a
/// semicolon and behind a comma stays there.
fn padded(position: &str, area: usize) -> String {
    let (before, board) = position.split_at(position.find(';').map_or(0, |at| at + 1));
    let board = board.trim_start();
    let (board, behind) = board.split_at(board.find(',').unwrap_or(board.len()));
    let rows: Vec<&str> = board.split('|').collect();
    let width = (area / rows.len()).min(area / 8);
    let missing = std::iter::repeat_n(String::new(), area / width - rows.len());
    let rows = rows.into_iter().map(str::to_string).chain(missing);
    let rows: Vec<String> = rows.map(|row| format!("{row:#<width$}")).collect();
    format!("{before}{}{behind}", rows.join("|"))
}

#[test]
fn boards_of_all_sizes_have_the_same_moves_and_outcomes() {
    let names = [
        "amazons",
        "anti-clobber",
        "clobber",
        "col",
        "domineering",
        "fission",
        "kings-clobber",
        "kings-dirt",
        "konane",
        "nogo",
        "queens-clobber",
        "snort",
    ];
    for name in names {
        for position in positions(name).iter().step_by(40) {
            let game = |text: &str| catalogue::parse(&format!("{name}({text})")).unwrap();
            let small = game(position);
            for area in [64, 128, 256] {
                let large = game(&padded(position, area));
                for player in Player::BOTH {
                    let moves: BTreeSet<String> =
                        large.options(player).iter().map(|to| to.text()).collect();
                    let same = small.options(player);
                    let same = same.iter().map(|to| {
                        let text = to.text();
                        game(&padded(&text[name.len() + 1..text.len() - 1], area)).text()
                    });
                    assert_eq!(moves, same.collect(), "{}", large.text());
                }
                assert_eq!(outcome(&large.text()), outcome(&small.text()), "{}", large.text());
            }
        }
    }
}

#[test]
fn bad_input_is_told_what_and_where() {
    let cases = [
        ("clobber(xo|o)", "expected a row of 2 squares at byte 11"),
        ("clobber(xz)", "expected a square ('#', '.', 'x', 'o') at byte 9"),
        ("clobber(17x16)", "expected a board of at most 256 squares at byte 8"),
        ("domineering(17x16)", "expected a board of at most 256 squares at byte 12"),
        ("cram(x)", "expected a square ('.', '#') at byte 5"),
        ("clobber(xo; 3)", "expected no ';', for the ruleset has no parameters at byte 12"),
        ("amazons(17x16)", "expected a board of at most 256 squares at byte 8"),
        ("kings-dirt(xz)", "expected a square ('#', '.', 'x', 'o') at byte 12"),
        (
            "kings-dirt(x., 1)",
            "expected ',' and the number of kings that Right has to put at byte 16",
        ),
        ("kings-dirt(x., 1, y)", "expected the number of kings that Right has to put at byte 18"),
        ("kings-dirt(x., 1, 2, 3)", "expected nothing behind two numbers of kings at byte 21"),
        ("kings-dirt(first; x.)", "expected place-first at byte 11"),
        ("kings-dirt(place-first)", "expected a board at byte 22"),
        ("sheep(3 .|2)", "expected a row of 2 squares at byte 10"),
        ("sheep(3 x)", "expected '.', '#' or a number of sheep at byte 8"),
        ("sheep(3 .|. 101)", "expected at most 100 sheep at byte 12"),
        ("sheep(-300 .)", "expected at most 100 sheep at byte 6"),
        ("sheep(3||2)", "expected a row of squares at byte 8"),
        ("fjords(a-b; a)", "expected 'l:', 'r:' or 'n:' and the name of a vertex at byte 12"),
        ("fjords(a-b; l:a, r:a)", "expected each vertex once at byte 19"),
        ("fjords(a-b; l:c)", "expected the name of a vertex of the graph at byte 14"),
        (
            "generalized-toads-and-frogs(2,1,0,0; T.)",
            "expected a greatest slide from 2 to 64 at byte 30",
        ),
        ("generalized-toads-and-frogs(1,1; T.)", "expected a longest jump up to 64 at byte 31"),
        ("generalized-toads-and-frogs(1,1,1,2; T.)", "expected 0 or 1 at byte 34"),
        ("nogo(ox.|xo.)", "expected a stone whose group has a liberty at byte 5"),
        ("col(..y)", "expected a square ('#', '.', 'l', 'r', 'x', 'o') at byte 6"),
        ("col(a-b; a, c)", "expected the name of a vertex of the graph at byte 12"),
        (
            "snort(a-b; x:a)",
            "expected 'l:' or 'r:' and the name of a vertex, or its name at byte 11",
        ),
        ("cutcake(3x2, 4)", "expected a cake's size such as 4x3 at byte 13"),
        ("maundy-cake(3x2000)", "expected sides of at most 1000 at byte 12"),
        ("push(L.X)", "expected a square ('.', 'L', 'R') at byte 7"),
        ("toppling-dominoes(BRx)", "expected a square ('.', 'B', 'R', 'G') at byte 20"),
        ("elephants-and-rhinos(E.T)", "expected a square ('.', 'E', 'R') at byte 23"),
        ("partizan-subtraction(1,2; 7)", "expected '/' and Right's set behind Left's at byte 24"),
        ("partizan-subtraction(1/2; 7,100001)", "expected a heap of at most 100000 at byte 28"),
        (
            "partizan-subtraction(1 / x; 7)",
            "expected a number of tokens, primes, squares, triangular, fibonacci, powers of B, even, \
             odd, multiples of M, R mod M, divisors, proper-divisors or coprime at byte 25",
        ),
        ("hackenbush(0-B-a-X-b)", "expected a colour (B, R or G) between two vertices at byte 17"),
        ("hackenbush(0-B)", "expected '-' and another vertex at byte 14"),
        ("hackenbush(0-B-a; 2)", "expected the number of an edge, from 1 to 1 at byte 18"),
    ];
    for (text, message) in cases {
        let error = catalogue::parse(text).err().unwrap_or_else(|| panic!("{text} was read"));
        assert_eq!(without_example(&error.to_string()), message, "{text}");
    }
}

/// What the terms of a sum are worth says the same as all positions of the sum.
#[test]
fn large_sums_are_won_as_their_terms_say() {
    for text in [
        "domineering(3x3) + clobber(xo|ox) + toads-and-frogs(TT.FF)",
        "domineering(2x3) - domineering(3x2) + hackenbush(BRB, GG)",
        "2*domineering(2x2) - clobber(xox|oxo) + kayles(3)",
        "elephants-and-rhinos(E..R) - 2*toads-and-frogs(T.F) + domineering(2x3)",
        "col(2x3) + snort(2x2) - konane(xoxo)",
    ] {
        let game = catalogue::parse(text).unwrap();
        let all = Options { wanted: Wanted::POSITIONS, ..Options::default() };
        let few = Limits { positions: 80, ..Limits::default() };
        let (all, few) =
            (answer::solve(&*game, &all), Options { limits: few, ..Options::default() });
        let (all, few) = (all.unwrap(), answer::solve(&*game, &few).unwrap());
        assert_eq!((few.positions, few.outcome), (None, all.outcome), "{text}");
        for player in Player::BOTH {
            let [one, other] = [&all, &few].map(|answer| answer.side(player).unwrap());
            assert_eq!(one.fate, other.fate, "{text}");
            let moves = |side: &Side| side.best.iter().map(|best| best.to.clone()).collect();
            let [one, other]: [BTreeSet<String>; 2] = [moves(one), moves(other)];
            assert_eq!(one, other, "{text}");
        }
    }
}

/// Larsson and Nowakowski, Atomic weights and the combinatorial game of Bipass, 2020:
/// atomic weights of strips are whole numbers, all of them are reached, and no strip
/// is worth *2.
#[test]
fn strips_of_bipass_have_whole_atomic_weights() {
    let mut forms = Forms::new(Limits::default());
    let star_two = forms.nimber(2).unwrap();
    let mut weights = BTreeSet::new();
    for length in 1..=8 {
        for bits in 0..1 << length {
            let stone = |at: &i32| if bits >> at & 1 == 1 { 'x' } else { 'o' };
            let strip: String = (0..length).map(|at| stone(&at)).collect();
            let game = catalogue::parse(&format!("bipass({strip})")).unwrap();
            let form = game.form(&mut forms, &Limits::default()).unwrap();
            let weight = forms.atomic_weight(form).unwrap().expect("all values are all-small");
            let weight = forms.print(weight).unwrap();
            weights.insert(weight.parse::<i32>().expect("a whole number"));
            assert_ne!(form, star_two, "{strip}");
        }
    }
    // n stones and one of the other colour are worth n - 1 ups, or downs.
    assert_eq!(weights, (-6..=6).collect());
}
