//! Natural sort order: 2 comes before 10.

use std::cmp::Ordering;

/// Compares texts; each run of digits is compared as a number.
pub(crate) fn natural(a: &str, b: &str) -> Ordering {
    let (mut left, mut right) = (a.as_bytes(), b.as_bytes());
    loop {
        let (x, y) = (digits(left), digits(right));
        if x > 0 && y > 0 {
            let (first, second) = (without_zeros(&left[..x]), without_zeros(&right[..y]));
            let order = first.len().cmp(&second.len()).then_with(|| first.cmp(second));
            if order.is_ne() {
                return order;
            }
            (left, right) = (&left[x..], &right[y..]);
            continue;
        }
        match (left.split_first(), right.split_first()) {
            (Some((x, behind)), Some((y, after))) if x == y => (left, right) = (behind, after),
            // 01 and 1 are different texts.
            (None, None) => return a.cmp(b),
            (x, y) => return x.map(|x| x.0).cmp(&y.map(|y| y.0)),
        }
    }
}

fn digits(text: &[u8]) -> usize {
    text.iter().take_while(|byte| byte.is_ascii_digit()).count()
}

fn without_zeros(digits: &[u8]) -> &[u8] {
    let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
    &digits[zeros..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_texts_are_compared_as_numbers() {
        let mut texts =
            ["(cell 10 2)", "a", "(cell 2 b)", "(cell 2 10)", "(cell 02 9)", "", "(cell)"];
        texts.sort_by(|a, b| natural(a, b));
        assert_eq!(
            texts,
            ["", "(cell 02 9)", "(cell 2 10)", "(cell 2 b)", "(cell 10 2)", "(cell)", "a"]
        );
    }
}
