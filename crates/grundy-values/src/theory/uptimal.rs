//! Uptimals: sums of a number, powers of up, and a nimber.

use std::cmp::Ordering;
use std::fmt;
use std::rc::Rc;

use hashbrown::HashMap;
use num_bigint::BigInt;

use crate::Dyadic;
use crate::form::{Compact, Form, Forms};
use grundy_base::{Player, Stopped};

use super::walk::Visit;

/// x + a₁·↑ + a₂·↑² + … + aₖ·↑ᵏ + *n.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Uptimal {
    /// The number.
    pub number: Dyadic,
    /// a₁, a₂, and so on; the last of them is not zero.
    pub coefficients: Vec<i64>,
    /// The size of the nimber.
    pub nimber: u32,
}

impl Uptimal {
    /// This plus * and, with a sign, ↑ + ↑² + … + ↑ⁿ.
    fn with_powers(&self, powers: usize, sign: i64) -> Self {
        let mut sum = self.clone();
        sum.nimber ^= 1;
        sum.coefficients.resize(powers.max(self.coefficients.len()), 0);
        for coefficient in &mut sum.coefficients[..powers] {
            // Powers are counted up one at a time from 32 bits.
            *coefficient += sign;
        }
        while sum.coefficients.last() == Some(&0) {
            sum.coefficients.pop();
        }
        sum
    }
}

/// CGSuite's order: by the number, by the powers one after the other, by how many
/// there are, and by the nimber.
impl Ord for Uptimal {
    fn cmp(&self, other: &Self) -> Ordering {
        let powers = self.coefficients.iter().zip(&other.coefficients);
        let differ = powers.map(|(a, b)| a.cmp(b)).find(|order| order.is_ne());
        let lengths = self.coefficients.len().cmp(&other.coefficients.len());
        let by_powers = differ.unwrap_or(lengths);
        let by_number = self.number.cmp(&other.number);
        by_number.then(by_powers).then(self.nimber.cmp(&other.nimber))
    }
}

impl PartialOrd for Uptimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Expansions that were found, for finding others.
#[derive(Debug, Default)]
pub(crate) struct Uptimals {
    known: HashMap<Form, Option<Rc<Uptimal>>>,
    /// A cache of ↑[n] = ↑ + … + ↑ⁿ.
    powers: Vec<Form>,
}

/// In the notation of the calculator: `1/2^^*3 + 2*^<3> - ^<4>`.
impl fmt::Display for Uptimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Uptimal { number, coefficients, nimber } = self;
        let ups = coefficients.first().copied().unwrap_or(0);
        // More than 32 bits of ups do not fit into a compact value.
        let (ups, more) = match i32::try_from(ups) {
            Ok(ups) => (ups, 0),
            Err(_) => (0, ups),
        };
        let compact = Compact { number: number.clone(), ups, nimber: *nimber };
        let zero = compact == Compact::default();
        let higher = coefficients.iter().enumerate().skip(1).map(|(before, &c)| (before + 1, c));
        let mut terms: Vec<(usize, i64)> = std::iter::once((1, more)).chain(higher).collect();
        terms.retain(|term| term.1 != 0);
        if !zero || terms.is_empty() {
            f.write_str(&compact.print())?;
        }
        for (i, (power, coefficient)) in terms.into_iter().enumerate() {
            f.write_str(match (i == 0 && zero, coefficient < 0) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            })?;
            match coefficient.unsigned_abs() {
                1 => write!(f, "^<{power}>")?,
                copies => write!(f, "{copies}*^<{power}>")?,
            }
        }
        Ok(())
    }
}

impl Forms<'_> {
    /// The number, the powers of up and the nimber whose sum a game is; none if it is no such sum,
    /// or not a short one.
    ///
    /// In a sum whose last coefficient aₖ is above zero Right has exactly one option, which is the
    /// sum less ↑ + ↑² + … + ↑ᵏ and *; the same for Left where it is below zero (McKay, Canonical
    /// forms of uptimals, Theoretical Computer Science 412, 2011). Such a guess is checked by
    /// addition, so that an expansion is always right. Time: a few sums for each follower.
    pub fn uptimal_expansion(&mut self, g: Form) -> Result<Option<Uptimal>, Stopped> {
        let found = self.uptimal_among(g, &mut Uptimals::default())?;
        Ok(found.map(|found| (*found).clone()))
    }

    /// The same, from what is known of other games.
    pub(crate) fn uptimal_among(
        &mut self,
        g: Form,
        uptimals: &mut Uptimals,
    ) -> Result<Option<Rc<Uptimal>>, Stopped> {
        let Uptimals { known, powers } = uptimals;
        if let Some(found) = known.get(&g) {
            return Ok(found.clone());
        }
        let found = self.walk_on(g, known, |forms, g, known| {
            if let Some(Compact { number, ups, nimber }) = forms.as_compact(g) {
                let coefficients = if ups == 0 { Vec::new() } else { vec![ups.into()] };
                return Ok(Visit::Found(Some(Rc::new(Uptimal { number, coefficients, nimber }))));
            }
            if !forms.is_numberish(g) {
                return Ok(Visit::Found(None));
            }
            let options = [forms.options(g, Player::Left)?, forms.options(g, Player::Right)?];
            let unknown = |option: &Form| !known.contains_key(option);
            let first: Vec<Form> = options.iter().flatten().copied().filter(unknown).collect();
            if !first.is_empty() {
                return Ok(Visit::After(first));
            }
            for (eating, growing, sign) in [(1, 0, 1), (0, 1, -1)] {
                let [option] = options[eating][..] else { continue };
                let Some(rest) = &known[&option] else { continue };
                let towards: Option<Vec<_>> =
                    options[growing].iter().map(|option| known[option].as_ref()).collect();
                let Some(towards) = towards else { continue };
                // The last coefficient was more than one before, or the other player has an option
                // with a longer expansion.
                let length = rest.coefficients.len();
                let longest = towards.iter().map(|t| t.coefficients.len()).max().unwrap_or(0);
                let last = rest.coefficients.last().is_some_and(|&last| last * sign > 0);
                let lengths = last.then_some(length).into_iter().chain([length.max(longest) + 1]);
                for length in lengths {
                    let eaten = forms.up_to_power(length, powers)?;
                    let eaten = if sign > 0 { eaten } else { forms.negative(eaten)? };
                    let star = forms.nimber(1)?;
                    let sum = forms.sum(option, star)?;
                    if forms.sum(sum, eaten)? == g {
                        return Ok(Visit::Found(Some(Rc::new(rest.with_powers(length, sign)))));
                    }
                }
            }
            Ok(Visit::Found(None))
        })?;
        known.insert(g, found.clone());
        Ok(found)
    }

    /// ↑[n] = ↑ + ↑² + … + ↑ⁿ = {↑[n-1] | *}.
    fn up_to_power(&mut self, n: usize, powers: &mut Vec<Form>) -> Result<Form, Stopped> {
        let star = self.nimber(1)?;
        if powers.is_empty() {
            powers.push(Form::ZERO);
        }
        while powers.len() <= n {
            let before = powers[powers.len() - 1];
            powers.push(self.canonical([before], [star])?);
        }
        Ok(powers[n])
    }

    /// The sum that an expansion says.
    pub fn uptimal(&mut self, expansion: &Uptimal) -> Result<Form, Stopped> {
        let Uptimal { number, coefficients, nimber } = expansion;
        let mut sum = self.compact(Compact { number: number.clone(), ups: 0, nimber: *nimber })?;
        let mut powers = Vec::new();
        for (before, coefficient) in coefficients.iter().enumerate() {
            if *coefficient != 0 {
                let [less, more] = [before, before + 1].map(|n| self.up_to_power(n, &mut powers));
                let power = self.difference(more?, less?)?;
                let multiple = self.multiple(power, &BigInt::from(*coefficient))?;
                sum = self.sum(sum, multiple)?;
            }
        }
        Ok(sum)
    }
}
