//! Material: the men of each player, and how captures and promotions change it.

use cozy_chess::Piece;

use super::position::{Man, Position, letter};
use grundy_base::{ParseError, Player, Text};

/// The number of men by player and by [`Piece`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Material([[u8; 6]; 2]);

/// The kinds of men, in the order in which material is written.
const ORDER: [Piece; 6] =
    [Piece::King, Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::Pawn];

impl Material {
    /// The greatest number of men of a player, and of pawns.
    const MOST: [usize; 2] = [16, 8];

    /// Reads material such as `KQKR`: White's men, then Black's, beginning with the second king.
    pub fn parse(text: Text<'_>) -> Result<Self, ParseError> {
        let mut material = Material::default();
        let mut kings = 0;
        for (at, c) in text.chars() {
            let Some(piece) = ORDER.into_iter().find(|&piece| letter(piece) == c) else {
                return Err(ParseError::new("a king, or a man (K, Q, R, B, N, P)", at));
            };
            kings += usize::from(piece == Piece::King);
            if kings == 0 {
                return Err(ParseError::new("White's king (K)", at));
            }
            if kings > 2 {
                return Err(ParseError::new("two kings", at));
            }
            let men = &mut material.0[kings - 1];
            men[piece as usize] += 1;
            let all: u8 = men.iter().sum();
            if usize::from(all) > Self::MOST[0]
                || usize::from(men[Piece::Pawn as usize]) > Self::MOST[1]
            {
                return Err(ParseError::new("at most 16 men of a player, 8 of them pawns", at));
            }
        }
        match kings {
            2 => Ok(material),
            0 => Err(text.expected("material, such as KQK")),
            _ => Err(ParseError::new("Black's king (K)", text.end())),
        }
    }

    /// The material of a position.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let mut material = Material::default();
        for (_, man) in position.men() {
            material.0[man.player as usize][man.piece as usize] += 1;
        }
        material
    }

    /// A player's men of a kind.
    #[must_use]
    pub fn count(&self, man: Man) -> usize {
        usize::from(self.0[man.player as usize][man.piece as usize])
    }

    /// All men of both players.
    #[must_use]
    pub fn men(&self) -> usize {
        self.0.iter().flatten().map(|&count| usize::from(count)).sum()
    }

    /// The men: the kings, then White's and then Black's other men, strongest first.
    pub fn each(&self) -> impl Iterator<Item = Man> + '_ {
        let kings = Player::BOTH.map(|player| Man { player, piece: Piece::King });
        let others = Player::BOTH
            .into_iter()
            .flat_map(|player| ORDER[1..].iter().map(move |&piece| Man { player, piece }));
        let all = kings.into_iter().chain(others);
        all.flat_map(|man| std::iter::repeat_n(man, self.count(man)))
    }

    /// Whether captures and promotions can turn `start` into this material.
    #[must_use]
    pub fn comes_from(&self, start: &Material) -> bool {
        self.0.iter().zip(&start.0).all(|(now, then)| {
            // Additional men must be promoted pawns.
            let more = |piece: &Piece| now[*piece as usize].saturating_sub(then[*piece as usize]);
            let promoted: u8 = ORDER[1..5].iter().map(more).sum();
            now[Piece::King as usize] == then[Piece::King as usize]
                && promoted + now[Piece::Pawn as usize] <= then[Piece::Pawn as usize]
        })
    }

    /// All material that captures and promotions can make of this material, itself included.
    #[must_use]
    pub fn descendants(&self) -> Vec<Material> {
        let mut found = vec![*self];
        let mut next = 0;
        while next < found.len() {
            let material = found[next];
            next += 1;
            for man in material.each().filter(|man| man.piece != Piece::King) {
                let mut less = material;
                less.0[man.player as usize][man.piece as usize] -= 1;
                let mut all = vec![less];
                if man.piece == Piece::Pawn {
                    all.extend(ORDER[1..5].iter().map(|&piece| {
                        let mut other = less;
                        other.0[man.player as usize][piece as usize] += 1;
                        other
                    }));
                }
                for material in all {
                    if !found.contains(&material) {
                        found.push(material);
                    }
                }
            }
        }
        found
    }
}

impl std::fmt::Display for Material {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for player in Player::BOTH {
            for piece in ORDER {
                for _ in 0..self.count(Man { player, piece }) {
                    write!(f, "{}", letter(piece))?;
                }
            }
        }
        Ok(())
    }
}
