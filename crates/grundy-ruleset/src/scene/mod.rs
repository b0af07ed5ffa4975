//! Boards as data: places, the pieces on them, and moves as actions on places.
//!
//! A scene says where things are, in units of the side of a square, but not how they look:
//! one renderer draws all scenes. Every ruleset has a default scene (see
//! [`Notation::scene`](crate::Notation::scene)).

pub mod cakes;
pub mod difference;
pub mod graph;
pub mod heaps;
pub mod keys;
pub mod layout;
pub mod squares;
pub mod sum;

use grundy_base::Player;

/// A point: x from the left and y from the top, where the side of a square is 1.
pub type Spot = [f64; 2];

/// A position as it is drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// Width and height; everything lies inside.
    pub size: Spot,
    /// The places where pieces are and moves are made.
    pub places: Vec<Place>,
    /// Lines, drawn under the places.
    pub lines: Vec<Line>,
    /// Words and coordinates.
    pub labels: Vec<Label>,
    /// Places whose pieces have decided play: a row, or a chain from side to side.
    pub deciding: Vec<usize>,
}

/// Where a piece may be, or a move may be made.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// The name that players use.
    pub name: String,
    /// Its centre.
    pub centre: Spot,
    /// The kind of the place.
    pub ground: Ground,
    /// The piece on it.
    pub piece: Option<Piece>,
}

/// The kind of a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ground {
    /// A square of a board, of side 1.
    Square,
    /// A dark square of a chequered board.
    Dark,
    /// A vertex of a graph.
    Node,
    /// A hexagonal cell, whose border is drawn by lines of the board.
    Cell,
    /// A point where a move can be made, drawn as a dot.
    Point,
    /// A line to cut along; the vector leads from its middle to one end.
    Gap(Spot),
    /// A key (button) with the place's name, of this width.
    Key(f64),
    /// An invisible place.
    None,
}

/// A piece on a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its appearance.
    pub look: Look,
    /// The player who may play the piece.
    pub owner: Owner,
    /// Its colour.
    pub paint: Paint,
}

/// The colour of a piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paint {
    /// The colour of its owner, which is the same in all games.
    #[default]
    Owner,
    /// White, with a dark border.
    White,
    /// Black, with a light border.
    Black,
    /// Red.
    Red,
    /// Yellow.
    Yellow,
}

/// The appearance of a piece. Left's pieces are filled and Right's are hollow, so that
/// they differ without colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// A stone.
    Stone,
    /// A cross, as in tic-tac-toe.
    Cross,
    /// A nought, as in tic-tac-toe.
    Nought,
    /// Half of a domino, or a whole domino over two places.
    Domino,
    /// A domino that stands upright.
    Standing,
    /// A token of a heap.
    Token,
    /// A skittle.
    Skittle,
    /// A number of pebbles.
    Pebbles(u32),
    /// A block that stands for a number of tokens.
    Block(u64),
    /// A king.
    King,
    /// A queen.
    Queen,
    /// A rook.
    Rook,
    /// A bishop.
    Bishop,
    /// A knight.
    Knight,
    /// A pawn.
    Pawn,
    /// A car, which drives to the right or up.
    Car {
        /// Whether it drives up.
        up: bool,
    },
    /// A square of chocolate.
    Chocolate,
    /// A square of poisoned chocolate.
    Poison,
    /// A missing or closed square.
    Missing,
    /// A square on which nothing may be put from now on.
    Closed,
    /// A character.
    Letter(char),
    /// A number of its owner's seeds.
    Number(u32),
    /// A stone with a character on it.
    Beast(char),
    /// A mark for a place reserved for its owner.
    Reserved,
    /// An empty place where a piece can be put.
    Empty,
}

impl Look {
    /// Its width, if it is wider than a square.
    #[must_use]
    pub fn width(self) -> Option<f64> {
        match self {
            Look::Block(size) => Some((width(&size.to_string(), Kind::Sign) + 0.6).max(1.2) - 0.1),
            _ => None,
        }
    }
}

/// The player who may play a piece or an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// Left.
    Left,
    /// Right.
    Right,
    /// Either.
    Both,
    /// Neither.
    Nobody,
}

/// A line, an edge or an arrow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// The point where the line starts.
    pub from: Spot,
    /// The point where it ends. If it is the same point, the line is a loop above it.
    pub to: Spot,
    /// The distance of its middle to the left of the straight line.
    pub bend: f64,
    /// The kind of the line.
    pub stroke: Stroke,
}

/// The kind of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    /// A line of a board.
    Thin,
    /// A line along which a later move may cut.
    Faint,
    /// The outline of a shape, or the ground.
    Thick,
    /// An edge of a graph.
    Edge(Owner),
    /// An arrow, which ends at the border of its target vertex.
    Arrow(Owner),
}

/// Words.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The words, in one line.
    pub text: String,
    /// The anchor at half their height: the centre or the left end, depending on the kind.
    pub at: Spot,
    /// The kind.
    pub kind: Kind,
}

/// Kinds of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The name of a row, a column or a vertex: small and centred.
    Name,
    /// A number or a sign: centred.
    Sign,
    /// A line of monospaced text, aligned left.
    Text,
}

/// An action on places that makes a move. If a move has several tokens, any one of them
/// makes it.
#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    /// Press the middle of these places to put a piece there.
    Put {
        /// One place, or two adjacent ones.
        places: Vec<usize>,
        /// The piece put there; none if nothing is drawn for it.
        piece: Option<Piece>,
    },
    /// Move the piece on one place to another.
    Step {
        /// The place it leaves.
        from: usize,
        /// The place it reaches.
        to: usize,
    },
    /// Press a place to empty, cut or cover some places.
    Cut {
        /// The place to press; if none, the middle of the places in `gone`.
        at: Option<usize>,
        /// The places that are emptied, cut or covered.
        gone: Vec<usize>,
    },
}

impl Owner {
    /// The owner for a player, or for nobody.
    #[must_use]
    pub const fn of(player: Player) -> Owner {
        match player {
            Player::Left => Owner::Left,
            Player::Right => Owner::Right,
        }
    }

    /// The owner with Left and Right exchanged.
    #[must_use]
    pub const fn exchanged(self) -> Owner {
        match self {
            Owner::Left => Owner::Right,
            Owner::Right => Owner::Left,
            other => other,
        }
    }
}

impl Piece {
    /// A piece.
    #[must_use]
    pub const fn new(look: Look, owner: Owner) -> Self {
        Piece { look, owner, paint: Paint::Owner }
    }

    /// The piece with Left and Right exchanged.
    fn exchanged(self) -> Self {
        let paint = match self.paint {
            Paint::Owner => Paint::Owner,
            Paint::White => Paint::Black,
            Paint::Black => Paint::White,
            Paint::Red => Paint::Yellow,
            Paint::Yellow => Paint::Red,
        };
        Piece { owner: self.owner.exchanged(), paint, ..self }
    }

    /// The piece in the colours of Left's and Right's pieces.
    fn painted(self, [left, right]: [Paint; 2]) -> Self {
        let paint = match self.owner {
            Owner::Left => left,
            Owner::Right => right,
            Owner::Both | Owner::Nobody => Paint::Owner,
        };
        Piece { paint, ..self }
    }
}

impl Place {
    /// The width of the piece here, if it is wider than a square.
    #[must_use]
    pub fn width(&self) -> Option<f64> {
        self.piece.as_ref()?.look.width()
    }

    /// A place with nothing on it.
    #[must_use]
    pub fn new(name: impl Into<String>, centre: Spot, ground: Ground) -> Self {
        Place { name: name.into(), centre, ground, piece: None }
    }

    /// The place with a piece on it.
    #[must_use]
    pub fn with(self, look: Look, owner: Owner) -> Self {
        Place { piece: Some(Piece::new(look, owner)), ..self }
    }

    /// Half the width and half the height of the place.
    #[must_use]
    pub fn reach(&self) -> Spot {
        match self.ground {
            Ground::Key(width) => [width / 2.0, KEY / 2.0],
            Ground::Gap([x, y]) => [x.abs(), y.abs()],
            _ => [0.5, 0.5],
        }
    }
}

/// The height of a key.
pub const KEY: f64 = 0.75;

impl Line {
    /// A straight line.
    #[must_use]
    pub const fn new(from: Spot, to: Spot, stroke: Stroke) -> Self {
        Line { from, to, bend: 0.0, stroke }
    }

    /// A loop above its vertex as a cubic Bézier curve: start, two control points and end.
    #[must_use]
    pub fn round(&self) -> [Spot; 4] {
        let [x, y] = self.from;
        [[x - 0.22, y - 0.34], [x - 0.6, y - 1.15], [x + 0.6, y - 1.15], [x + 0.24, y - 0.4]]
    }

    /// The point at a parameter along the line, from 0 at its start to 1 at its end.
    #[must_use]
    pub fn along(&self, part: f64) -> Spot {
        if self.from == self.to {
            let [a, b, c, d] = self.round();
            let (p, q) = (part, 1.0 - part);
            return [0, 1].map(|i| {
                q * q * q * a[i]
                    + 3.0 * p * q * q * b[i]
                    + 3.0 * p * p * q * c[i]
                    + p * p * p * d[i]
            });
        }
        let mix = |i: usize| self.from[i] + (self.to[i] - self.from[i]) * part;
        let [across, down] = [self.to[0] - self.from[0], self.to[1] - self.from[1]];
        let length = across.hypot(down).max(f64::MIN_POSITIVE);
        // The middle of a quadratic Bézier curve is half as far out as its control point.
        let out = 4.0 * part * (1.0 - part) * self.bend / length;
        [mix(0) + down * out, mix(1) - across * out]
    }
}

impl Label {
    /// Words at a place.
    #[must_use]
    pub fn new(text: impl Into<String>, at: Spot, kind: Kind) -> Self {
        Label { text: text.into(), at, kind }
    }

    /// An approximate upper bound on the width of the words.
    #[must_use]
    pub fn width(&self) -> f64 {
        width(&self.text, self.kind)
    }
}

/// An approximate upper bound on the width of words.
#[must_use]
pub fn width(text: &str, kind: Kind) -> f64 {
    let (narrow, wide) = match kind {
        Kind::Name => (0.22, 0.4),
        Kind::Sign => (0.28, 0.5),
        Kind::Text => (0.252, 0.504),
    };
    // East Asian characters and pictographs take two columns.
    text.chars().map(|c| if u32::from(c) >= 0x1100 { wide } else { narrow }).sum()
}

impl Scene {
    /// The middle of some existing places; the origin for none.
    #[must_use]
    pub fn middle(&self, places: &[usize]) -> Spot {
        let count = places.len().max(1) as f64;
        let sum = |i: usize| places.iter().map(|&place| self.places[place].centre[i]).sum::<f64>();
        [sum(0) / count, sum(1) / count]
    }

    /// Where a token is pressed; for a step, both its ends.
    #[must_use]
    pub fn pressed(&self, token: &Token) -> Vec<Spot> {
        match token {
            Token::Put { places, .. } => vec![self.middle(places)],
            Token::Step { from, to } if from == to => vec![self.places[*from].centre],
            Token::Step { from, to } => vec![self.places[*from].centre, self.places[*to].centre],
            Token::Cut { at: Some(at), .. } => vec![self.places[*at].centre],
            Token::Cut { at: None, gone } => vec![self.middle(gone)],
        }
    }

    /// The scene with the pieces in these colours, Left's and Right's.
    #[must_use]
    pub fn painted(mut self, colours: [Paint; 2]) -> Self {
        for place in &mut self.places {
            place.piece = place.piece.take().map(|piece| piece.painted(colours));
        }
        self
    }

    /// The scene with Left and Right exchanged.
    #[must_use]
    pub fn exchanged(mut self) -> Self {
        for piece in self.places.iter_mut().filter_map(|place| place.piece.as_mut()) {
            *piece = piece.clone().exchanged();
        }
        for line in &mut self.lines {
            line.stroke = match line.stroke {
                Stroke::Edge(owner) => Stroke::Edge(owner.exchanged()),
                Stroke::Arrow(owner) => Stroke::Arrow(owner.exchanged()),
                stroke => stroke,
            };
        }
        self
    }

    /// The scene moved to the right and down.
    #[must_use]
    pub fn moved(mut self, [x, y]: Spot) -> Self {
        let shift = |spot: &mut Spot| *spot = [spot[0] + x, spot[1] + y];
        self.places.iter_mut().for_each(|place| shift(&mut place.centre));
        self.labels.iter_mut().for_each(|label| shift(&mut label.at));
        for line in &mut self.lines {
            shift(&mut line.from);
            shift(&mut line.to);
        }
        shift(&mut self.size);
        self
    }

    /// Adds the contents of another scene; its places come after those of this one.
    pub fn append(&mut self, other: Scene) {
        let before = self.places.len();
        self.deciding.extend(other.deciding.into_iter().map(|place| place + before));
        self.places.extend(other.places);
        self.lines.extend(other.lines);
        self.labels.extend(other.labels);
        self.size = [self.size[0].max(other.size[0]), self.size[1].max(other.size[1])];
    }

    /// The places that differ from an earlier scene.
    #[must_use]
    pub fn changed_since(&self, before: &Scene) -> Vec<usize> {
        let same = |place: &Place| {
            let near = |a: &Spot, b: &Spot| (a[0] - b[0]).abs().max((a[1] - b[1]).abs()) < 1e-6;
            let mut old = before.places.iter().filter(|old| near(&old.centre, &place.centre));
            old.any(|old| old.piece == place.piece)
        };
        (0..self.places.len()).filter(|&place| !same(&self.places[place])).collect()
    }
}

impl Token {
    /// The token with its places renumbered for a scene with `by` places before these.
    #[must_use]
    pub fn renumbered(self, by: usize) -> Self {
        let all = |places: Vec<usize>| places.into_iter().map(|place| place + by).collect();
        match self {
            Token::Put { places, piece } => Token::Put { places: all(places), piece },
            Token::Step { from, to } => Token::Step { from: from + by, to: to + by },
            Token::Cut { at, gone } => Token::Cut { at: at.map(|at| at + by), gone: all(gone) },
        }
    }

    /// The token with Left and Right exchanged.
    #[must_use]
    pub fn exchanged(self) -> Self {
        match self {
            Token::Put { places, piece: Some(piece) } => {
                Token::Put { places, piece: Some(piece.exchanged()) }
            }
            token => token,
        }
    }

    /// The token with its piece in these colours, Left's and Right's.
    #[must_use]
    pub fn painted(self, colours: [Paint; 2]) -> Self {
        match self {
            Token::Put { places, piece } => {
                Token::Put { places, piece: piece.map(|piece| piece.painted(colours)) }
            }
            token => token,
        }
    }

    /// The places that it names.
    #[must_use]
    pub fn places(&self) -> Vec<usize> {
        match self {
            Token::Put { places, .. } => places.clone(),
            Token::Step { from, to } => vec![*from, *to],
            Token::Cut { at, gone } => at.iter().chain(gone).copied().collect(),
        }
    }

    /// A token that presses a place without a visible effect.
    #[must_use]
    pub fn press(place: usize) -> Self {
        Token::Put { places: vec![place], piece: None }
    }
}
