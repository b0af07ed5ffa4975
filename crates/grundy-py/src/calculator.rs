//! Expressions of the calculator.

use std::sync::Arc;

use grundy::language::functions as language;
use grundy::language::{LanguageError, Session, Value as Spoken};
use grundy::value::Forms;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyList, PyString};

use crate::arena::Arena;
use crate::error;
use crate::game::Game;
use crate::thermograph::Thermograph;
use crate::value::{Kind, Value, session};

/// What an expression of the calculator is worth: a Value, a number of words, a truth, a
/// thermograph, a list, or a Game that is drawn.
///
/// >>> import grundy
/// >>> grundy.calculate("[mean(n*domineering(2x3)) for n in 1..3]")
/// [Value('-3/4'), Value('-3/2'), Value('-9/4')]
#[pyfunction]
#[pyo3(signature = (text, /))]
pub(crate) fn calculate(py: Python<'_>, text: &str) -> PyResult<Py<PyAny>> {
    let arena = Arena::current(py);
    let read = |forms: &mut Forms<'static>| -> Result<Answer, LanguageError> {
        session(forms, |session| {
            let found = session.run(text)?;
            Answer::of(session, &found)
        })
    };
    let answer = arena.with(py, read, |why| error::language(text, why))?;
    answer.object(py, &arena, text)
}

/// A value of the language that may be passed between threads.
enum Answer {
    Game(Kind),
    Board(Box<dyn grundy::Game>),
    Truth(bool),
    Words(String),
    Thermograph(grundy::value::Thermograph),
    List(Vec<Answer>),
}

impl Answer {
    fn of(session: &mut Session<'_>, found: &Spoken) -> Result<Answer, LanguageError> {
        if let Some(worth) = session.worth(found)? {
            return Ok(Answer::Game(worth.into()));
        }
        Ok(match found {
            Spoken::Board(game) => Answer::Board(game.boxed()),
            Spoken::Truth(truth) => Answer::Truth(*truth),
            Spoken::Thermograph(drawn) => Answer::Thermograph((**drawn).clone()),
            Spoken::List(list) => {
                let values = list.values.iter().map(|value| Answer::of(session, value));
                Answer::List(values.collect::<Result<_, _>>()?)
            }
            other => Answer::Words(session.show(other)?),
        })
    }

    fn object(self, py: Python<'_>, arena: &Arc<Arena>, text: &str) -> PyResult<Py<PyAny>> {
        Ok(match self {
            Answer::Game(kind) => Value::new(arena, kind).into_pyobject(py)?.into_any().unbind(),
            Answer::Board(game) => Game::from(game).into_pyobject(py)?.into_any().unbind(),
            Answer::Truth(truth) => PyBool::new(py, truth).to_owned().into_any().unbind(),
            Answer::Words(words) => PyString::new(py, &words).into_any().unbind(),
            Answer::Thermograph(drawn) => Thermograph { drawn, title: text.to_string() }
                .into_pyobject(py)?
                .into_any()
                .unbind(),
            Answer::List(all) => {
                let all: PyResult<Vec<Py<PyAny>>> =
                    all.into_iter().map(|one| one.object(py, arena, text)).collect();
                PyList::new(py, all?)?.into_any().unbind()
            }
        })
    }
}

/// The functions of the calculator: (usage, help, an example, its answer).
#[pyfunction]
pub(crate) fn functions() -> Vec<(String, &'static str, &'static str, &'static str)> {
    language::all()
        .map(|function| (function.usage(), function.help, function.example.0, function.example.1))
        .collect()
}
