//! The line of best play: the winner wins as soon as possible, the loser loses as late.

use std::collections::HashSet;
use std::sync::Arc;

use grundy::answer::Judgement;
use grundy::{Game, Limits, Player, Progress};
use serde::Serialize;

use super::action::{HeapChange, HeapsBefore, edge};
use super::worth::Judges;
use crate::config::Solution;
use crate::error::ApiError;

/// Limits on the moves of a line, on the moves looked at in one position, and on the moves looked
/// at in total.
const LONGEST: usize = 60;
const MOST_OPTIONS: usize = 600;
const MOST_LOOKED_AT: usize = 6000;

/// The line of best play from a position.
#[derive(Default, Serialize)]
pub(super) struct Principal {
    moves: Vec<Best>,
    /// Whether play goes on after these moves.
    more: bool,
}

/// A move of the line.
#[derive(Serialize)]
struct Best {
    mover: &'static str,
    /// Its number among all moves of its position.
    index: usize,
    name: String,
    /// What it does to heaps.
    heaps: Option<Vec<HeapChange>>,
    /// The edge of a drawing that it cuts.
    edge: Option<String>,
}

impl Principal {
    /// The line from a position, as long as all positions are solved. Of equally good moves it
    /// takes the first one, but in an endless draw it avoids repetition if possible.
    pub(super) fn new(
        (start, mover): (&dyn Game, Player),
        judges: &Judges,
        solutions: &[Arc<Solution>],
        limits: &Limits<'_>,
    ) -> Result<Principal, ApiError> {
        let mut line = Principal::default();
        // If only values say who wins, nothing says how soon.
        let solved = |game: &dyn Game, mover| {
            let judged = judges.known.iter().find_map(|judge| judge.verdict(game, mover));
            judged.or_else(|| solutions.iter().find_map(|solution| solution.verdict(game, mover)))
        };
        if solved(start, mover).is_none() {
            return Ok(line);
        }
        let mut seen = HashSet::from([(start.text(), mover)]);
        let (mut game, mut mover) = (start.boxed(), mover);
        let mut looked_at = 0;
        while judges.ended(&*game, mover).is_none() {
            limits.check(Progress { stage: "line", positions: looked_at, bytes: 0 })?;
            line.more = true;
            let (moves, complete) = game.moves_up_to(mover, MOST_OPTIONS);
            looked_at += moves.len();
            if line.moves.len() == LONGEST || looked_at > MOST_LOOKED_AT || !complete {
                return Ok(line);
            }
            let judged = moves.into_iter().enumerate().filter_map(|(index, option)| {
                let next = option.to.turn().unwrap_or(mover.opponent());
                let there = solved(&*option.to, next).map(Judgement::from);
                let there = there.or_else(|| judges.ended(&*option.to, next))?;
                let mine = if next == mover { there } else { there.reversed() };
                let again = seen.contains(&(option.to.text(), next));
                Some(((mine.rank(), again), index, option, next))
            });
            let Some((_, index, option, next)) = judged.min_by_key(|(rank, ..)| *rank) else {
                return Ok(line);
            };
            let heaps =
                HeapsBefore::of(&*game).and_then(|heaps| heaps.changes(&option.name, &*option.to));
            let edge = edge(&game.scene(), &option.tokens);
            line.moves.push(Best { mover: mover.word(), index, name: option.name, heaps, edge });
            (game, mover) = (option.to, next);
            if !seen.insert((game.text(), mover)) {
                return Ok(line);
            }
        }
        line.more = false;
        Ok(line)
    }
}
