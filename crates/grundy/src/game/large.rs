//! A game whose positions are packed in integers, and may be very many.

use super::Of;
use crate::player::Player;
use crate::ruleset::{Notation, Packed};
use crate::solve::partitioned::{Code, Fabric, Failure, Positions, Settings, solve};

/// A game whose positions are packed.
pub trait Large: Send + Sync {
    /// Finds and decides all positions that play reaches from this one, whoever
    /// starts, with whoever else is in the fabric. Gives this worker's share.
    fn solve(&self, fabric: &mut dyn Fabric, settings: &Settings<'_>)
    -> Result<Positions, Failure>;

    /// The verdict of this position with `mover` to move, if it is among those
    /// that were found.
    fn verdict(&self, positions: &Positions, mover: Player) -> Result<Option<Code>, Failure>;
}

/// How the type of a ruleset is erased, for rulesets that pack their positions.
pub(super) type Pack<R> = for<'a> fn(&'a Of<R>) -> Box<dyn Large + 'a>;

impl<R: Packed + Notation> Of<R> {
    /// A position of a ruleset that packs positions.
    #[must_use]
    pub fn packed(rules: R, position: R::Position) -> Self {
        let packed = rules.fits().then_some((|of| Box::new(LargeOf(of))) as Pack<R>);
        Of { rules, position, packed }
    }
}

struct LargeOf<'a, R: Notation>(&'a Of<R>);

impl<R: Packed + Notation> Large for LargeOf<'_, R> {
    fn solve(
        &self,
        fabric: &mut dyn Fabric,
        settings: &Settings<'_>,
    ) -> Result<Positions, Failure> {
        let Of { rules, position, .. } = self.0;
        let movers = rules.turn(position).map_or(Player::BOTH.to_vec(), |mover| vec![mover]);
        let mut starts: Vec<R::Key> =
            movers.into_iter().map(|mover| rules.pack(position, mover)).collect();
        starts.sort_unstable();
        starts.dedup();
        let solution = solve(rules, &starts, fabric, settings)?;
        Positions::new(solution)
            .ok_or_else(|| Failure::Lost("keys have neither 64 nor 128 bits".to_string()))
    }

    fn verdict(&self, positions: &Positions, mover: Player) -> Result<Option<Code>, Failure> {
        let Of { rules, position, .. } = self.0;
        let Some(solution) = positions.of::<R::Key>() else { return Ok(None) };
        let key = rules.pack(position, mover);
        solution.find(rules.in_tier(key), key)
    }
}
