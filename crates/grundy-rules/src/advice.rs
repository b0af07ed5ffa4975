//! What the author of a rule file could add to it so that its game is solved faster.

use grundy::stated::check::Compilation;
use grundy::stated::{Keys, Stated};
use grundy::{Flow, ParseError, Text};

use crate::check::compilation;
use crate::conventions::Role;
use crate::file::File;
use crate::game::FileGame;
use crate::keys::Compiled;
use crate::structure::shape::Part;

/// What was found in a rule file, and what it lacks.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// How the rules are compiled, or why they are not.
    pub compiled: Compilation,
    /// What would make them faster.
    pub faster: Vec<String>,
}

/// How the game of a rule file is compiled, and what would make it faster.
///
/// # Errors
///
/// If the parameters cannot be read, or if the file has a fault.
pub fn advise(file: &File, parameters: Option<Text<'_>>) -> Result<Advice, ParseError> {
    let game = file.game(parameters)?;
    Ok(match Compiled::new(&game) {
        Ok(rules) => Advice { compiled: compilation(&game, &rules), faster: faster(&game, &rules) },
        Err(hindrance) => Advice {
            compiled: Compilation::No(hindrance.told(&game.rules().script)),
            faster: vec![
                "rules that are compiled are many times as fast, and their games can be listed on \
                 a disk"
                    .to_string(),
            ],
        },
    })
}

/// A number takes many bits from here on.
const LARGE: u64 = 1 << 10;

fn faster(game: &FileGame, rules: &Compiled) -> Vec<String> {
    let names = game.rules().script.names();
    let has = |wanted: &str| names.iter().any(|name| name == wanted);
    let mut advice = Vec::new();
    match rules.flow() {
        Flow::Loopy if !has("tier") => advice.push(
            "no number in a position only rises or falls, so all positions are decided together: \
             if moves never take something back, such as a man that was taken, define tier(p) \
             with a number that no move decreases"
                .to_string(),
        ),
        Flow::Level if !has("tier") => advice.push(
            "some moves stay in their tier: if play cannot come back, tier(p) with a number that \
             every move increases needs less memory"
                .to_string(),
        ),
        _ => {}
    }
    if !game.impartial() && !has(Role::Negative.name()) {
        advice.push(
            "define negative(p), the position with the players exchanged, if that is a position \
             of the game: then one half of the positions stands for both"
                .to_string(),
        );
    }
    if !has("symmetries") && !has(Role::Canonical.name()) && !game.rules().plan.heaps {
        advice.push(
            "define symmetries(p), the list of the positions that are equal to p, if boards can \
             be mirrored or turned: one of each is kept"
                .to_string(),
        );
    }
    let mut parts = Vec::new();
    rules.layout().shape.parts(&mut parts);
    let radices = rules.layout().radices();
    let numbers = parts.iter().zip(radices).filter(|(part, _)| **part == Part::Number);
    let bits = |radix: u64| 64 - (radix - 1).leading_zeros();
    for (i, (_, &radix)) in numbers.enumerate().filter(|(_, (_, radix))| **radix > LARGE) {
        advice.push(format!(
            "number {} of a position takes {} bits, for {radix} values: leave it out if it \
             follows from the others, or count in larger units",
            i + 1,
            bits(radix)
        ));
    }
    if parts.contains(&Part::Length) {
        advice.push(
            "texts or tuples of positions have several lengths: with a fixed length a key needs \
             no bits for it, and the first position shows how long positions get"
                .to_string(),
        );
    }
    if rules.bits() > 64 {
        advice.push(format!(
            "a key of {} bits takes two words: up to 64 bits are faster",
            rules.bits()
        ));
    }
    advice
}
