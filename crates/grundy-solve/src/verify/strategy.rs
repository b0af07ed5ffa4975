//! Strategies: one move for each position in which their player is to move and which play
//! reaches, whatever the other player does. They are walked through by the rules alone, to
//! make one and to check one.

use std::ops::ControlFlow;

use hashbrown::hash_map::Entry;
use hashbrown::{HashMap, HashSet};

use super::Refused;
use grundy_base::{Convention, End, Fate, Fault, Limits, Player, Progress};
use grundy_ruleset::{Position, Rules, Written};

/// What a strategy brings about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Promise {
    /// The player who moves first.
    pub starter: Player,
    /// Whose strategy it is.
    pub player: Player,
    /// What the player brings about at least: a win, or a draw.
    pub fate: Fate,
}

/// A move of a strategy.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Choice {
    /// The position, as the ruleset prints it. The strategy's player is to move.
    pub position: String,
    /// The number of the move, from 0, among all moves without repeats in the order of the
    /// rules.
    pub option: u32,
    /// The greatest number of moves to the end if the strategy is to win, else 0.
    pub moves: u32,
}

/// A weak solution: a strategy that keeps its promise from one position on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// What it brings about.
    pub promise: Promise,
    /// As in [`Choice::moves`], from the start of play.
    pub moves: u32,
    /// How many positions play reaches, of both players.
    pub positions: u64,
    /// The moves, sorted by position.
    pub choices: Vec<Choice>,
}

impl Strategy {
    /// The move in a position with the strategy's player to move; none if play by the
    /// strategy does not reach it.
    #[must_use]
    pub fn choice(&self, position: &str) -> Option<&Choice> {
        self.place(position).map(|place| &self.choices[place])
    }

    fn place(&self, position: &str) -> Option<usize> {
        self.choices.binary_search_by(|choice| choice.position.as_str().cmp(position)).ok()
    }
}

/// A game that a strategy is for.
#[derive(Clone, Copy)]
pub struct Walk<'a, P: Position> {
    /// The rules.
    pub rules: &'a dyn Written<P>,
    /// What becomes of a player who cannot move.
    pub convention: Convention,
    /// What shall be brought about.
    pub promise: Promise,
}

grundy_base::debug! {
    impl[P: Position] Walk<'_, P>: "Walk", |walk| promise = walk.promise;
}

/// The moves of a player, each with the player to move after it.
pub type Options<P> = Vec<(P, Player)>;

/// Chooses one of the moves of a position, by its number. The last argument says whether
/// the strategy is already complete from a position on.
pub type Choose<'a, P> =
    dyn FnMut(&P, &[(P, Player)], &dyn Fn(&P, Player) -> bool) -> Result<usize, Refused> + 'a;

/// A position on the line of play that is being walked.
struct Frame<P> {
    position: P,
    mover: Player,
    /// The moves that are left to walk.
    options: Options<P>,
    /// The number of the move, if the strategy chose one.
    chosen: Option<u32>,
    /// The greatest number of moves up to the end, after the moves that were walked.
    moves: u32,
}

/// What is known of a position that was met.
#[derive(Clone, Copy)]
enum Met {
    /// It is on the line of play.
    Open,
    /// The greatest number of moves from there on up to the end.
    Done(u32),
}

impl<P: Position> Walk<'_, P> {
    /// Walks through all play in which the promise's player moves by `choose`; each choice
    /// is reported. Returns the greatest number of moves up to an end, for a win, and the
    /// number of positions. Bytes held: about 100 a position.
    ///
    /// # Errors
    ///
    /// Where the promise is not kept, where play can return to a position though the player
    /// is to win, when a limit is reached, and the errors of `choose`.
    pub fn walk(
        &self,
        start: &P,
        limits: &Limits<'_>,
        choose: &mut Choose<'_, P>,
        report: &mut dyn FnMut(&P, u32, u32),
    ) -> Result<(u32, u64), Refused> {
        let mut met: HashMap<(P, Player), Met> = HashMap::new();
        let mut line: Vec<Frame<P>> = Vec::new();
        let mut next = Some((start.clone(), self.promise.starter));
        loop {
            let walked = match next.take() {
                Some((position, mover)) => {
                    self.enter(position, mover, &mut met, &mut line, choose)?
                }
                None => None,
            };
            if met.len().is_multiple_of(Limits::STRIDE) {
                let bytes = met.capacity() * (size_of::<(P, Player)>() + size_of::<Met>() + 1);
                let progress = Progress {
                    stage: "walking through a strategy",
                    positions: met.len(),
                    bytes: bytes as u64,
                };
                limits.check(progress)?;
                // A choice with its text is kept for about each, too.
                limits.room(2 * progress.bytes, met.len())?;
            }
            let Some(frame) = line.last_mut() else {
                return Ok((walked.unwrap_or(0), met.len() as u64));
            };
            if let Some(moves) = walked {
                frame.moves = frame.moves.max(moves.saturating_add(1));
            }
            next = frame.options.pop();
            if next.is_none()
                && let Some(frame) = line.pop()
            {
                let wins = self.promise.fate == Fate::Win;
                let moves = if wins { frame.moves } else { 0 };
                if let Some(number) = frame.chosen {
                    report(&frame.position, number, moves);
                }
                met.insert((frame.position, frame.mover), Met::Done(moves));
                match line.last_mut() {
                    Some(before) => before.moves = before.moves.max(moves.saturating_add(1)),
                    None => return Ok((moves, met.len() as u64)),
                }
            }
        }
    }

    /// Meets a position: the number of moves from there on, if it is known; otherwise it
    /// becomes the last of the line.
    fn enter(
        &self,
        position: P,
        mover: Player,
        met: &mut HashMap<(P, Player), Met>,
        line: &mut Vec<Frame<P>>,
        choose: &mut Choose<'_, P>,
    ) -> Result<Option<u32>, Refused> {
        let wrong = |reason: &str| Refused::Wrong {
            position: self.rules.print(&position),
            mover,
            reason: reason.to_string(),
        };
        match met.get(&(position.clone(), mover)) {
            Some(Met::Done(moves)) => return Ok(Some(*moves)),
            Some(Met::Open) if self.promise.fate == Fate::Win => {
                return Err(Refused::Returns { position: self.rules.print(&position), mover });
            }
            Some(Met::Open) => return Ok(Some(0)),
            None => {}
        }
        let (options, _) = options(self.rules, &position, mover, usize::MAX)?;
        if let Some(fate) = self.fate(&position, mover, options.is_empty()) {
            if !(fate == self.promise.fate || fate == Fate::Win) {
                return Err(wrong(&format!(
                    "the end is a {} for {}, who is to bring about a {}",
                    fate.word(),
                    self.promise.player,
                    self.promise.fate.word(),
                )));
            }
            met.insert((position, mover), Met::Done(0));
            return Ok(Some(0));
        }
        let (mut options, mut chosen) = (options, None);
        if mover == self.promise.player {
            let done = |position: &P, mover: Player| {
                matches!(met.get(&(position.clone(), mover)), Some(Met::Done(_)))
            };
            let number = choose(&position, &options, &done)?;
            if number >= options.len() {
                let count = options.len();
                return Err(wrong(&format!("there is no move {number}, of {count} from 0 on")));
            }
            options = vec![options.swap_remove(number)];
            chosen = Some(number as u32);
        }
        match met.entry((position.clone(), mover)) {
            Entry::Occupied(mut met) => *met.get_mut() = Met::Open,
            Entry::Vacant(place) => drop(place.insert(Met::Open)),
        }
        line.push(Frame { position, mover, options, chosen, moves: 0 });
        Ok(None)
    }

    /// What the promise's player has brought about, where play is over.
    fn fate(&self, position: &P, mover: Player, stuck: bool) -> Option<Fate> {
        let winner = match self.rules.end(position, mover) {
            Some(End::Tie) => return Some(Fate::Draw),
            Some(End::Won(player)) => player,
            None if !stuck => return None,
            None if self.convention == Convention::Misere => mover,
            None => mover.opponent(),
        };
        Some(if winner == self.promise.player { Fate::Win } else { Fate::Loss })
    }
}

/// The first `most` moves of a player without repeats, in the order of the rules, and whether
/// these are all; none where play is over.
///
/// # Errors
///
/// If the rules fail.
pub fn options<P: Position>(
    rules: &dyn Rules<P>,
    position: &P,
    mover: Player,
    most: usize,
) -> Result<(Options<P>, bool), Fault> {
    let (mut options, mut all) = (Vec::new(), true);
    if rules.end(position, mover).is_some() {
        return Ok((options, all));
    }
    let mut seen = HashSet::new();
    rules.each_move(position, mover, &mut |option, next| {
        if seen.insert(option.clone()) {
            all = options.len() < most;
            if !all {
                return ControlFlow::Break(());
            }
            options.push((option, next));
        }
        ControlFlow::Continue(())
    })?;
    Ok((options, all))
}

/// Checks a strategy by the rules alone; returns how many positions play by it reaches.
///
/// Every move of the other player is followed, every end is a result that was promised, and
/// a win comes to an end. Each choice is used, and its number of moves is the right one.
///
/// # Errors
///
/// At the first fault, which is named; when a limit is reached.
pub fn verify_strategy<P: Position>(
    rules: &dyn Written<P>,
    start: &P,
    strategy: &Strategy,
    convention: Convention,
    limits: &Limits<'_>,
) -> Result<u64, Refused> {
    let Strategy { promise, choices, .. } = strategy;
    let wrong = |position: &str, reason: &str| Refused::Wrong {
        position: position.to_string(),
        mover: promise.player,
        reason: reason.to_string(),
    };
    if let Some([_, twice]) =
        choices.array_windows().find(|[first, second]| first.position >= second.position)
    {
        return Err(wrong(&twice.position, "positions are not in their order"));
    }
    let mut used = vec![false; choices.len()];
    let mut fault = None;
    let (moves, positions) = Walk { rules, convention, promise: *promise }.walk(
        start,
        limits,
        &mut |position, _, _| {
            let position = rules.print(position);
            let place = strategy.place(&position).ok_or_else(|| {
                wrong(&position, "the strategy has no move here, and play reaches the position")
            })?;
            used[place] = true;
            Ok(choices[place].option as usize)
        },
        &mut |position, _, moves| {
            let position = rules.print(position);
            let claimed = strategy.choice(&position).map(|choice| choice.moves);
            if claimed.is_some_and(|claimed| claimed != moves) {
                let reason = format!("the end is {moves} moves away at most");
                fault.get_or_insert_with(|| wrong(&position, &reason));
            }
        },
    )?;
    if let Some(fault) = fault {
        return Err(fault);
    }
    if let Some(unused) = used.iter().position(|used| !used) {
        return Err(wrong(&choices[unused].position, "play does not reach this position"));
    }
    if moves != strategy.moves || positions != strategy.positions {
        return Err(Refused::Unreadable(format!(
            "there are {moves} moves and {positions} positions, not {} and {}",
            strategy.moves, strategy.positions,
        )));
    }
    Ok(positions)
}
