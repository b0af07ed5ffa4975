//! A player's certain gain when both players take away places in turns.
//!
//! Only one player can lay dominoes in a place, and gains its worth. The other player can only take
//! places away: one place that stands alone with a move, or two touching places at once.

use std::sync::LazyLock;

/// The places of a player.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Places {
    /// Places that stand alone, by their worth.
    alone: [u8; MOST_WORTH + 1],
    /// Places that touch others: pairs of dominoes where one makes the other safe, and dominoes.
    touching: Touching,
}

/// The greatest worth of a place.
pub(super) const MOST_WORTH: usize = 12;

/// Places that the other player takes away two at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Touching {
    /// Blocks of two dominoes, where the first makes the second safe. Only the first touches other
    /// places.
    blocks: [usize; 2],
    dominoes: [usize; 2],
    /// Dominoes that touch only blocks.
    singles: [usize; 2],
}

/// The worth of a block, and the worth of its second domino alone.
const BLOCKS: [[u8; 2]; 2] = [[8, 4], [6, 3]];
const DOMINOES: [u8; 2] = [4, 3];
/// The counts, and the worth of a place that stands alone, are cut to these: greater ones are of no
/// more use.
const MOST: [usize; 7] = [5, 2, 9, 3, 7, 3, 8];

impl Places {
    /// Adds a place that stands alone.
    #[inline]
    pub(super) fn add_alone(&mut self, worth: u8) {
        self.alone[usize::from(worth)] += 1;
    }

    /// Adds a domino that touches others.
    #[inline]
    pub(super) fn add_domino(&mut self, worth: u8) {
        match worth {
            4.. => self.touching.dominoes[0] += 1,
            3 => self.touching.dominoes[1] += 1,
            _ => {}
        }
    }

    /// Adds a domino that touches only blocks.
    #[inline]
    pub(super) fn add_single(&mut self, worth: u8) {
        match worth {
            4.. => self.touching.singles[0] += 1,
            3 => self.touching.singles[1] += 1,
            _ => {}
        }
    }

    /// Adds a block whose first domino touches others. `left` is the worth of its second domino.
    #[inline]
    pub(super) fn add_block(&mut self, worth: u8, left: u8) {
        match (worth, left) {
            (8.., 4..) => self.touching.blocks[0] += 1,
            (6.., 3..) => self.touching.blocks[1] += 1,
            _ => self.add_domino(worth),
        }
    }

    /// The certain gain of the player, moving first or second.
    #[inline]
    pub(super) fn gains(&self, first: bool) -> i16 {
        // The players take turns at the best of the places that stand alone.
        let (mut sums, mut count) = ([0; 2], 0);
        let (mut best, mut last) = (0, 0);
        for worth in (1..=MOST_WORTH).rev() {
            let places = usize::from(self.alone[worth]);
            if places > 0 {
                let turn = count % 2;
                sums[turn] += worth * places.div_ceil(2);
                sums[1 - turn] += worth * (places / 2);
                best = if count == 0 { worth } else { best };
                last = worth;
                count += places;
            }
        }
        let [as_first, as_second] = sums;
        if self.touching == Touching::default() {
            return if first { as_first } else { as_second } as i16;
        }
        let table = &*TABLE;
        let [second, before] = table.gains(self.touching, 0);
        if count == 0 {
            return (if first { before } else { second }) as i16;
        }
        let sum = match first {
            true => (before + as_second).max(second + as_first),
            false => second + as_second,
        };
        if count % 2 == 0 {
            return sum as i16;
        }
        // The places that stand alone, except one, are taken in pairs, and the player gets the
        // lesser place of each pair.
        let turn = usize::from(first);
        let with_last = table.gains(self.touching, last)[turn] + as_second;
        let with_best = table.gains(self.touching, best)[turn] + as_first - best;
        sum.max(with_last).max(with_best) as i16
    }
}

/// The gain from the touching places and one that stands alone, moving second and first.
struct Table {
    gains: Vec<[u8; 2]>,
}

static TABLE: LazyLock<Table> = LazyLock::new(Table::new);

/// The numbers of blocks, of dominoes and of what is left of blocks, each by worth, and the worth
/// of one place that stands alone.
type Counts = [usize; 7];

/// Counts, and their index in the table.
#[derive(Clone, Copy)]
struct Entry {
    counts: Counts,
    at: usize,
}

/// The distance in the table between counts that differ by one place of a kind.
const STRIDES: Counts = {
    let mut strides = [1; 7];
    let mut kind = 6;
    while kind > 0 {
        strides[kind - 1] = strides[kind] * (MOST[kind] + 1);
        kind -= 1;
    }
    strides
};

impl Table {
    fn new() -> Table {
        let all: usize = MOST.iter().map(|most| most + 1).product();
        let mut gains = vec![[0; 2]; all];
        for at in 0..all {
            let mut counts = [0; 7];
            for kind in 0..7 {
                counts[kind] = at / STRIDES[kind] % (MOST[kind] + 1);
            }
            let entry = Entry { counts, at };
            gains[at] = [second(&gains, entry), first(&gains, entry)];
        }
        Table { gains }
    }

    #[inline]
    fn gains(&self, places: Touching, alone: usize) -> [usize; 2] {
        let Touching { blocks: [a, b], dominoes: [c, d], singles: [e, f] } = places;
        let counts = [a, b, c, d, e, f, alone];
        let at = (0..7).map(|kind| counts[kind].min(MOST[kind]) * STRIDES[kind]).sum::<usize>();
        self.gains[at].map(usize::from)
    }
}

impl Entry {
    /// The counts with one place of this kind fewer; none if there is none.
    fn without(mut self, kind: usize) -> Option<Entry> {
        self.counts[kind] = self.counts[kind].checked_sub(1)?;
        self.at -= STRIDES[kind];
        Some(self)
    }

    /// The counts with one place of this kind more.
    fn with(mut self, kind: usize) -> Entry {
        if self.counts[kind] < MOST[kind] {
            self.counts[kind] += 1;
            self.at += STRIDES[kind];
        }
        self
    }

    /// The counts after a touching place of this kind was hit: the second domino of a block is
    /// left.
    fn hit(self, kind: usize) -> Option<Entry> {
        let without = self.without(kind)?;
        Some(if kind < 2 { without.with(4 + kind) } else { without })
    }

    /// The index without the place that stands alone.
    fn touching(self) -> usize {
        self.at - self.counts[6] * STRIDES[6]
    }
}

/// The gain when moving first, after the best move.
fn first(gains: &[[u8; 2]], entry: Entry) -> u8 {
    let worth = [BLOCKS[0][0], BLOCKS[1][0], DOMINOES[0], DOMINOES[1], BLOCKS[0][1], BLOCKS[1][1]];
    let moves = (0..6).filter_map(|kind| Some(worth[kind] + gains[entry.without(kind)?.at][0]));
    let alone = entry.counts[6] as u8;
    let alone = if alone > 0 { alone + gains[entry.touching()][0] } else { 0 };
    moves.max().unwrap_or(0).max(alone)
}

/// The gain when moving second, after the worst move of the other player: taking away a single
/// place, or hitting two touching places at once.
fn second(gains: &[[u8; 2]], entry: Entry) -> u8 {
    let mut least = None;
    let mut after = |at: usize| {
        let gain = gains[at][1];
        least = Some(least.map_or(gain, |least: u8| least.min(gain)));
    };
    if entry.counts[6] > 0 {
        after(entry.touching());
    }
    for kind in 0..6 {
        let Some(one) = entry.without(kind) else { continue };
        after(one.at);
        if kind < 4 {
            let Some(one) = entry.hit(kind) else { continue };
            (0..4).filter_map(|kind| one.hit(kind)).for_each(|entry| after(entry.at));
            if kind < 2 {
                // The domino that is left must not be the one of this block.
                let both = (4..6).filter_map(|other| entry.without(other)?.hit(kind));
                both.for_each(|entry| after(entry.at));
            }
        }
    }
    least.unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A place with its worth, and the worth that is left of a block that was hit. Dominoes and
    /// blocks touch each other, and singles touch blocks.
    #[derive(Clone, Copy, PartialEq)]
    enum Place {
        Alone(u8),
        Single(u8),
        Domino(u8),
        Block(u8, u8),
    }

    /// What is left of a place that was hit.
    fn left(place: Place) -> Option<Place> {
        match place {
            Place::Block(_, left) => Some(Place::Alone(left)),
            _ => None,
        }
    }

    /// The places without those in `gone`; if they were hit, what is left of them is kept.
    fn without(places: &[Place], gone: &[usize], hit: bool) -> Vec<Place> {
        let kept = (0..places.len()).filter(|at| !gone.contains(at)).map(|at| places[at]);
        let left = gone.iter().filter(|_| hit).filter_map(|&at| left(places[at]));
        kept.chain(left).collect()
    }

    /// The gain of the player if both play as well as they can.
    fn played(places: &[Place], first: bool) -> i16 {
        let all = 0..places.len();
        if first {
            let worth = |place| match place {
                Place::Alone(worth) | Place::Single(worth) => worth,
                Place::Domino(worth) | Place::Block(worth, _) => worth,
            };
            let gain = |at: usize| {
                i16::from(worth(places[at])) + played(&without(places, &[at], false), false)
            };
            return all.map(gain).max().unwrap_or(0);
        }
        let touch = |one, other| match (one, other) {
            (Place::Alone(_), _) | (_, Place::Alone(_)) => false,
            (Place::Single(_), other) => matches!(other, Place::Block(..)),
            (one, Place::Single(_)) => matches!(one, Place::Block(..)),
            _ => true,
        };
        let one = all.clone().map(|at| played(&without(places, &[at], false), true));
        let pairs = all.flat_map(|one| (0..one).map(move |other| [one, other]));
        let pairs = pairs.filter(|&[one, other]| touch(places[one], places[other]));
        let two = pairs.map(|pair| played(&without(places, &pair, true), true));
        one.chain(two).min().unwrap_or(0)
    }

    #[test]
    fn no_more_is_gained_than_in_play() {
        let kinds = [
            Place::Alone(2),
            Place::Alone(5),
            Place::Alone(8),
            Place::Single(3),
            Place::Single(4),
            Place::Domino(3),
            Place::Domino(4),
            Place::Block(6, 3),
            Place::Block(8, 4),
        ];
        let (mut equal, mut compared) = (0, 0);
        for number in 0..9usize.pow(5) {
            let digits = [1, 9, 81, 729, 6561].map(|power| number / power % 9);
            // Goes through each set of up to five places once; the first kind means no place.
            if !digits.is_sorted() {
                continue;
            }
            let chosen: Vec<Place> = digits.iter().filter(|&&d| d > 0).map(|&d| kinds[d]).collect();
            let mut places = Places::default();
            for &place in &chosen {
                match place {
                    Place::Alone(worth) => places.add_alone(worth),
                    Place::Single(worth) => places.add_single(worth),
                    Place::Domino(worth) => places.add_domino(worth),
                    Place::Block(worth, left) => places.add_block(worth, left),
                }
            }
            for first in [false, true] {
                let (gains, played) = (places.gains(first), played(&chosen, first));
                assert!(gains <= played, "{gains} {played} {places:?} {first}");
                equal += usize::from(gains == played);
                compared += 1;
            }
        }
        assert!(2 * equal > compared, "{equal} of {compared}");
    }
}
