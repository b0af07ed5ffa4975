//! Sets, codes and moves that the user writes, against brute force from the
//! definition and against published values.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use grundy::answer::{Options, Solver, solve};
use grundy::catalogue::{parse, parse_ruleset};
use grundy::solve::pairs::pair_values;
use grundy::solve::period::{Period, find_period};
use grundy::solve::sequence::SettledBy;
use grundy::{HeapKind, Limits, Outcome, Stopped};

/// g(0), …, g(`last`) as the program finds them.
fn values(ruleset: &str, last: usize) -> Vec<u32> {
    let game = parse_ruleset(ruleset).unwrap_or_else(|error| panic!("{ruleset}: {error}"));
    let mut solver = Solver::default();
    let values = solver.table(&*game, last, &Limits::default()).unwrap().unwrap();
    values.to_vec()
}

/// g(0), …, g(`last`) from what each move leaves, by the definition.
fn brute(last: usize, options: &dyn Fn(u64) -> Vec<Vec<u64>>) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for n in 0..=last as u64 {
        let worth = |left: &Vec<u64>| left.iter().fold(0, |sum, &heap| sum ^ values[heap as usize]);
        let reached: Vec<u32> = options(n).iter().map(worth).collect();
        values.push((0..).find(|value| !reached.contains(value)).unwrap());
    }
    values
}

fn subtraction(last: usize, member: impl Fn(u64, u64) -> bool) -> Vec<u32> {
    brute(last, &|n| (1..=n).filter(|&t| member(t, n)).map(|t| vec![n - t]).collect())
}

fn kind(ruleset: &str) -> HeapKind {
    parse_ruleset(ruleset).unwrap().heaps().unwrap().0.kind()
}

fn period(ruleset: &str, last: usize) -> Option<Period> {
    find_period(&values(ruleset, last), &kind(ruleset))
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn is_prime(n: u64) -> bool {
    n > 1 && (2..n).all(|divisor| !n.is_multiple_of(divisor))
}

fn is_square(n: u64) -> bool {
    (1..=n).any(|root| root * root == n)
}

#[test]
fn sets_are_what_they_are_called() {
    let fibonacci = [1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144];
    let power = |base: u64, n| (0..8).any(|exponent| base.pow(exponent) == n);
    type Member<'a> = &'a dyn Fn(u64, u64) -> bool;
    let cases: &[(&str, Member<'_>)] = &[
        ("all", &|_, _| true),
        ("3..", &|t, _| t >= 3),
        ("all but 1,4", &|t, _| t != 1 && t != 4),
        ("all but 2..4,9", &|t, _| !(2..=4).contains(&t) && t != 9),
        ("2,5..", &|t, _| t == 2 || t >= 5),
        ("primes", &|t, _| is_prime(t)),
        ("1,primes", &|t, _| t == 1 || is_prime(t)),
        ("4,6,primes", &|t, _| t == 4 || t == 6 || is_prime(t)),
        ("squares", &|t, _| is_square(t)),
        ("fibonacci", &|t, _| fibonacci.contains(&t)),
        ("powers of 2", &|t, _| power(2, t)),
        ("powers of 3", &|t, _| power(3, t)),
        ("powers of 4", &|t, _| power(4, t)),
        ("powers of 6", &|t, _| power(6, t)),
        ("divisors", &|t, n| n % t == 0),
        ("proper-divisors", &|t, n| t < n && n % t == 0),
        ("coprime", &|t, n| gcd(t, n) == 1),
        ("squares,primes", &|t, _| is_square(t) || is_prime(t)),
        ("all but primes", &|t, _| !is_prime(t)),
        ("all but 3,squares", &|t, _| t != 3 && !is_square(t)),
        ("all but divisors", &|t, n| n % t != 0),
    ];
    for (set, member) in cases {
        let ruleset = format!("subtraction({set})");
        let expected = subtraction(160, member);
        assert_eq!(values(&ruleset, 160), expected, "{ruleset}");
        let game = parse_ruleset(&ruleset).unwrap();
        let (rules, _) = game.heaps().unwrap();
        for (size, &value) in expected.iter().enumerate() {
            let closed = rules.closed_form(size as u64);
            assert!(closed.is_none_or(|closed| closed == u64::from(value)), "{ruleset} {size}");
            // Moves that are named are moves, and worth what is said.
            for wanted in 0..6 {
                let named = rules.options_worth(size as u64, wanted);
                let mut moves = Vec::new();
                let _ = rules.each_option(size as u64, &mut |left| {
                    if left.iter().fold(0, |sum, &n| sum ^ expected[n as usize]) as u64 == wanted {
                        moves.push(left.to_vec());
                    }
                    ControlFlow::Continue(())
                });
                assert!(named.moves.iter().all(|left| moves.contains(left)), "{ruleset} {size}");
                assert!(!named.all || named.moves.len() == moves.len(), "{ruleset} {size}");
            }
        }
    }
    assert_eq!(values("prime-nim", 100), values("subtraction(primes)", 100));
    assert_eq!(values("subtract-a-square", 100), values("subtraction(squares)", 100));
}

/// Moves that take any number, or numbers by their parity, have a code whose last digits repeat, by
/// which values are found fast and periods proved.
#[test]
fn moves_without_end_have_the_codes_that_say_the_same() {
    for (moves, code, period) in [
        ("heap(-1..)", "octal(0.[3])", (1, 0, 1)),
        ("heap(-1.., -0>2)", "octal(4.[3])", (4, 1, 4)),
        ("heap(-1.., -0>3)", "hexadecimal(8.[3])", (8, 1, 8)),
        ("heap(-3..)", "octal(0.00[3])", (3, 0, 1)),
        ("heap(-even)", "octal(0.[03])", (2, 0, 1)),
        ("heap(-odd>0..2)", "octal(0.[70])", (2, 0, 0)),
        ("heap(-odd, -even>2)", "octal(0.[34])", (3, 4, 2)),
        ("heap(-2..5, -4..>2, -even>0)", "octal(0.03377[54])", (2, 0, 1)),
    ] {
        assert_eq!(kind(moves), kind(code), "{moves}");
        let game = parse_ruleset(moves).unwrap();
        let (rules, _) = game.heaps().unwrap();
        let expected = brute(200, &|size| {
            let mut options = Vec::new();
            let _ = rules.each_option(size, &mut |left| {
                options.push(left.to_vec());
                ControlFlow::Continue(())
            });
            options
        });
        assert_eq!(values(moves, 200), expected, "{moves}");
        assert_eq!(values(code, 200), expected, "{code}");
        let found = find_period(&expected, &kind(moves));
        let found = found.filter(|found| found.proved);
        let found = found.map_or((0, 0, 0), |it| (it.period, it.preperiod, it.saltus));
        assert_eq!(found, period, "{moves}");
    }
}

#[test]
fn values_are_those_of_the_oeis() {
    // A014589, A014586, A014588, A046695.
    let primes = [0, 0, 1, 1, 2, 2, 3, 3, 4, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 0, 4];
    let squares = [0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 3, 2];
    let fibonacci = [0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 0, 1];
    let couples = [0, 0, 1, 2, 0, 1, 2, 3, 1, 2, 3, 4, 0, 3, 4, 2, 1, 3, 2, 1, 0, 2, 1, 4, 5, 1];
    assert_eq!(values("prime-nim", primes.len() - 1), primes);
    assert_eq!(values("subtract-a-square", squares.len() - 1), squares);
    assert_eq!(values("subtraction(fibonacci)", fibonacci.len() - 1), fibonacci);
    assert_eq!(values("couples-are-forever", couples.len())[1..], couples);
    assert_eq!(values("couples-are-forever", 301)[1..], values("octal(0.6)", 300));
}

/// Iannucci and Larsson, Game values of arithmetic functions, 2021.
#[test]
fn coprime_numbers_give_the_place_of_the_least_prime_factor() {
    let primes: Vec<usize> = (2..500).filter(|&n| is_prime(n as u64)).collect();
    let found = values("subtraction(coprime)", 400);
    assert_eq!(found[..2], [0, 1]);
    for (n, &value) in found.iter().enumerate().skip(2) {
        let place = primes.iter().position(|prime| n % prime == 0).unwrap() as u32;
        // The first prime, 2, is worth 0, and the others their place from 1.
        assert_eq!(value, if place == 0 { 0 } else { place + 1 }, "{n}");
    }
}

/// Every set of numbers up to 7, and some greater ones.
fn sets() -> impl Iterator<Item = Vec<u64>> {
    let small = (1..1u32 << 7).map(|bits| (1..8).filter(|n| bits >> (n - 1) & 1 == 1).collect());
    small.chain([vec![9], vec![2, 11], vec![3, 8, 13], vec![1, 2, 12], vec![5, 6, 9, 14]])
}

fn all_but(set: &[u64]) -> String {
    let numbers: Vec<String> = set.iter().map(u64::to_string).collect();
    format!("subtraction(all but {})", numbers.join(","))
}

#[test]
fn all_but_sets_are_arithmetic_periodic_and_proofs_hold_by_brute_force() {
    let (mut proved, mut early) = (0, 0);
    for set in sets() {
        let expected = subtraction(700, |t, _| !set.contains(&t));
        let ruleset = all_but(&set);
        assert_eq!(values(&ruleset, 700), expected, "{ruleset}");
        let kind = kind(&ruleset);
        for length in (1..60).chain((60..350).step_by(7)) {
            let Some(found) = find_period(&expected[..length], &kind) else { continue };
            let says =
                |n: usize| found.value(&expected[..length], n as u64) == u64::from(expected[n]);
            if found.proved {
                proved += 1;
                assert!(says(700) && (0..=700).all(says), "{ruleset} from {length}: {found:?}");
            } else if !(0..=700).all(says) {
                early += 1;
            }
        }
        let found = find_period(&expected, &kind).unwrap();
        assert!(found.proved && found.saltus > 0, "{ruleset}: {found:?}");
    }
    // What is only seen is sometimes wrong, so that a proof says more.
    assert!(proved > 3000 && early > 10, "{proved} {early}");
}

#[test]
fn a_window_alone_proves_nothing_of_an_all_but_set() {
    // The claim of the theorem on finite sets, a window of max(S) that comes
    // again with a saltus, is wrong here: values may have been used before.
    let mut wrong = 0;
    for set in sets() {
        let values = subtraction(500, |t, _| !set.contains(&t));
        let most = *set.last().unwrap() as usize;
        for length in most + 1..200 {
            for period in 1..length - most {
                let windows = (length - most..length).map(|n| values[n] as i64);
                let steps: Vec<i64> = windows
                    .zip(length - most..)
                    .map(|(v, n)| v - values[n - period] as i64)
                    .collect();
                let same = steps.iter().all(|step| *step == steps[0]);
                wrong += usize::from(
                    same && (length..400)
                        .any(|n| values[n] as i64 - values[n - period] as i64 != steps[0]),
                );
            }
        }
    }
    assert!(wrong > 0);
}

#[test]
fn sets_are_printed_in_one_way() {
    for (text, printed) in [
        ("subtraction(all-but 1,4; 30)", "subtraction(all but 1,4; 30)"),
        ("subtraction(allbut 4, 1; 30)", "subtraction(all but 1,4; 30)"),
        ("subtraction( all  but 1..3 ; 3)", "subtraction(4..; 3)"),
        ("subtraction(all;5)", "subtraction(all; 5)"),
        ("subtraction(1..;5)", "subtraction(all; 5)"),
        ("subtraction(1,4,6..;5)", "subtraction(all but 2,3,5; 5)"),
        ("subtraction(all but 3..;5)", "subtraction(1,2; 5)"),
        ("subtraction(primes,1;5)", "subtraction(1,primes; 5)"),
        ("subtraction(prime;5)", "subtraction(primes; 5)"),
        ("subtraction(proper divisors;5)", "subtraction(proper-divisors; 5)"),
        ("subtraction(powers-of-2;5)", "subtraction(powers of 2; 5)"),
        ("subtraction(all but squares,3;5)", "subtraction(all but 3,squares; 5)"),
        ("grundys-game(2 heaps; 5)", "grundys-game(5)"),
        ("grundys-game( 3heaps; 5)", "grundys-game(3 heaps; 5)"),
        ("euclid(to  0; 3, 5)", "euclid(to 0; 3,5)"),
        ("heap( -1>2 , -3..5 , -2..>1; 4)", "heap(-1>2, -3..5, -2..>1; 4)"),
        (
            "heap(-0>2..3 unequal if  odd, = n/2 + n/3up+3 + n-1 if 4..7; 4)",
            "heap(-0>2..3 unequal if odd, =n/2+n/3 up+3+n-1 if 4..7; 4)",
        ),
    ] {
        let game = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(game.text(), printed, "{text}");
        assert_eq!(parse(printed).unwrap().text(), printed);
        assert_eq!(parse_ruleset(&game.ruleset()).unwrap().ruleset(), game.ruleset());
    }
}

#[test]
fn what_cannot_be_read_is_pointed_at() {
    let mut wrong = Vec::new();
    for (text, at) in [
        ("subtraction(all bat 1; 5)", 16),
        ("subtraction(all but; 5)", 19),
        ("subtraction(all but 0; 5)", 20),
        ("subtraction(all but 1..; 5)", 19),
        ("subtraction(all but coprime; 5)", 20),
        ("subtraction(primes,x; 5)", 19),
        ("subtraction(primes,3..; 5)", 12),
        ("subtraction(powers of 1; 5)", 22),
        ("subtraction(powers of x; 5)", 22),
        ("subtraction(9999999..; 5)", 12),
        ("subtraction(1,,2; 5)", 14),
        ("subtraction(; 5)", 12),
        ("octal(0.1[]; 5)", 10),
        ("octal(1.3; 5)", 6),
        ("octal(7.3; 5)", 6),
        ("hexadecimal(B.3; 5)", 12),
        ("octal(0.1[3; 5)", 11),
        ("octal(0.1[3]4; 5)", 12),
        ("octal(0.1[38]; 5)", 11),
        ("octal([3].1; 5)", 6),
        ("octal(0.1]; 5)", 9),
        ("octal(0.[[3]]; 5)", 9),
        ("heap(3; 5)", 5),
        ("heap(; 5)", 5),
        ("heap(-1,; 5)", 8),
        ("heap(-0; 5)", 6),
        ("heap(-0>1; 5)", 8),
        ("heap(-x; 5)", 6),
        ("heap(-1>7; 5)", 8),
        ("heap(-1>2..; 5)", 8),
        ("heap(-1 if x; 5)", 11),
        ("heap(=n/1; 5)", 8),
        ("heap(=n*2; 5)", 7),
        ("heap(=n-0; 5)", 8),
        ("heap(=; 5)", 6),
        ("heap(=1+1+1+1+1+1+1; 5)", 6),
        ("grundys-game(7 heaps; 5)", 13),
        ("grundys-game(3; 5)", 13),
        ("euclid(to 1; 3,5)", 7),
        ("euclid(3; 5)", 7),
        ("euclid(3)", 8),
        ("euclid(3,4,5)", 11),
    ] {
        match parse(text) {
            Err(error) if error.at == at => {}
            Err(error) => wrong.push(format!("{text}: {error}, not {at}")),
            Ok(game) => wrong.push(format!("{text} is read as {}", game.text())),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn tails_of_codes_are_printed_in_their_shortest_form() {
    for (text, printed) in [
        ("0.3[33]", "0.[3]"),
        ("0.12[34]", "0.12[34]"),
        ("0.1[2323]", "0.1[23]"),
        ("0.132[32]", "0.1[32]"),
        ("0.13[23]", "0.1[32]"),
        (".[3]", "0.[3]"),
        ("4.[4]", "4.[4]"),
        ("4.0 7[0 7]", "4.[07]"),
        ("0.12[00]", "0.12"),
        ("0.[0]", "0.0"),
    ] {
        let game = parse(&format!("octal({text}; 5)")).unwrap();
        assert_eq!(game.text(), format!("octal({printed}; 5)"));
        assert_eq!(parse(&game.text()).unwrap().text(), game.text());
    }
    assert_eq!(parse("hexadecimal(0.1[7f]; 5)").unwrap().text(), "hexadecimal(0.1[7F]; 5)");
}

#[test]
fn tails_of_codes_say_what_may_be_taken_for_ever() {
    let digit = |digits: &[u8], tail: &[u8], taken: usize| match digits.get(taken) {
        Some(&digit) => digit,
        None => tail[(taken - digits.len()) % tail.len()],
    };
    let cases: [(&str, &[u8], &[u8]); 8] = [
        ("octal(0.12[34])", &[0, 1, 2], &[3, 4]),
        ("octal(0.[3])", &[0], &[3]),
        ("octal(4.[07])", &[4], &[0, 7]),
        ("octal(0.[0005])", &[0], &[0, 0, 0, 5]),
        ("octal(0.0303[3])", &[0, 0, 3, 0, 3], &[3]),
        ("octal(0.6[1])", &[0, 6], &[1]),
        ("hexadecimal(0.1[7])", &[0, 1], &[7]),
        ("hexadecimal(8.[0B])", &[8], &[0, 11]),
    ];
    for (ruleset, digits, tail) in cases {
        let options = |n: u64| {
            let mut options = Vec::new();
            for taken in 0..=n {
                let (digit, rest) = (digit(digits, tail, taken as usize), n - taken);
                if digit & 1 > 0 && rest == 0 && n > 0 {
                    options.push(vec![]);
                }
                if digit & 2 > 0 && rest > 0 {
                    options.push(vec![rest]);
                }
                for a in 1..rest {
                    if digit & 4 > 0 {
                        options.push(vec![a, rest - a]);
                    }
                    if digit & 8 > 0 {
                        options.extend((1..rest - a).map(|b| vec![a, b, rest - a - b]));
                    }
                }
            }
            options
        };
        let expected = brute(45, &options);
        assert_eq!(values(ruleset, 45), expected, "{ruleset}");
        // The options themselves, as graphs are made of them.
        let game = parse_ruleset(ruleset).unwrap();
        let (rules, _) = game.heaps().unwrap();
        for n in 0..=30 {
            let mut found = Vec::new();
            let _ = rules.each_option(n, &mut |left| {
                let mut left = left.to_vec();
                left.sort();
                found.push(left);
                ControlFlow::Continue(())
            });
            let mut wanted = options(n);
            wanted.iter_mut().for_each(|left| left.sort());
            for list in [&mut found, &mut wanted] {
                list.sort();
                list.dedup();
            }
            assert_eq!(found, wanted, "{ruleset} {n}");
        }
    }
    // What is a subtraction game is known as one.
    assert_eq!(kind("octal(0.[3])"), HeapKind::AnyNumber);
    assert_eq!(kind("octal(0.0303[3])"), HeapKind::AllBut(vec![1, 3]));
    assert!(period("octal(0.0303[3])", 200).unwrap().proved);
    let mut proved = 0;
    for ruleset in ["octal(0.12[34])", "octal(4.[3])", "hexadecimal(0.1[7])", "octal(0.6[1])"] {
        assert!(matches!(kind(ruleset), HeapKind::Repeating(_)));
        let Some(found) = period(ruleset, 200).filter(|found| found.proved) else { continue };
        proved += 1;
        let values = values(ruleset, 1000);
        for (heap, &value) in (0..).zip(&values) {
            assert_eq!(found.value(&values[..=200], heap), u64::from(value), "{ruleset} {heap}");
        }
    }
    assert!(proved >= 2, "{proved}");
    // Winning Ways, chapter 4, as Lasker's Nim.
    let lasker = period("octal(4.[3])", 100).unwrap();
    assert_eq!((lasker.period, lasker.preperiod, lasker.saltus, lasker.proved), (4, 1, 4, true));
    assert_eq!(values("octal(4.[3])", 300), values("lasker", 300));
    assert_eq!(values("octal(0.[3])", 300), values("nim", 300));
}

#[test]
fn moves_that_are_listed_are_what_they_say() {
    let split = |n: u64, ok: &dyn Fn(u64, u64) -> bool| -> Vec<Vec<u64>> {
        (1..n).filter(|&a| ok(a, n - a)).map(|a| vec![a, n - a]).collect()
    };
    let take = |n: u64, ok: &dyn Fn(u64) -> bool| -> Vec<Vec<u64>> {
        (1..=n).filter(|&t| ok(t)).map(|t| vec![n - t]).collect()
    };
    type Options<'a> = &'a dyn Fn(u64) -> Vec<Vec<u64>>;
    let cases: &[(&str, Options<'_>)] = &[
        ("-even", &|n| take(n, &|t| t % 2 == 0)),
        ("-odd if odd, -even if even", &|n| take(n, &|t| t % 2 == n % 2)),
        ("-2..4, -9..", &|n| take(n, &|t| (2..=4).contains(&t) || t >= 9)),
        ("-0>2", &|n| split(n, &|_, _| true)),
        ("-0>2 unequal, =2+3 if 5..6", &|n| {
            let mut all = split(n, &|a, b| a != b);
            if n == 5 || n == 6 {
                all.push(vec![2, 3]);
            }
            all
        }),
        ("-1>0", &|n| if n == 1 { vec![vec![]] } else { vec![] }),
        ("-2>2 equal, -1", &|n| {
            let mut all = take(n, &|t| t == 1);
            if n > 2 && n % 2 == 0 {
                all.push(vec![n / 2 - 1, n / 2 - 1]);
            }
            all
        }),
        ("-1..>3 unequal", &|n| {
            let mut all = Vec::new();
            for a in 1..n {
                for b in a + 1..n {
                    all.extend((b + 1..n).filter(|c| a + b + c < n).map(|c| vec![a, b, c]));
                }
            }
            all
        }),
        ("-0>3 if odd, -1", &|n| {
            let mut all = take(n, &|t| t == 1);
            for a in (1..n).filter(|_| n % 2 == 1) {
                all.extend((1..n - a).map(|b| vec![a, b, n - a - b]));
            }
            all
        }),
        ("-1..2>2..3 unequal if primes, -3", &|n| {
            let mut all = take(n, &|t| t == 3);
            for rest in [n.saturating_sub(1), n.saturating_sub(2)] {
                for a in (1..rest).filter(|_| is_prime(n)) {
                    all.extend((a * 2 != rest).then(|| vec![a, rest - a]));
                    let thirds = (a + 1..rest - a).map(|b| (b, rest - a - b));
                    all.extend(thirds.filter(|(b, c)| b < c).map(|(b, c)| vec![a, b, c]));
                }
            }
            all
        }),
        ("=n/2, =n/3 up", &|n| {
            let all = [n / 2, n.div_ceil(3)];
            all.into_iter().filter(|&left| left < n).map(|left| vec![left]).collect()
        }),
        ("=n-1+n-2, =0 if odd", &|n| {
            let mut all = if n >= 2 { vec![vec![n - 1, n - 2]] } else { vec![] };
            all.extend((n % 2 == 1).then(Vec::new));
            all
        }),
    ];
    for (moves, options) in cases {
        let ruleset = format!("heap({moves})");
        assert_eq!(values(&ruleset, 40), brute(40, options), "{ruleset}");
    }
    // Codes keep their fast methods and their theorem.
    assert!(matches!(kind("heap(-1..2>0..2)"), HeapKind::TakeAndBreak(_)));
    assert_eq!(values("heap(-1..2>0..2)", 3000), values("kayles", 3000));
    assert_eq!(values("heap(-0>2, -1)", 300), values("octal(4.3)", 300));
    assert!(period("heap(-1..2>0..2)", 400).unwrap().proved);
    assert_eq!(values("heap(-0>2 unequal)", 300), values("grundys-game", 300));
    assert_eq!(values("heap(-0>3 unequal)", 60), values("grundys-game(3 heaps)", 60));
    let different = |n: u64| {
        let mut all = Vec::new();
        for a in 1..n {
            all.extend((a + 1..n).filter(|b| n > a + 2 * b).map(|b| vec![a, b, n - a - b]));
        }
        all
    };
    assert_eq!(values("grundys-game(3 heaps)", 60), brute(60, &different));
}

fn rows(ruleset: &str, last: usize) -> Vec<Vec<u32>> {
    let game = parse_ruleset(ruleset).unwrap();
    pair_values(game.pairs().unwrap(), last, &Limits::default()).unwrap()
}

#[test]
fn pairs_have_the_values_of_their_games() {
    // Nivasch, The Sprague–Grundy function of the game Euclid, 2006.
    for (a, row) in rows("euclid", 60).iter().enumerate().skip(1) {
        for (b, &value) in row.iter().enumerate().skip(1) {
            let (less, more) = (a.min(b), a.max(b));
            assert_eq!(value as usize, (more * more - less * less) / (less * more), "{a}, {b}");
        }
    }
    // OEIS A004481 begins with these; row 0 is Nim.
    let wythoff = rows("wythoff", 4);
    assert_eq!(
        wythoff,
        [[0, 1, 2, 3, 4], [1, 2, 0, 4, 5], [2, 0, 1, 5, 3], [3, 4, 5, 6, 2], [4, 5, 3, 2, 7]]
    );
    // Each pair by its own graph.
    for ruleset in ["wythoff", "euclid", "euclid(to 0)"] {
        for (a, row) in rows(ruleset, 9).iter().enumerate() {
            for (b, &value) in row.iter().enumerate() {
                let text = match ruleset.strip_suffix(')') {
                    Some(open) => format!("{open}; {a},{b})"),
                    None => format!("{ruleset}({a},{b})"),
                };
                let game = parse(&text).unwrap();
                let found = Solver::default().value(&*game, &Limits::default()).unwrap().unwrap();
                assert_eq!(found.0.nimber().map(|nimber| nimber.0), Some(value.into()), "{text}");
            }
        }
    }
    // With numbers that become 0 the same unequal numbers are lost.
    let (above, to_zero) = (rows("euclid", 60), rows("euclid(to 0)", 60));
    for (a, row) in to_zero.iter().enumerate().skip(1) {
        for b in (1..row.len()).filter(|&b| a != b) {
            assert_eq!(row[b] == 0, above[a][b] == 0, "{a}, {b}");
        }
    }
    let few = Limits { positions: 100, ..Limits::default() };
    let game = parse_ruleset("wythoff").unwrap();
    assert!(pair_values(game.pairs().unwrap(), 20, &few).is_err());
    assert!(pair_values(game.pairs().unwrap(), usize::MAX, &few).is_err());
}

#[test]
fn heaps_that_may_be_passed_are_never_lost() {
    // From the definition: a heap is won if a move leaves a lost one. Passing
    // from a lost heap would leave it lost, so that none is; the winner needs a
    // move to nothing at all.
    for (text, word) in [
        ("octal(2.3; 1)", "N"),
        ("octal(2.3; 2)", "D"),
        ("octal(2.3; 0)", "P"),
        ("octal(2.3; 1,1)", "D"),
        ("octal(6.03; 2)", "N"),
        ("octal(6.03; 3)", "D"),
        ("hexadecimal(A.1; 1)", "N"),
        ("octal(2.[3]; 9)", "N"),
    ] {
        let game = parse(text).unwrap();
        let answer = solve(&*game, &Options::default()).unwrap();
        assert_eq!(answer.outcome.map(Outcome::word), Some(word), "{text}");
        assert_eq!(parse(&game.text()).unwrap().text(), text);
        // Play that can go on for ever has no sequence.
        assert!(game.heaps().is_none(), "{text}");
    }
}

#[test]
fn the_many_options_of_one_heap_are_held_to_the_limits() {
    let second = Duration::from_secs(1);
    let limits = || Limits { time: Some((Instant::now(), second)), ..Limits::default() };
    let start = Instant::now();
    let many = parse_ruleset("heap(-0>6 unequal)").unwrap();
    let table = Solver::default().table(&*many, 3000, &limits()).map(|_| ());
    assert!(matches!(table, Err(Stopped::Time { .. })), "{table:?}");
    for text in ["subtraction(primes; 999999999999)", "subtraction(coprime; 999999999999999989)"] {
        let explored = parse(text).unwrap().explore(&limits()).map(|_| ());
        assert!(matches!(explored, Err(Stopped::Time { .. })), "{text}: {explored:?}");
    }
    assert!(start.elapsed() < 10 * second);
}

/// Letters of several bytes, anywhere in a move, are no more than an error.
#[test]
fn moves_of_other_letters_are_refused() {
    for text in ["А-ieven", "=А", "=nА", "=n é2", "-é", "-1>é", "-1 ifé", "é", "-2 é equal", "=2+é"]
    {
        let game = format!("heap({text})");
        assert!(grundy::catalogue::parse_ruleset(&game).is_err(), "{game}");
    }
}

/// Values that were kept go on as they do from the start, wherever they were cut off; each game is
/// one of another method.
#[test]
fn a_sequence_goes_on_from_kept_values() {
    const LAST: usize = 3000;
    let rulesets = [
        "octal(0.007)",
        "grundys-game",
        "octal(4.4264)",
        "hexadecimal(0.b1c)",
        "octal(4.[3])",
        "hexadecimal(0.1[7])",
        "subtraction(all but 1,4,6)",
        "subtraction(squares)",
    ];
    for ruleset in rulesets {
        let game = parse_ruleset(ruleset).unwrap();
        let all = values(ruleset, LAST);
        let resume = |values: &[u32], settled| {
            let mut solver = Solver::default();
            let resumed = solver.resume(&*game, values.to_vec(), settled, &Limits::default());
            resumed.unwrap().then_some(solver)
        };
        for known in [0, 1, 300, 512, 600, 2048, 2500, LAST + 1] {
            let mut solver = resume(&all[..known], None).unwrap();
            // An odd number of heaps is one too many.
            assert_eq!(solver.known(&*game, LAST), &all[..known & !1], "{ruleset}");
            let table = solver.table(&*game, LAST, &Limits::default()).unwrap().unwrap();
            assert!(table == all, "{ruleset} from {known}");
        }
        let mut other = all.clone();
        other[100] += 1;
        assert!(resume(&other, None).is_none(), "{ruleset}");
        for (heaps, chosen) in [(LAST + 1, LAST + 1), (LAST + 2, LAST), (LAST, LAST + 1)] {
            let settled = Some(SettledBy { heaps, chosen });
            assert!(resume(&all, settled).is_none(), "{ruleset}: no search begins there");
        }
    }
}
