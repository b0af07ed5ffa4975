//! Verdicts in blocks: a block lists the verdicts that occur in it, and each position has
//! an index into that list, in as few bits as the list needs.

use std::sync::Arc;

use super::code::Code;
use super::failure::Failure;
use super::keys::BLOCK;
use super::models::Verdicts;
use super::store::{Bytes, Sink, Store, sum};

/// Verdicts in the order of their keys, written once.
#[derive(Clone, Debug)]
pub(super) struct Codes {
    bytes: Bytes,
    starts: Vec<u64>,
    /// For verdicts coded as in files: how they are coded, and how many a block has.
    coded: Option<(Arc<Verdicts>, usize)>,
}

impl Codes {
    /// Verdicts that a file has coded.
    pub(super) fn coded(
        bytes: Bytes,
        verdicts: Arc<Verdicts>,
        starts: Vec<u64>,
        block: usize,
    ) -> Self {
        Codes { bytes, starts, coded: Some((verdicts, block)) }
    }

    /// Bytes held in memory.
    pub(super) fn held(&self) -> u64 {
        self.bytes.held() + (self.starts.len() * 8) as u64
    }

    /// The name of the file that they are in.
    pub(super) fn name(&self) -> Option<String> {
        self.bytes.name()
    }

    /// Prepares for asking for the verdicts of a block. Verdicts of a file are compared with their
    /// checksum, and so are their keys: `of_keys` is the checksum of the keys.
    pub(super) fn read(
        &self,
        block: usize,
        of_keys: u32,
        reader: &mut Reader,
    ) -> Result<(), Failure> {
        let range = self.starts[block]..self.starts[block + 1];
        let mut room = std::mem::take(&mut reader.room);
        let bytes = self.bytes.read(range, &mut room)?;
        match &self.coded {
            None => reader.parse(bytes),
            Some((verdicts, block)) => {
                let (bytes, end) = bytes.split_last_chunk().unwrap_or((&[], &[0; 4]));
                if sum(of_keys, bytes).to_le_bytes() != *end {
                    let what = "the checksum of a block does not match".to_string();
                    return Err(Failure::Damaged { path: self.bytes.path(), what });
                }
                reader.kinds.clear();
                reader.plain = true;
                verdicts.read(bytes, *block, &mut reader.kinds);
            }
        }
        reader.room = room;
        Ok(())
    }

    /// What was written by [`Writer::finish`] and kept.
    pub(super) fn open(bytes: Bytes) -> Result<Codes, Failure> {
        let damaged = || Failure::Damaged {
            path: bytes.path(),
            what: "its index is not one of verdicts".to_string(),
        };
        let mut room = Vec::new();
        let end = bytes.len().checked_sub(8).ok_or_else(damaged)?;
        let number = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().unwrap_or_default());
        let data = number(bytes.read(end..bytes.len(), &mut room)?);
        if data > end || !(end - data).is_multiple_of(8) {
            return Err(damaged());
        }
        let index = bytes.read(data..end, &mut room)?;
        let starts: Vec<u64> = index.chunks_exact(8).map(number).chain([data]).collect();
        if !starts.is_sorted() {
            return Err(damaged());
        }
        Ok(Codes { starts, bytes: bytes.clone(), coded: None })
    }
}

/// The verdicts of one block.
#[derive(Default)]
pub(super) struct Reader {
    /// The verdicts that occur; or, if `plain`, that of each key in turn.
    kinds: Vec<Code>,
    plain: bool,
    /// Bits that the number of one takes.
    width: u32,
    /// The numbers, with room to read a word anywhere.
    packed: Vec<u8>,
    room: Vec<u8>,
}

impl Reader {
    fn parse(&mut self, bytes: &[u8]) {
        let word = |at: usize| {
            bytes.get(at..at + 2).map_or(0, |word| u16::from_le_bytes([word[0], word[1]]))
        };
        let kinds = usize::from(word(0)).max(1);
        self.plain = false;
        self.kinds.clear();
        self.kinds.extend((1..=kinds).map(|kind| Code::from_bits(word(2 * kind))));
        self.width = width(kinds);
        self.packed.clear();
        self.packed.extend_from_slice(bytes.get(2 + 2 * kinds..).unwrap_or_default());
        self.packed.resize((BLOCK * self.width as usize).div_ceil(8) + 8, 0);
    }

    /// The verdict of a key of the block.
    #[inline]
    pub(super) fn get(&self, place: usize) -> Code {
        if self.plain {
            return self.kinds.get(place).copied().unwrap_or_default();
        }
        let bit = place * self.width as usize;
        let word = self.packed[bit / 8..bit / 8 + 4].try_into().unwrap_or_default();
        let kind = u32::from_le_bytes(word) >> (bit % 8) & ((1 << self.width) - 1);
        self.kinds.get(kind as usize).copied().unwrap_or_default()
    }
}

fn width(kinds: usize) -> u32 {
    usize::BITS - (kinds - 1).leading_zeros()
}

/// Writes verdicts.
pub(super) struct Writer {
    sink: Sink,
    starts: Vec<u64>,
    open: Vec<Code>,
    /// The number of each verdict in the block that is being written.
    numbers: Box<[u16; 1 << 16]>,
    block: Vec<u8>,
}

impl Writer {
    pub(super) fn new(store: &Store, name: &str) -> Result<Self, Failure> {
        Ok(Writer {
            sink: store.create(name)?,
            starts: Vec::new(),
            open: Vec::new(),
            numbers: Box::new([0; 1 << 16]),
            block: Vec::new(),
        })
    }

    /// Adds verdicts in the order of their keys.
    pub(super) fn add(&mut self, mut codes: &[Code]) -> Result<(), Failure> {
        while !codes.is_empty() {
            let (now, later) = codes.split_at(codes.len().min(BLOCK - self.open.len()));
            self.open.extend_from_slice(now);
            codes = later;
            if self.open.len() == BLOCK {
                self.close()?;
            }
        }
        Ok(())
    }

    fn close(&mut self) -> Result<(), Failure> {
        self.starts.push(self.sink.len());
        let mut kinds = 0u16;
        self.block.clear();
        self.block.extend_from_slice(&[0, 0]);
        for code in &self.open {
            let number = &mut self.numbers[usize::from(code.bits())];
            if *number == 0 {
                kinds += 1;
                *number = kinds;
                self.block.extend_from_slice(&code.bits().to_le_bytes());
            }
        }
        self.block[..2].copy_from_slice(&kinds.to_le_bytes());
        let width = width(usize::from(kinds));
        let (mut word, mut bits) = (0u64, 0);
        for code in &self.open {
            word |= u64::from(self.numbers[usize::from(code.bits())] - 1) << bits;
            bits += width;
            while bits >= 8 {
                self.block.push(word as u8);
                (word, bits) = (word >> 8, bits - 8);
            }
        }
        if bits > 0 {
            self.block.push(word as u8);
        }
        for code in &self.open {
            self.numbers[usize::from(code.bits())] = 0;
        }
        self.open.clear();
        self.sink.write(&self.block)
    }

    pub(super) fn finish(mut self) -> Result<Codes, Failure> {
        if !self.open.is_empty() {
            self.close()?;
        }
        let Writer { mut sink, mut starts, .. } = self;
        let data = sink.len();
        for start in &starts {
            sink.write(&start.to_le_bytes())?;
        }
        sink.write(&data.to_le_bytes())?;
        starts.push(data);
        Ok(Codes { bytes: sink.finish()?, starts, coded: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_read_as_they_were_written() {
        for (count, kinds) in [(0, 1), (1, 1), (1024, 1), (3000, 2), (3000, 5), (5000, 1500)] {
            let codes: Vec<Code> =
                (0..count).map(|i: u64| Code::from_bits((i * i % kinds) as u16)).collect();
            let mut writer = Writer::new(&Store::Memory, "").unwrap();
            for some in codes.chunks(300) {
                writer.add(some).unwrap();
            }
            let written = writer.finish().unwrap();
            let opened = Codes::open(written.bytes.clone()).unwrap();
            for all in [written, opened] {
                let mut reader = Reader::default();
                for (block, some) in codes.chunks(BLOCK).enumerate() {
                    all.read(block, 0, &mut reader).unwrap();
                    for (place, code) in some.iter().enumerate() {
                        assert_eq!(reader.get(place), *code);
                    }
                }
            }
        }
    }
}
