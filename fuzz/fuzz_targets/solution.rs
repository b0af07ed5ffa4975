//! Any file is a saved solution, or is refused. An accepted solution agrees with the solver. The
//! checksum is corrected first, so that it does not hide anything.

#![no_main]

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use grundy::format::solution::Reader;
use grundy::solve::retrograde::retrograde;
use grundy::{Limits, Player, Verdict, catalogue};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|file: &[u8]| {
    look(file);
    look(&put_right(file));
});

fn look(file: &[u8]) {
    let Ok(reader) = Reader::open(file) else { return };
    let header = reader.header().clone();
    let Ok(game) = catalogue::parse(&header.game) else { return };
    let limits = Limits {
        positions: 300,
        memory: 4 << 20,
        time: Some((Instant::now(), Duration::from_millis(200))),
        ..Limits::default()
    };
    let Ok(entries) = reader.verify(&*game, &limits) else { return };
    assert_eq!(entries, header.entries);

    let Ok(play) = game.explore(&limits) else { return };
    let Ok(outcomes) = retrograde(&play.arena, header.convention, &limits) else { return };
    let truth: BTreeMap<(String, Player), Verdict> = play
        .arena
        .nodes()
        .map(|node| ((play.position(node, false), play.mover(node, false)), outcomes.verdict(node)))
        .collect();
    let again = Reader::open(file).expect("it was read before");
    let claims: BTreeMap<(String, Player), Verdict> = again
        .map(|claim| claim.expect("it was read before"))
        // Positions may be written in several ways.
        .map(|claim| ((plain(&claim.position), claim.mover), claim.verdict))
        .collect();
    let truth: BTreeMap<(String, Player), Verdict> =
        truth.into_iter().map(|((at, mover), verdict)| ((plain(&at), mover), verdict)).collect();
    assert_eq!(claims, truth, "{}", header.game);
}

/// The position without the parts that a reader ignores: spaces, and zeros before a number.
fn plain(position: &str) -> String {
    let parts = position.split(',').map(|part| {
        let part = part.trim();
        let number = part.trim_start_matches('0');
        if part.bytes().all(|b| b.is_ascii_digit()) && number.is_empty() && !part.is_empty() {
            "0".to_string()
        } else if part.bytes().all(|b| b.is_ascii_digit()) {
            number.to_string()
        } else {
            part.split_whitespace().collect()
        }
    });
    parts.collect::<Vec<_>>().join(",")
}

/// The file with a corrected last line.
fn put_right(file: &[u8]) -> Vec<u8> {
    let mut lines: Vec<&[u8]> = file.split_inclusive(|&byte| byte == b'\n').collect();
    lines.pop();
    let mut body = lines.concat();
    let checksum = body.iter().fold(0xcbf2_9ce4_8422_2325_u64, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    let entries = lines.len().saturating_sub(1);
    body.extend(format!("{{\"end\":{entries},\"checksum\":\"{checksum:016x}\"}}\n").bytes());
    body
}
