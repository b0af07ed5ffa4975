//! A game whose positions are packed in integers, and may be very many.

use std::sync::Arc;
use std::thread;

use super::Of;
use crate::error::Text;
use crate::player::Player;
use crate::ruleset::{Notation, Packed};
use crate::solve::partitioned::{Code, Fabric, Failure, Positions, Settings, Solo, Threads, solve};

/// A game whose positions are packed.
pub trait Large: Send + Sync {
    /// Finds and decides all positions that play reaches from this one, whoever
    /// starts, with whoever else is in the fabric. Gives this worker's share.
    fn work(&self, fabric: &mut dyn Fabric, settings: &Settings<'_>) -> Result<Positions, Failure>;

    /// The verdict of a position of the same game, as it is written without its
    /// ruleset, with `mover` to move, if it is among those that were found.
    fn verdict(
        &self,
        positions: &Positions,
        position: &str,
        mover: Player,
    ) -> Result<Option<Code>, Failure>;
}

impl dyn Large + '_ {
    /// Finds and decides all positions that play reaches, by as many threads as
    /// the limits allow.
    pub fn solve(&self, settings: &Settings<'_>) -> Result<Positions, Failure> {
        if settings.limits.threads <= 1 {
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
            let threads = Threads::group(settings.limits.threads);
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

/// How the type of a ruleset that packs positions is erased: from the rules and
/// a position, from which play starts; none where positions do not fit.
pub(super) type Pack<R> = Arc<
    dyn Fn(&R, &<R as crate::ruleset::Ruleset>::Position) -> Option<Box<dyn Large>> + Send + Sync,
>;

impl<R: Packed + Notation> Of<R> {
    /// A position of a ruleset that packs positions.
    #[must_use]
    pub fn packed(rules: R, position: R::Position) -> Self {
        Of::packed_as(rules, position, |rules, _| rules.fits().then(|| rules.clone()))
    }
}

impl<R: Notation> Of<R> {
    /// A position of a ruleset whose positions are packed by another one, which
    /// may depend on where play starts.
    #[must_use]
    pub fn packed_as<P: Packed<Position = R::Position> + 'static>(
        rules: R,
        position: R::Position,
        packed: impl Fn(&R, &R::Position) -> Option<P> + Send + Sync + 'static,
    ) -> Self {
        let pack: Pack<R> = Arc::new(move |rules: &R, start: &R::Position| {
            let packed = packed(rules, start)?;
            let large = LargeOf { rules: rules.clone(), packed, start: start.clone() };
            Some(Box::new(large) as Box<dyn Large>)
        });
        Of { rules, position, packed: Some(pack) }
    }
}

struct LargeOf<R: Notation, P> {
    rules: R,
    packed: P,
    start: R::Position,
}

impl<R: Notation, P: Packed<Position = R::Position>> Large for LargeOf<R, P> {
    fn work(&self, fabric: &mut dyn Fabric, settings: &Settings<'_>) -> Result<Positions, Failure> {
        let LargeOf { packed, start, .. } = self;
        let movers = packed.turn(start).map_or(Player::BOTH.to_vec(), |mover| vec![mover]);
        let mut starts: Vec<P::Key> =
            movers.into_iter().map(|mover| packed.pack(start, mover)).collect();
        starts.sort_unstable();
        starts.dedup();
        let solution = solve(packed, &starts, fabric, settings)?;
        Positions::new(solution)
            .ok_or_else(|| Failure::Lost("keys have neither 64 nor 128 bits".to_string()))
    }

    fn verdict(
        &self,
        positions: &Positions,
        position: &str,
        mover: Player,
    ) -> Result<Option<Code>, Failure> {
        let Some(solution) = positions.of::<P::Key>() else { return Ok(None) };
        let Ok(position) = self.rules.read(Text::new(position)) else { return Ok(None) };
        let key = self.packed.pack(&position, mover);
        solution.find(self.packed.in_tier(key), key)
    }
}
