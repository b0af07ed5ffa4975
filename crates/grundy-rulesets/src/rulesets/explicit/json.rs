//! The JSON format, with a streaming parser, so that every error has its byte offset.
//!
//! A tree of JSON values would store each name many times, and lose the offsets of names.

use std::borrow::Cow;

use super::draft::{Draft, Misfit, Movers, Note};
use super::{Declared, Mark, Rows, quote};
use grundy_base::Player;

const KEYS: &str = "the keys are start, moves, left (m_A), right (m_B), positions (C), \
                    left_wins (F_A), right_wins (F_B), ties and turn";

/// The meaning of a key of the file.
#[derive(Clone, Copy)]
enum Part {
    Start,
    Positions,
    Moves(Movers),
    Notes(Note),
    Turn,
}

const PARTS: [(Part, &[&str]); 9] = [
    (Part::Start, &["start"]),
    (Part::Positions, &["positions", "C"]),
    (Part::Moves(Movers::Both), &["moves"]),
    (Part::Moves(Movers::One(Player::Left)), &["left", "m_A"]),
    (Part::Moves(Movers::One(Player::Right)), &["right", "m_B"]),
    (Part::Notes(Note::Wins(Player::Left)), &["left_wins", "left_ends", "F_A"]),
    (Part::Notes(Note::Wins(Player::Right)), &["right_wins", "right_ends", "F_B"]),
    (Part::Notes(Note::Tie), &["ties"]),
    (Part::Turn, &["turn"]),
];

/// Reads a game that is one JSON object.
pub(super) fn read<'a>(text: &'a str, draft: &mut Draft<'a>) -> Result<(), Misfit> {
    let mut json = Json { text, at: 0 };
    let mut given = [false; PARTS.len()];
    json.object(|json, key, at| {
        let known = PARTS.iter().position(|(_, names)| names.contains(&key));
        let Some(part) = known else {
            return Err(Misfit::new("a key of a game", at).with_help(KEYS));
        };
        if std::mem::replace(&mut given[part], true) {
            return Err(Misfit::new("every key once", at)
                .with_help(format!("the file has {} twice", PARTS[part].1[0])));
        }
        match PARTS[part].0 {
            Part::Start => {
                let (name, at) = json.name()?;
                let id = draft.position(&name, at);
                draft.start(id, at)
            }
            Part::Positions => {
                draft.list(at);
                json.names(|name, at| {
                    let id = draft.position(&name, at);
                    draft.list_position(id, at)
                })
            }
            Part::Moves(movers) => {
                let mut left = Once::default();
                json.object(|json, key, at| {
                    let from = draft.position(key, at);
                    left.check(from, key, at)?;
                    json.names(|name, at| {
                        draft.target(name, at);
                        Ok(())
                    })?;
                    draft.close_row(from, movers, at)
                })
            }
            Part::Notes(note) => json.names(|name, at| {
                let id = draft.position(&name, at);
                draft.note(id, note, at)
            }),
            Part::Turn => {
                let mut given = Once::default();
                json.object(|json, key, at| {
                    let id = draft.position(key, at);
                    given.check(id, key, at)?;
                    json.space();
                    let player_at = json.at;
                    let player = match json.name().ok().as_ref().map(|(name, _)| &**name) {
                        Some("left") => Player::Left,
                        Some("right") => Player::Right,
                        _ => return Err(Misfit::new("\"left\" or \"right\"", player_at)),
                    };
                    draft.note(id, Note::Turn(player), at)
                })
            }
        }
    })?;
    json.space();
    if json.at < text.len() {
        return Err(Misfit::new("nothing behind the game", json.at));
    }
    Ok(())
}

/// The keys found so far in an object.
#[derive(Default)]
struct Once {
    seen: Vec<bool>,
}

impl Once {
    fn check(&mut self, id: u32, key: &str, at: usize) -> Result<(), Misfit> {
        let id = id as usize;
        if id >= self.seen.len() {
            self.seen.resize((id + 1).next_power_of_two(), false);
        }
        if std::mem::replace(&mut self.seen[id], true) {
            return Err(
                Misfit::new("every key once", at).with_help(format!("{key:?} is there twice"))
            );
        }
        Ok(())
    }
}

/// A parser for JSON that consists of objects, arrays and names.
struct Json<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Json<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.at += 1;
        }
    }

    /// Consumes the next byte if it is this one, and returns whether it is.
    fn eat(&mut self, byte: u8) -> bool {
        self.space();
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// Reads `{"key": …, "key": …}`; `each` reads the value after a colon.
    fn object(
        &mut self,
        mut each: impl FnMut(&mut Self, &str, usize) -> Result<(), Misfit>,
    ) -> Result<(), Misfit> {
        if !self.eat(b'{') {
            return Err(Misfit::new("'{'", self.at));
        }
        if self.eat(b'}') {
            return Ok(());
        }
        loop {
            self.space();
            if self.peek() != Some(b'"') {
                return Err(Misfit::new("a key in quotation marks", self.at));
            }
            let (key, at) = self.name()?;
            if !self.eat(b':') {
                return Err(Misfit::new("':'", self.at));
            }
            each(self, &key, at)?;
            if self.eat(b'}') {
                return Ok(());
            }
            if !self.eat(b',') {
                return Err(Misfit::new("',' or '}'", self.at));
            }
        }
    }

    /// Reads `["name", "name"]`.
    fn names(
        &mut self,
        mut each: impl FnMut(Cow<'a, str>, usize) -> Result<(), Misfit>,
    ) -> Result<(), Misfit> {
        if !self.eat(b'[') {
            return Err(Misfit::new("'[' and names of positions", self.at));
        }
        if self.eat(b']') {
            return Ok(());
        }
        loop {
            let (name, at) = self.name()?;
            each(name, at)?;
            if self.eat(b']') {
                return Ok(());
            }
            if !self.eat(b',') {
                return Err(Misfit::new("',' or ']'", self.at));
            }
        }
    }

    /// Reads a string, or an integer, which is equal to the string of its digits.
    fn name(&mut self) -> Result<(Cow<'a, str>, usize), Misfit> {
        self.space();
        let at = self.at;
        if self.peek() == Some(b'"') {
            let (name, end) = super::quoted(self.text, at)?;
            self.at = end;
            return Ok((name, at));
        }
        let text: &'a str = self.text;
        let rest = &text.as_bytes()[at..];
        let sign = usize::from(rest.first() == Some(&b'-'));
        let digits = rest[sign..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let padded = digits > 1 && rest[sign] == b'0';
        let end = at + sign + digits;
        let ends = !matches!(text.as_bytes().get(end), Some(b'.' | b'e' | b'E'));
        if digits == 0 || padded || !ends {
            return Err(Misfit::new("a name: a string or a whole number", at));
        }
        self.at = end;
        Ok((Cow::Borrowed(&text[at..end]), at))
    }
}

/// The game as one JSON object on a line, which [`read`] reads back.
pub(super) fn write(game: &Declared) -> String {
    let name = |id: &u32| quote(game.names.get(*id));
    let list = |ids: &[u32]| format!("[{}]", ids.iter().map(name).collect::<Vec<_>>().join(","));
    let positions = 0..game.names.len() as u32;
    let mut parts = vec![format!("\"start\":{}", name(&game.start))];
    let tables: &[(&str, &Rows)] = match game.one_table {
        true => &[("moves", &game.moves.left)],
        false => &[("left", &game.moves.left), ("right", &game.moves.right)],
    };
    for (key, rows) in tables {
        let rows = positions.clone().filter(|_| !rows.is_empty()).filter_map(|from| {
            let row = rows.row(from);
            (!row.is_empty()).then(|| format!("{}:{}", name(&from), list(row)))
        });
        let rows: Vec<String> = rows.collect();
        if !rows.is_empty() {
            parts.push(format!("\"{key}\":{{{}}}", rows.join(",")));
        }
    }
    let marked = |mark: Mark| -> Vec<u32> {
        let has = |id: &u32| {
            let found = game.marks.get(*id as usize).copied().unwrap_or_default();
            found.0 & mark.0 != 0
        };
        positions.clone().filter(has).collect()
    };
    for (key, bit) in [("left_wins", 1), ("right_wins", 2), ("ties", 4)] {
        let found = marked(Mark(bit));
        if !found.is_empty() {
            parts.push(format!("\"{key}\":{}", list(&found)));
        }
    }
    let turns: Vec<String> = [(8, "left"), (16, "right")]
        .into_iter()
        .flat_map(|(bit, word)| marked(Mark(bit)).into_iter().map(move |id| (id, word)))
        .map(|(id, word)| format!("{}:\"{word}\"", name(&id)))
        .collect();
    if !turns.is_empty() {
        parts.push(format!("\"turn\":{{{}}}", turns.join(",")));
    }
    // Positions that occur in no move and have no mark.
    parts.push(format!("\"positions\":{}", list(&positions.collect::<Vec<u32>>())));
    format!("{{{}}}", parts.join(","))
}
