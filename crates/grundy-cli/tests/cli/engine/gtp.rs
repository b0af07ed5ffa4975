//! The Go Text Protocol.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use grundy::Random;

use super::client::Engine;
use super::rules::{Go, joins};
use crate::run::{grundy, grundy_reading, refused};

const LETTERS: &str = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// The square of a vertex of Go, with rows from the top.
fn square(vertex: &str, side: i32) -> (i32, i32) {
    let (letter, row) = vertex.split_at(1);
    (LETTERS.find(letter).unwrap() as i32, side - row.parse::<i32>().unwrap())
}

fn vertex((x, y): (i32, i32), side: i32) -> String {
    format!("{}{}", &LETTERS[x as usize..=x as usize], side - y)
}

fn answers(args: &[&str], input: &str) -> Vec<String> {
    let ran = grundy_reading(&[&["engine", "--gtp"], args].concat(), input);
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""));
    let text = ran.stdout.strip_suffix("\n\n").unwrap_or(&ran.stdout);
    text.split("\n\n").map(str::to_string).collect()
}

#[test]
fn the_commands_that_the_specification_requires_are_there() {
    let required = [
        "protocol_version",
        "name",
        "version",
        "known_command",
        "list_commands",
        "quit",
        "boardsize",
        "clear_board",
        "komi",
        "play",
        "genmove",
    ];
    for game in ["go", "hex"] {
        let mut engine = Engine::start(&["--gtp", game]);
        let listed = engine.gtp("list_commands");
        let listed: Vec<&str> = listed.strip_prefix("= ").unwrap().lines().collect();
        for name in required {
            assert!(listed.contains(&name), "{name}");
        }
        let of_go = engine.gtp("known_command fixed_handicap");
        assert_eq!(of_go, format!("= {}", game == "go"));
        for name in &listed {
            assert_eq!(engine.gtp(&format!("known_command {name}")), "= true");
            // Whatever is listed is understood, also with wrong arguments.
            if *name != "quit" {
                assert!(
                    !engine.gtp(&format!("{name} ? ? ? ?")).contains("unknown command"),
                    "{name}"
                );
            }
        }
        assert_eq!(engine.gtp("known_command dance"), "= false");
        assert_eq!(engine.gtp("protocol_version"), "= 2");
        assert_eq!(engine.gtp("name"), "= grundy");
        assert_eq!(engine.gtp("7 quit"), "=7");
        engine.end(false);
    }
}

#[test]
fn lines_are_read_as_the_specification_says() {
    let input = "\t 12\tname\r\n\n# only a comment\n   \n3 name # behind it\nna\x07me\n0 name\n\
                 99 dance\ndance\n2147483647 name\nPLAY b a1\nname";
    let found = answers(&["go"], input);
    assert_eq!(
        found,
        [
            "=12 grundy",
            "=3 grundy",
            "= grundy",
            "=0 grundy",
            "?99 unknown command",
            "? unknown command",
            "=2147483647 grundy",
            "? unknown command",
            "= grundy",
        ]
    );
}

#[test]
fn errors_have_the_texts_of_the_specification() {
    let mut engine = Engine::start(&["--gtp", "go(5x5,superko,passes)"]);
    for (line, answer) in [
        ("boardsize", "? syntax error"),
        ("boardsize five", "? syntax error"),
        ("boardsize 19", "? unacceptable size"),
        ("boardsize 0", "? unacceptable size"),
        ("boardsize 18446744073709551616", "? syntax error"),
        ("boardsize 5 4", "="),
        ("play w e5", "? illegal move"),
        ("play w e4", "="),
        ("boardsize 4", "="),
        ("undo", "? cannot undo"),
        ("play b", "? syntax error"),
        ("play red a1", "? syntax error"),
        ("play b a", "? syntax error"),
        ("play b 1a", "? syntax error"),
        ("play b i1", "? syntax error"),
        ("play b é1", "? syntax error"),
        ("play b e1", "? illegal move"),
        ("play b a99999999999999999999999", "? illegal move"),
        ("play black A1", "="),
        ("play w a1", "? illegal move"),
        // White may be asked again, and pass.
        ("play WHITE B1", "="),
        ("play w a2", "="),
        // The stone was captured; its point has no liberty.
        ("play b a1", "? illegal move"),
        ("play w pass", "="),
        ("undo", "="),
        ("undo", "="),
        ("undo", "="),
        ("undo", "="),
        ("undo", "? cannot undo"),
        ("genmove", "? syntax error"),
        ("genmove green", "? syntax error"),
        ("komi", "? syntax error"),
        ("komi much", "? syntax error"),
        ("komi nan", "? syntax error"),
        ("komi 0.25", "? unacceptable komi: expected half points from 0 to 100"),
        ("komi -0.5", "? unacceptable komi: expected half points from 0 to 100"),
        ("komi 1000", "? unacceptable komi: expected half points from 0 to 100"),
        ("time_settings 1 2", "? syntax error"),
        ("time_settings a b c", "? syntax error"),
        ("time_left b 1", "? syntax error"),
        ("fixed_handicap 2", "? invalid number of stones"),
        ("set_free_handicap A1", "? bad vertex list"),
        ("set_free_handicap A1 A1", "? bad vertex list"),
        ("set_free_handicap A1 Z9", "? bad vertex list"),
        ("set_free_handicap A1 B3", "="),
        ("set_free_handicap A1 B3", "? board not empty"),
        ("final_status_list alive", "= B3\nA1"),
        ("final_status_list dead", "="),
        ("swap-pieces", "? unknown command"),
    ] {
        assert_eq!(engine.gtp(line), answer, "{line}");
    }
    engine.end(true);
}

#[test]
fn fixed_handicap_is_where_the_specification_puts_it() {
    let mut engine = Engine::start(&["--gtp"]);
    for (size, stones, answer) in [
        (7, 2, "= C3 E5"),
        (8, 3, "= C3 F6 C6"),
        (8, 4, "= C3 F6 C6 F3"),
        (8, 5, "? invalid number of stones"),
        (8, 1, "? invalid number of stones"),
        (6, 2, "? invalid number of stones"),
    ] {
        assert_eq!(engine.gtp(&format!("boardsize {size}")), "=");
        assert_eq!(engine.gtp(&format!("fixed_handicap {stones}")), answer);
    }
    engine.end(true);
}

#[test]
fn two_engines_play_a_game_of_go() {
    let side = 4;
    let mut engines = [(), ()].map(|()| Engine::start(&["--gtp"]));
    for engine in &mut engines {
        for line in ["boardsize 4", "clear_board", "komi 0.5", "time_settings 10 0 0"] {
            assert_eq!(engine.gtp(line), "=", "{line}");
        }
    }
    let (mut game, mut passes, mut player, mut moves) = (Go::new(side), 0, 0, Vec::new());
    while passes < 2 {
        let colour = ["b", "w"][player];
        assert_eq!(engines[player].gtp(&format!("time_left {colour} 5 0")), "=");
        let answer = engines[player].gtp(&format!("genmove {colour}"));
        let played = answer.strip_prefix("= ").unwrap_or_else(|| panic!("{answer}")).to_string();
        passes = if played == "pass" { passes + 1 } else { 0 };
        moves.push(played.clone());
        assert!(played == "pass" || game.put(player, square(&played, side)), "{moves:?}");
        assert_eq!(engines[1 - player].gtp(&format!("play {colour} {played}")), "=", "{moves:?}");
        player = 1 - player;
        assert!(moves.len() < 500, "{moves:?}");
    }
    let lead = 2 * game.lead() - 1;
    let winner = if lead > 0 { "B" } else { "W" };
    let score = format!("= {winner}+{}", f64::from(lead.abs()) / 2.0);
    for mut engine in engines {
        assert_eq!(engine.gtp("final_score"), score, "{moves:?}");
        // Nothing can be played any more.
        assert_eq!(engine.gtp("genmove b"), "= pass");
        assert_eq!(engine.gtp("play b A1"), "? illegal move");
        engine.end(true);
    }
}

#[test]
fn legal_moves_of_go_are_those_of_tromp_and_taylor() {
    let side = 3;
    let mut engine = Engine::start(&["--gtp", "go(3x3,superko,passes)"]);
    let mut dice = Random::new(11);
    for _ in 0..10 {
        let mut game = Go::new(side);
        assert_eq!(engine.gtp("clear_board"), "=");
        for turn in 0..25 {
            let (player, at) = (turn % 2, (dice.below(3) as i32, dice.below(3) as i32));
            let line = format!("play {} {}", ["b", "w"][player], vertex(at, side).to_lowercase());
            let answer = if game.put(player, at) { "=" } else { "? illegal move" };
            assert_eq!(engine.gtp(&line), answer, "{line}");
            let score = engine.gtp("final_score");
            let lead = game.lead();
            let wanted = match lead {
                0 => "= 0".to_string(),
                1.. => format!("= B+{lead}"),
                _ => format!("= W+{}", -lead),
            };
            assert_eq!(score, wanted);
        }
    }
    engine.end(true);
}

#[test]
fn points_with_the_same_effect_may_all_be_played() {
    // With suicide a lone stone vanishes wherever it is put.
    let mut engine = Engine::start(&["--gtp", "go(3x2,suicide,passes; .X.|XXX)"]);
    for vertex in ["A2", "C2"] {
        assert_eq!(engine.gtp(&format!("play w {vertex}")), "=", "{vertex}");
    }
    assert_eq!(engine.gtp("play w B2"), "? illegal move");
    engine.end(true);
}

#[test]
fn a_larger_komi_keeps_the_stones() {
    let mut engine = Engine::start(&["--gtp", "go(3x3,superko,passes)"]);
    engine.gtp("play b b2");
    assert_eq!(engine.gtp("final_score"), "= B+9");
    assert_eq!(engine.gtp("komi 8.5"), "=");
    assert_eq!(engine.gtp("final_score"), "= B+0.5");
    assert_eq!(engine.gtp("komi 10"), "=");
    assert_eq!(engine.gtp("final_score"), "= W+1");
    assert_eq!(engine.gtp("undo"), "=");
    assert_eq!(engine.gtp("final_score"), "= W+10");
    engine.end(true);
}

/// The first player wins Go 3x3 by all 9 points, and takes the middle.
#[test]
fn the_middle_of_the_smallest_board_is_taken() {
    let mut engine = Engine::start(&["--gtp", "go(3x3,superko,passes,komi=8.5)", "--think", "5s"]);
    assert_eq!(engine.gtp("reg_genmove b"), "= B2");
    assert_eq!(engine.gtp("undo"), "? cannot undo", "nothing was played");
    let board = engine.gtp("showboard");
    let drawn = ["=", "   A B C", " 3 . . .", " 2 . . .", " 1 . . .", "   A B C"];
    assert_eq!(board.lines().collect::<Vec<_>>(), drawn);
    engine.end(true);
}

#[test]
fn whoever_begins_wins_hex_against_anybody() {
    let side = 4;
    let mut engine = Engine::start(&["--gtp", "hex", "--think", "1s"]);
    let mut dice = Random::new(5);
    for round in 0..4 {
        assert_eq!(engine.gtp("boardsize 4 4"), "=");
        assert_eq!(engine.gtp("clear_board"), "=");
        // Black and White begin in turn.
        let first = round % 2;
        let mut stones = [BTreeSet::new(), BTreeSet::new()];
        let mut player = first;
        while (0..2).all(|player| !joins(player, &stones[player], side)) {
            let colour = ["b", "w"][player];
            assert_eq!(engine.gtp("final_score"), "? cannot score");
            let free = |at: &(i32, i32)| stones.iter().all(|of| !of.contains(at));
            let at = if player == first {
                let answer = engine.gtp(&format!("genmove {colour}"));
                let cell = answer.strip_prefix("= ").unwrap();
                let (letter, row) = cell.split_at(1);
                (i32::from(letter.as_bytes()[0] - b'a'), row.parse::<i32>().unwrap() - 1)
            } else {
                let cells = (0..side * side).map(|cell| (cell % side, cell / side));
                let cells: Vec<(i32, i32)> = cells.filter(free).collect();
                let at = cells[dice.below(cells.len())];
                let cell = format!("{}{}", char::from(b'a' + at.0 as u8), at.1 + 1);
                assert_eq!(engine.gtp(&format!("play {colour} {cell}")), "=");
                assert_eq!(engine.gtp(&format!("play {colour} {cell}")), "? illegal move");
                at
            };
            assert!(free(&at), "{at:?} {stones:?}");
            stones[player].insert(at);
            player = 1 - player;
        }
        assert!(joins(first, &stones[first], side), "{stones:?}");
        assert_eq!(engine.gtp("final_score"), ["= B+", "= W+"][first]);
        let [won, lost] = [["b", "w"], ["w", "b"]][first];
        assert_eq!(engine.gtp(&format!("genmove {lost}")), "= resign");
        assert_eq!(engine.gtp(&format!("genmove {won}")), "? the game is over");
    }
    engine.end(true);
}

#[test]
fn hex_has_the_dialect_of_its_front_ends() {
    let mut engine = Engine::start(&["--gtp", "hex(5x3)"]);
    for (line, answer) in [
        ("play b pass", "? illegal move"),
        ("play w swap-pieces", "? syntax error"),
        ("play b e3", "="),
        ("play w f1", "? illegal move"),
        ("komi 0", "="),
        ("komi 6.5", "? unacceptable komi: hex has none"),
        ("fixed_handicap 2", "? unknown command"),
        ("boardsize 17", "? unacceptable size"),
        ("boardsize 4 3 2", "? syntax error"),
        ("showboard", "=\n   a b c d e\n 1 . . . . .\n  2 . . . . .\n   3 . . . . X"),
        ("clear_board", "="),
        ("undo", "? cannot undo"),
        ("boardsize 9 7", "="),
        // Hex has all letters.
        ("play b i7", "="),
    ] {
        assert_eq!(engine.gtp(line), answer, "{line}");
    }
    engine.end(true);
}

#[test]
fn clocks_are_kept() {
    let mut engine = Engine::start(&["--gtp", "--think", "1h"]);
    for lines in [
        ["time_settings 4 0 0", "time_left b 4 0"],
        ["time_settings 0 5 10", "time_left b 5 10"],
        // A clock that has run out.
        ["time_settings 1 0 0", "time_left b -1 0"],
        ["time_settings 1 0 0", "time_settings 2 0 0"],
    ] {
        assert_eq!(lines.map(|line| engine.gtp(line)), ["=", "="]);
        let since = Instant::now();
        assert!(engine.gtp("genmove b").starts_with("= "));
        assert!(since.elapsed() < Duration::from_secs(8), "{lines:?}: {:?}", since.elapsed());
    }
    engine.end(true);
}

#[test]
fn other_games_are_refused() {
    assert!(refused(&["engine", "--gtp", "nim(3)"]).contains("--gtp plays go and hex, not nim"));
    assert!(refused(&["engine", "--gtp", "go(26x2)"]).contains("more columns"));
    assert!(refused(&["engine", "--gtp", "go(17x17)"]).contains("at most 256 points"));
    for args in [
        &["engine"][..],
        &["engine", "go"],
        &["engine", "--ugi"],
        &["engine", "--ugi", "--gtp", "go"],
    ] {
        assert_eq!(grundy(args).status, Some(2), "{args:?}");
    }
}
