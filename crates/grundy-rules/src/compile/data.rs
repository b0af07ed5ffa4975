//! Data that the module contains from the start: texts and constants of the file.

use std::collections::HashMap;

/// The first address that is used; nothing is at 0.
pub(super) const BASE: usize = 64;

/// The address of a table of all 256 characters, one byte each.
pub(super) const CHARACTERS: i64 = BASE as i64;

/// The bytes of the data, from [`BASE`] on.
#[derive(Debug)]
pub(super) struct Data {
    pub(super) bytes: Vec<u8>,
    texts: HashMap<Vec<u8>, i64>,
    rows: HashMap<Vec<i64>, i64>,
}

impl Default for Data {
    fn default() -> Self {
        Data { bytes: (0..=255).collect(), texts: HashMap::new(), rows: HashMap::new() }
    }
}

impl Data {
    fn place(&mut self, bytes: &[u8]) -> i64 {
        let address = self.bytes.len() + BASE;
        self.bytes.extend_from_slice(bytes);
        self.bytes.resize(self.bytes.len().next_multiple_of(8), 0);
        address as i64
    }

    /// The word of a text.
    pub(super) fn text(&mut self, text: &[u8]) -> i64 {
        match text {
            [] => 0,
            &[code] => (CHARACTERS + i64::from(code)) << 32 | 1,
            _ => {
                if let Some(&known) = self.texts.get(text) {
                    return known;
                }
                let word = self.place(text) << 32 | text.len() as i64;
                self.texts.insert(text.to_vec(), word);
                word
            }
        }
    }

    /// The word of a tuple of these words.
    pub(super) fn row(&mut self, words: &[i64]) -> i64 {
        if words.is_empty() {
            return 0;
        }
        if let Some(&known) = self.rows.get(words) {
            return known;
        }
        let word = self.words(words) << 32 | words.len() as i64;
        self.rows.insert(words.to_vec(), word);
        word
    }

    /// The address of these words.
    pub(super) fn words(&mut self, words: &[i64]) -> i64 {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        self.place(&bytes)
    }

    /// The address of the head of a list with these items, of `width` words each.
    pub(super) fn list(&mut self, words: &[i64], width: usize) -> i64 {
        let items = self.words(words) as u32;
        let count = (words.len() / width) as u32;
        let head: Vec<u8> =
            [items, count, count, 0].iter().flat_map(|part| part.to_le_bytes()).collect();
        self.place(&head)
    }

    /// The first address behind the data.
    pub(super) fn end(&self) -> usize {
        (BASE + self.bytes.len()).next_multiple_of(16)
    }
}

impl Data {
    /// The word of a table of bytes, which is in memory even if it is one byte.
    pub(super) fn table(&mut self, bytes: &[u8]) -> i64 {
        if let Some(&known) = self.texts.get(bytes) {
            return known;
        }
        let word = self.place(bytes) << 32 | bytes.len() as i64;
        self.texts.insert(bytes.to_vec(), word);
        word
    }

    /// The address of a table of words: for each number with `digits` digits, the letters of its
    /// digits, the first digit being the most significant and its letter the first byte.
    pub(super) fn letters(&mut self, letters: &[u8], digits: usize) -> i64 {
        let radix = letters.len().max(1);
        // Padded, so that the table has an entry for each number of its bits.
        let words: Vec<i64> = (0..radix.pow(digits as u32).next_power_of_two())
            .map(|number| {
                let mut bytes = [0; 8];
                let mut rest = number;
                for byte in bytes[..digits].iter_mut().rev() {
                    *byte = letters.get(rest % radix).copied().unwrap_or(0);
                    rest /= radix;
                }
                i64::from_le_bytes(bytes)
            })
            .collect();
        if let Some(&known) = self.rows.get(&words) {
            return known >> 32;
        }
        let address = self.words(&words);
        let word = address << 32 | words.len() as i64;
        self.rows.insert(words, word);
        address
    }
}
