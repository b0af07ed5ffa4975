//! Nim multiplication: with it the nimbers below 2^64 are a field.

use std::ops::Mul;

use super::Nimber;

/// The nim-product of two numbers.
///
/// The nim-product of 2^(2^n) and a smaller number is their ordinary product, and that of 2^(2^n)
/// with itself is three halves of it (Conway, On Numbers and Games, chapter 6). Time: three or four
/// products of half the length each, 64 bits at first.
///
/// ```
/// use grundy_values::nim_product;
///
/// assert_eq!(nim_product(4, 4), 6);
/// assert_eq!(nim_product(2, 16), 32);
/// ```
#[must_use]
pub const fn nim_product(a: u64, b: u64) -> u64 {
    product(a, b, 32)
}

/// The number whose nim-product with this one is 1; none for zero.
///
/// The nimbers below 2^64 are a field, so the inverse is the power 2^64 - 2.
#[must_use]
pub const fn nim_inverse(number: u64) -> Option<u64> {
    if number == 0 {
        return None;
    }
    // The product of the powers 2, 4, 8, …, 2^63.
    let (mut inverse, mut power, mut round) = (1, number, 1);
    while round < 64 {
        power = nim_product(power, power);
        inverse = nim_product(inverse, power);
        round += 1;
    }
    Some(inverse)
}

/// The product of two numbers of twice `half` bits.
const fn product(a: u64, b: u64, half: u32) -> u64 {
    if a < 2 || b < 2 {
        return a * b;
    }
    let low = (1 << half) - 1;
    let ([a_high, a_low], [b_high, b_low]) = ([a >> half, a & low], [b >> half, b & low]);
    let smaller = half / 2;
    let both_low = product(a_low, b_low, smaller);
    if a_high == 0 && b_high == 0 {
        return both_low;
    }
    let all = product(a_high ^ a_low, b_high ^ b_low, smaller);
    let both_high = product(a_high, b_high, smaller);
    // With F = 2^half: F ⊗ F = F ⊕ F/2.
    ((all ^ both_low) << half) ^ both_low ^ product(both_high, 1 << (half - 1), smaller)
}

impl Mul for Nimber {
    type Output = Nimber;

    fn mul(self, other: Nimber) -> Nimber {
        Nimber(nim_product(self.0, other.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mex;

    /// a ⊗ b is the least number that is no a'⊗b ⊕ a⊗b' ⊕ a'⊗b' with a' < a, b' < b.
    #[test]
    fn nim_products_are_those_of_the_definition() {
        const SIZE: usize = 40;
        let mut table = vec![[0; SIZE]; SIZE];
        let mut mex = Mex::default();
        for a in 0..SIZE {
            for b in 0..SIZE {
                let smaller = (0..a).flat_map(|x| (0..b).map(move |y| (x, y)));
                let value = mex.of(smaller.map(|(x, y)| table[x][b] ^ table[a][y] ^ table[x][y]));
                table[a][b] = value;
                assert_eq!(nim_product(a as u64, b as u64), value, "{a} {b}");
            }
        }
    }

    /// Products of CGSuite.
    #[test]
    fn nim_products_are_the_published_ones() {
        let found: Vec<u64> = (1..=16).map(|n| nim_product(8, n)).collect();
        assert_eq!(found, [8, 12, 4, 11, 3, 7, 15, 13, 5, 1, 9, 6, 14, 10, 2, 128]);
        assert_eq!(nim_product(19, 23), 86);
        // 2^32 is the greatest Fermat power of two that fits.
        assert_eq!(nim_product(1 << 32, 1 << 32), 3 << 31);
    }

    #[test]
    fn nimbers_below_two_to_the_64_are_a_field() {
        let mut random = grundy_base::Random::new(1);
        for _ in 0..100 {
            let [a, b, c] = std::array::from_fn(|_| random.word());
            assert_eq!(nim_product(a, nim_inverse(a).unwrap()), 1);
            assert_eq!(nim_product(a, nim_product(b, c)), nim_product(nim_product(a, b), c));
            assert_eq!(nim_product(a, b ^ c), nim_product(a, b) ^ nim_product(a, c));
            assert_eq!(nim_product(a, b), nim_product(b, a));
        }
        assert_eq!(nim_inverse(0), None);
    }
}
