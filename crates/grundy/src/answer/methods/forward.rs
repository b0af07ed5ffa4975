//! A forward search: it visits few of the positions of a game that is too large to list.

use std::io;
use std::path::Path;

use super::{Attempt, Method, Offer, Turn};
use crate::answer::findings::{Facet, Findings};
use crate::answer::options::Question;
use crate::answer::{Best, OpenBest, OpenSide, Options, Side, Solver};
use crate::game::{Game, Move, Near, Proving};
use crate::solve::partitioned::Failure;
use crate::solve::proof::Bounds;
use crate::solve::verify::Refused;
use crate::solve::verify::strategy::{Promise, Strategy};
use grundy_base::{ByPlayer, Fate, Limits, Player, Stopped};

pub(super) struct Forward;

impl Method for Forward {
    fn name(&self) -> &'static str {
        "forward search"
    }

    fn offer(&self, question: &Question<'_>) -> Option<Offer> {
        let Question { game, convention, .. } = question;
        let one = game.signed_terms().len() == 1;
        // An impartial game is searched as the sum of its components.
        let sum = game.impartial() && question.is_sum() && !game.loopy();
        if !one || sum || game.has_search() || game.has_scores() {
            return None;
        }
        let search = game.proving(*convention, 0)?;
        let by = search.method();
        let mut facets = vec![Facet::Winner, Facet::Move, Facet::Moves];
        // Counting moves takes a search of its own.
        if question.options.wanted.remoteness {
            facets.push(Facet::Remoteness);
        }
        let why = format!("it visits few positions, and plays by {by}");
        // Where play ends, a search mostly visits fewer positions than there are; where it can come
        // back, a list of them finds draws sooner, and impartial games have few. A search of sums
        // is better than a search by the rules alone.
        let beside_sums = search.is_by_rules() && searches_sums(question);
        let share = if game.loopy() || game.impartial() || beside_sums { 1 } else { 4 };
        Some(Offer { facets, share, anew: false, why })
    }

    fn begin<'q>(&self, question: &'q Question<'q>) -> Box<dyn Attempt<'q> + 'q> {
        // Half of the memory is for a search of sums, where there is one.
        let share = if searches_sums(question) { 2 } else { 1 };
        let memory = question.options.limits.memory / share;
        Box::new(Searching { search: ForwardSearch::of(*question, memory) })
    }
}

/// Whether another search, of sums of components, may answer a question sooner than a forward
/// search.
pub(super) fn searches_sums(question: &Question<'_>) -> bool {
    let adds = || question.game.proving(question.convention, 0).is_some_and(|search| search.adds());
    question.is_sum() && !question.options.wanted.remoteness && !adds()
}

struct Searching<'q> {
    /// None where there are too many moves.
    search: Option<ForwardSearch<'q>>,
}

impl<'q> Attempt<'q> for Searching<'q> {
    fn go_on(
        &mut self,
        turn: &Turn<'q>,
        _: &mut Solver,
        findings: &mut Findings<'q>,
    ) -> Result<bool, Failure> {
        let Some(search) = &mut self.search else { return Ok(false) };
        search.work(&turn.limits, findings, &|findings| turn.is_enough(findings))
    }

    fn so_far(&self, findings: &mut Findings<'q>) {
        if let Some(search) = &self.search {
            search.so_far(findings);
        }
    }

    fn bytes(&self) -> u64 {
        self.search.as_ref().map_or(0, ForwardSearch::bytes)
    }

    fn visited(&self) -> u64 {
        self.search.as_ref().map_or(0, ForwardSearch::visited)
    }
}

/// Nodes that are visited between two looks whether the table should grow.
const LOOK: u64 = 1 << 20;

/// The part of the memory that tables of positions may have; the rest is for what surrounds them.
const fn for_tables(memory: u64) -> u64 {
    memory / 8 * 7
}

/// The moves of a player who starts, with what each is known to bring about.
struct Moves {
    /// The moves; none where play is over.
    moves: Vec<Move>,
    /// What the player is known to bring about by each move.
    known: Vec<Bounds>,
    /// The next move to be proved.
    next: usize,
    /// Whether a move is known that keeps the result; none where that was not looked at.
    keeps: Option<bool>,
    /// The number of moves to the end of the game and after each move, where they were counted.
    remoteness: Option<u32>,
    after: Vec<Option<u32>>,
}

/// A forward search of a game, which can be taken further.
pub(in crate::answer) struct ForwardSearch<'a> {
    question: Question<'a>,
    proving: Box<dyn Proving>,
    /// Another search, which counts moves.
    counting: Option<Box<dyn Proving>>,
    memory: u64,
    /// What is known of each player who starts, also by other methods.
    bounds: ByPlayer<Bounds>,
    /// What this search has proved.
    proved: ByPlayer<Bounds>,
    moves: ByPlayer<Moves>,
}

impl<'a> ForwardSearch<'a> {
    /// Begins a search; none for sums of games, and where there are very many moves.
    pub(in crate::answer) fn new(game: &'a dyn Game, options: &'a Options<'a>) -> Option<Self> {
        ForwardSearch::of(Question::new(game, options), options.limits.memory)
    }

    /// Whether a search plays a game, however much memory there is.
    pub(in crate::answer) fn plays(question: &Question<'_>) -> bool {
        question.game.proving(question.convention, 0).is_some()
    }

    pub(super) fn of(question: Question<'a>, memory: u64) -> Option<Self> {
        let Question { game, convention, options } = question;
        let memory = for_tables(memory);
        let memory = if options.wanted.remoteness { memory / 2 } else { memory };
        let proving = game.proving(convention, memory)?;
        let bounds = ByPlayer { left: Bounds::UNKNOWN, right: Bounds::UNKNOWN };
        // Where memory is short, its moves are few compared with what else is held.
        let room = (question.room_for_moves() / 2).max(1 << 12);
        let moves = |starter| {
            let over = game.end(starter).is_some();
            let (moves, all) =
                if over { (Vec::new(), true) } else { game.moves_up_to(starter, room) };
            let (known, after) = (vec![Bounds::UNKNOWN; moves.len()], vec![None; moves.len()]);
            let (next, keeps, remoteness) = (0, None, None);
            all.then_some(Moves { moves, known, next, keeps, remoteness, after })
        };
        let moves = ByPlayer { left: moves(Player::Left)?, right: moves(Player::Right)? };
        let proved = bounds;
        Some(ForwardSearch { question, proving, counting: None, memory, bounds, proved, moves })
    }

    /// Nodes visited so far.
    fn visited(&self) -> u64 {
        self.proving.visited() + self.counting.as_ref().map_or(0, |counting| counting.visited())
    }

    /// Bytes of the transposition tables.
    fn bytes(&self) -> u64 {
        self.proving.bytes() + self.counting.as_ref().map_or(0, |counting| counting.bytes())
    }

    /// Keeps the search in a file that another run goes on from; returns whether there was one.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, is damaged, or of another search.
    pub(in crate::answer) fn keep_in(&mut self, path: &Path, learned: &str) -> io::Result<bool> {
        self.proving.keep_in(path, learned)
    }

    /// Writes that file.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub(in crate::answer) fn keep(&mut self) -> io::Result<()> {
        self.proving.keep()
    }

    /// Finds who wins, then the moves that keep the result, then the number of moves if wanted,
    /// until it is `enough`; returns whether there is more to find.
    ///
    /// # Errors
    ///
    /// When a limit is reached; what was found until then has been told.
    pub(in crate::answer) fn work(
        &mut self,
        limits: &Limits<'_>,
        findings: &mut Findings<'a>,
        enough: &dyn Fn(&Findings<'a>) -> bool,
    ) -> Result<bool, Failure> {
        let question = self.question;
        for starter in question.starters() {
            self.learn(starter, findings.bounds(starter));
            let needs_move = findings.lacks(Facet::Move);
            self.prove(starter, needs_move, limits, &mut |bounds| findings.prove(starter, bounds))?;
        }
        // A first move for each player comes before all moves of one.
        for first in [true, false] {
            for starter in question.starters() {
                while !(first && self.has_move(starter)) {
                    if enough(findings) {
                        return Ok(true);
                    }
                    if !self.prove_move(starter, limits)? {
                        break;
                    }
                }
                findings.put_side(starter, self.side(starter));
            }
        }
        if question.options.wanted.remoteness {
            for starter in question.starters() {
                self.count_moves(starter, limits)?;
                findings.put_side(starter, self.side(starter));
            }
        }
        Ok(false)
    }

    /// Reports what looks best where the search was stopped.
    pub(in crate::answer) fn so_far(&self, findings: &mut Findings<'_>) {
        for starter in self.question.starters() {
            if findings.fate(starter).is_none() {
                findings.put_open(starter, self.open(starter));
            }
        }
    }

    /// Adds what another method has proved.
    fn learn(&mut self, starter: Player, bounds: Bounds) {
        self.bounds[starter] = self.bounds[starter].and(bounds);
    }

    /// Finds what a player who starts brings about. `proved` is told each time that something new
    /// is known. With `needs_move` this is proved even if another method has told it: a proof has
    /// a move, which is found sooner than by trying one move after the other.
    ///
    /// # Errors
    ///
    /// When a limit is reached; what was proved until then has been told.
    fn prove(
        &mut self,
        starter: Player,
        needs_move: bool,
        limits: &Limits<'_>,
        proved: &mut dyn FnMut(Bounds),
    ) -> Result<(), Stopped> {
        let at = Near { starter, option: None };
        loop {
            // A player who loses does so with any move.
            let enough = match self.bounds[starter].fate() {
                Some(Fate::Win | Fate::Draw) if needs_move => self.proved[starter].fate().is_some(),
                known => known.is_some(),
            };
            if enough {
                return Ok(());
            }
            let effort = self.effort(limits)?;
            let (bounds, own) = (&mut self.bounds[starter], &mut self.proved[starter]);
            self.proving.prove(at, effort, limits, &mut |found| {
                *own = own.and(found);
                *bounds = bounds.and(found);
                proved(*bounds);
            })?;
        }
    }

    /// Nodes until the next look at the table; makes room in it for the visited nodes.
    fn effort(&mut self, limits: &Limits<'_>) -> Result<u64, Stopped> {
        let (visited, limit) = (self.proving.visited(), limits.positions);
        self.proving.expect(visited, for_tables(limits.memory));
        match limit as u64 - visited.min(limit as u64) {
            0 => Err(Stopped::Positions { limit, reached: visited as usize }),
            left => Ok(visited.max(LOOK).min(left)),
        }
    }

    /// Whether a move is known that keeps the result, or any move does. All moves are looked at
    /// only once: there may be very many.
    fn has_move(&mut self, starter: Player) -> bool {
        let Some(fate) = self.bounds[starter].fate() else { return false };
        if self.moves[starter].keeps.is_none() {
            let mut numbers = 0..self.moves[starter].moves.len();
            let keeps = fate == Fate::Loss
                || numbers.any(|number| self.after(starter, number).ensures(fate));
            self.moves[starter].keeps = Some(keeps);
        }
        self.moves[starter].keeps == Some(true)
    }

    /// Proves what the next unknown move brings about, or comes to the first move known to keep the
    /// result; returns whether there was one.
    ///
    /// # Errors
    ///
    /// When a limit is reached.
    fn prove_move(&mut self, starter: Player, limits: &Limits<'_>) -> Result<bool, Stopped> {
        let Some(fate) = self.bounds[starter].fate() else { return Ok(false) };
        // A player who loses does so with any move.
        let decides =
            |after: Bounds| fate == Fate::Loss || after.ensures(fate) || after.rules_out(fate);
        loop {
            let number = self.moves[starter].next;
            if number == self.moves[starter].moves.len() {
                return Ok(false);
            }
            let mut after = self.after(starter, number);
            let mut new = !decides(after);
            while !decides(after) {
                let effort = self.effort(limits)?;
                after = self.prove_after(starter, number, effort, limits)?;
            }
            let Moves { next, keeps, .. } = &mut self.moves[starter];
            *next += 1;
            if after.ensures(fate) {
                new |= keeps.replace(true) != Some(true);
            }
            if new {
                return Ok(true);
            }
        }
    }

    /// Searches what a player brings about by a move; returns everything then known of it.
    fn prove_after(
        &mut self,
        starter: Player,
        number: usize,
        effort: u64,
        limits: &Limits<'_>,
    ) -> Result<Bounds, Stopped> {
        let at = Near { starter, option: Some(number) };
        let mut found = Bounds::UNKNOWN;
        let ended = self.proving.prove(at, effort, limits, &mut |bounds| found = found.and(bounds));
        let found = ended.as_ref().map_or(found, |bounds| found.and(*bounds));
        let turns = self.proving.mover(at) != starter;
        let known = &mut self.moves[starter].known[number];
        *known = known.and(if turns { found.reversed() } else { found });
        let known = *known;
        ended.map(|_| known)
    }

    /// What a player who starts brings about, with the moves that are known to keep it.
    fn side(&self, starter: Player) -> Side {
        let Some(fate) = self.bounds[starter].fate() else { return Side::of(Fate::Draw) };
        let Moves { moves, remoteness, after, .. } = &self.moves[starter];
        let (mut best, mut complete) = (Vec::new(), true);
        for (number, option) in moves.iter().enumerate() {
            let bounds = self.after(starter, number);
            if fate == Fate::Loss || bounds.ensures(fate) {
                best.push(Best::of(option, fate, after[number]));
            } else {
                complete &= bounds.rules_out(fate);
            }
        }
        if remoteness.is_some() {
            best.sort_by_key(|best| {
                let moves = best.remoteness.unwrap_or(u32::MAX);
                if fate == Fate::Win { moves } else { u32::MAX - moves }
            });
        }
        Side { remoteness: *remoteness, best, complete, ..Side::of(fate) }
    }

    /// Finds the number of moves in which a player wins or loses, and the number after the best
    /// moves. Moves that win more slowly are not counted.
    fn count_moves(&mut self, starter: Player, limits: &Limits<'_>) -> Result<(), Stopped> {
        let Some(fate) = self.bounds[starter].fate() else { return Ok(()) };
        if fate == Fate::Draw || self.moves[starter].remoteness.is_some() {
            return Ok(());
        }
        if self.counting.is_none() {
            self.counting = self.question.game.counting(self.question.convention, self.memory);
        }
        let numbers = 0..self.moves[starter].moves.len();
        let known: Vec<Bounds> = numbers.map(|number| self.after(starter, number)).collect();
        let Some(counting) = &mut self.counting else { return Ok(()) };
        let memory = for_tables(limits.memory).saturating_sub(self.proving.bytes());
        let mut count = |option, within| -> Result<Option<u32>, Stopped> {
            loop {
                let visited = counting.visited();
                counting.expect(visited, memory);
                let effort = visited.max(LOOK);
                let at = Near { starter, option };
                let found = counting.remoteness(at, within, effort, limits)?;
                if found.is_some() || counting.visited() < visited + effort {
                    return Ok(found);
                }
            }
        };
        let Some(moves) = count(None, (fate, u32::MAX))? else { return Ok(()) };
        let mut after = vec![None; known.len()];
        for (number, after) in after.iter_mut().enumerate() {
            let there = Near { starter, option: Some(number) };
            let turns = self.proving.mover(there) != starter;
            if fate == Fate::Loss || known[number].ensures(fate) {
                let fate = if turns { fate.reversed() } else { fate };
                *after = count(Some(number), (fate, moves.saturating_sub(1)))?;
            }
        }
        self.moves[starter].after = after;
        self.moves[starter].remoteness = Some(moves);
        Ok(())
    }

    /// What a player is known to bring about by a move. Results of the search are kept: its table
    /// may lose them.
    fn after(&self, starter: Player, number: usize) -> Bounds {
        let known = self.moves[starter].known[number];
        if known.fate().is_some() {
            return known;
        }
        let at = Near { starter, option: Some(number) };
        let bounds = self.proving.known(at);
        let turns = self.proving.mover(at) != starter;
        known.and(if turns { bounds.reversed() } else { bounds })
    }

    /// What is proved so far for a player who starts, and which moves look best.
    fn open(&self, starter: Player) -> OpenSide {
        let moves = self.moves[starter].moves.iter().enumerate();
        let mut best: Vec<OpenBest> = moves
            .map(|(number, Move { name, to, .. })| OpenBest {
                name: name.clone(),
                to: to.text(),
                bounds: self.after(starter, number),
            })
            .collect();
        best.sort_by_key(|best| best.bounds.rank());
        let first = best.first().map(|best| best.bounds.rank());
        best.retain(|best| Some(best.bounds.rank()) == first);
        let line = self.proving.line(Near { starter, option: None });
        OpenSide { bounds: self.bounds[starter], best, line }
    }

    /// Strategies that bring about what is proved: one for the player who wins, or one for each
    /// player if it is a draw; for each possible starter, but for Left alone in impartial games.
    /// None while something is not proved.
    ///
    /// # Errors
    ///
    /// When a limit is reached.
    pub(in crate::answer) fn strategies(&mut self) -> Result<Option<Vec<Strategy>>, Refused> {
        let mut strategies = Vec::new();
        for starter in self.question.starters() {
            if starter == Player::Right && self.question.game.impartial() {
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
        let limits = &self.question.options.limits;
        let returns = match self.proving.strategy(promise, limits) {
            Err(returns @ Refused::Returns { .. }) => returns,
            found => return found,
        };
        if self.counting.is_none() {
            let memory = self.memory.saturating_sub(self.proving.bytes());
            self.counting = self.question.game.counting(self.question.convention, memory);
        }
        match &mut self.counting {
            Some(counting) => counting.nearing_strategy(promise, limits),
            None => Err(returns),
        }
    }
}
