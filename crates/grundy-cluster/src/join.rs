//! Connecting the processes: each pair is connected twice, once for heartbeats and once for
//! data, by sockets that have passed the handshake.

use std::io::{self, Read};
use std::net::{Shutdown, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::error::ClusterError;
use crate::hello::{Hello, Purpose};
use crate::watch::{Frame, Pair, name};

/// How long one who has connected may take to say hello. Strangers take that
/// long to be dropped; nobody waits for them.
const HELLO: Duration = Duration::from_secs(5);

/// Connections that may be about to say hello at the same time.
const STRANGERS: usize = 64;

/// How long others may take to hear why this process gives up, and to end.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// Between two attempts to reach somebody, or to see who has come.
const PAUSE: Duration = Duration::from_millis(20);

/// How long a port that is taken may take to become free.
const PORT: Duration = Duration::from_secs(2);

/// Says hello to all others; [`None`] stands for this process.
pub(crate) fn join(
    addresses: &[&str],
    hello: &Hello,
    patience: Duration,
    interrupted: Option<&AtomicBool>,
) -> Result<Vec<Option<Pair>>, ClusterError> {
    let end = Instant::now() + patience;
    let listener = listen(addresses[hello.from as usize], end)?;
    let mut joining = Joining::new(addresses, hello);
    match joining.all(&listener, end, patience, interrupted) {
        Ok(()) => Ok(joining.pairs()),
        Err(error) => {
            joining.give_up(&error.to_string());
            Err(error)
        }
    }
}

fn listen(address: &str, end: Instant) -> Result<TcpListener, ClusterError> {
    let end = end.min(Instant::now() + PORT);
    loop {
        match TcpListener::bind(address).and_then(|l| l.set_nonblocking(true).map(|()| l)) {
            Ok(listener) => return Ok(listener),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse && Instant::now() < end => {
                thread::sleep(PAUSE);
            }
            Err(error) => {
                return Err(ClusterError::Listen { address: address.to_string(), error });
            }
        }
    }
}

/// What is heard while processes join.
enum Event {
    /// Somebody who has connected has said hello, or nothing that can be understood.
    Came(TcpStream, io::Result<Hello>),
    /// Another process has said that this one is welcome.
    Welcome(usize, Purpose, TcpStream),
    /// Another process cannot work with this one.
    Refused(String),
    /// An attempt to reach a process has failed; there will be others.
    Missed(usize, String),
}

struct Joining<'a> {
    addresses: &'a [&'a str],
    hello: &'a Hello,
    /// By process and [`Purpose`].
    there: Vec<[Option<TcpStream>; 2]>,
    /// Why the last attempt to reach a process has failed.
    missed: Vec<Option<String>>,
    events: Receiver<Event>,
    report: Sender<Event>,
    /// Connections that have not said hello yet.
    silent: usize,
    /// Nobody needs to be called any more.
    over: Arc<AtomicBool>,
}

impl<'a> Joining<'a> {
    fn new(addresses: &'a [&'a str], hello: &'a Hello) -> Self {
        let (report, events) = channel();
        Joining {
            addresses,
            hello,
            there: addresses.iter().map(|_| [None, None]).collect(),
            missed: vec![None; addresses.len()],
            events,
            report,
            silent: 0,
            over: Arc::default(),
        }
    }

    fn me(&self) -> usize {
        self.hello.from as usize
    }

    fn name(&self, process: usize) -> String {
        name(process, self.addresses[process])
    }

    /// Waits for all: those with lower numbers are called, the others call.
    fn all(
        &mut self,
        listener: &TcpListener,
        end: Instant,
        patience: Duration,
        interrupted: Option<&AtomicBool>,
    ) -> Result<(), ClusterError> {
        for to in 0..self.me() {
            let (address, hello) = (self.addresses[to].to_string(), self.hello.clone());
            let (report, over) = (self.report.clone(), self.over.clone());
            thread::Builder::new()
                .name(format!("call-{to}"))
                .spawn(move || call(to, &address, &hello, end, &over, &report))?;
        }
        loop {
            let absent = self.absent();
            if absent.is_empty() {
                return Ok(());
            }
            if interrupted.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
                return Err(ClusterError::Refused("interrupted".to_string()));
            }
            if Instant::now() > end {
                return Err(ClusterError::Absent { absent: absent.join(", "), patience });
            }
            self.accept(listener);
            if let Ok(event) = self.events.recv_timeout(PAUSE) {
                self.hear(event)?;
            }
            self.listen_to_those_there()?;
        }
    }

    /// Those who have not come, with the reason where there is one.
    fn absent(&self) -> Vec<String> {
        let others = (0..self.there.len()).filter(|&process| process != self.me());
        others
            .filter(|&process| self.there[process].iter().any(Option::is_none))
            .map(|process| match &self.missed[process] {
                Some(why) => format!("{}: {why}", self.name(process)),
                None => self.name(process),
            })
            .collect()
    }

    /// Lets in who has come; what they say is heard by a thread of its own.
    fn accept(&mut self, listener: &TcpListener) {
        while self.silent < STRANGERS
            && let Ok((stream, _)) = listener.accept()
        {
            let report = self.report.clone();
            let heard = thread::Builder::new().name("hello".to_string()).spawn(move || {
                let hello = prepare(&stream).and_then(|()| {
                    Hello::read(&mut Until { stream: &stream, end: Instant::now() + HELLO })
                });
                // Nobody listens any more once all are there.
                let _ = report.send(Event::Came(stream, hello));
            });
            self.silent += usize::from(heard.is_ok());
        }
    }

    fn hear(&mut self, event: Event) -> Result<(), ClusterError> {
        match event {
            Event::Came(stream, hello) => {
                self.silent -= 1;
                match hello {
                    Ok(hello) => self.answer(stream, &hello)?,
                    // A stranger, who is dropped.
                    Err(_) => return Ok(()),
                }
            }
            Event::Welcome(process, purpose, stream) => {
                self.there[process][purpose as usize] = Some(stream);
            }
            Event::Refused(why) => return Err(ClusterError::Refused(why)),
            Event::Missed(process, why) => self.missed[process] = Some(why),
        }
        Ok(())
    }

    /// Answers one who has called, and says what keeps both from working together.
    fn answer(&mut self, mut stream: TcpStream, theirs: &Hello) -> Result<(), ClusterError> {
        let known = usize::try_from(theirs.from).ok().filter(|&from| from < self.there.len());
        let who = match (known, stream.peer_addr()) {
            (Some(process), _) => self.name(process),
            (None, Ok(address)) => format!("a process at {address}"),
            (None, Err(_)) => "a process".to_string(),
        };
        let mine = self.hello.to(theirs.from, theirs.purpose);
        let slot = theirs.purpose as usize;
        let twice = known.is_some_and(|process| {
            self.there[process][slot].as_ref().is_some_and(|there| !is_closed(there))
        });
        let wrong = mine.differs(theirs).or_else(|| {
            twice.then(|| "is there already: another has come with the same number".to_string())
        });
        let told = mine.write(&mut stream).and_then(|()| {
            Frame::Failed(wrong.clone().map(|why| format!("{who} {why}")).unwrap_or_default())
                .write(&stream)
        });
        match (wrong, known) {
            (Some(why), _) => Err(ClusterError::Refused(format!("{who} {why}"))),
            (None, Some(process)) if told.is_ok() => {
                self.there[process][slot] = Some(stream);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Hears of those that have joined whether they give up.
    fn listen_to_those_there(&self) -> Result<(), ClusterError> {
        for stream in self.there.iter().filter_map(|s| s[Purpose::Watch as usize].as_ref()) {
            if has_spoken(stream) {
                let mut from = Until { stream, end: Instant::now() + HELLO };
                if let Ok(Frame::Failed(why)) = Frame::read(&mut from) {
                    return Err(ClusterError::Refused(why));
                }
            }
        }
        Ok(())
    }

    /// Tells those that have joined why there is nothing to wait for, and those
    /// that are just about to.
    fn give_up(mut self, why: &str) {
        let why = match why.starts_with("process ") {
            true => why.to_string(),
            false => format!("{} has failed: {why}", self.name(self.me())),
        };
        self.over.store(true, Ordering::Relaxed);
        let tell = |stream: &TcpStream| {
            // Who is gone need not be told.
            let _ = Frame::Failed(why.clone()).write(stream);
            let _ = stream.shutdown(Shutdown::Write);
        };
        let there = self.there.drain(..);
        let mut told: Vec<TcpStream> = there.filter_map(|[watch, _]| watch).collect();
        told.iter().for_each(tell);
        // Ends when nobody is being called any more.
        drop(self.report);
        let end = Instant::now() + LAST_WORDS;
        let left = || end.saturating_duration_since(Instant::now());
        while let Ok(event) = self.events.recv_timeout(left()) {
            if let Event::Welcome(_, Purpose::Watch, stream) = event {
                tell(&stream);
                told.push(stream);
            }
        }
        // To close a connection on which words are unread may take back one's own.
        for stream in &told {
            let _ = io::copy(&mut Until { stream, end }, &mut io::sink());
        }
    }

    fn pairs(self) -> Vec<Option<Pair>> {
        let pairs =
            self.there.into_iter().map(|[watch, data]| Some(Pair { watch: watch?, data: data? }));
        pairs.collect()
    }
}

/// Calls a process until it answers.
fn call(
    to: usize,
    address: &str,
    hello: &Hello,
    end: Instant,
    over: &AtomicBool,
    report: &Sender<Event>,
) {
    for purpose in [Purpose::Watch, Purpose::Data] {
        let hello = hello.to(to as u64, purpose);
        loop {
            let event = match greet(address, &hello) {
                Ok(Ok(stream)) => Event::Welcome(to, purpose, stream),
                Ok(Err(why)) => Event::Refused(format!("{} {why}", name(to, address))),
                Err(error) => Event::Missed(to, error.to_string()),
            };
            let again = matches!(event, Event::Missed(..));
            if report.send(event).is_err() || over.load(Ordering::Relaxed) || Instant::now() > end {
                return;
            }
            if !again {
                break;
            }
            thread::sleep(5 * PAUSE);
        }
    }
}

/// One attempt to say hello: a connection, or why there will be none.
fn greet(address: &str, hello: &Hello) -> io::Result<Result<TcpStream, String>> {
    let mut last = io::Error::other("the host has no address");
    for address in address.to_socket_addrs()? {
        let mut stream = match TcpStream::connect_timeout(&address, HELLO) {
            Ok(stream) => stream,
            Err(error) => {
                last = error;
                continue;
            }
        };
        prepare(&stream)?;
        hello.write(&mut stream)?;
        let mut from = Until { stream: &stream, end: Instant::now() + 2 * HELLO };
        let theirs = Hello::read(&mut from)?;
        let why = match Frame::read(&mut from)? {
            Frame::Failed(why) => why,
            _ => return Err(io::Error::other("it does not speak as this program does")),
        };
        return Ok(match hello.differs(&theirs) {
            Some(why) => Err(why),
            None if !why.is_empty() => Err(format!("says: {why}")),
            None => Ok(stream),
        });
    }
    Err(last)
}

fn prepare(stream: &TcpStream) -> io::Result<()> {
    stream.set_nonblocking(false)?;
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(HELLO))
}

/// Whether the other side has closed a connection on which nothing is said.
fn is_closed(stream: &TcpStream) -> bool {
    match peek(stream) {
        Ok(bytes) => bytes == 0,
        Err(error) => error.kind() != io::ErrorKind::WouldBlock,
    }
}

fn has_spoken(stream: &TcpStream) -> bool {
    matches!(peek(stream), Ok(1..))
}

fn peek(stream: &TcpStream) -> io::Result<usize> {
    stream.set_nonblocking(true)?;
    let seen = stream.peek(&mut [0]);
    stream.set_nonblocking(false)?;
    seen
}

/// Reads from a stream, but not for longer than this.
struct Until<'a> {
    stream: &'a TcpStream,
    end: Instant,
}

impl Read for Until<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.stream.set_read_timeout(Some(left))?;
        (&mut &*self.stream).read(buffer)
    }
}

#[cfg(test)]
mod tests {
    use grundy::Convention;

    use super::*;
    use crate::job::Job;

    /// A listener of which others know the address.
    fn listener() -> (TcpListener, String) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        (listener, address)
    }

    /// The next connection, once each side has said hello.
    fn greeted(listener: &TcpListener, hello: &Hello) -> TcpStream {
        let (mut stream, _) = listener.accept().unwrap();
        let theirs = Hello::read(&mut stream).unwrap();
        hello.to(theirs.from, theirs.purpose).write(&mut stream).unwrap();
        Frame::Failed(String::new()).write(&stream).unwrap();
        stream
    }

    /// A process may have been welcomed a moment before another tells it to end.
    #[test]
    fn one_who_gives_up_tells_those_who_have_just_answered() {
        let job = Job::new("nim", Convention::Normal);
        let [(first, to_first), (second, to_second), (_, third)] = [(); 3].map(|()| listener());
        let hello = |from| Hello::new(&job, 3, 1, from);
        let joined = {
            let hello = hello(2);
            thread::spawn(move || {
                let addresses = [to_first.as_str(), &to_second, &third];
                join(&addresses, &hello, Duration::from_secs(20), None)
            })
        };
        let ill = [greeted(&second, &hello(1)), greeted(&second, &hello(1))];
        Frame::Failed("process 1 is ill".to_string()).write(&ill[0]).unwrap();
        // Time enough to hear it.
        thread::sleep(20 * PAUSE);
        let stream = greeted(&first, &hello(0));
        match Frame::read(&mut Until { stream: &stream, end: Instant::now() + HELLO }) {
            Ok(Frame::Failed(why)) => assert_eq!(why, "process 1 is ill"),
            Ok(_) => panic!("another word"),
            Err(error) => panic!("{error}"),
        }
        drop((stream, ill));
        assert!(joined.join().unwrap().is_err());
    }
}
