//! The catalogue: from a name to a ruleset, and from text to a game.
//!
//! A game is written `name(parameters; position)`. Games are added with `+`;
//! `-` exchanges the players, and `3*G` is `G + G + G`. `*3` is a Nim heap.

use std::sync::{Arc, PoisonError, RwLock};

use crate::error::{ParseError, Text};
use crate::game::{Game, Of};
use crate::limits::{Limits, Stopped};
use crate::outcome::Verdict;
use crate::player::Player;
use crate::ruleset::Ruleset;
use crate::ruleset::{Notation, Packed};
use crate::rulesets;
use crate::stated::{Rules, Statement};
use crate::sum::SumOfGames;

/// What the boards of a ruleset are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Family {
    /// Heaps of tokens.
    Heaps,
    /// A row of squares.
    Strip,
    /// A board of squares.
    Grid,
    /// Vertices and edges.
    Graph,
    /// Positions listed by the user.
    Explicit,
    /// Rules stated by the user, in a file.
    Own,
}

impl Family {
    /// All families, in the order in which people meet them.
    pub const ALL: [Family; 6] =
        [Family::Heaps, Family::Strip, Family::Grid, Family::Graph, Family::Explicit, Family::Own];

    /// What the boards are made of, in words.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Family::Heaps => "Heaps of tokens",
            Family::Strip => "Strips",
            Family::Grid => "Boards",
            Family::Graph => "Graphs and trees",
            Family::Explicit => "Games written out",
            Family::Own => "Games of your own",
        }
    }
}

/// A ruleset as the catalogue knows it.
pub struct Entry {
    /// The name, in small letters, with hyphens between words.
    pub name: &'static str,
    /// Other names by which it is found.
    pub aliases: &'static [&'static str],
    /// What its boards are made of.
    pub family: Family,
    /// The name as it is written in a sentence.
    pub title: &'static str,
    /// The rules in a few sentences.
    pub rules: &'static str,
    /// How a game is written; parts in capitals are the user's.
    pub notation: &'static str,
    /// Games to try, at least one; small enough to solve at once.
    pub examples: &'static [&'static str],
    /// Where the rules or their theory were published.
    pub source: &'static str,
    /// Reads what stands between the parentheses.
    pub parse: &'static Parse,
}

/// Reads what stands between the parentheses of a game.
pub type Parse = dyn Fn(&Arguments<'_>) -> Result<Box<dyn Game>, ParseError> + Send + Sync;

/// Every ruleset. A new one adds a line.
pub const RULESETS: &[Entry] = &[
    rulesets::nim::ENTRY,
    rulesets::subtraction::ENTRY,
    rulesets::subtraction::PRIME_NIM,
    rulesets::subtraction::SUBTRACT_A_SQUARE,
    rulesets::thirty_one::ENTRY,
    rulesets::nim_with_adding::ENTRY,
    rulesets::wythoff::ENTRY,
    rulesets::euclid::ENTRY,
    rulesets::octal::ENTRY,
    rulesets::hexadecimal::ENTRY,
    rulesets::named_octal::KAYLES,
    rulesets::named_octal::DAWSONS_KAYLES,
    rulesets::named_octal::DAWSONS_CHESS,
    rulesets::named_octal::TREBLECROSS,
    rulesets::lasker::ENTRY,
    rulesets::grundys_game::ENTRY,
    rulesets::couples_are_forever::ENTRY,
    rulesets::heap::ENTRY,
    rulesets::last_to_toggle::ENTRY,
    rulesets::partizan_subtraction::ENTRY,
    rulesets::partizan_euclid::ENTRY,
    rulesets::coin_turning::TURNING_TURTLES,
    rulesets::coin_turning::MOCK_TURTLES,
    rulesets::coin_turning::RULER,
    rulesets::coin_turning::ENTRY,
    rulesets::silver_dollar::ENTRY,
    rulesets::toads_and_frogs::ENTRY,
    rulesets::backsliding::ENTRY,
    rulesets::elephants_and_rhinos::ENTRY,
    rulesets::toppling_dominoes::ENTRY,
    rulesets::sowing::ENTRY,
    rulesets::pushing::PUSH,
    rulesets::pushing::SHOVE,
    rulesets::tic_tac_toe::ENTRY,
    rulesets::connect_four::ENTRY,
    rulesets::quixo::ENTRY,
    rulesets::teeko::ENTRY,
    rulesets::chomp::ENTRY,
    rulesets::domineering::ENTRY,
    rulesets::cram::ENTRY,
    rulesets::clobber::ENTRY,
    rulesets::konane::ENTRY,
    rulesets::amazons::ENTRY,
    rulesets::nogo::ENTRY,
    rulesets::fission::ENTRY,
    rulesets::colouring::COL,
    rulesets::colouring::SNORT,
    rulesets::cutting::CUTCAKE,
    rulesets::cutting::MAUNDY_CAKE,
    rulesets::eatcake::ENTRY,
    rulesets::ski_jumps::ENTRY,
    rulesets::fox_and_geese::ENTRY,
    rulesets::hare_and_hounds::ENTRY,
    rulesets::coin_turning::TURNING_CORNERS,
    rulesets::dodgem::ENTRY,
    rulesets::mens_morris::THREE,
    rulesets::mens_morris::SIX,
    rulesets::mens_morris::NINE,
    rulesets::connection::HEX,
    rulesets::connection::Y,
    rulesets::dots_and_boxes::ENTRY,
    rulesets::dots_and_boxes::NIMSTRING,
    rulesets::kalah::ENTRY,
    rulesets::othello::ENTRY,
    #[cfg(feature = "chess")]
    rulesets::chess::ENTRY,
    rulesets::go::ENTRY,
    rulesets::graph_kayles::NODE_KAYLES,
    rulesets::graph_kayles::ARC_KAYLES,
    rulesets::sprouts::ENTRY,
    rulesets::hackenbush::ENTRY,
    rulesets::pebble::ENTRY,
    rulesets::explicit::ENTRY,
];

/// Rulesets that were registered, and what states them; the last one first.
static OWN: RwLock<Vec<(&'static Entry, Arc<dyn Statement>)>> = RwLock::new(Vec::new());

/// Makes the game of a file known under a name; it hides another one of this name.
///
/// The entry, but not what the file says, is kept as long as the program runs.
pub fn register(name: &str, statement: Arc<dyn Statement>) -> &'static Entry {
    let kept = |text: String| &*text.leak();
    let name = kept(name.to_string());
    let parse = move |arguments: &Arguments<'_>| parse_own(name, arguments);
    let entry = Box::leak(Box::new(Entry {
        name,
        aliases: &[],
        family: Family::Own,
        title: kept(statement.title()),
        rules: kept(statement.about()),
        notation: kept(statement.notation()),
        examples: vec![name].leak(),
        source: kept(statement.source().file.clone()),
        parse: Box::leak(Box::new(parse)),
    }));
    forget(name);
    OWN.write().unwrap_or_else(PoisonError::into_inner).insert(0, (entry, statement));
    entry
}

/// Forgets a game that was registered. Positions of it that are in use stay.
pub fn forget(name: &str) {
    OWN.write().unwrap_or_else(PoisonError::into_inner).retain(|(entry, _)| entry.name != name);
}

fn parse_own(name: &'static str, arguments: &Arguments<'_>) -> Result<Box<dyn Game>, ParseError> {
    let statement = {
        let own = OWN.read().unwrap_or_else(PoisonError::into_inner);
        let found = own.iter().find(|(entry, _)| entry.name == name);
        found.map(|(_, statement)| statement.clone())
    };
    let gone = || ParseError::new("a game that is still known", arguments.end());
    let statement = statement.ok_or_else(gone)?;
    let (parameters, position) = arguments.optional();
    let game = statement.state(parameters.filter(|text| !text.is_empty()))?;
    let rules = Rules::new(name, statement, game);
    if let Some(fault) = rules.failure() {
        return Err(fault.into());
    }
    let position = match position.filter(|text| !text.is_empty()) {
        Some(text) => rules.read(text)?,
        None => rules.first(),
    };
    Ok(arguments.game(rules, position))
}

/// Every ruleset that is known now: those of this library, then the user's own.
#[must_use]
pub fn all() -> Vec<&'static Entry> {
    let own = OWN.read().unwrap_or_else(PoisonError::into_inner);
    RULESETS.iter().chain(own.iter().map(|(entry, _)| *entry)).collect()
}

/// The ruleset of that name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Entry> {
    let known = |entry: &Entry| entry.name == name || entry.aliases.contains(&name);
    let own = OWN.read().unwrap_or_else(PoisonError::into_inner);
    own.iter().map(|(entry, _)| *entry).chain(RULESETS).find(|entry| known(entry))
}

/// The known name that is nearest to a misspelt one, if any is near.
#[must_use]
pub fn nearest(name: &str) -> Option<&'static str> {
    const LONGEST: usize = 40;
    if name.len() > LONGEST {
        return None;
    }
    let name = name.to_lowercase();
    let distance = |known: &str| strsim::damerau_levenshtein(&name, known);
    all()
        .into_iter()
        .flat_map(|entry| std::iter::once(&entry.name).chain(entry.aliases))
        .map(|&known| (distance(known), known))
        .filter(|(distance, known)| {
            *distance <= 1 + known.len() / 4 && *distance < known.len() || known.starts_with(&name)
        })
        .min()
        .map(|(_, known)| known)
}

/// What stands between the parentheses of a game.
#[derive(Clone, Copy, Debug)]
pub struct Arguments<'a> {
    /// Before the first `;`, or all there is.
    first: Option<Text<'a>>,
    /// Behind the first `;`.
    second: Option<Text<'a>>,
    /// Where a missing argument should have stood.
    end: usize,
    /// Only the ruleset is wanted: a missing position is no error.
    ruleset_only: bool,
}

impl<'a> Arguments<'a> {
    /// For rulesets without parameters: the position.
    pub fn position_only(&self) -> Result<Text<'a>, ParseError> {
        if let Some(second) = self.second {
            return Err(ParseError::new(
                "no ';', for the ruleset has no parameters",
                second.offset(),
            ));
        }
        self.required(self.first, "a position in parentheses")
    }

    /// For rulesets with parameters: the parameters and the position.
    pub fn parameters_and_position(&self) -> Result<(Text<'a>, Text<'a>), ParseError> {
        let Some(parameters) = self.first else {
            return Err(ParseError::new("parameters in parentheses", self.end));
        };
        Ok((parameters, self.required(self.second, "';' and a position")?))
    }

    /// For rulesets whose parameters and position may both be left out: what
    /// stands before and behind the `;`.
    #[must_use]
    pub fn optional(&self) -> (Option<Text<'a>>, Option<Text<'a>>) {
        (self.first, self.second)
    }

    /// Where a missing argument should have stood.
    #[must_use]
    pub fn end(&self) -> usize {
        self.end
    }

    /// The game that was read.
    pub fn game<R: Notation>(&self, rules: R, position: R::Position) -> Box<dyn Game> {
        Box::new(Of::new(rules, position))
    }

    /// The game that was read, of a ruleset that knows a search for who wins; see
    /// [`Of::searched`].
    pub fn searched_game<R: Notation>(
        &self,
        rules: R,
        position: R::Position,
        search: impl Fn(
            &R,
            &R::Position,
            &[R::Position],
            Player,
            &Limits<'_>,
        ) -> Result<(Verdict, Vec<Option<Verdict>>), Stopped>
        + Send
        + Sync
        + 'static,
    ) -> Box<dyn Game> {
        Box::new(Of::new(rules, position).searched(search))
    }

    /// The game that was read, of a ruleset that packs its positions.
    pub fn packed_game<R: Packed + Notation>(
        &self,
        rules: R,
        position: R::Position,
    ) -> Box<dyn Game> {
        Box::new(Of::packed(rules, position))
    }

    /// The game that was read, whose positions another ruleset packs.
    pub fn packed_game_as<R: Notation, P: Packed<Position = R::Position> + 'static>(
        &self,
        rules: R,
        position: R::Position,
        packed: impl Fn(&R, &R::Position) -> Option<P> + Send + Sync + 'static,
    ) -> Box<dyn Game> {
        Box::new(Of::packed_as(rules, position, packed))
    }

    /// The game that was read, whose positions another ruleset packs: in narrow
    /// keys where they fit, else in wide ones.
    pub fn packed_game_by_size<R: Notation, P, Q>(
        &self,
        rules: R,
        position: R::Position,
        narrow: impl Fn(&R, &R::Position) -> Option<P> + Send + Sync + 'static,
        wide: impl Fn(&R, &R::Position) -> Option<Q> + Send + Sync + 'static,
    ) -> Box<dyn Game>
    where
        P: Packed<Position = R::Position> + 'static,
        Q: Packed<Position = R::Position> + 'static,
    {
        Box::new(Of::packed_as(rules, position, narrow).or_packed_as(wide))
    }

    fn required(&self, text: Option<Text<'a>>, what: &str) -> Result<Text<'a>, ParseError> {
        match text {
            Some(text) => Ok(text),
            None if self.ruleset_only => Ok(Text::new("")),
            None => Err(ParseError::new(what, self.end)),
        }
    }
}

/// Reads a game: a position of a ruleset, or a sum of such.
///
/// ```
/// let game = grundy::catalogue::parse("nim( 3, 4,5 )").unwrap();
/// assert_eq!(game.text(), "nim(3,4,5)");
///
/// let error = grundy::catalogue::parse("nim(3,x)").err().unwrap();
/// assert_eq!(error.to_string(), "expected heap size at byte 6");
/// ```
pub fn parse(text: &str) -> Result<Box<dyn Game>, ParseError> {
    let mut reader = Reader::new(text, false);
    let game = reader.sum()?;
    reader.finish()?;
    Ok(game)
}

/// Reads a ruleset with its parameters, without a position: `kayles`,
/// `subtraction(2..5)`. The game has the ruleset's empty, or first, position.
pub fn parse_ruleset(text: &str) -> Result<Box<dyn Game>, ParseError> {
    let mut reader = Reader::new(text, true);
    let game = reader.position()?;
    reader.finish()?;
    Ok(game)
}

/// Sums may be nested this deep.
const DEEPEST: usize = 64;
/// A sum may have this many terms.
const MOST_TERMS: usize = 10_000;

struct Reader<'a> {
    text: Text<'a>,
    at: usize,
    depth: usize,
    ruleset_only: bool,
    /// Where the first game stands that cannot be added.
    with_ends: Option<usize>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, ruleset_only: bool) -> Self {
        Reader { text: Text::new(text), at: 0, depth: 0, ruleset_only, with_ends: None }
    }
}

/// A game, and whether the players are exchanged.
pub type Term = (Box<dyn Game>, bool);

/// A game cannot be added, for it has ends of its own: the ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WithEnds(pub String);

/// The sum of games; one that stands alone is what it is.
///
/// # Errors
///
/// Where one of several games, or one whose players are exchanged, has ends.
pub fn add(mut terms: Vec<Term>) -> Result<Box<dyn Game>, WithEnds> {
    match terms.as_slice() {
        [(_, false)] => Ok(terms.remove(0).0),
        [(game, true)] if game.impartial() => Ok(terms.remove(0).0),
        _ => match terms.iter().find(|(game, _)| game.has_ends()) {
            None => Ok(Box::new(SumOfGames::new(terms))),
            Some((game, _)) => Err(WithEnds(game.ruleset())),
        },
    }
}

impl<'a> Reader<'a> {
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

    fn finish(&mut self) -> Result<(), ParseError> {
        self.skip_space();
        if self.rest().is_empty() { Ok(()) } else { Err(self.error("'+', '-' or the end")) }
    }

    fn sum(&mut self) -> Result<Box<dyn Game>, ParseError> {
        let terms = self.terms()?;
        add(terms).map_err(|WithEnds(name)| {
            let start = self.with_ends.unwrap_or_default();
            ParseError::new("games that can be added", start)
                .with_help(format!("{name} has ends of its own"))
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
            return Err(ParseError::new("the name of a ruleset, '*' or '0'", start)
                .with_help("nimbers are the only values that can be added"));
        }
        Ok(vec![(self.position()?, false)])
    }

    /// `name`, `name(position)`, `name(parameters)` or `name(parameters; position)`.
    fn position(&mut self) -> Result<Box<dyn Game>, ParseError> {
        self.skip_space();
        let start = self.at;
        let in_name = |c: &char| c.is_alphanumeric() || *c == '-' || *c == '_';
        let length: usize = self.rest().chars().take_while(in_name).map(char::len_utf8).sum();
        let name = &self.rest()[..length];
        if name.is_empty() || name.starts_with('-') {
            return Err(self.error("the name of a ruleset"));
        }
        let Some(entry) = find(name) else {
            let error = ParseError::new("the name of a ruleset", start);
            return Err(match nearest(name) {
                Some(known) => error.with_help(format!("did you mean {known}?")),
                None => error.with_help("`grundy games` lists them"),
            });
        };
        self.at += length;
        let mut arguments =
            Arguments { first: None, second: None, end: self.at, ruleset_only: self.ruleset_only };
        if self.eat('(') {
            let (first, second) = self.enclosed()?;
            arguments.end = second.unwrap_or(first).end();
            (arguments.first, arguments.second) = (Some(first.trim()), second.map(Text::trim));
        }
        let game = (entry.parse)(&arguments)?;
        if game.has_ends() && self.with_ends.is_none() {
            self.with_ends = Some(start);
        }
        Ok(game)
    }

    /// The text up to the parenthesis that closes the one just read, parted at
    /// its first `;`. Neither counts inside quotation marks.
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

fn nim_heap(size: u64) -> Box<dyn Game> {
    let heaps = crate::board::heaps::Heaps::from_slice(&[size]);
    Box::new(Of::new(rulesets::nim::Nim, heaps))
}
