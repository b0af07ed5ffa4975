//! Keys and verdicts as files hold them: entropy coded, with the models of each tier
//! (`models`), in blocks that are decoded fast.

use std::sync::Arc;

use hashbrown::HashMap;

use super::ans::{Block, Model};
use super::code::Code;
use super::codes::Codes;
use super::failure::Failure;
use super::keys::Keys;
use super::models::{Distances, NEAR, Verdicts, context, symbol};
use super::store::{Bytes, Sink, sum};
use super::tier::Tier;
use super::varint::{read_long, write_distance};
use grundy_ruleset::Key;

/// Keys of a block: each is read whole for one of them.
const BLOCK: usize = 512;

/// Number of keys that each context has to be learned from.
const EACH: u64 = 32;

/// How often each symbol is needed for a tier, and after which: the first look at
/// it.
pub(super) struct Census<K> {
    distances: [HashMap<u16, u64>; NEAR],
    near: usize,
    /// Three verdicts in a row; more than the place of any at a block's start.
    verdicts: HashMap<[u32; 3], u64>,
    before: [u32; 2],
    last: Option<K>,
    len: usize,
}

/// Means that no verdict lies before, at the start of a block.
const NO_VERDICT: u32 = u32::MAX;

impl<K: Key> Census<K> {
    pub(super) fn new() -> Self {
        Census {
            distances: Default::default(),
            near: 0,
            verdicts: HashMap::new(),
            before: [NO_VERDICT; 2],
            last: None,
            len: 0,
        }
    }

    pub(super) fn add(&mut self, keys: &[K], codes: &[Code]) {
        for (&key, code) in keys.iter().zip(codes) {
            let last = self.last.replace(key);
            if self.len.is_multiple_of(BLOCK) {
                (self.before, self.near) = ([NO_VERDICT; 2], 0);
            } else if let Some(last) = last {
                let symbol = symbol(last.distance(key)).0;
                *self.distances[self.near].entry(symbol).or_default() += 1;
                self.near = context(symbol);
            }
            let (code, [last, before]) = (u32::from(code.bits()), self.before);
            *self.verdicts.entry([before, last, code]).or_default() += 1;
            self.before = [code, last];
            self.len += 1;
        }
    }

    fn distances(&self) -> Distances {
        Distances(self.distances.each_ref().map(|counts| {
            let mut counts: Vec<(u16, u64)> =
                counts.iter().map(|(&s, &count)| (s, count)).collect();
            counts.sort_unstable();
            Model::new(counts)
        }))
    }

    fn verdicts(&self) -> Verdicts {
        let mut codes: Vec<Code> =
            self.verdicts.keys().map(|row| Code::from_bits(row[2] as u16)).collect();
        codes.sort_unstable();
        codes.dedup();
        let enough = |order: u8| {
            codes.len() <= Verdicts::MOST_ORDERED
                && (Verdicts::contexts(codes.len(), order) * codes.len()) as u64 * EACH
                    <= self.len as u64
        };
        let order = (1..=2).rfind(|&order| enough(order)).unwrap_or(0);
        let place = |bits: u32| match bits {
            NO_VERDICT => codes.len(),
            _ => codes.partition_point(|code| u32::from(code.bits()) < bits),
        };
        let mut verdicts = Verdicts { order, models: Vec::new(), codes: codes.clone() };
        let contexts = Verdicts::contexts(codes.len(), order);
        let mut counts: Vec<HashMap<u16, u64>> = vec![HashMap::new(); contexts];
        for (&[before, last, code], count) in &self.verdicts {
            let context = verdicts.context([place(last), place(before)]);
            *counts[context].entry(place(code) as u16).or_default() += count;
        }
        let models = counts.into_iter().map(|counts| {
            let mut counts: Vec<(u16, u64)> = counts.into_iter().collect();
            counts.sort_unstable();
            Model::new(counts)
        });
        verdicts.models = models.collect();
        verdicts
    }
}

/// Writes a tier: the second look at it.
pub(super) struct Writer<K> {
    sink: Sink,
    distances: Distances,
    verdicts: Verdicts,
    /// The block that is being written.
    of_keys: Block,
    of_codes: Block,
    near: usize,
    before: [usize; 2],
    last: Option<K>,
    len: u64,
    /// For each block, the distance of its first key from that of the block before, and how many
    /// bytes it has.
    index: Vec<u8>,
    first: Option<K>,
    /// Where the keys of the tier start.
    start: u64,
    /// All verdicts.
    codes: Vec<u8>,
}

impl<K: Key> Writer<K> {
    /// Writes behind what is in a sink.
    pub(super) fn new(sink: Sink, census: &Census<K>) -> Self {
        let verdicts = census.verdicts();
        Writer {
            start: sink.len(),
            sink,
            distances: census.distances(),
            before: verdicts.start(),
            verdicts,
            of_keys: Block::default(),
            of_codes: Block::default(),
            near: 0,
            last: None,
            len: 0,
            index: Vec::new(),
            first: None,
            codes: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, keys: &[K], codes: &[Code]) -> Result<(), Failure> {
        for (&key, code) in keys.iter().zip(codes) {
            match self.last.replace(key) {
                Some(last) if !self.len.is_multiple_of(BLOCK as u64) => {
                    let (symbol, more, bits) = symbol(last.distance(key));
                    self.of_keys.add(&self.distances.0[self.near], symbol);
                    self.of_keys.add_bits(bits, more);
                    self.near = context(symbol);
                }
                _ => {
                    self.close()?;
                    let before = self.first.replace(key).unwrap_or(K::zeroed());
                    write_distance(before.distance(key), &mut self.index);
                }
            }
            let place = self.verdicts.codes.partition_point(|known| known < code);
            let model = &self.verdicts.models[self.verdicts.context(self.before)];
            self.of_codes.add(model, place as u16);
            self.before = [place, self.before[0]];
            self.len += 1;
        }
        Ok(())
    }

    /// Ends the block that is open, if one is.
    fn close(&mut self) -> Result<(), Failure> {
        if self.len == 0 {
            return Ok(());
        }
        let (mut keys, mut codes) = (Vec::new(), Vec::new());
        self.of_keys.close(&mut keys);
        self.of_codes.close(&mut codes);
        let of_keys = sum((self.sink.len() - self.start) as u32, &keys);
        codes.extend(sum(of_keys, &codes).to_le_bytes());
        for bytes in [keys.len(), codes.len()] {
            write_distance([bytes as u64, 0], &mut self.index);
        }
        self.codes.append(&mut codes);
        (self.near, self.before) = (0, self.verdicts.start());
        self.sink.write(&keys)
    }

    /// Writes the verdicts and the index; says where these start, and the checksum of the index.
    pub(super) fn finish(mut self) -> Result<(Sink, [u64; 2], u32), Failure> {
        self.close()?;
        let codes = self.sink.len();
        self.sink.write(&self.codes)?;
        let index = self.sink.len();
        let mut head = self.len.to_le_bytes().to_vec();
        self.distances.write(&mut head);
        self.verdicts.write(&mut head);
        head.append(&mut self.index);
        self.sink.write(&head)?;
        Ok((self.sink, [codes, index], crc32fast::hash(&head)))
    }
}

/// Opens a tier: its keys, its verdicts, and the index of both. None where these
/// do not fit each other.
pub(super) fn open<K: Key>(keys: Bytes, codes: Bytes, index: &[u8]) -> Option<Tier<K>> {
    let (len, rest) = index.split_at_checked(8)?;
    let len = u64::from_le_bytes(len.try_into().ok()?);
    let (distances, rest) = Distances::parse(rest)?;
    let (verdicts, mut rest) = Verdicts::parse(rest)?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tier::Cursor;

    fn round_trip<K: Key>(keys: &[K]) {
        let codes: Vec<Code> =
            (0..keys.len()).map(|i| Code::from_bits((i * i % 7 * 100) as u16)).collect();
        let mut census = Census::new();
        keys.chunks(100).zip(codes.chunks(100)).for_each(|(keys, codes)| census.add(keys, codes));
        let mut writer = Writer::new(Sink::Memory(Vec::new()), &census);
        for (keys, codes) in keys.chunks(300).zip(codes.chunks(300)) {
            writer.add(keys, codes).unwrap();
        }
        let (sink, [start, index], _) = writer.finish().unwrap();
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
