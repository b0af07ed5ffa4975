//! grundy beside the crate `cgt`: canonical forms of boards, one after the other
//! in one run, by processor seconds.
//!
//!     cargo run --release
//!
//! Both start from an empty table for each board and use one thread, and their
//! values must agree. Boards that take `cgt` over a minute are left to grundy.

use std::time::Instant;

use cgt::grid::small_bit_grid::SmallBitGrid;
use cgt::short::partizan::games::domineering::Domineering;
use cgt::short::partizan::games::fission::Fission;
use cgt::short::partizan::partizan_game::PartizanGame;
use cgt::short::partizan::transposition_table::ParallelTranspositionTable;
use grundy::Limits;
use grundy::catalogue;
use grundy::language;
use grundy::value::Forms;

/// What grundy is asked, how `cgt` finds the same, and the value where it is known.
struct Row {
    game: &'static str,
    peer: Option<fn(&str) -> String>,
    value: Option<&'static str>,
}

const fn row(
    game: &'static str,
    peer: Option<fn(&str) -> String>,
    value: Option<&'static str>,
) -> Row {
    Row { game, peer, value }
}

const ROWS: [Row; 12] = [
    row("domineering(6x4)", Some(domineering), None),
    row("domineering(5x5)", Some(domineering), Some("0")),
    row("domineering(8x3)", Some(domineering), None),
    row("domineering(7x4)", Some(domineering), Some("1")),
    row("domineering(10x3)", Some(domineering), None),
    row("domineering(18x2)", Some(domineering), None),
    row("fission(5x6)", Some(fission), Some("0")),
    row("clobber(3x5)", None, Some("*")),
    row("domineering(8x4)", None, None),
    row("domineering(5x6)", None, Some("3/2")),
    row("(100*{3||2|1}).mean", None, Some("225")),
    row("sum([+-n for n in 1..24]).temperature", None, Some("24")),
];

/// A size such as `6x4`, between parentheses.
fn domineering(game: &str) -> String {
    let size = game.trim_start_matches("domineering(").trim_end_matches(')');
    let (width, height) = size.split_once('x').expect("a size");
    let side = |side: &str| side.parse().expect("a side");
    let grid = SmallBitGrid::empty(side(width), side(height)).expect("a board");
    Domineering::new(grid).canonical_form(&ParallelTranspositionTable::new()).to_string()
}

fn fission(game: &str) -> String {
    let board = catalogue::parse(game).expect("a game").position();
    let board: Fission = board.parse().expect("a board");
    board.canonical_form(&ParallelTranspositionTable::new()).to_string()
}

fn main() {
    println!("{:<38} {:>9} {:>9} {:>7}", "", "grundy", "cgt", "ratio");
    for Row { game, peer, value } in ROWS {
        let start = Instant::now();
        let mut forms = Forms::new(Limits::default());
        let form = language::read(game, &mut forms).expect("a value");
        let ours = (start.elapsed().as_secs_f64(), forms.print(form).expect("a short text"));
        if let Some(value) = value {
            assert_eq!(ours.1, value, "{game}");
        }
        let Some(peer) = peer else {
            println!("{game:<38} {:>9.3}", ours.0);
            continue;
        };
        let start = Instant::now();
        let theirs = peer(game);
        let seconds = start.elapsed().as_secs_f64();
        println!("{game:<38} {:>9.3} {seconds:>9.3} {:>6.0}x", ours.0, seconds / ours.0);
        // The same value, whatever the order of options.
        let mut forms = Forms::new(Limits::default());
        let mut read = |text: &str| language::read(text, &mut forms).ok();
        let (a, b) = (read(&ours.1), read(&theirs));
        assert!(a.is_some() && a == b, "{game}: {} and {theirs}", ours.1);
    }
}
