//! Compact forms: number + ups + nimber, values that are added without their options.

use super::numbers::{left_key, right_key};
use super::table::{Body, Parts, Stops};
use super::{Form, Forms, List};
use crate::Dyadic;
use grundy_base::{Player, Stopped};

/// A value that is a number, a multiple of up and a nimber.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Compact {
    /// The number.
    pub number: Dyadic,
    /// The multiple of ↑; negative for ↓.
    pub ups: i32,
    /// The size of the nimber.
    pub nimber: u32,
}

impl Compact {
    /// The number of days until this value is born.
    #[must_use]
    pub fn birthday(&self) -> Dyadic {
        let small = match (i64::from(self.ups).abs(), i64::from(self.nimber)) {
            (0, nimber) => nimber,
            // Each up is a day after the next smaller one with another nimber
            // beside it; the first is ↑ + *k = {0 | *(k⊕1)}, but ↑* = {0, * | 0}.
            (ups, nimber) => match nimber ^ (ups - 1) & 1 {
                1 => ups + 1,
                last => ups + (last ^ 1),
            },
        };
        &self.number.birthday() + &Dyadic::from(small)
    }
}

/// The greatest nimber that may be played in, not only added: it has this number of options.
const LARGEST_NIMBER: u32 = 1 << 16;

/// Fails for a nimber that is too large to be played in.
fn playable(nimber: u32) -> Result<(), Stopped> {
    if nimber > LARGEST_NIMBER {
        let limit = u64::from(LARGEST_NIMBER);
        return Err(Stopped::Numbering { what: "options of a nimber", limit });
    }
    Ok(())
}

/// Whether n·↑ + *k ≥ 0: two ups are above every nimber, and one above all but *.
fn is_at_least_zero(ups: i64, nimber: u32) -> bool {
    match ups {
        0 => nimber == 0,
        1 => nimber != 1,
        ups => ups > 0,
    }
}

impl Parts {
    pub(super) fn is_number(self) -> bool {
        self.ups == 0 && self.nimber == 0
    }
}

impl Forms<'_> {
    /// The form of a number, a multiple of up and a nimber.
    pub fn compact(&mut self, value: Compact) -> Result<Form, Stopped> {
        let Compact { number, ups, nimber } = value;
        let number = self.numbers.intern(number);
        self.intern_parts(Parts { number, ups, nimber })
    }

    /// The form of a number.
    pub fn number(&mut self, number: Dyadic) -> Result<Form, Stopped> {
        self.compact(Compact { number, ..Compact::default() })
    }

    /// The form of a nimber.
    pub fn nimber(&mut self, nimber: u32) -> Result<Form, Stopped> {
        self.compact(Compact { nimber, ..Compact::default() })
    }

    /// The number, the ups and the nimber whose sum a form is, if there are such.
    #[must_use]
    pub fn as_compact(&self, form: Form) -> Option<Compact> {
        let Parts { number, ups, nimber } = self.parts(form)?;
        Some(Compact { number: self.numbers.get(number).clone(), ups, nimber })
    }

    /// The number that a form is, if it is one.
    #[must_use]
    pub fn as_number(&self, form: Form) -> Option<&Dyadic> {
        let parts = self.parts(form).filter(|parts| parts.is_number())?;
        Some(self.numbers.get(parts.number))
    }

    #[inline]
    pub(super) fn parts(&self, form: Form) -> Option<Parts> {
        match self.table.record(form).body {
            Body::Compact(parts) => Some(parts),
            Body::Options { .. } => None,
        }
    }

    pub(super) fn intern_parts(&mut self, parts: Parts) -> Result<Form, Stopped> {
        let key = self.numbers.key(parts.number);
        let stops = || {
            let at_most = is_at_least_zero(-i64::from(parts.ups), parts.nimber);
            let at_least = is_at_least_zero(parts.ups.into(), parts.nimber);
            Stops {
                keys: [left_key(key, !at_most), right_key(key, !at_least)],
                numbers: [parts.number; 2],
                within: [at_most, at_least],
            }
        };
        self.table.intern_compact(parts, stops, &self.limits)
    }

    /// Whether one of two compact values is at most the other.
    pub(super) fn parts_at_most(&self, a: Parts, b: Parts) -> bool {
        use std::cmp::Ordering;
        match self.numbers.compare(a.number, b.number) {
            Ordering::Less => true,
            Ordering::Greater => false,
            Ordering::Equal => {
                is_at_least_zero(i64::from(b.ups) - i64::from(a.ups), a.nimber ^ b.nimber)
            }
        }
    }

    /// The options of a compact value in canonical form, sorted.
    ///
    /// With a number x added to each: *k = {*0, …, *(k-1) | the same},
    /// ↑* = {0, * | 0}, and n·↑ + *k = {0 | (n-1)·↑ + *(k⊕1)} for all other n > 0.
    pub(super) fn parts_options(&mut self, parts: Parts, player: Player) -> Result<List, Stopped> {
        let Parts { number, ups, nimber } = parts;
        let mut options = List::new();
        let mut add = |forms: &mut Self, ups, nimber| {
            options.push(forms.intern_parts(Parts { number, ups, nimber })?);
            Ok::<_, Stopped>(())
        };
        // The player who gains from the ups moves to the number; the other eats one.
        let towards = if ups > 0 { Player::Left } else { Player::Right };
        if parts.is_number() {
            let [below, above] = self.numbers.get(number).neighbours();
            let neighbour = if player == Player::Left { below } else { above };
            return neighbour.map(|number| self.number(number)).into_iter().collect();
        } else if ups == 0 {
            playable(nimber)?;
            (0..nimber).try_for_each(|smaller| add(self, 0, smaller))?;
        } else if player == towards {
            add(self, 0, 0)?;
            if ups.abs() == 1 && nimber == 1 {
                add(self, 0, 1)?;
            }
        } else if ups.abs() == 1 && nimber == 1 {
            add(self, 0, 0)?;
        } else {
            add(self, ups - ups.signum(), nimber ^ 1)?;
        }
        options.sort_unstable();
        Ok(options)
    }

    /// The parts of a nimber other than 0, with or without a number beside it.
    pub(super) fn nimber_parts(&self, form: Form) -> Option<Parts> {
        self.parts(form).filter(|parts| parts.ups == 0 && parts.nimber > 0)
    }

    /// An option of a nimber, with the number beside it.
    pub(super) fn smaller_nimber(&mut self, parts: Parts, smaller: u32) -> Result<Form, Stopped> {
        playable(smaller + 1)?;
        self.intern_parts(Parts { nimber: smaller, ..parts })
    }

    /// A player's compact options, without those dominated by other compact ones, in the order
    /// given. Linear.
    ///
    /// A better number decides, then two ups; one up is better where the nimbers
    /// do not differ by *, and nimbers alone are all confused.
    pub(super) fn best_compact(&self, options: &[Form], player: Player) -> List {
        let towards = |ups: i32| match player {
            Player::Left => i64::from(ups),
            Player::Right => -i64::from(ups),
        };
        let order = |a: Parts, b: Parts| {
            let numbers = match player {
                Player::Left => self.numbers.compare(a.number, b.number),
                Player::Right => self.numbers.compare(b.number, a.number),
            };
            numbers.then(towards(a.ups).cmp(&towards(b.ups)))
        };
        let compact = options.iter().filter_map(|&form| Some((form, self.parts(form)?)));
        let Some((_, best)) = compact.clone().max_by(|a, b| order(a.1, b.1)) else {
            return List::new();
        };
        let is_best = |parts: Parts| parts.number == best.number && parts.ups == best.ups;
        let only = compact.clone().filter(|(_, parts)| is_best(*parts)).nth(1).is_none();
        let confused = |parts: Parts| {
            only && parts.number == best.number
                && towards(parts.ups) + 1 == towards(best.ups)
                && parts.nimber == best.nimber ^ 1
        };
        compact
            .filter(|(_, parts)| is_best(*parts) || confused(*parts))
            .map(|(form, _)| form)
            .collect()
    }

    /// The compact value with these canonical options, both sorted and neither empty, if there is
    /// one that is not a number.
    pub(super) fn recognise(&self, left: &[Form], right: &[Form]) -> Option<Parts> {
        let number = self.parts(left[0])?.number;
        let parts = |&form: &Form| self.parts(form).filter(|parts| parts.number == number);
        let is =
            |ups: i32, nimber: u32| move |parts: Parts| parts.ups == ups && parts.nimber == nimber;
        if left == right {
            // Distinct nimbers, none of them missing.
            let nimber = left.len() as u32;
            let small = |parts: Parts| parts.ups == 0 && parts.nimber < nimber;
            return left.iter().all(|form| parts(form).is_some_and(small)).then_some(Parts {
                number,
                ups: 0,
                nimber,
            });
        }
        for (toward, away, sign) in [(left, right, 1), (right, left, -1)] {
            let [away] = away else { continue };
            let away = parts(away)?;
            match toward {
                [only] if parts(only).is_some_and(is(0, 0)) && away.ups.signum() != -sign => {
                    let ups = away.ups.checked_add(sign)?;
                    return Some(Parts { number, ups, nimber: away.nimber ^ 1 });
                }
                [a, b] if away.is_number() => {
                    let both = [parts(a)?, parts(b)?];
                    if both.into_iter().any(is(0, 0)) && both.into_iter().any(is(0, 1)) {
                        return Some(Parts { number, ups: sign, nimber: 1 });
                    }
                }
                _ => {}
            }
        }
        None
    }
}
