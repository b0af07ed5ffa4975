//! Take-and-break codes: how many tokens may be taken, and into how many heaps the rest
//! may be split.

/// A take-and-break game, as octal and hexadecimal codes write it (Guy and
/// Smith 1956).
///
/// A move takes t tokens from one heap and leaves the rest as p heaps that are
/// not empty, where bit p of digit t is set.
///
/// ```
/// use grundy_base::Code;
///
/// let kayles = Code::new(vec![0, 7, 7]);
/// assert_eq!((kayles.leaving(2).collect::<Vec<_>>(), kayles.most_taken()), (vec![1, 2], 2));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    digits: Vec<u8>,
    tail: Vec<u8>,
    unequal: bool,
}

impl Code {
    /// A code with these digits. The first is the digit for taking nothing.
    #[must_use]
    pub fn new(mut digits: Vec<u8>) -> Code {
        while digits.last() == Some(&0) {
            digits.pop();
        }
        Code { digits, tail: Vec::new(), unequal: false }
    }

    /// A code with these digits, and a tail of digits that repeats forever behind them. The first
    /// digit is the one for taking nothing. Equal games have equal codes.
    ///
    /// ```
    /// use grundy_base::Code;
    ///
    /// // 0.3[33] and 0.[3] are Nim.
    /// let nim = Code::repeating(vec![0, 3], vec![3, 3]);
    /// assert_eq!((nim.digits(), nim.tail(), nim.digit(1000)), (&[0][..], &[3][..], 3));
    /// ```
    #[must_use]
    pub fn repeating(mut digits: Vec<u8>, mut tail: Vec<u8>) -> Code {
        let comes_again = |&length: &usize| {
            tail.len().is_multiple_of(length)
                && tail.iter().enumerate().all(|(i, d)| *d == tail[i % length])
        };
        let least = (1..=tail.len()).find(comes_again).unwrap_or(0);
        tail.truncate(least);
        if tail.iter().all(|&digit| digit == 0) {
            return Code::new(digits);
        }
        if digits.is_empty() {
            digits.push(0);
        }
        // The digit for taking nothing stands before the point.
        while digits.len() > 1 && digits.last() == tail.last() {
            digits.pop();
            tail.rotate_right(1);
        }
        Code { digits, tail, unequal: false }
    }

    /// The digits that repeat forever behind the others; none for a finite code.
    #[must_use]
    pub fn tail(&self) -> &[u8] {
        &self.tail
    }

    /// The digit that says what may become of the rest where `taken` tokens are taken.
    #[must_use]
    pub fn digit(&self, taken: u64) -> u8 {
        let first = self.digits.len() as u64;
        match usize::try_from(taken).ok().and_then(|taken| self.digits.get(taken)) {
            Some(&digit) => digit,
            None if self.tail.is_empty() => 0,
            None => self.tail[((taken - first) % self.tail.len() as u64) as usize],
        }
    }

    /// The same, but the heaps that a move leaves must all differ.
    #[must_use]
    pub fn unequal(self) -> Code {
        Code { unequal: true, ..self }
    }

    /// The digits without zeros at the end and without the tail. The first is the digit for taking
    /// nothing.
    #[must_use]
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// Whether the heaps that a move leaves must all differ.
    #[must_use]
    pub fn is_unequal(&self) -> bool {
        self.unequal
    }

    /// The greatest number of tokens that a move takes, without the tail.
    #[must_use]
    pub fn most_taken(&self) -> usize {
        self.digits.len().saturating_sub(1)
    }

    /// The greatest number of heaps that a move leaves.
    #[must_use]
    pub fn most_parts(&self) -> u32 {
        let digits = self.digits.iter().chain(&self.tail);
        digits.map(|digit| digit.checked_ilog2().unwrap_or(0)).max().unwrap_or(0)
    }

    /// Numbers of tokens that a move may take if it leaves `parts` heaps, without the tail.
    pub fn leaving(&self, parts: u32) -> impl Iterator<Item = usize> {
        (0..self.digits.len()).filter(move |&taken| self.digits[taken] >> parts & 1 == 1)
    }
}
