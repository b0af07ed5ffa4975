//! The rulesets, one file each. A newcomer adds a file here and a line to
//! [`RULESETS`](crate::catalogue::RULESETS).

pub mod explicit;
pub mod nim;
pub mod subtraction;
pub mod tic_tac_toe;
