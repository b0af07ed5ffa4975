//! Games on heaps: sequences of Grundy values, their periods with proofs, and misère
//! quotients.
//!
//! - [`sequence`]: g(0), g(1), g(2), … by the method that fits the rules. Read this first.
//! - [`period`]: whether a period that was seen holds for ever; [`verify`] checks the proof.
//! - [`automatic`]: values that follow from the digits of heaps, with a proof.
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
//!
//! # How sequences are computed
//!
//! For heaps a sequence of values (`solve::sequence`) replaces the graph, and a closed form
//! replaces the sequence where a theorem gives one; tests compare both with the graph. The methods
//! for a sequence are exact, and each is tested against another:
//!
//! - by the definition, at the start;
//! - by rare and common values where heaps split in two (`sparse`), and in a buffer of constant
//!   size once no new rare values appear (`bulk`: `few` for few options with a common value, `many`
//!   for more, or for large values);
//! - by a plain array of marks if nearly as many values are rare as common (`stamps`);
//! - by bit sets of values, and values looked for one by one, if heaps split in more than two parts
//!   (`bitset`);
//! - all-but subtraction sets have a method and a proof of their own (`all_but`).
//!
//! `lanes` holds what is done to 32 bytes at once, with AVX2, AVX-512, WebAssembly's vectors or
//! none. `bulk` looks at a window of ranks of values; a heap that the window does not prove is
//! proved from values that are computed again (`bulk::deeper`). A window that occurs again proves a
//! period (`recurrence`). The values that a game has settled by, and windows, serve as checkpoints
//! (`format::checkpoint`). `stream` returns values in stretches and keeps only those that the next
//! ones need; `format::values` stores them.
//!
//! If values do not grow, theorems say whether a period holds for ever (`period`); otherwise an
//! automaton that reads heaps and values digit by digit decides it (`period::automaton`). The
//! certificate of a period (`format::certificate`) is checked by separate code (`verify::period`),
//! except that arithmetic periods are decided by the automaton again. `survey` lists the games with
//! a given number of digits, each once by its standard form, and examines one within limits; the
//! command keeps a journal of them. The table of known periods (`known_octal`) says whether a
//! period is new, and `oeis` which sequence of the OEIS has the values; no solver reads them.

pub mod automatic;
pub mod compare;
pub mod known_octal;
pub mod oeis;
pub mod pairs;
pub mod period;
pub mod quotient;
pub mod sequence;
pub mod survey;
pub mod verify;
