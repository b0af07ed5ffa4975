//! What every move of a player who starts brings about: each is a question of its own.

use std::ops::ControlFlow;
use std::time::Duration;

use hashbrown::HashMap;

use super::findings::Facet;
use super::options::Question;
use super::values::most_moves;
use super::{Answer, Best, Judged, Options, Solved, Solver, Wanted};
use crate::game::{Game, Move};
use crate::solve::partitioned::Failure;
use grundy_base::{Fate, Player, Stopped};

impl Solver {
    /// Puts what every move brings about into an answer, as far as the limits allow.
    pub(super) fn judge_moves(
        &mut self,
        game: &dyn Game,
        options: &Options<'_>,
        answer: &mut Answer,
    ) -> Result<(), Failure> {
        let question = Question::new(game, options);
        let terms: Vec<String> = game.terms().iter().map(|term| term.text()).collect();
        let most = most_moves(&terms, &question);
        for starter in Player::BOTH {
            if answer.side(starter).is_none() {
                continue;
            }
            if game.impartial() && starter == Player::Right && answer.left.is_some() {
                answer.right = answer.left.clone();
                continue;
            }
            let (judged, ended) = self.judge_each(&question, (starter, most), answer);
            let limit = options.limits.memory;
            let full = || Stopped::Memory { limit, needed: limit, reached: judged.len() };
            let (complete, stopped) = match ended {
                Ok(all) => (all, (!all && limit < Question::MOVES_IN).then(full)),
                Err(Failure::Stopped(why)) if !matches!(why, Stopped::Rules(_)) => {
                    (false, Some(why))
                }
                Err(failure) => return Err(failure),
            };
            answer.stopped = answer.stopped.take().or(stopped);
            if !complete && !answer.missing.contains(&Facet::Moves) {
                answer.missing.push(Facet::Moves);
            }
            if let Some(side) = answer.side_mut(starter) {
                if !side.complete && !game.counts_points() && complete {
                    let options = judged.iter().map(|judged| judged.option.clone());
                    side.best = options.filter(|option| option.fate == side.fate).collect();
                    side.complete = true;
                }
                side.moves = judged;
            }
        }
        Ok(())
    }

    /// What the first `most` moves bring about, and whether these are all, or what ended the work.
    fn judge_each(
        &mut self,
        question: &Question<'_>,
        (starter, most): (Player, usize),
        answer: &Answer,
    ) -> (Vec<Judged>, Result<bool, Failure>) {
        let (mut judged, options) = (Vec::new(), question.options);
        if question.game.end(starter).is_some() {
            return (judged, Ok(true));
        }
        let best = answer.side(starter).into_iter().flat_map(|side| &side.best);
        let (known, solved) =
            (best.map(|best| (&*best.to, best)).collect(), answer.solved.as_ref());
        let ended = question.listed_moves(starter, (most, most), |option| {
            judged.push(self.judge(starter, option, &known, solved, options)?);
            Ok(())
        });
        (judged, ended)
    }

    /// What a move brings about: looked up where it is known, or else a question of its own.
    fn judge(
        &mut self,
        starter: Player,
        option: Move,
        known: &HashMap<&str, &Best>,
        solved: Option<&Solved>,
        options: &Options<'_>,
    ) -> Result<Judged, Failure> {
        let judged = |option| Judged { option, margin: None };
        options.limits.go_on(0)?;
        let counts = option.to.counts_points();
        if let Some(option) =
            solved.filter(|_| !counts).and_then(|all| listed(all, starter, &option))
        {
            return Ok(judged(option));
        }
        let Move { name, to, .. } = option;
        let text = to.text();
        let enough = |best: &Best| !counts && best.remoteness.is_some();
        if let Some(&best) = known.get(&*text).filter(|best| enough(best)) {
            return Ok(judged(Best { name, ..best.clone() }));
        }
        let mover = to.turn().unwrap_or(starter.opponent());
        let wanted = Wanted { every_move: false, moves: false, ..options.wanted };
        let (starter_there, beyond) = (Some(mover), Duration::ZERO);
        let asked = Options { starter: starter_there, wanted, beyond, ..*options };
        let answer = self.solve_once(&*to, &asked)?.whole()?;
        let none = || Failure::Lost(format!("nothing is found of {text}"));
        let side = answer.side(mover).ok_or_else(none)?;
        let turns = mover != starter;
        let fate = if turns { side.fate.reversed() } else { side.fate };
        let margin =
            side.score.as_ref().map(|score| if turns { -score.total } else { score.total });
        let (position, remoteness) = (to.position(), side.remoteness);
        let option = Best { name, position, to: text.clone(), fate, remoteness };
        Ok(Judged { option, margin })
    }
}

impl Question<'_> {
    /// The moves of a player who loses by each of them, as many as are wanted; and whether these
    /// are all, or what ended the work.
    pub(super) fn losing_moves(&self, starter: Player) -> (Vec<Best>, Result<bool, Stopped>) {
        let (mut best, most) = (Vec::new(), self.most_moves());
        let limits = &self.options.limits;
        let listed = limits.go_on(0).and_then(|()| {
            self.listed_moves(starter, (most, most), |option| {
                best.push(Best::of(&option, Fate::Loss, None));
                limits.go_on(best.len())
            })
        });
        (best, listed)
    }

    /// Goes through the moves of a player until `see` fails, but through at most `in_term` in each
    /// term and `in_all` in all; whether these were all.
    pub(super) fn listed_moves<E>(
        &self,
        starter: Player,
        (in_term, in_all): (usize, usize),
        mut see: impl FnMut(Move) -> Result<(), E>,
    ) -> Result<bool, E> {
        let (mut seen, mut ended) = (0, Ok(()));
        let all = self.game.each_move(starter, in_term, &mut |option| {
            if seen == in_all {
                return ControlFlow::Break(());
            }
            seen += 1;
            ended = see(option);
            if ended.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        ended.map(|()| all)
    }
}

/// What a move brings about, if its position is listed.
fn listed(solved: &Solved, starter: Player, option: &Move) -> Option<Best> {
    let mover = option.to.turn().unwrap_or(starter.opponent());
    let (node, _) = solved.play.find(&*option.to, mover)?;
    let there = solved.outcomes.verdict(node);
    let there = if mover == starter { there } else { there.reversed() };
    Some(Best::of(option, there.fate(), there.remoteness()))
}
