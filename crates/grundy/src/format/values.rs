//! Files of Grundy values: compressed, with random access, and continued by appending.
//!
//! A line of JSON, then blocks that do not depend on each other: however the writing is
//! interrupted, at most the last block is lost:
//!
//! ```text
//! {"format":"grundy values","version":1,"ruleset":"octal(0.106)"}
//! heap (8 bytes)  heaps (4)  width (4)  length (4)  checksum (8)  values (length)
//! ```
//!
//! Numbers are little-endian. `heap` is the first heap of a block and `heaps`
//! how many it has; `values` are `width` planes of bytes, the lowest of each
//! value first, compressed by Zstandard. The checksum is FNV-1a of 64 bits over
//! what stands before it and behind it.

use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};

use serde::{Deserialize, Serialize};
use zstd::zstd_safe::compress_bound;

use super::checksum::Checksum;

const FORMAT: &str = "grundy values";
const VERSION: u32 = 1;
/// Heaps in a block that is written in one go.
const BLOCK: usize = 1 << 20;
/// The most heaps in a block.
const MOST_HEAPS: u32 = 1 << 24;
/// Bytes before the values of a block.
const HEAD: usize = 28;
/// No file of this kind has a longer first line.
const LONGEST_HEADER: u64 = 1 << 20;

#[derive(Serialize, Deserialize)]
struct HeaderLine {
    format: String,
    version: u32,
    ruleset: String,
}

/// Why a file of values cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ValuesError {
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The first line is not that of such a file.
    #[error("line 1: not a file of Grundy values")]
    Header,
    /// The file is of another version of grundy.
    #[error("line 1: version {0} of the format is not known")]
    Version(u32),
    /// A block is damaged.
    #[error("the block of heap {0} is damaged")]
    Damaged(u64),
    /// Heaps are asked for that are not in the file.
    #[error("heap {0} is not in the file")]
    Missing(u64),
    /// The work was stopped.
    #[error(transparent)]
    Stopped(#[from] grundy_base::Stopped),
}

/// Where a block is.
struct Block {
    heap: u64,
    heaps: u32,
    /// Where its head begins.
    offset: u64,
}

/// The data before the values of a block.
struct Head {
    heap: u64,
    heaps: u32,
    width: u32,
    length: u32,
    checksum: u64,
}

impl Head {
    fn read(bytes: &[u8; HEAD]) -> Head {
        let four = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four"));
        let eight = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight"));
        Head {
            heap: eight(0),
            heaps: four(8),
            width: four(12),
            length: four(16),
            checksum: eight(20),
        }
    }

    fn bytes(&self) -> [u8; HEAD] {
        let mut bytes = [0; HEAD];
        bytes[..8].copy_from_slice(&self.heap.to_le_bytes());
        bytes[8..12].copy_from_slice(&self.heaps.to_le_bytes());
        bytes[12..16].copy_from_slice(&self.width.to_le_bytes());
        bytes[16..20].copy_from_slice(&self.length.to_le_bytes());
        bytes[20..].copy_from_slice(&self.checksum.to_le_bytes());
        bytes
    }

    fn sum(&self, values: &[u8]) -> u64 {
        let mut checksum = Checksum::EMPTY;
        checksum.add(&self.bytes()[..20]);
        checksum.add(values);
        checksum.number()
    }
}

/// A file of values.
pub struct Values<F> {
    file: F,
    ruleset: String,
    blocks: Vec<Block>,
    /// The place behind the last whole block.
    end: u64,
    /// The block read last, by its number.
    cached: Option<(usize, Vec<u32>)>,
}

grundy_base::debug! {
    impl[F] Values<F>: "Values";
}

impl<F: Read + Seek> Values<F> {
    /// Opens a file with a header.
    ///
    /// Time: one look at each block.
    pub fn open(mut file: F) -> Result<Values<F>, ValuesError> {
        file.rewind()?;
        let mut line = Vec::new();
        let mut reader = BufReader::new(&mut file);
        reader.by_ref().take(LONGEST_HEADER).read_until(b'\n', &mut line)?;
        let header: HeaderLine = serde_json::from_slice(&line).map_err(|_| ValuesError::Header)?;
        if header.format != FORMAT || line.last() != Some(&b'\n') {
            return Err(ValuesError::Header);
        }
        if header.version != VERSION {
            return Err(ValuesError::Version(header.version));
        }
        let size = file.seek(SeekFrom::End(0))?;
        let (mut blocks, mut end, mut heap) = (Vec::new(), line.len() as u64, 0);
        // An incomplete block at the end was cut off, or is written anew.
        while end + HEAD as u64 <= size {
            file.seek(SeekFrom::Start(end))?;
            let mut head = [0; HEAD];
            file.read_exact(&mut head)?;
            let head = Head::read(&head);
            let next = end + (HEAD as u64) + u64::from(head.length);
            let fits = (1..=MOST_HEAPS).contains(&head.heaps)
                && (1..=4).contains(&head.width)
                && head.length as usize <= compress_bound((head.heaps * head.width) as usize);
            if head.heap != heap || !fits {
                return Err(ValuesError::Damaged(heap));
            }
            if next > size {
                break;
            }
            blocks.push(Block { heap, heaps: head.heaps, offset: end });
            heap += u64::from(head.heaps);
            end = next;
        }
        let mut values = Values { file, ruleset: header.ruleset, blocks, end, cached: None };
        // The last block was written last, and may not be whole.
        if let Some(last) = values.blocks.len().checked_sub(1)
            && matches!(values.block(last), Err(ValuesError::Damaged(_)))
            && end == size
        {
            values.end = values.blocks[last].offset;
            values.blocks.pop();
        }
        Ok(values)
    }

    /// The ruleset, as it is written.
    #[must_use]
    pub fn ruleset(&self) -> &str {
        &self.ruleset
    }

    /// The heaps whose values are in the file: all below this one.
    #[must_use]
    pub fn heaps(&self) -> u64 {
        self.blocks.last().map_or(0, |last| last.heap + u64::from(last.heaps))
    }

    /// Bytes of header and blocks.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.end
    }

    /// The values of `heaps` heaps from `from` on.
    pub fn read(&mut self, from: u64, heaps: usize) -> Result<Vec<u32>, ValuesError> {
        let end = from.saturating_add(heaps as u64);
        if end > self.heaps() {
            return Err(ValuesError::Missing(self.heaps()));
        }
        let mut values = Vec::with_capacity(heaps);
        let mut heap = from;
        while heap < end {
            let number = self.blocks.partition_point(|block| block.heap <= heap) - 1;
            let start = self.blocks[number].heap;
            let block = self.block(number)?;
            let to = block.len().min((end - start) as usize);
            values.extend_from_slice(&block[(heap - start) as usize..to]);
            heap = start + to as u64;
        }
        Ok(values)
    }

    fn block(&mut self, number: usize) -> Result<&[u32], ValuesError> {
        if self.cached.as_ref().is_none_or(|(cached, _)| *cached != number) {
            let Block { heap, heaps, offset } = self.blocks[number];
            self.file.seek(SeekFrom::Start(offset))?;
            let mut head = [0; HEAD];
            self.file.read_exact(&mut head)?;
            let head = Head::read(&head);
            let damaged = || ValuesError::Damaged(heap);
            let mut packed = Vec::new();
            self.file.by_ref().take(head.length.into()).read_to_end(&mut packed)?;
            let heaps = heaps as usize;
            if head.sum(&packed) != head.checksum {
                return Err(damaged());
            }
            let size = heaps * head.width as usize;
            let planes = zstd::bulk::decompress(&packed, size).map_err(|_| damaged())?;
            if planes.len() != size {
                return Err(damaged());
            }
            let mut values = vec![0; heaps];
            for (k, plane) in planes.chunks_exact(heaps).enumerate() {
                for (value, &byte) in values.iter_mut().zip(plane) {
                    *value |= u32::from(byte) << (8 * k);
                }
            }
            self.cached = Some((number, values));
        }
        Ok(self.cached.as_ref().map_or(&[], |(_, values)| values))
    }
}

impl<F: Read + Write + Seek> Values<F> {
    /// Makes a file without values.
    pub fn create(mut file: F, ruleset: &str) -> Result<Values<F>, ValuesError> {
        let header =
            HeaderLine { format: FORMAT.into(), version: VERSION, ruleset: ruleset.into() };
        let line = serde_json::to_string(&header).map_err(io::Error::from)? + "\n";
        file.rewind()?;
        file.write_all(line.as_bytes())?;
        let end = line.len() as u64;
        Ok(Values { file, ruleset: ruleset.into(), blocks: Vec::new(), end, cached: None })
    }

    /// Adds the values of the next heaps, a block for each million or so.
    pub fn append(&mut self, values: &[u32]) -> Result<(), ValuesError> {
        for values in values.chunks(BLOCK) {
            let most = values.iter().copied().max().unwrap_or(0);
            let width = (most.max(1).ilog2() / 8 + 1) as usize;
            let mut planes = Vec::with_capacity(width * values.len());
            for k in 0..width {
                planes.extend(values.iter().map(|value| value.to_le_bytes()[k]));
            }
            // The lowest level: values are nearly as random as their ranks.
            let packed = zstd::bulk::compress(&planes, 1)?;
            let mut head = Head {
                heap: self.heaps(),
                heaps: values.len() as u32,
                width: width as u32,
                length: packed.len() as u32,
                checksum: 0,
            };
            head.checksum = head.sum(&packed);
            self.file.seek(SeekFrom::Start(self.end))?;
            self.file.write_all(&head.bytes())?;
            self.file.write_all(&packed)?;
            self.blocks.push(Block { heap: head.heap, heaps: head.heaps, offset: self.end });
            self.end += (HEAD + packed.len()) as u64;
        }
        Ok(())
    }

    /// The file itself, to make sure that it is on the disk.
    pub fn file(&mut self) -> &mut F {
        &mut self.file
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn file(parts: &[&[u32]]) -> Vec<u8> {
        let mut values = Values::create(Cursor::new(Vec::new()), "octal(0.77)").unwrap();
        for part in parts {
            values.append(part).unwrap();
        }
        values.file.into_inner()
    }

    #[test]
    fn values_come_back_from_any_place() {
        let all: Vec<u32> = (0..3_000_000u32).map(|n| n % 97 * (n / 1_500_000)).collect();
        let bytes = file(&[&all[..5], &[], &all[5..2_000_000], &all[2_000_000..], &[1 << 31]]);
        assert!(bytes.len() < all.len() / 4, "{}", bytes.len());
        let mut values = Values::open(Cursor::new(bytes)).unwrap();
        assert_eq!((values.ruleset(), values.heaps()), ("octal(0.77)", 3_000_001));
        for (from, heaps) in [(0, 3), (3, 5), (1_048_570, 20), (0, 3_000_000), (3_000_000, 0)] {
            assert_eq!(values.read(from, heaps).unwrap(), &all[from as usize..][..heaps]);
        }
        assert_eq!(values.read(3_000_000, 1).unwrap(), [1 << 31]);
        assert!(matches!(values.read(3_000_000, 2), Err(ValuesError::Missing(3_000_001))));
    }

    /// What was cut off is left out and written anew; what was changed is detected.
    #[test]
    fn a_damaged_file_loses_no_more_than_its_last_block() {
        let parts: [&[u32]; 3] = [&[1, 2, 3], &[4, 5], &[6, 7]];
        let whole = file(&parts);
        let two = file(&parts[..2]).len();
        for length in two..whole.len() {
            let mut values = Values::open(Cursor::new(whole[..length].to_vec())).unwrap();
            assert_eq!(values.heaps(), 5, "{length}");
            values.append(&[6, 7]).unwrap();
            assert_eq!(values.file.get_ref()[..whole.len()], whole);
        }
        for at in 0..whole.len() {
            let mut changed = whole.clone();
            changed[at] ^= 4;
            let Ok(mut values) = Values::open(Cursor::new(changed)) else { continue };
            let last_block = at >= two;
            let same_name = values.ruleset() == "octal(0.77)";
            let read = values.read(0, 5);
            assert!(read.is_err() || last_block && values.heaps() == 5 || !same_name, "{at}");
        }
    }
}
