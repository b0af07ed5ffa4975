//! `grundy table --code`: Grundy values as a function for programs.

use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use grundy::answer::Solver;
use grundy::format::Format;
use grundy::format::code::Program;
use grundy::solve::automatic::Automatic;
use grundy::solve::period::Period;
use grundy::{Game, HeapKind, HeapRules, Source};

use crate::limits::LimitArgs;

/// Writes the function for a ruleset on heaps.
pub(super) fn write(
    language: &Format<Program>,
    ruleset: &dyn Game,
    rules: &dyn HeapRules,
    limits: &LimitArgs,
) -> Result<String> {
    let mut solver = Solver::default();
    let found = period(ruleset, &rules.kind(), limits, &mut solver)?;
    let name = ruleset.ruleset();
    let known = solver.known(ruleset, usize::MAX);
    let program = match (Program::new(&name, rules, known, found.as_ref()), &ruleset.sources()[..])
    {
        (Ok(program), _) => program,
        (Err(_), [(_, source)]) if source.file.ends_with(".star") => {
            // A position with two heaps exists if positions are tuples.
            let many = ruleset.with_heaps(&[2, 1]).is_some();
            match translated(language, &name, source, many) {
                Some(Ok(text)) => return Ok(text),
                why => {
                    first_values(ruleset, limits, &mut solver)?;
                    let values = solver.known(ruleset, usize::MAX);
                    let program = Program::of_rule_file(&name, &source.text, many, values);
                    let why = why.and_then(Result::err).unwrap_or_default();
                    return Ok(why + &in_language(language, &program)?);
                }
            }
        }
        (Err(error), _) => return Err(error.into()),
    };
    in_language(language, &program)
}

fn in_language(language: &Format<Program>, program: &Program) -> Result<String> {
    let written = (language.write)(program).map_err(|error| anyhow!(error))?;
    Ok(String::from_utf8(written)?)
}

/// The rules of a rule file in a compiled language, or a comment that says what is not translated; none
/// in Python.
#[cfg(feature = "rules")]
fn translated(
    language: &Format<Program>,
    name: &str,
    source: &Source,
    many: bool,
) -> Option<Result<String, String>> {
    use grundy_rules::translate::{Language, Untranslatable, translate};
    let into = match language.name {
        "cpp" => Language::Cpp,
        "rust" => Language::Rust,
        _ => return None,
    };
    // A name may not end the comment.
    let printed = |text: &str| text.replace(char::is_control, " ");
    let name = printed(name);
    Some(match translate(&source.text, many, into) {
        Ok(text) => Ok(format!(
            "// sg(n) is the Grundy value of a heap of n in {name}.\n\
             // No period is proved: this is the definition, with the rules of the file.\n\
             // Values are kept: up to n, all options are listed. What the rules do not\n\
             // allow, and a number beyond 64 bits, is an error.\n{text}"
        )),
        Err(Untranslatable { line, why }) => {
            Err(printed(&format!("// {}:{line}: not translated: {why}", source.file)) + "\n")
        }
    })
}

#[cfg(not(feature = "rules"))]
fn translated(_: &Format<Program>, _: &str, _: &Source, _: bool) -> Option<Result<String, String>> {
    None
}

/// Computes the values that a table in a program can hold, for a second or two.
fn first_values(ruleset: &dyn Game, limits: &LimitArgs, solver: &mut Solver) -> Result<()> {
    const MOST: usize = 10_000;
    const PATIENCE: Duration = Duration::from_secs(1);
    let began = Instant::now();
    let mut last = 100;
    while last < MOST && began.elapsed() < PATIENCE {
        last = MOST.min(2 * last);
        limits.run_heaps(|limits| solver.table(ruleset, last, &limits).map(|_| ()))?;
    }
    Ok(())
}

/// Looks for a period or an automaton for about a second. The solver keeps the values that it
/// computes.
fn period(
    ruleset: &dyn Game,
    kind: &HeapKind,
    limits: &LimitArgs,
    solver: &mut Solver,
) -> Result<Option<Period>> {
    /// The number of steps that take about a second.
    const QUICK: u64 = 1 << 27;
    /// The greatest heap: beyond it a program would take too long to reach a period.
    const MOST: u64 = 1 << 20;
    // For other rules no period can be proved, and their values may take long.
    if *kind == HeapKind::Other {
        return Ok(None);
    }
    let mut reach = 512;
    loop {
        let found = limits.run_heaps(|limits| solver.period(ruleset, reach as usize, &limits))?;
        reach *= 2;
        let steps = match kind {
            HeapKind::Subtraction(set) | HeapKind::AllBut(set) => {
                (set.len() as u64).saturating_mul(reach)
            }
            // Values take one step for many heaps at once, or many sums for each heap.
            HeapKind::TakeAndBreak(code) => match code.most_parts() {
                0..=2 => solver.work(ruleset, reach as usize) / 2,
                _ => 64 * reach * reach,
            },
            HeapKind::Formulas(formulas) => 1024 * reach * formulas.options.len() as u64,
            HeapKind::AnyNumber
            | HeapKind::Repeating(_)
            | HeapKind::Theorem { .. }
            | HeapKind::Other => reach * reach,
        };
        let proved = found.as_ref().is_some_and(|found| found.proved)
            || Automatic::of(solver.known(ruleset, usize::MAX), kind).is_some();
        if proved || reach > MOST || steps > QUICK {
            return Ok(found);
        }
    }
}
