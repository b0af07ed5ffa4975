//! A board of Go or Hex as the Go Text Protocol sees it: colours, vertices, sizes, komi.
//!
//! In Go columns have letters without I, and rows count from the bottom. In Hex, following HexGui
//! and Benzene, columns have all letters and rows count from the top; black joins top and bottom.

use anyhow::{Context, Result, anyhow, bail};
use grundy::board::rows::Bits;
use grundy::board::wide::Wide;
use grundy::rulesets::go::{Points, Stones};
use grundy::scene::{Owner, Token};
use grundy::{Convention, End, Game, Player, catalogue};

use super::played::Played;

/// The games of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Go,
    Hex,
}

/// A game and the moves made in it.
pub(super) struct Board {
    pub(super) kind: Kind,
    pub(super) width: usize,
    pub(super) height: usize,
    /// The options of Go after the size, without komi.
    options: Vec<String>,
    /// The komi for White, in half points.
    half_komi: u32,
    /// The position in which play starts.
    start: Box<dyn Game>,
    /// The moves from there, by colour, with the positions that they lead to.
    moves: Vec<(Player, Vertex, Box<dyn Game>)>,
}

/// The place where a stone is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Vertex {
    /// A place, counted by rows from the top.
    At(usize),
    Pass,
}

/// Go letters have no I.
const GO_LETTERS: &str = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyz";

impl Board {
    /// A board with the position of a game.
    ///
    /// # Errors
    ///
    /// If the game is neither Go nor Hex, or columns have no letters.
    pub(super) fn new(game: Box<dyn Game>) -> Result<Board> {
        let ruleset = game.ruleset();
        let (name, rest) = ruleset.split_once('(').unwrap_or((&ruleset, ""));
        let kind = match name {
            "go" => Kind::Go,
            "hex" => Kind::Hex,
            _ => bail!("--gtp plays go and hex, not {ruleset}; --ugi plays any game"),
        };
        let mut parameters = rest.trim_end_matches(')').split(',');
        let size = parameters.next().unwrap_or_default();
        let (width, height) = size.split_once('x').unwrap_or((size, size));
        let side = |side: &str| {
            side.parse().with_context(|| format!("{ruleset} has no size, as go(9) has"))
        };
        let (width, height) = (side(width)?, side(height)?);
        let (komi, options): (Vec<&str>, _) = parameters.partition(|one| one.starts_with("komi="));
        let komi = komi.first().and_then(|komi| komi.trim_start_matches("komi=").parse().ok());
        let board = Board {
            kind,
            width,
            height,
            options: options.into_iter().map(str::to_string).collect(),
            half_komi: (2.0 * komi.unwrap_or(0.0)) as u32,
            start: game,
            moves: Vec::new(),
        };
        if width > board.letters().len() {
            bail!(
                "{ruleset} has more columns than the protocol has letters, {}",
                board.letters().len()
            );
        }
        Ok(board)
    }

    fn letters(&self) -> &'static str {
        match self.kind {
            Kind::Go => GO_LETTERS,
            Kind::Hex => LETTERS,
        }
    }

    /// The position on the board.
    pub(super) fn game(&self) -> &dyn Game {
        self.moves.last().map_or(&*self.start, |(.., game)| &**game)
    }

    /// The play so far, where this player is to move.
    pub(super) fn played(&self, mover: Player) -> Played {
        let movers = self.moves.iter().map(|(player, ..)| *player).chain([mover]);
        let mut movers = movers.collect::<Vec<_>>().into_iter();
        let first = movers.next().unwrap_or(mover);
        let mut played = Played::new(self.start.to_move(Some(first)), first, Convention::Normal);
        for ((.., to), next) in self.moves.iter().zip(movers) {
            played.make_before(to.boxed(), next);
        }
        played
    }

    /// An empty board of a size; none if there is no such board.
    fn empty(&self, width: usize, height: usize, half_komi: u32) -> Option<Box<dyn Game>> {
        if width > self.letters().len() {
            return None;
        }
        catalogue::parse(&format!("{})", self.opened(width, height, half_komi))).ok()
    }

    /// The text of the ruleset before the last parenthesis.
    fn opened(&self, width: usize, height: usize, half_komi: u32) -> String {
        let size = format!("{width}x{height}");
        match self.kind {
            Kind::Hex => format!("hex({size}"),
            Kind::Go => {
                let komi = (half_komi > 0).then(|| format!("komi={}", halves(half_komi)));
                let all = [size].into_iter().chain(self.options.iter().cloned()).chain(komi);
                format!("go({}", all.collect::<Vec<_>>().join(","))
            }
        }
    }

    /// Takes an empty board of a size, if there is one.
    pub(super) fn resize(&mut self, width: usize, height: usize) -> bool {
        let Some(empty) = self.empty(width, height, self.half_komi) else { return false };
        (self.width, self.height, self.start) = (width, height, empty);
        self.moves.clear();
        true
    }

    /// Empties the board.
    pub(super) fn clear(&mut self) -> bool {
        self.resize(self.width, self.height)
    }

    /// Sets komi, in half points, and keeps the position; returns false if the ruleset has no such
    /// komi.
    pub(super) fn set_komi(&mut self, half_komi: u32) -> bool {
        if self.kind == Kind::Hex {
            return half_komi == 0;
        }
        let opened = self.opened(self.width, self.height, half_komi);
        let other =
            |game: &dyn Game| catalogue::parse(&format!("{opened}; {})", game.position())).ok();
        let Some(start) = other(&*self.start) else { return false };
        let moves =
            self.moves.iter().map(|(player, at, game)| Some((*player, *at, other(&**game)?)));
        let Some(moves) = moves.collect::<Option<Vec<_>>>() else { return false };
        (self.half_komi, self.start, self.moves) = (half_komi, start, moves);
        true
    }

    /// Reads a vertex; none if it is written wrongly, an error if it is not on the board.
    pub(super) fn vertex(&self, text: &str) -> Option<Result<Vertex>> {
        if text.eq_ignore_ascii_case("pass") {
            return Some(Ok(Vertex::Pass));
        }
        let letter = text.chars().next().filter(char::is_ascii_alphabetic)?;
        let row = &text[1..];
        if row.is_empty() || row.starts_with('0') || !row.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let found = |c: char| c.eq_ignore_ascii_case(&letter);
        let column = self.letters().chars().position(found)?;
        let row = row.parse().unwrap_or(usize::MAX);
        if column >= self.width || row > self.height {
            return Some(Err(anyhow!("not on the board")));
        }
        let line = match self.kind {
            Kind::Go => self.height - row,
            Kind::Hex => row - 1,
        };
        Some(Ok(Vertex::At(line * self.width + column)))
    }

    /// Writes a vertex.
    pub(super) fn written(&self, vertex: Vertex) -> String {
        let Vertex::At(place) = vertex else { return "pass".to_string() };
        let (line, column) = (place / self.width, place % self.width);
        let row = match self.kind {
            Kind::Go => self.height - line,
            Kind::Hex => line + 1,
        };
        format!("{}{row}", &self.letters()[column..=column])
    }

    /// Makes a move, if it is legal.
    pub(super) fn play(&mut self, player: Player, vertex: Vertex) -> bool {
        if self.end(player).is_some() {
            return false;
        }
        let to = match vertex {
            Vertex::Pass => {
                let moves = self.game().moves(player);
                moves.into_iter().find(|m| m.name == "pass").map(|m| m.to)
            }
            // If several points have the same effect, the name of the move is the name of one of
            // them.
            Vertex::At(place) => {
                let mut moves = self.game().moves(player).into_iter();
                moves
                    .find(|m| m.tokens.iter().any(|token| puts_at(token) == Some(place)))
                    .map(|m| m.to)
            }
        };
        let Some(to) = to else { return false };
        self.moves.push((player, vertex, to));
        true
    }

    /// The vertex of a player's move to a position.
    pub(super) fn vertex_to(&self, player: Player, to: &dyn Game) -> Option<Vertex> {
        let text = to.text();
        let found = self.game().moves(player).into_iter().find(|m| m.to.text() == text)?;
        if found.name == "pass" {
            return Some(Vertex::Pass);
        }
        found.tokens.iter().find_map(puts_at).map(Vertex::At)
    }

    /// Takes the last move back.
    pub(super) fn undo(&mut self) -> bool {
        self.moves.pop().is_some()
    }

    /// How the rules end play before this player moves, if they do.
    pub(super) fn end(&self, player: Player) -> Option<End> {
        self.game().end(player)
    }

    /// The stones on the board, as sets of places.
    pub(super) fn stones(&self) -> [Vec<usize>; 2] {
        let scene = self.game().scene();
        let of = |owner: Owner| {
            let on = |place: usize| {
                scene.places[place].piece.as_ref().is_some_and(|piece| piece.owner == owner)
            };
            (0..self.width * self.height).filter(|&place| on(place)).collect()
        };
        [of(Owner::Left), of(Owner::Right)]
    }

    /// Puts black stones on the empty board, before the first move.
    pub(super) fn put(&mut self, places: &[usize]) -> bool {
        let rows = (0..self.height).map(|y| {
            let sign = |x| if places.contains(&(y * self.width + x)) { 'X' } else { '.' };
            (0..self.width).map(sign).collect::<String>()
        });
        let rows = rows.collect::<Vec<_>>().join("|");
        let opened = self.opened(self.width, self.height, self.half_komi);
        let Ok(game) = catalogue::parse(&format!("{opened}; {rows})")) else { return false };
        self.start = game;
        self.moves.clear();
        true
    }

    /// The result as the protocol writes it; none if nobody has won yet.
    pub(super) fn score(&self) -> Option<String> {
        match self.kind {
            Kind::Hex => match self.game().end(Player::Left)? {
                End::Won(Player::Left) => Some("B+".to_string()),
                End::Won(Player::Right) => Some("W+".to_string()),
                End::Tie => Some("0".to_string()),
            },
            Kind::Go => {
                let points = Points::<Wide>::new(self.width, self.height)?;
                let set = |stones: Vec<usize>| Wide::of(stones.into_iter().map(|at| at as u32));
                let [x, o] = self.stones().map(set);
                let lead = 2 * points.area(Stones { x, o }) - self.half_komi as i32;
                Some(match lead {
                    0 => "0".to_string(),
                    1.. => format!("B+{}", halves(lead.unsigned_abs())),
                    _ => format!("W+{}", halves(lead.unsigned_abs())),
                })
            }
        }
    }

    /// The board as text, with the letters and numbers of the protocol.
    pub(super) fn drawing(&self) -> String {
        let [black, white] = self.stones();
        let letters: Vec<&str> = (0..self.width).map(|x| &self.letters()[x..=x]).collect();
        let letters = letters.join(" ");
        let mut lines = vec![format!("   {letters}")];
        for y in 0..self.height {
            let sign = |x: usize| match y * self.width + x {
                place if black.contains(&place) => "X",
                place if white.contains(&place) => "O",
                _ => ".",
            };
            let row: Vec<&str> = (0..self.width).map(sign).collect();
            let (shift, number) = match self.kind {
                Kind::Go => (0, self.height - y),
                // Each row lies half a cell to the right of the one above.
                Kind::Hex => (y, y + 1),
            };
            lines.push(format!("{}{number:2} {}", " ".repeat(shift), row.join(" ")));
        }
        if self.kind == Kind::Go {
            lines.push(format!("   {letters}"));
        }
        lines.join("\n")
    }
}

/// The place on which a token puts something.
fn puts_at(token: &Token) -> Option<usize> {
    match token {
        Token::Put { places, piece: Some(_) } if places.len() == 1 => Some(places[0]),
        _ => None,
    }
}

/// A number of half points.
fn halves(number: u32) -> String {
    format!("{}{}", number / 2, if number % 2 == 1 { ".5" } else { "" })
}
