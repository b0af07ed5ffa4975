//! The result that all workers know at the end: how many positions have each verdict, and
//! the verdicts of a few keys.

use std::collections::BTreeMap;

use super::code::Code;
use super::counts::Counts;
use super::fabric::{Fabric, Parcel};
use super::failure::Failure;

/// The counts of a solution, and the verdicts of some keys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shared {
    counts: Counts,
    moves: u64,
    verdicts: BTreeMap<u128, Code>,
}

impl Shared {
    /// What one worker knows: its counts, and the verdicts of the keys that it holds.
    #[must_use]
    pub fn new(
        counts: &Counts,
        moves: u64,
        verdicts: impl IntoIterator<Item = (u128, Code)>,
    ) -> Self {
        Shared { counts: counts.clone(), moves, verdicts: verdicts.into_iter().collect() }
    }

    /// Exchanges it with the other workers in one round; all have the same afterwards.
    pub fn exchange(self, fabric: &mut dyn Fabric) -> Result<Shared, Failure> {
        let (peers, me) = (fabric.peers(), fabric.index());
        let words = self.words();
        for to in (0..peers).filter(|&to| to != me) {
            fabric.post(to, words.clone())?;
        }
        let mut all = self;
        fabric.finish(0, &mut |_, parcel| {
            let unreadable = || Failure::Lost("a parcel came that cannot be read".to_string());
            all.take_in(&Shared::from_words(&parcel).ok_or_else(unreadable)?);
            Ok(())
        })?;
        Ok(all)
    }

    /// How many positions have each verdict.
    #[must_use]
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Moves between keys.
    #[must_use]
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// The verdict of a key, if it was asked for and a worker holds it.
    #[must_use]
    pub fn verdict(&self, key: u128) -> Option<Code> {
        self.verdicts.get(&key).copied()
    }

    fn take_in(&mut self, other: &Shared) {
        self.counts.merge(&other.counts);
        self.moves += other.moves;
        self.verdicts.extend(&other.verdicts);
    }

    fn words(&self) -> Parcel {
        let mut words = vec![self.moves, self.counts.each().count() as u64];
        for (code, [keys, positions]) in self.counts.each() {
            words.extend([u64::from(code.bits()), keys, positions]);
        }
        for (&key, code) in &self.verdicts {
            words.extend([key as u64, (key >> 64) as u64, u64::from(code.bits())]);
        }
        words
    }

    fn from_words(words: &[u64]) -> Option<Shared> {
        let (&[moves, count], rest) = words.split_first_chunk()?;
        let (rows, none) = rest.as_chunks::<3>();
        let (counted, found) = rows.split_at_checked(usize::try_from(count).ok()?)?;
        let code = |bits: u64| u16::try_from(bits).ok().map(Code::from_bits);
        let mut counts = Counts::default();
        for &[bits, keys, positions] in counted {
            counts.add(code(bits)?, keys, positions);
        }
        let verdicts = found.iter().map(|&[low, high, bits]| {
            Some((u128::from(high) << 64 | u128::from(low), code(bits)?))
        });
        let verdicts = verdicts.collect::<Option<_>>()?;
        none.is_empty().then_some(Shared { counts, moves, verdicts })
    }
}

#[cfg(test)]
mod tests {
    use super::super::fabric::Threads;
    use super::*;

    /// What a worker of this number knows.
    fn known(worker: u64) -> Shared {
        let mut counts = Counts::default();
        counts.add(Code::win(1), worker, 2 * worker);
        counts.add(Code::loss(worker as u32), 1, 1);
        let key = u128::from(worker) << 64 | 7;
        Shared::new(&counts, 10 * worker, [(key, Code::tie(worker as u32))])
    }

    #[test]
    fn all_workers_know_the_same_in_the_end() {
        let found: Vec<Shared> = std::thread::scope(|scope| {
            let workers: Vec<_> = Threads::group(3)
                .into_iter()
                .map(|mut fabric| {
                    scope.spawn(move || known(fabric.index() as u64).exchange(&mut fabric))
                })
                .collect();
            workers.into_iter().map(|worker| worker.join().unwrap().unwrap()).collect()
        });
        assert!(found.iter().all(|one| *one == found[0]));
        assert_eq!((found[0].counts().keys(), found[0].counts().positions()), (6, 9));
        assert_eq!(found[0].moves(), 30);
        assert_eq!(found[0].verdict(2 << 64 | 7), Some(Code::tie(2)));
        assert_eq!(found[0].verdict(3 << 64 | 7), None);
    }

    #[test]
    fn words_that_say_nothing_are_refused() {
        let words = known(2).words();
        assert_eq!(Shared::from_words(&words), Some(known(2)));
        for wrong in [&words[..1], &words[..words.len() - 1], &[0, 9, 1, 1, 1], &[0, 1, 1 << 16]] {
            assert_eq!(Shared::from_words(wrong), None, "{wrong:?}");
        }
        let mut odd = words;
        *odd.last_mut().unwrap() = 1 << 16;
        assert_eq!(Shared::from_words(&odd), None);
    }
}
