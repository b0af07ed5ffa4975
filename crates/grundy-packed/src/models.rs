//! The statistical models by which distances between keys, and verdicts, are coded in
//! files: how likely each symbol is after the ones before it.

use super::ans::{Model, Reader};
use super::code::Code;
use super::varint::{read_long, write_distance};
use grundy_ruleset::Key;

/// Distances up to this one have symbols of their own. For longer ones the symbol says how many
/// bits there are, and the bits below the highest follow.
const SMALL: u128 = 128;

/// The symbol of a distance, and how many bits follow it.
pub(super) fn symbol([low, high]: [u64; 2]) -> (u16, u32, u128) {
    let number = u128::from(high) << 64 | u128::from(low);
    // Keys differ: no distance is 0.
    let number = number.wrapping_sub(1);
    if number < SMALL {
        return (number as u16, 0, 0);
    }
    let bits = number.ilog2();
    (SMALL as u16 + bits as u16, bits, number ^ 1 << bits)
}

/// Contexts of a distance.
pub(super) const NEAR: usize = 3;

/// What is likely depends on whether the distance before was 1, small or great.
#[inline]
pub(super) const fn context(symbol: u16) -> usize {
    match symbol {
        0 => 0,
        1..8 => 1,
        _ => 2,
    }
}

/// How distances are coded.
#[derive(Clone, Debug, Default)]
pub(super) struct Distances(pub(super) [Model; NEAR]);

/// How verdicts are coded: by the one or two before, where there are enough keys
/// to learn that from.
#[derive(Clone, Debug, Default)]
pub(super) struct Verdicts {
    /// The verdicts that occur, in rising order. Their places are what is coded.
    pub(super) codes: Vec<Code>,
    /// How many verdicts before one its likelihood depends on.
    pub(super) order: u8,
    /// One for each context; the context of a block's start is the last place.
    pub(super) models: Vec<Model>,
}

impl Verdicts {
    pub(super) const MOST_ORDERED: usize = 128;

    /// How many contexts there are.
    pub(super) const fn contexts(verdicts: usize, order: u8) -> usize {
        (verdicts + 1).pow(order as u32)
    }

    /// The context of two places, the last one and the one before.
    #[inline]
    pub(super) const fn context(&self, [last, before]: [usize; 2]) -> usize {
        match self.order {
            0 => 0,
            1 => last,
            _ => before * (self.codes.len() + 1) + last,
        }
    }

    /// The places before a block.
    #[inline]
    pub(super) const fn start(&self) -> [usize; 2] {
        [self.codes.len(); 2]
    }
}

impl Distances {
    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        self.0.iter().for_each(|model| model.write(bytes));
    }

    pub(super) fn parse(mut bytes: &[u8]) -> Option<(Distances, &[u8])> {
        let mut distances = Distances::default();
        for model in &mut distances.0 {
            (*model, bytes) = Model::parse(bytes)?;
        }
        Some((distances, bytes))
    }

    /// Adds keys behind the first one of a block.
    pub(super) fn read<K: Key>(&self, bytes: &[u8], count: usize, keys: &mut Vec<K>) {
        let Some(&(mut key)) = keys.last() else { return };
        let (mut reader, mut near) = (Reader::new(bytes), 0);
        for _ in 1..count {
            let symbol = reader.read(&self.0[near]);
            near = context(symbol);
            let by = match u32::from(symbol).checked_sub(SMALL as u32) {
                None => [u64::from(symbol) + 1, 0],
                Some(bits) => {
                    let bits = bits.min(127);
                    let number = (reader.bits(bits) | 1 << bits).wrapping_add(1);
                    [number as u64, (number >> 64) as u64]
                }
            };
            key = key.further(by);
            keys.push(key);
        }
    }
}

impl Verdicts {
    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        write_distance([self.codes.len() as u64, 0], bytes);
        for code in &self.codes {
            bytes.extend_from_slice(&code.bits().to_le_bytes());
        }
        bytes.push(self.order);
        self.models.iter().for_each(|model| model.write(bytes));
    }

    pub(super) fn parse(bytes: &[u8]) -> Option<(Verdicts, &[u8])> {
        let ([count, _], length) = read_long(bytes);
        let count = usize::try_from(count).ok().filter(|&count| count <= 1 << 16)?;
        let (codes, rest) = bytes.get(length..)?.split_at_checked(2 * count)?;
        let bits = codes.as_chunks().0.iter().map(|&code| u16::from_le_bytes(code));
        let codes: Vec<Code> = bits.map(Code::from_bits).collect();
        let (&order, mut rest) = rest.split_first()?;
        if order > 2 || order > 0 && count > Verdicts::MOST_ORDERED {
            return None;
        }
        let mut models = Vec::new();
        for _ in 0..Verdicts::contexts(count, order) {
            let (model, behind) = Model::parse(rest)?;
            models.push(model);
            rest = behind;
        }
        Some((Verdicts { codes, order, models }, rest))
    }

    /// The verdicts of a block: `count` of them, at most as many as a block may have.
    pub(super) fn read(&self, bytes: &[u8], count: usize, codes: &mut Vec<Code>) {
        let (mut reader, mut before) = (Reader::new(bytes), self.start());
        for _ in 0..count {
            let place = usize::from(reader.read(&self.models[self.context(before)]));
            // Bytes that nobody has written may say anything.
            let place = place.min(self.codes.len().saturating_sub(1));
            codes.push(self.codes.get(place).copied().unwrap_or_default());
            before = [place, before[0]];
        }
    }
}
