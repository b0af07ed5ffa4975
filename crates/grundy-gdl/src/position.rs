//! Positions as text: the facts that are true.

use grundy::{ParseError, Text};

use crate::parse::parse;
use crate::rules::{Fact, GroundRules};

/// The text of a position in which no fact is true.
const NOTHING: &str = "()";

/// The facts that are true in a position, without the permanent ones.
pub(crate) fn facts<'a>(
    rules: &'a GroundRules,
    position: &'a [u8],
) -> impl Iterator<Item = &'a Fact> {
    let bit = |bit: usize| position.get(bit / 8).is_some_and(|byte| byte >> (bit % 8) & 1 == 1);
    rules.facts.iter().enumerate().filter(move |&(number, _)| bit(number)).map(|(_, fact)| fact)
}

pub(crate) fn print(rules: &GroundRules, position: &[u8]) -> String {
    let facts: Vec<&str> = facts(rules, position).map(|fact| fact.text.as_str()).collect();
    if facts.is_empty() { NOTHING.to_string() } else { facts.join(" ") }
}

pub(crate) fn read(rules: &GroundRules, text: Text<'_>) -> Result<Vec<u8>, ParseError> {
    let example = || {
        let mut facts = facts(rules, &rules.start).chain(&rules.facts);
        facts.next().map_or(NOTHING.to_string(), |fact| fact.text.clone())
    };
    let wanted = || format!("facts such as {}", example());
    let expressions = parse(text.as_str()).map_err(|misread| {
        ParseError::new(wanted(), text.offset() + misread.span.start).with_help(misread.message)
    })?;
    let mut position = vec![0; rules.start.len()];
    if let [only] = &expressions[..]
        && only.text() == NOTHING
    {
        return Ok(position);
    }
    if expressions.is_empty() {
        return Err(text.expected(wanted()));
    }
    for expression in expressions {
        let fact = expression.text();
        if let Some(&bit) = rules.bit.get(&fact) {
            position[bit / 8] |= 1 << (bit % 8);
        } else if !rules.permanent.iter().any(|permanent| permanent.text == fact) {
            let error = ParseError::new(wanted(), text.offset() + expression.span.start);
            return Err(error.with_help("this is never true in the game"));
        }
    }
    Ok(position)
}
