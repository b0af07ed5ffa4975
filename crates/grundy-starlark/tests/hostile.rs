//! Each built-in function and method, and what else takes memory or time, with values that mean no
//! good: the meter ends the call, and next to nothing is allocated beyond its limit.

#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::collections::HashSet;

use grundy_starlark::{Error, ErrorKind, Limits, Module, PERIOD, Watch, names, syntax};

/// Counts the bytes of a thread.
struct Counting;

thread_local! {
    static TAKEN: Cell<isize> = const { Cell::new(0) };
    static MOST: Cell<isize> = const { Cell::new(0) };
}

fn take(bytes: isize) {
    let taken = TAKEN.get() + bytes;
    TAKEN.set(taken);
    MOST.set(MOST.get().max(taken));
}

// SAFETY: all is done by the allocator of the system.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        take(layout.size() as isize);
        // SAFETY: the caller keeps to what the allocator of the system asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        take(-(layout.size() as isize));
        // SAFETY: as above.
        unsafe { System.dealloc(block, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// Stops a call after some hundred thousand steps.
#[derive(Default)]
struct Patience(Cell<u32>);

impl Watch for Patience {
    fn must_stop(&self) -> bool {
        self.0.set(self.0.get() + 1);
        self.0.get() >= STEPS / PERIOD
    }

    fn print(&self, _: &str) {}
}

const HEAP: usize = 32 << 20;
const STEPS: u32 = 400_000;

/// Values that are neither small nor too large, and the statement that goes on for too long with
/// them: no loop in it has more than a thousand rounds, so it is the built-in function that counts.
const VALUES: &str = "
s = 'a' * 2000000
e = 'é' * 1000000
l = list(range(100000))
t = tuple(l)
d = {i: i for i in range(20000)}
k = (t, s)
x = 1 << 99999
v = set(l[:20000])
n = [s] * 100000
many = range(1000)
";

/// What the names of functions, methods and operators do.
const CASES: &[(&str, &str)] = &[
    ("fail", "fail(*[s] * 10)"),
    ("print", "print(*[s] * 10)"),
    ("str", "str(n)"),
    ("str", "str([x] * 100)"),
    ("repr", "repr(n)"),
    ("len", "[len(e) for _ in many]"),
    ("hash", "[hash(s) for _ in many]"),
    ("dict", "dict(zip(range(1000000), range(1000000)))"),
    ("dict", "[dict(d) for _ in many]"),
    ("set", "set(range(1000000))"),
    ("tuple", "tuple(range(1000000))"),
    ("tuple", "[tuple(l) for _ in many]"),
    ("list", "list(range(1000000000))"),
    ("list", "list((s + 'b').elems())"),
    ("list", "[list(t) for _ in many]"),
    ("any", "[any([0] * 100000) for _ in many]"),
    ("all", "[all([1] * 100000) for _ in many]"),
    ("sum", "sum(range(1000000000))"),
    ("min", "min(range(1000000000))"),
    ("max", "max(range(1000000000))"),
    ("max", "[max(s + 'a', s + 'b') for _ in many]"),
    ("sorted", "sorted(range(1000000000))"),
    ("sorted", "[sorted(l) for _ in many]"),
    ("sorted", "sorted([(s + 'a')] * 1000 + [(s + 'b')] * 1000)"),
    ("reversed", "[reversed(l) for _ in many]"),
    ("enumerate", "enumerate(range(1000000000))"),
    ("zip", "zip(range(1000000000), range(1000000000))"),
    ("zip", "zip(*[many] * 100000)"),
    ("map", "map(str, range(1000000000))"),
    ("map", "map(len, n)"),
    ("filter", "[filter(None, l) for _ in many]"),
    ("int", "[int('9' * 99999) for _ in many]"),
    ("float", "[float('1.' + '1' * 1000000) for _ in many]"),
    ("str.capitalize", "[s.capitalize() for _ in many]"),
    ("str.codepoints", "list((s + 'b').codepoints())"),
    ("str.count", "[s.count('ab') for _ in many]"),
    ("str.elems", "[list(e.elems()) for _ in many]"),
    ("str.endswith", "[s.endswith(('b' + s, s + 'b')) for _ in many]"),
    ("str.find", "[s.find('ab') for _ in many]"),
    ("str.format", "f = '{0}' * 1000\nf.format(s)"),
    ("str.format", "f = '{0}' * 100000\nf.format(x)"),
    ("str.format", "('{a}' * 1000).format(a = 1, **{str(i): i for i in range(10000)})"),
    ("str.index", "[s.index('a', i) for i in many]"),
    ("str.isalnum", "[s.isalnum() for _ in many]"),
    ("str.isalpha", "[s.isalpha() for _ in many]"),
    ("str.isdigit", "[s.isdigit() for _ in many]"),
    ("str.islower", "[s.islower() for _ in many]"),
    ("str.isspace", "[s.isspace() for _ in many]"),
    ("str.istitle", "[s.istitle() for _ in many]"),
    ("str.isupper", "[s.isupper() for _ in many]"),
    ("str.join", "s.join(['', ''] * 10)"),
    ("str.join", "''.join(n)"),
    ("str.lower", "[s.lower() for _ in many]"),
    ("str.lstrip", "[(' ' * 100000).lstrip() for _ in many]"),
    ("str.partition", "[s.partition('b') for _ in many]"),
    ("str.removeprefix", "[s.removeprefix('a') for _ in many]"),
    ("str.removesuffix", "[s.removesuffix('a') for _ in many]"),
    ("str.replace", "s.replace('', s)"),
    ("str.replace", "[s.replace('b', 'c') for _ in many]"),
    ("str.rfind", "[s.rfind('ba') for _ in many]"),
    ("str.rindex", "[s.rindex('a') for i in many]"),
    ("str.rpartition", "[s.rpartition('a') for _ in many]"),
    ("str.rsplit", "s.rsplit('a')"),
    ("str.rstrip", "[s.rstrip(s) for _ in many]"),
    ("str.split", "s.split('a')"),
    ("str.split", "('a ' * 1000000).split()"),
    ("str.splitlines", "('\\n' * 2000000).splitlines()"),
    ("str.startswith", "[s.startswith((s + 'b',)) for _ in many]"),
    ("str.strip", "[s.strip('b') for _ in many]"),
    ("str.title", "[s.title() for _ in many]"),
    ("str.upper", "[s.upper() for _ in many]"),
    ("list.append", "[[].append(i) for i in range(1000000)]"),
    ("list.extend", "[l.extend(l) for _ in many]"),
    ("list.extend", "[[].extend(l) for _ in many]"),
    ("list.index", "[l.index(99999) for _ in many]"),
    ("list.insert", "[l.insert(0, 0) for _ in many]"),
    ("list.pop", "[l.pop(0) for _ in many]"),
    ("list.remove", "[l.remove(99999 - i) for i in many]"),
    ("dict.clear", "[dict(d).clear() for _ in many]"),
    ("dict.get", "[d.get(k) for _ in many]"),
    ("dict.items", "[d.items() for _ in many]"),
    ("dict.keys", "[d.keys() for _ in many]"),
    ("dict.pop", "[d.pop(k, 0) for _ in many]"),
    ("dict.popitem", "[d.popitem() for _ in many]"),
    ("dict.setdefault", "[d.setdefault(k, 0) for _ in many]"),
    ("dict.update", "[d.update({i: i for i in range(i, i + 1000)}) for i in many]"),
    ("dict.values", "[d.values() for _ in many]"),
    ("set.add", "[v.add(k) for _ in many]"),
    ("set.clear", "[set(v).clear() for _ in many]"),
    ("set.difference", "[v.difference(v) for _ in many]"),
    ("set.discard", "[v.discard(i) for i in many]"),
    ("set.intersection", "[v.intersection(v) for _ in many]"),
    ("set.issubset", "[v.issubset(v) for _ in many]"),
    ("set.issuperset", "[v.issuperset(v) for _ in many]"),
    ("set.remove", "[v.remove(i) for i in many]"),
    ("set.symmetric_difference", "[v.symmetric_difference([0]) for _ in many]"),
    ("set.union", "[v.union([]) for _ in many]"),
    ("set.update", "[v.update(range(i, i + 1000)) for i in many]"),
    ("*", "'a' * 1000000 * 1000"),
    ("*", "l * 1000"),
    ("*", "t * 1000"),
    ("*", "[y * z for y, z in [(x, x)] * 1000]"),
    ("<<", "[(x << 99999) // x for _ in many]"),
    ("+", "[s + 'b' for _ in many]"),
    ("+", "[l + [0] for _ in many]"),
    ("+=", "y = 'a'\nfor _ in many: y += y"),
    ("+=", "y = [1]\nfor _ in many: y += y"),
    ("|", "[d | d for _ in many]"),
    ("-", "[v - v for _ in many]"),
    ("%", "'%s%s%s%s%s%s%s%s%s' % (s, s, s, s, s, s, s, s, s)"),
    ("%", "('%d' * 1000) % ((x,) * 1000)"),
    ("f", "f'{s}{s}{s}{s}{s}{s}{s}{s}{s}'"),
    ("==", "[s + 'a' == s + 'a' for _ in many]"),
    ("==", "[s + 'b'] * 1000 == [s + 'b'] * 1000"),
    ("==", "[x + 1] * 100000 == [x + 1] * 100000"),
    ("in", "[-1 in l for _ in many]"),
    ("in", "['b' in s for _ in many]"),
    ("in", "[k in {k: 1} for _ in many]"),
    ("[:]", "[s[1:] for _ in many]"),
    ("[:]", "[l[::-1] for _ in many]"),
    ("[:]", "[e[::2] for _ in many]"),
    ("[]", "[e[-1] for _ in many]"),
    ("{}", "{k + (i,): 1 for i in many}"),
    ("[for]", "[i for i in range(1000000000)]"),
    ("()", "(lambda *a: 0)(*range(1000000000))"),
    ("()", "(lambda **a: 0)(**{str(i): i for i in range(1000000)})"),
    ("()", "(lambda a: 0)(**{str(i): i for i in range(10000)})"),
];

/// What takes little, whatever it is given.
const CONSTANT: &[&str] = &[
    "None",
    "True",
    "False",
    "type",
    "bool",
    "dir",
    "getattr",
    "hasattr",
    "range",
    "abs",
    "chr",
    "ord",
    "list.clear",
    "set.pop",
];

/// The error of a function with these statements, the most bytes that it has taken, and the part of
/// the file that the error names.
fn run(statements: &str) -> Result<String, (Error, usize, String)> {
    let lines: String = statements.lines().map(|line| format!("    {line}\n")).collect();
    let values: String = VALUES.lines().map(|line| format!("    {line}\n")).collect();
    let file = format!("def f():\n{values}{lines}");
    let limits = Limits { heap: HEAP, depth: 100 };
    let tree = syntax::parse(&file).unwrap();
    let module = Module::load(&tree, &limits, &Patience::default()).unwrap();
    let before = TAKEN.get();
    MOST.set(before);
    let done = module.session(&limits, &Patience::default(), |mut session| {
        let f = session.get("f").unwrap();
        session.call(f, &[], &[]).map(|value| value.repr())
    });
    let most = (MOST.get() - before) as usize;
    done.map_err(|error| {
        let place = error.span().map_or(0, |span| span.begin as usize);
        let line = file[..place].matches('\n').count();
        (error, most, file.lines().nth(line).unwrap_or_default().trim().to_string())
    })
}

#[test]
fn whatever_is_built_in_ends_within_its_limits() {
    let mut wrong = Vec::new();
    for (name, statements) in CASES {
        match run(statements) {
            Ok(_) => wrong.push(format!("{name}: {statements}: no error")),
            Err((error, most, line)) => {
                let ended = matches!(error.kind(), ErrorKind::Stopped | ErrorKind::Memory);
                if !ended || most > 3 * HEAP || !statements.lines().any(|own| own == line) {
                    let megabytes = most >> 20;
                    wrong
                        .push(format!("{name}: {statements}: {error} in {line:?}, {megabytes} MB"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn whatever_is_built_in_is_tried() {
    let tried: HashSet<&str> =
        CASES.iter().map(|(name, _)| *name).chain(CONSTANT.iter().copied()).collect();
    let mut all: Vec<String> = names().map(str::to_string).collect();
    for (kind, value) in [("str", "''"), ("list", "[]"), ("dict", "{}"), ("set", "set()")] {
        let file = format!("names = dir({value})\n");
        let limits = Limits { heap: HEAP, depth: 100 };
        let module =
            Module::load(&syntax::parse(&file).unwrap(), &limits, &Patience::default()).unwrap();
        let methods = module.get("names").and_then(|names| names.list()).unwrap();
        all.extend(methods.map(|name| format!("{kind}.{}", name.as_str().unwrap())));
    }
    let missing: Vec<String> =
        all.into_iter().filter(|name| !tried.contains(name.as_str())).collect();
    assert!(missing.is_empty(), "without a case: {missing:?}");
}
