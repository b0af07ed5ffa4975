//! Heartbeats. Each pair of processes has a connection for them, on which each process says that it
//! is alive, that it has failed (with the reason), or that it is done. A data connection may end
//! only after the other side has said that it is done.

use std::io::{self, Read};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use grundy::solve::partitioned::Failure;

use crate::channel::{Channel, is_altered};

/// The time between two heartbeats.
const BEAT: Duration = Duration::from_secs(1);

/// A process that is silent for this long counts as dead: its machine has lost power, or its
/// network.
const SILENCE: Duration = Duration::from_secs(30);

/// The time after the end of its data in which a process may still send a reason.
const REASON: Duration = Duration::from_secs(3);

/// The greatest number of bytes of a reason.
const LONGEST: usize = 1 << 14;

/// The two connections with another process.
pub(crate) struct Pair {
    pub(crate) watch: Channel,
    pub(crate) data: Arc<Channel>,
}

/// The name by which one process calls another in messages.
pub(crate) fn name(process: usize, address: &str) -> String {
    format!("process {process} ({address})")
}

/// The messages of processes while they work.
pub(crate) enum Frame {
    Beat,
    /// The process has failed, for this reason.
    Failed(String),
    /// All data has been sent.
    Done,
}

impl Frame {
    pub(crate) fn send(&self, to: &Channel) -> io::Result<()> {
        let (kind, text) = match self {
            Frame::Beat => (0, ""),
            Frame::Failed(why) => (1, why.as_str()),
            Frame::Done => (2, ""),
        };
        let text = &text.as_bytes()[..text.floor_char_boundary(LONGEST)];
        to.send(&[&[kind], text].concat())
    }

    pub(crate) fn read(message: &[u8]) -> io::Result<Frame> {
        match message.split_first() {
            Some((0, _)) => Ok(Frame::Beat),
            Some((1, why)) => Ok(Frame::Failed(String::from_utf8_lossy(why).into_owned())),
            Some((2, _)) => Ok(Frame::Done),
            _ => Err(io::ErrorKind::InvalidData.into()),
        }
    }
}

/// What is known about the other processes, for all threads of this process.
pub(crate) struct Watch {
    names: Vec<String>,
    me: usize,
    pairs: Vec<Option<Pair>>,
    /// Checked often by workers; the reason is in `state`.
    failed: AtomicBool,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    reason: Option<String>,
    /// Whether all others were told the reason, if they can be.
    told: bool,
    /// The processes that have sent all their data.
    done: Vec<bool>,
    /// The number of ends of data connections that threads hold.
    links: usize,
    /// The number of data connections on which this process has sent everything.
    closed: usize,
    /// Whether the workers of this process have ended.
    at_rest: bool,
    /// Whether this process has parted from the others, or given up.
    over: bool,
    /// The number of processes that have sent their last message.
    heard: usize,
}

impl Watch {
    pub(crate) fn new(names: Vec<String>, me: usize, pairs: Vec<Option<Pair>>) -> Watch {
        let state = State { done: vec![false; names.len()], ..State::default() };
        Watch {
            names,
            me,
            pairs,
            failed: AtomicBool::new(false),
            state: Mutex::new(state),
            changed: Condvar::new(),
        }
    }

    pub(crate) fn processes(&self) -> usize {
        self.pairs.len()
    }

    /// The numbers of the other processes.
    pub(crate) fn others(&self) -> impl Iterator<Item = usize> {
        (0..self.pairs.len()).filter(|&process| self.pairs[process].is_some())
    }

    pub(crate) fn data(&self, process: usize) -> Option<&Arc<Channel>> {
        self.pairs[process].as_ref().map(|pair| &pair.data)
    }

    pub(crate) fn has_failed(&self) -> bool {
        self.failed.load(Ordering::Acquire)
    }

    /// An error if any process has failed.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        match self.has_failed() {
            true => Err(Failure::Lost(self.state().reason.clone().unwrap_or_default())),
            false => Ok(()),
        }
    }

    /// Makes all processes end, because this one cannot go on.
    pub(crate) fn give_up(&self, why: &str) {
        self.fail(format!("{} has failed: {why}", self.names[self.me]));
    }

    /// Makes all processes end. Only the first reason is sent.
    fn fail(&self, why: String) {
        let mut state = self.state();
        if state.reason.is_some() {
            return;
        }
        state.reason = Some(why.clone());
        self.failed.store(true, Ordering::Release);
        drop(state);
        self.changed.notify_all();
        let frame = Frame::Failed(why);
        for Pair { watch, data } in self.pairs.iter().flatten() {
            // Processes that cannot be told see the end of the connection, or are dead.
            let _ = frame.send(watch);
            let _ = watch.socket().shutdown(Shutdown::Write);
            // Wakes threads that wait for data, or for room to send some.
            let _ = data.socket().shutdown(Shutdown::Both);
        }
        self.state().told = true;
        self.changed.notify_all();
    }

    /// Sends heartbeats until this process ends or its user stops it.
    pub(crate) fn beat(&self, interrupted: Option<&AtomicBool>) {
        while !self.is_over_within(BEAT) {
            if interrupted.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
                self.give_up("interrupted");
            }
            for pair in self.pairs.iter().flatten() {
                let _ = Frame::Beat.send(&pair.watch);
            }
        }
    }

    fn is_over_within(&self, long: Duration) -> bool {
        let waited = self.changed.wait_timeout_while(self.state(), long, |state| !state.over);
        waited.unwrap_or_else(PoisonError::into_inner).0.over
    }

    /// Reads the messages of another process, until one of the two ends.
    pub(crate) fn listen(&self, process: usize) {
        self.hear(process);
        self.state().heard += 1;
        self.changed.notify_all();
    }

    fn hear(&self, process: usize) {
        let Some(Pair { watch, .. }) = &self.pairs[process] else { return };
        let name = &self.names[process];
        let mut heard = Instant::now();
        let mut from = Patient { socket: watch.socket(), heard: &mut heard, watch: self };
        loop {
            match watch.receive(&mut from).and_then(|message| Frame::read(&message)) {
                Ok(Frame::Beat) => {}
                Ok(Frame::Failed(why)) => self.fail(why),
                Ok(Frame::Done) => {
                    self.state().done[process] = true;
                    self.changed.notify_all();
                }
                Err(error) => {
                    if !self.state().done[process] {
                        self.fail(match error.kind() {
                            io::ErrorKind::TimedOut => {
                                format!("{name} has said nothing for {} s", SILENCE.as_secs())
                            }
                            _ if is_altered(&error) => altered(name),
                            _ => format!("{name} is gone"),
                        });
                    }
                    return;
                }
            }
        }
    }

    /// Whether a process whose data has ended is done, and all of its data came; if not, this
    /// process fails.
    pub(crate) fn is_done(&self, process: usize, came: io::Result<()>) -> bool {
        let name = &self.names[process];
        if let Err(error) = &came
            && is_altered(error)
        {
            self.fail(altered(name));
        }
        let end = Instant::now() + REASON;
        let mut state = self.state();
        while state.reason.is_none() && !state.done[process] && Instant::now() < end {
            state = self.wait(state, BEAT);
        }
        if state.reason.is_some() {
            return false;
        }
        let is_done = state.done[process] && came.is_ok();
        drop(state);
        if !is_done {
            self.fail(format!("the connection with {name} was cut"));
        }
        is_done
    }

    /// Notes that a thread holds an end of a data connection.
    pub(crate) fn link(&self) {
        self.state().links += 1;
    }

    pub(crate) fn unlink(&self) {
        self.state().links -= 1;
        self.changed.notify_all();
    }

    /// Notes that all data for a process has been sent.
    pub(crate) fn close(&self) {
        self.state().closed += 1;
        self.changed.notify_all();
    }

    /// Notes that the workers of this process have ended, well or not.
    pub(crate) fn rest(&self) {
        self.state().at_rest = true;
        self.changed.notify_all();
    }

    /// Waits for the workers of this process to end.
    pub(crate) fn wait_for_rest(&self) {
        let mut state = self.state();
        while !state.at_rest {
            state = self.wait(state, BEAT);
        }
    }

    /// Parts from the others when all workers of this process have ended well: every process then
    /// has everything that was sent to it.
    pub(crate) fn part(&self) -> Result<(), Failure> {
        let others = self.others().count();
        self.until(|state| state.closed == others)?;
        for pair in self.pairs.iter().flatten() {
            let _ = Frame::Done.send(&pair.watch);
        }
        self.until(|state| state.links == 0 && self.others().all(|process| state.done[process]))
    }

    /// Ends the connections on which others are read, when they have sent everything: closing a
    /// connection with unread bytes would take back bytes of this process.
    pub(crate) fn hang_up(&self) {
        let mut state = self.state();
        // Another thread may be about to send the reason.
        while state.reason.is_some() && !state.told {
            state = self.wait(state, BEAT);
        }
        state.over = true;
        drop(state);
        self.changed.notify_all();
        for pair in self.pairs.iter().flatten() {
            let _ = pair.watch.socket().shutdown(Shutdown::Write);
        }
        let (others, end) = (self.others().count(), Instant::now() + REASON);
        let mut state = self.state();
        while state.heard < others && Instant::now() < end {
            state = self.wait(state, BEAT);
        }
        drop(state);
        for pair in self.pairs.iter().flatten() {
            let _ = pair.watch.socket().shutdown(Shutdown::Both);
        }
    }

    fn until(&self, so: impl Fn(&State) -> bool) -> Result<(), Failure> {
        let mut state = self.state();
        while !so(&state) && state.reason.is_none() {
            state = self.wait(state, BEAT);
        }
        drop(state);
        self.check()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>, long: Duration) -> MutexGuard<'a, State> {
        let waited = self.changed.wait_timeout(state, long);
        waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

fn altered(name: &str) -> String {
    format!("what {name} sent was altered on the way")
}

/// Reads the messages of a process; an error if it is silent for too long.
struct Patient<'a> {
    socket: &'a TcpStream,
    heard: &'a mut Instant,
    watch: &'a Watch,
}

impl Read for Patient<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self
                .socket
                .set_read_timeout(Some(BEAT))
                .and_then(|()| (&mut &*self.socket).read(buffer));
            match read {
                Err(error) if is_timeout(&error) => {
                    // A reason that was sent arrives within a moment, or never.
                    if self.watch.has_failed() || self.heard.elapsed() > SILENCE {
                        return Err(io::ErrorKind::TimedOut.into());
                    }
                }
                read => {
                    *self.heard = Instant::now();
                    return read;
                }
            }
        }
    }
}

fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::thread;

    use super::*;
    use crate::channel::tests::pair;

    /// Workers notice the end before all other processes were told the reason.
    #[test]
    fn nobody_hangs_up_before_all_were_told_why() {
        let [slow, other, data, more] = [(); 4].map(|()| pair());
        // No more bytes fit into the connection, because the slow process does not read.
        slow.0.socket().set_nonblocking(true).unwrap();
        while slow.0.socket().write(&[0; 1 << 16]).is_ok() {}
        slow.0.socket().set_nonblocking(false).unwrap();
        let pairs = vec![
            None,
            Some(Pair { watch: slow.0, data: data.0.into() }),
            Some(Pair { watch: other.0, data: more.0.into() }),
        ];
        let names = ["me", "slow", "other"].map(str::to_string).to_vec();
        let watch = Watch::new(names, 0, pairs);
        thread::scope(|scope| {
            scope.spawn(|| watch.give_up("ill"));
            while !watch.has_failed() {
                thread::yield_now();
            }
            scope.spawn(|| watch.hang_up());
            thread::sleep(Duration::from_millis(100));
            scope.spawn(|| io::copy(&mut slow.1.socket(), &mut io::sink()));
            match other.1.receive(&mut other.1.socket()).and_then(|said| Frame::read(&said)) {
                Ok(Frame::Failed(why)) => assert_eq!(why, "me has failed: ill"),
                Ok(_) => panic!("another word"),
                Err(error) => panic!("{error}"),
            }
        });
    }
}
