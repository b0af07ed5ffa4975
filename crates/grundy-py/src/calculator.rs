//! Expressions of the calculator.

use std::sync::Arc;

use grundy::language::functions as language;
use grundy::language::{LanguageError, Session, Value as Spoken, Worth};
use grundy::value::{BestMove, Form, Forms};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyList, PyString};

use crate::arena::Arena;
use crate::error;
use crate::game::Game;
use crate::player;
use crate::thermograph::Thermograph;
use crate::value::{Kind, Value, session, wanted};

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

/// The functions of a game by its value: (name, the names of the other arguments, help, an example,
/// its answer).
#[pyfunction]
pub(crate) fn methods()
-> Vec<(&'static str, Vec<&'static str>, &'static str, &'static str, &'static str)> {
    let of_games = language::all().filter(|function| !function.of_lists && !function.of_play);
    let method = |function: &language::Function| {
        let others = function.parameters[1..].to_vec();
        (function.name, others, function.help, function.example.0, function.example.1)
    };
    of_games.map(method).collect()
}

/// A function of the calculator of these values.
#[pyfunction]
#[pyo3(signature = (name, values, /))]
pub(crate) fn apply(
    py: Python<'_>,
    name: &str,
    values: Vec<Bound<'_, PyAny>>,
) -> PyResult<Py<PyAny>> {
    let function = language::find(name)
        .ok_or_else(|| PyValueError::new_err(format!("{name} is no function of the calculator")))?;
    let arena = Arena::current(py);
    let kinds = values.iter().map(|value| wanted(value)?.kind(py, &arena));
    let kinds: Vec<Kind> = kinds.collect::<PyResult<_>>()?;
    let call = |forms: &mut Forms<'static>| -> Result<Answer, LanguageError> {
        session(forms, |session| {
            let values: Vec<Spoken> =
                kinds.into_iter().map(|kind| Worth::from(kind).into()).collect();
            let found = session.apply(function, &values)?;
            Answer::of(session, &found)
        })
    };
    let answer = arena.with(py, call, error::worth)?;
    answer.object(py, &arena, name)
}

/// The canonical forms of values in the arena for new ones.
fn forms_of(
    py: Python<'_>,
    arena: &Arc<Arena>,
    values: &[Bound<'_, PyAny>],
) -> PyResult<Vec<Form>> {
    values.iter().map(|value| Value::new(arena, wanted(value)?.kind(py, arena)?).form()).collect()
}

/// The best moves of a player in a sum: (term, option, whether it wins).
#[pyfunction]
pub(crate) fn best_moves(
    py: Python<'_>,
    terms: Vec<Bound<'_, PyAny>>,
    player: &str,
) -> PyResult<Vec<(usize, Value, bool)>> {
    let (arena, player) = (Arena::current(py), player::player(player)?);
    let terms = forms_of(py, &arena, &terms)?;
    let moves = arena.compute(py, |forms| forms.best_moves(&terms, player))?.into_iter();
    let made =
        |found: BestMove| (found.term, Value::new(&arena, Kind::Form(found.option)), found.wins);
    Ok(moves.map(made).collect())
}

/// Where sentestrat moves: (term, option, the reason).
#[pyfunction]
pub(crate) fn orthodox_move(
    py: Python<'_>,
    terms: Vec<Bound<'_, PyAny>>,
    player: &str,
) -> PyResult<Option<(usize, Value, String)>> {
    let (arena, player) = (Arena::current(py), player::player(player)?);
    let terms = forms_of(py, &arena, &terms)?;
    let found = arena.compute(py, |forms| forms.orthodox_move(&terms, player, None, None))?;
    Ok(found.map(|found| {
        (found.term, Value::new(&arena, Kind::Form(found.option)), found.reason.to_string())
    }))
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
///
/// >>> import grundy
/// >>> next(example for usage, help, example, answer in grundy.functions() if usage == "mean(G)")
/// 'mean({2|-1})'
#[pyfunction]
pub(crate) fn functions() -> Vec<(String, &'static str, &'static str, &'static str)> {
    language::all()
        .map(|function| (function.usage(), function.help, function.example.0, function.example.1))
        .collect()
}
