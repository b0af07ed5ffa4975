//! Errors of the library as exceptions.

use grundy::language::LanguageError;
use grundy::{Fault, ParseError, Stopped};
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyModule;

use crate::raised::raised;

create_exception!(
    grundy,
    GrundyError,
    PyException,
    "What grundy cannot answer.

>>> import grundy
>>> issubclass(grundy.LimitError, grundy.GrundyError)
True"
);
create_exception!(
    grundy,
    LimitError,
    GrundyError,
    "A limit on positions, memory or time was reached. What was found until then is in `solution`.

>>> import grundy
>>> try:
...     grundy.solve('tic-tac-toe', whole=True, positions=100)
... except grundy.LimitError as limit:
...     print(limit)
more than 100 positions: the limit was reached after 100"
);
create_exception!(
    grundy,
    RulesError,
    GrundyError,
    "The rules of a game are faulty.

>>> import grundy, pathlib, tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     path = pathlib.Path(folder, 'empty.star')
...     _ = path.write_text('n = 1')
...     try:
...         grundy.load(path)
...     except grundy.RulesError as error:
...         'start' in str(error)
True"
);
create_exception!(
    grundy,
    NoValueError,
    GrundyError,
    "A game has no value of this kind.

>>> import grundy
>>> try:
...     grundy.Value('over').thermograph()
... except grundy.NoValueError as error:
...     print(error)
a loopy game has no canonical form of a short game"
);
create_exception!(
    grundy,
    RefusedError,
    GrundyError,
    "What a saved file says does not hold.

>>> import grundy, pathlib, tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     path = pathlib.Path(folder, 'all.positions')
...     _ = grundy.positions('tic-tac-toe', save=path)
...     data = bytearray(path.read_bytes())
...     data[-40] ^= 1
...     _ = path.write_bytes(data)
...     try:
...         grundy.verify(path)
...     except grundy.RefusedError:
...         print('refused')
refused"
);
create_exception!(
    grundy,
    ReadError,
    PyValueError,
    "A text cannot be read; the message points at the place.

>>> import grundy
>>> try:
...     grundy.game('nim(3,x)')
... except grundy.ReadError as error:
...     print(str(error).splitlines()[0])
expected heap size at byte 6 (for example nim(3,4,5))"
);

pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("GrundyError", py.get_type::<GrundyError>())?;
    let limit = py.get_type::<LimitError>();
    // The results found by then, if there are any.
    limit.setattr("solution", py.None())?;
    module.add("LimitError", limit)?;
    module.add("RulesError", py.get_type::<RulesError>())?;
    module.add("NoValueError", py.get_type::<NoValueError>())?;
    module.add("RefusedError", py.get_type::<RefusedError>())?;
    module.add("ReadError", py.get_type::<ReadError>())
}

/// Work that ended early.
pub(crate) fn stopped(stopped: Stopped) -> PyErr {
    match stopped {
        Stopped::Interrupted { .. } => PyKeyboardInterrupt::new_err(stopped.to_string()),
        Stopped::Rules(fault) => rules(fault),
        other => LimitError::new_err(other.to_string()),
    }
}

/// A fault of rules; if rules in Python have raised an exception, that exception.
pub(crate) fn rules(fault: Fault) -> PyErr {
    let Some(exception) = raised(&fault) else { return RulesError::new_err(fault.to_string()) };
    if let Some(position) = &fault.position {
        // Notes exist from Python 3.11 on.
        let note = format!("in the position {position}");
        let _ =
            Python::attach(|py| exception.value(py).call_method1("add_note", (note,)).map(drop));
    }
    exception
}

/// A text that cannot be read, with a caret under the place.
pub(crate) fn parse(text: &str, error: &ParseError) -> PyErr {
    if let Some(fault) = &error.fault {
        return rules((**fault).clone());
    }
    ReadError::new_err(pointed(text, error.at, &error.to_string()))
}

/// A line of the calculator that has no value, as an error.
pub(crate) fn language(text: &str, error: LanguageError) -> PyErr {
    match error {
        LanguageError::Parse(error) => parse(text, &error),
        LanguageError::Value { why, at } => NoValueError::new_err(pointed(text, at, &why)),
        LanguageError::Stopped(early) => stopped(early),
        other => GrundyError::new_err(other.to_string()),
    }
}

/// The exception with what was found before it.
pub(crate) fn with_found(py: Python<'_>, error: PyErr, found: Option<Py<PyAny>>) -> PyErr {
    if let Some(found) = found {
        // An exception that takes no attributes goes on without.
        let _ = error.value(py).setattr("found", found);
    }
    error
}

/// Values that have no answer, as an error that points at no text.
pub(crate) fn worth(error: LanguageError) -> PyErr {
    match error {
        LanguageError::Value { why, .. } => NoValueError::new_err(why),
        error => language("", error),
    }
}

fn pointed(text: &str, at: usize, why: &str) -> String {
    let before = text.get(..at).unwrap_or(text).chars().count();
    format!("{why}\n  {text}\n  {}^", " ".repeat(before))
}
