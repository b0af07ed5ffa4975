//! A quotient by generators and relations.

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BinaryHeap};

use hashbrown::HashSet;

use super::Element;
use super::monoid::Monoid;

/// A product of powers of generators: the exponent of each. Products are ordered by
/// their degrees, and then with more of the first generators first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Spelling(Vec<u32>);

impl Ord for Spelling {
    fn cmp(&self, other: &Self) -> Ordering {
        self.degree().cmp(&other.degree()).then_with(|| other.0.cmp(&self.0))
    }
}

impl PartialOrd for Spelling {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Spelling {
    /// The exponents of all generators in order.
    #[must_use]
    pub fn exponents(&self) -> &[u32] {
        &self.0
    }

    fn degree(&self) -> u32 {
        self.0.iter().sum()
    }

    fn times(&self, generator: usize) -> Spelling {
        let mut product = self.clone();
        product.0[generator] += 1;
        product
    }

    /// The products with one of the generators less.
    fn divisors(&self) -> impl Iterator<Item = Spelling> {
        let there = (0..self.0.len()).filter(|&i| self.0[i] > 0);
        there.map(|i| {
            let mut divisor = self.clone();
            divisor.0[i] -= 1;
            divisor
        })
    }
}

/// In the usual notation: `a`, `b`, … for the generators, `1` for the identity.
impl std::fmt::Display for Spelling {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.degree() == 0 {
            return f.write_str("1");
        }
        for (i, &exponent) in self.0.iter().enumerate().filter(|&(_, &exponent)| exponent > 0) {
            f.write_str(&letter(i))?;
            if exponent > 1 {
                let digits = exponent.to_string();
                let raised = |digit: char| {
                    ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹']
                        [digit as usize - '0' as usize]
                };
                f.write_str(&digits.chars().map(raised).collect::<String>())?;
            }
        }
        Ok(())
    }
}

/// The name of a generator: a to z, then with a number behind.
fn letter(generator: usize) -> String {
    let name = char::from(b'a' + (generator % 26) as u8);
    match generator / 26 {
        0 => name.to_string(),
        round => format!("{name}_{round}"),
    }
}

/// Two products that are equal; the second comes earlier in the order of degrees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation(pub Spelling, pub Spelling);

/// A quotient by generators and relations.
#[derive(Clone, Debug)]
pub struct Presentation {
    /// For each generator the first game that it stands for.
    pub generators: Vec<usize>,
    /// Relations that all others follow from: the reduced Gröbner basis, in the order of degrees
    /// and then of the alphabet.
    pub relations: Vec<Relation>,
    /// The least product that is each element.
    pub spellings: Vec<Spelling>,
}

impl Presentation {
    /// What each generator is called.
    pub fn letters(&self) -> impl Iterator<Item = String> {
        (0..self.generators.len()).map(letter)
    }

    /// From the elements of games: a game is a generator if it is no product of the
    /// others.
    pub(super) fn new(monoid: &Monoid, images: &[Element]) -> Presentation {
        let mut generators: Vec<usize> = Vec::new();
        let elements =
            |games: &[usize]| -> Vec<Element> { games.iter().map(|&game| images[game]).collect() };
        for (game, &image) in images.iter().enumerate() {
            if image != 0 && !generated(monoid, &elements(&generators)).contains(&image) {
                generators.push(game);
            }
        }
        for game in generators.clone().into_iter().rev() {
            let others: Vec<usize> =
                generators.iter().copied().filter(|&other| other != game).collect();
            if generated(monoid, &elements(&others)).contains(&images[game]) {
                generators = others;
            }
        }
        let letters = elements(&generators);
        // Products from the least on: each is the least of its element, or has a
        // relation, unless that follows from one of its divisors.
        let mut spellings: BTreeMap<Element, Spelling> = BTreeMap::new();
        let (mut least, mut met) = (HashSet::new(), HashSet::new());
        let mut relations = Vec::new();
        let one = Spelling(vec![0; letters.len()]);
        let mut queue = BinaryHeap::from([Reverse((one, 0 as Element))]);
        while let Some(Reverse((product, element))) = queue.pop() {
            if !met.insert(product.clone()) || !product.divisors().all(|part| least.contains(&part))
            {
                continue;
            }
            if let Some(known) = spellings.get(&element) {
                relations.push(Relation(product, known.clone()));
                continue;
            }
            for (i, &letter) in letters.iter().enumerate() {
                queue.push(Reverse((product.times(i), monoid.product(element, letter))));
            }
            least.insert(product.clone());
            spellings.insert(element, product);
        }
        Presentation { generators, relations, spellings: spellings.into_values().collect() }
    }
}

/// All products of elements.
fn generated(monoid: &Monoid, letters: &[Element]) -> HashSet<Element> {
    let mut found = HashSet::from([0]);
    let mut open = vec![0];
    while let Some(a) = open.pop() {
        for &letter in letters {
            let next = monoid.product(a, letter);
            if found.insert(next) {
                open.push(next);
            }
        }
    }
    found
}
