//! Connects the processes. Each pair is connected twice, once for heartbeats and once for data, by
//! sockets that have passed the handshake.

use std::collections::BTreeMap;
use std::io;
use std::net::{Shutdown, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::channel::{Channel, End, Until};
use crate::error::ClusterError;
use crate::hello::{Hello, Purpose};
use crate::secret::Secret;
use crate::watch::{Frame, Pair, name};

/// The time that a process that has connected may take to say hello.
const HELLO: Duration = Duration::from_secs(5);

/// The greatest number of connections that have not said hello yet. If there are more, the oldest
/// is dropped, because a process of the cluster says hello at once.
const STRANGERS: usize = 64;

/// The time that other processes may take to receive the reason why this one gives up, and to end.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// The pause between two attempts to reach a process, or between two looks for new connections.
const PAUSE: Duration = Duration::from_millis(20);

/// The time in which a port that is taken may become free.
const PORT: Duration = Duration::from_secs(2);

/// Says hello to all other processes. In the result, [`None`] stands for this process.
pub(crate) fn join(
    addresses: &[&str],
    hello: &Hello,
    secret: &Secret,
    patience: Duration,
    interrupted: Option<&AtomicBool>,
) -> Result<Vec<Option<Pair>>, ClusterError> {
    let end = Instant::now() + patience;
    let listener = listen(addresses[hello.from as usize], end)?;
    let mut joining = Joining::new(addresses, hello, secret);
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

/// An event while processes join.
enum Event {
    /// A process that has connected has said hello, or turned out to be a stranger.
    Came(u64, io::Result<(Channel, Hello)>),
    /// Another process has said that this one is welcome.
    Welcome(usize, Purpose, Channel),
    /// Another process cannot work with this one.
    Refused(String),
    /// An attempt to reach a process has failed; there will be others.
    Missed(usize, String),
}

struct Joining<'a> {
    addresses: &'a [&'a str],
    hello: &'a Hello,
    secret: &'a Secret,
    /// The connections, by process and [`Purpose`].
    there: Vec<[Option<Channel>; 2]>,
    /// The reason why the last attempt to reach each process has failed.
    missed: Vec<Option<String>>,
    events: Receiver<Event>,
    report: Sender<Event>,
    /// Connections that have not said hello yet, in the order in which they came.
    silent: BTreeMap<u64, TcpStream>,
    came: u64,
    /// Whether no more processes need to be called.
    over: Arc<AtomicBool>,
}

impl<'a> Joining<'a> {
    fn new(addresses: &'a [&'a str], hello: &'a Hello, secret: &'a Secret) -> Self {
        let (report, events) = channel();
        Joining {
            addresses,
            hello,
            secret,
            there: addresses.iter().map(|_| [None, None]).collect(),
            missed: vec![None; addresses.len()],
            events,
            report,
            silent: BTreeMap::new(),
            came: 0,
            over: Arc::default(),
        }
    }

    fn me(&self) -> usize {
        self.hello.from as usize
    }

    fn name(&self, process: usize) -> String {
        name(process, self.addresses[process])
    }

    /// Waits for all processes. This process calls those with lower numbers, and the others call
    /// it.
    fn all(
        &mut self,
        listener: &TcpListener,
        end: Instant,
        patience: Duration,
        interrupted: Option<&AtomicBool>,
    ) -> Result<(), ClusterError> {
        for to in 0..self.me() {
            let (address, hello) = (self.addresses[to].to_string(), self.hello.clone());
            let secret = self.secret.clone();
            let (report, over) = (self.report.clone(), self.over.clone());
            thread::Builder::new()
                .name(format!("call-{to}"))
                .spawn(move || call(to, &address, &hello, &secret, end, &over, &report))?;
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
            let mut next = self.events.recv_timeout(PAUSE).ok();
            while let Some(event) = next {
                self.hear(event)?;
                next = self.events.try_recv().ok();
            }
            self.listen_to_those_there()?;
        }
    }

    /// The processes that have not come, with the reason if one is known.
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

    /// Accepts new connections; another thread reads their hello.
    fn accept(&mut self, listener: &TcpListener) {
        for _ in 0..STRANGERS {
            let Ok((stream, _)) = listener.accept() else { return };
            let Ok(handle) = stream.try_clone() else { continue };
            if self.silent.len() == STRANGERS
                && let Some((_, oldest)) = self.silent.pop_first()
            {
                let _ = oldest.shutdown(Shutdown::Both);
            }
            let (number, report, secret) = (self.came, self.report.clone(), self.secret.clone());
            let heard = thread::Builder::new().name("hello".to_string()).spawn(move || {
                // When all processes are there, nobody receives the event.
                let _ = report.send(Event::Came(number, heard(stream, &secret)));
            });
            if heard.is_ok() {
                self.silent.insert(number, handle);
                self.came += 1;
            }
        }
    }

    fn hear(&mut self, event: Event) -> Result<(), ClusterError> {
        match event {
            Event::Came(number, came) => {
                self.silent.remove(&number);
                if let Ok((channel, hello)) = came {
                    self.answer(channel, &hello)?;
                }
            }
            Event::Welcome(process, purpose, channel) => {
                self.there[process][purpose as usize] = Some(channel);
            }
            Event::Refused(why) => return Err(ClusterError::Refused(why)),
            Event::Missed(process, why) => self.missed[process] = Some(why),
        }
        Ok(())
    }

    /// Answers a process that has called, and tells it if something keeps the two from working
    /// together.
    fn answer(&mut self, channel: Channel, theirs: &Hello) -> Result<(), ClusterError> {
        let known = usize::try_from(theirs.from).ok().filter(|&from| from < self.there.len());
        let who = match (known, channel.socket().peer_addr()) {
            (Some(process), _) => self.name(process),
            (None, Ok(address)) => format!("a process at {address}"),
            (None, Err(_)) => "a process".to_string(),
        };
        let mine = self.hello.to(theirs.from, theirs.purpose);
        let slot = theirs.purpose as usize;
        let twice = known.is_some_and(|process| {
            self.there[process][slot].as_ref().is_some_and(|there| !is_closed(there.socket()))
        });
        let wrong = mine.differs(theirs).or_else(|| {
            twice.then(|| "is there already: another has come with the same number".to_string())
        });
        let told = channel.send(&mine.message()).and_then(|()| {
            Frame::Failed(wrong.clone().map(|why| format!("{who} {why}")).unwrap_or_default())
                .send(&channel)
        });
        match (wrong, known) {
            (Some(why), _) => Err(ClusterError::Refused(format!("{who} {why}"))),
            (None, Some(process)) if told.is_ok() => {
                self.there[process][slot] = Some(channel);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Checks whether a process that has joined gives up.
    fn listen_to_those_there(&self) -> Result<(), ClusterError> {
        for channel in self.there.iter().filter_map(|s| s[Purpose::Watch as usize].as_ref()) {
            if has_spoken(channel.socket()) {
                let said = channel.receive_until(Instant::now() + HELLO);
                if let Ok(Frame::Failed(why)) = said.and_then(|said| Frame::read(&said)) {
                    return Err(ClusterError::Refused(why));
                }
            }
        }
        Ok(())
    }

    /// Tells the processes that have joined, and those that are about to join, why they need not
    /// wait.
    fn give_up(mut self, why: &str) {
        let why = match why.starts_with("process ") {
            true => why.to_string(),
            false => format!("{} has failed: {why}", self.name(self.me())),
        };
        self.over.store(true, Ordering::Relaxed);
        let tell = |channel: &Channel| {
            // A process that is gone need not be told.
            let _ = Frame::Failed(why.clone()).send(channel);
            let _ = channel.socket().shutdown(Shutdown::Write);
        };
        let there = self.there.drain(..);
        let mut told: Vec<Channel> = there.filter_map(|[watch, _]| watch).collect();
        told.iter().for_each(tell);
        // The loop ends when no process is being called any more.
        drop(self.report);
        let end = Instant::now() + LAST_WORDS;
        let left = || end.saturating_duration_since(Instant::now());
        while let Ok(event) = self.events.recv_timeout(left()) {
            if let Event::Welcome(_, Purpose::Watch, channel) = event {
                tell(&channel);
                told.push(channel);
            }
        }
        // Closing a connection with unread bytes may also take back the bytes just sent.
        for channel in &told {
            let _ = io::copy(&mut Until { socket: channel.socket(), end }, &mut io::sink());
        }
    }

    fn pairs(self) -> Vec<Option<Pair>> {
        let pairs = self.there.into_iter();
        pairs.map(|[watch, data]| Some(Pair { watch: watch?, data: data?.into() })).collect()
    }
}

/// The hello of a process that has connected; an error if it is a stranger.
fn heard(socket: TcpStream, secret: &Secret) -> io::Result<(Channel, Hello)> {
    let end = Instant::now() + HELLO;
    prepare(&socket)?;
    let channel = Channel::greet(socket, secret, End::Called, end)?;
    let hello = Hello::read(&channel.receive_until(end)?)?;
    Ok((channel, hello))
}

/// Calls a process until it answers.
fn call(
    to: usize,
    address: &str,
    hello: &Hello,
    secret: &Secret,
    end: Instant,
    over: &AtomicBool,
    report: &Sender<Event>,
) {
    for purpose in [Purpose::Watch, Purpose::Data] {
        let hello = hello.to(to as u64, purpose);
        loop {
            let event = match greet(address, &hello, secret) {
                Ok(Ok(channel)) => Event::Welcome(to, purpose, channel),
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

/// One attempt to say hello: a connection, or the reason why there will be none.
fn greet(address: &str, hello: &Hello, secret: &Secret) -> io::Result<Result<Channel, String>> {
    let mut last = io::Error::other("the host has no address");
    for address in address.to_socket_addrs()? {
        let stream = match TcpStream::connect_timeout(&address, HELLO) {
            Ok(stream) => stream,
            Err(error) => {
                last = error;
                continue;
            }
        };
        prepare(&stream)?;
        let end = Instant::now() + 2 * HELLO;
        let channel = Channel::greet(stream, secret, End::Caller, end)?;
        channel.send(&hello.message())?;
        let theirs = Hello::read(&channel.receive_until(end)?)?;
        let why = match Frame::read(&channel.receive_until(end)?)? {
            Frame::Failed(why) => why,
            _ => return Err(io::Error::other("it does not speak as this program does")),
        };
        return Ok(match hello.differs(&theirs) {
            Some(why) => Err(why),
            None if !why.is_empty() => Err(format!("says: {why}")),
            None => Ok(channel),
        });
    }
    Err(last)
}

fn prepare(stream: &TcpStream) -> io::Result<()> {
    stream.set_nonblocking(false)?;
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(HELLO))
}

/// Whether the other side has closed a connection on which nothing is sent.
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

#[cfg(test)]
mod tests {
    use grundy::Convention;

    use super::*;
    use crate::job::Job;

    /// A listener and its address, for others to connect to.
    fn listener() -> (TcpListener, String) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        (listener, address)
    }

    /// The next connection, once each side has said hello.
    fn greeted(listener: &TcpListener, hello: &Hello) -> Channel {
        let (channel, theirs) = heard(listener.accept().unwrap().0, &Secret::none()).unwrap();
        channel.send(&hello.to(theirs.from, theirs.purpose).message()).unwrap();
        Frame::Failed(String::new()).send(&channel).unwrap();
        channel
    }

    /// Tests a process that was just welcomed when another process tells it to end.
    #[test]
    fn one_who_gives_up_tells_those_who_have_just_answered() {
        let job = Job::new("nim", Convention::Normal);
        let [(first, to_first), (second, to_second), (_, third)] = [(); 3].map(|()| listener());
        let hello = |from| Hello::new(&job, 3, 1, from);
        let joined = {
            let hello = hello(2);
            thread::spawn(move || {
                let addresses = [to_first.as_str(), &to_second, &third];
                join(&addresses, &hello, &Secret::none(), Duration::from_secs(20), None)
            })
        };
        let ill = [greeted(&second, &hello(1)), greeted(&second, &hello(1))];
        Frame::Failed("process 1 is ill".to_string()).send(&ill[0]).unwrap();
        // This is time enough to receive the message.
        thread::sleep(20 * PAUSE);
        let channel = greeted(&first, &hello(0));
        let said = channel.receive_until(Instant::now() + HELLO);
        match said.and_then(|said| Frame::read(&said)) {
            Ok(Frame::Failed(why)) => assert_eq!(why, "process 1 is ill"),
            Ok(_) => panic!("another word"),
            Err(error) => panic!("{error}"),
        }
        drop((channel, ill));
        assert!(joined.join().unwrap().is_err());
    }
}
