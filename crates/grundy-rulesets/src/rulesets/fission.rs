//! Fission: a stone splits into two, vertically for Left and horizontally for Right.

use std::marker::PhantomData;

use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ParseError, Player, Text};
use grundy_ruleset::board::rows::Bits;
use grundy_ruleset::board::squares;
use grundy_ruleset::board::squares::{FREE, Stones};
use grundy_ruleset::board::wide::Wide;
use grundy_ruleset::scene::{Look, Owner, Piece, Scene, Token, squares as scenes};
use grundy_ruleset::{Notation, Ruleset, Shape, Sizes, Symmetry};

/// Fission (Siegel, in CGSuite).
#[derive(Clone, Copy, Debug, Default)]
pub struct Fission<B = u128>(pub PhantomData<B>);

const ALPHABET: &str = "#.x";
/// A stone; it belongs to neither player.
const STONE: usize = 2;

/// The squares of `at` whose two neighbours in the player's direction are both in `beside`.
fn between<B: Bits>(board: &Stones<B>, at: B, beside: B, player: Player) -> B {
    let [one, other] = sides(player);
    at & board.step(beside, one) & board.step(beside, other)
}

const fn sides(player: Player) -> [squares::Step; 2] {
    match player {
        Player::Left => [(0, 1), (0, -1)],
        Player::Right => [(1, 0), (-1, 0)],
    }
}

fn both_sides<B: Bits>(board: &Stones<B>, set: B, player: Player) -> B {
    sides(player).into_iter().fold(B::EMPTY, |all, side| all | board.step(set, side))
}

impl<B: Bits> Ruleset for Fission<B> {
    type Position = Stones<B>;

    fn options(&self, &board: &Stones<B>, player: Player) -> impl Iterator<Item = Stones<B>> {
        let splits = between(&board, board.holding(STONE), board.holding(FREE), player);
        splits.squares().map(move |square| {
            let new = both_sides(&board, B::only(square), player);
            board.put(B::only(square), FREE).put(new, STONE)
        })
    }

    // Every move fills two squares and empties one.
    fn longest_play(&self, board: &Stones<B>) -> Option<u64> {
        Some(board.holding(FREE).count().into())
    }

    // An over-approximation of play: squares that may hold a stone at some time, squares that
    // may be free, and the splits that these allow. A square in no split is treated as
    // missing, and splits without common squares are independent.
    fn components(&self, board: Stones<B>) -> impl Iterator<Item = Stones<B>> {
        let (mut stones, mut free) = (board.holding(STONE), board.holding(FREE));
        let splits = loop {
            let splits = Player::BOTH.map(|player| between(&board, stones, free, player));
            let new =
                Player::BOTH.map(|player| both_sides(&board, splits[player as usize], player));
            let more = (stones | new[0] | new[1], free | splits[0] | splits[1]);
            if more == (stones, free) {
                break splits;
            }
            (stones, free) = more;
        };
        let reach = move |set: B, player: Player| {
            let centres = splits[player as usize];
            let touched = centres & (set | both_sides(&board, set, player));
            touched | both_sides(&board, touched, player)
        };
        let linked = move |set| reach(set, Player::Left) | reach(set, Player::Right);
        let all = linked(splits[0] | splits[1]);
        squares::parts(all, linked).map(move |part| board.keep(part).up_to_reflection())
    }

    fn negative(&self, board: &Stones<B>) -> Option<Stones<B>> {
        Some(board.transpose())
    }

    fn representative(&self, board: Stones<B>) -> (Stones<B>, bool) {
        board.up_to_turn()
    }
}

impl<B: Bits> Notation for Fission<B> {
    fn name(&self) -> &'static str {
        "fission"
    }

    fn players(&self) -> Option<[String; 2]> {
        Some(["vertical", "horizontal"].map(String::from))
    }

    fn print(&self, board: &Stones<B>) -> String {
        board.print(ALPHABET)
    }

    fn read(&self, text: Text<'_>) -> Result<Stones<B>, ParseError> {
        let centre = |[width, height]: [usize; 2], x, y| {
            if (x, y) == ((width - 1) / 2, (height - 1) / 2) { STONE } else { FREE }
        };
        Stones::read_or_size(text, ALPHABET, centre)
    }

    fn sizes(&self) -> Option<Sizes> {
        Some(Sizes {
            shape: Shape::Board,
            squares: ".x",
            others: "#",
            pieces: ["", ""],
            symmetry: Symmetry::Reflections,
        })
    }

    fn draw(&self, board: &Stones<B>) -> String {
        board.draw(ALPHABET)
    }

    fn scene(&self, board: &Stones<B>) -> Scene {
        let rows = scenes::rows(&self.print(board)).unwrap_or_default();
        scenes::of_rows(&rows, |c| match c {
            'x' => Some(Piece::new(Look::Stone, Owner::Both)),
            '#' => Some(Piece::new(Look::Missing, Owner::Nobody)),
            _ => None,
        })
    }

    /// The stone that splits is pressed.
    fn tokens(&self, _: &Scene, from: &Stones<B>, to: &Stones<B>, _: Player) -> Vec<Token> {
        let gone = (from.holding(STONE) & !to.holding(STONE)).squares();
        gone.map(|square| square as usize)
            .map(|square| Token::Cut { at: Some(square), gone: vec![square] })
            .collect()
    }

    /// The square of the stone that splits.
    fn move_name(&self, from: &Stones<B>, to: &Stones<B>, _: Player) -> String {
        from.names(from.holding(STONE) & !to.holding(STONE))
    }
}

/// Fission in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "fission",
        aliases: &[],
        family: Family::Grid,
        title: "Fission",
        about: "A stone splits in two, which go to the free squares on both its sides: above and below \
                for Left, to the left and right for Right. Whoever can split none loses.",
        rules: "A move takes a stone 'x' away and puts two stones onto the squares on its two sides, \
                which must both be free: Left above and below, Right to the left and to the right. \
                The player who cannot move loses. A board is drawn with stones, free squares '.' and \
                missing squares '#', rows parted by '|'; a size, width by height, is a board with one \
                stone in the centre, or nearest to it at the top left. It has at most 256 squares.",
        notation: "fission(ROW|ROW|…) or fission(WIDTHxHEIGHT)",
        examples: &["fission(4x4)", "fission(....|..x.|....|#..#)", "fission(x.x|.x.|...)"],
        source: "Aaron N. Siegel, CGSuite (game.grid.Fission)",
        parse: &|arguments: &Arguments<'_>| {
            arguments.game_on_squares(Fission::<u128>::default(), Fission::<Wide>::default())
        },
    }
}
