//! Answers by a forward search, for games that are too large to list; also what is proved
//! so far where the search was stopped.

use std::io;
use std::path::Path;

use super::{Answer, Best, Options, Side};
use crate::game::{Game, Move, Near, Proving};
use crate::limits::Stopped;
use crate::outcome::Fate;
use crate::player::{ByPlayer, Player};
use crate::solve::proof::Bounds;
use crate::solve::verify::Refused;
use crate::solve::verify::strategy::{Promise, Strategy};

/// What is proved of a player who starts, where that is not yet everything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenSide {
    /// What the player brings about at least, and at most.
    pub bounds: Bounds,
    /// The moves that look best.
    pub best: Vec<OpenBest>,
    /// Moves that follow each other, each proved to keep what is known.
    pub line: Vec<String>,
}

impl OpenSide {
    /// Whether a move keeps what is proved of the player.
    #[must_use]
    pub fn is_proved(&self, best: &OpenBest) -> bool {
        self.bounds.at_least != Fate::Loss && best.bounds.at_least == self.bounds.at_least
    }
}

/// A move of which not everything is proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenBest {
    /// What players call the move.
    pub name: String,
    /// The game after it, as it is written.
    pub to: String,
    /// What the player who makes it brings about at least, and at most.
    pub bounds: Bounds,
}

/// Nodes that are visited at least to see which moves keep the result, and the part of the
/// nodes of the search that may be visited if that is more.
const EFFORT_FOR_MOVES: (u64, u64) = (100_000, 8);

/// Bytes for tables of positions; the rest is for what surrounds them.
fn memory_for_tables(options: &Options<'_>) -> u64 {
    options.limits.memory / 8 * 7
}

/// A forward search of a game, which can be taken further.
pub struct ForwardSearch<'a> {
    game: &'a dyn Game,
    options: Options<'a>,
    proving: Box<dyn Proving>,
    /// Another search, which counts moves.
    counting: Option<Box<dyn Proving>>,
    bounds: ByPlayer<Bounds>,
    /// What is answered already.
    sides: ByPlayer<Option<Side>>,
}

impl<'a> ForwardSearch<'a> {
    /// Begins a search; none for sums of games.
    #[must_use]
    pub fn new(game: &'a dyn Game, options: &Options<'a>) -> Option<Self> {
        let memory = memory_for_tables(options);
        let memory = if options.remoteness { memory / 2 } else { memory };
        let proving = game.proving(options.convention, memory)?;
        let counting = match options.remoteness {
            true => game.counting(options.convention, memory),
            false => None,
        };
        let bounds = ByPlayer { left: Bounds::UNKNOWN, right: Bounds::UNKNOWN };
        let sides = ByPlayer { left: None, right: None };
        Some(ForwardSearch { game, options: *options, proving, counting, bounds, sides })
    }

    /// Nodes visited so far.
    #[must_use]
    pub fn visited(&self) -> u64 {
        self.proving.visited()
    }

    /// Bytes of the transposition table.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.proving.bytes()
    }

    /// Whether it searches sums of components; see [`Proving::adds`].
    #[must_use]
    pub fn adds(&self) -> bool {
        self.proving.adds()
    }

    /// Keeps the search in a file, from which another run goes on; whether there was one.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, is damaged, or of another search.
    pub fn keep_in(&mut self, path: &Path) -> io::Result<bool> {
        self.proving.keep_in(path)
    }

    /// Writes that file.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn keep(&mut self) -> io::Result<()> {
        self.proving.keep()
    }

    fn starters(&self) -> Vec<Player> {
        let turn = self.game.turn();
        let starts = |player: &Player| turn.is_none_or(|turn| turn == *player);
        Player::BOTH.into_iter().filter(starts).collect()
    }

    /// What a player brings about who starts, with about so many more visits of nodes; none
    /// if that is not proved yet.
    ///
    /// # Errors
    ///
    /// As for [`go_on`](Self::go_on).
    pub fn fate(&mut self, starter: Player, effort: u64) -> Result<Option<Fate>, Stopped> {
        self.proving.expect(effort);
        let bounds = &mut self.bounds[starter];
        if bounds.fate().is_none() {
            let at = Near { starter, option: None };
            let mut better = |found: Bounds| *bounds = bounds.and(found);
            self.proving.prove(at, effort, &self.options.limits, &mut better)?;
        }
        Ok(self.bounds[starter].fate())
    }

    /// Goes on with about so many more visits of nodes for each player who may start; the
    /// answer, once it is proved.
    ///
    /// # Errors
    ///
    /// When a limit is reached. What is proved until then is in [`so_far`](Self::so_far).
    pub fn go_on(&mut self, effort: u64) -> Result<Option<Answer>, Stopped> {
        for starter in self.starters() {
            if starter == Player::Right && self.game.impartial() {
                self.sides.right = self.sides.left.clone();
            }
            if self.sides[starter].is_some() {
                continue;
            }
            let before = self.visited();
            let Some(fate) = self.fate(starter, effort)? else { return Ok(None) };
            let (least, part) = EFFORT_FOR_MOVES;
            let effort_for_moves = ((self.visited() - before) / part).max(least);
            let (mut side, numbers) = self.side(starter, fate, effort_for_moves)?;
            if !self.count_moves(starter, (&mut side, &numbers), effort)? {
                return Ok(None);
            }
            self.sides[starter] = Some(side);
        }
        let ByPlayer { left, right } = self.sides.clone();
        Ok(Some(Answer::from_sides(self.game, self.options.convention, left, right)))
    }

    /// Strategies that bring about what is proved: one for the player who wins, or one for
    /// each player if it is a draw; for each player who may start, but for Left alone in
    /// impartial games. None while something is not proved.
    ///
    /// # Errors
    ///
    /// When a limit is reached.
    pub fn strategies(&mut self) -> Result<Option<Vec<Strategy>>, Refused> {
        let mut strategies = Vec::new();
        for starter in self.starters() {
            if starter == Player::Right && self.game.impartial() {
                continue;
            }
            let Some(fate) = self.bounds[starter].fate() else { return Ok(None) };
            let players = match fate {
                Fate::Win => vec![starter],
                Fate::Loss => vec![starter.opponent()],
                Fate::Draw => Player::BOTH.to_vec(),
            };
            let fate = if fate == Fate::Draw { Fate::Draw } else { Fate::Win };
            for player in players {
                let promise = Promise { starter, player, fate };
                strategies.push(self.strategy(promise)?);
            }
        }
        Ok(Some(strategies))
    }

    /// A strategy for what is proved. If the moves of the proof can return, their number is
    /// counted, and the win comes nearer with each.
    fn strategy(&mut self, promise: Promise) -> Result<Strategy, Refused> {
        let limits = &self.options.limits;
        let returns = match self.proving.strategy(promise, limits) {
            Err(returns @ Refused::Returns { .. }) => returns,
            found => return found,
        };
        if self.counting.is_none() {
            let memory = memory_for_tables(&self.options).saturating_sub(self.proving.bytes());
            self.counting = self.game.counting(self.options.convention, memory);
        }
        match &mut self.counting {
            Some(counting) => counting.nearing_strategy(promise, limits),
            None => Err(returns),
        }
    }

    /// The moves that keep a proved result, as far as they are found with so much effort, and
    /// their numbers.
    fn side(
        &mut self,
        starter: Player,
        fate: Fate,
        effort: u64,
    ) -> Result<(Side, Vec<usize>), Stopped> {
        let over = self.game.end(starter).is_some();
        let moves = if over { Vec::new() } else { self.game.moves(starter) };
        let last = self.visited().saturating_add(effort);
        let (mut best, mut numbers, mut complete) = (Vec::new(), Vec::new(), true);
        for (number, Move { name, to, .. }) in moves.iter().enumerate() {
            let mut bounds = self.after(starter, number);
            // Who loses does so with any move.
            if fate != Fate::Loss && bounds.fate().is_none() && !bounds.rules_out(fate) {
                let each = last.saturating_sub(self.visited()) / (moves.len() - number) as u64;
                let at = Near { starter, option: Some(number) };
                self.proving.prove(at, each, &self.options.limits, &mut |_| {})?;
                bounds = self.after(starter, number);
            }
            if fate == Fate::Loss || bounds.at_least == fate {
                let (position, to) = (to.position(), to.text());
                best.push(Best { name: name.clone(), position, to, fate, remoteness: None });
                numbers.push(number);
            } else {
                complete &= bounds.rules_out(fate);
            }
        }
        Ok((Side { fate, remoteness: None, best, complete, score: None }, numbers))
    }

    /// Finds in how many moves a player wins or loses, if that is wanted, and in how many by
    /// the best moves; whether it was found with so much effort. Moves that win more slowly are
    /// not counted.
    fn count_moves(
        &mut self,
        starter: Player,
        (side, numbers): (&mut Side, &[usize]),
        effort: u64,
    ) -> Result<bool, Stopped> {
        let Some(counting) = &mut self.counting else { return Ok(true) };
        if side.fate == Fate::Draw {
            return Ok(true);
        }
        counting.expect(effort);
        let (limits, at) = (&self.options.limits, |option| Near { starter, option });
        let within = (side.fate, u32::MAX);
        side.remoteness = counting.remoteness(at(None), within, effort, limits)?;
        let Some(moves) = side.remoteness else { return Ok(false) };
        for (best, &number) in side.best.iter_mut().zip(numbers) {
            let after = at(Some(number));
            let turns = counting.mover(after) != starter;
            let fate = if turns { side.fate.reversed() } else { side.fate };
            let within = (fate, moves.saturating_sub(1));
            best.remoteness = counting.remoteness(after, within, effort, limits)?;
        }
        let won = side.fate == Fate::Win;
        side.best.sort_by_key(|best| {
            let moves = best.remoteness.unwrap_or(u32::MAX);
            if won { moves } else { u32::MAX - moves }
        });
        Ok(true)
    }

    /// What a player brings about by a move.
    fn after(&self, starter: Player, number: usize) -> Bounds {
        let at = Near { starter, option: Some(number) };
        let bounds = self.proving.known(at);
        if self.proving.mover(at) == starter { bounds } else { bounds.reversed() }
    }

    /// What is proved until now, for each player who may start.
    #[must_use]
    pub fn so_far(&self) -> Answer {
        let side = |starter: Player| -> OpenSide {
            let bounds = self.bounds[starter];
            let moves = self.game.moves(starter).into_iter().enumerate();
            let mut best: Vec<OpenBest> = moves
                .map(|(number, Move { name, to, .. })| OpenBest {
                    name,
                    to: to.text(),
                    bounds: self.after(starter, number),
                })
                .collect();
            best.sort_by_key(|best| best.bounds.rank());
            let first = best.first().map(|best| best.bounds.rank());
            best.retain(|best| Some(best.bounds.rank()) == first);
            let line = self.proving.line(Near { starter, option: None });
            OpenSide { bounds, best, line }
        };
        let mut answer = Answer::from_sides(self.game, self.options.convention, None, None);
        for starter in self.starters() {
            answer.open[starter] = Some(side(starter));
        }
        answer
    }
}
