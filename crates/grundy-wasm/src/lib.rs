//! Games whose rules are modules in WebAssembly, compiled from any language and run by
//! wasmtime.
//!
//! A module exports functions. One of them, `expand`, returns for many positions at a time how play
//! ends there, or which options the player has. It imports nothing, so it can do nothing but
//! compute, within limits of memory and time ([`Bounds`]). `docs/src/guides/wasm.md` describes the
//! interface.
//!
//! ```
//! use grundy::stated::Statement;
//!
//! let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/wasm/take.wasm");
//! let file = grundy_wasm::load("take.wasm", &std::fs::read(path).unwrap()).unwrap();
//! let game = file.state(None).unwrap();
//! assert!(game.impartial());
//! // 21 tokens: without a function of the module, positions are printed in hexadecimal.
//! assert_eq!(game.print(&game.start()), "15");
//! ```
//!
//! [`load`] reads a file and returns a [`File`], a [`grundy::stated::Statement`]. [`Module`] is
//! the compiled module alone. [`check()`] tests the promises of a module on samples.
//!
//! # Keys
//!
//! The games of users' modules have keys, too (`grundy-wasm`'s `keys`): the bits or ranges of bytes
//! that vary in a sample of play (`seen`, `layout`), and tiers that the module says or that are
//! found in sums of bytes (`tiers`). Samples and tiers of both kinds of files are `stated::sample`
//! and `stated::tiers`.

mod answers;
mod bounds;
mod check;
mod engine;
mod file;
mod game;
mod instance;
mod interface;
mod keys;
mod layout;
mod learned;
mod many;
mod module;
mod refusal;
mod sample;
mod seen;
mod tiers;
mod trap;

pub use answers::{ALTERNATE, GOES_ON, LEFT_WON, RIGHT_WON, TIE, UNANSWERED, answers};
pub use bounds::Bounds;
pub use check::check;
pub use file::{File, load, load_within};
pub use module::Module;
pub use refusal::Refusal;
pub use trap::{Trap, Why};
