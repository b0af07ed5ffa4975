//! Kalah: sow seeds around the board, and collect them in your store.

mod notation;
mod packed;
mod tactics;

use std::cmp::Ordering;
use std::marker::PhantomData;

use grundy_base::{End, Player};
use grundy_ruleset::words::{InWords, Words, halves, turn_from_number, turn_to_number, whole};
use grundy_ruleset::{Key, Ruleset};

pub use notation::entry;

/// Kalah(m, n): m pits on each side, with n seeds in each pit (William Champion, 1940). Positions
/// are packed in keys of type `K`.
///
/// The game was solved under these rules (Geoffrey Irving, Jeroen Donkers, Jos Uiterwijk, Solving
/// Kalah, 2000): a last seed in an empty own pit is captured also if the opposite pit is empty,
/// unless empty captures are ruled out.
#[derive(Clone, Copy, Debug)]
pub struct Kalah<K> {
    pits: usize,
    seeds: usize,
    empty_captures: bool,
    keys: PhantomData<K>,
}

/// The greatest number of pits of a player.
const MOST_PITS: usize = 6;

/// The seeds in one player's pits and store, then in the opponent's, in the order of
/// sowing.
type Bowls = [u8; 2 * MOST_PITS + 2];

/// The seeds in each pit and store, those of Left first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Seeds {
    bowls: Bowls,
    /// The player to move; none if either may begin.
    turn: Option<Player>,
}

impl InWords for Seeds {
    type Words = Words<2>;

    fn to_words(&self) -> Words<2> {
        let mut bytes = [0; 16];
        bytes[..self.bowls.len()].copy_from_slice(&self.bowls);
        bytes[15] = turn_to_number(self.turn) as u8;
        Words(halves(u128::from_be_bytes(bytes)))
    }

    fn from_words(&Words([upper, lower]): &Words<2>) -> Seeds {
        let bytes = whole(upper, lower).to_be_bytes();
        let bowls = std::array::from_fn(|bowl| bytes[bowl]);
        Seeds { bowls, turn: turn_from_number(lower & 0xff) }
    }
}

impl<K: Key> Kalah<K> {
    /// A board with 1 to 6 pits on each side, and at least one seed in each pit; none if its
    /// positions do not fit in keys.
    #[must_use]
    pub fn new(pits: usize, seeds: usize, empty_captures: bool) -> Option<Self> {
        let all = pits.checked_mul(seeds)?.checked_mul(2).filter(|&all| all < 256)?;
        let fits = all + 2 * pits < K::BITS as usize;
        let sizes = (1..=MOST_PITS).contains(&pits) && seeds > 0;
        (sizes && fits).then_some(Kalah { pits, seeds, empty_captures, keys: PhantomData })
    }

    /// The total number of seeds.
    const fn all(&self) -> usize {
        2 * self.pits * self.seeds
    }

    /// The same bowls, seen from the other side of the board.
    #[inline]
    fn turned(&self, bowls: &Bowls) -> Bowls {
        let (half, mut turned) = (self.pits + 1, [0; 2 * MOST_PITS + 2]);
        turned[..half].copy_from_slice(&bowls[half..2 * half]);
        turned[half..2 * half].copy_from_slice(&bowls[..half]);
        turned
    }

    /// The bowls as a player sees them: own pits, own store, then the opponent's.
    fn seen_by(&self, seeds: &Seeds, player: Player) -> Bowls {
        match player {
            Player::Left => seeds.bowls,
            Player::Right => self.turned(&seeds.bowls),
        }
    }

    /// Sows a nonempty own pit; returns whether the player moves again.
    #[inline]
    fn sow(&self, bowls: &mut Bowls, pit: usize) -> bool {
        // The opponent's store is skipped.
        let (store, last) = (self.pits, 2 * self.pits);
        let mut at = pit;
        for _ in 0..std::mem::take(&mut bowls[pit]) {
            at = if at == last { 0 } else { at + 1 };
            bowls[at] += 1;
        }
        if at < store && bowls[at] == 1 {
            let opposite = last - at;
            if bowls[opposite] > 0 || self.empty_captures {
                bowls[store] += 1 + bowls[opposite];
                (bowls[at], bowls[opposite]) = (0, 0);
            }
        }
        at == store
    }

    /// Compares the seeds of the player who sees these bowls with the opponent's, if play is over
    /// because a player's pits are empty; otherwise none. Seeds left in pits go to their owner.
    #[inline]
    fn count(&self, bowls: &Bowls) -> Option<Ordering> {
        let sum = |pits: &[u8]| pits.iter().map(|&seeds| usize::from(seeds)).sum::<usize>();
        let own = sum(&bowls[..self.pits]);
        let other = sum(&bowls[self.pits + 1..=2 * self.pits]);
        let gathered = own + usize::from(bowls[self.pits]);
        (own == 0 || other == 0).then(|| (2 * gathered).cmp(&self.all()))
    }
}

impl<K: Key> Ruleset for Kalah<K> {
    type Position = Seeds;

    fn has_ends(&self) -> bool {
        true
    }

    fn options(&self, seeds: &Seeds, player: Player) -> impl Iterator<Item = Seeds> {
        let bowls = self.seen_by(seeds, player);
        let pits = (0..self.pits).filter(move |&pit| bowls[pit] > 0);
        pits.map(move |pit| {
            let mut bowls = bowls;
            let again = self.sow(&mut bowls, pit);
            let turn = Some(if again { player } else { player.opponent() });
            Seeds { bowls: self.seen_by(&Seeds { bowls, turn }, player), turn }
        })
    }

    fn end(&self, seeds: &Seeds, _: Player) -> Option<End> {
        Some(match self.count(&seeds.bowls)? {
            Ordering::Greater => End::Won(Player::Left),
            Ordering::Less => End::Won(Player::Right),
            Ordering::Equal => End::Tie,
        })
    }

    fn turn(&self, seeds: &Seeds) -> Option<Player> {
        seeds.turn
    }

    fn negative(&self, seeds: &Seeds) -> Option<Seeds> {
        let turn = seeds.turn.map(Player::opponent);
        Some(Seeds { bowls: self.turned(&seeds.bowls), turn })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_base::Text;
    use grundy_ruleset::Notation;
    use grundy_ruleset::law::check;

    /// Pits, seeds, and the numbers of keys and of positions, counted by a
    /// search over lists of pits.
    const KNOWN: [(usize, usize, (usize, usize)); 9] = [
        (1, 1, (2, 2)),
        (1, 5, (4, 4)),
        (2, 1, (8, 8)),
        (2, 2, (24, 24)),
        (2, 3, (128, 140)),
        (2, 4, (169, 172)),
        (3, 1, (68, 73)),
        (4, 1, (768, 893)),
        (3, 2, (2151, 2965)),
    ];

    fn counts<K: Key + 'static>(pits: usize, seeds: usize) -> (usize, usize) {
        let rules = Kalah::<K>::new(pits, seeds, true).unwrap();
        let found = check(&rules, (&rules.start().unwrap(), Player::Left), 100_000);
        (found.0, found.1)
    }

    #[test]
    fn keys_are_the_positions_of_an_independent_search() {
        for (pits, seeds, keys) in KNOWN {
            assert_eq!(counts::<u64>(pits, seeds), keys, "{pits},{seeds}");
        }
        assert_eq!(counts::<u128>(2, 2), counts::<u64>(2, 2));
        for (pits, seeds) in [(1, 5), (2, 4), (3, 2)] {
            let rules = Kalah::<u64>::new(pits, seeds, false).unwrap();
            check(&rules, (&rules.start().unwrap(), Player::Left), 100_000);
        }
    }

    #[test]
    fn seeds_are_sown_captured_and_counted() {
        let rules = Kalah::<u64>::new(3, 2, true).unwrap();
        let at = |text: &str| rules.read(Text::new(text)).unwrap();
        let options = |text: &str, player| -> Vec<String> {
            rules.options(&at(text), player).map(|option| rules.print(&option)).collect()
        };
        assert_eq!(
            options("2,2,2,0|2,2,2,0|left", Player::Left),
            ["0,3,3,0|2,2,2,0|right", "2,0,3,1|2,2,2,0|left", "2,2,0,1|3,2,2,0|right"]
        );
        // The last seed falls into an empty pit: it captures the seeds opposite, or only itself.
        assert_eq!(options("1,0,0,2|1,3,1,4|left", Player::Left), ["0,0,0,6|1,0,1,4|right"]);
        assert_eq!(options("1,0,0,2|4,0,1,4|left", Player::Left), ["0,0,0,3|4,0,1,4|right"]);
        let strict = Kalah::<u64>::new(3, 2, false).unwrap();
        let before = at("1,0,0,2|4,0,1,4|left");
        let stays = strict.options(&before, Player::Left);
        let stays: Vec<String> = stays.map(|option| strict.print(&option)).collect();
        assert_eq!(stays, ["0,1,0,2|4,0,1,4|right"]);
        // Seven seeds go round the board, skipping the store of the other player.
        assert_eq!(options("7,0,0,0|1,1,1,2|left", Player::Left), ["0,1,1,4|2,2,0,2|right"]);
        let end = |text: &str| rules.end(&at(text), Player::Left);
        assert_eq!(end("0,0,0,6|1,0,1,4|right"), Some(End::Tie));
        assert_eq!(end("0,0,1,6|0,0,0,5|right"), Some(End::Won(Player::Left)));
        assert_eq!(end("0,0,1,6|0,0,1,4|right"), None);
        assert_eq!(
            rules.print(&rules.negative(&at("1,0,0,2|4,0,1,4|left")).unwrap()),
            "4,0,1,4|1,0,0,2|right"
        );
    }
}
