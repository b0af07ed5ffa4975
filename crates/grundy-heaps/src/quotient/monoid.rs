//! Finite commutative monoids with a P-portion.

use super::Element;
use super::set::Set;

/// A commutative monoid, whose element 0 is the identity, and the subset of its
/// elements that are P-positions.
///
/// It is reduced: no two elements a and b go to the P-portion with the same x.
#[derive(Clone, Debug)]
pub(super) struct Monoid {
    order: usize,
    products: Vec<Element>,
    p: Set,
    /// For each a, the set of all x with ax in the P-portion.
    p_partners: Vec<Set>,
}

impl Monoid {
    /// The monoid of one element, an N-position: the player to move in no game at all has won.
    pub(super) fn trivial() -> Monoid {
        Monoid::new(vec![0], Set::empty(1))
    }

    /// From all products, row after row, and the P-portion.
    pub(super) fn new(products: Vec<Element>, p: Set) -> Monoid {
        let order = products.len().isqrt();
        let mut monoid = Monoid { order, products, p, p_partners: Vec::new() };
        let partners = (0..order as Element).map(|a| monoid.over(&monoid.p, a));
        monoid.p_partners = partners.collect();
        monoid
    }

    pub(super) fn order(&self) -> usize {
        self.order
    }

    pub(super) fn elements(&self) -> std::ops::Range<Element> {
        0..self.order as Element
    }

    #[inline]
    pub(super) fn product(&self, a: Element, b: Element) -> Element {
        self.products[a as usize * self.order + b as usize]
    }

    #[inline]
    pub(super) fn is_p(&self, a: Element) -> bool {
        self.p.has(a)
    }

    /// All x with ax in the P-portion.
    pub(super) fn p_partners(&self, a: Element) -> &Set {
        &self.p_partners[a as usize]
    }

    /// All x with ax in the set.
    pub(super) fn over(&self, set: &Set, a: Element) -> Set {
        let row = &self.products[a as usize * self.order..][..self.order];
        Set::from_fn(self.order, |x| set.has(row[x as usize]))
    }

    /// 1, a, a², … without repeats.
    pub(super) fn powers(&self, a: Element) -> Vec<Element> {
        let mut powers: Vec<Element> = vec![0];
        loop {
            let next = self.product(powers[powers.len() - 1], a);
            if powers.contains(&next) {
                return powers;
            }
            powers.push(next);
        }
    }

    /// Bytes of a monoid with `order` elements.
    pub(super) fn bytes(order: usize) -> u64 {
        let order = order as u64;
        4 * order * order + order * (order.div_ceil(64) * 8 + 16)
    }
}
