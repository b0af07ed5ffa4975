//! Games whose rules are modules in WebAssembly, compiled from any language and run by
//! wasmtime.
//!
//! A module exports functions, of which `expand` says for many positions at a time how play
//! ends there or which options the player has. It imports nothing, so it can do nothing but
//! compute, within limits of memory and time ([`Bounds`]). `docs/src/guides/wasm.md` describes
//! the interface.
//!
//! [`Module`] is a compiled module.

mod answers;
mod bounds;
mod engine;
mod instance;
mod interface;
mod module;
mod refusal;
mod trap;

pub use answers::{ALTERNATE, GOES_ON, LEFT_WON, RIGHT_WON, TIE, UNANSWERED, answers};
pub use bounds::Bounds;
pub use module::Module;
pub use refusal::Refusal;
pub use trap::{Trap, Why};
