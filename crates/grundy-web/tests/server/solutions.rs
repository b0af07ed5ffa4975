//! Solutions by which the computer plays, and what is read in the literature.

use std::sync::Arc;

use grundy::answer::{Judge, Options, solve_weakly};
use grundy::solve::verify::strategy::Strategy;
use grundy::{Convention, Game, Player, catalogue};
use grundy_web::{Known, Results, Solution};
use serde_json::{Value, json};

use crate::site::Site;

fn strategies(game: &str) -> Vec<Strategy> {
    let game = catalogue::parse(game).unwrap();
    solve_weakly(&*game, &Options::default()).unwrap().1
}

/// A server that can solve next to nothing, with strategies of a game.
fn site(game: &str, strategies: Vec<Strategy>) -> Site {
    let ruleset = catalogue::parse(game).unwrap().ruleset();
    Site::new(|config| {
        config.request.positions = 20;
        config.solutions = vec![Solution {
            file: Some("a.strategy".to_string()),
            ruleset,
            convention: Convention::Normal,
            known: Known::Strategies(strategies),
        }];
    })
}

/// A move that the computer may make.
fn best(found: &Value) -> u64 {
    let moves = found["position"]["moves"].as_array().unwrap();
    let best = moves.iter().find(|step| step["best"] == json!(true));
    best.expect("a move of the strategy")["index"].as_u64().unwrap()
}

#[test]
fn a_winning_strategy_is_played_and_named() {
    let site = site("hex(4)", strategies("hex(4)"));
    let mut moves = Vec::new();
    loop {
        let found = site.play(json!({"game": "hex(4)", "moves": moves}));
        crate::api::is_as_described(&site, "Play", &found);
        let position = &found["position"];
        if position["over"] == json!(true) {
            assert_eq!(position["winner"], json!("left"));
            break;
        }
        if position["mover"] == json!("left") {
            assert_eq!(
                (&found["method"], &found["by"]),
                (&json!("strategy"), &json!("a.strategy"))
            );
            assert_eq!(position["result"], json!("win"));
            assert_eq!(found["literature"], json!(null), "what is proved needs no other source");
            moves.push(best(&found));
        } else {
            // Whatever Right plays, Left has an answer.
            assert_eq!(position["result"], json!("loss"), "{position}");
            let number = position["moves"].as_array().unwrap().len();
            moves.push((moves.len() as u64 * 7) % number as u64);
        }
    }
    // No strategy is for play that it does not lead to.
    let found = site.play(json!({"game": "hex(4; X...|O...|X...|O...)"}));
    assert_eq!((&found["method"], &found["by"]), (&json!("none"), &json!(null)));
}

#[test]
fn strategies_of_both_players_prove_a_draw_and_one_alone_a_half_of_it() {
    let game = "connect-four(4x4)";
    let both = strategies(game);
    let found = site(game, both.clone()).play(json!({"game": game}));
    assert_eq!(found["position"]["result"], json!("draw"), "{found}");
    best(&found);
    let left = both.into_iter().filter(|strategy| strategy.promise.player.word() == "left");
    let found = site(game, left.collect()).play(json!({"game": game}));
    assert_eq!(
        (&found["position"]["result"], &found["method"]),
        (&json!(null), &json!("strategy"))
    );
    let chosen = &found["position"]["moves"][best(&found) as usize];
    assert_eq!((&chosen["at_least"], &chosen["at_most"]), (&json!("draw"), &json!("win")));
}

/// A server that can solve next to nothing, with the results of all positions of a game.
fn site_of_results(game: &str) -> Site {
    let start = catalogue::parse(game).unwrap();
    let ruleset = start.ruleset();
    let judge = Judge::new(&*start, &Options::default());
    let positions = judge.answer().unwrap().positions.unwrap();
    let find = move |game: &dyn Game, mover: Player| judge.verdict(game, mover);
    Site::new(|config| {
        config.request.positions = 20;
        config.solutions = vec![Solution {
            file: Some("a.positions".to_string()),
            ruleset,
            convention: Convention::Normal,
            known: Known::Results { positions, find: Results(Arc::new(find)) },
        }];
    })
}

#[test]
fn results_of_all_positions_are_shown_and_played_by() {
    let (game, all) = ("dodgem(3)", Site::new(|_| {}));
    let site = site_of_results(game);
    let mut moves: Vec<u64> = Vec::new();
    loop {
        let asked = json!({"game": game, "moves": moves});
        let (found, solved) = (site.play(asked.clone()), all.play(asked));
        crate::api::is_as_described(&site, "Play", &found);
        let (position, expected) = (&found["position"], &solved["position"]);
        // As if the server had solved the game.
        for what in ["over", "winner", "result", "remoteness", "moves"] {
            assert_eq!(position[what], expected[what], "{what} after {moves:?}");
        }
        if position["over"] == json!(true) {
            assert_eq!(position["winner"], json!("left"));
            break;
        }
        for what in ["method", "positions"] {
            assert_eq!(found[what], solved[what], "{what} after {moves:?}");
        }
        assert_eq!(found["by"], json!("a.positions"));
        assert_eq!(solved["by"], json!(null));
        let each = position["moves"].as_array().unwrap();
        let best = each.iter().min_by_key(|step| step["rank"].as_u64()).unwrap();
        moves.push(best["index"].as_u64().unwrap());
    }
    assert_eq!(moves.len(), 19);
    // Another ruleset is not in the file.
    let found = site.play(json!({"game": "dodgem(4)"}));
    assert_eq!((&found["method"], &found["by"]), (&json!("none"), &json!(null)));
}

#[test]
fn the_literature_is_cited_where_nothing_is_known_here() {
    let small = Site::new(|config| config.request.positions = 1000);
    let found = small.play(json!({"game": "connect-four"}));
    assert_eq!(found["literature"]["winner"], json!("first"));
    assert!(found["literature"]["source"].as_str().unwrap().contains("Allis"));
    assert_eq!(small.play(json!({"game": "connect-four(5x7)"}))["literature"], json!(null));
    let known = Site::new(|_| {}).play(json!({"game": "hex(3)"}));
    assert_eq!(known["position"]["result"], json!("win"));
    assert_eq!(known["literature"], json!(null));
}
