//! The sums of some games by the quotient: the element of each sum, and its winners, the
//! elements beside which a move in the sum wins.

use super::Element;
use super::monoid::Monoid;
use super::play::{Word, sum};
use super::set::Set;

/// A game: its element x, and its *winners*, all y for which a move in the game
/// leads to an option e with ye in the P-portion.
///
/// A map to a monoid with a P-portion says who wins all sums exactly if
///
/// 1. y is no winner of a game x where xy is in the P-portion: no move leads from one
///    P-position to another; and
/// 2. 1 is a winner of each sum with a move whose element is not in the P-portion.
///
/// The winners of a sum of games a with winners V and b with winners W are
/// { y : yb ∈ V or ya ∈ W }. So the pairs (element, winners) of all sums are a
/// commutative monoid, an image of the transition algebra of Plambeck and Siegel
/// (*Misère quotients for impartial games*, 2008, with its supplement). Where V is
/// within V′, what condition 2 says of sums with V′ follows from those with V: only
/// the least sets of winners are kept for each element.
pub(super) struct Transitions {
    /// Least sets of winners, by element, each with a sum that has them. The empty sum
    /// has none, and is kept.
    winners: Vec<Vec<(Set, Word)>>,
    bytes: u64,
}

/// Where a map to a monoid fails to say who wins.
pub(super) enum Misfit {
    /// In the sum of a word of this element and the game.
    Element(Element),
    /// In the sum of these games and this number of copies of the game.
    Word(Word, usize),
}

impl Transitions {
    /// The transitions of the empty sum alone.
    pub(super) fn new(monoid: &Monoid) -> Self {
        let mut winners = vec![Vec::new(); monoid.order()];
        winners[0].push((Set::empty(monoid.order()), Word::default()));
        Transitions { winners, bytes: 0 }
    }

    /// A sum that breaks the conditions together with a game.
    pub(super) fn misfit(&self, monoid: &Monoid, x: Element, winners: &Set) -> Option<Misfit> {
        if let Some(y) = monoid.p_partners(x).common(winners) {
            return Some(Misfit::Element(y));
        }
        let powers = monoid.powers(x);
        for (a, known) in monoid.elements().zip(&self.winners) {
            for (known, word) in known {
                for (copies, &before) in powers.iter().enumerate() {
                    let power = monoid.product(before, x);
                    let good = monoid.is_p(monoid.product(a, power))
                        || known.has(power)
                        || winners.has(monoid.product(a, before));
                    if !good {
                        return Some(Misfit::Word(word.clone(), copies + 1));
                    }
                }
            }
        }
        None
    }

    /// Adds a game that fits.
    pub(super) fn add(&mut self, monoid: &Monoid, game: usize, x: Element, winners: &Set) {
        if self.winners[x as usize].iter().any(|(known, _)| known.is_within(winners)) {
            return;
        }
        let powers = monoid.powers(x);
        let old: Vec<(Element, (Set, Word))> = monoid
            .elements()
            .zip(&self.winners)
            .flat_map(|(a, known)| known.iter().map(move |known| (a, known.clone())))
            .collect();
        for (a, (known, word)) in old {
            let mut word = word;
            for &before in &powers {
                let power = monoid.product(before, x);
                let mut winners_of_sum = monoid.over(&known, power);
                winners_of_sum.join(&monoid.over(winners, monoid.product(a, before)));
                word = sum(&word, &[game as u32]);
                self.keep(monoid.product(a, power), winners_of_sum, &word);
            }
        }
    }

    fn keep(&mut self, a: Element, winners: Set, word: &Word) {
        let all = &mut self.winners[a as usize];
        if all.iter().any(|(known, _)| known.is_within(&winners)) {
            return;
        }
        all.retain(|(known, _)| !winners.is_within(known));
        self.bytes += (winners.bytes() + 16 + 4 * word.len()) as u64;
        all.push((winners, word.clone()));
    }

    /// Bytes held, at most.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }
}
