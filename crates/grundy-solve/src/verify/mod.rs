//! Checking a solution from the rules alone.
//!
//! This module states the definitions in its own words and shares no code with
//! the solvers. A claim is accepted when all claims together can only be true:
//!
//! - Remoteness falls along every claimed win and rises along every loss, so
//!   wins and losses are true by induction on remoteness.
//! - No drawn position has a lost option, and each has a drawn one (or is a
//!   tie), so neither player can force more than a draw. Remoteness falls along
//!   draws too, down to a tie; where it is none, no drawn option has one.
//! - Every move that keeps a result is named, and no other, in the order of the
//!   remoteness that it leaves.
//! - Nimbers obey mex, and every greater option can be taken back to the same
//!   nimber in a well-founded way; positions without nimber have an option
//!   without nimber that cannot be taken back. This characterises the
//!   Smith–Fraenkel values (Fraenkel and Perl 1975), on graphs without loops
//!   the Grundy values.
//! - The claims are of all positions that play reaches, and of no others.

pub mod strategy;
pub mod theorems;
mod values;

use std::error::Error;
use std::fmt;
use std::mem::discriminant;
use std::ops::Range;

use hashbrown::HashMap;

use grundy_base::definition::Moved;
use grundy_base::{Convention, End, Fault, Limits, Player, Progress, Stopped, Text, Verdict};
use grundy_graph::Foresight;
use grundy_ruleset::{Position, Rules, Written};
use grundy_values::LoopyNimber;

/// What a saved solution says of one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The position as the ruleset prints it.
    pub position: String,
    /// The player to move; in an impartial game this does not matter.
    pub mover: Player,
    /// What the player to move brings about.
    pub verdict: Verdict,
    /// What the position is worth in a sum, where the solution says so.
    pub value: Option<LoopyNimber>,
    /// The moves that keep the result, best first, where the solution names them.
    pub best: Option<Vec<String>>,
}

/// The claims of a saved solution, in any order.
pub type Claims<'a> = dyn Iterator<Item = Result<Claim, String>> + 'a;

/// Why a solution was not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refused {
    /// A claim cannot be read.
    Unreadable(String),
    /// A claim is false, or does not fit the others.
    Wrong {
        /// The position.
        position: String,
        /// The player to move.
        mover: Player,
        /// What is wrong.
        reason: String,
    },
    /// A strategy is to win, and play by it can go on for ever.
    Returns {
        /// A position to which play comes back.
        position: String,
        /// The player to move.
        mover: Player,
    },
    /// The check itself stopped early.
    Stopped(Stopped),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Unreadable(why) => f.write_str(why),
            Refused::Wrong { position, mover, reason } => {
                write!(f, "{position} with {mover} to move: {reason}")
            }
            Refused::Returns { position, mover } => write!(
                f,
                "{position} with {mover} to move: play comes back to this position, so that it \
                 need not end"
            ),
            Refused::Stopped(stopped) => stopped.fmt(f),
        }
    }
}

impl Error for Refused {}

impl From<Stopped> for Refused {
    fn from(stopped: Stopped) -> Self {
        Refused::Stopped(stopped)
    }
}

impl From<Fault> for Refused {
    fn from(fault: Fault) -> Self {
        Refused::Stopped(fault.into())
    }
}

struct Row<P> {
    position: P,
    mover: Player,
    verdict: Verdict,
    value: Option<LoopyNimber>,
    /// Its best moves, by their place in a list of all.
    best: Option<Range<usize>>,
}

/// Where the moves from each row lead: those from row `i` are
/// `places[ends[i - 1]..ends[i]]`, sorted, repeats left out.
#[derive(Default)]
struct Moves {
    ends: Vec<usize>,
    places: Vec<u32>,
}

impl Moves {
    fn from(&self, row: usize) -> &[u32] {
        let start = if row == 0 { 0 } else { self.ends[row - 1] };
        &self.places[start..self.ends[row]]
    }

    /// Completes the row whose moves were added last.
    fn close(&mut self) {
        let start = self.ends.last().copied().unwrap_or(0);
        self.places[start..].sort_unstable();
        let mut kept = start;
        for i in start..self.places.len() {
            if i == start || self.places[i] != self.places[kept - 1] {
                self.places[kept] = self.places[i];
                kept += 1;
            }
        }
        self.places.truncate(kept);
        self.ends.push(kept);
    }
}

struct Check<'a, P: Position> {
    rules: &'a dyn Written<P>,
    rows: Vec<Row<P>>,
    /// The row of a position with a player to move.
    places: HashMap<(P, Player), u32>,
    best: Vec<P>,
    moves: Moves,
}

/// Checks every claim, and that the claims are of all play from `start` and of
/// nothing else; says how many there are.
///
/// Time: one look-up for each move and each best move, and, for values,
/// proportional to moves but for sorting.
pub fn verify<P: Position>(
    rules: &dyn Written<P>,
    start: &P,
    claims: &mut Claims<'_>,
    convention: Convention,
    limits: &Limits<'_>,
) -> Result<usize, Refused> {
    let mut check = Check {
        rules,
        rows: Vec::new(),
        places: HashMap::new(),
        best: Vec::new(),
        moves: Moves::default(),
    };
    check.read(claims, limits)?;
    let starts = check.starts(start)?;
    let mut foresight = Foresight::default();
    for i in 0..check.rows.len() {
        if i.is_multiple_of(Limits::STRIDE) {
            check.tell("verifying", i, limits)?;
        }
        foresight.look(rules, (i, check.rows.len()), limits.threads, |row| {
            let Row { position, mover, .. } = &check.rows[row];
            [(position.clone(), *mover)]
        });
        check.row(i, convention)?;
    }
    check.reached(starts)?;
    check.values(convention)?;
    Ok(check.rows.len())
}

impl<P: Position> Check<'_, P> {
    /// The player under whom a claim is filed: in an impartial game the mover does not matter.
    fn role(&self, mover: Player) -> Player {
        if self.rules.impartial() { Player::Left } else { mover }
    }

    fn refuse(&self, row: usize, reason: impl Into<String>) -> Refused {
        wrong(self.rules, &self.rows[row].position, self.rows[row].mover, reason)
    }

    fn tell(
        &self,
        stage: &'static str,
        positions: usize,
        limits: &Limits<'_>,
    ) -> Result<(), Stopped> {
        let held = self.rows.capacity() * size_of::<Row<P>>()
            + self.places.capacity() * (size_of::<(P, Player, u32)>() + 1)
            + self.best.capacity() * size_of::<P>()
            + self.moves.ends.capacity() * size_of::<usize>()
            + self.moves.places.capacity() * size_of::<u32>();
        limits.check(Progress { stage, positions, bytes: held as u64 })?;
        limits.room(held as u64, positions)
    }

    fn read(&mut self, claims: &mut Claims<'_>, limits: &Limits<'_>) -> Result<(), Refused> {
        let rules = self.rules;
        let read = |text: &str| {
            rules.read(Text::new(text)).map_err(|error| match error.fault {
                Some(fault) => (*fault).into(),
                None => Refused::Unreadable(format!("cannot read the position {text:?}: {error}")),
            })
        };
        for claim in claims {
            let claim = claim.map_err(Refused::Unreadable)?;
            let position = read(&claim.position)?;
            let mover = self.role(claim.mover);
            let place = self.rows.len();
            let number = u32::try_from(place).map_err(|_| {
                let limit = u64::from(u32::MAX);
                Stopped::Numbering { what: "claims", limit }
            })?;
            if self.places.insert((position.clone(), mover), number).is_some() {
                return Err(wrong(rules, &position, mover, "stands there twice"));
            }
            let best = match claim.best {
                None => None,
                Some(names) => {
                    let from = self.best.len();
                    for name in &names {
                        self.best.push(read(name)?);
                    }
                    Some(from..self.best.len())
                }
            };
            let (verdict, value) = (claim.verdict, claim.value);
            self.rows.push(Row { position, mover, verdict, value, best });
            if place.is_multiple_of(Limits::STRIDE) {
                self.tell("reading claims", place, limits)?;
            }
            limits.count(place + 1)?;
        }
        Ok(())
    }

    /// The rows in which play starts.
    fn starts(&self, start: &P) -> Result<Vec<u32>, Refused> {
        let rules = self.rules;
        // Where exchanging the players changes nothing, one start stands for both.
        let one = rules.impartial() || rules.negative(start).as_ref() == Some(start);
        let movers: &[Player] = match rules.turn(start) {
            Some(Player::Left) => &[Player::Left],
            Some(Player::Right) => &[Player::Right],
            None if one => &[Player::Left],
            None => &Player::BOTH,
        };
        let place = |&mover: &Player| {
            let place = self.places.get(&(start.clone(), self.role(mover)));
            place.copied().ok_or_else(|| wrong(rules, start, mover, "the start is missing"))
        };
        movers.iter().map(place).collect()
    }

    /// Checks what one row claims against the rows that its moves lead to.
    fn row(&mut self, i: usize, convention: Convention) -> Result<(), Refused> {
        let rules = self.rules;
        let Row { position, mover, verdict, best, .. } = &self.rows[i];
        let mover = *mover;
        if rules.turn(position).is_some_and(|turn| self.role(turn) != mover) {
            return Err(self.refuse(i, "it is the other player's turn"));
        }
        let end = rules.end(position, mover);
        if end.is_none() {
            let impartial = rules.impartial();
            let Check { places, moves, .. } = self;
            (rules as &dyn Rules<P>).try_each_move(position, mover, |option, next| {
                let key = (option, if impartial { Player::Left } else { next });
                let Some(&place) = places.get(&key) else {
                    return Err(wrong(rules, &key.0, next, "is missing, and a move leads there"));
                };
                moves.places.push(place);
                Ok(())
            })?;
        }
        self.moves.close();
        let options = self.moves.from(i);
        let truth = match end {
            Some(End::Won(player)) if player == mover => Verdict::Win(0),
            Some(End::Won(_)) => Verdict::Loss(0),
            Some(End::Tie) => Verdict::Draw(Some(0)),
            None => truth(options.iter().map(|&place| self.after(mover, place)), convention)
                .ok_or_else(|| self.refuse(i, "its options claim too great a remoteness"))?,
        };
        if *verdict != truth {
            let because = if end.is_some() { "play has ended there" } else { "by its options" };
            return Err(self.refuse(i, format!("claimed a {verdict}, but {because} a {truth}")));
        }
        match best {
            Some(best) if !self.names_best(mover, truth, options, &self.best[best.clone()]) => {
                Err(self.refuse(i, "its best moves are not the moves that keep the result"))
            }
            _ => Ok(()),
        }
    }

    /// The result for `mover` of making the move to a row.
    fn after(&self, mover: Player, place: u32) -> Verdict {
        let Row { verdict, mover: next, .. } = self.rows[place as usize];
        let again = !self.rules.impartial() && next == mover;
        if again { verdict } else { verdict.reversed() }
    }

    /// Whether these are all the options that keep a result, in their order.
    fn names_best(&self, mover: Player, verdict: Verdict, options: &[u32], named: &[P]) -> bool {
        let place = |position: &P| {
            let next = self.rules.turn(position).unwrap_or(mover.opponent());
            self.places.get(&(position.clone(), self.role(next))).copied()
        };
        let Some(mut named) = named.iter().map(place).collect::<Option<Vec<u32>>>() else {
            return false;
        };
        let order = |&place: &u32| preference(self.after(mover, place));
        if !named.is_sorted_by_key(order) {
            return false;
        }
        named.sort_unstable();
        let result = discriminant(&verdict);
        let keeps = |place: &&u32| discriminant(&self.after(mover, **place)) == result;
        options.iter().filter(keeps).eq(&named)
    }

    /// Checks that play reaches every row.
    fn reached(&self, starts: Vec<u32>) -> Result<(), Refused> {
        let mut reached = vec![false; self.rows.len()];
        let mut open = starts;
        while let Some(place) = open.pop() {
            if !std::mem::replace(&mut reached[place as usize], true) {
                open.extend(self.moves.from(place as usize));
            }
        }
        match reached.iter().position(|reached| !reached) {
            Some(row) => Err(self.refuse(row, "play does not lead there")),
            None => Ok(()),
        }
    }

    /// Checks the nimbers, which all rows have or none.
    fn values(&self, convention: Convention) -> Result<(), Refused> {
        let Some(first) = self.rows.iter().position(|row| row.value.is_some()) else {
            return Ok(());
        };
        if !self.rules.impartial() || self.rules.has_ends() || convention == Convention::Misere {
            return Err(self.refuse(first, "has a nimber, but the game has none"));
        }
        let values: Option<Vec<_>> = self.rows.iter().map(|row| row.value.as_ref()).collect();
        match values {
            Some(values) => values::check(&values, &self.moves)
                .map_err(|(row, reason)| self.refuse(row, reason)),
            None => {
                let missing = self.rows.iter().position(|row| row.value.is_none());
                Err(self.refuse(missing.unwrap_or(first), "its value is missing"))
            }
        }
    }
}

fn wrong<P: Position>(
    rules: &dyn Written<P>,
    at: &P,
    mover: Player,
    reason: impl Into<String>,
) -> Refused {
    Refused::Wrong { position: rules.spell(at), mover, reason: reason.into() }
}

/// What a player brings about with moves to these verdicts; none when the remoteness cannot be
/// counted. A remoteness that stayed where it is could support itself.
fn truth(after: impl Iterator<Item = Verdict>, convention: Convention) -> Option<Verdict> {
    let mut moves = Moved::default();
    after.for_each(|verdict| moves.add(verdict));
    moves.truth(convention)
}

/// The order in which moves that keep a result are named: fast wins first, ties
/// before draws without end, the nearest first, and slow losses first.
fn preference(after: Verdict) -> (bool, i64) {
    match after {
        Verdict::Win(moves) | Verdict::Draw(Some(moves)) => (false, i64::from(moves)),
        Verdict::Draw(None) => (true, 0),
        Verdict::Loss(moves) => (false, -i64::from(moves)),
    }
}
