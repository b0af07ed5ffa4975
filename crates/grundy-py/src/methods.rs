//! The methods of a Python object that states a game.

use std::sync::Arc;

use grundy::stated::{Expansions, HIGHEST_SCORE, Lessons};
use grundy::{End, Fault, Player};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString, PyTuple};

use crate::learned::Learned;
use crate::player::player;
use crate::raised::fault;
use crate::states::{States, print};

/// A method of the object, and whether it takes the player to move.
pub(crate) struct Method {
    pub(crate) call: Py<PyAny>,
    asks_player: bool,
}

impl Method {
    /// The method of this name, if there is one.
    fn of(object: &Bound<'_, PyAny>, name: &str) -> PyResult<Option<Method>> {
        let py = object.py();
        let Some(call) = object.getattr_opt(name)?.filter(|found| found.is_callable()) else {
            return Ok(None);
        };
        let signature = py.import("inspect")?.call_method1("signature", (&call,))?;
        // Parameters with defaults belong to the game itself, unless one is called `player`.
        let mut wanted = 0;
        for parameter in signature.getattr("parameters")?.call_method0("values")?.try_iter()? {
            let parameter = parameter?;
            let is_free = parameter.getattr("default")?.is(&parameter.getattr("empty")?);
            let name: String = parameter.getattr("name")?.extract()?;
            wanted += usize::from(is_free || name == "player");
        }
        Ok(Some(Method { call: call.unbind(), asks_player: wanted > 1 }))
    }

    pub(crate) fn ask<'py>(
        &self,
        state: &Bound<'py, PyAny>,
        player: Player,
    ) -> PyResult<Bound<'py, PyAny>> {
        let call = self.call.bind(state.py());
        match self.asks_player {
            true => call.call1((state, titled(state.py(), player))),
            false => call.call1((state,)),
        }
    }
}

/// The methods that say how play has ended.
const OVER: [&str; 5] = ["won", "lost", "left_won", "right_won", "tie"];

/// The name of a player as rules use it.
fn titled(py: Python<'_>, player: Player) -> &Bound<'_, PyString> {
    match player {
        Player::Left => intern!(py, "Left"),
        Player::Right => intern!(py, "Right"),
    }
}

/// The methods of the object, and the states met so far.
pub(crate) struct PyRules {
    pub(crate) start: Py<PyAny>,
    pub(crate) moves: Option<Method>,
    pub(crate) sides: [Option<Method>; 2],
    pub(crate) end: Option<Method>,
    /// The methods `won` and `lost`, for the player to move, `left_won`, `right_won` and `tie`.
    pub(crate) over: [Option<Method>; 5],
    /// The points of Left less those of Right, in states without a move.
    pub(crate) score: Option<Method>,
    pub(crate) turn: Option<Method>,
    pub(crate) components: Option<Method>,
    pub(crate) canonical: Option<Method>,
    pub(crate) symmetries: Option<Method>,
    pub(crate) tier: Option<Method>,
    pub(crate) negative: Option<Method>,
    pub(crate) show: Option<Method>,
    pub(crate) read: Option<Method>,
    pub(crate) misere: bool,
    pub(crate) impartial: bool,
    /// Whether states are the sizes of heaps: a number, or a tuple of numbers.
    pub(crate) heaps: bool,
    pub(crate) states: Arc<States>,
    /// What play has shown about the keys of states.
    pub(crate) lessons: Lessons<Learned>,
}

/// The sizes of the heaps of a state.
pub(crate) fn sizes(state: &Bound<'_, PyAny>) -> PyResult<Vec<u64>> {
    let sizes = match state.is_instance_of::<PyTuple>() {
        true => state.extract(),
        false => state.extract().map(|size| vec![size]),
    };
    sizes.map_err(|_| {
        PyTypeError::new_err(
            "where `heaps` is True a state is a number, or a tuple of numbers, from 0 on",
        )
    })
}

/// The representative of a state of heaps, which have no order and may be empty.
fn heaps_in_order<'py>(state: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let mut heaps = sizes(state)?;
    if !state.is_instance_of::<PyTuple>() {
        return Ok(state.clone());
    }
    heaps.retain(|&size| size > 0);
    heaps.sort_unstable();
    Ok(PyTuple::new(state.py(), heaps)?.into_any())
}

impl PyRules {
    pub(crate) fn new(object: &Bound<'_, PyAny>) -> PyResult<PyRules> {
        let py = object.py();
        let method = |name| Method::of(object, name);
        let Some(start) = object.getattr_opt("start")? else {
            return Err(PyTypeError::new_err("a game has a method `start()`: the first state"));
        };
        let (moves, sides) = (method("moves")?, [method("left")?, method("right")?]);
        if moves.is_none() && sides.iter().any(Option::is_none) {
            return Err(PyTypeError::new_err(
                "a game has a method `moves(state)`, `moves(state, player)`, or both `left(state)` \
                 and `right(state)`",
            ));
        }
        let turn = method("turn")?;
        let flag = |name| -> PyResult<Option<bool>> {
            object.getattr_opt(name)?.map(|flag| flag.is_truthy()).transpose()
        };
        let asks = moves.as_ref().is_some_and(|moves| moves.asks_player);
        let over = [
            method(OVER[0])?,
            method(OVER[1])?,
            method(OVER[2])?,
            method(OVER[3])?,
            method(OVER[4])?,
        ];
        let score = method("score")?;
        let names_players = over[2].is_some() || over[3].is_some() || score.is_some();
        let impartial = sides[0].is_none() && turn.is_none() && !asks && !names_players;
        let heaps = flag("heaps")?.unwrap_or(false);
        let has_ends = object.hasattr("end")? || over.iter().any(Option::is_some);
        let misere = flag("misere")?.unwrap_or(false);
        let end = method("end")?;
        if end.is_some()
            && let Some((_, name)) = over.iter().zip(OVER).find(|(method, _)| method.is_some())
        {
            return Err(PyTypeError::new_err(format!(
                "`end` cannot stand beside `{name}`: both say how play ends"
            )));
        }
        if let Some(score) = &score {
            if score.asks_player {
                return Err(PyTypeError::new_err(
                    "`score` has to take the state alone: def score(self, state)",
                ));
            }
            if has_ends || misere {
                let other = if misere { "`misere`" } else { "`end`, `won` and the like" };
                return Err(PyTypeError::new_err(format!(
                    "{other} cannot stand beside `score`, which says who wins: where play is over, \
                     let there be no move"
                )));
            }
            if object.hasattr("components")? {
                return Err(PyTypeError::new_err(
                    "`components` cannot stand beside `score`: a game of points is no sum of its \
                     parts",
                ));
            }
        }
        if heaps && (object.hasattr("components")? || has_ends || !impartial) {
            return Err(PyTypeError::new_err(
                "where `heaps` is True the heaps are the parts of an impartial game without `end`",
            ));
        }
        Ok(PyRules {
            start: start.unbind(),
            moves,
            sides,
            end,
            over,
            score,
            turn,
            components: method("components")?,
            canonical: method("canonical")?,
            symmetries: method("symmetries")?,
            tier: method("tier")?,
            negative: method("negative")?,
            show: method("show")?,
            read: method("read")?,
            misere,
            impartial,
            heaps,
            states: Arc::new(States::new(py)),
            lessons: Lessons::default(),
        })
    }

    /// The representative of a state that rules have returned.
    pub(crate) fn plain<'py>(&self, state: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let state = match self.heaps {
            true => heaps_in_order(state)?,
            false => state.clone(),
        };
        match &self.canonical {
            Some(canonical) => canonical.ask(&state, Player::Left),
            None => Ok(state),
        }
    }

    /// The position of a state that rules have returned.
    pub(crate) fn position(&self, state: &Bound<'_, PyAny>) -> PyResult<[u8; 4]> {
        let state = self.plain(state)?;
        match &self.symmetries {
            Some(symmetries) => Ok(self.standing(symmetries, &state)?.to_le_bytes()),
            None => self.states.bytes(&state),
        }
    }

    /// The number that stands for this state: the number of the first state met among those that
    /// are equal by symmetry.
    fn standing(&self, symmetries: &Method, state: &Bound<'_, PyAny>) -> PyResult<u32> {
        let standing = self.states.standing.bind(state.py());
        if let Some(known) = standing.get_item(state)? {
            return known.extract();
        }
        let images = symmetries.ask(state, Player::Left)?;
        let known = images
            .try_iter()?
            .find_map(|image| image.and_then(|image| standing.get_item(image)).transpose());
        let number = match known {
            Some(known) => known?.extract()?,
            None => self.states.number(state)?,
        };
        standing.set_item(state, number)?;
        Ok(number)
    }

    /// Calls `what` with the state of a position; an exception is a fault in this position.
    pub(crate) fn at<T>(
        &self,
        position: &[u8],
        what: impl for<'py> FnOnce(&Bound<'py, PyAny>) -> PyResult<T>,
    ) -> Result<T, Fault> {
        Python::attach(|py| {
            let state = self.states.state(py, position).map_err(|error| fault(py, error))?;
            what(&state).map_err(|error| {
                let shown = print(&state).unwrap_or_default();
                fault(py, error).in_position(shown)
            })
        })
    }

    /// How the rules end play in a state; none if play goes on.
    pub(crate) fn ended(&self, state: &Bound<'_, PyAny>, player: Player) -> PyResult<Option<End>> {
        let ends = [
            End::Won(player),
            End::Won(player.opponent()),
            End::Won(Player::Left),
            End::Won(Player::Right),
            End::Tie,
        ];
        for (method, end) in self.over.iter().zip(ends) {
            if let Some(method) = method
                && method.ask(state, player)?.is_truthy()?
            {
                return Ok(Some(end));
            }
        }
        let Some(end) = &self.end else { return Ok(None) };
        let found = end.ask(state, player)?;
        if found.is_none() || found.is(PyBool::new(state.py(), false)) {
            return Ok(None);
        }
        let word = found.extract::<String>().unwrap_or_default().to_ascii_lowercase();
        Ok(Some(match &word[..] {
            "left" if !self.impartial => End::Won(Player::Left),
            "right" if !self.impartial => End::Won(Player::Right),
            "win" => End::Won(player),
            "loss" => End::Won(player.opponent()),
            "tie" | "draw" => End::Tie,
            "left" | "right" => {
                return Err(PyValueError::new_err(
                    "`end` names a player, so the players differ: let `moves(state, player)` take \
                     the player to move, or return 'win' or 'loss' for that player",
                ));
            }
            _ => {
                return Err(PyValueError::new_err(format!(
                    "`end` gives {}: None while play goes on, or 'Left', 'Right', 'tie', or 'win' \
                     or 'loss' for the player to move",
                    found.repr()?
                )));
            }
        }))
    }

    /// The moves of a player, each with its name if it has one.
    pub(crate) fn moves_of<'py>(
        &self,
        state: &Bound<'py, PyAny>,
        player: Player,
    ) -> PyResult<Vec<NamedState<'py>>> {
        let found = match (&self.sides[player as usize], &self.moves) {
            (Some(side), _) => side.ask(state, player)?,
            (None, Some(moves)) => moves.ask(state, player)?,
            (None, None) => return Ok(Vec::new()),
        };
        if let Ok(named) = found.cast::<PyDict>() {
            let pairs = named.iter();
            return Ok(pairs.map(|(name, to)| (Some(name), to)).collect());
        }
        let wrong = || {
            PyTypeError::new_err("`moves` gives a list of states, or a dict of names and states")
        };
        if found.is_instance_of::<PyString>() {
            return Err(wrong());
        }
        let all = found.try_iter().map_err(|_| wrong())?;
        all.map(|to| Ok((None, to?))).collect()
    }

    /// The state that `read` returns for a text; none if the rules have no `read`.
    pub(crate) fn read<'py>(
        &self,
        py: Python<'py>,
        text: &str,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let read = self.read.as_ref();
        read.map(|read| read.call.bind(py).call1((text,))).transpose()
    }

    pub(crate) fn turn_in(&self, state: &Bound<'_, PyAny>) -> PyResult<Option<Player>> {
        let Some(turn) = &self.turn else { return Ok(None) };
        let found = turn.ask(state, Player::Left)?;
        match found.extract::<String>() {
            _ if found.is_none() => Ok(None),
            Ok(name) => player(&name).map(Some),
            Err(_) => Err(PyTypeError::new_err("`turn` gives 'Left' or 'Right', or None")),
        }
    }

    pub(crate) fn expand_one(
        &self,
        py: Python<'_>,
        position: &[u8],
        player: Player,
        found: &mut Expansions,
    ) -> PyResult<()> {
        let state = self.states.state(py, position)?;
        let end = self.ended(&state, player)?;
        let moves = match end {
            None => self.moves_of(&state, player)?,
            Some(_) => Vec::new(),
        };
        for (_, to) in &moves {
            found.option(&self.position(to)?, self.turn_in(to)?);
        }
        match self.score_of(&state, moves.len())? {
            Some(score) => found.close_with(score),
            None => found.close(end),
        }
        Ok(())
    }

    /// The score of a state with `moves` moves; none unless points decide and play is over there.
    pub(crate) fn score_of(&self, state: &Bound<'_, PyAny>, moves: usize) -> PyResult<Option<i64>> {
        let Some(score) = self.score.as_ref().filter(|_| moves == 0) else { return Ok(None) };
        let found = score.ask(state, Player::Left)?;
        let number = found.extract::<i64>().ok().filter(|_| !found.is_instance_of::<PyBool>());
        let fits = |score: &i64| score.unsigned_abs() <= HIGHEST_SCORE as u64;
        number.filter(fits).map(Some).ok_or_else(|| {
            let given = found.repr().map_or_else(|_| String::new(), |text| text.to_string());
            PyValueError::new_err(format!(
                "`score` gives {given}: it has to be a whole number, the points of Left less those \
                 of Right, between -2**53 and 2**53"
            ))
        })
    }
}

/// The name of a move, if it has one, and the state after it.
pub(crate) type NamedState<'py> = (Option<Bound<'py, PyAny>>, Bound<'py, PyAny>);
