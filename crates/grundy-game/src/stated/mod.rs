//! Games stated outside of this library: in a rule file, or in the Game
//! Description Language.
//!
//! The reader of such a file makes a [`Statement`]: a name, and a game for each choice of
//! parameters. The game is [`Stated`]: its positions are bytes, and it expands many
//! positions at a time. [`StatedRules`] makes a ruleset of it, whose positions are numbers.
//!
//! # How stated games are played
//!
//! [`StatedRules`] interns positions, which then are numbers. A solver that visits positions in order
//! announces the next ones, so that the rules can answer them in one batch
//! ([`Outside::foresee`](grundy_ruleset::Outside::foresee)). After a fault the rules return no more
//! moves, and `Rules::each_move` returns the fault. Three crates read files: `grundy-rules`
//! (Starlark), `grundy-wasm` (modules in WebAssembly) and `grundy-gdl` (the Game Description
//! Language). The last also plays many random lines at a time without giving their positions numbers
//! ([`Lines`]), for the player that thinks, which works on rules of its own and drops them after the
//! move. [`check`] tests on samples what every stated game promises, and the crates add what their
//! languages promise. Rules of other people run in a confined process, which returns a [`Listing`]
//! of all positions; the page keeps only that plain data.

pub mod check;
mod explored;
mod keyed;
mod keys;
mod lessons;
mod listing;
mod points;
mod rules;
mod sample;
mod size;
mod store;
pub mod tiers;

use std::sync::Arc;

pub use explored::Explored;
use grundy_base::{Convention, End, Fault, ParseError, Player, Source, Text};
pub use grundy_ruleset::{Choose, Lines};
pub(crate) use keyed::Keyed;
pub use keys::{Keys, Rows, fate};
pub use lessons::Lessons;
pub use listing::Listing;
pub use points::{HIGHEST_SCORE, end_by, seen_by};
pub use rules::StatedRules;
pub use sample::{Sampled, sample};
pub use size::Size;
pub use store::Number;

/// A file that states a game, or one game for each choice of parameters.
pub trait Statement: Send + Sync {
    /// The name under which the game is known: letters, digits, `-` and `_`.
    fn name(&self) -> &str;

    /// The name for use in a sentence.
    fn title(&self) -> String {
        self.name().to_string()
    }

    /// The rules in a few sentences.
    fn about(&self) -> String {
        String::new()
    }

    /// What Left and Right play, as [`Notation::players`](grundy_ruleset::Notation::players).
    fn players(&self) -> Option<[String; 2]> {
        None
    }

    /// How a game is written, such as `take12(N)`.
    fn notation(&self) -> String {
        self.name().to_string()
    }

    /// The file.
    fn source(&self) -> &Source;

    /// What play has taught the rules, as far as the keys of positions depend on it: for
    /// [`learn`](Statement::learn), also in another process. Empty if nothing.
    fn learned(&self) -> String {
        String::new()
    }

    /// Teaches the rules what they had [`learned`](Statement::learned) before. Games that are
    /// stated later have the keys of that time; other texts are ignored.
    fn learn(&self, _learned: &str) {}

    /// The game with these parameters, or with the file's default parameters if none are given.
    ///
    /// # Errors
    ///
    /// If the parameters cannot be read (the error points into their text), or if the file
    /// fails ([`ParseError::fault`]).
    fn state(&self, parameters: Option<Text<'_>>) -> Result<Box<dyn Stated>, ParseError>;
}

/// A game whose positions are bytes.
///
/// Equal positions are equal bytes. All methods are pure functions of their arguments, and
/// several threads may call them at a time. A [`Fault`] of any of them ends the computation.
pub trait Stated: Send + Sync {
    /// The parameters as they are written before the `;`; empty when there are none.
    fn parameters(&self) -> String {
        String::new()
    }

    /// The starting position.
    fn start(&self) -> Vec<u8>;

    /// As [`Ruleset::impartial`](grundy_ruleset::Ruleset::impartial).
    fn impartial(&self) -> bool {
        false
    }

    /// As [`Ruleset::has_ends`](grundy_ruleset::Ruleset::has_ends).
    fn has_ends(&self) -> bool {
        false
    }

    /// Whether points decide: every end has a [score](Expansions::close_with), also where the player
    /// to move has no move. Such a game [has ends](Stated::has_ends).
    fn counts_points(&self) -> bool {
        false
    }

    /// The convention, normal or misère: who wins when a player cannot move.
    fn convention(&self) -> Convention {
        Convention::Normal
    }

    /// Expands positions in the given order, each with the player to move: calls
    /// [`Expansions::option`] for each of the player's options, unless play is over, and then
    /// [`Expansions::close`].
    fn expand(&self, asked: &[(&[u8], Player)], found: &mut Expansions) -> Result<(), Fault>;

    /// How many positions and options together are expanded about as fast as one position.
    fn together(&self) -> usize {
        1
    }

    /// Whether only the thread that asks may work: no other thread expands positions ahead.
    fn serial(&self) -> bool {
        false
    }

    /// Lines of play from these positions, each with the player to move, if the game makes the
    /// moves of many lines about as fast as those of one: as
    /// [`Outside::lines`](grundy_ruleset::Outside::lines).
    fn lines<'a>(&'a self, _from: &[(&[u8], Player)]) -> Option<Box<dyn Lines + 'a>> {
        None
    }

    /// The positions as integers, if the rules are compiled. Called when there are many
    /// positions; the same keys each time.
    ///
    /// # Errors
    ///
    /// If the rules fail while keys are looked for.
    fn keys(&self) -> Result<Option<Arc<dyn Keys>>, Fault> {
        Ok(None)
    }

    /// Whose turn it is, where the position says so.
    fn turn(&self, _position: &[u8]) -> Result<Option<Player>, Fault> {
        Ok(None)
    }

    /// Components whose disjunctive sum equals the position: as
    /// [`Ruleset::components`](grundy_ruleset::Ruleset::components).
    fn components(&self, position: &[u8]) -> Result<Vec<Vec<u8>>, Fault> {
        Ok(vec![position.to_vec()])
    }

    /// Whether [`components`](Stated::components) may return anything but the position
    /// itself; if not, it is never called.
    fn splits(&self) -> bool {
        true
    }

    /// The position with the players exchanged, if the game provides it: as
    /// [`Ruleset::negative`](grundy_ruleset::Ruleset::negative).
    fn negative(&self, _position: &[u8]) -> Result<Option<Vec<u8>>, Fault> {
        Ok(None)
    }

    /// The text of the position; [`Stated::read`] is the inverse.
    fn print(&self, position: &[u8]) -> String;

    /// Reads a position.
    fn read(&self, text: Text<'_>) -> Result<Vec<u8>, ParseError>;

    /// A drawing of the position for people.
    fn draw(&self, position: &[u8]) -> Result<String, Fault> {
        Ok(self.print(position))
    }

    /// A player's moves in a position where play is not over, each with its name, if it has
    /// one, and the position after it. They are the options of [`Stated::expand`], in the same
    /// order.
    fn moves(&self, position: &[u8], player: Player) -> Result<Moves, Fault>;

    /// The sizes of the heaps of the position, in games on heaps. In such games
    /// [`Stated::with_heaps`] makes a position of heaps, and the components of a position are
    /// its heaps.
    fn heaps(&self, _position: &[u8]) -> Option<Vec<u64>> {
        None
    }

    /// The position with heaps of these sizes, in games on heaps.
    fn with_heaps(&self, _sizes: &[u64]) -> Option<Vec<u8>> {
        None
    }
}

/// Moves: the name of each, if it has one, and the position after it.
pub type Moves = Vec<(Option<String>, Vec<u8>)>;

/// The options of several positions, in order.
#[derive(Clone, Debug, Default)]
pub struct Expansions {
    /// The options' bytes, concatenated.
    bytes: Vec<u8>,
    /// The end of each option in `bytes`, and whose turn it is there.
    options: Vec<(usize, Option<Player>)>,
    /// Which move leads to each option; 0 if that is not known.
    slots: Vec<u16>,
    /// For each closed position: the number of options so far, how play ended, if it did, and the
    /// score.
    closed: Vec<(usize, Option<End>, i64)>,
}

impl Expansions {
    /// Adds an option of the open position; `turn` is the player to move there, if the rules
    /// say so.
    pub fn option(&mut self, position: &[u8], turn: Option<Player>) {
        self.option_by(position, turn, 0);
    }

    /// The same for an option by a move whose number is `slot`: the same number for the same
    /// move in other positions, and never 0.
    pub fn option_by(&mut self, position: &[u8], turn: Option<Player>, slot: u16) {
        self.bytes.extend_from_slice(position);
        self.options.push((self.bytes.len(), turn));
        self.slots.push(slot);
    }

    /// The numbers of the moves to the options of all positions; 0 if they are not known.
    #[must_use]
    pub fn slots(&self) -> &[u16] {
        &self.slots
    }

    /// Closes the open position: either play is over there, or its options are those added
    /// since the last call.
    pub fn close(&mut self, end: Option<End>) {
        self.closed.push((self.options.len(), end, 0));
    }

    /// The same where play is over, with the points of Left, less those of Right.
    pub fn close_with(&mut self, score: i64) {
        self.closed.push((self.options.len(), Some(end_by(score)), score));
    }

    /// The scores of all closed positions; 0 where play goes on or points do not count.
    pub fn scores(&self) -> impl Iterator<Item = i64> {
        self.closed.iter().map(|&(.., score)| score)
    }

    /// The number of closed positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.closed.len()
    }

    /// Whether no position was closed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.closed.is_empty()
    }

    /// Removes all positions, and keeps the memory.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.options.clear();
        self.slots.clear();
        self.closed.clear();
    }

    /// For each closed position: how play ended, if it did, and its options with the players to
    /// move.
    pub fn positions(
        &self,
    ) -> impl Iterator<Item = (Option<End>, impl Iterator<Item = (&[u8], Option<Player>)>)> {
        let mut first = 0;
        self.closed.iter().map(move |&(until, end, _)| {
            let options = first..until;
            first = until;
            let option = |i: usize| {
                let start = if i == 0 { 0 } else { self.options[i - 1].0 };
                (&self.bytes[start..self.options[i].0], self.options[i].1)
            };
            (end, options.map(option))
        })
    }
}
