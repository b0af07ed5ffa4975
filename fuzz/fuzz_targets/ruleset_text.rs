//! Any text is a ruleset, or an error that points into the text. A ruleset is printed as text that
//! is read back as the same ruleset, and its table and period end within their limits.

#![no_main]

use std::time::{Duration, Instant};

use grundy::answer::Solver;
use grundy::format::json::{self, HeapsOf};
use grundy::format::table;
use grundy::known_octal::{Agreement, known};
use grundy::solve::automatic::Automatic;
use grundy::solve::period::Seen;
use grundy::{Convention, Limits, catalogue, oeis};
use libfuzzer_sys::fuzz_target;

const LAST: usize = 60;

fuzz_target!(|input: &str| {
    // The contents of a file that the text names are not tested here.
    if input.contains("graph(") && !input.contains('{') {
        return;
    }
    let ruleset = match catalogue::parse_ruleset(input) {
        Ok(ruleset) => ruleset,
        Err(error) => {
            assert!(error.at <= input.len(), "{error}: behind the end of {input:?}");
            assert!(input.is_char_boundary(error.at), "{error}: inside a character of {input:?}");
            return;
        }
    };
    let printed = ruleset.ruleset();
    let again = match catalogue::parse_ruleset(&printed) {
        Ok(again) => again,
        Err(error) => panic!("{input:?} is printed as {printed:?}, which is refused: {error}"),
    };
    assert_eq!(again.ruleset(), printed, "{input:?}");

    let Some((rules, _)) = ruleset.heaps() else { return };
    let limits = Limits {
        memory: 4 << 20,
        time: Some((Instant::now(), Duration::from_millis(200))),
        ..Limits::default()
    };
    let mut solver = Solver::default();
    let Ok(found) = solver.period(&*ruleset, LAST, &limits) else { return };
    let values = solver.known(&*ruleset, LAST);
    if let Some(found) = &found {
        let end = values.len().saturating_sub(found.period);
        let saltus =
            |n: usize| found.saltus_of(found.preperiod + (n - found.preperiod) % found.period);
        let repeats = |n: usize| values[n + found.period] == values[n] + saltus(n);
        let exception = |n: usize| found.exceptions.contains(&n);
        assert!((found.preperiod..end).all(|n| repeats(n) || exception(n)), "{printed}");
    }
    for (size, &value) in values.iter().enumerate() {
        let closed = rules.closed_form(size as u64);
        assert!(closed.is_none_or(|closed| closed == u64::from(value)), "{printed}: g({size})");
    }
    let known = known(&rules.kind());
    let agreement = known.zip(found.as_ref()).and_then(|(known, found)| known.agreement(found));
    assert_ne!(agreement, Some(Agreement::Contradicts), "{printed}");
    let (found, seen, known) = (found.as_ref(), Seen::of(values), known.as_ref());
    let oeis = oeis::find(&printed, Some(&rules.kind()));
    let _ = table::text(&printed, values, found);
    let automatic = Automatic::of(values, &rules.kind());
    let automatic = automatic.as_ref();
    let _ = table::period(values, found, seen, known, oeis, automatic);
    let of = HeapsOf::new(&printed, Convention::Normal);
    let _ = json::period(of, found, seen, known, oeis, automatic);
});
