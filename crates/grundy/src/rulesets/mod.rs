//! The rulesets, one file each. A newcomer adds a file here and a line to
//! [`RULESETS`](crate::catalogue::RULESETS).

pub mod go;
pub mod graph_kayles;
pub mod hackenbush;
pub mod nim;
pub mod pebble;
pub mod subtraction;
pub mod tic_tac_toe;
