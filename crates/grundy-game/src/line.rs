//! Lines of play, as people write them: moves by the names of the ruleset or of its literature, one
//! behind the other with or without spaces.

use std::time::Duration;
use std::{fmt, iter};

use crate::{Game, Move};
use grundy_base::error::unquoted;
use grundy_base::{Limits, ParseError, Player, Stopped, Text};

/// Longer lines of play are refused.
const LONGEST: usize = 2000;
/// Where there are more moves, each must have its exact name.
const MANY: usize = 1 << 10;
/// How long names are looked for in all positions of a line that have very many moves.
const PATIENCE: Duration = Duration::from_secs(2);

/// A position, and moves played from it.
#[derive(Debug)]
pub struct Line {
    /// Where play begins.
    pub start: Box<dyn Game>,
    /// The moves, the first one first.
    pub moves: Vec<Played>,
}

/// A move of a [`Line`].
#[derive(Debug)]
pub struct Played {
    /// The player who makes the move.
    pub by: Player,
    /// The position after it.
    pub to: Box<dyn Game>,
}

impl Line {
    /// The line without moves.
    #[must_use]
    pub fn of(start: Box<dyn Game>) -> Line {
        Line { start, moves: Vec::new() }
    }

    /// Plays moves, the first by the player to move, or by Left if nothing says who that is.
    ///
    /// Between moves stand spaces or commas, or nothing where a name cannot go on: `f5d6c3`. Numbers
    /// of moves (`3.`), comments in braces and quotation marks around names are understood. A name is
    /// that of the ruleset, one of [`Game::other_names`], the position after the move, or differs from
    /// one legal move only by capitals and by signs for captures, checks and lines (`Qxe4+` for `Qe4`).
    ///
    /// # Errors
    ///
    /// Where a move is not legal, or its name fits several.
    pub fn play(&mut self, moves: Text<'_>) -> Result<(), ParseError> {
        let mut reader = Reader { text: moves, at: 0 };
        let limits = Limits::default().shortened(PATIENCE);
        let before = self.moves.len();
        while let Some(place) = reader.next_move(self.moves.len() - before) {
            if self.moves.len() == LONGEST {
                return Err(place.expected(format!("at most {LONGEST} moves")));
            }
            let by = self.mover();
            if self.last().end(by).is_some() {
                return Err(place.expected("no more moves: play is over"));
            }
            let turn = Turn { game: self.last(), mover: by, limits: &limits };
            let (to, length) = turn.first(place)?;
            reader.at += length;
            self.moves.push(Played { by, to });
        }
        Ok(())
    }

    /// The position after the moves.
    #[must_use]
    pub fn last(&self) -> &dyn Game {
        self.moves.last().map_or(&*self.start, |played| &*played.to)
    }

    /// The player to move after the moves. Left begins if nothing says who begins.
    #[must_use]
    pub fn mover(&self) -> Player {
        let after = |played: &Played| played.by.opponent();
        self.last().turn().unwrap_or_else(|| self.moves.last().map_or(Player::Left, after))
    }

    /// The position after the moves, with the player to move next, unless the game is impartial.
    #[must_use]
    pub fn end(mut self) -> Box<dyn Game> {
        let mover = self.mover();
        let Some(Played { to, .. }) = self.moves.pop() else { return self.start };
        // The rules, or the counts of stones, say it themselves.
        let is_said = to.impartial() || to.turn().is_some();
        if is_said { to } else { to.to_move(Some(mover)) }
    }

    /// The moves with the position before each.
    pub fn steps(&self) -> impl Iterator<Item = (&dyn Game, &Played)> {
        let before = iter::once(&self.start).chain(self.moves.iter().map(|played| &played.to));
        before.map(|game| &**game).zip(&self.moves)
    }
}

/// A move as records write it, and as [`Line::play`] finds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveName {
    /// The name that the ruleset gives it; the position after it, where very many moves are legal.
    pub name: String,
    /// Its index in [`Game::moves`], where others have the same name, as in equal parts of a sum.
    pub index: Option<usize>,
}

impl MoveName {
    /// The name of a move from a position.
    #[must_use]
    pub fn of(game: &dyn Game, played: &Played) -> MoveName {
        let (mut moves, all) = game.moves_up_to(played.by, MANY);
        let to = played.to.position();
        let index = moves.iter().position(|option| option.to.position() == to).filter(|_| all);
        let Some(index) = index else { return MoveName { name: to, index: None } };
        let name = moves.swap_remove(index).name;
        let is_shared = moves.iter().any(|option| option.name == name);
        MoveName { name, index: is_shared.then_some(index) }
    }
}

impl fmt::Display for MoveName {
    /// A name in quotation marks where it could be read as something else: with spaces,
    /// parentheses, brackets, braces, semicolons, `#` or quotation marks, or as a number or a
    /// result.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SIGNS: &str = "()[]{}\";#";
        let name = &self.name;
        let is_bare = !name.is_empty()
            && !name.contains(|c: char| c.is_whitespace() || SIGNS.contains(c))
            && number_of_move(name).1 == 0
            && !RESULTS.contains(&&**name);
        match is_bare {
            true => f.write_str(name)?,
            false => f.write_str(&quoted(name))?,
        }
        self.index.map_or(Ok(()), |index| write!(f, "#{index}"))
    }
}

/// How records write that Left has won, that Right has won, that nobody has won, and that play is
/// not over.
pub const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// A name in quotation marks.
#[must_use]
pub fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Where the reader of a line of play stands.
struct Reader<'a> {
    text: Text<'a>,
    at: usize,
}

impl<'a> Reader<'a> {
    /// The rest of the line from its next move on, after `played` moves; none at the end.
    fn next_move(&mut self, played: usize) -> Option<Text<'a>> {
        loop {
            let rest = &self.text.as_str()[self.at..];
            let spaces = |c: char| c.is_whitespace() || c == ',';
            self.at += match rest.chars().next()? {
                c if spaces(c) => rest.len() - rest.trim_start_matches(spaces).len(),
                '{' => rest.find('}').map_or(rest.len(), |end| end + 1),
                // Each move has a number of its own, or both players' moves have one together.
                _ => match number_of_move(rest) {
                    (Some(number), length) if number == played + 1 || number == played / 2 + 1 => {
                        length
                    }
                    _ => return Some(self.text.slice(self.at..self.text.as_str().len())),
                },
            };
        }
    }
}

/// The number at the beginning of `3.` or `3...`, and its length with the dots; 0 without a number.
fn number_of_move(word: &str) -> (Option<usize>, usize) {
    let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let length = word.len() - word[digits..].trim_start_matches('.').len();
    if length > digits { (word[..digits].parse().ok(), length) } else { (None, 0) }
}

/// A position where a move is looked for by its name.
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
        if let Some((name, index)) = word.rsplit_once('#')
            && let Some(to) = self.indexed(name, index)
        {
            return Ok((to, word.len()));
        }
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
        if digits > 0 {
            let length = end + 1 + digits;
            let found = self.indexed(&name, &behind[..digits]).map(|to| (to, length));
            return found.ok_or_else(|| self.unknown(line.slice(0..length)));
        }
        let place = line.slice(0..end);
        match self.named(&name, line)? {
            Some(to) => Ok((to, end)),
            None => self.alike(&name, &self.listed(), place),
        }
    }

    /// The move of an index, if it has this name.
    fn indexed(&self, name: &str, index: &str) -> Option<Box<dyn Game>> {
        let (known, to) = self.game.option_at(self.mover, index.parse().ok()?)?;
        (known == name).then_some(to)
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

/// Whether a name ends at its place in a line: a number would go on.
fn stands_alone(line: &str, name: &str) -> bool {
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let next = line.get(name.len()..).and_then(|rest| rest.chars().next());
    !(digit(name.chars().last()) && digit(next))
}

/// A name without what writers leave out or add.
fn bare(name: &str) -> String {
    let kept = name.chars().filter(|c| !"-x×:+#!?=–".contains(*c));
    kept.flat_map(char::to_lowercase).collect()
}
