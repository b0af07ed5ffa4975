//! Chess endings, all positions of the material, with published longest mates: positions per second
//! of processor time, in one thread.

use std::time::Instant;

use grundy::rulesets::chess::{Chess, Material, Position};
use grundy::solve::partitioned::{Failure, Settings, Solo, solve};
use grundy::{Packed, Player, Text, Verdict};

/// Solves all positions, and compares White's longest mate with the published one.
fn run(material: &str, moves: u32) {
    let material = Material::parse(Text::new(material)).unwrap();
    let rules = Chess::new(material);
    let starts = Player::BOTH.map(|player| rules.pack(&Position::default(), player));
    let clock = Instant::now();
    let solution = solve(&rules, &starts, Solo, &Settings::default()).unwrap();
    let seconds = clock.elapsed().as_secs_f64();
    let mut longest = [0, 0];
    for tier in solution.tiers() {
        let each = solution.each(tier, |keys, codes| {
            for (&key, code) in keys.iter().zip(codes) {
                let (position, mover) = rules.unpack(key).unwrap();
                let won = match code.verdict() {
                    Verdict::Win(moves) if mover == Player::Left => moves,
                    Verdict::Loss(moves) if mover == Player::Right => moves,
                    _ => continue,
                };
                if position.turn().is_some() && Material::of(&position) == material {
                    longest[mover as usize] = won.max(longest[mover as usize]);
                }
            }
            Ok::<(), Failure>(())
        });
        each.unwrap();
    }
    let keys = solution.keys();
    println!(
        "{material:8} {keys:>10} keys  {:>10} positions  {seconds:7.2} s  {:5.2} M/s",
        solution.counts().positions(),
        keys as f64 / seconds / 1e6,
    );
    assert_eq!(longest, [2 * moves - 1, 2 * moves]);
}

fn main() {
    // https://en.wikipedia.org/wiki/Pawnless_chess_endgame and, with the pawn,
    // the sources in the tests of the ruleset.
    for (material, moves) in
        [("KQK", 10), ("KRK", 16), ("KPK", 28), ("KBBK", 19), ("KBNK", 33), ("KQKR", 35)]
    {
        run(material, moves);
    }
}
