//! Writes, reads and draws positions of men's morris.

use super::{Men, MensMorris, Side, Size};
use grundy_base::{ParseError, Player, Text};
use grundy_ruleset::Notation;
use grundy_ruleset::board::grid;
use grundy_ruleset::scene::{
    Ground, Kind, Label, Line, Look, Owner, Piece, Place, Scene, Spot, Stroke, Token, squares,
};

impl MensMorris {
    /// The character of a point.
    fn point(&self, men: &Men, point: usize) -> char {
        match (men.left.stones >> point & 1, men.right.stones >> point & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ => '.',
        }
    }

    /// The points of each row.
    fn rows(&self) -> impl Iterator<Item = &[[usize; 2]]> {
        self.board.points.chunk_by(|a, b| a[1] == b[1])
    }

    fn name_of(&self, point: usize) -> String {
        let [x, y] = self.board.points[point];
        grid::square_name(self.board.side, self.board.side, y * self.board.side + x)
    }

    fn read_board(&self, text: Text<'_>) -> Result<[u32; 2], ParseError> {
        let rows: Vec<Text<'_>> = text.split('|').collect();
        if rows.len() != self.rows().count() {
            return Err(text.expected(format!("{} rows of points", self.rows().count())));
        }
        let (mut stones, mut point) = ([0, 0], 0);
        for (row, points) in rows.into_iter().zip(self.rows()) {
            for (at, c) in row.chars() {
                match c {
                    'X' => stones[0] |= 1u32.checked_shl(point).unwrap_or(0),
                    'O' => stones[1] |= 1u32.checked_shl(point).unwrap_or(0),
                    '.' => {}
                    _ => return Err(ParseError::new("a point ('.', 'X', 'O')", at)),
                }
                point += 1;
            }
            if row.chars().count() != points.len() {
                return Err(row.expected(format!("a row of {} points", points.len())));
            }
        }
        Ok(stones)
    }
}

/// The effect of a move, as the mover sees it.
struct Change {
    /// The point that the man left; none if it was in hand.
    from: Option<usize>,
    /// The point that it reached.
    to: Option<usize>,
    /// The point of the man that was taken.
    taken: Option<usize>,
}

impl Change {
    fn new(from: &Men, to: &Men, player: Player) -> Self {
        let ((old, theirs), (new, left)) = (from.seen_by(player), to.seen_by(player));
        let first = |set: u32| grid::numbers(u64::from(set)).next();
        Change {
            from: first(old.stones & !new.stones),
            to: first(new.stones & !old.stones),
            taken: first(theirs.stones & !left.stones),
        }
    }
}

impl Notation for MensMorris {
    fn name(&self) -> &'static str {
        match self.size {
            Size::Three => "three-mens-morris",
            Size::Six => "six-mens-morris",
            Size::Nine => "nine-mens-morris",
        }
    }

    fn parameters(&self) -> String {
        let (variant, usual) = (self.variant, self.size.usual());
        let men = (variant.men != usual.men).then(|| format!("men={}", variant.men));
        let word = |differs: bool, is: bool, word: &str| {
            differs.then(|| if is { word.to_string() } else { format!("no-{word}") })
        };
        let flying = word(variant.flying != usual.flying, variant.flying, "flying");
        let diagonals = word(variant.diagonals != usual.diagonals, variant.diagonals, "diagonals");
        men.into_iter().chain(flying).chain(diagonals).collect::<Vec<_>>().join(",")
    }

    fn start(&self) -> Option<Men> {
        Some(self.first())
    }

    fn players(&self) -> Option<[String; 2]> {
        Some(["blue", "red"].map(String::from))
    }

    fn print(&self, men: &Men) -> String {
        let mut points = 0..self.board.points.len();
        let rows: Vec<String> = self
            .rows()
            .map(|row| points.by_ref().take(row.len()).map(|at| self.point(men, at)).collect())
            .collect();
        let board = rows.join("|");
        match (men.left.hand, men.right.hand) {
            (0, 0) => board,
            (left, right) => format!("{board}, {left}, {right}"),
        }
    }

    fn read(&self, text: Text<'_>) -> Result<Men, ParseError> {
        let mut parts = text.split(',');
        let board = parts.next().unwrap_or(text);
        let stones = self.read_board(board)?;
        let hands: Vec<Text<'_>> = parts.collect();
        let [left, right] = match *hands {
            [] => [0, 0],
            [left, right] => [left.number("a number of men")?, right.number("a number of men")?],
            _ => return Err(hands[0].expected("the men in hand of both players")),
        };
        let side = |stones: u32, hand: u32| {
            let most = self.variant.men;
            let at =
                if stones.count_ones() > most { board } else { *hands.first().unwrap_or(&board) };
            let fits = hand <= most && stones.count_ones() + hand <= most;
            let side = Side { stones, hand };
            fits.then_some(side)
                .ok_or_else(|| at.expected(format!("at most {most} men of each player")))
        };
        Ok(Men { left: side(stones[0], left)?, right: side(stones[1], right)? })
    }

    fn draw(&self, men: &Men) -> String {
        let side = self.board.side;
        let at = |square| {
            let found = self.board.points.iter().position(|[x, y]| y * side + x == square);
            found.map_or(' ', |point| self.point(men, point))
        };
        let board = grid::draw(side, (0..side * side).map(at));
        match (men.left.hand, men.right.hand) {
            (0, 0) => board,
            (left, right) => format!("{board}\nin hand: X {left}, O {right}"),
        }
    }

    /// The men in hand follow the points, Left's above Right's.
    fn scene(&self, men: &Men) -> Scene {
        let side = self.board.side;
        let mut scene = squares::board(side, side, |_, _| None);
        let squares = std::mem::take(&mut scene.places);
        let stone = |owner| Some(Piece::new(Look::Stone, owner));
        for (point, [x, y]) in self.board.points.iter().enumerate() {
            let piece = match self.point(men, point) {
                'X' => stone(Owner::Left),
                'O' => stone(Owner::Right),
                _ => None,
            };
            let square = squares[y * side + x].clone();
            scene.places.push(Place { ground: Ground::None, piece, ..square });
        }
        for line in &self.board.lines {
            if let [first, .., last] = line[..] {
                let end = |point: usize| scene.places[point].centre;
                scene.lines.push(Line::new(end(first), end(last), Stroke::Thin));
            }
        }
        let right = scene.size[0];
        for (owner, hand, down) in
            [(Owner::Left, men.left.hand, 0.5), (Owner::Right, men.right.hand, 2.0)]
        {
            if hand > 0 {
                let at: Spot = [right + 0.6, down];
                let piece = stone(owner);
                scene.places.push(Place { piece, ..Place::new("hand", at, Ground::None) });
                let count = Label::new(hand.to_string(), [at[0], down + 0.7], Kind::Sign);
                scene.labels.push(count);
            }
        }
        scene.size = [right + 1.2, scene.size[1]];
        scene
    }

    /// The point on which a man is put, or its slide, and the man that is taken.
    fn tokens(&self, _: &Scene, from: &Men, to: &Men, player: Player) -> Vec<Token> {
        let change = Change::new(from, to, player);
        let piece = Some(Piece::new(Look::Stone, Owner::of(player)));
        let own = change.to.map(|to| match change.from {
            Some(from) => Token::Step { from, to },
            None => Token::Put { places: vec![to], piece },
        });
        let taken = change.taken.map(|at| Token::Cut { at: Some(at), gone: vec![at] });
        own.into_iter().chain(taken).collect()
    }

    /// `d2` for a man that is put there, and `d2-d3` for one that slides. The man that is taken
    /// follows a `×`.
    fn move_name(&self, from: &Men, to: &Men, player: Player) -> String {
        let change = Change::new(from, to, player);
        let name = |mark: &str, point: Option<usize>| {
            point.map_or(String::new(), |point| format!("{mark}{}", self.name_of(point)))
        };
        let mark = if change.from.is_some() { "-" } else { "" };
        name("", change.from) + &name(mark, change.to) + &name("×", change.taken)
    }
}
