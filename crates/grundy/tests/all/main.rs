//! The tests of the library that ask its public functions, in one program: one link
//! instead of forty. Those for which a door of CONTRIBUTING.md asks stand beside it.

mod canonical_forms;
mod cgsuite;
#[cfg(feature = "chess")]
mod chess;
mod circles;
mod explicit_games;
mod go_and_graphs;
mod grid_games;
mod heap_games;
mod heap_rules;
mod impartial_versions;
mod language;
mod limits;
mod literature;
mod misere_quotients;
mod named_moves;
mod packed;
mod partizan_games;
mod pictures;
mod plain_go;
mod played;
mod positions;
mod proofs;
mod scenes;
mod scores;
mod search;
mod solutions;
mod stated;
mod stoppers;
mod strategies;
mod sums_by_search;
mod superko;
mod support;
mod tables;
mod textbook;
mod texts;
mod theorems;
mod theory;
mod threads;
mod value_notation;
mod values_in_play;
