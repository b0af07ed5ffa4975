//! Values of games: short games by their canonical forms, and loopy games by their sides.

use std::cmp::Ordering;
use std::sync::Arc;

use grundy::answer::{NoForm, Solver};
use grundy::format::{cgsuite, typeset};
use grundy::language::{Session, Worth};
use grundy::value::{Dyadic, Form, Forms, List, Sided, TheoryError};
use grundy::{Game, Outcome, Player, Stopped};
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};

use crate::arena::Arena;
use crate::error::{self, NoValueError};
use crate::number::fraction;
use crate::own::is_own;
use crate::thermograph::Thermograph;

/// What a game is worth in a sum: a number, a nimber, any other short game by its canonical
/// form, or a loopy game by its sides.
///
/// A value is read from a text in the field's notation, or made from a number or a game.
/// Values are added, subtracted, multiplied by whole numbers and compared; equal games are
/// equal values with equal hashes. `g | h` says whether g and h are confused: who moves first
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
    pub(crate) fn of_game(py: Python<'_>, rules: &dyn Game) -> PyResult<Value> {
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
        // Rules in Python may use values themselves, and must not wait for this arena.
        let kind = match is_own(rules) {
            false => arena.with(py, find, explain)?,
            true => {
                let apart = Arena::apart();
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

    /// The value of a value, of a number, or of an object that has a value, such as a game; none
    /// for others.
    fn of(any: &Bound<'_, PyAny>) -> PyResult<Option<Value>> {
        if let Some(value) = Value::exact(any)? {
            return Ok(Some(value));
        }
        let Some(worth) = any.getattr_opt("value")? else { return Ok(None) };
        match worth.cast::<Value>() {
            Ok(value) => Ok(Some(value.get().__pos__())),
            Err(_) => Ok(None),
        }
    }

    /// The value itself, or the value of a number.
    fn exact(any: &Bound<'_, PyAny>) -> PyResult<Option<Value>> {
        let py = any.py();
        if let Ok(value) = any.cast::<Value>() {
            let value = value.get();
            return Ok(Some(Value::new(&value.arena, value.kind.clone())));
        }
        if any.is_instance_of::<PyBool>() {
            return Ok(None);
        }
        let numbers = py.import("numbers")?;
        if any.is_instance(&numbers.getattr("Rational")?)? {
            return Value::from_number(any).map(Some);
        }
        if any.is_instance(&numbers.getattr("Real")?)? {
            let exact = py.import("fractions")?.getattr("Fraction")?.call1((any,))?;
            return Value::from_number(&exact).map(Some);
        }
        Ok(None)
    }

    fn from_number(rational: &Bound<'_, PyAny>) -> PyResult<Value> {
        Value::read(rational.py(), &rational.str()?.to_string())
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

    /// The order of two values; none if they are confused.
    fn order(&self, py: Python<'_>, other: &Value) -> PyResult<Option<Ordering>> {
        let (arena, a, b) = self.beside(py, other)?;
        arena.compute(py, |forms| match (a, b) {
            (Kind::Form(a), Kind::Form(b)) => forms.compare(a, b),
            (a, b) => {
                let (a, b) = (sided(a, forms)?, sided(b, forms)?);
                a.compare(&b, forms)
            }
        })
    }

    fn sum(&self, py: Python<'_>, other: &Value, negative: bool) -> PyResult<Value> {
        let (arena, a, b) = self.beside(py, other)?;
        let kind = arena.compute(py, |forms| match (a, b) {
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
        })?;
        Ok(Value::new(&arena, kind))
    }

    /// The canonical form.
    fn form(&self) -> PyResult<Form> {
        match self.kind {
            Kind::Form(form) => Ok(form),
            Kind::Loopy(_) => {
                Err(NoValueError::new_err("a loopy game has no canonical form of a short game"))
            }
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

    /// Another value, made by a function of forms.
    fn other(
        &self,
        py: Python<'_>,
        what: impl FnOnce(&mut Forms<'static>, Form) -> Result<Form, Stopped> + Send,
    ) -> PyResult<Value> {
        Ok(Value::new(&self.arena, Kind::Form(self.ask(py, what)?)))
    }

    /// Another value, made by a function of forms that may have no answer.
    fn theory(
        &self,
        py: Python<'_>,
        what: impl FnOnce(&mut Forms<'static>, Form) -> Result<Form, TheoryError> + Send,
    ) -> PyResult<Value> {
        let form = self.form()?;
        let found = self.arena.with(py, |forms| what(forms, form), theory_error)?;
        Ok(Value::new(&self.arena, Kind::Form(found)))
    }

    /// Another value, made by a function of this form and another one.
    fn with_form(
        &self,
        other: &Bound<'_, PyAny>,
        what: impl FnOnce(&mut Forms<'static>, Form, Form) -> Result<Form, TheoryError> + Send,
    ) -> PyResult<Value> {
        let py = other.py();
        let other = wanted(other)?;
        let (arena, a, b) = self.beside(py, &other)?;
        let form = |kind| Value::new(&arena, kind).form();
        let (a, b) = (form(a)?, form(b)?);
        let found = arena.with(py, |forms| what(forms, a, b), theory_error)?;
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

/// A value; an error if there is none.
fn wanted(any: &Bound<'_, PyAny>) -> PyResult<Value> {
    if let Ok(text) = any.cast::<PyString>() {
        return Value::read(any.py(), text.to_str()?);
    }
    Value::of(any)?.ok_or_else(|| {
        PyTypeError::new_err(format!(
            "a value, a number, a game or a text is needed, not {}",
            any.get_type().name().map_or_else(|_| "this".to_string(), |name| name.to_string())
        ))
    })
}

/// Several values, or a single one.
fn values(any: &Bound<'_, PyAny>) -> PyResult<Vec<Value>> {
    if any.is_instance_of::<PyString>() {
        return Ok(vec![wanted(any)?]);
    }
    if let Some(one) = Value::of(any)? {
        return Ok(vec![one]);
    }
    any.try_iter()?.map(|item| wanted(&item?)).collect()
}

#[pymethods]
impl Value {
    #[new]
    #[pyo3(signature = (value, /))]
    fn make(value: &Bound<'_, PyAny>) -> PyResult<Value> {
        wanted(value)
    }

    /// The game in which Left and Right move to these values: {left | right}. One value need
    /// not stand in a list.
    ///
    /// >>> Value.of([0], [1]), Value.of(0, "*")
    /// (Value('1/2'), Value('^'))
    #[staticmethod]
    #[pyo3(name = "of", signature = (left, right))]
    fn from_options(
        py: Python<'_>,
        left: &Bound<'_, PyAny>,
        right: &Bound<'_, PyAny>,
    ) -> PyResult<Value> {
        let arena = Arena::current(py);
        let forms = |any| -> PyResult<Vec<Form>> {
            let values = values(any)?;
            let form = |value: &Value| match Arc::ptr_eq(&value.arena, &arena) {
                true => value.form(),
                false => arena.bring(py, &value.arena, value.form()?),
            };
            values.iter().map(form).collect()
        };
        let (left, right) = (forms(left)?, forms(right)?);
        let form = arena.compute(py, |forms| forms.canonical(left, right))?;
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
        // Equality must agree with hashes, so games are equal only to games.
        let found = match how {
            CompareOp::Eq | CompareOp::Ne => Value::exact(other)?,
            _ => Value::of(other)?,
        };
        let Some(other) = found else { return Ok(py.NotImplemented()) };
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
        self.arithmetic(other, |value, other, py| value.sum(py, &other, false))
    }

    fn __radd__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.__add__(other)
    }

    fn __sub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.arithmetic(other, |value, other, py| value.sum(py, &other, true))
    }

    fn __rsub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.arithmetic(other, |value, other, py| other.sum(py, value, true))
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
        Value::new(&self.arena, self.kind.clone())
    }

    fn __mul__(&self, copies: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = copies.py();
        let whole = py.import("numbers")?.getattr("Integral")?;
        if !copies.is_instance(&whole)? {
            return Ok(py.NotImplemented());
        }
        if let Kind::Loopy(_) = self.kind {
            let text = format!("{copies} * ({})", self.text(py)?);
            return Ok(Value::read(py, &text)?.into_pyobject(py)?.into_any().unbind());
        }
        let copies = copies
            .str()?
            .to_string()
            .parse()
            .map_err(|_| PyTypeError::new_err("a value is multiplied by a whole number"))?;
        let product = self.other(py, |forms, form| forms.multiple(form, &copies))?;
        Ok(product.into_pyobject(py)?.into_any().unbind())
    }

    fn __rmul__(&self, copies: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.__mul__(copies)
    }

    /// Whether two games are confused: neither is at least the other.
    fn __or__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Some(other) = Value::of(other)? else { return Ok(py.NotImplemented()) };
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
        wanted(other)?
            .with_form(&Bound::new(other.py(), self.__pos__())?.into_any(), |forms, g, h| {
                Ok(forms.ordinal_sum(g, h)?)
            })
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
    #[getter]
    fn mean<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, &self.ask(py, |forms, form| forms.mean(form))?)
    }

    /// The temperature: what the right to move is worth; below 0 for numbers.
    #[getter]
    fn temperature<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, &self.ask(py, |forms, form| forms.temperature(form))?)
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
    #[getter]
    fn birthday<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, &self.ask(py, |forms, form| forms.birthday(form))?)
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
    fn ordinal_sum(&self, other: &Bound<'_, PyAny>) -> PyResult<Value> {
        self.with_form(other, |forms, g, h| Ok(forms.ordinal_sum(g, h)?))
    }

    /// The Conway product.
    fn conway_product(&self, other: &Bound<'_, PyAny>) -> PyResult<Value> {
        self.with_form(other, |forms, g, h| Ok(forms.conway_product(g, h)?))
    }

    /// The Norton product with a positive unit.
    fn norton_product(&self, unit: &Bound<'_, PyAny>) -> PyResult<Value> {
        self.with_form(unit, |forms, g, unit| forms.norton_product(g, unit))
    }

    /// The game cooled by a number: each move costs so much.
    fn cool(&self, by: &Bound<'_, PyAny>) -> PyResult<Value> {
        self.with_form(by, |forms, form, by| match forms.as_number(by).cloned() {
            Some(number) => forms.cool(form, &number),
            None => Err(TheoryError::Undefined("a game is cooled by a number")),
        })
    }

    /// The game heated by another.
    fn heat(&self, by: &Bound<'_, PyAny>) -> PyResult<Value> {
        self.with_form(by, |forms, form, by| Ok(forms.heat(form, by)?))
    }

    /// The game cooled by its own temperature, as far as it goes.
    fn freeze(&self, py: Python<'_>) -> PyResult<Value> {
        self.theory(py, |forms, form| forms.freeze(form))
    }

    /// The atomic weight of an all-small game; None for other games.
    fn atomic_weight(&self, py: Python<'_>) -> PyResult<Option<Value>> {
        let weight = self.ask(py, |forms, form| forms.atomic_weight(form))?;
        Ok(weight.map(|form| Value::new(&self.arena, Kind::Form(form))))
    }

    /// The reduced canonical form: the simplest game that is infinitesimally close.
    fn reduced(&self, py: Python<'_>) -> PyResult<Value> {
        self.other(py, |forms, form| forms.reduced(form))
    }

    /// All followers of the canonical form.
    fn followers(&self, py: Python<'_>) -> PyResult<Vec<Value>> {
        let found = self.ask(py, |forms, form| forms.followers(form))?;
        Ok(found.into_iter().map(|form| Value::new(&self.arena, Kind::Form(form))).collect())
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
        match self.number(py)? {
            Some(number) => number.call_method0("__float__")?.extract(),
            None => Err(PyTypeError::new_err(format!("{} is no number", self.text(py)?))),
        }
    }

    fn __int__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self.number(py)? {
            Some(number) if self.is_integer(py)? => number.call_method0("__int__"),
            _ => Err(PyTypeError::new_err(format!("{} is no integer", self.text(py)?))),
        }
    }

    fn __format__(&self, py: Python<'_>, how: &str) -> PyResult<String> {
        PyString::new(py, &self.text(py)?).call_method1("__format__", (how,))?.extract()
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
        how: impl FnOnce(&Value, Value, Python<'_>) -> PyResult<Value>,
    ) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let found = match other.is_instance_of::<PyString>() {
            true => Some(wanted(other)?),
            false => Value::of(other)?,
        };
        match found {
            Some(other) => Ok(how(self, other, py)?.into_pyobject(py)?.into_any().unbind()),
            None => Ok(py.NotImplemented()),
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
