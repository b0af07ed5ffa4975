//! Clusters of several processes on one machine.

mod common;

use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use common::{Ended, Process, Running, free, told};
use grundy::rulesets::connect_four::ConnectFour;
use grundy::rulesets::dodgem::Dodgem;
use grundy::solve::partitioned::{Fabric, Failure, Settings, Solution, Threads, solve};
use grundy::{Convention, Key, Limits, Notation, Packed, Player};
use grundy_cluster::{Cluster, ClusterError, Hosts, Job, Secret, TimelyFabric};

/// How many positions there are, and a sum over all of them with their verdicts.
type Sum = (u64, u64);

fn sum(shares: &[Solution<u64>]) -> Sum {
    let mut sum: Sum = (0, 0);
    for share in shares {
        share
            .each_of_all(|keys, codes| {
                for (key, code) in keys.iter().zip(codes) {
                    let word = (key ^ u64::from(code.bits()) << 48).mix();
                    sum = (sum.0 + 1, sum.1.wrapping_add(word));
                }
                Ok::<(), Failure>(())
            })
            .unwrap();
    }
    sum
}

fn start<R: Packed<Key = u64> + Notation>(rules: &R) -> u64 {
    rules.pack(&rules.start().unwrap(), Player::Left)
}

fn by_cluster<R: Packed<Key = u64> + Notation>(
    rules: &R,
    cluster: &Cluster<'_>,
    job: &Job,
    limits: &Limits<'_>,
) -> Result<Sum, ClusterError> {
    let starts = [start(rules)];
    let settings = Settings { convention: job.convention, limits: *limits, ..Settings::default() };
    let work = |fabric: TimelyFabric<'_>| solve(rules, &starts, fabric, &settings);
    Ok(sum(&cluster.run(job, work)?))
}

fn by_threads<R: Packed<Key = u64> + Notation>(rules: &R) -> Sum {
    let starts = [start(rules)];
    let shares: Vec<_> = thread::scope(|scope| {
        let workers: Vec<_> = Threads::group(2)
            .into_iter()
            .map(|fabric| {
                let starts = &starts;
                scope.spawn(move || solve(rules, starts, fabric, &Settings::default()))
            })
            .collect();
        workers.into_iter().map(|worker| worker.join().unwrap().unwrap()).collect()
    });
    sum(&shares)
}

fn connect_four() -> ConnectFour {
    ConnectFour::new(4, 4, 4).unwrap()
}

fn dodgem() -> Dodgem {
    Dodgem::new(3, 2).unwrap()
}

/// Rounds without end, until something happens.
fn idle(mut fabric: TimelyFabric<'_>) -> Result<Sum, Failure> {
    let bad = told("BAD").is_some_and(|bad| bad == fabric.index().to_string());
    let me = fabric.index();
    for round in 0.. {
        if bad && round == 100 {
            match told("WAY").as_deref() {
                Some("panic") => panic!("on purpose"),
                Some("limit") => Limits { positions: 3, ..Limits::default() }.count(4)?,
                _ => {}
            }
        }
        for to in (0..fabric.peers()).filter(|&to| to != me) {
            fabric.post(to, (0..1_000).collect())?;
        }
        fabric.finish(round, &mut |_, _| Ok(()))?;
        if round == 50 && me == 0 {
            println!("at work");
        }
    }
    Ok((0, 0))
}

/// The most memory that this process has held, in bytes, where the system says it.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024
}

/// The first worker sends half a gigabyte to the last, which is in no hurry.
/// Gives the words that came, and the memory that it took.
fn flood(mut fabric: TimelyFabric<'_>) -> Result<Sum, Failure> {
    let (mut words, last) = (0, fabric.peers() - 1);
    let mut take = |_, parcel: Vec<u64>| {
        words += parcel.len() as u64;
        Ok(())
    };
    if fabric.index() == 0 {
        for _ in 0..FLOOD / PARCEL {
            fabric.post(last, (0..PARCEL).rev().collect())?;
            fabric.poll(&mut take)?;
        }
    }
    if fabric.index() == last {
        thread::sleep(Duration::from_secs(1));
    }
    fabric.finish(0, &mut take)?;
    Ok((words, peak()))
}

/// Words that are sent, in parcels of so many.
const FLOOD: u64 = 1 << 26;
const PARCEL: u64 = 1 << 15;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// What a process does that a test has started.
#[test]
#[ignore = "a process that other tests start"]
fn a_process() {
    let number = |what| told(what).map(|value| value.parse::<usize>().unwrap());
    let hosts = Hosts::parse(&told("HOSTS").unwrap()).unwrap();
    let game = told("GAME").unwrap_or_else(|| "connect-four".to_string());
    let mut job = Job::new(told("NAME").unwrap_or(game.clone()), Convention::Normal);
    job.version = told("VERSION").unwrap_or(job.version);
    job.options = told("OPTIONS").unwrap_or(job.options);
    let patience = Duration::from_secs(number("PATIENCE").unwrap_or(20) as u64);
    let cluster = Cluster::new(&hosts, number("PROCESS").unwrap(), number("THREADS").unwrap_or(1))
        .patience(patience)
        .interrupted(&INTERRUPTED);
    let cluster = match told("SECRET") {
        Some(path) => cluster.secret(Secret::read(path.as_ref()).unwrap()),
        None => cluster,
    };
    if let Some(seconds) = number("INTERRUPT") {
        thread::spawn(move || {
            thread::sleep(Duration::from_secs(seconds as u64));
            INTERRUPTED.store(true, Ordering::Relaxed);
        });
    }
    let limits =
        Limits { positions: number("POSITIONS").unwrap_or(usize::MAX), ..Limits::default() };
    let found = match game.as_str() {
        "connect-four" => by_cluster(&connect_four(), &cluster, &job, &limits),
        "dodgem" => by_cluster(&dodgem(), &cluster, &job, &limits),
        "flood" => cluster.run(&job, flood).map(|found| found[found.len() - 1]),
        _ => cluster.run(&job, idle).map(|found| found[0]),
    };
    match found {
        Ok((positions, sum)) => println!("found {positions} {sum}"),
        Err(error) => {
            eprintln!("error: {error}");
            exit(1)
        }
    }
}

impl Ended {
    fn found(&self) -> Sum {
        let line = self.out.lines().find_map(|line| line.split_once("found "));
        let (_, line) = line.unwrap_or_else(|| panic!("{self:?}"));
        let mut numbers = line.split(' ').map(|number| number.parse().unwrap());
        (numbers.next().unwrap(), numbers.next().unwrap())
    }

    /// The message of one that has ended as it should when something is wrong.
    fn error(&self) -> &str {
        assert_eq!(self.status, Some(1), "{self:?}");
        let text = self.err.strip_prefix("error: ").unwrap_or_else(|| panic!("{self:?}"));
        assert_eq!(text.lines().count(), 1, "{self:?}");
        text.trim_end()
    }
}

fn all(running: Vec<Running>) -> Vec<Ended> {
    running.into_iter().map(Running::end).collect()
}

#[test]
fn processes_find_what_threads_find() {
    let connect_four = by_threads(&connect_four());
    let dodgem = by_threads(&dodgem());
    for (processes, threads) in [(1, 1), (1, 2), (2, 1), (2, 2), (4, 1), (4, 2)] {
        for (game, expected) in [("connect-four", connect_four), ("dodgem", dodgem)] {
            let hosts = free(processes);
            let running = (0..processes)
                .map(|k| {
                    Process::new(&hosts, k).with("THREADS", threads).with("GAME", game).start()
                })
                .collect();
            let found: Vec<Sum> = all(running).iter().map(Ended::found).collect();
            let sum = found.iter().fold((0, 0u64), |a, b| (a.0 + b.0, a.1.wrapping_add(b.1)));
            assert_eq!(sum, expected, "{game}: {processes} processes of {threads} threads");
            assert!(processes == 1 || found.iter().all(|found| found.0 < expected.0));
        }
    }
}

/// Two processes that differ in this, or in that.
fn differ(one: impl Fn(Process) -> Process, other: impl Fn(Process) -> Process) -> [String; 2] {
    let hosts = free(2);
    let first = one(Process::new(&hosts, 0)).start();
    let second = other(Process::new(&hosts, 1)).start();
    [first.end(), second.end()].map(|ended| {
        assert!(ended.after < Duration::from_secs(10));
        let text = ended.error().to_string();
        hosts.iter().fold(text, |text, host| text.replace(host, "_"))
    })
}

#[test]
fn processes_that_do_not_belong_together_say_so() {
    let same = |process: Process| process;
    assert_eq!(
        differ(|p| p.with("VERSION", "0.1.0"), |p| p.with("VERSION", "0.2.0")),
        [
            "process 1 (_) is of version 0.2.0, this one of 0.1.0",
            "process 0 (_) is of version 0.1.0, this one of 0.2.0",
        ]
    );
    assert_eq!(
        differ(|p| p.with("NAME", "nim(3)"), |p| p.with("NAME", "nim(4)")),
        [
            "process 1 (_) works on nim(4), this one on nim(3)",
            "process 0 (_) works on nim(3), this one on nim(4)",
        ]
    );
    let long = |end: &str| format!("nim({}{end})", "1,".repeat(500));
    let [one, other] = differ(|p| p.with("NAME", long("1")), |p| p.with("NAME", long("2")));
    assert!(one.starts_with("process 1 (_) works on another game that begins with nim(1,1,"));
    assert!(other.starts_with("process 0 (_) works on another game that begins with nim(1,1,"));
    assert_eq!(
        differ(|p| p.with("OPTIONS", "a"), same),
        [
            "process 1 (_) has the options \"\", this one \"a\"",
            "process 0 (_) has the options \"a\", this one \"\"",
        ]
    );
    assert_eq!(
        differ(|p| p.with("THREADS", 2), same),
        [
            "process 1 (_) has 1 thread, this one 2: all must have as many",
            "process 0 (_) has 2 threads, this one 1: all must have as many",
        ]
    );
}

#[test]
fn clusters_of_different_sizes_do_not_join() {
    let hosts = free(3);
    let first = Process::new(&hosts, 0).start();
    let second = Process::new(&hosts[..2], 1).start();
    let [first, second] = [first.end(), second.end()];
    assert!(first.error().ends_with(" is one of 2 processes, this one of 3"), "{first:?}");
    assert!(second.error().ends_with(" is one of 3 processes, this one of 2"), "{second:?}");
}

#[test]
fn a_number_that_is_taken_is_refused() {
    let hosts = free(4);
    let first = Process::new(&hosts, 0).start();
    let second = Process::new(&hosts, 1).start();
    thread::sleep(Duration::from_millis(500));
    // The same number on another machine has another address.
    let elsewhere = [hosts[0].clone(), free(1).remove(0), hosts[2].clone(), hosts[3].clone()];
    let twice = Process::new(&elsewhere, 1).start();
    for ended in [first.end(), second.end(), twice.end()] {
        let text = ended.error();
        assert!(
            text.contains(" is there already: another has come with the same number"),
            "{text}"
        );
        assert!(ended.after < Duration::from_secs(10));
    }
}

#[test]
fn strangers_are_dropped_and_block_nobody() {
    let hosts = free(2);
    let first = Process::new(&hosts, 0).start();
    let mut strangers = Vec::new();
    while strangers.len() < 20 {
        if let Ok(stranger) = TcpStream::connect(&hosts[0]) {
            strangers.push(stranger);
        }
        thread::sleep(Duration::from_millis(10));
    }
    strangers[0].write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    strangers[1].write_all(b"grundy\0\n\xff\xff\xff\xff\xff\xff\xff\xff").unwrap();
    strangers[2].write_all(b"grundy\0\n").unwrap();
    strangers[3].shutdown(std::net::Shutdown::Both).unwrap();
    strangers[4].write_all(&[0; 1000]).unwrap();
    let mut answer = Vec::new();
    // Nobody is answered who says rubbish.
    assert!(!matches!(strangers[0].read_to_end(&mut answer), Ok(1..)));
    let second = Process::new(&hosts, 1).start();
    let found = [first.end(), second.end()].map(|ended| ended.found().0);
    assert_eq!(found.iter().sum::<u64>(), by_threads(&connect_four()).0);
}

/// So many that those who come later would have to wait for the end of their time.
#[test]
fn silent_strangers_keep_nobody_from_joining() {
    let hosts = free(2);
    let start = |k| Process::new(&hosts, k).with("PATIENCE", 9).start();
    let first = start(0);
    let mut strangers = Vec::new();
    while strangers.len() < 180 {
        match TcpStream::connect(&hosts[0]) {
            Ok(stranger) => strangers.push(stranger),
            Err(_) => thread::sleep(Duration::from_millis(10)),
        }
    }
    all_find([first, start(1)]);
}

/// The positions that two processes have found are all there are.
fn all_find(running: [Running; 2]) {
    let found = running.map(|running| running.end().found());
    let sum = (found[0].0 + found[1].0, found[0].1.wrapping_add(found[1].1));
    assert_eq!(sum, by_threads(&connect_four()));
}

/// The file of a new secret.
fn secret(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("grundy-{name}-{}", std::process::id()));
    fs::write(&path, format!("a secret of the test {name}\n")).unwrap();
    path
}

#[test]
fn processes_with_a_secret_join_those_who_know_it() {
    let hosts = free(2);
    let [ours, other] = ["ours", "other"].map(secret);
    let start = |number, secret: &Path| {
        Process::new(&hosts, number).with("SECRET", secret.display()).start()
    };
    let first = start(0, &ours);
    let wrong = Process::new(&hosts, 1).with("SECRET", other.display()).with("PATIENCE", 1);
    let none = Process::new(&hosts, 1).with("PATIENCE", 1);
    for stranger in [wrong, none] {
        let expected = format!(
            "no connection within 1 s with process 0 ({}): it has another secret",
            hosts[0]
        );
        assert_eq!(stranger.start().end().error(), expected);
    }
    all_find([first, start(1, &ours)]);
}

#[test]
fn other_machines_can_join_only_with_a_secret() {
    for (address, number) in [("0.0.0.0:2101", 0), ("192.0.2.1:2101", 0), ("ada:2101", 1)] {
        let mut hosts = free(2);
        hosts[number] = address.to_string();
        for process in [0, 1] {
            let ended = Process::new(&hosts, process).start().end();
            let expected = format!(
                "{address} is not on the loopback interface: such a cluster needs a secret"
            );
            assert_eq!(ended.error(), expected);
        }
    }
}

/// What one side of a connection has sent: its number, whether the caller sent it, and the bytes.
type Passed = (usize, bool, Vec<u8>);

/// Passes on what is sent to an address, as `change` leaves it: of a connection, from its caller or
/// to it, from a place on.
fn relay(
    to: &str,
    change: impl Fn(usize, bool, usize, &mut [u8]) + Clone + Send + 'static,
) -> (String, Receiver<Passed>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let (address, to) = (listener.local_addr().unwrap().to_string(), to.to_string());
    let (report, passed) = channel();
    thread::spawn(move || {
        // Attempts before the process listens are no connections.
        let connected = listener
            .incoming()
            .filter_map(|caller| Some((caller.ok()?, TcpStream::connect(&to).ok()?)));
        for (number, (caller, called)) in connected.enumerate() {
            let both =
                [(true, caller.try_clone(), called.try_clone()), (false, Ok(called), Ok(caller))];
            for (from_caller, from, to) in both {
                let (change, report) = (change.clone(), report.clone());
                let (mut from, mut to) = (from.unwrap(), to.unwrap());
                thread::spawn(move || {
                    let (mut all, mut buffer) = (Vec::new(), [0; 1 << 16]);
                    while let Ok(length @ 1..) = from.read(&mut buffer) {
                        let some = &mut buffer[..length];
                        change(number, from_caller, all.len(), some);
                        all.extend_from_slice(some);
                        if to.write_all(some).is_err() {
                            break;
                        }
                    }
                    let _ = to.shutdown(std::net::Shutdown::Write);
                    let _ = report.send((number, from_caller, all));
                });
            }
        }
    });
    (address, passed)
}

/// Two processes, the second of which reaches the first through a relay.
fn through(
    change: impl Fn(usize, bool, usize, &mut [u8]) + Clone + Send + 'static,
) -> (Vec<String>, [Running; 2], Receiver<Passed>) {
    let hosts = free(2);
    let (address, passed) = relay(&hosts[0], change);
    let first = Process::new(&hosts, 0).start();
    // The relay has somebody to connect to.
    while TcpStream::connect(&hosts[0]).is_err() {
        thread::sleep(Duration::from_millis(10));
    }
    let second = Process::new(&[address, hosts[1].clone()], 1).start();
    (hosts, [first, second], passed)
}

#[test]
fn what_was_said_once_joins_no_other_cluster() {
    let (hosts, running, passed) = through(|_, _, _, _| {});
    all_find(running);
    let said: Vec<Vec<u8>> =
        passed.iter().take(4).filter(|passed| passed.1).map(|passed| passed.2).collect();
    assert!(said.len() == 2 && said.iter().all(|said| said.len() > 200));
    let first = Process::new(&hosts, 0).start();
    for said in said {
        let mut stranger = loop {
            match TcpStream::connect(&hosts[0]) {
                Ok(stranger) => break stranger,
                Err(_) => thread::sleep(Duration::from_millis(10)),
            }
        };
        let _ = stranger.write_all(&said);
        // It is dropped.
        let _ = stranger.read_to_end(&mut Vec::new());
    }
    all_find([first, Process::new(&hosts, 1).start()]);
}

#[test]
fn what_is_changed_on_the_way_ends_both_processes() {
    // Behind the greeting of the connection for data, which is the second.
    const LATER: usize = 3_000;
    let one_bit = |from: usize, some: &mut [u8]| {
        if let Some(byte) = LATER.checked_sub(from).and_then(|place| some.get_mut(place)) {
            *byte ^= 1;
        }
    };
    let zeros = |from: usize, some: &mut [u8]| {
        let start = LATER.saturating_sub(from).min(some.len());
        some[start..].fill(0);
    };
    for change in [one_bit as fn(usize, &mut [u8]), zeros] {
        for by_caller in [true, false] {
            let (_, running, _) = through(move |number, from_caller, from, some| {
                if number == 1 && from_caller == by_caller {
                    change(from, some);
                }
            });
            let clock = Instant::now();
            let ended = running.map(Running::end);
            assert!(clock.elapsed() < Duration::from_secs(60));
            let sender = usize::from(by_caller);
            for ended in &ended {
                let error = ended.error();
                assert!(error.contains(&format!("what process {sender} (")), "{error}");
                assert!(error.ends_with(" sent was altered on the way"), "{error}");
            }
        }
    }
}

#[test]
fn a_process_waits_for_one_whose_port_has_a_stranger_behind_it() {
    let hosts = free(2);
    // Takes connections, and says nothing.
    let stranger = TcpListener::bind(&hosts[0]).unwrap();
    let ended = Process::new(&hosts, 1).with("PATIENCE", 2).start().end();
    assert!(ended.error().starts_with("no connection within 2 s with process 0 ("), "{ended:?}");
    assert!(ended.after < Duration::from_secs(6));
    drop(stranger);
}

#[test]
fn one_that_never_comes_is_named() {
    let hosts = free(3);
    let first = Process::new(&hosts, 0).with("PATIENCE", 1).start();
    let third = Process::new(&hosts, 2).with("PATIENCE", 30).start();
    let expected = format!("no connection within 1 s with process 1 ({})", hosts[1]);
    assert_eq!(first.end().error(), expected);
    // It has another patience, and is told.
    let third = third.end();
    let told = format!("process 0 ({}) has failed: {expected}", hosts[0]);
    assert_eq!(third.error(), told);
    assert!(third.after < Duration::from_secs(6));
}

#[test]
fn a_port_in_use_and_a_host_that_is_unknown_are_errors() {
    let hosts = free(2);
    let _listener = TcpListener::bind(&hosts[0]).unwrap();
    let ended = Process::new(&hosts, 0).start().end();
    assert!(ended.error().starts_with(&format!("cannot listen on {}: ", hosts[0])), "{ended:?}");
    let unknown = ["no-such-host.invalid:2101".to_string(), hosts[1].clone()];
    let secret = secret("unknown");
    let process = |number| {
        Process::new(&unknown, number).with("PATIENCE", 1).with("SECRET", secret.display())
    };
    let ended = process(0).start().end();
    assert!(ended.error().starts_with("cannot listen on no-such-host.invalid:2101: "));
    let ended = process(1).start().end();
    let expected = "no connection within 1 s with process 0 (no-such-host.invalid:2101): ";
    assert!(ended.error().starts_with(expected), "{ended:?}");
    assert!(ended.after < Duration::from_secs(10));
}

#[test]
fn a_process_that_is_not_on_the_list_is_an_error() {
    let hosts = free(2);
    let ended = Process::new(&hosts, 2).start().end();
    assert_eq!(ended.error(), "there is no process 2: 2 hosts have the processes 0 to 1");
}

/// Starts processes that are idle, and waits until they are at work.
fn idlers(hosts: &[String], threads: usize, told: &[(&str, &str)]) -> Vec<Running> {
    let mut running: Vec<Running> = (0..hosts.len())
        .map(|number| {
            let process = Process::new(hosts, number).with("GAME", "idle").with("THREADS", threads);
            told.iter().fold(process, |process, (what, value)| process.with(what, value)).start()
        })
        .collect();
    let mut seen = Vec::new();
    let out = running[0].child.stdout.as_mut().unwrap();
    while !String::from_utf8_lossy(&seen).contains("at work") {
        let mut byte = [0];
        assert_eq!(out.read(&mut byte).unwrap(), 1, "{:?}", String::from_utf8_lossy(&seen));
        seen.push(byte[0]);
    }
    running
}

#[test]
fn when_a_process_is_killed_the_others_say_so_and_end() {
    for (processes, threads, victim) in [(2, 1, 0), (2, 2, 1), (4, 1, 2), (4, 2, 3)] {
        let hosts = free(processes);
        let mut running = idlers(&hosts, threads, &[]);
        thread::sleep(Duration::from_millis(37 * victim as u64));
        running.remove(victim).kill();
        let clock = Instant::now();
        for ended in all(running) {
            let expected = format!("process {victim} ({}) is gone", hosts[victim]);
            assert_eq!(ended.error(), expected);
        }
        assert!(clock.elapsed() < Duration::from_secs(5), "{:?}", clock.elapsed());
    }
}

#[test]
fn when_a_process_is_killed_at_work_the_others_end() {
    for wait in [0, 5, 20, 60, 120] {
        let hosts = free(3);
        let start = |k| Process::new(&hosts, k).with("PATIENCE", 5).start();
        let mut running: Vec<_> = (0..3).map(start).collect();
        thread::sleep(Duration::from_millis(150 + wait));
        running.remove(1).kill();
        for ended in all(running) {
            assert!(ended.after < Duration::from_secs(10));
            // It may have been killed when all was done, or before it had joined.
            if ended.status != Some(0) && !ended.err.contains("no connection within 5 s") {
                assert_eq!(ended.error(), format!("process 1 ({}) is gone", hosts[1]));
            }
        }
    }
}

#[test]
fn a_worker_that_fails_tells_the_others_why() {
    let hosts = free(3);
    let running = idlers(&hosts, 2, &[("BAD", "3"), ("WAY", "limit")]);
    let clock = Instant::now();
    let reason = "more than 3 positions: the limit was reached after 3";
    for (process, ended) in all(running).iter().enumerate() {
        match process {
            1 => assert_eq!(ended.error(), reason),
            _ => {
                let expected = format!("process 1 ({}) has failed: {reason}", hosts[1]);
                assert_eq!(ended.error(), expected);
            }
        }
    }
    assert!(clock.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_worker_that_panics_ends_the_others() {
    let hosts = free(2);
    let [first, second] =
        all(idlers(&hosts, 2, &[("BAD", "2"), ("WAY", "panic")])).try_into().unwrap();
    let expected = format!("process 1 ({}) has failed: one of its threads has panicked", hosts[1]);
    assert_eq!(first.error(), expected);
    assert_eq!(second.status, Some(101));
    assert_eq!(second.err.matches("panicked at").count(), 1, "{}", second.err);
}

#[test]
fn what_a_slow_worker_has_not_taken_is_bounded() {
    for (processes, threads) in [(2, 1), (1, 2)] {
        let hosts = free(processes);
        let flood = |k| Process::new(&hosts, k).with("THREADS", threads).with("GAME", "flood");
        let ended = all((0..processes).map(|k| flood(k).start()).collect());
        assert_eq!(ended[processes - 1].found().0, FLOOD);
        for ended in ended {
            assert!(ended.found().1 < 8 * FLOOD / 3, "{ended:?}");
        }
    }
}

#[test]
fn a_process_that_is_interrupted_ends_and_tells_the_others() {
    let hosts = free(2);
    let interrupted = |k: usize| {
        let process = Process::new(&hosts, k).with("GAME", "idle");
        if k == 1 { process.with("INTERRUPT", 1) } else { process }.start()
    };
    for ended in all((0..2).map(interrupted).collect()) {
        let expected = format!("process 1 ({}) has failed: interrupted", hosts[1]);
        assert_eq!(ended.error(), expected);
        assert!(ended.after < Duration::from_secs(10));
    }
    // While it waits for others.
    let alone = Process::new(&hosts, 0).with("INTERRUPT", 1).start().end();
    assert_eq!(alone.error(), "interrupted");
}

#[test]
fn a_limit_is_an_error_for_all() {
    let hosts = free(2);
    let running =
        (0..2).map(|k| Process::new(&hosts, k).with("POSITIONS", 1_000).start()).collect();
    for ended in all(running) {
        assert!(ended.error().contains("more than 1000 positions"), "{ended:?}");
    }
}

#[test]
fn addresses_of_version_6_will_do() {
    if TcpListener::bind("[::1]:0").is_err() {
        eprintln!("this machine has none");
        return;
    }
    let hosts: Vec<String> =
        free(2).iter().map(|host| host.replace("127.0.0.1", "[::1]")).collect();
    let running = (0..2).map(|k| Process::new(&hosts, k).start()).collect();
    assert_eq!(
        all(running).iter().map(|ended| ended.found().0).sum::<u64>(),
        by_threads(&connect_four()).0
    );
    assert!(Hosts::read(Path::new("no/hosts.txt")).is_err());
}
