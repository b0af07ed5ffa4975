//! The Smart Game Format.

use grundy_base::{ParseError, Player};

use super::{Record, begun_by, quoted};

/// The Smart Game Format (FF 4), as far as the main line of a game needs it.
pub(super) struct Sgf<'t> {
    text: &'t str,
    at: usize,
}

/// A property: its name, its values with their places, and where it stands.
type Property<'t> = (&'t str, Vec<(String, usize)>, usize);

impl<'t> Sgf<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Sgf { text, at: 0 }
    }

    pub(super) fn record(mut self) -> Result<Record, ParseError> {
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
    use crate::format::record::read;

    fn expression(text: &str) -> String {
        read(text).unwrap_or_else(|error| panic!("{text}: {error}")).expression()
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
