//! The theorems of the 5-tuple (C, F_A, F_B, m_A, m_B), checked on claimed sets W_A, L_A, W_B, L_B.
//!
//! Each position is looked at with the moves that the rules give there; no fixpoint is computed.
//! Sets that solve the equations contain the least solution. Where remoteness falls along every
//! claimed win and loss, the claims are also contained in it, by induction on remoteness.

use hashbrown::{HashMap, HashSet};

use grundy_base::{ByPlayer, Convention, End, Limits, Player, Progress, Stopped};
use grundy_ruleset::{Position, Rules, Written};

/// What is claimed of the positions in which one player is to move, by the names of the positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClaimedSets {
    /// W: the player to move wins; with the remoteness.
    pub won: HashMap<String, u32>,
    /// L: the player to move loses; with the remoteness.
    pub lost: HashMap<String, u32>,
    /// What is left: the draws.
    pub drawn: HashSet<String>,
    /// s: a winning move of each position of W in which play goes on.
    pub strategy: HashMap<String, String>,
}

impl ClaimedSets {
    fn len(&self) -> usize {
        self.won.len() + self.lost.len() + self.drawn.len()
    }
}

/// What came out of the check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Normal or misère play.
    pub convention: Convention,
    /// Number of positions in C.
    pub positions: usize,
    /// Number of moves that each player has in the positions in which play goes on.
    pub moves: ByPlayer<usize>,
    /// The theorems, in the order of [`THEOREMS`].
    pub theorems: Vec<Theorem>,
    /// How many moves of each player reach a position in which the opponent has won by the rules,
    /// with the first such move.
    pub into_loss: ByPlayer<Option<(usize, [String; 2])>>,
}

impl Checked {
    /// Whether all theorems hold.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.theorems.iter().all(|theorem| theorem.first.is_none())
    }
}

/// A theorem, and where it fails.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Theorem {
    /// Positions with a player to move in which it was checked.
    pub checked: usize,
    /// Number of failures.
    pub failures: usize,
    /// The first failure.
    pub first: Option<Breach>,
}

/// Where a theorem fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The position; empty where the claims name positions outside of C.
    pub position: String,
    /// The player to move.
    pub mover: Player,
    /// What is wrong.
    pub reason: String,
}

/// The name and the statement of each theorem. Under misère play a player who cannot move has won,
/// under normal play all moves of such a player lead into W.
pub const THEOREMS: [(&str, &str); 4] = [
    ("disjoint", "W_A and L_A have no position in common, nor have W_B and L_B"),
    (
        "draws",
        "the draws D_A are what is left of C: no move from there leads into L_B, and unless it is a \
         tie one leads into D_B; alike D_B",
    ),
    (
        "strategies",
        "every position of W_A in which play goes on has a move into L_B, which s_A names, and no \
         move leaves L_A but into W_B; alike with A and B exchanged",
    ),
    (
        "equations",
        "W_A is where A has won or has a move into L_B, L_A is where B has won or all moves of A \
         lead into W_B, alike with A and B exchanged, and these are the least such sets",
    ),
];

const DISJOINT: usize = 0;
const DRAWS: usize = 1;
const STRATEGIES: usize = 2;
const EQUATIONS: usize = 3;

/// Checks the theorems on the sets that are claimed of all `listed` positions. Where a position
/// says whose turn it is, it is in the sets of that player only; a move after which the
/// same player moves again leads into W where it would lead into the opponent's L.
///
/// # Errors
///
/// If a limit is reached, or the rules fail.
pub fn check_theorems<P: Position>(
    rules: &dyn Written<P>,
    listed: &[P],
    claims: &ByPlayer<ClaimedSets>,
    convention: Convention,
    limits: &Limits<'_>,
) -> Result<Checked, Stopped> {
    let checked = Checked {
        convention,
        positions: listed.len(),
        moves: ByPlayer::default(),
        theorems: vec![Theorem::default(); THEOREMS.len()],
        into_loss: ByPlayer::default(),
    };
    let mut check = Check { rules, claims, checked, claimed: ByPlayer::default() };
    for (i, position) in listed.iter().enumerate() {
        if i.is_multiple_of(Limits::STRIDE) {
            let stage = "checking the theorems";
            limits.check(Progress { stage, positions: i, bytes: 0 })?;
        }
        for mover in Player::BOTH {
            if rules.turn(position).is_none_or(|turn| turn == mover) {
                check.position(position, mover)?;
            }
        }
    }
    for mover in Player::BOTH {
        let outside = claims[mover].len().saturating_sub(check.claimed[mover]);
        if outside > 0 {
            let reason = format!("{outside} claims are of positions outside of C");
            check.refuse(DRAWS, String::new(), mover, reason);
        }
    }
    Ok(check.checked)
}

/// The letter of a player in the 5-tuple.
#[must_use]
pub const fn letter(player: Player) -> char {
    match player {
        Player::Left => 'A',
        Player::Right => 'B',
    }
}

/// Where the moves from a position lead, by the claims.
#[derive(Default)]
struct After {
    moves: usize,
    winning: usize,
    /// The least remoteness after a winning move.
    nearest: Option<u32>,
    losing: usize,
    /// The greatest remoteness after a losing move.
    farthest: Option<u32>,
    drawing: usize,
    /// Whether the strategy names a winning move.
    follows: bool,
}

struct Check<'a, P: Position> {
    rules: &'a dyn Written<P>,
    claims: &'a ByPlayer<ClaimedSets>,
    checked: Checked,
    /// Number of claims met so far.
    claimed: ByPlayer<usize>,
}

impl<P: Position> Check<'_, P> {
    fn refuse(&mut self, theorem: usize, position: String, mover: Player, reason: String) {
        let theorem = &mut self.checked.theorems[theorem];
        theorem.failures += 1;
        theorem.first.get_or_insert(Breach { position, mover, reason });
    }

    /// Counts a check, and what it has found to be wrong.
    fn held(&mut self, theorem: usize, position: &str, mover: Player, broken: Option<String>) {
        self.checked.theorems[theorem].checked += 1;
        if let Some(reason) = broken {
            self.refuse(theorem, position.to_string(), mover, reason);
        }
    }

    /// Follows the moves of a player from a position in which play goes on.
    fn after(&mut self, position: &P, name: &str, mover: Player) -> Result<After, Stopped> {
        let mut after = After::default();
        let Check { rules, claims, checked, .. } = self;
        let named = claims[mover].strategy.get(name);
        (*rules as &dyn Rules<P>).try_each_move(position, mover, |option, next| {
            let to = rules.print(&option);
            let there = &claims[next];
            let (good, bad) = match next == mover {
                true => (there.won.get(&to), there.lost.get(&to)),
                false => (there.lost.get(&to), there.won.get(&to)),
            };
            after.moves += 1;
            if let Some(&moves) = good {
                after.winning += 1;
                after.nearest = Some(after.nearest.map_or(moves, |nearest| nearest.min(moves)));
                after.follows |= named == Some(&to);
            }
            if let Some(&moves) = bad {
                after.losing += 1;
                after.farthest = after.farthest.max(Some(moves));
            }
            after.drawing += usize::from(there.drawn.contains(&to));
            if rules.end(&option, next) == Some(End::Won(mover.opponent())) {
                let first = || (0, [name.to_string(), to]);
                checked.into_loss[mover].get_or_insert_with(first).0 += 1;
            }
            Ok::<(), Stopped>(())
        })?;
        checked.moves[mover] += after.moves;
        Ok(after)
    }

    fn position(&mut self, position: &P, mover: Player) -> Result<(), Stopped> {
        let name = self.rules.print(position);
        let end = self.rules.end(position, mover);
        let after = match end {
            None => self.after(position, &name, mover)?,
            Some(_) => After::default(),
        };
        let claims: &ClaimedSets = &self.claims[mover];
        let (won, lost) = (claims.won.get(&name).copied(), claims.lost.get(&name).copied());
        let drawn = claims.drawn.contains(&name);
        self.claimed[mover] +=
            usize::from(won.is_some()) + usize::from(lost.is_some()) + usize::from(drawn);
        let goes_on = end.is_none() && after.moves > 0;
        let (a, b) = (letter(mover), letter(mover.opponent()));

        let both = won.is_some() && lost.is_some();
        self.held(DISJOINT, &name, mover, both.then(|| format!("it is in W_{a} and in L_{a}")));

        let decided = won.is_some() || lost.is_some();
        self.held(
            DRAWS,
            &name,
            mover,
            match (drawn, decided, end) {
                (true, true, _) => Some(format!("it is in D_{a}, and in W_{a} or L_{a}")),
                (false, false, _) => Some(format!("it is in none of W_{a}, L_{a} and D_{a}")),
                (false, true, _) | (true, _, Some(End::Tie)) => None,
                (true, _, Some(End::Won(player))) => {
                    Some(format!("it is in D_{a}, and {} has won there", letter(player)))
                }
                _ if !goes_on => Some(format!("it is in D_{a}, and {a} has no move there")),
                _ if after.winning > 0 => Some(format!("a move leads from D_{a} into L_{b}")),
                _ if after.drawing == 0 => Some(format!("no move leads from D_{a} into D_{b}")),
                _ => None,
            },
        );

        if goes_on && decided {
            let lets_go = lost.is_some() && after.losing < after.moves;
            self.held(
                STRATEGIES,
                &name,
                mover,
                match won {
                    Some(_) if after.winning == 0 => {
                        Some(format!("it is in W_{a}, and no move leads into L_{b}"))
                    }
                    Some(_) if !after.follows => {
                        Some(format!("s_{a} names no move from there into L_{b}"))
                    }
                    _ if lets_go => Some(format!("a move leads from L_{a} to outside of W_{b}")),
                    _ => None,
                },
            );
        }

        let (wins, loses) = match end {
            Some(End::Won(player)) => (player == mover, player != mover),
            Some(End::Tie) => (false, false),
            None if !goes_on => {
                let normal = self.checked.convention == Convention::Normal;
                (!normal, normal)
            }
            None => (after.winning > 0, after.losing == after.moves),
        };
        // Remoteness that did not fall could support itself.
        let far = |claimed: Option<u32>, there: Option<u32>| {
            goes_on && claimed.zip(there).is_some_and(|(claimed, there)| there >= claimed)
        };
        let is = |is: bool| if is { "is" } else { "is not" };
        let broken = if won.is_some() != wins {
            Some(format!("it {} in W_{a}, and by its moves it {}", is(won.is_some()), is(wins)))
        } else if lost.is_some() != loses {
            Some(format!("it {} in L_{a}, and by its moves it {}", is(lost.is_some()), is(loses)))
        } else if far(won, after.nearest) || far(lost, after.farthest) {
            Some("the moves to the end do not become fewer from there".to_string())
        } else {
            None
        };
        self.held(EQUATIONS, &name, mover, broken);
        Ok(())
    }
}
