//! A ruleset's game, solved from one position: who wins, by which moves, in how many, and what
//! positions are worth.

use std::fmt;

use hashbrown::HashSet;

use crate::Outcomes;
use crate::fold::{FoldError, fold};
use crate::mex::arena_values;
use crate::retrograde::retrograde;
use grundy_base::{ByPlayer, Convention, Limits, Outcome, Player, Stopped, Verdict};
use grundy_graph::{Explored, Node, explore};
use grundy_ruleset::{Position, Rules};
use grundy_values::{Form, Forms, Nimber};

/// Bytes that [`solve`] may hold.
const USUAL: u64 = 1 << 30;

/// Lists all positions that play reaches from `start`, whoever starts, and finds what each brings
/// about under the convention of the rules, in at most 1 GB.
///
/// Time: proportional to positions and moves, with one hash look-up a move. A game of more positions
/// than memory holds is searched by [`proof`](crate::proof).
///
/// # Errors
///
/// If there are more positions than memory holds, or the rules fail.
///
/// # Examples
///
/// ```
/// use grundy_base::{Fate, Outcome, Player, Verdict};
/// use grundy_ruleset::Ruleset;
/// use grundy_solve::solve;
///
/// /// Take one or two tokens from one of two heaps.
/// struct TakeOneOrTwo;
///
/// impl Ruleset for TakeOneOrTwo {
///     type Position = [u32; 2];
///
///     fn impartial(&self) -> bool {
///         true
///     }
///
///     fn options(&self, &[a, b]: &[u32; 2], _: Player) -> impl Iterator<Item = [u32; 2]> {
///         let less = |heap: u32| (1..=2).filter_map(move |take| heap.checked_sub(take));
///         less(a).map(move |a| [a, b]).chain(less(b).map(move |b| [a, b]))
///     }
/// }
///
/// let solved = solve(&TakeOneOrTwo, &[5, 4])?;
/// assert_eq!(solved.outcome(), Some(Outcome::N));
/// assert_eq!(solved.best(&[5, 4], Player::Left), [[4, 4], [5, 2]]);
/// assert_eq!(solved.verdict(&[4, 4], Player::Right).map(Verdict::fate), Some(Fate::Loss));
/// assert_eq!(solved.nimber(&[5, 4]).map(|nimber| nimber.0), Some(3));
/// # Ok::<(), grundy_base::Stopped>(())
/// ```
pub fn solve<'r, P: Position>(
    rules: &'r dyn Rules<P>,
    start: &P,
) -> Result<Solution<'r, P>, Stopped> {
    solve_within(rules, start, &Limits { memory: USUAL, ..Limits::default() })
}

/// The same within other limits.
///
/// # Errors
///
/// When a limit is reached, or the rules fail.
pub fn solve_within<'r, P: Position>(
    rules: &'r dyn Rules<P>,
    start: &P,
    limits: &Limits<'_>,
) -> Result<Solution<'r, P>, Stopped> {
    let explored = explore(rules, start, limits)?;
    let outcomes = retrograde(&explored.arena, rules.convention(), limits)?;
    let has_values = rules.convention() == Convention::Normal && !rules.has_ends();
    let values = if has_values { arena_values(&explored.arena) } else { None };
    Ok(Solution { rules, explored, outcomes, values })
}

/// All positions that play reaches from a start, with what each brings about.
pub struct Solution<'r, P: Position> {
    rules: &'r dyn Rules<P>,
    explored: Explored<P>,
    outcomes: Outcomes,
    /// Grundy values, by node; none if play can go on for ever, and where positions have no such
    /// value.
    values: Option<Vec<u32>>,
}

impl<P: Position> Solution<'_, P> {
    /// The outcome class of the start; none where only one player can start, or one draws and the
    /// other does not.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let ByPlayer { left, right } = self.verdicts();
        Outcome::from_fates(ByPlayer { left: left?.fate(), right: right?.fate() })
    }

    /// What each player brings about as the starter; none if only the other player can start.
    #[must_use]
    pub fn verdicts(&self) -> ByPlayer<Option<Verdict>> {
        ByPlayer::new(|player| {
            self.explored.starts[player].map(|start| self.outcomes.verdict(start.node))
        })
    }

    /// How many different positions play reaches.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.explored.positions
    }

    /// What the player to move brings about in a position; none if play does not lead there.
    #[must_use]
    pub fn verdict(&self, position: &P, mover: Player) -> Option<Verdict> {
        self.node(position, mover).map(|(node, _)| self.outcomes.verdict(node))
    }

    /// The positions after the moves that keep what the player to move brings about, the best first:
    /// the quickest win, or the slowest loss. Empty where there is no move, and where play does not
    /// lead to the position.
    #[must_use]
    pub fn best(&self, position: &P, mover: Player) -> Vec<P> {
        let Some((node, mirrored)) = self.node(position, mover) else { return Vec::new() };
        let (arena, here) = (&self.explored.arena, self.outcomes.verdict(node));
        let after = |&to: &Node| {
            let there = self.outcomes.verdict(to);
            (if arena.turn_passes(node, to) { there.reversed() } else { there }, to)
        };
        let mut best: Vec<(Verdict, Node)> = arena.options(node).iter().map(after).collect();
        best.retain(|(there, _)| there.fate() == here.fate());
        best.sort_by_key(|(there, _)| there.rank());
        let mut seen = HashSet::new();
        best.retain(|&(_, to)| seen.insert(to));
        let position = |(_, to): (Verdict, Node)| {
            let position = self.explored.position(to);
            if mirrored { self.rules.negative(position) } else { Some(position.clone()) }
        };
        best.into_iter().filter_map(position).collect()
    }

    /// The Grundy value of a position of an impartial game; none if play does not lead there, can go
    /// on for ever, or is ended by the rules, and under misère play.
    #[must_use]
    pub fn nimber(&self, position: &P) -> Option<Nimber> {
        let (node, _) = self.node(position, Player::Left)?;
        Some(Nimber(self.values.as_ref()?[node as usize].into()))
    }

    /// The canonical form of a position under normal play; none if the rules end play themselves.
    /// The caller keeps `forms`, and its limits hold.
    ///
    /// # Errors
    ///
    /// If play can go on for ever, or a limit is reached, or the rules fail.
    ///
    /// # Examples
    ///
    /// ```
    /// use grundy_base::{Limits, Player};
    /// use grundy_ruleset::Ruleset;
    /// use grundy_values::Forms;
    ///
    /// /// A strip with this number of squares: Left covers two, Right three, from the left end on.
    /// struct Cover;
    ///
    /// impl Ruleset for Cover {
    ///     type Position = u32;
    ///
    ///     fn options(&self, &strip: &u32, player: Player) -> impl Iterator<Item = u32> {
    ///         let squares = if player == Player::Left { 2 } else { 3 };
    ///         strip.checked_sub(squares).into_iter()
    ///     }
    /// }
    ///
    /// let solved = grundy_solve::solve(&Cover, &4)?;
    /// let mut forms = Forms::new(Limits::default());
    /// let value = solved.value(&4, &mut forms)?.expect("the last move wins");
    /// // Left leaves two squares, for one more move of her own, and Right one, for none.
    /// assert_eq!(forms.print(value)?, "{1|0}");
    /// assert_eq!(forms.temperature(value)?.to_string(), "1/2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn value(&self, position: &P, forms: &mut Forms<'_>) -> Result<Option<Form>, FoldError> {
        if self.rules.has_ends() {
            return Ok(None);
        }
        let limits = *forms.limits();
        fold(self.rules, position, forms, &limits).map(Some)
    }

    /// The node of a position, or of its negative where only that was explored, and which of the
    /// two it is.
    fn node(&self, position: &P, mover: Player) -> Option<(Node, bool)> {
        let here = self.explored.find(position, mover).map(|node| (node, false));
        here.or_else(|| {
            let negative = self.rules.negative(position)?;
            Some((self.explored.find(&negative, mover.opponent())?, true))
        })
    }
}

impl<P: Position + fmt::Debug> fmt::Debug for Solution<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solution")
            .field("positions", &self.positions())
            .field("verdicts", &self.verdicts())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use hashbrown::HashMap;

    use super::*;
    use grundy_base::Fate;
    use grundy_ruleset::Ruleset;

    /// Left takes one token or three, Right one or two; the last token wins.
    struct Sides;

    impl Ruleset for Sides {
        type Position = u32;

        fn options(&self, &heap: &u32, player: Player) -> impl Iterator<Item = u32> {
            let takes = if player == Player::Left { [1, 3] } else { [1, 2] };
            takes.into_iter().filter_map(move |take| heap.checked_sub(take))
        }
    }

    /// Who wins, by the definition.
    fn wins(heap: u32, mover: Player, known: &mut HashMap<(u32, Player), bool>) -> bool {
        if let Some(&wins) = known.get(&(heap, mover)) {
            return wins;
        }
        let options: Vec<u32> = Sides.options(&heap, mover).collect();
        let found = options.iter().any(|&after| !wins(after, mover.opponent(), known));
        known.insert((heap, mover), found);
        found
    }

    #[test]
    fn partizan_verdicts_and_moves_are_those_of_the_definition() {
        let solved = solve(&Sides, &30).unwrap();
        let mut known = HashMap::new();
        for heap in 0..=30 {
            for mover in Player::BOTH {
                let Some(verdict) = solved.verdict(&heap, mover) else { continue };
                let won = wins(heap, mover, &mut known);
                assert_eq!(verdict.fate(), if won { Fate::Win } else { Fate::Loss }, "{heap}");
                let mut best = solved.best(&heap, mover);
                let keeps = |&after: &u32| won != wins(after, mover.opponent(), &mut known);
                let mut kept: Vec<u32> = Sides.options(&heap, mover).filter(keeps).collect();
                let soonest =
                    best.first().and_then(|&next| solved.verdict(&next, mover.opponent()));
                if let Some(moves) = soonest.and_then(Verdict::remoteness) {
                    assert_eq!(verdict.remoteness(), Some(moves + 1), "{heap}");
                }
                best.sort_unstable();
                kept.sort_unstable();
                assert_eq!(best, kept, "{heap}");
            }
        }
        assert_eq!(solved.nimber(&30), None);
        assert!(solved.verdict(&31, Player::Left).is_none());
        assert!(solved.best(&31, Player::Left).is_empty());
    }

    /// Each player moves a stone of their own forward on a ring, but not onto the other one. The start
    /// is its own negative: only play that Left starts is explored.
    struct Ring;

    impl Ruleset for Ring {
        type Position = [u8; 2];

        fn options(
            &self,
            &[left, right]: &[u8; 2],
            mover: Player,
        ) -> impl Iterator<Item = [u8; 2]> {
            let step = |stone: u8| (stone + 1) % 5;
            let to = match mover {
                Player::Left => [step(left), right],
                Player::Right => [left, step(right)],
            };
            (to[0] != to[1]).then_some(to).into_iter()
        }

        fn loopy(&self) -> bool {
            true
        }

        fn negative(&self, &[left, right]: &[u8; 2]) -> Option<[u8; 2]> {
            Some([right, left])
        }
    }

    #[test]
    fn what_was_explored_as_a_negative_is_found() {
        let start = [0, 0];
        let solved = solve(&Ring, &start).unwrap();
        assert!(solved.explored.starts.right.unwrap().mirrored);
        for mover in Player::BOTH {
            assert_eq!(solved.verdict(&start, mover), Some(Verdict::Win(1)));
            let after = solved.best(&start, mover);
            assert_eq!(after, [if mover == Player::Left { [1, 0] } else { [0, 1] }]);
            let there = solved.verdict(&after[0], mover.opponent());
            // The stone behind would meet the other one.
            assert_eq!(there, Some(Verdict::Loss(0)), "{mover:?}");
        }
        assert_eq!(solved.outcome(), Some(Outcome::N));
        assert_eq!(solved.nimber(&start), None);
    }

    #[test]
    fn memory_has_a_limit() {
        let limits = Limits { memory: 100, ..Limits::default() };
        assert!(matches!(solve_within(&Sides, &1000, &limits), Err(Stopped::Memory { .. })));
    }
}
