//! Limits from the command line, progress on the terminal, and Ctrl-C.

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex, OnceLock, mpsc};
use std::time::{Duration, Instant};

use anyhow::anyhow;
use clap::ArgMatches;
use grundy::{Limits, Progress, Stopped};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::confined;
use crate::memory::{self, Watch};

/// Limits on the work that a command may do.
#[derive(Default, clap::Args)]
pub(crate) struct LimitArgs {
    /// Stop with an error after this many positions, such as 5000, 20k or 5M
    #[arg(long, value_name = "N", value_parser = parse_whole::<usize>, help_heading = "Limits")]
    pub(crate) max_positions: Option<usize>,

    /// Stop with an error above this much memory, such as 500M or 4G [default: three quarters of the free memory; for who wins at most 1 GB]
    #[arg(long, value_name = "BYTES", value_parser = parse_bytes, help_heading = "Limits")]
    pub(crate) memory: Option<u64>,

    /// Stop with an error after this time, such as 30s, 5m, 1h or a number of seconds
    #[arg(long, value_name = "TIME", value_parser = parse_time, help_heading = "Limits")]
    pub(crate) time: Option<Duration>,

    /// Use up to this many threads [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = parse_threads, help_heading = "Limits")]
    pub(crate) threads: Option<usize>,

    /// When the time limit begins to run; none if it begins with the command.
    #[arg(skip)]
    began: Option<Instant>,

    /// The memory limit of the whole program, if the command line gives none.
    #[arg(skip)]
    whole: Option<u64>,

    /// Whether to hide the progress line, as for one of several threads.
    #[arg(skip)]
    quiet: bool,
}

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// The number of pieces of work in progress.
static WORKING: AtomicUsize = AtomicUsize::new(0);

/// The exit status after Ctrl-C when nothing was being worked on.
const EXIT_INTERRUPTED: i32 = 130;

/// The limits on the command line, known before any work is done.
static SAID: OnceLock<Said> = OnceLock::new();

struct Said {
    #[cfg_attr(not(any(feature = "rules", feature = "gdl", feature = "wasm")), allow(dead_code))]
    memory: Option<u64>,
    /// The time limit of the command. None if the command waits for people between pieces of work:
    /// each piece then has its own time.
    time: Option<Duration>,
    /// Whether the command waits for people.
    patient: bool,
}

/// When the program began.
static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);

/// When calls of rules must end, in milliseconds since the program began; `NEVER` if the present
/// work has no limit.
static UNTIL: AtomicU64 = AtomicU64::new(NEVER);
const NEVER: u64 = u64::MAX;

/// Calls of rules may end later by this amount. Work that checks its limits between two calls can
/// then report better how far it has come.
#[cfg(any(feature = "rules", feature = "gdl", feature = "wasm"))]
const GRACE: Duration = Duration::from_millis(500);

/// After work has ended, rules may still be called for this long, for the output.
const AFTERWARDS: Duration = Duration::from_secs(1);

/// Reads the limits on the command line. `patient` means that the command waits for a person.
pub(crate) fn begin(matches: &ArgMatches, patient: bool) {
    let mut matches = matches;
    while let Some((_, inner)) = matches.subcommand() {
        matches = inner;
    }
    let time = matches.try_get_one("time").ok().flatten().copied().filter(|_| !patient);
    let memory = matches.try_get_one("memory").ok().flatten().copied();
    SAID.get_or_init(|| Said { memory, time, patient });
    set_until(time.map(|time| (*BEGAN, time)));
}

fn set_until(time: Option<(Instant, Duration)>) {
    let until = time.map(|(began, time)| began.duration_since(*BEGAN).saturating_add(time));
    let until = until.map_or(NEVER, |until| u64::try_from(until.as_millis()).unwrap_or(NEVER));
    UNTIL.store(until, Ordering::Relaxed);
}

/// The number of bytes that a call of rules may take: `most`, or less if the command line says so.
#[cfg(any(feature = "rules", feature = "gdl", feature = "wasm"))]
pub(crate) fn memory_of_call(most: usize) -> usize {
    let said = SAID.get().and_then(|said| said.memory);
    said.map_or(most, |bytes| usize::try_from(bytes).unwrap_or(most).min(most))
}

/// The reason why every call of rules must end now; none if it need not.
#[cfg(any(feature = "rules", feature = "gdl", feature = "wasm"))]
pub(crate) fn halted() -> Option<String> {
    if interrupted() {
        return Some("interrupted".to_string());
    }
    let until = Duration::from_millis(UNTIL.load(Ordering::Relaxed));
    (BEGAN.elapsed() > until.saturating_add(GRACE)).then(|| {
        "the time limit of this command was reached here; raise it with --time".to_string()
    })
}

/// Fails when the time of the command is over while an answer is still being written.
pub(crate) fn in_time() -> Result<(), String> {
    // Freeing memory takes time, too.
    let until = Duration::from_millis(UNTIL.load(Ordering::Relaxed)).saturating_sub(AFTERWARDS / 2);
    match BEGAN.elapsed() > until {
        true => {
            Err("the time limit was reached before all was written; raise it with --time".into())
        }
        false => Ok(()),
    }
}

/// Makes Ctrl-C end the current work cleanly. When there is no work, or at the second
/// Ctrl-C, the program exits at once.
pub(crate) fn stop_on_ctrl_c() {
    // Without a handler Ctrl-C still ends the program, only less cleanly.
    let _ = ctrlc::set_handler(|| {
        let again = INTERRUPTED.swap(true, Ordering::Relaxed);
        if again || WORKING.load(Ordering::Relaxed) == 0 {
            if io::stderr().is_terminal() {
                eprintln!();
            }
            std::process::exit(EXIT_INTERRUPTED);
        }
    });
}

/// Whether the user has asked to stop.
pub(crate) fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Ends the current work, as Ctrl-C does.
pub(crate) fn interrupt() {
    INTERRUPTED.store(true, Ordering::Relaxed);
}

/// Lets new work begin after [`interrupt`].
pub(crate) fn resume() {
    INTERRUPTED.store(false, Ordering::Relaxed);
}

impl LimitArgs {
    /// The number of threads that may work.
    pub(crate) fn thread_count(&self) -> usize {
        self.threads.unwrap_or_else(cores)
    }

    /// The number of bytes of memory that may be used.
    pub(crate) fn memory_limit(&self) -> u64 {
        self.memory.unwrap_or_else(|| *memory::DEFAULT)
    }

    /// The same limits, with a modest amount of memory unless the command line gives one.
    pub(crate) fn modest(&self) -> LimitArgs {
        /// With this limit the whole program holds less than 1 GB.
        const MOST: u64 = 900 << 20;
        let memory = self.memory.unwrap_or_else(|| MOST.min(*memory::DEFAULT / 3 * 2));
        LimitArgs { memory: Some(memory), whole: Some(memory), ..*self }
    }

    /// The same limits, without a progress line.
    pub(crate) fn quiet(&self) -> LimitArgs {
        LimitArgs { threads: self.threads, memory: self.memory, ..self.share(1, None) }
    }

    /// The same limits, with a time that begins now.
    pub(crate) fn beginning_now(&self) -> LimitArgs {
        LimitArgs { began: Some(Instant::now()), ..*self }
    }

    /// Limits for saving results, with at least one second of time.
    pub(crate) fn for_saving(&self) -> LimitArgs {
        const LEAST: Duration = Duration::from_secs(1);
        let left = |time: Duration| time.saturating_sub(BEGAN.elapsed()).max(LEAST);
        LimitArgs { time: self.time.map(left), ..self.beginning_now() }
    }

    /// The limits of one of `threads` threads that solve separate games; the time limit is
    /// at most `left`.
    pub(crate) fn share(&self, threads: usize, left: Option<Duration>) -> LimitArgs {
        let memory = self.memory_limit();
        LimitArgs {
            max_positions: self.max_positions,
            memory: Some(memory / threads as u64),
            time: self.time.into_iter().chain(left).min(),
            threads: Some(1),
            began: self.began,
            whole: self.whole,
            quiet: true,
        }
    }

    /// Runs `work` under the limits, and shows its progress on a terminal.
    pub(crate) fn run<T>(
        &self,
        work: impl FnOnce(Limits<'_>) -> Result<T, Stopped>,
    ) -> anyhow::Result<T> {
        self.run_raw(work).map_err(|stopped| explain(&stopped))
    }

    /// The same for work that counts heaps, not positions.
    pub(crate) fn run_heaps<T>(
        &self,
        work: impl FnOnce(Limits<'_>) -> Result<T, Stopped>,
    ) -> anyhow::Result<T> {
        self.run_raw(work).map_err(|stopped| explain_heaps(&stopped))
    }

    /// The same for work that has its own error type.
    pub(crate) fn run_raw<T, E>(
        &self,
        work: impl FnOnce(Limits<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        self.run_towards(None, work)
    }

    /// The same; after `goal` positions the work is done.
    pub(crate) fn run_towards<T, E>(
        &self,
        goal: Option<u64>,
        work: impl FnOnce(Limits<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let meter = Meter { goal, ..Meter::new() };
        let watch = self.watch();
        let (report, is_full) = (|progress| meter.report(progress), || watch.is_full());
        WORKING.fetch_add(1, Ordering::Relaxed);
        let limits = self.limits(Asked { report: &report, is_full: &is_full });
        let result = limited(limits.time, || work(limits));
        WORKING.fetch_sub(1, Ordering::Relaxed);
        meter.bar.finish_and_clear();
        result
    }

    /// Runs several pieces of work in turn. The limits apply to each piece alone, and
    /// Ctrl-C ends only the current one.
    pub(crate) fn run_pieces<T>(&self, all: impl FnOnce(&Pieces<'_>) -> T) -> T {
        let (meter, watch) = (Meter::new(), self.beginning_now().watch());
        let (report, is_full) = (|progress| meter.report(progress), || watch.is_full());
        // The time limit applies to each piece, since the command may wait for people between them.
        set_until(None);
        let asked = Asked { report: &report, is_full: &is_full };
        all(&Pieces { args: self, meter: &meter, watch: &watch, asked })
    }

    /// Watches the memory of work that begins now: of the whole command, or of one line or answer.
    fn watch(&self) -> Watch {
        let said = SAID.get();
        let is_part = self.began.is_some() || said.is_none_or(|said| said.patient);
        Watch::new(said.and_then(|said| said.memory).or(self.whole), is_part)
    }

    /// The limits. Their time began with the command, unless the command waits for people.
    fn limits<'a>(&self, asked: Asked<'a>) -> Limits<'a> {
        let began = || match SAID.get() {
            Some(Said { time: Some(_), .. }) => *BEGAN,
            _ => Instant::now(),
        };
        Limits {
            positions: self.max_positions.unwrap_or(usize::MAX),
            memory: self.memory_limit(),
            threads: self.thread_count(),
            time: self
                .time
                .or_else(confined::time)
                .map(|limit| (self.began.unwrap_or_else(began), limit)),
            interrupted: Some(&INTERRUPTED),
            full: Some(asked.is_full),
            progress: if self.quiet { None } else { Some(asked.report) },
        }
    }
}

/// Does work during whose time calls of rules must end, too.
fn limited<T>(time: Option<(Instant, Duration)>, work: impl FnOnce() -> T) -> T {
    set_until(time);
    let done = work();
    match SAID.get().and_then(|said| said.time) {
        Some(_) => {
            let after = BEGAN.elapsed().saturating_add(AFTERWARDS).as_millis() as u64;
            UNTIL.fetch_max(after, Ordering::Relaxed);
        }
        None => set_until(None),
    }
    done
}

/// The limits of pieces of work.
pub(crate) struct Pieces<'a> {
    args: &'a LimitArgs,
    meter: &'a Meter,
    watch: &'a Watch,
    asked: Asked<'a>,
}

/// The functions that work calls now and then.
#[derive(Clone, Copy)]
struct Asked<'a> {
    report: &'a (dyn Fn(Progress) + Sync),
    is_full: &'a (dyn Fn() -> bool + Sync),
}

impl<'a> Pieces<'a> {
    /// The limits before the first piece.
    pub(crate) fn limits(&self) -> Limits<'a> {
        self.args.beginning_now().limits(self.asked)
    }

    /// Does a piece of work.
    pub(crate) fn run<T>(&self, work: impl FnOnce(Limits<'a>) -> T) -> T {
        self.meter.restart();
        self.watch.restart();
        INTERRUPTED.store(false, Ordering::Relaxed);
        WORKING.fetch_add(1, Ordering::Relaxed);
        let limits = self.limits();
        let result = limited(limits.time, || work(limits));
        WORKING.fetch_sub(1, Ordering::Relaxed);
        self.meter.bar.set_message("");
        self.meter.bar.finish_and_clear();
        result
    }
}

/// The error, with the option that raises the limit.
pub(crate) fn explain(stopped: &Stopped) -> anyhow::Error {
    match stopped {
        Stopped::Positions { .. } => anyhow!("{stopped}; raise it with --max-positions"),
        Stopped::Memory { limit, reached, .. } => anyhow!(
            "more than {} of memory would be needed: stopped after {reached} positions; raise the \
             limit with --memory",
            bytes(*limit),
        ),
        Stopped::Time { .. } => anyhow!("{stopped}; raise it with --time"),
        // The fault is kept as it is: if rules have learned from it, the program starts again.
        Stopped::Rules(fault) => fault.clone().into(),
        _ => anyhow!("{stopped}"),
    }
}

/// The same for work that counts heaps, not positions.
pub(crate) fn explain_heaps(stopped: &Stopped) -> anyhow::Error {
    match stopped {
        Stopped::Rules(_) | Stopped::Numbering { .. } => explain(stopped),
        _ => anyhow!("{}", format!("{:#}", explain(stopped)).replace(" positions", " heaps")),
    }
}

/// Runs work that reports no progress. If it takes over a second, a line on the terminal says what
/// is being done.
pub(crate) fn patiently<T>(what: &'static str, work: impl FnOnce() -> T) -> T {
    let bar = &Meter::new().bar;
    let (done, waiting) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let mut patience = Meter::PATIENCE;
            // The other end is dropped when the work is done.
            while waiting.recv_timeout(patience) == Err(mpsc::RecvTimeoutError::Timeout) {
                patience = Meter::TICK;
                bar.set_message(what);
                bar.tick();
            }
            bar.finish_and_clear();
        });
        let result = work();
        drop(done);
        result
    })
}

/// A progress line on standard error, shown when work takes over a second.
struct Meter {
    bar: ProgressBar,
    /// The number of positions after which the work is done; none if it is unknown.
    goal: Option<u64>,
    state: Mutex<State>,
}

struct State {
    start: Instant,
    stage: &'static str,
    stage_start: Instant,
    last: Instant,
    /// A time some seconds ago, and the positions done by then.
    before: (Instant, usize),
}

impl State {
    fn new() -> Self {
        let now = Instant::now();
        State { start: now, stage: "", stage_start: now, last: now, before: (now, 0) }
    }
}

impl Meter {
    const PATIENCE: Duration = Duration::from_secs(1);
    const TICK: Duration = Duration::from_millis(100);

    fn new() -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        let style = ProgressStyle::with_template("{spinner} {msg}").ok();
        let bar = match style {
            Some(style) => bar.with_style(style),
            None => bar,
        };
        Meter { bar, goal: None, state: Mutex::new(State::new()) }
    }

    /// Starts over for another piece of work.
    fn restart(&self) {
        if let Ok(mut state) = self.state.lock() {
            *state = State::new();
        }
        self.bar.reset();
    }

    fn report(&self, progress: Progress) {
        let Ok(mut state) = self.state.lock() else { return };
        let now = Instant::now();
        if state.stage != progress.stage {
            (state.stage, state.stage_start) = (progress.stage, now);
            state.before = (now, progress.positions);
        }
        if now - state.start < Self::PATIENCE || now - state.last < Self::TICK {
            return;
        }
        state.last = now;
        let seconds = (now - state.stage_start).as_secs_f64().max(0.001);
        let rate = progress.positions as f64 / seconds;
        let left = self.left(&mut state, progress.positions);
        // Heaps are not counted as positions.
        let what = match progress.stage {
            "heaps" | "looking for a period" => "heaps",
            _ => "positions",
        };
        let part = |goal: u64| format!(" ({} %)", progress.positions as u64 * 100 / goal.max(1));
        self.bar.set_message(format!(
            "{}: {} {what}{}, {:.2} million/s, {}{}",
            progress.stage,
            grundy::format::text::group(progress.positions),
            self.goal.map_or(String::new(), part),
            rate / 1e6,
            bytes(progress.bytes),
            left.map_or(String::new(), |left| format!(
                ", about {} left",
                indicatif::HumanDuration(left)
            )),
        ));
        self.bar.tick();
    }
}

impl Meter {
    /// The estimated remaining time, from the rate of the last seconds.
    fn left(&self, state: &mut State, done: usize) -> Option<Duration> {
        const SPAN: Duration = Duration::from_secs(10);
        let (since, before) = state.before;
        let rate = done.saturating_sub(before) as f64 / since.elapsed().as_secs_f64().max(0.001);
        if since.elapsed() > SPAN {
            state.before = (Instant::now(), done);
        }
        let rest = self.goal?.checked_sub(done as u64)? as f64;
        (rate > 0.0).then(|| Duration::from_secs_f64((rest / rate).min(1e9)))
    }
}

/// An amount of memory for people, such as `1.5 GB`.
pub(crate) fn bytes(bytes: u64) -> String {
    const UNITS: [(u64, &str); 3] = [(1 << 30, "GB"), (1 << 20, "MB"), (1 << 10, "kB")];
    for (unit, name) in UNITS {
        if bytes >= unit {
            return format!("{:.1} {name}", bytes as f64 / unit as f64);
        }
    }
    format!("{bytes} bytes")
}

/// A number with an optional suffix from a table.
fn suffixed(text: &str, suffixes: &[(&str, u64)], what: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit() && c != '.');
    let suffix = text[digits.len()..].to_lowercase();
    let unit = suffixes.iter().find(|(name, _)| *name == suffix).map(|(_, unit)| *unit);
    let number: Option<f64> = digits.parse().ok().filter(|number: &f64| *number >= 0.0);
    match (number, unit) {
        (Some(number), Some(unit)) if number * (unit as f64) < 1e19 => {
            Ok(match digits.parse::<u64>() {
                Ok(whole) => whole.saturating_mul(unit),
                Err(_) => (number * unit as f64) as u64,
            })
        }
        _ => Err(format!("expected {what}")),
    }
}

/// A whole number of any type.
pub(crate) fn parse_whole<T: TryFrom<u64>>(text: &str) -> Result<T, String> {
    const UNITS: [(&str, u64); 4] = [("", 1), ("k", 1_000), ("m", 1_000_000), ("g", 1_000_000_000)];
    let number = match text.parse() {
        Ok(number) => number,
        Err(_) => suffixed(text, &UNITS, "a whole number such as 100, 20k or 5M")?,
    };
    T::try_from(number).map_err(|_| "expected a smaller number".to_string())
}

/// A count that is not 0.
pub(crate) fn parse_positive(text: &str) -> Result<usize, String> {
    parse_whole(text).and_then(positive)
}

/// A time that is not 0.
pub(crate) fn parse_budget(text: &str) -> Result<Duration, String> {
    parse_time(text).and_then(positive)
}

fn positive<T: PartialEq + Default>(value: T) -> Result<T, String> {
    if value == T::default() { Err("expected more than 0".to_string()) } else { Ok(value) }
}

pub(crate) fn parse_threads(text: &str) -> Result<usize, String> {
    const MOST: usize = 256;
    let number = text.parse().ok().filter(|number| (1..=MOST).contains(number));
    number.ok_or_else(|| format!("expected a number from 1 to {MOST}"))
}

/// The number of threads that can run at the same time on this machine.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

pub(crate) fn parse_bytes(text: &str) -> Result<u64, String> {
    let units = [("", 1), ("k", 1 << 10), ("kb", 1 << 10), ("m", 1 << 20), ("mb", 1 << 20)];
    let large = [("g", 1 << 30), ("gb", 1 << 30), ("t", 1 << 40), ("tb", 1 << 40)];
    let text = text.to_lowercase().replace("ib", "b");
    suffixed(&text, &[&units[..], &large].concat(), "an amount such as 500M or 4G")
}

pub(crate) fn parse_time(text: &str) -> Result<Duration, String> {
    let units = [("ms", 1), ("", 1000), ("s", 1000), ("m", 60_000), ("h", 3_600_000)];
    suffixed(text, &units, "a time such as 30s, 5m or 1h").map(Duration::from_millis)
}
