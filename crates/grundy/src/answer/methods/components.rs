//! Impartial games as the sum of their components: closed forms and heap sequences where there are
//! any, mex on the component graph, and Smith–Fraenkel values where play can go on for ever.

use hashbrown::HashSet;

use super::{Attempt, Method, Offer, Turn};
use crate::answer::findings::{Facet, Findings};
use crate::answer::options::Question;
use crate::answer::values::Valued;
use crate::answer::{Solver, too_large};
use crate::game::Game;
use crate::solve::partitioned::Failure;
use crate::value::LoopyNimber;
use grundy_base::{Limits, Player, Stopped};

pub(super) struct Components;

impl Method for Components {
    fn name(&self) -> &'static str {
        "components"
    }

    fn offer(&self, question: &Question<'_>) -> Option<Offer> {
        (question.game.impartial() && question.has_value()).then(|| Offer {
            facets: vec![Facet::Winner, Facet::Move, Facet::Moves, Facet::Value],
            share: 1,
            anew: true,
            why: "an impartial game is worth the nim-sum of its components".to_string(),
        })
    }

    fn begin<'q>(&self, question: &'q Question<'q>) -> Box<dyn Attempt<'q> + 'q> {
        let open: Vec<_> = question.game.terms().into_iter().enumerate().collect();
        let found = open.iter().map(|_| None).collect();
        Box::new(Listed { question, found, open, visited: 0 })
    }
}

/// The terms of a game, some of them valued.
struct Listed<'q> {
    question: &'q Question<'q>,
    /// In the order of the game.
    found: Vec<Option<Valued>>,
    /// The terms without a value so far, and their places.
    open: Vec<(usize, Box<dyn Game>)>,
    visited: u64,
}

impl Listed<'_> {
    /// Values terms; false if one has no value, and then neither has the game.
    fn value_terms(
        &mut self,
        solver: &mut Solver,
        heaps: &Limits<'_>,
        listed: &Limits<'_>,
    ) -> Result<bool, Failure> {
        let mut large: HashSet<String> = HashSet::new();
        let mut stopped = None;
        for (place, term) in std::mem::take(&mut self.open) {
            let text = term.text();
            let limits = if term.heaps().is_some() { heaps } else { listed };
            let valued = match large.contains(&text) {
                true => None,
                false => match solver.term(term.boxed(), limits) {
                    Ok(Some(valued)) => Some(valued),
                    Ok(None) => return Ok(false),
                    Err(why @ (Stopped::Rules(_) | Stopped::Interrupted { .. })) => {
                        self.open.push((place, term));
                        return Err(why.into());
                    }
                    Err(why) => {
                        stopped.get_or_insert(why);
                        None
                    }
                },
            };
            match valued {
                Some(valued) => {
                    self.visited += valued.nodes as u64;
                    self.found[place] = Some(valued);
                }
                None => {
                    large.insert(text);
                    self.open.push((place, term));
                }
            }
        }
        stopped.map_or(Ok(true), |why| Err(why.into()))
    }
}

impl<'q> Attempt<'q> for Listed<'q> {
    fn go_on(
        &mut self,
        turn: &Turn<'q>,
        solver: &mut Solver,
        findings: &mut Findings<'q>,
    ) -> Result<bool, Failure> {
        let few = turn.without_clock(self.question);
        let listed = few.as_ref().unwrap_or(&turn.limits);
        let valued = self.value_terms(solver, &turn.limits, listed);
        for term in self.found.iter().flatten() {
            findings.put_worths(term.worths());
        }
        match valued {
            Err(Failure::Stopped(ref why)) if few.is_some() && too_large(why) => {
                return Ok(true);
            }
            Ok(false) => return Ok(false),
            valued => valued?,
        };
        let terms: Vec<&Valued> = self.found.iter().flatten().collect();
        let total: LoopyNimber = terms.iter().map(|term| term.value.clone()).sum();
        let parts = terms.iter().flat_map(|term| term.parts.clone()).collect();
        findings.put_nimber(total.clone(), parts);
        if self.question.options.wanted.winner {
            // Finding the moves of huge heaps takes long, and cannot be interrupted and resumed.
            let side = solver.side_from_values(&terms, &total, self.question)?;
            self.question.starters().for_each(|starter: Player| {
                findings.put_side(starter, side.clone());
            });
        }
        Ok(false)
    }

    fn visited(&self) -> u64 {
        self.visited
    }
}
