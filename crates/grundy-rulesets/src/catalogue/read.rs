//! Reads games, and sums of them.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::stated::state;
use super::{Arguments, Entry, Family, find, nearest};
use crate::rulesets;
use crate::rulesets::loop_with_heaps::LoopWithHeaps;
use grundy_base::error::unquoted;
use grundy_base::{ParseError, Player, Source, Text};
use grundy_game::stated::Statement;
use grundy_game::sum::SumOfGames;
use grundy_game::{Game, Line, Of};
use grundy_ruleset::Notation;

/// The greatest nesting depth of sums.
const DEEPEST: usize = 64;
/// The greatest number of terms of a sum.
const MOST_TERMS: usize = 10_000;

/// The word for a position that is given by the moves that lead to it.
const AFTER: &str = "after";
/// An example of such a position.
const PLAYED: &str = "for example after(connect-four, 4453)";

/// A game, and whether the players are exchanged.
pub type Term = (Box<dyn Game>, bool);

/// Why a game cannot be a term, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoTerm(pub String);

impl NoTerm {
    /// Why this game cannot be a term; none if it can.
    #[must_use]
    pub fn of(game: &dyn Game) -> Option<NoTerm> {
        let ruleset = game.ruleset();
        if game.has_ends() {
            return Some(NoTerm(format!("{ruleset} has ends of its own")));
        }
        let mover = game.turn()?;
        Some(NoTerm(format!("{ruleset} says that {mover} is to move, and in a sum either may be")))
    }
}

/// The sum of games; a single game is returned unchanged.
///
/// # Errors
///
/// If one of several games, or a game with the players exchanged, cannot be a term.
pub fn add(mut terms: Vec<Term>) -> Result<Box<dyn Game>, NoTerm> {
    match terms.as_slice() {
        [(_, false)] => Ok(terms.remove(0).0),
        [(game, true)] if game.impartial() => Ok(terms.remove(0).0),
        _ => match terms.iter().find_map(|(game, _)| NoTerm::of(&**game)).or(clash(&terms)) {
            None => Ok(Box::new(SumOfGames::new(terms))),
            Some(why) => Err(why),
        },
    }
}

/// Why terms cannot be added whose rules differ under one name: positions of a sum are known by
/// their texts.
fn clash(terms: &[Term]) -> Option<NoTerm> {
    let mut known: BTreeMap<&str, &Source> = BTreeMap::new();
    let stated = terms.iter().flat_map(|(game, _)| game.sources());
    for (name, source) in stated {
        if known.insert(name, source).is_some_and(|other| other != source) {
            return Some(NoTerm(format!("{name} has other rules in another term")));
        }
    }
    None
}

/// Statements with the names that they have in a text.
pub type Statements = [(&'static str, Arc<dyn Statement>)];

pub(super) struct Reader<'a> {
    text: Text<'a>,
    /// The statements that take precedence over what the catalogue knows under their names.
    statements: &'a Statements,
    at: usize,
    depth: usize,
    ruleset_only: bool,
    /// The byte offset of the first game that cannot be a term.
    no_term: Option<usize>,
}

/// The place of the parenthesis that closes the one opened before a text; parentheses in quotation
/// marks do not count.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 1;
    let mut closed = unquoted(text).filter(|&(_, c)| {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        depth == 0
    });
    closed.next().map(|(at, _)| at)
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str, ruleset_only: bool) -> Self {
        Reader {
            text: Text::new(text),
            statements: &[],
            at: 0,
            depth: 0,
            ruleset_only,
            no_term: None,
        }
    }

    pub(super) fn by(self, statements: &'a Statements) -> Self {
        Reader { statements, ..self }
    }

    fn rest(&self) -> &'a str {
        &self.text.as_str()[self.at..]
    }

    fn skip_space(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn eat(&mut self, c: char) -> bool {
        self.skip_space();
        let found = self.rest().starts_with(c);
        if found {
            self.at += c.len_utf8();
        }
        found
    }

    fn error(&self, expected: &str) -> ParseError {
        ParseError::new(expected, self.at)
    }

    pub(super) fn finish(&mut self) -> Result<(), ParseError> {
        self.skip_space();
        if self.rest().is_empty() { Ok(()) } else { Err(self.error("'+', '-' or the end")) }
    }

    pub(super) fn sum(&mut self) -> Result<Box<dyn Game>, ParseError> {
        let terms = self.terms()?;
        add(terms).map_err(|NoTerm(why)| {
            let start = self.no_term.unwrap_or_default();
            ParseError::new("games that can be added", start).with_help(why)
        })
    }

    fn terms(&mut self) -> Result<Vec<Term>, ParseError> {
        let mut terms = Vec::new();
        let mut negative = self.eat('-');
        loop {
            let start = self.at;
            let found = self.term()?;
            if terms.len() + found.len() > MOST_TERMS {
                return Err(ParseError::new(format!("at most {MOST_TERMS} terms"), start));
            }
            terms.extend(found.into_iter().map(|(game, sign)| (game, sign != negative)));
            // `G + -H` is `G - H`.
            negative = if self.eat('+') {
                self.eat('-')
            } else if self.eat('-') {
                true
            } else {
                return Ok(terms);
            };
        }
    }

    fn term(&mut self) -> Result<Vec<Term>, ParseError> {
        self.skip_space();
        let start = self.at;
        let digits = self.digits();
        if let Some(number) = digits {
            if self.eat('*') {
                let copies: usize = number.number("a number of copies")?;
                let term = self.factor()?;
                // An empty term is not copied: the count may be huge.
                if term.is_empty() {
                    return Ok(term);
                }
                if copies.saturating_mul(term.len()) > MOST_TERMS {
                    return Err(ParseError::new(format!("at most {MOST_TERMS} terms"), start));
                }
                let copy = |_| term.iter().map(|(game, sign)| (game.boxed(), *sign));
                return Ok((0..copies).flat_map(copy).collect());
            }
            self.at = start;
        }
        self.factor()
    }

    fn digits(&mut self) -> Option<Text<'a>> {
        self.skip_space();
        let length = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        let number = self.text.slice(self.at..self.at + length);
        self.at += length;
        (length > 0).then_some(number)
    }

    fn factor(&mut self) -> Result<Vec<Term>, ParseError> {
        self.skip_space();
        let start = self.at;
        if self.eat('(') {
            self.depth += 1;
            if self.depth > DEEPEST {
                return Err(ParseError::new("fewer nested parentheses", start));
            }
            let terms = self.terms()?;
            if !self.eat(')') {
                return Err(self.error("')'"));
            }
            self.depth -= 1;
            return Ok(terms);
        }
        if self.eat('*') {
            let heap = self.digits().map_or(Ok(1), |digits| digits.number("a nimber"))?;
            return Ok(vec![(nim_heap(heap), false)]);
        }
        if let Some(number) = self.digits() {
            if number.as_str().bytes().all(|digit| digit == b'0') {
                return Ok(Vec::new());
            }
            return Err(ParseError::new("the name of a ruleset, '*' or '0'", start));
        }
        Ok(vec![(self.position()?, false)])
    }

    /// Reads `name`, `name(position)`, `name(parameters)` or `name(parameters; position)`; or
    /// a value such as `∞(0,2)`.
    pub(super) fn position(&mut self) -> Result<Box<dyn Game>, ParseError> {
        self.skip_space();
        let start = self.at;
        if self.eat('∞') {
            let mut end = self.at;
            if self.eat('(') {
                self.enclosed()?;
                end = self.at;
            }
            let value = LoopWithHeaps.read(self.text.slice(start..end))?;
            return Ok(Box::new(Of::new(LoopWithHeaps, value)));
        }
        let in_name = |c: &char| c.is_alphanumeric() || *c == '-' || *c == '_';
        let length: usize = self.rest().chars().take_while(in_name).map(char::len_utf8).sum();
        let name = &self.rest()[..length];
        if name.is_empty() || name.starts_with('-') {
            let error = self.error("the name of a ruleset");
            return Err(error.with_help("for example nim(3,4,5); `grundy games` lists them"));
        }
        if name == AFTER && self.rest()[length..].trim_start().starts_with('(') {
            self.at += length;
            return self.after().map(Line::end);
        }
        let stated = self.statements.iter().find(|(known, _)| *known == name);
        let by_statement = stated.map(|(name, statement)| {
            |arguments: &Arguments<'_>| state(name, statement.clone(), arguments)
        });
        let entry = find(name);
        let parse: &Reading<'_> = match (&by_statement, entry) {
            (Some(parse), _) => parse,
            (None, Some(entry)) => entry.parse,
            (None, None) => {
                let error = ParseError::new("the name of a ruleset", start);
                return Err(match nearest(name) {
                    Some(known) => error.with_help(format!("did you mean {known}?")),
                    None => error.with_help("`grundy games` lists them"),
                });
            }
        };
        let explained = |reader: &Self, error| match entry {
            Some(entry) => reader.with_example(error, entry),
            None => error,
        };
        self.at += length;
        let mut arguments =
            Arguments { first: None, second: None, end: self.at, ruleset_only: self.ruleset_only };
        if self.eat('(') {
            let enclosed = self.enclosed();
            let (first, second) = enclosed.map_err(|error| explained(self, error))?;
            arguments.end = second.unwrap_or(first).end();
            (arguments.first, arguments.second) = (Some(first.trim()), second.map(Text::trim));
        }
        let game = game_of(parse, &arguments).map_err(|error| explained(self, error))?;
        if self.no_term.is_none() && NoTerm::of(&*game).is_some() {
            self.no_term = Some(start);
        }
        Ok(game)
    }

    /// A position with the moves that lead to it from where play begins.
    pub(super) fn line(&mut self) -> Result<Line, ParseError> {
        self.skip_space();
        let inside = self.rest().strip_prefix(AFTER).map(str::trim_start);
        let inside = inside.and_then(|rest| rest.strip_prefix('('));
        let behind = inside.and_then(|inside| Some(inside[closing(inside)? + 1..].trim_start()));
        // If something is added to it, it is a term of a sum.
        if behind.is_some_and(|behind| behind.is_empty() || behind.starts_with(',')) {
            self.at += AFTER.len();
            return self.after();
        }
        self.sum().map(Line::of)
    }

    /// `(game, moves)` behind `after`.
    fn after(&mut self) -> Result<Line, ParseError> {
        self.eat('(');
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.error("fewer nested parentheses"));
        }
        let mut line = self.line()?;
        self.depth -= 1;
        if !self.eat(',') {
            return Err(self.error("',' and the moves").with_help(PLAYED));
        }
        let start = self.at;
        let Some(length) = closing(self.rest()) else {
            return Err(ParseError::new("')'", self.text.end()));
        };
        self.at += length + 1;
        line.play(self.text.slice(start..start + length))?;
        Ok(line)
    }

    /// The error with an example of what can be written, if it has none.
    fn with_example(&self, error: ParseError, entry: &Entry) -> ParseError {
        const EXAMPLE: &str = "for example ";
        // Advice that names the intended ruleset can be copied, too.
        let is_one = |help: &String| help.contains(EXAMPLE) || help.starts_with("did you mean");
        let has_one = error.help.as_ref().is_some_and(is_one);
        // A game of a file is described by its notation, if at all.
        if has_one || error.place.is_some() || error.fault.is_some() || entry.family == Family::Own
        {
            return error;
        }
        let example = entry.examples[0];
        let example = match self.ruleset_only {
            true => Reader::new(example, false).position().ok().map(|game| game.ruleset()),
            false => Some(example.to_string()),
        };
        // Rulesets that cannot be read without a position have no example here.
        match example.filter(|example| self.text.as_str().trim() != example) {
            Some(example) => {
                let advice = error.help.iter().map(|help| format!("{help}; ")).collect::<String>();
                error.with_help(format!("{advice}{EXAMPLE}{example}"))
            }
            None => error,
        }
    }

    /// The text up to the matching closing parenthesis, split at its first `;`. Both are
    /// ignored inside quotation marks.
    fn enclosed(&mut self) -> Result<(Text<'a>, Option<Text<'a>>), ParseError> {
        let start = self.at;
        let (mut depth, mut semicolon, mut quote, mut escaped) = (1, None, None, false);
        for (at, c) in self.rest().char_indices() {
            let at = start + at;
            match (quote, c) {
                (Some(_), _) if escaped => escaped = false,
                (Some(_), '\\') => escaped = true,
                (Some(_), '"') => quote = None,
                (Some(_), _) => {}
                (None, '"') => quote = Some(at),
                (None, ';') if semicolon.is_none() => semicolon = Some(at),
                (None, '(') => depth += 1,
                (None, ')') => depth -= 1,
                (None, _) => {}
            }
            if depth == 0 {
                self.at = at + 1;
                return Ok(match semicolon {
                    Some(parting) => {
                        (self.text.slice(start..parting), Some(self.text.slice(parting + 1..at)))
                    }
                    None => (self.text.slice(start..at), None),
                });
            }
        }
        Err(match quote {
            Some(at) => ParseError::new("a second '\"' that closes this one", at),
            None => ParseError::new("')'", self.text.end()),
        })
    }
}

/// Makes the game of arguments.
type Reading<'a> = dyn Fn(&Arguments<'_>) -> Result<Box<dyn Game>, ParseError> + 'a;

/// The game of these arguments. The last argument may end with the player whose turn it is.
fn game_of(parse: &Reading<'_>, arguments: &Arguments<'_>) -> Result<Box<dyn Game>, ParseError> {
    let error = match parse(arguments) {
        Ok(game) => return Ok(game),
        Err(error) => error,
    };
    let last = arguments.second.or(arguments.first);
    let said = last.and_then(|last| Some((last, last.as_str().rsplit_once(',')?)));
    let Some((last, (before, word))) = said else { return Err(error) };
    let Some(mover) = Player::BOTH.into_iter().find(|player| player.word() == word.trim()) else {
        return Err(error);
    };
    let before = last.slice(0..before.len()).trim();
    // The player must not be named twice.
    if Player::BOTH.iter().any(|player| before.as_str().ends_with(player.word())) {
        return Err(error);
    }
    let arguments = match arguments.second {
        Some(_) => Arguments { second: Some(before), ..*arguments },
        None => Arguments { first: Some(before), ..*arguments },
    };
    let game = parse(&arguments)?;
    // Stones may be set up in a way that play does not reach.
    let said = game.to_move(Some(mover));
    match said.turn() {
        Some(turn) if turn != mover => {
            let place =
                last.slice(last.as_str().len() - word.trim_start().len()..last.as_str().len());
            let help = format!("by the position it is {turn}'s turn");
            Err(place.expected(turn.word()).with_help(help))
        }
        _ => Ok(said),
    }
}

fn nim_heap(size: u64) -> Box<dyn Game> {
    let heaps = grundy_ruleset::board::heaps::Heaps::from_slice(&[size]);
    Of::new(rulesets::nim::Nim, heaps).erased()
}
