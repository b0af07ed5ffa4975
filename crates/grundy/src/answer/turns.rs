//! Impartial games of very many components: both ways to their value, listing the components
//! and searching for the nimber, are run in turns, until one of them succeeds.
//!
//! Cram on 7×5 has very many components, and a search for its nimber \* visits few of them;
//! Chomp on 11×10, of a large nimber, is soon listed, and a search for each smaller nimber
//! has to fail first.

use hashbrown::HashSet;

use super::sums::{EFFORT_FOR_VALUE, Searched, may_search, unless_unsolved};
use super::values::Valued;
use super::{Options, Solver, modest, too_large};
use crate::game::Game;
use crate::limits::{Limits, Stopped};
use crate::solve::sums::Unsolved;

/// What was found first.
pub(super) enum Found<T> {
    /// The components were listed: the terms with their values; none if one has none.
    Listed(Option<Vec<Valued>>),
    /// The search has ended.
    Searched(T),
}

/// How many times as much work each does in its next turn.
const GROWTH: usize = 4;

/// The values of the terms of an impartial game under normal play, or what `search` says
/// of it, whichever is found first. `search` is given the work that it may do, and says
/// nothing if that is not enough.
///
/// The first listing is modest, the search after it some times as much work, and each
/// turn several times the one before, so that both together take no more than some small
/// multiple of what the better one takes alone. Each has all the memory in its turn and
/// begins anew, but a term that was listed once is a nimber from then on. When a listing
/// may take all that the limits allow, the search after it goes on to its end.
pub(super) fn in_turns<T>(
    solver: &mut Solver,
    game: &dyn Game,
    options: &Options<'_>,
    search: impl Fn(&mut Searched<'_, '_>, usize) -> Result<Option<T>, Unsolved>,
) -> Result<Found<T>, Stopped> {
    let limits = &options.limits;
    if !may_search(game, options) {
        return Ok(Found::Listed(solver.terms(game, limits)?));
    }
    let mut listing = Listing::new(game);
    let mut listed = modest(game, options);
    let mut effort = EFFORT_FOR_VALUE;
    loop {
        let last = listed.positions == limits.positions || listed.memory == limits.memory;
        if last {
            listed = *limits;
        }
        let large = match listing.go_on(solver, limits, &listed)? {
            0 => return Ok(Found::Listed(listing.found.into_iter().collect())),
            large => large,
        };
        let work = if last { usize::MAX } else { effort.saturating_mul(large) };
        let found = Searched::new(solver, game, options).and_then(|mut searched| {
            listing.found.iter().flatten().for_each(|term| searched.know(term));
            search(&mut searched, work)
        });
        match unless_unsolved(found) {
            Ok(Some(Some(found))) => return Ok(Found::Searched(found)),
            Ok(Some(None)) if !last => {}
            Err(ref stopped) if too_large(stopped) && !last => {}
            Err(stopped) => return Err(stopped),
            Ok(_) => break,
        }
        effort = effort.saturating_mul(GROWTH);
        listed.positions = limits.positions.min(listed.positions.saturating_mul(GROWTH));
        listed.memory = limits.memory.min(listed.memory.saturating_mul(GROWTH as u64));
    }
    // No search says anything here, as where play can go on for ever.
    Ok(Found::Listed(solver.terms(game, limits)?))
}

/// The terms of a game, some of them valued.
struct Listing {
    /// In the order of the game.
    found: Vec<Option<Valued>>,
    /// Those without a value so far, and their places.
    open: Vec<(usize, Box<dyn Game>)>,
}

impl Listing {
    fn new(game: &dyn Game) -> Self {
        let open: Vec<_> = game.terms().into_iter().enumerate().collect();
        Listing { found: open.iter().map(|_| None).collect(), open }
    }

    /// Values terms; how many different ones are too large for these limits on what is
    /// listed. None is if one has no value, and then neither has the game.
    fn go_on(
        &mut self,
        solver: &mut Solver,
        limits: &Limits<'_>,
        listed: &Limits<'_>,
    ) -> Result<usize, Stopped> {
        let mut large: HashSet<String> = HashSet::new();
        for (place, term) in std::mem::take(&mut self.open) {
            let text = term.text();
            // To list them again, or to search, helps no heaps that are too large.
            let valued = match term.heaps().is_some() {
                true => Some(solver.term(term.boxed(), limits)?),
                false if large.contains(&text) => None,
                false => match solver.term(term.boxed(), listed) {
                    Err(ref stopped) if too_large(stopped) => None,
                    valued => Some(valued?),
                },
            };
            match valued {
                Some(None) => return Ok(0),
                Some(valued) => self.found[place] = valued,
                None => {
                    large.insert(text);
                    self.open.push((place, term));
                }
            }
        }
        Ok(large.len())
    }
}
