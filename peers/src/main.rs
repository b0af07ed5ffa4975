//! grundy beside the crate `cgt`: canonical forms of Domineering rectangles, one
//! after the other in one run, by processor seconds of the process.
//!
//!     cargo run --release
//!
//! Both start from an empty table for each board, and their values must agree.

use std::time::Instant;

use cgt::grid::small_bit_grid::SmallBitGrid;
use cgt::short::partizan::games::domineering::Domineering;
use cgt::short::partizan::partizan_game::PartizanGame;
use cgt::short::partizan::transposition_table::ParallelTranspositionTable;
use grundy::Limits;
use grundy::language;
use grundy::value::Forms;

/// Width, height.
const BOARDS: [(u8, u8); 6] = [(6, 4), (5, 5), (8, 3), (7, 4), (10, 3), (18, 2)];

fn main() {
    println!("board   grundy     cgt   ratio");
    for (width, height) in BOARDS {
        let start = Instant::now();
        let mut forms = Forms::new(Limits::default());
        let game = format!("domineering({width}x{height})");
        let form = language::read(&game, &mut forms).expect("a board");
        let ours = (start.elapsed().as_secs_f64(), forms.print(form).expect("a short text"));

        let start = Instant::now();
        let table = ParallelTranspositionTable::new();
        let grid = SmallBitGrid::empty(width, height).expect("a board");
        let form = Domineering::new(grid).canonical_form(&table);
        let theirs = (start.elapsed().as_secs_f64(), form.to_string());

        let ratio = theirs.0 / ours.0;
        println!("{height:>2}x{width:<2} {:>9.3} {:>9.3} {ratio:>6.0}x", ours.0, theirs.0);
        // The same value, whatever the order of options.
        let mut forms = Forms::new(Limits::default());
        let read = |forms: &mut Forms<'_>, text: &str| language::read(text, forms).ok();
        let (a, b) = (read(&mut forms, &ours.1), read(&mut forms, &theirs.1));
        assert!(a.is_some() && a == b, "{game}: {} and {}", ours.1, theirs.1);
    }
}
