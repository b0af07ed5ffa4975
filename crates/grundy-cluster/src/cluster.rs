//! Runs a cluster: joins the processes, starts the threads, and collects the results.

use std::io;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use grundy::solve::partitioned::Failure;
use timely::WorkerConfig;
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::allocator::TcpBuilder;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::{Allocator, Hooks};
use timely::worker::Worker;

use crate::error::ClusterError;
use crate::fabric::{NAP, TimelyFabric};
use crate::hello::Hello;
use crate::hosts::{Hosts, HostsError, is_loopback};
use crate::job::Job;
use crate::join::join;
use crate::link::Link;
use crate::secret::Secret;
use crate::watch::{Watch, name};

/// One of the processes that work together. All have the same number of threads.
#[derive(Clone, Debug)]
pub struct Cluster<'a> {
    hosts: &'a Hosts,
    process: usize,
    threads: usize,
    patience: Duration,
    interrupted: Option<&'a AtomicBool>,
    secret: Option<Secret>,
}

impl<'a> Cluster<'a> {
    /// The process with this number, counted from 0. It waits a minute for the others.
    #[must_use]
    pub fn new(hosts: &'a Hosts, process: usize, threads: usize) -> Self {
        let patience = Duration::from_secs(60);
        Cluster { hosts, process, threads, patience, interrupted: None, secret: None }
    }

    /// Works only with processes that know this secret. Without a secret, all addresses must belong
    /// to this machine alone: `localhost`, or an address of the loopback interface.
    #[must_use]
    pub fn secret(self, secret: Secret) -> Self {
        Cluster { secret: Some(secret), ..self }
    }

    /// Waits for at most `patience` until the others have come.
    #[must_use]
    pub fn patience(self, patience: Duration) -> Self {
        Cluster { patience, ..self }
    }

    /// Ends within about a second when the flag is set, and tells the others. Without such a flag
    /// nobody can stop a process that waits.
    #[must_use]
    pub fn interrupted(self, interrupted: &'a AtomicBool) -> Self {
        Cluster { interrupted: Some(interrupted), ..self }
    }

    /// Joins the other processes, lets each thread do its work, and returns the results in order,
    /// when all threads of all processes are done.
    ///
    /// An error in one thread ends all of them, within seconds after they next use their fabric;
    /// each process returns the reason. A thread that panics is an error for the other processes.
    pub fn run<T, W>(&self, job: &Job, work: W) -> Result<Vec<T>, ClusterError>
    where
        T: Send,
        W: Fn(TimelyFabric<'_>) -> Result<T, Failure> + Sync,
    {
        let Cluster { hosts, process, threads, patience, interrupted, ref secret } = *self;
        if process >= hosts.len() {
            return Err(HostsError::NoSuch { process, hosts: hosts.len() }.into());
        }
        if threads == 0 {
            return Err(ClusterError::NoThreads);
        }
        let addresses: Vec<&str> = hosts.addresses().collect();
        let open = addresses.iter().find(|address| !is_loopback(address));
        let secret = match (secret, open) {
            (Some(secret), _) => secret.clone(),
            (None, None) => Secret::none(),
            (None, Some(open)) => {
                return Err(ClusterError::NoSecret { address: open.to_string() });
            }
        };
        let hello = Hello::new(job, hosts.len(), threads, process);
        let pairs = match hosts.len() {
            1 => vec![None],
            _ => join(&addresses, &hello, &secret, patience, interrupted)?,
        };
        let names = addresses.iter().enumerate().map(|(number, address)| name(number, address));
        let watch = Arc::new(Watch::new(names.collect(), process, pairs));
        let (found, parted) = thread::scope(|scope| {
            scope.spawn(|| watch.beat(interrupted));
            for other in watch.others() {
                let watch = &watch;
                scope.spawn(move || watch.listen(other));
            }
            let found = work_and_part(&watch, process, threads, &work);
            if let Err(error) = &found {
                watch.give_up(&error.to_string());
            }
            watch.hang_up();
            found
        })?;
        judge(found, parted)
    }
}

/// The result of each thread, unless it has panicked.
type Found<T> = Vec<thread::Result<Result<T, Failure>>>;

/// Lets the threads do their work, and waits for the other processes.
fn work_and_part<T: Send>(
    watch: &Arc<Watch>,
    process: usize,
    threads: usize,
    work: &(impl Fn(TimelyFabric<'_>) -> Result<T, Failure> + Sync),
) -> io::Result<(Found<T>, Result<(), Failure>)> {
    let links = (0..watch.processes()).map(|other| Link::new(other, watch));
    let links = links.collect::<io::Result<Vec<_>>>()?;
    let hooks = Hooks::default();
    let inside = ProcessBuilder::new_typed_vector(threads, hooks.refill.clone(), None);
    let (builders, guard) =
        initialize_networking_from_sockets(inside, links, process, threads, hooks)?;
    let local = process * threads..(process + 1) * threads;
    let found = thread::scope(|scope| {
        let workers: Vec<_> = builders
            .into_iter()
            .map(|builder| scope.spawn(|| one(builder, watch, local.clone(), work)))
            .collect();
        workers.into_iter().map(|worker| worker.join().flatten()).collect()
    });
    watch.rest();
    let parted = watch.part();
    match parted {
        Ok(()) => drop(guard),
        // Dropping it would wait for threads, and panic because one of them has lost its
        // connection.
        Err(_) => std::mem::forget(guard),
    }
    Ok((found, parted))
}

/// The results of all threads, or the failure that came first.
fn judge<T>(found: Found<T>, parted: Result<(), Failure>) -> Result<Vec<T>, ClusterError> {
    let mut all = Vec::new();
    let mut lost = parted.err();
    for found in found {
        match found.unwrap_or_else(|panic| resume_unwind(panic)) {
            Ok(found) => all.push(found),
            // Another worker, here or elsewhere, knows more about the cause.
            Err(failure @ Failure::Lost(_)) => lost = lost.or(Some(failure)),
            Err(failure) => return Err(failure.into()),
        }
    }
    match lost {
        Some(failure) => Err(failure.into()),
        None => Ok(all),
    }
}

/// The work of one thread.
fn one<T>(
    builder: TcpBuilder,
    watch: &Arc<Watch>,
    local: Range<usize>,
    work: &impl Fn(TimelyFabric<'_>) -> Result<T, Failure>,
) -> thread::Result<Result<T, Failure>> {
    let allocator = Allocator::Tcp(builder.build());
    // A worker without a clock never sleeps.
    let mut worker = Worker::new(WorkerConfig::default(), allocator, Some(Instant::now()));
    let fabric = TimelyFabric::new(&mut worker, watch.clone(), local);
    // Timely cannot continue after the panic of a worker.
    let found = catch_unwind(AssertUnwindSafe(|| work(fabric)));
    match &found {
        Ok(Ok(_)) => {}
        Ok(Err(failure)) => watch.give_up(&failure.to_string()),
        Err(_) => watch.give_up("one of its threads has panicked"),
    }
    while worker.has_dataflows() && !watch.has_failed() {
        worker.step_or_park(Some(NAP));
    }
    for dataflow in worker.installed_dataflows() {
        worker.drop_dataflow(dataflow);
    }
    found
}
