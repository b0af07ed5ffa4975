//! Games with the moves played from them, as files hold them: grundy's own records and PGN, which
//! has the same form, SGF, and addresses of HexWorld. What a file says becomes an expression,
//! `after(game, "move" …)`.
//!
//! ```
//! use grundy::format::record;
//!
//! let record = record::read("(;GM[11]SZ[4];B[b2];W[c3](;B[a4])(;B[d1]))").unwrap();
//! assert_eq!(record.expression(), r#"after(hex(4), "b2" "c3" "a4")"#);
//! ```

use grundy_base::error::unquoted;
use grundy_base::{ParseError, Player, Text};

use crate::catalogue;

/// A game and the moves of its main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Where play begins, as an expression.
    pub game: String,
    /// Whether a player who cannot move wins.
    pub misere: bool,
    /// The moves by their names, one in brackets with its index behind it (`"nim(0)"#2`) where
    /// several have it.
    pub moves: Vec<String>,
}

impl Record {
    /// The position after the moves, as an expression.
    #[must_use]
    pub fn expression(&self) -> String {
        match self.moves.is_empty() {
            true => self.game.clone(),
            false => format!("after({}, {})", self.game, self.moves.join(" ")),
        }
    }
}

/// Reads a record: SGF if it begins with a parenthesis, an address of HexWorld
/// (`https://hexworld.org/board/#5c1,c3b4`, or what begins with `#`), otherwise lines in brackets and
/// moves. Only the main line counts.
///
/// # Errors
///
/// Where the text is neither, or is of a game that is not known here.
pub fn read(text: &str) -> Result<Record, ParseError> {
    let begin = text.trim_start();
    match begin.find('#').filter(|&at| at == 0 || begin.starts_with("https://hexworld.org")) {
        Some(at) => hex_world(Text::new(text).slice(text.len() - begin.len() + at..text.len())),
        None if begin.starts_with('(') => Sgf { text, at: 0 }.record(),
        None => lines(text),
    }
}

/// `#5c1,c3b4`: the size, how the board is shown, and the moves.
fn hex_world(text: Text<'_>) -> Result<Record, ParseError> {
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

/// A name in quotation marks.
fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
}

/// A game in which a player begins.
fn begun_by(game: &str, first: Option<Player>, at: usize) -> Result<String, ParseError> {
    let Some(first) = first.filter(|&first| first == Player::Right) else {
        return Ok(game.to_string());
    };
    // Errors of the game itself are told where it is read.
    let Ok(parsed) = catalogue::parse(game) else { return Ok(game.to_string()) };
    match parsed.turn() {
        None if parsed.impartial() => Ok(game.to_string()),
        None => {
            let begun = parsed.to_move(Some(first));
            match begun.turn() {
                Some(_) => Ok(begun.text()),
                None => Err(ParseError::new("Left as the first player of a sum", at)),
            }
        }
        Some(_) => Ok(game.to_string()),
    }
}

/// Lines in brackets, and moves: [`docs/src/guides/records.md`] has the rules.
fn lines(text: &str) -> Result<Record, ParseError> {
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
        return Err(ParseError::new("a line [Game \"…\"] that says the game", at));
    };
    let moves = moves(Text::new(text).slice(at..text.len()))?;
    Ok(Record { game: begun_by(&game, first, place)?, misere, moves })
}

/// The moves of the main line.
fn moves(text: Text<'_>) -> Result<Vec<String>, ParseError> {
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
        let ends = ["1-0", "0-1", "1/2-1/2", "*"].contains(&word);
        if is_move && !behind.is_empty() && !ends && !word.starts_with('$') {
            moves.push(if c == '"' { word.to_string() } else { quoted(behind) });
        }
        rest = &rest[length..];
    }
    match depth {
        0 => Ok(moves),
        _ => Err(ParseError::new("')'", text.end())),
    }
}

/// The Smart Game Format (FF 4), as far as the main line of a game needs it.
struct Sgf<'t> {
    text: &'t str,
    at: usize,
}

/// A property: its name, its values with their places, and where it stands.
type Property<'t> = (&'t str, Vec<(String, usize)>, usize);

impl<'t> Sgf<'t> {
    fn record(mut self) -> Result<Record, ParseError> {
        let properties = self.main_line()?;
        let value = |name: &str| {
            let found = properties.iter().find(|(known, ..)| *known == name);
            found.and_then(|(_, values, _)| values.first().cloned())
        };
        let (kind, at) = value("GM").unwrap_or(("1".to_string(), 0));
        let usual = if kind.trim() == "2" { "8" } else { "19" };
        let (size, size_at) = value("SZ").unwrap_or((usual.to_string(), 0));
        let sides: Option<Vec<usize>> =
            size.split(':').map(|side| side.trim().parse().ok()).collect();
        let (width, height) = match sides.as_deref() {
            Some(&[side]) if (1..=52).contains(&side) => (side, side),
            Some(&[width, height]) if (1..=52).contains(&width.max(height)) => (width, height),
            _ => return Err(ParseError::new("a size up to 52", size_at)),
        };
        let sides = if width == height { width.to_string() } else { format!("{width}x{height}") };
        let board = match kind.trim() {
            "1" => Board { name: "go", parameters: format!("{width}x{height}"), upward: true },
            "2" => Board { name: "othello", parameters: sides, upward: false },
            "4" => {
                let parameters = format!("{width},{height},5");
                Board { name: "tic-tac-toe", parameters, upward: true }
            }
            "11" => Board { name: "hex", parameters: sides, upward: false },
            _ => {
                let known = "1 (Go), 2 (Othello), 4 (five in a row) or 11 (Hex)";
                return Err(ParseError::new(known, at));
            }
        };
        let (mut moves, mut set_up) = (Vec::new(), vec!['.'; width * height]);
        let mut first = None;
        for (name, values, place) in &properties {
            let points = values.iter().map(|(value, at)| board.point(value, (width, height), *at));
            match *name {
                "AB" | "AW" | "AE" if moves.is_empty() => {
                    let stone = match *name {
                        "AB" => 'X',
                        "AW" => 'O',
                        _ => '.',
                    };
                    for point in points {
                        let (x, y) = point?.ok_or_else(|| ParseError::new("a point", *place))?;
                        set_up[y * width + x] = stone;
                    }
                }
                "AB" | "AW" | "AE" => {
                    return Err(ParseError::new("no stones set up after the first move", *place));
                }
                "PL" => {
                    let is_white = values.iter().any(|(value, _)| value.starts_with(['W', 'w']));
                    first = Some(if is_white { Player::Right } else { Player::Left });
                }
                "B" | "W" => {
                    let mover = if *name == "B" { Player::Left } else { Player::Right };
                    let begins = *first.get_or_insert(mover);
                    let due = if moves.len() % 2 == 0 { begins } else { begins.opponent() };
                    if mover != due {
                        let due = if due == Player::Left { "Black" } else { "White" };
                        return Err(ParseError::new(format!("a move of {due}"), *place));
                    }
                    for point in points {
                        moves.push(quoted(&match point? {
                            Some(point) => board.square(point, height),
                            None => "pass".to_string(),
                        }));
                    }
                }
                _ => {}
            }
        }
        let Board { name, mut parameters, .. } = board;
        if name == "go" && moves.contains(&quoted("pass")) {
            parameters += ",passes";
        }
        let game = match set_up.iter().any(|&stone| stone != '.') {
            true => {
                let rows: Vec<String> =
                    set_up.chunks(width).map(|row| row.iter().collect()).collect();
                format!("{name}({parameters}; {})", rows.join("|"))
            }
            false => format!("{name}({parameters})"),
        };
        Ok(Record { game: begun_by(&game, first, 0)?, misere: false, moves })
    }

    /// The properties of the nodes of the main line: of several variations, the first.
    fn main_line(&mut self) -> Result<Vec<Property<'t>>, ParseError> {
        let (mut properties, mut depth, mut closed) = (Vec::new(), 0usize, false);
        loop {
            self.skip_space();
            let place = self.at;
            match self.text[self.at..].chars().next() {
                Some('(') => {
                    depth += 1;
                    self.at += 1;
                }
                Some(')') if depth > 0 => {
                    // What follows belongs to other variations.
                    closed = true;
                    depth -= 1;
                    self.at += 1;
                    if depth == 0 {
                        return Ok(properties);
                    }
                }
                Some(';') if depth > 0 => self.at += 1,
                Some(c) if c.is_ascii_uppercase() && depth > 0 => {
                    let property = self.property()?;
                    if !closed {
                        properties.push(property);
                    }
                }
                _ => {
                    let expected = "a node (';'), a property such as B[d4], '(' or ')'";
                    return Err(ParseError::new(expected, place));
                }
            }
        }
    }

    fn property(&mut self) -> Result<Property<'t>, ParseError> {
        let (place, rest) = (self.at, &self.text[self.at..]);
        // Older files have small letters in names, which do not count.
        let length = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        self.at += length;
        let mut values = Vec::new();
        loop {
            self.skip_space();
            if !self.text[self.at..].starts_with('[') {
                break;
            }
            self.at += 1;
            let start = self.at;
            let (mut value, mut escaped, mut end) = (String::new(), false, None);
            for (at, c) in self.text[start..].char_indices() {
                match c {
                    _ if escaped => {
                        value.push(c);
                        escaped = false;
                    }
                    '\\' => escaped = true,
                    ']' => {
                        end = Some(start + at);
                        break;
                    }
                    c => value.push(c),
                }
            }
            self.at = end.ok_or_else(|| ParseError::new("']'", self.text.len()))? + 1;
            values.push((value, start));
        }
        match values.is_empty() {
            true => Err(ParseError::new("'[' and a value", self.at)),
            false => Ok((&self.text[place..place + length], values, place)),
        }
    }

    fn skip_space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }
}

/// How a board of SGF is called here.
struct Board {
    name: &'static str,
    parameters: String,
    /// Whether rows are counted from the bottom.
    upward: bool,
}

impl Board {
    /// The column and the row, from the top, of a point; none for a pass. Points are two letters, or
    /// a letter and a number.
    fn point(
        &self,
        value: &str,
        (width, height): (usize, usize),
        at: usize,
    ) -> Result<Option<(usize, usize)>, ParseError> {
        let value = value.trim();
        let letter = |c: char| match c {
            'a'..='z' => Some(c as usize - 'a' as usize),
            'A'..='Z' => Some(26 + c as usize - 'A' as usize),
            _ => None,
        };
        let wrong = || ParseError::new(format!("a point of a board of {width} by {height}"), at);
        if value.is_empty() || value == "tt" && width <= 19 && height <= 19 {
            return Ok(None);
        }
        let mut signs = value.chars();
        let first = signs.next().ok_or_else(wrong)?;
        let (x, y) = match signs.as_str().parse::<usize>() {
            Ok(row) => {
                let from_top =
                    if self.upward { height.checked_sub(row) } else { row.checked_sub(1) };
                (letter(first.to_ascii_lowercase()), from_top)
            }
            Err(_) => (letter(first), signs.next().filter(|_| value.len() == 2).and_then(letter)),
        };
        match (x, y) {
            (Some(x), Some(y)) if x < width && y < height => Ok(Some((x, y))),
            _ => Err(wrong()),
        }
    }

    /// The name of a square.
    fn square(&self, (x, y): (usize, usize), height: usize) -> String {
        let row = if self.upward { height - y } else { y + 1 };
        format!("{}{row}", (b'a' + x as u8) as char)
    }
}

#[cfg(test)]
mod tests {
    use super::read;

    fn expression(text: &str) -> String {
        read(text).unwrap_or_else(|error| panic!("{text}: {error}")).expression()
    }

    #[test]
    fn records_are_read() {
        let page = "[Game \"nim(3,4,5)\"]\n[First \"left\"]\n[Result \"1-0\"]\n\n1. 1,4,5 2. 1,4,0 \
                    (2. 1,3,5 3. 1,3,2 (3. 1,3,1)) (2. 0,4,5)\n3. 1,1,0 ; a comment\n4. 0,1,0 1-0";
        assert_eq!(expression(page), r#"after(nim(3,4,5), "1,4,5" "1,4,0" "1,1,0" "0,1,0")"#);
        let named = "[Game \"sum\"]\n1. \"take 2\" {why} \"nim(0)\"#2 3.e4 $4 *";
        assert_eq!(expression(named), r##"after(sum, "take 2" "nim(0)"#2 "e4")"##);
        let right = "[Game \"domineering(2x2)\"]\n[First \"right\"]\na2-b2";
        assert_eq!(expression(right), r#"after(domineering(..|.., right), "a2-b2")"#);
        let fen = "[FEN \"8/8/8/8/8/2K5/Q7/7k w - - 0 1\"]\n\n1. Qb2 *";
        assert_eq!(expression(fen), r#"after(chess(8/8/8/8/8/2K5/Q7/7k w - - 0 1), "Qb2")"#);
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

    #[test]
    fn addresses_of_hex_world_are_read() {
        let wanted = r#"after(hex(5), "e4" "c3" "a2" "b2")"#;
        assert_eq!(expression("https://hexworld.org/board/#5c1,e4c3a2b2\n"), wanted);
        assert_eq!(expression("#5n,e4c3a2b2"), wanted);
        assert_eq!(expression("#11c1"), "hex(11)");
        assert_eq!(read("#5c1,e4:s").unwrap_err().at, 7);
        assert_eq!(read(" #c1").unwrap_err().at, 2);
    }

    #[test]
    fn sgf_is_read() {
        for (text, wanted) in [
            ("(;GM[1]SZ[3];B[bb];W[];B[aa])", r#"after(go(3x3,passes), "b2" "pass" "a3")"#),
            (
                "(;SZ[4:3]C[a \\] b];B[dc]\n(;W[aa];B[tt])(;W[ab]))",
                r#"after(go(4x3,passes), "d1" "a3" "pass")"#,
            ),
            ("(;GM[1]SZ[2]AB[aa][bb]PL[W];W[ab])", r#"after(go(2x2; X.|.X, right), "a1")"#),
            ("(;GM[2];B[d3];W[c3])", r#"after(othello(8), "d3" "c3")"#),
            ("(;GM[2]SZ[6];B[b3])", r#"after(othello(6), "b3")"#),
            ("(;GM[11]SZ[3:4];B[a1])", r#"after(hex(3x4), "a1")"#),
            ("(;GM[11]SZ[5];B[c1];W[d4])", r#"after(hex(5), "c1" "d4")"#),
            ("(;GM[4]SZ[5];B[cc])", r#"after(tic-tac-toe(5,5,5), "c3")"#),
            ("(;GM[11]SZ[5])", "hex(5)"),
        ] {
            assert_eq!(expression(text), wanted);
        }
        for (text, said) in [
            ("(;GM[1]SZ[3];B[dd])", "a point of a board of 3 by 3"),
            ("(;GM[9])", "1 (Go)"),
            ("(;GM[11]SZ[3];B[a1];B[b2])", "a move of White at byte 20"),
            ("(;GM[1]SZ[99])", "a size up to 52"),
            ("(;GM[1", "']'"),
            ("(;GM)", "'[' and a value"),
            ("(;GM[1];B[aa]", "a node"),
            ("(;GM[1]SZ[3];B[aa];AW[bb])", "no stones set up after"),
            ("(5)", "a node"),
        ] {
            assert!(read(text).unwrap_err().to_string().contains(said), "{text}");
        }
    }
}
