//! Sorted keys in blocks, each key as its difference from the one before.

use std::sync::Arc;

use super::failure::Failure;
use super::models::Distances;
use super::store::{Bytes, Sink, Store, sum};
use super::varint::{read_long, read_word, write_distance};
use grundy_ruleset::Key;

/// Keys, and their verdicts, in a block.
pub(super) const BLOCK: usize = 1024;

/// Rising keys, written once: one to two bytes each where they lie close.
#[derive(Clone, Debug)]
pub(super) struct Keys<K> {
    form: KeyForm<K>,
    /// The first key of each block, and where its bytes start.
    firsts: Vec<K>,
    starts: Vec<u64>,
    len: u64,
    /// Keys of a block.
    block: usize,
}

#[derive(Clone, Debug)]
enum KeyForm<K> {
    /// The keys as distances, coded as in files.
    Coded(Bytes, Arc<Distances>),
    /// The keys as distances.
    Packed(Bytes),
    /// The keys as they are, which is faster.
    Plain(Arc<Vec<K>>),
}

impl<K: Key> Keys<K> {
    /// How many keys there are.
    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// Keys that a file has coded.
    pub(super) fn coded(
        bytes: Bytes,
        distances: Arc<Distances>,
        block: usize,
        firsts: Vec<K>,
        starts: Vec<u64>,
        len: u64,
    ) -> Self {
        Keys { form: KeyForm::Coded(bytes, distances), firsts, starts, len, block }
    }

    /// How many keys a block has; the last one may have fewer.
    pub(super) fn block(&self) -> usize {
        self.block
    }

    /// How many blocks there are.
    pub(super) fn blocks(&self) -> usize {
        self.firsts.len()
    }

    /// Bytes held in memory.
    pub(super) fn held(&self) -> u64 {
        let data = match &self.form {
            KeyForm::Packed(bytes) | KeyForm::Coded(bytes, _) => bytes.held(),
            KeyForm::Plain(keys) => (keys.capacity() * size_of::<K>()) as u64,
        };
        data + (self.firsts.len() * (size_of::<K>() + 8)) as u64
    }

    /// The name of the file that they are in.
    pub(super) fn name(&self) -> Option<String> {
        match &self.form {
            KeyForm::Packed(bytes) => bytes.name(),
            KeyForm::Coded(..) | KeyForm::Plain(_) => None,
        }
    }

    /// Whether keys are stored as they are.
    pub(super) fn is_plain(&self) -> bool {
        matches!(self.form, KeyForm::Plain(_))
    }

    /// Puts the keys of a block into `keys`.
    pub(super) fn read(&self, block: usize, reader: &mut Reader<K>) -> Result<(), Failure> {
        let bytes = match &self.form {
            KeyForm::Packed(bytes) => bytes,
            KeyForm::Coded(bytes, distances) => {
                let count = (self.len - (block * self.block) as u64).min(self.block as u64);
                let range = self.starts[block]..self.starts[block + 1];
                let start = range.start as u32;
                let bytes = bytes.read(range, &mut reader.room)?;
                reader.sum = sum(start, bytes);
                reader.keys.clear();
                reader.keys.push(self.firsts[block]);
                distances.read(bytes, count as usize, &mut reader.keys);
                return Ok(());
            }
            KeyForm::Plain(keys) => {
                reader.keys.clear();
                let end = keys.len().min((block + 1) * BLOCK);
                reader.keys.extend_from_slice(&keys[block * BLOCK..end]);
                return Ok(());
            }
        };
        let bytes = bytes.read(self.starts[block]..self.starts[block + 1], &mut reader.room)?;
        let count = (self.len - (block * BLOCK) as u64).min(BLOCK as u64) as usize;
        reader.keys.clear();
        let mut key = self.firsts[block];
        reader.keys.push(key);
        let mut at = 0;
        for _ in 1..count {
            let byte = *bytes.get(at).unwrap_or(&0);
            if byte < 0x80 {
                key = key.further([u64::from(byte), 0]);
                at += 1;
                reader.keys.push(key);
                continue;
            }
            let (by, length) = match bytes.get(at..at + 8) {
                Some(word) => read_word(word),
                None => None,
            }
            .unwrap_or_else(|| read_long(bytes.get(at..).unwrap_or_default()));
            key = key.further(by);
            at += length;
            reader.keys.push(key);
        }
        Ok(())
    }

    /// The block, from `from` on, in which a key would lie that is not less
    /// than the first key of `from`.
    pub(super) fn block_of(&self, key: K, from: usize) -> usize {
        // Blocks are mostly asked for in order: the next ones are tried first.
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
            form: KeyForm::Packed(bytes.clone()),
            block: BLOCK,
        };
        Ok(keys)
    }
}

/// The keys of one block.
#[derive(Default)]
pub(super) struct Reader<K> {
    pub(super) keys: Vec<K>,
    /// For keys coded in a file: their checksum, which begins with where they start. The checksum
    /// of their verdicts continues it.
    pub(super) sum: u32,
    room: Vec<u8>,
}

impl<K> Reader<K> {
    pub(super) fn new() -> Self {
        Reader { keys: Vec::new(), sum: 0, room: Vec::new() }
    }
}

/// Writes rising keys.
pub(super) struct Writer<K> {
    /// None where keys are kept as they are.
    sink: Option<Sink>,
    plain: Vec<K>,
    block: Vec<u8>,
    last: Option<K>,
    firsts: Vec<K>,
    starts: Vec<u64>,
    len: u64,
}

impl<K: Key> Writer<K> {
    pub(super) fn new(store: &Store, name: &str) -> Result<Self, Failure> {
        Ok(Writer::with(Some(store.create(name)?)))
    }

    /// Keeps keys as they are, in memory.
    pub(super) fn plain() -> Self {
        Writer::with(None)
    }

    fn with(sink: Option<Sink>) -> Self {
        Writer {
            sink,
            plain: Vec::new(),
            block: Vec::new(),
            last: None,
            firsts: Vec::new(),
            starts: Vec::new(),
            len: 0,
        }
    }

    /// Adds keys that are greater than all before.
    pub(super) fn add(&mut self, keys: &[K]) -> Result<(), Failure> {
        let Some(sink) = &mut self.sink else {
            self.plain.extend_from_slice(keys);
            return Ok(());
        };
        for &key in keys {
            if self.len.is_multiple_of(BLOCK as u64) {
                sink.write(&self.block)?;
                self.block.clear();
                self.starts.push(sink.len());
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

    pub(super) fn finish(self) -> Result<Keys<K>, Failure> {
        let Writer { sink, mut plain, block, firsts, mut starts, len, .. } = self;
        let Some(sink) = sink else {
            plain.shrink_to_fit();
            let firsts = plain.iter().step_by(BLOCK).copied().collect();
            let len = plain.len() as u64;
            let form = KeyForm::Plain(Arc::new(plain));
            return Ok(Keys { form, firsts, starts, len, block: BLOCK });
        };
        let (sink, data) = end(sink, &block, &firsts, &starts, len)?;
        starts.push(data);
        Ok(Keys { form: KeyForm::Packed(sink.finish()?), firsts, starts, len, block: BLOCK })
    }
}

/// Writes the last block and the index; says where that starts.
fn end<K: Key>(
    mut sink: Sink,
    block: &[u8],
    firsts: &[K],
    starts: &[u64],
    len: u64,
) -> Result<(Sink, u64), Failure> {
    sink.write(block)?;
    let data = sink.len();
    sink.write(bytemuck::cast_slice(firsts))?;
    for start in starts {
        sink.write(&start.to_le_bytes())?;
    }
    sink.write(&len.to_le_bytes())?;
    sink.write(&data.to_le_bytes())?;
    Ok((sink, data))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip<K: Key>(keys: &[K]) {
        let folder = std::env::temp_dir().join(format!("grundy-keys-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for store in [Store::Memory, Store::Folder { folder, run: 1 }] {
            let mut writer = Writer::new(&store, "keys").unwrap();
            for some in keys.chunks(700) {
                writer.add(some).unwrap();
            }
            let written = writer.finish().unwrap();
            let KeyForm::Packed(bytes) = &written.form else { unreachable!() };
            let opened = Keys::<K>::open(bytes.clone()).unwrap();
            let mut plain = Writer::plain();
            plain.add(keys).unwrap();
            for all in [plain.finish().unwrap(), written, opened] {
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
        round_trip::<u128>(&(0..3000u128).map(|i| (i * i * i) << 70 | i).collect::<Vec<_>>());
        round_trip::<u128>(&[0, 1, u128::MAX]);
    }
}
