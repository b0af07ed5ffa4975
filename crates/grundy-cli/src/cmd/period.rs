//! `grundy period`: whether the Grundy values of heaps are periodic.

mod checkpoints;

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail};
use grundy::answer::{Solver, misere_period, misere_values};
use grundy::format::json::{self, HeapsOf};
use grundy::format::{certificate, known, table};
use grundy::known_octal::{self, Known};
use grundy::solve::automatic::Automatic;
use grundy::solve::period::{Period, Seen};
use grundy::solve::sequence::Patience;
use grundy::solve::sequence::recurrence::{Ended, Recurrence, Search};
use grundy::solve::verify::period::{PeriodClaim, Window};
use grundy::{Convention, Game, HeapKind, Limits, Stopped, oeis};

use self::checkpoints::Checkpoints;
use super::misere;
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
  grundy period 'subtraction(2,3)' --misere

Without --max, the search ends when a period is proved or has become unlikely. For games
in which heaps split in two and no new rare values appear, it goes on in constant memory
until it finds a period or is stopped; with --save it resumes there, also after a kill.
Where a move leaves a part of its heap, as in heap(-1, =n/2), values may follow from the
digits of the heap: then the answer is the automaton that reads them, with its states.
Where there are more than 400 rare values, as in grundys-game, or new ones still appear, it
goes on only if --max, --time or --save is given. Stopped, it says how far it has come.

For octal games with at most three digits after the point, the answer says whether the
period is known from the literature or new.")]
pub(crate) struct Args {
    /// The ruleset: a game on heaps, with its parameters
    ruleset: String,

    /// Look for the period under misère play: of the values, or where heaps split, of the
    /// misère quotient
    #[arg(long, conflicts_with_all = ["save", "certificate", "explain"])]
    misere: bool,

    /// Compute the values of heaps up to this one
    #[arg(long, value_name = "N", value_parser = limits::parse_whole::<u64>)]
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

/// The time between checkpoints that are small.
const MINUTE: Duration = Duration::from_secs(60);
/// The advice if a search ends before any limit.
const HINT: &str = "with --time, --max or --save the search goes on";

/// The results, and the limit that ended the work.
struct Found {
    period: Option<Period>,
    /// The window of a period that was found in constant memory.
    window: Option<Window>,
    seen: Seen,
    /// The automaton; none if a period is proved.
    automatic: Option<Automatic>,
    stopped: Option<anyhow::Error>,
}

impl Args {
    fn last(&self) -> u64 {
        self.max.unwrap_or(u64::MAX)
    }

    fn patience(&self) -> Patience {
        match self.save.is_some() || self.max.is_some() || self.limits.time.is_some() {
            true => Patience::Limits,
            false => Patience::Likely,
        }
    }
}

impl Found {
    fn is_open(&self) -> bool {
        let open = self.stopped.is_none() && self.automatic.is_none();
        open && !self.period.as_ref().is_some_and(|period| period.proved)
    }
}

/// Prints the period.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let ruleset = input::table_ruleset(&args.ruleset)?;
    let name = ruleset.ruleset();
    let kind = input::heap_rules(&*ruleset)?.kind();
    if args.misere {
        return under_misere(args, &*ruleset, out);
    }
    let known = known_octal::known(&kind);
    let oeis = oeis::find(&name, Some(&kind));
    let told = |error| told(known.as_ref(), error);
    let mut solver = Solver::default();
    let Found { period, window, seen, automatic, stopped } =
        look(args, &*ruleset, &kind, &mut solver)?;
    let stopped = stopped.map_or(Ok(()), |limit| Err(told(limit)));
    if seen.heaps == 0 {
        return stopped;
    }
    let values = solver.known(&*ruleset, usize::MAX);
    if let Some(path) = &args.certificate {
        let Some(found) = period.as_ref().filter(|found| found.proved) else {
            return Err(anyhow!(
                "no period of {name} is proved: there is nothing to certify; {HINT}"
            ));
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
        Format::Json => {
            let of = HeapsOf::new(&name, Convention::Normal);
            json::period(of, period.as_ref(), seen, known.as_ref(), oeis, automatic.as_ref()) + "\n"
        }
        Format::Text => {
            let mut text = table::heading(&name);
            let (found, automatic) = (period.as_ref(), automatic.as_ref());
            text += &table::period(values, found, seen, known.as_ref(), oeis, automatic);
            if let Some(automatic) = automatic.filter(|_| args.explain) {
                text += &table::automaton(automatic);
            } else if let Some(found) = found.filter(|_| args.explain) {
                text += &table::argument(found, values, &kind, window.is_some());
            }
            text
        }
    };
    args.output.write(out, &shown)?;
    stopped
}

/// Prints the period under misère play.
fn under_misere(args: &Args, ruleset: &dyn Game, out: &mut impl Write) -> Result<()> {
    /// The number of heaps that are looked at if none is given.
    const MOST: u64 = 1 << 16;
    let rules = input::heap_rules(ruleset)?;
    let last = args.max.unwrap_or(MOST);
    let limits = &args.limits;
    let (mut next, mut values) = (last.min(1 << 8), Vec::new());
    let (period, stopped) = loop {
        let found =
            limits.run_heaps(|limits| misere_values(rules, &mut values, next as usize, &limits));
        // If heaps split, values alone say little.
        if let Ok(false) = found {
            let heaps = args.max.and_then(|max| usize::try_from(max).ok());
            return misere::quotient_of(ruleset, heaps, false, limits, &args.output, out);
        }
        if values.is_empty() {
            return found.map(drop);
        }
        let period = misere_period(rules, &values);
        if next == last || found.is_err() || period.as_ref().is_some_and(|period| period.proved) {
            break (period, found.map(drop));
        }
        next = last.min(2 * next);
    };
    let name = ruleset.ruleset();
    let (period, seen) = (period.as_ref(), Seen::of(&values));
    let shown = match args.output.format() {
        Format::Json => {
            let of = HeapsOf::new(&name, Convention::Misere);
            json::period(of, period, seen, None, None, None) + "\n"
        }
        Format::Text => {
            table::heading(&format!("{name} under misère play"))
                + &table::period(&values, period, seen, None, None, None)
        }
    };
    args.output.write(out, &shown)?;
    stopped
}

/// Looks for a period: first in values in memory, then by a search in constant memory, and if that
/// finds none, again in memory.
fn look(args: &Args, ruleset: &dyn Game, kind: &HeapKind, solver: &mut Solver) -> Result<Found> {
    let limits = &args.limits;
    let (last, patience) = (args.last(), args.patience());
    let open = |path| Checkpoints::open(path, ruleset.ruleset(), limits);
    let mut checkpoints = args.save.clone().map(open).transpose()?;
    if let (Some(file), Some(path)) = (&mut checkpoints, &args.save) {
        let (values, settled) = file.take_values();
        if !limits.run_heaps(|limits| solver.resume(ruleset, values, settled, &limits))? {
            bail!(
                "{}: the values are not those of {}: remove the file, or name another",
                path.display(),
                ruleset.ruleset()
            );
        }
    }
    let (period, reach, stopped) =
        match limits.run_heaps(|limits| solver.look_for_period(ruleset, last, &limits)) {
            Ok((period, reach)) => (period, reach as usize, None),
            Err(limit) => (None, usize::MAX, Some(limit)),
        };
    let seen = Seen::of(solver.known(ruleset, reach));
    let mut found = Found { period, window: None, seen, automatic: None, stopped };
    if found.is_open() {
        match limits
            .run_heaps(|limits| solver.automatic(ruleset, &limits).map(|found| found.cloned()))
        {
            Ok(automatic) => found.automatic = automatic,
            Err(limit) => found.stopped = Some(limit),
        }
    }
    let splits = matches!(kind, HeapKind::TakeAndBreak(code) if code.most_parts() == 2);
    if found.is_open() && splits && last > reach as u64 {
        search(args, limits, checkpoints.as_mut(), ruleset, solver, &mut found)?;
    }
    let goes_on = args.max.is_some() || patience == Patience::Limits && *kind != HeapKind::Other;
    while goes_on && found.is_open() && found.seen.heaps <= last {
        let next = last.min(2 * found.seen.heaps) as usize;
        let values = in_memory(limits, checkpoints.as_mut(), ruleset, solver, |solver, limits| {
            solver.table(ruleset, next, limits).map(drop)
        });
        match values?
            .and_then(|()| limits.run_heaps(|limits| solver.period(ruleset, next, &limits)))
        {
            Ok(period) => found.period = period,
            Err(limit) => found.stopped = Some(limit),
        }
        found.seen = Seen::of(solver.known(ruleset, next));
    }
    let values = solver.known(ruleset, usize::try_from(last).unwrap_or(usize::MAX));
    let proved = found.period.as_ref().is_some_and(|period| period.proved);
    if let Some(file) = checkpoints.as_mut().filter(|_| !proved) {
        file.keep_values(values)?;
    }
    if !proved && values.len() as u64 >= found.seen.heaps {
        found.seen = Seen::with_rares(values, kind);
    }
    Ok(found)
}

/// Does work on values in memory. The values found so far are saved each minute, and when a limit
/// ends the work.
fn in_memory<T>(
    limits: &LimitArgs,
    checkpoints: Option<&mut Checkpoints>,
    ruleset: &dyn Game,
    solver: &mut Solver,
    work: impl Fn(&mut Solver, &Limits<'_>) -> Result<T, Stopped>,
) -> Result<Result<T>> {
    let Some(file) = checkpoints else {
        return Ok(limits.run_heaps(|limits| work(solver, &limits)));
    };
    let found = limits.run_raw(|limits| {
        let mut longest = MINUTE;
        loop {
            let before = solver.known(ruleset, usize::MAX).len();
            let part = limits.shortened(longest);
            let done = work(solver, &part);
            let values = solver.known(ruleset, usize::MAX);
            if done.is_err() || file.is_due() {
                file.keep_values(values)?;
            }
            if !matches!(done, Err(Stopped::Time { .. })) || part.time == limits.time {
                return anyhow::Ok(done);
            }
            // Work that takes longer and has nothing to save by then must not begin again for ever.
            longest = if values.len() > before { MINUTE } else { 2 * longest };
        }
    });
    Ok(found?.map_err(|limit| limits::explain_heaps(&limit)))
}

/// Searches in constant memory. Repeats this as long as a search needs more heaps in memory before
/// it.
fn search(
    args: &Args,
    limits: &LimitArgs,
    mut checkpoints: Option<&mut Checkpoints>,
    ruleset: &dyn Game,
    solver: &mut Solver,
    found: &mut Found,
) -> Result<()> {
    let (last, patience) = (args.last(), args.patience());
    let mut after = checkpoints.as_ref().map_or(0, |file| file.after());
    loop {
        let file = checkpoints.as_deref_mut();
        let begun = in_memory(limits, file, ruleset, solver, |solver, limits| {
            solver.search(ruleset, patience, after..last, limits)
        })?;
        let mut search = match begun {
            Ok(Some(search)) if search.reached() <= last => search,
            Ok(None) if patience == Patience::Likely => {
                eprintln!("grundy: a period is unlikely; {HINT}");
                return Ok(());
            }
            Ok(_) => return Ok(()),
            Err(limit) => {
                found.stopped = Some(limit);
                return Ok(());
            }
        };
        if let Some(file) = &mut checkpoints {
            file.resume(&mut search, limits)?;
        }
        let ended = run_search(limits, args.max, checkpoints.as_deref_mut(), &mut search)?;
        found.seen = search.seen();
        match ended {
            Ok(Ended::Undecided(heap)) if 2 * heap < last => {
                let what = format!("heap {heap} may have a rare value");
                if patience == Patience::Likely {
                    eprintln!("grundy: {what}; {HINT}");
                    return Ok(());
                }
                eprintln!("grundy: {what}: from the start with more in memory");
                after = 2 * heap;
                checkpoints.as_mut().map_or(Ok(()), |file| file.begin_again(after))?;
            }
            Ok(Ended::Found(Recurrence { period, preperiod })) => {
                let values = solver.known(ruleset, usize::MAX);
                let heaps = found.seen.heaps;
                found.period = Some(Period::proved(period, preperiod, heaps - 1, values));
                found.window = search.window(Recurrence { period, preperiod });
                return Ok(());
            }
            Ok(Ended::NotFound | Ended::Undecided(_)) => return Ok(()),
            Err(limit) => {
                found.stopped = Some(limits::explain_heaps(&limit));
                return Ok(());
            }
        }
    }
}

/// Adds what is published about the period to an error, if a limit ended the work.
fn told(known: Option<&Known>, error: anyhow::Error) -> anyhow::Error {
    match known {
        Some(known) => anyhow!("{error:#}; {}", known::fact(known)),
        None => error,
    }
}

/// Runs a search. Writes a checkpoint each minute, or each hour if one takes a hundred megabytes,
/// and when the work ends without a period.
fn run_search(
    limits: &LimitArgs,
    max: Option<u64>,
    mut checkpoints: Option<&mut Checkpoints>,
    search: &mut Search,
) -> Result<Result<Ended, Stopped>> {
    /// The number of bytes that may be written in a minute.
    const BYTES: usize = 1 << 21;
    let mut save = |search: &mut Search, ends| match &mut checkpoints {
        Some(checkpoints) => checkpoints.save(search, ends),
        // The snapshot is kept in memory, to find where the period starts.
        None => {
            search.snapshot();
            Ok(())
        }
    };
    let (mut saved, mut failed) = (Instant::now(), Ok(()));
    let ended = limits.run_towards(max, |limits| {
        search.run(max.unwrap_or(u64::MAX), &limits, |search| {
            let minutes = search.checkpoint_bytes().div_ceil(BYTES).min(60);
            if saved.elapsed() >= MINUTE * minutes as u32 {
                saved = Instant::now();
                failed = save(search, false);
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
        save(search, true)?;
    }
    Ok(ended)
}
