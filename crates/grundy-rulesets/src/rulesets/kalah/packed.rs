//! Keys of Kalah: the seeds of each bowl in unary, as seen by the player to move; the last bowl has
//! the remaining seeds.

use std::cmp::Ordering;

use super::{Bowls, Kalah, MOST_PITS, Seeds};
use grundy_base::{Fate, Player};
use grundy_ruleset::{Flow, Key, Packed};

impl<K: Key> Kalah<K> {
    #[inline]
    fn key(&self, bowls: &Bowls) -> K {
        let (mut key, mut at) = (0u128, 0);
        for &seeds in &bowls[..=2 * self.pits] {
            at += seeds;
            key |= 1 << at;
            at += 1;
        }
        K::of(key)
    }

    #[inline]
    fn bowls(&self, key: K) -> Bowls {
        let (mut key, mut rest) = (key.number(), self.all() as u8);
        let mut bowls = [0; 2 * MOST_PITS + 2];
        for bowl in &mut bowls[..=2 * self.pits] {
            let seeds = key.trailing_zeros();
            key >>= seeds + 1;
            *bowl = seeds as u8;
            rest -= seeds as u8;
        }
        bowls[2 * self.pits + 1] = rest;
        bowls
    }

    /// Calls `found` with the key after each move, and whether the player moves again.
    #[inline]
    fn moves(&self, bowls: &Bowls, mut found: impl FnMut(K, bool)) {
        for pit in (0..self.pits).filter(|&pit| bowls[pit] > 0) {
            let mut bowls = *bowls;
            match self.sow(&mut bowls, pit) {
                true => found(self.key(&bowls), true),
                false => found(self.key(&self.turned(&bowls)), false),
            }
        }
    }
}

impl<K: Key> Packed for Kalah<K> {
    type Key = K;

    fn pack(&self, seeds: &Seeds, mover: Player) -> K {
        self.key(&self.seen_by(seeds, mover))
    }

    fn unpack(&self, key: K) -> Option<(Seeds, Player)> {
        // Each bowl but the last is a run of zeros, one for each seed, ended by a set bit.
        let (ends, bits) = (key.number().count_ones(), u128::BITS - key.number().leading_zeros());
        let known = ends as usize == 2 * self.pits + 1 && (bits - ends) as usize <= self.all();
        known.then(|| (Seeds { bowls: self.bowls(key), turn: Some(Player::Left) }, Player::Left))
    }

    fn expand(&self, key: K, mut option: impl FnMut(usize, K)) -> Option<Fate> {
        let bowls = self.bowls(key);
        match self.count(&bowls) {
            Some(Ordering::Greater) => return Some(Fate::Win),
            Some(Ordering::Less) => return Some(Fate::Loss),
            Some(Ordering::Equal) => return Some(Fate::Draw),
            None => {}
        }
        self.moves(&bowls, |key, _| option(0, key));
        None
    }

    /// [`passes_turn`](Packed::passes_turn) is determined by the two keys, because no key is
    /// reached both with and without another move: one of the two pits sown would have to hold
    /// as many seeds as before, seen from the other side, but it has been emptied.
    fn alternates(&self) -> bool {
        false
    }

    fn passes_turn(&self, from: K, to: K) -> bool {
        let (before, after) = (self.bowls(from), self.bowls(to));
        let (own, other) = (self.pits, 2 * self.pits + 1);
        // Comparing the stores usually decides, because only the mover's store can grow.
        if after[other] != before[other] || after[own] == before[own] {
            return true;
        }
        if after[own] != before[other] {
            return false;
        }
        let mut passes = true;
        self.moves(&before, |key, again| passes &= !again || key != to);
        passes
    }

    /// The position with Left to move, and its negative with Right to move.
    fn orbit(&self, _: K) -> u32 {
        2
    }

    fn flow(&self) -> Flow {
        Flow::Rising
    }

    /// The sum of the progress of all seeds: 0 in the first pit, 1 in the next, and so on. A
    /// seed in a store counts enough to outweigh seeds sown beyond it.
    fn tier(&self, key: K) -> u32 {
        let (bowls, pits) = (self.bowls(key), self.pits);
        let far = |at: usize| if at % (pits + 1) == pits { pits * pits } else { at % (pits + 1) };
        let sum: usize = (0..2 * pits + 2).map(|at| far(at) * usize::from(bowls[at])).sum();
        sum as u32
    }
}
