//! Workers of grundy on several machines: one game, solved by all of them.
//!
//! A [`Cluster`] is a list of [`Hosts`]: one process runs on each, all with the same number of
//! threads. [`Cluster::run`] joins them and gives each thread a [`TimelyFabric`], which is all that
//! the solver sees of the others:
//!
//! ```
//! use grundy::rulesets::tic_tac_toe::TicTacToe;
//! use grundy::solve::partitioned::{Settings, Solution, solve};
//! use grundy::{Convention, Notation, Packed, Player};
//! use grundy_cluster::{Cluster, Hosts, Job};
//!
//! let rules = TicTacToe::new(3, 3, 3).unwrap();
//! let start = rules.pack(&rules.start().unwrap(), Player::Left);
//! // One process alone. A real list has a line for each of several machines.
//! let hosts = Hosts::parse("localhost:27101").unwrap();
//! let job = Job::new("tic-tac-toe", Convention::Normal);
//! let shares = Cluster::new(&hosts, 0, 2)
//!     .run(&job, |fabric| {
//!         solve(&rules, &[start], fabric, &Settings::default())
//!     })
//!     .unwrap();
//! assert_eq!(shares.iter().map(Solution::keys).sum::<u64>(), 5_478);
//! ```
//!
//! Processes on several machines prove to each other that they know a [`Secret`], and that they
//! sent every message themselves. Nothing is encrypted.

mod channel;
mod cluster;
mod error;
mod fabric;
mod hello;
mod hosts;
mod job;
mod join;
mod letter;
mod link;
mod rising;
mod secret;
mod watch;

pub use cluster::Cluster;
pub use error::ClusterError;
pub use fabric::TimelyFabric;
pub use hosts::{Hosts, HostsError};
pub use job::Job;
pub use secret::{Secret, SecretError};
