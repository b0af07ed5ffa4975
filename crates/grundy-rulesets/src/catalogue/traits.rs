//! What sort of game a ruleset is, for catalogues that are sorted by theory.

use super::{Entry, parse};

/// What sort of game a ruleset is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Traits {
    /// Both players always have the same moves.
    pub impartial: bool,
    /// The rules end play themselves. Otherwise who cannot move loses, and positions have
    /// values in sums.
    pub has_ends: bool,
    /// Play may go on for ever.
    pub loopy: bool,
    /// There is a theory of its misère play: genus, misère form and quotient.
    pub misere: bool,
    /// Its positions are sums of heaps, which have a sequence of Grundy values.
    pub heaps: bool,
}

impl Entry {
    /// What sort of game this is. Where that depends on the parameters, the first example
    /// decides; but a ruleset is loopy if any example is. None if an example cannot be read.
    ///
    /// ```
    /// let traits = grundy_rulesets::catalogue::find("dodgem").unwrap().traits().unwrap();
    /// assert!(traits.loopy && traits.has_ends && !traits.impartial);
    /// ```
    #[must_use]
    pub fn traits(&self) -> Option<Traits> {
        let games: Result<Vec<_>, _> = self.examples.iter().map(|text| parse(text)).collect();
        let games = games.ok()?;
        let first = games.first()?;
        let (impartial, has_ends) = (first.impartial(), first.has_ends());
        Some(Traits {
            impartial,
            has_ends,
            loopy: games.iter().any(|game| game.loopy()),
            misere: impartial && !has_ends && !first.loopy(),
            heaps: first.heaps().is_some(),
        })
    }
}
