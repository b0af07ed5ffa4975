//! Games: positions with their rules.

use std::sync::{Arc, OnceLock};

use grundy::format::board;
use grundy::game::Game as Position;
use grundy::stated::Statement;
use grundy::{End, Limits, Player, Text, catalogue, language};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::error::{self, NoValueError, RulesError};
use crate::player::player;
use crate::statements::stated;
use crate::value::Value;
use crate::work::{Within, run};

/// A position with its rules: a game of the catalogue, of a file or of a Python class, a
/// value that is played, or a sum of these.
///
/// >>> import grundy
/// >>> g = grundy.game("nim(3,4)")
/// >>> [str(option) for option in g.options()][:3]
/// ['nim(0,4)', 'nim(1,4)', 'nim(2,4)']
/// >>> grundy.game("kayles(5)") + g
/// Game('kayles(5) + nim(3,4)')
#[pyclass(frozen, module = "grundy")]
pub(crate) struct Game(Arc<dyn Position>, Arc<OnceLock<Value>>);

impl From<Box<dyn Position>> for Game {
    fn from(game: Box<dyn Position>) -> Game {
        Game(game.into(), Arc::default())
    }
}

/// Reads a game, or takes one.
pub(crate) fn wanted(any: &Bound<'_, PyAny>) -> PyResult<Game> {
    if let Ok(game) = any.cast::<Game>() {
        return game.get().usable(any.py());
    }
    let text = match any.cast::<PyString>() {
        Ok(text) => text.to_str()?.to_string(),
        Err(_) => match any.cast::<Value>() {
            Ok(value) => value.get().text(any.py())?,
            Err(_) => {
                let kind = any.get_type().name()?;
                return Err(PyTypeError::new_err(format!(
                    "a game or its text is needed, not {kind}"
                )));
            }
        },
    };
    Game::read(any.py(), &text)
}

impl Game {
    pub(crate) fn read(py: Python<'_>, text: &str) -> PyResult<Game> {
        let read = |limits: &Limits<'_>| language::game(text, limits);
        let game = run(py, Within::default(), true, read)?;
        game.map(Game::from).map_err(|why| error::language(text, why))
    }

    pub(crate) fn rules(&self) -> &dyn Position {
        &*self.0
    }

    /// The game. It is read again if its rules have failed, because they may have been interrupted,
    /// or repaired.
    pub(crate) fn usable(&self, py: Python<'_>) -> PyResult<Game> {
        match self.0.failure() {
            Some(_) => self.read_again(py),
            None => Ok(self.again()),
        }
    }

    /// The same game, as another object.
    pub(crate) fn again(&self) -> Game {
        Game(self.0.clone(), self.1.clone())
    }

    /// The same game with rules that have not failed.
    pub(crate) fn read_again(&self, py: Python<'_>) -> PyResult<Game> {
        let anew = |(term, negative): catalogue::Term| {
            if term.sources().is_empty() {
                return Ok((term, negative));
            }
            let again = Game::read_by(py, &term.text(), &statements(&*term))?;
            match again.0.sources() == term.sources() {
                true => Ok((again.0.boxed(), negative)),
                false => Err(RulesError::new_err(format!(
                    "{} cannot be read again: its rules were stated anew",
                    term.text()
                ))),
            }
        };
        added(self.0.signed_terms().into_iter().map(anew).collect::<PyResult<_>>()?)
    }

    /// Reads a game by these statements where their names stand.
    pub(crate) fn read_by(
        py: Python<'_>,
        text: &str,
        statements: &catalogue::Statements,
    ) -> PyResult<Game> {
        if statements.is_empty() {
            return Game::read(py, text);
        }
        let read = |_: &Limits<'_>| catalogue::parse_by(text, statements);
        let game = run(py, Within::default(), true, read)?;
        game.map(Game::from).map_err(|why| error::parse(text, &why))
    }

    /// The value, which is remembered.
    fn valued(&self, py: Python<'_>, within: Option<Within>) -> PyResult<Value> {
        if let Some(known) = self.1.get() {
            return Ok(known.again());
        }
        let found = Value::of_game(py, self.usable(py)?.rules(), within)?;
        Ok(self.1.get_or_init(|| found).again())
    }

    /// The fault of the rules, if they have failed.
    fn checked<T>(&self, answer: T) -> PyResult<T> {
        match self.0.failure() {
            Some(fault) => Err(error::rules(fault)),
            None => Ok(answer),
        }
    }

    /// The player with this name; without a name the player to move, or any player if it does not
    /// matter.
    fn mover(&self, name: Option<&str>) -> PyResult<Player> {
        match (name, self.0.turn()) {
            (Some(name), _) => player(name),
            (None, Some(turn)) => Ok(turn),
            (None, None) if self.0.impartial() => Ok(Player::Left),
            (None, None) => Err(PyValueError::new_err(
                "the players have moves of their own: 'left' or 'right'?",
            )),
        }
    }

    /// The sum with another game, or the difference.
    fn joined(&self, other: &Bound<'_, PyAny>, minus: bool) -> PyResult<Game> {
        let other = wanted(other)?;
        let others = other.0.signed_terms().into_iter();
        let others = others.map(|(term, negative)| (term, negative != minus));
        added(self.0.signed_terms().into_iter().chain(others).collect())
    }
}

/// The statements that a game rests on.
fn statements(game: &dyn Position) -> Vec<(&'static str, Arc<dyn Statement>)> {
    let stated = stated(game).into_iter();
    stated.map(|(name, rules)| (name, rules as Arc<dyn Statement>)).collect()
}

/// The sum of games, which keep their own rules.
fn added(terms: Vec<catalogue::Term>) -> PyResult<Game> {
    let no_term =
        |catalogue::NoTerm(why)| NoValueError::new_err(format!("{why}: it is no term of a sum"));
    catalogue::add(terms).map(Game::from).map_err(no_term)
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (text, /))]
    fn make(text: &Bound<'_, PyAny>) -> PyResult<Game> {
        wanted(text)
    }

    fn __repr__(&self) -> String {
        format!("Game({})", quoted(&self.0.text()))
    }

    fn __str__(&self) -> String {
        self.0.text()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        // Its hash is that of its text, too.
        if let Ok(text) = other.cast::<PyString>() {
            return text.to_str().is_ok_and(|text| text == self.0.text());
        }
        other.cast::<Game>().is_ok_and(|other| {
            let other = &other.get().0;
            other.text() == self.0.text() && other.sources() == self.0.sources()
        })
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, &self.0.text()).hash()
    }

    fn __copy__(&self) -> Game {
        self.again()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Game {
        self.again()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (py, game) = (slf.py(), &slf.get().0);
        let text = game.text();
        let sources = game.sources();
        if sources.is_empty() {
            return (slf.get_type(), (text,)).into_bound_py_any(py);
        }
        let stated = stated(&**game);
        let own = stated.iter().filter_map(|(name, rules)| Some((*name, rules.own()?)));
        let objects: Vec<_> = own.clone().map(|(name, own)| (name, own.given.bind(py))).collect();
        let is_own = |known: &str| own.clone().any(|(name, _)| name == known);
        let files: Vec<_> = sources
            .iter()
            .filter(|(name, _)| !is_own(name))
            .map(|(name, source)| (*name, &source.file, &source.text))
            .collect();
        py.import("grundy.own")?.call_method1("_pickled", (text, objects, files))
    }

    /// The game as it is written; reading it gives the game back.
    #[getter]
    fn text(&self) -> String {
        self.0.text()
    }

    /// The position as it is written, without its ruleset.
    #[getter]
    fn position(&self) -> String {
        self.0.position()
    }

    /// The ruleset as it is written, without a position.
    #[getter]
    fn ruleset(&self) -> String {
        self.0.ruleset()
    }

    /// Whether both players always have the same moves.
    #[getter]
    fn impartial(&self) -> bool {
        self.0.impartial()
    }

    /// Whether who cannot move wins, by the rules of the game.
    #[getter]
    fn misere(&self) -> bool {
        self.0.convention() == grundy::Convention::Misere
    }

    /// Whose turn it is, 'left' or 'right', where the position says so; else None.
    #[getter]
    fn turn(&self) -> PyResult<Option<&'static str>> {
        self.checked(self.0.turn().map(Player::word))
    }

    /// What the game is worth in a sum. It is remembered.
    ///
    /// >>> import grundy
    /// >>> grundy.game("domineering(3x3)").value
    /// Value('±1')
    #[getter]
    fn value(&self, py: Python<'_>) -> PyResult<Value> {
        self.valued(py, None)
    }

    /// The value, found within limits: `time` in seconds, `memory` in bytes. It is remembered.
    ///
    /// >>> import grundy
    /// >>> grundy.game("domineering(2x3)").find_value(time=10)
    /// Value('{1/2|-2}')
    #[pyo3(signature = (*, time = None, memory = None))]
    fn find_value(
        &self,
        py: Python<'_>,
        time: Option<f64>,
        memory: Option<u64>,
    ) -> PyResult<Value> {
        self.valued(py, Some(Within { time, memory, ..Within::default() }))
    }

    /// The terms of a sum; of another game, the game itself.
    fn terms(&self) -> Vec<Game> {
        self.0.terms().into_iter().map(Game::from).collect()
    }

    /// Another position of the same rules.
    fn at(&self, position: &str) -> PyResult<Game> {
        let game = self.0.at(Text::new(position));
        game.map(Game::from).map_err(|why| error::parse(position, &why))
    }

    /// A player's moves: each with its name and the game after it.
    #[pyo3(signature = (player = None, /))]
    fn moves(&self, py: Python<'_>, player: Option<&str>) -> PyResult<Vec<Move>> {
        let game = self.usable(py)?;
        let moves = game.0.moves(game.mover(player)?).into_iter();
        let moves = moves.map(|made| Move { name: made.name, to: Game::from(made.to) });
        game.checked(moves.collect())
    }

    /// The games after a player's moves, without repeats.
    #[pyo3(signature = (player = None, /))]
    fn options(&self, py: Python<'_>, player: Option<&str>) -> PyResult<Vec<Game>> {
        let game = self.usable(py)?;
        let options = game.0.options(game.mover(player)?);
        game.checked(options.into_iter().map(Game::from).collect())
    }

    /// Who has won if the rules end play here with this player to move: 'left', 'right' or
    /// 'tie'; None while play goes on.
    #[pyo3(signature = (player = None, /))]
    fn end(&self, py: Python<'_>, player: Option<&str>) -> PyResult<Option<&'static str>> {
        let game = self.usable(py)?;
        let end = game.0.end(game.mover(player)?);
        game.checked(end.map(|end| match end {
            End::Won(winner) => winner.word(),
            End::Tie => "tie",
        }))
    }

    /// The position as a drawing in text.
    fn drawing(&self) -> String {
        self.0.drawing()
    }

    /// The position as a picture: a document in SVG.
    fn svg(&self) -> String {
        board::svg(&*self.0)
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __add__(&self, other: &Bound<'_, PyAny>) -> PyResult<Game> {
        self.joined(other, false)
    }

    fn __sub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Game> {
        self.joined(other, true)
    }

    fn __radd__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Game> {
        // The fallback for `sum`, which begins with 0.
        if other.extract::<i64>().is_ok_and(|number| number == 0) {
            return Ok(slf.get().again());
        }
        wanted(other)?.joined(slf.as_any(), false)
    }

    fn __rsub__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Game> {
        wanted(other)?.joined(slf.as_any(), true)
    }

    fn __neg__(&self) -> PyResult<Game> {
        let terms = self.0.signed_terms().into_iter();
        added(terms.map(|(term, negative)| (term, !negative)).collect())
    }

    fn __mul__(&self, copies: i64) -> PyResult<Game> {
        /// The greatest number of copies; more are better written as a value.
        const MOST: u64 = 10_000;
        if copies.unsigned_abs() > MOST {
            return Err(PyValueError::new_err(format!("at most {MOST} copies are added")));
        }
        let terms = (0..copies.unsigned_abs()).flat_map(|_| self.0.signed_terms());
        added(terms.map(|(term, negative)| (term, negative != (copies < 0))).collect())
    }

    fn __rmul__(&self, copies: i64) -> PyResult<Game> {
        self.__mul__(copies)
    }
}

/// A text between quotation marks, as Python writes it.
pub(crate) fn quoted(text: &str) -> String {
    match text.contains('\'') && !text.contains('"') {
        true => format!("\"{text}\""),
        false => format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'")),
    }
}

/// A move: its name, and the game after it.
///
/// >>> import grundy
/// >>> grundy.game("nim(2)").moves()
/// [Move('0', to=Game('nim(0)')), Move('1', to=Game('nim(1)'))]
#[pyclass(frozen, module = "grundy")]
pub(crate) struct Move {
    /// What players call the move.
    #[pyo3(get)]
    name: String,
    to: Game,
}

#[pymethods]
impl Move {
    /// The game after the move.
    #[getter]
    fn to(&self) -> Game {
        self.to.again()
    }

    fn __repr__(&self) -> String {
        format!("Move({}, to={})", quoted(&self.name), self.to.__repr__())
    }
}

/// The game of that text to which a move leads, by the rules of the game.
#[pyfunction]
pub(crate) fn after(game: &Bound<'_, PyAny>, text: &str) -> PyResult<Game> {
    let (py, game) = (game.py(), wanted(game)?);
    if game.0.sources().is_empty() {
        return Game::read(py, text);
    }
    let options = Player::BOTH.into_iter().flat_map(|player| game.0.options(player));
    let found = options.map(Game::from).find(|option| option.0.text() == text);
    match game.checked(found)? {
        Some(option) => Ok(option),
        None => Game::read_by(py, text, &statements(&*game.0)),
    }
}

/// Reads a game: a position, a value, or a sum of these.
#[pyfunction]
#[pyo3(signature = (text, /))]
pub(crate) fn game(text: &Bound<'_, PyAny>) -> PyResult<Game> {
    wanted(text)
}

/// The rulesets of the catalogue: (name, title, how it is written, the rules).
#[pyfunction]
pub(crate) fn rulesets() -> Vec<(&'static str, &'static str, &'static str, &'static str)> {
    let all = catalogue::all().into_iter();
    all.map(|entry| (entry.name, entry.title, entry.notation, entry.rules)).collect()
}
