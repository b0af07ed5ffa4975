//! Comparison: which of two games is better for Left.

use std::cmp::Ordering;

use super::numbers::{Key, is_exact};
use super::{Form, Forms, List, MANY};
use grundy_base::stack::deeper;
use grundy_base::{Player, Stopped};

/// Bits in the table of orders: whether each direction is known, and the result.
const KNOWN: u32 = 1;
const TRUE: u32 = 2;

impl Forms<'_> {
    /// Whether `a` ≤ `b`: Right, moving first in `a`, fares no better than in `b`.
    ///
    /// The stops decide most cases; then a ≤ b exactly when no left option of a
    /// is at least b and no right option of b is at most a, where a number's
    /// own options need no look (the number avoidance theorem).
    pub fn at_most(&mut self, a: Form, b: Form) -> Result<bool, Stopped> {
        match self.at_most_by_stops(a, b) {
            Some(known) => Ok(known),
            None => self.at_most_by_options(a, b),
        }
    }

    /// How two games compare: none when they are confused, that is, when
    /// whoever moves first wins their difference.
    pub fn compare(&mut self, a: Form, b: Form) -> Result<Option<Ordering>, Stopped> {
        if a == b {
            return Ok(Some(Ordering::Equal));
        }
        Ok(match (self.at_most(a, b)?, self.at_most(b, a)?) {
            (true, _) => Some(Ordering::Less),
            (_, true) => Some(Ordering::Greater),
            _ => None,
        })
    }

    /// What the stops, and the parts of compact values, say about `a` ≤ `b`.
    ///
    /// A game that is at most another has no greater stops. A game is at most
    /// its left stop, or just above it, and at least its right stop, or just
    /// below.
    #[inline]
    pub(super) fn at_most_by_stops(&self, a: Form, b: Form) -> Option<bool> {
        if a == b {
            return Some(true);
        }
        let (first, second) = (self.table.record(a), self.table.record(b));
        let ([a_left, a_right], [b_left, b_right]) = (first.keys, second.keys);
        if a_left > b_left || a_right > b_right {
            return Some(false);
        }
        if a_left <= b_right {
            return Some(true);
        }
        Some(self.parts_at_most(self.parts(a)?, self.parts(b)?))
    }

    fn at_most_by_options(&mut self, a: Form, b: Form) -> Result<bool, Stopped> {
        let (pair, shift) = if a < b { ([a, b], 0) } else { ([b, a], 2) };
        let known = self.orders.get(pair).unwrap_or(0);
        if known >> shift & KNOWN != 0 {
            return Ok(known >> shift & TRUE != 0);
        }
        let found = deeper(|| self.search_order(a, b))?;
        // The search may have found the other direction.
        let known = self.orders.get(pair).unwrap_or(0);
        self.orders.put(pair, known | (KNOWN | if found { TRUE } else { 0 }) << shift);
        Ok(found)
    }

    fn search_order(&mut self, a: Form, b: Form) -> Result<bool, Stopped> {
        self.step()?;
        let left = self.telling_options(a, Player::Left, b)?;
        let right = self.telling_options(b, Player::Right, a)?;
        self.steps_of((left.len() + right.len()) / MANY)?;
        // What the stops refute needs no search.
        let mut open = false;
        for &option in &left {
            match self.at_most_by_stops(b, option) {
                Some(true) => return Ok(false),
                Some(false) => {}
                None => open = true,
            }
        }
        for &option in &right {
            match self.at_most_by_stops(option, a) {
                Some(true) => return Ok(false),
                Some(false) => {}
                None => open = true,
            }
        }
        if !open {
            return Ok(true);
        }
        for &option in &left {
            if self.at_most(b, option)? {
                return Ok(false);
            }
        }
        for &option in &right {
            if self.at_most(option, a)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The options of a game that decide its order with another game. The other is not compact
    /// unless this one is.
    ///
    /// A number has none. The options of a large nimber have the same stops, except for 0: two of
    /// them decide for all, if their stops do.
    fn telling_options(
        &mut self,
        form: Form,
        player: Player,
        other: Form,
    ) -> Result<List, Stopped> {
        let Some(parts) = self.parts(form) else { return self.options(form, player) };
        if parts.is_number() {
            return Ok(List::new());
        }
        if parts.ups == 0 && parts.nimber as usize > MANY {
            let [zero, star] = [self.smaller_nimber(parts, 0)?, self.smaller_nimber(parts, 1)?];
            let told = match player {
                Player::Left => self.at_most_by_stops(other, star),
                Player::Right => self.at_most_by_stops(star, other),
            };
            if told.is_some() {
                return Ok(List::from_slice(&[zero, star]));
            }
        }
        self.options(form, player)
    }

    /// Whether an option of a game whose stops have these keys can be seen not
    /// to be reversible: no answer to it comes near the stop on the other side.
    pub(super) fn is_irreversible(&self, option: Form, player: Player, keys: [Key; 2]) -> bool {
        let Some(parts) = self.parts(option) else { return false };
        let number = self.numbers.key(parts.number);
        // The answers to a number are beyond it; answers to other compact values are at most
        // infinitesimally on this side of it.
        let beyond = if parts.is_number() { 1 } else { -1 };
        is_exact(number)
            && match player {
                Player::Left => number + beyond > keys[1],
                Player::Right => number - beyond < keys[0],
            }
    }
}
