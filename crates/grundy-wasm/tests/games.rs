//! What a game of a module answers beyond its moves, and what `check` finds in modules that
//! break their promises.

use grundy::stated::{Expansions, Stated, Statement};
use grundy::{Convention, End, Limits, Player, Text};
use grundy_wasm::File;

/// A heap of one byte: a move takes one. `more` are functions of the module, and memory is
/// free from 8192 on.
fn file(more: &str) -> Result<File, String> {
    file_with("(i32.const 2)", more)
}

/// The same where `turn` is an expression for the turn after a move; the heap before the move
/// is the local `$heap`.
fn file_with(turn: &str, more: &str) -> Result<File, String> {
    let text = format!(
        r#"(module
        (memory (export "memory") 2)
        (data (i32.const 512) "\05")
        (func (export "width") (result i32) (i32.const 1))
        (func (export "buffer") (param i32) (result i32) (i32.const 20000))
        (func (export "start") (param $at i32) (param $bytes i32) (result i32)
            (if (result i32) (i32.eq (local.get $bytes) (i32.const 1))
                (then
                    (i32.store8 (i32.const 700)
                        (i32.sub (i32.load8_u (local.get $at)) (i32.const 48)))
                    (i32.const 700))
                (else
                    (select (i32.const 0) (i32.const 512) (local.get $bytes)))))
        (func (export "expand") (param $at i32) (param $count i32) (result i32)
            (local $out i32) (local $heap i32)
            (local.set $out (i32.const 40000))
            (loop $next
                (local.set $heap (i32.load8_u (local.get $at)))
                (i32.store8 (local.get $out) (i32.const 0))
                (i32.store offset=1 (local.get $out) (i32.ne (local.get $heap) (i32.const 0)))
                (local.set $out (i32.add (local.get $out) (i32.const 5)))
                (if (local.get $heap)
                    (then
                        (i32.store8 (local.get $out) (i32.sub (local.get $heap) (i32.const 1)))
                        (i32.store8 offset=1 (local.get $out) {turn})
                        (local.set $out (i32.add (local.get $out) (i32.const 2)))))
                (local.set $at (i32.add (local.get $at) (i32.const 2)))
                (local.set $count (i32.sub (local.get $count) (i32.const 1)))
                (br_if $next (local.get $count)))
            (i32.const 40000))
        {more})"#
    );
    let bytes = wat::parse_str(text).unwrap();
    grundy_wasm::load("heap.wasm", &bytes).map_err(|fault| fault.to_string())
}

fn game(more: &str) -> Box<dyn Stated> {
    file(more).unwrap().state(None).unwrap_or_else(|error| panic!("{error}"))
}

/// The promises that are broken, with what is said of the first.
fn broken(file: &File) -> Vec<(&'static str, String)> {
    let limits = Limits { positions: 1000, ..Limits::default() };
    let report = grundy_wasm::check(file, None, &limits).unwrap_or_else(|error| panic!("{error}"));
    report.broken.into_iter().map(|broken| (broken.promise, broken.message)).collect()
}

#[test]
fn what_is_not_exported_has_a_default() {
    let file = file("").unwrap();
    assert_eq!((file.name(), &*file.title(), &*file.about()), ("heap", "heap", ""));
    let game = file.state(None).unwrap();
    assert!(!game.impartial() && game.has_ends());
    assert_eq!(game.convention(), Convention::Normal);
    assert_eq!(game.start(), [5]);
    assert_eq!((game.turn(&[5]).unwrap(), game.negative(&[5]).unwrap()), (None, None));
    assert_eq!((&*game.print(&[200]), &*game.draw(&[200]).unwrap()), ("c8", "c8"));
    assert_eq!(game.read(Text::new(" C8 ")).unwrap(), [200]);
    assert_eq!(game.moves(&[3], Player::Left).unwrap(), [(None, vec![2])]);
    for text in ["c", "c8c8", "zz", "", "+1", "ä"] {
        assert!(game.read(Text::new(text)).is_err(), "{text}");
    }
    assert_eq!(broken(&file), []);
}

#[test]
fn what_is_exported_is_asked() {
    let more = r#"
        (data (i32.const 8192) "\06\00\00\00a\nheap")
        (data (i32.const 8256) "\05\00\00\00Heap\07")
        (func (export "impartial") (result i32) (i32.const 1))
        (func (export "misere") (result i32) (i32.const 1))
        (func (export "ends") (result i32) (i32.const 0))
        (func (export "title") (result i32) (i32.const 8256))
        (func (export "show") (param i32) (result i32) (i32.const 8192))
        (func (export "name") (param i32 i32 i32) (result i32)
            (select (i32.const 8256) (i32.const 0) (local.get 1)))
        (func (export "turn") (param i32) (result i32) (i32.const 1))"#;
    let file = file(more).unwrap();
    // What would control a terminal is replaced.
    assert_eq!(file.title(), "Heap\u{fffd}");
    let game = file.state(Some(Text::new("3"))).unwrap();
    assert_eq!((game.start(), &*game.parameters()), (vec![3], "3"));
    assert!(game.impartial() && !game.has_ends());
    assert_eq!(game.convention(), Convention::Misere);
    assert_eq!(game.turn(&[5]).unwrap(), Some(Player::Right));
    assert_eq!(game.draw(&[5]).unwrap(), "a\nheap");
    assert_eq!(game.moves(&[3], Player::Left).unwrap(), [(None, vec![2])]);
    let named = game.moves(&[3], Player::Right).unwrap();
    assert_eq!(named, [(Some("Heap\u{fffd}".to_string()), vec![2])]);
    let error = file.state(Some(Text::new("33"))).err().unwrap().to_string();
    assert_eq!(error, "expected other parameters of `heap` at byte 0 (heap)");
}

#[test]
fn positions_of_another_width_are_faults() {
    let game = game("");
    for position in [&[][..], &[1, 2]] {
        let fault =
            game.expand(&[(position, Player::Left)], &mut Expansions::default()).unwrap_err();
        assert_eq!(fault.message, "these bytes are no position");
        assert!(game.moves(position, Player::Left).is_err());
    }
}

#[test]
fn a_position_may_end_play_only_if_ends_says_so() {
    let ends = "(func (export \"ends\") (result i32) (i32.const 0))";
    let game = file_with("(i32.const 0)", ends).unwrap().state(None).unwrap();
    let fault = game.expand(&[(&[5], Player::Left)], &mut Expansions::default()).unwrap_err();
    let said = "heap.wasm: `ends` says that the players alternate, and an option says whose turn \
                it is\nin the position 05";
    assert_eq!(fault.to_string(), said);
}

#[test]
fn turns_and_ends_are_told() {
    let game = file_with("(i32.and (local.get $heap) (i32.const 1))", "").unwrap();
    let game = game.state(None).unwrap();
    let mut found = Expansions::default();
    game.expand(&[(&[5], Player::Left), (&[4], Player::Left)], &mut found).unwrap();
    let turns: Vec<Option<Player>> =
        found.positions().flat_map(|(_, options)| options.map(|(_, turn)| turn)).collect();
    assert_eq!(turns, [Some(Player::Right), Some(Player::Left)]);
    assert!(found.positions().all(|(end, _): (Option<End>, _)| end.is_none()));
}

#[test]
fn texts_that_are_none_are_faults_or_left_out() {
    for (data, said) in [
        ("\\ff\\ff\\ff\\7f", "heap.wasm: `title`: it returned something outside of its memory"),
        ("\\02\\00\\00\\00\\ff\\ff", "heap.wasm: `title`: it returned a text that is not UTF-8"),
        (
            "\\01\\00\\01\\00",
            "heap.wasm: `title`: it returned a text of 65537 bytes, more than 64 KB",
        ),
    ] {
        let more = format!(
            "(data (i32.const 8192) \"{data}\")
             (func (export \"title\") (result i32) (i32.const 8192))"
        );
        assert_eq!(file(&more).unwrap_err(), said);
    }
    // A position whose text cannot be had is written in hexadecimal.
    let more = "(func (export \"print\") (param i32) (result i32) unreachable)
                (func (export \"read\") (param i32 i32) (result i32) (i32.const 0))";
    let printing = game(more);
    assert_eq!(printing.print(&[5]), "05");
    let error = printing.read(Text::new("05")).unwrap_err().to_string();
    assert_eq!(error, "expected a position such as 05 at byte 0");
    assert_eq!(broken(&file(more).unwrap())[0].0, "a position that is printed can be read again");
}

#[test]
fn print_needs_read() {
    let more = "(func (export \"print\") (param i32) (result i32) (i32.const 0))";
    let said = "heap.wasm: it does not export `read`: a function (i32, i32) -> i32";
    assert_eq!(file(more).unwrap_err(), said);
}

#[test]
fn representatives_replace_options_and_the_start() {
    // Only whether a heap is even matters.
    let more = "(func (export \"canonical\") (param i32) (result i32)
        (i32.store8 (local.get 0) (i32.and (i32.load8_u (local.get 0)) (i32.const 1)))
        (local.get 0))";
    let canonical = game(more);
    assert_eq!(canonical.start(), [1]);
    assert_eq!(canonical.moves(&[1], Player::Left).unwrap(), [(None, vec![0])]);
    // It changes in how many moves, and so what is worth what.
    let found = broken(&file(more).unwrap());
    assert!(found[0].0.starts_with("`canonical` does not change who wins"), "{found:?}");
}

#[test]
fn check_finds_broken_promises() {
    let negative = "(func (export \"negative\") (param i32) (result i32)
        (i32.store8 (local.get 0) (i32.add (i32.load8_u (local.get 0)) (i32.const 1)))
        (local.get 0))";
    let found = broken(&file(negative).unwrap());
    assert!(found.iter().any(|(promise, _)| promise.starts_with("`negative` twice")), "{found:?}");
    assert!(found.iter().any(|(promise, _)| promise.starts_with("`negative` exch")), "{found:?}");
    let turn = "(func (export \"turn\") (param i32) (result i32) (i32.const 1))";
    let found = broken(&file_with("(i32.const 0)", turn).unwrap());
    assert_eq!(found[0].0, "whose turn it is depends on the position alone");
    assert_eq!(found[0].1, "after a move to 04 it is Left's turn, and elsewhere Right's turn");
}

#[test]
fn check_finds_moves_that_change() {
    // The turn is another in each call.
    let more = "(global $calls (mut i32) (i32.const 0))
        (func $next (result i32)
            (global.set $calls (i32.xor (global.get $calls) (i32.const 1)))
            (global.get $calls))";
    let file = file_with("(call $next)", more).unwrap();
    let found = broken(&file);
    assert!(found.iter().any(|(promise, _)| promise.starts_with("whose turn")), "{found:?}");
}

#[test]
fn a_batch_finds_a_module_that_answers_otherwise_when_asked_again() {
    let more = "(global $calls (mut i32) (i32.const 0))
        (func $next (result i32)
            (global.set $calls (i32.add (global.get $calls) (i32.const 1)))
            (i32.eq (global.get $calls) (i32.const 101)))";
    let game = file_with("(call $next)", more).unwrap().state(None).unwrap();
    let asked = [(&[7][..], Player::Right); 100];
    let mut found = Expansions::default();
    let fault = game.expand(&asked, &mut found).unwrap_err().to_string();
    let said = "heap.wasm: the module answers otherwise when it is asked again";
    assert_eq!(fault, format!("{said}\nin the position 07"));
    // Of a module that does not, each position is answered once, in any number of calls.
    let game = self::game("");
    for count in [31, 32, 4095, 4096, 10_000] {
        let asked = [(&[7][..], Player::Right)].repeat(count);
        found.clear();
        game.expand(&asked, &mut found).unwrap();
        assert_eq!(found.len(), count);
        let mut all = found.positions();
        assert!(all.all(|(_, options)| options.eq([(&[6][..], None)])));
    }
}

#[test]
fn modules_are_read_from_the_text_of_their_source() {
    let first = file("").unwrap();
    let text = &first.source().text;
    let second = grundy_wasm::load("heap.wasm", text.as_bytes()).unwrap();
    assert_eq!(second.source(), first.source());
    let faults = ["", "AGFzbQ", "AGFzbQE=", "\0as", "def start(): return 3"];
    for text in faults {
        let fault = grundy_wasm::load("heap.wasm", text.as_bytes()).unwrap_err();
        assert!(fault.message.contains("not a module in WebAssembly"), "{text}: {fault}");
    }
}

#[test]
fn scores_that_cannot_be_are_refused() {
    let score =
        |result: &str| format!("(func (export \"score\") (param i32) (result i64) {result})");
    let three = score("(i64.const -3)");
    let game = game(&three);
    let mut found = Expansions::default();
    game.expand(&[(&[0], Player::Left), (&[1], Player::Right)], &mut found).unwrap();
    assert_eq!(found.scores().collect::<Vec<_>>(), [-3, 0]);
    let ends: Vec<_> = found.positions().map(|(end, _)| end).collect();
    assert_eq!(ends, [Some(End::Won(Player::Right)), None]);
    assert_eq!(broken(&file(&three).unwrap()), []);

    let large = file(&score("(i64.const 9007199254740992)")).unwrap().state(None).unwrap();
    let fault = large.expand(&[(&[0], Player::Left)], &mut Expansions::default()).unwrap_err();
    let said = "heap.wasm: `score` returned 9007199254740992: scores are between -2^53 and 2^53\n\
                in the position 00";
    assert_eq!(fault.to_string(), said);
    let trap = file(&score("unreachable")).unwrap().state(None).unwrap();
    let fault = trap.expand(&[(&[0], Player::Left)], &mut Expansions::default()).unwrap_err();
    assert!(fault.to_string().contains("`score`"), "{fault}");

    let narrow = "(func (export \"score\") (param i32) (result i32) (i32.const 1))";
    let refused = file(narrow).unwrap_err();
    assert!(refused.contains("`score`") && refused.contains("(i32) -> i64"), "{refused}");
    for fact in ["impartial", "misere"] {
        let both = format!("{three} (func (export \"{fact}\") (result i32) (i32.const 1))");
        let refused = file(&both).unwrap_err();
        assert!(refused.contains(&format!("`{fact}` says yes")), "{refused}");
    }
}
