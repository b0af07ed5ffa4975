//! Addresses of HexWorld.

use grundy_base::{ParseError, Text};

use super::{Record, quoted};

/// `#5c1,c3b4`: the size, how the board is shown, and the moves.
pub(super) fn read(text: Text<'_>) -> Result<Record, ParseError> {
    let (shown, moves) = text.as_str().split_once(',').unwrap_or((text.as_str(), ""));
    let size = &shown[1..];
    let size = &size[..size.len() - size.trim_start_matches(|c: char| c.is_ascii_digit()).len()];
    if size.is_empty() {
        return Err(ParseError::new("the size of the board", text.offset() + 1));
    }
    let mut names = Vec::new();
    let mut rest = moves.trim_end();
    while !rest.is_empty() {
        let behind = rest.trim_start_matches(|c: char| c.is_ascii_lowercase());
        let letters = rest.len() - behind.len();
        let digits = behind.len() - behind.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if letters == 0 || digits == 0 {
            let at = text.end() - (moves.len() - moves.trim_end().len()) - rest.len();
            return Err(ParseError::new("a move such as c3 (no swap or pass is played here)", at));
        }
        let (name, others) = rest.split_at(letters + digits);
        names.push(quoted(name));
        rest = others;
    }
    Ok(Record { game: format!("hex({size})"), misere: false, moves: names })
}

#[cfg(test)]
mod tests {
    use crate::format::record::read;

    fn expression(text: &str) -> String {
        read(text).unwrap_or_else(|error| panic!("{text}: {error}")).expression()
    }

    #[test]
    fn addresses_of_hex_world_are_read() {
        let wanted = r#"after(hex(5), "e4" "c3" "a2" "b2")"#;
        assert_eq!(expression("https://hexworld.org/board/#5c1,e4c3a2b2\n"), wanted);
        assert_eq!(expression("#5n,e4c3a2b2"), wanted);
        assert_eq!(expression("#11c1"), "hex(11)");
        assert_eq!(read("#5c1,e4:s").unwrap_err().at, 7);
        assert_eq!(read(" #c1").unwrap_err().at, 2);
    }
}
