//! Values of games: short games by their canonical forms, and loopy games by their sides.

use std::cmp::Ordering;
use std::rc::Rc;
use std::sync::Arc;

use grundy::answer::{NoForm, Solver};
use grundy::format::{cgsuite, typeset};
use grundy::language::{LanguageError, Session, Worth};
use grundy::value::{Dyadic, Form, Forms, List, Sided, TheoryError};
use grundy::{Game, Outcome, Player, Stopped};
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyList, PyString, PyTuple};

use crate::arena::Arena;
use crate::error::{self, NoValueError, ReadError};
use crate::number::{fraction, integer, rational, small};
use crate::own::is_own;
use crate::thermograph::Thermograph;
use crate::work::Within;

/// What a game is worth in a sum: a number, a nimber, any other short game by its canonical
/// form, or a loopy game by its sides.
///
/// A value is read from a text in the field's notation, or made from a number or a game.
/// Values are added, subtracted, multiplied as in the calculator (by an integer: copies, else
/// Conway's product) and compared, also with texts; equal games are equal values with equal hashes. `g | h` says whether g and h are confused: who moves first
/// wins g - h. `g @ h` is the ordinal sum g : h.
///
/// >>> from grundy import Value
/// >>> Value("{2||1|-1}") + Value("^*")
/// Value('{2^*||1^*|-1^*}')
/// >>> Value("*") + Value("*") == 0
/// True
/// >>> Value("^") > 0, Value("^") | Value("*")
/// (True, True)
/// >>> Value("{5|1}").mean, Value("{5|1}").temperature
/// (Fraction(3, 1), Fraction(2, 1))
#[pyclass(frozen, module = "grundy")]
pub(crate) struct Value {
    arena: Arc<Arena>,
    kind: Kind,
}

/// Why a value has no canonical form.
const NO_FORM: &str = "a loopy game has no canonical form of a short game";

#[derive(Clone)]
pub(crate) enum Kind {
    Form(Form),
    Loopy(Arc<Sided>),
}

impl From<Worth> for Kind {
    fn from(worth: Worth) -> Kind {
        match worth {
            Worth::Form(form) => Kind::Form(form),
            Worth::Loopy(sided) => Kind::Loopy(Arc::new((*sided).clone())),
        }
    }
}

impl From<Kind> for Worth {
    fn from(kind: Kind) -> Worth {
        match kind {
            Kind::Form(form) => Worth::Form(form),
            Kind::Loopy(sided) => Worth::Loopy(Rc::new((*sided).clone())),
        }
    }
}

/// Computes with the language in an arena.
pub(crate) fn session<T>(
    forms: &mut Forms<'static>,
    work: impl FnOnce(&mut Session<'static>) -> T,
) -> T {
    let limits = *forms.limits();
    let mut session = Session::new(limits);
    std::mem::swap(session.forms(), forms);
    let done = work(&mut session);
    std::mem::swap(session.forms(), forms);
    done
}

impl Value {
    pub(crate) fn new(arena: &Arc<Arena>, kind: Kind) -> Value {
        Value { arena: arena.clone(), kind }
    }

    /// Reads a value from a text.
    pub(crate) fn read(py: Python<'_>, text: &str) -> PyResult<Value> {
        let arena = Arena::current(py);
        let read = |forms: &mut Forms<'static>| {
            session(forms, |session| {
                let found = session.run(text)?;
                let worth = session.worth(&found)?;
                Ok(worth.map(Kind::from).ok_or_else(|| found.kind()))
            })
        };
        match arena.with(py, read, |why| error::language(text, why))? {
            Ok(kind) => Ok(Value::new(&arena, kind)),
            Err(other) => Err(NoValueError::new_err(format!("{text} is {other}, not a game"))),
        }
    }

    /// The value of a game.
    pub(crate) fn of_game(
        py: Python<'_>,
        rules: &dyn Game,
        within: Option<Within>,
    ) -> PyResult<Value> {
        let arena = Arena::current(py);
        let find = |forms: &mut Forms<'static>| {
            let (limits, mut solver) = (*forms.limits(), Solver::default());
            match solver.form(rules, forms, &limits) {
                Ok(form) => Ok(Kind::Form(form)),
                Err(NoForm::Loopy { .. }) => {
                    let sides = solver.sides(rules, forms, &limits)?;
                    Ok(simplest(sides, forms)?)
                }
                Err(error) => Err(error),
            }
        };
        let explain = |error| match error {
            NoForm::Stopped(stopped) => error::stopped(stopped),
            other => NoValueError::new_err(other.to_string()),
        };
        // Rules in Python may use values themselves, and must not wait for this arena. The limits of
        // one question are not those of others.
        let kind = match is_own(rules) || within.is_some() {
            false => arena.with(py, find, explain)?,
            true => {
                let apart = Arena::apart(within.unwrap_or_default())?;
                match apart.with(py, find, explain)? {
                    Kind::Form(form) => Kind::Form(arena.bring(py, &apart, form)?),
                    loopy => loopy,
                }
            }
        };
        match rules.failure() {
            Some(fault) => Err(error::rules(fault)),
            None => Ok(Value::new(&arena, kind)),
        }
    }

    /// The value itself.
    pub(crate) fn again(&self) -> Value {
        Value { arena: self.arena.clone(), kind: self.kind.clone() }
    }

    /// The arena in which both values can be compared or added, and the two values in it.
    fn beside(&self, py: Python<'_>, other: &Value) -> PyResult<(Arc<Arena>, Kind, Kind)> {
        if Arc::ptr_eq(&self.arena, &other.arena) {
            return Ok((self.arena.clone(), self.kind.clone(), other.kind.clone()));
        }
        let arena = Arena::current(py);
        let bring = |value: &Value| match &value.kind {
            Kind::Form(form) if !Arc::ptr_eq(&value.arena, &arena) => {
                arena.bring(py, &value.arena, *form).map(Kind::Form)
            }
            kind => Ok(kind.clone()),
        };
        Ok((arena.clone(), bring(self)?, bring(other)?))
    }

    /// Computes with this value and another one.
    fn beside_given<T: Send, E: From<Stopped> + Send>(
        &self,
        py: Python<'_>,
        other: &Given,
        work: impl FnOnce(&mut Forms<'static>, Kind, Kind) -> Result<T, E> + Send,
        explain: impl FnOnce(E) -> PyErr,
    ) -> PyResult<(Arc<Arena>, T)> {
        match other {
            Given::Value(other) => {
                let (arena, a, b) = self.beside(py, other)?;
                let found = arena.with(py, |forms| work(forms, a, b), explain)?;
                Ok((arena, found))
            }
            Given::Number(number) => {
                let (arena, a) = (self.arena.clone(), self.kind.clone());
                let work = |forms: &mut Forms<'static>| {
                    let b = Kind::Form(forms.number(number.clone())?);
                    work(forms, a, b)
                };
                let found = arena.with(py, work, explain)?;
                Ok((arena, found))
            }
        }
    }

    /// The order of two values; none if they are confused.
    fn order(&self, py: Python<'_>, other: &Given) -> PyResult<Option<Ordering>> {
        let compare = |forms: &mut Forms<'static>, a, b| match (a, b) {
            (Kind::Form(a), Kind::Form(b)) => forms.compare(a, b),
            (a, b) => {
                let (a, b) = (sided(a, forms)?, sided(b, forms)?);
                a.compare(&b, forms)
            }
        };
        Ok(self.beside_given(py, other, compare, error::stopped)?.1)
    }

    /// The canonical form.
    pub(crate) fn form(&self) -> PyResult<Form> {
        match self.kind {
            Kind::Form(form) => Ok(form),
            Kind::Loopy(_) => Err(NoValueError::new_err(NO_FORM)),
        }
    }

    /// Calls a function of forms with the form of this value.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        what: impl FnOnce(&mut Forms<'static>, Form) -> Result<T, Stopped> + Send,
    ) -> PyResult<T> {
        let form = self.form()?;
        self.arena.compute(py, |forms| what(forms, form))
    }

    /// Another value, made by a function of this form and another one.
    fn with_form(
        &self,
        py: Python<'_>,
        other: &Given,
        what: impl FnOnce(&mut Forms<'static>, Form, Form) -> Result<Form, TheoryError> + Send,
    ) -> PyResult<Value> {
        let what = |forms: &mut Forms<'static>, a, b| match (a, b) {
            (Kind::Form(a), Kind::Form(b)) => what(forms, a, b),
            _ => Err(TheoryError::Undefined(NO_FORM)),
        };
        let (arena, found) = self.beside_given(py, other, what, theory_error)?;
        Ok(Value::new(&arena, Kind::Form(found)))
    }

    fn options(&self, py: Python<'_>, player: Player) -> PyResult<Vec<Value>> {
        let options: List = self.ask(py, |forms, form| forms.options(form, player))?;
        Ok(options.iter().map(|&form| Value::new(&self.arena, Kind::Form(form))).collect())
    }

    /// The value in the field's notation.
    pub(crate) fn text(&self, py: Python<'_>) -> PyResult<String> {
        let kind = self.kind.clone();
        self.arena.compute(py, |forms| match kind {
            Kind::Form(form) => forms.print(form),
            Kind::Loopy(sided) => forms.print_sided(&sided),
        })
    }
}

fn theory_error(error: TheoryError) -> PyErr {
    match error {
        TheoryError::Stopped(stopped) => error::stopped(stopped),
        other => NoValueError::new_err(other.to_string()),
    }
}

/// The sides of a value; both sides of a short game are the game.
fn sided(kind: Kind, forms: &mut Forms<'static>) -> Result<Sided, Stopped> {
    match kind {
        Kind::Form(form) => Sided::from_form(form, forms),
        Kind::Loopy(sided) => Ok((*sided).clone()),
    }
}

fn simplest(sided: Sided, forms: &mut Forms<'static>) -> Result<Kind, Stopped> {
    Ok(match sided.form(forms)? {
        Some(form) => Kind::Form(form),
        None => Kind::Loopy(Arc::new(sided)),
    })
}

/// What stands for a value in Python: a value, or a number that is a value in any arena.
pub(crate) enum Given {
    Value(Value),
    Number(Dyadic),
}

impl Given {
    /// A value, a number, or the value of an object that has one, such as a game; none for others.
    fn of(any: &Bound<'_, PyAny>) -> PyResult<Option<Given>> {
        if let Some(given) = Given::exact(any)? {
            return Ok(Some(given));
        }
        let Some(worth) = any.getattr_opt(intern!(any.py(), "value"))? else { return Ok(None) };
        Ok(worth.cast::<Value>().ok().map(|value| Given::Value(value.get().again())))
    }

    /// A value or a number.
    fn exact(any: &Bound<'_, PyAny>) -> PyResult<Option<Given>> {
        let py = any.py();
        if let Ok(value) = any.cast::<Value>() {
            return Ok(Some(Given::Value(value.get().again())));
        }
        if let Some(number) = small(any)? {
            return Ok(Some(Given::Number(number)));
        }
        if any.is_instance_of::<PyBool>() {
            return Ok(None);
        }
        let read = |number: &Bound<'_, PyAny>| Value::read(py, &number.str()?.to_string());
        match rational(any)? {
            Some(number) => Ok(Some(Given::Value(read(&number)?))),
            None => Ok(None),
        }
    }

    /// The same, or the value of a text.
    fn or_text(any: &Bound<'_, PyAny>) -> PyResult<Option<Given>> {
        match any.cast::<PyString>() {
            Ok(text) => {
                Value::read(any.py(), text.to_str()?).map(|value| Some(Given::Value(value)))
            }
            Err(_) => Given::of(any),
        }
    }

    fn value(self, py: Python<'_>) -> PyResult<Value> {
        match self {
            Given::Value(value) => Ok(value),
            Given::Number(number) => {
                let arena = Arena::current(py);
                let form = arena.compute(py, |forms| forms.number(number))?;
                Ok(Value::new(&arena, Kind::Form(form)))
            }
        }
    }

    /// What it is in an arena.
    pub(crate) fn kind(&self, py: Python<'_>, arena: &Arc<Arena>) -> PyResult<Kind> {
        match self {
            Given::Number(number) => {
                arena.compute(py, |forms| forms.number(number.clone()).map(Kind::Form))
            }
            Given::Value(value) => match value.kind {
                Kind::Form(form) if !Arc::ptr_eq(&value.arena, arena) => {
                    arena.bring(py, &value.arena, form).map(Kind::Form)
                }
                ref kind => Ok(kind.clone()),
            },
        }
    }
}

/// A value, a number, a game or a text; an error for others.
pub(crate) fn wanted(any: &Bound<'_, PyAny>) -> PyResult<Given> {
    Given::or_text(any)?.ok_or_else(|| {
        PyTypeError::new_err(format!(
            "a value, a number, a game or a text is needed, not {}",
            any.get_type().name().map_or_else(|_| "this".to_string(), |name| name.to_string())
        ))
    })
}

/// Several values, or a single one.
fn values(any: &Bound<'_, PyAny>) -> PyResult<Vec<Given>> {
    let several = any.is_instance_of::<PyList>() || any.is_instance_of::<PyTuple>();
    match if several { None } else { Given::or_text(any)? } {
        Some(one) => Ok(vec![one]),
        None => any.try_iter()?.map(|item| wanted(&item?)).collect(),
    }
}

/// The sum of two values, or their difference.
fn sum(forms: &mut Forms<'static>, a: Kind, b: Kind, negative: bool) -> Result<Kind, Stopped> {
    match (a, b) {
        (Kind::Form(a), Kind::Form(b)) if negative => forms.difference(a, b).map(Kind::Form),
        (Kind::Form(a), Kind::Form(b)) => forms.sum(a, b).map(Kind::Form),
        (a, b) => {
            let (a, mut b) = (sided(a, forms)?, sided(b, forms)?);
            if negative {
                b = b.negative(forms)?;
            }
            let sum = a.sum(&b, forms)?;
            simplest(sum, forms)
        }
    }
}

/// The product of two values, as in the calculator.
fn product(forms: &mut Forms<'static>, a: Kind, b: Kind) -> Result<Kind, LanguageError> {
    session(forms, |session| {
        let found = session.multiply(a.into(), b.into())?;
        let worth = session.worth(&found)?;
        Ok(worth.map_or(Kind::Form(Form::ZERO), Kind::from))
    })
}

#[pymethods]
impl Value {
    #[new]
    #[pyo3(signature = (value, /))]
    fn make(value: &Bound<'_, PyAny>) -> PyResult<Value> {
        wanted(value)?.value(value.py())
    }

    /// The game in which Left and Right move to these values: {left | right}. One value need
    /// not stand in a list.
    ///
    /// >>> Value.of([0], [1]), Value.of(0, "*"), Value.of(left=3)
    /// (Value('1/2'), Value('^'), Value('4'))
    #[staticmethod]
    #[pyo3(name = "of", signature = (left = None, right = None))]
    fn from_options(
        py: Python<'_>,
        left: Option<&Bound<'_, PyAny>>,
        right: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Value> {
        let arena = Arena::current(py);
        let given = |any: Option<&Bound<'_, PyAny>>| any.map_or(Ok(Vec::new()), values);
        let (left, right) = (given(left)?, given(right)?);
        // Numbers are made where the game is made; values of other arenas are brought before.
        let ready = |all: Vec<Given>| -> PyResult<Vec<Given>> {
            let brought = |one: Given| match &one {
                Given::Number(_) => Ok(one),
                Given::Value(value) => {
                    value.form()?;
                    Ok(Given::Value(Value::new(&arena, one.kind(py, &arena)?)))
                }
            };
            all.into_iter().map(brought).collect()
        };
        let (left, right) = (ready(left)?, ready(right)?);
        let form = arena.compute(py, |forms| {
            let mut made = |all: Vec<Given>| -> Result<Vec<Form>, Stopped> {
                let form = |one: Given| match one {
                    Given::Number(number) => forms.number(number).map(Some),
                    Given::Value(Value { kind: Kind::Form(form), .. }) => Ok(Some(form)),
                    Given::Value(_) => Ok(None),
                };
                all.into_iter().map(form).filter_map(Result::transpose).collect()
            };
            let (left, right) = (made(left)?, made(right)?);
            forms.canonical(left, right)
        })?;
        Ok(Value::new(&arena, Kind::Form(form)))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Value('{}')", self.text(py)?))
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.text(py)
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, how: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let is_equality = matches!(how, CompareOp::Eq | CompareOp::Ne);
        let found = match other.is_instance_of::<PyString>() {
            true => Given::or_text(other),
            // Equality must agree with hashes, so games are equal only to games.
            false if is_equality => Given::exact(other),
            false => Given::of(other),
        };
        let found = match found {
            // What is no value equals none.
            Err(error)
                if is_equality
                    && (error.is_instance_of::<ReadError>(py)
                        || error.is_instance_of::<NoValueError>(py)) =>
            {
                None
            }
            found => found?,
        };
        let Some(other) = found else { return Ok(py.NotImplemented()) };
        if is_equality && let Some(equal) = self.is_seen_equal(&other) {
            let holds = equal == matches!(how, CompareOp::Eq);
            return Ok(PyBool::new(py, holds).to_owned().into_any().unbind());
        }
        let order = self.order(py, &other)?;
        let holds = match how {
            CompareOp::Eq => order == Some(Ordering::Equal),
            CompareOp::Ne => order != Some(Ordering::Equal),
            how => order.is_some_and(|order| how.matches(order)),
        };
        Ok(PyBool::new(py, holds).to_owned().into_any().unbind())
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        let text = match self.kind {
            // The hash of a number is that of an equal number in Python.
            Kind::Form(form) => {
                let number = self.arena.compute(py, |forms| Ok(forms.as_number(form).cloned()))?;
                if let Some(number) = number {
                    return fraction(py, &number)?.hash();
                }
                self.facts(py)?
            }
            Kind::Loopy(_) => "loopy".to_string(),
        };
        PyString::new(py, &text).hash()
    }

    fn __bool__(&self) -> bool {
        !matches!(self.kind, Kind::Form(Form::ZERO))
    }

    fn __add__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.arithmetic(other, |forms, a, b| Ok(sum(forms, a, b, false)?))
    }

    fn __radd__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.__add__(other)
    }

    fn __sub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.arithmetic(other, |forms, a, b| Ok(sum(forms, a, b, true)?))
    }

    fn __rsub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.arithmetic(other, |forms, a, b| Ok(sum(forms, b, a, true)?))
    }

    fn __neg__(&self, py: Python<'_>) -> PyResult<Value> {
        let kind = self.kind.clone();
        let kind = self.arena.compute(py, |forms| match kind {
            Kind::Form(form) => forms.negative(form).map(Kind::Form),
            Kind::Loopy(sided) => Ok(Kind::Loopy(Arc::new(sided.negative(forms)?))),
        })?;
        Ok(Value::new(&self.arena, kind))
    }

    fn __pos__(&self) -> Value {
        self.again()
    }

    fn __mul__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.arithmetic(other, product)
    }

    fn __rmul__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.__mul__(other)
    }

    fn __abs__(&self, py: Python<'_>) -> PyResult<Value> {
        match self.order(py, &Given::Number(Dyadic::ZERO))? {
            Some(Ordering::Less) => self.__neg__(py),
            Some(_) => Ok(self.again()),
            None => Err(NoValueError::new_err(format!(
                "{} is confused with 0: it has no absolute value",
                self.text(py)?
            ))),
        }
    }

    #[pyo3(signature = (digits = None, /))]
    fn __round__<'py>(
        &self,
        py: Python<'py>,
        digits: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let number = self.as_number(py)?;
        number.call_method1("__round__", PyTuple::new(py, digits)?)
    }

    fn __floor__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.as_number(py)?.call_method0("__floor__")
    }

    fn __ceil__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.as_number(py)?.call_method0("__ceil__")
    }

    fn __trunc__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.as_number(py)?.call_method0("__trunc__")
    }

    fn __copy__(&self) -> Value {
        self.again()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Value {
        self.again()
    }

    /// Whether two games are confused: neither is at least the other.
    fn __or__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Some(other) = Given::or_text(other)? else { return Ok(py.NotImplemented()) };
        let confused = self.order(py, &other)?.is_none();
        Ok(PyBool::new(py, confused).to_owned().into_any().unbind())
    }

    fn __ror__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.__or__(other)
    }

    fn __matmul__(&self, other: &Bound<'_, PyAny>) -> PyResult<Value> {
        self.ordinal_sum(other)
    }

    fn __rmatmul__(&self, other: &Bound<'_, PyAny>) -> PyResult<Value> {
        let (py, this) = (other.py(), Given::Value(self.again()));
        wanted(other)?.value(py)?.with_form(py, &this, |forms, g, h| Ok(forms.ordinal_sum(g, h)?))
    }

    /// Left's options in the canonical form.
    ///
    /// >>> Value("{2||1|-1}").left_options
    /// [Value('2')]
    #[getter]
    fn left_options(&self, py: Python<'_>) -> PyResult<Vec<Value>> {
        self.options(py, Player::Left)
    }

    /// Right's options in the canonical form.
    #[getter]
    fn right_options(&self, py: Python<'_>) -> PyResult<Vec<Value>> {
        self.options(py, Player::Right)
    }

    /// Whether the game is loopy: it equals no game that must end.
    #[getter]
    fn is_loopy(&self) -> bool {
        matches!(self.kind, Kind::Loopy(_))
    }

    /// The number that the game equals, or None.
    ///
    /// >>> Value("{0|1}").number
    /// Fraction(1, 2)
    #[getter]
    fn number<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Kind::Form(form) = self.kind else { return Ok(None) };
        let number = self.arena.compute(py, |forms| Ok(forms.as_number(form).cloned()))?;
        number.map(|number| fraction(py, &number)).transpose()
    }

    /// The size of the Nim heap that the game equals, or None.
    ///
    /// >>> Value("*2 + *3").nimber, Value("^").nimber
    /// (1, None)
    #[getter]
    fn nimber(&self, py: Python<'_>) -> PyResult<Option<u32>> {
        let Kind::Form(form) = self.kind else { return Ok(None) };
        self.arena.compute(py, |forms| Ok(forms.as_nimber(form)))
    }

    /// The outcome class: 'N', 'P', 'L' or 'R'; None for loopy games in which a player draws.
    ///
    /// >>> Value("^").outcome
    /// 'L'
    #[getter]
    fn outcome(&self, py: Python<'_>) -> PyResult<Option<&'static str>> {
        let kind = self.kind.clone();
        let outcome = self.arena.compute(py, |forms| match kind {
            Kind::Form(form) => forms.outcome(form).map(Some),
            Kind::Loopy(sided) => Ok(Outcome::from_fates(sided.fates(forms)?)),
        })?;
        Ok(outcome.map(Outcome::word))
    }

    /// The mean value: what many copies are worth on average.
    ///
    /// >>> Value("{5|1}").mean
    /// Fraction(3, 1)
    #[getter]
    fn mean<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, &self.arena.heat(py, self.form()?)?.mean)
    }

    /// The temperature: what the right to move is worth; below 0 for numbers.
    ///
    /// >>> Value("{5|1}").temperature
    /// Fraction(2, 1)
    #[getter]
    fn temperature<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, &self.arena.heat(py, self.form()?)?.temperature)
    }

    /// The number at which play stops when Left starts.
    #[getter]
    fn left_stop<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, &self.stop(py, Player::Left)?)
    }

    /// The number at which play stops when Right starts.
    #[getter]
    fn right_stop<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, &self.stop(py, Player::Right)?)
    }

    /// The day on which the game is born: the greatest number of moves in it.
    ///
    /// >>> Value("3/4").birthday
    /// 3
    #[getter]
    fn birthday<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        integer(py, &self.ask(py, |forms, form| forms.birthday(form))?)
    }

    /// The canonical form: the value itself, as values are always canonical.
    fn canonical(&self) -> Value {
        self.__pos__()
    }

    /// The thermograph.
    ///
    /// >>> Value("{5|1}").thermograph().left_wall
    /// [(Fraction(5, 1), Fraction(0, 1)), (Fraction(3, 1), Fraction(2, 1))]
    fn thermograph(&self, py: Python<'_>) -> PyResult<Thermograph> {
        let drawn = self.ask(py, |forms, form| forms.thermograph(form))?;
        Ok(Thermograph { drawn, title: self.text(py)? })
    }

    /// The ordinal sum of this game and another, g : h: moves in g end all play in h.
    ///
    /// >>> Value("*").ordinal_sum(1)
    /// Value('^*')
    fn ordinal_sum(&self, other: &Bound<'_, PyAny>) -> PyResult<Value> {
        let (py, other) = (other.py(), wanted(other)?);
        self.with_form(py, &other, |forms, g, h| Ok(forms.ordinal_sum(g, h)?))
    }

    /// The atomic weight of an all-small game; None for other games.
    fn atomic_weight(&self, py: Python<'_>) -> PyResult<Option<Value>> {
        let weight = self.ask(py, |forms, form| forms.atomic_weight(form))?;
        Ok(weight.map(|form| Value::new(&self.arena, Kind::Form(form))))
    }

    /// Whether the game equals an integer.
    #[getter]
    fn is_integer(&self, py: Python<'_>) -> PyResult<bool> {
        self.is(py, |forms, form| Ok(forms.is_integer(form)))
    }

    /// Whether the game equals a number.
    #[getter]
    fn is_number(&self, py: Python<'_>) -> PyResult<bool> {
        self.is(py, |forms, form| Ok(forms.is_number(form)))
    }

    /// Whether the game equals a Nim heap.
    #[getter]
    fn is_nimber(&self, py: Python<'_>) -> PyResult<bool> {
        self.is(py, |forms, form| Ok(forms.is_nimber(form)))
    }

    /// Whether the game is less than every positive number and more than every negative one.
    #[getter]
    fn is_infinitesimal(&self, py: Python<'_>) -> PyResult<bool> {
        self.is(py, |forms, form| Ok(forms.is_infinitesimal(form)))
    }

    /// Whether in all followers both players have a move or none has.
    #[getter]
    fn is_all_small(&self, py: Python<'_>) -> PyResult<bool> {
        self.is(py, |forms, form| forms.is_all_small(form))
    }

    fn __float__(&self, py: Python<'_>) -> PyResult<f64> {
        self.as_number(py)?.call_method0("__float__")?.extract()
    }

    fn __int__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self.number(py)? {
            Some(number) if self.is_integer(py)? => number.call_method0("__int__"),
            _ => Err(PyTypeError::new_err(format!("{} is no integer", self.text(py)?))),
        }
    }

    /// As `latex`, `unicode` or `cgsuite`; a number as a number of Python, such as `.2f`; or aligned as
    /// a text.
    ///
    /// >>> f"{Value('1/2'):.2f}", f"{Value('^*'):unicode}", f"{Value('^'):>3}"
    /// ('0.50', '↑∗', '  ^')
    fn __format__(&self, py: Python<'_>, how: &str) -> PyResult<String> {
        let of_number = || -> PyResult<Bound<'_, PyAny>> {
            let whole = how.ends_with(['d', 'n']) && self.is_integer(py)?;
            let number = self.as_number(py)?;
            number.call_method0(if whole { "__int__" } else { "__float__" })
        };
        let shown = match how {
            "latex" => return self.latex(py),
            "unicode" => return self.unicode(py),
            "cgsuite" => return self.cgsuite(py),
            how if how.ends_with(|c: char| "eEfFgGdn%".contains(c)) => of_number()?,
            _ => PyString::new(py, &self.text(py)?).into_any(),
        };
        shown.call_method1("__format__", (how,))?.extract()
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (String,))> {
        let py = slf.py();
        Ok((slf.get_type().into_any().unbind(), (slf.get().text(py)?,)))
    }

    /// The value in LaTeX, for math mode.
    ///
    /// >>> print(Value("{3/4|^*}").latex())
    /// \{\tfrac{3}{4}\mid {\uparrow}{\ast}\}
    fn latex(&self, py: Python<'_>) -> PyResult<String> {
        Ok(typeset::latex(&self.text(py)?))
    }

    /// The value in Unicode.
    ///
    /// >>> Value("+-{3/4|^^*2}").unicode()
    /// '±{¾|⇑∗2}'
    fn unicode(&self, py: Python<'_>) -> PyResult<String> {
        Ok(typeset::unicode(&self.text(py)?))
    }

    /// The value as it is typed into CGSuite 2.
    ///
    /// >>> Value("2*3 + ^<2>").cgsuite()
    /// '2+^.Pow(2)+*3'
    fn cgsuite(&self, py: Python<'_>) -> PyResult<String> {
        match &self.kind {
            Kind::Loopy(sided) if !cgsuite::is_typed(sided) => {
                Err(NoValueError::new_err(cgsuite::NOT_TYPED))
            }
            _ => Ok(cgsuite::typed(&self.text(py)?)),
        }
    }

    fn _repr_latex_(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("${}$", self.latex(py)?))
    }
}

impl Value {
    fn arithmetic(
        &self,
        other: &Bound<'_, PyAny>,
        how: impl FnOnce(&mut Forms<'static>, Kind, Kind) -> Result<Kind, LanguageError> + Send,
    ) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Some(other) = Given::or_text(other)? else { return Ok(py.NotImplemented()) };
        let (arena, kind) = self.beside_given(py, &other, how, error::worth)?;
        Ok(Value::new(&arena, kind).into_pyobject(py)?.into_any().unbind())
    }

    /// Whether both are equal, where their forms say so: equal games of an arena have one form.
    fn is_seen_equal(&self, other: &Given) -> Option<bool> {
        let Kind::Form(form) = self.kind else { return None };
        match other {
            Given::Number(number) => (*number == Dyadic::ZERO).then_some(form == Form::ZERO),
            Given::Value(Value { arena, kind: Kind::Form(other) }) => {
                Arc::ptr_eq(&self.arena, arena).then_some(form == *other)
            }
            Given::Value(_) => None,
        }
    }

    /// The number that the value is.
    fn as_number<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self.number(py)? {
            Some(number) => Ok(number),
            None => Err(PyTypeError::new_err(format!("{} is no number", self.text(py)?))),
        }
    }

    fn stop(&self, py: Python<'_>, starter: Player) -> PyResult<Dyadic> {
        self.ask(py, |forms, form| Ok(forms.stop(form, starter).clone()))
    }

    /// Facts that do not depend on the arena: they are the same for equal games.
    fn facts(&self, py: Python<'_>) -> PyResult<String> {
        self.ask(py, |forms, form| {
            let (left, right) = (forms.stop(form, Player::Left), forms.stop(form, Player::Right));
            let stops = format!("{left} {right}");
            let birthday = forms.birthday(form)?;
            let counts =
                Player::BOTH.map(|player| forms.options(form, player).map(|all| all.len()));
            let [left, right] = counts;
            Ok(format!("{stops} {birthday} {} {}", left?, right?))
        })
    }

    fn is(
        &self,
        py: Python<'_>,
        what: impl FnOnce(&mut Forms<'static>, Form) -> Result<bool, Stopped> + Send,
    ) -> PyResult<bool> {
        match self.kind {
            Kind::Form(_) => self.ask(py, what),
            Kind::Loopy(_) => Ok(false),
        }
    }
}
