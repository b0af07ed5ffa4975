//! What a game is: the traits that rulesets implement, and the boards and pictures that
//! they share.
//!
//! - [`Ruleset`]: the moves; one method is required. Read this first.
//! - [`Notation`]: the name of a ruleset, and how its positions are printed and read.
//! - [`HeapRules`], [`PairRules`]: games on heaps, given by the moves of one heap, or of a
//!   pair of heaps.
//! - [`Packed`]: positions as integers, for games of very many positions.
//! - [`Forward`]: positions and moves as a forward search needs them, with hints.
//! - [`board`]: heaps, strips, grids, regions and graphs: how they are stored, printed and
//!   read. [`scene`]: boards as data, for pictures and play.
//! - [`law`]: checks that a packed ruleset keeps its promises; [`erased`]: rulesets as trait
//!   objects.
//!
//! ```
//! use grundy_base::Player;
//! use grundy_ruleset::Ruleset;
//!
//! /// Left takes one token, Right two.
//! struct OneAndTwo;
//!
//! impl Ruleset for OneAndTwo {
//!     type Position = u32;
//!
//!     fn options(&self, &heap: &u32, player: Player) -> impl Iterator<Item = u32> {
//!         let take = if player == Player::Left { 1 } else { 2 };
//!         heap.checked_sub(take).into_iter()
//!     }
//! }
//!
//! assert_eq!(OneAndTwo.options(&1, Player::Left).count(), 1);
//! assert_eq!(OneAndTwo.options(&1, Player::Right).count(), 0);
//! ```

pub mod board;
pub mod erased;
mod formulas;
pub mod forward;
mod heaps;
mod key;
pub mod law;
mod listed;
mod never_back;
mod outside;
mod packed;
pub mod scene;
pub mod words;

#[doc(hidden)]
pub use grundy_base as base; // for `heap_ruleset!`

use std::hash::Hash;

use crate::scene::heaps::Heaps;
use crate::scene::{Ground, Paint, Scene, Token, difference, keys, squares};
pub use erased::{OnMove, Rules, Written};
pub use formulas::{Formulas, HeapFormula, OptionFormula};
pub use forward::{Choose, Forward, Lines, Method, Step};
use grundy_base::{Convention, End, Fate, ParseError, Player, Source, Text};
pub use heaps::{HeapKind, HeapRules, Named, OnOption, OnPair, PairRules};
pub use key::Key;
pub use listed::{ListedAction, ListedMove, NumberTest, Split};
pub use never_back::NeverBack;
pub use outside::Outside;
pub use packed::{Defined, Expanded, Flow, Packed};
pub use words::{AsWords, InWords, Words};

/// Positions: values that can be compared, hashed and cloned.
pub trait Position: Clone + Eq + Hash + Ord + Send + Sync {}

impl<P: Clone + Eq + Hash + Ord + Send + Sync> Position for P {}

/// The statement of a theorem about a position with a player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theorem<P> {
    /// What the player to move brings about.
    pub fate: Fate,
    /// The positions after winning moves, if the fate is a win.
    pub best: Vec<P>,
    /// Whether these are all such positions.
    pub complete: bool,
    /// Where the theorem is published.
    pub source: &'static str,
}

/// The rules of a game for two players with perfect information.
///
/// This is the 5-tuple (C, F_A, F_B, m_A, m_B): `Position` is C, [`options`] are m_A and m_B, and
/// [`end`] gives F_A, F_B and ties. Only `options` is required. The other methods say more about
/// the game; hints among them make solving faster and never change an answer.
///
/// # Examples
///
/// A heap from which a player takes one or two tokens:
///
/// ```
/// use grundy_base::Player;
/// use grundy_ruleset::Ruleset;
///
/// struct TakeOneOrTwo;
///
/// impl Ruleset for TakeOneOrTwo {
///     type Position = u32;
///
///     fn impartial(&self) -> bool {
///         true
///     }
///
///     fn options(&self, &heap: &u32, _: Player) -> impl Iterator<Item = u32> {
///         (1..=2).filter_map(move |take| heap.checked_sub(take))
///     }
/// }
///
/// let options: Vec<u32> = TakeOneOrTwo.options(&5, Player::Left).collect();
/// assert_eq!(options, [4, 3]);
/// ```
///
/// [`options`]: Ruleset::options
/// [`end`]: Ruleset::end
pub trait Ruleset: Send + Sync {
    /// A state of play, without the player to move.
    type Position: Position;

    /// Promises that both players always have the same options, and that an
    /// end is won by the same role (the player to move, or the other) whoever
    /// moves. A law test over the catalogue checks the promise.
    fn impartial(&self) -> bool {
        false
    }

    /// Whether positions exist that the rules themselves end, or in which they
    /// say whose turn it is. Such games have no value in a sum.
    fn has_ends(&self) -> bool {
        false
    }

    /// Whether play may return to an earlier position, with the players moving in any order,
    /// and so go on for ever. Catalogues say so; no solver relies on it. A law test over the
    /// catalogue checks that play of other rulesets ends.
    fn loopy(&self) -> bool {
        false
    }

    /// Positions that `player` can reach in one move. Repeats are allowed.
    /// Not called where [`Ruleset::end`] has said that play is over.
    fn options(
        &self,
        position: &Self::Position,
        player: Player,
    ) -> impl Iterator<Item = Self::Position>
    where
        Self: Sized;

    /// Calls `on_move` with each of the [`options`](Ruleset::options) and the player who moves
    /// there, until it breaks. Only rules that cannot lend an iterator, because they convert
    /// positions, override this.
    fn visit_options(
        &self,
        position: &Self::Position,
        mover: Player,
        on_move: &mut OnMove<'_, Self::Position>,
    ) where
        Self: Sized,
    {
        let _ = self.options(position, mover).try_for_each(|option| {
            let next = self.turn(&option).unwrap_or(mover.opponent());
            on_move(option, next)
        });
    }

    /// Whether play is over with `mover` to move, and who has won; none while
    /// it goes on. A `mover` without a move need not be reported: the
    /// convention, normal or misère, decides that case.
    fn end(&self, _position: &Self::Position, _mover: Player) -> Option<End> {
        None
    }

    /// Whose turn it is, where the position says so; otherwise the players alternate.
    fn turn(&self, _position: &Self::Position) -> Option<Player> {
        None
    }

    /// How many stones Left and Right have put on the board, where each move puts one that stays
    /// there: the counts say whose turn it is in play from an empty board. Rules do not depend on
    /// it, so that any position can be set up.
    fn stones(&self, _position: &Self::Position) -> Option<[u32; 2]> {
        None
    }

    /// What a theorem says about a position; none if there is no theorem. For small positions a
    /// test over the catalogue compares it with a solution that lists all positions.
    fn theorem(
        &self,
        _position: &Self::Position,
        _mover: Player,
        _convention: Convention,
    ) -> Option<Theorem<Self::Position>> {
        None
    }

    /// Components whose disjunctive sum equals `position`; may be empty if its value is 0.
    /// Not called for games with ends of their own.
    fn components(&self, position: Self::Position) -> impl Iterator<Item = Self::Position>
    where
        Self: Sized,
    {
        std::iter::once(position)
    }

    /// Whether [`components`](Self::components) may return anything but the position itself.
    /// If it never does, play is explored only once.
    fn splits(&self) -> bool {
        true
    }

    /// The negative −G, the position with the players exchanged, if it is a position of this
    /// ruleset. The negative of the negative is the position, and the winner of an ended
    /// position is exchanged.
    fn negative(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// The representative of the position's class under symmetry and negation, and whether
    /// it represents the negative.
    ///
    /// Values are computed once for each class. `position` is one that
    /// [`components`](Self::components) has returned. All positions of a class must have
    /// the same representative. By default a class has two members: the position, and its
    /// negative as `components` returns it.
    fn representative(&self, position: Self::Position) -> (Self::Position, bool)
    where
        Self: Sized,
    {
        let negative = self.negative(&position).and_then(|negative| {
            let mut parts = self.components(negative);
            let part = parts.next()?;
            parts.next().is_none().then_some(part)
        });
        match negative {
            Some(negative) if negative < position => (negative, true),
            _ => (position, false),
        }
    }

    /// An upper bound on the number of moves of play from a position, with the players moving
    /// in any order, if one is cheap to compute. In a sum, a search then treats all Nim heaps
    /// that are large compared with this bound alike.
    fn longest_play(&self, _position: &Self::Position) -> Option<u64> {
        None
    }

    /// A numbering of positions, if the rules have one. Play is then explored with an array instead
    /// of a hash table.
    fn numbering(&self) -> Option<Numbering<Self::Position>> {
        None
    }

    /// All positions, C of the 5-tuple, if the rules list them: in their order, each once.
    fn listed(&self) -> Option<Vec<Self::Position>> {
        None
    }

    /// The default convention, normal or misère: who wins when a player cannot move.
    fn convention(&self) -> Convention {
        Convention::Normal
    }

    /// The further methods of rules that are stated outside of this library; none for other rules.
    fn outside(&self) -> Option<&dyn Outside<Self::Position>> {
        None
    }

    /// Memory of a stored position, in bytes, for the memory limit.
    fn bytes(&self, _position: &Self::Position) -> usize {
        size_of::<Self::Position>()
    }
}

/// An injective numbering of the positions of a ruleset, starting at 0.
#[derive(Clone, Copy, Debug)]
pub struct Numbering<P> {
    /// The expected bound on numbers; the table grows for larger ones.
    pub count: usize,
    /// The number of a position.
    pub number: fn(&P) -> usize,
}

/// How the positions of a ruleset are written, read and drawn.
///
/// A game is written `name(parameters; position)`. [`Notation::read`] is the inverse of
/// [`Notation::print`].
pub trait Notation: Ruleset {
    /// The ruleset's name in the catalogue.
    fn name(&self) -> &'static str;

    /// The parameters as they are written before the `;`; empty when there are none.
    fn parameters(&self) -> String {
        String::new()
    }

    /// The file that states the rules, for rules that are not part of this library.
    fn source(&self) -> Option<&Source> {
        None
    }

    /// All files that state the rules, each with the name of the ruleset.
    fn sources(&self) -> Vec<(&'static str, &Source)> {
        self.source().map(|source| (self.name(), source)).into_iter().collect()
    }

    /// A sentence, without its full stop, about the part of the game's text that was left out when
    /// it was read; none if nothing was.
    fn remark(&self) -> Option<String> {
        None
    }

    /// The starting position, if the rules have one. It is omitted when a game is printed.
    fn start(&self) -> Option<Self::Position> {
        None
    }

    /// A position to begin from, if players at the [`start`](Notation::start) only set one up.
    fn diagram(&self) -> Option<Self::Position> {
        None
    }

    /// The text of the position, without the ruleset.
    fn print(&self, position: &Self::Position) -> String;

    /// Reads a position.
    fn read(&self, text: Text<'_>) -> Result<Self::Position, ParseError>;

    /// A drawing of the position for people; several lines for a board.
    fn draw(&self, position: &Self::Position) -> String {
        self.print(position)
    }

    /// The text of the whole game.
    fn spell(&self, position: &Self::Position) -> String {
        let parameters = self.parameters();
        let position = match self.start() {
            Some(start) if start == *position => None,
            _ => Some(self.print(position)),
        };
        let inside = match (parameters.is_empty(), position) {
            (true, None) => return self.name().to_string(),
            (true, Some(position)) => position,
            (false, None) => parameters,
            (false, Some(position)) => format!("{parameters}; {position}"),
        };
        format!("{}({inside})", self.name())
    }

    /// A short name for the move from one position to another, in players' notation; the
    /// position reached, if there is no such notation.
    fn move_name(&self, _from: &Self::Position, to: &Self::Position, _player: Player) -> String {
        self.print(to)
    }

    /// Other names of the same move in the game's literature, which also find it. A name of a
    /// single character may be followed by the next without a space.
    fn other_names(
        &self,
        _from: &Self::Position,
        _to: &Self::Position,
        _player: Player,
    ) -> Vec<String> {
        Vec::new()
    }

    /// What Left and Right play, in small letters, each in the singular: `toad` and
    /// `frog`. None where nothing tells
    /// their pieces or moves apart, as in impartial games.
    fn players(&self) -> Option<[String; 2]> {
        None
    }

    /// The colours of Left's and Right's pieces.
    fn colours(&self) -> [Paint; 2] {
        [Paint::Owner; 2]
    }

    /// The position as a scene: places and the pieces on them.
    ///
    /// By default heaps are rows of tokens. A position that is written as rows of squares, or
    /// as a strip according to [`Notation::sizes`], is a board. Anything else is its drawing
    /// with a button for each move.
    fn scene(&self, position: &Self::Position) -> Scene
    where
        Self: Sized,
    {
        if let Some(rules) = self.heaps() {
            return Heaps::new(&self.heap_sizes(position), rules.manner()).scene();
        }
        board(&self.print(position), self.sizes()).unwrap_or_else(|| keyed(self, position))
    }

    /// The tokens with which a player moves from `from`, whose scene in the colours of the
    /// players is `scene`, to `to`; any one of them makes the move.
    ///
    /// By default they are found by comparing the scenes before and after the move.
    fn tokens(
        &self,
        scene: &Scene,
        from: &Self::Position,
        to: &Self::Position,
        player: Player,
    ) -> Vec<Token>
    where
        Self: Sized,
    {
        if let Some(rules) = self.heaps() {
            let before = self.heap_sizes(from);
            return Heaps::new(&before, rules.manner()).tokens(&before, &self.heap_sizes(to));
        }
        match scene.places.iter().any(|place| matches!(place.ground, Ground::Key(_))) {
            true => keys::tokens(scene, &self.move_name(from, to, player)),
            false => difference::tokens(scene, &self.scene(to).painted(self.colours())),
        }
    }

    /// How the positions of a given size are written, for rulesets whose positions have a
    /// size.
    fn sizes(&self) -> Option<Sizes> {
        self.heaps().map(|_| Sizes::HEAP)
    }

    /// The characters for squares, for rulesets whose positions are written as rows of
    /// squares; empty for others.
    fn alphabet(&self) -> String {
        match self.sizes() {
            Some(Sizes { shape: Shape::Board | Shape::Strip, squares, others, .. }) => {
                format!("{squares}{others}")
            }
            _ => String::new(),
        }
    }

    /// The one-heap rules, for rulesets whose positions are sums of heaps.
    fn heaps(&self) -> Option<&dyn HeapRules> {
        None
    }

    /// The rules for a pair of heaps, for rulesets whose positions are pairs of heaps.
    fn pairs(&self) -> Option<&dyn PairRules> {
        None
    }

    /// The sizes of the heaps of a position, if [`Notation::heaps`] returns rules.
    fn heap_sizes(&self, _position: &Self::Position) -> Vec<u64> {
        Vec::new()
    }

    /// The position with heaps of these sizes, if [`Notation::heaps`] returns rules.
    fn with_heap_sizes(&self, _sizes: &[u64]) -> Option<Self::Position> {
        None
    }
}

/// The greatest number of moves that get buttons of their own.
const MOST_KEYS: usize = 1000;

/// The default scene: the position's drawing, with a button for each move.
pub fn keyed<R: Notation>(rules: &R, position: &R::Position) -> Scene {
    let names = Player::BOTH.into_iter().flat_map(|player| {
        let open = rules.end(position, player).is_none();
        let twice = player == Player::Right && rules.impartial();
        let options =
            rules.options(position, player).take(if open && !twice { MOST_KEYS } else { 0 });
        options.map(move |to| rules.move_name(position, &to, player))
    });
    keys::scene(&rules.draw(position), names)
}

/// The board that a text describes, if it describes one.
fn board(text: &str, sizes: Option<Sizes>) -> Option<Scene> {
    let rows = squares::rows(text)?;
    let letters = squares::Letters { pieces: sizes.map_or(["", ""], |sizes| sizes.pieces) };
    match sizes.map(|sizes| sizes.shape) {
        Some(Shape::Strip) => Some(squares::strip(&rows[0], |c| letters.piece(c))),
        Some(Shape::Board) => Some(squares::of_rows(&rows, |c| letters.piece(c))),
        None if rows.len() > 1 => Some(squares::of_rows(&rows, |c| letters.piece(c))),
        _ => None,
    }
}

/// How the positions of a given size are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// The kind of thing that has a size.
    pub shape: Shape,
    /// The possible contents of a square, a character each.
    pub squares: &'static str,
    /// Further characters, which are rarely used.
    pub others: &'static str,
    /// The characters that stand for pieces of Left, and of Right.
    pub pieces: [&'static str; 2],
    /// The symmetries that keep the value of a position.
    pub symmetry: Symmetry,
}

impl Sizes {
    /// A single heap.
    pub const HEAP: Sizes = Sizes {
        shape: Shape::Heap,
        squares: "",
        others: "",
        pieces: ["", ""],
        symmetry: Symmetry::None,
    };
}

/// The kinds of things that have a size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A rectangle of squares, written row by row.
    Board,
    /// A row of squares.
    Strip,
    /// A rectangle that is written by its size; each size is one position.
    Cake,
    /// A heap, written by its size.
    Heap,
}

/// Symmetries of a board that keep its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetry {
    /// Only the identity.
    None,
    /// Reflections that map rows to rows and columns to columns.
    Reflections,
    /// Any symmetry of the square.
    All,
}
