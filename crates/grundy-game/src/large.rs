//! Games whose positions are packed in integers, for games of very many positions.

use std::thread;

use super::{Game, Play};
use crate::error::ParseError;
use crate::limits::Limits;
use crate::packed::verify::{Check, Pieces, Refused};
use crate::packed::{
    Code, Fabric, Failure, Method, Plan, Positions, Row, Settings, Shared, Solo, Threads,
};
use crate::player::Player;
use crate::solve::Outcomes;

/// A game whose positions are packed. Keys are given as numbers, whatever
/// their width.
///
/// What the keys mean may depend on where play starts: other positions of the
/// same play are made from this one, and not from their text alone.
pub trait Large: Send + Sync {
    /// Finds and decides all positions that play reaches from this one, whoever
    /// starts, with whoever else is in the fabric. Gives this worker's share.
    fn work(&self, fabric: &mut dyn Fabric, settings: &Settings<'_>) -> Result<Positions, Failure>;

    /// How that would be done by so many workers.
    fn plan(&self, workers: usize, settings: &Settings<'_>) -> Plan;

    /// This position.
    fn game(&self) -> Box<dyn Game>;

    /// Bytes of a key.
    fn key_bytes(&self) -> usize;

    /// The key of this position with `mover` to move.
    fn key(&self, mover: Player) -> u128;

    /// The position of a key, and who is to move there; none for a number that
    /// is the key of no position.
    fn at(&self, key: u128) -> Option<(Box<dyn Large>, Player)>;

    /// Another position, as it is written without its ruleset.
    fn read(&self, position: &str) -> Result<Box<dyn Large>, ParseError>;

    /// The moves of a player, each position that is reached once; none where
    /// play is over.
    fn moves(&self, mover: Player) -> Vec<Reached>;

    /// What looks verdicts up by their keys. What was read last is kept, so
    /// that keys that lie close are found fast.
    fn finder<'a>(&'a self, positions: &'a Positions) -> Box<Finder<'a>>;

    /// The moves of so many positions, those nearest to this one, with the
    /// verdicts that `find` gives.
    fn near(
        &self,
        nodes: usize,
        find: &mut Finder<'_>,
        limits: &Limits<'_>,
    ) -> Result<(Play, Outcomes), Failure>;

    /// Calls `found` with all positions in the order of their keys and with the
    /// best move of each, some at a time.
    fn rows(
        &self,
        positions: &Positions,
        limits: &Limits<'_>,
        found: &mut OnRows<'_>,
    ) -> Result<(), Failure>;

    /// The solution of keys that come in rising order, until `next` adds none,
    /// and of which somebody has counted the moves.
    fn collect(&self, moves: u64, next: &mut MoreKeys<'_>) -> Result<Positions, Failure>;

    /// Checks entries of a file from the rules alone; says how many. The entries
    /// are those of `pieces`, or of the solution itself.
    fn verify(
        &self,
        positions: &Positions,
        pieces: Option<&dyn Pieces<u128>>,
        check: &Check<'_>,
    ) -> Result<u64, Refused>;
}

/// Finds the verdict of a key, if the key is there.
pub type Finder<'a> = dyn FnMut(u128) -> Result<Option<Code>, Failure> + 'a;

/// Adds the keys that come next, with their verdicts; none at the end.
pub type MoreKeys<'a> = dyn FnMut(&mut Vec<(u128, Code)>) -> Result<(), Failure> + 'a;

/// Takes rows, some at a time.
pub type OnRows<'a> = dyn FnMut(&[Row<u128>]) -> Result<(), Failure> + 'a;

/// A move, by the position that it reaches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    /// The key of the position.
    pub key: u128,
    /// What players call the move.
    pub name: String,
    /// The position as it is written, without its ruleset.
    pub position: String,
    /// Who is to move there.
    pub mover: Player,
}

impl dyn Large + '_ {
    /// How many threads are of use. One that sweeps is faster than many that
    /// must send each other what they find.
    #[must_use]
    pub fn threads(&self, settings: &Settings<'_>) -> usize {
        match self.plan(1, settings).method {
            Method::Sweep { .. } => 1,
            _ => settings.limits.threads.max(1),
        }
    }

    /// Finds and decides all positions that play reaches, by as many threads as
    /// the limits allow.
    pub fn solve(&self, settings: &Settings<'_>) -> Result<Positions, Failure> {
        let threads = self.threads(settings);
        if threads == 1 {
            return self.work(&mut Solo, settings);
        }
        let found: Vec<Result<Positions, Failure>> = thread::scope(|scope| {
            let work = |mut fabric: Threads| {
                let found = self.work(&mut fabric, settings);
                if found.is_err() {
                    fabric.give_up();
                }
                found
            };
            let threads = Threads::group(threads);
            let threads: Vec<_> =
                threads.into_iter().map(|fabric| scope.spawn(move || work(fabric))).collect();
            let gone = || Err(Failure::Lost("a thread has failed".to_string()));
            threads.into_iter().map(|thread| thread.join().unwrap_or_else(|_| gone())).collect()
        });
        let (mut all, mut failed) = (None::<Positions>, None);
        for share in found {
            match (share, &mut all) {
                (Ok(share), None) => all = Some(share),
                (Ok(share), Some(all)) => {
                    let joined = all.join(share);
                    debug_assert!(joined, "shares of one game have keys of one type");
                }
                // Those that only heard of it do not know why.
                (Err(Failure::Lost(what)), _) => {
                    failed.get_or_insert(Failure::Lost(what));
                }
                (Err(failure), _) => return Err(failure),
            }
        }
        match (all, failed) {
            (_, Some(failure)) => Err(failure),
            (Some(all), None) => Ok(all),
            (None, None) => Err(Failure::Lost("there are no threads".to_string())),
        }
    }
}

impl dyn Large + '_ {
    /// What all workers know together when each has its share: the counts of
    /// all positions, and the verdicts of these keys. The same for all of them.
    pub fn share(
        &self,
        fabric: &mut dyn Fabric,
        positions: &Positions,
        keys: &[u128],
    ) -> Result<Shared, Failure> {
        let mut find = self.finder(positions);
        let mut verdicts = Vec::new();
        for &key in keys {
            verdicts.extend(find(key)?.map(|code| (key, code)));
        }
        Shared::new(positions.counts(), positions.moves(), verdicts).exchange(fabric)
    }
}
