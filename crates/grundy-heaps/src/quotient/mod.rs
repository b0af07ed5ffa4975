//! Misère quotients: who wins sums of impartial games under misère play.
//!
//! Under misère play few games are equal in all sums. But among the sums of the games
//! of one ruleset many are: two are *indistinguishable* if the same player wins with
//! each third such sum added. The classes are a commutative monoid, the quotient, in
//! which some elements are the P-positions; where it is finite, it and the *pretending
//! function*, from games to elements, say who wins all sums (Plambeck, *Taming the wild
//! in impartial combinatorial games*, 2005; Plambeck and Siegel, *Misère quotients for
//! impartial games*, 2008).
//!
//! - `play`: who wins a sum, by search.
//! - `learn`: a monoid that says who wins, learned from sums that are played.
//! - `transitions`: whether a monoid says who wins *all* sums.
//! - `grow`: the three together, for a game whose class is not in the quotient yet.
//! - `games`: heaps, and the components of a position.
//! - `presentation`: generators, relations and a word for each element.

mod games;
mod grow;
mod learn;
mod monoid;
mod play;
mod presentation;
mod set;
mod transitions;

use hashbrown::HashMap;

pub use self::games::{GraphGames, heap_games};
use self::learn::Table;
use self::monoid::Monoid;
use self::play::{Play, Word};
pub use self::presentation::{Presentation, Relation, Spelling};
use self::set::Set;
use self::transitions::Transitions;
use super::period::Period;
use grundy_base::{Fault, Limits, Progress, Stopped};
use grundy_ruleset::HeapKind;

/// An element of a quotient, by its number; 0 is the identity.
pub type Element = u32;

/// Takes the option that a move leaves: the games whose sum it is.
pub type OnOption<'a> = dyn FnMut(&[usize]) + 'a;

/// Lists the options of an impartial game, given by its number; each is a sum of earlier games, and
/// may come several times. Fails if the rules do.
pub type Options<'a> = dyn Fn(usize, &mut OnOption<'_>) -> Result<(), Fault> + 'a;

/// Why a game has not been added to a quotient.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QuotientError {
    /// A limit was reached, or the user asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// An option is not a sum of earlier games.
    #[error("a move from {game} leads to {to}: there play may never end")]
    NotEarlier {
        /// The game.
        game: usize,
        /// What it leads to.
        to: usize,
    },
}

/// The misère quotient of the first games of a sequence, extended game by game.
///
/// Some quotients are not finite; finding those stops at a limit. Memory: 4 bytes for
/// each pair of elements, and what `play` and `transitions` remember.
///
/// ```
/// use grundy_base::Limits;
/// use grundy_heaps::quotient::{OnOption, Quotient};
///
/// let nim = |heap: usize, option: &mut OnOption<'_>| {
///     (0..heap).for_each(|smaller| option(&[smaller]));
///     Ok(())
/// };
/// let mut quotient = Quotient::default();
/// for _ in 0..=7 {
///     quotient.add(&nim, &Limits::default()).unwrap();
/// }
/// // Bouton 1902: as in normal play, but for heaps of one alone.
/// let heaps = |sizes: &[usize]| quotient.is_p(quotient.sum(sizes));
/// assert!(heaps(&[1]) && heaps(&[2, 2]) && heaps(&[3, 5, 6]) && heaps(&[1, 1, 1]));
/// assert!(!heaps(&[1, 1]) && !heaps(&[2, 2, 1]));
/// assert_eq!(quotient.order(), 10);
/// ```
pub struct Quotient {
    monoid: Monoid,
    transitions: Transitions,
    /// The pretending function.
    images: Vec<Element>,
    /// The sum of letters that each game is taken for while the quotient grows.
    words: Vec<Word>,
    /// The element by the winners, for games met so far.
    known: HashMap<Set, Element>,
    play: Play,
    table: Table,
}

grundy_base::debug! {
    impl[] Quotient: "Quotient";
}

impl Default for Quotient {
    fn default() -> Self {
        let monoid = Monoid::trivial();
        Quotient {
            transitions: Transitions::new(&monoid),
            play: Play::new(monoid.clone(), Vec::new()),
            monoid,
            images: Vec::new(),
            words: Vec::new(),
            known: HashMap::new(),
            table: Table::new(),
        }
    }
}

impl Quotient {
    /// Number of elements.
    #[must_use]
    pub fn order(&self) -> usize {
        self.monoid.order()
    }

    /// Whether sums of an element are P-positions: the player to move loses.
    #[must_use]
    pub fn is_p(&self, element: Element) -> bool {
        self.monoid.is_p(element)
    }

    /// The elements that are P-positions, in rising order.
    pub fn p_portion(&self) -> impl Iterator<Item = Element> {
        self.monoid.elements().filter(|&element| self.monoid.is_p(element))
    }

    /// The element of the sum of games of two elements.
    #[must_use]
    pub fn product(&self, a: Element, b: Element) -> Element {
        self.monoid.product(a, b)
    }

    /// The pretending function: the element of each game.
    #[must_use]
    pub fn pretending(&self) -> &[Element] {
        &self.images
    }

    /// The element of a sum of games.
    ///
    /// # Panics
    ///
    /// When a game has not been added.
    #[must_use]
    pub fn sum(&self, games: &[usize]) -> Element {
        games.iter().fold(0, |a, &game| self.product(a, self.images[game]))
    }

    /// Generators, relations, and a word for each element.
    #[must_use]
    pub fn presentation(&self) -> Presentation {
        Presentation::new(&self.monoid, &self.images)
    }

    /// The least period of the pretending function that is proved to hold for all heaps,
    /// where the games are heaps from 0 on: the quotient is then that of all heaps.
    ///
    /// As with Grundy values, Φ(n + p) = Φ(n) need only hold on a stretch whose length
    /// the code gives: a heap's element follows from those of its options (Plambeck and
    /// Siegel 2008, the periodicity theorem).
    #[must_use]
    pub fn period(&self, kind: &HeapKind) -> Option<Period> {
        Period::of_pretending(&self.images, kind)
    }

    /// Adds the next game.
    ///
    /// Time, where the quotient stays as it is: for a game with new winners, its order
    /// times the transitions that are kept; for others, what its options take.
    ///
    /// # Errors
    ///
    /// When a limit is reached, the rules fail, or an option is no sum of earlier games. The
    /// quotient is then that of the games before.
    pub fn add(&mut self, games: &Options<'_>, limits: &Limits<'_>) -> Result<(), QuotientError> {
        let game = self.images.len();
        let mut wrong = None;
        let listed = games(game, &mut |sum| {
            wrong = wrong.or_else(|| sum.iter().copied().find(|&to| to >= game));
        });
        listed.map_err(Stopped::from)?;
        if let Some(to) = wrong {
            return Err(QuotientError::NotEarlier { game, to });
        }
        let options = self.options(games, game)?;
        if options.is_empty() {
            self.look(game, limits)?;
            self.images.push(0);
            self.words.push(Word::default());
            return Ok(());
        }
        let winners = self.winners(&options);
        if let Some(x) = self.element(game, &winners) {
            self.look(game, limits)?;
            self.images.push(x);
            self.words.push(if x == 0 { Word::default() } else { self.table.word(x) });
            return Ok(());
        }
        Ok(self.grow(games, limits)?)
    }

    /// The element of a game with these winners, where the quotient stays as it is.
    ///
    /// It is the only one that fits: with each element that fits, the same player wins all sums
    /// with the game, and the quotient is reduced.
    fn element(&mut self, game: usize, winners: &Set) -> Option<Element> {
        if let Some(&known) = self.known.get(winners) {
            return Some(known);
        }
        let Quotient { monoid, transitions, known, .. } = self;
        let x = monoid.elements().find(|&x| transitions.misfit(monoid, x, winners).is_none())?;
        transitions.add(monoid, game, x, winners);
        known.insert(winners.clone(), x);
        Some(x)
    }

    /// The elements of a game's options.
    fn options(&self, games: &Options<'_>, game: usize) -> Result<Vec<Element>, Stopped> {
        let mut found = Set::empty(self.order());
        games(game, &mut |sum| found.add(self.sum(sum)))?;
        Ok(self.monoid.elements().filter(|&element| found.has(element)).collect())
    }

    /// All y for which a move to one of the options leads to the P-portion.
    fn winners(&self, options: &[Element]) -> Set {
        let mut winners = Set::empty(self.order());
        options.iter().for_each(|&option| winners.join(self.monoid.p_partners(option)));
        winners
    }

    fn look(&self, game: usize, limits: &Limits<'_>) -> Result<(), Stopped> {
        let bytes = self.play.bytes() + self.transitions.bytes() + Monoid::bytes(self.order());
        limits.room(bytes, game)?;
        limits.check(Progress { stage: "checking the quotient", positions: game, bytes })
    }
}
