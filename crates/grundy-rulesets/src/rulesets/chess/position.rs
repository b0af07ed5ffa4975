//! Positions: men on squares, the player to move, and a pawn that can be taken en passant.

use cozy_chess::{BitBoard, Board, BoardBuilder, Color, File, Move, Piece, Rank, Square};

use grundy_base::{ParseError, Player, Text};
use grundy_ruleset::board::grid;
use grundy_ruleset::words::{InWords, Words, turn_from_number, turn_to_number};

/// A man of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Man {
    /// The owner; Left's men are White.
    pub player: Player,
    /// The kind of man.
    pub piece: Piece,
}

/// A position of chess without castling, or a position during setup, in which it is nobody's turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// Bit planes of the contents of squares, a1 first: 0 for an empty square, otherwise 1
    /// plus the kind, plus 8 for Black.
    planes: [u64; 4],
    turn: Option<Player>,
    /// The file of a pawn that can be taken en passant.
    passed: Option<u8>,
}

impl InWords for Position {
    type Words = Words<5>;

    fn to_words(&self) -> Words<5> {
        let [a, b, c, d] = self.planes;
        let passed = self.passed.map_or(0, |file| u64::from(file) + 1);
        Words([a, b, c, d, turn_to_number(self.turn) << 8 | passed])
    }

    fn from_words(&Words([a, b, c, d, rest]): &Words<5>) -> Position {
        Position {
            planes: [a, b, c, d],
            turn: turn_from_number(rest >> 8),
            passed: (rest & 0xff).checked_sub(1).map(|file| file as u8),
        }
    }
}

/// The colour of a player.
pub(super) const fn colour(player: Player) -> Color {
    match player {
        Player::Left => Color::White,
        Player::Right => Color::Black,
    }
}

const fn player(colour: Color) -> Player {
    match colour {
        Color::White => Player::Left,
        Color::Black => Player::Right,
    }
}

/// The letter of a kind of men.
pub(super) const fn letter(piece: Piece) -> char {
    match piece {
        Piece::Pawn => 'P',
        Piece::Knight => 'N',
        Piece::Bishop => 'B',
        Piece::Rook => 'R',
        Piece::Queen => 'Q',
        Piece::King => 'K',
    }
}

impl Man {
    /// The letter in a position's text: capital for White.
    #[must_use]
    pub fn letter(self) -> char {
        match self.player {
            Player::Left => letter(self.piece),
            Player::Right => letter(self.piece).to_ascii_lowercase(),
        }
    }

    fn of_letter(c: char) -> Option<Man> {
        let piece = Piece::ALL.into_iter().find(|&p| letter(p) == c.to_ascii_uppercase())?;
        let player = if c.is_ascii_uppercase() { Player::Left } else { Player::Right };
        Some(Man { player, piece })
    }
}

impl Position {
    /// Whose turn it is; none during setup.
    #[must_use]
    pub fn turn(&self) -> Option<Player> {
        self.turn
    }

    /// The file of a pawn that can be taken en passant.
    #[must_use]
    pub fn passed(&self) -> Option<u8> {
        self.passed
    }

    /// The position with `turn` and `passed` set.
    #[must_use]
    pub(super) fn with_turn(self, turn: Option<Player>, passed: Option<u8>) -> Self {
        Position { turn, passed, ..self }
    }

    /// The man on a square; squares are numbered from a1 along the ranks.
    #[must_use]
    pub fn man(&self, square: usize) -> Option<Man> {
        let bit = |plane: usize| (self.planes[plane] >> square & 1) as usize;
        let kind = bit(0) | bit(1) << 1 | bit(2) << 2;
        let player = if bit(3) == 1 { Player::Right } else { Player::Left };
        (kind > 0).then(|| Man { player, piece: Piece::index(kind - 1) })
    }

    /// The position with a man added on an empty square.
    #[must_use]
    pub(super) fn with(mut self, square: usize, man: Man) -> Self {
        let number = 1 + man.piece as u64 + 8 * man.player as u64;
        for (bit, plane) in self.planes.iter_mut().enumerate() {
            *plane |= (number >> bit & 1) << square;
        }
        self
    }

    /// The occupied squares.
    #[must_use]
    pub fn occupied(&self) -> u64 {
        self.planes[0] | self.planes[1] | self.planes[2]
    }

    /// The squares of a player's men.
    #[must_use]
    pub fn of_player(&self, player: Player) -> u64 {
        match player {
            Player::Left => self.occupied() & !self.planes[3],
            Player::Right => self.planes[3],
        }
    }

    /// The men with their squares.
    pub fn men(&self) -> impl Iterator<Item = (usize, Man)> + '_ {
        grid::numbers(self.occupied()).filter_map(|square| Some((square, self.man(square)?)))
    }

    /// The board for the move generator; none if the position is illegal or during setup.
    pub(super) fn board(&self) -> Option<Board> {
        let turn = self.turn?;
        let kings = |player| {
            let king = Some(Man { player, piece: Piece::King });
            grid::numbers(self.of_player(player)).find(|&square| self.man(square) == king)
        };
        let [white, black] = Player::BOTH.map(kings);
        if cozy_chess::get_king_moves(Square::index(white?)).has(Square::index(black?)) {
            return None;
        }
        let mut builder = BoardBuilder::empty();
        for (square, man) in self.men() {
            builder.board[square] = Some((man.piece, colour(man.player)));
        }
        builder.side_to_move = colour(turn);
        let rank = Rank::Third.relative_to(colour(turn.opponent()));
        builder.en_passant =
            self.passed.map(|file| Square::new(File::index(usize::from(file)), rank));
        builder.build().ok()
    }

    /// The position of a board. `passed` is set only if the pawn can be taken.
    pub(super) fn of_board(board: &Board) -> Self {
        let mut position = Position::default();
        for square in board.occupied() {
            if let (Some(piece), Some(colour)) = (board.piece_on(square), board.color_on(square)) {
                position = position.with(square as usize, Man { player: player(colour), piece });
            }
        }
        let passed = board.en_passant().filter(|&file| {
            let to = Square::new(file, Rank::Sixth.relative_to(board.side_to_move()));
            let pawns = board.colored_pieces(board.side_to_move(), Piece::Pawn);
            board.generate_moves_for(pawns, |moves| moves.to.has(to) && moves.from.file() != file)
        });
        position.with_turn(Some(player(board.side_to_move())), passed.map(|file| file as u8))
    }

    /// The moves of the player to move, each with the position after it.
    pub(super) fn moves(&self) -> Vec<(Move, Position)> {
        let mut found = Vec::new();
        let Some(board) = self.board() else { return found };
        board.generate_moves(|moves| {
            found.extend(moves.into_iter().map(|step| {
                let mut next = board.clone();
                next.play_unchecked(step);
                (step, Position::of_board(&next))
            }));
            false
        });
        found
    }

    /// The squares of a player's men of a kind.
    #[must_use]
    pub(super) fn squares(&self, man: Man) -> BitBoard {
        let found = self.men().filter(|(_, other)| *other == man);
        BitBoard(found.fold(0, |set, (square, _)| set | 1 << square))
    }

    /// The characters of the squares by rows, the eighth rank first; empty squares are dots.
    pub(super) fn rows(&self) -> impl Iterator<Item = char> + '_ {
        (0..64).map(|place| self.man(place ^ 56).map_or('.', Man::letter))
    }

    /// The position in Forsyth–Edwards notation, with only the fields that are needed.
    pub(super) fn print(&self) -> String {
        let mut text = String::new();
        let squares: Vec<char> = self.rows().collect();
        for (row, squares) in squares.chunks(8).enumerate() {
            if row > 0 {
                text.push('/');
            }
            for run in squares.chunk_by(|a, b| *a == '.' && *b == '.') {
                match run {
                    ['.', ..] => text += &run.len().to_string(),
                    men => text.extend(men),
                }
            }
        }
        let Some(turn) = self.turn else { return text };
        text += if turn == Player::Left { " w" } else { " b" };
        if let Some(file) = self.passed {
            let rank = if turn == Player::Left { 6 } else { 3 };
            text += &format!(" - {}{rank}", grid::column_name(usize::from(file)));
        }
        text
    }

    /// Ignores a castling right if the king or the rook stands elsewhere.
    fn refuse_castling(&self, rights: Text<'_>) -> Result<(), ParseError> {
        for (at, right) in rights.chars() {
            let (side, row) = if right.is_uppercase() { ("KR", 0) } else { ("kr", 56) };
            let rook = match right {
                'K' | 'k' => row + 7,
                'Q' | 'q' => row,
                _ => return Err(ParseError::new("'-', or some of KQkq", at)),
            };
            let stand = |(letter, square)| self.man(square) == Man::of_letter(letter);
            if side.chars().zip([row + 4, rook]).all(stand) {
                return Err(ParseError::new("'-', for there is no castling", at));
            }
        }
        Ok(())
    }

    /// Reads Forsyth–Edwards notation, where only the first field is required, and checks that the
    /// position is legal.
    pub(super) fn read(text: Text<'_>) -> Result<Position, ParseError> {
        let fields: Vec<Text<'_>> = text.split(' ').filter(|field| !field.is_empty()).collect();
        let men = fields.first().copied().unwrap_or(text);
        let mut position = Position::default();
        let rows: Vec<Text<'_>> = men.split('/').collect();
        if rows.len() != 8 {
            return Err(men.expected("8 rows, parted by '/'"));
        }
        for (row, line) in rows.iter().enumerate() {
            let mut column = 0;
            for (at, c) in line.chars() {
                match (c.to_digit(10), Man::of_letter(c)) {
                    (Some(empty @ 1..=8), _) => column += empty as usize,
                    (_, Some(man)) if column < 8 => {
                        position = position.with((7 - row) * 8 + column, man);
                        column += 1;
                    }
                    (_, Some(_)) => return Err(line.expected("a row of 8 squares")),
                    _ => {
                        let what = "a man (KQRBNP, kqrbnp) or a number of empty squares";
                        return Err(ParseError::new(what, at));
                    }
                }
            }
            if column != 8 {
                return Err(line.expected("a row of 8 squares"));
            }
        }
        if position
            .men()
            .any(|(square, man)| man.piece == Piece::Pawn && !(8..56).contains(&square))
        {
            return Err(men.expected("pawns on the second to the seventh rank"));
        }
        let Some(turn) = fields.get(1) else { return Ok(position) };
        position.turn = match turn.as_str() {
            "w" => Some(Player::Left),
            "b" => Some(Player::Right),
            _ => return Err(turn.expected("'w' or 'b', whose turn it is")),
        };
        if position.board().is_none() {
            return Err(men.expected(
                "a position that can be: a king each, at most 16 men and 8 pawns of a colour, \
                 and no check by the player whose turn it is",
            ));
        }
        if let Some(castling) = fields.get(2).filter(|field| field.as_str() != "-") {
            position.refuse_castling(*castling)?;
        }
        if let Some(passed) = fields.get(3).filter(|field| field.as_str() != "-") {
            let what = "'-', or the square that a pawn has just passed";
            let square: Square = passed.as_str().parse().map_err(|_| passed.expected(what))?;
            let rank = if turn.as_str() == "w" { Rank::Sixth } else { Rank::Third };
            position.passed = Some(square.file() as u8);
            let board = position.board().filter(|_| square.rank() == rank);
            position = Position::of_board(&board.ok_or_else(|| passed.expected(what))?);
        }
        for field in fields.iter().skip(4) {
            field.number::<u32>("a number of moves")?;
        }
        match fields.get(6) {
            Some(field) => Err(field.expected("the end")),
            None => Ok(position),
        }
    }
}
