//! Who wins games that are too large to solve here, by what others have published.

use super::parse;
use crate::outcome::Fate;

/// A published result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Published {
    /// The game, as it is written.
    pub game: &'static str,
    /// What the player who starts brings about under normal play.
    pub fate: Fate,
    /// Where it was published.
    pub source: &'static str,
}

/// Published results of first positions.
pub const PUBLISHED: &[Published] = &[
    Published {
        game: "connect-four",
        fate: Fate::Win,
        source: "James D. Allen, 1988; Victor Allis, A knowledge-based approach of Connect-Four, \
                 1988",
    },
    Published {
        game: "connect-four(6x6)",
        fate: Fate::Loss,
        source: "John Tromp, Connect-4 on small boards, tromp.github.io/c4/c4.html",
    },
    Published {
        game: "nine-mens-morris",
        fate: Fate::Draw,
        source: "Ralph Gasser, Solving Nine Men's Morris, 1996",
    },
    Published {
        game: "othello(6)",
        fate: Fate::Loss,
        source: "Joel Feinstein, Amenor wins world 6x6 championships!, 1993: by 20 to 16 discs",
    },
    Published {
        game: "othello",
        fate: Fate::Draw,
        source: "Hiroki Takizawa, Othello is solved, 2023",
    },
    Published {
        game: "quixo",
        fate: Fate::Draw,
        source: "Satoshi Tanaka, François Bonnet, Sébastien Tixeuil, Yasumasa Tamura, Quixo is \
                 solved, 2020",
    },
    Published { game: "kalah(6,4)", fate: Fate::Win, source: KALAH },
    Published { game: "kalah(6,5)", fate: Fate::Win, source: KALAH },
    Published {
        game: "domineering(9x9)",
        fate: Fate::Win,
        source: "Nathan Bullock, Domineering: Solving Large Combinatorial Search Spaces, 2002",
    },
    Published {
        game: "domineering(10x10)",
        fate: Fate::Win,
        source: "Nathan Bullock, Domineering: Solving Large Combinatorial Search Spaces, 2002",
    },
    Published {
        game: "domineering(11x11)",
        fate: Fate::Win,
        source: "Jos Uiterwijk, 11 × 11 Domineering is solved: the first player wins, 2016",
    },
];

const KALAH: &str = "Geoffrey Irving, Jeroen Donkers, Jos Uiterwijk, Solving Kalah, 2000";

/// A theorem on empty boards of one ruleset with as many rows as columns.
const SQUARE_HEX: Published = Published {
    game: "hex(n)",
    fate: Fate::Win,
    source: "John Nash: the player who starts wins on every board of equal sides",
};

/// What is published of a game, written as the library writes it.
#[must_use]
pub fn published(game: &str) -> Option<&'static Published> {
    let same = |known: &&Published| parse(known.game).is_ok_and(|known| known.text() == game);
    let name = game.split('(').next().unwrap_or_default();
    let listed = PUBLISHED.iter().filter(|known| known.game.split('(').next() == Some(name));
    listed.into_iter().find(same).or_else(|| square_hex(game).then_some(&SQUARE_HEX))
}

/// Whether this is an empty square board of Hex.
fn square_hex(game: &str) -> bool {
    let Some(board) = game.strip_prefix("hex(").and_then(|rest| rest.strip_suffix(')')) else {
        return false;
    };
    let sides = board.split_once('x').unwrap_or((board, board));
    !board.is_empty() && sides.0 == sides.1 && sides.0.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_games_are_read_and_found() {
        for known in PUBLISHED {
            let game = parse(known.game).unwrap_or_else(|error| panic!("{}: {error}", known.game));
            assert_eq!(published(&game.text()), Some(known));
        }
        let text = |game: &str| parse(game).unwrap().text();
        assert_eq!(published(&text("hex(7)")), Some(&SQUARE_HEX));
        assert_eq!(published(&text("hex(7x7)")), Some(&SQUARE_HEX));
        assert_eq!(published(&text("hex(7x6)")), None);
        assert_eq!(published(&text("hex(2x2; X.|..)")), None);
        assert_eq!(published(&text("connect-four(7x5)")), None);
        assert_eq!(published(&text("nim(3,4)")), None);
    }
}
