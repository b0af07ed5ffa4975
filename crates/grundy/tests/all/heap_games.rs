//! Games on heaps and strips against published sequences and theorems.

use std::time::{Duration, Instant};

use grundy::answer::{self, Options, Solver};
use grundy::catalogue::{parse, parse_ruleset};
use grundy::solve::loopy::loopy_values;
use grundy::solve::mex::grundy_values;
use grundy::solve::period::{Period, find_period};
use grundy::solve::retrograde::retrograde;
use grundy::solve::sequence::Sequence;
use grundy::value::{LoopyNimber, Nimber};
use grundy::{Code, Convention, Game, HeapKind, Limits, Named, Outcome, Player, Stopped, Verdict};

/// The components of a game, as they are written.
fn parts(game: &dyn Game) -> Vec<String> {
    let parts = game.components(true, &Limits::default()).unwrap();
    parts.start.iter().map(|&node| parts.game(node).text()).collect()
}

fn game(text: &str) -> Box<dyn Game> {
    parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// g(0), …, g(`last`), from the options of one heap after the other.
fn values(ruleset: &str, last: usize) -> Vec<u32> {
    let game = parse_ruleset(ruleset).unwrap_or_else(|error| panic!("{ruleset}: {error}"));
    let (rules, _) = game.heaps().expect("a game on heaps");
    let mut sequence = Sequence::default();
    sequence.extend(rules, last, &Limits::default()).unwrap();
    sequence.values().to_vec()
}

fn period(ruleset: &str, last: usize) -> Option<Period> {
    let game = parse_ruleset(ruleset).unwrap();
    let (rules, _) = game.heaps().unwrap();
    find_period(&values(ruleset, last), &rules.kind())
}

/// The value of a game from its component graph, and that of whole positions.
fn value(game: &dyn Game, split: bool) -> Nimber {
    let parts = game.components(split, &Limits::default()).unwrap();
    let values = grundy_values(&parts.graph).expect("an impartial game that ends");
    parts.start.iter().map(|&node| values[node as usize]).sum()
}

fn loopy_value(game: &dyn Game) -> LoopyNimber {
    let parts = game.components(true, &Limits::default()).unwrap();
    let values = loopy_values(&parts.graph, &Limits::default()).unwrap().unwrap();
    parts.start.iter().map(|&node| values[node as usize].clone()).sum()
}

/// What the player brings about who starts.
fn verdict(game: &dyn Game, starter: Player, convention: Convention) -> Verdict {
    let play = game.explore(&Limits::default()).unwrap();
    let outcomes = retrograde(&play.arena, convention, &Limits::default()).unwrap();
    outcomes.verdict(play.starts[starter].unwrap().node)
}

fn starter_wins(text: &str) -> bool {
    match verdict(&*game(text), Player::Left, Convention::Normal) {
        Verdict::Win(_) => true,
        Verdict::Loss(_) => false,
        Verdict::Draw(_) => panic!("{text} is a draw"),
    }
}

#[test]
fn sequences_are_the_published_ones() {
    // OEIS A002186, A002187 and the same one place later, A002188, A071453,
    // A071452, A071434; Winning Ways, chapter 4, for Lasker's Nim.
    let published: &[(&str, &[u32])] = &[
        ("kayles", &[0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7]),
        ("dawsons-chess", &[0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1]),
        ("dawsons-kayles", &[0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0]),
        ("grundys-game", &[0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0, 4]),
        ("octal(0.117)", &[0, 1, 1, 1, 0, 2, 2, 1, 3, 4, 0, 1, 1, 1, 3, 2, 2, 2, 3, 4, 0, 1, 5]),
        ("octal(0.11377)", &[0, 1, 1, 1, 2, 2, 2, 3, 3, 1, 1, 1, 4, 4, 4, 3, 3, 2, 2, 2, 1, 1]),
        ("octal(0.1377)", &[0, 1, 1, 2, 2, 3, 3, 1, 1, 4, 4, 3, 3, 2, 2, 1, 1, 4, 4, 2, 2, 6]),
        ("lasker", &[0, 1, 2, 4, 3, 5, 6, 8, 7, 9, 10, 12, 11]),
    ];
    for (ruleset, expected) in published {
        assert_eq!(values(ruleset, expected.len() - 1), *expected, "{ruleset}");
    }
}

#[test]
fn named_octal_games_are_relatives_of_each_other() {
    assert_eq!(values("kayles", 100), values("octal(0.77)", 100));
    assert_eq!(values("octal(.771)", 100), values("octal(0.77)", 100), "OEIS A002186");
    assert_eq!(values("dawsons-kayles", 100)[1..], values("dawsons-chess", 99));
    assert_eq!(values("octal(0.4)", 101)[2..], values("dawsons-chess", 99), "OEIS A002187");
    assert_eq!(values("octal(4.4)", 101)[1..], values("kayles", 100), "OEIS A002186");
    assert_eq!(values("octal(0.007)", 102)[2..], values("treblecross", 100));
    assert_eq!(values("octal(0.33)", 60), values("subtraction(1,2)", 60));
}

#[test]
fn subtraction_of_two_to_five_counts_pairs_in_sevens() {
    let expected: Vec<u32> = (0..100).map(|n| n % 7 / 2).collect();
    assert_eq!(values("subtraction(2..5)", 99), expected);
}

#[test]
fn closed_forms_agree_with_the_options() {
    for ruleset in [
        "nim",
        "lasker",
        "thirty-one",
        "thirty-one(wins)",
        "thirty-one(wins,100,10)",
        "thirty-one(loses,101,10)",
    ] {
        let game = parse_ruleset(ruleset).unwrap();
        let (rules, _) = game.heaps().unwrap();
        for (size, &value) in values(ruleset, 100).iter().enumerate() {
            let size = size as u64;
            assert_eq!(rules.closed_form(size), Some(value.into()), "{ruleset} {size}");
            for wanted in 0..12 {
                let Named { moves: mut named, all } = rules.options_worth(size, wanted);
                let mut found = Vec::new();
                let _ = rules.each_option(size, &mut |left| {
                    if left.iter().fold(0, |sum, &n| sum ^ rules.closed_form(n).unwrap()) == wanted
                    {
                        found.push(left.to_vec());
                    }
                    std::ops::ControlFlow::Continue(())
                });
                if !all {
                    found.retain(|left| named.contains(left));
                }
                named.sort();
                found.sort();
                assert_eq!(named, found, "{ruleset} {size} to {wanted}");
            }
        }
        assert!(rules.closed_form(u64::MAX - 1).is_some());
        rules.closed_form(u64::MAX);
    }
}

#[test]
fn a_win_in_huge_heaps_shows_a_winning_move() {
    for game in [
        "kayles(1000000000000)",
        "kayles(1000000000001,78)",
        "dawsons-kayles(1000000000000)",
        "octal(4.3; 100000000002)",
        "dawsons-chess(123456789012) + kayles(1000000000001)",
        "lasker(1000000000000,100000000000)",
        "thirty-one(wins,4000000000,2000000000) + nim(1999999998)",
        "subtraction(1..1000; 1000000000000,1003)",
    ] {
        let game = parse(game).unwrap();
        let answer = answer::solve(&*game, &Options::default()).unwrap();
        let side = answer.left.unwrap();
        assert_eq!(answer.outcome, Some(Outcome::N), "{}", answer.game);
        assert!(!side.best.is_empty(), "{}", answer.game);
        for best in side.best.iter().take(10) {
            let after = parse(&best.to).unwrap();
            let (value, _) = Solver::default().value(&*after, &Limits::default()).unwrap().unwrap();
            assert_eq!(value.outcome(), Outcome::P, "{}", best.to);
        }
    }
}

#[test]
fn the_many_options_of_one_position_are_held_to_the_limits() {
    let memory = Limits { memory: 10 << 20, ..Limits::default() };
    let second = Duration::from_secs(1);
    let time = Limits { time: Some((Instant::now(), second)), ..Limits::default() };
    for text in ["nim-with-adding(max=99999999999, times=1; 5)", "nim(99999999999)"] {
        let game = game(text);
        assert!(matches!(game.explore(&memory), Err(Stopped::Memory { .. })), "{text}");
        assert!(matches!(game.components(true, &memory), Err(Stopped::Memory { .. })), "{text}");
        let searched = game.top_down(Player::Left, Convention::Normal, &memory);
        assert!(matches!(searched, Err(Stopped::Memory { .. })), "{text}");
    }
    let game = game("nim-with-adding(max=99999999999; 5)");
    assert!(matches!(game.explore(&time), Err(Stopped::Time { .. })));
    assert!(time.time.unwrap().0.elapsed() < 3 * second);
}

#[test]
fn periods_are_the_published_ones_and_proved() {
    // Winning Ways, chapter 4, and OEIS A002187, A071453, A071452, A071434,
    // A071074, which name exceptions.
    let found = |ruleset, last| {
        let found: Period = period(ruleset, last).unwrap_or_else(|| panic!("{ruleset}"));
        assert!(found.proved, "{ruleset}");
        assert_eq!(found.exceptions.last().map_or(0, |n| n + 1), found.preperiod, "{ruleset}");
        (found.period, found.preperiod, found.saltus)
    };
    assert_eq!(found("kayles", 400), (12, 71, 0));
    assert_eq!(found("dawsons-chess", 400), (34, 52, 0));
    assert_eq!(found("dawsons-kayles", 400), (34, 53, 0));
    assert_eq!(found("octal(0.117)", 400), (48, 47, 0));
    assert_eq!(found("octal(0.11377)", 600), (32, 187, 0));
    assert_eq!(found("octal(0.1377)", 600), (24, 141, 0));
    assert_eq!(found("octal(0.7777)", 600), (24, 142, 0));
    assert_eq!(found("subtraction(2..5)", 40), (7, 0, 0));
    assert_eq!(found("subtraction(1)", 2), (2, 0, 0));
    assert_eq!(found("nim", 40), (1, 0, 1));
    assert_eq!(found("lasker", 40), (4, 1, 4));
    assert_eq!(found("thirty-one(wins)", 40), (4, 0, 0));
    assert_eq!(found("thirty-one", 40), (4, 0, 0));
    assert_eq!(found("octal(0.0)", 40), (1, 0, 0));

    let exceptions = |ruleset| period(ruleset, 600).unwrap().exceptions;
    assert_eq!(exceptions("dawsons-chess"), [0, 14, 16, 17, 31, 34, 51]);
    assert_eq!(exceptions("octal(0.117)"), [2, 6, 7, 12, 16, 22, 26, 36, 46]);
    assert_eq!(exceptions("kayles"), [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70]);
}

#[test]
fn a_period_is_proved_no_sooner_than_its_theorem_allows() {
    // Kayles: 71 ≤ n < 2·71 + 12 + 2 = 156, each compared with n + 12.
    let kayles = Code::new(vec![0, 7, 7]);
    assert!(!period("kayles", 156 + 12 - 2).unwrap().by_theorem(&kayles));
    assert!(period("kayles", 156 + 12 - 1).unwrap().by_theorem(&kayles));
    // A window of five heaps that comes seven later.
    assert!(!period("subtraction(2..5)", 7 + 5 - 2).is_some_and(|found| found.proved));
    assert!(period("subtraction(2..5)", 7 + 5 - 1).unwrap().proved);
    // No theorem, and no period.
    assert_eq!(period("grundys-game", 1000), None);
    assert_eq!(find_period(&[], &HeapKind::Other), None);
    assert_eq!(find_period(&[0], &HeapKind::AnyNumber), None);
}

#[test]
fn proved_periods_hold_far_beyond_what_proved_them() {
    // Sets and codes of a fixed pseudo-random choice.
    let mut state = 88_172_645_463_325_252u64;
    let mut random = move |below: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % below
    };
    let mut proved = 0;
    for round in 0..120 {
        let ruleset = if round % 2 == 0 {
            let set: Vec<String> = (0..3).map(|_| (1 + random(9)).to_string()).collect();
            format!("subtraction({})", set.join(","))
        } else {
            format!("octal({}.{}{})", random(2) * 4, random(8), random(8))
        };
        let all = values(&ruleset, 1000);
        let game = parse_ruleset(&ruleset).unwrap();
        let kind = game.heaps().unwrap().0.kind();
        for length in 1..200 {
            let Some(found) = find_period(&all[..length], &kind) else { continue };
            assert_eq!(found.checked_to, length - 1);
            let says = |n: usize| found.value(&all[..length], n as u64) == u64::from(all[n]);
            assert!((0..length).all(says), "{ruleset} {found:?}");
            if found.proved {
                proved += 1;
                assert!((0..all.len()).all(says), "{ruleset} {found:?}");
                assert!(found.saltus == 0);
            }
        }
    }
    assert!(proved > 1000, "{proved}");
}

#[test]
fn a_heap_that_splits_by_the_graph_is_worth_what_the_sequence_says() {
    for ruleset in ["kayles", "dawsons-chess", "lasker", "grundys-game", "octal(4.37)"] {
        let values = values(ruleset, 9);
        let spell = |heap: usize| match ruleset.strip_suffix(')') {
            Some(open) => format!("{open}; {heap})"),
            None => format!("{ruleset}({heap})"),
        };
        for (heap, &expected) in values.iter().enumerate() {
            let game = game(&spell(heap));
            assert_eq!(value(&*game, true), Nimber(expected.into()), "{}", game.text());
            assert_eq!(value(&*game, false), Nimber(expected.into()), "{}", game.text());
        }
    }
}

#[test]
fn octal_codes_are_printed_as_they_should_be_read_and_bad_ones_point_at_the_byte() {
    for (text, printed) in [
        ("octal( 0.7 7 ; 3, 4 )", "octal(0.77; 3,4)"),
        ("octal(·137;5)", "octal(0.137; 5)"),
        ("octal(4.3000;5)", "octal(4.3; 5)"),
        ("octal(4.;5)", "octal(4.0; 5)"),
        ("octal(0.0;5)", "octal(0.0; 5)"),
    ] {
        assert_eq!(game(text).text(), printed);
        assert_eq!(game(printed).text(), printed);
    }
    for (text, at) in [
        ("octal(0.78; 5)", 9),
        ("octal(0.9; 5)", 8),
        ("octal(3.3; 5)", 6),
        ("octal(77; 5)", 6),
        ("octal(04.3; 5)", 7),
        ("octal(0.; 5)", 8),
        ("octal(0; 5)", 7),
        ("octal(; 5)", 6),
        ("octal(0.7.7; 5)", 9),
        ("octal(0.77)", 10),
        ("octal(0.77; x)", 12),
        ("kayles(1; 2)", 10),
        ("kayles", 6),
        ("wythoff(3)", 9),
        ("wythoff(3,)", 10),
        ("wythoff(3,4,5)", 12),
        ("wythoff(3,99999999999)", 10),
        ("thirty-one(32)", 11),
        ("thirty-one(wins,0)", 16),
        ("thirty-one(draws; 3)", 11),
        ("thirty-one(wins,9,3,1; 3)", 20),
        ("nim-with-adding(times=2; 3)", 23),
        ("nim-with-adding(max=4,max=5; 3)", 22),
        ("nim-with-adding(max=4; 3,5)", 25),
        ("nim-with-adding(max=4,times=x; 3,5)", 28),
        ("nim-with-adding(max=4; time=2; 3,5)", 23),
        ("last-to-toggle-wins(10a)", 22),
        ("toads-and-frogs(TF,)", 18),
    ] {
        assert_eq!(parse(text).err().unwrap_or_else(|| panic!("{text}")).at, at, "{text}");
    }
    let long = format!("toads-and-frogs({})", ".".repeat(65));
    assert_eq!(parse(&long).err().unwrap().at, 16 + 64);
}

#[test]
fn the_count_to_31_is_decided_in_fours() {
    for said in 0..=31 {
        let wins = starter_wins(&format!("thirty-one(wins; {said})"));
        assert_eq!(wins, (31 - said) % 4 != 0, "{said}");
        let loses = starter_wins(&format!("thirty-one({said})"));
        assert_eq!(loses, (30 - said) % 4 != 0, "{said}");
        // Misère play of the one is the other.
        let other = game(&format!("thirty-one(wins; {said})"));
        let misere = verdict(&*other, Player::Right, Convention::Misere);
        assert_eq!(matches!(misere, Verdict::Win(_)), loses, "{said}");
    }
    // Once 31 is said, all is over: that is an end, which no move leads to.
    assert!(game("thirty-one(31)").has_ends());
    assert_eq!(
        verdict(&*game("thirty-one(31)"), Player::Left, Convention::Misere),
        Verdict::Win(0)
    );
    for text in ["thirty-one", "thirty-one(30)", "thirty-one(wins)", "thirty-one(wins; 31)"] {
        assert!(!game(text).has_ends(), "{text}");
    }
    assert!(game("thirty-one(30)").options(Player::Left).is_empty());
    for (text, printed) in [
        ("thirty-one(loses)", "thirty-one"),
        ("thirty-one(loses; 17)", "thirty-one(17)"),
        ("thirty-one(; 17)", "thirty-one(17)"),
        ("thirty-one(wins; 0)", "thirty-one(wins)"),
        ("thirty-one(wins,100)", "thirty-one(wins,100,3)"),
        ("thirty-one(loses,21,2; 4)", "thirty-one(loses,21,2; 4)"),
        ("thirty-one(wins,4294967295,4294967295; 4294967295)", ""),
    ] {
        let game = game(text);
        assert_eq!(game.text(), if printed.is_empty() { text } else { printed });
        assert_eq!(parse(&game.text()).unwrap().text(), game.text());
        game.options(Player::Left);
    }
}

/// The first example of the texts on Sprague–Grundy theory: two counts at once.
#[test]
fn counts_to_31_are_added() {
    // Who wins two counts, from the rules: a count that stands at 30 has no move.
    const LAST: usize = 30;
    let mut wins = vec![vec![false; LAST + 1]; LAST + 1];
    for a in (0..=LAST).rev() {
        for b in (0..=LAST).rev() {
            let after = (1..=3).flat_map(|more| [(a + more, b), (a, b + more)]);
            wins[a][b] = after.filter(|&(a, b)| a.max(b) <= LAST).any(|(a, b)| !wins[a][b]);
        }
    }
    for (a, b) in (0..=LAST).flat_map(|a| (0..=LAST).map(move |b| (a, b))) {
        assert_eq!(starter_wins(&format!("thirty-one({a}) + thirty-one({b})")), wins[a][b]);
    }
    let worth = |text: &str| {
        let (value, _) =
            Solver::default().value(&*game(text), &Limits::default()).unwrap().unwrap();
        value.to_string()
    };
    assert_eq!(worth("thirty-one"), "*2");
    assert_eq!(worth("thirty-one + nim(2)"), "0");
    assert_eq!(worth("thirty-one(30)"), "0");
    assert_eq!(worth("thirty-one(loses,1)"), "0");
    assert_eq!(worth("thirty-one(loses,21,2; 4)"), "*");
    assert_eq!(parse("nim(1) + thirty-one(31)").err().unwrap().at, 9);
}

#[test]
fn toggling_runs_of_ones_is_dawsons_kayles() {
    let row = values("dawsons-kayles", 14);
    for bits in 0u32..1 << 12 {
        let text: String = (0..12).map(|at| if bits >> at & 1 == 1 { '1' } else { '0' }).collect();
        let expected: u32 = text.split('0').fold(0, |sum, run| sum ^ row[run.len()]);
        let game = game(&format!("last-to-toggle-wins({text})"));
        assert_eq!(value(&*game, true), Nimber(expected.into()), "{text}");
        if bits % 16 == 15 {
            assert_eq!(value(&*game, false), Nimber(expected.into()), "{text}");
        }
    }
    let most = format!("last-to-toggle-wins({})", "1".repeat(128));
    assert_eq!(game(&most).options(Player::Left).len(), 127);
    assert_eq!(game(&most).text(), most);
}

#[test]
fn adding_a_limited_number_of_times_does_not_change_who_wins_nim() {
    for (times, heaps) in [(0, [3, 4, 5]), (1, [3, 4, 4]), (2, [1, 2, 3]), (3, [2, 0, 2])] {
        for a in 0..=heaps[0] {
            let [_, b, c] = heaps;
            let game = game(&format!("nim-with-adding(max=5, times={times}; {a},{b},{c})"));
            assert_eq!(value(&*game, false), Nimber(a ^ b ^ c), "{}", game.text());
            assert_eq!(value(&*game, true), Nimber(a ^ b ^ c), "{}", game.text());
        }
    }
    let text = "nim-with-adding(max=7, times=2; 3,4,5)";
    assert_eq!(game(text).text(), text);
    assert_eq!(game("nim-with-adding(times=inf, max=7;3)").text(), "nim-with-adding(max=7; 3)");
    assert_eq!(game("nim-with-adding(max=7; times=2; 3,4,5)").text(), text);
    assert_eq!(game(text).ruleset(), "nim-with-adding(max=7)");
}

/// ∞(K) as a game is worth ∞(K), also in sums (Siegel, Combinatorial Game Theory, IV.4).
#[test]
fn infinite_values_are_games_that_are_worth_them() {
    for (text, value) in [
        ("∞", "∞"),
        ("∞(0)", "∞(0)"),
        ("∞(1,5,12)", "∞(1,5,12)"),
        ("∞(3, 1, 1) + *2", "∞(1,3)"),
        ("∞(0) + ∞(2)", "∞"),
        ("-∞(0) + nim(3,1)", "∞(2)"),
        (r#"graph({"moves":{"a":["b",0],"b":["a",0]}}) + * + ∞"#, "∞"),
    ] {
        let found = Solver::default().value(&*game(text), &Limits::default()).unwrap();
        assert_eq!(found.unwrap().0.to_string(), value, "{text}");
    }
}

#[test]
fn adding_without_limit_leaves_one_heap_won_and_more_heaps_drawn() {
    // Every heap of 1 to max has the same options as all others, but for
    // itself: the empty heap and the rest. No nimber can be given to one of
    // them first, so each is worth ∞(0).
    let infinite = LoopyNimber::Infinite([Nimber(0)].into());
    let nothing = LoopyNimber::Infinite([].into());
    for max in 2..6 {
        for heap in 1..=max {
            let one = game(&format!("nim-with-adding(max={max}; {heap})"));
            assert_eq!(loopy_value(&*one), infinite, "{}", one.text());
            assert!(matches!(verdict(&*one, Player::Left, Convention::Normal), Verdict::Win(1)));
            let two = game(&format!("nim-with-adding(max={max}; {heap},0,1)"));
            assert_eq!(loopy_value(&*two), nothing, "{}", two.text());
            assert_eq!(verdict(&*two, Player::Left, Convention::Normal), Verdict::Draw(None));
        }
    }
    let three = game("nim-with-adding(max=1; 1,1,1)");
    assert_eq!(loopy_value(&*three), LoopyNimber::Finite(Nimber(1)));
}

#[test]
fn wythoffs_cold_positions_follow_the_golden_ratio() {
    let play = game("wythoff(40,40)").explore(&Limits::default()).unwrap();
    let outcomes = retrograde(&play.arena, Convention::Normal, &Limits::default()).unwrap();
    // ⌊kφ⌋ without rounding: the greatest a with a² ≤ ak + k², for φ² = φ + 1.
    let lower = |k: u64| (0..=2 * k).rev().find(|a| a * a <= a * k + k * k).unwrap();
    let mut cold: Vec<(u64, u64)> =
        (0..40).map(|k| (lower(k), lower(k) + k)).filter(|pair| pair.1 <= 40).collect();
    cold.extend(cold.clone().into_iter().filter(|(a, b)| a != b).map(|(a, b)| (b, a)));
    cold.sort_unstable();
    let mut lost: Vec<(u64, u64)> = play
        .arena
        .nodes()
        .filter(|&node| matches!(outcomes.verdict(node), Verdict::Loss(_)))
        .map(|node| {
            let position = play.position(node, false);
            let (a, b) = position.split_once(',').unwrap();
            (a.parse().unwrap(), b.parse().unwrap())
        })
        .collect();
    lost.sort_unstable();
    assert_eq!(lost, cold);
    assert_eq!(cold[..4], [(0, 0), (1, 2), (2, 1), (3, 5)]);
}

/// All strips of `length` squares, as digits to the base 3.
fn strips(length: u32) -> impl Iterator<Item = String> {
    (0..3usize.pow(length)).map(move |number| {
        (0..length).map(|at| ['.', 'T', 'F'][number / 3usize.pow(at) % 3]).collect()
    })
}

#[test]
fn toads_and_frogs_with_the_players_exchanged_is_the_mirror_image() {
    let mirror = |strip: &str| -> String {
        let exchanged = |c| {
            if c == 'T' {
                'F'
            } else if c == 'F' {
                'T'
            } else {
                c
            }
        };
        strip.chars().rev().map(exchanged).collect()
    };
    let options = |strip: &str, player| -> Vec<String> {
        let mut options: Vec<String> = game(&format!("toads-and-frogs({strip})"))
            .options(player)
            .iter()
            .map(|option| {
                let text = option.text();
                text["toads-and-frogs(".len()..text.len() - 1].to_string()
            })
            .collect();
        options.sort();
        options
    };
    for strip in strips(6) {
        let mut mirrored: Vec<String> =
            options(&mirror(&strip), Player::Right).iter().map(|option| mirror(option)).collect();
        mirrored.sort();
        assert_eq!(options(&strip, Player::Left), mirrored, "{strip}");
    }
    assert_eq!(options("TFT.", Player::Left), ["TF.T"]);
    assert_eq!(options("TF.F", Player::Left), [".FTF"]);
    assert_eq!(options("TF.F", Player::Right), ["TFF."]);
    let most = format!("T{}F", ".".repeat(62));
    assert_eq!(options(&most, Player::Right), [format!("T{}F.", ".".repeat(61))]);
}

#[test]
fn toads_and_frogs_falls_apart_without_changing_its_worth() {
    // Played beside a game that tells players apart, the strip and the sum of
    // its components have the same winner.
    let mut split = 0;
    for strip in strips(7) {
        let whole = game(&format!("toads-and-frogs({strip})"));
        let parts: Vec<String> = parts(&*whole);
        if parts.len() == 1 && parts[0].len() == whole.text().len() {
            continue;
        }
        split += 1;
        let sum = if parts.is_empty() { "0".to_string() } else { parts.join(" + ") };
        // G = H when the second player wins G − H.
        let difference = game(&format!("{} - ({sum})", whole.text()));
        for player in Player::BOTH {
            let verdict = verdict(&*difference, player, Convention::Normal);
            assert!(matches!(verdict, Verdict::Loss(_)), "{}", difference.text());
        }
    }
    assert!(split > 500, "{split}");
    let parts: Vec<String> = parts(&*game("toads-and-frogs(T.FTTFF.T.F)"));
    assert_eq!(parts, ["toads-and-frogs(T.F)", "toads-and-frogs(.T.F)"]);
}

#[test]
fn one_toad_and_one_frog_have_the_values_of_winning_ways() {
    // T.F = {0 | 0} = *: it is lost for the player who starts beside a star.
    for (game_and_star, lost) in [
        ("toads-and-frogs(T.F) + *", true),
        ("toads-and-frogs(T.F)", false),
        ("toads-and-frogs(TF.)", true),
        ("toads-and-frogs(.TF)", true),
        ("toads-and-frogs(T...) + toads-and-frogs(...F)", true),
        ("toads-and-frogs(TTFF)", true),
    ] {
        for player in Player::BOTH {
            let verdict = verdict(&*game(game_and_star), player, Convention::Normal);
            assert_eq!(matches!(verdict, Verdict::Loss(_)), lost, "{game_and_star} {player}");
        }
    }
}

#[test]
fn moves_have_the_short_names_that_players_use() {
    let names = |text: &str, player| -> Vec<String> {
        let play = game(text).explore(&Limits::default()).unwrap();
        let start = play.starts[player].unwrap().node;
        let options = play.arena.options(start);
        options.iter().map(|&to| play.move_name(start, to, false)).collect()
    };
    assert_eq!(names("toads-and-frogs(TF.F)", Player::Left), ["1-3"]);
    assert_eq!(names("toads-and-frogs(TF.F)", Player::Right), ["4-3"]);
    assert_eq!(names("last-to-toggle-wins(110111)", Player::Left), ["1,2", "4,5", "5,6"]);
    assert_eq!(names("thirty-one(14)", Player::Left), ["15", "15, 16", "15, 16, 17"]);
}
