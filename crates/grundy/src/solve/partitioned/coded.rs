//! Keys and verdicts as files hold them: the distances of keys and the verdicts
//! by prefix codes that are made for each tier, in blocks that are read fast.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::code::Code;
use super::codes::Codes;
use super::failure::Failure;
use super::huffman::{BitWriter, Huffman, peek};
use super::keys::{Keys, read_long, write_distance};
use super::store::{Bytes, Sink};
use super::tier::Tier;
use crate::ruleset::Key;

/// Keys of a block: each is read whole for one of them.
const BLOCK: usize = 256;

/// Distances up to this one have symbols of their own; of others the symbol says
/// how many bits there are, and the bits below the highest follow.
const SMALL: u128 = 128;

/// The symbol of a distance, and how many bits follow it.
fn symbol([low, high]: [u64; 2]) -> (u16, u32, u128) {
    let number = u128::from(high) << 64 | u128::from(low);
    // Keys differ: no distance is 0.
    let number = number.wrapping_sub(1);
    if number < SMALL {
        return (number as u16, 0, 0);
    }
    let bits = number.ilog2();
    (SMALL as u16 + bits as u16, bits, number ^ 1 << bits)
}

/// How often each symbol is needed for a tier: the first look at it.
pub(super) struct Census<K> {
    distances: BTreeMap<u16, u64>,
    verdicts: Box<[u64]>,
    last: Option<K>,
    len: usize,
}

impl<K: Key> Census<K> {
    pub(super) fn new() -> Self {
        let verdicts = vec![0; 1 << 16].into();
        Census { distances: BTreeMap::new(), verdicts, last: None, len: 0 }
    }

    pub(super) fn add(&mut self, keys: &[K], codes: &[Code]) {
        for (&key, code) in keys.iter().zip(codes) {
            self.verdicts[usize::from(code.bits())] += 1;
            let last = self.last.replace(key);
            if let (Some(last), false) = (last, self.len.is_multiple_of(BLOCK)) {
                *self.distances.entry(symbol(last.distance(key)).0).or_default() += 1;
            }
            self.len += 1;
        }
    }
}

/// Writes a tier: the second look at it.
pub(super) struct Writer<K> {
    sink: Sink,
    distances: Huffman,
    verdicts: Huffman,
    of_distances: Vec<(u64, u32)>,
    of_verdicts: Vec<(u64, u32)>,
    /// The block that is being written.
    keys: Vec<u8>,
    key_bits: BitWriter,
    code_bits: BitWriter,
    last: Option<K>,
    len: u64,
    /// Of each block the distance of its first key from that of the block before,
    /// and how many bytes it has.
    index: Vec<u8>,
    first: Option<K>,
    /// All verdicts, and those before the block.
    codes: Vec<u8>,
    codes_before: usize,
}

impl<K: Key> Writer<K> {
    /// Writes behind what is in a sink.
    pub(super) fn new(sink: Sink, census: &Census<K>) -> Self {
        let counts = (0..=u16::MAX).zip(census.verdicts.iter().copied());
        let counts = counts.filter(|&(_, count)| count > 0).collect();
        let (distances, verdicts) = (Huffman::new(&census.distances), Huffman::new(&counts));
        let by_symbol = |huffman: &Huffman| {
            let mut all = vec![(0, 0); 1 << 16];
            huffman.codes().into_iter().for_each(|(symbol, code)| all[usize::from(symbol)] = code);
            all
        };
        Writer {
            sink,
            of_distances: by_symbol(&distances),
            of_verdicts: by_symbol(&verdicts),
            distances,
            verdicts,
            keys: Vec::new(),
            key_bits: BitWriter::default(),
            code_bits: BitWriter::default(),
            last: None,
            len: 0,
            index: Vec::new(),
            first: None,
            codes: Vec::new(),
            codes_before: 0,
        }
    }

    pub(super) fn add(&mut self, keys: &[K], codes: &[Code]) -> Result<(), Failure> {
        for (&key, code) in keys.iter().zip(codes) {
            match self.last.replace(key) {
                Some(last) if !self.len.is_multiple_of(BLOCK as u64) => {
                    let (symbol, mut more, mut bits) = symbol(last.distance(key));
                    let (word, length) = self.of_distances[usize::from(symbol)];
                    self.key_bits.add(word, length, &mut self.keys);
                    while more > 0 {
                        let some = more.min(32);
                        let word = bits as u64 & ((1 << some) - 1);
                        self.key_bits.add(word, some, &mut self.keys);
                        (bits, more) = (bits >> some, more - some);
                    }
                }
                _ => {
                    self.close()?;
                    let before = self.first.replace(key).unwrap_or(K::zeroed());
                    write_distance(before.distance(key), &mut self.index);
                }
            }
            let (word, length) = self.of_verdicts[usize::from(code.bits())];
            self.code_bits.add(word, length, &mut self.codes);
            self.len += 1;
        }
        Ok(())
    }

    /// Ends the block that is open, if one is.
    fn close(&mut self) -> Result<(), Failure> {
        if self.len == 0 {
            return Ok(());
        }
        self.key_bits.end(&mut self.keys);
        self.code_bits.end(&mut self.codes);
        for bytes in [self.keys.len(), self.codes.len() - self.codes_before] {
            write_distance([bytes as u64, 0], &mut self.index);
        }
        self.codes_before = self.codes.len();
        self.sink.write(&self.keys)?;
        self.keys.clear();
        Ok(())
    }

    /// Writes the verdicts and the index; says where these start.
    pub(super) fn finish(mut self) -> Result<(Sink, [u64; 2]), Failure> {
        self.close()?;
        let codes = self.sink.len();
        self.sink.write(&self.codes)?;
        let index = self.sink.len();
        let mut head = self.len.to_le_bytes().to_vec();
        self.distances.write(&mut head);
        self.verdicts.write(&mut head);
        self.sink.write(&head)?;
        self.sink.write(&self.index)?;
        Ok((self.sink, [codes, index]))
    }
}

/// Opens a tier: its keys, its verdicts, and the index of both. None where these
/// do not fit each other.
pub(super) fn open<K: Key>(keys: Bytes, codes: Bytes, index: &[u8]) -> Option<Tier<K>> {
    let (len, rest) = index.split_at_checked(8)?;
    let len = u64::from_le_bytes(len.try_into().ok()?);
    let (distances, rest) = Huffman::parse(rest)?;
    let (verdicts, mut rest) = Huffman::parse(rest)?;
    let mut number = || {
        let (number, bytes) = read_long(rest);
        rest = rest.get(bytes..)?;
        Some(number)
    };
    // Each block takes three bytes of the index at least.
    let blocks = len.div_ceil(BLOCK as u64);
    if blocks > index.len() as u64 / 3 {
        return None;
    }
    let mut first = K::zeroed();
    let mut firsts = Vec::with_capacity(blocks as usize);
    let (mut key_starts, mut code_starts) = (vec![0], vec![0]);
    for block in 0..blocks {
        let next = first.further(number()?);
        if block > 0 && next <= first {
            return None;
        }
        first = next;
        firsts.push(first);
        for starts in [&mut key_starts, &mut code_starts] {
            let start: u64 = *starts.last()?;
            starts.push(start.checked_add(number()?[0])?);
        }
    }
    let fits = |starts: &[u64], bytes: &Bytes| starts.last() == Some(&bytes.len());
    if !rest.is_empty() || !fits(&key_starts, &keys) || !fits(&code_starts, &codes) {
        return None;
    }
    let keys = Keys::coded(keys, Arc::new(distances), BLOCK, firsts, key_starts, len);
    Some(Tier { keys, codes: Some(Codes::coded(codes, Arc::new(verdicts), code_starts, BLOCK)) })
}

/// Adds keys behind the first one of a block.
pub(super) fn read_keys<K: Key>(huffman: &Huffman, bytes: &[u8], count: usize, keys: &mut Vec<K>) {
    let Some(&(mut key)) = keys.last() else { return };
    let mut at = 0;
    for _ in 1..count {
        let word = peek(bytes, at);
        let (symbol, length) = huffman.read(word);
        at += length as usize;
        let by = match u32::from(symbol).checked_sub(SMALL as u32) {
            None => [u64::from(symbol) + 1, 0],
            // A look has 57 bits, of which a code takes 17 at most.
            Some(bits) if bits <= 40 => {
                at += bits as usize;
                [(((word >> length) & ((1 << bits) - 1)) | 1 << bits) + 1, 0]
            }
            Some(bits) => {
                let mut number = 1u128.checked_shl(bits).unwrap_or_default();
                for from in (0..bits.min(127)).step_by(32) {
                    let some = (bits - from).min(32);
                    let word = peek(bytes, at) & ((1 << some) - 1);
                    number |= u128::from(word) << from;
                    at += some as usize;
                }
                let number = number.wrapping_add(1);
                [number as u64, (number >> 64) as u64]
            }
        };
        key = key.further(by);
        keys.push(key);
    }
}

/// The verdicts of a block, at most so many as it may have.
pub(super) fn read_codes(huffman: &Huffman, bytes: &[u8], count: usize, codes: &mut Vec<Code>) {
    let mut at = 0;
    for _ in 0..count {
        let (symbol, length) = huffman.read(peek(bytes, at));
        at += length as usize;
        codes.push(Code::from_bits(symbol));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::partitioned::tier::Cursor;

    fn round_trip<K: Key>(keys: &[K]) {
        let codes: Vec<Code> =
            (0..keys.len()).map(|i| Code::from_bits((i * i % 7 * 100) as u16)).collect();
        let mut census = Census::new();
        keys.chunks(100).zip(codes.chunks(100)).for_each(|(keys, codes)| census.add(keys, codes));
        let mut writer = Writer::new(Sink::Memory(Vec::new()), &census);
        for (keys, codes) in keys.chunks(300).zip(codes.chunks(300)) {
            writer.add(keys, codes).unwrap();
        }
        let (sink, [start, index]) = writer.finish().unwrap();
        let bytes = sink.finish().unwrap();
        let part = |from: u64, to: u64| bytes.part(from..to);
        let mut room = Vec::new();
        let head = bytes.read(index..bytes.len(), &mut room).unwrap();
        let tier: Tier<K> = open(part(0, start), part(start, index), head).unwrap();
        assert_eq!(tier.keys.len(), keys.len() as u64);
        let mut cursor = Cursor::new();
        for (key, code) in keys.iter().zip(&codes) {
            assert_eq!(cursor.verdict(&tier, *key).unwrap(), Some(*code), "{key:?}");
        }
        for cut in [0, 7, head.len() / 2, head.len() - 1] {
            let head = &head[..cut];
            assert!(open::<K>(part(0, start), part(start, index), head).is_none(), "{cut}");
        }
    }

    #[test]
    fn keys_and_verdicts_are_read_as_they_were_written() {
        round_trip::<u64>(&[7]);
        round_trip::<u64>(&[0, 1, 127, 128, 300, 1 << 20, 1 << 62, u64::MAX]);
        round_trip::<u64>(&(0..5000).map(|i| i * i * 7).collect::<Vec<_>>());
        round_trip::<u64>(&(0..256).chain(1 << 50..(1 << 50) + 257).collect::<Vec<_>>());
        round_trip::<u128>(&(0..3000u128).map(|i| ((i * i * i) << 70) | i).collect::<Vec<_>>());
        round_trip::<u128>(&[0, 1, 2 << 90, u128::MAX]);
    }
}
