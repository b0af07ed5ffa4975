//! The numbers that occur in forms, each kept once.

use std::cmp::Ordering;

use hashbrown::HashMap;

use crate::Dyadic;

/// A number in a [`Numbers`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Number(u32);

impl Number {
    pub(super) const ZERO: Number = Number(0);
}

/// Distinct numbers, with a coarse key for each.
pub(super) struct Numbers {
    numbers: Vec<(Dyadic, Key)>,
    index: HashMap<Dyadic, Number>,
}

/// Where a number, or a stop, stands on a line of 64-bit integers.
///
/// A number with at most 16 binary places has a multiple of eight to itself; all other numbers
/// between two of these share the point halfway. A left stop stands one step above its number if
/// the game is not at most that number; a right stop stands one step below if the game is not at
/// least that number. In the shared points left stops are always above and right stops below, so
/// that comparing keys never says more than is known.
pub(super) type Key = i64;

/// These are the lowest bits of shared points.
const SHARED: Key = 4;

pub(super) fn is_exact(number: Key) -> bool {
    number & 7 == 0
}

/// The key of a number as the left stop of a game; `above` says that the game is not at most that
/// number.
pub(super) fn left_key(number: Key, above: bool) -> Key {
    number + Key::from(above || !is_exact(number))
}

/// The key of a number as the right stop of a game; `below` says that the game is not at least that
/// number.
pub(super) fn right_key(number: Key, below: bool) -> Key {
    number - Key::from(below || !is_exact(number))
}

/// The key of a left stop from the greatest key among the right stops of the
/// left options: the game is at most x unless a left option is at least x.
pub(super) fn left_key_from(greatest: Key) -> Key {
    let key = greatest + 1;
    key + Key::from(key & 7 == SHARED)
}

/// The same for a right stop.
pub(super) fn right_key_from(least: Key) -> Key {
    let key = least - 1;
    key - Key::from(key & 7 == SHARED)
}

impl Default for Numbers {
    fn default() -> Self {
        let mut numbers = Numbers { numbers: Vec::new(), index: HashMap::new() };
        numbers.intern(Dyadic::ZERO);
        numbers
    }
}

impl Numbers {
    pub(super) fn get(&self, number: Number) -> &Dyadic {
        &self.numbers[number.0 as usize].0
    }

    pub(super) fn key(&self, number: Number) -> Key {
        self.numbers[number.0 as usize].1
    }

    pub(super) fn intern(&mut self, number: Dyadic) -> Number {
        if let Some(&known) = self.index.get(&number) {
            return known;
        }
        let (coarse, exact) = number.coarse();
        let key = 8 * coarse + if exact { 0 } else { SHARED };
        // There are no more numbers than forms, which `Table` counts.
        let new = Number(self.numbers.len() as u32);
        self.numbers.push((number.clone(), key));
        self.index.insert(number, new);
        new
    }

    pub(super) fn compare(&self, a: Number, b: Number) -> Ordering {
        match self.key(a).cmp(&self.key(b)) {
            Ordering::Equal if a != b => self.get(a).cmp(self.get(b)),
            by_key => by_key,
        }
    }

    pub(super) fn add(&mut self, a: Number, b: Number) -> Number {
        match (a, b) {
            (Number::ZERO, sum) | (sum, Number::ZERO) => sum,
            _ => self.intern(self.get(a) + self.get(b)),
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        let each = size_of::<(Dyadic, Key)>();
        let indexed = size_of::<(Dyadic, Number)>() + 1;
        (self.numbers.capacity() * each + self.index.capacity() * indexed) as u64
    }
}
