//! Moves played from a position, as people write them: by the names of the ruleset or of its
//! literature, one behind the other with or without spaces.

use std::time::Duration;

use crate::{Game, Move};
use grundy_base::error::unquoted;
use grundy_base::{Limits, ParseError, Player, Stopped, Text};

/// Longer lines of play are refused.
const LONGEST: usize = 2000;
/// Where there are more moves, each must have its exact name.
const MANY: usize = 1 << 10;
/// So long names are looked for in all positions of a line that have very many moves.
const PATIENCE: Duration = Duration::from_secs(2);

/// The position after moves that begin with the player to move, Left if nothing says who that is.
/// It says who is to move next, unless the game is impartial.
///
/// Between moves stand spaces or commas, or nothing where a name cannot go on: `f5d6c3`. Numbers
/// of moves (`3.`), comments in braces and quotation marks around names are understood. A name is that
/// of the ruleset, one of [`Game::other_names`], the position after the move, or differs from one
/// legal move only by capitals and by signs for captures, checks and lines (`Qxe4+` for `Qe4`).
///
/// # Errors
///
/// Where a move is not legal, or its name fits several.
pub fn after(game: Box<dyn Game>, moves: Text<'_>) -> Result<Box<dyn Game>, ParseError> {
    let mut game = game;
    let mut mover = game.turn().unwrap_or(Player::Left);
    let mut reader = Reader { text: moves, at: 0 };
    let limits = Limits::default().shortened(PATIENCE);
    let mut played = 0;
    while let Some(place) = reader.next_move(played) {
        played += 1;
        if played > LONGEST {
            return Err(place.expected(format!("at most {LONGEST} moves")));
        }
        if game.end(mover).is_some() {
            return Err(place.expected("no more moves: play is over"));
        }
        let (to, length) = Turn { game: &*game, mover, limits: &limits }.first(place)?;
        reader.at += length;
        mover = to.turn().unwrap_or(mover.opponent());
        game = to;
    }
    // The rules, or the counts of stones, say it of themselves.
    let is_said = played == 0 || game.impartial() || game.turn().is_some();
    Ok(if is_said { game } else { game.to_move(Some(mover)) })
}

/// Where the reader of a line of play stands.
struct Reader<'a> {
    text: Text<'a>,
    at: usize,
}

impl<'a> Reader<'a> {
    /// The rest of the line from its next move on, which is not the first where some were
    /// `played`; none at the end.
    fn next_move(&mut self, played: usize) -> Option<Text<'a>> {
        loop {
            let rest = &self.text.as_str()[self.at..];
            let spaces = |c: char| c.is_whitespace() || c == ',';
            self.at += match rest.chars().next()? {
                c if spaces(c) => rest.len() - rest.trim_start_matches(spaces).len(),
                '{' => rest.find('}').map_or(rest.len(), |end| end + 1),
                _ => match number_of_move(rest, played) {
                    0 => return Some(self.text.slice(self.at..self.text.as_str().len())),
                    length => length,
                },
            };
        }
    }
}

/// The length of `3.` or `3...` at the beginning, where that is the number of the next move: each
/// move has its own, or both players' moves together.
fn number_of_move(rest: &str, played: usize) -> usize {
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let length = rest.len() - rest[digits..].trim_start_matches('.').len();
    let is_next = |number: usize| number == played + 1 || number == played / 2 + 1;
    let counts = length > digits && rest[..digits].parse().is_ok_and(is_next);
    if counts { length } else { 0 }
}

/// A position in which a move is to be found by its name.
struct Turn<'a> {
    game: &'a dyn Game,
    mover: Player,
    limits: &'a Limits<'a>,
}

/// The position after a move, and the length of its name.
type Found = Result<(Box<dyn Game>, usize), ParseError>;

impl Turn<'_> {
    /// The first move of a line.
    fn first(&self, line: Text<'_>) -> Found {
        let rest = line.as_str();
        if rest.starts_with('"') {
            return self.quoted(line);
        }
        let word = &rest[..rest.find(char::is_whitespace).unwrap_or(rest.len())];
        let before_comma = word.split(',').next().unwrap_or(word);
        for name in [word, word.trim_end_matches(','), before_comma] {
            if !name.is_empty()
                && let Some(to) = self.named(name, line)?
            {
                return Ok((to, name.len()));
            }
        }
        let moves = self.listed();
        let begins = |(others, option): &(Vec<String>, Move)| {
            let others = others.iter().filter(|name| name.len() == 1 || stands_alone(rest, name));
            let own = Some(&option.name).filter(|name| stands_alone(rest, name));
            others.chain(own).filter(|name| starts(rest, name)).map(String::len).max()
        };
        let longest = moves.iter().filter_map(begins).max();
        let place = line.slice(0..before_comma.len());
        match longest {
            Some(length) => {
                let fit = moves.iter().filter(|called| begins(called) == Some(length));
                self.only(fit, place).map(|to| (to, length))
            }
            None => self.alike(before_comma, &moves, place),
        }
    }

    /// A move whose name is in quotation marks. In equal parts of a sum several moves have one name:
    /// the index of the move stands behind it.
    fn quoted(&self, line: Text<'_>) -> Found {
        let rest = line.as_str();
        // The mark that opens stands outside.
        let end = unquoted(rest).nth(1).map_or(rest.len(), |(at, _)| at);
        let inside = rest[1..end].strip_suffix('"').filter(|_| end > 1);
        let inside = inside.ok_or_else(|| line.expected("a second '\"'"))?;
        let name = inside.replace("\\\"", "\"").replace("\\\\", "\\");
        let behind = rest[end..].strip_prefix('#').unwrap_or_default();
        let digits = behind.len() - behind.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if let Ok(index) = behind[..digits].parse() {
            let length = end + 1 + digits;
            let found = self.game.option_at(self.mover, index);
            let found = found.filter(|(known, _)| *known == name).map(|(_, to)| (to, length));
            return found.ok_or_else(|| self.unknown(line.slice(0..length)));
        }
        let place = line.slice(0..end);
        match self.named(&name, line)? {
            Some(to) => Ok((to, end)),
            None => self.alike(&name, &self.listed(), place),
        }
    }

    /// The move that has a name, or leads to a position.
    fn named(&self, name: &str, line: Text<'_>) -> Result<Option<Box<dyn Game>>, ParseError> {
        match self.game.option_named(self.mover, name, self.limits) {
            Ok(found) => Ok(found.map(|found| found.to)),
            Err(Stopped::Rules(fault)) => {
                let error = line.expected("rules that answer");
                Err(ParseError { fault: Some(Box::new(fault)), ..error })
            }
            Err(_) => Err(line.expected("a move that is found sooner among very many")),
        }
    }

    /// All moves with their other names; none where they are very many.
    fn listed(&self) -> Vec<(Vec<String>, Move)> {
        let (moves, all) = self.game.moves_up_to(self.mover, MANY);
        let called = |option: Move| (self.game.other_names(self.mover, &*option.to), option);
        moves.into_iter().filter(|_| all).map(called).collect()
    }

    /// The only move whose name differs from this one by what writers leave out or add.
    fn alike(&self, name: &str, moves: &[(Vec<String>, Move)], place: Text<'_>) -> Found {
        let fit = moves.iter().filter(|(others, option)| {
            let mut names = others.iter().chain([&option.name]);
            names.any(|known| bare(known) == bare(name))
        });
        self.only(fit, place).map(|to| (to, place.as_str().len()))
    }

    /// The position after the only one of these moves.
    fn only<'m>(
        &self,
        mut fit: impl Iterator<Item = &'m (Vec<String>, Move)>,
        place: Text<'_>,
    ) -> Result<Box<dyn Game>, ParseError> {
        match (fit.next(), fit.next()) {
            (Some((_, option)), None) => Ok(option.to.boxed()),
            (Some((_, one)), Some((_, other))) => {
                let help = format!("it may be {} or {}", one.name, other.name);
                Err(place.expected("the name of one move").with_help(help))
            }
            _ => Err(self.unknown(place)),
        }
    }

    fn unknown(&self, name: Text<'_>) -> ParseError {
        const SHOWN: usize = 4;
        const LONG: usize = 80;
        let &Turn { game, mover, .. } = self;
        let who = match game.players() {
            Some([left, right]) => {
                format!("a move of {}", if mover == Player::Left { left } else { right })
            }
            None if game.impartial() => "a move".to_string(),
            None => format!("a move of {mover}"),
        };
        let at = game.position();
        let at = if at.len() > LONG { "this position" } else { &at };
        let error = name.expected(format!("{who} in {at}"));
        let (moves, all) = game.moves_up_to(mover, SHOWN);
        if moves.is_empty() {
            return error.with_help("play is over");
        }
        let names: Vec<String> = moves.into_iter().map(|option| option.name).collect();
        error.with_help(format!("{}{}", names.join(", "), if all { "" } else { ", …" }))
    }
}

/// Whether a line begins with a name, in capitals or not.
fn starts(line: &str, name: &str) -> bool {
    let begin = line.get(..name.len());
    !name.is_empty() && begin.is_some_and(|begin| begin.eq_ignore_ascii_case(name))
}

/// Whether a name at the beginning of a line ends where it does: a number would go on.
fn stands_alone(line: &str, name: &str) -> bool {
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let next = line.get(name.len()..).and_then(|rest| rest.chars().next());
    !(digit(name.chars().last()) && digit(next))
}

/// A name without what writers leave out or add.
fn bare(name: &str) -> String {
    let kept = name.chars().filter(|c| !"-x:+#!?=–".contains(*c));
    kept.flat_map(char::to_lowercase).collect()
}
