//! Addresses of HexWorld.

use grundy_base::{ParseError, Player, Text};
use grundy_game::Line;

use super::boards::Board;
use super::{Match, Record, RecordedMove, names, text};
use crate::format::Format;

pub(super) const FORMAT: Format<Match> = Format {
    name: "hexworld",
    about: "Hex: an address of HexWorld",
    endings: &[],
    is_binary: false,
    is_whole: true,
    write: |of| {
        text(
            write(&of.line),
            "that is for Hex on a square board, from an empty board that Left begins",
        )
    },
};

pub(super) fn read(text: &str) -> Option<Result<Record, ParseError>> {
    let begin = text.trim_start();
    let at = begin.find('#').filter(|&at| at == 0 || begin.starts_with(HOST))?;
    Some(address(Text::new(text).slice(text.len() - begin.len() + at..text.len())))
}

const HOST: &str = "https://hexworld.org";

/// The largest board of HexWorld.
const LARGEST: usize = 30;

fn write(line: &Line) -> Option<String> {
    let board = Board::of(&*line.start)?;
    let (side, height) = board.sides();
    let is_shown = board.name == "hex" && board.is_start && side == height && side <= LARGEST;
    let moves: String = names(line).map(|name| name.name).collect();
    let begins = line.moves.iter().zip([Player::Left, Player::Right].into_iter().cycle());
    let is_begun_by_left = begins.into_iter().all(|(played, due)| played.by == due);
    let comma = if moves.is_empty() { "" } else { "," };
    (is_shown && is_begun_by_left).then(|| format!("{HOST}/board/#{side}c1{comma}{moves}"))
}

/// `#5c1,c3b4`: the size, how the board is shown, and the moves.
fn address(text: Text<'_>) -> Result<Record, ParseError> {
    let (shown, moves) = text.as_str().split_once(',').unwrap_or((text.as_str(), ""));
    let size = &shown[1..];
    let size = &size[..size.len() - size.trim_start_matches(|c: char| c.is_ascii_digit()).len()];
    if size.is_empty() {
        return Err(ParseError::new("the size of the board", text.offset() + 1));
    }
    let mut played = Vec::new();
    let mut rest = moves.trim_end();
    while !rest.is_empty() {
        let behind = rest.trim_start_matches(|c: char| c.is_ascii_lowercase());
        let letters = rest.len() - behind.len();
        let digits = behind.len() - behind.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let at = text.end() - (moves.len() - moves.trim_end().len()) - rest.len();
        if letters == 0 || digits == 0 {
            return Err(ParseError::new("a move such as c3 (no swap or pass is played here)", at));
        }
        let (name, others) = rest.split_at(letters + digits);
        played.push(RecordedMove::new(name, at));
        rest = others;
    }
    Ok(Record { game: format!("hex({size})"), misere: false, moves: played, at: text.offset() })
}

#[cfg(test)]
mod tests {
    use crate::format::record::read;

    fn expression(text: &str) -> String {
        read(text).unwrap_or_else(|error| panic!("{text}: {error}")).expression()
    }

    #[test]
    fn addresses_of_hex_world_are_read() {
        let wanted = "after(hex(5), e4 c3 a2 b2)";
        assert_eq!(expression("https://hexworld.org/board/#5c1,e4c3a2b2\n"), wanted);
        assert_eq!(expression("#5n,e4c3a2b2"), wanted);
        assert_eq!(expression("#11c1"), "hex(11)");
        assert_eq!(read("#5c1,e4:s").unwrap_err().at, 7);
        assert_eq!(read(" #c1").unwrap_err().at, 2);
    }
}
