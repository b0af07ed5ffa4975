//! Writes, reads and draws chess positions.

use std::sync::Arc;

use cozy_chess::{Board, Move, Piece};

use super::position::letter;
use super::{Chess, Man, Material, Position, diagram};
use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ParseError, Player, Text};
use grundy_ruleset::board::grid;
use grundy_ruleset::scene::{Ground, Look, Owner, Paint, Scene, Token, squares};
use grundy_ruleset::{Notation, Ruleset};

const fn look(man: Man) -> Look {
    match man.piece {
        Piece::Pawn => Look::Pawn,
        Piece::Knight => Look::Knight,
        Piece::Bishop => Look::Bishop,
        Piece::Rook => Look::Rook,
        Piece::Queen => Look::Queen,
        Piece::King => Look::King,
    }
}

fn square_name(square: usize) -> String {
    grid::square_name(8, 8, square ^ 56)
}

/// The move from one position to another; none if a man is placed during setup.
fn step(from: &Position, to: &Position) -> Option<(Move, Board)> {
    let found = from.moves().into_iter().find(|(_, next)| next == to)?;
    let mut board = from.board()?;
    board.play_unchecked(found.0);
    Some((found.0, board))
}

/// Standard algebraic notation.
fn algebraic(from: &Position, step: Move, after: &Board) -> String {
    let (start, end) = (step.from as usize, step.to as usize);
    let Some(man) = from.man(start) else { return String::new() };
    let takes = from.man(end).is_some() || man.piece == Piece::Pawn && (start ^ end) & 7 != 0;
    let mut name = String::new();
    if man.piece == Piece::Pawn {
        if takes {
            name += &grid::column_name(start & 7);
        }
    } else {
        name.push(letter(man.piece));
        // Other men of the same kind that could move there too.
        let alike = from.squares(man);
        let mut others = Vec::new();
        if let Some(board) = from.board() {
            board.generate_moves_for(alike, |moves| {
                if moves.from != step.from && moves.to.has(step.to) {
                    others.push(moves.from as usize);
                }
                false
            });
        }
        let file = others.iter().any(|other| other & 7 == start & 7);
        let rank = others.iter().any(|other| other >> 3 == start >> 3);
        let start = square_name(start);
        match (others.is_empty(), file, rank) {
            (true, ..) => {}
            (_, false, _) => name += &start[..1],
            (_, true, false) => name += &start[1..],
            (_, true, true) => name += &start,
        }
    }
    if takes {
        name.push('x');
    }
    name += &square_name(end);
    if let Some(piece) = step.promotion {
        name.push('=');
        name.push(letter(piece));
    }
    if !after.checkers().is_empty() {
        name.push(if after.generate_moves(|_| true) { '+' } else { '#' });
    }
    name
}

impl Chess {
    /// The man that is placed between two positions during setup, and its square.
    fn put(&self, from: &Position, to: &Position) -> Option<(usize, Man)> {
        let square = grid::numbers(to.occupied() & !from.occupied()).next()?;
        Some((square, to.man(square)?))
    }
}

impl Notation for Chess {
    fn name(&self) -> &'static str {
        "chess"
    }

    fn parameters(&self) -> String {
        self.material().to_string()
    }

    fn remark(&self) -> Option<String> {
        let castling = self.castling.as_ref()?;
        Some(format!("the right to castle, {castling}, is left out: king or rook stand elsewhere"))
    }

    /// The empty board.
    fn start(&self) -> Option<Position> {
        Some(Position::default())
    }

    fn diagram(&self) -> Option<Position> {
        diagram::diagram(self)
    }

    fn print(&self, position: &Position) -> String {
        position.print()
    }

    fn read(&self, text: Text<'_>) -> Result<Position, ParseError> {
        let position = Position::read(text)?;
        let all = self.material();
        if position.turn().is_some() {
            return match Material::of(&position).comes_from(&all) {
                true => Ok(position),
                false => Err(text.expected(format!("men that {all} can become"))),
            };
        }
        let many = position.occupied().count_ones() as usize;
        if many >= all.men() {
            return Err(ParseError::new("' w' or ' b', whose turn it is", text.end()));
        }
        // Places each man on the first legal square.
        let mut start = Position::default();
        for man in all.each().take(many) {
            let found = self.options(&start, Player::Left).find(|next| {
                grid::numbers(next.occupied() & !start.occupied())
                    .all(|square| position.man(square) == Some(man))
            });
            start = found.ok_or_else(|| {
                let order: String = all.each().map(Man::letter).collect();
                text.expected(format!(
                    "the first men of {order}, and kings apart, or whose turn it is"
                ))
            })?;
        }
        Ok(position)
    }

    fn draw(&self, position: &Position) -> String {
        grid::draw(8, position.rows())
    }

    fn move_name(&self, from: &Position, to: &Position, _: Player) -> String {
        match (step(from, to), self.put(from, to)) {
            (Some((step, after)), _) => algebraic(from, step, &after),
            (None, Some((square, man))) => format!("{}@{}", man.letter(), square_name(square)),
            (None, None) => self.print(to),
        }
    }

    /// The squares left and reached, as chess programs name moves: `e7e8q`.
    fn other_names(&self, from: &Position, to: &Position, _: Player) -> Vec<String> {
        step(from, to).map(|(step, _)| step.to_string()).into_iter().collect()
    }

    fn players(&self) -> Option<[String; 2]> {
        Some(["white", "black"].map(String::from))
    }

    fn colours(&self) -> [Paint; 2] {
        [Paint::White, Paint::Black]
    }

    fn scene(&self, position: &Position) -> Scene {
        let mut scene = squares::board(8, 8, |x, y| {
            let man = position.man((7 - y) * 8 + x)?;
            Some(grundy_ruleset::scene::Piece::new(look(man), Owner::of(man.player)))
        });
        for (square, place) in scene.places.iter_mut().enumerate() {
            if (square / 8 + square) % 2 == 1 {
                place.ground = Ground::Dark;
            }
        }
        scene
    }

    fn tokens(&self, _: &Scene, from: &Position, to: &Position, _: Player) -> Vec<Token> {
        match (step(from, to), self.put(from, to)) {
            (Some((step, _)), _) => {
                vec![Token::Step { from: step.from as usize ^ 56, to: step.to as usize ^ 56 }]
            }
            (None, Some((square, man))) => {
                let piece = grundy_ruleset::scene::Piece::new(look(man), Owner::of(man.player));
                vec![Token::Put { places: vec![square ^ 56], piece: Some(piece) }]
            }
            (None, None) => Vec::new(),
        }
    }
}

/// The castling rights in Forsyth–Edwards notation, which has been read before.
fn castling(fen: Text<'_>) -> Option<Arc<str>> {
    fen.as_str().split_whitespace().nth(2).filter(|&field| field != "-").map(Arc::from)
}

/// Chess endings in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "chess",
        aliases: &["chess-endings"],
        family: Family::Grid,
        title: "Chess endings",
        about: "Few men are left on the board: force mate, promote a pawn, or save yourself by \
                stalemate. Endings of three men are solved, with the number of moves to mate; in larger \
                ones a search looks for it.",
        rules: "Chess with few men, without castling, the rule of fifty moves and the rule of \
                repetition; Left is White. Checkmate is lost, stalemate is a tie, and so are bare \
                kings. The game starts on an empty board: the players put the men there in turn, the \
                kings first, then White's men and Black's, so that the kings do not stand side by \
                side, and so that the one who puts the last man is not in check. Then the other \
                player moves.",
        notation: "chess(MATERIAL), chess(MATERIAL; POSITION) or chess(POSITION): the material is \
                   White's men and then Black's, each with the king first, as in KQKR; the position \
                   is that of Forsyth–Edwards notation, with ' w' or ' b' for the player to move; \
                   without these it is one that is being set up",
        // Endings of three men have hundreds of thousands of positions; the first is a fortress.
        examples: &[
            "chess(4k3/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/4K3 w)",
            "chess(KK)",
            "chess(KQK; 8/8/8/8/8/2K5/1Q6/k7 b)",
        ],
        source: "FIDE Laws of Chess; K. Thompson, Retrograde Analysis of Certain Endgames, ICCA \
                 Journal 9 (1986)",
        parse: &|arguments: &Arguments<'_>| {
            let (first, second) = arguments.optional();
            let first = first.unwrap_or(Text::new("KQK"));
            if first.as_str().contains('/') {
                if let Some(second) = second {
                    return Err(second.expected("no ';' behind a position"));
                }
                let position = Position::read(first)?;
                if position.turn().is_none() {
                    let error = ParseError::new("' w' or ' b', whose turn it is", first.end());
                    return Err(error
                        .with_help("or material and ';' before a position that is being set up"));
                }
                let castling = castling(first);
                let rules = Chess { castling, ..Chess::new(Material::of(&position)) };
                return Ok(arguments.packed_game(rules, position));
            }
            let castling = second.and_then(castling);
            let rules = Chess { castling, ..Chess::new(Material::parse(first)?) };
            let position = second.map_or(Ok(Position::default()), |text| rules.read(text))?;
            Ok(arguments.packed_game(rules, position))
        },
    }
}
