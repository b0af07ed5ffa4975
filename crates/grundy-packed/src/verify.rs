//! Checking packed positions with their verdicts from the rules alone.
//!
//! Each entry is compared with the definition: its key is unpacked, the rules name its options,
//! these are packed, and the verdict must follow from theirs. If it is so for every entry, every
//! option has an entry, and the start too, then all verdicts are true, also where play can come
//! back:
//!
//! - *Wins and losses.* For every n, the entries that claim a win or a loss in n
//!   moves are those for which it is true, by induction on n. For n = 0 the
//!   rules and the convention say so. An entry claims a loss in n exactly when
//!   every option is claimed as a win of the opponent's, the slowest in n − 1
//!   moves; these claims are true by the induction, and so is the loss. The other
//!   way round, if a loss in n is true, the options are truly won in n − 1 moves
//!   and less, so that they claim it, and the entry has to claim the loss. It
//!   claims a win in n exactly when an option is claimed as lost in n − 1 moves
//!   and none in fewer; here too claims and truth are the same for the options.
//!   A verdict could not support itself on a cycle, for remoteness
//!   grows by one with every move that it rests on.
//! - *Draws.* What is truly won or lost is so in some number of moves, and says
//!   so; what says so is. What is left on either side are the draws.
//! - *Ties.* A draw claims a tie in n exactly when it is a tie by the rules (n =
//!   0), or the nearest tie that a drawn option claims is n − 1 moves away; the
//!   same induction. What is left are the draws without end.
//!
//! If every entry is checked, it is also checked that play leads there (`reached`).
//!
//! The rules, and what packs positions, are trusted. No code is shared with the solver.

mod reached;

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::lookup::{FoundKey, Lookup};
use crate::{Code, Counts, Failure, Piece, Solution};
use grundy_base::definition::Moved;
use grundy_base::{Convention, End, Fate, Limits, Player, Progress, Random, Stopped, Verdict};
use grundy_ruleset::{Key, Packed, Written};
use reached::Reached;

/// What a file says of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim<K> {
    /// The key.
    pub key: K,
    /// What the player to move brings about.
    pub code: Code,
    /// The key that a best move reaches, the least of these keys, or that there is no move; none
    /// where the file does not speak of moves.
    pub best: Option<Option<K>>,
}

/// Why a file was not accepted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Refused {
    /// An entry is false, or does not fit the others.
    #[error("{position} with {mover} to move: {reason}")]
    Wrong {
        /// The position.
        position: String,
        /// The player to move.
        mover: Player,
        /// What is wrong.
        reason: String,
    },
    /// The file as a whole is not what it should be.
    #[error("{0}")]
    Whole(String),
    /// The file could not be read, or the check stopped early.
    #[error(transparent)]
    Failure(#[from] Failure),
}

impl From<Stopped> for Refused {
    fn from(stopped: Stopped) -> Self {
        Refused::Failure(stopped.into())
    }
}

/// Takes entries, some at a time.
pub type OnClaims<'a, K> = dyn FnMut(&[Claim<K>]) -> Result<(), Refused> + 'a;

/// The entries of a file in pieces, which several threads read in any order.
pub trait Pieces<K>: Sync {
    /// How many entries each piece has.
    fn sizes(&self) -> Vec<u64>;

    /// Calls `found` with the entries of a piece in rising order, some at a time.
    fn each(&self, piece: usize, found: &mut OnClaims<'_, K>) -> Result<(), Refused>;
}

impl<K: Key> Solution<K> {
    /// The entries of a solution.
    #[must_use]
    pub fn claims(&self) -> impl Pieces<K> {
        Entries { solution: self, pieces: self.pieces() }
    }
}

/// The entries of a solution, which names no moves.
struct Entries<'a, K> {
    solution: &'a Solution<K>,
    pieces: Vec<Piece>,
}

impl<K: Key> Pieces<K> for Entries<'_, K> {
    fn sizes(&self) -> Vec<u64> {
        self.pieces.iter().map(|piece| piece.keys).collect()
    }

    fn each(&self, piece: usize, found: &mut OnClaims<'_, K>) -> Result<(), Refused> {
        let mut claims = Vec::new();
        self.solution.each_of_piece(&self.pieces[piece], |keys, codes| {
            let rows = keys.iter().zip(codes);
            claims.extend(rows.map(|(&key, &code)| Claim { key, code, best: None }));
            Ok::<(), Failure>(())
        })?;
        found(&claims)
    }
}

/// Which entries are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Every one.
    All,
    /// A sample of positions, chosen at random.
    Sample {
        /// How many.
        count: u64,
        /// What the choice depends on.
        seed: u64,
    },
}

impl Extent {
    /// The numbers of the entries that are checked; none where all are.
    fn chosen(self, entries: u64) -> Option<Vec<u64>> {
        let Extent::Sample { count, seed } = self else { return None };
        if count >= entries {
            return None;
        }
        let mut chosen = BTreeSet::new();
        let mut random = Random::new(seed);
        while (chosen.len() as u64) < count {
            chosen.insert(random.below(entries as usize) as u64);
        }
        Some(chosen.into_iter().collect())
    }
}

/// What the rules say of keys, by their definition; their type is erased.
trait Definition<K>: Sync {
    /// What keys lead to, one key after the other.
    fn moves(&self, keys: &[K], listed: &mut Listed<K>);

    /// Where a solution has the key.
    fn shelf(&self, key: K) -> u32;

    fn orbit(&self, key: K) -> u32;

    /// The position of a key, and the player to move.
    fn spell(&self, key: K) -> (String, Player);

    /// What is wrong with the entry of a key.
    fn wrong(&self, key: K, reason: &str) -> Refused {
        let ((position, mover), reason) = (self.spell(key), reason.to_string());
        Refused::Wrong { position, mover, reason }
    }
}

/// The options of keys, one key after the other.
struct Listed<K> {
    /// The keys that a player to move may reach, each with whether the turn is given away.
    options: Vec<(K, bool)>,
    /// For each key the number of options so far, and how play has ended, if it has; none for a
    /// number that is not the key of its position.
    done: Vec<Option<(usize, Option<Verdict>)>>,
}

impl<K> Default for Listed<K> {
    fn default() -> Self {
        Listed { options: Vec::new(), done: Vec::new() }
    }
}

/// Rules, and what packs their positions.
struct Defined<'a, K: Packed> {
    rules: &'a dyn Written<K::Position>,
    packed: &'a K,
}

impl<K: Packed> Definition<K::Key> for Defined<'_, K> {
    fn moves(&self, keys: &[K::Key], listed: &mut Listed<K::Key>) {
        let Defined { rules, packed } = self;
        let Listed { options, done } = listed;
        options.clear();
        done.clear();
        let told = packed.define(keys, |found| match found {
            grundy_ruleset::Defined::Option(key, passes_turn) => options.push((key, passes_turn)),
            grundy_ruleset::Defined::Done(end) => {
                let end = end.map(|fate| match fate {
                    Fate::Win => Verdict::Win(0),
                    Fate::Loss => Verdict::Loss(0),
                    Fate::Draw => Verdict::Draw(Some(0)),
                });
                done.push(Some((options.len(), end)));
            }
            grundy_ruleset::Defined::NoKey => done.push(None),
        });
        if told {
            return;
        }
        for &key in keys {
            let Some((position, mover)) = packed.position(key) else {
                done.push(None);
                continue;
            };
            let end = rules.end(&position, mover).map(|end| match end {
                End::Won(player) if player == mover => Verdict::Win(0),
                End::Won(_) => Verdict::Loss(0),
                End::Tie => Verdict::Draw(Some(0)),
            });
            let listed = match end {
                Some(_) => Ok(()),
                None => rules.each_move(&position, mover, &mut |option, next| {
                    options.push((packed.pack(&option, next), next != mover));
                    ControlFlow::Continue(())
                }),
            };
            done.push(listed.is_ok().then_some((options.len(), end)));
        }
    }

    fn shelf(&self, key: K::Key) -> u32 {
        self.packed.shelf(key)
    }

    fn orbit(&self, key: K::Key) -> u32 {
        self.packed.orbit(key)
    }

    fn spell(&self, key: K::Key) -> (String, Player) {
        match self.packed.unpack(key) {
            Some((position, mover)) => (self.rules.spell(&position), mover),
            // The rules have failed meanwhile.
            None => (format!("the position of the key {}", key.number()), Player::Left),
        }
    }
}

/// What is checked, and how.
#[derive(Clone, Copy, Debug)]
pub struct Check<'a> {
    /// Which entries.
    pub extent: Extent,
    /// Normal or misère play.
    pub convention: Convention,
    /// Limits on work, and how many threads may share it.
    pub limits: &'a Limits<'a>,
}

/// Checks entries of a solution against the others, and that the starts of play are there; returns
/// how many entries were checked.
///
/// If all entries are checked, so are the counts. `packed` gives the positions of `rules` their
/// keys: mostly it is the same.
pub fn verify<K: Packed>(
    rules: &dyn Written<K::Position>,
    packed: &K,
    starts: &[K::Key],
    solution: &Solution<K::Key>,
    pieces: &dyn Pieces<K::Key>,
    check: &Check<'_>,
) -> Result<u64, Refused> {
    verify_erased(&Defined { rules, packed }, starts, solution, pieces, check)
}

fn verify_erased<K: Key>(
    rules: &dyn Definition<K>,
    starts: &[K],
    solution: &Solution<K>,
    pieces: &dyn Pieces<K>,
    &Check { extent, convention, limits }: &Check<'_>,
) -> Result<u64, Refused> {
    let sizes = pieces.sizes();
    let entries: u64 = sizes.iter().sum();
    if entries != solution.keys() {
        return Err(Refused::Whole(format!("there are {} keys, not {entries}", solution.keys())));
    }
    let chosen = extent.chosen(entries);
    let reached = chosen.is_none().then(|| Reached::new(entries, limits)).transpose()?;
    let bytes = reached.as_ref().map_or(0, Reached::bytes);
    let mut lookup = Lookup::new(solution, 1);
    starts.iter().for_each(|&start| lookup.ask(rules.shelf(start), 0, start, 0));
    let mut missing = None;
    lookup.answer(|_, start, entry| match (entry, &reached) {
        (None, _) => missing = Some(start),
        (Some(entry), Some(reached)) => reached.start(&entry),
        (Some(_), None) => {}
    })?;
    if let Some(start) = missing {
        return Err(rules.wrong(start, "the start is missing"));
    }
    let firsts: Vec<u64> = sizes
        .iter()
        .scan(0, |sum, size| {
            *sum += size;
            Some(*sum - size)
        })
        .collect();
    let done = AtomicUsize::new(0);
    let counted = Mutex::new(Counts::default());
    share(sizes.len(), limits.threads, |next| {
        let mut check = Thread::new(rules, solution, convention, reached.as_ref());
        while let Some(piece) = next() {
            let mut number = firsts[piece];
            let wanted = chosen.as_ref().map(|chosen| {
                let at = |number| chosen.partition_point(|&known| known < number);
                &chosen[at(number)..at(number + sizes[piece])]
            });
            if wanted.is_some_and(<[u64]>::is_empty) {
                continue;
            }
            pieces.each(piece, &mut |claims| {
                let all: Vec<Claim<K>>;
                let some = match wanted {
                    None => claims,
                    Some(wanted) => {
                        let inside = |n: &&u64| (number..number + claims.len() as u64).contains(*n);
                        let places = wanted.iter().filter(inside).map(|n| (n - number) as usize);
                        all = places.map(|place| claims[place]).collect();
                        &all
                    }
                };
                number += claims.len() as u64;
                check.claims(some)?;
                let positions = done.fetch_add(some.len(), Ordering::Relaxed) + some.len();
                Ok(limits.check(Progress { stage: "verifying", positions, bytes })?)
            })?;
        }
        if let Ok(mut counted) = counted.lock() {
            counted.merge(&check.counts);
        }
        Ok(())
    })?;
    if let Some(reached) = &reached {
        reached.check(rules, solution, limits)?;
        if counted.into_inner().unwrap_or_default() != *solution.counts() {
            return Err(Refused::Whole("its counts are not those of its entries".to_string()));
        }
    }
    Ok(done.into_inner() as u64)
}

/// Lets threads work: each asks for the number of the next piece.
fn share(
    pieces: usize,
    threads: usize,
    work: impl Fn(&dyn Fn() -> Option<usize>) -> Result<(), Refused> + Sync,
) -> Result<(), Refused> {
    let next = AtomicUsize::new(0);
    let refused = Mutex::new(None);
    let take = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&piece| piece < pieces);
    let worker = || {
        if let Err(error) = work(&take) {
            // The other threads need not go on.
            next.store(pieces, Ordering::Relaxed);
            if let Ok(mut refused) = refused.lock() {
                refused.get_or_insert(error);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.min(pieces) {
            scope.spawn(worker);
        }
        worker();
    });
    refused.into_inner().ok().flatten().map_or(Ok(()), Err)
}

/// One thread's check.
struct Thread<'a, K> {
    rules: &'a dyn Definition<K>,
    convention: Convention,
    lookup: Lookup<'a, K>,
    reached: Option<&'a Reached>,
    listed: Listed<K>,
    entries: Vec<Entry<K>>,
    counts: Counts,
}

/// Keys whose moves are asked for together.
const TOGETHER: usize = 4096;

/// An entry whose options are being looked up.
struct Entry<K> {
    tier: u32,
    end: Option<Verdict>,
    moved: Moved,
    /// The rank of the best move, and the least key that it reaches.
    best: Option<((u8, u32), K)>,
    missing: Option<K>,
}

impl<'a, K: Key> Thread<'a, K> {
    fn new(
        rules: &'a dyn Definition<K>,
        solution: &'a Solution<K>,
        convention: Convention,
        reached: Option<&'a Reached>,
    ) -> Self {
        let (lookup, counts) = (Lookup::new(solution, 1), Counts::default());
        let (listed, entries) = (Listed::default(), Vec::new());
        Thread { rules, convention, lookup, reached, listed, entries, counts }
    }

    fn claims(&mut self, claims: &[Claim<K>]) -> Result<(), Refused> {
        let rules = self.rules;
        self.entries.clear();
        let mut last = None;
        // The options of few keys at a time are kept.
        for (some, first) in claims.chunks(TOGETHER).zip((0..).step_by(TOGETHER)) {
            let keys: Vec<K> = some.iter().map(|claim| claim.key).collect();
            rules.moves(&keys, &mut self.listed);
            let Listed { options, done } = &self.listed;
            let mut from = 0;
            for ((asker, claim), done) in (first..).zip(some).zip(done) {
                let Claim { key, code, .. } = *claim;
                let Some((until, end)) = *done else {
                    return Err(Refused::Whole(format!("{key:?} is the key of no position")));
                };
                if last.replace(key).is_some_and(|last| last >= key) {
                    return Err(Refused::Whole(format!("the key {key:?} stands out of order")));
                }
                self.counts.add(code, 1, rules.orbit(key).into());
                for &(to, passes_turn) in &options[from..until] {
                    let asker = asker << 1 | u32::from(passes_turn);
                    self.lookup.ask(rules.shelf(to), 0, to, asker);
                }
                from = until;
                self.entries.push(Entry {
                    tier: rules.shelf(key),
                    end,
                    moved: Moved::default(),
                    best: None,
                    missing: None,
                });
            }
        }
        let entries = &mut self.entries;
        self.lookup.answer(|asker, to, option| {
            let place = asker as usize >> 1;
            let entry = &mut entries[place];
            let Some(option) = option else {
                entry.missing = Some(to);
                return;
            };
            if let Some(reached) = self.reached {
                reached.mark((entry.tier, claims[place].key), to, &option);
            }
            let FoundKey { code, .. } = option;
            let after = if asker & 1 == 1 { code.verdict().reversed() } else { code.verdict() };
            entry.moved.add(after);
            let best = (after.rank(), to);
            entry.best = Some(entry.best.map_or(best, |known| known.min(best)));
        })?;
        claims.iter().zip(&self.entries).try_for_each(|(claim, entry)| self.judge(claim, entry))
    }

    /// Compares what is claimed with what follows.
    fn judge(&self, claim: &Claim<K>, entry: &Entry<K>) -> Result<(), Refused> {
        let wrong = |key, reason: &str| Err(self.rules.wrong(key, reason));
        if let Some(missing) = entry.missing {
            return wrong(missing, "is missing, and a move leads there");
        }
        let Some(truth) = entry.end.or_else(|| entry.moved.truth(self.convention)) else {
            return wrong(claim.key, "its options claim too great a remoteness");
        };
        let claimed = claim.code.verdict();
        if claimed != truth {
            let because =
                if entry.end.is_some() { "play has ended there" } else { "by its options" };
            return wrong(claim.key, &format!("claimed a {claimed}, but {because} a {truth}"));
        }
        match claim.best {
            Some(best) if best != entry.best.map(|(_, key)| key) => {
                wrong(claim.key, "its best move is not the best one of the least key")
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_what_was_asked_for() {
        for (count, entries) in [(1, 100), (99, 100), (1000, 1 << 40)] {
            let chosen = Extent::Sample { count, seed: 7 }.chosen(entries).unwrap();
            assert_eq!(chosen.len() as u64, count);
            assert!(chosen.is_sorted_by(|a, b| a < b) && chosen.iter().all(|&n| n < entries));
            assert_ne!(Extent::Sample { count, seed: 8 }.chosen(1 << 50), Some(chosen));
        }
        assert_eq!(Extent::Sample { count: 100, seed: 7 }.chosen(100), None);
    }
}
