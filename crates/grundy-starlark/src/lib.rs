//! An interpreter of Starlark, the language of rule files: Python without classes, imports and
//! `while`, so that every file ends.
//!
//! ```
//! use grundy_starlark::{Limits, Module, Watch, syntax};
//!
//! struct Nobody;
//!
//! impl Watch for Nobody {
//!     fn must_stop(&self) -> bool {
//!         false
//!     }
//!     fn print(&self, _: &str) {}
//! }
//!
//! let tree = syntax::parse("def moves(n):\n    return [n - k for k in (1, 2) if k <= n]\n")?;
//! let limits = Limits { heap: 1 << 20, depth: 100 };
//! let module = Module::load(&tree, &limits, &Nobody)?;
//! let shown = module.session(&limits, &Nobody, |mut session| {
//!     let moves = session.get("moves").unwrap();
//!     let five = grundy_starlark::View::int(5);
//!     session.call(moves, &[five], &[]).map(|options| options.repr())
//! })?;
//! assert_eq!(shown, "[4, 3]");
//! # Ok::<(), grundy_starlark::Error>(())
//! ```
//!
//! A text becomes a tree ([`syntax`]); in the tree of a program each name is a place (`eval`);
//! a [`Module`] is a file whose top level was run, and whose values never change again. Calls run
//! in a [`Session`].

// For rule files, whose users see none of it.
#![allow(missing_debug_implementations)]

mod error;
mod eval;
mod freeze;
mod library;
mod module;
mod session;
mod span;
pub mod syntax;
mod value;
mod watch;

pub use error::{Error, ErrorKind};
pub use library::names;
pub use module::{Module, Parameters};
pub use session::Session;
pub use value::View;
pub use watch::{PERIOD, Watch};

/// Limits on what calls take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of values in a session.
    pub heap: usize,
    /// How many functions may call each other.
    pub depth: usize,
}
