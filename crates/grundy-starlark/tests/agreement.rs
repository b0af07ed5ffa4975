//! Programs with the values that they have by the book, and those that another interpreter found.

mod support;

use support::run;

fn shown(program: &str) -> String {
    run(program).unwrap_or_else(|error| format!("error: {error}"))
}

/// Cases in `expressions.txt`: an expression, `=>`, its value.
#[test]
fn expressions_have_the_values_of_another_interpreter() {
    let mut wrong = Vec::new();
    let cases = include_str!("expressions.txt").lines().filter(|line| !line.starts_with('#'));
    for case in cases {
        let (expression, expected) = case.rsplit_once(" => ").unwrap();
        let found = shown(&format!("def f():\n    return {expression}\n"));
        if found != expected {
            wrong.push(format!("{expression}\n  expected {expected}\n  found    {found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Cases in `programs.txt`: a program, a line of dashes, the value of `f()`.
#[test]
fn programs_have_the_values_of_another_interpreter() {
    for case in include_str!("programs.txt").split("\n====\n") {
        let (program, expected) = case.trim_end().split_once("\n----\n").unwrap();
        assert_eq!(shown(&format!("{program}\n")), expected, "{program}");
    }
}

/// Examples of the Starlark specification, and of Python where both agree.
#[test]
fn examples_of_the_specification_hold() {
    for (expression, value) in [
        ("100 // 3, 100 // -3, -100 // 3, 100 % -3, -100 % 3", "(33, -34, -34, -2, 2)"),
        ("1 << 100", "1267650600228229401496703205376"),
        ("-1 >> 100, ~0, -2147483648 << 3", "(-1, -1, -17179869184)"),
        (
            "9223372036854775807 + 1, -9223372036854775808 - 1",
            "(9223372036854775808, -9223372036854775809)",
        ),
        ("(1 << 64) // (1 << 60), (1 << 64) == 18446744073709551616.0", "(16, True)"),
        ("\"one two  three\".split()", "[\"one\", \"two\", \"three\"]"),
        ("\"one two  three\".split(\" \")", "[\"one\", \"two\", \"\", \"three\"]"),
        ("\"one two  three\".split(None, 1)", "[\"one\", \"two  three\"]"),
        ("\"banana\".rsplit(\"n\", 1)", "[\"bana\", \"a\"]"),
        ("\"one/two/three\".rpartition(\"/\")", "(\"one/two\", \"/\", \"three\")"),
        (
            "\"bonbon\".find(\"on\"), \"bonbon\".rfind(\"on\"), \"bonbon\".find(\"on\", 2, 5)",
            "(1, 4, -1)",
        ),
        ("\"a\\nb\\n\".splitlines(True)", "[\"a\\n\", \"b\\n\"]"),
        ("\"a{x}b{y}c{}\".format(1, x = 2, y = 3)", "\"a2b3c1\""),
        ("\"Hello %s, your score is %d\" % (\"Bob\", 75)", "\"Hello Bob, your score is 75\""),
        ("[(x, y) for x in range(3) for y in range(x)]", "[(1, 0), (2, 0), (2, 1)]"),
        ("{k: v for k, v in zip(\"ab\".elems(), range(2))}", "{\"a\": 0, \"b\": 1}"),
        (
            "sorted([\"two\", \"three\", \"four\"], key = len, reverse = True)",
            "[\"three\", \"four\", \"two\"]",
        ),
        ("\"abcdef\"[::-2], \"abcdef\"[-2:], [1, 2, 3, 4][3:0:-1]", "(\"fdb\", \"ef\", [4, 3, 2])"),
        ("hash(\"Hello\")", "69609650"),
        (
            "(lambda *a, **k: (a, k))(1, x = 3, *[2], **{\"y\": 4})",
            "((1, 2), {\"x\": 3, \"y\": 4})",
        ),
        (
            "1 in range(0, 10, 3), 9 in range(0, 10, 3), range(10)[2:8:3]",
            "(False, True, range(2, 8, 3))",
        ),
        ("set([1, 2]) | set([2, 3]), set([1, 2]) - set([2])", "(set([1, 2, 3]), set([1]))"),
        ("f\"{1 + 1}{'a'!r}{{}}\"", "\"2\\\"a\\\"{}\""),
    ] {
        assert_eq!(shown(&format!("def f():\n    return {expression}\n")), value, "{expression}");
    }
}

#[test]
fn functions_share_the_variables_of_those_around_them() {
    let program = "
def counter():
    state = [0]
    def more(by = 1):
        state[0] += by
        return state[0]
    return more

def f():
    more = counter()
    first = [more(), more(5)]
    last = 3
    late = lambda: last
    last = 4
    return first, late(), [g() for g in [lambda: i for i in range(3)]]
";
    assert_eq!(shown(program), "([1, 6], 4, [2, 2, 2])");
}
