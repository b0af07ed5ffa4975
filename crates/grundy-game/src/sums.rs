//! A game as a sum of positions, for the search of sums.

use super::Game;
use crate::limits::Limits;
use crate::solve::sums::{Sums, Term};

impl dyn Game + '_ {
    /// A search of the sums that play of this game, or of one of the same rulesets, leads
    /// to; none if the components of one of its rulesets cannot be told
    /// ([`source`](Game::source)).
    #[must_use]
    pub fn sums<'a>(&self, limits: Limits<'a>) -> Option<Sums<'a>> {
        let mut sources: Vec<(String, _)> = Vec::new();
        for (term, _) in self.signed_terms() {
            let ruleset = term.ruleset();
            if sources.iter().all(|(known, _)| *known != ruleset) {
                sources.push((ruleset, term.source()?));
            }
        }
        Some(Sums::new(sources.into_iter().map(|(_, source)| source).collect(), limits))
    }

    /// The terms of this game, for [`Sums`].
    #[must_use]
    pub fn sum_terms(&self) -> Vec<Term> {
        let terms = self.signed_terms().into_iter();
        terms.map(|(term, negative)| term.sum_term(negative)).collect()
    }

    /// This game, which is no sum, as a term, or its negative.
    pub fn sum_term(&self, negative: bool) -> Term {
        Term::Position { ruleset: self.ruleset(), position: self.position(), negative }
    }
}
