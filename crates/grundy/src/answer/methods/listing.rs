//! All positions that play reaches, each with its verdict, by retrograde analysis: first as a graph,
//! and packed in integers where there are many.

use super::{Attempt, Method, Offer, Purpose, Turn};
use crate::answer::findings::{Facet, Findings};
use crate::answer::options::{Options, Question};
use crate::answer::strategy::side;
use crate::answer::{Part, Solved, Solver, Values, from_positions, too_large};
use crate::game::{Game, Large};
use crate::solve::partitioned::{Failure, Settings};
use crate::solve::retrograde::retrograde;
use grundy_base::{Convention, Limits, Stopped};

pub(super) struct Listing;

/// Positions of a graph, where they can also be packed.
const MANY: usize = 1 << 20;
/// The same where nobody asked for positions: reasons are read from the graph.
const FOR_REASONS: usize = 1 << 22;
/// In games on heaps with more sums, all positions are listed only if that is asked for.
const WORTH_TRYING: u64 = 1 << 18;
/// With at most this number of keys, rules of files are soon listed.
const FEW_KEYS: u128 = 1 << 26;
/// How many times longer turns with packed positions are.
const PATIENCE: u32 = 16;

impl Method for Listing {
    fn name(&self) -> &'static str {
        "list"
    }

    fn offer(&self, question: &Question<'_>) -> Option<Offer> {
        let Question { game, options, .. } = question;
        let mut facets = vec![Facet::Remoteness, Facet::Positions];
        // A sum has as many positions as its terms multiplied, and other methods look at each term.
        let of_terms = question.is_sum() && !game.loopy() && game.signed_terms().len() > 1;
        if !of_terms || options.wanted.positions {
            facets.extend([Facet::Winner, Facet::Move, Facet::Moves]);
        }
        // Where nothing splits, the play of the whole game is that of its component.
        if question.has_value() && game.impartial() && !game.splits() {
            facets.push(Facet::Value);
        }
        let why = "retrograde analysis of all positions also counts moves".to_string();
        Some(Offer { facets, share: 1, anew: true, why })
    }

    fn begin<'q>(&self, question: &'q Question<'q>) -> Box<dyn Attempt<'q> + 'q> {
        Box::new(List { question, large: None, packed: false, visited: 0 })
    }
}

/// The number of sums of heaps that are no larger, which is about the number of positions of a game
/// on heaps; 1 for other games.
fn sums_of_heaps(question: &Question<'_>) -> u64 {
    let terms = question.game.terms();
    let sizes = terms.iter().filter_map(|term| term.heaps()).flat_map(|(_, sizes)| sizes);
    sizes.fold(1u64, |product, size| product.saturating_mul(size.saturating_add(1)))
}

struct List<'q> {
    question: &'q Question<'q>,
    /// The game with packed positions, once it was asked for.
    large: Option<Option<Box<dyn Large>>>,
    /// Whether there are too many positions for a graph.
    packed: bool,
    visited: u64,
}

impl<'q> List<'q> {
    /// Solves the game as a graph.
    fn graph(&mut self, limits: &Limits<'_>, findings: &mut Findings<'q>) -> Result<(), Stopped> {
        let Question { game, convention, .. } = *self.question;
        let play = game.explore(limits)?;
        self.visited += play.positions as u64;
        let outcomes = retrograde(&play.arena, convention, limits)?;
        let solved = Solved { play, outcomes };
        for starter in self.question.starters() {
            if let Some(side) = side(&solved, starter) {
                findings.put_side(starter, side);
            }
        }
        if self.question.has_value()
            && !game.splits()
            && let Some(values) = Values::of(&solved.play, limits)?
            && let Some(start) = self.question.starters().find_map(|one| solved.play.starts[one])
        {
            let value = values.get(start.node);
            let part = Part { text: game.text(), heap: None, value: value.clone() };
            findings.put_nimber(value, vec![part]);
        }
        findings.put_solved(solved);
        Ok(())
    }

    /// Solves the game packed.
    fn packed(
        &mut self,
        large: &dyn Large,
        limits: Limits<'q>,
        findings: &mut Findings<'q>,
    ) -> Result<(), Failure> {
        let Question { game, convention, .. } = *self.question;
        let positions = large.solve(&Settings { convention, limits, ..Settings::default() })?;
        let counts = positions.counts();
        self.visited += counts.positions();
        let answer = from_positions(game, convention, counts, &mut large.finder(&positions))?;
        let Some(answer) = answer else {
            return Err(Failure::Lost("the positions are not those of the game".to_string()));
        };
        for starter in self.question.starters() {
            if let Some(side) = answer.side(starter) {
                findings.put_side(starter, side.clone());
            }
        }
        findings.put_positions(counts.positions() as usize);
        Ok(())
    }

    /// The game with packed positions, if it packs them and that is useful here.
    fn large(&mut self) -> Option<Box<dyn Large>> {
        if self.question.options.wanted.positions {
            return None;
        }
        self.large.take().unwrap_or_else(|| self.question.game.large())
    }
}

impl<'q> Attempt<'q> for List<'q> {
    fn go_on(
        &mut self,
        turn: &Turn<'q>,
        _: &mut Solver,
        findings: &mut Findings<'q>,
    ) -> Result<bool, Failure> {
        let Options { limits: Limits { positions: all, .. }, wanted, .. } = *self.question.options;
        if turn.purpose != Purpose::Asked && sums_of_heaps(self.question) > WORTH_TRYING {
            return Ok(false);
        }
        let stated = !self.question.game.sources().is_empty();
        // Packed positions of rules of files are listed once for each player to move, so small
        // games are counted as a graph.
        let few = turn.without_clock(self.question).map(|few| match stated {
            true => turn.few(self.question, Turn::FEW),
            false => few,
        });
        if let Some(few) = few
            && !(turn.alone && wanted.positions)
        {
            return match self.graph(&few, findings) {
                Ok(()) => Ok(false),
                Err(ref why)
                    if too_large(why)
                        && (few.positions < all || !matches!(why, Stopped::Positions { .. })) =>
                {
                    self.visited += reached(why);
                    Ok(true)
                }
                Err(why) => Err(why.into()),
            };
        }
        let large = self.large();
        let mut limits = turn.limits;
        if let Some(large) = &large
            && stated
            && large.most() <= FEW_KEYS
        {
            // Compiled rules list more positions than other methods visit.
            (self.packed, limits) = (true, turn.longer(self.question, PATIENCE));
        }
        let mut found = Ok(());
        if !self.packed {
            let many = if turn.purpose == Purpose::Asked { MANY } else { FOR_REASONS };
            let many = if large.is_some() { all.min(many) } else { all };
            match self.graph(&Limits { positions: many, ..limits }, findings) {
                Err(ref why) if too_large(why) && large.is_some() => self.packed = true,
                solved => found = solved.map_err(Failure::from),
            }
        }
        if let (true, Some(large)) = (self.packed, &large) {
            found = self.packed(&**large, limits, findings);
        }
        self.large = Some(large);
        if let Err(Failure::Stopped(why)) = &found {
            self.visited += reached(why);
        }
        found.map(|()| false)
    }

    fn visited(&self) -> u64 {
        self.visited
    }
}

/// All positions with each player to move, whether play from the start reaches them or not: the
/// positions that the rules list, or else all that play reaches, whoever starts.
pub(in crate::answer) fn all(
    game: &dyn Game,
    convention: Convention,
    limits: &Limits<'_>,
) -> Result<Solved, Stopped> {
    let play = game.explore_all(limits)?;
    if let Some(fault) = game.failure() {
        return Err(fault.into());
    }
    let outcomes = retrograde(&play.arena, convention, limits)?;
    Ok(Solved { play, outcomes })
}

/// How many positions were reached.
fn reached(stopped: &Stopped) -> u64 {
    match stopped {
        Stopped::Positions { reached, .. }
        | Stopped::Memory { reached, .. }
        | Stopped::Time { reached, .. }
        | Stopped::Interrupted { reached } => *reached as u64,
        _ => 0,
    }
}
