//! Whether two games are equal, so that one can replace the other in any sum.

use std::time::Duration;

use super::{Answer, Options, Solver};
use crate::catalogue::{self, NoTerm};
use crate::game::Game;
use crate::solve::partitioned::Failure;
use crate::solve::sided::are_equal;
use grundy_base::{Fate, Limits, Outcome, Stopped};

/// Whether two games are equal, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equality {
    /// None if two loopy games have too many positions to be compared.
    pub equal: Option<bool>,
    /// The reason, in words.
    pub reason: String,
}

/// The reason why two loopy games are equal.
const SURVIVES: &str =
    "who moves second survives their difference, be infinite play won by Left or by Right";

/// Says whether two games without ends of their own are equal: whether the player who starts loses
/// their difference.
///
/// # Errors
///
/// When a limit is reached.
pub fn equal(
    first: &dyn Game,
    second: &dyn Game,
    limits: &Limits<'_>,
) -> Result<Equality, Failure> {
    let mut solver = Solver::default();
    let values = (solver.value(first, limits)?, solver.value(second, limits)?);
    let found = |equal, reason: String| Ok(Equality { equal, reason });
    match values {
        (Some((a, _)), Some((b, _))) if a == b && a.nimber().is_some() => {
            return found(Some(true), format!("both are worth {a}"));
        }
        _ if first.text() == second.text() && first.sources() == second.sources() => {
            return found(Some(true), "they are the same game".to_string());
        }
        // Infinite values only describe sums of impartial games.
        (Some((a, _)), Some((b, _))) if a == b => {
            let both = format!("both are worth {a}, equal in sums of impartial games");
            return match by_graphs(first, second, limits)? {
                None => found(None, both),
                Some(true) => found(Some(true), SURVIVES.to_string()),
                Some(false) => found(Some(false), format!("{both} alone")),
            };
        }
        (Some((a, _)), Some((b, _))) => {
            return found(Some(false), format!("worth {a} and {b}"));
        }
        _ => {}
    }
    let mut solve = |game: &dyn Game| -> Result<Answer, Failure> {
        let options = Options { limits: *limits, beyond: Duration::ZERO, ..Options::default() };
        Ok(solver.solve(game, &options)?.whole()?)
    };
    let fates = |answer: &Answer| {
        [&answer.left, &answer.right].map(|side| side.as_ref().map(|side| side.fate))
    };
    let difference = catalogue::add(vec![(first.boxed(), false), (second.boxed(), true)])
        .map_err(|NoTerm(why)| Failure::Lost(why))?;
    let answer = solve(&*difference)?;
    let outcome = answer.outcome.map_or("mixed", |outcome| outcome.word());
    let why = format!("their difference has outcome {outcome}");
    if fates(&answer).contains(&Some(Fate::Win)) {
        return found(Some(false), why);
    }
    if answer.outcome == Some(Outcome::P) {
        return found(Some(true), why);
    }
    if fates(&solve(first)?) != fates(&solve(second)?) {
        return found(Some(false), "they have different outcomes".to_string());
    }
    // Winning Ways, chapter 11: stoppers are equal if the player who starts in their difference
    // cannot win.
    if first.is_stopper(limits)? && second.is_stopper(limits)? {
        return found(Some(true), format!("{why}, and both are stoppers"));
    }
    match by_graphs(first, second, limits)? {
        Some(true) => found(Some(true), SURVIVES.to_string()),
        Some(false) => {
            let why = "who moves second does not survive their difference in both cases, infinite \
                       play won by Left and by Right";
            found(Some(false), why.to_string())
        }
        None => found(None, format!("{why}, and play in one of them may never end")),
    }
}

/// Compares all positions of two loopy games, if they are not too many, by
/// the swivel chair theorem (Siegel, Combinatorial Game Theory, chapter VI).
fn by_graphs(
    first: &dyn Game,
    second: &dyn Game,
    limits: &Limits<'_>,
) -> Result<Option<bool>, Stopped> {
    let [first, second] = [first, second].map(|game| game.components(false, limits));
    let (first, second) = (first?, second?);
    let ([a], [b]) = (&first.start[..], &second.start[..]) else { return Ok(None) };
    match are_equal([(&first.graph, *a), (&second.graph, *b)], limits) {
        Err(Stopped::Positions { .. } | Stopped::Memory { .. }) => Ok(None),
        found => found,
    }
}
