//! What every move of a player who starts brings about: each is a question of its own.

use std::time::Duration;

use super::findings::Facet;
use super::options::Question;
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
        for starter in Player::BOTH {
            let Some(side) = answer.side(starter) else { continue };
            let over = game.end(starter).is_some();
            let moves = if over { Vec::new() } else { game.moves(starter) };
            let (known, all) = (side.best.clone(), moves.len());
            let counts = game.counts_points();
            let mut judged = Vec::new();
            for option in moves {
                let listed = || listed(answer.solved.as_ref()?, starter, &option);
                if let Some(option) = listed().filter(|_| !counts) {
                    judged.push(Judged { option, margin: None });
                    continue;
                }
                let to = option.to.text();
                let best = known.iter().find(|best| best.to == to);
                let enough = |best: &&Best| !counts && best.remoteness.is_some();
                if let Some(best) = best.filter(enough) {
                    let option = Best { name: option.name, ..best.clone() };
                    judged.push(Judged { option, margin: None });
                    continue;
                }
                match self.judge(starter, option, to, options) {
                    Ok(found) => judged.push(found),
                    Err(Failure::Stopped(stopped)) if !matches!(stopped, Stopped::Rules(_)) => {
                        answer.stopped.get_or_insert(stopped);
                        if !answer.missing.contains(&Facet::Moves) {
                            answer.missing.push(Facet::Moves);
                        }
                        break;
                    }
                    Err(failure) => return Err(failure),
                }
            }
            if let Some(side) = answer.side_mut(starter) {
                if !side.complete && !counts && judged.len() == all {
                    let options = judged.iter().map(|judged| judged.option.clone());
                    side.best = options.filter(|option| option.fate == side.fate).collect();
                    side.complete = true;
                }
                side.moves = judged;
            }
        }
        Ok(())
    }

    /// What a move brings about.
    fn judge(
        &mut self,
        starter: Player,
        Move { name, to, .. }: Move,
        text: String,
        options: &Options<'_>,
    ) -> Result<Judged, Failure> {
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
