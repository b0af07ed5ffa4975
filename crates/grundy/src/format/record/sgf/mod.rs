//! The Smart Game Format, as far as the main line of a game needs it.

mod tree;

use grundy_base::{ParseError, Player};
use grundy_game::Line;
use grundy_ruleset::board::grid;

use super::boards::{Board, square};
use super::{Match, Record, RecordedMove, begun_by, names, text};
use crate::format::Format;
use tree::{Property, main_line};

pub(super) const FORMAT: Format<Match> = Format {
    name: "sgf",
    about: "Go, Hex, Othello and five in a row: Smart Game Format (FF 4)",
    endings: &["sgf"],
    is_binary: false,
    is_whole: true,
    write: |of| {
        text(
            write(&of.line),
            "that is for Go, Hex, Othello and five in a row, with nothing beside the stones",
        )
    },
};

pub(super) fn read(text: &str) -> Option<Result<Record, ParseError>> {
    text.trim_start().starts_with('(').then(|| record(text))
}

/// A game of SGF.
struct Kind {
    /// Its number, `GM`.
    number: &'static str,
    /// The ruleset's name.
    name: &'static str,
    /// Whether rows are counted from the bottom, and points are two letters.
    upward: bool,
    /// The ruleset's parameters that say the size.
    size: fn((usize, usize)) -> String,
}

const GO: &str = "go";

const KINDS: [Kind; 4] = [
    Kind { number: "1", name: GO, upward: true, size: |(x, y)| format!("{x}x{y}") },
    Kind { number: "2", name: "othello", upward: false, size: |(x, y)| grid::print_sides(x, y) },
    Kind { number: "4", name: "tic-tac-toe", upward: true, size: |(x, y)| format!("{x},{y},5") },
    Kind { number: "11", name: "hex", upward: false, size: |(x, y)| grid::print_sides(x, y) },
];

/// The most columns, and rows.
const LARGEST: usize = 52;
/// An empty point is a pass, and so is `tt` on boards up to this size.
const OLD_PASS: (&str, usize) = ("tt", 19);
const PASS: &str = "pass";

/// The options of Go that SGF does not have are written as the rules, `RU`; without it players may
/// pass.
const RULES: [&str; 5] = ["repeat", "once", "superko", "passes", "suicide"];
const USUAL: &str = "passes";
const NO_RULES: &str = "no passes";
const KOMI: &str = "komi=";
const MOST_KOMI: f32 = 100.0;

fn record(text: &str) -> Result<Record, ParseError> {
    let properties = main_line(text)?;
    let value = |name: &str| {
        let found = properties.iter().find(|property| property.name == name);
        found.and_then(|property| property.values.first().cloned())
    };
    let (number, at) = value("GM").unwrap_or(("1".to_string(), 0));
    let kind = KINDS.iter().find(|kind| kind.number == number.trim());
    let known = "1 (Go), 2 (Othello), 4 (five in a row) or 11 (Hex)";
    let kind = kind.ok_or_else(|| ParseError::new(known, at))?;
    let usual = if kind.name == "othello" { "8" } else { "19" };
    let (size, size_at) = value("SZ").unwrap_or((usual.to_string(), 0));
    let parts: Option<Vec<usize>> = size.split(':').map(|side| side.trim().parse().ok()).collect();
    let sides = match parts.as_deref() {
        Some(&[side]) if (1..=LARGEST).contains(&side) => (side, side),
        Some(&[x, y]) if x.min(y) > 0 && x.max(y) <= LARGEST => (x, y),
        _ => return Err(ParseError::new(format!("a size up to {LARGEST}"), size_at)),
    };
    let mut parameters = vec![(kind.size)(sides)];
    if kind.name == GO {
        let rules = value("RU").map(|(rules, _)| rules);
        parameters.extend(options(rules.as_deref().unwrap_or(USUAL)));
        let komi = value("KM").filter(|(komi, _)| !komi.trim().is_empty());
        if let Some((komi, at)) = komi {
            let known: Option<f32> = komi.trim().parse().ok();
            let is_one = |komi: &f32| (0.0..=MOST_KOMI).contains(komi) && (2.0 * komi) % 1.0 == 0.0;
            let wanted = || format!("a komi from 0 to {MOST_KOMI}, with .5 or without");
            let komi = known.filter(is_one).ok_or_else(|| ParseError::new(wanted(), at))?;
            parameters.extend((komi > 0.0).then(|| format!("{KOMI}{komi}")));
        }
    }
    let (set_up, first, moves) = played(&properties, kind, sides)?;
    let parameters = parameters.join(",");
    let game = match set_up.contains(&'X') || set_up.contains(&'O') {
        true => {
            let rows: Vec<String> =
                set_up.chunks(sides.0).map(|row| row.iter().collect()).collect();
            format!("{}({parameters}; {})", kind.name, rows.join("|"))
        }
        false => format!("{}({parameters})", kind.name),
    };
    Ok(Record { game: begun_by(&game, first, size_at)?, misere: false, moves, at: size_at })
}

/// The options in the rules of a game of Go; other rules give the usual options.
fn options(rules: &str) -> Vec<String> {
    let words: Vec<&str> = rules.split(',').map(str::trim).collect();
    match rules.trim() {
        NO_RULES => Vec::new(),
        _ if words.iter().all(|word| RULES.contains(word)) => {
            words.into_iter().map(str::to_string).collect()
        }
        _ => vec![USUAL.to_string()],
    }
}

/// The stones that are set up, who begins if known, and the moves.
type Play = (Vec<char>, Option<Player>, Vec<RecordedMove>);

fn played(
    properties: &[Property<'_>],
    kind: &Kind,
    sides: (usize, usize),
) -> Result<Play, ParseError> {
    let (mut moves, mut set_up, mut first) = (Vec::new(), vec!['.'; sides.0 * sides.1], None);
    for Property { name, values, at: place } in properties {
        match *name {
            "AB" | "AW" | "AE" if moves.is_empty() => {
                let stone = match *name {
                    "AB" => 'X',
                    "AW" => 'O',
                    _ => '.',
                };
                for (value, at) in values {
                    for (x, y) in kind.points(value, sides, *at)? {
                        set_up[y * sides.0 + x] = stone;
                    }
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
                for (value, at) in values {
                    let point = kind.point(value, sides, *at)?;
                    let name = point.map_or(PASS.to_string(), |point| kind.square(point, sides));
                    moves.push(RecordedMove::new(name, *place));
                }
            }
            _ => {}
        }
    }
    Ok((set_up, first, moves))
}

fn write(line: &Line) -> Option<String> {
    let board = Board::of(&*line.start)?;
    let sides = board.sides();
    let kind = KINDS.iter().find(|kind| kind.name == board.name)?;
    let (size, options) = match board.parameters.split_once(',') {
        Some((size, options)) if kind.name == GO => (size, options.split(',').collect()),
        _ => (&*board.parameters, Vec::new()),
    };
    if size != (kind.size)(sides) || sides.0.max(sides.1) > LARGEST {
        return None;
    }
    let size = match sides {
        (width, height) if width == height => width.to_string(),
        (width, height) => format!("{width}:{height}"),
    };
    let mut text = format!("(;FF[4]GM[{}]SZ[{size}]", kind.number);
    if kind.name == GO {
        let (komi, rules): (Vec<&str>, Vec<&str>) =
            options.into_iter().partition(|option| option.starts_with(KOMI));
        text += &match rules.join(",").as_str() {
            USUAL => String::new(),
            "" => format!("RU[{NO_RULES}]"),
            rules => format!("RU[{rules}]"),
        };
        text.extend(komi.iter().map(|komi| format!("KM[{}]", &komi[KOMI.len()..])));
    }
    let first = line.moves.first().map(|played| played.by).or(board.turn);
    if !board.is_start {
        for (property, stone) in [("AB", 'X'), ("AW", 'O')] {
            let points = kind.written(&board, stone);
            if !points.is_empty() {
                text += &format!("{property}[{}]", points.join("]["));
            }
        }
    }
    match first {
        Some(Player::Right) => text += "PL[W]",
        _ if !board.is_start => text += "PL[B]",
        _ => {}
    }
    for (name, played) in names(line).zip(&line.moves) {
        let player = if played.by == Player::Left { "B" } else { "W" };
        let point = match name.name.as_str() {
            PASS => String::new(),
            name => kind.write(square(name)?, sides),
        };
        text += &format!(";{player}[{point}]");
    }
    Some(text + ")")
}

impl Kind {
    /// The squares of a value: a point, or the corners of a rectangle, `aa:cc`.
    fn points(
        &self,
        value: &str,
        sides: (usize, usize),
        at: usize,
    ) -> Result<Vec<(usize, usize)>, ParseError> {
        let (one, other) = value.split_once(':').unwrap_or((value, value));
        let corner = |text| match self.point(text, sides, at)? {
            Some(point) => Ok(point),
            None => Err(ParseError::new("a point", at)),
        };
        let ((x, y), (right, down)) = (corner(one)?, corner(other)?);
        if right < x || down < y {
            return Err(ParseError::new("the upper left corner, ':' and the lower right one", at));
        }
        Ok((y..=down).flat_map(|y| (x..=right).map(move |x| (x, y))).collect())
    }

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
        if value.is_empty() || value == OLD_PASS.0 && width.max(height) <= OLD_PASS.1 {
            return Ok(None);
        }
        let named = value.to_ascii_lowercase();
        let (x, y) = match (square(&named), value.as_bytes()) {
            (Some((x, row)), _) => {
                let from_top = if self.upward { (height - 1).checked_sub(row) } else { Some(row) };
                (Some(x), from_top)
            }
            (None, &[x, y]) => (letter(x.into()), letter(y.into())),
            _ => return Err(wrong()),
        };
        match (x, y) {
            (Some(x), Some(y)) if x < width && y < height => Ok(Some((x, y))),
            _ => Err(wrong()),
        }
    }

    /// The name of a square; its row is counted from the top.
    fn square(&self, (x, y): (usize, usize), (_, height): (usize, usize)) -> String {
        let row = if self.upward { height - y } else { y + 1 };
        format!("{}{row}", grid::column_name(x))
    }

    /// A square, given by its name, as a point.
    fn write(&self, (x, row): (usize, usize), (_, height): (usize, usize)) -> String {
        let letter = |number: usize| match number {
            0..26 => (b'a' + number as u8) as char,
            _ => (b'A' + (number - 26) as u8) as char,
        };
        match self.upward {
            true => [letter(x), letter(height - 1 - row)].iter().collect(),
            false => format!("{}{}", grid::column_name(x), row + 1),
        }
    }

    /// The points of the stones of a player.
    fn written(&self, board: &Board, stone: char) -> Vec<String> {
        let (width, height) = board.sides();
        let squares = board.rows.concat().chars().collect::<Vec<char>>();
        let stones = (0..squares.len()).filter(|&square| squares[square] == stone);
        let named = |y: usize| if self.upward { height - 1 - y } else { y };
        stones
            .map(|square| self.write((square % width, named(square / width)), (width, height)))
            .collect()
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
            ("(;GM[1]SZ[3];B[bb];W[];B[aa])", "after(go(3x3,passes), b2 pass a3)"),
            (
                "(;SZ[4:3]C[a \\] b];B[dc]\n(;W[aa];B[tt])(;W[ab]))",
                "after(go(4x3,passes), d1 a3 pass)",
            ),
            ("(;GM[1]SZ[2]AB[aa][bb]PL[W];W[ab])", "after(go(2x2,passes; X.|.X, right), a1)"),
            ("(;GM[2];B[d3];W[c3])", "after(othello(8), d3 c3)"),
            ("(;GM[2]SZ[6];B[b3])", "after(othello(6), b3)"),
            ("(;GM[11]SZ[3:4];B[a1])", "after(hex(3x4), a1)"),
            ("(;GM[11]SZ[5];B[c1];W[d4])", "after(hex(5), c1 d4)"),
            ("(;GM[4]SZ[5];B[cc])", "after(tic-tac-toe(5,5,5), c3)"),
            ("(;GM[11]SZ[5])", "hex(5)"),
            ("(;GM[11]SZ[30:2];B[aa1])", "after(hex(30x2), aa1)"),
            ("(;GM[1]SZ[2]RU[no passes];B[aa])", "after(go(2x2), a2)"),
            ("(;SZ[3]RU[superko,suicide]KM[0.50])", "go(3x3,superko,suicide,komi=0.5)"),
            ("(;SZ[3:2]RU[Japanese]KM[0])", "go(3x2,passes)"),
            ("(;SZ[3]AB[aa:bc]AE[ab])", "go(3x3,passes; XX.|.X.|XX.)"),
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
            ("(;GM[1]SZ[3]AB[bb:aa])", "the upper left corner"),
            ("(;GM[1]SZ[0:3])", "a size up to 52"),
            ("(;GM[1]SZ[5]KM[-5.5])", "a komi from 0 to 100, with .5 or without at byte 15"),
            ("(;GM[1]SZ[5]KM[0.25])", "a komi"),
            ("(5)", "a node"),
        ] {
            assert!(read(text).unwrap_err().to_string().contains(said), "{text}");
        }
    }
}
