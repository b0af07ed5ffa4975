//! Endgame tables: a forward search looks up who wins where a game is nearly over, instead of
//! searching on.
//!
//! In games whose tiers play never leaves backward (pieces are taken, or put on the board),
//! the positions of the last tiers are few, but play in them can return again and again, which a
//! forward search finds hard. All that can be reached from the late nodes that it has met is
//! listed and decided by retrograde analysis before its next turn, as far as that takes no more
//! work than the turn. What an earlier table has is not listed again.
//! (Ralph Gasser, Solving Nine Men's Morris, in: Games of No Chance, 1996.)

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use grundy_base::{Convention, Fate, Fault, Limits, Player, Stopped};
use grundy_packed::{Code, Failure, Settings, Solo, solve};
use grundy_ruleset::{Flow, Forward, Key, Packed, Ruleset, Step};
use grundy_solve::proof::ByKeys;

/// What tables ask of packed rules: all by keys, with the type of the rules erased, so that tables
/// are compiled once for each type of key.
trait OnKeys<K>: Send + Sync {
    fn expand(&self, key: K, option: &mut dyn FnMut(usize, K)) -> Option<Fate>;
    fn kinds(&self) -> usize;
    fn alternates(&self) -> bool;
    fn passes_turn(&self, from: K, to: K) -> bool;
    fn flow(&self) -> Flow;
    fn tier(&self, key: K) -> u32;
    fn has_parents(&self) -> bool;
    fn parents(&self, key: K, parent: &mut dyn FnMut(K));
}

impl<R: Packed> OnKeys<R::Key> for R {
    fn expand(&self, key: R::Key, option: &mut dyn FnMut(usize, R::Key)) -> Option<Fate> {
        Packed::expand(self, key, option)
    }

    fn kinds(&self) -> usize {
        Packed::kinds(self)
    }

    fn alternates(&self) -> bool {
        Packed::alternates(self)
    }

    fn passes_turn(&self, from: R::Key, to: R::Key) -> bool {
        Packed::passes_turn(self, from, to)
    }

    fn flow(&self) -> Flow {
        Packed::flow(self)
    }

    fn tier(&self, key: R::Key) -> u32 {
        Packed::tier(self, key)
    }

    fn has_parents(&self) -> bool {
        Packed::has_parents(self)
    }

    fn parents(&self, key: R::Key, parent: &mut dyn FnMut(R::Key)) {
        Packed::parents(self, key, parent);
    }
}

/// A game of packed positions whose late positions are looked up.
pub(super) struct WithTables<K> {
    rules: Arc<dyn OnKeys<K>>,
    tree: Arc<dyn Forward<K>>,
    convention: Convention,
    /// Bytes that tables, and the work on them, may take.
    memory: u64,
    tables: Arc<RwLock<Tables<K>>>,
    /// Nodes that were met and are in no table: some of each tier.
    met: Mutex<BTreeMap<u32, Vec<K>>>,
    /// The last tier that was too large, and the number of positions that were allowed.
    too_large: Mutex<Option<(u32, u64)>>,
}

/// Nodes of a tier that a table starts from.
const STARTS: usize = 64;

impl<K: Key> WithTables<K> {
    /// The game of these rules; none if it has no tiers where play can return. Tables take at most
    /// `memory` bytes.
    pub(super) fn new<R>(rules: Arc<R>, convention: Convention, memory: u64) -> Option<Self>
    where
        R: Packed<Key = K> + 'static,
    {
        (Packed::flow(&*rules) == Flow::Level).then(|| WithTables {
            tree: Arc::new(ByKeys::new(rules.clone(), convention)),
            rules,
            convention,
            memory,
            tables: Arc::default(),
            met: Mutex::default(),
            too_large: Mutex::default(),
        })
    }

    /// Remembers a node that no table has.
    fn meet(&self, tier: u32, node: K) {
        // Another thread meets others.
        if let Ok(mut met) = self.met.try_lock() {
            let starts = met.entry(tier).or_default();
            if starts.len() < STARTS && !starts.contains(&node) {
                starts.push(node);
            }
        }
    }

    /// Lists what play reaches from these nodes, and says how many positions were looked at.
    fn list(&self, starts: &[K], limits: &Limits<'_>) -> Result<u64, Failure> {
        let rules = Unlisted { rules: self.rules.clone(), tables: self.tables.clone() };
        let settings =
            Settings { convention: self.convention, limits: *limits, ..Settings::default() };
        let solution = solve(&rules, starts, Solo, &settings)?;
        let bytes = solution.keys() * Listed::<K>::EACH + solution.held();
        limits.room(bytes, solution.keys() as usize)?;
        let mut found = Vec::new();
        for tier in solution.tiers() {
            let mut listed = Listed::default();
            solution.each(tier, |keys, codes| {
                listed.extend(keys, codes);
                Ok::<_, Failure>(())
            })?;
            found.push((tier, listed));
        }
        let mut tables = self.tables.write().unwrap_or_else(PoisonError::into_inner);
        for (tier, listed) in found {
            let table = tables.tiers.entry(tier).or_default();
            *table = std::mem::take(table).joined(listed);
        }
        Ok(solution.keys())
    }

    fn tables_bytes(&self) -> u64 {
        self.tables.read().unwrap_or_else(PoisonError::into_inner).bytes()
    }
}

impl<K: Key> Forward<K> for WithTables<K> {
    fn expand(&self, node: &K, steps: &mut Vec<Step<K>>) -> Option<Fate> {
        let tier = self.rules.tier(*node);
        let tables = self.tables.read().unwrap_or_else(PoisonError::into_inner);
        let known = tables.fate(tier, *node);
        drop(tables);
        let over = known.or_else(|| self.tree.expand(node, steps));
        if over.is_none() {
            self.meet(tier, *node);
        }
        over
    }

    fn hash(&self, node: &K) -> u128 {
        self.tree.hash(node)
    }

    fn ends(&self) -> bool {
        false
    }

    fn failure(&self) -> Option<Fault> {
        self.tree.failure()
    }

    fn held(&self) -> u64 {
        self.tables_bytes()
    }

    /// Lists the last tiers first. A tier that was too large is tried again with twice as many
    /// positions.
    fn prepare(&self, nodes: u64, limits: &Limits<'_>) -> Result<(), Stopped> {
        let met = std::mem::take(&mut *self.met.lock().unwrap_or_else(PoisonError::into_inner));
        let mut too_large = self.too_large.lock().unwrap_or_else(PoisonError::into_inner);
        let mut positions = nodes;
        for (tier, starts) in met.into_iter().rev() {
            if too_large.is_some_and(|(last, failed)| tier <= last && nodes < 2 * failed) {
                break;
            }
            let memory = self.memory.min(limits.memory).saturating_sub(self.held());
            let most = usize::try_from(positions).unwrap_or(usize::MAX).min(limits.positions);
            match self.list(&starts, &Limits { positions: most, memory, ..*limits }) {
                Ok(listed) => positions = positions.saturating_sub(listed),
                Err(Failure::Stopped(
                    stopped @ (Stopped::Time { .. } | Stopped::Interrupted { .. }),
                )) => return Err(stopped),
                // There is too much of it, or play takes too long for the codes of a solution.
                Err(_) => {
                    *too_large = Some((tier, nodes));
                    break;
                }
            }
        }
        Ok(())
    }
}

/// The rules, with play ending where a table says who wins. They are asked about keys alone: there
/// are no positions.
struct Unlisted<K> {
    rules: Arc<dyn OnKeys<K>>,
    tables: Arc<RwLock<Tables<K>>>,
}

impl<K: Key> Ruleset for Unlisted<K> {
    type Position = Infallible;

    fn options(&self, _: &Infallible, _: Player) -> impl Iterator<Item = Infallible> {
        std::iter::empty()
    }
}

impl<K: Key> Packed for Unlisted<K> {
    type Key = K;

    fn pack(&self, position: &Infallible, _: Player) -> K {
        match *position {}
    }

    fn unpack(&self, _: K) -> Option<(Infallible, Player)> {
        None
    }

    fn expand(&self, key: K, mut option: impl FnMut(usize, K)) -> Option<Fate> {
        let tables = self.tables.read().unwrap_or_else(PoisonError::into_inner);
        let known = tables.fate(self.rules.tier(key), key);
        drop(tables);
        known.or_else(|| self.rules.expand(key, &mut option))
    }

    fn kinds(&self) -> usize {
        self.rules.kinds()
    }

    fn alternates(&self) -> bool {
        self.rules.alternates()
    }

    fn passes_turn(&self, from: K, to: K) -> bool {
        self.rules.passes_turn(from, to)
    }

    fn flow(&self) -> Flow {
        self.rules.flow()
    }

    fn tier(&self, key: K) -> u32 {
        self.rules.tier(key)
    }

    fn has_parents(&self) -> bool {
        self.rules.has_parents()
    }

    fn parents(&self, key: K, mut parent: impl FnMut(K)) {
        self.rules.parents(key, &mut parent);
    }
}

/// Who wins the positions that were listed, by tiers.
#[derive(Debug)]
struct Tables<K> {
    tiers: BTreeMap<u32, Listed<K>>,
}

impl<K> Default for Tables<K> {
    fn default() -> Self {
        Tables { tiers: BTreeMap::new() }
    }
}

impl<K: Key> Tables<K> {
    fn fate(&self, tier: u32, key: K) -> Option<Fate> {
        self.tiers.get(&tier)?.fate(key)
    }

    fn bytes(&self) -> u64 {
        self.tiers.values().map(|listed| listed.keys.len() as u64 * Listed::<K>::EACH).sum()
    }
}

/// Positions of a tier, with the result for the player to move.
#[derive(Debug)]
struct Listed<K> {
    /// In rising order.
    keys: Vec<K>,
    fates: Vec<Fate>,
}

impl<K> Default for Listed<K> {
    fn default() -> Self {
        Listed { keys: Vec::new(), fates: Vec::new() }
    }
}

impl<K: Key> Listed<K> {
    /// Bytes of a position.
    const EACH: u64 = (size_of::<K>() + size_of::<Fate>()) as u64;

    fn fate(&self, key: K) -> Option<Fate> {
        self.keys.binary_search(&key).ok().map(|place| self.fates[place])
    }

    /// Adds positions whose keys are greater.
    fn extend(&mut self, keys: &[K], codes: &[Code]) {
        self.keys.extend(keys);
        self.fates.extend(codes.iter().map(|code| code.fate()));
    }

    /// These positions and others; some may be in both.
    fn joined(self, other: Listed<K>) -> Listed<K> {
        if self.keys.is_empty() {
            return other;
        }
        let mut all = Listed::default();
        let rows = |listed: Listed<K>| listed.keys.into_iter().zip(listed.fates).peekable();
        let (mut own, mut others) = (rows(self), rows(other));
        loop {
            let next = match (own.peek(), others.peek()) {
                (Some((a, _)), Some((b, _))) if a == b => {
                    others.next();
                    own.next()
                }
                (Some((a, _)), Some((b, _))) if b < a => others.next(),
                (Some(_), _) => own.next(),
                (None, _) => others.next(),
            };
            let Some((key, fate)) = next else { return all };
            all.keys.push(key);
            all.fates.push(fate);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_solve::proof::{Bounds, Prover};

    /// A game on a random graph: a key is a tier and a place in it.
    struct Loops {
        places: u64,
        options: Vec<Vec<u64>>,
    }

    impl Loops {
        /// `tiers` tiers of `places` places. Each place has up to three moves, to its tier or one
        /// of the next two.
        fn random(tiers: u64, places: u64, seed: u64) -> Loops {
            let mut random = grundy_base::Random::new(seed);
            let mut below = |most: u64| random.below(most as usize) as u64;
            let row = |key: u64, below: &mut dyn FnMut(u64) -> u64| {
                let moves = below(4);
                let to = |_| (key / places + below(3)).min(tiers - 1) * places + below(places);
                (0..moves).map(to).collect()
            };
            let options = (0..tiers * places).map(|key| row(key, &mut below)).collect();
            Loops { places, options }
        }

        /// The results by the definition: a node is won if a move leads to a lost one, and lost
        /// if all moves lead to won ones, until nothing changes; all others are drawn.
        fn results(&self) -> Vec<Fate> {
            let mut fates = vec![Fate::Draw; self.options.len()];
            loop {
                let before = fates.clone();
                for (key, options) in self.options.iter().enumerate() {
                    let mut after = options.iter().map(|&to| before[to as usize]);
                    if after.clone().any(|fate| fate == Fate::Loss) {
                        fates[key] = Fate::Win;
                    } else if after.all(|fate| fate == Fate::Win) {
                        fates[key] = Fate::Loss;
                    }
                }
                if fates == before {
                    return fates;
                }
            }
        }
    }

    impl Ruleset for Loops {
        type Position = u64;

        fn options(&self, &key: &u64, _: Player) -> impl Iterator<Item = u64> {
            self.options[key as usize].iter().copied()
        }
    }

    impl Packed for Loops {
        type Key = u64;

        fn pack(&self, &key: &u64, _: Player) -> u64 {
            key
        }

        fn unpack(&self, key: u64) -> Option<(u64, Player)> {
            Some((key, Player::Left))
        }

        fn expand(&self, key: u64, mut option: impl FnMut(usize, u64)) -> Option<Fate> {
            self.options[key as usize].iter().for_each(|&to| option(0, to));
            None
        }

        fn flow(&self) -> Flow {
            Flow::Level
        }

        fn tier(&self, key: u64) -> u32 {
            (key / self.places) as u32
        }
    }

    fn tables(graph: Arc<Loops>, memory: u64) -> Arc<WithTables<u64>> {
        Arc::new(WithTables::new(graph, Convention::Normal, memory).unwrap())
    }

    #[test]
    fn searches_into_tables_keep_to_the_definition() {
        let mut looked_up = 0;
        for seed in 0..40 {
            let graph = Arc::new(Loops::random(6, 150, seed));
            let results = graph.results();
            let tree = tables(graph, 1 << 20);
            let mut prover = Prover::new(tree.clone(), 1 << 20);
            let limits = Limits::default();
            for (key, &fate) in results.iter().enumerate().step_by(7) {
                // Some of the tables are made before, from a few nodes.
                tree.meet(tree.rules.tier(key as u64), key as u64);
                tree.prepare(1 << (key % 12), &limits).unwrap();
                let found = prover.prove(&(key as u64), u64::MAX, &limits, &mut |_| {}).unwrap();
                assert_eq!(found, Bounds { at_least: fate, at_most: fate }, "{seed} {key}");
            }
            let tables = tree.tables.read().unwrap();
            for (key, &fate) in results.iter().enumerate() {
                let known = tables.fate(tree.rules.tier(key as u64), key as u64);
                assert!(known.is_none_or(|known| known == fate), "{seed} {key}");
                looked_up += usize::from(known.is_some());
            }
        }
        // There are 36,000 positions.
        assert!(looked_up > 10_000, "{looked_up}");
    }

    /// Meets some nodes of the first tier.
    fn meet(tree: &WithTables<u64>) {
        (0..STARTS as u64).for_each(|key| tree.meet(0, key));
    }

    #[test]
    fn tables_keep_to_their_memory_and_stop_with_the_search() {
        let graph = Arc::new(Loops::random(6, 5000, 1));
        let tree = tables(graph.clone(), 4096);
        meet(&tree);
        tree.prepare(1 << 20, &Limits::default()).unwrap();
        assert_eq!(tree.held(), 0);

        let tree = tables(graph, 1 << 24);
        meet(&tree);
        let stop = std::sync::atomic::AtomicBool::new(true);
        let limits = Limits { interrupted: Some(&stop), ..Limits::default() };
        assert!(matches!(tree.prepare(1 << 20, &limits), Err(Stopped::Interrupted { .. })));
        meet(&tree);
        tree.prepare(1 << 20, &Limits::default()).unwrap();
        assert!((10_000..1 << 24).contains(&tree.held()), "{}", tree.held());
    }
}
