//! Checks of the promises of a rule file, on samples of its positions.

mod sum;

use grundy::stated::Stated;
pub use grundy::stated::check::{Broken, Report, Tested};
use grundy::stated::check::{Check, Compilation, Expanded, Keying, Samples, Told};
use grundy::{Fault, Limits, ParseError, Player, Text};

use crate::conventions::Role;
use crate::file::File;
use crate::game::FileGame;
use crate::keys::Compiled;
use crate::size::size;
use sum::Sum;

/// Tests the promises of a file, for the game with its default parameters.
///
/// # Errors
///
/// A fault of the file, with the position in which it occurred.
pub fn check(file: &File, limits: &Limits<'_>) -> Result<Report, Fault> {
    check_with(file, None, limits).map_err(|error| match error.fault {
        Some(fault) => *fault,
        None => Fault::new(error.to_string()),
    })
}

/// As [`check`], with these parameters.
///
/// # Errors
///
/// If the parameters cannot be read, or if the file has a fault; the fault has the
/// position in which it occurred.
pub fn check_with(
    file: &File,
    parameters: Option<Text<'_>>,
    limits: &Limits<'_>,
) -> Result<Report, ParseError> {
    let game = file.game(parameters)?;
    Ok(report(file, Check::new(game, limits)?)?)
}

const ONE_END: &str = "a position is not won by both players";
const SHOWN: &str = "`show` gives a text";
const SUMMED: &str = "a position is worth as much as its components together";
const HEAPED: &str = "heaps are independent, and an empty one is nothing";

fn report(file: &File, mut check: Check<'_, FileGame>) -> Result<Report, Fault> {
    let has = |role| file.rules().script.has(role);
    let heaps = file.rules().plan.heaps;
    check.usual()?;
    if has(Role::LeftWon) && has(Role::RightWon) || has(Role::Won) && has(Role::Lost) {
        check.each(ONE_END, Samples::Many, one_end)?;
    }
    if has(Role::Show) {
        check.each(SHOWN, Samples::Many, |check, bytes, _| check.game.draw(bytes).map(|_| None))?;
    }
    if has(Role::Negative) {
        check.negatives()?;
    }
    if has(Role::Canonical) {
        let game = check.game.clone();
        check.symmetries(
            &game.plain(),
            game.given_start(),
            &|bytes| game.canonical(bytes),
            &|bytes, mover| game.plain_options(bytes, mover),
        )?;
    }
    if has(Role::Symmetries) {
        let game = check.game.clone();
        check.images(&|bytes| game.images(bytes))?;
    }
    if has(Role::Tier) {
        let game = check.game.clone();
        check.tiers(&|bytes| Ok(game.tier(bytes)?.unwrap_or_default()), &|bytes| {
            game.images(bytes)
        })?;
    }
    if has(Role::Components) || heaps {
        check.each(if heaps { HEAPED } else { SUMMED }, Samples::Few, summed)?;
    }
    let advice = advice(&check)?;
    let (compiled, size) = match Compiled::new(&check.game.apart()) {
        Ok(rules) => {
            let size = size(&check.game, &rules, check.size(), check.limits());
            (compilation(&check.game, &rules), size)
        }
        Err(hindrance) => {
            (Compilation::No(hindrance.told(&check.game.rules().script)), check.size())
        }
    };
    let compiled = Some(compiled);
    Ok(Report { advice, compiled, size, printed: file.printed().to_vec(), ..check.report(file) })
}

/// How the rules of a game are compiled.
pub(crate) fn compilation(game: &FileGame, compiled: &Compiled) -> Compilation {
    Compilation::Yes(Keying::of(game, compiled))
}

fn one_end(check: &Check<'_, FileGame>, bytes: &[u8], mover: Player) -> Told {
    let ends = check.game.ends(bytes, mover)?;
    let both = |a, b| ends.contains(&a) && ends.contains(&b);
    let clash = |a: Role, b: Role| format!("`{}` and `{}` are both True", a.name(), b.name());
    Ok(if both(Role::LeftWon, Role::RightWon) {
        Some(clash(Role::LeftWon, Role::RightWon))
    } else if both(Role::Won, Role::Lost) {
        Some(clash(Role::Won, Role::Lost))
    } else {
        None
    })
}

fn summed(check: &Check<'_, FileGame>, bytes: &[u8], _: Player) -> Told {
    let parts = check.game.components(bytes)?;
    if let [part] = &parts[..]
        && part == bytes
    {
        return Ok(None);
    }
    let sum = Sum::new(&check.game);
    let whole = sum.position(&parts);
    for player in Player::BOTH {
        let (Some(first), Some(second)) =
            (check.verdict(&check.game, bytes, player)?, check.verdict(&sum, &whole, player)?)
        else {
            continue;
        };
        if first.fate() != second.fate() {
            let parts: Vec<String> = parts.iter().map(|part| check.game.print(part)).collect();
            let (first, second) = (first.fate().word(), second.fate().word());
            return Ok(Some(format!(
                "with {player} to move it is a {first}, and the components {} together are a \
                 {second}",
                parts.join(" and ")
            )));
        }
    }
    Ok(None)
}

fn advice(check: &Check<'_, FileGame>) -> Result<Vec<String>, Fault> {
    let mut advice = Vec::new();
    if check.game.asks_player_for_moves() && !check.game.has_ends() {
        let mut asked = 0;
        let mut differs = false;
        for (bytes, _) in check.samples() {
            let left = Expanded::of(&check.game, bytes, Player::Left)?;
            let right = Expanded::of(&check.game, bytes, Player::Right)?;
            differs |= left.options != right.options;
            asked += left.options.len();
        }
        if !differs && asked > 0 {
            advice.push(
                "both players have the same moves: write moves(p), without the player, and \
                 positions have Grundy values"
                    .to_string(),
            );
        }
    }
    for (name, meant) in check.game.look_alikes() {
        advice.push(format!("`{name}` means nothing to grundy: is it to be `{meant}`?"));
    }
    Ok(advice)
}
