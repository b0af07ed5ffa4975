//! Games stated outside of this library: in a rule file, or in the Game
//! Description Language.
//!
//! Whoever reads such a file gives a [`Statement`]: a name, and a game for each
//! choice of parameters. The game is [`Stated`]: its positions are bytes, and it
//! says for many positions at a time what they lead to. [`Rules`] makes a ruleset
//! of it, in which positions are numbers.

mod listing;
mod rules;
mod store;

use crate::error::{Fault, ParseError, Source, Text};
use crate::outcome::{Convention, End};
use crate::player::Player;
pub use listing::Listing;
pub use rules::Rules;
pub use store::Number;

/// A file that states a game, or one game for each choice of parameters.
pub trait Statement: Send + Sync {
    /// The name under which the game is known: letters, digits, `-` and `_`.
    fn name(&self) -> &str;

    /// The name as it is written in a sentence.
    fn title(&self) -> String {
        self.name().to_string()
    }

    /// The rules in a few sentences.
    fn about(&self) -> String {
        String::new()
    }

    /// How a game is written, such as `take12(N)`.
    fn notation(&self) -> String {
        self.name().to_string()
    }

    /// The file.
    fn source(&self) -> &Source;

    /// The game with these parameters; with the file's own where there are none.
    ///
    /// # Errors
    ///
    /// Where the parameters cannot be read, which points at the place in `text`,
    /// or where the file fails ([`ParseError::fault`]).
    fn state(&self, parameters: Option<Text<'_>>) -> Result<Box<dyn Stated>, ParseError>;
}

/// A game whose positions are bytes.
///
/// Equal positions are equal bytes. All methods are functions of their arguments,
/// and may be called by several threads at a time. A [`Fault`] of any of them ends the
/// computation.
pub trait Stated: Send + Sync {
    /// The parameters as they are written before the `;`; empty when there are none.
    fn parameters(&self) -> String {
        String::new()
    }

    /// The position at which play starts.
    fn start(&self) -> Vec<u8>;

    /// As [`Ruleset::impartial`](crate::ruleset::Ruleset::impartial).
    fn impartial(&self) -> bool {
        false
    }

    /// As [`Ruleset::has_ends`](crate::ruleset::Ruleset::has_ends).
    fn has_ends(&self) -> bool {
        false
    }

    /// The convention: who wins when a player cannot move.
    fn convention(&self) -> Convention {
        Convention::Normal
    }

    /// Says of each position that is asked for, in order, whether play is over
    /// with that player to move, and if it is not, the player's options:
    /// [`Found::option`] for each, then [`Found::close`].
    fn expand(&self, asked: &[(&[u8], Player)], found: &mut Found) -> Result<(), Fault>;

    /// Whose turn it is, where the position says so.
    fn turn(&self, _position: &[u8]) -> Result<Option<Player>, Fault> {
        Ok(None)
    }

    /// Independent parts whose sum equals the position, if the game has such:
    /// as [`Ruleset::components`](crate::ruleset::Ruleset::components).
    fn components(&self, position: &[u8]) -> Result<Vec<Vec<u8>>, Fault> {
        Ok(vec![position.to_vec()])
    }

    /// Whether [`components`](Stated::components) may give anything but the position
    /// itself; if not, it is never called.
    fn splits(&self) -> bool {
        true
    }

    /// The position with the players exchanged, where the game knows it: as
    /// [`Ruleset::negative`](crate::ruleset::Ruleset::negative).
    fn negative(&self, _position: &[u8]) -> Result<Option<Vec<u8>>, Fault> {
        Ok(None)
    }

    /// The position as it is written; [`Stated::read`] gives it back.
    fn print(&self, position: &[u8]) -> String;

    /// Reads a position.
    fn read(&self, text: Text<'_>) -> Result<Vec<u8>, ParseError>;

    /// A drawing of the position for people.
    fn draw(&self, position: &[u8]) -> Result<String, Fault> {
        Ok(self.print(position))
    }

    /// A player's moves where play is not over, each with what players call it, if
    /// it has a name, and the position after it: the options of
    /// [`Stated::expand`], in the same order.
    fn moves(&self, position: &[u8], player: Player) -> Result<Moves, Fault>;

    /// The sizes of heaps of which the position is made, in games of heaps: then
    /// [`Stated::with_heaps`] makes a position of heaps, and the parts of a
    /// position are its heaps.
    fn heaps(&self, _position: &[u8]) -> Option<Vec<u64>> {
        None
    }

    /// The position with heaps of these sizes, in games of heaps.
    fn with_heaps(&self, _sizes: &[u64]) -> Option<Vec<u8>> {
        None
    }
}

/// Moves: what players call each, if it has a name, and the position after it.
pub type Moves = Vec<(Option<String>, Vec<u8>)>;

/// The options of several positions, in order.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The options' bytes, one after the other.
    bytes: Vec<u8>,
    /// Where the bytes of each option end, and whose turn it is there.
    options: Vec<(usize, Option<Player>)>,
    /// How many options there were when a position was closed, and its end.
    closed: Vec<(usize, Option<End>)>,
}

impl Found {
    /// An option of the position that is open; `turn` says whose turn it is
    /// there, if the position itself does.
    pub fn option(&mut self, position: &[u8], turn: Option<Player>) {
        self.bytes.extend_from_slice(position);
        self.options.push((self.bytes.len(), turn));
    }

    /// Completes the position that is open: play is over there, or has the options
    /// given since the last one.
    pub fn close(&mut self, end: Option<End>) {
        self.closed.push((self.options.len(), end));
    }

    /// How many positions were completed.
    #[must_use]
    pub fn len(&self) -> usize {
        self.closed.len()
    }

    /// Whether no position was completed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.closed.is_empty()
    }

    /// Forgets all, and keeps the memory.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.options.clear();
        self.closed.clear();
    }

    /// The end of each completed position, and its options with whose turn it is.
    pub fn positions(
        &self,
    ) -> impl Iterator<Item = (Option<End>, impl Iterator<Item = (&[u8], Option<Player>)>)> {
        let mut first = 0;
        self.closed.iter().map(move |&(until, end)| {
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
