//! States as structures: whole numbers, texts, True, False, None, and tuples of these. Such
//! states have bytes, and so keys; a saved solution holds them for another process.

use grundy_rules::structure::code::{self, DEEPEST, Item};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyString, PyTuple};

/// The bytes of a state; none if it holds anything else, such as a number beyond 64 bits, or an
/// object of a subclass, which could not be restored as it was.
pub(crate) fn bytes(state: &Bound<'_, PyAny>) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    put(state, DEEPEST, &mut bytes).then_some(bytes)
}

fn put(state: &Bound<'_, PyAny>, depth: usize, bytes: &mut Vec<u8>) -> bool {
    if let Ok(number) = state.cast_exact::<PyInt>() {
        return number.extract().is_ok_and(|number| {
            code::put_number(number, bytes);
            true
        });
    }
    if let Ok(text) = state.cast_exact::<PyString>() {
        return text.to_str().is_ok_and(|text| {
            code::put_text(text, bytes);
            true
        });
    }
    if let Ok(tuple) = state.cast_exact::<PyTuple>() {
        code::put_tuple(tuple.len(), bytes);
        return depth > 0 && tuple.iter().all(|item| put(&item, depth - 1, bytes));
    }
    if let Ok(truth) = state.cast_exact::<PyBool>() {
        code::put_bool(truth.is_true(), bytes);
        return true;
    }
    if state.is_none() {
        code::put_none(bytes);
    }
    state.is_none()
}

/// The state with these bytes; none if there is none.
pub(crate) fn state<'py>(
    py: Python<'py>,
    bytes: &mut &[u8],
) -> PyResult<Option<Bound<'py, PyAny>>> {
    Ok(Some(match code::next(bytes) {
        None => return Ok(None),
        Some(Item::Number(number)) => number.into_pyobject(py)?.into_any(),
        Some(Item::Text(text)) => PyString::new(py, text).into_any(),
        Some(Item::Bool(truth)) => PyBool::new(py, truth).to_owned().into_any(),
        Some(Item::None) => py.None().into_bound(py),
        Some(Item::Tuple(count)) => {
            let mut items = Vec::new();
            for _ in 0..count {
                let Some(item) = state(py, bytes)? else { return Ok(None) };
                items.push(item);
            }
            PyTuple::new(py, items)?.into_any()
        }
    }))
}

/// The bytes of the same state with 0 and 1 in place of False and True, which are equal to them.
pub(crate) fn with_numbers(mut bytes: &[u8]) -> Vec<u8> {
    let mut all = Vec::with_capacity(bytes.len());
    while let Some(item) = code::next(&mut bytes) {
        match item {
            Item::Number(number) => code::put_number(number, &mut all),
            Item::Text(text) => code::put_text(text, &mut all),
            Item::Bool(truth) => code::put_number(truth.into(), &mut all),
            Item::None => code::put_none(&mut all),
            Item::Tuple(count) => code::put_tuple(count, &mut all),
        }
    }
    all
}
