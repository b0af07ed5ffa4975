//! A set of elements as bits.

use super::Element;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Set(Box<[u64]>);

impl Set {
    /// The empty set, with room for `order` elements.
    pub(super) fn empty(order: usize) -> Set {
        Set(vec![0; order.div_ceil(64)].into())
    }

    pub(super) fn from_fn(order: usize, has: impl Fn(Element) -> bool) -> Set {
        let mut set = Set::empty(order);
        (0..order as Element).filter(|&element| has(element)).for_each(|element| set.add(element));
        set
    }

    #[inline]
    pub(super) fn add(&mut self, element: Element) {
        self.0[element as usize / 64] |= 1 << (element % 64);
    }

    #[inline]
    pub(super) fn has(&self, element: Element) -> bool {
        self.0[element as usize / 64] >> (element % 64) & 1 == 1
    }

    pub(super) fn is_within(&self, other: &Set) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    /// An element of both.
    pub(super) fn common(&self, other: &Set) -> Option<Element> {
        let words = self.0.iter().zip(&other.0).zip(0..);
        let mut both = words.filter(|((a, b), _)| *a & *b != 0);
        both.next().map(|((a, b), i): (_, Element)| 64 * i + (a & b).trailing_zeros())
    }

    pub(super) fn join(&mut self, other: &Set) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }

    pub(super) fn bytes(&self) -> usize {
        size_of::<Set>() + 8 * self.0.len()
    }
}
