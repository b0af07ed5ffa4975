//! The rulesets, one file each. A newcomer adds a file here and a line to
//! [`RULESETS`](crate::catalogue::RULESETS).

pub mod amazons;
#[cfg(feature = "chess")]
pub mod chess;
pub mod chomp;
pub mod clobber;
pub mod colouring;
pub mod connect_four;
pub mod couples_are_forever;
pub mod cram;
pub mod cutting;
pub mod dodgem;
pub mod domineering;
pub mod elephants_and_rhinos;
pub mod euclid;
pub mod explicit;
pub mod fission;
pub mod go;
pub mod graph_kayles;
pub mod grundys_game;
pub mod hackenbush;
pub mod heap;
mod heap_move;
pub mod hexadecimal;
pub mod konane;
pub mod lasker;
pub mod last_to_toggle;
pub mod named_octal;
pub mod nim;
pub mod nim_with_adding;
pub mod nogo;
mod number_family;
pub mod octal;
pub mod partizan_subtraction;
pub mod pebble;
pub mod pushing;
pub mod subtraction;
mod take_set;
pub mod thirty_one;
pub mod tic_tac_toe;
pub mod toads_and_frogs;
pub mod toppling_dominoes;
pub mod wide_dominoes;
pub mod wythoff;
