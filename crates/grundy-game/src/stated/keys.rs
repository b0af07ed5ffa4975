//! Keys of a stated game: its positions as integers.

use grundy_base::{End, Fate, Fault, Player};
use grundy_ruleset::Flow;

/// The positions of a game as integers, each with the player to move, and what moves do to
/// them.
pub trait Keys: Send + Sync {
    /// Keys are smaller than two to this power, which is at most 128.
    fn bits(&self) -> u32;

    /// How positions are packed: the same for the same keys.
    fn packing(&self) -> String;

    /// Upper bound on the number of keys.
    fn most(&self) -> u128;

    /// The key of a position; none if it has none.
    ///
    /// # Errors
    ///
    /// If the rules fail.
    fn pack(&self, position: &[u8], mover: Player) -> Result<Option<u128>, Fault>;

    /// The position of a key, and the player to move; none if the number is no key.
    fn unpack(&self, key: u128) -> Option<(Vec<u8>, Player)>;

    /// Whether a number is the key of a position.
    fn is_key(&self, key: u128) -> bool {
        let position = self.unpack(key);
        position.is_some_and(|(position, mover)| {
            self.pack(&position, mover).is_ok_and(|own| own == Some(key))
        })
    }

    /// Appends the options of keys.
    ///
    /// # Errors
    ///
    /// If the rules fail, or a move leads to a position that has no key.
    fn expand(&self, keys: &[u128], found: &mut Rows) -> Result<(), Fault>;

    /// The points of the player to move, less those of the opponent, for a key where play is over;
    /// 0 where points do not count.
    ///
    /// # Errors
    ///
    /// If the rules fail.
    fn points(&self, _key: u128) -> Result<i64, Fault> {
        Ok(0)
    }

    /// Whether [`expand`](Keys::expand) asks the rules as they are stated, not a compiled form:
    /// then it also checks what is saved.
    fn states_rules(&self) -> bool {
        false
    }

    /// The first fault of the rules in a method that returns none.
    fn failure(&self) -> Option<Fault> {
        None
    }

    /// Whether every move passes the turn to the opponent.
    fn alternates(&self) -> bool;

    /// The player to move.
    fn mover(&self, key: u128) -> Player;

    /// As [`Packed::flow`](grundy_ruleset::Packed::flow).
    fn flow(&self) -> Flow;

    /// As [`Packed::tier`](grundy_ruleset::Packed::tier).
    fn tier(&self, key: u128) -> u32;

    /// Appends for each key how many positions, each with the player to move, it stands for.
    fn orbits(&self, keys: &[u128], orbits: &mut Vec<u32>);
}

/// The options of keys, one key after the other.
#[derive(Debug, Default)]
pub struct Rows {
    pub(super) options: Vec<u128>,
    /// The number of options so far, and how play has ended, for each key that is done.
    pub(super) done: Vec<(usize, Option<Fate>)>,
}

impl Rows {
    /// Adds an option of the present key.
    #[inline]
    pub fn option(&mut self, key: u128) {
        self.options.push(key);
    }

    /// Ends the options of the present key, where play may be over: with the result for the
    /// player to move.
    #[inline]
    pub fn close(&mut self, end: Option<Fate>) {
        self.done.push((self.options.len(), end));
    }

    /// The options of all keys.
    #[must_use]
    pub fn options(&self) -> &[u128] {
        &self.options
    }

    /// The options of each key.
    pub fn each(&self) -> impl Iterator<Item = &[u128]> {
        let mut first = 0;
        self.done.iter().map(move |&(until, _)| {
            let options = &self.options[first..until];
            first = until;
            options
        })
    }

    /// Removes all keys, and keeps the memory.
    pub fn clear(&mut self) {
        self.options.clear();
        self.done.clear();
    }
}

/// How play has ended, for the player to move.
#[inline]
#[must_use]
pub fn fate(end: End, mover: Player) -> Fate {
    match end {
        End::Tie => Fate::Draw,
        End::Won(player) if player == mover => Fate::Win,
        End::Won(_) => Fate::Loss,
    }
}
