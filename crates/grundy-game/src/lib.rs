//! A game whose ruleset is chosen at run time.
//!
//! The type of a ruleset is erased here and nowhere else. Callers get numbered graphs,
//! text, and other games.
//!
//! - `of`: makes a game of a ruleset and a position.
//! - `play`: the numbered positions of alternating play, with their names.
//! - `parts`: the numbered components of a game.
//! - `large`: positions packed in integers, for games of very many positions; `large_of`
//!   implements it for a ruleset.
//! - `proving`: a forward search from one position; `proving_of` implements it for a ruleset.
//! - `sums`: a game as a sum of positions, for search.
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

use std::ops::ControlFlow;

mod compiled;
mod endgame;
mod large;
mod large_of;
mod line;
mod named;
mod nodes;
mod of;
mod packing;
mod parts;
mod play;
mod proving;
mod proving_of;
pub mod stated;
pub mod sum;
mod sums;
mod values;

pub use compiled::Compiled;
use grundy_base::{
    ByPlayer, Convention, End, Fault, Limits, ParseError, Player, Stopped, Text, Verdict,
};
use grundy_ruleset::scene::{Scene, Token};
use grundy_ruleset::{HeapRules, PairRules, Position, Sizes, Theorem, Written};
use grundy_solve::fold::FoldError;
use grundy_solve::score::Score;
pub use grundy_solve::score::Scoring;
use grundy_solve::sums::ComponentSource;
use grundy_solve::top_down::TopDown;
use grundy_solve::verify::strategy::Strategy;
use grundy_solve::verify::theorems::{Checked, ClaimedSets};
use grundy_solve::verify::{Claims, Refused};
use grundy_values::{Form, Forms};
pub use large::{Finder, Large, MoreKeys, OnRows, Reached};
pub use line::{Line, MoveName, Played, RESULTS, quoted};
pub use of::Of;
pub use parts::{PartMove, Parts};
pub use play::{Play, StartMove};
pub use proving::{Near, Proving};
pub use values::{Valuer, Valuing};

/// A position together with its ruleset.
pub trait Game: Send + Sync {
    /// The text of the game; reading it gives the game back.
    fn text(&self) -> String;

    /// The text of the position, without its ruleset.
    fn position(&self) -> String;

    /// The ruleset as it is written, without a position.
    fn ruleset(&self) -> String;

    /// Reads another position of this ruleset, written without the ruleset.
    ///
    /// # Errors
    ///
    /// If the text is no position, or this game is a sum.
    fn at(&self, position: Text<'_>) -> Result<Box<dyn Game>, ParseError>;

    /// A drawing of the position for people.
    fn drawing(&self) -> String;

    /// Whether both players always have the same moves.
    fn impartial(&self) -> bool;

    /// Whether the rules end play themselves, so that the game has no value in a sum.
    fn has_ends(&self) -> bool;

    /// Whether play may go on for ever; see
    /// [`Ruleset::loopy`](grundy_ruleset::Ruleset::loopy).
    fn loopy(&self) -> bool;

    /// Whether a position may be a sum of others; see
    /// [`Ruleset::splits`](grundy_ruleset::Ruleset::splits).
    fn splits(&self) -> bool {
        true
    }

    /// The default convention, normal or misère: who wins when a player cannot move.
    fn convention(&self) -> Convention {
        Convention::Normal
    }

    /// The error of the rules, if they have failed. Methods that cannot return an error
    /// continue with what the rules returned before.
    fn failure(&self) -> Option<Fault> {
        None
    }

    /// The files that state the rules, without repeats; empty for rules that are part of this
    /// library.
    fn sources(&self) -> Vec<(&'static str, &grundy_base::Source)> {
        Vec::new()
    }

    /// Numbers the positions that alternating play reaches.
    fn explore(&self, limits: &Limits<'_>) -> Result<Play, Stopped>;

    /// Numbers every position that the rules list, with each player to move; where they list none,
    /// all that alternating play reaches, whoever starts. No start is a mirror.
    fn explore_all(&self, limits: &Limits<'_>) -> Result<Play, Stopped>;

    /// Whether the rules list all positions: C of a 5-tuple that is written out.
    fn is_listed(&self) -> bool {
        false
    }

    /// Checks the theorems of the 5-tuple on claimed sets, by the rules alone; none where the
    /// rules do not list their positions.
    fn check_theorems(
        &self,
        _claims: &ByPlayer<ClaimedSets>,
        _convention: Convention,
        _limits: &Limits<'_>,
    ) -> Option<Result<Checked, Stopped>> {
        None
    }

    /// Numbers the components that play reaches with players moving in any order. Positions
    /// are split into components if `split` is set.
    fn components(&self, split: bool, limits: &Limits<'_>) -> Result<Parts, Stopped>;

    /// Finds who wins when `mover` starts, by depth-first search of no more positions than needed.
    fn top_down(
        &self,
        mover: Player,
        convention: Convention,
        limits: &Limits<'_>,
    ) -> Result<TopDown, Stopped>;

    /// Checks the claims of a saved solution by the rules alone.
    fn verify(
        &self,
        claims: &mut Claims<'_>,
        convention: Convention,
        limits: &Limits<'_>,
    ) -> Result<usize, Refused>;

    /// Checks a strategy by the rules alone; see
    /// [`verify_strategy`](grundy_solve::verify::strategy::verify_strategy). Sums have none.
    fn verify_strategy(
        &self,
        _strategy: &Strategy,
        _convention: Convention,
        _limits: &Limits<'_>,
    ) -> Result<u64, Refused> {
        Err(Refused::Unreadable("a sum of games has no strategy of this kind".to_string()))
    }

    /// The canonical form of a loop-free game under normal play.
    fn form(&self, forms: &mut Forms<'_>, limits: &Limits<'_>) -> Result<Form, FoldError>;

    /// Whether the game is a stopper: alternating play ends from every position that play
    /// reaches, with players moving in any order. Positions are not split into components.
    fn is_stopper(&self, limits: &Limits<'_>) -> Result<bool, Stopped> {
        Ok(self.components(false, limits)?.graph.is_stopper())
    }

    /// The game after each move of a player, without repeats.
    fn options(&self, player: Player) -> Vec<Box<dyn Game>>;

    /// What of its text was left out when it was read; see
    /// [`Notation::remark`](grundy_ruleset::Notation::remark).
    fn remarks(&self) -> Vec<String> {
        Vec::new()
    }

    /// At a start where players only set a position up, a game to begin from; see
    /// [`Notation::diagram`](grundy_ruleset::Notation::diagram).
    fn diagram(&self) -> Option<Box<dyn Game>> {
        None
    }

    /// What Left and Right play; see [`Notation::players`](grundy_ruleset::Notation::players).
    /// None for a sum.
    fn players(&self) -> Option<[String; 2]> {
        None
    }

    /// The position as a scene: places and the pieces on them.
    fn scene(&self) -> Scene;

    /// The moves of a player, each with its tokens on the places of [`Game::scene`]; the same
    /// games in the same order as [`Game::options`].
    fn moves(&self, player: Player) -> Vec<Move> {
        self.moves_up_to(player, usize::MAX).0
    }

    /// The first `most` of these moves, and whether these are all.
    fn moves_up_to(&self, player: Player, most: usize) -> (Vec<Move>, bool) {
        let mut moves = Vec::new();
        let all = self.each_move(player, most, &mut |option| {
            if moves.len() == most {
                return ControlFlow::Break(());
            }
            moves.push(option);
            ControlFlow::Continue(())
        });
        (moves, all)
    }

    /// Goes through these moves, but through no more than the first `most` in each term of a sum,
    /// until `see` breaks; whether all were seen.
    fn each_move(
        &self,
        player: Player,
        most: usize,
        see: &mut dyn FnMut(Move) -> ControlFlow<()>,
    ) -> bool;

    /// The name of a move of [`Game::moves`], given by its index, and the game after it.
    fn option_at(&self, player: Player, number: usize) -> Option<(String, Box<dyn Game>)> {
        let mut moves = self.moves_up_to(player, number + 1).0;
        let found = (moves.len() > number).then(|| moves.swap_remove(number));
        found.map(|found| (found.name, found.to))
    }

    /// The move with a name, or to a position that is written with or without its ruleset. All
    /// legal moves are found, also those of a huge heap.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    fn option_named(
        &self,
        player: Player,
        name: &str,
        limits: &Limits<'_>,
    ) -> Result<Option<NamedMove>, Stopped>;

    /// The index of the move that leads to a position, written without its ruleset, if it is
    /// among the first `most`; none for sums.
    fn number_of(&self, _player: Player, _position: &str, _most: usize) -> Option<usize> {
        None
    }

    /// Whose turn it is, where the position, what was written behind it, or the counts of stones
    /// say so.
    fn turn(&self) -> Option<Player>;

    /// The same position with a player to move, for games whose rules do not say whose turn it is;
    /// sums do not say it.
    fn to_move(&self, mover: Option<Player>) -> Box<dyn Game>;

    /// Other names of a move of a player to a position, as
    /// [`Notation::other_names`](grundy_ruleset::Notation::other_names).
    fn other_names(&self, _player: Player, _to: &dyn Game) -> Vec<String> {
        Vec::new()
    }

    /// Whether the rules end play with `mover` to move, and who has won.
    fn end(&self, mover: Player) -> Option<End>;

    /// What a theorem says of the position; see
    /// [`Ruleset::theorem`](grundy_ruleset::Ruleset::theorem). None for sums.
    fn theorem(&self, _mover: Player, _convention: Convention) -> Option<Theorem<Move>> {
        None
    }

    /// The terms of a sum, each with its own ruleset; for other games, the game itself.
    fn terms(&self) -> Vec<Box<dyn Game>>;

    /// The terms of a sum, and whether the players are exchanged in each.
    fn signed_terms(&self) -> Vec<(Box<dyn Game>, bool)> {
        vec![(self.boxed(), false)]
    }

    /// A source of the components of this ruleset, numbered as a search finds them; none for
    /// a sum.
    fn source(&self) -> Option<Box<dyn ComponentSource>> {
        None
    }

    /// The texts of the position's components. A component with the players exchanged has a minus
    /// in front, unless it is impartial.
    fn written_components(&self) -> Vec<String>;

    /// How the positions of a given size are written, if they have a size.
    fn sizes(&self) -> Option<Sizes> {
        None
    }

    /// The characters for squares, for games whose positions are written as rows of squares;
    /// empty for others.
    fn alphabet(&self) -> String {
        String::new()
    }

    /// A shared computation of the values of many positions of this ruleset by several
    /// threads; none for a sum.
    fn valuer(&self) -> Option<Box<dyn Valuer>> {
        None
    }

    /// The game with packed positions, if the ruleset packs them.
    fn large(&self) -> Option<Box<dyn Large>> {
        None
    }

    /// Whether [`Game::search`] is available.
    fn has_search(&self) -> bool {
        false
    }

    /// Who wins when `mover` starts, by the ruleset's own search, if it has one. Such searches
    /// are for games with far too many positions to list.
    fn search(&self, _mover: Player, _limits: &Limits<'_>) -> Option<Result<Searched, Stopped>> {
        None
    }

    /// A forward search, which says who wins without a list of all positions, with a table of at
    /// most `memory` bytes. None for sums, which have a search of their own, and where there are
    /// very many moves.
    fn proving(&self, _convention: Convention, _memory: u64) -> Option<Box<dyn Proving>> {
        None
    }

    /// The same for a search that counts moves: it plays by the rules or by packed positions,
    /// and sees a result only where play is over.
    fn counting(&self, _convention: Convention, _memory: u64) -> Option<Box<dyn Proving>> {
        None
    }

    /// The same for a player that thinks about a move. It tells moves apart better, and is
    /// perhaps slower.
    fn thinking(&self, convention: Convention, memory: u64) -> Option<Box<dyn Proving>> {
        self.proving(convention, memory)
    }

    /// Whether the game is won by points and who wins is found best by [`Game::scores`].
    fn has_scores(&self) -> bool {
        false
    }

    /// Whether the game is won by points, so that [`Game::scores`] finds the margin.
    fn counts_points(&self) -> bool {
        false
    }

    /// The margin in points for each possible starter, for games that are won by points.
    fn scores(&self, _limits: &Limits<'_>) -> Option<Result<Scores, Stopped>> {
        None
    }

    /// The rules for one heap and the sizes of the heaps, for games on heaps.
    fn heaps(&self) -> Option<(&dyn HeapRules, Vec<u64>)>;

    /// The rules for a pair of heaps, for games on pairs of heaps.
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
    /// The verdict for the player to move.
    pub verdict: Verdict,
    /// The player's moves, each with the opponent's verdict after it if that was found; it is
    /// found at least for the best moves.
    pub moves: Vec<(Move, Option<Verdict>)>,
}

/// The score for each possible starter.
pub type Scores = ByPlayer<Option<Scored>>;

/// The margin in points for the player who starts.
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
    /// Its name.
    pub name: String,
    /// The game after it.
    pub to: Box<dyn Game>,
    /// Its tokens on the places of the scene before it; any one of them makes the move.
    pub tokens: Vec<Token>,
}

/// A move that was found by its name.
#[derive(Debug)]
pub struct NamedMove {
    /// Its index in [`Game::moves`], unless many others come before it.
    pub index: Option<usize>,
    /// Its name.
    pub name: String,
    /// The game after it.
    pub to: Box<dyn Game>,
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
    // The minus of -1v* is that of the number: 1v* subtracted is another value. Nimbers are their
    // own negatives.
    let of_all = |term: &str| {
        let plain = |c: char| c.is_ascii_digit() || c == '/' || c == '*';
        !term.starts_with(|c: char| c.is_ascii_digit()) || term.chars().all(plain)
    };
    let mut sum = String::new();
    for term in terms {
        let (sign, term) = match term.strip_prefix('-').filter(|term| of_all(term)) {
            Some(term) => (if sum.is_empty() { "-" } else { " - " }, term),
            None => (if sum.is_empty() { "" } else { " + " }, term.as_str()),
        };
        sum = sum + sign + term;
    }
    if sum.is_empty() { "0".to_string() } else { sum }
}

/// A ruleset as it is written, without a position.
fn written_ruleset<P: Position>(rules: &dyn Written<P>) -> String {
    let (name, parameters) = (rules.name(), rules.parameters());
    if parameters.is_empty() { name.to_string() } else { format!("{name}({parameters})") }
}
