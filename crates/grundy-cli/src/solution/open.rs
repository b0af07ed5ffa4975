//! Opens solution files of both forms, in one part or in several.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use grundy::game::{Finder, Large};
use grundy::solve::partitioned::file::{RulesText, Saved};
use grundy::solve::partitioned::{Counts, Failure, Positions};
use grundy::solve::verify::positions::{Check, Extent, Refused};
use grundy::{Convention, Game, Limits, Source, catalogue};

use super::explain;
use super::table::Table;
use crate::input;
use crate::limits::LimitArgs;
use crate::rules;

/// The first bytes of a file, which identify its form.
pub(crate) fn start(path: &Path) -> Result<Vec<u8>> {
    let mut start = Vec::new();
    let mut read = || File::open(path)?.take(64).read_to_end(&mut start);
    read().with_context(|| format!("cannot read {}", path.display()))?;
    Ok(start)
}

/// Whether these are the first bytes of a file of all positions of a game.
pub(crate) fn is_solution(start: &[u8]) -> bool {
    Saved::is_one(start) || Table::is_one(start)
}

/// Registers the rules that a file contains.
fn embedded(all: &[RulesText], path: &Path) -> Result<()> {
    all.iter().try_for_each(|RulesText { name, file, text, learned }| {
        let source = Source { file: file.clone(), text: text.clone() };
        rules::embedded(name, &source).with_context(|| path.display().to_string())?;
        catalogue::learn(name, learned);
        Ok(())
    })
}

/// An open solution: the game in which play starts, and the results of its positions.
pub(crate) struct Opened {
    /// The game.
    pub(crate) game: Box<dyn Game>,
    /// The convention: whether a player who cannot move loses or wins.
    pub(crate) convention: Convention,
    form: FileForm,
}

enum FileForm {
    Native { parts: Vec<Saved>, positions: Positions },
    Table(Box<Table>),
}

impl Opened {
    /// Opens a file, or all parts of one.
    pub(crate) fn open(files: &[PathBuf]) -> Result<Opened> {
        let first = files.first().context("no file was named")?;
        let name = first.display();
        let begin = start(first)?;
        if Table::is_one(&begin) {
            if files.len() > 1 {
                bail!("{name} is a table, which has no parts: name it alone");
            }
            let table = Table::open(first)?;
            embedded(&table.rules, first)?;
            return Opened::new(
                &table.game.clone(),
                &table.convention.clone(),
                table.packing.clone().as_deref(),
                first,
                FileForm::Table(Box::new(table)),
            );
        }
        let parts = files.iter().map(|path| saved(path)).collect::<Result<Vec<Saved>>>()?;
        complete(&parts, files)?;
        let mut positions: Option<Positions> = None;
        for part in &parts {
            let more = Positions::open(part).map_err(explain)?;
            positions = match positions {
                None => Some(more),
                Some(mut all) => {
                    if !all.join(more) {
                        bail!("{name}: its keys are not as wide as those of the other parts");
                    }
                    Some(all)
                }
            };
        }
        let positions = positions.context("no file was named")?;
        let about = parts[0].about().clone();
        embedded(&about.rules, first)?;
        let packing = Some(about.packing.as_str());
        let form = FileForm::Native { parts, positions };
        Opened::new(&about.game, &about.convention, packing, first, form)
    }

    /// `packing` says how the positions of the file are packed.
    fn new(
        game: &str,
        convention: &str,
        packing: Option<&str>,
        path: &Path,
        form: FileForm,
    ) -> Result<Opened> {
        let name = path.display();
        let game = input::game(game, &Limits::default()).with_context(|| name.to_string())?;
        let Some(large) = game.large() else {
            bail!("{name}: positions of {} have no keys", game.text());
        };
        if large.packing() != packing.unwrap_or_default() {
            bail!(
                "{name}: positions of {} were packed in another way when it was written, after \
                 longer play: solve it again",
                game.text()
            );
        }
        let known = [Convention::Normal, Convention::Misere];
        let convention = known.into_iter().find(|known| known.word() == convention);
        let convention = convention.ok_or_else(|| {
            anyhow!("{name} is damaged: it is for no known convention; solve the game again")
        })?;
        Ok(Opened { game, convention, form })
    }

    /// The ruleset's functions on keys.
    pub(crate) fn large(&self) -> Result<Box<dyn Large>> {
        self.game.large().with_context(|| format!("positions of {} have no keys", self.game.text()))
    }

    /// Opens a file for a game of the same ruleset under the same convention; an error if the file
    /// is about another.
    pub(crate) fn of(path: &Path, game: &dyn Game, convention: Convention) -> Result<Opened> {
        let opened = Opened::open(&[path.to_path_buf()])?;
        let name = path.display();
        let (ours, theirs) = (game.ruleset(), opened.game.ruleset());
        if ours != theirs {
            bail!(
                "{name} is of {theirs}, not of {ours}: `grundy solve {} --save FILE.positions` writes one",
                input::quoted(&game.text())
            );
        }
        if opened.convention != convention {
            bail!(
                "{name} is of {} play, not of {}: save another file{}",
                opened.convention.word(),
                convention.word(),
                if convention == Convention::Misere { " with --misere" } else { "" }
            );
        }
        Ok(opened)
    }

    /// The numbers of positions with each verdict.
    pub(crate) fn counts(&self) -> &Counts {
        match &self.form {
            FileForm::Native { positions, .. } => positions.counts(),
            FileForm::Table(table) => &table.counts,
        }
    }

    /// A function that looks up verdicts by key.
    pub(crate) fn finder<'a>(&'a self, large: &'a dyn Large) -> Box<Finder<'a>> {
        match &self.form {
            FileForm::Native { positions, .. } => large.finder(positions),
            FileForm::Table(table) => Box::new(table.finder()),
        }
    }

    /// Compares the files with their checksums, and then entries with the rules. Returns the number
    /// of entries checked.
    pub(crate) fn verify(&self, extent: Extent, limits: &Limits<'_>) -> Result<u64, Refused> {
        let large = self.game.large().ok_or_else(|| Failure::Lost("no keys".to_string()))?;
        let check = Check { extent, convention: self.convention, limits };
        match &self.form {
            FileForm::Native { parts, positions } => {
                parts.iter().try_for_each(Saved::check)?;
                large.verify(positions, None, &check)
            }
            FileForm::Table(table) => {
                let positions = table.load(&*self.game, limits)?;
                large.verify(&positions, Some(&**table), &check)
            }
        }
    }

    /// All positions; the rows of a table are read into memory.
    pub(crate) fn into_positions(
        self,
        limits: &LimitArgs,
    ) -> Result<(Box<dyn Game>, Convention, Positions)> {
        let positions = match self.form {
            FileForm::Native { positions, .. } => positions,
            FileForm::Table(table) => {
                let goal = Some(table.counts.keys());
                let loaded = limits.run_towards(goal, |limits| table.load(&*self.game, &limits));
                loaded.map_err(explain)?
            }
        };
        Ok((self.game, self.convention, positions))
    }
}

fn saved(path: &Path) -> Result<Saved> {
    let name = path.display();
    let begin = start(path)?;
    if Table::is_one(&begin) {
        bail!("{name} is a table, which has no parts: name it alone");
    }
    if !Saved::is_one(&begin) {
        bail!(
            "{name} does not hold positions by their keys: `grundy solve GAME --save FILE.positions` writes such files"
        );
    }
    Saved::open(path).map_err(explain)
}

/// Checks that these are all the parts of one solution, each once.
fn complete(parts: &[Saved], files: &[PathBuf]) -> Result<()> {
    let (first, name) = (parts[0].about(), files[0].display());
    for (part, path) in parts.iter().zip(files) {
        let (about, path) = (part.about(), path.display());
        let differs = [
            ("the game", &first.game, &about.game),
            ("the convention", &first.convention, &about.convention),
            ("the version of grundy", &first.version, &about.version),
        ];
        if let Some((what, a, b)) = differs.into_iter().find(|(_, a, b)| a != b) {
            bail!(
                "{name} and {path} do not belong together: {what} is {a} in one and {b} in the \
                 other; name all parts of one solution"
            );
        }
        if first.key_bytes != about.key_bytes {
            bail!("{name} and {path} do not belong together: their keys differ in width");
        }
    }
    let Some([_, all]) = first.part else {
        return match parts.len() {
            1 => Ok(()),
            _ => bail!("{name} is whole: it is no part of a solution; name it alone"),
        };
    };
    let mut found: Vec<Option<&PathBuf>> = vec![None; all.min(1 << 16)];
    for (part, path) in parts.iter().zip(files) {
        let Some([which, of]) = part.about().part else {
            bail!("{} is whole: it is no part of a solution; name it alone", path.display());
        };
        if of != all {
            bail!("{name} is one of {all} parts, but {} is one of {of}", path.display());
        }
        let Some(place) = found.get_mut(which) else {
            bail!("{} says that it is part {which} of {all}, counted from 0", path.display());
        };
        if let Some(before) = place.replace(path) {
            bail!(
                "{} and {} are the same part, {which}: name each part once",
                before.display(),
                path.display()
            );
        }
    }
    let missing = found.iter().enumerate().filter(|(_, part)| part.is_none());
    let missing: Vec<String> = missing.map(|(which, _)| which.to_string()).collect();
    match missing.as_slice() {
        [] => Ok(()),
        [one] => bail!("part {one} of {all} is missing (they count from 0): name all parts"),
        many => {
            bail!(
                "parts {} of {all} are missing (they count from 0): name all parts",
                many.join(", ")
            )
        }
    }
}
