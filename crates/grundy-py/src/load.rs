//! The names of games that Python states, and files of rules: `.star`, `.kif` or `.wasm`.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use grundy::language::functions;
use grundy::stated::Statement;
use grundy::{Fault, Game as Position, Source, catalogue};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::{self, GrundyError};
use crate::game::Game;
use crate::methods::PyRules;
use crate::own::Own;
use crate::statements;

/// For each name, the statement in Python that has it.
static NEWEST: Mutex<Option<HashMap<String, Arc<Own>>>> = Mutex::new(None);

fn newest<T>(ask: impl FnOnce(&mut HashMap<String, Arc<Own>>) -> T) -> T {
    let mut newest = NEWEST.lock().unwrap_or_else(PoisonError::into_inner);
    ask(newest.get_or_insert_default())
}

/// An error if another class has been stated under the name of one that the game rests on: what is
/// saved is known by its name.
pub(crate) fn is_newest(game: &dyn Position) -> PyResult<()> {
    for (name, source) in game.sources() {
        let known = newest(|newest| newest.get(name).cloned());
        if known.is_some_and(|known| known.source != *source) {
            let why =
                format!("{name} was stated anew: make the game again, or give one another name=");
            return Err(GrundyError::new_err(why));
        }
    }
    Ok(())
}

/// Reads a file of rules, and names its game.
fn name(
    file: &str,
    bytes: &[u8],
    choose: impl FnOnce(&dyn Statement) -> String,
) -> Result<String, Fault> {
    let text = || String::from_utf8_lossy(bytes);
    let name = |statement: &Arc<dyn Statement>| {
        let name = choose(&**statement);
        catalogue::register(&name, statement.clone());
        name
    };
    Ok(match file.rsplit('.').next() {
        Some("star") => {
            let rules = Arc::new(grundy_rules::load(file, &text())?);
            let name = name(&(rules.clone() as _));
            statements::register(&rules);
            name
        }
        Some("wasm") => {
            let rules = Arc::new(grundy_wasm::load(file, bytes)?);
            let name = name(&(rules.clone() as _));
            statements::register(&rules);
            name
        }
        Some("kif") => name(&(Arc::new(grundy_gdl::load(file, &text())?) as _)),
        _ => return Err(Fault::new("files of rules end in .star, .kif or .wasm")),
    })
}

/// Names the game of the rules that a solution carries. A game that Python states must be known
/// already, with the same code.
pub(crate) fn embedded(known_as: &str, source: &Source) -> PyResult<()> {
    if !source.file.ends_with(".py") {
        let named = name(&source.file, source.text.as_bytes(), |_| known_as.to_string());
        return named.map(drop).map_err(error::rules);
    }
    match newest(|newest| newest.get(known_as).cloned()) {
        Some(known) if known.source.text == source.text => Ok(()),
        Some(_) => Err(GrundyError::new_err(format!(
            "the code of {known_as} is not what it was when this was saved: solve the game again"
        ))),
        None => Err(GrundyError::new_err(format!(
            "{known_as} is stated in Python: let grundy know it before, by grundy.game({known_as})"
        ))),
    }
}

/// Names the game that a file of rules states: `.star`, `.kif` or `.wasm`. Returns the name.
#[pyfunction]
pub(crate) fn load(py: Python<'_>, file: &str, bytes: &[u8]) -> PyResult<String> {
    let choose = |statement: &dyn Statement| {
        let own = statement.name();
        match catalogue::rulesets().iter().any(|entry| entry.name == own) {
            true => format!("{own}-{}", file.rsplit('.').next().unwrap_or_default()),
            false => own.to_string(),
        }
    };
    py.detach(|| name(file, bytes, choose)).map_err(error::rules)
}

/// What Python tells of an object that states a game.
#[derive(FromPyObject)]
pub(crate) struct Told<'py> {
    #[pyo3(item)]
    name: String,
    #[pyo3(item)]
    title: String,
    #[pyo3(item)]
    about: String,
    /// The object whose methods are the rules.
    #[pyo3(item)]
    object: Bound<'py, PyAny>,
    /// The object that was given.
    #[pyo3(item)]
    given: Bound<'py, PyAny>,
    /// The name of the code: another one where the same code is about other objects.
    #[pyo3(item)]
    file: String,
    /// The code, as far as it is known: what is saved belongs to this code.
    #[pyo3(item)]
    code: String,
}

impl Told<'_> {
    fn statement(self) -> PyResult<Arc<Own>> {
        let own = Arc::new(Own {
            rules: Arc::new(PyRules::new(&self.object)?),
            source: Source { file: self.file, text: self.code },
            name: self.name,
            title: self.title,
            about: self.about,
            object: self.object.unbind(),
            given: self.given.unbind(),
        });
        statements::register(&own);
        Ok(own)
    }
}

/// Names the game that a Python object states, in place of another of that name.
#[pyfunction]
pub(crate) fn state(told: Told<'_>) -> PyResult<()> {
    let name = &*told.name;
    let taken = |entry: &&catalogue::Entry| entry.name == name || entry.aliases.contains(&name);
    if catalogue::rulesets().iter().any(|entry| taken(&entry)) || functions::find(name).is_some() {
        let why = format!("{name} is known already: give the game another name=");
        return Err(PyValueError::new_err(why));
    }
    let own = told.statement()?;
    newest(|newest| newest.insert(own.name.clone(), own.clone()));
    catalogue::register(&own.name.clone(), own);
    Ok(())
}

/// Reads a game whose rules are stated by objects, or by files (name, file, text). Games that are
/// known already under these names keep them.
#[pyfunction]
pub(crate) fn stated(
    py: Python<'_>,
    text: &str,
    told: Vec<Told<'_>>,
    files: Vec<(String, String, String)>,
) -> PyResult<Game> {
    for (name, file, text) in files {
        let known = Game::read(py, &name).ok().is_some_and(|game| {
            let sources = game.rules().sources();
            sources.iter().any(|(_, source)| (&source.file, &source.text) == (&file, &text))
        });
        if !known {
            embedded(&name, &Source { file, text })?;
        }
    }
    let mut statements: Vec<(&'static str, Arc<dyn Statement>)> = Vec::new();
    for told in told {
        let known = newest(|newest| newest.get(&told.name).cloned());
        let same =
            |own: &Arc<Own>| (&own.source.file, &own.source.text) == (&told.file, &told.code);
        let own = match known {
            Some(known) if same(&known) => known,
            Some(_) => told.statement()?,
            None => {
                let name = told.name.clone();
                state(told)?;
                newest(|newest| newest.get(&name).cloned())
                    .ok_or_else(|| GrundyError::new_err(format!("{name} is not known")))?
            }
        };
        if let Some(entry) = catalogue::find(&own.name) {
            statements.push((entry.name, own));
        }
    }
    Game::read_by(py, text, &statements)
}
