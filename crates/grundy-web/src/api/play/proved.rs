//! Proofs about a position and its moves, from solutions.

use std::sync::Arc;

use grundy::answer::{Judgement, chosen_by};
use grundy::solve::proof::Bounds;
use grundy::solve::verify::strategy::Strategy;
use grundy::{Fate, Game, Player};

use super::worth::Judges;
use crate::config::{Find, Known, Results, Solution};

/// The proofs of a solution.
pub(super) struct Proved {
    /// The name of its file, if it is from one.
    pub(super) by: Option<String>,
    /// The number of positions in the file, if it has all.
    pub(super) positions: Option<usize>,
    /// The proof for the player to move.
    here: Proof,
    /// The proof for the player to move, for each move.
    moves: Vec<Proof>,
    /// The move that a weak solution makes.
    pub(super) chosen: Option<usize>,
}

/// A proof about the player to move, with or without a move.
#[derive(Clone, Copy)]
struct Proof {
    bounds: Bounds,
    /// The number of moves to the end, if they were counted.
    remoteness: Option<u32>,
}

impl Proof {
    /// A proof without a number of moves.
    fn within(bounds: Bounds) -> Proof {
        Proof { bounds, remoteness: None }
    }

    /// The proof from what is known of a result.
    fn of(known: Option<Judgement>) -> Proof {
        known.map_or(Proof::within(Bounds::UNKNOWN), |Judgement { fate, remoteness }| Proof {
            bounds: Bounds { at_least: fate, at_most: fate },
            remoteness,
        })
    }

    fn judgement(self) -> Option<Judgement> {
        self.bounds.fate().map(|fate| Judgement { fate, remoteness: self.remoteness })
    }
}

impl Proved {
    /// The proofs of the first solution of the ruleset that knows something about a position with the
    /// moves `options`; `complete` says whether these are all moves.
    pub(super) fn new(
        solutions: &[Arc<Solution>],
        judges: &Judges,
        (game, mover): (&dyn Game, Player),
        options: &[&dyn Game],
        complete: bool,
    ) -> Option<Proved> {
        if solutions.is_empty() || options.is_empty() {
            return None;
        }
        let at = (game, mover);
        let proved = |solution: &Arc<Solution>| {
            let by = solution.file.clone();
            match &solution.known {
                Known::Strategies(strategies) => {
                    by_strategies(by, strategies, judges, at, options, complete)
                }
                Known::Results { positions, find: Results(find) } => {
                    by_results(by, *positions, &**find, judges, at, options)
                }
            }
        };
        solutions.iter().find_map(proved)
    }

    /// The result of the position, if it is proved.
    pub(super) fn result(&self) -> Option<Judgement> {
        self.here.judgement()
    }

    /// The result of a move.
    pub(super) fn result_of(&self, option: usize) -> Option<Judgement> {
        self.moves[option].judgement()
    }

    /// The proved bounds on a move.
    pub(super) fn bounds(&self, option: usize) -> Bounds {
        self.moves[option].bounds
    }
}

/// The proofs from the results of all positions; none if the file does not have this position.
fn by_results(
    by: Option<String>,
    positions: usize,
    find: &Find,
    judges: &Judges,
    (game, mover): (&dyn Game, Player),
    options: &[&dyn Game],
) -> Option<Proved> {
    let here = Proof::of(Some(find(game, mover)?.into()));
    let after = |option: &&dyn Game| {
        let next = option.turn().unwrap_or(mover.opponent());
        let found = find(*option, next).map(Judgement::from);
        let there = found.or_else(|| judges.ended(*option, next));
        Proof::of(if next == mover { there } else { there.map(Judgement::reversed) })
    };
    let moves = options.iter().map(after).collect();
    Some(Proved { by, positions: Some(positions), here, moves, chosen: None })
}

/// The proofs from strategies, for a position with the moves `options`.
fn by_strategies(
    by: Option<String>,
    strategies: &[Strategy],
    judges: &Judges,
    (game, mover): (&dyn Game, Player),
    options: &[&dyn Game],
    complete: bool,
) -> Option<Proved> {
    // The other player has a strategy from there, or play is over.
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
        by,
        positions: None,
        here: Proof::within(here),
        moves: moves.into_iter().map(Proof::within).collect(),
        chosen,
    })
}
