//! Errors of names.

use crate::error::Error;
use crate::span::Span;
use crate::value::Value;

/// Longer names are not compared with others: that takes too long.
const LONGEST: usize = 100;

/// The most similar name, if one is similar.
pub(super) fn nearest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    if name.len() > LONGEST {
        return None;
    }
    let most = if name.len() <= 2 { 1 } else { 2 };
    let known = known.filter(|known| known.len() <= LONGEST);
    let near = known.map(|known| (strsim::levenshtein(name, known), known));
    let near = near.filter(|(distance, _)| *distance <= most);
    near.min_by_key(|(distance, _)| *distance).map(|(_, known)| known)
}

#[cold]
pub(super) fn no_attribute(object: Value<'_>, name: &str) -> Error {
    let of = object.type_name();
    let mut message = format!("object of type `{of}` has no attribute `{name}`");
    if let Some(meant) = nearest(name, crate::library::attributes(object)) {
        message += &format!(", did you mean `{meant}`?");
    }
    Error::new(message)
}

#[cold]
pub(super) fn unassigned(name: &str, span: Span) -> Error {
    Error::new(format!("local variable `{name}` referenced before assignment")).at(span)
}
