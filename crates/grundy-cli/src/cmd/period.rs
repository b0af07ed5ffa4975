//! `grundy period`: whether the Grundy values of heaps are periodic.

mod checkpoints;

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use grundy::answer::Solver;
use grundy::format::{certificate, json, known, table};
use grundy::known_octal::{self, Known};
use grundy::solve::period::{Period, Seen};
use grundy::solve::sequence::LIKELY;
use grundy::solve::sequence::recurrence::{Ended, Recurrence, Search};
use grundy::solve::verify::period::PeriodClaim;
use grundy::{Stopped, oeis};

use self::checkpoints::Checkpoints;
use crate::input;
use crate::limits::{self, LimitArgs};
use crate::output::{self, Format, OutputArgs};

/// Find the period of the Grundy values of a heap game, and say whether it is proved
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy period kayles
  grundy period 'subtraction(2..5)'
  grundy period 'octal(0.07)' --max 1000 --format json
  grundy period 'octal(0.104)' --save 104.checkpoints

Without --max, the search ends when a period is proved or has become unlikely. For games
in which heaps split in two and no new rare values appear, it goes on in constant memory
until it finds a period or is stopped; with --save it resumes there, also after a kill.
Where there are more than 400 rare values, as in grundys-game, it goes on only if --max,
--time or --save is given. Stopped, it says how far it has come.

For octal games with at most three digits after the point, the answer says whether the
period is known from the literature or new.")]
pub(crate) struct Args {
    /// The ruleset: a game on heaps, with its parameters
    ruleset: String,

    /// Compute the values of heaps up to this one
    #[arg(long, value_name = "N")]
    max: Option<u64>,

    /// Write checkpoints of a long search to this file, and resume from them
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Write a certificate of the proved period to this file, for `grundy verify`
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,

    /// Explain the proof, and list which residues have which value
    #[arg(long)]
    explain: bool,

    #[command(flatten)]
    limits: LimitArgs,

    #[command(flatten)]
    output: OutputArgs,
}

/// Prints the period.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let ruleset = input::table_ruleset(&args.ruleset)?;
    let name = ruleset.ruleset();
    let rules = input::heap_rules(&*ruleset)?;
    let known = known_octal::known(&rules.kind());
    let oeis = oeis::find(&name, Some(&rules.kind()));
    let told = |error| told(known.as_ref(), error);
    let mut solver = Solver::default();
    let last = args.max.unwrap_or(u64::MAX);
    let proved = |found: &Option<Period>| found.as_ref().is_some_and(|found| found.proved);

    let splits = rules.splits_in_two();
    let mut checkpoints = args.save.clone().map(Checkpoints::open).transpose()?;
    let mut after = checkpoints.as_mut().map_or(Ok(0), |file| file.after(&name))?;
    let (mut found, reach) =
        args.limits.run(|limits| solver.look_for_period(&*ruleset, last, &limits)).map_err(told)?;
    let mut window = None;
    let mut seen = Seen::of(solver.known(&*ruleset, reach as usize));
    let patient = args.save.is_some() || args.max.is_some() || args.limits.time.is_some();
    let most = if patient { usize::MAX } else { LIKELY };
    let mut stopped = None;
    while !proved(&found) && splits && last > reach {
        let search = args.limits.run(|limits| solver.search(&*ruleset, most, after..last, &limits));
        let mut search = match search {
            Ok(Some(search)) => search,
            Ok(None) => break,
            // What was found before is told.
            Err(limit) if after > 0 => {
                stopped = Some(told(limit));
                break;
            }
            Err(limit) => return Err(told(limit)),
        };
        if search.reached() > last {
            break;
        }
        if let Some(file) = &mut checkpoints {
            file.resume(&name, &mut search, &args.limits)?;
        }
        let ended = run_search(args, checkpoints.as_mut(), &mut search, last)?;
        seen = search.seen();
        match ended {
            Ok(Ended::Undecided(heap)) if patient && 2 * heap < last => {
                eprintln!(
                    "grundy: heap {heap} may have a rare value: from the start with more in memory"
                );
                after = 2 * heap;
                continue;
            }
            Ok(Ended::Found(Recurrence { period, preperiod })) => {
                let values = solver.known(&*ruleset, usize::MAX);
                found = Some(Period::proved(period, preperiod, seen.heaps - 1, values));
                window = search.window(Recurrence { period, preperiod });
            }
            Ok(Ended::NotFound | Ended::Undecided(_)) => {}
            Err(limit) => stopped = Some(told(limits::explain(&limit))),
        }
        break;
    }
    // --max may lie beyond the heaps that the search in constant memory examined.
    if !proved(&found) && stopped.is_none() && seen.heaps <= last && args.max.is_some() {
        found = args
            .limits
            .run(|limits| solver.period(&*ruleset, last as usize, &limits))
            .map_err(told)?;
        seen = Seen::of(solver.known(&*ruleset, last as usize));
    }
    let values = solver.known(&*ruleset, usize::MAX);
    if let Some(path) = &args.certificate {
        let Some(found) = found.as_ref().filter(|found| found.proved) else {
            return Err(anyhow!("no period of {name} is proved: there is nothing to certify"));
        };
        let claim = PeriodClaim {
            period: found.period as u64,
            preperiod: found.preperiod as u64,
            saltus: found.saltus,
            saltuses: found.saltuses.clone(),
            window: window.clone(),
        };
        let text = certificate::write(&name, &claim);
        output::save(path, |file| file.write_all(text.as_bytes()))?;
    }
    let shown = match args.output.format() {
        Format::Json => json::period(&name, found.as_ref(), seen, known.as_ref(), oeis) + "\n",
        Format::Text => {
            let mut text = table::heading(&name);
            text += &table::period(values, found.as_ref(), seen, known.as_ref(), oeis);
            if let Some(found) = found.as_ref().filter(|_| args.explain) {
                text += &table::argument(found, values, &rules.kind(), window.is_some());
            }
            text
        }
    };
    args.output.write(out, &shown)?;
    stopped.map_or(Ok(()), Err)
}

/// Adds what the literature knows to an error, if a limit ended the work.
fn told(known: Option<&Known>, error: anyhow::Error) -> anyhow::Error {
    match known {
        Some(known) => anyhow!("{error:#}; {}", known::fact(known)),
        None => error,
    }
}

/// Searches; writes a checkpoint each minute, or each hour where one takes a hundred megabytes, and
/// when the work ends without a period.
fn run_search(
    args: &Args,
    mut checkpoints: Option<&mut Checkpoints>,
    search: &mut Search,
    last: u64,
) -> Result<Result<Ended, Stopped>> {
    const MINUTE: Duration = Duration::from_secs(60);
    /// What may be written in a minute.
    const BYTES: usize = 1 << 21;
    let mut save = |search: &mut Search| match &mut checkpoints {
        Some(checkpoints) => checkpoints.save(search),
        // Kept in memory, to find where the period starts.
        None => {
            search.snapshot();
            Ok(())
        }
    };
    let (mut saved, mut failed) = (Instant::now(), Ok(()));
    let ended = args.limits.run_towards(args.max, |limits| {
        search.run(last, &limits, |search| {
            let minutes = search.bytes().div_ceil(BYTES).min(60);
            if saved.elapsed() >= MINUTE * minutes as u32 {
                saved = Instant::now();
                failed = save(search);
                if failed.is_err() {
                    let reached = search.reached() as usize;
                    return Err(Stopped::Interrupted { reached });
                }
            }
            Ok(())
        })
    });
    failed?;
    if matches!(ended, Ok(Ended::NotFound) | Err(_)) {
        save(search)?;
    }
    Ok(ended)
}
