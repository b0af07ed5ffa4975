//! The size of a game whose moves all lead to later tiers, from samples of its tiers.
//!
//! Knuth's estimate of a tree (Estimating the efficiency of backtrack programs, 1975) weighs a
//! line of play by the numbers of options along it. It counts lines; but a position is reached by
//! very many lines. Here every position divides its weight among its predecessors: a move from p
//! to q counts as 1 / (the number of predecessors of q that play reaches), so that all moves to q
//! together count as one. The number of positions of a tier is the sum over the moves that lead
//! there. A sample of a tier, with the weights of a population, gives the sample of the next
//! (as in Chen's heterogeneous sampling, 1992, with tiers as strata, and in sequential Monte Carlo
//! methods); it is thinned out by systematic sampling, which keeps all sums in expectation.
//! While tiers are small they are known as a whole, and nothing is estimated.
//!
//! Predecessors come from patterns of moves ([`Undo`]) and are tested against the rules. Moves
//! whose pattern is not known are left out in both directions, so that a position is still counted
//! once if any known move leads there; where they are more than a few, there is no estimate. Not
//! every predecessor is reached by play from the start. Predecessors with pairs of digits that play
//! does not have are left out ([`Pairs`](super::pairs::Pairs)); the others are tested by going back
//! to a tier that is known as a whole.

use std::collections::{BTreeMap, HashMap, HashSet};

use grundy::stated::Keys;

use super::play::{Halt, Play, Random};
use super::undo::Undo;

/// Tiers with more positions are sampled.
const WHOLE: usize = 20_000;
/// Positions of a sample of a tier, and the least number to which samples shrink where more is too
/// much work. Predecessors are counted for twice this number of positions, to choose from.
const SAMPLE: usize = 600;
const LEAST: usize = 40;
/// Positions that are tried on the way back.
const BACK: usize = 600;
/// Positions of a tier from whose moves patterns are learned.
const LEARNED: usize = 2000;
/// Candidates for predecessors of one position.
const CANDIDATES: usize = 2000;
/// Number of independent estimates, and how many of them are enough where a limit stops the work.
const RUNS: usize = 8;
const ENOUGH: usize = 3;
/// There is no estimate if this part of the moves cannot be taken back, or if play is neither known
/// to reach nor known not to reach this part of the positions found by taking moves back.
const STRANGE: f64 = 0.02;

/// An estimate of the number of positions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Estimate {
    pub(crate) positions: f64,
    /// The half width of the interval of 95 %, as a part of the estimate.
    pub(crate) error: f64,
}

/// Estimates the number of positions, with about `most` expanded; none if predecessors are not
/// found.
pub(crate) fn estimate(play: &Play<'_>, most: usize) -> Result<Option<Estimate>, Halt> {
    let mut layers = Layers {
        play,
        undo: Undo::new(play.rules),
        whole: HashSet::new(),
        until: None,
        known: HashMap::new(),
        sample: SAMPLE,
    };
    let first = layers.begin()?;
    layers.learn(&first)?;
    if first.open.is_empty() {
        return Ok(Some(Estimate { positions: first.positions as f64, error: 0.0 }));
    }
    let mut estimates = Vec::new();
    let mut sums = Seen::default();
    let mut seed = 0;
    while estimates.len() < RUNS {
        let mut seen = Seen::default();
        play.allow(most / RUNS);
        seed += 1;
        match layers.run(&first, seed, &mut seen) {
            Ok(Some(positions)) => estimates.push(positions),
            Ok(None) => return Ok(None),
            // The estimates so far are enough.
            Err(Halt::Limit) if estimates.len() >= ENOUGH => break,
            // Smaller samples may be possible.
            Err(Halt::Limit) if layers.sample > LEAST && play.in_time() => {
                layers.sample /= 4;
                estimates.clear();
                sums = Seen::default();
                continue;
            }
            Err(halt) => return Err(halt),
        }
        sums.moves += seen.moves;
        sums.strange += seen.strange;
        sums.tested += seen.tested;
        sums.undecided += seen.undecided;
    }
    let n = estimates.len() as f64;
    let mean = estimates.iter().sum::<f64>() / n;
    let variance = estimates.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0);
    let share = |part: usize, of: usize| part as f64 / of.max(1) as f64;
    let (strange, undecided) =
        (share(sums.strange, sums.moves), share(sums.undecided, sums.tested));
    if strange > STRANGE || undecided > STRANGE {
        return Ok(None);
    }
    let spread = student(estimates.len()) * (variance / n).sqrt() / mean;
    Ok(Some(Estimate { positions: mean, error: spread + strange + undecided }))
}

/// Half the width of an interval of 95 % for the mean of `count` numbers, in standard errors:
/// Student's t.
fn student(count: usize) -> f64 {
    match count {
        0..=3 => 4.3,
        4 => 3.18,
        5 => 2.78,
        6 => 2.57,
        7 => 2.45,
        _ => 2.36,
    }
}

/// What was seen in a run.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    /// Moves in samples, and the moves among them whose pattern is not known.
    moves: usize,
    strange: usize,
    /// Predecessors that were tested for whether play reaches them, and the tests without an
    /// answer.
    tested: usize,
    undecided: usize,
}

/// Positions of tiers that are not done, each with its weight.
type Open = BTreeMap<u32, Vec<(u128, f64)>>;

/// The tiers that are known as a whole, and what follows them.
struct First {
    positions: usize,
    open: Open,
}

struct Layers<'a> {
    play: &'a Play<'a>,
    undo: Undo<'a>,
    /// All positions of the first tiers, and the last of these tiers.
    whole: HashSet<u128>,
    until: Option<u32>,
    /// Whether play reaches positions of later tiers.
    known: HashMap<u128, bool>,
    /// Positions of a sample of a tier.
    sample: usize,
}

impl Layers<'_> {
    /// Visits the first tiers as a whole.
    fn begin(&mut self) -> Result<First, Halt> {
        let rules = self.play.rules;
        let mut first = First { positions: 0, open: Open::new() };
        let mut options: Vec<u128> = Vec::new();
        for &key in &self.play.starts {
            first.open.entry(rules.tier(key)).or_default().push((key, 1.0));
        }
        while let Some((tier, mut layer)) = first.open.pop_first() {
            merge(&mut layer);
            if layer.len() > WHOLE {
                first.open.insert(tier, layer);
                return Ok(first);
            }
            let keys: Vec<u128> = layer.iter().map(|&(key, _)| key).collect();
            first.positions += keys.len();
            self.whole.extend(&keys);
            self.until = Some(tier);
            let step = keys.len().div_ceil(LEARNED);
            let undo = &mut self.undo;
            keys.iter().step_by(step).for_each(|&key| undo.meet(key));
            self.play.each(&keys, |i, found| {
                options.clear();
                options.extend_from_slice(found);
                // Two moves to the same position are one.
                options.sort_unstable();
                options.dedup();
                for &option in &options {
                    if i % step == 0 {
                        undo.learn(keys[i], option);
                    }
                    first.open.entry(rules.tier(option)).or_default().push((option, 1.0));
                }
            })?;
        }
        Ok(first)
    }

    /// Learns patterns from a sample of all tiers.
    fn learn(&mut self, first: &First) -> Result<(), Halt> {
        let mut open = first.open.clone();
        let mut random = Random::new(u64::MAX);
        while let Some((_, mut layer)) = open.pop_first() {
            merge(&mut layer);
            let sample = thin(&layer, LEARNED, &mut random);
            let keys: Vec<u128> = sample.iter().map(|&(key, _)| key).collect();
            let (undo, rules) = (&mut self.undo, self.play.rules);
            keys.iter().for_each(|&key| undo.meet(key));
            self.play.each(&keys, |i, options| {
                for &option in options {
                    undo.learn(keys[i], option);
                    open.entry(rules.tier(option)).or_default().push((option, sample[i].1));
                }
            })?;
        }
        self.undo.conclude();
        Ok(())
    }

    /// One estimate.
    fn run(&mut self, first: &First, seed: u64, seen: &mut Seen) -> Result<Option<f64>, Halt> {
        let rules = self.play.rules;
        let mut open = first.open.clone();
        let mut random = Random::new(seed);
        let mut positions = first.positions as f64;
        let mut options: Vec<u128> = Vec::new();
        while let Some((_, mut layer)) = open.pop_first() {
            merge(&mut layer);
            let mut chosen = thin(&layer, 2 * self.sample, &mut random);
            let keys: Vec<u128> = chosen.iter().map(|&(key, _)| key).collect();
            let Some(before) = self.before(&keys)? else { return Ok(None) };
            let mut all: Vec<u128> = before.iter().flatten().copied().collect();
            all.sort_unstable();
            all.dedup();
            self.reach(&all, &mut random, seen)?;
            for ((_, weight), before) in chosen.iter_mut().zip(&before) {
                // If the way back is long, one is likely to exist.
                let reached = |key: &&u128| self.reaches(**key).unwrap_or(true);
                *weight /= before.iter().filter(reached).count().max(1) as f64;
            }
            let here: f64 = chosen.iter().map(|&(_, weight)| weight).sum();
            positions += here;
            let sample = thin(&chosen, self.sample, &mut random);
            let keys: Vec<u128> = sample.iter().map(|&(key, _)| key).collect();
            self.known.extend(keys.iter().map(|&key| (key, true)));
            let undo = &mut self.undo;
            self.play.each(&keys, |i, found| {
                options.clear();
                options.extend_from_slice(found);
                options.sort_unstable();
                options.dedup();
                for &option in &options {
                    seen.moves += 1;
                    // A move that cannot be taken back is not counted when it is made, either.
                    if !undo.knows(keys[i], option) {
                        seen.strange += 1;
                        continue;
                    }
                    open.entry(rules.tier(option)).or_default().push((option, sample[i].1));
                }
            })?;
        }
        Ok(Some(positions))
    }

    /// The positions from which a move leads to each of these; none if there are too many
    /// candidates.
    fn before(&mut self, keys: &[u128]) -> Result<Option<Vec<Vec<u128>>>, Halt> {
        let rules = self.play.rules;
        let mut candidates = Vec::new();
        let mut of = Vec::new();
        for (i, &key) in keys.iter().enumerate() {
            let from = candidates.len();
            self.undo.candidates(key, &mut candidates);
            if candidates.len() - from > CANDIDATES {
                return Ok(None);
            }
            candidates[from..].sort_unstable();
            let mut last = None;
            let mut kept = from;
            for at in from..candidates.len() {
                let candidate = candidates[at];
                if last != Some(candidate) && rules.tier(candidate) < rules.tier(key) {
                    candidates[kept] = candidate;
                    kept += 1;
                    of.push(i);
                }
                last = Some(candidate);
            }
            candidates.truncate(kept);
        }
        let mut before = vec![Vec::new(); keys.len()];
        self.play.each_that_works(&candidates, |at, options| {
            if options.contains(&keys[of[at]]) {
                before[of[at]].push(candidates[at]);
            }
        })?;
        Ok(Some(before))
    }

    /// Whether play reaches a position, where that is known.
    fn reaches(&self, key: u128) -> Option<bool> {
        match self.until.is_some_and(|until| self.play.rules.tier(key) <= until) {
            true => Some(self.whole.contains(&key)),
            false => self.known.get(&key).copied(),
        }
    }

    /// Finds out whether play reaches positions, by going back from them, all at a time.
    fn reach(&mut self, keys: &[u128], random: &mut Random, seen: &mut Seen) -> Result<(), Halt> {
        let mut walks: Vec<Walk> = Vec::new();
        for &key in keys {
            if self.reaches(key).is_some() {
                continue;
            }
            let mut walk = Walk { open: Vec::new(), visited: HashMap::new(), tries: 0 };
            self.visit(&mut walk, (key, key), random);
            walks.push(walk);
        }
        seen.tested += walks.len();
        while !walks.is_empty() {
            let (mut tried, mut going) = (Vec::new(), Vec::new());
            for mut walk in walks {
                let next = loop {
                    match walk.open.pop() {
                        Some((key, _)) if self.reaches(key) == Some(false) => {}
                        Some((key, _)) if walk.visited.contains_key(&key) => {}
                        next => break next,
                    }
                };
                walk.tries += 1;
                match next {
                    // All ways back were tried.
                    None => self.known.extend(walk.visited.keys().map(|&key| (key, false))),
                    Some(_) if walk.tries > BACK => seen.undecided += 1,
                    Some((key, after)) => {
                        tried.push((key, after));
                        going.push(walk);
                    }
                }
            }
            let keys: Vec<u128> = tried.iter().map(|&(key, _)| key).collect();
            let mut leads = vec![false; keys.len()];
            self.play.each_that_works(&keys, |at, options| {
                leads[at] = options.contains(&tried[at].1);
            })?;
            walks = Vec::new();
            for ((mut walk, step), leads) in going.into_iter().zip(tried).zip(leads) {
                match self.reaches(step.0) {
                    _ if !leads => walks.push(walk),
                    Some(true) => self.known.extend(walk.way(step.1)),
                    _ => {
                        self.visit(&mut walk, step, random);
                        walks.push(walk);
                    }
                }
            }
        }
        Ok(())
    }

    /// Goes back to a position, from the one after it.
    fn visit(&mut self, walk: &mut Walk, (key, after): (u128, u128), random: &mut Random) {
        walk.visited.insert(key, after);
        let mut before = Vec::new();
        self.undo.candidates(key, &mut before);
        let rules = self.play.rules;
        before.retain(|&before| rules.tier(before) < rules.tier(key));
        for i in (1..before.len()).rev() {
            before.swap(i, random.below(i + 1));
        }
        walk.open.extend(before.into_iter().map(|before| (before, key)));
    }
}

/// A way back from a position.
struct Walk {
    /// Positions to try, the next one last, each with the one that a move should lead to.
    open: Vec<(u128, u128)>,
    /// The positions on ways back, each with the one after it; the first position with itself.
    visited: HashMap<u128, u128>,
    tries: usize,
}

impl Walk {
    /// The positions from this one on, if play reaches it.
    fn way(&self, from: u128) -> Vec<(u128, bool)> {
        let mut way = Vec::new();
        let mut key = from;
        while let Some(&after) = self.visited.get(&key) {
            way.push((key, true));
            if after == key {
                break;
            }
            key = after;
        }
        way
    }
}

/// Sorts positions, and adds the weights of equal ones.
fn merge(layer: &mut Vec<(u128, f64)>) {
    layer.sort_unstable_by_key(|&(key, _)| key);
    layer.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 += next.1;
        }
        same
    });
}

/// A sample of about `count` keys: systematic, with probabilities in proportion to the weights. The
/// expected weight of each key is its weight before.
fn thin(layer: &[(u128, f64)], count: usize, random: &mut Random) -> Vec<(u128, f64)> {
    if layer.len() <= count {
        return layer.to_vec();
    }
    let total: f64 = layer.iter().map(|&(_, weight)| weight).sum();
    let step = total / count as f64;
    let mut next = step * random.part();
    let mut sum = 0.0;
    let mut sample = Vec::with_capacity(count + 1);
    for &(key, weight) in layer {
        sum += weight;
        if next < sum {
            let times = ((sum - next) / step).floor() + 1.0;
            next += times * step;
            sample.push((key, times * step));
        }
    }
    sample
}
