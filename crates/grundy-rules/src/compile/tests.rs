//! Compiled files against the interpreter.

use std::collections::{HashSet, VecDeque};

use grundy::stated::{Found, Stated};
use grundy::{End, Fault, Player, Text};

use super::layout::Layout;
use super::shape::Seen;
use crate::game::Game;

fn game(name: &str, text: &str, parameters: Option<&str>) -> Game {
    let file = crate::load(name, text).unwrap_or_else(|fault| panic!("{fault}"));
    file.game(parameters.map(Text::new)).unwrap_or_else(|error| panic!("{name}: {error:?}"))
}

type Expanded = (Option<End>, Vec<(Vec<u8>, Option<Player>)>);

fn interpreted(game: &Game, position: &[u8], mover: Player) -> Result<Expanded, Fault> {
    let mut found = Found::default();
    game.expand(&[(position, mover)], &mut found)?;
    let (end, options) = found.positions().next().unwrap();
    Ok((end, options.map(|(bytes, turn)| (bytes.to_vec(), turn)).collect()))
}

/// Up to so many positions that play reaches, each with the player to move.
fn positions(game: &Game, most: usize) -> Vec<(Vec<u8>, Player)> {
    let mut seen = HashSet::new();
    let mut queue: VecDeque<(Vec<u8>, Player)> = VecDeque::new();
    for player in Player::BOTH {
        queue.push_back((game.start(), player));
    }
    let mut all = Vec::new();
    while let Some((position, mover)) = queue.pop_front() {
        if !seen.insert((position.clone(), mover)) {
            continue;
        }
        for (option, turn) in interpreted(game, &position, mover).map_or(Vec::new(), |e| e.1) {
            queue.push_back((option, turn.unwrap_or(mover.opponent())));
        }
        all.push((position, mover));
        if all.len() >= most {
            break;
        }
    }
    all
}

/// Compares all options of positions; the number of positions in which compiled code has
/// answered, or has failed where the interpreter fails.
fn compare(name: &str, game: &Game, most: usize) -> Result<(usize, usize), String> {
    let all = positions(game, most);
    let mut seen = Seen::default();
    for (position, mover) in &all {
        assert!(seen.learn(&mut &position[..]));
        for (option, _) in interpreted(game, position, *mover).map_or(Vec::new(), |e| e.1) {
            assert!(seen.learn(&mut &option[..]));
        }
    }
    let shape = seen.shape().ok_or("no shape")?;
    let layout = Layout::new(shape).ok_or("no layout")?;
    for (position, _) in &all {
        let packed = layout.pack(position).expect("what was seen has a key");
        assert_eq!(layout.unpack(&packed).as_deref(), Some(&position[..]), "{name}");
    }
    let rules = game.rules();
    let sharing = super::Sharing { images: true, negatives: false };
    let module = super::compile(&rules.script, &rules.plan, &game.start(), &layout, sharing)
        .map_err(|o| {
            let text = &rules.script.source().text;
            let line = text[..o.span.start.min(text.len())].lines().count();
            format!("line {line}: {} ({:?})", o.why, text.get(o.span.clone()))
        })?;
    let module =
        grundy_wasm::Module::new(&module, &grundy_wasm::Bounds::default()).map_err(|refusal| {
            std::fs::write(format!("/tmp/{name}.wasm"), &module).unwrap();
            format!("{refusal}")
        })?;
    let width = module.width();
    let mut answered = 0;
    for (position, mover) in &all {
        let mut asked = layout.pack(position).unwrap();
        asked.push(*mover as u8);
        let mut answer = Vec::new();
        let expected = interpreted(game, position, *mover);
        if module.expand(&asked, &mut answer).is_err() {
            // The interpreter is asked.
            answered += usize::from(expected.is_err());
            continue;
        }
        let (end, options) = grundy_wasm::answers(width, &answer).next().unwrap();
        let end = match end {
            0 => None,
            1 => Some(End::Won(Player::Left)),
            2 => Some(End::Won(Player::Right)),
            3 => Some(End::Tie),
            _ => continue,
        };
        answered += 1;
        let options: Vec<(Vec<u8>, Option<Player>)> = options
            .chunks(width + 1)
            .map(|option| {
                let turn = match option[width] {
                    0 => Some(Player::Left),
                    1 => Some(Player::Right),
                    _ => None,
                };
                (layout.unpack(&option[..width]).unwrap_or_default(), turn)
            })
            .collect();
        let mut expected = expected.map_err(|fault| {
            format!("{}: answered, but interpreted: {fault}", crate::code::print(position))
        })?;
        for (option, _) in &mut expected.1 {
            let mut images = game.images(option).unwrap();
            images.push(option.clone());
            *option = images.into_iter().min_by_key(|image| layout.number(image)).unwrap();
        }
        if (end, &options) != (expected.0, &expected.1) {
            let show = |options: &[(Vec<u8>, Option<Player>)]| {
                options
                    .iter()
                    .map(|(o, t)| format!("{} {t:?}", crate::code::print(o)))
                    .collect::<Vec<_>>()
            };
            return Err(format!(
                "{name} in {} for {mover}: {end:?} {:?}\nbut interpreted: {:?} {:?}",
                crate::code::print(position),
                show(&options),
                expected.0,
                show(&expected.1)
            ));
        }
    }
    Ok((answered, all.len()))
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

/// A game whose position is a number, and whose moves show what expressions are: an expression
/// of `n`, for n from 0 on.
fn shows(body: &str) -> String {
    format!(
        "
TABLE = [3, 1, 2]
NESTED = [[1, 2], [3], []]
NAMES = {{\"a\": 1, \"b\": 2, \"long\": 3}}
WORDS = (\"alpha\", \"b\", \"\")
def start():
    return (0, \"\")
def moves(p):
    n, _ = p
    if n > 40:
        return []
    return [(n + 1, \"\"), (n + 2, f(n))]
{body}
"
    )
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

/// Writes functions of a number that return a text, from a grammar with types.
struct Writer(u64);

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Int,
    Text,
    Bool,
    Ints,
    Pair,
}

impl Writer {
    fn below(&mut self, limit: u64) -> u64 {
        // SplitMix64 (Steele, Lea, Flood 2014).
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % limit
    }

    fn expression(&mut self, kind: Kind, depth: u32, names: &[(String, Kind)]) -> String {
        let known: Vec<&String> =
            names.iter().filter(|(_, other)| *other == kind).map(|(name, _)| name).collect();
        if !known.is_empty() && (depth == 0 || self.below(3) == 0) {
            return known[self.below(known.len() as u64) as usize].clone();
        }
        if depth == 0 {
            return match kind {
                Kind::Int => (self.below(9) as i64 - 3).to_string(),
                Kind::Text => ["\"\"", "\"a\"", "\"abc\"", "\"XO.\"", "\"é\""]
                    [self.below(5) as usize]
                    .to_string(),
                Kind::Bool => ["True", "False"][self.below(2) as usize].to_string(),
                Kind::Ints => {
                    ["[]", "[1]", "[3, 1, 2]", "list(range(4))"][self.below(4) as usize].to_string()
                }
                Kind::Pair => format!("({}, \"q\")", self.below(5)),
            };
        }
        let choice = { self.below(12) };
        let mut of = |kind| {
            let depth = depth - 1;
            self.expression(kind, depth, names)
        };
        use Kind::*;
        match (kind, choice) {
            (Int, 0) => format!("({} + {})", of(Int), of(Int)),
            (Int, 1) => format!("({} - {})", of(Int), of(Int)),
            (Int, 2) => format!("({} * {})", of(Int), of(Int)),
            (Int, 3) => format!("({} // {})", of(Int), of(Int)),
            (Int, 4) => format!("({} % {})", of(Int), of(Int)),
            (Int, 5) => format!("len({})", of(if choice % 2 == 1 { Text } else { Ints })),
            (Int, 6) => format!("sum({})", of(Ints)),
            (Int, 7) => format!("{}[{}]", of(Ints), of(Int)),
            (Int, 8) => format!("({} if {} else {})", of(Int), of(Bool), of(Int)),
            (Int, 9) => format!("{}.count({})", of(Text), of(Text)),
            (Int, 10) => format!("{}[0]", of(Pair)),
            (Int, _) => format!("min({}, {})", of(Int), of(Int)),
            (Text, 0 | 1) => format!("({} + {})", of(Text), of(Text)),
            (Text, 2) => format!("{}[{}:{}]", of(Text), of(Int), of(Int)),
            (Text, 3) => format!("{}[{}]", of(Text), of(Int)),
            (Text, 4) => format!("str({})", of(Int)),
            (Text, 5) => format!("{}.replace({}, {})", of(Text), of(Text), of(Text)),
            (Text, 6) => format!("({} if {} else {})", of(Text), of(Bool), of(Text)),
            (Text, 7) => format!("{}.join([str(k) for k in {}])", of(Text), of(Ints)),
            (Text, 8) => format!("{}[1]", of(Pair)),
            (Text, 9) => format!("{}.upper()", of(Text)),
            (Text, 10) => format!("({} or {})", of(Text), of(Text)),
            (Text, _) => format!("f\"{{{}}}-{{{}}}\"", "n", "n"),
            (Bool, 0 | 1) => format!("({} < {})", of(Int), of(Int)),
            (Bool, 2) => format!("({} == {})", of(Text), of(Text)),
            (Bool, 3) => format!("({} in {})", of(Text), of(Text)),
            (Bool, 4) => format!("({} in {})", of(Int), of(Ints)),
            (Bool, 5) => format!("({} and {})", of(Bool), of(Bool)),
            (Bool, 6) => format!("(not {})", of(Bool)),
            (Bool, 7) => format!("({} == {})", of(Ints), of(Ints)),
            (Bool, 8) => format!("any([k > {} for k in {}])", of(Int), of(Ints)),
            (Bool, 9) => format!("({} != {})", of(Pair), of(Pair)),
            (Bool, _) => format!("({} >= {})", of(Text), of(Text)),
            (Ints, 0 | 1) => format!("[k + {} for k in {}]", of(Int), of(Ints)),
            (Ints, 2) => format!("[k for k in {} if k != {}]", of(Ints), of(Int)),
            (Ints, 3) => format!("sorted({})", of(Ints)),
            (Ints, 4) => format!("({} + {})", of(Ints), of(Ints)),
            (Ints, 5) => format!("{}[{}:]", of(Ints), of(Int)),
            (Ints, 6) => format!("[{}, {}]", of(Int), of(Int)),
            (Ints, 7) => format!("list(reversed({}))", of(Ints)),
            (Ints, 8) => format!("[i * k for i, k in enumerate({})]", of(Ints)),
            (Ints, 9) => format!("{}[::-1]", of(Ints)),
            (Ints, _) => format!("list(range({} % 6))", of(Int)),
            (Pair, _) => format!("({}, {})", of(Int), of(Text)),
        }
    }

    fn block(&mut self, depth: u32, indent: usize, names: &mut Vec<(String, Kind)>) -> String {
        let mut text = String::new();
        let pad = " ".repeat(indent);
        for _ in 0..1 + self.below(3) {
            let kinds = [Kind::Int, Kind::Text, Kind::Bool, Kind::Ints, Kind::Pair];
            let kind = kinds[self.below(5) as usize];
            let old: Vec<(String, Kind)> = names.clone();
            match self.below(if depth > 0 { 8 } else { 4 }) {
                0..3 => {
                    let value = self.expression(kind, 2, &old);
                    let name = match self.below(3) {
                        // Assigns to a variable that is there.
                        0 if old.iter().any(|(_, other)| *other == kind) => {
                            let mut fits = old.iter().rev().filter(|(_, other)| *other == kind);
                            fits.next().unwrap().0.clone()
                        }
                        _ => {
                            let name = format!("v{}", names.len());
                            names.push((name.clone(), kind));
                            name
                        }
                    };
                    text += &format!("{pad}{name} = {value}\n");
                }
                3 => {
                    let mut lists = old.iter().rev().filter(|(_, other)| *other == Kind::Ints);
                    if let Some((list, _)) = lists.next() {
                        let value = self.expression(Kind::Int, 1, &old);
                        text += &format!("{pad}{list}.append({value})\n");
                    } else {
                        text += &format!("{pad}pass\n");
                    }
                }
                4 | 5 => {
                    let condition = self.expression(Kind::Bool, 2, &old);
                    let mut inside = old.clone();
                    text += &format!("{pad}if {condition}:\n");
                    text += &self.block(depth - 1, indent + 4, &mut inside);
                    if self.below(2) == 0 {
                        let mut inside = old.clone();
                        text += &format!("{pad}else:\n");
                        text += &self.block(depth - 1, indent + 4, &mut inside);
                    }
                }
                6 => {
                    let over = self.expression(Kind::Ints, 1, &old);
                    let mut inside = old.clone();
                    let name = format!("i{indent}");
                    inside.push((name.clone(), Kind::Int));
                    text += &format!("{pad}for {name} in {over}:\n");
                    text += &self.block(depth - 1, indent + 4, &mut inside);
                    if self.below(3) == 0 {
                        let condition = self.expression(Kind::Bool, 1, &inside);
                        let leave = ["break", "continue"][self.below(2) as usize];
                        text += &format!("{pad}    if {condition}:\n{pad}        {leave}\n");
                    }
                }
                _ => {
                    let value = self.expression(Kind::Text, 2, &old);
                    let condition = self.expression(Kind::Bool, 1, &old);
                    text += &format!("{pad}if {condition}:\n{pad}    return {value}\n");
                }
            }
        }
        text
    }

    /// A function `g(n, t)`, and `f(n)`, which calls it.
    fn functions(&mut self) -> String {
        let mut names = vec![("n".to_string(), Kind::Int), ("t".to_string(), Kind::Text)];
        let inner = self.block(2, 4, &mut names);
        let last = self.expression(Kind::Text, 2, &names);
        let mut own = vec![("n".to_string(), Kind::Int)];
        let outer = self.block(2, 4, &mut own);
        let argument = self.expression(Kind::Text, 1, &own);
        let value = self.expression(Kind::Text, 1, &own);
        format!(
            "def g(n, t):\n{inner}    return {last}\ndef f(n):\n{outer}    return g(n, {argument}) + {value}"
        )
    }
}

/// Generated functions: what compiled code answers, the interpreter answers, too.
#[test]
fn generated_functions() {
    let count = std::env::var("GENERATED").map_or(300, |count| count.parse().unwrap());
    let first = std::env::var("FIRST").map_or(0, |first| first.parse().unwrap());
    let (mut compiled, mut known, mut positions, mut failed) = (0, 0, 0, Vec::new());
    for seed in first..first + count {
        let body = Writer(seed).functions();
        let text = shows(&body);
        let result = std::panic::catch_unwind(|| {
            let game = game("body.star", &text, None);
            compare("generated", &game, 25)
        });
        match result {
            Ok(Ok((answered, all))) => {
                compiled += 1;
                known += answered;
                positions += all;
            }
            // Values of many types, or positions that are too long.
            Ok(Err(why)) if why.starts_with("line") || why.starts_with("no ") => {}
            Ok(Err(why)) => failed.push(format!("{seed}: {why}\n{body}")),
            Err(_) => failed.push(format!("{seed}: panic\n{body}")),
        }
    }
    println!("{compiled} of {count} compiled, {known} of {positions} positions answered");
    assert!(failed.is_empty(), "{}", failed[..failed.len().min(3)].join("\n\n"));
    assert!(compiled > count / 2, "only {compiled} of {count} are compiled");
    assert!(known > positions / 10 * 8, "only {known} of {positions} positions are answered");
}
