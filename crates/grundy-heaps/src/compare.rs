//! Where two Grundy sequences differ first, and whether they are equal for ever.

use super::period::{Period, find_period, gcd};
use grundy_ruleset::HeapKind;

/// Two heaps, one of each game, with different values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The heap of the first game.
    pub n: u64,
    /// Its value, and that of the other.
    pub values: (u64, u64),
}

/// What comparing g(n) with h(n + shift) has shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The least n for which there are both.
    pub from: u64,
    /// The first difference.
    pub difference: Option<Difference>,
    /// The last n that was compared.
    pub compared_to: u64,
    /// The values are equal for all n from the first on; both periods are proved.
    pub equal_for_all: bool,
}

/// Compares g(n) with h(n + `shift`), the values of two games from heap 0 up;
/// none where there is no n to begin with.
///
/// Where the values prove both periods, p and q, they stand for all n. Once both hold, p + q −
/// gcd(p, q) + 1 equal values in a row are enough: the steps from value to value have these periods
/// too, and are equal everywhere if they are equal p + q − gcd(p, q) times in a row (Fine and Wilf,
/// Uniqueness theorems for periodic functions, 1965). Where residues have saltuses of their own,
/// two heaps of each residue modulo both periods are enough.
#[must_use]
pub fn compare(
    first: (&[u32], &HeapKind),
    second: (&[u32], &HeapKind),
    shift: i64,
) -> Option<Comparison> {
    let ((g, g_kind), (h, h_kind)) = (first, second);
    let from = u64::try_from(-i128::from(shift)).unwrap_or(0);
    let partner = |n: u64| n.checked_add_signed(shift);
    let value = |values: &[u32], heap: u64| {
        values.get(usize::try_from(heap).ok()?).map(|&value| u64::from(value))
    };
    let mut found = Comparison { from, difference: None, compared_to: from, equal_for_all: false };
    let mut looked_at = false;
    let differs = |found: &mut Comparison, n: u64, values: (u64, u64)| {
        found.compared_to = n;
        if values.0 != values.1 {
            found.difference = Some(Difference { n, values });
        }
        found.difference.is_some()
    };
    for n in from.. {
        let both = (value(g, n), partner(n).and_then(|n| value(h, n)));
        let (Some(one), Some(other)) = both else { break };
        looked_at = true;
        if differs(&mut found, n, (one, other)) {
            return Some(found);
        }
    }
    if !looked_at {
        return None;
    }
    let proved = |values, kind| find_period(values, kind).filter(|found| found.proved);
    let (Some(p), Some(q)) = (proved(g, g_kind), proved(h, h_kind)) else { return Some(found) };
    let Some(last) = enough(&p, &q, from, shift) else { return Some(found) };
    for n in found.compared_to + 1..=last {
        let Some(partner) = partner(n) else { return Some(found) };
        if differs(&mut found, n, (p.value(g, n), q.value(h, partner))) {
            return Some(found);
        }
    }
    found.equal_for_all = true;
    Some(found)
}

/// If values are equal up to this n, they always are.
fn enough(p: &Period, q: &Period, from: u64, shift: i64) -> Option<u64> {
    let start =
        i128::from(from).max(p.preperiod as i128).max(q.preperiod as i128 - i128::from(shift));
    let shared = gcd(p.period, q.period) as i128;
    let window = match (&p.saltuses[..], &q.saltuses[..]) {
        ([], []) => p.period as i128 + q.period as i128 - shared,
        // Each residue modulo both periods is linear in both: two heaps of it.
        _ => 2 * (p.period as i128) * (q.period as i128 / shared),
    };
    u64::try_from(start + window).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NIM: HeapKind = HeapKind::AnyNumber;

    /// Values that have this period from the start, with a kind that says so.
    fn periodic(word: &[u32], saltus: u32, length: usize) -> (Vec<u32>, HeapKind) {
        let (period, preperiod) = (word.len(), 0);
        let value = |n: usize| word[n % period] + (n / period) as u32 * saltus;
        let kind = HeapKind::Theorem { period, preperiod, saltus };
        ((0..length).map(value).collect(), kind)
    }

    fn words(length: u32) -> impl Iterator<Item = Vec<u32>> {
        (0..1u32 << length).map(move |bits| (0..length).map(|at| bits >> at & 1).collect())
    }

    /// By the definition, up to the least common multiple and beyond.
    #[test]
    fn all_words_are_compared_as_far_as_is_needed() {
        let (mut equal, mut late) = (0, 0);
        for (p, q) in [(1, 2), (2, 3), (3, 5), (4, 6), (5, 5), (4, 5)] {
            for (one, other) in words(p).flat_map(|one| words(q).map(move |w| (one.clone(), w))) {
                for (shift, saltus) in [(0, 0), (1, 0), (-2, 0), (0, 1)] {
                    let first = periodic(&one, saltus, 14);
                    let second = periodic(&other, saltus, 14);
                    // Where a word has a shorter period, the theorem is not met.
                    let proved = |(values, kind): &(Vec<u32>, HeapKind)| {
                        find_period(values, kind).is_some_and(|found| found.proved)
                    };
                    if !proved(&first) || !proved(&second) {
                        continue;
                    }
                    let found = compare((&first.0, &first.1), (&second.0, &second.1), shift);
                    let far = 200;
                    let (long, other) =
                        (periodic(&one, saltus, far), periodic(&other, saltus, far + 2));
                    let from = usize::try_from(-shift).unwrap_or(0);
                    let difference = (from..far).find(|&n| {
                        long.0[n] != other.0[n.checked_add_signed(shift as isize).unwrap()]
                    });
                    let found = found.unwrap();
                    assert_eq!(found.difference.map(|found| found.n as usize), difference);
                    assert_eq!(found.equal_for_all, difference.is_none());
                    equal += usize::from(difference.is_none());
                    late += usize::from(difference.is_some_and(|n| n > 3));
                }
            }
        }
        assert!(equal > 10 && late > 10, "{equal} {late}");
    }

    #[test]
    fn without_proofs_nothing_is_said_of_larger_heaps() {
        let values = [0, 1, 0, 1, 0, 1];
        let found = compare((&values, &HeapKind::Other), (&values, &HeapKind::Other), 0).unwrap();
        let expected =
            Comparison { from: 0, difference: None, compared_to: 5, equal_for_all: false };
        assert_eq!(found, expected);
        let found = compare((&values, &HeapKind::Other), (&values, &HeapKind::Other), 1).unwrap();
        assert_eq!(found.difference, Some(Difference { n: 0, values: (0, 1) }));
    }

    /// Nim has a saltus of 4 in 4 heaps; a saltus of 9 in 10 heaps differs.
    #[test]
    fn arithmetic_periods_are_compared_by_their_steps() {
        let nim: Vec<u32> = (0..10).collect();
        let (word, kind) = periodic(&[0, 1, 2, 3], 4, 10);
        let found = compare((&nim, &NIM), (&word, &kind), 0).unwrap();
        assert_eq!((found.difference, found.equal_for_all), (None, true));
        // Equal for ten heaps, and no more.
        let (word, kind) = periodic(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 9, 20);
        let found = compare((&nim, &NIM), (&word, &kind), 0).unwrap();
        assert_eq!(found.difference, Some(Difference { n: 10, values: (10, 9) }));
    }

    #[test]
    fn shifts_beyond_all_values_leave_nothing_to_compare() {
        for shift in [10, 100, i64::MAX, -10, -100, i64::MIN] {
            assert_eq!(compare((&[0; 9], &NIM), (&[0; 9], &NIM), shift), None, "{shift}");
        }
        assert_eq!(compare((&[], &NIM), (&[], &NIM), 0), None);
    }
}
