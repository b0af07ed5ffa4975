//! The standard form of a take-and-break game: one code for games that plainly have the same
//! values.

use grundy_base::Code;

/// A code in standard form, and how its heaps correspond to those of the code that it was made of.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Standard {
    /// The digits, beginning with that for taking nothing; no digits where no heap has a move.
    pub digits: Vec<u8>,
    /// A heap of n + `shift` in the game has the value of a heap of n in its standard form.
    pub shift: usize,
}

/// The standard form of a code of finitely many digits, where parts may be equal.
///
/// Two steps lead to it, and neither changes a value.
///
/// - *Cousins* (Winning Ways, chapter 4). Where a heap of one has no move, heaps may be counted
///   by one less: a move that takes t and leaves k heaps, none of them empty, takes t + k − 1
///   from the smaller heap and leaves k heaps of any sizes, empty ones among them. It is done
///   until a heap of one has a move.
/// - *Useless moves.* To take t and leave k heaps adds nothing where another move takes less and
///   leaves some more heaps, if these may have the value 0 together. So in 0.5, where a heap of
///   two has no move, 0.5 and 0.502 are the same: to take one and part two from the rest is as
///   good as to take three.
#[must_use]
pub fn standard(code: &Code) -> Standard {
    let mut digits = code.digits().to_vec();
    let mut shift = 0;
    while digits.iter().any(|&digit| digit > 0) && !one_has_a_move(&digits) {
        digits = cousin(&digits);
        shift += 1;
    }
    drop_useless(&mut digits);
    while digits.last() == Some(&0) {
        digits.pop();
    }
    Standard { digits, shift }
}

fn bits(digit: u8) -> impl Iterator<Item = usize> {
    (0..8).filter(move |bit| digit >> bit & 1 == 1)
}

/// Only taking all of it can be a move of a heap of one: a move that takes nothing leaves two
/// heaps, which one token cannot be.
fn one_has_a_move(digits: &[u8]) -> bool {
    digits.get(1).is_some_and(|digit| digit & 1 == 1)
}

/// The code for heaps of one less.
fn cousin(digits: &[u8]) -> Vec<u8> {
    let most_parts = digits.iter().map(|digit| digit.checked_ilog2().unwrap_or(0)).max();
    let mut cousin = vec![0; digits.len() + most_parts.unwrap_or(0) as usize];
    for (taken, &digit) in digits.iter().enumerate() {
        for parts in bits(digit).filter(|parts| taken + parts > 0) {
            // Any of the parts may be empty: k parts may also leave fewer. A heap of one cannot be
            // taken, so that nothing is taken before the first digit.
            cousin[taken + parts - 1] |= ((2u16 << parts) - 1) as u8;
        }
    }
    cousin
}

/// Clears the bits of useless moves: taking t and leaving k heaps is useless if another move takes
/// less and may leave the same heaps, and some more that have the value 0 together.
///
/// It does not matter that the other move may be useless, too: it leaves more heaps, so that the
/// last of these moves is kept.
fn drop_useless(digits: &mut [u8]) {
    let all = digits.to_vec();
    let mut values = vec![0u32];
    for taken in 1..digits.len() {
        let options = all.iter().enumerate().take(taken + 1).flat_map(|(first, &digit)| {
            bits(digit).flat_map(|parts| sums(&values, taken - first, parts)).collect::<Vec<u32>>()
        });
        let options: Vec<u32> = options.collect();
        values.push((0..).find(|value| !options.contains(value)).unwrap_or(0));
        let is_useless = |kept: usize| {
            all.iter().enumerate().take(taken).any(|(first, &digit)| {
                bits(digit)
                    .filter(|&parts| parts > kept)
                    .any(|parts| sums(&values, taken - first, parts - kept).contains(&0))
            })
        };
        for kept in bits(all[taken]).filter(|&kept| is_useless(kept)) {
            digits[taken] &= !(1 << kept);
        }
    }
}

/// The values of all sums of `parts` heaps, none of them empty and none larger than those before,
/// that have `tokens` tokens together.
fn sums(values: &[u32], tokens: usize, parts: usize) -> Vec<u32> {
    fn add(values: &[u32], tokens: usize, parts: usize, most: usize, to: u32, sums: &mut Vec<u32>) {
        if parts == 0 {
            if tokens == 0 {
                sums.push(to);
            }
            return;
        }
        for part in 1..=tokens.min(most) {
            add(values, tokens - part, parts - 1, part, to ^ values[part], sums);
        }
    }
    let mut found = Vec::new();
    add(values, tokens, parts, values.len() - 1, 0, &mut found);
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::Sequence;
    use crate::sequence::recurrence::tests::Coded;
    use grundy_base::Limits;

    fn of(digits: &[u8]) -> Standard {
        standard(&Code::new(digits.to_vec()))
    }

    /// Dawson's Kayles, Dawson's Chess and 0.4 (Winning Ways, chapter 4).
    #[test]
    fn cousins_have_one_standard_form() {
        let chess = of(&[0, 1, 3, 7]);
        assert_eq!(chess, Standard { digits: vec![0, 1, 3, 7], shift: 0 });
        assert_eq!(of(&[0, 0, 7]), Standard { shift: 1, ..chess.clone() });
        assert_eq!(of(&[0, 4]), Standard { shift: 2, ..chess });
        // Officers, 0.6, is a cousin of 0.37.
        assert_eq!(of(&[0, 6]), Standard { digits: vec![0, 3, 7], shift: 1 });
        assert_eq!(of(&[0]), Standard { digits: vec![], shift: 0 });
    }

    #[test]
    fn useless_moves_are_dropped() {
        // Take one and part two, which have no move, from the rest: as good as to take three.
        assert_eq!(of(&[0, 5, 0, 2]), of(&[0, 5]));
        assert_ne!(of(&[0, 5, 2]), of(&[0, 5]));
        // From three, one may take two: what is left has no move.
        assert_eq!(of(&[0, 0, 7, 1]), of(&[0, 0, 7]));
        // To leave one heap is a move of the smaller heaps, too.
        assert_eq!(of(&[0, 0, 7, 2]), of(&[0, 0, 7]));
        assert_ne!(of(&[0, 0, 7, 4]), of(&[0, 0, 7]));
        // Three have no other option.
        assert_eq!(of(&[0, 1, 0, 1]).digits, [0, 1, 0, 1]);
    }

    /// For every octal game of three digits, and for some hexadecimal ones.
    #[test]
    fn values_are_those_of_the_standard_form() {
        let values = |digits: Vec<u8>| {
            let mut sequence = Sequence::default();
            sequence.extend(&Coded(Code::new(digits)), 100, &Limits::default()).unwrap();
            sequence.into_values()
        };
        let octal = (0..512u16).map(|n| vec![0, (n >> 6) as u8, (n >> 3 & 7) as u8, n as u8 & 7]);
        let before = (1..64u8).map(|n| vec![4, n >> 3, n & 7]);
        let hexadecimal = (0..256u16).map(|n| vec![0, (n >> 4) as u8, n as u8 & 15, 8]);
        for digits in octal.chain(before).chain(hexadecimal) {
            let standard = of(&digits);
            let (game, form) = (values(digits.clone()), values(standard.digits.clone()));
            assert!(game[..standard.shift].iter().all(|&value| value == 0), "{digits:?}");
            assert_eq!(game[standard.shift..], form[..101 - standard.shift], "{digits:?}");
        }
    }
}
