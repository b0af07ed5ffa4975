//! Diagrams of endings: positions to begin play from, instead of an empty board.

use cozy_chess::{Board, Color, GameStatus, Move};

use super::{Chess, Position};
use grundy_base::Player;
use grundy_ruleset::Ruleset;

/// A position of all men with White to move. Endings of up to three men are small enough to be
/// listed; in larger ones White mates in two, which a search finds, if such a position is among the
/// first that are tried. None where no position that was tried goes on.
pub(super) fn diagram(rules: &Chess) -> Option<Position> {
    /// Positions that are tried, and those in which mates are looked for.
    const TRIED: usize = 20_000;
    const SEARCHED: usize = 200;
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let tried = (0..TRIED).filter_map(|_| placed(rules, &mut numbers));
    let mut open = tried.filter(|position| rules.end(position, Player::Left).is_none());
    let first = open.next()?;
    if rules.material().men() <= 3 {
        return Some(first);
    }
    let boards = open.filter_map(|position| Some((position, position.board()?)));
    let mut likely = boards.filter(|(_, board)| is_driven_back(board)).take(SEARCHED);
    let mate = likely.find(|(_, board)| !mates_in(board, 1) && mates_in(board, 2));
    Some(mate.map_or(first, |(position, _)| position))
}

/// Whether Black's king stands at the edge, and White's near it: so most mates look.
fn is_driven_back(board: &Board) -> bool {
    let [white, black] = [Color::White, Color::Black].map(|color| board.king(color) as usize);
    let apart = |place: fn(usize) -> usize| place(white).abs_diff(place(black));
    let edge = [black % 8, black / 8].iter().any(|place| [0, 7].contains(place));
    edge && apart(|square| square % 8).max(apart(|square| square / 8)) <= 2
}

/// Numbers that look random and are the same each time (xorshift).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % limit
    }
}

/// All men, each put anywhere. Right puts the last one, so that Left moves.
fn placed(rules: &Chess, numbers: &mut Numbers) -> Option<Position> {
    let mut position = Position::default();
    while position.turn().is_none() {
        let mut options = rules.puts(&position, Player::Right);
        if options.is_empty() {
            return None;
        }
        position = options.swap_remove(numbers.below(options.len()));
    }
    Some(position)
}

/// Whether the player to move mates in at most `moves` moves, whatever the opponent does.
fn mates_in(board: &Board, moves: usize) -> bool {
    any_move(board, |step| {
        let after = played(board, step);
        match after.status() {
            GameStatus::Won => true,
            GameStatus::Drawn => false,
            GameStatus::Ongoing => {
                moves > 1 && !any_move(&after, |reply| !mates_in(&played(&after, reply), moves - 1))
            }
        }
    })
}

fn any_move(board: &Board, mut holds: impl FnMut(Move) -> bool) -> bool {
    board.generate_moves(|moves| moves.into_iter().any(&mut holds))
}

fn played(board: &Board, step: Move) -> Board {
    let mut after = board.clone();
    after.play_unchecked(step);
    after
}
