//! Games that are stated outside of grundy: by a Python object, or in a file of rules.
//!
//! A Python object has the functions of a rule file as methods: `start`, and `moves` or
//! `left` and `right`; perhaps `end`, `won` and the like, `turn`, `components`, `canonical`,
//! `symmetries`, `negative`, `show`, `read`. Its
//! states are any hashable values. Each state that is met has a number, and the bytes of this
//! number are the position.

use std::sync::Arc;

use grundy::language::functions;
use grundy::stated::{Found, Moves, Stated, Statement};
use grundy::{Convention, End, Fault, Game, ParseError, Player, Source, Text, catalogue};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString, PyTuple};

use crate::error;
use crate::player::player;
use crate::raised::fault;
use crate::states::{States, print, quoted};

/// A method of the object, and whether it takes the player to move.
struct Method {
    call: Py<PyAny>,
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
        // Parameters with defaults are the game's own, unless one is called `player`.
        let mut wanted = 0;
        for parameter in signature.getattr("parameters")?.call_method0("values")?.try_iter()? {
            let parameter = parameter?;
            let is_free = parameter.getattr("default")?.is(&parameter.getattr("empty")?);
            let name: String = parameter.getattr("name")?.extract()?;
            wanted += usize::from(is_free || name == "player");
        }
        Ok(Some(Method { call: call.unbind(), asks_player: wanted > 1 }))
    }

    fn ask<'py>(&self, state: &Bound<'py, PyAny>, player: Player) -> PyResult<Bound<'py, PyAny>> {
        let call = self.call.bind(state.py());
        match self.asks_player {
            true => call.call1((state, titled(state.py(), player))),
            false => call.call1((state,)),
        }
    }
}

/// A player as rules call it.
fn titled(py: Python<'_>, player: Player) -> &Bound<'_, PyString> {
    match player {
        Player::Left => intern!(py, "Left"),
        Player::Right => intern!(py, "Right"),
    }
}

/// A Python object that states a game.
struct Own {
    name: String,
    title: String,
    about: String,
    source: Source,
    rules: Arc<Rules>,
}

/// The methods of the object, and the states that were met.
struct Rules {
    start: Py<PyAny>,
    moves: Option<Method>,
    sides: [Option<Method>; 2],
    end: Option<Method>,
    /// `won` and `lost`, of the player to move; `left_won`, `right_won`, and `tie`.
    over: [Option<Method>; 5],
    turn: Option<Method>,
    components: Option<Method>,
    canonical: Option<Method>,
    symmetries: Option<Method>,
    negative: Option<Method>,
    show: Option<Method>,
    read: Option<Method>,
    misere: bool,
    impartial: bool,
    /// Whether states are the sizes of heaps: a number, or a tuple of numbers.
    heaps: bool,
    states: States,
}

/// The sizes of the heaps that a state has.
fn sizes(state: &Bound<'_, PyAny>) -> PyResult<Vec<u64>> {
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

/// A state of heaps, which have no order and may be empty, as the one that stands for it.
fn heaps_in_order<'py>(state: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let mut heaps = sizes(state)?;
    if !state.is_instance_of::<PyTuple>() {
        return Ok(state.clone());
    }
    heaps.retain(|&size| size > 0);
    heaps.sort_unstable();
    Ok(PyTuple::new(state.py(), heaps)?.into_any())
}

impl Rules {
    fn new(object: &Bound<'_, PyAny>) -> PyResult<Rules> {
        let py = object.py();
        let method = |name| Method::of(object, name);
        let Some(start) = object.getattr_opt("start")? else {
            return Err(PyTypeError::new_err("a game has a method `start()`: the first state"));
        };
        if object.hasattr("repetition")? {
            return Err(PyTypeError::new_err(
                "`repetition` is for rule files: in Python let the state hold those that were met",
            ));
        }
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
            method("won")?,
            method("lost")?,
            method("left_won")?,
            method("right_won")?,
            method("tie")?,
        ];
        let names_players = over[2].is_some() || over[3].is_some();
        let impartial = sides[0].is_none() && turn.is_none() && !asks && !names_players;
        let heaps = flag("heaps")?.unwrap_or(false);
        let has_ends = object.hasattr("end")? || over.iter().any(Option::is_some);
        if heaps && (object.hasattr("components")? || has_ends || !impartial) {
            return Err(PyTypeError::new_err(
                "where `heaps` is True the heaps are the parts of an impartial game without `end`",
            ));
        }
        Ok(Rules {
            start: start.unbind(),
            moves,
            sides,
            end: method("end")?,
            over,
            turn,
            components: method("components")?,
            canonical: method("canonical")?,
            symmetries: method("symmetries")?,
            negative: method("negative")?,
            show: method("show")?,
            read: method("read")?,
            misere: flag("misere")?.unwrap_or(false),
            impartial,
            heaps,
            states: States::new(py),
        })
    }

    /// The position of a state that rules have given.
    fn position(&self, state: &Bound<'_, PyAny>) -> PyResult<[u8; 4]> {
        let state = match self.heaps {
            true => heaps_in_order(state)?,
            false => state.clone(),
        };
        let state = match &self.canonical {
            Some(canonical) => canonical.ask(&state, Player::Left)?,
            None => state,
        };
        // Of states that are equal by symmetry the first that is met stands for all.
        if let Some(symmetries) = &self.symmetries {
            let numbers = self.states.numbers.bind(state.py());
            if !numbers.contains(&state)? {
                for image in symmetries.ask(&state, Player::Left)?.try_iter()? {
                    let image = image?;
                    if numbers.contains(&image)? {
                        return self.states.bytes(&image);
                    }
                }
            }
        }
        self.states.bytes(&state)
    }

    /// Does something with the state of a position; an exception is a fault there.
    fn at<T>(
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

    /// How the rules end play in a state, if they do.
    fn ended(&self, state: &Bound<'_, PyAny>, player: Player) -> PyResult<Option<End>> {
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

    /// The moves of a player, each with its name, if it has one.
    fn moves_of<'py>(
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

    fn turn_in(&self, state: &Bound<'_, PyAny>) -> PyResult<Option<Player>> {
        let Some(turn) = &self.turn else { return Ok(None) };
        let found = turn.ask(state, Player::Left)?;
        match found.extract::<String>() {
            _ if found.is_none() => Ok(None),
            Ok(name) => player(&name).map(Some),
            Err(_) => Err(PyTypeError::new_err("`turn` gives 'Left' or 'Right', or None")),
        }
    }

    fn expand_one(
        &self,
        py: Python<'_>,
        position: &[u8],
        player: Player,
        found: &mut Found,
    ) -> PyResult<()> {
        let state = self.states.state(py, position)?;
        let end = self.ended(&state, player)?;
        if end.is_none() {
            for (_, to) in self.moves_of(&state, player)? {
                found.option(&self.position(&to)?, self.turn_in(&to)?);
            }
        }
        found.close(end);
        Ok(())
    }
}

impl Statement for Own {
    fn name(&self) -> &str {
        &self.name
    }

    fn title(&self) -> String {
        self.title.clone()
    }

    fn about(&self) -> String {
        self.about.clone()
    }

    fn source(&self) -> &Source {
        &self.source
    }

    fn state(&self, parameters: Option<Text<'_>>) -> Result<Box<dyn Stated>, ParseError> {
        Python::attach(|py| {
            let given = parameters.filter(|text| !text.trim().is_empty());
            let arguments = match given {
                None => PyTuple::empty(py),
                Some(text) => {
                    let unread = |_| text.expected("parameters as Python writes them");
                    let read = literal(py, &format!("({},)", text.as_str()));
                    read.map_err(unread)?
                        .cast_into::<PyTuple>()
                        .map_err(|_| text.expected("parameters as Python writes them"))?
                }
            };
            let stated = || {
                let state = self.rules.start.bind(py).call1(&arguments)?;
                let start = self.rules.position(&state)?;
                let parts: PyResult<Vec<String>> =
                    arguments.iter().map(|argument| print(&argument)).collect();
                let parameters = parts?.join(", ");
                Ok(Stating { rules: self.rules.clone(), parameters, start })
            };
            match stated() {
                Ok(game) => Ok(Box::new(game) as Box<dyn Stated>),
                Err(error) => Err(fault(py, error).into()),
            }
        })
    }
}

/// What a literal of Python is.
fn literal<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("ast")?.call_method1("literal_eval", (text,))
}

/// A game that a Python object states, with its parameters.
struct Stating {
    rules: Arc<Rules>,
    parameters: String,
    start: [u8; 4],
}

impl Stated for Stating {
    fn parameters(&self) -> String {
        self.parameters.clone()
    }

    fn start(&self) -> Vec<u8> {
        self.start.to_vec()
    }

    fn impartial(&self) -> bool {
        self.rules.impartial
    }

    fn has_ends(&self) -> bool {
        let rules = &self.rules;
        rules.end.is_some() || rules.turn.is_some() || rules.over.iter().any(Option::is_some)
    }

    fn convention(&self) -> Convention {
        if self.rules.misere { Convention::Misere } else { Convention::Normal }
    }

    /// Python runs in one thread at a time, and Ctrl-C stops the first one.
    fn serial(&self) -> bool {
        true
    }

    fn expand(&self, asked: &[(&[u8], Player)], found: &mut Found) -> Result<(), Fault> {
        Python::attach(|py| {
            for &(position, player) in asked {
                self.rules.expand_one(py, position, player, found).map_err(|error| {
                    let state = self.rules.states.state(py, position);
                    let shown = state.and_then(|state| print(&state)).unwrap_or_default();
                    fault(py, error).in_position(shown)
                })?;
            }
            Ok(())
        })
    }

    fn turn(&self, position: &[u8]) -> Result<Option<Player>, Fault> {
        match self.rules.turn {
            Some(_) => self.rules.at(position, |state| self.rules.turn_in(state)),
            None => Ok(None),
        }
    }

    fn splits(&self) -> bool {
        self.rules.components.is_some() || self.rules.heaps
    }

    fn heaps(&self, position: &[u8]) -> Option<Vec<u64>> {
        match self.rules.heaps {
            true => self.rules.at(position, sizes).ok(),
            false => None,
        }
    }

    fn with_heaps(&self, sizes: &[u64]) -> Option<Vec<u8>> {
        if !self.rules.heaps {
            return None;
        }
        let made = self.rules.at(&self.start, |start| {
            let state = match (start.is_instance_of::<PyTuple>(), sizes) {
                (true, sizes) => PyTuple::new(start.py(), sizes)?.into_any(),
                (false, []) => 0u64.into_pyobject(start.py())?.into_any(),
                (false, &[size]) => size.into_pyobject(start.py())?.into_any(),
                (false, _) => return Ok(None),
            };
            Ok(Some(self.rules.position(&state)?.to_vec()))
        });
        made.ok().flatten()
    }

    fn components(&self, position: &[u8]) -> Result<Vec<Vec<u8>>, Fault> {
        if let Some(sizes) = self.heaps(position) {
            let parts = sizes.iter().filter(|&&size| size > 0);
            return Ok(parts.filter_map(|&size| self.with_heaps(&[size])).collect());
        }
        let Some(components) = &self.rules.components else { return Ok(vec![position.to_vec()]) };
        self.rules.at(position, |state| {
            let parts = components.ask(state, Player::Left)?;
            let parts = parts.try_iter()?;
            parts.map(|part| Ok(self.rules.position(&part?)?.to_vec())).collect()
        })
    }

    fn negative(&self, position: &[u8]) -> Result<Option<Vec<u8>>, Fault> {
        let Some(negative) = &self.rules.negative else { return Ok(None) };
        self.rules.at(position, |state| {
            let negative = negative.ask(state, Player::Left)?;
            Ok(Some(self.rules.position(&negative)?.to_vec()))
        })
    }

    fn print(&self, position: &[u8]) -> String {
        let printed = self.rules.at(position, |state| {
            let number = self.rules.states.number(state)?;
            let printed = self.rules.states.printed.bind(state.py());
            let mut text = print(state)?;
            // States that print alike are told apart: positions of sums go by their texts.
            while let Some(known) = printed.get_item(&text)? {
                if known.extract::<u32>()? == number {
                    return Ok(text);
                }
                let shown = format!("{} #{number}", text.trim_matches('"'));
                text = quoted(&PyString::new(state.py(), &shown))?;
            }
            printed.set_item(&text, number)?;
            Ok(text)
        });
        printed.unwrap_or_else(|fault| fault.message)
    }

    fn read(&self, text: Text<'_>) -> Result<Vec<u8>, ParseError> {
        let states = &self.rules.states;
        Python::attach(|py| {
            let found = || -> PyResult<Option<[u8; 4]>> {
                if let Some(known) = states.printed.bind(py).get_item(text.as_str())? {
                    return Ok(Some(known.extract::<u32>()?.to_le_bytes()));
                }
                if let Some(read) = &self.rules.read {
                    let state = read.call.bind(py).call1((text.as_str(),))?;
                    return self.rules.position(&state).map(Some);
                }
                match literal(py, text.as_str()) {
                    Ok(state) => self.rules.position(&state).map(Some),
                    Err(_) => Ok(None),
                }
            };
            match found() {
                Ok(Some(bytes)) => Ok(bytes.to_vec()),
                Ok(None) => Err(text.expected("a position as Python writes it")),
                Err(error) => Err(fault(py, error).into()),
            }
        })
    }

    fn draw(&self, position: &[u8]) -> Result<String, Fault> {
        let Some(show) = &self.rules.show else { return Ok(self.print(position)) };
        self.rules.at(position, |state| Ok(show.ask(state, Player::Left)?.str()?.to_string()))
    }

    fn moves(&self, position: &[u8], player: Player) -> Result<Moves, Fault> {
        self.rules.at(position, |state| {
            let moves = self.rules.moves_of(state, player)?.into_iter();
            let named = |(name, to): NamedState<'_>| {
                let name = name.map(|name| name.str()).transpose()?;
                let name = name.map(|name| name.to_string());
                Ok((name, self.rules.position(&to)?.to_vec()))
            };
            moves.map(named).collect()
        })
    }
}

/// Whether rules are stated in Python: these run in the thread that Ctrl-C stops.
pub(crate) fn is_own(game: &dyn Game) -> bool {
    game.sources().iter().any(|(_, source)| source.file.ends_with(".py"))
}

/// The name of a move, if it has one, and the state after it.
type NamedState<'py> = (Option<Bound<'py, PyAny>>, Bound<'py, PyAny>);

/// Names the game that a Python object states, in place of another of that name.
#[pyfunction]
pub(crate) fn state(
    name: &str,
    title: &str,
    about: &str,
    object: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let taken = |entry: &&catalogue::Entry| entry.name == name || entry.aliases.contains(&name);
    if catalogue::RULESETS.iter().any(|entry| taken(&entry)) || functions::find(name).is_some() {
        let why = format!("{name} is known already: give the game another name=");
        return Err(PyValueError::new_err(why));
    }
    let rules = Arc::new(Rules::new(object)?);
    let source = Source { file: format!("{name}.py"), text: String::new() };
    let (title, about) = (title.to_string(), about.to_string());
    let own = Own { name: name.to_string(), title, about, source, rules };
    catalogue::register(name, Arc::new(own));
    Ok(())
}

/// Reads a file of rules: `.star`, `.kif` or `.wasm`.
fn statement(file: &str, bytes: &[u8]) -> Result<Arc<dyn Statement>, Fault> {
    Ok(match file.rsplit('.').next() {
        Some("star") => Arc::new(grundy_rules::load(file, &String::from_utf8_lossy(bytes))?),
        Some("kif") => Arc::new(grundy_gdl::load(file, &String::from_utf8_lossy(bytes))?),
        Some("wasm") => Arc::new(grundy_wasm::load(file, bytes)?),
        _ => return Err(Fault::new("files of rules end in .star, .kif or .wasm")),
    })
}

/// Names the game of rules that a solution carries with it.
pub(crate) fn embedded(name: &str, source: &Source) -> PyResult<()> {
    let statement = statement(&source.file, source.text.as_bytes()).map_err(error::rules)?;
    catalogue::register(name, statement);
    Ok(())
}

/// Names the game that a file of rules states: `.star`, `.kif` or `.wasm`. Returns the name.
#[pyfunction]
pub(crate) fn load(py: Python<'_>, file: &str, bytes: &[u8]) -> PyResult<String> {
    let statement = py.detach(|| statement(file, bytes)).map_err(error::rules)?;
    let own = statement.name().to_string();
    let name = match catalogue::RULESETS.iter().any(|entry| entry.name == own) {
        true => format!("{own}-{}", file.rsplit('.').next().unwrap_or_default()),
        false => own,
    };
    catalogue::register(&name, statement);
    Ok(name)
}

/// A parameter of a game as it is written.
#[pyfunction]
pub(crate) fn printed(parameter: &Bound<'_, PyAny>) -> PyResult<String> {
    print(parameter)
}
