//! Games in rule files: the rules are a few lines of Starlark, a dialect of Python, so that
//! no Rust is needed. Such a game is used like any other ruleset.
//!
//! ```
//! use grundy::stated::Statement;
//!
//! let text = "
//! def start(n = 21):
//!     return n
//!
//! def moves(n):
//!     return [n - k for k in (1, 2) if k <= n]
//! ";
//! let file = grundy_rules::load("take12.star", text).unwrap();
//! let game = file.state(Some(grundy::Text::new("5"))).unwrap();
//! assert_eq!(game.print(&game.start()), "5");
//! assert!(game.impartial());
//! ```
//!
//! [`load`] reads a file and returns a [`File`], a [`grundy::stated::Statement`]; [`check`]
//! tests its promises on samples. The conventions are in `docs/src/guides/rules.md`.
//!
//! # How rule files are compiled
//!
//! A rule file is compiled when a game turns out to be large (`grundy-rules`' `compile`). Its
//! functions are lowered to trees of operations on words of 64 bits, once for each choice of types
//! of their arguments. Types are inferred: rounds of abstract interpretation go on until nothing
//! new is learned of what functions return and lists contain. Built-in methods are written in
//! Starlark (`library.star`) and compiled with the file. The module is WebAssembly, run by
//! `grundy-wasm`. It traps, or says that it has no answer, wherever the interpreter might do
//! anything but return a value that fits; the interpreter (`grundy-starlark`) is then asked, so
//! errors and odd cases are the interpreter's. What positions look like (`structure`'s `shape`) and
//! which sums no move decreases (`tiers`) is learned from a sample of play. The shape gives each
//! position a key (`layout`), and `stated::Keyed` is a `Packed` ruleset of these keys, so that all
//! methods for large games are open. With `symmetries` the module replaces each option by its least
//! image. With `negative`, keys do not say who is to move: it follows from the tier, or is always
//! Left. A tier that the file gives is a digit of the key. A position without a key, or a move
//! against the order of tiers, is a fault that the file learns from (`stated::Lessons`); the
//! program then starts again. What was learned (`Statement::learned`) stands in files of positions
//! and beside checkpoints. `Packed::define` lets a file be verified by the interpreter, without
//! keeping its positions.

// Much of what is known about rules is for the compiler.
#![cfg_attr(target_family = "wasm", allow(dead_code))]

#[cfg(not(target_family = "wasm"))]
mod advice;
mod bounds;
#[cfg(not(target_family = "wasm"))]
mod check;
#[cfg(not(target_family = "wasm"))]
mod compile;
mod conventions;
#[cfg(not(target_family = "wasm"))]
mod difference;
mod file;
mod game;
#[cfg(not(target_family = "wasm"))]
mod generated;
mod hints;
#[cfg(not(target_family = "wasm"))]
mod keys;
mod literal;
mod plan;
mod sample;
mod script;
mod shipped;
#[cfg(not(target_family = "wasm"))]
mod size;
pub mod structure;
mod template;
pub mod translate;

#[cfg(not(target_family = "wasm"))]
pub use advice::{Advice, advise};
pub use bounds::Bounds;
#[cfg(not(target_family = "wasm"))]
pub use check::{Broken, Report, Tested, check, check_with};
pub use file::{File, load, load_within};
#[cfg(not(target_family = "wasm"))]
// For the fuzz target, and always there: a feature would compile the crate twice.
#[doc(hidden)]
pub use generated::{Checked, differs};
pub use script::is_interpreting;
pub use shipped::shipped;
pub use template::TEMPLATE;
