//! A proof-number search of the sums of components that play leads to.

use std::time::{Duration, Instant};

use hashbrown::HashMap;

use super::forward::searches_sums;
use super::{Attempt, Method, Offer, Purpose, Turn};
use crate::answer::findings::{Facet, Findings};
use crate::answer::options::Question;
use crate::answer::{Best, Side, Solver};
use crate::game::{Game, Move};
use crate::solve::partitioned::Failure;
use crate::solve::proof::Bounds;
use crate::solve::sums::{Sums, Term, Unsolved};
use crate::value::{LoopyNimber, Nimber};
use grundy_base::{ByPlayer, Fate, Limits, Player};

pub(super) struct SumSearch;

/// Work of the search in a millisecond, about, before it is measured.
const RATE: usize = 1500;

/// Number of moves in a term that are tried also where fewer are wanted.
const MOST_TRIED: usize = 1 << 13;

impl Method for SumSearch {
    fn name(&self) -> &'static str {
        "search of sums"
    }

    fn offer(&self, question: &Question<'_>) -> Option<Offer> {
        let Question { game, .. } = question;
        let useful =
            || game.impartial() || game.signed_terms().len() > 1 || searches_sums(question);
        let mut facets = vec![Facet::Winner, Facet::Move, Facet::Moves];
        if game.impartial() {
            facets.push(Facet::Value);
        }
        // A game and its negative do not cancel where play can go on for ever; the value of an
        // impartial one may be known.
        let mut terms = game.signed_terms().into_iter();
        let ends = terms.all(|(term, _)| term.impartial() || !term.loopy());
        (question.is_sum() && ends && useful()).then(|| Offer {
            facets,
            share: 2,
            anew: false,
            why: "without rules for winning a game is a sum of components, and so are its options"
                .to_string(),
        })
    }

    fn begin<'q>(&self, question: &'q Question<'q>) -> Box<dyn Attempt<'q> + 'q> {
        // Half of the memory is for a forward search, where there is one.
        let both = !question.game.impartial() && question.game.signed_terms().len() == 1;
        let limits = question.options.limits;
        let memory = limits.memory / if both { 2 } else { 1 };
        let limits = Limits { memory, ..limits };
        let sums = question.game.sums(limits);
        let known = HashMap::new();
        let moves = ByPlayer { left: None, right: None };
        let (begun, nimber, rate, time) = (false, 0, RATE, None);
        Box::new(Searching { question, sums, known, begun, moves, nimber, rate, time })
    }
}

/// Searches of the sums that play of a game leads to.
struct Searching<'q> {
    question: &'q Question<'q>,
    sums: Option<Sums<'q>>,
    /// What terms, and the games after their moves, are worth.
    known: HashMap<String, LoopyNimber>,
    /// Whether the databases are read.
    begun: bool,
    moves: ByPlayer<Option<Moves>>,
    /// The value of an impartial game is not a nimber below this one.
    nimber: u32,
    /// Work in a millisecond.
    rate: usize,
    /// The time of the present turn.
    time: Option<(Instant, Duration)>,
}

/// The moves of a player who starts.
struct Moves {
    moves: Vec<Move>,
    /// Whether these are all.
    all: bool,
    /// Which of the moves keep the result.
    best: Vec<Option<Best>>,
    /// The moves for which that is not known, the next one last.
    open: Vec<usize>,
}

/// Whether a search is over; otherwise more work is needed than was allowed.
type Done = Result<bool, Unsolved>;

const fn fate(wins: bool) -> Fate {
    if wins { Fate::Win } else { Fate::Loss }
}

impl<'q> Searching<'q> {
    /// Finds what is missing, with about `effort` more work.
    fn find(
        &mut self,
        effort: usize,
        turn: &Turn<'q>,
        solver: &mut Solver,
        findings: &mut Findings<'q>,
    ) -> Done {
        let last = self.work().saturating_add(effort);
        let Question { game, options, .. } = *self.question;
        let terms = self.terms(game, solver)?;
        if options.wanted.winner {
            let sum = with_nimber(terms.clone())?;
            for starter in self.question.starters() {
                if findings.fate(starter).is_none() {
                    let Some(wins) = self.wins(&sum, starter, last)? else { return Ok(false) };
                    let fate = fate(wins);
                    findings.prove(starter, Bounds { at_least: fate, at_most: fate });
                }
            }
            for starter in self.question.starters() {
                if !self.find_moves(starter, true, last, solver, findings)? {
                    return Ok(false);
                }
            }
        }
        if turn.is_enough(findings) {
            return Ok(false);
        }
        if game.impartial() && findings.lacks(Facet::Value) {
            let Some(value) = self.value(terms, last)? else { return Ok(false) };
            findings.put_nimber(value, Vec::new());
        }
        if turn.is_enough(findings) {
            return Ok(false);
        }
        if options.wanted.winner {
            for starter in self.question.starters() {
                if !self.find_moves(starter, false, last, solver, findings)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn wins(
        &mut self,
        terms: &[Term],
        starter: Player,
        last: usize,
    ) -> Result<Option<bool>, Unsolved> {
        let left = last.saturating_sub(self.work());
        self.sums.as_mut().ok_or(Unsolved::Unknown)?.wins(terms, starter, left)
    }

    fn work(&self) -> usize {
        self.sums.as_ref().map_or(0, Sums::work)
    }

    /// The terms of a game without heaps and known terms, and what heaps and known terms are worth.
    fn terms(
        &self,
        game: &dyn Game,
        solver: &mut Solver,
    ) -> Result<(Vec<Term>, LoopyNimber), Unsolved> {
        let (mut terms, mut known) = (Vec::new(), LoopyNimber::from(Nimber(0)));
        for (term, negative) in game.signed_terms() {
            if let Some(worth) = self.known.get(&term.text()) {
                known = known + worth.clone();
            } else if term.heaps().is_some() {
                // With the memory of the question, not the search's share: heaps beyond that are no
                // sum to be searched.
                let limits = Limits { time: self.time, ..self.question.options.limits };
                let valued = solver.terms(&*term, &limits)?;
                let valued = valued.ok_or(Unsolved::Unknown)?;
                known = valued.into_iter().fold(known, |known, term| known + term.value);
            } else if term.loopy() {
                return Err(Unsolved::Loopy);
            } else {
                terms.push(term.sum_term(negative));
            }
        }
        Ok((terms, known))
    }

    /// Finds moves that keep the result of a player who starts: all of them, or the `first`. A
    /// winning move is always among them, except one in a heap with very many moves.
    fn find_moves(
        &mut self,
        starter: Player,
        first: bool,
        last: usize,
        solver: &mut Solver,
        findings: &mut Findings<'q>,
    ) -> Done {
        let Some(fate) = findings.fate(starter) else { return Ok(true) };
        if fate == Fate::Draw {
            return Ok(true);
        }
        if self.moves[starter].is_none() {
            let (moves, listed) = self.known_moves(starter, fate, solver);
            if listed.is_err() {
                findings.put_side(starter, self.side(&moves, fate));
            }
            self.moves[starter] = Some(moves);
            listed?;
        }
        loop {
            let Some(moves) = &self.moves[starter] else { return Ok(true) };
            let found = moves.best.iter().any(Option::is_some) || moves.open.is_empty();
            if found {
                findings.put_side(starter, self.side(moves, fate));
            }
            let Some(&number) = moves.open.last().filter(|_| !(first && found)) else {
                return Ok(true);
            };
            let to = moves.moves[number].to.boxed();
            let wins = self.wins_after(&*to, starter.opponent(), last, solver)?;
            let Some(wins) = wins else { return Ok(false) };
            if let Some(moves) = &mut self.moves[starter] {
                moves.open.pop();
                moves.best[number] = (!wins).then(|| Best::of(&moves.moves[number], fate, None));
            }
        }
    }

    /// The moves of a player who starts, and which of them keep the result, as far as no search is
    /// needed: a player who loses does so with any move. Also returns why not all moves were looked
    /// at.
    fn known_moves(
        &mut self,
        starter: Player,
        fate: Fate,
        solver: &mut Solver,
    ) -> (Moves, Result<(), Unsolved>) {
        let Question { options, .. } = *self.question;
        let most = self.question.most_moves().max(MOST_TRIED);
        let (mut moves, mut best, mut open) = (Vec::new(), Vec::new(), Vec::new());
        let listed = self.question.listed_moves(starter, (most, usize::MAX), |option| {
            options.limits.go_on(moves.len())?;
            let wins = match fate {
                Fate::Win => self.wins_after(&*option.to, starter.opponent(), 0, solver)?,
                _ => Some(false),
            };
            best.push((wins == Some(false)).then(|| Best::of(&option, fate, None)));
            if wins.is_none() {
                open.push(moves.len());
            }
            moves.push(option);
            Ok(())
        });
        open.reverse();
        let all = matches!(listed, Ok(true));
        (Moves { moves, all, best, open }, listed.map(|_| ()))
    }

    fn wins_after(
        &mut self,
        game: &dyn Game,
        mover: Player,
        last: usize,
        solver: &mut Solver,
    ) -> Result<Option<bool>, Unsolved> {
        match self.terms(game, solver)? {
            // The player to move then never loses.
            (_, LoopyNimber::Infinite(_)) => Ok(Some(true)),
            terms => self.wins(&with_nimber(terms)?, mover, last),
        }
    }

    fn side(&self, moves: &Moves, fate: Fate) -> Side {
        let most = self.question.most_moves();
        let mut best: Vec<Best> = moves.best.iter().flatten().cloned().collect();
        let complete = moves.all && moves.open.is_empty() && best.len() <= most;
        best.truncate(most);
        Side { best, complete, ..Side::of(fate) }
    }

    /// The value of an impartial game: the least nimber beside which the game is lost (Lemoine and
    /// Viennot, Nimbers are inevitable, 2012).
    fn value(
        &mut self,
        (mut terms, known): (Vec<Term>, LoopyNimber),
        last: usize,
    ) -> Result<Option<LoopyNimber>, Unsolved> {
        loop {
            terms.push(Term::Nimber(self.nimber));
            match self.wins(&terms, Player::Left, last)? {
                Some(true) => self.nimber += 1,
                Some(false) => {
                    return Ok(Some(LoopyNimber::from(Nimber(self.nimber.into())) + known));
                }
                None => return Ok(None),
            }
            terms.pop();
        }
    }
}

/// Terms and a nimber as one list.
fn with_nimber((mut terms, known): (Vec<Term>, LoopyNimber)) -> Result<Vec<Term>, Unsolved> {
    let nimber = known.nimber().and_then(|nimber| u32::try_from(nimber.0).ok());
    terms.push(Term::Nimber(nimber.ok_or(Unsolved::Unknown)?));
    Ok(terms)
}

impl<'q> Attempt<'q> for Searching<'q> {
    fn go_on(
        &mut self,
        turn: &Turn<'q>,
        solver: &mut Solver,
        findings: &mut Findings<'q>,
    ) -> Result<bool, Failure> {
        let Some(sums) = &mut self.sums else { return Ok(false) };
        let Question { game, .. } = self.question;
        // The options of a sum are found without a look at the clock.
        if turn.purpose == Purpose::Small
            && self.question.starters().any(|starter| !game.moves_up_to(starter, MOST_TRIED).1)
        {
            return Ok(false);
        }
        self.time = turn.limits.time;
        self.known.extend(findings.worths());
        let mut found = Ok(false);
        if !std::mem::replace(&mut self.begun, true) {
            let mut databases = self.question.options.databases.iter();
            found = databases.try_for_each(|database| sums.take(database)).map(|()| false);
        }
        if found.is_ok() {
            let left = turn.left().map(|left| left.as_millis() as usize);
            let effort = left.map_or(usize::MAX, |left| left.max(1).saturating_mul(self.rate));
            let (began, before) = (Instant::now(), self.work());
            found = self.find(effort, turn, solver, findings);
            let took = began.elapsed().as_millis() as usize;
            if took > 2 {
                self.rate = ((self.work() - before) / took).max(1);
            }
        }
        match found {
            Ok(done) => Ok(!done),
            Err(Unsolved::Stopped(stopped)) => Err(stopped.into()),
            // The value may still be found where play can go on for ever.
            Err(Unsolved::Loopy) => Ok(!turn.alone),
            // No search helps here, as where play can go on for ever.
            Err(_) => Ok(false),
        }
    }

    fn visited(&self) -> u64 {
        self.sums.as_ref().map_or(0, |sums| sums.looked_at() as u64)
    }

    fn bytes(&self) -> u64 {
        self.sums.as_ref().map_or(0, Sums::bytes)
    }
}
