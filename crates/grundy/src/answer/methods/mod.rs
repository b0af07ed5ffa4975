//! The methods by which questions are answered, one a file: a line in [`METHODS`] adds one.

mod components;
mod forms;
mod forward;
mod listing;
mod own_search;
mod points;
mod quotients;
mod sums;
mod theorems;

use std::time::Duration;

use super::Solver;
use super::findings::{Facet, Findings};
use super::options::Question;
use crate::solve::partitioned::Failure;
pub(super) use forward::ForwardSearch;
use grundy_base::Limits;
pub(super) use listing::all;

/// All methods, in the order in which they begin: methods that answer at once come first.
pub(super) const METHODS: &[&dyn Method] = &[
    &theorems::Theorems,
    &components::Components,
    &listing::Listing,
    &forms::CanonicalForms,
    &forward::Forward,
    &quotients::Quotients,
    &sums::SumSearch,
    &own_search::OwnSearch,
    &points::Points,
];

/// What a method can find of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The facets that it can find, if its turns are long enough.
    pub facets: Vec<Facet>,
    /// How many times longer its turns are than those of others.
    pub share: u32,
    /// Whether each turn begins anew, so that a turn which is no longer than the one before
    /// finds nothing.
    pub anew: bool,
    /// Why, in a sentence without a full stop.
    pub why: String,
}

/// A way to answer questions.
pub(super) trait Method: Sync {
    /// Its name, as users see it.
    fn name(&self) -> &'static str;

    /// What it can find; none where it does not apply.
    fn offer(&self, question: &Question<'_>) -> Option<Offer>;

    /// Begins to work on a question, for which it has offered something.
    fn begin<'q>(&self, question: &'q Question<'q>) -> Box<dyn Attempt<'q> + 'q>;
}

/// A turn of work.
pub(super) struct Turn<'q> {
    /// How many turns came before.
    pub(super) number: u32,
    /// The limits of this turn.
    pub(super) limits: Limits<'q>,
    /// Whether no other method is left: the turn is as long as all limits allow.
    pub(super) alone: bool,
    /// The purpose of the turn.
    pub(super) purpose: Purpose,
}

/// The purpose of a turn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// What was asked for.
    Asked,
    /// What nobody asked for, where the game is small: that is found without a look at the clock, so
    /// that it is the same on every machine.
    Small,
    /// What nobody asked for.
    More,
}

impl<'q> Turn<'q> {
    /// The most positions of a small game.
    const FEW: usize = 1 << 14;
    /// The most positions listed before any other method begins to search: that takes no longer
    /// than a turn.
    const TINY: usize = 1 << 10;
    /// The most bytes that this takes.
    const FEW_BYTES: u64 = 64 << 20;

    /// The limits of a question for `positions` positions, which are listed without a look at the
    /// clock.
    fn few(&self, question: &Question<'q>, positions: usize) -> Limits<'q> {
        let limits = question.options.limits;
        let positions = limits.positions.min(positions);
        Limits { positions, memory: self.limits.memory.min(Self::FEW_BYTES), ..limits }
    }

    /// The limits of a turn in which few positions are listed; none where the clock counts.
    fn without_clock(&self, question: &Question<'q>) -> Option<Limits<'q>> {
        match self.purpose {
            Purpose::Small => Some(self.few(question, Self::FEW)),
            Purpose::Asked if self.number == 0 => Some(self.few(question, Self::TINY)),
            _ => None,
        }
    }

    /// The limits of a turn that is `times` times as long.
    fn longer(&self, question: &Question<'q>, times: u32) -> Limits<'q> {
        let limits = Limits { time: question.options.limits.time, ..self.limits };
        match self.left() {
            Some(left) => limits.shortened(left * times),
            None => limits,
        }
    }

    /// Whether the turn is over because everything asked for is found.
    fn is_enough(&self, findings: &Findings<'q>) -> bool {
        self.purpose == Purpose::Asked && findings.missing().next().is_none()
    }

    /// The time left of this turn; none if it has no end.
    fn left(&self) -> Option<Duration> {
        let time = self.limits.time.filter(|_| !self.alone);
        time.map(|(start, limit)| limit.saturating_sub(start.elapsed()))
    }
}

/// A method at work on a question.
pub(super) trait Attempt<'q> {
    /// Works for a turn, and reports what is found at once; returns whether it can find more. When
    /// the time of the turn is up, that is no error of the work: it goes on in the next turn.
    ///
    /// # Errors
    ///
    /// The reason why it cannot go on in any turn.
    fn go_on(
        &mut self,
        turn: &Turn<'q>,
        solver: &mut Solver,
        findings: &mut Findings<'q>,
    ) -> Result<bool, Failure>;

    /// Reports what looks best where the work is stopped.
    fn so_far(&self, _findings: &mut Findings<'q>) {}

    /// Bytes held from turn to turn.
    fn bytes(&self) -> u64 {
        0
    }

    /// Positions or nodes visited in all turns.
    fn visited(&self) -> u64;
}
