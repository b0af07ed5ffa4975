//! Games on heaps: sequences of Grundy values, their periods with proofs, and misère
//! quotients.
//!
//! - [`sequence`]: g(0), g(1), g(2), … by the method that fits the rules.
//! - [`period`]: whether a period that was seen holds for ever; [`verify`] checks the proof.
//! - [`compare`]: where two sequences differ.
//! - [`pairs`]: games on a pair of heaps.
//! - [`quotient`]: misère quotients.
//! - [`known_octal`]: which periods of octal games are known.

use grundy_base::{code, limits, player, stack};
use grundy_graph as graph;
use grundy_ruleset as ruleset;
use grundy_values as value;

pub mod compare;
pub mod known_octal;
pub mod pairs;
pub mod period;
pub mod quotient;
pub mod sequence;
pub mod verify;
