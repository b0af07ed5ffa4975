//! The reasons why a cluster fails.

use std::io;
use std::time::Duration;

use grundy::solve::partitioned::Failure;

use crate::hosts::HostsError;

/// The reason why a cluster did not do its work.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClusterError {
    /// The list of hosts has no such process.
    #[error(transparent)]
    Hosts(#[from] HostsError),
    /// Each process must have at least one thread.
    #[error("a process needs a thread to work with")]
    NoThreads,
    /// Other machines can reach this address, and without a secret no process has to prove that it
    /// may join.
    #[error("{address} is not on the loopback interface: such a cluster needs a secret")]
    NoSecret {
        /// The first such address of the list.
        address: String,
    },
    /// This process cannot listen, so the others could not reach it.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// The address on which it should listen.
        address: String,
        /// The system's error.
        error: io::Error,
    },
    /// Some processes have not come.
    #[error("no connection within {} s with {absent}", patience.as_secs_f64())]
    Absent {
        /// The missing processes, with the reason if it is known.
        absent: String,
        /// How long this process has waited.
        patience: Duration,
    },
    /// Processes do not belong together, or one process has given up.
    #[error("{0}")]
    Refused(String),
    /// The system cannot create more threads or connections.
    #[error("cannot start to work: {0}")]
    System(#[from] io::Error),
    /// The work has failed, here or elsewhere.
    #[error(transparent)]
    Failed(#[from] Failure),
}
