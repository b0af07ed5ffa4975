//! A lower bound of the size of any game, from lines of random play that meet.
//!
//! Two independent random positions are the same with probability sum p², where p are the
//! probabilities of the positions; by Cauchy's inequality that is at least 1 / n, where n is
//! their number (the birthday problem; for populations whose members are not seen equally often,
//! see Anne Chao, Nonparametric estimation of the number of classes in a population, 1984). So the
//! number of pairs of positions over the number of pairs that are equal is not more than n, in
//! expectation. Only positions of different lines are paired: within a line they are no
//! independent sample. Where there are tiers, each has a bound of its own, and these are added.

use std::collections::HashMap;

use grundy::stated::Keys;

use super::play::{Halt, Play, Random};

/// Lines in a batch, and batches. Batches are independent.
const LINES: usize = 1 << 12;
const BATCHES: usize = 8;
/// The most moves in a line.
const LENGTH: usize = 200;

/// Pairs of positions in lines of random play.
#[derive(Clone, Copy, Debug, Default)]
struct Pairs {
    all: f64,
    equal: f64,
}

/// A number that is at most the number of positions, with a probability of 97 % or more. Expands at
/// most about `most` positions.
pub(crate) fn bound(play: &Play<'_>, most: usize) -> Result<f64, Halt> {
    let mut batches: Vec<HashMap<u32, Pairs>> = Vec::new();
    for batch in 0..BATCHES {
        match lines(play, batch as u64, most / BATCHES) {
            Ok(pairs) => batches.push(pairs),
            Err(Halt::Limit) if batches.len() > 1 => break,
            Err(halt) => return Err(halt),
        }
    }
    let mut tiers: Vec<u32> = batches.iter().flat_map(|pairs| pairs.keys().copied()).collect();
    tiers.sort_unstable();
    tiers.dedup();
    let n = batches.len() as f64;
    let mut bound = 0.0;
    for tier in tiers {
        let pairs = batches.iter().map(|pairs| pairs.get(&tier).copied().unwrap_or_default());
        let all = pairs.clone().map(|pairs| pairs.all).sum::<f64>() / n;
        let equal = pairs.clone().map(|pairs| pairs.equal).sum::<f64>() / n;
        let variance = pairs.map(|pairs| (pairs.equal - equal).powi(2)).sum::<f64>() / (n - 1.0);
        // Without any meeting in all batches, three are still possible; with some meetings, two
        // standard deviations more.
        bound += all / (equal + 2.4 * (variance / n).sqrt() + 3.0 / n);
    }
    Ok(bound)
}

/// The pairs of the positions of one tier, for each tier.
fn lines(play: &Play<'_>, seed: u64, most: usize) -> Result<HashMap<u32, Pairs>, Halt> {
    let mut random = Random::new(seed);
    let mut places: Vec<(u32, u128)> =
        (0..LINES).map(|line| (line as u32, play.starts[line % play.starts.len()])).collect();
    // Positions, each with its line.
    let mut met: Vec<(u128, u32)> = Vec::new();
    let mut lines = LINES as u32;
    let mut expanded = 0;
    let mut moves = vec![0; LINES];
    while expanded < most && !places.is_empty() {
        let keys: Vec<u128> = places.iter().map(|&(_, key)| key).collect();
        expanded += keys.len();
        let mut next = Vec::with_capacity(places.len());
        play.each(&keys, |i, options| {
            met.push((keys[i], places[i].0));
            next.push(match options {
                [] => None,
                _ => Some(options[random.below(options.len())]),
            });
        })?;
        for ((place, moves), next) in places.iter_mut().zip(&mut moves).zip(next) {
            *moves += 1;
            *place = match next {
                Some(next) if *moves < LENGTH => (place.0, next),
                // Another line begins.
                _ => {
                    *moves = 0;
                    lines += 1;
                    (lines, play.starts[lines as usize % play.starts.len()])
                }
            };
        }
    }
    Ok(pairs(play, met))
}

fn pairs(play: &Play<'_>, mut met: Vec<(u128, u32)>) -> HashMap<u32, Pairs> {
    let mut pairs: HashMap<u32, Pairs> = HashMap::new();
    let of_two = |count: usize| count as f64 * (count as f64 - 1.0) / 2.0;
    // All pairs of a tier, less those within a line.
    let mut of_tiers: Vec<(u32, u32)> =
        met.iter().map(|&(key, line)| (play.rules.tier(key), line)).collect();
    of_tiers.sort_unstable();
    for tier in of_tiers.chunk_by(|a, b| a.0 == b.0) {
        let within: f64 = tier.chunk_by(|a, b| a.1 == b.1).map(|line| of_two(line.len())).sum();
        pairs.entry(tier[0].0).or_default().all = of_two(tier.len()) - within;
    }
    met.sort_unstable();
    for same in met.chunk_by(|a, b| a.0 == b.0) {
        let within: f64 = same.chunk_by(|a, b| a.1 == b.1).map(|line| of_two(line.len())).sum();
        let tier = play.rules.tier(same[0].0);
        pairs.entry(tier).or_default().equal += of_two(same.len()) - within;
    }
    pairs
}
