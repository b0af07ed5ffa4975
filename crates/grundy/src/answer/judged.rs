//! What every move of a player who starts brings about: each is a question of its own.

use std::time::Duration;

use hashbrown::HashMap;

use super::findings::Facet;
use super::options::Question;
use super::values::most_moves;
use super::{Answer, Best, Judged, Options, Solved, Solver, Wanted};
use crate::game::{Game, Move};
use crate::limits::Stopped;
use crate::outcome::Fate;
use crate::player::Player;
use crate::solve::partitioned::Failure;

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
            let over = game.end(starter).is_some();
            let (moves, all) =
                if over { (Vec::new(), true) } else { game.moves_up_to(starter, most) };
            let (judged, stopped) = self.judge_each(starter, moves, answer, options)?;
            let complete = all && stopped.is_none();
            let limit = options.limits.memory;
            let full = Stopped::Memory { limit, needed: limit, reached: judged.len() };
            let stopped = stopped.or((!all && limit < Question::MOVES_IN).then_some(full));
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

    /// What moves bring about, as far as the limits allow, and the limit that was reached.
    fn judge_each(
        &mut self,
        starter: Player,
        moves: Vec<Move>,
        answer: &Answer,
        options: &Options<'_>,
    ) -> Result<(Vec<Judged>, Option<Stopped>), Failure> {
        let best = answer.side(starter).into_iter().flat_map(|side| &side.best);
        let known = best.map(|best| (&*best.to, best)).collect();
        let mut judged = Vec::new();
        for option in moves {
            match self.judge(starter, option, &known, answer.solved.as_ref(), options) {
                Ok(found) => judged.push(found),
                Err(Failure::Stopped(why)) if !matches!(why, Stopped::Rules(_)) => {
                    return Ok((judged, Some(why)));
                }
                Err(failure) => return Err(failure),
            }
        }
        Ok((judged, None))
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
        let answer = self.solve(&*to, &asked)?.whole()?;
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
    /// All moves of a player who loses, by any of them, as many as are wanted; whether these are all.
    pub(super) fn losing_moves(&self, starter: Player) -> (Vec<Best>, bool) {
        let (moves, all) = self.game.moves_up_to(starter, self.most_moves());
        (moves.iter().map(|option| Best::of(option, Fate::Loss, None)).collect(), all)
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
