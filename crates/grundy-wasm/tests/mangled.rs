//! Modules with flipped and missing bytes end in errors, and never in a panic or a crash.

use std::time::Duration;

use grundy::stated::{Expansions, Statement};
use grundy::{Player, Random, Text};
use grundy_wasm::Bounds;

/// Asks everything that a game is asked. Whether a module passed the checks.
fn ask_everything(bytes: &[u8], bounds: &Bounds) -> bool {
    let Ok(file) = grundy_wasm::load_within("mangled.wasm", bytes, bounds) else { return false };
    let Ok(game) = file.state(None) else { return false };
    let mut positions = vec![game.start(), vec![0xff; file.module().width()], vec![1, 2, 3]];
    let mut found = Expansions::default();
    if game.expand(&[(&positions[0], Player::Right)], &mut found).is_ok() {
        let options = found.positions().flat_map(|(_, options)| options);
        positions.extend(options.take(3).map(|(option, _)| option.to_vec()));
    }
    for position in &positions {
        let _ = game.turn(position);
        let _ = game.negative(position);
        let _ = game.draw(position);
        let _ = game.moves(position, Player::Left);
        let _ = game.read(Text::new(&game.print(position)));
        let both: Vec<(&[u8], Player)> = Player::BOTH.map(|player| (&position[..], player)).into();
        let _ = game.expand(&both, &mut found);
    }
    let _ = file.state(Some(Text::new("3x4")));
    true
}

#[test]
fn mangled_modules_do_not_panic() {
    let bounds = Bounds { memory: 64 << 20, time: Duration::from_millis(20), ..Bounds::default() };
    let mut numbers = Random::new(7);
    let mut passed = 0;
    for name in ["nim", "domineering", "connect-four"] {
        let path = format!("{}/../../examples/wasm/{name}.wasm", env!("CARGO_MANIFEST_DIR"));
        let whole = std::fs::read(path).unwrap();
        assert!(ask_everything(&whole, &Bounds { memory: 64 << 20, ..Bounds::default() }));
        // Large modules take longer to compile.
        let tries = (400_000 / whole.len()).min(150);
        for _ in 0..tries {
            let mut bytes = whole.clone();
            for _ in 0..=numbers.below(3) {
                let at = numbers.below(bytes.len());
                bytes[at] ^= 1 << numbers.below(8);
            }
            if numbers.below(10) == 0 {
                bytes.truncate(numbers.below(bytes.len()));
            }
            passed += usize::from(ask_everything(&bytes, &bounds));
        }
    }
    assert!(passed > 20, "most were refused at once: {passed}");
}
