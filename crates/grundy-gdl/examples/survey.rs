//! Reads games and says how large they are: `survey POSITIONS FILE…` lists of each
//! file the seconds that reading takes, facts, moves and gates, and explores so many
//! positions.

use std::collections::HashSet;
use std::time::Instant;

use grundy::Player;
use grundy::stated::{Expansions, Stated, Statement};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let most = arguments.next().and_then(|most| most.parse().ok()).unwrap_or(100_000);
    println!(
        "game\tread s\tfacts\tmoves\trules\tgates\tpositions\tmoves\tends\texplore s\tpositions/s\t"
    );
    for file in arguments {
        let Ok(bytes) = std::fs::read(&file) else {
            println!("{file}\tcannot be read");
            continue;
        };
        let text = String::from_utf8_lossy(&bytes);
        let start = Instant::now();
        let game = match grundy_gdl::load(&file, &text) {
            Ok(game) => game,
            Err(fault) => {
                println!("{file}\t{fault}");
                continue;
            }
        };
        let size = game.summary();
        let moves = size.moves[0] + size.moves[1];
        let read = start.elapsed().as_secs_f64();
        print!(
            "{}\t{read:.3}\t{}\t{moves}\t{}\t{}\t",
            game.name(),
            size.facts,
            size.rules,
            size.gates
        );
        explore(&*game.stated(), most);
    }
}

/// Explores breadth first.
fn explore(game: &dyn Stated, most: usize) {
    let start = Instant::now();
    let mut positions = vec![game.start()];
    let mut seen: HashSet<Vec<u8>> = positions.iter().cloned().collect();
    let (mut done, mut moves, mut ends, mut note) = (0, 0, 0, String::new());
    let mut found = Expansions::default();
    while done < positions.len() && done < most {
        let until = positions.len().min(done + 4096).min(most);
        let asked: Vec<(&[u8], Player)> =
            positions[done..until].iter().map(|p| (p.as_slice(), Player::Left)).collect();
        found.clear();
        if let Err(fault) = game.expand(&asked, &mut found) {
            note = fault.to_string().replace('\n', " | ");
            break;
        }
        done = until;
        for (end, options) in found.positions() {
            ends += usize::from(end.is_some());
            for (option, _) in options {
                moves += 1;
                if !seen.contains(option) {
                    seen.insert(option.to_vec());
                    positions.push(option.to_vec());
                }
            }
        }
    }
    let whole = if done == positions.len() { "" } else { "+" };
    let seconds = start.elapsed().as_secs_f64();
    let speed = done as f64 / seconds;
    println!("{done}{whole}\t{moves}\t{ends}\t{seconds:.3}\t{speed:.0}\t{note}");
}
