//! The Universal Game Interface.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use grundy::Random;

use super::client::Engine;
use super::rules::Othello;
#[cfg(feature = "rules")]
use super::rules::{Lines, has_line};
use crate::run::{folder, grundy, grundy_reading, refused};

/// The name of a square, with `a1` at the top left.
fn square((x, y): (i32, i32)) -> String {
    format!("{}{}", char::from(b'a' + x as u8), y + 1)
}

fn position(moves: &[String]) -> String {
    let moves = moves.join(" ");
    if moves.is_empty() {
        "position startpos".into()
    } else {
        format!("position startpos moves {moves}")
    }
}

#[test]
fn the_engine_introduces_itself() {
    let ran = grundy_reading(&["engine", "--ugi", "nim(3,4,5)"], "ugi\nisready\nquit\nisready\n");
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""));
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert!(lines[0].starts_with("id name grundy "), "{lines:?}");
    assert!(lines[1].starts_with("id author "), "{lines:?}");
    let (options, last) = lines[2..].split_at(lines.len() - 4);
    assert!(options.iter().all(|line| line.starts_with("option name ")), "{options:?}");
    assert!(options.contains(&"option name OwnBook type check default false"), "{options:?}");
    // Nothing is heard after `quit`.
    assert_eq!(last, ["ugiok", "readyok"]);
}

#[test]
fn nim_is_won_whenever_the_nim_sum_is_not_0() {
    let mut engine = Engine::start(&["--ugi", "nim(3,4,5)"]);
    engine.asked("ugi", "ugiok");
    let mut dice = Random::new(1);
    for _ in 0..20 {
        let heaps: Vec<u64> = (0..4).map(|_| dice.below(9) as u64).collect();
        let xor = |heaps: &[u64]| heaps.iter().fold(0, |sum, heap| sum ^ heap);
        if xor(&heaps) == 0 {
            continue;
        }
        let text: Vec<String> = heaps.iter().map(u64::to_string).collect();
        engine.say(&format!("position fen {}", text.join(",")));
        let played = engine.asked("go movetime 200", "bestmove");
        let after: Vec<u64> = played.split(',').map(|heap| heap.parse().unwrap()).collect();
        assert_eq!(xor(&after), 0, "{heaps:?} {played}");
        let changed = heaps.iter().zip(&after).filter(|(before, after)| before != after).count();
        assert!(changed == 1 && heaps.iter().zip(&after).all(|(before, after)| before >= after));
    }
    engine.end(true);
}

#[test]
fn two_engines_play_a_game_of_othello() {
    let mut engines = [(), ()].map(|()| Engine::start(&["--ugi", "othello(6)"]));
    let (mut game, mut moves, mut player) = (Othello::new(6), Vec::new(), 0);
    for engine in &mut engines {
        engine.asked("ugi", "ugiok");
        engine.say("uginewgame");
        engine.asked("isready", "readyok");
    }
    loop {
        for engine in &mut engines {
            engine.say(&position(&moves));
            engine.asked("isready", "readyok");
            assert_eq!(engine.asked("query gameover", "response"), game.is_over().to_string());
            let turn = engine.asked("query p1turn", "response");
            assert!(game.is_over() || turn == (player == 0).to_string(), "{moves:?}");
        }
        if game.is_over() {
            break;
        }
        let clocks = "go p1time 2000 p2time 2000 p1inc 0 p2inc 0";
        let played = engines[player].asked(clocks, "bestmove");
        let legal = game.moves(player);
        match legal.iter().find(|at| square(**at) == played) {
            Some(at) => game.put(player, *at),
            None => assert!(played == "pass" && legal.is_empty(), "{played} {legal:?} {moves:?}"),
        }
        moves.push(played);
        player = 1 - player;
    }
    let discs = [0, 1].map(|player| game.discs[player].len());
    let result = match discs[0].cmp(&discs[1]) {
        std::cmp::Ordering::Greater => "p1win",
        std::cmp::Ordering::Less => "p2win",
        std::cmp::Ordering::Equal => "draw",
    };
    for mut engine in engines {
        assert_eq!(engine.asked("query result", "response"), result, "{discs:?}");
        engine.end(true);
    }
}

/// Othello 4x4 is won by the second player (Feinstein 1993 lists the boards below 8x8).
#[test]
fn the_winner_of_small_othello_wins_against_anybody() {
    let mut engine = Engine::start(&["--ugi", "othello(4)"]);
    let mut dice = Random::new(7);
    for _ in 0..5 {
        let (mut game, mut moves, mut player) = (Othello::new(4), Vec::<String>::new(), 0);
        engine.say("uginewgame");
        while !game.is_over() {
            let legal = game.moves(player);
            let played = match player {
                0 if legal.is_empty() => "pass".to_string(),
                0 => square(legal[dice.below(legal.len())]),
                _ => {
                    engine.say(&position(&moves));
                    engine.asked("go movetime 300", "bestmove")
                }
            };
            match legal.iter().find(|at| square(**at) == played) {
                Some(at) => game.put(player, *at),
                None => assert!(played == "pass" && legal.is_empty(), "{played} {moves:?}"),
            }
            moves.push(played);
            player = 1 - player;
        }
        assert!(game.discs[1].len() > game.discs[0].len(), "{moves:?}");
    }
    engine.end(true);
}

#[cfg(feature = "rules")]
const TIC_TAC_TOE: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rules/tic-tac-toe.star");

/// The squares that are taken, of a position such as `X.O.X...O`.
#[cfg(feature = "rules")]
fn taken(fen: &str) -> Lines {
    let board: Vec<char> = fen.chars().filter(|c| "XO.".contains(*c)).take(9).collect();
    ['X', 'O'].map(|sign| (0..9).filter(|at| board[*at] == sign).collect())
}

#[cfg(feature = "rules")]
#[test]
fn a_rule_file_is_played_to_its_end_and_never_lost() {
    let mut engine = Engine::start(&["--ugi", TIC_TAC_TOE]);
    let mut dice = Random::new(3);
    for round in 0..6 {
        engine.say("uginewgame");
        let own = round % 2;
        let mut moves: Vec<String> = Vec::new();
        let mut board: Lines = Default::default();
        loop {
            engine.say(&position(&moves));
            let player = moves.len() % 2;
            let over = has_line(&board[1 - player]) || moves.len() == 9;
            assert_eq!(engine.asked("query gameover", "response"), over.to_string());
            if over {
                break;
            }
            let fen = engine.asked("query fen", "response");
            assert_eq!(taken(&fen), board, "{fen} {moves:?}");
            let played = if player == own {
                engine.asked("go movetime 200", "bestmove")
            } else {
                // The file counts rows from the bottom.
                let names = (0..9).map(|at| square((at % 3, 2 - at / 3))).collect::<Vec<_>>();
                let mut name = &names[dice.below(9)];
                while engine.asked(&format!("query islegal {name}"), "response") == "false" {
                    name = &names[dice.below(9)];
                }
                name.clone()
            };
            moves.push(played);
            engine.say(&position(&moves));
            let after = taken(&engine.asked("query fen", "response"));
            let new: Vec<&usize> = after[player].difference(&board[player]).collect();
            assert!(new.len() == 1 && after[1 - player] == board[1 - player], "{moves:?}");
            board = after;
        }
        assert!(!has_line(&board[1 - own]), "{moves:?}");
        let result = match (has_line(&board[0]), has_line(&board[1])) {
            (true, _) => "p1win",
            (_, true) => "p2win",
            _ => "draw",
        };
        assert_eq!(engine.asked("query result", "response"), result);
    }
    engine.end(true);
}

#[test]
fn sums_have_moves_of_one_word_that_are_read_again() {
    let mut engine = Engine::start(&["--ugi", "nim(1) + nim(1) + kayles(2) + domineering(3x2)"]);
    let (mut moves, mut seen) = (Vec::new(), BTreeSet::new());
    loop {
        engine.say(&position(&moves));
        if engine.asked("query gameover", "response") == "true" {
            break;
        }
        let played = engine.asked("go movetime 100", "bestmove");
        assert!(!played.contains(char::is_whitespace) && seen.insert(played.clone()), "{moves:?}");
        moves.push(played);
    }
    let last = if moves.len() % 2 == 1 { "p1win" } else { "p2win" };
    assert_eq!(engine.asked("query result", "response"), last);
    // Two terms that become alike are told apart, and a person may type as he likes.
    for (word, after) in [
        ("nim(1)_+_nim(0)_+_kayles(2)_+_domineering(...|...)", "nim(1) + nim(0) + kayles(2) + "),
        ("Kayles(1)", "nim(1) + nim(1) + kayles(1) + "),
    ] {
        engine.say(&format!("position startpos moves {word}"));
        let fen = engine.asked("query fen", "response");
        assert_eq!(fen, format!("{after}domineering(...|...) right"));
        engine.say(&format!("position fen {fen}"));
        assert_eq!(engine.asked("query fen", "response"), fen);
    }
    engine.end(true);
}

#[test]
fn a_move_that_leaves_nothing_has_a_word() {
    let mut engine = Engine::start(&["--ugi", "hackenbush(B)"]);
    let word = engine.asked("go movetime 100", "bestmove");
    assert_eq!(word, "hackenbush()");
    engine.say(&format!("position startpos moves {word}"));
    assert_eq!(engine.asked("query result", "response"), "p1win");
    engine.end(true);
}

#[test]
fn misere_play_and_the_player_who_begins_can_be_chosen() {
    for args in [["--misere", "--first", "right"].as_slice(), &[]] {
        let mut engine = Engine::start(&[&["--ugi", "nim(1,1,2)"], args].concat());
        if args.is_empty() {
            engine.say("setoption name Misere value true");
            engine.say("setoption name First value right");
        }
        assert_eq!(engine.asked("query p1turn", "response"), "false");
        // An odd number of heaps of one is left, where the last move loses.
        assert_eq!(engine.asked("go movetime 200", "bestmove"), "1,1,1");
        engine.say("position fen 0,0,0 left");
        assert_eq!(engine.asked("query result", "response"), "p1win");
        engine.end(true);
    }
}

#[test]
fn stop_is_obeyed_at_once_and_isready_is_answered_meanwhile() {
    let mut engine = Engine::start(&["--ugi", "othello"]);
    engine.say("position startpos");
    engine.say("go infinite");
    std::thread::sleep(Duration::from_millis(400));
    let since = Instant::now();
    engine.asked("isready", "readyok");
    assert!(since.elapsed() < Duration::from_secs(5));
    let since = Instant::now();
    let played = engine.asked("stop", "bestmove");
    assert!(since.elapsed() < Duration::from_secs(5), "{:?}", since.elapsed());
    let legal: Vec<String> = Othello::new(8).moves(0).into_iter().map(square).collect();
    assert!(legal.contains(&played), "{played}");
    // It goes on with the next command, and `quit` ends a search, too.
    engine.say("position startpos moves d3");
    engine.say("go infinite");
    engine.end(true);
}

#[test]
fn the_end_of_the_input_ends_a_search() {
    let mut engine = Engine::start(&["--ugi", "othello"]);
    engine.say("go movetime 3000000");
    let since = Instant::now();
    engine.end(false);
    assert!(since.elapsed() < Duration::from_secs(20));
}

#[test]
fn limits_on_time_and_nodes_are_kept() {
    let mut engine = Engine::start(&["--ugi", "othello", "--think", "300ms"]);
    engine.say("position startpos");
    for go in ["go", "go movetime 300", "go nodes 2000", "go p1time 3000 p2time 1", "go depth 3"] {
        let since = Instant::now();
        let played = engine.asked(go, "bestmove");
        assert!(since.elapsed() < Duration::from_secs(6), "{go}: {:?}", since.elapsed());
        assert_ne!(played, "(none)");
    }
    engine.end(true);
    let mut engine = Engine::start(&["--ugi", "othello", "--time", "300ms"]);
    let since = Instant::now();
    engine.asked("go infinite", "bestmove");
    assert!(since.elapsed() < Duration::from_secs(6));
    engine.end(true);
}

#[test]
fn information_says_what_is_proved() {
    let mut engine = Engine::start(&["--ugi", "nim(1,2)"]);
    engine.say("go movetime 500");
    // 1,1 and then 0,1 or 1,0 and 0,0: three moves.
    let info = engine.until("info depth 3 score mate 3 nodes ");
    assert!(
        info.contains(" time ") && info.contains(" nps ") && info.contains(" pv 1,1 "),
        "{info}"
    );
    assert_eq!(engine.until("bestmove"), "1,1");
    engine.say("position startpos moves 1,1");
    engine.say("go movetime 500");
    engine.until("info depth 2 score mate -2 nodes ");
    engine.end(true);
}

#[test]
fn what_is_wrong_is_said_and_nothing_is_played() {
    let mut engine = Engine::start(&["--ugi", "nim(3,4,5)"]);
    for (line, error) in [
        ("query weather", "expected `query p1turn`"),
        ("position startpos moves 1,4,5 9,9,9", "move 2: Right has no move 9,9,9 in nim(1,4,5)"),
        ("position fen 3,x", "expected heap size"),
        ("position fen hex(x)", "expected a side"),
        ("position", "expected `position startpos`"),
        ("setoption name Colour value red", "no option is called \"Colour\""),
        ("setoption name Hash value much", "expected a number from 1 to"),
        ("setoption name Game value nimm(3)", "nim"),
        ("dance", "unknown command \"dance\""),
    ] {
        let said = engine.asked(line, "info string error: ");
        assert!(said.contains(error), "{line}: {said}");
    }
    engine.say("position startpos moves 1,4");
    engine.until("info string error: ");
    // Who asks is not left waiting.
    for (query, answer) in
        [("gameover", "true"), ("result", "none"), ("p1turn", "false"), ("islegal 1,4,5", "false")]
    {
        engine.asked(&format!("query {query}"), "info string error: there is no position");
        assert_eq!(engine.line(), format!("response {answer}"));
    }
    assert_eq!(engine.asked("go movetime 100", "bestmove"), "(none)");
    engine.say("position fen 0,0,0");
    assert_eq!(engine.asked("go movetime 100", "bestmove"), "(none)");
    engine.say("position startpos");
    engine.asked("go movetime soon", "info string error: expected a number behind \"movetime\"");
    assert_eq!(engine.until("bestmove"), "(none)");
    assert_eq!(engine.asked("go movetime 100", "bestmove"), "1,4,5");
    engine.end(true);
    // Bytes that are no text, and very long lines, are no reason to end.
    let mut input = b"\xff\xfe\0\nposition \xff\n".to_vec();
    input.extend(std::iter::repeat_n(b'x', 1 << 20));
    input.extend(b"\nposition startpos\ngo movetime 100\n");
    let ran = grundy_reading(&["engine", "--ugi", "nim(3,4,5)"], input);
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""));
    assert!(ran.stdout.ends_with("bestmove 1,4,5\n"), "{}", ran.stdout);
}

#[test]
fn play_that_goes_round_is_a_draw() {
    let mut engine = Engine::start(&["--ugi", "chess(KRK; 4k3/8/8/8/8/8/8/K6R w)"]);
    let round = ["Rh2", "Ke7", "Rh1", "Ke8"];
    for (moves, result) in [(4, "none"), (7, "none"), (8, "draw"), (9, "draw")] {
        let moves: Vec<String> = round.into_iter().cycle().take(moves).map(String::from).collect();
        engine.say(&position(&moves));
        assert_eq!(engine.asked("query result", "response"), result, "{moves:?}");
        assert_eq!(engine.asked("query gameover", "response"), (result == "draw").to_string());
    }
    engine.say("position startpos moves Rh2 Ke7 Rh1 Ke8 Rh2 Ke7 Rh1 Ke8 Rh3");
    assert_eq!(engine.asked("query result", "response"), "none");
    engine.end(true);
}

#[cfg(feature = "rules")]
#[test]
fn rules_that_fail_are_an_error_and_not_the_end_of_play() {
    let file = folder("engine-faults").join("faulty.star");
    let text = "def start():\n    return 3\n\ndef moves(heap):\n    if heap == 2:\n        \
                fail(\"broken\")\n    return [to for to in (heap - 1, heap - 2) if to >= 0]\n";
    std::fs::write(&file, text).unwrap();
    let mut engine = Engine::start(&["--ugi", file.to_str().unwrap()]);
    engine.say("position startpos moves 2");
    let said = engine.asked("query gameover", "info string error: ");
    assert!(said.contains("faulty.star:6:9: fail: broken"), "{said}");
    // The caret is under the place.
    assert_eq!(engine.line(), "info string 6 |         fail(\"broken\")");
    assert_eq!(engine.line(), "info string   |         ^^^^^^^^^^^^^^");
    engine.say("go movetime 100");
    assert!(engine.until("info string error: ").contains("broken"));
    assert_eq!(engine.until("bestmove"), "(none)");
    engine.end(true);
}

#[test]
fn a_game_that_cannot_be_read_is_refused() {
    assert!(refused(&["engine", "--ugi", "nim(3,x)"]).contains("expected heap size"));
    #[cfg(feature = "rules")]
    assert!(refused(&["engine", "--ugi", "no-such.star"]).contains("cannot open no-such.star"));
}

/// By a file the engine knows at once what play brings about, and it comes about.
#[test]
fn a_file_takes_the_place_of_thinking() {
    let folder = folder("engine-with");
    for (game, name) in [("dodgem(3)", "dodgem.positions"), ("hex(4)", "hex.strategy")] {
        let file = folder.join(name).to_string_lossy().into_owned();
        let saved = grundy(&["solve", game, "--save", &file]);
        assert_eq!(saved.status, Some(0), "{}", saved.stderr);
        let mut engine = Engine::start(&["--ugi", game, "--with", &file]);
        let mut dice = Random::new(13);
        let mut moves = Vec::new();
        while engine.asked("query gameover", "response") == "false" {
            if moves.len() % 2 == 0 {
                engine.say("go movetime 600000");
                let info = engine.until("info");
                match name {
                    // 19 moves at best, and each answer may only bring the end nearer.
                    "dodgem.positions" => {
                        let left: usize = info.split(' ').nth(4).unwrap().parse().unwrap();
                        assert!(left + moves.len() <= 19 && left % 2 == 1, "{info} {moves:?}");
                        assert!(!moves.is_empty() || left == 19, "{info}");
                    }
                    _ => assert!(info.contains("score cp 100 nodes 0 "), "{info}"),
                }
                moves.push(engine.until("bestmove"));
            } else {
                let words = ["abcdef", "123456"].map(|letters| letters.chars());
                let [columns, rows] = words.map(Iterator::collect::<Vec<char>>);
                let mut any = || format!("{}{}", columns[dice.below(6)], rows[dice.below(6)]);
                let word = if game == "hex(4)" { any() } else { format!("{}-{}", any(), any()) };
                if engine.asked(&format!("query islegal {word}"), "response") == "false" {
                    continue;
                }
                moves.push(word);
            }
            engine.say(&position(&moves));
        }
        assert_eq!(engine.asked("query result", "response"), "p1win", "{moves:?}");
        engine.end(true);
        let error = refused(&["engine", "--ugi", "dodgem(4)", "--with", &file]);
        assert!(error.contains("is of "), "{error}");
        let error = refused(&["engine", "--ugi", game, "--with", "no-such-file"]);
        assert!(error.contains("cannot read no-such-file"), "{error}");
    }
}
