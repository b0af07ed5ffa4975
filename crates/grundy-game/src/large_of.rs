//! A position of a ruleset that packs positions, with the type of its keys erased.

use std::sync::Arc;

use super::endgame::WithTables;
use super::large::{Finder, Large, MoreKeys, OnRows, Reached};
use super::of::{Of, Pack};
use super::packing::{Keys, Packing};
use super::proving_of::proving;
use super::{Game, Play};
use grundy_base::{Convention, Limits, ParseError, Player, Text};
use grundy_graph::explore_nearest;
use grundy_packed::verify::{Check, Claim, OnClaims, Pieces, Refused};
use grundy_packed::{Census, Fabric, Failure, Lookup, Plan, Positions, Row, Settings};
use grundy_ruleset::{Forward, InWords, Key, Notation, Packed, Position, Written};
use grundy_solve::Outcomes;
use grundy_solve::proof::ByKeys;

impl<P: Position + 'static> Of<P> {
    /// The same position, packed by another ruleset, which may depend on the starting
    /// position. Packings given earlier take precedence: their keys may be narrower.
    #[must_use]
    pub fn packed_as<K: Packed<Position = P> + 'static>(
        self,
        packed: impl Fn(&P) -> Option<K> + Send + Sync + 'static,
    ) -> Self {
        let rules = self.rules.clone();
        self.packed_by(rules, packed, P::clone, P::clone)
    }

    fn packed_by<K: Packed + 'static>(
        self,
        rules: Arc<dyn Written<K::Position>>,
        packed: impl Fn(&K::Position) -> Option<K> + Send + Sync + 'static,
        store: fn(&K::Position) -> P,
        restore: fn(&P) -> K::Position,
    ) -> Self
    where
        K::Position: 'static,
    {
        let before = self.can.packed.clone();
        let packed = Arc::new(packed);
        let (keyed, other_way) = (packed.clone(), self.can.by_keys.clone());
        let search = move |of: &Of<P>, convention: Convention, memory: u64| {
            let Some(keyed) = keyed(&restore(&of.position)).map(Arc::new) else {
                return match &other_way {
                    Some(search) => search(of, convention, memory),
                    None => of.by_rules(convention, memory),
                };
            };
            let for_tables = memory / 4;
            let tables = WithTables::new(keyed.clone(), convention, for_tables);
            type Tree<K> = Arc<dyn Forward<K>>;
            let (tree, memory, method): (Tree<K::Key>, u64, &str) = match tables {
                Some(tree) => {
                    (Arc::new(tree), memory - for_tables, "packed positions, late ones in tables")
                }
                None => {
                    (Arc::new(ByKeys::new(keyed.clone(), convention)), memory, "packed positions")
                }
            };
            let node = move |position: &P, mover: Player| keyed.pack(&restore(position), mover);
            proving(of, convention, (tree, memory), node, method)
        };
        let pack: Pack<P> = Arc::new(move |of: &Of<P>| {
            let first = before.as_ref().and_then(|pack| pack(of));
            first.or_else(|| {
                let packed = Arc::new(packed(&restore(&of.position))?);
                let packing = Packing { packed, rules: rules.clone(), store, restore };
                Some(large(of.clone(), Arc::new(packing)))
            })
        });
        self.able(|can| {
            can.packed = Some(pack);
            can.by_keys = Some(Arc::new(search));
        })
    }
}

impl<W: Position + 'static> Of<W> {
    /// The same position, of a ruleset that packs its positions itself.
    #[must_use]
    pub fn packed<R: Packed + Notation + Clone + 'static>(self, rules: R) -> Self
    where
        R::Position: InWords<Words = W>,
    {
        let packed = rules.clone();
        self.packed_in_words(rules, move |_| packed.fits().then(|| packed.clone()))
    }

    /// As [`packed_as`](Of::packed_as), for a position stored as words.
    #[must_use]
    pub fn packed_in_words<R: Notation + 'static, K: Packed<Position = R::Position> + 'static>(
        self,
        rules: R,
        packed: impl Fn(&R::Position) -> Option<K> + Send + Sync + 'static,
    ) -> Self
    where
        R::Position: InWords<Words = W>,
    {
        self.packed_by(Arc::new(rules), packed, InWords::to_words, InWords::from_words)
    }
}

/// A position, and its packed ruleset.
struct LargeOf<P: Position, K> {
    of: Of<P>,
    keys: Arc<dyn Keys<P, K>>,
}

fn large<P: Position + 'static, K: Key + 'static>(
    of: Of<P>,
    keys: Arc<dyn Keys<P, K>>,
) -> Box<dyn Large> {
    Box::new(LargeOf { of, keys })
}

impl<P: Position + 'static, K: Key + 'static> LargeOf<P, K> {
    fn other(&self, position: P) -> Box<dyn Large> {
        large(self.of.other(position), self.keys.clone())
    }

    /// The key of a position.
    fn pack(&self, position: &P, mover: Player) -> u128 {
        self.keys.pack(position, mover).number()
    }

    /// The keys of this position, for each player whose turn it may be.
    fn starts(&self) -> Vec<K> {
        let position = &self.of.position;
        let movers = self.keys.turn(position).map_or(Player::BOTH.to_vec(), |mover| vec![mover]);
        let mut starts: Vec<K> =
            movers.into_iter().map(|mover| self.keys.pack(position, mover)).collect();
        starts.sort_unstable();
        starts.dedup();
        starts
    }
}

impl<P: Position + 'static, K: Key + 'static> Large for LargeOf<P, K> {
    fn work(&self, fabric: &mut dyn Fabric, settings: &Settings<'_>) -> Result<Positions, Failure> {
        let solution = self.keys.solve(&self.starts(), fabric, settings)?;
        Positions::new(solution).ok_or_else(other_width)
    }

    fn plan(&self, workers: usize, settings: &Settings<'_>) -> Plan {
        self.keys.plan(workers, settings)
    }

    fn game(&self) -> Box<dyn Game> {
        Box::new(self.of.clone())
    }

    fn packing(&self) -> String {
        self.keys.packing()
    }

    fn most(&self) -> u128 {
        self.keys.most()
    }

    fn key_bytes(&self) -> usize {
        size_of::<K>()
    }

    fn key(&self, mover: Player) -> u128 {
        self.pack(&self.of.position, mover)
    }

    fn at(&self, key: u128) -> Option<(Box<dyn Large>, Player)> {
        let (position, mover) = self.keys.position(K::from_number(key)?)?;
        Some((self.other(position), mover))
    }

    fn read(&self, position: &str) -> Result<Box<dyn Large>, ParseError> {
        let text = Text::new(position);
        let position = self.of.rules.read(text)?;
        match self.keys.holds(&position) {
            true => Ok(self.other(position)),
            false => Err(text.expected("a position of the board on which play starts")),
        }
    }

    fn moves(&self, mover: Player) -> Vec<Reached> {
        let Of { rules, position, .. } = &self.of;
        let options = self.of.shown_options(mover, usize::MAX).0;
        let reached = options.into_iter().map(|option| {
            let next = rules.turn(&option).unwrap_or(mover.opponent());
            Reached {
                key: self.pack(&option, next),
                name: rules.move_name(position, &option, mover),
                position: rules.print(&option),
                mover: next,
            }
        });
        reached.collect()
    }

    fn finder<'a>(&'a self, positions: &'a Positions) -> Box<Finder<'a>> {
        let mut lookup = positions.of::<K>().map(|solution| Lookup::new(solution, 1));
        Box::new(move |key| match (&mut lookup, K::from_number(key)) {
            (Some(lookup), Some(key)) => lookup.find(self.keys.shelf(key), key),
            _ => Ok(None),
        })
    }

    fn near(
        &self,
        nodes: usize,
        find: &mut Finder<'_>,
        limits: &Limits<'_>,
    ) -> Result<(Play, Outcomes), Failure> {
        let Of { rules, position, .. } = &self.of;
        let explored = explore_nearest(&**rules, position, nodes, limits)?;
        let mut outcomes = Outcomes::drawn(explored.arena.len());
        for node in explored.arena.nodes() {
            let (position, mover) = (explored.position(node), explored.arena.mover(node));
            let code = find(self.pack(position, mover))?;
            let code = code.ok_or_else(|| {
                Failure::Lost(format!("{} is not in the file", rules.spell(position)))
            })?;
            outcomes.set(node, code.verdict());
        }
        Ok((self.of.play(explored), outcomes))
    }

    fn rows(
        &self,
        positions: &Positions,
        limits: &Limits<'_>,
        found: &mut OnRows<'_>,
    ) -> Result<(), Failure> {
        let solution = positions.of::<K>().ok_or_else(other_width)?;
        let mut wide = Vec::new();
        self.keys.rows(solution, limits, &mut |rows| {
            wide.clear();
            wide.extend(rows.iter().map(|&Row { key, code, best }| Row {
                key: key.number(),
                code,
                best: best.map(Key::number),
            }));
            found(&wide)
        })
    }

    fn census(
        &self,
        positions: &Positions,
        limits: &Limits<'_>,
    ) -> Result<Vec<Census<u128>>, Failure> {
        let solution = positions.of::<K>().ok_or_else(other_width)?;
        let found = self.keys.census(solution, limits)?;
        let wide = |Census { tier, counts, first }: Census<K>| Census {
            tier,
            counts,
            first: first.number(),
        };
        Ok(found.into_iter().map(wide).collect())
    }

    fn collect(&self, moves: u64, next: &mut MoreKeys<'_>) -> Result<Positions, Failure> {
        let mut wide = Vec::new();
        let solution = self.keys.collect(moves, &mut |narrow| {
            next(&mut wide)?;
            for (number, code) in wide.drain(..) {
                let key = K::from_number(number).ok_or_else(other_width)?;
                if !self.keys.is_key(key) {
                    return Err(Failure::Lost(format!("{number} is the key of no position")));
                }
                narrow.push((key, code));
            }
            Ok(())
        })?;
        Positions::new(solution).ok_or_else(other_width)
    }

    fn verify(
        &self,
        positions: &Positions,
        pieces: Option<&dyn Pieces<u128>>,
        check: &Check<'_>,
    ) -> Result<u64, Refused> {
        let solution = positions.of::<K>().ok_or_else(other_width)?;
        let pieces: Box<dyn Pieces<K>> = match pieces {
            Some(pieces) => Box::new(Narrowed(pieces)),
            None => Box::new(solution.claims()),
        };
        self.keys.verify(&self.starts(), solution, &*pieces, check)
    }
}

fn other_width() -> Failure {
    Failure::Lost("these keys are not of the width that the game has".to_string())
}

/// Entries with their keys converted to the ruleset's key type.
struct Narrowed<'a>(&'a dyn Pieces<u128>);

impl<K: Key> Pieces<K> for Narrowed<'_> {
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
