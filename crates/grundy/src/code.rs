//! Codes of heap games: how many tokens may be taken, and what may become of
//! the rest.

/// A take-and-break game, as octal and hexadecimal codes write it (Guy and
/// Smith 1956).
///
/// A move takes t tokens from one heap and leaves the rest as p heaps that are
/// not empty, where bit p of digit t is set.
///
/// ```
/// use grundy::Code;
///
/// let kayles = Code::new(vec![0, 7, 7]);
/// assert_eq!((kayles.leaving(2).collect::<Vec<_>>(), kayles.most_taken()), (vec![1, 2], 2));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    digits: Vec<u8>,
    unequal: bool,
}

impl Code {
    /// A code with its digits, that for taking nothing first.
    #[must_use]
    pub fn new(mut digits: Vec<u8>) -> Code {
        while digits.last() == Some(&0) {
            digits.pop();
        }
        Code { digits, unequal: false }
    }

    /// The same, but the heaps that a move leaves must all differ.
    #[must_use]
    pub fn unequal(self) -> Code {
        Code { unequal: true, ..self }
    }

    /// The digits without zeros at the end, that for taking nothing first.
    #[must_use]
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// Whether the heaps that a move leaves must all differ.
    #[must_use]
    pub fn is_unequal(&self) -> bool {
        self.unequal
    }

    /// The greatest number of tokens that a move takes.
    #[must_use]
    pub fn most_taken(&self) -> usize {
        self.digits.len().saturating_sub(1)
    }

    /// The greatest number of heaps that a move leaves.
    #[must_use]
    pub fn most_parts(&self) -> u32 {
        self.digits.iter().map(|digit| digit.checked_ilog2().unwrap_or(0)).max().unwrap_or(0)
    }

    /// How many tokens may be taken where so many heaps are left.
    pub fn leaving(&self, parts: u32) -> impl Iterator<Item = usize> {
        (0..self.digits.len()).filter(move |&taken| self.digits[taken] >> parts & 1 == 1)
    }
}
