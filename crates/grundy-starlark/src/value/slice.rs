//! Slices.

use super::bound::steps;
use super::{Heap, Range, Value, text};
use crate::error::Error;

/// Values that are copied in the time in which a function goes through one.
const COPIED: usize = 4;

/// The indices of a slice.
fn indices((start, stop, step): (i64, i64, i64)) -> impl ExactSizeIterator<Item = usize> {
    let range = Range { start, stop, step };
    (0..range.len()).map(move |at| range.get(at) as usize)
}

/// A slice of a value.
pub(crate) fn sliced<'v>(
    value: Value<'v>,
    bounds: [Option<Value<'v>>; 3],
    heap: &'v Heap,
) -> Result<Value<'v>, Error> {
    // Copying takes little of the time of one value; a text is looked through for its characters.
    match value {
        Value::Text(text) => heap.spend_bytes(text.size())?,
        Value::List(list) => heap.spend(list.len() / COPIED)?,
        Value::Tuple(items) => heap.spend(items.len() / COPIED)?,
        _ => {}
    }
    let plain = matches!(bounds[2], None | Some(Value::None | Value::Int(1)));
    match value {
        Value::Text(text) if plain => {
            let part = text::part(text, bounds[0], bounds[1])?;
            heap.part(part.map_or("", |(_, part)| part), text)
        }
        Value::Text(text) => {
            // Four bytes for a character, and the text outside of the heap.
            heap.room(text.size().saturating_mul(6))?;
            let all: Vec<char> = text.as_str().chars().collect();
            let chosen = indices(steps(all.len(), bounds)?).filter_map(|at| all.get(at));
            heap.text(&chosen.collect::<String>())
        }
        Value::Tuple(items) => {
            let items = items.items();
            let (start, stop, step) = steps(items.len(), bounds)?;
            if step == 1 {
                let part = items.get(start as usize..stop.max(start) as usize);
                let part = part.unwrap_or_default();
                return heap.tuple(part);
            }
            let chosen = indices((start, stop, step)).filter_map(|at| items.get(at).copied());
            heap.room_for(items.len())?;
            heap.tuple(&chosen.collect::<Vec<Value<'v>>>())
        }
        Value::List(list) => {
            let (start, stop, step) = steps(list.len(), bounds)?;
            let chosen = Range { start, stop, step };
            let item = |at| list.get(chosen.get(at) as usize).unwrap_or(Value::None);
            heap.list_of(chosen.len(), |at| Ok(item(at)))
        }
        Value::Range(range) => {
            let (start, stop, step) = steps(range.len(), bounds)?;
            let chosen = Range { start, stop, step }.len() as i64;
            // The step between fewer than two numbers does not matter, and may be too large.
            let step = if chosen < 2 { 1 } else { step * range.step };
            let start = range.start + start * range.step;
            Ok(Value::Range(heap.keep(Range { start, stop: start + chosen * step, step })?))
        }
        other => Err(Error::unsupported("[::]", other.type_name())),
    }
}
