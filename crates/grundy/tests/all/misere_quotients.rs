//! Misère quotients against published ones and against play from the definition.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use grundy::answer::{
    misere_facts, misere_period, misere_quotient, misere_values, misere_values_by_forms,
};
use grundy::solve::quotient::{Element, OnOption, Quotient, QuotientError, heap_games};
use grundy::value::Wildness;
use grundy::{Convention, Fate, Game, HeapRules, Limits, Player, Stopped, catalogue, language};

/// The quotient of heaps up to the last.
fn quotient(rules: &dyn HeapRules, last: usize) -> Quotient {
    let mut quotient = Quotient::default();
    for _ in 0..=last {
        quotient.add(&heap_games(rules), &Limits::default()).unwrap();
    }
    quotient
}

fn ruleset(text: &str) -> Box<dyn Game> {
    catalogue::parse_ruleset(text).unwrap()
}

/// Plambeck and Siegel, *Misère quotients for impartial games* (2008) and its
/// supplement; for Kayles Sibert and Conway, *Mathematical Kayles* (1992), too.
#[test]
fn published_quotients_are_found_and_their_periods_proved() {
    for (code, order, p, period, preperiod) in [
        ("0.77", 40, 9, 12, 71),
        ("0.75", 8, 2, 2, 8),
        ("0.123", 20, 5, 5, 5),
        ("0.15", 42, 12, 10, 66),
        ("0.53", 16, 3, 9, 21),
    ] {
        let game = ruleset(&format!("octal({code})"));
        let (rules, _) = game.heaps().unwrap();
        let found = quotient(rules, 2 * preperiod + 2 * period + 4);
        assert_eq!((found.order(), found.p_portion().count()), (order, p), "{code}");
        let proved = found.period(&rules.kind()).unwrap_or_else(|| panic!("{code} has no period"));
        assert_eq!((proved.period, proved.preperiod), (period, preperiod), "{code}");
    }
    // Without enough heaps nothing is proved.
    let kayles = ruleset("kayles");
    let (rules, _) = kayles.heaps().unwrap();
    assert!(quotient(rules, 120).period(&rules.kind()).is_none());
}

/// Tame rulesets have the quotients of Nim, of order 2ⁿ + 2 and, with heaps of one
/// only, 2 (Plambeck and Siegel, section 4).
#[test]
fn quotients_of_nim_are_the_tame_ones() {
    let nim = ruleset("nim");
    let (rules, _) = nim.heaps().unwrap();
    for (last, order) in [(0, 1), (1, 2), (2, 6), (3, 6), (4, 10), (7, 10), (8, 18), (15, 18)] {
        assert_eq!(quotient(rules, last).order(), order, "heaps up to {last}");
    }
}

/// Who wins a sum of heaps under misère play, from the definition.
struct Misere<'a> {
    rules: &'a dyn HeapRules,
    known: HashMap<Vec<u64>, bool>,
}

impl Misere<'_> {
    fn is_p(&mut self, heaps: &[u64]) -> bool {
        let mut heaps: Vec<u64> = heaps.iter().copied().filter(|&heap| heap > 0).collect();
        heaps.sort_unstable();
        if let Some(&known) = self.known.get(&heaps) {
            return known;
        }
        let mut options: Vec<Vec<u64>> = Vec::new();
        for i in 0..heaps.len() {
            let _ = self.rules.each_option(heaps[i], &mut |left| {
                let mut after = heaps.clone();
                after.swap_remove(i);
                after.extend_from_slice(left);
                options.push(after);
                ControlFlow::Continue(())
            });
        }
        let is_p = !options.is_empty() && !options.iter().any(|option| self.is_p(option));
        self.known.insert(heaps, is_p);
        is_p
    }
}

/// All multisets of so many numbers up to the last.
fn multisets(count: usize, last: u64) -> Vec<Vec<u64>> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        let longer = all.iter().flat_map(|set: &Vec<u64>| {
            let from = set.last().copied().unwrap_or(0);
            (from..=last).map(move |next| [&set[..], &[next]].concat())
        });
        all = longer.collect();
    }
    all
}

#[test]
fn sums_of_heaps_are_won_as_play_says() {
    let wild = ["0.07", "0.26", "0.35", "0.74", "0.56", "4.7", "0.145", "0.2046", "0.3701"];
    let octal = wild.iter().map(|code| format!("octal({code})"));
    let others = ["kayles", "grundys-game", "lasker", "hexadecimal(0.9c)", "subtraction(2,3,7)"];
    for name in octal.chain(others.map(str::to_string)) {
        let game = ruleset(&name);
        let (rules, _) = game.heaps().unwrap();
        let last = 9;
        let found = quotient(rules, last as usize);
        let mut play = Misere { rules, known: HashMap::new() };
        let (mut lost, mut all) = (0, 0);
        for heaps in multisets(4, last).into_iter().chain([vec![1; 7], vec![7, 7, 7, 8, 8, 9]]) {
            let sizes: Vec<usize> = heaps.iter().map(|&heap| heap as usize).collect();
            let is_p = found.is_p(found.sum(&sizes));
            assert_eq!(is_p, play.is_p(&heaps), "{name}: {heaps:?}");
            (lost, all) = (lost + usize::from(is_p), all + 1);
        }
        assert!(0 < lost && lost < all, "{name}");
    }
}

/// A commutative monoid without elements that nothing tells apart.
#[test]
fn quotients_are_reduced_monoids() {
    for name in ["kayles", "octal(0.15)", "octal(0.37)"] {
        let game = ruleset(name);
        let (rules, _) = game.heaps().unwrap();
        let found = quotient(rules, 12);
        let elements = 0..found.order() as Element;
        let mut partners = std::collections::HashSet::new();
        for a in elements.clone() {
            assert_eq!(found.product(a, 0), a);
            for b in elements.clone() {
                assert_eq!(found.product(a, b), found.product(b, a));
                for c in elements.clone() {
                    let [left, right] = [(found.product(a, b), c), (a, found.product(b, c))];
                    assert_eq!(found.product(left.0, left.1), found.product(right.0, right.1));
                }
            }
            let row: Vec<bool> =
                elements.clone().map(|x| found.is_p(found.product(a, x))).collect();
            assert!(partners.insert(row), "{name}: nothing tells {a} from another element");
        }
        // Generators and relations give the same elements.
        let shown = found.presentation();
        for a in elements {
            let spelled = &shown.spellings[a as usize];
            let product = spelled.exponents().iter().zip(&shown.generators).fold(
                0,
                |product, (&exponent, &game)| {
                    let power = |p, _| found.product(p, found.pretending()[game]);
                    (0..exponent).fold(product, power)
                },
            );
            assert_eq!(product, a, "{spelled}");
        }
    }
}

/// The quotient of a position and of what follows says the same as its simplest form,
/// and as all play.
#[test]
fn positions_and_their_quotients_agree_with_play() {
    for text in [
        "cram(2x4)",
        "kayles(5,4,1)",
        "octal(0.26; 7,5) + nim(2)",
        "node-kayles(a-b, b-c, c-d, d-e, e-a, a-f)",
        "treblecross(7)",
        "chomp(3x3) + nim(2,2)",
        "nim(0)",
    ] {
        let limits = &Limits::default();
        let game = catalogue::parse(text).unwrap();
        let facts = misere_facts(&*game, limits).unwrap();
        let Some(facts) = facts else {
            assert!(game.has_ends(), "{text}");
            continue;
        };
        let found = misere_quotient(&*game, limits).unwrap().unwrap();
        let by_play = game.top_down(Player::Left, Convention::Misere, limits).unwrap();
        let lost = by_play.answer == Fate::Loss;
        assert_eq!(facts.genus.misere(0) == 0, lost, "{text}");
        assert_eq!(found.quotient.is_p(found.quotient.sum(&found.start)), lost, "{text}");
    }
}

/// Bouton's rule for heaps of any size, whose forms nobody could write.
#[test]
fn who_wins_sums_of_tame_games_needs_no_form() {
    for (text, genus, has_form) in [
        ("nim(100,200,300,400)", "16^16,18", false),
        ("nim(99,98) + kayles(2)", "3^31", false),
        ("nim(70,1) + subtraction(1,2; 1000)", "70^70,68", true),
        ("nim(1,1,1)", "1^031", true),
    ] {
        let game = language::game(text, &Limits::default()).unwrap();
        let facts = misere_facts(&*game, &Limits::default()).unwrap().unwrap();
        assert_eq!((facts.genus.to_string(), facts.wildness), (genus.into(), Wildness::Tame));
        assert_eq!(facts.form.is_some(), has_form, "{text}");
    }
    // A wild term leaves nothing to be said but by the forms.
    let wild = language::game("nim(100,200) + kayles(5)", &Limits::default()).unwrap();
    let few = Limits { memory: 8 << 20, ..Limits::default() };
    assert!(matches!(misere_facts(&*wild, &few), Err(Stopped::Memory { .. })));
}

/// A heap and a heap of Nim of its value are lost for the player to move.
#[test]
fn misere_values_of_heaps_are_those_of_play_beside_nim() {
    let limits = &Limits::default();
    for (rules, last, splits) in [
        ("subtraction(2,3)", 12, false),
        ("subtraction(1,4,6)", 12, false),
        ("subtraction(all but 2)", 10, false),
        ("octal(0.33)", 10, false),
        ("nim", 6, false),
        ("heap(-1, =n/2 if even)", 10, false),
        ("kayles", 8, true),
        ("octal(0.15)", 8, true),
        ("heap(-1.., -0>3)", 6, true),
    ] {
        let game = ruleset(rules);
        let (heaps, _) = game.heaps().unwrap();
        let mut values = Vec::new();
        let whole = misere_values(heaps, &mut values, last, limits).unwrap();
        assert_eq!(whole, !splits, "{rules}");
        let by_forms = misere_values_by_forms(heaps, last, limits).unwrap();
        assert!(by_forms.starts_with(&values), "{rules}");
        assert!(splits || values.len() == by_forms.len(), "{rules}");
        for (size, value) in by_forms.into_iter().enumerate() {
            for nim in 0..=value {
                let heap = game.with_heaps(&[size as u64]).unwrap().text();
                let sum = language::game(&format!("{heap} + nim({nim})"), limits).unwrap();
                let by_play = sum.top_down(Player::Left, Convention::Misere, limits).unwrap();
                let lost = by_play.answer == Fate::Loss;
                assert_eq!(lost, nim == value, "{rules} {size} + {nim}");
            }
        }
    }
}

/// Periods under misère play are proved where heaps do not split, and hold far beyond what proved
/// them.
#[test]
fn misere_periods_hold() {
    let limits = &Limits::default();
    for (rules, proved) in [
        ("subtraction(2,3)", true),
        ("subtraction(3,5,9)", true),
        ("octal(0.1203)", true),
        ("nim", true),
        ("subtraction(all but 2,3)", false),
    ] {
        let game = ruleset(rules);
        let (heaps, _) = game.heaps().unwrap();
        let mut values = Vec::new();
        assert!(misere_values(heaps, &mut values, 300, limits).unwrap());
        let period = misere_period(heaps, &values).unwrap();
        assert_eq!(period.proved, proved, "{rules}");
        let first = values.clone();
        assert!(misere_values(heaps, &mut values, 2000, limits).unwrap());
        for (n, &value) in values.iter().enumerate() {
            assert_eq!(u64::from(value), period.value(&first, n as u64), "{rules} {n}");
        }
    }
}

#[test]
fn a_limit_leaves_what_was_found() {
    let game = ruleset("octal(0.07)");
    let (rules, _) = game.heaps().unwrap();
    let small = Limits { memory: 20_000, ..Limits::default() };
    let few = Limits { positions: 300, ..Limits::default() };
    for limits in [small, few] {
        let mut found = quotient(rules, 3);
        let error = (0..40).find_map(|_| found.add(&heap_games(rules), &limits).err());
        let Some(QuotientError::Stopped(stopped)) = error else { panic!("{error:?}") };
        match limits.positions {
            300 => assert!(matches!(stopped, Stopped::Positions { .. }), "{stopped:?}"),
            _ => assert!(matches!(stopped, Stopped::Memory { .. }), "{stopped:?}"),
        }
        let heaps = found.pretending().len();
        assert!((10..40).contains(&heaps), "{heaps}");
        let whole = quotient(rules, heaps - 1);
        assert_eq!((found.order(), found.pretending()), (whole.order(), whole.pretending()));
        found.add(&heap_games(rules), &Limits::default()).unwrap();
        assert_eq!(found.order(), quotient(rules, heaps).order());
    }
}

/// The search for this quotient plays sums for minutes before it knows more.
#[test]
fn play_is_ended_by_a_limit() {
    let game = ruleset("octal(0.06)");
    let (rules, _) = game.heaps().unwrap();
    let start = Instant::now();
    let limits = Limits { time: Some((start, Duration::from_secs(2))), ..Limits::default() };
    let mut found = Quotient::default();
    let error = (0..40).find_map(|_| found.add(&heap_games(rules), &limits).err());
    assert!(matches!(error, Some(QuotientError::Stopped(Stopped::Time { .. }))), "{error:?}");
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}

#[test]
fn play_that_may_never_end_has_no_quotient() {
    let pass = |game: usize, option: &mut OnOption<'_>| {
        option(&[game]);
        Ok(())
    };
    let error = Quotient::default().add(&pass, &Limits::default()).unwrap_err();
    assert_eq!(error, QuotientError::NotEarlier { game: 0, to: 0 });
    let loopy = catalogue::parse("graph({\"moves\": {\"a\": [\"b\"], \"b\": [\"a\"]}})").unwrap();
    assert!(misere_facts(&*loopy, &Limits::default()).unwrap().is_none());
}
