//! `table --code`: the code compiles, and its values are those of grundy.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use serde_json::Value;

use crate::run::{answered, folder, grundy, json, refused};

/// Rulesets, up to which heap they are compared, and whether huge heaps have
/// values too.
const CASES: &[(&str, u64, bool)] = &[
    ("nim", 300, true),
    ("lasker", 300, true),
    ("thirty-one(wins)", 31, false),
    ("thirty-one(wins,200,9000)", 200, false),
    ("subtraction(2..5)", 300, true),
    ("subtraction(1,3,4,6..9,20)", 300, true),
    ("subtraction(18446744073709551615)", 40, false),
    // Tables of more than 4,000 values; of more than are written; no period.
    ("subtraction(3,5000)", 11_000, true),
    ("subtraction(5,23002)", 50_000, true),
    ("subtraction(1000..3000,9000000)", 7_000, false),
    ("kayles", 500, true),
    ("dawsons-kayles", 300, true),
    // Tables of digits; long periods by rare and common values.
    ("octal(0.127)", 47_000, true),
    ("octal(0.16)", 110_000, true),
    ("octal(0.56)", 20_000, false),
    ("octal(0.6)", 3_000, false),
    ("octal(0.142)", 3_000, false),
    ("dawsons-chess", 300, true),
    ("grundys-game", 600, false),
    ("octal(0.165)", 7_000, true),
    ("octal(0.3)", 100, true),
    ("octal(0.007)", 600, false),
    ("octal(4.4)", 600, true),
    ("octal(0.00001)", 40, true),
    ("hexadecimal(0.8)", 150, false),
    ("hexadecimal(8.3F)", 150, false),
    ("hexadecimal(C.0E01)", 150, false),
    // By the digits of heaps; by a period of formulas.
    ("heap(-1, =n/2)", 300, true),
    ("heap(-1, =n/3 if divisible by 3)", 300, true),
    ("heap(-1 if 1 mod 3, -2, =n/10)", 300, true),
    ("heap(-1, =n/2+n/2 if even)", 300, true),
    // Sets, conditions, splits and parts: the rules with memory.
    ("subtraction(fibonacci)", 300, false),
    ("subtraction(1,primes but 2)", 200, false),
    ("subtraction(squares)", 300, false),
    ("subtraction(coprime)", 200, false),
    ("subtraction(proper-divisors but 1)", 300, false),
    ("subtraction(all but powers of 2,triangular)", 200, false),
    // Rule files.
    #[cfg(feature = "rules")]
    (concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rules/grundys-game.star"), 150, false),
    #[cfg(feature = "rules")]
    (concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rules/l-to-r-nim.star"), 150, false),
    #[cfg(feature = "rules")]
    (concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rules/nim.star"), 60, false),
    #[cfg(feature = "rules")]
    (concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/heap-rules/helpers.star"), 150, false),
    #[cfg(feature = "rules")]
    (concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/heap-rules/bits.star"), 150, false),
    #[cfg(feature = "rules")]
    (concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/heap-rules/gcd.star"), 120, false),
    #[cfg(feature = "rules")]
    (concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/heap-rules/lists.star"), 80, false),
    #[cfg(feature = "rules")]
    (concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/heap-rules/rows.star"), 80, false),
    #[cfg(feature = "rules")]
    (concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/heap-rules/choices.star"), 150, false),
    #[cfg(feature = "rules")]
    (concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/heap-rules/pairs.star"), 40, false),
    #[cfg(feature = "rules")]
    (concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/heap-rules/names.star"), 100, false),
    #[cfg(feature = "rules")]
    (concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/heap-rules/second.star"), 100, false),
    ("couples-are-forever", 200, false),
    ("heap(-1..3>1..2 if odd, -2>3 unequal, =n/2+n/3 up)", 60, false),
    ("heap(-0>2 equal, -squares>0..1, =n-7+2 if 9.., -4>4)", 60, false),
    ("heap(-1, =n/2, =n/3)", 200, false),
    ("octal(0.4[37])", 100, false),
];

/// Exponents of two; heaps far beyond every table are near these.
const HUGE: [u32; 3] = [40, 61, 62];

/// What the functions are asked for, in order.
fn heaps(most: u64, huge: bool) -> Vec<u64> {
    // Not all of many: first the greatest, which finds all below it.
    let step = (most / 300).max(1);
    let mut heaps: Vec<u64> = (0..=most).rev().step_by(step as usize).collect();
    heaps.extend((0..=most.min(100)).rev());
    if huge {
        heaps.extend(HUGE.iter().flat_map(|&power| [(1 << power) + 1, (1 << power) + 998_244_353]));
    }
    heaps
}

/// Lines "n g(n)" for each ruleset after its number.
static EXPECTED: LazyLock<String> = LazyLock::new(|| {
    let mut text = String::new();
    for (i, &(ruleset, most, huge)) in CASES.iter().enumerate() {
        let table = json(&["table", ruleset, "-n", &most.to_string()]);
        let far = heaps(most, huge).into_iter().filter(|&n| n > most);
        let game = |n: u64| match ruleset.strip_suffix(')') {
            Some(head) => format!("{head}; {n})"),
            None => format!("{ruleset}({n})"),
        };
        let far: Vec<(u64, Value)> =
            far.map(|n| (n, json(&["value", &game(n)])["grundy"].clone())).collect();
        for n in heaps(most, huge) {
            let far = far.iter().find(|(heap, _)| *heap == n);
            let value = far.map_or(&table["values"][n as usize], |(_, value)| value);
            assert!(value.is_u64(), "{ruleset} {n}: {value}");
            writeln!(text, "{i} {n} {value}").unwrap();
        }
    }
    text
});

fn code(ruleset: &str, language: &str) -> String {
    answered(&["table", ruleset, "--code", language])
}

fn list(heaps: &[u64]) -> String {
    heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(", ")
}

/// Runs a command in a folder; none where there is no such program.
fn run(folder: &Path, program: &str, args: &[&str]) -> Option<String> {
    let mut command = Command::new(program);
    let output = match command.args(args).current_dir(folder).stdin(Stdio::null()).output() {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            // Past the test harness, which keeps what is printed.
            let _ = writeln!(std::io::stderr(), "SKIPPED: no {program} here, its code is not run");
            return None;
        }
        output => output.expect("the program starts"),
    };
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program} {args:?}: {stderr}");
    assert_eq!(stderr, "", "{program} {args:?}");
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn compare(printed: &str) {
    let expected = &*EXPECTED;
    for (line, wanted) in printed.lines().zip(expected.lines()) {
        let case = wanted.split(' ').next().and_then(|i| CASES.get(i.parse::<usize>().ok()?));
        assert_eq!(line, wanted, "{case:?}");
    }
    assert_eq!(printed.lines().count(), expected.lines().count());
}

#[test]
fn cpp_gives_the_values_of_grundy() {
    let folder = folder("code-cpp");
    let mut text = String::from(
        "#include <bitset>\n#include <cstddef>\n#include <cstdint>\n#include <cstdio>\n\
         #include <stdexcept>\n#include <vector>\n",
    );
    let mut main = String::from("int main() {\n");
    for (i, &(ruleset, most, huge)) in CASES.iter().enumerate() {
        writeln!(text, "namespace g{i} {{\n{}}}", code(ruleset, "cpp")).unwrap();
        writeln!(
            main,
            "for (std::uint64_t n : std::vector<std::uint64_t>{{{}}})
    std::printf(\"{i} %llu %llu\\n\", static_cast<unsigned long long>(n),
        static_cast<unsigned long long>(g{i}::sg(n)));",
            list(&heaps(most, huge))
        )
        .unwrap();
    }
    fs::write(folder.join("main.cpp"), text + &main + "}\n").unwrap();
    let strict = ["-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror", "main.cpp", "-o", "main"];
    if run(&folder, "c++", &strict).is_some() {
        let program = folder.join("main");
        compare(&run(&folder, program.to_str().unwrap(), &[]).expect("it was compiled"));
    }
}

#[test]
fn rust_gives_the_values_of_grundy() {
    let folder = folder("code-rust");
    let mut text = String::new();
    let mut main = String::from("fn main() {\n");
    for (i, &(ruleset, most, huge)) in CASES.iter().enumerate() {
        writeln!(text, "mod g{i} {{\n{}}}", code(ruleset, "rust")).unwrap();
        writeln!(
            main,
            "for n in [{}] {{ println!(\"{i} {{n}} {{}}\", g{i}::sg(n)); }}",
            list(&heaps(most, huge))
        )
        .unwrap();
    }
    fs::write(folder.join("main.rs"), text + &main + "}\n").unwrap();
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_string());
    let strict = ["--edition", "2021", "-C", "opt-level=1", "-D", "warnings", "main.rs"];
    run(&folder, &rustc, &strict).expect("what builds grundy has rustc");
    let program = folder.join("main");
    compare(&run(&folder, program.to_str().unwrap(), &[]).expect("it was compiled"));
}

#[test]
fn python_gives_the_values_of_grundy() {
    let folder = folder("code-python");
    let mut main = String::new();
    for (i, &(ruleset, most, huge)) in CASES.iter().enumerate() {
        fs::write(folder.join(format!("g{i}.py")), code(ruleset, "python")).unwrap();
        let heaps = list(&heaps(most, huge));
        writeln!(main, "import g{i}\nfor n in [{heaps}]:\n    print({i}, n, g{i}.sg(n))").unwrap();
    }
    fs::write(folder.join("main.py"), main).unwrap();
    if let Some(printed) = run(&folder, "python3", &["-W", "error", "main.py"]) {
        compare(&printed);
    }
}

/// What is not translated is named, with its line.
#[cfg(feature = "rules")]
#[test]
fn rules_that_are_not_translated_are_said() {
    let said = |name: &str, language| {
        let file = format!("{}/../../testdata/heap-rules/{name}.star", env!("CARGO_MANIFEST_DIR"));
        code(&file, language)
    };
    for language in ["cpp", "rust"] {
        let names = said("names", language);
        assert!(names.contains("names.star:10: not translated: a dictionary\n"), "{names}");
        let second = said("second", language);
        let why = "second.star:11: not translated: a second name of the list some, which grows\n";
        assert!(second.contains(why), "{second}");
        assert!(second.contains("known for n < "));
        assert!(!said("pairs", language).contains("not translated"));
    }
    assert!(!said("names", "python").contains("not translated"));
}

#[test]
fn code_says_what_is_proved() {
    let kayles = code("kayles", "cpp");
    assert!(kayles.contains("kayles") && kayles.contains("Proved: sg(n + 12) = sg(n)"), "{kayles}");
    assert!(code("subtraction(2..5)", "rust").contains("n % 7 / 2"));
    assert!(code("grundys-game", "python").contains("No period is proved"));
    // Far too long for a table, and known by a theorem alone.
    assert!(code("thirty-one(wins,2000000,1000000)", "python").contains("n % 1000001"));
}

#[test]
fn what_has_no_code_is_refused() {
    let error = refused(&["table", "thirty-one(wins,4000000000,4000000000)", "--code", "cpp"]);
    assert!(error.contains("cannot be written as code"), "{error}");
    assert!(refused(&["table", "wythoff", "--code", "cpp"]).contains("not played on single heaps"));
    for other in [["-n", "5"], ["--format", "csv"]] {
        let ran = grundy(&[&["table", "nim", "--code", "cpp"][..], &other].concat());
        assert_eq!(ran.status, Some(2), "{}", ran.stderr);
    }
}

/// Codeforces takes sources of 64 kilobytes.
#[test]
fn code_fits_where_it_is_pasted() {
    for ruleset in ["octal(0.127)", "octal(0.16)", "subtraction(5,23002)", "octal(0.165)"] {
        for language in ["cpp", "python", "rust"] {
            let length = code(ruleset, language).len();
            assert!(length < 1 << 16, "{ruleset} {language}: {length}");
        }
    }
    assert!(code("octal(0.56)", "cpp").contains("sg(n + 144) = sg(n) for all n >= 326640"));
}
