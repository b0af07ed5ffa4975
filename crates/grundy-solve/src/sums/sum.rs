//! A sum as number, ups and nimber, other canonical forms, and components without one.

use std::cmp::Ordering;

use smallvec::SmallVec;

use super::part::{Part, Parts};
use super::pool::Pool;
use grundy_base::Stopped;
use grundy_values::{Form, Forms};

/// A sum in which Left is to move; Right's turn is Left's in the negative.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sum {
    /// The numbers among the terms, added, in units of 2^-16.
    pub(super) number: i64,
    /// The multiples of ↑ among them.
    pub(super) ups: i32,
    /// The nimbers among them.
    pub(super) nimber: u32,
    /// Terms whose canonical form is known and none of these, sorted.
    pub(super) forms: SmallVec<[Form; 4]>,
    /// Components whose canonical form is not known, sorted.
    pub(super) parts: Parts,
}

/// One, as numbers of a sum are counted.
pub(super) const ONE: i64 = 1 << 16;

/// Numbers beyond this one are not added.
pub(super) const GREATEST: i64 = 1 << 40;

impl Sum {
    /// Just this component.
    pub(super) fn of(part: Part) -> Sum {
        Sum { parts: [part].into_iter().collect(), ..Sum::default() }
    }

    /// Adds a game whose form is known.
    pub(super) fn add(&mut self, form: Form, forms: &mut Forms<'_>) -> Result<(), Stopped> {
        if let Some(value) = forms.as_compact(form) {
            let (number, exact) = value.number.coarse();
            let ups = self.ups.checked_add(value.ups);
            if let (true, Some(ups)) = (exact && number.abs() < GREATEST, ups) {
                self.number += number;
                self.ups = ups;
                self.nimber ^= value.nimber;
                return Ok(());
            }
        }
        let negative = forms.negative(form)?;
        match self.forms.iter().position(|&other| other == negative) {
            Some(place) => {
                self.forms.remove(place);
            }
            None => {
                let place = self.forms.partition_point(|&other| other < form);
                self.forms.insert(place, form);
            }
        }
        Ok(())
    }

    /// Sorts components and takes out pairs that cancel each other.
    pub(super) fn cancel(&mut self, pool: &Pool) {
        self.parts.sort_unstable();
        let mut kept = Parts::new();
        for &part in &self.parts {
            let negative = pool.negative(part);
            match kept.iter().rposition(|&other| other == negative) {
                Some(place) => {
                    kept.remove(place);
                }
                None => kept.push(part),
            }
        }
        self.parts = kept;
    }

    /// Exchanges the players.
    pub(super) fn negate(&mut self, pool: &Pool, forms: &mut Forms<'_>) -> Result<(), Stopped> {
        self.number = -self.number;
        self.ups = -self.ups;
        for form in &mut self.forms {
            *form = forms.negative(*form)?;
        }
        self.forms.sort_unstable();
        // A component is there with one sign only, so this keeps the order.
        for part in &mut self.parts {
            *part = pool.negative(*part);
        }
        Ok(())
    }

    /// What a move of Left leaves of the number, where she has one.
    pub(super) fn number_after_left(&self) -> Option<i64> {
        let fraction = self.number % ONE != 0;
        match fraction {
            true => Some(self.number - (self.number & -self.number)),
            false => (self.number > 0).then(|| self.number - ONE),
        }
    }

    /// Whether Left, to move, wins number + ups + nimber.
    ///
    /// Two ups are above every nimber, and one above all but *, with which it is
    /// confused (Winning Ways, chapter 3).
    pub(super) fn left_wins_compact(&self) -> bool {
        match (self.number.cmp(&0), self.ups) {
            (Ordering::Greater, _) => true,
            (Ordering::Less, _) => false,
            (Ordering::Equal, 0) => self.nimber != 0,
            (Ordering::Equal, -1) => self.nimber == 1,
            (Ordering::Equal, ups) => ups > 0,
        }
    }

    /// Whether number, ups and nimber are all there is.
    pub(super) fn is_compact(&self) -> bool {
        self.forms.is_empty() && self.parts.is_empty()
    }
}
