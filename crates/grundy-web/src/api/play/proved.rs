//! What weak solutions prove of a position and of its moves.

use grundy::answer::{Judgement, chosen_by};
use grundy::solve::proof::Bounds;
use grundy::{Fate, Game, Player};

use super::worth::Judges;
use crate::config::Solution;

/// What a weak solution proves.
pub(super) struct Proved {
    /// The name of its file.
    pub(super) by: String,
    /// Of the player to move.
    here: Bounds,
    /// Of the player to move, for each move.
    moves: Vec<Bounds>,
    /// The move that the solution makes.
    pub(super) chosen: Option<usize>,
}

impl Proved {
    /// What the first solution proves that knows something of a position, whose moves are
    /// `options`; `complete` says whether these are all.
    pub(super) fn new(
        solutions: &[Solution],
        judges: &Judges,
        (game, mover): (&dyn Game, Player),
        options: &[&dyn Game],
        complete: bool,
    ) -> Option<Proved> {
        if solutions.is_empty() || options.is_empty() {
            return None;
        }
        let ruleset = game.ruleset();
        let of_game = |solution: &&Solution| {
            solution.ruleset == ruleset && solution.convention == judges.convention
        };
        let proved = |solution| of_one(solution, judges, (game, mover), options, complete);
        solutions.iter().filter(of_game).find_map(proved)
    }

    /// The result of the position, if it is proved.
    pub(super) fn result(&self) -> Option<Judgement> {
        judgement(self.here)
    }

    /// The result of a move.
    pub(super) fn result_of(&self, option: usize) -> Option<Judgement> {
        judgement(self.moves[option])
    }

    /// What is proved of a move.
    pub(super) fn bounds(&self, option: usize) -> Bounds {
        self.moves[option]
    }
}

fn judgement(bounds: Bounds) -> Option<Judgement> {
    bounds.fate().map(|fate| Judgement { fate, remoteness: None })
}

fn of_one(
    solution: &Solution,
    judges: &Judges,
    (game, mover): (&dyn Game, Player),
    options: &[&dyn Game],
    complete: bool,
) -> Option<Proved> {
    let strategies = &solution.strategies;
    // The other player has a strategy from there on, or play is over.
    let after = |option: &dyn Game| {
        let next = option.turn().unwrap_or(mover.opponent());
        let bounds = match (judges.ended(option, next), chosen_by(strategies, option, next)) {
            (Some(Judgement { fate, .. }), _) => Bounds { at_least: fate, at_most: fate },
            (None, Some((_, fate))) => Bounds { at_least: fate, at_most: Fate::Win },
            (None, None) => Bounds::UNKNOWN,
        };
        if next == mover { bounds } else { bounds.reversed() }
    };
    let mut moves: Vec<Bounds> = options.iter().map(|option| after(*option)).collect();
    let chosen = chosen_by(strategies, game, mover).filter(|(place, _)| *place < moves.len());
    if let Some((place, fate)) = chosen {
        moves[place] = moves[place].and(Bounds { at_least: fate, at_most: Fate::Win });
    }
    let best = moves.iter().min_by_key(|bounds| bounds.rank());
    let at_least = best.map_or(Fate::Loss, |bounds| bounds.at_least);
    let bounded = complete && !moves.is_empty();
    let most = moves.iter().map(|bounds| Bounds { at_least: Fate::Loss, ..*bounds });
    let most = most.min_by_key(|bounds| bounds.rank()).filter(|_| bounded);
    let here = Bounds { at_least, at_most: most.map_or(Fate::Win, |bounds| bounds.at_most) };
    let chosen = chosen.map(|(place, _)| place);
    (here != Bounds::UNKNOWN || chosen.is_some()).then(|| Proved {
        by: solution.file.clone(),
        here,
        moves,
        chosen,
    })
}
