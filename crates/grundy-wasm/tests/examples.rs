//! Every module of `examples/wasm` against the built-in ruleset of the same game.

#[path = "../../grundy-rules/tests/oracle/mod.rs"]
mod oracle;

use grundy::stated::{Expansions, Stated, Statement};
use grundy::{Player, Text};

fn file(name: &str) -> grundy_wasm::File {
    let path = format!("{}/../../examples/wasm/{name}.wasm", env!("CARGO_MANIFEST_DIR"));
    let bytes = std::fs::read(path).unwrap();
    grundy_wasm::load(&format!("{name}.wasm"), &bytes).unwrap_or_else(|fault| panic!("{fault}"))
}

fn game(name: &str, parameters: &str) -> Box<dyn Stated> {
    let parameters = Some(parameters).filter(|text| !text.is_empty()).map(Text::new);
    file(name).state(parameters).unwrap_or_else(|error| panic!("{error}"))
}

/// A module, its parameters, and the same game as the catalogue has it.
const TWINS: &[(&str, &str, &str)] = &[
    ("connect-four", "", "connect-four(4x4)"),
    ("connect-four", "4x3", "connect-four(4x3)"),
    ("connect-four", "5x3", "connect-four(5x3)"),
    ("connect-four", "8x1", "connect-four(8x1)"),
    ("domineering", "", "domineering(4x4)"),
    ("domineering", "2x4", "domineering(2x4)"),
    ("domineering", "4x3", "domineering(4x3)"),
    ("nim", "", "nim(3,4,5)"),
    ("nim", "1, 2, 7", "nim(1,2,7)"),
    ("nim", "0", "nim(0)"),
    ("take", "", "subtraction(1,2; 21)"),
];

#[test]
fn modules_have_the_verdicts_of_the_catalogue() {
    for &(name, parameters, text) in TWINS {
        // The sweeps of the oracle take long for more positions.
        if ["connect-four(4x4)", "connect-four(5x3)"].contains(&text) {
            continue;
        }
        let game = game(name, parameters);
        for starter in Player::BOTH {
            let (verdict, _) = oracle::verdict(&*game, starter);
            let found = (verdict.fate(), verdict.remoteness());
            let expected = oracle::built_in(text, starter);
            assert_eq!(found, expected, "{name}({parameters}) and {text}, {starter} starts");
        }
    }
}

/// The solvers of the library, asked for the module and for its twin.
#[test]
fn modules_have_the_values_of_the_catalogue() {
    use grundy::answer::{Options, Wanted, solve};
    for &(name, parameters, text) in TWINS {
        let own = format!("own-{name}");
        grundy::catalogue::register(&own, std::sync::Arc::new(file(name)));
        let own = if parameters.is_empty() { own } else { format!("{own}({parameters})") };
        let solved = |text: &str| {
            let game = grundy::catalogue::parse(text).unwrap_or_else(|error| panic!("{error}"));
            let options = Options { wanted: Wanted::POSITIONS, ..Options::default() };
            let answer = solve(&*game, &options).unwrap();
            let side = |player| answer.side(player).map(|side| (side.fate, side.remoteness));
            (side(Player::Left), side(Player::Right), answer.value)
        };
        assert_eq!(solved(&own), solved(text), "{own} and {text}");
    }
}

#[test]
fn parameters_and_positions_are_read() {
    let four = game("connect-four", "4x3");
    let read = four.read(Text::new("....|.o..|xx..")).unwrap();
    // Of a position and its mirror image the same one is kept.
    assert_eq!(four.read(Text::new("....|..o.|..xx")).unwrap(), read);
    assert!(["....|.o..|xx..", "....|..o.|..xx"].contains(&&*four.print(&read)));
    assert_eq!(four.draw(&read).unwrap(), four.print(&read).replace('|', "\n"));
    let error = four.read(Text::new("....|.o..|x...")).unwrap_err().to_string();
    assert_eq!(error, "expected a position such as ....|....|.... at byte 0");
    let moves = four.moves(&four.start(), Player::Right).unwrap();
    let names: Vec<Option<String>> = moves.into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["1", "2", "3", "4"].map(|name| Some(name.to_string())));
    let error = file("connect-four").state(Some(Text::new("9x9"))).err().unwrap().to_string();
    let expected = "expected other parameters of `connect-four` at byte 0 \
                    (connect-four(COLUMNSxROWS))";
    assert_eq!(error, expected);
}

/// `start` keeps the size of the board in the memory of the instance.
#[test]
fn games_with_other_parameters_do_not_disturb_each_other() {
    let (small, large) = (game("connect-four", "4x1"), game("connect-four", "8x7"));
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                for (game, options) in [(&small, 4), (&large, 8)] {
                    let start = game.start();
                    let mut found = Expansions::default();
                    game.expand(&[(&start, Player::Left)], &mut found).unwrap();
                    assert_eq!(found.positions().next().unwrap().1.count(), options);
                }
            });
        }
    });
}

#[test]
fn every_example_is_tested() {
    let folder = format!("{}/../../examples/wasm", env!("CARGO_MANIFEST_DIR"));
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let modules = files.filter(|path| path.extension().is_some_and(|ending| ending == "wasm"));
    let mut count = 0;
    for path in modules {
        let name = path.file_stem().unwrap().to_str().unwrap();
        assert!(TWINS.iter().any(|(twin, ..)| *twin == name), "{name} is in no test");
        assert_eq!(file(name).name(), name);
        count += 1;
    }
    assert!(count >= 4);
}

#[test]
fn the_guide_shows_a_file_that_is_tested() {
    let root = format!("{}/../..", env!("CARGO_MANIFEST_DIR"));
    let guide = std::fs::read_to_string(format!("{root}/docs/src/guides/wasm.md")).unwrap();
    let shown = guide.split("\n```c\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    assert_eq!(shown, std::fs::read_to_string(format!("{root}/examples/wasm/take.c")).unwrap());
}
