//! The threads of a search.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};

use super::{Batch, Cell, Counts, Plan, Row, SearchError};
use crate::game::{Valuer, Valuing};
use crate::language::{LanguageError, Question, Session, Value};
use crate::solve::fold::FoldError;
use crate::value::Form;
use grundy_base::{Limits, Progress, Stopped, Text};

/// Number of positions that a thread takes at a time.
const STRETCH: u64 = 128;
/// How far a thread may be ahead of the first stretch that is not done.
const AHEAD: u64 = 256;

/// Looks at the positions of a plan from number `from` on, and passes on what is
/// found, in order.
///
/// Each component is valued once, whichever thread and position needs it: time and memory are those
/// of the distinct components that play can reach.
///
/// # Errors
///
/// If a limit is reached, a position has no value, the system gives no thread,
/// or `take` fails. What was passed on before is all that is found among the
/// positions up to `done`.
pub fn search<E>(
    plan: &Plan,
    from: u64,
    limits: &Limits<'_>,
    take: &mut dyn FnMut(Batch) -> Result<(), E>,
) -> Result<(), SearchError<E>> {
    let Some(valuer) = plan.ruleset.valuer() else { return Ok(()) };
    let queue = Queue::new(from.min(plan.len()), plan.len());
    let (done, results) = mpsc::channel();
    let threads = limits.threads.max(1);
    std::thread::scope(|scope| {
        for number in 0..threads {
            let (queue, done, valuer) = (&queue, done.clone(), &*valuer);
            // Only the thread that passes results on reports progress.
            let limits = Limits { progress: None, ..*limits };
            let work = move || {
                // The other threads do not wait for a thread that has gone.
                let _guard = StopOnPanic(queue);
                let mut worker = Worker::new(plan, valuer, &limits, threads);
                while let Some(first) = queue.next() {
                    let last = (first + STRETCH).min(plan.len());
                    let found = worker.look(first..last);
                    let failed = found.is_err();
                    if failed {
                        queue.stop();
                    }
                    if done.send((first, found)).is_err() || failed {
                        break;
                    }
                }
            };
            // Fewer threads can do the work, but at least one is needed.
            match std::thread::Builder::new().spawn_scoped(scope, work) {
                Ok(_) => {}
                Err(_) if number > 0 => break,
                Err(error) => return Err(SearchError::NoThread { why: error.to_string() }),
            }
        }
        drop(done);
        let passed = pass_on(&queue, &results, &*valuer, limits, take);
        queue.stop();
        passed
    })
}

type Found = Result<Batch, Failed>;

/// Passes batches on in order.
fn pass_on<E>(
    queue: &Queue,
    results: &mpsc::Receiver<(u64, Found)>,
    valuer: &dyn Valuer,
    limits: &Limits<'_>,
    take: &mut dyn FnMut(Batch) -> Result<(), E>,
) -> Result<(), SearchError<E>> {
    let mut waiting = BTreeMap::new();
    let mut first_failure: Option<(u64, Failed)> = None;
    for (first, found) in results {
        match found {
            Ok(batch) => drop(waiting.insert(first, batch)),
            // The others still end the stretches that they have begun.
            Err(failed) => {
                // The first failure by place, so that the same search names the same game.
                if first_failure.as_ref().is_none_or(|(before, _)| first < *before) {
                    first_failure = Some((first, failed));
                }
            }
        }
        while let Some(batch) = waiting.remove(&queue.passed_on()) {
            let counts = &batch.counts;
            queue.pass_on(counts.done);
            let positions = counts.done as usize;
            take(batch).map_err(SearchError::Taken)?;
            if let Some(report) = limits.progress {
                report(Progress { stage: "searching", positions, bytes: valuer.bytes() });
            }
        }
    }
    match first_failure {
        None => Ok(()),
        // A thread that knows only its share of the memory.
        Some((_, Failed::Stopped(Stopped::Memory { needed, reached, .. }))) => {
            Err(Stopped::Memory { limit: limits.memory, needed, reached }.into())
        }
        Some((_, Failed::Stopped(stopped))) => Err(stopped.into()),
        Some((_, Failed::NoValue { game, why })) => Err(SearchError::NoValue { game, why }),
    }
}

enum Failed {
    Stopped(Stopped),
    NoValue { game: String, why: String },
}

impl From<Stopped> for Failed {
    fn from(stopped: Stopped) -> Self {
        Failed::Stopped(stopped)
    }
}

/// Which stretches are not begun yet.
struct Queue {
    state: Mutex<State>,
    moved: Condvar,
    stopped: AtomicBool,
    end: u64,
}

struct State {
    /// The first position that no thread has taken.
    next: u64,
    /// The first position that was not passed on.
    passed_on: u64,
}

impl Queue {
    fn new(from: u64, end: u64) -> Self {
        let state = Mutex::new(State { next: from, passed_on: from });
        Queue { state, moved: Condvar::new(), stopped: AtomicBool::new(false), end }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next stretch, by its first position; waits where this thread would
    /// be too far ahead.
    fn next(&self) -> Option<u64> {
        let mut state = self.state();
        loop {
            if self.stopped.load(Ordering::Relaxed) || state.next >= self.end {
                return None;
            }
            if state.next < state.passed_on + AHEAD * STRETCH {
                let first = state.next;
                state.next = first + STRETCH;
                return Some(first);
            }
            state = self.moved.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn passed_on(&self) -> u64 {
        self.state().passed_on
    }

    fn pass_on(&self, done: u64) {
        self.state().passed_on = done;
        self.moved.notify_all();
    }

    fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
        // A thread that is about to wait holds the lock until it waits.
        drop(self.state());
        self.moved.notify_all();
    }
}

/// Ends the work of all when a thread panics.
struct StopOnPanic<'q>(&'q Queue);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop();
        }
    }
}

/// One thread.
struct Worker<'a> {
    plan: &'a Plan,
    limits: Limits<'a>,
    valuing: Box<Valuing<'a>>,
    session: Session<'a>,
}

impl<'a> Worker<'a> {
    fn new(plan: &'a Plan, valuer: &'a dyn Valuer, limits: &Limits<'a>, threads: usize) -> Self {
        // What is remembered of sums shares the memory. Games that a question names are not valued
        // by threads of their own: there are enough.
        let own = Limits { memory: limits.memory / threads as u64, threads: 1, ..*limits };
        let session = Session::new(own);
        Worker { plan, limits: *limits, valuing: valuer.thread(), session }
    }

    /// Looks at a stretch of positions.
    fn look(&mut self, numbers: std::ops::Range<u64>) -> Found {
        let mut batch = Batch::default();
        batch.counts.done = numbers.end;
        let reached = numbers.start as usize;
        self.limits.check(Progress { stage: "searching", positions: reached, bytes: 0 })?;
        let plan = self.plan;
        plan.listing.each(numbers, |position| self.look_at(position, &mut batch))?;
        Ok(batch)
    }

    fn look_at(&mut self, position: &str, batch: &mut Batch) -> Result<(), Failed> {
        let forms = self.session.forms();
        // A text that is no position of the rules is not listed.
        let Ok(value) = (self.valuing)(position, forms, &self.limits) else { return Ok(()) };
        batch.counts.distinct += 1;
        let form = value.map_err(|error| match error {
            FoldError::Stopped(stopped) => Failed::Stopped(stopped),
            FoldError::Loopy => {
                Failed::NoValue { game: self.plan.game(position), why: error.to_string() }
            }
        })?;
        if !self.is_wanted(position, form, batch)? {
            return Ok(());
        }
        let columns = self.plan.columns.iter();
        let cells = columns.map(|column| match self.ask(column, position, form) {
            Ok(value) => cell(&mut self.session, &value),
            Err(LanguageError::Stopped(stopped)) => Err(stopped.into()),
            Err(_) => Ok(Cell::None),
        });
        let cells = cells.collect::<Result<_, Failed>>()?;
        batch.counts.found += 1;
        batch.rows.push(Row { position: position.to_string(), cells });
        Ok(())
    }

    /// The answer to a question about a position.
    fn ask(
        &mut self,
        question: &Question,
        position: &str,
        form: Form,
    ) -> Result<Value, LanguageError> {
        let game = match question.is_about_play() {
            true => self.plan.ruleset.at(Text::new(position)).ok(),
            false => None,
        };
        let subject = game.map_or(Value::Form(form), |game| Value::position(game, form));
        self.session.ask(question, subject)
    }

    fn is_wanted(&mut self, position: &str, form: Form, batch: &mut Batch) -> Result<bool, Failed> {
        let Some(condition) = &self.plan.condition else { return Ok(true) };
        let why = match self.ask(condition, position, form) {
            Ok(Value::Truth(truth)) => return Ok(truth),
            Ok(other) => format!("{} is no condition", other.kind()),
            Err(LanguageError::Stopped(stopped)) => return Err(stopped.into()),
            Err(error) => error.to_string(),
        };
        let Counts { unanswered, example, .. } = &mut batch.counts;
        *unanswered += 1;
        example.get_or_insert_with(|| (self.plan.game(position), why));
        Ok(false)
    }
}

/// A value as a cell.
fn cell(session: &mut Session<'_>, value: &Value) -> Result<Cell, Failed> {
    if let Value::Truth(truth) = value {
        return Ok(Cell::Truth(*truth));
    }
    let shown = session.show(value).and_then(|text| Ok((text, session.canonical(value)?)));
    let (text, form) = match shown {
        Ok(shown) => shown,
        Err(LanguageError::Stopped(stopped)) => return Err(stopped.into()),
        Err(_) => return Ok(Cell::None),
    };
    let is_number = form.is_some_and(|form| session.forms().as_number(form).is_some());
    Ok(if is_number { Cell::Number(text) } else { Cell::Text(text) })
}
