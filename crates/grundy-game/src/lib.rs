//! A game whose ruleset is chosen at run time.
//!
//! This is the one place where a ruleset's type is erased. What leaves here is
//! plain: numbered graphs, text, and other games.
//!
//! - `of`: a position of a ruleset whose type is known.
//! - `play`: alternating play, numbered, and what its nodes are called.
//! - `parts`: components, numbered.
//! - `large`: positions packed in integers, for games that have very many; `large_of`: of
//!   a ruleset whose type is known.
//! - `sums`: as a sum, for a search.
//! - `values`: the values of many positions of one ruleset.
//!
//! The trait [`Game`] is what callers see; [`Of`] makes a game of a ruleset and a position:
//!
//! ```
//! use grundy_base::{Limits, ParseError, Player, Text};
//! use grundy_game::{Game, Of};
//! use grundy_ruleset::{Notation, Ruleset};
//!
//! #[derive(Clone)]
//! struct TakeOneOrTwo;
//!
//! impl Ruleset for TakeOneOrTwo {
//!     type Position = u32;
//!
//!     fn impartial(&self) -> bool {
//!         true
//!     }
//!
//!     fn options(&self, &heap: &u32, _: Player) -> impl Iterator<Item = u32> {
//!         (1..=2).filter_map(move |take| heap.checked_sub(take))
//!     }
//! }
//!
//! impl Notation for TakeOneOrTwo {
//!     fn name(&self) -> &'static str {
//!         "take-one-or-two"
//!     }
//!
//!     fn print(&self, heap: &u32) -> String {
//!         heap.to_string()
//!     }
//!
//!     fn read(&self, text: Text<'_>) -> Result<u32, ParseError> {
//!         text.number("a number of tokens")
//!     }
//! }
//!
//! let game: Box<dyn Game> = Box::new(Of::new(TakeOneOrTwo, 5));
//! assert_eq!(game.text(), "take-one-or-two(5)");
//! assert_eq!(game.explore(&Limits::default()).unwrap().positions, 6);
//! ```

use grundy_base::{error, limits, outcome, player, prefetch, slots};
use grundy_graph as graph;
use grundy_packed as packed;
use grundy_ruleset as ruleset;
use grundy_ruleset::scene;
use grundy_solve as solve;
use grundy_values as value;

mod large;
mod large_of;
mod of;
mod parts;
mod play;
pub mod stated;
pub mod sum;
mod sums;
mod values;

use crate::error::{Fault, ParseError, Text};
use crate::limits::{Limits, Stopped};
use crate::outcome::{Convention, End, Verdict};
use crate::player::{ByPlayer, Player};
use crate::ruleset::{HeapRules, PairRules, Sizes, Written};
use crate::scene::{Scene, Token};
use crate::solve::fold::FoldError;
use crate::solve::score::Score;
pub use crate::solve::score::Scoring;
use crate::solve::sums::Source;
use crate::solve::top_down::TopDown;
use crate::solve::verify::{Claims, Refused};
use crate::value::{Form, Forms};
pub use large::{Finder, Large, MoreKeys, OnRows, Reached};
pub use of::Of;
pub use parts::{PartMove, Parts};
pub use play::{Play, StartMove};
pub use values::{Valuer, Valuing};

/// A position together with its ruleset.
pub trait Game: Send + Sync {
    /// The game as it is written; reading it gives the game back.
    fn text(&self) -> String;

    /// The position as it is written, without its ruleset.
    fn position(&self) -> String;

    /// The ruleset as it is written, without a position.
    fn ruleset(&self) -> String;

    /// Another position of this ruleset, as it is written without its ruleset.
    ///
    /// # Errors
    ///
    /// Where the text is no position, or this is a sum.
    fn at(&self, position: Text<'_>) -> Result<Box<dyn Game>, ParseError>;

    /// A drawing of the position for people.
    fn drawing(&self) -> String;

    /// Whether both players always have the same moves.
    fn impartial(&self) -> bool;

    /// Whether the rules end play, so that the game has no value in a sum.
    fn has_ends(&self) -> bool;

    /// Whether a position may be a sum of others; see
    /// [`Ruleset::splits`](crate::ruleset::Ruleset::splits).
    fn splits(&self) -> bool {
        true
    }

    /// The convention that holds by default: who wins when a player cannot move.
    fn convention(&self) -> Convention {
        Convention::Normal
    }

    /// The error of rules that have failed, if they have. Methods that cannot return an
    /// error go on with what the rules returned before.
    fn failure(&self) -> Option<Fault> {
        None
    }

    /// The files that state the rules, where those are not this library's own;
    /// each once.
    fn sources(&self) -> Vec<(&'static str, &error::Source)> {
        Vec::new()
    }

    /// Numbers the positions that alternating play reaches.
    fn explore(&self, limits: &Limits<'_>) -> Result<Play, Stopped>;

    /// Numbers the components that any play reaches; positions are split into
    /// components where `split` is set.
    fn components(&self, split: bool, limits: &Limits<'_>) -> Result<Parts, Stopped>;

    /// Says who wins when `mover` starts, by depth-first search of as few positions as
    /// needed.
    fn top_down(
        &self,
        mover: Player,
        convention: Convention,
        limits: &Limits<'_>,
    ) -> Result<TopDown, Stopped>;

    /// Checks what a saved solution claims, from the rules alone.
    fn verify(
        &self,
        claims: &mut Claims<'_>,
        convention: Convention,
        limits: &Limits<'_>,
    ) -> Result<usize, Refused>;

    /// The canonical form of a game that ends, under normal play.
    fn form(&self, forms: &mut Forms<'_>, limits: &Limits<'_>) -> Result<Form, FoldError>;

    /// Whether play of alternating moves ends from every position that any
    /// play reaches. A game that is not one component has to be whole.
    fn is_stopper(&self, limits: &Limits<'_>) -> Result<bool, Stopped> {
        Ok(self.components(false, limits)?.graph.is_stopper())
    }

    /// The game after each move of a player, repeats left out.
    fn options(&self, player: Player) -> Vec<Box<dyn Game>>;

    /// The position as places with what lies on them.
    fn scene(&self) -> Scene;

    /// The moves of a player with what each does to the places of
    /// [`Game::scene`]: the same games in the same order as [`Game::options`].
    fn moves(&self, player: Player) -> Vec<Move> {
        self.moves_up_to(player, usize::MAX).0
    }

    /// The first of these moves, at most so many, and whether these are all.
    fn moves_up_to(&self, player: Player, most: usize) -> (Vec<Move>, bool);

    /// The first moves in each term of a sum, at most so many in each, and whether these
    /// are all.
    fn moves_of_each_term(&self, player: Player, most: usize) -> (Vec<Move>, bool) {
        self.moves_up_to(player, most)
    }

    /// What a move of [`Game::moves`] leaves, by the move's number, and what
    /// players call it.
    fn option_at(&self, player: Player, number: usize) -> Option<(String, Box<dyn Game>)> {
        let mut moves = self.moves_up_to(player, number + 1).0;
        let found = (moves.len() > number).then(|| moves.swap_remove(number));
        found.map(|found| (found.name, found.to))
    }

    /// The number of the move that leads to a position, as it is written without
    /// its ruleset, if it is among the first `most`; none for sums.
    fn number_of(&self, _player: Player, _position: &str, _most: usize) -> Option<usize> {
        None
    }

    /// Whose turn it is, where the position says so.
    fn turn(&self) -> Option<Player>;

    /// Whether the rules end play with `mover` to move, and who has won.
    fn end(&self, mover: Player) -> Option<End>;

    /// The games that were added, each with its own ruleset; just this one
    /// where there is no sum.
    fn terms(&self) -> Vec<Box<dyn Game>>;

    /// The games that were added, and whether the players are exchanged in each.
    fn signed_terms(&self) -> Vec<(Box<dyn Game>, bool)> {
        vec![(self.boxed(), false)]
    }

    /// The components of this ruleset, numbered as a search finds them; none for a sum.
    fn source(&self) -> Option<Box<dyn Source>> {
        None
    }

    /// The components of the position, each as it is written; with a minus
    /// before those in which the players are exchanged, where that matters.
    fn written_components(&self) -> Vec<String>;

    /// How the positions of a size are written, where they have one.
    fn sizes(&self) -> Option<Sizes> {
        None
    }

    /// The characters that may stand for a square, for games whose positions are written
    /// as rows of squares; empty for others.
    fn alphabet(&self) -> String {
        String::new()
    }

    /// The values of many positions of this ruleset, found by several threads
    /// together; none for a sum.
    fn valuer(&self) -> Option<Box<dyn Valuer>> {
        None
    }

    /// The game with packed positions, where the ruleset packs them.
    fn large(&self) -> Option<Box<dyn Large>> {
        None
    }

    /// Whether [`Game::search`] knows who wins.
    fn has_search(&self) -> bool {
        false
    }

    /// Who wins when `mover` starts, by the ruleset's own search, where it has one: for
    /// games of far too many positions to list.
    fn search(&self, _mover: Player, _limits: &Limits<'_>) -> Option<Result<Searched, Stopped>> {
        None
    }

    /// Whether games are won by points, and [`Game::scores`] finds the margin.
    fn has_scores(&self) -> bool {
        false
    }

    /// By how many points each player who may start wins, for games that are won by
    /// points.
    fn scores(&self, _limits: &Limits<'_>) -> Option<Result<Scores, Stopped>> {
        None
    }

    /// The rules for one heap and the sizes of the heaps, for games on heaps.
    fn heaps(&self) -> Option<(&dyn HeapRules, Vec<u64>)>;

    /// The rules for a pair of heaps, for games on such.
    fn pairs(&self) -> Option<&dyn PairRules> {
        None
    }

    /// The same game with other heaps, for games on heaps.
    fn with_heaps(&self, sizes: &[u64]) -> Option<Box<dyn Game>>;

    /// A clone of the game.
    fn boxed(&self) -> Box<dyn Game>;
}

/// The result of a ruleset's own search.
#[derive(Debug)]
pub struct Searched {
    /// What the player to move brings about.
    pub verdict: Verdict,
    /// The player's moves with the opponent's verdict after each, as far as it was
    /// found: at least for the best moves that keep the result.
    pub moves: Vec<(Move, Option<Verdict>)>,
}

/// What each player brings about who may start.
pub type Scores = ByPlayer<Option<Scored>>;

/// By how many points a player wins who starts.
#[derive(Debug)]
pub struct Scored {
    /// The score, and which of the moves keep it.
    pub score: Score,
    /// The player's moves.
    pub moves: Vec<Move>,
}

/// A move as a player makes it.
#[derive(Debug)]
pub struct Move {
    /// What players call it.
    pub name: String,
    /// The game after it.
    pub to: Box<dyn Game>,
    /// What is done to the places of the scene before it: any one of these.
    pub tokens: Vec<Token>,
}

impl std::fmt::Debug for dyn Game + '_ {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text())
    }
}

/// The name of the ruleset of sums.
pub const SUM: &str = "sum";

/// Writes a sum of terms; a term may begin with a minus.
pub fn written_sum(terms: impl IntoIterator<Item = String>) -> String {
    let mut sum = String::new();
    for term in terms {
        let (sign, term) = match term.strip_prefix('-') {
            Some(term) => (if sum.is_empty() { "-" } else { " - " }, term),
            None => (if sum.is_empty() { "" } else { " + " }, term.as_str()),
        };
        sum = sum + sign + term;
    }
    if sum.is_empty() { "0".to_string() } else { sum }
}

/// A ruleset as it is written, without a position.
fn written_ruleset<P>(rules: &dyn Written<P>) -> String {
    let (name, parameters) = (rules.name(), rules.parameters());
    if parameters.is_empty() { name.to_string() } else { format!("{name}({parameters})") }
}
