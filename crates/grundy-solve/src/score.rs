//! Games that are won by points: the margin of the win.
//!
//! The points that players already have do not change which moves are best, so a search
//! needs to know only how many are still to be gained.

use grundy_base::{Limits, Player, Stopped};
use grundy_ruleset::Ruleset;

/// A ruleset in which the player with more points wins, with a search for the margin.
pub trait Scoring: Ruleset {
    /// The points of Left so far, less those of Right.
    fn lead(&self, position: &Self::Position) -> i64;

    /// The number of moves to the end, where all plays are of one length.
    fn moves_to_the_end(&self, _position: &Self::Position) -> Option<u32> {
        None
    }

    /// Whether the search for margins is the best way to find who wins; otherwise margins are
    /// searched once that is known.
    fn decides(&self) -> bool {
        true
    }

    /// A search for what is still to be gained.
    fn margins(&self) -> impl Margins<Self::Position>;
}

/// A search for margins, which may keep its transposition table from call to call.
pub trait Margins<P> {
    /// The points that the mover gains from here on, less those of the opponent, if both do their
    /// best.
    fn margin(&mut self, at: &P, mover: Player, limits: &Limits<'_>) -> Result<i64, Stopped>;

    /// Whether the margin is at least `bound`, which may be known much sooner.
    fn reaches(
        &mut self,
        at: &P,
        mover: Player,
        bound: i64,
        limits: &Limits<'_>,
    ) -> Result<bool, Stopped> {
        Ok(self.margin(at, mover, limits)? >= bound)
    }
}

/// The margin for the player who starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// Points that the player gains from here on, less those of the opponent.
    pub margin: i64,
    /// The margin at the end of the game, with the points that there are already.
    pub total: i64,
    /// Moves to the end, where all plays are of one length.
    pub moves_to_the_end: Option<u32>,
    /// Which of the player's options keep the margin.
    pub best: Vec<bool>,
}

/// The margin for `mover`, and which of these options keep it.
pub fn score<R: Scoring>(
    rules: &R,
    search: &mut impl Margins<R::Position>,
    (position, options): (&R::Position, &[R::Position]),
    mover: Player,
    limits: &Limits<'_>,
) -> Result<Score, Stopped> {
    let lead = |position: &R::Position| match mover {
        Player::Left => rules.lead(position),
        Player::Right => -rules.lead(position),
    };
    let margin = search.margin(position, mover, limits)?;
    let total = lead(position) + margin;
    let keeps = |option: &R::Position| match rules.turn(option).unwrap_or(mover.opponent()) {
        next if next == mover => search.reaches(option, next, total - lead(option), limits),
        next => Ok(!search.reaches(option, next, lead(option) - total + 1, limits)?),
    };
    let best = options.iter().map(keeps).collect::<Result<_, _>>()?;
    Ok(Score { margin, total, moves_to_the_end: rules.moves_to_the_end(position), best })
}
