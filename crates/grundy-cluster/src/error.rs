//! Why a cluster failed.

use std::io;
use std::time::Duration;

use grundy::solve::partitioned::Failure;

use crate::hosts::HostsError;

/// Why a cluster did not do its work.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClusterError {
    /// The list of hosts has no such process.
    #[error(transparent)]
    Hosts(#[from] HostsError),
    /// Each process has a thread at least.
    #[error("a process needs a thread to work with")]
    NoThreads,
    /// Other machines can reach this address, and nobody has to prove that he may join.
    #[error("{address} is not on the loopback interface: such a cluster needs a secret")]
    NoSecret {
        /// The first such address of the list.
        address: String,
    },
    /// The others could not reach this process.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// Where they would have.
        address: String,
        /// What the system says.
        error: io::Error,
    },
    /// Some have not come.
    #[error("no connection within {} s with {absent}", patience.as_secs_f64())]
    Absent {
        /// Who has not, and why where that is known.
        absent: String,
        /// How long this process has waited.
        patience: Duration,
    },
    /// Processes do not belong together, or one has given up.
    #[error("{0}")]
    Refused(String),
    /// The system has no more threads or connections.
    #[error("cannot start to work: {0}")]
    System(#[from] io::Error),
    /// The work has failed, here or elsewhere.
    #[error(transparent)]
    Failed(#[from] Failure),
}
