//! The interpreter by what files give, and by what they must not do to the program that runs them.

mod language;
// Large values: under Miri they take hours.
#[cfg(not(miri))]
mod limits;
mod syntax;

use std::cell::Cell;

use grundy_starlark::{Error, ErrorKind, Limits, Module, PERIOD, Watch, syntax::parse};

/// Stops a call after so many questions.
struct Stopwatch(Cell<u32>);

impl Watch for Stopwatch {
    fn must_stop(&self) -> bool {
        let left = self.0.get();
        self.0.set(left.saturating_sub(1));
        left == 0
    }

    fn print(&self, _: &str) {}
}

/// Bytes that a test may take, and its steps.
const LIMITS: Limits = Limits { heap: 64 << 20, depth: 250 };
const STEPS: u32 = 1_000_000;

/// Loads a file, and calls its function `f`: the value as a text, and how many steps that took.
fn run(file: &str) -> Result<(String, u32), Error> {
    let watch = Stopwatch(Cell::new(STEPS / PERIOD));
    let module = Module::load(&parse(file)?, &LIMITS, &watch)?;
    let value = module.session(&LIMITS, &watch, |mut session| {
        let f = session.get("f").expect("the file has a function `f`");
        session.call(f, &[], &[]).map(|value| value.repr())
    })?;
    Ok((value, STEPS - watch.0.get() * PERIOD))
}

/// The value of a function with these statements.
fn body(statements: &str) -> Result<String, Error> {
    let lines: String = statements.lines().map(|line| format!("    {line}\n")).collect();
    run(&format!("def f():\n{lines}")).map(|(value, _)| value)
}

/// The value of an expression.
fn value(expression: &str) -> String {
    match body(&format!("return {expression}")) {
        Ok(value) => value,
        Err(error) => format!("error: {error}"),
    }
}

/// The kind of error of a function with these statements.
fn failure(statements: &str) -> Option<ErrorKind> {
    body(statements).err().map(|error| error.kind())
}

/// Each expression is equal to what stands behind it.
fn holds(cases: &[(&str, &str)]) {
    for (expression, expected) in cases {
        assert_eq!(value(expression), *expected, "{expression}");
    }
}
