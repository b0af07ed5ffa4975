//! Packed rulesets with their type erased: only the types of positions and keys are left, so that
//! their users are compiled for these and not for each ruleset.

use std::sync::Arc;

use super::large::{MoreKeys, OnRows};
use grundy_base::{Limits, Player, Stopped};
use grundy_packed::verify::{Check, Pieces, Refused, verify};
use grundy_packed::{
    Census, Fabric, Failure, Plan, Settings, Solution, census, collect, plan, rows, solve,
};
use grundy_ruleset::{Outside, Packed, Position, Written};

/// A packed ruleset, and how it sees positions that are stored in another form, as words.
pub(super) struct Packing<P, R: Packed> {
    pub(super) packed: Arc<R>,
    /// The rules for unpacked positions.
    pub(super) rules: Arc<dyn Written<R::Position>>,
    pub(super) store: fn(&R::Position) -> P,
    pub(super) restore: fn(&P) -> R::Position,
}

impl<P, R: Packed> Packing<P, R> {
    /// What was found, or the error of the rules if they have failed meanwhile.
    fn sound<T, E: From<Stopped>>(&self, found: Result<T, E>) -> Result<T, E> {
        match self.packed.outside().and_then(Outside::failure) {
            Some(fault) => Err(Stopped::Rules(fault).into()),
            None => found,
        }
    }
}

/// A [`Packing`] with its ruleset erased: only the types of positions and keys are left. Results
/// are errors if the rules have failed meanwhile.
pub(super) trait Keys<P, K>: Send + Sync {
    fn pack(&self, position: &P, mover: Player) -> K;
    /// The position of a key, and the player to move.
    fn position(&self, key: K) -> Option<(P, Player)>;
    fn turn(&self, position: &P) -> Option<Player>;
    fn holds(&self, position: &P) -> bool;
    fn is_key(&self, key: K) -> bool;
    fn shelf(&self, key: K) -> u32;
    fn packing(&self) -> String;
    fn most(&self) -> u128;
    fn solve(
        &self,
        starts: &[K],
        fabric: &mut dyn Fabric,
        settings: &Settings<'_>,
    ) -> Result<Solution<K>, Failure>;
    fn plan(&self, workers: usize, settings: &Settings<'_>) -> Plan;
    fn rows(
        &self,
        solution: &Solution<K>,
        limits: &Limits<'_>,
        found: &mut OnRows<'_, K>,
    ) -> Result<(), Failure>;
    fn census(
        &self,
        solution: &Solution<K>,
        limits: &Limits<'_>,
    ) -> Result<Vec<Census<K>>, Failure>;
    fn collect(&self, moves: u64, next: &mut MoreKeys<'_, K>) -> Result<Solution<K>, Failure>;
    fn verify(
        &self,
        starts: &[K],
        solution: &Solution<K>,
        pieces: &dyn Pieces<K>,
        check: &Check<'_>,
    ) -> Result<u64, Refused>;
}

impl<P: Position + 'static, R: Packed + 'static> Keys<P, R::Key> for Packing<P, R>
where
    R::Position: 'static,
{
    fn pack(&self, position: &P, mover: Player) -> R::Key {
        self.packed.pack(&(self.restore)(position), mover)
    }

    fn position(&self, key: R::Key) -> Option<(P, Player)> {
        let (position, mover) = self.packed.position(key)?;
        Some(((self.store)(&position), mover))
    }

    fn turn(&self, position: &P) -> Option<Player> {
        self.packed.turn(&(self.restore)(position))
    }

    fn holds(&self, position: &P) -> bool {
        self.packed.holds(&(self.restore)(position))
    }

    fn is_key(&self, key: R::Key) -> bool {
        self.packed.is_key(key)
    }

    fn shelf(&self, key: R::Key) -> u32 {
        self.packed.shelf(key)
    }

    fn packing(&self) -> String {
        self.packed.packing()
    }

    fn most(&self) -> u128 {
        self.packed.most()
    }

    fn solve(
        &self,
        starts: &[R::Key],
        fabric: &mut dyn Fabric,
        settings: &Settings<'_>,
    ) -> Result<Solution<R::Key>, Failure> {
        self.sound(solve(&*self.packed, starts, fabric, settings))
    }

    fn plan(&self, workers: usize, settings: &Settings<'_>) -> Plan {
        plan(&*self.packed, workers, settings)
    }

    fn rows(
        &self,
        solution: &Solution<R::Key>,
        limits: &Limits<'_>,
        found: &mut OnRows<'_, R::Key>,
    ) -> Result<(), Failure> {
        self.sound(rows(&*self.packed, solution, limits, found))
    }

    fn census(
        &self,
        solution: &Solution<R::Key>,
        limits: &Limits<'_>,
    ) -> Result<Vec<Census<R::Key>>, Failure> {
        self.sound(census(&*self.packed, solution, limits))
    }

    fn collect(
        &self,
        moves: u64,
        next: &mut MoreKeys<'_, R::Key>,
    ) -> Result<Solution<R::Key>, Failure> {
        self.sound(collect(&*self.packed, moves, next))
    }

    fn verify(
        &self,
        starts: &[R::Key],
        solution: &Solution<R::Key>,
        pieces: &dyn Pieces<R::Key>,
        check: &Check<'_>,
    ) -> Result<u64, Refused> {
        self.sound(verify(&*self.rules, &*self.packed, starts, solution, pieces, check))
    }
}
