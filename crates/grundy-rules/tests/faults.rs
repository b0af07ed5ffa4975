//! What is wrong with a rule file is told with its place, and with the position that
//! led there; files that mean no good are stopped.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use grundy::stated::{Expansions, Statement};
use grundy::{Fault, Player, Text};
use grundy_rules::{Bounds, load, load_within};

/// The first fault of a file: when it is read, when its game is stated, or when the
/// first positions are asked for their moves.
fn fault(text: &str) -> Fault {
    fault_within(text, Bounds { ticks: 200_000, heap: 64 << 20, ..Bounds::default() })
}

fn fault_within(text: &str, bounds: Bounds) -> Fault {
    let file = match load_within("game.star", text, bounds) {
        Err(fault) => return fault,
        Ok(file) => file,
    };
    let game = match file.state(None) {
        Err(error) => return *error.fault.unwrap_or_else(|| panic!("{:?}", error.expected)),
        Ok(game) => game,
    };
    let mut positions = vec![game.start()];
    for _ in 0..10 {
        let asked: Vec<(&[u8], Player)> =
            positions.iter().map(|bytes| (&bytes[..], Player::Left)).collect();
        let mut found = Expansions::default();
        if let Err(fault) = game.expand(&asked, &mut found) {
            return fault;
        }
        if let Err(fault) = game.draw(&positions[0]).and_then(|_| game.turn(&positions[0])) {
            return fault;
        }
        let next: Vec<Vec<u8>> =
            found.positions().flat_map(|(_, options)| options.map(|o| o.0.to_vec())).collect();
        positions = next;
        if positions.is_empty() {
            break;
        }
    }
    panic!("nothing is wrong with\n{text}")
}

#[test]
fn a_mark_of_byte_order_is_no_fault() {
    let file =
        load("game.star", "\u{feff}def start(): return 1\ndef moves(n): return []\n").unwrap();
    assert_eq!(file.state(None).unwrap().print(&file.state(None).unwrap().start()), "1");
}

/// Cases in `faults.txt`: a file, a line of dashes, what is said.
#[test]
fn faults_read_as_they_are_written_down() {
    let path = format!("{}/tests/faults.txt", env!("CARGO_MANIFEST_DIR"));
    let cases = std::fs::read_to_string(&path).unwrap();
    let mut written = String::new();
    for case in cases.split("\n====\n") {
        let (text, _) = case.split_once("\n----\n").unwrap();
        let text = text.trim_start_matches('\n');
        written += &format!("{text}\n----\n{}\n====\n", fault(&format!("{text}\n")));
    }
    let written = written.trim_end_matches("\n====\n").to_string() + "\n";
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &written).unwrap();
    }
    assert_eq!(cases, written, "BLESS=1 writes them down anew");
}

#[test]
fn parameters_that_are_not_known_are_told_with_their_place() {
    let text = "def start(stones, most = 3): return stones\ndef moves(n): return []\n";
    let file = load("game.star", text).unwrap();
    assert_eq!(file.notation(), "game(stones, most)");
    let error = |parameters: &str| {
        file.state(Some(Text::new(parameters))).err().map(|error| error.to_string())
    };
    assert_eq!(error("7"), None);
    assert_eq!(error("stones = 7"), None);
    assert_eq!(error("7, most = 2"), None);
    let told = |parameters: &str, expected: &str| {
        assert_eq!(error(parameters).unwrap(), expected, "{parameters}");
    };
    told("7, 8, 9", "expected no more than 2 parameters of `game` at byte 6");
    told("7, mst = 9", "expected a parameter of `game` at byte 3 (did you mean most?)");
    told(
        "most = 9",
        "expected a value for the parameter stones of `game` at byte 8 (game(stones, most))",
    );
    told("stones = 1, 3", "expected a name and `=`, as the parameters before it have at byte 12");
    told("1, stones = 3", "expected each parameter only once at byte 3");
    told("(1, 2", "expected `,` or `)` at byte 5");
    told("\"x", "expected a quotation mark that closes this one at byte 0");
    told("99999999999999999999", "expected a smaller number at byte 0");
    told("1 2", "expected `,` or the end at byte 2");
}

#[test]
fn what_is_printed_is_read_again() {
    for (typed, printed) in [
        ("3", "3"),
        ("-3", "-3"),
        ("127", "127"),
        ("128", "128"),
        ("9223372036854775807", "9223372036854775807"),
        ("-9223372036854775808", "-9223372036854775808"),
        ("'X.O'", "\"X.O\""),
        ("'it\\'s \\n'", "\"it's \\n\""),
        ("\"(;\\\"\"", "\"(;\\\"\""),
        ("(3, 4)", "(3, 4)"),
        ("3, 4", "(3, 4)"),
        ("3,", "(3,)"),
        ("(3)", "3"),
        ("()", "()"),
        ("((), (1,), (True, False, None, 'ä'))", "((), (1,), (True, False, None, \"ä\"))"),
    ] {
        let file = load("game.star", "def start(): return 0\ndef moves(p): return []\n").unwrap();
        let game = file.state(None).unwrap();
        let read = game.read(Text::new(typed)).unwrap();
        assert_eq!(game.print(&read), printed);
        assert_eq!(game.read(Text::new(printed)).unwrap(), read, "{typed}");
    }
}

fn takes(text: &str) -> (Fault, Duration) {
    let start = std::time::Instant::now();
    (fault(text), start.elapsed())
}

#[test]
fn loops_without_end_are_stopped() {
    for text in [
        "for i in range(2000000000): pass\n",
        "x = [i for i in range(2000000000)]\n",
        "def start(): return 1\ndef moves(p):\n    for i in range(2000000000): p += 1\n    return [p]\n",
        "def start(): return 1\ndef moves(p): return [q for q in range(2000000000)]\n",
    ] {
        let (fault, time) = takes(text);
        assert!(fault.message.contains("more than 200000 steps"), "{fault}");
        assert!(fault.spot.is_some() || !text.contains("def"), "{fault}");
        assert!(time < Duration::from_secs(5), "{time:?}");
    }
    let bounds = Bounds { time: Duration::from_millis(50), ..Bounds::default() };
    let text = "for i in range(2000000000): x = [j for j in range(100)]\n";
    assert!(fault_within(text, bounds).message.contains("longer than 0.05 seconds"));
}

/// Somebody asks a call to stop that would go on for long.
#[test]
fn loops_are_interrupted() {
    static ASKED: AtomicBool = AtomicBool::new(false);
    let halted = || ASKED.load(Ordering::Relaxed).then(|| "interrupted".to_string());
    let bounds = Bounds { halted: Some(halted), ..Bounds::default() };
    let text = "
def start():
    return 1

def moves(p):
    for i in range(2000000000):
        x = (\"a\" * 10000).count(\"b\")
    return [p]
";
    let begun = std::time::Instant::now();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(200));
            ASKED.store(true, Ordering::Relaxed);
        });
        assert_eq!(fault_within(text, bounds).message, "interrupted");
    });
    assert!(begun.elapsed() < Duration::from_secs(8), "{:?}", begun.elapsed());
}

#[test]
fn functions_that_call_each_other_without_end_are_stopped() {
    let text = "def f(n): return f(n + 1)\ndef start(): return f(0)\ndef moves(p): return []\n";
    let (fault, _) = takes(text);
    assert!(fault.message.contains("more than 250 functions call each other"), "{fault}");
    // A search of some depth is well within the limit, also where stacks are small.
    let text = "def f(n): return 0 if n == 0 else 1 + f(n - 1)\ndef start(): return f(240)\n\
                def moves(p): return []\n";
    for stack in [128 << 10, 1200 << 10, 2 << 20] {
        let state = || load("game.star", text).unwrap().state(None).unwrap().start();
        let thread = std::thread::Builder::new().stack_size(stack).spawn(state).unwrap();
        assert_eq!(thread.join().unwrap().len(), 2);
    }
}

#[test]
fn memory_without_end_is_stopped() {
    for text in [
        "def start(): return 1\ndef moves(p): return [\"x\" * 200000000]\n",
        "def start(): return \"x\" * 200000000\ndef moves(p): return []\n",
        "x = []\nfor i in range(100000):\n    x.append(\"y\" * 100000)\n",
        "def start(): return tuple(range(100000))\ndef moves(p): return []\n",
        "def start(): return 0\ndef moves(p): return [p] * 2000000\n",
        "def start(): return 1 << 200\ndef moves(p): return []\n",
    ] {
        let (fault, time) = takes(text);
        assert!(time < Duration::from_secs(30), "{time:?}");
        // To make long texts takes steps, too.
        let told = ["memory", "too large", "63 bits", "positions, more than", "steps"];
        assert!(told.iter().any(|told| fault.message.contains(told)), "{fault}");
    }
}

#[test]
fn deep_texts_and_deep_values_do_not_exhaust_the_stack() {
    let deep =
        |open: &str, close: &str, n: usize| format!("x = {}1{}\n", open.repeat(n), close.repeat(n));
    for text in [
        deep("(", ")", 50_000),
        deep("[", "]", 50_000),
        deep("not ", "", 50_000),
        deep("- ", "", 50_000),
        deep("1 + ", "", 50_000),
        deep("lambda: ", "", 50_000),
        deep("1 if x else ", "", 50_000),
        format!("x = 1\n{}", "if x:\n  pass\n".to_string() + &"elif x:\n  pass\n".repeat(10_000)),
        "def start():\n    t = ()\n    for i in range(100000): t = (t,)\n    return t\ndef moves(p): return []\n".to_string(),
        "def start():\n    t = ()\n    for i in range(100000): t = [t]\n    return t\ndef moves(p): return []\n".to_string(),
    ] {
        let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(move || fault(&text));
        let fault = thread.unwrap().join().unwrap();
        assert!(fault.message.contains("more than") || fault.message.contains("large"), "{fault}");
    }
}

/// Each has 24 threads that ask for the same positions.
#[test]
fn threads_share_a_file_and_find_the_same() {
    let text =
        "def start(n = 300): return n\ndef moves(n): return [n - k for k in (1, 2, 3) if k <= n]\n";
    let game = load("game.star", text).unwrap().state(None).unwrap();
    let all = || {
        let positions: Vec<Vec<u8>> =
            (0..300).map(|n| game.read(Text::new(&n.to_string())).unwrap()).collect();
        let asked: Vec<(&[u8], Player)> =
            positions.iter().map(|bytes| (&bytes[..], Player::Left)).collect();
        let mut found = Expansions::default();
        game.expand(&asked, &mut found).unwrap();
        let found = found.positions();
        found.map(|(_, o)| o.map(|o| o.0.to_vec()).collect::<Vec<_>>()).collect::<Vec<_>>()
    };
    let first = all();
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..24).map(|_| scope.spawn(all)).collect();
        threads.into_iter().for_each(|thread| assert_eq!(thread.join().unwrap(), first));
    });
}
