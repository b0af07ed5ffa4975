//! Games in WebAssembly: the examples, and modules that mean no good.

use std::fs;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};

use crate::run::{answered, command, folder, grundy, grundy_reading, json, refused, wait};

/// The path of an example.
fn example(name: &str) -> String {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/wasm");
    examples.join(name).to_string_lossy().into_owned()
}

/// A module in a folder of its own: a heap of one byte, and `expand` as the text says.
fn module(test: &str, expand: &str) -> String {
    let text = format!(
        r#"(module
            (memory (export "memory") 2)
            (global $calls (mut i32) (i32.const 0))
            (func (export "width") (result i32) (i32.const 1))
            (func (export "buffer") (param i32) (result i32) (i32.const 1024))
            (func (export "start") (param i32 i32) (result i32) (i32.const 512))
            (func $expand (export "expand") (param $at i32) (param $count i32) (result i32)
                {expand}))"#
    );
    let path = folder(test).join("made.wasm");
    fs::write(&path, wat::parse_str(text).unwrap()).unwrap();
    path.to_string_lossy().into_owned()
}

#[test]
fn a_module_is_a_game() {
    let take = example("take.wasm");
    let answer = json(&["solve", &take]);
    assert_eq!((&answer["game"], &answer["value"]), (&json!("take"), &json!("0")));
    // Positions without `print` are written in hexadecimal.
    assert_eq!(json(&["solve", &format!("{take}(;14)")])["left"]["best"][0]["to"], "take(;12)");
    assert_eq!(json(&["solve", "take(;05)", "--rules", &take])["value"], "*2");
    // Also in sums with games that are built in.
    let sum = format!("{take}(;04) + nim(2) + 2*{take}(;02)");
    assert_eq!(json(&["solve", &sum])["value"], "*3");
    for board in ["4x4", "2x4", "3x5"] {
        let own = format!("{}({board})", example("domineering.wasm"));
        let built_in = format!("domineering({board})");
        assert_eq!(answered(&["value", &own]), answered(&["value", &built_in]), "{board}");
    }
    let answer = json(&["solve", &format!("{}(4x3)", example("connect-four.wasm"))]);
    assert_eq!(
        (&answer["game"], &answer["outcome"]),
        (&json!("connect-four-wasm(4x3)"), &json!("D"))
    );
    let listed = answered(&["games", &example("connect-four.wasm")]);
    assert!(listed.contains("Four discs") && listed.contains("COLUMNSxROWS"), "{listed}");
}

#[test]
fn a_saved_solution_has_the_module_with_it() {
    let here = folder("wasm-saved");
    let path = here.join("dominoes.wasm").to_string_lossy().into_owned();
    fs::copy(example("domineering.wasm"), &path).unwrap();
    let saved = here.join("a.solution").to_string_lossy().into_owned();
    answered(&["solve", &format!("{path}(3x3)"), "--save", &saved]);
    fs::remove_file(&path).unwrap();
    let verified = json(&["verify", &saved]);
    assert!(verified["entries"].as_u64() > Some(10), "{verified}");
    // Of other rules it is no solution.
    let text = fs::read_to_string(&saved).unwrap();
    let (line, rest) = text.split_once('\n').unwrap();
    let mut header: Value = serde_json::from_str(line).unwrap();
    let empty = "AGFzbQEAAAA=";
    assert_ne!(header["rules"][0]["text"], empty);
    header["rules"][0]["text"] = json!(empty);
    fs::write(&saved, format!("{header}\n{rest}")).unwrap();
    let error = refused(&["verify", &saved]);
    assert!(error.contains("it does not export `memory`"), "{error}");
}

#[test]
fn all_positions_of_a_module_are_saved_verified_and_looked_up() {
    let here = folder("wasm-positions");
    let path = here.join("four.wasm").to_string_lossy().into_owned();
    fs::copy(example("connect-four.wasm"), &path).unwrap();
    let file = |name: &str| here.join(name).to_string_lossy().into_owned();
    let (memory, disk) = (file("memory.positions"), file("disk.positions"));
    let four = format!("{path}(4x4)");
    let told = answered(&["solve", &four, "--save", &memory]);
    let work = file("work");
    answered(&["solve", &four, "--save", &disk, "--disk", &work, "--checkpoint", &work]);
    assert!(fs::read(&memory).unwrap() == fs::read(&disk).unwrap());
    fs::remove_file(&path).unwrap();
    // One key stands for a position and its negative.
    let stats = json(&["stats", &memory]);
    let (keys, positions) = (stats["keys"].as_u64().unwrap(), stats["positions"].as_u64().unwrap());
    assert_eq!(positions, 2 * keys);
    assert!(told.contains("positions"), "{told}");
    assert!(answered(&["verify", &memory]).starts_with("verified: all"));
    let position = "....|....|.x..|.ox.";
    let found = json(&["lookup", &memory, position, "--player", "right"]);
    let built_in = file("built-in.positions");
    answered(&["solve", "connect-four(4x4)", "--save", &built_in]);
    let twin = json(&["lookup", &built_in, "....|....|.X..|.OX.", "--player", "right"]);
    assert_eq!(found["right"]["result"], twin["right"]["result"], "{found} {twin}");
    let table = file("four.parquet");
    answered(&["merge", &memory, "-o", &table]);
    let again = json(&["lookup", &table, position, "--player", "right"]);
    assert_eq!(again["right"]["result"], found["right"]["result"], "{again}");
}

/// A heap of 21 from which one token is taken, as the game of `take.wasm` but for two tokens.
/// `options` is how many options a heap has that is not empty: 1, or less by turns.
fn take_one(options: &str) -> Vec<u8> {
    let text = format!(
        r#"(module
            (memory (export "memory") 2)
            (data (i32.const 512) "\15")
            (global $calls (mut i32) (i32.const 0))
            (func (export "width") (result i32) (i32.const 1))
            (func (export "impartial") (result i32) (i32.const 1))
            (func (export "ends") (result i32) (i32.const 0))
            (func (export "buffer") (param i32) (result i32) (i32.const 20000))
            (func (export "start") (param i32 i32) (result i32) (i32.const 512))
            (func (export "expand") (param $at i32) (param $count i32) (result i32)
                (local $out i32) (local $heap i32) (local $options i32)
                (local.set $out (i32.const 40000))
                (loop $next
                    (global.set $calls (i32.add (global.get $calls) (i32.const 1)))
                    (local.set $heap (i32.load8_u (local.get $at)))
                    (local.set $options
                        (select {options} (i32.const 0) (local.get $heap)))
                    (i32.store8 (local.get $out) (i32.const 0))
                    (i32.store offset=1 (local.get $out) (local.get $options))
                    (i32.store8 offset=5
                        (local.get $out) (i32.sub (local.get $heap) (i32.const 1)))
                    (i32.store8 offset=6 (local.get $out) (i32.const 2))
                    (local.set $out
                        (i32.add (local.get $out)
                            (i32.add (i32.const 5) (i32.mul (i32.const 2) (local.get $options)))))
                    (local.set $at (i32.add (local.get $at) (i32.const 2)))
                    (local.set $count (i32.sub (local.get $count) (i32.const 1)))
                    (br_if $next (local.get $count)))
                (i32.const 40000)))"#
    );
    wat::parse_str(text).unwrap()
}

/// Replaces the module in a saved solution by that in another, with the checksum that goes with
/// it.
fn with_rules_of(saved: &str, other: &str) {
    let read = |path: &str| -> (Value, String) {
        let text = fs::read_to_string(path).unwrap();
        let (line, rest) = text.split_once('\n').unwrap();
        (serde_json::from_str(line).unwrap(), rest.to_string())
    };
    let ((mut header, rest), (theirs, _)) = (read(saved), read(other));
    header["rules"][0]["text"] = theirs["rules"][0]["text"].clone();
    let last = rest.trim_end().rfind('\n').unwrap() + 1;
    let text = format!("{header}\n{}", &rest[..last]);
    let mut end: Value = serde_json::from_str(&rest[last..]).unwrap();
    // FNV-1a, as the format has it.
    let checksum = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    end["checksum"] = json!(format!("{checksum:016x}"));
    fs::write(saved, format!("{text}{end}\n")).unwrap();
}

#[test]
fn of_other_rules_it_is_no_solution() {
    let here = folder("wasm-other-rules");
    let (path, once) = (here.join("take.wasm"), "(i32.const 1)");
    let path = path.to_string_lossy().into_owned();
    let solve = |module: &[u8], saved: &str| {
        let saved = here.join(saved).to_string_lossy().into_owned();
        fs::write(&path, module).unwrap();
        answered(&["solve", &path, "--save", &saved]);
        saved
    };
    let one = solve(&take_one(once), "one.solution");
    assert!(answered(&["verify", &one]).starts_with("verified"));
    let two = solve(&fs::read(example("take.wasm")).unwrap(), "two.solution");
    with_rules_of(&two, &one);
    let error = refused(&["verify", &two]);
    assert!(error.contains("refused") && !error.contains("checksum"), "{error}");
    // The same for rules that answer otherwise from time to time.
    let fickle = take_one("(i32.eqz (i32.rem_u (global.get $calls) (i32.const 5)))");
    let fickle = solve(&fickle, "fickle.solution");
    with_rules_of(&one, &fickle);
    let error = refused(&["verify", &one]);
    assert!(error.contains("refused") && !error.contains("checksum"), "{error}");
    assert_eq!(grundy(&["check", &path]).status, Some(1));
}

#[test]
fn check_likes_the_examples() {
    for (name, promises) in [
        ("take.wasm", 5),
        ("nim.wasm", 9),
        ("domineering.wasm(3x3)", 8),
        ("connect-four.wasm(4x2)", 11),
    ] {
        let report = json(&["check", &example(name)]);
        assert_eq!(report["broken"], json!([]), "{name}");
        assert!(report["tested"].as_array().unwrap().len() >= promises - 1, "{name}: {report}");
        assert_eq!(report["complete"], true, "{name}");
    }
}

#[test]
fn check_finds_a_module_that_answers_otherwise_the_second_time() {
    let counting = module(
        "wasm-counting",
        "(local $i i32) (memory.fill (i32.const 4096) (i32.const 0) (i32.const 60000))
         (loop $next
            (global.set $calls (i32.add (global.get $calls) (i32.const 1)))
            (i32.store8
                (i32.add (i32.const 4096) (i32.mul (local.get $i) (i32.const 5)))
                (i32.add (i32.const 1) (i32.and (global.get $calls) (i32.const 1))))
            (local.set $i (i32.add (local.get $i) (i32.const 1)))
            (br_if $next (i32.lt_u (local.get $i) (local.get $count))))
         (i32.const 4096)",
    );
    let checked = grundy(&["check", &counting]);
    assert_eq!(checked.status, Some(1), "{}", checked.stdout);
    assert!(checked.stdout.contains("broken"), "{}", checked.stdout);
    assert!(checked.stderr.contains("broken"), "{}", checked.stderr);
    // Whatever it answers, nothing panics.
    let saved = folder("wasm-counting-saved").join("a.solution").to_string_lossy().into_owned();
    for arguments in [&["solve", &counting, "--save", &saved][..], &["verify", &saved]] {
        assert!(!grundy(arguments).stderr.contains("panicked"));
    }
}

#[test]
fn errors_say_what_is_wrong_with_a_module() {
    let here = folder("wasm-errors");
    let written = |name: &str, bytes: &[u8]| {
        let path = here.join(name);
        fs::write(&path, bytes).unwrap();
        path.to_string_lossy().into_owned()
    };
    let text = written("text.wasm", b"def start(): return 1");
    let error = refused(&["solve", &text]);
    assert!(error.contains("text.wasm: this is not a module in WebAssembly"), "{error}");
    let import = wat::parse_str("(module (import \"env\" \"abort\" (func)))").unwrap();
    let error = refused(&["solve", &written("import.wasm", &import)]);
    assert!(error.contains("it imports `abort` from `env`"), "{error}");
    let empty = wat::parse_str("(module (memory (export \"memory\") 1))").unwrap();
    let error = refused(&["check", &written("empty.wasm", &empty)]);
    assert!(error.contains("it does not export `width`: a function () -> i32"), "{error}");
    for (name, expand, said) in [
        ("wasm-trap", "unreachable", "`expand` trapped: it executed `unreachable`"),
        ("wasm-outside", "(i32.const -1)", "`expand`: it returned something outside of its memory"),
        (
            "wasm-hungry",
            "(loop (result i32) (drop (memory.grow (i32.const 100))) (br 0))",
            "`expand` trapped: it asked for more than 256 MB of memory",
        ),
        ("wasm-deep", "(call $expand (i32.const 0) (i32.const 0))", "calls were nested too deep"),
        (
            "wasm-unanswered",
            "(i32.store8 (i32.const 4096) (i32.const 255))
             (i32.store8 (i32.const 4101) (i32.const 255)) (i32.const 4096)",
            "the module does not answer for this position",
        ),
    ] {
        let error = refused(&["solve", &module(name, expand)]);
        assert!(error.contains(&format!("made.wasm: {said}")) || error.contains(said), "{error}");
        assert!(error.contains("in the position 00"), "{error}");
    }
    let error = refused(&["solve", &format!("{}(9x9)", example("connect-four.wasm"))]);
    assert!(error.contains("expected other parameters of `connect-four`"), "{error}");
    let error = refused(&["solve", &format!("{}(;zz)", example("take.wasm"))]);
    assert!(error.contains("a position such as 15"), "{error}");
}

#[test]
fn modules_of_strangers_run_in_a_confined_process() {
    // There they take no more addresses than they have bytes.
    let four = format!("{}(4x3)", example("connect-four.wasm"));
    let confined = json(&["--untrusted", "solve", &four]);
    assert_eq!(confined["outcome"], "D");
    let hungry =
        module("wasm-confined", "(loop (result i32) (drop (memory.grow (i32.const 100))) (br 0))");
    // Memory that grows is copied each time, which takes long.
    let error = refused(&["--untrusted", "solve", &hungry, "--time", "100s"]);
    assert!(error.contains("it asked for more than 256 MB of memory"), "{error}");
}

#[test]
fn the_page_lists_the_positions_of_a_module() {
    let module = fs::read(example("take.wasm")).unwrap();
    let listed = grundy_reading(&["list", "take.wasm"], &module);
    assert_eq!(listed.status, Some(0), "{}", listed.stderr);
    let listing: Value = serde_json::from_str(&listed.stdout).unwrap();
    // The page sends text: what it has as the source can be listed again.
    let text = listing["source"].as_str().unwrap().to_string();
    let again = grundy_reading(&["list", "take.wasm"], &text);
    assert_eq!(again.stdout, listed.stdout);
}

#[test]
fn calls_of_modules_end_with_the_time_of_the_command() {
    let path = module("wasm-time", "(loop $ever (br $ever)) (unreachable)");
    let error = refused(&["solve", &path, "--time", "100ms"]);
    assert!(error.contains("`expand` trapped: the time limit of this command"), "{error}");
    assert!(error.contains("--time"), "{error}");
}

#[test]
fn ctrl_c_ends_calls_of_modules() {
    let path = module("wasm-ctrl-c", "(loop $ever (br $ever)) (unreachable)");
    let child = command(&["solve", &path]).spawn().unwrap();
    std::thread::sleep(Duration::from_secs(1));
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let ran = wait(child, Duration::from_secs(15));
    assert!(ran.stderr.contains("interrupted"), "{}", ran.stderr);
}
