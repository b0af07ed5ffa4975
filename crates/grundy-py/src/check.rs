//! Checks of the promises of rules of one's own, on samples of positions.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use grundy::stated::check::{Check, Compilation, Expanded, Keying, Report};
use grundy::stated::{Stated, Statement};
use grundy::{Fault, Limits, ParseError, Player, Text};
use pyo3::prelude::*;

use crate::error::{self, NoValueError};
use crate::game::wanted;
use crate::keys::{Keyed, Unkeyed};
use crate::own::{Stating, is_own};
use crate::work::{Within, run};

/// Checks a game with these parameters.
type Checker = dyn Fn(Option<Text<'_>>, &Limits<'_>) -> Result<Report, ParseError> + Send + Sync;

/// What checks the games of each name.
static CHECKERS: Mutex<Option<HashMap<String, Arc<Checker>>>> = Mutex::new(None);

/// Lets the games of a name be checked.
pub(crate) fn register(
    name: &str,
    checker: impl Fn(Option<Text<'_>>, &Limits<'_>) -> Result<Report, ParseError>
    + Send
    + Sync
    + 'static,
) {
    let mut checkers = CHECKERS.lock().unwrap_or_else(PoisonError::into_inner);
    checkers.get_or_insert_default().insert(name.to_string(), Arc::new(checker));
}

/// Tests the promises of the rules of a game; the report as JSON.
#[pyfunction]
pub(crate) fn check_json(game: &Bound<'_, PyAny>, within: Within) -> PyResult<String> {
    let (py, game) = (game.py(), wanted(game)?);
    let text = game.rules().ruleset();
    let (name, parameters) = match text.split_once('(') {
        Some((name, rest)) => (name, rest.strip_suffix(')')),
        None => (&text[..], None),
    };
    let checkers = CHECKERS.lock().unwrap_or_else(PoisonError::into_inner);
    let checker = checkers.as_ref().and_then(|all| all.get(name).cloned());
    drop(checkers);
    let checker = checker.ok_or_else(|| {
        let why = format!("{name} is not stated in Python, nor by a file in .star or .wasm");
        NoValueError::new_err(why)
    })?;
    let check = |limits: &Limits<'_>| checker(parameters.map(Text::new), limits);
    let report = run(py, within, is_own(game.rules()), check)?;
    let report = report.map_err(|why| error::parse(parameters.unwrap_or_default(), &why))?;
    Ok(serde_json::to_string(&report).unwrap_or_default())
}

/// A game that Python states, and the same without what makes one position of several.
pub(crate) struct Games {
    pub(crate) game: Stating,
    /// Without `symmetries`.
    pub(crate) imageless: Stating,
    /// Also without `canonical`.
    pub(crate) plain: Stating,
}

/// Tests the promises of a game that Python states.
pub(crate) fn own(
    statement: &dyn Statement,
    Games { game, imageless, plain }: Games,
    limits: &Limits<'_>,
) -> Result<Report, Fault> {
    let mut check = Check::new(imageless, limits)?;
    check.usual()?;
    if game.rules.negative.is_some() {
        check.negatives()?;
    }
    if game.rules.canonical.is_some() {
        let canonical = |bytes: &[u8]| {
            let position = game.rules.at(bytes, |state| game.rules.position(state))?;
            Ok(position.to_vec())
        };
        let options = |bytes: &[u8], mover| Ok(Expanded::of(&plain, bytes, mover)?.options);
        check.symmetries(&plain, &plain.start(), &canonical, &options)?;
    }
    let images = |bytes: &[u8]| {
        let Some(symmetries) = &game.rules.symmetries else { return Ok(Vec::new()) };
        game.rules.at(bytes, |state| {
            let images = symmetries.ask(state, Player::Left)?;
            let images = images.try_iter()?;
            images.map(|image| Ok(game.rules.states.bytes(&image?)?.to_vec())).collect()
        })
    };
    if game.rules.symmetries.is_some() {
        check.images(&images)?;
    }
    if game.rules.tier.is_some() {
        let tier = |bytes: &[u8]| {
            let tier = game.rules.at(bytes, |state| game.rules.tier_of(state))?;
            Ok(tier.unwrap_or_default())
        };
        check.tiers(&tier, &images)?;
    }
    let compiled = Some(match Keyed::new(&game.rules, &game) {
        Ok(keyed) => Compilation::Keyed(Keying::of(&game, &keyed)),
        Err(Unkeyed::Why(why)) => Compilation::Unkeyed(why),
        Err(Unkeyed::Fault(fault)) => return Err(fault),
    });
    Ok(Report { compiled, ..check.report(statement) })
}
