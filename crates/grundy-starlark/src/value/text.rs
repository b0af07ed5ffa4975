//! Parts of texts, which are counted in characters.

use super::bound::{bounds, int_or_none};
use super::{Text, Value};
use crate::error::Error;

/// The byte where the character with this index begins; the end, if there are fewer characters.
pub(crate) fn position(text: &str, ascii: bool, index: usize) -> usize {
    if ascii {
        return index.min(text.len());
    }
    text.char_indices().nth(index).map_or(text.len(), |(at, _)| at)
}

/// The number of characters.
pub(crate) fn characters(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().count() }
}

/// The part of a text between two bounds, which may be missing or None, and the index of its first
/// character; None if the part would end before it begins.
pub(crate) fn part<'v>(
    text: Text<'v>,
    start: Option<Value<'v>>,
    end: Option<Value<'v>>,
) -> Result<Option<(usize, &'v str)>, Error> {
    let whole = text.as_str();
    let (start, end) = (int_or_none(start)?, int_or_none(end)?);
    if let (Some(start), Some(end)) = (start, end)
        && (start >= 0) == (end >= 0)
        && start > end
    {
        return Ok(None);
    }
    let length = match text.is_ascii() {
        true => text.size(),
        // Bounds that are not negative are limited by the number of bytes as well.
        false if start.is_none_or(|start| start >= 0) && end.is_none_or(|end| end >= 0) => {
            text.size()
        }
        false => text.len(),
    };
    // A start behind the end is no part of the text, not even an empty one.
    if start.is_some_and(|start| start > 0 && start as usize > text.len()) {
        return Ok(None);
    }
    let (start, end) = bounds(length, start, end);
    if start > end {
        return Ok(None);
    }
    let begin = position(whole, text.is_ascii(), start);
    let rest = whole.get(begin..).unwrap_or_default();
    let size = position(rest, text.is_ascii(), end - start);
    Ok(Some((start, rest.get(..size).unwrap_or_default())))
}
