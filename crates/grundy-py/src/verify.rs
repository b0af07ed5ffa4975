//! Checks saved solutions and certificates by the rules alone.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use grundy::bounded;
use grundy::format::solution::Reader;
use grundy::format::{certificate, strategy};
use grundy::solve::partitioned::Failure;
use grundy::solve::partitioned::file::Saved;
use grundy::solve::sequence::Sequence;
use grundy::solve::verify::Refused;
use grundy::solve::verify::period::{RefusedPeriod, verify_period, wanted};
use grundy::solve::verify::positions::{self, Check, Extent};
use grundy::{Limits, Source};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

use crate::asked::ask;
use crate::error::{GrundyError, RefusedError};
use crate::game::Game;
use crate::heaps::ruleset;
use crate::load::embedded;
use crate::own::is_own;
use crate::positions::Opened;
use crate::work::{Within, run};

/// The result for a file that holds: the game, the convention, the number of entries checked, and
/// the number of all entries.
type Verified = (String, Option<&'static str>, u64, u64);

/// Checks a file by the rules alone.
#[pyfunction]
pub(crate) fn verify(
    py: Python<'_>,
    path: PathBuf,
    sample: Option<u64>,
    seed: u64,
    within: Within,
) -> PyResult<Verified> {
    let name = path.display().to_string();
    let unread = |error: std::io::Error| PyOSError::new_err(format!("{name}: {error}"));
    let mut start = Vec::new();
    let mut open = || File::open(&path)?.take(64).read_to_end(&mut start);
    py.detach(&mut open).map_err(unread)?;
    let file = Claimed { py, path: &path, name: &name, within };
    if Saved::is_one(&start) {
        return file.positions(sample.map_or(Extent::All, |count| Extent::Sample { count, seed }));
    }
    if sample.is_some() {
        let why = format!("{name} is checked whole: sample= is for files of all positions");
        return Err(GrundyError::new_err(why));
    }
    if strategy::is_strategy(&start) {
        file.strategies()
    } else if certificate::is_certificate(&start) {
        file.period()
    } else {
        file.solution()
    }
}

/// A file whose claims are checked.
struct Claimed<'a, 'py> {
    py: Python<'py>,
    path: &'a Path,
    name: &'a str,
    within: Within,
}

/// The reason why a claim does not hold, or why this is not known.
enum Doubt {
    Refused(String),
    Failure(Failure),
}

impl From<Refused> for Doubt {
    fn from(refused: Refused) -> Doubt {
        match refused {
            Refused::Stopped(stopped) => Doubt::Failure(stopped.into()),
            refused => Doubt::Refused(refused.to_string()),
        }
    }
}

impl From<positions::Refused> for Doubt {
    fn from(refused: positions::Refused) -> Doubt {
        match refused {
            positions::Refused::Failure(Failure::Damaged { what, .. }) => Doubt::Refused(what),
            positions::Refused::Failure(failure) => Doubt::Failure(failure),
            refused => Doubt::Refused(refused.to_string()),
        }
    }
}

impl From<RefusedPeriod> for Doubt {
    fn from(refused: RefusedPeriod) -> Doubt {
        match refused {
            RefusedPeriod::Stopped(stopped) => Doubt::Failure(stopped.into()),
            refused => Doubt::Refused(refused.to_string()),
        }
    }
}

impl Claimed<'_, '_> {
    fn refused(&self, why: &dyn std::fmt::Display) -> PyErr {
        RefusedError::new_err(format!("{} is refused: {why}", self.name))
    }

    fn bytes(&self) -> PyResult<Vec<u8>> {
        let (path, memory) = (self.path, self.within.memory());
        let read = self.py.detach(|| bounded::file(path, memory));
        read.map_err(|error| PyOSError::new_err(format!("{}: {error}", self.name)))
    }

    /// The game named by a file, with the rules that the file carries.
    fn game(&self, text: &str, rules: &[(String, Source)]) -> PyResult<Game> {
        rules.iter().try_for_each(|(known_as, source)| embedded(known_as, source))?;
        Game::read(self.py, text)
    }

    /// Checks claims about a game.
    fn check<T: Send>(
        &self,
        game: Game,
        check: impl Fn(&Game, &Limits<'_>) -> Result<T, Doubt> + Sync,
    ) -> PyResult<T> {
        let checked = ask(self.py, game, self.within, |game, limits| match check(game, limits) {
            Ok(checked) => Ok(Ok(checked)),
            Err(Doubt::Refused(why)) => Ok(Err(why)),
            Err(Doubt::Failure(failure)) => Err(failure),
        });
        checked?.map_err(|why| self.refused(&why))
    }

    fn positions(&self, extent: Extent) -> PyResult<Verified> {
        let Opened { game, convention, positions } = Opened::open(self.py, self.path)?;
        let text = game.rules().text();
        let entries = self.check(game, |game, limits| {
            let lost = || positions::Refused::Whole("its positions have no keys".to_string());
            let large = game.rules().large().ok_or_else(lost)?;
            Ok(large.verify(&positions, None, &Check { extent, convention, limits })?)
        })?;
        Ok((text, Some(convention.word()), entries, positions.counts().keys()))
    }

    fn solution(&self) -> PyResult<Verified> {
        let path = self.path;
        let open = || {
            let file = File::open(path).map_err(|error| error.to_string())?;
            Reader::open(BufReader::new(file))
        };
        let header = open().map_err(|why| self.refused(&why))?.header().clone();
        let game = self.game(&header.game, &header.rules)?;
        let text = game.rules().text();
        let entries = self.check(game, |game, limits| {
            Ok(open().map_err(Doubt::Refused)?.verify(game.rules(), limits)?)
        })? as u64;
        Ok((text, Some(header.convention.word()), entries, entries))
    }

    fn strategies(&self) -> PyResult<Verified> {
        /// Compression never makes moves smaller by a larger factor.
        const MOST_RATIO: u64 = 256;
        let bytes = self.bytes()?;
        let most = self.within.memory().min(MOST_RATIO * bytes.len() as u64);
        let solution = strategy::read(&bytes, most);
        let solution = solution.map_err(|why| self.refused(&why))?;
        let game = self.game(&solution.game, &solution.rules)?;
        let text = game.rules().text();
        let convention = solution.convention;
        self.check(game, |game, limits| {
            for one in &solution.strategies {
                game.rules().verify_strategy(one, convention, limits)?;
            }
            Ok(())
        })?;
        let choices = solution.strategies.iter().map(|one| one.choices.len() as u64).sum();
        Ok((text, Some(convention.word()), choices, choices))
    }

    fn period(&self) -> PyResult<Verified> {
        let text = String::from_utf8(self.bytes()?).map_err(|why| self.refused(&why))?;
        let (name, claim) = certificate::read(&text).map_err(|why| self.refused(&why))?;
        let game = ruleset(&name)?;
        let own = is_own(&*game);
        let checked = run(self.py, self.within, own, |limits| -> Result<u64, Doubt> {
            let Some((rules, _)) = game.heaps() else {
                return Err(Doubt::Refused("the game is not played on heaps".to_string()));
            };
            let wanted = wanted(&rules.kind(), &claim)?;
            let mut sequence = Sequence::default();
            sequence
                .extend(rules, wanted - 1, limits)
                .map_err(Failure::from)
                .map_err(Doubt::Failure)?;
            Ok(verify_period(rules, &claim, &sequence.values()[..wanted], limits)?.compared)
        })?;
        match checked {
            Ok(compared) => Ok((name, None, compared, compared)),
            Err(Doubt::Refused(why)) => Err(self.refused(&why)),
            Err(Doubt::Failure(failure)) => Err(crate::asked::failed(failure)),
        }
    }
}
