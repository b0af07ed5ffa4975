//! Checks the promises of the user's own rules, on samples of positions.

use std::sync::Arc;

use grundy::stated::check::{Check, Compilation, Expanded, Keying, Report, Samples};
use grundy::stated::{Stated, Statement};
use grundy::{Fault, Limits, ParseError, Player, Text};
use pyo3::prelude::*;

use crate::error::{self, NoValueError};
use crate::game::wanted;
use crate::keys::{PyKeys, Unkeyed};
use crate::methods::PyRules;
use crate::own::{Own, Stating, is_own};
use crate::raised::fault;
use crate::statements::{Checked, stated};
use crate::work::{Within, run};

impl Checked for grundy_rules::File {
    fn check(
        &self,
        parameters: Option<Text<'_>>,
        limits: &Limits<'_>,
    ) -> Result<Report, ParseError> {
        grundy_rules::check_with(self, parameters, limits)
    }
}

impl Checked for grundy_wasm::File {
    fn check(
        &self,
        parameters: Option<Text<'_>>,
        limits: &Limits<'_>,
    ) -> Result<Report, ParseError> {
        grundy_wasm::check(self, parameters, limits)
    }
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
    let (_, rules) = stated(game.rules()).into_iter().next().ok_or_else(|| {
        let why = format!("{name} is not stated in Python, nor by a file in .star or .wasm");
        NoValueError::new_err(why)
    })?;
    let check = |limits: &Limits<'_>| rules.check(parameters.map(Text::new), limits);
    let report = run(py, within, is_own(game.rules()), check)?;
    let report = report.map_err(|why| error::parse(parameters.unwrap_or_default(), &why))?;
    Ok(serde_json::to_string(&report).unwrap_or_default())
}

impl Checked for Own {
    fn own(&self) -> Option<&Own> {
        Some(self)
    }

    fn check(
        &self,
        parameters: Option<Text<'_>>,
        limits: &Limits<'_>,
    ) -> Result<Report, ParseError> {
        let without = |forget: fn(&mut PyRules)| -> Result<Stating, ParseError> {
            let rules = Python::attach(|py| {
                PyRules::new(self.object.bind(py)).map_err(|error| fault(py, error))
            });
            let mut rules = rules?;
            rules.states = self.rules.states.clone();
            forget(&mut rules);
            Stating::new(&Arc::new(rules), parameters)
        };
        let game = Stating::new(&self.rules, parameters)?;
        // The rules without symmetries, which make several positions one.
        let imageless = without(|rules| rules.symmetries = None)?;
        let plain = without(|rules| (rules.symmetries, rules.canonical) = (None, None))?;
        Ok(report(self, &game, imageless, &plain, limits)?)
    }
}

/// Reading is the inverse of printing, even if no printed text is remembered.
const READ: &str = "`read` gives the state of a printed position";

/// Tests the promises of a game that Python states, also without `symmetries`, and also without
/// both `symmetries` and `canonical`.
fn report(
    statement: &dyn Statement,
    game: &Stating,
    imageless: Stating,
    plain: &Stating,
    limits: &Limits<'_>,
) -> Result<Report, Fault> {
    let mut check = Check::new(imageless, limits)?;
    check.usual()?;
    if game.rules.read.is_some() {
        check.each(READ, Samples::Many, |check, bytes, _| {
            let text = check.game.print(bytes);
            let read = Python::attach(|py| -> PyResult<_> {
                game.rules
                    .read(py, &text)?
                    .map(|state| check.game.rules.position(&state))
                    .transpose()
            });
            let read = read.map_err(|error| Python::attach(|py| fault(py, error)))?;
            Ok(match read {
                Some(read) if read == bytes => None,
                Some(read) => Some(format!("{text} is read as {}", check.game.print(&read))),
                None => None,
            })
        })?;
    }
    if game.rules.negative.is_some() {
        check.negatives()?;
    }
    if game.rules.canonical.is_some() {
        let canonical = |bytes: &[u8]| {
            let position = game.rules.at(bytes, |state| game.rules.position(state))?;
            Ok(position.to_vec())
        };
        let options = |bytes: &[u8], mover| Ok(Expanded::of(plain, bytes, mover)?.options);
        check.symmetries(plain, &plain.start(), &canonical, &options)?;
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
    let compiled = Some(match PyKeys::new(&game.rules, game) {
        Ok(keyed) => Compilation::Keyed(Keying::of(game, &keyed)),
        Err(Unkeyed::Why(why)) => Compilation::Unkeyed(why),
        Err(Unkeyed::Fault(fault)) => return Err(fault),
    });
    Ok(Report { compiled, ..check.report(statement) })
}
