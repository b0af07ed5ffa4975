//! The rulesets, one file each, and the list of them.
//!
//! A new ruleset is a file here and a line in the list below.

use crate::catalogue::Entry;

/// Declares the modules of the rulesets, and lists their entries.
///
/// Each line is a ruleset: `mod nim::ENTRY;` declares the module `nim` and lists its
/// `ENTRY`; `use` lists one more entry of a module that is declared further up.
macro_rules! rulesets {
    ($(
        $(#[$attribute:meta])*
        $(mod $new:ident)? $(use $declared:ident)? :: $entry:ident;
    )*) => {
        $( rulesets!(@declare [$(#[$attribute])*] $($new)?); )*

        /// The entries, in the order of display.
        pub(crate) const ENTRIES: &[Entry] = &[
            $( $(#[$attribute])* $($new)? $($declared)? :: $entry, )*
        ];
    };
    (@declare [$($attribute:tt)*] $new:ident) => { $($attribute)* pub mod $new; };
    (@declare [$($attribute:tt)*]) => {};
}

rulesets! {
    mod nim::ENTRY;
    mod subtraction::ENTRY;
    use subtraction::PRIME_NIM;
    use subtraction::SUBTRACT_A_SQUARE;
    mod thirty_one::ENTRY;
    mod nim_with_adding::ENTRY;
    mod wythoff::ENTRY;
    mod euclid::ENTRY;
    mod octal::ENTRY;
    mod hexadecimal::ENTRY;
    mod named_octal::KAYLES;
    use named_octal::DAWSONS_KAYLES;
    use named_octal::DAWSONS_CHESS;
    use named_octal::TREBLECROSS;
    mod lasker::ENTRY;
    mod grundys_game::ENTRY;
    mod couples_are_forever::ENTRY;
    mod heap::ENTRY;
    mod last_to_toggle::ENTRY;
    mod memory::FIBONACCI_NIM;
    use memory::ENTRY;
    mod partizan_subtraction::ENTRY;
    mod partizan_euclid::ENTRY;
    mod coin_turning::TURNING_TURTLES;
    use coin_turning::MOCK_TURTLES;
    use coin_turning::RULER;
    use coin_turning::ENTRY;
    mod silver_dollar::ENTRY;
    mod welter::ENTRY;
    mod toads_and_frogs::ENTRY;
    mod backsliding::ENTRY;
    mod generalized_toads::ENTRY;
    mod elephants_and_rhinos::ENTRY;
    mod bipass::ENTRY;
    mod toppling_dominoes::ENTRY;
    mod sowing::ENTRY;
    mod pushing::PUSH;
    use pushing::SHOVE;
    mod tic_tac_toe::ENTRY;
    mod connect_four::ENTRY;
    mod quixo::ENTRY;
    mod teeko::ENTRY;
    mod chomp::ENTRY;
    mod domineering::ENTRY;
    mod cram::ENTRY;
    mod clobber::ENTRY;
    mod clobber_kin::KINGS;
    use clobber_kin::ROOKS;
    use clobber_kin::QUEENS;
    use clobber_kin::HOT;
    use clobber_kin::ANTI;
    mod konane::ENTRY;
    mod sliding_konane::ENTRY;
    mod amazons::ENTRY;
    mod kings_dirt::ENTRY;
    mod sheep::ENTRY;
    mod nogo::ENTRY;
    mod fission::ENTRY;
    mod colouring::COL;
    use colouring::SNORT;
    mod cutting::CUTCAKE;
    use cutting::MAUNDY_CAKE;
    use cutting::TWISTED_MAUNDY_CAKE;
    mod eatcake::PLAIN;
    use eatcake::TURNING;
    mod ski_jumps::ENTRY;
    mod fox_and_geese::ENTRY;
    mod hare_and_hounds::ENTRY;
    use coin_turning::TURNING_CORNERS;
    mod dodgem::ENTRY;
    mod mens_morris::THREE;
    use mens_morris::SIX;
    use mens_morris::NINE;
    mod connection::HEX;
    use connection::Y;
    mod dots_and_boxes::ENTRY;
    use dots_and_boxes::NIMSTRING;
    mod kalah::ENTRY;
    mod othello::ENTRY;
    mod crosscut::ENTRY;
    #[cfg(feature = "chess")]
    mod chess::ENTRY;
    mod go::ENTRY;
    mod graph_kayles::NODE_KAYLES;
    use graph_kayles::ARC_KAYLES;
    mod sprouts::ENTRY;
    mod fjords::ENTRY;
    mod hackenbush::ENTRY;
    mod pebble::ENTRY;
    mod impartial::ENTRY;
    mod explicit::ENTRY;
}

// Shared by several rulesets.
mod heap_move;
pub mod loop_with_heaps;
mod number_family;
pub mod on_board;
mod take_set;
pub mod wide_dominoes;
