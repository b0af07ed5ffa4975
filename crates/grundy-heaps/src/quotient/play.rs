//! Who wins a sum of letters, by search.

use hashbrown::HashMap;

use super::Element;
use super::monoid::Monoid;
use grundy_base::{Limits, Progress, Stopped};

/// A sum of games, in rising order.
pub(super) type Word = Box<[u32]>;

/// Sums that are played between two looks at the limits.
const STRIDE: usize = 1024;

/// The sum of two words.
pub(super) fn sum(a: &[u32], b: &[u32]) -> Word {
    let mut word = [a, b].concat();
    word.sort_unstable();
    word.into()
}

/// The rules of sums of games, where the options of a game are words of earlier games.
///
/// The number of games does not matter: play ends because words fall in the order of their greatest
/// games.
pub(super) struct Play {
    options: HashMap<u32, Vec<Word>>,
    known: HashMap<Word, bool>,
    bytes: u64,
    before: Before,
    /// Copies of a game beyond `first + spare * period` are reduced: the games before cannot tell
    /// them from fewer.
    spare: usize,
}

/// The quotient of the games before a new one.
struct Before {
    monoid: Monoid,
    images: Vec<Element>,
    /// For each game the least n, and p, so that n + p copies are equal to n.
    copies: Vec<[usize; 2]>,
}

impl Play {
    /// Play in games, the first of them with a known quotient.
    pub(super) fn new(monoid: Monoid, images: Vec<Element>) -> Self {
        let copies = images.iter().map(|&image| {
            let powers = monoid.powers(image);
            let again = monoid.product(powers[powers.len() - 1], image);
            let first = powers.iter().position(|&power| power == again).unwrap_or(0);
            [first, powers.len() - first]
        });
        let before = Before { copies: copies.collect(), monoid, images };
        Play { options: HashMap::new(), known: HashMap::new(), bytes: 0, before, spare: 1 }
    }

    /// Sets the options of a game from now on.
    pub(super) fn game(&mut self, game: u32, options: Vec<Word>) {
        self.options.insert(game, options);
    }

    /// Whether the options of a game are known.
    pub(super) fn knows(&self, game: u32) -> bool {
        self.options.contains_key(&game)
    }

    /// Forgets all games and sums but those before the new one; reduces copies of a game less, if
    /// `closer`.
    pub(super) fn forget(&mut self, closer: bool) {
        self.spare += usize::from(closer);
        self.options.clear();
        self.known.clear();
        self.bytes = 0;
    }

    /// The words that a move leaves.
    pub(super) fn options(&self, word: &[u32]) -> Vec<Word> {
        let firsts = (0..word.len()).filter(|&i| i == 0 || word[i] != word[i - 1]);
        let moves = firsts.flat_map(move |i| {
            let rest = [&word[..i], &word[i + 1..]].concat();
            self.options[&word[i]].iter().map(move |option| sum(&rest, option))
        });
        moves.collect()
    }

    /// Whether the player to move in a sum loses.
    ///
    /// # Errors
    ///
    /// If a limit is reached; sums that were played count as positions.
    pub(super) fn is_p(&mut self, word: &[u32], limits: &Limits<'_>) -> Result<bool, Stopped> {
        let Before { monoid, images, .. } = &self.before;
        let new = images.len() as u32;
        if word.last().is_none_or(|&greatest| greatest < new) {
            let product = |a, &game: &u32| monoid.product(a, images[game as usize]);
            return Ok(monoid.is_p(word.iter().fold(0, product)));
        }
        let word = self.shortened(word);
        if let Some(&known) = self.known.get(&word) {
            return Ok(known);
        }
        let mut is_p = true;
        for option in self.options(&word) {
            if grundy_base::stack::deeper(|| self.is_p(&option, limits))? {
                is_p = false;
                break;
            }
        }
        if self.known.len().is_multiple_of(STRIDE) {
            let (positions, bytes) = (self.known.len(), self.bytes);
            limits.check(Progress { stage: "finding the quotient", positions, bytes })?;
            limits.room(bytes, positions)?;
        }
        limits.count(self.known.len() + 1)?;
        self.bytes += 4 * word.len() as u64 + 2 * (size_of::<(Word, bool)>() as u64 + 1);
        self.known.insert(word, is_p);
        Ok(is_p)
    }

    /// The word without copies of games that are likely to make no difference.
    fn shortened(&self, word: &[u32]) -> Word {
        let mut short = Vec::with_capacity(word.len());
        for copies in word.chunk_by(|a, b| a == b) {
            let kept = match self.before.copies.get(copies[0] as usize) {
                None => copies.len(),
                Some(&[first, period]) => {
                    let most = first + self.spare * period;
                    let over = copies.len().saturating_sub(most);
                    copies.len() - over.div_ceil(period) * period
                }
            };
            short.extend_from_slice(&copies[..kept]);
        }
        short.into()
    }

    /// Bytes held, at most.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }
}
