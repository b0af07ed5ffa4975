//! Games that Python objects state.
//!
//! An object has the functions of a rule file as methods: `start`, and `moves` or `left` and
//! `right`; optionally `end`, `won` and its relatives, `turn`, `components`, `canonical`,
//! `symmetries`, `tier`, `negative`, `show`, `read`. Its states are any hashable values. Each state
//! met has a number, whose bytes are the position. States of simple structure also have
//! [keys](crate::keys).

use std::sync::{Arc, OnceLock};

use grundy::stated::{Expansions, Keys, Moves, Stated, Statement};
use grundy::{Convention, Fault, Game, ParseError, Player, Source, Text};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::keys::{PyKeys, Unkeyed};
use crate::methods::{NamedState, PyRules, sizes};
use crate::raised::fault;
use crate::states::{print, quoted};

/// A Python object that states a game.
pub(crate) struct Own {
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) about: String,
    pub(crate) source: Source,
    pub(crate) rules: Arc<PyRules>,
    /// The object whose methods are the rules.
    pub(crate) object: Py<PyAny>,
    /// The object that was given, for other processes.
    pub(crate) given: Py<PyAny>,
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

    fn learned(&self) -> String {
        serde_json::to_string(&self.rules.lessons.snapshot()).unwrap_or_default()
    }

    fn learn(&self, learned: &str) {
        if let Ok(all) = serde_json::from_str(learned) {
            self.rules.lessons.replace(all);
        }
    }

    fn state(&self, parameters: Option<Text<'_>>) -> Result<Box<dyn Stated>, ParseError> {
        Ok(Box::new(Stating::new(&self.rules, parameters)?))
    }
}

/// The value of a Python literal.
fn literal<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("ast")?.call_method1("literal_eval", (text,))
}

/// A game that a Python object states, with its parameters.
pub(crate) struct Stating {
    pub(crate) rules: Arc<PyRules>,
    parameters: String,
    start: [u8; 4],
    /// The keys, if they were asked for.
    keys: OnceLock<Option<Arc<dyn Keys>>>,
}

impl Stating {
    /// The game of the rules with these parameters.
    pub(crate) fn new(
        rules: &Arc<PyRules>,
        parameters: Option<Text<'_>>,
    ) -> Result<Stating, ParseError> {
        let given = parameters.filter(|text| !text.trim().is_empty());
        Python::attach(|py| {
            let arguments = match given {
                None => PyTuple::empty(py),
                Some(text) => {
                    let read = literal(py, &format!("({},)", text.as_str()));
                    let read = read.ok().and_then(|read| read.cast_into::<PyTuple>().ok());
                    read.ok_or_else(|| text.expected("parameters as Python writes them"))?
                }
            };
            let stated = || {
                let start = rules.position(&rules.start.bind(py).call1(&arguments)?)?;
                let parts: PyResult<Vec<String>> =
                    arguments.iter().map(|argument| print(&argument)).collect();
                let (rules, parameters) = (rules.clone(), parts?.join(", "));
                Ok(Stating { rules, parameters, start, keys: OnceLock::new() })
            };
            stated().map_err(|error| fault(py, error).into())
        })
    }
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
        let ends = [&rules.end, &rules.turn, &rules.score];
        ends.into_iter().chain(&rules.over).any(Option::is_some)
    }

    fn counts_points(&self) -> bool {
        self.rules.score.is_some()
    }

    fn convention(&self) -> Convention {
        if self.rules.misere { Convention::Misere } else { Convention::Normal }
    }

    /// True: Python runs in one thread at a time, and Ctrl-C stops the main thread.
    fn serial(&self) -> bool {
        true
    }

    fn keys(&self) -> Result<Option<Arc<dyn Keys>>, Fault> {
        if let Some(known) = self.keys.get() {
            return Ok(known.clone());
        }
        let found: Option<Arc<dyn Keys>> = match PyKeys::new(&self.rules, self) {
            Ok(keys) => Some(Arc::new(keys)),
            Err(Unkeyed::Why(_)) => None,
            Err(Unkeyed::Fault(fault)) => return Err(fault),
        };
        Ok(self.keys.get_or_init(|| found).clone())
    }

    fn expand(&self, asked: &[(&[u8], Player)], found: &mut Expansions) -> Result<(), Fault> {
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
            // States that print alike are distinguished, because positions in sums are identified
            // by their texts.
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
                if let Some(state) = self.rules.read(py, text.as_str())? {
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

/// Whether rules are stated in Python. These run in the thread that Ctrl-C stops.
pub(crate) fn is_own(game: &dyn Game) -> bool {
    game.sources().iter().any(|(_, source)| source.file.ends_with(".py"))
}

/// A parameter of a game as it is written.
#[pyfunction]
pub(crate) fn printed(parameter: &Bound<'_, PyAny>) -> PyResult<String> {
    print(parameter)
}
