//! Tiers that are found: a sum over the parts of a position that no move decreases.
//!
//! Candidates are how often a letter occurs, how large numbers are, alone or together, and how long
//! texts and tuples are; each of them may grow or fall. Moves of the sample show which is possible.
//! Every move that is ever made is checked against it.

use grundy::Flow;
use grundy::stated::tiers::{Change, Tiers};

use super::layout::Layout;
use super::shape::Part;

/// What is summed up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Feature {
    Letter(char),
    Numbers,
    /// The number that is this digit.
    Number(usize),
    Lengths,
}

impl Feature {
    fn weight(self, digit: usize, part: &Part, value: u64) -> i64 {
        match (self, part) {
            (Feature::Letter(wanted), Part::Letter(letters)) => {
                i64::from(letters.get(value as usize) == Some(&wanted))
            }
            (Feature::Numbers, Part::Number) => large(value),
            (Feature::Number(at), Part::Number) if at == digit => large(value),
            (Feature::Lengths, Part::Length) => large(value),
            _ => 0,
        }
    }

    fn sum(self, parts: &[Part], digits: &[u64]) -> i64 {
        let all = parts.iter().zip(digits).enumerate();
        all.map(|(digit, (part, &value))| self.weight(digit, part, value))
            .fold(0, i64::saturating_add)
    }
}

/// A digit as a weight. Sums of digits this large make no tiers, and only need to differ.
fn large(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

/// The best tiers for these moves, each from one position to another, in play from a position.
/// With `said` the file says the tier, which is the first digit.
pub(crate) fn find(
    layout: &Layout,
    said: bool,
    start: &[u8],
    moves: &[(Vec<u8>, Vec<u8>)],
) -> Option<Tiers> {
    let mut parts = Vec::new();
    layout.shape.parts(&mut parts);
    let mut features = match said {
        true => vec![Feature::Number(0)],
        false => vec![Feature::Numbers, Feature::Lengths],
    };
    for (digit, part) in parts.iter().enumerate().filter(|_| !said) {
        match part {
            Part::Letter(letters) => {
                for &letter in letters {
                    if !features.contains(&Feature::Letter(letter)) {
                        features.push(Feature::Letter(letter));
                    }
                }
            }
            Part::Number => features.push(Feature::Number(digit)),
            Part::Length | Part::Other => {}
        }
    }
    let mut changes = vec![Change::default(); features.len()];
    let (mut before, mut after) = (Vec::new(), Vec::new());
    for (from, to) in moves {
        before.clear();
        after.clear();
        layout.shape.digits(&mut &from[..], &mut before)?;
        layout.shape.digits(&mut &to[..], &mut after)?;
        for (feature, change) in features.iter().zip(&mut changes) {
            change.meet(feature.sum(&parts, &after).saturating_sub(feature.sum(&parts, &before)));
        }
    }
    let (best, flow) = Change::best(&changes)?;
    let tiers = sums(layout, &parts, flow, features[best], changes[best].sign())?;
    match flow {
        Flow::Stepwise => Some(tiers.in_steps(changes[best].step()?, layout.number(start)?)),
        _ => Some(tiers),
    }
}

/// The tiers that are sums of a feature.
fn sums(layout: &Layout, parts: &[Part], flow: Flow, feature: Feature, sign: i64) -> Option<Tiers> {
    let radices = layout.radices();
    let mut words = Vec::new();
    for groups in &layout.words {
        let mut word = Vec::new();
        for group in groups.iter().rev() {
            let digits: Vec<usize> = (group.first..group.first + group.count).collect();
            let matters = digits.iter().any(|&digit| {
                feature.weight(digit, &parts[digit], 1) != 0
                    || matches!(parts[digit], Part::Letter(_))
            });
            // Only features that matter have a table; numbers that do not matter may be large.
            if !matters {
                word.push((group.radix.trailing_zeros(), Vec::new()));
                continue;
            }
            if group.radix > 1 << 20 {
                return None;
            }
            let sums: Vec<i64> = (0..group.radix)
                .map(|number| {
                    let mut rest = number;
                    let mut sum = 0;
                    for &digit in digits.iter().rev() {
                        let value = rest % radices[digit];
                        sum += sign * feature.weight(digit, &parts[digit], value);
                        rest /= radices[digit];
                    }
                    sum
                })
                .collect();
            word.push((group.radix.trailing_zeros(), sums));
        }
        words.push(word);
    }
    Tiers::new(flow, words)
}
