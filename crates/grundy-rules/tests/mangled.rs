//! Files that were mangled are read, or refused, and nothing worse.

#[path = "support/walk.rs"]
mod walk;

use std::time::Duration;

use grundy::stated::Statement;
use grundy::{Fault, Text};
use grundy_rules::{Bounds, load_within};
use proptest::prelude::*;

use self::walk::walk;

const PIECES: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ":",
    ",",
    "\n",
    "    ",
    "\"",
    "'",
    "\\",
    "def ",
    "return ",
    "for ",
    "in ",
    "if ",
    "else ",
    "lambda ",
    "not ",
    "and ",
    "None",
    "True",
    "0",
    "-1",
    "p",
    "player",
    "start",
    "moves",
    "left",
    "right",
    "turn",
    "heaps",
    "misere",
    "=",
    "==",
    "+",
    "-",
    "//",
    ".",
    "#",
    "ä",
    "\u{0}",
    "\"\"\"",
    "f\"{",
    "}\"",
    "**",
    "->",
    "load(",
    "components",
    "canonical",
];

fn examples() -> Vec<String> {
    let folder = format!("{}/../../examples/rules", env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    files.into_iter().map(|path| std::fs::read_to_string(path).unwrap()).collect()
}

fn bounds() -> Bounds {
    Bounds {
        ticks: 100_000,
        time: Duration::from_secs(2),
        heap: 32 << 20,
        moves: 1000,
        ..Bounds::default()
    }
}

/// Reads a file and asks for some moves; the fault it ends with, if it does.
fn run(text: &str) -> Result<(), Fault> {
    let file = load_within("mangled.star", text, bounds())?;
    let Ok(game) = file.state(None) else { return Ok(()) };
    walk(&*game)
}

fn holds(text: &str) {
    if let Err(fault) = run(text) {
        assert!(!fault.to_string().contains("interpreter has failed"), "{fault}\n{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_file_with_some_pieces_put_in_or_taken_out_ends_in_an_answer_or_a_fault(
        which in 0_usize..1000,
        edits in prop::collection::vec((0.0_f64..1.0, 0_usize..12, 0_usize..PIECES.len()), 1..4),
    ) {
        let examples = examples();
        let mut text = examples[which % examples.len()].clone();
        for (at, length, piece) in edits {
            let boundary = |mut at: usize| {
                at = at.min(text.len());
                while !text.is_char_boundary(at) {
                    at -= 1;
                }
                at
            };
            let from = boundary((at * text.len() as f64) as usize);
            let until = boundary(from + length).max(from);
            text.replace_range(from..until, PIECES[piece]);
        }
        holds(&text);
    }

    #[test]
    fn any_heap_of_pieces_ends_in_an_answer_or_a_fault(
        pieces in prop::collection::vec(0_usize..PIECES.len(), 0..60),
    ) {
        holds(&pieces.into_iter().map(|piece| PIECES[piece]).collect::<String>());
    }

    #[test]
    fn any_parameters_and_any_position_are_read_or_refused(text in "[-0-9a-zX.=,() \"'\\\\]{0,30}") {
        let rules = "def start(n = 1, *more): return n\ndef moves(p): return []\n";
        let file = load_within("any.star", rules, bounds()).unwrap();
        if let Ok(game) = file.state(Some(Text::new(&text))) {
            // What the parameters are printed as gives the same game.
            let again = file.state(Some(Text::new(&game.parameters()))).unwrap();
            prop_assert_eq!(again.start(), game.start());
            prop_assert_eq!(again.parameters(), game.parameters());
        }
        let game = file.state(None).unwrap();
        if let Ok(position) = game.read(Text::new(&text)) {
            let again = game.read(Text::new(&game.print(&position))).unwrap();
            prop_assert_eq!(again, position);
        }
    }
}
