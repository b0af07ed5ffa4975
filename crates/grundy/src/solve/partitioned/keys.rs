//! Rising keys in blocks, each key as its distance from the one before.

use std::marker::PhantomData;

use super::failure::Failure;
use super::store::{Bytes, Sink, Store};
use crate::ruleset::Key;

/// Keys, and their verdicts, in a block.
pub(super) const BLOCK: usize = 1024;

/// Rising keys, written once: one to two bytes each where they lie close.
#[derive(Clone, Debug)]
pub(super) struct Keys<K> {
    bytes: Bytes,
    /// The first key of each block, and where its bytes start.
    firsts: Vec<K>,
    starts: Vec<u64>,
    len: u64,
}

impl<K: Key> Keys<K> {
    /// How many keys there are.
    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// How many blocks there are.
    pub(super) fn blocks(&self) -> usize {
        self.firsts.len()
    }

    /// Bytes held in memory.
    pub(super) fn held(&self) -> u64 {
        self.bytes.held() + (self.firsts.len() * (size_of::<K>() + 8)) as u64
    }

    /// Puts the keys of a block into `keys`.
    pub(super) fn read(&self, block: usize, reader: &mut Reader<K>) -> Result<(), Failure> {
        let start = self.starts[block];
        let end = self.starts.get(block + 1).copied().unwrap_or(self.bytes.len());
        let bytes = self.bytes.read(start..end, &mut reader.room)?;
        let count = (self.len - (block * BLOCK) as u64).min(BLOCK as u64) as usize;
        reader.keys.clear();
        let mut key = self.firsts[block];
        reader.keys.push(key);
        let mut at = 0;
        for _ in 1..count {
            let byte = *bytes.get(at).unwrap_or(&0);
            at += 1;
            let by = if byte < 0x80 {
                [u64::from(byte), 0]
            } else {
                let (by, length) = read_long(bytes.get(at - 1..).unwrap_or_default());
                at += length - 1;
                by
            };
            key = key.further(by);
            reader.keys.push(key);
        }
        Ok(())
    }

    /// The block, from `from` on, in which a key would lie that is not less
    /// than the first key of `from`.
    pub(super) fn block_of(&self, key: K, from: usize) -> usize {
        // Blocks are asked for in order, mostly: the next ones first.
        let mut step = 1;
        let mut low = from;
        while low + step < self.firsts.len() && self.firsts[low + step] <= key {
            low += step;
            step *= 2;
        }
        let high = self.firsts.len().min(low + step);
        low + self.firsts[low..high].partition_point(|first| *first <= key) - 1
    }

    /// The first key of a block.
    pub(super) fn first(&self, block: usize) -> K {
        self.firsts[block]
    }

    /// What was written by [`Writer::finish`] and kept.
    pub(super) fn open(bytes: Bytes) -> Result<Keys<K>, Failure> {
        let damaged = || Failure::Damaged {
            path: bytes.path(),
            what: "its index is not one of sorted keys".to_string(),
        };
        let mut room = Vec::new();
        let end = bytes.len().checked_sub(16).ok_or_else(damaged)?;
        let tail = bytes.read(end..bytes.len(), &mut room)?;
        let number = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().unwrap_or_default());
        let (len, data) = (number(&tail[..8]), number(&tail[8..]));
        let blocks = len.div_ceil(BLOCK as u64);
        let size = blocks * (size_of::<K>() + 8) as u64;
        if data.checked_add(size) != Some(end) {
            return Err(damaged());
        }
        let index = bytes.read(data..end, &mut room)?;
        let (firsts, starts) = index.split_at(blocks as usize * size_of::<K>());
        let keys = Keys {
            firsts: firsts.chunks_exact(size_of::<K>()).map(bytemuck::pod_read_unaligned).collect(),
            starts: starts.chunks_exact(8).map(number).chain([data]).collect(),
            len,
            bytes: bytes.clone(),
        };
        Ok(keys)
    }
}

/// The keys of one block.
#[derive(Default)]
pub(super) struct Reader<K> {
    pub(super) keys: Vec<K>,
    room: Vec<u8>,
}

impl<K> Reader<K> {
    pub(super) fn new() -> Self {
        Reader { keys: Vec::new(), room: Vec::new() }
    }
}

/// Writes rising keys.
pub(super) struct Writer<K> {
    sink: Sink,
    block: Vec<u8>,
    last: Option<K>,
    firsts: Vec<K>,
    starts: Vec<u64>,
    len: u64,
    keys: PhantomData<K>,
}

impl<K: Key> Writer<K> {
    pub(super) fn new(store: &Store, name: &str) -> Result<Self, Failure> {
        Ok(Writer {
            sink: store.create(name)?,
            block: Vec::new(),
            last: None,
            firsts: Vec::new(),
            starts: Vec::new(),
            len: 0,
            keys: PhantomData,
        })
    }

    /// Adds keys that are greater than all before.
    pub(super) fn add(&mut self, keys: &[K]) -> Result<(), Failure> {
        for &key in keys {
            if self.len.is_multiple_of(BLOCK as u64) {
                self.sink.write(&self.block)?;
                self.block.clear();
                self.starts.push(self.sink.len());
                self.firsts.push(key);
            } else if let Some(last) = self.last {
                debug_assert!(last < key, "keys that do not rise");
                write_distance(last.distance(key), &mut self.block);
            }
            self.last = Some(key);
            self.len += 1;
        }
        Ok(())
    }

    pub(super) fn finish(mut self) -> Result<Keys<K>, Failure> {
        self.sink.write(&self.block)?;
        let data = self.sink.len();
        let Writer { mut sink, firsts, mut starts, len, .. } = self;
        sink.write(bytemuck::cast_slice(&firsts))?;
        for start in &starts {
            sink.write(&start.to_le_bytes())?;
        }
        starts.push(data);
        sink.write(&len.to_le_bytes())?;
        sink.write(&data.to_le_bytes())?;
        Ok(Keys { bytes: sink.finish()?, firsts, starts, len })
    }
}

/// Seven bits a byte, the lowest first; the highest bit says that more follow.
fn write_distance([mut low, mut high]: [u64; 2], bytes: &mut Vec<u8>) {
    while low >= 0x80 || high > 0 {
        bytes.push(low as u8 | 0x80);
        low = low >> 7 | high << 57;
        high >>= 7;
    }
    bytes.push(low as u8);
}

/// A distance of several bytes, and how many.
#[cold]
#[inline(never)]
fn read_long(bytes: &[u8]) -> ([u64; 2], usize) {
    let mut by = 0u128;
    for (i, byte) in bytes.iter().enumerate().take(19) {
        by |= u128::from(byte & 0x7f) << (7 * i);
        if byte & 0x80 == 0 {
            return ([by as u64, (by >> 64) as u64], i + 1);
        }
    }
    ([by as u64, (by >> 64) as u64], bytes.len().clamp(1, 19))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip<K: Key>(keys: &[K]) {
        let folder = std::env::temp_dir().join(format!("grundy-keys-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for store in [Store::Memory, Store::Folder(folder)] {
            let mut writer = Writer::new(&store, "keys").unwrap();
            for some in keys.chunks(700) {
                writer.add(some).unwrap();
            }
            let written = writer.finish().unwrap();
            let opened = Keys::<K>::open(written.bytes.clone()).unwrap();
            for all in [written, opened] {
                let (mut reader, mut read) = (Reader::new(), Vec::new());
                for block in 0..all.blocks() {
                    all.read(block, &mut reader).unwrap();
                    read.extend_from_slice(&reader.keys);
                    for &key in &reader.keys {
                        assert_eq!(all.block_of(key, 0), block);
                    }
                }
                assert_eq!(read, keys);
            }
        }
    }

    #[test]
    fn keys_are_read_as_they_were_written() {
        round_trip::<u64>(&[]);
        round_trip::<u64>(&[7]);
        round_trip::<u64>(&[0, 1, 127, 128, 300, 1 << 20, 1 << 62, u64::MAX]);
        round_trip::<u64>(&(0..5000).map(|i| i * i * 7).collect::<Vec<_>>());
        round_trip::<u128>(&(0..3000u128).map(|i| i * i * i << 70 | i).collect::<Vec<_>>());
        round_trip::<u128>(&[0, 1, u128::MAX]);
    }
}
