//! Entropy coding: asymmetric numeral systems (Duda 2013), in the variant with ranges
//! (rANS, Giesen 2014).
//!
//! A block is a state of 32 bits followed by words of 16 bits. A decoder reads the symbols
//! in the reverse order of coding, so a block is coded from its end.

use super::varint::{read_long, write_distance};

/// Likelihoods are parts of 2^12.
const PRECISION: u32 = 12;
const WHOLE: u32 = 1 << PRECISION;

/// The carried state is at least this.
const LEAST: u32 = 1 << 16;

/// An entry of the lookup table stands for 2 to this power slots.
const LOOK: u32 = 5;

/// With more symbols than this, the rare ones are coded as [`ESCAPE`] and their bits.
const MOST: usize = 1 << 10;

/// Stands for a symbol that a model does not have.
const ESCAPE: u16 = u16::MAX;

/// A part of all numbers below 2^12: where it starts, and how large it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    start: u32,
    size: u32,
}

/// How likely each of some symbols is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Model {
    /// In rising order, each with its part.
    symbols: Vec<(u16, Part)>,
    /// Lookup: the first symbol whose part reaches slot i · 2^`LOOK`.
    look: Vec<u16>,
}

impl Model {
    /// A model from the counts of symbols, in rising order of symbols; only the counts may be more
    /// than fit. Without counts, all symbols are equally likely.
    pub(super) fn new(counts: impl IntoIterator<Item = (u16, u64)>) -> Model {
        let mut counts: Vec<(u16, u64)> = counts.into_iter().filter(|row| row.1 > 0).collect();
        if counts.len() > MOST {
            counts.sort_by_key(|&(symbol, count)| (std::cmp::Reverse(count), symbol));
            let rare = counts.split_off(MOST);
            counts.retain(|&(symbol, _)| symbol != ESCAPE);
            counts.sort_unstable();
            counts.push((ESCAPE, rare.iter().map(|row| row.1).sum()));
        }
        let total: u64 = counts.iter().map(|row| row.1).sum();
        // Each symbol gets a part; what is over goes to the most frequent one.
        let spare = u64::from(WHOLE) - counts.len() as u64;
        let size =
            |count: u64| 1 + (u128::from(count) * u128::from(spare) / u128::from(total)) as u32;
        let mut sizes: Vec<u32> = counts.iter().map(|&(_, count)| size(count)).collect();
        let most = (0..counts.len()).max_by_key(|&i| (counts[i].1, std::cmp::Reverse(i)));
        if let Some(most) = most {
            sizes[most] += WHOLE - sizes.iter().sum::<u32>();
        }
        Model::of(counts.iter().map(|row| row.0).zip(sizes)).unwrap_or_default()
    }

    /// A model from the sizes of parts; none if they do not add up to the whole.
    fn of(sizes: impl IntoIterator<Item = (u16, u32)>) -> Option<Model> {
        let (mut symbols, mut start): (Vec<(u16, Part)>, u32) = (Vec::new(), 0);
        for (symbol, size) in sizes {
            let rises = symbols.last().is_none_or(|&(last, _)| last < symbol);
            if !rises || size == 0 || size > WHOLE - start {
                return None;
            }
            symbols.push((symbol, Part { start, size }));
            start += size;
        }
        if start != WHOLE && !symbols.is_empty() {
            return None;
        }
        let look = (0..WHOLE >> LOOK).map(|slot| {
            let reaches = |(_, part): &(u16, Part)| part.start + part.size <= slot << LOOK;
            symbols.partition_point(reaches) as u16
        });
        let look = look.collect();
        Some(Model { symbols, look })
    }

    /// Writes what [`Model::parse`] reads.
    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        write_distance([self.symbols.len() as u64, 0], bytes);
        let mut last = 0;
        for &(symbol, part) in &self.symbols {
            write_distance([u64::from(symbol - last), 0], bytes);
            write_distance([u64::from(part.size), 0], bytes);
            last = symbol;
        }
    }

    /// The model that was written, and the bytes behind it.
    pub(super) fn parse(bytes: &[u8]) -> Option<(Model, &[u8])> {
        let mut rest = bytes;
        let mut number = || {
            let ([number, _], length) = read_long(rest);
            rest = rest.get(length..)?;
            Some(number)
        };
        let count = number()?;
        if count > MOST as u64 + 1 {
            return None;
        }
        let (mut sizes, mut symbol) = (Vec::new(), 0u16);
        for _ in 0..count {
            symbol = symbol.checked_add(number()?.try_into().ok()?)?;
            sizes.push((symbol, number()?.try_into().ok()?));
        }
        Some((Model::of(sizes)?, rest))
    }
}

/// A block that is being coded.
#[derive(Default)]
pub(super) struct Block {
    parts: Vec<Part>,
}

impl Block {
    /// Adds a symbol.
    pub(super) fn add(&mut self, model: &Model, symbol: u16) {
        let find = |symbol| model.symbols.binary_search_by_key(&symbol, |row| row.0);
        match find(symbol) {
            Ok(place) if symbol != ESCAPE => self.parts.push(model.symbols[place].1),
            _ => {
                if let Ok(place) = find(ESCAPE) {
                    self.parts.push(model.symbols[place].1);
                }
                self.add_bits(symbol.into(), 16);
            }
        }
    }

    /// Adds the lowest bits of a number as they are.
    pub(super) fn add_bits(&mut self, mut number: u128, mut bits: u32) {
        while bits > 0 {
            let some = bits.min(PRECISION);
            let size = WHOLE >> some;
            let low = number as u32 & ((1 << some) - 1);
            self.parts.push(Part { start: low * size, size });
            (number, bits) = (number >> some, bits - some);
        }
    }

    /// Writes the block, and begins another one.
    pub(super) fn close(&mut self, bytes: &mut Vec<u8>) {
        let (mut number, mut words) = (LEAST, Vec::new());
        for Part { start, size } in self.parts.drain(..).rev() {
            if u64::from(number) >= u64::from(size) << (32 - PRECISION) {
                words.push(number as u16);
                number >>= 16;
            }
            number = ((number / size) << PRECISION) + number % size + start;
        }
        bytes.extend_from_slice(&number.to_le_bytes());
        words.iter().rev().for_each(|word| bytes.extend_from_slice(&word.to_le_bytes()));
    }
}

/// Reads the symbols of a block. Damaged bytes give some symbols or other.
pub(super) struct Reader<'a> {
    number: u32,
    words: &'a [[u8; 2]],
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        let (number, rest) = bytes.split_first_chunk().unwrap_or((&[0; 4], &[]));
        Reader { number: u32::from_le_bytes(*number), words: rest.as_chunks().0 }
    }

    #[inline]
    fn take(&mut self, slot: u32, part: Part) {
        self.number = part.size * (self.number >> PRECISION) + (slot - part.start);
        if self.number < LEAST {
            let (word, rest) = self.words.split_first().unwrap_or((&[0; 2], &[]));
            self.number = self.number << 16 | u32::from(u16::from_le_bytes(*word));
            self.words = rest;
        }
    }

    /// The next symbol.
    #[inline]
    pub(super) fn read(&mut self, model: &Model) -> u16 {
        let slot = self.number & (WHOLE - 1);
        let mut place = usize::from(model.look.get((slot >> LOOK) as usize).copied().unwrap_or(0));
        while let Some(&(symbol, part)) = model.symbols.get(place) {
            if slot < part.start + part.size {
                self.take(slot, part);
                return if symbol == ESCAPE { self.bits(16) as u16 } else { symbol };
            }
            place += 1;
        }
        self.bits(16) as u16
    }

    /// Reads a number of `bits` bits.
    pub(super) fn bits(&mut self, bits: u32) -> u128 {
        let (mut number, mut from) = (0, 0);
        while from < bits {
            let some = (bits - from).min(PRECISION);
            let size = WHOLE >> some;
            let slot = self.number & (WHOLE - 1);
            let low = slot / size;
            self.take(slot, Part { start: low * size, size });
            number |= u128::from(low) << from;
            from += some;
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip(counts: &[(u16, u64)], symbols: &[u16]) -> usize {
        let model = Model::new(counts.iter().copied());
        let mut written = Vec::new();
        model.write(&mut written);
        written.push(9);
        assert_eq!(Model::parse(&written), Some((model.clone(), &[9][..])));
        let (mut block, mut bytes) = (Block::default(), Vec::new());
        for (i, &symbol) in symbols.iter().enumerate() {
            block.add(&model, symbol);
            block.add_bits(i as u128, 5 * (i as u32 % 20));
        }
        block.close(&mut bytes);
        let mut reader = Reader::new(&bytes);
        for (i, &symbol) in symbols.iter().enumerate() {
            assert_eq!(reader.read(&model), symbol);
            let bits = 5 * (i as u32 % 20);
            let mask = 1u128.checked_shl(bits).map_or(u128::MAX, |all| all - 1);
            assert_eq!(reader.bits(bits), i as u128 & mask);
        }
        bytes.len()
    }

    #[test]
    fn what_was_coded_is_read() {
        round_trip(&[], &[5, 0, u16::MAX]);
        round_trip(&[(7, 1)], &[7; 30]);
        round_trip(&[(0, 1), (u16::MAX, 1 << 60)], &[0, u16::MAX, u16::MAX, 3]);
        let many: Vec<(u16, u64)> = (0..5000).map(|i| (i * 13, u64::from(i % 97) + 1)).collect();
        round_trip(&many, &many.iter().map(|row| row.0).collect::<Vec<_>>());
    }

    #[test]
    fn frequent_symbols_take_few_bits() {
        // 15 of 16 and 1 of 16: 0.337 bits a symbol.
        let symbols: Vec<u16> = (0..16_000).map(|i| u16::from(i % 16 == 5)).collect();
        let model = Model::new([(0, 15), (1, 1)]);
        let (mut block, mut bytes) = (Block::default(), Vec::new());
        symbols.iter().for_each(|&symbol| block.add(&model, symbol));
        block.close(&mut bytes);
        assert!((670..690).contains(&bytes.len()), "{}", bytes.len());
    }

    #[test]
    fn what_is_no_model_is_refused() {
        for sizes in [
            &[(0, 4095)][..],
            &[(0, 4097)],
            &[(0, 0), (1, 4096)],
            &[(1, 2048), (1, 2048)],
            &[(2, 2048), (1, 2048)],
            &[(0, u32::MAX), (1, 4097)],
        ] {
            assert_eq!(Model::of(sizes.iter().copied()), None, "{sizes:?}");
        }
        assert_eq!(Model::parse(&[]), None);
        assert_eq!(Model::parse(&[1, 0]), None);
        assert_eq!(Model::parse(&[0xff, 0xff, 0x7f, 0]), None);
        // Such bytes have no meaning, and do no harm.
        let model = Model::new([(3, 5), (4, 7)]);
        for bytes in [&[][..], &[1, 2], &[0xff; 40]] {
            let mut reader = Reader::new(bytes);
            assert_eq!((0..100).map(|_| reader.read(&model)).count(), 100);
        }
    }
}
