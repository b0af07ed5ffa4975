//! A game whose positions are packed in integers, and may be very many.

use super::{Game, Of, Play};
use crate::error::{ParseError, Text};
use crate::graph::explore_nearest;
use crate::limits::Limits;
use crate::outcome::Convention;
use crate::player::Player;
use crate::ruleset::{Notation, Packed};
use crate::solve::Outcomes;
use crate::solve::partitioned::{
    Code, Fabric, Failure, Lookup, Positions, Row, Width, collect, rows, solve,
};
use crate::solve::verify::positions::{Claim, Extent, OnClaims, Pieces, Refused, verify};

/// A game whose positions are packed. Keys are given as numbers, whatever
/// their width.
pub trait Large: Send + Sync {
    /// Finds and decides all positions that play reaches from this one, whoever
    /// starts, with whoever else is in the fabric. Gives this worker's share.
    fn solve(
        &self,
        convention: Convention,
        fabric: &mut dyn Fabric,
        limits: &Limits<'_>,
    ) -> Result<Positions, Failure>;

    /// The verdict of this position with `mover` to move, if it is among those
    /// that were found.
    fn verdict(&self, positions: &Positions, mover: Player) -> Result<Option<Code>, Failure>;

    /// Bytes of a key.
    fn key_bytes(&self) -> usize;

    /// The key of this position with `mover` to move.
    fn key(&self, mover: Player) -> u128;

    /// The game at a key, and who is to move there; none for a number that is
    /// the key of no position.
    fn at(&self, key: u128) -> Option<(Box<dyn Game>, Player)>;

    /// Another position of the same ruleset.
    fn read(&self, position: &str) -> Result<Box<dyn Game>, ParseError>;

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
        extent: Extent,
        convention: Convention,
        limits: &Limits<'_>,
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

/// How the type of a ruleset is erased, for rulesets that pack their positions.
pub(super) type Pack<R> = for<'a> fn(&'a Of<R>) -> Box<dyn Large + 'a>;

impl<R: Packed + Notation> Of<R>
where
    R::Key: Width,
{
    /// A position of a ruleset that packs positions.
    #[must_use]
    pub fn packed(rules: R, position: R::Position) -> Self {
        let packed = rules.fits().then_some((|of| Box::new(LargeOf(of))) as Pack<R>);
        Of { rules, position, packed }
    }
}

struct LargeOf<'a, R: Notation>(&'a Of<R>);

impl<R: Packed + Notation> Large for LargeOf<'_, R>
where
    R::Key: Width,
{
    fn solve(
        &self,
        convention: Convention,
        fabric: &mut dyn Fabric,
        limits: &Limits<'_>,
    ) -> Result<Positions, Failure> {
        let Of { rules, position, .. } = self.0;
        let movers = rules.turn(position).map_or(Player::BOTH.to_vec(), |mover| vec![mover]);
        let mut starts: Vec<R::Key> =
            movers.into_iter().map(|mover| rules.pack(position, mover)).collect();
        starts.sort_unstable();
        starts.dedup();
        Ok(Width::wrap(solve(rules, &starts, convention, fabric, limits)?))
    }

    fn verdict(&self, positions: &Positions, mover: Player) -> Result<Option<Code>, Failure> {
        let Of { rules, position, .. } = self.0;
        let Some(solution) = R::Key::of(positions) else { return Ok(None) };
        let key = rules.pack(position, mover);
        solution.find(rules.in_tier(key), key)
    }

    fn key_bytes(&self) -> usize {
        size_of::<R::Key>()
    }

    fn key(&self, mover: Player) -> u128 {
        self.0.rules.pack(&self.0.position, mover).number()
    }

    fn at(&self, key: u128) -> Option<(Box<dyn Game>, Player)> {
        let key = R::Key::from_number(key)?;
        let (position, mover) = self.0.rules.unpack(key);
        let same = self.0.rules.pack(&position, mover) == key;
        same.then(|| (self.0.other(position), mover))
    }

    fn read(&self, position: &str) -> Result<Box<dyn Game>, ParseError> {
        Ok(self.0.other(self.0.rules.read(Text::new(position))?))
    }

    fn moves(&self, mover: Player) -> Vec<Reached> {
        let Of { rules, position, .. } = self.0;
        let options = self.0.distinct_options(mover).map(|option| {
            let next = rules.turn(&option).unwrap_or(mover.opponent());
            Reached {
                key: rules.pack(&option, next).number(),
                name: rules.move_name(position, &option, mover),
                position: rules.print(&option),
                mover: next,
            }
        });
        options.collect()
    }

    fn finder<'a>(&'a self, positions: &'a Positions) -> Box<Finder<'a>> {
        let rules = &self.0.rules;
        let mut lookup = R::Key::of(positions).map(|solution| Lookup::new(solution, 1));
        Box::new(move |key| match (&mut lookup, R::Key::from_number(key)) {
            (Some(lookup), Some(key)) => lookup.find(rules.in_tier(key), key),
            _ => Ok(None),
        })
    }

    fn near(
        &self,
        nodes: usize,
        find: &mut Finder<'_>,
        limits: &Limits<'_>,
    ) -> Result<(Play, Outcomes), Failure> {
        let Of { rules, position, .. } = self.0;
        let explored = explore_nearest(rules, position, nodes, limits)?;
        let mut outcomes = Outcomes::drawn(explored.arena.len());
        for node in explored.arena.nodes() {
            let (position, mover) = (explored.position(node), explored.arena.mover(node));
            let code = find(rules.pack(position, mover).number())?;
            let code = code.ok_or_else(|| {
                Failure::Lost(format!("{} is not in the file", rules.spell(position)))
            })?;
            outcomes.set(node, code.verdict());
        }
        Ok((self.0.play(explored), outcomes))
    }

    fn rows(
        &self,
        positions: &Positions,
        limits: &Limits<'_>,
        found: &mut OnRows<'_>,
    ) -> Result<(), Failure> {
        let solution = R::Key::of(positions).ok_or_else(other_width)?;
        let mut wide = Vec::new();
        rows(&self.0.rules, solution, limits, |rows| {
            wide.clear();
            wide.extend(rows.iter().map(|&Row { key, code, best }| Row {
                key: key.number(),
                code,
                best: best.map(Width::number),
            }));
            found(&wide)
        })
    }

    fn collect(&self, moves: u64, next: &mut MoreKeys<'_>) -> Result<Positions, Failure> {
        let mut wide = Vec::new();
        let solution = collect(&self.0.rules, moves, |narrow| {
            next(&mut wide)?;
            for (key, code) in wide.drain(..) {
                narrow.push((R::Key::from_number(key).ok_or_else(other_width)?, code));
            }
            Ok(())
        })?;
        Ok(Width::wrap(solution))
    }

    fn verify(
        &self,
        positions: &Positions,
        pieces: Option<&dyn Pieces<u128>>,
        extent: Extent,
        convention: Convention,
        limits: &Limits<'_>,
    ) -> Result<u64, Refused> {
        let Of { rules, position, .. } = self.0;
        let solution = R::Key::of(positions).ok_or_else(other_width)?;
        let pieces: Box<dyn Pieces<R::Key>> = match pieces {
            Some(pieces) => Box::new(Narrowed(pieces)),
            None => Box::new(solution.claims()),
        };
        verify(rules, position, solution, &*pieces, extent, convention, limits)
    }
}

fn other_width() -> Failure {
    Failure::Lost("these keys are not of the width that the game has".to_string())
}

/// Entries with their keys as the ruleset has them.
struct Narrowed<'a>(&'a dyn Pieces<u128>);

impl<K: Width> Pieces<K> for Narrowed<'_> {
    fn sizes(&self) -> Vec<u64> {
        self.0.sizes()
    }

    fn each(&self, piece: usize, found: &mut OnClaims<'_, K>) -> Result<(), Refused> {
        let narrow = |key| K::from_number(key).ok_or_else(other_width);
        self.0.each(piece, &mut |claims| {
            let claims: Result<Vec<Claim<K>>, Failure> = claims
                .iter()
                .map(|&Claim { key, code, best }| {
                    let best = best.map(|best| best.map(narrow).transpose()).transpose()?;
                    Ok(Claim { key: narrow(key)?, code, best })
                })
                .collect();
            found(&claims?)
        })
    }
}
