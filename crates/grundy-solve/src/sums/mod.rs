//! Who wins a sum of games that end, under normal play, by search.
//!
//! A sum is a list of components. Small components are replaced by their canonical forms:
//! numbers, ups and nimbers are added, games and their negatives cancel, and the stops,
//! thermographs and atomic weights of the other forms often decide who wins. The rest is
//! decided by proof-number search (Allis, van der Meulen and van den Herik 1994; depth
//! first, Nagai 2002) with a transposition table. Right's turn is stored as Left's in the
//! negative of the sum, and an entry holds for all greater, or all smaller, numbers beside
//! the same games.
//!
//! - `source`: the components of a ruleset, whose type is known there only.
//! - `pool`: the components found so far, with their options and values.
//! - `part`, `sum`: a sum of numbered components and canonical forms.
//! - `bounds`: bounds on the sum from those of its terms.
//! - `table`: the transposition table.
//! - `search`: proof-number search.
//! - `database`: the values of components, for a file.

mod bounds;
mod database;
mod part;
mod pool;
mod search;
mod source;
mod sum;
mod table;

use std::error::Error;
use std::fmt;

use hashbrown::HashMap;

pub use database::{Database, StoredForm};
use grundy_base::{ByPlayer, Limits, Player, Stopped};
use part::Part;
use pool::Pool;
use search::Search;
pub use source::{ComponentSource, MOST_COUNTED, Piece, SourceOf};
use sum::Sum;

/// Why a sum was not solved.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unsolved {
    /// A limit was reached.
    Stopped(Stopped),
    /// A position comes again in play.
    Loopy,
    /// A term is of a ruleset that has no source, or no position of it.
    Unknown,
}

impl fmt::Display for Unsolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unsolved::Stopped(stopped) => return stopped.fmt(f),
            Unsolved::Loopy => "play can go on for ever: only sums of games that end are searched",
            Unsolved::Unknown => "a term is no position of the rulesets that are known",
        })
    }
}

impl Error for Unsolved {}

impl From<Stopped> for Unsolved {
    fn from(stopped: Stopped) -> Self {
        Unsolved::Stopped(stopped)
    }
}

/// A term of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// A position.
    Position {
        /// The ruleset, as [`ComponentSource::ruleset`] gives it.
        ruleset: String,
        /// The position as it is written.
        position: String,
        /// Whether the players are exchanged.
        negative: bool,
    },
    /// A heap of Nim of this size.
    Nimber(u32),
}

/// A solver of sums, which keeps its transposition table from one sum to the next.
///
/// Components and the line of play, canonical forms, and the table may take a third of the memory
/// each; components and sums are forgotten when their third is full. Up to 32 MB that are held for
/// a while are not counted. A component takes its position, 80 bytes and about 8 for each option; a
/// sum that was looked at takes 56.
pub struct Sums<'a> {
    search: Search<'a>,
    limits: Limits<'a>,
}

grundy_base::debug! {
    impl[] Sums<'_>: "Sums", |sums| work = sums.work(), bytes = sums.bytes();
}

impl<'a> Sums<'a> {
    /// A solver of sums of components of these rulesets.
    #[must_use]
    pub fn new(sources: Vec<Box<dyn ComponentSource>>, limits: Limits<'a>) -> Self {
        Sums { search: Search::new(Pool::new(sources), limits), limits }
    }

    /// Whether the player who starts wins a sum of these terms; none if that takes more
    /// than `effort`, counted as in [`Sums::work`]. The transposition table is kept from
    /// call to call.
    ///
    /// # Errors
    ///
    /// As [`Unsolved`].
    pub fn wins(
        &mut self,
        terms: &[Term],
        starter: Player,
        effort: usize,
    ) -> Result<Option<bool>, Unsolved> {
        let last = self.work().saturating_add(effort);
        let found = match self.valued(terms, last)? {
            Some(mut sum) => {
                if starter == Player::Right {
                    self.search.negate(&mut sum)?;
                }
                self.search.wins(sum, last.saturating_sub(self.work()), &self.limits)?
            }
            None => None,
        };
        Ok(found)
    }

    /// The terms as a sum; none if that takes more than all of this work.
    ///
    /// In an impartial sum, nimbers stand for all components but the one with the most moves: to
    /// find each alone is less work than to search the sum (Lemoine and Viennot, Nimbers are
    /// inevitable, 2012).
    fn valued(&mut self, terms: &[Term], last: usize) -> Result<Option<Sum>, Unsolved> {
        let mut found: HashMap<[u64; 2], u32> = HashMap::new();
        let mut nimber = 0;
        loop {
            // Components may be numbered anew by a search.
            let mut sum = self.sum(terms)?;
            let pool = &mut self.search.pool;
            let Sum { parts, nimber: total, .. } = &mut sum;
            parts.retain(|part| {
                let worth = found.get(&pool.hash(*part));
                worth.inspect(|&worth| *total ^= worth).is_none()
            });
            sum.cancel(pool);
            let several = sum.parts.len() > 1;
            let impartial = sum.parts.iter().all(|&part| pool.is_impartial(part));
            let key = |&part: &Part| (pool.moves(part), pool.hash(part));
            let smallest = sum.parts.iter().copied().min_by_key(key);
            let (true, true, Some(part)) = (several, impartial, smallest) else {
                return Ok(Some(sum));
            };
            let hash = pool.hash(part);
            let alone = Sum { nimber, ..Sum::of(part) };
            let left = last.saturating_sub(self.work());
            match self.search.wins(alone, left, &self.limits)? {
                Some(true) => nimber += 1,
                Some(false) => {
                    found.insert(hash, nimber);
                    nimber = 0;
                }
                None => return Ok(None),
            }
        }
    }

    fn sum(&mut self, terms: &[Term]) -> Result<Sum, Unsolved> {
        let mut sum = Sum::default();
        for term in terms {
            match term {
                Term::Nimber(nimber) => sum.nimber ^= nimber,
                Term::Position { ruleset, position, negative } => {
                    let pool = &mut self.search.pool;
                    let parts = pool.read(ruleset, position).ok_or(Unsolved::Unknown)?;
                    let signed = |part| if *negative { pool.negative(part) } else { part };
                    sum.parts.extend(parts.into_iter().map(signed));
                }
            }
        }
        Ok(sum)
    }

    /// Whether each player, when starting, wins each component of these terms alone: in the order
    /// of the terms, and of their components by the rules.
    ///
    /// # Errors
    ///
    /// As [`Sums::wins`].
    pub fn components(&mut self, terms: &[Term]) -> Result<Vec<ByPlayer<bool>>, Unsolved> {
        let mut found = Vec::new();
        for place in 0..self.sum(terms)?.parts.len() {
            let mut wins = ByPlayer::default();
            for starter in Player::BOTH {
                // Components may be numbered anew by a search.
                let part = self.sum(terms)?.parts[place];
                let mut sum = Sum::of(part);
                if starter == Player::Right {
                    self.search.negate(&mut sum)?;
                }
                wins[starter] = self.search.wins(sum, usize::MAX, &self.limits)? == Some(true);
            }
            found.push(wins);
        }
        Ok(found)
    }

    /// The work done so far: the number of moves looked at, plus the number that would have taken
    /// as long as the canonical forms.
    #[must_use]
    pub fn work(&self) -> usize {
        self.search.work()
    }

    /// Bytes held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.search.bytes()
    }

    /// How many sums were visited so far.
    #[must_use]
    pub fn looked_at(&self) -> usize {
        self.search.looked_at
    }
}
