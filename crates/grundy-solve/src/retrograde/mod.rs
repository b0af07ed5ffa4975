//! Outcomes from the bottom up: retrograde analysis.
//!
//! The textbook finds W and L by sweeping over all positions until nothing
//! changes: a position is won when some option is lost for the opponent, and
//! lost when all options are won for the opponent. Two ways of doing this meet
//! here, and each is used where it is the faster:
//!
//! - `sweep`: while a level decides a good part of the open nodes, every
//!   open node examines its options. This needs no reverse edges, and reads
//!   two bits a node. Decided nodes and moves that no longer matter are
//!   removed, so each sweep is shorter than the one before.
//! - `backward`: when levels get thin, the moves among the open nodes are
//!   reversed, and from then on each is followed once: a position that is
//!   decided informs its predecessors, and one without an option left that
//!   could save the player to move is lost (Ströhlein 1970; Thompson 1986).
//!
//! What is never decided is drawn. Both ways go level by level, so that the
//! level at which a node is decided is its remoteness.

mod backward;
mod known;
mod sweep;

use self::backward::backward;
use self::known::Known;
use self::sweep::{Open, Rows, Size, Sweep, WORK};
use crate::Outcomes;
use grundy_base::{Convention, End, Limits, Progress, Stopped, Verdict};
use grundy_graph::{Arena, Node};

/// Decides every node of an arena, with remoteness.
///
/// Time: proportional to nodes and moves. Memory: besides the arena four and a
/// half bytes a node for the answer and what is known, and up to 17 bytes a
/// node and 8 a move of what one look at everything leaves open; far less
/// where levels are dense.
pub fn retrograde(
    arena: &Arena,
    convention: Convention,
    limits: &Limits<'_>,
) -> Result<Outcomes, Stopped> {
    retrograde_by(Way::Both, arena, convention, limits)
}

/// How [`retrograde_by`] works; the answer is the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Way {
    /// Forward sweeps while levels are dense, then backward.
    #[default]
    Both,
    /// Backward from the first level on.
    Backward,
}

/// [`retrograde`] in a given way, to compare and to measure.
pub fn retrograde_by(
    way: Way,
    arena: &Arena,
    convention: Convention,
    limits: &Limits<'_>,
) -> Result<Outcomes, Stopped> {
    if arena.impartial() {
        solve::<true>(way, arena, convention, limits)
    } else {
        solve::<false>(way, arena, convention, limits)
    }
}

/// A sweep is worth its time while the one before it has left at most this
/// much of its work. The sizes then form a geometric series, so that all
/// sweeps together take time proportional to the first.
const DENSE: (usize, usize) = (7, 8);

fn solve<const IMPARTIAL: bool>(
    way: Way,
    arena: &Arena,
    convention: Convention,
    limits: &Limits<'_>,
) -> Result<Outcomes, Stopped> {
    let n = arena.len();
    let mut held = arena.bytes() + 4 * n as u64 + 2 * Known::bytes(n);
    limits.room(held, n)?;
    let mut outcomes = Outcomes::drawn(n);
    let Decided { known, decided, ties } = rules(arena, convention, &mut outcomes);
    let mut done = decided + ties;
    let mut sweep = Sweep::new(arena, known, outcomes.packed_mut());
    let mut work = 0;
    let mut check = |done: usize, held: u64, more: usize| {
        work += more;
        if work < WORK {
            return Ok(());
        }
        work = 0;
        limits.check(Progress { stage: "solving", positions: done, bytes: held })
    };
    check(done, held, WORK)?;

    let dense = |before: Size, after: Size| {
        let (part, whole) = DENSE;
        after.nodes > 0 && after.work() <= before.work() / whole * part
    };
    let all = Size { nodes: n - done, moves: arena.edges() };
    let mut size = sweep.look::<IMPARTIAL>(|more| check(done, held, more))?;
    done = n - ties - size.nodes;
    let mut open = None;
    if way == Way::Both && dense(all, size) {
        held += Open::bytes(size);
        limits.room(held, n)?;
        let (mut rest, mut left) =
            sweep.collect::<IMPARTIAL>(size, |more| check(done, held, more))?;
        while dense(size, left) {
            size = left;
            done = n - ties - size.nodes;
            left = sweep.again::<IMPARTIAL>(&mut rest, |more| check(done, held, more))?;
        }
        size = left;
        open = Some(rest);
    }
    if size.nodes > 0 {
        let rows = open.as_ref().map_or(Rows::all(arena), Open::rows);
        backward::<IMPARTIAL>(sweep, rows, size, ties, held, limits)?;
    }
    Ok(outcomes)
}

/// What the rules decide without a move.
struct Decided {
    known: Known,
    decided: usize,
    ties: usize,
}

fn rules(arena: &Arena, convention: Convention, outcomes: &mut Outcomes) -> Decided {
    let mut known = Known::new(arena.len());
    let (mut decided, mut ties) = (0, 0);
    for node in arena.nodes() {
        let mover = u64::from(arena.tags()[node as usize] & 1);
        let won = match arena.end(node) {
            Some(End::Tie) => {
                outcomes.set(node, Verdict::Draw(Some(0)));
                ties += 1;
                continue;
            }
            Some(End::Won(player)) => player == arena.mover(node),
            None if !arena.options(node).is_empty() => continue,
            None => convention == Convention::Misere,
        };
        outcomes.set(node, if won { Verdict::Win(0) } else { Verdict::Loss(0) });
        decided += 1;
        let mover = if arena.impartial() { 0 } else { mover };
        known.learn(node, 1 + (mover ^ u64::from(!won)));
    }
    Decided { known, decided, ties }
}
