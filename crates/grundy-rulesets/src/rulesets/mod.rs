//! The rulesets, one file each, and the list of them.
//!
//! A new ruleset is a file here and a line in the list below.

use crate::catalogue::Entry;

/// Declares the modules of the rulesets, and lists their entries.
///
/// Each line is a ruleset: `mod nim::entry;` declares the module `nim` and lists its `entry`; `use`
/// lists another entry of a module that is declared above.
macro_rules! rulesets {
    ($(
        $(#[$attribute:meta])*
        $(mod $new:ident)? $(use $declared:ident)? :: $entry:ident;
    )*) => {
        $( rulesets!(@declare [$(#[$attribute])*] $($new)?); )*

        /// The entries, in the order of display. This function refers to all solvers, so no other
        /// code compiles them: unit tests would compile a constant, and every program would compile
        /// an inlined function.
        #[inline(never)]
        pub(crate) fn entries() -> &'static [Entry] {
            const { &[$( $(#[$attribute])* $($new)? $($declared)? :: $entry(), )*] }
        }
    };
    (@declare [$($attribute:tt)*] $new:ident) => { $($attribute)* pub mod $new; };
    (@declare [$($attribute:tt)*]) => {};
}

rulesets! {
    mod nim::entry;
    mod subtraction::entry;
    use subtraction::prime_nim;
    use subtraction::subtract_a_square;
    mod thirty_one::entry;
    mod nim_with_adding::entry;
    mod nim_with_a_pass::entry;
    mod moore_nim::entry;
    mod staircase_nim::entry;
    mod end_nim::entry;
    mod wythoff::entry;
    mod euclid::entry;
    mod octal::entry;
    mod hexadecimal::entry;
    mod named_octal::kayles;
    use named_octal::dawsons_kayles;
    use named_octal::dawsons_chess;
    use named_octal::treblecross;
    mod lasker::entry;
    mod grundys_game::entry;
    mod couples_are_forever::entry;
    mod heap::entry;
    mod last_to_toggle::entry;
    mod memory::fibonacci_nim;
    use memory::entry;
    mod sylver_coinage::entry;
    mod partizan_subtraction::entry;
    mod partizan_euclid::entry;
    mod coin_turning::turning_turtles;
    use coin_turning::mock_turtles;
    use coin_turning::ruler;
    use coin_turning::entry;
    mod silver_dollar::entry;
    mod welter::entry;
    mod kotzigs_nim::entry;
    mod toads_and_frogs::entry;
    mod backsliding::entry;
    mod generalized_toads::entry;
    mod elephants_and_rhinos::entry;
    mod bipass::entry;
    mod toppling_dominoes::entry;
    mod sowing::entry;
    mod pushing::push;
    use pushing::shove;
    mod tic_tac_toe::entry;
    mod connect_four::entry;
    mod quixo::entry;
    mod teeko::entry;
    mod chomp::entry;
    mod tactix::entry;
    mod northcotts_game::entry;
    mod domineering::entry;
    mod cram::entry;
    mod clobber::entry;
    mod clobber_kin::kings;
    use clobber_kin::rooks;
    use clobber_kin::queens;
    use clobber_kin::hot;
    use clobber_kin::anti;
    mod konane::entry;
    mod sliding_konane::entry;
    mod amazons::entry;
    mod kings_dirt::entry;
    mod sheep::entry;
    mod nogo::entry;
    mod fission::entry;
    mod colouring::col;
    use colouring::snort;
    mod cutting::cutcake;
    use cutting::maundy_cake;
    use cutting::twisted_maundy_cake;
    mod eatcake::plain;
    use eatcake::turning;
    mod ski_jumps::entry;
    mod fox_and_geese::entry;
    mod hare_and_hounds::entry;
    use coin_turning::turning_corners;
    mod dodgem::entry;
    mod mens_morris::three;
    use mens_morris::achi;
    use mens_morris::six;
    use mens_morris::nine;
    mod connection::hex;
    use connection::y;
    mod dots_and_boxes::entry;
    use dots_and_boxes::nimstring;
    mod kalah::entry;
    mod othello::entry;
    mod crosscut::entry;
    mod chess::entry;
    mod go::entry;
    mod graph_kayles::node_kayles;
    use graph_kayles::arc_kayles;
    mod vertex_geography::entry;
    mod poset_game::entry;
    mod sprouts::entry;
    mod fjords::entry;
    mod hackenbush::entry;
    mod pebble::entry;
    mod impartial::entry;
    mod explicit::entry;
}

// This module is shared by several rulesets.
mod heap_move;
pub mod loop_with_heaps;
mod matching;
mod number_family;
pub mod on_board;
mod ordered_heaps;
mod take_set;
