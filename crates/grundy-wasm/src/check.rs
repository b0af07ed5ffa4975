//! Checks of the promises of a module, on samples of the positions of its game.

use std::cell::RefCell;
use std::collections::HashMap;

use grundy::stated::check::{Check, Compilation, Expanded, Keying, Report, Samples, Told};
use grundy::stated::{Expansions, Stated};
use grundy::{Fault, Limits, ParseError, Player, Text};

use crate::file::File;
use crate::game::ModuleGame;
use crate::keys::ModuleKeys;

const TOGETHER: &str = "a position has the same moves alone, with others, and in a new instance";
const WRITTEN: &str = "a printed position can be written between the parentheses of a game";
const SHOWN: &str = "`show` gives a text";
const TURNS: &str = "whose turn it is depends on the position alone";

/// Tests the promises of a module, for its game with these parameters.
///
/// # Errors
///
/// If the parameters cannot be read, or if the module fails; the fault then has the position.
pub fn check(
    file: &File,
    parameters: Option<Text<'_>>,
    limits: &Limits<'_>,
) -> Result<Report, ParseError> {
    let (game, new) = (file.game(parameters)?, file.game(parameters)?);
    Ok(report(file, &new, Check::new(game, limits)?)?)
}

fn report(
    file: &File,
    new: &ModuleGame,
    mut check: Check<'_, ModuleGame>,
) -> Result<Report, Fault> {
    let game = check.game.clone();
    check.usual()?;
    check
        .each(TOGETHER, Samples::Many, |check, bytes, mover| together(check, new, bytes, mover))?;
    if game.has("print") {
        check.each(WRITTEN, Samples::Many, |check, bytes, _| {
            let text = check.game.print(bytes);
            Ok((!can_be_written(&text)).then(|| format!("it is printed as {text}")))
        })?;
    }
    if game.has("show") {
        check.each(SHOWN, Samples::Many, |check, bytes, _| check.game.draw(bytes).map(|_| None))?;
    }
    if game.has_ends() {
        let turns = RefCell::default();
        check
            .each(TURNS, Samples::Many, |check, bytes, mover| turn(check, &turns, bytes, mover))?;
    }
    if game.has("negative") {
        check.negatives()?;
    }
    if game.has("canonical") {
        let plain = game.plain();
        let options = |bytes: &[u8], mover| Ok(Expanded::of(&plain, bytes, mover)?.options);
        let canonical = |bytes: &[u8]| game.canonical(bytes);
        check.symmetries(&plain, &plain.start(), &canonical, &options)?;
    }
    if game.has("symmetries") {
        check.images(&|bytes| game.images(bytes))?;
    }
    if game.has("tier") {
        let tier = |bytes: &[u8]| {
            let (mut position, mut tiers) = (bytes.to_vec(), Vec::new());
            game.tiers(std::iter::once(&mut position[..]), &mut tiers)?;
            Ok(tiers.first().copied().unwrap_or(0))
        };
        let images = |bytes: &[u8]| match game.has("symmetries") {
            true => game.images(bytes),
            false => Ok(Vec::new()),
        };
        check.tiers(&tier, &images)?;
    }
    let compiled = Some(match ModuleKeys::new(&game.apart()) {
        Ok(keyed) => Compilation::Keyed(Keying::of(&game, &keyed)),
        Err(why) => Compilation::Unkeyed(why),
    });
    Ok(Report { compiled, ..check.report(file) })
}

/// Compares the answer for a single position with the answers in a batch of a new instance.
fn together(check: &Check<'_, ModuleGame>, new: &ModuleGame, bytes: &[u8], mover: Player) -> Told {
    let alone = Expanded::of(&check.game, bytes, mover)?;
    let start = check.game.start();
    let mut found = Expansions::default();
    new.expand(&[(bytes, mover), (&start, Player::Left), (bytes, mover)], &mut found)?;
    for (index, ((over, options), score)) in found.positions().zip(found.scores()).enumerate() {
        let options = options.map(|(option, _)| option.to_vec()).collect();
        if index != 1 && alone != (Expanded { over, score, options }) {
            return Ok(Some("its moves are others in a new instance, with others".to_string()));
        }
    }
    Ok(None)
}

/// Compares the turn after each move with the turn given for the same position before.
fn turn(
    check: &Check<'_, ModuleGame>,
    known: &RefCell<HashMap<Vec<u8>, Option<Player>>>,
    bytes: &[u8],
    mover: Player,
) -> Told {
    let mut found = Expansions::default();
    check.game.expand(&[(bytes, mover)], &mut found)?;
    let mut known = known.borrow_mut();
    for (option, turn) in found.positions().flat_map(|(_, options)| options) {
        let before = match check.game.has("turn") {
            true => check.game.turn(option)?,
            false => *known.entry(option.to_vec()).or_insert(turn),
        };
        if before != turn {
            let said = |turn: Option<Player>| {
                turn.map_or("nothing".to_string(), |player| format!("{player}'s turn"))
            };
            return Ok(Some(format!(
                "after a move to {} it is {}, and elsewhere {}",
                check.game.print(option),
                said(turn),
                said(before)
            )));
        }
    }
    Ok(None)
}

/// Whether a reader of games finds the end of this text: parentheses are in pairs, and no character
/// separates it from parameters.
fn can_be_written(text: &str) -> bool {
    let mut open = Vec::new();
    for c in text.chars() {
        match c {
            '(' | '[' | '{' => open.push(c),
            ')' if open.pop() != Some('(') => return false,
            ']' if open.pop() != Some('[') => return false,
            '}' if open.pop() != Some('{') => return false,
            ';' | '"' => return false,
            _ => {}
        }
    }
    open.is_empty() && text.trim() == text && !text.is_empty()
}

#[cfg(test)]
mod tests {
    use super::can_be_written;

    #[test]
    fn texts_that_end_a_game_early_cannot_be_written() {
        for text in ["..x|o..", "3,4", "(3, [4])"] {
            assert!(can_be_written(text), "{text}");
        }
        for text in ["", " x", "x)", "(x", "(x]", "x; y", "\"x"] {
            assert!(!can_be_written(text), "{text}");
        }
    }
}
