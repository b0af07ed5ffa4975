//! Numbers: dyadic fractions as `fractions.Fraction`, and numbers of Python as dyadic fractions.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use grundy::value::Dyadic;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyFloat, PyInt, PyType};

static FRACTION: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// Fractions that were made: making one takes Python ten times as long as all else.
static MADE: Mutex<Option<HashMap<Dyadic, Py<PyAny>>>> = Mutex::new(None);

/// The number as a `fractions.Fraction`.
pub(crate) fn fraction<'py>(py: Python<'py>, number: &Dyadic) -> PyResult<Bound<'py, PyAny>> {
    /// The greatest number of fractions kept.
    const MOST: usize = 1 << 12;
    let kept = || MADE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(made) = kept().as_ref().and_then(|made| made.get(number)) {
        return Ok(made.bind(py).clone());
    }
    let made = FRACTION.import(py, "fractions", "Fraction")?.call1((number.to_string(),))?;
    let mut kept = kept();
    let all = kept.get_or_insert_default();
    if all.len() == MOST {
        all.clear();
    }
    all.insert(number.clone(), made.clone().unbind());
    Ok(made)
}

/// The integer as an `int`.
pub(crate) fn integer<'py>(py: Python<'py>, number: &Dyadic) -> PyResult<Bound<'py, PyAny>> {
    match i64::try_from(number.numerator()) {
        Ok(number) => Ok(number.into_pyobject(py)?.into_any()),
        Err(_) => fraction(py, number)?.getattr(intern!(py, "numerator")),
    }
}

/// The number that an `int`, a `float` or a `Fraction` is, if 64 bits hold it.
pub(crate) fn small(any: &Bound<'_, PyAny>) -> PyResult<Option<Dyadic>> {
    if any.is_instance_of::<PyInt>() {
        let number = if any.is_instance_of::<PyBool>() { None } else { any.extract::<i64>().ok() };
        return Ok(number.map(Dyadic::from));
    }
    if let Ok(float) = any.cast::<PyFloat>() {
        return Ok(of_float(float.value()));
    }
    let py = any.py();
    if !any.get_type().is(FRACTION.import(py, "fractions", "Fraction")?) {
        return Ok(None);
    }
    let part = |name| any.getattr(name)?.extract::<i64>();
    Ok(match (part(intern!(py, "numerator")), part(intern!(py, "denominator"))) {
        (Ok(above), Ok(below)) if below.count_ones() == 1 => {
            Some(Dyadic::new(above, below.trailing_zeros()))
        }
        _ => None,
    })
}

/// The fraction that a number of another kind is, such as one of NumPy.
pub(crate) fn rational<'py>(any: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    static RATIONAL: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    static REAL: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let py = any.py();
    if any.is_instance(RATIONAL.import(py, "numbers", "Rational")?)? {
        return Ok(Some(any.clone()));
    }
    if any.is_instance(REAL.import(py, "numbers", "Real")?)? {
        return FRACTION.import(py, "fractions", "Fraction")?.call1((any,)).map(Some);
    }
    Ok(None)
}

fn of_float(float: f64) -> Option<Dyadic> {
    /// The bits of a mantissa without its first.
    const BITS: u32 = f64::MANTISSA_DIGITS - 1;
    let exponent = (float.to_bits() >> BITS & 0x7ff) as i32;
    if float == 0.0 {
        return Some(Dyadic::ZERO);
    }
    // Subnormal numbers, infinities and what is no number are left to Python.
    if exponent == 0 || exponent == 0x7ff {
        return None;
    }
    let mantissa = (float.to_bits() & ((1 << BITS) - 1) | 1 << BITS) as i64;
    let mantissa = if float < 0.0 { -mantissa } else { mantissa };
    match exponent - 1075 {
        shift @ 0..=10 => Some(Dyadic::from(mantissa << shift)),
        shift if shift < 0 => Some(Dyadic::new(mantissa, shift.unsigned_abs())),
        _ => None,
    }
}
