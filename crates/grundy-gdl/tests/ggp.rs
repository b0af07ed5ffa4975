//! The public repository of General Game Playing, where the environment variable
//! `GRUNDY_GDL` names a folder of its `.kif` files. They are not part of grundy.

mod common;

use std::time::{Duration, Instant};

use common::{compare, read_folder};
use grundy::stated::Statement;

fn games() -> Vec<(String, String)> {
    match std::env::var("GRUNDY_GDL") {
        Ok(folder) => read_folder(&folder),
        Err(_) => {
            eprintln!("GRUNDY_GDL is not set: the games of General Game Playing are not tested");
            Vec::new()
        }
    }
}

#[test]
fn games_are_what_the_definition_of_the_language_says() {
    for (file, text) in games() {
        let game = match grundy_gdl::load(&file, &text) {
            Ok(game) => game,
            Err(fault) => panic!("{fault}"),
        };
        // The interpreter is slow where games are large.
        let until = Instant::now() + Duration::from_secs(4);
        let mut random = grundy::Random::new(1);
        let compared = compare(&game, &text, 40, |options| {
            if Instant::now() > until {
                return Vec::new();
            }
            vec![options[random.below(options.len())].clone()]
        });
        eprintln!("{}: {compared} positions are as the definition says", game.name());
    }
}

#[test]
fn games_like_tic_tac_toe_have_as_many_positions() {
    let games = games();
    for name in ["ticTacToe", "eotcatcit", "sum15", "toetictac"] {
        let ends = format!("/{name}.kif");
        let Some((file, text)) = games.iter().find(|(file, _)| file.ends_with(&ends)) else {
            continue;
        };
        let game = grundy_gdl::load(file, text).unwrap().stated();
        let solved = common::textbook::solve(&*game, 10_000).unwrap();
        assert_eq!((solved.positions.len(), solved.moves), (5478, 16167), "{name}");
        assert_eq!(solved.start(), None, "{name}");
    }
}
