//! Games that a published theorem decides: no position is looked at.

use super::{Attempt, Method, Offer, Turn};
use crate::answer::findings::{Facet, Findings};
use crate::answer::misere::is_sum_of_heaps;
use crate::answer::options::Question;
use crate::answer::values::most_moves;
use crate::answer::{Best, Side, Solver};
use crate::game::Game;
use crate::solve::partitioned::Failure;
use grundy_base::{Convention, Fate};
use grundy_ruleset::HeapKind;

pub(super) struct Theorems;

impl Method for Theorems {
    fn name(&self) -> &'static str {
        "theorem"
    }

    fn offer(&self, question: &Question<'_>) -> Option<Offer> {
        let starter = question.starters().next()?;
        let told = question.game.theorem(starter, question.convention).map(|told| told.source);
        let source = told.or_else(|| nim(question).map(|_| BOUTON))?;
        Some(Offer {
            facets: vec![Facet::Winner, Facet::Move, Facet::Moves],
            share: 1,
            anew: false,
            why: source.to_string(),
        })
    }

    fn begin<'q>(&self, question: &'q Question<'q>) -> Box<dyn Attempt<'q> + 'q> {
        Box::new(Told { question })
    }
}

const BOUTON: &str = "Charles L. Bouton, Nim, a game with a complete mathematical theory, 1901";

struct Told<'q> {
    question: &'q Question<'q>,
}

impl<'q> Attempt<'q> for Told<'q> {
    fn go_on(
        &mut self,
        _: &Turn<'q>,
        _: &mut Solver,
        findings: &mut Findings<'q>,
    ) -> Result<bool, Failure> {
        let Question { game, convention, .. } = *self.question;
        for starter in self.question.starters() {
            if let Some(told) = game.theorem(starter, convention) {
                findings.put_theorem(told.source);
                let (fate, complete) = (told.fate, told.complete);
                let best = told.best.into_iter().map(|option| Best {
                    name: option.name,
                    position: option.to.position(),
                    to: option.to.text(),
                    fate,
                    remoteness: None,
                });
                let side = Side { best: best.collect(), complete, ..Side::of(fate) };
                findings.put_side(starter, side);
            } else if let Some(heaps) = nim(self.question) {
                findings.put_theorem(BOUTON);
                findings.put_side(starter, heaps.misere(self.question));
            }
        }
        Ok(false)
    }

    fn visited(&self) -> u64 {
        0
    }
}

/// Heaps of Nim, in the terms of a sum.
struct NimHeaps {
    terms: Vec<Box<dyn Game>>,
    /// The heaps, and in which term each is.
    heaps: Vec<(usize, u64)>,
}

/// The heaps of Nim that a game under misère play consists of; none for other games.
fn nim(question: &Question<'_>) -> Option<NimHeaps> {
    if question.convention != Convention::Misere || question.game.has_ends() {
        return None;
    }
    let terms = question.game.terms();
    let mut heaps = Vec::new();
    for (number, term) in terms.iter().enumerate() {
        let (rules, sizes) = term.heaps()?;
        if rules.kind() != HeapKind::AnyNumber || !is_sum_of_heaps(&**term) {
            return None;
        }
        heaps.extend(sizes.into_iter().map(|size| (number, size)));
    }
    Some(NimHeaps { terms, heaps })
}

impl NimHeaps {
    /// What the player to move brings about under misère play: as in normal play, unless all heaps
    /// are of one token; then the player who takes the last of an odd number of them loses (Bouton
    /// 1901).
    fn misere(&self, question: &Question<'_>) -> Side {
        let sum = self.heaps.iter().fold(0, |sum, (_, size)| sum ^ size);
        let large = self.heaps.iter().filter(|(_, size)| *size > 1).count();
        let loses = |sum: u64, large: usize| if large == 0 { sum == 1 } else { sum == 0 };
        if loses(sum, large) {
            return Side::of(Fate::Loss);
        }
        let mut texts: Vec<String> = self.terms.iter().map(|term| term.text()).collect();
        let most = most_moves(&texts, question);
        let mut best: Vec<Best> = Vec::new();
        let mut seen = hashbrown::HashSet::new();
        for (place, &(term, size)) in self.heaps.iter().enumerate() {
            let (rest, others) = (sum ^ size, large - usize::from(size > 1));
            let mut left = vec![rest, 0, 1];
            left.dedup();
            for left in left.into_iter().filter(|&left| left < size) {
                if !loses(rest ^ left, others + usize::from(left > 1)) || best.len() == most {
                    continue;
                }
                let of_term = self.heaps.iter().enumerate().filter(|(_, (one, _))| *one == term);
                let sizes =
                    of_term.map(|(other, (_, size))| if other == place { left } else { *size });
                let sizes: Vec<u64> = sizes.collect();
                let Some(option) = self.terms[term].with_heaps(&sizes) else { continue };
                let whole = std::mem::replace(&mut texts[term], option.text());
                let to = texts.join(" + ");
                let name = std::mem::replace(&mut texts[term], whole);
                if seen.insert(to.clone()) {
                    let (name, position) = match self.terms.len() {
                        1 => (option.position(), option.position()),
                        _ => (name, to.clone()),
                    };
                    best.push(Best { name, position, to, fate: Fate::Win, remoteness: None });
                }
            }
        }
        Side { complete: best.len() < most, best, ..Side::of(Fate::Win) }
    }
}
