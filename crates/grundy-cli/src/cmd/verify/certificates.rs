//! Checks certificates of periods, one in each line of a file.

use std::io::{BufRead, Write};

use anyhow::{Context, Result, anyhow, bail};
use grundy::format::certificate;
use grundy::format::text::{WIN, group, paint};
use grundy::solve::sequence::Sequence;
use grundy::solve::verify::period::{
    PeriodCheck, PeriodClaim, RefusedPeriod, verify_period, wanted,
};
use serde_json::json;

use super::Args;
use crate::input;
use crate::limits;
use crate::output::Format;

/// The most values that are computed again for a certificate.
pub(crate) const MOST_VALUES: u64 = 1 << 24;

/// A certificate that holds.
struct Verified {
    ruleset: String,
    claim: PeriodClaim,
    check: PeriodCheck,
}

/// Checks the certificates of a file, or some of them.
pub(super) fn verify(args: &Args, file: impl BufRead, out: &mut impl Write) -> Result<()> {
    let name = args.files[0].display();
    let lines: Result<Vec<String>, _> = file.lines().collect();
    let lines = lines.with_context(|| format!("cannot read {name}"))?;
    if lines.len() == 1 {
        let verified = certificate(args, &lines[0], &name.to_string())?;
        return args.output.write(out, &shown(args, &verified));
    }
    let chosen = match args.sample {
        Some(count) => sample(lines.len(), count, args.seed),
        None => (0..lines.len()).collect(),
    };
    let (mut plain, mut compared) = (0, 0);
    for &at in &chosen {
        let verified = certificate(args, &lines[at], &format!("{name}: line {}", at + 1))?;
        plain += verified.check.plain;
        compared += verified.check.compared;
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
            format!(
                "{}: {which}\n{} heaps by the definition, {} compared\n",
                paint(WIN, "verified"),
                group(plain as usize),
                group(compared as usize),
            )
        }
    };
    args.output.write(out, &shown)
}

/// Checks one certificate, which stands at a place.
fn certificate(args: &Args, text: &str, place: &str) -> Result<Verified> {
    let (ruleset, claim) = certificate::read(text).map_err(|error| anyhow!("{place}: {error}"))?;
    let game = input::ruleset(&ruleset).with_context(|| place.to_string())?;
    let rules = input::heap_rules(&*game)?;
    let wanted = wanted(&rules.kind(), &claim).clamp(1, MOST_VALUES);
    let checked = args.limits.run_raw(|limits| {
        let mut sequence = Sequence::default();
        sequence.extend(rules, wanted as usize - 1, &limits)?;
        verify_period(rules, &claim, &sequence.values()[..wanted as usize], &limits)
    });
    match checked {
        Ok(check) => Ok(Verified { ruleset, claim, check }),
        Err(RefusedPeriod::Stopped(stopped)) => Err(limits::explain(&stopped)),
        Err(refused) => bail!("{place} is refused: {refused}"),
    }
}

fn shown(args: &Args, verified: &Verified) -> String {
    let Verified { ruleset, claim, check } = verified;
    let PeriodClaim { period, preperiod, saltus, .. } = claim;
    let PeriodCheck { plain, sampled, compared, .. } = check;
    match args.output.format() {
        Format::Json => {
            let answer = json!({
                "file": args.files[0].display().to_string(), "ruleset": ruleset,
                "period": period, "preperiod": preperiod, "saltus": saltus,
                "plain": plain, "sampled": sampled, "compared": compared, "verified": true,
            });
            format!("{answer}\n")
        }
        Format::Text => {
            let samples = match sampled {
                0 => String::new(),
                _ => format!(", {sampled} beyond sampled"),
            };
            format!(
                "{}: {ruleset} has period {period}, preperiod {preperiod}\n{} heaps by the \
                 definition{samples}, {} compared\n",
                paint(WIN, "verified"),
                group(*plain as usize),
                group(*compared as usize),
            )
        }
    }
}

/// So many of the first numbers, chosen at random, in order.
fn sample(numbers: usize, count: usize, seed: u64) -> Vec<usize> {
    let mut all: Vec<usize> = (0..numbers).collect();
    all.sort_by_key(|&number| mixed(seed, number as u64));
    all.truncate(count);
    all.sort_unstable();
    all
}

/// The number of a place in the sequence of SplitMix64 (Steele, Lea, Flood 2014).
fn mixed(seed: u64, place: u64) -> u64 {
    let step = (place + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut number = seed.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(step);
    number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}
