//! Bounds on a sum from its terms: stops, thermographs, atomic weights, lengths of play.

use hashbrown::HashMap;

use super::pool::Pool;
use super::sum::{GREATEST, ONE, Sum};
use grundy_base::{Player, Stopped};
use grundy_values::{Dyadic, Form, Forms, Thermograph};

/// What bounds a term, in units of 2^-16: lower bounds are rounded down, upper bounds
/// up.
#[derive(Clone, Copy)]
struct Bounds {
    left_stop: [i64; 2],
    right_stop: [i64; 2],
    mean: [i64; 2],
    /// An upper bound on the temperature.
    temperature: i64,
    weight: Option<[i64; 2]>,
}

/// The nearest multiples of 2^-16 below and above a number.
fn between(number: &Dyadic) -> [i64; 2] {
    match number.coarse() {
        (floor, _) if floor <= -GREATEST => [-UNBOUNDED, -GREATEST],
        (floor, _) if floor >= GREATEST => [GREATEST, UNBOUNDED],
        (floor, exact) => [floor, floor + i64::from(!exact)],
    }
}

/// Beyond this, numbers bound nothing on one side; some 30 of them add without overflow.
const UNBOUNDED: i64 = 1 << 58;

/// The bounds of forms, each found once.
#[derive(Default)]
pub(super) struct Local {
    thermographs: HashMap<Form, Thermograph>,
    bounds: HashMap<Form, Bounds>,
    birthdays: HashMap<Form, u64>,
}

impl Local {
    /// Bytes held, about.
    pub(super) fn bytes(&self) -> u64 {
        let thermograph = size_of::<Thermograph>() + 4 * size_of::<grundy_values::Corner>();
        (self.thermographs.capacity() * thermograph
            + self.bounds.capacity() * size_of::<(Form, Bounds)>()
            + self.birthdays.capacity() * size_of::<(Form, u64)>()) as u64
    }

    /// The length of play in a canonical form; all beyond 2^42 count as that.
    pub(super) fn birthday(&mut self, form: Form, forms: &mut Forms<'_>) -> Result<u64, Stopped> {
        if let Some(&known) = self.birthdays.get(&form) {
            return Ok(known);
        }
        let birthday = forms.birthday(form)?.coarse().0.unsigned_abs() / ONE as u64;
        self.birthdays.insert(form, birthday);
        Ok(birthday)
    }

    /// An upper bound on the length of play in a sum without its nimber, if known.
    pub(super) fn longest_play(
        &mut self,
        sum: &Sum,
        pool: &Pool,
        forms: &mut Forms<'_>,
    ) -> Result<Option<u64>, Stopped> {
        // An integer n takes n moves, another number at most 17 more, and n ups n + 1.
        let number = sum.number.unsigned_abs();
        let mut longest = number / ONE as u64 + if sum.number % ONE == 0 { 0 } else { 17 };
        longest += u64::from(sum.ups.unsigned_abs()) + u64::from(sum.ups != 0);
        for &part in &sum.parts {
            let Some(play) = pool.longest_play(part) else { return Ok(None) };
            longest = longest.saturating_add(play);
        }
        for &form in &sum.forms {
            longest = longest.saturating_add(self.birthday(form, forms)?);
        }
        Ok(Some(longest))
    }

    fn bounds(&mut self, form: Form, forms: &mut Forms<'_>) -> Result<Bounds, Stopped> {
        if let Some(&known) = self.bounds.get(&form) {
            return Ok(known);
        }
        let [left_stop, right_stop] =
            [Player::Left, Player::Right].map(|player| between(forms.stop(form, player)));
        let (mean, temperature) = if left_stop == right_stop && forms.is_numberish(form) {
            (left_stop, 0)
        } else {
            let thermograph = forms.thermograph_from(form, &mut self.thermographs)?;
            (between(thermograph.mean()), between(thermograph.base())[1])
        };
        let weight = match forms.is_all_small(form)? {
            true => forms.atomic_weight(form)?.and_then(|weight| forms.as_number(weight)),
            false => None,
        };
        let weight = weight.map(between);
        let found = Bounds { left_stop, right_stop, mean, temperature, weight };
        self.bounds.insert(form, found);
        Ok(found)
    }

    /// Whether Left, to move, wins a sum of terms with known forms, if bounds of the terms say so.
    ///
    /// - Stops: LS(G) + RS(H) ≤ LS(G + H) ≤ LS(G) + LS(H), and a game whose left stop
    ///   is above (below) zero is won (lost) by Left, to move.
    /// - Thermographs: means add, LS(G) is at least the mean, and at most the sum of mean and
    ///   temperature, and the temperature of a sum is at most the greatest of its terms (Siegel,
    ///   Combinatorial Game Theory, section II.5).
    /// - Atomic weights add; all-small games of weight 1 or more are won by Left, to
    ///   move, and those of weight -2 or less are lost (the two-ahead rule, Winning
    ///   Ways, chapter 8).
    pub(super) fn left_wins(
        &mut self,
        sum: &Sum,
        forms: &mut Forms<'_>,
    ) -> Result<Option<bool>, Stopped> {
        let (mut least, mut most) = (sum.number, sum.number);
        let mut mean = [sum.number; 2];
        let (mut gain, mut hottest) = (0, 0);
        let mut weight = Some([i64::from(sum.ups) << 16; 2]);
        for &form in &sum.forms {
            let bounds = self.bounds(form, forms)?;
            least = least.saturating_add(bounds.right_stop[0]);
            most = most.saturating_add(bounds.left_stop[1]);
            gain = gain.max(bounds.left_stop[0] - bounds.right_stop[1]);
            hottest = hottest.max(bounds.temperature);
            mean = [0, 1].map(|i| mean[i].saturating_add(bounds.mean[i]));
            weight = match (weight, bounds.weight) {
                (Some([a, b]), Some([c, d])) => Some([a + c, b + d]),
                _ => None,
            };
        }
        if least + gain > 0 || mean[0] > 0 {
            return Ok(Some(true));
        }
        if most < 0 || mean[1] + hottest < 0 {
            return Ok(Some(false));
        }
        Ok(match weight {
            Some([least, _]) if sum.number == 0 && least >= ONE => Some(true),
            Some([_, most]) if sum.number == 0 && most <= -2 * ONE => Some(false),
            _ => None,
        })
    }
}
