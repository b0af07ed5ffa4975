//! Extending a quotient by a game whose class is not in it yet.

use hashbrown::HashMap;

use super::learn::Learned;
use super::play::{Play, Word, sum};
use super::transitions::{Misfit, Transitions};
use super::{Options, Quotient};
use grundy_base::{Limits, Stopped};

impl Quotient {
    /// Adds the next game as a letter.
    ///
    /// Games that are no letters are taken for the words that they had. The quotient of the letters
    /// is found, and checked for all games. Where it does not fit, it is made finer: by a missing
    /// test, by a game that differs from its word and becomes a letter itself, or by more copies of
    /// games in sums.
    pub(super) fn grow(&mut self, games: &Options<'_>, limits: &Limits<'_>) -> Result<(), Stopped> {
        let game = self.words.len();
        let mut grown = Quotient {
            play: Play::new(self.monoid.clone(), self.images.clone()),
            words: self.words.clone(),
            table: self.table.with_tests(),
            ..Quotient::default()
        };
        grown.words.push([game as u32].into());
        grown.begin(games, limits)?;
        grown.find(games, limits)?;
        *self = grown;
        Ok(())
    }

    fn find(&mut self, games: &Options<'_>, limits: &Limits<'_>) -> Result<(), Stopped> {
        loop {
            let learned = self.table.monoid(&mut self.play, limits)?;
            let Some((game, misfit)) = self.settle(games, &learned, limits)? else {
                return Ok(());
            };
            let word = match misfit {
                Misfit::Element(y) => sum(&self.table.word(y), &[game as u32]),
                Misfit::Word(word, copies) => sum(&word, &vec![game as u32; copies]),
            };
            self.refine(games, &learned, &word, limits)?;
        }
    }

    /// Makes the quotient finer by a sum of games in which it does not fit: where a P-position has
    /// a move to a P-position, or another position has none.
    fn refine(
        &mut self,
        games: &Options<'_>,
        learned: &Learned,
        word: &[u32],
        limits: &Limits<'_>,
    ) -> Result<(), Stopped> {
        for &game in word {
            self.introduce(game, games)?;
        }
        let mut sums = self.play.options(word);
        sums.push(word.into());
        for word in &sums {
            let letters = self.spelled(word);
            if self.table.correct(learned, &letters, &mut self.play, limits)? {
                return Ok(());
            }
        }
        // From the games to their words, one after the other: where the winner changes, a game
        // differs from its word.
        for word in &sums {
            let here = self.play.is_p(word, limits)?;
            for i in 0..word.len() {
                let half = sum(&self.spelled(&word[..=i]), &word[i + 1..]);
                if self.play.is_p(&half, limits)? != here {
                    self.words[word[i] as usize] = [word[i]].into();
                    self.play.forget(false);
                    return self.begin(games, limits);
                }
            }
        }
        self.play.forget(true);
        self.begin(games, limits)
    }

    /// Begins to learn about all letters, with the tests that are known.
    fn begin(&mut self, games: &Options<'_>, limits: &Limits<'_>) -> Result<(), Stopped> {
        let letters =
            (0..self.words.len() as u32).filter(|&game| *self.words[game as usize] == [game]);
        let letters: Vec<u32> = letters.collect();
        letters.iter().try_for_each(|&letter| self.introduce(letter, games))?;
        self.table.begin(letters, &mut self.play, limits)
    }

    /// Tells play the options of a game, if it does not know them.
    fn introduce(&mut self, game: u32, games: &Options<'_>) -> Result<(), Stopped> {
        if self.play.knows(game) {
            return Ok(());
        }
        let mut options: Vec<Word> = Vec::new();
        games(game as usize, &mut |sum| {
            let word: Vec<u32> = sum.iter().map(|&game| game as u32).collect();
            options.push(self.spelled(&word));
        })?;
        options.sort_unstable();
        options.dedup();
        self.play.game(game, options);
        Ok(())
    }

    /// A sum of games in letters.
    fn spelled(&self, games: &[u32]) -> Word {
        let letters = games.iter().flat_map(|&game| self.words[game as usize].iter());
        let mut word: Vec<u32> = letters.copied().collect();
        word.sort_unstable();
        word.into()
    }

    /// Takes a monoid for the quotient, or says which game does not fit.
    fn settle(
        &mut self,
        games: &Options<'_>,
        learned: &Learned,
        limits: &Limits<'_>,
    ) -> Result<Option<(usize, Misfit)>, Stopped> {
        self.monoid = learned.monoid.clone();
        self.images = self.words.iter().map(|word| learned.element(word)).collect();
        self.transitions = Transitions::new(&self.monoid);
        self.known = HashMap::new();
        for game in 0..self.images.len() {
            let options = self.options(games, game)?;
            if options.is_empty() {
                continue;
            }
            let (x, winners) = (self.images[game], self.winners(&options));
            if self.known.get(&winners) == Some(&x) {
                continue;
            }
            if let Some(misfit) = self.transitions.misfit(&self.monoid, x, &winners) {
                return Ok(Some((game, misfit)));
            }
            self.transitions.add(&self.monoid, game, x, &winners);
            self.known.insert(winners, x);
            self.look(game, limits)?;
        }
        Ok(None)
    }
}
