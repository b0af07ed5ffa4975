//! Records as the page writes them, and PGN: lines in brackets, and moves.

use grundy_base::error::unquoted;
use grundy_base::{ParseError, Player, Text};
use grundy_game::{Line, MoveName, RESULTS, quoted};

use super::positions::fen;
use super::{Match, Record, RecordedMove, begun_by, names, result, text};
use crate::format::Format;

pub(super) const FORMAT: Format<Match> = Format {
    name: "record",
    about: "The game and its moves, as the page writes them",
    endings: &["txt"],
    is_binary: false,
    is_whole: true,
    write: |of| text(Some(write(of)), ""),
};

/// Chess: the start as FEN, and one number for the moves of both players.
pub(super) const PGN: Format<Match> = Format {
    name: "pgn",
    about: "Chess: Portable Game Notation",
    endings: &["pgn"],
    is_binary: false,
    is_whole: true,
    write: |of| text(pgn(of), "that is for chess with a player to move"),
};

/// Longer lines of moves are broken.
const WIDEST: usize = 80;

fn write(of: &Match) -> String {
    let line = &of.line;
    let first = line.moves.first().map_or_else(|| line.mover(), |played| played.by);
    let end = result(of);
    let play = if of.misere { "[Play \"misere\"]\n" } else { "" };
    let header = format!(
        "[Game {}]\n[First \"{}\"]\n{play}[Result \"{end}\"]",
        quoted(&line.start.text()),
        first.word()
    );
    let moves = names(line).zip(1..).map(|(name, number)| format!("{number}. {name}"));
    format!("{header}\n\n{}", wrapped(moves.chain([end.to_string()])))
}

fn pgn(of: &Match) -> Option<String> {
    let line = &of.line;
    let start = fen(&Line::of(line.start.boxed()))?;
    let end = result(of);
    let header = format!("[SetUp \"1\"]\n[FEN \"{start}\"]\n[Result \"{end}\"]");
    let moves = names(line).zip(line.moves.iter().enumerate()).map(|(name, (index, played))| {
        let is_white = played.by == Player::Left;
        let shift = usize::from(line.moves[0].by == Player::Right);
        let number = (index + shift) / 2 + 1;
        match (is_white, index) {
            (true, _) => format!("{number}. {}", name.name),
            (false, 0) => format!("{number}... {}", name.name),
            (false, _) => name.name,
        }
    });
    Some(format!("{header}\n\n{}", wrapped(moves.chain([end.to_string()]))))
}

fn wrapped(words: impl Iterator<Item = String>) -> String {
    let mut lines = vec![String::new()];
    for word in words {
        let last = lines.last_mut().expect("there is always a line");
        if last.is_empty() {
            *last = word;
        } else if last.chars().count() + 1 + word.chars().count() <= WIDEST {
            *last = format!("{last} {word}");
        } else {
            lines.push(word);
        }
    }
    lines.join("\n")
}

/// Lines in brackets, and moves: [`docs/src/guides/records.md`] has the rules.
pub(super) fn read(text: &str) -> Result<Record, ParseError> {
    let (mut game, mut first, mut misere) = (None, None, false);
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let place = at + line.len() - line.trim_start().len();
        let inside = line.trim().strip_prefix('[').and_then(|line| line.strip_suffix(']'));
        let Some(inside) = inside else {
            if line.trim().is_empty() || line.trim_start().starts_with('%') {
                at += line.len();
                continue;
            }
            break;
        };
        let wrong = || ParseError::new("a line such as [Game \"nim(3,4,5)\"]", place);
        let (key, value) = inside.split_once(' ').ok_or_else(wrong)?;
        let value = value.trim().strip_prefix('"').and_then(|value| value.strip_suffix('"'));
        let value = value.ok_or_else(wrong)?.replace("\\\"", "\"").replace("\\\\", "\\");
        match key {
            "Game" => game = Some((value, place)),
            "FEN" if game.is_none() => game = Some((format!("chess({value})"), place)),
            "First" => {
                let player = Player::BOTH.into_iter().find(|player| player.word() == value);
                first = Some(player.ok_or_else(|| ParseError::new("left or right", place))?);
            }
            "Play" => misere = value == "misere",
            _ => {}
        }
        at += line.len();
    }
    let Some((game, place)) = game else {
        return Err(ParseError::new(
            "a line [Game \"…\"], or [FEN \"…\"] for chess, that says the game",
            at,
        ));
    };
    let moves = moves(Text::new(text).slice(at..text.len()))?;
    Ok(Record { game: begun_by(&game, first, place)?, misere, moves, at: place })
}

/// The moves of the main line.
fn moves(text: Text<'_>) -> Result<Vec<RecordedMove>, ParseError> {
    let mut moves = Vec::new();
    let (mut rest, mut depth) = (text.as_str(), 0usize);
    let here = |rest: &str| text.offset() + text.as_str().len() - rest.len();
    while let Some(c) = rest.chars().next() {
        let in_word = |c: char| !c.is_whitespace() && !"(){};\"".contains(c);
        let length = match c {
            '{' => rest.find('}').map(|end| end + 1),
            ';' => Some(rest.find('\n').unwrap_or(rest.len())),
            '"' => {
                // The mark that opens stands outside.
                let after = unquoted(rest).nth(1).map_or(rest.len(), |(at, _)| at);
                let is_closed = after > 1 && rest[..after].ends_with('"');
                let index =
                    rest[after..].trim_start_matches(|c: char| c == '#' || c.is_ascii_digit());
                is_closed.then_some(rest.len() - index.len())
            }
            '(' => {
                depth += 1;
                Some(1)
            }
            ')' => {
                depth = depth.checked_sub(1).ok_or_else(|| ParseError::new("'('", here(rest)))?;
                Some(1)
            }
            c if c.is_whitespace() => Some(c.len_utf8()),
            '}' => None,
            _ => Some(rest.find(|c| !in_word(c)).unwrap_or(rest.len())),
        };
        let closing = if c == '{' { "'}'" } else { "a second '\"'" };
        let length = length.ok_or_else(|| ParseError::new(closing, here(rest)))?;
        let word = &rest[..length];
        let is_move = depth == 0 && (c == '"' || in_word(c));
        let number = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let name = number.trim_start_matches('.');
        let behind =
            if name.len() < number.len() && number.len() < word.len() { name } else { word };
        if is_move && !behind.is_empty() && !RESULTS.contains(&word) && !word.starts_with('$') {
            moves.push(RecordedMove { name: move_name(behind), at: here(rest) });
        }
        rest = &rest[length..];
    }
    match depth {
        0 => Ok(moves),
        _ => Err(ParseError::new("')'", text.end())),
    }
}

/// The name of a move from a word: perhaps in quotation marks, perhaps with its index.
fn move_name(word: &str) -> MoveName {
    let (name, index) = match word.rsplit_once('#') {
        Some((name, index)) if !name.is_empty() && index.parse::<usize>().is_ok() => {
            (name, index.parse().ok())
        }
        _ => (word, None),
    };
    let inside = name.strip_prefix('"').and_then(|inside| inside.strip_suffix('"'));
    let plain = |inside: &str| inside.replace("\\\"", "\"").replace("\\\\", "\\");
    MoveName { name: inside.map_or_else(|| name.to_string(), plain), index }
}

#[cfg(test)]
mod tests {
    use crate::format::record::read;

    fn expression(text: &str) -> String {
        read(text).unwrap_or_else(|error| panic!("{text}: {error}")).expression()
    }

    #[test]
    fn records_are_read() {
        let page = "[Game \"nim(3,4,5)\"]\n[First \"left\"]\n[Result \"1-0\"]\n\n1. 1,4,5 2. 1,4,0 \
                    (2. 1,3,5 3. 1,3,2 (3. 1,3,1)) (2. 0,4,5)\n3. 1,1,0 ; a comment\n4. 0,1,0 1-0";
        assert_eq!(expression(page), "after(nim(3,4,5), 1,4,5 1,4,0 1,1,0 0,1,0)");
        let sum = "[Game \"sum\"]\n1. a2#1 *";
        assert_eq!(expression(sum), "after(sum, a2#1)");
        let named = "[Game \"sum\"]\n1. \"take 2\" {why} \"nim(0)\"#2 3.e4 $4 *";
        assert_eq!(expression(named), r##"after(sum, "take 2" "nim(0)"#2 e4)"##);
        let right = "[Game \"domineering(2x2)\"]\n[First \"right\"]\na2-b2";
        assert_eq!(expression(right), "after(domineering(..|.., right), a2-b2)");
        let fen = "[FEN \"8/8/8/8/8/2K5/Q7/7k w - - 0 1\"]\n\n1. Qb2 *";
        assert_eq!(expression(fen), "after(chess(8/8/8/8/8/2K5/Q7/7k w - - 0 1), Qb2)");
        for (text, said) in [
            ("", "[Game"),
            ("[Game nim]", "a line such as"),
            ("[Game \"nim(3)\"]\n(1", "')'"),
            ("[Game \"nim(3)\"]\n1)", "'('"),
            ("[Game \"nim(3)\"]\n\"1", "a second"),
            ("[Game \"nim(3)\"]\n{1", "'}'"),
            ("[Game \"nim(3)\"]\n[First \"up\"]", "left or right"),
        ] {
            assert!(read(text).unwrap_err().to_string().contains(said), "{text}");
        }
    }
}
