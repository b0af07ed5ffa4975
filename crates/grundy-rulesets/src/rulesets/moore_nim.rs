//! Moore's Nim: a move takes from several heaps at once, up to a given number of them.
//!
//! # Known answers
//!
//! Moore 1910: a position is lost if each binary digit is set in a multiple of k + 1 heaps.
//!
//! ```text
//! moore-nim(2; 1,1,1) => outcome=P misere=N
//! moore-nim(2; 2,2,2) => outcome=P misere=P
//! moore-nim(2; 1,2,3) => outcome=N misere=N
//! moore-nim(2; 1,2,3,3,2,1) => outcome=N
//! moore-nim(2; 1,1,2,2,3) => outcome=P misere=P
//! moore-nim(2; 1,1,2,3,3) => outcome=N misere=N
//! moore-nim(2; 1) => outcome=N misere=P
//! moore-nim(2; 1,1,1,1) => outcome=N misere=P
//! moore-nim(1; 3,4,5) => outcome=N
//! moore-nim(1; 3,4,7) => outcome=P
//! moore-nim(3; 1,1,1,1) => outcome=P misere=N
//! ```

use super::ordered_heaps;
use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{Convention, Fate, ParseError, Player, Text};
use grundy_ruleset::board::heaps;
use grundy_ruleset::board::heaps::Heaps;
use grundy_ruleset::{Notation, Ruleset, Theorem};

/// Nim in which a move takes from up to `most` heaps.
#[derive(Clone, Copy, Debug)]
pub struct MooreNim {
    most: usize,
}

/// If there are more moves, not all winning moves are looked for.
const MANY: usize = 1 << 12;

impl MooreNim {
    /// In lost positions, the number of heaps with a given binary digit set is a multiple of this.
    fn round(self) -> usize {
        self.most.saturating_add(1)
    }

    /// Whether the player to move loses.
    fn is_lost(self, heaps: &[u64], convention: Convention) -> bool {
        let ones = heaps.iter().filter(|&&size| size == 1).count();
        if convention == Convention::Misere && heaps.iter().all(|&size| size < 2) {
            return ones % self.round() == 1;
        }
        self.is_balanced(heaps)
    }

    fn is_balanced(self, heaps: &[u64]) -> bool {
        let digits = |bit: u32| heaps.iter().filter(|&&size| size >> bit & 1 == 1).count();
        (0..u64::BITS).all(|bit| digits(bit).is_multiple_of(self.round()))
    }

    /// A move from a won position to a lost one; none if there is no move.
    fn answer(self, heaps: &Heaps, convention: Convention) -> Option<Heaps> {
        let large = heaps.iter().filter(|&&size| size > 1).count();
        match convention {
            Convention::Misere if large <= self.most => self.to_ones(heaps, large),
            _ => Some(self.balanced(heaps)),
        }
    }

    /// Lowers heaps so that the position is lost. Goes through the digits from the highest. The
    /// digits of a lowered heap below the one that was cleared are free, and more heaps are lowered
    /// only if the free ones cannot make the number of heaps with the digit a multiple.
    fn balanced(self, heaps: &Heaps) -> Heaps {
        let mut next = heaps.clone();
        let mut free: Vec<usize> = Vec::new();
        for bit in (0..u64::BITS).rev() {
            let digit = 1 << bit;
            free.iter().for_each(|&heap| next[heap] &= !digit);
            let set: Vec<usize> = (0..next.len()).filter(|&heap| next[heap] & digit > 0).collect();
            let over = set.len() % self.round();
            let missing = (self.round() - over) % self.round();
            if missing <= free.len() {
                free[..missing].iter().for_each(|&heap| next[heap] |= digit);
            } else {
                for &heap in &set[..over] {
                    next[heap] &= !digit;
                    free.push(heap);
                }
            }
        }
        next
    }

    /// Lowers all large heaps and takes away heaps of one, so that the number of heaps left, all of
    /// size one, is one more than a multiple.
    fn to_ones(self, heaps: &Heaps, large: usize) -> Option<Heaps> {
        let ones = heaps.iter().filter(|&&size| size == 1).count();
        let removable = ones.min(self.most - large);
        let mut left = (ones - removable..=ones + large).find(|left| left % self.round() == 1)?;
        let keep = ones.min(left);
        left -= keep;
        let mut kept = 0;
        let size = |&size: &u64| match size {
            0 => 0,
            1 if kept < keep => {
                kept += 1;
                1
            }
            1 => 0,
            _ => {
                let one = left.min(1);
                left -= one;
                one as u64
            }
        };
        Some(heaps.iter().map(size).collect())
    }
}

impl Ruleset for MooreNim {
    type Position = Heaps;

    fn impartial(&self) -> bool {
        true
    }

    /// Counts down like an odometer, over the heaps that may still be changed.
    fn options(&self, heaps: &Heaps, _: Player) -> impl Iterator<Item = Heaps> {
        let (most, mut next) = (self.most, heaps.clone());
        std::iter::from_fn(move || {
            let mut changed = (0..heaps.len()).filter(|&heap| next[heap] < heaps[heap]).count();
            for heap in 0..heaps.len() {
                let lowered = next[heap] < heaps[heap];
                if next[heap] > 0 && (lowered || changed < most) {
                    next[heap] -= 1;
                    return Some(next.clone());
                }
                changed -= usize::from(lowered);
                next[heap] = heaps[heap];
            }
            None
        })
    }

    fn theorem(
        &self,
        heaps: &Heaps,
        mover: Player,
        convention: Convention,
    ) -> Option<Theorem<Heaps>> {
        let source = "E. H. Moore, A generalization of the game called Nim, 1910";
        if self.is_lost(heaps, convention) {
            return Some(Theorem { fate: Fate::Loss, best: Vec::new(), complete: false, source });
        }
        let few = self.options(heaps, mover).nth(MANY).is_none();
        let best = match few {
            true => self.options(heaps, mover).filter(|to| self.is_lost(to, convention)).collect(),
            false => self.answer(heaps, convention).into_iter().collect(),
        };
        Some(Theorem { fate: Fate::Win, best, complete: few, source })
    }

    fn splits(&self) -> bool {
        false
    }

    fn negative(&self, heaps: &Heaps) -> Option<Heaps> {
        Some(heaps.clone())
    }

    fn bytes(&self, heaps: &Heaps) -> usize {
        ordered_heaps::bytes(heaps)
    }
}

impl Notation for MooreNim {
    fn name(&self) -> &'static str {
        "moore-nim"
    }

    fn parameters(&self) -> String {
        self.most.to_string()
    }

    fn print(&self, heaps: &Heaps) -> String {
        heaps::print(heaps)
    }

    fn read(&self, text: Text<'_>) -> Result<Heaps, ParseError> {
        ordered_heaps::read(text)
    }

    fn draw(&self, heaps: &Heaps) -> String {
        heaps::draw(heaps)
    }
}

/// Moore's Nim in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "moore-nim",
        aliases: &["moores-nim", "nim-k"],
        family: Family::Heaps,
        title: "Moore's Nim",
        about: "Take any number of tokens from up to K heaps in one move; whoever takes the last one \
                wins. Instead of the XOR one looks whether each binary digit stands in a multiple of \
                K + 1 heaps.",
        rules: "There are heaps of tokens. A move takes tokens, at least one, from one heap or from \
                several, but from at most K heaps; from each as many as the player likes. The player \
                who takes the last token wins. With K = 1 it is Nim. Under misère play it is the \
                same, except where no heap has more than one token.",
        notation: "moore-nim(K; HEAP,HEAP,…)",
        examples: &["moore-nim(2; 1,2,3)", "moore-nim(2; 1,1,2,3,3)", "moore-nim(3; 2,2,2,2)"],
        source: "E. H. Moore, A generalization of the game called Nim, Annals of Mathematics 11, \
                 1910; Winning Ways for your Mathematical Plays, chapter 15",
        parse: &|arguments: &Arguments<'_>| {
            let (most, heaps) = arguments.parameters_and_position()?;
            let rules = match most.number("the number of heaps that a move may take from")? {
                0 => return Err(most.expected("at least 1 heap")),
                most => MooreNim { most },
            };
            let heaps = rules.read(heaps)?;
            Ok(arguments.game(rules, heaps))
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The theorem also answers where there are too many moves to look at all.
    #[test]
    fn the_answer_is_a_move_to_a_lost_position() {
        for most in 1..=3 {
            let rules = MooreNim { most };
            for code in 0..5u64.pow(4) {
                let heaps: Heaps = (0..4).map(|place| code / 5u64.pow(place) % 5).collect();
                for convention in [Convention::Normal, Convention::Misere] {
                    if rules.is_lost(&heaps, convention) {
                        continue;
                    }
                    let moves: Vec<Heaps> = rules.options(&heaps, Player::Left).collect();
                    match rules.answer(&heaps, convention) {
                        Some(to) => {
                            assert!(moves.contains(&to), "{most}: {heaps:?} to {to:?}");
                            assert!(rules.is_lost(&to, convention), "{most}: {heaps:?} to {to:?}");
                        }
                        None => assert!(moves.is_empty(), "{most}: {heaps:?}"),
                    }
                }
            }
        }
    }
}
