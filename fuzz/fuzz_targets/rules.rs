//! Whatever a rule file contains, reading it, stating its game and asking for its moves end soon,
//! in an answer or in a fault. Printed positions are read again.

#![no_main]

#[path = "../../crates/grundy-rules/tests/support/walk.rs"]
mod walk;

use std::time::Duration;

use grundy::stated::Statement;
use grundy_rules::{Bounds, load_within};
use libfuzzer_sys::fuzz_target;

use self::walk::walk;

fuzz_target!(|text: &str| {
    let bounds = Bounds {
        ticks: 20_000,
        time: Duration::from_secs(2),
        heap: 16 << 20,
        depth: 60,
        moves: 1000,
        ..Bounds::default()
    };
    let Ok(file) = load_within("fuzz.star", text, bounds) else { return };
    let Ok(game) = file.state(None) else { return };
    let _ = walk(&*game);
});
