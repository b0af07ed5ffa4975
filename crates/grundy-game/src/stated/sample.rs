//! Positions that play reaches: they show what positions look like.

use std::collections::{HashSet, VecDeque};

use super::{Expansions, Stated};
use grundy_base::{Fault, Player};

/// Positions next to the start.
const FEW: usize = 1000;
/// Lines of random play, and the most moves in one.
const LINES: usize = 300;
const LENGTH: usize = 200;
/// Positions that are expanded in all lines together.
const EXPANDED: usize = 12_000;

/// What a sample consists of.
#[derive(Clone, Copy, Debug)]
pub enum Sampled<'a> {
    /// A position, followed by its moves; and whether it is next to the start.
    Position(&'a [u8], bool),
    /// A move from the last position.
    Move {
        /// The position before it.
        from: &'a [u8],
        /// The player who makes it.
        mover: Player,
        /// The position after it.
        to: &'a [u8],
        /// Whose turn it is there, if the rules say so.
        turn: Option<Player>,
    },
}

/// Calls `meet` with positions of a game and their moves: positions next to the start, and
/// positions of lines of random play. They are the same for the same game, on every machine, and
/// may be repeated.
///
/// # Errors
///
/// If the rules fail, or `meet` does.
pub fn sample(
    game: &dyn Stated,
    meet: impl FnMut(Sampled<'_>) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let mut walk = Walk { game, meet, found: Expansions::default() };
    let movers: &[Player] = if game.impartial() { &Player::BOTH[..1] } else { &Player::BOTH };
    let turn = game.turn(&game.start())?;
    let movers: Vec<Player> =
        movers.iter().copied().filter(|&mover| turn.is_none_or(|turn| turn == mover)).collect();
    if movers.is_empty() {
        return Ok(());
    }
    let mut known = HashSet::new();
    let mut queue: VecDeque<(Vec<u8>, Player)> = VecDeque::new();
    for &mover in &movers {
        known.insert((game.start(), mover));
        queue.push_back((game.start(), mover));
    }
    while let Some((position, mover)) = queue.pop_front() {
        for option in walk.options(&position, mover, true)? {
            if !known.contains(&option) {
                known.insert(option.clone());
                queue.push_back(option);
            }
        }
        if known.len() > FEW {
            break;
        }
    }
    let all = queue.is_empty();
    let mut expanded = 0;
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    for line in 0..LINES {
        if all || expanded > EXPANDED {
            break;
        }
        let mut place = (game.start(), movers[line % movers.len()]);
        for _ in 0..LENGTH {
            let mut options = walk.options(&place.0, place.1, false)?;
            expanded += 1;
            if options.is_empty() {
                break;
            }
            // Marsaglia's xorshift: saved files depend on the keys that this play has shown.
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            place = options.swap_remove((random % options.len() as u64) as usize);
        }
    }
    Ok(())
}

struct Walk<'a, F> {
    game: &'a dyn Stated,
    meet: F,
    found: Expansions,
}

impl<F: FnMut(Sampled<'_>) -> Result<(), Fault>> Walk<'_, F> {
    /// The options of a position, each with the player to move.
    fn options(
        &mut self,
        position: &[u8],
        mover: Player,
        is_near: bool,
    ) -> Result<Vec<(Vec<u8>, Player)>, Fault> {
        (self.meet)(Sampled::Position(position, is_near))?;
        self.found.clear();
        self.game.expand(&[(position, mover)], &mut self.found)?;
        let impartial = self.game.impartial();
        let then = if impartial { mover } else { mover.opponent() };
        let mut options = Vec::new();
        for (_, listed) in self.found.positions() {
            for (to, turn) in listed {
                (self.meet)(Sampled::Move { from: position, mover, to, turn })?;
                options.push((to.to_vec(), turn.unwrap_or(then)));
            }
        }
        Ok(options)
    }
}
