//! Who wins a game with too many positions, by a search over its components.

use hashbrown::HashMap;

use super::values::Valued;
use super::{Answer, Best, Options, Side, Solver, Whole};
use crate::game::{Game, Move};
use crate::limits::Stopped;
use crate::outcome::{Convention, Fate, Outcome};
use crate::player::{ByPlayer, Player};
use crate::solve::sums::{Sums, Term, Unsolved};
use crate::value::{LoopyNimber, Nimber};

/// Whether a search over components may say who wins a game.
pub(super) fn may_search(game: &dyn Game, options: &Options<'_>) -> bool {
    options.whole != Whole::Always && is_sum(game, options)
}

/// Whether a game is worth what its components are worth together.
fn is_sum(game: &dyn Game, options: &Options<'_>) -> bool {
    let has_source = |(term, _): &(Box<dyn Game>, bool)| term.source().is_some();
    options.convention == Convention::Normal
        && !game.has_ends()
        && game.signed_terms().iter().all(has_source)
}

/// To find the other moves that win takes at most as much work as to find who wins, or
/// this if that was less: a fraction of a second.
const EFFORT_FOR_MOVES: usize = 200_000;
/// The same for the value of an impartial game: a second or two.
pub(super) const EFFORT_FOR_VALUE: usize = 3_000_000;

/// So many moves in a term are tried also where fewer are wanted.
const MOST_TRIED: usize = 1 << 13;

/// The components of a game as they are written, and who wins each alone, under normal
/// play; none for games with ends of their own, and where play can go on for ever.
pub fn outcomes_of_components(
    game: &dyn Game,
    options: &Options<'_>,
) -> Result<Option<Vec<(String, Outcome)>>, Stopped> {
    if !is_sum(game, options) {
        return Ok(None);
    }
    let solver = &mut Solver::default();
    let found = Searched::new(solver, game, options)
        .and_then(|mut searched| searched.sums.components(&game.sum_terms()));
    let class = |(text, wins): (String, ByPlayer<bool>)| {
        let fates = ByPlayer::new(|player| fate(wins[player]));
        Some((text, Outcome::from_fates(fates)?))
    };
    let written = game.written_components().into_iter();
    Ok(unless_unsolved(found)?.map(|found| written.zip(found).filter_map(class).collect()))
}

/// What was found; none where play can go on for ever.
pub(super) fn unless_unsolved<T>(found: Result<T, Unsolved>) -> Result<Option<T>, Stopped> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(Unsolved::Stopped(stopped)) => Err(stopped),
        Err(_) => Ok(None),
    }
}

fn fate(wins: bool) -> Fate {
    if wins { Fate::Win } else { Fate::Loss }
}

/// Searches of the sums that play of a game leads to, of which [`may_search`] holds.
pub(super) struct Searched<'g, 'a> {
    game: &'g dyn Game,
    solver: &'g mut Solver,
    options: &'g Options<'a>,
    sums: Sums<'a>,
    /// What terms, and the games after their moves, are worth.
    known: HashMap<String, LoopyNimber>,
}

/// Who wins a game of which [`may_search`] holds; none where play can go on for ever.
pub(super) fn searched(
    solver: &mut Solver,
    game: &dyn Game,
    options: &Options<'_>,
) -> Result<Option<Answer>, Stopped> {
    let answer =
        Searched::new(solver, game, options).and_then(|mut searched| searched.answer(usize::MAX));
    Ok(unless_unsolved(answer)?.flatten())
}

impl<'g, 'a> Searched<'g, 'a> {
    pub(super) fn new(
        solver: &'g mut Solver,
        game: &'g dyn Game,
        options: &'g Options<'a>,
    ) -> Result<Self, Unsolved> {
        let mut sums = game.sums(options.limits).ok_or(Unsolved::Unknown)?;
        options.databases.iter().try_for_each(|database| sums.take(database))?;
        Ok(Searched { game, solver, options, sums, known: HashMap::new() })
    }

    /// Who wins, with which moves, and what an impartial game is worth if that is soon
    /// found; none if who wins is not found with so much more work.
    pub(super) fn answer(&mut self, effort: usize) -> Result<Option<Answer>, Unsolved> {
        let last = self.sums.work().saturating_add(effort);
        let terms = self.terms(self.game)?;
        let sum = with_nimber(terms.clone())?;
        let mut fates = ByPlayer { left: Fate::Loss, right: Fate::Loss };
        for starter in Player::BOTH {
            let left = last.saturating_sub(self.sums.work());
            let wins = match (self.game.impartial(), starter) {
                (true, Player::Right) => Some(fates.left == Fate::Win),
                _ => self.sums.wins(&sum, starter, left)?,
            };
            let Some(wins) = wins else { return Ok(None) };
            fates[starter] = fate(wins);
        }
        let work = self.sums.work();
        let value = match self.game.impartial() {
            true => self.nimber(terms, work.max(EFFORT_FOR_VALUE))?,
            false => None,
        };
        let effort = work.max(EFFORT_FOR_MOVES);
        let left = self.side(Player::Left, fates.left, effort)?;
        let right = match self.game.impartial() {
            true => left.clone(),
            false => self.side(Player::Right, fates.right, effort)?,
        };
        let convention = self.options.convention;
        let answer = Answer::from_sides(self.game, convention, Some(left), Some(right));
        Ok(Some(Answer { value, ..answer }))
    }

    /// What an impartial game is worth, if that is found with so much more work.
    pub(super) fn value(&mut self, effort: usize) -> Result<Option<LoopyNimber>, Unsolved> {
        let terms = self.terms(self.game)?;
        self.nimber(terms, effort)
    }

    /// Takes over what a term is worth, and what it is after each move.
    pub(super) fn know(&mut self, term: &Valued) {
        self.known.extend(term.worths().map(|(game, worth)| (game.text(), worth.clone())));
    }

    /// The terms of a game but heaps and those that are known, and what these are worth.
    fn terms(&mut self, game: &dyn Game) -> Result<(Vec<Term>, LoopyNimber), Unsolved> {
        let (mut terms, mut known) = (Vec::new(), LoopyNimber::from(Nimber(0)));
        for (term, negative) in game.signed_terms() {
            if let Some(worth) = self.known.get(&term.text()) {
                known = known + worth.clone();
            } else if term.heaps().is_some() {
                // Not what searches: heaps beyond the limits are no sum to be searched.
                let valued = self.solver.terms(&*term, &self.options.limits)?;
                let valued = valued.ok_or(Unsolved::Unknown)?;
                known = valued.into_iter().fold(known, |known, term| known + term.value);
            } else {
                terms.push(term.sum_term(negative));
            }
        }
        Ok((terms, known))
    }

    /// What a player who starts brings about, and the moves that keep it so, as far as
    /// they are found with so much work; one that wins is always among them,
    /// but for one in a heap of very many moves.
    fn side(&mut self, starter: Player, fate: Fate, effort: usize) -> Result<Side, Unsolved> {
        let most = self.options.most_moves;
        let (moves, mut complete) = self.game.moves_of_each_term(starter, most.max(MOST_TRIED));
        let mut best: Vec<Option<Best>> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        let keeps = |found: &mut Option<Best>, Move { name, to, .. }: &Move| {
            let (position, to) = (to.position(), to.text());
            *found = Some(Best { name: name.clone(), position, to, fate, remoteness: None });
        };
        // What is known costs nothing, and who loses does so with any move.
        for (number, option) in moves.iter().enumerate() {
            best.push(None);
            let known = match fate {
                Fate::Win => self.wins(option, starter.opponent(), 0)?,
                _ => Some(false),
            };
            match known {
                Some(true) => {}
                Some(false) => keeps(&mut best[number], option),
                None => open.push(number),
            }
        }
        let last = self.sums.work().saturating_add(effort);
        for number in open {
            let found = best.iter().any(Option::is_some);
            let left = match found {
                true => last.saturating_sub(self.sums.work()),
                false => usize::MAX,
            };
            match self.wins(&moves[number], starter.opponent(), left)? {
                Some(true) => {}
                Some(false) => keeps(&mut best[number], &moves[number]),
                None => complete = false,
            }
        }
        let mut best: Vec<Best> = best.into_iter().flatten().collect();
        complete &= best.len() <= most;
        best.truncate(most);
        Ok(Side { fate, remoteness: None, best, complete, score: None })
    }

    fn wins(
        &mut self,
        option: &Move,
        starter: Player,
        effort: usize,
    ) -> Result<Option<bool>, Unsolved> {
        match self.terms(&*option.to)? {
            // Never lost for who is to move then.
            (_, LoopyNimber::Infinite(_)) => Ok(Some(true)),
            terms => self.sums.wins(&with_nimber(terms)?, starter, effort),
        }
    }

    /// The value of an impartial game: the least nimber beside which it is lost
    /// (Lemoine and Viennot, Nimbers are inevitable, 2012).
    fn nimber(
        &mut self,
        (mut terms, known): (Vec<Term>, LoopyNimber),
        effort: usize,
    ) -> Result<Option<LoopyNimber>, Unsolved> {
        let last = self.sums.work().saturating_add(effort);
        for nimber in 0.. {
            let left = last.saturating_sub(self.sums.work());
            terms.push(Term::Nimber(nimber));
            match self.sums.wins(&terms, Player::Left, left)? {
                Some(true) => {}
                Some(false) => return Ok(Some(LoopyNimber::from(Nimber(nimber.into())) + known)),
                None => break,
            }
            terms.pop();
        }
        Ok(None)
    }
}

/// Terms and a nimber as one list.
fn with_nimber((mut terms, known): (Vec<Term>, LoopyNimber)) -> Result<Vec<Term>, Unsolved> {
    let nimber = known.nimber().and_then(|nimber| u32::try_from(nimber.0).ok());
    terms.push(Term::Nimber(nimber.ok_or(Unsolved::Unknown)?));
    Ok(terms)
}
