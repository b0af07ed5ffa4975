//! Finds tiers. Candidates are the number of times a byte occurs, the sum of all bytes, the number
//! of bits that are set, and single bytes, or two bytes together as a number. Each of them may grow
//! or fall.

use grundy::Flow;
use grundy::stated::tiers::{Change, Tiers};

use crate::layout::Layout;

/// The number that is summed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Feature {
    /// The number of bytes with this value.
    Value(u8),
    Sum,
    /// The number of bits that are set.
    Bits,
    /// One byte.
    Byte(usize),
    /// A byte and the next one, in little endian.
    Pair(usize),
}

impl Feature {
    #[inline]
    fn weight(self, at: usize, value: u8) -> i64 {
        let number = i64::from(value);
        match self {
            Feature::Value(wanted) => i64::from(value == wanted),
            Feature::Sum => number,
            Feature::Bits => i64::from(value.count_ones()),
            Feature::Byte(wanted) | Feature::Pair(wanted) if at == wanted => number,
            Feature::Pair(low) if at == low + 1 => number << 8,
            Feature::Byte(_) | Feature::Pair(_) => 0,
        }
    }
}

/// The best tiers for these moves, each from one position to another, in play from a position.
pub(crate) fn find(layout: &Layout, start: &[u8], moves: &[(Vec<u8>, Vec<u8>)]) -> Option<Tiers> {
    let varied: Vec<usize> = layout.varied().collect();
    let mut features: Vec<Feature> = (0..=255).map(Feature::Value).collect();
    features.extend([Feature::Sum, Feature::Bits]);
    features.extend(varied.iter().map(|&at| Feature::Byte(at)));
    let pairs = varied.iter().filter(|&&at| varied.contains(&(at + 1)));
    features.extend(pairs.map(|&at| Feature::Pair(at)));
    let mut changes = vec![Change::default(); features.len()];
    for (from, to) in moves {
        let differs = |&&at: &&usize| from.get(at) != to.get(at);
        let changed: Vec<usize> = varied.iter().filter(differs).copied().collect();
        for (feature, change) in features.iter().zip(&mut changes) {
            let by = |&at: &usize| feature.weight(at, to[at]) - feature.weight(at, from[at]);
            change.meet(changed.iter().map(by).sum());
        }
    }
    let (best, flow) = Change::best(&changes)?;
    let tiers = sums(layout, flow, features[best], changes[best].sign())?;
    match flow {
        Flow::Stepwise => Some(tiers.in_steps(changes[best].step()?, layout.pack(start)?)),
        _ => Some(tiers),
    }
}

/// The tiers that are the sums of a feature, multiplied by `sign`.
fn sums(layout: &Layout, flow: Flow, feature: Feature, sign: i64) -> Option<Tiers> {
    let mut words = vec![Vec::new(); 2];
    for group in &layout.groups {
        let sum = |bytes: &mut dyn Iterator<Item = (usize, u8)>| {
            sign * bytes.map(|(at, value)| feature.weight(at, value)).sum::<i64>()
        };
        let sums: Vec<i64> = group.numbers().map(|mut bytes| sum(&mut bytes)).collect();
        words[(group.shift / 64) as usize].push((group.bits, sums));
    }
    Tiers::new(flow, words)
}
