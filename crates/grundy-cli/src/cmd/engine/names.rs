//! Names of moves as single words, because protocols separate words by spaces.

use grundy::game::{Move, NamedMove};
use grundy::{Game, Limits, Player, Stopped};

/// If there are more moves than this, their names are not compared.
const MANY: usize = 1 << 12;

/// A name without white space and control characters.
pub(super) fn word(name: &str) -> String {
    name.chars().map(|c| if c.is_whitespace() || c.is_control() { '_' } else { c }).collect()
}

/// The word for a move: its name, or the position that it leads to if several moves have that name,
/// or the whole game if the position is empty.
pub(super) fn written(game: &dyn Game, mover: Player, name: &str, to: &dyn Game) -> String {
    let (wanted, (moves, _)) = (word(name), game.moves_up_to(mover, MANY));
    let alike = moves.iter().filter(|m| word(&m.name) == wanted).count();
    if !wanted.is_empty() && alike <= 1 {
        return wanted;
    }
    let position = word(&to.position());
    if position.is_empty() { word(&to.text()) } else { position }
}

/// The move that is meant by a word, which was made by [`written`] or typed by a person.
pub(super) fn read(
    game: &dyn Game,
    mover: Player,
    wanted: &str,
    limits: &Limits<'_>,
) -> Result<Option<NamedMove>, Stopped> {
    if let Some(found) = game.option_named(mover, wanted, limits)? {
        return Ok(Some(found));
    }
    let (mut moves, _) = game.moves_up_to(mover, MANY);
    let ways: [&dyn Fn(&Move) -> bool; 3] =
        [&|m| word(&m.name) == wanted, &|m| word(&m.to.position()) == wanted, &|m| {
            plain(&m.name) == plain(wanted)
        }];
    for way in ways {
        let mut found = moves.iter().enumerate().filter(|(_, m)| way(m)).map(|(index, _)| index);
        if let (Some(index), None) = (found.next(), found.next()) {
            let Move { name, to, .. } = moves.swap_remove(index);
            return Ok(Some(NamedMove { index: Some(index), name, to }));
        }
    }
    Ok(None)
}

/// A name without spaces and capitals.
fn plain(name: &str) -> String {
    let letters = name.chars().filter(|c| !c.is_whitespace() && *c != '_');
    letters.flat_map(char::to_lowercase).collect()
}
