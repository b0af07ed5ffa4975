//! Impartial games of very many components: whether to list them or to search is seen by
//! doing both, in turns.
//!
//! Cram on 7×5 has millions of components, and a search for its nimber \* looks at few of
//! them; Chomp on 11×10, worth a large nimber, is soon listed, and a search for each
//! smaller nimber has to fail first.

use hashbrown::HashSet;

use super::sums::{Searched, may_search, unless_unsolved};
use super::values::Valued;
use super::{Options, Solver, modest, too_large};
use crate::game::Game;
use crate::limits::{Limits, Stopped};
use crate::solve::sums::Unsolved;

/// What was found first.
pub(super) enum Found<T> {
    /// The components were listed: the terms with their values; none if they have none.
    Listed(Option<Vec<Valued>>),
    /// The search has ended.
    Searched(T),
}

/// The work of the search in its first turn, for each term that is too large: a second or
/// two, some times as long as a modest listing.
const FIRST_TURN: usize = 3_000_000;
/// How many times as much work each does in its next turn.
const GROWTH: u32 = 4;

/// The values of the terms of an impartial game under normal play, or what `search` says
/// of it with so much more work (none: more is needed).
///
/// Neither takes more than some small multiple of the work that the other would have
/// taken alone: each turn is several times the one before, and the search keeps what it
/// has found. A term that was listed is a nimber for the search.
pub(super) fn in_turns<T>(
    solver: &mut Solver,
    game: &dyn Game,
    options: &Options<'_>,
    mut search: impl FnMut(&mut Searched<'_, '_>, usize) -> Result<Option<T>, Unsolved>,
) -> Result<Found<T>, Stopped> {
    let limits = &options.limits;
    let all = |solver: &mut Solver| Ok(Found::Listed(solver.terms(game, limits, limits)?));
    if !may_search(game, options) {
        return all(solver);
    }
    let mut listing = Listing::new(game);
    let mut listed = modest(game, options);
    let mut large = listing.go_on(solver, limits, &listed)?;
    if large == 0 {
        return Ok(Found::Listed(listing.all()));
    }
    let Some(mut searched) = unless_unsolved(Searched::new(solver, game, options))? else {
        return all(solver);
    };
    let mut turn = FIRST_TURN;
    loop {
        let last = listed.positions == limits.positions || listed.memory == limits.memory;
        listing.found.iter().flatten().for_each(|term| searched.know(term));
        let effort = if last { usize::MAX } else { turn.saturating_mul(large) };
        match unless_unsolved(search(&mut searched, effort)) {
            Ok(Some(Some(found))) => return Ok(Found::Searched(found)),
            Ok(Some(None)) => {}
            Ok(None) => break,
            Err(ref stopped) if too_large(stopped) && !last => break,
            Err(stopped) => return Err(stopped),
        }
        turn = turn.saturating_mul(GROWTH as usize);
        listed.positions = limits.positions.min(listed.positions.saturating_mul(GROWTH as usize));
        listed.memory = limits.memory.min(listed.memory.saturating_mul(GROWTH.into()));
        let room = limits.memory.saturating_sub(searched.bytes());
        let within = Limits { memory: listed.memory.min(room), ..listed };
        large = listing.go_on(searched.solver, limits, &within)?;
        if large == 0 {
            return Ok(Found::Listed(listing.all()));
        }
    }
    // Play can go on for ever, or a search takes too much.
    drop(searched);
    all(solver)
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

    /// Values the terms that are not too large; how many different ones are.
    fn go_on(
        &mut self,
        solver: &mut Solver,
        limits: &Limits<'_>,
        listed: &Limits<'_>,
    ) -> Result<usize, Stopped> {
        let mut large: HashSet<String> = HashSet::new();
        for (place, term) in std::mem::take(&mut self.open) {
            let limits = if term.heaps().is_some() { limits } else { listed };
            let text = term.text();
            let valued = match large.contains(&text) {
                true => None,
                false => match solver.term(term.boxed(), limits) {
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

    /// All terms with their values; none if one has none.
    fn all(self) -> Option<Vec<Valued>> {
        self.found.into_iter().collect()
    }
}
