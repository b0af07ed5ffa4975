//! The number of positions that is found without visiting them all.

use std::time::Instant;

use grundy::stated::Size;
use grundy::{Limits, Text};
use grundy_rules::{check_with, load};

fn size(name: &str, parameters: &str, positions: usize) -> Size {
    let path = format!("{}/../../examples/rules/{name}.star", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    stated(&text, parameters, positions)
}

fn stated(text: &str, parameters: &str, positions: usize) -> Size {
    let file = load("game.star", text).unwrap();
    let parameters = (!parameters.is_empty()).then(|| Text::new(parameters));
    let limits = Limits {
        positions,
        time: Some((Instant::now(), std::time::Duration::from_secs(60))),
        ..Limits::default()
    };
    check_with(&file, parameters, &limits).unwrap().size
}

#[test]
#[ignore]
fn measured() {
    let only = std::env::var("ONLY").unwrap_or_default();
    for (name, parameters, truth) in [
        ("tic-tac-toe", "", 0.0),
        ("connect-four", "4, 4", 322_058.0),
        ("connect-four", "5, 4", 7_891_422.0),
        ("connect-four", "5, 5", 139_527_400.0),
        ("connect-four", "7, 6", 2.0 * 4_531_985_219_092.0),
        ("notakto", "", 0.0),
        ("domineering", "", 0.0),
        ("domineering", "6, 6", 0.0),
        ("clobber", "", 0.0),
        ("chomp", "", 0.0),
        ("chomp", "8, 8", 12870.0),
        ("dots-and-boxes", "", 0.0),
        ("hexapawn", "", 0.0),
        ("breakthrough", "", 0.0),
        ("othello", "", 0.0),
        ("node-kayles", "", 0.0),
        ("toads-and-frogs", "", 0.0),
        ("kalah", "", 0.0),
        ("dodgem", "", 0.0),
        ("go", "", 0.0),
    ] {
        if !only.is_empty() && !only.split('+').any(|o| o == format!("{name}({parameters})")) {
            continue;
        }
        let begun = Instant::now();
        let size = size(name, parameters, 2000);
        eprintln!(
            "{name}({parameters}) truth {truth:.3e} {size:?} ratio {:.3} {:?}",
            size.positions() / truth,
            begun.elapsed()
        );
    }
}
