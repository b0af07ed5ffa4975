//! Heap rules as formulas: the options of a heap of n are sums of heaps n - k, n/d and constants.

/// The options of every large heap.
///
/// For each n ≥ `from` the options of a heap of n are those in `options` whose conditions n meets.
/// Each heap that they leave is smaller than n.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formulas {
    /// The least heap that the formulas describe.
    pub from: u64,
    /// What a move leaves.
    pub options: Vec<OptionFormula>,
}

/// What a move leaves of a heap of n.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionFormula {
    /// Pairs of a residue and a modulus: n has all of these residues.
    pub when: Vec<(u64, u64)>,
    /// The heaps.
    pub heaps: Vec<HeapFormula>,
}

/// The size of a heap that a move leaves of a heap of n.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HeapFormula {
    /// The same for all n.
    Constant(u64),
    /// (n + `add`) / `divisor`, rounded down.
    Quotient {
        /// The number added; it is subtracted if it is negative.
        add: i64,
        /// The divisor, at least 1.
        divisor: u64,
    },
}

impl Formulas {
    /// The greatest number of tokens that an option takes; none if an option divides the heap.
    /// Pairs of equal heaps in an option are not counted.
    #[must_use]
    pub fn most_taken(&self) -> Option<u64> {
        let heaps = self.options.iter().flat_map(OptionFormula::cancelled);
        heaps.into_iter().try_fold(0, |most, heap| match heap {
            HeapFormula::Quotient { add, divisor: 1 } => Some(most.max(add.unsigned_abs())),
            HeapFormula::Quotient { .. } => None,
            HeapFormula::Constant(_) => Some(most),
        })
    }

    /// The least common multiple of the moduli; none if it is greater than `most`.
    #[must_use]
    pub fn modulus(&self, most: u64) -> Option<u64> {
        let moduli =
            self.options.iter().flat_map(|option| &option.when).map(|&(_, modulus)| modulus);
        moduli.into_iter().try_fold(1u64, |all, modulus| {
            let all = (all / gcd(all, modulus)).checked_mul(modulus)?;
            (all <= most).then_some(all)
        })
    }
}

impl OptionFormula {
    /// Whether a heap of n has the option.
    #[must_use]
    pub fn applies(&self, n: u64) -> bool {
        self.when.iter().all(|&(residue, modulus)| n % modulus == residue)
    }

    /// The heaps of the option without pairs of equal heaps, which are worth 0.
    #[must_use]
    pub fn cancelled(&self) -> Vec<HeapFormula> {
        let mut heaps = self.heaps.clone();
        heaps.sort_unstable();
        let odd = heaps.chunk_by(|a, b| a == b).filter(|same| same.len() % 2 == 1);
        odd.map(|same| same[0]).collect()
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
