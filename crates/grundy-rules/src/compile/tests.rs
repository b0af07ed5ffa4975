//! Compiled files against the interpreter.

use grundy::Text;

use crate::difference::compare;
use crate::game::FileGame;
use crate::generated::{differs, shows};

fn game(name: &str, text: &str, parameters: Option<&str>) -> FileGame {
    let file = crate::load(name, text).unwrap_or_else(|fault| panic!("{fault}"));
    file.game(parameters.map(Text::new)).unwrap_or_else(|error| panic!("{name}: {error:?}"))
}

#[test]
fn examples() {
    let folder = format!("{}/../../examples/rules", env!("CARGO_MANIFEST_DIR"));
    let mut names: Vec<String> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".star"))
        .collect();
    names.sort();
    let mut failed = 0;
    for name in names {
        let text = std::fs::read_to_string(format!("{folder}/{name}")).unwrap();
        let result = std::panic::catch_unwind(|| {
            let game = game(&name, &text, None);
            compare(&name, &game, 3000)
        });
        match result {
            Ok(Ok((answered, all))) if answered == all => println!("{name}: {all}"),
            Ok(Ok(other)) => {
                failed += 1;
                println!("{name}: {other:?}");
            }
            Ok(Err(why)) => {
                failed += 1;
                println!("{name}: {why}");
            }
            Err(_) => {
                failed += 1;
                println!("{name}: panic");
            }
        }
    }
    assert_eq!(failed, 0);
}

/// Functions of a number that return a text, and what is compared in each: the answers of
/// compiled code and those of the interpreter.
const BODIES: &[&str] = &[
    // Arithmetic, rounded down.
    "def f(n):\n    return str((n - 20) // 7) + \",\" + str((n - 20) % 7) + \",\" + str((20 - n) // -3) + \",\" + str((n - 5) % -4)",
    "def f(n):\n    return str(n * -3 + (n << 2) - (n >> 1) ^ (n & 5) | 8)",
    "def f(n):\n    return str(-n) + str(abs(3 - n)) + str(~n) + str(+n)",
    "def f(n):\n    return str(n // (n - 70))",
    // Texts.
    "def f(n):\n    return \"abcdefg\"[n % 7] + \"abcdefg\"[-1 - n % 7] + \"abcdefg\"[n % 9 - 3:n % 5] + \"xyz\"[n - 20:]",
    "def f(n):\n    t = \"banana\"\n    return t.replace(\"an\", \"A\") + t.replace(\"a\", \"\", n % 4) + str(t.count(\"an\")) + str(t.find(\"na\")) + str(t.rfind(\"na\")) + str(t.find(\"x\"))",
    "def f(n):\n    return \"-\".join([str(i) for i in range(n % 5)]) + \"|\" + \"\".join(list(\"hello\".elems())[::-1]) + \"hello\"[::2] + \"hello\"[4:0:-1]",
    "def f(n):\n    return \",\".join(\"a b  c\".split(\" \")) + \";\".join(\"  a b  c \".split()) + \" x \".strip() + \"xxaxx\".strip(\"x\") + \"Ab1\".upper() + \"Ab1\".lower()",
    "def f(n):\n    t = \"ab\" * (n % 4)\n    return t + str(len(t)) + (\"y\" if \"ba\" in t else \"n\") + (\"y\" if t < \"abab\" else \"n\") + (\"y\" if t.startswith(\"ab\") else \"n\") + (\"y\" if t.endswith(\"\") else \"n\")",
    "def f(n):\n    return f\"{n}:{n * n}{{}}\" + (\"yes\" if \"12\".isdigit() and \"ab\".isalpha() and not \"aB\".islower() else \"no\")",
    "def f(n):\n    return chr(ord(\"a\") + n % 26) + str(ord(\"é\"[0]) if n < 0 else 1) + \"é\" + str(len(\"aéb\"))",
    // Found by generated functions.
    "def g(n, t):\n    return str(t in \"é\") + str(\"é\" in t) + str(\"é\".replace(t, \"a\"))\ndef f(n):\n    return g(n, \"é\") + g(n, \"éa\"[n % 2])",
    "def f(n):\n    return str(int(\"12\") + int(\"-7\") + n) + str(bool(n)) + str(None) + repr(n)",
    // Lists.
    "def f(n):\n    x = [3, 1, 2]\n    y = x\n    y.append(n)\n    x += [7]\n    return \",\".join([str(i) for i in x]) + str(len(y)) + str(x == y) + str(x == TABLE)",
    "def f(n):\n    x = [5, n, 1, n % 3, 9, 2, 8, 7, n % 11, 4, 6]\n    a = sorted(x)\n    b = sorted(x, reverse = True)\n    c = sorted(x, key = lambda v: v % 3)\n    return \",\".join([str(i) for i in a + b + c]) + str(min(x)) + str(max(x)) + str(sum(x)) + str(max(x, key = lambda v: -v))",
    "def f(n):\n    x = list(range(n % 12))\n    if x:\n        x.pop()\n    x.insert(1, 99)\n    x.insert(-1, 98)\n    x.extend((1, 2))\n    if len(x) > 4:\n        x.pop(2)\n    if 99 in x:\n        x.remove(99)\n    return \",\".join([str(i) for i in x])",
    "def f(n):\n    x = [[0] * 3 for _ in range(3)]\n    x[n % 3][1] = n\n    x[1][n % 3] += 5\n    return \"/\".join([\",\".join([str(c) for c in row]) for row in x])",
    "def f(n):\n    out = []\n    for i, c in enumerate(\"hello\".elems()):\n        if i == n % 5:\n            continue\n        if i == 4 and n % 2:\n            break\n        out.append(c + str(i))\n    return \"\".join(out)",
    "def f(n):\n    return \",\".join([a + str(b) for a, b in zip(list(\"xyz\".elems()), range(n % 5))]) + \",\".join([str(i) for i in reversed([1, 2, 3])])",
    "def f(n):\n    return \",\".join([str(x) for row in NESTED for x in row if x != n % 4]) + str(NESTED[n % 3] == [1, 2]) + str(TABLE.index(2)) + str(n % 5 in TABLE)",
    "def f(n):\n    x = TABLE[n % 5:]\n    return str(len(x)) + str(TABLE[-1 - n % 3]) + str([1, 2] < [1, n]) + str((1, \"b\") < (1, \"a\"))",
    // A list of the file cannot change: an error, which the interpreter reports.
    "def f(n):\n    x = [1, 2, 3]\n    for i in x:\n        if i == n:\n            x = [4]\n    return str(len(x))",
    // Dicts and sets.
    "def f(n):\n    d = {}\n    for i in range(n % 7):\n        d[i % 3] = d.get(i % 3, 0) + i\n    d[9] = 1\n    return \",\".join([str(k) + \":\" + str(v) for k, v in d.items()]) + str(len(d)) + str(2 in d)",
    "def f(n):\n    d = dict(NAMES)\n    d[\"c\"] = n\n    d.pop(\"a\")\n    e = {k: v * 2 for k, v in d.items()}\n    return \",\".join(sorted(e.keys())) + str(sum(e.values())) + str(NAMES[\"long\"]) + str(NAMES.get(\"zzz\"))",
    "def f(n):\n    s = set([1, 2, n % 4])\n    s.add(7)\n    return str(len(s)) + str(7 in s) + str(n in s) + \",\".join([str(i) for i in sorted(list(s))])",
    // None, conditions, closures, recursion.
    "def g(n):\n    return None if n % 3 == 0 else n\ndef f(n):\n    x = g(n)\n    if x == None:\n        return \"none\"\n    return str(x + 1) + str(g(n + 1)) + str(g(3) == None)",
    "def f(n):\n    k = n + 1\n    def g(x, y = 2):\n        return x * k + y\n    return str(g(1)) + str(g(2, y = 5)) + str([g(i) for i in range(3)][n % 3]) + str((lambda z: z + k)(4))",
    "def fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\ndef f(n):\n    return str(fib(n % 15))",
    "def even(n):\n    return True if n == 0 else odd(n - 1)\ndef odd(n):\n    return False if n == 0 else even(n - 1)\ndef f(n):\n    return str(even(n))",
    "def f(n):\n    a, b = n, n + 1\n    a, b = b, a\n    (c, d), e = (a, b), 3\n    x = (a, b, \"z\") + (c,)\n    return str(a) + str(b) + str(c * d * e) + str(len(x)) + x[2] + str(x[0]) + str(x[1:3] == (b, \"z\"))",
    "def f(n):\n    return str(n and 7) + str(0 or n) + str(not n) + str(1 if n % 2 == 0 or n == 3 else 2) + (\"\" or \"empty\") + str(any([n == i for i in (3, 5, 7)])) + str(all([n > i for i in [3, 5]]))",
    "def f(n):\n    total = 0\n    for i in range(n, 0, -3):\n        for j in range(i):\n            if j == 5:\n                break\n            total += j\n        else_ = total\n    return str(total) + (str(else_) if n > 0 else \"\")",
    "def count(*values):\n    return len(values)\ndef f(n):\n    return str(count()) + str(count(1, 2))",
    "def f(n):\n    t = tuple([i * i for i in range(n % 6)])\n    return str(len(t)) + str(t[1:] == tuple(list(t)[1:])) + str(4 in t) + str(t == (0, 1, 4)) + str(tuple(sorted(t, reverse = True)) >= t)",
    "def f(n):\n    w = WORDS[n % 3]\n    return w.removeprefix(\"al\") + w.removesuffix(\"a\") + str(w in WORDS) + str(w == \"b\") + str(len(w)) + (w[0] if w else \"-\") + str(\"p\" in w)",
];

#[test]
fn the_language() {
    let mut failed = Vec::new();
    for (number, body) in BODIES.iter().enumerate() {
        let text = shows(body);
        let result = std::panic::catch_unwind(|| {
            let game = game("body.star", &text, None);
            compare(&format!("body{number}"), &game, 60)
        });
        match result {
            // A position that fails is the interpreter's; but most must be answered.
            Ok(Ok((answered, all))) if answered == all => {}
            Ok(other) => failed.push(format!("{number}: {other:?}\n{body}")),
            Err(_) => failed.push(format!("{number}: panic\n{body}")),
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// Bytes that look random, the same for the same number.
fn bytes_of(seed: u64) -> Vec<u8> {
    let mut random = grundy::Random::new(seed);
    (0..256).flat_map(|_| random.word().to_le_bytes()).collect()
}

/// Generated functions and games, with ends, turns and representatives: what compiled code
/// answers, the interpreter answers, too.
#[test]
fn generated_files() {
    let number = |name: &str, default: u64| {
        std::env::var(name).map_or(default, |number| number.parse().unwrap())
    };
    let (count, first) = (number("GENERATED", 400), number("FIRST", 0));
    let (mut compiled, mut known, mut positions, mut failed) = (0, 0, 0, Vec::new());
    for seed in first..first + count {
        match std::panic::catch_unwind(|| differs(&bytes_of(seed), 100)) {
            Ok(Ok(checked)) => {
                compiled += u64::from(checked.compiled);
                known += checked.answered;
                positions += checked.positions;
            }
            Ok(Err(why)) => failed.push(format!("{seed}: {why}")),
            Err(_) => failed.push(format!("{seed}: panic")),
        }
    }
    println!("{compiled} of {count} compiled, {known} of {positions} positions answered");
    let number = failed.len();
    assert!(failed.is_empty(), "{number} fail: {}", failed[..number.min(5)].join("\n\n"));
    assert!(compiled > count / 2, "only {compiled} of {count} are compiled");
    assert!(known > positions / 10 * 8, "only {known} of {positions} positions are answered");
}
