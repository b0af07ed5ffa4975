//! The rulesets of grundy, and the catalogue that finds them by name.

use grundy_base::{code, error, limits, outcome, player};
use grundy_game as game;
use grundy_game::{stated, sum};
use grundy_ruleset as ruleset;
use grundy_ruleset::{board, scene};
use grundy_solve as solve;

pub mod catalogue;
pub mod rulesets;
