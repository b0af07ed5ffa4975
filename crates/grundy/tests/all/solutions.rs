//! Saved solutions: what was written is accepted, and nothing else.

use std::collections::BTreeMap;
use std::path::PathBuf;

use grundy::catalogue::parse;
use grundy::format::solution::{Reader, write};
use grundy::solve::Outcomes;
use grundy::solve::loopy::loopy_values;
use grundy::solve::retrograde::retrograde;
use grundy::solve::verify::Claim;
use grundy::value::{LoopyNimber, Nimber};
use grundy::{Convention, Game, Limits, Player, Random, Verdict};

fn solution(game: &dyn Game, convention: Convention) -> Vec<u8> {
    let limits = Limits::default();
    let play = game.explore(&limits).unwrap();
    let outcomes = retrograde(&play.arena, convention, &limits).unwrap();
    let values: Option<Vec<LoopyNimber>> = game.impartial().then(|| {
        let parts = game.components(false, &limits).unwrap();
        let values = loopy_values(&parts.graph, &limits).unwrap().unwrap();
        let by_name: BTreeMap<String, LoopyNimber> = parts
            .graph
            .nodes()
            .map(|node| (parts.game(node).position(), values[node as usize].clone()))
            .collect();
        play.arena.nodes().map(|node| by_name[&play.position(node, false)].clone()).collect()
    });
    let mut file = Vec::new();
    write(&mut file, game, &play, &outcomes, values.as_deref(), convention, &limits).unwrap();
    file
}

fn claims(file: &[u8]) -> Vec<Claim> {
    Reader::open(file).unwrap().map(|claim| claim.unwrap()).collect()
}

fn accepted(game: &dyn Game, convention: Convention, claims: &[Claim]) -> bool {
    let mut claims = claims.iter().cloned().map(Ok);
    game.verify(&mut claims, convention, &Limits::default()).is_ok()
}

fn games() -> Vec<(Box<dyn Game>, Convention)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/graphs");
    let mut games: Vec<String> = [
        "nim(2,3)",
        "nim(1,1) + subtraction(1,2; 2)",
        "nim(0)",
        "subtraction(1,2; 7)",
        "tic-tac-toe(2,2,2)",
        "tic-tac-toe(XXO|.X.|OO.)",
        "∞(0,2)",
        "∞(1) + nim(2) + ∞",
        r#"graph({"left": {"1": [2,3], "2": [1]}, "right": {"1": [3], "3": [2,4]}})"#,
        r#"graph({"moves": {"a": ["b","c"], "b": ["a","d"], "c": ["e"], "e": ["c","b"]}})"#,
    ]
    .map(str::to_string)
    .into();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            games.push(format!("graph({:?})", path.to_str().unwrap()));
        }
    }
    for seed in 0..9 {
        games.push(random_graph(seed, 6, seed % 3 == 0));
    }
    let both = [Convention::Normal, Convention::Misere];
    let parsed = |text: &String| both.map(|convention| (parse(text).unwrap(), convention));
    games.iter().flat_map(parsed).collect()
}

fn random_graph(seed: u64, positions: usize, partizan: bool) -> String {
    let mut random = Random::new(seed);
    let side = |random: &mut Random| {
        let row = |from: usize, random: &mut Random| {
            let degree = random.below(4);
            let targets: Vec<String> =
                (0..degree).map(|_| random.below(positions).to_string()).collect();
            format!("\"{from}\": [{}]", targets.join(","))
        };
        let rows: Vec<String> = (0..positions).map(|from| row(from, random)).collect();
        format!("{{{}}}", rows.join(", "))
    };
    if partizan {
        let (left, right) = (side(&mut random), side(&mut random));
        format!("graph({{\"left\": {left}, \"right\": {right}}})")
    } else {
        format!("graph({{\"moves\": {}}})", side(&mut random))
    }
}

#[test]
fn what_is_written_is_read_and_accepted() {
    for (game, convention) in games() {
        let file = solution(&*game, convention);
        let reader = Reader::open(&*file).unwrap();
        assert_eq!(reader.header().game, game.text());
        assert_eq!(reader.header().convention, convention);
        let entries = reader.header().entries;
        assert_eq!(reader.verify(&*game, &Limits::default()), Ok(entries), "{}", game.text());
    }
}

#[test]
fn every_change_of_one_field_is_refused() {
    for (game, convention) in games() {
        let text = game.text();
        let truth = claims(&solution(&*game, convention));
        assert!(accepted(&*game, convention, &truth), "{text}");
        let refused = |i: usize, change: &dyn Fn(&mut Vec<Claim>)| {
            let mut wrong = truth.clone();
            change(&mut wrong);
            assert!(wrong != truth, "{text}: not a change");
            let (right, wrong_claim) = (&truth[i], wrong.get(i));
            assert!(
                !accepted(&*game, convention, &wrong),
                "{text} {convention:?}: {right:?} became {wrong_claim:?}"
            );
        };
        for (i, claim) in truth.iter().enumerate() {
            for verdict in other_verdicts(claim.verdict) {
                refused(i, &|claims| claims[i].verdict = verdict);
            }
            for value in other_values(claim.value.as_ref()) {
                // A file of one entry that makes no claim of value is true.
                if value.is_some() || truth.len() > 1 {
                    refused(i, &|claims| claims[i].value = value.clone());
                }
            }
            let best = claim.best.as_ref().unwrap();
            for (j, name) in best.iter().enumerate() {
                refused(i, &|claims| {
                    claims[i].best.as_mut().unwrap().remove(j);
                });
                refused(i, &|claims| claims[i].best.as_mut().unwrap().push(name.clone()));
                let rank = |name: &String| {
                    let mut after = truth.iter().filter(|claim| claim.position == *name);
                    after.next().unwrap().verdict
                };
                if j > 0 && game.impartial() && rank(&best[j - 1]) != rank(name) {
                    refused(i, &|claims| claims[i].best.as_mut().unwrap().swap(j - 1, j));
                }
            }
            // Some others do; all of them would take long in a large game.
            for other in truth.iter().step_by(truth.len().div_ceil(16)) {
                if !best.contains(&other.position) {
                    for place in [0, best.len()] {
                        refused(i, &|claims| {
                            claims[i].best.as_mut().unwrap().insert(place, other.position.clone());
                        });
                    }
                }
                if other.position != claim.position {
                    refused(i, &|claims| claims[i].position.clone_from(&other.position));
                }
            }
            if !game.impartial() {
                refused(i, &|claims| claims[i].mover = claim.mover.opponent());
            }
            refused(i, &|claims| {
                claims.remove(i);
            });
            refused(i, &|claims| claims.push(claim.clone()));
        }
    }
}

fn other_verdicts(verdict: Verdict) -> Vec<Verdict> {
    let mut others = vec![Verdict::Draw(None)];
    let moves = verdict.remoteness().unwrap_or(0);
    for moves in [0, moves.saturating_sub(1), moves, moves + 1, moves + 2, u32::MAX] {
        others.extend([Verdict::Win(moves), Verdict::Loss(moves), Verdict::Draw(Some(moves))]);
    }
    others.retain(|other| *other != verdict);
    others
}

fn other_values(value: Option<&LoopyNimber>) -> Vec<Option<LoopyNimber>> {
    let mut others = vec![None, Some(LoopyNimber::Infinite([].into()))];
    others.extend((0..5).map(|n| Some(Nimber(n).into())));
    others.push(Some(Nimber(u64::MAX).into()));
    let reach = match value {
        Some(LoopyNimber::Infinite(reach)) => reach.clone(),
        _ => [Nimber(0)].into(),
    };
    for n in 0..4 {
        let mut changed = reach.clone();
        if !changed.remove(&Nimber(n)) {
            changed.insert(Nimber(n));
        }
        others.push(Some(LoopyNimber::Infinite(changed)));
    }
    others.retain(|other| other.as_ref() != value);
    others
}

#[test]
fn every_changed_byte_and_every_torn_file_is_refused() {
    for text in ["nim(2,1)", "tic-tac-toe(X.O|.X.|..O)"] {
        let game = parse(text).unwrap();
        let file = solution(&*game, Convention::Normal);
        let verified = |file: &[u8]| match Reader::open(file) {
            Ok(reader) => reader.verify(&*game, &Limits::default()).is_ok(),
            Err(_) => false,
        };
        assert!(verified(&file));
        for end in 0..file.len() {
            assert!(!verified(&file[..end]), "cut off at byte {end}");
            for change in [1, 2, 32, 128] {
                let mut changed = file.clone();
                changed[end] ^= change;
                assert!(!verified(&changed), "byte {end} changed");
            }
        }
        for more in ["\n", " ", "{}\n", "{\"end\":0}\n"] {
            assert!(!verified(&[&file, more.as_bytes()].concat()), "{more:?} behind");
        }
    }
}

/// The file with one line changed, and the checksum that goes with it.
fn resealed(file: &[u8], line: usize, from: &str, to: &str) -> Vec<u8> {
    let text = std::str::from_utf8(file).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    assert!(lines[line].contains(from), "{} has no {from}", lines[line]);
    lines[line] = lines[line].replacen(from, to, 1);
    let last = lines.pop().unwrap();
    let body = lines.join("\n") + "\n";
    let mut sum = 0xcbf2_9ce4_8422_2325u64;
    for byte in body.bytes() {
        sum = (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    let mut end: Vec<&str> = last.split('"').collect();
    let sum = format!("{sum:016x}");
    end[5] = &sum;
    (body + &end.join("\"") + "\n").into_bytes()
}

#[test]
fn what_the_reader_does_not_know_is_refused_with_its_line() {
    let nim = parse("nim(2)").unwrap();
    let loopy = parse(
        r#"graph({"left": {"a": ["a"], "b": ["b"]}, "right": {"a": ["a", "b"], "b": ["b"]}})"#,
    )
    .unwrap();
    let normal = |game: &dyn Game| solution(game, Convention::Normal);
    let cases: [(Vec<u8>, usize, &str, &str, &str); 19] = [
        (
            normal(&*nim),
            0,
            "grundy solution",
            "a solution",
            "line 1: expected a saved solution: the format is \"a solution\"",
        ),
        (
            normal(&*nim),
            0,
            "\"version\":1",
            "\"version\":2",
            "line 1: expected version 1, found version 2",
        ),
        (
            normal(&*nim),
            0,
            "normal",
            "usual",
            "line 1: unknown variant `usual`, expected `normal` or `misere`",
        ),
        (normal(&*nim), 0, "\"entries\"", "\"x\":0,\"entries\"", "line 1: unknown field `x`"),
        (normal(&*nim), 0, "\"entries\":3", "\"entries\":4", "line 5: unknown field `end`"),
        (normal(&*nim), 0, "\"entries\":3", "\"entries\":2", "line 4: unknown field `position`"),
        (normal(&*nim), 0, "\"entries\":3", "\"entries\":-3", "line 1: invalid value"),
        (
            normal(&*nim),
            0,
            "true,\"values\"",
            "false,\"values\"",
            "line 2: a partizan game needs a mover",
        ),
        (
            normal(&*nim),
            0,
            "\"values\":true",
            "\"values\":false",
            "line 2: a value, but line 1 says none",
        ),
        (
            normal(&*nim),
            1,
            "\"result\"",
            "\"mover\":\"left\",\"result\"",
            "line 2: an impartial game has no mover",
        ),
        (normal(&*nim), 1, "\"value\":\"*2\",", "", "line 2: no value, but line 1 says values"),
        (normal(&*nim), 1, "\"*2\"", "null", "line 2: invalid type: null"),
        (normal(&*nim), 1, "\"*2\"", "\"*1\"", "line 2: \"*1\": expected a nimber"),
        (normal(&*nim), 1, "1,", "null,", "line 2: a result other than a draw needs a remoteness"),
        (normal(&*nim), 1, "\"remoteness\":1,", "", "line 2: missing field `remoteness`"),
        (normal(&*nim), 1, "\"win\"", "\"won\"", "line 2: unknown variant `won`"),
        (normal(&*nim), 1, "\"best\"", "\"best\":[],\"best\"", "line 2: duplicate field `best`"),
        (normal(&*loopy), 1, "\"remoteness\":null,", "", "line 2: missing field `remoteness`"),
        (normal(&*loopy), 1, "left", "middle", "line 2: unknown variant `middle`"),
    ];
    for (file, line, from, to, expected) in cases {
        let file = resealed(&file, line, from, to);
        let error = match Reader::open(&*file) {
            Err(error) => error,
            Ok(reader) => reader.filter_map(Result::err).next().expect(expected),
        };
        // Where in the line it is, the JSON reader knows.
        let (line, what) = expected.split_once(": ").unwrap();
        let found = error.starts_with(line) && error.contains(what);
        assert!(found, "{error:?} is not {expected:?}");
    }
    // A change that leaves no trace but the checksum.
    let mut file = normal(&*nim);
    let at = file.len() - 4;
    file[at] = if file[at] == b'0' { b'1' } else { b'0' };
    let error = Reader::open(&*file).unwrap().filter_map(Result::err).next().unwrap();
    assert!(error.starts_with("line 5: the checksum"), "{error}");
}

#[test]
fn a_solution_of_another_game_is_refused() {
    let (big, small) = (parse("nim(3,4)").unwrap(), parse("nim(3,3)").unwrap());
    for (of, other) in [(&big, &small), (&small, &big)] {
        let file = solution(&**of, Convention::Normal);
        let reader = Reader::open(&*file).unwrap();
        assert!(reader.verify(&**other, &Limits::default()).is_err());
    }
    let partizan = parse("tic-tac-toe").unwrap();
    let file = solution(&*small, Convention::Normal);
    let error = Reader::open(&*file).unwrap().verify(&*partizan, &Limits::default());
    assert_eq!(error.unwrap_err().to_string(), "line 1: the game is partizan");
    // Normal claims are not misère claims.
    let claims = claims(&file);
    assert!(!accepted(&*small, Convention::Misere, &claims));
}

/// All ways to give each of `n` places one of the choices.
fn assignments<T: Clone>(choices: &[T], n: usize) -> impl Iterator<Item = Vec<T>> {
    (0..choices.len().pow(n as u32)).map(move |mut code| {
        let mut pick = || {
            let choice = choices[code % choices.len()].clone();
            code /= choices.len();
            choice
        };
        (0..n).map(|_| pick()).collect()
    })
}

#[test]
fn of_all_claims_about_a_small_game_exactly_the_true_ones_are_accepted() {
    let mut verdicts = vec![Verdict::Draw(None)];
    for moves in 0..4 {
        verdicts.extend([Verdict::Win(moves), Verdict::Loss(moves)]);
    }
    let mut values: Vec<LoopyNimber> = (0..3).map(|n| Nimber(n).into()).collect();
    for set in 0..4u64 {
        values.push(LoopyNimber::Infinite(
            (0..2).filter(|n| set >> n & 1 == 1).map(Nimber).collect(),
        ));
    }
    values.push(LoopyNimber::Infinite([Nimber(0), Nimber(1), Nimber(2)].into()));
    let (mut loopy, mut infinite) = (0, 0);
    for seed in 1..60 {
        let game = parse(&random_graph(seed, 4, false)).unwrap();
        let file = solution(&*game, Convention::Normal);
        let truth = claims(&file);
        let mut plain = truth.clone();
        plain.iter_mut().for_each(|claim| (claim.best, claim.value) = (None, None));
        let mut found = 0;
        for choice in assignments(&verdicts, plain.len()) {
            for (claim, verdict) in plain.iter_mut().zip(choice) {
                claim.verdict = verdict;
            }
            if accepted(&*game, Convention::Normal, &plain) {
                found += 1;
                assert!(plain.iter().zip(&truth).all(|(a, b)| a.verdict == b.verdict));
            }
        }
        assert_eq!(found, 1, "{}", game.text());
        let mut valued = truth.clone();
        let mut found = 0;
        for choice in assignments(&values, valued.len()) {
            for (claim, value) in valued.iter_mut().zip(choice) {
                claim.value = Some(value);
            }
            if accepted(&*game, Convention::Normal, &valued) {
                found += 1;
                assert!(valued == truth);
            }
        }
        assert_eq!(found, 1, "{}", game.text());
        loopy += usize::from(truth.iter().any(|claim| claim.verdict == Verdict::Draw(None)));
        let is_infinite =
            |claim: &Claim| claim.value.as_ref().is_some_and(|v| v.nimber().is_none());
        infinite += usize::from(truth.iter().any(is_infinite));
    }
    assert!(loopy > 5 && infinite > 5, "the games are too tame: {loopy}, {infinite}");
}

#[test]
fn a_win_that_supports_itself_is_refused() {
    let game = parse(r#"graph({"moves": {"a": ["b"], "b": ["a"]}})"#).unwrap();
    let claim = |position: &str, verdict| Claim {
        position: position.to_string(),
        mover: Player::Left,
        verdict,
        value: None,
        best: None,
    };
    for (a, b) in [(u32::MAX, u32::MAX), (u32::MAX, u32::MAX - 1), (3, 2)] {
        let claims = [claim("a", Verdict::Win(a)), claim("b", Verdict::Loss(b))];
        assert!(!accepted(&*game, Convention::Normal, &claims));
    }
}

#[test]
fn outcomes_of_another_game_are_not_saved() {
    let game = parse("nim(2)").unwrap();
    let play = game.explore(&Limits::default()).unwrap();
    let (outcomes, limits) = (Outcomes::drawn(2), Limits::default());
    let mut file = Vec::new();
    let saved = write(&mut file, &*game, &play, &outcomes, None, Convention::Normal, &limits);
    assert!(saved.is_err());
}
