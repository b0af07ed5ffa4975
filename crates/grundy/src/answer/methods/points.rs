//! Games that are won by points: the margin says who wins.

use super::{Attempt, Method, Offer, Turn};
use crate::answer::findings::{Facet, Findings};
use crate::answer::options::Question;
use crate::answer::{Best, Score, Side, Solver};
use crate::game::Scored;
use crate::solve::partitioned::Failure;

pub(super) struct Points;

impl Method for Points {
    fn name(&self) -> &'static str {
        "points"
    }

    fn offer(&self, question: &Question<'_>) -> Option<Offer> {
        question.game.counts_points().then(|| Offer {
            facets: vec![Facet::Winner, Facet::Move, Facet::Remoteness, Facet::Margin],
            share: 4,
            anew: true,
            why: "the game is won by points, and the margin says who wins".to_string(),
        })
    }

    fn begin<'q>(&self, question: &'q Question<'q>) -> Box<dyn Attempt<'q> + 'q> {
        Box::new(Margins { question })
    }
}

struct Margins<'q> {
    question: &'q Question<'q>,
}

fn score(scored: Scored) -> Score {
    let found = scored.score;
    let (margin, total, moves_to_the_end) = (found.margin, found.total, found.moves_to_the_end);
    let mut score = Score { margin, total, moves_to_the_end, best: Vec::new() };
    let fate = score.fate();
    let best = scored.moves.into_iter().zip(&found.best).filter(|(_, best)| **best);
    score.best = best
        .map(|(option, _)| Best {
            name: option.name,
            position: option.to.position(),
            to: option.to.text(),
            fate,
            remoteness: moves_to_the_end.map(|moves| moves.saturating_sub(1)),
        })
        .collect();
    score
}

impl<'q> Attempt<'q> for Margins<'q> {
    fn go_on(
        &mut self,
        turn: &Turn<'q>,
        _: &mut Solver,
        findings: &mut Findings<'q>,
    ) -> Result<bool, Failure> {
        let Some(found) = self.question.game.scores(&turn.limits) else { return Ok(false) };
        let mut found = found?;
        for starter in self.question.starters() {
            if let Some(scored) = found[starter].take() {
                let score = score(scored);
                // Other moves may also keep the result, with fewer points.
                let side = Side {
                    remoteness: score.moves_to_the_end,
                    best: score.best.clone(),
                    complete: false,
                    ..Side::of(score.fate())
                };
                findings.put_side(starter, Side { score: Some(score), ..side });
            }
        }
        Ok(false)
    }

    fn visited(&self) -> u64 {
        0
    }
}
