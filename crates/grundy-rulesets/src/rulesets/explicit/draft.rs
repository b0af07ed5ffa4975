//! Collects the statements of a game while it is read, and detects contradictions.

use std::borrow::Cow;

use super::names::Names;
use super::{Declared, Explicit, Mark, Rows};
use grundy_base::{ByPlayer, Player};

/// An error in a file, with its byte offset.
#[derive(Debug)]
pub(super) struct Misfit {
    pub(super) at: usize,
    pub(super) expected: String,
    pub(super) help: Option<String>,
}

impl Misfit {
    pub(super) fn new(expected: impl Into<String>, at: usize) -> Self {
        Misfit { at, expected: expected.into(), help: None }
    }

    pub(super) fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// The players whose moves a row lists.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Movers {
    Both,
    One(Player),
}

impl Movers {
    fn include(self, player: Player) -> bool {
        self == Movers::Both || self == Movers::One(player)
    }
}

/// A statement about a position: how it ends play, or who is to move there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Note {
    Wins(Player),
    Tie,
    Turn(Player),
}

/// The statements about a position, as bits. The lowest five are a [`Mark`].
mod said {
    pub(super) const LEFT_WINS: u8 = 1;
    pub(super) const RIGHT_WINS: u8 = 2;
    pub(super) const TIE: u8 = 4;
    pub(super) const TURN_LEFT: u8 = 8;
    pub(super) const TURN_RIGHT: u8 = 16;
    pub(super) const MOVES: u8 = 32;
    pub(super) const DECLARED: u8 = 64;

    pub(super) const ENDS: u8 = LEFT_WINS | RIGHT_WINS | TIE;
    pub(super) const MARK: u8 = ENDS | TURN_LEFT | TURN_RIGHT;
}

/// The batch size for looking up names.
const MOST_WAITING: usize = 64;

/// Collects the statements of a file in their order.
///
/// Byte offsets, names and moves are numbered with 32 bits; the size of files is limited
/// accordingly.
#[derive(Default)]
pub(super) struct Draft<'a> {
    names: Names,
    /// The offset of the first occurrence of each name.
    seen: Vec<u32>,
    said: Vec<u8>,
    /// Rows of moves: the position, the players, and the end of the row in `targets`.
    rows: Vec<(u32, Movers, u32)>,
    targets: Vec<u32>,
    /// Targets whose names are not looked up yet, with their offsets.
    waiting: Vec<(Cow<'a, str>, usize)>,
    start: Option<(u32, usize)>,
    /// The first position that has moves or is in the list of all positions.
    first: Option<u32>,
    /// The offset of the list of all positions.
    list: Option<usize>,
}

impl<'a> Draft<'a> {
    /// The number of a position, given by its name at an offset.
    pub(super) fn position(&mut self, name: &str, at: usize) -> u32 {
        let id = self.names.intern(name);
        if id as usize == self.seen.len() {
            self.seen.push(at as u32);
            self.said.push(0);
        }
        id
    }

    pub(super) fn name(&self, id: u32) -> &str {
        self.names.get(id)
    }

    /// Declares a position.
    pub(super) fn declare(&mut self, id: u32) {
        self.said[id as usize] |= said::DECLARED;
        self.first.get_or_insert(id);
    }

    /// Starts the list of all positions, at an offset.
    pub(super) fn list(&mut self, at: usize) {
        self.list = Some(at);
        self.first = None;
        // With a list, only the list declares positions.
        self.said.iter_mut().for_each(|said| *said &= !said::DECLARED);
    }

    /// Adds a position of the list of all positions.
    pub(super) fn list_position(&mut self, id: u32, at: usize) -> Result<(), Misfit> {
        if self.said[id as usize] & said::DECLARED != 0 {
            return Err(Misfit::new("every position once", at)
                .with_help(format!("{:?} is listed twice", self.name(id))));
        }
        self.declare(id);
        Ok(())
    }

    /// Adds a move to a named position to the current row.
    pub(super) fn target(&mut self, name: Cow<'a, str>, at: usize) {
        self.waiting.push((name, at));
        if self.waiting.len() == MOST_WAITING {
            self.number_targets();
        }
    }

    fn number_targets(&mut self) {
        let Draft { names, seen, said, targets, waiting, .. } = self;
        let mut places = waiting.iter().map(|&(_, at)| at as u32);
        names.intern_all(waiting.iter().map(|(name, _)| &**name), |id| {
            let at = places.next().unwrap_or_default();
            if id as usize == seen.len() {
                seen.push(at);
                said.push(0);
            }
            targets.push(id);
        });
        waiting.clear();
    }

    /// Ends the current row, the moves of a position.
    pub(super) fn close_row(&mut self, from: u32, movers: Movers, at: usize) -> Result<(), Misfit> {
        self.number_targets();
        let start = self.rows.last().map_or(0, |&(_, _, end)| end);
        let end = self.targets.len() as u32;
        if self.list.is_none() {
            self.declare(from);
        }
        if end > start {
            let said = &mut self.said[from as usize];
            *said |= said::MOVES;
            if *said & said::ENDS != 0 {
                return Err(Misfit::new("no move from a position in which play is over", at)
                    .with_help(format!("the file says how {:?} ends", self.name(from))));
            }
        }
        self.rows.push((from, movers, end));
        Ok(())
    }

    /// Adds an end of play, or a turn.
    pub(super) fn note(&mut self, id: u32, note: Note, at: usize) -> Result<(), Misfit> {
        let (bit, excluded) = match note {
            Note::Wins(Player::Left) => (said::LEFT_WINS, said::TIE | said::MOVES),
            Note::Wins(Player::Right) => (said::RIGHT_WINS, said::TIE | said::MOVES),
            Note::Tie => (said::TIE, said::LEFT_WINS | said::RIGHT_WINS | said::MOVES),
            Note::Turn(Player::Left) => (said::TURN_LEFT, said::TURN_RIGHT),
            Note::Turn(Player::Right) => (said::TURN_RIGHT, said::TURN_LEFT),
        };
        let said = &mut self.said[id as usize];
        let (clash, again) = (*said & excluded, *said & bit != 0);
        *said |= bit;
        let name = self.name(id);
        if clash & said::MOVES != 0 {
            return Err(Misfit::new("a position without moves, for play is over there", at)
                .with_help(format!("the file lists moves from {name:?}")));
        }
        if clash & said::ENDS != 0 {
            return Err(Misfit::new("a position that is either won or tied", at)
                .with_help(format!("{name:?} is both")));
        }
        if clash != 0 {
            return Err(Misfit::new("one player whose turn it is", at)
                .with_help(format!("the turn at {name:?} is given to both")));
        }
        if again {
            return Err(Misfit::new("a position that is not yet in this list", at)
                .with_help(format!("{name:?} is there twice")));
        }
        Ok(())
    }

    /// The position at which play starts.
    pub(super) fn start(&mut self, id: u32, at: usize) -> Result<(), Misfit> {
        if let Some((other, _)) = self.start.replace((id, at)) {
            return Err(Misfit::new("one start", at)
                .with_help(format!("{:?} is the start already", self.name(other))));
        }
        Ok(())
    }

    /// The game, if the statements define one; `end` is the length of the file.
    pub(super) fn finish(mut self, end: usize) -> Result<Explicit, Misfit> {
        if self.list.is_none() {
            for &target in &self.targets {
                self.said[target as usize] |= said::DECLARED;
            }
        }
        let unknown = |said: &u8| said & said::DECLARED == 0;
        // Numbers follow first occurrences, so this is the first undeclared name in the file.
        if let Some(id) = self.said.iter().position(unknown) {
            let (place, at) = (self.seen[id] as usize, self.name(id as u32));
            let expected = if self.list.is_some() {
                "a position from the list of all positions"
            } else {
                "a position that a move leaves or reaches"
            };
            return Err(Misfit::new(expected, place).with_help(format!("there is no other {at:?}")));
        }
        let Some(start) = self.start.map(|(start, _)| start).or(self.first) else {
            return Err(Misfit::new("at least one position", end));
        };
        let left = self.rows(Player::Left);
        let asymmetric = self.rows.iter().any(|(_, movers, _)| *movers != Movers::Both);
        let right = asymmetric.then(|| self.rows(Player::Right));
        self.said.iter_mut().for_each(|said| *said &= said::MARK);
        let marks: Vec<Mark> = if self.said.iter().any(|&said| said != 0) {
            self.said.into_iter().map(Mark).collect()
        } else {
            Vec::new()
        };
        let moves = match right {
            Some(right) if !left.same_as(&right) => ByPlayer { left, right },
            _ => ByPlayer { left, right: Rows::default() },
        };
        // By definition: m_A = m_B and F_A = F_B.
        let impartial = moves.right.is_empty() && marks.iter().all(|mark| mark.is_symmetric());
        let one_table = moves.right.is_empty();
        Ok(Explicit::new(Declared { names: self.names, moves, one_table, marks, start, impartial }))
    }

    /// The moves of a player by position, without repeats.
    fn rows(&self, player: Player) -> Rows {
        let positions = self.names.len();
        let mut starts = vec![0u32; positions + 1];
        let rows = || {
            let mut start = 0;
            self.rows.iter().filter_map(move |&(from, movers, end)| {
                let row = start..end as usize;
                start = end as usize;
                movers.include(player).then_some((from as usize, row))
            })
        };
        for (from, row) in rows() {
            starts[from + 1] += row.len() as u32;
        }
        for i in 0..positions {
            starts[i + 1] += starts[i];
        }
        let mut targets = vec![0; starts[positions] as usize];
        let mut free = starts.clone();
        for (from, row) in rows() {
            let at = free[from] as usize;
            targets[at..at + row.len()].copy_from_slice(&self.targets[row.clone()]);
            free[from] += row.len() as u32;
        }
        drop(free);
        // For each position the last position found with a move to it.
        let mut leads = vec![u32::MAX; positions];
        let mut kept = 0;
        for from in 0..positions {
            let row = starts[from] as usize..starts[from + 1] as usize;
            starts[from] = kept as u32;
            for i in row {
                let target = targets[i];
                if leads[target as usize] != from as u32 {
                    leads[target as usize] = from as u32;
                    targets[kept] = target;
                    kept += 1;
                }
            }
        }
        starts[positions] = kept as u32;
        targets.truncate(kept);
        targets.shrink_to_fit();
        Rows { starts, targets }
    }
}
