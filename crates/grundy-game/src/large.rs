//! Games whose positions are packed in integers, for games of very many positions.

use std::thread;

use super::{Game, Play};
use grundy_base::{Limits, ParseError, Player};
use grundy_packed::verify::{Check, Pieces, Refused};
use grundy_packed::{
    Census, Code, Fabric, Failure, Method, Plan, Positions, Row, Settings, Shared, Solo, Threads,
};
use grundy_solve::Outcomes;

/// A game whose positions are packed. Keys of all widths are given as `u128`.
///
/// The encoding may depend on the starting position, so other positions of the same play
/// must be made from this one, not from their text alone.
pub trait Large: Send + Sync {
    /// Finds and decides all positions that play reaches from this one, with either player to
    /// start, together with the other workers of the fabric. Returns this worker's share.
    fn work(&self, fabric: &mut dyn Fabric, settings: &Settings<'_>) -> Result<Positions, Failure>;

    /// How [`work`](Large::work) would be done by this number of workers.
    fn plan(&self, workers: usize, settings: &Settings<'_>) -> Plan;

    /// This position.
    fn game(&self) -> Box<dyn Game>;

    /// How positions are packed, if that is not always the same.
    fn packing(&self) -> String;

    /// An upper limit on the number of keys, as far as one is known.
    fn most(&self) -> u128;

    /// Size of a key in bytes.
    fn key_bytes(&self) -> usize;

    /// The key of this position with `mover` to move.
    fn key(&self, mover: Player) -> u128;

    /// The position of a key, and the player to move there; none if the number is no key.
    fn at(&self, key: u128) -> Option<(Box<dyn Large>, Player)>;

    /// Reads another position, written without its ruleset.
    fn read(&self, position: &str) -> Result<Box<dyn Large>, ParseError>;

    /// The moves of a player, one for each position reached; none if play is over.
    fn moves(&self, mover: Player) -> Vec<Reached>;

    /// A lookup of verdicts by key. It caches the block that was read last, so that nearby keys
    /// are found fast.
    fn finder<'a>(&'a self, positions: &'a Positions) -> Box<Finder<'a>>;

    /// The moves of the `nodes` positions that are fewest moves away, with the verdicts that
    /// `find` returns.
    fn near(
        &self,
        nodes: usize,
        find: &mut Finder<'_>,
        limits: &Limits<'_>,
    ) -> Result<(Play, Outcomes), Failure>;

    /// Calls `found` with all positions in the order of their keys, with the best move of
    /// each, in batches.
    fn rows(
        &self,
        positions: &Positions,
        limits: &Limits<'_>,
        found: &mut OnRows<'_>,
    ) -> Result<(), Failure>;

    /// Counts the positions of each tier; tiers are numbers that play never decreases.
    fn census(
        &self,
        positions: &Positions,
        limits: &Limits<'_>,
    ) -> Result<Vec<Census<u128>>, Failure>;

    /// Builds a solution from keys in ascending order, until `next` adds none; `moves` is
    /// their known number of moves.
    fn collect(&self, moves: u64, next: &mut MoreKeys<'_>) -> Result<Positions, Failure>;

    /// Checks the entries of a file by the rules alone, and returns their number. The entries
    /// are those of `pieces` if given, and otherwise those of the solution.
    fn verify(
        &self,
        positions: &Positions,
        pieces: Option<&dyn Pieces<u128>>,
        check: &Check<'_>,
    ) -> Result<u64, Refused>;
}

/// Finds the verdict of a key, if the solution has the key.
pub type Finder<'a> = dyn FnMut(u128) -> Result<Option<Code>, Failure> + 'a;

/// Adds the next keys with their verdicts; adds none at the end.
pub type MoreKeys<'a, K = u128> = dyn FnMut(&mut Vec<(K, Code)>) -> Result<(), Failure> + 'a;

/// Receives rows in batches.
pub type OnRows<'a, K = u128> = dyn FnMut(&[Row<K>]) -> Result<(), Failure> + 'a;

/// A move, given by the position that it reaches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    /// The key of the position.
    pub key: u128,
    /// The name of the move.
    pub name: String,
    /// The text of the position, without its ruleset.
    pub position: String,
    /// The player to move there.
    pub mover: Player,
}

impl dyn Large + '_ {
    /// How many threads to use. For the sweep method it is one: a single sweep is faster than
    /// several threads that exchange keys.
    #[must_use]
    pub fn threads(&self, settings: &Settings<'_>) -> usize {
        match self.plan(1, settings).method {
            Method::Sweep { .. } => 1,
            _ => settings.limits.threads.max(1),
        }
    }

    /// Finds and decides all positions that play reaches, with as many threads as the limits
    /// allow.
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
                // A thread that lost its peers does not know the cause; another may.
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
    /// Exchanges results between workers that each have a share: the counts of all positions
    /// and the verdicts of these keys. The result is the same for all workers.
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
