//! Indices and bounds.

use super::Value;
use crate::error::Error;

/// A number of 32 bits, as indices are.
#[inline]
pub(crate) fn small(value: Value<'_>) -> Result<i64, Error> {
    match value {
        Value::Int(number) if i32::try_from(number).is_ok() => Ok(number),
        Value::Int(_) | Value::Large(_) => {
            let shown = value.shown();
            Err(Error::new(format!("integer value is too big to fit in i32: {shown}")))
        }
        other => Err(Error::new(format!("expected `int`, but got `{}`", other.shown_with_type()))),
    }
}

/// A number that may be missing, or None.
pub(crate) fn int_or_none(value: Option<Value<'_>>) -> Result<Option<i64>, Error> {
    match value {
        None | Some(Value::None) => Ok(None),
        Some(value) => small(value).map(Some),
    }
}

/// An index, from the end if it is negative.
#[inline]
pub(crate) fn index(value: Value<'_>, length: usize) -> Result<usize, Error> {
    let given = small(value)?;
    let at = if given < 0 { given + length as i64 } else { given };
    match usize::try_from(at) {
        Ok(at) if at < length => Ok(at),
        _ => Err(out_of_bound(at)),
    }
}

#[cold]
pub(crate) fn out_of_bound(index: i64) -> Error {
    Error::new(format!("index `{index}` is out of bound"))
}

/// Bounds, from the end if they are negative, within a length.
pub(crate) fn bounds(length: usize, start: Option<i64>, end: Option<i64>) -> (usize, usize) {
    let within = |bound: i64| {
        let bound = if bound < 0 { bound + length as i64 } else { bound };
        usize::try_from(bound).unwrap_or(0).min(length)
    };
    (start.map_or(0, within), end.map_or(length, within))
}

/// The first index of a slice, the one behind its last (before its first index, if the step is
/// negative), and the step.
pub(super) fn steps(
    length: usize,
    [start, stop, step]: [Option<Value<'_>>; 3],
) -> Result<(i64, i64, i64), Error> {
    let length = length as i64;
    let step = int_or_none(step)?.unwrap_or(1);
    if step == 0 {
        return Err(out_of_bound(0));
    }
    let (least, most) = if step < 0 { (-1, length - 1) } else { (0, length) };
    let bound = |value: Option<Value<'_>>, default: i64| {
        let bound = int_or_none(value)?;
        let bound = bound.map(|bound| if bound < 0 { bound + length } else { bound });
        Ok::<i64, Error>(bound.map_or(default, |bound| bound.clamp(least, most.max(least))))
    };
    let (first, last) = if step < 0 { (length - 1, -1) } else { (0, length) };
    Ok((bound(start, first)?, bound(stop, last)?, step))
}
