//! The reason why the player to move wins or loses in a sum of impartial games: the nim-sum of the
//! components.

use grundy::answer::{Part, Solver};
use grundy::{Game, Limits};
use serde::Serialize;

/// An argument, which the page puts into words.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(super) enum Reason {
    /// No move is left.
    End,
    /// The nim-sum is not 0, and a move makes it 0.
    NimSum {
        /// The Grundy values of the components.
        values: Vec<u64>,
        total: u64,
        /// The first such move among those shown.
        #[serde(rename = "move")]
        step: Option<Step>,
    },
    /// The nim-sum is 0, and every move changes it.
    Zero { values: Vec<u64> },
}

/// A move that makes the nim-sum 0.
#[derive(Serialize)]
pub(super) struct Step {
    /// Its number among all moves of the position.
    index: usize,
    /// The component in which it is made.
    component: usize,
    from: u64,
    to: u64,
}

/// A winning move.
pub(super) struct Winning<'a> {
    /// Its number among all moves of the position.
    pub(super) index: usize,
    /// The position after it, as text, and as a game if it was read already.
    pub(super) to: &'a str,
    pub(super) game: Option<&'a dyn Game>,
}

/// The argument for a position that has moves, made from its components; none if the value of a
/// component is not a nimber.
pub(super) fn reason(
    parts: &[Part],
    winning: Option<Winning<'_>>,
    limits: &Limits<'_>,
) -> Option<Reason> {
    let values: Option<Vec<u64>> =
        parts.iter().map(|part| part.value.nimber().map(|nimber| nimber.0)).collect();
    let values = values?;
    let total = values.iter().fold(0, |sum, value| sum ^ value);
    if total == 0 {
        return Some(Reason::Zero { values });
    }
    let step = winning.and_then(|Winning { index, to, game }| {
        let read;
        let option = match game {
            Some(option) => option,
            None => {
                read = grundy::language::game(to, limits).ok()?;
                &*read
            }
        };
        let (_, after) = Solver::default().value(option, limits).ok()??;
        let component = changed(parts, &after)?;
        let from = values[component];
        Some(Step { index, component, from, to: from ^ total })
    });
    Some(Reason::NimSum { values, total, step })
}

/// The component that a move has changed.
fn changed(before: &[Part], after: &[Part]) -> Option<usize> {
    let mut left: Vec<&str> = after.iter().map(|part| part.text.as_str()).collect();
    before.iter().position(|part| match left.iter().position(|text| *text == part.text) {
        Some(found) => {
            left.swap_remove(found);
            false
        }
        None => true,
    })
}
