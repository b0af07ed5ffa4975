//! Modules in the text format: right answers, and everything that a module can do wrong.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use grundy_wasm::{Bounds, Module, Refusal, Trap, Why, answers};

/// Take one or two from a heap; a position is a heap of one byte.
const TAKE: &str = r#"
    (func $expand (export "expand") (param $at i32) (param $count i32) (result i32)
        (local $out i32) (local $heap i32) (local $take i32) (local $options i32)
        (local.set $out (i32.const 4096))
        (loop $next
            (local.set $heap (i32.load8_u (local.get $at)))
            (local.set $options
                (select (i32.const 2) (local.get $heap) (i32.gt_u (local.get $heap) (i32.const 2))))
            (i32.store8 (local.get $out) (i32.const 0))
            (i32.store offset=1 (local.get $out) (local.get $options))
            (local.set $out (i32.add (local.get $out) (i32.const 5)))
            (local.set $take (i32.const 1))
            (block $done (loop $options
                (br_if $done (i32.gt_u (local.get $take) (local.get $options)))
                (i32.store8 (local.get $out) (i32.sub (local.get $heap) (local.get $take)))
                (i32.store8 offset=1 (local.get $out) (i32.const 2))
                (local.set $out (i32.add (local.get $out) (i32.const 2)))
                (local.set $take (i32.add (local.get $take) (i32.const 1)))
                (br $options)))
            (local.set $at (i32.add (local.get $at) (i32.const 2)))
            (local.set $count (i32.sub (local.get $count) (i32.const 1)))
            (br_if $next (local.get $count)))
        (i32.const 4096))"#;

/// What every module needs besides `expand`.
const REST: &str = r#"
    (memory (export "memory") 2)
    (func (export "width") (result i32) (i32.const 1))
    (func (export "buffer") (param i32) (result i32)
        (select (i32.const 1024) (i32.const 0) (i32.le_u (local.get 0) (i32.const 2048))))
    (func (export "start") (param i32 i32) (result i32) (i32.const 512))"#;

fn module(text: &str) -> Result<Module, Refusal> {
    let bounds = Bounds { memory: 1 << 20, time: Duration::from_millis(100), ..Bounds::default() };
    Module::new(&wat::parse_str(text).unwrap(), &bounds)
}

/// A module whose `expand` has this body.
fn expanding(body: &str) -> Module {
    let expand =
        "(func $expand (export \"expand\") (param $at i32) (param $count i32) (result i32)";
    module(&format!("(module {REST} {expand} {body}))")).unwrap()
}

/// The error of expanding positions that are these bytes.
fn fails(module: &Module, positions: &[u8]) -> Trap {
    let asked: Vec<u8> = positions.iter().flat_map(|&position| [position, 0]).collect();
    let mut answer = vec![1, 2, 3];
    let trap = module.expand(&asked, &mut answer).unwrap_err();
    assert_eq!(answer, [1, 2, 3], "nothing is appended");
    trap
}

fn refused(text: &str) -> String {
    module(text).unwrap_err().to_string()
}

#[test]
fn positions_are_expanded_together() {
    let module = module(&format!("(module {REST} {TAKE})")).unwrap();
    assert_eq!(module.width(), 1);
    let mut answer = Vec::new();
    for _ in 0..2 {
        answer.clear();
        module.expand(&[7, 0, 1, 1, 0, 0], &mut answer).unwrap();
        let read: Vec<_> = answers(1, &answer).collect();
        assert_eq!(read, [(0, &[6, 2, 5, 2][..]), (0, &[0, 2][..]), (0, &[][..])]);
    }
    module.expand(&[], &mut answer).unwrap();
}

#[test]
fn threads_have_instances_of_their_own() {
    let module = module(&format!("(module {REST} {TAKE})")).unwrap();
    std::thread::scope(|scope| {
        for heap in 3..9 {
            let module = &module;
            scope.spawn(move || {
                let mut answer = Vec::new();
                for _ in 0..1000 {
                    answer.clear();
                    module.expand(&[heap, 0], &mut answer).unwrap();
                    let (_, options) = answers(1, &answer).next().unwrap();
                    assert_eq!(options, [heap - 1, 2, heap - 2, 2]);
                }
            });
        }
    });
}

#[test]
fn more_positions_than_there_is_room_for_are_expanded_one_by_one() {
    let module = module(&format!("(module {REST} {TAKE})")).unwrap();
    let mut answer = Vec::new();
    module.expand(&[5, 0].repeat(3000), &mut answer).unwrap();
    assert_eq!(answers(1, &answer).filter(|(_, options)| options == &[4, 2, 3, 2]).count(), 3000);
}

#[test]
fn the_module_may_leave_a_position_unanswered() {
    let module = expanding("(i32.store8 (i32.const 4096) (i32.const 255)) (i32.const 4096)");
    let mut answer = Vec::new();
    module.expand(&[1, 0], &mut answer).unwrap();
    assert_eq!(answers(1, &answer).collect::<Vec<_>>(), [(255, &[][..])]);
}

#[test]
fn what_is_missing_or_has_another_type_is_named() {
    let whole = format!("(module {REST} {TAKE})");
    for (name, wanted) in [
        ("memory", "a memory with 32-bit addresses"),
        ("width", "a function () -> i32"),
        ("buffer", "a function (i32) -> i32"),
        ("start", "a function (i32, i32) -> i32"),
        ("expand", "a function (i32, i32) -> i32"),
    ] {
        let without = whole.replace(&format!("(export \"{name}\")"), "");
        assert_eq!(refused(&without), format!("it does not export `{name}`: {wanted}"));
    }
    assert_eq!(
        refused(
            &whole
                .replace("(param i32 i32) (result i32)", "(param i64) (result i64)")
                .replace("(i32.const 512)", "(i64.const 512)")
        ),
        "its export `start` is a function (i64) -> i64, and has to be a function (i32, i32) -> i32"
    );
    let strange = format!("(module {REST} {TAKE} (func (export \"print\") (param i32)))");
    assert_eq!(
        refused(&strange),
        "its export `print` is a function (i32) without result, and has to be a function (i32) \
         -> i32"
    );
    assert_eq!(
        refused(
            &whole
                .replace("(memory (export \"memory\") 2)", "(memory (export \"memory\") i64 2)")
                .replace("(i32.load8_u (local.get $at))", "(i32.const 1)")
                .replace("(i32.store8 ", "(call $nothing ")
                .replace("(i32.store8 offset=1 ", "(call $nothing ")
                .replace("(call $nothing offset=1 ", "(call $nothing ")
                .replace("(i32.store offset=1 ", "(call $nothing ")
                .replace("(memory", "(func $nothing (param i32 i32)) (memory")
        ),
        "its export `memory` is a memory with 64-bit addresses, and has to be a memory with \
         32-bit addresses"
    );
}

#[test]
fn a_module_that_imports_anything_is_refused() {
    let import = format!("(module (import \"env\" \"print\" (func)) {REST} {TAKE})");
    assert_eq!(
        refused(&import),
        "it imports `print` from `env`, and a game gets nothing from outside"
    );
}

#[test]
fn what_is_not_a_module_is_refused() {
    let refused = Module::new(b"def moves(n):", &Bounds::default()).unwrap_err().to_string();
    assert!(refused.starts_with("this is not a module in WebAssembly: "), "{refused}");
    let cut = &wat::parse_str(format!("(module {REST} {TAKE})")).unwrap()[..100];
    assert!(matches!(Module::new(cut, &Bounds::default()), Err(Refusal::Invalid(_))));
}

#[test]
fn widths_and_versions_out_of_range_are_refused() {
    let whole = format!("(module {REST} {TAKE})");
    for width in ["0", "-1", "65537"] {
        let text = whole
            .replace("(result i32) (i32.const 1))", &format!("(result i32) (i32.const {width}))"));
        assert!(matches!(module(&text), Err(Refusal::Width(_))), "{width}");
    }
    let versioned = |version: i32| {
        let version =
            format!("(func (export \"grundy_version\") (result i32) (i32.const {version}))");
        module(&format!("(module {REST} {TAKE} {version})"))
    };
    assert!(versioned(1).is_ok());
    assert_eq!(versioned(2).unwrap_err(), Refusal::Version(2));
}

#[test]
fn an_endless_loop_ends_in_time() {
    let module = expanding("(loop $for_ever (br $for_ever)) (i32.const 4096)");
    let start = Instant::now();
    let trap = fails(&module, &[3]);
    assert_eq!(trap.why, Why::Time(Duration::from_millis(100)));
    assert_eq!((trap.index, trap.function.as_deref()), (Some(0), Some("expand")));
    assert!(start.elapsed() < Duration::from_secs(10));
    assert_eq!(trap.to_string(), "`expand` trapped: it took longer than 0.1 s");
}

#[test]
fn memory_does_not_grow_without_end() {
    let module = expanding(
        "(loop $for_ever (drop (memory.grow (i32.const 1))) (br $for_ever)) (i32.const 4096)",
    );
    assert_eq!(
        fails(&module, &[3]).to_string(),
        "`expand` trapped: it asked for more than 1 MB of memory"
    );
    let large = "(memory (export \"memory\") 17)";
    let text = format!("(module {REST} {TAKE})").replace("(memory (export \"memory\") 2)", large);
    assert_eq!(refused(&text), "`start` trapped: it asked for more than 1 MB of memory");
    // What the module itself forbids is not forbidden by the limit.
    let limited = "(memory (export \"memory\") 2 3)";
    let text = format!("(module {REST} {TAKE})")
        .replace("(memory (export \"memory\") 2)", limited)
        .replace(
            "(local.set $out (i32.const 4096))",
            "(drop (memory.grow (i32.const 100))) (local.set $out (i32.const 4096))",
        );
    let mut answer = Vec::new();
    module_of(&text).expand(&[1, 0], &mut answer).unwrap();
}

fn module_of(text: &str) -> Module {
    module(text).unwrap()
}

#[test]
fn calls_are_not_nested_without_end() {
    let module = expanding("(call $expand (local.get $at) (local.get $count))");
    assert_eq!(fails(&module, &[3]).to_string(), "`expand` trapped: calls were nested too deep");
    // Also on a small stack.
    let thread = std::thread::Builder::new().stack_size(256 << 10);
    let trap = thread.spawn(move || fails(&module, &[3])).unwrap().join().unwrap();
    assert_eq!(trap.why, Why::Stack);
}

#[test]
fn a_trap_names_the_position_and_the_function() {
    let text = format!(
        "(module {REST} {} (func $place (param i32) (if (i32.eq (local.get 0) (i32.const 9))
            (then unreachable))))",
        TAKE.replace(
            "(i32.store8 (local.get $out) (i32.const 0))",
            "(call $place (local.get $heap)) (i32.store8 (local.get $out) (i32.const 0))"
        )
    );
    let module = module(&text).unwrap();
    let trap = fails(&module, &[1, 2, 9, 4, 9]);
    assert_eq!(trap.index, Some(2));
    assert_eq!(
        trap.to_string(),
        "`expand` trapped in `place`: it executed `unreachable`, as after a panic"
    );
    let mut answer = Vec::new();
    module.expand(&[4, 0], &mut answer).unwrap();
    assert_eq!(answer.len(), 9);
}

#[test]
fn other_traps_say_what_happened() {
    for (body, said) in [
        ("(i32.load (i32.const -8))", "`expand` trapped: it read or wrote outside of its memory"),
        ("(i32.div_u (i32.const 1) (i32.const 0))", "`expand` trapped: integer divide by zero"),
        ("(i32.const 0)", "`expand`: it returned 0 instead of an address"),
    ] {
        assert_eq!(fails(&expanding(body), &[3]).to_string(), said);
    }
}

#[test]
fn answers_outside_of_memory_are_refused() {
    for body in [
        "(i32.const -1)",
        "(i32.const 131070)",
        "(i32.store (i32.const 4097) (i32.const 100000)) (i32.const 4096)",
        "(i32.store (i32.const 4097) (i32.const -1)) (i32.const 4096)",
    ] {
        let trap = fails(&expanding(body), &[3]);
        assert_eq!((trap.index, trap.why), (Some(0), Why::Outside), "{body}");
    }
    let text = format!("(module {REST} {TAKE})");
    let text = text.replace("(i32.const 1024)", "(i32.const 131071)");
    let trap = fails(&module(&text).unwrap(), &[3]);
    assert_eq!((trap.call, trap.why), ("buffer", Why::Outside));
}

#[test]
fn unknown_bytes_are_refused() {
    let end = expanding("(i32.store8 (i32.const 4096) (i32.const 7)) (i32.const 4096)");
    assert_eq!(fails(&end, &[3]).why, Why::End(7));
    let turn = expanding(
        "(i32.store (i32.const 4097) (i32.const 1)) (i32.store8 (i32.const 4102) (i32.const 3))
         (i32.const 4096)",
    );
    assert_eq!(fails(&turn, &[3]).why, Why::Turn(3));
    let after = expanding(
        "(i32.store8 (i32.const 4096) (i32.const 1)) (i32.store (i32.const 4097) (i32.const 1))
         (i32.const 4096)",
    );
    assert_eq!(fails(&after, &[3]).why, Why::OptionsAfterEnd { end: 1, options: 1 });
    // The module answers nothing for the second position but what the memory holds.
    let second = expanding("(i32.store8 (i32.const 4101) (i32.const 9)) (i32.const 4096)");
    assert_eq!(
        fails(&second, &[3, 4]),
        Trap { index: Some(1), call: "expand", function: None, why: Why::End(9) }
    );
}

#[test]
fn a_call_costs_little() {
    let module = module(&format!("(module {REST} {TAKE})")).unwrap();
    let mut answer = Vec::new();
    let calls = 100_000;
    let best = (0..5).map(|_| {
        let start = Instant::now();
        for _ in 0..calls {
            answer.clear();
            module.expand(&[5, 0], &mut answer).unwrap();
        }
        start.elapsed() / calls
    });
    let best = best.min().unwrap();
    println!("{best:?} for a call");
    // The limit is generous, because tests are compiled without optimisation.
    assert!(best < Duration::from_micros(5), "{best:?} for a call");
}

/// What is asked in each epoch ends a call that has much time left; positions are not tried one by
/// one then.
/// Compiling takes as long as the module is large.
#[test]
fn compiling_is_halted_from_outside() {
    let step = "(i64.mul (i64.add (local.get 0) (i64.const 3)) (i64.const 5)) (local.set 0)";
    let functions: String = (0..200)
        .map(|_| format!("(func (param i64) (result i64) {} (local.get 0))", step.repeat(2000)))
        .collect();
    let module = wat::parse_str(format!("(module {functions})")).unwrap();
    let halted = || Some("enough".to_string());
    let bounds = Bounds { halted: Some(halted), ..Bounds::default() };
    let refused = Module::new(&module, &bounds).unwrap_err();
    assert_eq!(refused, Refusal::Halted("enough".to_string()));
}

#[test]
fn calls_are_halted_from_outside() {
    let text = format!(
        "(module {REST} (func (export \"expand\") (param i32 i32) (result i32) \
         (loop $ever (br $ever)) (unreachable)))"
    );
    static LEFT: AtomicU32 = AtomicU32::new(u32::MAX);
    let halted = || (LEFT.fetch_sub(1, Ordering::Relaxed) == 0).then(|| "enough".to_string());
    let bounds = Bounds { halted: Some(halted), ..Bounds::default() };
    let module = Module::new(&wat::parse_str(text).unwrap(), &bounds).unwrap();
    LEFT.store(3, Ordering::Relaxed);
    let trap = fails(&module, &[1, 2, 3]);
    assert_eq!((trap.why, trap.index), (Why::Halted("enough".to_string()), None));
}
