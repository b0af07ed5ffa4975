//! The program as scripts and people meet it: what it prints where, with which
//! status, and how it ends.

mod batch;
#[cfg(unix)]
mod book;
mod cluster;
mod code;
mod db;
mod engine;
mod errors;
mod files;
mod grid;
// Pages list all rulesets, chess among them.
mod heap_files;
mod heaps;
mod heavy;
mod limits;
mod messages;
mod misere;
#[cfg(feature = "page")]
mod page;
mod play;
mod plot;
mod positions;
#[cfg(unix)]
mod readme;
mod records;
#[cfg(unix)]
mod results;
#[cfg(all(feature = "rules", feature = "gdl", unix))]
mod rules;
mod run;
mod search;
mod serve;
mod sets;
mod solve;
mod strategies;
mod sums;
mod survey;
mod values;
#[cfg(all(feature = "wasm", unix))]
mod wasm;
