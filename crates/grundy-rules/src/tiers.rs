//! Tiers that are found: a sum over the parts of a position that no move decreases.
//!
//! Candidates are how often a letter occurs, how large numbers are, alone or together, and how
//! long texts and tuples are; each of them may grow or fall. Moves of the sample show which is
//! possible. Every move that is ever made is held to it.

use grundy::Flow;

use crate::compile::layout::Layout;
use crate::compile::shape::Part;

/// A number for each position that no move decreases.
pub(crate) struct Tiers {
    flow: Flow,
    words: Vec<Word>,
    /// Every move changes the sum by a multiple of this.
    step: u32,
    /// Added to the sum, so that the first position's is such a multiple, too.
    offset: u32,
}

/// What the digits of one word of a position add to its tier.
struct Word {
    /// For each group of digits, the least significant first: its radix, a power of two, and
    /// what each number adds.
    groups: Vec<(u64, Vec<u32>)>,
}

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
            (Feature::Numbers, Part::Number) => value as i64,
            (Feature::Number(at), Part::Number) if at == digit => value as i64,
            (Feature::Lengths, Part::Length) => value as i64,
            _ => 0,
        }
    }

    fn sum(self, parts: &[Part], digits: &[u64]) -> i64 {
        let all = parts.iter().zip(digits).enumerate();
        all.map(|(digit, (part, &value))| self.weight(digit, part, value)).sum()
    }
}

/// No tier is larger.
const HIGHEST: u64 = 1 << 24;

impl Tiers {
    /// The best tiers for these moves, each from one position to another, in play from a
    /// position. With `said` the file says the tier, which is the first digit.
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
        // The least and the greatest change of each feature.
        let mut changes = vec![(i64::MAX, i64::MIN); features.len()];
        let (mut before, mut after) = (Vec::new(), Vec::new());
        for (from, to) in moves {
            before.clear();
            after.clear();
            layout.shape.digits(&mut &from[..], &mut before)?;
            layout.shape.digits(&mut &to[..], &mut after)?;
            for (feature, (least, most)) in features.iter().zip(&mut changes) {
                let change = feature.sum(&parts, &after) - feature.sum(&parts, &before);
                *least = (*least).min(change);
                *most = (*most).max(change);
            }
        }
        let flow = |&(least, most): &(i64, i64)| match (least, most) {
            // Positions were seen, and no move.
            (i64::MAX, _) => None,
            (1.., _) | (_, ..=-1) if least == most => Some(Flow::Stepwise),
            (1.., _) | (_, ..=-1) => Some(Flow::Rising),
            (0, 1..) | (..=-1, 0) => Some(Flow::Level),
            _ => None,
        };
        let rank = |flow: Flow| match flow {
            Flow::Stepwise => 3,
            Flow::Rising => 2,
            Flow::Level => 1,
            Flow::Loopy => 0,
        };
        let known = features.iter().zip(&changes);
        let known = known.filter_map(|(feature, change)| Some((flow(change)?, feature, change)));
        let (flow, &feature, &(_, most)) = known.max_by_key(|(flow, ..)| rank(*flow))?;
        let sign = if most > 0 { 1 } else { -1 };
        let mut tiers = Tiers::new(layout, &parts, flow, feature, sign)?;
        if flow == Flow::Stepwise && most.abs() > 1 {
            let step = u32::try_from(most.abs()).ok()?;
            let first = tiers.sum(layout.number(start)?);
            (tiers.step, tiers.offset) = (step, (step - first % step) % step);
        }
        Some(tiers)
    }

    fn new(
        layout: &Layout,
        parts: &[Part],
        flow: Flow,
        feature: Feature,
        sign: i64,
    ) -> Option<Tiers> {
        let radices = layout.radices();
        let mut highest: u64 = 0;
        let mut words = Vec::new();
        for groups in &layout.words {
            let mut word = Word { groups: Vec::new() };
            for group in groups.iter().rev() {
                let digits: Vec<usize> = (group.first..group.first + group.count).collect();
                let matters = digits.iter().any(|&digit| {
                    feature.weight(digit, &parts[digit], 1) != 0
                        || matches!(parts[digit], Part::Letter(_))
                });
                // Only what matters has a table; numbers that do not may be large.
                if !matters {
                    word.groups.push((group.radix, Vec::new()));
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
                let least = sums.iter().copied().min()?;
                let table: Vec<u32> = sums.iter().map(|sum| (sum - least) as u32).collect();
                highest += u64::from(table.iter().copied().max()?);
                word.groups.push((group.radix, table));
            }
            words.push(word);
        }
        (highest < HIGHEST).then_some(Tiers { flow, words, step: 1, offset: 0 })
    }

    pub(crate) fn flow(&self) -> Flow {
        self.flow
    }

    /// Whether a move may lead from one sum to another.
    #[inline]
    pub(crate) fn allow(&self, from: u32, to: u32) -> bool {
        match self.flow {
            Flow::Stepwise => to == from + self.step,
            Flow::Rising => to > from,
            Flow::Level => to >= from,
            Flow::Loopy => true,
        }
    }

    /// The tier of a position.
    #[inline]
    pub(crate) fn of(&self, position: u128) -> u32 {
        let sum = self.sum(position);
        if self.step == 1 { sum } else { (sum + self.offset) / self.step }
    }

    /// The sum of a position.
    #[inline]
    pub(crate) fn sum(&self, position: u128) -> u32 {
        let mut sum = 0;
        for (i, word) in self.words.iter().enumerate() {
            let mut rest = (position >> (64 * i)) as u64;
            for (radix, table) in &word.groups {
                sum += table.get((rest & (radix - 1)) as usize).copied().unwrap_or(0);
                rest >>= radix.trailing_zeros();
            }
        }
        sum
    }
}
