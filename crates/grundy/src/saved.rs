//! Large games on disk: what files of all positions say of their game, and checkpoints, also for
//! games whose rules learn from play.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, ErrorKind, Read as _, Write};
use std::path::{Path, PathBuf};

use grundy_packed::file::{About, RulesText};
use grundy_packed::{Checkpoint, Failure, Positions};

use crate::bounded::{self, LONGEST_LINE};
use crate::files::Replacement;
use crate::game::Large;
use crate::{Convention, Game, Source, catalogue};

/// What a file says of its game, and which of how many parts it is.
#[must_use]
pub fn about(
    game: &dyn Game,
    convention: Convention,
    positions: &Positions,
    part: Option<[usize; 2]>,
) -> About {
    About {
        game: game.text(),
        convention: convention.word().to_string(),
        version: env!("CARGO_PKG_VERSION").to_string(),
        key_bytes: positions.key_bytes(),
        part,
        packing: game.large().map_or(String::new(), |large| large.packing()),
        rules: rules(game),
    }
}

/// The files that state a game, and what they have learned.
#[must_use]
pub fn rules(game: &dyn Game) -> Vec<RulesText> {
    let rules = |(name, source): (&'static str, &Source)| RulesText {
        name: name.to_string(),
        file: source.file.clone(),
        text: source.text.clone(),
        learned: catalogue::learned(name),
    };
    game.sources().into_iter().map(rules).collect()
}

/// The checkpoints of a game in a folder: they belong to the game, its rules as they stand in
/// files, and the packing of its positions.
#[must_use]
pub fn checkpoint(
    game: &dyn Game,
    convention: Convention,
    large: &dyn Large,
    folder: &Path,
) -> Checkpoint {
    let (text, word, version) = (game.text(), convention.word(), env!("CARGO_PKG_VERSION"));
    let rules = digests(game, large).into_iter().map(|digest| format!("\n{digest}"));
    let job = format!("{text} {word} grundy {version}{}", rules.collect::<String>());
    Checkpoint { folder: folder.to_path_buf(), job }
}

/// What determines the keys of a game and its answer besides its text: the rules as they stand in
/// files, and how positions are packed, as digests. All processes that share work must have the
/// same.
#[must_use]
pub fn digests(game: &dyn Game, large: &dyn Large) -> Vec<String> {
    let rules = game.sources().into_iter();
    let mut all: Vec<String> =
        rules.map(|(name, source)| format!("rules of {name} {:016x}", sum(&source.text))).collect();
    let packing = large.packing();
    if !packing.is_empty() {
        all.push(format!("packing {:016x}", sum(&packing)));
    }
    all
}

/// FNV-1a.
fn sum(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// What the rules of a game have learned, as JSON; empty if nothing.
pub(crate) fn learned(game: &dyn Game) -> String {
    let known = |(name, _): (&'static str, _)| (name, catalogue::learned(name));
    let all: BTreeMap<&str, String> = game.sources().into_iter().map(known).collect();
    match all.values().all(String::is_empty) {
        true => String::new(),
        false => serde_json::to_string(&all).unwrap_or_default(),
    }
}

/// Teaches the rules of a game what [`learned`] has returned.
fn teach(game: &dyn Game, text: &str) -> Result<(), serde_json::Error> {
    let all: BTreeMap<String, String> = serde_json::from_str(text)?;
    for (name, _) in game.sources() {
        all.get(name).into_iter().for_each(|learned| catalogue::learn(name, learned));
    }
    Ok(())
}

/// The game with what its rules had learned when the file of a search was written; none if there is
/// no file, or it does not say that.
pub(crate) fn taught_by_search(game: &dyn Game, file: &Path) -> io::Result<Option<Box<dyn Game>>> {
    if game.sources().is_empty() {
        return Ok(None);
    }
    let file = match File::open(file) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        file => file?,
    };
    let mut line = Vec::new();
    BufReader::new(file).take(LONGEST_LINE).read_until(b'\n', &mut line)?;
    let line = String::from_utf8_lossy(&line);
    // Other lines belong to other games, or to damaged files, which is reported when they are read.
    let taught =
        line.trim_end().rsplit_once('\t').is_some_and(|(_, learned)| teach(game, learned).is_ok());
    Ok(if taught { catalogue::parse(&game.text()).ok() } else { None })
}

/// What rules have learned, in the folder of a checkpoint, by the name of each ruleset.
fn file_of_learned(folder: &Path) -> PathBuf {
    folder.join("learned.json")
}

/// Keeps what the rules of a game have learned for another process, and removes the checkpoint,
/// which has other keys.
///
/// # Errors
///
/// If the folder cannot be written.
pub fn keep_learned(game: &dyn Game, folder: &Path) -> Result<(), Failure> {
    Checkpoint::forget(folder)?;
    let path = file_of_learned(folder);
    let text = learned(game);
    let write = || {
        let mut file = Replacement::new(&path)?;
        file.write_all(text.as_bytes())?;
        file.finish()
    };
    write().map_err(|error| Failure::File { path: path.clone(), error })
}

/// Teaches the rules of a game what they had learned when a checkpoint was written.
///
/// # Errors
///
/// If the file with it cannot be read.
pub fn recall_learned(game: &dyn Game, folder: &Path) -> Result<(), Failure> {
    let path = file_of_learned(folder);
    let text = match bounded::text(&path, LONGEST_LINE) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(Failure::File { path, error }),
        Ok(text) if text.is_empty() => return Ok(()),
        Ok(text) => text,
    };
    teach(game, &text).map_err(|error| Failure::Damaged {
        path,
        what: format!("this is not what rules have learned: {error}"),
    })
}
