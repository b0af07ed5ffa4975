//! Sums of heaps under misère play by their misère quotient: it has an element for each class of
//! sums that no game distinguishes, and covers heaps of any size where its period is proved.

use super::{Attempt, Method, Offer, Turn};
use crate::answer::findings::{Facet, Findings};
use crate::answer::misere::{Components, is_sum_of_heaps};
use crate::answer::options::Question;
use crate::answer::{Best, Side, Solver};
use crate::graph::Node;
use crate::solve::partitioned::Failure;
use crate::solve::period::Period;
use crate::solve::quotient::{Element, GraphGames, Quotient, QuotientError, heap_games};
use grundy_base::{Convention, Fate, Limits};

pub(super) struct Quotients;

impl Method for Quotients {
    fn name(&self) -> &'static str {
        "misère quotient"
    }

    fn offer(&self, question: &Question<'_>) -> Option<Offer> {
        let Question { game, convention, .. } = question;
        // For boards, the components are mostly worth as much as the board under normal play only.
        let mut terms = game.terms().into_iter();
        let heaps = terms.all(|term| is_sum_of_heaps(&*term));
        let plain = game.impartial() && !game.has_ends() && heaps;
        (plain && *convention == Convention::Misere).then(|| Offer {
            facets: vec![Facet::Winner, Facet::Move, Facet::Moves],
            share: 1,
            anew: false,
            why: "sums that no game tells apart are one element of a finite monoid".to_string(),
        })
    }

    fn begin<'q>(&self, question: &'q Question<'q>) -> Box<dyn Attempt<'q> + 'q> {
        let heaps = question.game.heaps().map(|(_, sizes)| sizes);
        Box::new(Growing {
            question,
            quotient: Quotient::default(),
            heaps,
            next: LOOK,
            parts: None,
        })
    }
}

/// Heaps after which the first period is looked for.
const LOOK: usize = 16;
/// No period is looked for among more heaps: that takes longer and longer.
const MOST_FOR_PERIOD: usize = 1 << 12;
/// More heaps than this have no quotient that is soon found.
const MOST_HEAPS: usize = 1 << 20;
/// The most moves of a heap that are gone through.
const MANY: usize = 1 << 12;

/// A quotient to which components are added from turn to turn.
struct Growing<'q> {
    question: &'q Question<'q>,
    quotient: Quotient,
    /// The sizes of the heaps, if the game is one on heaps.
    heaps: Option<Vec<u64>>,
    /// The heap behind which a period is looked for next.
    next: usize,
    /// The components of another game, once they are listed.
    parts: Option<Components>,
}

impl<'q> Growing<'q> {
    /// Adds heaps until the largest is known, or a period is proved, and looks up the heaps of the
    /// game and of the games after its moves; returns whether that says anything.
    fn heaps(
        &mut self,
        sizes: &[u64],
        limits: &Limits<'_>,
        findings: &mut Findings<'q>,
    ) -> Result<bool, QuotientError> {
        let Some((rules, _)) = self.question.game.heaps() else { return Ok(false) };
        let largest = sizes.iter().copied().max().unwrap_or(0);
        let mut period: Option<Period> = None;
        while (self.quotient.pretending().len() as u64) <= largest {
            let known = self.quotient.pretending().len();
            if known > MOST_HEAPS {
                return Ok(false);
            }
            if known > self.next && known < MOST_FOR_PERIOD {
                self.next += self.next / 4;
                period = self.quotient.period(&rules.kind()).filter(|period| period.proved);
                if period.is_some() {
                    break;
                }
            }
            self.quotient.add(&heap_games(rules), limits)?;
        }
        let quotient = &self.quotient;
        let element = |size: u64| -> Element {
            let known = quotient.pretending();
            let place = match &period {
                Some(found) if size >= known.len() as u64 => {
                    let first = found.preperiod as u64;
                    (first + (size - first) % found.period as u64) as usize
                }
                _ => size as usize,
            };
            known[place]
        };
        let product = |sizes: &mut dyn Iterator<Item = u64>| {
            sizes.fold(0, |all, size| quotient.product(all, element(size)))
        };
        let fate = fate(quotient, product(&mut sizes.iter().copied()));
        let (mut best, mut complete) = (Vec::new(), true);
        for (place, &size) in sizes.iter().enumerate() {
            let others = sizes.iter().enumerate().filter(|(other, _)| *other != place);
            let others: Vec<u64> = others.map(|(_, size)| *size).collect();
            let rest = product(&mut others.iter().copied());
            let mut tried = 0;
            let _ = rules.each_option(size, &mut |left| {
                tried += 1;
                if tried > MANY {
                    complete = false;
                    return std::ops::ControlFlow::Break(());
                }
                let after = quotient.product(rest, product(&mut left.iter().copied()));
                if fate == Fate::Loss || quotient.is_p(after) {
                    let left = if left.is_empty() { &[0] } else { left };
                    let all = [&sizes[..place], left, &sizes[place + 1..]].concat();
                    match self.question.game.with_heaps(&all) {
                        Some(to) => best.push(option(to.position(), to.text(), fate)),
                        None => complete = false,
                    }
                }
                std::ops::ControlFlow::Continue(())
            });
        }
        best.sort_by(|one: &Best, other| one.to.cmp(&other.to));
        best.dedup_by(|one, other| one.to == other.to);
        for starter in self.question.starters() {
            findings.put_side(starter, Side { best: best.clone(), complete, ..Side::of(fate) });
        }
        Ok(true)
    }

    /// Adds all components, and looks up those of the game and of the games after its moves.
    fn components(
        &mut self,
        limits: &Limits<'_>,
        findings: &mut Findings<'q>,
    ) -> Result<bool, QuotientError> {
        if self.parts.is_none() {
            self.parts = Components::of(self.question.game, limits)?;
        }
        let Some(parts) = &self.parts else { return Ok(false) };
        let Some(games) = GraphGames::new(&parts.graph) else { return Ok(false) };
        while self.quotient.pretending().len() < games.nodes().len() {
            self.quotient.add(&|game, each| games.options(game, each), limits)?;
        }
        let element = |sum: &[Node]| self.quotient.sum(&games.games(sum));
        let fate = fate(&self.quotient, element(&parts.start));
        let mut best = Vec::new();
        for (to, sum) in &parts.moves {
            if fate == Fate::Loss || self.quotient.is_p(element(sum)) {
                best.push(option(to.clone(), to.clone(), fate));
            }
        }
        for starter in self.question.starters() {
            let side = Side { best: best.clone(), complete: true, ..Side::of(fate) };
            findings.put_side(starter, side);
        }
        Ok(true)
    }
}

fn option(position: String, to: String, fate: Fate) -> Best {
    Best { name: position.clone(), position, to, fate, remoteness: None }
}

/// What the player to move brings about in sums of an element.
fn fate(quotient: &Quotient, element: Element) -> Fate {
    if quotient.is_p(element) { Fate::Loss } else { Fate::Win }
}

impl<'q> Attempt<'q> for Growing<'q> {
    fn go_on(
        &mut self,
        turn: &Turn<'q>,
        _: &mut Solver,
        findings: &mut Findings<'q>,
    ) -> Result<bool, Failure> {
        let found = match self.heaps.clone() {
            Some(sizes) => self.heaps(&sizes, &turn.limits, findings),
            None => self.components(&turn.limits, findings),
        };
        match found {
            Ok(_) => Ok(false),
            Err(QuotientError::Stopped(stopped)) => Err(stopped.into()),
            // The quotient is infinite, or too large.
            Err(_) => Ok(false),
        }
    }

    fn visited(&self) -> u64 {
        self.quotient.pretending().len() as u64
    }
}
