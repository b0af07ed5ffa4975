//! The positions of a game that Python states as integers: for files, checkpoints, and games whose
//! states do not fit in memory. A state is made from its integer when it is needed, and dropped
//! afterwards.

use std::sync::{Arc, OnceLock};

use grundy::stated::{self, Keys, Rows, Sampled, Stated, end_by, fate, seen_by};
use grundy::{Fault, Flow, Player};
use grundy_rules::structure::{Seen, Structure, code};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::learned::Learned;
use crate::methods::PyRules;
use crate::raised::fault;
use crate::states::print;
use crate::structure;

/// The greatest number of moves of a sample that are kept.
const MOVES: usize = 20_000;

/// A game with the keys of its positions.
pub(crate) struct PyKeys {
    rules: Arc<PyRules>,
    parameters: String,
    structure: Structure,
    /// Whether False and True count as 0 and 1, as for rules that use both with the same meaning.
    with_numbers: bool,
    /// Whether the lowest bit of a key is the player to move.
    has_mover: bool,
    alternates: bool,
    /// Whether a key stands for all images of its state, which are then counted. This is so only if
    /// the first state has no other images: then play reaches all images of the states that it
    /// reaches.
    counts_images: bool,
    /// The first fault that occurred where no error can be returned.
    failure: OnceLock<Fault>,
}

/// A sample of the states and moves of a game.
struct Sample {
    seen: Seen,
    moves: Vec<(Vec<u8>, Vec<u8>)>,
    alternates: bool,
}

/// The reason why a game has no keys.
pub(crate) enum Unkeyed {
    /// Its states.
    Why(String),
    /// Its rules have failed.
    Fault(Fault),
}

impl From<Fault> for Unkeyed {
    fn from(fault: Fault) -> Unkeyed {
        Unkeyed::Fault(fault)
    }
}

impl Unkeyed {
    fn state(state: &Bound<'_, PyAny>) -> Unkeyed {
        let shown = state.repr().map_or_else(|_| "a state".to_string(), |text| text.to_string());
        Unkeyed::Why(format!(
            "{shown} is not made of whole numbers of 64 bits, texts, True, False, None, and tuples \
             of these"
        ))
    }
}

impl PyKeys {
    /// The keys of a game.
    ///
    /// # Errors
    ///
    /// The reason why there are none.
    pub(crate) fn new(rules: &Arc<PyRules>, game: &dyn Stated) -> Result<PyKeys, Unkeyed> {
        let with = |with_numbers| Python::attach(|py| PyKeys::with(py, rules, game, with_numbers));
        let keyed = match with(false)? {
            Ok(keyed) => Ok(keyed),
            Err(_) => with(true)?,
        };
        keyed.map_err(|why| Unkeyed::Why(why.to_string()))
    }

    fn with(
        py: Python<'_>,
        rules: &Arc<PyRules>,
        game: &dyn Stated,
        with_numbers: bool,
    ) -> Result<Result<PyKeys, &'static str>, Unkeyed> {
        let sample = sample(py, rules, game, with_numbers)?;
        let raised = |error| Unkeyed::Fault(fault(py, error));
        let start = rules.states.state(py, &game.start()).map_err(raised)?;
        let images = images(rules, &start, with_numbers).map_err(raised)?;
        let images = images.ok_or_else(|| Unkeyed::state(&start))?;
        let first = rules.coded(&start, with_numbers).map_err(raised)?;
        let first = first.ok_or_else(|| Unkeyed::state(&start))?;
        let has_mover = !rules.impartial;
        let structure =
            match Structure::new(&sample.seen, rules.tier.is_some(), &first, &sample.moves) {
                Ok(structure) if structure.bits() + u32::from(has_mover) > 128 => {
                    return Ok(Err("positions are too long"));
                }
                Ok(structure) => structure,
                Err(why) => return Ok(Err(why)),
            };
        let counts_images =
            rules.symmetries.is_some() && images.iter().all(|image| *image == images[0]);
        let (parameters, alternates) = (game.parameters(), sample.alternates);
        Ok(Ok(PyKeys {
            rules: rules.clone(),
            parameters,
            structure,
            with_numbers,
            has_mover,
            alternates,
            counts_images,
            failure: OnceLock::new(),
        }))
    }

    /// The answer. If there is none, the fault is kept so that it can be asked for.
    fn kept<T>(&self, py: Python<'_>, answer: PyResult<T>) -> Option<T> {
        let keep = |error| drop(self.failure.set(fault(py, error)));
        answer.map_err(keep).ok()
    }

    /// The integer of the position of a key.
    fn integer(&self, key: u128) -> u128 {
        if self.has_mover { key >> 1 } else { key }
    }

    fn key(&self, integer: u128, mover: Player) -> u128 {
        if self.has_mover { integer << 1 | mover as u128 } else { integer }
    }

    /// The state of a key.
    fn state<'py>(&self, py: Python<'py>, key: u128) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(bytes) = self.structure.position(self.integer(key)) else { return Ok(None) };
        let items = match self.rules.tier {
            Some(_) => code::items(&bytes).and_then(|pair| pair.get(1).copied()),
            None => Some(&bytes[..]),
        };
        match items {
            Some(mut own) => structure::state(py, &mut own),
            None => Ok(None),
        }
    }

    /// The integer of a state; none if it has none.
    fn number(&self, state: &Bound<'_, PyAny>) -> PyResult<Option<u128>> {
        let bytes = self.rules.coded(state, self.with_numbers)?;
        Ok(bytes.and_then(|bytes| self.structure.number(&bytes)))
    }

    /// Expands a key.
    fn expand_one(&self, py: Python<'_>, key: u128, found: &mut Rows) -> Result<(), Fault> {
        let raised = |error| fault(py, error);
        let no_key = || Fault::new(format!("the number {key} is no position"));
        let state = self.state(py, key).map_err(raised)?.ok_or_else(no_key)?;
        let moves = self.moves_of(key, &state, found);
        moves.map_err(|fault| match fault.position {
            Some(_) => fault,
            None => fault.in_position(print(&state).unwrap_or_default()),
        })
    }

    fn moves_of(&self, key: u128, state: &Bound<'_, PyAny>, found: &mut Rows) -> Result<(), Fault> {
        let (py, mover) = (state.py(), self.mover(key));
        let raised = |error| fault(py, error);
        let end = self.rules.ended(state, mover).map_err(raised)?;
        let moves = match end {
            None => self.rules.moves_of(state, mover).map_err(raised)?,
            Some(_) => Vec::new(),
        };
        let score = self.rules.score_of(state, moves.len()).map_err(raised)?;
        let end = end.or(score.map(end_by));
        for (_, to) in moves {
            let to = self.rules.plain(&to).map_err(raised)?;
            let turn = self.rules.turn_in(&to).map_err(raised)?;
            let next = turn.unwrap_or(mover.opponent());
            if self.has_mover && self.alternates && next == mover {
                self.learn(|learned| learned.keeps_turn = true);
                let what = "a move does not pass the turn, and in all play that was tried moves do";
                return Err(Fault::new(what).again());
            }
            let Some(integer) = self.number(&to).map_err(raised)? else {
                return Err(self.beyond(&to));
            };
            if !self.structure.allows(self.integer(key), integer) {
                return Err(self.backward(state, &to).unwrap_or_else(raised));
            }
            found.option(self.key(integer, next));
        }
        found.close(end.map(|end| fate(end, mover)));
        Ok(())
    }

    fn learn(&self, learn: impl FnOnce(&mut Learned)) {
        self.rules.lessons.learn(&self.parameters, learn);
    }

    /// The fault of a move to a state that has no key.
    #[cold]
    fn beyond(&self, state: &Bound<'_, PyAny>) -> Fault {
        let what = match structure::bytes(state) {
            Some(bytes) => {
                self.learn(|learned| learned.beyond.push(bytes));
                "the state after a move is not as in all play that was tried"
            }
            None => {
                let Unkeyed::Why(why) = Unkeyed::state(state) else { unreachable!() };
                self.learn(|learned| learned.unkeyed = Some(why));
                "the state after a move cannot be packed"
            }
        };
        Fault::new(what).again()
    }

    /// The fault of a move that goes back where it may not.
    #[cold]
    fn backward(&self, from: &Bound<'_, PyAny>, to: &Bound<'_, PyAny>) -> PyResult<Fault> {
        if let (Some(low), Some(high)) = (self.rules.tier_of(from)?, self.rules.tier_of(to)?)
            && high < low
        {
            let what = format!("`tier` is {low} here, and {high} after the move to {}", print(to)?);
            return Ok(fault(from.py(), PyValueError::new_err(what)));
        }
        if let (Some(from), Some(to)) = (structure::bytes(from), structure::bytes(to)) {
            self.learn(|learned| learned.moves.push((from, to)));
        }
        Ok(Fault::new("a move goes back where all play that was tried goes on").again())
    }
}

impl PyRules {
    /// The tier that the rules give; none if they give no tiers.
    pub(crate) fn tier_of(&self, state: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
        let Some(tier) = &self.tier else { return Ok(None) };
        let found = tier.ask(state, Player::Left)?;
        let wrong = |_| {
            PyValueError::new_err(format!(
                "`tier` gives {found:?}: it has to be a number from 0 on"
            ))
        };
        found.extract().map(Some).map_err(wrong)
    }

    /// The bytes from which the key of a state is made. They are the same for all its images; none
    /// if an image has no bytes.
    fn coded(&self, state: &Bound<'_, PyAny>, with_numbers: bool) -> PyResult<Option<Vec<u8>>> {
        let Some(images) = images(self, state, with_numbers)? else { return Ok(None) };
        let least = images.into_iter().min();
        Ok(match (least, self.tier_of(state)?) {
            (Some(least), Some(tier)) => Some(code::pair(&code::number(tier), &least)),
            (least, _) => least,
        })
    }
}

/// The bytes of a state and its images; none if one of them has no bytes.
fn images(
    rules: &PyRules,
    state: &Bound<'_, PyAny>,
    with_numbers: bool,
) -> PyResult<Option<Vec<Vec<u8>>>> {
    let bytes = |state: &Bound<'_, PyAny>| {
        let bytes = structure::bytes(state);
        bytes.map(|bytes| if with_numbers { structure::with_numbers(&bytes) } else { bytes })
    };
    let Some(own) = bytes(state) else { return Ok(None) };
    let mut all = vec![own];
    if let Some(symmetries) = &rules.symmetries {
        for image in symmetries.ask(state, Player::Left)?.try_iter()? {
            let Some(image) = bytes(&image?) else { return Ok(None) };
            all.push(image);
        }
    }
    Ok(Some(all))
}

/// A sample of the states and moves of a game, from play and from all that was learned.
fn sample(
    py: Python<'_>,
    rules: &PyRules,
    game: &dyn Stated,
    with_numbers: bool,
) -> Result<Sample, Unkeyed> {
    let learned = rules.lessons.of(&game.parameters());
    if let Some(why) = learned.unkeyed {
        return Err(Unkeyed::Why(why));
    }
    let raised = |error| Unkeyed::Fault(fault(py, error));
    let mut sample = Sample {
        seen: Seen::default(),
        moves: Vec::new(),
        alternates: rules.turn.is_none() || !learned.keeps_turn,
    };
    let coded = |state: &Bound<'_, PyAny>| -> Result<Vec<u8>, Unkeyed> {
        rules.coded(state, with_numbers).map_err(raised)?.ok_or_else(|| Unkeyed::state(state))
    };
    let again = |bytes: &[u8]| -> Result<Vec<u8>, Unkeyed> {
        let state = structure::state(py, &mut &bytes[..]).map_err(raised)?;
        coded(&state.ok_or_else(|| Unkeyed::Why("these bytes are no state".to_string()))?)
    };
    for bytes in &learned.beyond {
        sample.seen.learn(&mut &again(bytes)?[..]);
    }
    for (from, to) in &learned.moves {
        sample.moves.push((again(from)?, again(to)?));
    }
    let at = |position: &[u8]| -> Result<Vec<u8>, Unkeyed> {
        coded(&rules.states.state(py, position).map_err(raised)?)
    };
    sample.seen.learn(&mut &at(&game.start())?[..]);
    let (mut unkeyed, mut last) = (None, None::<(Vec<u8>, Vec<u8>)>);
    let sampled = stated::sample(game, |met| {
        let Sampled::Move { from, mover, to, turn } = met else { return Ok(()) };
        sample.alternates &= rules.impartial || turn != Some(mover);
        let mut meet = || -> Result<(), Unkeyed> {
            let after = at(to)?;
            sample.seen.learn(&mut &after[..]);
            if sample.moves.len() < MOVES {
                let before = match last.take().filter(|(position, _)| position == from) {
                    Some((_, coded)) => coded,
                    None => at(from)?,
                };
                sample.moves.push((before.clone(), after));
                last = Some((from.to_vec(), before));
            }
            Ok(())
        };
        meet().map_err(|why| match why {
            Unkeyed::Fault(fault) => fault,
            Unkeyed::Why(why) => {
                unkeyed = Some(why);
                Fault::new("no keys")
            }
        })
    });
    match (sampled, unkeyed) {
        (_, Some(why)) => return Err(Unkeyed::Why(why)),
        (sampled, None) => sampled?,
    }
    // Play that has gone beyond a sample will go further.
    sample.seen.widen(learned.beyond.len() as u32);
    Ok(sample)
}

impl Keys for PyKeys {
    fn bits(&self) -> u32 {
        self.structure.bits() + u32::from(self.has_mover)
    }

    fn packing(&self) -> String {
        let images = if self.rules.symmetries.is_some() { ", images" } else { "" };
        let numbers = if self.with_numbers { ", truths are numbers" } else { "" };
        format!("{:?}{images}{numbers}", self.structure)
    }

    fn most(&self) -> u128 {
        self.structure.most().saturating_mul(1 + u128::from(self.has_mover))
    }

    fn pack(&self, position: &[u8], mover: Player) -> Result<Option<u128>, Fault> {
        let number = self.rules.at(position, |state| self.number(state))?;
        Ok(number.map(|number| self.key(number, mover)))
    }

    fn unpack(&self, key: u128) -> Option<(Vec<u8>, Player)> {
        let bytes = Python::attach(|py| {
            let position = |state| self.rules.position(&state);
            let bytes = self.state(py, key).and_then(|state| state.map(position).transpose());
            self.kept(py, bytes).flatten()
        })?;
        Some((bytes.to_vec(), self.mover(key)))
    }

    fn is_key(&self, key: u128) -> bool {
        let own = Python::attach(|py| {
            let number = |state| self.number(&state);
            let own = self.state(py, key).and_then(|state| state.map(number).transpose());
            self.kept(py, own).flatten().flatten()
        });
        own == Some(self.integer(key))
    }

    fn failure(&self) -> Option<Fault> {
        self.failure.get().cloned()
    }

    fn expand(&self, keys: &[u128], found: &mut Rows) -> Result<(), Fault> {
        Python::attach(|py| keys.iter().try_for_each(|&key| self.expand_one(py, key, found)))
    }

    fn points(&self, key: u128) -> Result<i64, Fault> {
        Python::attach(|py| {
            let raised = |error| fault(py, error);
            let no_key = || Fault::new(format!("the number {key} is no position"));
            let state = self.state(py, key).map_err(raised)?.ok_or_else(no_key)?;
            let score = self.rules.score_of(&state, 0).map_err(raised)?.unwrap_or(0);
            Ok(seen_by(score, self.mover(key)))
        })
    }

    fn states_rules(&self) -> bool {
        true
    }

    fn alternates(&self) -> bool {
        self.alternates
    }

    fn mover(&self, key: u128) -> Player {
        if self.has_mover && key & 1 == 1 { Player::Right } else { Player::Left }
    }

    fn flow(&self) -> Flow {
        self.structure.flow()
    }

    fn tier(&self, key: u128) -> u32 {
        self.structure.tier(self.integer(key))
    }

    fn orbits(&self, keys: &[u128], orbits: &mut Vec<u32>) {
        if !self.counts_images {
            orbits.extend(std::iter::repeat_n(1, keys.len()));
            return;
        }
        Python::attach(|py| {
            orbits.extend(keys.iter().map(|&key| {
                let all = self.state(py, key).and_then(|state| match state {
                    Some(state) => images(&self.rules, &state, self.with_numbers),
                    None => Ok(None),
                });
                let mut all = self.kept(py, all).flatten().unwrap_or_default();
                all.sort_unstable();
                all.dedup();
                all.len().max(1) as u32
            }));
        });
    }
}
