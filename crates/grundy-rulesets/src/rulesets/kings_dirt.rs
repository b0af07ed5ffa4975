//! King's Dirt: kings move, and the squares that they leave are closed.

use std::marker::PhantomData;

use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ParseError, Player, Text};
use grundy_game::{Compiled, Game};
use grundy_ruleset::board::rows::Bits;
use grundy_ruleset::board::squares::{
    FREE, LEFT, MISSING, RIGHT, SIZES_OF_STONES, STONES, Stones, stone,
};
use grundy_ruleset::board::wide::Wide;
use grundy_ruleset::board::{grid, squares};
use grundy_ruleset::scene::{Look, Owner, Piece, Scene, Token, squares as scenes};
use grundy_ruleset::words::{Bytes, InWords, Words, bytes_of};
use grundy_ruleset::{Notation, Ruleset, Sizes};

/// King's Dirt, in which kings may also be put onto the board.
#[derive(Clone, Copy, Debug)]
pub struct KingsDirt<B = u128> {
    /// Whether a player with kings in hand must put one.
    place_first: bool,
    boards: PhantomData<B>,
}

/// A board with kings, and the number of kings that each player has in hand, at most the
/// number of free squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Kings<B: Bits = u128> {
    board: Stones<B>,
    left: u16,
    right: u16,
}

impl InWords for Kings {
    type Words = Words<7>;

    fn to_words(&self) -> Words<7> {
        let Words([a, b, c, d, e]) = self.board.to_words();
        Words::padded([a, b, c, d, e, u64::from(self.left) << 8 | u64::from(self.right)])
    }

    fn from_words(&Words([a, b, c, d, e, kings, _]): &Words<7>) -> Kings {
        Kings {
            board: Stones::from_words(&Words([a, b, c, d, e])),
            left: (kings >> 8) as u16,
            right: (kings & 0xff) as u16,
        }
    }
}

impl InWords for Kings<Wide> {
    type Words = Bytes;

    fn to_words(&self) -> Bytes {
        let mut bytes = self.board.to_words();
        bytes.extend([self.left, self.right].into_iter().flat_map(u16::to_be_bytes));
        bytes
    }

    fn from_words(bytes: &Bytes) -> Kings<Wide> {
        let mut hands = bytes.rchunks(2).map(|hand| u16::from_be_bytes([hand[0], hand[1]]));
        let [right, left] = std::array::from_fn(|_| hands.next().unwrap_or_default());
        Kings { board: Stones::from_words(bytes), left, right }
    }

    fn bytes(bytes: &Bytes) -> usize {
        bytes_of(bytes)
    }
}

impl<B: Bits> Kings<B> {
    fn unplaced(self, player: Player) -> u16 {
        if player == Player::Left { self.left } else { self.right }
    }

    /// Limits kings in hand to the number of free squares: more can never be put.
    fn at_most(self) -> Kings<B> {
        let free = self.board.holding(FREE).count() as u16;
        Kings { left: self.left.min(free), right: self.right.min(free), ..self }
    }

    fn exchanged(self) -> Kings<B> {
        let Kings { board, left, right } = self;
        Kings { board: board.exchange(LEFT, RIGHT), left: right, right: left }
    }

    fn up_to_symmetry(self) -> Kings<B> {
        Kings { board: self.board.up_to_symmetry(), ..self }
    }
}

impl<B: Bits> Ruleset for KingsDirt<B> {
    type Position = Kings<B>;

    fn options(&self, &kings: &Kings<B>, player: Player) -> impl Iterator<Item = Kings<B>> {
        let Kings { board, left, right } = kings;
        let free = board.holding(FREE);
        let put = kings.unplaced(player) > 0;
        let put_on = if put { free } else { B::EMPTY };
        let puts = put_on.squares().map(move |to| {
            let board = board.put(B::only(to), stone(player));
            match player {
                Player::Left => Kings { board, left: left - 1, right },
                Player::Right => Kings { board, left, right: right - 1 },
            }
        });
        let walkers = if put && self.place_first { B::EMPTY } else { board.holding(stone(player)) };
        let walks = walkers.squares().flat_map(move |from| {
            let board = board.put(B::only(from), MISSING);
            (board.around(B::only(from)) & free)
                .squares()
                .map(move |to| Kings { board: board.put(B::only(to), stone(player)), ..kings })
        });
        puts.chain(walks).map(Kings::at_most)
    }

    // Every move uses up a free square.
    fn longest_play(&self, kings: &Kings<B>) -> Option<u64> {
        Some(kings.board.holding(FREE).count().into())
    }

    // Kings stay in a connected region, where squares that touch at a corner count as
    // neighbours. While kings can be put anywhere, all regions with free squares form one
    // component.
    fn components(&self, kings: Kings<B>) -> impl Iterator<Item = Kings<B>> {
        let Kings { board, left, right } = kings;
        let (free, stones) = (board.holding(FREE), board.holding(LEFT) | board.holding(RIGHT));
        let can_put = left > 0 || right > 0;
        let regions = squares::parts(free | stones, move |part| board.around(part))
            .filter(move |&part| !(part & free).is_empty());
        let parts: Vec<B> = match can_put {
            true => vec![regions.fold(B::EMPTY, |all, part| all | part)],
            false => regions.filter(|&part| !(part & stones).is_empty()).collect(),
        };
        let parts = parts.into_iter().filter(|&part| !part.is_empty());
        parts.map(move |part| Kings { board: board.keep(part), left, right }.up_to_symmetry())
    }

    fn negative(&self, kings: &Kings<B>) -> Option<Kings<B>> {
        Some(kings.exchanged())
    }

    fn representative(&self, kings: Kings<B>) -> (Kings<B>, bool) {
        squares::up_to_sign(kings, kings.exchanged().up_to_symmetry())
    }
}

const PLACE_FIRST: &str = "place-first";

impl<B: Bits> Notation for KingsDirt<B> {
    fn name(&self) -> &'static str {
        "kings-dirt"
    }

    fn parameters(&self) -> String {
        if self.place_first { PLACE_FIRST.to_string() } else { String::new() }
    }

    fn players(&self) -> Option<[String; 2]> {
        Some(["blue", "red"].map(String::from))
    }

    fn print(&self, kings: &Kings<B>) -> String {
        let board = kings.board.print(STONES);
        match (kings.left, kings.right) {
            (0, 0) => board,
            (left, right) => format!("{board}, {left}, {right}"),
        }
    }

    fn read(&self, text: Text<'_>) -> Result<Kings<B>, ParseError> {
        let mut parts = text.split(',');
        let board = parts.next().unwrap_or(text);
        let board = Stones::read_or_size(board, STONES, |_, _, _| FREE)?;
        let mut kings = Kings { board, ..Kings::default() };
        if let Some(left) = parts.next() {
            let right = parts.next().ok_or_else(|| {
                ParseError::new("',' and the number of kings that Right has to put", text.end())
            })?;
            // No board has more squares than this.
            let most = |kings: u64| kings.min(B::BITS.into()) as u16;
            kings.left = most(left.number("the number of kings that Left has to put")?);
            kings.right = most(right.number("the number of kings that Right has to put")?);
        }
        match parts.next() {
            Some(more) => Err(more.expected("nothing behind two numbers of kings")),
            None => Ok(kings.at_most()),
        }
    }

    fn sizes(&self) -> Option<Sizes> {
        Some(Sizes { squares: ".#xo", others: "", ..SIZES_OF_STONES })
    }

    fn draw(&self, kings: &Kings<B>) -> String {
        let board = kings.board.draw(STONES);
        match (kings.left, kings.right) {
            (0, 0) => board,
            (left, right) => format!("{board}\nkings to put: Left {left}, Right {right}"),
        }
    }

    fn scene(&self, kings: &Kings<B>) -> Scene {
        let rows = scenes::rows(&kings.board.print(STONES)).unwrap_or_default();
        scenes::of_rows(&rows, |c| match c {
            'x' => Some(Piece::new(Look::King, Owner::Left)),
            'o' => Some(Piece::new(Look::King, Owner::Right)),
            '#' => Some(Piece::new(Look::Missing, Owner::Nobody)),
            _ => None,
        })
    }

    fn tokens(&self, _: &Scene, from: &Kings<B>, to: &Kings<B>, player: Player) -> Vec<Token> {
        let place = |set: B| set.squares().next().map(|square| square as usize);
        let (old, new) = (from.board.holding(stone(player)), to.board.holding(stone(player)));
        let token = match (place(old & !new), place(new & !old)) {
            (Some(from), Some(to)) => Some(Token::Step { from, to }),
            (None, Some(to)) => {
                let piece = Some(Piece::new(Look::King, Owner::of(player)));
                Some(Token::Put { places: vec![to], piece })
            }
            _ => None,
        };
        token.into_iter().collect()
    }

    /// The squares that the king leaves and reaches, or the one on which it is put.
    fn move_name(&self, from: &Kings<B>, to: &Kings<B>, player: Player) -> String {
        match from.board.names_of_step(&to.board, player) {
            step if step.starts_with('-') => step[1..].to_string(),
            step => step,
        }
    }
}

/// King's Dirt in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "kings-dirt",
        aliases: &["gen-king-dirt"],
        family: Family::Grid,
        title: "King's Dirt",
        about: "Kings walk to neighbouring squares, and the square that a king leaves is closed for \
                good; whoever cannot move loses. Each move makes the board smaller, until it falls \
                into parts.",
        rules: "Left's kings are 'x', Right's 'o'. A move takes a king to one of the eight squares \
                around it that is free; the square that it leaves is closed from then on. A player \
                who has kings to put may put one onto a free square instead, and must do so with the \
                parameter place-first. Nobody is taken. The player who cannot move loses. A board is \
                drawn with kings, free squares '.' and closed ones '#', rows parted by '|', or given \
                by its size, width by height, where it is free; behind it may stand how many kings \
                Left and Right have to put. It has at most 256 squares.",
        notation: "kings-dirt(ROW|ROW|…) or kings-dirt(WIDTHxHEIGHT, LEFT, RIGHT) or \
                   kings-dirt(place-first; ROW|ROW|…, LEFT, RIGHT)",
        examples: &[
            "kings-dirt(x..|...|..o)",
            "kings-dirt(3x2, 1, 1)",
            "kings-dirt(place-first; .#.|...|x.o, 1, 2)",
        ],
        source: "gen_king_dirt of MCGS, a minimax-based combinatorial game solver (Folkersen, Müller \
                 and others)",
        parse: &|arguments: &Arguments<'_>| {
            let (parameters, position) = match arguments.optional() {
                (Some(only), None) if only.as_str() == PLACE_FIRST => (Some(only), None),
                (Some(position), None) => (None, Some(position)),
                both => both,
            };
            let place_first = match parameters.filter(|text| !text.is_empty()) {
                None => false,
                Some(word) if word.as_str() == PLACE_FIRST => true,
                Some(word) => return Err(word.expected(PLACE_FIRST)),
            };
            let squares = match position {
                Some(text) => text.split(',').next().map_or(0, grid::area),
                None if arguments.wants_ruleset() => 0,
                None => return Err(ParseError::new("a board", arguments.end())),
            };
            match squares <= u128::BITS as usize {
                true => game::<u128>(arguments, place_first, position),
                false => game::<Wide>(arguments, place_first, position),
            }
        },
    }
}

/// The game on boards that fit into sets of type `B`; an empty one if no position is given.
fn game<B: Bits>(
    arguments: &Arguments<'_>,
    place_first: bool,
    position: Option<Text<'_>>,
) -> Result<Box<dyn Game>, ParseError>
where
    Kings<B>: InWords<Words: Compiled>,
{
    let rules = KingsDirt { place_first, boards: PhantomData };
    let kings = position.map_or(Ok(Kings::default()), |text| rules.read(text))?;
    Ok(arguments.game_in_words(rules, kings))
}
