//! Tables of all positions, which are solved in the background.

use std::time::{Duration, Instant};

use grundy::catalogue;
use grundy::solve::partitioned::Settings;
use serde_json::{Value, json};

use crate::site::Site;

/// What is answered when no table is being solved any more, and how often it was asked.
fn settled(site: &Site, asked: &Value) -> (Value, usize) {
    let since = Instant::now();
    for times in 1.. {
        let found = site.play(asked.clone());
        if found["solving"].is_null() {
            return (found, times);
        }
        crate::api::is_as_described(site, "Play", &found);
        assert_eq!(
            (&found["method"], &found["position"]["result"]),
            (&json!("none"), &json!(null))
        );
        assert!(since.elapsed() < Duration::from_secs(120), "{found}");
        std::thread::sleep(Duration::from_millis(20));
    }
    unreachable!("there is no last number")
}

/// A server that can list few positions for a request.
fn small(keys: u64) -> Site {
    Site::new(|config| {
        config.request.positions = 100;
        config.tables.keys = keys;
    })
}

#[test]
fn a_table_has_the_results_of_a_search_for_all_who_ask() {
    // The search lists the positions, and the table packs them: they share no code.
    let all = Site::new(|config| config.request.time = Duration::from_secs(200));
    let site = small(1 << 26);
    let game = "chess(KQK; 8/8/8/3k4/8/8/1Q6/K7 w)";
    let (found, times) = settled(&site, &json!({"game": game}));
    assert!(times > 1, "the first answer waits for no table");
    crate::api::is_as_described(&site, "Play", &found);
    assert_eq!((&found["method"], &found["by"]), (&json!("whole"), &json!(null)));
    let mut moves: Vec<u64> = Vec::new();
    loop {
        let asked = json!({"game": game, "moves": moves});
        let ((found, times), solved) = (settled(&site, &asked), all.play(asked));
        assert_eq!(times, 1, "the table is kept");
        for what in ["over", "winner", "result", "remoteness", "moves"] {
            assert_eq!(found["position"][what], solved["position"][what], "{what} after {moves:?}");
        }
        let length = |found: &Value| found["principal"]["moves"].as_array().unwrap().len();
        assert_eq!(length(&found), length(&solved));
        let each = found["position"]["moves"].as_array().unwrap();
        let Some(best) = each.iter().min_by_key(|step| step["rank"].as_u64()) else { break };
        moves.push(best["index"].as_u64().unwrap());
    }
    // Nobody has to wait for another position of the ending.
    let other = json!({"game": "chess(KQK; 7k/8/8/8/8/8/8/KQ6 b)"});
    assert_eq!(settled(&site, &other).0["position"]["moves"], all.play(other)["position"]["moves"]);
}

#[test]
fn a_table_that_is_too_large_is_not_begun() {
    let game = json!({"game": "chess(KQK; 8/8/8/3k4/8/8/1Q6/K7 w)"});
    for keys in [0, 10_000] {
        let found = small(keys).play(game.clone());
        assert_eq!((&found["solving"], &found["method"]), (&json!(null), &json!("none")));
    }
}

#[test]
fn a_table_that_takes_too_long_is_not_begun_again() {
    let site = Site::new(|config| {
        config.request.positions = 100;
        config.tables.time = Duration::ZERO;
    });
    let game = json!({"game": "chess(KQK; 8/8/8/3k4/8/8/1Q6/K7 w)"});
    assert_eq!(site.play(game.clone())["solving"], json!({"positions": 0, "deciding": false}));
    let (found, _) = settled(&site, &game);
    assert_eq!((&found["method"], &found["solving"]), (&json!("none"), &json!(null)));
}

#[test]
fn endings_have_as_few_keys_as_they_promise() {
    for (material, least) in [("KQK", 30_000), ("KPK", 30_000), ("KRK", 20_000)] {
        let game = catalogue::parse(&format!("chess({material})")).unwrap();
        let large = game.large().unwrap();
        let keys = u128::from(large.solve(&Settings::default()).unwrap().counts().keys());
        assert!((least..=large.most()).contains(&keys), "{material}: {keys}");
        // The bound is of use: it is no multiple of what there is.
        assert!(large.most() < 8 * keys, "{material}: {} of {keys}", large.most());
    }
}
