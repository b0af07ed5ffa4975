//! Games on heaps: sequences of Grundy values, their periods with proofs, and misère
//! quotients.
//!
//! - [`sequence`]: g(0), g(1), g(2), … by the method that fits the rules. Read this first.
//! - [`period`]: whether a period that was seen holds for ever; [`verify`] checks the proof.
//! - [`compare`]: where two sequences differ.
//! - [`pairs`]: games on a pair of heaps.
//! - [`quotient`]: misère quotients.
//! - [`survey`]: what a fixed budget finds of many games.
//! - [`known_octal`]: which periods of octal games are known; [`oeis`] which sequences of the
//!   OEIS their values are.
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use grundy_base::Limits;
//! use grundy_heaps::period::find_period;
//! use grundy_heaps::sequence::Sequence;
//! use grundy_ruleset::{HeapKind, HeapRules, OnOption};
//!
//! struct TakeOneOrTwo;
//!
//! impl HeapRules for TakeOneOrTwo {
//!     fn each_option(&self, size: u64, option: &mut OnOption<'_>) -> ControlFlow<()> {
//!         (1..=2.min(size)).try_for_each(|take| option(&[size - take]))
//!     }
//!
//!     // The kind of moves says which theorem proves a period.
//!     fn kind(&self) -> HeapKind {
//!         HeapKind::Subtraction(vec![1, 2])
//!     }
//! }
//!
//! let mut sequence = Sequence::default();
//! sequence.extend(&TakeOneOrTwo, 100, &Limits::default()).unwrap();
//! assert_eq!(sequence.values()[..6], [0, 1, 2, 0, 1, 2]);
//! let found = find_period(sequence.values(), &TakeOneOrTwo.kind()).unwrap();
//! assert_eq!((found.period, found.preperiod, found.proved), (3, 0, true));
//! ```

pub mod compare;
pub mod known_octal;
pub mod oeis;
pub mod pairs;
pub mod period;
pub mod quotient;
pub mod sequence;
pub mod survey;
pub mod verify;
