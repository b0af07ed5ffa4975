//! Boards as data: places, what lies on them, and moves as what is done to them.
//!
//! A scene says where things are, in units of the side of a square, and not how
//! they look: the one renderer of the crate draws them all. A ruleset that says
//! nothing of its scene has one all the same (see
//! [`Notation::scene`](crate::Notation::scene)).

pub mod cakes;
pub mod difference;
pub mod graph;
pub mod heaps;
pub mod keys;
pub mod layout;
pub mod squares;
pub mod sum;

use crate::player::Player;

/// Across, from the left, and down, from the top; the side of a square is 1.
pub type Spot = [f64; 2];

/// A position as it lies on a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// Width and height; everything lies inside.
    pub size: Spot,
    /// Where things lie, and where moves are made.
    pub places: Vec<Place>,
    /// What is drawn below the places.
    pub lines: Vec<Line>,
    /// Words and coordinates.
    pub labels: Vec<Label>,
}

/// Where a piece may lie, or a move may be made.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// What players call it.
    pub name: String,
    /// Where its middle is.
    pub centre: Spot,
    /// What it is.
    pub ground: Ground,
    /// What lies on it.
    pub piece: Option<Piece>,
}

/// What a place is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ground {
    /// A square of a board, of side 1.
    Square,
    /// A vertex of a graph.
    Node,
    /// A point where something can be done, marked by a dot.
    Point,
    /// A line along which something can be cut: from its middle so far to either side.
    Gap(Spot),
    /// A key with the place's name on it, of this width.
    Key(f64),
    /// Nothing that is seen.
    None,
}

/// What lies on a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// What it looks like.
    pub look: Look,
    /// Who may play it.
    pub owner: Owner,
}

/// What a piece looks like. Left's pieces are filled and Right's are hollow, so
/// that colours are never needed to tell them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// A stone.
    Stone,
    /// Two strokes that cross.
    Cross,
    /// A round stroke.
    Nought,
    /// Half of a domino, or both halves over two places.
    Domino,
    /// A domino that stands upright.
    Standing,
    /// A token of a heap.
    Token,
    /// A skittle.
    Skittle,
    /// So many pebbles.
    Pebbles(u32),
    /// So many tokens in one block.
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
    /// A car that drives to the right, or up.
    Car {
        /// It drives up.
        up: bool,
    },
    /// A square of chocolate.
    Chocolate,
    /// A square of poisoned chocolate.
    Poison,
    /// A square that is not there or closed.
    Missing,
    /// A square on which nothing may be put any more.
    Closed,
    /// A character.
    Letter(char),
    /// So many of its owner's seeds.
    Number(u32),
    /// A stone with a character on it.
    Beast(char),
    /// A mark that a place is kept for its owner.
    Reserved,
    /// Where something can be put that is not there.
    Empty,
}

impl Look {
    /// How wide it is where it is wider than a square.
    #[must_use]
    pub fn width(self) -> Option<f64> {
        match self {
            Look::Block(size) => Some((width(&size.to_string(), Kind::Sign) + 0.6).max(1.2) - 0.1),
            _ => None,
        }
    }
}

/// Who may play something.
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

/// A line, an edge, an arrow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// Where it starts.
    pub from: Spot,
    /// Where it ends. A line that ends where it starts is a loop above it.
    pub to: Spot,
    /// How far its middle lies to the left of the straight way.
    pub bend: f64,
    /// What it is.
    pub stroke: Stroke,
}

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    /// A line of a board.
    Thin,
    /// A line along which something may be cut one day.
    Faint,
    /// The edge of something, or the earth that things stand on.
    Thick,
    /// An edge of a graph.
    Edge(Owner),
    /// An arrow, which ends beside the vertex that it leads to.
    Arrow(Owner),
}

/// Words.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The words, in one line.
    pub text: String,
    /// Where they are: the middle, or the left end, at half their height.
    pub at: Spot,
    /// What they are.
    pub kind: Kind,
}

/// What words are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The name of a row, a column or a vertex: small, in the middle.
    Name,
    /// A number or a sign: in the middle.
    Sign,
    /// A line of text whose letters have one width, from the left end.
    Text,
}

/// What is done to places to make a move. Where a move has several tokens, any
/// one of them makes it.
#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    /// The middle of these places is pressed, and this is put there.
    Put {
        /// One place, or two that lie side by side.
        places: Vec<usize>,
        /// What is seen there afterwards; none where that is nothing to be drawn.
        piece: Option<Piece>,
    },
    /// What is on one place goes to another.
    Step {
        /// Where it is.
        from: usize,
        /// Where it goes.
        to: usize,
    },
    /// A place is pressed, and these places are emptied, cut or covered.
    Cut {
        /// What is pressed; the middle of what goes, where there is none.
        at: Option<usize>,
        /// What goes.
        gone: Vec<usize>,
    },
}

impl Owner {
    /// The player, or nobody.
    #[must_use]
    pub const fn of(player: Player) -> Owner {
        match player {
            Player::Left => Owner::Left,
            Player::Right => Owner::Right,
        }
    }

    /// Right for Left and Left for Right.
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
        Piece { look, owner }
    }
}

impl Place {
    /// How wide what lies here is, where it is wider than a square.
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
        Place { piece: Some(Piece { look, owner }), ..self }
    }

    /// How far the place reaches from its middle, across and down.
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

    /// A loop above its vertex, as the start, two handles and the end of a curve.
    #[must_use]
    pub fn round(&self) -> [Spot; 4] {
        let [x, y] = self.from;
        [[x - 0.22, y - 0.34], [x - 0.6, y - 1.15], [x + 0.6, y - 1.15], [x + 0.24, y - 0.4]]
    }

    /// The point so far along the line, which is 0 at its start and 1 at its end.
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
        // The middle of a quadratic curve lies half as far out as its handle.
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

    /// How wide the words are at most, about.
    #[must_use]
    pub fn width(&self) -> f64 {
        width(&self.text, self.kind)
    }
}

/// How wide words are at most, about.
#[must_use]
pub fn width(text: &str, kind: Kind) -> f64 {
    let (narrow, wide) = match kind {
        Kind::Name => (0.22, 0.4),
        Kind::Sign => (0.28, 0.5),
        Kind::Text => (0.252, 0.504),
    };
    // Letters of East Asia and pictographs take two columns.
    text.chars().map(|c| if u32::from(c) >= 0x1100 { wide } else { narrow }).sum()
}

impl Scene {
    /// The middle of some places, which are there; the origin for none.
    #[must_use]
    pub fn middle(&self, places: &[usize]) -> Spot {
        let count = places.len().max(1) as f64;
        let sum = |i: usize| places.iter().map(|&place| self.places[place].centre[i]).sum::<f64>();
        [sum(0) / count, sum(1) / count]
    }

    /// Where a token is pressed: for a step both its ends.
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

    /// The scene with Left and Right exchanged.
    #[must_use]
    pub fn exchanged(mut self) -> Self {
        for piece in self.places.iter_mut().filter_map(|place| place.piece.as_mut()) {
            piece.owner = piece.owner.exchanged();
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

    /// Adds what another scene holds; its places come behind those of this one.
    pub fn append(&mut self, other: Scene) {
        self.places.extend(other.places);
        self.lines.extend(other.lines);
        self.labels.extend(other.labels);
        self.size = [self.size[0].max(other.size[0]), self.size[1].max(other.size[1])];
    }

    /// The places that are not as they were in an earlier scene.
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
    /// The same in a scene in which there are so many places before these.
    #[must_use]
    pub fn renumbered(self, by: usize) -> Self {
        let all = |places: Vec<usize>| places.into_iter().map(|place| place + by).collect();
        match self {
            Token::Put { places, piece } => Token::Put { places: all(places), piece },
            Token::Step { from, to } => Token::Step { from: from + by, to: to + by },
            Token::Cut { at, gone } => Token::Cut { at: at.map(|at| at + by), gone: all(gone) },
        }
    }

    /// The same with Left and Right exchanged.
    #[must_use]
    pub fn exchanged(self) -> Self {
        match self {
            Token::Put { places, piece: Some(Piece { look, owner }) } => {
                let piece = Some(Piece { look, owner: owner.exchanged() });
                Token::Put { places, piece }
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

    /// A place is pressed, and nothing is seen of what that does.
    #[must_use]
    pub fn press(place: usize) -> Self {
        Token::Put { places: vec![place], piece: None }
    }
}
