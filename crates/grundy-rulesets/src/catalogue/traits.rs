//! Properties of rulesets, for catalogues that are sorted by theory.

use super::{Entry, parse};

/// The properties of a ruleset by which catalogues are sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Traits {
    /// Both players always have the same moves.
    pub impartial: bool,
    /// The rules themselves end play. Otherwise a player who cannot move loses, and positions have
    /// values in sums.
    pub has_ends: bool,
    /// Play may go on for ever.
    pub loopy: bool,
    /// Its misère play has a theory: genus, misère form and quotient.
    pub misere: bool,
    /// Its positions are sums of heaps, which have a sequence of Grundy values.
    pub heaps: bool,
}

impl Entry {
    /// The properties of the ruleset. Where they depend on the parameters, the first example
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
