//! Whatever stands in a rule file, reading it, stating its game and asking for its
//! moves end soon, in an answer or in a fault; what is printed is read again.

#![no_main]

use std::time::Duration;

use grundy::stated::{Found, Statement};
use grundy::{Player, Text};
use grundy_rules::{Bounds, load_within};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let bounds = Bounds {
        ticks: 20_000,
        time: Duration::from_secs(2),
        heap: 16 << 20,
        depth: 60,
        moves: 1000,
        ..Bounds::default()
    };
    // One operation may make a text of any size before anything is counted.
    if text.contains(['*', '%']) || text.contains("range") || text.contains("<<") {
        return;
    }
    let Ok(file) = load_within("fuzz.star", text, bounds) else { return };
    let Ok(game) = file.state(None) else { return };
    let mut positions = vec![game.start()];
    let mut found = Found::default();
    for _ in 0..3 {
        let asked: Vec<(&[u8], Player)> = positions
            .iter()
            .take(20)
            .flat_map(|bytes| Player::BOTH.map(|player| (&bytes[..], player)))
            .collect();
        found.clear();
        if game.expand(&asked, &mut found).is_err() {
            return;
        }
        assert_eq!(found.len(), asked.len());
        let next: Vec<Vec<u8>> = found
            .positions()
            .flat_map(|(_, options)| options.map(|(bytes, _)| bytes.to_vec()).collect::<Vec<_>>())
            .collect();
        positions = next;
    }
    for bytes in positions.iter().take(3) {
        let printed = game.print(bytes);
        if let Ok(read) = game.read(Text::new(&printed)) {
            assert_eq!(game.print(&read), printed);
        }
    }
});
