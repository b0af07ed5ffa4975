//! Prefix codes: frequent symbols in few bits (Huffman 1952), in their canonical
//! form (Schwartz and Kallick 1964), of which only the lengths are stored.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// No code is longer where symbols are not very many, so that codes are read with
/// one look at a small table.
const LONGEST: u8 = 12;
/// The same for as many symbols as there can be.
const LONGEST_OF_ALL: u8 = 17;

/// A prefix code for some symbols.
#[derive(Clone, Debug, Default)]
pub(super) struct Huffman {
    /// Symbols by the length of their codes, then by themselves.
    lengths: Vec<(u8, u16)>,
    /// For as many bits as the longest code has: the symbol, and how many of them
    /// are its code.
    table: Vec<(u16, u8)>,
}

impl Huffman {
    /// A code for symbols that are as frequent as this.
    pub(super) fn new(counts: &BTreeMap<u16, u64>) -> Huffman {
        let many = usize::BITS - counts.len().leading_zeros() + 1;
        let longest = LONGEST.max(many as u8);
        let mut counts: Vec<(u16, u64)> = counts.iter().map(|(&s, &count)| (s, count)).collect();
        loop {
            let lengths = lengths(&counts);
            if lengths.iter().all(|&(length, _)| length <= longest) {
                return Huffman::of_lengths(lengths).unwrap_or_default();
            }
            // Rare symbols are treated as if they were less rare.
            counts.iter_mut().for_each(|(_, count)| *count = *count / 2 + 1);
        }
    }

    fn of_lengths(mut lengths: Vec<(u8, u16)>) -> Option<Huffman> {
        lengths.sort_unstable();
        let longest = lengths.last().map_or(0, |&(length, _)| length);
        if longest > LONGEST_OF_ALL {
            return None;
        }
        let mut table = vec![(0, longest.max(1)); 1 << longest];
        let (mut code, mut before) = (0u32, 0);
        for &(length, symbol) in &lengths {
            code <<= length - before;
            before = length;
            // The first bit of a code is the lowest of a word.
            let first = if length == 0 { 0 } else { code.reverse_bits() >> (32 - length) };
            if code >> length != 0 {
                return None;
            }
            for place in (first as usize..1 << longest).step_by(1 << length) {
                table[place] = (symbol, length);
            }
            code += 1;
        }
        Some(Huffman { lengths, table })
    }

    /// The code of each symbol, with its length, by the symbol.
    pub(super) fn codes(&self) -> BTreeMap<u16, (u64, u32)> {
        let places = self.table.iter().enumerate().rev();
        // Of all words that begin with a code the least is the code itself.
        places.map(|(place, &(symbol, length))| (symbol, (place as u64, length.into()))).collect()
    }

    /// The symbol that comes first in these bits, and how many are its code.
    #[inline]
    pub(super) fn read(&self, bits: u64) -> (u16, u32) {
        let mask = self.table.len().wrapping_sub(1);
        let (symbol, length) = self.table.get(bits as usize & mask).copied().unwrap_or_default();
        (symbol, length.into())
    }

    /// Writes what [`Huffman::parse`] reads: how many symbols, and each with the
    /// length of its code.
    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&(self.lengths.len() as u32).to_le_bytes());
        for (length, symbol) in &self.lengths {
            bytes.extend_from_slice(&symbol.to_le_bytes());
            bytes.push(*length);
        }
    }

    /// The code that was written, and behind it the rest of the bytes.
    pub(super) fn parse(bytes: &[u8]) -> Option<(Huffman, &[u8])> {
        let (count, rest) = bytes.split_at_checked(4)?;
        let count = u32::from_le_bytes(count.try_into().ok()?) as usize;
        let (lengths, rest) = rest.split_at_checked(count.checked_mul(3)?)?;
        let lengths =
            lengths.chunks_exact(3).map(|row| (row[2], u16::from_le_bytes([row[0], row[1]])));
        Some((Huffman::of_lengths(lengths.collect())?, rest))
    }
}

/// How long the best code of each symbol is.
fn lengths(counts: &[(u16, u64)]) -> Vec<(u8, u16)> {
    // Trees by their counts; equal ones by their numbers, so that the same counts
    // always give the same code.
    let trees = counts.iter().enumerate().map(|(tree, &(_, count))| Reverse((count, tree)));
    let mut trees: BinaryHeap<_> = trees.collect();
    let mut parents = vec![0; 2 * counts.len()];
    let mut next = counts.len();
    while let (Some(Reverse(a)), true) = (trees.pop(), !trees.is_empty()) {
        let Some(Reverse(b)) = trees.pop() else { break };
        (parents[a.1], parents[b.1]) = (next, next);
        trees.push(Reverse((a.0 + b.0, next)));
        next += 1;
    }
    let mut depths = vec![0u8; next.max(1)];
    for tree in (0..next.saturating_sub(1)).rev() {
        depths[tree] = depths[parents[tree]].saturating_add(1);
    }
    counts.iter().zip(depths).map(|(&(symbol, _), depth)| (depth, symbol)).collect()
}

/// Bits that are written one behind the other, the lowest of a byte first.
#[derive(Default)]
pub(super) struct BitWriter {
    word: u64,
    bits: u32,
}

impl BitWriter {
    /// Adds the lowest bits of a word, at most 32.
    #[inline]
    pub(super) fn add(&mut self, word: u64, bits: u32, bytes: &mut Vec<u8>) {
        self.word |= word << self.bits;
        self.bits += bits;
        while self.bits >= 8 {
            bytes.push(self.word as u8);
            self.word >>= 8;
            self.bits -= 8;
        }
    }

    /// Fills the last byte.
    pub(super) fn end(&mut self, bytes: &mut Vec<u8>) {
        if self.bits > 0 {
            bytes.push(self.word as u8);
        }
        *self = BitWriter::default();
    }
}

/// At least 57 bits from one on; zeros beyond the end.
#[inline]
pub(super) fn peek(bytes: &[u8], bit: usize) -> u64 {
    match bytes.get(bit / 8..bit / 8 + 8) {
        Some(word) => u64::from_le_bytes(word.try_into().unwrap_or_default()) >> (bit % 8),
        None => {
            let mut word = [0; 8];
            let rest = bytes.get(bit / 8..).unwrap_or_default();
            word[..rest.len()].copy_from_slice(rest);
            u64::from_le_bytes(word) >> (bit % 8)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip(symbols: &[u16]) -> usize {
        let mut counts = BTreeMap::new();
        symbols.iter().for_each(|&symbol| *counts.entry(symbol).or_insert(0) += 1);
        let huffman = Huffman::new(&counts);
        let mut head = Vec::new();
        huffman.write(&mut head);
        head.push(77);
        let (read, rest) = Huffman::parse(&head).unwrap();
        assert_eq!(rest, [77]);
        let (codes, mut bits, mut bytes) = (huffman.codes(), BitWriter::default(), Vec::new());
        for symbol in symbols {
            let (word, length) = codes[symbol];
            bits.add(word, length, &mut bytes);
        }
        bits.end(&mut bytes);
        let mut at = 0;
        for &symbol in symbols {
            let (found, length) = read.read(peek(&bytes, at));
            assert_eq!(found, symbol);
            at += length as usize;
        }
        bytes.len()
    }

    #[test]
    fn symbols_are_read_as_they_were_written() {
        assert_eq!(round_trip(&[]), 0);
        assert_eq!(round_trip(&[9; 100]), 0, "one symbol takes no bits");
        assert_eq!(round_trip(&[1, 2].repeat(400)), 100);
        assert_eq!(round_trip(&[1, 1, 2, 3].repeat(400)), 300);
        // Counts like those of Fibonacci make codes long.
        let long: Vec<u16> = (0..22).flat_map(|i| vec![i; 1 << i.min(16)]).collect();
        round_trip(&long);
        round_trip(&(0..2000u32).map(|i| (i * i % 997) as u16).collect::<Vec<u16>>());
        round_trip(&(0..=u16::MAX).collect::<Vec<u16>>());
    }

    #[test]
    fn bytes_that_are_no_code_are_refused() {
        for bytes in [
            &[][..],
            &[1],
            &[1, 0, 0, 0, 5],
            &[1, 0, 0, 0, 5, 0, 18],
            &[3, 0, 0, 0, 1, 0, 1, 2, 0, 1, 3, 0, 1],
        ] {
            assert!(Huffman::parse(bytes).is_none(), "{bytes:?}");
        }
    }
}
