//! Writes, reads and draws games of Go.

use super::repetition::{ONCE, Once, REPEAT, Repeat, Repetition, SUPERKO, Superko};
use super::search::search;
use super::stones::{Points, Stones};
use super::{Go, GoOnBoard, Position};
use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{Limits, ParseError, Player, Text};
use grundy_game::{Compiled, Game, Of};
use grundy_ruleset::board::grid;
use grundy_ruleset::board::rows::Bits;
use grundy_ruleset::board::wide::Wide;
use grundy_ruleset::scene::{
    Ground, KEY, Kind, Label, Look, Owner, Paint, Piece, Place, Scene, Token, squares,
};
use grundy_ruleset::{InWords, Notation};

/// A forbidden point: it is empty, but no stone may be put on it.
const FORBIDDEN: char = '#';

impl<R: Repetition<B>, B: Bits> Go<R, B> {
    fn squares(&self, stones: Stones<B>, forbidden: B) -> impl Iterator<Item = char> {
        (0..self.points.count() as u32).map(move |point| match point {
            _ if stones.x.holds(point) => 'X',
            _ if stones.o.holds(point) => 'O',
            _ if forbidden.holds(point) => FORBIDDEN,
            _ => '.',
        })
    }

    /// Reads a legal board, with forbidden points if `alphabet` has a character for them.
    fn board(&self, text: Text<'_>, alphabet: &str) -> Result<(Stones<B>, B), ParseError> {
        let Points { width, height, .. } = self.points;
        let board = grid::read(text, alphabet)?;
        if (board.width, board.height) != (width, height) {
            return Err(text.expected(format!("{height} rows of {width}")));
        }
        let stones = Stones { x: board.set('X'), o: board.set('O') };
        if !self.points.is_legal(stones) {
            return Err(text.expected("a board on which every chain has a liberty"));
        }
        Ok((stones, board.set(FORBIDDEN)))
    }
}

impl<R: Repetition<B>, B: Bits> Notation for Go<R, B> {
    fn name(&self) -> &'static str {
        "go"
    }

    fn parameters(&self) -> String {
        let mut parameters = vec![format!("{}x{}", self.points.width, self.points.height)];
        parameters.extend((!R::WORD.is_empty()).then(|| R::WORD.to_string()));
        parameters.extend(self.passes.then(|| "passes".to_string()));
        parameters.extend(self.suicide.then(|| "suicide".to_string()));
        parameters.extend((self.half_komi != 0).then(|| {
            let half = if self.half_komi % 2 == 1 { ".5" } else { "" };
            format!("komi={}{half}", self.half_komi / 2)
        }));
        parameters.join(",")
    }

    fn start(&self) -> Option<Self::Position> {
        Some(Position::default())
    }

    fn players(&self) -> Option<[String; 2]> {
        Some(["black", "white"].map(String::from))
    }

    fn colours(&self) -> [Paint; 2] {
        [Paint::Black, Paint::White]
    }

    fn print(&self, position: &Self::Position) -> String {
        let board =
            |stones, forbidden| grid::print(self.points.width, self.squares(stones, forbidden));
        let mut parts = vec![board(position.stones, R::forbidden(&position.memory))];
        parts.extend((0..position.passes).map(|_| "pass".to_string()));
        parts.extend(
            R::earlier(&self.points, &position.memory).map(|stones| board(stones, B::EMPTY)),
        );
        parts.join(", ")
    }

    fn read(&self, text: Text<'_>) -> Result<Self::Position, ParseError> {
        let mut parts = text.split(',');
        let alphabet = if R::CLOSES_POINTS { ".XO#" } else { ".XO" };
        let (stones, forbidden) = self.board(parts.next().unwrap_or(text), alphabet)?;
        let mut passes = 0;
        let mut earlier = Vec::new();
        for part in parts {
            if self.passes && part.as_str() == "pass" {
                passes += 1;
                if passes > 2 {
                    return Err(part.expected("at most two passes, which end play"));
                }
            } else if R::KEEPS_BOARDS {
                let (board, _) = self.board(part, ".XO")?;
                if board == stones {
                    return Err(part.expected("another board than the one in play"));
                }
                earlier.push(board);
            } else if self.passes {
                return Err(part.expected("'pass' or the end"));
            } else {
                return Err(part.expected("the end of the board"));
            }
        }
        let memory = R::remember(&self.points, forbidden, &earlier);
        Ok(Position { stones, passes, memory })
    }

    fn alphabet(&self) -> String {
        ".XO".to_string()
    }

    fn draw(&self, position: &Self::Position) -> String {
        let squares = self.squares(position.stones, R::forbidden(&position.memory));
        let mut drawing = grid::draw(self.points.width, squares);
        match position.passes {
            0 => {}
            1 => drawing.push_str("\none pass"),
            _ => drawing.push_str("\ntwo passes"),
        }
        match R::earlier(&self.points, &position.memory).count() {
            0 => {}
            1 => drawing.push_str("\nafter 1 other board"),
            boards => drawing.push_str(&format!("\nafter {boards} other boards")),
        }
        drawing
    }

    /// A key to pass follows the points, if passing is allowed.
    fn scene(&self, position: &Self::Position) -> Scene {
        let all: Vec<char> =
            self.squares(position.stones, R::forbidden(&position.memory)).collect();
        let Points { width, height, .. } = self.points;
        let mut scene = squares::points(width, height, |x, y| {
            let (look, owner) = match all[y * width + x] {
                'X' => (Look::Stone, Owner::Left),
                'O' => (Look::Stone, Owner::Right),
                FORBIDDEN => (Look::Closed, Owner::Nobody),
                _ => return None,
            };
            Some(Piece::new(look, owner))
        });
        if self.passes {
            const WIDE: f64 = 1.5;
            let [right, bottom] = scene.size;
            let y = height as f64 / 2.0;
            let key = [right + 0.3 + WIDE / 2.0, y];
            scene.places.push(Place::new("pass", key, Ground::Key(WIDE)));
            if position.passes > 0 {
                let times = format!("× {}", position.passes);
                scene.labels.push(Label::new(times, [key[0], y + 0.65], Kind::Name));
            }
            scene.size = [right + 0.3 + WIDE, bottom.max(y + KEY + 0.2)];
        }
        scene
    }

    fn tokens(
        &self,
        _: &Scene,
        from: &Self::Position,
        to: &Self::Position,
        player: Player,
    ) -> Vec<Token> {
        if to.passes > from.passes {
            return vec![Token::press(self.points.count())];
        }
        let points = (self.open(from).singles())
            .filter(|&point| self.after(from, player, point).as_ref() == Some(to));
        let piece = Piece::new(Look::Stone, Owner::of(player));
        points
            .map(|point| Token::Put {
                places: vec![point.first() as usize],
                piece: Some(piece.clone()),
            })
            .collect()
    }

    /// The point, or the first of several with the same effect; or `pass`.
    fn move_name(&self, from: &Self::Position, to: &Self::Position, player: Player) -> String {
        let found = (self.open(from).singles())
            .find(|&point| self.after(from, player, point).as_ref() == Some(to));
        let Points { width, height, .. } = self.points;
        match found {
            Some(point) => grid::square_name(width, height, point.first() as usize),
            None if to.passes > from.passes => "pass".to_string(),
            None => self.print(to),
        }
    }
}

/// The parameters, before the rule about repetition becomes a type.
struct Parameters {
    width: usize,
    height: usize,
    repetition: &'static str,
    suicide: bool,
    passes: bool,
    half_komi: u16,
}

impl Parameters {
    fn read(text: Text<'_>) -> Result<Self, ParseError> {
        let mut parts = text.split(',');
        let size = parts.next().unwrap_or(text);
        let fits = |&(width, height): &_| Points::<Wide>::new(width, height).is_some();
        let (width, height) = grid::read_size(size).filter(fits).ok_or_else(|| {
            size.expected("a size such as 3x2, with at most 256 points and sides of at most 26")
        })?;
        let mut read = Parameters {
            width,
            height,
            repetition: REPEAT,
            suicide: false,
            passes: false,
            half_komi: 0,
        };
        let (mut repetition, mut komi) = (false, false);
        for part in parts {
            let word = part.split_once("=").map_or(part, |(word, _)| word);
            let again = match word.as_str() {
                "repeat" | ONCE | SUPERKO => std::mem::replace(&mut repetition, true),
                "passes" => read.passes,
                "suicide" => read.suicide,
                "komi" => std::mem::replace(&mut komi, true),
                _ => false,
            };
            if again {
                return Err(part.expected("each option once, and one rule about repetition"));
            }
            match part.as_str() {
                "repeat" => read.repetition = REPEAT,
                ONCE => read.repetition = ONCE,
                SUPERKO => read.repetition = SUPERKO,
                "passes" => read.passes = true,
                "suicide" => read.suicide = true,
                _ => match part.split_once("=") {
                    Some((word, komi)) if word.as_str() == "komi" => {
                        read.half_komi = half_points(komi)?;
                    }
                    _ => {
                        return Err(part.expected(
                            "'repeat', 'once', 'superko', 'passes', 'suicide' or 'komi=…'",
                        ));
                    }
                },
            }
        }
        Ok(read)
    }

    /// The rules under `repetition` on boards of type `B`, and the position; the empty board if no
    /// position is given. No rules if the board is too large.
    fn with<R: Repetition<B>, B: Bits>(
        &self,
        repetition: R,
        position: Option<Text<'_>>,
    ) -> Option<Result<Placed<R, B>, ParseError>> {
        let &Parameters { width, height, suicide, passes, half_komi, .. } = self;
        let points = Points::new(width, height)?;
        let rules = Go { points, suicide, passes, half_komi, repetition };
        let position = position.map_or(Ok(Position::default()), |text| rules.read(text));
        Some(position.map(|position| (rules, position)))
    }
}

/// Rules and a position.
type Placed<R, B> = (Go<R, B>, Position<<R as Repetition<B>>::Memory, B>);

/// Reads `7`, `0.5` or `7.0` as a number of half points.
fn half_points(text: Text<'_>) -> Result<u16, ParseError> {
    let (points, half) = match text.split_once(".") {
        Some((points, half)) if matches!(half.as_str(), "0" | "5") => {
            (points, u16::from(half.as_str() == "5"))
        }
        Some((_, half)) => return Err(half.expected("0 or 5: komi is counted in half points")),
        None => (text, 0),
    };
    let points: u16 = points.number("a number of points")?;
    // A komi above the size of the board changes nothing.
    if points > 100 {
        return Err(text.expected("a komi of at most 100"));
    }
    Ok(2 * points + half)
}

/// A game under a rule about repetition that does not store boards, on the smallest boards that
/// hold it. The smallest boards have packed keys.
fn without_history<R>(
    arguments: &Arguments<'_>,
    parameters: &Parameters,
    repetition: R,
    position: Option<Text<'_>>,
) -> Option<Result<Box<dyn Game>, ParseError>>
where
    R: Repetition + Repetition<u128> + Repetition<Wide>,
    Position<<R as Repetition>::Memory>: InWords<Words: Compiled>,
    Position<<R as Repetition<u128>>::Memory, u128>: InWords<Words: Compiled>,
    Position<<R as Repetition<Wide>>::Memory, Wide>: InWords<Words: Compiled>,
{
    if let Some(placed) = parameters.with::<R, u64>(repetition, position) {
        return Some(placed.map(|(rules, position)| {
            let narrow = |&rules: &Go<R>, _: &_| GoOnBoard::<R, u64>::new(rules);
            let wide = |&rules: &Go<R>, _: &_| GoOnBoard::<R, u128>::new(rules);
            arguments.packed_game_by_size(rules, position, narrow, wide)
        }));
    }
    if let Some(placed) = parameters.with::<R, u128>(repetition, position) {
        return Some(placed.map(|(rules, position)| arguments.game_in_words(rules, position)));
    }
    let placed = parameters.with::<R, Wide>(repetition, position)?;
    Some(placed.map(|(rules, position)| arguments.game_in_words(rules, position)))
}

/// A game under superko, with its own search.
fn with_history(
    arguments: &Arguments<'_>,
    parameters: &Parameters,
    position: Option<Text<'_>>,
) -> Option<Result<Box<dyn Game>, ParseError>> {
    if let Some(placed) = parameters.with::<Superko, u64>(Superko, position) {
        return Some(
            placed.map(|(rules, position)| arguments.searched_game(rules, position, search::<u64>)),
        );
    }
    // Positions of large boards are stored as bytes, for which solvers are compiled already.
    let placed = parameters.with::<Superko, Wide>(Superko, position)?;
    Some(placed.map(|(rules, position)| {
        let found = move |at: &_, options: &[_], mover, limits: &Limits<'_>| {
            let options: Vec<_> = options.iter().map(Position::from_words).collect();
            search::<Wide>(&rules, &Position::from_words(at), &options, mover, limits)
        };
        Of::in_words(rules, position).searched(found).erased()
    }))
}

/// Go in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "go",
        aliases: &["weiqi", "baduk"],
        family: Family::Grid,
        title: "Go",
        about: "Surround points, and capture stones that have no free point left; the larger area \
                wins. On tiny boards even repetition, passing and suicide can be solved completely.",
        rules: "Left puts an X, which players call black, and Right an O on an empty point. Then \
                the opponent's chains that have no empty point next to them leave the board. A \
                stone whose own chain would then have none may not be put, except with 'suicide': \
                there the chain leaves. Play ends when the player to move has no legal move, and \
                with 'passes', where a player may pass, after two passes in a row. Whoever then has \
                the greater area wins: his stones and the empty regions that touch only them; \
                'komi' is added to O's area; equal areas are a tie. Boards may repeat, so that play \
                can go on for ever ('repeat'); with 'once' no point is played twice, points that \
                are closed in this way being written '#'; with 'superko' no move brings back an \
                earlier board, and the earlier boards are written behind the one in play. The rules \
                of Tromp and Taylor are those with 'superko', 'passes' and 'suicide'. Of the \
                boards with 2×2 points 57 are legal, of those with 3×3 points 12,675. A board has at \
                most 256 points, and sides of at most 26.",
        notation: "go(WIDTHxHEIGHT, OPTION, …) or go(WIDTHxHEIGHT, OPTION, …; BOARD), where OPTION \
                   is repeat, once, superko, passes, suicide or komi=POINTS; behind BOARD stand \
                   'pass' for each pass and, with superko, the earlier boards",
        examples: &["go(2x2)", "go(3x1,superko,passes)", "go(2x2,once)", "go(3x2,passes; X..|..O)"],
        source: "John Tromp and Gunnar Farnebäck, Combinatorics of Go, 2007 (the logical rules)",
        parse: &|arguments: &Arguments<'_>| {
            let (parameters, position) = arguments.optional();
            let missing = || ParseError::new("a size such as 3x3 in parentheses", arguments.end());
            let parameters = Parameters::read(parameters.ok_or_else(missing)?)?;
            let game = match parameters.repetition {
                ONCE => without_history(arguments, &parameters, Once, position),
                SUPERKO => with_history(arguments, &parameters, position),
                _ => without_history(arguments, &parameters, Repeat, position),
            };
            game.unwrap_or_else(|| Err(missing()))
        },
    }
}
