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

// Much of what is known of rules is for the compiler.
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
#[cfg(not(target_family = "wasm"))]
mod size;
pub mod structure;
mod template;

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
pub use template::TEMPLATE;
