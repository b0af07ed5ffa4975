//! Any text is a game in the Game Description Language, or a fault. A position that a game prints
//! is read back as the same position, and its moves are its options.

#![no_main]

use std::time::Duration;

use grundy::stated::Expansions;
use grundy::{Player, Text};
use grundy_gdl::Limits;
use libfuzzer_sys::fuzz_target;

/// A complete game, which the input follows: most texts alone are no games.
const GAME: &str = "(role a)(role b)(init up)(legal a go)(legal b noop)
(<= (next down) (does a go))(<= terminal (true down))(goal a 100)(goal b 0)\n";

fuzz_target!(|input: &str| {
    let limits =
        Limits { memory: 20_000_000, time: Duration::from_millis(200), ..Limits::default() };
    for text in [input, &format!("{GAME}{input}")] {
        let game = match grundy_gdl::load_with("input.kif", text, limits) {
            Ok(game) => game.stated(),
            Err(fault) => {
                let _ = fault.to_string();
                continue;
            }
        };
        let _ = game.read(Text::new(input));
        let mut position = game.start();
        for step in 0..5 {
            let turn = game.turn(&position);
            let printed = game.print(&position);
            assert_eq!(game.read(Text::new(&printed)).as_ref(), Ok(&position), "{text}");
            let _ = game.draw(&position);
            let mut found = Expansions::default();
            if game.expand(&[(&position, Player::Left)], &mut found).is_err() {
                break;
            }
            let moves = game.moves(&position, turn.ok().flatten().unwrap_or(Player::Left));
            let (_, options) = found.positions().next().expect("one position was asked for");
            let options: Vec<Vec<u8>> = options.map(|(option, _)| option.to_vec()).collect();
            let moves: Vec<Vec<u8>> = moves.into_iter().flatten().map(|(_, to)| to).collect();
            assert_eq!(moves, options, "{text}");
            match options.get(step % options.len().max(1)) {
                Some(option) => position.clone_from(option),
                None => break,
            }
        }
    }
});
