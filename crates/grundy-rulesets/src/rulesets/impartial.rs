//! The impartial version of a partizan game: both players have the moves of both.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use hashbrown::HashMap;

use crate::catalogue::{self, Arguments, Entry, Family};
use grundy_base::error::unquoted;
use grundy_base::{Convention, Fault, ParseError, Player, Source, Text};
use grundy_game::{Game, Of};
use grundy_ruleset::scene::{Scene, Token};
use grundy_ruleset::{Notation, Numbering, Outside, Ruleset, Sizes};
use grundy_solve::sums;
use grundy_solve::sums::Piece;

/// The impartial version of a ruleset without ends of its own, whose type is erased.
///
/// Positions are numbers that a [`sums::ComponentSource`] assigns to positions of the ruleset. The
/// numbering grows as long as the ruleset is in use.
#[derive(Clone)]
pub struct Impartial(Arc<Shared>);

grundy_base::debug! {
    impl[] Impartial: "Impartial", |rules| of = rules.0.game.text();
}

struct Shared {
    /// A position of the ruleset, from which other positions are made for display.
    game: Box<dyn Game>,
    source: Mutex<Numbered>,
    /// A cache of the moves from the last position whose move names were requested.
    named: Mutex<Option<(u32, Moves)>>,
    /// The error of the rules; none if they have not failed.
    fault: OnceLock<Fault>,
}

struct Numbered {
    source: Box<dyn sums::ComponentSource>,
    /// The number of bytes reported so far.
    told: u64,
}

/// For each position that a move reaches, the name and the tokens of the move.
type Moves = HashMap<u32, (String, Vec<Token>)>;

fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Impartial {
    /// The game in which both players have all moves of both players in `game`; none for a sum.
    pub fn of(game: &dyn Game) -> Option<Of<u32>> {
        let mut source = game.source()?;
        // A ruleset can read what it prints.
        let start = source.whole(&game.position()).ok()?;
        let source = Mutex::new(Numbered { source, told: 0 });
        let shared =
            Shared { game: game.boxed(), source, named: Mutex::default(), fault: OnceLock::new() };
        Some(Of::new(Impartial(Arc::new(shared)), start))
    }

    fn numbered(&self) -> MutexGuard<'_, Numbered> {
        held(&self.0.source)
    }

    /// The position as a game of the original ruleset.
    fn inside(&self, number: u32) -> Box<dyn Game> {
        let text = self.print(&number);
        self.0.game.at(Text::new(&text)).unwrap_or_else(|_| self.0.game.boxed())
    }

    fn moves(&self, from: u32) -> Moves {
        let inside = self.inside(from);
        let mut moves = Moves::new();
        for found in Player::BOTH.into_iter().flat_map(|player| inside.moves(player)) {
            let Ok(to) = self.read(Text::new(&found.to.position())) else { continue };
            let known = moves.entry(to).or_insert_with(|| (found.name, Vec::new()));
            known.1.extend(found.tokens);
        }
        moves
    }

    /// Reads the name or the tokens of a move.
    fn of_move<T>(
        &self,
        from: u32,
        to: u32,
        read: impl Fn(&(String, Vec<Token>)) -> T,
    ) -> Option<T> {
        let mut named = held(&self.0.named);
        if named.as_ref().is_none_or(|(known, _)| *known != from) {
            *named = Some((from, self.moves(from)));
        }
        named.as_ref().and_then(|(_, moves)| moves.get(&to)).map(read)
    }
}

impl Ruleset for Impartial {
    type Position = u32;

    fn impartial(&self) -> bool {
        true
    }

    fn options(&self, &position: &u32, _: Player) -> impl Iterator<Item = u32> {
        let (mut all, source) = (Vec::new(), &mut self.numbered().source);
        for player in Player::BOTH {
            if let Err(fault) = source.followers(position, player, &mut |option| all.push(option)) {
                self.0.fault.get_or_init(|| fault);
            }
        }
        all.into_iter()
    }

    // Components stay independent when both players have all moves, and a component and its
    // negative become equal.
    fn components(&self, position: u32) -> impl Iterator<Item = u32> {
        let mut pieces: Vec<Piece> = Vec::new();
        self.numbered().source.split(position, &mut pieces);
        pieces.into_iter().map(|piece| piece.number)
    }

    fn splits(&self) -> bool {
        self.0.game.splits()
    }

    fn negative(&self, position: &u32) -> Option<u32> {
        Some(*position)
    }

    fn representative(&self, position: u32) -> (u32, bool) {
        (position, false)
    }

    fn longest_play(&self, &position: &u32) -> Option<u64> {
        self.numbered().source.longest_play(position)
    }

    fn numbering(&self) -> Option<Numbering<u32>> {
        Some(Numbering { count: 0, number: |&number| number as usize })
    }

    fn loopy(&self) -> bool {
        self.0.game.loopy()
    }

    fn convention(&self) -> Convention {
        self.0.game.convention()
    }

    fn outside(&self) -> Option<&dyn Outside<u32>> {
        Some(self)
    }

    /// Memory in bytes; it includes all positions that were numbered since the last call.
    fn bytes(&self, _: &u32) -> usize {
        let mut numbered = self.numbered();
        let bytes = numbered.source.bytes();
        let new = bytes.saturating_sub(std::mem::replace(&mut numbered.told, bytes));
        size_of::<u32>() + new as usize
    }
}

impl Outside<u32> for Impartial {
    fn failure(&self) -> Option<Fault> {
        self.0.fault.get().cloned().or_else(|| self.0.game.failure())
    }
}

impl Notation for Impartial {
    fn name(&self) -> &'static str {
        NAME
    }

    fn parameters(&self) -> String {
        self.0.game.ruleset()
    }

    fn sources(&self) -> Vec<(&'static str, &Source)> {
        self.0.game.sources()
    }

    fn print(&self, &position: &u32) -> String {
        self.numbered().source.text(position)
    }

    fn read(&self, text: Text<'_>) -> Result<u32, ParseError> {
        let found = self.numbered().source.whole(text.as_str());
        found.map_err(|error| further(error, text.offset()))
    }

    fn spell(&self, &position: &u32) -> String {
        format!("{NAME}({})", self.inside(position).text())
    }

    fn draw(&self, &position: &u32) -> String {
        self.inside(position).drawing()
    }

    fn move_name(&self, &from: &u32, to: &u32, _: Player) -> String {
        self.of_move(from, *to, |(name, _)| name.clone()).unwrap_or_else(|| self.print(to))
    }

    fn scene(&self, &position: &u32) -> Scene {
        self.inside(position).scene()
    }

    fn tokens(&self, _: &Scene, &from: &u32, &to: &u32, _: Player) -> Vec<Token> {
        self.of_move(from, to, |(_, tokens)| tokens.clone()).unwrap_or_default()
    }

    fn sizes(&self) -> Option<Sizes> {
        self.0.game.sizes()
    }

    fn alphabet(&self) -> String {
        self.0.game.alphabet()
    }
}

const NAME: &str = "impartial";
/// The greatest nesting depth of impartial versions.
const DEEPEST: usize = 64;

/// The error with its offset increased by `by`.
fn further(error: ParseError, by: usize) -> ParseError {
    ParseError { at: error.at + by, ..error }
}

/// Reads the game to make impartial: a game, or a ruleset and a position of it.
fn read_inside(arguments: &Arguments<'_>) -> Result<Box<dyn Game>, ParseError> {
    let (first, second) = arguments.optional();
    let Some(first) = first else {
        return Err(ParseError::new("a game in parentheses", arguments.end()));
    };
    if first.as_str().matches(NAME).count() >= DEEPEST {
        return Err(first.expected("fewer impartial games within each other"));
    }
    let depth = unquoted(first.as_str()).fold(0, |depth: i64, (_, c)| match c {
        '(' => depth + 1,
        ')' => depth - 1,
        _ => depth,
    });
    let here = |error| further(error, first.offset());
    match second {
        // The semicolon belongs to the inner game.
        Some(second) if depth > 0 => {
            let between = second.offset() - first.end();
            let whole = format!("{}{:>between$}{}", first.as_str(), ";", second.as_str());
            catalogue::parse(&whole).map_err(here)
        }
        Some(position) => catalogue::parse_ruleset(first.as_str()).map_err(here)?.at(position),
        None if arguments.wants_ruleset() => catalogue::parse_ruleset(first.as_str()).map_err(here),
        None => catalogue::parse(first.as_str()).map_err(here),
    }
}

fn parse(arguments: &Arguments<'_>) -> Result<Box<dyn Game>, ParseError> {
    let inside = read_inside(arguments)?;
    let start = arguments.optional().0.map_or(arguments.end(), Text::offset);
    if inside.has_ends() {
        return Err(ParseError::new("a game without ends of its own", start)
            .with_help(format!("{} has ends of its own", inside.ruleset())));
    }
    // A sum is made impartial term by term. Signs are dropped, since an impartial game is its
    // own negative.
    let term = |(game, _): (Box<dyn Game>, bool)| -> Option<catalogue::Term> {
        match game.impartial() {
            true => Some((game, false)),
            false => Some((Box::new(Impartial::of(&*game)?), false)),
        }
    };
    let terms: Option<Vec<_>> = inside.signed_terms().into_iter().map(term).collect();
    let sum = terms.and_then(|terms| catalogue::add(terms).ok());
    sum.ok_or_else(|| ParseError::new("a game, or a sum of games", start))
}

/// Impartial versions of partizan games in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: NAME,
        aliases: &[],
        family: Family::Explicit,
        title: "Impartial versions of partizan games",
        about: "Take a game in which the players have different moves, and give both players all of \
                them. Domineering becomes Cram, and the theory of Nim holds where it did not before.",
        rules: "Both players have the moves of both: in impartial(domineering(4x4)), which is Cram, \
                each lays dominoes upright or lying down. Any game can stand in the parentheses that \
                has no ends of its own, also one of a rule file, or a sum, of which each term is made \
                impartial; a game that is impartial is left as it is. The player who cannot move \
                loses, as in the game itself.",
        notation: "impartial(GAME) or impartial(RULESET; POSITION)",
        examples: &[
            "impartial(domineering(4x3))",
            "impartial(clobber(xxo|o.x))",
            "impartial(toads-and-frogs(TT..FF))",
        ],
        source: "Elwyn R. Berlekamp, John H. Conway and Richard K. Guy, Winning Ways for your \
                 Mathematical Plays, chapter 15 (Cram); the impartial games of MCGS, a \
                 minimax-based combinatorial game solver (Folkersen, Müller and others)",
        parse: &parse,
    }
}
