//! grundy beside the crate `connect-four-ai`: random positions of Connect Four 7×6 with so many
//! stones, one after the other in one run, by processor seconds and nodes.
//!
//!     cargo run --release --bin connect_four -- STONES POSITIONS
//!
//! Both start from an empty table for each position and use one thread, the other program without
//! its book of openings. Who wins must agree. `connect-four-ai` also finds in how many moves, which
//! grundy is not asked.

use std::time::Instant;

use connect_four_ai::{Position, Solver};
use grundy::answer::{ForwardSearch, Options};
use grundy::{Fate, Limits, Player, catalogue};

const ROWS: usize = Position::HEIGHT;
const COLUMNS: usize = Position::WIDTH;

/// A position in which nobody wins at once, and how it is written for grundy.
fn position(stones: usize, random: &mut impl FnMut(usize) -> usize) -> (Position, String) {
    'again: loop {
        let (mut position, mut columns) = (Position::new(), vec![Vec::new(); COLUMNS]);
        for number in 0..stones {
            let open =
                |&column: &usize| position.is_playable(column) && !position.is_winning_move(column);
            let open: Vec<usize> = (0..COLUMNS).filter(open).collect();
            if open.is_empty() {
                continue 'again;
            }
            let column = open[random(open.len())];
            position.play(column);
            columns[column].push(if number % 2 == 0 { 'X' } else { 'O' });
        }
        if position.can_win_next() {
            continue;
        }
        let row = |row: usize| -> String {
            columns.iter().map(|column| column.get(row).copied().unwrap_or('.')).collect()
        };
        let rows: Vec<String> = (0..ROWS).rev().map(row).collect();
        return (position, format!("connect-four({})", rows.join("|")));
    }
}

/// Who wins for the player to move, by grundy, with seconds and nodes.
fn ours(game: &str, mover: Player) -> (Fate, f64, u64) {
    let game = catalogue::parse(game).expect("a game");
    let start = Instant::now();
    let limits = Limits { memory: 1 << 30, ..Limits::default() };
    let options = Options { limits, ..Options::default() };
    let mut search = ForwardSearch::new(&*game, &options).expect("a search");
    let mut effort = 1 << 20;
    loop {
        if let Some(fate) = search.fate(mover, effort).expect("no limits") {
            return (fate, start.elapsed().as_secs_f64(), search.visited());
        }
        effort *= 4;
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1).map(|word| word.parse().expect("a number"));
    let stones = arguments.next().unwrap_or(10);
    let positions = arguments.next().unwrap_or(20);
    let mut state: u64 = 1;
    let mut random = |below: usize| {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (state >> 33) as usize % below
    };
    let mover = if stones % 2 == 0 { Player::Left } else { Player::Right };
    let mut all = [(0.0, 0); 2];
    for number in 1..=positions {
        let (position, text) = position(stones, &mut random);
        let start = Instant::now();
        let mut solver = Solver::empty();
        let score = solver.solve(&position);
        let seconds = start.elapsed().as_secs_f64();
        let theirs = (seconds, solver.explored_positions as u64);
        let (fate, seconds, nodes) = ours(&text, mover);
        let sign = match fate {
            Fate::Win => 1,
            Fate::Draw => 0,
            Fate::Loss => -1,
        };
        assert_eq!(sign, score.signum(), "{text}");
        println!(
            "{number:>3} {fate:?}: grundy {seconds:.2} s, {nodes} nodes; connect-four-ai {:.2} s, {} nodes",
            theirs.0, theirs.1
        );
        all[0] = (all[0].0 + seconds, all[0].1 + nodes);
        all[1] = (all[1].0 + theirs.0, all[1].1 + theirs.1);
    }
    let [(a, ours), (b, theirs)] = all;
    println!("all: grundy {a:.2} s, {ours} nodes; connect-four-ai {b:.2} s, {theirs} nodes");
    println!("{:.1} times the seconds, {:.1} times the nodes", b / a, theirs as f64 / ours as f64);
}
