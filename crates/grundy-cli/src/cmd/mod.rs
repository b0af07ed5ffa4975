//! The commands, one file each: the arguments, then `run`.

mod batch;
pub(crate) mod calculator;
pub(crate) mod check;
#[cfg_attr(not(feature = "cluster"), path = "no_cluster.rs")]
mod cluster;
pub(crate) mod code;
#[cfg(feature = "parquet")]
mod column;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod db;
pub(crate) mod engine;
pub(crate) mod equal;
pub(crate) mod games;
pub(crate) mod graph;
mod large;
pub(crate) mod list;
pub(crate) mod lookup;
pub(crate) mod man;
pub(crate) mod merge;
pub(crate) mod misere;
#[cfg(any(feature = "rules", feature = "wasm"))]
mod needs;
#[cfg(feature = "rules")]
pub(crate) mod new;
#[cfg(feature = "page")]
pub(crate) mod page;
pub(crate) mod period;
mod plan;
pub(crate) mod play;
pub(crate) mod plot;
pub(crate) mod repl;
pub(crate) mod run;
pub(crate) mod search;
#[cfg(feature = "page")]
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod stats;
pub(crate) mod survey;
pub(crate) mod table;
pub(crate) mod value;
pub(crate) mod verify;
