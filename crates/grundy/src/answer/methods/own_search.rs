//! A search of the ruleset's own, for games that no other method decides.

use super::{Attempt, Method, Offer, Turn};
use crate::answer::findings::{Facet, Findings};
use crate::answer::options::Question;
use crate::answer::strategy::side_from_moves;
use crate::answer::{Side, Solver};
use crate::game::Searched;
use crate::solve::partitioned::Failure;

pub(super) struct OwnSearch;

impl Method for OwnSearch {
    fn name(&self) -> &'static str {
        "search of the ruleset"
    }

    fn offer(&self, question: &Question<'_>) -> Option<Offer> {
        question.game.has_search().then(|| Offer {
            facets: vec![Facet::Winner, Facet::Move, Facet::Moves, Facet::Remoteness],
            share: 4,
            anew: true,
            why: "the ruleset has a search of its own".to_string(),
        })
    }

    fn begin<'q>(&self, question: &'q Question<'q>) -> Box<dyn Attempt<'q> + 'q> {
        Box::new(Own { question, done: 0 })
    }
}

struct Own<'q> {
    question: &'q Question<'q>,
    /// Players whose start is decided.
    done: usize,
}

impl<'q> Attempt<'q> for Own<'q> {
    fn go_on(
        &mut self,
        turn: &Turn<'q>,
        _: &mut Solver,
        findings: &mut Findings<'q>,
    ) -> Result<bool, Failure> {
        for starter in self.question.starters().skip(self.done) {
            let Some(found) = self.question.game.search(starter, &turn.limits) else { break };
            let Searched { verdict, moves } = found?;
            let complete = moves.iter().all(|(_, there)| there.is_some());
            let known = moves.into_iter().filter_map(|(option, there)| Some((option, there?)));
            let after = known.map(|(option, there)| (option, there.reversed()));
            let side = Side { complete, ..side_from_moves(verdict, after.collect()) };
            findings.put_side(starter, side);
            self.done += 1;
        }
        Ok(false)
    }

    fn visited(&self) -> u64 {
        0
    }
}
