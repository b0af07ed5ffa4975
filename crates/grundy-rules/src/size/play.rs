//! Keys that are expanded in batches, up to a limit of work.

use std::cell::Cell;

use grundy::stated::{Keys, Rows, Stated};
use grundy::{Fault, Limits, Player, Progress};

use crate::game::FileGame;
use crate::keys::Compiled;

/// Keys that are expanded in one call.
const BATCH: usize = 4096;

const STAGE: &str = "estimating the size";

/// Why counting ends early.
#[derive(Debug)]
pub(crate) enum Halt {
    /// A limit was reached, or the user has stopped the work.
    Limit,
    /// The rules have failed.
    Fault(Fault),
}

/// A compiled game whose keys are expanded.
pub(crate) struct Play<'a> {
    pub(crate) rules: &'a Compiled,
    pub(crate) starts: Vec<u128>,
    limits: &'a Limits<'a>,
    /// Keys that were expanded, and the most that may be.
    done: Cell<usize>,
    most: Cell<usize>,
}

impl<'a> Play<'a> {
    /// Play from the start of a game.
    pub(crate) fn new(
        game: &FileGame,
        rules: &'a Compiled,
        limits: &'a Limits<'a>,
    ) -> Result<Play<'a>, Halt> {
        let start = game.start();
        let turn = game.turn(&start).map_err(Halt::Fault)?;
        let movers = if game.impartial() { &Player::BOTH[..1] } else { &Player::BOTH[..] };
        let movers = movers.iter().filter(|&&mover| turn.is_none_or(|turn| turn == mover));
        let starts = movers
            .filter_map(|&mover| rules.pack(&start, mover).transpose())
            .collect::<Result<_, _>>()
            .map_err(Halt::Fault)?;
        Ok(Play { rules, starts, limits, done: Cell::new(0), most: Cell::new(usize::MAX) })
    }

    /// Allows expanding `keys` more keys.
    pub(crate) fn allow(&self, keys: usize) {
        self.most.set(self.done.get().saturating_add(keys));
    }

    /// Whether no limit of the user has been reached.
    pub(crate) fn in_time(&self) -> bool {
        let progress = Progress { stage: STAGE, positions: self.done.get(), bytes: 0 };
        self.limits.check(progress).is_ok()
    }

    /// Calls `found` with the number of each key and its options.
    pub(crate) fn each(
        &self,
        keys: &[u128],
        mut found: impl FnMut(usize, &[u128]),
    ) -> Result<(), Halt> {
        let mut rows = Rows::default();
        for (batch, keys) in keys.chunks(BATCH).enumerate() {
            self.count(keys.len())?;
            rows.clear();
            self.rules.expand(keys, &mut rows).map_err(Halt::Fault)?;
            rows.each().enumerate().for_each(|(i, options)| found(BATCH * batch + i, options));
        }
        Ok(())
    }

    /// The same for keys that play need not reach: a key where the rules fail has no options.
    pub(crate) fn each_that_works(
        &self,
        keys: &[u128],
        mut found: impl FnMut(usize, &[u128]),
    ) -> Result<(), Halt> {
        let mut rows = Rows::default();
        // Where a batch fails, its halves are tried.
        let mut left: Vec<(usize, &[u128])> =
            keys.chunks(BATCH).enumerate().map(|(i, keys)| (BATCH * i, keys)).collect();
        while let Some((first, keys)) = left.pop() {
            self.count(keys.len())?;
            rows.clear();
            match self.rules.expand(keys, &mut rows) {
                Ok(()) => {
                    rows.each().enumerate().for_each(|(i, options)| found(first + i, options));
                }
                Err(_) if keys.len() > 1 => {
                    let half = keys.len() / 2;
                    left.push((first, &keys[..half]));
                    left.push((first + half, &keys[half..]));
                }
                Err(_) => {}
            }
        }
        Ok(())
    }

    fn count(&self, keys: usize) -> Result<(), Halt> {
        let done = self.done.get() + keys;
        self.done.set(done);
        match done > self.most.get() || !self.in_time() {
            true => Err(Halt::Limit),
            false => Ok(()),
        }
    }
}

/// Marsaglia's xorshift, the same on every machine: the published estimates are made with it.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ seed.wrapping_mul(0xd134_2543_de82_ef95));
        for _ in 0..8 {
            random.next();
        }
        random
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below a bound, which is not zero.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// A number from 0 to 1.
    pub(crate) fn part(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }
}
