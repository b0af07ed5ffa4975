//! What the Starlark specification, or else Python, says of values.

use grundy_starlark::{Module, syntax::parse};

use super::{LIMITS, Stopwatch, body, holds, run, value};

#[test]
fn integers_are_divided_towards_minus_infinity() {
    holds(&[
        ("7 // -2, -7 // 2, -7 // -2, 7 % -3, -7 % 3, -7 % -3", "(-4, -4, 3, -2, 2, -1)"),
        ("(1 << 70) // -3, -(1 << 70) % 3", "(-393530540239137101142, 2)"),
        ("7.5 // -2, -7.5 % 2, 7 % -3.5", "(-4.0, 0.5, 0.0)"),
        ("1 // 0", "error: floor division by zero: 1 // 0"),
        ("1 % 0", "error: modulo by zero: 1 % 0"),
    ]);
}

#[test]
fn integers_have_any_size() {
    holds(&[
        ("-9223372036854775807 - 1 == -9223372036854775808", "True"),
        ("-9223372036854775808 // -1, -9223372036854775808 % -1", "(9223372036854775808, 0)"),
        (
            "abs(-9223372036854775808), 9223372036854775807 + 1",
            "(9223372036854775808, 9223372036854775808)",
        ),
        ("9223372036854775807 * 9223372036854775807", "85070591730234615847396907784232501249"),
        (
            "1 << 63, -1 << 63, (1 << 100) >> 98, -5 >> 1, -1 >> 1000",
            "(9223372036854775808, -9223372036854775808, 4, -3, -1)",
        ),
        ("0 << (1 << 70), 1 >> (1 << 70)", "(0, 0)"),
        ("1 << -1", "error: negative left shift"),
    ]);
}

#[test]
fn integers_and_floats_are_compared_exactly() {
    // 2^53 + 1 has no float; 2^64 + 1 is not 2^64.
    holds(&[
        (
            "9007199254740993 == 9007199254740992.0, 9007199254740993 > 9007199254740992.0",
            "(False, True)",
        ),
        (
            "(1 << 64) + 1 == 18446744073709551616.0, 1 << 64 == 18446744073709551616.0",
            "(False, True)",
        ),
        (
            "-(1 << 64) - 1 < -18446744073709551616.0, 3 < 3.5, -3 > -3.5, -3 < -2.5",
            "(True, True, True, True)",
        ),
        (
            "(1 << 2000) < float(\"inf\"), (1 << 2000) == float(\"inf\"), -(1 << 2000) > float(\"-inf\")",
            "(True, False, True)",
        ),
        ("float(\"nan\") == float(\"nan\"), float(\"nan\") > (1 << 2000)", "(True, True)"),
        ("{1: 2}[1.0], {1 << 64: 3}[18446744073709551616.0]", "(2, 3)"),
        ("float(1 << 2000)", "error: int too large to convert to float"),
    ]);
}

#[test]
fn floats_have_six_digits_behind_the_point_of_a_power() {
    holds(&[
        ("0.1, 1.5, -0.0, 100000.0, 3.0, 1e16", "(0.1, 1.5, -0.0, 100000.0, 3.0, 1e+16)"),
        ("1234567.5, 9.9999999e20, 5e-324", "(1.234568e+06, 1e+21, 4.940656e-324)"),
        ("1.7976931348623157e308, -1e300 / 3", "(1.797693e+308, -3.333333e+299)"),
        ("\"%e %e %f\" % (9.9999999, 5e-324, 2.5)", "\"1.000000e+01 4.940656e-324 2.500000\""),
    ]);
}

#[test]
fn ranges_may_be_as_long_as_their_numbers_allow() {
    holds(&[
        (
            "len(range(-2147483648, 2147483647)), range(-2147483648, 2147483647)[-1]",
            "(4294967295, 2147483646)",
        ),
        ("list(range(-2147483648, 2147483647, 2)[::1073741825])", "[-2147483648, 2]"),
        ("list(range(2147483647)[::2147483647]), len(range(2147483647)[1:])", "([0], 2147483646)"),
        ("list(range(0, 2147483647, 2147483646)[:])", "[0, 2147483646]"),
        (
            "list(range(0, 10, 3)[::-1]), list(range(10)[2:-2:3]), list(range(5)[4:1])",
            "([9, 6, 3, 0], [2, 5], [])",
        ),
        (
            "list(range(10)[::-1][::-1]) == list(range(10)), 7 in range(1, 9, 2), 8 in range(1, 9, 2)",
            "(True, True, False)",
        ),
        ("range(0, 5, 2) == range(0, 6, 2)", "True"),
    ]);
}

#[test]
fn slices_have_bounds_of_any_size() {
    holds(&[
        (
            "[1, 2, 3][5:], [1, 2, 3][-5:2], [1, 2, 3][2:0:-1], [1, 2, 3][::-2147483648]",
            "([], [1, 2], [3, 2], [3])",
        ),
        ("(1, 2, 3)[3:1], (1, 2, 3)[10:-10:-2], (1, 2, 3)[0:3:2147483647]", "((), (3, 1), (1,))"),
        (
            "\"abc\"[2:1], \"abc\"[5:2:-1], \"abc\"[2::-1], \"abc\"[:-2147483648:-1]",
            "(\"\", \"\", \"cba\", \"cba\")",
        ),
        ("[1][::0]", "error: index `0` is out of bound"),
        ("[1][1 << 40]", "error: integer value is too big to fit in i32: 1099511627776"),
    ]);
}

#[test]
fn texts_are_counted_in_characters() {
    let s = "\"aé😀b\"";
    for (rest, expected) in [
        ("[-1]", "\"b\""),
        ("[1:3] == \"é😀\"", "True"),
        ("[::-1] == \"b😀éa\"", "True"),
        ("[10:]", "\"\""),
        (".find(\"b\", 2)", "3"),
        (".rfind(\"é\")", "1"),
        (".index(\"😀\", -3)", "2"),
        (".count(\"\")", "5"),
        (".startswith(\"é\", 1)", "True"),
        (".endswith(\"é\", 0, 2)", "True"),
        (".replace(\"\", \"-\") == \"-a-é-😀-b-\"", "True"),
        (".partition(\"😀\") == (\"aé\", \"😀\", \"b\")", "True"),
    ] {
        assert_eq!(value(&format!("{s}{rest}")), expected, "{rest}");
    }
    holds(&[(
        "\"abc\".find(\"\", 3), \"abc\".find(\"\", 4), \"abc\".find(\"b\", 2, 1)",
        "(3, -1, -1)",
    )]);
}

#[test]
fn texts_are_split_at_most_so_many_times() {
    holds(&[
        (
            "\"a,b,c\".split(\",\", 1), \"a,b,c\".rsplit(\",\", 1), \"a,b\".split(\",\", -1)",
            "([\"a\", \"b,c\"], [\"a,b\", \"c\"], [\"a\", \"b\"])",
        ),
        (
            "\" a b c \".split(None, 1), \" a b c \".rsplit(None, 1)",
            "([\"a\", \"b c \"], [\" a b\", \"c\"])",
        ),
    ]);
}

#[test]
fn pop_counts_from_the_end_as_indices_do() {
    // So do rules that are compiled.
    assert_eq!(
        body("l = [1, 2, 3]\nreturn l.pop(-2), l.pop(), l.pop(0), l").unwrap(),
        "(2, 3, 1, [])"
    );
    holds(&[
        ("[1].pop(-2)", "error: index `-2` is out of bound"),
        ("[].pop()", "error: index `-1` is out of bound"),
    ]);
}

#[test]
fn numbers_are_read_from_digits_only() {
    holds(&[
        (
            "int(\"-0x1f\", 16), int(\"z\", 36), int(\"0b11\", 0), int(\"+5\"), int(-1.9)",
            "(-31, 35, 3, 5, -1)",
        ),
        ("int(\"1_0\")", "error: cannot parse `1_0` as an integer in base 10"),
        ("int(\"\")", "error: cannot parse `` as an integer in base 10"),
        ("int(\"--1\")", "error: cannot parse `-1` as an integer in base 10"),
    ]);
}

#[test]
fn values_of_different_types_are_not_equal_and_have_no_order() {
    holds(&[
        (
            "1 == \"1\", True == 1, None == 0, [1] == (1,), {} == set()",
            "(False, False, False, False, False)",
        ),
        ("1 < \"a\"", "error: operation `compare` not supported for types `int` and `string`"),
        (
            "sorted([1, \"a\"])",
            "error: operation `cmp()` not supported for types `string` and `int`",
        ),
        ("{(1, []): 1}", "error: value of type `list` is not hashable"),
        ("sorted([3.0, float(\"nan\"), 1, 2.5])", "[1, 2.5, 3.0, nan]"),
    ]);
}

#[test]
fn what_is_gone_through_is_not_changed() {
    for statements in [
        "l = [1, 2]\nfor x in l:\n    l.append(x)",
        "d = {1: 2}\nfor x in d:\n    d[x + 1] = 1",
        "l = [1, 2]\nreturn [l.pop() for x in l]",
        "l = [3, 1]\ndef k(x):\n    l.clear()\n    return x\nreturn max(l, key = k)",
    ] {
        let error = body(statements).unwrap_err();
        assert!(error.message().contains("while iterating"), "{statements}: {error}");
    }
    let sorted =
        "l = [3, 1, 2]\ndef k(x):\n    l.clear()\n    return x\nreturn sorted(l, key = k), l";
    assert_eq!(body(sorted).unwrap(), "([1, 2, 3], [])");
}

#[test]
fn a_list_is_added_to_itself_and_a_dict_updated_by_itself() {
    assert_eq!(body("l = [1]\nl += l\nl.extend(l)\nreturn l").unwrap(), "[1, 1, 1, 1]");
    let dict = "d = {(1, 2): 3}\nd.update(d)\nd |= d\nd.update(d.keys())\nreturn d";
    assert_eq!(body(dict).unwrap(), "{(1, 2): 3, 1: 2}");
}

#[test]
fn entries_are_found_after_others_are_removed() {
    let statements = "\
d = {i: i for i in range(100)}
s = set(range(100))
for i in range(0, 100, 3):
    d.pop(i)
for i in range(50):
    s.pop()
for i in range(100, 150):
    s.add(i)
    d[i] = i
return [i for i in range(150) if (i in d) != (i % 3 > 0 or i >= 100)], \
       [i for i in range(150) if (i in s) != (i < 50 or i >= 100)], len(d), len(s)";
    assert_eq!(body(statements).unwrap(), "([], [], 116, 100)");
}

#[test]
fn built_in_functions_are_values() {
    holds(&[(
        "map(len, [\"a\", \"bc\"]), sorted([\"bb\", \"a\"], key = len)",
        "([1, 2], [\"a\", \"bb\"])",
    )]);
    assert_eq!(
        body("g = [].append\ng(1)\nh = len\nreturn h(\"abc\"), g, h").unwrap(),
        "(3, append, len)"
    );
    assert_eq!(body("l = []\ng = l.append\ng(1)\ng(2)\nreturn l").unwrap(), "[1, 2]");
    assert_eq!(body("len = max\nreturn len(1, 5)").unwrap(), "5");
}

#[test]
fn a_parameter_that_must_be_named_is_not_given_by_place() {
    let file = "def f(a, *args, b):\n    return a\ndef g(a, b = 1, *args, c = 2):\n    return a\n";
    let watch = Stopwatch(std::cell::Cell::new(9));
    let module = Module::load(&parse(file).unwrap(), &LIMITS, &watch).unwrap();
    let takes = |name, count| {
        let function = module.get(name).unwrap();
        module.parameters(function).unwrap().takes(count)
    };
    assert!((0..9).all(|count| !takes("f", count)));
    assert!((0..9).all(|count| takes("g", count) == (count > 0)));
}

#[test]
fn functions_share_variables() {
    assert_eq!(
        run("def f():\n    x = 1\n    def g():\n        return x\n    x = 2\n    return g()\n")
            .unwrap()
            .0,
        "2"
    );
    let kept = "def make():\n    n = [0]\n    return lambda: n\nf = make()\n";
    assert_eq!(run(kept).unwrap().0, "[0]");
}
