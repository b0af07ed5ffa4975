//! The names of games that Python states, and files of rules: `.star`, `.kif` or `.wasm`.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use grundy::language::functions;
use grundy::stated::Statement;
use grundy::{Fault, Source, catalogue};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::check;
use crate::error::{self, GrundyError};
use crate::methods::PyRules;
use crate::own::Own;

/// The code of each game that Python states.
static CODES: Mutex<Option<HashMap<String, String>>> = Mutex::new(None);

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
            check::register(&rules);
            name
        }
        Some("wasm") => {
            let rules = Arc::new(grundy_wasm::load(file, bytes)?);
            let name = name(&(rules.clone() as _));
            check::register(&rules);
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
    let codes = CODES.lock().unwrap_or_else(PoisonError::into_inner);
    match codes.as_ref().and_then(|codes| codes.get(known_as)) {
        Some(code) if *code == source.text => Ok(()),
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

/// Names the game that a Python object states, in place of another of that name. `text` is the
/// Python code that states it, as far as it is known: what is saved belongs to this code.
#[pyfunction]
pub(crate) fn state(
    name: &str,
    title: &str,
    about: &str,
    object: &Bound<'_, PyAny>,
    text: &str,
) -> PyResult<()> {
    let taken = |entry: &&catalogue::Entry| entry.name == name || entry.aliases.contains(&name);
    if catalogue::rulesets().iter().any(|entry| taken(&entry)) || functions::find(name).is_some() {
        let why = format!("{name} is known already: give the game another name=");
        return Err(PyValueError::new_err(why));
    }
    let rules = Arc::new(PyRules::new(object)?);
    let source = Source { file: format!("{name}.py"), text: text.to_string() };
    let (title, about) = (title.to_string(), about.to_string());
    let object = object.clone().unbind();
    let own = Own { name: name.to_string(), title, about, source, rules, object };
    let own = Arc::new(own);
    check::register(&own);
    let mut codes = CODES.lock().unwrap_or_else(PoisonError::into_inner);
    codes.get_or_insert_default().insert(name.to_string(), text.to_string());
    catalogue::register(name, own);
    Ok(())
}
