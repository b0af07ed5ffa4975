//! Checking a solution from the rules alone.
//!
//! This module states the definitions in its own words and shares no code with
//! the solvers. A claim is accepted when all claims together can only be true:
//!
//! - Remoteness falls along every claimed win and rises along every loss, so
//!   wins and losses are true by induction on remoteness.
//! - No drawn position has a lost option, and each has a drawn one (or is a
//!   tie), so neither player can force more than a draw.
//! - Nimbers obey mex, and every greater option can be taken back to the same
//!   nimber in a well-founded way; positions without nimber have an option
//!   without nimber that cannot be taken back. This characterises the
//!   Smith–Fraenkel values (Fraenkel and Perl 1975), on graphs without loops
//!   the Grundy values.

use std::collections::BTreeSet;

use hashbrown::HashMap;

use crate::error::Text;
use crate::limits::{Limits, Progress, Stopped};
use crate::outcome::{Convention, End, Verdict};
use crate::player::Player;
use crate::ruleset::Notation;
use crate::value::{LoopyNimber, Nimber};

/// What a saved solution says of one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The position as the ruleset prints it.
    pub position: String,
    /// Who is to move; of an impartial game it does not matter.
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
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refused {
    /// A claim cannot be read.
    #[error("{0}")]
    Unreadable(String),
    /// A claim is false, or does not fit the others.
    #[error("{position} with {mover} to move: {reason}")]
    Wrong {
        /// The position.
        position: String,
        /// Who is to move.
        mover: Player,
        /// What is wrong.
        reason: String,
    },
    /// The check itself stopped early.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

struct Row<P> {
    position: P,
    mover: Player,
    verdict: Verdict,
    value: Option<LoopyNimber>,
    best: Option<Vec<P>>,
    options: Vec<usize>,
}

/// Checks every claim, and that the claims cover all play from `start`; says
/// how many there are.
pub fn verify<R: Notation>(
    rules: &R,
    start: &R::Position,
    claims: &mut Claims<'_>,
    convention: Convention,
    limits: &Limits<'_>,
) -> Result<usize, Refused> {
    let mut rows: Vec<Row<R::Position>> = Vec::new();
    let mut places: HashMap<(R::Position, Player), usize> = HashMap::new();
    let role = |mover| if rules.impartial() { Player::Left } else { mover };
    for claim in claims {
        let claim = claim.map_err(Refused::Unreadable)?;
        let read = |text: &str| {
            rules.read(Text::new(text)).map_err(|error| {
                Refused::Unreadable(format!("cannot read the position {text:?}: {error}"))
            })
        };
        let position = read(&claim.position)?;
        let best = claim.best.map(|best| best.iter().map(|text| read(text)).collect());
        let mover = role(claim.mover);
        if places.insert((position.clone(), mover), rows.len()).is_some() {
            return Err(wrong(rules, &position, mover, "stands there twice"));
        }
        rows.push(Row {
            position,
            mover,
            verdict: claim.verdict,
            value: claim.value,
            best: best.transpose()?,
            options: Vec::new(),
        });
        if rows.len() % Limits::STRIDE == 0 {
            limits.check(Progress { stage: "reading claims", positions: rows.len(), bytes: 0 })?;
        }
    }

    let movers: &[Player] = match rules.turn(start) {
        Some(Player::Left) => &[Player::Left],
        Some(Player::Right) => &[Player::Right],
        None if rules.impartial() || rules.negative(start).as_ref() == Some(start) => {
            &[Player::Left]
        }
        None => &Player::BOTH,
    };
    for &mover in movers {
        if !places.contains_key(&(start.clone(), role(mover))) {
            return Err(wrong(rules, start, mover, "the start is missing"));
        }
    }

    for i in 0..rows.len() {
        if i % Limits::STRIDE == 0 {
            limits.check(Progress { stage: "verifying", positions: i, bytes: 0 })?;
        }
        let Row { position, mover, .. } = &rows[i];
        let refuse = |reason: &str| wrong(rules, position, *mover, reason);
        if let Some(end) = rules.end(position, *mover) {
            let truth = match end {
                End::Won(player) if player == *mover => Verdict::Win(0),
                End::Won(_) => Verdict::Loss(0),
                End::Tie => Verdict::Draw(Some(0)),
            };
            if rows[i].verdict != truth {
                return Err(refuse(&format!("play has ended there: a {truth}")));
            }
            continue;
        }
        let mut options = Vec::new();
        for option in rules.options(position, *mover) {
            let next = rules.turn(&option).unwrap_or(mover.opponent());
            let Some(&place) = places.get(&(option.clone(), role(next))) else {
                return Err(wrong(rules, &option, next, "is missing, and a move leads there"));
            };
            options.push((place, next == *mover));
        }
        // What each option brings the player who moves there.
        let after: Vec<Verdict> = options
            .iter()
            .map(|&(place, again)| {
                let there = rows[place].verdict;
                if again { there } else { there.reversed() }
            })
            .collect();
        check_verdict(rows[i].verdict, &after, convention).map_err(|reason| refuse(&reason))?;
        if let Some(best) = &rows[i].best {
            check_best(rows[i].verdict, best, &options, &after, &rows).map_err(|r| refuse(&r))?;
        }
        rows[i].options = options.into_iter().map(|(place, _)| place).collect();
    }
    check_values(rules, &rows)?;
    Ok(rows.len())
}

fn wrong<R: Notation>(rules: &R, at: &R::Position, mover: Player, reason: &str) -> Refused {
    Refused::Wrong { position: rules.spell(at), mover, reason: reason.to_string() }
}

fn check_verdict(
    claimed: Verdict,
    after: &[Verdict],
    convention: Convention,
) -> Result<(), String> {
    let wins = after.iter().filter_map(|v| if let Verdict::Win(m) = v { Some(*m) } else { None });
    let losses =
        after.iter().filter_map(|v| if let Verdict::Loss(m) = v { Some(*m) } else { None });
    let draws = after.iter().filter_map(|v| if let Verdict::Draw(m) = v { Some(*m) } else { None });
    let truth = if after.is_empty() {
        match convention {
            Convention::Normal => Verdict::Loss(0),
            Convention::Misere => Verdict::Win(0),
        }
    } else if let Some(fastest) = wins.min() {
        Verdict::Win(fastest.saturating_add(1))
    } else if let Some(nearest) = draws.map(|m| m.unwrap_or(u32::MAX)).min() {
        Verdict::Draw((nearest < u32::MAX).then(|| nearest + 1))
    } else {
        Verdict::Loss(losses.max().map_or(0, |slowest| slowest.saturating_add(1)))
    };
    if claimed == truth {
        Ok(())
    } else {
        Err(format!("claimed a {claimed}, but its options make it a {truth}"))
    }
}

fn check_best<P: Ord + Clone>(
    claimed: Verdict,
    best: &[P],
    options: &[(usize, bool)],
    after: &[Verdict],
    rows: &[Row<P>],
) -> Result<(), String> {
    let kept: BTreeSet<&P> = options
        .iter()
        .zip(after)
        .filter(|(_, after)| after.fate() == claimed.fate())
        .map(|(&(place, _), _)| &rows[place].position)
        .collect();
    let named: BTreeSet<&P> = best.iter().collect();
    if kept == named && best.len() == named.len() {
        Ok(())
    } else {
        Err("its best moves are not the moves that keep the result".to_string())
    }
}

fn check_values<R: Notation>(rules: &R, rows: &[Row<R::Position>]) -> Result<(), Refused> {
    let Some(first) = rows.iter().position(|row| row.value.is_some()) else { return Ok(()) };
    let refuse = |i: usize, reason: &str| {
        let Row { position, mover, .. } = &rows[i];
        Err(wrong(rules, position, *mover, reason))
    };
    if !rules.impartial() || rules.has_ends() {
        return refuse(first, "has a nimber, but the game has none");
    }
    let mut values = Vec::with_capacity(rows.len());
    for (i, row) in rows.iter().enumerate() {
        match &row.value {
            Some(value) => values.push(value),
            None => return refuse(i, "its value is missing"),
        }
    }
    let finite = |i: usize| -> BTreeSet<Nimber> {
        rows[i].options.iter().filter_map(|&option| values[option].nimber()).collect()
    };
    let mex = |set: &BTreeSet<Nimber>| {
        Nimber((0..).find(|n| !set.contains(&Nimber(*n))).unwrap_or(u64::MAX))
    };

    for i in 0..rows.len() {
        let among = finite(i);
        match values[i] {
            LoopyNimber::Finite(nimber) if *nimber != mex(&among) => {
                return refuse(i, &format!("worth {}, not {nimber}, by mex", mex(&among)));
            }
            LoopyNimber::Finite(_) => {}
            LoopyNimber::Infinite(reach) => {
                if *reach != among {
                    return refuse(i, "its set of nimbers is not that of its options");
                }
                let escapes = rows[i].options.iter().any(|&option| {
                    matches!(values[option], LoopyNimber::Infinite(k) if !k.contains(&mex(&among)))
                });
                if !escapes {
                    return refuse(i, "every option can be taken back: it is a nimber");
                }
            }
        }
    }

    // A nimber is grounded when each option that is not less can be taken back
    // to the same nimber, grounded before.
    let mut grounded = vec![false; rows.len()];
    let returns = |option: usize, nimber: Nimber, grounded: &[bool]| {
        rows[option]
            .options
            .iter()
            .any(|&back| values[back].nimber() == Some(nimber) && grounded[back])
    };
    loop {
        let mut changed = false;
        for i in (0..rows.len()).rev() {
            let Some(nimber) = values[i].nimber() else { continue };
            if grounded[i] {
                continue;
            }
            grounded[i] = rows[i].options.iter().all(|&option| {
                values[option].nimber().is_some_and(|value| value < nimber)
                    || returns(option, nimber, &grounded)
            });
            changed |= grounded[i];
        }
        if !changed {
            break;
        }
    }
    match (0..rows.len()).find(|&i| values[i].nimber().is_some() && !grounded[i]) {
        Some(i) => refuse(i, "play can avoid the nimber for ever"),
        None => Ok(()),
    }
}
