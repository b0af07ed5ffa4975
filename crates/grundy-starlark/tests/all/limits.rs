//! A file must not stop the program that runs it: not by a panic, nor by more memory or time than
//! it may take.

use grundy_starlark::ErrorKind;

use super::{STEPS, body, failure, run, value};

/// Lists, or tuples, within each other: few values, but two in each place of the one around them.
fn twice(depth: usize, open: char, close: char) -> String {
    format!(
        "a = {open}{close}\nb = {open}{close}\nfor i in range({depth}):\n    a = {open}a, a{close}\n    b = {open}b, b{close}\n"
    )
}

#[test]
fn values_that_share_their_parts_are_not_compared_for_ever() {
    let (lists, tuples) = (twice(60, '[', ']'), twice(60, '(', ')'));
    for statements in [
        format!("{lists}return a == b"),
        format!("{lists}return a < b"),
        format!("{lists}return a in [b]"),
        format!("{tuples}return a == b"),
        format!("{tuples}return {{a: 1}}"),
        format!("{tuples}return sorted([a, b])"),
    ] {
        let found = failure(&statements);
        assert!(matches!(found, Some(ErrorKind::Value | ErrorKind::Stopped)), "{statements}");
    }
    assert_eq!(
        body(&format!("{}return a == b, a < b", twice(10, '[', ']'))).unwrap(),
        "(True, False)"
    );
}

#[test]
fn values_that_share_their_parts_are_not_written_for_ever() {
    let lists = twice(60, '[', ']');
    for end in
        ["str(a)", "repr(a)", "print(a)", "fail(a)", "f\"{a}\"", "\"%s\" % [a]", "\"{}\".format(a)"]
    {
        let found = failure(&format!("{lists}return {end}"));
        assert!(matches!(found, Some(ErrorKind::Memory | ErrorKind::Stopped)), "{end}: {found:?}");
    }
    for end in ["a.index(3)", "\"\".join([a])", "{}[a]", "a.remove(1)", "{1: a}.pop(2)", "int(a)"] {
        let error = body(&format!("{lists}return {end}")).unwrap_err();
        assert!(error.message().len() < 3000, "{end}: {} bytes", error.message().len());
    }
    // What a program asks for is shortened.
    assert!(body(&format!("{lists}return a")).unwrap().ends_with('…'));
}

#[test]
fn values_within_each_other_are_gone_through_on_a_small_stack() {
    let deep = |open, close| {
        let put = |name| {
            format!("{name} = {open}{close}\nfor i in range(990): {name} = {open}{name}{close}\n")
        };
        put("a") + &put("b")
    };
    let (tuples, lists) = (deep("(", ",)").replace("(,)", "()"), deep("[", "]"));
    let dicts = deep("{0: ", "}").replace("{0: }", "{}");
    let run_all = move || {
        for (values, end, expected) in [
            (&tuples, "a == b, a < b, {a: 1}[b]", "(True, False, 1)"),
            (&lists, "a == b, a <= b, a in [b], len(repr(a)) > 200", "(True, True, True, True)"),
            (&dicts, "a == b, len(str(b)) > 200", "(True, True)"),
        ] {
            assert_eq!(body(&format!("{values}return {end}")).unwrap(), expected);
        }
    };
    let small = std::thread::Builder::new().stack_size(512 << 10);
    small.spawn(run_all).unwrap().join().unwrap();
}

#[test]
fn values_within_themselves_are_written_and_not_compared() {
    assert_eq!(body("a = []\na.append(a)\nreturn a").unwrap(), "[[...]]");
    let two = "a = []\na.append(a)\nb = []\nb.append(b)\n";
    for end in ["a == b", "a < b"] {
        let error = body(&format!("{two}return {end}")).unwrap_err();
        assert_eq!(error.message(), "too many recursion levels");
    }
    assert_eq!(body("d = {}\nd[1] = d\nreturn d == d, d").unwrap(), "(True, {1: {...}})");
    assert_eq!(
        run("a = []\nb = {1: a}\na.append(b)\ndef f():\n    return a\n").unwrap().0,
        "[{1: [...]}]"
    );
}

#[test]
fn comparisons_fit_the_stack_at_any_depth_of_calls() {
    let file = "\
def g(n, a, b):
    return g(n - 1, a, b) if n else (a == b and not a < b)

def f():
    a = []
    b = []
    for i in range(990):
        a = [a]
        b = [b]
    return all([g(n, a, b) for n in range(240)])
";
    let small = std::thread::Builder::new().stack_size(1 << 20);
    assert_eq!(small.spawn(|| run(file).unwrap().0).unwrap().join().unwrap(), "True");
}

#[test]
fn what_would_need_too_much_memory_is_refused() {
    for statements in [
        "return \"x\" * 1000000000",
        "return [0] * 2000000000",
        "return list(range(2147483647))",
        "return sorted(range(2147483647))",
        "return enumerate(range(2147483647))",
        "return zip(*[range(100000)] * 1000)",
        "return [1] + list(\"x\".elems()) * 100000000",
        "return max(*range(2000000000))",
        "return (\"a\" * 1000000).replace(\"a\", \"b\" * 1000)",
        "s = \"a\" * 10000000\nreturn s.join([\"\"] * 100)",
        "s = \"a\" * 10000000\nreturn f\"{s}{s}{s}{s}{s}{s}{s}{s}{s}{s}\"",
        "s = \"a\" * 1000000\nreturn str([s] * 10000)",
        "return map(list, [()] * 3000000)",
        "l = [1]\nfor i in range(100):\n    l += l",
        "return {i: i for i in range(10000000)}",
    ] {
        assert_eq!(failure(statements), Some(ErrorKind::Memory), "{statements}");
    }
    // A literal is made again and again between two looks at the memory.
    let literal = format!("for i in range(10000):\n    x = [{}]", "0, ".repeat(100_000));
    assert_eq!(failure(&literal), Some(ErrorKind::Memory));
    assert_eq!(value("[] * 2000000000, \"\" * 2000000000, \"x\" * -5"), "([], \"\", \"\")");
    assert!(value("\"x\" * (1 << 70)").contains("too big"));
}

#[test]
fn a_value_in_many_places_of_a_file_is_kept_once() {
    // A million copies would take gigabytes.
    let file = "x = 1 << 99999\ne = (\"a\" * 1000000).elems()\nl = [x] * 500000 + [e] * 500000\ndef f():\n    return len(l)\n";
    assert_eq!(run(file).unwrap().0, "1000000");
}

#[test]
fn integers_do_not_grow_until_they_take_for_ever() {
    let squares = "x = 3\nfor i in range(100):\n    x *= x\nreturn x > 0";
    assert_eq!(failure(squares), Some(ErrorKind::Value));
    assert_eq!(failure("x = 1\nfor i in range(100):\n    x <<= 100000"), Some(ErrorKind::Value));
    assert_eq!(failure("return int(\"9\" * 1000000)"), Some(ErrorKind::Value));
    assert_eq!(failure(&format!("return {}", "9".repeat(200_000))), Some(ErrorKind::Syntax));
    assert_eq!(value("((1 << 100000) * (1 << 100000)) >> 199999"), "2");
}

#[test]
fn long_work_of_built_in_functions_counts_as_steps() {
    for statements in [
        "l = list(range(1000000))\nfor i in range(10000):\n    -1 in l",
        "l = list(range(100000))\nfor i in range(10000):\n    sorted(l, reverse = True) and l.index(99999)",
        "s = {i: i for i in range(200000)}\nfor i in range(200000):\n    s.popitem()",
        "l = list(range(500000))\nfor i in range(200000):\n    l.insert(0, l.pop(0))",
        "s = \" \" * 10000000\nfor i in range(10000):\n    s.strip()",
        "s = \"a\" * 10000000\nfor i in range(10000):\n    s.count(\"ab\")",
        "s = \"é\" * 10000000\nfor i in range(10000):\n    len(s)",
        "s = list(range(1000000))\nt = list(range(1000000))\nfor i in range(10000):\n    s == t",
        "s = tuple(range(500000))\nd = {}\nfor i in range(10000):\n    d.get(s)",
        "s = \"é\" * 10000000\nfor i in range(10000):\n    s[9999999]",
        "s = \"é\" * 10000000\nfor i in range(10000):\n    s[5:6]",
        "x = 1 << 99999\nfor i in range(10000):\n    str(x)",
    ] {
        let kind = failure(statements);
        assert!(
            matches!(kind, Some(ErrorKind::Stopped | ErrorKind::Memory)),
            "{statements}: {kind:?}"
        );
    }
    // The last item of a set is removed without going through the others.
    let pops = "def f():\n    s = set(range(100000))\n    for i in range(100000):\n        s.pop()\n    return len(s)\n";
    let (value, steps) = run(pops).unwrap();
    assert_eq!(value, "0");
    assert!(steps < STEPS / 3, "{steps} steps");
}

#[test]
fn functions_do_not_call_each_other_for_ever() {
    for file in [
        "def f():\n    return f()\n",
        "f = lambda: g()\ng = lambda: f()\n",
        "def f():\n    return sorted([1], key = lambda x: f())\n",
        "def f():\n    return [f() for x in [1]]\n",
    ] {
        assert_eq!(run(file).unwrap_err().kind(), ErrorKind::Depth, "{file}");
    }
}
