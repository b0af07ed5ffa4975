//! Boards of X, O and empty squares, as the notations of single games need them.

use grundy_base::Player;
use grundy_game::Game;
use grundy_ruleset::board::grid;

use crate::catalogue;

/// A board with its ruleset.
pub(super) struct Board {
    /// The ruleset's name.
    pub(super) name: String,
    /// Its parameters, as they are written.
    pub(super) parameters: String,
    /// The rows from the top, of `X`, `O` and `.`.
    pub(super) rows: Vec<String>,
    /// Who is to move.
    pub(super) turn: Option<Player>,
    /// Whether play begins with this board.
    pub(super) is_start: bool,
}

impl Board {
    /// The board of a game; none if its positions say more than a board.
    pub(super) fn of(game: &dyn Game) -> Option<Board> {
        let (ruleset, position) = (game.ruleset(), game.position());
        let (name, parameters) = match ruleset.split_once('(') {
            Some((name, rest)) => (name, rest.strip_suffix(')')?),
            None => (&*ruleset, ""),
        };
        let squares = match position.rsplit_once(", ") {
            Some((squares, who)) if Player::BOTH.iter().any(|player| player.word() == who) => {
                squares
            }
            _ => &position,
        };
        let rows: Vec<String> = squares.split('|').map(str::to_string).collect();
        let width = rows[0].len();
        let is_row = |row: &String| row.len() == width && row.chars().all(|c| "XO.".contains(c));
        // Sums, and values, have no such rulesets.
        let start = catalogue::parse(&ruleset).ok()?;
        rows.iter().all(is_row).then(|| Board {
            name: name.to_string(),
            parameters: parameters.to_string(),
            is_start: start.position() == squares || start.text() == game.text(),
            rows,
            turn: game.turn(),
        })
    }

    /// The width and the height.
    pub(super) fn sides(&self) -> (usize, usize) {
        (self.rows[0].len(), self.rows.len())
    }
}

/// The column and the row, from 0, of a square such as `c12`.
pub(super) fn square(name: &str) -> Option<(usize, usize)> {
    let (letters, number) = name.split_at(name.find(|c: char| c.is_ascii_digit())?);
    let is_number = number.bytes().all(|digit| digit.is_ascii_digit());
    let row = number.parse::<usize>().ok().filter(|_| is_number)?;
    Some((grid::column(letters)?, row.checked_sub(1)?))
}
