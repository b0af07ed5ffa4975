//! Checks certificates of periods, one in each line of a file.
//!
//! If a theorem proves the period, all values that it needs are computed again, and the check is
//! complete. A certificate with a window, which comes from a search in constant memory, is checked
//! only in part: its values follow from each other and from those of the first heaps, so they
//! repeat for ever once they repeat. That the values occur, and occur again after the period, can
//! only be checked by the search itself.

use std::io::{BufRead, BufReader, Write};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use grundy::Random;
use grundy::bounded::{Bounded, BoundedLines, LONGEST_LINE};
use grundy::format::certificate;
use grundy::format::text::{DRAW, WIN, group, paint};
use grundy::solve::sequence::Sequence;
use grundy::solve::verify::period::{
    PeriodCheck, PeriodClaim, RefusedPeriod, verify_period, wanted,
};
use serde_json::json;

use super::Args;
use crate::input;
use crate::limits;
use crate::output::Format;

/// A certificate that holds.
struct Verified {
    ruleset: String,
    claim: PeriodClaim,
    check: PeriodCheck,
    /// How long the check took.
    time: Duration,
}

impl Verified {
    /// Whether the whole claim was checked.
    fn whole(&self) -> bool {
        self.claim.window.is_none()
    }
}

/// Checks the certificates of a file, or some of them.
pub(super) fn verify(args: &Args, file: impl BufRead, out: &mut impl Write) -> Result<()> {
    let name = args.files[0].display();
    let file = Bounded::new(file, "the file", args.limits.memory_limit());
    let lines = BoundedLines::new(BufReader::new(file), LONGEST_LINE);
    let lines: Result<Vec<String>, _> = lines.collect();
    let lines = lines.with_context(|| format!("cannot read {name}"))?;
    let lines: Vec<(usize, String)> =
        (1..).zip(lines).filter(|(_, line)| !line.trim().is_empty()).collect();
    if lines.len() == 1 {
        let verified = certificate(args, &lines[0].1, &name.to_string())?;
        return args.output.write(out, shown(args, &verified));
    }
    let chosen = match args.sample {
        Some(count) => sample(lines.len(), count, args.seed),
        None => (0..lines.len()).collect(),
    };
    let (mut plain, mut compared, mut parts) = (0, 0, 0);
    for &at in &chosen {
        let (number, line) = &lines[at];
        let verified = certificate(args, line, &format!("{name}: line {number}"))?;
        plain += verified.check.plain;
        compared += verified.check.compared;
        parts += usize::from(!verified.whole());
    }
    let shown = match args.output.format() {
        Format::Json => {
            let mut answer = json!({
                "file": name.to_string(), "certificates": chosen.len(), "of": lines.len(),
            });
            if args.sample.is_some() {
                answer["seed"] = json!(args.seed);
            }
            answer["plain"] = json!(plain);
            answer["compared"] = json!(compared);
            answer["in_part"] = json!(parts);
            answer["verified"] = json!(true);
            format!("{answer}\n")
        }
        Format::Text => {
            let which = match chosen.len() < lines.len() {
                true => format!(
                    "a random sample of {} of the {} certificates holds (seed {})",
                    group(chosen.len()),
                    group(lines.len()),
                    args.seed,
                ),
                false => format!("all {} certificates hold", group(lines.len())),
            };
            let parts = match parts {
                0 => String::new(),
                _ => format!("{} in part: not all heaps up to the period\n", group(parts)),
            };
            format!(
                "{}: {which}\n{} heaps by the definition, {} compared\n{parts}",
                paint(WIN, "verified"),
                group(plain as usize),
                group(compared as usize),
            )
        }
    };
    args.output.write(out, &shown)
}

/// Checks one certificate, which is at a place.
fn certificate(args: &Args, text: &str, place: &str) -> Result<Verified> {
    let (ruleset, claim) = certificate::read(text).map_err(|error| anyhow!("{place}: {error}"))?;
    let game = input::ruleset(&ruleset).with_context(|| place.to_string())?;
    let rules = input::heap_rules(&*game)?;
    let start = Instant::now();
    let checked = wanted(&rules.kind(), &claim).and_then(|wanted| {
        args.limits.run_raw(|limits| {
            let mut sequence = Sequence::default();
            sequence.extend(rules, wanted - 1, &limits)?;
            verify_period(rules, &claim, &sequence.values()[..wanted], &limits)
        })
    });
    match checked {
        Ok(check) => Ok(Verified { ruleset, claim, check, time: start.elapsed() }),
        Err(RefusedPeriod::Stopped(stopped)) => Err(limits::explain(&stopped)),
        Err(refused) => bail!("{place} is refused: {refused}"),
    }
}

fn shown(args: &Args, verified: &Verified) -> String {
    let Verified { ruleset, claim, check, time } = verified;
    let PeriodClaim { period, preperiod, saltus, .. } = claim;
    let PeriodCheck { plain, sampled, compared, .. } = check;
    if args.output.format() == Format::Json {
        let answer = json!({
            "file": args.files[0].display().to_string(), "ruleset": ruleset,
            "period": period, "preperiod": preperiod, "saltus": saltus,
            "plain": plain, "sampled": sampled, "compared": compared,
            "whole": verified.whole(), "verified": true,
        });
        return format!("{answer}\n");
    }
    let has = format!("{ruleset} has period {period}, preperiod {preperiod}");
    let [plain, sampled, compared] = [*plain, *sampled, *compared].map(|n| group(n as usize));
    if let Some(window) = &claim.window {
        return format!(
            "{}: {has}\n\
             {plain} heaps by the definition; {sampled} heaps from {} on follow from those before\n\
             not checked: that these heaps have these values, and first again after the period\n\
             in {:.1} s; the search for the whole proof: grundy period '{ruleset}'\n",
            paint(DRAW, "verified in part"),
            window.heap,
            time.as_secs_f64(),
        );
    }
    let samples =
        if sampled == "0" { String::new() } else { format!(", {sampled} beyond sampled") };
    format!(
        "{}: {has}\n{plain} heaps by the definition{samples}, {compared} compared\n",
        paint(WIN, "verified"),
    )
}

/// `count` of the numbers below `numbers`, chosen at random, in ascending order.
fn sample(numbers: usize, count: usize, seed: u64) -> Vec<usize> {
    let mut random = Random::new(seed);
    let mut all: Vec<usize> = (0..numbers).collect();
    all.sort_by_cached_key(|_| random.word());
    all.truncate(count);
    all.sort_unstable();
    all
}
