//! The first heap at which the Grundy values of two games on heaps differ.

use super::Solver;
use crate::game::Game;
use crate::solve::compare::{Comparison, compare};
use grundy_base::{Limits, Stopped};

/// Compares g(n) of a game on heaps with g(n + `shift`) of another one, for n up to `last`; none if
/// there is nothing to compare.
///
/// # Errors
///
/// When a limit is reached.
pub fn compare_heaps(
    first: &dyn Game,
    second: &dyn Game,
    last: usize,
    shift: i64,
    limits: &Limits<'_>,
) -> Result<Option<Comparison>, Stopped> {
    let (Some((rules, _)), Some((other_rules, _))) = (first.heaps(), second.heaps()) else {
        return Ok(None);
    };
    // With a shift, the second sequence must reach as far as the first.
    let other_last = isize::try_from(shift).ok().and_then(|shift| last.checked_add_signed(shift));
    let Some(other_last) = other_last else { return Ok(None) };
    let mut solver = Solver::default();
    solver.table(first, last, limits)?;
    solver.table(second, other_last, limits)?;
    Ok(compare(
        (solver.known(first, last), &rules.kind()),
        (solver.known(second, other_last), &other_rules.kind()),
        shift,
    ))
}
