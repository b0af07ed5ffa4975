//! Keeps the game that is played in a file.

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use grundy::format::record::{FORMATS, Match};
use grundy::format::{Format, of_ending};
use grundy::game::{Line, Played};
use grundy::{Convention, Game, Limits, Player};

use super::table::Move;
use crate::output;

/// The format for other extensions.
const USUAL: &str = "record";

/// A match that is written to a file after each move.
pub(super) struct Kept {
    played: Match,
    format: &'static Format<Match>,
    path: PathBuf,
}

impl Kept {
    /// A match without a move yet.
    pub(super) fn new(game: &dyn Game, convention: Convention, path: &Path) -> Result<Kept> {
        let ending = output::ending(Some(path)).unwrap_or_default();
        let usual = || FORMATS.iter().find(|format| format.name == USUAL);
        let format = of_ending(FORMATS, &ending).or_else(usual).expect("a record can be written");
        let misere = convention == Convention::Misere && game.convention() != convention;
        let played = Match { line: Line::of(game.boxed()), misere };
        let kept = Kept { played, format, path: path.to_path_buf() };
        kept.save()?;
        Ok(kept)
    }

    /// Adds a move.
    pub(super) fn make(&mut self, by: Player, made: &Move) -> Result<()> {
        let (last, limits) = (self.played.line.last(), Limits::default());
        let to = match last.option_named(by, &made.to, &limits)? {
            Some(found) => found.to,
            None => {
                let found = last.option_named(by, &made.name, &limits)?;
                found.ok_or_else(|| anyhow!("the move {} is not found again", made.name))?.to
            }
        };
        self.played.line.moves.push(Played { by, to });
        self.save()
    }

    /// Takes the last move back.
    pub(super) fn undo(&mut self) -> Result<()> {
        self.played.line.moves.pop();
        self.save()
    }

    fn save(&self) -> Result<()> {
        let name = self.format.name;
        let text = (self.format.write)(&self.played)
            .map_err(|why| anyhow!("the game cannot be written as {name}: {why}"))?;
        output::save(&self.path, |file| file.write_all(&text))
    }
}
