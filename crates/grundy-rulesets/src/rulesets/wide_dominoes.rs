//! Domineering and Cram on boards of more than 64 squares.

use grundy_base::{ParseError, Player, Text};
use grundy_ruleset::board::squares::{Set, Squares, Step};
use grundy_ruleset::board::{region, squares};
use grundy_ruleset::scene::{Look, Owner, Piece, Scene, Token, difference};
use grundy_ruleset::{Notation, Ruleset, Sizes, Symmetry};

/// Domineering or Cram on boards too large for [`Region`](grundy_ruleset::board::region::Region).
#[derive(Clone, Copy, Debug)]
pub struct WideDominoes {
    /// Whether both players place dominoes both ways, as in Cram.
    pub impartial: bool,
}

/// A board of free and missing squares.
pub type WideBoard = Squares<1>;

const ALPHABET: &str = "#.";
const FREE: usize = 1;

/// Steps from one half of a domino to the other.
const ACROSS: Step = (1, 0);
const DOWN: Step = (0, 1);

impl WideDominoes {
    /// The free squares.
    #[must_use]
    pub fn free(board: &WideBoard) -> Set {
        board.holding(FREE)
    }

    fn steps(self, player: Player) -> &'static [Step] {
        match player {
            _ if self.impartial => &[DOWN, ACROSS],
            Player::Left => &[DOWN],
            Player::Right => &[ACROSS],
        }
    }
}

impl Ruleset for WideDominoes {
    type Position = WideBoard;

    fn impartial(&self) -> bool {
        self.impartial
    }

    fn options(&self, &board: &WideBoard, player: Player) -> impl Iterator<Item = WideBoard> {
        let free = Self::free(&board);
        self.steps(player).iter().flat_map(move |&(right, down)| {
            let seconds = board.step(free, (right, down)) & free;
            squares::members(seconds).map(move |second| {
                let second = 1 << second;
                board.put(second | board.step(second, (-right, -down)), squares::MISSING)
            })
        })
    }

    fn components(&self, board: WideBoard) -> impl Iterator<Item = WideBoard> {
        let impartial = self.impartial;
        squares::parts(Self::free(&board), move |part| board.beside(part))
            .filter(|part| !part.is_power_of_two())
            .map(move |part| match board.keep(part) {
                part if impartial => part.up_to_symmetry(),
                part => part.up_to_reflection(),
            })
    }

    fn negative(&self, board: &WideBoard) -> Option<WideBoard> {
        Some(if self.impartial { *board } else { board.transpose() })
    }
}

impl Notation for WideDominoes {
    fn name(&self) -> &'static str {
        if self.impartial { "cram" } else { "domineering" }
    }

    fn players(&self) -> Option<[String; 2]> {
        Some(["vertical", "horizontal"].map(String::from))
    }

    fn print(&self, board: &WideBoard) -> String {
        board.print(ALPHABET)
    }

    fn read(&self, text: Text<'_>) -> Result<WideBoard, ParseError> {
        WideBoard::read_or_size(text, ALPHABET, |_, _, _| FREE)
    }

    fn sizes(&self) -> Option<Sizes> {
        Some(region::sizes(Symmetry::Reflections))
    }

    fn draw(&self, board: &WideBoard) -> String {
        board.draw(ALPHABET)
    }

    fn tokens(&self, scene: &Scene, _: &WideBoard, to: &WideBoard, player: Player) -> Vec<Token> {
        let owner = if self.impartial { Owner::Both } else { Owner::of(player) };
        difference::covered(scene, &self.scene(to), &Piece::new(Look::Domino, owner))
    }

    fn move_name(&self, from: &WideBoard, to: &WideBoard, _: Player) -> String {
        from.names(Self::free(from) & !Self::free(to))
    }
}
