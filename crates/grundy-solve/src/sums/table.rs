//! The transposition table of sums, of limited size.

/// How hard it is to show that the player to move wins a sum, and that this player loses it: the
/// least number of sums still to be decided for that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Proof {
    pub(super) win: u32,
    pub(super) loss: u32,
}

/// More than any number of sums.
pub(super) const NEVER: u32 = u32::MAX / 4;

/// 128 bits that stand for a sum without its number, and for who is to move.
pub(super) type Key = [u64; 2];

impl Proof {
    pub(super) const WON: Proof = Proof { win: 0, loss: NEVER };
    pub(super) const LOST: Proof = Proof { win: NEVER, loss: 0 };

    /// Whether the player to move wins, once that is shown.
    pub(super) fn decided(self) -> Option<bool> {
        match self {
            Proof { win: 0, .. } => Some(true),
            Proof { loss: 0, .. } => Some(false),
            _ => None,
        }
    }
}

#[derive(Clone, Copy)]
struct Entry {
    key: Key,
    /// From this number on the player to move is known to win.
    wins_from: i64,
    /// Up to this number the player to move is known to lose.
    loses_to: i64,
    /// The number for which the proof is.
    number: i64,
    proof: Proof,
    /// Sums visited in its subtree.
    work: u32,
}

const FREE: Entry = Entry {
    key: [0; 2],
    wins_from: i64::MAX,
    loses_to: i64::MIN,
    number: 0,
    proof: Proof { win: 1, loss: 1 },
    work: 0,
};

impl Entry {
    fn is_free(&self) -> bool {
        self.work == 0
    }
}

/// Number of places where an entry may stand.
const WAYS: usize = 4;
const FIRST: usize = 1 << 12;

/// What is known of sums without their numbers: a sum that is won is also won with a
/// greater number beside it, so that one entry speaks of many.
///
/// A sum is known by 128 bits of a hash: of a thousand million sums two have the same
/// with a probability of less than 10^-20. The table doubles while there is room, and
/// then forgets the entry that took the least work. 56 bytes an entry.
pub(super) struct Table {
    entries: Vec<Entry>,
    used: usize,
}

impl Table {
    pub(super) fn new() -> Self {
        Table { entries: vec![FREE; FIRST], used: 0 }
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.entries.len() * size_of::<Entry>()) as u64
    }

    fn places(&self, key: Key) -> std::ops::Range<usize> {
        let first = key[0] as usize & (self.entries.len() - 1) & !(WAYS - 1);
        first..first + WAYS
    }

    /// What is known of the sum with this key and a number beside it.
    pub(super) fn get(&self, key: Key, number: i64) -> Option<Proof> {
        let places = &self.entries[self.places(key)];
        let entry = places.iter().find(|entry| entry.key == key && !entry.is_free())?;
        if number >= entry.wins_from {
            return Some(Proof::WON);
        }
        if number <= entry.loses_to {
            return Some(Proof::LOST);
        }
        (number == entry.number).then_some(entry.proof)
    }

    /// Remembers what was found; the table may grow while it holds at most `room` bytes.
    pub(super) fn put(&mut self, key: Key, number: i64, proof: Proof, work: u32, room: u64) {
        if 2 * self.used > self.entries.len() && 2 * self.bytes() <= room {
            self.grow();
        }
        let entry = self.entry(key);
        match proof.decided() {
            Some(true) => entry.wins_from = entry.wins_from.min(number),
            Some(false) => entry.loses_to = entry.loses_to.max(number),
            None => (entry.number, entry.proof) = (number, proof),
        }
        entry.work = entry.work.saturating_add(work).max(1);
    }

    /// The entry with this key, in the place of the one that took the least work if
    /// there is none.
    fn entry(&mut self, key: Key) -> &mut Entry {
        let range = self.places(key);
        let places = &mut self.entries[range];
        let known = places.iter().position(|entry| entry.key == key && !entry.is_free());
        let place = known.unwrap_or_else(|| {
            let least = (0..WAYS).min_by_key(|&place| places[place].work).unwrap_or(0);
            self.used += usize::from(places[least].is_free());
            places[least] = Entry { key, ..FREE };
            least
        });
        &mut places[place]
    }

    fn grow(&mut self) {
        let larger = vec![FREE; 2 * self.entries.len()];
        let old = std::mem::replace(&mut self.entries, larger);
        self.used = 0;
        for entry in old.into_iter().filter(|entry| !entry.is_free()) {
            *self.entry(entry.key) = entry;
        }
    }
}
