//! Values as they are written: printing and reading, which are inverses.
//!
//! Printing agrees with CGSuite's plain text: `3/4`, `*2`, `^`, `^^*`, `^3*2`,
//! `1v`, `{2||1|-1}`, `+-2`, `+-{2|1}`, `1+Tiny(2)`. Reading also takes `±`,
//! sums, multiples such as `3*^`, and the uptimals `^[4]` and `^<2>`.

mod print;
mod read;

pub use read::{Names, ReadError, read};
