//! A game as a sum of positions, for the search of sums.

use super::Game;
use grundy_base::Limits;
use grundy_solve::sums::{Sums, Term};

impl dyn Game + '_ {
    /// A search of sums that starts from this game, or from another game of the same rulesets;
    /// none if one of its rulesets has no [`source`](Game::source) of components.
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

    /// This game, which must not be a sum, or its negative as a term.
    pub fn sum_term(&self, negative: bool) -> Term {
        Term::Position { ruleset: self.ruleset(), position: self.position(), negative }
    }
}
