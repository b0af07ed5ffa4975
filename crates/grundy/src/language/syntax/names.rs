//! Names in questions. The game itself is the only variable, so that a misspelt word is found
//! before the question is asked of many games.

use super::tree::{Expression, Kind};
use crate::catalogue;
use crate::language::functions;
use grundy_base::ParseError;
use grundy_base::stack::deeper;

/// Whether a name is that of an outcome class; words are compared with these.
pub(in crate::language) fn is_outcome(name: &str) -> bool {
    ["N", "P", "L", "R", "D", "PHat", "PCheck", "NHat", "NCheck"].contains(&name)
}

/// Whether a name is that of a loopy game, or of the move that leads back to one.
pub(in crate::language) fn is_constant(name: &str) -> bool {
    ["on", "off", "dud", "over", "under", "upon", "pass"].contains(&name)
}

/// Fails at a name that means nothing; the names in `known` mean something.
pub(super) fn check<'e>(
    text: &str,
    of: &'e Expression,
    known: &mut Vec<&'e str>,
) -> Result<(), ParseError> {
    let mut check = |of: &'e Expression| deeper(|| check(text, of, known));
    match &of.kind {
        Kind::Integer(_)
        | Kind::Nimber(_)
        | Kind::Misere { .. }
        | Kind::Ups(_)
        | Kind::Uptimal { .. }
        | Kind::Upon { .. } => Ok(()),
        Kind::Name(name) => {
            if is_constant(name)
                || known.contains(&name.as_str())
                || catalogue::find(name).is_some()
            {
                return Ok(());
            }
            let expected = "G, or the name of a function or a game".to_string();
            Err(ParseError { expected, ..functions::unknown(name, of.at) })
        }
        // The words in its parentheses may be variables.
        Kind::Game { end } => {
            let written = &text[of.at..*end];
            let name = written.split('(').next().unwrap_or_default();
            match catalogue::find(name) {
                Some(_) => Ok(()),
                None => catalogue::parse_ruleset(name)
                    .map(drop)
                    .map_err(|error| ParseError { at: of.at + error.at, ..error }),
            }
        }
        Kind::NimberOf(of) | Kind::Not(of) | Kind::Negative(of) | Kind::PlusMinus(of) => check(of),
        Kind::PlusMinusOptions(options) | Kind::List(options) => options.iter().try_for_each(check),
        Kind::Call { arguments, .. } => arguments.iter().try_for_each(check),
        Kind::Options { name, left, right } => {
            // `pass` is a constant; a name stands for the braces inside of them.
            known.extend(name.as_deref());
            let mut inside = left.iter().chain(right);
            let checked = inside.try_for_each(|of| deeper(|| self::check(text, of, known)));
            if name.is_some() {
                known.pop();
            }
            checked
        }
        Kind::Sides { onside, offside } => {
            check(onside)?;
            check(offside)
        }
        Kind::Binary { operator, left, right } => {
            check(left)?;
            match &right.kind {
                Kind::Name(name) if operator.compares_words() && is_outcome(name) => Ok(()),
                _ => check(right),
            }
        }
        Kind::Range { from, to } => {
            check(from)?;
            check(to)
        }
        Kind::Each { each, name, list, condition } => {
            check(list)?;
            known.push(name);
            let mut inside = std::iter::once(each).chain(condition);
            let checked = inside.try_for_each(|of| deeper(|| self::check(text, of, known)));
            known.pop();
            checked
        }
    }
}
