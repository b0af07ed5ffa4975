//! Positions of modules as integers: whole solutions by their keys against the definition, and
//! what is learned from play.

#[path = "../../grundy-rules/tests/oracle/mod.rs"]
mod oracle;

use std::collections::HashMap;
use std::sync::Arc;

use grundy::solve::partitioned::{Failure, Positions, Settings};
use grundy::stated::check::Compilation;
use grundy::stated::{Keys, Stated, Statement};
use grundy::{Flow, Limits, Player, Text, catalogue};
use grundy_wasm::File;

fn example(name: &str) -> File {
    let path = format!("{}/../../examples/wasm/{name}.wasm", env!("CARGO_MANIFEST_DIR"));
    let bytes = std::fs::read(path).unwrap();
    grundy_wasm::load(&format!("{name}.wasm"), &bytes).unwrap_or_else(|fault| panic!("{fault}"))
}

fn state(file: &File, parameters: &str) -> Box<dyn Stated> {
    let parameters = Some(parameters).filter(|text| !text.is_empty()).map(Text::new);
    file.state(parameters).unwrap_or_else(|error| panic!("{error}"))
}

fn keys(file: &File, parameters: &str) -> Arc<dyn Keys> {
    let keys = state(file, parameters).keys().unwrap();
    keys.unwrap_or_else(|| panic!("{} has no keys", file.name()))
}

/// The module of a game on pairs of numbers, both 0 at first: a move adds 1 to one of them while
/// they are less than `most` together. A position has nine bytes.
fn triangle(most: u32, more: &str) -> File {
    let text = format!(
        r#"(module
        (memory (export "memory") 8)
        (func (export "width") (result i32) (i32.const 9))
        (func (export "buffer") (param i32) (result i32) (i32.const 1024))
        (func (export "start") (param i32 i32) (result i32) (i32.const 512))
        (func $sum (param $at i32) (result i32)
            (i32.add (i32.load8_u (local.get $at)) (i32.load8_u offset=1 (local.get $at))))
        (func (export "expand") (param $at i32) (param $count i32) (result i32)
            (local $out i32) (local $options i32)
            (local.set $out (i32.const 200000))
            (loop $next
                (local.set $options
                    (i32.shl (i32.lt_u (call $sum (local.get $at)) (i32.const {most}))
                        (i32.const 1)))
                (i32.store8 (local.get $out) (i32.const 0))
                (i32.store offset=1 (local.get $out) (local.get $options))
                (local.set $out (i32.add (local.get $out) (i32.const 5)))
                (if (local.get $options)
                    (then
                        (memory.copy (local.get $out) (local.get $at) (i32.const 9))
                        (i32.store8 (local.get $out)
                            (i32.add (i32.load8_u (local.get $at)) (i32.const 1)))
                        (i32.store8 offset=9 (local.get $out) (i32.const 2))
                        (local.set $out (i32.add (local.get $out) (i32.const 10)))
                        (memory.copy (local.get $out) (local.get $at) (i32.const 9))
                        (i32.store8 offset=1 (local.get $out)
                            (i32.add (i32.load8_u offset=1 (local.get $at)) (i32.const 1)))
                        (i32.store8 offset=9 (local.get $out) (i32.const 2))
                        (local.set $out (i32.add (local.get $out) (i32.const 10)))))
                (local.set $at (i32.add (local.get $at) (i32.const 10)))
                (local.set $count (i32.sub (local.get $count) (i32.const 1)))
                (br_if $next (local.get $count)))
            (i32.const 200000))
        {more})"#
    );
    let bytes = wat::parse_str(text).unwrap();
    grundy_wasm::load("triangle.wasm", &bytes).unwrap_or_else(|fault| panic!("{fault}"))
}

const IMPARTIAL: &str = r#"(func (export "impartial") (result i32) (i32.const 1))"#;

/// Solves a game by its keys; where it learns from a fault, again, and says how often.
fn solve(name: &str, file: &File, parameters: &str) -> Result<(Positions, usize), String> {
    catalogue::register(name, Arc::new(file.clone()));
    let text = if parameters.is_empty() { name.into() } else { format!("{name}({parameters})") };
    for attempt in 0..20 {
        let game = catalogue::parse(&text).unwrap_or_else(|error| panic!("{error}"));
        let large = game.large().unwrap_or_else(|| panic!("{name} has no keys"));
        let settings = Settings { convention: game.convention(), ..Settings::default() };
        match large.solve(&settings) {
            Ok(positions) => return Ok((positions, attempt)),
            Err(Failure::Stopped(grundy::Stopped::Rules(fault))) if fault.again => {}
            Err(failure) => return Err(failure.to_string()),
        }
    }
    panic!("{name} learns, and does not end");
}

/// Compares the verdict of every position with that by the definition; and how many there are.
/// Says how many keys there are, and how many positions.
fn compare(name: &str, file: &File, parameters: &str) -> (u64, u64) {
    let name = format!("keys-{name}");
    let (positions, _) = solve(&name, file, parameters).unwrap_or_else(|error| panic!("{error}"));
    let game = state(file, parameters);
    let keys = game.keys().unwrap().unwrap();
    let text = if parameters.is_empty() { name.clone() } else { format!("{name}({parameters})") };
    let large = catalogue::parse(&text).unwrap().large().unwrap();
    let mut find = large.finder(&positions);
    let mut nodes = HashMap::new();
    for starter in if game.impartial() { &Player::BOTH[..1] } else { &Player::BOTH } {
        let play = oracle::Play::of(&*game, *starter);
        let verdicts = play.verdicts(game.impartial());
        nodes.extend(play.nodes.into_iter().zip(verdicts));
    }
    for ((position, mover), verdict) in &nodes {
        let key = keys.pack(position, *mover).unwrap().unwrap();
        let found = find(key).unwrap().unwrap_or_else(|| panic!("{name}: no {position:?}"));
        let found = found.verdict();
        assert_eq!(found.fate(), verdict.fate(), "{name}: {position:?}, {mover} to move");
        if found.remoteness().is_some() {
            assert_eq!(found.remoteness(), verdict.remoteness(), "{name}: {position:?}");
        }
        let (again, _) = keys.unpack(key).unwrap();
        assert_eq!(keys.pack(&again, keys.mover(key)).unwrap(), Some(key));
    }
    let counts = positions.counts();
    assert_eq!(counts.positions(), nodes.len() as u64, "{name}");
    (counts.keys(), counts.positions())
}

#[test]
fn examples_are_solved_by_their_keys_as_by_the_definition() {
    for (name, parameters) in [
        ("connect-four", "4x3"),
        ("connect-four", "3x4"),
        ("connect-four", "8x1"),
        ("domineering", ""),
        ("domineering", "2x4"),
        ("domineering", "3x4"),
        ("nim", ""),
        ("nim", "1, 2, 7"),
        ("take", ""),
    ] {
        let (keys, positions) = compare(name, &example(name), parameters);
        // The first position is its own negative, and so one key stands for two positions.
        let both = name == "connect-four" || (name, parameters) == ("domineering", "");
        assert_eq!(positions, if both { 2 * keys } else { keys }, "{name}({parameters})");
    }
}

#[test]
fn tiers_are_found_in_bytes() {
    let flow = |name, parameters| keys(&example(name), parameters).flow();
    // Discs are bits, and so are squares under dominoes; two at a time are covered.
    assert_eq!(flow("connect-four", "6x5"), Flow::Stepwise);
    assert_eq!(flow("domineering", ""), Flow::Stepwise);
    // Heaps fall.
    assert_eq!(flow("nim", ""), Flow::Rising);
    assert_eq!(flow("take", ""), Flow::Rising);
    let connect_four = keys(&example("connect-four"), "6x5");
    assert!(connect_four.bits() <= 64, "{}", connect_four.bits());
    assert_eq!(keys(&triangle(20, IMPARTIAL), "").flow(), Flow::Stepwise);
}

/// Random play comes near the middle of a wide triangle only.
#[test]
fn what_samples_have_not_seen_is_learned() {
    for more in ["", IMPARTIAL] {
        let file = triangle(200, more);
        let before = keys(&file, "").packing();
        let name = format!("wide-{}", more.len());
        let (positions, restarts) = solve(&name, &file, "").unwrap();
        assert!((1..5).contains(&restarts), "{restarts}");
        let movers = if more.is_empty() { 2 } else { 1 };
        assert_eq!(positions.counts().keys(), movers * 201 * 202 / 2);
        // Files of other keys are refused by what the keys say of themselves.
        assert_ne!(keys(&file, "").packing(), before);
    }
}

#[test]
fn a_module_says_its_tiers() {
    let tier = |tier: &str| {
        format!(r#"{IMPARTIAL} (func (export "tier") (param $at i32) (result i32) {tier})"#)
    };
    let sum = "(call $sum (local.get $at))";
    let (stepwise, first) = (triangle(30, &tier(sum)), "(i32.load8_u (local.get $at))".to_string());
    for (file, flow) in [
        (&stepwise, Flow::Stepwise),
        (&triangle(30, &tier(&format!("(i32.mul (i32.const 3) {sum})"))), Flow::Rising),
        (&triangle(30, &tier(&first)), Flow::Level),
        (&triangle(30, &tier("(i32.const 7)")), Flow::Level),
    ] {
        let keys = keys(file, "");
        assert_eq!(keys.flow(), flow);
        let most = keys.pack(&[20, 10, 0, 0, 0, 0, 0, 0, 0], Player::Left).unwrap().unwrap();
        assert!(keys.tier(most) >= 7);
        assert_eq!(compare(&format!("tier-{flow:?}"), file, ""), (496, 496));
    }
    // Only late does a move not lead to the next tier, or to a higher one than all before.
    let file = triangle(
        200,
        &tier(&format!("(select (i32.const 1000) {sum} (i32.gt_u {first} (i32.const 190)))")),
    );
    let (positions, restarts) = solve("late-tiers", &file, "").unwrap();
    assert!(restarts > 1, "{restarts}");
    assert_eq!(positions.counts().keys(), 201 * 202 / 2);
}

#[test]
fn tiers_that_decrease_are_errors() {
    let tier = |tier: &str| {
        let text = format!(r#"(func (export "tier") (param $at i32) (result i32) {tier})"#);
        triangle(40, &text)
    };
    // Only where the first number goes from 35 to 36.
    let file = tier(
        "(i32.sub (call $sum (local.get $at))
            (i32.mul (i32.const 5) (i32.gt_u (i32.load8_u (local.get $at)) (i32.const 35))))",
    );
    let error = solve("falling", &file, "").err().unwrap();
    let told = "`tier` is 35 here, and 31 after the move to 240000000000000000";
    assert!(error.contains(told), "{error}");
    assert!(error.contains("in the position 230000000000000000"), "{error}");
    for (number, told) in [("-1", "-1"), ("0x1000000", "16777216")] {
        let file = tier(&format!("(i32.const {number})"));
        let report = grundy_wasm::check(&file, None, &Limits::default());
        let error = report.unwrap_err().to_string();
        let told = format!("`tier` returned {told}: tiers are between 0 and 16777215");
        assert!(error.contains(&told), "{error}");
    }
    // The check finds it, too.
    let file = tier("(i32.sub (i32.const 40) (call $sum (local.get $at)))");
    let report = grundy_wasm::check(&file, None, &Limits::default()).unwrap();
    let broken = &report.broken[0];
    assert_eq!(broken.promise, "no move leads to a lower `tier`");
    assert!(broken.message.contains("it is 40, and after the move to"), "{}", broken.message);
}

/// The images of a pair: the same with the numbers exchanged.
const IMAGES: &str = r#"
    (func (export "symmetries") (param $at i32) (result i32)
        (i32.store (i32.const 600) (i32.const 1))
        (memory.copy (i32.const 604) (local.get $at) (i32.const 9))
        (i32.store8 (i32.const 604) (i32.load8_u offset=1 (local.get $at)))
        (i32.store8 (i32.const 605) (i32.load8_u (local.get $at)))
        (i32.const 600))"#;

#[test]
fn images_are_one_key() {
    let file = triangle(30, &format!("{IMPARTIAL} {IMAGES}"));
    // Pairs of 0 to 30 in any order: those of two equal numbers are their own images.
    let equal = 16;
    assert_eq!(compare("images", &file, ""), ((496 + equal) / 2, 496));
    let both = triangle(30, IMAGES);
    assert_eq!(compare("images-and-movers", &both, ""), (496 + equal, 2 * 496));
    let report = grundy_wasm::check(&file, None, &Limits::default()).unwrap();
    assert_eq!(report.broken, []);
    // Other positions than images.
    let wrong = IMAGES.replace("(i32.load8_u (local.get $at))", "(i32.const 3)");
    let file = triangle(30, &format!("{IMPARTIAL} {wrong}"));
    let report = grundy_wasm::check(&file, None, &Limits::default()).unwrap();
    let promises: Vec<_> = report.broken.iter().map(|broken| broken.promise).collect();
    assert!(promises.contains(&"`symmetries` of an image gives the same positions"));
    assert!(promises.contains(&"`symmetries` gives positions with the same moves and ends"));
    let many = IMAGES.replace("(i32.const 600) (i32.const 1)", "(i32.const 600) (i32.const -1)");
    let report = grundy_wasm::check(&triangle(30, &many), None, &Limits::default());
    let error = report.unwrap_err().to_string();
    assert!(error.contains("it returned 4294967295 positions, more than 65536"), "{error}");
    // Beyond the memory.
    for address in ["0", "-1", "524286"] {
        let text = format!(
            r#"{IMPARTIAL} (func (export "symmetries") (param i32) (result i32)
                (i32.const {address}))"#
        );
        let report = grundy_wasm::check(&triangle(30, &text), None, &Limits::default());
        let error = report.unwrap_err().to_string();
        assert!(error.contains("`symmetries`: it returned"), "{error}");
    }
}

#[test]
fn exports_of_other_types_are_refused() {
    for name in ["tier", "symmetries"] {
        let text = format!(
            r#"(module
            (memory (export "memory") 1)
            (func (export "width") (result i32) (i32.const 1))
            (func (export "buffer") (param i32) (result i32) (i32.const 0))
            (func (export "start") (param i32 i32) (result i32) (i32.const 0))
            (func (export "expand") (param i32 i32) (result i32) (i32.const 0))
            (func (export "{name}") (param i32 i32) (result i32) (i32.const 0)))"#
        );
        let error = grundy_wasm::load("a.wasm", &wat::parse_str(text).unwrap()).unwrap_err();
        let told = format!(
            "a.wasm: its export `{name}` is a function (i32, i32) -> i32, and has to be a \
             function (i32) -> i32"
        );
        assert_eq!(error.to_string(), told);
    }
}

/// A game of which every move changes all of its many bytes.
#[test]
fn positions_that_are_too_long_have_no_keys() {
    let text = r#"(module
        (memory (export "memory") 8)
        (func (export "width") (result i32) (i32.const 200))
        (func (export "impartial") (result i32) (i32.const 1))
        (func (export "buffer") (param i32) (result i32) (i32.const 300000))
        (func (export "start") (param i32 i32) (result i32) (i32.const 512))
        (func (export "expand") (param $at i32) (param $count i32) (result i32)
            (local $out i32) (local $options i32) (local $byte i32)
            (local.set $out (i32.const 1024))
            (loop $next
                (local.set $options
                    (i32.lt_u (i32.load8_u (local.get $at)) (i32.const 9)))
                (i32.store8 (local.get $out) (i32.const 0))
                (i32.store offset=1 (local.get $out) (local.get $options))
                (local.set $out (i32.add (local.get $out) (i32.const 5)))
                (if (local.get $options)
                    (then
                        (memory.fill (local.get $out)
                            (i32.add (i32.load8_u (local.get $at)) (i32.const 1))
                            (i32.const 200))
                        (i32.store8 offset=200 (local.get $out) (i32.const 2))
                        (local.set $out (i32.add (local.get $out) (i32.const 201)))))
                (local.set $at (i32.add (local.get $at) (i32.const 201)))
                (local.set $count (i32.sub (local.get $count) (i32.const 1)))
                (br_if $next (local.get $count)))
            (i32.const 1024)))"#;
    let file = grundy_wasm::load("long.wasm", &wat::parse_str(text).unwrap()).unwrap();
    assert!(state(&file, "").keys().unwrap().is_none());
    let report = grundy_wasm::check(&file, None, &Limits::default()).unwrap();
    let why = "positions are too long".to_string();
    assert_eq!(report.compiled, Some(Compilation::Unkeyed(why)));
    let report = grundy_wasm::check(&triangle(20, ""), None, &Limits::default()).unwrap();
    match report.compiled {
        Some(Compilation::Keyed(keying)) => {
            assert_eq!(keying.bits, 5 + 5 + 1);
            assert_eq!(keying.tiers, "every move leads to the next tier");
        }
        other => panic!("{other:?}"),
    }
}

/// Points of Left less those of Right where both numbers together are `most`.
fn score(a: u32, b: u32) -> i64 {
    i64::from((7 * a + 3 * b) % 11) - 5
}

/// What the player to move gets at best, by the definition.
fn margin(most: u32, (a, b): (u32, u32), left: bool, known: &mut HashMap<(u32, u32), i64>) -> i64 {
    if a + b == most {
        return if left { score(a, b) } else { -score(a, b) };
    }
    // Whose turn it is follows from the sum.
    if let Some(&known) = known.get(&(a, b)) {
        return known;
    }
    let options = [(a + 1, b), (a, b + 1)];
    let best = options.into_iter().map(|to| -margin(most, to, !left, known)).max().unwrap();
    known.insert((a, b), best);
    best
}

#[test]
fn modules_with_scores_have_the_margins_of_the_definition() {
    let more = r#"
        (func (export "score") (param $at i32) (result i64)
            (i64.sub
                (i64.rem_u
                    (i64.extend_i32_u (i32.add
                        (i32.mul (i32.load8_u (local.get $at)) (i32.const 7))
                        (i32.mul (i32.load8_u offset=1 (local.get $at)) (i32.const 3))))
                    (i64.const 11))
                (i64.const 5)))"#;
    for most in [0, 1, 2, 3, 7, 10, 121] {
        let file = triangle(most, more);
        let game = state(&file, "");
        assert!(game.counts_points() && game.has_ends() && !game.impartial());
        let keys = keys(&file, "");
        let name = format!("triangle-with-scores-{most}");
        catalogue::register(&name, Arc::new(file));
        let game = catalogue::parse(&name).unwrap();
        let answer = grundy::answer::solve(&*game, &Default::default()).unwrap().whole().unwrap();
        for starter in Player::BOTH {
            let expected = margin(most, (0, 0), starter == Player::Left, &mut HashMap::new());
            let found = answer.side(starter).unwrap();
            assert_eq!(found.score.as_ref().unwrap().total, expected, "{most} {starter}");
            assert_eq!(found.fate.value(), expected.signum() as i8, "{most} {starter}");
            for a in 0..=most.min(200) {
                let position = [a as u8, (most - a) as u8, 0, 0, 0, 0, 0, 0, 0];
                let Some(key) = keys.pack(&position, starter).unwrap() else { continue };
                let points = if starter == Player::Left { 1 } else { -1 } * score(a, most - a);
                assert_eq!(keys.points(key).unwrap(), points);
            }
        }
    }
}
