//! Texts that are no files, and files that are nested deeply.

use grundy_starlark::{ErrorKind, syntax::parse};

use super::{body, run};

fn error(text: &str) -> String {
    let error = parse(text).expect_err(text);
    assert_eq!(error.kind(), ErrorKind::Syntax, "{text}");
    error.message().to_string()
}

#[test]
fn a_text_that_ends_too_early_is_told() {
    for text in [
        "x = \"abc",
        "x = \"abc\n",
        "x = \"\"\"abc\n",
        "x = \"\\",
        "x = \"\\x",
        "x = f\"{1",
        "x = f\"a{",
        "x = (",
        "x = 1 \\",
        "def f(",
        "if 1:",
        "x = [1 for",
    ] {
        error(text);
    }
    for text in ["", "   ", "#", "\n\n", "pass", "x = 1;"] {
        assert!(parse(text).is_ok(), "{text}");
    }
}

#[test]
fn characters_that_mean_nothing_are_told() {
    for text in [
        "x = 1\0\n",
        "é = 1\n",
        "\u{feff}x = 1\n",
        "x = 1\ry = 2\n",
        "x = $\n",
        "x = f\"}\"\n",
        "x = \"\\ud800\"\n",
        "x = \"\\U00110000\"\n",
        "x = 012\n",
    ] {
        error(text);
    }
    assert!(parse("x = \"a\0é\"\n").is_ok());
}

#[test]
fn indentation_is_made_of_spaces_and_returns_to_where_it_was() {
    assert!(error("def f():\n\treturn 1\n").contains("tabs"));
    assert!(error("if 1:\n    x = 1\n\ty = 1\n").contains("tabs"));
    assert!(error("if 1:\n    x = 1\n  y = 2\n").contains("indentation"));
    error("   x = 1\n");
}

#[test]
fn a_name_that_means_nothing_may_be_negative() {
    // A constant that was not there was asked for.
    assert_eq!(run("x = -y\n").unwrap_err().message(), "variable `y` not found, did you mean `x`?");
    assert_eq!(run("x = y(1)\n").unwrap_err().kind(), ErrorKind::Syntax);
}

#[test]
fn names_of_any_length_may_mean_nothing() {
    let name = "a".repeat(200_000);
    assert_eq!(run(&format!("{name} = 1\nb = {name}b\n")).unwrap_err().kind(), ErrorKind::Syntax);
}

#[test]
fn lines_in_brackets_may_be_as_many_as_they_like() {
    assert!(parse(&format!("x = ({}1)\n", "\n".repeat(300_000))).is_ok());
    assert!(parse(&format!("x = [{}]\n", "1, ".repeat(100_000))).is_ok());
}

/// Texts that are nested so many times.
fn nested(n: usize) -> Vec<String> {
    let around = |open: &str, inside: &str, close: &str| {
        format!("def f():\n    return {}{inside}{}\n", open.repeat(n), close.repeat(n))
    };
    let blocks: String = (0..n).map(|i| format!("{}if 1:\n", " ".repeat(i))).collect();
    vec![
        around("(", "1", ")"),
        around("[", "1", "]"),
        around("{1: ", "1", "}"),
        around("f\"{", "1", "}\""),
        around("-", "1", ""),
        around("not ", "1", ""),
        around("lambda: ", "1", ""),
        around("1 if 1 else ", "1", ""),
        around("max(1, ", "1", ")"),
        around("[", "1", " for a in [1]]"),
        format!("{blocks}{}x = 1\n", " ".repeat(n)),
        format!("if 0:\n    pass\n{}", "elif 0:\n    pass\n".repeat(n)),
    ]
}

/// Texts with so many levels that need no rule of the grammar within another.
fn chained(n: usize) -> Vec<String> {
    let behind = |first: &str, more: &str, last: &str| {
        format!("def f():\n    return {first}{}{last}\n", more.repeat(n))
    };
    vec![
        behind("1", "+1", ""),
        behind("1", " and 1", ""),
        behind("\"a\"", ".x", ""),
        behind("f", "()", ""),
        behind("f", "[0]", ""),
        behind("[1 ", "for a in [1] ", "]"),
    ]
}

#[test]
fn what_is_nested_too_deeply_is_told() {
    for text in nested(100_000).iter().take(10).chain(&chained(100_000)).chain(&nested(2000)) {
        assert!(error(text).contains("levels within each other"), "{}", &text[..60]);
    }
}

#[test]
fn what_is_nested_deeply_is_read_and_evaluated_on_a_small_stack() {
    let small = std::thread::Builder::new().stack_size(512 << 10);
    let run_all = || {
        for text in nested(240).iter().chain(&chained(1900)) {
            let tree = parse(text).unwrap_or_else(|error| panic!("{error}: {}", &text[..60]));
            drop(tree);
            if text.starts_with("def") {
                // Some give values, some errors of values.
                let kind = run(text).err().map(|error| error.kind());
                assert!(
                    matches!(kind, None | Some(ErrorKind::Value | ErrorKind::Depth)),
                    "{kind:?}"
                );
            }
        }
        assert_eq!(body(&format!("return 1{}", "+1".repeat(1900))).unwrap(), "1901");
    };
    small.spawn(run_all).unwrap().join().unwrap();
}
