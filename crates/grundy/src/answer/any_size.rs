//! Games that may be too large to list: searching forward and listing all positions, or
//! searching sums of components, are run in turns, each with more work than in its turn
//! before, until one of them gives the answer. Together they take a small multiple of what
//! the better one takes alone.

use super::scored::add_scores;
use super::sums::{EFFORT_FOR_VALUE, Searched, may_search};
use super::{
    Answer, ForwardSearch, Options, Solver, Whole, add_value, from_positions, modest, solve,
    too_large,
};
use crate::game::{Game, Large};
use crate::limits::{Limits, Stopped};
use crate::ruleset::Flow;
use crate::solve::partitioned::{Failure, Settings};
use crate::solve::sums::Unsolved;

/// An answer, or what is proved so far and why it is not more.
pub struct Answered {
    /// The answer. Where the search was stopped, [`Answer::open`] says what is proved.
    pub answer: Answer,
    /// The limit that was reached.
    pub stopped: Option<Stopped>,
}

/// Positions that are listed before a game is searched.
pub const FEW: usize = 1 << 20;

/// What the search works on that [`solve_any_size`] runs where there are more than [`FEW`]
/// positions; none where all positions must be listed.
#[must_use]
pub fn searched_over(game: &dyn Game, options: &Options<'_>) -> Option<String> {
    if game.has_search() || game.has_scores() {
        return Some("positions, by a search of the ruleset's own".to_string());
    }
    let sums = may_search(game, options);
    let forward = match goes_forward(game, options) {
        true => game.proving(options.convention, 0),
        false => None,
    };
    match (sums, forward) {
        (true, Some(forward)) if !forward.adds() => {
            Some(format!("{} and, in turns, sums of components", forward.method()))
        }
        (true, None) => Some("sums of components".to_string()),
        (_, forward) => Some(forward?.method().to_string()),
    }
}

/// Whether a forward search is of use: it plays one position, and finds no values.
fn goes_forward(game: &dyn Game, options: &Options<'_>) -> bool {
    let one = game.signed_terms().len() == 1;
    one && !(game.impartial() && may_search(game, options))
}

/// How much work each method does in its turns.
struct Turns {
    /// Positions that are listed at most.
    positions: usize,
    /// Nodes that the search visits.
    effort: u64,
    /// How many times as much in the next turn.
    more: (usize, u64),
}

impl Turns {
    fn new(large: Option<&dyn Large>, options: &Options<'_>) -> Turns {
        let Options { convention, limits, .. } = *options;
        let settings = Settings { convention, limits, ..Settings::default() };
        let flow = large.map(|large| large.plan(1, &settings).flow);
        let (effort, more) = match flow {
            // Where play ends, a search mostly visits fewer nodes than there are positions.
            Some(Flow::Rising | Flow::Stepwise) => (20_000_000, (4, 8)),
            // Where it can come back, draws are mostly found sooner by a list.
            Some(Flow::Loopy | Flow::Level) => (1_000_000, (64, 8)),
            // Rules that are not packed are slower.
            None => (2_000_000, (8, 8)),
        };
        Turns { positions: FEW, effort, more }
    }

    /// Rules of files are slower, and much slower while they are not compiled.
    fn are_slow(&mut self) {
        self.positions /= 16;
        self.effort /= 10;
        self.more.0 = self.more.0.max(8);
    }

    fn grow(&mut self) {
        self.positions = self.positions.saturating_mul(self.more.0);
        self.effort = self.effort.saturating_mul(self.more.1);
    }
}

/// Says who wins a game of any size, and how; as far as it is proved within the limits,
/// where there are too many positions to list.
///
/// # Errors
///
/// When a limit is reached and nothing can be said; when memory for packed positions fails.
pub fn solve_any_size(game: &dyn Game, options: &Options<'_>) -> Result<Answered, Failure> {
    let mut answered = decide(game, options)?;
    if answered.stopped.is_none() {
        if !game.has_scores() {
            add_scores(&mut answered.answer, game, &options.limits)?;
        }
        add_value(&mut answered.answer, game, &options.limits)?;
    }
    Ok(answered)
}

/// The same without points and without the value of a partizan game.
fn decide(game: &dyn Game, options: &Options<'_>) -> Result<Answered, Failure> {
    let proved = |answer| Answered { answer, stopped: None };
    let own_way = game.has_search() || game.has_scores();
    if !own_way
        && options.whole != Whole::Always
        && let Some(answer) = few_keys(game, options)?
    {
        return Ok(proved(answer));
    }
    if own_way || options.whole == Whole::Always || !goes_forward(game, options) {
        return Ok(proved(solve(game, options)?));
    }
    if may_search(game, options)
        && let Some(answered) = sums_in_turns(game, options)?
    {
        return Ok(answered);
    }
    let limits = options.limits;
    let large = game.large();
    let mut turns = Turns::new(large.as_deref(), options);
    if large.is_some() && !game.sources().is_empty() {
        turns.are_slow();
    }
    let mut listed = 0;
    let mut search = None::<ForwardSearch<'_>>;
    loop {
        let positions = limits.positions.min(turns.positions);
        let mut too_large = None;
        if listed < limits.positions {
            let table = search.as_ref().map_or(0, ForwardSearch::bytes);
            let memory = limits.memory.saturating_sub(table);
            let limits = Limits { positions, memory, ..limits };
            let listing = Options { limits, ..*options };
            match list(game, large.as_deref().filter(|_| listed > 0), &listing) {
                Ok(answer) => return Ok(proved(answer)),
                Err(Failure::Stopped(Stopped::Positions { .. })) => listed = positions,
                Err(Failure::Stopped(stopped @ Stopped::Memory { .. })) => {
                    listed = usize::MAX;
                    too_large = Some(stopped);
                }
                Err(Failure::Stopped(stopped)) => {
                    let search = search.or_else(|| ForwardSearch::new(game, options));
                    let Some(search) = search else { return Err(stopped.into()) };
                    return so_far(&search, stopped);
                }
                Err(failure) => return Err(failure),
            }
        }
        if search.is_none() {
            search = ForwardSearch::new(game, options);
        }
        match (&mut search, too_large) {
            (Some(search), _) => match search.go_on(turns.effort) {
                Ok(Some(answer)) => return Ok(proved(answer)),
                Ok(None) => {}
                Err(stopped) => return so_far(search, stopped),
            },
            (None, Some(stopped)) => return Err(stopped.into()),
            (None, None) => {}
        }
        turns.grow();
    }
}

/// The answer of a game in a file whose positions have few keys: all are listed. None if there
/// are many keys, or if the game has components, which say more.
fn few_keys(game: &dyn Game, options: &Options<'_>) -> Result<Option<Answer>, Failure> {
    /// A list of so many keys takes less than a minute.
    const FEW_KEYS: u128 = 1 << 26;
    /// So many positions are listed before rules are compiled.
    const SMALL: usize = 1 << 14;
    if game.sources().is_empty() || game.splits() || game.signed_terms().len() > 1 {
        return Ok(None);
    }
    let limits = Limits { positions: options.limits.positions.min(SMALL), ..options.limits };
    match solve(game, &Options { whole: Whole::Always, limits, ..*options }) {
        Ok(answer) => return Ok(Some(answer)),
        Err(stopped) if too_large(&stopped) => {}
        Err(stopped) => return Err(stopped.into()),
    }
    let large = game.large().filter(|large| large.most() <= FEW_KEYS);
    let Some(large) = large else { return Ok(None) };
    match list(game, Some(&*large), options) {
        Ok(answer) => Ok(Some(answer)),
        Err(Failure::Stopped(ref stopped)) if too_large(stopped) => Ok(None),
        Err(failure) => Err(failure),
    }
}

/// The answer of a partizan game that is worth what its components are worth: who wins is
/// found by a forward search or by one of sums of components. None where play can go on for
/// ever, or where a limit leaves neither of them anything to do.
fn sums_in_turns(game: &dyn Game, options: &Options<'_>) -> Result<Option<Answered>, Failure> {
    const GROWTH: usize = 4;
    /// So many nodes take as long as a unit of the work of a search of sums, or less.
    const NODES: usize = 2;
    let proved = |answer| Ok(Some(Answered { answer, stopped: None }));
    let limits = options.limits;
    let modest = modest(game, options);
    match solve(game, &Options { whole: Whole::Always, limits: modest, ..*options }) {
        Ok(answer) => return proved(answer),
        Err(ref stopped) if too_large(stopped) => {}
        Err(stopped @ (Stopped::Time { .. } | Stopped::Interrupted { .. })) => {
            return match ForwardSearch::new(game, options) {
                Some(search) => so_far(&search, stopped).map(Some),
                None => Err(stopped.into()),
            };
        }
        Err(stopped) => return Err(stopped.into()),
    }
    let Some(mut forward) = ForwardSearch::new(game, options) else { return Ok(None) };
    let forward_alone = options.remoteness || forward.adds();
    let half = Limits { memory: limits.memory / 2, ..limits };
    let options = &Options { limits: if forward_alone { limits } else { half }, ..*options };
    if !forward_alone {
        let Some(smaller) = ForwardSearch::new(game, options) else { return Ok(None) };
        forward = smaller;
    }
    let mut solver = Solver::default();
    let mut sums = Searched::new(&mut solver, game, options);
    let mut effort = EFFORT_FOR_VALUE;
    loop {
        match forward.go_on(effort as u64) {
            Ok(Some(answer)) => return proved(answer),
            Ok(None) => {}
            Err(stopped) => return so_far(&forward, stopped).map(Some),
        }
        if forward_alone {
            effort = effort.saturating_mul(GROWTH);
            continue;
        }
        match sums.as_mut().map_err(|why| why.clone()).and_then(|sums| sums.answer(effort / NODES))
        {
            Ok(Some(answer)) => return proved(answer),
            Ok(None) => {}
            Err(Unsolved::Stopped(stopped)) if too_large(&stopped) => {}
            Err(Unsolved::Stopped(stopped)) => return so_far(&forward, stopped).map(Some),
            Err(_) => return Ok(None),
        }
        effort = effort.saturating_mul(GROWTH);
    }
}

/// What is proved where the time is up or the user has asked to stop; other reasons are
/// errors, such as rules that fail.
pub(super) fn so_far(search: &ForwardSearch<'_>, stopped: Stopped) -> Result<Answered, Failure> {
    match stopped {
        Stopped::Time { .. } | Stopped::Interrupted { .. } => {
            Ok(Answered { answer: search.so_far(), stopped: Some(stopped) })
        }
        stopped => Err(stopped.into()),
    }
}

/// The answer by listing all positions; packed, if `large` is given.
fn list(
    game: &dyn Game,
    large: Option<&dyn Large>,
    options: &Options<'_>,
) -> Result<Answer, Failure> {
    let Some(large) = large else { return Ok(solve(game, options)?) };
    let Options { convention, limits, .. } = *options;
    let positions = large.solve(&Settings { convention, limits, ..Settings::default() })?;
    let mut find = large.finder(&positions);
    let answer = from_positions(game, convention, positions.counts(), &mut find)?;
    answer.ok_or_else(|| Failure::Lost("the positions are not those of the game".to_string()))
}
