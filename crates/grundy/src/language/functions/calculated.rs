//! Functions of lists and of numbers.

use std::cmp::Ordering;

use num_bigint::BigInt;

use super::{Arguments, Found};
use crate::language::{LanguageError, List, MOST_BITS, Session, Value};
use crate::value::Dyadic;

/// A list of these values.
pub(super) fn list(values: Vec<Value>, given: &Arguments<'_>) -> Found<Value> {
    List::checked(values, None).map_err(|why| LanguageError::value(why, given.at))
}

/// What values are sorted by.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Number(Dyadic),
    Words(String),
}

fn key(session: &mut Session<'_>, value: &Value, given: &Arguments<'_>) -> Found<Key> {
    if let Value::Words(words) = value {
        return Ok(Key::Words(words.clone()));
    }
    session.expect_number(value, given.places[0]).map(Key::Number)
}

/// The values of a list in rising order of themselves, or of a function that is the second argument.
pub(super) fn sort(session: &mut Session<'_>, given: &Arguments<'_>) -> Found<Value> {
    let values = given.list()?;
    let mut sorted = Vec::with_capacity(values.len());
    for value in values {
        let by = match given.values.get(1) {
            None => key(session, value, given)?,
            Some(Value::Function(by)) => {
                let of = by.call(session, vec![value.clone()], given.places[1])?;
                key(session, &of, given)?
            }
            Some(other) => {
                let why = format!("{} is no function, such as G -> mean(G)", other.kind());
                return Err(LanguageError::value(why, given.places[1]));
            }
        };
        sorted.push((by, value.clone()));
    }
    sorted.sort_by(|(a, _), (b, _)| a.cmp(b));
    list(sorted.into_iter().map(|(_, value)| value).collect(), given)
}

/// The number of a list that is greatest, or least.
pub(super) fn extreme(
    session: &mut Session<'_>,
    given: &Arguments<'_>,
    wanted: Ordering,
) -> Found<Value> {
    let mut best: Option<(Dyadic, Value)> = None;
    for value in given.list()? {
        let number = session.expect_number(value, given.places[0])?;
        if best.as_ref().is_none_or(|(best, _)| number.cmp(best) == wanted) {
            best = Some((number, value.clone()));
        }
    }
    let none = || LanguageError::value("the list is empty", given.places[0]);
    best.map(|(_, value)| value).ok_or_else(none)
}

/// The equal values of a list together, in the order of the first ones.
pub(super) fn grouped(session: &mut Session<'_>, given: &Arguments<'_>) -> Found<Vec<Vec<Value>>> {
    let (mut groups, mut places) = (Vec::<Vec<Value>>::new(), hashbrown::HashMap::new());
    for value in given.list()? {
        // Equal games are printed alike.
        let place = *places.entry(session.show(value)?).or_insert(groups.len());
        if place == groups.len() {
            groups.push(Vec::new());
        }
        groups[place].push(value.clone());
    }
    Ok(groups)
}

/// The first value of each group.
pub(super) fn firsts(groups: Vec<Vec<Value>>, given: &Arguments<'_>) -> Found<Value> {
    list(groups.into_iter().filter_map(|group| group.into_iter().next()).collect(), given)
}

/// The groups as lists.
pub(super) fn lists(groups: Vec<Vec<Value>>, given: &Arguments<'_>) -> Found<Value> {
    let lists: Found<Vec<Value>> = groups.into_iter().map(|group| list(group, given)).collect();
    list(lists?, given)
}

/// The integer that an argument is.
fn integer(session: &mut Session<'_>, given: &Arguments<'_>, which: usize) -> Found<BigInt> {
    let number = given.number(session, which)?;
    match number.is_integer() {
        true => Ok(number.numerator()),
        false => Err(LanguageError::value("this is no integer", given.places[which])),
    }
}

pub(super) fn gcd(session: &mut Session<'_>, given: &Arguments<'_>) -> Found<Value> {
    let [mut a, mut b] = [integer(session, given, 0)?, integer(session, given, 1)?];
    while b != BigInt::ZERO {
        (a, b) = (b.clone(), a % b);
    }
    let divisor = BigInt::from(a.magnitude().clone());
    Ok(Value::Form(session.forms.number(Dyadic::from_big(divisor, 0))?))
}

pub(super) fn power(session: &mut Session<'_>, given: &Arguments<'_>) -> Found<Value> {
    let base = given.number(session, 0)?;
    let exponent = integer(session, given, 1)?;
    let Ok(exponent) = u32::try_from(&exponent) else {
        return Err(LanguageError::value("the power is an integer from 0 on", given.places[1]));
    };
    let bits = (base.numerator().bits() + u64::from(base.exponent())) * u64::from(exponent);
    if bits > MOST_BITS {
        let why = format!("numbers have at most {MOST_BITS} binary digits");
        return Err(LanguageError::value(why, given.at));
    }
    let power = Dyadic::from_big(base.numerator().pow(exponent), base.exponent() * exponent);
    Ok(Value::Form(session.forms.number(power)?))
}
