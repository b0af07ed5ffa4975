//! The rulesets, one file each. A newcomer adds a file here and a line to
//! [`RULESETS`](crate::catalogue::RULESETS).

pub mod chomp;
pub mod connect_four;
pub mod cram;
pub mod dodgem;
pub mod domineering;
pub mod nim;
pub mod subtraction;
pub mod tic_tac_toe;
