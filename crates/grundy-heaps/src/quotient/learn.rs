//! Learning a monoid that says who wins all sums of letters.

use hashbrown::HashMap;

use super::Element;
use super::monoid::Monoid;
use super::play::{Play, Word, sum};
use super::set::Set;
use grundy_base::{Limits, Progress, Stopped};

/// Words of letters that no *test*, a word added to both, tells apart, and that are taken for the
/// same element. The monoid found in this way may be too small, until there are enough tests:
/// Angluin's method (*Learning regular sets from queries and counterexamples*, 1987) with the tests
/// of Rivest and Schapire (1993), where the order of letters is of no account.
pub(super) struct Table {
    letters: Vec<u32>,
    tests: Vec<Word>,
    rows: Vec<Row>,
    /// The row of each signature.
    known: HashMap<Signature, Element>,
}

/// Who wins a word with each of the tests added.
type Signature = Vec<bool>;

/// A word that is distinguishable from all other rows.
struct Row {
    word: Word,
    /// The earlier row, and the letter, that it came from.
    from: (Element, usize),
    /// The words with one letter more, in the order of the letters.
    next: Vec<(Word, Signature)>,
}

impl Table {
    /// A table without letters.
    pub(super) fn new() -> Self {
        let tests = vec![Word::default()];
        Table { letters: Vec::new(), tests, rows: Vec::new(), known: HashMap::new() }
    }

    /// A table without letters, with the same tests.
    pub(super) fn with_tests(&self) -> Self {
        Table { tests: self.tests.clone(), ..Table::new() }
    }

    /// Begins with these letters. Tests are kept.
    pub(super) fn begin(
        &mut self,
        letters: Vec<u32>,
        play: &mut Play,
        limits: &Limits<'_>,
    ) -> Result<(), Stopped> {
        self.letters = letters;
        self.rows = vec![Row { word: Box::default(), from: (0, 0), next: Vec::new() }];
        self.known = HashMap::from([(self.signature(&[], play, limits)?, 0)]);
        Ok(())
    }

    /// Who wins a word with each of the tests added.
    fn signature(
        &self,
        word: &[u32],
        play: &mut Play,
        limits: &Limits<'_>,
    ) -> Result<Signature, Stopped> {
        self.tests.iter().map(|test| play.is_p(&sum(word, test), limits)).collect()
    }

    /// Adds a test, and finds what it tells apart.
    fn test(&mut self, test: Word, play: &mut Play, limits: &Limits<'_>) -> Result<(), Stopped> {
        let known = std::mem::take(&mut self.known);
        for (mut signature, row) in known {
            signature.push(play.is_p(&sum(&self.rows[row as usize].word, &test), limits)?);
            self.known.insert(signature, row);
        }
        for (word, signature) in self.rows.iter_mut().flat_map(|row| &mut row.next) {
            signature.push(play.is_p(&sum(word, &test), limits)?);
        }
        self.tests.push(test);
        Ok(())
    }

    /// A row for each word with one letter more than another row.
    fn close(&mut self, play: &mut Play, limits: &Limits<'_>) -> Result<(), Stopped> {
        let mut next = 0;
        while next < self.rows.len() {
            for i in 0..self.letters.len() {
                if self.rows[next].next.len() == i {
                    let word = sum(&self.rows[next].word, &[self.letters[i]]);
                    let signature = self.signature(&word, play, limits)?;
                    self.rows[next].next.push((word, signature));
                }
                let (word, signature) = &self.rows[next].next[i];
                if !self.known.contains_key(signature) {
                    self.known.insert(signature.clone(), self.rows.len() as Element);
                    let word = word.clone();
                    self.rows.push(Row { word, from: (next as Element, i), next: Vec::new() });
                }
            }
            next += 1;
            let signatures = self.rows.len() * (self.letters.len() + 1) * (self.tests.len() + 100);
            let bytes = play.bytes() + Monoid::bytes(self.rows.len()) + signatures as u64;
            limits.room(bytes, self.rows.len())?;
            limits.check(Progress { stage: "finding the quotient", positions: next, bytes })?;
        }
        Ok(())
    }

    /// The rows to which the letters lead from each row.
    fn steps(&self) -> Vec<Element> {
        let next = self.rows.iter().flat_map(|row| &row.next);
        next.map(|(_, signature)| self.known[signature]).collect()
    }

    /// A monoid for the letters.
    pub(super) fn monoid(
        &mut self,
        play: &mut Play,
        limits: &Limits<'_>,
    ) -> Result<Learned, Stopped> {
        loop {
            self.close(play, limits)?;
            let steps = self.steps();
            match self.disorder(&steps, play, limits)? {
                Some(test) => self.test(test, play, limits)?,
                None => return Ok(self.learned(&steps)),
            }
        }
    }

    /// A test that is missing because the order of two letters makes a difference.
    fn disorder(
        &self,
        steps: &[Element],
        play: &mut Play,
        limits: &Limits<'_>,
    ) -> Result<Option<Word>, Stopped> {
        let Table { letters, tests, rows, .. } = self;
        let step = |a: Element, i: usize| steps[a as usize * letters.len() + i];
        for a in 0..rows.len() as Element {
            for (i, j) in (0..letters.len()).flat_map(|i| (0..i).map(move |j| (i, j))) {
                let ways = [(step(a, i), j), (step(a, j), i)];
                if step(ways[0].0, j) == step(ways[1].0, i) {
                    continue;
                }
                let whole = sum(&rows[a as usize].word, &[letters[i], letters[j]]);
                for test in tests {
                    let truth = play.is_p(&sum(&whole, test), limits)?;
                    for (row, letter) in ways {
                        let rest = sum(test, &[letters[letter]]);
                        if play.is_p(&sum(&rows[row as usize].word, &rest), limits)? != truth {
                            return Ok(Some(rest));
                        }
                    }
                }
                unreachable!("different rows are told apart by a test");
            }
        }
        Ok(None)
    }

    fn learned(&self, steps: &[Element]) -> Learned {
        let step = |a: Element, i: usize| steps[a as usize * self.letters.len() + i];
        let order = self.rows.len();
        let mut products: Vec<Element> = Vec::with_capacity(order * order);
        for a in 0..order {
            let row = products.len();
            products.push(a as Element);
            for &Row { from: (before, letter), .. } in &self.rows[1..] {
                products.push(step(products[row + before as usize], letter));
            }
        }
        let mut p = Set::empty(order);
        // The first test is the empty word.
        let won = self.known.iter().filter(|(signature, _)| signature[0]);
        won.for_each(|(_, &row)| p.add(row));
        let letters = self.letters.iter().enumerate().map(|(i, &letter)| (letter, step(0, i)));
        Learned { monoid: Monoid::new(products, p), letters: letters.collect() }
    }

    /// The word of an element.
    pub(super) fn word(&self, element: Element) -> Word {
        self.rows[element as usize].word.clone()
    }

    /// Adds a test that tells apart what has been taken for the same, from a word whose element
    /// does not say who wins it; returns whether there was one.
    pub(super) fn correct(
        &mut self,
        learned: &Learned,
        word: &[u32],
        play: &mut Play,
        limits: &Limits<'_>,
    ) -> Result<bool, Stopped> {
        let known = learned.monoid.is_p(learned.element(word));
        if play.is_p(word, limits)? == known {
            return Ok(false);
        }
        // Letters go one by one into the element. Where the winner changes, what
        // is left of the word is the test.
        let mut element = 0;
        for (i, letter) in word.iter().enumerate() {
            element = learned.monoid.product(element, learned.letters[letter]);
            let rest = &word[i + 1..];
            if play.is_p(&sum(&self.rows[element as usize].word, rest), limits)? == known {
                self.test(rest.into(), play, limits)?;
                return Ok(true);
            }
        }
        unreachable!("the word of the last element has the known winner")
    }
}

/// A monoid that was found.
pub(super) struct Learned {
    pub(super) monoid: Monoid,
    /// The element of each letter.
    pub(super) letters: HashMap<u32, Element>,
}

impl Learned {
    /// The element of a sum of letters.
    pub(super) fn element(&self, word: &[u32]) -> Element {
        word.iter().fold(0, |a, letter| self.monoid.product(a, self.letters[letter]))
    }
}
